/* Verb graphs: names and inputs, when transitions fire, refusals, bytes. */
#include "graphs.h"

static void expect_refusal(const vv_graph_def *def, vv_result code, const char *text)
{
    vv_graph *graph = NULL;
    vv_error error = {0};
    assert_int_equal(vv_graph_create(def, NULL, &graph, &error), code);
    assert_null(graph);
    if (!strstr(error.message, text))
        fail_msg("\"%s\" does not say \"%s\"", error.message, text);
}

static void axes_are_inputs_by_name(void **state)
{
    (void)state;
    figure f = figure_create();
    vv_graph_def def = figure_def(&f);
    static const char *const names[] = {"slope", "mood", "pace"};
    assert_int_equal(vv_graph_input_count(f.graph), 3);
    for (uint32_t i = 0; i < 3; i++) {
        assert_string_equal(vv_graph_input_name(f.graph, i), names[i]);
        assert_int_equal(vv_graph_find_input(f.graph, names[i]), i);
        assert_int_equal(vv_graph_def_input(&def, names[i]), i);
    }
    assert_int_equal(vv_graph_find_input(f.graph, "none"), VV_NONE);
    assert_int_equal(vv_graph_def_input(&def, "none"), VV_NONE);
    assert_int_equal(vv_graph_state_count(f.graph), STATES);
    assert_int_equal(vv_graph_event_count(f.graph), EVENTS);
    assert_string_equal(vv_graph_state_name(f.graph, WALKING), "walking");
    assert_string_equal(vv_graph_event_name(f.graph, STOP), "stop");
    assert_int_equal(vv_graph_find_state(f.graph, "running"), RUNNING);
    assert_int_equal(vv_graph_find_event(f.graph, "leap"), LEAP);
    figure_destroy(&f);
}

static void wrong_graphs_are_refused_by_name(void **state)
{
    (void)state;
    figure f = figure_create();
    const vv_graph_def good = figure_def(&f);
    vv_graph_def def = good;
    vv_graph_state_def states[STATES];
    vv_graph_transition transitions[2] = {vv_default_graph_transition(), vv_default_graph_transition()};
    vv_condition wrong = figure_go;
    memcpy(states, good.states, sizeof states);
    def.state_count = 0;
    expect_refusal(&def, VV_ERROR_LIMIT, "1…64 states");
    def = good, def.verb_count = 0;
    expect_refusal(&def, VV_ERROR_LIMIT, "verbs");
    def = good, def.states = states;
    states[2].name = "lying";
    expect_refusal(&def, VV_ERROR_ARGUMENT, "two states are called \"lying\"");
    states[2].name = "standing", states[1].next = STATES;
    expect_refusal(&def, VV_ERROR_ARGUMENT, "state \"rising\" plays a verb, or leads to a state");
    states[1].next = VV_NONE, states[3].verb = VERBS;
    expect_refusal(&def, VV_ERROR_ARGUMENT, "state \"walking\"");
    states[3].verb = WALK, states[3].rate = NAN;
    expect_refusal(&def, VV_ERROR_ARGUMENT, "rate outside");
    def = good, def.transitions = transitions, def.transition_count = 2;
    transitions[1].to = STATES;
    expect_refusal(&def, VV_ERROR_ARGUMENT, "transition 1 connects states");
    transitions[1].to = 0, transitions[1].seconds = NAN;
    expect_refusal(&def, VV_ERROR_ARGUMENT, "transition 1 has a fade");
    transitions[1].seconds = 0.1f, transitions[1].window[1] = 1.5f;
    expect_refusal(&def, VV_ERROR_ARGUMENT, "phases outside");
    transitions[1].window[1] = 1.0f, transitions[1].conditions = &wrong, transitions[1].condition_count = 1;
    wrong.kind = VV_IF_GROUNDED;
    expect_refusal(&def, VV_ERROR_ARGUMENT, "condition 0 of transition 1");
    wrong.kind = VV_IF_INPUT, wrong.index = 3;
    expect_refusal(&def, VV_ERROR_ARGUMENT, "condition 0 of transition 1");
    const char *const no_name[] = {"", "mood"};
    const char *const *const axes[VERBS] = {no_name, figure_mood, figure_mood, figure_mood};
    def = good, def.axes = axes;
    expect_refusal(&def, VV_ERROR_ARGUMENT, "the name of input 0");
    figure_destroy(&f);
}

static void other_skeletons_and_verbs_are_refused(void **state)
{
    (void)state;
    figure f = figure_create();
    const vv_joint alone[1] = {{"hips", VV_NONE, {0, 1, 0}, {0, 0, 0, 1}}};
    vv_graph_def def = figure_def(&f);
    vv_skeleton *other = NULL;
    assert_int_equal(vv_skeleton_create(1, alone, NULL, &other, NULL), VV_OK);
    const double place = 0.0;
    float controls[4 * (VV_DOF_JOINTS + 3)] = {0};
    const float keytimes[2] = {0, 1};
    const vv_quat reference = {0, 0, 0, 1};
    vv_field_def field_def = {.axis_count = 1, .example_count = 1, .examples = &place};
    vv_field *field = NULL;
    assert_int_equal(vv_field_create(&field_def, NULL, &field, NULL), VV_OK);
    vv_verb_def verb_def = {.field = field, .skeleton = other, .control_count = 4, .keytime_count = 2};
    verb_def.keytimes = keytimes, verb_def.references = &reference, verb_def.controls = controls;
    vv_verb *verb = NULL;
    assert_int_equal(vv_verb_create(&verb_def, NULL, &verb, NULL), VV_OK);
    const vv_verb *verbs[VERBS] = {f.verbs[0], f.verbs[1], verb, f.verbs[3]};
    def.verbs = verbs;
    expect_refusal(&def, VV_ERROR_ARGUMENT, "verbs 0 and 2 have different skeletons");
    vv_graph_player *performer = NULL;
    assert_int_equal(vv_graph_player_create(f.graph, verbs, NULL, &performer, NULL), VV_ERROR_ARGUMENT);
    verbs[2] = f.verbs[RISE]; /* not cyclic */
    assert_false(vvi_graph_suits(f.graph, VERBS, verbs));
    verbs[2] = f.verbs[WALK]; /* two axes */
    assert_false(vvi_graph_suits(f.graph, VERBS, verbs));
    verbs[2] = f.verbs[IDLE];
    assert_true(vvi_graph_suits(f.graph, VERBS, verbs) && !vvi_graph_suits(f.graph, 3, verbs));
    vv_verb_destroy(verb, NULL);
    vv_field_destroy(field, NULL);
    vv_skeleton_destroy(other, NULL);
    figure_destroy(&f);
}

/* ---- When transitions fire --------------------------------------------------------------------------------------- */

static void advance(vv_graph_player *p, float seconds)
{
    for (float t = 0.0f; t < seconds - 1e-4f; t += 1.0f / 60.0f)
        vv_graph_player_advance(p, 1.0f / 60.0f);
}

static void verbs_that_end_lead_to_the_next_state(void **state)
{
    (void)state;
    figure f = figure_create();
    vv_graph_player *p = figure_performer(&f);
    assert_int_equal(vv_graph_player_current_status(p).signal, 11);
    assert_true(vv_graph_player_raise_event(p, GO));
    vv_graph_player_advance(p, 1.0f / 60.0f);
    vv_graph_player_status s = vv_graph_player_current_status(p);
    assert_int_equal(s.state, RISING);
    assert_int_equal(s.signal, 12);
    assert_true(s.fading > 0.9f);
    advance(p, 1.3f); /* it takes 1.4 · √1.1 s in the middle of the mood */
    assert_int_equal(vv_graph_player_current_status(p).state, RISING);
    advance(p, 0.2f);
    assert_int_equal(vv_graph_player_current_status(p).state, STANDING);
    advance(p, 0.5f);
    assert_true(vv_graph_player_current_status(p).fading == 0.0f);
    vv_graph_player_destroy(p, NULL);
    figure_destroy(&f);
}

static vv_graph_player *walking(const figure *f)
{
    vv_graph_player *p = figure_performer(f);
    vv_graph_player_raise_event(p, GO);
    advance(p, 2.0f);
    vv_graph_player_raise_event(p, GO);
    advance(p, 0.5f);
    assert_int_equal(vv_graph_player_current_status(p).state, WALKING);
    return p;
}

/* "hurry" waits, remembered, until the walk is between 0.4 and 0.5 of its round; then the run goes on at the phase of
 * the walk. */
static void transitions_wait_for_their_window_and_keep_the_phase(void **state)
{
    (void)state;
    figure f = figure_create();
    for (uint32_t trial = 0; trial < 20; trial++) {
        vv_graph_player *p = walking(&f);
        advance(p, 0.07f * (float)trial);
        vv_graph_player_raise_event(p, HURRY);
        float before = 0.0f;
        uint32_t frames = 0;
        while (vv_graph_player_current_status(p).state == WALKING) {
            before = vv_graph_player_current_status(p).phase;
            vv_graph_player_advance(p, 1.0f / 60.0f);
            assert_true(++frames < 90);
        }
        vv_graph_player_status s = vv_graph_player_current_status(p);
        assert_int_equal(s.state, RUNNING);
        assert_true(s.phase >= 0.4f - 1e-6f && s.phase <= 0.5f + 1e-6f);
        assert_true(s.phase - before >= 0.0f && s.phase - before < 0.03f);
        vv_graph_player_raise_event(p, STOP); /* over the end: from 0.9 to 0.1 */
        for (frames = 0; vv_graph_player_current_status(p).state == RUNNING; frames++) {
            vv_graph_player_advance(p, 1.0f / 60.0f);
            assert_true(frames < 60);
        }
        float phase = vv_graph_player_current_status(p).phase;
        assert_true(phase >= 0.9f || phase <= 0.1f);
        vv_graph_player_destroy(p, NULL);
    }
    figure_destroy(&f);
}

static void events_are_remembered_as_long_as_they_say(void **state)
{
    (void)state;
    figure f = figure_create();
    vv_graph_player *p = figure_performer(&f);
    vv_graph_player_raise_event(p, HURRY); /* nobody listens while it lies: kept for two seconds */
    advance(p, 0.5f);
    vv_graph_player_raise_event(p, GO);
    advance(p, 0.1f);
    vv_graph_player_raise_event(p, GO); /* used as soon as it stands */
    advance(p, 2.0f);
    assert_int_equal(vv_graph_player_current_status(p).state, WALKING);
    advance(p, 1.5f);
    assert_int_equal(vv_graph_player_current_status(p).state, WALKING); /* "hurry" is too long ago */
    assert_true(vv_graph_player_set_input(p, vv_graph_find_input(f.graph, "pace"), 0.6f));
    vv_graph_player_advance(p, 1.0f / 60.0f);
    assert_int_equal(vv_graph_player_current_status(p).state, RUNNING);
    vv_graph_player_raise_event(p, LEAP);
    vv_graph_player_advance(p, 1.0f / 60.0f);
    assert_int_equal(vv_graph_player_current_status(p).state, LYING);
    assert_true(fabsf(vv_graph_player_current_status(p).phase - 0.5f) < 0.02f);
    vv_graph_player_destroy(p, NULL);
    figure_destroy(&f);
}

/* A window narrower than a frame is not stepped over. */
static void no_window_is_too_narrow(void **state)
{
    (void)state;
    figure f = figure_create();
    vv_graph_def def = figure_def(&f);
    vv_graph_transition narrow = {LYING, STANDING, 0, NULL, 0.1f, {0.3f, 0.3001f}, 0.0f};
    vv_graph *graph = NULL;
    vv_graph_player *p = NULL;
    def.transitions = &narrow;
    def.transition_count = 1;
    assert_int_equal(vv_graph_create(&def, NULL, &graph, NULL), VV_OK);
    assert_int_equal(vv_graph_player_create(graph, def.verbs, NULL, &p, NULL), VV_OK);
    uint32_t frames = 0;
    for (; vv_graph_player_current_status(p).state == LYING; frames++) {
        vv_graph_player_advance(p, 0.05f);
        assert_true(frames < 60);
    }
    assert_true(frames > 10);
    vv_graph_player_destroy(p, NULL);
    vv_graph_destroy(graph, NULL);
    figure_destroy(&f);
}

/* ---- Bytes and memory -------------------------------------------------------------------------------------------- */

static void damaged_graphs_are_refused_or_harmless(void **state)
{
    (void)state;
    figure f = figure_create();
    size_t count = vvi_graph_bytes(f.graph);
    uint8_t *copy = vvi_allocate(NULL, 1, count);
    assert_int_equal(vvi_graph_verify(f.graph, count, NULL), VV_OK);
    for (size_t i = 0; i < count; i++) {
        memcpy(copy, f.graph, count);
        copy[i] ^= (uint8_t)(1u << (i * 7 % 8));
        vv_graph_player *p = NULL;
        if (vvi_graph_verify(copy, count, NULL) != VV_OK ||
            vv_graph_player_create((vv_graph *)copy, (const vv_verb *const *)f.verbs, NULL, &p, NULL) != VV_OK)
            continue;
        for (uint32_t e = 0; e < EVENTS; e++)
            vv_graph_player_raise_event(p, e);
        vv_graph_player_advance(p, 0.1f);
        assert_true(vvi_all_finite(&vv_graph_player_globals(p)[JOINTS - 1].translation.x, 3));
        vv_graph_player_destroy(p, NULL);
    }
    for (size_t shorter = 0; shorter < count; shorter += 11)
        assert_int_not_equal(vvi_graph_verify(f.graph, shorter, NULL), VV_OK);
    vvi_release(NULL, copy, 1, count);
    figure_destroy(&f);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    figure f = figure_create();
    vv_graph_def def = figure_def(&f);
    vv_counting counting = {.fail_at = 1};
    vv_allocator allocator = vv_counting_allocator(&counting);
    vv_graph *graph = NULL;
    vv_graph_player *p = NULL;
    assert_int_equal(vv_graph_create(&def, &allocator, &graph, NULL), VV_ERROR_MEMORY);
    counting.fail_at = 1;
    assert_int_equal(vv_graph_player_create(f.graph, def.verbs, &allocator, &p, NULL), VV_ERROR_MEMORY);
    assert_int_equal(counting.used, 0);
    assert_int_equal(vv_graph_player_create(f.graph, def.verbs, &allocator, &p, NULL), VV_OK);
    uint64_t before = counting.allocations;
    vv_graph_player_raise_event(p, GO);
    vv_graph_player_advance(p, 1.0f);
    assert_int_equal(counting.allocations, before);
    vv_graph_player_destroy(p, &allocator);
    assert_int_equal(counting.used, 0);
    figure_destroy(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(axes_are_inputs_by_name),
        cmocka_unit_test(wrong_graphs_are_refused_by_name),
        cmocka_unit_test(other_skeletons_and_verbs_are_refused),
        cmocka_unit_test(verbs_that_end_lead_to_the_next_state),
        cmocka_unit_test(transitions_wait_for_their_window_and_keep_the_phase),
        cmocka_unit_test(events_are_remembered_as_long_as_they_say),
        cmocka_unit_test(no_window_is_too_narrow),
        cmocka_unit_test(damaged_graphs_are_refused_or_harmless),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
