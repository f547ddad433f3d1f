/* The upper machine, shared by behaviours and verb graphs: named inputs and events, conditions over them and over
 * what is sensed, and transitions between states. It does not know what a state does. */
#ifndef VVI_BEHAVIOUR_MACHINE_H
#define VVI_BEHAVIOUR_MACHINE_H

#include "behaviour.h"

#define MACHINE_MAX_CONDITIONS (VV_BEHAVIOUR_MAX_TRANSITIONS * VV_BEHAVIOUR_MAX_CONDITIONS)
#define EVENT_MEMORY           10.0f /* s after which an event is discarded */

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

/* ---- Creation and checking (machine.c) --------------------------------------------------------------------------- */

/* A name that is missing or too long is left empty, which the check refuses. */
void vvi_machine_fill_name(const char *name, name_record *out);
/* Returns a transition, and writes its conditions to conditions[start …]. */
transition_record vvi_machine_fill_transition(uint32_t from, uint32_t to, uint32_t start, uint32_t count,
                                              const vv_condition *from_conditions, condition_record *conditions);
/* Checks names that are `stride` bytes apart: 1…63 bytes, all different. A failure returns `code`. */
vv_result vvi_machine_check_names(const void *names, size_t stride, uint32_t count, const char *what, vv_result code,
                                  vv_error *error);
/* Checks that states and conditions exist and are in their place, and that the bit of each condition's kind is set in
 * `kinds`. */
vv_result vvi_machine_check(const upper_machine *m, uint32_t kinds, vv_result code, vv_error *error);
uint32_t vvi_machine_find(const void *names, size_t stride, uint32_t count, const char *name);

/* ---- Events ------------------------------------------------------------------------------------------------------ */

typedef struct machine_events {
    uint32_t raised;                           /* one bit per event */
    float raised_for[VV_BEHAVIOUR_MAX_EVENTS]; /* s since then */
} machine_events;

void vvi_events_raise(machine_events *events, uint32_t event);
/* Advances time, and discards events that were not used for EVENT_MEMORY seconds. */
void vvi_events_advance(machine_events *events, float seconds);

/* ---- Switching --------------------------------------------------------------------------------------------------- */

/* What conditions are evaluated on. What an actor does not have stays 0. */
typedef struct machine_senses {
    const float *inputs; /* [input_count] */
    const machine_events *events;
    float seconds; /* since the state was entered */
    bool finished, grounded, touching;
    float grounded_for, touching_for;
    float speed, along, falling, energy;
} machine_senses;

/* The first transition from index `start` on that leads out of state `now` and whose conditions hold, or VV_NONE.
 * `visited`: states that were active in this step already, which are not entered again; but the first transition of a
 * step may lead from a state to itself. */
uint32_t vvi_machine_find_transition(const upper_machine *m, const machine_senses *senses, uint32_t now,
                                     uint64_t visited, bool first, uint32_t start);
/* A transition that fires consumes the events in its conditions. */
void vvi_machine_consume_events(const upper_machine *m, uint32_t transition, machine_events *events);

#endif
