/* The layout of a vv_player, and the parts of its step: time, goals, pose. */
#ifndef VVI_CREATURE_PLAYS_H
#define VVI_CREATURE_PLAYS_H

#include "bind.h"
#include "gaits.h"
#include "jiggle.h"
#include "solve.h"
#include "spatial.h"

typedef enum play_state {
    PLAY_NONE,
    PLAY_QUEUED,
    PLAY_ACTIVE,
} play_state;

typedef struct play {
    play_state state;
    uint32_t number;      /* the number that callers know it by, ascending */
    uint32_t start_order; /* ascending in the order in which plays start */
    const vv_binding *binding;
    vv_play_options options;
    double position; /* seconds of the motion, counted on through the rounds of a loop; the first round is 0…length */
    double age;      /* seconds since it started */
    float stop_age;  /* seconds since it was stopped; −1: it was not stopped */
    float stop_fade, stop_level; /* duration of that fade in seconds, and the strength left when it began */
    float overtaken_strength; /* its strength when a later play took over its layer, which it keeps; −1: none has */
    bool just_started;        /* it has not advanced yet, so events at its very beginning are still to be reported */
    bool end_reported;        /* its end has been reported */
    uint8_t known_targets;    /* bit t: target t is known */
    vv_vec3 targets[VV_MOTION_MAX_TARGETS];
    variant_choice chosen;
} play;

/* A weighted sum of positions and, independently, of rotations. */
typedef struct pose_sum {
    vv_vec3 place;
    float place_weight;
    vv_quat turn;
    float turn_weight;
} pose_sum;

/* Sums of some bodies: those that are listed. */
typedef struct pose_sums {
    uint32_t count;
    uint16_t *bodies;   /* [body_count] */
    uint8_t *is_listed; /* [body_count] */
    pose_sum *items;    /* [body_count] */
} pose_sums;

/* The sums of one layer's deforms, which are then put over the layers below. */
typedef struct deform_sums {
    bool any;                /* whether this layer has any */
    float *values, *weights; /* [body_count · deform_count] */
} deform_sums;

/* The state in which goals are evaluated. */
typedef struct pose_state {
    vv_transform3 frame;   /* the creature's frame, in the world */
    vv_transform3 hips;    /* movement of the hips by the gait, from rest */
    bool hips_move;        /* the hips are not at rest */
    bool targets_in_frame; /* targets are in the creature's frame, not in the world */
    vv_terrain terrain;
    bool spine_posed; /* the spine is solved: the solver knows the positions of bodies that have no goals */
} pose_state;

/* A play with its share of its layer, before its own strength. */
typedef struct weighted_play {
    const play *play;
    float share;
} weighted_play;

typedef struct play_list {
    uint32_t count;
    weighted_play items[VV_PLAYER_MAX_PLAYS];
} play_list;

/* The working memory of one step. For creatures of usual size it lies on the stack, where it stays in the cache for
 * every creature of a crowd; larger creatures have their own. */
#define SCRATCH_BODIES 96u
typedef struct step_scratch {
    vv_transform3 posed[SCRATCH_BODIES];
    vv_ik_goal goals[SCRATCH_BODIES];
    pose_sum items[3][SCRATCH_BODIES];
    uint16_t bodies[3][SCRATCH_BODIES];
    uint8_t is_listed[3][SCRATCH_BODIES];
    uint8_t owners[SCRATCH_BODIES * (2u + VV_CREATURE_MAX_DEFORMS)];
} step_scratch;

struct vv_player {
    /* In one cache line: what says where the rest is. */
    const vv_creature *creature;
    play *plays; /* [VV_PLAYER_MAX_PLAYS] */
    /* the part of the block that every step touches, from its beginning and about in that order */
    size_t hot_bytes;
    /* bit i: plays[i] is queued or active. The others are not even read: the time of a crowd is memory traffic */
    uint32_t used_plays;
    bool has_gaits;
    bool jumped;      /* nothing is carried over into the next step */
    bool has_deforms; /* some deforms are not 0 */
    /* a call that may query the height of the terrain is in progress; calls that would change the player are refused */
    bool locked;
    float gait_weight; /* 0…1: how far the gait owns the feet; changes within GAIT_FADE_SECONDS */
    uint32_t body_count, deform_count;
    uint32_t next_number, next_start_order;
    uint32_t goal_count, world_goal_count, event_count, ended_count;
    float jiggle_amount;
    vv_course course;
    vv_terrain terrain;
    vv_ik_options solver_options;
    vv_transform3 frame;
    vv_walk *walk;
    vv_ik_solver *solver;
    vvi_jiggle *jiggle;
    vv_transform3 *placements; /* [body_count] in the world */
    vv_ik_goal *world_goals;   /* [body_count] in the world */
    float *deforms;            /* [body_count · deform_count] */
    float *unused_deforms;     /* [body_count · deform_count] for a still whose caller does not want deforms */
    deform_sums layer_deforms;
    vv_player_event *events; /* [VV_PLAYER_MAX_EVENTS] */
    /* [VV_PLAYER_MAX_PLAYS] numbers of plays that ended between steps, to be reported by the next one */
    uint32_t *ended_plays;
    vvi_prefetch_range *prefetch; /* memory to prefetch during a step; otherwise NULL */
    const vv_allocator *allocator;
    size_t byte_count;
    /* Scratch memory, set anew for every step. */
    vv_transform3 *posed; /* [body_count] in the creature's frame */
    vv_ik_goal *goals;    /* [body_count] in the creature's frame */
    pose_sums play_sums, layer_sums, blended;
    uint8_t *owners; /* [body_count][2 + deform_count] owning channels in the play that is being evaluated */
};

/* Iterates over the used plays: for (uint32_t left = player->used_plays; left; left &= left − 1) next_play(player,
 * left). */
static inline play *next_play(const vv_player *player, uint32_t left)
{
    return (play *)&player->plays[__builtin_ctz(left)];
}
static inline void free_play(vv_player *player, play *p)
{
    p->state = PLAY_NONE;
    player->used_plays &= ~(1u << (p - player->plays));
}

/* Seconds in which feet pass from motions to the gait and back. */
#define GAIT_FADE_SECONDS 0.25f

/* ---- Quaternion sums --------------------------------------------------------------------------------------------- */

/* 1/|q|; 0 for a zero quaternion. */
static inline float q_inverse_length(vv_quat q)
{
    float square = vv_quat_dot(q, q);
    return square > 1e-30f ? 1.0f / sqrtf(square) : 0.0f;
}
static inline vv_quat q_scale(vv_quat q, float s) { return (vv_quat){q.x * s, q.y * s, q.z * s, q.w * s}; }
/* a + b·s, with b negated if that is closer to a: q and −q are the same rotation. */
static inline vv_quat q_add_scaled(vv_quat a, vv_quat b, float s)
{
    float t = vv_quat_dot(a, b) < 0.0f ? -s : s;
    return (vv_quat){a.x + b.x * t, a.y + b.y * t, a.z + b.z * t, a.w + b.w * t};
}

/* ---- The parts --------------------------------------------------------------------------------------------------- */

/* plays.c: advances all plays by dt, reports events, frees finished plays and starts queued ones. */
void vvi_plays_advance(vv_player *player, float dt);
/* Collects the active plays with their shares, lowest layer first. */
void vvi_plays_collect(const vv_player *player, play_list *out);
/* The strength of a play by itself: its weight and its fades at the end. */
float vvi_play_strength(const play *p);
float vvi_play_stop_factor(const play *p, double ago); /* `ago` seconds ago */
bool vvi_play_is_over(const play *p);
/* The current time in its motion, seconds. */
float vvi_play_time(const play *p);
void vvi_play_seek(play *p, float time);
/* Starts a play, `ago` seconds in the past; it takes over its layer. */
void vvi_play_begin(vv_player *player, play *p, double ago);
/* Records the end of a play between steps, to be reported by the next step. */
void vvi_play_report_end(vv_player *player, uint32_t number);

/* player.c: to be called before any function below, with memory on the stack. */
void vvi_player_begin_scratch(vv_player *player, step_scratch *on_stack);

/* goals.c: computes player->blended and player->deforms from the active plays. */
void vvi_goals_gather(vv_player *player, const pose_state *state, const play_list *list);

/* pose.c: computes everything that follows from the time: frame, goals, pose, secondary motion. */
void vvi_player_pose(vv_player *player, float dt);

#endif
