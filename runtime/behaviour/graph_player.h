/* A character in a verb graph: what the files of this folder share. */
#ifndef VVI_BEHAVIOUR_PERFORMER_H
#define VVI_BEHAVIOUR_PERFORMER_H

#include "graph.h"

#define PERFORMER_STEP 0x1.111112p-6f /* 1/60 s: the longest step between two evaluations of conditions and windows */

/* The offset of a joint from its verb's pose just after a change: rotation as axis × half angle in the joint's own
 * frame, translation in its parent's frame; each with its rate of change. Both fade out while the new verb plays. */
typedef struct joint_offset {
    vv_vec3 turn, turn_speed, move, move_speed;
} joint_offset;

/* Horizontal and vertical speed, m/s, and that of the heading, rad/s, in the order of the degrees of freedom. */
typedef struct travel_speed {
    float side, forward, spin, climb;
} travel_speed;

/* The changing state, without the arrays. */
typedef struct performer_now {
    uint32_t state, signal, planting;
    uint32_t holding;     /* its verb had reached its end before this step */
    float seconds;        /* since the state was entered */
    float glide;          /* half-life of the distance of an axis from its input, s */
    float fade, age;      /* length of the last fade, and time since it began, s; it is over where age ≥ fade */
    travel_speed carried; /* of the root, left over from before the change */
    vv_verb_state walker;
    machine_events events;
    float inputs[VV_BEHAVIOUR_MAX_INPUTS]; /* as they were set */
    float axes[VV_BEHAVIOUR_MAX_INPUTS];   /* their smoothed values */
    vv_foot_plants plants;
} performer_now;

typedef struct pose_arrays {
    vv_quat *turns; /* [joint_count] */
    vv_vec3 *moves; /* [joint_count] */
} pose_arrays;

struct vv_graph_player {
    const vv_graph *graph;
    graph_view view;
    uint64_t graph_hash, verbs_hash; /* checked against a save */
    uint32_t joint_count;
    size_t byte_count;
    performer_now now;
    const vv_verb **verbs;  /* [verb_count] */
    joint_offset *offsets;  /* [joint_count] */
    pose_arrays shown;      /* the current pose */
    vv_affine3 *globals;    /* [joint_count] */
    pose_arrays scratch[4]; /* for changes */
    float *dofs;            /* as many as the largest verb needs */
};

static inline const graph_state *performer_state(const vv_graph_player *p) { return &p->view.states[p->now.state]; }
static inline const vv_verb *performer_verb(const vv_graph_player *p) { return p->verbs[performer_state(p)->verb]; }

/* The blend weights of the active state's verb at the current axes. */
void vvi_graph_player_weights(const vv_graph_player *p, float *weights);

/* ---- performer_step.c -------------------------------------------------------------------------------------------- */

/* Advances by `seconds` ≤ PERFORMER_STEP: axes, phase, root, then transitions. */
void vvi_graph_player_step(vv_graph_player *p, float seconds);

/* ---- performer_fade.c -------------------------------------------------------------------------------------------- */

/* Changes to `state` at `phase`, or, if that is below 0, at the phase of the verb that is left. What is shown
 * continues without a jump in position or speed, and reaches the new verb in `seconds`. */
void vvi_graph_player_change(vv_graph_player *p, uint32_t state, float phase, float seconds);
/* The remaining fraction, 1 … 0, of an offset `age` seconds after a change that takes `fade` ≥ 0. */
float vvi_fade_remaining(float fade, float age);
/* Its integral from 0 to age, s. */
float vvi_fade_integral(float fade, float age);
/* The time in which speeds fade, at most half a second: in a longer time they would lead too far away. */
float vvi_speed_fade(float fade);
/* Computes `shown` and `globals`, and plants the feet, `seconds` after the last call. */
void vvi_graph_player_update_pose(vv_graph_player *p, float seconds);

#endif
