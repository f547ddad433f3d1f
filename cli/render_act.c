/* Rendering a scene of a verb, a graph, a shape, creatures or a line. The scene is played twice: once to see how much room it takes, once to draw
 * it. */
#include "cli/render.h"

#include "cli/cli.h"
#include "cli/picture.h"
#include "cli/project.h"
#include "cli/show_act.h"
#include "cli/show_line.h"

typedef struct act_job {
    const render_request *ask;
    render_span span;
    vv_act_scene scene;
    show_act show;
    show_line flat; /* instead of these two: a drawing that follows a line */
} act_job;

static double time_of(const act_job *j, uint32_t index)
{
    if (j->ask->sheet != VV_NONE)
        return render_moment(&j->span, index, j->ask->sheet);
    if (picture_is_png(j->ask->out) && !j->ask->sequence)
        return j->ask->time;
    return render_frame(&j->span, index);
}

static void draw(void *user, uint32_t index)
{
    act_job *j = user;
    if (j->flat.built != NULL) {
        show_line_draw(&j->flat, time_of(j, index));
        return;
    }
    vv_act_scene_show(&j->scene, time_of(j, index));
    show_act_draw(&j->show, j->scene.act);
}

static void describe(void *user, uint32_t index, char *caption, size_t bytes)
{
    const act_job *j = user;
    render_describe(render_moment(&j->span, index, j->ask->sheet), caption, bytes);
}

static void measure(act_job *j, const vv_project_scene *scene)
{
    uint32_t frames = cli_frame_count(scene, 12.0);
    for (uint32_t f = 0; f < frames; f++) {
        vv_act_scene_show(&j->scene, (double)f / 12.0);
        show_act_measure(&j->show, j->scene.act);
    }
    show_act_frame(&j->show);
}

static vv_result write_out(act_job *j, vv_error *error)
{
    const render_request *ask = j->ask;
    picture p = {.out = ask->out,
                 .canvas = j->flat.built != NULL ? j->flat.show.canvas : j->show.canvas,
                 .background = j->flat.built != NULL ? j->flat.show.def.background : j->show.background,
                 .draw = draw,
                 .describe = describe,
                 .user = j};
    if (ask->sheet != VV_NONE)
        return picture_sheet(&p, ask->sheet, ask->columns, ask->captions, error);
    if (picture_is_png(ask->out) && !ask->sequence)
        return picture_still(&p, 0, error);
    return picture_film(&p, j->span.frames, (float)j->span.rate, error);
}

static vv_result render_flat(act_job *j, const vv_project *project, const vv_project_scene *scene, const show_def *def,
                             vv_session *session, vv_error *error)
{
    const vv_built_line *built = NULL;
    show_def wanted = *def;
    wanted.ghosts = scene->ghosts > 0;
    vv_result result = vv_session_line(session, scene->subject, NULL, &built, error);
    if (result == VV_OK)
        result = show_line_open(&wanted, project->artworks[project->lines[scene->subject]->subject], built,
                                !scene->show_line, &j->flat, error);
    if (result == VV_OK)
        result = write_out(j, error);
    show_line_close(&j->flat);
    return result;
}

/* From where the scene says, or from where its kind is best seen: a line from where it was drawn. */
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

vv_result render_act(const render_request *ask, const vv_project *project, uint32_t scene, const show_def *def,
                     vv_session *session, vv_error *error)
{
    const vv_project_scene *wanted = project->scenes[scene];
    act_job j = {.ask = ask, .span = render_span_of(ask, wanted)};
    if (wanted->kind == VV_SCENE_LINE && project->lines[wanted->subject]->kind == VV_LINE_OF_ARTWORK)
        return render_flat(&j, project, wanted, def, session, error);
    j.show = (show_act){.width = def->width,
                        .height = def->height,
                        .background = def->background,
                        .heading = wanted->heading,
                        .pitch = wanted->pitch,
                        .follows = wanted->follows,
                        .plain = !def->shadow};
    aim(&j.show, project, wanted);
    vv_result result = vv_act_scene_open(session, scene, &j.scene, error);
    if (result == VV_OK)
        result = show_act_open(&j.show, error);
    if (result == VV_OK) {
        measure(&j, wanted);
        result = write_out(&j, error);
    }
    show_act_close(&j.show);
    vv_act_scene_close(&j.scene);
    return result;
}
