/* Lines that name joints which their bodies lack. */
#include "cli/check.h"

#include "author/base/file.h"
#include "author/build/creatures.h"
#include "runtime/base/base.h"

#include <string.h>

typedef struct checker {
    const char *folder;
    const vv_json_document *json; /* project.json */
    vv_problems *problems;
    const vv_project_line *line;
    const vv_skeleton *skeleton; /* of its body */
} checker;

static const vv_json *item_at(const vv_json *list, uint32_t index)
{
    const vv_json *item = list != NULL ? list->child : NULL;
    while (item != NULL && item->index < index)
        item = item->next;
    return item;
}

static const vv_json *named_line(const checker *c)
{
    const vv_json *lines = vv_json_member(vv_json_root(c->json), "lines");
    for (const vv_json *item = lines != NULL ? lines->child : NULL; item != NULL; item = item->next) {
        const vv_json *name = vv_json_member(item, "name");
        if (name != NULL && name->kind == VV_JSON_STRING && strcmp(name->string, c->line->name) == 0)
            return item;
    }
    return NULL;
}

/* Where project.json says it; what only the journal knows has no line. */
static vv_error place_of(const checker *c, const vv_json *value, const char *name)
{
    vv_error place = {0};
    if (value != NULL && value->kind == VV_JSON_STRING && strcmp(value->string, name) == 0)
        vv_json_fail(c->json, value, &place, VV_ERROR_NOT_FOUND, "%s", "");
    else
        vvi_format(place.file, sizeof place.file, "%s/journal.jsonl", c->folder);
    return place;
}

/* what: "keystroke", "twist" or "contact"; index: which of the line's, from 0. */
static void check_joint(const checker *c, const char *what, uint32_t index, const char *name, const vv_json *value)
{
    if (vv_skeleton_find(c->skeleton, name) != VV_NONE)
        return;
    vv_error place = place_of(c, value, name);
    vv_problems_add(c->problems, VV_RULE_LINE_JOINT, &place, "`verve line --joints` says what joints there are",
                    "%s %u of the line \"%s\" names \"%s\", which the body lacks", what, index + 1, c->line->name,
                    name);
}

static void check_line(const checker *c)
{
    const vv_project_line *line = c->line;
    const vv_json *object = named_line(c), *keys = vv_json_member(object, "keys");
    for (uint32_t k = 0; k < line->key_count; k++) {
        const vv_json *bones = vv_json_member(item_at(keys, k), "bones");
        for (uint32_t b = 0; line->keys[k].bones != NULL && b < line->keys[k].bone_count; b++)
            check_joint(c, "keystroke", k, line->keys[k].bones[b].name, item_at(bones, b));
    }
    const vv_json *twists = vv_json_member(object, "twists"), *contacts = vv_json_member(object, "contacts");
    for (uint32_t t = 0; t < line->twist_count; t++)
        check_joint(c, "twist", t, line->twists[t].bone, vv_json_member(item_at(twists, t), "bone"));
    for (uint32_t t = 0; t < line->contact_count; t++)
        check_joint(c, "contact", t, line->contacts[t].bone, vv_json_member(item_at(contacts, t), "bone"));
}

static const vv_skeleton *find_body(vv_session *session, const vv_project_line *line)
{
    vv_error ignored = {0};
    const vv_character *character = NULL;
    const vv_built_creature *creature = NULL;
    if (line->kind == VV_LINE_OF_SKELETON &&
        vv_session_character(session, line->subject, &character, &ignored) == VV_OK)
        return character->skeleton;
    if (line->kind == VV_LINE_OF_CREATURE && vv_session_creature(session, line->subject, &creature, &ignored) == VV_OK)
        return creature->skeleton;
    return NULL;
}

vv_result check_lines(const char *path, const cli_project *project, vv_problems *problems, vv_error *error)
{
    char file[sizeof error->file];
    uint8_t *bytes = NULL;
    size_t count = 0;
    vv_json_document *json = NULL;
    const vv_project *document = vv_document_project(vv_project_folder_document(project->folder));
    if (document->line_count == 0)
        return VV_OK;
    vvi_format(file, sizeof file, "%s/project.json", path);
    vv_result result = vv_file_read_inside(path, "project.json", VV_PROJECT_MAX_BYTES, NULL, &bytes, &count, error);
    if (result == VV_OK)
        result = vv_json_parse((const char *)bytes, count, file, NULL, &json, error);
    for (uint32_t i = 0; result == VV_OK && i < document->line_count; i++) {
        checker c = {path, json, problems, document->lines[i], find_body(project->session, document->lines[i])};
        if (c.skeleton != NULL)
            check_line(&c);
    }
    vv_json_destroy(json);
    vv_file_release(NULL, bytes, count);
    return result;
}
