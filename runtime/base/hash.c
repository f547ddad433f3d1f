/* A 64-bit state hash: eight bytes at a time through a multiply-and-fold mix (as in wyhash), read little-endian so
 * that it is the same on every machine. Not for cryptography. */
#include "base.h"

/* The high and low halves of a 128-bit product, folded. WebAssembly has no wide multiplication; there it is put together from
 * 32-bit parts. */
#if defined(__SIZEOF_INT128__) && !defined(__wasm__)

__extension__ typedef unsigned __int128 bits128;

static uint64_t mix(uint64_t a, uint64_t b)
{
    bits128 product = (bits128)a * b;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

#else

static uint64_t mix(uint64_t a, uint64_t b)
{
    uint64_t a_low = a & 0xffffffffu, a_high = a >> 32, b_low = b & 0xffffffffu, b_high = b >> 32;
    uint64_t low = a_low * b_low, middle1 = a_high * b_low, middle2 = a_low * b_high, high = a_high * b_high;
    uint64_t carry = ((low >> 32) + (middle1 & 0xffffffffu) + (middle2 & 0xffffffffu)) >> 32;
    uint64_t product_low = low + (middle1 << 32) + (middle2 << 32);
    uint64_t product_high = high + (middle1 >> 32) + (middle2 >> 32) + carry;
    return product_low ^ product_high;
}

#endif

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
