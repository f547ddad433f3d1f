/* The turn that aims a limb (4.3.3), and how live play carries it on.
 *
 * Minimal twist from rest is a function of the direction alone, so frames are independent; but straight opposite to rest any axis will do,
 * and a goal that passes there flips the limb by half a turn about itself. With `carry` the last frame's aim is transported to the new
 * direction by minimal twist, which never flips, and the twist by which it then differs from the other is relaxed. */
#include "solver.h"

#define RELAXING 0.15f /* seconds until 1/e is left */

/* The twist about the unit direction that takes `aim` to `transported` (both aim there), with `kept` of it left. */
static vv_quat relax(vv_quat aim, vv_quat transported, vv_vec3 direction, float kept)
{
    vv_quat by = multiply(transported, vv_quat_conjugate(aim));
    float sine = by.x * direction.x + by.y * direction.y + by.z * direction.z;
    float half = by.w < 0.0f ? vv_atan2(-sine, -by.w) : vv_atan2(sine, by.w);
    return unit(multiply(vv_quat_about(direction, 2.0f * half * kept), aim));
}

/* Near the opposite of rest the free aim whirls: nothing is relaxed there. */
static float kept_share(vv_vec3 rest, vv_vec3 direction, float dt)
{
    float cosine = dot(rest, direction) / sqrtf(square(rest) * square(direction) + 1e-30f);
    return vv_exp(-dt / RELAXING * vvi_min(1.0f, 2.0f * (1.0f + cosine)));
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
        aim = relax(aim, transported, direction, kept_share(rest, wanted, frame->dt));
    }
    s->aims[body] = aim;
    s->aimed[body] = s->frame;
    return aim;
}
