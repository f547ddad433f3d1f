/* Chooses which handles are held while something is grabbed and the artist has pinned nothing, so that a first drag
 * bends the drawing instead of carrying it away.
 *
 * Two handles are neighbours if the regions that they move most are adjacent; the graph is a tree for a drawing of
 * limbs, and a mesh for a blob. Removing the grabbed handle splits it into branches. The branch that moves the
 * largest area is the body; all others are attached to the grabbed handle and follow it. In the body
 *
 * - a limb bends up to where it grows from: a chain of neighbours is free up to the first handle with three or more
 *   neighbours, which is held with everything beyond it: a hand moves forearm and upper arm, but the shoulder is
 *   held;
 * - if the grabbed handle has several neighbours, or the chain ends without such a handle, the neighbours are free,
 *   and handles two or more steps away are held; the whole body if there are none so far away.
 *
 * A bone that is rotated by its end moves what is attached to that end; everything else is held. If only one handle
 * is held, its rotation is held too, because otherwise the drawing would swing about it. Components that share no
 * mesh with what is grabbed stay as they are. */
#include "figure.h"

#include <string.h>

/* ---- Neighbours ------------------------------------------------------------------------------------------------ */

static uint32_t find_strongest(const float *row, uint32_t count)
{
    uint32_t best = 0;
    for (uint32_t h = 1; h < count; h++)
        if (row[h] > row[best])
            best = h;
    return best;
}

static void join_components(vvi_figure *f, uint32_t a, uint32_t b)
{
    uint32_t low = f->components[a] < f->components[b] ? f->components[a] : f->components[b];
    uint32_t high = f->components[a] < f->components[b] ? f->components[b] : f->components[a];
    for (uint32_t h = 0; low != high && h < f->pose_state->handle_count; h++)
        if (f->components[h] == high)
            f->components[h] = low;
}

/* All handles with weight at a vertex are in one component with the strongest one there; so are neighbours. */
static void visit_vertex(vvi_figure *f, uint32_t v, float area, uint32_t *strongest)
{
    uint32_t count = f->pose_state->handle_count;
    const float *row = f->body->weights + (size_t)v * count;
    strongest[v] = find_strongest(row, count);
    for (uint32_t h = 0; h < count; h++) {
        f->moved_area[h] += area * row[h];
        if (row[h] > 0.0f)
            join_components(f, h, strongest[v]);
    }
}

static void visit_triangle(vvi_figure *f, const uint32_t *corners, const uint32_t *strongest)
{
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t a = strongest[corners[i]], b = strongest[corners[(i + 1) % 3]];
        if (a != b)
            f->neighbours[a * f->pose_state->handle_count + b] = f->neighbours[b * f->pose_state->handle_count + a] = 1;
        join_components(f, a, b);
    }
}

bool vvi_hold_prepare(vvi_figure *f, const vv_allocator *allocator)
{
    const vv_mesh *mesh = &f->body->mesh;
    uint32_t *strongest = vvi_allocate(allocator, mesh->vertex_count, sizeof *strongest);
    float *areas = vvi_allocate_zeroed(allocator, mesh->vertex_count, sizeof *areas);
    for (uint32_t h = 0; h < f->pose_state->handle_count; h++)
        f->components[h] = h;
    if (strongest && areas) {
        for (uint32_t i = 0; i < 3 * mesh->triangle_count; i++) {
            const uint32_t *t = mesh->triangles + i / 3 * 3;
            vv_vec2 a = mesh->positions[t[0]], b = mesh->positions[t[1]], c = mesh->positions[t[2]];
            areas[mesh->triangles[i]] += fabsf(vv_vec2_cross(vv_vec2_sub(b, a), vv_vec2_sub(c, a))) / 6.0f;
        }
        for (uint32_t v = 0; v < mesh->vertex_count; v++)
            visit_vertex(f, v, areas[v], strongest);
        for (uint32_t t = 0; t < mesh->triangle_count; t++)
            visit_triangle(f, mesh->triangles + 3 * (size_t)t, strongest);
    }
    bool ok = strongest && areas;
    vvi_release(allocator, strongest, mesh->vertex_count, sizeof *strongest);
    vvi_release(allocator, areas, mesh->vertex_count, sizeof *areas);
    return ok;
}

/* ---- Branches -------------------------------------------------------------------------------------------------- */

typedef struct handle_graph {
    const vvi_figure *figure;
    uint32_t count, grabbed;
    uint8_t branch[VV_RIG_MAX_HANDLES]; /* 0: the grabbed handle, or of another component; else 1, 2, … */
    uint8_t branches;
} handle_graph;

static bool are_neighbours(const handle_graph *n, uint32_t a, uint32_t b)
{
    return n->figure->neighbours[a * n->count + b] != 0;
}

/* Numbers everything that is reachable from `first` without passing the grabbed handle as the next branch. */
static void flood_branch(handle_graph *n, uint32_t first)
{
    uint32_t queue[VV_RIG_MAX_HANDLES], length = 0;
    n->branch[first] = ++n->branches;
    queue[length++] = first;
    for (uint32_t i = 0; i < length; i++)
        for (uint32_t h = 0; h < n->count; h++)
            if (h != n->grabbed && !n->branch[h] && are_neighbours(n, queue[i], h)) {
                n->branch[h] = n->branches;
                queue[length++] = h;
            }
}

static void find_branches(handle_graph *n)
{
    for (uint32_t h = 0; h < n->count && n->branches < UINT8_MAX; h++)
        if (h != n->grabbed && !n->branch[h] && n->figure->components[h] == n->figure->components[n->grabbed])
            flood_branch(n, h);
}

/* The branch that moves the largest area. */
static uint8_t find_body(const handle_graph *n)
{
    double best = -1.0;
    uint8_t body = 0;
    for (uint8_t b = 1; b <= n->branches && b; b++) {
        double area = 0.0;
        for (uint32_t h = 0; h < n->count; h++)
            area += n->branch[h] == b ? (double)n->figure->moved_area[h] : 0.0;
        if (area > best) {
            best = area;
            body = b;
        }
    }
    return body;
}

static uint32_t count_neighbours(const handle_graph *n, uint32_t h, uint8_t branch, uint32_t *last)
{
    uint32_t count = 0;
    for (uint32_t k = 0; k < n->count; k++)
        if (are_neighbours(n, h, k) && (branch == 0 || n->branch[k] == branch)) {
            count++;
            *last = k;
        }
    return count;
}

/* Frees the chain of handles between the grabbed one and the first with three neighbours; false if there is none. */
static bool free_limb(const handle_graph *n, uint8_t body, uint8_t *held)
{
    uint32_t before = n->grabbed, at = VV_NONE, unused = 0;
    if (count_neighbours(n, n->grabbed, body, &at) != 1)
        return false;
    while (count_neighbours(n, at, 0, &unused) == 2) {
        uint32_t next = at;
        for (uint32_t k = 0; k < n->count; k++)
            if (are_neighbours(n, at, k) && k != before)
                next = k;
        held[at] = 0;
        before = at;
        at = next;
        if (at == n->grabbed)
            return false;
    }
    return count_neighbours(n, at, 0, &unused) >= 3;
}

static void hold_body(const handle_graph *n, uint8_t body, uint8_t *held)
{
    for (uint32_t h = 0; h < n->count; h++)
        held[h] = n->branch[h] == body ? 1 : held[h];
}

static void hold_far_body(const handle_graph *n, uint8_t body, uint8_t *held)
{
    bool any = false;
    for (uint32_t h = 0; h < n->count; h++) {
        if (n->branch[h] != body)
            continue;
        held[h] = !are_neighbours(n, n->grabbed, h);
        any = any || held[h];
    }
    if (!any)
        hold_body(n, body, held);
}

/* ---- Choices --------------------------------------------------------------------------------------------------- */

static float distance_to(vv_vec2 p, const vv_handle *handle)
{
    vv_vec2 along = vv_vec2_sub(handle->to, handle->from), to = vv_vec2_sub(p, handle->from);
    float length2 = vv_vec2_dot(along, along);
    float t = length2 > 0.0f ? vvi_clamp(vv_vec2_dot(to, along) / length2, 0.0f, 1.0f) : 0.0f;
    return vv_vec2_distance(p, vv_vec2_lerp(handle->from, handle->to, t));
}

/* Branches attached at the end of the bone follow it; those attached at its beginning are held. */
static void hold_for_rotation(const handle_graph *n, uint8_t *held)
{
    const vv_handle *bone = &n->figure->rest_handles[n->grabbed];
    for (uint32_t b = 1; b <= n->branches; b++) {
        float to_end = INFINITY, to_beginning = INFINITY;
        for (uint32_t h = 0; h < n->count; h++) {
            if (n->branch[h] != b || !are_neighbours(n, n->grabbed, h))
                continue;
            to_end = vvi_min(to_end, distance_to(bone->to, &n->figure->rest_handles[h]));
            to_beginning = vvi_min(to_beginning, distance_to(bone->from, &n->figure->rest_handles[h]));
        }
        for (uint32_t h = 0; to_beginning <= to_end && h < n->count; h++)
            held[h] = n->branch[h] == b ? 1 : held[h];
    }
}

static void hold_single_rotation(const handle_graph *n, bool rotating, uint8_t *held)
{
    uint32_t held_count = 0, last = 0;
    for (uint32_t h = 0; h < n->count; h++)
        if (held[h] && n->figure->components[h] == n->figure->components[n->grabbed]) {
            held_count++;
            last = h;
        }
    if (held_count == 1 && !rotating)
        held[last] = 2;
}

static void choose_held(handle_graph *n, bool rotating, uint8_t *held)
{
    find_branches(n);
    uint8_t body = find_body(n); /* 0: the grabbed handle is the only one of its component */
    if (rotating) {
        hold_for_rotation(n, held);
    } else if (body) {
        hold_body(n, body, held);
        if (!free_limb(n, body, held))
            hold_far_body(n, body, held);
    }
    hold_single_rotation(n, rotating, held);
}

/* Whether a component has a held or grabbed handle; one without would fall back to rest. */
static bool is_anchored(const handle_graph *n, uint32_t part, const uint8_t *held)
{
    for (uint32_t h = 0; h < n->count; h++)
        if (n->figure->components[h] == part && (held[h] || h == n->grabbed))
            return true;
    return false;
}

void vvi_hold_choose_held(const vvi_figure *figure, uint32_t handle, bool rotating, uint8_t *held)
{
    handle_graph n = {.figure = figure, .count = figure->pose_state->handle_count, .grabbed = handle};
    bool pinned = false;
    for (uint32_t h = 0; h < n.count; h++) {
        held[h] = h == handle ? 0 : figure->pose_state->pins[h];
        pinned = pinned || (held[h] && figure->components[h] == figure->components[handle]);
    }
    if (!pinned)
        choose_held(&n, rotating, held);
    bool is_loose[VV_RIG_MAX_HANDLES];
    for (uint32_t h = 0; h < n.count; h++)
        is_loose[h] = !is_anchored(&n, figure->components[h], held);
    for (uint32_t h = 0; h < n.count; h++)
        held[h] = is_loose[h] ? 2 : held[h];
}
