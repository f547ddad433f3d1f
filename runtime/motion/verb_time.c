/* Time of a verb: keytimes are blended as logarithms of the spans between them, and seconds are mapped to phase along
 * the curve through them.
 *
 * A span of Π spans_i^w_i seconds is positive whatever the weights, so keytimes ascend even under extrapolation; and
 * it equals that of an example whose weight is 1. Spans are clamped to VERB_MIN_SPAN…VERB_MAX_SPAN, so that nothing
 * overflows. */
#include "verb.h"

/* e^x of four numbers within ±7, relative error below 2e-7: x = n ln 2 + r with |r| ≤ 0.35, and the series to r⁷,
 * whose first omitted term is below 6e-9. Rounding to the nearest n by way of a positive number is the same in every
 * lane and language. */
static void exp4(const float *x, float *out)
{
    static const float high = 0.693359375f, low = -2.12194440e-4f; /* ln 2 in two parts: n · high is exact */
    for (uint32_t lane = 0; lane < 4; lane++) {
        int32_t n = (int32_t)(x[lane] * 1.44269504f + 16.5f) - 16;
        float r = (x[lane] - (float)n * high) - (float)n * low;
        float sum = 1.0f / 720.0f + r * (1.0f / 5040.0f);
        sum = 0.5f + r * (1.0f / 6.0f + r * (1.0f / 24.0f + r * (1.0f / 120.0f + r * sum)));
        sum = 1.0f + r * (1.0f + r * sum);
        uint32_t bits = (uint32_t)(n + 127) << 23;
        float power;
        __builtin_memcpy(&power, &bits, sizeof power);
        out[lane] = sum * power;
    }
}

float vv_verb_keytimes(const vv_verb *verb, const float *weights, float *keytimes)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(verb != NULL);
    VV_ASSERT(weights != NULL);
    VV_ASSERT(keytimes != NULL);
    const float *rows = verb_at(verb, verb->log_spans);
    const float limit = 6.9077553f; /* ln VERB_MAX_SPAN, and −ln VERB_MIN_SPAN */
    uint32_t last = verb->keytime_count - 1;
    float time = 0.0f;
    keytimes[0] = 0.0f;
    for (uint32_t k = 0; k < last; k += 4) {
        float spans[4];
        verb_blend4(verb->example_count, weights, rows + (size_t)k * verb->example_count, spans);
        for (uint32_t lane = 0; lane < 4; lane++)
            spans[lane] = spans[lane] >= -limit ? vvi_min(spans[lane], limit) : -limit;
        exp4(spans, spans);
        for (uint32_t lane = 0; lane < 4 && k + lane < last; lane++) {
            /* After hours a millisecond would be lost in a float, so the times are made to ascend. */
            time = vvi_max(time + spans[lane], time * 1.000001f);
            keytimes[k + lane + 1] = time;
        }
    }
    return time;
}

static vvi_warp warp_of(const vv_verb *verb, const float *keytimes)
{
    return (vvi_warp){verb->keytime_count, verb->cyclic != 0, keytimes, verb_at(verb, verb->phases)};
}

float vv_verb_phase(const vv_verb *verb, const float *keytimes, float seconds)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(verb != NULL);
    VV_ASSERT(keytimes != NULL);
    double length = (double)keytimes[verb->keytime_count - 1], t = (double)seconds;
    if (verb->cyclic && !(t >= 0.0 && t <= length))
        t = fabsf(seconds) <= 1e30f ? t - floor(t / length) * length : 0.0;
    vvi_warp warp = warp_of(verb, keytimes);
    return vvi_clamp((float)vvi_warp_phase(&warp, t, NULL), 0.0f, 1.0f);
}

float vv_verb_seconds(const vv_verb *verb, const float *keytimes, float phase)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(verb != NULL);
    VV_ASSERT(keytimes != NULL);
    double u = (double)phase;
    if (verb->cyclic && !(u >= 0.0 && u <= 1.0))
        u = fabsf(phase) <= 1e30f ? u - floor(u) : 0.0;
    vvi_warp warp = warp_of(verb, keytimes);
    return (float)vvi_warp_seconds(&warp, u);
}
