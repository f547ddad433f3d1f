/* The table of formats of pictures and films. */
#include "author/export/formats.h"

#include "author/base/path.h"

static const vv_film_format formats[VV_FILM_KINDS] = {
    [VV_FILM_PNG] = {.ending = ".png",
                     .label = "Picture",
                     .about = "One moment",
                     .is = "a picture; with `--sequence` one file a frame: `name-0001.png` …",
                     .details = "exact; transparent where the background is",
                     .transparent = true},
    [VV_FILM_WEBP] = {.ending = ".webp",
                      .label = "WebP",
                      .about = "Loops, see-through",
                      .is = "an animation that loops for ever, with transparency",
                      .details = "frame *i* starts at *i* / rate, rounded to a millisecond once: no drift",
                      .moves = true,
                      .transparent = true},
    [VV_FILM_MP4] = {.ending = ".mp4",
                     .label = "MP4",
                     .about = "Video for sharing",
                     .is = "H.264, 4:2:0, BT.709, index in front: plays everywhere, also while it loads",
                     .details = "odd sizes grow by a pixel; transparency is laid on white",
                     .moves = true,
                     .needs_ffmpeg = true},
    [VV_FILM_WEBM] = {.ending = ".webm",
                      .label = "WebM",
                      .about = "Video for the web",
                      .is = "VP9",
                      .details = "odd sizes grow by a pixel; transparency is laid on white",
                      .moves = true,
                      .needs_ffmpeg = true},
    [VV_FILM_GIF] = {.ending = ".gif",
                     .label = "GIF",
                     .about = "Loops, 256 colours",
                     .is = "256 colours chosen for what moves; loops for ever",
                     .details = "times in 1/100 s, so at most 50 frames a second",
                     .moves = true,
                     .needs_ffmpeg = true},
};

const vv_film_format *vv_film_formats(void) { return formats; }

vv_film_kind vv_film_kind_of(const char *path)
{
    uint32_t kind = 0;
    while (kind < VV_FILM_KINDS && !vv_path_has_ending(path, formats[kind].ending))
        kind++;
    return (vv_film_kind)kind;
}
