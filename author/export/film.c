/* Frames into a file: chooses the format by the file's ending, and writes PNG itself. */
#include "author/export/film.h"

#include "author/base/file.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

typedef enum film_kind {
    FILM_PNG,
    FILM_WEBP,
    FILM_VIDEO,
} film_kind;

struct vv_film {
    const vv_allocator *allocator;
    film_kind kind;
    vv_film_def def; /* its path is the one below */
    char path[VVI_PATH_MAX];
    uint32_t added;
    vvi_webp *webp;
    vvi_video *video;
};

static vv_result fail_at(vv_error *error, const char *path, vv_result code, const char *remedy)
{
    vvi_error_place(error, path, 0, NULL);
    vvi_error_remedy(error, "%s", remedy);
    return code;
}

/* Says which film an error is about, where it does not say so already. */
static vv_result in_film(const vv_film *film, vv_result result, vv_error *error)
{
    if (result != VV_OK && error && !error->file[0])
        vvi_error_place(error, film->path, 0, NULL);
    return result;
}

/* ---- PNG ---------------------------------------------------------------------------------------------------------- */

/* name.png becomes name-0001.png where several frames come. */
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

/* ---- Opening ------------------------------------------------------------------------------------------------------ */

static bool ends_in(const char *path, const char *ending)
{
    size_t length = strlen(path), tail = strlen(ending);
    return length > tail && path[length - tail - 1] != '/' && strcasecmp(path + length - tail, ending) == 0;
}

static vv_result check_def(const vv_film_def *def, vv_error *error)
{
    const char *path = def->path;
    if (strlen(path) + 32 > VVI_PATH_MAX)
        return fail_at(error, path, vvi_fail(error, VV_ERROR_FILE, "the name is too long"), "use a shorter name");
    if (def->width == 0 || def->height == 0 || def->width > VV_IMAGE_MAX_SIDE || def->height > VV_IMAGE_MAX_SIDE)
        return fail_at(
            error, path,
            vvi_fail(error, VV_ERROR_ARGUMENT, "a film of %u × %u pixels cannot be made", def->width, def->height),
            "choose another size");
    if (!(def->frames_per_second >= 0.01f && def->frames_per_second <= 1000.0f))
        return fail_at(error, path, vvi_fail(error, VV_ERROR_ARGUMENT, "the frame rate is outside 0.01…1000"),
                       "use 12 to 60 frames a second");
    if (def->frame_count == 0)
        return fail_at(error, path, vvi_fail(error, VV_ERROR_ARGUMENT, "a film needs at least one frame"),
                       "ask for one frame or more");
    return VV_OK;
}

static vv_result open_kind(vv_film *film, vv_error *error)
{
    const char *path = film->path;
    if (ends_in(path, ".png")) {
        film->kind = FILM_PNG;
        return VV_OK;
    }
    if (ends_in(path, ".webp")) {
        film->kind = FILM_WEBP;
        return vvi_webp_open(&film->def, film->allocator, &film->webp, error);
    }
    static const struct {
        const char *ending;
        vvi_video_kind kind;
    } videos[] = {{".mp4", VVI_VIDEO_MP4}, {".webm", VVI_VIDEO_WEBM}, {".gif", VVI_VIDEO_GIF}};
    for (size_t i = 0; i < sizeof videos / sizeof *videos; ++i)
        if (ends_in(path, videos[i].ending)) {
            film->kind = FILM_VIDEO;
            return vvi_video_open(&film->def, videos[i].kind, film->allocator, &film->video, error);
        }
    return fail_at(error, path, vvi_fail(error, VV_ERROR_ARGUMENT, "the ending of the name says no format"),
                   "end it in .png, .webp, .mp4, .webm or .gif");
}

static void destroy(vv_film *film)
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
    result = in_film(film, open_kind(film, error), error);
    if (result == VV_OK)
        *out = film;
    else
        destroy(film);
    return result;
}

/* ---- Adding and closing ------------------------------------------------------------------------------------------- */

vv_result vv_film_add(vv_film *film, const vv_image *frame, vv_error *error)
{
    if (frame->width != film->def.width || frame->height != film->def.height)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "a frame has %u × %u pixels, but the film %u × %u", frame->width,
                        frame->height, film->def.width, film->def.height);
    if (film->added == film->def.frame_count)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "more frames came than the %u announced", film->def.frame_count);
    vv_result result = film->kind == FILM_PNG    ? write_frame(film, frame, error)
                       : film->kind == FILM_WEBP ? vvi_webp_add(film->webp, frame, error)
                                                 : vvi_video_add(film->video, frame, error);
    film->added += result == VV_OK;
    return in_film(film, result, error);
}

static vv_result finish(vv_film *film, vv_error *error)
{
    if (film->added == 0)
        return fail_at(error, film->path, vvi_fail(error, VV_ERROR_ARGUMENT, "no frame was added"), "add one");
    switch (film->kind) {
    case FILM_WEBP:
        return vvi_webp_close(film->webp, film->path, error);
    case FILM_VIDEO:
        return vvi_video_close(film->video, film->path, error);
    default:
        return VV_OK;
    }
}

vv_result vv_film_close(vv_film *film, vv_error *error)
{
    vv_result result = in_film(film, finish(film, error), error);
    destroy(film);
    return result;
}

void vv_film_abandon(vv_film *film)
{
    if (!film)
        return;
    if (film->kind == FILM_PNG)
        remove_frames(film);
    destroy(film);
}
