/* The door of runtime/blend: what other rooms may know of complexes beyond <verve/blend.h>. */
#ifndef VVI_BLEND_H
#define VVI_BLEND_H

#include <verve/blend.h>
#include <verve/shape.h>

#include "runtime/base/base.h"
#include "runtime/rig/rig.h"

/* A complex as bytes: an asset copies them and uses them in place, at any address that is a multiple of 16. `verify`
 * checks every count, offset, index and number; bytes that pass can be used without harm, whatever made them. */
size_t vvi_complex_bytes(const vv_complex *complex);
bool vvi_turns_are_sane(size_t count, const vv_turn *turns);
/* Whether handles[handle_count] are of a known kind and within ±VV_MESH_MAX_POSITION, and turns[example_count · handle_count] within that
 * and the limits of <verve/blend.h>. The kinds may be anything: they are read as numbers. */
bool vvi_rig_is_sane(uint32_t handle_count, const vv_handle *handles, uint32_t example_count, const vv_turn *turns);

vv_result vvi_complex_verify(const void *bytes, size_t byte_count, vv_error *error);

/* Whether a place that comes from outside is one of this complex: its simplex exists, its weights are finite, ≥ 0 and
 * sum to 1 within 1e-3. */
bool vvi_place_is_valid(const vv_complex *complex, vv_place place);

/* The simplices that have this example as a corner: star[count]. */
const uint32_t *vvi_complex_star(const vv_complex *complex, uint32_t example, uint32_t *count);

/* The same for fields, shapes and correctives, at multiples of 64. */
size_t vvi_field_bytes(const vv_field *field);
vv_result vvi_field_verify(const void *bytes, size_t byte_count, vv_error *error);
size_t vvi_shape_bytes(const vv_shape *shape);
vv_result vvi_shape_verify(const void *bytes, size_t byte_count, vv_error *error);
/* Every width gives the same bits. */
void vvi_shape_surface_width(const vv_shape *shape, const vv_vec3 *form, vv_vec3 *positions, vv_vec3 *normals,
                             vvi_width width);
size_t vvi_corrective_bytes(const vv_corrective *corrective);
vv_result vvi_corrective_verify(const void *bytes, size_t byte_count, vv_error *error);

#endif
