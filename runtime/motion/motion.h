/* The interface of runtime/motion to other folders: curves, keys, clips, time warps and verbs. */
#ifndef VVI_MOTION_H
#define VVI_MOTION_H

#include "runtime/blend/blend.h"
#include "runtime/rig/rig.h"

#include <verve/clip.h>
#include <verve/verb.h>

/* A clip as bytes: an asset copies them and uses them in place, at any address that is a multiple of 64. `verify`
 * checks every count, offset and number. */
size_t vvi_clip_bytes(const vv_clip *clip);
vv_result vvi_clip_verify(const void *bytes, size_t byte_count, vv_error *error);

/* A time warp: seconds to phase along the smooth monotone curve through (keytimes[k], phases[k]), both ascending,
 * phases from 0 to 1. A cyclic curve is as smooth at its ends as between. Beyond the ends the result is that of the
 * end. */
typedef struct vvi_warp {
    uint32_t keytime_count; /* ≥ 2 */
    bool cyclic;
    const float *keytimes, *phases; /* [keytime_count] */
} vvi_warp;
/* speed (may be NULL): phase per second */
double vvi_warp_phase(const vvi_warp *warp, double seconds, double *speed);
double vvi_warp_seconds(const vvi_warp *warp, double phase);
/* phases[count]: the phases reached from `phase` after 1, 2, … steps of `step` seconds. Cyclic: one is added for
 * every round; otherwise they end at 1. */
void vvi_warp_advance(const vvi_warp *warp, double phase, double step, uint32_t count, double *phases);

/* A verb as bytes, like a clip. */
size_t vvi_verb_bytes(const vv_verb *verb);
/* Whether hip, knee, ankle and toe are joints, each below the one before; the toe may be the ankle. */
bool vvi_verb_is_foot(const vv_skeleton *skeleton, const vv_foot *foot);
vv_result vvi_verb_verify(const void *bytes, size_t byte_count, vv_error *error);
/* vv_verb_pose in another width: the same bits. */
void vvi_verb_pose_width(const vv_verb *verb, const float *dofs, const vv_root *root, vv_quat *turns, vv_vec3 *moves,
                         vvi_width width);

#endif
