/* What sprites and puppets have in common of a rigged drawing when they are created: checks, masses, outline, pins. */
#ifndef VVI_STAGE_DRAWING_H
#define VVI_STAGE_DRAWING_H

#include "runtime/mesh/mesh.h"
#include "runtime/rig/rig.h"

#include <verve/sprite.h>

/* A rigged drawing as both defs have it; `what` names the object in errors: "sprite". */
typedef struct vvi_drawing {
    const char *what;
    const vv_mesh *mesh;
    uint32_t handle_count, example_count, pin_count;
    const vv_handle *handles;
    const float *weights;
    const vv_handle_pose *turns;
    const vv_complex *complex;
    float density;
    const float *layer_densities;
    const vv_sprite_pin *pins;
} vvi_drawing;

/* Counts, numbers, densities; the mesh, too. */
vv_result vvi_drawing_check(const vvi_drawing *drawing, vv_error *error);

/* Positive, and so far from the limits of a float that products of masses, areas and lengths stay inside. */
bool vvi_is_factor(float x);

/* Each corner receives a third of its triangles' masses. A vertex that no triangle uses, and corners of slivers, get
 * a thousandth of the mean, so that every inverse mass is finite. masses[vertex_count] out. */
void vvi_drawing_masses(const vvi_drawing *drawing, double *masses);

/* Area and mean length of the edges; refused where either is out of range. */
vv_result vvi_drawing_measure(const vv_mesh *mesh, const vvi_adjacency *adjacency, float *area, float *spacing,
                              vv_error *error);

/* The triangle of each boundary edge: owners[boundary_count]. */
void vvi_drawing_owners(const vv_mesh *mesh, const vvi_adjacency *adjacency, uint32_t *owners);

/* Finds pin `index` in both of its layers: three vertices and their barycentric weights on each. */
typedef struct vvi_pin_place {
    uint32_t corners[2][3];
    float weights[2][3];
} vvi_pin_place;
vv_result vvi_drawing_find_pin(const vvi_drawing *drawing, uint32_t index, vvi_pin_place *out, vv_error *error);

/* ---- Bytes from outside ------------------------------------------------------------------------------------------ */

/* Whether no number is so large that sums of products of two would overflow a double, or a float where floats are
 * summed. */
bool vvi_floats_in_range(const float *values, size_t count);
bool vvi_doubles_in_range(const double *values, size_t count);
bool vvi_all_positive(const float *values, size_t count);

#endif
