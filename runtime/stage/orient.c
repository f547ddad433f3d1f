/* Orientation control (eq. 14): a first-order spring on the angle of the whole drawing. Positions and relative velocities are
 * turned together after velocities were made, so it adds no spin, and angular momentum about the centre stays what it was. */
#include "runtime/stage/state.h"

/* Below the first speed, in √(g·size), a velocity says nothing about the way it goes; above the second it does wholly. Between
 * them the control fades, so that nothing pops where a throw turns from up to down. */
#define FADE_FROM 0.3f
#define FADE_TO   0.9f

/* The angle that takes up to a direction. */
static float angle_of(vv_vec2 direction) { return vv_atan2(-direction.x, direction.y); }

/* The goal, and in `*weight` how much it counts. */
static float goal_angle(const vv_stage *stage, const actor *a, float *weight)
{
    *weight = 1.0f;
    if (a->strengths.orient == VV_ORIENT_ANGLE)
        return a->strengths.orient_angle;
    if (a->contact_normal.x != 0.0f || a->contact_normal.y != 0.0f)
        return angle_of(a->contact_normal);
    float speed = vv_vec2_length(a->velocity) / sqrtf(vvi_stage_gravity(stage) * a->view.size);
    *weight = smooth((speed - FADE_FROM) / (FADE_TO - FADE_FROM));
    float offset = a->flipped ? -a->strengths.orient_angle : a->strengths.orient_angle;
    return angle_of(a->velocity) + offset;
}

/* Half a turn looks the same, but upright looks better: the cost of a way is its length and most of its end's distance from
 * upright. Less than all of it, so that what flies upside down does not turn over without a reason. */
#define UPRIGHT 0.9f

static float cost_of(float way, float angle, float upright)
{
    return fabsf(way) + upright * fabsf(vv_wrap_angle(angle + way));
}

/* The short way to the goal; modulo half a turn if that looks the same. Nobody turns over in his squash. */
static float way_to(float goal, const actor *a)
{
    float way = vv_wrap_angle(goal - a->angle), other = way > 0.0f ? way - VV_PI : way + VV_PI;
    float upright = a->stored_time > 0.0f ? 0.0f : UPRIGHT;
    bool shorter = cost_of(other, a->angle, upright) < cost_of(way, a->angle, upright);
    return a->strengths.orient_symmetric && shorter ? other : way;
}

static void turn(actor *a, vv_vec2 centre, vv_vec2 velocity, float angle)
{
    vv_mat2 rotation = vv_mat2_rotation(angle);
    for (uint32_t i = 0; i < a->view.particle_count; i++) {
        vv_vec2 r = vv_vec2_sub(a->x[i], centre), u = vv_vec2_sub(a->v[i], velocity);
        a->x[i] = vv_vec2_add(centre, vv_mat2_apply(rotation, r));
        a->v[i] = vv_vec2_add(velocity, vv_mat2_apply(rotation, u));
    }
    a->angle += angle;
}

/* What lies among others cannot turn as it likes: where contact has turned it back, the control gives way, and tries again
 * slowly; else a heap of drawings that all want to stand upright would never come to rest. */
#define GIVE_WAY 0.7f  /* of its strength that is left after a substep against it */
#define TRY_TIME 5.0f  /* seconds to its whole strength among others */
#define AIR_TIME 0.15f /* and alone */

static void give_way(actor *a, float h)
{
    float undone = a->angle - a->heading - a->spin * h;
    bool against = a->touch.met && undone * a->turned < 0.0f && fabsf(undone) > 0.25f * fabsf(a->turned);
    if (against)
        a->will *= GIVE_WAY;
    else
        a->will = vvi_min(1.0f, a->will + h / (a->touch.met ? TRY_TIME : AIR_TIME));
}

#define STANDING 0.25f   /* √(g·size): who is slower on the ground stands */
#define POSING   0.0002f /* unless a weight of his place changes by more in a substep: he walks */

static bool is_posing(const actor *a)
{
    float change = 0.0f;
    for (uint32_t k = 0; k < 3; k++)
        change = vvi_max(change, fabsf(a->place.weights[k] - a->place_before.weights[k]));
    return a->place.simplex != a->place_before.simplex || change > POSING;
}

/* 0…1: whether it is kept upright and stands. */
static float standing(const vv_stage *stage, const actor *a)
{
    if (a->strengths.orient != VV_ORIENT_ANGLE || !a->touch.supported || a->touch.met || is_posing(a))
        return 0.0f;
    vv_vec2 velocity = {(float)a->now.velocity[0], (float)a->now.velocity[1]};
    return 1.0f - smooth(vv_vec2_length(velocity) / (STANDING * sqrtf(vvi_stage_gravity(stage) * a->view.size)));
}

/* From its centre to the point it stands on. */
static vv_vec2 foot_arm(const actor *a, vv_vec2 centre)
{
    return (vv_vec2){(float)((double)a->touch.point.x - a->origin[0]) - centre.x,
                     (float)((double)a->touch.point.y - a->origin[1]) - centre.y};
}

/* It turns on the point it stands on, not into the ground; and who stands stays where he stands: turned about the centre
 * alone, his feet would creep as often as his weight tips him. */
static void stay_on_ground(actor *a, vv_vec2 centre, float angle, float lifted, float stands)
{
    vv_vec2 n = a->contact_normal, shift = vv_vec2_scale(n, lifted);
    if (stands > 0.0f) {
        vv_vec2 arm = foot_arm(a, centre), way = vv_vec2_sub(vv_mat2_apply(vv_mat2_rotation(angle), arm), arm);
        way = vv_vec2_sub(way, vv_vec2_scale(n, vv_vec2_dot(way, n)));
        shift = vv_vec2_add(shift, vv_vec2_scale(way, stands));
    }
    a->origin[0] -= (double)shift.x;
    a->origin[1] -= (double)shift.y;
}

/* What is held by one point turns on that: else the hold, pulling it back, would make a speed of it, and a drawing that turns
 * along its velocity would throw itself about. */
static void stay_at_hold(actor *a, vv_vec2 before)
{
    vv_vec2 way = vv_vec2_sub(a->x[a->holds[0].particle], before);
    a->origin[0] -= (double)way.x;
    a->origin[1] -= (double)way.y;
}

/* And what tips him over his feet is taken from him. When he walks, turning is his limbs'. */
static void stop_tipping(actor *a, vv_vec2 centre, float step)
{
    vv_vec2 arm = foot_arm(a, centre);
    float spin = -(1.0f - vv_exp(-4.0f * step)) * (float)(a->now.angular / a->now.inertia);
    vvi_actor_add_spin(a, spin);
    vvi_actor_add_velocity(a, (vv_vec2){spin * arm.y, -spin * arm.x});
}

/* Whoever is kept upright on the ground does not roll: else the spin that friction gave it would carry it on for ever, though
 * nothing is seen to turn. The ground takes it, so friction brakes. */
static void brake(actor *a, float h)
{
    double spin = a->now.angular / a->now.inertia;
    vvi_actor_add_spin(a, (float)-spin * (1.0f - vv_exp(-a->strengths.orient_rate * h)));
}

void vvi_actor_orient(vv_stage *stage, actor *a, float h)
{
    const vv_strengths *s = &a->strengths;
    if (s->orient == VV_ORIENT_FREE || !(s->orient_rate > 0.0f))
        return;
    give_way(a, h);
    if (a->touch.count)
        brake(a, h);
    float weight, goal = goal_angle(stage, a, &weight);
    float rate = s->orient_rate * weight * a->will;
    float share = 1.0f - vv_exp(-rate * h), angle = share * way_to(goal, a);
    vv_vec2 centre = {(float)a->now.centre[0], (float)a->now.centre[1]}, n = a->contact_normal;
    float still = standing(stage, a);
    if (still > 0.0f)
        stop_tipping(a, centre, still * rate * h);
    a->turned = angle;
    a->heading = a->angle + angle;
    if (!(fabsf(angle) > 1e-7f))
        return;
    vv_vec2 velocity = {(float)a->now.velocity[0], (float)a->now.velocity[1]};
    bool held = a->hold_count == 1;
    vv_vec2 grip = held ? a->x[a->holds[0].particle] : centre;
    bool stands = a->touch.count > 0 || (a->stored_time > 0.0f && !a->releasing); /* or is held in its squash */
    if (held && stands)
        return; /* between the two it has no room to turn in */
    float before = stands ? vvi_support(&a->view, a->x, 0.0f, n) : 0.0f;
    turn(a, centre, velocity, angle);
    if (held)
        stay_at_hold(a, grip);
    if (stands)
        stay_on_ground(a, centre, angle, vvi_support(&a->view, a->x, 0.0f, n) - before, still);
}
