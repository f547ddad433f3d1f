/* Factoring, blending and mirroring poses (Dynamic Sprites, equation 1). Every handle's transform is factored about its
 * own pivot, relative to its parent if it has one, into a rotation, a stretch and a movement; rotations blend by angle,
 * stretch and movement linearly. */
#include "blend.h"

#include <string.h>

#define FULL_TURN (2.0f * VV_PI)

vv_handle_pose vv_handle_pose_identity(void) { return (vv_handle_pose){{0.0f, 0.0f}, 0.0f, 1.0f, 0.0f, 1.0f}; }

static vv_handle_pose factor_free(const vv_handle *handle, vv_affine transform)
{
    vv_polar2 polar = vv_mat2_polar(transform.linear);
    vv_vec2 movement = vv_vec2_sub(vv_affine_apply(transform, handle->from), handle->from);
    return (vv_handle_pose){movement, polar.angle, polar.xx, polar.xy, polar.yy};
}

/* Relative to a parent: how much further it is rotated, and how far its pivot is from where the parent carries it, as
 * the parent sees it. */
static vv_handle_pose factor_child(const vv_handle *handle, vv_affine transform, vv_affine parent)
{
    vv_polar2 polar = vv_mat2_polar(transform.linear);
    float carried = vv_mat2_polar(parent.linear).angle;
    vv_vec2 movement = vv_vec2_sub(vv_affine_apply(transform, handle->from), vv_affine_apply(parent, handle->from));
    return (vv_handle_pose){vv_mat2_apply(vv_mat2_rotation(-carried), movement), vv_wrap_angle(polar.angle - carried),
                            polar.xx, polar.xy, polar.yy};
}

void vv_pose_factor(uint32_t handle_count, const vv_handle *handles, const vv_affine *pose, vv_handle_pose *turns)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(handles != NULL || handle_count == 0);
    VV_ASSERT(pose != NULL || handle_count == 0);
    VV_ASSERT(turns != NULL || handle_count == 0);
    for (uint32_t j = 0; j < handle_count; j++) {
        uint32_t parent = vvi_parent(&handles[j]);
        VV_ASSERT(parent == VV_NONE || parent < handle_count);
        turns[j] =
            parent == VV_NONE ? factor_free(&handles[j], pose[j]) : factor_child(&handles[j], pose[j], pose[parent]);
    }
}

static vv_affine compose_about(const vv_handle *handle, const vv_handle_pose *turn, float angle, vv_vec2 pivot)
{
    return vv_affine_about(vv_polar2_compose((vv_polar2){angle, turn->xx, turn->xy, turn->yy}), handle->from, pivot);
}

static void compose_free(uint32_t handle_count, const vv_handle *handles, const vv_handle_pose *turns, vv_affine *pose)
{
    for (uint32_t j = 0; j < handle_count; j++)
        pose[j] =
            compose_about(&handles[j], &turns[j], turns[j].angle, vv_vec2_add(handles[j].from, turns[j].translation));
}

void vv_pose_compose(uint32_t handle_count, const vv_handle *handles, const vv_handle_pose *turns, vv_affine *pose)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(handles != NULL || handle_count == 0);
    VV_ASSERT(turns != NULL || handle_count == 0);
    VV_ASSERT(pose != NULL || handle_count == 0);
    uint32_t order[VV_RIG_MAX_HANDLES];
    float angles[VV_RIG_MAX_HANDLES];
    if (!vvi_has_parents(handle_count, handles)) {
        compose_free(handle_count, handles, turns, pose);
        return;
    }
    bool is_forest = vvi_handle_order(handle_count, handles, order);
    VV_ASSERT(is_forest);
    for (uint32_t k = 0; k < handle_count && is_forest; k++) {
        uint32_t j = order[k], parent = vvi_parent(&handles[j]);
        angles[j] = turns[j].angle;
        vv_vec2 pivot = vv_vec2_add(handles[j].from, turns[j].translation);
        if (parent != VV_NONE) {
            vv_vec2 moved = vv_mat2_apply(vv_mat2_rotation(angles[parent]), turns[j].translation);
            angles[j] += angles[parent];
            pivot = vv_vec2_add(vv_affine_apply(pose[parent], handles[j].from), moved);
        }
        pose[j] = compose_about(&handles[j], &turns[j], angles[j], pivot);
    }
}

/* ---- Blending angles ------------------------------------------------------------------------------------------ */

static float wrap_if_needed(float angle) { return angle > -VV_PI && angle <= VV_PI ? angle : vv_wrap_angle(angle); }

/* The circular mean: reference + Σ w·wrap(θ − reference), where the reference is the direction of Σ w·(cos θ,
 * sin θ), or the angle of greatest weight where these cancel. turns[e · stride] is example e. */
static float circular_mean(uint32_t example_count, uint32_t stride, const vv_handle_pose *turns, const float *weights)
{
    float x = 0.0f, y = 0.0f, heaviest = -1.0f, reference = 0.0f, sum = 0.0f;
    for (uint32_t e = 0; e < example_count; e++) {
        float sine, cosine;
        vv_sin_cos(turns[(size_t)e * stride].angle, &sine, &cosine);
        x += weights[e] * cosine;
        y += weights[e] * sine;
        if (weights[e] > heaviest) {
            heaviest = weights[e];
            reference = turns[(size_t)e * stride].angle;
        }
    }
    if (x * x + y * y > 1e-10f)
        reference = vv_atan2(y, x);
    for (uint32_t e = 0; e < example_count; e++)
        sum += weights[e] * vv_wrap_angle(turns[(size_t)e * stride].angle - reference);
    return reference + sum;
}

/* Angles within half a circle blend to their weighted mean, taken with the circle cut outside that half: at π, or
 * else at 0. Two angles always lie within half a circle; between opposite ones, the way that does not cross π is
 * taken. Examples of weight 0 do not count, so that blends agree on the faces that simplices share. */
static float mean_angle(uint32_t example_count, uint32_t stride, const vv_handle_pose *turns, const float *weights)
{
    float low = VV_PI, high = -VV_PI, sum = 0.0f;                              /* cut at π */
    float low_positive = FULL_TURN, high_positive = 0.0f, sum_positive = 0.0f; /* cut at 0 */
    for (uint32_t e = 0; e < example_count; e++) {
        if (weights[e] == 0.0f)
            continue;
        float angle = wrap_if_needed(turns[(size_t)e * stride].angle),
              positive = angle < 0.0f ? angle + FULL_TURN : angle;
        low = vvi_min(low, angle);
        high = vvi_max(high, angle);
        low_positive = vvi_min(low_positive, positive);
        high_positive = vvi_max(high_positive, positive);
        sum += weights[e] * angle;
        sum_positive += weights[e] * positive;
    }
    if (high - low <= VV_PI)
        return sum;
    if (high_positive - low_positive <= VV_PI)
        return sum_positive;
    return circular_mean(example_count, stride, turns, weights);
}

void vv_pose_blend(uint32_t handle_count, uint32_t example_count, const vv_handle_pose *turns, const float *weights,
                   vv_handle_pose *out)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(turns != NULL || handle_count == 0);
    VV_ASSERT(weights != NULL);
    VV_ASSERT(out != NULL || handle_count == 0);
    for (uint32_t j = 0; j < handle_count; j++) {
        vv_handle_pose sum = {{0.0f, 0.0f}, 0.0f, 0.0f, 0.0f, 0.0f};
        for (uint32_t e = 0; e < example_count; e++) {
            const vv_handle_pose *turn = &turns[(size_t)e * handle_count + j];
            vvi_turn_add_scaled(&sum, weights[e], turn);
        }
        sum.angle = wrap_if_needed(mean_angle(example_count, handle_count, turns + j, weights));
        out[j] = sum;
    }
}

/* With the mirror M = diag(−1, 1): M R(θ) S M = R(−θ) · M S M. */
void vv_pose_mirror(uint32_t handle_count, const uint32_t *partner, const vv_handle_pose *turns, vv_handle_pose *out)
{
    VV_ASSERT(partner != NULL || handle_count == 0);
    VV_ASSERT(turns != NULL || handle_count == 0);
    VV_ASSERT(out != NULL || handle_count == 0);
    for (uint32_t j = 0; j < handle_count; j++) {
        VV_ASSERT(partner[j] < handle_count);
        vv_handle_pose turn = turns[partner[j]];
        out[j] = (vv_handle_pose){{-turn.translation.x, turn.translation.y}, -turn.angle, turn.xx, -turn.xy, turn.yy};
    }
}

static bool is_turn_sane(const vv_handle_pose *turn)
{
    return vvi_all_within(&turn->translation.x, 2, VV_MESH_MAX_POSITION) &&
           vvi_all_within(&turn->angle, 1, VV_BLEND_MAX_ANGLE) &&
           vvi_all_within((const float[]){turn->xx, turn->xy, turn->yy}, 3, VV_BLEND_MAX_STRETCH);
}

bool vvi_turns_are_sane(size_t count, const vv_handle_pose *turns)
{
    for (size_t i = 0; i < count; i++)
        if (!is_turn_sane(&turns[i]))
            return false;
    return true;
}

bool vvi_handle_is_sane(const vv_handle *handle)
{
    uint32_t kind; /* read as a number, because an enum must not hold an unknown value */
    memcpy(&kind, &handle->kind, sizeof kind);
    return kind <= VV_HANDLE_BONE && vvi_all_within(&handle->from.x, 4, VV_MESH_MAX_POSITION);
}

bool vvi_rig_is_sane(uint32_t handle_count, const vv_handle *handles, uint32_t example_count,
                     const vv_handle_pose *turns)
{
    for (uint32_t j = 0; j < handle_count; j++)
        if (!vvi_handle_is_sane(&handles[j]))
            return false;
    uint32_t order[VV_RIG_MAX_HANDLES];
    if (handle_count > VV_RIG_MAX_HANDLES || !vvi_handle_order(handle_count, handles, order))
        return false;
    return vvi_turns_are_sane((size_t)example_count * handle_count, turns);
}
