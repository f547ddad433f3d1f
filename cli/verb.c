/* verve verb: a verb, a shape or a graph at a place of its axes, as motion, as a model, or to look at. */
#include "cli/verb.h"

#include "cli/motion.h"

#include "author/base/path.h"
#include "author/export/formats.h"
#include "runtime/base/base.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- Options ----------------------------------------------------------------------------------------------------- */

#define REQUEST verb_request
static const cli_option options[] = {
    {"-o", CLI_TEXT(out), "OUT", ".bvh .gltf .glb .obj " VV_FILM_ENDINGS " or .png"},
    {"--name", CLI_TEXT(name), "NAME", "which verb, shape or graph (default: the first)"},
    {"--at", CLI_TEXT(at), "A=X,B=Y", "where on its axes; axes that are not named are at their home"},
    {"--grid", CLI_TEXT(grid), "A:N,B:M", "a sheet of places over one axis or two"},
    {"--rounds", CLI_WHOLE(rounds), "N", "how many cycles of a cyclic verb (default: 2)", 1, 1000},
    {"--seconds", CLI_NUMBER(seconds), "S", "how long a film is", 0, 3600},
    {"--fps", CLI_NUMBER(fps), "HZ", "frames a second (default: motion 60, films 30)", 1, 1000},
    {"--phase", CLI_NUMBER(phase), "0…1", "which moment of a verb a picture shows"},
    {"--no-plant", CLI_FLAG(no_plant), NULL, "let feet slide where the blend makes them"},
    {"--heat", CLI_FLAG(heat), NULL, "colour where a shape runs through itself, and feet that slide"},
    {"--uncorrected", CLI_FLAG(uncorrected), NULL, "a shape on a skeleton by plain transform blending, to compare"},
    {"--size", CLI_TEXT(view.size), "WxH", "pixels of a picture, or of a cell of a grid"},
    {"--heading", CLI_NUMBER(view.heading), "DEGREES", "from where to look: 0 the front, 90 its left"},
    {"--pitch", CLI_NUMBER(view.pitch), "DEGREES", "how far from above"},
    {"--plain", CLI_FLAG(view.plain), NULL, "no ground and no shadow"},
    {"--keep", CLI_TEXT(keep), "NAME", "put the blend into the project, as an example at its place", .changes = true},
    {"--json", CLI_FLAG(json), NULL, "report weights, length, fit and slide as JSON"},
    {0}};

static const char *find_misuse(const cli_call *call)
{
    const verb_request *request = call->request;
    if (request->out == NULL && !request->json && request->keep == NULL)
        return "nothing says what to make; add -o OUT.webp, --keep NAME or --json";
    if (request->grid != NULL && (request->out == NULL || !picture_is_png(request->out)))
        return "a grid is a picture; name a .png with -o";
    if (request->seconds == 0.0)
        return "--seconds 0 has nothing to show; ask for a longer film";
    return NULL;
}

/* ---- The subject and its place ----------------------------------------------------------------------------------- */

static vv_result fail_subject(verb_job *j)
{
    const vv_project *project = j->project;
    cli_choices choices = {0};
    for (uint32_t i = 0; i < project->verb_count; i++)
        cli_choices_add(&choices, project->verbs[i]->name);
    for (uint32_t i = 0; i < project->shape_count; i++)
        cli_choices_add(&choices, project->shapes[i]->name);
    for (uint32_t i = 0; i < project->graph_count; i++)
        cli_choices_add(&choices, project->graphs[i]->name);
    return cli_not_found(j->error, j->call->operands[0], "verb, shape or graph", j->request->name, &choices);
}

static vv_result find_subject(verb_job *j)
{
    const vv_project *project = j->project;
    const char *name = j->request->name;
    j->kind = VV_SCENE_VERB;
    j->subject = VV_NONE;
    if (name == NULL && project->verb_count + project->shape_count > 0) {
        j->kind = project->verb_count > 0 ? VV_SCENE_VERB : VV_SCENE_SHAPE;
        j->subject = 0;
    } else if (name != NULL) {
        j->subject = vv_project_find_verb(project, name);
        if (j->subject == VV_NONE && (j->subject = vv_project_find_shape(project, name)) != VV_NONE)
            j->kind = VV_SCENE_SHAPE;
        if (j->subject == VV_NONE && (j->subject = vv_project_find_graph(project, name)) != VV_NONE)
            j->kind = VV_SCENE_GRAPH;
    }
    if (j->subject == VV_NONE)
        return fail_subject(j);
    j->field = j->kind == VV_SCENE_VERB    ? &project->verbs[j->subject]->field
               : j->kind == VV_SCENE_SHAPE ? &project->shapes[j->subject]->field
                                           : NULL;
    return VV_OK;
}

uint32_t verb_find_axis(verb_job *j, const char *name, size_t length)
{
    char wanted[VV_PROJECT_NAME_BYTES] = "", remedy[240] = "it has no axes";
    cli_choices choices = {0};
    memcpy(wanted, name, length < sizeof wanted ? length : sizeof wanted - 1);
    uint32_t axis = vv_project_find_axis(j->field, wanted);
    if (axis != VV_NONE)
        return axis;
    for (uint32_t a = 0; a < j->field->axis_count; a++)
        cli_choices_add(&choices, j->field->axes[a].name);
    if (choices.length > 0)
        snprintf(remedy, sizeof remedy, "its axes are: %s", choices.text);
    cli_misuse(j->call, remedy, "there is no axis “%s”", wanted);
    return VV_NONE;
}

/* Sets one NAME=VALUE of --at. */
static vv_result set_value(verb_job *j, const char *name, size_t length, float value)
{
    if (j->kind != VV_SCENE_GRAPH) {
        uint32_t axis = verb_find_axis(j, name, length);
        if (axis != VV_NONE)
            j->at[axis] = value;
        return axis == VV_NONE ? VV_ERROR_ARGUMENT : VV_OK;
    }
    char wanted[VV_PROJECT_NAME_BYTES] = "";
    memcpy(wanted, name, length < sizeof wanted ? length : sizeof wanted - 1);
    uint32_t input = vv_graph_find_input(vv_performance3_graph(j->act), wanted);
    if (vv_graph_player_set_input(vv_performance3_graph_player(j->act), input, value))
        return VV_OK;
    return cli_misuse(j->call, "name one of its verbs' axes, or one of its inputs", "the graph has no input “%s”",
                      wanted);
}

/* "happy=0.4,slope=-0.2" */
static vv_result read_place(verb_job *j)
{
    for (uint32_t a = 0; j->field != NULL && a < j->field->axis_count; a++)
        j->at[a] = vv_project_axis_home(&j->field->axes[a]);
    const char *at = j->request->at == NULL ? "" : j->request->at;
    while (*at != '\0') {
        size_t length = strcspn(at, "=,"), used = 0;
        double value = 0.0;
        if (at[length] == '=')
            used = vvi_parse_double(at + length + 1, strlen(at + length + 1), &value);
        const char *rest = at + length + 1 + used;
        if (used == 0 || !(fabs(value) < 1e6) || (*rest != ',' && *rest != '\0'))
            return cli_misuse(j->call, "write it as happy=0.4,slope=-0.2", "“%s” is not a place", j->request->at);
        vv_result result = set_value(j, at, length, (float)value);
        if (result != VV_OK)
            return result;
        at = rest + (*rest == ',');
    }
    if (j->field != NULL)
        vv_performance3_set_place(j->act, j->at);
    return VV_OK;
}

/* ---- Files ------------------------------------------------------------------------------------------------------- */

static vv_result write_motion(verb_job *j)
{
    const verb_request *request = j->request;
    if (j->kind != VV_SCENE_VERB)
        return cli_misuse(j->call, "name a " VV_FILM_CHOICES ", of a shape also an .obj",
                          "only verbs become motion files");
    vv_take take = {0};
    const vv_built_verb *built = NULL;
    double rate = isnan(request->fps) ? 60.0 : request->fps;
    vv_result result = vv_session_verb(j->session, j->subject, &built, j->error);
    bool planted = !request->no_plant && j->project->skeletons[j->project->verbs[j->subject]->skeleton]->plant;
    if (result == VV_OK)
        result = vv_fit_play(built->verb, vv_performance3_weights(j->act), rate, request->rounds, planted, NULL, &take,
                             j->error);
    if (result != VV_OK)
        return result;
    snprintf(take.name, sizeof take.name, "%s", j->project->verbs[j->subject]->name);
    result = motion_write(request->out, &take, &built->character->figure, j->error);
    vv_take_destroy(&take);
    return result;
}

/* Writes the surface that a shape has at its place. */
static vv_result write_obj(verb_job *j)
{
    vv_draw_data look = vv_performance3_draw_data(j->act);
    vv_obj_file file = {j->project->shapes[j->subject]->name,
                        look.vertex_count,
                        look.triangle_count,
                        look.positions,
                        look.normals,
                        look.triangles};
    vv_bytes bytes = {0};
    vv_result result = vv_export_obj(&file, NULL, &bytes, j->error);
    if (result == VV_OK)
        result = cli_write(j->request->out, bytes.data, bytes.count, j->error);
    vv_bytes_release(&bytes, NULL);
    return result;
}

/* ---- Pictures ---------------------------------------------------------------------------------------------------- */

vv_result verb_open_show(verb_job *j, uint32_t width, uint32_t height, show_act *out)
{
    *out = (show_act){.width = width, .height = height, .follows = true};
    show_act_aim(j->kind, &out->heading, &out->pitch);
    return show_act_open_view(out, j->call, &j->request->view);
}

typedef struct film {
    verb_job *job;
    show_act show;
    uint32_t frames, next;
    float rate, heading;
} film;

/* Verbs and graphs play; a shape turns round once. */
static void draw_film(void *user, uint32_t index)
{
    film *f = user;
    if (f->job->kind == VV_SCENE_SHAPE)
        f->show.camera.heading = f->heading + 2.0f * VV_PI * (float)index / (float)f->frames;
    for (; f->job->kind != VV_SCENE_SHAPE && f->next < index; f->next++)
        vv_performance3_advance(f->job->act, 1.0f / f->rate);
    show_act_draw(&f->show, f->job->act);
}

/* Makes the picture hold all frames; of a still, the moment that the act shows. */
static void measure_film(film *f, bool still)
{
    uint32_t moments = still || f->job->kind == VV_SCENE_SHAPE ? 1 : f->frames;
    for (uint32_t i = 0; i < moments; i++) {
        if (i > 0)
            vv_performance3_advance(f->job->act, 1.0f / f->rate);
        show_act_measure(&f->show, f->job->act);
    }
    if (!still && f->job->kind == VV_SCENE_SHAPE) { /* it turns round, so that its depth becomes its width */
        float wide = vvi_max(f->show.most.x - f->show.least.x, f->show.most.z - f->show.least.z);
        float grow = 0.5f * (wide - f->show.most.x + f->show.least.x);
        f->show.least.x -= grow;
        f->show.most.x += grow;
    }
    show_act_frame(&f->show);
    if (!still)
        vv_performance3_restart(f->job->act);
}

static vv_result write_picture(verb_job *j)
{
    const verb_request *request = j->request;
    bool still = picture_is_png(request->out);
    film f = {.job = j, .rate = isnan(request->fps) ? 30.0f : (float)request->fps};
    double seconds = request->seconds;
    if (isnan(seconds))
        seconds =
            j->kind == VV_SCENE_VERB ? (double)vv_performance3_current_state(j->act).length * request->rounds : 4.0;
    f.frames = (uint32_t)(seconds * (double)f.rate + 0.5);
    f.frames = f.frames < 1 ? 1 : f.frames;
    if (still && j->kind == VV_SCENE_VERB && !isnan(request->phase))
        vv_performance3_set_phase(j->act, (float)request->phase);
    vv_result result = verb_open_show(j, 480, 540, &f.show);
    if (result == VV_OK) {
        f.heading = f.show.heading;
        measure_film(&f, still);
        picture p = {.out = request->out,
                     .canvas = f.show.canvas,
                     .background = f.show.background,
                     .draw = draw_film,
                     .user = &f};
        result = still ? picture_still(&p, 0, j->error) : picture_film(&p, f.frames, f.rate, j->error);
    }
    show_act_close(&f.show);
    return result;
}

/* ---- Report ------------------------------------------------------------------------------------------------------ */

static void report_verb(const verb_job *j, const vv_built_verb *built, vv_json_writer *writer)
{
    const float *weights = vv_performance3_weights(j->act);
    vv_slide free = vv_fit_slide(built->verb, weights, 60.0f, false),
             planted = vv_fit_slide(built->verb, weights, 60.0f, true);
    vv_json_write_double(writer, "length", (double)vv_performance3_current_state(j->act).length);
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
        vv_json_write_double(writer, name, (double)vv_performance3_weights(j->act)[e]);
    }
    vv_json_write_end(writer);
}

typedef struct report {
    const verb_job *job;
    const vv_built_verb *verb;   /* or */
    const vv_built_shape *shape; /* or neither */
} report;

static void write_report(vv_json_writer *writer, const void *subject)
{
    const report *r = subject;
    vv_json_write_object(writer, NULL);
    if (r->job->field != NULL)
        report_weights(r->job, writer);
    if (r->verb != NULL)
        report_verb(r->job, r->verb, writer);
    if (r->shape != NULL) {
        vv_json_write_integer(writer, "vertices", vv_shape_vertex_count(r->shape->shape));
        vv_json_write_integer(writer, "surface_vertices", vv_shape_surface_vertex_count(r->shape->shape));
        vv_json_write_integer(writer, "nearly_singular", r->shape->bad_count);
        vv_json_write_double(writer, "trouble", (double)vv_performance3_defect(r->job->act, r->job->at));
    }
    vv_json_write_end(writer);
}

static vv_result print_report(verb_job *j)
{
    report r = {.job = j};
    vv_result result = VV_OK;
    if (j->kind == VV_SCENE_VERB)
        result = vv_session_verb(j->session, j->subject, &r.verb, j->error);
    if (j->kind == VV_SCENE_SHAPE)
        result = vv_session_shape(j->session, j->subject, &r.shape, j->error);
    return result == VV_OK ? cli_write_json("-", write_report, &r, j->error) : result;
}

/* Warns of a form out of which the pose of its skeleton could not be taken, whatever is made of the shape. */
static void warn_shape(const verb_job *j)
{
    const vv_built_shape *shape = NULL;
    if (j->kind != VV_SCENE_SHAPE || vv_session_shape(j->session, j->subject, &shape, NULL) != VV_OK ||
        shape->bad_count == 0)
        return;
    uint32_t form = j->project->shapes[j->subject]->examples[shape->bad_example].form;
    cli_warn(j->call->operands[0],
             "the blended transform of %u vertices is nearly singular, first of vertex %u of “%s”; give them "
             "weights that turn them less far apart, or bend that example less",
             shape->bad_count, shape->bad[0], j->project->forms[form]->name);
}

/* ---- The command ------------------------------------------------------------------------------------------------- */

static vv_result write_out(verb_job *j)
{
    const verb_request *request = j->request;
    if (request->grid != NULL)
        return verb_draw_grid(j);
    if (motion_is_file(request->out))
        return write_motion(j);
    if (vv_path_has_ending(request->out, ".obj"))
        return j->kind == VV_SCENE_SHAPE
                   ? write_obj(j)
                   : cli_misuse(j->call, "name a .bvh or a .glb", "only shapes become .obj files");
    return write_picture(j);
}

static vv_result make(verb_job *j, vv_project_folder *folder)
{
    vv_result result = find_subject(j);
    cli_progress bar;
    cli_progress_begin(&bar, "fitting");
    if (result == VV_OK)
        result = vv_performance3_create(j->session, j->kind, j->subject, &j->act, j->error);
    cli_progress_end(&bar);
    if (result == VV_OK)
        result = read_place(j);
    if (result != VV_OK)
        return result;
    if (j->request->no_plant)
        vv_performance3_set_planting(j->act, false);
    vv_performance3_set_heat(j->act, j->request->heat);
    vv_performance3_set_plain_skinning(j->act, j->request->uncorrected);
    vv_performance3_restart(j->act);
    warn_shape(j);
    if (j->request->out != NULL)
        result = write_out(j);
    if (result == VV_OK && j->request->keep != NULL)
        result = verb_keep(j, folder);
    return result == VV_OK && j->request->json ? print_report(j) : result;
}

static vv_result run(cli_call *call)
{
    verb_job j = {.request = call->request,
                  .call = call,
                  .error = &call->error,
                  .project = call->opened->project,
                  .session = call->opened->session};
    vv_result result = make(&j, call->opened->folder);
    vv_performance3_destroy(j.act);
    return result;
}

const cli_command cli_verb = {
    "verb",
    "make a verb, a shape or a graph at a place of its axes",
    "PROJECT [--name NAME] [--at A=X,B=Y] -o OUT",
    "Makes what a verb, a shape or a graph is at a place of its axes.\n"
    "\n"
    "The ending of OUT says what it becomes: .bvh, .gltf or .glb motion with its root travelling (glTF with the\n"
    "figure), .obj a shape's surface, " VV_FILM_ENDINGS " a film, .png a picture. --grid makes a sheet of many\n"
    "places: `happy:5,slope:3` five columns over the range of one axis and three rows over another's;\n"
    "`happy:7:-2:2` goes from -2 to 2. Examples are framed in green, pseudo-examples in red.",
    CLI_PROJECT,
    CLI_OPTIONS({.rounds = 2, .seconds = NAN, .fps = NAN, .phase = NAN, .view = PICTURE_VIEW}),
    find_misuse,
    run};
