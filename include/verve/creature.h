/* Creatures: trees of bodies with capabilities, and motion in a form that any creature can perform ("Real-time Motion
 * Retargeting to Highly Varied User-Created Morphologies", Hecker and others 2008).
 *
 * A motion need not know the creature that it will play on. A *context* describes which bodies are meant ("graspers
 * in front", "the topmost eye"). A *movement mode* describes what matters about how they move (how far from rest,
 * towards what, down to the ground …). The mode gives a frame for each body, and keys are coordinates in that frame:
 * specialised onto a body they become a position and a rotation, and generalised, a position and a rotation become
 * coordinates again, exactly. <verve/retarget.h> plays such motions.
 *
 * The creature's frame: y is up, the ground is at y = 0, it looks along +z, its left is +x. The sagittal plane is
 * x = 0. Metres, radians. */
#ifndef VERVE_CREATURE_H
#define VERVE_CREATURE_H

#include <verve/math.h>

#ifdef __cplusplus
extern "C" {
#endif

#define VV_CREATURE_MAX_BODIES  1024u
#define VV_CREATURE_NAME_BYTES  64u /* of the names of bodies, caps and deforms, with the terminating zero */
#define VV_CREATURE_MAX_CAPS    64u
#define VV_CREATURE_MAX_DEFORMS 16u
#define VV_CREATURE_MAX_LEGS    64u
#define VV_CREATURE_MAX_LENGTH  1000.0f /* metres, of any coordinate, ± */

/* ---- Bodies (1.2) ------------------------------------------------------------------------------------------------ */

/* Capabilities ("caps"): what a body is, as bits of vv_creature_body.caps. A creature may define others, from
 * VV_CAP_OWN on. */
typedef enum vv_cap {
    VV_CAP_SPINE, /* the chain from tail to head; everything else is attached to it */
    VV_CAP_ROOT,  /* the body of the spine that carries the root motion; set by vv_creature_create */
    VV_CAP_LIMB,
    VV_CAP_GRASPER,
    VV_CAP_FOOT,
    VV_CAP_MOUTH,
    VV_CAP_EYE,
    VV_CAP_EAR,
    VV_CAP_TAIL,
    VV_CAP_WING,
    VV_CAP_SPIKE,
    VV_CAP_OWN, /* the first cap that the creature defines itself */
} vv_cap;
#define VV_CAP_BIT(cap) ((uint64_t)1 << (cap))
/* "spine", "root", …: the names of the caps that every creature has; NULL from VV_CAP_OWN on. */
VV_API const char *vv_cap_name(uint32_t cap);

/* A rigid transform: a point x of the body's own frame lies at position + rotation · x. */
typedef struct vv_transform3 {
    vv_vec3 position;
    vv_quat rotation;
} vv_transform3;

typedef struct vv_creature_body {
    const char *name; /* 1…63 bytes of UTF-8, no two the same */
    uint32_t parent;  /* an earlier body; VV_NONE for the first body and for no other */
    /* Where the joint with its parent is, the origin of its own frame; at rest, in the creature's frame. */
    vv_vec3 position;
    vv_quat rotation;  /* at rest, in the creature's frame; unit length */
    vv_vec3 centre;    /* the point that motions move, in its own frame: the palm of a hand, the sole of a foot */
    vv_vec3 low, high; /* its bounds, in its own frame */
    uint64_t caps;     /* VV_CAP_BIT of each cap that it has */
    uint32_t deforms;  /* bit d: it has the deform vv_creature_def.deforms[d] */
} vv_creature_body;

/* A tree of bodies. Immutable, position independent: an asset contains it as it is. */
typedef struct vv_creature vv_creature;

typedef struct vv_creature_def {
    uint32_t body_count;
    const vv_creature_body *bodies; /* [body_count] */
    uint32_t own_cap_count;
    const char *const *own_caps; /* [own_cap_count] the names of the caps from VV_CAP_OWN on */
    uint32_t deform_count;
    const char *const *deforms; /* [deform_count] "open", "curl" …: 0 at rest; the host draws them as it likes */
} vv_creature_def;

/* The bodies with VV_CAP_SPINE must form one chain; if there are none, the first body is the spine. Unless a body has
 * VV_CAP_ROOT already, the root is chosen from the spine: the body to which most legs are attached; of equals the one
 * nearest to the middle of those legs, or of the spine if there are no legs; of those about equally near the
 * hindmost. A foot or grasper may be attached to another of its kind. Fails, and names the body, for parents that do
 * not come before their children, two bodies without a parent, a spine that forks or has gaps, two roots, names that
 * repeat, numbers that are not finite or beyond the limits, bounds with low > high, a creature smaller than a
 * millimetre, and more than VV_CREATURE_MAX_LEGS feet. */
VV_API vv_result vv_creature_create(const vv_creature_def *def, const vv_allocator *allocator, vv_creature **out,
                                    vv_error *error);
VV_API void vv_creature_destroy(vv_creature *creature, const vv_allocator *allocator);
VV_API uint32_t vv_creature_body_count(const vv_creature *creature);
VV_API vv_creature_body vv_creature_body_at(const vv_creature *creature, uint32_t body); /* its name points into it */
VV_API uint32_t vv_creature_find(const vv_creature *creature, const char *name);         /* a body; VV_NONE: none */
VV_API uint32_t vv_creature_root(const vv_creature *creature);
/* The index of a cap by its name; VV_NONE: the creature has no such cap. */
VV_API uint32_t vv_creature_find_cap(const vv_creature *creature, const char *name);
VV_API const char *vv_creature_cap_name(const vv_creature *creature, uint32_t cap);
VV_API uint32_t vv_creature_deform_count(const vv_creature *creature);
VV_API const char *vv_creature_deform_name(const vv_creature *creature, uint32_t deform);
/* The bounds of all bodies at rest. */
VV_API void vv_creature_bounds(const vv_creature *creature, vv_vec3 *low, vv_vec3 *high);
/* The length of the path along the joints from where the body's limb is attached to the spine to the body's centre;
 * for a body of the spine, from the joint of the root. 0 if the centre is there. */
VV_API float vv_creature_limb_length(const vv_creature *creature, uint32_t body);
/* The rest pose: transforms[body_count] in the creature's frame. */
VV_API void vv_creature_rest(const vv_creature *creature, vv_transform3 *transforms);

/* A leg: a foot, and the limb from it to the spine. */
typedef struct vv_leg {
    uint32_t foot, hip; /* bodies; the hip is a body of the spine */
    float length;   /* along the joints, from where the limb is attached to the spine to the foot's centre, metres */
    uint32_t group; /* legs of about the same length (within a factor of 1.25) step together (4.2); 0: the longest */
    int32_t side;   /* 1 left, −1 right, 0 in the middle */
    bool shared;    /* some of its bodies belong to other legs too */
} vv_leg;
VV_API uint32_t vv_creature_leg_count(const vv_creature *creature);
VV_API vv_leg vv_creature_leg(const vv_creature *creature, uint32_t leg);

/* ---- Contexts (3.1) ---------------------------------------------------------------------------------------------- */

/* A part of the creature along one axis. */
typedef enum vv_zone {
    VV_ZONE_ANY,
    VV_ZONE_LOW,    /* the right, lower or rear half, and the whole centre zone */
    VV_ZONE_CENTRE, /* the middle fifth */
    VV_ZONE_HIGH,   /* the left, upper or front half, and the whole centre zone */
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

/* Describes which bodies are meant: those that pass all of these tests, which are made in this order. A body counts
 * as being where its centre is at rest. */
typedef struct vv_body_context {
    char cap[VV_CREATURE_NAME_BYTES]; /* "grasper"; empty: any body */
    vv_zone zones[3];                 /* along x, y and z */
    bool setspace[3]; /* the zone is of the box around the bodies with this cap, not of the bounds of the creature */
    vv_extent extent; /* only the farthest body in this direction; of equals the first */
    /* Selects, instead of each body, the body of the spine to which its limb is attached (SpineSegment), once
     * each. */
    bool spine;
} vv_body_context;
/* bodies[body_count] receives the selected bodies in ascending order; returns how many there are. Never allocates. */
VV_API uint32_t vv_body_context_select(const vv_creature *creature, const vv_body_context *context, uint32_t *bodies);
/* Whether the zones and the extent are in range, and the cap is a terminated name. */
VV_API bool vv_body_context_is_valid(const vv_body_context *context);

/* ---- Branch predicates (4.1.1) ----------------------------------------------------------------------------------- */

/* What a branch requires of a property of the creature. */
typedef enum vv_requirement {
    VV_REQUIREMENT_ANY, /* nothing (the paper's "ignore") */
    VV_REQUIREMENT_YES,
    VV_REQUIREMENT_NO,
} vv_requirement;

#define VV_BRANCH_MAX_CAPS 8u
typedef struct vv_branch_cap {
    char cap[VV_CREATURE_NAME_BYTES];
    vv_requirement has; /* whether bodies have the cap */
    uint32_t min_count; /* with VV_REQUIREMENT_YES: how many bodies must have it; 0 counts as 1 */
} vv_branch_cap;
/* Which creatures a motion is for. */
typedef struct vv_branch {
    /* the line from the lowest to the highest body of the spine rises by more than 45 degrees */
    vv_requirement upright;
    vv_requirement walks; /* the creature has legs */
    uint32_t cap_count;
    vv_branch_cap caps[VV_BRANCH_MAX_CAPS]; /* [cap_count] */
} vv_branch;
VV_API bool vv_creature_is_upright(const vv_creature *creature);
/* Whether the creature meets all requirements. */
VV_API bool vv_branch_matches(const vv_branch *branch, const vv_creature *creature);

/* ---- Movement modes (3.2) ---------------------------------------------------------------------------------------- */

/* The unit of generalised coordinates. */
typedef enum vv_movement_scale {
    VV_SCALE_NONE,     /* metres on every creature */
    VV_SCALE_CREATURE, /* the size of the creature's bounds, for each axis separately */
    VV_SCALE_LIMB,     /* the length of the body's limb */
} vv_movement_scale;

/* What matters about how the bodies of a channel move.
 *
 * The position p of a body and its coordinates q are related by p = o + F·(s∘q). The origin o, the rotation F and the
 * scale s follow from the creature's rest pose, the mode and the target alone; F and s are never singular, so the
 * relation can be inverted. The rotation of the body is r = L·q·b, where b is its rotation at rest (the identity if
 * the rotation is absolute) and L is the rotation of `lookat`. */
typedef struct vv_movement_mode {
    /* The origin o is the creature's origin instead of the body at rest, but along y with `ground`, and along x with
     * `sagittal`, it is that of the body. */
    bool absolute_position;
    bool absolute_rotation;
    vv_movement_scale scale;
    bool ground;   /* y: 0 at rest, 1 where the body touches the ground */
    bool sagittal; /* x: 0 at rest, 1 at the sagittal plane (a body in the plane keeps its scale) */
    /* z: 0 at rest, 1 at the target; F rotates +z to it the shorter way. Only with relative positions. */
    bool secondary;
    /* With `secondary`: only the direction is that of the target, the scale is not changed (a punch). */
    bool directional;
    /* The rotation follows the target: fully up to 60 degrees from the direction of rest, less and less up to 90, not
     * at all behind. */
    bool lookat;
} vv_movement_mode;
/* Whether the scale is in range, `secondary` is not combined with `ground`, `sagittal` or absolute positions, and
 * `directional` is used only with `secondary`. */
VV_API bool vv_movement_mode_is_valid(vv_movement_mode mode);

/* The target of a mode, in the creature's frame. If it is not known, or farther than 1e6 metres, secondary modes
 * behave as if it were one limb length in front of the body, and `lookat` does nothing. */
typedef struct vv_movement_target {
    vv_vec3 position;
    bool known;
} vv_movement_target;

/* The position and rotation of a body's centre. Specialised: in the creature's frame; generalised: in the frame of
 * the mode. */
typedef vv_transform3 vv_body_transform;

/* The frame of a mode for one body; it can be reused while neither the body nor the target changes. */
typedef struct vv_body_frame {
    vv_vec3 origin;   /* o */
    vv_quat rotation; /* F */
    vv_vec3 scale;    /* s, each 1e-4…1e4 in size */
    vv_quat look;     /* L */
    vv_quat base;     /* b */
    bool mirror;      /* mirrored at the sagittal plane afterwards */
} vv_body_frame;
/* Computes the frame of a mode for a body. ground: height of the ground under the body, in the creature's frame (0 if
 * it is flat). mirror: S_m(b, q) = M·S(M b, q), with the body at rest and the target mirrored too, so that a motion
 * that was keyed on the left plays on the right (Figure 5).
 *
 * The frame is continuous in target and ground, except for F when the target is straight behind the body, where its
 * axis flips, as that of any such frame must somewhere. Lengths near 0 are bounded from below, smoothly, by a small
 * fraction of the creature's size: a body that is closer to the ground than 2 % of the size moves slightly below the
 * ground at y = 1. */
VV_API vv_body_frame vv_movement_mode_frame(vv_movement_mode mode, const vv_creature *creature, uint32_t body,
                                            vv_movement_target target, float ground, bool mirror);
/* Convert between generalised coordinates and the creature's frame; each is the inverse of the other. */
VV_API vv_body_transform vv_specialise(const vv_body_frame *frame, vv_body_transform generalised);
VV_API vv_body_transform vv_generalise(const vv_body_frame *frame, vv_body_transform specialised);

#ifdef __cplusplus
}
#endif
#endif
