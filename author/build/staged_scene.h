/* A stage scene of a project, with everything built that it is made from, as runtime/scene plays it: for performances,
 * and for baking. */
#ifndef VVI_STAGED_SCENE_H
#define VVI_STAGED_SCENE_H

#include "build.h"

#include "runtime/scene/scene.h"

/* A drawing that an actor may show; both are kept. */
typedef struct vvi_member {
    uint32_t artwork;
    vv_rigged *rigged;
    vv_staged *staged;
} vvi_member;

typedef struct vvi_staged_actor {
    vv_rigged *rigged; /* both kept */
    vv_staged *staged;
    uint32_t member_count; /* of its family; 1 without a family */
    vvi_member members[VV_PUPPET_MAX_MEMBERS];
    vv_family *family; /* or NULL */
    uint32_t clip_count;
    vv_clip **clips;                                /* [clip_count] of its artwork, in its own size */
    vv_recording *recordings[VV_PUPPET_MAX_COPIES]; /* of each copy; NULL: it copies an actor */
} vvi_staged_actor;

typedef struct vvi_staged_scene {
    const vv_allocator *allocator;
    const vv_project *project; /* kept */
    const vv_project_scene *scene;
    vvi_staged_actor *actors; /* [def.actor_count] */
    uint32_t *joints;         /* [joints of the scene] their indices in the def; VV_NONE: left out */
    vvi_arena arena;          /* of the arrays of the def */
    vv_scene_def def;
} vvi_staged_scene;

/* `scene` is a stage. The session's allocator must outlive it. */
vv_result vvi_staged_scene_create(vv_session *session, uint32_t scene, const vv_progress *progress,
                                  vvi_staged_scene **out, vv_error *error);
void vvi_staged_scene_destroy(vvi_staged_scene *staged);

/* What a cue changes of an actor, an obstacle or a zone. */
typedef union vvi_cue_values {
    vv_scene_change change;
    vv_scene_zone_change zone_change;
} vvi_cue_values;
/* An entry of a script as the runtime performs it. It points into `cue` and, where that changes something, to *values,
 * which are filled. */
vv_scene_cue vvi_staged_scene_cue(const vvi_staged_scene *staged, const vv_project_cue *cue, vvi_cue_values *values);

/* The strengths and the material that a project gives to an actor. */
vv_strengths vvi_actor_strengths(const vv_project *project, const vv_project_actor *actor);
vv_material vvi_actor_material(const vv_project *project, const vv_project_actor *actor);

/* Fills in what directs an actor: its clips, and of puppets the family, follows and copies (direct.c). */
vv_result vvi_direct_actor(vvi_staged_scene *s, uint32_t index, vv_scene_actor *out, vv_error *error);
/* Clip `index` of the project in another size (direct.c). */
vv_result vvi_make_clip(const vv_project *project, uint32_t index, uint32_t handle_count, float scale,
                        const vv_allocator *allocator, vv_clip **out, vv_error *error);
/* Which of the clips of its artwork a clip of the project is; VV_NONE: it belongs to another. */
uint32_t vvi_find_own_clip(const vv_project *project, uint32_t artwork, uint32_t clip);
/* Releases what it made; clip_room: for how many clips there is room. */
void vvi_forget_direction(const vv_allocator *allocator, vvi_staged_actor *a, uint32_t clip_room);

#endif
