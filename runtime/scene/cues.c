/* Performs the cues of a script on a stage. */
#include "runtime/scene/player.h"

#include "runtime/base/parameters.h"
#include "runtime/stage/puppet/puppet.h"
#include "runtime/stage/sprite/sprite.h"

#include <string.h>

/* ---- Holds ------------------------------------------------------------------------------------------------------- */

/* The present position of the vertex that a hold at this point of the artwork grips. */
static vv_vec2 find_hold_point(vv_scene_player *p, uint32_t actor, vv_vec2 at)
{
    const vv_scene_actor *def = &p->def.actors[actor];
    uint32_t member = def->def.family ? vv_stage_family_member(p->stage, p->actors[actor].id) : 0;
    const vv_scene_drawing *drawing = member < def->drawing_count ? &def->drawings[member] : NULL;
    if (!drawing || !vv_stage_has_actor(p->stage, p->actors[actor].id))
        return at;
    const vv_vec2 *rest = drawing->positions;
    uint32_t best = 0;
    for (uint32_t i = 1; i < drawing->vertex_count; i++)
        best = vv_vec2_distance(rest[i], at) < vv_vec2_distance(rest[best], at) ? i : best;
    vv_stage_vertices(p->stage, p->actors[actor].id, p->vertices);
    return p->vertices[best];
}

uint64_t vvi_scene_hash_name(const char *name) { return name[0] ? vv_hash_bytes(0, name, strlen(name)) | 1u : 0; }

/* The last of an actor's holds that has this name; VV_NONE: none. */
static uint32_t find_hold(const scene_actor *a, uint64_t name)
{
    for (uint32_t i = a->hold_count; i-- > 0;)
        if (a->holds[i] == name)
            return i;
    return VV_NONE;
}

bool vvi_scene_add_hold(vv_scene_player *p, uint32_t actor, uint64_t name, vv_vec2 at, const vv_vec2 *to,
                        float strength)
{
    scene_actor *a = &p->actors[actor];
    vv_hold hold = {vv_vec2_scale(at, p->def.actors[actor].scale), to ? *to : find_hold_point(p, actor, at), strength};
    uint32_t index = vv_stage_add_hold(p->stage, a->id, &hold);
    if (index == VV_NONE)
        return false;
    a->holds[index] = name;
    a->hold_count = index + 1;
    return true;
}

/* Adds a hold, or moves the one of this name that the actor has already. */
static void perform_hold(vv_scene_player *p, const vv_scene_cue *cue)
{
    const scene_actor *a = &p->actors[cue->actor];
    const vv_vec2 *to = cue->has_vector ? &cue->vector : NULL;
    uint64_t name = vvi_scene_hash_name(cue->name);
    uint32_t known = name ? find_hold(a, name) : VV_NONE;
    if (known != VV_NONE)
        vv_stage_move_hold(p->stage, a->id, known, to ? *to : find_hold_point(p, cue->actor, cue->at));
    else
        vvi_scene_add_hold(p, cue->actor, name, cue->at, to, cue->has_number ? cue->number : INFINITY);
}

static void release_holds(vv_scene_player *p, uint32_t actor, const char *name)
{
    scene_actor *a = &p->actors[actor];
    for (uint32_t i = a->hold_count; i-- > 0;) {
        if (name[0] && a->holds[i] != vvi_scene_hash_name(name))
            continue;
        vv_stage_remove_hold(p->stage, a->id, i);
        a->hold_count--;
        memmove(a->holds + i, a->holds + i + 1, (a->hold_count - i) * sizeof *a->holds);
    }
}

uint32_t vvi_scene_player_hold_count(const vv_scene_player *p, uint32_t actor) { return p->actors[actor].hold_count; }

bool vvi_scene_player_has_hold(const vv_scene_player *p, uint32_t actor, const char *name)
{
    return find_hold(&p->actors[actor], vvi_scene_hash_name(name)) != VV_NONE;
}

/* ---- Strengths and materials ------------------------------------------------------------------------------------- */

/* Overwrites the members of `to` whose bits are set in `mask`. */
static void overwrite(vvi_parameters rows, uint32_t mask, const void *from, void *to, uint32_t *words, uint32_t *own)
{
    vvi_parameters_to_words(rows, from, words);
    vvi_parameters_to_words(rows, to, own);
    for (uint32_t i = 0; i < rows.count; i++)
        own[i] = mask >> i & 1u ? words[i] : own[i];
    vvi_parameters_from_words(rows, own, to);
}

static void set_strengths(vv_scene_player *p, vv_actor id, const vv_scene_cue *cue)
{
    const vv_strengths *now = vv_stage_strengths(p->stage, id);
    if (!now || !cue->strengths)
        return;
    vv_strengths strengths = *now;
    uint32_t words[2][VV_STRENGTH_COUNT];
    overwrite(vvi_strength_parameters(), cue->mask, cue->strengths, &strengths, words[0], words[1]);
    vv_stage_set_strengths(p->stage, id, &strengths);
}

static void set_material(vv_scene_player *p, vv_actor id, const vv_scene_cue *cue)
{
    const vv_material *now = vv_stage_material(p->stage, id);
    if (!now || !cue->material)
        return;
    vv_material material = *now;
    uint32_t words[2][sizeof material / sizeof(uint32_t)];
    overwrite(vvi_material_parameters(), cue->mask, cue->material, &material, words[0], words[1]);
    vv_stage_set_material(p->stage, id, &material);
}

/* ---- Obstacles, joints, and what they are like ------------------------------------------------------------------- */

/* Cues that an actor and an obstacle have in common, on an obstacle. */
static void perform_on_obstacle(vv_scene_player *p, const vv_scene_cue *cue)
{
    scene_obstacle *o = &p->obstacles[cue->obstacle];
    vv_obstacle_state now = vv_stage_obstacle_state(p->stage, o->id);
    o->on_path = o->on_path && cue->kind == VV_CUE_CHANGE;
    if (cue->kind != VV_CUE_CHANGE)
        o->glide = (scene_glide){0};
    if (cue->kind == VV_CUE_MOVE)
        o->glide = vvi_scene_glide(p, cue, now.position, now.angle);
    else if (cue->kind == VV_CUE_VELOCITY)
        vv_stage_set_obstacle_velocity(p->stage, o->id, cue->has_vector ? cue->vector : now.velocity,
                                       cue->has_number ? cue->number : now.angular_velocity);
    else if (cue->kind == VV_CUE_TELEPORT)
        vv_stage_teleport_obstacle(p->stage, o->id, cue->vector, cue->has_number ? cue->number : now.angle);
}

static bool changes(const vv_scene_cue *cue, vv_change what) { return cue->mask >> what & 1u; }

static void change_obstacle(vv_scene_player *p, const vv_scene_cue *cue)
{
    vv_obstacle id = p->obstacles[cue->obstacle].id;
    const vv_scene_change *to = cue->change;
    if (changes(cue, VV_CHANGE_LAYERS))
        vv_stage_set_obstacle_layers(p->stage, id, to->layers);
    if (changes(cue, VV_CHANGE_SENSOR))
        vv_stage_set_obstacle_sensor(p->stage, id, to->sensor);
    if (changes(cue, VV_CHANGE_ONE_WAY))
        vv_stage_set_obstacle_one_way(p->stage, id, to->one_way);
    if (changes(cue, VV_CHANGE_FRICTION))
        vv_stage_set_obstacle_friction(p->stage, id, to->friction);
    if (changes(cue, VV_CHANGE_TAG))
        vv_stage_set_obstacle_tag(p->stage, id, to->tag);
}

static void change_actor(vv_scene_player *p, const vv_scene_cue *cue)
{
    vv_actor id = p->actors[cue->actor].id;
    vv_actor_state now = vv_stage_actor_state(p->stage, id);
    const vv_scene_change *to = cue->change;
    if (changes(cue, VV_CHANGE_LAYERS) || changes(cue, VV_CHANGE_MASK))
        vv_stage_set_layers(p->stage, id, changes(cue, VV_CHANGE_LAYERS) ? to->layers : now.layers,
                            changes(cue, VV_CHANGE_MASK) ? to->mask : now.mask);
    if (changes(cue, VV_CHANGE_KINEMATIC))
        vv_stage_set_kinematic(p->stage, id, to->kinematic);
    if (changes(cue, VV_CHANGE_SENSOR))
        vv_stage_set_sensor(p->stage, id, to->sensor);
    if (changes(cue, VV_CHANGE_TAG))
        vv_stage_set_tag(p->stage, id, to->tag);
    if (changes(cue, VV_CHANGE_SCALE)) /* the sprite was made as large as the actor is at the start */
        vv_stage_set_scale(p->stage, id, vvi_clamp(to->scale / p->def.actors[cue->actor].scale, 0.01f, 100.0f));
    if (changes(cue, VV_CHANGE_DENSITY))
        vv_stage_set_density(p->stage, id, to->density);
    if (changes(cue, VV_CHANGE_TINT))
        vv_stage_set_tint(p->stage, id, to->tint);
    if (changes(cue, VV_CHANGE_HIDDEN))
        vv_stage_set_hidden_layers(p->stage, id, to->hidden_layers);
}

static void perform_on_joint(vv_scene_player *p, const vv_scene_cue *cue)
{
    vv_joint_id id = p->joints[cue->joint];
    if (cue->kind == VV_CUE_MOTOR)
        vv_stage_set_joint_motor(p->stage, id, cue->has_number, cue->number, cue->value[0]);
    else if (cue->kind == VV_CUE_LIMITS)
        vv_stage_set_joint_limits(p->stage, id, cue->has_number, cue->value[0], cue->value[1]);
    else if (cue->kind == VV_CUE_SPRING)
        vv_stage_set_joint_spring(p->stage, id, cue->number, cue->value[0], cue->value[1]);
    else if (cue->kind == VV_CUE_LENGTH)
        vv_stage_set_joint_length(p->stage, id, cue->number);
    else if (cue->kind == VV_CUE_TARGET)
        vv_stage_set_joint_target(p->stage, id, cue->vector);
    else if (cue->kind == VV_CUE_BREAK)
        vv_stage_remove_joint(p->stage, id);
}

/* ---- Cues -------------------------------------------------------------------------------------------------------- */

void vvi_scene_play_clip(vv_scene_player *p, uint32_t actor, uint32_t clip, double start)
{
    scene_actor *a = &p->actors[actor];
    a->clip = clip;
    a->clip_start = start;
    vv_stage_play_clip(p->stage, a->id, clip == VV_NONE ? NULL : p->def.actors[actor].clips[clip], start);
}

/* Cues for puppets, and clips. */
static void perform_direction(vv_scene_player *p, const vv_scene_cue *cue)
{
    const scene_actor *a = &p->actors[cue->actor];
    const vv_handle_target target = {.value = {cue->value[0], cue->value[1]}, .strength = cue->number};
    double now = (double)p->report.steps * vvi_scene_nominal_step(p->def.stage.step);
    if (cue->kind == VV_CUE_MATERIAL)
        set_material(p, a->id, cue);
    else if (cue->kind == VV_CUE_AIM)
        vv_stage_set_handle_target(p->stage, a->id, cue->index, cue->channel, target);
    else if (cue->index == VV_NONE || cue->index < p->def.actors[cue->actor].clip_count)
        vvi_scene_play_clip(p, cue->actor, cue->index, cue->has_number ? (double)cue->number : now);
}

static void perform_on_actor(vv_scene_player *p, const vv_scene_cue *cue)
{
    vv_actor id = p->actors[cue->actor].id;
    vv_actor_state now = vv_stage_actor_state(p->stage, id);
    if (cue->kind == VV_CUE_VELOCITY || cue->kind == VV_CUE_TELEPORT)
        p->actors[cue->actor].glide = (scene_glide){0};
    switch (cue->kind) {
    case VV_CUE_PUSH:
        vv_stage_apply_impulse(p->stage, id, cue->vector);
        break;
    case VV_CUE_VELOCITY:
        vv_stage_set_velocity(p->stage, id, cue->has_vector ? cue->vector : now.velocity,
                              cue->has_number ? cue->number : now.angular_velocity);
        break;
    case VV_CUE_TELEPORT:
        vv_stage_teleport(p->stage, id, cue->vector, cue->has_number ? cue->number : now.angle);
        break;
    case VV_CUE_FLIP:
        vv_stage_flip(p->stage, id);
        break;
    case VV_CUE_PLACE:
        vv_stage_set_equilibrium(p->stage, id, cue->place);
        break;
    case VV_CUE_STRENGTHS:
        set_strengths(p, id, cue);
        break;
    case VV_CUE_FORCE:
        vv_stage_set_force(p->stage, id, cue->vector);
        break;
    case VV_CUE_HOLD:
        perform_hold(p, cue);
        break;
    case VV_CUE_RELEASE:
        release_holds(p, cue->actor, cue->name);
        break;
    case VV_CUE_INPUT:
        vv_behaviour_set_input(p->stage, id, cue->index, cue->number);
        break;
    case VV_CUE_RAISE:
        vv_behaviour_raise_event(p->stage, id, cue->index);
        break;
    case VV_CUE_MATERIAL:
    case VV_CUE_PLAY:
    case VV_CUE_AIM:
        perform_direction(p, cue);
        break;
    case VV_CUE_MOVE:
        p->actors[cue->actor].glide = vvi_scene_glide(p, cue, now.position, now.angle);
        break;
    case VV_CUE_CHANGE:
        change_actor(p, cue);
        break;
    case VV_CUE_WIND: /* of the stage, of joints and of zones */
    case VV_CUE_GRAVITY:
    case VV_CUE_MOTOR:
    case VV_CUE_LIMITS:
    case VV_CUE_SPRING:
    case VV_CUE_LENGTH:
    case VV_CUE_TARGET:
    case VV_CUE_BREAK:
    case VV_CUE_ZONE:
    case VV_CUE_KINDS:
        break;
    }
}

void vvi_scene_player_perform(vv_scene_player *p, const vv_scene_cue *cue)
{
    if (cue->kind == VV_CUE_WIND)
        vv_stage_set_wind(p->stage, cue->vector);
    else if (cue->kind == VV_CUE_GRAVITY)
        vv_stage_set_gravity(p->stage, cue->vector);
    else if ((cue->kind == VV_CUE_CHANGE && !cue->change) || (cue->kind == VV_CUE_ZONE && !cue->zone_change))
        return;
    else if (cue->kind == VV_CUE_ZONE && cue->zone < p->def.zone_count)
        vvi_scene_change_zone(p, cue);
    else if (cue->actor < p->def.actor_count)
        perform_on_actor(p, cue);
    else if (cue->joint < p->def.joint_count)
        perform_on_joint(p, cue);
    else if (cue->obstacle < p->def.obstacle_count && cue->kind == VV_CUE_CHANGE)
        change_obstacle(p, cue);
    else if (cue->obstacle < p->def.obstacle_count)
        perform_on_obstacle(p, cue);
}
