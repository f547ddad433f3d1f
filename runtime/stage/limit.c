/* Limits of motion. Matching needs a drawing that is still recognisable: a drawing whose particles move by several
 * radii, or which rotates by several radians, in one substep is torn by the prediction itself. Impacts, contradicting
 * holds and deep overlaps cause such motions although nothing is wrong. They are limited here, as a very stiff and
 * strongly damped material would limit them; motion within the limits is not changed by a bit. */
#include "runtime/stage/puppet_actor.h"

/* In radii: the greatest distance of a particle from its goal in the match of the whole, and its greatest
 * displacement in a substep relative to the motion of the whole. */
#define MAX_STRETCH     3.0f
#define MAX_DEFORMATION 3.0f
/* Radians that a drawing may rotate in a substep: predicted along the tangent, it becomes √(1 + angle²) times as
 * wide. */
#define MAX_TURN 2.0f
/* A faster drawing loses a share of its velocity, so that forces can add to it within a substep. */
#define SPEED_LIMIT (0.95f * VVI_MAX_SPEED)

static bool is_finite(const actor *a)
{
    return vvi_all_finite(&a->x->x, 2u * (size_t)a->view.particle_count) &&
           vvi_all_finite(&a->v->x, 2u * (size_t)a->view.particle_count);
}

/* Moves a drawing that was pulled apart back towards its match, which keeps its centre and angle. */
static void limit_stretch(actor *a)
{
    vvi_fit fit = vvi_match_fit(&a->view, a->rest, a->x);
    float farthest = 0.0f, most = MAX_STRETCH * a->view.radius;
    for (uint32_t i = 0; i < a->view.particle_count; i++) {
        vv_vec2 e = a->rest[i];
        vv_vec2 goal = {fit.origin.x + fit.cosine * e.x - fit.sine * e.y,
                        fit.origin.y + fit.sine * e.x + fit.cosine * e.y};
        farthest = vvi_max(farthest, vv_vec2_distance(a->x[i], goal));
    }
    if (farthest > most)
        vvi_match_towards(&a->view, a->rest, &fit, 1.0f - most / farthest, a->x);
}

/* The greatest speed of a particle relative to the motion of the whole. */
static float deformation_speed(const actor *a, const motion *m)
{
    float spin = (float)(m->angular / m->inertia), fastest = 0.0f;
    vv_vec2 centre = {(float)m->centre[0], (float)m->centre[1]};
    for (uint32_t i = 0; i < a->view.particle_count; i++) {
        vv_vec2 arm = vv_vec2_sub(a->x[i], centre);
        vv_vec2 rigid = {(float)m->velocity[0] - spin * arm.y, (float)m->velocity[1] + spin * arm.x};
        fastest = vvi_max(fastest, vv_vec2_distance(a->v[i], rigid));
    }
    return fastest;
}

static void limit_velocities(actor *a, motion *m, float h)
{
    double spin = m->angular / m->inertia, most = (double)(MAX_TURN / h);
    VVI_CHECK(m->inertia > 0.0 && h > 0.0f);
    float speed = deformation_speed(a, m), limit = vvi_min(MAX_DEFORMATION * a->view.radius / h, 0.5f * VVI_MAX_SPEED);
    double angular = (spin > most ? most : spin < -most ? -most : spin) * m->inertia;
    if (angular == m->angular && speed <= limit)
        return;
    vvi_actor_set_motion(a, m, m->velocity, angular, speed > limit ? (double)(limit / speed) : 1.0);
    m->angular = angular;
}

void vvi_actor_limit_speed(actor *a, float most)
{
    float fastest = 0.0f;
    VVI_CHECK(most > 0.0f);
    for (uint32_t i = 0; i < a->view.particle_count; i++)
        fastest = vvi_max(fastest, vv_vec2_dot(a->v[i], a->v[i]));
    if (fastest <= most * most)
        return;
    float share = most / sqrtf(fastest);
    if (a->puppet)
        vvi_puppet_scale_speed(a, share);
    for (uint32_t i = 0; i < a->view.particle_count && !a->puppet; i++)
        a->v[i] = vv_vec2_scale(a->v[i], share);
    a->velocity = vv_vec2_scale(a->velocity, share);
    a->spin *= share;
}

bool vvi_actor_limit(actor *a, float h)
{
    if (!is_finite(a))
        return false;
    limit_stretch(a);
    motion m = vvi_actor_motion(a);
    limit_velocities(a, &m, h);
    a->velocity = (vv_vec2){(float)m.velocity[0], (float)m.velocity[1]};
    a->spin = (float)(m.angular / m.inertia);
    vvi_actor_limit_speed(a, SPEED_LIMIT);
    VVI_CHECK(is_finite(a));
    return true;
}

vv_vec2 vvi_actor_limit_gain(const actor *a, float keep, vv_vec2 gain)
{
    vv_vec2 before = vv_vec2_scale(a->velocity, keep);
    vv_vec2 after = {vvi_clamp(before.x + gain.x, -2.0f * VVI_MAX_SPEED, 2.0f * VVI_MAX_SPEED),
                     vvi_clamp(before.y + gain.y, -2.0f * VVI_MAX_SPEED, 2.0f * VVI_MAX_SPEED)};
    float speed = vv_vec2_length(after), most = vvi_max(0.5f * VVI_MAX_SPEED, vv_vec2_length(before));
    return speed > most ? vv_vec2_sub(vv_vec2_scale(after, most / speed), before) : gain;
}
