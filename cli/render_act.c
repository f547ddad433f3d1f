/* Rendering a scene of a verb, a graph, a shape, creatures or a line. The scene is played twice: once to see how much
 * room it takes, once to draw it. */
#include "cli/render.h"

#include "cli/project.h"
#include "cli/show_act.h"
#include "cli/show_line.h"

#define MEASURE_RATE 12.0 /* moments a second */

typedef struct act_job {
    vv_performance3_scene scene;
    show_act show;
} act_job;

static void draw(void *user, double time)
{
    act_job *j = user;
    vv_performance3_scene_show(&j->scene, time);
    show_act_draw(&j->show, j->scene.act);
}

static void measure(act_job *j, const vv_project_scene *scene)
{
    uint32_t frames = cli_frame_count(scene, MEASURE_RATE);
    for (uint32_t f = 0; f < frames; f++) {
        vv_performance3_scene_show(&j->scene, (double)f / MEASURE_RATE);
        show_act_measure(&j->show, j->scene.act);
    }
    show_act_frame(&j->show);
}

static void draw_flat(void *user, double time) { show_line_draw(user, time); }

/* A drawing that follows a line. */
static vv_result render_flat(const render_request *request, const vv_project *project, const vv_project_scene *scene,
                             const show_def *def, vv_session *session, vv_error *error)
{
    const vv_built_line *built = NULL;
    show_line flat = {0};
    show_def own = *def;
    own.ghosts = scene->ghosts > 0;
    vv_result result = vv_session_line(session, scene->subject, NULL, &built, error);
    if (result == VV_OK)
        result = show_line_open(&own, project->artworks[project->lines[scene->subject]->subject], built,
                                !scene->show_line, &flat, error);
    if (result == VV_OK)
        result = render_moments(
            &(render_scene){request, scene, flat.show.canvas, flat.show.def.background, draw_flat, &flat}, error);
    show_line_close(&flat);
    return result;
}

/* Looks from where the scene says, or from where its kind is best seen: at a line from where it was drawn. */
static void aim(show_act *s, const vv_project *project, const vv_project_scene *scene)
{
    if (!scene->aimed)
        show_act_aim(scene->kind, &s->heading, &s->pitch);
    if (scene->kind != VV_SCENE_LINE)
        return;
    const vv_project_line *line = project->lines[scene->subject];
    s->line = scene->show_line;
    if (!scene->aimed) {
        s->heading = line->heading;
        s->pitch = line->pitch;
    }
}

vv_result render_act(const render_request *request, const vv_project *project, uint32_t scene, const show_def *def,
                     vv_session *session, vv_error *error)
{
    const vv_project_scene *own = project->scenes[scene];
    if (own->kind == VV_SCENE_LINE && project->lines[own->subject]->kind == VV_LINE_OF_ARTWORK)
        return render_flat(request, project, own, def, session, error);
    act_job j = {.show = {.width = def->width,
                          .height = def->height,
                          .background = def->background,
                          .heading = own->heading,
                          .pitch = own->pitch,
                          .follows = own->follows,
                          .plain = !def->shadow}};
    aim(&j.show, project, own);
    vv_result result = vv_performance3_scene_open(session, scene, &j.scene, error);
    if (result == VV_OK)
        result = show_act_open(&j.show, error);
    if (result == VV_OK) {
        measure(&j, own);
        result = render_moments(&(render_scene){request, own, j.show.canvas, j.show.background, draw, &j}, error);
    }
    show_act_close(&j.show);
    vv_performance3_scene_close(&j.scene);
    return result;
}
