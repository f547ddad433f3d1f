/* Two-bone inverse kinematics: hip, knee and ankle form a triangle with two given sides; the third side, the distance
 * from the hip to the target, determines its angles (law of cosines).
 *
 * First the whole leg is swung towards the target by the smallest rotation, then thigh and shin are rotated into the
 * new triangle. Both lie in one plane before and after, so that they rotate about its normal only: the knee stays a
 * hinge.
 *
 * Near full length the angle of the knee changes with the square root of the remaining distance, so its speed grows
 * without bound. Softening replaces a distance d beyond d₀ = (1 − s)L by L − sL e^(−(d − d₀)/sL): equal in
 * value and slope at d₀, and always below L. */
#include "skeleton.h"

/* Where the knee is off the axis by less than this fraction of the thigh, its direction is not reliable, and the pole
 * contributes more and more of it. */
#define STRAIGHT 0.01f

typedef struct leg {
    vv_vec3 hip;
    vv_vec3 thigh, shin; /* vectors: hip to knee, knee to end */
    float thigh_length, shin_length;
    vv_vec3 axis; /* unit: from the hip to the end */
    vv_vec3 bend; /* unit, perpendicular to the axis: the direction in which the knee points */
} leg;

/* The component of v perpendicular to a unit axis. */
static vv_vec3 perpendicular_part(vv_vec3 v, vv_vec3 axis)
{
    return vv_vec3_sub(v, vv_vec3_scale(axis, vv_vec3_dot(v, axis)));
}

/* Any unit vector perpendicular to a unit axis. */
static vv_vec3 any_perpendicular(vv_vec3 axis)
{
    float x = fabsf(axis.x), y = fabsf(axis.y), z = fabsf(axis.z);
    vv_vec3 other = z <= x && z <= y ? (vv_vec3){0, 0, 1} : x <= y ? (vv_vec3){1, 0, 0} : (vv_vec3){0, 1, 0};
    return vv_vec3_normalize(perpendicular_part(other, axis), other);
}

/* The direction in which the knee points. The straighter the leg, the more it is the direction of the pole. */
static vv_vec3 bend_direction(vv_vec3 thigh, float thigh_length, vv_vec3 axis, vv_vec3 pole)
{
    vv_vec3 off_axis = perpendicular_part(thigh, axis);
    float size = vv_vec3_length(off_axis), least_size = STRAIGHT * thigh_length;
    vv_vec3 towards = vv_vec3_normalize(perpendicular_part(pole, axis), any_perpendicular(axis));
    if (size < least_size)
        off_axis = vv_vec3_add(off_axis, vv_vec3_scale(towards, least_size - size));
    vv_vec3 unit = vv_vec3_normalize(off_axis, towards);
    return vv_vec3_normalize(perpendicular_part(unit, axis), towards);
}

static leg measure_leg(const vv_affine3 *globals, uint32_t upper, uint32_t lower, uint32_t end, vv_vec3 pole)
{
    leg l = {.hip = globals[upper].translation};
    l.thigh = vv_vec3_sub(globals[lower].translation, l.hip);
    l.shin = vv_vec3_sub(globals[end].translation, globals[lower].translation);
    l.thigh_length = vv_vec3_length(l.thigh);
    l.shin_length = vv_vec3_length(l.shin);
    vv_vec3 span = vv_vec3_add(l.thigh, l.shin), down = {0.0f, -1.0f, 0.0f};
    /* A leg that is folded so that its end lies in the hip has no axis: take one perpendicular to the thigh. */
    if (!(vv_vec3_length(span) > 1e-5f * (l.thigh_length + l.shin_length)))
        span = any_perpendicular(vv_vec3_normalize(l.thigh, down));
    l.axis = vv_vec3_normalize(span, down);
    l.bend = bend_direction(l.thigh, l.thigh_length, l.axis, pole);
    return l;
}

static float soften_distance(float distance, float length, float softness)
{
    float range = vvi_clamp(softness, 0.0f, 0.5f) * length, begin = length - range;
    if (!(distance > begin))
        return distance;
    return range > 1e-6f * length ? length - range * vv_exp((begin - distance) / range) : length;
}

/* Rotations of thigh and shin, in the figure's frame. */
typedef struct leg_rotations {
    vv_quat thigh, shin;
} leg_rotations;

static vv_quat rotate_onto(vv_quat swing, vv_vec3 from, float length, vv_vec3 to)
{
    if (!(length > 0.0f))
        return swing;
    vv_vec3 unit_from = vv_vec3_normalize(vv_quat_rotate(swing, from), to);
    vv_vec3 unit_to = vv_vec3_normalize(to, unit_from);
    return vv_quat_multiply(vv_quat_between(unit_from, unit_to), swing);
}

/* Rotates thigh and shin into the triangle whose third side is `distance` along the unit vector `axis`. */
static leg_rotations solve_triangle(const leg *l, vv_vec3 axis, float distance)
{
    float a = l->thigh_length, b = l->shin_length;
    vv_quat swing = vv_quat_between(l->axis, axis);
    vv_vec3 bend = vv_vec3_normalize(perpendicular_part(vv_quat_rotate(swing, l->bend), axis), any_perpendicular(axis));
    float projection = distance > 0.0f && a > 0.0f ? (a * a + distance * distance - b * b) / (2.0f * distance) : 0.0f;
    projection = vvi_clamp(projection, -a, a);
    float out = sqrtf((a - projection) * (a + projection));
    vv_vec3 thigh = vv_vec3_add(vv_vec3_scale(axis, projection), vv_vec3_scale(bend, out));
    vv_vec3 shin = vv_vec3_sub(vv_vec3_scale(axis, distance), thigh);
    return (leg_rotations){rotate_onto(swing, l->thigh, a, thigh), rotate_onto(swing, l->shin, b, shin)};
}

static vv_quat parent_rotation(const vv_skeleton *skeleton, uint32_t joint, const vv_affine3 *globals)
{
    uint32_t parent = skeleton_open(skeleton).parents[joint];
    return parent == VV_NONE ? vv_quat_identity() : vv_mat3_to_quat(globals[parent].linear);
}

/* Applies a rotation q in the figure's frame to the turn of a joint whose parent has the rotation p: p⁻¹ q p ·
 * turn. */
static vv_quat rotate_turn(vv_quat p, vv_quat q, vv_quat turn)
{
    vv_quat local = vv_quat_multiply(vv_quat_conjugate(p), vv_quat_multiply(q, p));
    return vv_quat_normalize(vv_quat_multiply(local, turn));
}

static void update_globals(const vv_skeleton *skeleton, uint32_t top, const vv_quat *turns, const vv_vec3 *moves,
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
    turns[joint] = rotate_turn(parent_rotation(skeleton, joint, globals), rotation, turns[joint]);
    update_globals(skeleton, joint, turns, moves, globals);
}

float vv_skeleton_solve_two_bone_ik(const vv_skeleton *skeleton, uint32_t upper, uint32_t lower, uint32_t end,
                                    vv_vec3 target, vv_vec3 pole, float softness, vv_quat *turns, const vv_vec3 *moves,
                                    vv_affine3 *globals)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(skeleton != NULL);
    VV_ASSERT(turns != NULL);
    VV_ASSERT(moves != NULL);
    VV_ASSERT(globals != NULL);
    VV_ASSERT(upper < lower && lower < end && end < skeleton->joint_count);
    leg l = measure_leg(globals, upper, lower, end, pole);
    vv_vec3 to_target = vv_vec3_sub(target, l.hip);
    float distance = vv_vec3_length(to_target), length = l.thigh_length + l.shin_length;
    if (!(length > 1e-9f) || !(distance <= 1e9f))
        return vv_vec3_length(vv_vec3_sub(target, globals[end].translation));
    float reached = vvi_max(soften_distance(distance, length, softness), fabsf(l.thigh_length - l.shin_length));
    vv_vec3 axis = distance > 1e-6f * length ? vv_vec3_normalize(to_target, l.axis) : l.axis;
    leg_rotations rotations = solve_triangle(&l, axis, reached);

    /* Joints between upper and lower keep their turns, so that the parent of lower rotates with upper, and that of
     * end with lower. */
    vv_quat unbend = vv_quat_conjugate(rotations.thigh);
    vv_quat of_upper = parent_rotation(skeleton, upper, globals), of_lower = parent_rotation(skeleton, lower, globals),
            of_end = parent_rotation(skeleton, end, globals);
    turns[upper] = rotate_turn(of_upper, rotations.thigh, turns[upper]);
    turns[lower] = rotate_turn(of_lower, vv_quat_multiply(unbend, rotations.shin), turns[lower]);
    turns[end] = rotate_turn(of_end, vv_quat_conjugate(rotations.shin), turns[end]);
    update_globals(skeleton, upper, turns, moves, globals);
    return vv_vec3_length(vv_vec3_sub(target, globals[end].translation));
}
