/* Decimal text to numbers and back, the same on every host (the C library's printf and strtod are not available in
 * WebAssembly without imports, and follow the locale elsewhere). */
#include "base.h"
#include "wide.h"

#include <string.h>

bool vvi_all_finite(const float *values, size_t count)
{
    float sum = 0.0f; /* 0 · x is 0 for a finite x and NaN otherwise; NaN sticks */
    for (size_t i = 0; i < count; i++)
        sum += 0.0f * values[i];
    return sum == 0.0f;
}

bool vvi_all_within(const float *values, size_t count, float most)
{
    bool within = true;
    for (size_t i = 0; i < count; i++)
        within &= values[i] <= most && values[i] >= -most;
    return within;
}

/* ---- 128-bit floating point -------------------------------------------------------------------------------------- */

/* bits · 2^exponent, the highest bit of `bits` set unless it is zero. */
typedef struct wide {
    vvi_bits128 bits;
    int exponent;
} wide;

static wide normalised(vvi_bits128 bits, int exponent)
{
    if (!(bits.high | bits.low))
        return (wide){bits, exponent};
    int shift = bits.high ? __builtin_clzll(bits.high) : 64 + __builtin_clzll(bits.low);
    return (wide){vvi_wide_left(bits, (unsigned)shift), exponent - shift};
}

static wide from_whole(uint64_t whole) { return normalised((vvi_bits128){0, whole}, 0); }

/* The upper 128 bits of the product: off by less than one in the last. */
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
    return normalised(high, a.exponent + b.exponent + 128);
}

/* 10^exponent by squaring. A power of ten up to 10^55 is exact; a tenth is rounded, and its powers' errors stay below
 * 2⁻¹¹⁵, far beyond the 2⁻⁵³ of a double. */
static wide power_of_ten(int exponent)
{
    const vvi_bits128 tenth = {0xccccccccccccccccu, 0xcccccccccccccccdu}; /* 0.8 · 2^128, exponent −131 */
    wide power = from_whole(1), base = exponent < 0 ? (wide){tenth, -131} : from_whole(10);
    for (unsigned n = exponent < 0 ? 0u - (unsigned)exponent : (unsigned)exponent; n; n >>= 1) {
        if (n & 1)
            power = multiply(power, base);
        base = multiply(base, base);
    }
    return power;
}

/* The nearest double, ties to even; subnormals and infinity too. */
static double nearest_double(wide w)
{
    if (!(w.bits.high | w.bits.low))
        return 0.0;
    int top = w.exponent + 127; /* value in [2^top, 2^(top + 1)) */
    int keep = top >= -1022 ? 53 : 53 + top + 1022;
    if (top > 1023)
        return INFINITY;
    if (keep < 0)
        return 0.0;
    uint64_t whole = keep ? w.bits.high >> (64 - keep) : 0, half = (uint64_t)1 << 63;
    vvi_bits128 rest = vvi_wide_left(w.bits, (unsigned)keep);
    whole += rest.high > half || (rest.high == half && (rest.low || (whole & 1)));
    /* Adding rather than or-ing the mantissa carries into the exponent where rounding made it longer. */
    uint64_t bits = whole + (top >= -1022 ? (uint64_t)(top + 1022) << 52 : 0);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* ---- Reading -------------------------------------------------------------------------------------------------- */

/* mantissa / 10^places, exactly: at least 64 bits of the quotient, the last set where something remains. */
static wide divide_decimal(uint64_t mantissa, int places)
{
    uint64_t divisor = 1, rest;
    for (int i = 0; i < places; i++)
        divisor *= 10;
    wide m = from_whole(mantissa);
    vvi_bits128 quotient = vvi_wide_divide(m.bits, divisor, &rest);
    quotient.low |= rest != 0;
    return normalised(quotient, m.exponent);
}

static double scale_decimal(uint64_t mantissa, int exponent)
{
    if (mantissa == 0 || exponent < -400)
        return 0.0;
    if (exponent > 400)
        return INFINITY;
    if (exponent < 0 && exponent >= -19) /* the usual fraction; here a number may lie just between two doubles */
        return nearest_double(divide_decimal(mantissa, -exponent));
    return nearest_double(multiply(from_whole(mantissa), power_of_ten(exponent)));
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* Gathers digits into *mantissa (up to 19, the rest only counted); returns how many characters were digits. */
static size_t take_digits(const char *text, size_t length, uint64_t *mantissa, int *dropped)
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

static size_t take_exponent(const char *text, size_t length, int *exponent)
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
    size_t whole = take_digits(text + i, length - i, &mantissa, &dropped);
    if (whole == 0)
        return 0;
    i += whole;
    int exponent = dropped;
    if (i + 1 < length && text[i] == '.' && is_digit(text[i + 1])) {
        int dropped_fraction = 0;
        size_t fraction = take_digits(text + i + 1, length - i - 1, &mantissa, &dropped_fraction);
        exponent -= (int)fraction - dropped_fraction;
        i += 1 + fraction;
    }
    if (i < length && (text[i] == 'e' || text[i] == 'E'))
        i += take_exponent(text + i, length - i, &exponent);
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
    return normalised((vvi_bits128){0, mantissa}, exponent ? exponent - 1075 : -1074);
}

/* w · 10^shift rounded to a whole number, which must fit 64 bits. */
static uint64_t rounded_whole(wide w, int shift)
{
    wide scaled = multiply(w, power_of_ten(shift));
    int drop = -scaled.exponent; /* bits below one */
    if (drop > 128)
        return 0;
    vvi_bits128 twice = vvi_wide_right(scaled.bits, (unsigned)drop - 1u);
    return vvi_wide_right(vvi_wide_add(twice, (vvi_bits128){0, 1}), 1).low;
}

/* The decimal digits of value > 0 rounded to `count` digits, and the power of ten of the first one. */
static int decimal_digits(double value, int count, char *digits)
{
    wide w = from_double(value);
    uint64_t limit = 1;
    for (int i = 0; i < count; i++)
        limit *= 10;
    /* log10(2) · 2^20 is 315652.8: a guess of the power of ten that is right or one too small. */
    int exponent = (int)(((int64_t)(w.exponent + 127) * 315652) >> 20);
    uint64_t whole = rounded_whole(w, count - 1 - exponent);
    if (whole >= limit)
        whole = rounded_whole(w, count - 1 - ++exponent);
    for (int i = count - 1; i >= 0; i--, whole /= 10)
        digits[i] = (char)('0' + whole % 10);
    return exponent;
}

/* Lays `count` digits out as a plain decimal, or with an exponent where that would need many zeros. */
static size_t lay_out(char *text, bool negative, const char *digits, int count, int exponent)
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

size_t vvi_print_float(char *text, float value)
{
    char digits[24];
    size_t length = 0;
    if (is_special((double)value))
        return print_special(text, (double)value);
    for (int count = 1; count <= 9; count++) {
        double back = 0.0;
        int exponent = decimal_digits(fabs((double)value), count, digits);
        length = lay_out(text, value < 0, digits, count, exponent);
        vvi_parse_double(text, length, &back);
        if ((float)back == value)
            break;
    }
    return length;
}

size_t vvi_print_double(char *text, double value)
{
    char digits[24];
    size_t length = 0;
    if (is_special(value))
        return print_special(text, value);
    for (int count = 1; count <= 17; count++) {
        double back = 0.0;
        int exponent = decimal_digits(fabs(value), count, digits);
        length = lay_out(text, value < 0, digits, count, exponent);
        vvi_parse_double(text, length, &back);
        if (back == value)
            break;
    }
    return length;
}
