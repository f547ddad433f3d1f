/* Creatures, motions and gaits of a project, built; beings, which are creatures that play; and troupes, the creatures
 * of a scene. The command and the page use these, as they use performance3.h for verbs. */
#ifndef VV_CREATURES_H
#define VV_CREATURES_H

#include "author/build/performance3.h"
#include "author/grow/grow.h"

#include <verve/retarget.h>

/* Shared by counting, like everything in performance3.h. */

/* A creature with a surface to look at. */
typedef struct vv_built_creature {
    const vv_allocator *allocator;
    uint64_t key;
    uint32_t references;
    vv_creature_plan plan;
    vv_creature *creature;
    vv_skeleton *skeleton; /* one joint for each body, for export */
    vv_manikin figure;     /* its joints are the bodies */
    bool own_mesh;         /* the figure is the mesh of the creature's file */
} vv_built_creature;
vv_result vv_session_creature(vv_session *session, uint32_t creature, const vv_built_creature **out, vv_error *error);
/* Makes a creature that is in no project; takes the plan over, also where it fails. */
vv_result vv_built_creature_create(vv_creature_plan *plan, const vv_allocator *allocator, vv_built_creature **out,
                                   vv_error *error);
/* Makes a creature from a skeleton, with `figure` as its mesh (copied), or with a grown skin (NULL). */
vv_result vv_built_creature_from_skeleton(const vv_skeleton *skeleton, const vv_manikin *figure,
                                          const vv_allocator *allocator, vv_built_creature **out, vv_error *error);
typedef struct vv_model vv_model; /* author/import/import.h */
/* The same from a model that was read from `file`, with its mesh where it has one. */
vv_result vv_built_creature_from_model(const vv_model *model, const char *file, const vv_allocator *allocator,
                                       vv_built_creature **out, vv_error *error);
vv_built_creature *vv_built_creature_retain(const vv_built_creature *built);
void vv_built_creature_destroy(vv_built_creature *built);

typedef struct vv_built_motion {
    const vv_allocator *allocator;
    uint64_t key;
    uint32_t references;
    vv_motion *motion;
} vv_built_motion;
vv_result vv_session_motion(vv_session *session, uint32_t motion, const vv_built_motion **out, vv_error *error);
vv_built_motion *vv_built_motion_retain(const vv_built_motion *built);
void vv_built_motion_destroy(vv_built_motion *built);

typedef struct vv_built_gait {
    const vv_allocator *allocator;
    uint64_t key;
    uint32_t references;
    vv_gait *gait;
} vv_built_gait;
vv_result vv_session_gait(vv_session *session, uint32_t gait, const vv_built_gait **out, vv_error *error);
vv_built_gait *vv_built_gait_retain(const vv_built_gait *built);
void vv_built_gait_destroy(vv_built_gait *built);

/* ---- Beings ------------------------------------------------------------------------------------------------------ */

/* A creature that plays, with its surface. It keeps everything that it was given. */
typedef struct vv_creature_instance vv_creature_instance;
/* def: its creature is ignored; NULL: vv_default_player_def. */
vv_result vv_creature_instance_create(const vv_built_creature *creature, const vv_player_def *def,
                                      const vv_allocator *allocator, vv_creature_instance **out, vv_error *error);
void vv_creature_instance_destroy(vv_creature_instance *being);
const vv_built_creature *vv_creature_instance_creature(const vv_creature_instance *being);
vv_player *vv_creature_instance_player(const vv_creature_instance *being);
/* The binding of a motion, made at the first call. */
vv_result vv_creature_instance_bind(vv_creature_instance *being, const vv_built_motion *motion, const vv_binding **out,
                                    vv_error *error);
/* Ends all plays and destroys all bindings. */
void vv_creature_instance_clear(vv_creature_instance *being);
/* The first motion of an action that suits the creature: its index in the project, or VV_NONE (and VV_OK) where none
 * does. The name of a motion is an action too, of that motion alone. */
vv_result vv_creature_instance_choose(vv_creature_instance *being, vv_session *session, const char *action,
                                      uint32_t *motion, const vv_binding **out, vv_error *error);
/* Uses a mix of these gaits from now on; at most VV_GAIT_MAX_STYLES, 0: none. */
void vv_creature_instance_set_gaits(vv_creature_instance *being, uint32_t count, const vv_built_gait *const *gaits,
                                    const float *weights);
/* Updates the surface to these placements, in the world; NULL: those of its player. */
void vv_creature_instance_skin(vv_creature_instance *being, const vv_transform3 *placements);
vv_draw_data vv_creature_instance_draw_data(const vv_creature_instance *being);

/* ---- Troupes ----------------------------------------------------------------------------------------------------- */

/* The creatures of a scene. It plays like an act of the kind VV_SCENE_CREATURE: see performance3.h. */
typedef struct vv_creature_performance vv_creature_performance;
vv_result vv_creature_performance_create(vv_session *session, uint32_t scene, vv_creature_performance **out,
                                         vv_error *error);
void vv_creature_performance_destroy(vv_creature_performance *troupe);
uint64_t vv_creature_performance_key(vv_session *session,
                                     uint32_t scene); /* equal keys: the same creatures, motions, gaits and script */
void vv_creature_performance_restart(vv_creature_performance *troupe);
void vv_creature_performance_advance(vv_creature_performance *troupe, float dt);
double vv_creature_performance_seconds(const vv_creature_performance *troupe);
uint32_t vv_creature_performance_instance_count(const vv_creature_performance *troupe);
vv_creature_instance *vv_creature_performance_instance(const vv_creature_performance *troupe, uint32_t being);
/* The surface of all creatures, their targets, and the ground where it is not flat. */
vv_draw_data vv_creature_performance_draw_data(const vv_creature_performance *troupe);
/* The mean of their places. */
vv_root vv_creature_performance_root(const vv_creature_performance *troupe);

#endif
