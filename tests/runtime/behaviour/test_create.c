/* Making behaviours: names, what is refused, memory that fails, and bytes that somebody forged. */
#include "fake.h"

/* A def with something of everything, that a test may spoil. */
typedef struct sample {
    vv_complex *complex;
    vv_behaviour_key keys[3];
    vv_behaviour_state_def states[3];
    vv_condition conditions[4];
    vv_transition transitions[3];
    const char *inputs[2], *events[2];
    vv_behaviour_def def;
} sample;

static void begin_sample(sample *s)
{
    *s = (sample){.complex = fake_complex(), .inputs = {"walk", "lean"}, .events = {"jump", "land"}};
    s->keys[0] = key_at(0, 0.2f, VV_EASE_SMOOTH);
    s->keys[1] = key_at(2, 0.3f, VV_EASE_LINEAR);
    s->keys[2] = key_at(CROUCH, 0.1f, VV_EASE_STOP);
    s->states[0] = state_named("stand");
    s->states[1] = state_named("walk");
    s->states[2] = state_named("crouch");
    s->states[1].keys = s->keys;
    s->states[1].key_count = 2;
    s->states[1].end = VV_KEYS_LOOP;
    s->states[1].by = VV_KEYS_BY_GROUND;
    s->states[1].drive_input = 0;
    s->states[1].drive_speed = 1.0f;
    s->states[1].lean_input = 1;
    s->states[1].lean = 0.2f;
    s->states[1].strength_mask = 1u << VV_STRENGTH_BOUNCE | 1u << VV_STRENGTH_ORIENT;
    s->states[2].keys = s->keys + 2;
    s->states[2].key_count = 1;
    s->states[2].end = VV_KEYS_NEXT;
    s->states[2].next = 0;
    s->states[2].drag_example = FLOAT;
    s->states[2].kick.y = 3.0f;
    s->states[2].signal = 4;
    s->conditions[0] = (vv_condition){.kind = VV_IF_INPUT, .index = 0, .absolute = true, .value = 0.1f};
    s->conditions[1] = (vv_condition){.kind = VV_IF_EVENT, .index = 1, .value = 0.1f};
    s->conditions[2] = (vv_condition){.kind = VV_IF_GROUNDED, .value = 0.1f};
    s->conditions[3] = (vv_condition){.kind = VV_IF_TIME, .value = 1.0f};
    s->transitions[0] = (vv_transition){0, 1, 1, s->conditions};
    s->transitions[1] = (vv_transition){VV_NONE, 2, 2, s->conditions + 1};
    s->transitions[2] = (vv_transition){1, 0, 1, s->conditions + 3};
    s->def = (vv_behaviour_def){s->complex, 3, s->states, 3, s->transitions, 2, s->inputs, 2, s->events, false};
}

static vv_behaviour *create(const sample *s)
{
    vv_behaviour *behaviour = NULL;
    vv_error error = {0};
    if (vv_behaviour_create(&s->def, NULL, &behaviour, &error) != VV_OK)
        fail_msg("%s", error.message);
    return behaviour;
}

static void names_are_found(void **state)
{
    (void)state;
    sample s;
    begin_sample(&s);
    vv_behaviour *b = create(&s);
    assert_int_equal(vv_behaviour_state_count(b), 3);
    assert_int_equal(vv_behaviour_input_count(b), 2);
    assert_int_equal(vv_behaviour_event_count(b), 2);
    assert_string_equal(vv_behaviour_state_name(b, 2), "crouch");
    assert_string_equal(vv_behaviour_input_name(b, 1), "lean");
    assert_string_equal(vv_behaviour_event_name(b, 0), "jump");
    assert_int_equal(vv_behaviour_find_state(b, "walk"), 1);
    assert_int_equal(vv_behaviour_find_input(b, "walk"), 0);
    assert_int_equal(vv_behaviour_find_event(b, "land"), 1);
    assert_int_equal(vv_behaviour_find_event(b, "walk"), VV_NONE);
    assert_true(vv_behaviour_fits(b, s.complex));
    vv_complex *other = NULL;
    vv_complex_def def = {9, 0, NULL, NULL};
    assert_int_equal(vv_complex_create(&def, NULL, &other, NULL), VV_OK);
    assert_false(vv_behaviour_fits(b, other));
    vv_complex_destroy(other, NULL);
    vv_behaviour_destroy(b, NULL);
    vv_behaviour_destroy(NULL, NULL);
    vv_complex_destroy(s.complex, NULL);
}

/* ---- Refusing ---------------------------------------------------------------------------------------------------- */

#define LONG_NAME "0123456789012345678901234567890123456789012345678901234567890123"

#define SPOILERS(X)                                                                                                    \
    X(s->def.state_count = 0)                                                                                          \
    X(s->def.state_count = 65)                                                                                         \
    X(s->def.transition_count = 1025)                                                                                  \
    X(s->def.input_count = 33)                                                                                         \
    X(s->def.event_count = 33)                                                                                         \
    X(s->states[1].key_count = 257)                                                                                    \
    X(s->transitions[0].condition_count = 17)                                                                          \
    X(s->states[1].name = "")                                                                                          \
    X(s->states[1].name = NULL)                                                                                        \
    X(s->states[1].name = LONG_NAME)                                                                                   \
    X(s->states[1].name = "stand")                                                                                     \
    X(s->inputs[1] = "walk")                                                                                           \
    X(s->events[0] = "land")                                                                                           \
    X(s->states[0].rate = NAN)                                                                                         \
    X(s->states[0].rate = 101.0f)                                                                                      \
    X(s->states[0].metres = 0.0f)                                                                                      \
    X(s->states[0].lean = INFINITY)                                                                                    \
    X(s->states[0].drag_near = -1.0f)                                                                                  \
    X(s->states[0].force.x = NAN)                                                                                      \
    X(s->states[0].force.y = 1e5f)                                                                                     \
    X(s->states[0].input_force.x = -INFINITY)                                                                          \
    X(s->states[0].input_force.y = NAN)                                                                                \
    X(s->states[0].drive_speed = NAN)                                                                                  \
    X(s->states[0].drive_grounded = -1.0f)                                                                             \
    X(s->states[0].drive_air = NAN)                                                                                    \
    X(s->states[0].kick.x = 1e9f)                                                                                      \
    X(s->states[0].kick.y = NAN)                                                                                       \
    X(s->states[0].end = (vv_keys_end)3)                                                                               \
    X(s->states[0].start = (vv_keys_start)2)                                                                           \
    X(s->states[0].by = (vv_keys_by)3)                                                                                 \
    X(s->states[0].turning = (vv_turning)3)                                                                            \
    X(s->states[0].by_input = 2)                                                                                       \
    X(s->states[0].lean_input = 2)                                                                                     \
    X(s->states[0].force_input = 2)                                                                                    \
    X(s->states[0].drive_input = 2)                                                                                    \
    X(s->states[0].turning_input = 2)                                                                                  \
    X(s->states[0].drag_example = 9)                                                                                   \
    X(s->states[2].next = 3)                                                                                           \
    X(s->keys[0].seconds = NAN)                                                                                        \
    X(s->keys[0].seconds = -1.0f)                                                                                      \
    X(s->keys[0].seconds = 4000.0f)                                                                                    \
    X(s->keys[0].ease = (vv_ease)3)                                                                                    \
    X(s->states[1].strength_mask = 1u << VV_STRENGTH_COUNT)                                                            \
    X(s->states[1].strengths.bounce = 2.0f)                                                                            \
    X(s->states[1].strengths.bounce = NAN)                                                                             \
    X(s->states[1].strengths.orient = (vv_orient)3)                                                                    \
    X(s->transitions[0].from = 3)                                                                                      \
    X(s->transitions[0].to = VV_NONE)                                                                                  \
    X(s->conditions[0].index = 2)                                                                                      \
    X(s->conditions[1].index = 2)                                                                                      \
    X(s->conditions[1].value = -0.1f)                                                                                  \
    X(s->conditions[1].value = 11.0f)                                                                                  \
    X(s->conditions[2].value = NAN)                                                                                    \
    X(s->conditions[3].value = INFINITY)                                                                               \
    X(s->conditions[3].kind = (vv_condition_kind)10)

#define SPOIL(change)                                                                                                  \
    case __COUNTER__ - first:                                                                                          \
        (change);                                                                                                      \
        return true;

static bool spoil(sample *s, int which)
{
    enum { first = __COUNTER__ + 1 };
    switch (which) {
        SPOILERS(SPOIL)
    default:
        return false;
    }
}

static void what_cannot_be_used_is_refused_and_nothing_leaks(void **state)
{
    (void)state;
    int count = 0;
    for (;; count++) {
        sample s;
        begin_sample(&s);
        bool spoiled = spoil(&s, count);
        vv_counting counting = {0};
        vv_allocator allocator = vv_counting_allocator(&counting);
        vv_behaviour *behaviour = NULL;
        vv_error error = {0};
        vv_result result = vv_behaviour_create(&s.def, &allocator, &behaviour, &error);
        if (spoiled) {
            assert_true(result == VV_ERROR_ARGUMENT || result == VV_ERROR_LIMIT);
            assert_true(error.message[0] != 0 && behaviour == NULL && counting.used == 0);
        } else {
            assert_int_equal(result, VV_OK);
        }
        vv_behaviour_destroy(behaviour, &allocator);
        vv_complex_destroy(s.complex, NULL);
        if (!spoiled)
            break;
    }
    assert_int_equal(count, 55);
}

static void memory_that_fails_is_told(void **state)
{
    (void)state;
    sample s;
    begin_sample(&s);
    vv_counting counting = {.fail_at = 1};
    vv_allocator allocator = vv_counting_allocator(&counting);
    vv_behaviour *behaviour = NULL;
    assert_int_equal(vv_behaviour_create(&s.def, &allocator, &behaviour, NULL), VV_ERROR_MEMORY);
    assert_int_equal(counting.used, 0);
    assert_int_equal(vv_behaviour_create(&s.def, &allocator, &behaviour, NULL), VV_OK);
    assert_int_equal(counting.allocations, 2); /* it is one block */
    vv_behaviour_destroy(behaviour, &allocator);
    assert_int_equal(counting.used, 0);
    vv_complex_destroy(s.complex, NULL);
}

/* ---- Bytes ------------------------------------------------------------------------------------------------------- */

static void the_same_def_gives_the_same_bytes(void **state)
{
    (void)state;
    sample s;
    begin_sample(&s);
    vv_behaviour *a = create(&s), *b = create(&s);
    assert_int_equal(vvi_behaviour_bytes(a), vvi_behaviour_bytes(b));
    assert_memory_equal(a, b, vvi_behaviour_bytes(a));
    assert_int_equal(vvi_behaviour_verify(a, vvi_behaviour_bytes(a), NULL), VV_OK);
    assert_int_equal(vvi_behaviour_verify((const char *)a + 4, vvi_behaviour_bytes(a), NULL), VV_ERROR_ARGUMENT);
    for (size_t n = 0; n < vvi_behaviour_bytes(a); n++)
        assert_int_not_equal(vvi_behaviour_verify(a, n, NULL), VV_OK);
    ((uint32_t *)(void *)b)[1] = 2;
    assert_int_equal(vvi_behaviour_verify(b, vvi_behaviour_bytes(a), NULL), VV_ERROR_VERSION);
    vv_behaviour_destroy(a, NULL);
    vv_behaviour_destroy(b, NULL);
    vv_complex_destroy(s.complex, NULL);
}

static void drive_a_little(const vv_behaviour *behaviour, vv_complex *complex)
{
    fake f = make_fake(behaviour, complex);
    for (uint32_t i = 0; i < 12; i++) {
        f.memory.inputs[0] = (float)(i % 3) - 1.0f;
        f.senses.velocity = (vv_vec2){(float)i, 1.0f - (float)i};
        f.senses.grounded = i % 4 != 3;
        fake_raise(&f, i % 2);
        fake_step(&f, DT);
        assert_true(vvi_place_is_valid(complex, f.commands.equilibrium));
        assert_int_equal(vv_strengths_check(&f.commands.strengths, 9, NULL), VV_OK);
        f.senses.place = vv_complex_at_example(complex, i % 9);
    }
}

static void forged_bytes_are_refused_or_harmless(void **state)
{
    (void)state;
    const uint32_t values[] = {0, 1, 7, 0x40u, 0x7fc00000u, 0x7f800000u, 0xff800000u, 0x3f800000u, UINT32_MAX};
    sample s;
    begin_sample(&s);
    vv_behaviour *good = create(&s);
    size_t bytes = vvi_behaviour_bytes(good), refused = 0, taken = 0;
    uint32_t *forged = aligned_alloc(64, bytes);
    for (size_t word = 0; word < bytes / 4; word++)
        for (uint32_t i = 0; i < sizeof values / sizeof *values; i++) {
            memcpy(forged, good, bytes);
            forged[word] = values[i];
            if (vvi_behaviour_verify(forged, bytes, NULL) == VV_OK) {
                drive_a_little((const vv_behaviour *)(const void *)forged, s.complex);
                taken++;
            } else {
                refused++;
            }
        }
    assert_true(refused > 1000 && taken > 1000);
    free(forged);
    vv_behaviour_destroy(good, NULL);
    vv_complex_destroy(s.complex, NULL);
}

static void another_complex_does_no_harm(void **state)
{
    (void)state;
    sample s;
    begin_sample(&s);
    vv_behaviour *behaviour = create(&s);
    vv_complex_def def = {9, 0, NULL, NULL}; /* nothing is joined: fewer weights in every simplex */
    vv_complex *other = NULL;
    assert_int_equal(vv_complex_create(&def, NULL, &other, NULL), VV_OK);
    drive_a_little(behaviour, other);
    vv_complex_destroy(other, NULL);
    vv_behaviour_destroy(behaviour, NULL);
    vv_complex_destroy(s.complex, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_found),
        cmocka_unit_test(what_cannot_be_used_is_refused_and_nothing_leaks),
        cmocka_unit_test(memory_that_fails_is_told),
        cmocka_unit_test(the_same_def_gives_the_same_bytes),
        cmocka_unit_test(forged_bytes_are_refused_or_harmless),
        cmocka_unit_test(another_complex_does_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
