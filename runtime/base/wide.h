/* 128-bit unsigned integers, for targets with __int128 and without. Both ways give the same bits; the test of this
 * header compares them. */
#ifndef VVI_WIDE_H
#define VVI_WIDE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct vvi_bits128 {
    uint64_t high, low;
} vvi_bits128;

static inline vvi_bits128 vvi_wide_add(vvi_bits128 a, vvi_bits128 b)
{
    uint64_t low = a.low + b.low;
    return (vvi_bits128){a.high + b.high + (low < a.low), low};
}

/* a · 2^shift and a / 2^shift, rounded down; shift is 0…127. */
static inline vvi_bits128 vvi_wide_left(vvi_bits128 a, unsigned shift)
{
    if (shift >= 64)
        return (vvi_bits128){a.low << (shift - 64), 0};
    return shift ? (vvi_bits128){a.high << shift | a.low >> (64 - shift), a.low << shift} : a;
}
static inline vvi_bits128 vvi_wide_right(vvi_bits128 a, unsigned shift)
{
    if (shift >= 64)
        return (vvi_bits128){0, a.high >> (shift - 64)};
    return shift ? (vvi_bits128){a.high >> shift, a.low >> shift | a.high << (64 - shift)} : a;
}

/* ---- 64 × 64 bits, by halves ----------------------------------------------------------------------------------- */

static inline vvi_bits128 vvi_wide_multiply_plain(uint64_t a, uint64_t b)
{
    uint64_t a_high = a >> 32, a_low = a & UINT32_MAX, b_high = b >> 32, b_low = b & UINT32_MAX;
    uint64_t low = a_low * b_low, cross1 = a_high * b_low, cross2 = a_low * b_high;
    uint64_t middle = (low >> 32) + (cross1 & UINT32_MAX) + (cross2 & UINT32_MAX);
    return (vvi_bits128){a_high * b_high + (cross1 >> 32) + (cross2 >> 32) + (middle >> 32),
                         middle << 32 | (low & UINT32_MAX)};
}

/* One digit in base 2³² of (high·2³² + next) / divisor, where high < divisor and the divisor's highest bit is set.
 * A guess from the divisor's upper half is at most 2 too large (Knuth, The Art of Computer Programming 4.3.1,
 * algorithm D). The remainder replaces *high. */
static inline uint64_t vvi_wide_digit(uint64_t *high, uint64_t next, uint64_t divisor)
{
    uint64_t d_high = divisor >> 32, d_low = divisor & UINT32_MAX;
    uint64_t guess = *high / d_high, remainder = *high % d_high;
    while (guess > UINT32_MAX || guess * d_low > (remainder << 32 | next)) {
        guess--;
        remainder += d_high;
        if (remainder > UINT32_MAX)
            break;
    }
    *high = (*high << 32 | next) - guess * divisor; /* modulo 2⁶⁴; the remainder is below the divisor */
    return guess;
}

/* a / divisor, rounded down; divisor > 0. *remainder receives what is left. */
static inline vvi_bits128 vvi_wide_divide_plain(vvi_bits128 a, uint64_t divisor, uint64_t *remainder)
{
    unsigned shift = (unsigned)__builtin_clzll(divisor);
    uint64_t scaled = divisor << shift, high_quotient = a.high / divisor;
    vvi_bits128 left = vvi_wide_left((vvi_bits128){a.high % divisor, a.low}, shift);
    uint64_t r = left.high;
    uint64_t upper = vvi_wide_digit(&r, left.low >> 32, scaled);
    uint64_t lower = vvi_wide_digit(&r, left.low & UINT32_MAX, scaled);
    *remainder = r >> shift;
    return (vvi_bits128){high_quotient, upper << 32 | lower};
}

/* ---- As the target does it best --------------------------------------------------------------------------------- */

static inline vvi_bits128 vvi_wide_multiply(uint64_t a, uint64_t b)
{
#ifdef __SIZEOF_INT128__
    __extension__ typedef unsigned __int128 uint128;
    uint128 product = (uint128)a * b;
    return (vvi_bits128){(uint64_t)(product >> 64), (uint64_t)product};
#else
    return vvi_wide_multiply_plain(a, b);
#endif
}

static inline vvi_bits128 vvi_wide_divide(vvi_bits128 a, uint64_t divisor, uint64_t *remainder)
{
#ifdef __SIZEOF_INT128__
    __extension__ typedef unsigned __int128 uint128;
    uint128 dividend = (uint128)a.high << 64 | a.low, quotient = dividend / divisor;
    *remainder = (uint64_t)(dividend % divisor);
    return (vvi_bits128){(uint64_t)(quotient >> 64), (uint64_t)quotient};
#else
    return vvi_wide_divide_plain(a, divisor, remainder);
#endif
}

/* a · b of signed numbers, in two's complement. */
static inline vvi_bits128 vvi_wide_multiply_signed(int64_t a, int64_t b)
{
    vvi_bits128 product = vvi_wide_multiply((uint64_t)a, (uint64_t)b);
    product.high -= (a < 0 ? (uint64_t)b : 0) + (b < 0 ? (uint64_t)a : 0);
    return product;
}

static inline bool vvi_wide_is_positive(vvi_bits128 a) { return !(a.high >> 63) && (a.high | a.low); }

#endif
