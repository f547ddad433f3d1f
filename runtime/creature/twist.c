/* The rotation that aims a limb (4.3.3), and how live play carries it over from frame to frame.
 *
 * The minimal-twist rotation from rest depends on the direction alone, so frames are independent; but for the
 * direction opposite to rest the axis is undefined, and a goal that passes there flips the limb by half a turn about
 * itself. With `carry`, the aim of the last frame is transported to the new direction by minimal twist, which never
 * flips, and the twist by which it then differs from the independent solution is relaxed.
 *
 * Knees that swivel off the ground, trunks that several goals pull, and limbs folded to nothing have such directions,
 * too. So every body of a limb is rate limited: from its last rotation it goes towards the solved one at no more than
 * MAX_TURN_RATE, and from there the limb meets its goal again with as little rotation as that needs. Goals are met
 * all the same; only the remaining freedom lags behind. */
#include "solver.h"

/* Relaxes the twist about the unit direction that takes `aim` to `transported` (both aim in that direction): the
 * share `kept` of it is left. */
static vv_quat relax_twist(vv_quat aim, vv_quat transported, vv_vec3 direction, float kept)
{
    vv_quat twist = multiply(transported, vv_quat_conjugate(aim));
    float sine = twist.x * direction.x + twist.y * direction.y + twist.z * direction.z, cosine = twist.w;
    sine = cosine < 0.0f ? -sine : sine;
    if (fabsf(sine) < 0.05f) { /* so small that sine and angle scale alike, to within 1e-5 */
        sine *= kept;
        cosine = sqrtf(1.0f - sine * sine);
    } else {
        vv_sin_cos(vv_atan2(sine, fabsf(cosine)) * kept, &sine, &cosine);
    }
    return normalize(multiply((vv_quat){direction.x * sine, direction.y * sine, direction.z * sine, cosine}, aim));
}

/* The share of the twist that is kept. Near the direction opposite to rest the independent aim rotates quickly, so
 * less is relaxed there. */
static float kept_twist(const solver_frame *frame, vv_vec3 rest, vv_vec3 direction)
{
    float share = 2.0f * (1.0f + dot(rest, direction) / sqrtf(length_squared(rest) + 1e-30f));
    return share >= 1.0f ? frame->twist_kept : vv_exp(-frame->dt / TWIST_RELAXING * vvi_max(share, 0.0f));
}

vv_quat vvi_aim(vv_ik_solver *s, const solver_frame *frame, uint32_t body, vv_vec3 rest, vv_vec3 wanted)
{
    vv_quat aim = minimal_twist(rest, wanted);
    if (!frame->options->carry_twist)
        return aim;
    if (s->aim_frames[body] == s->frame - 1u && s->aim_frames[body] > 0) {
        vv_quat last = s->last_aims[body];
        vv_quat transported = multiply(minimal_twist(rotate(last, rest), wanted), last);
        vv_vec3 direction = vv_vec3_normalize(wanted, (vv_vec3){0, 1, 0});
        aim = relax_twist(aim, transported, direction, kept_twist(frame, rest, direction));
    }
    s->last_aims[body] = aim;
    s->aim_frames[body] = s->frame;
    return aim;
}

/* Sine and cosine of half the angle, from the tangent of a quarter of it, for which the quarter angle itself is
 * taken. */
void vvi_limit_turn_rate(solver_frame *frame, float max_turn_rate)
{
    float t = vvi_min(0.25f * max_turn_rate * frame->dt, 1.0f), share = 1.0f / (1.0f + t * t);
    frame->turn_sine = 2.0f * t * share;
    frame->turn_cosine = (1.0f - t * t) * share;
}

vv_quat vvi_limit_turn(const vv_ik_solver *s, const solver_frame *frame, uint32_t body, vv_quat hip, vv_quat q)
{
    if (!frame->options->carry_twist || s->rotation_frames[body] == 0 || s->rotation_frames[body] != s->frame - 1u)
        return q;
    vv_quat last = multiply(hip, s->last_rotations[body]), delta = multiply(q, vv_quat_conjugate(last));
    if (fabsf(delta.w) >= frame->turn_cosine)
        return q;
    vv_vec3 axis = vv_vec3_normalize((vv_vec3){delta.x, delta.y, delta.z}, (vv_vec3){0, 1, 0});
    axis = scale(axis, delta.w < 0.0f ? -frame->turn_sine : frame->turn_sine);
    return normalize(multiply((vv_quat){axis.x, axis.y, axis.z, frame->turn_cosine}, last));
}

void vvi_store_turns(vv_ik_solver *s, const solver_frame *frame, const solver_limb *limb)
{
    if (!frame->options->carry_twist)
        return;
    vv_quat hip_inverse = vv_quat_conjugate(s->pose[s->bodies[limb->first].parent].q);
    for (uint32_t i = limb->first; i < limb->first + limb->count; i++) {
        s->last_rotations[i] = multiply(hip_inverse, s->pose[i].q);
        s->rotation_frames[i] = s->frame;
    }
}
