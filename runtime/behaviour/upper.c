/* The upper machine of an actor: what its conditions look at, and what entering a state does. */
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

static void enter(advance *a, uint32_t state)
{
    a->memory->state = state;
    a->memory->seconds = 0.0f;
    vvi_walk_enter(a);
    vvi_effects_enter(a);
}

/* The state that the active one is left for, or VV_NONE. */
static uint32_t next_state(advance *a, uint64_t been, bool first)
{
    upper_machine upper = vvi_behaviour_machine(&a->view);
    machine_senses senses = sense(a);
    uint32_t transition = vvi_machine_next(&upper, &senses, a->memory->state, been, first, 0);
    if (transition != VV_NONE) {
        vvi_machine_use_up(&upper, transition, &a->memory->events);
        return upper.transitions[transition].to;
    }
    const state_record *s = active_state(a);
    bool passes = s->end == VV_KEYS_NEXT && senses.finished;
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
