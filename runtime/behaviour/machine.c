/* The upper machine: which transition fires, by inputs, events and what is sensed (figure 10 of "Dynamic Sprites"). */
#include "machine.h"

#include <string.h>

/* ---- Creation and checking --------------------------------------------------------------------------------------- */

void vvi_machine_fill_name(const char *name, name_record *out)
{
    size_t length = 0;
    while (name && length < sizeof out->text && name[length])
        length++;
    if (length < sizeof out->text && length > 0)
        memcpy(out->text, name, length);
}

transition_record vvi_machine_fill_transition(uint32_t from, uint32_t to, uint32_t start, uint32_t count,
                                              const vv_condition *from_conditions, condition_record *conditions)
{
    for (uint32_t k = 0; k < count; k++) {
        const vv_condition *c = &from_conditions[k];
        bool is_named = c->kind == VV_IF_INPUT || c->kind == VV_IF_EVENT;
        conditions[start + k] = (condition_record){
            (uint32_t)c->kind, is_named ? c->index : VV_NONE, c->below, c->absolute, c->negated, c->value};
    }
    return (transition_record){from, to, start, count};
}

static bool name_is_valid(const name_record *name)
{
    return name->text[0] != 0 && memchr(name->text, 0, sizeof name->text) != NULL;
}

vv_result vvi_machine_check_names(const void *names, size_t stride, uint32_t count, const char *what, vv_result code,
                                  vv_error *error)
{
    const char *first = names;
    for (uint32_t i = 0; i < count; i++) {
        const name_record *name = (const void *)(first + i * stride);
        if (!name_is_valid(name))
            return vvi_fail(error, code, "the name of %s %u must have 1…%u bytes", what, i,
                            VV_BEHAVIOUR_NAME_BYTES - 1u);
        for (uint32_t k = 0; k < i; k++)
            if (strcmp(name->text, ((const name_record *)(const void *)(first + k * stride))->text) == 0)
                return vvi_fail(error, code, "two %ss are called \"%s\"", what, name->text);
    }
    return VV_OK;
}

uint32_t vvi_machine_find(const void *names, size_t stride, uint32_t count, const char *name)
{
    for (uint32_t i = 0; i < count; i++)
        if (strcmp((const char *)names + i * stride, name) == 0)
            return i;
    return VV_NONE;
}

static bool condition_is_valid(const upper_machine *m, uint32_t kinds, const condition_record *c)
{
    if (c->kind > VV_IF_TIME || !(kinds >> c->kind & 1u) || c->below > 1 || c->absolute > 1 || c->negated > 1 ||
        !(fabsf(c->value) < INFINITY))
        return false;
    if (c->kind == VV_IF_INPUT)
        return c->index < m->input_count;
    if (c->kind == VV_IF_EVENT)
        return c->index < m->event_count && c->value >= 0.0f && c->value <= EVENT_MEMORY;
    return c->index == VV_NONE;
}

vv_result vvi_machine_check(const upper_machine *m, uint32_t kinds, vv_result code, vv_error *error)
{
    uint32_t conditions = 0;
    for (uint32_t i = 0; i < m->transition_count; i++) {
        const transition_record *t = &m->transitions[i];
        if ((t->from != VV_NONE && t->from >= m->state_count) || t->to >= m->state_count)
            return vvi_fail(error, code, "transition %u connects states that do not exist", i);
        if (t->condition_start != conditions || t->condition_count > VV_BEHAVIOUR_MAX_CONDITIONS ||
            t->condition_count > m->condition_count - conditions)
            return vvi_fail(error, code, "the conditions of transition %u are not in their place", i);
        conditions += t->condition_count;
        for (uint32_t k = 0; k < t->condition_count; k++)
            if (!condition_is_valid(m, kinds, &m->conditions[t->condition_start + k]))
                return vvi_fail(error, code,
                                "condition %u of transition %u names an input or event that does not exist, or a value "
                                "out of range",
                                k, i);
    }
    return conditions == m->condition_count
               ? VV_OK
               : vvi_fail(error, code, "there are conditions that belong to no transition");
}

/* ---- Events ------------------------------------------------------------------------------------------------------ */

void vvi_events_raise(machine_events *events, uint32_t event)
{
    events->raised |= 1u << event;
    events->raised_for[event] = 0.0f;
}

void vvi_events_advance(machine_events *events, float seconds)
{
    for (uint32_t i = 0; i < VV_BEHAVIOUR_MAX_EVENTS; i++) {
        bool raised = events->raised >> i & 1u;
        events->raised_for[i] = raised ? events->raised_for[i] + seconds : 0.0f;
        if (events->raised_for[i] > EVENT_MEMORY) {
            events->raised &= ~(1u << i);
            events->raised_for[i] = 0.0f;
        }
    }
}

/* ---- Switching --------------------------------------------------------------------------------------------------- */

static bool compare_value(const condition_record *c, float value)
{
    return c->below ? value < c->value : value > c->value;
}

/* Whether `is` holds, and has for at least the seconds of the condition. */
static bool matches_for(const condition_record *c, bool is, float seconds)
{
    return is != (c->negated != 0) && seconds >= c->value;
}

static bool is_condition_met(const machine_senses *s, const condition_record *c)
{
    switch ((vv_condition_kind)c->kind) {
    case VV_IF_INPUT:
        return compare_value(c, c->absolute ? fabsf(s->inputs[c->index]) : s->inputs[c->index]);
    case VV_IF_EVENT:
        return (s->events->raised >> c->index & 1u) && s->events->raised_for[c->index] <= c->value;
    case VV_IF_GROUNDED:
        return matches_for(c, s->grounded, s->grounded_for);
    case VV_IF_TOUCHING:
        return matches_for(c, s->touching, s->touching_for);
    case VV_IF_FINISHED:
        return s->finished != (c->negated != 0);
    case VV_IF_SPEED:
        return compare_value(c, s->speed);
    case VV_IF_GROUND_SPEED:
        return compare_value(c, s->along);
    case VV_IF_FALLING:
        return compare_value(c, s->falling);
    case VV_IF_ENERGY:
        return compare_value(c, s->energy);
    case VV_IF_TIME:
        return compare_value(c, s->seconds);
    }
    return false;
}

static bool are_conditions_met(const upper_machine *m, const machine_senses *senses, const transition_record *t)
{
    for (uint32_t i = 0; i < t->condition_count; i++)
        if (!is_condition_met(senses, &m->conditions[t->condition_start + i]))
            return false;
    return true;
}

uint32_t vvi_machine_find_transition(const upper_machine *m, const machine_senses *senses, uint32_t now,
                                     uint64_t visited, bool first, uint32_t start)
{
    for (uint32_t i = start; i < m->transition_count; i++) {
        const transition_record *t = &m->transitions[i];
        bool is_self_transition = first && t->from == now && t->to == now;
        if ((t->from == now || t->from == VV_NONE) && (!(visited >> t->to & 1u) || is_self_transition) &&
            are_conditions_met(m, senses, t))
            return i;
    }
    return VV_NONE;
}

void vvi_machine_consume_events(const upper_machine *m, uint32_t transition, machine_events *events)
{
    const transition_record *t = &m->transitions[transition];
    for (uint32_t i = 0; i < t->condition_count; i++) {
        const condition_record *c = &m->conditions[t->condition_start + i];
        if (c->kind == VV_IF_EVENT)
            events->raised &= ~(1u << c->index);
    }
}
