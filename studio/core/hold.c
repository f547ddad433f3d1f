/* What stays while something is grabbed and the artist has pinned nothing, so that a first drag bends the drawing instead of
 * carrying it off.
 *
 * Handles are neighbours where the regions that each moves most lie side by side; a drawing of limbs is then a tree, a blob
 * a net. Without the grabbed handle the net falls into branches. The branch that moves most is the body, all others hang on
 * the grabbed handle and come along. In the body
 *
 * - a limb bends up to where it grows from: neighbours in a row are free up to the first that has three or more, which stays
 *   with all beyond it: a hand takes forearm and upper arm along, the shoulder stays;
 * - where several neighbours surround the grabbed handle, or the row ends without such a one, those next to it are free, and
 *   those two or more steps away stay; all of the body where there are none so far.
 *
 * A bone that is turned by its end takes along what hangs on that end, and all else stays. Where a single handle stays, its
 * turn stays too: the drawing would swing about it. Parts that share no mesh with what is grabbed stay as they are. */
#include "figure.h"

#include <string.h>

/* ---- Neighbours ------------------------------------------------------------------------------------------------------ */

static uint32_t strongest(const float *row, uint32_t count)
{
    uint32_t best = 0;
    for (uint32_t h = 1; h < count; h++)
        if (row[h] > row[best])
            best = h;
    return best;
}

static void join_parts(vvi_figure *f, uint32_t a, uint32_t b)
{
    uint32_t low = f->parts[a] < f->parts[b] ? f->parts[a] : f->parts[b];
    uint32_t high = f->parts[a] < f->parts[b] ? f->parts[b] : f->parts[a];
    for (uint32_t h = 0; low != high && h < f->stance->handle_count; h++)
        if (f->parts[h] == high)
            f->parts[h] = low;
}

/* Every handle with a say at a vertex is of one part with the strongest there; so are neighbours. */
static void visit_vertex(vvi_figure *f, uint32_t v, float area, uint32_t *most)
{
    uint32_t count = f->stance->handle_count;
    const float *row = f->body->weights + (size_t)v * count;
    most[v] = strongest(row, count);
    for (uint32_t h = 0; h < count; h++) {
        f->reach[h] += area * row[h];
        if (row[h] > 0.0f)
            join_parts(f, h, most[v]);
    }
}

static void visit_triangle(vvi_figure *f, const uint32_t *corners, const uint32_t *most)
{
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t a = most[corners[i]], b = most[corners[(i + 1) % 3]];
        if (a != b)
            f->near[a * f->stance->handle_count + b] = f->near[b * f->stance->handle_count + a] = 1;
        join_parts(f, a, b);
    }
}

bool vvi_hold_prepare(vvi_figure *f, const vv_allocator *allocator)
{
    const vv_mesh *mesh = &f->body->mesh;
    uint32_t *most = vvi_allocate(allocator, mesh->vertex_count, sizeof *most);
    float *areas = vvi_allocate_zeroed(allocator, mesh->vertex_count, sizeof *areas);
    for (uint32_t h = 0; h < f->stance->handle_count; h++)
        f->parts[h] = h;
    if (most && areas) {
        for (uint32_t i = 0; i < 3 * mesh->triangle_count; i++) {
            const uint32_t *t = mesh->triangles + i / 3 * 3;
            vv_vec2 a = mesh->positions[t[0]], b = mesh->positions[t[1]], c = mesh->positions[t[2]];
            areas[mesh->triangles[i]] += fabsf(vv_vec2_cross(vv_vec2_sub(b, a), vv_vec2_sub(c, a))) / 6.0f;
        }
        for (uint32_t v = 0; v < mesh->vertex_count; v++)
            visit_vertex(f, v, areas[v], most);
        for (uint32_t t = 0; t < mesh->triangle_count; t++)
            visit_triangle(f, mesh->triangles + 3 * (size_t)t, most);
    }
    bool there = most && areas;
    vvi_release(allocator, most, mesh->vertex_count, sizeof *most);
    vvi_release(allocator, areas, mesh->vertex_count, sizeof *areas);
    return there;
}

/* ---- Branches -------------------------------------------------------------------------------------------------------- */

typedef struct net {
    const vvi_figure *figure;
    uint32_t count, grabbed;
    uint8_t branch[VV_RIG_MAX_HANDLES]; /* 0: the grabbed handle, or of another part; else 1, 2, … */
    uint8_t branches;
} net;

static bool is_near(const net *n, uint32_t a, uint32_t b) { return n->figure->near[a * n->count + b] != 0; }

/* Gives everything reachable from `first`, but not through the grabbed handle, the next number. */
static void spread(net *n, uint32_t first)
{
    uint32_t queue[VV_RIG_MAX_HANDLES], length = 0;
    n->branch[first] = ++n->branches;
    queue[length++] = first;
    for (uint32_t i = 0; i < length; i++)
        for (uint32_t h = 0; h < n->count; h++)
            if (h != n->grabbed && !n->branch[h] && is_near(n, queue[i], h)) {
                n->branch[h] = n->branches;
                queue[length++] = h;
            }
}

static void find_branches(net *n)
{
    for (uint32_t h = 0; h < n->count && n->branches < UINT8_MAX; h++)
        if (h != n->grabbed && !n->branch[h] && n->figure->parts[h] == n->figure->parts[n->grabbed])
            spread(n, h);
}

/* The branch that moves the largest area. */
static uint8_t find_body(const net *n)
{
    double best = -1.0;
    uint8_t body = 0;
    for (uint8_t b = 1; b <= n->branches && b; b++) {
        double area = 0.0;
        for (uint32_t h = 0; h < n->count; h++)
            area += n->branch[h] == b ? (double)n->figure->reach[h] : 0.0;
        if (area > best) {
            best = area;
            body = b;
        }
    }
    return body;
}

static uint32_t count_near(const net *n, uint32_t h, uint8_t branch, uint32_t *last)
{
    uint32_t count = 0;
    for (uint32_t k = 0; k < n->count; k++)
        if (is_near(n, h, k) && (branch == 0 || n->branch[k] == branch)) {
            count++;
            *last = k;
        }
    return count;
}

/* Frees the row of handles between the grabbed one and the first with three neighbours. False where there is none such. */
static bool free_limb(const net *n, uint8_t body, uint8_t *stays)
{
    uint32_t before = n->grabbed, at = VV_NONE, unused = 0;
    if (count_near(n, n->grabbed, body, &at) != 1)
        return false;
    while (count_near(n, at, 0, &unused) == 2) {
        uint32_t next = at;
        for (uint32_t k = 0; k < n->count; k++)
            if (is_near(n, at, k) && k != before)
                next = k;
        stays[at] = 0;
        before = at;
        at = next;
        if (at == n->grabbed)
            return false;
    }
    return count_near(n, at, 0, &unused) >= 3;
}

static void hold_body(const net *n, uint8_t body, uint8_t *stays)
{
    for (uint32_t h = 0; h < n->count; h++)
        stays[h] = n->branch[h] == body ? 1 : stays[h];
}

static void hold_far_body(const net *n, uint8_t body, uint8_t *stays)
{
    bool any = false;
    for (uint32_t h = 0; h < n->count; h++) {
        if (n->branch[h] != body)
            continue;
        stays[h] = !is_near(n, n->grabbed, h);
        any = any || stays[h];
    }
    if (!any)
        hold_body(n, body, stays);
}

/* ---- Choices --------------------------------------------------------------------------------------------------------- */

static float distance_to(vv_vec2 p, const vv_handle *handle)
{
    vv_vec2 along = vv_vec2_sub(handle->to, handle->from), to = vv_vec2_sub(p, handle->from);
    float length2 = vv_vec2_dot(along, along);
    float t = length2 > 0.0f ? vvi_clamp(vv_vec2_dot(to, along) / length2, 0.0f, 1.0f) : 0.0f;
    return vv_vec2_distance(p, vv_vec2_mix(handle->from, handle->to, t));
}

/* Branches whose way to the bone comes in at its end come along; those at its beginning stay. */
static void hold_turning(const net *n, uint8_t *stays)
{
    const vv_handle *bone = &n->figure->rest_handles[n->grabbed];
    for (uint32_t b = 1; b <= n->branches; b++) {
        float to_end = INFINITY, to_beginning = INFINITY;
        for (uint32_t h = 0; h < n->count; h++) {
            if (n->branch[h] != b || !is_near(n, n->grabbed, h))
                continue;
            to_end = vvi_min(to_end, distance_to(bone->to, &n->figure->rest_handles[h]));
            to_beginning = vvi_min(to_beginning, distance_to(bone->from, &n->figure->rest_handles[h]));
        }
        for (uint32_t h = 0; to_beginning <= to_end && h < n->count; h++)
            stays[h] = n->branch[h] == b ? 1 : stays[h];
    }
}

static void hold_alone(const net *n, bool turning, uint8_t *stays)
{
    uint32_t held = 0, last = 0;
    for (uint32_t h = 0; h < n->count; h++)
        if (stays[h] && n->figure->parts[h] == n->figure->parts[n->grabbed]) {
            held++;
            last = h;
        }
    if (held == 1 && !turning)
        stays[last] = 2;
}

static void choose_for_artist(net *n, bool turning, uint8_t *stays)
{
    find_branches(n);
    uint8_t body = find_body(n); /* 0: the grabbed handle is alone, and carries all of its part */
    if (turning) {
        hold_turning(n, stays);
    } else if (body) {
        hold_body(n, body, stays);
        if (!free_limb(n, body, stays))
            hold_far_body(n, body, stays);
    }
    hold_alone(n, turning, stays);
}

/* Whether a part has something that stays, or is grabbed: one that has not would fall back to rest. */
static bool is_anchored(const net *n, uint32_t part, const uint8_t *stays)
{
    for (uint32_t h = 0; h < n->count; h++)
        if (n->figure->parts[h] == part && (stays[h] || h == n->grabbed))
            return true;
    return false;
}

void vvi_hold_choose(const vvi_figure *figure, uint32_t handle, bool turning, uint8_t *stays)
{
    net n = {.figure = figure, .count = figure->stance->handle_count, .grabbed = handle};
    bool pinned = false;
    for (uint32_t h = 0; h < n.count; h++) {
        stays[h] = h == handle ? 0 : figure->stance->pins[h];
        pinned = pinned || (stays[h] && figure->parts[h] == figure->parts[handle]);
    }
    if (!pinned)
        choose_for_artist(&n, turning, stays);
    bool loose[VV_RIG_MAX_HANDLES];
    for (uint32_t h = 0; h < n.count; h++)
        loose[h] = !is_anchored(&n, figure->parts[h], stays);
    for (uint32_t h = 0; h < n.count; h++)
        stays[h] = loose[h] ? 2 : stays[h];
}
