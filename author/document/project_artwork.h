/* Artworks: layers, handles, poses, and how they move as sprites and puppets. In the space of the artwork. */
#ifndef VV_PROJECT_ARTWORK_H
#define VV_PROJECT_ARTWORK_H

#include "author/document/project_field.h"

#include <verve/behaviour.h>
#include <verve/puppet.h>
#include <verve/sprite.h>

#define VV_PROJECT_MAX_ARTWORKS    256u
#define VV_PROJECT_MAX_LAYERS      256u
#define VV_PROJECT_MAX_SIMPLICES   1024u
#define VV_PROJECT_MAX_BEHAVIOURS  64u  /* of one artwork */
#define VV_PROJECT_MAX_JOINS       256u /* of one puppet */
#define VV_PROJECT_MAX_CORRECTIVES 32u  /* of one artwork */

typedef struct vv_project_layer {
    char name[VV_PROJECT_NAME_BYTES];
    const char *image; /* path inside the project folder, or NULL: the layer has a mesh and no image */
    const char *mesh;  /* an OBJ file whose vertices lie in artwork space, or NULL: the image is cut */
    vv_vec2 at;        /* where the image's top left corner lies */
    uint32_t vertices; /* about how many the cut should have, 3…200000 */
    bool visible, locked;
} vv_project_layer;

typedef struct vv_project_handle {
    char name[VV_PROJECT_NAME_BYTES];
    vv_handle shape;                             /* its parent1 is 0: see below */
    uint32_t parent;                             /* the handle that carries it, VV_NONE: none */
    vv_bone bone;                                /* how it bends when its chain is pulled */
    bool every_layer;                            /* it moves each layer it lies on; `layers` is then unused */
    uint32_t layers[VV_PROJECT_MAX_LAYERS / 32]; /* one bit a layer */
} vv_project_handle;

struct vv_project_artwork;
/* handles[artwork->handle_count] as the runtime has them, with their parents. */
void vv_project_handles(const struct vv_project_artwork *artwork, vv_handle *handles);
/* bones[artwork->handle_count] */
void vv_project_bones(const struct vv_project_artwork *artwork, vv_bone *bones);

/* False where the handle keeps away from this layer. */
bool vv_project_handle_moves(const vv_project_handle *handle, uint32_t layer);

/* A point that the artist held while posing. */
typedef struct vv_project_pin {
    bool held;        /* false: this handle was free; the rest is then unused */
    vv_pin_kind kind; /* VV_PIN_POSITION, VV_PIN_ROTATION or VV_PIN_STRETCH */
    vv_vec2 from;     /* the point at rest that is held: the handle's pivot unless the file says otherwise */
    vv_vec2 to;
    float angle;      /* VV_PIN_ROTATION and VV_PIN_STRETCH */
    float xx, xy, yy; /* VV_PIN_STRETCH: the linear part is R(angle)·S; else the identity */
} vv_project_pin;

typedef struct vv_project_example {
    char name[VV_PROJECT_NAME_BYTES];
    const vv_handle_pose *turns; /* [handle_count] the pose; the identity where the file names no handle */
    const vv_project_pin *pins;  /* [handle_count], or NULL if nothing was held */
    bool placed;                 /* the artist put it somewhere on the pose board */
    vv_vec2 board;               /* where; means nothing for how it blends */
} vv_project_example;

/* Some of the strengths: those whose bit in `given` is set, one bit a key in the order of docs/format.md. */
typedef struct vv_project_strengths {
    uint32_t given;
    vv_strengths values; /* what is not given is the default */
} vv_project_strengths;

/* Overwrites in `strengths` what is given in `changes`. */
void vv_project_strengths_apply(const vv_project_strengths *changes, vv_strengths *strengths);
/* What to change in `from` to make it `to`. */
vv_project_strengths vv_project_strengths_between(const vv_strengths *from, const vv_strengths *to);

/* How an artwork moves on a stage. */
typedef struct vv_project_sprite {
    uint32_t ring;             /* of a neighbourhood, 1…VV_SPRITE_MAX_RING */
    float density;             /* kilograms to a square metre */
    bool pinned;               /* the file lists pins; false: layers are joined where a handle lies on two of them */
    uint32_t pin_count;        /* 0 unless pinned */
    const vv_sprite_pin *pins; /* [pin_count] */
    const float *densities;    /* [layer_count] factors on the density; NULL: all 1 */
    vv_strengths strengths;    /* an actor's own go over these */
} vv_project_sprite;

/* Some of a material: those whose bit in `given` is set, one bit a key in the order of docs/format.md. */
typedef struct vv_project_material {
    uint32_t given;
    vv_material values; /* what is not given is the default */
} vv_project_material;

/* Overwrites in `material` what is given in `changes`. */
void vv_project_material_apply(const vv_project_material *changes, vv_material *material);
/* What to change in `from` to make it `to`. */
vv_project_material vv_project_material_between(const vv_material *from, const vv_material *to);

/* How an artwork moves as a puppet. Its layers are pinned where those of the sprite are. */
typedef struct vv_project_puppet {
    vv_elastic elastic;
    uint32_t clusters;        /* vv_puppet_def.cluster_count */
    float density;            /* kilograms to a square metre */
    const float *densities;   /* [layer_count] factors on the density; NULL: all 1 */
    const float *stiffnesses; /* [layer_count] factors on the material's stiffness; NULL: all 1 */
    uint32_t join_count;
    const vv_puppet_join *joins; /* [join_count] */
    vv_material material;        /* an actor's own goes over this */
} vv_project_puppet;

typedef vv_example_weight vv_project_share;

/* A place in an artwork's complex, as the file says it: sums to 1 within 1e-3; sorted by example. */
typedef struct vv_project_place {
    uint32_t share_count; /* 0: the file says nothing */
    const vv_project_share *shares;
} vv_project_place;

typedef struct vv_project_walk_key {
    vv_project_place place;
    float seconds;
    vv_ease ease;
} vv_project_walk_key;

typedef struct vv_project_state {
    char name[VV_PROJECT_NAME_BYTES];
    vv_behaviour_state_def def; /* all but its name, keys and strengths, which are beside it here */
    uint32_t key_count;
    const vv_project_walk_key *keys;
    vv_project_strengths strengths;
} vv_project_state;

/* A behaviour for actors that show the artwork: two state machines, as in vv_behaviour_def. */
typedef struct vv_project_behaviour {
    char name[VV_PROJECT_NAME_BYTES];
    bool looks_left;
    uint32_t input_count, event_count, state_count, transition_count;
    const vv_project_word *inputs, *events;
    const vv_project_state *states;
    const vv_transition *transitions;
} vv_project_behaviour;

/* Poses of an artwork that are added where its handles turn: the pose of an example relative to rest. */
typedef struct vv_project_corrective {
    char name[VV_PROJECT_NAME_BYTES];
    vv_project_field field;
    const uint32_t *examples; /* [field.example_count] of the artwork; VV_NONE: nothing is added there */
} vv_project_corrective;

typedef struct vv_project_artwork {
    char name[VV_PROJECT_NAME_BYTES];
    uint64_t stamp; /* differs between any two contents that the document ever had: what a cache compares */
    float scale;    /* pixels of the images to a metre */
    uint32_t layer_count, handle_count, example_count, simplex_count;
    const vv_project_layer *layers; /* the furthest back first */
    const vv_project_handle *handles;
    const uint32_t
        *partner; /* [handle_count] the handle that each swaps with in the mirror; itself where it has no partner */
    const vv_project_example *examples;
    const vv_simplex *simplices; /* [simplex_count] the complex */
    vv_project_sprite sprite;
    vv_project_puppet puppet;
    uint32_t corrective_count;
    const vv_project_corrective *correctives;
    uint32_t behaviour_count;
    const vv_project_behaviour *behaviours;
} vv_project_artwork;

#endif
