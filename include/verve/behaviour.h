/* Behaviours: characters that walk, jump and float by themselves.
 *
 * A behaviour is two state machines, one above the other, as data ("Dynamic Sprites", figures 9 and 10). The upper one
 * switches between states (standing, walking, crouching, falling …) when inputs, named events and what the actor senses
 * say so. Inside a state the lower one walks the actor's equilibrium place through key places, once or in a loop; while a
 * state is active it may also set strengths, lean, drag, forces, a speed along the ground, and which way the drawing looks.
 *
 *     vv_actor_def def = vv_default_actor_def();
 *     def.controller = vv_behaviour_controller(behaviour);
 *     …
 *     uint32_t walk = vv_behaviour_find_input(behaviour, "walk"), jump = vv_behaviour_find_event(behaviour, "jump");
 *     every frame: vv_behaviour_set_input(stage, actor, walk, stick);   if (pressed) vv_behaviour_raise(stage, actor, jump);
 *
 * Lengths are metres, speeds m/s, accelerations m/s². "Up" is against the stage's gravity (+y where there is none),
 * "right" a quarter turn clockwise from it, "forward" the way the drawing looks: right, unless it is flipped. */
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
#define VV_BEHAVIOUR_NAME_BYTES      64u /* with the ending zero */

/* ---- The lower machine: a walk through key places ----------------------------------------------------------------- */

/* How the place moves on the way to a key. */
typedef enum vv_ease {
    VV_EASE_SMOOTH, /* speeds up and slows down softly: passes keys without stopping where the path goes on, comes to rest
                       where it turns back or ends */
    VV_EASE_LINEAR, /* at constant speed */
    VV_EASE_STOP,   /* starts from rest and comes to rest at every key */
} vv_ease;

typedef struct vv_behaviour_key {
    uint32_t share_count;
    const vv_share *shares; /* [share_count] the place: see vv_complex_place */
    float seconds; /* that the way here takes, from the key before, or from wherever the place was when the state was
                      entered; 0…3600 (0: at once) */
    vv_ease ease;  /* of the way here */
} vv_behaviour_key;

/* What follows the last key. */
typedef enum vv_keys_end {
    VV_KEYS_HOLD, /* it stays there */
    VV_KEYS_LOOP, /* the first again; the way to it takes the first key's seconds */
    VV_KEYS_NEXT, /* the state `next`, if no transition fires */
} vv_keys_end;

/* Where the walk begins when the state is entered: from the equilibrium place as it is then, so nothing pops. */
typedef enum vv_keys_start {
    VV_KEYS_FIRST, /* to the first key, in its seconds */
    VV_KEYS_NEAREST, /* to the key with the shortest way, at the pace of the way to that key, no longer than its seconds */
} vv_keys_start;

/* What drives the walk. The way from where the state was entered to the first key always goes by time. */
typedef enum vv_keys_by {
    VV_KEYS_BY_TIME,   /* time · rate */
    VV_KEYS_BY_INPUT,  /* time · rate · input: backwards where it is negative */
    VV_KEYS_BY_GROUND, /* the way travelled forward along the ground, `metres` to all keys once; stands still in the air,
                          goes backwards where the actor moves backwards. So feet stay where they tread */
} vv_keys_by;

/* ---- States ------------------------------------------------------------------------------------------------------------ */

/* The fields of vv_strengths in their order: bits of vv_behaviour_state_def.strength_mask are 1u << these. */
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

/* When an input turns the drawing round. */
typedef enum vv_turning {
    VV_TURNING_NEVER,
    VV_TURNING_GROUNDED, /* only while it stands on something */
    VV_TURNING_ALWAYS,
} vv_turning;

/* Every index of an input or example may be VV_NONE: that part is then off. */
typedef struct vv_behaviour_state_def {
    const char *name;
    /* The lower machine. Without keys the equilibrium place stays where it is. */
    uint32_t key_count;
    const vv_behaviour_key *keys; /* [key_count] */
    vv_keys_end end;
    uint32_t next; /* VV_KEYS_NEXT: which state */
    vv_keys_start start;
    vv_keys_by by;
    uint32_t by_input; /* VV_KEYS_BY_INPUT */
    float rate;        /* how many times as fast, −100…100; default 1 */
    float metres;      /* VV_KEYS_BY_GROUND: 1e-3…1e4; default 1 */
    /* While the state is active these strengths stand in place of the actor's own, which come back when it is left. What
     * the game sets meanwhile by vv_stage_set_strengths counts as the actor's own. */
    uint32_t strength_mask;
    vv_strengths strengths;
    /* Leaning: the goal angle (strengths.orient must be VV_ORIENT_ANGLE, by the state or the actor) gets −lean · input,
     * the input within ±1: to the right where it is positive. Radians, −4…4. */
    uint32_t lean_input;
    float lean;
    /* Floating: drag goes from strengths.drag to drag_near (0…1000, 1/s) with the weight that the actor's place has of
     * this example. */
    uint32_t drag_example;
    float drag_near;
    /* Force for each kilogram, m/s², each part −1e4…1e4: always (x forward, y up), and times an input (x right, y up). */
    vv_vec2 force;
    uint32_t force_input;
    vv_vec2 input_force;
    /* A drive along the ground (level in the air): the goal is input · drive_speed (−1000…1000 m/s to the right), reached
     * with at most drive_grounded and drive_air (0…1e4 m/s²) of acceleration. With an input of 0 and nearly at rest it
     * lets go, and friction holds. */
    uint32_t drive_input;
    float drive_speed;
    float drive_grounded; /* default 20 */
    float drive_air;      /* default 5 */
    /* An input above 0.05 makes it look to the right, below −0.05 to the left. */
    vv_turning turning;
    uint32_t turning_input;
    /* On entry: a kick in m/s (x forward, y up, each −1000…1000) that brings the velocity to at least this much in its
     * direction or, if it adds, adds it; and a VV_EVENT_SIGNAL with this code (0: none). */
    vv_vec2 kick;
    bool kick_adds;
    uint32_t signal;
} vv_behaviour_state_def;

VV_API vv_behaviour_state_def vv_default_behaviour_state_def(void);

/* ---- The upper machine: transitions -------------------------------------------------------------------------------------- */

typedef enum vv_condition_kind {
    VV_IF_INPUT, /* the input `index` compared with value */
    VV_IF_EVENT, /* the event `index` was raised, at most `value` seconds (0…10) ago: 0 since the last step. A transition
                       that fires uses it up */
    VV_IF_GROUNDED, /* it stands on something (or `not`), for at least `value` seconds */
    VV_IF_TOUCHING, /* it touches anything (or `not`), for at least `value` seconds */
    VV_IF_FINISHED, /* the keys have come to their end (or `not`); a loop never does */
    VV_IF_SPEED,    /* m/s compared with value */
    VV_IF_ALONG,    /* speed along the ground, level in the air, either way, m/s */
    VV_IF_FALLING,  /* speed downwards, m/s; below 0 it rises */
    VV_IF_ENERGY,   /* of contact, in M·g·size (vv_actor_state.contact_energy) */
    VV_IF_TIME,     /* seconds since the state was entered */
} vv_condition_kind;

typedef struct vv_condition {
    vv_condition_kind kind;
    uint32_t index; /* VV_IF_INPUT, VV_IF_EVENT */
    bool below;     /* compared: below `value` instead of above it */
    bool absolute;  /* VV_IF_INPUT: its size counts, not its sign */
    bool negated;   /* grounded, touching, finished: not */
    float value;    /* finite */
} vv_condition;

/* Fires when all conditions hold. Of those that may fire, the first in the list does; then, in the same step, those of the
 * new state are looked at, until none fires or a state would be entered a second time in the step. One from a state to
 * itself enters it anew; one from any state never leads to the state that is active already. */
typedef struct vv_transition {
    uint32_t from; /* VV_NONE: any state */
    uint32_t to;
    uint32_t condition_count;       /* 0: it always fires */
    const vv_condition *conditions; /* [condition_count] */
} vv_transition;

/* ---- Behaviours ------------------------------------------------------------------------------------------------------------ */

/* Immutable, position independent: an asset holds it as it is. */
typedef struct vv_behaviour vv_behaviour;

typedef struct vv_behaviour_def {
    const vv_complex *complex; /* of the sprites that it will drive (vv_sprite_complex): places are of this complex */
    uint32_t state_count;      /* 1…VV_BEHAVIOUR_MAX_STATES; the first is entered first */
    const vv_behaviour_state_def *states;
    uint32_t transition_count;
    const vv_transition *transitions;
    uint32_t input_count;
    const char *const *inputs; /* names; inputs are numbers that the game sets, 0 at first */
    uint32_t event_count;
    const char *const *events;
    bool looks_left; /* the drawing itself looks to the left */
} vv_behaviour_def;

/* Refused, naming the state or transition: numbers outside their range or not finite, indices that do not exist, names that
 * are empty, too long or there twice. */
VV_API vv_result vv_behaviour_create(const vv_behaviour_def *def, const vv_allocator *allocator, vv_behaviour **out,
                                     vv_error *error);
VV_API void vv_behaviour_destroy(vv_behaviour *behaviour, const vv_allocator *allocator);

VV_API uint32_t vv_behaviour_state_count(const vv_behaviour *behaviour);
VV_API uint32_t vv_behaviour_input_count(const vv_behaviour *behaviour);
VV_API uint32_t vv_behaviour_event_count(const vv_behaviour *behaviour);
VV_API const char *vv_behaviour_state_name(const vv_behaviour *behaviour, uint32_t state);
VV_API const char *vv_behaviour_input_name(const vv_behaviour *behaviour, uint32_t input);
VV_API const char *vv_behaviour_event_name(const vv_behaviour *behaviour, uint32_t event);
/* VV_NONE if there is none of this name. */
VV_API uint32_t vv_behaviour_find_state(const vv_behaviour *behaviour, const char *name);
VV_API uint32_t vv_behaviour_find_input(const vv_behaviour *behaviour, const char *name);
VV_API uint32_t vv_behaviour_find_event(const vv_behaviour *behaviour, const char *name);
/* Whether it was made for just this complex. With another it does no harm, but its places mean nothing. */
VV_API bool vv_behaviour_fits(const vv_behaviour *behaviour, const vv_complex *complex);

/* ---- Driving an actor -------------------------------------------------------------------------------------------------------- */

/* What to put into vv_actor_def.controller. The behaviour must outlive the actor; any number of actors share one. It sets
 * equilibrium, strengths and force of its actor, each only where it changes, so that an actor at rest may sleep. */
VV_API vv_controller vv_behaviour_controller(const vv_behaviour *behaviour);

/* All of these: false, and nothing changed, if the actor is not driven by a behaviour or there is no such input or event,
 * or the value is not finite. They act from the next fixed step on; an input stays until it is set again. */
VV_API bool vv_behaviour_set_input(vv_stage *stage, vv_actor actor, uint32_t input, float value);
VV_API bool vv_behaviour_raise(vv_stage *stage, vv_actor actor, uint32_t event);

typedef struct vv_behaviour_status {
    uint32_t state; /* VV_NONE: no behaviour drives it, or none of its steps has run yet */
    float seconds;  /* since it was entered */
    uint32_t key;   /* that the place is on its way to or at; VV_NONE without keys */
    bool finished;  /* the keys have come to their end */
} vv_behaviour_status;
VV_API vv_behaviour_status vv_behaviour_state(vv_stage *stage, vv_actor actor);
VV_API float vv_behaviour_input(vv_stage *stage, vv_actor actor, uint32_t input); /* 0 if there is none */

#ifdef __cplusplus
}
#endif
#endif
