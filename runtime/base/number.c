/* Numbers from decimal text and back, the same on every host. (The C library's strtod and printf follow the locale,
 * and are not available in WebAssembly without imports.) */
#include "base.h"
#include "wide.h"

#include <string.h>

bool vvi_all_finite(const float *values, size_t count)
{
    float sum = 0.0f; /* 0 · x is 0 for a finite x and NaN otherwise, and NaN survives the sum */
    for (size_t i = 0; i < count; i++)
        sum += 0.0f * values[i];
    return sum == 0.0f;
}

bool vvi_all_within(const float *values, size_t count, float limit)
{
    bool within = true;
    for (size_t i = 0; i < count; i++)
        within &= values[i] <= limit && values[i] >= -limit;
    return within;
}

/* ---- 128-bit floating point -------------------------------------------------------------------------------------- */

/* bits · 2^exponent; the highest bit of `bits` is set unless the number is zero. */
typedef struct wide {
    vvi_bits128 bits;
    int exponent;
} wide;

static wide normalize(vvi_bits128 bits, int exponent)
{
    if (!(bits.high | bits.low))
        return (wide){bits, exponent};
    int shift = bits.high ? __builtin_clzll(bits.high) : 64 + __builtin_clzll(bits.low);
    return (wide){vvi_wide_left(bits, (unsigned)shift), exponent - shift};
}

static wide from_integer(uint64_t integer) { return normalize((vvi_bits128){0, integer}, 0); }

/* The upper 128 bits of the product; the error is less than one unit in the last place. */
static wide multiply(wide a, wide b)
{
    vvi_bits128 low = vvi_wide_multiply(a.bits.low, b.bits.low), high = vvi_wide_multiply(a.bits.high, b.bits.high);
    vvi_bits128 cross1 = vvi_wide_multiply(a.bits.high, b.bits.low),
                cross2 = vvi_wide_multiply(a.bits.low, b.bits.high);
    vvi_bits128 middle = vvi_wide_add((vvi_bits128){0, low.high}, (vvi_bits128){0, cross1.low});
    middle = vvi_wide_add(middle, (vvi_bits128){0, cross2.low});
    high = vvi_wide_add(high, (vvi_bits128){0, cross1.high});
    high = vvi_wide_add(high, (vvi_bits128){0, cross2.high});
    high = vvi_wide_add(high, (vvi_bits128){0, middle.high});
    return normalize(high, a.exponent + b.exponent + 128);
}

/* 10^exponent by squaring. Powers up to 10^55 are exact. A tenth is rounded; the relative error of its powers stays
 * below 2⁻¹¹⁵, while a double has 2⁻⁵³. */
static wide power_of_ten(int exponent)
{
    const vvi_bits128 tenth = {0xccccccccccccccccu, 0xcccccccccccccccdu}; /* 0.8 · 2^128, exponent −131 */
    wide power = from_integer(1), base = exponent < 0 ? (wide){tenth, -131} : from_integer(10);
    for (unsigned n = exponent < 0 ? 0u - (unsigned)exponent : (unsigned)exponent; n; n >>= 1) {
        if (n & 1)
            power = multiply(power, base);
        base = multiply(base, base);
    }
    return power;
}

/* The nearest double, ties to even, subnormals and infinity included. */
static double nearest_double(wide w)
{
    if (!(w.bits.high | w.bits.low))
        return 0.0;
    int top = w.exponent + 127;                     /* value in [2^top, 2^(top + 1)) */
    int kept = top >= -1022 ? 53 : 53 + top + 1022; /* bits of the mantissa */
    if (top > 1023)
        return INFINITY;
    if (kept < 0)
        return 0.0;
    uint64_t integer = kept ? w.bits.high >> (64 - kept) : 0, half = (uint64_t)1 << 63;
    vvi_bits128 remainder = vvi_wide_left(w.bits, (unsigned)kept);
    integer += remainder.high > half || (remainder.high == half && (remainder.low || (integer & 1)));
    /* The mantissa is added, so that it carries into the exponent where rounding made it one bit longer. */
    uint64_t bits = integer + (top >= -1022 ? (uint64_t)(top + 1022) << 52 : 0);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* ---- Reading -------------------------------------------------------------------------------------------------- */

/* mantissa / 10^places with at least 64 bits; the last bit is also set where there is a remainder, so that rounding
 * is exact. */
static wide divide_decimal(uint64_t mantissa, int places)
{
    uint64_t divisor = 1, remainder;
    VVI_CHECK(places >= 0 && places <= 19);
    for (int i = 0; i < places; i++)
        divisor *= 10;
    wide m = from_integer(mantissa);
    vvi_bits128 quotient = vvi_wide_divide(m.bits, divisor, &remainder);
    quotient.low |= remainder != 0;
    return normalize(quotient, m.exponent);
}

static double scale_decimal(uint64_t mantissa, int exponent)
{
    if (mantissa == 0 || exponent < -400)
        return 0.0;
    if (exponent > 400)
        return INFINITY;
    if (exponent < 0 && exponent >= -19) /* the usual fraction, which may lie exactly between two doubles */
        return nearest_double(divide_decimal(mantissa, -exponent));
    return nearest_double(multiply(from_integer(mantissa), power_of_ten(exponent)));
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* Reads digits into *mantissa: up to 19; further ones are counted in *dropped. Returns how many digits there were. */
static size_t read_digits(const char *text, size_t length, uint64_t *mantissa, int *dropped)
{
    size_t i = 0;
    for (; i < length && is_digit(text[i]); i++) {
        if (*mantissa <= (UINT64_MAX - 9) / 10)
            *mantissa = *mantissa * 10 + (uint64_t)(text[i] - '0');
        else
            (*dropped)++;
    }
    return i;
}

static size_t read_exponent(const char *text, size_t length, int *exponent)
{
    size_t i = 1;
    bool negative = false;
    if (length < 2)
        return 0;
    if (text[i] == '+' || text[i] == '-')
        negative = text[i++] == '-';
    size_t first = i;
    int value = 0;
    for (; i < length && is_digit(text[i]); i++)
        value = value < 100000 ? value * 10 + (text[i] - '0') : value;
    *exponent += negative ? -value : value;
    return i == first ? 0 : i;
}

size_t vvi_parse_double(const char *text, size_t length, double *value)
{
    size_t i = 0;
    bool negative = length && text[0] == '-';
    i += negative;
    uint64_t mantissa = 0;
    int dropped = 0;
    size_t integer = read_digits(text + i, length - i, &mantissa, &dropped);
    if (integer == 0)
        return 0;
    i += integer;
    int exponent = dropped;
    if (i + 1 < length && text[i] == '.' && is_digit(text[i + 1])) {
        int dropped_fraction = 0;
        size_t fraction = read_digits(text + i + 1, length - i - 1, &mantissa, &dropped_fraction);
        exponent -= (int)fraction - dropped_fraction;
        i += 1 + fraction;
    }
    if (i < length && (text[i] == 'e' || text[i] == 'E'))
        i += read_exponent(text + i, length - i, &exponent);
    double magnitude = scale_decimal(mantissa, exponent);
    *value = negative ? -magnitude : magnitude;
    return i;
}

/* ---- Writing -------------------------------------------------------------------------------------------------- */

static wide from_double(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    int exponent = (int)(bits >> 52 & 0x7ff);
    uint64_t mantissa = (bits & 0xfffffffffffffu) | (exponent ? (uint64_t)1 << 52 : 0);
    return normalize((vvi_bits128){0, mantissa}, exponent ? exponent - 1075 : -1074);
}

/* w · 10^shift rounded to an integer, which must fit 64 bits. */
static uint64_t round_to_integer(wide w, int shift)
{
    wide scaled = multiply(w, power_of_ten(shift));
    int drop = -scaled.exponent; /* bits of the fraction */
    if (drop > 128)
        return 0;
    vvi_bits128 twice = vvi_wide_right(scaled.bits, (unsigned)drop - 1u);
    return vvi_wide_right(vvi_wide_add(twice, (vvi_bits128){0, 1}), 1).low;
}

/* Writes value > 0 rounded to `count` decimal digits; returns the power of ten of the first digit. */
static int decimal_digits(double value, int count, char *digits)
{
    wide w = from_double(value);
    VVI_CHECK(value > 0.0 && count >= 1 && count <= 17);
    uint64_t limit = 1;
    for (int i = 0; i < count; i++)
        limit *= 10;
    /* log10(2) · 2^20 is 315652.8: this estimate of the power of ten is right or one too small. */
    int exponent = (int)(((int64_t)(w.exponent + 127) * 315652) >> 20);
    uint64_t integer = round_to_integer(w, count - 1 - exponent);
    if (integer >= limit)
        integer = round_to_integer(w, count - 1 - ++exponent);
    VVI_CHECK(integer < limit && integer >= limit / 10);
    for (int i = count - 1; i >= 0; i--, integer /= 10)
        digits[i] = (char)('0' + integer % 10);
    return exponent;
}

/* Writes `count` digits as a plain decimal, or with an exponent where that would need many zeros. */
static size_t write_decimal(char *text, bool negative, const char *digits, int count, int exponent)
{
    size_t n = 0;
    while (count > 1 && digits[count - 1] == '0')
        count--;
    if (negative)
        text[n++] = '-';
    if (exponent < -5 || exponent > 16) {
        text[n++] = digits[0];
        if (count > 1)
            text[n++] = '.';
        for (int i = 1; i < count; i++)
            text[n++] = digits[i];
        n += vvi_format(text + n, 8, "e%d", exponent);
    } else if (exponent < 0) {
        text[n++] = '0';
        text[n++] = '.';
        for (int i = -1; i > exponent; i--)
            text[n++] = '0';
        for (int i = 0; i < count; i++)
            text[n++] = digits[i];
    } else {
        for (int i = 0; i <= exponent || i < count; i++) {
            if (i == exponent + 1)
                text[n++] = '.';
            text[n++] = i < count ? digits[i] : '0';
        }
    }
    text[n] = 0;
    VVI_CHECK(n > 0 && n < 32);
    return n;
}

static size_t print_special(char *text, double value)
{
    const char *word = value != value ? "nan" : value > 0 ? "inf" : value < 0 ? "-inf" : "0";
    size_t length = strlen(word);
    memcpy(text, word, length + 1);
    return length;
}

static bool is_special(double value) { return value == 0.0 || value - value != 0.0; }

/* The decimal with the fewest digits (first…last) that reads back as `value`, found by trying each length. */
static size_t print_by_trial(char *text, double value, int first, int last, bool as_float)
{
    char digits[24];
    size_t length = 0;
    for (int count = first; count <= last; count++) {
        double parsed = 0.0;
        int exponent = decimal_digits(fabs(value), count, digits);
        length = write_decimal(text, value < 0, digits, count, exponent);
        vvi_parse_double(text, length, &parsed);
        if (as_float ? (float)parsed == (float)value : parsed == value)
            break;
    }
    return length;
}

/* ---- The shortest decimal of a float ---------------------------------------------------------------------------- */

/* Raffaello Giulietti's Schubfach ("The Schubfach way to render doubles"), for floats. The decimals that read back as
 * a float lie between the midpoints to its two neighbours, and that interval holds at most one multiple of the next
 * power of ten above its width. Two choices differ from the paper: halves round up, and the result is always the
 * nearest decimal of its length. */

#define LEAST_POWER (-31)
#define MOST_POWER  45

/* 10^p for p = LEAST_POWER…MOST_POWER with 64 significant bits, rounded up: 10^p ≤ entry · 2^(floor_log2_power(p)
 * − 63). */
static const uint64_t powers[MOST_POWER - LEAST_POWER + 1] = {
    0x81ceb32c4b43fcf5u, 0xa2425ff75e14fc32u, 0xcad2f7f5359a3b3fu, 0xfd87b5f28300ca0eu, 0x9e74d1b791e07e49u,
    0xc612062576589ddbu, 0xf79687aed3eec552u, 0x9abe14cd44753b53u, 0xc16d9a0095928a28u, 0xf1c90080baf72cb2u,
    0x971da05074da7befu, 0xbce5086492111aebu, 0xec1e4a7db69561a6u, 0x9392ee8e921d5d08u, 0xb877aa3236a4b44au,
    0xe69594bec44de15cu, 0x901d7cf73ab0acdau, 0xb424dc35095cd810u, 0xe12e13424bb40e14u, 0x8cbccc096f5088ccu,
    0xafebff0bcb24aaffu, 0xdbe6fecebdedd5bfu, 0x89705f4136b4a598u, 0xabcc77118461cefdu, 0xd6bf94d5e57a42bdu,
    0x8637bd05af6c69b6u, 0xa7c5ac471b478424u, 0xd1b71758e219652cu, 0x83126e978d4fdf3cu, 0xa3d70a3d70a3d70bu,
    0xcccccccccccccccdu, 0x8000000000000000u, 0xa000000000000000u, 0xc800000000000000u, 0xfa00000000000000u,
    0x9c40000000000000u, 0xc350000000000000u, 0xf424000000000000u, 0x9896800000000000u, 0xbebc200000000000u,
    0xee6b280000000000u, 0x9502f90000000000u, 0xba43b74000000000u, 0xe8d4a51000000000u, 0x9184e72a00000000u,
    0xb5e620f480000000u, 0xe35fa931a0000000u, 0x8e1bc9bf04000000u, 0xb1a2bc2ec5000000u, 0xde0b6b3a76400000u,
    0x8ac7230489e80000u, 0xad78ebc5ac620000u, 0xd8d726b7177a8000u, 0x878678326eac9000u, 0xa968163f0a57b400u,
    0xd3c21bcecceda100u, 0x84595161401484a0u, 0xa56fa5b99019a5c8u, 0xcecb8f27f4200f3au, 0x813f3978f8940985u,
    0xa18f07d736b90be6u, 0xc9f2c9cd04674edfu, 0xfc6f7c4045812297u, 0x9dc5ada82b70b59eu, 0xc5371912364ce306u,
    0xf684df56c3e01bc7u, 0x9a130b963a6c115du, 0xc097ce7bc90715b4u, 0xf0bdc21abb48db21u, 0x96769950b50d88f5u,
    0xbc143fa4e250eb32u, 0xeb194f8e1ae525feu, 0x92efd1b8d0cf37bfu, 0xb7abc627050305aeu, 0xe596b7b0c643c71au,
    0x8f7e32ce7bea5c70u, 0xb35dbf821ae4f38cu,
};

/* floor(log2(10^p)) and floor(log10(2^q)) for the exponents of floats. */
static int floor_log2_power(int p) { return (p * 1741647) >> 19; }
static int floor_log10_exponent(int q) { return (q * 1262611) >> 22; }

/* factor · power / 2^64, rounded to odd: the last bit is also set where there is a remainder, so that comparisons
 * with even numbers are as exact as comparisons of the product itself. */
static uint32_t scale_to_odd(uint64_t power, uint32_t factor)
{
    uint64_t low = (power & UINT32_MAX) * factor, high = (power >> 32) * factor + (low >> 32);
    return (uint32_t)(high >> 32) | ((uint32_t)high > 1);
}

/* The shortest decimal for `value` > 0, as integer · 10^exponent. False for the few powers of two that need one digit
 * more than the width of their interval allows. */
static bool find_shortest(float value, uint32_t *integer, int *exponent)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    uint32_t fraction = bits & 0x7fffffu, biased = bits >> 23;
    uint32_t c = biased ? fraction | 0x800000u : fraction;
    int q = biased ? (int)biased - 150 : -149;
    bool even = (c & 1) == 0, lower_is_nearer = fraction == 0 && biased > 1;
    int k = floor_log10_exponent(q); /* 10^k ≤ 2^q < 10^(k + 1) */
    uint64_t power = powers[-k - LEAST_POWER];
    int shift = q + floor_log2_power(-k) + 1;
    /* The value and the ends of its interval, in quarters of 10^k. An even float owns the ends, because ties are read
     * as even. */
    uint32_t low = scale_to_odd(power, (4 * c - (lower_is_nearer ? 1 : 2)) << shift) + !even;
    uint32_t at = scale_to_odd(power, (4 * c) << shift);
    uint32_t high = scale_to_odd(power, (4 * c + 2) << shift) - !even;
    uint32_t s = at / 4, tens = s / 10;
    bool below = low <= 40 * tens, above = 40 * tens + 40 <= high;
    if (below != above) {
        *integer = tens + above;
        *exponent = k + 1;
        return true;
    }
    *integer = s + (at >= 4 * s + 2);
    *exponent = k;
    return low <= 4 * *integer && 4 * *integer <= high;
}

double vvi_shorten_float(float value)
{
    /* Powers of ten up to 10^22 are exact doubles, so that only the quotient is rounded. */
    static const double exact[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                   1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    char text[40];
    uint32_t integer;
    int exponent;
    double shortest = 0.0;
    if (is_special((double)value))
        return (double)value + 0.0; /* −0 is written as 0 */
    if (find_shortest(fabsf(value), &integer, &exponent))
        shortest = exponent <= 0 && exponent >= -22 ? integer / exact[-exponent] : scale_decimal(integer, exponent);
    else
        vvi_parse_double(text, print_by_trial(text, fabs((double)value), 1, 9, true), &shortest);
    return value < 0.0f ? -shortest : shortest;
}

size_t vvi_print_float(char *text, float value)
{
    char digits[10];
    uint32_t integer;
    int exponent, count = 0;
    if (is_special((double)value))
        return print_special(text, (double)value);
    if (!find_shortest(fabsf(value), &integer, &exponent))
        return print_by_trial(text, (double)value, 1, 9, true);
    for (uint32_t remainder = integer; remainder > 0; remainder /= 10)
        count++;
    for (int i = count; i-- > 0; integer /= 10)
        digits[i] = (char)('0' + integer % 10);
    return write_decimal(text, value < 0, digits, count, exponent + count - 1);
}

/* A normal double that is the nearest to a decimal of up to 15 digits gives that decimal again when rounded to 15
 * digits. So where 15 digits do not read back, fewer do not either, and where they do, removing trailing zeros gives
 * the shortest. Subnormal doubles have fewer bits, and all lengths are tried. */
size_t vvi_print_double(char *text, double value)
{
    if (is_special(value))
        return print_special(text, value);
    return print_by_trial(text, value, fabs(value) < 2.2250738585072014e-308 ? 1 : 15, 17, false);
}
