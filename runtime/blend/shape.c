/* Creating shapes: forms of one topology over a field, and the matrices of their smooth surface, as one block of
 * bytes. */
#include "shape.h"

#include "runtime/mesh/mesh.h"

#include <string.h>

#define SHAPE_MAGIC         0x50485356u /* "VSHP" */
#define SHAPE_VERSION       1u
#define SHAPE_MAX_TRIANGLES 4000000u

/* All of the header follows from these. */
typedef struct sizes {
    uint32_t vertices, examples, levels, surface_vertices, surface_triangles, entries;
    uint64_t field_bytes;
} sizes;

static vv_shape layout(sizes n)
{
    vv_shape s = {.magic = SHAPE_MAGIC, .version = SHAPE_VERSION, .vertex_count = n.vertices};
    s.room = (n.vertices + 15u) & ~15u;
    s.example_count = n.examples;
    s.levels = n.levels;
    s.surface_vertex_count = n.surface_vertices;
    s.surface_triangle_count = n.surface_triangles;
    s.entry_count = n.entries;
    s.field_bytes = n.field_bytes;
    uint64_t cursor = sizeof s;
    s.field = vvi_section(&cursor, 1, n.field_bytes);
    s.forms = vvi_section(&cursor, (uint64_t)n.examples * s.room, sizeof(vv_vec3));
    s.triangles = vvi_section(&cursor, n.surface_triangles, 3 * sizeof(uint32_t));
    s.starts = vvi_section(&cursor, n.levels > 0 ? (uint64_t)n.surface_vertices + 1u : 0u, sizeof(uint32_t));
    s.columns = vvi_section(&cursor, n.entries, sizeof(uint32_t));
    s.positions = vvi_section(&cursor, n.entries, sizeof(float));
    s.tangents = vvi_section(&cursor, n.entries, sizeof(float[2]));
    s.byte_count = vvi_section(&cursor, 0, 0);
    return s;
}

static vv_result check_def(const vv_shape_def *def, vv_error *error)
{
    if (def->vertex_count == 0 || def->vertex_count > VV_SHAPE_MAX_VERTICES)
        return vvi_fail(error, VV_ERROR_LIMIT, "a form has 1 to %u vertices, not %u", VV_SHAPE_MAX_VERTICES,
                        def->vertex_count);
    if (def->triangle_count == 0 || def->triangle_count > SHAPE_MAX_TRIANGLES)
        return vvi_fail(error, VV_ERROR_LIMIT, "a form has 1 to %u triangles, not %u", SHAPE_MAX_TRIANGLES,
                        def->triangle_count);
    if (def->levels > VV_SHAPE_MAX_LEVELS)
        return vvi_fail(error, VV_ERROR_LIMIT, "a shape is subdivided 0 to %u times, not %u", VV_SHAPE_MAX_LEVELS,
                        def->levels);
    size_t numbers = 3 * (size_t)def->vertex_count;
    for (uint32_t e = 0; e < vv_field_example_count(def->field); e++)
        if (!vvi_all_within(&def->forms[e * (size_t)def->vertex_count].x, numbers, VV_SHAPE_MAX_POSITION))
            return vvi_fail(error, VV_ERROR_ARGUMENT, "a vertex of the form of example %u is not within ±%g m", e,
                            (double)VV_SHAPE_MAX_POSITION);
    return VV_OK;
}

/* The surface as matrices. Without levels it is the form itself, and only the triangles are checked. */
static vv_result make_surface(const vv_shape_def *def, const vv_allocator *allocator, vvi_loop *out, vv_error *error)
{
    if (def->levels > 0)
        return vvi_loop_create(def->vertex_count, def->triangle_count, def->triangles, def->levels,
                               VV_SHAPE_MAX_SURFACE, allocator, out, error);
    *out = (vvi_loop){.vertex_count = def->vertex_count, .triangle_count = def->triangle_count};
    out->arena.allocator = allocator;
    vv_result result = vvi_triangles_check(def->vertex_count, def->triangle_count, def->triangles, allocator, error);
    if (result != VV_OK)
        return result;
    vv_mesh mesh = {
        .vertex_count = def->vertex_count, .triangle_count = def->triangle_count, .triangles = def->triangles};
    vvi_adjacency adjacency;
    result = vvi_adjacency_create(&mesh, allocator, &adjacency, error);
    if (result == VV_OK)
        vvi_adjacency_destroy(&adjacency);
    return result;
}

static void fill(const vv_shape_def *def, const vvi_loop *surface, vv_shape *shape)
{
    char *base = (char *)shape;
    const uint32_t *triangles = def->levels > 0 ? surface->triangles : def->triangles;
    vv_vec3 *forms = (vv_vec3 *)(base + shape->forms);
    memcpy(base + shape->field, def->field, (size_t)shape->field_bytes);
    for (uint32_t e = 0; e < shape->example_count; e++)
        memcpy(forms + e * (size_t)shape->room, def->forms + e * (size_t)def->vertex_count,
               def->vertex_count * sizeof *forms);
    memcpy(base + shape->triangles, triangles, 3 * (size_t)shape->surface_triangle_count * sizeof(uint32_t));
    if (def->levels == 0)
        return;
    memcpy(base + shape->starts, surface->starts, ((size_t)shape->surface_vertex_count + 1) * sizeof(uint32_t));
    memcpy(base + shape->columns, surface->columns, (size_t)shape->entry_count * sizeof(uint32_t));
    memcpy(base + shape->positions, surface->positions, (size_t)shape->entry_count * sizeof(float));
    memcpy(base + shape->tangents, surface->tangents, (size_t)shape->entry_count * sizeof(float[2]));
}

vv_result vv_shape_create(const vv_shape_def *def, const vv_allocator *allocator, vv_shape **out, vv_error *error)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(def != NULL);
    VV_ASSERT(out != NULL);
    VV_ASSERT(def->field != NULL);
    VVI_ASSERT_ARRAY(def->forms, def->vertex_count);
    VVI_ASSERT_ARRAY(def->triangles, def->triangle_count);
    vvi_loop surface;
    vv_result result = check_def(def, error);
    if (result == VV_OK)
        result = make_surface(def, allocator, &surface, error);
    if (result != VV_OK)
        return result;
    vv_shape header =
        layout((sizes){def->vertex_count, vv_field_example_count(def->field), def->levels, surface.vertex_count,
                       surface.triangle_count, surface.entry_count, vvi_field_bytes(def->field)});
    vv_shape *shape =
        header.byte_count <= SIZE_MAX ? vvi_allocate_zeroed(allocator, 1, (size_t)header.byte_count) : NULL;
    if (shape) {
        *shape = header;
        fill(def, &surface, shape);
        *out = shape;
    } else {
        result = vvi_fail_memory(error, (size_t)header.byte_count);
    }
    vvi_loop_destroy(&surface);
    return result;
}

void vv_shape_destroy(vv_shape *shape, const vv_allocator *allocator)
{
    if (shape)
        vvi_release(allocator, shape, 1, (size_t)shape->byte_count);
}

const vv_field *vv_shape_field(const vv_shape *shape)
{
    VV_ASSERT(shape != NULL);
    return (const vv_field *)(const void *)((const char *)shape + shape->field);
}

uint32_t vv_shape_vertex_count(const vv_shape *shape)
{
    VV_ASSERT(shape != NULL);
    return shape->vertex_count;
}

const vv_vec3 *vv_shape_form(const vv_shape *shape, uint32_t example)
{
    VV_ASSERT(shape != NULL);
    VV_ASSERT(example < shape->example_count);
    return shape_open(shape).forms + example * (size_t)shape->room;
}

uint32_t vv_shape_surface_vertex_count(const vv_shape *shape)
{
    VV_ASSERT(shape != NULL);
    return shape->surface_vertex_count;
}

uint32_t vv_shape_surface_triangle_count(const vv_shape *shape)
{
    VV_ASSERT(shape != NULL);
    return shape->surface_triangle_count;
}

const uint32_t *vv_shape_surface_triangles(const vv_shape *shape)
{
    VV_ASSERT(shape != NULL);
    return shape_open(shape).triangles;
}

uint32_t vv_shape_form_capacity(const vv_shape *shape)
{
    VV_ASSERT(shape != NULL);
    return shape->room;
}

void vv_shape_blend(const vv_shape *shape, const float *weights, vv_vec3 *form)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(shape != NULL);
    VV_ASSERT(weights != NULL);
    VV_ASSERT(form != NULL);
    vv_mix(shape->example_count, weights, 3 * shape->vertex_count, 3 * shape->room, &shape_open(shape).forms[0].x,
           &form[0].x);
}

/* ---- Verifying ------------------------------------------------------------------------------------------------- */

size_t vvi_shape_bytes(const vv_shape *shape) { return (size_t)shape->byte_count; }

static bool are_counts_valid(const vv_shape *s, size_t byte_count)
{
    if (s->vertex_count == 0 || s->vertex_count > VV_SHAPE_MAX_VERTICES || s->example_count == 0 ||
        s->example_count > VV_FIELD_MAX_EXAMPLES || s->levels > VV_SHAPE_MAX_LEVELS || s->surface_vertex_count == 0 ||
        s->surface_vertex_count > VV_SHAPE_MAX_SURFACE || s->field_bytes > byte_count ||
        s->surface_triangle_count > byte_count / 12 || (s->levels == 0 && s->entry_count != 0) ||
        (s->levels == 0 && s->surface_vertex_count != s->vertex_count))
        return false;
    vv_shape expected = layout((sizes){s->vertex_count, s->example_count, s->levels, s->surface_vertex_count,
                                       s->surface_triangle_count, s->entry_count, s->field_bytes});
    return memcmp(s, &expected, sizeof expected) == 0 && s->byte_count == byte_count;
}

/* A limit position is a weighted mean of vertices, and a tangent a weighted difference. */
static bool is_row_valid(const shape_view *v, uint32_t from, uint32_t to)
{
    double sums[3] = {0.0, 0.0, 0.0};
    for (uint32_t e = from; e < to; e++) {
        const float own[3] = {v->positions[e], v->tangents[e][0], v->tangents[e][1]};
        if (!vvi_all_within(own, 3, 100.0f))
            return false;
        for (int k = 0; k < 3; k++)
            sums[k] += (double)own[k];
    }
    return fabs(sums[0] - 1.0) <= 1e-3 && fabs(sums[1]) <= 1e-2 && fabs(sums[2]) <= 1e-2;
}

static bool are_rows_valid(const vv_shape *s, const shape_view *v)
{
    if (s->levels == 0)
        return true;
    if (v->starts[0] != 0 || v->starts[s->surface_vertex_count] != s->entry_count)
        return false;
    for (uint32_t row = 0; row < s->surface_vertex_count; row++) {
        if (v->starts[row] >= v->starts[row + 1] || v->starts[row + 1] > s->entry_count)
            return false;
        for (uint32_t e = v->starts[row]; e < v->starts[row + 1]; e++)
            if (v->columns[e] >= s->vertex_count || (e > v->starts[row] && v->columns[e - 1] >= v->columns[e]))
                return false;
        if (!is_row_valid(v, v->starts[row], v->starts[row + 1]))
            return false;
    }
    return true;
}

static bool is_content_valid(const vv_shape *s)
{
    shape_view v = shape_open(s);
    for (size_t c = 0; c < 3 * (size_t)s->surface_triangle_count; c++)
        if (v.triangles[c] >= s->surface_vertex_count)
            return false;
    return vvi_all_within(&v.forms[0].x, 3 * (size_t)s->example_count * s->room, VV_SHAPE_MAX_POSITION) &&
           are_rows_valid(s, &v);
}

vv_result vvi_shape_verify(const void *bytes, size_t byte_count, vv_error *error)
{
    const vv_shape *shape = bytes;
    static const vvi_block_kind kind = {"a shape", SHAPE_MAGIC, SHAPE_VERSION, VVI_ALIGNMENT, sizeof(vv_shape)};
    vv_result result = vvi_check_block(bytes, byte_count, &kind, error);
    if (result != VV_OK)
        return result;
    if (!are_counts_valid(shape, byte_count))
        return vvi_fail(error, VV_ERROR_FORMAT, "the counts and offsets of the shape do not agree");
    result = vvi_field_verify(vv_shape_field(shape), (size_t)shape->field_bytes, error);
    if (result != VV_OK)
        return result;
    if (vv_field_example_count(vv_shape_field(shape)) != shape->example_count || !is_content_valid(shape))
        return vvi_fail(error, VV_ERROR_FORMAT, "the forms, triangles or matrices of the shape are damaged");
    return VV_OK;
}
