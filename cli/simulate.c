/* verve simulate: steps a stage without drawing, and reports what happened. */
#include "cli/project.h"
#include "cli/simulate_events.h"
#include "cli/simulate_record.h"
#include "cli/table.h"

#include "runtime/base/base.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define MOST_FRAMES   10000000u
#define MOST_WARNINGS 20u /* about single events */

typedef struct simulate_request {
    const char *scene, *csv, *handles, *events;
    cli_record record;
    uint32_t frames; /* VV_NONE: the scene's */
    double rate;     /* NaN: the scene's */
    bool hash, json;
} simulate_request;

typedef struct names {
    uint32_t count;
    size_t capacity;
    const char **items; /* the examples of all actors, each name once, in the order in which they first occur */
} names;

typedef struct simulation {
    const simulate_request *request;
    vv_error *error;
    const vv_project *project;
    const vv_project_scene *scene;
    uint32_t frames;
    double rate;
    vv_performance *performance;
    names examples;
    cli_table csv, handles, events;
    uint32_t warnings;
    uint64_t kinds[CLI_EVENT_KINDS]; /* how many events there were of each */
    double seconds;                  /* of the processor */
} simulation;

/* ---- Options ----------------------------------------------------------------------------------------------------- */

#define REQUEST simulate_request
static const cli_option options[] = {
    {"--scene", CLI_TEXT(scene), "NAME", "which scene (default: the first with actors)"},
    {"--frames", CLI_WHOLE(frames), "N", "how many frames; frame 0 is the start (default: the whole scene)", 1,
     MOST_FRAMES},
    {"--rate", CLI_NUMBER(rate), "HZ", "frames a second (default: the scene's)", 0.1, 10000},
    {"--hash", CLI_FLAG(hash), NULL, "print the hash of the state that the last frame shows, 16 hexadecimal digits"},
    {"--csv", CLI_TEXT(csv), "OUT", "write a row for each frame and actor; - is standard output"},
    {"--handles", CLI_TEXT(handles), "OUT", "write a row for each frame and handle of a puppet; sprites have none"},
    {"--events", CLI_TEXT(events), "OUT", "write a row for each touch, end of a touch, hit and whatever else happens"},
    {"--record", CLI_TEXT(record.out), "OUT", "write a command that adds how a puppet moves as a recording"},
    {"--actor", CLI_TEXT(record.actor), "NAME", "which puppet is recorded (default: the first)"},
    {"--regions", CLI_TEXT(record.regions), "A,B", "about which of its handles (default: all)"},
    {"--name", CLI_TEXT(record.name), "NAME", "what the recording is called (default: as the actor)"},
    {"--from", CLI_NUMBER(record.from), "SECONDS", "where the recording begins (default: 0)"},
    {"--json", CLI_FLAG(json), NULL, "report as JSON"},
    {0}};

static const char *find_misuse(const cli_call *call)
{
    const simulate_request *request = call->request;
    const cli_record *record = &request->record;
    const char *const outs[] = {request->csv, request->handles, request->events, record->out};
    int streams = request->hash || request->json;
    for (size_t i = 0; i < sizeof outs / sizeof *outs; i++) {
        if (outs[i] && !*outs[i])
            return "--csv, --handles, --events and --record need the name of a file; - is standard output";
        streams += cli_is_stream(outs[i]);
    }
    if (streams > 1)
        return "tables and reports cannot all go to standard output; write --csv FILE or --handles FILE";
    if (!record->out && (record->actor || record->regions || record->name || record->from != 0.0))
        return "--actor, --regions, --name and --from are about what is recorded; add --record OUT";
    if (request->hash && request->json)
        return "the report has the hash in it; leave out --hash or --json";
    return NULL;
}

/* ---- CSV --------------------------------------------------------------------------------------------------------- */

static bool add_name(names *list, const char *name)
{
    for (uint32_t i = 0; i < list->count; i++) {
        if (strcmp(list->items[i], name) == 0)
            return true;
    }
    void *items = (void *)list->items;
    if (!vvi_grow(NULL, &items, &list->capacity, list->count + 1, sizeof *list->items))
        return false;
    list->items = items;
    list->items[list->count++] = name;
    return true;
}

static void add_name_or_number(cli_table *t, const char *noun, const char *name, uint32_t index)
{
    char number[16];
    vvi_format(number, sizeof number, "%u", index);
    cli_table_name(t, noun, name[0] ? name : number);
}

static void begin_csv(simulation *s)
{
    cli_table_text(&s->csv, "frame,time,actor,x,y,angle,vx,vy");
    for (uint32_t a = 0; a < s->scene->stage.actor_count; a++) {
        const vv_rigged *rigged = vv_performance_rigged(s->performance, a);
        for (uint32_t e = 0; e < rigged->example_count; e++)
            s->csv.failed = s->csv.failed || !add_name(&s->examples, rigged->example_names[e]);
    }
    for (uint32_t i = 0; i < s->examples.count; i++) {
        cli_table_text(&s->csv, ",");
        cli_table_name(&s->csv, "w:", s->examples.items[i]);
    }
    if (s->scene->stage.joint_count > 0)
        cli_table_text(&s->csv, ",force,length,kind,broken");
    for (uint32_t i = 0; i < s->scene->stage.zone_count; i++) {
        cli_table_text(&s->csv, ",");
        add_name_or_number(&s->csv, "in:", s->scene->stage.zones[i].name, i);
    }
    cli_table_text(&s->csv, ",spin\n");
}

/* Whether the obstacle moves by itself, or something of the script moves it. */
static bool is_moved(const vv_project_stage *stage, const vv_project_obstacle *o)
{
    if (o->key_count > 0 || o->spin != 0.0f || o->velocity.x != 0.0f || o->velocity.y != 0.0f)
        return true;
    for (uint32_t i = 0; o->name[0] && i < stage->cue_count; i++) {
        vv_cue_kind kind = stage->cues[i].kind;
        bool moves = kind == VV_CUE_MOVE || kind == VV_CUE_VELOCITY || kind == VV_CUE_TELEPORT;
        if (moves && stage->cues[i].actor == VV_NONE && strcmp(stage->cues[i].name, o->name) == 0)
            return true;
    }
    return false;
}

static void add_empty(simulation *s, uint32_t columns)
{
    for (uint32_t i = 0; i < columns; i++)
        cli_table_text(&s->csv, ",");
}

static uint32_t joint_columns(const simulation *s) { return s->scene->stage.joint_count > 0 ? 4 : 0; }

/* A column for each example; it is empty where the actor has no such example. */
static void add_weights(simulation *s, uint32_t actor)
{
    float weights[VV_BLEND_MAX_EXAMPLES];
    const vv_rigged *rigged = vv_performance_rigged(s->performance, actor);
    vv_stage_weights(vv_performance_stage(s->performance), vv_performance_actor(s->performance, actor), weights);
    for (uint32_t i = 0; i < s->examples.count; i++) {
        uint32_t e = 0;
        while (e < rigged->example_count && strcmp(rigged->example_names[e], s->examples.items[i]) != 0)
            e++;
        if (e < rigged->example_count)
            cli_table_numbers(&s->csv, 1, &weights[e]);
        else
            cli_table_text(&s->csv, ",");
    }
}

/* frame,time, and what the row is about; an obstacle or joint without a name has its number in the scene. */
static void begin_named_row(const simulation *s, cli_table *t, uint32_t frame, const char *noun, const char *name,
                            uint32_t index)
{
    char start[80], time[32];
    vvi_print_double(time, (double)frame / s->rate);
    vvi_format(start, sizeof start, "%u,%s,", frame, time);
    cli_table_text(t, start);
    add_name_or_number(t, noun, name, index);
}

/* frame,time,actor */
static void begin_row(const simulation *s, cli_table *t, uint32_t frame, uint32_t actor)
{
    char start[80], time[32];
    vvi_print_double(time, (double)frame / s->rate);
    vvi_format(start, sizeof start, "%u,%s,", frame, time);
    cli_table_text(t, start);
    cli_table_name(t, "", s->scene->stage.actors[actor].name);
}

static void add_row(simulation *s, uint32_t frame, uint32_t actor)
{
    vv_actor_state a = vv_performance_actor_state(s->performance, actor);
    const float numbers[] = {a.position.x, a.position.y, a.angle, a.velocity.x, a.velocity.y};
    begin_row(s, &s->csv, frame, actor);
    cli_table_numbers(&s->csv, sizeof numbers / sizeof *numbers, numbers);
    add_weights(s, actor);
    add_empty(s, joint_columns(s));
    for (uint32_t i = 0; i < s->scene->stage.zone_count; i++) {
        float share = vv_performance_zone_share(s->performance, i, actor);
        cli_table_numbers(&s->csv, 1, &share);
    }
    cli_table_numbers(&s->csv, 1, &a.angular_velocity);
    cli_table_text(&s->csv, "\n");
}

static void add_obstacle_row(simulation *s, uint32_t frame, uint32_t index)
{
    const vv_project_obstacle *obstacle = &s->scene->stage.obstacles[index];
    vv_obstacle_state o = vv_performance_obstacle_state(s->performance, index);
    const float numbers[] = {o.position.x, o.position.y, o.angle, o.velocity.x, o.velocity.y};
    begin_named_row(s, &s->csv, frame, "obstacle:", obstacle->name, index);
    cli_table_numbers(&s->csv, sizeof numbers / sizeof *numbers, numbers);
    add_empty(s, s->examples.count + joint_columns(s) + s->scene->stage.zone_count);
    cli_table_numbers(&s->csv, 1, &o.angular_velocity);
    cli_table_text(&s->csv, "\n");
}

/* Where its second end is, the angle of that relative to the first, the force that it carries, how far its ends are
 * apart, its kind, and whether it is broken: then it has no numbers. */
static void add_joint_row(simulation *s, uint32_t frame, uint32_t index)
{
    static const char *const kinds[VV_JOINT_KINDS] = {"hinge", "rope", "rod", "weld", "slider", "pull"};
    const vv_project_joint *joint = &s->scene->stage.joints[index];
    vv_joint_state j;
    bool whole = vv_performance_joint_state(s->performance, index, &j);
    begin_named_row(s, &s->csv, frame, "joint:", joint->name, index);
    if (whole) {
        const float numbers[] = {j.points[1].x, j.points[1].y, j.angle};
        const float last[] = {j.force, vv_vec2_distance(j.points[0], j.points[1])};
        cli_table_numbers(&s->csv, sizeof numbers / sizeof *numbers, numbers);
        add_empty(s, 2 + s->examples.count);
        cli_table_numbers(&s->csv, sizeof last / sizeof *last, last);
    } else {
        add_empty(s, 7 + s->examples.count);
    }
    cli_table_text(&s->csv, ",");
    cli_table_text(&s->csv, kinds[joint->kind]);
    cli_table_text(&s->csv, whole ? ",0" : ",1");
    add_empty(s, s->scene->stage.zone_count + 1);
    cli_table_text(&s->csv, "\n");
}

static void add_rows(simulation *s, uint32_t frame)
{
    const vv_project_stage *stage = &s->scene->stage;
    for (uint32_t a = 0; a < stage->actor_count; a++)
        add_row(s, frame, a);
    for (uint32_t i = 0; i < stage->obstacle_count; i++)
        if (is_moved(stage, &stage->obstacles[i]))
            add_obstacle_row(s, frame, i);
    for (uint32_t i = 0; i < stage->joint_count; i++)
        add_joint_row(s, frame, i);
}

/* ---- Handles ----------------------------------------------------------------------------------------------------- */

/* Where a handle's pivot is, its rotation R, and its stretch along its own axes: that of S in L = R S, in a frame
 * whose first axis is the direction of the bone. */
static void add_handle(cli_table *table, const vv_handle *handle, vv_affine pose)
{
    vv_vec2 at = vv_affine_apply(pose, handle->from), bone = vv_vec2_sub(handle->to, handle->from);
    float length = vv_vec2_length(bone), angle = vv_mat2_polar(pose.linear).angle;
    vv_vec2 along = length > 0.0f ? vv_vec2_scale(bone, 1.0f / length) : (vv_vec2){1.0f, 0.0f};
    vv_vec2 across = {-along.y, along.x};
    vv_mat2 stretch = vv_mat2_multiply(vv_mat2_rotation(-angle), pose.linear);
    const float numbers[] = {at.x, at.y, angle, vv_vec2_dot(along, vv_mat2_apply(stretch, along)),
                             vv_vec2_dot(across, vv_mat2_apply(stretch, across))};
    cli_table_numbers(table, sizeof numbers / sizeof *numbers, numbers);
}

static void add_handles(simulation *s, uint32_t frame, uint32_t actor)
{
    vv_affine pose[VV_RIG_MAX_HANDLES];
    vv_actor_drawing looks[2];
    if (!vv_performance_pose(s->performance, actor, pose))
        return;
    vv_performance_drawings(s->performance, actor, looks);
    const vv_project_artwork *artwork = s->project->artworks[looks[0].artwork];
    for (uint32_t j = 0; j < artwork->handle_count; j++) {
        begin_row(s, &s->handles, frame, actor);
        cli_table_text(&s->handles, ",");
        cli_table_name(&s->handles, "", artwork->handles[j].name);
        add_handle(&s->handles, &artwork->handles[j].shape, pose[j]);
        cli_table_text(&s->handles, "\n");
    }
}

/* ---- Running ----------------------------------------------------------------------------------------------------- */

/* Counts what happened on the stage, and warns of what went wrong. */
static void take_events(simulation *s, uint32_t frame)
{
    uint32_t count;
    const vv_event *events = vv_performance_events(s->performance, &count);
    for (uint32_t i = 0; i < count; i++)
        if ((uint32_t)events[i].kind < CLI_EVENT_KINDS)
            s->kinds[events[i].kind]++;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t actor = vv_performance_find(s->performance, events[i].actor);
        const char *name = actor == VV_NONE ? "the stage" : s->scene->stage.actors[actor].name;
        bool failed = events[i].kind == VV_EVENT_STEP_FAILED;
        if ((!failed && events[i].kind != VV_EVENT_OVERFLOW) || s->warnings++ >= MOST_WARNINGS)
            continue;
        if (failed)
            cli_warn(s->scene->name, "frame %u: the state of “%s” became infinite; it keeps its last good state", frame,
                     name);
        else
            cli_warn(s->scene->name, "frame %u: there were more contacts or events than the stage has room for", frame);
    }
}

static bool has_failed(const simulation *s) { return s->csv.failed || s->handles.failed || s->events.failed; }

static vv_result run_frames(simulation *s)
{
    bool csv = s->request->csv != NULL, handles = s->request->handles != NULL;
    cli_progress bar;
    if (csv)
        begin_csv(s);
    if (s->request->events)
        cli_begin_events(&s->events);
    if (handles)
        cli_table_text(&s->handles, "frame,time,actor,handle,x,y,angle,sx,sy\n");
    cli_progress_begin(&bar, "simulating");
    for (uint32_t f = 0; f < s->frames && !has_failed(s); f++) {
        double begun = cli_processor_clock();
        vv_performance_show(s->performance, (double)f / s->rate);
        s->seconds += cli_processor_clock() - begun;
        take_events(s, f);
        if (s->request->events)
            cli_add_events(&s->events, s->scene, s->performance);
        if (csv)
            add_rows(s, f);
        for (uint32_t a = 0; handles && a < s->scene->stage.actor_count; a++)
            add_handles(s, f, a);
        cli_progress_show(&bar, f, s->frames);
    }
    cli_progress_end(&bar);
    if (s->warnings > MOST_WARNINGS)
        cli_warn(s->scene->name, "and %u more", s->warnings - MOST_WARNINGS);
    return has_failed(s) ? vvi_fail_memory(s->error, s->csv.capacity) : VV_OK;
}

static void warn_loose_layers(const simulation *s, vv_session *session)
{
    for (uint32_t a = 0; a < s->project->artwork_count; a++) {
        const vv_project_artwork *artwork = s->project->artworks[a];
        const vv_staged *staged = NULL;
        bool used = false;
        for (uint32_t i = 0; i < s->scene->stage.actor_count; i++)
            used = used || s->scene->stage.actors[i].artwork == a;
        if (used && vv_session_staged(session, a, NULL, NULL, &staged, NULL) == VV_OK && staged->loose_layer != VV_NONE)
            cli_warn(artwork->name, "nothing joins the layer “%s” to the others; put a handle on both",
                     artwork->layers[staged->loose_layer].name);
    }
}

/* ---- Reporting --------------------------------------------------------------------------------------------------- */

static void write_report(vv_json_writer *w, const void *subject)
{
    const simulation *s = subject;
    vv_performance_report report = vv_performance_event_report(s->performance);
    char hash[17];
    snprintf(hash, sizeof hash, "%016" PRIx64, vv_performance_hash(s->performance));
    vv_json_write_object(w, NULL);
    vv_json_write_string(w, "scene", s->scene->name);
    vv_json_write_integer(w, "actors", s->scene->stage.actor_count);
    vv_json_write_integer(w, "frames", s->frames);
    vv_json_write_double(w, "rate", s->rate);
    vv_json_write_double(w, "seconds", (double)(s->frames - 1) / s->rate);
    vv_json_write_integer(w, "steps", (int64_t)report.steps);
    vv_json_write_string(w, "hash", hash);
    vv_json_write_integer(w, "events", (int64_t)report.events);
    vv_json_write_object(w, "kinds");
    for (uint32_t i = 0; i < CLI_EVENT_KINDS; i++)
        if (s->kinds[i] > 0)
            vv_json_write_integer(w, cli_event_name((vv_event_kind)i), (int64_t)s->kinds[i]);
    vv_json_write_end(w);
    vv_json_write_integer(w, "failures", report.failures);
    vv_json_write_integer(w, "overflows", report.overflows);
    vv_json_write_double(w, "ms_per_frame", 1e3 * s->seconds / s->frames);
    vv_json_write_end(w);
}

static vv_result report(const simulation *s)
{
    const simulate_request *request = s->request;
    vv_result result = VV_OK;
    if (request->csv)
        result = cli_table_write(&s->csv, request->csv, s->error);
    if (result == VV_OK && request->handles)
        result = cli_table_write(&s->handles, request->handles, s->error);
    if (result == VV_OK && request->events)
        result = cli_table_write(&s->events, request->events, s->error);
    if (result == VV_OK && request->json)
        result = cli_write_json("-", write_report, s, s->error);
    else if (result == VV_OK && request->hash)
        printf("%016" PRIx64 "\n", vv_performance_hash(s->performance));
    else if (result == VV_OK && !request->csv && !request->handles && !request->events)
        printf("%s: %u frame%s, %.2f s of %u actor%s, %.2f ms a frame\n", s->scene->name, s->frames,
               s->frames == 1 ? "" : "s", (double)(s->frames - 1) / s->rate, s->scene->stage.actor_count,
               s->scene->stage.actor_count == 1 ? "" : "s", 1e3 * s->seconds / s->frames);
    return result;
}

/* ---- The command ------------------------------------------------------------------------------------------------- */

static vv_result perform(simulation *s, vv_session *session, uint32_t scene)
{
    cli_progress bar;
    cli_progress_begin(&bar, "building");
    vv_result result = vv_performance_create(session, scene, &bar.progress, &s->performance, s->error);
    cli_progress_end(&bar);
    vv_pool *pool = NULL;
    if (result == VV_OK)
        result = cli_lend_threads(s->scene, s->performance, &pool, s->error);
    if (result == VV_OK) {
        warn_loose_layers(s, session);
        result = run_frames(s);
    }
    if (result == VV_OK)
        result = report(s);
    vv_performance_destroy(s->performance);
    vv_pool_destroy(pool);
    vvi_release(NULL, (void *)s->examples.items, s->examples.capacity, sizeof *s->examples.items);
    cli_table_release(&s->csv);
    cli_table_release(&s->handles);
    cli_table_release(&s->events);
    return result;
}

static vv_result simulate(simulation *s, const char *folder, vv_session *session)
{
    const simulate_request *request = s->request;
    uint32_t scene;
    vv_result result = cli_find_stage(s->project, folder, request->scene, &scene, s->error);
    if (result != VV_OK)
        return result;
    s->scene = s->project->scenes[scene];
    s->rate = isnan(request->rate) ? (double)s->scene->rate : request->rate;
    s->frames = request->frames == VV_NONE ? cli_frame_count(s->scene, s->rate) : request->frames;
    if (!request->record.out || request->csv || request->handles || request->events || request->hash || request->json)
        result = perform(s, session, scene);
    if (result == VV_OK && request->record.out)
        result =
            cli_record_scene(&request->record, session, s->project, scene, (double)(s->frames - 1) / s->rate, s->error);
    return result;
}

static vv_result run(cli_call *call)
{
    simulation s = {.request = call->request, .error = &call->error, .project = call->opened->project};
    return simulate(&s, call->operands[0], call->opened->session);
}

const cli_command cli_simulate = {
    "simulate",
    "run a scene with actors, without drawing",
    "PROJECT [--scene NAME] [--frames N] [--rate HZ] [--hash] [--csv OUT] [--handles OUT]\n"
    "                      [--events OUT] [--record OUT [--actor NAME] [--regions A,B] [--name NAME] [--from SECONDS]] "
    "[--json]",
    "Runs a scene with actors, without drawing. Frame k shows the stage at k / rate seconds exactly, and\n"
    "what happens does not depend on the rate. The table has the columns frame, time, actor, x, y, angle,\n"
    "vx, vy (of the centre of mass; metres, radians, seconds), and one column w:NAME for each example. Rows of\n"
    "obstacle:NAME are of obstacles that move; rows of joint:NAME say where its second end is, its angle and, in\n"
    "the columns force, length, kind and broken, what it carries (N), how far its ends are apart (m), what it is,\n"
    "and 1 once it is broken. A column in:NAME for each zone is the share of the actor that is in it, 0 to 1. The\n"
    "last column, spin, is the angular velocity of actors and obstacles (rad/s).\n"
    "The table of events has step, time, event, actor, with, x, y, nx, ny, speed, impulse, code: at the end of\n"
    "which fixed step what happened to whom and with what (an actor, obstacle:NAME, zone:NAME or joint:NAME),\n"
    "where, the normal to the actor, the speed of approach (m/s; of a zone, relative to its velocity), and what the\n"
    "two exchanged in that step (N s).\n"
    "Events: contact_begin, contact_end, contact_stay (of actors with \"report_stay\"), contact_hit,\n"
    "sensor_enter, sensor_leave, zone_enter, zone_leave, joint_broken, asleep, awake, signal, member_changed,\n"
    "step_failed, overflow.\n"
    "That of handles has frame, time, actor, handle, x, y, angle, sx, sy: where the handle's pivot is, how it\n"
    "is turned, and how far stretched along and across its own direction. On a stage of sprites it has no rows.\n\n"
    "A recording keeps where regions of a puppet are and how they are turned and stretched, at every fixed\n"
    "step; other puppets copy it. `verve simulate P --scene walk --record walk.json --actor cat --name walk`\n"
    "and `verve apply P walk.json` add one.",
    CLI_PROJECT,
    CLI_OPTIONS({.frames = VV_NONE, .rate = NAN}),
    find_misuse,
    run};
