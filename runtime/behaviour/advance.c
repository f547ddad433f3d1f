/* One step of a behaviour: mend the memory, feel, switch, walk, set. */
#include "layout.h"
#include "runtime/blend/blend.h"

#include <string.h>

size_t vvi_behaviour_memory_bytes(void) { return sizeof(behaviour_memory); }

/* ---- Mending ------------------------------------------------------------------------------------------------------------ */

static void mend_float(float *value, float low, float high)
{
    *value = *value >= low && *value <= high ? *value : 0.0f;
}

/* Memory may come from a saved stage that somebody forged. What no step could have left there becomes what a first step would
 * find. Places are looked at where they are used. */
static void mend(const behaviour_view *view, behaviour_memory *m)
{
    const vv_behaviour *b = view->header;
    if (m->state >= b->state_count)
        m->begun = 0;
    m->begun = m->begun != 0;
    m->state = m->begun ? m->state : 0;
    if (m->key >= view->states[m->state].key_count)
        m->key = 0;
    mend_float(&m->seconds, 0.0f, 1e12f);
    mend_float(&m->grounded_for, 0.0f, 1e12f);
    mend_float(&m->touching_for, 0.0f, 1e12f);
    mend_float(&m->position.x, -1e9f, 1e9f);
    mend_float(&m->position.y, -1e9f, 1e9f);
    mend_float(&m->phase, 0.0f, 3600.0f);
    mend_float(&m->from_seconds, 0.0f, 3600.0f);
    mend_float(&m->drive, -1e4f, 1e4f);
    for (uint32_t i = 0; i < VV_BEHAVIOUR_MAX_EVENTS; i++)
        mend_float(&m->events.raised_for[i], 0.0f, 1e12f);
    for (uint32_t i = 0; i < VV_BEHAVIOUR_MAX_INPUTS; i++)
        mend_float(&m->inputs[i], -3.0e38f, 3.0e38f);
}

/* ---- Feeling ------------------------------------------------------------------------------------------------------------ */

static void feel(const behaviour_memory *m, bool is, float seconds, uint32_t *was, float *since)
{
    bool same = m->begun && (*was != 0) == is;
    *since = same ? *since + seconds : 0.0f;
    *was = is;
}

/* Poses that push off the ground move a drawing without giving it velocity, so the way is taken from where it is; but a leap
 * is a teleport, and no way travelled. */
static vv_vec2 way_travelled(const advance *a)
{
    const behaviour_memory *m = a->memory;
    vv_vec2 usual = vv_vec2_scale(a->senses->velocity, a->seconds), way = vv_vec2_sub(a->senses->position, m->position);
    bool leaps = !(vv_vec2_length(way) <= 2.0f * vv_vec2_length(usual) + 0.1f);
    return !m->begun || leaps ? usual : way;
}

static void look_around(advance *a)
{
    const vvi_senses *s = a->senses;
    behaviour_memory *m = a->memory;
    feel(m, s->grounded, a->seconds, &m->grounded, &m->grounded_for);
    feel(m, s->touching, a->seconds, &m->touching, &m->touching_for);
    m->seconds += a->seconds;
    a->velocity = s->velocity;
    a->right = a->along = (vv_vec2){s->up.y, -s->up.x};
    if (s->grounded && vv_vec2_dot(s->normal, s->up) > 0.3f) {
        float length = vv_vec2_length(s->normal);
        a->along = (vv_vec2){s->normal.y / length, -s->normal.x / length};
    }
    a->way = vv_vec2_dot(way_travelled(a), a->along);
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
    mend(&a.view, a.memory);
    look_around(&a);
    if (!a.memory->begun)
        vvi_behaviour_begin(&a);
    vvi_behaviour_switch(&a);
    vvi_walk(&a);
    vvi_effects(&a);
    vvi_events_pass(&a.memory->events, seconds);
    a.memory->begun = 1;
    out->moves = memcmp(&out->equilibrium, &senses->equilibrium, sizeof out->equilibrium) != 0;
}
