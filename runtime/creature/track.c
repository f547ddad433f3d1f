/* One track: slopes found once, then a table walk (3.3). Curves are cubic Hermite on generalised coordinates; every slope is linear in
 * the keys' values, so that a linear change of mode takes the whole curve along. */
#include "keyed.h"

#include <string.h>

/* ---- Turns: q and −q are the same rotation, but not the same numbers to interpolate ------------------------------------------ */

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
    bool turned = loop && kind == VV_TRACK_TURN && dot4(keys[count - 1].value, keys[0].value) < 0.0f;
    return turned ? -1.0f : 1.0f;
}

/* ---- Slopes ------------------------------------------------------------------------------------------------------------------- */

/* A key as its neighbour sees it, in a loop from the round before or after. */
typedef struct neighbour {
    const float *value;
    float sign;
    float gap; /* seconds between the two, > 0 */
} neighbour;

/* Which neighbour lies before (step −1) or after (step 1) key k; false: none. A key at the end of a loop and one at its beginning
 * meet: they are one place of the curve, and what lies beyond is the other's neighbour. */
static bool find_neighbour(const vv_motion_key *keys, uint32_t count, uint32_t k, int step, bool loop, float length,
                           float wrap, neighbour *out)
{
    uint32_t last = count - 1, end = step > 0 ? last : 0;
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

/* The parabola through three points has, in the middle one, the slope (d₀h₁ + d₁h₀)/(h₀ + h₁), where d are the secants' slopes. */
static void parabola(const float *value, neighbour before, neighbour after, uint32_t components, float *slope)
{
    float share = 1.0f / (before.gap + after.gap);
    for (uint32_t c = 0; c < components; c++) {
        float d0 = (value[c] - before.sign * before.value[c]) / before.gap;
        float d1 = (after.sign * after.value[c] - value[c]) / after.gap;
        slope[c] = (d0 * after.gap + d1 * before.gap) * share;
    }
}

static void find_slopes(uint32_t components, uint32_t count, vv_motion_key *keys, bool loop, float length, float wrap)
{
    for (uint32_t k = 0; k < count; k++) {
        float found[4] = {0.0f};
        neighbour before, after;
        bool automatic = keys[k].slope_in == VV_SLOPE_AUTO || keys[k].slope_out == VV_SLOPE_AUTO;
        if (automatic && find_neighbour(keys, count, k, -1, loop, length, wrap, &before) &&
            find_neighbour(keys, count, k, 1, loop, length, wrap, &after))
            parabola(keys[k].value, before, after, components, found);
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
    if (kind == VV_TRACK_TURN)
        align_signs(count, keys);
    float wrap = vvi_track_wrap(kind, count, keys, loop);
    find_slopes(component_count(kind), count, keys, loop, length, wrap);
    return wrap;
}

/* ---- Evaluation ----------------------------------------------------------------------------------------------------------------- */

static void hold(const float *held, float *value, float *slope)
{
    memcpy(value, held, 4 * sizeof(float));
    if (slope)
        memset(slope, 0, 4 * sizeof(float));
}

/* A piece from one key to another, `span` seconds long, `since` into it. The other's numbers count `sign` times. */
static void smooth(const vv_motion_key *a, const vv_motion_key *b, float sign, float span, float since, float *value,
                   float *slope)
{
    float t = since / span, u = 1.0f - t;
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

static void straight(const vv_motion_key *a, const vv_motion_key *b, float sign, float span, float since, float *value,
                     float *slope)
{
    float t = since / span;
    for (int c = 0; c < 4; c++)
        value[c] = a->value[c] + (sign * b->value[c] - a->value[c]) * t;
    for (int c = 0; slope && c < 4; c++)
        slope[c] = (sign * b->value[c] - a->value[c]) / span;
}

static void piece(const vv_motion_key *a, const vv_motion_key *b, float sign, float span, float since, float *value,
                  float *slope)
{
    if (a->curve == VV_CURVE_STEP || span < VV_MOTION_MIN_GAP)
        hold(a->value, value, slope);
    else if (a->curve == VV_CURVE_LINEAR)
        straight(a, b, sign, span, since, value, slope);
    else
        smooth(a, b, sign, span, since, value, slope);
}

/* How many of the times are ≤ time. */
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
    if (after > 0 && after <= last)
        piece(&keys[after - 1], &keys[after], 1.0f, times[after] - times[after - 1], time - times[after - 1], value,
              slope);
    else if (!motion->loop)
        hold(keys[after == 0 ? 0 : last].value, value, slope);
    else {
        float rest = motion->length - times[last], span = rest + times[0];
        piece(&keys[last], &keys[0], track->wrap, span, after == 0 ? rest + time : time - times[last], value, slope);
        for (int c = 0; after == 0 && c < 4; c++) { /* as the new round has it */
            value[c] *= track->wrap;
            if (slope)
                slope[c] *= track->wrap;
        }
    }
}

/* The slope of q/|q| is that of q without its part along q, over |q|. */
static void bring_to_unit(float *value, float *slope)
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
}

/* A smooth curve may overshoot what a weight can be. */
static void bring_to_share(float *value, float *slope)
{
    float inside = vvi_clamp(value[0], 0.0f, 1.0f);
    if (slope && inside != value[0])
        slope[0] = 0.0f;
    value[0] = inside;
}

void vv_motion_value(const vv_motion *motion, uint32_t channel, uint32_t track, float time, float *value, float *slope)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(motion != NULL);
    VV_ASSERT(value != NULL);
    VV_ASSERT(channel < motion->channel_count && track < channels_of(motion)[channel].track_count);
    const stored_track *own = &tracks_of(motion)[channels_of(motion)[channel].first_track + track];
    float length = motion->length, at = time;
    if (motion->loop && !(at >= 0.0f && at <= length))
        at = time - floorf(time / length) * length;
    vvi_track_value(motion, own, vvi_clamp(at == at ? at : 0.0f, 0.0f, length), value, slope);
    if (own->kind == VV_TRACK_TURN)
        bring_to_unit(value, slope);
    else if (own->kind == VV_TRACK_PLACE_WEIGHT || own->kind == VV_TRACK_TURN_WEIGHT)
        bring_to_share(value, slope);
}
