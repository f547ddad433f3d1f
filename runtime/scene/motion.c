/* Obstacles on paths, and obstacles and kinematic actors that a cue moves: before every fixed step each is told where
 * it is to be at the end of it. */
#include "runtime/scene/player.h"

/* ---- Paths ------------------------------------------------------------------------------------------------------- */

static double path_length(const vv_scene_obstacle *o) { return (double)o->keys[o->key_count - 1].time; }

/* The time of the keys at a time of the scene. */
static double path_time(const vv_scene_obstacle *o, double time)
{
    double length = path_length(o), rounds = o->repeat == VV_PATH_PING_PONG ? 2.0 : 1.0;
    if (o->repeat == VV_PATH_ONCE || !(length > 0.0))
        return time;
    time -= floor(time / (rounds * length)) * rounds * length;
    return time > length ? 2.0 * length - time : time;
}

void vvi_scene_path_at(const vv_scene_obstacle *o, double time, vv_vec2 *position, float *angle)
{
    double at = path_time(o, time);
    uint32_t next = 0;
    while (next < o->key_count && (double)o->keys[next].time <= at)
        next++;
    const vv_scene_path_key *b = &o->keys[next < o->key_count ? next : o->key_count - 1];
    const vv_scene_path_key *a = next > 0 ? &o->keys[next - 1] : b;
    double way = (double)b->time - (double)a->time;
    float u = way > 0.0 ? (float)((at - (double)a->time) / way) : 1.0f;
    u = b->linear ? u : vvi_smoothstep(u);
    *position = u < 1.0f ? vv_vec2_lerp(a->position, b->position, u) : b->position;
    *angle = u < 1.0f ? a->angle + (b->angle - a->angle) * u : b->angle;
}

/* Whether a path begins anew between two times, somewhere else than where it ended. */
static bool jumps(const vv_scene_obstacle *o, double before, double after)
{
    const vv_scene_path_key *first = &o->keys[0], *last = &o->keys[o->key_count - 1];
    double length = path_length(o);
    bool same = first->position.x == last->position.x && first->position.y == last->position.y;
    return o->repeat == VV_PATH_LOOP && length > 0.0 && floor(before / length) != floor(after / length) &&
           !(same && first->angle == last->angle);
}

static void follow_path(vv_scene_player *p, uint32_t index)
{
    const vv_scene_obstacle *def = &p->def.obstacles[index];
    double step = vvi_scene_nominal_step(p->def.stage.step), now = (double)p->report.steps * step;
    double next = (double)(p->report.steps + 1) * step;
    vv_vec2 from, to;
    float angle, to_angle;
    vvi_scene_path_at(def, now, &from, &angle);
    vvi_scene_path_at(def, next, &to, &to_angle);
    if (from.x == to.x && from.y == to.y && angle == to_angle)
        return; /* it does not move, and wakes nothing */
    if (jumps(def, now, next))
        vv_stage_teleport_obstacle(p->stage, p->obstacles[index].id, to, to_angle);
    else
        vv_stage_move_obstacle(p->stage, p->obstacles[index].id, to, to_angle);
}

/* ---- Cues -------------------------------------------------------------------------------------------------------- */

uint32_t vvi_scene_count_steps(const vv_scene_player *p, float seconds)
{
    double steps = floor((double)seconds / vvi_scene_nominal_step(p->def.stage.step) + 0.5);
    return steps >= 1.0 && steps < 1e9 ? (uint32_t)steps : 1;
}

scene_glide vvi_scene_glide(const vv_scene_player *p, const vv_scene_cue *cue, vv_vec2 from, float angle)
{
    return (scene_glide){.steps = vvi_scene_count_steps(p, cue->value[0]),
                         .linear = cue->linear,
                         .from = from,
                         .to = cue->has_vector ? cue->vector : from,
                         .from_angle = angle,
                         .to_angle = cue->has_number ? cue->number : angle};
}

/* One step on: false where it is there already. */
static bool advance(scene_glide *g, vv_vec2 *to, float *angle)
{
    if (g->step >= g->steps)
        return false;
    g->step++;
    float u = (float)g->step / (float)g->steps;
    u = g->linear ? u : vvi_smoothstep(u);
    bool there = g->step == g->steps;
    *to = there ? g->to : vv_vec2_lerp(g->from, g->to, u);
    *angle = there ? g->to_angle : g->from_angle + (g->to_angle - g->from_angle) * u;
    return true;
}

void vvi_scene_move(vv_scene_player *p)
{
    vv_vec2 to;
    float angle;
    for (uint32_t i = 0; i < p->def.obstacle_count; i++) {
        if (p->obstacles[i].on_path)
            follow_path(p, i);
        else if (advance(&p->obstacles[i].glide, &to, &angle))
            vv_stage_move_obstacle(p->stage, p->obstacles[i].id, to, angle);
    }
    for (uint32_t i = 0; i < p->def.actor_count; i++)
        if (advance(&p->actors[i].glide, &to, &angle))
            vv_stage_move_actor(p->stage, p->actors[i].id, to, angle);
}
