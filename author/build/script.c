/* Performs the cues of a script on a stage. */
#include "performance.h"

#include <string.h>

/* ---- Holds ------------------------------------------------------------------------------------------------------- */

/* The present position of the vertex that a hold at this point of the artwork grips. */
static vv_vec2 find_hold_point(vv_performance *p, uint32_t actor, vv_vec2 at)
{
    vv_actor_drawing looks[2];
    vv_performance_drawings(p, actor, looks);
    const vv_mesh *mesh = &looks[0].rigged->body->mesh;
    uint32_t best = 0;
    for (uint32_t i = 1; i < mesh->vertex_count; i++)
        best = vv_vec2_distance(mesh->positions[i], at) < vv_vec2_distance(mesh->positions[best], at) ? i : best;
    vv_stage_vertices(p->stage, p->actors[actor].id, p->vertices);
    return p->vertices[best];
}

const char *vvi_performance_hold_name(const vv_performance *p, uint32_t actor, uint32_t id)
{
    const vv_project_stage *stage = &p->scene->stage;
    uint32_t index = id & VVI_HOLD_INDEX;
    return id & VVI_HOLD_CUE    ? stage->cues[index].name
           : id & VVI_HOLD_LIVE ? p->live[index].cue.name
                                : stage->actors[actor].holds[index].name;
}

/* The last of an actor's holds before index `end` that has this name; VV_NONE: none. */
static uint32_t find_hold(const vv_performance *p, uint32_t actor, const char *name, uint32_t end)
{
    const vvi_performance_actor *a = &p->actors[actor];
    while (end-- > 0) {
        if (strcmp(vvi_performance_hold_name(p, actor, a->holds[end]), name) == 0)
            return end;
    }
    return VV_NONE;
}

bool vvi_performance_hold(vv_performance *p, uint32_t actor, uint32_t id, vv_vec2 at, const vv_vec2 *to, float strength)
{
    vvi_performance_actor *a = &p->actors[actor];
    vv_hold hold = {vv_vec2_scale(at, a->staged->scale), to ? *to : find_hold_point(p, actor, at), strength};
    uint32_t index = vv_stage_add_hold(p->stage, a->id, &hold);
    if (index == VV_NONE)
        return false;
    a->holds[index] = id;
    a->hold_count = index + 1;
    return true;
}

/* Adds a hold, or moves the one of this name that the actor has already. */
static void perform_hold(vv_performance *p, const vv_project_cue *cue, uint32_t id)
{
    const vvi_performance_actor *a = &p->actors[cue->actor];
    const vv_vec2 *to = cue->has_vector ? &cue->vector : NULL;
    uint32_t known = cue->name[0] ? find_hold(p, cue->actor, cue->name, a->hold_count) : VV_NONE;
    if (known != VV_NONE)
        vv_stage_move_hold(p->stage, a->id, known, to ? *to : find_hold_point(p, cue->actor, cue->at));
    else
        vvi_performance_hold(p, cue->actor, id, cue->at, to, cue->has_number ? cue->number : INFINITY);
}

static void release_holds(vv_performance *p, uint32_t actor, const char *name)
{
    vvi_performance_actor *a = &p->actors[actor];
    for (uint32_t i = a->hold_count; i-- > 0;) {
        if (name[0] && strcmp(vvi_performance_hold_name(p, actor, a->holds[i]), name) != 0)
            continue;
        vv_stage_remove_hold(p->stage, a->id, i);
        a->hold_count--;
        memmove(a->holds + i, a->holds + i + 1, (a->hold_count - i) * sizeof *a->holds);
    }
}

/* ---- Cues -------------------------------------------------------------------------------------------------------- */

static void set_strengths(vv_performance *p, vv_actor id, const vv_project_strengths *changes)
{
    vv_strengths strengths = *vv_stage_strengths(p->stage, id);
    vv_project_strengths_apply(changes, &strengths);
    vv_stage_set_strengths(p->stage, id, &strengths);
}

/* An input or event that the actor's behaviour does not have is ignored. */
static void perform_behaviour(vv_performance *p, const vv_project_cue *cue)
{
    const vvi_performance_actor *a = &p->actors[cue->actor];
    uint32_t index = p->scene->stage.actors[cue->actor].behaviour;
    if (index == VV_NONE)
        return;
    const vv_behaviour *behaviour = a->rigged->behaviours[index];
    if (cue->kind == VV_CUE_INPUT)
        vv_behaviour_set_input(p->stage, a->id, vv_behaviour_find_input(behaviour, cue->name), cue->number);
    else
        vv_behaviour_raise_event(p->stage, a->id, vv_behaviour_find_event(behaviour, cue->name));
}

static void set_material(vv_performance *p, vv_actor id, const vv_project_material *changes)
{
    const vv_material *now = vv_stage_material(p->stage, id);
    if (!now)
        return; /* a sprite */
    vv_material material = *now;
    vv_project_material_apply(changes, &material);
    vv_stage_set_material(p->stage, id, &material);
}

/* Cues for puppets only. A clip of another artwork is ignored. */
static void perform_puppet(vv_performance *p, const vv_project_cue *cue)
{
    const vvi_performance_actor *a = &p->actors[cue->actor];
    const vv_handle_target aim = {.value = {cue->value[0], cue->value[1]}, .strength = cue->number};
    double now = (double)p->report.steps * vv_performance_step(p);
    if (cue->kind == VV_CUE_MATERIAL)
        set_material(p, a->id, &cue->material);
    else if (cue->kind == VV_CUE_AIM)
        vv_stage_set_handle_target(p->stage, a->id, cue->handle, cue->channel, aim);
    else if (cue->clip == VV_NONE || (cue->clip < a->clip_count && a->clips[cue->clip]))
        vvi_performance_play(p, cue->actor, cue->clip, cue->has_number ? (double)cue->number : now);
}

static void perform_actor(vv_performance *p, const vv_project_cue *cue, uint32_t id)
{
    const vvi_performance_actor *a = &p->actors[cue->actor];
    vv_actor_state now = vv_stage_actor_state(p->stage, a->id);
    switch (cue->kind) {
    case VV_CUE_PUSH:
        vv_stage_apply_impulse(p->stage, a->id, cue->vector);
        break;
    case VV_CUE_VELOCITY:
        vv_stage_set_velocity(p->stage, a->id, cue->has_vector ? cue->vector : now.velocity,
                              cue->has_number ? cue->number : now.angular_velocity);
        break;
    case VV_CUE_TELEPORT:
        vv_stage_teleport(p->stage, a->id, cue->vector, cue->has_number ? cue->number : now.angle);
        break;
    case VV_CUE_FLIP:
        vv_stage_flip(p->stage, a->id);
        break;
    case VV_CUE_PLACE:
        vv_stage_set_equilibrium(p->stage, a->id,
                                 vv_complex_place_from_weights(vv_sprite_complex(vv_stage_sprite(p->stage, a->id)),
                                                               cue->place.share_count, cue->place.shares));
        break;
    case VV_CUE_STRENGTHS:
        set_strengths(p, a->id, &cue->strengths);
        break;
    case VV_CUE_FORCE:
        vv_stage_set_force(p->stage, a->id, cue->vector);
        break;
    case VV_CUE_HOLD:
        perform_hold(p, cue, id);
        break;
    case VV_CUE_RELEASE:
        release_holds(p, cue->actor, cue->name);
        break;
    case VV_CUE_INPUT:
    case VV_CUE_RAISE:
        perform_behaviour(p, cue);
        break;
    case VV_CUE_MATERIAL:
    case VV_CUE_PLAY:
    case VV_CUE_AIM:
        perform_puppet(p, cue);
        break;
    case VV_CUE_WIND:
    case VV_CUE_GRAVITY:
    case VV_CUE_KINDS:
        break;
    }
}

void vvi_performance_act(vv_performance *p, const vv_project_cue *cue, uint32_t id)
{
    if (cue->kind == VV_CUE_WIND)
        vv_stage_set_wind(p->stage, cue->vector);
    else if (cue->kind == VV_CUE_GRAVITY)
        vv_stage_set_gravity(p->stage, cue->vector);
    else
        perform_actor(p, cue, id);
}

uint32_t vv_performance_hold_count(const vv_performance *p, uint32_t actor) { return p->actors[actor].hold_count; }

bool vv_performance_has_hold(const vv_performance *p, uint32_t actor, const char *name)
{
    return find_hold(p, actor, name, p->actors[actor].hold_count) != VV_NONE;
}
