/* Rendering a scene with actors. The scene runs twice where the picture must hold all of it: once to measure it, once
 * to draw it. Both are the run of `verve simulate`. */
#include "cli/render.h"

#include "cli/project.h"
#include "cli/show_stage.h"

typedef struct stage_job {
    const vv_project_scene *scene;
    vv_performance *performance;
    vv_pool *pool; /* of threads for it, or NULL */
    show_stage show;
} stage_job;

static void draw(void *user, double time)
{
    stage_job *j = user;
    vv_performance_show(j->performance, time);
    show_stage_draw(&j->show);
}

static void end(stage_job *j)
{
    vv_performance_destroy(j->performance);
    vv_pool_destroy(j->pool);
    j->performance = NULL;
    j->pool = NULL;
}

static vv_result begin(stage_job *j, vv_session *session, uint32_t scene, vv_error *error)
{
    cli_progress bar;
    cli_progress_begin(&bar, "building");
    vv_result result = vv_performance_create(session, scene, &bar.progress, &j->performance, error);
    cli_progress_end(&bar);
    j->show.performance = j->performance;
    return result == VV_OK ? cli_lend_threads(j->scene, j->performance, &j->pool, error) : result;
}

/* Runs the scene to see how far the actors get; then the run that is drawn begins. */
static vv_result measure(stage_job *j, vv_session *session, uint32_t scene, vv_error *error)
{
    show_bounds bounds = {0};
    bool whole = !j->scene->framed && j->scene->stage.follow == VV_NONE;
    uint32_t frames = whole ? cli_frame_count(j->scene, (double)j->scene->rate) : 0;
    cli_progress bar;
    cli_progress_begin(&bar, "measuring");
    for (uint32_t f = 0; f < frames; f++) {
        cli_progress_show(&bar, f, frames);
        vv_performance_show(j->performance, (double)f / (double)j->scene->rate);
        show_stage_measure(&j->show, &bounds);
    }
    cli_progress_end(&bar);
    show_stage_frame(&j->show, &bounds);
    if (!whole)
        return VV_OK;
    end(j);
    return begin(j, session, scene, error);
}

vv_result render_stage(const render_request *request, const vv_project *project, uint32_t scene, const show_def *def,
                       vv_session *session, vv_error *error)
{
    stage_job j = {.scene = project->scenes[scene]};
    vv_result result = begin(&j, session, scene, error);
    if (result != VV_OK) {
        end(&j);
        return result;
    }
    result = show_stage_open(def, project, j.scene, j.performance, &j.show, error);
    if (result == VV_OK) {
        result = measure(&j, session, scene, error);
        if (result == VV_OK)
            result = render_moments(&(render_scene){request, j.scene, j.show.canvas, j.show.def.background, draw, &j},
                                    error);
        show_stage_close(&j.show);
    }
    end(&j);
    return result;
}
