/* Contact points against obstacles. Obstacles are taken relative to the actor's origin, in double before they become
 * floats. Their corners are tested against drawings too: a corner may come between two particles. An obstacle that
 * moves stands where its way in the substep ends, and the actor comes from where it was relative to the obstacle
 * (obstacle_motion.h). */
#include "runtime/stage/contact.h"
#include "runtime/stage/obstacle_motion.h"

static vv_vec2 relative_to_origin(const actor *a, vv_vec2 p)
{
    return (vv_vec2){(float)((double)p.x - a->origin[0]), (float)((double)p.y - a->origin[1])};
}

/* ---- What moves -------------------------------------------------------------------------------------------------- */

/* Where an actor comes from, as an obstacle sees it. */
typedef struct approach {
    const vv_vec2 *x0, *start; /* [particle_count]; valid at the points of the outline */
    float travel;              /* m */
    vv_vec2 low, high;         /* bounds of the way, on the stage, with the margin */
} approach;

static approach find_approach(vv_stage *stage, const pair *p)
{
    contacts *c = stage->contacts;
    const actor *a = &stage->actors[p->a];
    const rigid_body *m = &c->bodies[p->a];
    const outline *o = &c->outlines[p->a];
    approach f = {.x0 = a->x0, .start = a->start, .travel = m->travel, .low = m->low, .high = m->high};
    if (!stage->obstacles[p->b].is_moving)
        return f;
    bool posed = a->start != a->x0; /* puppets never are */
    vv_vec2 *x0s = stage->shape, *starts = posed ? stage->scratch : stage->shape;
    VVI_CHECK(stage->shape_count >= a->view.particle_count);
    VVI_CHECK(!posed || stage->scratch_bytes >= a->view.particle_count * sizeof *starts);
    obstacle_carry carry = vvi_obstacle_carry(&stage->obstacles[p->b], a->origin);
    vv_vec2 low = {INFINITY, INFINITY}, high = {-INFINITY, -INFINITY};
    float furthest = 0.0f;
    for (uint32_t k = 0; k < o->point_count; k++) {
        uint32_t i = o->points[k];
        vv_vec2 x = a->x[i], x0 = vvi_carry_point(&carry, a->x0[i]), way = vv_vec2_sub(x, x0);
        x0s[i] = x0;
        if (posed)
            starts[i] = vvi_carry_point(&carry, a->start[i]);
        furthest = vvi_max(furthest, vv_vec2_dot(way, way));
        low = (vv_vec2){vvi_min(low.x, vvi_min(x.x, x0.x)), vvi_min(low.y, vvi_min(x.y, x0.y))};
        high = (vv_vec2){vvi_max(high.x, vvi_max(x.x, x0.x)), vvi_max(high.y, vvi_max(x.y, x0.y))};
    }
    f.x0 = x0s;
    f.start = starts;
    f.travel = sqrtf(furthest);
    double margin = (double)m->margin;
    f.low = (vv_vec2){(float)(a->origin[0] + (double)low.x - margin), (float)(a->origin[1] + (double)low.y - margin)};
    f.high =
        (vv_vec2){(float)(a->origin[0] + (double)high.x + margin), (float)(a->origin[1] + (double)high.y + margin)};
    return f;
}

/* ---- Half planes ------------------------------------------------------------------------------------------------- */

static void collide_half_plane(vv_stage *stage, const pair *p)
{
    contacts *c = stage->contacts;
    const actor *a = &stage->actors[p->a];
    const outline *o = &c->outlines[p->a];
    const obstacle *plane = &stage->obstacles[p->b];
    vv_vec2 way = vv_vec2_sub(plane->points[1], plane->points[0]);
    vv_vec2 normal = vv_vec2_scale(perpendicular(way), 1.0f / vv_vec2_length(way));
    double from[2];
    vvi_obstacle_point_on_stage(plane, 0, from);
    VVI_CHECK(plane->point_count == 2 && vvi_is_unit2(normal));
    float offset = (float)((double)normal.x * (a->origin[0] - from[0]) + (double)normal.y * (a->origin[1] - from[1]));
    approach came = find_approach(stage, p);
    float margin = c->bodies[p->a].margin;
    for (uint32_t k = 0; k < o->point_count && c->found_count < c->found_capacity; k++) {
        uint32_t i = o->points[k];
        float separation = vv_vec2_dot(normal, a->x[i]) + offset;
        if (separation > margin)
            continue;
        contact_arc arc = vvi_outline_arc(a, o, a->x, k, normal), arc0 = vvi_outline_arc(a, o, came.start, k, normal);
        float start = vv_vec2_dot(normal, vv_vec2_add(came.start[i], arc_touching(&arc0, normal))) + offset;
        separation += vv_vec2_dot(normal, arc_touching(&arc, normal));
        c->found[c->found_count++] = (contact_point){.a = {i, i, 0.0f},
                                                     .normal = normal,
                                                     .arc = arc,
                                                     .offset = offset,
                                                     .start_separation = start,
                                                     .min_separation = vvi_min(start, 0.0f),
                                                     .separation = separation,
                                                     .manifold = CONTACT_NO_MANIFOLD};
    }
}

/* ---- Segments and polygons --------------------------------------------------------------------------------------- */

/* A corner points halfway between the normals of its edges, however long these are: else, where a long wall ends, what
 * lies on its end would not face its corner. */
static void gather_obstacle_points(vv_stage *stage, const pair *p)
{
    contacts *c = stage->contacts;
    const obstacle *o = &stage->obstacles[p->b];
    VVI_CHECK(o->point_count >= 2 && o->point_count <= c->outline_capacity);
    for (uint32_t i = 0; i < o->point_count; i++) {
        c->obstacle_points[i] = vvi_obstacle_point(o, i, stage->actors[p->a].origin);
        c->obstacle_outwards[i] = (vv_vec2){0.0f, 0.0f};
    }
    if (o->kind != VV_OBSTACLE_POLYGON)
        return;
    for (uint32_t i = 0; i < o->point_count; i++) {
        uint32_t j = i + 1u == o->point_count ? 0u : i + 1u;
        vv_vec2 way = vv_vec2_sub(c->obstacle_points[j], c->obstacle_points[i]);
        float length = vv_vec2_length(way);
        vv_vec2 out = {length > 0.0f ? way.y / length : 0.0f, length > 0.0f ? -way.x / length : 0.0f};
        c->obstacle_outwards[i] = vv_vec2_add(c->obstacle_outwards[i], out);
        c->obstacle_outwards[j] = vv_vec2_add(c->obstacle_outwards[j], out);
    }
}

static side obstacle_side(vv_stage *stage, const pair *p)
{
    contacts *c = stage->contacts;
    const obstacle *o = &stage->obstacles[p->b];
    gather_obstacle_points(stage, p);
    bool polygon = o->kind == VV_OBSTACLE_POLYGON;
    /* The outward normal of a segment is on its left. */
    return (side){.x = c->obstacle_points,
                  .x0 = c->obstacle_points,
                  .start = c->obstacle_points,
                  .point_count = o->point_count,
                  .edge_count = o->point_count - (polygon ? 0u : 1u),
                  .out = c->obstacle_outwards,
                  .sign = polygon ? 1.0f : -1.0f,
                  .two_sided = !polygon,
                  .one_way = o->one_way};
}

/* Left of a one-way chain's edge: up for one that goes from left to right. */
static vv_vec2 up_of(const contacts *c, uint32_t edge)
{
    vv_vec2 way = vv_vec2_sub(c->obstacle_points[edge + 1u], c->obstacle_points[edge]);
    float length = vv_vec2_length(way);
    return vv_vec2_scale(perpendicular(way), length > 0.0f ? 1.0f / length : 0.0f);
}

/* Whether a part of the actor is below this edge: then it is on its way through, and the edge lets it pass. An actor
 * that has landed may penetrate a little. Parts beyond the ends of the edge do not count. */
static bool is_passing(const contacts *c, const side *s, uint32_t edge, float depth)
{
    vv_vec2 up = up_of(c, edge), from = c->obstacle_points[edge],
            way = vv_vec2_sub(c->obstacle_points[edge + 1u], from);
    float squared = vv_vec2_dot(way, way);
    for (uint32_t k = 0; k < s->point_count; k++) {
        vv_vec2 d = vv_vec2_sub(s->x0[s->particles[k]], from);
        float t = vv_vec2_dot(d, way);
        if (t >= 0.0f && t <= squared && vv_vec2_dot(d, up) < -depth)
            return true;
    }
    return false;
}

/* Drops the contact points of a one-way chain that must not hold. Their sides b are still points of the chain here. */
static void drop_one_way_points(contacts *c, const side *s, uint32_t points, float depth)
{
    uint32_t kept = 0;
    for (uint32_t k = 0; k < c->found_count; k++) {
        const contact_point *r = &c->found[k];
        uint32_t edge = r->b.i + 1u < points ? r->b.i : r->b.i - 1u;
        VVI_CHECK(edge + 1u < points && depth > 0.0f);
        if (vv_vec2_dot(r->normal, up_of(c, edge)) > 0.5f && !is_passing(c, s, edge, depth))
            c->found[kept++] = *r;
    }
    c->found_count = kept;
}

/* ---- Joints ------------------------------------------------------------------------------------------------------ */

/* Cosine of how far the normal of a corner may be outside those of its two walls. */
#define CORNER_SLACK 0.995f

/* The unit normal to the left of the wall that begins at a corner. */
static vv_vec2 left_of_wall(const contacts *c, const obstacle *o, uint32_t from)
{
    uint32_t to = from + 1u == o->point_count ? 0u : from + 1u;
    vv_vec2 way = vv_vec2_sub(c->obstacle_points[to], c->obstacle_points[from]);
    float length = vv_vec2_length(way);
    return vv_vec2_scale(perpendicular(way), length > 0.0f ? 1.0f / length : 0.0f);
}

/* Whether the normal at a corner is between those of its two walls, on a side to which the corner points; that is the
 * right side of a polygon, and either side of a chain. A joint of walls that lie in one line is no corner: it must not
 * stop what slides over it, although it may be a little inside the drawing and nearer to its front than to its
 * underside. */
static bool may_corner_hold(const contacts *c, const obstacle *o, uint32_t corner, vv_vec2 normal)
{
    vv_vec2 first = left_of_wall(c, o, corner > 0 ? corner - 1u : o->point_count - 1u);
    vv_vec2 second = left_of_wall(c, o, corner);
    bool is_left = o->kind == VV_OBSTACLE_SEGMENTS && vv_vec2_dot(normal, vv_vec2_add(first, second)) >= 0.0f;
    float sign = is_left ? 1.0f : -1.0f;
    if (sign * vv_vec2_dot(normal, first) > CORNER_SLACK || sign * vv_vec2_dot(normal, second) > CORNER_SLACK)
        return true;
    return sign * vv_vec2_cross(first, second) < 0.0f && vv_vec2_cross(first, normal) <= 0.0f &&
           vv_vec2_cross(normal, second) <= 0.0f;
}

/* Drops the contact points of joints that are no corners there. */
static void drop_joint_points(contacts *c, const obstacle *o)
{
    uint32_t kept = 0;
    for (uint32_t k = 0; k < c->found_count; k++) {
        const contact_point *r = &c->found[k];
        uint32_t i = r->b.i;
        bool is_end = o->kind == VV_OBSTACLE_SEGMENTS && (i == 0 || i + 1u == o->point_count);
        if (r->b.j != i || is_end || may_corner_hold(c, o, i, r->normal))
            c->found[kept++] = *r;
    }
    c->found_count = kept;
}

/* ---- Ways out ---------------------------------------------------------------------------------------------------- */

/* The edge of a polygon beyond which an actor had the shortest way out when the substep began, and how far its deepest
 * point was behind it: `deepest`, less than 0 where the two overlap. */
static uint32_t find_exit(const side *own, const side *polygon, float *deepest)
{
    uint32_t best = 0;
    *deepest = -INFINITY;
    for (uint32_t e = 0; e < polygon->edge_count; e++) {
        vv_vec2 from = polygon->x[e], way = vv_vec2_sub(polygon->x[e + 1u == polygon->point_count ? 0u : e + 1u], from);
        vv_vec2 out = {way.y, -way.x};
        float lowest = INFINITY, length = vv_vec2_length(way);
        for (uint32_t k = 0; k < own->point_count; k++)
            lowest = vvi_min(lowest, vv_vec2_dot(out, vv_vec2_sub(own->x0[own->particles[k]], from)));
        if (length > 0.0f && lowest / length > *deepest) {
            best = e;
            *deepest = lowest / length;
        }
    }
    return best;
}

static bool is_overlapping(const side *own, const side *polygon)
{
    for (uint32_t k = 0; k < own->point_count; k++)
        if (vvi_does_outline_contain(polygon, own->x0[own->particles[k]]))
            return true;
    for (uint32_t k = 0; k < polygon->point_count; k++)
        if (vvi_does_outline_contain(own, polygon->x[k]))
            return true;
    return false;
}

/* Where an obstacle was teleported, an actor may be deep inside, and the nearest edges of its points lie on all sides.
 * All of it is pushed over one edge then, and no faster than other penetration is relaxed. False: it is not inside. */
static bool add_exit_points(contacts *c, const side *own, const side *polygon, float margin)
{
    float deepest;
    uint32_t edge = find_exit(own, polygon, &deepest);
    if (!(deepest < -2.0f * margin) || !is_overlapping(own, polygon))
        return false;
    vv_vec2 from = polygon->x[edge];
    vv_vec2 way = vv_vec2_sub(polygon->x[edge + 1u == polygon->point_count ? 0u : edge + 1u], from);
    vv_vec2 normal = vv_vec2_scale((vv_vec2){way.y, -way.x}, 1.0f / vv_vec2_length(way));
    c->found_count = 0;
    for (uint32_t k = 0; k < own->point_count && c->found_count < c->found_capacity; k++) {
        uint32_t i = own->particles[k];
        float start = vv_vec2_dot(normal, vv_vec2_sub(own->start[i], from));
        if (start > deepest + margin)
            continue;
        c->found[c->found_count++] = (contact_point){.a = {i, i, 0.0f},
                                                     .b = {edge, edge, 0.0f},
                                                     .normal = normal,
                                                     .start_separation = start,
                                                     .min_separation = vvi_min(start, 0.0f),
                                                     .separation = vv_vec2_dot(normal, vv_vec2_sub(own->x[i], from)),
                                                     .manifold = CONTACT_NO_MANIFOLD};
    }
    return true;
}

void vvi_collide_obstacle(vv_stage *stage, pair *p)
{
    contacts *c = stage->contacts;
    const obstacle *o = &stage->obstacles[p->b];
    const actor *a = &stage->actors[p->a];
    const rigid_body *m = &c->bodies[p->a];
    p->offset = (vv_vec2){0.0f, 0.0f};
    VVI_CHECK(p->obstacle && o->used && !o->sensor && m->margin > 0.0f);
    if (o->kind == VV_OBSTACLE_HALF_PLANE) {
        collide_half_plane(stage, p);
        return;
    }
    side first = vvi_actor_side(stage, p->a, (vv_vec2){0.0f, 0.0f}), second = obstacle_side(stage, p);
    approach came = find_approach(stage, p);
    first.x0 = came.x0;
    first.start = came.start;
    vv_vec2 low = {vvi_max(came.low.x, o->low.x - m->margin), vvi_max(came.low.y, o->low.y - m->margin)};
    vv_vec2 high = {vvi_min(came.high.x, o->high.x + m->margin), vvi_min(came.high.y, o->high.y + m->margin)};
    reach where = {.low = relative_to_origin(a, low),
                   .high = relative_to_origin(a, high),
                   .margin = m->margin,
                   .travel = came.travel,
                   .search_deep = p->search_deep};
    p->search_deep = vvi_collide_outlines(c, &first, &second, &where) > 0;
    drop_joint_points(c, o);
    p->exits = p->exits && o->kind == VV_OBSTACLE_POLYGON && add_exit_points(c, &first, &second, m->margin);
    if (o->one_way)
        drop_one_way_points(c, &first, o->point_count, (p->landed ? 2.0f : 0.5f) * m->margin);
    for (uint32_t k = 0; k < c->found_count; k++) { /* what does not move becomes part of the offset */
        contact_point *r = &c->found[k];
        r->offset -= vv_vec2_dot(r->normal, edge_point_position(&r->b, c->obstacle_points));
        r->b = (edge_point){0};
    }
}
