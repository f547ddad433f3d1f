/* verve line: a body or a drawing that follows a line of action, as motion or to look at, with a report of how well it does. */
#include "cli/line.h"

#include "cli/cli.h"

#include "author/base/json.h"
#include "runtime/base/base.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

vv_result line_misuse(line_job *j, const char *remedy, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char message[sizeof j->error.message];
    vvi_format_list(message, sizeof message, format, arguments);
    va_end(arguments);
    vvi_fail(&j->error, VV_ERROR_ARGUMENT, "%s", message);
    vvi_error_place(&j->error, "line", 0, NULL);
    vvi_error_remedy(&j->error, "%s", remedy);
    j->misused = true;
    return VV_ERROR_ARGUMENT;
}

static vv_result find_line(line_job *j)
{
    const vv_project *project = j->project;
    const char *name = j->ask->name;
    j->index = name != NULL ? vv_project_find_line(project, name) : project->line_count > 0 ? 0 : VV_NONE;
    if (j->index != VV_NONE) {
        j->line = project->lines[j->index];
        return VV_OK;
    }
    char choices[200] = "";
    size_t used = 0;
    for (uint32_t i = 0; i < project->line_count && used + VV_PROJECT_NAME_BYTES + 8 < sizeof choices; i++)
        used += vvi_format(choices + used, sizeof choices - used, "%s%s", i ? ", " : "", project->lines[i]->name);
    vvi_fail(&j->error, VV_ERROR_NOT_FOUND, "there is no line “%s”", name == NULL ? "" : name);
    vvi_error_place(&j->error, j->ask->project, 0, NULL);
    vvi_error_remedy(&j->error, "%s%s", used ? "choose from: " : "the project has none yet", choices);
    return VV_ERROR_NOT_FOUND;
}

static vv_result build(line_job *j)
{
    cli_progress bar;
    double began = cli_processor_clock();
    cli_progress_begin(&bar, "matching");
    vv_result result = vv_session_line(j->session, j->index, &bar.progress, &j->built, &j->error);
    cli_progress_end(&bar);
    j->seconds = cli_processor_clock() - began;
    if (result != VV_OK && j->error.file[0] == '\0' && j->ask->strokes != NULL)
        vvi_error_place(&j->error, j->ask->strokes, 0, NULL);
    return result;
}

/* ---- Report --------------------------------------------------------------------------------------------------------------------------- */

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

static vv_result report(line_job *j)
{
    vv_json_writer *w = NULL;
    vv_result result = vv_json_writer_create(NULL, false, &w, &j->error);
    if (result != VV_OK)
        return result;
    vv_json_write_object(w, NULL);
    vv_json_write_string(w, "line", j->line->name);
    vv_json_write_float(w, "key_error", j->built->key_error);
    if (j->built->skeleton != NULL)
        report_match(&j->built->report, w);
    vv_json_write_float(w, "length", vv_built_line_length(j->built));
    vv_json_write_double(w, "seconds", j->seconds);
    report_keys(j, w);
    vv_json_write_end(w);
    return cli_print_json(w, &j->error);
}

/* ---- The command ----------------------------------------------------------------------------------------------------------------------- */

static vv_result work(line_job *j, cli_project *project)
{
    vv_result result = find_line(j);
    if (result == VV_OK && j->ask->joints)
        return line_joints(j);
    if (result == VV_OK && j->ask->out != NULL)
        result = line_check_out(j);
    if (result == VV_OK && j->ask->strokes != NULL)
        result = line_take_strokes(j, &project->host.host);
    if (result == VV_OK)
        result = build(j);
    if (result == VV_OK && j->ask->out != NULL)
        result = line_write(j);
    if (result == VV_OK && j->ask->keep != NULL)
        result = line_keep(j, project->folder);
    if (result == VV_OK && j->ask->poses != NULL)
        result = line_keep_poses(j, project->folder);
    if (result == VV_OK && j->ask->trace)
        return line_trace(j);
    return result == VV_OK && j->ask->report ? report(j) : result;
}

static const char *find_misuse(const line_request *ask)
{
    if (ask->out == NULL && !ask->report && !ask->joints && !ask->trace && ask->keep == NULL && ask->poses == NULL)
        return "nothing says what to make; add -o OUT.webp, --keep NAME, --poses NAME, --report, --trace or --joints";
    if (ask->trace && (ask->report || ask->joints))
        return "--report, --trace and --joints all print JSON; ask for one at a time";
    if (ask->joints &&
        (ask->out != NULL || ask->report || ask->strokes != NULL || ask->keep != NULL || ask->poses != NULL))
        return "--joints says where the body is before there are strokes; ask for the rest in another command";
    if (ask->keep != NULL && ask->poses != NULL)
        return "--keep and --poses both change the project; ask for one after the other";
    if (!isnan(ask->fps) && !(ask->fps >= 1.0 && ask->fps <= 1000.0))
        return "--fps is frames a second, from 1 to 1000; choose a number in that range";
    return NULL;
}

static const char *const about =
    "Makes a body, or a drawing, follow a line of action: strokes with times, an elastic line that leads from one\n"
    "to the next, and the bones that lie along it.\n"
    "\n"
    "The ending of OUT says what it becomes: .bvh, .gltf or .glb motion (glTF with the figure), .webp .mp4 .webm\n"
    ".gif a film, .png a picture; of a drawing that follows a line also .json, the command that adds it as a clip.\n"
    "A file of strokes is {\"keys\":[{\"time\":s,\"points\":[[x,y],…],\"bones\":[\"…\"]},…]}, metres on the line's\n"
    "view; a key without bones moves those of the project's stroke of that number, or those that fill it\n"
    "best. Elements, preset, temper, view, contacts and whatever else a line has may stand beside keys.";

static cli_exit run(int count, char **arguments)
{
    line_request ask = {.fps = NAN, .time = NAN, .heading = NAN, .pitch = NAN};
    const cli_option options[] = {
        {"-o", CLI_TEXT, &ask.out, "OUT", ".bvh .gltf .glb .webp .mp4 .webm .gif .png or .json"},
        {"--name", CLI_TEXT, &ask.name, "NAME", "which line (default: the first)"},
        {"--strokes", CLI_TEXT, &ask.strokes, "FILE.json", "keystrokes in place of the project's"},
        {"--report", CLI_FLAG, &ask.report, NULL, "say as JSON how well the body follows"},
        {"--trace", CLI_FLAG, &ask.trace, NULL, "say as JSON where the line is, frame by frame"},
        {"--joints", CLI_FLAG, &ask.joints, NULL, "say as JSON which joints there are, and where on the line's view"},
        {"--keep", CLI_TEXT, &ask.keep, "NAME", "put it into the project: a take of the body, a clip of the drawing"},
        {"--poses", CLI_TEXT, &ask.poses, "NAME", "put its keystrokes into the project, as poses of the drawing"},
        {"--fps", CLI_NUMBER, &ask.fps, "HZ",
         "frames a second of a film (default: 30) or of --trace (the line's rate)"},
        {"--time", CLI_NUMBER, &ask.time, "S", "which moment a picture or --joints shows (default: the middle; 0)"},
        {"--size", CLI_TEXT, &ask.size, "WxH", "pixels of a picture (default: 480x480)"},
        {"--heading", CLI_NUMBER, &ask.heading, "DEGREES",
         "from where to look: 0 the front, 90 its left (default: the line's view)"},
        {"--pitch", CLI_NUMBER, &ask.pitch, "DEGREES", "how far from above"},
        {"--ghosts", CLI_FLAG, &ask.ghosts, NULL, "faint poses at the keystrokes"},
        {"--bare", CLI_FLAG, &ask.bare, NULL, "do not draw the line itself"},
        {"--plain", CLI_FLAG, &ask.plain, NULL, "no ground and no shadow"},
    };
    const cli_usage usage = {.command = "line",
                             .synopsis = "PROJECT [--name NAME] [--strokes FILE.json] -o OUT",
                             .about = about,
                             .options = options,
                             .option_count = sizeof options / sizeof *options,
                             .operands_least = 1,
                             .operands_most = 1};
    int operands = 0;
    cli_exit exit = CLI_OK;
    if (!cli_parse(&usage, count, arguments, &operands, &exit))
        return exit;
    const char *misuse = find_misuse(&ask);
    if (misuse != NULL) {
        cli_fail("line", "%s", misuse);
        return CLI_USAGE;
    }
    ask.project = arguments[0];
    line_job j = {.ask = &ask};
    cli_project project;
    if (cli_project_open(ask.project, ask.keep || ask.poses ? VV_FOLDER_WRITE : VV_FOLDER_READ, &project, &j.error) !=
        VV_OK)
        return cli_error(&j.error);
    j.project = vv_document_project(vv_project_folder_document(project.folder));
    j.session = project.session;
    vv_result result = work(&j, &project);
    vv_session_destroy(j.own_session);
    vv_document_destroy(j.document);
    cli_project_close_after(&project, result, &j.error);
    if (result == VV_OK)
        return CLI_OK;
    cli_exit failed = cli_error(&j.error);
    return j.misused ? CLI_USAGE : failed;
}

const cli_command cli_line = {"line", "make a body or a drawing follow a line of action", run};
