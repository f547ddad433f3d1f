/* What the files that run a scene with a stage share. */
#ifndef VVI_PERFORMANCE_H
#define VVI_PERFORMANCE_H

#include "build.h"

#include "runtime/base/base.h"

/* A drawing that an actor may show; both are kept. */
typedef struct vvi_member {
    uint32_t artwork;
    vv_rigged *rigged;
    vv_staged *staged;
} vvi_member;

typedef struct vvi_performance_actor {
    vv_actor id;
    vv_rigged *rigged; /* both kept */
    vv_staged *staged;
    /* Strengths of project and actor when it was made, and now; without what cues have changed. */
    vv_strengths initial_strengths, current_strengths;
    vv_material initial_material, current_material; /* the same for a puppet */
    uint32_t member_count;                          /* of its family; 1 without a family */
    vvi_member members[VV_PUPPET_MAX_MEMBERS];
    vv_family *family; /* or NULL */
    uint32_t clip_count;
    uint32_t clip;     /* the one that plays, or VV_NONE */
    double clip_start; /* seconds */
    vv_clip **clips;   /* [clip_count] in the project's order and the actor's size; NULL: of another artwork */
    vv_recording *recordings[VV_PUPPET_MAX_COPIES]; /* of each copy; NULL: it copies an actor */
    vv_vec2 velocity;                               /* one fixed step ago, as is the spin */
    float spin;
    uint32_t hold_count;
    /* [hold_count] In the stage's order: the index of one of the actor's own, or VVI_HOLD_CUE or VVI_HOLD_LIVE and
     * the index of the cue that made it. */
    uint32_t holds[VV_STAGE_MAX_HOLDS];
} vvi_performance_actor;

#define VVI_PERFORMANCE_EVENTS 1024u
#define VVI_HOLD_CUE           0x80000000u /* made by the script */
#define VVI_HOLD_LIVE          0x40000000u /* made by hand */
#define VVI_HOLD_INDEX         0x3FFFFFFFu

struct vv_performance {
    const vv_allocator *allocator;
    const vv_project *project; /* kept */
    const vv_project_scene *scene;
    vv_stage *stage;
    uint32_t actor_count;
    vvi_performance_actor *actors; /* [actor_count] */
    uint32_t next_cue;
    uint32_t live_count, next_live;
    size_t live_capacity;
    vv_live_cue *live; /* [live_count] by step; those from next_live on have not acted */
    vvi_arena shares;  /* memory for the shares of their places */
    float pending;     /* how far the moment shown is beyond the step before the last, 0…step */
    uint32_t event_count;
    bool fresh;        /* no time has been shown since it was made */
    vv_event *events;  /* [VVI_PERFORMANCE_EVENTS] */
    vv_vec2 *vertices; /* scratch, as many as the largest actor has */
    uint32_t vertex_count;
    vv_performance_report report;
};

/* Performs a cue before the next fixed step. The stage shows the state after the last one. `id`: VVI_HOLD_CUE or
 * VVI_HOLD_LIVE, and the index of the cue. */
void vvi_performance_act(vv_performance *p, const vv_project_cue *cue, uint32_t id);
/* The name of one of an actor's holds; empty where it has none. */
const char *vvi_performance_hold_name(const vv_performance *p, uint32_t actor, uint32_t id);
/* Whether a cue with this time acts before fixed step `count`, counted from 0, or before an earlier one. */
bool vvi_performance_is_due(float step, float time, uint64_t count);
/* The time that makes a cue act before exactly this fixed step, counted from 0; at least `least`, the time of a cue
 * that acts then or earlier. */
float vvi_performance_time(float step, uint64_t count, float least);
/* Adds a live cue for a step that has not run and is not before that of any other. */
vv_result vvi_performance_add_live(vv_performance *p, vv_live_cue live, vv_error *error);
/* Finds which of the live cues act next, after going back. */
void vvi_performance_rewind_live(vv_performance *p);
/* The strengths and the material that a project gives to an actor. */
vv_strengths vvi_performance_strengths(const vv_project *project, const vv_project_actor *actor);
vv_material vvi_performance_material(const vv_project *project, const vv_project_actor *actor);
/* Stages the members of an actor's family, whose own artwork is staged already (direct.c). */
vv_result vvi_performance_stage_members(vv_performance *p, vv_session *session, uint32_t actor,
                                        const vv_progress *progress, vv_error *error);
/* Makes all clips that the actor may play, and puts its first one into `def` (direct.c). */
vv_result vvi_performance_clip(vv_performance *p, uint32_t actor, vv_actor_def *def, vv_error *error);
/* Fills in everything else that directs a puppet. What `def` points to belongs to the arena and the performer. */
vv_result vvi_performance_direct(vv_performance *p, uint32_t actor, vvi_arena *arena, vv_actor_def *def,
                                 vv_error *error);
/* The time in seconds from which an actor moves differently with the clips of this project; INFINITY: never
 * (performance_since.c). */
double vvi_performance_clips_since(const vv_performance *p, const vv_project *project, uint32_t actor);
/* Plays one of an actor's clips, or VV_NONE. */
void vvi_performance_play(vv_performance *p, uint32_t actor, uint32_t clip, double start);
void vvi_performance_forget_direction(vv_performance *p, vvi_performance_actor *a);
/* Holds a point of an actor's artwork at `to`, or where it is now (NULL). `id` as in vvi_performance_actor.holds. */
bool vvi_performance_hold(vv_performance *p, uint32_t actor, uint32_t id, vv_vec2 at, const vv_vec2 *to,
                          float strength);

#endif
