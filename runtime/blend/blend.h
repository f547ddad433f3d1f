/* The door of runtime/blend: what other rooms may use of poses, complexes, fields and shapes beyond the public
 * headers. */
#ifndef VVI_BLEND_H
#define VVI_BLEND_H

#include <verve/blend.h>
#include <verve/shape.h>

#include "runtime/base/base.h"
#include "runtime/rig/rig.h"

/* True if move, angle and stretch of every turn are within the limits of <verve/blend.h>. */
bool vvi_turns_are_sane(size_t count, const vv_handle_pose *turns);
/* True if it has a known kind, which may hold any number, and lies within ±VV_MESH_MAX_POSITION. */
bool vvi_handle_is_sane(const vv_handle *handle);
/* True if all handles[handle_count] are, if their parents form trees, and if turns[example_count ·
 * handle_count] are sane. The kinds may hold any number. */
bool vvi_rig_is_sane(uint32_t handle_count, const vv_handle *handles, uint32_t example_count,
                     const vv_handle_pose *turns);

/* Adds w · move and w · stretch of a turn to a sum; the angle is left to the caller. */
static inline void vvi_turn_add_scaled(vv_handle_pose *sum, float w, const vv_handle_pose *turn)
{
    sum->translation.x += w * turn->translation.x;
    sum->translation.y += w * turn->translation.y;
    sum->xx += w * turn->xx;
    sum->xy += w * turn->xy;
    sum->yy += w * turn->yy;
}

/* A complex as bytes: an asset copies them and uses them in place, at any address that is a multiple of 16. `verify`
 * checks every count, offset, index and number; bytes that pass are safe to use, wherever they come from. */
size_t vvi_complex_bytes(const vv_complex *complex);
vv_result vvi_complex_verify(const void *bytes, size_t byte_count, vv_error *error);

/* True if a place from outside belongs to this complex: its simplex exists, and its weights are finite, ≥ 0 and sum
 * to 1 within 1e-3. */
bool vvi_place_is_valid(const vv_complex *complex, vv_place place);

/* The star of an example: the *count simplices that have it as a corner. */
const uint32_t *vvi_complex_star(const vv_complex *complex, uint32_t example, uint32_t *count);

/* As above for fields, shapes and correctives, at multiples of 64. */
size_t vvi_field_bytes(const vv_field *field);
vv_result vvi_field_verify(const void *bytes, size_t byte_count, vv_error *error);
size_t vvi_shape_bytes(const vv_shape *shape);
vv_result vvi_shape_verify(const void *bytes, size_t byte_count, vv_error *error);
/* vv_shape_surface in a chosen width. Every width gives the same bits. */
void vvi_shape_surface_width(const vv_shape *shape, const vv_vec3 *form, vv_vec3 *positions, vv_vec3 *normals,
                             vvi_width width);
size_t vvi_corrective_bytes(const vv_corrective *corrective);
vv_result vvi_corrective_verify(const void *bytes, size_t byte_count, vv_error *error);

#endif
