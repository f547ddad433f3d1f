/* Parts of `verve check`. */
#ifndef VERVE_CLI_CHECK_H
#define VERVE_CLI_CHECK_H

#include "cli/project.h"

#include "author/document/project.h"

/* What only shows where everything is built (vv_session_check). Nothing is said of a project that does not open. */
vv_result check_built(const char *path, vv_problems *problems, vv_error *error);
/* The same of a project that is open. */
vv_result check_project(const char *path, const cli_project *project, vv_problems *problems, vv_error *error);

/* Adds a problem for every joint that a line names and its body lacks. Where no body can be made of the files, nothing is said. */
vv_result check_lines(const char *path, const cli_project *project, vv_problems *problems, vv_error *error);

#endif
