/* A project folder with its session, as the commands that build something from it open it. */
#ifndef VERVE_CLI_PROJECT_H
#define VERVE_CLI_PROJECT_H

#include "cli/cli.h"

#include "author/base/pool.h"
#include "author/build/folder_host.h"
#include "author/folder/folder.h"

struct cli_project {
    vv_project_folder *folder;
    vv_folder_host host;
    vv_session *session;
    const vv_project *project;
};

vv_result cli_project_open(const char *path, vv_folder_mode mode, cli_project *out, vv_error *error);
/* Closes it. Where `result` is an error, the error is given its place on the disk first (vv_project_folder_place).
 * Returns `result`. */
vv_result cli_project_close(cli_project *project, vv_result result, vv_error *error);

/* Finds the stage of this name, or the first (NULL). `folder` is where the project is, for error messages. */
vv_result cli_find_stage(const vv_project *project, const char *folder, const char *name, uint32_t *scene,
                         vv_error *error);
/* How many frames a scene has at this rate; at least one. */
uint32_t cli_frame_count(const vv_project_scene *scene, double rate);

/* Lends the performance of a scene with many actors as many threads as there are processors. `*pool`, NULL if there are
 * none, is destroyed after the performance. */
vv_result cli_lend_threads(const vv_project_scene *scene, vv_performance *performance, vv_pool **pool, vv_error *error);

/* A copy of a project, to try changes on. `file` is for error messages. */
vv_result cli_copy_project(const vv_project *project, const char *file, vv_document **copy, vv_error *error);

#endif
