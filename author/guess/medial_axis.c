/* The medial axis of a shape on a lattice: distance transform, thinning, pruning, and the resulting graph. */
#include "medial_axis.h"

#include <string.h>

/* An end is kept if its disc protrudes from that of its joint by at least this share of the joint's radius: a square
 * has corners (0.41), a disc has none. */
#define PROTRUSION 0.33f
/* … and by at least this share of the shape's length. */
#define LENGTH 0.05f
/* Joints nearer to each other than this share of their radius are merged. */
#define ONE_JOINT 0.8f

/* ---- Distances ------------------------------------------------------------------------------------------------- */

static void relax_distance(const vvi_mask *m, float *radius, int32_t cell, int32_t step)
{
    static const struct {
        int32_t x, y;
        float length;
    } offsets[8] = {{-1, 0, 1.0f},      {0, -1, 1.0f},     {-1, -1, 1.41421f}, {1, -1, 1.41421f},
                    {-2, -1, 2.23607f}, {2, -1, 2.23607f}, {-1, -2, 2.23607f}, {1, -2, 2.23607f}};
    int32_t x = cell % m->width, y = cell / m->width;
    for (uint32_t i = 0; i < 8; i++) {
        int32_t nx = x + step * offsets[i].x, ny = y + step * offsets[i].y;
        float beyond = nx >= 0 && ny >= 0 && nx < m->width && ny < m->height ? radius[ny * m->width + nx] : 0.0f;
        radius[cell] = vvi_min(radius[cell], beyond + offsets[i].length);
    }
}

static void measure_distances(const vvi_mask *m, vvi_axis *s)
{
    int32_t count = m->width * m->height;
    for (int32_t i = 0; i < count; i++)
        s->radius[i] = m->cells[i] ? 1e9f : 0.0f;
    for (int32_t i = 0; i < count; i++)
        if (m->cells[i])
            relax_distance(m, s->radius, i, 1);
    for (int32_t i = count; i-- > 0;)
        if (m->cells[i])
            relax_distance(m, s->radius, i, -1);
    for (int32_t i = 0; i < count; i++)
        if (s->radius[i] > s->radius[s->deepest])
            s->deepest = i;
}

/* ---- Thinning -------------------------------------------------------------------------------------------------- */

/* The eight cells around a cell, clockwise from above. The empty border keeps them inside the mask. */
static void get_ring(const vvi_mask *m, int32_t cell, int32_t *ring)
{
    const int32_t w = m->width, offsets[8] = {-w, -w + 1, 1, w + 1, w, w - 1, -1, -w - 1};
    for (uint32_t i = 0; i < 8; i++)
        ring[i] = cell + offsets[i];
}

/* Counts the transitions from empty to set in the ring of neighbours; *count: the number of set neighbours. */
static uint32_t count_crossings(const vvi_axis *s, int32_t cell, uint32_t *count)
{
    int32_t ring[8];
    uint32_t changes = 0;
    get_ring(s->mask, cell, ring);
    *count = 0;
    for (uint32_t i = 0; i < 8; i++) {
        changes += !s->bone[ring[i]] && s->bone[ring[(i + 1) % 8]];
        *count += s->bone[ring[i]];
    }
    return changes;
}

static bool is_thinned(const vvi_axis *s, int32_t cell, uint32_t pass)
{
    int32_t p[8];
    uint32_t count = 0;
    if (count_crossings(s, cell, &count) != 1 || count < 2 || count > 6)
        return false;
    get_ring(s->mask, cell, p);
    const uint8_t *b = s->bone;
    if (pass == 0)
        return !(b[p[0]] && b[p[2]] && b[p[4]]) && !(b[p[2]] && b[p[4]] && b[p[6]]);
    return !(b[p[0]] && b[p[2]] && b[p[6]]) && !(b[p[0]] && b[p[4]] && b[p[6]]);
}

static void thin_shape(vvi_axis *s, int32_t *list)
{
    int32_t cells = s->mask->width * s->mask->height;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t pass = 0; pass < 2; pass++) {
            uint32_t count = 0;
            for (int32_t i = 0; i < cells; i++)
                if (s->bone[i] && is_thinned(s, i, pass))
                    list[count++] = i;
            for (uint32_t i = 0; i < count; i++)
                s->bone[list[i]] = 0;
            changed = changed || count > 0;
        }
    }
}

/* ---- Pruning --------------------------------------------------------------------------------------------------- */

static bool is_joint(const vvi_axis *s, int32_t cell)
{
    uint32_t count;
    return count_crossings(s, cell, &count) >= 3;
}

static bool is_end(const vvi_axis *s, int32_t cell)
{
    uint32_t count;
    return count_crossings(s, cell, &count) == 1 && count <= 2;
}

static float step_length(const vvi_mask *m, int32_t a, int32_t b)
{
    return a % m->width != b % m->width && a / m->width != b / m->width ? 1.41421f : 1.0f;
}

/* A set neighbour that is not visited yet, preferring those that share a side; −1 if there is none. */
static int32_t next_cell(const vvi_axis *s, int32_t cell, const uint8_t *visited)
{
    int32_t ring[8];
    get_ring(s->mask, cell, ring);
    for (uint32_t start = 0; start < 2; start++)
        for (uint32_t i = start; i < 8; i += 2)
            if (s->bone[ring[i]] && !visited[ring[i]])
                return ring[i];
    return -1;
}

/* Traces from an end to the first joint: path[] in order, without the joint. */
static uint32_t trace_end(const vvi_axis *s, int32_t end, uint8_t *visited, int32_t *path, int32_t *joint)
{
    uint32_t count = 0;
    int32_t at = end;
    *joint = -1;
    while (at >= 0 && *joint < 0) {
        path[count++] = at;
        visited[at] = 1;
        at = next_cell(s, at, visited);
        if (at >= 0 && is_joint(s, at))
            *joint = at;
    }
    for (uint32_t i = 0; i < count; i++)
        visited[path[i]] = 0;
    return count;
}

static float path_length(const vvi_mask *m, const int32_t *path, uint32_t count, int32_t joint)
{
    float length = 0.0f;
    for (uint32_t i = 0; i < count; i++)
        length += step_length(m, path[i], i + 1 < count ? path[i + 1] : joint);
    return length;
}

/* Removes the branch that protrudes least until all protrude enough. */
static void prune_branches(vvi_axis *s, uint8_t *visited, int32_t *path)
{
    int32_t cells = s->mask->width * s->mask->height;
    float smallest = LENGTH * (float)(s->mask->width > s->mask->height ? s->mask->width : s->mask->height);
    for (;;) {
        float least = PROTRUSION;
        int32_t worst = -1, joint = -1;
        for (int32_t i = 0; i < cells; i++) {
            if (!s->bone[i] || !is_end(s, i))
                continue;
            uint32_t count = trace_end(s, i, visited, path, &joint);
            if (joint < 0)
                continue;
            float protrusion = path_length(s->mask, path, count, joint) + s->radius[i] - s->radius[joint];
            float share = vvi_min(protrusion / s->radius[joint], PROTRUSION * protrusion / smallest);
            if (share < least) {
                least = share;
                worst = i;
            }
        }
        if (worst < 0)
            return;
        uint32_t count = trace_end(s, worst, visited, path, &joint);
        for (uint32_t i = 0; i < count; i++)
            s->bone[path[i]] = 0;
        thin_shape(s, path); /* a former joint may be a corner now */
    }
}

/* ---- The graph ------------------------------------------------------------------------------------------------- */

static void add_node(vvi_axis *s, int32_t cell, uint32_t *owner)
{
    vv_vec2 p = vvi_mask_point(s->mask, cell);
    for (uint32_t n = 0; n < s->node_count; n++) {
        float reach = vvi_max(s->radius[cell], s->radius[s->nodes[n].cell]);
        if (!is_end(s, cell) && !is_end(s, s->nodes[n].cell) &&
            vv_vec2_distance(p, vvi_mask_point(s->mask, s->nodes[n].cell)) < vvi_max(ONE_JOINT * reach, 2.5f)) {
            if (s->radius[cell] > s->radius[s->nodes[n].cell])
                s->nodes[n].cell = cell;
            owner[cell] = n + 1;
            return;
        }
    }
    s->nodes[s->node_count++].cell = cell;
    owner[cell] = s->node_count;
}

/* A neighbour that belongs to a node other than `except`; -1 if there is none. Around a joint lie cells that lead past
 * it. */
static int32_t next_node(const vvi_axis *s, int32_t cell, const uint32_t *owner, uint32_t except)
{
    int32_t ring[8];
    get_ring(s->mask, cell, ring);
    for (uint32_t start = 0; start < 2; start++)
        for (uint32_t i = start; i < 8; i += 2)
            if (owner[ring[i]] && owner[ring[i]] != except)
                return ring[i];
    return -1;
}

/* Follows the skeleton from a node's cell to another node's. */
static void trace_branch(vvi_axis *s, int32_t start, int32_t first, const uint32_t *owner, uint8_t *visited,
                         uint32_t *used)
{
    vvi_axis_branch *branch = &s->branches[s->branch_count];
    *branch = (vvi_axis_branch){.from = owner[start] - 1, .to = VV_NONE, .first = *used};
    int32_t before = start, at = first;
    visited[start] = 1;
    while (at >= 0 && !owner[at]) {
        branch->length += step_length(s->mask, before, at);
        branch->radius += s->radius[at];
        s->path[(*used)++] = at;
        visited[at] = 1;
        before = at;
        int32_t node = next_node(s, at, owner, *used - branch->first < 3 ? branch->from + 1 : 0);
        at = node >= 0 ? node : next_cell(s, at, visited);
    }
    visited[start] = 0;
    branch->count = *used - branch->first;
    bool short_loop = at >= 0 && owner[at] - 1 == branch->from && branch->count < 6;
    if (at < 0 || short_loop) { /* astray between two others: what it passed is left for a trace from another end */
        for (uint32_t i = 0; i < branch->count; i++)
            visited[s->path[branch->first + i]] = 0;
        *used = branch->first;
        return;
    }
    branch->to = owner[at] - 1;
    branch->length += step_length(s->mask, before, at);
    branch->radius = branch->count ? branch->radius / (float)branch->count : s->radius[at];
    s->nodes[branch->from].degree++;
    s->nodes[branch->to].degree++;
    s->branch_count++;
}

static void make_graph(vvi_axis *s, uint8_t *visited, uint32_t *owner)
{
    int32_t cells = s->mask->width * s->mask->height;
    uint32_t used = 0;
    for (uint32_t round = 0; round < 2; round++)
        for (int32_t i = 0; i < cells; i++)
            if (s->bone[i] && (round == 0 ? is_joint(s, i) : is_end(s, i)))
                add_node(s, i, owner);
    for (int32_t i = 0; i < cells; i++) {
        int32_t ring[8];
        if (!owner[i])
            continue;
        get_ring(s->mask, i, ring);
        for (uint32_t k = 0; k < 8; k++)
            if (s->bone[ring[k]] && !owner[ring[k]] && !visited[ring[k]])
                trace_branch(s, i, ring[k], owner, visited, &used);
    }
}

bool vvi_axis_create(const vvi_mask *mask, vvi_arena *arena, vvi_axis *out)
{
    size_t cells = (size_t)mask->width * (size_t)mask->height;
    *out = (vvi_axis){.mask = mask};
    out->radius = vvi_arena_allocate(arena, cells, sizeof *out->radius);
    out->bone = vvi_arena_allocate(arena, cells, 1);
    out->nodes = vvi_arena_allocate(arena, cells, sizeof *out->nodes);
    out->branches = vvi_arena_allocate(arena, cells, sizeof *out->branches);
    out->path = vvi_arena_allocate(arena, cells, sizeof *out->path);
    uint8_t *visited = vvi_arena_allocate(arena, cells, 1);
    uint32_t *owner = vvi_arena_allocate(arena, cells, sizeof *owner);
    int32_t *path = vvi_arena_allocate(arena, cells + 1, sizeof *path);
    if (!out->radius || !out->bone || !out->nodes || !out->branches || !out->path || !visited || !owner || !path)
        return false;
    memcpy(out->bone, mask->cells, cells);
    measure_distances(mask, out);
    thin_shape(out, path);
    prune_branches(out, visited, path);
    make_graph(out, visited, owner);
    return true;
}
