/* verve render: a picture, a contact sheet or a film of a project, by the ending of its name. */
#include "cli/render.h"

#include "cli/project.h"

#include "author/export/formats.h"
#include "runtime/base/base.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define LONGEST_SECONDS 3600.0

/* What is rendered, found in the project by the request. */
typedef struct job {
    const render_request *request;
    cli_call *call;
    vv_error *error;
    const char *folder; /* of the project, as it was named */
    const vv_project *project;
    const vv_project_scene *scene; /* NULL: a still of an artwork */
    uint32_t artwork;
    const vv_rigged *rigged;
    show show;
    float *weights; /* [example_count] */
} job;

/* ---- Options ----------------------------------------------------------------------------------------------------- */

#define REQUEST render_request
static const cli_option options[] = {
    {"-o", CLI_TEXT(out), "OUT", "a " VV_FILM_CHOICES},
    {"--scene", CLI_TEXT(scene), "NAME", "which scene (default: the first)"},
    {"--artwork", CLI_TEXT(artwork), "NAME", "a still of this artwork instead of a scene"},
    {"--example", CLI_TEXT(example), "NAME", "the still's example"},
    {"--place", CLI_TEXT(place), "A=W,B=W", "the still's place: a weight for each example"},
    {"--time", CLI_NUMBER(time), "SECONDS", "when in the scene, for a .png"},
    {"--from", CLI_NUMBER(from), "SECONDS", "where a film or a sheet begins (default: 0)"},
    {"--to", CLI_NUMBER(to), "SECONDS", "where it ends (default: the scene's end)"},
    {"--rate", CLI_NUMBER(rate), "HZ", "frames a second of a film (default: the scene's)", 0.1, 1000},
    {"--sheet", CLI_WHOLE(sheet), "N", "a contact sheet of N moments of the scene"},
    {"--examples", CLI_FLAG(examples), NULL, "a contact sheet of all examples"},
    {"--columns", CLI_WHOLE(columns), "N", "columns of a contact sheet"},
    {"--captions", CLI_FLAG(captions), NULL, "captions in a contact sheet"},
    {"--names", CLI_FLAG(names), NULL, "write the actors' names below where they begin"},
    {"--sequence", CLI_FLAG(sequence), NULL, "a .png becomes a numbered sequence of all frames"},
    {"--size", CLI_TEXT(size), "WxH", "pixels of a frame"},
    {"--background", CLI_TEXT(background), "COLOUR", "#F7F1E5, or none for transparent"},
    {"--mesh", CLI_FLAG(mesh), NULL, "draw the triangles"},
    {"--handles", CLI_FLAG(handles), NULL, "draw the handles; those that an example holds in another colour"},
    {"--weights", CLI_TEXT(heat), "HANDLE", "draw this handle's weights as heat"},
    {"--ghosts", CLI_FLAG(ghosts), NULL, "draw the other examples as ghosts"},
    {"--plain", CLI_FLAG(plain), NULL, "no shadow on the ground"},
    {"--progress", CLI_FLAG(progress), NULL, "print lines like `progress rendering 0.42`, for programs"},
    {0}};

static const char *find_misuse(const cli_call *call)
{
    const render_request *request = call->request;
    if (!request->out)
        return "nothing says where the picture goes; add -o OUT.png";
    if (request->scene && (request->artwork || request->example || request->place || request->examples))
        return "--scene shows a scene, --artwork, --example, --place and --examples stills; leave out one or the other";
    if (request->sheet == 0)
        return "--sheet 0 has nothing to show; ask for one moment or more";
    double from = isnan(request->from) ? 0.0 : request->from, to = isnan(request->to) ? from + 1.0 : request->to;
    if (from < 0.0 || to <= from || to > LONGEST_SECONDS)
        return "--from and --to are seconds, from before to, at most 3600; choose a part of the scene";
    if (request->progress && cli_is_stream(request->out))
        return "progress and picture cannot both go to standard output; name a file";
    return NULL;
}

/* ---- What is rendered -------------------------------------------------------------------------------------------- */

/* Fails because the artwork has no such handle. */
static vv_result fail_handle(job *j, const char *name)
{
    cli_choices choices = {0};
    const vv_project_artwork *artwork = j->project->artworks[j->artwork];
    for (uint32_t i = 0; i < artwork->handle_count; i++)
        cli_choices_add(&choices, artwork->handles[i].name);
    return cli_not_found(j->error, j->folder, "handle", name, &choices);
}

static vv_result fail_example(job *j, const char *name)
{
    cli_choices choices = {0};
    const vv_project_artwork *artwork = j->project->artworks[j->artwork];
    for (uint32_t i = 0; i < artwork->example_count; i++)
        cli_choices_add(&choices, artwork->examples[i].name);
    return cli_not_found(j->error, j->folder, "example", name, &choices);
}

static vv_result find_artwork(job *j)
{
    const vv_project *project = j->project;
    const char *name = j->request->artwork;
    cli_choices choices = {0};
    j->artwork = name ? vv_project_find_artwork(project, name) : j->scene ? j->scene->artwork : 0;
    if (j->artwork < project->artwork_count)
        return VV_OK;
    for (uint32_t i = 0; i < project->artwork_count; i++)
        cli_choices_add(&choices, project->artworks[i]->name);
    if (name)
        return cli_not_found(j->error, j->folder, "artwork", name, &choices);
    vvi_fail(j->error, VV_ERROR_NOT_FOUND, "the project has no artwork yet");
    vvi_error_place(j->error, j->folder, 0, NULL);
    vvi_error_remedy(j->error, "bring in a drawing: verve import DRAWING.svg --into %s", j->folder);
    return VV_ERROR_NOT_FOUND;
}

static vv_result find_subject(job *j)
{
    const vv_project *project = j->project;
    const render_request *request = j->request;
    bool still = request->artwork || request->example || request->place || request->examples;
    uint32_t scene = request->scene ? vv_project_find_scene(project, request->scene) : 0;
    cli_choices choices = {0};
    if (scene < project->scene_count && !still)
        j->scene = project->scenes[scene];
    if (j->scene || !request->scene)
        return j->scene && j->scene->kind != VV_SCENE_TOUR ? VV_OK : find_artwork(j);
    for (uint32_t i = 0; i < project->scene_count; i++)
        cli_choices_add(&choices, project->scenes[i]->name);
    return cli_not_found(j->error, j->folder, "scene", request->scene, &choices);
}

static vv_result read_background(job *j, show_def *def)
{
    unsigned color = 0;
    const char *text = j->request->background;
    if (!text)
        return VV_OK;
    const char *digits = text[0] == '#' ? text + 1 : text;
    if (strcmp(text, "none") == 0) {
        def->background = (vv_color){0, 0, 0, 0};
        return VV_OK;
    }
    if (strlen(digits) != 6 || strspn(digits, "0123456789abcdefABCDEF") != 6 || sscanf(digits, "%6x", &color) != 1)
        return cli_misuse(j->call, "write it as #F7F1E5, or none", "“%s” is not a value for --background", text);
    def->background = (vv_color){(uint8_t)(color >> 16), (uint8_t)(color >> 8), (uint8_t)color, 255};
    return VV_OK;
}

static vv_result read_heat(job *j, show_def *def)
{
    def->heat = VV_NONE;
    if (!j->request->heat || (j->scene && j->scene->kind != VV_SCENE_TOUR))
        return VV_OK;
    def->heat = vv_project_find_handle(j->project->artworks[j->artwork], j->request->heat);
    return def->heat == VV_NONE ? fail_handle(j, j->request->heat) : VV_OK;
}

static vv_result make_show_def(job *j, show_def *def)
{
    const vv_project_scene *scene = j->scene;
    *def = (show_def){.width = scene ? scene->width : 640,
                      .height = scene ? scene->height : 640,
                      .background = PICTURE_PAPER,
                      .shadow = !j->request->plain,
                      .names = j->request->names,
                      .mesh = j->request->mesh,
                      .handles = j->request->handles,
                      .ghosts = j->request->ghosts};
    if (scene)
        memcpy(&def->background, scene->background, 4);
    vv_result result = picture_read_size(j->call, j->request->size, 8192, &def->width, &def->height);
    if (result == VV_OK)
        result = read_background(j, def);
    return result == VV_OK ? read_heat(j, def) : result;
}

/* ---- Places ------------------------------------------------------------------------------------------------------ */

static vv_result fail_place(job *j)
{
    return cli_misuse(j->call, "write it as rest=0.3,squashed=0.7", "“%s” is not a value for --place",
                      j->request->place);
}

/* Reads "rest=0.3,squashed=0.7"; a name by itself has the weight 1. */
static vv_result weights_from_text(job *j, const char *text)
{
    const vv_project_artwork *artwork = j->project->artworks[j->artwork];
    float sum = 0.0f;
    memset(j->weights, 0, j->rigged->example_count * sizeof *j->weights);
    for (const char *at = text; *at;) {
        char name[VV_PROJECT_NAME_BYTES] = "";
        size_t length = strcspn(at, "=,");
        double share = 1.0;
        memcpy(name, at, length < sizeof name ? length : sizeof name - 1);
        at += length;
        if (*at == '=') {
            size_t used = vvi_parse_double(at + 1, strlen(at + 1), &share);
            if (used == 0 || share < 0.0 || share > 1e6)
                return fail_place(j);
            at += 1 + used;
        }
        uint32_t example = vv_project_find_example(artwork, name);
        if (example == VV_NONE)
            return fail_example(j, name);
        j->weights[example] += (float)share;
        sum += (float)share;
        at += *at == ',';
    }
    for (uint32_t e = 0; sum > 0.0f && e < j->rigged->example_count; e++)
        j->weights[e] /= sum;
    return sum > 0.0f ? VV_OK : fail_place(j);
}

static void weights_at_time(job *j, float time)
{
    vv_complex_weights(j->rigged->complex, vv_scene_place(j->rigged, j->scene, time), j->weights);
}

static void weights_of_example(job *j, uint32_t example)
{
    memset(j->weights, 0, j->rigged->example_count * sizeof *j->weights);
    j->weights[example] = 1.0f;
}

/* The weights of --place or --example, or of the first example. */
static vv_result still_weights(job *j)
{
    if (j->request->place)
        return weights_from_text(j, j->request->place);
    uint32_t example = 0;
    if (j->request->example)
        example = vv_project_find_example(j->project->artworks[j->artwork], j->request->example);
    if (example == VV_NONE)
        return fail_example(j, j->request->example);
    weights_of_example(j, example);
    return VV_OK;
}

/* ---- Frames ------------------------------------------------------------------------------------------------------ */

/* Sets the camera. A film shows the whole tour at one size, which is measured at every frame before the first is
 * drawn. */
static vv_result frame_camera(job *j)
{
    show_bounds bounds = {0};
    if (j->scene && j->scene->framed) {
        j->show.camera = show_framed(&j->show.def, j->scene);
        return VV_OK;
    }
    if (j->request->examples || j->request->ghosts) {
        for (uint32_t e = 0; e < j->rigged->example_count; e++) {
            weights_of_example(j, e);
            show_measure(&j->show, j->weights, &bounds);
        }
    } else if (j->scene) {
        uint32_t frames = cli_frame_count(j->scene, (double)j->scene->rate);
        for (uint32_t f = 0; f < frames; f++) {
            weights_at_time(j, (float)f / j->scene->rate);
            show_measure(&j->show, j->weights, &bounds);
        }
    } else {
        vv_result result = still_weights(j);
        if (result != VV_OK)
            return result;
        show_measure(&j->show, j->weights, &bounds);
    }
    show_frame(&j->show, &bounds);
    return VV_OK;
}

static void draw_moment(void *user, double time)
{
    job *j = user;
    weights_at_time(j, (float)time);
    show_draw(&j->show, j->weights);
}

static void draw_example(void *user, uint32_t index)
{
    job *j = user;
    weights_of_example(j, index);
    show_draw(&j->show, j->weights);
}

static void describe_example(void *user, uint32_t index, char *caption, size_t bytes)
{
    const job *j = user;
    vvi_format(caption, bytes, "%s", j->rigged->example_names[index]);
}

static void draw_still(void *user, uint32_t index)
{
    job *j = user;
    (void)index;
    show_draw(&j->show, j->weights);
}

/* ---- The command ------------------------------------------------------------------------------------------------- */

static vv_result fail_film_of_still(job *j)
{
    return cli_fail(j->error, VV_ERROR_ARGUMENT, j->folder,
                    "add a scene to the project (docs/format.md), or name a .png",
                    "a film or a sheet needs a scene, and this is a still");
}

/* Renders a tour, or a still of an artwork. */
static vv_result render_drawing(job *j)
{
    const render_request *request = j->request;
    vv_color background = j->show.def.background;
    picture p = {.out = request->out,
                 .canvas = j->show.canvas,
                 .background = background,
                 .draw = request->examples ? draw_example : draw_still,
                 .describe = describe_example,
                 .user = j};
    vv_result result = frame_camera(j);
    if (result != VV_OK)
        return result;
    if (request->examples)
        return picture_sheet(&p, j->rigged->example_count, request->columns, request->captions, j->error);
    if (j->scene)
        return render_moments(&(render_scene){request, j->scene, j->show.canvas, background, draw_moment, j}, j->error);
    if (request->sheet != VV_NONE || request->sequence || !picture_is_png(request->out))
        return fail_film_of_still(j);
    result = still_weights(j);
    return result == VV_OK ? picture_still(&p, 0, j->error) : result;
}

static vv_result render_staged(job *j, vv_session *session)
{
    show_def def;
    uint32_t scene = vv_project_find_scene(j->project, j->scene->name);
    vv_result result = make_show_def(j, &def);
    if (result != VV_OK)
        return result;
    if (def.handles || def.ghosts || j->request->heat)
        return cli_misuse(j->call, "leave them out, or name an artwork with --artwork",
                          "--handles, --weights and --ghosts show a rig, and this scene is no tour");
    return j->scene->kind == VV_SCENE_STAGE ? render_stage(j->request, j->project, scene, &def, session, j->error)
                                            : render_act(j->request, j->project, scene, &def, session, j->error);
}

static vv_result render(job *j, vv_session *session)
{
    show_def def;
    vv_result result = find_subject(j);
    if (result == VV_OK && j->scene && j->scene->kind != VV_SCENE_TOUR)
        return render_staged(j, session);
    cli_progress bar;
    cli_progress_begin(&bar, "building");
    if (result == VV_OK)
        result = vv_session_artwork(session, j->artwork, &bar.progress, &j->rigged, j->error);
    cli_progress_end(&bar);
    if (result == VV_OK)
        result = make_show_def(j, &def);
    if (result == VV_OK)
        result = show_open(&def, j->project->artworks[j->artwork], j->rigged, &j->show, j->error);
    if (result != VV_OK)
        return result;
    j->weights = vvi_allocate_zeroed(NULL, j->rigged->example_count, sizeof *j->weights);
    result = j->weights ? render_drawing(j) : vvi_fail_memory(j->error, sizeof *j->weights);
    vvi_release(NULL, j->weights, j->rigged->example_count, sizeof *j->weights);
    show_close(&j->show);
    return result;
}

static vv_result run(cli_call *call)
{
    job j = {.request = call->request,
             .call = call,
             .error = &call->error,
             .folder = call->operands[0],
             .project = call->opened->project};
    cli_progress_print(j.request->progress);
    return render(&j, call->opened->session);
}

const cli_command cli_render = {
    "render",
    "draw a picture, an animation or a film of a project",
    "PROJECT [--scene NAME] -o OUT",
    "Draws a scene or a still of a project without a window. The ending of OUT says what it\n"
    "becomes: a picture, an animation or a film.",
    CLI_PROJECT,
    CLI_OPTIONS({.from = NAN, .to = NAN, .rate = NAN, .sheet = VV_NONE}),
    find_misuse,
    run};
