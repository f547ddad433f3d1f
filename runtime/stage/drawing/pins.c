/* Pins join two layers of a drawing: each is a point of a triangle on both, found once at creation. */
#include "drawing.h"

typedef struct corner_weights {
    double w[3];
} corner_weights;

static corner_weights weigh(const vv_mesh *mesh, uint32_t triangle, vv_vec2 p)
{
    const uint32_t *corner = mesh->triangles + 3 * (size_t)triangle;
    vv_vec2 a = mesh->positions[corner[0]], b = mesh->positions[corner[1]], c = mesh->positions[corner[2]];
    double whole = vvi_doubled_area(a, b, c);
    VVI_CHECK(whole > 0.0);
    return (corner_weights){
        {vvi_doubled_area(b, c, p) / whole, vvi_doubled_area(c, a, p) / whole, vvi_doubled_area(a, b, p) / whole}};
}

static double least(corner_weights c)
{
    double low = c.w[0] < c.w[1] ? c.w[0] : c.w[1];
    return low < c.w[2] ? low : c.w[2];
}

/* Finds the triangle of the layer that contains the point most deeply. A point on an edge may lie outside by
 * rounding: up to a thousandth of a triangle is projected back. */
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
    VVI_CHECK(best.w[0] <= 1.01 && best.w[1] <= 1.01 && best.w[2] <= 1.01);
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
    VV_ASSERT(index < drawing->pin_count);
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
