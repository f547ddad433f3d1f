/* Shared by the files that play a stage: play.c sets it up, seeks and follows the document; play_show.c fills the
 * views, play_world.c those beside the actors; rewind.c saves states to go back to; glance.c shows other times; take.c
 * handles cues and the pointer. */
#ifndef VVI_STUDIO_PLAY_H
#define VVI_STUDIO_PLAY_H

#include "state.h"

#define VVI_PLAY_MARKS     512u
#define VVI_PLAY_CONTACTS  256u
#define VVI_PLAY_EVENTS    4096u
#define VVI_PLAY_SNAPSHOTS 1024u
#define VVI_PLAY_MARK_TIME 0.25 /* seconds that a contact is shown */

/* A state of the performance, as bytes[offset…offset + count) of the pool. */
typedef struct vvi_snapshot {
    uint64_t steps;
    size_t offset, count;
} vvi_snapshot;

/* A state is saved after every `every` fixed steps. When the pool is full, every second state is dropped and the
 * interval doubles: so memory is bounded, and going back never needs more steps than the interval. */
typedef struct vvi_rewind {
    uint8_t *pool; /* [capacity] */
    size_t capacity, used;
    uint32_t count, most;
    uint64_t every;
    vvi_snapshot snapshots[VVI_PLAY_SNAPSHOTS]; /* [count] by step, contiguous in the pool */
    uint32_t trail_width;
    vv_vec2 *trail; /* [VVI_PLAY_SNAPSHOTS · trail_width] pivots of puppets' handles in each; NULL: no puppets */
} vvi_rewind;

/* The position of the pointer at a shown time. */
typedef struct vvi_pointer_sample {
    double time;
    vv_vec2 at;
} vvi_pointer_sample;
#define VVI_PLAY_POINTER_SAMPLES 64u /* at least a tenth of a second on any display */

/* What the pointer holds. */
typedef struct vvi_hand {
    bool held;
    uint32_t actor;
    vv_project_cue cue; /* the hold: its point, strength, name and target */
    vv_vec2 offset;     /* from the pointer to the held vertex */
    uint32_t sample_count;
    vvi_pointer_sample samples[VVI_PLAY_POINTER_SAMPLES]; /* [sample_count] by time */
} vvi_hand;

typedef struct vvi_past_contact {
    double time;
    vv_contact_mark mark;
} vvi_past_contact;

typedef struct vvi_playing vvi_playing;
struct vvi_playing {
    vv_play view;
    vv_performance *performance; /* NULL: nothing plays */
    double time;                 /* shown */
    bool wants_goals;
    vvi_arena arena; /* arrays of the actors' views */
    vv_play_actor *actors;
    vv_vec2 **goals; /* [actor_count] */
    vvi_hand hand;
    vvi_rewind rewind, spare;  /* spare: used while another performance is created */
    uint32_t serial;           /* counts performances */
    struct vvi_glance *glance; /* other times; created when first needed */
    uint32_t past_contact_count;
    vvi_past_contact past_contacts[VVI_PLAY_MARKS]; /* oldest first */
    vv_contact_mark marks[VVI_PLAY_MARKS + VVI_PLAY_CONTACTS];
    vv_contact contacts[VVI_PLAY_CONTACTS];
    vv_play_obstacle *obstacles; /* [obstacle_count] of the scene */
    vv_play_joint *joints;       /* [joint_count] of the scene */
    vv_play_zone *zones;         /* [zone_count] of the scene */
    uint64_t marked_steps;       /* the events of so many fixed steps are in `events` */
    float least_impulse;         /* weaker contacts are left out there */
    uint32_t event_count, mark_version;
    vv_play_mark events[VVI_PLAY_EVENTS]; /* [event_count] by time */
};

/* What plays; NULL if nothing does. */
vvi_playing *vvi_playing_current(const vv_studio *studio);

/* play_show.c: allocates the views of a performance (false without memory), and fills them. */
typedef struct vvi_views {
    vv_play_actor *actors;
    vv_vec2 **goals;
    vv_play_obstacle *obstacles;
    vv_play_joint *joints;
    vv_play_zone *zones;
} vvi_views;
bool vvi_playing_prepare(const vv_performance *performance, vvi_arena *arena, vvi_views *views);
void vvi_playing_show(vvi_playing *p);
/* Records the contact events of the last call of vv_performance_show. */
void vvi_playing_record_contacts(vvi_playing *p);

/* play_world.c */
void vvi_playing_show_obstacles(vvi_playing *p);
void vvi_playing_show_joints(vvi_playing *p);
void vvi_playing_show_zones(vvi_playing *p);
void vvi_playing_show_marks(vvi_playing *p);
/* Marks the events of the last call of vv_performance_show that are not marked yet; `performance` is the one that
 * plays, or the one that computes ahead of it. */
void vvi_playing_record_marks(vvi_playing *p, const vv_performance *performance);
/* Forgets the marks after so many steps, because their future has changed. */
void vvi_playing_drop_marks(vvi_playing *p, uint64_t steps);

/* rewind.c */
bool vvi_rewind_create(vvi_rewind *rewind, const vv_performance *performance, const vv_allocator *allocator);
void vvi_rewind_destroy(vvi_rewind *rewind, const vv_allocator *allocator);
/* Saves the state of the performance, if its step is to be saved and is not saved yet. */
void vvi_rewind_save(vvi_rewind *rewind, const vv_performance *performance);
/* Drops states after so many steps, because their future has changed. */
void vvi_rewind_truncate(vvi_rewind *rewind, uint64_t steps);
/* The latest state with at most so many steps; the first state if all are later. */
const vvi_snapshot *vvi_rewind_find(const vvi_rewind *rewind, uint64_t steps);

/* glance.c */
typedef struct vvi_glance {
    uint32_t serial; /* of the performance that it duplicates */
    vv_performance *probe;
    vvi_playing playing; /* shows it */
} vvi_glance;
void vvi_glance_release(vv_studio *studio);
/* Fills row[width] with the pivots of all puppets' handles. */
uint32_t vvi_trail_width(const vv_performance *performance);
void vvi_trail_save(vv_vec2 *row, const vv_performance *performance);

/* take.c: must be called before a cue is applied: drops saved states of the future, and releases a hold whose release
 * was in that future. */
void vvi_playing_discard_future(vvi_playing *p);
vv_result vvi_playing_apply_cue(vvi_playing *p, const vv_project_cue *cue, vv_error *error);

#endif
