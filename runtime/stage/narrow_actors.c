/* Contact points between two actors: which parts of their outlines are near each other at all, how drawings that lie
 * inside one another are separated, and points that are reused from the substep before. */
#include "runtime/stage/contact.h"
#include "runtime/stage/obstacle_motion.h"

side vvi_actor_side(const vv_stage *stage, uint32_t index, vv_vec2 offset)
{
    const actor *a = &stage->actors[index];
    const outline *o = &stage->contacts->outlines[index];
    VVI_CHECK(a->used && o->point_count <= a->view.particle_count);
    return (side){.x = a->x,
                  .x0 = a->x0,
                  .start = a->start,
                  .offset = offset,
                  .particles = o->points,
                  .point_count = o->point_count,
                  .edge_count = o->edge_count,
                  .edges = o->edges,
                  .out = o->branched ? o->out : NULL,
                  .outline = o,
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
static void choose_features(const contacts *c, const outline *o, uint32_t which, float limit, side *s)
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
    VVI_CHECK(o->branched || edge_count <= o->edge_count);
    s->chosen = points;
    s->chosen_count = count;
    s->chosen_edges = o->branched ? NULL : edges;
    s->chosen_edge_count = edge_count;
}

/* By how much the two overlap along an axis that points from b to a. Heights of b are along the opposite axis, so
 * that on both sides the low ones are near the other. */
static float depth_along(const vv_stage *stage, const pair *p, vv_vec2 axis, float *low_a, float *low_b)
{
    contacts *c = stage->contacts;
    *low_a = find_heights(&c->outlines[p->a], axis, c->heights[0]);
    *low_b = find_heights(&c->outlines[p->b], vv_vec2_scale(axis, -1.0f), c->heights[1]) - vv_vec2_dot(axis, p->offset);
    return -*low_b - *low_a;
}

static vv_vec2 axis_between_centres(const vv_stage *stage, const pair *p)
{
    const rigid_body *bodies = stage->contacts->bodies;
    vv_vec2 d = vv_vec2_sub(bodies[p->a].pivot, vv_vec2_add(bodies[p->b].pivot, p->offset));
    float length = vv_vec2_length(d);
    return length > 0.0f ? vv_vec2_scale(d, 1.0f / length) : (vv_vec2){1.0f, 0.0f};
}

/* Leaves out what cannot touch: along the axis of the last contact, or the one between the centres, only a thin slab
 * of each is near the other. False: a gap separates them. */
static bool choose_near_features(const vv_stage *stage, pair *p, float near, side *a, side *b)
{
    contacts *c = stage->contacts;
    float low_a = 0.0f, low_b = 0.0f, depth = INFINITY;
    vv_vec2 axis = p->manifold_count ? p->manifolds[0].normal : p->separating_axis;
    if (axis.x != 0.0f || axis.y != 0.0f)
        depth = depth_along(stage, p, axis, &low_a, &low_b);
    if (depth > 4.0f * near) {
        vv_vec2 other = axis_between_centres(stage, p);
        float other_depth = depth_along(stage, p, other, &low_a, &low_b);
        if (other_depth <= depth)
            axis = other, depth = other_depth;
        else
            depth = depth_along(stage, p, axis, &low_a, &low_b);
    }
    p->separating_axis = axis;
    if (depth < -near)
        return false;
    float offset = vv_vec2_dot(axis, p->offset);
    choose_features(c, &c->outlines[p->a], 0, near - low_b, a);
    choose_features(c, &c->outlines[p->b], 1, near - low_a + offset, b);
    return true;
}

static uint32_t nearest_particle(const actor *a, vv_vec2 p)
{
    uint32_t best = 0;
    VVI_CHECK(a->view.particle_count > 0);
    for (uint32_t i = 1; i < a->view.particle_count; i++)
        if (vv_vec2_distance(a->x[i], p) < vv_vec2_distance(a->x[best], p))
            best = i;
    return best;
}

/* Whether a contact point was inside from the start, or has entered in this substep. */
static bool was_any_inside(const contacts *c, float depth)
{
    for (uint32_t k = 0; k < c->found_count; k++)
        if (c->found[k].start_separation < -depth)
            return true;
    return false;
}

static bool has_any_entered(const contacts *c, float depth)
{
    for (uint32_t k = 0; k < c->found_count; k++)
        if (c->found[k].start_separation >= 0.0f && c->found[k].separation < -depth)
            return true;
    return false;
}

/* Whether contact points deeper than any regular contact have opposing normals. */
static bool do_points_disagree(const contacts *c, float depth)
{
    for (uint32_t k = 0; k < c->found_count; k++)
        for (uint32_t l = 0; l < k && c->found[k].start_separation < -depth; l++)
            if (c->found[l].start_separation < -depth && vv_vec2_dot(c->found[k].normal, c->found[l].normal) < -0.5f)
                return true;
    return false;
}

/* Whether two drawings overlap in such a way that their outlines give no direction of separation: their bounds
 * overlap by more than contact points reach, and no contact point is inside or deep ones oppose each other; or they
 * overlap by half, with centres so near that the normals point everywhere. */
static bool is_direction_ambiguous(const vv_stage *stage, const pair *p, const reach *where)
{
    const contacts *c = stage->contacts;
    const rigid_body *m = &c->bodies[p->a], *n = &c->bodies[p->b];
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
    return silent || (half && vv_vec2_length(apart) < 0.3f * size) || do_points_disagree(c, 2.0f * where->margin);
}

/* For overlapping drawings whose outlines give no direction: their centres are pushed apart, sideways if they
 * coincide. */
static void add_core_point(vv_stage *stage, pair *p)
{
    contacts *c = stage->contacts;
    const actor *a = &stage->actors[p->a], *b = &stage->actors[p->b];
    const rigid_body *m = &c->bodies[p->a], *n = &c->bodies[p->b];
    vv_vec2 apart = vv_vec2_sub(m->pivot, vv_vec2_add(n->pivot, p->offset));
    float length = vv_vec2_length(apart), size = vvi_min(a->view.size, b->view.size);
    vv_vec2 normal = length > 1.0e-4f * size ? vv_vec2_scale(apart, 1.0f / length) : (vv_vec2){-1.0f, 0.0f};
    uint32_t i = nearest_particle(a, m->pivot), j = nearest_particle(b, n->pivot);
    VVI_CHECK(c->found_count == 0 && vvi_is_unit2(normal));
    contact_point *r = &c->found[c->found_count++];
    *r = (contact_point){.a = {i, i, 0.0f}, .b = {j, j, 0.0f}, .normal = normal, .manifold = CONTACT_NO_MANIFOLD};
    float depth = 0.25f * size;
    r->offset = -depth - vv_vec2_dot(normal, vv_vec2_sub(a->start[i], b->start[j]));
    r->start_separation = r->min_separation = -depth;
    r->separation = vv_vec2_dot(normal, vv_vec2_sub(a->x[i], b->x[j])) + r->offset;
}

/* Tests some centroids of triangles and some outline points: the first are inside where two drawings overlap wholly,
 * the second where they overlap by less than a triangle. */
static bool is_any_inside(const actor *a, const side *own, const side *other)
{
    uint32_t triangles = a->view.triangle_count, step = triangles / 8u + 1u;
    for (uint32_t t = 0; t < triangles; t += step) {
        const uint32_t *corner = a->view.triangles + 3u * t;
        vv_vec2 sum = vv_vec2_add(a->x[corner[0]], a->x[corner[1]]);
        vv_vec2 middle = vv_vec2_scale(vv_vec2_add(sum, a->x[corner[2]]), 1.0f / 3.0f);
        if (vvi_does_outline_contain(other, vv_vec2_add(middle, own->offset)))
            return true;
    }
    step = own->point_count / 16u + 1u;
    for (uint32_t k = 0; k < own->point_count; k += step)
        if (vvi_does_outline_contain(other, side_point(own, own->x, k)))
            return true;
    return false;
}

static bool is_overlapping(vv_stage *stage, const side *a, const side *b, const pair *p)
{
    return is_any_inside(&stage->actors[p->a], a, b) || is_any_inside(&stage->actors[p->b], b, a);
}

/* The normal of a contact point whose edge has rotated since. */
static vv_vec2 normal_now(const actor *a, const actor *b, const contact_point *r)
{
    const edge_point *edge = r->b.i != r->b.j ? &r->b : &r->a;
    const vv_vec2 *x = r->b.i != r->b.j ? b->x : a->x;
    vv_vec2 normal = perpendicular(vv_vec2_sub(x[edge->j], x[edge->i]));
    float length = vv_vec2_length(normal);
    if (!(length > 0.0f))
        return r->normal;
    return vv_vec2_scale(normal, (vv_vec2_dot(normal, r->normal) < 0.0f ? -1.0f : 1.0f) / length);
}

/* In the later substeps of a step, drawings that hardly moved keep their contact points. */
static void reuse_points(vv_stage *stage, const pair *p)
{
    contacts *c = stage->contacts;
    VVI_CHECK(p->point_count <= CONTACT_POINTS && p->first_point + p->point_count <= c->point_capacity);
    const actor *a = &stage->actors[p->a], *b = &stage->actors[p->b];
    for (uint32_t k = 0; k < p->point_count; k++) {
        contact_point r = c->points_before[p->first_point + k];
        VVI_CHECK(r.a.i < a->view.particle_count && r.a.j < a->view.particle_count);
        VVI_CHECK(r.b.i < b->view.particle_count && r.b.j < b->view.particle_count);
        r.normal = normal_now(a, b, &r);
        VVI_CHECK(vvi_is_unit2(r.normal));
        r.offset = -vv_vec2_dot(r.normal, p->offset);
        r.start_separation = r.offset + vv_vec2_dot(r.normal, vv_vec2_sub(edge_point_position(&r.a, a->start),
                                                                          edge_point_position(&r.b, b->start)));
        r.separation = r.offset + vv_vec2_dot(r.normal, vv_vec2_sub(edge_point_position(&r.a, a->x),
                                                                    edge_point_position(&r.b, b->x)));
        r.min_separation = vvi_min(r.start_separation, 0.0f);
        r.normal_impulse = 0.0f;
        r.manifold = CONTACT_NO_MANIFOLD;
        c->found[c->found_count++] = r;
    }
}

/* ---- Travel ------------------------------------------------------------------------------------------------------ */

/* The rigid motion of a kinematic actor in the substep, relative to its origin: that of the mean of its outline. */
static obstacle_carry find_carry(const vv_stage *stage, uint32_t index)
{
    const actor *a = &stage->actors[index];
    const outline *o = &stage->contacts->outlines[index];
    vv_vec2 before = {0.0f, 0.0f}, after = {0.0f, 0.0f};
    float share = 1.0f / (float)o->point_count, turn = stage->contacts->bodies[index].angle_since_start;
    for (uint32_t k = 0; k < o->point_count; k++) {
        before = vv_vec2_add(before, vv_vec2_scale(a->x0[o->points[k]], share));
        after = vv_vec2_add(after, vv_vec2_scale(a->x[o->points[k]], share));
    }
    float half = vv_sin(0.5f * turn);
    return (obstacle_carry){
        .from = before, .shift = vv_vec2_sub(after, before), .sine = vv_sin(turn), .versine = 2.0f * half * half};
}

/* The greatest displacement of an outline point relative to a carrier; `offset`: of the actor's origin from that of the
 * carrier. */
static float travel_relative_to(const vv_stage *stage, uint32_t index, const obstacle_carry *carry, vv_vec2 offset)
{
    const actor *a = &stage->actors[index];
    const outline *o = &stage->contacts->outlines[index];
    float furthest = 0.0f;
    for (uint32_t k = 0; k < o->point_count; k++) {
        uint32_t i = o->points[k];
        vv_vec2 came = vvi_carry_point(carry, vv_vec2_add(a->x0[i], offset));
        vv_vec2 way = vv_vec2_sub(vv_vec2_add(a->x[i], offset), came);
        furthest = vvi_max(furthest, vv_vec2_dot(way, way));
    }
    return sqrtf(furthest);
}

/* How far the two have moved in the substep; on a kinematic actor, relative to it: who rides on it is at rest. */
static float find_travel(const vv_stage *stage, const pair *p)
{
    const rigid_body *bodies = stage->contacts->bodies;
    const actor *kinematic = find_kinematic(stage, p);
    if (!kinematic)
        return bodies[p->a].travel + bodies[p->b].travel;
    bool first = kinematic == &stage->actors[p->a];
    uint32_t carrier = first ? p->a : p->b, other = first ? p->b : p->a;
    vv_vec2 offset = first ? p->offset : vv_vec2_scale(p->offset, -1.0f);
    obstacle_carry carry = find_carry(stage, carrier);
    return travel_relative_to(stage, carrier, &carry, (vv_vec2){0.0f, 0.0f}) +
           travel_relative_to(stage, other, &carry, offset);
}

void vvi_collide_actors(vv_stage *stage, pair *p)
{
    contacts *c = stage->contacts;
    const actor *a = &stage->actors[p->a], *b = &stage->actors[p->b];
    const rigid_body *m = &c->bodies[p->a], *n = &c->bodies[p->b];
    VVI_CHECK(!p->obstacle && p->a < p->b && m->present && n->present);
    p->offset = (vv_vec2){(float)(b->origin[0] - a->origin[0]), (float)(b->origin[1] - a->origin[1])};
    float travel = find_travel(stage, p);
    if (!c->search_anew && p->was_searched && !p->search_deep && travel < 0.2f * vvi_min(m->margin, n->margin)) {
        reuse_points(stage, p);
        return;
    }
    p->was_searched = true;
    side first = vvi_actor_side(stage, p->a, (vv_vec2){0.0f, 0.0f}), second = vvi_actor_side(stage, p->b, p->offset);
    reach where = {.margin = vvi_min(m->margin, n->margin), .travel = travel, .search_deep = p->search_deep};
    where.low = (vv_vec2){(float)((double)vvi_max(m->low.x, n->low.x) - a->origin[0]),
                          (float)((double)vvi_max(m->low.y, n->low.y) - a->origin[1])};
    where.high = (vv_vec2){(float)((double)vvi_min(m->high.x, n->high.x) - a->origin[0]),
                           (float)((double)vvi_min(m->high.y, n->high.y) - a->origin[1])};
    bool look_deep = p->search_deep; /* set again where a deep point is found */
    p->search_deep = false;
    if (!choose_near_features(stage, p, where.margin + where.travel, &first, &second))
        return;
    p->search_deep = vvi_collide_outlines(c, &first, &second, &where) > 0;
    if (a->one_way || b->one_way) {
        vvi_drop_one_way_points(stage, p, &first, &second, where.margin);
        return;
    }
    if (look_deep && is_direction_ambiguous(stage, p, &where) && is_overlapping(stage, &first, &second, p)) {
        c->found_count = 0;
        add_core_point(stage, p);
        p->search_deep = true;
    }
}
