/* A project folder with its session, as the commands that build something from it open it. */
#ifndef VERVE_CLI_PROJECT_H
#define VERVE_CLI_PROJECT_H

#include "author/build/folder_host.h"
#include "author/document/folder.h"

typedef struct cli_project {
    vv_project_folder *folder;
    vv_folder_host host;
    vv_session *session;
} cli_project;

vv_result cli_project_open(const char *path, vv_folder_mode mode, cli_project *out, vv_error *error);
void cli_project_close(cli_project *project);

#endif
