/* One-way actors: they stop only what comes from the side of their own +y. A contact point holds if its normal leads
 * that way, and if the other actor was above the whole surface when the substep began: an actor with a part below it is
 * on its way through. Where one has landed, a small penetration does not let it through any more. */
#include "runtime/stage/contact.h"

/* +y of the drawing on the stage. */
static vv_vec2 up_of(const actor *a) { return (vv_vec2){-a->fit.sine, a->fit.cosine}; }

/* The heights at which the outline crosses the vertical at `across` (vertical: along `up`), at the start of the
 * substep: the lowest and the highest. False: it does not. */
static bool find_heights_at(const side *s, vv_vec2 up, float across, float *low, float *high)
{
    vv_vec2 right = {up.y, -up.x};
    *low = INFINITY;
    *high = -INFINITY;
    for (uint32_t k = 0; k < s->edge_count; k++) {
        vv_vec2 p = side_point(s, s->x0, s->edges[2u * k]), q = side_point(s, s->x0, s->edges[2u * k + 1u]);
        float from = vv_vec2_dot(p, right) - across, to = vv_vec2_dot(q, right) - across;
        if ((from > 0.0f) == (to > 0.0f))
            continue;
        float height = vv_vec2_dot(vv_vec2_lerp(p, q, from / (from - to)), up);
        *low = vvi_min(*low, height);
        *high = vvi_max(*high, height);
    }
    return *low <= *high;
}

/* Whether a point of `above` was below the surface of `one_way`, or one of its surface above the underside of `above`,
 * by more than `depth`. */
static bool is_passing(const side *one_way, const side *above, vv_vec2 up, float depth)
{
    vv_vec2 right = {up.y, -up.x};
    float low, high;
    for (uint32_t k = 0; k < above->point_count; k++) {
        vv_vec2 p = side_point(above, above->x0, k);
        if (find_heights_at(one_way, up, vv_vec2_dot(p, right), &low, &high) && vv_vec2_dot(p, up) < high - depth)
            return true;
    }
    for (uint32_t k = 0; k < one_way->point_count; k++) {
        vv_vec2 p = side_point(one_way, one_way->x0, k);
        vv_vec2 out = vvi_side_outward(one_way, k);
        bool surface = vv_vec2_dot(out, up) > 0.5f * vv_vec2_length(out);
        if (surface && find_heights_at(above, up, vv_vec2_dot(p, right), &low, &high) &&
            low < vv_vec2_dot(p, up) - depth)
            return true;
    }
    return false;
}

/* Drops what `one_way` does not stop; `sign`: of the normals that lead away from it. */
static void drop_points(contacts *c, const side *one_way, const side *other, vv_vec2 up, float sign, float depth)
{
    uint32_t kept = 0;
    for (uint32_t k = 0; k < c->found_count; k++)
        if (sign * vv_vec2_dot(c->found[k].normal, up) > 0.5f)
            c->found[kept++] = c->found[k];
    c->found_count = kept;
    if (kept > 0 && is_passing(one_way, other, up, depth))
        c->found_count = 0;
}

void vvi_drop_one_way_points(vv_stage *stage, const pair *p, const side *a, const side *b, float margin)
{
    contacts *c = stage->contacts;
    const actor *first = &stage->actors[p->a], *second = &stage->actors[p->b];
    float depth = (p->landed ? 2.0f : 0.5f) * margin;
    VVI_CHECK(!p->obstacle && margin > 0.0f);
    if (first->one_way)
        drop_points(c, a, b, up_of(first), -1.0f, depth);
    if (second->one_way)
        drop_points(c, b, a, up_of(second), 1.0f, depth);
}
