/* verve line --strokes: keystrokes from a file in place of the project's. They are applied to a copy of the project
 * by the command that the page uses, so that nothing is accepted that a project would refuse. */
#include "cli/line.h"

#include "author/base/file.h"
#include "author/base/stroke_thin.h"
#include "runtime/base/base.h"

#include <math.h>
#include <string.h>

#define MOST_BYTES  ((size_t)64 << 20)
#define MOST_VALUES 6000000u /* of JSON; a point has three. Parsed, each takes about a hundred bytes */

/* Bounds the number of values from above: the first, and one for every comma and opening bracket. */
static vv_result check_size(line_job *j, const uint8_t *bytes, size_t count)
{
    uint32_t values = 1;
    for (size_t i = 0; i < count; i++)
        values += bytes[i] == ',' || bytes[i] == '[' || bytes[i] == '{';
    if (values <= MOST_VALUES)
        return VV_OK;
    return cli_fail(j->error, VV_ERROR_LIMIT, j->request->strokes,
                    "leave points out: a stroke says as much with a few hundred",
                    "this file holds more than the %u numbers and lists that are read at once", MOST_VALUES);
}

static vv_result read_json(line_job *j, vv_json_document **out)
{
    uint8_t *bytes = NULL;
    size_t count = 0;
    vv_result result = vv_file_read(j->request->strokes, MOST_BYTES, NULL, &bytes, &count, j->error);
    if (result == VV_OK)
        result = check_size(j, bytes, count);
    if (result == VV_OK)
        result = vv_json_parse((const char *)bytes, count, j->request->strokes, NULL, out, j->error);
    vv_file_release(NULL, bytes, count);
    return result;
}

static vv_result copy_project(line_job *j, const vv_host *host)
{
    vv_result result = cli_copy_project(j->project, j->folder, &j->document, j->error);
    return result == VV_OK ? vv_session_create(j->document, host, NULL, &j->own_session, j->error) : result;
}

/* ---- One command ------------------------------------------------------------------------------------------------- */

/* Every point is checked here: the project sees the thinned stroke, and would name a point of that. */
static vv_result read_point(line_job *j, const vv_json_document *strokes, const vv_json *point, vv_vec2 *out)
{
    const vv_json *x = point->kind == VV_JSON_ARRAY ? point->child : NULL, *y = x != NULL ? x->next : NULL;
    if (y == NULL || y->next != NULL || x->kind != VV_JSON_NUMBER || y->kind != VV_JSON_NUMBER)
        return cli_fail_json(j->error, strokes, point, "write [x, y], two numbers", "this is not a point");
    if (!(fabs(x->number) <= (double)VV_LINE_MAX_VALUE && fabs(y->number) <= (double)VV_LINE_MAX_VALUE)) {
        return cli_fail_json(j->error, strokes, point, "choose numbers between -10000 and 10000",
                             "this point is too far away");
    }
    *out = (vv_vec2){(float)x->number, (float)y->number};
    return VV_OK;
}

/* Which points of a stroke that is longer than a project holds are kept: kept[VV_PROJECT_MAX_STROKE]. */
static vv_result thin_stroke(line_job *j, const vv_json_document *strokes, const vv_json *points, uint32_t *kept,
                             uint32_t *kept_count)
{
    vv_vec2 *stroke = vvi_allocate(NULL, points->count, sizeof *stroke);
    vv_result result = stroke != NULL ? VV_OK : vvi_fail_memory(j->error, points->count * sizeof *stroke);
    for (const vv_json *p = points->child; p != NULL && result == VV_OK; p = p->next)
        result = read_point(j, strokes, p, &stroke[p->index]);
    if (result == VV_OK)
        result = vv_stroke_thin(points->count, stroke, VV_PROJECT_MAX_STROKE, NULL, kept, kept_count, j->error);
    vvi_release(NULL, stroke, points->count, sizeof *stroke);
    return result;
}

static vv_result check_counts(line_job *j, const vv_json_document *strokes, const vv_json *points,
                              const vv_json *pressure)
{
    if (points->count > VV_STROKE_MAX_POINTS)
        return cli_fail_json(j->error, strokes, points, "leave some out", "a stroke has at most %u points",
                             VV_STROKE_MAX_POINTS);
    if (pressure == NULL || pressure->kind != VV_JSON_ARRAY || pressure->count == points->count)
        return VV_OK;
    return cli_fail_json(j->error, strokes, pressure, "give one for each",
                         "there are %u of these numbers for %u points", pressure->count, points->count);
}

static void write_kept(const vv_json *list, uint32_t count, const uint32_t *kept, vv_json_writer *writer)
{
    uint32_t next = 0;
    vv_json_write_array(writer, list->name);
    for (const vv_json *item = list->child; item != NULL && next < count; item = item->next)
        if (item->index == kept[next]) {
            vv_json_write_value(writer, NULL, item);
            next++;
        }
    vv_json_write_end(writer);
}

/* Strokes longer than a project holds are thinned, and the pressures with them. */
static vv_result write_stroke(line_job *j, const vv_json_document *strokes, const vv_json *key, vv_json_writer *writer)
{
    uint32_t kept[VV_PROJECT_MAX_STROKE], count = 0;
    const vv_json *points = vv_json_member(key, "points"), *pressure = vv_json_member(key, "pressure");
    bool many = points != NULL && points->kind == VV_JSON_ARRAY && points->count > VV_PROJECT_MAX_STROKE;
    vv_result result = many ? check_counts(j, strokes, points, pressure) : VV_OK;
    if (many && result == VV_OK)
        result = thin_stroke(j, strokes, points, kept, &count);
    for (const vv_json *member = key->child; member != NULL && result == VV_OK; member = member->next)
        if (many && (member == points || (member == pressure && pressure->kind == VV_JSON_ARRAY)))
            write_kept(member, count, kept, writer);
        else
            vv_json_write_value(writer, member->name, member);
    return result;
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
    vv_json_write_object(writer, NULL);
    vv_result result = write_stroke(j, strokes, key, writer);
    if (vv_json_member(key, "bones") == NULL)
        write_bones(j, index, writer);
    vv_json_write_end(writer);
    return result;
}

/* Checks what a project cannot report well, since it sees a command and not the file. */
static vv_result check_file(line_job *j, const vv_json_document *strokes)
{
    const vv_json *root = vv_json_root(strokes), *keys = vv_json_member(root, "keys");
    if (keys == NULL || keys->kind != VV_JSON_ARRAY || keys->child == NULL) {
        return cli_fail_json(j->error, strokes, root, "write {\"keys\": [{\"time\": 0, \"points\": [[x, y], …]}, …]}",
                             "there are no keys");
    }
    if (keys->count > VV_LINE_MAX_KEYS)
        return cli_fail_json(j->error, strokes, keys, "remove some",
                             "there are %u keystrokes, and at most %u are possible", keys->count, VV_LINE_MAX_KEYS);
    for (const vv_json *member = root->child; member != NULL; member = member->next)
        if (strcmp(member->name, "do") == 0 || strcmp(member->name, "line") == 0) {
            return cli_fail_json(j->error, strokes, member, "remove it; --name says which line",
                                 "\"%s\" is not a key that belongs here", member->name);
        }
    return VV_OK;
}

/* What stands beside the keys (view, preset and the like) are members of the line. Paths in the command are those in
 * the file. */
static vv_result write_command(line_job *j, const vv_json_document *strokes, vv_json_writer *writer)
{
    const vv_json *root = vv_json_root(strokes), *keys = vv_json_member(root, "keys");
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

/* An error about the command has the path of what is wrong, which is that in the file too; adds the line there. */
static void find_line_in_file(line_job *j, const vv_json_document *strokes)
{
    char path[sizeof j->error->path];
    vvi_format(path, sizeof path, "%s", j->error->path);
    if (strcmp(j->error->file, j->request->strokes) == 0 && path[0] == '$')
        vvi_error_place(j->error, j->request->strokes, vv_json_nearest(strokes, path)->line, path);
}

static vv_result apply_strokes(line_job *j, const vv_json_document *strokes)
{
    vv_json_writer *writer = NULL;
    vv_json_document *command = NULL;
    size_t length = 0;
    vv_result result = vv_json_writer_create(NULL, true, &writer, j->error);
    if (result == VV_OK)
        result = write_command(j, strokes, writer);
    const char *text = result == VV_OK ? vv_json_writer_text(writer, &length) : NULL;
    if (result == VV_OK)
        result = text == NULL ? vvi_fail_memory(j->error, 4096)
                              : vv_json_parse(text, length, j->request->strokes, NULL, &command, j->error);
    if (result == VV_OK)
        result = vv_document_apply(j->document, command, vv_json_root(command), j->error);
    vv_json_destroy(command);
    vv_json_writer_destroy(writer);
    return result;
}

vv_result line_replace_strokes(line_job *j, const vv_host *host)
{
    vv_json_document *strokes = NULL;
    vv_result result = read_json(j, &strokes);
    if (result == VV_OK)
        result = check_file(j, strokes);
    if (result == VV_OK)
        result = copy_project(j, host);
    if (result == VV_OK)
        result = apply_strokes(j, strokes);
    if (result != VV_OK && strokes != NULL)
        find_line_in_file(j, strokes);
    vv_json_destroy(strokes);
    if (result != VV_OK)
        return result;
    j->session = j->own_session;
    j->project = vv_document_project(j->document);
    j->line = j->project->lines[j->index];
    return VV_OK;
}
