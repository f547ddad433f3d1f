/* Reads handles in TGF as libigl writes it: `index x y z` lines, a line `#`, then `i j` lines, each a bone between
 * points i and j (counted from 1 in file order). Further columns are flags: bone, pseudo-edge, cage edge; a row with
 * bone flag 0 is not a bone. A second `#` ends the rows. */
#include "author/import/import.h"

#include "text.h"

#define MOST_POINTS (2u * VV_RIG_MAX_HANDLES)

typedef struct tgf_reader {
    text_reader text;
    const char *file;
    vv_error *error;
    uint32_t point_count, bone_count;
    double points[MOST_POINTS][3];
    bool on_bone[MOST_POINTS];
    uint32_t bones[VV_RIG_MAX_HANDLES][2];
} tgf_reader;

static vv_result fail(const tgf_reader *reader, const char *message, const char *remedy)
{
    return vvi_text_fail(&reader->text, reader->file, reader->error, remedy, "%s", message);
}

/* index x y z; a missing z is 0. The index is not used: rows count in file order. */
static vv_result read_point(tgf_reader *reader, text_span line)
{
    int64_t index;
    if (!vvi_text_whole(vvi_text_word(&line), &index))
        return fail(reader, "this line does not begin with a whole number", "write points as `index x y z`");
    if (reader->point_count == MOST_POINTS)
        return fail(reader, "there are too many points", "Verve supports up to 512 points and 256 handles");
    double *to = reader->points[reader->point_count++];
    for (int k = 0; k < 3; k++) {
        text_span word = vvi_text_word(&line);
        if (k == 2 && word.at == word.end)
            return VV_OK;
        if (!vvi_text_number(word, &to[k]))
            return fail(reader, "a coordinate of this point is not a finite number", "write points as `index x y z`");
    }
    return VV_OK;
}

static vv_result read_bone(tgf_reader *reader, text_span line)
{
    int64_t ends[2], flag = 1;
    for (int k = 0; k < 2; k++) {
        if (!vvi_text_whole(vvi_text_word(&line), &ends[k]) || ends[k] < 1 || ends[k] > (int64_t)reader->point_count)
            return fail(reader, "this bone joins a point that does not exist", "points are counted from 1");
    }
    if (ends[0] == ends[1])
        return fail(reader, "this bone joins a point to itself", "remove it; a single point is already a handle");
    text_span word = vvi_text_word(&line);
    if (word.at < word.end && !vvi_text_whole(word, &flag))
        return fail(reader, "the third column is not a whole number", "write 1 for a bone, or nothing");
    if (flag == 0)
        return VV_OK;
    if (reader->bone_count == VV_RIG_MAX_HANDLES)
        return fail(reader, "there are too many bones", "Verve supports up to 256 handles");
    for (int k = 0; k < 2; k++) {
        reader->bones[reader->bone_count][k] = (uint32_t)ends[k] - 1;
        reader->on_bone[ends[k] - 1] = true;
    }
    reader->bone_count++;
    return VV_OK;
}

static vv_result read_lines(tgf_reader *reader)
{
    text_span line;
    int part = 0; /* points, bones, the rest */
    while (part < 2 && vvi_text_line(&reader->text, &line)) {
        text_span rest = line, word = vvi_text_word(&rest);
        if (word.at == word.end)
            continue;
        if (*word.at == '#') {
            part++;
            continue;
        }
        vv_result result = part == 0 ? read_point(reader, line) : read_bone(reader, line);
        if (result != VV_OK)
            return result;
    }
    return VV_OK;
}

static uint32_t count_handles(const tgf_reader *reader)
{
    uint32_t count = reader->bone_count;
    for (uint32_t i = 0; i < reader->point_count; i++)
        count += !reader->on_bone[i];
    return count;
}

static void copy_point(double to[3], const double from[3])
{
    for (int k = 0; k < 3; k++)
        to[k] = from[k];
}

static void fill_handles(const tgf_reader *reader, vv_tgf_handle *handles)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < reader->point_count; i++) {
        if (reader->on_bone[i])
            continue;
        copy_point(handles[count].from, reader->points[i]);
        copy_point(handles[count++].to, reader->points[i]);
    }
    for (uint32_t i = 0; i < reader->bone_count; i++) {
        handles[count].bone = true;
        copy_point(handles[count].from, reader->points[reader->bones[i][0]]);
        copy_point(handles[count++].to, reader->points[reader->bones[i][1]]);
    }
}

static vv_result make_handles(const tgf_reader *reader, const vv_allocator *allocator, vv_tgf *out)
{
    uint32_t count = count_handles(reader);
    if (count == 0)
        return fail(reader, "there are no handles in this file", "write points as `index x y z`, one per line");
    if (count > VV_RIG_MAX_HANDLES)
        return fail(reader, "there are too many handles", "Verve supports up to 256");
    vv_tgf_handle *handles = vvi_allocate_zeroed(allocator, count, sizeof *handles);
    if (!handles)
        return vvi_fail_memory(reader->error, count * sizeof *handles);
    fill_handles(reader, handles);
    *out = (vv_tgf){count, handles};
    return VV_OK;
}

vv_result vv_import_tgf(const char *text, size_t length, const char *file, const vv_allocator *allocator, vv_tgf *out,
                        vv_error *error)
{
    tgf_reader *reader = vvi_allocate_zeroed(allocator, 1, sizeof *reader);
    if (!reader)
        return vvi_fail_memory(error, sizeof *reader);
    reader->text = vvi_text_open(text, length);
    reader->file = file;
    reader->error = error;
    vv_result result = read_lines(reader);
    if (result == VV_OK)
        result = make_handles(reader, allocator, out);
    vvi_release(allocator, reader, 1, sizeof *reader);
    return result;
}

void vv_tgf_destroy(vv_tgf *tgf, const vv_allocator *allocator)
{
    vvi_release(allocator, tgf->handles, tgf->handle_count, sizeof *tgf->handles);
    *tgf = (vv_tgf){0};
}
