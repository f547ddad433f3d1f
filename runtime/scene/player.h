/* What the files of runtime/scene share: a player. */
#ifndef VVI_SCENE_PLAYER_H
#define VVI_SCENE_PLAYER_H

#include "runtime/scene/scene.h"

#define VVI_SCENE_EVENTS 1024u

/* What goes somewhere by itself: an obstacle or a kinematic actor that a cue moves. */
typedef struct scene_glide {
    uint32_t step, steps; /* fixed steps that have run, of all; equal: it is there */
    bool linear;
    vv_vec2 from, to;
    float from_angle, to_angle;
} scene_glide;

typedef struct scene_actor {
    vv_actor id;
    vv_vec2 velocity; /* one fixed step before the last, as is the spin */
    float spin;
    uint32_t clip;     /* the one that plays, or VV_NONE */
    double clip_start; /* seconds */
    scene_glide glide;
    uint32_t hold_count;
    uint64_t holds[VV_STAGE_MAX_HOLDS]; /* [hold_count] hashes of their names in the stage's order; 0: no name */
} scene_actor;

typedef struct scene_obstacle {
    vv_obstacle id;
    bool on_path; /* no cue has moved it otherwise */
    scene_glide glide;
} scene_obstacle;

/* The numbers of a zone that a cue can change, in the order of vv_zone_change: position, angle, acceleration, velocity,
 * drag, quadratic drag, angular drag and density. */
#define VVI_ZONE_NUMBERS 11

/* One that a cue changes little by little, as a glide. */
typedef struct scene_number {
    uint32_t step, steps;
    bool linear;
    float from, to;
} scene_number;

typedef struct scene_zone {
    vv_zone_id id;
    bool active;
    uint32_t layers; /* while it is active */
    scene_number numbers[VVI_ZONE_NUMBERS];
} scene_zone;

struct vv_scene_player {
    const vv_allocator *allocator;
    vv_scene_def def;
    vv_stage *stage;
    scene_actor *actors;       /* [actor_count] */
    scene_obstacle *obstacles; /* [obstacle_count] */
    scene_zone *zones;         /* [zone_count] */
    vv_joint_id *joints;       /* [joint_count] */
    vv_vec2 *vertices;         /* scratch: [vertex_count] as many as the largest drawing has */
    uint32_t vertex_count;
    uint32_t next_cue;
    float pending; /* how far the moment shown is beyond the step before the last, 0…step */
    double time;   /* that was asked for last */
    bool fresh;    /* no time has been shown since it was created */
    uint32_t event_count;
    vv_event *events; /* [VVI_SCENE_EVENTS] */
    vvi_scene_report report;
    vvi_scene_director director;
    vvi_scene_store store;
};

/* Sets where obstacles and actors that move by themselves are to be at the end of the next fixed step (motion.c). */
void vvi_scene_move(vv_scene_player *player);
/* Where a path is at a time. */
void vvi_scene_path_at(const vv_scene_obstacle *obstacle, double time, vv_vec2 *position, float *angle);
/* Begins to move something from here to there. */
scene_glide vvi_scene_glide(const vv_scene_player *player, const vv_scene_cue *cue, vv_vec2 from, float angle);
/* How many fixed steps something takes that lasts so many seconds; at least 1. */
uint32_t vvi_scene_count_steps(const vv_scene_player *player, float seconds);
/* Zones (zones.c): adds those of the scene, performs a cue, and goes one step on with what changes little by little. */
vv_result vvi_scene_add_zones(vv_scene_player *player, vv_error *error);
void vvi_scene_change_zone(vv_scene_player *player, const vv_scene_cue *cue);
void vvi_scene_move_zones(vv_scene_player *player);
/* The hash of a hold's name; 0 for "". */
uint64_t vvi_scene_hash_name(const char *name);
/* Adds a hold of an actor's drawing at `at`, in its artwork's size, where `to` says, or where it is (NULL). */
bool vvi_scene_add_hold(vv_scene_player *player, uint32_t actor, uint64_t name, vv_vec2 at, const vv_vec2 *to,
                        float strength);
/* Plays one of the actor's clips, or VV_NONE. */
void vvi_scene_play_clip(vv_scene_player *player, uint32_t actor, uint32_t clip, double start);

#endif
