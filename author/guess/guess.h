/* Guesses handles for a drawing: points where it bends, or bones that form a skeleton. Pure. */
#ifndef VV_GUESS_H
#define VV_GUESS_H

#include "author/document/project.h"

#include <verve/mesh.h>

/* Handles as a project has them. `parent` is an index of this list, and a parent comes before its children; names are
 * unique, here and in the artwork. */
typedef struct vv_guess {
    uint32_t handle_count;
    vv_project_handle handles[VV_RIG_MAX_HANDLES];
} vv_guess;

/* Guesses handles for `artwork`, whose triangles are `mesh` (metres, one mesh layer for each of its layers), from the
 * medial axes of its layers, how they overlap, and their names.
 *
 * Points: one for each joint, for each end and along long limbs; those near to a handle that the artwork has already
 * are left out. Bones: a skeleton from the hips (docs/studio.md), with parents, connected where bones meet, with
 * mirror partners named -left and -right; nothing if the artwork has bones already. Coordinates are rounded to
 * 0.1 mm. */
vv_result vv_guess_handles(const vv_project_artwork *artwork, const vv_mesh *mesh, bool bones,
                           const vv_allocator *allocator, vv_guess *out, vv_error *error);

#endif
