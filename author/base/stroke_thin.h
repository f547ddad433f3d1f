/* Strokes with fewer points, for programs that record them. */
#ifndef VV_STROKE_THIN_H
#define VV_STROKE_THIN_H

#include <verve/base.h>
#include <verve/math.h>

/* Which points of a stroke to keep so that there are at most `most` (≥ 2), both ends among them: kept[min(count,
 * most)] ascending indices, and *kept_count. What is left out is near to what is drawn without it. A project refuses
 * strokes of more than VV_PROJECT_MAX_STROKE points, so the program that records a stroke thins it first. */
vv_result vv_stroke_thin(uint32_t count, const vv_vec2 *points, uint32_t most, const vv_allocator *allocator,
                         uint32_t *kept, uint32_t *kept_count, vv_error *error);

#endif
