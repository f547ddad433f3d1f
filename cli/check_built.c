/* verve check: the problems that show only when everything is built. */
#include "cli/check.h"

#include "runtime/base/base.h"

vv_result check_project(const cli_project *opened, vv_problems *problems, vv_error *error)
{
    uint32_t first = problems->count;
    cli_progress bar;
    check_lines(opened, problems);
    cli_progress_begin(&bar, "building");
    vv_result result = vv_session_check(opened->session, &bar.progress, problems, error);
    cli_progress_end(&bar);
    for (uint32_t i = first; i < problems->count; i++)
        vv_project_folder_place(opened->folder, &problems->items[i].error);
    return problems->memory ? vvi_fail_memory(error, sizeof(vv_problem)) : result;
}

vv_result check_built(const char *path, vv_problems *problems, vv_error *error)
{
    cli_project opened;
    vv_error ignored = {0};
    if (cli_project_open(path, VV_FOLDER_READ, &opened, &ignored) != VV_OK)
        return VV_OK; /* vv_project_folder_check has said why */
    return cli_project_close(&opened, check_project(&opened, problems, error), error);
}
