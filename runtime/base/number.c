/* Decimal text to numbers and back, the same on every host (the C library's printf and strtod are not available in
 * WebAssembly without imports, and follow the locale elsewhere). */
#include "base.h"

#include <string.h>

bool vvi_all_finite(const float *values, size_t count)
{
    float sum = 0.0f; /* 0 · x is 0 for a finite x and NaN otherwise; NaN sticks */
    for (size_t i = 0; i < count; i++)
        sum += 0.0f * values[i];
    return sum == 0.0f;
}

/* ---- Reading -------------------------------------------------------------------------------------------------- */

/* 10^exponent for 0 ≤ exponent ≤ 22 is exact in a double. */
static double exact_power(int exponent)
{
    double power = 1.0, base = 10.0;
    for (; exponent; exponent >>= 1, base *= base)
        if (exponent & 1)
            power *= base;
    return power;
}

/* mantissa · 10^exponent, stepping by exact powers: correctly rounded within ±22 (one rounding), within a few ulp
 * beyond. */
static double scale_decimal(uint64_t mantissa, int exponent)
{
    double value = (double)mantissa;
    if (mantissa == 0)
        return 0.0;
    for (; exponent > 22; exponent -= 22) {
        value *= 1e22;
        if (value > 1e308)
            break;
    }
    for (; exponent < -22; exponent += 22)
        if (value / 1e22 == 0.0)
            return 0.0;
        else
            value /= 1e22;
    return exponent >= 0 ? value * exact_power(exponent > 22 ? 22 : exponent) : value / exact_power(-exponent);
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

/* The decimal digits of value > 0 rounded to `count` digits, and the power of ten of the first one. */
static int decimal_digits(double value, int count, char *digits)
{
    int exponent = 0;
    double scaled = value;
    /* First guess by steps of exact powers, then fix by one. */
    while (scaled >= 1e22) {
        scaled /= 1e22;
        exponent += 22;
    }
    while (scaled < 1e-22) {
        scaled *= 1e22;
        exponent -= 22;
    }
    while (scaled >= 10.0) {
        scaled /= 10.0;
        exponent++;
    }
    while (scaled < 1.0) {
        scaled *= 10.0;
        exponent--;
    }
    /* The digits come from one scaling of the value itself, not from the guess above, whose roundings add up. */
    int shift = count - 1 - exponent;
    double shifted = value;
    for (; shift > 22; shift -= 22)
        shifted *= 1e22;
    for (; shift < -22; shift += 22)
        shifted /= 1e22;
    shifted = shift >= 0 ? shifted * exact_power(shift) : shifted / exact_power(-shift);
    uint64_t whole = (uint64_t)(shifted + 0.5), limit = 1;
    for (int i = 0; i < count; i++)
        limit *= 10;
    if (whole >= limit) {
        whole = (whole + 5) / 10;
        exponent++;
    }
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
