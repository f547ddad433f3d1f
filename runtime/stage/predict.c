/* The beginning and the end of a substep of one actor: prediction, velocities from positions, and the check of the
 * result (Algorithm 1: "apply body forces", "forward Euler", "compute velocity"). */
#include "runtime/stage/puppet_actor.h"

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
    a->velocity = a->rebound = (vv_vec2){0.0f, 0.0f};
    a->spin = a->energy = a->stored_time = a->impact_speed = 0.0f;
    a->releasing = false;
    a->touch = (touch){0};
    memset(a->predicted, 0, sizeof a->predicted);
    if (a->puppet)
        vvi_puppet_recover(a);
    else
        vvi_actor_update_rest(stage, a);
    a->fit.centre = (vv_vec2){0.0f, 0.0f};
    vv_sin_cos(a->angle, &a->fit.sine, &a->fit.cosine);
    if (!a->failed) {
        vv_event event = {.kind = VV_EVENT_STEP_FAILED, .actor = actor_id(stage, a), .step = stage->step_count};
        event.point = (vv_vec2){(float)a->origin[0], (float)a->origin[1]};
        vvi_stage_report(stage, &event);
    }
    a->failed = true;
    a->failed_time = 0.0f;
}

/* Applies forces; x moves with the mean of both velocities, which makes a fall the exact parabola whatever the step.
 * Wind moves what has drag. */
void vvi_actor_predict(vv_stage *stage, actor *a, float h)
{
    const vv_strengths *s = &a->strengths;
    float keep = vvi_actor_rates(a, h, stage->def.iterations)->drag;
    VVI_CHECK(is_awake(a) && !a->puppet && keep >= 0.0f && keep <= 1.0f && a->view.mass > 0.0f);
    vv_vec2 wind = stage->def.wind, gravity = vv_vec2_scale(stage->def.gravity, s->gravity);
    vv_vec2 push = vv_vec2_add(vv_vec2_scale(gravity, h), vv_vec2_scale(a->force, h / a->view.mass));
    motion m;
    a->force_velocity = vvi_actor_limit_gain(a, keep, vv_vec2_add(push, vv_vec2_scale(wind, 1.0f - keep)));
    a->support_shift = a->joint_shift = (vv_vec2){0.0f, 0.0f};
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

void vvi_actor_velocities(vv_stage *stage, actor *a, float h)
{
    if (a->clip)
        vvi_actor_remove_clip_velocity(stage, a, h);
    /* Matching moves neither the centre nor, to first order, the angular momentum; what it loses to rounding and at
     * second order is restored here. Contact and holds may change both. */
    motion now = vvi_actor_measure_velocities(a, a->support_shift, h);
    VVI_CHECK(now.inertia > 0.0);
    double joined[2] = {(double)a->joint_shift.x / (double)h, (double)a->joint_shift.y / (double)h};
    double velocity[2] = {a->predicted[0] + joined[0], a->predicted[1] + joined[1]};
    double angular = a->predicted[2] + (double)a->touch.torque / (double)h;
    if (a->touch.count > 0 || a->hold_count > 0)
        end_velocity(a, &now, joined, velocity);
    vvi_actor_set_motion(a, &now, velocity, angular, (double)vvi_actor_rates(a, h, stage->def.iterations)->deformation);
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
