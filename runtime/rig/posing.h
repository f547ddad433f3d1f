/* The state of a drawing being posed, for the files of this room. All numbers are double: with a single pinned point
 * the rotation is indifferent, and rounding in single precision would slowly rotate the drawing during a drag. */
#ifndef VVI_RIG_POSING_H
#define VVI_RIG_POSING_H

#include "kernels.h"
#include "poser.h"

#define HISTORY 5u /* steps that the acceleration keeps */

/* Anderson acceleration: the combination of the last steps that leaves the smallest residual (accelerate.c). */
typedef struct acceleration {
    uint32_t count, next; /* of the kept steps */
    bool has_last;
    double gram[HISTORY][HISTORY];   /* inner products of the residuals' changes */
    double *residual_steps[HISTORY]; /* [2·n_stride] each: changes of g − z */
    double *goal_steps[HISTORY];     /* changes of g */
    double *last_residual, *last_goal;
} acceleration;

/* Pins as equations: row r is Σ_k C_rk z_k = target_r. With orthonormal rows, C = R U (R lower triangular), the poses
 * that satisfy the pins are z = Uᵀ R⁻¹ target + (anything orthogonal to U). */
typedef struct pin_system {
    uint32_t rows;
    uint32_t *row_pins; /* [n] the pin of each row */
    double *U;          /* [n][n_stride] */
    double *R;          /* [n][n] */
    double *A;      /* [n][n]: K on the free unknowns, a multiple of the identity on the pinned ones; then its factor */
    double *V;      /* [n][n_stride], and at least 2·c_stride numbers */
    double *X;      /* [n][max(2·c_stride, n_stride)] right-hand sides */
    bool *unpinned; /* [handle_count]: of a part without pins, which stays at rest */
} pin_system;

struct vv_posing {
    const vv_poser *poser;
    poser_view view;
    size_t byte_count;
    const rig_kernels *kernels;
    uint32_t max_pins, pin_count, row_count;
    vv_pin *pins;
    bool pins_changed;                       /* since z was solved */
    double energy;                           /* at z */
    double *targets;                         /* [2][n_stride]: complex right-hand sides of the rows */
    double *Q;                               /* [row_count][n_stride]: the pose as a function of the targets */
    double *W;                               /* [c][2][n_stride]: the pose as a function of the clusters' rotations */
    double *pinned;                          /* [2][n_stride]: Q · targets, and the rest pose of unpinned parts */
    double *z, *next, *goal, *residual, *Kz; /* [2][n_stride] */
    double *s, *rotations, *lengths, *zeros; /* [2][c_stride]; lengths: |s| */
    vv_affine *pose;
    acceleration acceleration;
    pin_system system; /* scratch of set_pins */
};

/* Makes orthonormal rows of these pins. An error names the pins that repeat or contradict each other. */
vv_result vvi_pins_to_rows(vv_posing *posing, uint32_t pin_count, const vv_pin *pins, vv_error *error);
/* Finds the handles of parts without a pin. */
void vvi_pins_find_unpinned(vv_posing *posing, uint32_t pin_count, const vv_pin *pins);
/* Sets the right-hand sides of the rows of a pin, which begin at `row`. Returns the row after them. */
uint32_t vvi_pin_targets(vv_posing *posing, const vv_pin *pin, uint32_t row);
vv_result vvi_pin_check(const vv_posing *posing, uint32_t index, const vv_pin *pin, vv_error *error);
/* Factors the system of the rows into W and Q, which change on success only. */
vv_result vvi_pins_factor(vv_posing *posing, vv_error *error);

/* Sets `next` to the accelerated step from z, whose plain step leads to `goal`. */
void vvi_accelerate(vv_posing *posing);
void vvi_acceleration_forget(acceleration *a);

/* Computes s and K z of a pose z, and returns its energy with the best rotations. */
double vvi_posing_evaluate(vv_posing *posing, const double *z);

#endif
