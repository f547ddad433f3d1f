/* generate ROOT writes every generated file that is not current. generate --check ROOT changes nothing, names those
 * files and fails if there are any. The files are committed: readers, editors and `tsc` find them without building
 * anything. */
#include "generate.h"

#include <stdlib.h>
#include <string.h>

typedef struct output {
    const char *path; /* from the root of the repository */
    bool (*write)(FILE *out, const char *present);
} output;

static const output outputs[] = {
    {"studio/page/src/core/layout.ts", generate_layout_ts}, {"studio/core/layout_check.h", generate_layout_check},
    {"studio/page/src/core/schema.ts", generate_types},     {"docs/format.md", generate_format},
    {"docs/project.schema.json", generate_json_schema},     {"fuzz/project.dict", generate_words},
    {"studio/page/src/core/films.ts", generate_films_ts},   {"docs/rendering.md", generate_rendering},
};

/* The whole file with a zero after it, or NULL if there is none. */
static char *read_text(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    *length = 0;
    if (!file)
        return NULL;
    FILE *copy = open_memstream(&text, length);
    char block[4096];
    for (size_t got; copy && (got = fread(block, 1, sizeof block, file)) > 0;)
        fwrite(block, 1, got, copy);
    if (copy)
        fclose(copy);
    fclose(file);
    return text;
}

static bool write_text(const char *path, const char *text, size_t length)
{
    FILE *file = fopen(path, "wb");
    bool good = file && fwrite(text, 1, length, file) == length;
    if (file && fclose(file) != 0)
        good = false;
    if (!good)
        fprintf(stderr, "generate: %s cannot be written\n", path);
    return good;
}

/* False if the file could not be made, or is not current and may not be written. */
static bool bring_up_to_date(const char *root, const output *o, bool check)
{
    char path[4096], *made = NULL;
    size_t made_length = 0, length;
    snprintf(path, sizeof path, "%s/%s", root, o->path);
    FILE *out = open_memstream(&made, &made_length);
    char *present = read_text(path, &length);
    bool good = out && o->write(out, present ? present : "");
    if (out)
        fclose(out);
    bool current = good && present && length == made_length && memcmp(present, made, length) == 0;
    if (good && !current && check)
        fprintf(stderr, "generate: %s is not current; build the target `generated` and commit what it writes\n",
                o->path);
    if (good && !current && !check && (good = write_text(path, made, made_length)))
        printf("%s\n", o->path);
    free(present);
    free(made);
    return good && (current || !check);
}

int main(int argc, char **argv)
{
    bool check = argc == 3 && strcmp(argv[1], "--check") == 0, good = true;
    if (argc != 2 && !check) {
        fprintf(stderr, "usage: generate [--check] ROOT\n");
        return 2;
    }
    for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++)
        good = bring_up_to_date(argv[argc - 1], &outputs[i], check) && good;
    return good ? 0 : 1;
}
