/* A whole project out of text: JSON, format, version, migration, items; and the list of all problems. */
#include "author/document/schema.h"

#include <string.h>

static const char *const named[] = {"name", NULL};

/* A block at the end of its list; NULL if memory ran out. */
static void *add_block(vvi_reader *r, vvi_state *state, vvi_noun kind)
{
    void *block = vvi_state_insert(state, kind, vvi_noun_count(kind, &state->view));
    r->problems->memory = r->problems->memory || !block;
    return block;
}

static void refuse_same_name(vvi_reader *r, const vv_json *item, vvi_noun noun, const vv_project *project,
                             const char *name)
{
    uint32_t first = 0;
    while (strcmp(vvi_noun_item(noun, project, first), name) != 0)
        first++;
    if (name[0] && first != item->index)
        vvi_problem(r, item, VV_RULE_SAME_NAME, "rename one of them", "another %s is called \"%s\" too",
                    vvi_noun_name(noun), name);
}

static void read_list(vvi_reader *r, const vv_json *list, vvi_noun kind, vvi_state *state)
{
    const vvi_schema_field *row = vvi_noun_row(kind);
    const vv_json *item = list && vvi_list(r, list, row->of.list->limit, row->key) ? list->child : NULL;
    for (; item && !vvi_stopped(r); item = item->next) {
        char *block = add_block(r, state, kind); /* begins with its view, which begins with its name */
        if (!block)
            return;
        r->arena = vvi_item_arena(block);
        if (kind == VVI_ARTWORK && item->kind == VV_JSON_OBJECT) /* what is wrong in it is told by its name */
            vvi_name_member(r, item, block);
        vvi_scope scope = vvi_scope_of(vvi_noun_schema(kind), &state->view, block);
        vvi_schema_read(r, item, named, &scope);
        if (kind != VVI_ARTWORK)
            vvi_name_member(r, item, block);
        refuse_same_name(r, item, kind, &state->view, block);
        if (r->problems->errors == 0 && !r->problems->memory && r->problems->warnings)
            vvi_schema_warn(r, item, &scope);
    }
}

void vvi_read_project(vvi_reader *r, const vv_json *root, vvi_state *state)
{
    const char *others[VVI_NOUNS + 3] = {"format", "version"};
    for (vvi_noun kind = 0; kind < VVI_NOUNS; kind++)
        others[2 + kind] = vvi_noun_row(kind)->key;
    vvi_scope scope = vvi_scope_of(&vvi_project_head_schema, &state->view, &state->view);
    vvi_schema_read(r, root, others, &scope);
    for (vvi_noun kind = 0; kind < VVI_NOUNS && root->kind == VV_JSON_OBJECT; kind++)
        read_list(r, vvi_member(root, vvi_noun_row(kind)->key), kind, state);
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

/* The state, or NULL if there was any error. Destroys the tree. */
static vvi_state *read_tree(vv_json_document *json, vv_problems *problems)
{
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

static vvi_state *read_text(const char *text, size_t length, const char *file, vv_problems *problems)
{
    vv_json_document *json = open_text(text, length, file, problems);
    return json ? read_tree(json, problems) : NULL;
}

vv_result vv_project_check(const char *text, size_t length, const char *file, vv_problems *problems, vv_error *error)
{
    vvi_state_destroy(read_text(text, length, file, problems));
    return problems->memory ? vvi_fail_memory(error, length) : VV_OK;
}

/* Texts that are too long are found in the JSON only. */
static vv_result check_text(const vv_project *project, const char *file, vv_problems *problems, vv_error *error)
{
    char *text;
    size_t length;
    vv_result result = vv_project_write(project, problems->allocator, &text, &length, error);
    if (result == VV_OK) {
        result = vv_project_check(text, length, file, problems, error);
        vv_project_text_release(problems->allocator, text, length);
    }
    return result;
}

vv_result vv_project_check_memory(const vv_project *project, const char *file, vv_problems *problems, vv_error *error)
{
    vv_json_writer *writer;
    size_t text_bound = 0;
    vv_error twice = {0};
    vv_result result = vv_json_tree_writer_create(file, problems->allocator, &writer, error);
    if (result != VV_OK)
        return result;
    vvi_write_file(writer, project);
    vv_json_document *json = vv_json_writer_detach_tree(writer, &text_bound);
    vv_json_writer_destroy(writer);
    if (!json || text_bound > VV_PROJECT_MAX_BYTES) {
        vv_json_destroy(json);
        return check_text(project, file, problems, error);
    }
    result = vv_json_refuse_duplicates(json, &twice);
    if (result == VV_ERROR_FORMAT)
        add_error(problems, VV_RULE_JSON, &twice);
    if (result == VV_OK)
        vvi_state_destroy(read_tree(json, problems));
    else
        vv_json_destroy(json);
    return problems->memory || result == VV_ERROR_MEMORY ? vvi_fail_memory(error, text_bound) : VV_OK;
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
