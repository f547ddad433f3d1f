/* Declarations shared by the files of author/fit. */
#ifndef VV_FIT_PARTS_H
#define VV_FIT_PARTS_H

#include "author/fit/fit.h"
#include "runtime/base/base.h"
#include "runtime/motion/motion.h"

#define FIT_GRAVITY 9.81

/* Rounded to two digits, for messages. */
static inline double vvi_fit_hundredths(double x) { return (double)(float)(floor(100.0 * x + 0.5) / 100.0); }
/* Whether a joint's name contains a word, which is in lower case; the name's own case does not matter. */
bool vvi_fit_contains_word(const char *name, const char *word);

/* ---- Skeletons ------------------------------------------------------------------------------------------------- */

/* The position of a joint at rest, and in a frame of a take, in the figure's frame. */
vv_vec3 vvi_fit_rest_position(const vv_skeleton *skeleton, uint32_t joint);
vv_vec3 vvi_fit_joint_position(const vv_take *take, uint32_t frame, uint32_t joint);
/* Length from hip to knee to ankle at rest, metres. */
double vvi_fit_leg_length(const vv_skeleton *skeleton, const vv_foot *foot);
/* The figure's size, metres: the mean length of its legs; without legs half the largest distance of a joint from the
 * root. At least a millimetre. */
double vvi_fit_scale(const vv_skeleton *skeleton, uint32_t foot_count, const vv_foot *feet);
/* The name of a foot in keytimes: "left", "right", "front left" … */
#define FIT_FOOT_NAME_BYTES 20u
void vvi_fit_foot_name(const vv_skeleton *skeleton, uint32_t foot_count, const vv_foot *feet, uint32_t foot,
                       char name[FIT_FOOT_NAME_BYTES]);
/* The heading of a root rotation relative to rest: its twist about y. */
float vvi_fit_yaw(vv_quat turn, vv_quat rest);

/* ---- Similar poses --------------------------------------------------------------------------------------------- */

/* How much two frames of a take differ, seen as the same moment of a cycle. */
typedef struct vvi_gap {
    double place; /* rms distance of all joints, relative to the root and its heading, in leg lengths */
    double speed; /* rms difference of their velocities, in √(gL) */
} vvi_gap;
vvi_gap vvi_fit_gap(const vv_take *take, uint32_t a, uint32_t b, double scale);
/* Finds the two moments, at least a few frames apart, that are most similar although the pose differs much in between;
 * around `near` if that is ≥ 0. */
vv_result vvi_fit_similar(const vv_take *take, double scale, double near, const vv_allocator *allocator, double *from,
                          double *to, vv_error *error);

/* ---- Examples as samples --------------------------------------------------------------------------------------- */

/* The samples of a cut of a take: its two ends and every frame in between. The root's rotation is relative to its
 * heading, which is linear in time for a cycle and the smoothed yaw for other motions. */
typedef struct vvi_samples {
    const vv_take *take;
    const vv_cut *cut;
    uint32_t count, joints;
    double length;   /* seconds */
    double *seconds; /* [count] since the beginning of the cut */
    double *phase;   /* [count] */
    vv_quat *turns;  /* [count · joints] */
    vv_vec3 *moves;  /* [count · joints]; the root's are not used */
    double *travel;  /* [count · VV_DOF_JOINTS] the root's motion, in the order of vv_verb_dof */
} vvi_samples;
/* The figure's size, and the ground under a cut. */
typedef struct vvi_ground {
    double scale; /* leg length, metres */
    double level; /* height of the lowest joints of standing feet in the middle of the cut */
    double climb; /* m/s */
} vvi_ground;
vvi_ground vvi_fit_ground(const vv_take *take, const vv_cut *cut, uint32_t foot_count, const vv_foot *feet,
                          const vv_footfalls *footfalls);
/* Samples a cut. `floor_level`: the height of the ground in the take, in the middle of the cut. The caller sets
 * phases. */
bool vvi_fit_sample(const vv_take *take, const vv_cut *cut, bool cyclic, const vvi_ground *ground, double floor_level,
                    vvi_arena *arena, vvi_samples *out);

/* The mean of rotations: the largest eigenvector of Σ q qᵀ. sums[10] is its upper triangle, row by row. */
void vvi_fit_mean_add(double sums[10], vv_quat q);
vv_quat vvi_fit_mean(const double sums[10]);
/* The rotation vector h = 2 log(conjugate(reference) · turn): of all its values the one nearest to `before`, or the
 * shortest if all are far from it. */
vv_vec3 vvi_fit_rotation(vv_quat reference, vv_quat turn, vv_vec3 before);

/* ---- Least-squares splines ------------------------------------------------------------------------------------- */

/* Least squares by uniform cubic B-splines over phases 0…1: the Cholesky factor of the normal equations of a set of
 * samples. Each row of the factor starts at its first non-zero entry (the envelope), so that a cycle costs little
 * more than a band matrix. */
typedef struct vvi_spline {
    uint32_t control_count, span_count, count;
    bool cyclic;
    uint32_t *at;    /* [4 · count] controls that influence a sample */
    double *weight;  /* [4 · count] */
    uint32_t *first; /* [control_count] first column of a row */
    uint32_t *start; /* [control_count] index of that entry in `factor` */
    double *factor;
} vvi_spline;
bool vvi_spline_prepare(uint32_t control_count, bool cyclic, uint32_t count, const double *phase, vvi_arena *arena,
                        vvi_spline *out);
/* Computes the controls[control_count · columns] that fit values[count · columns] best. */
void vvi_spline_fit(const vvi_spline *spline, uint32_t columns, const double *values, double *controls);
/* Evaluates values[columns] at sample i. */
void vvi_spline_at(const vvi_spline *spline, uint32_t i, uint32_t columns, const double *controls, double *values);

/* ---- Compatibility of examples --------------------------------------------------------------------------------- */

vv_result vvi_fit_check_examples(const vv_fit_verb_def *def, vv_error *error);
/* Checks that the examples of a cyclic verb show one action in one phase, from the fitted
 * controls[example_count · control_count · dof_count]. */
vv_result vvi_fit_check_phase(const vv_fit_verb_def *def, uint32_t control_count, uint32_t dof_count,
                              uint32_t joint_count, const float *controls, const vvi_warp *warps, vvi_arena *arena,
                              vv_error *error);

#endif
