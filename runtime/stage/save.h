/* The sections of a save, and what they share. save.c puts them together.
 *
 * To save something new that moves (say, joints):
 *   - What belongs to an actor: walk it at the end of walk_actor (save_actors.c); to an obstacle: of
 *     vvi_obstacle_walk (obstacle_motion.c). Such sections follow the roster, so the slots hold the right ones
 *     already. Pointers are never walked, and must stay valid while the actor or obstacle is kept (kept.h).
 *   - What belongs to the stage: write three functions like those below, that save it, check it and restore it, and
 *     add a row to `sections` in save.c, after the sections that it refers to: when it is restored, these have their
 *     saved state already. Its check stores nothing, refuses whatever no step could have led to, and leaves the
 *     reader behind its bytes; its restore cannot fail and does not allocate. Things that are added and removed have
 *     slots with generations: save these of empty slots too, as ids that will be given out depend on them.
 *   - Add the most bytes that it can take to vv_stage_save_limit, raise SAVE_VERSION, and let it take part in the
 *     random game of tests/runtime/stage/test_rollback.c. */
#ifndef VVI_STAGE_SAVE_H
#define VVI_STAGE_SAVE_H

#include "runtime/stage/walk.h"

/* Greater ones are forged: no stage lives long enough. */
#define VVI_MAX_GENERATION 0x7fffffffu

/* The stage's own numbers. */
typedef struct vvi_save_clock {
    uint64_t step_count, added;
    float pending;
    vv_vec2 gravity, wind;
} vvi_save_clock;

/* A save that is being restored. */
typedef struct vvi_restoring {
    vvi_reader reader;
    vvi_save_clock clock;
    size_t roster_at;     /* where the roster begins */
    uint32_t joint_count; /* slots of joints */
    bool any_clip;        /* actors may play other clips than when it was saved */
} vvi_restoring;

/* A slot in a save. Ids that will be given out depend on the generations of empty slots too. */
typedef struct vvi_actor_head {
    bool used;
    uint32_t generation;
    uint64_t tag, order, drawing, setup, clip;
} vvi_actor_head;
typedef struct vvi_obstacle_head {
    bool used;
    uint32_t generation;
    uint64_t fingerprint, tag;
} vvi_obstacle_head;

/* The heads of a save; each reader gives one after the other. */
typedef struct vvi_roster {
    uint32_t obstacle_count, actor_count;
    vvi_reader obstacles, actors;
} vvi_roster;

/* save_roster.c: which actors and obstacles exist */
void vvi_save_roster(const vv_stage *stage, vvi_writer *writer);
vv_result vvi_check_roster(const vv_stage *stage, vvi_restoring *from, vv_error *error);
void vvi_restore_roster(vv_stage *stage, vvi_restoring *from);
size_t vvi_roster_save_limit(const vv_stage_def *def);
/* The roster of a save that is being checked, for the sections after it. */
vvi_roster vvi_open_roster(const vvi_restoring *from);
vvi_actor_head vvi_read_actor_head(vvi_reader *r);
vvi_obstacle_head vvi_read_obstacle_head(vvi_reader *r);
/* The actor or obstacle of a slot in a save, on the stage or among those that were removed; NULL: neither. */
const actor *vvi_find_actor(const vv_stage *stage, uint32_t index, const vvi_actor_head *head);
const obstacle *vvi_find_obstacle(const vv_stage *stage, uint32_t index, const vvi_obstacle_head *head);
/* Obstacles, then actors in the order in which they were added. */
uint32_t vvi_list_roster(vvi_reader *r, vv_save_entry *entries, uint32_t capacity);

/* save_actors.c: their states */
void vvi_save_actors(const vv_stage *stage, vvi_writer *writer);
vv_result vvi_check_actors(const vv_stage *stage, vvi_restoring *from, vv_error *error);
void vvi_restore_actors(vv_stage *stage, vvi_restoring *from);
size_t vvi_actors_save_limit(const vv_stage_def *def, const vv_actor_def *actors, uint32_t actor_count);

/* joint_save.c: joints */
void vvi_joints_save(const vv_stage *stage, vvi_writer *writer);
vv_result vvi_joints_check(const vv_stage *stage, vvi_restoring *from, vv_error *error);
void vvi_joints_restore(vv_stage *stage, vvi_restoring *from);
size_t vvi_joints_save_limit(const vv_stage_def *def);

/* sensor.c: who overlaps which sensor */
void vvi_save_sensors(const vv_stage *stage, vvi_writer *writer);
vv_result vvi_check_sensors(const vv_stage *stage, vvi_restoring *from, vv_error *error);
void vvi_restore_sensors(vv_stage *stage, vvi_restoring *from);
size_t vvi_sensors_save_limit(const vv_stage_def *def);

/* zone.c: zones, whole */
void vvi_save_zones(const vv_stage *stage, vvi_writer *writer);
vv_result vvi_check_zones(const vv_stage *stage, vvi_restoring *from, vv_error *error);
void vvi_restore_zones(vv_stage *stage, vvi_restoring *from);
size_t vvi_zones_save_limit(const vv_stage_def *def);

/* save.c: adds a remedy to an error and returns its code; refuses a state that no step leads to, of an actor or
 * (index VV_NONE) of the stage. */
vv_result vvi_save_refuse(vv_error *error, vv_result code, const char *remedy);
vv_result vvi_save_refuse_state(vv_error *error, uint32_t index);
/* Tells the host what a restore took away or brought back. */
void vvi_save_report_change(vv_stage *stage, const vv_restore_change *change);

#endif
