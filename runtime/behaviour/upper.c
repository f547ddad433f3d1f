/* The upper machine of an actor: what its conditions are evaluated on, and what entering a state does. */
#include "layout.h"

static machine_senses sense(const advance *a)
{
    const behaviour_memory *m = a->memory;
    return (machine_senses){
        .inputs = m->inputs,
        .events = &m->events,
        .seconds = m->seconds,
        .finished = vvi_walk_is_finished(&a->view, m),
        .grounded = m->grounded != 0,
        .touching = m->touching != 0,
        .grounded_for = m->grounded_for,
        .touching_for = m->touching_for,
        .speed = vv_vec2_length(a->velocity),
        .along = fabsf(vv_vec2_dot(a->velocity, a->along)),
        .falling = -vv_vec2_dot(a->velocity, a->senses->up),
        .energy = a->senses->energy,
    };
}

static void enter_state(advance *a, uint32_t state)
{
    a->memory->state = state;
    a->memory->seconds = 0.0f;
    vvi_walk_enter_state(a);
    vvi_effects_enter_state(a);
}

/* The state that follows the active one now, or VV_NONE. */
static uint32_t next_state(advance *a, uint64_t visited, bool first)
{
    upper_machine upper = vvi_behaviour_machine(&a->view);
    machine_senses senses = sense(a);
    uint32_t transition = vvi_machine_find_transition(&upper, &senses, a->memory->state, visited, first, 0);
    if (transition != VV_NONE) {
        vvi_machine_consume_events(&upper, transition, &a->memory->events);
        return upper.transitions[transition].to;
    }
    const state_record *s = active_state(a);
    bool is_passing = s->end == VV_KEYS_NEXT && senses.finished;
    return is_passing && (first || !(visited >> s->next & 1u)) ? s->next : VV_NONE;
}

void vvi_behaviour_enter_first_state(advance *a) { enter_state(a, 0); }

void vvi_behaviour_switch_states(advance *a)
{
    uint64_t visited = (uint64_t)1 << a->memory->state;
    for (bool first = true;; first = false) {
        uint32_t next = next_state(a, visited, first);
        if (next == VV_NONE)
            return;
        visited |= (uint64_t)1 << next;
        enter_state(a, next);
    }
}
