/* Private to author/export: the encoders of film formats. */
#ifndef VV_EXPORT_FILM_H
#define VV_EXPORT_FILM_H

#include "author/export/export.h"
#include "author/export/formats.h"
#include "runtime/base/base.h"

#define VVI_PATH_MAX 4096

/* ---- Animated WebP --------------------------------------------------------------------------------------------- */

typedef struct vvi_webp vvi_webp;
vv_result vvi_webp_open(const vv_film_def *def, const vv_allocator *allocator, vvi_webp **out, vv_error *error);
vv_result vvi_webp_add(vvi_webp *webp, const vv_image *frame, vv_error *error);
/* Writes `path`. */
vv_result vvi_webp_close(vvi_webp *webp, const char *path, vv_error *error);
void vvi_webp_destroy(vvi_webp *webp);

/* ---- Video through ffmpeg -------------------------------------------------------------------------------------- */

typedef enum vvi_video_kind {
    VVI_VIDEO_MP4,
    VVI_VIDEO_WEBM,
    VVI_VIDEO_GIF,
} vvi_video_kind;

typedef struct vvi_video vvi_video;
vv_result vvi_video_open(const vv_film_def *def, vvi_video_kind kind, const vv_allocator *allocator, vvi_video **out,
                         vv_error *error);
vv_result vvi_video_add(vvi_video *video, const vv_image *frame, vv_error *error);
/* Waits for ffmpeg and renames the file. */
vv_result vvi_video_close(vvi_video *video, const char *path, vv_error *error);
/* Kills ffmpeg if it is still running. */
void vvi_video_destroy(vvi_video *video);

#endif
