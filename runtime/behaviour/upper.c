/* The upper machine: which state is active, by inputs, events and what the actor senses (figure 10 of the paper). */
#include "layout.h"

static bool compare(const condition_record *c, float value) { return c->below ? value < c->value : value > c->value; }

/* `is`, for `seconds` by now. */
static bool has_been(const condition_record *c, bool is, float seconds)
{
    return is != (c->negated != 0) && seconds >= c->value;
}

static bool holds(const advance *a, const condition_record *c)
{
    const behaviour_memory *m = a->memory;
    float input;
    switch ((vv_condition_kind)c->kind) {
    case VV_IF_INPUT:
        input = input_value(a, c->index);
        return compare(c, c->absolute ? fabsf(input) : input);
    case VV_IF_EVENT:
        return (m->raised >> c->index & 1u) && m->raised_for[c->index] <= c->value;
    case VV_IF_GROUNDED:
        return has_been(c, m->grounded != 0, m->grounded_for);
    case VV_IF_TOUCHING:
        return has_been(c, m->touching != 0, m->touching_for);
    case VV_IF_FINISHED:
        return vvi_walk_is_finished(&a->view, m) != (c->negated != 0);
    case VV_IF_SPEED:
        return compare(c, vv_vec2_length(a->velocity));
    case VV_IF_ALONG:
        return compare(c, fabsf(vv_vec2_dot(a->velocity, a->along)));
    case VV_IF_FALLING:
        return compare(c, -vv_vec2_dot(a->velocity, a->senses->up));
    case VV_IF_ENERGY:
        return compare(c, a->senses->energy);
    case VV_IF_TIME:
        return compare(c, m->seconds);
    }
    return false;
}

static bool fires(const advance *a, const transition_record *t)
{
    for (uint32_t i = 0; i < t->condition_count; i++)
        if (!holds(a, &a->view.conditions[t->condition_start + i]))
            return false;
    return true;
}

static void use_up_events(advance *a, const transition_record *t)
{
    for (uint32_t i = 0; i < t->condition_count; i++) {
        const condition_record *c = &a->view.conditions[t->condition_start + i];
        if (c->kind == VV_IF_EVENT)
            a->memory->raised &= ~(1u << c->index);
    }
}

static void enter(advance *a, uint32_t state)
{
    a->memory->state = state;
    a->memory->seconds = 0.0f;
    vvi_walk_enter(a);
    vvi_effects_enter(a);
}

/* The state that the active one is left for, or VV_NONE. `been`: states that were active in this step already, which are
 * not entered again; but the first transition of a step may lead from a state to itself. */
static uint32_t next_state(advance *a, uint64_t been, bool first)
{
    uint32_t now = a->memory->state;
    for (uint32_t i = 0; i < a->view.header->transition_count; i++) {
        const transition_record *t = &a->view.transitions[i];
        bool again = first && t->from == now && t->to == now;
        if ((t->from != now && t->from != VV_NONE) || ((been >> t->to & 1u) && !again) || !fires(a, t))
            continue;
        use_up_events(a, t);
        return t->to;
    }
    const state_record *s = active_state(a);
    bool passes = s->end == VV_KEYS_NEXT && vvi_walk_is_finished(&a->view, a->memory);
    return passes && (first || !(been >> s->next & 1u)) ? s->next : VV_NONE;
}

void vvi_behaviour_begin(advance *a) { enter(a, 0); }

void vvi_behaviour_switch(advance *a)
{
    uint64_t been = (uint64_t)1 << a->memory->state;
    for (bool first = true;; first = false) {
        uint32_t next = next_state(a, been, first);
        if (next == VV_NONE)
            return;
        been |= (uint64_t)1 << next;
        enter(a, next);
    }
}
