/* Drawing lines of action, and drawings that follow them. */
#ifndef VERVE_CLI_SHOW_LINE_H
#define VERVE_CLI_SHOW_LINE_H

#include "cli/show.h"

#include "author/build/lines.h"

/* Draws the line as it is at a time over a picture of the body; the action plane goes through the point `through`. */
void show_line_in_space(vv_canvas *canvas, const vv_camera3 *camera, const vv_built_line *built, double time,
                        vv_vec3 through);

/* A drawing that follows a line. */
typedef struct show_line {
    const vv_built_line *built;
    bool bare; /* without the line itself */
    show show;
} show_line;
/* def.ghosts: faint drawings at the keystrokes. The picture holds the whole motion. */
vv_result show_line_open(const show_def *def, const vv_project_artwork *artwork, const vv_built_line *built, bool bare,
                         show_line *out, vv_error *error);
void show_line_close(show_line *s);
void show_line_draw(show_line *s, double time);

#endif
