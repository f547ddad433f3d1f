/* Three-dimensional algebra: quaternions, 3 × 3 matrices, polar decomposition. */
#include "base.h"

vv_vec3 vvi_vec3_direction(vv_vec3 a, vv_vec3 fallback)
{
    float length = vv_vec3_length(a);
    return length > 1e-20f ? vv_vec3_scale(a, 1.0f / length) : fallback;
}

/* ---- Quaternions ---------------------------------------------------------------------------------------------- */

vv_quat vvi_quat_multiply(vv_quat a, vv_quat b)
{
    return (vv_quat){a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                     a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

vv_quat vvi_quat_normalize(vv_quat q)
{
    float length = sqrtf(vv_quat_dot(q, q));
    if (!(length > 1e-18f))
        return vv_quat_identity();
    float scale = 1.0f / length;
    return (vv_quat){q.x * scale, q.y * scale, q.z * scale, q.w * scale};
}

vv_quat vvi_quat_about(vv_vec3 unit_axis, float angle)
{
    float sine, cosine;
    vvi_sin_cos(0.5f * angle, &sine, &cosine);
    return (vv_quat){unit_axis.x * sine, unit_axis.y * sine, unit_axis.z * sine, cosine};
}

/* Any unit vector perpendicular to a: the cross product with the axis that has the smallest component in a. */
static vv_vec3 perpendicular(vv_vec3 a)
{
    float x = fabsf(a.x), y = fabsf(a.y), z = fabsf(a.z);
    vv_vec3 axis = x <= y && x <= z ? (vv_vec3){1, 0, 0} : y <= z ? (vv_vec3){0, 1, 0} : (vv_vec3){0, 0, 1};
    return vvi_vec3_direction(vv_vec3_cross(a, axis), (vv_vec3){1, 0, 0});
}

vv_quat vvi_quat_between(vv_vec3 unit_from, vv_vec3 unit_to)
{
    vv_vec3 cross = vv_vec3_cross(unit_from, unit_to);
    float w = 1.0f + vv_vec3_dot(unit_from, unit_to);
    if (w < 1e-6f) {
        vv_vec3 axis = perpendicular(unit_from);
        return (vv_quat){axis.x, axis.y, axis.z, 0.0f};
    }
    return vvi_quat_normalize((vv_quat){cross.x, cross.y, cross.z, w});
}

vv_vec3 vvi_quat_rotate(vv_quat q, vv_vec3 p)
{
    vv_vec3 u = {q.x, q.y, q.z};
    vv_vec3 t = vv_vec3_scale(vv_vec3_cross(u, p), 2.0f);
    return vv_vec3_add(vv_vec3_add(p, vv_vec3_scale(t, q.w)), vv_vec3_cross(u, t));
}

vv_vec3 vvi_quat_log(vv_quat q)
{
    if (q.w < 0.0f)
        q = (vv_quat){-q.x, -q.y, -q.z, -q.w};
    vv_vec3 u = {q.x, q.y, q.z};
    float sine = vv_vec3_length(u);
    return vv_vec3_scale(u, sine > 1e-6f ? vvi_atan2(sine, q.w) / sine : 1.0f);
}

vv_quat vvi_quat_exp(vv_vec3 half_angle)
{
    float angle = vv_vec3_length(half_angle), sine, cosine;
    vvi_sin_cos(angle, &sine, &cosine);
    vv_vec3 u = vv_vec3_scale(half_angle, angle > 1e-6f ? sine / angle : 1.0f);
    return (vv_quat){u.x, u.y, u.z, cosine};
}

vv_quat vvi_quat_slerp(vv_quat a, vv_quat b, float t)
{
    vv_vec3 half = vvi_quat_log(vvi_quat_multiply(vv_quat_conjugate(a), b));
    return vvi_quat_normalize(vvi_quat_multiply(a, vvi_quat_exp(vv_vec3_scale(half, t))));
}

vv_mat3 vvi_quat_to_mat3(vv_quat q)
{
    float x = 2.0f * q.x, y = 2.0f * q.y, z = 2.0f * q.z;
    return (vv_mat3){{{1.0f - (q.y * y + q.z * z), q.x * y - q.w * z, q.x * z + q.w * y},
                      {q.x * y + q.w * z, 1.0f - (q.x * x + q.z * z), q.y * z - q.w * x},
                      {q.x * z - q.w * y, q.y * z + q.w * x, 1.0f - (q.x * x + q.y * y)}}};
}

/* Shepperd's method: divide by the largest of the four components. */
vv_quat vvi_mat3_to_quat(vv_mat3 m)
{
    float xx = m.row[0].x, yy = m.row[1].y, zz = m.row[2].z;
    vv_quat q;
    if (xx + yy + zz > 0.0f)
        q = (vv_quat){m.row[2].y - m.row[1].z, m.row[0].z - m.row[2].x, m.row[1].x - m.row[0].y, 1.0f + xx + yy + zz};
    else if (xx >= yy && xx >= zz)
        q = (vv_quat){1.0f + xx - yy - zz, m.row[0].y + m.row[1].x, m.row[0].z + m.row[2].x, m.row[2].y - m.row[1].z};
    else if (yy >= zz)
        q = (vv_quat){m.row[0].y + m.row[1].x, 1.0f + yy - xx - zz, m.row[1].z + m.row[2].y, m.row[0].z - m.row[2].x};
    else
        q = (vv_quat){m.row[0].z + m.row[2].x, m.row[1].z + m.row[2].y, 1.0f + zz - xx - yy, m.row[1].x - m.row[0].y};
    return vvi_quat_normalize(q);
}

/* ---- Matrices ------------------------------------------------------------------------------------------------- */

vv_mat3 vv_mat3_identity(void) { return (vv_mat3){{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}; }

vv_vec3 vvi_mat3_apply(vv_mat3 m, vv_vec3 p)
{
    return (vv_vec3){vv_vec3_dot(m.row[0], p), vv_vec3_dot(m.row[1], p), vv_vec3_dot(m.row[2], p)};
}

vv_mat3 vv_mat3_transpose(vv_mat3 m)
{
    return (vv_mat3){{{m.row[0].x, m.row[1].x, m.row[2].x},
                      {m.row[0].y, m.row[1].y, m.row[2].y},
                      {m.row[0].z, m.row[1].z, m.row[2].z}}};
}

vv_mat3 vvi_mat3_multiply(vv_mat3 a, vv_mat3 b)
{
    vv_mat3 columns = vv_mat3_transpose(b), out;
    for (int r = 0; r < 3; r++)
        out.row[r] = (vv_vec3){vv_vec3_dot(a.row[r], columns.row[0]), vv_vec3_dot(a.row[r], columns.row[1]),
                               vv_vec3_dot(a.row[r], columns.row[2])};
    return out;
}

float vvi_mat3_determinant(vv_mat3 m) { return vv_vec3_dot(m.row[0], vv_vec3_cross(m.row[1], m.row[2])); }

bool vvi_mat3_invert(vv_mat3 m, vv_mat3 *out)
{
    vv_vec3 a = vv_vec3_cross(m.row[1], m.row[2]), b = vv_vec3_cross(m.row[2], m.row[0]),
            c = vv_vec3_cross(m.row[0], m.row[1]);
    float determinant = vv_vec3_dot(m.row[0], a);
    float size = vv_vec3_length(m.row[0]) * vv_vec3_length(m.row[1]) * vv_vec3_length(m.row[2]);
    if (!(fabsf(determinant) > 1e-7f * size))
        return false;
    float scale = 1.0f / determinant;
    vv_mat3 inverse =
        vv_mat3_transpose((vv_mat3){{vv_vec3_scale(a, scale), vv_vec3_scale(b, scale), vv_vec3_scale(c, scale)}});
    if (!vvi_all_finite(&inverse.row[0].x, 9))
        return false;
    *out = inverse;
    return true;
}

vv_affine3 vvi_affine3_multiply(vv_affine3 a, vv_affine3 b)
{
    return (vv_affine3){vvi_mat3_multiply(a.linear, b.linear), vvi_affine3_apply(a, b.translation)};
}

bool vvi_affine3_invert(vv_affine3 a, vv_affine3 *out)
{
    vv_mat3 inverse;
    if (!vvi_mat3_invert(a.linear, &inverse))
        return false;
    *out = (vv_affine3){inverse, vv_vec3_scale(vvi_mat3_apply(inverse, a.translation), -1.0f)};
    return true;
}

/* ---- Polar decomposition -------------------------------------------------------------------------------------- */

/* One Jacobi rotation that makes S[p][q] of a symmetric S zero; V accumulates the rotations. */
static void jacobi_rotate(double S[3][3], double V[3][3], int p, int q)
{
    if (fabs(S[p][q]) <= 1e-300)
        return;
    double tau = (S[q][q] - S[p][p]) / (2.0 * S[p][q]);
    double t = (tau >= 0 ? 1.0 : -1.0) / (fabs(tau) + sqrt(1.0 + tau * tau));
    double c = 1.0 / sqrt(1.0 + t * t), s = t * c;
    VVI_CHECK(p < q && q < 3 && !(fabs(t) > 1.0));
    for (int k = 0; k < 3; k++) {
        double kp = S[k][p], kq = S[k][q];
        S[k][p] = c * kp - s * kq;
        S[k][q] = s * kp + c * kq;
    }
    for (int k = 0; k < 3; k++) {
        double pk = S[p][k], qk = S[q][k], vp = V[k][p], vq = V[k][q];
        S[p][k] = c * pk - s * qk;
        S[q][k] = s * pk + c * qk;
        V[k][p] = c * vp - s * vq;
        V[k][q] = s * vp + c * vq;
    }
}

void vvi_symmetric3_factor(double S[3][3], double V[3][3])
{
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            V[r][c] = r == c;
    for (int sweep = 0; sweep < 12; sweep++) {
        jacobi_rotate(S, V, 0, 1);
        jacobi_rotate(S, V, 0, 2);
        jacobi_rotate(S, V, 1, 2);
    }
    for (int a = 0; a < 2; a++)
        for (int b = 0; b < 2 - a; b++)
            if (S[b][b] < S[b + 1][b + 1]) {
                double swap = S[b][b];
                S[b][b] = S[b + 1][b + 1];
                S[b + 1][b + 1] = swap;
                for (int k = 0; k < 3; k++) { /* swap two columns and negate one: the determinant stays 1 */
                    double v = V[k][b];
                    V[k][b] = V[k][b + 1];
                    V[k][b + 1] = -v;
                }
            }
}

/* Eigenvectors of MᵀM as columns of V, the largest eigenvalue first, V a proper rotation. */
static void right_vectors(const double M[3][3], double V[3][3])
{
    double S[3][3];
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            S[r][c] = M[0][r] * M[0][c] + M[1][r] * M[1][c] + M[2][r] * M[2][c];
    vvi_symmetric3_factor(S, V);
}

static double normalize(double v[3])
{
    double length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (int k = 0; k < 3 && length > 0.0; k++)
        v[k] /= length;
    return length;
}

static void cross(const double a[3], const double b[3], double out[3])
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

/* U = M V Σ⁻¹ by columns, stored as rows of U[i]. Where a singular value is 0, its direction is completed to a
 * rotation, starting from V's own. */
static void left_vectors(const double M[3][3], const double V[3][3], double U[3][3])
{
    for (int i = 0; i < 2; i++) {
        for (int r = 0; r < 3; r++)
            U[i][r] = M[r][0] * V[0][i] + M[r][1] * V[1][i] + M[r][2] * V[2][i];
        double before = normalize(U[i]);
        if (i == 1) {
            double along = U[1][0] * U[0][0] + U[1][1] * U[0][1] + U[1][2] * U[0][2];
            for (int r = 0; r < 3; r++)
                U[1][r] -= along * U[0][r];
            before = normalize(U[1]) > 1e-8 ? before : 0.0;
        }
        for (int axis = i; before <= 1e-30 && axis < 4; axis++) {
            double along = 0.0;
            for (int r = 0; r < 3; r++)
                U[i][r] = V[r][axis % 3];
            for (int r = 0; i == 1 && r < 3; r++)
                along += U[1][r] * U[0][r];
            for (int r = 0; i == 1 && r < 3; r++)
                U[1][r] -= along * U[0][r];
            before = normalize(U[i]) > 1e-3 ? 1.0 : 0.0;
        }
    }
    cross(U[0], U[1], U[2]); /* completes a proper rotation; where m mirrors, the stretch gets the sign */
}

void vvi_mat3_polar(vv_mat3 m, vv_quat *rotation, vv_mat3 *stretch)
{
    const double M[3][3] = {{(double)m.row[0].x, (double)m.row[0].y, (double)m.row[0].z},
                            {(double)m.row[1].x, (double)m.row[1].y, (double)m.row[1].z},
                            {(double)m.row[2].x, (double)m.row[2].y, (double)m.row[2].z}};
    double V[3][3], U[3][3], R[3][3], S[3][3];
    right_vectors(M, V);
    left_vectors(M, (const double(*)[3])V, U);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            R[r][c] = U[0][r] * V[c][0] + U[1][r] * V[c][1] + U[2][r] * V[c][2];
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            S[r][c] = R[0][r] * M[0][c] + R[1][r] * M[1][c] + R[2][r] * M[2][c];
    vv_mat3 proper;
    for (int r = 0; r < 3; r++) {
        proper.row[r] = (vv_vec3){(float)R[r][0], (float)R[r][1], (float)R[r][2]};
        stretch->row[r] = (vv_vec3){(float)(0.5 * (S[r][0] + S[0][r])), (float)(0.5 * (S[r][1] + S[1][r])),
                                    (float)(0.5 * (S[r][2] + S[2][r]))};
    }
    *rotation = vvi_mat3_to_quat(proper);
}
