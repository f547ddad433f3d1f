/* Standard formats out (native). */
#ifndef VV_EXPORT_H
#define VV_EXPORT_H

#include "author/base/image.h"
#include "author/export/model.h"

/* The bytes of a PNG file. */
vv_result vv_export_png(const vv_image *image, const vv_allocator *allocator, vv_bytes *out, vv_error *error);

/* Frames one after another into a file chosen by its ending:
 *
 *   .png   a picture; several frames become a numbered sequence name-0001.png …
 *   .webp  animated for ever, with transparency
 *   .mp4   H.264, plays everywhere       } through the ffmpeg program; transparency is laid on white, odd sizes grow
 *   .webm  VP9                           } by a pixel
 *   .gif   at most 50 frames a second    }
 *
 * A file is written aside and takes its name when it is complete. */
typedef struct vv_film vv_film;
typedef struct vv_film_def {
    const char *path;
    uint32_t width, height;
    float frames_per_second; /* 0.01…1000 */
    uint32_t frame_count;    /* how many will come: 1 makes a .png a picture */
    bool lossless;           /* .webp only: every pixel exact, in a larger file */
} vv_film_def;

vv_result vv_film_open(const vv_film_def *def, const vv_allocator *allocator, vv_film **out, vv_error *error);
/* The next frame, of the film's size. After an error only close or abandon may follow. */
vv_result vv_film_add(vv_film *film, const vv_image *frame, vv_error *error);
/* Finishes the file and destroys the film, also on an error, which leaves no file behind. */
vv_result vv_film_close(vv_film *film, vv_error *error);
/* Destroys the film; nothing is left behind. NULL is fine. */
void vv_film_abandon(vv_film *film);

#endif
