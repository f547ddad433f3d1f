/* A character in a verb graph, seen by the files of this room. */
#ifndef VVI_BEHAVIOUR_PERFORMER_H
#define VVI_BEHAVIOUR_PERFORMER_H

#include "graph.h"

#define PERFORMER_STEP 0x1.111112p-6f /* 1/60 s: conditions and windows are looked at at least so often */

/* What a joint is off from where its verb has it, just after a change: rotation as axis × half angle in the joint's own frame, place in
 * its parent's; each with its rate of change. Both fade while the new verb plays. */
typedef struct joint_offset {
    vv_vec3 turn, turn_speed, move, move_speed;
} joint_offset;

/* Speeds over the ground and upwards, m/s, and of the heading, rad/s, as the degrees of freedom have them. */
typedef struct travel_speed {
    float side, forward, spin, climb;
} travel_speed;

/* All that moves, without the arrays. */
typedef struct performer_now {
    uint32_t state, signal, planting;
    uint32_t holding;     /* its verb had come to its end before this step */
    float seconds;        /* since the state was entered */
    float glide;          /* seconds in which axes go half the way */
    float fade, age;      /* how long the last change takes, and since when it is; over where age ≥ fade */
    travel_speed carried; /* of the root, from before the change */
    vv_walker walker;
    machine_events events;
    float inputs[VV_BEHAVIOUR_MAX_INPUTS]; /* as they were set */
    float axes[VV_BEHAVIOUR_MAX_INPUTS];   /* as far as they have come */
    vv_plants plants;
} performer_now;

typedef struct pose_arrays {
    vv_quat *turns; /* [joint_count] */
    vv_vec3 *moves; /* [joint_count] */
} pose_arrays;

struct vv_performer {
    const vv_graph *graph;
    graph_view view;
    uint64_t graph_hash, verbs_hash; /* what a save belongs to */
    uint32_t joint_count;
    size_t byte_count;
    performer_now now;
    const vv_verb **verbs;  /* [verb_count] */
    joint_offset *offsets;  /* [joint_count] */
    pose_arrays shown;      /* as it is now */
    vv_affine3 *globals;    /* [joint_count] */
    pose_arrays scratch[4]; /* for changes */
    float *dofs;            /* as many as the verb with most needs */
};

static inline const graph_state *performer_state(const vv_performer *p) { return &p->view.states[p->now.state]; }
static inline const vv_verb *performer_verb(const vv_performer *p) { return p->verbs[performer_state(p)->verb]; }

/* Weights of the verb of the active state where the axes are now. */
void vvi_performer_weigh(const vv_performer *p, float *weights);

/* ---- performer_step.c -------------------------------------------------------------------------------------------------- */

/* On by `seconds` ≤ PERFORMER_STEP: axes, phase, root, then transitions. */
void vvi_performer_step(vv_performer *p, float seconds);

/* ---- performer_fade.c -------------------------------------------------------------------------------------------------- */

/* Into `state` at `phase`, or where that is below 0 at the phase of the verb that is left; what is shown goes on without a jump in
 * place or speed, and comes over to the new verb in `seconds`. */
void vvi_performer_change(vv_performer *p, uint32_t state, float phase, float seconds);
/* How much of what is carried is left `age` seconds after a change that takes `fade` ≥ 0: 1 … 0. */
float vvi_fade_left(float fade, float age);
/* Its integral from 0 to age, seconds. */
float vvi_fade_sum(float fade, float age);
/* Seconds in which speeds fade: no longer than half a second, or what they lead to gets out of hand. */
float vvi_fade_of_speeds(float fade);
/* shown and globals as they are now; feet are planted, `seconds` after the last time. */
void vvi_performer_show(vv_performer *p, float seconds);

#endif
