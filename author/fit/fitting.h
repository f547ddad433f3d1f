/* The state of fitting a verb, shared by the files that prepare its examples, fit them and measure the errors. */
#ifndef VV_FIT_FITTING_H
#define VV_FIT_FITTING_H

#include "author/fit/parts.h"

typedef struct verb_fit {
    const vv_fit_verb_def *def;
    const vv_allocator *allocator;
    vvi_arena arena;
    uint32_t examples, joints, keytime_count, dofs;
    float *keytimes;      /* [examples · keytime_count] seconds since the beginning of the cut */
    float *phases;        /* [keytime_count] */
    vvi_warp *warps;      /* [examples] */
    vvi_ground *grounds;  /* [examples] */
    float *reach;         /* [joints] distance from a joint to its furthest descendant, leg lengths; at most 1 */
    vvi_samples *samples; /* [examples] */
    vv_quat *references;  /* [joints] */
    uint32_t mover_count;
    uint32_t *movers; /* [mover_count] */
    uint32_t planted[VV_VERB_MAX_FEET];
    double seam;     /* radians */
    double *values;  /* [longest example · 5] one group of columns */
    double *columns; /* [most controls · 5] its controls */
    float *controls; /* [examples · controls · dofs] of the last fit */
} verb_fit;

/* Prepares everything for the fit: grounds, samples in generic time, reference rotations, joints that translate
 * (movers); and closes the cycles. */
vv_result vvi_fitting_prepare(verb_fit *f, vv_error *error);

/* Fills values[count · 3] with a joint's rotation vectors, or a mover's positions, in one example. */
void vvi_fitting_rotations(const verb_fit *f, const vvi_samples *s, uint32_t joint, double *values);
void vvi_fitting_positions(const vvi_samples *s, uint32_t joint, double *values);

/* How far fitted curves are from the samples. */
typedef struct vvi_misfit {
    double rms, worst; /* radians, of all joints, frames and examples */
    double joint_rms;  /* of the worst joint of the worst example, over its frames; fingers count less than arms */
    uint32_t worst_example, worst_joint;
} vvi_misfit;
/* Fits all curves of all examples with `control_count` control points. */
vv_result vvi_fitting_solve(verb_fit *f, uint32_t control_count, vvi_misfit *misfit, vv_error *error);

#endif
