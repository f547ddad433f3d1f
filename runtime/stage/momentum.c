/* Global momentum adjustment (eq. 11–13): contact that stops a drawing stores the momentum it took; after a short
 * while in the squash it is given back.
 *
 * Equation 12 as printed delivers about 1/n of it; here v += r·p/M for every particle. What counts in eq. 11 is the
 * speed that the centre loses, not every push: so neither resting nor the drawing's own swelling adds to it, and a
 * bounce of 1 gives back what was lost and no more. */
#include "runtime/stage/state.h"

/* Arrivals below the first speed, in √(g·size), are landings, not bounces; above the second they bounce wholly. */
#define FADE_FROM 0.1f
#define FADE_TO   0.5f
/* The time constant of giving back, as a share of bounce_time. */
#define RELEASE_SHARE 0.25f
/* A drawing's own push is watched until it has been off for some time, but not longer than it may lie there; s. */
#define LEFT_TIME     0.03f
#define WATCHED_LEAST 0.09f
#define WATCHED_MOST  0.5f

static void forget(actor *a)
{
    a->stored_momentum = a->rebound_direction = (vv_vec2){0.0f, 0.0f};
    a->stored_time = a->rebound_limit = 0.0f;
    a->releasing = false;
}

/* What contact did to the centre in this substep, along its normal. */
typedef struct stop {
    float speed;  /* with which the centre approached, m/s */
    float lost;   /* what contact took of it */
    float energy; /* with it, J per kilogram */
} stop;

/* Without what gravity brought in the substep itself: resting is no stop. However many substeps a stop is spread
 * over, its speeds and energies sum to the same. */
static stop stopped(const vv_stage *stage, const actor *a, float h)
{
    vv_vec2 n = a->touch.normal, gravity = vv_vec2_scale(stage->def.gravity, a->strengths.gravity);
    float fallen = vvi_max(0.0f, -vv_vec2_dot(gravity, n) * h);
    float before = -((float)a->predicted[0] * n.x + (float)a->predicted[1] * n.y) - fallen;
    float after = vvi_max(0.0f, -((float)a->now.velocity[0] * n.x + (float)a->now.velocity[1] * n.y));
    if (!(before > after))
        return (stop){0.0f, 0.0f, 0.0f};
    return (stop){before, before - after, 0.5f * (before * before - after * after)};
}

/* Eq. 11. */
static void store(const vv_stage *stage, actor *a, float lost)
{
    float unit = sqrtf(vvi_stage_gravity(stage) * a->view.size);
    bool begins = a->stored_time == 0.0f || a->releasing;
    if (!(lost > 0.0f) || (begins && lost < 0.5f * FADE_FROM * unit))
        return;
    if (a->releasing)
        forget(a);
    a->stored_momentum = vv_vec2_add(a->stored_momentum, vv_vec2_scale(a->touch.normal, lost * a->view.mass));
    a->rebound_direction =
        vv_vec2_scale(a->stored_momentum, 1.0f / vvi_max(vv_vec2_length(a->stored_momentum), 1e-30f));
    if (a->stored_time == 0.0f)
        a->stored_time = 1e-6f;
}

/* While it is held, the drawing does not leave what it touches. */
static void stick(actor *a, vv_vec2 direction)
{
    float leaving = (float)a->now.velocity[0] * direction.x + (float)a->now.velocity[1] * direction.y;
    if (leaving > 0.0f)
        vvi_actor_add_velocity(a, vv_vec2_scale(direction, -leaving));
}

/* Nor as it spins, out of a slanting squash into a level one: it turns on the point it lies on. */
static void keep_down(actor *a, float h)
{
    if (a->touch.count)
        return;
    vv_vec2 n = a->rebound_direction;
    float lifted = vvi_support_distance(&a->view, a->rest, a->angle, n) -
                   vvi_support_distance(&a->view, a->rest, a->angle - a->spin * h, n);
    a->origin[0] -= (double)(lifted * n.x);
    a->origin[1] -= (double)(lifted * n.y);
}

/* What is to be given back: the share `bounce` of the speed lost, less what it has by itself. */
static void begin_release(const vv_stage *stage, actor *a, float lost)
{
    float unit = sqrtf(vvi_stage_gravity(stage) * a->view.size);
    float speed = a->strengths.bounce * lost * vvi_smoothstep((lost / unit - FADE_FROM) / (FADE_TO - FADE_FROM));
    VVI_CHECK(!(speed < 0.0f));
    a->stored_momentum = vv_vec2_scale(a->rebound_direction, speed * a->view.mass);
    a->rebound_limit = speed;
    a->releasing = true;
}

/* A drawing that swells out of its squash pushes itself off; together with what is given back, that must not be
 * faster than the ceiling, which falls as anything thrown does. */
static void keep_ceiling(const vv_stage *stage, actor *a, float h)
{
    float has = (float)a->now.velocity[0] * a->rebound_direction.x + (float)a->now.velocity[1] * a->rebound_direction.y;
    float stored = vv_vec2_length(a->stored_momentum) / a->view.mass,
          excess = vvi_max(0.0f, has + stored - a->rebound_limit);
    float less = vvi_min(excess, stored);
    a->stored_momentum = vv_vec2_scale(a->rebound_direction, (stored - less) * a->view.mass);
    if (excess > less)
        vvi_actor_add_velocity(a, vv_vec2_scale(a->rebound_direction, less - excess));
    float fall = vv_vec2_dot(a->rebound_direction, stage->def.gravity) * a->strengths.gravity * h;
    a->rebound_limit = vvi_max(0.0f, a->rebound_limit + fall);
}

/* It is over when all is given and it has left, or does not get away. */
static bool is_over(const actor *a, float time)
{
    float since = a->stored_time - a->strengths.bounce_time;
    return since > 6.0f * time && ((a->touch_time > LEFT_TIME && since > WATCHED_LEAST) || since > WATCHED_MOST);
}

/* Eq. 12 and 13. */
static void release(const vv_stage *stage, actor *a, float h)
{
    float time = RELEASE_SHARE * a->strengths.bounce_time;
    float r = time > 0.0f ? 1.0f - vv_exp(-h / time) : 1.0f;
    VVI_CHECK(a->releasing && r >= 0.0f && r <= 1.0f);
    keep_ceiling(stage, a, h);
    vvi_actor_add_velocity(a, vv_vec2_scale(a->stored_momentum, r / a->view.mass));
    a->stored_momentum = vv_vec2_scale(a->stored_momentum, 1.0f - r);
    if (is_over(a, time))
        forget(a);
}

/* ---- Swelling is no engine --------------------------------------------------------------------------------------- */

/* How long an impact may still be answered, s. */
#define IMPACT_TIME 0.25f
/* With which share of its speed, where an obstacle stopped it; another actor may hit it off with all. */
#define SWELLING 0.7f
/* After this time in contact (s), what is slower than this, in √(g·size), is no impact. */
#define LYING_TIME  0.06f
#define LYING_SPEED 0.7f

/* A drawing that changes its pose pushes against what it touches, as hard as its place moves: in a heap of such
 * drawings every push would be an impact for the next, and it would never come to rest. So contact sends nobody off
 * faster than it has stopped or struck him of late, and turns nobody faster than goes with that. Where nobody is
 * active there is no such engine, and momentum is left to contact, which keeps it. */
static void restrain(const vv_stage *stage, actor *a, stop s, float h)
{
    vv_vec2 n = a->touch.normal;
    float blow = sqrtf(2.0f * a->touch.energy / a->view.mass), fall = vvi_stage_gravity(stage) * h;
    a->impact_speed = vvi_max(a->impact_speed, vvi_max(SWELLING * s.speed, blow));
    float before = (float)a->predicted[0] * n.x + (float)a->predicted[1] * n.y;
    float after = (float)a->now.velocity[0] * n.x + (float)a->now.velocity[1] * n.y;
    float most_off = a->releasing ? vvi_max(a->rebound_limit, a->impact_speed) : a->impact_speed;
    float excess = after - vvi_max(before, most_off) - fall;
    if (excess > 0.0f)
        vvi_actor_add_velocity(a, vv_vec2_scale(n, -excess));
    float speed = sqrtf((float)(a->now.velocity[0] * a->now.velocity[0] + a->now.velocity[1] * a->now.velocity[1]));
    float most = vvi_max(fabsf((float)(a->predicted[2] / a->now.inertia)),
                         2.0f * (speed + a->impact_speed + fall) / a->view.radius);
    float spin = (float)(a->now.angular / a->now.inertia), turn = vvi_clamp(spin, -most, most) - spin;
    if (turn != 0.0f)
        vvi_actor_add_spin(a, turn);
}

/* Eq. 4, for the substep: what the drawing lost by being stopped, or what was lost in a blow. What has lain in
 * contact for some time is shifted by its neighbours, and feels only what is fast. */
static void take_energy(const vv_stage *stage, actor *a, stop s)
{
    float unit = sqrtf(vvi_stage_gravity(stage) * a->view.size), blow = a->touch.energy / a->view.mass;
    bool lies = a->contact_time > LYING_TIME && s.speed < LYING_SPEED * unit;
    float gain = vvi_max(lies ? 0.0f : s.energy, blow) / (vvi_stage_gravity(stage) * a->view.size);
    VVI_CHECK(!(gain < 0.0f));
    a->energy_rose = gain > 0.25f * a->energy;
    a->energy += gain;
}

static void give_back(const vv_stage *stage, actor *a, float h)
{
    a->stored_time += h;
    if (!a->releasing && a->stored_time > a->strengths.bounce_time)
        begin_release(stage, a, vv_vec2_length(a->stored_momentum) / a->view.mass);
    if (a->releasing)
        release(stage, a, h);
    else {
        stick(a, a->rebound_direction);
        keep_down(a, h);
    }
}

/* Obstacles make nothing leave them; only a drawing that swells in its squash pushes itself off, and would shoot out
 * of a corner. Along the way it rebounds, the ceiling sees to that; across it, this does. */
static void keep_speed_across(actor *a)
{
    vv_vec2 across = vv_vec2_sub(
        a->touch.normal, vv_vec2_scale(a->rebound_direction, vv_vec2_dot(a->touch.normal, a->rebound_direction)));
    float length = vv_vec2_length(across);
    if (a->touch.touches_actor || !(a->stored_time > 0.0f) || !(length > 1e-3f))
        return;
    across = vv_vec2_scale(across, 1.0f / length);
    float before = (float)a->predicted[0] * across.x + (float)a->predicted[1] * across.y;
    float after = (float)a->now.velocity[0] * across.x + (float)a->now.velocity[1] * across.y;
    float excess = after - vvi_max(0.0f, before);
    if (excess > 0.0f)
        vvi_actor_add_velocity(a, vv_vec2_scale(across, -excess));
}

/* Others send nobody off faster than they are, or in a collision twice that, nor turn him faster than goes with it.
 * Limbs that are caught in one another would else throw each other further and further. */
static void keep_bounds(const vv_stage *stage, actor *a, float h)
{
    float g = vvi_stage_gravity(stage), unit = sqrtf(g * a->view.size);
    float slack = a->touch.new_contact ? 0.5f * unit : 0.05f * unit + 2.0f * g * h;
    float before = sqrtf((float)(a->predicted[0] * a->predicted[0] + a->predicted[1] * a->predicted[1]));
    float turning = fabsf((float)(a->predicted[2] / a->now.inertia));
    float most = vvi_max(before, a->touch.max_speed) + slack;
    vv_vec2 velocity = {(float)a->now.velocity[0], (float)a->now.velocity[1]};
    float speed = vv_vec2_length(velocity);
    if (speed > most)
        vvi_actor_add_velocity(a, vv_vec2_scale(velocity, most / speed - 1.0f));
    float spin = (float)(a->now.angular / a->now.inertia), fast = vvi_max(turning, 1.5f * most / a->view.radius);
    if (fabsf(spin) > fast)
        vvi_actor_add_spin(a, vvi_clamp(spin, -fast, fast) - spin);
}

void vvi_actor_momentum(vv_stage *stage, actor *a, float h)
{
    bool bounces = a->strengths.bounce > 0.0f;
    a->energy_rose = false;
    VVI_CHECK(!a->puppet && !a->asleep && h > 0.0f);
    if (a->touch.count || a->touch_time < 0.05f) /* contact may have changed velocities since they were made */
        a->now = vvi_actor_motion(a);
    if (a->touch.count) {
        stop s = stopped(stage, a, h);
        if (a->touch.touches_actor)
            keep_bounds(stage, a, h);
        take_energy(stage, a, s);
        if (a->touch.active)
            restrain(stage, a, s, h);
        if (bounces)
            store(stage, a, s.lost);
        keep_speed_across(a);
    }
    if (a->impact_speed > 0.0f)
        a->impact_speed *= vv_exp(-h / IMPACT_TIME);
    if (!bounces)
        forget(a);
    else if (a->stored_time > 0.0f)
        give_back(stage, a, h);
    VVI_CHECK(!(a->impact_speed < 0.0f) && !(a->energy < 0.0f) && !(a->rebound_limit < 0.0f));
}
