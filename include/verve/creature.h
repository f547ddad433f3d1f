/* Creatures: bodies in a tree, what they can do, and how motion is written so that any of them can do it.
 *
 * Nobody need have seen a creature before it moves. A *context* says in words which bodies are meant ("graspers in front", "the
 * topmost eye"); a *mode* says what matters about how they move (how far from rest, towards what, down to the ground …). The mode
 * gives a frame for every body, and what is keyed are the coordinates in that frame: specialised onto a body they become a place and
 * a turn; generalised, a place and a turn become coordinates again, exactly. <verve/retarget.h> plays such motions.
 *
 * The creature's frame: y up, the ground at y = 0, it looks along +z, its left is +x. The sagittal plane is x = 0. Metres, radians. */
#ifndef VERVE_CREATURE_H
#define VERVE_CREATURE_H

#include <verve/math.h>

#ifdef __cplusplus
extern "C" {
#endif

#define VV_CREATURE_MAX_BODIES  1024u
#define VV_CREATURE_NAME_BYTES  64u /* of bodies, caps and deforms, with the ending zero */
#define VV_CREATURE_MAX_CAPS    64u
#define VV_CREATURE_MAX_DEFORMS 16u
#define VV_CREATURE_MAX_LEGS    64u
#define VV_CREATURE_MAX_LENGTH  1000.0f /* of any coordinate, either way */

/* ---- Bodies (1.2) ------------------------------------------------------------------------------------------------------ */

/* What a body is, as a bit of vv_creature_body.caps. A creature may name others, from VV_CAP_OWN on. */
typedef enum vv_cap {
    VV_CAP_SPINE, /* the chain from tail to head that everything hangs on */
    VV_CAP_ROOT,  /* the one body of the spine that motions move as a whole; set by vv_creature_create */
    VV_CAP_LIMB,
    VV_CAP_GRASPER,
    VV_CAP_FOOT,
    VV_CAP_MOUTH,
    VV_CAP_EYE,
    VV_CAP_EAR,
    VV_CAP_TAIL,
    VV_CAP_WING,
    VV_CAP_SPIKE,
    VV_CAP_OWN,
} vv_cap;
#define VV_CAP_BIT(cap) ((uint64_t)1 << (cap))
/* "spine", "root", … of the caps that every creature knows; NULL from VV_CAP_OWN on. */
VV_API const char *vv_cap_name(uint32_t cap);

/* What a place and a turn of a body are: a point x of its own frame lies at place + turn·x. */
typedef struct vv_placement {
    vv_vec3 place;
    vv_quat turn;
} vv_placement;

typedef struct vv_creature_body {
    const char *name; /* 1…63 bytes of UTF-8, no two the same */
    uint32_t parent;  /* an earlier body; VV_NONE for the first, and for it alone */
    vv_vec3 place;  /* at rest, creature's frame: of its joint with its parent, which is the origin of its own frame */
    vv_quat turn;   /* at rest, creature's frame; unit length */
    vv_vec3 centre; /* in its own frame: the point that motions move (the palm of a hand, the sole of a foot) */
    vv_vec3 low, high; /* its bounds, in its own frame */
    uint64_t caps;     /* VV_CAP_BIT of each */
    uint32_t deforms;  /* bit d: it answers to vv_creature_def.deforms[d] */
} vv_creature_body;

/* Immutable, position independent: an asset holds it as it is. */
typedef struct vv_creature vv_creature;

typedef struct vv_creature_def {
    uint32_t body_count;
    const vv_creature_body *bodies;
    uint32_t own_cap_count;
    const char *const *own_caps; /* [own_cap_count] names of the caps from VV_CAP_OWN on */
    uint32_t deform_count;
    const char *const *deforms; /* [deform_count] "open", "curl" …: 0 at rest, what they do is up to whoever draws */
} vv_creature_def;

/* Bodies with VV_CAP_SPINE must be one chain, each the neighbour of the next; where there are none the first body is the spine. The
 * root is found among them (that on which most legs hang; of equals the one nearest to the middle of those legs, or of the spine where
 * there are none; of those about as near the hindmost), unless one has VV_CAP_ROOT already. Refused, naming the body: parents that do
 * not come before, two without parent, a spine that forks or has gaps, two roots, names twice, numbers that are not finite or beyond
 * the limits, bounds that are inside out, a creature smaller than a millimetre, more than VV_CREATURE_MAX_LEGS feet. Feet and graspers
 * that hang on others of their kind are as good as any. */
VV_API vv_result vv_creature_create(const vv_creature_def *def, const vv_allocator *allocator, vv_creature **out,
                                    vv_error *error);
VV_API void vv_creature_destroy(vv_creature *creature, const vv_allocator *allocator);
VV_API uint32_t vv_creature_body_count(const vv_creature *creature);
VV_API vv_creature_body vv_creature_body_at(const vv_creature *creature, uint32_t body); /* names point into it */
VV_API uint32_t vv_creature_find(const vv_creature *creature, const char *name);         /* VV_NONE: none */
VV_API uint32_t vv_creature_root(const vv_creature *creature);
/* VV_NONE: it has no such cap. */
VV_API uint32_t vv_creature_find_cap(const vv_creature *creature, const char *name);
VV_API const char *vv_creature_cap_name(const vv_creature *creature, uint32_t cap);
VV_API uint32_t vv_creature_deform_count(const vv_creature *creature);
VV_API const char *vv_creature_deform_name(const vv_creature *creature, uint32_t deform);
/* All bodies' bounds at rest. */
VV_API void vv_creature_bounds(const vv_creature *creature, vv_vec3 *low, vv_vec3 *high);
/* The way along the joints from where its limb hangs on the spine to the body's centre; of the spine's own bodies, from the root's
 * joint. 0 where a body has its centre there. */
VV_API float vv_creature_limb_length(const vv_creature *creature, uint32_t body);
/* placements[body_count] at rest. */
VV_API void vv_creature_rest(const vv_creature *creature, vv_placement *placements);

/* A leg: a foot, and the limb that leads from it to the spine. */
typedef struct vv_leg {
    uint32_t foot, hip; /* bodies; the hip is of the spine */
    float length;       /* along the joints, from where the limb hangs on the spine to the foot's centre */
    uint32_t group;     /* legs of about the same length (within 1.25) step together (4.2); 0 has the longest */
    int32_t side;       /* 1 left, −1 right, 0 in the middle */
    bool shared;        /* parts of it are parts of other legs too */
} vv_leg;
VV_API uint32_t vv_creature_leg_count(const vv_creature *creature);
VV_API vv_leg vv_creature_leg(const vv_creature *creature, uint32_t leg);

/* ---- Contexts (3.1) ------------------------------------------------------------------------------------------------------- */

typedef enum vv_zone {
    VV_ZONE_ANY,
    VV_ZONE_LOW,    /* right, bottom, back: that half and all of the centre */
    VV_ZONE_CENTRE, /* the middle fifth */
    VV_ZONE_HIGH,   /* left, top, front: likewise */
} vv_zone;

typedef enum vv_extent {
    VV_EXTENT_NONE,
    VV_EXTENT_RIGHTMOST,
    VV_EXTENT_LEFTMOST,
    VV_EXTENT_BOTTOMMOST,
    VV_EXTENT_TOPMOST,
    VV_EXTENT_BACKMOST,
    VV_EXTENT_FRONTMOST,
} vv_extent;

/* Which bodies are meant: those that pass all of it, in this order. A body is where its centre is at rest. */
typedef struct vv_context {
    char cap[VV_CREATURE_NAME_BYTES]; /* "grasper"; empty: any body */
    vv_zone zones[3];                 /* along x, y and z */
    bool setspace[3]; /* that zone is of the box around the bodies with this cap, not of the whole creature's bounds */
    vv_extent extent; /* the farthest alone; of equals the one that comes first in the creature */
    bool spine;       /* instead of each, the body of the spine on which its limb hangs (SpineSegment); each once */
} vv_context;
/* bodies[body_count] in ascending order; returns how many. Never allocates. */
VV_API uint32_t vv_context_select(const vv_creature *creature, const vv_context *context, uint32_t *bodies);
/* Zones and extents in range, the cap a name that ends. */
VV_API bool vv_context_is_valid(const vv_context *context);

/* ---- Predicates (4.1.1) ------------------------------------------------------------------------------------------------------ */

typedef enum vv_wish {
    VV_WISH_ANY, /* the paper's "ignore" */
    VV_WISH_YES,
    VV_WISH_NO,
} vv_wish;

#define VV_BRANCH_MAX_CAPS 8u
/* Which creatures a motion is for. */
typedef struct vv_branch {
    vv_wish upright; /* the spine stands: the way from its lowest to its highest body rises by more than 45 degrees */
    vv_wish walks;   /* it has legs */
    uint32_t cap_count;
    struct {
        char cap[VV_CREATURE_NAME_BYTES];
        vv_wish has;
        uint32_t least; /* with VV_WISH_YES: at least so many bodies have it; 0 counts as 1 */
    } caps[VV_BRANCH_MAX_CAPS];
} vv_branch;
VV_API bool vv_creature_is_upright(const vv_creature *creature);
VV_API bool vv_branch_holds(const vv_branch *branch, const vv_creature *creature);

/* ---- Movement modes (3.2) ------------------------------------------------------------------------------------------------------ */

typedef enum vv_mode_scale {
    VV_SCALE_NONE,     /* metres on every creature */
    VV_SCALE_CREATURE, /* times the creature's bounds, each axis by itself */
    VV_SCALE_LIMB,     /* times the body's limb length */
} vv_mode_scale;

/* What matters about how a channel's bodies move. A body's place p and its coordinates q are p = o + F·(s∘q), where o, F and s follow
 * from the creature's rest pose, the mode and the target alone: rotating by F and stretching by s are never singular, so each is the
 * other's inverse. Its turn is r = L·q·b with b its turn at rest, or none where the rotation is absolute, and L the lookat's. */
typedef struct vv_mode {
    /* o is the creature's origin instead of the body at rest; along y with `ground`, x with `sagittal` it stays the body's. */
    bool absolute_place;
    bool absolute_turn;
    vv_mode_scale scale;
    bool ground;      /* y: 0 at rest, 1 where the body touches the ground */
    bool sagittal;    /* x: 0 at rest, 1 at the sagittal plane (a body in the plane keeps its scale) */
    bool secondary;   /* z: 0 at rest, 1 at the target; F turns +z there the short way. Only with relative places */
    bool directional; /* with secondary: only turned there, the scale is as without (a punch) */
    /* The turn follows the target: fully up to 60 degrees off where the body looks at rest, ever less to 90, not at all behind. */
    bool lookat;
} vv_mode;
/* Scale in range; secondary not with ground, sagittal or absolute places; directional only with secondary. */
VV_API bool vv_mode_is_valid(vv_mode mode);

/* Where a mode's target is, in the creature's frame. Not known, or farther than 1e6 metres: secondary modes behave as if it were one limb
 * length before the body, and lookat does nothing. */
typedef struct vv_target {
    vv_vec3 place;
    bool known;
} vv_target;

/* Place and turn of a body's centre, specialised: in the creature's frame; generalised: in the mode's. */
typedef vv_placement vv_pose3;

/* The frame of a mode on a body, prepared once where neither body nor target moves. */
typedef struct vv_frame {
    vv_vec3 origin;
    vv_quat turn;  /* F */
    vv_vec3 scale; /* s, each 1e-4…1e4 in size */
    vv_quat look;  /* L */
    vv_quat base;  /* b */
    bool mirror;   /* across the sagittal plane, afterwards */
} vv_frame;
/* Continuous in target and ground, but for F where the target is straight behind the body (its axis turns over there, as that of any
 * frame must somewhere). Lengths that come near 0 are floored, smoothly, at a small share of the creature's size: a body that is within
 * 2 % of it above the ground moves a little below it at y = 1.
 * ground: height of the ground under the body, in the creature's frame (0 where it is flat). mirror: S_m(b, q) = M·S(M b, q) with the
 * body at rest and the target mirrored too, so that what was keyed on the left plays on the right (Figure 5). */
VV_API vv_frame vv_mode_frame(vv_mode mode, const vv_creature *creature, uint32_t body, vv_target target, float ground,
                              bool mirror);
VV_API vv_pose3 vv_specialise(const vv_frame *frame, vv_pose3 generalised);
VV_API vv_pose3 vv_generalise(const vv_frame *frame, vv_pose3 specialised);

#ifdef __cplusplus
}
#endif
#endif
