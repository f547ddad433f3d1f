/* A scene with a stage that runs in the tools: the runtime plays it, with live cues beside its script, and this asks
 * what is shown. */
#include "performance.h"

#include "session.h"

#include <string.h>

/* ---- Making ------------------------------------------------------------------------------------------------------ */

static vv_result make_player(vv_performance *p, vv_error *error)
{
    p->actor_count = p->staged->def.actor_count;
    p->actors = vvi_allocate_zeroed(p->allocator, p->actor_count + 1, sizeof *p->actors);
    if (!p->actors)
        return vvi_fail_memory(error, p->actor_count * sizeof *p->actors);
    for (uint32_t i = 0; i < p->actor_count; i++) {
        const vv_actor_def *def = &p->staged->def.actors[i].def;
        p->actors[i] = (vvi_performance_actor){def->strengths, def->strengths, def->material};
    }
    vv_result result = vv_scene_player_create(&p->staged->def, p->allocator, &p->player, error);
    if (result != VV_OK)
        return result;
    p->stage = vv_scene_player_stage(p->player);
    vvi_scene_player_set_director(p->player, vvi_performance_director(p));
    return VV_OK;
}

vv_result vv_performance_create(vv_session *session, uint32_t scene, const vv_progress *progress, vv_performance **out,
                                vv_error *error)
{
    const vv_allocator *allocator = vvi_session_allocator(session);
    const vv_project *project = vv_document_keep(vvi_session_document(session));
    vv_performance *p = project ? vvi_allocate_zeroed(allocator, 1, sizeof *p) : NULL;
    if (!p) {
        vv_project_release(project);
        return vvi_fail_memory(error, sizeof *p);
    }
    VV_ASSERT(scene < project->scene_count && project->scenes[scene]->kind == VV_SCENE_STAGE);
    p->allocator = p->shares.allocator = allocator;
    p->project = project;
    p->scene = project->scenes[scene];
    vv_result result = vvi_staged_scene_create(session, scene, progress, &p->staged, error);
    if (result == VV_OK)
        result = make_player(p, error);
    if (result == VV_OK)
        *out = p;
    else
        vv_performance_destroy(p);
    return vvi_prefix_error_path(result, error, "$.scenes[%u]", scene);
}

void vv_performance_destroy(vv_performance *p)
{
    if (!p)
        return;
    const vv_allocator *allocator = p->allocator;
    vv_scene_player_destroy(p->player);
    vvi_release(allocator, p->actors, p->actor_count + 1, sizeof *p->actors);
    vvi_staged_scene_destroy(p->staged);
    vv_project_release(p->project);
    vvi_arena_release(&p->shares);
    vvi_release(allocator, p->live, p->live_capacity, sizeof *p->live);
    vvi_release(allocator, p, 1, sizeof *p);
}

/* ---- Running ----------------------------------------------------------------------------------------------------- */

void vv_performance_show(vv_performance *p, double time) { vv_scene_player_show(p->player, time); }

float vvi_performance_time(float step, uint64_t count, float least)
{
    float time = (float)((double)count * vvi_scene_nominal_step(step));
    while (time > 0.0f && !vvi_scene_is_due(step, time, count)) /* it was rounded up */
        time = vvi_just_below(time);
    return vvi_max(time, least);
}

size_t vv_performance_save_bytes(const vv_performance *p) { return vv_scene_player_save_bytes(p->player); }

size_t vv_performance_save(const vv_performance *p, void *bytes, size_t byte_count)
{
    return vv_scene_player_save(p->player, bytes, byte_count);
}

vv_result vv_performance_restore(vv_performance *p, const void *bytes, size_t byte_count, vv_error *error)
{
    vv_result result = vv_scene_player_restore(p->player, bytes, byte_count, error);
    if (result == VV_OK)
        vvi_performance_rewind_live(p);
    return result;
}

/* ---- Queries ----------------------------------------------------------------------------------------------------- */

vv_result vv_performance_set_jobs(vv_performance *p, const vv_jobs *jobs, vv_error *error)
{
    return vv_stage_set_jobs(vv_scene_player_stage(p->player), jobs, error);
}

const vv_stage *vv_performance_stage(const vv_performance *p) { return p->stage; }
uint64_t vv_performance_hash(const vv_performance *p) { return vv_stage_hash(p->stage); }
vv_actor vv_performance_actor(const vv_performance *p, uint32_t actor)
{
    return vv_scene_player_actor(p->player, actor);
}
vv_obstacle vv_performance_obstacle(const vv_performance *p, uint32_t obstacle)
{
    return vv_scene_player_obstacle(p->player, obstacle);
}
const vv_rigged *vv_performance_rigged(const vv_performance *p, uint32_t actor)
{
    return p->staged->actors[actor].rigged;
}
const vv_project *vv_performance_project(const vv_performance *p) { return p->project; }
const vv_project_scene *vv_performance_scene(const vv_performance *p) { return p->scene; }

vv_performance_report vv_performance_event_report(const vv_performance *p)
{
    vvi_scene_report report = vvi_scene_player_report(p->player);
    return (vv_performance_report){report.steps, report.events, report.failures, report.overflows};
}

vv_actor_state vv_performance_actor_state(const vv_performance *p, uint32_t actor)
{
    return vv_scene_player_actor_state(p->player, actor);
}

vv_behaviour_status vv_performance_behaviour(const vv_performance *p, uint32_t actor)
{
    return vv_behaviour_current_status(vv_scene_player_stage(p->player), vv_performance_actor(p, actor));
}

float vv_performance_input(const vv_performance *p, uint32_t actor, uint32_t input)
{
    return vv_behaviour_input(vv_scene_player_stage(p->player), vv_performance_actor(p, actor), input);
}

double vv_performance_step(const vv_performance *p) { return vvi_scene_nominal_step(p->scene->stage.step); }

bool vv_performance_pick(const vv_performance *p, vv_vec2 point, uint32_t *actor, vv_vec2 *at)
{
    vv_actor id;
    if (!vv_stage_pick(p->stage, point, &id, at))
        return false;
    *actor = vv_performance_find(p, id);
    *at = vv_vec2_scale(*at, 1.0f / p->staged->actors[*actor].staged->scale);
    return true;
}

uint32_t vv_performance_find(const vv_performance *p, vv_actor actor)
{
    return vvi_scene_player_find(p->player, actor);
}

uint32_t vv_performance_find_obstacle(const vv_performance *p, vv_obstacle obstacle)
{
    for (uint32_t i = 0; i < p->staged->def.obstacle_count; i++) {
        vv_obstacle id = vv_scene_player_obstacle(p->player, i);
        if (id.index == obstacle.index && id.generation == obstacle.generation)
            return i;
    }
    return VV_NONE;
}

uint32_t vv_performance_find_zone(const vv_performance *p, vv_zone_id zone)
{
    for (uint32_t i = 0; i < p->staged->def.zone_count; i++) {
        vv_zone_id id = vv_scene_player_zone(p->player, i);
        if (id.index == zone.index && id.generation == zone.generation)
            return i;
    }
    return VV_NONE;
}

uint32_t vv_performance_find_joint(const vv_performance *p, vv_joint_id joint)
{
    for (uint32_t i = 0; i < p->scene->stage.joint_count; i++) {
        uint32_t index = p->staged->joints[i];
        vv_joint_id id = index == VV_NONE ? (vv_joint_id){0, 0} : vv_scene_player_joint(p->player, index);
        if (index != VV_NONE && id.index == joint.index && id.generation == joint.generation)
            return i;
    }
    return VV_NONE;
}

const vv_event *vv_performance_events(const vv_performance *p, uint32_t *count)
{
    return vv_scene_player_events(p->player, count);
}

uint32_t vv_performance_hold_count(const vv_performance *p, uint32_t actor)
{
    return vvi_scene_player_hold_count(p->player, actor);
}

bool vv_performance_has_hold(const vv_performance *p, uint32_t actor, const char *name)
{
    return vvi_scene_player_has_hold(p->player, actor, name);
}

vv_obstacle_state vv_performance_obstacle_state(const vv_performance *p, uint32_t obstacle)
{
    return vv_stage_obstacle_state(p->stage, vv_scene_player_obstacle(p->player, obstacle));
}

vv_affine vv_performance_obstacle_frame(const vv_performance *p, uint32_t obstacle)
{
    vv_obstacle_state state = vv_performance_obstacle_state(p, obstacle);
    return (vv_affine){vv_mat2_rotation(state.angle), state.position};
}

bool vv_performance_joint_state(const vv_performance *p, uint32_t joint, vv_joint_state *state)
{
    uint32_t index = p->staged->joints[joint];
    vv_joint_id id = index == VV_NONE ? (vv_joint_id){0, 0} : vv_scene_player_joint(p->player, index);
    if (!vv_stage_has_joint(p->stage, id))
        return false;
    *state = vv_stage_joint_state(p->stage, id);
    return true;
}

bool vv_performance_zone(const vv_performance *p, uint32_t zone, vv_zone_def *def)
{
    *def = vv_stage_zone(p->stage, vv_scene_player_zone(p->player, zone));
    return vv_scene_player_zone_is_active(p->player, zone);
}

float vv_performance_zone_share(const vv_performance *p, uint32_t zone, uint32_t actor)
{
    bool active = vv_scene_player_zone_is_active(p->player, zone);
    return active ? vv_stage_zone_share(p->stage, vv_scene_player_zone(p->player, zone), vv_performance_actor(p, actor))
                  : 0.0f;
}

/* ---- Drawings ---------------------------------------------------------------------------------------------------- */

uint32_t vv_performance_drawings(const vv_performance *p, uint32_t actor, vv_actor_drawing looks[2])
{
    const vvi_staged_actor *a = &p->staged->actors[actor];
    uint32_t member = a->family ? vv_stage_family_member(p->stage, vv_performance_actor(p, actor)) : 0, before = 0;
    float fading = a->family ? vv_stage_fading_member(p->stage, vv_performance_actor(p, actor), &before, NULL) : 0.0f;
    looks[0] = (vv_actor_drawing){a->members[member].artwork, a->members[member].rigged, 1.0f};
    if (!(fading > 0.0f))
        return 1;
    looks[1] = (vv_actor_drawing){a->members[before].artwork, a->members[before].rigged, fading};
    return 2;
}

uint32_t vv_performance_members(const vv_performance *p, uint32_t actor, vv_actor_drawing looks[VV_PUPPET_MAX_MEMBERS])
{
    const vvi_staged_actor *a = &p->staged->actors[actor];
    for (uint32_t m = 0; m < a->member_count; m++)
        looks[m] = (vv_actor_drawing){a->members[m].artwork, a->members[m].rigged, 1.0f};
    return a->member_count;
}

float vv_performance_size(const vv_performance *p, uint32_t actor)
{
    const vv_puppet *puppet = vv_stage_puppet(p->stage, vv_performance_actor(p, actor));
    return puppet ? vv_puppet_size(puppet) : vv_sprite_size(p->staged->actors[actor].staged->sprite);
}

uint32_t vv_performance_max_vertex_count(const vv_performance *p, uint32_t actor)
{
    const vvi_staged_actor *a = &p->staged->actors[actor];
    uint32_t most = 0;
    for (uint32_t m = 0; m < a->member_count; m++) {
        uint32_t count = a->members[m].rigged->body->mesh.vertex_count;
        most = count > most ? count : most;
    }
    return most;
}

bool vv_performance_pose(const vv_performance *p, uint32_t actor, vv_affine *pose)
{
    const vvi_staged_actor *a = &p->staged->actors[actor];
    const vv_puppet *puppet = vv_stage_puppet(p->stage, vv_performance_actor(p, actor));
    if (!puppet)
        return false;
    vv_stage_pose(p->stage, vv_performance_actor(p, actor), pose);
    vv_affine sized = {{a->staged->scale, 0.0f, 0.0f, a->staged->scale}, {0.0f, 0.0f}};
    for (uint32_t j = 0; j < vv_puppet_handle_count(puppet); j++)
        pose[j] = vv_affine_multiply(pose[j], sized);
    return true;
}

/* The correctives of a puppet's drawing act on the handles as they are on the stage. */
void vv_performance_vertices(const vv_performance *p, uint32_t actor, uint32_t look, vv_vec2 *vertices)
{
    uint32_t member;
    vv_actor_drawing looks[2];
    vv_affine pose[VV_RIG_MAX_HANDLES];
    vv_performance_drawings(p, actor, looks);
    if (look > 0)
        vv_stage_fading_member(p->stage, vv_performance_actor(p, actor), &member, vertices);
    else if (looks[0].rigged->corrective_count > 0 && vv_performance_pose(p, actor, pose))
        vv_rigged_skin(looks[0].rigged, pose, vertices);
    else
        vv_stage_vertices(p->stage, vv_performance_actor(p, actor), vertices);
}
