/* The table of picture and film formats (pure). The command's help, the server, the page and docs/rendering.md take
 * extensions and descriptions from it. */
#ifndef VV_EXPORT_FORMATS_H
#define VV_EXPORT_FORMATS_H

#include <verve/base.h>

typedef enum vv_film_kind {
    VV_FILM_PNG,
    VV_FILM_WEBP,
    VV_FILM_MP4,
    VV_FILM_WEBM,
    VV_FILM_GIF,
    VV_FILM_KINDS,
} vv_film_kind;

typedef struct vv_film_format {
    const char *ending;       /* ".webp" */
    const char *label;        /* its common name */
    const char *about;        /* its use in a few words, which the page shows beside the label */
    const char *is, *details; /* two cells of the table in docs/rendering.md */
    bool moves;               /* a film and not a picture */
    bool transparent;         /* keeps transparency */
    bool needs_ffmpeg;
} vv_film_format;

/* [VV_FILM_KINDS] */
const vv_film_format *vv_film_formats(void);
/* The format of a path by its extension; VV_FILM_KINDS if there is none. */
vv_film_kind vv_film_kind_of(const char *path);

/* The films of the table as lists for help texts; tools/generate fails if they differ from it. */
#define VV_FILM_ENDINGS ".webp .mp4 .webm .gif"
#define VV_FILM_NAMES   "webp mp4 webm gif"
#define VV_FILM_CHOICES ".png, .webp, .mp4, .webm or .gif"

#endif
