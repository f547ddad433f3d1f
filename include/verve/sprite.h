/* Sprites: drawings that move through their examples by physics ("Dynamic Sprites", Jones and others 2013).
 *
 * A sprite is a rigged drawing that is prepared for the stage: particles with masses, their neighbourhoods, and the
 * pose complex laid out for fast projection. It is immutable; any number of actors on any number of stages share it.
 * The strengths of an actor say how it moves. docs/sprites.md shows each of them with a small animation. */
#ifndef VERVE_SPRITE_H
#define VERVE_SPRITE_H

#include <verve/blend.h>

#ifdef __cplusplus
extern "C" {
#endif

#define VV_SPRITE_MAX_PARTICLES 20000u
#define VV_SPRITE_MAX_PINS      1024u
#define VV_SPRITE_MAX_RING      8u /* edges */

/* ---- The prepared drawing ---------------------------------------------------------------------------------------- */

/* Joins two layers: the point `at` (metres, at rest) of layer `layer` stays on the same point of layer `onto`. It is
 * stored as barycentric coordinates in a triangle of each. */
typedef struct vv_sprite_pin {
    uint32_t layer, onto;
    vv_vec2 at;
} vv_sprite_pin;

/* Immutable, position independent: an asset contains it as it is. */
typedef struct vv_sprite vv_sprite;

typedef struct vv_sprite_def {
    vv_mesh mesh;                        /* all layers */
    uint32_t handle_count;               /* 1…VV_RIG_MAX_HANDLES */
    const vv_handle *handles;            /* [handle_count] */
    const float *weights;                /* [vertex_count · handle_count], as in vv_skin_def */
    uint32_t example_count;              /* 1…VV_BLEND_MAX_EXAMPLES */
    const vv_handle_pose *example_poses; /* [example_count · handle_count] the poses of the examples */
    const vv_complex *complex;           /* over the examples; copied; NULL: every example is a point by itself */
    uint32_t ring;                       /* how many edges a neighbourhood extends, 1…VV_SPRITE_MAX_RING; default 3 */
    float density;                       /* kg/m², > 0; default 1 */
    uint32_t pin_count;                  /* at most VV_SPRITE_MAX_PINS */
    const vv_sprite_pin *pins;           /* [pin_count] how layers are joined */
    const float *layer_densities;        /* [layer_count] factors on density, > 0, or NULL: all 1 */
} vv_sprite_def;

VV_API vv_sprite_def vv_default_sprite_def(void);
/* A vertex has a third of the mass of each of its triangles, and at least a thousandth of the mean mass, so a vertex
 * that no triangle uses follows the others. Fails, and names what is wrong, for a mesh that vv_mesh_check refuses, an
 * edge of more than two triangles, an area outside 1e-12…1e12 m², densities outside 1e-9…1e9, counts that do not
 * agree, numbers that are not finite or beyond 1e15, and pins that lie outside one of their layers (by more than a
 * thousandth of a triangle). */
VV_API vv_result vv_sprite_create(const vv_sprite_def *def, const vv_allocator *allocator, vv_sprite **out,
                                  vv_error *error);
VV_API void vv_sprite_destroy(vv_sprite *sprite, const vv_allocator *allocator);
VV_API uint32_t vv_sprite_vertex_count(const vv_sprite *sprite);
VV_API uint32_t vv_sprite_example_count(const vv_sprite *sprite);
/* The complex that the sprite contains: the places of its actors are places of this complex. */
VV_API const vv_complex *vv_sprite_complex(const vv_sprite *sprite);
VV_API float vv_sprite_mass(const vv_sprite *sprite); /* kilograms */
/* The length that speeds and energies are compared with, metres: the diameter of a disc of the same area. */
VV_API float vv_sprite_size(const vv_sprite *sprite);

/* The vertices within `ring` edges of a vertex, including itself, which are matched together (eq. 9).
 * vertices[capacity] receives them; returns how many there are, which may be more. */
VV_API uint32_t vv_sprite_neighbourhood(const vv_sprite *sprite, uint32_t vertex, uint32_t *vertices,
                                        uint32_t capacity);

/* ---- Strengths: how a sprite moves ------------------------------------------------------------------------------- */

/* In which direction the energy received in contact moves the place (eq. 5). */
typedef enum vv_energy_towards {
    VV_ENERGY_EXAMPLE, /* towards energy_example */
    /* Away from the equilibrium place, as the drawing is deformed already: straight through the place to the border
     * of its simplex. If it is not deformed, in the direction of the last time; the first time, towards the farthest
     * example next to the equilibrium place. */
    VV_ENERGY_AWAY,
    VV_ENERGY_VELOCITY, /* in the direction in which the place is moving; if it does not move, as VV_ENERGY_AWAY */
} vv_energy_towards;

/* Which angle the drawing rotates to (eq. 14). */
typedef enum vv_orient {
    VV_ORIENT_FREE,  /* it rotates freely */
    VV_ORIENT_ANGLE, /* to orient_angle, which may change at any time */
    /* The drawing's up direction points along the velocity in the air, and along the contact normal on the ground.
     * orient_angle chooses another direction of the drawing for the velocity: with π/2 its right, for a character
     * that flies head first. It is mirrored while the actor is flipped. */
    VV_ORIENT_VELOCITY,
} vv_orient;

/* Every strength may change at any time. They are given as frequencies and times, so that they mean the same at every
 * size, mesh and time step. 0 switches a filter off. M is the mass, g the acceleration of gravity, size
 * vv_sprite_size. */
typedef struct vv_strengths {
    /* Shape matching. */
    /* Of the whole drawing towards its rest shape (eq. 7–8), hertz, 0…1000; below 8 it is a sheet of rubber too, which
     * feels its weight. Default 40. */
    float stiffness;
    float local;   /* of each neighbourhood (eq. 9–10), hertz, 0…1000; default 20 */
    float damping; /* of vibrations, 1/s: deformation velocity decays by exp(−damping · t); ≥ 0; default 2 */
    /* The rest shape. */
    float projection;       /* how far the place follows the current deformation (eq. 2), 0…1; default 1 */
    float equilibrium;      /* attraction of the place to the equilibrium place (eq. 3), hertz, 0…100; default 14 */
    float settle;           /* damping ratio of that attraction, 0.05…4; below 1 the place overshoots; default 0.7 */
    float energy;           /* how far contact energy moves the place (eq. 4–5), per M·g·size; ≥ 0; default 0 */
    float energy_threshold; /* energies below this, in M·g·size, are ignored; ≥ 0; default 0.05 */
    float energy_time;      /* time constant of its decay, seconds, ≥ 0.001; default 0.12 */
    vv_energy_towards energy_towards; /* default VV_ENERGY_EXAMPLE */
    uint32_t energy_example;
    float velocity;            /* how far speed moves the place (eq. 6), per √(g·size); ≥ 0; default 0 */
    float velocity_threshold;  /* speeds below this, in √(g·size), are ignored; ≥ 0; default 0.3 */
    uint32_t velocity_example; /* speed moves the place towards this example */
    /* Momentum and orientation. */
    float bounce;       /* fraction of the speed lost in contact that is given back (eq. 11–13), 0…1.5; default 0 */
    float bounce_time;  /* how long it stays squashed before it gives the momentum back, seconds, 0…1; default 0.06 */
    vv_orient orient;   /* default VV_ORIENT_FREE */
    float orient_rate;  /* attraction to the goal angle (eq. 14), 1/s, 0…1000; default 0 */
    float orient_angle; /* radians, counter-clockwise; default 0 */
    bool orient_symmetric; /* the drawing looks the same after half a turn: angles count modulo π; default false */
    /* The world. */
    float friction; /* Coulomb; two bodies in contact have the geometric mean of both; ≥ 0; default 0.6 */
    float drag;     /* 1/s: velocity relative to the wind decays by exp(−drag · t); ≥ 0; default 0 */
    float gravity;  /* factor on the stage's gravity; default 1 */
} vv_strengths;

VV_API vv_strengths vv_default_strengths(void);
/* Fails, and names the strength, if one is outside its range or not finite, or an example does not exist.
 * `example_count` is that of the sprite. */
VV_API vv_result vv_strengths_check(const vv_strengths *strengths, uint32_t example_count, vv_error *error);

#ifdef __cplusplus
}
#endif
#endif
