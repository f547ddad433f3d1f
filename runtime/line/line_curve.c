/* The corners of a line and the smooth curve through them: cubic in every element, with the slope of the chord of the
 * neighbouring corners at each corner (Catmull and Rom 1974), and that of a parabola at the ends. It is linear in the
 * corners, so a stroke is fitted by least squares on the curve itself; corners have equal distances, so its speed is
 * nearly constant. */
#include "curve.h"

/* The cost of bending relative to that of moving the root by the same distance: with 5 elements the root moves by a
 * twentieth. */
#define BENDING_COST 0.2f

void vv_line_points(uint32_t element_count, const vv_line_pose *pose, vv_vec2 *points)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(pose != NULL);
    VV_ASSERT(points != NULL);
    VV_ASSERT(element_count > 0 && element_count <= VV_LINE_MAX_ELEMENTS);
    uint32_t middle = element_count / 2;
    float step = pose->length / (float)element_count, sine, cosine;
    points[middle] = pose->root;
    for (uint32_t i = middle; i < element_count; i++) {
        vv_sin_cos(pose->angles[i], &sine, &cosine);
        points[i + 1] = (vv_vec2){points[i].x + step * cosine, points[i].y + step * sine};
    }
    for (uint32_t i = middle; i-- > 0;) {
        vv_sin_cos(pose->angles[i], &sine, &cosine);
        points[i] = (vv_vec2){points[i + 1].x - step * cosine, points[i + 1].y - step * sine};
    }
}

/* Adds `share` of the slope at a corner to the weights. */
static void add_slope(uint32_t element_count, uint32_t corner, uint32_t first, double share, double *weights)
{
    double *w = weights + (corner - first);
    VVI_CHECK(corner >= first && corner <= element_count);
    if (corner == 0) {
        w[0] -= 1.5 * share;
        w[1] += 2.0 * share;
        w[2] -= 0.5 * share;
    } else if (corner == element_count) {
        w[-2] += 0.5 * share;
        w[-1] -= 2.0 * share;
        w[0] += 1.5 * share;
    } else {
        w[-1] -= 0.5 * share;
        w[1] += 0.5 * share;
    }
}

curve_weights vvi_curve_weights_at(uint32_t element_count, double arc_share)
{
    double place = (arc_share > 0.0 ? arc_share < 1.0 ? arc_share : 1.0 : 0.0) * element_count;
    uint32_t element = (uint32_t)place;
    if (element == element_count)
        element--;
    double u = place - element, v = 1.0 - u;
    curve_weights mix = {.first = element == 0 ? 0 : element - 1};
    uint32_t last = element + 2 > element_count ? element_count : element + 2;
    mix.count = last - mix.first + 1;
    VVI_CHECK(mix.count >= 3 && mix.count <= 4 && last <= element_count && u >= 0.0 && u <= 1.0);
    double *value = mix.value, *slope = mix.slope;
    uint32_t here = element - mix.first;
    value[here] = v * v * (1.0 + 2.0 * u);
    value[here + 1] = u * u * (1.0 + 2.0 * v);
    slope[here] = -6.0 * u * v;
    slope[here + 1] = 6.0 * u * v;
    add_slope(element_count, element, mix.first, u * v * v, value);
    add_slope(element_count, element + 1, mix.first, -u * u * v, value);
    add_slope(element_count, element, mix.first, v * (v - 2.0 * u), slope);
    add_slope(element_count, element + 1, mix.first, u * (u - 2.0 * v), slope);
    return mix;
}

static vv_vec2 weighted_sum(const vv_vec2 *corners, const curve_weights *mix, const double *weights)
{
    double x = 0.0, y = 0.0;
    for (uint32_t i = 0; i < mix->count; i++) {
        x += weights[i] * (double)corners[mix->first + i].x;
        y += weights[i] * (double)corners[mix->first + i].y;
    }
    return (vv_vec2){(float)x, (float)y};
}

/* The direction of the curve. Where a line turns straight back, the derivative of the curve vanishes, and the
 * direction of the element is used. */
static vv_vec2 curve_direction(uint32_t element_count, const vv_vec2 *corners, const curve_weights *mix,
                               double arc_share)
{
    vv_vec2 slope = weighted_sum(corners, mix, mix->slope);
    float speed = vv_vec2_length(slope);
    uint32_t element = arc_share >= 1.0  ? element_count - 1
                       : arc_share > 0.0 ? (uint32_t)(arc_share * element_count)
                                         : 0;
    vv_vec2 chord = vv_vec2_sub(corners[element + 1], corners[element]);
    float chord_length = vv_vec2_length(chord);
    if (speed > 1e-5f * chord_length)
        return vv_vec2_scale(slope, 1.0f / speed);
    return chord_length > 0.0f ? vv_vec2_scale(chord, 1.0f / chord_length) : (vv_vec2){1.0f, 0.0f};
}

vv_vec2 vvi_line_curve(uint32_t element_count, const vv_vec2 *corners, float length, float arc_share, vv_vec2 *tangent)
{
    curve_weights mix = vvi_curve_weights_at(element_count, (double)arc_share);
    vv_vec2 point = weighted_sum(corners, &mix, mix.value);
    bool is_beyond = !(arc_share >= 0.0f && arc_share <= 1.0f);
    if (!is_beyond && !tangent)
        return point;
    vv_vec2 direction = curve_direction(element_count, corners, &mix, (double)arc_share);
    if (tangent)
        *tangent = direction;
    if (!is_beyond)
        return point;
    float excess = arc_share > 1.0f ? arc_share - 1.0f : arc_share < 0.0f ? arc_share : 0.0f;
    return vv_vec2_add(point, vv_vec2_scale(direction, excess * length));
}

vv_vec2 vv_line_point(uint32_t element_count, const vv_line_pose *pose, float arc_share, vv_vec2 *tangent)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(pose != NULL);
    vv_vec2 corners[VV_LINE_MAX_ELEMENTS + 1];
    vv_line_points(element_count, pose, corners);
    return vvi_line_curve(element_count, corners, pose->length, arc_share, tangent);
}

vv_vec2 vvi_curve_jacobian(uint32_t element_count, const vv_line_pose *pose, double arc_share, vv_vec2 *jacobian)
{
    vv_vec2 corners[VV_LINE_MAX_ELEMENTS + 1];
    double weights[VV_LINE_MAX_ELEMENTS + 1] = {0.0}, sum = 0.0;
    curve_weights mix = vvi_curve_weights_at(element_count, arc_share);
    vv_line_points(element_count, pose, corners);
    for (uint32_t i = 0; i < mix.count; i++)
        weights[mix.first + i] = mix.value[i];
    /* Rotating an element moves everything beyond it, as seen from the root. */
    for (uint32_t i = 0; i < element_count / 2; i++) {
        sum -= weights[i];
        vv_vec2 chord = vv_vec2_sub(corners[i + 1], corners[i]);
        jacobian[i] = (vv_vec2){-chord.y * (float)sum, chord.x * (float)sum};
    }
    sum = 0.0;
    for (uint32_t i = element_count; i-- > element_count / 2;) {
        sum += weights[i + 1];
        vv_vec2 chord = vv_vec2_sub(corners[i + 1], corners[i]);
        jacobian[i] = (vv_vec2){-chord.y * (float)sum, chord.x * (float)sum};
    }
    return weighted_sum(corners, &mix, mix.value);
}

/* Minimises Σ cost · (element · δ)² + |root|² subject to J δ + root = by: root = (1 + J C⁻¹ Jᵀ)⁻¹ by, δ = C⁻¹ Jᵀ
 * root. */
vv_vec2 vvi_curve_smallest_move(uint32_t element_count, const vv_line_pose *pose, double arc_share, vv_vec2 by,
                                float *angles)
{
    vv_vec2 jacobian[VV_LINE_MAX_ELEMENTS];
    vvi_curve_jacobian(element_count, pose, arc_share, jacobian);
    float element = pose->length / (float)element_count;
    float inverse_cost = 1.0f / (BENDING_COST * element * element), xx = 1.0f, xy = 0.0f, yy = 1.0f;
    for (uint32_t i = 0; i < element_count; i++) {
        xx += inverse_cost * jacobian[i].x * jacobian[i].x;
        xy += inverse_cost * jacobian[i].x * jacobian[i].y;
        yy += inverse_cost * jacobian[i].y * jacobian[i].y;
    }
    float scale = 1.0f / (xx * yy - xy * xy);
    VVI_CHECK(!(xx < 1.0f) && !(yy < 1.0f) && element > 0.0f);
    vv_vec2 root = {(yy * by.x - xy * by.y) * scale, (xx * by.y - xy * by.x) * scale};
    for (uint32_t i = 0; i < element_count; i++)
        angles[i] = inverse_cost * vv_vec2_dot(jacobian[i], root);
    return root;
}
