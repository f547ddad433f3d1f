/* Verbs: a continuous family of motions from a few example clips ("adverbs").
 *
 * All examples of a verb are of one skeleton and one action, warped by their keytimes (the moments when feet touch the ground,
 * say) into a common generic time, the phase 0…1, and fitted there by uniform cubic B-splines with the same number of control
 * points. At a place of the field control points and keytimes are mixed (eq. 3), and the mixed keytimes turn seconds into phase.
 *
 * What is mixed for a joint is the rotation vector from a reference rotation, the mean over all examples, so that nothing flips
 * and no axis is special. The root travels: its velocity over the ground, in the character's own frame, is mixed, and integrated by
 * whoever plays the verb; so blended walks get as far as their feet say. author/fit makes verbs from clips.
 *
 *     vv_walker walker = vv_default_walker();
 *     every frame: vv_verb_advance(verb, weights, dt, &walker);
 *                  vv_verb_mix(verb, weights, walker.phase, dofs);  vv_verb_pose(verb, dofs, &walker.root, turns, moves);
 *                  vv_skeleton_globals(vv_verb_skeleton(verb), turns, moves, globals); */
#ifndef VERVE_VERB_H
#define VERVE_VERB_H

#include <verve/field.h>
#include <verve/motion.h>
#include <verve/skeleton.h>

#ifdef __cplusplus
extern "C" {
#endif

#define VV_VERB_MAX_CONTROLS 4096u
#define VV_VERB_MAX_KEYTIMES 64u
#define VV_VERB_MAX_FEET     8u

/* The first degrees of freedom of every verb; then three for each joint, its rotation vector h (axis × angle, radians), in the
 * joints' order: turn = reference · exp(h), that is h = 2 · vv_quat_log(conjugate(reference) · turn); the root's turn is that
 * after a turn by its heading about y taken away: turn = about_y(heading) · reference · exp(h). Then three for each joint whose
 * place moves, its move, in the order of vv_verb_def.movers. The root's move is (x, y + VV_DOF_HEIGHT, z). */
typedef enum vv_verb_dof {
    VV_DOF_SIDE,    /* velocity of the root over the ground to the left, m/s, in the frame of its heading */
    VV_DOF_FORWARD, /* and forward */
    VV_DOF_SPIN,    /* rate of its heading, rad/s, counter-clockwise from above */
    VV_DOF_HEIGHT,  /* of the root above the ground that it stands on, metres */
    VV_DOF_CLIMB, /* how fast that ground rises under it, m/s: walks up and down slopes travel upwards and come round all
                       the same. The fit takes it as the steady part of how an example rises over its length */
    VV_DOF_JOINTS,
} vv_verb_dof;

/* A leg that may be planted. */
typedef struct vv_foot {
    uint32_t hip, knee, ankle, toe; /* joints; toe may be the ankle */
} vv_foot;

/* Immutable, position independent: an asset holds it as it is. */
typedef struct vv_verb vv_verb;

typedef struct vv_verb_def {
    const vv_field *field;       /* copied */
    const vv_skeleton *skeleton; /* copied */
    bool cyclic;                 /* phase 1 is phase 0 again */
    uint32_t
        control_count; /* per degree of freedom: 4…VV_VERB_MAX_CONTROLS; cyclic: as many spans, otherwise three fewer */
    uint32_t keytime_count;    /* 2…VV_VERB_MAX_KEYTIMES, the first 0 and the last the whole length */
    const float *keytimes;     /* [example_count · keytime_count] seconds, each example's ascending */
    const float *phases;       /* [keytime_count] generic times, ascending from 0 to 1; NULL: evenly */
    const vv_quat *references; /* [joint_count] */
    uint32_t mover_count;
    const uint32_t *movers; /* [mover_count] joints, not the root, whose place moves */
    const float
        *controls; /* [example_count · control_count · dof_count]: at phase u, with x = u · span_count, s = ⌊x⌋ and
                                  f = x − s, the controls s, s + 1, s + 2, s + 3 (cyclic: modulo control_count) count as
                                  (1 − f)³/6, (3f³ − 6f² + 4)/6, (−3f³ + 3f² + 3f + 1)/6, f³/6 */
    uint32_t foot_count;
    const vv_foot *feet;     /* [foot_count] */
    const uint32_t *planted; /* [foot_count] bit k: it stands between keytimes k and k + 1 (at most 32 spans count) */
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

/* ---- Time ----------------------------------------------------------------------------------------------------------------- */

/* keytimes[keytime_count] at these weights: the spans between keytimes are mixed as logarithms, so that they ascend everywhere,
 * however far one extrapolates, and are the examples' own at the examples. Returns the last, the length in seconds. */
VV_API float vv_verb_keytimes(const vv_verb *verb, const float *weights, float *keytimes);
/* Seconds (0…length; cyclic: any) to phase and back along a smooth monotone curve through the keytimes; each the other's inverse. */
VV_API float vv_verb_phase(const vv_verb *verb, const float *keytimes, float seconds);
VV_API float vv_verb_seconds(const vv_verb *verb, const float *keytimes, float phase);

/* ---- Motion ------------------------------------------------------------------------------------------------------------------ */

/* How many floats vv_verb_mix needs room for: dof_count rounded up to a multiple of 16. */
VV_API uint32_t vv_verb_room(const vv_verb *verb);
/* dofs[vv_verb_room], at a multiple of 64 bytes: every degree of freedom at a phase (clamped to 0…1, or cyclic). Never allocates. */
VV_API void vv_verb_mix(const vv_verb *verb, const float *weights, float phase, float *dofs);

/* Where a character stands and where it looks. */
typedef struct vv_root {
    float x, y, z; /* metres; y of the ground that it stands on */
    float heading; /* radians, counter-clockwise from above; 0: along +z */
} vv_root;

/* The pose of the skeleton: turns[joint_count], moves[joint_count]. */
VV_API void vv_verb_pose(const vv_verb *verb, const float *dofs, const vv_root *root, vv_quat *turns, vv_vec3 *moves);

/* A character that does a verb. Plain numbers: copy it to save it. */
typedef struct vv_walker {
    double seconds; /* since it began, by its own clock */
    float phase;
    uint32_t rounds; /* cyclic: how often it has come round */
    vv_root root;
    bool finished; /* not cyclic: it has come to the end, and stays there */
} vv_walker;
VV_API vv_walker vv_default_walker(void);
/* On by dt seconds (0…1) at these weights: the phase goes on at the pace that the keytimes say now, whatever the weights were
 * before, so that the character may change its mood in mid-step; the root travels with it, integrated so finely that the way does not
 * depend on the frame rate. */
VV_API void vv_verb_advance(const vv_verb *verb, const float *weights, float dt, vv_walker *walker);

/* ---- Feet that stay where they tread -------------------------------------------------------------------------------------------- */

/* Whether a foot stands at a phase: its bit of vv_verb_def.planted. */
VV_API bool vv_verb_stands(const vv_verb *verb, uint32_t foot, float phase);

/* What planting remembers of a foot. */
typedef struct vv_plant {
    bool known;         /* the rest says something */
    bool let_go;        /* it should stand, but was carried too far */
    float blend;        /* 0: free, 1: planted; eases in and out */
    vv_vec3 ankle, toe; /* where they are, in the world */
    vv_vec3 offset;     /* from where the verb would have them: over the ground only */
    float heading;      /* of the foot, as the verb would have it */
    float twist;        /* radians about y, added to that */
} vv_plant;
/* And of one character. Zero it to begin, and after a jump. */
typedef struct vv_plants {
    vv_plant foot[VV_VERB_MAX_FEET];
} vv_plants;
/* After vv_verb_pose and vv_skeleton_globals: a foot that stands rests on heel, sole or toe, whichever moves least, and that
 * stays where it trod while the foot rolls over it (vv_skeleton_reach); it may not twist on the ground either. Heights are the verb's
 * own. Softly released when it leaves, or is carried farther than three tenths of the leg's length; never beyond the leg's
 * reach. dt: seconds since the last call. Changes turns and globals of the legs. */
VV_API void vv_verb_plant(const vv_verb *verb, float phase, float dt, vv_plants *plants, vv_quat *turns,
                          const vv_vec3 *moves, vv_affine3 *globals);

#ifdef __cplusplus
}
#endif
#endif
