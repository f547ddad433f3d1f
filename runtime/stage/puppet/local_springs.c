/* Springs, edge by edge: ½ k (|d| − ℓ)² is ½ k |d − ℓ p|² at the best direction p = d/|d|, and the ends are pulled at by
 * ± k ℓ p. */
#include "local.h"

void vvi_local_rest_springs(const local_work *w)
{
    uint32_t row = padded(w->element_count);
    const uint32_t *a = w->kernel.ends, *b = a + row;
    for (uint32_t e = 0; e < row; e++)
        w->rest[e] = vv_vec2_distance(w->x[a[e]], w->x[b[e]]);
}

double vvi_local_springs(const local_work *w)
{
    uint32_t row = padded(w->element_count);
    const uint32_t *ia = w->kernel.ends, *ib = ia + row;
    const float *k = w->kernel.metric;
    double energy = 0.0;
    for (uint32_t e = 0; e < w->element_count; e++) {
        vv_vec2 a = w->x[ia[e]], b = w->x[ib[e]];
        float x = b.x - a.x, y = b.y - a.y, square = x * x + y * y, length = sqrtf(square);
        float scale = square > 1e-30f ? k[e] * w->rest[e] / length : 0.0f, off = length - w->rest[e];
        w->pulls[ia[e]].x -= scale * x;
        w->pulls[ia[e]].y -= scale * y;
        w->pulls[ib[e]].x += scale * x;
        w->pulls[ib[e]].y += scale * y;
        energy += (double)(k[e] * off * off);
    }
    return 0.5 * energy;
}
