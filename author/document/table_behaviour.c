/* Behaviours of an artwork: states that follow each other by transitions, and in each state a walk through key
 * places. */
#include "author/document/behaviours.h"

#define BEHAVIOUR  vv_project_behaviour
#define STATE      vv_project_state
#define TRANSITION vv_transition
#define KEY        vv_project_walk_key

/* The defaults of the file, which must stay what they are; a test compares them with the runtime's. */
#define DEFAULT_DEF                                                                                                    \
    .def = {                                                                                                           \
        .next = VV_NONE,                                                                                               \
        .by_input = VV_NONE,                                                                                           \
        .rate = 1.0f,                                                                                                  \
        .metres = 1.0f,                                                                                                \
        .strengths = VVI_DEFAULT_STRENGTHS,                                                                            \
        .lean_input = VV_NONE,                                                                                         \
        .drag_example = VV_NONE,                                                                                       \
        .force_input = VV_NONE,                                                                                        \
        .drive_input = VV_NONE,                                                                                        \
        .drive_grounded = 20.0f,                                                                                       \
        .drive_air = 5.0f,                                                                                             \
        .turning_input = VV_NONE,                                                                                      \
    }
static const STATE state_defaults = {DEFAULT_DEF, .strengths = {.values = VVI_DEFAULT_STRENGTHS}};

/* ---- The walk ---------------------------------------------------------------------------------------------------- */

static void warn_key(vvi_reader *r, const vv_json *json, const vvi_scope *scope)
{
    vvi_warn_place(r, json, vvi_scope_artwork(scope), &((const KEY *)scope->item)->place);
}

static const vvi_schema_field key_fields[] = {
    {"place", VVI_MAP(KEY, place.share_count, place.shares, vv_project_share, &vvi_place_list),
     .presence = VVI_REQUIRED, VVI_DOC("", "a weight for each example that takes part, as in a scene's key")},
    {"seconds", VVI_NUMBER(KEY, seconds, 0.0f, 3600.0f), .presence = VVI_REQUIRED,
     VVI_DOC("s", "how long the way here takes")},
    {"ease", VVI_WORD(KEY, ease, 0, VVI_WORDS("smooth", "linear", "stop")),
     VVI_DOC("",
             "passes keys softly and rests only where the path turns back; at constant speed; resting at every key")},
};
static const vvi_schema key_schema = {VVI_TABLE("walk key", KEY, key_fields), .flags = VVI_SCHEMA_ONE_LINE,
                                      .warn = warn_key};
static const vvi_schema_list keys = {VVI_ITEMS_OF(&key_schema, "keys", VV_BEHAVIOUR_MAX_KEYS)};

/* After the last key follow the first key, another state, or nothing. */
static void read_loop(vvi_reader *r, const vv_json *value, const vvi_scope *scope)
{
    bool loop = false;
    if (value)
        vvi_bool(r, value, &loop);
    ((STATE *)scope->item)->def.end = loop ? VV_KEYS_LOOP : VV_KEYS_HOLD;
}

static bool has_loop(const vvi_scope *scope) { return ((const STATE *)scope->item)->def.end == VV_KEYS_LOOP; }

static void write_loop(vvi_writer *w, const char *name, const vvi_scope *scope)
{
    vv_json_write_bool(w->json, name, has_loop(scope));
}

static bool has_next(const vvi_scope *scope) { return ((const STATE *)scope->item)->def.end == VV_KEYS_NEXT; }
static const vvi_schema_custom loop = {read_loop, write_loop, has_loop, VVI_DOC_TYPE("boolean")};

/* ---- What names states ------------------------------------------------------------------------------------------- */

static const vvi_schema_reference state_reference = {.noun = VVI_STATE, .remedy = "name a state of this behaviour"};

/* ---- What a state sets: objects that are there only if what they depend on is ------------------------------------ */

static const STATE *state_of(const vvi_scope *scope) { return scope->item; }
static bool has_lean(const vvi_scope *scope) { return state_of(scope)->def.lean_input != VV_NONE; }
static bool has_float(const vvi_scope *scope) { return state_of(scope)->def.drag_example != VV_NONE; }
static bool has_push(const vvi_scope *scope) { return state_of(scope)->def.force_input != VV_NONE; }
static bool has_drive(const vvi_scope *scope) { return state_of(scope)->def.drive_input != VV_NONE; }
static bool has_turn(const vvi_scope *scope) { return state_of(scope)->def.turning != VV_TURNING_NEVER; }
static bool is_by_ground(const vvi_scope *scope) { return state_of(scope)->def.by == VV_KEYS_BY_GROUND; }

#define PART(fields, usual)                                                                                            \
    VVI_FIELDS(fields), .size = sizeof(STATE), .flags = VVI_SCHEMA_FLAT | VVI_SCHEMA_ONE_LINE, .defaults = usual
#define INPUT(m) "input", VVI_REFERENCE(STATE, def.m, &vvi_input_reference), .presence = VVI_REQUIRED

static const vvi_schema_field lean_fields[] = {
    {INPUT(lean_input), VVI_DOC("", "to whose side it leans")},
    {"angle", VVI_NUMBER(STATE, def.lean, -4.0f, 4.0f), .presence = VVI_REQUIRED,
     VVI_DOC("rad", "by how much at most")},
};
static const vvi_schema lean_schema = {"lean", PART(lean_fields, &state_defaults)};

/* A drag near zero needs no other keys. */
static bool begin_float(vvi_reader *r, const vv_json *object, const vvi_scope *scope)
{
    (void)scope;
    const vv_json *example = vvi_required(r, object, "example");
    return example && vvi_is(r, example, VV_JSON_STRING);
}

/* It ends with its example, without the state that has it. */
static const vvi_schema_reference examples = {
    .noun = VVI_EXAMPLE, .remedy = "name an example of this artwork", .loose = true};
static const vvi_schema_field float_fields[] = {
    {"example", VVI_REFERENCE(STATE, def.drag_example, &examples), .presence = VVI_REQUIRED,
     VVI_DOC("", "the nearer the place is to it, the more")},
    {"drag", VVI_NUMBER(STATE, def.drag_near, 0.0f, 1000.0f), .presence = VVI_REQUIRED,
     VVI_DOC("1/s", "where the place is at the example")},
};
static const vvi_schema float_schema = {"float", PART(float_fields, &state_defaults), .begin = begin_float};

static const vvi_schema_field push_fields[] = {
    {INPUT(force_input), VVI_DOC("", "by which it is multiplied")},
    {"force", VVI_VECTOR(STATE, def.input_force, 1e4f), .presence = VVI_REQUIRED,
     VVI_DOC("m/s²", "for each kilogram, `[right, up]`")},
};
static const vvi_schema push_schema = {"push", PART(push_fields, &state_defaults)};

static const vvi_schema_field drive_fields[] = {
    {INPUT(drive_input), VVI_DOC("", "by which the speed is multiplied")},
    {"speed", VVI_NUMBER(STATE, def.drive_speed, -1000.0f, 1000.0f), .presence = VVI_REQUIRED,
     VVI_DOC_SLIDER("m/s", "to the right", -10.0, 10.0, false)},
    {"grounded", VVI_NUMBER(STATE, def.drive_grounded, 0.0f, 1e4f),
     VVI_DOC_SLIDER("m/s²", "with how much at most", 0.0, 100.0, false)},
    {"air", VVI_NUMBER(STATE, def.drive_air, 0.0f, 1e4f),
     VVI_DOC_SLIDER("m/s²", "the same in the air", 0.0, 100.0, false)},
};
static const vvi_schema drive_schema = {"drive", PART(drive_fields, &state_defaults)};

static const vvi_schema_field turn_fields[] = {
    {INPUT(turning_input), VVI_DOC("", "to whose side the drawing looks")},
    {"when", VVI_WORD(STATE, def.turning, VV_TURNING_GROUNDED, VVI_WORDS("grounded", "always")),
     VVI_DOC("", "only while it stands on something, or always")},
};
static const STATE turn_defaults = {.def = {.turning = VV_TURNING_GROUNDED, .turning_input = VV_NONE}};
static const vvi_schema turn_schema = {"turn", PART(turn_fields, &turn_defaults)};

/* ---- States ------------------------------------------------------------------------------------------------------ */

static void settle_state(vvi_reader *r, const vv_json *object, const vvi_scope *scope)
{
    vv_behaviour_state_def *def = &((STATE *)scope->item)->def;
    const vv_json *next = vvi_member(object, "next");
    if (next && def->end == VV_KEYS_LOOP)
        vvi_problem(r, next, VV_RULE_CHOICE, "keep \"loop\" or \"next\"", "a loop has no end for a state to follow");
    else if (next)
        def->end = VV_KEYS_NEXT;
    if (def->by != VV_KEYS_BY_INPUT)
        vvi_refuse_key(r, object, "input", "a walk that no input drives", "write \"by\": \"input\"");
    if (def->by != VV_KEYS_BY_GROUND)
        vvi_refuse_key(r, object, "metres", "a walk that the ground does not drive", "write \"by\": \"ground\"");
    if (def->turning_input == VV_NONE)
        def->turning = VV_TURNING_NEVER;
}

static const vvi_schema_field state_fields[] = {
    {"name", VVI_NAME(STATE, name), .presence = VVI_REQUIRED, VVI_DOC("", "unlike other states' of the behaviour")},
    {"keys", VVI_LIST(STATE, key_count, keys, vv_project_walk_key, &keys),
     VVI_DOC("", "the walk; without keys the place stays where it is")},
    {"loop", VVI_CUSTOM(&loop), VVI_DOC("", "after the last key comes the first again; else it stays at the last")},
    {"next", VVI_REFERENCE(STATE, def.next, &state_reference), .presence = VVI_NULLABLE, .flags = VVI_LATE,
     .given = has_next, VVI_DOC("", "the state that follows the last key, where no transition fires; not with `loop`")},
    {"start", VVI_WORD(STATE, def.start, 0, VVI_WORDS("first", "nearest")),
     VVI_DOC("", "which key it walks to first when the state is entered, from wherever the place is then")},
    {"by", VVI_WORD(STATE, def.by, 0, VVI_WORDS("time", "input", "ground")),
     VVI_DOC("", "what drives the walk: time, time multiplied by an input (backwards where that is negative), or the "
                 "way travelled forward along the ground")},
    {INPUT(by_input), .only = 1u << VV_KEYS_BY_INPUT, .flags = VVI_NULLED, VVI_DOC("", "with `\"input\"`: which")},
    {"rate", VVI_NUMBER(STATE, def.rate, -100.0f, 100.0f),
     VVI_DOC_SLIDER("", "how many times as fast", -10.0, 10.0, false)},
    {"metres", VVI_NUMBER(STATE, def.metres, 1e-3f, 1e4f), .presence = VVI_DEPENDENT, .given = is_by_ground,
     VVI_DOC_SLIDER("m", "with `\"ground\"`: how far all keys once reach", 0.01, 100.0, true)},
    {"strengths", VVI_OBJECT(STATE, strengths, &vvi_strengths_schema),
     VVI_DOC("", "those that stand in place of the actor's own")},
    {"lean", VVI_FLAT_OBJECT(&lean_schema), .presence = VVI_NULLABLE, .given = has_lean,
     VVI_DOC("", "turns the goal angle to the side of an input: `{ \"input\": \"walk\", \"angle\": 0.2 }`")},
    {"float", VVI_FLAT_OBJECT(&float_schema), .presence = VVI_NULLABLE, .given = has_float,
     VVI_DOC("", "drag goes towards `drag` the nearer the place is to an example: `{ \"example\": \"inflated\", "
                 "\"drag\": 4 }`")},
    {"force", VVI_VECTOR(STATE, def.force, 1e4f), VVI_DOC("m/s²", "for each kilogram, `[forward, up]`")},
    {"push", VVI_FLAT_OBJECT(&push_schema), .presence = VVI_NULLABLE, .given = has_push,
     VVI_DOC("", "the same times an input: `{ \"input\": \"walk\", \"force\": [3, 0] }`")},
    {"drive", VVI_FLAT_OBJECT(&drive_schema), .presence = VVI_NULLABLE, .given = has_drive,
     VVI_DOC("", "brings the speed to the right to an input times `speed`")},
    {"turn", VVI_FLAT_OBJECT(&turn_schema), .presence = VVI_NULLABLE, .given = has_turn,
     VVI_DOC("", "the drawing looks to the side of an input")},
    {"kick", VVI_VECTOR(STATE, def.kick, 1000.0f),
     VVI_DOC("m/s", "on entry: brings the velocity to at least this much in its direction, `[forward, up]`")},
    {"kick_adds", VVI_FLAG(STATE, def.kick_adds), VVI_DOC("", "the kick adds to the velocity instead")},
    {"signal", VVI_WHOLE(STATE, def.signal, 0, 1000000),
     VVI_DOC("", "on entry: the game gets an event with this code; 0 is none")},
};
static const vvi_schema state_schema = {VVI_TABLE("state", STATE, state_fields), .defaults = &state_defaults,
                                        .tag = offsetof(STATE, def.by), .check = settle_state};
static const vvi_schema_list states = {VVI_ITEMS_OF(&state_schema, "states", VV_BEHAVIOUR_MAX_STATES), .named = true,
                                       .noun = VVI_STATE,
                                       .least = {1, VV_RULE_STATES, "add a state", "this behaviour has no state"}};

/* ---- Transitions ------------------------------------------------------------------------------------------------- */

static const vvi_schema_list conditions = {
    VVI_ITEMS_OF(&vvi_condition_schema, "conditions", VV_BEHAVIOUR_MAX_CONDITIONS)};
static const vvi_schema_field transition_fields[] = {
    {"from", VVI_REFERENCE(TRANSITION, from, &state_reference), .presence = VVI_NULLABLE, .flags = VVI_BOUND,
     VVI_DOC("", "a state; null: any but `to`")},
    {"to", VVI_REFERENCE(TRANSITION, to, &state_reference), .presence = VVI_REQUIRED, VVI_DOC("", "a state")},
    {"when", VVI_LIST(TRANSITION, condition_count, conditions, vv_condition, &conditions),
     VVI_DOC("", "the conditions; without any it always fires")},
};
static const TRANSITION transition_defaults = {.from = VV_NONE, .to = VV_NONE};
static const vvi_schema transition_schema = {VVI_TABLE("transition", TRANSITION, transition_fields),
                                             .flags = VVI_SCHEMA_ONE_LINE, .defaults = &transition_defaults};
static const vvi_schema_list transitions = {
    VVI_ITEMS_OF(&transition_schema, "transitions", VV_BEHAVIOUR_MAX_TRANSITIONS)};

/* ---- Behaviours -------------------------------------------------------------------------------------------------- */

static bool begin_behaviour(vvi_reader *r, const vv_json *object, const vvi_scope *scope)
{
    const BEHAVIOUR *behaviour = scope->item;
    return vvi_lists_together(r, object, behaviour->input_count, behaviour->event_count, behaviour->transition_count);
}

/* One bit a state that can be reached from the first. */
static uint64_t reached_states(const vv_project_behaviour *behaviour)
{
    uint64_t reached = 1, before;
    do {
        before = reached;
        for (uint32_t i = 0; i < behaviour->transition_count; i++) {
            const vv_transition *t = &behaviour->transitions[i];
            if (t->from == VV_NONE || (reached >> t->from & 1u))
                reached |= (uint64_t)1 << t->to;
        }
        for (uint32_t i = 0; i < behaviour->state_count; i++) {
            const vv_behaviour_state_def *def = &behaviour->states[i].def;
            if ((reached >> i & 1u) && def->end == VV_KEYS_NEXT)
                reached |= (uint64_t)1 << def->next;
        }
    } while (reached != before);
    return reached;
}

static void warn_behaviour(vvi_reader *r, const vv_json *json, const vvi_scope *scope)
{
    const BEHAVIOUR *behaviour = scope->item;
    uint64_t reached = reached_states(behaviour);
    for (const vv_json *state = vv_json_member(json, "states")->child; state && !vvi_stopped(r); state = state->next) {
        if (!(reached >> state->index & 1u))
            vvi_problem(r, state, VV_RULE_STATE_UNREACHED, "add a transition to it, or remove it",
                        "nothing leads to \"%s\"", behaviour->states[state->index].name);
    }
}

static const vvi_schema_field behaviour_fields[] = {
    {"name", VVI_NAME(BEHAVIOUR, name), .presence = VVI_REQUIRED, VVI_DOC("", "in this artwork")},
    {"looks_left", VVI_FLAG(BEHAVIOUR, looks_left), VVI_DOC("", "the drawing itself looks to the left")},
    {"inputs", VVI_LIST(BEHAVIOUR, input_count, inputs, vv_project_word, &vvi_input_names), .flags = VVI_TOGETHER,
     VVI_DOC("", "numbers that the game or the script sets, 0 at first")},
    {"events", VVI_LIST(BEHAVIOUR, event_count, events, vv_project_word, &vvi_event_names), .flags = VVI_TOGETHER,
     VVI_DOC("", "what the game or the script can raise")},
    {"states", VVI_LIST(BEHAVIOUR, state_count, states, vv_project_state, &states), .presence = VVI_REQUIRED,
     .flags = VVI_TOGETHER, VVI_DOC("", "the first is entered first")},
    {"transitions", VVI_LIST(BEHAVIOUR, transition_count, transitions, vv_transition, &transitions),
     .flags = VVI_TOGETHER, VVI_DOC("", "of those that may fire, the first does")},
};
const vvi_schema vvi_behaviour_schema = {VVI_TABLE("behaviour", BEHAVIOUR, behaviour_fields), .flags = VVI_SCHEMA_NOUN,
                                         .begin = begin_behaviour, .warn = warn_behaviour};
const vvi_schema_list vvi_behaviour_list = {
    VVI_ITEMS_OF(&vvi_behaviour_schema, "behaviours", VV_PROJECT_MAX_BEHAVIOURS), .named = true, .noun = VVI_BEHAVIOUR};
