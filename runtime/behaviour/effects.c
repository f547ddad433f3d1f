/* The effects of a state: strengths over the actor's own, lean, drag, forces, the drive along the ground, which way
 * the drawing faces; and on entry a kick and a signal. */
#include "layout.h"
#include "runtime/blend/blend.h"

#include <string.h>

#define TURNING_INPUT 0.05f /* inputs nearer to 0 do not flip the drawing */
#define DRIVE_TIME    0.1f  /* time constant of the drive, s */
#define DRIVE_REST    0.02f /* m/s below which a drive to 0 stops */

/* ---- On entry ---------------------------------------------------------------------------------------------------- */

static float kick_component(const state_record *s, float kick, float speed)
{
    if (s->kick_adds || kick == 0.0f)
        return kick;
    return kick > 0.0f ? vvi_max(kick - speed, 0.0f) : vvi_min(kick - speed, 0.0f);
}

void vvi_effects_enter_state(advance *a)
{
    const state_record *s = active_state(a);
    vv_vec2 forward = vv_vec2_scale(a->right, a->forward), up = a->senses->up;
    vv_vec2 change =
        vv_vec2_add(vv_vec2_scale(forward, kick_component(s, s->kick.x, vv_vec2_dot(a->velocity, forward))),
                    vv_vec2_scale(up, kick_component(s, s->kick.y, vv_vec2_dot(a->velocity, up))));
    a->velocity = vv_vec2_add(a->velocity, change);
    a->out->impulse = vv_vec2_add(a->out->impulse, vv_vec2_scale(change, a->senses->mass));
    if (s->signal != 0 && a->out->signal_count < VV_BEHAVIOUR_MAX_STATES)
        a->out->signals[a->out->signal_count++] = s->signal;
}

/* ---- Strengths --------------------------------------------------------------------------------------------------- */

static float word_to_float(uint32_t word)
{
    float value;
    memcpy(&value, &word, sizeof value);
    return value;
}

static uint32_t float_to_word(float value)
{
    uint32_t word;
    memcpy(&word, &value, sizeof word);
    return word;
}

static float weight_of(const advance *a, uint32_t example)
{
    vv_place place = a->senses->place;
    if (!vvi_place_is_valid(a->complex, place))
        return 0.0f;
    vv_simplex simplex = vv_complex_simplex(a->complex, place.simplex);
    for (uint32_t k = 0; k < 3; k++)
        if (simplex.corner[k] == example)
            return vvi_min(place.weights[k], 1.0f);
    return 0.0f;
}

/* A strength that differs from what was set last was set by the game, and is the actor's own from now on. */
static void set_strengths(advance *a)
{
    behaviour_memory *m = a->memory;
    const state_record *s = active_state(a);
    uint32_t now[VV_STRENGTH_COUNT], target[VV_STRENGTH_COUNT];
    vvi_strengths_to_words(&a->senses->strengths, now);
    for (uint32_t i = 0; i < VV_STRENGTH_COUNT; i++) {
        if (!m->begun || now[i] != m->applied[i])
            m->own[i] = now[i];
        target[i] = s->strength_mask >> i & 1u ? s->strengths[i] : m->own[i];
    }
    if (s->lean_input != VV_NONE) {
        float lean = s->lean * vvi_clamp(input_value(a, s->lean_input), -1.0f, 1.0f);
        target[VV_STRENGTH_ORIENT_ANGLE] = float_to_word(word_to_float(target[VV_STRENGTH_ORIENT_ANGLE]) - lean);
    }
    if (s->drag_example != VV_NONE) {
        float drag = word_to_float(target[VV_STRENGTH_DRAG]);
        target[VV_STRENGTH_DRAG] = float_to_word(drag + (s->drag_near - drag) * weight_of(a, s->drag_example));
    }
    memcpy(m->applied, target, sizeof target);
    a->out->strengthens = memcmp(now, target, sizeof target) != 0;
    a->out->strengths = vvi_strengths_from_words(target);
}

/* ---- Forces ------------------------------------------------------------------------------------------------------ */

/* A proportional part and, on the ground, an integral part, which compensates friction: critically damped with
 * ki = kp²/4. The integral is over the distance travelled, so that the mean speed is exact. In the air it is held
 * until the drawing lands. Returns m/s² along the ground. */
static float compute_drive(advance *a)
{
    behaviour_memory *m = a->memory;
    const state_record *s = active_state(a);
    float target = input_value(a, s->drive_input) * s->drive_speed, speed = vv_vec2_dot(a->velocity, a->along);
    bool is_resting = target == 0.0f && fabsf(speed) < DRIVE_REST;
    if (s->drive_input == VV_NONE || (is_resting && a->senses->grounded)) {
        m->drive = 0.0f;
        return 0.0f;
    }
    float limit = a->senses->grounded ? s->drive_grounded : s->drive_air, gain = 1.0f / DRIVE_TIME;
    float acceleration = gain * (target - speed) + (a->senses->grounded ? m->drive : 0.0f);
    if (a->senses->grounded && fabsf(acceleration) < limit) /* avoids integral windup */
        m->drive = vvi_clamp(m->drive + 0.25f * gain * gain * (target * a->seconds - a->distance), -limit, limit);
    return acceleration == acceleration ? vvi_clamp(acceleration, -limit, limit) : 0.0f;
}

static void set_force(advance *a)
{
    const state_record *s = active_state(a);
    behaviour_memory *m = a->memory;
    float input = input_value(a, s->force_input);
    float right = s->force.x * a->forward + s->input_force.x * input, up = s->force.y + s->input_force.y * input;
    vv_vec2 acceleration = vv_vec2_add(vv_vec2_scale(a->right, right), vv_vec2_scale(a->senses->up, up));
    vv_vec2 force =
        vv_vec2_scale(vv_vec2_add(acceleration, vv_vec2_scale(a->along, compute_drive(a))), a->senses->mass);
    if (!vvi_all_finite(&force.x, 2))
        force = (vv_vec2){0.0f, 0.0f};
    a->out->forces = force.x != m->force.x || force.y != m->force.y;
    a->out->force = m->force = force;
}

static void update_facing(advance *a)
{
    const state_record *s = active_state(a);
    float input = input_value(a, s->turning_input);
    bool is_allowed = s->turning == VV_TURNING_ALWAYS || (s->turning == VV_TURNING_GROUNDED && a->senses->grounded);
    a->out->flips = is_allowed && fabsf(input) > TURNING_INPUT && (input > 0.0f) != (a->forward > 0.0f);
}

void vvi_effects_apply(advance *a)
{
    set_strengths(a);
    set_force(a);
    update_facing(a);
}
