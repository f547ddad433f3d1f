/* The steps of making a sprite, one a file: order.c, neighbourhoods.c, basis.c; create.c calls them. */
#ifndef VVI_STAGE_SPRITE_PREPARE_H
#define VVI_STAGE_SPRITE_PREPARE_H

#include "layout.h"
#include "runtime/stage/drawing/drawing.h"

/* vertices[i] is the vertex of particle i, particles[v] the particle of vertex v; both [vertex_count]. */
typedef struct sprite_order {
    uint32_t *vertices, *particles;
} sprite_order;

#define SPRITE_ORDERS 9u
/* One of SPRITE_ORDERS orders; `spacing` is the mean length of the mesh's edges. False: no memory. */
bool vvi_sprite_order(const vv_mesh *mesh, const vvi_adjacency *adjacency, float spacing, uint32_t candidate,
                      vvi_arena *arena, sprite_order *out);

/* Neighbourhoods of particles, as in vvi_sprite_view; sizes[i] is the number of particles in that of i. */
typedef struct sprite_runs {
    uint32_t *starts;    /* [particle_count + 1] */
    uint32_t *sizes;     /* [particle_count] */
    uint16_t (*runs)[2]; /* [starts[particle_count]] */
} sprite_runs;

/* False: no memory. */
bool vvi_sprite_count_runs(const vvi_adjacency *adjacency, const sprite_order *order, uint32_t ring, vvi_arena *arena,
                           uint64_t *count);
bool vvi_sprite_list_runs(const vvi_adjacency *adjacency, const sprite_order *order, uint32_t ring, vvi_arena *arena,
                          sprite_runs *out);

/* A sprite while it is being made, and what it is made from. Everything here is released with `arena`. */
typedef struct making {
    const vv_sprite_def *def;
    vvi_drawing drawing; /* the part that puppets have too */
    const vv_allocator *allocator;
    vvi_arena arena;
    vvi_adjacency adjacency;
    sprite_order order;
    sprite_runs runs;
    float spacing, area;
    double *masses;     /* [particle_count] */
    double centre[2];   /* of mass */
    vv_vec2 *positions; /* [particle_count] about the centre */
    float *weights;     /* [particle_count · handle_count] normalised */
    vv_handle *handles; /* [handle_count] about the centre */
    vvi_sprite_pin *pins;
    vv_skin *skin;
    vv_complex *complex; /* NULL: the def's */
} making;

/* Fills basis, gram, corners and energies of the sprite, whose other sections are filled. False: no memory. */
bool vvi_sprite_fill_basis(making *m, vv_sprite *sprite);

#endif
