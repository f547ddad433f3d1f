/* The skeleton of a shape on a lattice: distances to the outside, thinning, pruning, and the graph that is left. */
#include "skeleton.h"

#include <string.h>

/* An end counts where its disc protrudes from that of its joint by this share of the joint's radius: a square has corners
 * (0.41), a disc has none. */
#define PROTRUSION 0.33f
/* And by this share of the whole shape's length. */
#define LENGTH 0.05f
/* Joints nearer than this share of their radius are one. */
#define ONE_JOINT 0.8f

/* ---- Distances ------------------------------------------------------------------------------------------------------ */

static void relax(const vvi_mask *m, float *radius, int32_t cell, int32_t step)
{
    static const struct {
        int32_t x, y;
        float length;
    } ways[8] = {{-1, 0, 1.0f},      {0, -1, 1.0f},     {-1, -1, 1.41421f}, {1, -1, 1.41421f},
                 {-2, -1, 2.23607f}, {2, -1, 2.23607f}, {-1, -2, 2.23607f}, {1, -2, 2.23607f}};
    int32_t x = cell % m->width, y = cell / m->width;
    for (uint32_t i = 0; i < 8; i++) {
        int32_t nx = x + step * ways[i].x, ny = y + step * ways[i].y;
        float beyond = nx >= 0 && ny >= 0 && nx < m->width && ny < m->height ? radius[ny * m->width + nx] : 0.0f;
        radius[cell] = vvi_min(radius[cell], beyond + ways[i].length);
    }
}

static void measure(const vvi_mask *m, vvi_skeleton *s)
{
    int32_t count = m->width * m->height;
    for (int32_t i = 0; i < count; i++)
        s->radius[i] = m->cells[i] ? 1e9f : 0.0f;
    for (int32_t i = 0; i < count; i++)
        if (m->cells[i])
            relax(m, s->radius, i, 1);
    for (int32_t i = count; i-- > 0;)
        if (m->cells[i])
            relax(m, s->radius, i, -1);
    for (int32_t i = 0; i < count; i++)
        if (s->radius[i] > s->radius[s->deepest])
            s->deepest = i;
}

/* ---- Thinning ------------------------------------------------------------------------------------------------------- */

/* The eight cells around one, clockwise from above. The rim keeps them inside. */
static void around(const vvi_mask *m, int32_t cell, int32_t *out)
{
    const int32_t w = m->width, ways[8] = {-w, -w + 1, 1, w + 1, w, w - 1, -1, -w - 1};
    for (uint32_t i = 0; i < 8; i++)
        out[i] = cell + ways[i];
}

/* How often the ring of neighbours goes from empty to set; *count of those that are set. */
static uint32_t crossings(const vvi_skeleton *s, int32_t cell, uint32_t *count)
{
    int32_t ring[8];
    uint32_t changes = 0;
    around(s->mask, cell, ring);
    *count = 0;
    for (uint32_t i = 0; i < 8; i++) {
        changes += !s->bone[ring[i]] && s->bone[ring[(i + 1) % 8]];
        *count += s->bone[ring[i]];
    }
    return changes;
}

static bool is_thinned(const vvi_skeleton *s, int32_t cell, uint32_t pass)
{
    int32_t p[8];
    uint32_t count = 0;
    if (crossings(s, cell, &count) != 1 || count < 2 || count > 6)
        return false;
    around(s->mask, cell, p);
    const uint8_t *b = s->bone;
    if (pass == 0)
        return !(b[p[0]] && b[p[2]] && b[p[4]]) && !(b[p[2]] && b[p[4]] && b[p[6]]);
    return !(b[p[0]] && b[p[2]] && b[p[6]]) && !(b[p[0]] && b[p[4]] && b[p[6]]);
}

static void thin(vvi_skeleton *s, int32_t *list)
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

/* ---- Pruning -------------------------------------------------------------------------------------------------------- */

static bool is_joint(const vvi_skeleton *s, int32_t cell)
{
    uint32_t count;
    return crossings(s, cell, &count) >= 3;
}

static bool is_end(const vvi_skeleton *s, int32_t cell)
{
    uint32_t count;
    return crossings(s, cell, &count) == 1 && count <= 2;
}

static float step_length(const vvi_mask *m, int32_t a, int32_t b)
{
    return a % m->width != b % m->width && a / m->width != b / m->width ? 1.41421f : 1.0f;
}

/* The set neighbour that is not on the way already; straight ones first. VV_NONE-like −1 where there is none. */
static int32_t onward(const vvi_skeleton *s, int32_t cell, const uint8_t *seen)
{
    int32_t ring[8];
    around(s->mask, cell, ring);
    for (uint32_t start = 0; start < 2; start++)
        for (uint32_t i = start; i < 8; i += 2)
            if (s->bone[ring[i]] && !seen[ring[i]])
                return ring[i];
    return -1;
}

/* From an end to the first joint: way[] in order, the joint not among them. */
static uint32_t trace_end(const vvi_skeleton *s, int32_t end, uint8_t *seen, int32_t *way, int32_t *joint)
{
    uint32_t count = 0;
    int32_t at = end;
    *joint = -1;
    while (at >= 0 && *joint < 0) {
        way[count++] = at;
        seen[at] = 1;
        at = onward(s, at, seen);
        if (at >= 0 && is_joint(s, at))
            *joint = at;
    }
    for (uint32_t i = 0; i < count; i++)
        seen[way[i]] = 0;
    return count;
}

static float way_length(const vvi_mask *m, const int32_t *way, uint32_t count, int32_t joint)
{
    float length = 0.0f;
    for (uint32_t i = 0; i < count; i++)
        length += step_length(m, way[i], i + 1 < count ? way[i + 1] : joint);
    return length;
}

/* Drops the branch that protrudes least, until all protrude enough. */
static void prune(vvi_skeleton *s, uint8_t *seen, int32_t *way)
{
    int32_t cells = s->mask->width * s->mask->height;
    float smallest = LENGTH * (float)(s->mask->width > s->mask->height ? s->mask->width : s->mask->height);
    for (;;) {
        float least = PROTRUSION;
        int32_t worst = -1, joint = -1;
        for (int32_t i = 0; i < cells; i++) {
            if (!s->bone[i] || !is_end(s, i))
                continue;
            uint32_t count = trace_end(s, i, seen, way, &joint);
            if (joint < 0)
                continue;
            float out = way_length(s->mask, way, count, joint) + s->radius[i] - s->radius[joint];
            float share = vvi_min(out / s->radius[joint], PROTRUSION * out / smallest);
            if (share < least) {
                least = share;
                worst = i;
            }
        }
        if (worst < 0)
            return;
        uint32_t count = trace_end(s, worst, seen, way, &joint);
        for (uint32_t i = 0; i < count; i++)
            s->bone[way[i]] = 0;
        thin(s, way); /* what was a joint may be a corner now */
    }
}

/* ---- The graph ------------------------------------------------------------------------------------------------------- */

static void add_node(vvi_skeleton *s, int32_t cell, uint32_t *owner)
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

/* Follows the skeleton from a node's cell until another node's. */
static void trace_branch(vvi_skeleton *s, int32_t start, int32_t first, const uint32_t *owner, uint8_t *seen,
                         uint32_t *used)
{
    vvi_skeleton_branch *branch = &s->branches[s->branch_count];
    *branch = (vvi_skeleton_branch){.from = owner[start] - 1, .to = VV_NONE, .first = *used};
    int32_t before = start, at = first;
    seen[start] = 1;
    while (at >= 0 && !owner[at]) {
        branch->length += step_length(s->mask, before, at);
        branch->radius += s->radius[at];
        s->path[(*used)++] = at;
        seen[at] = 1;
        before = at;
        at = onward(s, at, seen);
    }
    seen[start] = 0;
    branch->count = *used - branch->first;
    if (at < 0)
        return;
    branch->to = owner[at] - 1;
    branch->length += step_length(s->mask, before, at);
    branch->radius = branch->count ? branch->radius / (float)branch->count : s->radius[at];
    if (branch->to == branch->from && branch->count < 6)
        return;
    s->nodes[branch->from].degree++;
    s->nodes[branch->to].degree++;
    s->branch_count++;
}

static void make_graph(vvi_skeleton *s, uint8_t *seen, uint32_t *owner)
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
        around(s->mask, i, ring);
        for (uint32_t k = 0; k < 8; k++)
            if (s->bone[ring[k]] && !owner[ring[k]] && !seen[ring[k]])
                trace_branch(s, i, ring[k], owner, seen, &used);
    }
}

bool vvi_skeleton_make(const vvi_mask *mask, vvi_arena *arena, vvi_skeleton *out)
{
    size_t cells = (size_t)mask->width * (size_t)mask->height;
    *out = (vvi_skeleton){.mask = mask};
    out->radius = vvi_arena_take(arena, cells, sizeof *out->radius);
    out->bone = vvi_arena_take(arena, cells, 1);
    out->nodes = vvi_arena_take(arena, cells, sizeof *out->nodes);
    out->branches = vvi_arena_take(arena, cells, sizeof *out->branches);
    out->path = vvi_arena_take(arena, cells, sizeof *out->path);
    uint8_t *seen = vvi_arena_take(arena, cells, 1);
    uint32_t *owner = vvi_arena_take(arena, cells, sizeof *owner);
    int32_t *way = vvi_arena_take(arena, cells + 1, sizeof *way);
    if (!out->radius || !out->bone || !out->nodes || !out->branches || !out->path || !seen || !owner || !way)
        return false;
    memcpy(out->bone, mask->cells, cells);
    measure(mask, out);
    thin(out, way);
    prune(out, seen, way);
    make_graph(out, seen, owner);
    return true;
}
