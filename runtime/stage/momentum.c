/* Global momentum adjustment (eq. 11–13): contact that stops a drawing stores the momentum it took; after a short while in the
 * squash it is given back.
 *
 * Equation 12 as printed delivers about 1/n of it; here v += r·p/M for every particle. What counts in eq. 11 is the speed that
 * the centre loses, not every push: so neither resting nor the drawing's own swelling adds to it, and a bounce of 1 gives back
 * what was lost and no more. */
#include "runtime/stage/state.h"

/* Arrivals below the first speed, in √(g·size), are landings, not bounces; above the second they bounce wholly. */
#define FADE_FROM 0.1f
#define FADE_TO   0.5f
/* The time constant of giving back, as a share of bounce_time. */
#define RELEASE_SHARE 0.25f

static float smooth(float t)
{
    t = vvi_clamp(t, 0.0f, 1.0f);
    return t * t * (3.0f - 2.0f * t);
}

static void forget(actor *a)
{
    a->stored = (vv_vec2){0.0f, 0.0f};
    a->stored_time = 0.0f;
    a->releasing = false;
}

/* The part of this substep's contact that took approaching speed away, without what gravity brought in the substep itself:
 * m/s along the normal. */
static float speed_lost(const vv_stage *stage, const actor *a, float h)
{
    vv_vec2 n = a->touch.normal, gravity = vv_vec2_scale(stage->def.gravity, a->strengths.gravity);
    float approach = -((float)a->predicted[0] * n.x + (float)a->predicted[1] * n.y);
    float fallen = vvi_max(0.0f, -vv_vec2_dot(gravity, n) * h);
    float taken = vv_vec2_dot(a->touch.push, n) / (a->view.mass * h);
    return vvi_max(0.0f, vvi_min(taken, approach) - fallen);
}

/* Eq. 11. */
static void store(const vv_stage *stage, actor *a, float h)
{
    float lost = speed_lost(stage, a, h), unit = sqrtf(vvi_stage_gravity(stage) * a->view.size);
    if (!(lost > 0.0f) || (a->stored_time == 0.0f && lost < FADE_FROM * unit * 0.5f))
        return;
    if (a->releasing)
        forget(a);
    a->stored = vv_vec2_add(a->stored, vv_vec2_scale(a->touch.normal, lost * a->view.mass));
    if (a->stored_time == 0.0f)
        a->stored_time = 1e-6f;
}

/* While it is held, the drawing does not leave what it touches. */
static void stick(actor *a, vv_vec2 direction)
{
    motion m = vvi_actor_motion(a);
    float leaving = (float)m.velocity[0] * direction.x + (float)m.velocity[1] * direction.y;
    if (leaving > 0.0f)
        vvi_actor_add_velocity(a, vv_vec2_scale(direction, -leaving));
}

/* What is to be given back: the share `bounce` of the speed lost, less what it has by itself. */
static void begin_release(const vv_stage *stage, actor *a, vv_vec2 direction, float lost)
{
    float unit = sqrtf(vvi_stage_gravity(stage) * a->view.size);
    float speed = a->strengths.bounce * lost * smooth((lost / unit - FADE_FROM) / (FADE_TO - FADE_FROM));
    motion m = vvi_actor_motion(a);
    float has = (float)m.velocity[0] * direction.x + (float)m.velocity[1] * direction.y;
    a->stored = vv_vec2_scale(direction, vvi_max(0.0f, speed - vvi_max(0.0f, has)) * a->view.mass);
    a->releasing = true;
}

/* Eq. 12 and 13. */
static void release(actor *a, float h)
{
    float time = RELEASE_SHARE * a->strengths.bounce_time;
    float r = time > 0.0f ? 1.0f - vv_exp(-h / time) : 1.0f;
    if (a->stored_time > a->strengths.bounce_time + 6.0f * time)
        r = 1.0f;
    vvi_actor_add_velocity(a, vv_vec2_scale(a->stored, r / a->view.mass));
    a->stored = vv_vec2_scale(a->stored, 1.0f - r);
    if (r >= 1.0f)
        forget(a);
}

void vvi_actor_momentum(vv_stage *stage, actor *a, float h)
{
    a->energy += a->touch.energy / (a->view.mass * vvi_stage_gravity(stage) * a->view.size);
    if (!(a->strengths.bounce > 0.0f)) {
        forget(a);
        return;
    }
    if (a->touch.count)
        store(stage, a, h);
    if (a->stored_time == 0.0f)
        return;
    float amount = vv_vec2_length(a->stored);
    if (!(amount > 0.0f)) {
        forget(a);
        return;
    }
    vv_vec2 direction = vv_vec2_scale(a->stored, 1.0f / amount);
    if (!a->releasing && a->stored_time >= a->strengths.bounce_time)
        begin_release(stage, a, direction, amount / a->view.mass);
    if (a->releasing)
        release(a, h);
    else
        stick(a, direction);
    if (a->stored_time > 0.0f)
        a->stored_time += h;
}
