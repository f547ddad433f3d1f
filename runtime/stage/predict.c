/* The beginning and the end of a substep of one actor: prediction, velocities from positions, and the check of the
 * result (Algorithm 1: "apply body forces", "forward Euler", "compute velocity"). */
#include "runtime/stage/puppet_actor.h"
#include "runtime/stage/zone.h"

#include <string.h>

void vvi_actor_recover(vv_stage *stage, actor *a)
{
    const struct shown *good = &a->shown[1];
    size_t bytes = a->view.particle_count * sizeof *a->x;
    VVI_CHECK(vvi_all_finite(&good->x->x, 2u * (size_t)a->view.particle_count));
    memcpy(a->x, good->x, bytes);
    memcpy(a->x0, good->x, bytes);
    memset(a->v, 0, bytes);
    a->origin[0] = good->origin[0];
    a->origin[1] = good->origin[1];
    a->angle = good->angle;
    a->place = a->place_before = a->energy_goal = good->place;
    a->velocity = a->rebound = a->carrier = (vv_vec2){0.0f, 0.0f};
    a->squeezed_time = 0.0f;
    a->squeeze[0] = a->squeeze[1] = a->squeeze[2] = 0.0f;
    a->spin = a->energy = a->stored_time = 0.0f;
    a->releasing = false;
    a->touch = (touch){0};
    memset(a->predicted, 0, sizeof a->predicted);
    if (a->puppet)
        vvi_puppet_recover(a);
    else
        vvi_actor_update_rest(stage, a);
    a->fit.centre = (vv_vec2){0.0f, 0.0f};
    vv_sin_cos(a->angle, &a->fit.sine, &a->fit.cosine);
    if (!a->failed) { /* it is reported when the step ends: this may be a task of a worker */
        a->failure_unreported = true;
        stage->unreported_failures++;
    }
    a->failed = true;
    a->failed_time = 0.0f;
}

/* Water slows the whole drawing relative to its flow, after all other forces. Its rotation has a drag of its own, so
 * what the drag of the whole takes of it, is added first. */
static void apply_water(const zone_effect *e, actor *a, float h, float *keep, vv_vec2 *gain)
{
    float spin = a->spin + e->spin_rate * h, air = *keep;
    vv_vec2 velocity = vv_vec2_add(vv_vec2_scale(a->velocity, *keep), *gain);
    float kept = vvi_zone_kept_speed(e, vv_vec2_distance(velocity, e->flow), h);
    *gain = vv_vec2_add(vv_vec2_scale(*gain, kept), vv_vec2_scale(e->flow, 1.0f - kept));
    *keep *= kept;
    spin *= vv_exp(-e->angular * h) * (*keep > 0.0f ? air / *keep : 0.0f);
    vvi_positions_add_spin(a->view.particle_count, a->x, (vv_vec2){0.0f, 0.0f}, spin - a->spin, a->v);
}

/* Applies forces; x moves with the mean of both velocities, which makes a fall the exact parabola whatever the step.
 * Wind moves what has drag. */
void vvi_actor_predict(vv_stage *stage, actor *a, float h)
{
    const vv_strengths *s = &a->strengths;
    zone_effect effect;
    bool in_zones = vvi_zones_find_effect(stage, a, 0.5f * h, &effect);
    float keep = vvi_actor_rates(a, h, stage->def.iterations)->drag;
    if (effect.drag > 0.0f)
        keep *= vv_exp(-effect.drag * h);
    VVI_CHECK(is_awake(a) && !a->puppet && keep >= 0.0f && keep <= 1.0f && a->view.mass > 0.0f);
    vv_vec2 wind = vv_vec2_add(stage->def.wind, effect.wind), gravity = vv_vec2_scale(stage->def.gravity, s->gravity);
    gravity = vv_vec2_add(gravity, effect.acceleration);
    vv_vec2 push = vv_vec2_add(vv_vec2_scale(gravity, h), vv_vec2_scale(a->force, h / a->view.mass));
    vv_vec2 gain = vv_vec2_add(push, vv_vec2_scale(wind, 1.0f - keep));
    motion m;
    if (in_zones)
        apply_water(&effect, a, h, &keep, &gain);
    a->force_velocity = vvi_actor_limit_gain(a, keep, gain);
    a->support_shift = (vv_vec2){0.0f, 0.0f};
    a->joint_shift[0] = a->joint_shift[1] = 0.0;
    a->start = a->x0;
    a->came_from[0] = a->origin[0];
    a->came_from[1] = a->origin[1];
    if (!vvi_actor_advance(a, keep, a->force_velocity, h, &m)) {
        vvi_actor_recover(stage, a);
        return;
    }
    a->predicted[0] = m.velocity[0];
    a->predicted[1] = m.velocity[1];
    a->predicted[2] = m.angular;
}

/* The velocity of the centre at the end of the substep. (x − x0)/h is the mean over it; the velocity at the end has
 * another half of what forces added, except for the part that contact or a hold took back: along u, the velocity that
 * they added, nothing is added. Joints solve for velocities later. So a drawing at rest has no velocity, and one that
 * slides gains what it should. */
static void end_velocity(actor *a, const motion *mean, const double joined[2], double velocity[2])
{
    double half[2] = {0.5 * (double)a->force_velocity.x, 0.5 * (double)a->force_velocity.y}, u[2];
    for (int k = 0; k < 2; k++)
        u[k] = mean->velocity[k] - (a->predicted[k] - half[k]) - joined[k];
    double length = sqrt(u[0] * u[0] + u[1] * u[1]), against = 0.0;
    if (length > 1e-9)
        against = (u[0] * half[0] + u[1] * half[1]) / length;
    double taken = against < 0.0 ? vvi_min(1.0f, (float)(length / -against)) : 0.0;
    a->touch.end_share = taken > 0.0 ? (float)(taken * -against / length) : 0.0f;
    for (int k = 0; k < 2; k++)
        velocity[k] = mean->velocity[k] + half[k] - (taken > 0.0 ? taken * against * u[k] / length : 0.0);
}

/* Elasticity knows the velocity at the end of the substep, which is not the mean over it. */
static void use_elastic_velocities(actor *a, float h)
{
    bool posed = a->start != a->x0;
    for (uint32_t i = 0; posed && i < a->view.particle_count; i++) /* being carried is no velocity */
        a->x0[i] = vv_vec2_sub(a->posed[i], a->support_shift);
    for (uint32_t i = 0; i < a->view.particle_count; i++) {
        vv_vec2 more = vv_vec2_scale(a->v[i], h);
        a->x0[i] = vv_vec2_sub(a->x0[i], more);
        if (posed)
            a->posed[i] = vv_vec2_sub(a->posed[i], more);
    }
}

/* Damping of a drawing that is held exactly: its centre swings too, which is a vibration as far as it is no motion that
 * the holds leave to a rigid drawing: that of the held points, and about a single one its rotation. */
static void damp_about_holds(const actor *a, const motion *now, double keep, double velocity[2], double *angular)
{
    double at[2] = {0.0, 0.0}, moves[2] = {0.0, 0.0}, cross = 0.0, square = 0.0, count = 0.0;
    for (int pass = 0; pass < 2; pass++)
        for (uint32_t i = 0; i < a->hold_count; i++) {
            vv_vec2 x = a->x[a->holds[i].particle], v = a->v[a->holds[i].particle];
            if (!vvi_hold_is_exact(&a->holds[i]))
                continue;
            if (pass == 0) {
                count += 1.0;
                at[0] += ((double)x.x - at[0]) / count;
                at[1] += ((double)x.y - at[1]) / count;
                moves[0] += ((double)v.x - moves[0]) / count;
                moves[1] += ((double)v.y - moves[1]) / count;
            } else {
                double rx = (double)x.x - at[0], ry = (double)x.y - at[1];
                cross += rx * ((double)v.y - moves[1]) - ry * ((double)v.x - moves[0]);
                square += rx * rx + ry * ry;
            }
        }
    if (!(count > 0.0))
        return;
    double mass = a->mass, rx = now->centre[0] - at[0], ry = now->centre[1] - at[1];
    double about = *angular + mass * (rx * (velocity[1] - moves[1]) - ry * (velocity[0] - moves[0]));
    double tiny = 1e-12 * (double)(a->view.size * a->view.size);
    double spin =
        count > 1.0 ? (square > tiny ? cross / square : 0.0) : about / (now->inertia + mass * (rx * rx + ry * ry));
    double rigid[2] = {moves[0] - spin * ry, moves[1] + spin * rx};
    for (int k = 0; k < 2; k++)
        velocity[k] = rigid[k] + keep * (velocity[k] - rigid[k]);
    *angular = now->inertia * spin + keep * (*angular - now->inertia * spin);
}

/* The same of one that lies on something: relative to that, its centre goes up and down only as it vibrates. */
static void damp_on_support(const actor *a, double keep, double velocity[2])
{
    double n[2] = {(double)a->contact_normal.x, (double)a->contact_normal.y};
    double along = (velocity[0] - (double)a->carrier.x) * n[0] + (velocity[1] - (double)a->carrier.y) * n[1];
    for (int k = 0; k < 2; k++)
        velocity[k] -= (1.0 - keep) * along * n[k];
}

#define ROLLING_LEVER 0.01f /* of size */

/* Something soft rolls and rocks with resistance, since what it rests on has a width. */
static double resist_rolling(const actor *a, double angular)
{
    double most = (double)(ROLLING_LEVER * a->view.size * a->pressed);
    return angular > most ? angular - most : angular < -most ? angular + most : 0.0;
}

void vvi_actor_velocities(vv_stage *stage, actor *a, float h)
{
    bool elastic = vvi_actor_elasticity(a) > 0.0f;
    if (a->clip)
        vvi_actor_remove_clip_velocity(stage, a, h);
    if (elastic)
        use_elastic_velocities(a, h);
    /* Matching moves neither the centre nor, to first order, the angular momentum; what it loses to rounding and at
     * second order is restored here. Contact and holds may change both. */
    motion now = vvi_actor_measure_velocities(a, a->support_shift, h);
    VVI_CHECK(now.inertia > 0.0);
    double joined[2] = {a->joint_shift[0] / (double)h, a->joint_shift[1] / (double)h};
    double velocity[2] = {a->predicted[0] + joined[0], a->predicted[1] + joined[1]};
    double angular = a->predicted[2] + (double)a->touch.torque / (double)h;
    if (elastic && (a->hold_count > 0 || a->pressed > 0.0f)) {
        velocity[0] = now.velocity[0];
        velocity[1] = now.velocity[1];
    } else if (a->touch.count > 0 || a->hold_count > 0) {
        motion mean = now;
        if (elastic) {
            mean.velocity[0] -= 0.5 * (double)a->force_velocity.x;
            mean.velocity[1] -= 0.5 * (double)a->force_velocity.y;
        }
        end_velocity(a, &mean, joined, velocity);
    }
    if (elastic && a->pressed > 0.0f)
        angular = resist_rolling(a, angular);
    double keep = (double)vvi_actor_rates(a, h, stage->def.iterations)->deformation;
    if (elastic && a->hold_count > 0)
        damp_about_holds(a, &now, keep, velocity, &angular);
    else if (elastic && a->pressed > 0.0f)
        damp_on_support(a, keep, velocity);
    vvi_actor_set_motion(a, &now, velocity, angular, keep);
    a->now = now;
    a->now.velocity[0] = velocity[0];
    a->now.velocity[1] = velocity[1];
    a->now.angular = angular;
    a->angle += vv_wrap_angle(vv_atan2(a->fit.sine, a->fit.cosine) - a->angle);
}

/* Keeps the centre in the world's box; its walls take the velocity that leads out. */
static void clamp_to_box(const vv_stage *stage, actor *a)
{
    const float low[2] = {stage->def.low.x, stage->def.low.y}, high[2] = {stage->def.high.x, stage->def.high.y};
    float stop[2] = {0.0f, 0.0f}, speed[2] = {a->velocity.x, a->velocity.y};
    for (int k = 0; k < 2; k++) {
        if (a->origin[k] < (double)low[k]) {
            a->origin[k] = (double)low[k];
            stop[k] = vvi_max(0.0f, -speed[k]);
        } else if (a->origin[k] > (double)high[k]) {
            a->origin[k] = (double)high[k];
            stop[k] = -vvi_max(0.0f, speed[k]);
        }
    }
    if (stop[0] != 0.0f || stop[1] != 0.0f)
        vvi_actor_add_velocity(a, (vv_vec2){stop[0], stop[1]});
}

void vvi_actor_update_times(actor *a, float h)
{
    a->touch_time = a->touch.count ? 0.0f : vvi_min(a->touch_time + h, VVI_LONGEST_TIME);
    a->equilibrium_time = vvi_min(a->equilibrium_time + h, VVI_LONGEST_TIME);
    if (a->touch.count)
        a->contact_time = vvi_min(a->contact_time + h, VVI_LONGEST_TIME);
    else if (a->touch_time > 0.05f)
        a->contact_time = 0.0f;
    a->air_time = a->touch.supported ? 0.0f : vvi_min(a->air_time + h, VVI_LONGEST_TIME);
    VVI_CHECK(a->touch_time >= 0.0f && a->contact_time >= 0.0f && a->air_time >= 0.0f);
    if (a->touch.count)
        a->contact_normal = a->touch.normal;
    else if (a->touch_time > 0.05f && !(a->stored_time > 0.0f && !a->releasing))
        a->contact_normal = (vv_vec2){0.0f, 0.0f};
}

/* Beyond these a drawing is examined closely (limit.c): radii from the centre, and radii in a substep relative to the
 * centre. */
#define CALM_RADII       4.0f
#define CALM_SPEED_RADII 2.0f

void vvi_actor_finish(vv_stage *stage, actor *a, float h)
{
    motion m = a->now;
    vv_vec2 centre = {(float)m.centre[0], (float)m.centre[1]};
    float fast = vvi_min(CALM_SPEED_RADII * a->view.radius / h, 0.5f * VVI_MAX_SPEED);
    a->origin[0] += (double)centre.x;
    a->origin[1] += (double)centre.y;
    a->velocity = (vv_vec2){(float)m.velocity[0], (float)m.velocity[1]};
    a->spin = (float)(m.angular / m.inertia);
    bool calm = vvi_actor_translate(a, vv_vec2_scale(centre, -1.0f), CALM_RADII * a->view.radius, a->velocity, fast);
    calm = calm && vv_vec2_length(a->velocity) <= 0.45f * VVI_MAX_SPEED;
    vvi_actor_update_times(a, h);
    bool sane = calm || vvi_actor_limit(a, h);
    clamp_to_box(stage, a);
    if (!sane)
        vvi_actor_recover(stage, a);
    VVI_CHECK(vvi_all_finite(&a->x->x, 2u * (size_t)a->view.particle_count));
    VVI_CHECK(vvi_all_finite(&a->v->x, 2u * (size_t)a->view.particle_count));
}
