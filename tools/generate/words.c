/* fuzz/project.dict: keys and words of projects, which a fuzzer would not guess. What stands before the marker is
 * written by people. */
#include "generate.h"
#include "tables.h"

#include <string.h>

#define MOST_WORDS 4096
static const char *words[MOST_WORDS];
static size_t word_count;

static void add_word(const char *word)
{
    for (size_t i = 0; i < word_count; i++) {
        if (strcmp(words[i], word) == 0)
            return;
    }
    if (word_count < MOST_WORDS)
        words[word_count++] = word;
}

static void add_words(vvi_keys list)
{
    for (; *list; list++)
        add_word(*list);
}

static void add_fields(const vvi_schema *schema)
{
    for (uint32_t i = 0; i < schema->field_count; i++) {
        const vvi_schema_field *f = &schema->fields[i];
        if (f->key)
            add_word(f->key);
        if (f->kind == VVI_KIND_WORD)
            add_words(f->of.words);
        if (f->kind == VVI_KIND_WORD_SET)
            add_words(f->of.word_set->words);
    }
}

bool generate_words(FILE *out, const char *present)
{
    static const char marker[] = "# Made by tools/generate from author/document/table_*.c; do not edit what follows.\n";
    size_t count;
    const table *tables = gather_tables(&count);
    const char *end = strstr(present, marker);
    if (!tables)
        return false;
    fwrite(present, 1, end ? (size_t)(end - present) : strlen(present), out);
    fputs(marker, out);
    word_count = 0;
    for (size_t i = 0; i < count; i++)
        add_fields(tables[i].schema);
    for (size_t i = 0; i < word_count; i++)
        fprintf(out, "\"\\\"%s\\\"\"\n", words[i]);
    return true;
}
