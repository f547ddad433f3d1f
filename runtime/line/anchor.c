/* Grips: a drawing that hangs on a line at rest is carried along when the line moves. */
#include "line.h"

typedef struct nearest {
    float arc_share, distance;
} nearest;

static float distance_at(uint32_t elements, const vv_vec2 *corners, float length, float arc_share, vv_vec2 point)
{
    return vv_vec2_distance(vvi_line_curve(elements, corners, length, arc_share, NULL), point);
}

/* Refines the nearest point between two arc shares by ternary search. */
static float refine_nearest(uint32_t elements, const vv_vec2 *corners, float length, float low, float high,
                            vv_vec2 point)
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

static void keep_nearer(nearest *best, nearest other)
{
    if (other.distance < best->distance)
        *best = other;
}

vv_line_anchor vv_line_find_anchor(uint32_t element_count, const vv_line_pose *rest, vv_vec2 point)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(rest != NULL);
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
    float refined = refine_nearest(element_count, corners, length, low, high, point);
    keep_nearer(&best, (nearest){refined, distance_at(element_count, corners, length, refined, point)});
    for (uint32_t end = 0; end < 2; end++) {
        float share = (float)end;
        vv_vec2 tip = vvi_line_curve(element_count, corners, length, share, &tangent);
        float beyond = vv_vec2_dot(vv_vec2_sub(point, tip), tangent) / length;
        if (end == 0 ? beyond < 0.0f : beyond > 0.0f)
            keep_nearer(&best,
                        (nearest){share + beyond, distance_at(element_count, corners, length, share + beyond, point)});
    }
    vv_vec2 foot = vvi_line_curve(element_count, corners, length, best.arc_share, &tangent);
    vv_vec2 off = vv_vec2_sub(point, foot);
    return (vv_line_anchor){best.arc_share, {vv_vec2_dot(tangent, off), vv_vec2_cross(tangent, off)}};
}

/* The rotation from one direction to another; exactly the identity if they are the same. */
static vv_mat2 rotation_between(vv_vec2 from, vv_vec2 to)
{
    float c = vv_vec2_dot(from, to), s = vv_vec2_cross(from, to), size = sqrtf(c * c + s * s);
    if (!(size > 0.0f))
        return vv_mat2_identity();
    c /= size;
    s /= size;
    return (vv_mat2){c, 0.0f - s, s, c}; /* avoids −0 */
}

/* The curvature of a line at a grip: the change of direction over a segment as long as the grip is wide, per metre. */
static float curvature_at(uint32_t elements, const vv_line_pose *pose, vv_line_anchor grip)
{
    float reach = vvi_max(1.0f / (float)elements, fabsf(grip.offset.y) / pose->length);
    vv_vec2 before, after;
    vv_line_point(elements, pose, grip.fraction - reach, &before);
    vv_line_point(elements, pose, grip.fraction + reach, &after);
    float turn = vv_atan2(vv_vec2_cross(before, after), vv_vec2_dot(before, after));
    return turn / (2.0f * reach * pose->length);
}

/* How a drawing beside a line is scaled, since the line bends like a beam: inside the bend it comes closer to the
 * line, but never beyond the centre of curvature, where it would flip; and it is compressed along the line there, or
 * stretched outside. */
typedef struct beam_scale {
    float nearer; /* factor of the offset */
    float longer; /* factor along the line */
} beam_scale;

static beam_scale beam_scale_at(uint32_t elements, const vv_line_pose *pose, vv_line_anchor grip)
{
    float inside = curvature_at(elements, pose, grip) * grip.offset.y, in = vvi_max(inside, 0.0f);
    float nearer = 1.0f / sqrtf(1.0f + in * in);
    return (beam_scale){nearer, vvi_clamp(1.0f - inside * nearer, 0.6f, 1.6f)};
}

/* The point of a grip on the line, and the direction of the drawing there: a wide drawing follows the chord of the
 * part of the line that it is as wide as, not the tangent at one point, so that its sides stay apart where the line
 * bends sharply. */
static vv_vec2 facing_at(uint32_t elements, const vv_line_pose *pose, vv_line_anchor grip, vv_vec2 *facing)
{
    vv_vec2 tangent, at = vv_line_point(elements, pose, grip.fraction, &tangent);
    float reach = 0.8f * fabsf(grip.offset.y) / pose->length;
    vv_vec2 a = vv_line_point(elements, pose, vvi_clamp(grip.fraction - reach, 0.0f, 1.0f), NULL);
    vv_vec2 b = vv_line_point(elements, pose, vvi_clamp(grip.fraction + reach, 0.0f, 1.0f), NULL);
    vv_vec2 chord = vv_vec2_sub(b, a);
    float wide = vv_vec2_length(chord), needed = 0.5f * pose->length / (float)elements;
    /* A short chord hardly counts; the tangent stands in for it. */
    vv_vec2 mean = vv_vec2_add(chord, vv_vec2_scale(tangent, needed));
    float size = vv_vec2_length(mean);
    *facing = wide > 0.0f && size > 0.1f * needed ? vv_vec2_scale(mean, 1.0f / size) : tangent;
    return at;
}

vv_affine vv_line_anchor_transform(uint32_t element_count, const vv_line_pose *rest, const vv_line_pose *pose,
                                   vv_line_anchor grip, bool stretch)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(rest != NULL);
    VV_ASSERT(pose != NULL);
    vv_vec2 tangent, facing_rest, facing_now;
    vv_line_point(element_count, rest, grip.fraction, &tangent);
    vv_vec2 from = facing_at(element_count, rest, grip, &facing_rest),
            to = facing_at(element_count, pose, grip, &facing_now);
    vv_mat2 linear = rotation_between(facing_rest, facing_now);
    beam_scale a = beam_scale_at(element_count, rest, grip), b = beam_scale_at(element_count, pose, grip);
    /* The point itself, with the stretch of the line applied across it if drawings stretch. */
    float longer = stretch ? pose->length / rest->length : 1.0f, nearer = b.nearer / (a.nearer * longer);
    vv_vec2 offset = {tangent.x * grip.offset.x - tangent.y * grip.offset.y,
                      tangent.y * grip.offset.x + tangent.x * grip.offset.y};
    vv_vec2 goal = vv_vec2_add(to, vv_mat2_apply(linear, vv_vec2_scale(offset, nearer)));
    if (stretch) {
        /* Stretched along the line as much as the line is here, compressed across it accordingly: I + (k − 1) t tᵀ +
         * (1/k − 1) n nᵀ. */
        longer *= b.longer / a.longer;
        float along = longer - 1.0f, across = 1.0f / longer - 1.0f;
        float xx = facing_rest.x * facing_rest.x, xy = facing_rest.x * facing_rest.y,
              yy = facing_rest.y * facing_rest.y;
        vv_mat2 s = {1.0f + along * xx + across * yy, (along - across) * xy, (along - across) * xy,
                     1.0f + along * yy + across * xx};
        linear = vv_mat2_multiply(linear, s);
    }
    return vv_affine_about(linear, vv_vec2_add(from, offset), goal);
}
