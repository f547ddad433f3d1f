/* Creatures, motions and gaits of a project, built; beings, which are creatures that play; and troupes, the creatures of a scene. The command
 * and the page come through here, as they do through acts.h for verbs. */
#ifndef VV_CREATURES_H
#define VV_CREATURES_H

#include "author/build/acts.h"
#include "author/grow/grow.h"

#include <verve/retarget.h>

/* Shared like everything of acts.h: whoever keeps one calls destroy once more. */

/* A creature with a body to look at. */
typedef struct vv_built_creature {
    const vv_allocator *allocator;
    uint64_t key;
    uint32_t references;
    vv_creature_plan plan;
    vv_creature *creature;
    vv_skeleton *skeleton; /* one joint a body, for export */
    vv_manikin figure;     /* its joints are the bodies */
    bool own_mesh;         /* the figure is the mesh of the creature's file */
} vv_built_creature;
vv_result vv_session_creature(vv_session *session, uint32_t creature, const vv_built_creature **out, vv_error *error);
/* One that no project has: takes the plan over, also where it fails. */
vv_result vv_built_creature_create(vv_creature_plan *plan, const vv_allocator *allocator, vv_built_creature **out,
                                   vv_error *error);
/* Out of a skeleton, with its own mesh where `figure` is one (copied; NULL: none, it gets a skin). */
vv_result vv_built_creature_from_skeleton(const vv_skeleton *skeleton, const vv_manikin *figure,
                                          const vv_allocator *allocator, vv_built_creature **out, vv_error *error);
typedef struct vv_model vv_model; /* author/import/import.h */
/* The same out of a model that was read from `file`, with its mesh where it has one. */
vv_result vv_built_creature_from_model(const vv_model *model, const char *file, const vv_allocator *allocator,
                                       vv_built_creature **out, vv_error *error);
vv_built_creature *vv_built_creature_keep(const vv_built_creature *built);
void vv_built_creature_destroy(vv_built_creature *built);

typedef struct vv_built_motion {
    const vv_allocator *allocator;
    uint64_t key;
    uint32_t references;
    vv_motion *motion;
} vv_built_motion;
vv_result vv_session_motion(vv_session *session, uint32_t motion, const vv_built_motion **out, vv_error *error);
vv_built_motion *vv_built_motion_keep(const vv_built_motion *built);
void vv_built_motion_destroy(vv_built_motion *built);

typedef struct vv_built_gait {
    const vv_allocator *allocator;
    uint64_t key;
    uint32_t references;
    vv_gait *gait;
} vv_built_gait;
vv_result vv_session_gait(vv_session *session, uint32_t gait, const vv_built_gait **out, vv_error *error);
vv_built_gait *vv_built_gait_keep(const vv_built_gait *built);
void vv_built_gait_destroy(vv_built_gait *built);

/* ---- Beings -------------------------------------------------------------------------------------------------------------------- */

/* A creature that plays, and what it looks like. Keeps everything it was given. */
typedef struct vv_being vv_being;
vv_result vv_being_create(const vv_built_creature *creature, const vv_player_def *def, const vv_allocator *allocator,
                          vv_being **out,
                          vv_error *error); /* def NULL: vv_default_player; its creature does not count */
void vv_being_destroy(vv_being *being);
const vv_built_creature *vv_being_creature(const vv_being *being);
vv_player *vv_being_player(const vv_being *being);
/* The binding of a motion, made the first time. */
vv_result vv_being_bind(vv_being *being, const vv_built_motion *motion, const vv_binding **out, vv_error *error);
/* Ends all plays and lets go of all bindings. */
void vv_being_forget(vv_being *being);
/* The first motion of an action that binds: its index in the project, VV_NONE (and VV_OK) where none does. An action is also the name of a
 * motion, which then is meant alone. */
vv_result vv_being_choose(vv_being *being, vv_session *session, const char *action, uint32_t *motion,
                          const vv_binding **out, vv_error *error);
/* Uses these gaits, mixed, from now on; at most VV_GAIT_MAX_STYLES, 0: none. */
void vv_being_set_gaits(vv_being *being, uint32_t count, const vv_built_gait *const *gaits, const float *weights);
/* Its surface where these placements are (the world's); NULL: those of its player. */
void vv_being_dress(vv_being *being, const vv_placement *placements);
vv_act_look vv_being_look(const vv_being *being);

/* ---- Troupes ---------------------------------------------------------------------------------------------------------------------- */

/* The creatures of a scene. It plays as an act of the kind VV_SCENE_CREATURE does: see acts.h. */
typedef struct vv_troupe vv_troupe;
vv_result vv_troupe_create(vv_session *session, uint32_t scene, vv_troupe **out, vv_error *error);
void vv_troupe_destroy(vv_troupe *troupe);
uint64_t vv_troupe_key(vv_session *session, uint32_t scene); /* equal: the same creatures, motions, gaits and script */
void vv_troupe_restart(vv_troupe *troupe);
void vv_troupe_advance(vv_troupe *troupe, float dt);
double vv_troupe_seconds(const vv_troupe *troupe);
uint32_t vv_troupe_being_count(const vv_troupe *troupe);
vv_being *vv_troupe_being(const vv_troupe *troupe, uint32_t being);
/* All of them, what they reach for, and the ground where it is not flat. */
vv_act_look vv_troupe_look(const vv_troupe *troupe);
/* The middle of all. */
vv_root vv_troupe_root(const vv_troupe *troupe);

#endif
