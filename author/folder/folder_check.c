/* Everything that is wrong with a project folder: its text, its journal, the files it names and those it does not. */
#include "author/folder/folder.h"

#include "author/base/file.h"
#include "author/base/path.h"
#include "runtime/base/base.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define DEEPEST_FOLDER 8

typedef struct checker {
    const char *folder;
    const vv_project *project;
    const vv_json_document *json; /* project.json, for lines and paths */
    vv_problems *problems;
} checker;

/* ---- Files that are named ---------------------------------------------------------------------------------------- */

static const vv_json *named_item(const vv_json *list, const char *name)
{
    for (const vv_json *item = list ? list->child : NULL; item; item = item->next) {
        const vv_json *own = vv_json_member(item, "name");
        if (own && own->kind == VV_JSON_STRING && strcmp(own->string, name) == 0)
            return item;
    }
    return NULL;
}

/* An item of one of the project's lists, in project.json; NULL: only the journal knows it. */
static const vv_json *find_item(const checker *c, const char *list, const char *name)
{
    return named_item(vv_json_member(vv_json_root(c->json), list), name);
}

/* Where project.json says it; what only the journal knows has no line. */
static vv_error place_of(const checker *c, const vv_json *item, const char *key)
{
    vv_error place = {0};
    const vv_json *value = vv_json_member(item, key);
    if (value)
        vv_json_fail(c->json, value, &place, VV_ERROR_NOT_FOUND, "%s", "");
    else
        vvi_format(place.file, sizeof place.file, "%s/journal.jsonl", c->folder);
    return place;
}

static bool is_png(int file)
{
    static const unsigned char signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    unsigned char start[8];
    return read(file, start, sizeof start) == (ssize_t)sizeof start && memcmp(start, signature, sizeof start) == 0;
}

/* As every reader opens it: without following a link. −1 and errno. */
static int open_file(const checker *c, const char *name)
{
    int folder = open(c->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int file = folder >= 0 ? vvi_open_inside(folder, name) : -1;
    int reason = errno;
    if (folder >= 0)
        close(folder);
    errno = reason;
    return file;
}

/* The file that member `key` of an item names. */
static void check_file(const checker *c, const vv_json *item, const char *key, const char *name)
{
    vv_error place = place_of(c, item, key);
    int file = open_file(c, name);
    if (file < 0 && (errno == ELOOP || errno == ENOTDIR || errno == EISDIR))
        vv_problems_add(c->problems, VV_RULE_FILE_MISSING, &place, "put a copy of the file in its place",
                        "\"%s\" is a link, lies behind one, or is no plain file", name);
    else if (file < 0)
        vv_problems_add(c->problems, VV_RULE_FILE_MISSING, &place, "put it there, or name another",
                        "the file \"%s\" is missing", name);
    else if (strcmp(key, "image") == 0 && !is_png(file))
        vv_problems_add(c->problems, VV_RULE_FILE_KIND, &place, "save it as PNG", "\"%s\" is not a PNG file", name);
    if (file >= 0)
        close(file);
}

static void check_layers(const checker *c, const vv_project_artwork *artwork)
{
    const vv_json *layers = vv_json_member(find_item(c, "artworks", artwork->name), "layers");
    for (uint32_t i = 0; i < artwork->layer_count; i++) {
        const vv_project_layer *layer = &artwork->layers[i];
        const vv_json *item = named_item(layers, layer->name);
        if (layer->image)
            check_file(c, item, "image", layer->image);
        if (layer->mesh)
            check_file(c, item, "mesh", layer->mesh);
    }
}

static void check_named_files(const checker *c)
{
    const vv_project *project = c->project;
    for (uint32_t i = 0; i < project->artwork_count; i++)
        check_layers(c, project->artworks[i]);
    for (uint32_t i = 0; i < project->skeleton_count; i++)
        check_file(c, find_item(c, "skeletons", project->skeletons[i]->name), "file", project->skeletons[i]->file);
    for (uint32_t i = 0; i < project->take_count; i++)
        check_file(c, find_item(c, "takes", project->takes[i]->name), "file", project->takes[i]->file);
    for (uint32_t i = 0; i < project->form_count; i++)
        check_file(c, find_item(c, "forms", project->forms[i]->name), "file", project->forms[i]->file);
    for (uint32_t i = 0; i < project->creature_count; i++) {
        const vv_project_creature *creature = project->creatures[i];
        if (creature->file)
            check_file(c, find_item(c, "creatures", creature->name), "file", creature->file);
    }
}

/* ---- Files that are not ------------------------------------------------------------------------------------------ */

static bool is_used(const vv_project *project, const char *name)
{
    for (uint32_t a = 0; a < project->artwork_count; a++) {
        for (uint32_t i = 0; i < project->artworks[a]->layer_count; i++) {
            const vv_project_layer *layer = &project->artworks[a]->layers[i];
            if ((layer->image && strcmp(layer->image, name) == 0) || (layer->mesh && strcmp(layer->mesh, name) == 0))
                return true;
        }
    }
    for (uint32_t i = 0; i < project->form_count; i++) {
        if (strcmp(project->forms[i]->file, name) == 0)
            return true;
    }
    return false;
}

/* `name` is relative to the project folder. */
static void check_unused(const checker *c, const char *name, int depth)
{
    char path[PATH_MAX], inner[PATH_MAX];
    struct stat status;
    if (snprintf(path, sizeof path, "%s/%s", c->folder, name) >= (int)sizeof path)
        return;
    if (lstat(path, &status) == 0 && S_ISLNK(status.st_mode))
        return; /* what a link leads to is not the project's */
    DIR *entries = depth > 0 ? opendir(path) : NULL;
    if (!entries) {
        vv_error place = {0};
        vvi_format(place.file, sizeof place.file, "%s", path);
        if ((vv_path_has_ending(name, ".png") || vv_path_has_ending(name, ".obj")) && !is_used(c->project, name))
            vv_problems_add(c->problems, VV_RULE_UNUSED_FILE, &place, "remove it, or use it in a layer",
                            "no layer uses this file");
        return;
    }
    for (const struct dirent *entry; (entry = readdir(entries)) && !c->problems->full;) {
        if (entry->d_name[0] == '.')
            continue;
        if (snprintf(inner, sizeof inner, "%s/%s", name, entry->d_name) < (int)sizeof inner)
            check_unused(c, inner, depth - 1);
    }
    closedir(entries);
}

/* ---- The whole --------------------------------------------------------------------------------------------------- */

static void check_journal(const vv_project_folder *folder, vv_problems *problems)
{
    const vv_journal_report *report = vv_project_folder_report(folder);
    vv_error place = {0};
    vvi_format(place.file, sizeof place.file, "%s/journal.jsonl", vv_project_folder_path(folder));
    place.line = report->refusal.line;
    if (report->state == VV_JOURNAL_FOREIGN && report->unsaved > 0)
        vv_problems_add(problems, VV_RULE_JOURNAL, &place,
                        "open the project for writing once, which keeps the journal under another name",
                        "this journal belongs to another state of project.json");
    else if (report->state == VV_JOURNAL_REFUSED)
        vv_problems_add(problems, VV_RULE_JOURNAL, &place,
                        "open the project for writing once, which keeps the journal under another name", "%s",
                        report->refusal.message);
    else if (report->dropped_bytes > 0 && report->state != VV_JOURNAL_FOREIGN)
        vv_problems_add(problems, VV_RULE_JOURNAL_TAIL, &place, "nothing: it is dropped when the project is opened",
                        "the last %zu bytes are cut or damaged", report->dropped_bytes);
}

static vv_result check_files(const vv_project_folder *folder, const char *text, size_t length, const char *file,
                             vv_problems *problems, vv_error *error)
{
    vv_json_document *json;
    vv_result result = vv_json_parse(text, length, file, problems->allocator, &json, error);
    if (result != VV_OK)
        return result;
    checker c = {vv_project_folder_path(folder), vv_document_project(vv_project_folder_document(folder)), json,
                 problems};
    check_named_files(&c);
    check_unused(&c, "art", DEEPEST_FOLDER);
    vv_json_destroy(json);
    return VV_OK;
}

static vv_result check_opened(const vv_project_folder *folder, vv_problems *problems, vv_error *error)
{
    char file[PATH_MAX];
    uint8_t *bytes;
    size_t count;
    if (snprintf(file, sizeof file, "%s/project.json", vv_project_folder_path(folder)) >= (int)sizeof file)
        return VV_OK;
    vv_result result = vv_file_read_inside(vv_project_folder_path(folder), "project.json", VV_PROJECT_MAX_BYTES,
                                           problems->allocator, &bytes, &count, error);
    if (result != VV_OK)
        return result;
    result = vv_project_check((const char *)bytes, count, file, problems, error);
    if (result == VV_OK && problems->errors == 0)
        result = check_files(folder, (const char *)bytes, count, file, problems, error);
    vv_file_release(problems->allocator, bytes, count);
    return result;
}

/* A project.json that does not open is checked as text alone. */
static vv_result check_text(const char *path, vv_problems *problems, vv_error *error)
{
    char file[PATH_MAX];
    uint8_t *bytes;
    size_t count;
    bool folder = vv_folder_exists(path);
    if (snprintf(file, sizeof file, folder ? "%s/project.json" : "%s", path) >= (int)sizeof file)
        return vvi_fail(error, VV_ERROR_FILE, "this path is too long");
    vv_result result = folder ? vv_file_read_inside(path, "project.json", VV_PROJECT_MAX_BYTES, problems->allocator,
                                                    &bytes, &count, error)
                              : vv_file_read(file, VV_PROJECT_MAX_BYTES, problems->allocator, &bytes, &count, error);
    if (result != VV_OK) {
        if (!vv_file_exists(file))
            vvi_error_remedy(error, "name a project folder, or make one with `verve new`");
        return result;
    }
    result = vv_project_check((const char *)bytes, count, file, problems, error);
    vv_file_release(problems->allocator, bytes, count);
    return result;
}

vv_result vv_project_folder_check(const char *path, vv_problems *problems, vv_error *error)
{
    vv_project_folder *folder;
    vv_error refusal = {0};
    vv_result opened =
        vv_project_folder_open(path, VV_FOLDER_READ, VV_FLUSH_HOST, problems->allocator, &folder, &refusal);
    if (opened == VV_ERROR_MEMORY)
        return vvi_fail_memory(error, 0);
    if (opened != VV_OK) {
        vv_result checked = check_text(path, problems, error);
        if (checked != VV_OK || problems->errors > 0)
            return checked;
        if (error) /* the text is in order: it is the journal or the folder that cannot be read */
            *error = refusal;
        return opened;
    }
    vv_result result = check_opened(folder, problems, error);
    check_journal(folder, problems);
    vv_project_folder_close(folder);
    return problems->memory ? vvi_fail_memory(error, sizeof(vv_problem)) : result;
}
