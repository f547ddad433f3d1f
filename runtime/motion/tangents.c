/* Automatic slopes: that of the parabola through three keys (Catmull–Rom for keys that are not evenly spaced),
 * limited after Fritsch and Carlson ("Monotone Piecewise Cubic Interpolation", 1980): a Hermite segment whose slopes
 * are both 0…3 times its secant stays within the range of its ends. */
#include "clip.h"

/* What is on one side of a key. */
typedef enum side_kind {
    SIDE_REST,     /* nothing, or a step: the curve starts or stops here */
    SIDE_RELEASED, /* the key releases the handle */
    SIDE_LINEAR,
    SIDE_SMOOTH,
} side_kind;

typedef struct side {
    side_kind kind;
    double seconds, secant[2];
} side;

/* Whether two keys at the same time of a loop, at its end and its start, agree: then the curve is continuous through
 * both. */
static bool is_continuous(const key_instance *a, const key_instance *b)
{
    if (b->time - a->time >= (double)VV_CLIP_MIN_GAP)
        return false;
    for (uint32_t c = 0; c < 2; c++)
        if (fabs(a->value[c] - b->value[c]) > 1e-6 * (1.0 + fabs(a->value[c])))
            return false;
    return true;
}

static side segment_between(const key_instance *a, const key_instance *b)
{
    side s = {.kind = SIDE_REST, .seconds = b->time - a->time};
    if (!a->key || !b->key || a->key->curve == VV_CURVE_STEP || s.seconds < (double)VV_CLIP_MIN_GAP)
        return s;
    s.kind = a->key->curve == VV_CURVE_LINEAR ? SIDE_LINEAR : SIDE_SMOOTH;
    for (uint32_t c = 0; c < 2; c++)
        s.secant[c] = (b->value[c] - a->value[c]) / s.seconds;
    return s;
}

static side side_before(const track_iterator *w, uint32_t k)
{
    key_instance a = key_instance_at(w, (int64_t)k - 1), b = key_instance_at(w, k);
    if (!a.key || a.key->release)
        return (side){.kind = SIDE_REST};
    if (is_continuous(&a, &b) && w->count > 1) { /* then k is the first key, and a the last of the round before */
        key_instance earlier = key_instance_at(w, (int64_t)w->count - 2),
                     last = key_instance_at(w, (int64_t)w->count - 1);
        return earlier.key->release ? (side){.kind = SIDE_REST} : segment_between(&earlier, &last);
    }
    return segment_between(&a, &b);
}

static side side_after(const track_iterator *w, uint32_t k)
{
    key_instance a = key_instance_at(w, k), b = key_instance_at(w, (int64_t)k + 1);
    if (a.key->release)
        return (side){.kind = a.key->curve == VV_CURVE_STEP ? SIDE_REST : SIDE_RELEASED};
    if (b.key && is_continuous(&a, &b) && w->count > 1) {
        key_instance first = key_instance_at(w, 0), later = key_instance_at(w, 1);
        if (first.key->release)
            return (side){.kind = first.key->curve == VV_CURVE_STEP ? SIDE_REST : SIDE_RELEASED};
        return segment_between(&first, &later);
    }
    return segment_between(&a, &b);
}

/* Limits `slope` for a segment: not against its secant, and at most three times as steep. */
static double limit_slope(double slope, double secant)
{
    if (slope * secant <= 0.0)
        return 0.0;
    return fabs(slope) > 3.0 * fabs(secant) ? 3.0 * secant : slope;
}

/* The slope of a smooth segment `own` at the key that it shares with `other`. */
static double join_slope(const side *own, const side *other, uint32_t c)
{
    if (other->kind == SIDE_LINEAR)
        return limit_slope(other->secant[c], own->secant[c]);
    if (other->kind != SIDE_SMOOTH)
        return 0.0;
    double parabola =
        (other->seconds * own->secant[c] + own->seconds * other->secant[c]) / (own->seconds + other->seconds);
    return limit_slope(limit_slope(parabola, own->secant[c]), other->secant[c]);
}

/* The slope at a key that releases: that of a natural spline (no curvature at its end), from the slope at the other
 * end of the segment. */
static double release_slope(const side *before, double begin, uint32_t c)
{
    return limit_slope(1.5 * before->secant[c] - 0.5 * begin, before->secant[c]);
}

static void compute_out_slopes(const track_iterator *w, uint32_t k, uint32_t components, vv_key *key)
{
    side before = side_before(w, k), after = side_after(w, k);
    for (uint32_t c = 0; c < components && key->auto_out; c++)
        if (after.kind == SIDE_LINEAR)
            key->out[c] = (float)after.secant[c];
        else if (after.kind == SIDE_SMOOTH)
            key->out[c] = (float)join_slope(&after, &before, c);
}

static void compute_in_slopes(const track_iterator *w, uint32_t k, uint32_t components, vv_key *key)
{
    side before = side_before(w, k), after = side_after(w, k);
    key_instance previous = key_instance_at(w, (int64_t)k - 1), own = key_instance_at(w, k);
    if (previous.key && w->count > 1 && is_continuous(&previous, &own))
        previous = key_instance_at(w, (int64_t)w->count - 2);
    for (uint32_t c = 0; c < components && key->auto_in; c++)
        if (before.kind == SIDE_LINEAR)
            key->in[c] = (float)before.secant[c];
        else if (before.kind == SIDE_SMOOTH)
            key->in[c] = (float)(after.kind == SIDE_RELEASED ? release_slope(&before, (double)previous.key->out[c], c)
                                                             : join_slope(&before, &after, c));
}

/* A handle that is released continues at the slope with which the curve arrived. */
static void compute_release_slopes(const track_iterator *w, uint32_t k, uint32_t components, vv_key *key)
{
    side before = side_before(w, k), after = side_after(w, k);
    for (uint32_t c = 0; c < components && key->auto_out && after.kind == SIDE_RELEASED && key->release; c++)
        key->out[c] = before.kind == SIDE_SMOOTH ? key->in[c] : (float)before.secant[c];
}

void vvi_track_tangents(const track_iterator *w, uint32_t components, vv_key *keys)
{
    for (uint32_t k = 0; k < w->count; k++)
        compute_out_slopes(w, k, components, &keys[k]);
    for (uint32_t k = 0; k < w->count; k++)
        compute_in_slopes(w, k, components, &keys[k]);
    for (uint32_t k = 0; k < w->count; k++)
        compute_release_slopes(w, k, components, &keys[k]);
}
