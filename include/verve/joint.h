/* Joints between actors, obstacles and the world: hinges, ropes, rods, welds, sliders and pulls.
 *
 *     vv_joint_def def = vv_default_joint_def(VV_JOINT_HINGE);
 *     def.a.actor = body, def.a.at = axle;                    a point of the drawing at rest
 *     def.b.actor = wheel, def.b.at = hub;
 *     def.motor = true, def.motor_speed = -10.0f, def.motor_limit = 200.0f;
 *     vv_stage_add_joint(stage, &def, &joint, &error);
 *
 * A joint holds a point of its end `b` relative to a point of its end `a`. What it says of `b` (angle, translation,
 * motor speed) is relative to `a`, counter-clockwise positive, and counted from where both are when the joint is
 * added. Joints are solved together with contact, in every substep, and push both ends with equal and opposite
 * impulses. A sprite goes along as a whole, a soft one too; those with a stiffness between 5 and 20 Hz, most of all
 * around 8, and puppets are held by the part around the point (about an eighth of their size wide) and bend there.
 *
 * Rigid joints that form chains, trees or bridges are solved all at once, so neither length nor masses matter: at the
 * default substeps and iterations chains of 60 links, and links under 1,000 times their own mass, hold within 2 % of
 * the smaller drawing's size, and within a quarter of it while they lash. No joint adds energy: what a substep that
 * is too long for a motion would add is taken from the velocities of all that is joined, so what lashes most loses
 * some. Ropes between drawings of very different masses stretch more while they lash, by up to the drawings' size; so
 * do joints that contact pushes at as well. More vv_stage_def.substeps help both. A joint that closes a loop, pulls,
 * and joints of puppets are solved one by one.
 *
 * Hinges turn without friction, and sliders slide so: a bridge of planks swings for minutes. Friction is a motor of
 * speed 0 whose limit is small, such as a twentieth of weight times length of a plank; then a bridge comes to rest in
 * seconds.
 *
 * A hinge, weld, slider or rod whose points are apart when it is added moves them together without a velocity: half of
 * the gap in a substep, at most a quarter of the smaller drawing's size, 15 m/s for half a metre at the default step.
 * What is lifted by that has gained its height. `verve check` warns of such hinges and welds (V141).
 *
 * Actors that are joined sleep and wake together. A joint is removed with its actor or obstacle. Joints are part of
 * saves; they are in them completely, so that a restore brings back those that were removed and takes away those that
 * were added, and vv_stage_restore_changes tells which.
 *
 * Functions that add or remove joints are refused while the stage is being stepped; those that change one may be
 * called by controllers too (stage.h). All of them wake the actors that are joined, if they change anything. */
#ifndef VERVE_JOINT_H
#define VERVE_JOINT_H

#include <verve/stage.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum vv_joint_kind {
    VV_JOINT_HINGE,  /* both points are at the same position; `b` turns about it */
    VV_JOINT_ROPE,   /* the points are not further apart than `length` */
    VV_JOINT_ROD,    /* the distance of the points is `length` */
    VV_JOINT_WELD,   /* a hinge that does not turn */
    VV_JOINT_SLIDER, /* the point of `b` moves on a line through that of `a`, fixed to `a`, and `b` does not turn */
    VV_JOINT_PULL,   /* a spring of length 0 with a greatest force: what a mouse drags with */
} vv_joint_kind;
#define VV_JOINT_KINDS 6

/* One end of a joint: a point of an actor, of an obstacle or, if both ids have generation 0, of the world. */
typedef struct vv_joint_end {
    vv_actor actor;
    vv_obstacle obstacle;
    /* On an actor: a point of its drawing at rest, metres, as in vv_hold; it may be outside of the drawing. On an
     * obstacle: in its frame. In the world: on the stage. */
    vv_vec2 at;
    uint32_t handle; /* of an actor: the point is where this handle of its artwork is; VV_NONE, the default: `at` */
} vv_joint_end;

typedef struct vv_joint_def {
    vv_joint_kind kind;
    vv_joint_end a, b; /* at least one is an actor; not the same actor twice */
    bool collide;      /* contact between the two ends, where both are no world; default false */
    /* The greatest distance of a rope, the distance of a rod; metres, ≥ 0. NAN, the default: the distance when it is
     * added. Shorter than 1 % of the size of the (smaller) drawing, it holds both points together as a hinge does. */
    float length;
    /* Hertz, with which the effective mass of both ends swings on it, > 0: how far a rope or rod stretches, how much a
     * hinge, weld or slider gives way; of a pull, its spring. INFINITY: rigid. Default INFINITY, of a pull 5. */
    float strength;
    float damping; /* ratio of that spring to critical damping, 0…100; default 0.7 */
    /* Of hinges (radians) and sliders (metres): `b` stays between low and high relative to where it was when the joint
     * was added. low ≤ high, angles within ±1000; default false. */
    bool limited;
    float low, high;
    /* Of hinges and sliders: drives `b` with a speed relative to `a`, rad/s or m/s, with at most this torque, N·m, or
     * force, N, ≥ 0 (INFINITY: any). A speed of 0 brakes. It drives with at most 0.75 radians a substep (90 rad/s at
     * the default step) or 1000 m/s, however great the speed is. Default false. */
    bool motor;
    float motor_speed, motor_limit;
    /* Of hinges and sliders: a spring towards an angle or translation, hertz, ≥ 0 and finite; default 0: none. */
    float spring, spring_damping, spring_target; /* damping ratio 0…100, default 0.7; radians or metres, default 0 */
    vv_vec2 axis;      /* of a slider: its direction on the stage when it is added; any length but 0; default (1, 0) */
    float max_force;   /* of a pull: newton, > 0; default INFINITY */
    float break_force; /* newton, > 0: it breaks in a step in which it carries more; default INFINITY */
    uint64_t tag;      /* for the caller's own use; default 0 */
    vv_joint_id id;    /* see vv_actor_def.id */
} vv_joint_def;

VV_API vv_joint_def vv_default_joint_def(vv_joint_kind kind);
/* Fails for numbers out of range, ends that do not exist or are the same, and a full stage (vv_stage_def.max_joints).
 * Speeds, limits and springs must be finite also where they are off. Allocates. */
VV_API vv_result vv_stage_add_joint(vv_stage *stage, const vv_joint_def *def, vv_joint_id *out, vv_error *error);
/* Returns false if there is no such joint, or the call comes from inside a step. */
VV_API bool vv_stage_remove_joint(vv_stage *stage, vv_joint_id joint);
VV_API bool vv_stage_has_joint(const vv_stage *stage, vv_joint_id joint);
/* joints[capacity] receives the joints in the order of their indices; returns how many there are, which may be more. */
VV_API uint32_t vv_stage_joints(const vv_stage *stage, vv_joint_id *joints, uint32_t capacity);

typedef struct vv_joint_state {
    vv_joint_kind kind;
    vv_joint_end a, b;
    vv_vec2 points[2]; /* of a and b, on the stage, at the time shown */
    float force;       /* that it carries, newton: mean of the last fixed step */
    float torque;      /* of a weld, slider, and of limit, motor and spring of a hinge, on b: N·m, mean of that step */
    float angle;       /* of b relative to a, radians, since it was added; continuous */
    float translation; /* of b along the axis of a slider, metres, since it was added */
    float length;      /* of a rope or rod: what it is to be (not how long it is), metres */
    bool at_limit;     /* a limit of a hinge or slider, or a rope that is taut, pushed in the last fixed step */
    uint64_t tag;
} vv_joint_state;
/* All members are zero if there is no such joint. */
VV_API vv_joint_state vv_stage_joint_state(const vv_stage *stage, vv_joint_id joint);

/* Return false, and change nothing, if there is no such joint, it is of another kind, or a number is out of range. */
VV_API bool vv_stage_set_joint_motor(vv_stage *stage, vv_joint_id joint, bool on, float speed, float limit);
VV_API bool vv_stage_set_joint_limits(vv_stage *stage, vv_joint_id joint, bool on, float low, float high);
VV_API bool vv_stage_set_joint_spring(vv_stage *stage, vv_joint_id joint, float frequency, float damping, float target);
/* The length of a rope or rod: it is reached during the next fixed step, so that a winch has a velocity; one further
 * away than that allows is gone to at 20 m/s, over as many steps as it takes. */
VV_API bool vv_stage_set_joint_length(vv_stage *stage, vv_joint_id joint, float length);
/* Moves the end of a joint that is the world, during the next fixed step; vv_joint_state.points shows it between where
 * it was and is, as what hangs from it is drawn. */
VV_API bool vv_stage_set_joint_target(vv_stage *stage, vv_joint_id joint, vv_vec2 to);
VV_API bool vv_stage_set_joint_break_force(vv_stage *stage, vv_joint_id joint, float force);

#ifdef __cplusplus
}
#endif
#endif
