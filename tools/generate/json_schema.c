/* docs/project.schema.json: a JSON Schema (2020-12) of project.json, with which an editor completes and checks it. It
 * says of every key its type, range and default; rules between keys and names that must exist are left to `verve
 * check`. Items that have no table yet are any objects with a name. */
#include "generate.h"
#include "tables.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- Types of TypeScript ----------------------------------------------------------------------------------------- */

static const char *skip(const char *type, const char *word)
{
    while (*type == ' ')
        type++;
    size_t length = strlen(word);
    return strncmp(type, word, length) == 0 ? type + length : NULL;
}

static const char *print_union(FILE *out, const char *type);

/* A type in parentheses, or a list of such; `type` begins behind the first. */
static const char *print_enclosed(FILE *out, const char *type)
{
    char *one = NULL;
    size_t length = 0;
    FILE *inner = open_memstream(&one, &length);
    const char *end = print_union(inner, type);
    fclose(inner);
    end = end ? skip(end, ")") : NULL;
    bool list = end && strncmp(end, "[]", 2) == 0;
    fprintf(out, list ? "{ \"type\": \"array\", \"items\": %s }" : "%s", one);
    free(one);
    return list ? end + 2 : end;
}

/* One type that is no union; returns what follows it, NULL where it is not understood. */
static const char *print_single(FILE *out, const char *type)
{
    static const char *const plain[][2] = {{"number", "{ \"type\": \"number\" }"},
                                           {"boolean", "{ \"type\": \"boolean\" }"},
                                           {"string", "{ \"type\": \"string\" }"},
                                           {"null", "{ \"type\": \"null\" }"}};
    const char *rest = skip(type, "readonly ");
    type = rest ? rest : type;
    if ((rest = skip(type, "(")))
        return print_enclosed(out, rest);
    if ((rest = skip(type, "["))) { /* a tuple */
        fputs("{ \"type\": \"array\", \"prefixItems\": [", out);
        int count = 1;
        for (; (rest = print_union(out, rest)) && *rest == ','; rest++, count++)
            fputs(", ", out);
        fprintf(out, "], \"items\": false, \"minItems\": %d }", count);
        return rest ? skip(rest, "]") : NULL;
    }
    if ((rest = skip(type, "{ readonly ["))) { /* a map */
        fputs("{ \"type\": \"object\", \"additionalProperties\": ", out);
        rest = strstr(rest, "]: ");
        rest = rest ? print_union(out, rest + 3) : NULL;
        fputs(" }", out);
        return rest ? skip(rest, "}") : NULL;
    }
    char *one = NULL;
    size_t length = 0;
    FILE *single = open_memstream(&one, &length);
    const char *end = NULL;
    while (*type == ' ')
        type++;
    if (*type == '"') {
        end = strchr(type + 1, '"') + 1;
        fprintf(single, "{ \"const\": %.*s }", (int)(end - type), type);
    }
    for (size_t i = 0; !end && i < sizeof plain / sizeof *plain; i++) {
        if ((end = skip(type, plain[i][0])))
            fputs(plain[i][1], single);
    }
    if (!end && isupper((unsigned char)*type)) { /* the name of a table */
        end = type;
        while (isalnum((unsigned char)*end))
            end++;
        fprintf(single, "{ \"$ref\": \"#/$defs/%.*s\" }", (int)(end - type), type);
    }
    fclose(single);
    bool list = end && strncmp(end, "[]", 2) == 0;
    fprintf(out, list ? "{ \"type\": \"array\", \"items\": %s }" : "%s", one);
    free(one);
    return list ? end + 2 : end;
}

static const char *print_union(FILE *out, const char *type)
{
    fputs("{ \"anyOf\": [", out);
    for (const char *comma = "";; comma = ", ") {
        fputs(comma, out);
        type = print_single(out, type);
        const char *more = type ? skip(type, "|") : NULL;
        if (!more)
            break;
        type = more;
    }
    fputs("] }", out);
    return type;
}

/* ---- Fields ------------------------------------------------------------------------------------------------------ */

static void print_words(FILE *out, vvi_keys words)
{
    fputs("{ \"enum\": [", out);
    for (vvi_keys word = words; *word; word++)
        fprintf(out, "%s\"%s\"", word == words ? "" : ", ", *word);
    fputs("] }", out);
}

static void print_range(FILE *out, const vvi_schema_field *f, const char *type)
{
    fprintf(out, "{ \"type\": \"%s\", \"minimum\": ", type);
    print_number(out, f, f->low);
    fputs(", \"maximum\": ", out);
    print_number(out, f, f->high);
    fputs(" }", out);
}

static bool print_field_type(FILE *out, const vvi_schema_field *f);

static void print_reference_to(FILE *out, const vvi_schema *schema)
{
    fputs("{ \"$ref\": \"#/$defs/", out);
    print_type_name(out, table_of(schema)->name, true);
    fputs("\" }", out);
}

static bool print_item_type(FILE *out, const vvi_schema_field *f)
{
    const vvi_schema *object;
    const vvi_schema_field *plain = plain_item(f, &object);
    if (object)
        print_reference_to(out, object);
    else if (plain)
        return print_field_type(out, plain);
    else
        fputs("{ \"type\": \"object\", \"required\": [\"name\"] }", out);
    return true;
}

static bool print_list_type(FILE *out, const vvi_schema_field *f)
{
    const vvi_schema_list *list = f->of.list;
    fputs("{ \"type\": \"array\", \"items\": ", out);
    bool good = print_item_type(out, f);
    if (list->least.count > 0 && !list->least.or_none)
        fprintf(out, ", \"minItems\": %u", list->least.count);
    fprintf(out, ", \"maxItems\": %u }", list->limit);
    return good;
}

static bool print_map_type(FILE *out, const vvi_schema_field *f)
{
    fputs("{ \"type\": \"object\", \"additionalProperties\": ", out);
    bool good = print_item_type(out, f);
    if (f->kind == VVI_KIND_MAP)
        fprintf(out, ", \"maxProperties\": %u", f->of.list->limit);
    fputs(" }", out);
    return good;
}

static bool print_custom_type(FILE *out, const vvi_schema_field *f)
{
    const char *rest = f->of.custom->type ? print_union(out, f->of.custom->type) : NULL;
    if (!rest || *rest)
        fprintf(stderr, "generate: the type \"%s\" of the key \"%s\" is not understood\n",
                f->of.custom->type ? f->of.custom->type : "", f->key ? f->key : "");
    return rest && !*rest;
}

static bool print_field_type(FILE *out, const vvi_schema_field *f)
{
    switch ((vvi_schema_kind)f->kind) {
    case VVI_KIND_FLAG:
    case VVI_KIND_TRISTATE:
        fputs("{ \"type\": \"boolean\" }", out);
        break;
    case VVI_KIND_WHOLE:
        print_range(out, f, "integer");
        break;
    case VVI_KIND_NUMBER:
    case VVI_KIND_SECONDS:
        print_range(out, f, "number");
        break;
    case VVI_KIND_ROW:
        fputs("{ \"type\": \"array\", \"items\": { \"type\": \"number\" } }", out);
        break;
    case VVI_KIND_NUMBERS:
        fputs("{ \"type\": \"array\", \"items\": ", out);
        print_range(out, f, "number");
        fputs(" }", out);
        break;
    case VVI_KIND_VECTOR:
        fprintf(out, "{ \"type\": \"array\", \"items\": { \"type\": \"number\" }, \"minItems\": %u, \"maxItems\": %u }",
                f->size, f->size);
        break;
    case VVI_KIND_COMPONENTS:
        fputs("{ \"type\": [\"number\", \"array\"], \"items\": { \"type\": \"number\" } }", out);
        break;
    case VVI_KIND_COLOUR:
        fputs("{ \"type\": \"string\", \"pattern\": \"^#([0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$\" }", out);
        break;
    case VVI_KIND_TEXT:
        fputs("{ \"type\": \"string\", \"maxLength\": 255 }", out);
        break;
    case VVI_KIND_NAME:
    case VVI_KIND_LABEL:
        fprintf(out, "{ \"type\": \"string\", \"minLength\": 1, \"maxLength\": %u }", f->size - 1u);
        break;
    case VVI_KIND_PATH:
    case VVI_KIND_REFERENCE:
        fputs("{ \"type\": \"string\", \"minLength\": 1 }", out);
        break;
    case VVI_KIND_WORD:
        print_words(out, f->of.words);
        break;
    case VVI_KIND_WORD_SET:
        fputs("{ \"type\": \"array\", \"items\": ", out);
        print_words(out, f->of.word_set->words);
        fputs(" }", out);
        break;
    case VVI_KIND_BIT_SET:
        fputs("{ \"type\": \"array\", \"items\": { \"type\": \"integer\", \"minimum\": 0, \"maximum\": 31 } }", out);
        break;
    case VVI_KIND_REFERENCE_SET:
        fputs("{ \"type\": \"array\", \"items\": { \"type\": \"string\" } }", out);
        break;
    case VVI_KIND_OBJECT:
        print_reference_to(out, f->of.object);
        break;
    case VVI_KIND_LIST:
    case VVI_KIND_ITEMS:
        return print_list_type(out, f);
    case VVI_KIND_MAP:
    case VVI_KIND_DENSE:
        return print_map_type(out, f);
    case VVI_KIND_CUSTOM:
        return print_custom_type(out, f);
    case VVI_KIND_CHOICE:
    case VVI_KIND_MATRIX:
        break;
    }
    return true;
}

/* ---- Objects ----------------------------------------------------------------------------------------------------- */

static bool print_property(FILE *out, const table *t, const vvi_schema_field *f, const char *indent)
{
    bool optional = !is_required(t->schema, f);
    fprintf(out, "%s\"%s\": { ", indent, f->key);
    if (f->documentation && *f->documentation) {
        fputs("\"description\": ", out);
        print_string(out, f->documentation, (int)strlen(f->documentation));
        fputs(", ", out);
    }
    if (has_default(t, f)) {
        fputs("\"default\": ", out);
        print_default(out, t, f);
        fputs(", ", out);
    }
    fputs("\"anyOf\": [", out);
    bool good = print_field_type(out, f);
    for (const vvi_schema_field *next = next_of_key(t->schema, f); next; next = next_of_key(t->schema, next)) {
        fputs(", ", out);
        good = print_field_type(out, next) && good;
    }
    fputs(optional ? ", { \"type\": \"null\" }] }" : "] }", out); /* null: as if it were not there */
    return good;
}

static bool print_properties(FILE *out, const table *t, const char *indent)
{
    const char *comma = "";
    bool good = true;
    for (uint32_t i = 0; i < t->schema->field_count; i++) {
        if (!t->schema->fields[i].key || !is_first_of_key(t->schema, &t->schema->fields[i]))
            continue;
        fputs(comma, out);
        good = print_property(out, t, &t->schema->fields[i], indent) && good;
        comma = ",\n";
    }
    return good;
}

static void print_required(FILE *out, const table *t, const char *first)
{
    fprintf(out, "\"required\": [%s", first);
    const char *comma = *first ? ", " : "";
    for (uint32_t i = 0; i < t->schema->field_count; i++) {
        const vvi_schema_field *f = &t->schema->fields[i];
        if (f->key && is_required(t->schema, f)) {
            fprintf(out, "%s\"%s\"", comma, f->key);
            comma = ", ";
        }
    }
    fputs("],\n", out);
}

static bool print_definition(FILE *out, const table *t)
{
    fputs("    \"", out);
    print_type_name(out, t->name, true);
    fprintf(
        out,
        "\": {\n      \"title\": \"%s\",\n      \"type\": \"object\",\n      \"additionalProperties\": false,\n      ",
        t->name);
    print_required(out, t, "");
    fputs("      \"properties\": {\n", out);
    bool good = print_properties(out, t, "        ");
    fputs("\n      }\n    }", out);
    return good;
}

bool generate_json_schema(FILE *out, const char *present)
{
    size_t count;
    const table *tables = gather_tables(&count);
    (void)present;
    if (!tables)
        return false;
    fputs("{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n"
          "  \"title\": \"A project of Verve: project.json\",\n"
          "  \"$comment\": \"Made by tools/generate: build the target `generated`, do not edit. docs/format.md "
          "explains it.\",\n"
          "  \"type\": \"object\",\n  \"additionalProperties\": false,\n  ",
          out);
    print_required(out, &tables[0], "\"format\", \"version\"");
    fputs("  \"properties\": {\n"
          "    \"format\": { \"const\": \"verve-project\" },\n    \"version\": { \"const\": 1 },\n",
          out);
    bool good = print_properties(out, &tables[0], "    ");
    fputs("\n  },\n  \"$defs\": {\n", out);
    for (size_t i = 1; i < count; i++) {
        good = print_definition(out, &tables[i]) && good;
        fputs(i + 1 < count ? ",\n" : "\n", out);
    }
    fputs("  }\n}\n", out);
    return good;
}
