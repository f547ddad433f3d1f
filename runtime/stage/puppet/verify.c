/* Verifies that bytes from outside are a puppet: every count, offset, index and number that the kernels later use
 * unchecked. Nested skins and complexes have their own verifiers. */
#include "layout.h"
#include "runtime/blend/blend.h"
#include "runtime/stage/drawing/drawing.h"

#include <string.h>

static bool counts_are_sound(const vv_puppet *p, size_t byte_count)
{
    const puppet_counts *c = &p->counts;
    bool arap = c->elastic == VV_ELASTIC_ARAP, clusters = arap && c->clusters > 0;
    if (c->vertices == 0 || c->vertices > VV_SPRITE_MAX_PARTICLES || c->triangles == 0 ||
        c->triangles > 2 * VV_MESH_MAX_VERTICES || c->boundary > 3 * c->triangles || c->edges > 3 * c->triangles ||
        c->handles == 0 || c->handles > VV_RIG_MAX_HANDLES || c->examples > VV_BLEND_MAX_EXAMPLES ||
        c->elastic > VV_ELASTIC_SPRINGS || c->skin_bytes > byte_count || c->node_skin_bytes > byte_count ||
        c->complex_bytes > byte_count || (c->examples == 0) != (c->complex_bytes == 0) || c->reserved != 0)
        return false;
    if (c->clusters > c->triangles + c->edges || c->cluster_doubles > PUPPET_MAX_CLUSTER_DOUBLES ||
        c->entries > (uint64_t)c->clusters * c->handles || c->nodes > c->vertices ||
        (c->nodes == 0) != (c->node_skin_bytes == 0))
        return false;
    if (clusters ? c->elements != 0 || c->nodes != 0 || c->rows != 0
                 : c->entries != 0 || c->cluster_doubles != 0 || c->rows == 0)
        return false;
    return c->rows <= 2 * c->edges + 3 * c->triangles && c->elements == (arap && !clusters ? c->triangles : 0) &&
           (c->nodes == 0 || !arap);
}

static bool layout_is_sound(const vv_puppet *p, size_t byte_count)
{
    vv_puppet expected = vvi_puppet_layout(&p->counts);
    expected.mass = p->mass;
    expected.size = p->size;
    expected.area = p->area;
    expected.radius = p->radius;
    expected.spacing = p->spacing;
    expected.centre = p->centre;
    return memcmp(p, &expected, sizeof expected) == 0 && p->byte_count == byte_count;
}

static bool measures_are_sound(const vvi_puppet_view *v)
{
    const float measures[] = {v->mass, v->size, v->area, v->spacing, v->radius};
    return vvi_all_positive(measures, 5) && vvi_floats_in_range(measures, 5) && vvi_floats_in_range(&v->centre.x, 2) &&
           vvi_all_positive(v->masses, v->vertex_count) && vvi_floats_in_range(v->masses, v->vertex_count) &&
           vvi_floats_in_range(&v->positions->x, 2 * (size_t)v->vertex_count);
}

static bool mesh_is_sound(const vvi_puppet_view *v)
{
    return vvi_all_below(v->triangles, 3 * (size_t)v->triangle_count, v->vertex_count) &&
           vvi_all_below(v->boundary, 2 * (size_t)v->boundary_count, v->vertex_count) &&
           vvi_all_below(v->boundary_triangles, v->boundary_count, v->triangle_count);
}

static bool rig_is_sound(const vvi_puppet_view *v)
{
    for (uint32_t j = 0; j < v->handle_count; j++)
        if (v->parts[j] > j || v->parts[v->parts[j]] != v->parts[j])
            return false;
    return vvi_rig_is_sane(v->handle_count, v->handles, v->example_count, v->turns) &&
           vvi_floats_in_range(v->weights, (size_t)v->vertex_count * v->handle_count);
}

static bool matrices_are_sound(const vvi_puppet_view *v)
{
    size_t square = (size_t)v->column_count * v->stride;
    for (uint32_t k = 0; k < v->column_count; k++)
        if (!(v->mass_matrix[(size_t)k * (v->stride + 1)] >= 0.0) ||
            (v->inertia_mask[k] != 0.0 && v->inertia_mask[k] != 1.0))
            return false;
    return vvi_doubles_in_range(v->mass_matrix, square) && vvi_doubles_in_range(v->elastic_matrix, square) &&
           vvi_doubles_in_range(v->join_matrix, square) && vvi_doubles_in_range(v->mass_vector, v->stride) &&
           vvi_doubles_in_range(v->inertia_mask, v->stride) && vvi_doubles_in_range(v->rest, 2 * (size_t)v->stride) &&
           vvi_doubles_in_range(v->example_states, 2 * (size_t)v->stride * v->example_count);
}

/* Rows hold nodes (springs) or corners of triangles, where the number after the last corner marks an empty entry. */
static bool elements_are_sound(const vvi_puppet_view *v)
{
    const puppet_counts *c = &v->puppet->counts;
    puppet_kernel kernel = vvi_puppet_kernel_of(v->puppet);
    bool arap = v->elastic == VV_ELASTIC_ARAP;
    uint32_t nodes = c->nodes > 0 ? c->nodes : c->vertices, blocks = c->rows > 0 ? puppet_blocks(nodes) : 0;
    size_t corners = 3 * (size_t)padded(c->elements), places = (size_t)c->rows * PUPPET_BLOCK;
    if (kernel.row_starts[0] != 0 || kernel.row_starts[blocks] != c->rows)
        return false;
    for (uint32_t b = 0; b < blocks; b++)
        if (kernel.row_starts[b] > kernel.row_starts[b + 1])
            return false;
    return vvi_all_below((const uint32_t *)kernel.rows, places, arap ? (uint32_t)corners + 1u : nodes) &&
           vvi_floats_in_range((const float *)kernel.springs, arap ? 0 : places) &&
           vvi_all_below(kernel.corners, corners, nodes) && vvi_floats_in_range(kernel.factor, corners);
}

/* Where there are clusters, their handles must ascend and their matrices must fill the section. */
static bool clusters_are_sound(const vvi_puppet_view *v)
{
    const puppet_counts *c = &v->puppet->counts;
    puppet_kernel kernel = vvi_puppet_kernel_of(v->puppet);
    uint64_t doubles = 0;
    for (uint32_t k = 0; k < c->clusters && v->elastic == VV_ELASTIC_ARAP; k++) {
        uint32_t start = kernel.cluster_starts[k], end = kernel.cluster_starts[k + 1];
        if (start > end || end > c->entries)
            return false;
        for (uint32_t e = start; e < end; e++)
            if (kernel.cluster_handles[e] >= c->handles ||
                (e > start && kernel.cluster_handles[e - 1] >= kernel.cluster_handles[e]))
                return false;
        doubles += 12 * (uint64_t)(end - start) * (end - start);
    }
    return kernel.cluster_starts[0] == 0 && doubles == c->cluster_doubles &&
           vvi_doubles_in_range(kernel.cluster_matrices, c->cluster_doubles);
}

static vv_result check_skin(const vvi_puppet_view *v, uint64_t offset, uint64_t bytes, uint32_t vertices,
                            vv_error *error)
{
    const vv_skin *skin = (const vv_skin *)((const char *)v->puppet + offset);
    vv_result result = vvi_skin_verify(skin, (size_t)bytes, error);
    if (result == VV_OK && (vv_skin_vertex_count(skin) != vertices || vv_skin_handle_count(skin) != v->handle_count))
        result = vvi_fail(error, VV_ERROR_FORMAT, "the puppet's skin belongs to another drawing");
    return result;
}

static vv_result check_parts(const vvi_puppet_view *v, vv_error *error)
{
    const vv_puppet *p = v->puppet;
    vv_result result = check_skin(v, p->skin, p->counts.skin_bytes, v->vertex_count, error);
    if (result == VV_OK && p->counts.nodes > 0)
        result = check_skin(v, p->node_skin, p->counts.node_skin_bytes, p->counts.nodes, error);
    if (result == VV_OK && v->example_count > 0)
        result = vvi_complex_verify(v->complex, (size_t)p->counts.complex_bytes, error);
    if (result == VV_OK && v->example_count > 0 && vv_complex_example_count(v->complex) != v->example_count)
        result = vvi_fail(error, VV_ERROR_FORMAT, "the puppet's complex belongs to another drawing");
    return result;
}

vv_result vvi_puppet_verify(const void *bytes, size_t byte_count, vv_error *error)
{
    const vv_puppet *puppet = bytes;
    static const vvi_block_kind kind = {"a puppet", PUPPET_MAGIC, PUPPET_VERSION, VVI_ALIGNMENT, sizeof(vv_puppet)};
    vv_result result = vvi_check_block(bytes, byte_count, &kind, error);
    if (result != VV_OK)
        return result;
    if (!counts_are_sound(puppet, byte_count) || !layout_is_sound(puppet, byte_count))
        return vvi_fail(error, VV_ERROR_FORMAT, "the puppet's counts and offsets do not agree");
    vvi_puppet_view view = vvi_puppet_open(puppet);
    if (!measures_are_sound(&view) || !mesh_is_sound(&view) || !rig_is_sound(&view))
        return vvi_fail(error, VV_ERROR_FORMAT, "the puppet's drawing is damaged, or too large or small");
    if (!matrices_are_sound(&view) || !elements_are_sound(&view) || !clusters_are_sound(&view))
        return vvi_fail(error, VV_ERROR_FORMAT, "the puppet's energies are damaged, or too large");
    result = check_parts(&view, error);
    if (result == VV_OK && !vvi_puppet_numbers_are_consistent(&view))
        result =
            vvi_fail(error, VV_ERROR_FORMAT, "the puppet's masses, measures or matrices do not belong to its drawing");
    return result;
}
