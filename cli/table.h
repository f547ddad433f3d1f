/* A table that grows row by row. All return false where memory ran out. */
#ifndef VERVE_CLI_TABLE_H
#define VERVE_CLI_TABLE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct cli_table {
    char *bytes;
    size_t length, capacity;
} cli_table;

bool cli_table_text(cli_table *t, const char *piece);
/* Quoted where a comma or a quote is inside. */
bool cli_table_name(cli_table *t, const char *prefix, const char *name);
/* After a comma. */
bool cli_table_number(cli_table *t, float value);
void cli_table_release(cli_table *t);

#endif
