/* What the files of author/fit share. */
#ifndef VV_FIT_PARTS_H
#define VV_FIT_PARTS_H

#include "author/fit/fit.h"
#include "runtime/base/base.h"
#include "runtime/motion/motion.h"

#define FIT_GRAVITY 9.81

/* ---- Figures ---------------------------------------------------------------------------------------------------------------- */

/* The place of a joint at rest, and in a frame of a take, in the figure's frame. */
vv_vec3 vvi_fit_rest_place(const vv_skeleton *skeleton, uint32_t joint);
vv_vec3 vvi_fit_place(const vv_take *take, uint32_t frame, uint32_t joint);
/* Metres from hip to knee to ankle at rest. */
double vvi_fit_leg_length(const vv_skeleton *skeleton, const vv_foot *foot);
/* The mean of all legs; without legs half the figure's largest reach from its root. At least a millimetre. */
double vvi_fit_scale(const vv_skeleton *skeleton, uint32_t foot_count, const vv_foot *feet);
/* "left", "right", "front left" …: how keytimes call a foot. */
#define FIT_FOOT_NAME_BYTES 20u
void vvi_fit_foot_name(const vv_skeleton *skeleton, uint32_t foot_count, const vv_foot *feet, uint32_t foot,
                       char name[FIT_FOOT_NAME_BYTES]);
/* Where a root rotation looks, seen from above, relative to rest: the twist about y. */
float vvi_fit_yaw(vv_quat turn, vv_quat rest);

/* ---- Poses that are alike ----------------------------------------------------------------------------------------------------- */

/* How far two frames of a take are from being the same moment of a cycle. */
typedef struct vvi_gap {
    double place; /* rms of all joints, seen from the root and its heading, in leg lengths */
    double speed; /* the same of their velocities, in √(gL) */
} vvi_gap;
vvi_gap vvi_fit_gap(const vv_take *take, uint32_t a, uint32_t b, double scale);
/* The two moments, at least a few frames apart, that are most alike though much lies between them; around `near` if that is ≥ 0. */
vv_result vvi_fit_similar(const vv_take *take, double scale, double near, const vv_allocator *allocator, double *from,
                          double *to, vv_error *error);

#endif
