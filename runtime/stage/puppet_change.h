/* Families and copies of an actor on the stage: what the rest of the stage calls. */
#ifndef VVI_STAGE_PUPPET_CHANGE_H
#define VVI_STAGE_PUPPET_CHANGE_H

#include "runtime/stage/puppet_actor.h"

/* ---- Families (puppet_change.c) ---------------------------------------------------------------------------------- */

/* Creates the candidates of a puppet that has a family, after its members. False: out of memory. */
bool vvi_change_begin(puppet *p);
/* At the end of the actor's step, before its origin moves: updates the candidates, and perhaps jumps. */
void vvi_puppet_change(vv_stage *stage, actor *a);
/* Updates copies and transitions after the actor has switched members. */
void vvi_change_update_copies(puppet *p);
/* Invalidates the candidates' history: the actor was teleported, flipped, or failed. */
void vvi_change_reset_history(puppet *p);
/* The handle of the current member that corresponds to a handle of the base member in one of these vv_handle_parts;
 * VV_NONE: none. */
uint32_t vvi_change_handle(const puppet *p, uint32_t handle, uint32_t parts);
/* The examples that attract the current member: those of the def for the base member, all of them for others. */
uint32_t vvi_change_attractions(const puppet *p, const uint32_t **list);
void vvi_change_walk(walk *w, puppet *p);

/* ---- Copies (puppet_paste.c) ------------------------------------------------------------------------------------- */

vv_result vvi_paste_check(const vv_stage *stage, const vv_actor_def *def, vv_error *error);
/* The number of rows that copies of this def need in a step. */
uint32_t vvi_paste_row_count(const vv_actor_def *def);
bool vvi_paste_begin(const vv_stage *stage, puppet *p, const vv_actor_def *def);
/* Adds the rows of copies to the puppet's rows. */
void vvi_paste_rows(const vv_stage *stage, actor *a, double time);

#endif
