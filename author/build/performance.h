/* What the files that run a scene with a stage share. */
#ifndef VVI_PERFORMANCE_H
#define VVI_PERFORMANCE_H

#include "staged_scene.h"

#include "runtime/base/base.h"

/* Strengths and materials of project and actor when the performance was made, and now; without what cues have
 * changed. */
typedef struct vvi_performance_actor {
    vv_strengths initial_strengths, current_strengths;
    vv_material current_material;
} vvi_performance_actor;

struct vv_performance {
    const vv_allocator *allocator;
    vvi_staged_scene *staged;  /* as it was made */
    const vv_project *project; /* kept; as it was adopted last */
    const vv_project_scene *scene;
    vv_scene_player *player;
    const vv_stage *stage; /* the player's */
    uint32_t actor_count;
    vvi_performance_actor *actors; /* [actor_count] */
    uint32_t live_count, next_live;
    size_t live_capacity;
    vv_live_cue *live; /* [live_count] by step; those from next_live on have not acted */
    vvi_arena shares;  /* memory for the shares of their places */
};

/* How many fixed steps have run. */
static inline uint64_t vvi_performance_steps(const vv_performance *p)
{
    return vvi_scene_player_report(p->player).steps;
}
/* The time that makes a cue act before exactly this fixed step, counted from 0; at least `least`, the time of a cue
 * that acts then or earlier. */
float vvi_performance_time(float step, uint64_t count, float least);
/* Adds a live cue for a step that has not run and is not before that of any other. */
vv_result vvi_performance_add_live(vv_performance *p, vv_live_cue live, vv_error *error);
/* Finds which of the live cues act next, after going back. */
void vvi_performance_rewind_live(vv_performance *p);
/* What performs the live cues. */
vvi_scene_director vvi_performance_director(vv_performance *p);
/* The time in seconds from which an actor moves differently with the clips of this project; INFINITY: never
 * (performance_since.c). */
double vvi_performance_clips_since(const vv_performance *p, const vv_project *project, uint32_t actor);

#endif
