/* Gathers the tables of a project and answers what the writers of documentation, types and schema have in common. It is
 * compiled together with the tables themselves, with their documentation; nothing of the engine is called, which is
 * compiled without. */
#include "tables.h"

#include <stdlib.h>
#include <string.h>

#define MOST_TABLES 256
static table tables[MOST_TABLES];
static size_t table_count;

/* Tables that the root does not reach yet, because what holds them has none. */
static const vvi_schema *const loose[] = {&vvi_actor_schema, &vvi_strengths_schema, &vvi_material_schema,
                                          &vvi_temper_schema};

static bool has_keys(const vvi_schema *schema)
{
    for (uint32_t i = 0; i < schema->field_count; i++) {
        if (schema->fields[i].key)
            return true;
    }
    return false;
}

const vvi_schema_field *plain_item(const vvi_schema_field *f, const vvi_schema **object)
{
    const vvi_schema *item = f->kind == VVI_KIND_DENSE ? f->of.dense->item : f->of.list->item;
    *object = NULL;
    if (item && has_keys(item))
        *object = item;
    if (!item || *object)
        return NULL;
    return &item->fields[f->kind == VVI_KIND_MAP ? 1 : item->field_count - 1];
}

const table *table_of(const vvi_schema *schema)
{
    for (size_t i = 0; i < table_count; i++) {
        if (tables[i].schema == (schema->some ? schema->some : schema))
            return &tables[i];
    }
    return NULL;
}

const table *find_table(const char *name)
{
    for (size_t i = 0; i < table_count; i++) {
        if (strcmp(tables[i].name, name) == 0)
            return &tables[i];
    }
    return NULL;
}

static const vvi_schema *inner_of(const vvi_schema_field *f)
{
    switch ((vvi_schema_kind)f->kind) {
    case VVI_KIND_OBJECT:
        return f->of.object->some ? NULL : f->of.object; /* some of it is a table of its own */
    case VVI_KIND_DENSE:
        return f->of.dense->item;
    case VVI_KIND_LIST:
    case VVI_KIND_MAP:
    case VVI_KIND_ITEMS:
        return f->of.list->item;
    default:
        return NULL;
    }
}

/* Tables of plain items are passed through. */
static void gather(const vvi_schema *schema, const table *owner)
{
    if (table_of(schema) || table_count == MOST_TABLES)
        return;
    if (has_keys(schema)) {
        table *t = &tables[table_count++];
        *t = (table){schema, schema->defaults, owner, ""};
        snprintf(t->name, sizeof t->name, "%s", schema->name);
        owner = t;
    }
    for (uint32_t i = 0; i < schema->field_count; i++) {
        if (inner_of(&schema->fields[i]))
            gather(inner_of(&schema->fields[i]), owner);
    }
}

/* Several tables of one name get that of their owner before it. */
static bool make_names_unique(void)
{
    bool good = true, doubled[MOST_TABLES] = {false};
    for (size_t i = 0; i < table_count; i++) {
        for (size_t j = 0; j < table_count; j++)
            doubled[i] = doubled[i] || (i != j && strcmp(tables[i].schema->name, tables[j].schema->name) == 0);
    }
    for (size_t i = 0; i < table_count; i++) {
        if (doubled[i] && tables[i].owner)
            snprintf(tables[i].name, sizeof tables[i].name, "%s %s", tables[i].owner->schema->name,
                     tables[i].schema->name);
    }
    for (size_t i = 0; i < table_count; i++) {
        if (find_table(tables[i].name) != &tables[i]) {
            fprintf(stderr, "generate: two tables are called \"%s\"; give one of them another name\n", tables[i].name);
            good = false;
        }
    }
    return good;
}

const table *gather_tables(size_t *count)
{
    if (table_count == 0) {
        gather(&vvi_project_schema, NULL);
        for (size_t i = 0; i < sizeof loose / sizeof *loose; i++)
            gather(loose[i], NULL);
        if (!make_names_unique())
            return NULL;
    }
    *count = table_count;
    return tables;
}

/* ---- Presence ---------------------------------------------------------------------------------------------------- */

const vvi_schema_choice *choice_of(const vvi_schema *schema, const vvi_schema_field *f)
{
    for (uint32_t i = 0; i < schema->field_count; i++) {
        if (schema->fields[i].kind != VVI_KIND_CHOICE)
            continue;
        for (vvi_keys key = schema->fields[i].of.choice->keys; *key; key++) {
            if (f->key && strcmp(*key, f->key) == 0)
                return schema->fields[i].of.choice;
        }
    }
    return NULL;
}

bool is_required(const vvi_schema *schema, const vvi_schema_field *f)
{
    bool always = f->only == 0 && f->kind != VVI_KIND_ROW; /* whatever the tag is, and where a row has no numbers */
    return f->presence == VVI_REQUIRED && always && !choice_of(schema, f);
}

bool is_nullable(const vvi_schema *schema, const vvi_schema_field *f)
{
    return f->presence == VVI_NULLABLE || f->presence == VVI_FLAGGED || f->presence == VVI_UNLESS ||
           f->presence == VVI_TAGGED ||
           (f->given && f->presence != VVI_DEPENDENT && !choice_of(schema, f) &&
            !(schema->flags & VVI_SCHEMA_GIVEN_BITS));
}

const char *documentation_of(const vvi_schema_field *f, int *length)
{
    const char *text = f->documentation ? f->documentation : "", *null = strstr(text, "null: ");
    size_t before = null ? (size_t)(null - text) : strlen(text);
    while (before > 0 && (text[before - 1] == ' ' || text[before - 1] == ';'))
        before--;
    *length = (int)before;
    return null ? null + strlen("null: ") : NULL;
}

/* ---- Values ------------------------------------------------------------------------------------------------------ */

static float float_at(const char *at)
{
    float number;
    memcpy(&number, at, sizeof number);
    return number;
}

static uint32_t word_at(const char *at, size_t size)
{
    uint32_t word = 0;
    memcpy(&word, at, size < sizeof word ? size : sizeof word);
    return word;
}

void print_number(FILE *out, const vvi_schema_field *f, double number)
{
    char text[64];
    if (f->kind == VVI_KIND_WHOLE) {
        fprintf(out, "%.0f", number);
        return;
    }
    for (int digits = 1; digits <= 9; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, number);
        if (strtof(text, NULL) == (float)number)
            break;
    }
    if (strchr(text, 'e') && (double)(int64_t)number == number)
        snprintf(text, sizeof text, "%.0f", number);
    for (int decimals = 5; strchr(text, 'e') && decimals <= 12; decimals++) {
        char plain[64];
        snprintf(plain, sizeof plain, "%.*f", decimals, number);
        if (strtof(plain, NULL) == (float)number)
            memcpy(text, plain, sizeof text);
    }
    fputs(strcmp(text, "-0") == 0 ? "0" : text, out);
}

void print_string(FILE *out, const char *text, int length)
{
    fputc('"', out);
    for (int i = 0; i < length; i++) {
        if (text[i] == '"' || text[i] == '\\')
            fputc('\\', out);
        fputc(text[i], out);
    }
    fputc('"', out);
}

/* Structs of its tag have it always, others never. */
bool is_of_a_tag(const vvi_schema_field *f) { return (f->flags & VVI_ABSENT) && f->presence == VVI_ALWAYS; }

bool has_default(const table *t, const vvi_schema_field *f)
{
    if (!f->key || choice_of(t->schema, f) || f->presence == VVI_REQUIRED || is_of_a_tag(f))
        return false;
    return f->kind != VVI_KIND_REFERENCE && f->kind != VVI_KIND_CUSTOM && f->kind != VVI_KIND_COMPONENTS;
}

static void print_word_set(FILE *out, const vvi_schema_field *f, const char *at)
{
    const char *comma = "";
    fputc('[', out);
    for (uint32_t i = 0; f->of.word_set->words[i]; i++) {
        if (f->size ? at[i] != 0 : (word_at(at, 4) >> i & 1u) != 0) {
            fprintf(out, "%s\"%s\"", comma, f->of.word_set->words[i]);
            comma = ", ";
        }
    }
    fputc(']', out);
}

static void print_value(FILE *out, const vvi_schema_field *f, const char *at)
{
    double seconds;
    switch ((vvi_schema_kind)f->kind) {
    case VVI_KIND_FLAG:
        fputs(*at ? "true" : "false", out);
        break;
    case VVI_KIND_WHOLE:
        fprintf(out, "%u", word_at(at, 4));
        break;
    case VVI_KIND_NUMBER:
        print_number(out, f, (double)float_at(at));
        break;
    case VVI_KIND_SECONDS:
        memcpy(&seconds, at, sizeof seconds);
        print_number(out, f, seconds);
        break;
    case VVI_KIND_VECTOR:
        for (uint32_t i = 0; i < f->size; i++) {
            fputs(i ? ", " : "[", out);
            print_number(out, f, (double)float_at(at + 4 * i));
        }
        fputc(']', out);
        break;
    case VVI_KIND_COLOUR:
        fprintf(out, "\"#%02X%02X%02X\"", (uint8_t)at[0], (uint8_t)at[1], (uint8_t)at[2]);
        break;
    case VVI_KIND_NAME:
    case VVI_KIND_LABEL:
    case VVI_KIND_TEXT:
        print_string(out, at, (int)strlen(at));
        break;
    case VVI_KIND_WORD:
        print_string(out, f->of.words[(int32_t)word_at(at, f->size) - f->first],
                     (int)strlen(f->of.words[(int32_t)word_at(at, f->size) - f->first]));
        break;
    case VVI_KIND_WORD_SET:
        print_word_set(out, f, at);
        break;
    case VVI_KIND_OBJECT:
    case VVI_KIND_MAP:
    case VVI_KIND_DENSE:
        fputs("{}", out);
        break;
    default:
        fputs("[]", out);
    }
}

void print_default(FILE *out, const table *t, const vvi_schema_field *f)
{
    static const char zero[1024];
    if (is_nullable(t->schema, f) || f->kind == VVI_KIND_BIT_SET || f->kind == VVI_KIND_PATH ||
        (f->kind == VVI_KIND_NUMBERS && (f->flags & VVI_POINTER)))
        fputs("null", out);
    else
        print_value(out, f, t->defaults ? t->defaults + f->offset : zero);
}

void print_type_name(FILE *out, const char *name, bool upper)
{
    for (; *name; name++) {
        if (*name == ' ' || *name == '-' || *name == '_')
            upper = true;
        else {
            fputc(upper && *name >= 'a' && *name <= 'z' ? *name - 'a' + 'A' : *name, out);
            upper = false;
        }
    }
}

bool is_first_of_key(const vvi_schema *schema, const vvi_schema_field *f)
{
    const vvi_schema_field *first = schema->fields;
    while (!first->key || strcmp(first->key, f->key) != 0)
        first++;
    return first == f;
}

const vvi_schema_field *next_of_key(const vvi_schema *schema, const vvi_schema_field *f)
{
    for (const vvi_schema_field *next = f + 1; next < schema->fields + schema->field_count; next++) {
        if (next->key && strcmp(next->key, f->key) == 0)
            return next;
    }
    return NULL;
}
