/* The door of runtime/blend: what other rooms may know of complexes beyond <verve/blend.h>. */
#ifndef VVI_BLEND_H
#define VVI_BLEND_H

#include <verve/blend.h>

#include "runtime/base/base.h"

/* A complex as bytes: an asset copies them and uses them in place, at any address that is a multiple of 16. `verify`
 * checks every count, offset, index and number; bytes that pass can be used without harm, whatever made them. */
size_t vvi_complex_bytes(const vv_complex *complex);
vv_result vvi_complex_verify(const void *bytes, size_t byte_count, vv_error *error);

/* Whether a place that comes from outside is one of this complex: its simplex exists, its weights are finite, ≥ 0 and
 * sum to 1 within 1e-3. */
bool vvi_place_is_valid(const vv_complex *complex, vv_place place);

/* The simplices that have this example as a corner: star[count]. */
const uint32_t *vvi_complex_star(const vv_complex *complex, uint32_t example, uint32_t *count);

#endif
