/* The layout of a vv_graph, shared by the files of this folder.
 *
 *   graph.c           makes one from a def        graph_check.c     verifies bytes; queries
 *   performer.c       a character in a graph       performer_step.c  its time: states, phases, the path of its root
 *   performer_fade.c  blends from one state        performer_save.c  its state as bytes
 *                     into the next
 */
#ifndef VVI_BEHAVIOUR_GRAPH_H
#define VVI_BEHAVIOUR_GRAPH_H

#include "machine.h"

#include "runtime/motion/motion.h"

#define GRAPH_MAGIC    0x52475656u /* "VVGR" */
#define GRAPH_VERSION  1u
#define GRAPH_MAX_FADE 10.0f /* seconds */
#define GRAPH_MAX_RATE 8.0f

struct vv_graph {
    uint32_t magic, version;
    uint64_t byte_count;
    uint32_t joint_count;
    uint32_t verb_count, state_count, transition_count, condition_count;
    uint32_t axis_count; /* the first inputs are axes */
    uint32_t input_count, event_count;
    uint64_t verbs;       /* graph_verb[verb_count] */
    uint64_t states;      /* graph_state[state_count] */
    uint64_t transitions; /* transition_record[transition_count] */
    uint64_t changes;     /* graph_change[transition_count]: the fade of each */
    uint64_t conditions;  /* condition_record[condition_count] */
    uint64_t inputs;      /* name_record[input_count] */
    uint64_t events;      /* name_record[event_count] */
};

typedef struct graph_verb {
    uint32_t cyclic, axis_count;
    uint32_t inputs[VV_FIELD_MAX_AXES]; /* the input of each axis; VV_NONE after the last */
} graph_verb;

typedef struct graph_state {
    name_record name;
    uint32_t verb, next, signal;
    float rate, next_seconds;
} graph_state;

typedef struct graph_change {
    float seconds, window[2], start;
} graph_change;

typedef struct graph_view {
    const vv_graph *header;
    const graph_verb *verbs;
    const graph_state *states;
    const graph_change *changes;
    const name_record *inputs, *events;
    upper_machine machine;
} graph_view;

/* The header that follows from its counts. */
vv_graph vvi_graph_layout(const vv_graph *counts);
graph_view vvi_graph_open(const vv_graph *graph);
/* Checks every name, index and number; a failure returns `code`. */
vv_result vvi_graph_check(const vv_graph *graph, vv_result code, vv_error *error);

#endif
