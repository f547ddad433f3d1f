/* One drawing being posed, seen by the files of this room. All in double precision: with a single pinned point the
 * rotation is neutral, and single-precision rounding would slowly turn the drawing during a drag. */
#ifndef VVI_RIG_POSING_H
#define VVI_RIG_POSING_H

#include "kernels.h"
#include "poser.h"

#define HISTORY 5u /* steps that the acceleration remembers */

/* Anderson acceleration: which mix of the last steps would leave the smallest residual (accelerate.c). */
typedef struct acceleration {
    uint32_t count, next; /* of remembered steps */
    bool has_last;
    double gram[HISTORY][HISTORY];   /* inner products of the residuals' changes */
    double *residual_steps[HISTORY]; /* [2·n_stride] each: changes of g − z */
    double *target_steps[HISTORY];   /* changes of g */
    double *last_residual, *last_target;
} acceleration;

/* Pins as equations: row r says Σ_k C_rk z_k = target_r. With the rows made orthonormal, C = R U (R lower
 * triangular), poses that obey the pins are z = Uᵀ R⁻¹ target + (anything orthogonal to U). */
typedef struct pin_system {
    uint32_t rows;
    uint32_t *row_pins; /* [n] which pin each row is of */
    double *U;          /* [n][n_stride] */
    double *R;          /* [n][n] */
    double *A;          /* [n][n]: K on what is free, the identity's multiple on what is pinned; then its factor */
    double *V;          /* [n][n_stride], and at least 2·c_stride numbers */
    double *X;          /* [n][max(2·c_stride, n_stride)] right-hand sides */
    bool *still;        /* [handle_count]: of a part without pins, hence at rest */
} pin_system;

struct vv_posing {
    const vv_poser *poser;
    poser_view view;
    size_t byte_count;
    const rig_kernels *kernels;
    uint32_t max_pins, pin_count, row_count;
    vv_pin *pins;
    bool moved;                              /* pins differ from those that z obeys */
    double energy;                           /* at z */
    double *targets;                         /* [2][n_stride]: complex right-hand sides of the pins' rows */
    double *Q;                               /* [row_count][n_stride]: what each target adds to the pose */
    double *W;                               /* [c][2][n_stride]: what each cluster's rotation adds to the pose */
    double *pinned;                          /* [2][n_stride]: Q · targets, and the rest pose of still parts */
    double *z, *next, *goal, *residual, *Kz; /* [2][n_stride] */
    double *s, *rotations, *lengths, *zeros; /* [2][c_stride]; lengths: |s| */
    vv_affine *pose;
    acceleration acceleration;
    pin_system system; /* scratch of set_pins */
};

/* Rows for these pins, made orthonormal. Names the pins that repeat or contradict each other. */
vv_result vvi_pins_to_rows(vv_posing *posing, uint32_t pin_count, const vv_pin *pins, vv_error *error);
/* Handles of parts that no pin touches are still. */
void vvi_pins_find_still(vv_posing *posing, uint32_t pin_count, const vv_pin *pins);
/* The right-hand sides of the rows of pin `pin`, the first of which is `row`. Returns the row after them. */
uint32_t vvi_pin_targets(vv_posing *posing, const vv_pin *pin, uint32_t row);
vv_result vvi_pin_check(const vv_posing *posing, uint32_t index, const vv_pin *pin, vv_error *error);
/* From the rows: the pose as a linear function of rotations and targets. Changes W and Q only on success. */
vv_result vvi_pins_factor(vv_posing *posing, vv_error *error);

/* next = the accelerated step from z, whose plain step leads to `goal`. */
void vvi_accelerate(vv_posing *posing);
void vvi_acceleration_forget(acceleration *a);

/* s, the energy and K z of a pose z. */
double vvi_posing_evaluate(vv_posing *posing, const double *z);

#endif
