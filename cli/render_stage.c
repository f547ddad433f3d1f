/* Rendering a scene with actors. The run is made twice where the picture must hold all of it: once to measure it, once to
 * draw it; both are the run of `verve simulate`. */
#include "cli/render.h"

#include "cli/cli.h"
#include "cli/picture.h"
#include "cli/project.h"
#include "cli/show_stage.h"

#include "runtime/base/base.h"

#include <math.h>

typedef struct stage_job {
    const render_request *ask;
    const vv_project_scene *scene;
    render_span span;
    vv_performance *performance;
    show_stage show;
} stage_job;

void render_describe(double time, char *caption, size_t bytes)
{
    vvi_format(caption, bytes, "%g s", floor(100.0 * time + 0.5) / 100.0);
}

double render_moment(const render_span *span, uint32_t index, uint32_t count)
{
    return span->from + (double)index * span->seconds / count;
}

double render_frame(const render_span *span, uint32_t index) { return span->from + (double)index / span->rate; }

render_span render_span_of(const render_request *ask, const vv_project_scene *scene)
{
    render_span span = {.from = isnan(ask->from) ? 0.0 : ask->from,
                        .rate = isnan(ask->rate) ? (double)scene->rate : ask->rate};
    double to = isnan(ask->to) ? (double)scene->seconds : ask->to;
    span.seconds = to > span.from ? to - span.from : 0.0;
    span.frames = (uint32_t)(span.seconds * span.rate + 0.5);
    if (span.frames == 0)
        span.frames = 1;
    return span;
}

static void describe(void *user, uint32_t index, char *caption, size_t bytes)
{
    const stage_job *j = user;
    render_describe(render_moment(&j->span, index, j->ask->sheet), caption, bytes);
}

/* When moment `index` is: of a sheet, of a still, or of a film. */
static double time_of(const stage_job *j, uint32_t index)
{
    if (j->ask->sheet != VV_NONE)
        return render_moment(&j->span, index, j->ask->sheet);
    if (picture_is_png(j->ask->out) && !j->ask->sequence)
        return j->ask->time;
    return render_frame(&j->span, index);
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
    uint32_t frames = whole ? cli_frame_count(j->scene, (double)j->scene->rate) : 0;
    cli_progress bar;
    cli_progress_begin(&bar, "measuring");
    for (uint32_t f = 0; f < frames; f++) {
        bar.progress.report(bar.progress.user, (float)f / (float)frames);
        vv_performance_show(j->performance, (double)f / (double)j->scene->rate);
        show_stage_measure(&j->show, &bounds);
    }
    cli_progress_end(&bar);
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
    return picture_film(&p, j->span.frames, (float)j->span.rate, error);
}

vv_result render_stage(const render_request *ask, const vv_project *project, uint32_t scene, const show_def *def,
                       vv_session *session, vv_error *error)
{
    stage_job j = {.ask = ask, .scene = project->scenes[scene]};
    j.span = render_span_of(ask, j.scene);
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
