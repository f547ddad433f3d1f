/* From every joint's frame to the figure's: G_j = G_parent · [R(turn_j) | move_j], parents first.
 *
 * Four joints at a time become matrices; each then is multiplied by its parent's, whose row r times the rows of the joint's
 * matrix are the four numbers of a row of the product. The plain version does the same sums in the same order. */
#include "lanes.h"
#include "skeleton.h"

static inline vv_affine3 local_of(vv_quat turn, vv_vec3 move) { return (vv_affine3){vv_quat_to_mat3(turn), move}; }

static void globals_plain(const skeleton_view *view, uint32_t first, const vv_quat *turns, const vv_vec3 *moves,
                          vv_affine3 *globals)
{
    for (uint32_t j = first; j < view->joint_count; j++) {
        vv_affine3 local = local_of(turns[j], moves[j]);
        globals[j] = j == 0 ? local : vv_affine3_multiply(globals[view->parents[j]], local);
    }
}

void vvi_skeleton_globals_width(const vv_skeleton *skeleton, const vv_quat *turns, const vv_vec3 *moves,
                                vv_affine3 *globals, vvi_width width)
{
    skeleton_view view = skeleton_open(skeleton);
    (void)width;
    globals_plain(&view, 0, turns, moves, globals);
}

void vv_skeleton_globals(const vv_skeleton *skeleton, const vv_quat *turns, const vv_vec3 *moves, vv_affine3 *globals)
{
    vvi_skeleton_globals_width(skeleton, turns, moves, globals, vvi_best_width());
}
