/* Conditions of transitions, and the inputs and events that they ask for: what behaviours and graphs have alike. */
#include "author/document/behaviours.h"

#include <string.h>

/* ---- Inputs and events: lists of names --------------------------------------------------------------------------- */

uint32_t vvi_find_word(const vv_project_word *words, uint32_t count, const char *text)
{
    for (uint32_t i = 0; i < count; i++) {
        if (strcmp(words[i].text, text) == 0)
            return i;
    }
    return VV_NONE;
}

static void check_word(vvi_reader *r, const vv_json *json, const vvi_scope *scope)
{
    const vv_project_word *word = scope->item;
    if (word->text[0] && vvi_find_word(scope->list, scope->index, word->text) != VV_NONE)
        vvi_problem(r, json, VV_RULE_REPEATED, "remove one", "\"%s\" is here for the second time", word->text);
}

static const vvi_schema_field word_fields[] = {{NULL, VVI_NAME(vv_project_word, text)}};
static const vvi_schema word_schema = {VVI_TABLE("name", vv_project_word, word_fields)};
const vvi_schema_list vvi_input_names = {VVI_ITEMS_OF(&word_schema, "names", VV_BEHAVIOUR_MAX_INPUTS),
                                         .noun = VVI_INPUT, .one_line = true, .check = check_word};
const vvi_schema_list vvi_event_names = {VVI_ITEMS_OF(&word_schema, "names", VV_BEHAVIOUR_MAX_EVENTS),
                                         .noun = VVI_EVENT, .one_line = true, .check = check_word};

/* ---- What names them --------------------------------------------------------------------------------------------- */

const vvi_schema_reference vvi_input_reference = {.noun = VVI_INPUT, .remedy = "list it in \"inputs\""};

/* States name inputs, transitions name all. */
bool vvi_lists_together(vvi_reader *r, const vv_json *object, uint32_t input_count, uint32_t event_count,
                        uint32_t transition_count)
{
    const vv_json *inputs = vvi_member(object, "inputs"), *events = vvi_member(object, "events");
    const vv_json *states = vvi_member(object, "states"), *transitions = vvi_member(object, "transitions");
    if (!r->editing || (!inputs && !events && !states && !transitions))
        return true;
    return ((inputs || !input_count) && (events || !event_count) && states && (transitions || !transition_count)) ||
           vvi_problem(r, object, VV_RULE_REFERENCE, "give the others in the same command",
                       "inputs, events, states and transitions change together");
}

/* ---- Conditions -------------------------------------------------------------------------------------------------- */

#define CONDITION vv_condition
#define MOST      1e6f
enum {
    INPUT = 1u << VV_IF_INPUT,
    EVENT = 1u << VV_IF_EVENT,
    GROUNDED = 1u << VV_IF_GROUNDED,
    TOUCHING = 1u << VV_IF_TOUCHING,
    FINISHED = 1u << VV_IF_FINISHED,
    SENSE = 1u << VV_IF_SPEED | 1u << VV_IF_GROUND_SPEED | 1u << VV_IF_FALLING | 1u << VV_IF_ENERGY | 1u << VV_IF_TIME,
};

static bool is_above(const vvi_scope *scope) { return !((const CONDITION *)scope->item)->below; }
static bool is_below(const vvi_scope *scope) { return ((const CONDITION *)scope->item)->below; }

static const char *const kind_keys[] = {"input", "event", "grounded", "touching", "finished", "sense", NULL};
static const vvi_schema_choice kinds = {.keys = kind_keys,
                                        .first_decides = true,
                                        .rule = VV_RULE_CONDITION,
                                        .remedy = "docs/format.md lists what a transition can depend on",
                                        .text = "this condition asks nothing"};
static const char *const side_keys[] = {"above", "below", NULL};
static const vvi_schema_choice sides = {.keys = side_keys,
                                        .rule = VV_RULE_CONDITION,
                                        .remedy = "write either \"above\" or \"below\"",
                                        .text = "this condition compares with nothing",
                                        .several = "this condition compares with two numbers"};
#define TRUTH(tag) VVI_FLAG(CONDITION, negated), .flags = VVI_INVERTED, .presence = VVI_REQUIRED, .only = tag
static const vvi_schema_field condition_fields[] = {
    {NULL, VVI_CHOICE(CONDITION, kind, VV_IF_INPUT, &kinds)},
    {"input", VVI_REFERENCE(CONDITION, index, &vvi_input_reference), .presence = VVI_REQUIRED, .only = INPUT,
     VVI_DOC("", "that is above or below a number")},
    {"event", VVI_REFERENCE(CONDITION, index, VVI_TO(.noun = VVI_EVENT, .remedy = "list it in \"events\"")),
     .presence = VVI_REQUIRED, .only = EVENT, VVI_DOC("", "that was raised; a transition that fires uses it up")},
    {"within", VVI_NUMBER(CONDITION, value, 0.0f, 10.0f), .only = EVENT,
     VVI_DOC("s", "at most so long ago; 0: since the last step")},
    {"grounded", TRUTH(GROUNDED), VVI_DOC("", "it has stood on something; false: not stood")},
    {"touching", TRUTH(TOUCHING), VVI_DOC("", "the same for touching anything")},
    {"finished", TRUTH(FINISHED), VVI_DOC("", "the walk is at its end; false: it is not yet")},
    {"seconds", VVI_NUMBER(CONDITION, value, 0.0f, 3600.0f), .only = GROUNDED | TOUCHING, VVI_DOC("s", "for so long")},
    {"sense", VVI_WORD(CONDITION, kind, VV_IF_SPEED, VVI_WORDS("speed", "along", "falling", "energy", "time")),
     .presence = VVI_REQUIRED, .only = SENSE,
     VVI_DOC("", "that is above or below a number: speed, speed along the ground either way and falling in m/s, energy "
                 "of contact in weight × size, time in the state in seconds")},
    {NULL, VVI_CHOICE(CONDITION, below, 0, &sides), .only = INPUT | SENSE},
    {"above", VVI_NUMBER(CONDITION, value, -MOST, MOST), .only = INPUT | SENSE, .given = is_above, VVI_DOC("", "")},
    {"below", VVI_NUMBER(CONDITION, value, -MOST, MOST), .only = INPUT | SENSE, .given = is_below, VVI_DOC("", "")},
    {"absolute", VVI_FLAG(CONDITION, absolute), .only = INPUT, VVI_DOC("", "whatever the sign of the input")},
};
static const CONDITION condition_defaults = {.index = VV_NONE};
const vvi_schema vvi_condition_schema = {VVI_TABLE("condition", CONDITION, condition_fields),
                                         .flags = VVI_SCHEMA_VARIANT | VVI_SCHEMA_BRIEF,
                                         .defaults = &condition_defaults, .tag = offsetof(CONDITION, kind)};
