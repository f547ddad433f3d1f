/* Where a track wants its handle at a time: the piece by bisection, then a cubic, a line or a step between two keys, or a
 * fade where nothing leads from one to the next. Only sums, products, quotients and floor, in double: the same bits on
 * every machine. */
#include "clip.h"

/* How far a moment may lie from a key and still be the key's: keys are floats (half a unit of their last place is 6e-8 of
 * them) and so is a stage's step, whose sum then runs 2e-8 off. A loop that has run for hours still tells keys apart. */
static double tolerance(double time)
{
    double t = 1e-6 + 1e-7 * fabs(time);
    return t < 5e-4 ? t : 5e-4;
}

/* 31 years: rounds of a loop are counted exactly until then, and it stands still after. */
#define LAST_MOMENT 1e9

static double smoothstep(double u) { return u * u * (3.0 - 2.0 * u); }

/* The last key at or before a time, −1 if there is none. */
static int64_t find_key(const walk *w, double time)
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

/* An aim in double: what rounds of a loop add comes on top before it is rounded. */
typedef struct wanted {
    double value[2], rate[2], strength;
} wanted;

static wanted stay(const moment *a)
{
    return (wanted){{a->value[0], a->value[1]}, {0.0, 0.0}, (double)a->key->strength};
}

static wanted lead(const moment *a, const moment *b, double time)
{
    double h = b->time - a->time;
    wanted w = stay(a);
    if (h < (double)VV_CLIP_MIN_GAP)
        return w;
    double u = (time - a->time) / h;
    u = u < 0.0 ? 0.0 : u > 1.0 ? 1.0 : u;
    w.strength += ((double)b->key->strength - w.strength) * smoothstep(u);
    for (uint32_t c = 0; c < 2 && a->key->curve != VV_CURVE_STEP; c++) {
        double d = b->value[c] - a->value[c];
        w.value[c] += d * u;
        w.rate[c] = d / h;
        if (a->key->curve == VV_CURVE_LINEAR)
            continue;
        /* Hermite as the straight line and what the slopes differ from it: p and q are 0 on a line. */
        double p = h * (double)a->key->out[c] - d, q = h * (double)b->key->in[c] - d, v = 1.0 - u;
        w.value[c] += u * v * (v * p - u * q);
        w.rate[c] += (v * (1.0 - 3.0 * u) * p - u * (2.0 - 3.0 * u) * q) / h;
    }
    return w;
}

/* `since` seconds after a key that lets go (or before one that nothing leads to, where it is negative). Strength and speed
 * pass to 0 in `ease` seconds; the way is the integral of that speed. */
static wanted fade(const moment *m, const float *slope, double since, double ease)
{
    wanted w = stay(m);
    double u = ease > 0.0 ? fabs(since) / ease : 0.0, keep = u < 1.0 ? 1.0 - smoothstep(u) : 0.0;
    double way = (since < 0.0 ? -ease : ease) * u * (1.0 - u * u * (1.0 - 0.5 * u));
    w.strength *= keep;
    for (uint32_t c = 0; c < 2; c++) {
        w.value[c] += (double)slope[c] * way;
        w.rate[c] = (double)slope[c] * keep;
    }
    return w;
}

/* Between two keys of which the first lets go, before the first of all, and after the last. Fades that would overlap become
 * shorter by the same factor, so that they meet where both are 0. In the first round of a loop nothing fades that `played`
 * before it. */
static wanted between_runs(const moment *a, const moment *b, bool played, double time, double near)
{
    double out = a->key ? (double)a->key->ease : 0.0, in = b->key ? (double)b->key->ease : 0.0;
    if (a->key && b->key && out + in > b->time - a->time) {
        double factor = (b->time - a->time) / (out + in);
        out *= factor;
        in *= factor;
    }
    out = out > near ? out : 0.0;
    if (a->key && played && time <= a->time + (out > 0.0 ? out : near))
        return fade(a, a->key->out, out > 0.0 && time > a->time ? time - a->time : 0.0, out);
    if (b->key && in > 0.0 && time >= b->time - in)
        return fade(b, b->key->in, time - b->time, in);
    return (wanted){0};
}

/* Which round of a loop a time is in, and the time within it. */
static double take_round(const walk *w, double *time)
{
    if (!w->loop)
        return 0.0;
    if (*time > LAST_MOMENT)
        *time = LAST_MOMENT;
    double round = floor((*time + tolerance(*time)) / w->length);
    *time -= round * w->length;
    return round;
}

static wanted want(const walk *w, double time)
{
    double near = tolerance(time), round = take_round(w, &time);
    int64_t k = find_key(w, time + near);
    moment a = moment_at(w, k), b = moment_at(w, k + 1);
    wanted aim;
    if (a.key && !a.key->release)
        aim = b.key ? lead(&a, &b, time) : stay(&a);
    else
        aim = between_runs(&a, &b, k >= 0 || round > 0.0, time, near);
    for (uint32_t c = 0; c < 2 && aim.strength > 0.0; c++)
        aim.value[c] += round * (double)w->advance[c];
    return aim;
}

vv_aim vv_clip_aim(const vv_clip *clip, uint32_t index, double time)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(clip != NULL);
    vv_track own = vv_clip_track(clip, index);
    walk w = {own.keys, own.key_count, clip->loop != 0, (double)clip->length, {own.advance[0], own.advance[1]}};
    if (!(time >= -LAST_MOMENT) || (w.loop && time < -tolerance(0.0)))
        return (vv_aim){0};
    wanted aim = want(&w, time);
    if (!(aim.strength > 0.0))
        return (vv_aim){0};
    for (uint32_t c = 0; c < 2 && own.channel == VV_CHANNEL_SCALE; c++)
        if (aim.value[c] < (double)VV_CLIP_MIN_SCALE) {
            aim.value[c] = (double)VV_CLIP_MIN_SCALE;
            aim.rate[c] = 0.0;
        }
    return (vv_aim){
        {(float)aim.value[0], (float)aim.value[1]}, {(float)aim.rate[0], (float)aim.rate[1]}, (float)aim.strength};
}
