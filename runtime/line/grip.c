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

/* How a line bends about a grip: the turn of its direction over a piece as long as the grip is wide, per metre. */
static float bend_at(uint32_t elements, const vv_line_pose *pose, vv_grip grip)
{
    float reach = vvi_max(1.0f / (float)elements, fabsf(grip.offset.y) / pose->length);
    vv_vec2 before, after;
    vv_line_point(elements, pose, grip.along - reach, &before);
    vv_line_point(elements, pose, grip.along + reach, &after);
    float turn = vv_atan2(vv_vec2_cross(before, after), vv_vec2_dot(before, after));
    return turn / (2.0f * reach * pose->length);
}

/* What lies beside a line that bends like a beam: inside the bend it comes nearer, never beyond the centre of the bend, where it would turn
 * over; and it is as much shorter there, or longer outside. */
typedef struct beam {
    float nearer; /* of the offset */
    float longer; /* along the line */
} beam;

static beam beam_at(uint32_t elements, const vv_line_pose *pose, vv_grip grip)
{
    float inside = bend_at(elements, pose, grip) * grip.offset.y, in = vvi_max(inside, 0.0f);
    float nearer = 1.0f / sqrtf(1.0f + in * in);
    return (beam){nearer, vvi_clamp(1.0f - inside * nearer, 0.6f, 1.6f)};
}

/* Where a grip is carried and which way it faces: what is wide turns with the part of the line that it is as wide as, not with the very point it
 * hangs on, so that its sides stay apart where the line bends sharply. */
static vv_vec2 facing_at(uint32_t elements, const vv_line_pose *pose, vv_grip grip, vv_vec2 *facing)
{
    vv_vec2 tangent, at = vv_line_point(elements, pose, grip.along, &tangent);
    float reach = 0.8f * fabsf(grip.offset.y) / pose->length;
    vv_vec2 a = vv_line_point(elements, pose, vvi_clamp(grip.along - reach, 0.0f, 1.0f), NULL);
    vv_vec2 b = vv_line_point(elements, pose, vvi_clamp(grip.along + reach, 0.0f, 1.0f), NULL);
    vv_vec2 chord = vv_vec2_sub(b, a);
    float wide = vv_vec2_length(chord), needed = 0.5f * pose->length / (float)elements;
    /* A short chord has no say: the tangent stands in for it. */
    vv_vec2 mean = vv_vec2_add(chord, vv_vec2_scale(tangent, needed));
    float size = vv_vec2_length(mean);
    *facing = wide > 0.0f && size > 0.1f * needed ? vv_vec2_scale(mean, 1.0f / size) : tangent;
    return at;
}

vv_affine vv_line_carry(uint32_t element_count, const vv_line_pose *rest, const vv_line_pose *pose, vv_grip grip,
                        bool stretch)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(rest != NULL);
    VV_ASSERT(pose != NULL);
    vv_vec2 tangent, was, is;
    vv_line_point(element_count, rest, grip.along, &tangent);
    vv_vec2 from = facing_at(element_count, rest, grip, &was), to = facing_at(element_count, pose, grip, &is);
    vv_mat2 linear = turn_between(was, is);
    beam a = beam_at(element_count, rest, grip), b = beam_at(element_count, pose, grip);
    /* The point itself, with the line's own stretch across where that counts. */
    float longer = stretch ? pose->length / rest->length : 1.0f, nearer = b.nearer / (a.nearer * longer);
    vv_vec2 off = {tangent.x * grip.offset.x - tangent.y * grip.offset.y,
                   tangent.y * grip.offset.x + tangent.x * grip.offset.y};
    vv_vec2 goal = vv_vec2_add(to, vv_mat2_apply(linear, vv_vec2_scale(off, nearer)));
    if (stretch) {
        /* Along the line as much longer as it is here, across it as much thinner: I + (k − 1) t tᵀ + (1/k − 1) n nᵀ. */
        longer *= b.longer / a.longer;
        float along = longer - 1.0f, across = 1.0f / longer - 1.0f;
        float xx = was.x * was.x, xy = was.x * was.y, yy = was.y * was.y;
        vv_mat2 s = {1.0f + along * xx + across * yy, (along - across) * xy, (along - across) * xy,
                     1.0f + along * yy + across * xx};
        linear = vv_mat2_multiply(linear, s);
    }
    return vv_affine_about(linear, vv_vec2_add(from, off), goal);
}
