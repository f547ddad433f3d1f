/* A character that does a verb: its phase goes on along the warp of the keytimes that hold now, and its root travels with it.
 *
 * The phase after dt seconds is found exactly, by going along the warp. The way is an integral of velocity turned by heading, by
 * Simpson's rule over steps no longer than STEP: their ends and middles fall on other moments at another frame rate, but the error,
 * of order STEP⁴, is far below a millimetre. */
#include "verb.h"

#define STEP (1.0 / 60.0) /* seconds */
#define MOST 64u          /* steps of a frame, which is at most a second */

vv_walker vv_default_walker(void) { return (vv_walker){0}; }

/* The four travelling degrees of freedom at these weights; the control points of a span are mixed once. */
typedef struct traveller {
    const vv_verb *verb;
    const float *weights;
    uint32_t span; /* that `mixed` are the controls of */
    float mixed[4][4];
} traveller;

/* m/s to the left and forward, rad/s, m/s upwards. */
typedef struct speeds {
    float side, forward, spin, climb;
} speeds;

static speeds speeds_at(traveller *t, double phase)
{
    const vv_verb *verb = t->verb;
    verb_knot knot = verb_knot_at(verb, phase);
    if (knot.span != t->span) {
        const float *rows = verb_at(verb, verb->travel);
        for (uint32_t k = 0; k < 4; k++)
            verb_mix4(verb->example_count, t->weights, rows + 4 * (size_t)(knot.span + k) * verb->example_count,
                      t->mixed[k]);
        t->span = knot.span;
    }
    float out[4];
    for (uint32_t lane = 0; lane < 4; lane++)
        out[lane] = knot.basis[0] * t->mixed[0][lane] + knot.basis[1] * t->mixed[1][lane] +
                    knot.basis[2] * t->mixed[2][lane] + knot.basis[3] * t->mixed[3][lane];
    return (speeds){out[0], out[1], out[2], out[3]};
}

/* The velocity over the ground turned by `angle` about y: forward is +z, left is +x, and a positive angle takes +z to +x. */
static vv_vec2 turned(float side, float forward, float angle)
{
    float sine, cosine;
    if (fabsf(angle) < 0.25f) { /* the series; what is left out is below 1e-7 */
        float s = angle * angle;
        sine = angle * (1.0f - s * (1.0f / 6.0f - s * (1.0f / 120.0f)));
        cosine = 1.0f - s * (0.5f - s * (1.0f / 24.0f - s * (1.0f / 720.0f)));
    } else {
        vv_sin_cos(angle, &sine, &cosine);
    }
    return (vv_vec2){side * cosine + forward * sine, forward * cosine - side * sine};
}

/* Along phases[2 · count + 1], every other one the middle of a step of `step` seconds, from heading `start`. */
static void travel(traveller *t, uint32_t count, const double *phases, float step, vv_root *root)
{
    float angle = 0.0f, climbed = 0.0f; /* since the frame began */
    vv_vec2 way = {0.0f, 0.0f};
    speeds a = speeds_at(t, phases[0]);
    for (uint32_t i = 0; i < count; i++) {
        speeds b = speeds_at(t, phases[2 * i + 1]), c = speeds_at(t, phases[2 * i + 2]);
        /* The parabola through the three rates, integrated to the middle and to the end. */
        float middle = angle + step * (1.0f / 24.0f) * (5.0f * a.spin + 8.0f * b.spin - c.spin);
        float end = angle + step * (1.0f / 6.0f) * (a.spin + 4.0f * b.spin + c.spin);
        vv_vec2 va = turned(a.side, a.forward, angle), vb = turned(b.side, b.forward, middle),
                vc = turned(c.side, c.forward, end);
        way.x += step * (1.0f / 6.0f) * (va.x + 4.0f * vb.x + vc.x);
        way.y += step * (1.0f / 6.0f) * (va.y + 4.0f * vb.y + vc.y);
        climbed += step * (1.0f / 6.0f) * (a.climb + 4.0f * b.climb + c.climb);
        angle = end;
        a = c;
    }
    vv_vec2 over = turned(way.x, way.y, root->heading);
    root->x += over.x;
    root->y += climbed;
    root->z += over.y;
    root->heading = vv_wrap_angle(root->heading + angle);
}

static uint32_t step_count(const vv_verb *verb, double dt, double length)
{
    double by_time = dt / STEP, by_knots = dt * verb->span_count / length;
    double wanted = ceil((by_time > by_knots ? by_time : by_knots) - 1e-3);
    return wanted < 1.0 ? 1 : wanted > MOST ? MOST : (uint32_t)wanted;
}

void vv_verb_advance(const vv_verb *verb, const float *weights, float dt, vv_walker *walker)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(verb != NULL);
    VV_ASSERT(weights != NULL);
    VV_ASSERT(walker != NULL);
    float keytimes[VV_VERB_MAX_KEYTIMES];
    double phases[2 * MOST + 1], span = dt > 0.0f ? (double)vvi_min(dt, 1.0f) : 0.0;
    double length = (double)vv_verb_keytimes(verb, weights, keytimes);
    vvi_warp warp = {verb->keytime_count, verb->cyclic != 0, keytimes, verb_at(verb, verb->phases)};
    walker->seconds += span;
    phases[0] = (double)walker->phase;
    if (!verb->cyclic) {
        double left = length - vvi_warp_seconds(&warp, phases[0]);
        walker->finished = span >= left;
        span = walker->finished ? left : span;
    }
    uint32_t count = step_count(verb, span, length);
    vvi_warp_walk(&warp, phases[0], span / (2.0 * count), 2 * count, phases + 1);
    traveller t = {.verb = verb, .weights = weights, .span = VV_NONE};
    travel(&t, count, phases, (float)(span / count), &walker->root);

    double rounds = verb->cyclic ? floor(phases[2 * count]) : 0.0;
    walker->phase = walker->finished ? 1.0f : (float)(phases[2 * count] - rounds);
    walker->rounds += (uint32_t)rounds;
    if (verb->cyclic && walker->phase >= 1.0f) { /* rounded up to the end */
        walker->phase = 0.0f;
        walker->rounds++;
    }
}
