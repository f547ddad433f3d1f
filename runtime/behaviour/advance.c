/* One step of a behaviour: repairs the memory, senses, switches states, walks through the keys, and applies the
 * effects. */
#include "layout.h"
#include "runtime/blend/blend.h"

#include <string.h>

size_t vvi_behaviour_memory_bytes(void) { return sizeof(behaviour_memory); }

/* ---- Repairing the memory ---------------------------------------------------------------------------------------- */

static void repair_float(float *value, float low, float high)
{
    *value = *value >= low && *value <= high ? *value : 0.0f;
}

/* Memory may come from a forged save. Values that no step could have left there become those before a first step.
 * Places are checked where they are used. */
static void repair_memory(const behaviour_view *view, behaviour_memory *m)
{
    const vv_behaviour *b = view->header;
    if (m->state >= b->state_count)
        m->begun = 0;
    m->begun = m->begun != 0;
    m->state = m->begun ? m->state : 0;
    if (m->key >= view->states[m->state].key_count)
        m->key = 0;
    repair_float(&m->seconds, 0.0f, 1e12f);
    repair_float(&m->grounded_for, 0.0f, 1e12f);
    repair_float(&m->touching_for, 0.0f, 1e12f);
    repair_float(&m->position.x, -1e9f, 1e9f);
    repair_float(&m->position.y, -1e9f, 1e9f);
    repair_float(&m->phase, 0.0f, 3600.0f);
    repair_float(&m->from_seconds, 0.0f, 3600.0f);
    repair_float(&m->drive, -1e4f, 1e4f);
    for (uint32_t i = 0; i < VV_BEHAVIOUR_MAX_EVENTS; i++)
        repair_float(&m->events.raised_for[i], 0.0f, 1e12f);
    for (uint32_t i = 0; i < VV_BEHAVIOUR_MAX_INPUTS; i++)
        repair_float(&m->inputs[i], -3.0e38f, 3.0e38f);
}

/* ---- Sensing ----------------------------------------------------------------------------------------------------- */

static void update_contact(const behaviour_memory *m, bool is, float seconds, uint32_t *previous, float *duration)
{
    bool is_same = m->begun && (*previous != 0) == is;
    *duration = is_same ? *duration + seconds : 0.0f;
    *previous = is;
}

/* Poses that push off the ground move a drawing without giving it velocity, so the distance is taken from its
 * positions; but a leap is a teleport, and does not count as distance travelled. The ground may move: who stands on it
 * travels no distance. */
static vv_vec2 displacement(const advance *a)
{
    const behaviour_memory *m = a->memory;
    vv_vec2 expected = vv_vec2_scale(a->senses->velocity, a->seconds),
            moved = vv_vec2_sub(a->senses->position, m->position);
    bool is_leap = !(vv_vec2_length(moved) <= 2.0f * vv_vec2_length(expected) + 0.1f);
    return vv_vec2_sub(!m->begun || is_leap ? expected : moved, vv_vec2_scale(a->senses->ground_velocity, a->seconds));
}

static void update_senses(advance *a)
{
    const vvi_senses *s = a->senses;
    behaviour_memory *m = a->memory;
    update_contact(m, s->grounded, a->seconds, &m->grounded, &m->grounded_for);
    update_contact(m, s->touching, a->seconds, &m->touching, &m->touching_for);
    m->seconds += a->seconds;
    a->velocity = vv_vec2_sub(s->velocity, s->ground_velocity);
    a->right = a->along = (vv_vec2){s->up.y, -s->up.x};
    if (s->grounded && vv_vec2_dot(s->normal, s->up) > 0.3f) {
        float length = vv_vec2_length(s->normal);
        a->along = (vv_vec2){s->normal.y / length, -s->normal.x / length};
    }
    a->distance = vv_vec2_dot(displacement(a), a->along);
    m->position = s->position;
    a->forward = s->flipped != (a->view.header->looks_left != 0) ? -1.0f : 1.0f;
}

void vvi_behaviour_advance(const vv_behaviour *behaviour, const vv_complex *complex, void *memory,
                           const vvi_senses *senses, float seconds, vvi_commands *out)
{
    advance a = {.view = vvi_behaviour_open(behaviour), .complex = complex, .memory = memory, .senses = senses};
    a.seconds = seconds;
    a.out = out;
    *out = (vvi_commands){.equilibrium = senses->equilibrium};
    repair_memory(&a.view, a.memory);
    update_senses(&a);
    if (!a.memory->begun)
        vvi_behaviour_enter_first_state(&a);
    vvi_behaviour_switch_states(&a);
    vvi_walk_advance(&a);
    vvi_effects_apply(&a);
    vvi_events_advance(&a.memory->events, seconds);
    a.memory->begun = 1;
    out->moves = memcmp(&out->equilibrium, &senses->equilibrium, sizeof out->equilibrium) != 0;
}
