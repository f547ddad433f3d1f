/* A behaviour on a stage: a figure walks upright at the speed that its input sets, turns round, crouches and jumps;
 * the same at every frame rate, after a save, and without a step that does not need to be. */
#include "biped.h"

#define STEP (1.0f / 60.0f)

typedef struct play {
    biped biped;
    vv_stage *stage;
    vv_actor actor;
} play;

static play begin_play(void)
{
    play p = {.biped = make_biped()};
    p.stage = biped_stage(&p.biped, &p.actor);
    return p;
}

static void end_play(play *p)
{
    vv_stage_destroy(p->stage);
    free_biped(&p->biped);
}

static void run(play *p, float seconds)
{
    for (float time = 0.5f * STEP; time < seconds; time += STEP)
        assert_int_equal(vv_stage_step(p->stage, STEP), 1);
}

static uint32_t state_of(play *p) { return vv_behaviour_current_status(p->stage, p->actor).state; }

static void must_be_upright(play *p, float within)
{
    float angle = vv_wrap_angle(vv_stage_actor_state(p->stage, p->actor).angle);
    if (fabsf(angle) > within)
        fail_msg("it leans by %g", (double)angle);
}

/* ---- Walking ----------------------------------------------------------------------------------------------------- */

static void it_walks_upright_at_the_speed_of_its_input(void **state)
{
    (void)state;
    const float inputs[] = {0.5f, 1.0f, -1.0f, -0.4f};
    for (uint32_t i = 0; i < 4; i++) {
        play p = begin_play();
        run(&p, 0.3f);
        assert_int_equal(state_of(&p), STATE_STAND);
        assert_true(vv_behaviour_set_input(p.stage, p.actor, 0, inputs[i]));
        run(&p, 1.5f);
        assert_int_equal(state_of(&p), STATE_WALK);
        float begin = vv_stage_actor_state(p.stage, p.actor).position.x;
        uint32_t keys = 0, last = vv_behaviour_current_status(p.stage, p.actor).key;
        for (uint32_t n = 0; n < 480; n++) {
            run(&p, STEP);
            must_be_upright(&p, 0.2f);
            uint32_t key = vv_behaviour_current_status(p.stage, p.actor).key;
            keys += key != last;
            last = key;
        }
        vv_actor_state now = vv_stage_actor_state(p.stage, p.actor);
        float way = now.position.x - begin, expected = inputs[i] * WALK_SPEED * 8.0f;
        /* Within a stride the speed goes up and down: a stride of 0.8 m may be cut anywhere. */
        if (!(fabsf(way - expected) < 0.02f * fabsf(expected) + 0.05f))
            fail_msg("with input %g it went %g m instead of %g", (double)inputs[i], (double)way, (double)expected);
        assert_int_equal(now.flipped, inputs[i] < 0.0f);
        /* Six keys every 0.8 m on the ground; at full speed it is in the air for a tenth of the way. */
        float trodden = fabsf(way) / 0.8f * 6.0f;
        assert_true((float)keys <= trodden + 2.0f && (float)keys >= 0.88f * trodden - 2.0f);
        assert_true(vv_behaviour_set_input(p.stage, p.actor, 0, 0.0f));
        run(&p, 1.5f);
        assert_int_equal(state_of(&p), STATE_STAND);
        assert_true(fabsf(vv_stage_actor_state(p.stage, p.actor).velocity.x) < 0.03f);
        end_play(&p);
    }
}

static void its_place_goes_round_the_ring(void **state)
{
    (void)state;
    play p = begin_play();
    float most[BIPED_EXAMPLES] = {0}, weights[BIPED_EXAMPLES];
    vv_behaviour_set_input(p.stage, p.actor, 0, 1.0f);
    run(&p, 1.0f);
    for (uint32_t n = 0; n < 120; n++) {
        run(&p, STEP);
        vv_stage_weights(p.stage, p.actor, weights);
        for (uint32_t e = 0; e < BIPED_EXAMPLES; e++)
            most[e] = vvi_max(most[e], weights[e]);
    }
    for (uint32_t e = 0; e < 6; e++)
        if (most[e] < 0.5f)
            fail_msg("pose %u shows at most %g", e, (double)most[e]);
    end_play(&p);
}

/* ---- Jumping ----------------------------------------------------------------------------------------------------- */

static void it_crouches_and_springs(void **state)
{
    (void)state;
    for (int walking = 0; walking < 2; walking++) {
        play p = begin_play();
        vv_behaviour_set_input(p.stage, p.actor, 0, (float)walking);
        run(&p, 1.5f);
        float stood = vv_stage_actor_state(p.stage, p.actor).position.y, lowest = stood, highest = 0.0f;
        uint32_t seen[8], count = 0, signals = 0;
        assert_true(vv_behaviour_raise_event(p.stage, p.actor, 0));
        for (uint32_t n = 0; n < 150; n++) {
            run(&p, STEP);
            must_be_upright(&p, 0.3f);
            uint32_t events;
            const vv_event *event = vv_stage_events(p.stage, &events);
            for (uint32_t e = 0; e < events; e++)
                signals += event[e].kind == VV_EVENT_SIGNAL && event[e].code == 42;
            uint32_t now = state_of(&p);
            if (count == 0 || seen[count - 1] != now) {
                assert_true(count < 8);
                seen[count++] = now;
            }
            float height = vv_stage_actor_state(p.stage, p.actor).position.y;
            lowest = now == STATE_CROUCH ? vvi_min(lowest, height) : lowest;
            highest = vvi_max(highest, height);
        }
        /* Landed and still walking, it is only passing through the stand. */
        const uint32_t expected[] = {STATE_CROUCH, STATE_SPRING, STATE_FALL, walking ? STATE_WALK : STATE_STAND};
        assert_int_equal(count, 4);
        assert_memory_equal(seen, expected, sizeof expected);
        assert_int_equal(signals, 1);
        if (!(stood - lowest > 0.07f))
            fail_msg("it crouched by %g m", (double)(stood - lowest));
        /* From the crouch, 4 m/s carry it 0.82 m higher; the spring itself adds what it stretches. */
        float rise = highest - lowest, ballistic = 4.0f * 4.0f / (2.0f * 9.81f);
        if (!(rise > 0.85f * ballistic && rise < 1.3f * ballistic))
            fail_msg("it rose by %g m, ballistic %g", (double)rise, (double)ballistic);
        end_play(&p);
    }
}

static void nobody_jumps_from_the_air(void **state)
{
    (void)state;
    play p = begin_play();
    run(&p, 0.2f);
    vv_stage_apply_impulse(p.stage, p.actor, (vv_vec2){0.0f, 3.0f * vv_sprite_mass(p.biped.sprite)});
    run(&p, 0.2f);
    assert_false(vv_stage_actor_state(p.stage, p.actor).grounded);
    vv_behaviour_raise_event(p.stage, p.actor, 0);
    run(&p, 0.1f);
    assert_int_equal(state_of(&p), STATE_STAND);
    end_play(&p);
}

/* ---- The same everywhere ----------------------------------------------------------------------------------------- */

/* The same second and a half, driven at the same steps. */
static uint64_t hash_at_rate(uint32_t frames_a_step, uint32_t steps_a_frame)
{
    play p = begin_play();
    for (uint32_t step = 0; step < 120; step += steps_a_frame) {
        if (step == 12)
            vv_behaviour_set_input(p.stage, p.actor, 0, 0.8f);
        if (step == 60)
            vv_behaviour_raise_event(p.stage, p.actor, 0);
        for (uint32_t f = 0; f < frames_a_step; f++)
            vv_stage_step(p.stage, (float)steps_a_frame * STEP / (float)frames_a_step);
    }
    while (vv_stage_step_count(p.stage) < 120) /* a rounding short of the last */
        vv_stage_step(p.stage, 0.01f * STEP);
    vv_actor_state now = vv_stage_actor_state(p.stage, p.actor);
    assert_int_equal(vv_stage_step_count(p.stage), 120);
    uint64_t hash = vv_hash_bytes(0, &now.velocity, sizeof now.velocity);
    hash = vv_hash_bytes(hash, &now.equilibrium, sizeof now.equilibrium);
    hash = vv_hash_bytes(hash, vv_stage_controller_state(p.stage, p.actor), vvi_behaviour_memory_bytes());
    end_play(&p);
    return hash;
}

static void frame_rates_change_nothing(void **state)
{
    (void)state;
    uint64_t usual = hash_at_rate(1, 1);
    assert_true(hash_at_rate(1, 1) == usual);
    assert_true(hash_at_rate(4, 1) == usual); /* 240 Hz */
    assert_true(hash_at_rate(1, 2) == usual); /* 30 Hz */
}

static void a_saved_stage_goes_on_in_the_middle_of_a_transition(void **state)
{
    (void)state;
    for (uint32_t cut = 60; cut < 110; cut += 7) {
        play p = begin_play(), q = begin_play();
        vv_behaviour_set_input(p.stage, p.actor, 0, 1.0f);
        for (uint32_t n = 0; n < cut; n++) {
            if (n == 60)
                vv_behaviour_raise_event(p.stage, p.actor, 0);
            vv_stage_step(p.stage, STEP);
        }
        size_t bytes = vv_stage_save_bytes(p.stage);
        void *saved = malloc(bytes);
        assert_int_equal(vv_stage_save(p.stage, saved, bytes), bytes);
        vv_error error = {0};
        if (vv_stage_restore(q.stage, saved, bytes, &error) != VV_OK)
            fail_msg("%s", error.message);
        run(&p, 1.0f);
        run(&q, 1.0f);
        assert_true(vv_stage_hash(p.stage) == vv_stage_hash(q.stage));
        assert_int_equal(state_of(&p), state_of(&q));
        free(saved);
        end_play(&p);
        end_play(&q);
    }
}

/* ---- Being still, and wrong calls -------------------------------------------------------------------------------- */

static void it_sleeps_until_its_input_wakes_it(void **state)
{
    (void)state;
    play p = begin_play();
    run(&p, 8.0f);
    assert_true(vv_stage_actor_state(p.stage, p.actor).asleep);
    vv_behaviour_set_input(p.stage, p.actor, 0, 1.0f);
    run(&p, 1.0f);
    assert_false(vv_stage_actor_state(p.stage, p.actor).asleep);
    assert_true(vv_stage_actor_state(p.stage, p.actor).velocity.x > 0.8f);
    end_play(&p);
}

static void do_nothing(const void *user, vv_stage *stage, vv_actor actor, void *memory, float seconds)
{
    (void)user, (void)stage, (void)actor, (void)memory, (void)seconds;
}

static void wrong_numbers_and_wrong_actors_are_refused(void **state)
{
    (void)state;
    play p = begin_play();
    assert_int_equal(vv_behaviour_current_status(p.stage, p.actor).state, VV_NONE); /* no step has run */
    assert_true(vv_behaviour_set_input(p.stage, p.actor, 0, 0.25f));
    assert_false(vv_behaviour_set_input(p.stage, p.actor, 0, NAN));
    assert_false(vv_behaviour_set_input(p.stage, p.actor, 0, INFINITY));
    assert_false(vv_behaviour_set_input(p.stage, p.actor, 1, 0.0f));
    assert_false(vv_behaviour_set_input(p.stage, p.actor, VV_NONE, 0.0f));
    assert_false(vv_behaviour_raise_event(p.stage, p.actor, 1));
    assert_true(vv_behaviour_input(p.stage, p.actor, 0) == 0.25f);
    assert_true(vv_behaviour_input(p.stage, p.actor, 1) == 0.0f);
    vv_actor_def def = vv_default_actor_def();
    vv_actor other;
    def.sprite = p.biped.sprite;
    def.position.x = 3.0f;
    def.controller = (vv_controller){.step = do_nothing, .state_bytes = 1024};
    assert_int_equal(vv_stage_add_actor(p.stage, &def, &other, NULL), VV_OK);
    assert_false(vv_behaviour_set_input(p.stage, other, 0, 0.0f));
    assert_false(vv_behaviour_raise_event(p.stage, other, 0));
    assert_int_equal(vv_behaviour_current_status(p.stage, other).state, VV_NONE);
    vv_stage_remove_actor(p.stage, p.actor);
    assert_false(vv_behaviour_set_input(p.stage, p.actor, 0, 0.0f));
    assert_int_equal(vv_behaviour_current_status(p.stage, p.actor).state, VV_NONE);
    assert_true(vv_behaviour_fits(p.biped.behaviour, vv_sprite_complex(p.biped.sprite)));
    end_play(&p);
}

static void a_step_allocates_nothing(void **state)
{
    (void)state;
    biped b = make_biped();
    vv_counting counting = {0};
    vv_allocator allocator = vv_counting_allocator(&counting);
    vv_stage_def stage_def = vv_default_stage_def();
    vv_stage *stage = NULL;
    vv_obstacle ground;
    vv_actor actor;
    assert_int_equal(vv_stage_create(&stage_def, &allocator, &stage, NULL), VV_OK);
    assert_int_equal(vv_stage_add_ground(stage, 0.0f, 0.8f, &ground, NULL), VV_OK);
    vv_actor_def def = vv_default_actor_def();
    def.sprite = b.sprite;
    def.controller = vv_behaviour_controller(b.behaviour);
    assert_int_equal(vv_stage_add_actor(stage, &def, &actor, NULL), VV_OK);
    uint64_t before = counting.allocations;
    vv_behaviour_set_input(stage, actor, 0, 1.0f);
    for (uint32_t i = 0; i < 200; i++) {
        if (i == 100)
            vv_behaviour_raise_event(stage, actor, 0);
        vv_stage_step(stage, STEP);
    }
    assert_int_equal(counting.allocations, before);
    vv_stage_destroy(stage);
    assert_int_equal(counting.used, 0);
    free_biped(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_walks_upright_at_the_speed_of_its_input),
        cmocka_unit_test(its_place_goes_round_the_ring),
        cmocka_unit_test(it_crouches_and_springs),
        cmocka_unit_test(nobody_jumps_from_the_air),
        cmocka_unit_test(frame_rates_change_nothing),
        cmocka_unit_test(a_saved_stage_goes_on_in_the_middle_of_a_transition),
        cmocka_unit_test(it_sleeps_until_its_input_wakes_it),
        cmocka_unit_test(wrong_numbers_and_wrong_actors_are_refused),
        cmocka_unit_test(a_step_allocates_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
