/* What only shows where everything is built. */
#include "cli/check.h"
#include "cli/cli.h"

#include "runtime/base/base.h"

vv_result check_project(const char *path, const cli_project *project, vv_problems *problems, vv_error *error)
{
    vv_result result = check_lines(path, project, problems, error);
    uint32_t first = problems->count;
    cli_progress bar;
    cli_progress_begin(&bar, "building");
    if (result == VV_OK)
        result = vv_session_check(project->session, &bar.progress, problems, error);
    cli_progress_end(&bar);
    for (uint32_t i = first; i < problems->count; i++)
        vv_project_folder_place(project->folder, &problems->items[i].error);
    return problems->memory ? vvi_fail_memory(error, sizeof(vv_problem)) : result;
}

vv_result check_built(const char *path, vv_problems *problems, vv_error *error)
{
    cli_project project;
    vv_error ignored = {0};
    if (cli_project_open(path, VV_FOLDER_READ, &project, &ignored) != VV_OK)
        return VV_OK; /* said already */
    vv_result result = check_project(path, &project, problems, error);
    cli_project_close(&project);
    return result;
}
