/* One track: slopes are computed once, then evaluation only looks up and interpolates (3.3). Curves are cubic Hermite
 * in generalised coordinates; every slope is linear in the values of the keys, so a linear change of mode maps the
 * whole curve. */
#include "keyed.h"

#include <string.h>

/* ---- Signs of rotations ------------------------------------------------------------------------------------------ */

/* q and −q are the same rotation, but interpolate differently. */

static float dot4(const float *a, const float *b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]; }

static void negate(float *values)
{
    for (int c = 0; c < 4; c++)
        values[c] = -values[c];
}

static void align_signs(uint32_t count, vv_motion_key *keys)
{
    for (uint32_t k = 1; k < count; k++)
        if (dot4(keys[k - 1].value, keys[k].value) < 0.0f) {
            negate(keys[k].value);
            negate(keys[k].in);
            negate(keys[k].out);
        }
}

float vvi_track_wrap(uint32_t kind, uint32_t count, const vv_motion_key *keys, bool loop)
{
    bool turned = loop && kind == VV_TRACK_ROTATION && dot4(keys[count - 1].value, keys[0].value) < 0.0f;
    VVI_CHECK(count > 0);
    return turned ? -1.0f : 1.0f;
}

/* ---- Slopes ------------------------------------------------------------------------------------------------------ */

/* A neighbouring key, which in a loop may be one of the round before or after. */
typedef struct neighbour {
    const float *value;
    float sign;
    float gap; /* seconds between the two keys, > 0 */
} neighbour;

/* Finds the neighbour before (step −1) or after (step 1) key k; false: there is none. In a loop, a key at the end and
 * one at the beginning coincide: they are one point of the curve, and the neighbour beyond is that of the other one. */
static bool find_neighbour(const vv_motion_key *keys, uint32_t count, uint32_t k, int step, bool loop, float length,
                           float wrap, neighbour *out)
{
    uint32_t last = count - 1, end = step > 0 ? last : 0;
    VVI_CHECK(k <= last && (step == 1 || step == -1));
    if (k != end) {
        uint32_t other = step > 0 ? k + 1 : k - 1;
        *out = (neighbour){keys[other].value, 1.0f, fabsf(keys[other].time - keys[k].time)};
        return true;
    }
    if (!loop || count == 1)
        return false;
    uint32_t other = last - end;
    float gap = keys[0].time + (length - keys[last].time);
    if (gap < VV_MOTION_MIN_GAP) {
        uint32_t beyond = step > 0 ? 1 : last - 1;
        gap += fabsf(keys[beyond].time - keys[other].time);
        other = beyond;
    }
    *out = (neighbour){keys[other].value, wrap, gap};
    return true;
}

/* The slope of the parabola through three points at the middle one is (d₀h₁ + d₁h₀)/(h₀ + h₁), where d are the slopes
 * of the secants. */
static void parabola_slope(const float *value, neighbour before, neighbour after, uint32_t components, float *slope)
{
    float share = 1.0f / (before.gap + after.gap);
    VVI_CHECK(before.gap > 0.0f && after.gap > 0.0f);
    for (uint32_t c = 0; c < components; c++) {
        float d0 = (value[c] - before.sign * before.value[c]) / before.gap;
        float d1 = (after.sign * after.value[c] - value[c]) / after.gap;
        slope[c] = (d0 * after.gap + d1 * before.gap) * share;
    }
}

static void compute_slopes(uint32_t components, uint32_t count, vv_motion_key *keys, bool loop, float length,
                           float wrap)
{
    for (uint32_t k = 0; k < count; k++) {
        float found[4] = {0.0f};
        neighbour before, after;
        bool automatic = keys[k].slope_in == VV_SLOPE_AUTO || keys[k].slope_out == VV_SLOPE_AUTO;
        if (automatic && find_neighbour(keys, count, k, -1, loop, length, wrap, &before) &&
            find_neighbour(keys, count, k, 1, loop, length, wrap, &after))
            parabola_slope(keys[k].value, before, after, components, found);
        if (keys[k].slope_in != VV_SLOPE_FREE)
            memset(keys[k].in, 0, sizeof keys[k].in);
        if (keys[k].slope_out != VV_SLOPE_FREE)
            memset(keys[k].out, 0, sizeof keys[k].out);
        if (keys[k].slope_in == VV_SLOPE_AUTO)
            memcpy(keys[k].in, found, sizeof found);
        if (keys[k].slope_out == VV_SLOPE_AUTO)
            memcpy(keys[k].out, found, sizeof found);
    }
}

float vvi_track_prepare(uint32_t kind, uint32_t count, vv_motion_key *keys, bool loop, float length)
{
    if (kind == VV_TRACK_ROTATION)
        align_signs(count, keys);
    float wrap = vvi_track_wrap(kind, count, keys, loop);
    compute_slopes(component_count(kind), count, keys, loop, length, wrap);
    return wrap;
}

/* ---- Evaluation -------------------------------------------------------------------------------------------------- */

static void hold_value(const float *key_value, float *value, float *slope)
{
    memcpy(value, key_value, 4 * sizeof(float));
    if (slope)
        memset(slope, 0, 4 * sizeof(float));
}

/* A cubic Hermite segment from key a to key b, `span` seconds long, evaluated `elapsed` seconds after a. The numbers
 * of b are multiplied by `sign`. */
static void evaluate_hermite(const vv_motion_key *a, const vv_motion_key *b, float sign, float span, float elapsed,
                             float *value, float *slope)
{
    float t = elapsed / span, u = 1.0f - t;
    VVI_CHECK(span > 0.0f && t >= -1e-4f && t <= 1.0001f);
    float ha = u * u * (1.0f + 2.0f * t), hb = sign * t * t * (3.0f - 2.0f * t);
    float ga = span * t * u * u, gb = -sign * span * t * t * u;
    for (int c = 0; c < 4; c++)
        value[c] = ha * a->value[c] + hb * b->value[c] + ga * a->out[c] + gb * b->in[c];
    if (!slope)
        return;
    float dh = 6.0f * t * u / span, da = u * (1.0f - 3.0f * t), db = sign * t * (3.0f * t - 2.0f);
    for (int c = 0; c < 4; c++)
        slope[c] = dh * (sign * b->value[c] - a->value[c]) + da * a->out[c] + db * b->in[c];
}

static void evaluate_linear(const vv_motion_key *a, const vv_motion_key *b, float sign, float span, float elapsed,
                            float *value, float *slope)
{
    float t = elapsed / span;
    for (int c = 0; c < 4; c++)
        value[c] = a->value[c] + (sign * b->value[c] - a->value[c]) * t;
    for (int c = 0; slope && c < 4; c++)
        slope[c] = (sign * b->value[c] - a->value[c]) / span;
}

static void evaluate_segment(const vv_motion_key *a, const vv_motion_key *b, float sign, float span, float elapsed,
                             float *value, float *slope)
{
    if (a->curve == VV_CURVE_STEP || span < VV_MOTION_MIN_GAP)
        hold_value(a->value, value, slope);
    else if (a->curve == VV_CURVE_LINEAR)
        evaluate_linear(a, b, sign, span, elapsed, value, slope);
    else
        evaluate_hermite(a, b, sign, span, elapsed, value, slope);
}

/* The number of times that are ≤ time. */
static uint32_t count_until(const float *times, uint32_t count, float time)
{
    uint32_t low = 0;
    while (count > 0) {
        uint32_t half = count / 2;
        bool before = times[low + half] <= time;
        low = before ? low + half + 1 : low;
        count = before ? count - half - 1 : half;
    }
    return low;
}

void vvi_track_value(const vv_motion *motion, const stored_track *track, float time, float *value, float *slope)
{
    const vv_motion_key *keys = keys_of(motion) + track->first;
    const float *times = MOTION_SECTION(motion, float, times) + track->first;
    uint32_t after = count_until(times, track->count, time), last = track->count - 1;
    VVI_CHECK(track->count > 0 && time >= 0.0f && time <= motion->length && after <= track->count);
    if (after > 0 && after <= last)
        evaluate_segment(&keys[after - 1], &keys[after], 1.0f, times[after] - times[after - 1], time - times[after - 1],
                         value, slope);
    else if (!motion->loop)
        hold_value(keys[after == 0 ? 0 : last].value, value, slope);
    else {
        float rest = motion->length - times[last], span = rest + times[0];
        evaluate_segment(&keys[last], &keys[0], track->wrap, span, after == 0 ? rest + time : time - times[last], value,
                         slope);
        for (int c = 0; after == 0 && c < 4; c++) { /* with the sign of the new round */
            value[c] *= track->wrap;
            if (slope)
                slope[c] *= track->wrap;
        }
    }
}

/* The derivative of q/|q| is that of q without its part along q, divided by |q|. */
static void normalize_rotation(float *value, float *slope)
{
    float square = dot4(value, value);
    if (!(square > 1e-30f)) {
        memcpy(value, (float[4]){0.0f, 0.0f, 0.0f, 1.0f}, 4 * sizeof *value);
        if (slope)
            memset(slope, 0, 4 * sizeof *slope);
        return;
    }
    float scale = 1.0f / sqrtf(square), along = slope ? dot4(value, slope) / square : 0.0f;
    for (int c = 0; c < 4; c++) {
        if (slope)
            slope[c] = (slope[c] - along * value[c]) * scale;
        value[c] *= scale;
    }
    VVI_CHECK(fabsf(dot4(value, value) - 1.0f) < 1e-3f);
}

/* A smooth curve may overshoot the range of a weight. */
static void clamp_weight(float *value, float *slope)
{
    float inside = vvi_clamp(value[0], 0.0f, 1.0f);
    if (slope && inside != value[0])
        slope[0] = 0.0f;
    value[0] = inside;
}

void vv_motion_sample(const vv_motion *motion, uint32_t channel, uint32_t track, float time, float *value, float *slope)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(motion != NULL);
    VV_ASSERT(value != NULL);
    VV_ASSERT(channel < motion->channel_count && track < channels_of(motion)[channel].track_count);
    const stored_track *stored = &tracks_of(motion)[channels_of(motion)[channel].first_track + track];
    float length = motion->length, at = time;
    if (motion->loop && !(at >= 0.0f && at <= length))
        at = time - floorf(time / length) * length;
    vvi_track_value(motion, stored, vvi_clamp(at == at ? at : 0.0f, 0.0f, length), value, slope);
    if (stored->kind == VV_TRACK_ROTATION)
        normalize_rotation(value, slope);
    else if (stored->kind == VV_TRACK_POSITION_WEIGHT || stored->kind == VV_TRACK_ROTATION_WEIGHT)
        clamp_weight(value, slope);
}
