/* A project as project.json: a fixed order of keys, defaults left out, one item a line, names for references. Two
 * people who change different handles change different lines. The same code writes a whole project, for a reader who
 * does not know the defaults. */
#include "author/document/schema.h"

#include <string.h>

/* ---- Members ----------------------------------------------------------------------------------------------------- */

void vvi_write_float_member(vvi_writer *w, const char *name, float value, float usual)
{
    if (w->whole || value != usual)
        vv_json_write_float(w->json, name, value);
}

void vvi_write_integer_member(vvi_writer *w, const char *name, uint32_t value, uint32_t usual)
{
    if (w->whole || value != usual)
        vv_json_write_integer(w->json, name, value);
}

bool vvi_writes_member(vvi_writer *w, const char *name, bool given)
{
    if (!given && w->whole)
        vv_json_write_null(w->json, name);
    return given;
}

bool vvi_writes_list(vvi_writer *w, uint32_t count) { return count > 0 || w->whole; }

void vvi_write_vec2(vvi_writer *w, const char *name, vv_vec2 v)
{
    vv_json_write_array(w->json, name);
    vv_json_write_float(w->json, NULL, v.x);
    vv_json_write_float(w->json, NULL, v.y);
    vv_json_write_end(w->json);
}

void vvi_write_vec3(vvi_writer *w, const char *name, vv_vec3 v)
{
    vv_json_write_array(w->json, name);
    vv_json_write_float(w->json, NULL, v.x);
    vv_json_write_float(w->json, NULL, v.y);
    vv_json_write_float(w->json, NULL, v.z);
    vv_json_write_end(w->json);
}

/* ---- Scenes ------------------------------------------------------------------------------------------------------ */

void vvi_write_colour(vvi_writer *w, const char *name, const uint8_t *colour)
{
    static const char hex[] = "0123456789ABCDEF";
    char text[10] = "#";
    for (int i = 0; i < 4; i++) {
        text[1 + 2 * i] = hex[colour[i] >> 4];
        text[2 + 2 * i] = hex[colour[i] & 15];
    }
    if (colour[3] == 255)
        text[7] = '\0';
    vv_json_write_string(w->json, name, text);
}

void vvi_write_block(vvi_writer *w, const vv_project *project, vvi_noun kind, uint32_t index)
{
    vvi_scope scope = vvi_scope_of(vvi_noun_schema(kind), project, vvi_noun_item(kind, project, index));
    vvi_schema_write_object(w, NULL, &scope);
}

static void write_project(vvi_writer *w, const vv_project *project)
{
    vvi_scope scope = vvi_scope_of(&vvi_project_head_schema, project, project);
    vvi_schema_write(w, &scope);
    for (vvi_noun kind = 0; kind < VVI_NOUNS; kind++) {
        uint32_t count = vvi_noun_count(kind, project);
        if (!vvi_writes_list(w, count) && kind != VVI_ARTWORK && kind != VVI_SCENE)
            continue;
        vv_json_write_array(w->json, vvi_noun_row(kind)->key);
        for (uint32_t i = 0; i < count; i++)
            vvi_write_block(w, project, kind, i);
        vv_json_write_end(w->json);
    }
}

void vvi_write_project(vv_json_writer *writer, const vv_project *project)
{
    write_project(&(vvi_writer){.json = writer}, project);
}

void vvi_write_file(vv_json_writer *writer, const vv_project *project)
{
    vv_json_write_object(writer, NULL);
    vv_json_write_string(writer, "format", "verve-project");
    vv_json_write_integer(writer, "version", VV_PROJECT_VERSION);
    vvi_write_project(writer, project);
    vv_json_write_end(writer);
}

/* Takes the writer's text, and ends the writer. */
static vv_result finish(vv_json_writer *w, const vv_allocator *allocator, char **text, size_t *length, vv_error *error)
{
    size_t written = 0;
    const char *whole = vv_json_writer_text(w, &written);
    char *copy = whole ? vvi_allocate(allocator, written + 1, 1) : NULL;
    if (copy) {
        memcpy(copy, whole, written + 1);
        *text = copy;
        *length = written;
    }
    vv_json_writer_destroy(w);
    return copy ? VV_OK : vvi_fail_memory(error, written + 1);
}

vv_result vv_project_write_scene(const vv_project *project, const vv_project_scene *scene,
                                 const vv_allocator *allocator, char **text, size_t *length, vv_error *error)
{
    vv_json_writer *w;
    vv_result result = vv_json_writer_create(allocator, true, &w, error);
    if (result != VV_OK)
        return result;
    vv_json_write_object(w, NULL);
    vv_json_write_string(w, "do", "scene.add");
    vvi_scope scope = vvi_scope_of(&vvi_scene_schema, project, scene);
    vvi_schema_write(&(vvi_writer){.json = w}, &scope);
    vv_json_write_end(w);
    return finish(w, allocator, text, length, error);
}

vv_result vv_project_write(const vv_project *project, const vv_allocator *allocator, char **text, size_t *length,
                           vv_error *error)
{
    vv_json_writer *w;
    vv_result result = vv_json_writer_create(allocator, false, &w, error);
    if (result != VV_OK)
        return result;
    vvi_write_file(w, project);
    result = finish(w, allocator, text, length, error);
    if (result != VV_OK || *length <= VV_PROJECT_MAX_BYTES)
        return result;
    /* A project that could not be opened again is not saved: the old file and the journal still hold everything. */
    vvi_fail(error, VV_ERROR_LIMIT, "the project has grown to %u bytes, and project.json holds at most %u",
             (uint32_t)*length, VV_PROJECT_MAX_BYTES);
    vvi_error_remedy(error, "take out strokes, recordings or keys that are not needed, or split it in two");
    vv_project_text_release(allocator, *text, *length);
    *text = NULL;
    return VV_ERROR_LIMIT;
}

vv_result vvi_hash_project(const vv_project *project, const vv_allocator *allocator, uint64_t *hash)
{
    char *text = NULL;
    size_t length = 0;
    vv_result result = vv_project_write(project, allocator, &text, &length, NULL);
    if (result != VV_OK)
        return result;
    *hash = vv_journal_hash(text, length);
    vv_project_text_release(allocator, text, length);
    return VV_OK;
}

void vv_project_write_whole(const vv_project *project, vv_json_writer *writer)
{
    vv_json_write_object(writer, NULL);
    write_project(&(vvi_writer){.json = writer, .whole = true}, project);
    vv_json_write_end(writer);
}

void vv_project_text_release(const vv_allocator *allocator, char *text, size_t length)
{
    vvi_release(allocator, text, length + 1, 1);
}
