/* The turn that aims a limb (4.3.3), and how live play carries it on.
 *
 * Minimal twist from rest is a function of the direction alone, so frames are independent; but straight opposite to rest any axis will do,
 * and a goal that passes there flips the limb by half a turn about itself. With `carry` the last frame's aim is transported to the new
 * direction by minimal twist, which never flips, and the twist by which it then differs from the other is relaxed.
 *
 * Knees that swivel off the ground, trunks that several goals pull at and limbs folded to nothing have such directions, too. So every body
 * of a limb is held back: from its last turn it goes towards the one that was solved at no more than FASTEST_TURN, and from there the limb goes
 * to its goal once more, with as little turning as that needs. Goals are met all the same; only what they leave open lags behind. */
#include "solver.h"

/* The twist about the unit direction that takes `aim` to `transported` (both aim there), with `kept` of it left. */
static vv_quat relax(vv_quat aim, vv_quat transported, vv_vec3 direction, float kept)
{
    vv_quat by = multiply(transported, vv_quat_conjugate(aim));
    float sine = by.x * direction.x + by.y * direction.y + by.z * direction.z, cosine = by.w;
    sine = cosine < 0.0f ? -sine : sine;
    if (fabsf(sine) < 0.05f) { /* so small that sine and angle shrink alike, to 1e-5 */
        sine *= kept;
        cosine = sqrtf(1.0f - sine * sine);
    } else {
        vv_sin_cos(vv_atan2(sine, fabsf(cosine)) * kept, &sine, &cosine);
    }
    return unit(multiply((vv_quat){direction.x * sine, direction.y * sine, direction.z * sine, cosine}, aim));
}

/* Near the opposite of rest the free aim whirls: less is relaxed there, the nearer the less. */
static float kept_share(const limb_frame *frame, vv_vec3 rest, vv_vec3 direction)
{
    float share = 2.0f * (1.0f + dot(rest, direction) / sqrtf(square(rest) + 1e-30f));
    return share >= 1.0f ? frame->kept : vv_exp(-frame->dt / TWIST_RELAXING * vvi_max(share, 0.0f));
}

vv_quat vvi_aim(vv_solver *s, const limb_frame *frame, uint32_t body, vv_vec3 rest, vv_vec3 wanted)
{
    vv_quat aim = swing(rest, wanted);
    if (!frame->options->carry)
        return aim;
    if (s->aimed[body] == s->frame - 1u && s->aimed[body] > 0) {
        vv_quat last = s->aims[body];
        vv_quat transported = multiply(swing(rotate(last, rest), wanted), last);
        vv_vec3 direction = vv_vec3_direction(wanted, (vv_vec3){0, 1, 0});
        aim = relax(aim, transported, direction, kept_share(frame, rest, direction));
    }
    s->aims[body] = aim;
    s->aimed[body] = s->frame;
    return aim;
}

/* Of half the angle; half of that again is about its own tangent. */
void vvi_hold_back(limb_frame *frame, float fastest)
{
    float t = vvi_min(0.25f * fastest * frame->dt, 1.0f), share = 1.0f / (1.0f + t * t);
    frame->sine = 2.0f * t * share;
    frame->cosine = (1.0f - t * t) * share;
}

vv_quat vvi_ease_turn(const vv_solver *s, const limb_frame *frame, uint32_t body, vv_quat hip, vv_quat q)
{
    if (!frame->options->carry || s->lasted[body] == 0 || s->lasted[body] != s->frame - 1u)
        return q;
    vv_quat last = multiply(hip, s->lasts[body]), by = multiply(q, vv_quat_conjugate(last));
    if (fabsf(by.w) >= frame->cosine)
        return q;
    vv_vec3 axis = vv_vec3_direction((vv_vec3){by.x, by.y, by.z}, (vv_vec3){0, 1, 0});
    axis = scale(axis, by.w < 0.0f ? -frame->sine : frame->sine);
    return unit(multiply((vv_quat){axis.x, axis.y, axis.z, frame->cosine}, last));
}

void vvi_note_turns(vv_solver *s, const limb_frame *frame, const solver_limb *part)
{
    if (!frame->options->carry)
        return;
    vv_quat back = vv_quat_conjugate(s->pose[s->bodies[part->first].parent].q);
    for (uint32_t i = part->first; i < part->first + part->count; i++) {
        s->lasts[i] = multiply(back, s->pose[i].q);
        s->lasted[i] = s->frame;
    }
}
