/* As rigid as possible, triangle by triangle. With e1, e2 the sides of a triangle from its first corner and r1, r2 those at
 * rest, as complex numbers, and q = metric · r, the energy ½ A |F − ρ F_rest|² is least at ρ = S/|S|, S = e1 conj(q1) +
 * e2 conj(q2); the corners are then pulled at by ρ q1 and ρ q2, and the first by what is left. The energy is summed from the
 * differences e − ρ r themselves: near rest it is the square of what floats can tell, not their difference. */
#include "local.h"

void vvi_local_rest_triangles(const local_work *w)
{
    uint32_t row = padded(w->element_count);
    const uint32_t *a = w->kernel.ends, *b = a + row, *c = b + row;
    for (uint32_t t = 0; t < row; t++) {
        vv_vec2 from = w->x[a[t]];
        w->rest[t] = w->x[b[t]].x - from.x;
        w->rest[row + t] = w->x[b[t]].y - from.y;
        w->rest[2 * (size_t)row + t] = w->x[c[t]].x - from.x;
        w->rest[3 * (size_t)row + t] = w->x[c[t]].y - from.y;
    }
}

double vvi_local_triangles(const local_work *w)
{
    uint32_t row = padded(w->element_count);
    const uint32_t *ia = w->kernel.ends, *ib = ia + row, *ic = ib + row;
    const float *m11 = w->kernel.metric, *m12 = m11 + row, *m22 = m12 + row;
    const float *r1x = w->rest, *r1y = r1x + row, *r2x = r1y + row, *r2y = r2x + row;
    double energy = 0.0;
    for (uint32_t t = 0; t < w->element_count; t++) {
        vv_vec2 a = w->x[ia[t]], b = w->x[ib[t]], c = w->x[ic[t]];
        float e1x = b.x - a.x, e1y = b.y - a.y, e2x = c.x - a.x, e2y = c.y - a.y;
        float q1x = m11[t] * r1x[t] + m12[t] * r2x[t], q1y = m11[t] * r1y[t] + m12[t] * r2y[t];
        float q2x = m12[t] * r1x[t] + m22[t] * r2x[t], q2y = m12[t] * r1y[t] + m22[t] * r2y[t];
        float re = (e1x * q1x + e1y * q1y) + (e2x * q2x + e2y * q2y);
        float im = (e1y * q1x - e1x * q1y) + (e2y * q2x - e2x * q2y);
        float square = re * re + im * im, scale = square > 1e-30f ? 1.0f / sqrtf(square) : 0.0f;
        re = square > 1e-30f ? re * scale : 1.0f;
        im = im * scale;
        float p1x = re * q1x - im * q1y, p1y = re * q1y + im * q1x, p2x = re * q2x - im * q2y,
              p2y = re * q2y + im * q2x;
        w->pulls[ia[t]].x -= p1x + p2x;
        w->pulls[ia[t]].y -= p1y + p2y;
        w->pulls[ib[t]].x += p1x;
        w->pulls[ib[t]].y += p1y;
        w->pulls[ic[t]].x += p2x;
        w->pulls[ic[t]].y += p2y;
        float d1x = e1x - (re * r1x[t] - im * r1y[t]), d1y = e1y - (re * r1y[t] + im * r1x[t]);
        float d2x = e2x - (re * r2x[t] - im * r2y[t]), d2y = e2y - (re * r2y[t] + im * r2x[t]);
        energy += (double)(m11[t] * (d1x * d1x + d1y * d1y) + 2.0f * m12[t] * (d1x * d2x + d1y * d2y) +
                           m22[t] * (d2x * d2x + d2y * d2y));
    }
    return 0.5 * energy;
}
