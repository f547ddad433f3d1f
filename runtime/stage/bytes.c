/* Numbers to little-endian bytes and back. */
#include "runtime/stage/bytes.h"

void vvi_write(vvi_writer *w, const void *bytes, size_t count)
{
    VVI_CHECK(bytes != NULL || count == 0 || (!w->bytes && !w->hashing));
    if (count && w->bytes && w->count + count <= w->capacity)
        memcpy(w->bytes + w->count, bytes, count);
    if (w->hashing)
        w->hash = vv_hash_bytes(w->hash, bytes, count);
    w->count += count;
}

static void split(uint64_t value, uint32_t count, uint8_t *out)
{
    for (uint32_t i = 0; i < count; i++)
        out[i] = (uint8_t)(value >> (8 * i));
}

static uint64_t join(const uint8_t *bytes, uint32_t count)
{
    uint64_t value = 0;
    for (uint32_t i = 0; i < count; i++)
        value |= (uint64_t)bytes[i] << (8 * i);
    return value;
}

void vvi_write_u32(vvi_writer *w, uint32_t value)
{
    uint8_t bytes[4];
    split(value, 4, bytes);
    vvi_write(w, bytes, sizeof bytes);
}

void vvi_write_u64(vvi_writer *w, uint64_t value)
{
    uint8_t bytes[8];
    split(value, 8, bytes);
    vvi_write(w, bytes, sizeof bytes);
}

void vvi_write_float(vvi_writer *w, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    vvi_write_u32(w, bits);
}

void vvi_write_double(vvi_writer *w, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    vvi_write_u64(w, bits);
}

/* A little-endian machine has the bytes already; the compiler evaluates this. */
static bool is_little_endian(void)
{
    const uint16_t one = 1;
    uint8_t first;
    memcpy(&first, &one, 1);
    return first == 1;
}

/* In blocks of 64: the hash depends on how bytes are divided. */
void vvi_write_floats(vvi_writer *w, const float *values, size_t count)
{
    uint8_t bytes[64 * sizeof(float)];
    if (!w->bytes && !w->hashing) {
        w->count += count * sizeof *values;
        return;
    }
    while (count) {
        size_t some = count < 64 ? count : 64;
        for (size_t i = 0; i < some && !is_little_endian(); i++) {
            uint32_t bits;
            memcpy(&bits, &values[i], sizeof bits);
            split(bits, 4, bytes + 4 * i);
        }
        vvi_write(w, is_little_endian() ? (const void *)values : bytes, 4 * some);
        values += some;
        count -= some;
    }
}

void vvi_write_vectors(vvi_writer *w, const vv_vec2 *values, size_t count)
{
    if (!w->bytes && !w->hashing)
        w->count += count * sizeof *values;
    else if (count)
        vvi_write_floats(w, &values[0].x, 2 * count);
}

/* The next bytes, or NULL past the end. */
static const uint8_t *next(vvi_reader *r, size_t count)
{
    VVI_CHECK(r->at <= r->count);
    if (r->failed || count > r->count - r->at) {
        r->failed = true;
        return NULL;
    }
    const uint8_t *bytes = r->bytes + r->at;
    r->at += count;
    return bytes;
}

uint32_t vvi_read_u32(vvi_reader *r)
{
    const uint8_t *bytes = next(r, 4);
    return bytes ? (uint32_t)join(bytes, 4) : 0;
}

uint64_t vvi_read_u64(vvi_reader *r)
{
    const uint8_t *bytes = next(r, 8);
    return bytes ? join(bytes, 8) : 0;
}

float vvi_read_float(vvi_reader *r)
{
    uint32_t bits = vvi_read_u32(r);
    float value;
    memcpy(&value, &bits, sizeof value);
    if (!vvi_all_finite(&value, 1)) {
        r->failed = true;
        return 0.0f;
    }
    return value;
}

double vvi_read_double(vvi_reader *r)
{
    uint64_t bits = vvi_read_u64(r);
    double value;
    memcpy(&value, &bits, sizeof value);
    if (!(fabs(value) <= 1.7e308)) {
        r->failed = true;
        return 0.0;
    }
    return value;
}

void vvi_read(vvi_reader *r, void *out, size_t count)
{
    const uint8_t *bytes = next(r, count);
    if (bytes && out && count)
        memcpy(out, bytes, count);
}

void vvi_read_floats(vvi_reader *r, float *out, size_t count)
{
    for (size_t i = 0; i < count && !r->failed; i++) {
        float value = vvi_read_float(r);
        if (out)
            out[i] = value;
    }
}

static float float_at(const uint8_t *bytes)
{
    uint32_t bits = (uint32_t)join(bytes, 4);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

void vvi_read_vectors(vvi_reader *r, vv_vec2 *out, size_t count, float most)
{
    const uint8_t *bytes = next(r, count * sizeof *out);
    bool good = bytes != NULL;
    for (size_t i = 0; bytes && i < count; i++) {
        float x = float_at(bytes + 8 * i), y = float_at(bytes + 8 * i + 4);
        good &= x * x + y * y <= most * most;
    }
    r->failed = r->failed || !good;
    for (size_t i = 0; good && out && i < count; i++)
        out[i] = (vv_vec2){float_at(bytes + 8 * i), float_at(bytes + 8 * i + 4)};
}
