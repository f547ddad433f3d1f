/* Verbs: a continuous family of motions of a skeleton from a few example clips ("adverbs" are the axes).
 *
 * All examples of a verb are of one skeleton and one action. They are warped by their keytimes (for instance the
 * moments when feet touch the ground) into a common generic time, the phase 0…1, and fitted there by uniform cubic
 * B-splines with the same number of control points. At a place of the field the control points and the keytimes are
 * blended (eq. 3), and the blended keytimes convert seconds into phase.
 *
 * The rotation of a joint is blended as the rotation vector from a reference rotation, the mean over all examples, so
 * that nothing flips and no axis is special. The root motion is blended as the velocity over the ground in the
 * character's own frame and integrated by vv_verb_advance, so blended walks travel as far as their feet step.
 * author/fit makes verbs from clips.
 *
 *     vv_verb_state state = vv_default_verb_state();
 *     every frame: vv_verb_advance(verb, weights, dt, &state);
 *                  vv_verb_mix(verb, weights, state.phase, dofs);
 *                  vv_verb_pose(verb, dofs, &state.root, rotations, translations);
 *                  vv_skeleton_globals(vv_verb_skeleton(verb), rotations, translations, globals); */
#ifndef VERVE_VERB_H
#define VERVE_VERB_H

#include <verve/clip.h>
#include <verve/field.h>
#include <verve/skeleton.h>

#ifdef __cplusplus
extern "C" {
#endif

#define VV_VERB_MAX_CONTROLS 4096u /* for each degree of freedom */
#define VV_VERB_MAX_KEYTIMES 64u
#define VV_VERB_MAX_FEET     8u

/* The degrees of freedom of a verb. The first ones are those below. From VV_DOF_JOINTS on there are three for each
 * joint, in the joints' order, its rotation vector h (axis × angle, radians): rotation = reference · exp(h), that is,
 * h = 2 · vv_quat_log(conjugate(reference) · rotation); for the root,
 * rotation = about_y(heading) · reference · exp(h). Then come three for each joint of vv_verb_def.translating_joints,
 * its translation. The translation of the root is (x, y + VV_DOF_HEIGHT, z) of its vv_root. */
typedef enum vv_verb_dof {
    VV_DOF_SIDE,     /* velocity of the root over the ground to its left, m/s, in the frame of its heading */
    VV_DOF_FORWARD,  /* the same forwards */
    VV_DOF_YAW_RATE, /* rate of its heading, rad/s, counter-clockwise seen from above */
    VV_DOF_HEIGHT,   /* of the root above the ground that it stands on, metres */
    /* How fast that ground rises under the root, m/s, so that walks up and down slopes are cyclic too. The fit
     * computes it as the mean rise of an example over its length. */
    VV_DOF_CLIMB,
    VV_DOF_JOINTS,
} vv_verb_dof;

/* A leg whose foot may be planted. */
typedef struct vv_foot {
    uint32_t hip, knee, ankle, toe; /* joints; the toe may be the ankle */
} vv_foot;

/* Immutable, position independent: an asset contains it as it is. */
typedef struct vv_verb vv_verb;

typedef struct vv_verb_def {
    const vv_field *field;       /* copied */
    const vv_skeleton *skeleton; /* copied */
    bool cyclic;                 /* phase 1 is phase 0 again */
    /* For each degree of freedom, 4…VV_VERB_MAX_CONTROLS. The spline has as many spans if it is cyclic, otherwise
     * three fewer. */
    uint32_t control_count;
    uint32_t keytime_count;    /* 2…VV_VERB_MAX_KEYTIMES; the first is 0 and the last the duration */
    const float *keytimes;     /* [example_count · keytime_count] seconds; those of an example ascend */
    const float *phases;       /* [keytime_count] generic times, ascending from 0 to 1; NULL: evenly spaced */
    const vv_quat *references; /* [joint_count] */
    uint32_t translating_joint_count;
    const uint32_t *translating_joints; /* [mover_count] joints other than the root whose translation is animated */
    /* [example_count · control_count · dof_count]. At phase u, with x = u · span_count, s = ⌊x⌋ and f = x − s, the
     * controls s, s + 1, s + 2, s + 3 (cyclic: modulo control_count) have the weights (1 − f)³/6, (3f³ − 6f² + 4)/6,
     * (−3f³ + 3f² + 3f + 1)/6, f³/6. */
    const float *controls;
    uint32_t foot_count;
    const vv_foot *feet; /* [foot_count] at most VV_VERB_MAX_FEET */
    /* [foot_count] bit k: the foot is planted between keytimes k and k + 1. Only the first 32 spans have bits. */
    const uint32_t *planted;
} vv_verb_def;

VV_API vv_result vv_verb_create(const vv_verb_def *def, const vv_allocator *allocator, vv_verb **out, vv_error *error);
VV_API void vv_verb_destroy(vv_verb *verb, const vv_allocator *allocator);
VV_API const vv_field *vv_verb_field(const vv_verb *verb);
VV_API const vv_skeleton *vv_verb_skeleton(const vv_verb *verb);
VV_API bool vv_verb_cyclic(const vv_verb *verb);
VV_API uint32_t vv_verb_dof_count(const vv_verb *verb);
VV_API uint32_t vv_verb_keytime_count(const vv_verb *verb);
VV_API uint32_t vv_verb_foot_count(const vv_verb *verb);
VV_API vv_foot vv_verb_foot(const vv_verb *verb, uint32_t foot);

/* ---- Time -------------------------------------------------------------------------------------------------------- */

/* keytimes[keytime_count] at these weights. The spans between keytimes are blended as logarithms, so that the
 * keytimes ascend however far one extrapolates, and are those of an example at the example. Returns the last one, the
 * duration in seconds. */
VV_API float vv_verb_keytimes(const vv_verb *verb, const float *weights, float *keytimes);
/* Converts seconds (0…duration; cyclic: any) to phase and back along a smooth monotone curve through the keytimes;
 * each function is the inverse of the other. */
VV_API float vv_verb_phase(const vv_verb *verb, const float *keytimes, float seconds);
VV_API float vv_verb_seconds(const vv_verb *verb, const float *keytimes, float phase);

/* ---- Motion ------------------------------------------------------------------------------------------------------ */

/* How many floats the array for vv_verb_mix must have: dof_count rounded up to a multiple of 16. */
VV_API uint32_t vv_verb_dof_capacity(const vv_verb *verb);
/* Blends every degree of freedom at a phase (clamped to 0…1, or cyclic): dofs[vv_verb_dof_capacity(verb)], aligned to
 * 64 bytes. Never allocates. */
VV_API void vv_verb_mix(const vv_verb *verb, const float *weights, float phase, float *dofs);

/* Where a character stands, and which way it looks. */
typedef struct vv_root {
    float x, y, z; /* metres; y of the ground that it stands on */
    float heading; /* radians, counter-clockwise seen from above; 0: along +z */
} vv_root;

/* Converts blended degrees of freedom to a pose of the skeleton: rotations[joint_count],
 * translations[joint_count]. */
VV_API void vv_verb_pose(const vv_verb *verb, const float *dofs, const vv_root *root, vv_quat *rotations,
                         vv_vec3 *translations);

/* The state of a character that plays a verb. Plain numbers: copy it to save it. */
typedef struct vv_verb_state {
    double seconds; /* since it began */
    float phase;
    uint32_t cycle_count; /* of a cyclic verb: how many cycles it has completed */
    vv_root root;
    bool finished; /* of a verb that is not cyclic: it has reached the end, and stays there */
} vv_verb_state;
VV_API vv_verb_state vv_default_verb_state(void); /* at the beginning, at the origin */
/* Advances by dt seconds (0…1) at these weights. The phase advances at the speed of the keytimes of these weights,
 * whatever the weights were before, so that they may change at any phase. The root travels accordingly, integrated so
 * finely that its path does not depend on the frame rate. */
VV_API void vv_verb_advance(const vv_verb *verb, const float *weights, float dt, vv_verb_state *state);

/* ---- Planted feet ------------------------------------------------------------------------------------------------ */

/* Whether a foot is planted at a phase: its bit of vv_verb_def.planted. */
VV_API bool vv_verb_foot_is_planted(const vv_verb *verb, uint32_t foot, float phase);

/* The planting of one foot. */
typedef struct vv_foot_plant {
    bool known;         /* the other members are valid */
    bool released;      /* released although it should be planted: the body has moved too far from it */
    float blend;        /* 0: free, 1: planted; eases in and out */
    vv_vec3 ankle, toe; /* their positions in the world */
    vv_vec3 offset;     /* from their positions in the verb's pose, along the ground only */
    float heading;      /* of the foot in the verb's pose, radians */
    float twist;        /* radians about y, added to that heading */
} vv_foot_plant;
/* The planting of all feet of one character. Zero it at the beginning and after a teleport. */
typedef struct vv_foot_plants {
    vv_foot_plant foot[VV_VERB_MAX_FEET];
} vv_foot_plants;
/* Keeps planted feet in place; call it after vv_verb_pose and vv_skeleton_globals. A planted foot rests on its heel,
 * sole or toe, whichever moves least; that point stays where it touched the ground while the foot rolls over it
 * (vv_skeleton_solve_two_bone_ik), and the foot does not twist on the ground. Heights stay those of the verb. A foot
 * is released smoothly when it leaves the ground, or when the body has carried it farther than three tenths of the
 * leg's length; it is never put beyond the leg's reach. dt: seconds since the last call. Changes the rotations and
 * globals of the legs. */
VV_API void vv_verb_plant_feet(const vv_verb *verb, float phase, float dt, vv_foot_plants *plants, vv_quat *rotations,
                               const vv_vec3 *translations, vv_affine3 *globals);

#ifdef __cplusplus
}
#endif
#endif
