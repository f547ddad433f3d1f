/* A verb while it is being fitted: shared by the files that prepare its examples, fit them and judge the fit. */
#ifndef VV_FIT_FITTING_H
#define VV_FIT_FITTING_H

#include "author/fit/parts.h"

typedef struct fitting {
    const vv_fit_verb_def *def;
    const vv_allocator *allocator;
    vvi_arena arena;
    uint32_t examples, joints, keytime_count, dofs;
    float *keytimes;      /* [examples · keytime_count] seconds since the beginning of the cut */
    float *phases;        /* [keytime_count] */
    vvi_warp *warps;      /* [examples] */
    vvi_ground *grounds;  /* [examples] */
    float *reach;         /* [joints] how far the figure goes on beyond a joint, leg lengths; at most 1 */
    vvi_samples *samples; /* [examples] */
    vv_quat *references;  /* [joints] */
    uint32_t mover_count;
    uint32_t *movers; /* [mover_count] */
    uint32_t planted[VV_VERB_MAX_FEET];
    double seam;     /* radians */
    double *values;  /* [longest example · 5] one group of columns */
    double *columns; /* [most controls · 5] */
    float *controls; /* [examples · controls · dofs], of the last fit */
} fitting;

/* Everything but the fit: ground, samples in generic time, references, movers, and cycles closed. */
vv_result vvi_fitting_prepare(fitting *f, vv_error *error);

/* The curve of a joint's rotation vectors (values[count · 3]) or of a mover's places in one example. */
void vvi_fitting_rotations(const fitting *f, const vvi_samples *s, uint32_t joint, double *values);
void vvi_fitting_places(const vvi_samples *s, uint32_t joint, double *values);

/* All curves of all examples with so many controls, and how far they are from the samples. */
typedef struct vvi_misfit {
    double rms, worst; /* radians, of all joints, frames and examples */
    double joint_rms;  /* of the worst joint of the worst example, over its frames; fingers count less than arms */
    uint32_t worst_example, worst_joint;
} vvi_misfit;
vv_result vvi_fitting_fit(fitting *f, uint32_t control_count, vvi_misfit *misfit, vv_error *error);

#endif
