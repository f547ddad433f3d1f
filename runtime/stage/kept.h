/* What a restore may have to bring back: actors and obstacles that were removed, and clips that were played.
 *
 * A save says which actors and obstacles exist and in which state, but cannot contain what the host owns: sprites,
 * puppets, families, controllers with their user pointers, clips. So the stage does not release what is removed at
 * once. It keeps the last vv_stage_def.keep_removed actors, and as many obstacles, whole; and it knows the clips that
 * were played last. A restore finds them by id and fingerprint.
 *
 * The record of a removed actor or obstacle lies in the memory that was allocated when it was added, so neither
 * removing it nor bringing it back can fail for want of memory. */
#ifndef VVI_STAGE_KEPT_H
#define VVI_STAGE_KEPT_H

#include "runtime/stage/contact.h"

/* At the start of actor.memory. Its slot is that of its id. */
struct kept_actor {
    kept_actor *older;
    uint32_t index;
    actor actor;
    outline outline;
};

/* At the start of obstacle.memory. */
struct kept_obstacle {
    kept_obstacle *older;
    uint32_t index;
    obstacle obstacle;
};

/* Empties the slot of an actor or obstacle, and keeps what was in it as the newest of those that were removed. The
 * slot's generation stays as it is. Nothing is released until vvi_kept_trim. */
void vvi_keep_actor(vv_stage *stage, uint32_t index);
void vvi_keep_obstacle(vv_stage *stage, uint32_t index);
/* Releases the oldest of those that were removed until no more than this many actors and obstacles are kept. */
void vvi_kept_trim(vv_stage *stage, uint32_t count);

/* The newest one that was removed with this id and these fingerprints (identity.c), or NULL. */
kept_actor *vvi_find_kept_actor(const vv_stage *stage, vv_actor id, uint64_t drawing, uint64_t setup);
kept_obstacle *vvi_find_kept_obstacle(const vv_stage *stage, vv_obstacle id, uint64_t fingerprint);
/* An actor was added: releases those that were removed with its id and fingerprints, which a restore took away before.
 * They would never be found again, as it is newer. */
void vvi_release_actors_like(vv_stage *stage, const actor *a);
/* Takes it off the list; its memory then belongs to the caller. */
void vvi_unlist_kept_actor(vv_stage *stage, const kept_actor *k);
void vvi_unlist_kept_obstacle(vv_stage *stage, const kept_obstacle *k);
/* Puts it back into its slot, which is empty; the slot has its generation then. */
void vvi_return_actor(vv_stage *stage, kept_actor *k);
void vvi_return_obstacle(vv_stage *stage, kept_obstacle *k);

/* Remembers a clip that an actor plays. */
void vvi_note_clip(vv_stage *stage, const vv_clip *clip, uint64_t fingerprint);
/* A clip for an actor by its fingerprint: what the actor plays, or one that was played lately. *clip is NULL for
 * fingerprint 0. False: there is none. */
bool vvi_find_clip(const vv_stage *stage, const actor *a, uint64_t fingerprint, const vv_clip **clip);

#endif
