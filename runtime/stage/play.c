/* Clips on sprites: a clip moves the handles of the rest shape, channel by channel, from where the place in the
 * complex has them to the aims of its tracks. Matching, contact and momentum continue as ever, so a sprite that plays
 * a clip can still be pushed: the clip determines the shape, physics its position and angle. (Puppets follow clips in
 * space: puppet_aims.c.) */
#include "runtime/stage/kept.h"
#include "runtime/stage/puppet_actor.h"

#include <string.h>

static bool is_finite_double(double x) { return x - x == 0.0; }

vv_result vvi_clip_check(const vv_actor_def *d, uint32_t handle_count, vv_error *error)
{
    if (d->clip && vv_clip_handle_count(d->clip) != handle_count)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "the clip is for %u handles, the %s has %u",
                        vv_clip_handle_count(d->clip), d->puppet ? "puppet" : "sprite", handle_count);
    if (!is_finite_double(d->clip_start))
        return vvi_fail(error, VV_ERROR_ARGUMENT, "the clip's start is not finite");
    return VV_OK;
}

/* ---- Applying aims ----------------------------------------------------------------------------------------------- */

static float blend_towards(float from, float to, float strength) { return from + (to - from) * strength; }

/* Sets the stretch to these factors along the handle's own axes: S = s₀ a aᵀ + s₁ b bᵀ. */
static void apply_stretch(vv_handle_pose *turn, const vv_handle *handle, const vv_handle_target *aim)
{
    vv_vec2 a = vv_vec2_sub(handle->to, handle->from);
    float length = vv_vec2_length(a);
    a = length > 0.0f ? vv_vec2_scale(a, 1.0f / length) : (vv_vec2){1.0f, 0.0f};
    float along = aim->value[0], across = aim->value[1];
    turn->xx = blend_towards(turn->xx, along * a.x * a.x + across * a.y * a.y, aim->strength);
    turn->xy = blend_towards(turn->xy, (along - across) * a.x * a.y, aim->strength);
    turn->yy = blend_towards(turn->yy, along * a.y * a.y + across * a.x * a.x, aim->strength);
}

/* Pivots are relative to the drawing's centre, clips to the artwork. */
static void apply_aim(const vvi_sprite_view *view, const vv_track *track, const vv_handle_target *aim,
                      vv_handle_pose *turns)
{
    VVI_CHECK(track->handle < view->handle_count && aim->strength >= 0.0f && aim->strength <= 1.0f);
    const vv_handle *handle = &view->handles[track->handle];
    vv_handle_pose *turn = &turns[track->handle];
    switch (track->channel) {
    case VV_CHANNEL_POSITION:
        turn->translation.x =
            blend_towards(turn->translation.x, aim->value[0] - (handle->from.x + view->centre.x), aim->strength);
        turn->translation.y =
            blend_towards(turn->translation.y, aim->value[1] - (handle->from.y + view->centre.y), aim->strength);
        break;
    case VV_CHANNEL_ANGLE: /* the shortest rotation */
        turn->angle += vv_wrap_angle(aim->value[0] - turn->angle) * aim->strength;
        break;
    default:
        apply_stretch(turn, handle, aim);
    }
}

/* ---- Handles without tracks -------------------------------------------------------------------------------------- */

/* Handles without parents whose position the clip drives, and where their pivots would be from the place alone. */
typedef struct driven_handles {
    uint32_t count;
    bool has[VV_RIG_MAX_HANDLES];
    vv_vec2 from[VV_RIG_MAX_HANDLES];
} driven_handles;

static vv_vec2 pivot_of(const vvi_sprite_view *view, const vv_handle_pose *turns, uint32_t j)
{
    return vv_vec2_add(view->handles[j].from, turns[j].translation);
}

static void record_driven(const vvi_sprite_view *view, const vv_handle_pose *turns, const vv_track *track,
                          driven_handles *l)
{
    if (track->channel != VV_CHANNEL_POSITION || vvi_parent(&view->handles[track->handle]) != VV_NONE)
        return;
    VVI_CHECK(!l->has[track->handle]);
    l->has[track->handle] = true;
    l->from[track->handle] = pivot_of(view, turns, track->handle);
    l->count++;
}

/* A clip that drives most of the handles drives the drawing: the other handles follow the rigid motion fitted to
 * those. A clip that drives a few handles, say an arm, moves these alone. */
static void move_other_handles(const vvi_sprite_view *view, const driven_handles *l, vv_handle_pose *turns)
{
    vv_vec2 from = {0.0f, 0.0f}, to = {0.0f, 0.0f};
    VVI_CHECK(l->count > 0 && l->count < view->handle_count);
    float along = 0.0f, across = 0.0f, share = 1.0f / (float)l->count;
    for (uint32_t j = 0; j < view->handle_count; j++) {
        if (!l->has[j])
            continue;
        from = vv_vec2_add(from, vv_vec2_scale(l->from[j], share));
        to = vv_vec2_add(to, vv_vec2_scale(pivot_of(view, turns, j), share));
    }
    for (uint32_t j = 0; j < view->handle_count; j++) {
        if (!l->has[j])
            continue;
        vv_vec2 a = vv_vec2_sub(l->from[j], from), b = vv_vec2_sub(pivot_of(view, turns, j), to);
        along += vv_vec2_dot(a, b);
        across += vv_vec2_cross(a, b);
    }
    float angle = vv_atan2(across, along);
    vv_mat2 turn = vv_mat2_rotation(angle);
    for (uint32_t j = 0; j < view->handle_count; j++) {
        if (l->has[j] || vvi_parent(&view->handles[j]) != VV_NONE) /* parents carry their children */
            continue;
        vv_vec2 at = vv_mat2_apply(turn, vv_vec2_sub(pivot_of(view, turns, j), from));
        turns[j].translation = vv_vec2_sub(vv_vec2_add(at, to), view->handles[j].from);
        turns[j].angle += angle;
    }
}

static uint32_t count_roots(const vvi_sprite_view *view)
{
    uint32_t count = 0;
    for (uint32_t j = 0; j < view->handle_count; j++)
        count += vvi_parent(&view->handles[j]) == VV_NONE;
    return count;
}

static void apply_clip(const actor *a, double at, double active_at, vv_handle_pose *turns)
{
    driven_handles l = {0};
    for (uint32_t i = 0; i < vv_clip_track_count(a->clip); i++) {
        vv_track track = vv_clip_track(a->clip, i);
        vv_handle_target then = vv_clip_sample(a->clip, i, active_at - a->clip_start), aim = then;
        if (at != active_at && then.strength > 0.0f)
            aim = vv_clip_sample(a->clip, i, at - a->clip_start);
        record_driven(&a->view, turns, &track, &l);
        apply_aim(&a->view, &track, aim.strength > 0.0f ? &aim : &then, turns);
    }
    uint32_t roots = count_roots(&a->view);
    if (2u * l.count > roots && l.count < roots)
        move_other_handles(&a->view, &l, turns);
}

static void scale_shape(const actor *a, float scale, vv_vec2 *shape)
{
    for (uint32_t i = 0; scale != 1.0f && i < a->view.particle_count; i++)
        shape[i] = vv_vec2_scale(shape[i], scale);
}

void vvi_actor_rest_shape(const vv_stage *stage, const actor *a, vv_place place, double at, double active_at,
                          vv_vec2 *rest)
{
    vv_handle_pose *turns = vvi_sprite_blend(&a->view, place, stage->scratch);
    if (a->clip)
        apply_clip(a, at, active_at, turns);
    VVI_CHECK(stage->scratch_bytes >= vvi_sprite_scratch_bytes(&a->view));
    vvi_sprite_shape(&a->view, turns, a->flipped, rest, stage->scratch);
    scale_shape(a, a->scale, rest);
    if (!vvi_is_round_place(a, place))
        vvi_actor_turn_rest(a, rest);
}

void vvi_actor_update_rest(const vv_stage *stage, actor *a)
{
    vvi_actor_rest_shape(stage, a, a->place, stage->now, stage->now, a->rest);
}

void vvi_actor_remove_clip_velocity(vv_stage *stage, actor *a, float h)
{
    vv_mat2 turn = vv_mat2_rotation(a->angle + a->spin * h);
    vvi_actor_rest_shape(stage, a, a->place, stage->now - (double)h, stage->now, stage->shape);
    vvi_positions_add_change(a->view.particle_count, turn, stage->shape, a->rest, a->x0);
}

/* Whether a track was active at the beginning of the substep and is not at its end. */
bool vvi_actor_is_clip_released(const vv_stage *stage, const actor *a, float h)
{
    bool let_go = false;
    double now = stage->now - a->clip_start, before = now - (double)h;
    for (uint32_t i = 0; a->clip && i < vv_clip_track_count(a->clip) && !let_go; i++)
        let_go = vv_clip_sample(a->clip, i, now).strength == 0.0f && vv_clip_sample(a->clip, i, before).strength > 0.0f;
    return let_go;
}

const vv_vec2 *vvi_actor_positions_without_clip(vv_stage *stage, const actor *a, float angle)
{
    vv_mat2 turn = vv_mat2_rotation(angle);
    VVI_CHECK(stage->shape_count >= a->view.particle_count);
    vvi_sprite_rest(&a->view, a->place, a->flipped, stage->shape, stage->scratch);
    scale_shape(a, a->scale, stage->shape);
    for (uint32_t i = 0; i < a->view.particle_count; i++)
        stage->shape[i] = vv_vec2_sub(a->x[i], vv_mat2_apply(turn, vv_vec2_sub(a->rest[i], stage->shape[i])));
    return stage->shape;
}

vv_place vvi_actor_project(vv_stage *stage, const actor *a, const vv_vec2 *x)
{
    if (a->scale != 1.0f || vvi_actor_is_frame_turned(a)) { /* the basis has the drawing's own size, and no frame */
        VVI_CHECK(stage->shape_count >= a->view.particle_count);
        if (x != stage->shape)
            memcpy(stage->shape, x, a->view.particle_count * sizeof *x);
        scale_shape(a, 1.0f / a->scale, stage->shape);
        if (vvi_actor_is_frame_turned(a))
            vvi_actor_turn_back(a, stage->shape);
        x = stage->shape;
    }
    return vvi_sprite_project(&a->view, x, a->flipped, a->place, NULL, stage->scratch);
}

void vvi_actor_project_place(vv_stage *stage, actor *a, float angle)
{
    vvi_actor_update_rest(stage, a); /* the contribution of active tracks is not part of the shape to project */
    const vv_vec2 *x = vvi_actor_positions_without_clip(stage, a, angle);
    a->place = a->place_before = vvi_actor_project(stage, a, x);
}

bool vvi_actor_is_playing(const vv_stage *stage, const actor *a)
{
    return a->clip && (vv_clip_loops(a->clip) || stage->now < a->clip_start + (double)vv_clip_duration(a->clip));
}

/* ---- Public ------------------------------------------------------------------------------------------------------ */

bool vv_stage_play_clip(vv_stage *stage, vv_actor id, const vv_clip *clip, double start)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    actor *a = vvi_stage_actor_to_change(stage, id);
    if (!a || !is_finite_double(start))
        return false;
    uint32_t handles = a->puppet ? a->puppet->members[a->puppet->base].view.handle_count : a->view.handle_count;
    if (clip && vv_clip_handle_count(clip) != handles)
        return false;
    bool let_go = a->clip && !clip && !a->puppet;
    a->clip = clip;
    a->clip_start = start;
    a->clip_fingerprint = vvi_clip_fingerprint(clip);
    vvi_note_clip(stage, clip, a->clip_fingerprint);
    if (let_go)
        vvi_actor_project_place(stage, a, a->angle);
    if (!a->puppet) {
        vvi_actor_wake(stage, a);
        vvi_actor_update_rest(stage, a);
    }
    return true;
}
