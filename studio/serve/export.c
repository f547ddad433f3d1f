/* Turns an export request into the command line of `verve render`. A table describes every member; all are checked
 * before anything runs. */
#include "studio/serve/jobs.h"

#include "author/document/project.h"
#include "author/export/formats.h"

#include <math.h>
#include <string.h>

typedef enum kind { TEXT, WHOLE, NUMBER } kind;

/* `option` is "" for a member that is not passed on as it is. `formats` lists the formats it applies to; others
 * ignore it. */
typedef struct member {
    const char *name, *option, *formats;
    kind kind;
    double least, most;
} member;

#define FILMS VV_FILM_NAMES
#define ALL   "png sheet " FILMS

static const member members[] = {
    {"format", "", ALL, TEXT, 0, 0},
    {"scene", "--scene", ALL, TEXT, 0, 0},
    {"artwork", "--artwork", ALL, TEXT, 0, 0},
    {"example", "--example", ALL, TEXT, 0, 0},
    {"width", "", ALL, WHOLE, 1, 8192},
    {"height", "", ALL, WHOLE, 1, 8192},
    {"background", "", ALL, TEXT, 0, 0},
    {"time", "--time", "png", NUMBER, 0, 3600},
    {"from", "--from", "sheet " FILMS, NUMBER, 0, 3600},
    {"to", "--to", "sheet " FILMS, NUMBER, 0, 3600},
    {"rate", "--rate", FILMS, NUMBER, 0.1, 240},
    {"count", "--sheet", "sheet", WHOLE, 1, 400},
    {"columns", "--columns", "sheet", WHOLE, 0, 400},
};

static const vv_json *find_value(const vv_json *root, const char *name)
{
    const vv_json *value = vv_json_member(root, name);
    return value && value->kind != VV_JSON_NULL ? value : NULL;
}

/* Whether the text can be a name in a project; whether the project has it, `verve render` finds out. */
static bool is_possible_name(const char *text)
{
    size_t length = strlen(text);
    if (length == 0 || length >= VV_PROJECT_NAME_BYTES)
        return false;
    for (const char *c = text; *c; c++) {
        if ((unsigned char)*c < 0x20 || *c == 0x7f)
            return false;
    }
    return true;
}

static bool is_valid_value(const member *m, const vv_json *value)
{
    if (m->kind == TEXT)
        return value->kind == VV_JSON_STRING && is_possible_name(value->string);
    if (value->kind != VV_JSON_NUMBER || value->number < m->least || value->number > m->most)
        return false;
    return m->kind == NUMBER || value->number == floor(value->number);
}

static bool contains_word(const char *formats, const char *format)
{
    char **words = g_strsplit(formats, " ", -1);
    bool found = g_strv_contains((const char *const *)words, format);
    g_strfreev(words);
    return found;
}

static const member *find_member(const char *name)
{
    for (size_t i = 0; i < G_N_ELEMENTS(members); i++) {
        if (strcmp(members[i].name, name) == 0)
            return &members[i];
    }
    return NULL;
}

/* ---- Checking ---------------------------------------------------------------------------------------------------- */

static bool check_members(const vv_json *root, char *message, size_t bytes)
{
    for (const vv_json *value = root->child; value; value = value->next) {
        const member *m = find_member(value->name);
        const char *wrong = NULL;
        if (!m)
            wrong = "is not a member of an export request";
        else if (value->kind == VV_JSON_NULL)
            continue;
        else if (!is_valid_value(m, value))
            wrong = "has a value of the wrong type or out of range";
        if (wrong) {
            g_snprintf(message, (gulong)bytes, "“%.40s” %s", value->name, wrong);
            return false;
        }
    }
    return true;
}

static bool is_background(const char *text)
{
    return strcmp(text, "transparent") == 0 ||
           (strlen(text) == 7 && text[0] == '#' && strspn(text + 1, "0123456789abcdefABCDEF") == 6);
}

/* Checks the members against each other. Returns what is wrong, or NULL. */
static const char *find_contradiction(const vv_json *root, bool picture)
{
    const vv_json *from = find_value(root, "from"), *to = find_value(root, "to"),
                  *background = find_value(root, "background");
    if (!find_value(root, "width") != !find_value(root, "height"))
        return "width and height must be given together";
    if (!picture && to && to->number <= (from ? from->number : 0.0))
        return "`to` must be later than `from`";
    if (find_value(root, "scene") && (find_value(root, "artwork") || find_value(root, "example")))
        return "scene cannot be combined with artwork or example";
    if (background && !is_background(background->string))
        return "the background must be #RRGGBB or transparent";
    return NULL;
}

/* ---- Writing ----------------------------------------------------------------------------------------------------- */

/* Written as --option=value, so that a value with a leading hyphen is not taken for an option. */
static void add_option(GPtrArray *arguments, const char *option, const vv_json *value)
{
    char number[G_ASCII_DTOSTR_BUF_SIZE];
    const char *text = value->kind == VV_JSON_STRING ? value->string : number;
    g_ascii_formatd(number, sizeof number, "%.6f", value->number);
    if (value->kind == VV_JSON_NUMBER && value->number == floor(value->number))
        g_ascii_formatd(number, sizeof number, "%.0f", value->number);
    g_ptr_array_add(arguments, g_strconcat(option, "=", text, NULL));
}

static void write_arguments(GPtrArray *arguments, const vv_json *root, const char *project, const char *format)
{
    const vv_json *width = find_value(root, "width"), *height = find_value(root, "height"),
                  *background = find_value(root, "background");
    g_ptr_array_add(arguments, g_strdup("render"));
    g_ptr_array_add(arguments, g_strdup(project));
    g_ptr_array_add(arguments, g_strdup("--progress"));
    for (size_t i = 0; i < G_N_ELEMENTS(members); i++) {
        const vv_json *value = find_value(root, members[i].name);
        if (value && members[i].option[0] && contains_word(members[i].formats, format))
            add_option(arguments, members[i].option, value);
    }
    if (strcmp(format, "png") == 0 && !find_value(root, "time") && find_value(root, "from"))
        add_option(arguments, "--time", find_value(root, "from"));
    if (strcmp(format, "sheet") == 0 && !find_value(root, "count"))
        g_ptr_array_add(arguments, g_strdup("--sheet=12"));
    if (width)
        g_ptr_array_add(arguments, g_strdup_printf("--size=%dx%d", (int)width->number, (int)height->number));
    if (background)
        g_ptr_array_add(
            arguments, g_strconcat("--background=",
                                   strcmp(background->string, "transparent") == 0 ? "none" : background->string, NULL));
}

static char *make_file_name(const vv_json *root, const char *format)
{
    const vv_json *subject = find_value(root, "scene");
    if (!subject)
        subject = find_value(root, "artwork");
    bool sheet = strcmp(format, "sheet") == 0;
    char *name =
        g_strconcat(subject ? subject->string : "verve", sheet ? "-sheet.png" : ".", sheet ? "" : format, NULL);
    return g_strdelimit(name, "/\\:\"", '-');
}

bool vvi_export_read(const vv_json *root, const char *project, vvi_export *out, char *message, size_t bytes)
{
    const vv_json *format = find_value(root, "format");
    if (!format || format->kind != VV_JSON_STRING || !contains_word(ALL, format->string)) {
        g_snprintf(message, (gulong)bytes, "the format must be one of: " ALL);
        return false;
    }
    if (!check_members(root, message, bytes))
        return false;
    const char *wrong = find_contradiction(root, strcmp(format->string, "png") == 0);
    if (wrong) {
        g_strlcpy(message, wrong, bytes);
        return false;
    }
    out->arguments = g_ptr_array_new_with_free_func(g_free);
    write_arguments(out->arguments, root, project, format->string);
    out->name = make_file_name(root, format->string);
    return true;
}

void vvi_export_release(vvi_export *export)
{
    if (export->arguments)
        g_ptr_array_unref(export->arguments);
    g_free(export->name);
    *export = (vvi_export){0};
}
