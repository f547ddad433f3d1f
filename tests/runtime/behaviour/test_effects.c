/* What states set: strengths, lean, drag, forces, drive, turning, kicks. Each on and off. */
#include "fake.h"

typedef struct scene {
    vv_complex *complex;
    vv_behaviour *behaviour;
    fake fake;
} scene;

/* The state is active while input 1 ("lean") is not above 5; then an empty one is. */
static scene begin_scene(const vv_behaviour_state_def *state)
{
    scene s = {.complex = fake_complex()};
    vv_behaviour_state_def states[] = {*state, state_named("empty")};
    vv_condition leave = {.kind = VV_IF_INPUT, .index = 1, .value = 5.0f}, back = leave;
    back.below = true;
    vv_transition transitions[] = {{0, 1, 1, &leave}, {1, 0, 1, &back}};
    s.behaviour = make_behaviour(s.complex, 2, states, 2, transitions);
    s.fake = make_fake(s.behaviour, s.complex);
    return s;
}

static void end_scene(scene *s)
{
    vv_behaviour_destroy(s->behaviour, NULL);
    vv_complex_destroy(s->complex, NULL);
}

static void strengths_are_laid_over_the_actors_own_and_come_back(void **state)
{
    (void)state;
    vv_behaviour_state_def def = state_named("stiff");
    def.strength_mask = 1u << VV_STRENGTH_STIFFNESS | 1u << VV_STRENGTH_ORIENT | 1u << VV_STRENGTH_ORIENT_SYMMETRIC;
    def.strengths.stiffness = 90.0f;
    def.strengths.orient = VV_ORIENT_VELOCITY;
    def.strengths.orient_symmetric = true;
    def.strengths.bounce = 1.0f; /* not in the mask */
    scene s = begin_scene(&def);
    s.fake.senses.strengths.friction = 0.25f;
    fake_step(&s.fake, DT);
    assert_true(s.fake.senses.strengths.stiffness == 90.0f && s.fake.senses.strengths.friction == 0.25f);
    assert_true(s.fake.senses.strengths.orient == VV_ORIENT_VELOCITY && s.fake.senses.strengths.orient_symmetric);
    assert_true(s.fake.senses.strengths.bounce == 0.0f);
    for (uint32_t i = 0; i < 10; i++)
        fake_step(&s.fake, DT);
    assert_int_equal(s.fake.strengthens, 1); /* set once, not every step */
    s.fake.senses.strengths.friction = 0.5f; /* the game changes its actor meanwhile */
    s.fake.senses.strengths.local = 33.0f;
    fake_step(&s.fake, DT);
    s.fake.memory.inputs[1] = 6.0f;
    fake_step(&s.fake, DT);
    assert_true(s.fake.senses.strengths.stiffness == vv_default_strengths().stiffness);
    assert_true(s.fake.senses.strengths.orient == VV_ORIENT_FREE && !s.fake.senses.strengths.orient_symmetric);
    assert_true(s.fake.senses.strengths.friction == 0.5f && s.fake.senses.strengths.local == 33.0f);
    s.fake.memory.inputs[1] = 0.0f;
    fake_step(&s.fake, DT);
    assert_true(s.fake.senses.strengths.stiffness == 90.0f);
    end_scene(&s);
}

static void words_carry_every_strength(void **state)
{
    (void)state;
    uint32_t words[VV_STRENGTH_COUNT], again[VV_STRENGTH_COUNT];
    vvi_random random = vvi_random_seed(3);
    for (uint32_t i = 0; i < VV_STRENGTH_COUNT; i++)
        words[i] = 0x3f000000u + vvi_random_below(&random, 1000);
    words[VV_STRENGTH_ENERGY_TOWARDS] = VV_ENERGY_AWAY;
    words[VV_STRENGTH_ORIENT] = VV_ORIENT_ANGLE;
    words[VV_STRENGTH_ORIENT_SYMMETRIC] = 1;
    vv_strengths strengths = vvi_strengths_from_words(words);
    vvi_strengths_to_words(&strengths, again);
    assert_memory_equal(words, again, sizeof words);
    assert_true(strengths.orient == VV_ORIENT_ANGLE && strengths.energy_towards == VV_ENERGY_AWAY);
    memcpy(&again[0], &strengths.gravity, 4);
    assert_int_equal(again[0], words[VV_STRENGTH_GRAVITY]);
    words[VV_STRENGTH_ORIENT] = 9; /* forged */
    assert_false(vvi_words_are_choices(UINT32_MAX, words));
    assert_true(vvi_words_are_choices(~(1u << VV_STRENGTH_ORIENT), words));
    assert_int_equal(vvi_strengths_from_words(words).orient, VV_ORIENT_FREE);
}

static void leaning_follows_an_input(void **state)
{
    (void)state;
    for (int on = 0; on < 2; on++) {
        vv_behaviour_state_def def = state_named("lean");
        def.strength_mask = 1u << VV_STRENGTH_ORIENT | 1u << VV_STRENGTH_ORIENT_ANGLE;
        def.strengths.orient = VV_ORIENT_ANGLE;
        def.strengths.orient_angle = 0.1f;
        def.lean_input = on ? 1 : VV_NONE;
        def.lean = 0.4f;
        scene s = begin_scene(&def);
        const float inputs[] = {0.0f, 0.5f, -0.5f, 1.0f, 3.0f, -9.0f};
        for (uint32_t i = 0; i < 6; i++) {
            s.fake.memory.inputs[1] = inputs[i];
            fake_step(&s.fake, DT);
            float expected = 0.1f - (on ? 0.4f * vvi_clamp(inputs[i], -1.0f, 1.0f) : 0.0f);
            assert_float_equal(s.fake.senses.strengths.orient_angle, expected, 1e-6f);
        }
        end_scene(&s);
    }
}

static void drag_grows_with_the_nearness_of_an_example(void **state)
{
    (void)state;
    for (int on = 0; on < 2; on++) {
        /* The paper's float: from the inflated pose slowly back to the neutral one. */
        vv_behaviour_key keys[] = {key_at(FLOAT, 0.1f, VV_EASE_LINEAR), key_at(0, 2.0f, VV_EASE_LINEAR)};
        vv_behaviour_state_def def = state_named("float");
        def.keys = keys;
        def.key_count = 2;
        def.strength_mask = 1u << VV_STRENGTH_DRAG;
        def.strengths.drag = 0.5f;
        def.drag_example = on ? FLOAT : VV_NONE;
        def.drag_near = 8.0f;
        scene s = begin_scene(&def);
        for (uint32_t i = 0; i < 140; i++) {
            float weight = fake_weight(&s.fake, FLOAT); /* as sensed before the step */
            fake_step(&s.fake, DT);
            assert_float_equal(s.fake.senses.strengths.drag, 0.5f + (on ? 7.5f * weight : 0.0f), 1e-5f);
        }
        s.fake.memory.inputs[1] = 6.0f;
        fake_step(&s.fake, DT);
        assert_true(s.fake.senses.strengths.drag == 0.0f);
        end_scene(&s);
    }
}

static void forces_point_forward_and_up_and_follow_inputs(void **state)
{
    (void)state;
    vv_behaviour_state_def def = state_named("push");
    def.force = (vv_vec2){3.0f, 1.0f};
    def.force_input = 0;
    def.input_force = (vv_vec2){10.0f, -2.0f};
    for (int flipped = 0; flipped < 2; flipped++)
        for (float input = -1.0f; input <= 1.0f; input += 0.5f) {
            scene s = begin_scene(&def);
            s.fake.senses.flipped = flipped;
            s.fake.memory.inputs[0] = input;
            fake_step(&s.fake, DT);
            assert_float_equal(s.fake.commands.force.x, 2.0f * ((flipped ? -3.0f : 3.0f) + 10.0f * input), 1e-4f);
            assert_float_equal(s.fake.commands.force.y, 2.0f * (1.0f - 2.0f * input), 1e-4f);
            for (uint32_t i = 0; i < 5; i++)
                fake_step(&s.fake, DT);
            assert_int_equal(s.fake.forces, s.fake.commands.force.x != 0.0f || s.fake.commands.force.y != 0.0f);
            s.fake.memory.inputs[1] = 6.0f;
            fake_step(&s.fake, DT);
            assert_true(s.fake.commands.force.x == 0.0f && s.fake.commands.force.y == 0.0f);
            end_scene(&s);
        }
}

/* Gravity points along −x: up is +x, right is −y. */
static void forces_turn_with_gravity(void **state)
{
    (void)state;
    vv_behaviour_state_def def = state_named("push");
    def.force = (vv_vec2){3.0f, 1.0f};
    def.kick = (vv_vec2){2.0f, 5.0f};
    scene s = begin_scene(&def);
    s.fake.senses.up = (vv_vec2){1.0f, 0.0f};
    s.fake.senses.normal = s.fake.senses.up;
    fake_step(&s.fake, DT);
    assert_float_equal(s.fake.commands.force.x, 2.0f, 1e-5f);
    assert_float_equal(s.fake.commands.force.y, -6.0f, 1e-5f);
    assert_float_equal(s.fake.commands.impulse.x, 10.0f, 1e-5f);
    assert_float_equal(s.fake.commands.impulse.y, -4.0f, 1e-5f);
    end_scene(&s);
}

/* ---- The drive --------------------------------------------------------------------------------------------------- */

/* A block that slides with friction µg. */
static void slide(fake *f, float friction, float seconds)
{
    float v = f->senses.velocity.x + f->commands.force.x / f->senses.mass * seconds;
    float lost = f->senses.grounded ? friction * 9.81f * seconds : 0.0f;
    f->senses.velocity.x = fabsf(v) <= lost ? 0.0f : v - (v > 0.0f ? lost : -lost);
}

static void a_drive_reaches_its_speed_against_friction(void **state)
{
    (void)state;
    vv_behaviour_state_def def = state_named("drive");
    def.drive_input = 0;
    def.drive_speed = 1.5f;
    for (float friction = 0.0f; friction < 1.0f; friction += 0.3f)
        for (float input = -1.0f; input <= 1.0f; input += 0.5f)
            for (float step = 1.0f / 120.0f; step < 0.05f; step *= 2.0f) {
                scene s = begin_scene(&def);
                s.fake.memory.inputs[0] = input;
                float most = 0.0f;
                for (float time = 0.0f; time < 3.0f; time += step) {
                    fake_step(&s.fake, step);
                    assert_true(fabsf(s.fake.commands.force.x) <= 2.0f * 20.0f + 1e-3f);
                    slide(&s.fake, friction, step);
                    most = vvi_max(most, fabsf(s.fake.senses.velocity.x));
                }
                assert_float_equal(s.fake.senses.velocity.x, 1.5f * input, 0.01f);
                assert_true(most <= 1.5f * fabsf(input) * 1.25f);
                s.fake.memory.inputs[0] = 0.0f; /* let go: it stops, and nothing is set any more */
                for (float time = 0.0f; time < 2.0f; time += step) {
                    fake_step(&s.fake, step);
                    slide(&s.fake, friction, step);
                }
                uint32_t forces = s.fake.forces;
                fake_step(&s.fake, step);
                assert_true(fabsf(s.fake.senses.velocity.x) < 0.021f && s.fake.commands.force.x == 0.0f);
                assert_int_equal(s.fake.forces, forces);
                end_scene(&s);
            }
}

static void in_the_air_the_drive_is_weaker_and_keeps_what_it_has(void **state)
{
    (void)state;
    vv_behaviour_state_def def = state_named("drive");
    def.drive_input = 0;
    def.drive_speed = 3.0f;
    def.drive_grounded = 20.0f;
    def.drive_air = 2.0f;
    scene s = begin_scene(&def);
    s.fake.senses.grounded = false;
    s.fake.memory.inputs[0] = 1.0f;
    fake_step(&s.fake, DT);
    assert_float_equal(s.fake.commands.force.x, 2.0f * 2.0f, 1e-4f);
    s.fake.senses.grounded = true;
    fake_step(&s.fake, DT);
    assert_float_equal(s.fake.commands.force.x, 2.0f * 20.0f, 1e-4f);
    for (uint32_t i = 0; i < 240; i++) {
        fake_step(&s.fake, DT);
        slide(&s.fake, 0.6f, DT);
    }
    s.fake.senses.grounded = false; /* a jump: what held against friction must not push in the air */
    for (uint32_t i = 0; i < 60; i++) {
        fake_step(&s.fake, DT);
        slide(&s.fake, 0.6f, DT);
        assert_float_equal(s.fake.senses.velocity.x, 3.0f, 0.03f);
    }
    end_scene(&s);
}

/* ---- Turning and kicks ------------------------------------------------------------------------------------------- */

static void inputs_turn_the_drawing_round(void **state)
{
    (void)state;
    for (vv_turning turning = VV_TURNING_NEVER; turning <= VV_TURNING_ALWAYS; turning++)
        for (int grounded = 0; grounded < 2; grounded++) {
            vv_behaviour_state_def def = state_named("turn");
            def.turning = turning;
            def.turning_input = 0;
            scene s = begin_scene(&def);
            s.fake.senses.grounded = grounded;
            bool may = turning == VV_TURNING_ALWAYS || (turning == VV_TURNING_GROUNDED && grounded);
            const struct {
                float input;
                bool left;
            } steps[] = {{0.0f, false}, {1.0f, false}, {-0.04f, false}, {-0.5f, true}, {0.0f, true}, {0.3f, false}};
            for (uint32_t i = 0; i < 6; i++) {
                s.fake.memory.inputs[0] = steps[i].input;
                fake_step(&s.fake, DT);
                fake_step(&s.fake, DT);
                assert_int_equal(s.fake.senses.flipped, may && steps[i].left);
            }
            end_scene(&s);
        }
}

static void drawings_that_look_left_turn_the_other_way(void **state)
{
    (void)state;
    vv_complex *complex = fake_complex();
    static const char *const inputs[] = {"walk"};
    vv_behaviour_state_def state_def = state_named("turn");
    state_def.turning = VV_TURNING_ALWAYS;
    state_def.turning_input = 0;
    state_def.kick.x = 2.0f;
    vv_behaviour_def def = {complex, 1, &state_def, 0, NULL, 1, inputs, 0, NULL, true};
    vv_behaviour *behaviour = NULL;
    assert_int_equal(vv_behaviour_create(&def, NULL, &behaviour, NULL), VV_OK);
    fake f = make_fake(behaviour, complex);
    f.memory.inputs[0] = -1.0f;
    fake_step(&f, DT);
    assert_true(!f.senses.flipped && f.senses.velocity.x == -2.0f);
    f.memory.inputs[0] = 1.0f;
    fake_step(&f, DT);
    assert_true(f.senses.flipped);
    vv_behaviour_destroy(behaviour, NULL);
    vv_complex_destroy(complex, NULL);
}

static void kicks_bring_a_speed_or_add_to_it(void **state)
{
    (void)state;
    for (int adds = 0; adds < 2; adds++)
        for (float speed = -2.0f; speed <= 6.0f; speed += 1.0f) {
            vv_behaviour_state_def def = state_named("kick");
            def.kick = (vv_vec2){-1.0f, 4.0f};
            def.kick_adds = adds;
            scene s = begin_scene(&def);
            s.fake.senses.velocity = (vv_vec2){0.5f, speed};
            fake_step(&s.fake, DT);
            float up = adds ? speed + 4.0f : vvi_max(speed, 4.0f), across = adds ? -0.5f : -1.0f;
            assert_float_equal(s.fake.senses.velocity.y, up, 1e-5f);
            assert_float_equal(s.fake.senses.velocity.x, across, 1e-5f);
            fake_step(&s.fake, DT); /* only on entry */
            assert_true(s.fake.commands.impulse.y == 0.0f);
            end_scene(&s);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strengths_are_laid_over_the_actors_own_and_come_back),
        cmocka_unit_test(words_carry_every_strength),
        cmocka_unit_test(leaning_follows_an_input),
        cmocka_unit_test(drag_grows_with_the_nearness_of_an_example),
        cmocka_unit_test(forces_point_forward_and_up_and_follow_inputs),
        cmocka_unit_test(forces_turn_with_gravity),
        cmocka_unit_test(a_drive_reaches_its_speed_against_friction),
        cmocka_unit_test(in_the_air_the_drive_is_weaker_and_keeps_what_it_has),
        cmocka_unit_test(inputs_turn_the_drawing_round),
        cmocka_unit_test(drawings_that_look_left_turn_the_other_way),
        cmocka_unit_test(kicks_bring_a_speed_or_add_to_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
