/* Inside author/judge: what a watch knows of a creature, and remembers of a trial. */
#ifndef VVI_JUDGE_WATCH_H
#define VVI_JUDGE_WATCH_H

#include "judge.h"

#include "runtime/base/base.h"

typedef struct watched_body {
    uint32_t parent;
    uint32_t limb; /* the first body of its limb, VV_NONE: of the spine, or not on one */
    bool spine;
    vv_vec3 centre, tip; /* own frame */
    uint32_t carrier;    /* mouths, eyes, ears and spikes move with what they hang on (4.3.1): that body; else itself */
    vv_vec3 point;       /* its centre in the carrier's frame */
    vv_quat against;     /* its turn there */
    float radius[2];
    float length;     /* of the segment from its parent's joint; 0: none */
    float way;        /* along the limb, from the limb's first joint to its own */
    float longest;    /* segment on that way */
    uint32_t sibling; /* a body on the same parent that comes before; VV_NONE */
    float aside;      /* between their joints at rest: both are fixed to the parent */
    float depth;      /* of its lowest point below the ground at rest, ≥ 0 */
} watched_body;

typedef struct watched_leg {
    uint32_t foot;
    float length;
    bool shared;
} watched_leg;

/* Two bodies that are not neighbours, and how deep they are in each other at rest. */
typedef struct watched_pair {
    uint32_t a, b;
    float depth;
} watched_pair;

typedef struct stance {
    bool stands;
    vv_vec3 at; /* where it began */
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
    /* Of a trial. */
    uint32_t frame, half_frame;
    vv_placement *before; /* [body_count] */
    float *steps, *turns; /* [frame_room · body_count] metres, radians; of frame f: from f − 1 to f */
    stance stances[VV_CREATURE_MAX_BODIES]; /* by foothold */
    vv_vec3 *joints;                        /* [body_count] scratch */
    uint32_t *held;                         /* [body_count] scratch: the goal of a body, VV_NONE */
    bool fast;
    vv_findings findings;
};

static inline vv_vec3 point_of(vv_placement placement, vv_vec3 own)
{
    return vv_vec3_add(placement.place, vv_quat_rotate(placement.turn, own));
}
static inline float distance_of(vv_vec3 a, vv_vec3 b) { return vv_vec3_length(vv_vec3_sub(a, b)); }

void vvi_worse(vv_worst *worst, float value, uint32_t frame, uint32_t body);
void vvi_watch_goals(vv_watch *watch, const vv_seen *seen);
void vvi_watch_steps(vv_watch *watch, const vv_placement *placements);
bool vvi_watch_pairs(vv_watch *watch, const vv_placement *rest);
void vvi_watch_self(vv_watch *watch, const vv_placement *placements);

#endif
