/* Plays a scene: its stage is driven one fixed step at a time, whatever times are asked for.
 *
 * The stage shows a moment between its last two fixed steps; to show t it must have run one step beyond t. `pending`
 * is how far the moment is between them, always a multiple of the last binary digit of the step: the rest of the step
 * is then exact in float, and vv_stage_step with that rest makes exactly one step due. */
#include "runtime/scene/player.h"

#include "runtime/stage/stage.h"

#include <string.h>

/* ---- Time -------------------------------------------------------------------------------------------------------- */

float vvi_just_below(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    bits--;
    memcpy(&value, &bits, sizeof bits);
    return value;
}

/* A share of a step, rounded to the last binary digit that the step has, and less than it. */
static float round_pending(float step, float share)
{
    return vvi_min((step + share * step) - step, vvi_just_below(step));
}

double vvi_scene_nominal_step(float step)
{
    double rate = floor(1.0 / (double)step + 0.5);
    return (float)(1.0 / rate) == step ? 1.0 / rate : (double)step;
}

bool vvi_scene_is_due(float step, float time, uint64_t count)
{
    return (double)time / vvi_scene_nominal_step(step) <= (double)count + 1e-6;
}

/* Shows another moment between the same two steps. */
static void show_pending(vv_scene_player *p, float pending)
{
    VV_ASSERT(pending >= p->pending);
    vv_stage_step(p->stage, pending - p->pending);
    p->pending = pending;
}

/* ---- Steps ------------------------------------------------------------------------------------------------------- */

static void collect_events(vv_scene_player *p)
{
    uint32_t count;
    const vv_event *events = vv_stage_events(p->stage, &count);
    p->report.events += count;
    for (uint32_t i = 0; i < count; i++) {
        p->report.failures += events[i].kind == VV_EVENT_STEP_FAILED;
        p->report.overflows += events[i].kind == VV_EVENT_OVERFLOW;
        if (p->event_count < VVI_SCENE_EVENTS)
            p->events[p->event_count++] = events[i];
    }
}

static bool is_script_due(const vv_scene_player *p)
{
    return p->next_cue < p->def.cue_count &&
           vvi_scene_is_due(p->def.stage.step, p->def.cues[p->next_cue].time, p->report.steps);
}

static bool is_director_due(const vv_scene_player *p)
{
    return p->director.user && p->director.is_due(p->director.user, p->report.steps);
}

/* Performs the cues that are due. What they read of their actors is the state after the last step. */
static void run_cues(vv_scene_player *p)
{
    bool directed = is_director_due(p);
    if ((is_script_due(p) || directed) && p->report.steps > 0)
        show_pending(p, vvi_just_below(p->def.stage.step));
    for (; is_script_due(p); p->next_cue++)
        vvi_scene_player_perform(p, &p->def.cues[p->next_cue]);
    if (directed)
        p->director.perform(p->director.user, p->report.steps);
}

static void run_step(vv_scene_player *p)
{
    run_cues(p);
    vvi_scene_move(p);
    vvi_scene_move_zones(p);
    for (uint32_t i = 0; i < p->def.actor_count; i++) {
        vv_actor_state now = vv_stage_actor_state(p->stage, p->actors[i].id);
        p->actors[i].velocity = now.velocity;
        p->actors[i].spin = now.angular_velocity;
    }
    vv_stage_step(p->stage, p->def.stage.step - p->pending);
    p->pending = 0.0f;
    p->report.steps++;
    collect_events(p);
}

void vv_scene_player_show(vv_scene_player *p, double time)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(p != NULL);
    double steps = time / vvi_scene_nominal_step(p->def.stage.step), nearest = floor(steps + 0.5);
    if (!(steps >= 0.0 && steps < 1e15) || vvi_stage_is_locked(p->stage))
        return;
    double off = steps - nearest;
    if (off < 1e-6 && off > -1e-6)
        steps = nearest; /* a frame whose nominal time is that of a step shows that step */
    if (!p->fresh)       /* events of the first step, which ran when it was created, are still to be reported */
        p->event_count = 0;
    p->fresh = false;
    p->time = time > p->time ? time : p->time;
    while ((double)p->report.steps < floor(steps) + 1.0)
        run_step(p);
    float pending = round_pending(p->def.stage.step, (float)(steps - floor(steps)));
    if ((double)p->report.steps == floor(steps) + 1.0 && pending > p->pending)
        show_pending(p, pending);
}

uint32_t vv_scene_player_step(vv_scene_player *p, float seconds)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(p != NULL);
    if (vvi_stage_is_locked(p->stage))
        return VV_NONE;
    double most = (double)p->def.stage.max_steps * (double)p->def.stage.step;
    double ahead = seconds > 0.0f ? vvi_min_double((double)seconds, most) : 0.0;
    uint64_t before = p->report.steps;
    vv_scene_player_show(p, p->time + ahead);
    return (uint32_t)(p->report.steps - before);
}

/* ---- Queries ----------------------------------------------------------------------------------------------------- */

const vv_scene_def *vv_scene_player_def(const vv_scene_player *p)
{
    VV_ASSERT(p != NULL);
    return &p->def;
}

vv_stage *vv_scene_player_stage(vv_scene_player *p)
{
    VV_ASSERT(p != NULL);
    return p->stage;
}

vv_actor vv_scene_player_actor(const vv_scene_player *p, uint32_t actor)
{
    VV_ASSERT(p != NULL);
    VV_ASSERT(actor < p->def.actor_count);
    return p->actors[actor].id;
}

vv_obstacle vv_scene_player_obstacle(const vv_scene_player *p, uint32_t obstacle)
{
    VV_ASSERT(p != NULL);
    VV_ASSERT(obstacle < p->def.obstacle_count);
    return p->obstacles[obstacle].id;
}

vv_joint_id vv_scene_player_joint(const vv_scene_player *p, uint32_t joint)
{
    VV_ASSERT(p != NULL);
    VV_ASSERT(joint < p->def.joint_count);
    return p->joints[joint];
}

vv_zone_id vv_scene_player_zone(const vv_scene_player *p, uint32_t zone)
{
    VV_ASSERT(p != NULL);
    VV_ASSERT(zone < p->def.zone_count);
    return p->zones[zone].id;
}

bool vv_scene_player_zone_is_active(const vv_scene_player *p, uint32_t zone)
{
    VV_ASSERT(p != NULL);
    VV_ASSERT(zone < p->def.zone_count);
    return p->zones[zone].active;
}

uint32_t vv_scene_player_find_actor(const vv_scene_player *p, const char *name)
{
    VV_ASSERT(p != NULL);
    VV_ASSERT(name != NULL);
    for (uint32_t i = 0; i < p->def.actor_count; i++)
        if (strcmp(p->def.actors[i].name, name) == 0)
            return i;
    return VV_NONE;
}

uint32_t vv_scene_player_find_obstacle(const vv_scene_player *p, const char *name)
{
    VV_ASSERT(p != NULL);
    VV_ASSERT(name != NULL);
    for (uint32_t i = 0; i < p->def.obstacle_count; i++)
        if (strcmp(p->def.obstacles[i].name, name) == 0)
            return i;
    return VV_NONE;
}

uint32_t vv_scene_player_find_joint(const vv_scene_player *p, const char *name)
{
    VV_ASSERT(p != NULL);
    VV_ASSERT(name != NULL);
    for (uint32_t i = 0; i < p->def.joint_count; i++)
        if (strcmp(p->def.joints[i].name, name) == 0)
            return i;
    return VV_NONE;
}

uint32_t vv_scene_player_find_zone(const vv_scene_player *p, const char *name)
{
    VV_ASSERT(p != NULL);
    VV_ASSERT(name != NULL);
    for (uint32_t i = 0; i < p->def.zone_count; i++)
        if (strcmp(p->def.zones[i].name, name) == 0)
            return i;
    return VV_NONE;
}

uint32_t vvi_scene_player_find(const vv_scene_player *p, vv_actor actor)
{
    for (uint32_t i = 0; i < p->def.actor_count; i++)
        if (p->actors[i].id.index == actor.index && p->actors[i].id.generation == actor.generation)
            return i;
    return VV_NONE;
}

double vv_scene_player_time(const vv_scene_player *p)
{
    VV_ASSERT(p != NULL);
    return p->time;
}

const vv_event *vv_scene_player_events(const vv_scene_player *p, uint32_t *count)
{
    VV_ASSERT(p != NULL);
    VV_ASSERT(count != NULL);
    *count = p->event_count;
    return p->events;
}

vv_actor_state vv_scene_player_actor_state(const vv_scene_player *p, uint32_t actor)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(p != NULL);
    VV_ASSERT(actor < p->def.actor_count);
    const scene_actor *a = &p->actors[actor];
    vv_actor_state state = vv_stage_actor_state(p->stage, a->id);
    float share = p->pending / p->def.stage.step;
    state.velocity = vv_vec2_lerp(a->velocity, state.velocity, share);
    state.angular_velocity = a->spin + (state.angular_velocity - a->spin) * share;
    return state;
}

vvi_scene_report vvi_scene_player_report(const vv_scene_player *p) { return p->report; }

void vvi_scene_player_set_director(vv_scene_player *p, vvi_scene_director director) { p->director = director; }
