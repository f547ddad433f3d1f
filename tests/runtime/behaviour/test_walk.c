/* The lower machine: where the equilibrium place is after how long, against closed forms. */
#include "fake.h"

typedef struct walk {
    vv_complex *complex;
    vv_behaviour *behaviour;
    fake fake;
} walk;

static walk begin_walk(const vv_behaviour_state_def *state)
{
    walk w = {.complex = fake_complex()};
    w.behaviour = make_behaviour(w.complex, 1, state, 0, NULL);
    w.fake = make_fake(w.behaviour, w.complex);
    return w;
}

static void end_walk(walk *w)
{
    vv_behaviour_destroy(w->behaviour, NULL);
    vv_complex_destroy(w->complex, NULL);
}

/* Six keys round the ring, each `seconds` after the one before. */
static vv_behaviour_state_def ring(vv_behaviour_key *keys, float seconds, vv_ease ease)
{
    vv_behaviour_state_def state = state_named("walk");
    for (uint32_t i = 0; i < 6; i++)
        keys[i] = key_at(i, seconds, ease);
    state.keys = keys;
    state.key_count = 6;
    state.end = VV_KEYS_LOOP;
    state.start = VV_KEYS_NEAREST;
    return state;
}

static float wrap_ring(float angle)
{
    angle -= 6.0f * floorf(angle / 6.0f);
    return angle;
}

static float ring_distance(float a, float b)
{
    float d = wrap_ring(a - b);
    return d > 3.0f ? 6.0f - d : d;
}

/* ---- By time ----------------------------------------------------------------------------------------------------- */

static void a_loop_goes_round_at_the_pace_of_its_keys(void **state)
{
    (void)state;
    for (vv_ease ease = VV_EASE_SMOOTH; ease <= VV_EASE_LINEAR; ease++) {
        vv_behaviour_key keys[6];
        vv_behaviour_state_def s = ring(keys, 0.1f, ease);
        walk w = begin_walk(&s);
        for (uint32_t i = 1; i <= 300; i++) {
            fake_step(&w.fake, DT);
            /* It passes keys without stopping: where all ways are alike, smooth is constant speed too. */
            assert_true(ring_distance(ring_angle(&w.fake), (float)i * DT / 0.1f) < 2e-3f);
        }
        end_walk(&w);
    }
}

static void a_loop_of_three_examples_passes_its_keys_too(void **state)
{
    (void)state;
    const vv_simplex simplices[] = {{{0, 1, VV_NONE}}, {{1, 2, VV_NONE}}, {{2, 0, VV_NONE}}};
    vv_complex_def def = {3, 3, simplices, NULL};
    vv_complex *complex = NULL;
    assert_int_equal(vv_complex_create(&def, NULL, &complex, NULL), VV_OK);
    key_record keys[3] = {0};
    for (uint32_t i = 0; i < 3; i++)
        keys[i] = (key_record){.place = vv_complex_at_example(complex, i), .seconds = 0.5f};
    vvi_walk_measure_paths(complex, true, 3, keys);
    for (uint32_t i = 0; i < 3; i++) {
        assert_float_equal(keys[i].length, 1.0f, 1e-6f);
        assert_float_equal(keys[i].speed, 2.0f, 1e-4f);
    }
    vv_complex_destroy(complex, NULL);
}

static void a_smooth_walk_rests_where_it_turns_back(void **state)
{
    (void)state;
    vv_behaviour_key keys[] = {key_at(0, 0.5f, VV_EASE_SMOOTH), key_at(1, 0.5f, VV_EASE_SMOOTH)};
    vv_behaviour_state_def s = state_named("sway");
    s.keys = keys;
    s.key_count = 2;
    s.end = VV_KEYS_LOOP;
    walk w = begin_walk(&s);
    for (uint32_t i = 1; i <= 240; i++) {
        fake_step(&w.fake, DT);
        float time = (float)i * DT, t = time / 0.5f - floorf(time / 0.5f + 1e-4f);
        float step = t * t * (3.0f - 2.0f * t);
        /* The first half second is the way in, to where it is already. */
        float expected = i <= 30 ? 0.0f : (int)((float)i / 30.0f + 1e-4f) % 2 == 1 ? step : 1.0f - step;
        assert_float_equal(fake_weight(&w.fake, 1), expected, 2e-3f);
    }
    end_walk(&w);
}

static void stopping_keys_are_rested_at_and_linear_ones_are_not(void **state)
{
    (void)state;
    vv_behaviour_key keys[6];
    vv_behaviour_state_def s = ring(keys, 0.5f, VV_EASE_STOP);
    walk w = begin_walk(&s);
    for (uint32_t i = 1; i <= 60; i++) {
        fake_step(&w.fake, DT);
        float time = (float)i / 30.0f, t = time - floorf(time + 1e-4f);
        assert_true(ring_distance(ring_angle(&w.fake), floorf(time + 1e-4f) + t * t * (3.0f - 2.0f * t)) < 2e-3f);
    }
    end_walk(&w);
}

static void a_rate_makes_it_faster_and_backwards(void **state)
{
    (void)state;
    for (float rate = -2.0f; rate <= 2.0f; rate += 1.0f) {
        vv_behaviour_key keys[6];
        vv_behaviour_state_def s = ring(keys, 0.1f, VV_EASE_LINEAR);
        s.rate = rate;
        walk w = begin_walk(&s);
        for (uint32_t i = 1; i <= 120; i++) {
            fake_step(&w.fake, DT);
            assert_true(ring_distance(ring_angle(&w.fake), rate * (float)i * DT / 0.1f) < 5e-3f);
        }
        end_walk(&w);
    }
}

static void steps_of_any_length_lead_to_the_same_place(void **state)
{
    (void)state;
    vv_behaviour_key keys[6];
    vv_behaviour_state_def s = ring(keys, 0.13f, VV_EASE_SMOOTH);
    walk coarse = begin_walk(&s), fine = begin_walk(&s);
    for (uint32_t i = 0; i < 50; i++) {
        fake_step(&coarse.fake, 0.1f);
        for (uint32_t k = 0; k < 10; k++)
            fake_step(&fine.fake, 0.01f);
        assert_true(ring_distance(ring_angle(&coarse.fake), ring_angle(&fine.fake)) < 1e-3f);
    }
    end_walk(&coarse);
    end_walk(&fine);
}

/* ---- By input and ground ----------------------------------------------------------------------------------------- */

static void an_input_drives_the_walk_both_ways(void **state)
{
    (void)state;
    vv_behaviour_key keys[6];
    vv_behaviour_state_def s = ring(keys, 0.1f, VV_EASE_LINEAR);
    s.by = VV_KEYS_BY_INPUT;
    s.by_input = 0;
    walk w = begin_walk(&s);
    float sum = 0.0f;
    for (uint32_t i = 0; i < 400; i++) {
        float input = i < 100 ? 0.0f : i < 200 ? 1.5f : i < 300 ? -2.0f : (float)(i % 7) - 3.0f;
        w.fake.memory.inputs[0] = input;
        sum += input * DT / 0.1f;
        fake_step(&w.fake, DT);
        assert_true(ring_distance(ring_angle(&w.fake), sum) < 1e-2f);
        if (i < 100)
            assert_true(ring_angle(&w.fake) == 0.0f);
    }
    w.fake.memory.inputs[0] = 3.0e38f; /* at most one round a step */
    float before = ring_angle(&w.fake);
    fake_step(&w.fake, DT);
    assert_true(ring_distance(ring_angle(&w.fake), before) < 1e-2f);
    end_walk(&w);
}

static void the_ground_drives_the_walk_by_distance_alone(void **state)
{
    (void)state;
    vv_behaviour_key keys[6];
    vv_behaviour_state_def s = ring(keys, 0.17f, VV_EASE_LINEAR);
    s.by = VV_KEYS_BY_GROUND;
    s.metres = 1.5f;
    for (int way = -1; way <= 1; way += 2) /* forwards is where it looks */
        for (float speed = 0.5f; speed < 5.0f; speed *= 2.0f) {
            walk w = begin_walk(&s);
            w.fake.senses.flipped = way < 0;
            w.fake.senses.velocity = (vv_vec2){(float)way * speed, 0.3f};
            for (uint32_t i = 1; i <= 120; i++) {
                fake_step(&w.fake, DT);
                assert_true(ring_distance(ring_angle(&w.fake), 6.0f * speed * (float)i * DT / 1.5f) < 1e-2f);
            }
            float at = ring_angle(&w.fake);
            w.fake.senses.grounded = false; /* in the air feet tread on nothing */
            fake_step(&w.fake, DT);
            assert_true(ring_angle(&w.fake) == at);
            w.fake.senses.grounded = true;
            w.fake.senses.velocity.x *= -1.0f; /* moonwalk */
            for (uint32_t i = 0; i < 120; i++)
                fake_step(&w.fake, DT);
            /* The way of a step is felt in the next: two of the steps back are not yet, or were forward. */
            assert_true(ring_distance(ring_angle(&w.fake), 6.0f * speed * 2.0f * DT / 1.5f) < 1e-2f);
            end_walk(&w);
        }
}

static void on_a_slope_the_way_along_it_counts(void **state)
{
    (void)state;
    vv_behaviour_key keys[6];
    vv_behaviour_state_def s = ring(keys, 0.1f, VV_EASE_LINEAR);
    s.by = VV_KEYS_BY_GROUND;
    s.metres = 6.0f;
    walk w = begin_walk(&s);
    w.fake.senses.normal = (vv_vec2){-0.6f, 0.8f}; /* uphill to the right */
    w.fake.senses.velocity = (vv_vec2){0.8f, 0.6f};
    for (uint32_t i = 0; i < 60; i++)
        fake_step(&w.fake, DT);
    assert_true(ring_distance(ring_angle(&w.fake), 1.0f) < 1e-2f);
    end_walk(&w);
}

/* ---- Entering and ending ----------------------------------------------------------------------------------------- */

static void the_way_in_begins_where_the_place_is(void **state)
{
    (void)state;
    for (vv_keys_start start = VV_KEYS_FIRST; start <= VV_KEYS_NEAREST; start++) {
        vv_behaviour_key keys[6];
        vv_behaviour_state_def s = ring(keys, 0.2f, VV_EASE_LINEAR);
        s.start = start;
        walk w = begin_walk(&s);
        const vv_example_weight shares[] = {{3, 0.9f}, {4, 0.1f}};
        vv_place begin = vv_complex_place_from_weights(w.complex, 2, shares), last = begin;
        w.fake.senses.equilibrium = begin;
        bool passed_first = false;
        for (uint32_t i = 0; i < 30; i++) {
            fake_step(&w.fake, DT);
            /* Nothing pops: no step is longer than the fastest way in has, 2.9 lengths in 0.2 s. */
            assert_true(vv_complex_distance(w.complex, last, w.fake.senses.equilibrium) < 3.0f * DT / 0.2f + 1e-4f);
            last = w.fake.senses.equilibrium;
            passed_first = passed_first || fake_weight(&w.fake, 0) > 0.6f;
            /* At 10 % from the third key the way back to it takes 10 % of its seconds. */
            if (start == VV_KEYS_NEAREST && i == 1)
                assert_true(ring_distance(ring_angle(&w.fake), 3.0f + (2.0f * DT - 0.02f) / 0.2f) < 1e-3f);
        }
        assert_true(passed_first == (start == VV_KEYS_FIRST));
        end_walk(&w);
    }
}

static void a_walk_that_holds_stays_at_its_end_and_is_finished(void **state)
{
    (void)state;
    vv_behaviour_key keys[] = {key_at(0, 0.1f, VV_EASE_LINEAR), key_at(CROUCH, 0.25f, VV_EASE_SMOOTH)};
    vv_behaviour_state_def s = state_named("crouch");
    s.keys = keys;
    s.key_count = 2;
    walk w = begin_walk(&s);
    for (uint32_t i = 1; i <= 60; i++) {
        fake_step(&w.fake, DT);
        behaviour_view view = vvi_behaviour_open(w.behaviour);
        assert_int_equal(vvi_walk_is_finished(&view, &w.fake.memory), (float)i * DT >= 0.35f - 1e-4f);
    }
    assert_true(fake_weight(&w.fake, CROUCH) == 1.0f);
    uint32_t moves = w.fake.moves;
    fake_step(&w.fake, DT);
    assert_int_equal(w.fake.moves, moves); /* at rest it sets nothing, so that the actor may sleep */
    end_walk(&w);
}

static void a_single_key_is_held_whatever_the_rate(void **state)
{
    (void)state;
    for (float rate = -1.0f; rate <= 1.0f; rate += 1.0f) {
        vv_behaviour_key key = key_at(FLOAT, 0.3f, VV_EASE_SMOOTH);
        vv_behaviour_state_def s = state_named("float");
        s.keys = &key;
        s.key_count = 1;
        s.rate = rate;
        walk w = begin_walk(&s);
        for (uint32_t i = 0; i < 40; i++)
            fake_step(&w.fake, DT);
        behaviour_view view = vvi_behaviour_open(w.behaviour);
        assert_true(fake_weight(&w.fake, FLOAT) == 1.0f && vvi_walk_is_finished(&view, &w.fake.memory));
        end_walk(&w);
    }
}

static void keys_without_a_path_are_jumped_to_and_keys_without_time_are_passed(void **state)
{
    (void)state;
    vv_behaviour_key keys[] = {key_at(0, 0.0f, VV_EASE_LINEAR), key_at(ALONE, 0.2f, VV_EASE_SMOOTH),
                               key_at(2, 0.0f, VV_EASE_STOP), key_at(3, 0.1f, VV_EASE_LINEAR)};
    vv_behaviour_state_def s = state_named("jump");
    s.keys = keys;
    s.key_count = 4;
    walk w = begin_walk(&s);
    for (uint32_t i = 1; i <= 11; i++) {
        fake_step(&w.fake, DT);
        assert_true(fake_weight(&w.fake, 0) == 1.0f);
    }
    fake_step(&w.fake, 1.5f * DT);
    float part = (12.5f * DT - 0.2f) / 0.1f;
    assert_float_equal(fake_weight(&w.fake, 3), part, 1e-3f);
    assert_float_equal(fake_weight(&w.fake, 2), 1.0f - part, 1e-3f);
    end_walk(&w);
}

static void without_keys_the_place_stays(void **state)
{
    (void)state;
    vv_behaviour_state_def s = state_named("limp");
    walk w = begin_walk(&s);
    w.fake.senses.equilibrium = vv_complex_at_example(w.complex, 4);
    fake_step(&w.fake, DT);
    assert_true(fake_weight(&w.fake, 4) == 1.0f && w.fake.moves == 0);
    end_walk(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_loop_goes_round_at_the_pace_of_its_keys),
        cmocka_unit_test(a_loop_of_three_examples_passes_its_keys_too),
        cmocka_unit_test(a_smooth_walk_rests_where_it_turns_back),
        cmocka_unit_test(stopping_keys_are_rested_at_and_linear_ones_are_not),
        cmocka_unit_test(a_rate_makes_it_faster_and_backwards),
        cmocka_unit_test(steps_of_any_length_lead_to_the_same_place),
        cmocka_unit_test(an_input_drives_the_walk_both_ways),
        cmocka_unit_test(the_ground_drives_the_walk_by_distance_alone),
        cmocka_unit_test(on_a_slope_the_way_along_it_counts),
        cmocka_unit_test(the_way_in_begins_where_the_place_is),
        cmocka_unit_test(a_walk_that_holds_stays_at_its_end_and_is_finished),
        cmocka_unit_test(a_single_key_is_held_whatever_the_rate),
        cmocka_unit_test(keys_without_a_path_are_jumped_to_and_keys_without_time_are_passed),
        cmocka_unit_test(without_keys_the_place_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
