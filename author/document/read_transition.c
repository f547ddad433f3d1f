/* The transitions of a behaviour out of JSON, with their conditions. */
#include "author/document/behaviours.h"

#define MOST 1e6f

static const char *const sense_words[] = {"speed", "along", "falling", "energy", "time", NULL};

vvi_keys vvi_sense_words(void) { return sense_words; }

/* ---- Conditions ----------------------------------------------------------------------------------------------------- */

/* `above` or `below`, one of them. */
static void read_side(vvi_reader *r, const vv_json *object, vv_condition *condition)
{
    const vv_json *above = vvi_member(object, "above"), *below = vvi_member(object, "below");
    if ((above != NULL) == (below != NULL)) {
        vvi_problem(r, object, VV_RULE_CONDITION, "write either \"above\" or \"below\"",
                    "this condition compares with %s", above ? "two numbers" : "nothing");
        return;
    }
    condition->below = below != NULL;
    vvi_number(r, above ? above : below, -MOST, MOST, &condition->value);
}

static void read_input_condition(vvi_reader *r, const vv_json *object, const vv_project_behaviour *behaviour,
                                 vv_condition *condition)
{
    static const char *const keys[] = {"input", "above", "below", "absolute", NULL};
    if (!vvi_known_keys(r, object, keys, NULL))
        return;
    condition->index = vvi_read_input(r, object, "input", behaviour);
    vvi_bool_member(r, object, "absolute", false, &condition->absolute);
    read_side(r, object, condition);
}

static void read_event_condition(vvi_reader *r, const vv_json *object, const vv_project_behaviour *behaviour,
                                 vv_condition *condition)
{
    static const char *const keys[] = {"event", "within", NULL};
    if (!vvi_known_keys(r, object, keys, NULL))
        return;
    condition->index = vvi_read_event(r, object, "event", behaviour);
    vvi_float_member(r, object, "within", 0.0f, 0.0f, 10.0f, &condition->value);
}

static void read_sense_condition(vvi_reader *r, const vv_json *object, const vv_project_behaviour *behaviour,
                                 vv_condition *condition)
{
    static const char *const keys[] = {"sense", "above", "below", NULL};
    uint32_t word = 0;
    (void)behaviour;
    if (!vvi_known_keys(r, object, keys, NULL))
        return;
    if (vvi_word(r, vvi_member(object, "sense"), sense_words,
                 "write \"speed\", \"along\", \"falling\", \"energy\" or \"time\"", &word))
        condition->kind = (vv_condition_kind)(VV_IF_SPEED + word);
    read_side(r, object, condition);
}

/* grounded, touching: true or false, for so many seconds. */
static void read_truth(vvi_reader *r, const vv_json *object, const char *key, bool timed, vv_condition *condition)
{
    const char *const keys[] = {key, timed ? "seconds" : NULL, NULL};
    bool is = true;
    if (!vvi_known_keys(r, object, keys, NULL))
        return;
    vvi_bool(r, vvi_member(object, key), &is);
    condition->negated = !is;
    vvi_float_member(r, object, "seconds", 0.0f, 0.0f, 3600.0f, &condition->value);
}

static void read_grounded(vvi_reader *r, const vv_json *object, const vv_project_behaviour *behaviour,
                          vv_condition *condition)
{
    (void)behaviour;
    read_truth(r, object, "grounded", true, condition);
}

static void read_touching(vvi_reader *r, const vv_json *object, const vv_project_behaviour *behaviour,
                          vv_condition *condition)
{
    (void)behaviour;
    read_truth(r, object, "touching", true, condition);
}

static void read_finished(vvi_reader *r, const vv_json *object, const vv_project_behaviour *behaviour,
                          vv_condition *condition)
{
    (void)behaviour;
    read_truth(r, object, "finished", false, condition);
}

typedef struct condition_row {
    const char *key; /* the one that says what the condition asks */
    vv_condition_kind kind;
    void (*read)(vvi_reader *r, const vv_json *object, const vv_project_behaviour *behaviour, vv_condition *condition);
} condition_row;

static const condition_row rows[] = {
    {"input", VV_IF_INPUT, read_input_condition}, {"event", VV_IF_EVENT, read_event_condition},
    {"grounded", VV_IF_GROUNDED, read_grounded},  {"touching", VV_IF_TOUCHING, read_touching},
    {"finished", VV_IF_FINISHED, read_finished},  {"sense", VV_IF_SPEED, read_sense_condition},
};

static void read_condition(vvi_reader *r, const vv_json *object, const vv_project_behaviour *behaviour,
                           vv_condition *condition)
{
    if (!vvi_is(r, object, VV_JSON_OBJECT))
        return;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (!vvi_member(object, rows[i].key))
            continue;
        *condition = (vv_condition){.kind = rows[i].kind, .index = VV_NONE};
        rows[i].read(r, object, behaviour, condition);
        return;
    }
    vvi_problem(r, object, VV_RULE_CONDITION, "docs/format.md lists what a transition can depend on",
                "this condition asks nothing");
}

/* ---- Transitions ---------------------------------------------------------------------------------------------------- */

const vv_condition *vvi_read_conditions(vvi_reader *r, const vv_json *list, const vv_project_behaviour *behaviour,
                                        uint32_t *count)
{
    uint32_t wanted = list ? vvi_list(r, list, VV_BEHAVIOUR_MAX_CONDITIONS, "conditions") : 0;
    vv_condition *conditions = vvi_take(r, wanted, sizeof *conditions);
    *count = conditions ? wanted : 0;
    for (const vv_json *item = *count ? list->child : NULL; item && !vvi_stopped(r); item = item->next)
        read_condition(r, item, behaviour, &conditions[item->index]);
    return conditions;
}

static void read_transition(vvi_reader *r, const vv_json *object, const vv_project_behaviour *behaviour,
                            vv_transition *transition)
{
    static const char *const keys[] = {"from", "to", "when", NULL};
    *transition = (vv_transition){.from = VV_NONE, .to = VV_NONE};
    if (!vvi_known_keys(r, object, keys, NULL))
        return;
    const vv_json *from = vvi_member(object, "from"), *to = vvi_required(r, object, "to");
    if (from)
        transition->from = vvi_read_state_name(r, from, behaviour);
    if (to)
        transition->to = vvi_read_state_name(r, to, behaviour);
    transition->conditions =
        vvi_read_conditions(r, vvi_member(object, "when"), behaviour, &transition->condition_count);
}

void vvi_read_transitions(vvi_reader *r, const vv_json *list, vv_project_behaviour *behaviour)
{
    uint32_t count = list ? vvi_list(r, list, VV_BEHAVIOUR_MAX_TRANSITIONS, "transitions") : 0;
    vv_transition *transitions = vvi_take(r, count, sizeof *transitions);
    if (!transitions)
        return;
    for (const vv_json *item = count ? list->child : NULL; item && !vvi_stopped(r); item = item->next)
        read_transition(r, item, behaviour, &transitions[item->index]);
    behaviour->transitions = transitions;
    behaviour->transition_count = count;
}
