/* What the files that run a stage scene share. */
#ifndef VVI_PERFORMANCE_H
#define VVI_PERFORMANCE_H

#include "build.h"

#include "runtime/base/base.h"

/* What an actor may look like; both kept. */
typedef struct vvi_member {
    uint32_t artwork;
    vv_rigged *rigged;
    vv_staged *staged;
} vvi_member;

typedef struct vvi_performer {
    vv_actor id;
    vv_rigged *rigged; /* both kept */
    vv_staged *staged;
    vv_strengths first, own; /* what project and actor said when it was made, and say now; cues are not in it */
    vv_material first_material, own_material; /* the same of a puppet */
    uint32_t member_count;                    /* of its family; without one 1, itself */
    vvi_member members[VV_PUPPET_MAX_MEMBERS];
    vv_family *family; /* or NULL */
    uint32_t clip_count;
    uint32_t clip; /* that plays, or VV_NONE; and since when */
    double clip_start;
    vv_clip **clips; /* [clip_count] as in the project, in the actor's size; NULL: of another artwork */
    vv_recording *recordings[VV_PUPPET_MAX_COPIES]; /* of each copy; NULL: a live one */
    vv_vec2 velocity;                               /* a fixed step ago */
    float spin;
    uint32_t hold_count;
    uint32_t holds[VV_STAGE_MAX_HOLDS]; /* [hold_count] in the stage's order: which of the actor's own, or VVI_HOLD_CUE
                                           or VVI_HOLD_LIVE and which cue made it */
} vvi_performer;

#define VVI_PERFORMANCE_EVENTS 1024u
#define VVI_HOLD_CUE           0x80000000u /* of the script */
#define VVI_HOLD_LIVE          0x40000000u /* given by hand */
#define VVI_HOLD_INDEX         0x3FFFFFFFu

struct vv_performance {
    const vv_allocator *allocator;
    const vv_project *project; /* kept */
    const vv_project_scene *scene;
    vv_stage *stage;
    uint32_t actor_count;
    vvi_performer *actors; /* [actor_count] */
    uint32_t next_cue;
    uint32_t live_count, next_live;
    size_t live_capacity;
    vv_live_cue *live; /* [live_count] by step; from next_live on they have not acted */
    vvi_arena shares;  /* of their places */
    float pending;     /* how far beyond the step before the last the stage shows, 0…step */
    uint32_t event_count;
    bool fresh;        /* nobody has asked for a time yet */
    vv_event *events;  /* [VVI_PERFORMANCE_EVENTS] */
    vv_vec2 *vertices; /* as many as the largest actor has */
    uint32_t vertex_count;
    vv_performance_report report;
};

/* What the script says for the fixed step that is about to begin. The stage shows what the last one left. `id`: VVI_HOLD_CUE
 * or VVI_HOLD_LIVE, and which cue it is. */
void vvi_performance_act(vv_performance *p, const vv_project_cue *cue, uint32_t id);
/* The name of one of an actor's holds; empty: it has none. */
const char *vvi_performance_hold_name(const vv_performance *p, uint32_t actor, uint32_t id);
/* Whether an entry of a script with this time has happened when fixed step `count`, counted from 0, begins. */
bool vvi_performance_is_due(float step, float time, uint64_t count);
/* The time that a script's entry needs to happen before this fixed step, counted from 0, and no other; not before `least`,
 * which is the time of another that happens then or earlier. */
float vvi_performance_time(float step, uint64_t count, float least);
/* Remembers a cue for its step, which is the last of all and has not run. */
vv_result vvi_performance_add_live(vv_performance *p, vv_live_cue live, vv_error *error);
/* After going back: which of the live cues act next. */
void vvi_performance_rewind_live(vv_performance *p);
/* The strengths that a project gives to an actor when it is made. */
vv_strengths vvi_performance_strengths(const vv_project *project, const vv_project_actor *actor);
vv_material vvi_performance_material(const vv_project *project, const vv_project_actor *actor);
/* Members of the family of an actor whose own artwork is staged already (direct.c). */
vv_result vvi_performance_stage_members(vv_performance *p, vv_session *session, uint32_t actor,
                                        const vv_progress *progress, vv_error *error);
/* Makes all clips that the actor may play, and puts the one that it begins with into `def` (direct.c). */
vv_result vvi_performance_clip(vv_performance *p, uint32_t actor, vv_actor_def *def, vv_error *error);
/* Fills in everything else that directs a puppet; what `def` points to is the arena's and the performer's. */
vv_result vvi_performance_direct(vv_performance *p, uint32_t actor, vvi_arena *arena, vv_actor_def *def,
                                 vv_error *error);
/* Seconds from which on an actor moves differently with the clips of this project; INFINITY: never (performance_since.c). */
double vvi_performance_clips_since(const vv_performance *p, const vv_project *project, uint32_t actor);
/* Plays one of an actor's clips, or VV_NONE. */
void vvi_performance_play(vv_performance *p, uint32_t actor, uint32_t clip, double start);
void vvi_performance_forget_direction(vv_performance *p, vvi_performer *a);
/* Holds a point of an actor's artwork; where nothing says where to, where it is. `id` as in vvi_performer.holds. */
bool vvi_performance_hold(vv_performance *p, uint32_t actor, uint32_t id, vv_vec2 at, const vv_vec2 *to,
                          float strength);

#endif
