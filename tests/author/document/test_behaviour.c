/* Behaviours in a document: what is refused and where, what follows when examples and behaviours change, what is warned
 * of. That they are written as they were read, undone, journalled and copied is tested with the sample of
 * documents.h. */
#include "tests/author/document/documents.h"

#define HEAD                                                                                                           \
    "{\"format\":\"verve-project\",\"version\":1,\"name\":\"n\",\"artworks\":[{\"name\":\"a\",\"examples\":["          \
    "{\"name\":\"x\"},{\"name\":\"y\"},{\"name\":\"z\"}],\"complex\":[[\"x\",\"y\"]],\"behaviours\":["
#define WHOLE(inside) HEAD inside "]}]}"
#define BEHAVIOUR(inside)                                                                                              \
    WHOLE(                                                                                                             \
        "{\"name\":\"b\",\"inputs\":[\"i\"],\"events\":[\"e\"],\"states\":[{\"name\":\"s\"},{\"name\":\"t\"}]" inside  \
        "}")
#define STATE(inside)                                                                                                  \
    WHOLE("{\"name\":\"b\",\"inputs\":[\"i\"],\"events\":[\"e\"],\"states\":[{\"name\":\"s\"," inside "}]}")
#define WHEN(inside)   BEHAVIOUR(",\"transitions\":[{\"to\":\"t\",\"when\":[" inside "]}]")
#define AT(path)       "$.artworks[0].behaviours[0]" path
#define AT_STATE(path) AT(".states[0]" path)
#define AT_WHEN(path)  AT(".transitions[0].when[0]" path)

typedef struct broken {
    const char *text, *path;
    vv_rule rule;
} broken;

static const broken cases[] = {
    {WHOLE("7"), AT(""), VV_RULE_KIND},
    {WHOLE("{\"states\":[{\"name\":\"s\"}]}"), AT(""), VV_RULE_MISSING_KEY},
    {WHOLE("{\"name\":\"b\"}"), AT(""), VV_RULE_MISSING_KEY},
    {WHOLE("{\"name\":\"b\",\"states\":[]}"), AT(".states"), VV_RULE_STATES},
    {WHOLE("{\"name\":\"b\",\"states\":[{}]}"), AT_STATE(""), VV_RULE_MISSING_KEY},
    {WHOLE("{\"name\":\"b\",\"states\":[{\"name\":\"s\"},{\"name\":\"s\"}]}"), AT(".states[1]"), VV_RULE_SAME_NAME},
    {WHOLE("{\"name\":\"b\",\"states\":[{\"name\":\"s\"}]},{\"name\":\"b\",\"states\":[{\"name\":\"s\"}]}"),
     "$.artworks[0].behaviours[1]", VV_RULE_SAME_NAME},
    {WHOLE("{\"name\":\"b\",\"inputs\":[\"i\",\"i\"],\"states\":[{\"name\":\"s\"}]}"), AT(".inputs[1]"),
     VV_RULE_REPEATED},
    {WHOLE("{\"name\":\"b\",\"events\":[3],\"states\":[{\"name\":\"s\"}]}"), AT(".events[0]"), VV_RULE_KIND},
    {BEHAVIOUR(",\"state\":1"), AT(".state"), VV_RULE_UNKNOWN_KEY},
    {BEHAVIOUR(",\"looks_left\":1"), AT(".looks_left"), VV_RULE_KIND},
    {STATE("\"key\":1"), AT_STATE(".key"), VV_RULE_UNKNOWN_KEY},
    {STATE("\"keys\":[{\"seconds\":1}]"), AT_STATE(".keys[0]"), VV_RULE_MISSING_KEY},
    {STATE("\"keys\":[{\"place\":{\"x\":1}}]"), AT_STATE(".keys[0]"), VV_RULE_MISSING_KEY},
    {STATE("\"keys\":[{\"place\":{\"w\":1},\"seconds\":1}]"), AT_STATE(".keys[0].place.w"), VV_RULE_REFERENCE},
    {STATE("\"keys\":[{\"place\":{\"x\":0.5},\"seconds\":1}]"), AT_STATE(".keys[0].place"), VV_RULE_WEIGHTS},
    {STATE("\"keys\":[{\"place\":{\"x\":1},\"seconds\":-1}]"), AT_STATE(".keys[0].seconds"), VV_RULE_RANGE},
    {STATE("\"keys\":[{\"place\":{\"x\":1},\"seconds\":1,\"ease\":\"fast\"}]"), AT_STATE(".keys[0].ease"),
     VV_RULE_CHOICE},
    {STATE("\"loop\":true,\"next\":\"s\""), AT_STATE(".next"), VV_RULE_CHOICE},
    {STATE("\"next\":\"u\""), AT_STATE(".next"), VV_RULE_REFERENCE},
    {STATE("\"start\":\"last\""), AT_STATE(".start"), VV_RULE_CHOICE},
    {STATE("\"by\":\"feet\""), AT_STATE(".by"), VV_RULE_CHOICE},
    {STATE("\"by\":\"input\""), AT_STATE(""), VV_RULE_MISSING_KEY},
    {STATE("\"by\":\"input\",\"input\":\"j\""), AT_STATE(".input"), VV_RULE_REFERENCE},
    {STATE("\"input\":\"i\""), AT_STATE(".input"), VV_RULE_UNKNOWN_KEY},
    {STATE("\"metres\":2"), AT_STATE(".metres"), VV_RULE_UNKNOWN_KEY},
    {STATE("\"by\":\"ground\",\"metres\":0"), AT_STATE(".metres"), VV_RULE_RANGE},
    {STATE("\"rate\":101"), AT_STATE(".rate"), VV_RULE_RANGE},
    {STATE("\"strengths\":{\"bounce\":9}"), AT_STATE(".strengths.bounce"), VV_RULE_RANGE},
    {STATE("\"lean\":{\"input\":\"i\"}"), AT_STATE(".lean"), VV_RULE_MISSING_KEY},
    {STATE("\"lean\":{\"input\":\"i\",\"angle\":5}"), AT_STATE(".lean.angle"), VV_RULE_RANGE},
    {STATE("\"float\":{\"example\":\"w\",\"drag\":1}"), AT_STATE(".float.example"), VV_RULE_REFERENCE},
    {STATE("\"float\":{\"example\":\"x\"}"), AT_STATE(".float"), VV_RULE_MISSING_KEY},
    {STATE("\"force\":[0]"), AT_STATE(".force"), VV_RULE_KIND},
    {STATE("\"force\":[0,1e5]"), AT_STATE(".force[1]"), VV_RULE_RANGE},
    {STATE("\"push\":{\"input\":\"i\"}"), AT_STATE(".push"), VV_RULE_MISSING_KEY},
    {STATE("\"drive\":{\"input\":\"j\",\"speed\":1}"), AT_STATE(".drive.input"), VV_RULE_REFERENCE},
    {STATE("\"drive\":{\"input\":\"i\",\"speed\":1,\"air\":-1}"), AT_STATE(".drive.air"), VV_RULE_RANGE},
    {STATE("\"turn\":{\"input\":\"i\",\"when\":\"never\"}"), AT_STATE(".turn.when"), VV_RULE_CHOICE},
    {STATE("\"kick\":[0,1e4]"), AT_STATE(".kick[1]"), VV_RULE_RANGE},
    {STATE("\"signal\":1.5"), AT_STATE(".signal"), VV_RULE_RANGE},
    {BEHAVIOUR(",\"transitions\":[{}]"), AT(".transitions[0]"), VV_RULE_MISSING_KEY},
    {BEHAVIOUR(",\"transitions\":[{\"to\":\"u\"}]"), AT(".transitions[0].to"), VV_RULE_REFERENCE},
    {BEHAVIOUR(",\"transitions\":[{\"from\":\"u\",\"to\":\"s\"}]"), AT(".transitions[0].from"), VV_RULE_REFERENCE},
    {WHEN("{}"), AT_WHEN(""), VV_RULE_CONDITION},
    {WHEN("3"), AT_WHEN(""), VV_RULE_KIND},
    {WHEN("{\"input\":\"i\"}"), AT_WHEN(""), VV_RULE_CONDITION},
    {WHEN("{\"input\":\"i\",\"above\":1,\"below\":2}"), AT_WHEN(""), VV_RULE_CONDITION},
    {WHEN("{\"input\":\"j\",\"above\":1}"), AT_WHEN(".input"), VV_RULE_REFERENCE},
    {WHEN("{\"event\":\"i\"}"), AT_WHEN(".event"), VV_RULE_REFERENCE},
    {WHEN("{\"event\":\"e\",\"within\":11}"), AT_WHEN(".within"), VV_RULE_RANGE},
    {WHEN("{\"event\":\"e\",\"grounded\":true}"), AT_WHEN(".grounded"), VV_RULE_UNKNOWN_KEY},
    {WHEN("{\"grounded\":1}"), AT_WHEN(".grounded"), VV_RULE_KIND},
    {WHEN("{\"finished\":true,\"seconds\":1}"), AT_WHEN(".seconds"), VV_RULE_UNKNOWN_KEY},
    {WHEN("{\"sense\":\"smell\",\"above\":1}"), AT_WHEN(".sense"), VV_RULE_CHOICE},
    {WHEN("{\"sense\":\"speed\"}"), AT_WHEN(""), VV_RULE_CONDITION},
};

static void each_broken_behaviour_is_found_at_its_place(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        vv_problems problems = {0};
        assert_int_equal(vv_project_check(cases[i].text, strlen(cases[i].text), "p", &problems, NULL), VV_OK);
        if (problems.errors != 1 || problems.items[0].rule != cases[i].rule ||
            strcmp(problems.items[0].error.path, cases[i].path) != 0)
            fail_msg("%s\nexpected V%03u at %s, got %u problems, first V%03u at %s: %s", cases[i].text,
                     (unsigned)cases[i].rule, cases[i].path, problems.errors,
                     problems.count ? (unsigned)problems.items[0].rule : 0,
                     problems.count ? problems.items[0].error.path : "",
                     problems.count ? problems.items[0].error.message : "");
        vv_problems_release(&problems);
    }
}

/* ---- Following --------------------------------------------------------------------------------------------------- */

static const vv_project_behaviour *walker(const vv_document *document)
{
    const vv_project_artwork *man = vv_document_project(document)->artworks[1];
    uint32_t index = vv_project_find_behaviour(man, "walker");
    return index == VV_NONE ? NULL : &man->behaviours[index];
}

static void must_undo(vv_document *document)
{
    assert_true(vv_document_undo(document));
    char *text = text_of(document);
    assert_string_equal(text, sample_project);
    free(text);
}

static void examples_that_go_take_their_part_of_a_behaviour(void **state)
{
    (void)state;
    vv_document *document = open_text(sample_project);
    must_apply(document, "{\"do\":\"example.remove\",\"artwork\":\"man\",\"example\":\"bow\"}");
    const vv_project_behaviour *b = walker(document);
    assert_int_equal(b->states[0].key_count, 2);
    assert_int_equal(b->states[0].keys[0].place.share_count, 1); /* rest alone, with all the weight */
    assert_true(b->states[0].keys[0].place.shares[0].weight == 1.0f);
    assert_int_equal(b->states[1].key_count, 0); /* nothing of its only key is left */
    assert_int_equal(b->states[0].def.drag_example, 1);
    must_undo(document);
    must_apply(document, "{\"do\":\"example.remove\",\"artwork\":\"man\",\"example\":\"wave\"}");
    b = walker(document);
    assert_int_equal(b->states[0].key_count, 1);
    assert_int_equal(b->states[0].keys[0].place.shares[1].example, 1); /* bow has moved up */
    assert_int_equal(b->states[0].def.drag_example, VV_NONE);
    assert_false(b->states[0].strengths.given >> VV_STRENGTH_ENERGY & 1u); /* it led there */
    assert_true(b->states[0].strengths.given >> VV_STRENGTH_ORIENT & 1u);
    must_undo(document);
    must_apply(document, "{\"do\":\"example.move\",\"artwork\":\"man\",\"example\":\"rest\"}");
    b = walker(document);
    assert_int_equal(b->states[0].def.drag_example, 0);
    assert_int_equal(b->states[0].keys[0].place.shares[0].example, 1);
    assert_int_equal(b->states[0].strengths.values.energy_example, 0);
    must_undo(document);
    vv_document_destroy(document);
}

static void actors_follow_their_behaviour(void **state)
{
    (void)state;
    vv_document *document = open_text(sample_project);
    const vv_project_actor *lamp = &vv_document_project(document)->scenes[2]->stage.actors[1];
    assert_int_equal(lamp->behaviour, 0);
    must_apply(document, "{\"do\":\"behaviour.move\",\"artwork\":\"man\",\"behaviour\":\"walker\"}");
    lamp = &vv_document_project(document)->scenes[2]->stage.actors[1];
    assert_int_equal(lamp->behaviour, 1);
    must_undo(document);
    must_apply(document, "{\"do\":\"behaviour.remove\",\"artwork\":\"man\",\"behaviour\":\"walker\"}");
    lamp = &vv_document_project(document)->scenes[2]->stage.actors[1];
    assert_int_equal(lamp->behaviour, VV_NONE);
    must_undo(document);
    must_apply(document, "{\"do\":\"actor.set\",\"scene\":\"drop\",\"actor\":\"lamp\",\"behaviour\":null}");
    lamp = &vv_document_project(document)->scenes[2]->stage.actors[1];
    assert_int_equal(lamp->behaviour, VV_NONE);
    must_undo(document);
    vv_error error = {0};
    assert_int_equal(
        apply_text(document, "{\"do\":\"actor.set\",\"scene\":\"drop\",\"actor\":\"bouncer\",\"behaviour\":\"walker\"}",
                   &error),
        VV_ERROR_NOT_FOUND); /* of another artwork */
    assert_string_equal(error.path, "$.behaviour");
    vv_document_destroy(document);
}

/* ---- Commands ---------------------------------------------------------------------------------------------------- */

static void the_lists_of_a_behaviour_change_together(void **state)
{
    (void)state;
    vv_document *document = open_text(sample_project);
    vv_error error = {0};
    must_apply(document, "{\"do\":\"behaviour.set\",\"artwork\":\"man\",\"behaviour\":\"walker\",\"looks_left\":null}");
    assert_false(walker(document)->looks_left);
    assert_int_equal(walker(document)->state_count, 2);
    must_undo(document);
    assert_int_equal(
        apply_text(
            document,
            "{\"do\":\"behaviour.set\",\"artwork\":\"man\",\"behaviour\":\"walker\",\"states\":[{\"name\":\"s\"}]}",
            &error),
        VV_ERROR_NOT_FOUND);
    must_apply(
        document,
        "{\"do\":\"behaviour.set\",\"artwork\":\"man\",\"behaviour\":\"walker\",\"inputs\":[],\"events\":[\"e\"],"
        "\"states\":[{\"name\":\"s\"},{\"name\":\"t\"}],"
        "\"transitions\":[{\"from\":\"s\",\"to\":\"t\",\"when\":[{\"event\":\"e\"}]}]}");
    assert_int_equal(walker(document)->input_count, 0);
    assert_int_equal(walker(document)->transitions[0].conditions[0].index, 0);
    must_undo(document);
    must_apply(document,
               "{\"do\":\"behaviour.set\",\"artwork\":\"man\",\"behaviour\":\"limp\",\"states\":[{\"name\":\"s\"}]}");
    must_undo(document); /* the other one has no inputs, events and transitions to lose */
    must_apply(document,
               "{\"do\":\"behaviour.add\",\"artwork\":\"ball\",\"name\":\"new\",\"states\":[{\"name\":\"s\"}]}");
    assert_int_equal(vv_document_project(document)->artworks[0]->behaviour_count, 1);
    must_undo(document);
    assert_int_equal(apply_text(document, "{\"do\":\"behaviour.add\",\"artwork\":\"ball\",\"name\":\"new\"}", &error),
                     VV_ERROR_FORMAT);
    vv_document_destroy(document);
}

/* ---- Warnings ---------------------------------------------------------------------------------------------------- */

static void warned_of(const char *text, vv_rule rule, const char *path)
{
    vv_problems problems = {.warnings = true};
    assert_int_equal(vv_project_check(text, strlen(text), "p", &problems, NULL), VV_OK);
    assert_int_equal(problems.errors, 0);
    assert_int_equal(problems.count, rule ? 1 : 0);
    if (rule) {
        assert_int_equal(problems.items[0].rule, rule);
        assert_string_equal(problems.items[0].error.path, path);
    }
    vv_problems_release(&problems);
}

static void what_is_probably_not_meant_is_warned_of(void **state)
{
    (void)state;
    warned_of(BEHAVIOUR(""), VV_RULE_STATE_UNREACHED, AT(".states[1]"));
    warned_of(BEHAVIOUR(",\"transitions\":[{\"from\":\"t\",\"to\":\"t\"}]"), VV_RULE_STATE_UNREACHED, AT(".states[1]"));
    warned_of(BEHAVIOUR(",\"transitions\":[{\"to\":\"t\"}]"), (vv_rule)0, "");
    warned_of(WHOLE("{\"name\":\"b\",\"states\":[{\"name\":\"s\",\"next\":\"t\"},{\"name\":\"t\"}]}"), (vv_rule)0, "");
    warned_of(STATE("\"keys\":[{\"place\":{\"y\":0.5,\"z\":0.5},\"seconds\":1}]"), VV_RULE_PLACE_OUTSIDE,
              AT_STATE(".keys[0]"));
    warned_of(HEAD
              "{\"name\":\"b\",\"inputs\":[\"i\"],\"states\":[{\"name\":\"s\"}]}]}],\"scenes\":[{\"name\":\"c\","
              "\"obstacles\":"
              "[{\"kind\":\"ground\"}],\"actors\":[{\"name\":\"m\",\"artwork\":\"a\",\"behaviour\":\"b\"}],\"script\":["
              "{\"time\":0,\"do\":\"input\",\"actor\":\"m\",\"input\":\"i\",\"value\":1},"
              "{\"time\":1,\"do\":\"raise\",\"actor\":\"m\",\"event\":\"e\"}]}]}",
              VV_RULE_SCRIPT_WORD, "$.scenes[0].script[1]");
}

/* Null is as if it were not there. */
static void null_turns_nothing(void **state)
{
    (void)state;
    vv_document *document = open_text(STATE("\"turn\":null,\"lean\":null,\"next\":null"));
    const vv_behaviour_state_def *def = &vv_document_project(document)->artworks[0]->behaviours[0].states[0].def;
    assert_true(def->turning == VV_TURNING_NEVER && def->lean_input == VV_NONE && def->end == VV_KEYS_HOLD);
    vv_document_destroy(document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(null_turns_nothing),
        cmocka_unit_test(each_broken_behaviour_is_found_at_its_place),
        cmocka_unit_test(examples_that_go_take_their_part_of_a_behaviour),
        cmocka_unit_test(actors_follow_their_behaviour),
        cmocka_unit_test(the_lists_of_a_behaviour_change_together),
        cmocka_unit_test(what_is_probably_not_meant_is_warned_of),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
