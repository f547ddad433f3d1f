/* Pairs whose bounds overlap: sort and sweep along the axis of greater variance. The list keeps its order from
 * substep to substep, so insertion sort costs next to nothing. Pairs are sorted by index afterwards: no result
 * depends on the order of the sweep. */
#include "runtime/stage/contact.h"

#include <string.h>

typedef struct aabb {
    vv_vec2 low, high;
} aabb;

bool vvi_may_actors_collide(const actor *a, const actor *b) { return (a->mask & b->layers) && (b->mask & a->layers); }

static aabb bounds_of(const vv_stage *stage, uint32_t id)
{
    uint32_t actors = stage->def.max_actors;
    VVI_CHECK(id < actors + stage->def.max_obstacles);
    if (id < actors)
        return (aabb){stage->contacts->bodies[id].low, stage->contacts->bodies[id].high};
    const obstacle *o = &stage->obstacles[id - actors];
    VVI_CHECK(o->low.x <= o->high.x && o->low.y <= o->high.y);
    return (aabb){o->low, o->high};
}

static bool is_listed(const vv_stage *stage, uint32_t id)
{
    uint32_t actors = stage->def.max_actors;
    if (id < actors)
        return id < stage->actor_end && stage->actors[id].used && stage->contacts->bodies[id].present;
    const obstacle *o = &stage->obstacles[id - actors];
    return id - actors < stage->obstacle_end && o->used && !o->sensor && o->kind != VV_OBSTACLE_HALF_PLANE;
}

static void update_list(vv_stage *stage)
{
    contacts *c = stage->contacts;
    uint32_t kept = 0, actors = stage->def.max_actors;
    memset(c->marks, 0, actors + stage->def.max_obstacles);
    for (uint32_t i = 0; i < c->order_count; i++)
        if (is_listed(stage, c->order[i])) {
            c->marks[c->order[i]] = 1;
            c->order[kept++] = c->order[i];
        }
    for (uint32_t i = 0; i < stage->actor_end; i++)
        if (!c->marks[i] && is_listed(stage, i))
            c->order[kept++] = i;
    for (uint32_t i = 0; i < stage->obstacle_end; i++)
        if (!c->marks[actors + i] && is_listed(stage, actors + i))
            c->order[kept++] = actors + i;
    VVI_CHECK(kept <= actors + stage->def.max_obstacles);
    c->order_count = kept;
}

static uint32_t wider_axis(const vv_stage *stage)
{
    const contacts *c = stage->contacts;
    double sum[2] = {0}, square[2] = {0};
    uint32_t count = 0;
    for (uint32_t i = 0; i < stage->actor_end; i++)
        if (is_listed(stage, i)) {
            double x = (double)c->bodies[i].low.x, y = (double)c->bodies[i].low.y;
            sum[0] += x, sum[1] += y, square[0] += x * x, square[1] += y * y;
            count++;
        }
    double n = count ? (double)count : 1.0;
    double wide = square[0] - sum[0] * sum[0] / n, tall = square[1] - sum[1] * sum[1] / n;
    double bias = c->axis == 0 ? 2.0 : 0.5; /* changing the axis means sorting anew */
    return tall > bias * wide ? 1u : 0u;
}

static float low_on(const vv_stage *stage, uint32_t id, uint32_t axis)
{
    aabb b = bounds_of(stage, id);
    return axis ? b.low.y : b.low.x;
}

static void sort_list(vv_stage *stage)
{
    contacts *c = stage->contacts;
    for (uint32_t i = 1; i < c->order_count; i++) {
        uint32_t id = c->order[i], j = i;
        float low = low_on(stage, id, c->axis);
        for (; j > 0 && low_on(stage, c->order[j - 1u], c->axis) > low; j--)
            c->order[j] = c->order[j - 1u];
        c->order[j] = id;
    }
}

/* Equal depths are ordered by index, so that the pairs kept do not depend on the order of the sweep. */
static bool is_shallower(broad_pair m, broad_pair n)
{
    if (m.depth != n.depth)
        return m.depth < n.depth;
    return m.a != n.a ? m.a > n.a : m.b > n.b;
}

/* A heap with the shallowest pair on top, which is dropped when there is no more room. */
static void sift_down(broad_pair *heap, uint32_t count, uint32_t i)
{
    broad_pair m = heap[i];
    VVI_CHECK(i < count);
    for (uint32_t child; (child = 2u * i + 1u) < count; i = child) {
        if (child + 1u < count && is_shallower(heap[child + 1u], heap[child]))
            child++;
        if (!is_shallower(heap[child], m))
            break;
        heap[i] = heap[child];
    }
    heap[i] = m;
}

static void add_broad_pair(contacts *c, uint32_t a, uint32_t b, float depth)
{
    VVI_CHECK(a < b && depth >= 0.0f);
    if (c->broad_pair_count < c->pair_capacity) {
        c->broad_pairs[c->broad_pair_count++] = (broad_pair){a, b, depth};
        return;
    }
    if (!c->overflowed)
        for (uint32_t i = c->broad_pair_count / 2u; i-- > 0;)
            sift_down(c->broad_pairs, c->broad_pair_count, i);
    c->overflowed = true;
    broad_pair m = {a, b, depth};
    if (is_shallower(c->broad_pairs[0], m)) {
        c->broad_pairs[0] = m;
        sift_down(c->broad_pairs, c->broad_pair_count, 0);
    }
}

static float overlap_depth(aabb a, aabb b)
{
    float x = vvi_min(a.high.x, b.high.x) - vvi_max(a.low.x, b.low.x);
    float y = vvi_min(a.high.y, b.high.y) - vvi_max(a.low.y, b.low.y);
    return vvi_min(x, y);
}

static bool may_collide(const vv_stage *stage, uint32_t a, uint32_t b)
{
    uint32_t actors = stage->def.max_actors;
    if (a >= actors)
        return false;
    const actor *p = &stage->actors[a];
    if (p->sensor)
        return false;
    if (b >= actors)
        return !p->asleep && !p->kinematic && (p->layers & stage->obstacles[b - actors].layers) &&
               !(p->first_joint && vvi_joints_forbid_contact(stage, a, b - actors, true));
    const actor *q = &stage->actors[b];
    return !(p->asleep && q->asleep) && !q->sensor && !(p->kinematic && q->kinematic) && vvi_may_actors_collide(p, q) &&
           !(p->first_joint && q->first_joint && vvi_joints_forbid_contact(stage, a, b, false));
}

static void sweep(vv_stage *stage)
{
    contacts *c = stage->contacts;
    for (uint32_t i = 0; i < c->order_count; i++) {
        aabb first = bounds_of(stage, c->order[i]);
        float end = c->axis ? first.high.y : first.high.x;
        for (uint32_t j = i + 1u; j < c->order_count && low_on(stage, c->order[j], c->axis) <= end; j++) {
            aabb second = bounds_of(stage, c->order[j]);
            float depth = overlap_depth(first, second);
            uint32_t a = c->order[i], b = c->order[j];
            if (depth >= 0.0f && may_collide(stage, a < b ? a : b, a < b ? b : a))
                add_broad_pair(c, a < b ? a : b, a < b ? b : a, depth);
        }
    }
}

/* How deep the deepest corner of the bounds is below a half plane. */
static float below_plane(const obstacle *o, aabb b)
{
    vv_vec2 way = vv_vec2_sub(o->points[1], o->points[0]);
    vv_vec2 up = vv_vec2_scale(perpendicular(way), 1.0f / vv_vec2_length(way));
    VVI_CHECK(o->kind == VV_OBSTACLE_HALF_PLANE && vvi_is_unit2(up));
    double x = (double)(up.x > 0.0f ? b.low.x : b.high.x) - (double)o->points[0].x;
    double y = (double)(up.y > 0.0f ? b.low.y : b.high.y) - (double)o->points[0].y;
    return (float)-(x * (double)up.x + y * (double)up.y);
}

bool vvi_is_sleeper_near(vv_stage *stage, uint32_t index, uint32_t which)
{
    const obstacle *o = &stage->obstacles[which];
    const actor *a = &stage->actors[index];
    VV_ASSERT(which < stage->obstacle_end && o->used);
    if (!a->used || !a->asleep || a->kinematic || a->sensor || o->sensor || !(a->layers & o->layers))
        return false;
    if (!stage->contacts->bodies[index].prepared_asleep) /* its bounds are not computed yet */
        vvi_rigid_body_prepare(stage, index);
    aabb own = bounds_of(stage, index);
    float depth = o->kind == VV_OBSTACLE_HALF_PLANE ? below_plane(o, own) : overlap_depth(own, (aabb){o->low, o->high});
    return depth >= 0.0f;
}

void vvi_contacts_obstacle_added(vv_stage *stage, uint32_t index)
{
    for (uint32_t i = 0; i < stage->actor_end; i++)
        if (vvi_is_sleeper_near(stage, i, index))
            vvi_actor_wake(stage, &stage->actors[i]);
}

static void find_half_plane_pairs(vv_stage *stage)
{
    uint32_t actors = stage->def.max_actors;
    for (uint32_t k = 0; k < stage->obstacle_end; k++) {
        const obstacle *o = &stage->obstacles[k];
        if (!o->used || o->sensor || o->kind != VV_OBSTACLE_HALF_PLANE)
            continue;
        for (uint32_t i = 0; i < stage->actor_end; i++) {
            if (!is_listed(stage, i) || !may_collide(stage, i, actors + k))
                continue;
            float depth = below_plane(o, bounds_of(stage, i));
            if (depth >= 0.0f)
                add_broad_pair(stage->contacts, i, actors + k, depth);
        }
    }
}

/* Actors first, then obstacles, each by a and b: a counting sort by a, then by insertion. */
static void sort_pairs(vv_stage *stage)
{
    contacts *c = stage->contacts;
    uint32_t actors = stage->def.max_actors;
    memset(c->buckets, 0, (2u * actors + 1u) * sizeof *c->buckets);
    for (uint32_t i = 0; i < c->broad_pair_count; i++)
        c->buckets[c->broad_pairs[i].a + (c->broad_pairs[i].b >= actors ? actors : 0u) + 1u]++;
    for (uint32_t i = 0; i < 2u * actors; i++)
        c->buckets[i + 1u] += c->buckets[i];
    for (uint32_t i = 0; i < c->broad_pair_count; i++) {
        broad_pair m = c->broad_pairs[i];
        c->sorted[c->buckets[m.a + (m.b >= actors ? actors : 0u)]++] = m;
    }
    for (uint32_t i = 1; i < c->broad_pair_count; i++) {
        broad_pair m = c->sorted[i];
        bool fixed = m.b >= actors;
        uint32_t j = i;
        for (; j > 0 && c->sorted[j - 1u].a == m.a && (c->sorted[j - 1u].b >= actors) == fixed &&
               c->sorted[j - 1u].b > m.b;
             j--)
            c->sorted[j] = c->sorted[j - 1u];
        c->sorted[j] = m;
    }
}

static bool is_list_sorted(const vv_stage *stage)
{
    const contacts *c = stage->contacts;
    for (uint32_t i = 1; i < c->order_count; i++)
        if (low_on(stage, c->order[i], c->axis) < low_on(stage, c->order[i - 1u], c->axis))
            return false;
    return true;
}

/* Actors before obstacles, each by a and b; none twice. */
static bool are_pairs_sorted(const contacts *c, uint32_t actors)
{
    for (uint32_t i = 1; i < c->broad_pair_count; i++) {
        broad_pair m = c->sorted[i - 1u], n = c->sorted[i];
        bool fixed = m.b >= actors, next_fixed = n.b >= actors;
        if (fixed != next_fixed ? fixed : m.a != n.a ? m.a > n.a : m.b >= n.b)
            return false;
    }
    return true;
}

void vvi_contacts_find_pairs(vv_stage *stage)
{
    contacts *c = stage->contacts;
    c->broad_pair_count = 0;
    c->overflowed = false;
    update_list(stage);
    uint32_t axis = wider_axis(stage);
    c->axis = axis;
    sort_list(stage);
    VVI_CHECK(is_list_sorted(stage));
    sweep(stage);
    find_half_plane_pairs(stage);
    sort_pairs(stage);
    VVI_CHECK(c->broad_pair_count <= c->pair_capacity && are_pairs_sorted(c, stage->def.max_actors));
}
