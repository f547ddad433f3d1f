/* The door of runtime/stage: what other rooms may know beyond <verve/stage.h>. */
#ifndef VVI_STAGE_H
#define VVI_STAGE_H

#include <verve/stage.h>

#include "runtime/base/base.h"

/* vv_stage_restore for a caller that is responsible for the clips: actors may play other clips than when it was
 * saved, such as a clip that was edited after the save. */
vv_result vvi_stage_restore_any_clip(vv_stage *stage, const void *bytes, size_t byte_count, vv_error *error);

/* Whether the stage is being stepped, so that nothing may be added, stepped, saved or restored. */
bool vvi_stage_is_locked(const vv_stage *stage);

/* Sets the length and the checksum in the head of a changed save: for tests that forge one. count ≥ 24. */
void vvi_save_seal(void *bytes, size_t count);

/* Refuses an outline of three or more points that crosses or touches itself. */
vv_result vvi_check_polygon(uint32_t point_count, const vv_vec2 *points, vv_error *error);

#endif
