/* Grips: what hangs on a line at rest is carried along when the line moves. */
#include "line.h"

typedef struct nearest {
    float along, distance;
} nearest;

static float distance_at(uint32_t elements, const vv_vec2 *corners, float length, float along, vv_vec2 point)
{
    return vv_vec2_distance(vvi_line_curve(elements, corners, length, along, NULL), point);
}

/* Between two shares that hold the nearest one, by thirds. */
static float closer(uint32_t elements, const vv_vec2 *corners, float length, float low, float high, vv_vec2 point)
{
    for (int i = 0; i < 40; i++) {
        float a = low + (high - low) / 3.0f, b = high - (high - low) / 3.0f;
        if (distance_at(elements, corners, length, a, point) < distance_at(elements, corners, length, b, point))
            high = b;
        else
            low = a;
    }
    return 0.5f * (low + high);
}

static void keep(nearest *best, nearest other)
{
    if (other.distance < best->distance)
        *best = other;
}

vv_grip vv_line_grip(uint32_t element_count, const vv_line_pose *rest, vv_vec2 point)
{
    enum { PER_ELEMENT = 8 };
    vv_vec2 corners[VV_LINE_MAX_ELEMENTS + 1], tangent;
    uint32_t pieces = element_count * PER_ELEMENT, at = 0;
    float length = rest->length, least = INFINITY;
    vv_line_points(element_count, rest, corners);
    for (uint32_t i = 0; i <= pieces; i++) {
        float here = distance_at(element_count, corners, length, (float)i / (float)pieces, point);
        if (here < least) {
            least = here;
            at = i;
        }
    }
    float low = at == 0 ? 0.0f : (float)(at - 1) / (float)pieces;
    float high = at == pieces ? 1.0f : (float)(at + 1) / (float)pieces;
    nearest best = {(float)at / (float)pieces, least};
    float refined = closer(element_count, corners, length, low, high, point);
    keep(&best, (nearest){refined, distance_at(element_count, corners, length, refined, point)});
    for (uint32_t end = 0; end < 2; end++) {
        float share = (float)end;
        vv_vec2 tip = vvi_line_curve(element_count, corners, length, share, &tangent);
        float beyond = vv_vec2_dot(vv_vec2_sub(point, tip), tangent) / length;
        if (end == 0 ? beyond < 0.0f : beyond > 0.0f)
            keep(&best, (nearest){share + beyond, distance_at(element_count, corners, length, share + beyond, point)});
    }
    vv_vec2 foot = vvi_line_curve(element_count, corners, length, best.along, &tangent);
    vv_vec2 off = vv_vec2_sub(point, foot);
    return (vv_grip){best.along, {vv_vec2_dot(tangent, off), vv_vec2_cross(tangent, off)}};
}

/* What turns one direction into another: exactly nothing where they are the same. */
static vv_mat2 turn_between(vv_vec2 from, vv_vec2 to)
{
    float c = vv_vec2_dot(from, to), s = vv_vec2_cross(from, to), size = sqrtf(c * c + s * s);
    if (!(size > 0.0f))
        return vv_mat2_identity();
    c /= size;
    s /= size;
    return (vv_mat2){c, 0.0f - s, s, c}; /* never −0 */
}

vv_affine vv_line_carry(uint32_t element_count, const vv_line_pose *rest, const vv_line_pose *pose, vv_grip grip,
                        bool stretch)
{
    vv_vec2 was, is;
    vv_vec2 from = vv_line_point(element_count, rest, grip.along, &was);
    vv_vec2 to = vv_line_point(element_count, pose, grip.along, &is);
    vv_mat2 linear = turn_between(was, is);
    if (stretch) {
        /* Along the line as much longer as it is, across it as much thinner: I + (k − 1) t tᵀ + (1/k − 1) n nᵀ. */
        float longer = pose->length / rest->length, along = longer - 1.0f, across = 1.0f / longer - 1.0f;
        float xx = was.x * was.x, xy = was.x * was.y, yy = was.y * was.y;
        vv_mat2 s = {1.0f + along * xx + across * yy, (along - across) * xy, (along - across) * xy,
                     1.0f + along * yy + across * xx};
        linear = vv_mat2_multiply(linear, s);
    }
    return vv_affine_about(linear, from, to);
}
