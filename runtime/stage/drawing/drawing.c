/* What sprites and puppets have in common of a rigged drawing: checks of input, masses, the outline. */
#include "drawing.h"

#include "runtime/blend/blend.h"

#include <string.h>

#define MOST_FLOAT  1e15f
#define MOST_DOUBLE 1e60

/* ---- Checking ---------------------------------------------------------------------------------------------------- */

bool vvi_is_factor(float x) { return x >= 1e-9f && x <= 1e9f; }

static vv_result check_counts(const vvi_drawing *d, vv_error *error)
{
    if (d->handle_count == 0 || d->handle_count > VV_RIG_MAX_HANDLES || !d->handles || !d->weights)
        return vvi_fail(error, VV_ERROR_LIMIT, "a %s has 1 to %u handles with weights, not %u", d->what,
                        VV_RIG_MAX_HANDLES, d->handle_count);
    if (d->example_count > VV_BLEND_MAX_EXAMPLES || (d->example_count > 0 && !d->turns))
        return vvi_fail(error, VV_ERROR_LIMIT, "a %s has at most %u examples, not %u", d->what, VV_BLEND_MAX_EXAMPLES,
                        d->example_count);
    if (d->complex && vv_complex_example_count(d->complex) != d->example_count)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "the complex has %u examples, the %s %u",
                        vv_complex_example_count(d->complex), d->what, d->example_count);
    if (d->pin_count > VV_SPRITE_MAX_PINS || (d->pin_count > 0 && !d->pins))
        return vvi_fail(error, VV_ERROR_LIMIT, "a %s has at most %u pins, not %u", d->what, VV_SPRITE_MAX_PINS,
                        d->pin_count);
    return VV_OK;
}

static vv_result check_numbers(const vvi_drawing *d, vv_error *error)
{
    uint32_t order[VV_RIG_MAX_HANDLES];
    for (uint32_t j = 0; j < d->handle_count; j++)
        if (!vvi_handle_is_sane(&d->handles[j]))
            return vvi_fail(error, VV_ERROR_ARGUMENT, "handle %u is not within ±%g m", j, (double)VV_MESH_MAX_POSITION);
    if (!vvi_handle_order(d->handle_count, d->handles, order))
        return vvi_fail(error, VV_ERROR_ARGUMENT, "a handle has a parent that does not exist, or carries itself");
    for (uint32_t e = 0; e < d->example_count; e++)
        if (!vvi_turns_are_sane(d->handle_count, d->turns + (size_t)e * d->handle_count))
            return vvi_fail(error, VV_ERROR_ARGUMENT,
                            "example %u moves a handle by more than %g m, %g radians or a stretch of %g", e,
                            (double)VV_MESH_MAX_POSITION, (double)VV_BLEND_MAX_ANGLE, (double)VV_BLEND_MAX_STRETCH);
    if (!vvi_is_factor(d->density))
        return vvi_fail(error, VV_ERROR_ARGUMENT, "the density is %g and must lie in 1e-9…1e9", (double)d->density);
    for (uint32_t l = 0; d->layer_densities && l < d->mesh->layer_count; l++)
        if (!vvi_is_factor(d->layer_densities[l]))
            return vvi_fail(error, VV_ERROR_ARGUMENT, "the density of layer %u is %g and must lie in 1e-9…1e9", l,
                            (double)d->layer_densities[l]);
    return VV_OK;
}

vv_result vvi_drawing_check(const vvi_drawing *drawing, vv_error *error)
{
    vv_result result = vv_mesh_check(drawing->mesh, error);
    if (result == VV_OK)
        result = check_counts(drawing, error);
    return result == VV_OK ? check_numbers(drawing, error) : result;
}

/* ---- Measures ---------------------------------------------------------------------------------------------------- */

void vvi_drawing_masses(const vvi_drawing *drawing, double *masses)
{
    const vv_mesh *mesh = drawing->mesh;
    double total = 0.0;
    memset(masses, 0, mesh->vertex_count * sizeof *masses);
    for (uint32_t l = 0; l < mesh->layer_count; l++) {
        double density =
            (double)drawing->density * (drawing->layer_densities ? (double)drawing->layer_densities[l] : 1.0);
        uint32_t start = mesh->layers[l].triangle_start;
        for (uint32_t t = start; t < start + mesh->layers[l].triangle_count; t++) {
            double mass = density * vvi_triangle_area(mesh, t);
            for (uint32_t k = 0; k < 3; k++)
                masses[mesh->triangles[3 * (size_t)t + k]] += mass / 3.0;
            total += mass;
        }
    }
    double least = 1e-3 * total / (double)mesh->vertex_count;
    VV_ASSERT(least > 0.0);
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        masses[i] = masses[i] > least ? masses[i] : least;
}

static float mean_edge(const vv_mesh *mesh, const vvi_adjacency *adjacency)
{
    double sum = 0.0;
    VVI_CHECK(adjacency->edge_count > 0);
    for (uint32_t e = 0; e < adjacency->edge_count; e++)
        sum += (double)vv_vec2_distance(mesh->positions[adjacency->edges[2 * e]],
                                        mesh->positions[adjacency->edges[2 * e + 1]]);
    return (float)(sum / (double)adjacency->edge_count);
}

vv_result vvi_drawing_measure(const vv_mesh *mesh, const vvi_adjacency *adjacency, float *area, float *spacing,
                              vv_error *error)
{
    *area = vv_mesh_area(mesh);
    *spacing = mean_edge(mesh, adjacency);
    if (!(*area >= 1e-12f && *area <= 1e12f && *spacing > 0.0f && *spacing <= 1e6f))
        return vvi_fail(error, VV_ERROR_ARGUMENT, "the mesh's area is %g m² and must lie in 1e-12…1e12", (double)*area);
    return VV_OK;
}

void vvi_drawing_owners(const vv_mesh *mesh, const vvi_adjacency *adjacency, uint32_t *owners)
{
    uint32_t count = 0;
    for (uint32_t b = 0; b < adjacency->boundary_count; b++) {
        uint32_t from = adjacency->boundary[2 * b], to = adjacency->boundary[2 * b + 1];
        for (uint32_t s = adjacency->triangle_starts[from]; s < adjacency->triangle_starts[from + 1]; s++) {
            const uint32_t *corner = mesh->triangles + 3 * (size_t)adjacency->triangles[s];
            uint32_t k = corner[0] == from ? 0 : corner[1] == from ? 1 : 2;
            if (corner[(k + 1) % 3] == to) /* the one triangle that goes from `from` to `to` */
                owners[count++] = adjacency->triangles[s];
        }
    }
    VV_ASSERT(count == adjacency->boundary_count);
}

/* ---- Bytes from outside ------------------------------------------------------------------------------------------ */

bool vvi_floats_in_range(const float *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!(fabsf(values[i]) <= MOST_FLOAT))
            return false;
    return true;
}

bool vvi_doubles_in_range(const double *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!(fabs(values[i]) <= MOST_DOUBLE))
            return false;
    return true;
}

bool vvi_all_positive(const float *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!(values[i] >= 1e-30f && values[i] <= 1e30f))
            return false;
    return true;
}
