/* What the files share that play a stage: play.c makes, seeks and follows the document; play_show.c fills the views; rewind.c
 * keeps states to go back to; glance.c looks at other times; take.c is the pointer's hand. */
#ifndef VVI_STUDIO_PLAY_H
#define VVI_STUDIO_PLAY_H

#include "state.h"

#define VVI_PLAY_MARKS     512u
#define VVI_PLAY_CONTACTS  256u
#define VVI_PLAY_SNAPSHOTS 1024u
#define VVI_PLAY_MARK_TIME 0.25 /* seconds that a contact is shown */

/* A state of the performance, as bytes[offset…offset + count) of the pool. */
typedef struct vvi_snapshot {
    uint64_t steps;
    size_t offset, count;
} vvi_snapshot;

/* Every so many fixed steps a state is kept. Where the pool is full, every second one goes, and from then on they are twice as
 * far apart: memory is bounded, and a way back never takes more steps than that. */
typedef struct vvi_rewind {
    uint8_t *pool; /* [capacity] */
    size_t capacity, used;
    uint32_t count, most;
    uint64_t every;
    vvi_snapshot snapshots[VVI_PLAY_SNAPSHOTS]; /* [count] by step, side by side in the pool */
    uint32_t trail_width;
    vv_vec2 *trail; /* [VVI_PLAY_SNAPSHOTS · trail_width] where puppets' handles are in each; NULL: there are none */
} vvi_rewind;

/* Where the pointer was at a time that was shown. */
typedef struct vvi_trace {
    double time;
    vv_vec2 at;
} vvi_trace;
#define VVI_PLAY_TRACES 64u /* a tenth of a second of any display */

/* What the pointer holds. */
typedef struct vvi_hand {
    bool held;
    uint32_t actor;
    vv_project_cue cue; /* that took hold: which point, how strong, its name, and where it is held to */
    vv_vec2 offset;     /* of the vertex held from the pointer */
    uint32_t trace_count;
    vvi_trace traces[VVI_PLAY_TRACES]; /* [trace_count] by time */
} vvi_hand;

typedef struct vvi_felt {
    double time;
    vv_contact_mark mark;
} vvi_felt;

typedef struct vvi_playing vvi_playing;
struct vvi_playing {
    vv_play view;
    vv_performance *performance; /* NULL: nothing plays */
    double time;                 /* shown */
    bool wants_goals;
    vvi_arena arena; /* what the performers point to */
    vv_play_actor *actors;
    vv_vec2 **goals; /* [actor_count] */
    vvi_hand hand;
    vvi_rewind rewind, spare;  /* spare: while another is made */
    uint32_t serial;           /* counts performances */
    struct vvi_glance *glance; /* at other times; made when first needed */
    uint32_t felt_count;
    vvi_felt felt[VVI_PLAY_MARKS]; /* the oldest first */
    vv_contact_mark marks[VVI_PLAY_MARKS + VVI_PLAY_CONTACTS];
    vv_contact contacts[VVI_PLAY_CONTACTS];
};

/* NULL where nothing plays. */
vvi_playing *vvi_playing_now(const vv_studio *studio);

/* play_show.c: room for the views of a performance, false where there is none; then what they show. */
typedef struct vvi_views {
    vv_play_actor *actors;
    vv_vec2 **goals;
} vvi_views;
bool vvi_playing_prepare(const vv_performance *performance, vvi_arena *arena, vvi_views *views);
void vvi_playing_show(vvi_playing *p);
/* What the last call of vv_performance_show has told. */
void vvi_playing_feel(vvi_playing *p);

/* rewind.c */
bool vvi_rewind_create(vvi_rewind *rewind, const vv_performance *performance, const vv_allocator *allocator);
void vvi_rewind_destroy(vvi_rewind *rewind, const vv_allocator *allocator);
/* Keeps the performance as it is, if it is at a step that is to be kept and not kept yet. */
void vvi_rewind_note(vvi_rewind *rewind, const vv_performance *performance);
/* Forgets states after so many steps: what follows will be another. */
void vvi_rewind_cut(vvi_rewind *rewind, uint64_t steps);
/* The latest state of at most so many steps; the first where there is none so early. */
const vvi_snapshot *vvi_rewind_find(const vvi_rewind *rewind, uint64_t steps);

/* glance.c */
typedef struct vvi_glance {
    uint32_t serial; /* of the performance that it is another of */
    vv_performance *probe;
    vvi_playing playing; /* shows it */
} vvi_glance;
void vvi_glance_release(vv_studio *studio);
/* row[width]: the pivots of all puppets' handles. */
uint32_t vvi_trail_width(const vv_performance *performance);
void vvi_trail_note(vv_vec2 *row, const vv_performance *performance);

/* take.c: what must be done before a cue is given: the future is another, and a hand that let go in it has let go. */
void vvi_playing_turn(vvi_playing *p);
vv_result vvi_playing_do(vvi_playing *p, const vv_project_cue *cue, vv_error *error);

#endif
