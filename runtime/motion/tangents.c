/* Slopes that an artist left open: the parabola's through three keys (Catmull–Rom for keys that are not evenly spaced),
 * limited after Fritsch and Carlson ("Monotone Piecewise Cubic Interpolation", 1980): a Hermite piece with both slopes in
 * 0…3 times its secant does not leave the range of its ends. */
#include "clip.h"

/* What lies on one side of a key. */
typedef enum side_kind {
    SIDE_REST, /* nothing, or a step: the curve starts or stops here */
    SIDE_FREE, /* the key lets go */
    SIDE_LINEAR,
    SIDE_SMOOTH,
} side_kind;

typedef struct side {
    side_kind kind;
    double seconds, secant[2];
} side;

/* Two keys at one moment of a loop, at its end and its beginning, which agree: the curve goes on through both. */
static bool meet(const moment *a, const moment *b)
{
    if (b->time - a->time >= (double)VV_CLIP_MIN_GAP)
        return false;
    for (uint32_t c = 0; c < 2; c++)
        if (fabs(a->value[c] - b->value[c]) > 1e-6 * (1.0 + fabs(a->value[c])))
            return false;
    return true;
}

static side piece(const moment *a, const moment *b)
{
    side s = {.kind = SIDE_REST, .seconds = b->time - a->time};
    if (!a->key || !b->key || a->key->curve == VV_CURVE_STEP || s.seconds < (double)VV_CLIP_MIN_GAP)
        return s;
    s.kind = a->key->curve == VV_CURVE_LINEAR ? SIDE_LINEAR : SIDE_SMOOTH;
    for (uint32_t c = 0; c < 2; c++)
        s.secant[c] = (b->value[c] - a->value[c]) / s.seconds;
    return s;
}

static side side_before(const walk *w, uint32_t k)
{
    moment a = moment_at(w, (int64_t)k - 1), b = moment_at(w, k);
    if (!a.key || a.key->release)
        return (side){.kind = SIDE_REST};
    if (meet(&a, &b) && w->count > 1) { /* then k is the first, and a the last of the round before */
        moment earlier = moment_at(w, (int64_t)w->count - 2), last = moment_at(w, (int64_t)w->count - 1);
        return earlier.key->release ? (side){.kind = SIDE_REST} : piece(&earlier, &last);
    }
    return piece(&a, &b);
}

static side side_after(const walk *w, uint32_t k)
{
    moment a = moment_at(w, k), b = moment_at(w, (int64_t)k + 1);
    if (a.key->release)
        return (side){.kind = a.key->curve == VV_CURVE_STEP ? SIDE_REST : SIDE_FREE};
    if (b.key && meet(&a, &b) && w->count > 1) {
        moment first = moment_at(w, 0), later = moment_at(w, 1);
        if (first.key->release)
            return (side){.kind = first.key->curve == VV_CURVE_STEP ? SIDE_REST : SIDE_FREE};
        return piece(&first, &later);
    }
    return piece(&a, &b);
}

/* `slope` made to suit a piece: not against its secant, not steeper than three times it. */
static double limited(double slope, double secant)
{
    if (slope * secant <= 0.0)
        return 0.0;
    return fabs(slope) > 3.0 * fabs(secant) ? 3.0 * secant : slope;
}

/* The slope of a smooth piece `own` at the key it shares with `other`. */
static double joined(const side *own, const side *other, uint32_t c)
{
    if (other->kind == SIDE_LINEAR)
        return limited(other->secant[c], own->secant[c]);
    if (other->kind != SIDE_SMOOTH)
        return 0.0;
    double parabola =
        (other->seconds * own->secant[c] + own->seconds * other->secant[c]) / (own->seconds + other->seconds);
    return limited(limited(parabola, own->secant[c]), other->secant[c]);
}

/* Where it lets go: the end of a spline that is not bent there, from the slope at the other end of the piece. */
static double thrown(const side *before, double begin, uint32_t c)
{
    return limited(1.5 * before->secant[c] - 0.5 * begin, before->secant[c]);
}

static void find_out(const walk *w, uint32_t k, uint32_t components, vv_key *key)
{
    side before = side_before(w, k), after = side_after(w, k);
    for (uint32_t c = 0; c < components && key->auto_out; c++)
        if (after.kind == SIDE_LINEAR)
            key->out[c] = (float)after.secant[c];
        else if (after.kind == SIDE_SMOOTH)
            key->out[c] = (float)joined(&after, &before, c);
}

static void find_in(const walk *w, uint32_t k, uint32_t components, vv_key *key)
{
    side before = side_before(w, k), after = side_after(w, k);
    moment previous = moment_at(w, (int64_t)k - 1), own = moment_at(w, k);
    if (previous.key && w->count > 1 && meet(&previous, &own))
        previous = moment_at(w, (int64_t)w->count - 2);
    for (uint32_t c = 0; c < components && key->auto_in; c++)
        if (before.kind == SIDE_LINEAR)
            key->in[c] = (float)before.secant[c];
        else if (before.kind == SIDE_SMOOTH)
            key->in[c] = (float)(after.kind == SIDE_FREE ? thrown(&before, (double)previous.key->out[c], c)
                                                         : joined(&before, &after, c));
}

/* What lets go glides on at the slope at which the curve came. */
static void find_glide(const walk *w, uint32_t k, uint32_t components, vv_key *key)
{
    side before = side_before(w, k), after = side_after(w, k);
    for (uint32_t c = 0; c < components && key->auto_out && after.kind == SIDE_FREE && key->release; c++)
        key->out[c] = before.kind == SIDE_SMOOTH ? key->in[c] : (float)before.secant[c];
}

void vvi_track_tangents(const walk *w, uint32_t components, vv_key *keys)
{
    for (uint32_t k = 0; k < w->count; k++)
        find_out(w, k, components, &keys[k]);
    for (uint32_t k = 0; k < w->count; k++)
        find_in(w, k, components, &keys[k]);
    for (uint32_t k = 0; k < w->count; k++)
        find_glide(w, k, components, &keys[k]);
}
