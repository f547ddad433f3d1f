/* Resolves commands of the page for the document: `example.drag` is solved (in a list, after the commands before it)
 * and replaced by a command with numbers. */
#include "state.h"

#include <string.h>

static bool is_example_drag(const vv_json *command)
{
    const vv_json *what = vv_json_member(command, "do");
    return what && what->kind == VV_JSON_STRING && strcmp(what->string, "example.drag") == 0;
}

/* The first example.drag of a list, or the command itself. */
static const vv_json *first_drag(const vv_json *root)
{
    if (root->kind != VV_JSON_ARRAY)
        return is_example_drag(root) ? root : NULL;
    for (const vv_json *command = root->child; command; command = command->next) {
        if (is_example_drag(command))
            return command;
    }
    return NULL;
}

static vv_result parse_written(vv_studio *studio, vv_json_writer *writer, vv_json_document **json, vv_error *error)
{
    size_t length = 0;
    const char *text = vv_json_writer_text(writer, &length);
    vv_result result =
        text ? vv_json_parse(text, length, "", studio->allocator, json, error) : vvi_fail_memory(error, length);
    vv_json_writer_destroy(writer);
    return result;
}

/* Previews the commands before this one in the document. */
static vv_result preview_before(vv_studio *studio, const vv_json *command, vv_error *error)
{
    vv_json_writer *writer;
    vv_json_document *json;
    if (!command->parent || command->index == 0)
        return VV_OK;
    vv_result result = vv_json_writer_create(studio->allocator, true, &writer, error);
    if (result != VV_OK)
        return result;
    vv_json_write_array(writer, NULL);
    for (const vv_json *c = command->parent->child; c != command; c = c->next)
        vv_json_write_value(writer, NULL, c);
    vv_json_write_end(writer);
    result = parse_written(studio, writer, &json, error);
    if (result != VV_OK)
        return result;
    result = vv_document_preview(studio->document, json, vv_json_root(json), error);
    vv_json_destroy(json);
    return result;
}

static void write_replaced(vv_json_writer *writer, const vv_json *root, const vv_json *old, const vv_json *replacement)
{
    if (root == old) {
        vv_json_write_value(writer, NULL, replacement);
        return;
    }
    vv_json_write_array(writer, NULL);
    for (const vv_json *command = root->child; command; command = command->next)
        vv_json_write_value(writer, NULL, command == old ? replacement : command);
    vv_json_write_end(writer);
}

static vv_result replace_command(vv_studio *studio, vv_json_document **json, const vv_json *old,
                                 const vv_json *replacement, vv_error *error)
{
    vv_json_writer *writer;
    vv_json_document *replaced;
    vv_result result = vv_json_writer_create(studio->allocator, true, &writer, error);
    if (result != VV_OK)
        return result;
    write_replaced(writer, vv_json_root(*json), old, replacement);
    result = parse_written(studio, writer, &replaced, error);
    if (result != VV_OK)
        return result;
    vv_json_destroy(*json);
    *json = replaced;
    return VV_OK;
}

vv_result vvi_studio_resolve(vv_studio *studio, vv_json_document **json, vv_error *error)
{
    vv_result result = VV_OK;
    const vv_json *drag;
    vv_document_preview_end(studio->document);
    while (result == VV_OK && (drag = first_drag(vv_json_root(*json)))) {
        vv_json_document *solved = NULL;
        vvi_studio_invalidate(studio); /* the session may have to build a different state */
        result = preview_before(studio, drag, error);
        if (result == VV_OK)
            result = vv_session_resolve_command(studio->session, *json, drag, &solved, error);
        if (result == VV_OK)
            result = replace_command(studio, json, drag, vv_json_root(solved), error);
        if (solved)
            vv_json_destroy(solved);
    }
    return result;
}
