/* A project folder with its session. */
#include "cli/project.h"

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
