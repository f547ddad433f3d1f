/* verve line: a body or a drawing that follows a line of action, as motion or to look at, with a report of how well
 * it does. */
#include "cli/line.h"

#include "author/export/formats.h"
#include "runtime/base/base.h"

#include <math.h>

/* ---- Options ----------------------------------------------------------------------------------------------------- */

#define REQUEST line_request
static const cli_option options[] = {
    {"-o", CLI_TEXT(out), "OUT", ".bvh .gltf .glb " VV_FILM_ENDINGS " .png or .json"},
    {"--name", CLI_TEXT(name), "NAME", "which line (default: the first)"},
    {"--strokes", CLI_TEXT(strokes), "FILE.json", "keystrokes in place of the project's"},
    {"--report", CLI_FLAG(report), NULL, "say as JSON how well the body follows"},
    {"--trace", CLI_FLAG(trace), NULL, "say as JSON where the line is, frame by frame"},
    {"--joints", CLI_FLAG(joints), NULL, "say as JSON which joints there are, and where on the line's view"},
    {"--keep", CLI_TEXT(keep), "NAME", "put it into the project: a take of the body, a clip of the drawing",
     .changes = true},
    {"--poses", CLI_TEXT(poses), "NAME", "put its keystrokes into the project, as poses of the drawing",
     .changes = true},
    {"--fps", CLI_NUMBER(fps), "HZ", "frames a second of a film (default: 30) or of --trace (the line's rate)", 1,
     1000},
    {"--time", CLI_NUMBER(time), "S", "which moment a picture or --joints shows (default: the middle; 0)"},
    {"--size", CLI_TEXT(view.size), "WxH", "pixels of a picture (default: 480x480)"},
    {"--heading", CLI_NUMBER(view.heading), "DEGREES",
     "from where to look: 0 the front, 90 its left (default: the line's view)"},
    {"--pitch", CLI_NUMBER(view.pitch), "DEGREES", "how far from above"},
    {"--ghosts", CLI_FLAG(ghosts), NULL, "faint poses at the keystrokes"},
    {"--bare", CLI_FLAG(bare), NULL, "do not draw the line itself"},
    {"--plain", CLI_FLAG(view.plain), NULL, "no ground and no shadow"},
    {0}};

static const char *find_misuse(const cli_call *call)
{
    const line_request *request = call->request;
    bool changes = request->keep != NULL || request->poses != NULL;
    if (request->out == NULL && !request->report && !request->joints && !request->trace && !changes)
        return "nothing says what to make; add -o OUT.webp, --keep NAME, --poses NAME, --report, --trace or --joints";
    if (request->trace && (request->report || request->joints))
        return "--report, --trace and --joints all print JSON; ask for one at a time";
    if (request->joints && (request->out != NULL || request->report || request->strokes != NULL || changes))
        return "--joints says where the body is before there are strokes; ask for the rest in another command";
    if (request->keep != NULL && request->poses != NULL)
        return "--keep and --poses both change the project; ask for one after the other";
    return NULL;
}

/* ---- The line ---------------------------------------------------------------------------------------------------- */

static vv_result find_line(line_job *j)
{
    const vv_project *project = j->project;
    const char *name = j->request->name;
    cli_choices choices = {0};
    j->index = name != NULL ? vv_project_find_line(project, name) : project->line_count > 0 ? 0 : VV_NONE;
    if (j->index != VV_NONE) {
        j->line = project->lines[j->index];
        return VV_OK;
    }
    for (uint32_t i = 0; i < project->line_count; i++)
        cli_choices_add(&choices, project->lines[i]->name);
    return cli_not_found(j->error, j->folder, "line", name, &choices);
}

static vv_result build(line_job *j)
{
    cli_progress bar;
    double began = cli_processor_clock();
    cli_progress_begin(&bar, "matching");
    vv_result result = vv_session_line(j->session, j->index, &bar.progress, &j->built, j->error);
    cli_progress_end(&bar);
    j->seconds = cli_processor_clock() - began;
    if (result != VV_OK && j->error->file[0] == '\0' && j->request->strokes != NULL)
        vvi_error_place(j->error, j->request->strokes, 0, NULL);
    return result;
}

/* ---- Report ------------------------------------------------------------------------------------------------------ */

static void report_match(const vv_match_report *report, vv_json_writer *w)
{
    vv_json_write_float(w, "key_distance", report->key_distance);
    vv_json_write_float(w, "mean_distance", report->mean_distance);
    vv_json_write_float(w, "worst_distance", report->worst_distance);
    vv_json_write_float(w, "tangent_degrees", report->tangent_degrees);
    vv_json_write_float(w, "worst_tangent", report->worst_tangent);
    vv_json_write_float(w, "contact_error", report->contact_error);
    vv_json_write_float(w, "contact_degrees", report->contact_degrees);
    vv_json_write_float(w, "twist_degrees", report->twist_degrees);
    vv_json_write_float(w, "plane_degrees", report->plane_degrees);
    vv_json_write_integer(w, "iterations", report->iterations);
    vv_json_write_integer(w, "frames", report->frames);
}

static void report_keys(const line_job *j, vv_json_writer *w)
{
    vv_json_write_array(w, "keys");
    for (uint32_t k = 0; k < j->built->key_count; k++) {
        const vv_stroke_report *fit = &j->built->fits[k];
        vv_json_write_on_one_line(w);
        vv_json_write_object(w, NULL);
        vv_json_write_float(w, "time", j->built->keys[k].time);
        vv_json_write_float(w, "length", j->built->keys[k].pose.length);
        vv_json_write_float(w, "fit_error", fit->error);
        vv_json_write_integer(w, "crossings", fit->crossings);
        vv_json_write_bool(w, "reversed", fit->reversed);
        vv_json_write_array(w, "bones");
        for (uint32_t b = 0; j->built->sets != NULL && b < j->built->sets[k].bone_count; b++)
            vv_json_write_string(w, NULL, vv_skeleton_joint(j->built->skeleton, j->built->sets[k].bones[b]).name);
        vv_json_write_end(w);
        vv_json_write_end(w);
    }
    vv_json_write_end(w);
}

static void write_report(vv_json_writer *w, const void *subject)
{
    const line_job *j = subject;
    vv_json_write_object(w, NULL);
    vv_json_write_string(w, "line", j->line->name);
    vv_json_write_float(w, "key_error", j->built->key_error);
    if (j->built->skeleton != NULL)
        report_match(&j->built->report, w);
    vv_json_write_float(w, "length", vv_built_line_duration(j->built));
    vv_json_write_double(w, "seconds", j->seconds);
    report_keys(j, w);
    vv_json_write_end(w);
}

/* ---- The command ------------------------------------------------------------------------------------------------- */

static vv_result make(line_job *j, cli_project *opened)
{
    const line_request *request = j->request;
    vv_result result = find_line(j);
    if (result == VV_OK && request->joints)
        return line_print_joints(j);
    if (result == VV_OK && request->out != NULL)
        result = line_check_out(j);
    if (result == VV_OK && request->strokes != NULL)
        result = line_replace_strokes(j, &opened->host.host);
    if (result == VV_OK)
        result = build(j);
    if (result == VV_OK && request->out != NULL)
        result = line_write(j);
    if (result == VV_OK && request->keep != NULL)
        result = line_keep(j, opened->folder);
    if (result == VV_OK && request->poses != NULL)
        result = line_keep_poses(j, opened->folder);
    if (result == VV_OK && request->trace)
        return line_print_trace(j);
    return result == VV_OK && request->report ? cli_write_json("-", write_report, j, j->error) : result;
}

static vv_result run(cli_call *call)
{
    line_job j = {.request = call->request,
                  .call = call,
                  .error = &call->error,
                  .folder = call->operands[0],
                  .project = call->opened->project,
                  .session = call->opened->session};
    vv_result result = make(&j, call->opened);
    vv_session_destroy(j.own_session);
    vv_document_destroy(j.document);
    return result;
}

const cli_command cli_line = {
    "line",
    "make a body or a drawing follow a line of action",
    "PROJECT [--name NAME] [--strokes FILE.json] -o OUT",
    "Makes a body, or a drawing, follow a line of action: strokes with times, an elastic line that leads from one\n"
    "to the next, and the bones that lie along it.\n"
    "\n"
    "The ending of OUT says what it becomes: .bvh, .gltf or .glb motion (glTF with the figure), " VV_FILM_ENDINGS "\n"
    "a film, .png a picture; of a drawing that follows a line also .json, the command that adds it as a clip.\n"
    "A file of strokes is {\"keys\":[{\"time\":s,\"points\":[[x,y],…],\"bones\":[\"…\"]},…]}, metres on the "
    "line's\n"
    "view; a key without bones moves those of the project's stroke of that number, or those that fill it\n"
    "best. Elements, preset, temper, view, contacts and whatever else a line has may stand beside keys.",
    CLI_PROJECT,
    CLI_OPTIONS({.fps = NAN, .time = NAN, .view = PICTURE_VIEW}),
    find_misuse,
    run};
