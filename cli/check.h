/* Parts of `verve check`. */
#ifndef VERVE_CLI_CHECK_H
#define VERVE_CLI_CHECK_H

#include "author/document/project.h"

/* Adds a problem for every joint that a line names and its body lacks. Where no body can be made of the files, nothing is said. */
vv_result check_lines(const char *path, vv_problems *problems, vv_error *error);

#endif
