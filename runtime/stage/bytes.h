/* State as bytes: little-endian, one number after the other, no padding. The same writer saves, counts and hashes, so
 * that what is hashed is what is saved. The reader never passes its end and refuses numbers that are not finite;
 * whether it failed is checked once, at the end. */
#ifndef VVI_STAGE_BYTES_H
#define VVI_STAGE_BYTES_H

#include "runtime/base/base.h"

#include <string.h>

typedef struct vvi_writer {
    /* [capacity], or NULL: count and hash alone. If only counted, arrays may be NULL. */
    uint8_t *bytes;
    size_t capacity; /* bytes beyond are counted, not written */
    size_t count;
    bool hashing;
    uint64_t hash;
} vvi_writer;

void vvi_write(vvi_writer *w, const void *bytes, size_t count);
void vvi_write_u32(vvi_writer *w, uint32_t value);
void vvi_write_u64(vvi_writer *w, uint64_t value);
void vvi_write_float(vvi_writer *w, float value);
void vvi_write_double(vvi_writer *w, double value);
void vvi_write_floats(vvi_writer *w, const float *values, size_t count);
void vvi_write_vectors(vvi_writer *w, const vv_vec2 *values, size_t count);

typedef struct vvi_reader {
    const uint8_t *bytes;
    size_t count, at;
    bool failed; /* a read past the end, a number that is not finite, or what the caller found */
} vvi_reader;

/* Each gives 0 once reading has failed. */
uint32_t vvi_read_u32(vvi_reader *r);
uint64_t vvi_read_u64(vvi_reader *r);
float vvi_read_float(vvi_reader *r);
double vvi_read_double(vvi_reader *r);
/* `out` may be NULL: the bytes are checked and skipped. */
void vvi_read(vvi_reader *r, void *out, size_t count);
void vvi_read_floats(vvi_reader *r, float *out, size_t count);
/* No vector may be longer than `most`. */
void vvi_read_vectors(vvi_reader *r, vv_vec2 *out, size_t count, float most);

#endif
