/* Behaviours: state machines that make sprites walk, jump and float.
 *
 * A behaviour is two state machines as data, one above the other ("Dynamic Sprites", figures 9 and 10). The upper one
 * switches between states (standing, walking, crouching, falling …) depending on inputs, named events and what the
 * actor senses. In each state the lower one moves the actor's equilibrium place through key places, once or in a
 * loop. While a state is active it may also set strengths, lean, drag, forces, a speed along the ground, and the
 * direction in which the drawing looks.
 *
 *     vv_actor_def def = vv_default_actor_def();
 *     def.controller = vv_behaviour_controller(behaviour);
 *     …
 *     uint32_t walk = vv_behaviour_find_input(behaviour, "walk"), jump = vv_behaviour_find_event(behaviour, "jump");
 *     every frame: vv_behaviour_set_input(stage, actor, walk, stick);
 *                  if (pressed) vv_behaviour_raise_event(stage, actor, jump);
 *
 * Lengths are metres, speeds m/s, accelerations m/s². "Up" is opposite to the stage's gravity (+y if there is none),
 * "right" is a quarter turn clockwise from up, and "forward" is the direction in which the drawing looks: right,
 * unless it is flipped. */
#ifndef VERVE_BEHAVIOUR_H
#define VERVE_BEHAVIOUR_H

#include <verve/stage.h>

#ifdef __cplusplus
extern "C" {
#endif

#define VV_BEHAVIOUR_MAX_STATES      64u
#define VV_BEHAVIOUR_MAX_KEYS        256u  /* of one state */
#define VV_BEHAVIOUR_MAX_TRANSITIONS 1024u /* of all states */
#define VV_BEHAVIOUR_MAX_CONDITIONS  16u   /* of one transition */
#define VV_BEHAVIOUR_MAX_INPUTS      32u
#define VV_BEHAVIOUR_MAX_EVENTS      32u
#define VV_BEHAVIOUR_NAME_BYTES      64u /* of a name, with the terminating zero */

/* ---- The lower machine: key places ------------------------------------------------------------------------------- */

/* How the place moves to a key. */
typedef enum vv_ease {
    /* Accelerates and decelerates smoothly: passes a key without stopping if the path continues there, and comes to
     * rest if it turns back or ends. */
    VV_EASE_SMOOTH,
    VV_EASE_LINEAR, /* at constant speed */
    VV_EASE_STOP,   /* starts from rest and comes to rest at every key */
} vv_ease;

typedef struct vv_behaviour_key {
    uint32_t weight_count;
    const vv_example_weight *weights; /* [share_count] the place: see vv_complex_place_from_weights */
    float seconds; /* duration of the way from the previous key, or from where the state was entered; 0…3600 */
    vv_ease ease;  /* of that way */
} vv_behaviour_key;

/* What happens after the last key. */
typedef enum vv_keys_end {
    VV_KEYS_HOLD, /* the place stays there */
    VV_KEYS_LOOP, /* the first key follows; the way to it takes that key's seconds */
    VV_KEYS_NEXT, /* the state `next` follows if no transition fires */
} vv_keys_end;

/* Which key comes first when the state is entered. The place moves there from where it is, so nothing pops. */
typedef enum vv_keys_start {
    VV_KEYS_FIRST,   /* the first key, in its seconds */
    VV_KEYS_NEAREST, /* the key with the shortest path, at the speed of the way to that key, in at most its seconds */
} vv_keys_start;

/* What advances the place through the keys. The way from where the state was entered to the first key always depends
 * on time. */
typedef enum vv_keys_by {
    VV_KEYS_BY_TIME,  /* time · rate */
    VV_KEYS_BY_INPUT, /* time · rate · input; backwards if it is negative */
    /* The distance travelled forwards along the ground, so that feet stay where they touch it: `metres` for all keys
     * once. It stops in the air, and runs backwards if the actor moves backwards. */
    VV_KEYS_BY_GROUND,
} vv_keys_by;

/* ---- States ------------------------------------------------------------------------------------------------------ */

/* The members of vv_strengths in their order: a bit of vv_behaviour_state_def.strength_mask is 1u << one of these. */
typedef enum vv_strength {
    VV_STRENGTH_STIFFNESS,
    VV_STRENGTH_LOCAL,
    VV_STRENGTH_DAMPING,
    VV_STRENGTH_PROJECTION,
    VV_STRENGTH_EQUILIBRIUM,
    VV_STRENGTH_SETTLE,
    VV_STRENGTH_ENERGY,
    VV_STRENGTH_ENERGY_THRESHOLD,
    VV_STRENGTH_ENERGY_TIME,
    VV_STRENGTH_ENERGY_TOWARDS,
    VV_STRENGTH_ENERGY_EXAMPLE,
    VV_STRENGTH_VELOCITY,
    VV_STRENGTH_VELOCITY_THRESHOLD,
    VV_STRENGTH_VELOCITY_EXAMPLE,
    VV_STRENGTH_BOUNCE,
    VV_STRENGTH_BOUNCE_TIME,
    VV_STRENGTH_ORIENT,
    VV_STRENGTH_ORIENT_RATE,
    VV_STRENGTH_ORIENT_ANGLE,
    VV_STRENGTH_ORIENT_SYMMETRIC,
    VV_STRENGTH_FRICTION,
    VV_STRENGTH_DRAG,
    VV_STRENGTH_GRAVITY,
    VV_STRENGTH_COUNT
} vv_strength;

/* When an input flips the drawing to look the other way. */
typedef enum vv_turning {
    VV_TURNING_NEVER,
    VV_TURNING_GROUNDED, /* only while it stands on something */
    VV_TURNING_ALWAYS,
} vv_turning;

/* Every index of an input or example may be VV_NONE, which switches that part off. */
typedef struct vv_behaviour_state_def {
    const char *name;
    /* The lower machine. Without keys the equilibrium place stays where it is. */
    uint32_t key_count;
    const vv_behaviour_key *keys; /* [key_count] */
    vv_keys_end end;              /* default VV_KEYS_HOLD */
    uint32_t next;                /* of VV_KEYS_NEXT: the state that follows */
    vv_keys_start start;          /* default VV_KEYS_FIRST */
    vv_keys_by by;                /* default VV_KEYS_BY_TIME */
    uint32_t by_input;            /* of VV_KEYS_BY_INPUT */
    float rate;                   /* factor on the speed, −100…100; default 1 */
    float metres;                 /* of VV_KEYS_BY_GROUND: distance for all keys once, 1e-3…1e4; default 1 */
    /* While the state is active, the strengths in the mask replace the actor's own, which return when it is left.
     * What the game sets meanwhile by vv_stage_set_strengths counts as the actor's own. */
    uint32_t strength_mask;
    vv_strengths strengths;
    /* Leaning: −lean · input is added to the goal angle (strengths.orient of the state or the actor must be
     * VV_ORIENT_ANGLE), with the input clamped to ±1; a positive product leans to the right. Radians, −4…4. */
    uint32_t lean_input;
    float lean;
    /* Floating: the drag is interpolated from strengths.drag to drag_near (1/s, 0…1000) by the weight of this example
     * at the actor's place. */
    uint32_t drag_example;
    float drag_near;
    /* Force for each kilogram, m/s², each coordinate −1e4…1e4: a constant one (x forward, y up), and one that is
     * multiplied by an input (x right, y up). */
    vv_vec2 force;
    uint32_t force_input;
    vv_vec2 input_force;
    /* A drive along the ground (horizontal in the air): it accelerates towards the speed input · drive_speed
     * (−1000…1000 m/s, to the right) with at most drive_grounded or drive_air (0…1e4 m/s²). With an input of 0, and
     * nearly at rest, it stops acting, and friction holds the actor. */
    uint32_t drive_input;
    float drive_speed;
    float drive_grounded; /* on the ground; default 20 */
    float drive_air;      /* in the air; default 5 */
    /* An input above 0.05 makes the drawing look to the right, one below −0.05 to the left. */
    vv_turning turning;
    uint32_t turning_input;
    /* When the state is entered: a velocity change in m/s (x forward, y up, each −1000…1000). It raises the velocity
     * in its direction to at least its length; with kick_adds it is added. */
    vv_vec2 kick;
    bool kick_adds;
    uint32_t signal; /* when the state is entered, a VV_EVENT_SIGNAL has this code; 0: none */
} vv_behaviour_state_def;

VV_API vv_behaviour_state_def vv_default_behaviour_state_def(void);

/* ---- The upper machine: transitions ------------------------------------------------------------------------------ */

typedef enum vv_condition_kind {
    VV_IF_INPUT, /* the input `index`, compared with `value` */
    /* The event `index` was raised at most `value` seconds ago (0…10; 0: since the last step). A transition that
     * fires consumes it. */
    VV_IF_EVENT,
    VV_IF_GROUNDED, /* the actor stands on something (`negated`: it does not) for at least `value` seconds */
    VV_IF_TOUCHING, /* the actor touches something (`negated`: it does not) for at least `value` seconds */
    VV_IF_FINISHED, /* the keys have ended (`negated`: they have not); a loop never ends */
    /* Speed, m/s, compared with `value`, as are the following. All speeds of behaviours, those of kicks and drives
     * too, are relative to what the actor stands on, or stood on last (vv_actor_state.ground_velocity). */
    VV_IF_SPEED,
    VV_IF_GROUND_SPEED, /* speed along the ground (horizontal in the air) in either direction, m/s */
    VV_IF_FALLING,      /* speed downwards, m/s; negative while the actor rises */
    VV_IF_ENERGY,       /* of contact, in M·g·size (vv_actor_state.contact_energy) */
    VV_IF_TIME,         /* seconds since the state was entered */
} vv_condition_kind;

typedef struct vv_condition {
    vv_condition_kind kind;
    uint32_t index; /* of VV_IF_INPUT and VV_IF_EVENT */
    bool below;     /* of comparisons: the condition holds below `value` instead of above it */
    bool absolute;  /* of VV_IF_INPUT: the absolute value of the input is compared */
    bool negated;   /* of VV_IF_GROUNDED, VV_IF_TOUCHING and VV_IF_FINISHED: the opposite */
    float value;    /* finite */
} vv_condition;

/* Fires when all of its conditions hold. If several may fire, the first in the list does. Then, in the same step, the
 * transitions of the new state are tested, until none fires or a state would be entered a second time in the step. A
 * transition from a state to itself enters it again; a transition from any state never leads to the state that is
 * active already. */
typedef struct vv_transition {
    uint32_t from; /* VV_NONE: any state */
    uint32_t to;
    uint32_t condition_count;       /* 0: it fires at once */
    const vv_condition *conditions; /* [condition_count] */
} vv_transition;

/* ---- Behaviours -------------------------------------------------------------------------------------------------- */

/* Immutable, position independent: an asset contains it as it is. */
typedef struct vv_behaviour vv_behaviour;

typedef struct vv_behaviour_def {
    const vv_complex *complex; /* of the sprites that it drives (vv_sprite_complex): its places are of this complex */
    uint32_t state_count;      /* 1…VV_BEHAVIOUR_MAX_STATES */
    const vv_behaviour_state_def *states; /* [state_count] it begins in the first */
    uint32_t transition_count;
    const vv_transition *transitions; /* [transition_count] */
    uint32_t input_count;
    const char *const *inputs; /* [input_count] names; an input is a number that the game sets, 0 at first */
    uint32_t event_count;
    const char *const *events; /* [event_count] names */
    bool looks_left;           /* the drawing as drawn looks to the left */
} vv_behaviour_def;

/* Fails, and names the state or transition, for numbers outside their range or not finite, indices that do not exist,
 * and names that are empty, too long or repeated. */
VV_API vv_result vv_behaviour_create(const vv_behaviour_def *def, const vv_allocator *allocator, vv_behaviour **out,
                                     vv_error *error);
VV_API void vv_behaviour_destroy(vv_behaviour *behaviour, const vv_allocator *allocator);

VV_API uint32_t vv_behaviour_state_count(const vv_behaviour *behaviour);
VV_API uint32_t vv_behaviour_input_count(const vv_behaviour *behaviour);
VV_API uint32_t vv_behaviour_event_count(const vv_behaviour *behaviour);
VV_API const char *vv_behaviour_state_name(const vv_behaviour *behaviour, uint32_t state);
VV_API const char *vv_behaviour_input_name(const vv_behaviour *behaviour, uint32_t input);
VV_API const char *vv_behaviour_event_name(const vv_behaviour *behaviour, uint32_t event);
/* VV_NONE: there is none of this name. */
VV_API uint32_t vv_behaviour_find_state(const vv_behaviour *behaviour, const char *name);
VV_API uint32_t vv_behaviour_find_input(const vv_behaviour *behaviour, const char *name);
VV_API uint32_t vv_behaviour_find_event(const vv_behaviour *behaviour, const char *name);
/* Whether it was made for this complex. With another complex it does no harm, but its places are meaningless. */
VV_API bool vv_behaviour_fits(const vv_behaviour *behaviour, const vv_complex *complex);

/* ---- Driving an actor -------------------------------------------------------------------------------------------- */

/* The controller for vv_actor_def.controller. The behaviour must outlive the actor; any number of actors may share
 * it. It sets the equilibrium place, the strengths and the force of its actor, each only when it changes, so that an
 * actor at rest may sleep. */
VV_API vv_controller vv_behaviour_controller(const vv_behaviour *behaviour);

/* Set an input, raise an event. They act from the next fixed step on; an input keeps its value until it is set again.
 * Return false, and change nothing, if the actor is not driven by a behaviour, there is no such input or event, or
 * the value is not finite. */
VV_API bool vv_behaviour_set_input(vv_stage *stage, vv_actor actor, uint32_t input, float value);
VV_API bool vv_behaviour_raise_event(vv_stage *stage, vv_actor actor, uint32_t event);

typedef struct vv_behaviour_status {
    uint32_t state; /* VV_NONE: no behaviour drives the actor, or it has not run yet */
    float seconds;  /* since the state was entered */
    uint32_t key;   /* the key that the place is moving to, or is at; VV_NONE: the state has no keys */
    bool finished;  /* the keys have ended */
} vv_behaviour_status;
VV_API vv_behaviour_status vv_behaviour_current_status(vv_stage *stage, vv_actor actor);
/* The value of an input; 0 if there is no such input. */
VV_API float vv_behaviour_input(vv_stage *stage, vv_actor actor, uint32_t input);

#ifdef __cplusplus
}
#endif
#endif
