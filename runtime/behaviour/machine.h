/* The upper machine, shared by behaviours and verb graphs: named inputs and events, conditions over them and over what is
 * sensed, and transitions between states. What a state does is no matter of this. */
#ifndef VVI_BEHAVIOUR_MACHINE_H
#define VVI_BEHAVIOUR_MACHINE_H

#include "behaviour.h"

#define MACHINE_MOST_CONDITIONS (VV_BEHAVIOUR_MAX_TRANSITIONS * VV_BEHAVIOUR_MAX_CONDITIONS)
#define EVENT_MEMORY            10.0f /* seconds after which an event is forgotten */

typedef struct name_record {
    char text[VV_BEHAVIOUR_NAME_BYTES];
} name_record;

typedef struct condition_record {
    uint32_t kind, index;
    uint32_t below, absolute, negated;
    float value;
} condition_record;

typedef struct transition_record {
    uint32_t from, to;
    uint32_t condition_start, condition_count;
} transition_record;

typedef struct upper_machine {
    uint32_t state_count, transition_count, condition_count, input_count, event_count;
    const transition_record *transitions;
    const condition_record *conditions;
} upper_machine;

/* ---- Making and checking (machine.c) --------------------------------------------------------------------------------- */

/* A name that is missing or too long is left empty: the check refuses it. */
void vvi_machine_fill_name(const char *name, name_record *out);
/* One transition whose conditions go to conditions[start …]. */
transition_record vvi_machine_fill(uint32_t from, uint32_t to, uint32_t start, uint32_t count,
                                   const vv_condition *from_conditions, condition_record *conditions);
/* Names, `stride` bytes from one to the next: 1…63 bytes, no two the same. `code` is what a failure returns. */
vv_result vvi_machine_check_names(const void *names, size_t stride, uint32_t count, const char *what, vv_result code,
                                  vv_error *error);
/* States and conditions that exist, in their place, and of kinds whose bit is set in `kinds`. */
vv_result vvi_machine_check(const upper_machine *m, uint32_t kinds, vv_result code, vv_error *error);
uint32_t vvi_machine_find(const void *names, size_t stride, uint32_t count, const char *name);

/* ---- Events ------------------------------------------------------------------------------------------------------------- */

typedef struct machine_events {
    uint32_t raised;                           /* one bit an event */
    float raised_for[VV_BEHAVIOUR_MAX_EVENTS]; /* seconds since */
} machine_events;

void vvi_events_raise(machine_events *events, uint32_t event);
/* Time goes by; what nobody used is forgotten. */
void vvi_events_pass(machine_events *events, float seconds);

/* ---- Switching ------------------------------------------------------------------------------------------------------------ */

/* What conditions look at. What an actor does not have stays 0. */
typedef struct machine_senses {
    const float *inputs; /* [input_count] */
    const machine_events *events;
    float seconds; /* since the state was entered */
    bool finished, grounded, touching;
    float grounded_for, touching_for;
    float speed, along, falling, energy;
} machine_senses;

/* The first transition from `start` on that leads out of state `now` and whose conditions hold, or VV_NONE. `been`: states
 * that were active in this step already, which are not entered again; but the first transition of a step may lead from a
 * state to itself. */
uint32_t vvi_machine_next(const upper_machine *m, const machine_senses *senses, uint32_t now, uint64_t been, bool first,
                          uint32_t start);
/* A transition that fires uses up the events it waited for. */
void vvi_machine_use_up(const upper_machine *m, uint32_t transition, machine_events *events);

#endif
