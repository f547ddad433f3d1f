/* The layout of a vv_behaviour and of its controller's memory, shared by the files of this folder.
 *
 *   create.c   makes one from a def           check.c    verifies bytes
 *   machine.c  conditions and transitions      upper.c    the upper machine of an actor
 *   lower.c    the walk through key places     advance.c  one step of everything
 *   effects.c  what a state sets               controller.c  the step on a stage
 *   fields.c   strengths as a list of words
 */
#ifndef VVI_BEHAVIOUR_LAYOUT_H
#define VVI_BEHAVIOUR_LAYOUT_H

#include "machine.h"

#define BEHAVIOUR_MAGIC         0x48425656u /* "VVBH" */
#define BEHAVIOUR_VERSION       1u
#define BEHAVIOUR_MAX_KEY_COUNT (VV_BEHAVIOUR_MAX_STATES * VV_BEHAVIOUR_MAX_KEYS) /* of all states */

struct vv_behaviour {
    uint32_t magic, version;
    uint64_t byte_count;
    uint64_t complex_hash; /* of the bytes of the complex that places belong to */
    uint32_t example_count, looks_left;
    uint32_t state_count, transition_count, condition_count, key_count, input_count, event_count;
    uint64_t states;      /* state_record[state_count] */
    uint64_t transitions; /* transition_record[transition_count] */
    uint64_t conditions;  /* condition_record[condition_count] */
    uint64_t keys;        /* key_record[key_count] */
    uint64_t inputs;      /* name_record[input_count] */
    uint64_t events;      /* name_record[event_count] */
};

typedef struct key_record {
    vv_place place;
    float seconds;
    uint32_t ease;
    /* of the path from the key before to this one (to the first key of a loop: from the last); INFINITY: there is no
     * path */
    float length;
    float speed; /* speed at which a smooth walk passes the key, complex lengths per second */
} key_record;

/* As vv_behaviour_state_def. */
typedef struct state_record {
    name_record name;
    uint32_t key_start, key_count;
    uint32_t end, next, start, by, by_input;
    float rate, metres;
    float seconds; /* of all its keys */
    uint32_t strength_mask;
    uint32_t strengths[VV_STRENGTH_COUNT]; /* words: see fields.c */
    uint32_t lean_input;
    float lean;
    uint32_t drag_example;
    float drag_near;
    vv_vec2 force;
    uint32_t force_input;
    vv_vec2 input_force;
    uint32_t drive_input;
    float drive_speed, drive_grounded, drive_air;
    uint32_t turning, turning_input;
    vv_vec2 kick;
    uint32_t kick_adds, signal;
} state_record;

typedef struct behaviour_view {
    const vv_behaviour *header;
    const state_record *states;
    const transition_record *transitions;
    const condition_record *conditions;
    const key_record *keys;
    const name_record *inputs, *events;
} behaviour_view;

/* Everything in the header but the members about the complex follows from six counts. */
vv_behaviour vvi_behaviour_layout(const vv_behaviour *counts);
behaviour_view vvi_behaviour_open(const vv_behaviour *behaviour);
upper_machine vvi_behaviour_machine(const behaviour_view *view);
/* Checks every name, index and number; a failure returns `code`. */
vv_result vvi_behaviour_check(const vv_behaviour *behaviour, vv_result code, vv_error *error);

/* ---- Strengths as words (fields.c) ------------------------------------------------------------------------------- */

/* Each word is the bits of a float, an index, a choice, or a boolean as 0 or 1. */
void vvi_strengths_to_words(const vv_strengths *strengths, uint32_t *words);
/* Words that are not a valid choice become the first choice. */
vv_strengths vvi_strengths_from_words(const uint32_t *words);
/* Whether each choice and each boolean among the words is valid. */
bool vvi_words_are_choices(uint32_t mask, const uint32_t *words);

/* ---- The controller's memory ------------------------------------------------------------------------------------- */

typedef struct behaviour_memory {
    uint32_t begun; /* 0: before the first step */
    uint32_t state;
    float seconds;                    /* since it was entered */
    uint32_t grounded, touching;      /* as sensed in the last step */
    float grounded_for, touching_for; /* s since this last changed */
    vv_vec2 position;                 /* in the last step */
    /* The walk: `phase` seconds into the path to `key`. */
    uint32_t key;
    float phase;
    uint32_t entering; /* the path began where the state was entered, not at the key before */
    vv_place from;     /* if entering: that place */
    float from_seconds;
    /* Effects. */
    /* the integral part of the drive's acceleration, which compensates friction, m/s² */
    float drive;
    vv_vec2 force;                       /* N, as last set */
    uint32_t own[VV_STRENGTH_COUNT];     /* the actor's own strengths */
    uint32_t applied[VV_STRENGTH_COUNT]; /* as last set */
    machine_events events;
    float inputs[VV_BEHAVIOUR_MAX_INPUTS];
} behaviour_memory;

/* One step in progress. */
typedef struct advance {
    behaviour_view view;
    const vv_complex *complex;
    behaviour_memory *memory;
    const vvi_senses *senses;
    float seconds;
    vv_vec2 right, along; /* horizontal; along the ground if it stands on it */
    float forward;        /* 1: it faces right; −1: left */
    vv_vec2 velocity;     /* relative to the ground, including the kicks of this step */
    float distance;       /* distance along the ground since the last step, m */
    vvi_commands *out;
} advance;

static inline const state_record *active_state(const advance *a) { return &a->view.states[a->memory->state]; }
/* 0 for VV_NONE. */
static inline float input_value(const advance *a, uint32_t input)
{
    return input < a->view.header->input_count ? a->memory->inputs[input] : 0.0f;
}

/* upper.c: enters the first state, and follows transitions. */
void vvi_behaviour_enter_first_state(advance *a);
void vvi_behaviour_switch_states(advance *a);
/* lower.c */
void vvi_walk_enter_state(advance *a);
void vvi_walk_advance(advance *a);
/* A state without keys is finished at once. */
bool vvi_walk_is_finished(const behaviour_view *view, const behaviour_memory *memory);
/* Computes the speed and length of each key_record: the speeds at which a smooth walk passes its keys, and the
 * lengths of the paths. */
void vvi_walk_measure_paths(const vv_complex *complex, bool loop, uint32_t key_count, key_record *keys);
/* effects.c */
void vvi_effects_enter_state(advance *a);
void vvi_effects_apply(advance *a);

#endif
