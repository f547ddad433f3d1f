/* What the files that run a stage scene share. */
#ifndef VVI_PERFORMANCE_H
#define VVI_PERFORMANCE_H

#include "build.h"

#include "runtime/base/base.h"

typedef struct vvi_performer {
    vv_actor id;
    const vv_rigged *rigged;
    vv_vec2 velocity; /* a fixed step ago */
    float spin;
    uint32_t hold_count;
    uint32_t holds[VV_STAGE_MAX_HOLDS]; /* [hold_count] in the stage's order: which of the actor's own, or VVI_HOLD_CUE
                                           and which cue made it */
} vvi_performer;

#define VVI_PERFORMANCE_EVENTS 1024u
#define VVI_HOLD_CUE           0x80000000u

struct vv_performance {
    const vv_allocator *allocator;
    const vv_project *project;
    const vv_project_scene *scene;
    vv_stage *stage;
    uint32_t actor_count;
    vvi_performer *actors; /* [actor_count] */
    uint32_t next_cue;
    float pending; /* how far beyond the step before the last the stage shows, 0…step */
    uint32_t event_count;
    bool fresh;        /* nobody has asked for a time yet */
    vv_event *events;  /* [VVI_PERFORMANCE_EVENTS] */
    vv_vec2 *vertices; /* as many as the largest actor has */
    uint32_t vertex_count;
    vv_performance_report report;
};

/* What the script says for the fixed step that is about to begin. The stage shows what the last one left. */
void vvi_performance_cue(vv_performance *p, const vv_project_cue *cue);
/* Holds a point of an actor; where nothing says where to, where it is. `id` as in vvi_performer.holds. */
bool vvi_performance_hold(vv_performance *p, uint32_t actor, uint32_t id, vv_vec2 at, const vv_vec2 *to,
                          float strength);

#endif
