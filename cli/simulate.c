/* verve simulate: steps a stage without drawing, and says what happened. */
#include "cli/cli.h"
#include "cli/project.h"
#include "cli/simulate_record.h"
#include "cli/table.h"

#include "runtime/base/base.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define MOST_FRAMES  10000000u
#define MOST_NOTICES 20u /* lines about single events on stderr */

typedef struct request {
    const char *project, *scene, *csv, *handles;
    cli_record record;
    uint32_t frames;
    double rate; /* NaN: the scene's */
    bool hash, json;
} request;

typedef struct names {
    uint32_t count;
    size_t capacity;
    const char **items; /* the examples of all actors, each name once, in the order in which they first occur */
} names;

typedef struct run_state {
    const request *ask;
    const vv_project *project;
    const vv_project_scene *scene;
    vv_performance *performance;
    names examples;
    cli_table csv, handles;
    uint32_t notices;
    double seconds; /* of the processor */
    vv_error error;
} run_state;

/* ---- CSV ------------------------------------------------------------------------------------------------------------ */

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

static bool begin_csv(run_state *r)
{
    bool good = cli_table_text(&r->csv, "frame,time,actor,x,y,angle,vx,vy");
    for (uint32_t a = 0; a < r->scene->stage.actor_count; a++) {
        const vv_rigged *rigged = vv_performance_rigged(r->performance, a);
        for (uint32_t e = 0; good && e < rigged->example_count; e++)
            good = add_name(&r->examples, rigged->example_names[e]);
    }
    for (uint32_t i = 0; good && i < r->examples.count; i++)
        good = cli_table_text(&r->csv, ",") && cli_table_name(&r->csv, "w:", r->examples.items[i]);
    return good && cli_table_text(&r->csv, "\n");
}

static bool put_weights(run_state *r, uint32_t actor)
{
    float weights[VV_BLEND_MAX_EXAMPLES];
    const vv_rigged *rigged = vv_performance_rigged(r->performance, actor);
    vv_stage_weights(vv_performance_stage(r->performance), vv_performance_actor(r->performance, actor), weights);
    bool good = true;
    for (uint32_t i = 0; good && i < r->examples.count; i++) {
        uint32_t e = 0;
        while (e < rigged->example_count && strcmp(rigged->example_names[e], r->examples.items[i]) != 0)
            e++;
        good = e < rigged->example_count ? cli_table_number(&r->csv, weights[e]) : cli_table_text(&r->csv, ",");
    }
    return good;
}

/* frame,time,actor */
static bool begin_row(const run_state *r, cli_table *t, uint32_t frame, uint32_t actor)
{
    char start[80], time[32];
    vvi_print_double(time, (double)frame / r->ask->rate);
    vvi_format(start, sizeof start, "%u,%s,", frame, time);
    return cli_table_text(t, start) && cli_table_name(t, "", r->scene->stage.actors[actor].name);
}

static bool put_row(run_state *r, uint32_t frame, uint32_t actor)
{
    vv_actor_state s = vv_performance_state(r->performance, actor);
    const float numbers[] = {s.position.x, s.position.y, s.angle, s.velocity.x, s.velocity.y};
    bool good = begin_row(r, &r->csv, frame, actor);
    for (size_t i = 0; good && i < sizeof numbers / sizeof *numbers; i++)
        good = cli_table_number(&r->csv, numbers[i]);
    return good && put_weights(r, actor) && cli_table_text(&r->csv, "\n");
}

/* ---- Handles -------------------------------------------------------------------------------------------------------- */

/* Where a handle's pivot is, and how it is turned and stretched along its own axes: of L = R S in a frame turned by the
 * direction of the bone. */
static bool put_handle(run_state *r, const vv_handle *handle, vv_affine pose)
{
    vv_vec2 at = vv_affine_apply(pose, handle->from), bone = vv_vec2_sub(handle->to, handle->from);
    float length = vv_vec2_length(bone), angle = vv_mat2_polar(pose.linear).angle;
    vv_vec2 along = length > 0.0f ? vv_vec2_scale(bone, 1.0f / length) : (vv_vec2){1.0f, 0.0f};
    vv_vec2 across = {-along.y, along.x};
    vv_mat2 stretch = vv_mat2_multiply(vv_mat2_rotation(-angle), pose.linear);
    const float numbers[] = {at.x, at.y, angle, vv_vec2_dot(along, vv_mat2_apply(stretch, along)),
                             vv_vec2_dot(across, vv_mat2_apply(stretch, across))};
    bool good = true;
    for (size_t i = 0; good && i < sizeof numbers / sizeof *numbers; i++)
        good = cli_table_number(&r->handles, numbers[i]);
    return good && cli_table_text(&r->handles, "\n");
}

static bool put_handles(run_state *r, uint32_t frame, uint32_t actor)
{
    vv_affine pose[VV_RIG_MAX_HANDLES];
    vv_look looks[2];
    if (!vv_performance_handles(r->performance, actor, pose))
        return true;
    vv_performance_looks(r->performance, actor, looks);
    const vv_project_artwork *artwork = r->project->artworks[looks[0].artwork];
    bool good = true;
    for (uint32_t j = 0; good && j < artwork->handle_count; j++)
        good = begin_row(r, &r->handles, frame, actor) && cli_table_text(&r->handles, ",") &&
               cli_table_name(&r->handles, "", artwork->handles[j].name) &&
               put_handle(r, &artwork->handles[j].shape, pose[j]);
    return good;
}

static bool put_frame(run_state *r, uint32_t frame)
{
    bool good = true;
    for (uint32_t a = 0; good && a < r->scene->stage.actor_count; a++)
        good = (!r->ask->csv || put_row(r, frame, a)) && (!r->ask->handles || put_handles(r, frame, a));
    return good;
}

/* ---- Running -------------------------------------------------------------------------------------------------------- */

/* What went wrong on the stage, as far as it is worth a line. */
static void tell_events(run_state *r, uint32_t frame)
{
    uint32_t count;
    const vv_event *events = vv_performance_events(r->performance, &count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t actor = vv_performance_find(r->performance, events[i].actor);
        const char *name = actor == VV_NONE ? "the stage" : r->scene->stage.actors[actor].name;
        if ((events[i].kind != VV_EVENT_FAILED && events[i].kind != VV_EVENT_OVERFLOW) || r->notices++ >= MOST_NOTICES)
            continue;
        if (events[i].kind == VV_EVENT_FAILED)
            fprintf(stderr, "verve: %s: frame %u: “%s” ran away and keeps its last good state\n", r->scene->name, frame,
                    name);
        else
            fprintf(stderr, "verve: %s: frame %u: there was more to touch or to tell than the stage has room for\n",
                    r->scene->name, frame);
    }
}

static vv_result run_frames(run_state *r)
{
    cli_progress bar;
    bool good = (!r->ask->csv || begin_csv(r)) &&
                (!r->ask->handles || cli_table_text(&r->handles, "frame,time,actor,handle,x,y,angle,sx,sy\n"));
    cli_progress_begin(&bar, "simulating");
    for (uint32_t f = 0; good && f < r->ask->frames; f++) {
        double begun = cli_processor_clock();
        vv_performance_show(r->performance, (double)f / r->ask->rate);
        r->seconds += cli_processor_clock() - begun;
        tell_events(r, f);
        good = put_frame(r, f);
        bar.progress.report(bar.progress.user, (float)f / (float)r->ask->frames);
    }
    cli_progress_end(&bar);
    if (r->notices > MOST_NOTICES)
        fprintf(stderr, "verve: %s: and %u more\n", r->scene->name, r->notices - MOST_NOTICES);
    return good ? VV_OK : vvi_fail_memory(&r->error, r->csv.capacity);
}

static void tell_loose_layers(const run_state *r, vv_session *session)
{
    for (uint32_t a = 0; a < r->project->artwork_count; a++) {
        const vv_staged *staged = NULL;
        bool used = false;
        for (uint32_t i = 0; i < r->scene->stage.actor_count; i++)
            used = used || r->scene->stage.actors[i].artwork == a;
        if (used && vv_session_staged(session, a, NULL, NULL, &staged, NULL) == VV_OK && staged->loose_layer != VV_NONE)
            fprintf(stderr, "verve: %s: nothing joins the layer “%s” to the others; put a handle on both\n",
                    r->project->artworks[a]->name, r->project->artworks[a]->layers[staged->loose_layer].name);
    }
}

/* ---- Reporting ------------------------------------------------------------------------------------------------------ */

static void print_json(const run_state *r)
{
    vv_performance_report report = vv_performance_told(r->performance);
    vv_json_writer *w;
    char hash[17];
    if (vv_json_writer_create(NULL, false, &w, NULL) != VV_OK)
        return;
    snprintf(hash, sizeof hash, "%016" PRIx64, vv_performance_hash(r->performance));
    vv_json_write_object(w, NULL);
    vv_json_write_string(w, "scene", r->scene->name);
    vv_json_write_integer(w, "actors", r->scene->stage.actor_count);
    vv_json_write_integer(w, "frames", r->ask->frames);
    vv_json_write_double(w, "rate", r->ask->rate);
    vv_json_write_double(w, "seconds", (double)(r->ask->frames - 1) / r->ask->rate);
    vv_json_write_integer(w, "steps", (int64_t)report.steps);
    vv_json_write_string(w, "hash", hash);
    vv_json_write_integer(w, "events", (int64_t)report.events);
    vv_json_write_integer(w, "failures", report.failures);
    vv_json_write_integer(w, "overflows", report.overflows);
    vv_json_write_double(w, "ms_per_frame", 1e3 * r->seconds / r->ask->frames);
    vv_json_write_end(w);
    size_t length;
    const char *whole = vv_json_writer_text(w, &length);
    if (whole)
        fwrite(whole, 1, length, stdout);
    vv_json_writer_destroy(w);
}

static vv_result report(run_state *r)
{
    vv_result result = VV_OK;
    if (r->ask->csv)
        result = cli_write(r->ask->csv, r->csv.bytes, r->csv.length, &r->error);
    if (result == VV_OK && r->ask->handles)
        result = cli_write(r->ask->handles, r->handles.bytes, r->handles.length, &r->error);
    if (result != VV_OK)
        return result;
    if (r->ask->hash)
        printf("%016" PRIx64 "\n", vv_performance_hash(r->performance));
    if (r->ask->json)
        print_json(r);
    if (!r->ask->csv && !r->ask->handles && !r->ask->hash && !r->ask->json)
        printf("%s: %u frame%s, %.2f s of %u actor%s, %.2f ms a frame\n", r->scene->name, r->ask->frames,
               r->ask->frames == 1 ? "" : "s", (double)(r->ask->frames - 1) / r->ask->rate, r->scene->stage.actor_count,
               r->scene->stage.actor_count == 1 ? "" : "s", 1e3 * r->seconds / r->ask->frames);
    return VV_OK;
}

/* ---- The command ---------------------------------------------------------------------------------------------------- */

static vv_result find_stage(run_state *r, uint32_t *index)
{
    vv_result result = cli_find_stage(r->project, r->ask->scene, index, &r->error);
    if (result == VV_OK)
        r->scene = r->project->scenes[*index];
    else if (!r->error.file[0])
        vvi_error_place(&r->error, r->ask->project, 0, NULL);
    return result;
}

static vv_result perform(run_state *r, vv_session *session, uint32_t scene)
{
    cli_progress bar;
    cli_progress_begin(&bar, "building");
    vv_result result = vv_performance_create(session, scene, &bar.progress, &r->performance, &r->error);
    cli_progress_end(&bar);
    if (result == VV_OK) {
        tell_loose_layers(r, session);
        result = run_frames(r);
    }
    if (result == VV_OK)
        result = report(r);
    vv_performance_destroy(r->performance);
    vvi_release(NULL, (void *)r->examples.items, r->examples.capacity, sizeof *r->examples.items);
    cli_table_release(&r->csv);
    cli_table_release(&r->handles);
    return result;
}

static vv_result simulate(run_state *r, request *ask, vv_session *session)
{
    uint32_t scene;
    vv_result result = find_stage(r, &scene);
    if (result != VV_OK)
        return result;
    if (isnan(ask->rate))
        ask->rate = (double)r->scene->rate;
    if (ask->frames == VV_NONE)
        ask->frames = cli_frame_count(r->scene, ask->rate);
    if (!ask->record.out || ask->csv || ask->handles || ask->hash || ask->json)
        result = perform(r, session, scene);
    if (result == VV_OK && ask->record.out)
        result = cli_record_scene(&ask->record, session, r->project, scene, (double)(ask->frames - 1) / ask->rate,
                                  &r->error);
    return result;
}

/* A sentence about what is wrong with the command line, or NULL. */
static const char *find_misuse(const request *ask)
{
    if (ask->frames == 0)
        return "--frames 0 has nothing to simulate; ask for one frame or more";
    if (ask->frames != VV_NONE && ask->frames > MOST_FRAMES)
        return "--frames is more than 10,000,000; simulate a part at a time";
    if (!isnan(ask->rate) && !(ask->rate >= 0.1 && ask->rate <= 10000.0))
        return "--rate is frames a second, from 0.1 to 10000; choose a number in that range";
    const char *record = ask->record.out;
    if ((ask->csv && !*ask->csv) || (ask->handles && !*ask->handles) || (record && !*record))
        return "--csv, --handles and --record need the name of a file; - is standard output";
    bool csv = ask->csv && strcmp(ask->csv, "-") == 0, handles = ask->handles && strcmp(ask->handles, "-") == 0;
    if (csv + handles + (record && strcmp(record, "-") == 0) + (ask->hash || ask->json) > 1)
        return "tables and reports cannot all go to standard output; write --csv FILE or --handles FILE";
    if (!record && (ask->record.actor || ask->record.regions || ask->record.name || ask->record.from != 0.0))
        return "--actor, --regions, --name and --from are about what is recorded; add --record OUT";
    if (ask->hash && ask->json)
        return "the report has the hash in it; leave out --hash or --json";
    return NULL;
}

static cli_exit run(int count, char **arguments)
{
    request ask = {.frames = VV_NONE, .rate = NAN};
    const cli_option options[] = {
        {"--scene", CLI_TEXT, &ask.scene, "NAME", "which scene (default: the first with actors)"},
        {"--frames", CLI_WHOLE, &ask.frames, "N", "how many frames; frame 0 is the start (default: the whole scene)"},
        {"--rate", CLI_NUMBER, &ask.rate, "HZ", "frames a second (default: the scene's)"},
        {"--hash", CLI_FLAG, &ask.hash, NULL, "print the hash of the state at the end, 16 hexadecimal digits"},
        {"--csv", CLI_TEXT, &ask.csv, "OUT", "write a row for each frame and actor; - is standard output"},
        {"--handles", CLI_TEXT, &ask.handles, "OUT", "write a row for each frame and handle of a puppet"},
        {"--record", CLI_TEXT, &ask.record.out, "OUT", "write a command that adds how a puppet moves as a recording"},
        {"--actor", CLI_TEXT, &ask.record.actor, "NAME", "which puppet is recorded (default: the first)"},
        {"--regions", CLI_TEXT, &ask.record.regions, "A,B", "about which of its handles (default: all)"},
        {"--name", CLI_TEXT, &ask.record.name, "NAME", "what the recording is called (default: as the actor)"},
        {"--from", CLI_NUMBER, &ask.record.from, "SECONDS", "where the recording begins (default: 0)"},
        {"--json", CLI_FLAG, &ask.json, NULL, "report as JSON"},
    };
    const cli_usage usage = {
        .command = "simulate",
        .synopsis =
            "PROJECT [--scene NAME] [--frames N] [--rate HZ] [--hash] [--csv OUT] [--handles OUT]\n"
            "                      [--record OUT [--actor NAME] [--regions A,B] [--name NAME] [--from SECONDS]] "
            "[--json]",
        .about =
            "Runs a scene with actors, without drawing. Frame k shows the stage at k / rate seconds exactly, and\n"
            "what happens does not depend on the rate. The table has the columns frame, time, actor, x, y, angle,\n"
            "vx, vy (of the centre of mass; metres, radians, seconds), and one column w:NAME for each example.\n"
            "That of handles has frame, time, actor, handle, x, y, angle, sx, sy: where the handle's pivot is, how it\n"
            "is turned, and how far stretched along and across its own direction.\n\n"
            "A recording keeps where regions of a puppet are and how they are turned and stretched, at every fixed\n"
            "step; other puppets copy it. `verve simulate P --scene walk --record walk.json --actor cat --name walk`\n"
            "and `verve apply P walk.json` add one.",
        .options = options,
        .option_count = sizeof options / sizeof *options,
        .operands_least = 1,
        .operands_most = 1};
    int operands = 0;
    cli_exit exit = CLI_OK;
    if (!cli_parse(&usage, count, arguments, &operands, &exit))
        return exit;
    const char *misuse = find_misuse(&ask);
    if (misuse) {
        cli_fail("simulate", "%s", misuse);
        return CLI_USAGE;
    }
    ask.project = arguments[0];
    run_state r = {.ask = &ask};
    cli_project project;
    if (cli_project_open(ask.project, VV_FOLDER_READ, &project, &r.error) != VV_OK)
        return cli_error(&r.error);
    r.project = vv_document_project(vv_project_folder_document(project.folder));
    vv_result result = simulate(&r, &ask, project.session);
    cli_project_close_after(&project, result, &r.error);
    return result == VV_OK ? CLI_OK : cli_error(&r.error);
}

const cli_command cli_simulate = {"simulate", "run a scene with actors, without drawing", run};
