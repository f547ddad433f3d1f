/* What an actor's strengths come to in a substep. They seldom change, so they are computed again only when they do. */
#include "runtime/stage/state.h"

/* Exact solution of the damped oscillator over a step (navigate.c). */
static vvi_oscillator oscillator_weights(float frequency, float ratio, float h)
{
    float w = 2.0f * VV_PI * frequency * h, decay = vv_exp(-ratio * w), D = decay * decay, T;
    if (ratio < 1.0f) {
        T = 2.0f * decay * vv_cos(w * sqrtf(1.0f - ratio * ratio));
    } else {
        float root = w * sqrtf(ratio * ratio - 1.0f);
        T = vv_exp(-ratio * w + root) + vv_exp(-ratio * w - root);
    }
    /* With more than a radian a step an oscillation cannot be resolved: there the blend stays convex. */
    if (w > 1.0f && T < 2.0f * D)
        T = 2.0f * D;
    return (vvi_oscillator){D, T - 2.0f * D, 1.0f - T + D};
}

const actor_rates *vvi_actor_rates(const actor *a, float h, uint32_t iterations)
{
    const vv_strengths *s = &a->strengths;
    actor_rates *r = a->rates;
    VVI_CHECK(h > 0.0f && iterations > 0);
    if (r->h == h && r->iterations == iterations && r->of.stiffness == s->stiffness && r->of.local == s->local &&
        r->of.damping == s->damping && r->of.drag == s->drag && r->of.equilibrium == s->equilibrium &&
        r->of.settle == s->settle)
        return r;
    *r = (actor_rates){.h = h, .iterations = iterations};
    r->of.stiffness = s->stiffness;
    r->of.local = s->local;
    r->of.damping = s->damping;
    r->of.drag = s->drag;
    r->of.equilibrium = s->equilibrium;
    r->of.settle = s->settle;
    r->whole = vvi_stage_correction_share(s->stiffness, h, 1);
    r->whole_each = vvi_stage_correction_share(s->stiffness, h, iterations);
    r->rings = vvi_stage_correction_share(s->local, h, 1);
    r->deformation = vv_exp(-s->damping * h);
    r->drag = s->drag > 0.0f ? vv_exp(-s->drag * h) : 1.0f;
    r->place = oscillator_weights(s->equilibrium, s->settle, h);
    return r;
}
