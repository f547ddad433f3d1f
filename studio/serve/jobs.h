/* Private to studio/serve: the members of an export request, and the command line made from them.
 *
 * POST api/export takes an object. Every member but the format may be missing or null, members that do not apply to
 * the format are ignored, and unknown members are refused:
 *
 *   format             "png" a picture, "sheet" a contact sheet, "webp", "gif", "mp4" or "webm" a film
 *   scene              name of a scene; default: the first. Instead of it:
 *   artwork, example   names: renders one artwork, in one of its examples
 *   width, height      pixels, 1…8192, both or neither; default: those of the scene
 *   background         "#RRGGBB" or "transparent" (composited on white in mp4, webm, gif); default: that of the scene
 *   time               png: seconds, 0…3600; default: `from`
 *   from, to           film or sheet: seconds, 0…3600, from < to
 *   rate               film: frames per second, 0.1…240
 *   count, columns     sheet: number of moments, 1…400, and how many side by side; 0 chooses them
 *
 * A child process runs `verve render` on the open folder. It reads project.json and the journal, which together hold
 * the page's current state. No shell is involved. */
#ifndef VV_SERVE_JOBS_H
#define VV_SERVE_JOBS_H

#include "studio/serve/server.h"

typedef struct vvi_export {
    GPtrArray *arguments; /* char *, for `verve`, without -o; not terminated by NULL */
    char *name;           /* file name offered to the user: "lively.mp4" */
} vvi_export;

/* Reads a request; on failure returns false and writes what is wrong to `message`. */
bool vvi_export_read(const vv_json *root, const char *project, vvi_export *out, char *message, size_t bytes);
void vvi_export_release(vvi_export *export);

#endif
