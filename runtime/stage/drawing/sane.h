/* Whether the numbers of a prepared sprite or puppet are consistent: masses, measures and matrices follow from its
 * mesh, weights, handles and examples, but a file from outside may say otherwise. They are computed again, or
 * compared by products with random vectors, and may differ by rounding alone. So what vv_sprite_create and
 * vv_puppet_create refuse is refused here too, and what is accepted can be stepped. Nothing is allocated. */
#ifndef VVI_STAGE_SANE_H
#define VVI_STAGE_SANE_H

#include "runtime/blend/blend.h"
#include "runtime/rig/rig.h"

enum { VVI_SANE_COLUMNS = 3 * VV_RIG_MAX_HANDLES, VVI_SANE_PROBES = 2 };

/* The drawing as its verified skin has it: rest positions are relative to the centre. */
typedef struct vvi_sane {
    const vv_skin *skin;
    uint32_t vertex_count, triangle_count, boundary_count, handle_count, example_count, stride;
    const uint32_t *triangles, *boundary, *boundary_triangles;
    const float *masses;
    const vv_handle *handles;
    const vv_handle_pose *turns;
    const double *corners; /* [example_count][2][stride] */
    vv_vec2 shift;         /* subtracted from the handles' pivots, so that they are relative to the centre too */
    float mass, size, radius, spacing;
} vvi_sane;

/* Arrays over all columns: three a handle. */
typedef struct vvi_sane_columns {
    double scale[VVI_SANE_COLUMNS]; /* the magnitude of a column: metres, or 1 */
    double mean[VVI_SANE_COLUMNS];  /* of the basis, by mass */
    double probes[VVI_SANE_PROBES][VVI_SANE_COLUMNS];
} vvi_sane_columns;

/* φ of one vertex: phi[3 · handle_count]; and its rest position. */
vv_vec2 vvi_sane_row(const vvi_sane *s, uint32_t vertex, double *phi);
/* Scales, means and probes; false where the masses or the centre of mass are not what they should be. */
bool vvi_sane_begin(const vvi_sane *s, vvi_sane_columns *columns);
/* Area, spacing, and that the boundary is that of the triangles. */
bool vvi_sane_mesh(const vvi_sane *s);
/* matrix[columns][stride] = Σ m (φ − about)(φ − about)ᵀ + diag(extra); about NULL: 0; extra NULL: none. */
bool vvi_sane_masses(const vvi_sane *s, const vvi_sane_columns *columns, const double *about, const double *extra,
                     const double *matrix);
/* matrix times a probe is `expected`[columns]. */
bool vvi_sane_product(const vvi_sane *s, const vvi_sane_columns *columns, uint32_t probe, const double *matrix,
                      const double *expected);
/* The matrix is symmetric, and no entry is larger than those on its diagonal allow. */
bool vvi_sane_square(const vvi_sane *s, const vvi_sane_columns *columns, const double *matrix);
/* The corners are the examples, and no vertex of any is further from the centre of mass than the radius; corner
 * `rest` (NULL: none) counts too. */
bool vvi_sane_examples(const vvi_sane *s, const vvi_sane_columns *columns, const double *rest);

/* A pseudo-random number that depends on `x` alone. */
uint64_t vvi_sane_hash(uint64_t x);
static inline bool vvi_sane_near(double a, double b, double tolerance)
{
    double d = a - b;
    return d <= tolerance && d >= -tolerance;
}

#endif
