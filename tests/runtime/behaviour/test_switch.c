/* The upper machine: every condition on and off, priorities, chains, and the jump of the paper. */
#include "fake.h"

typedef struct machine {
    vv_complex *complex;
    vv_behaviour *behaviour;
    fake fake;
} machine;

static machine begin_machine(uint32_t states, const vv_behaviour_state_def *state, uint32_t transitions,
                             const vv_transition *transition)
{
    machine m = {.complex = fake_complex()};
    m.behaviour = make_behaviour(m.complex, states, state, transitions, transition);
    m.fake = make_fake(m.behaviour, m.complex);
    return m;
}

static void end_machine(machine *m)
{
    vv_behaviour_destroy(m->behaviour, NULL);
    vv_complex_destroy(m->complex, NULL);
}

/* Two states and one transition with one condition. */
static machine begin_condition(vv_condition condition)
{
    vv_behaviour_state_def states[] = {state_named("a"), state_named("b")};
    vv_behaviour_key key = key_at(1, 0.5f, VV_EASE_LINEAR);
    states[0].keys = &key;
    states[0].key_count = 1;
    vv_transition transition = {0, 1, 1, &condition};
    return begin_machine(2, states, 1, &transition);
}

/* ---- Conditions -------------------------------------------------------------------------------------------------- */

typedef void (*set_sense)(fake *f, float value);
static void set_input(fake *f, float value) { f->memory.inputs[1] = value; }
static void set_speed(fake *f, float value) { f->senses.velocity = (vv_vec2){0.6f * value, 0.8f * value}; }
static void set_along(fake *f, float value) { f->senses.velocity = (vv_vec2){-value, 7.0f}; }
static void set_falling(fake *f, float value) { f->senses.velocity = (vv_vec2){7.0f, -value}; }
static void set_energy(fake *f, float value) { f->senses.energy = value; }

static void comparisons_hold_on_their_side_of_the_value(void **state)
{
    (void)state;
    const struct {
        vv_condition_kind kind;
        set_sense set;
    } senses[] = {{VV_IF_INPUT, set_input},
                  {VV_IF_SPEED, set_speed},
                  {VV_IF_GROUND_SPEED, set_along},
                  {VV_IF_FALLING, set_falling},
                  {VV_IF_ENERGY, set_energy}};
    for (uint32_t i = 0; i < sizeof senses / sizeof *senses; i++)
        for (int below = 0; below < 2; below++)
            for (float value = 1.0f; value < 4.0f; value += 1.0f) {
                machine m = begin_condition(
                    (vv_condition){.kind = senses[i].kind, .index = 1, .below = below != 0, .value = 2.0f});
                senses[i].set(&m.fake, value);
                fake_step(&m.fake, DT);
                bool expected = below ? value < 2.0f : value > 2.0f; /* 2 itself is neither above nor below */
                assert_int_equal(m.fake.memory.state, expected);
                end_machine(&m);
            }
}

static void the_size_of_an_input_has_no_sign(void **state)
{
    (void)state;
    for (int absolute = 0; absolute < 2; absolute++) {
        machine m =
            begin_condition((vv_condition){.kind = VV_IF_INPUT, .index = 1, .absolute = absolute != 0, .value = 0.5f});
        set_input(&m.fake, -0.7f);
        fake_step(&m.fake, DT);
        assert_int_equal(m.fake.memory.state, absolute);
        end_machine(&m);
    }
}

static void falling_is_along_gravity_wherever_that_points(void **state)
{
    (void)state;
    machine m = begin_condition((vv_condition){.kind = VV_IF_FALLING, .value = 1.0f});
    m.fake.senses.up = (vv_vec2){1.0f, 0.0f};
    m.fake.senses.velocity = (vv_vec2){0.0f, -5.0f};
    fake_step(&m.fake, DT);
    assert_int_equal(m.fake.memory.state, 0);
    m.fake.senses.velocity = (vv_vec2){-5.0f, 0.0f};
    fake_step(&m.fake, DT);
    assert_int_equal(m.fake.memory.state, 1);
    end_machine(&m);
}

static void standing_and_touching_count_their_seconds(void **state)
{
    (void)state;
    for (vv_condition_kind kind = VV_IF_GROUNDED; kind <= VV_IF_TOUCHING; kind++)
        for (int negated = 0; negated < 2; negated++) {
            machine m = begin_condition((vv_condition){.kind = kind, .negated = negated != 0, .value = 0.1f});
            bool *sense = kind == VV_IF_GROUNDED ? &m.fake.senses.grounded : &m.fake.senses.touching;
            for (uint32_t i = 0; i < 40; i++) { /* it flickers, and is never 0.1 s in one state */
                *sense = i / 5 % 2 == 0;
                fake_step(&m.fake, DT);
                assert_int_equal(m.fake.memory.state, 0);
            }
            *sense = !negated;
            uint32_t steps = 0;
            while (m.fake.memory.state == 0 && steps < 100) {
                fake_step(&m.fake, DT);
                steps++;
            }
            assert_in_range(steps, 2, 8);
            end_machine(&m);
            m = begin_condition((vv_condition){.kind = kind, .negated = negated != 0});
            *(kind == VV_IF_GROUNDED ? &m.fake.senses.grounded : &m.fake.senses.touching) = negated != 0;
            fake_step(&m.fake, DT);
            assert_int_equal(m.fake.memory.state, 0);
            *(kind == VV_IF_GROUNDED ? &m.fake.senses.grounded : &m.fake.senses.touching) = negated == 0;
            fake_step(&m.fake, DT);
            assert_int_equal(m.fake.memory.state, 1); /* at once, with 0 seconds */
            end_machine(&m);
        }
}

static void time_and_the_end_of_keys_switch(void **state)
{
    (void)state;
    const struct {
        vv_condition condition;
        float seconds; /* after which it holds */
    } cases[] = {{{.kind = VV_IF_TIME, .value = 0.3f}, 0.3f},
                 {{.kind = VV_IF_FINISHED}, 0.5f},
                 {{.kind = VV_IF_TIME, .below = true, .value = 0.3f}, 0.0f},
                 {{.kind = VV_IF_FINISHED, .negated = true}, 0.0f}};
    for (uint32_t i = 0; i < 4; i++) {
        machine m = begin_condition(cases[i].condition);
        uint32_t steps = 0;
        do
            fake_step(&m.fake, DT);
        while (m.fake.memory.state == 0 && ++steps < 100);
        assert_float_equal((float)steps * DT, cases[i].seconds, 1.1f * DT);
        end_machine(&m);
    }
}

static void events_are_used_once_and_forgotten(void **state)
{
    (void)state;
    vv_condition at_once = {.kind = VV_IF_EVENT, .index = 0}, lately = {.kind = VV_IF_EVENT, .index = 0, .value = 0.2f};
    vv_condition both[] = {lately, {.kind = VV_IF_INPUT, .index = 0, .value = 0.5f}};
    vv_behaviour_state_def states[] = {state_named("a"), state_named("b"), state_named("c")};
    vv_transition transitions[] = {{0, 1, 2, both}, {1, 2, 1, &at_once}};
    for (uint32_t wait = 0; wait < 20; wait++) {
        machine m = begin_machine(3, states, 2, transitions);
        fake_step(&m.fake, DT);
        fake_raise(&m.fake, 0);
        for (uint32_t i = 0; i < wait; i++)
            fake_step(&m.fake, DT);
        m.fake.memory.inputs[0] = 1.0f;
        for (uint32_t i = 0; i < 5; i++) /* the first transition uses it up: the second sees none */
            fake_step(&m.fake, DT);
        assert_int_equal(m.fake.memory.state, (float)wait * DT <= 0.2f + 1e-4f);
        fake_raise(&m.fake, 1); /* another event */
        fake_step(&m.fake, DT);
        assert_int_not_equal(m.fake.memory.state, 2);
        if (m.fake.memory.state == 1) {
            fake_raise(&m.fake, 0);
            fake_step(&m.fake, DT);
            assert_int_equal(m.fake.memory.state, 2);
        }
        end_machine(&m);
    }
}

/* ---- Order ------------------------------------------------------------------------------------------------------- */

static void all_conditions_must_hold_and_the_first_transition_wins(void **state)
{
    (void)state;
    vv_condition walk = {.kind = VV_IF_INPUT, .index = 0, .value = 0.5f},
                 lean = {.kind = VV_IF_INPUT, .index = 1, .value = 0.5f};
    vv_condition both[] = {walk, lean};
    vv_behaviour_state_def states[] = {state_named("a"), state_named("both"), state_named("walk"), state_named("lean")};
    vv_transition transitions[] = {{0, 1, 2, both}, {0, 2, 1, &walk}, {0, 3, 1, &lean}};
    const uint32_t expected[] = {0, 2, 3, 1};
    for (uint32_t bits = 0; bits < 4; bits++) {
        machine m = begin_machine(4, states, 3, transitions);
        m.fake.memory.inputs[0] = bits & 1 ? 1.0f : 0.0f;
        m.fake.memory.inputs[1] = bits & 2 ? 1.0f : 0.0f;
        fake_step(&m.fake, DT);
        assert_int_equal(m.fake.memory.state, expected[bits]);
        end_machine(&m);
    }
}

static void chains_end_and_enter_no_state_twice(void **state)
{
    (void)state;
    /* a → b → c → a without conditions, each with a signal: one step goes a, b, c; the next c → a → b, and so on. */
    vv_behaviour_state_def states[] = {state_named("a"), state_named("b"), state_named("c")};
    for (uint32_t i = 0; i < 3; i++)
        states[i].signal = 10 + i;
    vv_transition ring[] = {{0, 1, 0, NULL}, {1, 2, 0, NULL}, {2, 0, 0, NULL}};
    machine m = begin_machine(3, states, 3, ring);
    fake_step(&m.fake, DT);
    assert_int_equal(m.fake.memory.state, 2);
    assert_int_equal(m.fake.commands.signal_count, 3);
    for (uint32_t i = 0; i < 3; i++)
        assert_int_equal(m.fake.commands.signals[i], 10 + i);
    fake_step(&m.fake, DT);
    assert_int_equal(m.fake.memory.state, 1);
    assert_int_equal(m.fake.commands.signal_count, 2);
    assert_int_equal(m.fake.commands.signals[0], 10);
    end_machine(&m);
}

static void a_transition_to_itself_enters_anew_and_any_does_not(void **state)
{
    (void)state;
    vv_condition jump = {.kind = VV_IF_EVENT, .index = 0}, walk = {.kind = VV_IF_INPUT, .index = 0, .value = 0.5f};
    vv_behaviour_state_def states[] = {state_named("a"), state_named("b")};
    states[1].signal = 7;
    vv_transition transitions[] = {{1, 1, 1, &jump}, {VV_NONE, 1, 1, &walk}};
    machine m = begin_machine(2, states, 2, transitions);
    fake_step(&m.fake, DT);
    m.fake.memory.inputs[0] = 1.0f;
    fake_step(&m.fake, DT);
    assert_int_equal(m.fake.commands.signal_count, 1);
    for (uint32_t i = 0; i < 5; i++) { /* from any, while it is active already */
        fake_step(&m.fake, DT);
        assert_int_equal(m.fake.commands.signal_count, 0);
    }
    assert_float_equal(m.fake.memory.seconds, 5.0f * DT, 1e-5f);
    fake_raise(&m.fake, 0);
    fake_step(&m.fake, DT);
    assert_int_equal(m.fake.commands.signal_count, 1); /* once, though its condition may still hold */
    assert_true(m.fake.memory.seconds == 0.0f && m.fake.memory.state == 1);
    end_machine(&m);
}

static void the_end_of_keys_leads_on_unless_a_transition_does(void **state)
{
    (void)state;
    vv_behaviour_key key = key_at(CROUCH, 0.1f, VV_EASE_LINEAR);
    vv_behaviour_state_def states[] = {state_named("a"), state_named("b"), state_named("c")};
    states[0].keys = &key;
    states[0].key_count = 1;
    states[0].end = VV_KEYS_NEXT;
    states[0].next = 1;
    vv_condition done = {.kind = VV_IF_FINISHED}, walks[] = {done, {.kind = VV_IF_INPUT, .index = 0, .value = 0.5f}};
    vv_transition transition = {0, 2, 2, walks};
    for (int walking = 0; walking < 2; walking++) {
        machine m = begin_machine(3, states, 1, &transition);
        m.fake.memory.inputs[0] = (float)walking;
        for (uint32_t i = 0; i < 6; i++) {
            fake_step(&m.fake, DT);
            assert_int_equal(m.fake.memory.state, 0);
        }
        fake_step(&m.fake, DT);
        fake_step(&m.fake, DT);
        assert_int_equal(m.fake.memory.state, walking ? 2 : 1);
        end_machine(&m);
    }
}

static void without_transitions_the_first_state_stays(void **state)
{
    (void)state;
    vv_behaviour_state_def states[] = {state_named("a"), state_named("never")};
    machine m = begin_machine(2, states, 0, NULL);
    for (uint32_t i = 0; i < 100; i++) {
        fake_raise(&m.fake, i % 2);
        fake_step(&m.fake, DT);
        assert_int_equal(m.fake.memory.state, 0);
    }
    assert_int_equal(m.fake.moves + m.fake.strengthens + m.fake.forces, 0);
    end_machine(&m);
}

/* ---- The jump of the paper --------------------------------------------------------------------------------------- */

static machine begin_jumper(void)
{
    static vv_behaviour_key stand, crouch, spring, fall;
    stand = key_at(0, 0.1f, VV_EASE_SMOOTH);
    crouch = key_at(CROUCH, 0.2f, VV_EASE_SMOOTH);
    spring = key_at(0, 0.05f, VV_EASE_LINEAR);
    fall = key_at(FLOAT, 0.3f, VV_EASE_SMOOTH);
    vv_behaviour_state_def states[] = {state_named("stand"), state_named("crouch"), state_named("spring"),
                                       state_named("fall")};
    const vv_behaviour_key *keys[] = {&stand, &crouch, &spring, &fall};
    for (uint32_t i = 0; i < 4; i++) {
        states[i].keys = keys[i];
        states[i].key_count = 1;
    }
    states[1].end = VV_KEYS_NEXT;
    states[1].next = 2;
    states[2].kick = (vv_vec2){0.0f, 4.0f};
    states[2].signal = 1;
    vv_condition jump[] = {{.kind = VV_IF_EVENT, .index = 0, .value = 0.1f}, {.kind = VV_IF_GROUNDED}};
    vv_condition airborne[] = {{.kind = VV_IF_GROUNDED, .negated = true}, {.kind = VV_IF_FALLING, .value = 0.0f}};
    vv_condition landed = {.kind = VV_IF_GROUNDED};
    vv_transition transitions[] = {{0, 1, 2, jump}, {2, 3, 2, airborne}, {3, 0, 1, &landed}};
    return begin_machine(4, states, 3, transitions);
}

/* A point that falls and lands at height 0. */
static void fall_and_land(fake *f, float *height)
{
    f->senses.velocity.y -= 9.81f * DT;
    *height += f->senses.velocity.y * DT;
    f->senses.grounded = *height <= 0.0f;
    if (f->senses.grounded) {
        *height = 0.0f;
        f->senses.velocity.y = vvi_max(f->senses.velocity.y, 0.0f);
    }
}

static void crouch_then_spring_then_fall_then_stand(void **state)
{
    (void)state;
    machine m = begin_jumper();
    float height = 0.0f, highest = 0.0f;
    uint32_t seen[8], count = 0;
    for (uint32_t i = 0; i < 120; i++) {
        if (i == 10)
            fake_raise(&m.fake, 0);
        fake_step(&m.fake, DT);
        if (count == 0 || seen[count - 1] != m.fake.memory.state) {
            assert_true(count < 8);
            seen[count++] = m.fake.memory.state;
            if (m.fake.memory.state == 2) { /* the spring: kicked once, from the crouch */
                assert_float_equal(m.fake.senses.velocity.y, 4.0f, 1e-5f);
                assert_true(fake_weight(&m.fake, CROUCH) > 0.5f);
            }
        }
        fall_and_land(&m.fake, &height);
        highest = vvi_max(highest, height);
    }
    const uint32_t expected[] = {0, 1, 2, 3, 0};
    assert_int_equal(count, 5);
    assert_memory_equal(seen, expected, sizeof expected);
    /* The discrete ballistic height from 4 m/s with steps of DT. */
    float v = 4.0f, h = 0.0f, top = 0.0f;
    while (v > 0.0f) {
        v -= 9.81f * DT;
        h += v * DT;
        top = vvi_max(top, h);
    }
    assert_float_equal(highest, top, 1e-4f);
    end_machine(&m);
}

/* ---- Saving ------------------------------------------------------------------------------------------------------ */

static void a_saved_memory_goes_on_with_the_same_bits(void **state)
{
    (void)state;
    for (uint32_t cut = 0; cut < 60; cut += 3) { /* in the middle of every state and way */
        machine m = begin_jumper();
        float height = 0.0f, other_height;
        fake_raise(&m.fake, 0);
        for (uint32_t i = 0; i < cut; i++) {
            fake_step(&m.fake, DT);
            fall_and_land(&m.fake, &height);
        }
        fake copy = m.fake;
        other_height = height;
        for (uint32_t i = 0; i < 60; i++) {
            fake_step(&m.fake, DT);
            fall_and_land(&m.fake, &height);
        }
        for (uint32_t i = 0; i < 60; i++) {
            fake_step(&copy, DT);
            fall_and_land(&copy, &other_height);
        }
        assert_memory_equal(&copy.memory, &m.fake.memory, sizeof copy.memory);
        end_machine(&m);
    }
}

static void forged_memory_does_no_harm(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(5);
    machine m = begin_jumper();
    for (uint32_t trial = 0; trial < 2000; trial++) {
        uint32_t words[sizeof(behaviour_memory) / 4];
        for (uint32_t i = 0; i < sizeof words / sizeof *words; i++)
            words[i] = vvi_random_below(&random, 3) ? vvi_random_below(&random, 5) : vvi_random_next(&random);
        fake f = make_fake(m.behaviour, m.complex);
        memcpy(&f.memory, words, sizeof words);
        for (uint32_t i = 0; i < 10; i++) {
            fake_step(&f, DT);
            assert_true(f.memory.state < 4 && f.memory.key == 0);
            assert_true(vvi_place_is_valid(m.complex, f.commands.equilibrium));
            assert_true(vvi_all_finite(&f.commands.force.x, 2) && vvi_all_finite(&f.commands.impulse.x, 2));
            f.senses.strengths = vv_default_strengths(); /* a stage would have refused forged ones */
        }
    }
    end_machine(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(comparisons_hold_on_their_side_of_the_value),
        cmocka_unit_test(the_size_of_an_input_has_no_sign),
        cmocka_unit_test(falling_is_along_gravity_wherever_that_points),
        cmocka_unit_test(standing_and_touching_count_their_seconds),
        cmocka_unit_test(time_and_the_end_of_keys_switch),
        cmocka_unit_test(events_are_used_once_and_forgotten),
        cmocka_unit_test(all_conditions_must_hold_and_the_first_transition_wins),
        cmocka_unit_test(chains_end_and_enter_no_state_twice),
        cmocka_unit_test(a_transition_to_itself_enters_anew_and_any_does_not),
        cmocka_unit_test(the_end_of_keys_leads_on_unless_a_transition_does),
        cmocka_unit_test(without_transitions_the_first_state_stays),
        cmocka_unit_test(crouch_then_spring_then_fall_then_stand),
        cmocka_unit_test(a_saved_memory_goes_on_with_the_same_bits),
        cmocka_unit_test(forged_memory_does_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
