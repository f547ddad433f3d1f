/* A table as text: CSV of RFC 4180. */
#include "cli/table.h"

#include "runtime/base/base.h"

#include <string.h>

static void append(cli_table *t, const char *piece, size_t length)
{
    void *bytes = t->bytes;
    t->failed = t->failed || !vvi_grow(NULL, &bytes, &t->capacity, t->length + length, 1);
    if (t->failed)
        return;
    t->bytes = bytes;
    memcpy(t->bytes + t->length, piece, length);
    t->length += length;
}

void cli_table_text(cli_table *t, const char *piece) { append(t, piece, strlen(piece)); }

void cli_table_name(cli_table *t, const char *prefix, const char *name)
{
    const char *quote = strpbrk(name, ",\"") != NULL ? "\"" : "";
    cli_table_text(t, quote);
    cli_table_text(t, prefix);
    for (const char *c = name; *c; c++) {
        append(t, c, 1);
        if (*c == '"')
            append(t, c, 1);
    }
    cli_table_text(t, quote);
}

void cli_table_numbers(cli_table *t, size_t count, const float *values)
{
    for (size_t i = 0; i < count; i++) {
        char number[33] = ",";
        append(t, number, 1 + vvi_print_float(number + 1, values[i] + 0.0f));
    }
}

vv_result cli_table_write(const cli_table *t, const char *path, vv_error *error)
{
    return t->failed ? vvi_fail_memory(error, t->capacity) : cli_write(path, t->bytes, t->length, error);
}

void cli_table_release(cli_table *t)
{
    vvi_release(NULL, t->bytes, t->capacity, 1);
    *t = (cli_table){0};
}
