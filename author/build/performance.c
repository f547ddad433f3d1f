/* A scene with a stage that runs: the stage is made, then driven one fixed step at a time, whatever times are asked
 * for.
 *
 * The stage shows a moment between its last two fixed steps; to show t it must have run one step beyond t. `pending`
 * is how far the moment is between them, always a multiple of the last binary digit of the step: the rest of the step
 * is then exact in float, and vv_stage_step with that rest makes exactly one step due. */
#include "performance.h"

#include "session.h"

#include "runtime/base/base.h"

#include <string.h>

/* ---- Making ------------------------------------------------------------------------------------------------------ */

static vv_result make_stage(vv_performance *p, vv_error *error)
{
    const vv_project_stage *stage = &p->scene->stage;
    vv_stage_def def = vv_default_stage_def();
    def.gravity = stage->gravity;
    def.wind = stage->wind;
    def.step = stage->step;
    def.substeps = stage->substeps;
    def.iterations = stage->iterations;
    def.max_actors = stage->actor_count ? stage->actor_count : 1;
    def.max_obstacles = stage->obstacle_count ? stage->obstacle_count : 1;
    return vv_stage_create(&def, p->allocator, &p->stage, error);
}

static vv_result add_obstacles(vv_performance *p, vv_error *error)
{
    for (uint32_t i = 0; i < p->scene->stage.obstacle_count; i++) {
        const vv_project_obstacle *obstacle = &p->scene->stage.obstacles[i];
        vv_obstacle_def def = vv_default_obstacle_def();
        vv_obstacle unused;
        def.kind = obstacle->kind;
        def.point_count = obstacle->point_count;
        def.points = obstacle->points;
        def.friction = obstacle->friction;
        def.one_way = obstacle->one_way;
        def.sensor = obstacle->sensor;
        def.layers = obstacle->layers;
        vv_result result = vv_stage_add_obstacle(p->stage, &def, &unused, error);
        if (result != VV_OK)
            return vvi_prefix_error_path(result, error, "obstacles[%u]", i);
    }
    return VV_OK;
}

static vv_result add_own_holds(vv_performance *p, uint32_t index, vv_error *error)
{
    const vv_project_actor *actor = &p->scene->stage.actors[index];
    for (uint32_t i = 0; i < actor->hold_count; i++) {
        const vv_project_hold *hold = &actor->holds[i];
        if (!vvi_performance_hold(p, index, i, hold->at, hold->moved ? &hold->to : NULL, hold->strength))
            return vvi_prefix_error_path(
                vvi_fail(error, VV_ERROR_ARGUMENT, "the stage cannot hold “%s” here", actor->name), error, "holds[%u]",
                i);
    }
    return VV_OK;
}

vv_strengths vvi_performance_strengths(const vv_project *project, const vv_project_actor *actor)
{
    vv_strengths strengths = project->artworks[actor->artwork]->sprite.strengths;
    vv_project_strengths_apply(&actor->strengths, &strengths);
    return strengths;
}

static void set_inputs(vv_performance *p, uint32_t index)
{
    const vv_project_actor *actor = &p->scene->stage.actors[index];
    const vvi_performance_actor *a = &p->actors[index];
    for (uint32_t i = 0; actor->behaviour != VV_NONE && i < actor->input_count; i++)
        vv_behaviour_set_input(p->stage, a->id,
                               vv_behaviour_find_input(a->rigged->behaviours[actor->behaviour], actor->inputs[i].name),
                               actor->inputs[i].value); /* an input that it does not have is ignored */
}

static void define_sprite(vv_performance *p, uint32_t index, vv_actor_def *def)
{
    const vv_project_actor *actor = &p->scene->stage.actors[index];
    vvi_performance_actor *a = &p->actors[index];
    def->sprite = a->staged->sprite;
    def->place =
        vv_complex_place_from_weights(vv_sprite_complex(def->sprite), actor->place.share_count, actor->place.shares);
    def->strengths = a->initial_strengths = a->current_strengths = vvi_performance_strengths(p->project, actor);
    if (actor->behaviour != VV_NONE)
        def->controller = vv_behaviour_controller(a->rigged->behaviours[actor->behaviour]);
}

/* Room for its own holds, for all that the script adds, and for those made by hand. */
static uint32_t hold_room(const vv_performance *p, uint32_t index)
{
    const vv_project_stage *stage = &p->scene->stage;
    uint32_t room = stage->actors[index].hold_count + vv_default_actor_def().spare_holds;
    for (uint32_t i = 0; i < stage->cue_count; i++)
        room += stage->cues[i].kind == VV_CUE_HOLD && stage->cues[i].actor == index;
    return room;
}

static vv_result add_actor(vv_performance *p, uint32_t index, vv_error *error)
{
    const vv_project_actor *actor = &p->scene->stage.actors[index];
    vvi_performance_actor *a = &p->actors[index];
    vvi_arena arena = {.allocator = p->allocator};
    vv_actor_def def = vv_default_actor_def();
    vv_result result;
    def.position = actor->at;
    def.angle = actor->angle;
    def.velocity = actor->velocity;
    def.angular_velocity = actor->spin;
    def.flipped = actor->flipped;
    def.layers = actor->layers;
    def.mask = actor->mask;
    def.tag = index;
    def.spare_holds = hold_room(p, index);
    result = vvi_performance_clip(p, index, &def, error);
    if (result == VV_OK && actor->kind == VV_ACTOR_PUPPET)
        result = vvi_performance_direct(p, index, &arena, &def, error);
    else if (result == VV_OK)
        define_sprite(p, index, &def);
    if (result == VV_OK)
        result = vv_stage_add_actor(p->stage, &def, &a->id, error);
    vvi_arena_release(&arena);
    if (result == VV_OK)
        set_inputs(p, index);
    if (result == VV_OK)
        result = add_own_holds(p, index, error);
    return vvi_prefix_error_path(result, error, "actors[%u]", index);
}

static vv_result stage_actor(vv_performance *p, vv_session *session, uint32_t index, const vv_progress *progress,
                             vv_error *error)
{
    const vv_project_actor *actor = &p->scene->stage.actors[index];
    vvi_performance_actor *a = &p->actors[index];
    const vv_rigged *rigged = NULL;
    const vv_staged *staged = NULL;
    vv_result result =
        vv_session_scaled(session, actor->artwork, actor->kind, actor->scale, progress, &rigged, &staged, error);
    if (result != VV_OK)
        return result;
    a->rigged = vv_rigged_retain(rigged);
    a->staged = vv_staged_retain(staged);
    result = vvi_performance_stage_members(p, session, index, progress, error);
    uint32_t most = vv_performance_max_vertex_count(p, index);
    p->vertex_count = most > p->vertex_count ? most : p->vertex_count;
    return result;
}

/* Stages all drawings before adding the first actor, so that room for the largest is made once. */
static vv_result add_actors(vv_performance *p, vv_session *session, const vv_progress *progress, vv_error *error)
{
    vv_result result = VV_OK;
    for (uint32_t i = 0; result == VV_OK && i < p->actor_count; i++)
        result = stage_actor(p, session, i, progress, error);
    if (result == VV_OK && p->vertex_count > 0) {
        p->vertices = vvi_allocate(p->allocator, p->vertex_count, sizeof *p->vertices);
        result = p->vertices ? VV_OK : vvi_fail_memory(error, p->vertex_count * sizeof *p->vertices);
    }
    for (uint32_t i = 0; result == VV_OK && i < p->actor_count; i++)
        result = add_actor(p, i, error);
    return result;
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
    p->actor_count = p->scene->stage.actor_count;
    p->actors = vvi_allocate_zeroed(allocator, p->actor_count + 1, sizeof *p->actors);
    p->events = vvi_allocate_zeroed(allocator, VVI_PERFORMANCE_EVENTS, sizeof *p->events);
    vv_result result = p->actors && p->events ? make_stage(p, error) : vvi_fail_memory(error, 0);
    if (result == VV_OK)
        result = add_obstacles(p, error);
    if (result == VV_OK)
        result = add_actors(p, session, progress, error);
    if (result == VV_OK) {
        vv_performance_show(p, 0.0);
        p->fresh = true;
        *out = p;
    } else {
        vv_performance_destroy(p);
    }
    return vvi_prefix_error_path(result, error, "$.scenes[%u]", scene);
}

void vv_performance_destroy(vv_performance *p)
{
    if (!p)
        return;
    const vv_allocator *allocator = p->allocator;
    vv_stage_destroy(p->stage);
    for (uint32_t i = 0; p->actors && i < p->actor_count; i++) {
        vvi_performance_forget_direction(p, &p->actors[i]);
        vv_staged_destroy(p->actors[i].staged);
        vv_rigged_destroy(p->actors[i].rigged);
    }
    vv_project_release(p->project);
    vvi_arena_release(&p->shares);
    vvi_release(allocator, p->live, p->live_capacity, sizeof *p->live);
    vvi_release(allocator, p->actors, p->actor_count + 1, sizeof *p->actors);
    vvi_release(allocator, p->events, VVI_PERFORMANCE_EVENTS, sizeof *p->events);
    vvi_release(allocator, p->vertices, p->vertex_count, sizeof *p->vertices);
    vvi_release(allocator, p, 1, sizeof *p);
}

/* ---- Running ----------------------------------------------------------------------------------------------------- */

/* The largest float below `step`. */
static float just_below(float step)
{
    uint32_t bits;
    memcpy(&bits, &step, sizeof bits);
    bits--;
    memcpy(&step, &bits, sizeof bits);
    return step;
}

/* A share of a step, rounded to the last binary digit that the step has, and less than it. */
static float round_pending(float step, float share) { return vvi_min((step + share * step) - step, just_below(step)); }

/* Shows another moment between the same two steps. */
static void show_pending(vv_performance *p, float pending)
{
    VV_ASSERT(pending >= p->pending);
    vv_stage_step(p->stage, pending - p->pending);
    p->pending = pending;
}

static void collect_events(vv_performance *p)
{
    uint32_t count;
    const vv_event *events = vv_stage_events(p->stage, &count);
    p->report.events += count;
    for (uint32_t i = 0; i < count; i++) {
        p->report.failures += events[i].kind == VV_EVENT_STEP_FAILED;
        p->report.overflows += events[i].kind == VV_EVENT_OVERFLOW;
        if (p->event_count < VVI_PERFORMANCE_EVENTS)
            p->events[p->event_count++] = events[i];
    }
}

/* The nominal length of a step. The float next to 1/60 s is a little longer, so that frames at 60 Hz would slowly
 * drift between steps. */
static double nominal_step(float step)
{
    double rate = floor(1.0 / (double)step + 0.5);
    return (float)(1.0 / rate) == step ? 1.0 / rate : (double)step;
}

bool vvi_performance_is_due(float step, float time, uint64_t count)
{
    return (double)time / nominal_step(step) <= (double)count + 1e-6;
}

float vvi_performance_time(float step, uint64_t count, float least)
{
    float time = (float)((double)count * nominal_step(step));
    while (time > 0.0f && !vvi_performance_is_due(step, time, count)) /* it was rounded up */
        time = just_below(time);
    return vvi_max(time, least);
}

/* Whether the script has a cue for the step that is about to begin. */
static bool is_script_due(const vv_performance *p)
{
    const vv_project_stage *stage = &p->scene->stage;
    return p->next_cue < stage->cue_count &&
           vvi_performance_is_due(stage->step, stage->cues[p->next_cue].time, p->report.steps);
}

static bool is_live_due(const vv_performance *p)
{
    return p->next_live < p->live_count && p->live[p->next_live].step <= p->report.steps;
}

/* Performs the cues that are due. What they read of their actors is the state after the last step. */
static void run_cues(vv_performance *p)
{
    if ((is_script_due(p) || is_live_due(p)) && p->report.steps > 0)
        show_pending(p, just_below(p->scene->stage.step));
    for (; is_script_due(p); p->next_cue++)
        vvi_performance_act(p, &p->scene->stage.cues[p->next_cue], VVI_HOLD_CUE | p->next_cue);
    for (; is_live_due(p); p->next_live++)
        vvi_performance_act(p, &p->live[p->next_live].cue, VVI_HOLD_LIVE | p->next_live);
}

static void run_step(vv_performance *p)
{
    run_cues(p);
    for (uint32_t i = 0; i < p->actor_count; i++) {
        vv_actor_state now = vv_stage_actor_state(p->stage, p->actors[i].id);
        p->actors[i].velocity = now.velocity;
        p->actors[i].spin = now.angular_velocity;
    }
    vv_stage_step(p->stage, p->scene->stage.step - p->pending);
    p->pending = 0.0f;
    p->report.steps++;
    collect_events(p);
}

void vv_performance_show(vv_performance *p, double time)
{
    double steps = time / nominal_step(p->scene->stage.step), nearest = floor(steps + 0.5);
    if (!(steps >= 0.0 && steps < 1e15))
        return;
    if (fabs(steps - nearest) < 1e-6)
        steps = nearest; /* a frame whose nominal time is that of a step shows that step */
    if (!p->fresh)       /* events of the first step, which ran when it was made, are still to be reported */
        p->event_count = 0;
    p->fresh = false;
    while ((double)p->report.steps < floor(steps) + 1.0)
        run_step(p);
    float pending = round_pending(p->scene->stage.step, (float)(steps - floor(steps)));
    if ((double)p->report.steps == floor(steps) + 1.0 && pending > p->pending)
        show_pending(p, pending);
}

/* ---- Queries ----------------------------------------------------------------------------------------------------- */

const vv_stage *vv_performance_stage(const vv_performance *p) { return p->stage; }
uint64_t vv_performance_hash(const vv_performance *p) { return vv_stage_hash(p->stage); }
vv_actor vv_performance_actor(const vv_performance *p, uint32_t actor) { return p->actors[actor].id; }
const vv_rigged *vv_performance_rigged(const vv_performance *p, uint32_t actor) { return p->actors[actor].rigged; }
const vv_project *vv_performance_project(const vv_performance *p) { return p->project; }
const vv_project_scene *vv_performance_scene(const vv_performance *p) { return p->scene; }
vv_performance_report vv_performance_event_report(const vv_performance *p) { return p->report; }

vv_actor_state vv_performance_actor_state(const vv_performance *p, uint32_t actor)
{
    const vvi_performance_actor *a = &p->actors[actor];
    vv_actor_state state = vv_stage_actor_state(p->stage, a->id);
    float share = p->pending / p->scene->stage.step;
    state.velocity = vv_vec2_lerp(a->velocity, state.velocity, share);
    state.angular_velocity = a->spin + (state.angular_velocity - a->spin) * share;
    return state;
}

vv_behaviour_status vv_performance_behaviour(const vv_performance *p, uint32_t actor)
{
    return vv_behaviour_current_status(p->stage, p->actors[actor].id);
}

float vv_performance_input(const vv_performance *p, uint32_t actor, uint32_t input)
{
    return vv_behaviour_input(p->stage, p->actors[actor].id, input);
}

double vv_performance_step(const vv_performance *p) { return nominal_step(p->scene->stage.step); }

bool vv_performance_pick(const vv_performance *p, vv_vec2 point, uint32_t *actor, vv_vec2 *at)
{
    vv_actor id;
    if (!vv_stage_pick(p->stage, point, &id, at))
        return false;
    *actor = vv_performance_find(p, id);
    *at = vv_vec2_scale(*at, 1.0f / p->actors[*actor].staged->scale);
    return true;
}

uint32_t vv_performance_find(const vv_performance *p, vv_actor actor)
{
    for (uint32_t i = 0; i < p->actor_count; i++) {
        if (p->actors[i].id.index == actor.index && p->actors[i].id.generation == actor.generation)
            return i;
    }
    return VV_NONE;
}

const vv_event *vv_performance_events(const vv_performance *p, uint32_t *count)
{
    *count = p->event_count;
    return p->events;
}
