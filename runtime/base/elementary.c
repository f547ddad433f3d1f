/* Sine, cosine, arc tangent, arc cosine, exponential and logarithm from + − × ÷ and square roots only, evaluated in
 * double and rounded once. The C libraries differ from each other in the last bits; these do not. */
#include "base.h"

#include <string.h>

#define TAU 6.283185307179586476925 /* 2π */

/* An angle of at least 2²⁰ in whole turns, its fractional part in [0, 1): frac(m·2^e / 2π), with 64 bits of
 * frac(2^e / 2π) from a table (Payne and Hanek's reduction). The error is below 2⁻³⁹ of a turn. */
static double reduce_large(float magnitude)
{
    static const uint64_t inverse_turn[4] = {0x28be60db9391054au, 0x7f09d5f47d4d3770u, 0x36d8a5664f10e410u, 0};
    uint32_t bits;
    memcpy(&bits, &magnitude, sizeof bits);
    uint64_t mantissa = (bits & 0x7fffffu) | 0x800000u;
    int exponent = (int)(bits >> 23) - 150; /* −3 … 104 */
    if (exponent < 0) {                     /* 2²⁰ … 2²³: here floats are whole multiples of 1/8 */
        double turns = (double)magnitude * (1.0 / TAU);
        return turns - floor(turns);
    }
    int word = exponent / 64, shift = exponent % 64;
    uint64_t window = inverse_turn[word];
    if (shift)
        window = window << shift | inverse_turn[word + 1] >> (64 - shift);
    return (double)((mantissa * window) >> 11) * 0x1p-53;
}

/* angle = quadrant · π/2 + r; returns r, which lies within ±π/4 up to rounding. For infinity and NaN both are 0. */
static double reduce(float angle, int *quadrant)
{
    float magnitude = fabsf(angle);
    double turns = (double)angle * (1.0 / TAU);
    if (!(magnitude < 0x1p20f)) {
        if (!(magnitude <= 3.4028235e38f)) {
            *quadrant = 0;
            return 0.0;
        }
        turns = angle < 0 ? -reduce_large(magnitude) : reduce_large(magnitude);
    }
    double nearest = floor(turns * 4.0 + 0.5);
    *quadrant = (int)((long long)nearest & 3);
    return (turns - nearest * 0.25) * TAU;
}

/* Taylor series; at π/4 the first omitted term is below 2e-9. */
static double sine_series(double r)
{
    double s = r * r;
    return r * (1.0 + s * (-1.0 / 6 + s * (1.0 / 120 + s * (-1.0 / 5040 + s * (1.0 / 362880)))));
}

static double cosine_series(double r)
{
    double s = r * r;
    return 1.0 + s * (-0.5 + s * (1.0 / 24 + s * (-1.0 / 720 + s * (1.0 / 40320 + s * (-1.0 / 3628800)))));
}

/* At π/4, further Taylor terms are below the precision of a double. */
static double sine_series_double(double r)
{
    double s = r * r;
    double tail = 1.0 / 362880 + s * (-1.0 / 39916800 + s * (1.0 / 6227020800.0 + s * (-1.0 / 1307674368000.0)));
    return r * (1.0 + s * (-1.0 / 6 + s * (1.0 / 120 + s * (-1.0 / 5040 + s * tail))));
}

static double cosine_series_double(double r)
{
    double s = r * r;
    double tail = -1.0 / 3628800 + s * (1.0 / 479001600 + s * (-1.0 / 87178291200.0 + s * (1.0 / 20922789888000.0)));
    return 1.0 + s * (-0.5 + s * (1.0 / 24 + s * (-1.0 / 720 + s * (1.0 / 40320 + s * tail))));
}

void vvi_sin_cos_double(double angle, double *sine, double *cosine)
{
    if (!(fabs(angle) < 0x1p50))
        angle = 0.0;
    /* π/2 in two parts: the first has 33 bits, so that its multiples are exact. */
    double nearest = floor(angle * (4.0 / TAU) + 0.5);
    double r = (angle - nearest * 1.5707963267341256) - nearest * 6.077100506506192e-11;
    int quadrant = (int)((long long)nearest & 3);
    double s = sine_series_double(r), c = cosine_series_double(r);
    double s_rotated = quadrant & 1 ? c : s, c_rotated = quadrant & 1 ? s : c;
    *sine = quadrant & 2 ? -s_rotated : s_rotated;
    *cosine = (quadrant + 1) & 2 ? -c_rotated : c_rotated;
}

void vvi_sin_cos(float angle, float *sine, float *cosine)
{
    int quadrant = 0;
    double r = reduce(angle, &quadrant), s = sine_series(r), c = cosine_series(r);
    double s_rotated = quadrant & 1 ? c : s, c_rotated = quadrant & 1 ? s : c;
    *sine = (float)(quadrant & 2 ? -s_rotated : s_rotated);
    *cosine = (float)((quadrant + 1) & 2 ? -c_rotated : c_rotated);
}

float vvi_sin(float angle)
{
    float sine, cosine;
    vvi_sin_cos(angle, &sine, &cosine);
    return sine;
}

float vvi_cos(float angle)
{
    float sine, cosine;
    vvi_sin_cos(angle, &sine, &cosine);
    return cosine;
}

/* atan(t), 0 ≤ t ≤ 1: above tan(π/8) reduced by π/4, then the series (its first omitted term is below 3e-9). */
static double arc_tangent(double t)
{
    double add = 0.0;
    if (t > 0.41421356237309503) {
        t = (t - 1.0) / (t + 1.0);
        add = TAU / 8;
    }
    double s = t * t, sum = 1.0 / 17;
    for (int n = 15; n >= 1; n -= 2)
        sum = 1.0 / n - s * sum;
    return add + t * sum;
}

static double arc_tangent2(double y, double x)
{
    double ax = fabs(x), ay = fabs(y);
    if (ax == 0.0 && ay == 0.0)
        return 0.0;
    double angle = ay <= ax ? arc_tangent(ay == ax ? 1.0 : ay / ax) : TAU / 4 - arc_tangent(ax / ay);
    if (x < 0.0)
        angle = TAU / 2 - angle;
    return __builtin_signbit(y) ? -angle : angle;
}

float vvi_atan2(float y, float x) { return (float)arc_tangent2((double)y, (double)x); }

float vvi_acos(float x)
{
    double c = (double)vvi_clamp(x, -1.0f, 1.0f);
    return (float)arc_tangent2(sqrt((1.0 - c) * (1.0 + c)), c);
}

float vvi_exp(float x)
{
    if (!(x > -104.0f))
        return 0.0f;
    if (x > 88.722839f)
        return 3.4028235e38f;
    /* x = n·ln 2 + r, |r| ≤ 0.35; the first omitted term of the series is below 5e-11. */
    double n = floor((double)x * 1.4426950408889634 + 0.5), r = (double)x - n * 0.6931471805599453;
    double sum = 1.0;
    for (int k = 8; k >= 1; k--)
        sum = 1.0 + sum * r / k;
    uint64_t bits = (uint64_t)((int64_t)n + 1023) << 52;
    double power;
    memcpy(&power, &bits, sizeof power);
    return (float)(sum * power);
}

#define LN2_HIGH 6.93147180369123816490e-01 /* its last 32 bits are 0, so that its products with exponents are exact */
#define LN2_LOW  1.90821492927058770002e-10

double vvi_exp_double(double x)
{
    if (!(x > -708.0))
        return 0.0;
    if (x > 709.7)
        return 1.7976931348623157e308;
    /* x = n·ln 2 + r, |r| ≤ 0.35; the first omitted term of the series is below 5e-18. */
    double n = floor(x * 1.4426950408889634 + 0.5), r = (x - n * LN2_HIGH) - n * LN2_LOW;
    VVI_CHECK(fabs(r) <= 0.36 && n >= -1022.0 && n <= 1024.0);
    double sum = 1.0;
    for (int k = 13; k >= 1; k--)
        sum = 1.0 + sum * r / k;
    uint64_t bits = (uint64_t)((int64_t)n + 1022) << 52; /* 2^(n − 1): n itself may be 1024 */
    double power;
    memcpy(&power, &bits, sizeof power);
    return sum * power * 2.0;
}

double vvi_log_double(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    int exponent = (int)(bits >> 52 & 2047u) - 1023;
    bits = (bits & 0xfffffffffffffu) | 0x3ff0000000000000u;
    double m; /* x = m·2^exponent, with m in √½…√2 */
    VVI_CHECK(x > 0.0 && exponent > -1023 && exponent < 1024);
    memcpy(&m, &bits, sizeof m);
    if (m > 1.4142135623730951) {
        m *= 0.5;
        exponent++;
    }
    /* log m = 2·artanh s, |s| ≤ 0.172; the first omitted term is below 1e-18. */
    double s = (m - 1.0) / (m + 1.0), s2 = s * s, sum = 0.0;
    for (int k = 21; k >= 3; k -= 2)
        sum = s2 * (1.0 / k + sum);
    return exponent * LN2_HIGH + (2.0 * s + (2.0 * s * sum + exponent * LN2_LOW));
}

float vvi_wrap_angle(float angle)
{
    if (angle > -VV_PI && angle <= VV_PI)
        return angle;
    int quadrant = 0;
    double r = reduce(angle, &quadrant);
    double reduced = r + (double)(quadrant > 2 ? quadrant - 4 : quadrant) * (TAU / 4);
    float wrapped = (float)(reduced > TAU / 2 ? reduced - TAU : reduced);
    return wrapped <= -VV_PI ? VV_PI : wrapped; /* the float nearest to −π lies below −π */
}
