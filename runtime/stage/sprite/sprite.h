/* The door of runtime/stage/sprite, a room below the stage: the prepared drawing opened into arrays, and the kernels
 * of shape matching and of the projection onto the pose complex. Kernels are stateless functions over the caller's
 * arrays.
 *
 * Particles are the mesh's vertices in an order in which neighbourhoods are few runs of consecutive indices.
 * Positions are metres relative to an origin near the centre of mass, so that floats keep their precision anywhere on
 * the stage. All arrays begin at multiples of 64 bytes and may be read and written up to the next multiple of
 * VVI_SPRITE_PADDING elements; what is there never changes a result. */
#ifndef VVI_STAGE_SPRITE_H
#define VVI_STAGE_SPRITE_H

#include <verve/sprite.h>

#include "runtime/base/parameters.h"
#include "runtime/blend/blend.h"
#include "runtime/rig/rig.h"

#define VVI_SPRITE_PADDING 16u
#define VVI_SPRITE_BLOCK   8u
#define VVI_SPRITE_SPAN    1024u

typedef struct vvi_sprite_pin {
    uint32_t corners[2][3]; /* particles of a triangle on each of the two layers */
    float weights[2][3];    /* barycentric */
} vvi_sprite_pin;

/* An opened sprite: pointers into its bytes. */
typedef struct vvi_sprite_view {
    const vv_sprite *sprite;
    uint32_t particle_count, triangle_count, boundary_count, handle_count, example_count, pin_count;
    float mass, size;                   /* kilograms; metres: see vv_sprite_size */
    float radius;                       /* no particle of any example is further from the centre of mass */
    float spacing;                      /* mean length of the mesh's edges at rest */
    vv_vec2 centre;                     /* of mass at rest, in the artwork */
    const uint32_t *vertices;           /* [particle_count] which vertex of the mesh each particle is */
    const uint32_t *particles;          /* [particle_count] which particle each vertex is */
    const float *masses;                /* [particle_count] kilograms, > 0 */
    const uint32_t *triangles;          /* [3 · triangle_count] particles */
    const uint32_t *boundary;           /* [2 · boundary_count] edges of one triangle, the drawing on their left */
    const uint32_t *boundary_triangles; /* [boundary_count] the triangle of each */
    const vv_handle *handles;           /* [handle_count] about `centre` */
    const vv_handle_pose *turns;        /* [example_count · handle_count] */
    const vvi_sprite_pin *pins;         /* [pin_count] */
    const vv_skin *skin;                /* particles in their own order, about `centre` */
    const vv_complex *complex;

    /* For rings: neighbourhoods as runs of particles, for VVI_SPRITE_BLOCK particles side by side; those with fewer
     * runs have empty ones at the end. A run is the slots of two prefix sums, before its first particle and after its
     * last. Prefix sums begin again every VVI_SPRITE_SPAN particles, so that they do not outgrow what is taken from
     * them: the sum of the particles of its span before particle i has slot i + i / VVI_SPRITE_SPAN. Neighbourhoods
     * are symmetric: i is in that of j where j is in that of i. */
    const uint32_t *run_starts;                  /* [blocks + 1] */
    const uint16_t (*runs)[VVI_SPRITE_BLOCK][2]; /* [run_starts[blocks]] */
    const float *shares;       /* [particle_count] mass divided by the number of neighbourhoods it is in */
    const float *ring_scales;  /* [particle_count] 1 / sum of shares in the neighbourhood of each */
    const float *count_scales; /* [particle_count] 1 / number of neighbourhoods each is in */
    /* For the projection: the drawing is Σ φ_k c_k with c = (first column, second column of the linear part, image of
     * the pivot) of each handle; φ = w·((r − pivot).x, (r − pivot).y, 1). Columns are padded to a multiple of four. */
    uint32_t column_count, stride;
    const float *basis;     /* [stride][particle_count padded] m·(φ − its centre of mass) */
    const double *gram;     /* [column_count][stride] Σ m φ φᵀ, centred */
    const double *corners;  /* [example_count][2][stride] c of each example: x, then y */
    const double *energies; /* [example_count] cᵀ·gram·c of each example */
} vvi_sprite_view;

/* A sprite as bytes: an asset copies them and uses them in place, at any address that is a multiple of 64. `verify`
 * checks every count, offset, index and number; bytes that pass can be used without harm, whatever made them. */
size_t vvi_sprite_bytes(const vv_sprite *sprite);
vv_result vvi_sprite_verify(const void *bytes, size_t byte_count, vv_error *error);

/* Rows of vv_strengths, in the order of vv_strength. */
vvi_parameters vvi_strength_parameters(void);

vvi_sprite_view vvi_sprite_open(const vv_sprite *sprite);

/* How many bytes of scratch the kernels below may use for this sprite, aligned to 64. */
size_t vvi_sprite_scratch_bytes(const vvi_sprite_view *sprite);

/* ---- Rest shape -------------------------------------------------------------------------------------------------- */

/* The drawing at a place of the complex (eq. 1), its centre of mass at 0; seen in the mirror (x ↦ −x) if `flipped`:
 * rest[particle_count] out. */
void vvi_sprite_rest(const vvi_sprite_view *sprite, vv_place place, bool flipped, vv_vec2 *rest, void *scratch);
/* The two halves of vvi_sprite_rest, between which handles may be moved: the handles at a place, [handle_count] in
 * scratch, and the drawing of these or other handles. */
vv_handle_pose *vvi_sprite_blend(const vvi_sprite_view *sprite, vv_place place, void *scratch);
void vvi_sprite_shape(const vvi_sprite_view *sprite, const vv_handle_pose *turns, bool flipped, vv_vec2 *rest,
                      void *scratch);

/* The place whose drawing, rotated best, is nearest to x[particle_count] (eq. 2): Newton on the weights of every
 * simplex that shares a corner with that of `from`; the lowest cost wins, and of equal ones the simplex of `from`.
 * `cost`, which may be NULL: Σ m |R e − x|² at the place. */
vv_place vvi_sprite_project(const vvi_sprite_view *sprite, const vv_vec2 *x, bool flipped, vv_place from, float *cost,
                            void *scratch);
vv_place vvi_sprite_project_width(const vvi_sprite_view *sprite, const vv_vec2 *x, bool flipped, vv_place from,
                                  float *cost, void *scratch, vvi_width width);

/* ---- Shape matching ---------------------------------------------------------------------------------------------- */

/* The rigid motion e ↦ R e + origin nearest to x (eq. 7). */
typedef struct vvi_fit {
    vv_vec2 centre;     /* of mass of x */
    float cosine, sine; /* of R */
    vv_vec2 origin;     /* centre − R ē: where 0 goes */
} vvi_fit;
vvi_fit vvi_match_fit(const vvi_sprite_view *sprite, const vv_vec2 *rest, const vv_vec2 *x);

/* Moves x by the share k (0…1) towards the best rigid motion of rest (eq. 8). Linear and angular momentum are kept:
 * Σ m x and, to first order, Σ m x × dx. Returns the fit it used. */
vvi_fit vvi_match_global(const vvi_sprite_view *sprite, const vv_vec2 *rest, float k, vv_vec2 *x);
/* The same with a fit that is known already. Matching does not change its own fit: the centre stays, and the sum whose
 * direction is R becomes (1 − k) times itself and k R Σ m |e − ē|². */
void vvi_match_towards(const vvi_sprite_view *sprite, const vv_vec2 *rest, const vvi_fit *fit, float k, vv_vec2 *x);

/* Moves x by the share k towards the mean of the goals of all neighbourhoods that contain each particle (eq. 9–10).
 * Masses are divided by the number of neighbourhoods they are in, which keeps Σ m x exactly (to rounding). */
void vvi_match_rings(const vvi_sprite_view *sprite, const vv_vec2 *rest, float k, vv_vec2 *x, void *scratch);

/* The same in another width; every one gives the same bits. */
vvi_fit vvi_match_global_width(const vvi_sprite_view *sprite, const vv_vec2 *rest, float k, vv_vec2 *x,
                               vvi_width width);
void vvi_match_rings_width(const vvi_sprite_view *sprite, const vv_vec2 *rest, float k, vv_vec2 *x, void *scratch,
                           vvi_width width);

/* Moves the centre of mass of rest to 0; mirrors it (x ↦ −x) if `flipped`. */
void vvi_match_centre(const vvi_sprite_view *sprite, bool flipped, vv_vec2 *rest);

/* Pulls both sides of each pin together, by the share k, each corner by its inverse mass. */
void vvi_match_pins(const vvi_sprite_view *sprite, float k, vv_vec2 *x);

#endif
