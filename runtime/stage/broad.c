/* Pairs whose boxes meet: sort and sweep along the axis on which the boxes are spread wider. The list keeps its order from
 * substep to substep, so sorting by insertion costs next to nothing. What is found is sorted by index afterwards: nothing
 * depends on the order of the sweep. */
#include "runtime/stage/contact.h"

#include <string.h>

typedef struct box {
    vv_vec2 low, high;
} box;

bool vvi_actors_meet(const actor *a, const actor *b) { return (a->mask & b->layers) && (b->mask & a->layers); }

static box box_of(const vv_stage *stage, uint32_t id)
{
    uint32_t actors = stage->def.max_actors;
    if (id < actors)
        return (box){stage->contacts->solids[id].low, stage->contacts->solids[id].high};
    const obstacle *o = &stage->obstacles[id - actors];
    return (box){o->low, o->high};
}

static bool is_listed(const vv_stage *stage, uint32_t id)
{
    uint32_t actors = stage->def.max_actors;
    if (id < actors)
        return id < stage->actor_end && stage->actors[id].used && stage->contacts->solids[id].present;
    const obstacle *o = &stage->obstacles[id - actors];
    return id - actors < stage->obstacle_end && o->used && o->kind != VV_OBSTACLE_HALF_PLANE;
}

static void update_list(vv_stage *stage)
{
    contacts *c = stage->contacts;
    uint32_t kept = 0, actors = stage->def.max_actors;
    memset(c->seen, 0, actors + stage->def.max_obstacles);
    for (uint32_t i = 0; i < c->order_count; i++)
        if (is_listed(stage, c->order[i])) {
            c->seen[c->order[i]] = 1;
            c->order[kept++] = c->order[i];
        }
    for (uint32_t i = 0; i < stage->actor_end; i++)
        if (!c->seen[i] && is_listed(stage, i))
            c->order[kept++] = i;
    for (uint32_t i = 0; i < stage->obstacle_end; i++)
        if (!c->seen[actors + i] && is_listed(stage, actors + i))
            c->order[kept++] = actors + i;
    c->order_count = kept;
}

static uint32_t wider_axis(const vv_stage *stage)
{
    const contacts *c = stage->contacts;
    double sum[2] = {0}, square[2] = {0};
    uint32_t count = 0;
    for (uint32_t i = 0; i < stage->actor_end; i++)
        if (is_listed(stage, i)) {
            double x = (double)c->solids[i].low.x, y = (double)c->solids[i].low.y;
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
    box b = box_of(stage, id);
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

/* Equal depths by index, so that what is kept does not depend on the order of the sweep. */
static bool is_shallower(meeting m, meeting n)
{
    if (m.depth != n.depth)
        return m.depth < n.depth;
    return m.a != n.a ? m.a > n.a : m.b > n.b;
}

/* A heap with the shallowest meeting on top: what goes when there is no more room. */
static void sink(meeting *heap, uint32_t count, uint32_t i)
{
    meeting m = heap[i];
    for (uint32_t child; (child = 2u * i + 1u) < count; i = child) {
        if (child + 1u < count && is_shallower(heap[child + 1u], heap[child]))
            child++;
        if (!is_shallower(heap[child], m))
            break;
        heap[i] = heap[child];
    }
    heap[i] = m;
}

static void add_meeting(contacts *c, uint32_t a, uint32_t b, float depth)
{
    if (c->meeting_count < c->pair_capacity) {
        c->meetings[c->meeting_count++] = (meeting){a, b, depth};
        return;
    }
    if (!c->overflowed)
        for (uint32_t i = c->meeting_count / 2u; i-- > 0;)
            sink(c->meetings, c->meeting_count, i);
    c->overflowed = true;
    meeting m = {a, b, depth};
    if (is_shallower(c->meetings[0], m)) {
        c->meetings[0] = m;
        sink(c->meetings, c->meeting_count, 0);
    }
}

static float overlap(box a, box b)
{
    float x = vvi_min(a.high.x, b.high.x) - vvi_max(a.low.x, b.low.x);
    float y = vvi_min(a.high.y, b.high.y) - vvi_max(a.low.y, b.low.y);
    return vvi_min(x, y);
}

static bool may_meet(const vv_stage *stage, uint32_t a, uint32_t b)
{
    uint32_t actors = stage->def.max_actors;
    if (a >= actors)
        return false;
    const actor *p = &stage->actors[a];
    if (b >= actors)
        return !p->asleep && (p->layers & stage->obstacles[b - actors].layers);
    const actor *q = &stage->actors[b];
    return !(p->asleep && q->asleep) && vvi_actors_meet(p, q);
}

static void sweep(vv_stage *stage)
{
    contacts *c = stage->contacts;
    for (uint32_t i = 0; i < c->order_count; i++) {
        box first = box_of(stage, c->order[i]);
        float end = c->axis ? first.high.y : first.high.x;
        for (uint32_t j = i + 1u; j < c->order_count && low_on(stage, c->order[j], c->axis) <= end; j++) {
            box second = box_of(stage, c->order[j]);
            float depth = overlap(first, second);
            uint32_t a = c->order[i], b = c->order[j];
            if (depth >= 0.0f && may_meet(stage, a < b ? a : b, a < b ? b : a))
                add_meeting(c, a < b ? a : b, a < b ? b : a, depth);
        }
    }
}

/* How deep the deepest corner of a box is below a half plane. */
static float below_plane(const obstacle *o, box b)
{
    vv_vec2 way = vv_vec2_sub(o->points[1], o->points[0]);
    vv_vec2 up = vv_vec2_scale(perpendicular(way), 1.0f / vv_vec2_length(way));
    double x = (double)(up.x > 0.0f ? b.low.x : b.high.x) - (double)o->points[0].x;
    double y = (double)(up.y > 0.0f ? b.low.y : b.high.y) - (double)o->points[0].y;
    return (float)-(x * (double)up.x + y * (double)up.y);
}

void vvi_contacts_obstacle_added(vv_stage *stage, uint32_t index)
{
    const obstacle *o = &stage->obstacles[index];
    for (uint32_t i = 0; i < stage->actor_end; i++) {
        actor *a = &stage->actors[i];
        if (!a->used || !a->asleep || !(a->layers & o->layers))
            continue;
        if (!stage->contacts->solids[i].slept) /* its box is not made yet */
            vvi_solid_prepare(stage, i, stage->def.step / (float)stage->def.substeps);
        box own = box_of(stage, i);
        float depth = o->kind == VV_OBSTACLE_HALF_PLANE ? below_plane(o, own) : overlap(own, (box){o->low, o->high});
        if (depth >= 0.0f)
            vvi_actor_wake(stage, a);
    }
}

static void meet_planes(vv_stage *stage)
{
    uint32_t actors = stage->def.max_actors;
    for (uint32_t k = 0; k < stage->obstacle_end; k++) {
        const obstacle *o = &stage->obstacles[k];
        if (!o->used || o->kind != VV_OBSTACLE_HALF_PLANE)
            continue;
        for (uint32_t i = 0; i < stage->actor_end; i++) {
            if (!is_listed(stage, i) || !may_meet(stage, i, actors + k))
                continue;
            float depth = below_plane(o, box_of(stage, i));
            if (depth >= 0.0f)
                add_meeting(stage->contacts, i, actors + k, depth);
        }
    }
}

/* Actors first, then obstacles, each by a and b: a counting sort by a, then by insertion. */
static void sort_meetings(vv_stage *stage)
{
    contacts *c = stage->contacts;
    uint32_t actors = stage->def.max_actors;
    memset(c->buckets, 0, (2u * actors + 1u) * sizeof *c->buckets);
    for (uint32_t i = 0; i < c->meeting_count; i++)
        c->buckets[c->meetings[i].a + (c->meetings[i].b >= actors ? actors : 0u) + 1u]++;
    for (uint32_t i = 0; i < 2u * actors; i++)
        c->buckets[i + 1u] += c->buckets[i];
    for (uint32_t i = 0; i < c->meeting_count; i++) {
        meeting m = c->meetings[i];
        c->sorted[c->buckets[m.a + (m.b >= actors ? actors : 0u)]++] = m;
    }
    for (uint32_t i = 1; i < c->meeting_count; i++) {
        meeting m = c->sorted[i];
        bool fixed = m.b >= actors;
        uint32_t j = i;
        for (; j > 0 && c->sorted[j - 1u].a == m.a && (c->sorted[j - 1u].b >= actors) == fixed &&
               c->sorted[j - 1u].b > m.b;
             j--)
            c->sorted[j] = c->sorted[j - 1u];
        c->sorted[j] = m;
    }
}

void vvi_contacts_meet(vv_stage *stage)
{
    contacts *c = stage->contacts;
    c->meeting_count = 0;
    c->overflowed = false;
    update_list(stage);
    uint32_t axis = wider_axis(stage);
    c->axis = axis;
    sort_list(stage);
    sweep(stage);
    meet_planes(stage);
    sort_meetings(stage);
}
