/* Whether a cut is what its header promises, worked out again from the triangles alone. */
#ifndef VV_TEST_CUT_CHECK_H
#define VV_TEST_CUT_CHECK_H

#include "author/cut/cut.h"
#include "author/cut/predicates.h"
#include "runtime/mesh/mesh.h"
#include "tests/testing.h"

/* A cut seen with y up, on the grid of 1/256 pixel. */
typedef struct checked {
    const vv_image *image;
    const vv_cut_def *def;
    const vv_cut *cut;
    vvi_grid_point *at; /* [vertex_count] */
    vv_vec2 *positions; /* [vertex_count] y up */
    vv_layer layer;
    vv_mesh mesh;
    vvi_adjacency adjacency;
    int64_t doubled_area;
    uint32_t *next, *last; /* [vertex_count] along the boundary, the mesh on the left; VV_NONE inside */
} checked;

static inline uint8_t pixel_alpha(const vv_image *image, uint32_t x, uint32_t y)
{
    return image->pixels[4 * ((size_t)y * image->width + x) + 3];
}

static inline void release_checked(checked *c)
{
    vvi_adjacency_destroy(&c->adjacency);
    free(c->at);
    free(c->positions);
    free(c->next);
    free(c->last);
}

/* On the grid, finite, counter-clockwise, manifold. Large images are cut on a coarser grid, which is part of this
 * one. */
static inline void check_structure(checked *c)
{
    const vv_cut *cut = c->cut;
    size_t n = cut->vertex_count;
    c->at = malloc(n * sizeof *c->at);
    c->positions = malloc(n * sizeof *c->positions);
    for (size_t i = 0; i < n; ++i) {
        float x = cut->positions[i].x * 256.0f, y = cut->positions[i].y * -256.0f;
        assert_true(x == floorf(x) && y == floorf(y));
        c->at[i] = (vvi_grid_point){(int32_t)x, (int32_t)y};
        c->positions[i] = (vv_vec2){cut->positions[i].x, -cut->positions[i].y};
    }
    c->layer = (vv_layer){0, cut->vertex_count, 0, cut->triangle_count};
    c->mesh = (vv_mesh){cut->vertex_count, cut->triangle_count, 1, c->positions, NULL, cut->triangles, &c->layer};
    vv_error error = {0};
    if (vv_mesh_check(&c->mesh, &error) != VV_OK)
        fail_msg("%s", error.message);
    assert_int_equal(vvi_adjacency_create(&c->mesh, NULL, &c->adjacency, &error), VV_OK);
    c->doubled_area = 0;
    for (size_t t = 0; t < cut->triangle_count; ++t) {
        const uint32_t *corner = cut->triangles + 3 * t;
        int64_t area = vvi_orient(c->at[corner[0]], c->at[corner[1]], c->at[corner[2]]);
        assert_true(area > 0);
        c->doubled_area += area;
    }
}

/* The boundary passes each vertex at most once, and encloses the area of the triangles exactly. */
static inline void check_boundary(checked *c)
{
    uint32_t n = c->cut->vertex_count;
    c->next = malloc(n * sizeof *c->next);
    c->last = malloc(n * sizeof *c->last);
    memset(c->next, 0xff, n * sizeof *c->next);
    memset(c->last, 0xff, n * sizeof *c->last);
    int64_t area = 0;
    for (size_t i = 0; i < c->adjacency.boundary_count; ++i) {
        uint32_t a = c->adjacency.boundary[2 * i], b = c->adjacency.boundary[2 * i + 1];
        assert_int_equal(c->next[a], VV_NONE);
        assert_int_equal(c->last[b], VV_NONE);
        c->next[a] = b, c->last[b] = a;
        area += (int64_t)c->at[a].x * c->at[b].y - (int64_t)c->at[a].y * c->at[b].x;
    }
    assert_true(area == c->doubled_area);
}

/* Vertices − edges + triangles = pieces − holes, and every vertex is used. */
static inline void check_topology(const checked *c)
{
    const vvi_adjacency *a = &c->adjacency;
    assert_int_equal(a->component_count, c->cut->piece_count);
    assert_int_equal((int64_t)c->cut->vertex_count - a->edge_count + c->cut->triangle_count,
                     (int64_t)c->cut->piece_count - c->cut->hole_count);
    for (uint32_t i = 0; i < c->cut->vertex_count; ++i)
        assert_true(a->triangle_starts[i + 1] > a->triangle_starts[i]);
}

/* Pixels of 8-connected pieces that are not specks: needed[width · height]. */
static inline uint8_t *needed_pixels(const vv_image *image, const vv_cut_def *def)
{
    uint32_t w = image->width, h = image->height, *stack = malloc((size_t)w * h * sizeof *stack);
    uint8_t *needed = calloc((size_t)w * h, 1);
    double total = 0.0;
    for (uint32_t i = 0; i < w * h; ++i)
        total += (float)image->pixels[4 * (size_t)i + 3] > def->threshold * 255.0f;
    for (uint32_t start = 0; start < w * h; ++start) {
        if (needed[start] || !((float)image->pixels[4 * (size_t)start + 3] > def->threshold * 255.0f))
            continue;
        uint32_t count = 1;
        stack[0] = start, needed[start] = 1;
        for (uint32_t read = 0; read < count; ++read)
            for (int k = 0; k < 9; ++k) {
                int64_t x = (int64_t)(stack[read] % w) + k % 3 - 1, y = (int64_t)(stack[read] / w) + k / 3 - 1;
                size_t i = (size_t)(y * w + x);
                if (x < 0 || y < 0 || x >= w || y >= h || needed[i] ||
                    !((float)image->pixels[4 * i + 3] > def->threshold * 255.0f))
                    continue;
                needed[i] = 1, stack[count++] = (uint32_t)i;
            }
        for (uint32_t k = 0; (double)count < (double)def->speck * total && k < count; ++k)
            needed[stack[k]] = 2; /* a speck: may be there or not */
    }
    free(stack);
    return needed;
}

/* The winding number of the boundary at the middle of every pixel of a row. All triangles being counter-clockwise, this
 * is how many cover the place: never two. */
static inline void winding_row(const checked *c, uint32_t y, int *winding)
{
    double level = -(y + 0.5) * 256.0 - 0.125; /* between grid lines, so that no vertex is met */
    memset(winding, 0, (c->image->width + 1) * sizeof *winding);
    for (size_t i = 0; i < c->adjacency.boundary_count; ++i) {
        vvi_grid_point a = c->at[c->adjacency.boundary[2 * i]], b = c->at[c->adjacency.boundary[2 * i + 1]];
        if ((a.y > level) == (b.y > level))
            continue;
        double x = a.x + (b.x - a.x) * (level - a.y) / (b.y - a.y), pixel = ceil(x / 256.0 - 0.5);
        pixel = pixel < 0.0 ? 0.0 : pixel > c->image->width ? c->image->width : pixel;
        winding[(size_t)pixel] += a.y > b.y ? 1 : -1;
    }
    for (uint32_t x = 1; x <= c->image->width; ++x)
        winding[x] += winding[x - 1];
}

static inline void check_cover(const checked *c)
{
    uint8_t *needed = needed_pixels(c->image, c->def);
    int *winding = malloc((c->image->width + 1) * sizeof *winding);
    for (uint32_t y = 0; y < c->image->height; ++y) {
        winding_row(c, y, winding);
        for (uint32_t x = 0; x < c->image->width; ++x) {
            assert_true(winding[x] == 0 || winding[x] == 1);
            if (needed[(size_t)y * c->image->width + x] == 1 && winding[x] != 1)
                fail_msg("pixel %u, %u is not covered (%u x %u)", x, y, c->image->width, c->image->height);
        }
    }
    free(winding);
    free(needed);
}

static inline double angle_at(const checked *c, uint32_t v, uint32_t from, uint32_t to)
{
    return atan2((double)vvi_orient(c->at[v], c->at[from], c->at[to]),
                 (double)vvi_dot(c->at[v], c->at[from], c->at[to])) *
           57.29577951308232;
}

static inline bool near_bone(const vv_cut_bone *bone, vv_vec2 p)
{
    double ux = (double)bone->to.x - (double)bone->from.x, uy = (double)bone->to.y - (double)bone->from.y;
    double px = (double)p.x - (double)bone->from.x, py = (double)p.y - (double)bone->from.y, length = hypot(ux, uy);
    double along = length > 0.0 ? (ux * px + uy * py) / length : 0.0;
    along = along < 0.0 ? 0.0 : along > length ? length : along;
    double dx = px - (length > 0.0 ? along * ux / length : 0.0), dy = py - (length > 0.0 ? along * uy / length : 0.0);
    return hypot(dx, dy) < 0.27;
}

/* Whether an edge is part of the outline or of a bone. */
static inline bool constrained(const checked *c, uint32_t a, uint32_t b)
{
    if (c->next[a] == b || c->last[a] == b)
        return true;
    for (uint32_t i = 0; i < c->def->bone_count; ++i)
        if (near_bone(&c->def->bones[i], c->cut->positions[a]) && near_bone(&c->def->bones[i], c->cut->positions[b]))
            return true;
    return false;
}

/* Whether two constrained edges at v enclose less than 60° of the mesh. */
static inline bool sharp_corner(const checked *c, uint32_t v)
{
    const vvi_adjacency *a = &c->adjacency;
    for (uint32_t i = a->starts[v]; i < a->starts[v + 1]; ++i)
        for (uint32_t j = a->starts[v]; j < a->starts[v + 1]; ++j) {
            uint32_t p = a->neighbours[i], q = a->neighbours[j];
            double angle = i == j ? 180.0 : angle_at(c, v, p, q);
            if (angle > 0.0 && angle < 60.0 && constrained(c, v, p) && constrained(c, v, q))
                return true;
        }
    return false;
}

/* The sharp corners along the straight chains of constrained edges that begin at v. Points added to a segment
 * are rounded to the grid, so straight means within two units. Returns how many. */
static inline uint32_t corners_reached(const checked *c, uint32_t v, uint32_t *found)
{
    const vvi_adjacency *a = &c->adjacency;
    uint32_t count = 0;
    for (uint32_t i = a->starts[v]; i < a->starts[v + 1]; ++i) {
        uint32_t from = v, at = a->neighbours[i], first = at;
        double length = sqrt((double)vvi_distance_squared(c->at[v], c->at[first]));
        for (int rounds = 0; rounds < 4096 && constrained(c, from, at); ++rounds) {
            if (count < 1024 && sharp_corner(c, at))
                found[count++] = at;
            uint32_t next = VV_NONE;
            for (uint32_t k = a->starts[at]; k < a->starts[at + 1]; ++k) {
                vvi_grid_point p = c->at[a->neighbours[k]];
                double off = fabs((double)vvi_orient(c->at[v], c->at[first], p)) / length;
                double far = sqrt((double)vvi_distance_squared(c->at[v], p)) / length;
                if (vvi_dot(c->at[at], c->at[from], p) < 0 && off <= 2.0 * (1.0 + far))
                    next = a->neighbours[k];
            }
            if (next == VV_NONE)
                break;
            from = at, at = next;
        }
    }
    return count;
}

/* Excused: it has a sharp corner of outline or bones, or its shortest edge spans the two sides that leave one. */
static inline bool is_excused(const checked *c, const uint32_t *corner, int shortest)
{
    if (sharp_corner(c, corner[0]) || sharp_corner(c, corner[1]) || sharp_corner(c, corner[2]))
        return true;
    uint32_t p[1024], q[1024];
    uint32_t p_count = corners_reached(c, corner[shortest], p);
    uint32_t q_count = corners_reached(c, corner[(shortest + 1) % 3], q);
    for (uint32_t i = 0; i < p_count; ++i)
        for (uint32_t j = 0; j < q_count; ++j)
            if (p[i] == q[j])
                return true;
    return false;
}

/* Returns how many triangles are below the smallest angle. */
static inline uint32_t check_angles(const checked *c)
{
    uint32_t below = 0;
    double smallest = 180.0;
    for (size_t t = 0; t < c->cut->triangle_count; ++t) {
        const uint32_t *corner = c->cut->triangles + 3 * t;
        int shortest = 0;
        double least = 180.0;
        for (int k = 0; k < 3; ++k) {
            double angle = angle_at(c, corner[k], corner[(k + 1) % 3], corner[(k + 2) % 3]);
            if (angle < least)
                least = angle, shortest = (k + 1) % 3;
        }
        smallest = least < smallest ? least : smallest;
        if (least >= (double)c->def->minimum_angle)
            continue;
        below++;
        if (!is_excused(c, corner, shortest))
            fail_msg("a triangle near %g, %g has an angle of %g and no excuse", (double)c->cut->positions[corner[0]].x,
                     (double)c->cut->positions[corner[0]].y, least);
    }
    assert_true(fabs(smallest - (double)c->cut->smallest_angle) < 0.01);
    assert_true(below <= c->cut->excused + 2 && c->cut->excused <= below + 2);
    return below;
}

static inline void check_valid(const vv_image *image, const vv_cut_def *def, const vv_cut *cut, checked *c)
{
    *c = (checked){.image = image, .def = def, .cut = cut};
    check_structure(c);
    check_boundary(c);
    check_topology(c);
}

/* Everything above but the cover, which only makes sense where the image has not been reduced. */
static inline void check_mesh(const vv_image *image, const vv_cut_def *def, const vv_cut *cut, checked *c)
{
    check_valid(image, def, cut, c);
    check_angles(c);
}

static inline void check_cut(const vv_image *image, const vv_cut_def *def, const vv_cut *cut)
{
    checked c;
    check_mesh(image, def, cut, &c);
    check_cover(&c);
    release_checked(&c);
}

static inline uint64_t hash_cut(const vv_cut *cut)
{
    uint64_t hash = vv_hash_bytes(0, cut->positions, cut->vertex_count * sizeof *cut->positions);
    return vv_hash_bytes(hash, cut->triangles, 3 * (size_t)cut->triangle_count * sizeof *cut->triangles);
}

/* Cuts, checks, and returns the cut; the caller destroys it. */
static inline vv_cut cut_and_check(const vv_image *image, const vv_cut_def *def)
{
    vv_cut cut;
    vv_error error = {0};
    if (vv_cut_image(image, def, NULL, NULL, &cut, &error) != VV_OK)
        fail_msg("%s", error.message);
    check_cut(image, def, &cut);
    return cut;
}

#endif
