/* Families and copies of an actor on the stage: what the rest of the stage calls. */
#ifndef VVI_STAGE_PUPPET_CHANGE_H
#define VVI_STAGE_PUPPET_CHANGE_H

#include "runtime/stage/puppet/actor.h"

/* ---- Families (change.c) ---------------------------------------------------------------------------------------------- */

/* Candidates of a puppet that has a family; its members are made. False: out of memory. */
bool vvi_change_begin(puppet *p);
/* When the actor's step is over, before its origin moves: candidates, and a jump. */
void vvi_puppet_change(vv_stage *stage, actor *a);
/* Copies and what else knows of the member; the actor is already another. */
void vvi_change_follow(puppet *p);
/* The candidates' past ends: it was teleported, flipped or failed. */
void vvi_change_forget(puppet *p);
/* The handle of the member that it is now which answers to a handle of the one it was made as, in one of these vv_parts;
 * VV_NONE: none. */
uint32_t vvi_change_handle(const puppet *p, uint32_t handle, uint32_t parts);
/* Examples that the member is drawn to: those of the def for the one it was made as, of others all. */
uint32_t vvi_change_attractions(const puppet *p, const uint32_t **list);
void vvi_change_walk(walk *w, puppet *p);

/* ---- Copies (paste.c) --------------------------------------------------------------------------------------------------- */

vv_result vvi_paste_check(const vv_stage *stage, const vv_actor_def *def, vv_error *error);
/* The rows that copies of this def need in a step. */
uint32_t vvi_paste_row_count(const vv_actor_def *def);
bool vvi_paste_begin(const vv_stage *stage, puppet *p, const vv_actor_def *def);
/* Adds what copies want now to the puppet's rows. */
void vvi_paste_rows(const vv_stage *stage, actor *a, double time);

#endif
