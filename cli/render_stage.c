/* Rendering a scene with actors. The run is made twice where the picture must hold all of it: once to measure it, once to
 * draw it; both are the run of `verve simulate`. */
#include "cli/render.h"

#include "cli/cli.h"
#include "cli/picture.h"
#include "cli/project.h"
#include "cli/show_stage.h"

#include "runtime/base/base.h"

typedef struct stage_job {
    const render_request *ask;
    const vv_project_scene *scene;
    vv_performance *performance;
    show_stage show;
} stage_job;

void render_describe(uint32_t index, uint32_t count, float seconds, char *caption, size_t bytes)
{
    vvi_format(caption, bytes, "%g s", floor(100.0 * (double)index * (double)seconds / count + 0.5) / 100.0);
}

static void describe(void *user, uint32_t index, char *caption, size_t bytes)
{
    const stage_job *j = user;
    render_describe(index, j->ask->sheet, j->scene->seconds, caption, bytes);
}

/* When moment `index` is: of a sheet, of a still, or of a film. */
static double time_of(const stage_job *j, uint32_t index)
{
    if (j->ask->sheet != VV_NONE)
        return (double)index * (double)j->scene->seconds / j->ask->sheet;
    if (picture_is_png(j->ask->out) && !j->ask->sequence)
        return j->ask->time;
    return (double)index / (double)j->scene->rate;
}

static void draw(void *user, uint32_t index)
{
    stage_job *j = user;
    vv_performance_show(j->performance, time_of(j, index));
    show_stage_draw(&j->show);
}

static vv_result begin(stage_job *j, vv_session *session, uint32_t scene, vv_error *error)
{
    cli_progress bar;
    cli_progress_begin(&bar, "building");
    vv_result result = vv_performance_create(session, scene, &bar.progress, &j->performance, error);
    cli_progress_end(&bar);
    j->show.performance = j->performance;
    return result;
}

/* A run of its own to see how far the actors get; then the one that is drawn begins. */
static vv_result measure(stage_job *j, vv_session *session, uint32_t scene, vv_error *error)
{
    show_bounds bounds = {0};
    bool whole = !j->scene->framed && j->scene->stage.follow == VV_NONE;
    for (uint32_t f = 0; whole && f < cli_frame_count(j->scene, (double)j->scene->rate); f++) {
        vv_performance_show(j->performance, (double)f / (double)j->scene->rate);
        show_stage_measure(&j->show, &bounds);
    }
    show_stage_frame(&j->show, &bounds);
    if (!whole)
        return VV_OK;
    vv_performance_destroy(j->performance);
    j->performance = NULL;
    return begin(j, session, scene, error);
}

static vv_result write_out(stage_job *j, vv_error *error)
{
    const render_request *ask = j->ask;
    picture p = {.out = ask->out,
                 .canvas = j->show.canvas,
                 .background = j->show.def.background,
                 .draw = draw,
                 .describe = describe,
                 .user = j};
    if (ask->sheet != VV_NONE)
        return picture_sheet(&p, ask->sheet, ask->columns, ask->captions, error);
    if (picture_is_png(ask->out) && !ask->sequence)
        return picture_still(&p, 0, error);
    return picture_film(&p, cli_frame_count(j->scene, (double)j->scene->rate), j->scene->rate, error);
}

vv_result render_stage(const render_request *ask, const vv_project *project, uint32_t scene, const show_def *def,
                       vv_session *session, vv_error *error)
{
    stage_job j = {.ask = ask, .scene = project->scenes[scene]};
    vv_result result = begin(&j, session, scene, error);
    if (result != VV_OK)
        return result;
    result = show_stage_open(def, project, j.scene, j.performance, &j.show, error);
    if (result == VV_OK) {
        result = measure(&j, session, scene, error);
        if (result == VV_OK)
            result = write_out(&j, error);
        show_stage_close(&j.show);
    }
    vv_performance_destroy(j.performance);
    return result;
}
