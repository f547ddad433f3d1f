/* Contact points become manifolds: reduced to what a pair may keep, grouped by normal, with the slots that carry the
 * rigid level and their warm start from the last substep. */
#include "runtime/stage/contact.h"

#define SAME_MANIFOLD_COSINE   0.6f /* cosine */
#define SAME_WARM_START_COSINE 0.9f
#define LEAN                   0.02f /* radians */
#define OUTERMOST              1.0e3f

static float pair_margin(const vv_stage *stage, const pair *p)
{
    const rigid_body *bodies = stage->contacts->bodies;
    return p->obstacle ? bodies[p->a].margin : vvi_min(bodies[p->a].margin, bodies[p->b].margin);
}

/* The weight of a contact point in the mean normal: the deeper, the greater. */
static float point_weight(const contact_point *r, float margin)
{
    return vvi_max(margin - r->separation, 1.0e-3f * margin);
}

/* The weighted mean normal; where normals cancel, that of the deepest point. */
static vv_vec2 mean_normal(const contact_point *points, uint32_t count, float margin)
{
    vv_vec2 sum = {0.0f, 0.0f};
    VVI_CHECK(count > 0 && margin > 0.0f);
    float weights = 0.0f;
    uint32_t deepest = 0;
    for (uint32_t k = 0; k < count; k++) {
        float w = point_weight(&points[k], margin);
        sum = vv_vec2_add(sum, vv_vec2_scale(points[k].normal, w));
        weights += w;
        if (points[k].separation < points[deepest].separation)
            deepest = k;
    }
    float length = vv_vec2_length(sum);
    return length > 0.3f * weights ? vv_vec2_scale(sum, 1.0f / length) : points[deepest].normal;
}

/* Keeps the deepest contact point in each of `room` equal intervals along the tangent. Large drawings have more
 * particles on a side than it takes to hold it. */
static uint32_t reduce_points(const vv_stage *stage, const pair *p, contact_point *points, uint32_t count,
                              uint32_t room)
{
    const vv_vec2 *x = stage->actors[p->a].x;
    VVI_CHECK(room > 0 && room <= CONTACT_POINTS && room < count);
    vv_vec2 along = perpendicular(mean_normal(points, count, pair_margin(stage, p)));
    float low = INFINITY, high = -INFINITY;
    for (uint32_t k = 0; k < count; k++) {
        float s = vv_vec2_dot(along, edge_point_position(&points[k].a, x));
        low = vvi_min(low, s);
        high = vvi_max(high, s);
    }
    uint32_t best[CONTACT_POINTS];
    for (uint32_t b = 0; b < room; b++)
        best[b] = VV_NONE;
    float scale = high > low ? (float)room / (high - low) : 0.0f;
    for (uint32_t k = 0; k < count; k++) {
        float s = (vv_vec2_dot(along, edge_point_position(&points[k].a, x)) - low) * scale;
        uint32_t b = s < (float)room - 1.0f ? (uint32_t)s : room - 1u;
        if (best[b] == VV_NONE || points[k].separation < points[best[b]].separation)
            best[b] = k;
    }
    contact_point kept[CONTACT_POINTS];
    uint32_t kept_count = 0;
    for (uint32_t b = 0; b < room; b++)
        if (best[b] != VV_NONE)
            kept[kept_count++] = points[best[b]];
    for (uint32_t k = 0; k < kept_count; k++)
        points[k] = kept[k];
    return kept_count;
}

/* Chooses the two ends of a manifold for its first slots: the points on which the drawing would stand if it leaned a
 * little to the one side or the other, since the outermost point may lie on a slant that does not touch. Something
 * round stands on no ends: there the outermost points serve, which are the same for every mesh, and a puppet bends
 * between its ends. */
static void choose_end_slots(const vv_stage *stage, const pair *p, manifold *f, uint8_t which)
{
    const contact_point *points = stage->contacts->points + p->first_point;
    VVI_CHECK(vvi_is_unit2(f->normal));
    const vv_vec2 *x = stage->actors[p->a].x;
    vv_vec2 along = perpendicular(f->normal);
    float low = INFINITY, high = INFINITY, lean = LEAN;
    for (uint32_t k = 0; k < CONTACT_SLOTS; k++)
        f->slots[k] = (manifold_slot){.point = VV_NONE};
    for (uint32_t k = 0; k < p->point_count; k++)
        if (points[k].manifold == which && is_on_arc(&points[k].arc))
            lean = OUTERMOST;
    if (stage->actors[p->a].puppet || (!p->obstacle && stage->actors[p->b].puppet))
        lean = OUTERMOST;
    for (uint32_t k = 0; k < p->point_count; k++) {
        if (points[k].manifold != which)
            continue;
        float s = lean * vv_vec2_dot(along, edge_point_position(&points[k].a, x));
        float gap = points[k].separation - points[k].min_separation;
        if (gap + s < low)
            low = gap + s, f->slots[0].point = p->first_point + k;
        if (gap - s < high)
            high = gap - s, f->slots[1].point = p->first_point + k;
    }
    VVI_CHECK(f->slots[0].point != VV_NONE && f->slots[1].point != VV_NONE);
    if (f->slots[0].point == f->slots[1].point)
        f->slots[1].point = VV_NONE;
}

static uint32_t assign_points(contact_point *points, uint32_t count, vv_vec2 direction, uint8_t which)
{
    uint32_t taken = 0;
    for (uint32_t k = 0; k < count; k++)
        if (points[k].manifold == CONTACT_NO_MANIFOLD &&
            vv_vec2_dot(points[k].normal, direction) >= SAME_MANIFOLD_COSINE) {
            points[k].manifold = which;
            taken++;
        }
    return taken;
}

/* The deepest contact point that belongs to no manifold yet. */
static uint32_t find_deepest_unassigned(const contact_point *points, uint32_t count)
{
    uint32_t best = VV_NONE;
    for (uint32_t k = 0; k < count; k++)
        if (points[k].manifold == CONTACT_NO_MANIFOLD &&
            (best == VV_NONE || points[k].separation < points[best].separation))
            best = k;
    return best;
}

static bool has_point_along(const contact_point *points, uint32_t count, vv_vec2 direction)
{
    for (uint32_t k = 0; k < count; k++)
        if (vv_vec2_dot(points[k].normal, direction) >= SAME_MANIFOLD_COSINE)
            return true;
    return false;
}

/* Between the walls of a groove the mean normal may be along neither of them: then the deepest point begins. */
static void build_manifolds(vv_stage *stage, pair *p)
{
    contact_point *points = stage->contacts->points + p->first_point;
    vv_vec2 direction = mean_normal(points, p->point_count, pair_margin(stage, p));
    if (!has_point_along(points, p->point_count, direction))
        direction = points[find_deepest_unassigned(points, p->point_count)].normal;
    p->manifold_count = 0;
    while (p->manifold_count < CONTACT_MANIFOLDS) {
        manifold *f = &p->manifolds[p->manifold_count];
        *f = (manifold){.normal = direction, .slip = INFINITY};
        if (assign_points(points, p->point_count, direction, (uint8_t)p->manifold_count) > 0)
            choose_end_slots(stage, p, f, (uint8_t)p->manifold_count++);
        else
            break;
        uint32_t next = find_deepest_unassigned(points, p->point_count);
        if (next == VV_NONE)
            break;
        direction = points[next].normal;
    }
}

/* Takes over what the manifold that had the same normal in the last substep remembers. */
static void inherit_memory(manifold *f, const manifold *before, uint32_t count)
{
    for (uint32_t k = 0; k < count; k++)
        if (vv_vec2_dot(f->normal, before[k].normal) > SAME_WARM_START_COSINE) {
            f->position_warm_start = before[k].position_warm_start;
            f->velocity_warm_start = before[k].velocity_warm_start;
            f->slip = before[k].slip;
            return;
        }
}

static void find_closing_speed(const vv_stage *stage, pair *p)
{
    const contact_point *points = stage->contacts->points + p->first_point;
    float touching = 0.01f * pair_margin(stage, p);
    p->closing_speed = 0.0f;
    for (uint32_t k = 0; k < p->point_count; k++)
        if (points[k].separation < points[k].min_separation + touching)
            p->closing_speed = vvi_max(p->closing_speed, points[k].closing_speed);
}

void vvi_pair_build_manifolds(vv_stage *stage, pair *p, float h)
{
    contacts *c = stage->contacts;
    manifold before[CONTACT_MANIFOLDS];
    uint32_t before_count = p->manifold_count, count = c->found_count;
    VVI_CHECK(before_count <= CONTACT_MANIFOLDS && h > 0.0f);
    for (uint32_t k = 0; k < before_count; k++)
        before[k] = p->manifolds[k];
    uint32_t room = c->point_end - c->point_count;
    if (room > CONTACT_POINTS)
        room = CONTACT_POINTS;
    if (count > room) {
        c->overflowed = c->overflowed || room < CONTACT_POINTS;
        count = room > 0 ? reduce_points(stage, p, c->found, count, room) : 0;
    }
    VVI_CHECK(count <= CONTACT_POINTS && c->point_count + count <= c->point_end);
    p->first_point = c->point_count;
    p->point_count = count;
    for (uint32_t k = 0; k < count; k++) {
        contact_point *r = &c->points[c->point_count++];
        *r = c->found[k];
        r->closing_speed = vvi_max(0.0f, (c->found[k].start_separation - c->found[k].separation) / h);
        r->responses[0] = r->responses[1] = NULL;
        r->normal_impulse = r->tangent_impulse = 0.0f;
    }
    c->found_count = 0;
    p->manifold_count = 0;
    find_closing_speed(stage, p);
    if (count == 0)
        return;
    build_manifolds(stage, p);
    VVI_CHECK(p->manifold_count > 0);
    for (uint32_t k = 0; k < p->manifold_count; k++)
        inherit_memory(&p->manifolds[k], before, before_count);
}
