/* verve render: a picture, a contact sheet or a film of a project, by the ending of its name. */
#include "cli/render.h"

#include "cli/cli.h"
#include "cli/picture.h"
#include "cli/project.h"

#include "runtime/base/base.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define LONGEST_SECONDS 3600.0

/* What is being rendered, found in the project by the request. */
typedef struct job {
    const render_request *ask;
    const vv_project *project;
    const vv_project_scene *scene; /* NULL: a still of an artwork */
    render_span span;              /* of the scene */
    uint32_t artwork;
    const vv_rigged *rigged;
    show show;
    float *weights; /* [example_count] */
    vv_error error;
    bool misused; /* the error is about the command line */
} job;

/* ---- What is asked for --------------------------------------------------------------------------------------------- */

/* Names of what there is to choose from, by number; NULL after the last. */
static const char *scene_name(const job *j, uint32_t i)
{
    return i < j->project->scene_count ? j->project->scenes[i]->name : NULL;
}

static const char *artwork_name(const job *j, uint32_t i)
{
    return i < j->project->artwork_count ? j->project->artworks[i]->name : NULL;
}

static const char *handle_name(const job *j, uint32_t i)
{
    const vv_project_artwork *artwork = j->project->artworks[j->artwork];
    return i < artwork->handle_count ? artwork->handles[i].name : NULL;
}

static const char *example_name(const job *j, uint32_t i)
{
    const vv_project_artwork *artwork = j->project->artworks[j->artwork];
    return i < artwork->example_count ? artwork->examples[i].name : NULL;
}

static vv_result not_found(job *j, const char *what, const char *name, const char *(*choice)(const job *, uint32_t))
{
    char choices[sizeof j->error.remedy] = "";
    size_t used = 0;
    for (uint32_t i = 0; choice(j, i) && used < sizeof choices; i++) {
        bool fits = used + VV_PROJECT_NAME_BYTES + 32 < sizeof choices; /* 32: the words around it */
        used += vvi_format(choices + used, sizeof choices - used, "%s%s", i ? ", " : "", fits ? choice(j, i) : "…");
        if (!fits)
            break;
    }
    vvi_fail(&j->error, VV_ERROR_NOT_FOUND, "there is no %s “%s”", what, name);
    vvi_error_place(&j->error, j->ask->project, 0, NULL);
    vvi_error_remedy(&j->error, "%s%s", used ? "choose from: " : "none has been made yet", choices);
    return VV_ERROR_NOT_FOUND;
}

static vv_result find_subject(job *j)
{
    const render_request *ask = j->ask;
    bool still = ask->artwork || ask->example || ask->place || ask->examples;
    if (ask->scene) {
        uint32_t scene = vv_project_find_scene(j->project, ask->scene);
        if (scene == VV_NONE)
            return not_found(j, "scene", ask->scene, scene_name);
        j->scene = j->project->scenes[scene];
    } else if (!still && j->project->scene_count > 0) {
        j->scene = j->project->scenes[0];
    }
    if (j->scene && j->scene->kind != VV_SCENE_TOUR)
        return VV_OK;
    j->artwork = j->scene ? j->scene->artwork : 0;
    if (ask->artwork && (j->artwork = vv_project_find_artwork(j->project, ask->artwork)) == VV_NONE)
        return not_found(j, "artwork", ask->artwork, artwork_name);
    if (j->project->artwork_count == 0) {
        vvi_fail(&j->error, VV_ERROR_NOT_FOUND, "the project has no artwork yet");
        vvi_error_place(&j->error, ask->project, 0, NULL);
        vvi_error_remedy(&j->error, "bring in a drawing: verve import DRAWING.svg --into %s", ask->project);
        return VV_ERROR_NOT_FOUND;
    }
    return VV_OK;
}

static vv_result bad_option(job *j, const char *option, const char *value, const char *remedy)
{
    vvi_fail(&j->error, VV_ERROR_ARGUMENT, "“%s” is not a value for %s", value, option);
    vvi_error_place(&j->error, "render", 0, NULL);
    vvi_error_remedy(&j->error, "%s", remedy);
    j->misused = true;
    return VV_ERROR_ARGUMENT;
}

static vv_result read_size(job *j, show_def *def)
{
    unsigned width = 0, height = 0;
    char end = 0;
    if (!j->ask->size)
        return VV_OK;
    if (sscanf(j->ask->size, "%ux%u%c", &width, &height, &end) != 2 || width < 1 || height < 1 || width > 8192 ||
        height > 8192)
        return bad_option(j, "--size", j->ask->size, "write it as 640x480, at most 8192x8192");
    def->width = width;
    def->height = height;
    return VV_OK;
}

static vv_result read_background(job *j, show_def *def)
{
    unsigned color = 0;
    const char *text = j->ask->background;
    if (!text)
        return VV_OK;
    const char *digits = text[0] == '#' ? text + 1 : text;
    if (strcmp(text, "none") == 0) {
        def->background = (vv_color){0, 0, 0, 0};
        return VV_OK;
    }
    if (strlen(digits) != 6 || strspn(digits, "0123456789abcdefABCDEF") != 6 || sscanf(digits, "%6x", &color) != 1)
        return bad_option(j, "--background", text, "write it as #F7F1E5, or none");
    def->background = (vv_color){(uint8_t)(color >> 16), (uint8_t)(color >> 8), (uint8_t)color, 255};
    return VV_OK;
}

static vv_result read_heat(job *j, show_def *def)
{
    def->heat = VV_NONE;
    if (!j->ask->heat || (j->scene && j->scene->kind != VV_SCENE_TOUR))
        return VV_OK;
    def->heat = vv_project_find_handle(j->project->artworks[j->artwork], j->ask->heat);
    return def->heat == VV_NONE ? not_found(j, "handle", j->ask->heat, handle_name) : VV_OK;
}

static vv_result make_show_def(job *j, show_def *def)
{
    const vv_project_scene *scene = j->scene;
    *def = (show_def){.width = scene ? scene->width : 640,
                      .height = scene ? scene->height : 640,
                      .background = {0xF7, 0xF1, 0xE5, 0xFF},
                      .shadow = !j->ask->plain,
                      .names = j->ask->names,
                      .mesh = j->ask->mesh,
                      .handles = j->ask->handles,
                      .ghosts = j->ask->ghosts};
    if (scene)
        memcpy(&def->background, scene->background, 4);
    vv_result result = read_size(j, def);
    if (result == VV_OK)
        result = read_background(j, def);
    return result == VV_OK ? read_heat(j, def) : result;
}

/* ---- Places --------------------------------------------------------------------------------------------------------- */

/* "rest=0.3,squashed=0.7"; a name by itself weighs 1. */
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
                return bad_option(j, "--place", text, "write it as rest=0.3,squashed=0.7");
            at += 1 + used;
        }
        uint32_t example = vv_project_find_example(artwork, name);
        if (example == VV_NONE)
            return not_found(j, "example", name, example_name);
        j->weights[example] += (float)share;
        sum += (float)share;
        at += *at == ',';
    }
    for (uint32_t e = 0; sum > 0.0f && e < j->rigged->example_count; e++)
        j->weights[e] /= sum;
    return sum > 0.0f ? VV_OK : bad_option(j, "--place", text, "write it as rest=0.3,squashed=0.7");
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

static vv_result still_weights(job *j)
{
    if (j->scene) {
        weights_at_time(j, (float)j->ask->time);
        return VV_OK;
    }
    if (j->ask->place)
        return weights_from_text(j, j->ask->place);
    uint32_t example = 0;
    if (j->ask->example)
        example = vv_project_find_example(j->project->artworks[j->artwork], j->ask->example);
    if (example == VV_NONE)
        return not_found(j, "example", j->ask->example, example_name);
    weights_of_example(j, example);
    return VV_OK;
}

/* ---- Frames --------------------------------------------------------------------------------------------------------- */

/* A film shows the whole tour at one size: measured at every frame before the first is drawn. */
static vv_result frame_camera(job *j, uint32_t frames)
{
    show_bounds bounds = {0};
    vv_result result = VV_OK;
    if (j->scene && j->scene->framed) {
        j->show.camera = show_framed(&j->show.def, j->scene);
        return VV_OK;
    }
    if (j->ask->examples || j->ask->ghosts) {
        for (uint32_t e = 0; e < j->rigged->example_count; e++) {
            weights_of_example(j, e);
            show_measure(&j->show, j->weights, &bounds);
        }
    } else if (j->scene) {
        for (uint32_t f = 0; f < frames; f++) {
            weights_at_time(j, (float)f / j->scene->rate);
            show_measure(&j->show, j->weights, &bounds);
        }
    } else {
        result = still_weights(j);
        if (result == VV_OK)
            show_measure(&j->show, j->weights, &bounds);
    }
    if (result == VV_OK)
        show_frame(&j->show, &bounds);
    return result;
}

/* Moments by number: examples, the frames of a film, the moments of a sheet, or the one of a still. */
static void draw_example(void *user, uint32_t index)
{
    job *j = user;
    weights_of_example(j, index);
    show_draw(&j->show, j->weights);
}

static void draw_frame(void *user, uint32_t index)
{
    job *j = user;
    weights_at_time(j, (float)render_frame(&j->span, index));
    show_draw(&j->show, j->weights);
}

static void draw_moment(void *user, uint32_t index)
{
    job *j = user;
    weights_at_time(j, (float)render_moment(&j->span, index, j->ask->sheet));
    show_draw(&j->show, j->weights);
}

static void draw_still(void *user, uint32_t index)
{
    job *j = user;
    (void)index;
    show_draw(&j->show, j->weights);
}

static void describe_example(void *user, uint32_t index, char *caption, size_t bytes)
{
    const job *j = user;
    vvi_format(caption, bytes, "%s", j->rigged->example_names[index]);
}

static void describe_moment(void *user, uint32_t index, char *caption, size_t bytes)
{
    const job *j = user;
    render_describe(render_moment(&j->span, index, j->ask->sheet), caption, bytes);
}

static vv_result render_still(job *j, picture *p)
{
    p->draw = draw_still;
    vv_result result = still_weights(j);
    return result == VV_OK ? picture_still(p, 0, &j->error) : result;
}

/* ---- The command ---------------------------------------------------------------------------------------------------- */

static vv_result needs_scene(job *j)
{
    vvi_fail(&j->error, VV_ERROR_ARGUMENT, "a film or a sheet needs a scene, and this is a still");
    vvi_error_place(&j->error, j->ask->project, 0, NULL);
    vvi_error_remedy(&j->error, "add a scene to the project (docs/format.md), or name a .png");
    return VV_ERROR_ARGUMENT;
}

static vv_result render_as_asked(job *j)
{
    const render_request *ask = j->ask;
    uint32_t frames = j->scene ? cli_frame_count(j->scene, (double)j->scene->rate) : 1;
    if (j->scene)
        j->span = render_span_of(ask, j->scene);
    picture p = {.out = ask->out, .canvas = j->show.canvas, .background = j->show.def.background, .user = j};
    vv_result result = frame_camera(j, frames);
    if (result != VV_OK)
        return result;
    if (ask->examples) {
        p.draw = draw_example;
        p.describe = describe_example;
        return picture_sheet(&p, j->rigged->example_count, ask->columns, ask->captions, &j->error);
    }
    if (!j->scene && (ask->sheet != VV_NONE || ask->sequence || !picture_is_png(ask->out)))
        return needs_scene(j);
    if (ask->sheet != VV_NONE) {
        p.draw = draw_moment;
        p.describe = describe_moment;
        return picture_sheet(&p, ask->sheet, ask->columns, ask->captions, &j->error);
    }
    if (!j->scene || (picture_is_png(ask->out) && !ask->sequence))
        return render_still(j, &p);
    p.draw = draw_frame;
    return picture_film(&p, j->span.frames, (float)j->span.rate, &j->error);
}

static vv_result render_staged(job *j, vv_session *session)
{
    show_def def;
    uint32_t scene = vv_project_find_scene(j->project, j->scene->name);
    vv_result result = make_show_def(j, &def);
    if (result == VV_OK && (def.handles || def.ghosts || j->ask->heat)) {
        vvi_fail(&j->error, VV_ERROR_ARGUMENT,
                 "--handles, --weights and --ghosts show a rig, and this scene is no tour");
        vvi_error_place(&j->error, "render", 0, NULL);
        vvi_error_remedy(&j->error, "leave them out, or name an artwork with --artwork");
        j->misused = true;
        result = VV_ERROR_ARGUMENT;
    }
    if (result != VV_OK)
        return result;
    return j->scene->kind == VV_SCENE_STAGE ? render_stage(j->ask, j->project, scene, &def, session, &j->error)
                                            : render_act(j->ask, j->project, scene, &def, session, &j->error);
}

static vv_result render_project(job *j, vv_session *session)
{
    vv_result result = find_subject(j);
    if (result == VV_OK && j->scene && j->scene->kind != VV_SCENE_TOUR)
        return render_staged(j, session);
    cli_progress bar;
    cli_progress_begin(&bar, "building");
    if (result == VV_OK)
        result = vv_session_artwork(session, j->artwork, &bar.progress, &j->rigged, &j->error);
    cli_progress_end(&bar);
    show_def def;
    if (result == VV_OK)
        result = make_show_def(j, &def);
    if (result == VV_OK)
        result = show_open(&def, j->project->artworks[j->artwork], j->rigged, &j->show, &j->error);
    if (result != VV_OK)
        return result;
    j->weights = vvi_allocate_zeroed(NULL, j->rigged->example_count, sizeof *j->weights);
    result = j->weights ? render_as_asked(j) : vvi_fail_memory(&j->error, sizeof *j->weights);
    vvi_release(NULL, j->weights, j->rigged->example_count, sizeof *j->weights);
    show_close(&j->show);
    return result;
}

/* A sentence about what is wrong with the command line, or NULL. */
static const char *find_misuse(const render_request *ask)
{
    if (!ask->out)
        return "nothing says where the picture goes; add -o OUT.png";
    if (ask->scene && (ask->artwork || ask->example || ask->place || ask->examples))
        return "--scene shows a scene, --artwork, --example, --place and --examples stills; leave out one or the other";
    if (ask->sheet == 0)
        return "--sheet 0 has nothing to show; ask for one moment or more";
    if (!isnan(ask->rate) && !(ask->rate >= 0.1 && ask->rate <= 1000.0))
        return "--rate is frames a second, from 0.1 to 1000; choose a number in that range";
    double from = isnan(ask->from) ? 0.0 : ask->from, to = isnan(ask->to) ? from + 1.0 : ask->to;
    if (from < 0.0 || to <= from || to > LONGEST_SECONDS)
        return "--from and --to are seconds, from before to, at most 3600; choose a part of the scene";
    if (ask->progress && strcmp(ask->out, "-") == 0)
        return "progress and picture cannot both go to standard output; name a file";
    return NULL;
}

static cli_exit run(int count, char **arguments)
{
    render_request ask = {.from = NAN, .to = NAN, .rate = NAN, .sheet = VV_NONE};
    const cli_option options[] = {
        {"-o", CLI_TEXT, &ask.out, "OUT", "a .png, .webp, .mp4, .webm or .gif"},
        {"--scene", CLI_TEXT, &ask.scene, "NAME", "which scene (default: the first)"},
        {"--artwork", CLI_TEXT, &ask.artwork, "NAME", "a still of this artwork instead of a scene"},
        {"--example", CLI_TEXT, &ask.example, "NAME", "the still's example"},
        {"--place", CLI_TEXT, &ask.place, "A=W,B=W", "the still's place: a weight for each example"},
        {"--time", CLI_NUMBER, &ask.time, "SECONDS", "when in the scene, for a .png"},
        {"--from", CLI_NUMBER, &ask.from, "SECONDS", "where a film or a sheet begins (default: 0)"},
        {"--to", CLI_NUMBER, &ask.to, "SECONDS", "where it ends (default: the scene's end)"},
        {"--rate", CLI_NUMBER, &ask.rate, "HZ", "frames a second of a film (default: the scene's)"},
        {"--sheet", CLI_WHOLE, &ask.sheet, "N", "a contact sheet of N moments of the scene"},
        {"--examples", CLI_FLAG, &ask.examples, NULL, "a contact sheet of all examples"},
        {"--columns", CLI_WHOLE, &ask.columns, "N", "columns of a contact sheet"},
        {"--captions", CLI_FLAG, &ask.captions, NULL, "captions in a contact sheet"},
        {"--names", CLI_FLAG, &ask.names, NULL, "write the actors' names below where they begin"},
        {"--sequence", CLI_FLAG, &ask.sequence, NULL, "a .png becomes a numbered sequence of all frames"},
        {"--size", CLI_TEXT, &ask.size, "WxH", "pixels of a frame"},
        {"--background", CLI_TEXT, &ask.background, "COLOUR", "#F7F1E5, or none for transparent"},
        {"--mesh", CLI_FLAG, &ask.mesh, NULL, "draw the triangles"},
        {"--handles", CLI_FLAG, &ask.handles, NULL, "draw the handles; those that an example holds in another colour"},
        {"--weights", CLI_TEXT, &ask.heat, "HANDLE", "draw this handle's weights as heat"},
        {"--ghosts", CLI_FLAG, &ask.ghosts, NULL, "draw the other examples as ghosts"},
        {"--plain", CLI_FLAG, &ask.plain, NULL, "no shadow on the ground"},
        {"--progress", CLI_FLAG, &ask.progress, NULL, "print lines like `progress rendering 0.42`, for programs"},
    };
    const cli_usage usage = {
        .command = "render",
        .synopsis = "PROJECT [--scene NAME] -o OUT",
        .about = "Draws a scene or a still of a project without a window. The ending of OUT says what it\n"
                 "becomes: a picture, an animation or a film.",
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
        cli_fail("render", "%s", misuse);
        return CLI_USAGE;
    }
    cli_progress_print(ask.progress);
    ask.project = arguments[0];
    job j = {.ask = &ask};
    cli_project project;
    if (cli_project_open(ask.project, VV_FOLDER_READ, &project, &j.error) != VV_OK)
        return cli_error(&j.error);
    j.project = vv_document_project(vv_project_folder_document(project.folder));
    vv_result result = render_project(&j, project.session);
    cli_project_close_after(&project, result, &j.error);
    if (result == VV_OK)
        return CLI_OK;
    cli_exit failed = cli_error(&j.error);
    return j.misused ? CLI_USAGE : failed;
}

const cli_command cli_render = {"render", "draw a picture, an animation or a film of a project", run};
