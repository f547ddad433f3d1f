/* studio/page/src/core/schema.ts: what the page knows of a project. Types are those of a whole project, as
 * vv_project_write_whole writes it: every key is there, and null is what is not given. Numbers come with their ranges,
 * units and defaults, so that the page has none of its own. */
#include "generate.h"
#include "tables.h"

#include <stdlib.h>
#include <string.h>

static void print_words(FILE *out, vvi_keys words)
{
    for (vvi_keys word = words; *word; word++)
        fprintf(out, "%s\"%s\"", word == words ? "" : " | ", *word);
}

static void print_type(FILE *out, const vvi_schema_field *f);

static void print_item(FILE *out, const vvi_schema_field *f)
{
    const vvi_schema *object;
    const vvi_schema_field *plain = plain_item(f, &object);
    if (object)
        print_type_name(out, table_of(object)->name, true);
    else if (plain)
        print_type(out, plain);
    else
        fputs("unknown", out);
}

static void print_list(FILE *out, const vvi_schema_field *f)
{
    const vvi_schema *object;
    plain_item(f, &object);
    fputs(object ? "readonly " : "readonly (", out);
    print_item(out, f);
    fputs(object ? "[]" : ")[]", out);
}

static void print_type(FILE *out, const vvi_schema_field *f)
{
    switch ((vvi_schema_kind)f->kind) {
    case VVI_KIND_FLAG:
    case VVI_KIND_TRISTATE:
        fputs("boolean", out);
        break;
    case VVI_KIND_WHOLE:
    case VVI_KIND_NUMBER:
    case VVI_KIND_SECONDS:
        fputs("number", out);
        break;
    case VVI_KIND_VECTOR:
        fputs("readonly [", out);
        for (uint32_t i = 0; i < f->size; i++)
            fputs(i ? ", number" : "number", out);
        fputc(']', out);
        break;
    case VVI_KIND_COMPONENTS:
        fputs(f->size == 2 ? "number | readonly [number, number]" : "number | readonly number[]", out);
        break;
    case VVI_KIND_COLOUR:
    case VVI_KIND_NAME:
    case VVI_KIND_LABEL:
    case VVI_KIND_TEXT:
    case VVI_KIND_PATH:
    case VVI_KIND_REFERENCE:
        fputs("string", out);
        break;
    case VVI_KIND_WORD:
        print_words(out, f->of.words);
        break;
    case VVI_KIND_WORD_SET:
        fputs("readonly (", out);
        print_words(out, f->of.word_set->words);
        fputs(")[]", out);
        break;
    case VVI_KIND_BIT_SET:
    case VVI_KIND_NUMBERS:
    case VVI_KIND_ROW:
        fputs("readonly number[]", out);
        break;
    case VVI_KIND_REFERENCE_SET:
        fputs("readonly string[]", out);
        break;
    case VVI_KIND_OBJECT:
        print_type_name(out, table_of(f->of.object)->name, true);
        break;
    case VVI_KIND_LIST:
    case VVI_KIND_ITEMS:
        print_list(out, f);
        break;
    case VVI_KIND_MAP:
    case VVI_KIND_DENSE:
        fputs("Readonly<Record<string, ", out);
        print_item(out, f);
        fputs(">>", out);
        break;
    case VVI_KIND_CUSTOM:
        fputs(f->of.custom->type, out);
        break;
    case VVI_KIND_CHOICE:
    case VVI_KIND_MATRIX:
        break;
    }
}

/* Whether keys of other tags are not there at all. */
static bool is_absent_elsewhere(const vvi_schema *schema, const vvi_schema_field *f)
{
    return (f->flags & VVI_ABSENT) || (schema->flags & VVI_SCHEMA_VARIANT);
}

/* Whether a whole project has null here: nothing is given, or this struct is of another tag. */
static bool may_be_null(const table *t, const vvi_schema_field *f)
{
    return f->presence == VVI_DEPENDENT || (is_nullable(t->schema, f) && f->presence != VVI_OPTIONAL) ||
           (f->kind == VVI_KIND_NUMBERS && (f->flags & VVI_POINTER)) || (f->flags & VVI_NULLED) ||
           (choice_of(t->schema, f) && !is_absent_elsewhere(t->schema, f));
}

/* The choice that decides which keys are there at all; NULL: all of them always are. */
static const vvi_schema_field *deciding_choice(const vvi_schema *schema)
{
    const vvi_schema_field *choice = NULL;
    bool decides = false;
    if (schema->flags & VVI_SCHEMA_VARIANT)
        return &schema->fields[0];
    for (uint32_t i = 0; i < schema->field_count; i++) {
        const vvi_schema_field *f = &schema->fields[i];
        choice = f->kind == VVI_KIND_CHOICE ? f : choice;
        decides =
            decides || (f->flags & VVI_ABSENT) || (f->given && f->presence == VVI_OPTIONAL && choice_of(schema, f));
    }
    return decides ? choice : NULL;
}

/* Whether a key is there where the choice fell on this one of its keys. */
static bool is_there(const table *t, const vvi_schema_field *f, const vvi_schema_field *choice, int chosen)
{
    if (choice && choice_of(t->schema, f) == choice->of.choice)
        return strcmp(f->key, choice->of.choice->keys[chosen]) == 0;
    return !choice || !f->only || (f->only >> (choice->first + chosen) & 1);
}

static void print_member(FILE *out, const table *t, const vvi_schema_field *f, bool absent,
                         const vvi_schema_field *choice)
{
    fprintf(out, "  readonly %s%s: ", f->key, absent ? "?" : "");
    print_type(out, f);
    for (const vvi_schema_field *next = next_of_key(t->schema, f); next && !choice;
         next = next_of_key(t->schema, next)) {
        fputs(" | ", out);
        print_type(out, next);
    }
    fputs(!(choice && choice_of(t->schema, f)) && may_be_null(t, f) ? " | null;" : ";", out);
}

enum { COLUMNS = 120 };

/* How many columns a text takes: UTF-8 without the bytes that continue a letter. */
static uint32_t columns_of(const char *text, size_t bytes)
{
    uint32_t columns = 0;
    for (size_t i = 0; i < bytes; i++)
        columns += ((unsigned char)text[i] & 0xC0) != 0x80;
    return columns;
}

/* A comment in lines of its own. */
static void print_wrapped(FILE *out, const char *text)
{
    uint32_t column = 0;
    while (*text) {
        size_t bytes = strcspn(text, " ");
        uint32_t columns = columns_of(text, bytes);
        bool begins = column == 0 || column + 1 + columns > COLUMNS;
        fputs(begins ? column ? "\n  // " : "  // " : " ", out);
        column = (begins ? 5 : column + 1) + columns;
        fwrite(text, 1, bytes, out);
        text += bytes + (text[bytes] == ' ');
    }
    fputc('\n', out);
}

/* The member, and what is said of it behind it or, where that is too long, before it. */
static void print_documented(FILE *out, const char *member, const vvi_schema_field *f)
{
    char comment[1024];
    const char *text = f->documentation ? f->documentation : "", *unit = f->unit ? f->unit : "";
    snprintf(comment, sizeof comment, "%s%s%s", text, *text && *unit ? ", " : "", unit);
    bool fits = columns_of(member, strlen(member)) + 4 + columns_of(comment, strlen(comment)) <= COLUMNS;
    if (*comment && !fits)
        print_wrapped(out, comment);
    fprintf(out, *comment && fits ? "%s // %s\n" : "%s\n", member, comment);
}

static void print_members(FILE *out, const table *t, const vvi_schema_field *choice, int chosen)
{
    bool some = (t->schema->flags & (VVI_SCHEMA_GIVEN_BITS | VVI_SCHEMA_BRIEF)) != 0; /* not given: not there */
    for (uint32_t i = 0; i < t->schema->field_count; i++) {
        const vvi_schema_field *f = &t->schema->fields[i];
        if (!f->key || !is_there(t, f, choice, chosen) || (!choice && !is_first_of_key(t->schema, f)))
            continue;
        bool own = choice && choice_of(t->schema, f);
        bool absent =
            ((some || (f->given && !own)) && f->presence == VVI_OPTIONAL) || (!choice && (f->flags & VVI_ABSENT));
        char *member = NULL;
        size_t length;
        FILE *buffer = open_memstream(&member, &length);
        print_member(buffer, t, f, absent, choice);
        fclose(buffer);
        print_documented(out, member, f);
        free(member);
    }
}

/* An alias, which may stand for a record of its keys where an interface may not. */
static void print_alias(FILE *out, const table *t)
{
    const vvi_schema_field *choice = deciding_choice(t->schema);
    fputs("\nexport type ", out);
    print_type_name(out, t->name, true);
    fputs(" =", out);
    for (int i = 0; i == 0 || (choice && choice->of.choice->keys[i]); i++) {
        fputs(i ? " | {\n" : " {\n", out);
        print_members(out, t, choice, i);
        fputs("}", out);
    }
    fputs(";\n", out);
}

static bool is_number(const vvi_schema_field *f)
{
    return f->key && (f->kind == VVI_KIND_NUMBER || f->kind == VVI_KIND_WHOLE || f->kind == VVI_KIND_SECONDS);
}

/* low and high are the file's bounds, min and max those of a slider. */
static void print_range(FILE *out, const table *t, const vvi_schema_field *f)
{
    bool soft = f->soft_low < f->soft_high;
    fprintf(out, "  %s: { low: ", f->key);
    print_number(out, f, f->low);
    fputs(", high: ", out);
    print_number(out, f, f->high);
    fputs(", min: ", out);
    print_number(out, f, soft ? f->soft_low : f->low);
    fputs(", max: ", out);
    print_number(out, f, soft ? f->soft_high : f->high);
    if (has_default(t, f) && !is_nullable(t->schema, f)) {
        fputs(", default: ", out);
        print_default(out, t, f);
    }
    if (f->unit && *f->unit)
        fprintf(out, ", unit: \"%s\"", f->unit);
    fputs(f->logarithmic ? ", log: true },\n" : " },\n", out);
}

static void print_ranges(FILE *out, const table *t)
{
    bool any = false;
    for (uint32_t i = 0; i < t->schema->field_count; i++)
        any = any || is_number(&t->schema->fields[i]);
    if (!any)
        return;
    fputs("export const ", out);
    print_type_name(out, t->name, false);
    fputs("Ranges = {\n", out);
    for (uint32_t i = 0; i < t->schema->field_count; i++) {
        if (is_number(&t->schema->fields[i]) && is_first_of_key(t->schema, &t->schema->fields[i]))
            print_range(out, t, &t->schema->fields[i]);
    }
    fputs("} as const;\n", out);
}

/* Of structs that are complete without anything given. */
static void print_defaults(FILE *out, const table *t)
{
    for (uint32_t i = 0; i < t->schema->field_count; i++) {
        const vvi_schema_field *f = &t->schema->fields[i];
        if (f->key && (!has_default(t, f) || f->kind == VVI_KIND_OBJECT || (f->flags & VVI_ABSENT)) &&
            !is_nullable(t->schema, f))
            return;
    }
    fputs("export const ", out);
    print_type_name(out, t->name, false);
    fputs("Defaults: ", out);
    print_type_name(out, t->name, true);
    fputs(" = {", out);
    const char *comma = " ";
    for (uint32_t i = 0; i < t->schema->field_count; i++) {
        const vvi_schema_field *f = &t->schema->fields[i];
        if (!f->key)
            continue;
        fprintf(out, "%s%s: ", comma, f->key);
        print_default(out, t, f);
        comma = ", ";
    }
    fputs(" };\n", out);
}

bool generate_types(FILE *out, const char *present)
{
    size_t count;
    const table *tables = gather_tables(&count);
    (void)present;
    if (!tables)
        return false;
    fputs("// What a project holds, as the core tells it whole: every key is there, null is what is not given. Made by "
          "tools/generate from\n"
          "// author/document/table_*.c: build the target `generated`, do not edit. docs/format.md explains it.\n\n"
          "// Of a number: the bounds of the file, those of a slider, its default and its unit.\n"
          "export interface NumberRange {\n  readonly low: number;\n  readonly high: number;\n  readonly min: number;\n"
          "  readonly max: number;\n  readonly default?: number;\n  readonly unit?: string;\n  readonly log?: "
          "boolean;\n}\n",
          out);
    for (size_t i = 1; i < count; i++) {
        print_alias(out, &tables[i]);
        print_ranges(out, &tables[i]);
        print_defaults(out, &tables[i]);
    }
    return true;
}
