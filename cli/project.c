/* A project folder with its session. */
#include "cli/project.h"

#include "runtime/base/base.h"

vv_result cli_project_open(const char *path, vv_folder_mode mode, cli_project *out, vv_error *error)
{
    *out = (cli_project){0};
    vv_result result = vv_project_folder_open(path, mode, VV_FLUSH_HOST, NULL, &out->folder, error);
    if (result == VV_OK)
        result = vv_folder_host_open(vv_project_folder_path(out->folder), &out->host, error);
    if (result == VV_OK)
        result =
            vv_session_create(vv_project_folder_document(out->folder), &out->host.host, NULL, &out->session, error);
    if (result == VV_OK)
        out->project = vv_document_project(vv_project_folder_document(out->folder));
    else
        cli_project_close(out, VV_OK, NULL);
    return result;
}

vv_result cli_project_close(cli_project *project, vv_result result, vv_error *error)
{
    if (result != VV_OK)
        vv_project_folder_place(project->folder, error);
    vv_session_destroy(project->session);
    vv_project_folder_close(project->folder);
    *project = (cli_project){0};
    return result;
}

vv_result cli_find_stage(const vv_project *project, const char *folder, const char *name, uint32_t *scene,
                         vv_error *error)
{
    cli_choices stages = {0};
    uint32_t found = name ? vv_project_find_scene(project, name) : 0;
    while (!name && found < project->scene_count && project->scenes[found]->kind != VV_SCENE_STAGE)
        found++;
    *scene = found;
    if (found < project->scene_count && project->scenes[found]->kind == VV_SCENE_STAGE)
        return VV_OK;
    for (uint32_t i = 0; i < project->scene_count; i++)
        if (project->scenes[i]->kind == VV_SCENE_STAGE)
            cli_choices_add(&stages, project->scenes[i]->name);
    cli_not_found(error, folder, name && found == VV_NONE ? "scene" : "stage", name, &stages);
    if (name && found != VV_NONE)
        vvi_format(error->message, sizeof error->message, "the scene “%s” is %s, and has no actors to simulate", name,
                   project->scenes[found]->kind == VV_SCENE_TOUR ? "a tour" : "no stage");
    if (stages.length == 0)
        vvi_error_remedy(error, "add a scene with \"actors\" to the project (docs/format.md)");
    return VV_ERROR_NOT_FOUND;
}

uint32_t cli_frame_count(const vv_project_scene *scene, double rate)
{
    uint32_t frames = (uint32_t)((double)scene->seconds * rate + 0.5);
    return frames ? frames : 1;
}

#define MANY_ACTORS 16u

vv_result cli_lend_threads(const vv_project_scene *scene, vv_performance *performance, vv_pool **pool, vv_error *error)
{
    *pool = NULL;
    if (scene->stage.actor_count < MANY_ACTORS)
        return VV_OK;
    vv_result result = vv_pool_create(0, pool, error);
    return result == VV_OK ? vv_performance_set_jobs(performance, vv_pool_jobs(*pool), error) : result;
}

vv_result cli_copy_project(const vv_project *project, const char *file, vv_document **copy, vv_error *error)
{
    char *text = NULL;
    size_t length = 0;
    vv_result result = vv_project_write(project, NULL, &text, &length, error);
    if (result != VV_OK)
        return result;
    result = vv_document_parse(text, length, file, NULL, copy, error);
    vv_project_text_release(NULL, text, length);
    return result;
}
