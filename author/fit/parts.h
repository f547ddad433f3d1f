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

/* ---- Examples as samples --------------------------------------------------------------------------------------------------------- */

/* A cut of a take: its two ends and every frame between. The root's rotation is without its heading, a straight line in time through a
 * cycle and a smoothed one through other motions. */
typedef struct vvi_samples {
    const vv_take *take;
    const vv_cut *cut;
    uint32_t count, joints;
    double length;   /* seconds */
    double *seconds; /* [count] since the beginning of the cut */
    double *phase;   /* [count] */
    vv_quat *turns;  /* [count · joints] */
    vv_vec3 *moves;  /* [count · joints]; the root's are not used */
    double *travel;  /* [count · VV_DOF_JOINTS] what the root does, in the order of vv_verb_dof */
} vvi_samples;
/* What of the figure samples need to know: how large it is, and the ground under the cut. */
typedef struct vvi_ground {
    double scale; /* leg length, metres */
    double level; /* of the lowest joints of standing feet in the middle of the cut */
    double climb; /* m/s */
} vvi_ground;
vvi_ground vvi_fit_ground(const vv_take *take, const vv_cut *cut, uint32_t foot_count, const vv_foot *feet,
                          const vv_footfalls *footfalls);
/* `floor`: the height of the ground in the take, in the middle of the cut. Phases are left to the caller. */
bool vvi_fit_sample(const vv_take *take, const vv_cut *cut, bool cyclic, const vvi_ground *ground, double floor,
                    vvi_arena *arena, vvi_samples *out);

/* The rotation that comes nearest to all (the largest eigenvector of Σ q qᵀ): sums[10] is the upper triangle, row by row. */
void vvi_fit_mean_add(double sums[10], vv_quat q);
vv_quat vvi_fit_mean(const double sums[10]);
/* h = 2 log(conjugate(reference) · turn), of all its values the one nearest to `before`, or where all are far the shortest. */
vv_vec3 vvi_fit_rotation(vv_quat reference, vv_quat turn, vv_vec3 before);

/* ---- Least-squares splines -------------------------------------------------------------------------------------------------------- */

/* Uniform cubic B-splines over phases 0…1: the normal equations of a set of samples, factored. Each row of the factor begins with its first
 * entry that is not zero (the envelope), so that a cycle costs little more than a band. */
typedef struct vvi_spline {
    uint32_t control_count, span_count, count;
    bool cyclic;
    uint32_t *at;    /* [4 · count] controls that count at a sample */
    double *weight;  /* [4 · count] */
    uint32_t *first; /* [control_count] column where a row begins */
    uint32_t *start; /* [control_count] where that entry lies in `factor` */
    double *factor;
} vvi_spline;
bool vvi_spline_prepare(uint32_t control_count, bool cyclic, uint32_t count, const double *phase, vvi_arena *arena,
                        vvi_spline *out);
/* controls[control_count · columns] that come nearest to values[count · columns]. */
void vvi_spline_fit(const vvi_spline *spline, uint32_t columns, const double *values, double *controls);
/* values[columns] at sample i. */
void vvi_spline_at(const vvi_spline *spline, uint32_t i, uint32_t columns, const double *controls, double *values);

/* ---- What goes together ----------------------------------------------------------------------------------------------------------- */

vv_result vvi_fit_check(const vv_fit_verb_def *def, vv_error *error);
/* Whether the examples' curves tell of one action in one phase: controls[example_count · control_count · dof_count] of a cyclic verb. */
vv_result vvi_fit_check_phase(const vv_fit_verb_def *def, uint32_t control_count, uint32_t dof_count,
                              uint32_t joint_count, const float *controls, const vvi_warp *warps, vvi_arena *arena,
                              vv_error *error);

#endif
