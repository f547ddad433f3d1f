/* Rotations as rotation vectors from their mean, which verbs blend. */
#include "author/fit/parts.h"

#define MOST_STEP 1.0f /* radians between frames; no body turns faster */

void vvi_fit_mean_add(double sums[10], vv_quat q)
{
    const double v[4] = {(double)q.x, (double)q.y, (double)q.z, (double)q.w};
    for (uint32_t i = 0, at = 0; i < 4; i++)
        for (uint32_t j = i; j < 4; j++)
            sums[at++] += v[i] * v[j];
}

/* One rotation of Jacobi's eigenvalue method: makes A[p][q] zero and rotates the columns of V with it. */
static void apply_jacobi_rotation(double A[4][4], double V[4][4], uint32_t p, uint32_t q)
{
    if (fabs(A[p][q]) < 1e-300)
        return;
    double theta = (A[q][q] - A[p][p]) / (2.0 * A[p][q]);
    double t = (theta < 0.0 ? -1.0 : 1.0) / (fabs(theta) + sqrt(theta * theta + 1.0));
    double c = 1.0 / sqrt(t * t + 1.0), s = t * c;
    for (uint32_t k = 0; k < 4; k++) {
        double a = A[k][p], b = A[k][q];
        A[k][p] = c * a - s * b;
        A[k][q] = s * a + c * b;
    }
    for (uint32_t k = 0; k < 4; k++) {
        double a = A[p][k], b = A[q][k], v = V[k][p], w = V[k][q];
        A[p][k] = c * a - s * b;
        A[q][k] = s * a + c * b;
        V[k][p] = c * v - s * w;
        V[k][q] = s * v + c * w;
    }
}

vv_quat vvi_fit_mean(const double sums[10])
{
    double A[4][4], V[4][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
    for (uint32_t i = 0, at = 0; i < 4; i++)
        for (uint32_t j = i; j < 4; j++)
            A[i][j] = A[j][i] = sums[at++];
    for (uint32_t sweep = 0; sweep < 12; sweep++)
        for (uint32_t p = 0; p < 3; p++)
            for (uint32_t q = p + 1; q < 4; q++)
                apply_jacobi_rotation(A, V, p, q);
    uint32_t best = 0;
    for (uint32_t i = 1; i < 4; i++)
        if (A[i][i] > A[best][best])
            best = i;
    float sign = V[3][best] < 0.0 ? -1.0f : 1.0f;
    return vv_quat_normalize((vv_quat){sign * (float)V[0][best], sign * (float)V[1][best], sign * (float)V[2][best],
                                       sign * (float)V[3][best]});
}

/* The rotation vectors of one rotation lie on a line through 0, at distances of 2π. A joint that turns past π
 * continues on that line. One that jumps (a marker was lost and found again) gets the shortest vector; otherwise it
 * would stay off by 2π from then on. */
vv_vec3 vvi_fit_rotation(vv_quat reference, vv_quat turn, vv_vec3 before)
{
    vv_vec3 h = vv_vec3_scale(vv_quat_log(vv_quat_multiply(vv_quat_conjugate(reference), turn)), 2.0f);
    float angle = vv_vec3_length(h);
    if (angle < 1e-6f)
        return h;
    vv_vec3 axis = vv_vec3_scale(h, 1.0f / angle);
    float turns = floorf((vv_vec3_dot(axis, before) - angle) / (2.0f * VV_PI) + 0.5f);
    vv_vec3 nearest = vv_vec3_scale(axis, angle + turns * 2.0f * VV_PI);
    return vv_vec3_length(vv_vec3_sub(nearest, before)) < MOST_STEP ? nearest : h;
}
