/* Shape matching of neighbourhoods (eq. 9–10). */
#include "layout.h"

#include <string.h>

typedef struct turned {
    double cosine, sine, x, y; /* e ↦ R e + (x, y) */
} turned;

static turned match_ring(const vvi_sprite_view *s, uint32_t i, const vv_vec2 *rest, const vv_vec2 *x)
{
    double mass = 0.0, ex = 0.0, ey = 0.0, xx = 0.0, xy = 0.0, along = 0.0, across = 0.0;
    for (uint32_t r = s->run_starts[i]; r < s->run_starts[i + 1]; r++)
        for (uint32_t j = s->runs[r][0]; j < s->runs[r][1]; j++) {
            double m = (double)s->shares[j];
            mass += m;
            ex += m * (double)rest[j].x;
            ey += m * (double)rest[j].y;
            xx += m * (double)x[j].x;
            xy += m * (double)x[j].y;
            along += m * ((double)rest[j].x * (double)x[j].x + (double)rest[j].y * (double)x[j].y);
            across += m * ((double)rest[j].x * (double)x[j].y - (double)rest[j].y * (double)x[j].x);
        }
    along -= (ex * xx + ey * xy) / mass;
    across -= (ex * xy - ey * xx) / mass;
    double length = sqrt(along * along + across * across);
    double c = length > 1e-30 ? along / length : 1.0, t = length > 1e-30 ? across / length : 0.0;
    return (turned){c, t, (xx - c * ex + t * ey) / mass, (xy - t * ex - c * ey) / mass};
}

void vvi_match_rings(const vvi_sprite_view *s, const vv_vec2 *rest, float k, vv_vec2 *x, void *scratch)
{
    turned *rings = scratch;
    for (uint32_t i = 0; i < s->particle_count; i++)
        rings[i] = match_ring(s, i, rest, x);
    for (uint32_t i = 0; i < s->particle_count; i++) {
        turned sum = {0.0, 0.0, 0.0, 0.0};
        for (uint32_t r = s->run_starts[i]; r < s->run_starts[i + 1]; r++)
            for (uint32_t j = s->runs[r][0]; j < s->runs[r][1]; j++) {
                sum.cosine += rings[j].cosine;
                sum.sine += rings[j].sine;
                sum.x += rings[j].x;
                sum.y += rings[j].y;
            }
        double scale = (double)s->count_scales[i], ex = (double)rest[i].x, ey = (double)rest[i].y;
        vv_vec2 goal = {(float)(scale * (sum.cosine * ex - sum.sine * ey + sum.x)),
                        (float)(scale * (sum.sine * ex + sum.cosine * ey + sum.y))};
        x[i] = vv_vec2_mix(x[i], goal, k);
    }
}

size_t vvi_match_rings_bytes(uint32_t particle_count) { return (size_t)particle_count * sizeof(turned); }
