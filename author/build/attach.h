/* Which handles move which layers, and which vertices they hold. */
#ifndef VVI_ATTACH_H
#define VVI_ATTACH_H

#include "build.h"

#include "runtime/base/base.h"

/* attached[handle_count · layer_count]: true where a handle moves a layer. A handle of every layer moves those that
 * it lies on or, if it lies on none, the one whose ink is nearest. images[layer_count]. */
void vvi_attach_handles(const vv_project_artwork *artwork, const vv_image *images, bool *attached);

/* Finds the vertices that each handle holds with weight 1, in every layer it moves, for vv_weigh: starts[handle_count
 * + 1] and *held, which lives as long as the arena. */
typedef struct vvi_hold_def {
    const vv_mesh *mesh;
    const double *positions; /* [3 · vertex_count] */
    uint32_t handle_count;
    const vv_handle *handles;
    const bool *attached; /* [handle_count · layer_count] */
    const vv_allocator *allocator;
} vvi_hold_def;
vv_result vvi_hold_vertices(const vvi_hold_def *def, vvi_arena *arena, uint32_t *starts, uint32_t **held,
                            vv_error *error);

#endif
