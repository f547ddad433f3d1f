/* verve verb: a verb, a shape or a graph at a place of its axes, as motion, as a model, or to look at. */
#include "cli/verb.h"

#include "cli/cli.h"
#include "cli/picture.h"

#include "author/export/export.h"
#include "runtime/base/base.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

vv_result verb_misuse(verb_job *j, const char *remedy, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char message[sizeof j->error.message];
    vvi_format_list(message, sizeof message, format, arguments);
    va_end(arguments);
    vvi_fail(&j->error, VV_ERROR_ARGUMENT, "%s", message);
    vvi_error_place(&j->error, "verb", 0, NULL);
    vvi_error_remedy(&j->error, "%s", remedy);
    j->misused = true;
    return VV_ERROR_ARGUMENT;
}

/* ---- What is asked for --------------------------------------------------------------------------------------------------- */

static void list_names(const vv_project *project, char *text, size_t bytes)
{
    size_t used = 0;
    const char *separator = "";
    text[0] = '\0';
    for (uint32_t i = 0; i < project->verb_count + project->shape_count + project->graph_count; i++) {
        const char *name = i < project->verb_count ? project->verbs[i]->name
                           : i < project->verb_count + project->shape_count
                               ? project->shapes[i - project->verb_count]->name
                               : project->graphs[i - project->verb_count - project->shape_count]->name;
        if (used + strlen(name) + 8 >= bytes)
            break;
        used += vvi_format(text + used, bytes - used, "%s%s", separator, name);
        separator = ", ";
    }
}

static vv_result find_subject(verb_job *j)
{
    const vv_project *project = j->project;
    const char *name = j->ask->name;
    j->kind = VV_SCENE_VERB;
    if (name == NULL && project->verb_count + project->shape_count > 0) {
        j->kind = project->verb_count > 0 ? VV_SCENE_VERB : VV_SCENE_SHAPE;
        j->subject = 0;
    } else if (name != NULL) {
        j->subject = vv_project_find_verb(project, name);
        if (j->subject == VV_NONE && (j->subject = vv_project_find_shape(project, name)) != VV_NONE)
            j->kind = VV_SCENE_SHAPE;
        if (j->subject == VV_NONE && (j->subject = vv_project_find_graph(project, name)) != VV_NONE)
            j->kind = VV_SCENE_GRAPH;
    } else {
        j->subject = VV_NONE;
    }
    if (j->subject == VV_NONE) {
        char choices[200];
        list_names(project, choices, sizeof choices);
        vvi_fail(&j->error, VV_ERROR_NOT_FOUND, "there is no verb, shape or graph “%s”", name == NULL ? "" : name);
        vvi_error_place(&j->error, j->ask->project, 0, NULL);
        vvi_error_remedy(&j->error, "%s%s", choices[0] ? "choose from: " : "the project has none yet", choices);
        return VV_ERROR_NOT_FOUND;
    }
    j->field = j->kind == VV_SCENE_VERB    ? &project->verbs[j->subject]->field
               : j->kind == VV_SCENE_SHAPE ? &project->shapes[j->subject]->field
                                           : NULL;
    return VV_OK;
}

uint32_t verb_axis(verb_job *j, const char *name, size_t length)
{
    char wanted[VV_PROJECT_NAME_BYTES] = "", choices[200] = "";
    memcpy(wanted, name, length < sizeof wanted ? length : sizeof wanted - 1);
    uint32_t axis = vv_project_find_axis(j->field, wanted);
    if (axis != VV_NONE)
        return axis;
    size_t used = 0;
    for (uint32_t a = 0; a < j->field->axis_count && used + 80 < sizeof choices; a++)
        used += vvi_format(choices + used, sizeof choices - used, "%s%s",
                           a ? ", " : "its axes are: ", j->field->axes[a].name);
    verb_misuse(j, used ? choices : "it has no axes", "there is no axis “%s”", wanted);
    return VV_NONE;
}

/* One NAME=VALUE of --at. */
static vv_result set_value(verb_job *j, const char *name, size_t length, float value)
{
    if (j->kind != VV_SCENE_GRAPH) {
        uint32_t axis = verb_axis(j, name, length);
        if (axis != VV_NONE)
            j->at[axis] = value;
        return axis == VV_NONE ? VV_ERROR_ARGUMENT : VV_OK;
    }
    char wanted[VV_PROJECT_NAME_BYTES] = "";
    memcpy(wanted, name, length < sizeof wanted ? length : sizeof wanted - 1);
    uint32_t input = vv_graph_find_input(vv_act_graph(j->act), wanted);
    if (vv_performer_set(vv_act_performer(j->act), input, value))
        return VV_OK;
    return verb_misuse(j, "name one of its verbs' axes, or one of its inputs", "the graph has no input “%s”", wanted);
}

/* "happy=0.4,slope=-0.2" */
static vv_result read_place(verb_job *j)
{
    for (uint32_t a = 0; j->field != NULL && a < j->field->axis_count; a++)
        j->at[a] = vv_project_axis_home(&j->field->axes[a]);
    const char *at = j->ask->at == NULL ? "" : j->ask->at;
    while (*at != '\0') {
        size_t length = strcspn(at, "=,"), used = 0;
        double value = 0.0;
        if (at[length] == '=')
            used = vvi_parse_double(at + length + 1, strlen(at + length + 1), &value);
        const char *rest = at + length + 1 + used;
        if (used == 0 || !(fabs(value) < 1e6) || (*rest != ',' && *rest != '\0'))
            return verb_misuse(j, "write it as happy=0.4,slope=-0.2", "“%s” is not a place", j->ask->at);
        vv_result result = set_value(j, at, length, (float)value);
        if (result != VV_OK)
            return result;
        at = rest + (*rest == ',');
    }
    if (j->field != NULL)
        vv_act_set_place(j->act, j->at);
    return VV_OK;
}

/* ---- Files ------------------------------------------------------------------------------------------------------------------ */

static bool ends_with(const char *name, const char *ending)
{
    size_t length = strlen(name), tail = strlen(ending);
    return length >= tail && strcasecmp(name + length - tail, ending) == 0;
}

static vv_result write_motion(verb_job *j)
{
    const verb_request *ask = j->ask;
    if (j->kind != VV_SCENE_VERB)
        return verb_misuse(j, "name a .webp, a .mp4 or a .png, of a shape also an .obj",
                           "only verbs become motion files");
    vv_take take = {0};
    vv_bytes bytes = {0};
    const vv_built_verb *built = NULL;
    double rate = isnan(ask->fps) ? 60.0 : ask->fps;
    vv_result result = vv_session_verb(j->session, j->subject, &built, &j->error);
    bool planted = !ask->no_plant && j->project->skeletons[j->project->verbs[j->subject]->skeleton]->plant;
    if (result == VV_OK)
        result = vv_fit_play(built->verb, vv_act_weights(j->act), rate, ask->rounds, planted, NULL, &take, &j->error);
    if (result != VV_OK)
        return result;
    const vv_manikin *figure = &built->character->figure;
    vv_gltf_figure body = {&figure->form,  figure->normals, figure->colors,
                           figure->joints, figure->weights, figure->binds};
    snprintf(take.name, sizeof take.name, "%s", j->project->verbs[j->subject]->name);
    result = ends_with(ask->out, ".bvh")
                 ? vv_export_bvh(&take, NULL, &bytes, &j->error)
                 : vv_export_gltf(&take, &body, ends_with(ask->out, ".glb"), NULL, &bytes, &j->error);
    if (result == VV_OK)
        result = cli_write(ask->out, bytes.data, bytes.count, &j->error);
    vv_bytes_release(&bytes, NULL);
    vv_take_destroy(&take);
    return result;
}

/* A shape at its place as a mesh. */
static vv_result write_obj(verb_job *j)
{
    vv_act_look look = vv_act_looks(j->act);
    vv_obj_file file = {j->project->shapes[j->subject]->name,
                        look.vertex_count,
                        look.triangle_count,
                        look.positions,
                        look.normals,
                        look.triangles};
    vv_bytes bytes = {0};
    vv_result result = vv_export_obj(&file, NULL, &bytes, &j->error);
    if (result == VV_OK)
        result = cli_write(j->ask->out, bytes.data, bytes.count, &j->error);
    vv_bytes_release(&bytes, NULL);
    return result;
}

/* ---- Pictures --------------------------------------------------------------------------------------------------------------- */

vv_result verb_show(verb_job *j, uint32_t width, uint32_t height, show_act *out)
{
    unsigned wide = width, high = height;
    char end = 0;
    if (j->ask->size != NULL && (sscanf(j->ask->size, "%ux%u%c", &wide, &high, &end) != 2 || wide < 1 || high < 1 ||
                                 wide > 4096 || high > 4096))
        return verb_misuse(j, "write it as 640x480, at most 4096x4096", "“%s” is not a size", j->ask->size);
    *out = (show_act){
        .width = wide, .height = high, .background = {0xF7, 0xF1, 0xE5, 0xFF}, .follows = true, .plain = j->ask->plain};
    show_act_aim(j->kind, &out->heading, &out->pitch);
    if (!isnan(j->ask->heading))
        out->heading = (float)(j->ask->heading * 3.14159265358979 / 180.0);
    if (!isnan(j->ask->pitch))
        out->pitch = (float)(j->ask->pitch * 3.14159265358979 / 180.0);
    return show_act_open(out, &j->error);
}

typedef struct film {
    verb_job *job;
    show_act show;
    uint32_t frames, next;
    float rate, heading;
} film;

/* Verbs and graphs play; a shape turns once round. */
static void draw_film(void *user, uint32_t index)
{
    film *f = user;
    if (f->job->kind == VV_SCENE_SHAPE)
        f->show.camera.heading = f->heading + 2.0f * VV_PI * (float)index / (float)f->frames;
    for (; f->job->kind != VV_SCENE_SHAPE && f->next < index; f->next++)
        vv_act_advance(f->job->act, 1.0f / f->rate);
    show_act_draw(&f->show, f->job->act);
}

static void measure_film(film *f)
{
    uint32_t moments = f->job->kind == VV_SCENE_SHAPE ? 1 : f->frames;
    for (uint32_t i = 0; i < moments; i++) {
        if (i > 0)
            vv_act_advance(f->job->act, 1.0f / f->rate);
        show_act_measure(&f->show, f->job->act);
    }
    if (f->job->kind == VV_SCENE_SHAPE) { /* it turns: what is deep will be wide */
        float wide = vvi_max(f->show.most.x - f->show.least.x, f->show.most.z - f->show.least.z);
        float grow = 0.5f * (wide - f->show.most.x + f->show.least.x);
        f->show.least.x -= grow;
        f->show.most.x += grow;
    }
    show_act_frame(&f->show);
    vv_act_restart(f->job->act);
}

static vv_result write_film(verb_job *j)
{
    film f = {.job = j, .rate = isnan(j->ask->fps) ? 30.0f : (float)j->ask->fps};
    double seconds = j->ask->seconds;
    if (isnan(seconds))
        seconds = j->kind == VV_SCENE_VERB ? (double)vv_act_now(j->act).length * j->ask->rounds : 4.0;
    f.frames = (uint32_t)(seconds * (double)f.rate + 0.5);
    f.frames = f.frames < 1 ? 1 : f.frames;
    vv_result result = verb_show(j, 480, 540, &f.show);
    if (result == VV_OK) {
        f.heading = f.show.heading;
        measure_film(&f);
        picture p = {.out = j->ask->out,
                     .canvas = f.show.canvas,
                     .background = f.show.background,
                     .draw = draw_film,
                     .user = &f};
        result = picture_film(&p, f.frames, f.rate, &j->error);
    }
    show_act_close(&f.show);
    return result;
}

static void draw_still(void *user, uint32_t index)
{
    film *f = user;
    (void)index;
    show_act_draw(&f->show, f->job->act);
}

static vv_result write_still(verb_job *j)
{
    film f = {.job = j};
    if (j->kind == VV_SCENE_VERB && !isnan(j->ask->phase))
        vv_act_set_phase(j->act, (float)j->ask->phase);
    vv_result result = verb_show(j, 480, 540, &f.show);
    if (result == VV_OK) {
        show_act_measure(&f.show, j->act);
        show_act_frame(&f.show);
        picture p = {.out = j->ask->out,
                     .canvas = f.show.canvas,
                     .background = f.show.background,
                     .draw = draw_still,
                     .user = &f};
        result = picture_still(&p, 0, &j->error);
    }
    show_act_close(&f.show);
    return result;
}

/* ---- Report ------------------------------------------------------------------------------------------------------------------ */

static void report_verb(const verb_job *j, const vv_built_verb *built, vv_json_writer *writer)
{
    const float *weights = vv_act_weights(j->act);
    vv_slide free = vv_fit_slide(built->verb, weights, 60.0f, false),
             planted = vv_fit_slide(built->verb, weights, 60.0f, true);
    vv_json_write_double(writer, "length", (double)vv_act_now(j->act).length);
    vv_json_write_integer(writer, "degrees_of_freedom", vv_verb_dof_count(built->verb));
    vv_json_write_object(writer, "fit");
    vv_json_write_integer(writer, "controls", built->report.control_count);
    vv_json_write_double(writer, "angle_rms", (double)built->report.angle_rms);
    vv_json_write_double(writer, "angle_worst", (double)built->report.angle_worst);
    vv_json_write_double(writer, "place_worst", (double)built->report.place_worst);
    vv_json_write_double(writer, "seam", (double)built->report.seam);
    vv_json_write_end(writer);
    vv_json_write_object(writer, "slide");
    vv_json_write_double(writer, "mean", (double)free.mean);
    vv_json_write_double(writer, "worst", (double)free.worst);
    vv_json_write_double(writer, "planted_mean", (double)planted.mean);
    vv_json_write_double(writer, "planted_worst", (double)planted.worst);
    vv_json_write_end(writer);
}

static void report_weights(const verb_job *j, vv_json_writer *writer)
{
    vv_json_write_object(writer, "weights");
    for (uint32_t e = 0; e < j->field->example_count; e++) {
        const char *name = j->kind == VV_SCENE_VERB
                               ? j->project->takes[j->project->verbs[j->subject]->examples[e].take]->name
                               : j->project->forms[j->project->shapes[j->subject]->examples[e].form]->name;
        vv_json_write_double(writer, name, (double)vv_act_weights(j->act)[e]);
    }
    vv_json_write_end(writer);
}

static vv_result report(verb_job *j)
{
    vv_json_writer *writer = NULL;
    const vv_built_verb *verb = NULL;
    const vv_built_shape *shape = NULL;
    vv_result result = vv_json_writer_create(NULL, false, &writer, &j->error);
    if (result == VV_OK && j->kind == VV_SCENE_VERB)
        result = vv_session_verb(j->session, j->subject, &verb, &j->error);
    if (result == VV_OK && j->kind == VV_SCENE_SHAPE)
        result = vv_session_shape(j->session, j->subject, &shape, &j->error);
    if (result != VV_OK)
        return result;
    vv_json_write_object(writer, NULL);
    if (j->field != NULL)
        report_weights(j, writer);
    if (verb != NULL)
        report_verb(j, verb, writer);
    if (shape != NULL) {
        vv_json_write_integer(writer, "vertices", vv_shape_vertex_count(shape->shape));
        vv_json_write_integer(writer, "surface_vertices", vv_shape_surface_vertex_count(shape->shape));
        vv_json_write_integer(writer, "nearly_singular", shape->bad_count);
        vv_json_write_double(writer, "trouble", (double)vv_act_trouble(j->act, j->at));
    }
    vv_json_write_end(writer);
    size_t length = 0;
    const char *text = vv_json_writer_text(writer, &length);
    if (text != NULL)
        fwrite(text, 1, length, stdout);
    else
        result = vvi_fail_memory(&j->error, 4096);
    vv_json_writer_destroy(writer);
    return result;
}

/* A form that a skeleton could not be taken out of is told, whatever is made of it. */
static void warn_shape(const verb_job *j)
{
    const vv_built_shape *shape = NULL;
    if (j->kind != VV_SCENE_SHAPE || vv_session_shape(j->session, j->subject, &shape, NULL) != VV_OK ||
        shape->bad_count == 0)
        return;
    uint32_t form = j->project->shapes[j->subject]->examples[shape->bad_example].form;
    fprintf(stderr,
            "verve: %s: the blended transform of %u vertices is nearly singular, first of vertex %u of “%s”; give them "
            "weights that turn them less far apart, or bend that example less\n",
            j->ask->project, shape->bad_count, shape->bad[0], j->project->forms[form]->name);
}

/* ---- The command --------------------------------------------------------------------------------------------------------------- */

static vv_result make(verb_job *j)
{
    const verb_request *ask = j->ask;
    if (ask->grid != NULL)
        return verb_grid(j);
    if (ends_with(ask->out, ".bvh") || ends_with(ask->out, ".gltf") || ends_with(ask->out, ".glb"))
        return write_motion(j);
    if (ends_with(ask->out, ".obj"))
        return j->kind == VV_SCENE_SHAPE ? write_obj(j)
                                         : verb_misuse(j, "name a .bvh or a .glb", "only shapes become .obj files");
    return picture_is_png(ask->out) ? write_still(j) : write_film(j);
}

static vv_result work(verb_job *j, vv_project_folder *folder)
{
    vv_result result = find_subject(j);
    cli_progress bar;
    cli_progress_begin(&bar, "fitting");
    if (result == VV_OK)
        result = vv_act_create(j->session, j->kind, j->subject, &j->act, &j->error);
    cli_progress_end(&bar);
    if (result == VV_OK)
        result = read_place(j);
    if (result != VV_OK)
        return result;
    if (j->ask->no_plant)
        vv_act_set_planting(j->act, false);
    vv_act_set_heat(j->act, j->ask->heat);
    vv_act_set_plain(j->act, j->ask->uncorrected);
    vv_act_restart(j->act);
    warn_shape(j);
    if (j->ask->out != NULL)
        result = make(j);
    if (result == VV_OK && j->ask->keep != NULL)
        result = verb_keep(j, folder);
    return result == VV_OK && j->ask->json ? report(j) : result;
}

static const char *find_misuse(const verb_request *ask)
{
    if (ask->out == NULL && !ask->json && ask->keep == NULL)
        return "nothing says what to make; add -o OUT.webp, --keep NAME or --json";
    if (ask->grid != NULL && (ask->out == NULL || !picture_is_png(ask->out)))
        return "a grid is a picture; name a .png with -o";
    if (!isnan(ask->fps) && !(ask->fps >= 1.0 && ask->fps <= 1000.0))
        return "--fps is frames a second, from 1 to 1000; choose a number in that range";
    if (!isnan(ask->seconds) && !(ask->seconds > 0.0 && ask->seconds <= 3600.0))
        return "--seconds is from 0 to 3600; choose a number in that range";
    if (ask->rounds < 1 || ask->rounds > 1000)
        return "--rounds is from 1 to 1000; choose a number in that range";
    return NULL;
}

static const char *const about =
    "Makes what a verb, a shape or a graph is at a place of its axes.\n"
    "\n"
    "The ending of OUT says what it becomes: .bvh, .gltf or .glb motion with its root travelling (glTF with the\n"
    "figure), .obj a shape's surface, .webp .mp4 .webm .gif a film, .png a picture. --grid makes a sheet of many "
    "places:\n"
    "`happy:5,slope:3` five columns over the range of one axis and three rows over another's; `happy:7:-2:2` goes "
    "from\n"
    "-2 to 2. Examples are framed in green, pseudo-examples in red.";

static cli_exit run(int count, char **arguments)
{
    verb_request ask = {.rounds = 2, .seconds = NAN, .fps = NAN, .phase = NAN, .heading = NAN, .pitch = NAN};
    const cli_option options[] = {
        {"-o", CLI_TEXT, &ask.out, "OUT", ".bvh .gltf .glb .obj .webp .mp4 .webm .gif or .png"},
        {"--name", CLI_TEXT, &ask.name, "NAME", "which verb, shape or graph (default: the first)"},
        {"--at", CLI_TEXT, &ask.at, "A=X,B=Y", "where on its axes; those that are not named are at home"},
        {"--grid", CLI_TEXT, &ask.grid, "A:N,B:M", "a sheet of places over one axis or two"},
        {"--rounds", CLI_WHOLE, &ask.rounds, "N", "how often a cyclic verb comes round (default: 2)"},
        {"--seconds", CLI_NUMBER, &ask.seconds, "S", "how long a film is"},
        {"--fps", CLI_NUMBER, &ask.fps, "HZ", "frames a second (default: motion 60, films 30)"},
        {"--phase", CLI_NUMBER, &ask.phase, "0…1", "which moment of a verb a picture shows"},
        {"--no-plant", CLI_FLAG, &ask.no_plant, NULL, "let feet slide where the blend makes them"},
        {"--heat", CLI_FLAG, &ask.heat, NULL, "colour where a shape runs through itself, and feet that slide"},
        {"--uncorrected", CLI_FLAG, &ask.uncorrected, NULL,
         "a shape on a skeleton by plain transform blending, to compare"},
        {"--size", CLI_TEXT, &ask.size, "WxH", "pixels of a picture, or of a cell of a grid"},
        {"--heading", CLI_NUMBER, &ask.heading, "DEGREES", "from where to look: 0 the front, 90 its left"},
        {"--pitch", CLI_NUMBER, &ask.pitch, "DEGREES", "how far from above"},
        {"--plain", CLI_FLAG, &ask.plain, NULL, "no ground and no shadow"},
        {"--keep", CLI_TEXT, &ask.keep, "NAME", "put the blend into the project, as an example at its place"},
        {"--json", CLI_FLAG, &ask.json, NULL, "report weights, length, fit and slide as JSON"},
    };
    const cli_usage usage = {.command = "verb",
                             .synopsis = "PROJECT [--name NAME] [--at A=X,B=Y] -o OUT",
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
        cli_fail("verb", "%s", misuse);
        return CLI_USAGE;
    }
    ask.project = arguments[0];
    verb_job j = {.ask = &ask};
    cli_project project;
    if (cli_project_open(ask.project, ask.keep ? VV_FOLDER_WRITE : VV_FOLDER_READ, &project, &j.error) != VV_OK)
        return cli_error(&j.error);
    j.project = vv_document_project(vv_project_folder_document(project.folder));
    j.session = project.session;
    vv_result result = work(&j, project.folder);
    vv_act_destroy(j.act);
    cli_project_close_after(&project, result, &j.error);
    if (result == VV_OK)
        return CLI_OK;
    cli_exit failed = cli_error(&j.error);
    return j.misused ? CLI_USAGE : failed;
}

const cli_command cli_verb = {"verb", "make a verb, a shape or a graph at a place of its axes", run};
