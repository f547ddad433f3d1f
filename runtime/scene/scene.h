/* The door of runtime/scene: what other rooms may know beyond <verve/scene.h>. */
#ifndef VVI_SCENE_H
#define VVI_SCENE_H

#include <verve/scene.h>

#include "runtime/base/base.h"

/* ---- Time -------------------------------------------------------------------------------------------------------- */

/* The nominal length of a step: exactly 1/60 s for the float next to it, which is a little longer, so that frames at
 * 60 Hz would slowly drift between steps. */
double vvi_scene_nominal_step(float step);
/* Whether a cue with this time acts before fixed step `count`, counted from 0, or before an earlier one. */
bool vvi_scene_is_due(float step, float time, uint64_t count);
/* The largest float below a positive one. */
float vvi_just_below(float value);

/* ---- Cues from outside the script -------------------------------------------------------------------------------- */

/* Called before every fixed step, counted from 0: `is_due` says whether anything is to be done before it, and
 * `perform` does it by vvi_scene_player_perform, after the cues of the script. */
typedef struct vvi_scene_director {
    void *user; /* NULL: there is none */
    bool (*is_due)(void *user, uint64_t step);
    void (*perform)(void *user, uint64_t step);
} vvi_scene_director;
void vvi_scene_player_set_director(vv_scene_player *player, vvi_scene_director director);
void vvi_scene_player_perform(vv_scene_player *player, const vv_scene_cue *cue);

/* ---- What it has ------------------------------------------------------------------------------------------------- */

typedef struct vvi_scene_report {
    uint64_t steps, events;
    uint32_t failures, overflows; /* among the events */
} vvi_scene_report;
vvi_scene_report vvi_scene_player_report(const vv_scene_player *player);
uint32_t vvi_scene_player_hold_count(const vv_scene_player *player, uint32_t actor);
bool vvi_scene_player_has_hold(const vv_scene_player *player, uint32_t actor, const char *name);
/* The index of an actor of the stage in the scene; VV_NONE: it is not one of the scene's. */
uint32_t vvi_scene_player_find(const vv_scene_player *player, vv_actor actor);

/* ---- As bytes ---------------------------------------------------------------------------------------------------- */

/* What an actor of a packed scene refers to, by indices in the file that it is packed into. */
typedef struct vvi_scene_parts {
    uint32_t artwork;
    bool puppet;
    uint32_t behaviour;    /* of the artwork, or VV_NONE */
    uint32_t family;       /* or VV_NONE */
    uint32_t member_count; /* of the family; 1 without one */
    /* [member] The sprite or puppet of the actor's size; VV_NONE: the artwork's own. */
    uint32_t sized[VV_PUPPET_MAX_MEMBERS];
    uint32_t recordings[VV_PUPPET_MAX_COPIES]; /* of each copy; VV_NONE: it copies an actor */
} vvi_scene_parts;

/* What a scene that was unpacked needs to have made for itself; released with its player. Initialise it with zeros
 * and the arena's allocator. */
typedef struct vvi_scene_store {
    vvi_arena arena;
    uint32_t family_count, recording_count;
    vv_family **families;      /* [family_count] at most one for each actor */
    vv_recording **recordings; /* [recording_count] at most VV_PUPPET_MAX_COPIES for each actor */
} vvi_scene_store;
void vvi_scene_store_release(vvi_scene_store *store);
/* The player owns what was made for it from now on; *store is then empty. */
void vvi_scene_player_keep(vv_scene_player *player, vvi_scene_store *store);

/* Writes a scene as words without pointers; parts[actor_count] say what its actors are made from. Returns how many
 * words it takes; none beyond `capacity` are written. */
size_t vvi_scene_pack(const vv_scene_def *def, const vvi_scene_parts *parts, uint32_t *words, size_t capacity);

/* Gives actor `index`, of which everything else has been read, its sprite or puppet, behaviour, drawings, clips, family
 * and recordings. store NULL: only checks that they exist and suit each other, and allocates nothing. */
typedef vv_result (*vvi_scene_resolver)(const void *user, uint32_t index, const vvi_scene_parts *parts,
                                        vvi_scene_store *store, vv_scene_actor *actor, vv_error *error);
/* Reads the words. What it checks is that they have the right structure and that the numbers are finite and in the
 * range that their members have. store NULL: only verifies; *def then has counts alone. Otherwise *def points into the
 * words and the store, which is to be released in any case. */
vv_result vvi_scene_unpack(const uint32_t *words, size_t word_count, vvi_scene_resolver resolve, const void *user,
                           vvi_scene_store *store, vv_scene_def *def, vv_error *error);

#endif
