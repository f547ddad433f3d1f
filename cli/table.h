/* A table of text that grows row by row: CSV of RFC 4180. Where memory runs out it stops growing, and writing it
 * fails. */
#ifndef VERVE_CLI_TABLE_H
#define VERVE_CLI_TABLE_H

#include "cli/cli.h"

/* Begin with all zeros. */
typedef struct cli_table {
    char *bytes;
    size_t length, capacity;
    bool failed;
} cli_table;

void cli_table_text(cli_table *t, const char *piece);
/* Quoted where a comma or a quote is inside. */
void cli_table_name(cli_table *t, const char *prefix, const char *name);
/* Numbers, each after a comma. */
void cli_table_numbers(cli_table *t, size_t count, const float *values);
vv_result cli_table_write(const cli_table *t, const char *path, vv_error *error);
void cli_table_release(cli_table *t);

#endif
