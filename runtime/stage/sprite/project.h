/* The cost of a place, for the projection and for tests of it.
 *
 * Positions are complex numbers. With c the columns of all handles' transforms (3 a handle), G = ΦᵀMΦ and b = ΦᵀMx,
 * both about the centre of mass, the best rotation is the direction of A = Σ conj(c)·b, and eq. 2 over all particles
 * is
 *
 *     Σ m |R e − x|² = cᴴGc − 2|A| + Σ m |x|²
 *
 * Inside a simplex angles θ, stretches S and movements are linear in the weights, so with l a column of S, c = e^{iθ}
 * l, and in directions k and m of the weights
 *
 *     ∂ₖc = e^{iθ} ∂ₖl + i ∂ₖθ c          ∂ₖₘc = i (∂ₖθ ∂ₘc + ∂ₘθ ∂ₖc) + ∂ₖθ ∂ₘθ c
 *
 * while the image of the pivot, the third column, is linear itself. Angles of handles with parents are sums from the
 * root, and the image of a child's pivot is what the transform of its parent makes of it, plus e^{iθ} m with θ of the
 * parent and m its own movement; so its derivatives follow from the parent's, in the order of the tree. With u = A/|A|,
 * the rotation at its best, and h = Gc − conj(u)·b the derivatives of the cost are
 *
 *     ∂ₖ = 2 Re Σ conj(∂ₖc) h
 *     ∂ₖₘ = 2 Re Σ [conj(∂ₖc) G ∂ₘc + conj(∂ₖₘc) h] − 2 Tₖ Tₘ/|A|,     Tₖ = Im Σ conj(∂ₖc) conj(u) b */
#ifndef VVI_STAGE_SPRITE_PROJECT_H
#define VVI_STAGE_SPRITE_PROJECT_H

#include "sprite.h"

/* One handle at a corner, or the way from one corner to another; blends are sums of these. */
typedef struct vvi_turn_line {
    double xx, xy, yy;
    double move[2]; /* with the pivot, at a corner; of a child without it, as its parent sees it */
    double angle;   /* the sum from the root */
} vvi_turn_line;

/* The loops that run over columns and particles, in one width. Vectors of complex numbers are [2][stride]: real
 * parts, then imaginary ones. */
typedef struct vvi_project_kernels {
    /* b[2][stride] of xs[2][row]: both coordinates of all particles, 0 in the padding. */
    void (*gather)(const vvi_sprite_view *sprite, const float *xs, uint32_t row, double *b);
    /* Re, Im of Σ conj(a)·b. */
    void (*inner)(uint32_t stride, const double *a, const double *b, double out[2]);
} vvi_project_kernels;

const vvi_project_kernels *vvi_project_kernels_of(vvi_width width);

typedef struct vvi_projection {
    const vvi_sprite_view *sprite;
    const vvi_project_kernels *run;
    vvi_width width;
    double *b;            /* [2][stride], as all the vectors below */
    double *c, *Gc, *h;   /* of the last vvi_projection_cost; h of the last gradient */
    double *d[2], *Gd[2]; /* ∂c on the way from corner 0 to corners 1 and 2, and G times it */
    double *turns;        /* [2][handle_count] e^{iθ} of the last cost */
    vvi_turn_line *start; /* [handle_count] corner 0 */
    vvi_turn_line *way[2];
    uint32_t *order;    /* [handle_count] parents before their children; NULL: there are none */
    uint32_t count;     /* corners of the selected simplex */
    uint32_t corner[3]; /* examples */
    bool uneven; /* the angles of some handle do not fit into half a circle, or only just: faces may blend otherwise */
    double length;       /* |A| */
    double direction[2]; /* A / |A| */
} vvi_projection;

size_t vvi_projection_bytes(const vvi_sprite_view *sprite);
/* Gathers b from x; `memory` holds vvi_projection_bytes, aligned to 64. */
vvi_projection vvi_projection_begin(const vvi_sprite_view *sprite, const vv_vec2 *x, bool flipped, void *memory,
                                    vvi_width width);
/* Selects a simplex (or a face of one): 1…3 examples. */
void vvi_projection_select(vvi_projection *p, uint32_t count, const uint32_t *corner);
/* cᴴGc − 2|A| at the weights w[count], which sum to 1. */
double vvi_projection_cost(vvi_projection *p, const double *w);
/* The gradient of the last cost towards corners 1 and 2 (away from 0): gradient[2], 0 where there is no corner. */
void vvi_projection_gradient(vvi_projection *p, double *gradient);
/* Its second derivatives in the same directions: 11, 12, 22. After the gradient. */
void vvi_projection_hessian(vvi_projection *p, double *hessian);
/* The same cost at an example itself, without selecting a simplex. */
double vvi_projection_cost_of_example(const vvi_projection *p, uint32_t example);

#endif
