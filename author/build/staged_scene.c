/* Builds the drawings of a stage scene, and describes the scene as the runtime plays it. */
#include "staged_scene.h"

#include "session.h"

#include <string.h>

/* ---- Settings and obstacles -------------------------------------------------------------------------------------- */

static void describe_settings(vvi_staged_scene *s)
{
    const vv_project_stage *stage = &s->scene->stage;
    vv_scene_def *def = &s->def;
    *def = vv_default_scene_def();
    def->stage.gravity = stage->gravity;
    def->stage.wind = stage->wind;
    def->stage.step = stage->step;
    def->stage.substeps = stage->substeps;
    def->stage.iterations = stage->iterations;
    def->stage.max_actors = stage->actor_count ? stage->actor_count : 1;
    def->stage.max_obstacles = stage->obstacle_count ? stage->obstacle_count : 1;
    def->stage.max_joints = stage->joint_count;
    def->stage.max_zones = stage->zone_count;
    def->seconds = s->scene->seconds;
    memcpy(def->background, s->scene->background, sizeof def->background);
    def->follow = stage->follow;
    def->width = s->scene->width;
    def->height = s->scene->height;
    def->framed = s->scene->framed;
    def->centre = s->scene->centre;
    def->zoom = s->scene->zoom;
}

static vv_result describe_obstacles(vvi_staged_scene *s, vv_error *error)
{
    const vv_project_stage *stage = &s->scene->stage;
    vv_scene_obstacle *obstacles = vvi_arena_allocate(&s->arena, stage->obstacle_count + 1u, sizeof *obstacles);
    if (!obstacles)
        return vvi_fail_memory(error, stage->obstacle_count * sizeof *obstacles);
    for (uint32_t i = 0; i < stage->obstacle_count; i++) {
        const vv_project_obstacle *from = &stage->obstacles[i];
        vv_scene_obstacle *to = &obstacles[i];
        to->name = from->name;
        to->def = vv_default_obstacle_def();
        to->def.position = from->at;
        to->def.angle = from->angle;
        to->def.velocity = from->velocity;
        to->def.angular_velocity = from->spin;
        to->key_count = from->key_count;
        to->keys = from->keys;
        to->repeat = from->repeat;
        to->def.kind = from->kind;
        to->def.point_count = from->point_count;
        to->def.points = from->points;
        to->def.friction = from->friction;
        to->def.one_way = from->one_way;
        to->def.sensor = from->sensor;
        to->def.layers = from->layers;
        to->def.tag = from->tag;
        to->visible = from->visible;
        to->coloured = from->coloured;
        memcpy(to->colour, from->colour, sizeof to->colour);
    }
    s->def.obstacles = obstacles;
    s->def.obstacle_count = stage->obstacle_count;
    return VV_OK;
}

/* ---- Zones ------------------------------------------------------------------------------------------------------- */

static vv_scene_zone describe_zone(const vv_project_zone *from)
{
    vv_scene_zone to = {.name = from->name,
                        .def = vv_default_zone_def(from->kind),
                        .active = from->active,
                        .visible = from->visible,
                        .coloured = from->coloured};
    memcpy(to.colour, from->colour, sizeof to.colour);
    to.def.point_count = from->point_count;
    to.def.points = from->points;
    to.def.position = from->at;
    to.def.angle = from->angle;
    to.def.layers = from->layers;
    to.def.tag = from->tag;
    if (from->kind == VV_ZONE_FORCE) {
        to.def.acceleration = from->acceleration;
        return to;
    }
    to.def.velocity = from->velocity;
    to.def.drag = from->kind == VV_ZONE_WIND ? from->wind_drag : from->drag;
    if (from->kind == VV_ZONE_WATER) {
        to.def.quadratic_drag = from->quadratic_drag;
        to.def.angular_drag = from->angular_drag;
        to.def.density = from->density;
    }
    return to;
}

static vv_result describe_zones(vvi_staged_scene *s, vv_error *error)
{
    const vv_project_stage *stage = &s->scene->stage;
    vv_scene_zone *zones = vvi_arena_allocate(&s->arena, stage->zone_count + 1u, sizeof *zones);
    if (!zones)
        return vvi_fail_memory(error, stage->zone_count * sizeof *zones);
    for (uint32_t i = 0; i < stage->zone_count; i++)
        zones[i] = describe_zone(&stage->zones[i]);
    s->def.zones = zones;
    s->def.zone_count = stage->zone_count;
    return VV_OK;
}

/* ---- Drawings ---------------------------------------------------------------------------------------------------- */

static vv_result stage_member(vvi_staged_scene *s, vv_session *session, uint32_t index, uint32_t artwork,
                              const vv_progress *progress, vvi_member *out, vv_error *error)
{
    const vv_project_actor *actor = &s->scene->stage.actors[index];
    const vv_rigged *rigged = NULL;
    const vv_staged *staged = NULL;
    vv_result result =
        vv_session_scaled(session, artwork, actor->kind, actor->scale, progress, &rigged, &staged, error);
    if (result == VV_OK)
        *out = (vvi_member){artwork, vv_rigged_retain(rigged), vv_staged_retain(staged)};
    return result;
}

/* An actor of a family can show the drawings of all members. */
static vv_result stage_actor(vvi_staged_scene *s, vv_session *session, uint32_t index, const vv_progress *progress,
                             vv_error *error)
{
    const vv_project_actor *actor = &s->scene->stage.actors[index];
    bool changes = actor->kind == VV_ACTOR_PUPPET && actor->family != VV_NONE;
    const vv_project_family *family = changes ? s->project->families[actor->family] : NULL;
    vvi_staged_actor *a = &s->actors[index];
    vvi_member own = {0};
    vv_result result = stage_member(s, session, index, actor->artwork, progress, &own, error);
    if (result != VV_OK)
        return result;
    a->rigged = own.rigged;
    a->staged = own.staged;
    uint32_t count = family ? family->member_count : 1;
    for (uint32_t m = 0; result == VV_OK && m < count; m++) {
        result = stage_member(s, session, index, family ? family->members[m] : actor->artwork, progress, &a->members[m],
                              error);
        a->member_count = result == VV_OK ? m + 1 : m;
    }
    return result;
}

/* ---- Actors ------------------------------------------------------------------------------------------------------ */

vv_strengths vvi_actor_strengths(const vv_project *project, const vv_project_actor *actor)
{
    vv_strengths strengths = project->artworks[actor->artwork]->sprite.strengths;
    vv_project_strengths_apply(&actor->strengths, &strengths);
    return strengths;
}

vv_material vvi_actor_material(const vv_project *project, const vv_project_actor *actor)
{
    vv_material material = project->artworks[actor->artwork]->puppet.material;
    vv_project_material_apply(&actor->material, &material);
    return material;
}

static vv_tint unpack_tint(const uint8_t tint[4])
{
    return (vv_tint){(float)tint[0] / 255.0f, (float)tint[1] / 255.0f, (float)tint[2] / 255.0f,
                     (float)tint[3] / 255.0f};
}

static bool describe_drawings(vvi_staged_scene *s, uint32_t index, vv_scene_actor *out)
{
    const vvi_staged_actor *a = &s->actors[index];
    vv_scene_drawing *drawings = vvi_arena_allocate(&s->arena, a->member_count, sizeof *drawings);
    for (uint32_t m = 0; drawings && m < a->member_count; m++) {
        const vv_mesh *mesh = &a->members[m].rigged->body->mesh;
        drawings[m] = (vv_scene_drawing){a->members[m].artwork, mesh->vertex_count, mesh->positions};
    }
    out->drawings = drawings;
    out->drawing_count = a->member_count;
    return drawings != NULL;
}

static bool describe_holds(vvi_staged_scene *s, uint32_t index, vv_scene_actor *out)
{
    const vv_project_actor *actor = &s->scene->stage.actors[index];
    vv_scene_hold *holds = vvi_arena_allocate(&s->arena, actor->hold_count + 1u, sizeof *holds);
    for (uint32_t i = 0; holds && i < actor->hold_count; i++) {
        const vv_project_hold *hold = &actor->holds[i];
        holds[i] = (vv_scene_hold){hold->name, {hold->at, hold->to, hold->strength}, !hold->moved};
    }
    out->holds = holds;
    out->hold_count = actor->hold_count;
    return holds != NULL;
}

/* An input that its behaviour does not have is left out. */
static bool describe_inputs(vvi_staged_scene *s, uint32_t index, vv_scene_actor *out)
{
    const vv_project_actor *actor = &s->scene->stage.actors[index];
    vv_scene_input *inputs = vvi_arena_allocate(&s->arena, actor->input_count + 1u, sizeof *inputs);
    for (uint32_t i = 0; inputs && out->behaviour && i < actor->input_count; i++) {
        uint32_t input = vv_behaviour_find_input(out->behaviour, actor->inputs[i].name);
        if (input != VV_NONE)
            inputs[out->input_count++] = (vv_scene_input){input, actor->inputs[i].value};
    }
    out->inputs = inputs;
    return inputs != NULL;
}

/* Whether the script changes its scale or density. */
static bool is_resized(const vv_project_stage *stage, uint32_t actor)
{
    const uint32_t sizes = 1u << VV_CHANGE_SCALE | 1u << VV_CHANGE_DENSITY;
    for (uint32_t i = 0; i < stage->cue_count; i++) {
        const vv_project_cue *cue = &stage->cues[i];
        if (cue->kind == VV_CUE_CHANGE && cue->actor == actor && cue->change.given & sizes)
            return true;
    }
    return false;
}

static vv_result describe_actor(vvi_staged_scene *s, uint32_t index, vv_scene_actor *out, vv_error *error)
{
    const vv_project_actor *actor = &s->scene->stage.actors[index];
    const vvi_staged_actor *a = &s->actors[index];
    *out = vv_default_scene_actor();
    out->name = actor->name;
    out->scale = actor->scale;
    out->def.position = actor->at;
    out->def.angle = actor->angle;
    out->def.velocity = actor->velocity;
    out->def.angular_velocity = actor->spin;
    out->def.flipped = actor->flipped;
    out->def.layers = actor->layers;
    out->def.mask = actor->mask;
    out->def.kinematic = actor->kinematic;
    out->def.one_way = actor->one_way;
    out->def.tint = unpack_tint(actor->tint);
    out->def.hidden_layers = actor->hidden[0] | (uint64_t)actor->hidden[1] << 32;
    out->def.sensor = actor->sensor;
    out->def.report_stay = actor->report_stay;
    out->def.tag = actor->tag;
    if (actor->kind == VV_ACTOR_PUPPET) {
        out->def.puppet = a->staged->puppet;
        out->def.material = vvi_actor_material(s->project, actor);
    } else {
        out->def.sprite = a->staged->sprite;
        out->def.strengths = vvi_actor_strengths(s->project, actor);
        out->def.density = actor->density;
        out->def.resizable = is_resized(&s->scene->stage, index);
        out->def.place = vv_complex_place_from_weights(vv_sprite_complex(out->def.sprite), actor->place.share_count,
                                                       actor->place.shares);
        out->behaviour = actor->behaviour != VV_NONE ? a->rigged->behaviours[actor->behaviour] : NULL;
    }
    if (!describe_drawings(s, index, out) || !describe_holds(s, index, out) || !describe_inputs(s, index, out))
        return vvi_fail_memory(error, 0);
    return vvi_direct_actor(s, index, out, error);
}

static vv_result describe_actors(vvi_staged_scene *s, vv_error *error)
{
    vv_scene_actor *actors = vvi_arena_allocate(&s->arena, s->def.actor_count + 1u, sizeof *actors);
    if (!actors)
        return vvi_fail_memory(error, s->def.actor_count * sizeof *actors);
    s->def.actors = actors;
    for (uint32_t i = 0; i < s->def.actor_count; i++) {
        vv_result result = describe_actor(s, i, &actors[i], error);
        if (result != VV_OK)
            return vvi_prefix_error_path(result, error, "actors[%u]", i);
    }
    return VV_OK;
}

/* ---- Joints ------------------------------------------------------------------------------------------------------ */

static uint32_t find_obstacle(const vvi_staged_scene *s, const char *name)
{
    for (uint32_t i = 0; i < s->scene->stage.obstacle_count; i++)
        if (strcmp(s->scene->stage.obstacles[i].name, name) == 0)
            return i;
    return VV_NONE;
}

/* The index in the def: joints whose obstacle does not exist are left out. */
static uint32_t find_joint(const vvi_staged_scene *s, const char *name)
{
    for (uint32_t i = 0; i < s->def.joint_count; i++)
        if (strcmp(s->def.joints[i].name, name) == 0)
            return i;
    return VV_NONE;
}

static uint32_t find_zone(const vvi_staged_scene *s, const char *name)
{
    for (uint32_t i = 0; i < s->scene->stage.zone_count; i++)
        if (strcmp(s->scene->stage.zones[i].name, name) == 0)
            return i;
    return VV_NONE;
}

/* False where it names an obstacle that does not exist. */
static bool describe_end(const vvi_staged_scene *s, const vv_project_joint_end *from, vv_joint_end *to)
{
    uint32_t obstacle = from->obstacle[0] ? find_obstacle(s, from->obstacle) : VV_NONE;
    to->at = from->at;
    to->handle = from->handle;
    if (from->actor != VV_NONE)
        to->actor = (vv_actor){from->actor, 1};
    else if (obstacle != VV_NONE)
        to->obstacle = (vv_obstacle){obstacle, 1};
    return from->actor != VV_NONE || !from->obstacle[0] || obstacle != VV_NONE;
}

static bool describe_joint(const vvi_staged_scene *s, const vv_project_joint *from, vv_scene_joint *to)
{
    vv_joint_def *def = &to->def;
    *to = (vv_scene_joint){.name = from->name,
                           .def = vv_default_joint_def(from->kind),
                           .visible = from->visible,
                           .coloured = from->coloured,
                           .width = from->width};
    memcpy(to->colour, from->colour, sizeof to->colour);
    def->collide = from->collide;
    def->length = from->length < INFINITY ? from->length : NAN;
    def->strength = from->strength < INFINITY ? from->strength : def->strength;
    def->damping = from->damping;
    def->limited = from->limited;
    def->low = from->limited ? from->low : 0.0f;
    def->high = from->limited ? from->high : 0.0f;
    def->motor = from->motor;
    def->motor_speed = from->motor ? from->motor_speed : 0.0f;
    def->motor_limit = from->motor_limit;
    def->spring = from->spring;
    def->spring_damping = from->spring_damping;
    def->spring_target = from->spring_target;
    def->axis = from->axis;
    def->max_force = from->max_force;
    def->break_force = from->break_force;
    def->tag = from->tag;
    return describe_end(s, &from->a, &def->a) && describe_end(s, &from->b, &def->b);
}

static vv_result describe_joints(vvi_staged_scene *s, vv_error *error)
{
    const vv_project_stage *stage = &s->scene->stage;
    vv_scene_joint *joints = vvi_arena_allocate(&s->arena, stage->joint_count + 1u, sizeof *joints);
    s->joints = vvi_arena_allocate(&s->arena, stage->joint_count + 1u, sizeof *s->joints);
    if (!joints || !s->joints)
        return vvi_fail_memory(error, stage->joint_count * sizeof *joints);
    s->def.joints = joints;
    for (uint32_t i = 0; i < stage->joint_count; i++) {
        s->joints[i] = VV_NONE;
        if (!describe_joint(s, &stage->joints[i], &joints[s->def.joint_count]))
            continue;
        s->joints[i] = s->def.joint_count;
        s->def.joint_count++;
    }
    return VV_OK;
}

/* ---- Cues -------------------------------------------------------------------------------------------------------- */

/* What a cue names of the actor's artwork, as an index; one that does not exist for what is not there, and the cue then
 * does nothing. */
static uint32_t find_index(const vvi_staged_scene *s, const vv_project_cue *cue)
{
    const vv_behaviour *behaviour = s->def.actors[cue->actor].behaviour;
    uint32_t artwork = s->scene->stage.actors[cue->actor].artwork, clip;
    switch (cue->kind) {
    case VV_CUE_INPUT:
        return behaviour ? vv_behaviour_find_input(behaviour, cue->name) : VV_NONE;
    case VV_CUE_RAISE:
        return behaviour ? vv_behaviour_find_event(behaviour, cue->name) : VV_NONE;
    case VV_CUE_PLAY:
        clip = cue->clip == VV_NONE ? VV_NONE : vvi_find_own_clip(s->project, artwork, cue->clip);
        return cue->clip != VV_NONE && clip == VV_NONE ? VV_PROJECT_MAX_CLIPS : clip; /* VV_NONE would end its clip */
    case VV_CUE_AIM:
        return cue->handle;
    default:
        return VV_NONE;
    }
}

static vv_scene_change unpack_change(const vv_project_change *from)
{
    return (vv_scene_change){.layers = from->layers,
                             .mask = from->mask,
                             .tag = from->tag,
                             .scale = from->scale,
                             .density = from->density,
                             .sensor = from->sensor,
                             .one_way = from->one_way,
                             .kinematic = from->kinematic,
                             .friction = from->friction,
                             .tint = unpack_tint(from->tint),
                             .hidden_layers = from->hidden[0] | (uint64_t)from->hidden[1] << 32};
}

static vv_scene_zone_change unpack_zone_change(const vv_project_zone_change *from)
{
    return (vv_scene_zone_change){.position = from->at,
                                  .angle = from->angle,
                                  .acceleration = from->acceleration,
                                  .velocity = from->velocity,
                                  .drag = from->drag,
                                  .quadratic_drag = from->quadratic_drag,
                                  .angular_drag = from->angular_drag,
                                  .density = from->density,
                                  .layers = from->layers,
                                  .active = from->active};
}

vv_scene_cue vvi_staged_scene_cue(const vvi_staged_scene *s, const vv_project_cue *cue, vvi_cue_values *values)
{
    bool of_joint = cue->kind >= VV_CUE_MOTOR && cue->kind <= VV_CUE_BREAK;
    bool names_hold = cue->kind == VV_CUE_HOLD || cue->kind == VV_CUE_RELEASE;
    vv_scene_cue out = vv_default_scene_cue(cue->kind);
    out.time = cue->time;
    out.actor = cue->actor;
    out.has_vector = cue->has_vector;
    out.has_number = cue->has_number;
    out.vector = cue->vector;
    out.at = cue->at;
    out.number = cue->number;
    out.name = names_hold ? cue->name : "";
    out.index = cue->actor == VV_NONE ? VV_NONE : find_index(s, cue);
    out.linear = cue->linear;
    if (of_joint)
        out.joint = find_joint(s, cue->name);
    else if (cue->kind == VV_CUE_ZONE)
        out.zone = find_zone(s, cue->name);
    else if (cue->actor == VV_NONE && cue->name[0])
        out.obstacle = find_obstacle(s, cue->name);
    if (cue->kind == VV_CUE_PLACE)
        out.place = vv_complex_place_from_weights(vv_sprite_complex(s->def.actors[cue->actor].def.sprite),
                                                  cue->place.share_count, cue->place.shares);
    if (cue->kind == VV_CUE_STRENGTHS) {
        out.mask = cue->strengths.given;
        out.strengths = &cue->strengths.values;
    }
    if (cue->kind == VV_CUE_MATERIAL) {
        out.mask = cue->material.given;
        out.material = &cue->material.values;
    }
    if (cue->kind == VV_CUE_CHANGE) {
        values->change = unpack_change(&cue->change);
        out.mask = cue->change.given;
        out.change = &values->change;
    }
    if (cue->kind == VV_CUE_ZONE) {
        values->zone_change = unpack_zone_change(&cue->zone_change);
        out.mask = cue->zone_change.given;
        out.zone_change = &values->zone_change;
    }
    out.channel = cue->channel;
    out.value[0] = cue->value[0];
    out.value[1] = cue->value[1];
    if (cue->kind == VV_CUE_MOTOR && out.value[0] == 0.0f)
        out.value[0] = INFINITY; /* any */
    return out;
}

static vv_result describe_cues(vvi_staged_scene *s, vv_error *error)
{
    const vv_project_stage *stage = &s->scene->stage;
    vv_scene_cue *cues = vvi_arena_allocate(&s->arena, stage->cue_count + 1u, sizeof *cues);
    if (!cues)
        return vvi_fail_memory(error, stage->cue_count * sizeof *cues);
    for (uint32_t i = 0; i < stage->cue_count; i++) {
        bool changes = stage->cues[i].kind == VV_CUE_CHANGE || stage->cues[i].kind == VV_CUE_ZONE;
        vvi_cue_values *values = changes ? vvi_arena_allocate(&s->arena, 1, sizeof *values) : NULL;
        if (changes && !values)
            return vvi_fail_memory(error, sizeof *values);
        cues[i] = vvi_staged_scene_cue(s, &stage->cues[i], values);
    }
    s->def.cues = cues;
    s->def.cue_count = stage->cue_count;
    return VV_OK;
}

/* ---- All of it --------------------------------------------------------------------------------------------------- */

static vv_result build(vvi_staged_scene *s, vv_session *session, const vv_progress *progress, vv_error *error)
{
    describe_settings(s);
    s->def.actor_count = s->scene->stage.actor_count;
    s->actors = vvi_allocate_zeroed(s->allocator, s->def.actor_count + 1u, sizeof *s->actors);
    if (!s->actors)
        return vvi_fail_memory(error, s->def.actor_count * sizeof *s->actors);
    vv_result result = describe_obstacles(s, error);
    if (result == VV_OK)
        result = describe_zones(s, error);
    for (uint32_t i = 0; result == VV_OK && i < s->def.actor_count; i++)
        result = stage_actor(s, session, i, progress, error);
    if (result == VV_OK)
        result = describe_actors(s, error);
    if (result == VV_OK)
        result = describe_joints(s, error);
    return result == VV_OK ? describe_cues(s, error) : result;
}

vv_result vvi_staged_scene_create(vv_session *session, uint32_t scene, const vv_progress *progress,
                                  vvi_staged_scene **out, vv_error *error)
{
    const vv_allocator *allocator = vvi_session_allocator(session);
    const vv_project *project = vv_document_keep(vvi_session_document(session));
    vvi_staged_scene *s = project ? vvi_allocate_zeroed(allocator, 1, sizeof *s) : NULL;
    if (!s) {
        vv_project_release(project);
        return vvi_fail_memory(error, sizeof *s);
    }
    VV_ASSERT(scene < project->scene_count && project->scenes[scene]->kind == VV_SCENE_STAGE);
    s->allocator = s->arena.allocator = allocator;
    s->project = project;
    s->scene = project->scenes[scene];
    vv_result result = build(s, session, progress, error);
    if (result == VV_OK)
        *out = s;
    else
        vvi_staged_scene_destroy(s);
    return vvi_prefix_error_path(result, error, "$.scenes[%u]", scene);
}

void vvi_staged_scene_destroy(vvi_staged_scene *s)
{
    if (!s)
        return;
    const vv_allocator *allocator = s->allocator;
    for (uint32_t i = 0; s->actors && i < s->def.actor_count; i++) {
        vvi_staged_actor *a = &s->actors[i];
        vvi_forget_direction(allocator, a, s->project->clip_count + 1u);
        for (uint32_t m = 0; m < a->member_count; m++) {
            vv_staged_destroy(a->members[m].staged);
            vv_rigged_destroy(a->members[m].rigged);
        }
        vv_staged_destroy(a->staged);
        vv_rigged_destroy(a->rigged);
    }
    vvi_release(allocator, s->actors, s->def.actor_count + 1u, sizeof *s->actors);
    vvi_arena_release(&s->arena);
    vv_project_release(s->project);
    vvi_release(allocator, s, 1, sizeof *s);
}
