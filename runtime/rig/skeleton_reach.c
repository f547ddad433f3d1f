/* Two-bone reach: hip, knee and ankle are the corners of a triangle with two sides given, so that the third, the way from the
 * hip to the target, settles its angles (law of cosines).
 *
 * The whole leg is swung towards the target first, by the shortest turn; then thigh and shin are turned into the new
 * triangle. As both lie in one plane before and after, they turn about its normal alone: the knee stays a hinge.
 *
 * Near full length the knee's angle goes as the square root of what is left, infinitely fast at last. Softened, the
 * distance d is approached as L − sL e^(−(d − d₀)/sL) beyond d₀ = (1 − s)L: equal in value and slope at d₀, and never L. */
#include "skeleton.h"

/* Below this share of the thigh's length the knee's bend is too small to tell its direction from, and the pole says more and
 * more of it. */
#define STRAIGHT 0.01f

typedef struct leg {
    vv_vec3 hip;
    vv_vec3 thigh, shin; /* vectors: hip to knee, knee to end */
    float thigh_length, shin_length;
    vv_vec3 axis; /* unit: from the hip to the end */
    vv_vec3 bend; /* unit, at a right angle to the axis: where the knee points */
} leg;

/* What is left of v at a right angle to a unit axis. */
static vv_vec3 across(vv_vec3 v, vv_vec3 axis) { return vv_vec3_sub(v, vv_vec3_scale(axis, vv_vec3_dot(v, axis))); }

/* Some unit vector at a right angle to a unit axis. */
static vv_vec3 any_across(vv_vec3 axis)
{
    float x = fabsf(axis.x), y = fabsf(axis.y), z = fabsf(axis.z);
    vv_vec3 other = z <= x && z <= y ? (vv_vec3){0, 0, 1} : x <= y ? (vv_vec3){1, 0, 0} : (vv_vec3){0, 1, 0};
    return vv_vec3_direction(across(other, axis), other);
}

/* Where the knee points: where it does, but the straighter the leg, the more where the pole does. */
static vv_vec3 bend_of(vv_vec3 thigh, float thigh_length, vv_vec3 axis, vv_vec3 pole)
{
    vv_vec3 own = across(thigh, axis);
    float size = vv_vec3_length(own), enough = STRAIGHT * thigh_length;
    vv_vec3 towards = vv_vec3_direction(across(pole, axis), any_across(axis));
    if (size < enough)
        own = vv_vec3_add(own, vv_vec3_scale(towards, enough - size));
    vv_vec3 unit = vv_vec3_direction(own, towards);
    return vv_vec3_direction(across(unit, axis), towards);
}

static leg leg_of(const vv_affine3 *globals, uint32_t upper, uint32_t lower, uint32_t end, vv_vec3 pole)
{
    leg l = {.hip = globals[upper].move};
    l.thigh = vv_vec3_sub(globals[lower].move, l.hip);
    l.shin = vv_vec3_sub(globals[end].move, globals[lower].move);
    l.thigh_length = vv_vec3_length(l.thigh);
    l.shin_length = vv_vec3_length(l.shin);
    vv_vec3 whole = vv_vec3_add(l.thigh, l.shin), down = {0.0f, -1.0f, 0.0f};
    /* Folded up so that the end lies in the hip, a leg has no axis: let it be across the thigh. */
    if (!(vv_vec3_length(whole) > 1e-5f * (l.thigh_length + l.shin_length)))
        whole = any_across(vv_vec3_direction(l.thigh, down));
    l.axis = vv_vec3_direction(whole, down);
    l.bend = bend_of(l.thigh, l.thigh_length, l.axis, pole);
    return l;
}

static float softened(float distance, float length, float softness)
{
    float room = vvi_clamp(softness, 0.0f, 0.5f) * length, begin = length - room;
    if (!(distance > begin))
        return distance;
    return room > 1e-6f * length ? length - room * vv_exp((begin - distance) / room) : length;
}

/* Turns of thigh, shin, in the figure's frame. */
typedef struct bent {
    vv_quat thigh, shin;
} bent;

static vv_quat turn_onto(vv_quat swing, vv_vec3 from, float length, vv_vec3 to)
{
    if (!(length > 0.0f))
        return swing;
    vv_vec3 unit_from = vv_vec3_direction(vv_quat_rotate(swing, from), to);
    vv_vec3 unit_to = vv_vec3_direction(to, unit_from);
    return vv_quat_multiply(vv_quat_between(unit_from, unit_to), swing);
}

/* The triangle whose sides are thigh, shin and `distance` along the unit vector `axis`. */
static bent bend_to(const leg *l, vv_vec3 axis, float distance)
{
    float a = l->thigh_length, b = l->shin_length;
    vv_quat swing = vv_quat_between(l->axis, axis);
    vv_vec3 bend = vv_vec3_direction(across(vv_quat_rotate(swing, l->bend), axis), any_across(axis));
    float along = distance > 0.0f && a > 0.0f ? (a * a + distance * distance - b * b) / (2.0f * distance) : 0.0f;
    along = vvi_clamp(along, -a, a);
    float out = sqrtf((a - along) * (a + along));
    vv_vec3 thigh = vv_vec3_add(vv_vec3_scale(axis, along), vv_vec3_scale(bend, out));
    vv_vec3 shin = vv_vec3_sub(vv_vec3_scale(axis, distance), thigh);
    return (bent){turn_onto(swing, l->thigh, a, thigh), turn_onto(swing, l->shin, b, shin)};
}

static vv_quat parent_turn(const vv_skeleton *skeleton, uint32_t joint, const vv_affine3 *globals)
{
    uint32_t parent = skeleton_open(skeleton).parents[joint];
    return parent == VV_NONE ? vv_quat_identity() : vv_mat3_to_quat(globals[parent].linear);
}

/* A turn q of the figure's frame, seen from a joint's parent whose own turn is p: p⁻¹ q p, before the joint's turn. */
static vv_quat turned_within(vv_quat p, vv_quat q, vv_quat turn)
{
    vv_quat seen = vv_quat_multiply(vv_quat_conjugate(p), vv_quat_multiply(q, p));
    return vv_quat_normalize(vv_quat_multiply(seen, turn));
}

static void refresh(const vv_skeleton *skeleton, uint32_t top, const vv_quat *turns, const vv_vec3 *moves,
                    vv_affine3 *globals)
{
    skeleton_view view = skeleton_open(skeleton);
    bool below[VV_SKELETON_MAX_JOINTS];
    for (uint32_t j = top; j < view.joint_count; j++) {
        uint32_t parent = view.parents[j];
        below[j] = j == top || (parent != VV_NONE && parent >= top && below[parent]);
        if (!below[j])
            continue;
        vv_affine3 local = {vv_quat_to_mat3(turns[j]), moves[j]};
        globals[j] = parent == VV_NONE ? local : vv_affine3_multiply(globals[parent], local);
    }
}

void vvi_skeleton_turn(const vv_skeleton *skeleton, uint32_t joint, vv_quat rotation, vv_quat *turns,
                       const vv_vec3 *moves, vv_affine3 *globals)
{
    turns[joint] = turned_within(parent_turn(skeleton, joint, globals), rotation, turns[joint]);
    refresh(skeleton, joint, turns, moves, globals);
}

float vv_skeleton_reach(const vv_skeleton *skeleton, uint32_t upper, uint32_t lower, uint32_t end, vv_vec3 target,
                        vv_vec3 pole, float softness, vv_quat *turns, const vv_vec3 *moves, vv_affine3 *globals)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(skeleton != NULL);
    VV_ASSERT(turns != NULL);
    VV_ASSERT(moves != NULL);
    VV_ASSERT(globals != NULL);
    VV_ASSERT(upper < lower && lower < end && end < skeleton->joint_count);
    leg l = leg_of(globals, upper, lower, end, pole);
    vv_vec3 way = vv_vec3_sub(target, l.hip);
    float distance = vv_vec3_length(way), length = l.thigh_length + l.shin_length;
    if (!(length > 1e-9f) || !(distance <= 1e9f))
        return vv_vec3_length(vv_vec3_sub(target, globals[end].move));
    float wanted = vvi_max(softened(distance, length, softness), fabsf(l.thigh_length - l.shin_length));
    vv_vec3 axis = distance > 1e-6f * length ? vv_vec3_direction(way, l.axis) : l.axis;
    bent b = bend_to(&l, axis, wanted);

    /* Between upper and lower nothing turns, so the parent of lower turns as upper does, and that of end as lower. */
    vv_quat back = vv_quat_conjugate(b.thigh);
    vv_quat of_upper = parent_turn(skeleton, upper, globals), of_lower = parent_turn(skeleton, lower, globals),
            of_end = parent_turn(skeleton, end, globals);
    turns[upper] = turned_within(of_upper, b.thigh, turns[upper]);
    turns[lower] = turned_within(of_lower, vv_quat_multiply(back, b.shin), turns[lower]);
    turns[end] = turned_within(of_end, vv_quat_conjugate(b.shin), turns[end]);
    refresh(skeleton, upper, turns, moves, globals);
    return vv_vec3_length(vv_vec3_sub(target, globals[end].move));
}
