/* The cost of a place, for the projection and for tests of it.
 *
 * Positions are complex numbers. With c the columns of all handles' transforms (3 a handle), G = ΦᵀMΦ and b = ΦᵀMx, both
 * about the centre of mass, the best rotation is the direction of A = Σ conj(c)·b, and eq. 2 over all particles is
 *
 *     Σ m |R e − x|² = cᴴGc − 2|A| + Σ m |x|²
 *
 * Inside a simplex angles θ, stretches S and movements are linear in the weights w, so with l a column of S
 * c = e^{iθ}·l and ∂c/∂w, ∂²c/∂w² are exact. */
#ifndef VVI_STAGE_SPRITE_PROJECT_H
#define VVI_STAGE_SPRITE_PROJECT_H

#include "sprite.h"

/* All [2][stride]: real parts, then imaginary ones. */
typedef struct vvi_projection {
    const vvi_sprite_view *sprite;
    double *b;
    double *c, *Gc;       /* of the last vvi_projection_cost */
    double *d[2], *Gd[2]; /* ∂c in the direction from corner 0 to corners 1 and 2, and G times it */
    double *turns;        /* [2][handle_count]: e^{iθ} of the last cost */
    double *angles;       /* [3][handle_count]: of the corners, unwrapped so that they blend linearly */
    uint32_t count;       /* corners of the simplex in hand */
    uint32_t corner[3];   /* examples */
    bool uneven;          /* some handle's angles do not fit into half a circle: they are unwrapped at each place */
    double w[3];
    double length;       /* |A| */
    double direction[2]; /* A / |A| */
} vvi_projection;

size_t vvi_projection_bytes(uint32_t handle_count, uint32_t stride);
/* Gathers b from x; `memory` holds vvi_projection_bytes, aligned to 64. */
vvi_projection vvi_projection_begin(const vvi_sprite_view *sprite, const vv_vec2 *x, bool flipped, void *memory);
/* Takes a simplex (or a face of one) in hand: 1…3 examples. */
void vvi_projection_take(vvi_projection *p, uint32_t count, const uint32_t *corner);
/* cᴴGc − 2|A| at the weights w[count], which sum to 1. */
double vvi_projection_cost(vvi_projection *p, const double *w);
/* The slope of the last cost towards corners 1 and 2 (away from 0): slope[count − 1]. */
void vvi_projection_slope(vvi_projection *p, double *slope);
/* Its second derivatives in the same directions: 11, 12, 22. After the slope. */
void vvi_projection_curve(vvi_projection *p, double *curve);
/* The same cost at an example itself: no simplex needed. */
double vvi_projection_cost_of_example(const vvi_projection *p, uint32_t example);

#endif
