/* The views of a stage that plays, besides its actors: where obstacles, joints and zones are at the time shown, and the
 * events that the timeline marks. */
#include "play.h"

#include <string.h>

void vvi_playing_show_obstacles(vvi_playing *p)
{
    const vv_stage *stage = vv_performance_stage(p->performance);
    uint32_t count = vv_performance_scene(p->performance)->stage.obstacle_count;
    for (uint32_t i = 0; i < count; i++) {
        vv_obstacle_state s = vv_stage_obstacle_state(stage, vv_performance_obstacle(p->performance, i));
        p->obstacles[i] =
            (vv_play_obstacle){s.position.x, s.position.y, s.angle, s.velocity.x, s.velocity.y, s.angular_velocity};
    }
    p->view.obstacles = p->obstacles;
    p->view.obstacle_count = count;
}

void vvi_playing_show_joints(vvi_playing *p)
{
    uint32_t count = vv_performance_scene(p->performance)->stage.joint_count;
    for (uint32_t i = 0; i < count; i++) {
        vv_joint_state s;
        if (!vv_performance_joint_state(p->performance, i, &s)) {
            p->joints[i] = (vv_play_joint){0};
            continue;
        }
        p->joints[i] = (vv_play_joint){1,       s.points[0].x, s.points[0].y, s.points[1].x, s.points[1].y,
                                       s.angle, s.translation, s.length,      s.force,       s.at_limit};
    }
    p->view.joints = p->joints;
    p->view.joint_count = count;
}

void vvi_playing_show_zones(vvi_playing *p)
{
    uint32_t count = vv_performance_scene(p->performance)->stage.zone_count;
    for (uint32_t i = 0; i < count; i++) {
        vv_zone_def z = {0};
        bool active = vv_performance_zone(p->performance, i, &z);
        p->zones[i] = active ? (vv_play_zone){1,
                                              z.position.x,
                                              z.position.y,
                                              z.angle,
                                              z.velocity.x,
                                              z.velocity.y,
                                              z.acceleration.x,
                                              z.acceleration.y}
                             : (vv_play_zone){0};
    }
    p->view.zones = p->zones;
    p->view.zone_count = count;
}

/* ---- Marks ------------------------------------------------------------------------------------------------------- */

static bool is_marked(vv_event_kind kind)
{
    return kind == VV_EVENT_CONTACT_BEGIN || kind == VV_EVENT_CONTACT_HIT || kind == VV_EVENT_SENSOR_ENTER ||
           kind == VV_EVENT_SENSOR_LEAVE || kind == VV_EVENT_JOINT_BROKEN || kind == VV_EVENT_ASLEEP ||
           kind == VV_EVENT_AWAKE || kind == VV_EVENT_ZONE_ENTER || kind == VV_EVENT_ZONE_LEAVE;
}

static bool has_impulse(const vv_play_mark *mark)
{
    return mark->kind == VV_EVENT_CONTACT_BEGIN || mark->kind == VV_EVENT_CONTACT_HIT;
}

/* Makes room: leaves out contacts below a bound that rises until half of the marks are gone, or all contacts are. */
static void drop_weak_marks(vvi_playing *p)
{
    uint32_t half = VVI_PLAY_EVENTS / 2, kept;
    do {
        p->least_impulse = p->least_impulse > 0.0f ? 2.0f * p->least_impulse : 1e-3f;
        kept = 0;
        for (uint32_t i = 0; i < p->event_count; i++)
            if (!has_impulse(&p->events[i]) || p->events[i].impulse >= p->least_impulse)
                p->events[kept++] = p->events[i];
        p->event_count = kept;
    } while (kept > half && p->least_impulse < 1e12f);
}

/* Ids of generation 0 name nothing. */
static vv_play_mark describe_mark(const vv_performance *performance, const vv_event *e)
{
    vv_play_mark mark = {.time = (float)((double)e->step * vv_performance_step(performance)),
                         .kind = (uint32_t)e->kind,
                         .actor = VV_NONE,
                         .other = VV_NONE,
                         .obstacle = VV_NONE,
                         .zone = VV_NONE,
                         .joint = VV_NONE,
                         .impulse = e->impulse};
    if (e->actor.generation)
        mark.actor = vv_performance_find(performance, e->actor);
    if (e->other.generation)
        mark.other = vv_performance_find(performance, e->other);
    if (e->obstacle.generation)
        mark.obstacle = vv_performance_find_obstacle(performance, e->obstacle);
    if (e->zone.generation)
        mark.zone = vv_performance_find_zone(performance, e->zone);
    if (e->joint.generation)
        mark.joint = vv_performance_find_joint(performance, e->joint);
    return mark;
}

void vvi_playing_record_marks(vvi_playing *p, const vv_performance *performance)
{
    uint32_t count;
    const vv_event *events = vv_performance_events(performance, &count);
    uint64_t steps = vv_performance_event_report(performance).steps;
    for (uint32_t i = 0; i < count; i++) {
        const vv_event *e = &events[i];
        if (!is_marked(e->kind) || e->step < p->marked_steps)
            continue; /* it was marked when this step ran the first time */
        vv_play_mark mark = describe_mark(performance, e);
        if (has_impulse(&mark) && mark.impulse < p->least_impulse)
            continue;
        if (p->event_count == VVI_PLAY_EVENTS)
            drop_weak_marks(p);
        if (p->event_count < VVI_PLAY_EVENTS)
            p->events[p->event_count++] = mark, p->mark_version++;
    }
    p->marked_steps = steps > p->marked_steps ? steps : p->marked_steps;
}

void vvi_playing_drop_marks(vvi_playing *p, uint64_t steps)
{
    double step = p->performance ? vv_performance_step(p->performance) : 0.0;
    while (p->event_count > 0 && (double)p->events[p->event_count - 1].time >= ((double)steps - 0.5) * step)
        p->event_count--, p->mark_version++;
    if (p->event_count == 0)
        p->least_impulse = 0.0f;
    p->marked_steps = steps < p->marked_steps ? steps : p->marked_steps;
}

void vvi_playing_show_marks(vvi_playing *p)
{
    p->view.marks = p->events;
    p->view.mark_count = p->event_count;
    p->view.mark_version = p->mark_version;
}
