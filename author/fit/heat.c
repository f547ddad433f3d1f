/* Finds problems of a surface in space: triangles that intersect, and folds. Bounding boxes are swept and pruned
 * along the longest axis; triangles whose boxes overlap are tested exactly. */
#include "author/fit/fit.h"

#include "runtime/mesh/mesh.h"

#define MOST_PAIRS 400000000u /* boxes compared before the search ends, because piles of slivers take too long */
/* cosine of the angle between normals of neighbouring triangles above which a surface is folded: 150° */
#define FOLDED       (-0.86f)
#define FOLD_HEAT    0.8f
#define SPREAD_STEPS 2u
#define SPREAD_SHARE 0.5f

typedef struct box {
    float low[3], high[3];
    uint32_t triangle;
} box;

typedef struct search {
    const vv_vec3 *positions;
    const uint32_t *triangles;
    box *boxes;
    uint32_t count;
    float *heat;
} search;

static float component(vv_vec3 p, int axis) { return axis == 0 ? p.x : axis == 1 ? p.y : p.z; }

/* ---- Two triangles --------------------------------------------------------------------------------------------- */

/* Six times the signed volume of a tetrahedron, in double: the sign tells on which side of a, b, c the point d lies. */
static double side_of(vv_vec3 a, vv_vec3 b, vv_vec3 c, vv_vec3 d)
{
    double u[3], v[3], w[3];
    for (int k = 0; k < 3; k++) {
        u[k] = (double)component(b, k) - (double)component(a, k);
        v[k] = (double)component(c, k) - (double)component(a, k);
        w[k] = (double)component(d, k) - (double)component(a, k);
    }
    return (u[1] * v[2] - u[2] * v[1]) * w[0] + (u[2] * v[0] - u[0] * v[2]) * w[1] + (u[0] * v[1] - u[1] * v[0]) * w[2];
}

/* Whether the segment p…q crosses the interior of t; touching does not count. */
static bool segment_crosses_triangle(vv_vec3 p, vv_vec3 q, const vv_vec3 t[3])
{
    double from = side_of(t[0], t[1], t[2], p), to = side_of(t[0], t[1], t[2], q);
    if (!((from > 0.0 && to < 0.0) || (from < 0.0 && to > 0.0)))
        return false;
    double a = side_of(p, q, t[0], t[1]), b = side_of(p, q, t[1], t[2]), c = side_of(p, q, t[2], t[0]);
    return (a > 0.0 && b > 0.0 && c > 0.0) || (a < 0.0 && b < 0.0 && c < 0.0);
}

static bool has_corner(const uint32_t *corners, uint32_t vertex)
{
    return corners[0] == vertex || corners[1] == vertex || corners[2] == vertex;
}

/* Whether an edge of triangle a that shares no corner with b crosses b. */
static bool edges_cross_triangle(const search *s, const uint32_t *a, const uint32_t *b)
{
    const vv_vec3 t[3] = {s->positions[b[0]], s->positions[b[1]], s->positions[b[2]]};
    for (int k = 0; k < 3; k++) {
        uint32_t p = a[k], q = a[(k + 1) % 3];
        if (!has_corner(b, p) && !has_corner(b, q) && segment_crosses_triangle(s->positions[p], s->positions[q], t))
            return true;
    }
    return false;
}

static void test_pair(search *s, uint32_t one, uint32_t other)
{
    const uint32_t *a = s->triangles + 3 * (size_t)one, *b = s->triangles + 3 * (size_t)other;
    if (!edges_cross_triangle(s, a, b) && !edges_cross_triangle(s, b, a))
        return;
    for (int k = 0; k < 3; k++)
        s->heat[a[k]] = s->heat[b[k]] = 1.0f;
}

/* ---- Sweep and prune ------------------------------------------------------------------------------------------- */

static int longest_axis(uint32_t vertex_count, const vv_vec3 *positions)
{
    float widest = -1.0f;
    int best = 0;
    for (int k = 0; k < 3; k++) {
        float low = component(positions[0], k), high = low;
        for (uint32_t v = 1; v < vertex_count; v++) {
            low = vvi_min(low, component(positions[v], k));
            high = vvi_max(high, component(positions[v], k));
        }
        if (high - low > widest) {
            widest = high - low;
            best = k;
        }
    }
    return best;
}

static void fill_boxes(search *s, uint32_t triangle_count, int axis)
{
    for (uint32_t t = 0; t < triangle_count; t++) {
        box *b = &s->boxes[t];
        b->triangle = t;
        for (int k = 0; k < 3; k++) { /* the swept axis first */
            const uint32_t *c = s->triangles + 3 * (size_t)t;
            float x = component(s->positions[c[0]], (axis + k) % 3), y = component(s->positions[c[1]], (axis + k) % 3),
                  z = component(s->positions[c[2]], (axis + k) % 3);
            b->low[k] = vvi_min(x, vvi_min(y, z));
            b->high[k] = vvi_max(x, vvi_max(y, z));
        }
    }
}

static bool box_before(const box *a, const box *b)
{
    return a->low[0] != b->low[0] ? a->low[0] < b->low[0] : a->triangle < b->triangle;
}

static void sift_down(box *boxes, uint32_t at, uint32_t count)
{
    box moved = boxes[at];
    for (uint32_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && box_before(&boxes[child], &boxes[child + 1]))
            child++;
        if (!box_before(&moved, &boxes[child]))
            break;
        boxes[at] = boxes[child];
    }
    boxes[at] = moved;
}

static void sort_boxes(box *boxes, uint32_t count)
{
    for (uint32_t i = count / 2; i-- > 0;)
        sift_down(boxes, i, count);
    for (uint32_t end = count; end-- > 1;) {
        box last = boxes[end];
        boxes[end] = boxes[0];
        boxes[0] = last;
        sift_down(boxes, 0, end);
    }
}

static void sweep(search *s)
{
    uint32_t pairs = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        const box *a = &s->boxes[i];
        for (uint32_t j = i + 1; j < s->count && s->boxes[j].low[0] <= a->high[0]; j++) {
            const box *b = &s->boxes[j];
            if (++pairs > MOST_PAIRS)
                return;
            if (a->low[1] <= b->high[1] && b->low[1] <= a->high[1] && a->low[2] <= b->high[2] &&
                b->low[2] <= a->high[2])
                test_pair(s, a->triangle, b->triangle);
        }
    }
}

/* ---- Folds, and diffusion of the heat -------------------------------------------------------------------------- */

static vv_vec3 normal_of(const search *s, uint32_t triangle)
{
    const uint32_t *c = s->triangles + 3 * (size_t)triangle;
    vv_vec3 a = s->positions[c[0]], none = {0.0f, 0.0f, 0.0f};
    vv_vec3 across = vv_vec3_cross(vv_vec3_sub(s->positions[c[1]], a), vv_vec3_sub(s->positions[c[2]], a));
    return vv_vec3_normalize(across, none);
}

static void find_folds(search *s, const vvi_adjacency *adjacency)
{
    for (uint32_t e = 0; e < adjacency->edge_count; e++) {
        const uint32_t *faces = adjacency->edge_triangles + 2 * (size_t)e, *ends = adjacency->edges + 2 * (size_t)e;
        if (faces[1] == VV_NONE || !(vv_vec3_dot(normal_of(s, faces[0]), normal_of(s, faces[1])) < FOLDED))
            continue;
        for (int k = 0; k < 2; k++)
            s->heat[ends[k]] = vvi_max(s->heat[ends[k]], FOLD_HEAT);
    }
}

/* Spreads heat to neighbouring vertices, so that a spot of a few triangles is visible from afar. */
static void diffuse(const vvi_adjacency *adjacency, float *heat, float *before)
{
    for (uint32_t step = 0; step < SPREAD_STEPS; step++) {
        for (uint32_t v = 0; v < adjacency->vertex_count; v++)
            before[v] = heat[v];
        for (uint32_t v = 0; v < adjacency->vertex_count; v++)
            for (uint32_t s = adjacency->starts[v]; s < adjacency->starts[v + 1]; s++)
                heat[v] = vvi_max(heat[v], SPREAD_SHARE * before[adjacency->neighbours[s]]);
    }
}

bool vv_fit_self_heat(uint32_t vertex_count, const vv_vec3 *positions, uint32_t triangle_count,
                      const uint32_t *triangles, const vv_allocator *allocator, float *heat)
{
    vvi_arena arena = {.allocator = allocator};
    search s = {positions, triangles, vvi_arena_allocate(&arena, triangle_count, sizeof(box)), triangle_count, NULL};
    float *before = vvi_arena_allocate(&arena, vertex_count, sizeof *before);
    s.heat = vvi_arena_allocate(&arena, vertex_count, sizeof *heat);
    vv_mesh mesh = {.vertex_count = vertex_count, .triangle_count = triangle_count, .triangles = triangles};
    vvi_adjacency adjacency = {.arena = {.allocator = allocator}};
    bool done = s.boxes && before && s.heat;
    if (done) {
        fill_boxes(&s, triangle_count, longest_axis(vertex_count, positions));
        sort_boxes(s.boxes, triangle_count);
        sweep(&s);
        /* Folds are undefined on a mesh with edges of three triangles, but intersections are not. */
        vv_result result = vvi_adjacency_create(&mesh, allocator, &adjacency, NULL);
        done = result != VV_ERROR_MEMORY;
        if (result == VV_OK) {
            find_folds(&s, &adjacency);
            diffuse(&adjacency, s.heat, before);
        }
    }
    for (uint32_t v = 0; v < vertex_count && done; v++)
        heat[v] = s.heat[v];
    vvi_adjacency_destroy(&adjacency);
    vvi_arena_release(&arena);
    return done;
}
