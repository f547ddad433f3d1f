/* Checks a mesh that comes from outside, measures its area, and finds the triangle under a point. */
#include "mesh.h"

static vv_result check_counts(const vv_mesh *mesh, vv_error *error)
{
    if (mesh->vertex_count == 0 || mesh->triangle_count == 0 || mesh->layer_count == 0)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "a mesh with %u vertices, %u triangles and %u layers is empty",
                        mesh->vertex_count, mesh->triangle_count, mesh->layer_count);
    if (mesh->vertex_count > VV_MESH_MAX_VERTICES || mesh->triangle_count > 2 * VV_MESH_MAX_VERTICES ||
        mesh->layer_count > mesh->triangle_count)
        return vvi_fail(error, VV_ERROR_LIMIT, "a mesh with %u vertices, %u triangles and %u layers is too large",
                        mesh->vertex_count, mesh->triangle_count, mesh->layer_count);
    if (!mesh->positions || !mesh->triangles || !mesh->layers)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "a mesh lacks its positions, triangles or layers");
    return VV_OK;
}

static vv_result check_numbers(const vv_mesh *mesh, vv_error *error)
{
    for (uint32_t i = 0; i < mesh->vertex_count; ++i) {
        if (!vvi_all_within(&mesh->positions[i].x, 2, VV_MESH_MAX_POSITION))
            return vvi_fail(error, VV_ERROR_ARGUMENT, "the position of vertex %u is not within ±%g m", i,
                            (double)VV_MESH_MAX_POSITION);
        if (mesh->uvs && !vvi_all_within(&mesh->uvs[i].x, 2, VV_MESH_MAX_UV))
            return vvi_fail(error, VV_ERROR_ARGUMENT, "the texture coordinate of vertex %u is not within ±%g", i,
                            (double)VV_MESH_MAX_UV);
    }
    return VV_OK;
}

double vvi_triangle_area(const vv_mesh *mesh, uint32_t triangle)
{
    const uint32_t *corner = mesh->triangles + 3 * (size_t)triangle;
    const vv_vec2 *at = mesh->positions;
    return 0.5 * vvi_doubled_area(at[corner[0]], at[corner[1]], at[corner[2]]);
}

static vv_result check_triangle(const vv_mesh *mesh, const vv_layer *layer, uint32_t triangle, vv_error *error)
{
    const uint32_t *corner = mesh->triangles + 3 * (size_t)triangle;
    for (int k = 0; k < 3; ++k)
        if (corner[k] < layer->vertex_start || corner[k] - layer->vertex_start >= layer->vertex_count)
            return vvi_fail(error, VV_ERROR_ARGUMENT, "triangle %u uses vertex %u, which is not in its layer", triangle,
                            corner[k]);
    if (!(vvi_triangle_area(mesh, triangle) > 0.0))
        return vvi_fail(error, VV_ERROR_ARGUMENT, "triangle %u is flat or clockwise at rest", triangle);
    return VV_OK;
}

/* Layers must follow one another without gaps, so that every vertex and triangle belongs to exactly one. */
static vv_result check_layers(const vv_mesh *mesh, vv_error *error)
{
    uint32_t vertex = 0, triangle = 0;
    for (uint32_t i = 0; i < mesh->layer_count; ++i) {
        const vv_layer *layer = &mesh->layers[i];
        if (layer->vertex_start != vertex || layer->vertex_count > mesh->vertex_count - vertex ||
            layer->triangle_start != triangle || layer->triangle_count > mesh->triangle_count - triangle)
            return vvi_fail(error, VV_ERROR_ARGUMENT,
                            "layer %u does not begin where the one before it ends, or reaches past the mesh", i);
        vertex += layer->vertex_count;
        triangle += layer->triangle_count;
        for (uint32_t t = layer->triangle_start; t < triangle; ++t) {
            vv_result result = check_triangle(mesh, layer, t, error);
            if (result != VV_OK)
                return result;
        }
    }
    if (vertex != mesh->vertex_count || triangle != mesh->triangle_count)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "the layers end before the mesh does");
    return VV_OK;
}

vv_result vv_mesh_check(const vv_mesh *mesh, vv_error *error)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(mesh != NULL);
    vv_result result = check_counts(mesh, error);
    if (result == VV_OK)
        result = check_numbers(mesh, error);
    if (result == VV_OK)
        result = check_layers(mesh, error);
    return result;
}

float vv_mesh_area(const vv_mesh *mesh)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(mesh != NULL);
    double sum = 0.0;
    for (uint32_t t = 0; t < mesh->triangle_count; ++t)
        sum += fabs(vvi_triangle_area(mesh, t));
    return (float)sum;
}

/* The barycentric coordinates of p in abc, in either orientation; false outside, and where the triangle is flat. */
static bool find_barycentric(vv_vec2 a, vv_vec2 b, vv_vec2 c, vv_vec2 p, float weights[3])
{
    double total = vvi_doubled_area(a, b, c);
    double part[3] = {vvi_doubled_area(b, c, p), vvi_doubled_area(c, a, p), vvi_doubled_area(a, b, p)};
    double sign = total < 0.0 ? -1.0 : 1.0;
    if (total == 0.0 || part[0] * sign < 0.0 || part[1] * sign < 0.0 || part[2] * sign < 0.0)
        return false;
    double sum = part[0] + part[1] + part[2];
    if (!(sum * sign > 0.0))
        return false;
    weights[1] = (float)(part[1] / sum);
    weights[2] = (float)(part[2] / sum);
    weights[0] = 1.0f - weights[1] - weights[2];
    return true;
}

bool vv_mesh_pick(const vv_mesh *mesh, const vv_vec2 *vertices, vv_vec2 point, vv_mesh_point *out)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(mesh != NULL);
    VV_ASSERT(out != NULL);
    const vv_vec2 *at = vertices ? vertices : mesh->positions;
    for (uint32_t l = mesh->layer_count; l-- > 0;) {
        const vv_layer *layer = &mesh->layers[l];
        for (uint32_t t = layer->triangle_start + layer->triangle_count; t-- > layer->triangle_start;) {
            const uint32_t *corner = mesh->triangles + 3 * (size_t)t;
            if (find_barycentric(at[corner[0]], at[corner[1]], at[corner[2]], point, out->weights)) {
                out->triangle = t;
                return true;
            }
        }
    }
    return false;
}

void vv_mesh_bounds(const vv_mesh *mesh, const vv_vec2 *vertices, vv_vec2 *low, vv_vec2 *high)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(mesh != NULL);
    VV_ASSERT(low != NULL);
    VV_ASSERT(high != NULL);
    VV_ASSERT(mesh->vertex_count > 0);
    const vv_vec2 *p = vertices ? vertices : mesh->positions;
    *low = *high = p[0];
    for (uint32_t i = 1; i < mesh->vertex_count; i++) {
        *low = (vv_vec2){vvi_min(low->x, p[i].x), vvi_min(low->y, p[i].y)};
        *high = (vv_vec2){vvi_max(high->x, p[i].x), vvi_max(high->y, p[i].y)};
    }
}
