/* The door of runtime/stage: what other rooms may know beyond <verve/stage.h>. */
#ifndef VVI_STAGE_H
#define VVI_STAGE_H

#include <verve/stage.h>

#include "runtime/base/base.h"
#include "runtime/base/parameters.h"

/* Rows of vv_strengths, in the order of vv_strength, and of vv_material. */
vvi_parameters vvi_strength_parameters(void);
vvi_parameters vvi_material_parameters(void);

/* A sprite as bytes: an asset copies them and uses them in place, at any address that is a multiple of 64. `verify`
 * checks every count, offset, index and number; bytes that pass can be used without harm, whatever made them. */
size_t vvi_sprite_bytes(const vv_sprite *sprite);
vv_result vvi_sprite_verify(const void *bytes, size_t byte_count, vv_error *error);

/* The same for puppets and recordings. */
size_t vvi_puppet_bytes(const vv_puppet *puppet);
vv_result vvi_puppet_verify(const void *bytes, size_t byte_count, vv_error *error);
size_t vvi_recording_bytes(const vv_recording *recording);
vv_result vvi_recording_verify(const void *bytes, size_t byte_count, vv_error *error);
/* Whether a family can be made from this: VV_OK, or what vv_family_create would say. */
vv_result vvi_family_check(const vv_family_def *def, vv_error *error);

/* vv_stage_restore for a caller that is responsible for the clips: actors may play other clips than when it was
 * saved, such as a clip that was edited after the save. */
vv_result vvi_stage_restore_any_clip(vv_stage *stage, const void *bytes, size_t byte_count, vv_error *error);

/* Sets the length and the checksum in the head of a changed save: for tests that forge one. count ≥ 24. */
void vvi_save_seal(void *bytes, size_t count);

/* Refuses an outline of three or more points that crosses or touches itself. */
vv_result vvi_check_polygon(uint32_t point_count, const vv_vec2 *points, vv_error *error);

#endif
