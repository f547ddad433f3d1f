/* A tree of bounds over all actors and obstacles: sorted along a Z-order curve, so that neighbours in the list are near
 * one another, and halved down to a few entries. It is made by the first question after something has moved, in time
 * O(n), and is the same whatever was there before. */
#include "runtime/stage/obstacle_motion.h"
#include "runtime/stage/query.h"

#include <string.h>

#define LEAF_ENTRIES 4u
#define KEY_BITS     12u /* of a coordinate */
/* On a stage that is asked something now and then, bounds are computed while positions are in the processor's cache. */
#define STEPS_IN_USE 30u
#define DIGIT_BITS   8u
#define DIGITS       (1u << DIGIT_BITS)
/* Of a coordinate: more than the rounding of a float, and of the few operations by which bounds are compared. */
#define ROUNDING 1.0e-6f

/* ---- Memory ------------------------------------------------------------------------------------------------------ */

vv_result vvi_queries_create(vv_stage *stage, vv_error *error)
{
    stage->queries = vvi_allocate_zeroed(&stage->allocator, 1, sizeof *stage->queries);
    return stage->queries ? VV_OK : vvi_fail_memory(error, sizeof *stage->queries);
}

static void release_entries(const vv_stage *stage, queries *q)
{
    vvi_release(&stage->allocator, q->entries, q->capacity, sizeof *q->entries);
    vvi_release(&stage->allocator, q->sorted, q->capacity, sizeof *q->sorted);
    vvi_release(&stage->allocator, q->nodes, q->capacity, sizeof *q->nodes);
    vvi_release(&stage->allocator, q->planes, q->capacity, sizeof *q->planes);
}

void vvi_queries_destroy(vv_stage *stage)
{
    queries *q = stage->queries;
    if (!q)
        return;
    release_entries(stage, q);
    vvi_release(&stage->allocator, q, 1, sizeof *q);
    stage->queries = NULL;
}

vv_result vvi_queries_reserve(vv_stage *stage, uint32_t count, vv_error *error)
{
    queries *q = stage->queries, larger = {.capacity = q->capacity ? q->capacity : 4u};
    if (count <= q->capacity)
        return VV_OK;
    while (larger.capacity < count)
        larger.capacity *= 2u;
    larger.entries = vvi_allocate_zeroed(&stage->allocator, larger.capacity, sizeof *larger.entries);
    larger.sorted = vvi_allocate_zeroed(&stage->allocator, larger.capacity, sizeof *larger.sorted);
    larger.nodes = vvi_allocate_zeroed(&stage->allocator, larger.capacity, sizeof *larger.nodes);
    larger.planes = vvi_allocate_zeroed(&stage->allocator, larger.capacity, sizeof *larger.planes);
    if (!larger.entries || !larger.sorted || !larger.nodes || !larger.planes) {
        release_entries(stage, &larger);
        return vvi_fail_memory(error, larger.capacity * sizeof *larger.entries);
    }
    release_entries(stage, q);
    *q = larger;
    return VV_OK;
}

/* ---- Making the tree --------------------------------------------------------------------------------------------- */

static void add_obstacle(const vv_stage *stage, queries *q, uint32_t index)
{
    query_entry *e = &q->entries[q->entry_count++];
    *e = (query_entry){.id = stage->def.max_actors + index};
    vvi_obstacle_shown_bounds(&stage->obstacles[index], &e->low, &e->high);
}

static void list_entries(const vv_stage *stage, queries *q)
{
    q->entry_count = q->plane_count = 0;
    for (uint32_t i = 0; i < stage->actor_end; i++) {
        if (!stage->actors[i].used)
            continue;
        query_entry *e = &q->entries[q->entry_count++];
        *e = (query_entry){.id = i};
        vvi_actor_shown_bounds(&stage->actors[i], &e->low, &e->high);
    }
    for (uint32_t i = 0; i < stage->obstacle_end; i++) {
        const obstacle *o = &stage->obstacles[i];
        if (o->used && o->kind == VV_OBSTACLE_HALF_PLANE)
            q->planes[q->plane_count++] = i;
        else if (o->used)
            add_obstacle(stage, q, i);
    }
    VVI_CHECK(q->entry_count + q->plane_count <= q->capacity);
}

static vv_vec2 min2(vv_vec2 p, vv_vec2 q) { return (vv_vec2){vvi_min(p.x, q.x), vvi_min(p.y, q.y)}; }
static vv_vec2 max2(vv_vec2 p, vv_vec2 q) { return (vv_vec2){vvi_max(p.x, q.x), vvi_max(p.y, q.y)}; }

/* Bits 0, 2, 4, … of the result are those of x. */
static uint32_t spread_bits(uint32_t x)
{
    x = (x | x << 8) & 0x00ff00ffu;
    x = (x | x << 4) & 0x0f0f0f0fu;
    x = (x | x << 2) & 0x33333333u;
    return (x | x << 1) & 0x55555555u;
}

static uint32_t digits_of(float centre, float low, float scale)
{
    return (uint32_t)vvi_clamp((centre - low) * scale, 0.0f, (float)((1u << KEY_BITS) - 1u));
}

static void find_keys(queries *q)
{
    vv_vec2 low = {INFINITY, INFINITY}, high = {-INFINITY, -INFINITY};
    for (uint32_t i = 0; i < q->entry_count; i++) {
        vv_vec2 twice = vv_vec2_add(q->entries[i].low, q->entries[i].high);
        low = min2(low, twice);
        high = max2(high, twice);
    }
    float wide = vvi_max(high.x - low.x, high.y - low.y), scale = wide > 0.0f ? (float)(1u << KEY_BITS) / wide : 0.0f;
    for (uint32_t i = 0; i < q->entry_count; i++) {
        query_entry *e = &q->entries[i];
        e->key = spread_bits(digits_of(e->low.x + e->high.x, low.x, scale)) |
                 spread_bits(digits_of(e->low.y + e->high.y, low.y, scale)) << 1;
    }
}

/* By keys, the least significant digit first; equal keys stay in the order of their indices. */
static void sort_entries(queries *q)
{
    for (uint32_t shift = 0; shift < 2u * KEY_BITS; shift += DIGIT_BITS) {
        uint32_t starts[DIGITS + 1u] = {0};
        for (uint32_t i = 0; i < q->entry_count; i++)
            starts[(q->entries[i].key >> shift) % DIGITS + 1u]++;
        for (uint32_t d = 0; d < DIGITS; d++)
            starts[d + 1u] += starts[d];
        for (uint32_t i = 0; i < q->entry_count; i++)
            q->sorted[starts[(q->entries[i].key >> shift) % DIGITS]++] = q->entries[i];
        query_entry *swap = q->entries;
        q->entries = q->sorted;
        q->sorted = swap;
    }
}

static uint32_t make_node(queries *q, uint32_t first, uint32_t count)
{
    uint32_t index = q->node_count++;
    VVI_CHECK(index < q->capacity && count > 0);
    query_node *n = &q->nodes[index];
    *n = (query_node){{INFINITY, INFINITY}, {-INFINITY, -INFINITY}, first, count, VV_NONE};
    if (count > LEAF_ENTRIES) {
        const query_node *left = &q->nodes[make_node(q, first, count / 2u)];
        n->right = make_node(q, first + count / 2u, count - count / 2u);
        n->low = min2(left->low, q->nodes[n->right].low);
        n->high = max2(left->high, q->nodes[n->right].high);
        return index;
    }
    for (uint32_t i = first; i < first + count; i++) {
        n->low = min2(n->low, q->entries[i].low);
        n->high = max2(n->high, q->entries[i].high);
    }
    return index;
}

void vvi_queries_update(const vv_stage *stage)
{
    queries *q = stage->queries;
    q->steps_in_use = STEPS_IN_USE;
    if (q->is_current)
        return;
    list_entries(stage, q);
    find_keys(q);
    sort_entries(q);
    q->node_count = 0;
    if (q->entry_count > 0)
        (void)make_node(q, 0, q->entry_count);
    q->is_current = true;
}

bool vvi_queries_advance(vv_stage *stage)
{
    queries *q = stage->queries;
    q->is_current = false;
    q->steps_in_use -= q->steps_in_use > 0;
    return q->steps_in_use > 0;
}

void vvi_queries_outdate(vv_stage *stage) { stage->queries->is_current = false; }

/* ---- Walking over it --------------------------------------------------------------------------------------------- */

query_walk vvi_query_walk(const vv_stage *stage, const query *q, bool near)
{
    query_walk w = {.tree = stage->queries, .query = q, .near = near};
    float farthest = vvi_max(q->extent.x, q->extent.y);
    VVI_CHECK(stage->queries->is_current);
    for (int k = 0; k < 2; k++)
        farthest = vvi_max(farthest, (float)(fabs(q->from[k]) + (double)q->length));
    w.pad = ROUNDING * farthest;
    if (stage->queries->node_count > 0)
        w.stack[w.depth++] = 0;
    return w;
}

/* The distance along each axis by which a point is outside of bounds. */
static vv_vec2 outside_by(vv_vec2 low, vv_vec2 high, float x, float y)
{
    return (vv_vec2){vvi_max(0.0f, vvi_max(low.x - x, x - high.x)), vvi_max(0.0f, vvi_max(low.y - y, y - high.y))};
}

/* Whether the bounds, extended by those of the shape, meet its way up to `most`. Along the axes, and along the normal
 * of the way; if no axis separates them, they meet. */
static bool is_met(const query_walk *w, vv_vec2 low, vv_vec2 high, float most)
{
    const query *q = w->query;
    float x = (float)q->from[0], y = (float)q->from[1], pad = w->pad;
    if (w->near) {
        vv_vec2 out = outside_by(low, high, x, y);
        return vv_vec2_length(out) <= most + 2.0f * pad;
    }
    vv_vec2 way = {(float)q->way[0], (float)q->way[1]};
    float end_x = x + way.x * most, end_y = y + way.y * most, wide = q->extent.x + pad, tall = q->extent.y + pad;
    if (vvi_max(x, end_x) + wide < low.x || vvi_min(x, end_x) - wide > high.x || vvi_max(y, end_y) + tall < low.y ||
        vvi_min(y, end_y) - tall > high.y)
        return false;
    vv_vec2 centre = {0.5f * (low.x + high.x) - x, 0.5f * (low.y + high.y) - y};
    vv_vec2 half = {0.5f * (high.x - low.x) + wide, 0.5f * (high.y - low.y) + tall};
    return fabsf(vv_vec2_cross(way, centre)) <= fabsf(way.y) * half.x + fabsf(way.x) * half.y;
}

/* How early a node is probably met. */
static float order_of(const query_walk *w, const query_node *n)
{
    const query *q = w->query;
    float x = 0.5f * (n->low.x + n->high.x) - (float)q->from[0], y = 0.5f * (n->low.y + n->high.y) - (float)q->from[1];
    return w->near ? x * x + y * y : x * (float)q->way[0] + y * (float)q->way[1];
}

const query_entry *vvi_query_next(query_walk *w, float most)
{
    const queries *tree = w->tree;
    for (;;) {
        while (w->entry < w->end) {
            const query_entry *e = &tree->entries[w->entry++];
            if (is_met(w, e->low, e->high, most))
                return e;
        }
        if (w->depth == 0)
            return NULL;
        uint32_t index = w->stack[--w->depth];
        const query_node *n = &tree->nodes[index];
        if (!is_met(w, n->low, n->high, most))
            continue;
        if (n->right == VV_NONE) {
            w->entry = n->first;
            w->end = n->first + n->count;
            continue;
        }
        bool right_first = order_of(w, &tree->nodes[n->right]) < order_of(w, &tree->nodes[index + 1u]);
        VVI_CHECK(w->depth + 2u <= sizeof w->stack / sizeof *w->stack);
        w->stack[w->depth++] = right_first ? index + 1u : n->right;
        w->stack[w->depth++] = right_first ? n->right : index + 1u;
    }
}
