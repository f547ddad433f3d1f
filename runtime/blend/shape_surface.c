/* The smooth surface of a form: products with the sparse matrices of Loop's limits, or the form itself with normals
 * from its triangles. A row is summed in the order of its columns, with x, y and z in one register. */
#include "runtime/base/lanes.h"
#include "shape.h"

static const vv_vec3 up = {0.0f, 1.0f, 0.0f}; /* used where the surface has no normal */

static vv_vec3 add_scaled(vv_vec3 sum, float w, vv_vec3 p)
{
    return (vv_vec3){sum.x + w * p.x, sum.y + w * p.y, sum.z + w * p.z};
}

static vv_vec3 position_plain(const shape_view *v, uint32_t row, const vv_vec3 *form)
{
    vv_vec3 sum = {0.0f, 0.0f, 0.0f};
    for (uint32_t e = v->starts[row]; e < v->starts[row + 1]; e++)
        sum = add_scaled(sum, v->positions[e], form[v->columns[e]]);
    return sum;
}

static void tangents_plain(const shape_view *v, uint32_t row, const vv_vec3 *form, vv_vec3 tangents[2])
{
    tangents[0] = tangents[1] = (vv_vec3){0.0f, 0.0f, 0.0f};
    for (uint32_t e = v->starts[row]; e < v->starts[row + 1]; e++)
        for (int k = 0; k < 2; k++)
            tangents[k] = add_scaled(tangents[k], v->tangents[e][k], form[v->columns[e]]);
}

static void row_plain(const shape_view *v, uint32_t row, const vv_vec3 *form, vv_vec3 *positions, vv_vec3 *normals)
{
    positions[row] = position_plain(v, row, form);
    if (normals) {
        vv_vec3 t[2];
        tangents_plain(v, row, form, t);
        normals[row] = vv_vec3_normalize(vv_vec3_cross(t[0], t[1]), up);
    }
}

#ifndef VV_SCALAR
static vv_vec3 first_three(float4 v) { return (vv_vec3){v[0], v[1], v[2]}; }

/* Reads one float beyond each vertex, so it must not be used for rows with the last vertex. */
static void row_4(const shape_view *v, uint32_t row, const vv_vec3 *form, vv_vec3 *positions, vv_vec3 *normals)
{
    float4 sum = {0.0f}, first = sum, second = sum;
    uint32_t end = v->starts[row + 1];
    if (!normals) {
        for (uint32_t e = v->starts[row]; e < end; e++)
            sum += v->positions[e] * *(const float4 *)&form[v->columns[e]];
        positions[row] = first_three(sum);
        return;
    }
    for (uint32_t e = v->starts[row]; e < end; e++) {
        float4 p = *(const float4 *)&form[v->columns[e]];
        sum += v->positions[e] * p;
        first += v->tangents[e][0] * p;
        second += v->tangents[e][1] * p;
    }
    positions[row] = first_three(sum);
    normals[row] = vv_vec3_normalize(vv_vec3_cross(first_three(first), first_three(second)), up);
}
#endif

/* The sum of the normals of the triangles around each vertex, weighted by their areas. */
static void flat_normals(const vv_shape *shape, const vv_vec3 *form, vv_vec3 *normals)
{
    const uint32_t *triangles = shape_open(shape).triangles;
    for (uint32_t i = 0; i < shape->vertex_count; i++)
        normals[i] = (vv_vec3){0.0f, 0.0f, 0.0f};
    for (uint32_t t = 0; t < shape->surface_triangle_count; t++) {
        const uint32_t *c = triangles + 3 * (size_t)t;
        vv_vec3 n = vv_vec3_cross(vv_vec3_sub(form[c[1]], form[c[0]]), vv_vec3_sub(form[c[2]], form[c[0]]));
        for (int k = 0; k < 3; k++)
            normals[c[k]] = vv_vec3_add(normals[c[k]], n);
    }
    for (uint32_t i = 0; i < shape->vertex_count; i++)
        normals[i] = vv_vec3_normalize(normals[i], up);
}

void vvi_shape_surface_width(const vv_shape *shape, const vv_vec3 *form, vv_vec3 *positions, vv_vec3 *normals,
                             vvi_width width)
{
    if (shape->levels == 0) {
        for (uint32_t i = 0; positions != form && i < shape->vertex_count; i++)
            positions[i] = form[i];
        if (normals)
            flat_normals(shape, form, normals);
        return;
    }
    shape_view v = shape_open(shape);
    (void)width; /* a scalar build has only one width */
    for (uint32_t row = 0; row < shape->surface_vertex_count; row++) {
#ifndef VV_SCALAR
        if (width != VVI_WIDTH_PLAIN && v.columns[v.starts[row + 1] - 1] + 1 < shape->vertex_count) {
            row_4(&v, row, form, positions, normals);
            continue;
        }
#endif
        row_plain(&v, row, form, positions, normals);
    }
}

void vv_shape_surface(const vv_shape *shape, const vv_vec3 *form, vv_vec3 *positions, vv_vec3 *normals)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(shape != NULL);
    VV_ASSERT(form != NULL);
    VV_ASSERT(positions != NULL);
    vvi_shape_surface_width(shape, form, positions, normals, vvi_best_width());
}
