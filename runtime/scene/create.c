/* Creates the player of a scene: its stage with all obstacles and actors. */
#include "runtime/scene/player.h"

#include <string.h>

/* ---- Defs -------------------------------------------------------------------------------------------------------- */

vv_scene_actor vv_default_scene_actor(void)
{
    return (vv_scene_actor){.name = "", .def = vv_default_actor_def(), .scale = 1.0f, .clip = VV_NONE};
}

vv_scene_cue vv_default_scene_cue(vv_cue_kind kind)
{
    return (vv_scene_cue){.kind = kind,
                          .actor = VV_NONE,
                          .obstacle = VV_NONE,
                          .joint = VV_NONE,
                          .zone = VV_NONE,
                          .name = "",
                          .index = VV_NONE};
}

vv_scene_def vv_default_scene_def(void)
{
    return (vv_scene_def){.stage = vv_default_stage_def(),
                          .seconds = 2.0f,
                          .background = {255, 255, 255, 255},
                          .follow = VV_NONE,
                          .width = 640,
                          .height = 640};
}

/* ---- Obstacles and actors ---------------------------------------------------------------------------------------- */

static vv_result add_obstacles(vv_scene_player *p, vv_error *error)
{
    for (uint32_t i = 0; i < p->def.obstacle_count; i++) {
        const vv_scene_obstacle *from = &p->def.obstacles[i];
        vv_obstacle_def def = from->def;
        p->obstacles[i].on_path = from->key_count > 0;
        if (from->key_count > 0)
            vvi_scene_path_at(from, 0.0, &def.position, &def.angle);
        vv_result result = vv_stage_add_obstacle(p->stage, &def, &p->obstacles[i].id, error);
        if (result != VV_OK)
            return vvi_prefix_error_path(result, error, "obstacles[%u]", i);
    }
    return VV_OK;
}

static vv_result add_own_holds(vv_scene_player *p, uint32_t index, vv_error *error)
{
    const vv_scene_actor *actor = &p->def.actors[index];
    for (uint32_t i = 0; i < actor->hold_count; i++) {
        const vv_scene_hold *hold = &actor->holds[i];
        if (!vvi_scene_add_hold(p, index, vvi_scene_hash_name(hold->name), hold->hold.at,
                                hold->here ? NULL : &hold->hold.to, hold->hold.strength))
            return vvi_prefix_error_path(
                vvi_fail(error, VV_ERROR_ARGUMENT, "the stage cannot hold “%s” here", actor->name), error, "holds[%u]",
                i);
    }
    return VV_OK;
}

/* Room for its own holds, for all that the script adds, and for those that are added while it plays. */
static uint32_t hold_room(const vv_scene_def *def, uint32_t index)
{
    uint32_t room = def->actors[index].hold_count + vv_default_actor_def().spare_holds;
    for (uint32_t i = 0; i < def->cue_count; i++)
        room += def->cues[i].kind == VV_CUE_HOLD && def->cues[i].actor == index;
    return room;
}

/* Follows and copies name actors of the scene: here they get the ids of the stage. */
static vv_result name_leaders(const vv_scene_player *p, const vv_actor_def *from, vv_follow *follows,
                              vv_region_copy *copies, uint32_t index, vv_error *error)
{
    for (uint32_t i = 0; i < from->follow_count; i++) {
        follows[i] = from->follows[i];
        if (follows[i].kind != VV_FOLLOW_HANDLE || follows[i].actor.generation == 0)
            continue;
        if (follows[i].actor.index >= index)
            return vvi_fail(error, VV_ERROR_ARGUMENT, "follow %u names an actor that is not before this one", i);
        follows[i].actor = p->actors[follows[i].actor.index].id;
    }
    for (uint32_t i = 0; i < from->copy_count; i++) {
        copies[i] = from->copies[i];
        if (copies[i].from.generation == 0)
            continue;
        if (copies[i].from.index >= index)
            return vvi_fail(error, VV_ERROR_ARGUMENT, "copy %u names an actor that is not before this one", i);
        copies[i].from = p->actors[copies[i].from.index].id;
    }
    return VV_OK;
}

static vv_result put_on_stage(vv_scene_player *p, uint32_t index, vv_error *error)
{
    const vv_scene_actor *actor = &p->def.actors[index];
    vvi_arena arena = {.allocator = p->allocator};
    vv_actor_def def = actor->def;
    vv_follow *follows = vvi_arena_allocate(&arena, def.follow_count + 1u, sizeof *follows);
    vv_region_copy *copies = vvi_arena_allocate(&arena, def.copy_count + 1u, sizeof *copies);
    vv_result result = follows && copies ? name_leaders(p, &actor->def, follows, copies, index, error)
                                         : vvi_fail_memory(error, def.follow_count * sizeof *follows);
    def.follows = follows;
    def.copies = copies;
    def.hold_count = 0;
    def.spare_holds = hold_room(&p->def, index);
    def.clip = actor->clip < actor->clip_count ? actor->clips[actor->clip] : NULL;
    if (actor->behaviour)
        def.controller = vv_behaviour_controller(actor->behaviour);
    if (result == VV_OK)
        result = vv_stage_add_actor(p->stage, &def, &p->actors[index].id, error);
    vvi_arena_release(&arena);
    return result;
}

static vv_result add_actor(vv_scene_player *p, uint32_t index, vv_error *error)
{
    const vv_scene_actor *actor = &p->def.actors[index];
    scene_actor *a = &p->actors[index];
    a->clip = actor->clip;
    a->clip_start = actor->def.clip_start;
    vv_result result = put_on_stage(p, index, error);
    for (uint32_t i = 0; result == VV_OK && i < actor->input_count; i++)
        vv_behaviour_set_input(p->stage, a->id, actor->inputs[i].input, actor->inputs[i].value);
    if (result == VV_OK)
        result = add_own_holds(p, index, error);
    return vvi_prefix_error_path(result, error, "actors[%u]", index);
}

/* ---- Joints ------------------------------------------------------------------------------------------------------ */

static vv_result name_end(const vv_scene_player *p, vv_joint_end *end, const char *which, vv_error *error)
{
    if (end->actor.generation > 0 && end->actor.index < p->def.actor_count) {
        end->at = vv_vec2_scale(end->at, p->def.actors[end->actor.index].scale);
        end->actor = p->actors[end->actor.index].id;
    } else if (end->obstacle.generation > 0 && end->obstacle.index < p->def.obstacle_count) {
        end->obstacle = p->obstacles[end->obstacle.index].id;
    } else if (end->actor.generation + end->obstacle.generation > 0) {
        return vvi_fail(error, VV_ERROR_ARGUMENT, "end %s names something that is not in the scene", which);
    }
    return VV_OK;
}

static vv_result add_joints(vv_scene_player *p, vv_error *error)
{
    for (uint32_t i = 0; i < p->def.joint_count; i++) {
        vv_joint_def def = p->def.joints[i].def;
        vv_result result = name_end(p, &def.a, "a", error);
        if (result == VV_OK)
            result = name_end(p, &def.b, "b", error);
        if (result == VV_OK)
            result = vv_stage_add_joint(p->stage, &def, &p->joints[i], error);
        if (result != VV_OK)
            return vvi_prefix_error_path(result, error, "joints[%u]", i);
    }
    return VV_OK;
}

/* ---- The player -------------------------------------------------------------------------------------------------- */

static uint32_t largest_drawing(const vv_scene_def *def)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < def->actor_count; i++)
        for (uint32_t m = 0; m < def->actors[i].drawing_count; m++)
            most = def->actors[i].drawings[m].vertex_count > most ? def->actors[i].drawings[m].vertex_count : most;
    return most;
}

static vv_result allocate(vv_scene_player *p, vv_error *error)
{
    p->vertex_count = largest_drawing(&p->def);
    p->actors = vvi_allocate_zeroed(p->allocator, p->def.actor_count + 1u, sizeof *p->actors);
    p->obstacles = vvi_allocate_zeroed(p->allocator, p->def.obstacle_count + 1u, sizeof *p->obstacles);
    p->zones = vvi_allocate_zeroed(p->allocator, p->def.zone_count + 1u, sizeof *p->zones);
    p->joints = vvi_allocate_zeroed(p->allocator, p->def.joint_count + 1u, sizeof *p->joints);
    p->events = vvi_allocate_zeroed(p->allocator, VVI_SCENE_EVENTS, sizeof *p->events);
    p->vertices = vvi_allocate(p->allocator, p->vertex_count + 1u, sizeof *p->vertices);
    if (!p->actors || !p->obstacles || !p->zones || !p->joints || !p->events || !p->vertices)
        return vvi_fail_memory(error, (p->vertex_count + 1u) * sizeof *p->vertices);
    return vv_stage_create(&p->def.stage, p->allocator, &p->stage, error);
}

vv_result vv_scene_player_create(const vv_scene_def *def, const vv_allocator *allocator, vv_scene_player **out,
                                 vv_error *error)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(def != NULL);
    VV_ASSERT(out != NULL);
    VVI_ASSERT_ARRAY(def->obstacles, def->obstacle_count);
    VVI_ASSERT_ARRAY(def->zones, def->zone_count);
    VVI_ASSERT_ARRAY(def->actors, def->actor_count);
    VVI_ASSERT_ARRAY(def->joints, def->joint_count);
    VVI_ASSERT_ARRAY(def->cues, def->cue_count);
    vv_scene_player *p = vvi_allocate_zeroed(allocator, 1, sizeof *p);
    if (!p)
        return vvi_fail_memory(error, sizeof *p);
    p->allocator = p->store.arena.allocator = allocator;
    p->def = *def;
    vv_result result = allocate(p, error);
    if (result == VV_OK)
        result = add_obstacles(p, error);
    if (result == VV_OK)
        result = vvi_scene_add_zones(p, error);
    for (uint32_t i = 0; result == VV_OK && i < def->actor_count; i++)
        result = add_actor(p, i, error);
    if (result == VV_OK)
        result = add_joints(p, error);
    if (result == VV_OK) {
        vv_scene_player_show(p, 0.0);
        p->fresh = true;
        *out = p;
    } else {
        vv_scene_player_destroy(p);
    }
    return result;
}

void vvi_scene_store_release(vvi_scene_store *store)
{
    const vv_allocator *allocator = store->arena.allocator;
    for (uint32_t i = 0; i < store->family_count; i++)
        vv_family_destroy(store->families[i], allocator);
    for (uint32_t i = 0; i < store->recording_count; i++)
        vv_recording_destroy(store->recordings[i], allocator);
    vvi_arena_release(&store->arena);
    *store = (vvi_scene_store){.arena = {.allocator = allocator}};
}

void vvi_scene_player_keep(vv_scene_player *p, vvi_scene_store *store)
{
    p->store = *store;
    *store = (vvi_scene_store){.arena = {.allocator = p->allocator}};
}

void vv_scene_player_destroy(vv_scene_player *p)
{
    if (!p)
        return;
    const vv_allocator *allocator = p->allocator;
    vv_stage_destroy(p->stage);
    vvi_scene_store_release(&p->store);
    vvi_release(allocator, p->actors, p->def.actor_count + 1u, sizeof *p->actors);
    vvi_release(allocator, p->obstacles, p->def.obstacle_count + 1u, sizeof *p->obstacles);
    vvi_release(allocator, p->zones, p->def.zone_count + 1u, sizeof *p->zones);
    vvi_release(allocator, p->joints, p->def.joint_count + 1u, sizeof *p->joints);
    vvi_release(allocator, p->events, VVI_SCENE_EVENTS, sizeof *p->events);
    vvi_release(allocator, p->vertices, p->vertex_count + 1u, sizeof *p->vertices);
    vvi_release(allocator, p, 1, sizeof *p);
}
