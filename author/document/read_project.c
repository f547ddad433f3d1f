/* A whole project out of text: JSON, format, version, migration, items; and the list of all problems. */
#include "author/document/state.h"

#include <string.h>

static const char *const named[] = {"name", NULL};

/* A block at the end of its list; NULL if memory ran out. */
static void *add_block(vvi_reader *r, vvi_state *state, vvi_block kind)
{
    void *block = vvi_state_insert(state, kind, vvi_state_count(state, kind));
    r->problems->memory = r->problems->memory || !block;
    return block;
}

/* `found` is the first of its kind that has this name. */
static void refuse_same_name(vvi_reader *r, const vv_json *item, const char *kind, const char *name, uint32_t found)
{
    if (name[0] && found != item->index)
        vvi_problem(r, item, VV_RULE_SAME_NAME, "rename one of them", "another %s is called \"%s\" too", kind, name);
}

static const vv_json *first(vvi_reader *r, const vv_json *list, uint32_t limit, const char *what)
{
    return list && vvi_list(r, list, limit, what) ? list->child : NULL;
}

static void read_artworks(vvi_reader *r, const vv_json *list, vvi_state *state)
{
    const vv_json *item = first(r, list, VV_PROJECT_MAX_ARTWORKS, "artworks");
    for (; item && !vvi_stopped(r); item = item->next) {
        vvi_artwork *block = add_block(r, state, VVI_BLOCK_ARTWORK);
        if (!block)
            return;
        r->arena = &block->arena;
        vvi_read_artwork(r, item, named, &block->view);
        const char *name = block->view.name;
        refuse_same_name(r, item, "artwork", name, vv_project_find_artwork(&state->view, name));
        if (r->problems->errors == 0)
            vvi_warn_artwork(r, item, &block->view);
    }
}

static void read_clips(vvi_reader *r, const vv_json *list, vvi_state *state)
{
    const vv_json *item = first(r, list, VV_PROJECT_MAX_CLIPS, "clips");
    for (; item && !vvi_stopped(r); item = item->next) {
        vvi_clip *block = add_block(r, state, VVI_BLOCK_CLIP);
        if (!block)
            return;
        r->arena = &block->arena;
        vvi_read_clip(r, item, named, &state->view, &block->view);
        vvi_name_member(r, item, block->view.name);
        const char *name = block->view.name;
        refuse_same_name(r, item, "clip", name, vv_project_find_clip(&state->view, name));
        if (r->problems->errors == 0)
            vvi_warn_clip(r, item, &state->view, &block->view);
    }
}

static void read_families(vvi_reader *r, const vv_json *list, vvi_state *state)
{
    const vv_json *item = first(r, list, VV_PROJECT_MAX_FAMILIES, "families");
    for (; item && !vvi_stopped(r); item = item->next) {
        vvi_family *block = add_block(r, state, VVI_BLOCK_FAMILY);
        if (!block)
            return;
        r->arena = &block->arena;
        vvi_read_family(r, item, named, &state->view, &block->view);
        vvi_name_member(r, item, block->view.name);
        const char *name = block->view.name;
        refuse_same_name(r, item, "family", name, vv_project_find_family(&state->view, name));
        if (r->problems->errors == 0)
            vvi_warn_family(r, item, &state->view, &block->view);
    }
}

static void read_recordings(vvi_reader *r, const vv_json *list, vvi_state *state)
{
    const vv_json *item = first(r, list, VV_PROJECT_MAX_RECORDINGS, "recordings");
    for (; item && !vvi_stopped(r); item = item->next) {
        vvi_recording *block = add_block(r, state, VVI_BLOCK_RECORDING);
        if (!block)
            return;
        r->arena = &block->arena;
        vvi_read_recording(r, item, named, &state->view, &block->view);
        vvi_name_member(r, item, block->view.name);
        const char *name = block->view.name;
        refuse_same_name(r, item, "recording", name, vv_project_find_recording(&state->view, name));
    }
}

static void read_scenes(vvi_reader *r, const vv_json *list, vvi_state *state)
{
    const vv_json *item = first(r, list, VV_PROJECT_MAX_SCENES, "scenes");
    for (; item && !vvi_stopped(r); item = item->next) {
        vvi_scene *block = add_block(r, state, VVI_BLOCK_SCENE);
        if (!block)
            return;
        r->arena = &block->arena;
        vvi_read_scene(r, item, named, &state->view, &block->view);
        vvi_name_member(r, item, block->view.name);
        const char *name = block->view.name;
        refuse_same_name(r, item, "scene", name, vv_project_find_scene(&state->view, name));
        if (r->problems->errors == 0)
            vvi_warn_scene(r, item, &state->view, &block->view);
    }
}

void vvi_read_project(vvi_reader *r, const vv_json *root, vvi_state *state)
{
    static const char *const keys[] = {"format", "version",  "name",       "about",  "artworks",
                                       "clips",  "families", "recordings", "scenes", NULL};
    vvi_known_keys(r, root, keys, NULL);
    if (root->kind != VV_JSON_OBJECT)
        return;
    vvi_name_member(r, root, state->view.name);
    vvi_about_member(r, root, state->view.about);
    read_artworks(r, vvi_member(root, "artworks"), state);
    read_clips(r, vvi_member(root, "clips"), state);
    read_families(r, vvi_member(root, "families"), state);
    read_recordings(r, vvi_member(root, "recordings"), state);
    read_scenes(r, vvi_member(root, "scenes"), state);
}

/* ---- From text --------------------------------------------------------------------------------------------------- */

static void add_error(vv_problems *problems, vv_rule rule, const vv_error *error)
{
    vv_problems_add(problems, rule, error, error->remedy, "%s", error->message);
}

static bool check_format(vvi_reader *r, const vv_json *root)
{
    if (!vvi_is(r, root, VV_JSON_OBJECT))
        return false;
    const vv_json *format = vv_json_member(root, "format");
    if (!format || format->kind != VV_JSON_STRING || strcmp(format->string, "verve-project") != 0)
        return vvi_problem(r, format ? format : root, VV_RULE_FORMAT, "begin it with \"format\": \"verve-project\"",
                           "this is not a Verve project");
    return true;
}

/* Parses, checks format and version, and migrates. NULL after a problem. */
static vv_json_document *open_text(const char *text, size_t length, const char *file, vv_problems *problems)
{
    vv_json_document *json;
    vv_error error = {0};
    if (length > VV_PROJECT_MAX_BYTES) {
        vvi_error_place(&error, file, 0, "");
        vv_problems_add(problems, VV_RULE_TOO_MANY, &error, "split the project",
                        "the file has %zu bytes, and at most %u "
                        "are read",
                        length, VV_PROJECT_MAX_BYTES);
        return NULL;
    }
    vv_result result = vv_json_parse(text, length, file, problems->allocator, &json, &error);
    if (result != VV_OK) {
        problems->memory = problems->memory || result == VV_ERROR_MEMORY;
        add_error(problems, VV_RULE_JSON, &error);
        return NULL;
    }
    vvi_reader r = {.json = json, .problems = problems};
    result = VV_ERROR_FORMAT;
    if (check_format(&r, vv_json_root(json))) {
        result = vvi_migrate_to_present(problems->allocator, file, &json, &error);
        problems->memory = problems->memory || result == VV_ERROR_MEMORY;
        if (result != VV_OK)
            add_error(problems, VV_RULE_VERSION, &error);
    }
    if (result == VV_OK)
        return json;
    vv_json_destroy(json);
    return NULL;
}

/* The state, or NULL if there was any error. */
static vvi_state *read_text(const char *text, size_t length, const char *file, vv_problems *problems)
{
    vv_json_document *json = open_text(text, length, file, problems);
    if (!json)
        return NULL;
    vvi_state *state = vvi_state_create(problems->allocator);
    problems->memory = problems->memory || !state;
    vvi_reader r = {.json = json, .problems = problems};
    if (state)
        vvi_read_project(&r, vv_json_root(json), state);
    vv_json_destroy(json);
    if (state && problems->errors == 0 && !problems->memory)
        return state;
    vvi_state_destroy(state);
    return NULL;
}

vv_result vv_project_check(const char *text, size_t length, const char *file, vv_problems *problems, vv_error *error)
{
    vvi_state_destroy(read_text(text, length, file, problems));
    return problems->memory ? vvi_fail_memory(error, length) : VV_OK;
}

vvi_state *vvi_state_parse(const char *text, size_t length, const char *file, const vv_allocator *allocator,
                           vv_error *error)
{
    vv_problems problems = {.allocator = allocator, .limit = 1};
    vvi_state *state = read_text(text, length, file, &problems);
    if (!state)
        vvi_first_problem(&problems, error);
    vv_problems_release(&problems);
    return state;
}
