/* Rows between two actors: which parts of their outlines are near each other at all, what becomes of those that are inside one
 * another, and rows that are taken over from the substep before. */
#include "runtime/stage/contact.h"

side vvi_actor_side(const vv_stage *stage, uint32_t index, vv_vec2 offset)
{
    const actor *a = &stage->actors[index];
    const outline *o = &stage->contacts->outlines[index];
    return (side){.x = a->x,
                  .x0 = a->x0,
                  .offset = offset,
                  .particles = o->points,
                  .point_count = o->point_count,
                  .edge_count = o->edge_count,
                  .edges = o->edges,
                  .out = o->out,
                  .sign = a->flipped ? -1.0f : 1.0f};
}

/* Heights of an outline's points along an axis, into `heights`; the lowest (or, negated, the highest) is returned. */
static float find_heights(const outline *o, vv_vec2 axis, float *heights)
{
    float lowest[OUTLINE_LANES];
    for (uint32_t k = 0; k < OUTLINE_LANES; k++)
        lowest[k] = INFINITY;
    for (uint32_t i = 0; i < o->point_count; i += OUTLINE_LANES)
        for (uint32_t k = 0; k < OUTLINE_LANES; k++) {
            float height = axis.x * o->x[i + k] + axis.y * o->y[i + k];
            heights[i + k] = height;
            lowest[k] = height < lowest[k] ? height : lowest[k];
        }
    for (uint32_t k = 1; k < OUTLINE_LANES; k++)
        lowest[0] = vvi_min(lowest[0], lowest[k]);
    return lowest[0];
}

/* Chooses the points that are not higher than `limit`, and the edges that begin or end at one of them. */
static void choose(const contacts *c, const outline *o, uint32_t which, float limit, side *s)
{
    const float *heights = c->heights[which];
    uint32_t *points = c->chosen[which], *edges = c->chosen_edges[which], count = 0, edge_count = 0;
    for (uint32_t i = 0; i < o->point_count; i++) {
        points[count] = i;
        count += heights[i] <= limit;
    }
    for (uint32_t k = 0; k < count; k++) {
        uint32_t leaving = o->leaving[points[k]], coming = o->coming[points[k]];
        if (leaving != VV_NONE)
            edges[edge_count++] = leaving;
        if (coming != VV_NONE && heights[o->edges[2u * coming]] > limit)
            edges[edge_count++] = coming;
    }
    s->chosen = points;
    s->chosen_count = count;
    s->chosen_edges = o->branched ? NULL : edges;
    s->chosen_edge_count = edge_count;
}

/* How far the two reach into one another along an axis that points from b to a. Heights of b are along the axis turned
 * round, so that on both sides the low ones are near the other. */
static float depth_along(const vv_stage *stage, const pair *p, vv_vec2 axis, float *low_a, float *low_b)
{
    contacts *c = stage->contacts;
    *low_a = find_heights(&c->outlines[p->a], axis, c->heights[0]);
    *low_b = find_heights(&c->outlines[p->b], vv_vec2_scale(axis, -1.0f), c->heights[1]) - vv_vec2_dot(axis, p->offset);
    return -*low_b - *low_a;
}

static vv_vec2 axis_between(const vv_stage *stage, const pair *p)
{
    const solid *solids = stage->contacts->solids;
    vv_vec2 d = vv_vec2_sub(solids[p->a].pivot, vv_vec2_add(solids[p->b].pivot, p->offset));
    float length = vv_vec2_length(d);
    return length > 0.0f ? vv_vec2_scale(d, 1.0f / length) : (vv_vec2){1.0f, 0.0f};
}

/* Leaves out what cannot touch: along the axis on which the two touched last, or between their middles, only a thin slab of
 * each is near the other. False: there is a gap. */
static bool choose_near(const vv_stage *stage, pair *p, float near, side *a, side *b)
{
    contacts *c = stage->contacts;
    float low_a = 0.0f, low_b = 0.0f, depth = INFINITY;
    vv_vec2 axis = p->face_count ? p->faces[0].normal : p->axis;
    if (axis.x != 0.0f || axis.y != 0.0f)
        depth = depth_along(stage, p, axis, &low_a, &low_b);
    if (depth > 4.0f * near) {
        vv_vec2 other = axis_between(stage, p);
        float other_depth = depth_along(stage, p, other, &low_a, &low_b);
        if (other_depth <= depth)
            axis = other, depth = other_depth;
        else
            depth = depth_along(stage, p, axis, &low_a, &low_b);
    }
    p->axis = axis;
    if (depth < -near)
        return false;
    float offset = vv_vec2_dot(axis, p->offset);
    choose(c, &c->outlines[p->a], 0, near - low_b, a);
    choose(c, &c->outlines[p->b], 1, near - low_a + offset, b);
    return true;
}

static uint32_t nearest_particle(const actor *a, vv_vec2 p)
{
    uint32_t best = 0;
    for (uint32_t i = 1; i < a->view.particle_count; i++)
        if (vv_vec2_distance(a->x[i], p) < vv_vec2_distance(a->x[best], p))
            best = i;
    return best;
}

/* Whether a row was inside from the start, or has got there in this substep. */
static bool was_any_inside(const contacts *c, float depth)
{
    for (uint32_t k = 0; k < c->found_count; k++)
        if (c->found[k].start < -depth)
            return true;
    return false;
}

static bool has_any_entered(const contacts *c, float depth)
{
    for (uint32_t k = 0; k < c->found_count; k++)
        if (c->found[k].start >= 0.0f && c->found[k].gap < -depth)
            return true;
    return false;
}

/* Whether rows that are deeper than any contact push against one another. */
static bool do_rows_disagree(const contacts *c, float depth)
{
    for (uint32_t k = 0; k < c->found_count; k++)
        for (uint32_t l = 0; l < k && c->found[k].start < -depth; l++)
            if (c->found[l].start < -depth && vv_vec2_dot(c->found[k].normal, c->found[l].normal) < -0.5f)
                return true;
    return false;
}

/* Whether two lie on one another in such a way that their borders do not say where to go: their boxes overlap by more than
 * rows look, and no row is inside or deep ones push against one another; or by half, with middles so near that rows point
 * everywhere. */
static bool is_lost(const vv_stage *stage, const pair *p, const reach *where)
{
    const contacts *c = stage->contacts;
    const solid *m = &c->solids[p->a], *n = &c->solids[p->b];
    float wide = vvi_min(m->high.x - m->low.x, n->high.x - n->low.x);
    float tall = vvi_min(m->high.y - m->low.y, n->high.y - n->low.y);
    float depth = 0.25f * where->margin;
    vv_vec2 overlap = vv_vec2_sub(where->high, where->low);
    if (vvi_min(overlap.x, overlap.y) < 4.0f * where->margin || has_any_entered(c, depth))
        return false;
    float size = vvi_min(stage->actors[p->a].view.size, stage->actors[p->b].view.size);
    vv_vec2 apart = vv_vec2_sub(m->pivot, vv_vec2_add(n->pivot, p->offset));
    bool half = overlap.x >= 0.5f * wide && overlap.y >= 0.5f * tall;
    bool silent = half ? !was_any_inside(c, depth) : c->found_count == 0;
    return silent || (half && vv_vec2_length(apart) < 0.3f * size) || do_rows_disagree(c, 2.0f * where->margin);
}

/* Drawings that lie on one another, with borders that explain nothing: their middles go apart, sideways if they coincide. */
static void add_core_row(vv_stage *stage, pair *p)
{
    contacts *c = stage->contacts;
    const actor *a = &stage->actors[p->a], *b = &stage->actors[p->b];
    const solid *m = &c->solids[p->a], *n = &c->solids[p->b];
    vv_vec2 apart = vv_vec2_sub(m->pivot, vv_vec2_add(n->pivot, p->offset));
    float length = vv_vec2_length(apart), size = vvi_min(a->view.size, b->view.size);
    vv_vec2 normal = length > 1.0e-4f * size ? vv_vec2_scale(apart, 1.0f / length) : (vv_vec2){-1.0f, 0.0f};
    uint32_t i = nearest_particle(a, m->pivot), j = nearest_particle(b, n->pivot);
    row *r = &c->found[c->found_count++];
    *r = (row){.a = {i, i, 0.0f}, .b = {j, j, 0.0f}, .normal = normal, .face = CONTACT_NO_FACE};
    float depth = 0.25f * size;
    r->offset = -depth - vv_vec2_dot(normal, vv_vec2_sub(a->x0[i], b->x0[j]));
    r->start = r->bound = -depth;
    r->gap = vv_vec2_dot(normal, vv_vec2_sub(a->x[i], b->x[j])) + r->offset;
}

/* Some of its triangles' middles, and some points of its outline: the first are inside where two lie on one another wholly, the
 * second where they do by less than a triangle. */
static bool is_any_inside(const actor *a, const side *own, const side *other)
{
    uint32_t triangles = a->view.triangle_count, step = triangles / 8u + 1u;
    for (uint32_t t = 0; t < triangles; t += step) {
        const uint32_t *corner = a->view.triangles + 3u * t;
        vv_vec2 sum = vv_vec2_add(a->x[corner[0]], a->x[corner[1]]);
        vv_vec2 middle = vv_vec2_scale(vv_vec2_add(sum, a->x[corner[2]]), 1.0f / 3.0f);
        if (vvi_side_contains(other, vv_vec2_add(middle, own->offset)))
            return true;
    }
    step = own->point_count / 16u + 1u;
    for (uint32_t k = 0; k < own->point_count; k += step)
        if (vvi_side_contains(other, side_point(own, own->x, k)))
            return true;
    return false;
}

static bool is_overlapping(vv_stage *stage, const side *a, const side *b, const pair *p)
{
    return is_any_inside(&stage->actors[p->a], a, b) || is_any_inside(&stage->actors[p->b], b, a);
}

/* The normal of a row whose edge has turned since. */
static vv_vec2 normal_now(const actor *a, const actor *b, const row *r)
{
    const row_side *edge = r->b.i != r->b.j ? &r->b : &r->a;
    const vv_vec2 *x = r->b.i != r->b.j ? b->x : a->x;
    vv_vec2 normal = perpendicular(vv_vec2_sub(x[edge->j], x[edge->i]));
    float length = vv_vec2_length(normal);
    if (!(length > 0.0f))
        return r->normal;
    return vv_vec2_scale(normal, (vv_vec2_dot(normal, r->normal) < 0.0f ? -1.0f : 1.0f) / length);
}

/* In the later substeps of a step, what hardly moved meets at the same points as before. */
static void take_over(vv_stage *stage, const pair *p)
{
    contacts *c = stage->contacts;
    const actor *a = &stage->actors[p->a], *b = &stage->actors[p->b];
    for (uint32_t k = 0; k < p->row_count; k++) {
        row r = c->rows_before[p->first_row + k];
        r.normal = normal_now(a, b, &r);
        r.offset = -vv_vec2_dot(r.normal, p->offset);
        r.start = r.offset + vv_vec2_dot(r.normal, vv_vec2_sub(row_point(&r.a, a->x0), row_point(&r.b, b->x0)));
        r.gap = r.offset + vv_vec2_dot(r.normal, vv_vec2_sub(row_point(&r.a, a->x), row_point(&r.b, b->x)));
        r.bound = vvi_min(r.start, 0.0f);
        r.push = 0.0f;
        r.face = CONTACT_NO_FACE;
        c->found[c->found_count++] = r;
    }
}

void vvi_narrow_actors(vv_stage *stage, pair *p)
{
    contacts *c = stage->contacts;
    const actor *a = &stage->actors[p->a], *b = &stage->actors[p->b];
    const solid *m = &c->solids[p->a], *n = &c->solids[p->b];
    p->offset = (vv_vec2){(float)(b->origin[0] - a->origin[0]), (float)(b->origin[1] - a->origin[1])};
    if (!c->fresh && p->searched && !p->deep && m->travel + n->travel < 0.2f * vvi_min(m->margin, n->margin)) {
        take_over(stage, p);
        return;
    }
    p->searched = true;
    side first = vvi_actor_side(stage, p->a, (vv_vec2){0.0f, 0.0f}), second = vvi_actor_side(stage, p->b, p->offset);
    reach where = {.margin = vvi_min(m->margin, n->margin), .travel = m->travel + n->travel, .deep = p->deep};
    where.low = (vv_vec2){(float)((double)vvi_max(m->low.x, n->low.x) - a->origin[0]),
                          (float)((double)vvi_max(m->low.y, n->low.y) - a->origin[1])};
    where.high = (vv_vec2){(float)((double)vvi_min(m->high.x, n->high.x) - a->origin[0]),
                           (float)((double)vvi_min(m->high.y, n->high.y) - a->origin[1])};
    bool look_deep = p->deep; /* set again where something is found */
    p->deep = false;
    if (!choose_near(stage, p, where.margin + where.travel, &first, &second))
        return;
    p->deep = vvi_narrow_sides(c, &first, &second, &where) > 0;
    if (look_deep && is_lost(stage, p, &where) && is_overlapping(stage, &first, &second, p)) {
        c->found_count = 0;
        add_core_row(stage, p);
        p->deep = true;
    }
}
