/* Chooses which points of a dense loop become corners of the mesh's outline.
 *
 * They are a shortest path round the loop. An edge from point i to point j is allowed if it stays near every dense
 * point between; the allowed directions form a cone that only narrows as j advances (Williams 1978). An edge costs 1
 * + L², where its length L is measured in the spacing wanted there: the cost per length is least at L = 1, and
 * because it is convex, neighbouring edges become alike. */
#include "outline.h"

#include <string.h>

#define LONGEST 1.5f  /* edges, in wanted spacings */
#define SHORT   0.45f /* edges shorter than this share of the spacing are removed where possible */
#define GRADING 0.3f  /* largest change of spacing per length along the loop */

typedef struct vector {
    float x, y;
} vector;

/* The loop being simplified; it starts at a point that is always a corner. */
typedef struct shortest_path {
    const vvi_outline_point *points; /* [n] the loop as traced */
    uint32_t n, first;
    float *size;       /* [n] wanted spacing, grid units; in the order of travel */
    float *arc_length; /* [n + 1] length so far, in spacings */
    float *cost;       /* [n + 1] of the best path to this point */
    uint32_t *before;  /* [n + 1] the previous corner on that path */
    float thin_spacing;
    /* How far outside of the dense points an edge may pass, grid units: usually, and where it replaces a short edge. */
    float outer, outer_short;
} shortest_path;

static const vvi_outline_point *point_of(const shortest_path *p, uint32_t i)
{
    uint32_t at = p->first + i;
    return &p->points[at < p->n ? at : at - p->n];
}

static vector difference(vvi_grid_point a, vvi_grid_point b)
{
    return (vector){(float)(b.x - a.x), (float)(b.y - a.y)};
}
static float length(vector v) { return sqrtf(v.x * v.x + v.y * v.y); }
static float dot(vector a, vector b) { return a.x * b.x + a.y * b.y; }
static float cross(vector a, vector b) { return a.x * b.y - a.y * b.x; }

/* The point furthest from the centroid of the loop, which is always a tip. */
static uint32_t find_furthest(const vvi_outline_point *points, uint32_t n)
{
    double x = 0.0, y = 0.0, most = -1.0;
    uint32_t best = 0;
    for (uint32_t i = 0; i < n; ++i)
        x += points[i].at.x, y += points[i].at.y;
    x /= n, y /= n;
    for (uint32_t i = 0; i < n; ++i) {
        double dx = points[i].at.x - x, dy = points[i].at.y - y, far = dx * dx + dy * dy;
        if (far > most)
            most = far, best = i;
    }
    return best;
}

/* Sets the wanted spacing from the width of the drawing, then limits its gradient: twice round in both directions. */
static void set_sizes(shortest_path *p, float spacing)
{
    uint32_t n = p->n;
    for (uint32_t i = 0; i < n; ++i)
        p->size[i] = vvi_min(spacing, p->thin_spacing * point_of(p, i)->width);
    for (uint32_t k = 1; k < 2 * n; ++k) {
        uint32_t i = k % n, j = (k - 1) % n;
        float gap = length(difference(point_of(p, i)->at, point_of(p, j)->at));
        p->size[i] = vvi_min(p->size[i], p->size[j] + GRADING * gap);
    }
    for (uint32_t k = 2 * n - 1; k > 0; --k) {
        uint32_t i = k % n, j = (k - 1) % n;
        float gap = length(difference(point_of(p, i)->at, point_of(p, j)->at));
        p->size[j] = vvi_min(p->size[j], p->size[i] + GRADING * gap);
    }
}

/* The directions that an edge may take. All are within 90° of `ahead`, the direction of the first point that was far
 * enough to limit them; so angles between them are below 180° and cross products compare them. A zero vector is
 * unset. */
typedef struct cone {
    vector ahead, left, right;
} cone;

static bool is_set(vector v) { return v.x != 0.0f || v.y != 0.0f; }

static bool cone_contains(const cone *c, vector v)
{
    return (!is_set(c->ahead) || dot(c->ahead, v) > 0.0f) && (!is_set(c->left) || cross(c->left, v) <= 0.0f) &&
           (!is_set(c->right) || cross(c->right, v) >= 0.0f);
}

/* `v` turned to the left by the angle whose sine is `sine`. */
static vector rotate_left(vector v, float sine)
{
    float cosine = sqrtf(vvi_max(0.0f, 1.0f - sine * sine));
    return (vector){v.x * cosine - v.y * sine, v.y * cosine + v.x * sine};
}

/* Moves a bound of the cone inwards if the new one is further in; `way` is 1 for the left bound and −1 for the right
 * one. False if no direction is left. */
static bool tighten_bound(const cone *c, vector *bound, vector v, float way)
{
    if (dot(c->ahead, v) <= 0.0f)
        return way * cross(c->ahead, v) > 0.0f; /* more than 90° away: no bound, or no direction left */
    if (!is_set(*bound) || way * cross(*bound, v) < 0.0f)
        *bound = v;
    return true;
}

/* Limits the cone so that edges pass at most `inner` to the left of the point at v and `outer` to its right. False if
 * no edge can. */
static bool narrow_cone(cone *c, vector v, float inner, float outer)
{
    float far = length(v);
    if (far <= inner && far <= outer)
        return true;
    if (!is_set(c->ahead))
        c->ahead = v;
    if (dot(c->ahead, v) <= 0.0f)
        return false; /* the loop turns back */
    if (far > inner && !tighten_bound(c, &c->left, rotate_left(v, inner / far), 1.0f))
        return false;
    if (far > outer && !tighten_bound(c, &c->right, rotate_left(v, -outer / far), -1.0f))
        return false;
    return !is_set(c->left) || !is_set(c->right) || cross(c->right, c->left) >= 0.0f;
}

/* Where edges are much longer than a sample, only every second or fourth dense point is a candidate. */
static bool may_be_corner(const shortest_path *p, uint32_t i)
{
    if (i == p->n)
        return true;
    uint32_t stride = p->size[i] > 32.0f * VVI_GRID ? 4 : p->size[i] > 10.0f * VVI_GRID ? 2 : 1;
    return i % stride == 0;
}

/* Relaxes all edges that start at corner i. The shortest is always allowed; vvi_outline_untangle mends it if need
 * be. */
static void relax_edges(shortest_path *p, uint32_t i)
{
    const vvi_outline_point *from = point_of(p, i);
    cone c = {{0.0f, 0.0f}, {0.0f, 0.0f}, {0.0f, 0.0f}};
    float furthest_yet = 0.0f;
    bool shortest = true, possible = true;
    for (uint32_t j = i + 1; j <= p->n; ++j) {
        const vvi_outline_point *to = point_of(p, j);
        vector v = difference(from->at, to->at);
        float far = length(v);
        if (!shortest && p->arc_length[j] - p->arc_length[i] > LONGEST)
            return;
        if (may_be_corner(p, j)) {
            /* A loop that goes beyond the edge's end and comes back is not near the edge. */
            bool near = shortest || (cone_contains(&c, v) && furthest_yet <= far && far > 0.0f);
            float straight = far / vvi_max(1.0f, p->size[j < p->n ? j : 0] + p->size[i]) * 2.0f;
            float cost = p->cost[i] + 1.0f + straight * straight;
            if (near && cost < p->cost[j])
                p->cost[j] = cost, p->before[j] = i;
            shortest = false;
        }
        furthest_yet = vvi_max(furthest_yet, far - 0.5f * to->room);
        possible = possible && narrow_cone(&c, v, to->room, vvi_min(p->outer, to->outer));
        if (!shortest && !possible)
            return;
    }
}

static void find_path(shortest_path *p)
{
    p->arc_length[0] = 0.0f;
    for (uint32_t i = 1; i <= p->n; ++i) {
        float gap = length(difference(point_of(p, i - 1)->at, point_of(p, i)->at));
        p->arc_length[i] = p->arc_length[i - 1] + gap / p->size[i < p->n ? i : 0];
        p->cost[i] = 3.0e38f;
    }
    p->cost[0] = 0.0f;
    for (uint32_t i = 0; i < p->n; ++i)
        if (may_be_corner(p, i))
            relax_edges(p, i);
}

/* ---- Short edges ----------------------------------------------------------------------------------------------- */

static uint32_t next_kept(const shortest_path *p, uint32_t i, uint32_t by)
{
    do
        i = (i + by) % p->n;
    while (!point_of(p, i)->kept);
    return i;
}

/* How far outside of the dense points between two corners a straight edge would pass; 1e30 if it would cut inside
 * them by more than their room, or if they project beyond its ends. */
static float overshoot(const shortest_path *p, uint32_t from, uint32_t to)
{
    vector u = difference(point_of(p, from)->at, point_of(p, to)->at);
    float far = length(u), most = 0.0f;
    for (uint32_t i = (from + 1) % p->n; i != to && most < 1e30f; i = (i + 1) % p->n) {
        vector v = difference(point_of(p, from)->at, point_of(p, i)->at);
        float outside = cross(u, v) / far, along = (u.x * v.x + u.y * v.y) / far;
        float room = point_of(p, i)->room;
        bool fits = far > 0.0f && -outside <= room && along >= -0.5f * room && along <= far + 0.5f * room;
        most = fits ? vvi_max(most, outside) : 1e30f;
    }
    return most;
}

/* The bottom of a narrow notch has a short edge that would cause small triangles all around. Passing outside of it
 * costs only a few transparent pixels, so one of its ends is dropped. */
static void drop_short_edges(shortest_path *p, vvi_outline_point *points)
{
    uint32_t first = next_kept(p, 0, 1), a = first, kept = 0;
    for (uint32_t i = 0; i < p->n; ++i)
        kept += points[i].kept;
    for (uint32_t rounds = 2 * kept; rounds > 0 && kept > 4; --rounds) {
        uint32_t b = next_kept(p, a, 1);
        if (length(difference(point_of(p, a)->at, point_of(p, b)->at)) < SHORT * vvi_min(p->size[a], p->size[b])) {
            float without_a = overshoot(p, next_kept(p, a, p->n - 1), b);
            float without_b = overshoot(p, a, next_kept(p, b, 1));
            uint32_t worse = without_a < without_b ? a : b;
            if (vvi_min(without_a, without_b) <= p->outer_short) {
                points[(p->first + worse) % p->n].kept = false;
                b = worse == b ? a : b;
                kept--;
            }
        }
        a = b;
    }
}

static void simplify_loop(shortest_path *p, vvi_outline_point *points, float spacing)
{
    p->points = points;
    p->first = find_furthest(points, p->n);
    set_sizes(p, spacing);
    find_path(p);
    for (uint32_t i = 0; i < p->n; ++i)
        points[i].kept = false;
    for (uint32_t i = p->n; i > 0; i = p->before[i])
        points[(p->first + i) % p->n].kept = true;
    drop_short_edges(p, points);
}

vv_result vvi_outline_simplify(vvi_outline *o, float spacing, float slack, vv_error *error)
{
    uint32_t longest = 0;
    for (uint32_t l = 0; l < o->loop_count; ++l)
        longest = o->starts[l + 1] - o->starts[l] > longest ? o->starts[l + 1] - o->starts[l] : longest;
    vvi_arena arena = {.allocator = o->allocator};
    shortest_path p = {.thin_spacing = o->thin_spacing};
    p.outer = vvi_max(slack, vvi_min(2.0f * slack, 0.15f * spacing));
    p.outer_short = vvi_max(slack, vvi_min(4.0f * slack, 0.2f * spacing));
    p.size = vvi_arena_allocate(&arena, longest, sizeof *p.size);
    p.arc_length = vvi_arena_allocate(&arena, (size_t)longest + 1, sizeof *p.arc_length);
    p.cost = vvi_arena_allocate(&arena, (size_t)longest + 1, sizeof *p.cost);
    p.before = vvi_arena_allocate(&arena, (size_t)longest + 1, sizeof *p.before);
    bool ok = p.size && p.arc_length && p.cost && p.before;
    for (uint32_t l = 0; ok && l < o->loop_count; ++l) {
        p.n = o->starts[l + 1] - o->starts[l];
        simplify_loop(&p, o->points + o->starts[l], spacing);
    }
    vvi_arena_release(&arena);
    return ok ? vvi_outline_untangle(o, error) : vvi_fail_memory(error, (size_t)longest * 16);
}
