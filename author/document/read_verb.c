/* Verbs out of JSON: fields whose examples are spans of takes. */
#include "author/document/verbs.h"

#define MOST_TIME 1e5f /* seconds: more than a take can have */

/* The defaults of the file, which must stay what they are. */
vv_project_verb vvi_default_verb(void)
{
    return (vv_project_verb){.skeleton = VV_NONE, .cyclic = true, .tolerance = 0.01f};
}

/* ---- Examples ------------------------------------------------------------------------------------------------------- */

static void read_keytime(vvi_reader *r, const vv_json *object, vv_project_keytime *keytime)
{
    static const char *const keys[] = {"label", "time", NULL};
    if (!vvi_known_keys(r, object, keys, NULL))
        return;
    const vv_json *label = vvi_required(r, object, "label");
    if (label)
        vvi_foreign_name(r, label, sizeof keytime->label, keytime->label);
    vvi_required(r, object, "time");
    vvi_float_member(r, object, "time", 0.0f, 0.0f, MOST_TIME, &keytime->time);
}

static void read_keytimes(vvi_reader *r, const vv_json *list, vv_project_verb_example *example)
{
    uint32_t count = vvi_list(r, list, VV_VERB_MAX_KEYTIMES, "keytimes"), before = r->problems->errors;
    vv_project_keytime *keytimes = vvi_take(r, count, sizeof *keytimes);
    if (!keytimes)
        return;
    if (list->kind == VV_JSON_ARRAY && list->count < 2)
        vvi_problem(r, list, VV_RULE_KEYTIMES, "begin with one at the beginning of the span, end with one at its end",
                    "there are %u keytimes, and at least 2 are needed", list->count);
    for (const vv_json *item = count ? list->child : NULL; item && !vvi_stopped(r); item = item->next) {
        read_keytime(r, item, &keytimes[item->index]);
        if (item->index > 0 && r->problems->errors == before &&
            !(keytimes[item->index].time > keytimes[item->index - 1].time))
            vvi_problem(r, item, VV_RULE_KEYTIMES, "sort them by time, no two at the same time",
                        "this keytime is not later than the one before it");
    }
    example->keytimes = keytimes;
    example->keytime_count = count;
}

/* A span by itself is given by both its ends. */
static void read_range(vvi_reader *r, const vv_json *object, vv_project_verb_example *example)
{
    bool no_from, no_to;
    bool from = vvi_optional(object, "from", &no_from) != NULL || (example->ranged && !no_from);
    bool to = vvi_optional(object, "to", &no_to) != NULL || (example->ranged && !no_to);
    vvi_float_member(r, object, "from", 0.0f, 0.0f, MOST_TIME, &example->from);
    vvi_float_member(r, object, "to", 0.0f, 0.0f, MOST_TIME, &example->to);
    if (from != to)
        vvi_problem(r, object, VV_RULE_KEYTIMES, "give both or neither",
                    "this example has \"from\" without \"to\", or the reverse");
    example->ranged = from && to;
}

/* Keytimes say by themselves where the span begins and ends; what the file says besides must agree with them. */
static void settle_range(vvi_reader *r, const vv_json *object, bool told, vv_project_verb_example *example)
{
    if (example->keytime_count >= 2) {
        float from = example->keytimes[0].time, to = example->keytimes[example->keytime_count - 1].time;
        if (told && example->ranged && !(vvi_same_time(example->from, from) && vvi_same_time(example->to, to)))
            vvi_problem(r, object, VV_RULE_KEYTIMES, "leave out \"from\" and \"to\", or give other keytimes",
                        "the span goes from %g to %g s, and its keytimes from %g to %g s", (double)example->from,
                        (double)example->to, (double)from, (double)to);
        example->from = from;
        example->to = to;
        example->ranged = true;
    } else if (example->ranged && !(example->to > example->from)) {
        vvi_problem(r, object, VV_RULE_KEYTIMES, "make \"to\" greater than \"from\"", "this span goes from %g to %g s",
                    (double)example->from, (double)example->to);
    }
}

void vvi_read_verb_example(vvi_reader *r, const vv_json *object, const vv_project *project,
                           vv_project_verb_example *example)
{
    bool editing = r->editing, reset;
    uint32_t before = r->problems->errors;
    const vv_json *take = vvi_required(r, object, "take"), *keytimes = vvi_optional(object, "keytimes", &reset);
    bool told = vvi_member(object, "from") || vvi_member(object, "to");
    if (take)
        example->take = vvi_listed_value(r, take, project, vv_project_find_take, "take");
    if (reset)
        example->keytime_count = 0;
    read_range(r, object, example);
    r->editing = false; /* keytimes that are given are given whole */
    if (keytimes)
        read_keytimes(r, keytimes, example);
    r->editing = editing;
    if (r->problems->errors == before && !vvi_stopped(r))
        settle_range(r, object, told, example);
}

static void read_verb_examples(vvi_reader *r, const vv_json *list, const vv_project *project, vv_project_verb *verb)
{
    static const char *const keys[] = {"take", "at", "from", "to", "keytimes", NULL};
    uint32_t count = vvi_read_examples(r, list, &verb->field), axes = verb->field.axis_count;
    vv_project_verb_example *examples = vvi_take(r, count, sizeof *examples);
    bool editing = r->editing;
    r->editing = false; /* examples that are given are given whole */
    for (const vv_json *item = examples && count ? list->child : NULL; item && !vvi_stopped(r); item = item->next) {
        vv_project_verb_example *example = &examples[item->index];
        *example = (vv_project_verb_example){.take = VV_NONE};
        if (!vvi_known_keys(r, item, keys, NULL))
            continue;
        vvi_read_verb_example(r, item, project, example);
        vvi_place_member(r, item, "at", &verb->field, (float *)verb->field.at + item->index * axes);
        for (uint32_t i = 0; i < item->index && example->take != VV_NONE; i++) {
            if (examples[i].take == example->take)
                vvi_problem(r, item, VV_RULE_REPEATED, "remove one", "example %u is the same take", i);
        }
    }
    r->editing = editing;
    verb->examples = examples;
}

/* ---- Verbs ---------------------------------------------------------------------------------------------------------- */

void vvi_check_verb(vvi_reader *r, const vv_json *place, const vv_project *project, const vv_project_verb *verb)
{
    for (uint32_t i = 0; i < verb->field.example_count && !vvi_stopped(r); i++) {
        const vv_project_take *take = project->takes[verb->examples[i].take];
        if (take->skeleton != verb->skeleton && take->skeleton != VV_NONE) /* that is a problem of its own */
            vvi_problem(r, place, VV_RULE_SKELETON, "name takes of the verb's skeleton",
                        "the take \"%s\" is of the skeleton \"%s\", not of \"%s\"", take->name,
                        project->skeletons[take->skeleton]->name, project->skeletons[verb->skeleton]->name);
    }
}

/* 0: as many as needed. */
static void read_controls(vvi_reader *r, const vv_json *object, vv_project_verb *verb)
{
    const vv_json *value = vvi_member(object, "controls");
    vvi_whole_member(r, object, "controls", 0, 0, 256, &verb->controls);
    if (value && verb->controls > 0 && verb->controls < 4)
        vvi_problem(r, value, VV_RULE_RANGE, "write 0 for as many as are needed",
                    "a cubic curve has at least 4 control points");
}

void vvi_read_verb(vvi_reader *r, const vv_json *object, vvi_keys address, const vv_project *project,
                   vv_project_verb *verb)
{
    static const char *const keys[] = {"skeleton",  "axes",     "radial", "cyclic",    "controls",
                                       "tolerance", "examples", "pseudo", "any_phase", NULL};
    vv_project_verb usual = vvi_default_verb();
    uint32_t before = r->problems->errors;
    vvi_known_keys(r, object, keys, address);
    if (object->kind != VV_JSON_OBJECT)
        return;
    vvi_skeleton_member(r, object, project, &verb->skeleton);
    const vv_json *examples = vvi_read_field(r, object, VVI_DRIVE_GAME, NULL, &verb->field);
    vvi_bool_member(r, object, "cyclic", usual.cyclic, &verb->cyclic);
    read_controls(r, object, verb);
    vvi_float_member(r, object, "tolerance", usual.tolerance, 1e-5f, 1.0f, &verb->tolerance);
    if (examples && !vvi_stopped(r))
        read_verb_examples(r, examples, project, verb);
    vvi_bool_member(r, object, "any_phase", usual.any_phase, &verb->any_phase);
    if (r->problems->errors == before && !r->problems->memory)
        vvi_check_verb(r, object, project, verb);
}
