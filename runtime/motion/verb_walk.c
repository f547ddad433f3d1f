/* A character that plays a verb: its phase advances along the warp of the current keytimes, and its root moves with
 * it.
 *
 * The phase after dt seconds is exact, by following the warp. The displacement is the integral of a velocity rotated
 * by the heading, by Simpson's rule over steps no longer than STEP: another frame rate samples it at other times, but
 * the error, of order STEP⁴, is far below a millimetre. */
#include "verb.h"

#define STEP      (1.0 / 60.0) /* seconds */
#define MAX_STEPS 64u          /* steps of a frame, which is at most a second long */

vv_verb_state vv_default_verb_state(void) { return (vv_verb_state){0}; }

/* The four degrees of freedom of the root's travel at these weights; the control points of a span are blended once. */
typedef struct root_sampler {
    const vv_verb *verb;
    const float *weights;
    uint32_t span; /* whose control points `blended` holds */
    float blended[4][4];
} root_sampler;

/* m/s to the left and forward, rad/s, m/s upwards. */
typedef struct root_velocity {
    float side, forward, spin, climb;
} root_velocity;

static root_velocity root_velocity_at(root_sampler *t, double phase)
{
    const vv_verb *verb = t->verb;
    verb_span_basis here = verb_span_basis_at(verb, phase);
    if (here.span != t->span) {
        const float *rows = verb_at(verb, verb->travel);
        for (uint32_t k = 0; k < 4; k++)
            verb_blend4(verb->example_count, t->weights, rows + 4 * (size_t)(here.span + k) * verb->example_count,
                        t->blended[k]);
        t->span = here.span;
    }
    float out[4];
    for (uint32_t lane = 0; lane < 4; lane++)
        out[lane] = here.basis[0] * t->blended[0][lane] + here.basis[1] * t->blended[1][lane] +
                    here.basis[2] * t->blended[2][lane] + here.basis[3] * t->blended[3][lane];
    return (root_velocity){out[0], out[1], out[2], out[3]};
}

/* Rotates a horizontal velocity by `angle` about y: forward is +z, left is +x, and a positive angle takes +z to +x. */
static vv_vec2 rotate_about_y(float side, float forward, float angle)
{
    float sine, cosine;
    if (fabsf(angle) < 0.25f) { /* the series, whose omitted terms are below 1e-7 */
        float s = angle * angle;
        sine = angle * (1.0f - s * (1.0f / 6.0f - s * (1.0f / 120.0f)));
        cosine = 1.0f - s * (0.5f - s * (1.0f / 24.0f - s * (1.0f / 720.0f)));
    } else {
        vv_sin_cos(angle, &sine, &cosine);
    }
    return (vv_vec2){side * cosine + forward * sine, forward * cosine - side * sine};
}

/* Moves the root along phases[2 · count + 1], of which every other one is the middle of a step of `step` seconds. */
static void integrate_root(root_sampler *t, uint32_t count, const double *phases, float step, vv_root *root)
{
    float angle = 0.0f, climb = 0.0f; /* since the start of the frame */
    vv_vec2 displacement = {0.0f, 0.0f};
    root_velocity a = root_velocity_at(t, phases[0]);
    for (uint32_t i = 0; i < count; i++) {
        root_velocity b = root_velocity_at(t, phases[2 * i + 1]), c = root_velocity_at(t, phases[2 * i + 2]);
        /* The integrals of the parabola through the three rates, to the middle and to the end. */
        float middle = angle + step * (1.0f / 24.0f) * (5.0f * a.spin + 8.0f * b.spin - c.spin);
        float end = angle + step * (1.0f / 6.0f) * (a.spin + 4.0f * b.spin + c.spin);
        vv_vec2 va = rotate_about_y(a.side, a.forward, angle), vb = rotate_about_y(b.side, b.forward, middle),
                vc = rotate_about_y(c.side, c.forward, end);
        displacement.x += step * (1.0f / 6.0f) * (va.x + 4.0f * vb.x + vc.x);
        displacement.y += step * (1.0f / 6.0f) * (va.y + 4.0f * vb.y + vc.y);
        climb += step * (1.0f / 6.0f) * (a.climb + 4.0f * b.climb + c.climb);
        angle = end;
        a = c;
    }
    vv_vec2 world_displacement = rotate_about_y(displacement.x, displacement.y, root->heading);
    root->x += world_displacement.x;
    root->y += climb;
    root->z += world_displacement.y;
    root->heading = vv_wrap_angle(root->heading + angle);
}

static uint32_t step_count(const vv_verb *verb, double dt, double length)
{
    double by_time = dt / STEP, by_knots = dt * verb->span_count / length;
    double count = ceil((by_time > by_knots ? by_time : by_knots) - 1e-3);
    return count < 1.0 ? 1 : count > MAX_STEPS ? MAX_STEPS : (uint32_t)count;
}

void vv_verb_advance(const vv_verb *verb, const float *weights, float dt, vv_verb_state *walker)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(verb != NULL);
    VV_ASSERT(weights != NULL);
    VV_ASSERT(walker != NULL);
    float keytimes[VV_VERB_MAX_KEYTIMES];
    double phases[2 * MAX_STEPS + 1], span = dt > 0.0f ? (double)vvi_min(dt, 1.0f) : 0.0;
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
    vvi_warp_advance(&warp, phases[0], span / (2.0 * count), 2 * count, phases + 1);
    root_sampler t = {.verb = verb, .weights = weights, .span = VV_NONE};
    integrate_root(&t, count, phases, (float)(span / count), &walker->root);

    double rounds = verb->cyclic ? floor(phases[2 * count]) : 0.0;
    walker->phase = walker->finished ? 1.0f : (float)(phases[2 * count] - rounds);
    walker->cycle_count += (uint32_t)rounds;
    if (verb->cyclic && walker->phase >= 1.0f) { /* rounded up to the end */
        walker->phase = 0.0f;
        walker->cycle_count++;
    }
}
