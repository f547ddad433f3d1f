/* verve line --strokes: keystrokes out of a file in place of the project's. They go through the commands that the page uses, on a copy of the
 * document, so that nothing is taken that a project would not take. */
#include "cli/line.h"

#include "author/base/file.h"
#include "runtime/base/base.h"

#include <string.h>

#define MOST_BYTES ((size_t)64 << 20)

static vv_result read_json(line_job *j, vv_json_document **out)
{
    uint8_t *bytes = NULL;
    size_t count = 0;
    vv_result result = vv_file_read(j->ask->strokes, MOST_BYTES, NULL, &bytes, &count, &j->error);
    if (result == VV_OK)
        result = vv_json_parse((const char *)bytes, count, j->ask->strokes, NULL, out, &j->error);
    vvi_release(NULL, bytes, count + 1, 1);
    return result;
}

static vv_result copy_document(line_job *j, const vv_host *host)
{
    char *text = NULL;
    size_t length = 0;
    vv_result result = vv_project_write(j->project, NULL, &text, &length, &j->error);
    if (result != VV_OK)
        return result;
    result = vv_document_parse(text, length, j->ask->project, NULL, &j->document, &j->error);
    vv_project_text_release(NULL, text, length);
    return result == VV_OK ? vv_session_create(j->document, host, NULL, &j->own_session, &j->error) : result;
}

/* ---- One command -------------------------------------------------------------------------------------------------------------------------- */

static uint32_t count_of(const vv_json *array)
{
    uint32_t count = 0;
    for (const vv_json *p = array->child; p != NULL; p = p->next)
        count++;
    return count;
}

static vv_result read_points(line_job *j, const vv_json_document *strokes, const vv_json *points, vv_vec2 *out)
{
    for (const vv_json *p = points->child; p != NULL; p = p->next) {
        const vv_json *x = p->kind == VV_JSON_ARRAY ? p->child : NULL, *y = x != NULL ? x->next : NULL;
        if (y == NULL || y->next != NULL || x->kind != VV_JSON_NUMBER || y->kind != VV_JSON_NUMBER)
            return vv_json_fail(strokes, p, &j->error, VV_ERROR_FORMAT, "must be two numbers");
        *out++ = (vv_vec2){(float)x->number, (float)y->number};
    }
    return VV_OK;
}

/* Strokes longer than a project holds are thinned. */
static vv_result write_thinned(line_job *j, const vv_json_document *strokes, const vv_json *points, uint32_t count,
                               vv_json_writer *writer)
{
    uint32_t kept[VV_PROJECT_MAX_STROKE], kept_count = 0;
    vv_vec2 *stroke = vvi_allocate(NULL, count, sizeof *stroke);
    vv_result result =
        stroke != NULL ? read_points(j, strokes, points, stroke) : vvi_fail_memory(&j->error, count * sizeof *stroke);
    if (result == VV_OK)
        result = vv_stroke_thin(count, stroke, VV_PROJECT_MAX_STROKE, NULL, kept, &kept_count, &j->error);
    vv_json_write_array(writer, "points");
    for (uint32_t i = 0; i < kept_count; i++) {
        vv_json_write_array(writer, NULL);
        vv_json_write_float(writer, NULL, stroke[kept[i]].x);
        vv_json_write_float(writer, NULL, stroke[kept[i]].y);
        vv_json_write_end(writer);
    }
    vv_json_write_end(writer);
    vvi_release(NULL, stroke, count, sizeof *stroke);
    return result;
}

static vv_result write_points(line_job *j, const vv_json_document *strokes, const vv_json *points,
                              vv_json_writer *writer)
{
    uint32_t count = count_of(points);
    if (points->kind != VV_JSON_ARRAY || count <= VV_PROJECT_MAX_STROKE) {
        vv_json_write_value(writer, "points", points);
        return VV_OK;
    }
    if (count > VV_STROKE_MAX_POINTS)
        return vv_json_fail(strokes, points, &j->error, VV_ERROR_LIMIT, "a stroke has at most %u points",
                            VV_STROKE_MAX_POINTS);
    return write_thinned(j, strokes, points, count, writer);
}

/* A key that names no bones moves those that the line's own key of this number moves. */
static void write_bones(const line_job *j, uint32_t index, vv_json_writer *writer)
{
    if (index >= j->line->key_count || j->line->keys[index].bone_count == 0)
        return;
    const vv_project_line_key *key = &j->line->keys[index];
    vv_json_write_array(writer, "bones");
    for (uint32_t b = 0; b < key->bone_count; b++)
        vv_json_write_string(writer, NULL,
                             key->bones != NULL
                                 ? key->bones[b].name
                                 : j->project->artworks[j->line->subject]->handles[key->handles[b]].name);
    vv_json_write_end(writer);
}

static vv_result write_key(line_job *j, const vv_json_document *strokes, const vv_json *key, uint32_t index,
                           vv_json_writer *writer)
{
    if (key->kind != VV_JSON_OBJECT) {
        vv_json_write_value(writer, NULL, key);
        return VV_OK;
    }
    vv_result result = VV_OK;
    vv_json_write_object(writer, NULL);
    for (const vv_json *member = key->child; member != NULL && result == VV_OK; member = member->next) {
        if (strcmp(member->name, "points") == 0)
            result = write_points(j, strokes, member, writer);
        else
            vv_json_write_value(writer, member->name, member);
    }
    if (vv_json_member(key, "bones") == NULL)
        write_bones(j, index, writer);
    vv_json_write_end(writer);
    return result;
}

/* What stands beside the keys is the line's: view, preset and the like. Places in the command are places in the file. */
static vv_result write_command(line_job *j, const vv_json_document *strokes, vv_json_writer *writer)
{
    const vv_json *root = vv_json_root(strokes), *keys = vv_json_member(root, "keys");
    if (keys == NULL || keys->kind != VV_JSON_ARRAY || keys->child == NULL) {
        vv_json_fail(strokes, root, &j->error, VV_ERROR_FORMAT, "there are no keys");
        vvi_error_remedy(&j->error, "write {\"keys\": [{\"time\": 0, \"points\": [[x, y], …]}, …]}");
        return VV_ERROR_FORMAT;
    }
    vv_json_write_object(writer, NULL);
    vv_json_write_string(writer, "do", "line.set");
    vv_json_write_string(writer, "line", j->line->name);
    for (const vv_json *member = root->child; member != NULL; member = member->next)
        if (member != keys)
            vv_json_write_value(writer, member->name, member);
    vv_json_write_array(writer, "keys");
    vv_result result = VV_OK;
    uint32_t index = 0;
    for (const vv_json *key = keys->child; key != NULL && result == VV_OK; key = key->next)
        result = write_key(j, strokes, key, index++, writer);
    vv_json_write_end(writer);
    vv_json_write_end(writer);
    return result;
}

static vv_result put_strokes(line_job *j, const vv_json_document *strokes)
{
    vv_json_writer *writer = NULL;
    vv_json_document *command = NULL;
    size_t length = 0;
    vv_result result = vv_json_writer_create(NULL, true, &writer, &j->error);
    if (result == VV_OK)
        result = write_command(j, strokes, writer);
    const char *text = result == VV_OK ? vv_json_writer_text(writer, &length) : NULL;
    if (result == VV_OK)
        result = text == NULL ? vvi_fail_memory(&j->error, 4096)
                              : vv_json_parse(text, length, j->ask->strokes, NULL, &command, &j->error);
    if (result == VV_OK)
        result = vv_document_apply(j->document, command, vv_json_root(command), &j->error);
    vv_json_destroy(command);
    vv_json_writer_destroy(writer);
    return result;
}

vv_result line_take_strokes(line_job *j, const vv_host *host)
{
    vv_json_document *strokes = NULL;
    vv_result result = read_json(j, &strokes);
    if (result == VV_OK)
        result = copy_document(j, host);
    if (result == VV_OK)
        result = put_strokes(j, strokes);
    vv_json_destroy(strokes);
    if (result != VV_OK)
        return result;
    j->session = j->own_session;
    j->project = vv_document_project(j->document);
    j->line = j->project->lines[j->index];
    return VV_OK;
}
