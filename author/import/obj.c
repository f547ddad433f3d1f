/* Wavefront OBJ: `v` and `f` lines, counted in a first pass and read in a second. Polygons are split into fans at
 * their first corner; texture and normal indices, groups, materials and everything else are ignored. */
#include "author/import/import.h"

#include "text.h"

#include <verve/mesh.h>

#define MOST_TRIANGLES (4u * VV_MESH_MAX_VERTICES)

typedef struct obj_reader {
    text_reader text;
    const char *file;
    vv_error *error;
    vv_obj obj;
    uint32_t vertices, triangles; /* read so far */
    int64_t highest;              /* the largest index of a face, 1-based, and the line it is on */
    uint32_t highest_line;
} obj_reader;

/* ---- Counting -------------------------------------------------------------------------------------------------- */

/* The next corner of a face; empty at the end of the line or at a comment. */
static text_span next_corner(text_span *line)
{
    text_span word = vvi_text_word(line);
    return word.at < word.end && *word.at == '#' ? (text_span){word.at, word.at} : word;
}

static uint32_t count_corners(text_span line)
{
    uint32_t count = 0;
    for (text_span word = next_corner(&line); word.at < word.end; word = next_corner(&line))
        count++;
    return count;
}

static vv_result fail_size(const obj_reader *reader, const char *what, uint32_t most)
{
    vvi_fail(reader->error, VV_ERROR_LIMIT, "the mesh has more than %u %s", most, what);
    vvi_error_remedy(reader->error, "simplify it in the program that made it");
    vvi_error_place(reader->error, reader->file, reader->text.line, NULL);
    return VV_ERROR_LIMIT;
}

static vv_result count_lines(obj_reader *reader)
{
    text_span line;
    while (vvi_text_line(&reader->text, &line)) {
        text_span word = vvi_text_word(&line);
        if (vvi_text_is(word, "v") && ++reader->obj.vertex_count > VV_MESH_MAX_VERTICES)
            return fail_size(reader, "vertices", VV_MESH_MAX_VERTICES);
        if (!vvi_text_is(word, "f"))
            continue;
        uint32_t corners = count_corners(line);
        if (corners < 3)
            return vvi_text_fail(&reader->text, reader->file, reader->error, "a face needs at least three",
                                 "this face has %u corners", corners);
        if (corners - 2 > MOST_TRIANGLES - reader->obj.triangle_count)
            return fail_size(reader, "triangles", MOST_TRIANGLES);
        reader->obj.triangle_count += corners - 2;
    }
    if (reader->obj.vertex_count > 0 && reader->obj.triangle_count > 0)
        return VV_OK;
    reader->text.line = 0;
    return vvi_text_fail(&reader->text, reader->file, reader->error, "export it as a Wavefront OBJ mesh",
                         "there are no %s in this file", reader->obj.vertex_count ? "faces" : "vertices");
}

/* ---- Reading --------------------------------------------------------------------------------------------------- */

/* Reads x y z; a missing z is 0. */
static vv_result read_vertex(obj_reader *reader, text_span line)
{
    double *to = reader->obj.positions + 3 * (size_t)reader->vertices++;
    for (int k = 0; k < 3; k++) {
        text_span word = vvi_text_word(&line);
        if (k == 2 && word.at == word.end)
            return VV_OK;
        if (!vvi_text_number(word, &to[k]))
            return vvi_text_fail(&reader->text, reader->file, reader->error, "write it as `v x y z`",
                                 "coordinate %d of this vertex is not a finite number", k + 1);
    }
    return VV_OK;
}

/* Reads the vertex of a corner written a, a/b, a//c or a/b/c. Negative indices count back from the last vertex so
 * far. */
static vv_result read_corner(obj_reader *reader, text_span word, uint32_t *vertex)
{
    text_span index = {word.at, word.at};
    while (index.end < word.end && *index.end != '/')
        index.end++;
    int64_t value;
    if (!vvi_text_whole(index, &value) || value == 0)
        return vvi_text_fail(&reader->text, reader->file, reader->error, "vertices are numbered from 1",
                             "a corner of this face is not the number of a vertex");
    if (value < 0)
        value += (int64_t)reader->vertices + 1;
    if (value <= 0)
        return vvi_text_fail(&reader->text, reader->file, reader->error, "negative numbers count back from the last",
                             "a corner of this face counts back past the first vertex");
    if (value > reader->highest) {
        reader->highest = value;
        reader->highest_line = reader->text.line;
    }
    *vertex = (uint32_t)(value - 1);
    return VV_OK;
}

static vv_result read_face(obj_reader *reader, text_span line)
{
    uint32_t first = 0, last = 0, corner = 0;
    for (text_span word = next_corner(&line); word.at < word.end; word = next_corner(&line), corner++) {
        uint32_t vertex = 0;
        vv_result result = read_corner(reader, word, &vertex);
        if (result != VV_OK)
            return result;
        if (corner == 0)
            first = vertex;
        if (corner >= 2) {
            uint32_t *to = reader->obj.triangles + 3 * (size_t)reader->triangles++;
            to[0] = first;
            to[1] = last;
            to[2] = vertex;
        }
        last = vertex;
    }
    return VV_OK;
}

static vv_result read_lines(obj_reader *reader)
{
    text_span line;
    while (vvi_text_line(&reader->text, &line)) {
        text_span word = vvi_text_word(&line);
        vv_result result = VV_OK;
        if (vvi_text_is(word, "v"))
            result = read_vertex(reader, line);
        else if (vvi_text_is(word, "f"))
            result = read_face(reader, line);
        if (result != VV_OK)
            return result;
    }
    if (reader->highest <= (int64_t)reader->obj.vertex_count)
        return VV_OK;
    reader->text.line = reader->highest_line;
    return vvi_text_fail(&reader->text, reader->file, reader->error, "the file may be cut off; export it again",
                         "this face uses vertex %u, but there are only %u", (uint32_t)reader->highest,
                         reader->obj.vertex_count);
}

vv_result vv_import_obj(const char *text, size_t length, const char *file, const vv_allocator *allocator, vv_obj *out,
                        vv_error *error)
{
    obj_reader reader = {.text = vvi_text_open(text, length), .file = file, .error = error};
    vv_result result = count_lines(&reader);
    if (result != VV_OK)
        return result;
    vv_obj *obj = &reader.obj;
    obj->positions = vvi_allocate_zeroed(allocator, 3 * (size_t)obj->vertex_count, sizeof *obj->positions);
    obj->triangles = vvi_allocate_zeroed(allocator, 3 * (size_t)obj->triangle_count, sizeof *obj->triangles);
    reader.text = vvi_text_open(text, length);
    if (obj->positions && obj->triangles)
        result = read_lines(&reader);
    else
        result = vvi_fail_memory(error, 3 * (size_t)obj->vertex_count * sizeof *obj->positions);
    if (result == VV_OK)
        *out = *obj;
    else
        vv_obj_destroy(obj, allocator);
    return result;
}

void vv_obj_destroy(vv_obj *obj, const vv_allocator *allocator)
{
    vvi_release(allocator, obj->positions, 3 * (size_t)obj->vertex_count, sizeof *obj->positions);
    vvi_release(allocator, obj->triangles, 3 * (size_t)obj->triangle_count, sizeof *obj->triangles);
    *obj = (vv_obj){0};
}
