/* Puppets: drawings that artists direct, with keys where they want control and simulation everywhere else.
 *
 * A puppet is a rigged drawing that is prepared for simulation in the space of its handles ("Artist-Directed Dynamics
 * for 2D Animation", Bai and others 2016): its elastic energy, its mass and its examples, as matrices with three
 * columns for each handle. It is immutable; any number of actors on any number of stages share it. The material of an
 * actor says how it moves. An actor is directed by a clip, by things that its handles follow, and by motion that is
 * copied from other actors. docs/puppets.md shows each of these. */
#ifndef VERVE_PUPPET_H
#define VERVE_PUPPET_H

#include <verve/clip.h>
#include <verve/sprite.h>

#ifdef __cplusplus
extern "C" {
#endif

#define VV_PUPPET_STEP        0.02f /* seconds: a fixed step that suits a stage with puppets alone */
#define VV_PUPPET_MAX_MEMBERS 16u   /* of a family */
#define VV_PUPPET_MAX_LINKS   1024u /* of a family */
#define VV_PUPPET_MAX_REGIONS 64u   /* of one copy */
#define VV_PUPPET_MAX_FOLLOWS 64u   /* of one actor */
#define VV_PUPPET_MAX_COPIES  16u   /* of one actor */
#define VV_PUPPET_MAX_JOINS   256u  /* of one puppet */

/* Which properties of a handle are meant, as bits. */
typedef enum vv_handle_parts {
    VV_PART_POSITION = 1,
    VV_PART_ANGLE = 2,
    VV_PART_SCALE = 4,
    VV_PART_ALL = 7,
} vv_handle_parts;

/* ---- The prepared drawing ---------------------------------------------------------------------------------------- */

typedef enum vv_elastic {
    /* As rigid as possible: each triangle, or cluster of triangles, resists everything but rotation. It recovers from
     * any deformation, also from inversion. */
    VV_ELASTIC_ARAP,
    /* Each edge resists changes of its length. A part that was inverted has the same lengths, so it may stay
     * inverted. */
    VV_ELASTIC_SPRINGS,
} vv_elastic;

/* Two handles that stay together in the properties `parts`: how an arm is attached to a body. */
typedef struct vv_puppet_join {
    uint32_t a, b;
    uint32_t parts; /* of vv_handle_parts */
} vv_puppet_join;

/* Immutable, position independent: an asset contains it as it is. */
typedef struct vv_puppet vv_puppet;

typedef struct vv_puppet_def {
    vv_mesh mesh;             /* all layers */
    uint32_t handle_count;    /* 1…VV_RIG_MAX_HANDLES */
    const vv_handle *handles; /* [handle_count] two that move the same layer must not be at the same position */
    const float *weights;     /* [vertex_count · handle_count], as in vv_skin_def */
    vv_elastic elastic;       /* default VV_ELASTIC_ARAP */
    /* ARAP: rotations of the whole drawing, 1…VV_RIG_MAX_CLUSTERS. Springs: how many edges for each handle are
     * evaluated, up to 3,072 in all. The cost of a step then does not grow with the mesh. 0: every triangle or edge.
     * Default 80. */
    uint32_t cluster_count;
    float density;                       /* kg/m², > 0; default 1 */
    const float *layer_densities;        /* [layer_count] factors on density, > 0; NULL: all 1 */
    const float *layer_stiffness;        /* [layer_count] factors on the material's stiffness, > 0; NULL: all 1 */
    uint32_t pin_count;                  /* at most VV_SPRITE_MAX_PINS */
    const vv_sprite_pin *pins;           /* [pin_count] points at which layers are joined */
    uint32_t join_count;                 /* at most VV_PUPPET_MAX_JOINS */
    const vv_puppet_join *joins;         /* [join_count] */
    uint32_t example_count;              /* 0…VV_BLEND_MAX_EXAMPLES: poses that the rest shape may be attracted to */
    const vv_handle_pose *example_poses; /* [example_count · handle_count] the poses of the examples */
    const vv_complex *complex;           /* over the examples; copied; NULL: every example is a point by itself */
} vv_puppet_def;

VV_API vv_puppet_def vv_default_puppet_def(void);
/* A handle that moves nothing is allowed: it follows its joins, and stays where it is keyed. Fails, and names what is
 * wrong, for everything that vv_sprite_create refuses, two handles at the same position on one layer, and joins of
 * handles that do not exist. */
VV_API vv_result vv_puppet_create(const vv_puppet_def *def, const vv_allocator *allocator, vv_puppet **out,
                                  vv_error *error);
VV_API void vv_puppet_destroy(vv_puppet *puppet, const vv_allocator *allocator);
VV_API uint32_t vv_puppet_vertex_count(const vv_puppet *puppet);
VV_API uint32_t vv_puppet_handle_count(const vv_puppet *puppet);
VV_API uint32_t vv_puppet_example_count(const vv_puppet *puppet);
VV_API const vv_complex *vv_puppet_complex(const vv_puppet *puppet);
VV_API float vv_puppet_mass(const vv_puppet *puppet); /* kilograms */
VV_API float vv_puppet_size(const vv_puppet *puppet); /* metres: the diameter of a disc of the same area */

/* ---- Material: how a puppet moves -------------------------------------------------------------------------------- */

/* Which blends of the examples the rest shape is attracted to. Poses are blended as those of sprites are, by the
 * rotations of their handles (vv_pose_blend), so that nothing shrinks on the way from one to the other; the paper adds
 * their transforms as matrices. */
typedef enum vv_attraction {
    VV_ATTRACT_HULL, /* any blend; the nearest is found */
    /* the paper's method: any sum of the transforms, by Koyama's boundary projection: cheaper, and often not the
     * nearest */
    VV_ATTRACT_QUICK,
    VV_ATTRACT_COMPLEX, /* only blends that the complex allows */
    VV_ATTRACT_LINEAR,  /* the paper's blends: any sum of the transforms; the nearest is found exactly */
} vv_attraction;

/* Every member may change at any time. They are given as frequencies and times, so that they mean the same at every
 * size, mesh and time step. */
typedef struct vv_material {
    float stiffness; /* frequency at which the whole free drawing vibrates, hertz, 0…1000; default 3 */
    /* Seconds until a vibration has half its amplitude, ≥ 0; 0: undamped; default 0.35. Rigid motion is not
     * damped. */
    float half_life;
    float examples;           /* how far the rest shape follows the examples that its actor uses, 0…1; default 1 */
    vv_attraction attraction; /* default VV_ATTRACT_HULL */
    float gravity;            /* factor on the stage's gravity, within ±1e6; default 1 */
    float drag;               /* 1/s: velocity relative to the wind decays by exp(−drag · t); ≥ 0; default 0 */
    float friction;           /* Coulomb; two bodies in contact have the geometric mean of both; ≥ 0; default 0.6 */
    float bounce;             /* restitution, 0…1; default 0. The elasticity of the drawing makes it bounce too */
    uint32_t iterations;      /* local–global iterations of a step, 1…64; default 10 */
    bool accelerated;         /* Anderson acceleration, guarded by the energy; default true */
} vv_material;

VV_API vv_material vv_default_material(void);
/* Fails, and names the member, if one is outside its range or not finite. */
VV_API vv_result vv_material_check(const vv_material *material, vv_error *error);

/* ---- Families: transitions between drawings ---------------------------------------------------------------------- */

/* A correspondence between two members: of a handle of one with a handle of the other, or of a point with a point. */
typedef struct vv_family_link {
    uint32_t member[2];
    bool points;        /* of points; otherwise of handles */
    uint32_t handle[2]; /* of handles: one of each member */
    uint32_t parts;     /* of handles: vv_handle_parts */
    vv_vec2 at[2];      /* of points: metres at rest; the nearest vertices are used */
} vv_family_link;

/* Drawings that an actor may change into (section 3.3). Immutable; its puppets must outlive it.
 *
 * After every step each member that is linked with the current one is brought as close to it as the links and its own
 * shape allow (eq. 10). The least deformed of these replaces the current member if its energy is lower by more than
 * `margin` and it would not be left again at once; the links give it its velocity (eq. 11). Energies are compared
 * divided by stiffness and area, so that large and small drawings count alike.
 *
 * Clips, handle targets, follows and copies refer to the handles of the puppet that an actor was created with. While it
 * is another member they act on the handles that are linked with these, directly or through other members, in the
 * properties of the links. An actor never changes into a member to which no link takes one of the handles that are
 * keyed at that time, and leaves it when such a handle is keyed: nothing would lead it back from there. Holds continue
 * at the vertex nearest to the one that they held when the member changed. */
typedef struct vv_family vv_family;
typedef struct vv_family_def {
    uint32_t member_count;           /* 1…VV_PUPPET_MAX_MEMBERS */
    const vv_puppet *const *members; /* [member_count] */
    uint32_t link_count;             /* at most VV_PUPPET_MAX_LINKS */
    const vv_family_link *links;     /* [link_count] without a link between two members there is no transition */
    /* Weight of the drawing's own shape relative to the correspondence (eq. 10), 1e-6…1e6; default 0.01. */
    float lambda;
    float margin; /* fraction by which the energy must be lower, 0…0.99; default 0.3. It prevents flicker */
    float pause;  /* least time between two transitions, seconds, ≥ 0; default 0.2 */
    float fade;   /* duration of the cross-fade from one drawing to the other, seconds, ≥ 0; default 0 */
} vv_family_def;
VV_API vv_family_def vv_default_family_def(void);
VV_API vv_result vv_family_create(const vv_family_def *def, const vv_allocator *allocator, vv_family **out,
                                  vv_error *error);
VV_API void vv_family_destroy(vv_family *family, const vv_allocator *allocator);
VV_API uint32_t vv_family_member_count(const vv_family *family);
VV_API const vv_puppet *vv_family_member(const vv_family *family, uint32_t member);

/* ---- Copies: motion taken from another drawing ------------------------------------------------------------------- */

/* Copied is the motion of regions within the drawing: their displacement from rest, rotation and stretch, in the
 * directions of the artwork. Like a clip, it is played relative to where the target was placed: a target that was
 * placed rotated or flipped moves in its own directions, and mirrored. Displacements scale with the sizes of the
 * drawings; rotations and stretches do not. A region of a single vertex has no shape to copy; a region on a line is
 * stretched along the line only, and rotates with it. */

/* The vertices that a handle moves with more than a threshold weight; they are weighted by their masses. */
typedef struct vv_region {
    uint32_t handle;
    float threshold; /* 0…1; default 0.4. If no vertex has such a weight: the vertex that has most */
} vv_region;

/* How a region moves: its affine motion from rest (eq. 12–13). */
typedef struct vv_region_state {
    vv_vec2 rest;   /* its centroid at rest, metres in the artwork */
    vv_vec2 centre; /* its centroid now, on the stage */
    vv_mat2 linear; /* A of eq. 13: of the region about its centroid */
} vv_region_state;

/* A region of the source, and the region of the target that copies its motion. */
typedef struct vv_region_pair {
    vv_region from, to;
    float position_strength; /* strength of the centroid constraint (eq. 12), 0…1, as of a key; default 0.9 */
    float shape_strength;    /* strength of the affine constraint (eq. 14), 0…1; default 0.9 */
} vv_region_pair;

/* Recorded motion: the states of regions at a fixed rate. Immutable, position independent: an asset contains it as it
 * is. */
typedef struct vv_recording vv_recording;
typedef struct vv_recording_def {
    uint32_t region_count, frame_count; /* ≥ 1 each; together at most 4 million states */
    const vv_region *regions;           /* [region_count] of the source */
    /* [frame_count · region_count] in the artwork's own frame: see vv_stage_region_local. All finite, within ±1e9. */
    const vv_region_state *frames;
    float rate; /* frames a second, 1…1000 */
    float size; /* of the source: vv_puppet_size */
    bool loop;  /* the last frame leads to the first, and the recording repeats */
} vv_recording_def;
/* Fails, and names the region and the frame, for counts and numbers that are not as above. */
VV_API vv_result vv_recording_create(const vv_recording_def *def, const vv_allocator *allocator, vv_recording **out,
                                     vv_error *error);
VV_API void vv_recording_destroy(vv_recording *recording, const vv_allocator *allocator);
VV_API uint32_t vv_recording_region_count(const vv_recording *recording);
VV_API vv_region vv_recording_source_region(const vv_recording *recording, uint32_t region);
VV_API float vv_recording_size(const vv_recording *recording);
/* Seconds from the first frame to the last; of a loop, for one repetition. */
VV_API float vv_recording_duration(const vv_recording *recording);
/* The state of a region at a time. Rotation and stretch are interpolated evenly between frames; constant before the
 * first frame and after the last. */
VV_API vv_region_state vv_recording_sample(const vv_recording *recording, uint32_t region, double time);

#ifdef __cplusplus
}
#endif
#endif
