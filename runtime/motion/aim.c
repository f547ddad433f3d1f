/* The value of a track at a time: finds the segment by bisection, then evaluates a cubic, a line or a step between
 * two keys, or a fade where no segment connects them. It uses only sums, products, quotients and floor, in double, so
 * that it gives the same bits on every machine. */
#include "clip.h"

/* How far a time may be from a key and still count as the key's. Keys are floats (half a unit of their last place is
 * 6e-8 of them), and so is a stage's step, whose sum is then off by 2e-8. In a loop that has run for hours keys are
 * still told apart. */
static double tolerance(double time)
{
    double t = 1e-6 + 1e-7 * fabs(time);
    return t < 5e-4 ? t : 5e-4;
}

/* 31 years, in seconds: rounds of a loop are counted exactly until then; after that the loop stands still. */
#define MAX_TIME 1e9

/* The last key at or before a time; −1: there is none. */
static int64_t find_key(const track_iterator *w, double time)
{
    int64_t low = -1, high = (int64_t)w->count;
    while (high - low > 1) {
        int64_t middle = low + (high - low) / 2;
        if ((double)w->keys[middle].time <= time)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* An aim in double, so that the advance of a loop's rounds can be added before rounding. */
typedef struct value_and_rate {
    double value[2], rate[2], strength;
} value_and_rate;

static value_and_rate hold_key(const key_instance *a)
{
    return (value_and_rate){{a->value[0], a->value[1]}, {0.0, 0.0}, (double)a->key->strength};
}

static value_and_rate interpolate_keys(const key_instance *a, const key_instance *b, double time)
{
    double h = b->time - a->time;
    value_and_rate w = hold_key(a);
    if (h < (double)VV_CLIP_MIN_GAP)
        return w;
    double u = (time - a->time) / h;
    u = vvi_clamp_double(u, 0.0, 1.0);
    w.strength += ((double)b->key->strength - w.strength) * vvi_smoothstep_double(u);
    for (uint32_t c = 0; c < 2 && a->key->curve != VV_CURVE_STEP; c++) {
        double d = b->value[c] - a->value[c];
        w.value[c] += d * u;
        w.rate[c] = d / h;
        if (a->key->curve == VV_CURVE_LINEAR)
            continue;
        /* Hermite interpolation as the straight line plus the deviation of the slopes from it: p and q are 0 on a
         * line. */
        double p = h * (double)a->key->out[c] - d, q = h * (double)b->key->in[c] - d, v = 1.0 - u;
        w.value[c] += u * v * (v * p - u * q);
        w.rate[c] += (v * (1.0 - 3.0 * u) * p - u * (2.0 - 3.0 * u) * q) / h;
    }
    return w;
}

/* The fade `since` seconds after a key that releases the handle (or, where negative, before one that no segment leads
 * to). Strength and rate go to 0 in `ease` seconds; the value follows the integral of that rate. */
static value_and_rate fade_key(const key_instance *m, const float *slope, double since, double ease)
{
    value_and_rate w = hold_key(m);
    double u = ease > 0.0 ? fabs(since) / ease : 0.0, remaining = u < 1.0 ? 1.0 - vvi_smoothstep_double(u) : 0.0;
    double distance = (since < 0.0 ? -ease : ease) * u * (1.0 - u * u * (1.0 - 0.5 * u));
    w.strength *= remaining;
    for (uint32_t c = 0; c < 2; c++) {
        w.value[c] += (double)slope[c] * distance;
        w.rate[c] = (double)slope[c] * remaining;
    }
    return w;
}

/* Between two keys of which the first releases, before the first key, and after the last. Fades that would overlap
 * are shortened by the same factor, so that they meet where both are 0. In the first round of a loop there is no fade
 * of a key of the round before, since that was never played (`played`). */
static value_and_rate evaluate_gap(const key_instance *a, const key_instance *b, bool played, double time,
                                   double time_tolerance)
{
    double out = a->key ? (double)a->key->ease : 0.0, in = b->key ? (double)b->key->ease : 0.0;
    if (a->key && b->key && out + in > b->time - a->time) {
        double factor = (b->time - a->time) / (out + in);
        out *= factor;
        in *= factor;
    }
    out = out > time_tolerance ? out : 0.0;
    if (a->key && played && time <= a->time + (out > 0.0 ? out : time_tolerance))
        return fade_key(a, a->key->out, out > 0.0 && time > a->time ? time - a->time : 0.0, out);
    if (b->key && in > 0.0 && time >= b->time - in)
        return fade_key(b, b->key->in, time - b->time, in);
    return (value_and_rate){0};
}

/* Returns the round of a loop that a time is in, and reduces the time to that within the round. */
static double reduce_to_round(const track_iterator *w, double *time)
{
    if (!w->loop)
        return 0.0;
    if (*time > MAX_TIME)
        *time = MAX_TIME;
    double round = floor((*time + tolerance(*time)) / w->length);
    *time -= round * w->length;
    return round;
}

static value_and_rate evaluate_track(const track_iterator *w, double time)
{
    double time_tolerance = tolerance(time), round = reduce_to_round(w, &time);
    int64_t k = find_key(w, time + time_tolerance);
    key_instance a = key_instance_at(w, k), b = key_instance_at(w, k + 1);
    value_and_rate aim;
    if (a.key && !a.key->release)
        aim = b.key ? interpolate_keys(&a, &b, time) : hold_key(&a);
    else
        aim = evaluate_gap(&a, &b, k >= 0 || round > 0.0, time, time_tolerance);
    for (uint32_t c = 0; c < 2 && aim.strength > 0.0; c++)
        aim.value[c] += round * (double)w->advance[c];
    return aim;
}

vv_handle_target vv_clip_sample(const vv_clip *clip, uint32_t index, double time)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(clip != NULL);
    vv_track track = vv_clip_track(clip, index);
    track_iterator w = {
        track.keys, track.key_count, clip->loop != 0, (double)clip->length, {track.advance[0], track.advance[1]}};
    if (!(time >= -MAX_TIME) || (w.loop && time < -tolerance(0.0)))
        return (vv_handle_target){0};
    value_and_rate aim = evaluate_track(&w, time);
    if (!(aim.strength > 0.0))
        return (vv_handle_target){0};
    for (uint32_t c = 0; c < 2 && track.channel == VV_CHANNEL_SCALE; c++)
        if (aim.value[c] < (double)VV_CLIP_MIN_SCALE) {
            aim.value[c] = (double)VV_CLIP_MIN_SCALE;
            aim.rate[c] = 0.0;
        }
    return (vv_handle_target){
        {(float)aim.value[0], (float)aim.value[1]}, {(float)aim.rate[0], (float)aim.rate[1]}, (float)aim.strength};
}
