/* Events as rows: when, what, who with whom, where, and how hard. */
#include "cli/simulate_events.h"

#include "runtime/base/base.h"

static const char *const names[CLI_EVENT_KINDS] = {[VV_EVENT_CONTACT_BEGIN] = "contact_begin",
                                                   [VV_EVENT_CONTACT_END] = "contact_end",
                                                   [VV_EVENT_CONTACT_STAY] = "contact_stay",
                                                   [VV_EVENT_CONTACT_HIT] = "contact_hit",
                                                   [VV_EVENT_SENSOR_ENTER] = "sensor_enter",
                                                   [VV_EVENT_SENSOR_LEAVE] = "sensor_leave",
                                                   [VV_EVENT_STEP_FAILED] = "step_failed",
                                                   [VV_EVENT_OVERFLOW] = "overflow",
                                                   [VV_EVENT_MEMBER_CHANGED] = "member_changed",
                                                   [VV_EVENT_SIGNAL] = "signal",
                                                   [VV_EVENT_ASLEEP] = "asleep",
                                                   [VV_EVENT_AWAKE] = "awake",
                                                   [VV_EVENT_ZONE_ENTER] = "zone_enter",
                                                   [VV_EVENT_ZONE_LEAVE] = "zone_leave",
                                                   [VV_EVENT_JOINT_BROKEN] = "joint_broken"};

const char *cli_event_name(vv_event_kind kind) { return (uint32_t)kind < CLI_EVENT_KINDS ? names[kind] : NULL; }

void cli_begin_events(cli_table *table)
{
    cli_table_text(table, "step,time,event,actor,with,x,y,nx,ny,speed,impulse,code\n");
}

/* What stands in a scene: its name, or its number where it has none. */
static void add_thing(cli_table *t, const char *noun, const char *name, uint32_t index)
{
    char number[16];
    vvi_format(number, sizeof number, "%u", index);
    cli_table_name(t, noun, name[0] ? name : number);
}

static void add_actor(cli_table *t, const vv_project_scene *scene, const vv_performance *performance, vv_actor id)
{
    uint32_t actor = vv_performance_find(performance, id);
    if (actor != VV_NONE)
        cli_table_name(t, "", scene->stage.actors[actor].name);
}

/* The joint or the zone; or the other actor, or the obstacle. */
static void add_other(cli_table *t, const vv_project_scene *scene, const vv_performance *p, const vv_event *event)
{
    const vv_project_stage *stage = &scene->stage;
    uint32_t joint = vv_performance_find_joint(p, event->joint), zone = vv_performance_find_zone(p, event->zone);
    uint32_t obstacle = vv_performance_find_obstacle(p, event->obstacle);
    if (joint != VV_NONE)
        add_thing(t, "joint:", stage->joints[joint].name, joint);
    else if (zone != VV_NONE)
        add_thing(t, "zone:", stage->zones[zone].name, zone);
    else if (obstacle != VV_NONE)
        add_thing(t, "obstacle:", stage->obstacles[obstacle].name, obstacle);
    else
        add_actor(t, scene, p, event->other);
}

static void add_event(cli_table *t, const vv_project_scene *scene, const vv_performance *p, const vv_event *event)
{
    const float numbers[] = {event->point.x,  event->point.y, event->normal.x,
                             event->normal.y, event->speed,   event->impulse};
    const char *name = cli_event_name(event->kind);
    char start[80], time[32], code[16];
    vvi_print_double(time, (double)(event->step + 1) * vv_performance_step(p));
    vvi_format(start, sizeof start, "%u,%s,", (uint32_t)event->step, time);
    cli_table_text(t, start);
    cli_table_text(t, name ? name : "");
    cli_table_text(t, ",");
    add_actor(t, scene, p, event->actor);
    cli_table_text(t, ",");
    add_other(t, scene, p, event);
    cli_table_numbers(t, sizeof numbers / sizeof *numbers, numbers);
    vvi_format(code, sizeof code, ",%u\n", event->code);
    cli_table_text(t, code);
}

void cli_add_events(cli_table *table, const vv_project_scene *scene, const vv_performance *performance)
{
    uint32_t count;
    const vv_event *events = vv_performance_events(performance, &count);
    for (uint32_t i = 0; i < count; i++)
        add_event(table, scene, performance, &events[i]);
}
