/* Export of pictures and films (native). */
#ifndef VV_EXPORT_H
#define VV_EXPORT_H

#include "author/base/image.h"
#include "author/export/model.h"

/* Encodes an image as a PNG file. */
vv_result vv_export_png(const vv_image *image, const vv_allocator *allocator, vv_bytes *out, vv_error *error);

/* Writes frames to a file whose extension chooses the format:
 *
 *   .png   a picture; several frames become a numbered sequence name-0001.png …
 *   .webp  an endless animation with transparency
 *   .mp4   H.264, plays everywhere       } by the ffmpeg program; transparency is composited on white, odd sizes grow
 *   .webm  VP9                           } by one pixel
 *   .gif   at most 50 frames a second    }
 *
 * A file is written under a temporary name and renamed when it is complete. */
typedef struct vv_film vv_film;
typedef struct vv_film_def {
    const char *path;
    uint32_t width, height;
    float frames_per_second; /* 0.01…1000 */
    uint32_t frame_count;    /* number of frames that will be added; with 1 a .png is a single picture */
    bool lossless;           /* .webp only: every pixel is exact, and the file larger */
} vv_film_def;

vv_result vv_film_open(const vv_film_def *def, const vv_allocator *allocator, vv_film **out, vv_error *error);
/* Adds the next frame, of the film's size. After an error only close or abandon may be called. */
vv_result vv_film_add(vv_film *film, const vv_image *frame, vv_error *error);
/* Finishes the file and destroys the film. On an error the film is destroyed too, and no file is left. */
vv_result vv_film_close(vv_film *film, vv_error *error);
/* Destroys the film and removes its files. NULL is allowed. */
void vv_film_abandon(vv_film *film);

#endif
