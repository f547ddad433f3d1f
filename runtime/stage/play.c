/* Clips on sprites: a clip leads the handles of the rest shape, channel by channel, from where their place in the complex has them
 * to where its tracks want them. Matching, contact and momentum go on as ever, so a sprite that plays a clip is still pushed about: a
 * clip says what shape it has; where that shape is, and how it is turned, physics says. (Puppets follow clips in space: puppet/aims.c.) */
#include "runtime/stage/puppet/actor.h"

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

/* ---- Leading handles ------------------------------------------------------------------------------------------------------- */

static float lead(float from, float to, float strength) { return from + (to - from) * strength; }

/* The stretch with these factors along the handle's own axes: S = s₀ a aᵀ + s₁ b bᵀ. */
static void lead_stretch(vv_turn *turn, const vv_handle *handle, const vv_aim *aim)
{
    vv_vec2 a = vv_vec2_sub(handle->to, handle->from);
    float length = vv_vec2_length(a);
    a = length > 0.0f ? vv_vec2_scale(a, 1.0f / length) : (vv_vec2){1.0f, 0.0f};
    float along = aim->value[0], across = aim->value[1];
    turn->xx = lead(turn->xx, along * a.x * a.x + across * a.y * a.y, aim->strength);
    turn->xy = lead(turn->xy, (along - across) * a.x * a.y, aim->strength);
    turn->yy = lead(turn->yy, along * a.y * a.y + across * a.x * a.x, aim->strength);
}

/* Pivots are about the drawing's centre, clips in the artwork. */
static void lead_turn(const vvi_sprite_view *view, const vv_track *track, const vv_aim *aim, vv_turn *turns)
{
    const vv_handle *handle = &view->handles[track->handle];
    vv_turn *turn = &turns[track->handle];
    switch (track->channel) {
    case VV_CHANNEL_POSITION:
        turn->move.x = lead(turn->move.x, aim->value[0] - (handle->from.x + view->centre.x), aim->strength);
        turn->move.y = lead(turn->move.y, aim->value[1] - (handle->from.y + view->centre.y), aim->strength);
        break;
    case VV_CHANNEL_ANGLE: /* the short way */
        turn->angle += vv_wrap_angle(aim->value[0] - turn->angle) * aim->strength;
        break;
    default:
        lead_stretch(turn, handle, aim);
    }
}

/* ---- What goes along -------------------------------------------------------------------------------------------------------- */

/* Handles whose position the clip leads, and where their pivots were at the place alone. */
typedef struct led {
    uint32_t count;
    bool has[VV_RIG_MAX_HANDLES];
    vv_vec2 from[VV_RIG_MAX_HANDLES];
} led;

static vv_vec2 pivot_of(const vvi_sprite_view *view, const vv_turn *turns, uint32_t j)
{
    return vv_vec2_add(view->handles[j].from, turns[j].move);
}

static void note(const vvi_sprite_view *view, const vv_turn *turns, const vv_track *track, led *l)
{
    if (track->channel != VV_CHANNEL_POSITION)
        return;
    l->has[track->handle] = true;
    l->from[track->handle] = pivot_of(view, turns, track->handle);
    l->count++;
}

/* A clip that leads most of the handles leads the drawing: the others go along with the rigid motion that these have made on
 * the whole. One that leads a few moves these alone, say an arm. */
static void take_along(const vvi_sprite_view *view, const led *l, vv_turn *turns)
{
    vv_vec2 from = {0.0f, 0.0f}, to = {0.0f, 0.0f};
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
        if (l->has[j])
            continue;
        vv_vec2 at = vv_mat2_apply(turn, vv_vec2_sub(pivot_of(view, turns, j), from));
        turns[j].move = vv_vec2_sub(vv_vec2_add(at, to), view->handles[j].from);
        turns[j].angle += angle;
    }
}

static void lead_all(const actor *a, double at, double like, vv_turn *turns)
{
    led l = {0};
    for (uint32_t i = 0; i < vv_clip_track_count(a->clip); i++) {
        vv_track track = vv_clip_track(a->clip, i);
        vv_aim then = vv_clip_aim(a->clip, i, like - a->clip_start), aim = then;
        if (at != like && then.strength > 0.0f)
            aim = vv_clip_aim(a->clip, i, at - a->clip_start);
        note(&a->view, turns, &track, &l);
        lead_turn(&a->view, &track, aim.strength > 0.0f ? &aim : &then, turns);
    }
    if (2u * l.count > a->view.handle_count && l.count < a->view.handle_count)
        take_along(&a->view, &l, turns);
}

void vvi_actor_rest(const vv_stage *stage, const actor *a, vv_place place, double at, double like, vv_vec2 *rest)
{
    vv_turn *turns = vvi_sprite_blend(&a->view, place, stage->scratch);
    if (a->clip)
        lead_all(a, at, like, turns);
    vvi_sprite_shape(&a->view, turns, a->flipped, rest, stage->scratch);
}

void vvi_actor_rest_now(const vv_stage *stage, actor *a)
{
    vvi_actor_rest(stage, a, a->place, stage->now, stage->now, a->rest);
}

void vvi_actor_forget_lead(vv_stage *stage, actor *a, float h)
{
    vv_mat2 turn = vv_mat2_rotation(a->angle + a->spin * h);
    vvi_actor_rest(stage, a, a->place, stage->now - (double)h, stage->now, stage->shape);
    for (uint32_t i = 0; i < a->view.particle_count; i++)
        a->x0[i] = vv_vec2_add(a->x0[i], vv_mat2_apply(turn, vv_vec2_sub(a->rest[i], stage->shape[i])));
}

/* Some track wanted something at the beginning of the substep and nothing at its end. */
bool vvi_actor_is_let_go(const vv_stage *stage, const actor *a, float h)
{
    bool let_go = false;
    double now = stage->now - a->clip_start, before = now - (double)h;
    for (uint32_t i = 0; a->clip && i < vv_clip_track_count(a->clip) && !let_go; i++)
        let_go = vv_clip_aim(a->clip, i, now).strength == 0.0f && vv_clip_aim(a->clip, i, before).strength > 0.0f;
    return let_go;
}

const vv_vec2 *vvi_actor_without_clip(vv_stage *stage, const actor *a, float angle)
{
    vv_mat2 turn = vv_mat2_rotation(angle);
    vvi_sprite_rest(&a->view, a->place, a->flipped, stage->shape, stage->scratch);
    for (uint32_t i = 0; i < a->view.particle_count; i++)
        stage->shape[i] = vv_vec2_sub(a->x[i], vv_mat2_apply(turn, vv_vec2_sub(a->rest[i], stage->shape[i])));
    return stage->shape;
}

void vvi_actor_find_place(vv_stage *stage, actor *a, float angle)
{
    vvi_actor_rest_now(stage, a); /* what still leads it is not what it was let go from */
    const vv_vec2 *x = vvi_actor_without_clip(stage, a, angle);
    a->place = a->place_before = vvi_sprite_project(&a->view, x, a->flipped, a->place, NULL, stage->scratch);
}

bool vvi_actor_is_led(const vv_stage *stage, const actor *a)
{
    return a->clip && (vv_clip_loops(a->clip) || stage->now < a->clip_start + (double)vv_clip_length(a->clip));
}

/* ---- From outside ------------------------------------------------------------------------------------------------------------- */

bool vv_stage_play(vv_stage *stage, vv_actor id, const vv_clip *clip, double start)
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
    if (let_go)
        vvi_actor_find_place(stage, a, a->angle);
    if (!a->puppet) {
        vvi_actor_wake(stage, a);
        vvi_actor_rest_now(stage, a);
    }
    return true;
}
