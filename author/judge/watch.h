/* Inside author/judge: what a watch knows about a creature, and stores of a trial. */
#ifndef VVI_JUDGE_WATCH_H
#define VVI_JUDGE_WATCH_H

#include "judge.h"

#include "runtime/base/base.h"

typedef struct watched_body {
    uint32_t parent;
    uint32_t limb; /* the first body of its limb; VV_NONE: it is of the spine, or on no limb */
    bool spine;
    vv_vec3 centre, tip; /* own frame */
    /* Of mouths, eyes, ears and spikes the body that they are attached to, with which they move (4.3.1); of others
     * the body itself. */
    uint32_t carrier;
    vv_vec3 carrier_point; /* its centre in the carrier's frame */
    vv_quat carrier_turn;  /* its rotation there */
    float radius[2];
    float length;           /* of the segment from its parent's joint; 0: none */
    float limb_distance;    /* along the limb, from its first joint to this body's */
    float longest;          /* the longest segment between them */
    uint32_t sibling;       /* a body on the same parent that comes before; VV_NONE */
    float sibling_distance; /* between their joints at rest: both are fixed to the parent */
    float rest_depth;       /* of its lowest point below the ground at rest, ≥ 0 */
} watched_body;

typedef struct watched_leg {
    uint32_t foot;
    float length;
    bool shared;
} watched_leg;

/* Two bodies that are not neighbours, and their penetration at rest. */
typedef struct watched_pair {
    uint32_t a, b;
    float depth;
} watched_pair;

typedef struct stance {
    bool stands;
    vv_vec3 at; /* where the stance began */
} stance;

struct vv_watch {
    const vv_allocator *allocator;
    vvi_arena arena;
    const vv_creature *creature;
    uint32_t body_count, leg_count, pair_count, frame_room;
    float size, spine_length;
    watched_body *bodies;
    watched_leg *legs;
    watched_pair *pairs;
    /* What is watched in a trial. */
    uint32_t frame, half_frame;
    vv_transform3 *before; /* [body_count] */
    float *steps, *turns;  /* [frame_room · body_count] metres, radians; those of frame f lead from f − 1 to f */
    stance stances[VV_CREATURE_MAX_BODIES]; /* by foothold */
    vv_vec3 *joints;                        /* [body_count] scratch */
    uint32_t *joint_goals;                  /* [body_count] scratch: the goal of each joint, or VV_NONE */
    bool fast;
    vv_findings findings;
};

static inline vv_vec3 transform_point(vv_transform3 placement, vv_vec3 own)
{
    return vv_vec3_add(placement.position, vv_quat_rotate(placement.rotation, own));
}
static inline float find_distance(vv_vec3 a, vv_vec3 b) { return vv_vec3_length(vv_vec3_sub(a, b)); }

void vvi_raise_worst(vv_worst *worst, float value, uint32_t frame, uint32_t body);
void vvi_watch_goals(vv_watch *watch, const vv_watch_input *input);
void vvi_watch_steps(vv_watch *watch, const vv_transform3 *placements);
bool vvi_watch_pairs(vv_watch *watch, const vv_transform3 *rest);
void vvi_watch_self(vv_watch *watch, const vv_transform3 *placements);

#endif
