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
/* Closes it; where `result` is an error, `error` is given its place on the disk before (vv_project_folder_place). */
void cli_project_close_after(cli_project *project, vv_result result, vv_error *error);

/* The stage of this name, or the first (NULL). */
vv_result cli_find_stage(const vv_project *project, const char *name, uint32_t *scene, vv_error *error);
/* How many frames a scene has at this rate; at least one. */
uint32_t cli_frame_count(const vv_project_scene *scene, double rate);

#endif
