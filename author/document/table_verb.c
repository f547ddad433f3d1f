/* Verbs: fields whose examples are spans of takes. */
#include "author/document/puppets.h"
#include "author/document/verbs.h"

#define VERB      vv_project_verb
#define EXAMPLE   vv_project_verb_example
#define KEYTIME   vv_project_keytime
#define MOST_TIME 1e5f /* seconds: more than a take can have */

/* ---- Keytimes ---------------------------------------------------------------------------------------------------- */

static const vvi_schema_field keytime_fields[] = {
    {"label", VVI_LABEL(KEYTIME, label), .presence = VVI_REQUIRED,
     VVI_DOC("", "which of the moments it is, up to 31 bytes")},
    {"time", VVI_NUMBER(KEYTIME, time, 0.0f, MOST_TIME), .presence = VVI_REQUIRED, VVI_DOC("s", "in the take")},
};
static const vvi_schema keytime_schema = {VVI_TABLE("keytime", KEYTIME, keytime_fields)};
static const vvi_schema_list keytimes = {
    VVI_ITEMS_OF(&keytime_schema, "keytimes", VV_VERB_MAX_KEYTIMES),
    VVI_TIMES(KEYTIME, time, VVI_LATER, VV_RULE_KEYTIMES), .when_good = true,
    .sort = "sort them by time, no two at the same time",
    .least = {2, VV_RULE_KEYTIMES, "begin with one at the beginning of the span, end with one at its end",
              "there are %u keytimes, and at least 2 are needed"}};

/* ---- Examples ---------------------------------------------------------------------------------------------------- */

static bool has_end(const vv_json *object, const char *key, const EXAMPLE *example)
{
    bool null;
    return vvi_optional(object, key, &null) || (example->ranged && !null);
}

/* A span by itself is given by both its ends. */
static bool begin_example(vvi_reader *r, const vv_json *object, const vvi_scope *scope)
{
    if (has_end(object, "from", scope->item) != has_end(object, "to", scope->item))
        vvi_problem(r, object, VV_RULE_KEYTIMES, "give both or neither",
                    "this example has \"from\" without \"to\", or the reverse");
    return true;
}

static bool has_no_keytimes(const vvi_scope *scope) { return ((const EXAMPLE *)scope->item)->keytime_count == 0; }

/* Keytimes say by themselves where the span begins and ends; what the file says besides must agree with them. */
static void follow_keytimes(vvi_reader *r, const vv_json *object, EXAMPLE *example)
{
    float from = example->keytimes[0].time, to = example->keytimes[example->keytime_count - 1].time;
    bool told = vvi_member(object, "from") || vvi_member(object, "to");
    if (told && example->ranged && !(vvi_same_time(example->from, from) && vvi_same_time(example->to, to)))
        vvi_problem(r, object, VV_RULE_KEYTIMES, "leave out \"from\" and \"to\", or give other keytimes",
                    "the span goes from %g to %g s, and its keytimes from %g to %g s", (double)example->from,
                    (double)example->to, (double)from, (double)to);
    example->from = from;
    example->to = to;
    example->ranged = true;
}

static void settle_span(vvi_reader *r, const vv_json *object, const vvi_scope *scope)
{
    EXAMPLE *example = scope->item;
    if (example->keytime_count >= 2)
        follow_keytimes(r, object, example);
    else if (example->ranged && !(example->to > example->from))
        vvi_problem(r, object, VV_RULE_KEYTIMES, "make \"to\" greater than \"from\"", "this span goes from %g to %g s",
                    (double)example->from, (double)example->to);
}

#define END(m) VVI_NUMBER(EXAMPLE, m, 0.0f, MOST_TIME), .presence = VVI_FLAGGED, .flag = VVI_AT(EXAMPLE, ranged, bool)
static const vvi_schema_field example_fields[] = {
    {"take", VVI_REFERENCE(EXAMPLE, take, VVI_TO(.noun = VVI_TAKE)), .presence = VVI_REQUIRED,
     VVI_DOC("", "of the verb's skeleton")},
    {"at", VVI_ROW(VERB, field.at, field.axis_count, VV_PROJECT_FAR),
     VVI_DOC("", "where it is: a number for every axis")},
    {"from", END(from), .given = has_no_keytimes,
     VVI_DOC(
         "s",
         "where the part of the take begins; null: with `keytimes`: at the first; else suggested when it is built")},
    {"to", END(to), .given = has_no_keytimes,
     VVI_DOC("s",
             "where it ends; both or neither; null: with `keytimes`: at the last; else suggested when it is built")},
    {"keytimes", VVI_LIST(EXAMPLE, keytime_count, keytimes, vv_project_keytime, &keytimes), .presence = VVI_NULLABLE,
     VVI_DOC("", "moments that all examples share, times ascending: the first is where the span begins, the last where "
                 "it ends; `from` and `to` are then not written; null: suggested when it is built")},
};
static const EXAMPLE example_defaults = {.take = VV_NONE};
static const vvi_schema example_schema = {VVI_TABLE("verb example", EXAMPLE, example_fields),
                                          .flags = VVI_SCHEMA_ONE_LINE, .defaults = &example_defaults,
                                          .begin = begin_example, .whole = settle_span};
const vvi_schema_list vvi_verb_example_list = {
    VVI_ITEMS_OF(&example_schema, "examples", VV_FIELD_MAX_EXAMPLES),
    .twins = {vvi_is_same_example, VV_RULE_REPEATED, "remove one", "example %u is the same take", .each = true}};

/* ---- Verbs ------------------------------------------------------------------------------------------------------- */

static void check_verb(vvi_reader *r, const vv_json *place, const vvi_scope *scope)
{
    const VERB *verb = scope->item;
    const vv_project *project = scope->project;
    for (uint32_t i = 0; i < verb->field.example_count && !vvi_stopped(r); i++) {
        const vv_project_take *take = project->takes[verb->examples[i].take];
        if (take->skeleton != verb->skeleton && take->skeleton != VV_NONE) /* that is a problem of its own */
            vvi_problem(r, place, VV_RULE_SKELETON, "name takes of the verb's skeleton",
                        "the take \"%s\" is of the skeleton \"%s\", not of \"%s\"", take->name,
                        project->skeletons[take->skeleton]->name, project->skeletons[verb->skeleton]->name);
    }
}

static bool begin_verb(vvi_reader *r, const vv_json *object, const vvi_scope *scope)
{
    return vvi_replaces_axes_whole(r, object, &((const VERB *)scope->item)->field);
}

static bool check_controls(vvi_reader *r, const vv_json *value, const vvi_scope *scope)
{
    uint32_t controls = ((const VERB *)scope->item)->controls;
    return controls == 0 || controls >= 4 ||
           vvi_problem(r, value, VV_RULE_RANGE, "write 0 for as many as are needed",
                       "a cubic curve has at least 4 control points");
}

static const vvi_schema_field pseudo_fields[] = {VVI_PSEUDO_ROWS(VERB)};
static const vvi_schema pseudo_schema = {"pseudo-example", VVI_FIELDS(pseudo_fields), .flags = VVI_SCHEMA_ONE_LINE};
const vvi_schema_list vvi_verb_pseudo_list = {VVI_ITEMS_OF(&pseudo_schema, "pseudo-examples", VV_FIELD_MAX_PSEUDO)};

static void warn_verb(vvi_reader *r, const vv_json *json, const vvi_scope *scope)
{
    vvi_warn_field(r, json, &((const VERB *)scope->item)->field);
}

static const vvi_schema_field verb_fields[] = {
    {"name", VVI_NAME(VERB, name), .presence = VVI_REQUIRED, VVI_DOC("", "")},
    {"skeleton", VVI_REFERENCE(VERB, skeleton, VVI_TO(.noun = VVI_SKELETON)), .presence = VVI_REQUIRED,
     VVI_DOC("", "that moves")},
    {"axes", VVI_LIST(VERB, field.axis_count, field.axes, vv_project_axis, &vvi_axis_list),
     VVI_DOC("", "what can be chosen; no two of one name")},
    {"radial", VVI_WORD(VERB, field.radial, 0, vvi_radial_words),
     VVI_DOC("", "how the influence of an example falls off")},
    {"cyclic", VVI_FLAG(VERB, cyclic), VVI_DOC("", "it begins again where it ends")},
    {"controls", VVI_WHOLE(VERB, controls, 0, 256), .check = check_controls,
     VVI_DOC("", "control points of its curves, at least 4; 0: as many as `tolerance` needs")},
    {"tolerance", VVI_NUMBER(VERB, tolerance, 1e-5f, 1.0f),
     VVI_DOC_SLIDER("rad", "how far a joint may be from its take", 1e-4, 0.1, true)},
    {"examples", VVI_LIST(VERB, field.example_count, examples, vv_project_verb_example, &vvi_verb_example_list),
     VVI_DOC("", "takes of its skeleton, none twice; with none it cannot be built yet")},
    {"pseudo", VVI_LIST_OF_ROWS(VERB, field.pseudo_count, &vvi_verb_pseudo_list),
     VVI_DOC("", "what the field answers at `from` without them, it answers at `to` with them")},
    {"any_phase", VVI_FLAG(VERB, any_phase), VVI_DOC("", "take examples that seem to begin in different phases")},
    VVI_FIELD_MATRICES(VERB),
};
/* The defaults of the file, which must stay what they are. */
static const VERB verb_defaults = {.skeleton = VV_NONE, .cyclic = true, .tolerance = 0.01f};
const vvi_schema vvi_verb_schema = {VVI_TABLE("verb", VERB, verb_fields),
                                    .flags = VVI_SCHEMA_NOUN,
                                    .defaults = &verb_defaults,
                                    .begin = begin_verb,
                                    .whole = check_verb,
                                    .warn = warn_verb};
