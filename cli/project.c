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
    if (result != VV_OK)
        cli_project_close(out);
    return result;
}

void cli_project_close(cli_project *project)
{
    vv_session_destroy(project->session);
    vv_project_folder_close(project->folder);
    *project = (cli_project){0};
}

void cli_project_close_after(cli_project *project, vv_result result, vv_error *error)
{
    if (result != VV_OK)
        vv_project_folder_place(project->folder, error);
    cli_project_close(project);
}

/* The names of all stages, to choose from. */
static void list_stages(const vv_project *project, vv_error *error)
{
    char names[sizeof error->remedy / 2] = "";
    size_t used = 0;
    for (uint32_t i = 0; i < project->scene_count && used + VV_PROJECT_NAME_BYTES < sizeof names; i++) {
        if (project->scenes[i]->kind == VV_SCENE_STAGE)
            used += vvi_format(names + used, sizeof names - used, "%s%s", used ? ", " : "", project->scenes[i]->name);
    }
    vvi_error_remedy(error, "%s%s",
                     used ? "choose from: " : "add a scene with \"actors\" to the project (docs/format.md)", names);
}

vv_result cli_find_stage(const vv_project *project, const char *name, uint32_t *scene, vv_error *error)
{
    uint32_t found = name ? vv_project_find_scene(project, name) : 0;
    while (!name && found < project->scene_count && project->scenes[found]->kind != VV_SCENE_STAGE)
        found++;
    if (found < project->scene_count && project->scenes[found]->kind == VV_SCENE_STAGE) {
        *scene = found;
        return VV_OK;
    }
    if (!name)
        vvi_fail(error, VV_ERROR_NOT_FOUND, "the project has no stage yet");
    else if (found == VV_NONE)
        vvi_fail(error, VV_ERROR_NOT_FOUND, "there is no scene “%s”", name);
    else
        vvi_fail(error, VV_ERROR_ARGUMENT, "the scene “%s” is %s: nobody moves by himself in it", name,
                 project->scenes[found]->kind == VV_SCENE_TOUR ? "a tour" : "no stage");
    list_stages(project, error);
    return error->code;
}

uint32_t cli_frame_count(const vv_project_scene *scene, double rate)
{
    uint32_t frames = (uint32_t)((double)scene->seconds * rate + 0.5);
    return frames ? frames : 1;
}
