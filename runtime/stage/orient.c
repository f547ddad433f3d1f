/* Orientation control (eq. 14): a first-order spring on the angle of the whole drawing. Positions and relative
 * velocities are rotated together after velocities were made, so it adds no spin and keeps the angular momentum about
 * the centre. */
#include "runtime/stage/state.h"

/* Below the first speed, in √(g·size), a velocity gives no direction; above the second it gives it fully. The control
 * fades between them, so that nothing jumps at the top of a throw. */
#define FADE_FROM 0.3f
#define FADE_TO   0.9f

/* The angle that rotates up onto a direction. */
static float angle_of(vv_vec2 direction) { return vv_atan2(-direction.x, direction.y); }

/* Along the contact normal, or the velocity. */
float vvi_actor_goal_angle(const vv_stage *stage, const actor *a, float *weight)
{
    *weight = 1.0f;
    if (a->contact_normal.x != 0.0f || a->contact_normal.y != 0.0f) {
        *weight = a->touch.squeezed && a->touch.touches_actor ? 0.0f : 1.0f; /* deep in a heap there is no normal */
        return angle_of(a->contact_normal);
    }
    float speed = vv_vec2_length(a->velocity) / sqrtf(vvi_stage_gravity(stage) * a->view.size);
    *weight = vvi_smoothstep((speed - FADE_FROM) / (FADE_TO - FADE_FROM));
    float offset = a->strengths.orient == VV_ORIENT_VELOCITY ? a->strengths.orient_angle : 0.0f;
    return angle_of(a->velocity) + (a->flipped ? -offset : offset);
}

/* Half a turn looks the same, but upright looks better: the cost of a rotation is its size plus so many times the
 * distance of its end from upright. In the air that is less than the size, so that nothing that follows its flight
 * beyond the horizontal turns over there; what lies upside down on the ground rights itself. */
#define FLYING_WEIGHT   0.9f
#define STANDING_WEIGHT 1.1f

static float rotation_cost(float way, float angle, float upright)
{
    return fabsf(way) + upright * fabsf(vv_wrap_angle(angle + way));
}

/* Whether its poses turn within the drawing (shape_frame.c), so that it need not turn with them. Among others it is
 * content with the nearer of two angles that look the same: turning upright would stir a heap. */
static bool poses_turn(const actor *a)
{
    return a->strengths.orient == VV_ORIENT_VELOCITY && a->strengths.orient_symmetric && vvi_has_frame(a) &&
           !a->touch.touches_actor;
}

/* The stretch of something round lies along its flight by itself. The drawing leans that way, up to an eighth of a
 * turn, and less again the flatter it flies: so it never turns over where the flight passes the horizontal. */
static float lean_towards(float goal)
{
    float lean = 0.5f * vv_wrap_angle(2.0f * goal), over = fabsf(lean) - 0.25f * VV_PI;
    if (!(over > 0.0f))
        return lean;
    return lean > 0.0f ? 0.25f * VV_PI - over : over - 0.25f * VV_PI;
}

/* The shortest rotation to the goal, modulo half a turn if that looks the same. No drawing turns over in its squash. */
static float rotation_to(float goal, const actor *a)
{
    float way = vv_wrap_angle(goal - a->angle), other = way > 0.0f ? way - VV_PI : way + VV_PI;
    float upright = a->touch.count > 0 && !a->touch.touches_actor ? STANDING_WEIGHT : FLYING_WEIGHT;
    if (a->stored_time > 0.0f)
        upright = 0.0f;
    else if (poses_turn(a))
        return way;
    bool shorter = rotation_cost(other, a->angle, upright) < rotation_cost(way, a->angle, upright);
    return a->strengths.orient_symmetric && shorter ? other : way;
}

static void rotate_about(actor *a, vv_vec2 centre, vv_vec2 velocity, float angle)
{
    vv_mat2 rotation = vv_mat2_rotation(angle);
    vvi_positions_rotate(a->view.particle_count, rotation, centre, a->x);
    vvi_positions_rotate(a->view.particle_count, rotation, velocity, a->v);
    a->angle += angle;
}

/* A drawing among others cannot rotate freely: where contact has turned it back, the control weakens, and recovers
 * slowly; otherwise a heap of drawings that all try to stand upright would never come to rest. */
#define YIELD_FACTOR       0.7f  /* factor on its strength after a substep against contact */
#define RECOVERY_TIME      5.0f  /* seconds to full strength among others */
#define FREE_RECOVERY_TIME 0.15f /* and alone */

static void update_control_strength(actor *a, float h)
{
    float undone = a->angle - a->control_angle - a->spin * h;
    bool against = a->touch.touches_actor && undone * a->control_rotation < 0.0f &&
                   fabsf(undone) > 0.25f * fabsf(a->control_rotation);
    if (against)
        a->control_strength *= YIELD_FACTOR;
    else
        a->control_strength =
            vvi_min(1.0f, a->control_strength + h / (a->touch.touches_actor ? RECOVERY_TIME : FREE_RECOVERY_TIME));
}

#define STANDING_SPEED 0.25f   /* √(g·size): a slower drawing on the ground stands */
#define POSING_CHANGE  0.0002f /* unless a weight of its place changes by more in a substep: then it walks */

static bool is_posing(const actor *a)
{
    float change = 0.0f;
    for (uint32_t k = 0; k < 3; k++)
        change = vvi_max(change, fabsf(a->place.weights[k] - a->place_before.weights[k]));
    return a->place.simplex != a->place_before.simplex || change > POSING_CHANGE;
}

/* 0…1: how much it is kept upright and stands. */
static float standing_share(const vv_stage *stage, const actor *a)
{
    if (a->strengths.orient != VV_ORIENT_ANGLE || !a->touch.supported || a->touch.touches_actor || is_posing(a))
        return 0.0f;
    vv_vec2 velocity = {(float)(a->now.velocity[0] - (double)a->carrier.x),
                        (float)(a->now.velocity[1] - (double)a->carrier.y)};
    return 1.0f -
           vvi_smoothstep(vv_vec2_length(velocity) / (STANDING_SPEED * sqrtf(vvi_stage_gravity(stage) * a->view.size)));
}

/* From its centre to the point on which it stands. */
static vv_vec2 foot_arm(const actor *a, vv_vec2 centre)
{
    return (vv_vec2){(float)((double)a->touch.point.x - a->origin[0]) - centre.x,
                     (float)((double)a->touch.point.y - a->origin[1]) - centre.y};
}

/* Rotates about the support instead of into the ground; a drawing that stands keeps its foot in place: rotated about
 * the centre alone, its feet would creep whenever its weight tips it. */
static void keep_on_ground(actor *a, vv_vec2 centre, float angle, float lifted, float stands)
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

/* A drawing held by one point rotates about that point: otherwise the hold, pulling it back, would cause a velocity,
 * and a drawing that turns along its velocity would throw itself about. */
static void keep_at_hold(actor *a, vv_vec2 before)
{
    vv_vec2 way = vv_vec2_sub(a->x[a->holds[0].particle], before);
    a->origin[0] -= (double)way.x;
    a->origin[1] -= (double)way.y;
}

/* Removes the rotation about the foot by which weight tips the drawing. While it walks, its limbs turn it. */
static void stop_tipping(actor *a, vv_vec2 centre, float step)
{
    vv_vec2 arm = foot_arm(a, centre);
    float spin = -(1.0f - vv_exp(-4.0f * step)) * (float)(a->now.angular / a->now.inertia);
    vvi_actor_add_spin(a, spin);
    vvi_actor_add_velocity(a, (vv_vec2){spin * arm.y, -spin * arm.x});
}

/* A drawing that is kept upright on the ground does not roll: the spin that friction gave it would carry it on for
 * ever, though nothing is seen to turn. The ground takes the spin, so friction brakes. */
static void brake_spin(actor *a, float h)
{
    double spin = a->now.angular / a->now.inertia;
    vvi_actor_add_spin(a, (float)-spin * (1.0f - vv_exp(-a->strengths.orient_rate * h)));
}

void vvi_actor_orient(vv_stage *stage, actor *a, float h)
{
    const vv_strengths *s = &a->strengths;
    if (s->orient == VV_ORIENT_FREE || !(s->orient_rate > 0.0f) || vvi_is_squeezed(a))
        return;
    update_control_strength(a, h);
    if (a->touch.count && a->stored_time == 0.0f) /* not in a bounce */
        brake_spin(a, h);
    float weight = 1.0f, goal = s->orient_angle;
    if (s->orient == VV_ORIENT_VELOCITY)
        goal = vvi_actor_goal_angle(stage, a, &weight);
    if (poses_turn(a))
        goal = lean_towards(goal);
    float rate = s->orient_rate * weight * a->control_strength;
    float share = 1.0f - vv_exp(-rate * h), angle = share * rotation_to(goal, a);
    vv_vec2 centre = {(float)a->now.centre[0], (float)a->now.centre[1]}, n = a->contact_normal;
    float still = standing_share(stage, a);
    if (still > 0.0f)
        stop_tipping(a, centre, still * rate * h);
    a->control_rotation = angle;
    a->control_angle = a->angle + angle;
    if (!(fabsf(angle) > 1e-7f))
        return;
    vv_vec2 velocity = {(float)a->now.velocity[0], (float)a->now.velocity[1]};
    bool held = a->hold_count == 1;
    vv_vec2 held_at = held ? a->x[a->holds[0].particle] : centre;
    bool stands = a->touch.count > 0 || (a->stored_time > 0.0f && !a->releasing); /* or it is held in its squash */
    if (held && stands)
        return; /* between hold and ground it cannot rotate */
    float before = stands ? vvi_support_distance(&a->view, a->x, 0.0f, n) : 0.0f;
    rotate_about(a, centre, velocity, angle);
    if (held)
        keep_at_hold(a, held_at);
    if (stands)
        keep_on_ground(a, centre, angle, vvi_support_distance(&a->view, a->x, 0.0f, n) - before, still);
}
