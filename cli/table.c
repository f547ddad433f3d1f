/* A table as text: CSV of RFC 4180. */
#include "cli/table.h"

#include "runtime/base/base.h"

#include <string.h>

static bool put(cli_table *t, const char *piece, size_t length)
{
    void *bytes = t->bytes;
    if (!vvi_grow(NULL, &bytes, &t->capacity, t->length + length, 1))
        return false;
    t->bytes = bytes;
    memcpy(t->bytes + t->length, piece, length);
    t->length += length;
    return true;
}

bool cli_table_text(cli_table *t, const char *piece) { return put(t, piece, strlen(piece)); }

/* RFC 4180: quoted where a comma or a quote is inside. */
bool cli_table_name(cli_table *t, const char *prefix, const char *name)
{
    bool quoted = strpbrk(name, ",\"") != NULL;
    bool good = cli_table_text(t, quoted ? "\"" : "") && cli_table_text(t, prefix);
    for (const char *c = name; good && *c; c++)
        good = put(t, c, 1) && (*c != '"' || put(t, c, 1));
    return good && cli_table_text(t, quoted ? "\"" : "");
}

bool cli_table_number(cli_table *t, float value)
{
    char number[32] = ",";
    size_t length = vvi_print_float(number + 1, value + 0.0f);
    return put(t, number, length + 1);
}

void cli_table_release(cli_table *t)
{
    vvi_release(NULL, t->bytes, t->capacity, 1);
    *t = (cli_table){0};
}
