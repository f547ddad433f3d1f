/* A 64-bit hash of bytes: eight at a time, mixed by multiply-and-fold as in wyhash, and read little-endian, so that
 * it is the same on every machine. Not for cryptography. */
#include "base.h"
#include "wide.h"

/* The two halves of the 128-bit product, combined by exclusive or. */
static uint64_t mix(uint64_t a, uint64_t b)
{
    vvi_bits128 product = vvi_wide_multiply(a, b);
    return product.low ^ product.high;
}

static uint64_t read_little_endian(const uint8_t *bytes, size_t count)
{
    uint64_t value = 0;
    for (size_t i = 0; i < count; i++)
        value |= (uint64_t)bytes[i] << (8 * i);
    return value;
}

uint64_t vv_hash_bytes(uint64_t seed, const void *bytes, size_t count)
{
    VV_ASSERT(bytes != NULL || count == 0);
    const uint64_t odd1 = 0xa0761d6478bd642fu, odd2 = 0xe7037ed1a0b428dbu;
    const uint8_t *data = bytes;
    uint64_t hash = mix(seed ^ odd1, (uint64_t)count ^ odd2);
    size_t i = 0;
    for (; i + 8 <= count; i += 8)
        hash = mix(hash ^ read_little_endian(data + i, 8), odd1);
    if (i < count)
        hash = mix(hash ^ read_little_endian(data + i, count - i), odd2);
    return mix(hash ^ odd2, odd1);
}
