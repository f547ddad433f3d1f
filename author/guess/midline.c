/* Curves along limbs: sampled from polylines, measured, and cut where they bend or are thinnest. */
#include "bones.h"

#include <math.h>
#include <string.h>

#define LAST ((float)(VVI_LIMB_POINTS - 1))

bool vvi_mask_covers(const vvi_mask *m, vv_vec2 p)
{
    int32_t x = (int32_t)floorf(p.x) - m->x, y = (int32_t)floorf(p.y) - m->y;
    return x >= 0 && y >= 0 && x < m->width && y < m->height && m->cells[y * m->width + x];
}

static float radius_at(const vvi_axis *axis, vv_vec2 p)
{
    const vvi_mask *m = axis->mask;
    int32_t x = (int32_t)floorf(p.x) - m->x, y = (int32_t)floorf(p.y) - m->y;
    return x >= 0 && y >= 0 && x < m->width && y < m->height ? axis->radius[y * m->width + x] : 0.0f;
}

static float measure(const vv_vec2 *points, uint32_t count)
{
    float length = 0.0f;
    for (uint32_t i = 1; i < count; i++)
        length += vv_vec2_distance(points[i - 1], points[i]);
    return length;
}

/* Twice the mean of neighbours: what is left of the lattice's steps. */
static void smooth(vv_vec2 *points)
{
    for (uint32_t round = 0; round < 2; round++) {
        vv_vec2 before = points[0];
        for (uint32_t i = 1; i + 1 < VVI_LIMB_POINTS; i++) {
            vv_vec2 mean = vv_vec2_lerp(before, points[i + 1], 0.5f);
            before = points[i];
            points[i] = vv_vec2_lerp(points[i], mean, 0.5f);
        }
    }
}

vvi_midline vvi_midline_sample(const vvi_axis *axis, const vv_vec2 *points, uint32_t count)
{
    vvi_midline curve = {.length = measure(points, count)};
    float done = 0.0f;
    uint32_t k = 0, i = 0;
    for (; k < VVI_LIMB_POINTS; k++) {
        float wanted = curve.length * (float)k / LAST;
        while (i + 2 < count && done + vv_vec2_distance(points[i], points[i + 1]) < wanted) {
            done += vv_vec2_distance(points[i], points[i + 1]);
            i++;
        }
        float step = i + 1 < count ? vv_vec2_distance(points[i], points[i + 1]) : 0.0f;
        float share = step > 0.0f ? vvi_clamp((wanted - done) / step, 0.0f, 1.0f) : 0.0f;
        curve.at[k] = step > 0.0f ? vv_vec2_lerp(points[i], points[i + 1], share) : points[i];
    }
    smooth(curve.at);
    for (k = 0; k < VVI_LIMB_POINTS; k++)
        curve.radius[k] = radius_at(axis, curve.at[k]);
    return curve;
}

vv_vec2 vvi_midline_at(const vvi_midline *curve, float share)
{
    float at = vvi_clamp(share, 0.0f, 1.0f) * LAST;
    uint32_t i = (uint32_t)at;
    i = i + 1 < VVI_LIMB_POINTS ? i : VVI_LIMB_POINTS - 2;
    return vv_vec2_lerp(curve->at[i], curve->at[i + 1], at - (float)i);
}

float vvi_midline_radius(const vvi_midline *curve, float share)
{
    return curve->radius[(uint32_t)(vvi_clamp(share, 0.0f, 1.0f) * LAST + 0.5f)];
}

vvi_midline vvi_midline_part(const vvi_midline *curve, float from, float to)
{
    vvi_midline part = {.length = curve->length * (to - from)};
    for (uint32_t k = 0; k < VVI_LIMB_POINTS; k++) {
        float share = from + (to - from) * (float)k / LAST;
        part.at[k] = vvi_midline_at(curve, share);
        part.radius[k] = vvi_midline_radius(curve, share);
    }
    return part;
}

float vvi_midline_width(const vvi_midline *curve)
{
    float sorted[VVI_LIMB_POINTS];
    uint32_t count = 0;
    for (uint32_t k = VVI_LIMB_POINTS / 2; k + 3 < VVI_LIMB_POINTS; k++) {
        uint32_t i = count++;
        for (; i > 0 && sorted[i - 1] > curve->radius[k]; i--)
            sorted[i] = sorted[i - 1];
        sorted[i] = curve->radius[k];
    }
    return sorted[count / 2];
}

float vvi_midline_bend(const vvi_midline *curve, float from, float to, float *angle)
{
    float best = 0.5f * (from + to), reach = 0.18f;
    *angle = 0.0f;
    for (float share = from; share <= to; share += 1.0f / 64.0f) {
        vv_vec2 at = vvi_midline_at(curve, share);
        vv_vec2 in = vv_vec2_sub(at, vvi_midline_at(curve, share - reach));
        vv_vec2 out = vv_vec2_sub(vvi_midline_at(curve, share + reach), at);
        float turn = fabsf(vv_atan2(vv_vec2_cross(in, out), vv_vec2_dot(in, out)));
        if (turn > *angle) {
            *angle = turn;
            best = share;
        }
    }
    return best;
}

float vvi_midline_thinnest(const vvi_midline *curve, float from, float to)
{
    float best = from;
    for (float share = from; share <= to; share += 1.0f / LAST)
        if (vvi_midline_radius(curve, share) < vvi_midline_radius(curve, best))
            best = share;
    return best;
}

float vvi_midline_nearest(const vvi_midline *curve, vv_vec2 p)
{
    uint32_t best = 0;
    for (uint32_t k = 1; k < VVI_LIMB_POINTS; k++)
        if (vv_vec2_distance(curve->at[k], p) < vv_vec2_distance(curve->at[best], p))
            best = k;
    return (float)best / (float)(VVI_LIMB_POINTS - 1);
}

vv_vec2 vvi_mask_extent(const vvi_mask *mask, vv_vec2 from, vv_vec2 direction)
{
    float length = vv_vec2_length(direction);
    vv_vec2 step = length > 0.0f ? vv_vec2_scale(direction, 0.5f / length) : (vv_vec2){0.0f, 0.0f};
    vv_vec2 at = from;
    for (uint32_t i = 0; i < 2000 && vvi_mask_covers(mask, vv_vec2_add(at, step)); i++)
        at = vv_vec2_add(at, step);
    return at;
}
