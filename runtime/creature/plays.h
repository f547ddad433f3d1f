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
    PLAY_WAITS, /* queued */
    PLAY_GOES,
} play_state;

typedef struct play {
    play_state state;
    uint32_t number; /* what callers know it by, ascending */
    uint32_t begun;  /* ascending in the order in which plays began */
    const vv_binding *binding;
    vv_play_options options;
    double position; /* seconds of the motion as if rounds followed each other on one line; the first is 0…length */
    double age;      /* seconds since it began */
    float stopped;   /* seconds since it was stopped; −1: it was not */
    float stop_fade, stop_level; /* seconds; how much was left of it then */
    float held;    /* how much it counted when another took over its layer, and still does; −1: nobody has */
    bool fresh;    /* has not moved yet: what happens at its very beginning is still to come */
    bool told;     /* that it ended */
    uint8_t known; /* bit t: target t is */
    vv_vec3 targets[VV_MAX_TARGETS];
    choice way;
} play;

/* A weighted sum of places and, apart, of turns. */
typedef struct blend {
    vv_vec3 place;
    float place_weight;
    vv_quat turn;
    float turn_weight;
} blend;

/* Blends of some bodies: those listed. */
typedef struct blends {
    uint32_t count;
    uint16_t *bodies; /* [body_count] */
    uint8_t *listed;  /* [body_count] */
    blend *of;        /* [body_count] */
} blends;

/* What deforms should be: sums of a layer, then all layers over each other. */
typedef struct deform_sums {
    bool any;                /* of this layer */
    float *values, *weights; /* [body_count · deform_count] */
} deform_sums;

/* How the plays of a moment are seen, for one gathering of goals. */
typedef struct view {
    vv_placement frame;    /* the creature's, in the world */
    vv_placement hips;     /* from rest, of the gait */
    bool hips_move;        /* they are not at rest */
    bool targets_in_frame; /* targets are in the creature's frame, not in the world */
    vv_terrain terrain;
    bool spine_posed; /* the solver knows where bodies are that have no goals */
} view;

/* A play with how much it counts: of the layer's goals, and (apart) times its own. */
typedef struct part {
    const play *play;
    float share;
} part;

typedef struct part_list {
    uint32_t count;
    part parts[VV_PLAYER_MAX_PLAYS];
} part_list;

/* What a step works with and nobody needs afterwards. Of creatures of usual size it lies on the stack, where a crowd finds it in the cache
 * every time; larger ones have their own. */
#define DESK_BODIES 96u
typedef struct desk {
    vv_placement posed[DESK_BODIES];
    vv_goal goals[DESK_BODIES];
    blend of[3][DESK_BODIES];
    uint16_t bodies[3][DESK_BODIES];
    uint8_t listed[3][DESK_BODIES];
    uint8_t owners[DESK_BODIES * (2u + VV_CREATURE_MAX_DEFORMS)];
} desk;

struct vv_player {
    /* In one line of the cache: what says where the rest is. */
    const vv_creature *creature;
    play *plays; /* [VV_PLAYER_MAX_PLAYS] */
    size_t
        near_bytes; /* of the block, from its beginning: what a step touches, about in that order; the rest is seldom asked for */
    uint32_t
        used; /* bit i: plays[i] waits or goes. The others are not even looked at: a crowd's time is what it reads */
    bool has_gaits;
    bool jumped;   /* nothing is carried over into the next step */
    bool deformed; /* some of the deforms are not 0 */
    bool locked;   /* a call that may ask the host for the terrain's height is under way: nothing else may change it */
    float walking; /* 0…1: how far feet belong to the gait; passes in FEET_SECONDS */
    uint32_t body_count, deform_count;
    uint32_t next_number, next_begun;
    uint32_t goal_count, shown_count, event_count, ended_count;
    float jiggle_amount;
    vv_course course;
    vv_terrain terrain;
    vv_solver_options solver_options;
    vv_placement frame;
    vv_walk *walk;
    vv_solver *solver;
    vvi_jiggle *jiggle;
    vv_placement *placements; /* [body_count] in the world */
    vv_goal *shown;           /* [body_count] in the world */
    float *deforms;           /* [body_count · deform_count] */
    float *still_deforms;     /* likewise, where a still's are not wanted */
    deform_sums layer_deforms;
    vv_player_event *events; /* [VV_PLAYER_MAX_EVENTS] */
    uint32_t *ended;         /* [VV_PLAYER_MAX_PLAYS] between steps, to be told with the next */
    vvi_ahead *ahead;        /* during a step: what is fetched meanwhile; otherwise NULL */
    const vv_allocator *allocator;
    size_t byte_count;
    /* On the desk: set anew for every step. */
    vv_placement *posed; /* [body_count] in the creature's frame */
    vv_goal *goals;      /* [body_count] in the creature's frame */
    blends play_sums, layer_sums, wanted;
    uint8_t *owners; /* [body_count][2 + deform_count] of the play that is looked at */
};

/* One after the other: for (uint32_t left = player->used; left; left &= left − 1) next_play(player, left). */
static inline play *next_play(const vv_player *player, uint32_t left)
{
    return (play *)&player->plays[__builtin_ctz(left)];
}
static inline void free_play(vv_player *player, play *p)
{
    p->state = PLAY_NONE;
    player->used &= ~(1u << (p - player->plays));
}

/* Feet pass from motions to the gait and back so slowly. */
#define FEET_SECONDS 0.25f

/* ---- Small algebra ---------------------------------------------------------------------------------------------------------- */

/* 0 and 1 at the ends, flat at both. */
static inline float ease(float x)
{
    float t = vvi_clamp(x, 0.0f, 1.0f);
    return t * t * (3.0f - 2.0f * t);
}
/* 1/length; 0 of nothing. */
static inline float q_unit_scale(vv_quat q)
{
    float square = vv_quat_dot(q, q);
    return square > 1e-30f ? 1.0f / sqrtf(square) : 0.0f;
}
static inline vv_quat q_scale(vv_quat q, float s) { return (vv_quat){q.x * s, q.y * s, q.z * s, q.w * s}; }
/* a + b·s with b's sign that of a: q and −q are the same rotation. */
static inline vv_quat q_add(vv_quat a, vv_quat b, float s)
{
    float t = vv_quat_dot(a, b) < 0.0f ? -s : s;
    return (vv_quat){a.x + b.x * t, a.y + b.y * t, a.z + b.z * t, a.w + b.w * t};
}

/* ---- The parts --------------------------------------------------------------------------------------------------------------- */

/* plays.c: on by dt; events; what is over makes room; what waits begins. */
void vvi_plays_advance(vv_player *player, float dt);
/* Those that count, lowest layer first. */
void vvi_plays_list(const vv_player *player, part_list *out);
/* How much a play counts by itself: its weight and its fades at the end. */
float vvi_play_strength(const play *p);
float vvi_play_stop_factor(const play *p, double ago); /* `ago` seconds ago */
bool vvi_play_is_over(const play *p);
/* Seconds of its motion. */
float vvi_play_time(const play *p);
void vvi_play_seek(play *p, float time);
/* `ago` seconds ago: what plays on its layer gives way to it. */
void vvi_play_begin(vv_player *player, play *p, double ago);
/* Between steps: told with the next. */
void vvi_play_tell_end(vv_player *player, uint32_t number);

/* player.c: to be called before anything below, with room on the stack. */
void vvi_player_sit(vv_player *player, desk *on_stack);

/* goals.c: player->wanted and player->deforms, from what plays. */
void vvi_goals_gather(vv_player *player, const view *v, const part_list *list);

/* pose.c: everything that follows from where time is. */
void vvi_player_pose(vv_player *player, float dt);

#endif
