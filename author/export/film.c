/* Writes frames to a file: chooses the format by the file's extension, and writes PNG itself. */
#include "author/export/film.h"

#include "author/base/file.h"
#include "author/base/path.h"

#include <stdio.h>
#include <string.h>

struct vv_film {
    const vv_allocator *allocator;
    vv_film_kind kind;
    vv_film_def def; /* its path is the one below */
    char path[VVI_PATH_MAX];
    uint32_t added;
    vvi_webp *webp;
    vvi_video *video;
};

static vv_result add_place(vv_error *error, const char *path, vv_result code, const char *remedy)
{
    vvi_error_place(error, path, 0, NULL);
    vvi_error_remedy(error, "%s", remedy);
    return code;
}

/* Adds the film's path to an error that has no place yet. */
static vv_result place_error(const vv_film *film, vv_result result, vv_error *error)
{
    if (result != VV_OK && error && !error->file[0])
        vvi_error_place(error, film->path, 0, NULL);
    return result;
}

/* ---- PNG ------------------------------------------------------------------------------------------------------- */

/* The path of a frame: name.png for a single one, else name-0001.png … */
static void name_frame(const vv_film *film, uint32_t index, char path[VVI_PATH_MAX])
{
    if (film->def.frame_count == 1) {
        memcpy(path, film->path, VVI_PATH_MAX);
        return;
    }
    size_t stem = strlen(film->path) - strlen(".png");
    const char *zeros = index + 1 < 10 ? "000" : index + 1 < 100 ? "00" : index + 1 < 1000 ? "0" : "";
    vvi_format(path, VVI_PATH_MAX, "%s", film->path);
    vvi_format(path + stem, VVI_PATH_MAX - stem, "-%s%u%s", zeros, index + 1, film->path + stem);
}

static vv_result write_frame(const vv_film *film, const vv_image *frame, vv_error *error)
{
    char path[VVI_PATH_MAX];
    vv_bytes bytes;
    name_frame(film, film->added, path);
    vv_result result = vv_export_png(frame, film->allocator, &bytes, error);
    if (result == VV_OK)
        result = vv_file_write(path, bytes.data, bytes.count, error);
    vv_bytes_release(&bytes, film->allocator);
    return result;
}

static void remove_frames(const vv_film *film)
{
    for (uint32_t i = 0; i < film->added; ++i) {
        char path[VVI_PATH_MAX];
        name_frame(film, i, path);
        remove(path);
    }
}

/* ---- Opening --------------------------------------------------------------------------------------------------- */

static vv_result check_def(const vv_film_def *def, vv_error *error)
{
    const char *path = def->path;
    if (strlen(path) + 32 > VVI_PATH_MAX)
        return add_place(error, path, vvi_fail(error, VV_ERROR_FILE, "the name is too long"), "use a shorter name");
    if (def->width == 0 || def->height == 0 || def->width > VV_IMAGE_MAX_SIDE || def->height > VV_IMAGE_MAX_SIDE)
        return add_place(
            error, path,
            vvi_fail(error, VV_ERROR_ARGUMENT, "a film cannot have %u × %u pixels", def->width, def->height),
            "choose 1 to 16384 pixels a side");
    if (!(def->frames_per_second >= 0.01f && def->frames_per_second <= 1000.0f))
        return add_place(error, path,
                         vvi_fail(error, VV_ERROR_ARGUMENT, "the frame rate is %g; it must be 0.01 to 1000",
                                  (double)def->frames_per_second),
                         "use 12 to 60 frames a second");
    if (def->frame_count == 0)
        return add_place(error, path, vvi_fail(error, VV_ERROR_ARGUMENT, "a film needs at least one frame"),
                         "use one frame or more");
    return VV_OK;
}

static vv_result open_format(vv_film *film, vv_error *error)
{
    static const vvi_video_kind videos[VV_FILM_KINDS] = {
        [VV_FILM_MP4] = VVI_VIDEO_MP4, [VV_FILM_WEBM] = VVI_VIDEO_WEBM, [VV_FILM_GIF] = VVI_VIDEO_GIF};
    film->kind = vv_film_kind_of(film->path);
    switch (film->kind) {
    case VV_FILM_PNG:
        return VV_OK;
    case VV_FILM_WEBP:
        return vvi_webp_open(&film->def, film->allocator, &film->webp, error);
    case VV_FILM_KINDS:
        return add_place(error, film->path,
                         vvi_fail(error, VV_ERROR_ARGUMENT, "the name's extension is not a known format"),
                         "end it in " VV_FILM_CHOICES);
    default:
        return vvi_video_open(&film->def, videos[film->kind], film->allocator, &film->video, error);
    }
}

static void destroy_film(vv_film *film)
{
    vvi_webp_destroy(film->webp);
    vvi_video_destroy(film->video);
    vvi_release(film->allocator, film, 1, sizeof *film);
}

vv_result vv_film_open(const vv_film_def *def, const vv_allocator *allocator, vv_film **out, vv_error *error)
{
    *out = NULL;
    vv_result result = check_def(def, error);
    if (result != VV_OK)
        return result;
    vv_film *film = vvi_allocate_zeroed(allocator, 1, sizeof *film);
    if (!film)
        return vvi_fail_memory(error, sizeof *film);
    film->allocator = allocator;
    film->def = *def;
    film->def.path = film->path;
    memcpy(film->path, def->path, strlen(def->path) + 1);
    result = place_error(film, open_format(film, error), error);
    if (result == VV_OK)
        *out = film;
    else
        destroy_film(film);
    return result;
}

/* ---- Adding and closing ---------------------------------------------------------------------------------------- */

vv_result vv_film_add(vv_film *film, const vv_image *frame, vv_error *error)
{
    if (frame->width != film->def.width || frame->height != film->def.height)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "a frame has %u × %u pixels, but the film has %u × %u", frame->width,
                        frame->height, film->def.width, film->def.height);
    if (film->added == film->def.frame_count)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "more frames were added than the %u announced",
                        film->def.frame_count);
    vv_result result = film->kind == VV_FILM_PNG    ? write_frame(film, frame, error)
                       : film->kind == VV_FILM_WEBP ? vvi_webp_add(film->webp, frame, error)
                                                    : vvi_video_add(film->video, frame, error);
    film->added += result == VV_OK;
    return place_error(film, result, error);
}

static vv_result finish_film(vv_film *film, vv_error *error)
{
    if (film->added == 0)
        return add_place(error, film->path, vvi_fail(error, VV_ERROR_ARGUMENT, "no frame was added"), "add a frame");
    switch (film->kind) {
    case VV_FILM_PNG:
        return VV_OK;
    case VV_FILM_WEBP:
        return vvi_webp_close(film->webp, film->path, error);
    default:
        return vvi_video_close(film->video, film->path, error);
    }
}

vv_result vv_film_close(vv_film *film, vv_error *error)
{
    vv_result result = place_error(film, finish_film(film, error), error);
    destroy_film(film);
    return result;
}

void vv_film_abandon(vv_film *film)
{
    if (!film)
        return;
    if (film->kind == VV_FILM_PNG)
        remove_frames(film);
    destroy_film(film);
}
