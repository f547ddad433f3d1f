/* Inside studio/serve: what an export is asked for, and how that becomes a command line.
 *
 * POST api/export takes an object; everything but the format may be missing or null, nothing else may be in it, and what
 * a format has no use for is passed over:
 *
 *   format      "png" a picture, "sheet" a contact sheet, "webp", "gif", "mp4", "webm" a film
 *   scene       its name, else the first; or instead of it:
 *   artwork, example   names: a picture of one artwork, in one of its examples
 *   width, height      pixels, 1…8192, both or neither (the scene's)
 *   background  "#RRGGBB", or "transparent" (for mp4, webm and gif laid on white), else the scene's
 *   time        of a png, seconds 0…3600; else `from`
 *   from, to    of a film or sheet, seconds 0…3600, from < to
 *   rate        of a film, frames a second 0.1…240
 *   count, columns     of a sheet: moments 1…400, and how many side by side (0: as many as look well)
 *
 * The work is done by `verve render` on the open folder, as a child: it sees project.json and the journal, which is what the
 * page has. Nothing passes through a shell. */
#ifndef VV_SERVE_JOBS_H
#define VV_SERVE_JOBS_H

#include "studio/serve/server.h"

typedef struct vvi_export {
    GPtrArray *arguments; /* char *, for `verve`, without -o; not ended by NULL */
    char *name;           /* "lively.mp4" */
} vvi_export;

/* Reads a request; false with a sentence about what is wrong. */
bool vvi_export_read(const vv_json *root, const char *project, vvi_export *out, char *message, size_t bytes);
void vvi_export_release(vvi_export *ask);

#endif
