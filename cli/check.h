/* Parts of `verve check`. */
#ifndef VERVE_CLI_CHECK_H
#define VERVE_CLI_CHECK_H

#include "cli/project.h"

#include "author/document/project.h"

/* Adds the problems that show only when everything is built (vv_session_check); none for a project that does not
 * open. */
vv_result check_built(const char *path, vv_problems *problems, vv_error *error);
/* The same for a project that is open. */
vv_result check_project(const cli_project *opened, vv_problems *problems, vv_error *error);

/* Adds a problem for every joint that a line names and its body lacks; none where no body can be made of the files.
 * Places are paths of the project. */
void check_lines(const cli_project *opened, vv_problems *problems);

#endif
