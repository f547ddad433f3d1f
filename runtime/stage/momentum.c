/* Global momentum adjustment (eq. 11–13): contact that stops a drawing stores what it took; after a short while in
 * the squash it is given back.
 *
 * The paper stores momentum, and equation 12 as printed delivers about 1/n of it. Here the *energy* of the centre is
 * stored, kinetic and of its height above where it would rest, relative to what carries it. A rebound that has e² of it
 * rises to e² of the height fallen, whatever shapes the drawing goes through on the ground, and a bounce of 1 gives
 * back what was lost and no more. */
#include "runtime/stage/contact.h"

/* Arrivals below the first speed, in √(g·size), are landings, not bounces; above the second they bounce wholly. */
#define FADE_FROM 0.1f
#define FADE_TO   0.5f
/* The time constant of giving back, as a share of bounce_time; after six of them all is given back. Given back at once,
 * the drawing would leave the ground in its deepest squash. */
#define RELEASE_SHARE 0.25f
#define RELEASE_TIMES 6.0f

static void forget(actor *a)
{
    a->rebound = (vv_vec2){0.0f, 0.0f};
    a->rebound_from[0] = a->origin[0];
    a->rebound_from[1] = a->origin[1];
    a->stored_time = 0.0f;
    a->releasing = false;
}

/* What contact did to the centre in this substep, along its normal. */
typedef struct stop {
    float speed;  /* with which the centre met what it touches, m/s */
    float lost;   /* what contact took of it */
    float energy; /* with it, J per kilogram */
} stop;

static float gravity_along(const vv_stage *stage, const actor *a, vv_vec2 direction)
{
    return vv_vec2_dot(direction, stage->def.gravity) * a->strengths.gravity;
}

/* The centre of mass has moved by this since the substep began. */
static vv_vec2 displacement(const actor *a) { return (vv_vec2){(float)a->now.centre[0], (float)a->now.centre[1]}; }

/* Its velocity along a direction, relative to what carries it. */
static float speed_along(const actor *a, vv_vec2 direction)
{
    return (float)a->now.velocity[0] * direction.x + (float)a->now.velocity[1] * direction.y -
           vv_vec2_dot(a->carrier, direction);
}

/* The same before contact. */
static float predicted_speed_along(const actor *a, vv_vec2 direction)
{
    return (float)a->predicted[0] * direction.x + (float)a->predicted[1] * direction.y -
           vv_vec2_dot(a->carrier, direction);
}

/* The speed before contact relative to what carries it; `joined` is 1: with what joints gave it in this substep. */
static float speed_before(const actor *a, float h, double joined)
{
    double x = a->predicted[0] + joined * a->joint_shift[0] / (double)h - (double)a->carrier.x;
    double y = a->predicted[1] + joined * a->joint_shift[1] / (double)h - (double)a->carrier.y;
    return sqrtf((float)(x * x + y * y));
}

/* From the velocity at the start of the substep and the height fallen in it: resting is no stop. However many substeps
 * a stop is spread over, its speeds and energies sum to the same. */
static stop find_stop(const vv_stage *stage, const actor *a, float h)
{
    vv_vec2 n = a->touch.normal;
    vv_vec2 moved = vv_vec2_sub(vv_vec2_sub(displacement(a), a->support_shift), vv_vec2_scale(a->carrier, h));
    float gravity = -gravity_along(stage, a, n), start = -vv_vec2_dot(vv_vec2_sub(a->velocity, a->carrier), n);
    float drop = -vv_vec2_dot(moved, n);
    float met = sqrtf(vvi_max(0.0f, start * start + 2.0f * gravity * vvi_max(0.0f, drop)));
    float before = start > 0.0f ? vvi_min(met, start + vvi_max(0.0f, gravity) * h) : 0.0f;
    float after = vvi_max(0.0f, -speed_along(a, n));
    if (!(before > after))
        return (stop){0.0f, 0.0f, 0.0f};
    return (stop){before, before - after, 0.5f * (before * before - after * after)};
}

/* ---- Storing ----------------------------------------------------------------------------------------------------- */

/* How far the centre is above where it would rest in the equilibrium shape on what it touches, m. */
static float height_above_rest(vv_stage *stage, const actor *a)
{
    vv_vec2 n = a->touch.normal, centre = displacement(a);
    vv_vec2 arm = {(float)(a->origin[0] - (double)a->touch.point.x) + centre.x,
                   (float)(a->origin[1] - (double)a->touch.point.y) + centre.y};
    vvi_actor_rest_shape(stage, a, a->equilibrium, stage->now, stage->now, stage->shape);
    return vv_vec2_dot(arm, n) + vvi_support_distance(&a->view, stage->shape, a->angle, n);
}

/* The square of the speed along the rebound that is due where the centre is now. */
static float due_squared(const vv_stage *stage, const actor *a, vv_vec2 direction)
{
    vv_vec2 centre = displacement(a);
    vv_vec2 risen = {(float)(a->origin[0] - a->rebound_from[0]) + centre.x,
                     (float)(a->origin[1] - a->rebound_from[1]) + centre.y};
    return vv_vec2_dot(a->rebound, a->rebound) +
           2.0f * gravity_along(stage, a, direction) * vv_vec2_dot(risen, direction);
}

static vv_vec2 rebound_direction(const actor *a)
{
    float length = vv_vec2_length(a->rebound);
    return length > 0.0f ? vv_vec2_scale(a->rebound, 1.0f / length) : (vv_vec2){0.0f, 0.0f};
}

/* Makes `rebound` the velocity that is due where the centre is now. */
static void move_reference(const vv_stage *stage, actor *a)
{
    vv_vec2 direction = rebound_direction(a);
    float due = sqrtf(vvi_max(0.0f, due_squared(stage, a, direction)));
    a->rebound = vv_vec2_scale(direction, due);
    a->rebound_from[0] = a->origin[0] + a->now.centre[0];
    a->rebound_from[1] = a->origin[1] + a->now.centre[1];
}

/* 0 for a landing, 1 for a bounce; the speed in √(g·size). */
static float fade_of(float speed) { return vvi_smoothstep((speed - FADE_FROM) / (FADE_TO - FADE_FROM)); }

/* The square of the speed that an impact on an obstacle leaves due where the centre is now: of its energy E per
 * kilogram, kinetic and of height above rest, e²·E is given back. So neither the shape in which the drawing arrives
 * and in which it leaves matters, nor how many substeps it takes to stop. */
static float due_from_obstacle(vv_stage *stage, const actor *a, stop s, float unit)
{
    vv_vec2 n = a->touch.normal;
    float gravity = -gravity_along(stage, a, n), height = height_above_rest(stage, a);
    float arrival = s.speed * s.speed + 2.0f * gravity * (height - vv_vec2_dot(a->support_shift, n));
    float e = a->strengths.bounce * fade_of(sqrtf(vvi_max(0.0f, arrival)) / unit);
    return e * e * arrival - 2.0f * gravity * height;
}

/* Eq. 11. Other actors move, so that of a stop by them the speed lost counts, summed over its substeps. */
static void store(vv_stage *stage, actor *a, stop s)
{
    float unit = sqrtf(vvi_stage_gravity(stage) * a->view.size);
    bool begins = a->stored_time == 0.0f || a->releasing;
    if (!(s.lost > 0.0f) || (begins && s.lost < 0.5f * FADE_FROM * unit))
        return;
    vv_vec2 n = a->touch.normal;
    if (a->releasing)
        forget(a);
    move_reference(stage, a);
    float along = vv_vec2_dot(a->rebound, n), due;
    if (a->touch.touches_actor)
        due = along + a->strengths.bounce * fade_of(s.lost / unit) * s.lost;
    else
        due = sqrtf(vvi_max(0.0f, due_from_obstacle(stage, a, s, unit)));
    if (due > along)
        a->rebound = vv_vec2_add(a->rebound, vv_vec2_scale(n, due - along));
    if (a->stored_time == 0.0f)
        a->stored_time = 1e-6f;
}

/* While it is held, the drawing does not leave what it touches. */
static void stick(actor *a, vv_vec2 direction)
{
    float leaving = speed_along(a, direction);
    if (leaving > 0.0f)
        vvi_actor_add_velocity(a, vv_vec2_scale(direction, -leaving));
}

/* ---- Giving back ------------------------------------------------------------------------------------------------- */

/* Eq. 12 and 13. A drawing that swells out of its squash pushes itself off; together with what is given back, that is
 * not faster than what is due. What another actor throws, such as a beam that swings back, is as fast as it is
 * thrown. */
static void release(const vv_stage *stage, actor *a, vv_vec2 direction, float h)
{
    float time = RELEASE_SHARE * a->strengths.bounce_time, since = a->stored_time - a->strengths.bounce_time;
    float share = time > 0.0f ? 1.0f - vv_exp(-h / time) : 1.0f;
    float due = sqrtf(vvi_max(0.0f, due_squared(stage, a, direction)));
    float has = speed_along(a, direction);
    VVI_CHECK(a->releasing && share >= 0.0f && share <= 1.0f);
    if (has < due && since <= RELEASE_TIMES * time + 1.5f * h)
        vvi_actor_add_velocity(a, vv_vec2_scale(direction, share * (due - has)));
    else if (has > due && !a->touch.touches_actor)
        vvi_actor_add_velocity(a, vv_vec2_scale(direction, due - has));
    bool thrown = has > due && a->touch.touches_actor;
    if (thrown || since > RELEASE_TIMES * time)
        forget(a);
}

static void give_back(const vv_stage *stage, actor *a, float h)
{
    vv_vec2 direction = rebound_direction(a);
    a->stored_time += h;
    a->releasing = a->releasing || a->stored_time > a->strengths.bounce_time;
    if (a->releasing)
        release(stage, a, direction, h);
    else
        stick(a, direction);
}

/* ---- Energy, and bounds ----------------------------------------------------------------------------------- */

/* Eq. 4, for the substep: what the drawing lost by being stopped, or what was lost in a blow. */
static void take_energy(const vv_stage *stage, actor *a, stop s)
{
    float blow = a->touch.energy / a->view.mass;
    float gain = vvi_max(s.energy, blow) / (vvi_stage_gravity(stage) * a->view.size);
    VVI_CHECK(!(gain < 0.0f));
    a->energy_rose = gain > 0.25f * a->energy;
    a->energy += gain;
}

/* A drawing that changes its pose pushes against what it stands on, as hard as its place moves: a walker would hop with
 * every step. So obstacles may not add more speed along their normal than they have just taken. What bounces has a rule
 * of its own. */
static void restrain(const vv_stage *stage, actor *a, stop s, float h)
{
    vv_vec2 n = a->touch.normal;
    float before = predicted_speed_along(a, n), after = speed_along(a, n);
    float excess = after - vvi_max(before, s.speed) - vvi_stage_gravity(stage) * h;
    if (excess > 0.0f)
        vvi_actor_add_velocity(a, vv_vec2_scale(n, -excess));
}

/* Obstacles make nothing leave them; only a drawing that swells in its squash pushes itself off. Along the direction of
 * the rebound the speed that is due bounds that; across it, this does. Without it a ball that is squashed in a corner
 * left with 2.5 times the energy with which it came (tests/runtime/stage/test_bounce.c, corners_give_little_energy). */
static void keep_speed_across(actor *a)
{
    vv_vec2 along = rebound_direction(a);
    vv_vec2 across = vv_vec2_sub(a->touch.normal, vv_vec2_scale(along, vv_vec2_dot(a->touch.normal, along)));
    float length = vv_vec2_length(across);
    if (a->touch.touches_actor || !(a->stored_time > 0.0f) || !(length > 1e-3f))
        return;
    across = vv_vec2_scale(across, 1.0f / length);
    float before = predicted_speed_along(a, across), after = speed_along(a, across);
    float excess = after - vvi_max(0.0f, before);
    if (excess > 0.0f)
        vvi_actor_add_velocity(a, vv_vec2_scale(across, -excess));
}

/* Contact with other actors may not make an actor faster than they are, or twice that in a collision, nor turn it
 * faster than belongs to that speed. Without it a drawing that is crushed by one of 10,000 times its mass shoots out at
 * more than 20 m/s, and a stack does not stand at steps of 0.1 s (tests/runtime/stage/test_odd_scenes.c). */
static void keep_bounds(const vv_stage *stage, actor *a, float h)
{
    float g = vvi_stage_gravity(stage), unit = sqrtf(g * a->view.size);
    float slack = a->touch.new_contact ? 0.5f * unit : 0.05f * unit + 2.0f * g * h;
    float before = vvi_max(speed_before(a, h, 0.0), speed_before(a, h, 1.0));
    float turning = fabsf((float)(a->predicted[2] / a->now.inertia));
    float most = vvi_max(before, a->touch.max_speed + vv_vec2_length(a->carrier)) + slack;
    vv_vec2 velocity = {(float)(a->now.velocity[0] - (double)a->carrier.x),
                        (float)(a->now.velocity[1] - (double)a->carrier.y)};
    float speed = vv_vec2_length(velocity);
    if (speed > most)
        vvi_actor_add_velocity(a, vv_vec2_scale(velocity, most / speed - 1.0f));
    float spin = (float)(a->now.angular / a->now.inertia), fast = vvi_max(turning, 1.5f * most / a->view.radius);
    if (fabsf(spin) > fast && !a->first_joint) /* a motor may spin its wheel */
        vvi_actor_add_spin(a, vvi_clamp(spin, -fast, fast) - spin);
}

/* What has touched others for SETTLE_FROM seconds, and is slow, loses speed; wholly at SETTLE_TO. In a heap contact is
 * solved by iteration, and what the iterations leave of positions is a velocity: each body stirs its neighbours, and
 * without this some heaps of different shapes go on for ever. */
#define SETTLE_FROM  1.0f
#define SETTLE_TO    3.0f
#define SETTLE_RATE  4.0f  /* 1/s */
#define SETTLE_SPEED 0.15f /* √(g·size): a faster actor loses nothing */

static void settle(const vv_stage *stage, actor *a, float h)
{
    float share = vvi_clamp((a->contact_time - SETTLE_FROM) / (SETTLE_TO - SETTLE_FROM), 0.0f, 1.0f);
    bool is_pushed = a->force.x != 0.0f || a->force.y != 0.0f || a->controller.step;
    if (!a->touch.touches_actor || share == 0.0f || is_pushed || a->first_joint || a->hold_count > 0 ||
        !(vv_vec2_length(stage->def.gravity) * fabsf(a->strengths.gravity) > 0.0f))
        return;
    vv_vec2 velocity = {(float)(a->now.velocity[0] - (double)a->carrier.x),
                        (float)(a->now.velocity[1] - (double)a->carrier.y)};
    float spin = (float)(a->now.angular / a->now.inertia), unit = sqrtf(vvi_stage_gravity(stage) * a->view.size);
    float speed = (vv_vec2_length(velocity) + fabsf(spin) * a->view.radius) / unit;
    float lost = 1.0f - vv_exp(-SETTLE_RATE * share * (1.0f - vvi_smoothstep(speed / SETTLE_SPEED)) * h);
    vvi_actor_add_velocity(a, vv_vec2_scale(velocity, -lost));
    vvi_actor_add_spin(a, -lost * spin);
}

void vvi_actor_momentum(vv_stage *stage, actor *a, float h)
{
    bool bounces = a->strengths.bounce > 0.0f;
    a->energy_rose = false;
    if (a->stored_time > 0.0f) { /* what is due is relative to what carries it, which has moved */
        a->rebound_from[0] += (double)(a->carrier.x * h);
        a->rebound_from[1] += (double)(a->carrier.y * h);
    }
    VVI_CHECK(!a->puppet && !a->asleep && h > 0.0f);
    if (a->touch.count || a->touch_time < 0.05f ||
        a->first_joint) /* contact may have changed velocities since they were made */
        a->now = vvi_actor_motion(a);
    if (a->touch.count) {
        stop s = find_stop(stage, a, h);
        if (a->touch.touches_actor)
            keep_bounds(stage, a, h);
        take_energy(stage, a, s);
        if (bounces)
            store(stage, a, s);
        else if (!a->touch.touches_actor && vvi_is_actor_active(a))
            restrain(stage, a, s, h);
        keep_speed_across(a);
    }
    settle(stage, a, h);
    vvi_actor_limit_squeezed(stage, a, h);
    if (!bounces)
        forget(a);
    else if (a->stored_time > 0.0f)
        give_back(stage, a, h);
    VVI_CHECK(!(a->energy < 0.0f));
}
