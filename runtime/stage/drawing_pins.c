/* Pins join two layers of a drawing: each is a point of a triangle on both, found once when it is made ready. */
#include "drawing.h"

typedef struct corner_weights {
    double w[3];
} corner_weights;

static double doubled_area(vv_vec2 a, vv_vec2 b, vv_vec2 c)
{
    double ux = (double)b.x - (double)a.x, uy = (double)b.y - (double)a.y;
    return ux * ((double)c.y - (double)a.y) - uy * ((double)c.x - (double)a.x);
}

static corner_weights weigh(const vv_mesh *mesh, uint32_t triangle, vv_vec2 p)
{
    const uint32_t *corner = mesh->triangles + 3 * (size_t)triangle;
    vv_vec2 a = mesh->positions[corner[0]], b = mesh->positions[corner[1]], c = mesh->positions[corner[2]];
    double whole = doubled_area(a, b, c);
    return (corner_weights){
        {doubled_area(b, c, p) / whole, doubled_area(c, a, p) / whole, doubled_area(a, b, p) / whole}};
}

static double least(corner_weights c)
{
    double low = c.w[0] < c.w[1] ? c.w[0] : c.w[1];
    return low < c.w[2] ? low : c.w[2];
}

/* The triangle of the layer that the point is deepest in. A point on an edge may lie outside by rounding: up to a
 * thousandth of a triangle is drawn back to it. */
static bool find_side(const vv_mesh *mesh, uint32_t layer, vv_vec2 at, uint32_t corners[3], float weights[3])
{
    corner_weights best = {{-1.0, -1.0, -1.0}};
    uint32_t found = VV_NONE, end = mesh->layers[layer].triangle_start + mesh->layers[layer].triangle_count;
    for (uint32_t t = mesh->layers[layer].triangle_start; t < end; t++) {
        corner_weights here = weigh(mesh, t, at);
        if (least(here) > least(best)) {
            best = here;
            found = t;
        }
    }
    if (found == VV_NONE || least(best) < -1e-3)
        return false;
    double sum = 0.0;
    for (uint32_t k = 0; k < 3; k++) {
        best.w[k] = best.w[k] > 0.0 ? best.w[k] : 0.0;
        sum += best.w[k];
    }
    for (uint32_t k = 0; k < 3; k++) {
        corners[k] = mesh->triangles[3 * (size_t)found + k];
        weights[k] = (float)(best.w[k] / sum);
    }
    return true;
}

vv_result vvi_drawing_find_pin(const vvi_drawing *drawing, uint32_t index, vvi_pin_place *out, vv_error *error)
{
    const vv_sprite_pin *pin = &drawing->pins[index];
    const uint32_t layers[2] = {pin->layer, pin->onto};
    uint32_t layer_count = drawing->mesh->layer_count;
    if (pin->layer >= layer_count || pin->onto >= layer_count || pin->layer == pin->onto)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "pin %u joins layers %u and %u: two of %u are needed", index,
                        pin->layer, pin->onto, layer_count);
    if (!vvi_all_finite(&pin->at.x, 2))
        return vvi_fail(error, VV_ERROR_ARGUMENT, "the place of pin %u is not finite", index);
    for (uint32_t side = 0; side < 2; side++)
        if (!find_side(drawing->mesh, layers[side], pin->at, out->corners[side], out->weights[side])) {
            vvi_fail(error, VV_ERROR_ARGUMENT, "pin %u lies outside layer %u", index, layers[side]);
            vvi_error_remedy(error, "put it where both layers have drawing");
            return VV_ERROR_ARGUMENT;
        }
    return VV_OK;
}
