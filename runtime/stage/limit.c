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

/* After it was squeezed last it is watched for this time, s: in a press that stands it may still lack room. */
#define SQUEEZED_TIME 0.25f
/* What contact leaves of its speed in a substep. */
#define SQUEEZED_SPEED 0.9f

/* Between surfaces that nothing stops there is no place for it, and whatever contact does there, each pushes it into
 * the other: its corrections grow from substep to substep, and become velocity. So it gets no faster than the surfaces
 * are, relative to them, and goes no further. */
void vvi_actor_limit_squeezed(const vv_stage *stage, actor *a, float h)
{
    const vv_vec2 carrier = a->carrier;
    float spread = vv_vec2_distance(a->touch.carrier_low, a->touch.carrier_high);
    bool was_squeezed = a->squeezed_time > 0.0f;
    a->squeezed_time = vvi_max(0.0f, a->squeezed_time - h);
    if (a->touch.squeezed && (spread > 0.0f || was_squeezed))
        a->squeezed_time = SQUEEZED_TIME;
    if (!(a->squeezed_time > 0.0f) || a->touch.count == 0)
        return;
    vv_vec2 before = {(float)a->predicted[0] - carrier.x, (float)a->predicted[1] - carrier.y};
    float most = vvi_max(SQUEEZED_SPEED * vv_vec2_length(before), spread) + vvi_stage_gravity(stage) * h;
    motion *m = &a->now;
    vv_vec2 way = {(float)m->centre[0] - carrier.x * h, (float)m->centre[1] - carrier.y * h};
    float length = vv_vec2_length(way);
    if (length > most * h) {
        vv_vec2 back = vv_vec2_scale(way, most * h / length - 1.0f);
        vvi_positions_add(a->view.particle_count, back, a->x);
        m->centre[0] += (double)back.x;
        m->centre[1] += (double)back.y;
    }
    double velocity[2] = {m->velocity[0] - (double)carrier.x, m->velocity[1] - (double)carrier.y};
    double speed = sqrt(velocity[0] * velocity[0] + velocity[1] * velocity[1]);
    double share = speed > (double)most ? (double)most / speed : 1.0;
    double spin = m->angular / m->inertia, fast = fabs(a->predicted[2] / m->inertia);
    fast = vvi_max_double(fast, 2.0 * (double)(most / a->view.radius));
    double angular = vvi_clamp_double(spin, -fast, fast) * m->inertia;
    float shape = deformation_speed(a, m);
    velocity[0] = (double)carrier.x + share * velocity[0];
    velocity[1] = (double)carrier.y + share * velocity[1];
    vvi_actor_set_motion(a, m, velocity, angular, shape > most ? (double)(most / shape) : 1.0);
    m->velocity[0] = velocity[0];
    m->velocity[1] = velocity[1];
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
