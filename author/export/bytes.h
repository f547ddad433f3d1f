/* Private to author/export: a file that grows in memory. */
#ifndef VVI_EXPORT_BYTES_H
#define VVI_EXPORT_BYTES_H

#include "author/export/model.h"
#include "runtime/base/base.h"

/* Zero-initialise all but the allocator. Running out of memory is remembered; vvi_out_finish then reports it. */
typedef struct vvi_out {
    const vv_allocator *allocator;
    void *data;
    size_t count, capacity;
    bool failed;
} vvi_out;

void vvi_out_add(vvi_out *out, const void *bytes, size_t count);
void vvi_out_text(vvi_out *out, const char *text);
void vvi_out_float(vvi_out *out, float value);
void vvi_out_double(vvi_out *out, double value);
/* Moves the bytes to an allocation of exactly their size; releases them on failure. */
vv_result vvi_out_finish(vvi_out *out, vv_bytes *bytes, vv_error *error);
void vvi_out_release(vvi_out *out);

#endif
