/* Sprites: drawings that move through their examples by themselves.
 *
 * A sprite is a rigged drawing made ready for the stage: particles with masses, neighbourhoods, and the pose complex laid
 * out for quick projection. It is immutable; any number of actors on any number of stages share it. What makes one actor
 * calm and another wild are its strengths. docs/sprites.md shows each with a small animation. */
#ifndef VERVE_SPRITE_H
#define VERVE_SPRITE_H

#include <verve/blend.h>

#ifdef __cplusplus
extern "C" {
#endif

#define VV_SPRITE_MAX_PARTICLES 20000u
#define VV_SPRITE_MAX_PINS      1024u
#define VV_SPRITE_MAX_RING      8u

/* ---- The prepared drawing ------------------------------------------------------------------------------------- */

/* Joins two layers: the point `at` (metres, at rest) of layer `layer` stays on the same point of layer `onto`. It is
 * stored as barycentric coordinates in a triangle of each. */
typedef struct vv_sprite_pin {
    uint32_t layer, onto;
    vv_vec2 at;
} vv_sprite_pin;

/* Immutable, position independent: an asset holds it as it is. */
typedef struct vv_sprite vv_sprite;

typedef struct vv_sprite_def {
    vv_mesh mesh;                 /* all layers */
    uint32_t handle_count;        /* 1…VV_RIG_MAX_HANDLES */
    const vv_handle *handles;     /* [handle_count] */
    const float *weights;         /* [vertex_count · handle_count], as in vv_skin_def */
    uint32_t example_count;       /* 1…VV_BLEND_MAX_EXAMPLES */
    const vv_turn *turns;         /* [example_count · handle_count] */
    const vv_complex *complex;    /* over the examples; copied; NULL: each example a point of its own */
    uint32_t ring;                /* how many edges a neighbourhood reaches, 1…VV_SPRITE_MAX_RING; default 3 */
    float density;                /* kilograms to a square metre, > 0; default 1 */
    uint32_t pin_count;           /* how layers are joined */
    const vv_sprite_pin *pins;    /* [pin_count] */
    const float *layer_densities; /* [layer_count] factors on density, > 0, or NULL: all 1 */
} vv_sprite_def;

VV_API vv_sprite_def vv_default_sprite_def(void);
/* A vertex has a third of the mass of each of its triangles, and at least a thousandth of the mean: one that no triangle
 * uses follows the rest. Refused, naming what is wrong: a mesh that vv_mesh_check refuses, where more than two triangles
 * share an edge, or whose area is not in 1e-12…1e12 m²; densities not in 1e-9…1e9; counts that do not agree; numbers that
 * are not finite, or beyond 1e15; pins that lie outside one of their layers (by more than a thousandth of a triangle). */
VV_API vv_result vv_sprite_create(const vv_sprite_def *def, const vv_allocator *allocator, vv_sprite **out,
                                  vv_error *error);
VV_API void vv_sprite_destroy(vv_sprite *sprite, const vv_allocator *allocator);
VV_API uint32_t vv_sprite_vertex_count(const vv_sprite *sprite);
VV_API uint32_t vv_sprite_example_count(const vv_sprite *sprite);
/* The complex inside it: places of its actors are places of this complex. */
VV_API const vv_complex *vv_sprite_complex(const vv_sprite *sprite);
VV_API float vv_sprite_mass(const vv_sprite *sprite); /* kilograms */
/* The length that speeds and energies are measured by: the diameter of a disc of the same area. */
VV_API float vv_sprite_size(const vv_sprite *sprite);

/* The vertices within `ring` edges of a vertex, itself included, that are matched together (eq. 9): vertices[…capacity];
 * returns how many there are. */
VV_API uint32_t vv_sprite_neighbourhood(const vv_sprite *sprite, uint32_t vertex, uint32_t *vertices,
                                        uint32_t capacity);

/* ---- Strengths: how it moves ---------------------------------------------------------------------------------- */

/* Which way energy received in contact pushes the place (eq. 5). */
typedef enum vv_energy_towards {
    VV_ENERGY_EXAMPLE,  /* towards energy_example */
    VV_ENERGY_AWAY,     /* away from the equilibrium place, the way the drawing is being deformed already: straight on
                           through the place to the border of its simplex. Where it is not deformed, the way it was pushed
                           last; the first time towards the furthest example next to the equilibrium */
    VV_ENERGY_VELOCITY, /* the way the place is moving, straight on; where it does not move, as above */
} vv_energy_towards;

/* Which angle the drawing turns to (eq. 14). */
typedef enum vv_orient {
    VV_ORIENT_FREE,     /* it turns as physics has it */
    VV_ORIENT_ANGLE,    /* to orient_angle; set it as often as you like */
    VV_ORIENT_VELOCITY, /* its up points along the velocity in the air and along the contact's normal on the ground; with
                           an orient_angle it is another direction of the drawing that points along the velocity: at π/2
                           its right, for one who flies head first; mirrored while it is flipped */
} vv_orient;

/* Every strength may change at any time while running. Frequencies and times make a strength mean the same at every
 * size, mesh and time step. 0 switches a filter off. */
typedef struct vv_strengths {
    /* Shape matching. */
    float stiffness; /* of the whole drawing towards its rest shape (eq. 7–8), hertz, 0…1000; default 40 */
    float local;     /* of each neighbourhood (eq. 9–10), hertz, 0…1000; default 20 */
    float damping;   /* of vibrations, 1/s: deformation velocity decays by exp(−damping·t); ≥ 0; default 2 */
    /* The rest shape. */
    float projection;  /* how far the place follows the shape as it is deformed now (eq. 2), 0…1; default 1 */
    float equilibrium; /* attraction of the place to the equilibrium place (eq. 3), hertz, 0…100; default 14 */
    float settle; /* how it gets there: damping ratio, 0.05…4; default 0.7. Below 1 it overshoots and oscillates */
    float energy; /* how far contact energy moves the place (eq. 4–5), per M·g·size; ≥ 0; default 0 */
    float energy_threshold; /* energies below this, in M·g·size, are ignored; ≥ 0; default 0.05 */
    float energy_time;      /* how long it lasts: time constant of its decay, seconds; > 0; default 0.12 */
    vv_energy_towards energy_towards;
    uint32_t energy_example;
    float velocity;           /* how far speed moves the place (eq. 6), per √(g·size); ≥ 0; default 0 */
    float velocity_threshold; /* speeds below this, in √(g·size), are ignored; ≥ 0; default 0.3 */
    uint32_t velocity_example;
    /* Momentum and orientation. */
    float bounce;      /* share of the speed lost in contact that is given back (eq. 11–13), 0…1.5; default 0 */
    float bounce_time; /* how long it lies squashed before it gives the momentum back, seconds, 0…1; default 0.06 */
    vv_orient orient;
    float orient_rate;     /* attraction to the goal angle (eq. 14), 1/s, 0…1000; default 0 */
    float orient_angle;    /* radians, counter-clockwise */
    bool orient_symmetric; /* half a turn looks the same: turn the short way, modulo π; default false */
    /* The world. */
    float friction; /* against what it touches: the geometric mean of both; ≥ 0; default 0.6 */
    float drag;     /* 1/s: velocity relative to the wind decays by exp(−drag·t); ≥ 0; default 0 */
    float gravity;  /* factor on the stage's gravity; default 1 */
} vv_strengths;

VV_API vv_strengths vv_default_strengths(void);
/* Ranges as above, no NaN, examples that exist. `example_count` is the sprite's. */
VV_API vv_result vv_strengths_check(const vv_strengths *strengths, uint32_t example_count, vv_error *error);

#ifdef __cplusplus
}
#endif
#endif
