/* The tables of keys in docs/format.md. What stands around them is written by people; a subject whose table in
 * author/document does not exist yet has no marker, and its keys are still kept by hand. */
#include "generate.h"
#include "tables.h"

#include "author/base/path.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *decimal(double number, int places)
{
    static char text[32];
    snprintf(text, sizeof text, "%.*f", places, number);
    return text;
}

/* As in running text: a true minus, commas between thousands. */
static void print_figure(FILE *out, const vvi_schema_field *f, double number)
{
    char *text = NULL;
    size_t length = 0;
    FILE *plain = open_memstream(&text, &length);
    int places = 4;
    if (!plain)
        return;
    if (number != 0.0 && fabs(number) < 1e-4) { /* never as a power of ten */
        while ((float)strtod(decimal(number, places), NULL) != (float)number && places < 9)
            places++;
        fputs(decimal(number, places), plain);
    } else
        print_number(plain, f, number);
    fclose(plain);
    const char *digits = text + (*text == '-');
    size_t whole = strspn(digits, "0123456789");
    if (*text == '-')
        fputs("−", out);
    for (size_t i = 0; digits[i]; i++) {
        if (i > 0 && i < whole && (whole - i) % 3 == 0 && whole > 4)
            fputc(',', out);
        fputc(digits[i], out);
    }
    free(text);
}

static void print_range(FILE *out, const vvi_schema_field *f)
{
    print_figure(out, f, f->low);
    fputs(" … ", out);
    print_figure(out, f, f->high);
}

static void print_words(FILE *out, vvi_keys words, const char *last)
{
    for (size_t i = 0; words[i]; i++)
        fprintf(out, "%s`\"%s\"`", i == 0 ? "" : words[i + 1] ? ", " : last, words[i]);
}

static void print_article(FILE *out, const char *noun)
{
    fprintf(out, "%s %s", strchr("aeiou", *noun) ? "an" : "a", noun);
}

static void print_count(FILE *out, const vvi_schema_list *list)
{
    if (list->limit == UINT32_MAX) {
        fputs("any number", out);
        return;
    }
    if (list->least.count > 0)
        fprintf(out, "%u to ", list->least.count);
    else
        fputs("up to ", out);
    print_figure(out, &(vvi_schema_field){.kind = VVI_KIND_WHOLE}, list->limit);
}

static void print_reference(FILE *out, const vvi_schema_reference *reference)
{
    if (reference->noun > VVI_BEHAVIOUR) { /* of items inside other items */
        fputs("a name", out);
        return;
    }
    fputs("the name of ", out);
    print_article(out, vvi_noun_name(reference->noun));
}

/* A TypeScript type in words. */
static void print_type(FILE *out, const char *type)
{
    static const struct {
        const char *type, *words;
    } known[] = {
        {"number | null", "a number"},
        {"boolean | number", "true, false or a number"},
        {"string", "a name"},
        {"boolean", "true or false"},
        {"number | \"same\"", "0 … 1, or `\"same\"`"},
        {"number | \"nearest\"", "whole, 0 … 65,535, or `\"nearest\"`"},
        {"\"ground\" | \"half-plane\" | \"segments\" | \"polygon\"",
         "`\"ground\"`, `\"half-plane\"`, `\"segments\"` or `\"polygon\"`"},
        {"string | { readonly [gait: string]: number }", "a name, or 0.001 … 1 each"},
        {"number | readonly (readonly [number, number])[]", "0 … 100, or up to 1024 `[time, speed]`"},
        {"readonly (readonly [number, number])[]", "`[[x, y], …]`, up to 1024"},
        {"{ readonly [target: string]: readonly [number, number, number] | { readonly [key: string]: string | Context "
         "} }",
         "`[x, y, z]` or `{ \"of\", \"select\" }` each"},
        {"number", "a number"},
        {"readonly string[]", "a list of names"},
        {"readonly [number, number]", "two numbers"},
        {"readonly [string, string]", "two names"},
        {"readonly [readonly [number, number], readonly [number, number]]", "two points"},
        {"readonly (readonly [string, string])[]", "pairs of names"},
        {"readonly (readonly number[])[]", "lists of numbers"},
        {"readonly RecordedRegion[]", "regions"},
        {"readonly Behaviour[]", "behaviours"},
        {"Strengths", "strengths"},
        {"Material", "a material"},
        {"readonly MotionKey[]", "keys"},
        {"{ readonly [deform: string]: readonly MotionKey[] }", "keys by names"},
        {"\"auto\" | \"flat\" | number | readonly number[]", "`\"auto\"`, `\"flat\"`, or numbers like a value"}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strcmp(known[i].type, type) == 0) {
            fputs(known[i].words, out);
            return;
        }
    }
    for (; *type; type++)
        fprintf(out, *type == '|' ? "\\|" : "%c", *type);
}

static void print_path(FILE *out, const vvi_schema_endings *endings)
{
    fputs(endings ? "a path ending in " : "a path", out);
    for (size_t i = 0; endings && endings->endings[i]; i++)
        fprintf(out, "%s`%s`", i == 0 ? "" : endings->endings[i + 1] ? ", " : " or ", endings->endings[i]);
}

static void print_object(FILE *out, const vvi_schema_field *f)
{
    const char *name = table_of(f->of.object)->name;
    if (f->key && strcmp(name, f->key) == 0)
        fputs("see below", out);
    else
        print_article(out, name);
}

static void print_values(FILE *out, const table *t, const vvi_schema_field *f);

static void print_items(FILE *out, const table *t, const vvi_schema_field *f)
{
    const vvi_schema *object;
    const vvi_schema_field *plain = plain_item(f, &object);
    if (f->kind == VVI_KIND_DENSE) {
        fprintf(out, "an object by the names of %ss", vvi_noun_name(f->of.dense->names->noun));
        if (plain) {
            fputs(", ", out);
            print_values(out, t, plain);
            fputs(" each", out);
        }
        return;
    }
    if (f->kind == VVI_KIND_MAP)
        fputs("an object by names, ", out);
    print_count(out, f->of.list);
    if (plain && f->kind == VVI_KIND_LIST && (plain->kind == VVI_KIND_REFERENCE || plain->kind == VVI_KIND_NAME))
        fputs(" names", out);
    else if (plain) {
        fputs(": ", out);
        if (plain->documentation)
            fputs(plain->documentation, out);
        else
            print_values(out, t, plain);
    }
    if (f->of.list->unique)
        fputs(", none twice", out);
}

/* ", unlike other families'", "axes'", "clips'" */
static void print_others(FILE *out, const char *noun)
{
    static const struct {
        const char *singular, *plural;
    } endings[] = {{"is", "es"}, {"y", "ies"}, {"", "s"}};
    size_t i = 0;
    while (!vv_text_has_ending(noun, endings[i].singular))
        i++;
    fprintf(out, ", unlike other %.*s%s'", (int)(strlen(noun) - strlen(endings[i].singular)), noun, endings[i].plural);
}

static void print_values(FILE *out, const table *t, const vvi_schema_field *f)
{
    static const char *const vectors[] = {"", "", "`[x, y]`", "`[x, y, z]`", "`[x, y, z, w]`"};
    switch ((vvi_schema_kind)f->kind) {
    case VVI_KIND_FLAG:
    case VVI_KIND_TRISTATE:
        fputs("true or false", out);
        break;
    case VVI_KIND_WHOLE:
        fputs("whole, ", out);
        print_range(out, f);
        break;
    case VVI_KIND_NUMBER:
    case VVI_KIND_SECONDS:
        print_range(out, f);
        break;
    case VVI_KIND_ROW:
    case VVI_KIND_NUMBERS:
        print_range(out, f);
        fputs(" each", out);
        break;
    case VVI_KIND_VECTOR:
        if (f->documentation && strstr(f->documentation, "`[")) { /* which says what the numbers are */
            fputs("each ", out);
            print_range(out, &(vvi_schema_field){.kind = VVI_KIND_NUMBER, .low = -f->high, .high = f->high});
            break;
        }
        fputs(f->size <= 4 ? vectors[f->size] : "numbers", out);
        break;
    case VVI_KIND_COMPONENTS:
        fputs("as many numbers as there must be, in a list where they are several", out);
        break;
    case VVI_KIND_COLOUR:
        fputs("`#RRGGBB` or `#RRGGBBAA`", out);
        break;
    case VVI_KIND_NAME:
        fputs("a name", out);
        if (f == t->schema->fields && (t->schema->flags & VVI_SCHEMA_NOUN))
            print_others(out, t->schema->name);
        break;
    case VVI_KIND_LABEL:
        fputs("a name", out);
        break;
    case VVI_KIND_TEXT:
        fputs("a text of up to 255 bytes, no control characters", out);
        break;
    case VVI_KIND_PATH:
        print_path(out, f->of.endings);
        break;
    case VVI_KIND_WORD:
        print_words(out, f->of.words, " or ");
        break;
    case VVI_KIND_WORD_SET:
        fputs("a list of ", out);
        print_words(out, f->of.word_set->words, " and ");
        break;
    case VVI_KIND_BIT_SET:
        fputs("a list of whole numbers, 0 … 31", out);
        break;
    case VVI_KIND_REFERENCE:
        print_reference(out, f->of.reference);
        break;
    case VVI_KIND_REFERENCE_SET:
        fprintf(out, "a list of names of %ss", vvi_noun_name(f->of.reference->noun));
        break;
    case VVI_KIND_OBJECT:
        print_object(out, f);
        break;
    case VVI_KIND_LIST:
    case VVI_KIND_MAP:
    case VVI_KIND_DENSE:
    case VVI_KIND_ITEMS:
        print_items(out, t, f);
        break;
    case VVI_KIND_MATRIX:
        break;
    case VVI_KIND_CUSTOM:
        print_type(out, f->of.custom->type);
        break;
    case VVI_KIND_CHOICE:
        break;
    }
}

static void print_usual(FILE *out, const table *t, const vvi_schema_field *f)
{
    int length;
    const char *null = documentation_of(f, &length);
    const vvi_schema_choice *choice = choice_of(t->schema, f);
    if (choice) {
        fputs("one of ", out);
        for (vvi_keys key = choice->keys; *key; key++)
            fprintf(out, "%s`%s`", key == choice->keys ? "" : key[1] ? ", " : " and ", *key);
    } else if (is_required(t->schema, f))
        fputs("required", out);
    else if (f->presence == VVI_REQUIRED)
        fputs(f->kind == VVI_KIND_ROW ? "required where there are any" : "required there", out);
    else if (null)
        fputs(null, out);
    else if (is_nullable(t->schema, f) || f->kind == VVI_KIND_REFERENCE)
        fputs("none", out);
    else if (f->kind == VVI_KIND_NUMBER || f->kind == VVI_KIND_WHOLE || f->kind == VVI_KIND_FLAG ||
             f->kind == VVI_KIND_SECONDS)
        print_default(out, t, f);
    else if (f->kind == VVI_KIND_CUSTOM)
        fputs(strcmp(f->of.custom->type, "boolean") == 0                                  ? "false"
              : *f->of.custom->type == '{' || isupper((unsigned char)*f->of.custom->type) ? "`{}`"
              : strstr(f->of.custom->type, "[]")                                          ? "`[]`"
                                                                                          : "",
              out);
    else if (has_default(t, f)) {
        fputc('`', out);
        print_default(out, t, f);
        fputc('`', out);
    }
}

static const char *unit_words(const char *unit)
{
    static const char *const words[][2] = {
        {"Hz", "hertz"},    {"s", "seconds"},           {"m", "metres"},
        {"rad", "radians"}, {"m/s", "metres a second"}, {"rad/s", "radians a second"}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(words[i][0], unit) == 0)
            return words[i][1];
    }
    return unit;
}

/* The unit stands at the end of the first part: "until it is half as wide, seconds; 0: never". */
static void print_meaning(FILE *out, const vvi_schema_field *f, int length)
{
    const char *text = f->documentation ? f->documentation : "", *unit = unit_words(f->unit ? f->unit : "");
    const char *semicolon = *unit ? strstr(text, "; ") : NULL;
    int first = semicolon && semicolon - text < length ? (int)(semicolon - text) : length;
    fprintf(out, "| `%s` | %.*s%s%s%.*s%s| ", f->key, first, text, first > 0 && *unit ? ", " : "", unit, length - first,
            text + first, length > 0 || *unit ? " " : "");
}

static void print_table(FILE *out, const table *t)
{
    fputs("| key | meaning | values | default |\n| --- | --- | --- | --- |\n", out);
    for (uint32_t i = 0; i < t->schema->field_count; i++) {
        const vvi_schema_field *f = &t->schema->fields[i];
        int length;
        if (!f->key)
            continue;
        documentation_of(f, &length);
        print_meaning(out, f, length);
        print_values(out, t, f);
        fputs(" | ", out);
        print_usual(out, t, f);
        fputs(" |\n", out);
    }
}

/* Every table must have its place in format.md. */
static bool are_all_placed(const char *present)
{
    size_t count;
    const table *tables = gather_tables(&count);
    bool good = tables != NULL;
    for (size_t i = 1; good && i < count; i++) {
        char marker[160];
        snprintf(marker, sizeof marker, "<!-- keys of: %s -->\n", tables[i].name);
        if (!strstr(present, marker)) {
            fprintf(stderr, "generate: docs/format.md has no line <!-- keys of: %s -->\n", tables[i].name);
            good = false;
        }
    }
    return good;
}

bool generate_format(FILE *out, const char *present)
{
    static const char begin[] = "<!-- keys of: ";
    bool good = are_all_placed(present);
    while (*present) {
        const char *end = strchr(present, '\n');
        size_t length = end ? (size_t)(end - present) + 1 : strlen(present);
        fwrite(present, 1, length, out);
        bool marker = strncmp(present, begin, sizeof begin - 1) == 0;
        char name[96];
        snprintf(name, sizeof name, "%s", present + (marker ? sizeof begin - 1 : 0));
        present += length;
        if (!marker)
            continue;
        if (strstr(name, " -->"))
            *strstr(name, " -->") = '\0';
        const table *t = find_table(name);
        if (!t) {
            fprintf(stderr, "generate: docs/format.md asks for the keys of \"%s\", and there is no such table\n", name);
            return false;
        }
        print_table(out, t);
        while (*present == '|') /* the table as it was */
            present = strchr(present, '\n') ? strchr(present, '\n') + 1 : present + strlen(present);
    }
    return good;
}
