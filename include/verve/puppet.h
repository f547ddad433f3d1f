/* Puppets: drawings that take direction. Keys where the artist wants control, simulation everywhere else.
 *
 * A puppet is a rigged drawing made ready for simulation in the space of its handles ("Artist-Directed Dynamics for 2D
 * Animation", Bai and others 2016): its elastic energy, its mass and its examples, as matrices with three columns a handle. It
 * is immutable; any number of actors on any number of stages share it. How an actor moves is its material; what directs it
 * are a clip, things that its handles follow, and motion copied from others. docs/puppets.md shows each. */
#ifndef VERVE_PUPPET_H
#define VERVE_PUPPET_H

#include <verve/motion.h>
#include <verve/sprite.h>

#ifdef __cplusplus
extern "C" {
#endif

#define VV_PUPPET_STEP        0.02f /* seconds: the step that a stage of puppets should have */
#define VV_PUPPET_MAX_MEMBERS 16u   /* of a family */
#define VV_PUPPET_MAX_LINKS   1024u /* of a family */
#define VV_PUPPET_MAX_REGIONS 64u   /* of one copy */
#define VV_PUPPET_MAX_FOLLOWS 64u   /* of one actor */
#define VV_PUPPET_MAX_COPIES  16u   /* of one actor */
#define VV_PUPPET_MAX_JOINS   256u  /* of one puppet */

/* Which parts of a handle something is about; they add up. */
typedef enum vv_parts {
    VV_PART_POSITION = 1,
    VV_PART_ANGLE = 2,
    VV_PART_SCALE = 4,
    VV_PART_ALL = 7,
} vv_parts;

/* ---- The prepared drawing ------------------------------------------------------------------------------------- */

typedef enum vv_elastic {
    VV_ELASTIC_ARAP, /* as rigid as possible: each triangle, or cluster of them, would rather only turn. It finds back from
                           any deformation, inside out too */
    VV_ELASTIC_SPRINGS, /* each edge would rather keep its length, which a part that was turned inside out does too: it may
                           stay so */
} vv_elastic;

/* Two handles that stay together, as far as `parts` says: how an arm hangs on a body. */
typedef struct vv_puppet_join {
    uint32_t a, b;
    uint32_t parts; /* of vv_parts */
} vv_puppet_join;

/* Immutable, position independent: an asset holds it as it is. */
typedef struct vv_puppet vv_puppet;

typedef struct vv_puppet_def {
    vv_mesh mesh;             /* all layers */
    uint32_t handle_count;    /* 1…VV_RIG_MAX_HANDLES */
    const vv_handle *handles; /* [handle_count] no two that move a common layer in one place */
    const float *weights;     /* [vertex_count · handle_count], as in vv_skin_def */
    vv_elastic elastic;       /* default VV_ELASTIC_ARAP */
    uint32_t cluster_count; /* ARAP: rotations for the whole drawing, 1…VV_RIG_MAX_CLUSTERS; springs: how many edges for
                                 each handle are looked at, up to 3,072 in all. A step's cost then does not grow with the
                                 mesh. 0: every triangle, every edge. Default 80 */
    float density;          /* kilograms to a square metre, > 0; default 1 */
    const float *layer_densities; /* [layer_count] factors on density, > 0; NULL: all 1 */
    const float *layer_stiffness; /* [layer_count] factors on the material's stiffness, > 0; NULL: all 1 */
    uint32_t pin_count;           /* points at which layers are joined */
    const vv_sprite_pin *pins;    /* [pin_count] */
    uint32_t join_count;
    const vv_puppet_join *joins; /* [join_count] */
    uint32_t example_count;      /* 0…VV_BLEND_MAX_EXAMPLES: poses that a material may be drawn to */
    const vv_turn *turns;        /* [example_count · handle_count] */
    const vv_complex *complex;   /* over the examples; copied; NULL: each example a point of its own */
} vv_puppet_def;

VV_API vv_puppet_def vv_default_puppet_def(void);
/* Refused, naming what is wrong: what vv_sprite_create refuses; two handles in one place on one layer; joins of handles that
 * do not exist. A handle that moves nothing is allowed: it follows its joins, and stays where it is keyed. */
VV_API vv_result vv_puppet_create(const vv_puppet_def *def, const vv_allocator *allocator, vv_puppet **out,
                                  vv_error *error);
VV_API void vv_puppet_destroy(vv_puppet *puppet, const vv_allocator *allocator);
VV_API uint32_t vv_puppet_vertex_count(const vv_puppet *puppet);
VV_API uint32_t vv_puppet_handle_count(const vv_puppet *puppet);
VV_API uint32_t vv_puppet_example_count(const vv_puppet *puppet);
VV_API const vv_complex *vv_puppet_complex(const vv_puppet *puppet);
VV_API float vv_puppet_mass(const vv_puppet *puppet); /* kilograms */
VV_API float vv_puppet_size(const vv_puppet *puppet); /* metres: the diameter of a disc of the same area */

/* ---- Material: how it moves --------------------------------------------------------------------------------------- */

/* Which mixes of its examples a puppet is drawn to. */
typedef enum vv_attraction {
    VV_ATTRACT_HULL,    /* any convex mix, the nearest found exactly */
    VV_ATTRACT_QUICK,   /* the same by Koyama's boundary projection: cheaper, and often not the nearest */
    VV_ATTRACT_COMPLEX, /* only mixes that the complex allows */
} vv_attraction;

/* All may change while running. Frequencies and times make each mean the same at every size, mesh and time step. */
typedef struct vv_material {
    float stiffness; /* how fast the drawing as a whole swings where nothing holds it, hertz, 0…1000; default 3 */
    float half_life; /* seconds until a vibration has half its amplitude, ≥ 0; 0: never; default 0.35. Moving and
                                 turning as a whole is not vibration */
    float examples;  /* how far its rest shape gives way to the examples that its actor names, 0…1; default 1 */
    vv_attraction attraction; /* default VV_ATTRACT_HULL */
    float gravity;            /* factor on the stage's gravity; default 1 */
    float drag;               /* 1/s: velocity relative to the wind decays by exp(−drag·t); ≥ 0; default 0 */
    float friction;           /* against what it touches: the geometric mean of both; ≥ 0; default 0.6 */
    float
        bounce; /* share of the approach speed it leaves contact with, 0…1; default 0 (its own elasticity bounces too) */
    uint32_t iterations; /* local–global, of a step, 1…64; default 10 */
    bool accelerated;    /* Anderson acceleration, guarded by the energy; default true */
} vv_material;

VV_API vv_material vv_default_material(void);
VV_API vv_result vv_material_check(const vv_material *material, vv_error *error);

/* ---- Families: transitions between drawings ------------------------------------------------------------------------ */

/* A handle of one member answers to a handle of another, or a point of one drawing (at rest) to a point of another. */
typedef struct vv_family_link {
    uint32_t member[2];
    bool points;
    uint32_t handle[2];
    uint32_t parts; /* of vv_parts, for handles */
    vv_vec2 at[2];  /* metres at rest, for points: the nearest vertices are taken */
} vv_family_link;

/* Drawings that may turn into one another (section 3.3). Immutable; its puppets must outlive it.
 *
 * After every step each member that is linked with the one shown is brought as close to it as the links and its own shape allow
 * (eq. 10). Where the one that is then least deformed is less so than the one shown, by more than `margin`, and would not be
 * left again at once, it takes over, with the velocity that the links give it (eq. 11). Deformation is the elastic energy by
 * stiffness and area, so that large and small drawings count alike.
 *
 * Clips, hands, follows and copies are about the handles of the puppet that an actor was made with. While it is another member
 * they act on the handles that are linked with theirs, in the parts that the link keeps; what is not linked has no say. Holds go
 * on at the vertex nearest to the one they held when it changed. */
typedef struct vv_family vv_family;
typedef struct vv_family_def {
    uint32_t member_count; /* 1…VV_PUPPET_MAX_MEMBERS */
    const vv_puppet *const *members;
    uint32_t link_count;
    const vv_family_link *links; /* between two members without a link there is no jump */
    float lambda; /* weight of the drawing's own shape against correspondence (eq. 10), 1e-6…1e6; default 0.01 */
    float margin; /* how much less energy the other must have, 0…0.99; default 0.3: no flicker */
    float pause;  /* seconds between two jumps, ≥ 0; default 0.2 */
    float fade;   /* seconds over which the drawn one passes into the other, ≥ 0; default 0 */
} vv_family_def;
VV_API vv_family_def vv_default_family_def(void);
VV_API vv_result vv_family_create(const vv_family_def *def, const vv_allocator *allocator, vv_family **out,
                                  vv_error *error);
VV_API void vv_family_destroy(vv_family *family, const vv_allocator *allocator);
VV_API uint32_t vv_family_member_count(const vv_family *family);
VV_API const vv_puppet *vv_family_member(const vv_family *family, uint32_t member);

/* ---- Copies: motion taken from another drawing ----------------------------------------------------------------------- */

/* What is copied is motion in the drawing: where a region goes from rest, how it turns and stretches, along the directions of its
 * artwork. It is played where the target was put, as a clip is: one that was put there turned or flipped moves along its own
 * directions, and mirrored. Ways grow with the drawings' sizes; turns and stretches are the same. A region of one vertex has no
 * shape to copy; one on a line turns and stretches along it, and its other side turns with it. */

/* A region: the vertices that a handle moves by more than a threshold. Their masses weigh. */
typedef struct vv_region {
    uint32_t handle;
    float threshold; /* 0…1 of its weight; default 0.4. Where no vertex has so much: the one that has most */
} vv_region;

/* How a region moves: its affine motion from rest (eq. 12–13). */
typedef struct vv_region_state {
    vv_vec2 rest;   /* its centroid at rest, metres in the artwork */
    vv_vec2 centre; /* its centroid now, on the stage */
    vv_mat2 linear; /* A of eq. 13: of the region about its centroid */
} vv_region_state;

typedef struct vv_region_pair {
    vv_region from, to;
    float place; /* strength of the centroid constraint (eq. 12), 0…1, as a key's; default 0.9 */
    float shape; /* strength of the affine constraint (eq. 14), 0…1; default 0.9 */
} vv_region_pair;

/* Motion that was recorded: regions' states at a steady rate. Immutable, position independent. */
typedef struct vv_recording vv_recording;
typedef struct vv_recording_def {
    uint32_t region_count, frame_count; /* ≥ 1 each; together at most 4 million states */
    const vv_region *regions;           /* [region_count] of the source */
    const vv_region_state
        *frames; /* [frame_count · region_count] as of a source that was put at its artwork's own place: see
                                      vv_stage_recorded. All finite, within ±1e9 */
    float rate;  /* frames a second, 1…1000 */
    float size;  /* of the source: vv_puppet_size */
    bool loop;   /* after its last frame it goes on to its first, and round again */
} vv_recording_def;
/* Refused, naming the region and frame: counts and numbers that are not as above. */
VV_API vv_result vv_recording_create(const vv_recording_def *def, const vv_allocator *allocator, vv_recording **out,
                                     vv_error *error);
VV_API void vv_recording_destroy(vv_recording *recording, const vv_allocator *allocator);
VV_API uint32_t vv_recording_region_count(const vv_recording *recording);
VV_API vv_region vv_recording_source(const vv_recording *recording, uint32_t region);
VV_API float vv_recording_size(const vv_recording *recording);
/* From the first frame to the last; of a loop, once round. */
VV_API float vv_recording_seconds(const vv_recording *recording);
/* Between frames it turns and stretches evenly; before the first and after the last it stays. */
VV_API vv_region_state vv_recording_region(const vv_recording *recording, uint32_t region, double time);

#ifdef __cplusplus
}
#endif
#endif
