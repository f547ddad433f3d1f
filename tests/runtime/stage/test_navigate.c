/* Where the place goes: blends inside the complex, the oscillator, what energy, equilibrium and projection do to it. */
#include "tests/runtime/stage/scenes.h"

/* ---- Blends ------------------------------------------------------------------------------------------------------ */

/* Two triangles on a common side, a segment from their far corner, and a point of its own. */
static vv_complex *make_board(void)
{
    const vv_simplex simplices[] = {{{0, 1, 2}}, {{1, 3, 2}}, {{3, 4, VV_NONE}}};
    vv_complex *complex = NULL;
    assert_int_equal(vv_complex_create(&(vv_complex_def){6, 3, simplices, NULL}, NULL, &complex, NULL), VV_OK);
    return complex;
}

static vv_place random_place(vvi_random *random, const vv_complex *complex)
{
    vv_place place = {vvi_random_below(random, vv_complex_simplex_count(complex)), {0.0f, 0.0f, 0.0f}};
    vv_simplex simplex = vv_complex_simplex(complex, place.simplex);
    float sum = 0.0f;
    for (int k = 0; k < 3; k++) {
        bool flat = vvi_random_below(random, 4) == 0; /* on a face now and then */
        place.weights[k] = simplex.corner[k] == VV_NONE || flat ? 0.0f : vvi_random_unit(random);
        sum += place.weights[k];
    }
    if (sum == 0.0f)
        sum = place.weights[0] = 1.0f;
    for (int k = 0; k < 3; k++)
        place.weights[k] /= sum;
    return place;
}

static void blends_go_the_share_of_the_shortest_way(void **state)
{
    (void)state;
    vv_complex *complex = make_board();
    vvi_random random = vvi_random_seed(5);
    for (int round = 0; round < 3000; round++) {
        vv_place a = random_place(&random, complex), b = random_place(&random, complex);
        float t = vvi_random_unit(&random), whole = vv_complex_distance(complex, a, b);
        vv_place at = vvi_place_lerp(complex, a, b, t);
        assert_true(vv_complex_has_place(complex, at));
        if (whole == INFINITY) {
            assert_memory_equal(&at, &a, sizeof a);
            continue;
        }
        assert_true(fabsf(vv_complex_distance(complex, a, at) - t * whole) < 1e-4f);
        assert_true(fabsf(vv_complex_distance(complex, at, b) - (1.0f - t) * whole) < 1e-4f);
    }
    vv_complex_destroy(complex, NULL);
}

static void ways_continue_to_the_far_end(void **state)
{
    (void)state;
    vv_complex *complex = make_board();
    vvi_random random = vvi_random_seed(6);
    for (int round = 0; round < 2000; round++) {
        vv_place a = random_place(&random, complex), b = random_place(&random, complex);
        float whole = vv_complex_distance(complex, a, b);
        vv_place end = vvi_place_far_end(complex, a, b), on = vvi_place_extrapolate(complex, a, b, 1.5f);
        assert_true(vv_complex_has_place(complex, end) && vv_complex_has_place(complex, on));
        if (!(whole > 1e-3f && whole < INFINITY))
            continue;
        float left = vv_complex_distance(complex, b, end), gone = vv_complex_distance(complex, b, on);
        assert_true(gone < 0.5f * whole + 1e-3f && (left < 0.5f * whole || gone > 0.5f * whole - 1e-3f));
        bool is_inside = b.weights[0] > 0.01f && b.weights[1] > 0.01f && b.weights[2] > 0.01f;
        if (a.simplex == b.simplex && is_inside) /* straight on */
            assert_true(fabsf(vv_complex_distance(complex, a, end) - whole - left) < 1e-3f);
    }
    /* Up to an example and over it: from one segment of a chain into the next. */
    const vv_simplex chain[] = {{{1, 0, VV_NONE}}, {{0, 2, VV_NONE}}};
    vv_complex *line = NULL;
    assert_int_equal(vv_complex_create(&(vv_complex_def){3, 2, chain, NULL}, NULL, &line, NULL), VV_OK);
    vv_place half = {0, {0.5f, 0.5f, 0.0f}}, rest = vv_complex_at_example(line, 0);
    vv_place over = vvi_place_extrapolate(line, half, rest, 1.5f);
    assert_true(over.simplex == 1 && fabsf(over.weights[1] - 0.25f) < 1e-5f);
    vv_complex_destroy(line, NULL);
    vv_complex_destroy(complex, NULL);
}

/* ---- The oscillator: a beam in the air, started off its equilibrium ---------------------------------------------- */

static scene make_beam(float frequency, float settle, uint32_t substeps, float stiffness, float projection)
{
    body b = body_beam(2.0f, 16);
    vv_actor_def def = actor_of(&b);
    vv_stage_def stage_def = vv_default_stage_def();
    def.place = vv_complex_at_example(vv_sprite_complex(b.sprite), BEAM_UP);
    def.strengths.equilibrium = frequency;
    def.strengths.settle = settle;
    def.strengths.stiffness = stiffness;
    def.strengths.projection = projection;
    def.strengths.damping = 0.0f;
    stage_def.gravity = (vv_vec2){0.0f, 0.0f};
    stage_def.substeps = substeps;
    scene s = {.stage = make_stage(&stage_def), .body = b, .size = vv_sprite_size(b.sprite)};
    s.actor = add_actor(s.stage, &def);
    vv_stage_set_equilibrium(s.stage, s.actor, vv_complex_at_example(vv_sprite_complex(b.sprite), BEAM_REST));
    return s;
}

/* 1 up, −1 down. */
static float bend_of(const scene *s) { return weight_of(s, BEAM_UP) - weight_of(s, BEAM_DOWN); }

static void the_place_is_a_damped_oscillator(void **state)
{
    (void)state;
    const float ratios[] = {0.1f, 0.3f, 0.7f, 1.0f, 2.0f}, projections[] = {1.0f, 0.0f};
    const uint32_t substeps[] = {2, 8};
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 2; j++)
            for (int k = 0; k < 2; k++) {
                float f = 2.0f, z = ratios[i], w = 2.0f * VV_PI * f, worst = 0.0f;
                scene s = make_beam(f, z, substeps[j], 200.0f, projections[k]);
                for (int n = 0; n < 60; n++) {
                    run_steps(s.stage, 1);
                    float t = (float)vv_stage_time(s.stage), m, root = sqrtf(fabsf(1.0f - z * z));
                    if (z < 1.0f)
                        m = expf(-z * w * t) * (cosf(w * root * t) + z / root * sinf(w * root * t));
                    else if (z == 1.0f)
                        m = expf(-w * t) * (1.0f + w * t);
                    else
                        m = expf(-z * w * t) * (coshf(w * root * t) + z / root * sinhf(w * root * t));
                    worst = vvi_max(worst, fabsf(bend_of(&s) - m));
                    assert_true(vv_complex_has_place(vv_sprite_complex(s.body.sprite),
                                                     vv_stage_actor_state(s.stage, s.actor).place));
                }
                if (!(worst < (substeps[j] == 2 ? 0.06f : 0.02f)))
                    fail_msg("ratio %g, %u substeps, projection %g: off by %g", (double)z, substeps[j],
                             (double)projections[k], (double)worst);
                scene_free(&s);
            }
}

static uint32_t oscillations(float frequency, float settle)
{
    scene s = make_beam(frequency, settle, 2, 60.0f, 1.0f);
    uint32_t turns = 0;
    float before = 1.0f;
    for (int n = 0; n < 180; n++) { /* 3 s */
        run_steps(s.stage, 1);
        float now = bend_of(&s);
        turns += fabsf(now) > 0.02f && (now > 0.0f) != (before > 0.0f);
        before = fabsf(now) > 0.02f ? now : before;
    }
    assert_true(fabsf(before) < 1.01f);
    scene_free(&s);
    return turns;
}

static void a_beam_is_passive_or_oscillates_by_two_strengths(void **state)
{
    (void)state;
    assert_true(oscillations(20.0f, 1.0f) <= 1);  /* passive and stiff */
    assert_true(oscillations(3.0f, 0.05f) >= 10); /* energetic: 3 s at 3 Hz cross the middle 18 times */
    assert_true(oscillations(3.0f, 0.3f) >= 2 && oscillations(3.0f, 0.3f) < oscillations(3.0f, 0.05f));
}

static void without_equilibrium_the_place_stays_where_it_is_put(void **state)
{
    (void)state;
    scene s = make_beam(0.0f, 0.7f, 2, 60.0f, 1.0f);
    run_steps(s.stage, 120);
    assert_true(bend_of(&s) > 0.98f);
    scene_free(&s);
}

/* ---- Projection and energy --------------------------------------------------------------------------------------- */

static void projection_follows_what_the_shape_is(void **state)
{
    (void)state;
    for (int on = 0; on < 2; on++) {
        body b = body_ball(1.0f, 8);
        vv_actor_def def = actor_of(&b);
        def.strengths.projection = on ? 1.0f : 0.0f;
        def.strengths.equilibrium = 1.0f;
        scene s = make_free(b, def);
        actor *a = inside_of(&s);
        for (uint32_t i = 0; i < a->view.particle_count; i++)
            a->x[i] = (vv_vec2){a->x[i].x * 1.4f, a->x[i].y * 0.75f}; /* about 0.6 of the way to squashed */
        run_steps(s.stage, 3);
        float squashed = weight_of(&s, BALL_SQUASHED);
        assert_true(on ? squashed > 0.4f : squashed < 0.02f);
        scene_free(&s);
    }
}

/* The bend of a beam that lies on two supports and is struck from above in the middle. */
static float struck(vv_energy_towards towards, float energy)
{
    body beam = body_beam(4.0f, 32), ball = body_ball(1.0f, 5);
    vv_stage_def stage_def = vv_default_stage_def();
    vv_actor_def def = actor_of(&beam);
    vv_stage *stage = make_stage(&stage_def);
    const vv_vec2 left[] = {{-2.2f, 0.0f}, {-1.6f, 0.0f}, {-1.6f, 1.0f}, {-2.2f, 1.0f}};
    const vv_vec2 right[] = {{1.6f, 0.0f}, {2.2f, 0.0f}, {2.2f, 1.0f}, {1.6f, 1.0f}};
    vv_obstacle_def block = vv_default_obstacle_def();
    vv_obstacle o;
    block.kind = VV_OBSTACLE_POLYGON;
    block.point_count = 4;
    block.points = left;
    assert_int_equal(vv_stage_add_obstacle(stage, &block, &o, NULL), VV_OK);
    block.points = right;
    assert_int_equal(vv_stage_add_obstacle(stage, &block, &o, NULL), VV_OK);
    def.position.y = 1.01f;
    def.strengths.energy = energy;
    def.strengths.energy_towards = towards;
    def.strengths.energy_example = BEAM_UP; /* ends up: the middle goes down */
    def.strengths.equilibrium = 8.0f;
    def.strengths.settle = 0.3f;
    scene s = {stage, add_actor(stage, &def), beam, vv_sprite_size(beam.sprite)};
    def = actor_of(&ball);
    def.position.y = 3.5f;
    add_actor(stage, &def);
    float most = 0.0f;
    for (int i = 0; i < 90; i++) {
        run_steps(stage, 1);
        float bend = bend_of(&s);
        most = fabsf(bend) > fabsf(most) ? bend : most;
        assert_true(vv_complex_has_place(vv_sprite_complex(beam.sprite), vv_stage_actor_state(stage, s.actor).place));
    }
    scene_free(&s);
    body_free(&ball);
    return most;
}

static void a_blow_bends_the_beam_it_strikes(void **state)
{
    (void)state;
    float without = struck(VV_ENERGY_EXAMPLE, 0.0f), with = struck(VV_ENERGY_EXAMPLE, 8.0f);
    float away = struck(VV_ENERGY_AWAY, 8.0f), along = struck(VV_ENERGY_VELOCITY, 8.0f);
    assert_true(fabsf(without) < 0.2f);
    assert_true(with > 0.4f && with > 2.5f * fabsf(without));
    assert_true(fabsf(away) > 0.4f); /* the way it was bent already */
    assert_true(fabsf(along) > 0.4f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blends_go_the_share_of_the_shortest_way),
        cmocka_unit_test(ways_continue_to_the_far_end),
        cmocka_unit_test(the_place_is_a_damped_oscillator),
        cmocka_unit_test(a_beam_is_passive_or_oscillates_by_two_strengths),
        cmocka_unit_test(without_equilibrium_the_place_stays_where_it_is_put),
        cmocka_unit_test(projection_follows_what_the_shape_is),
        cmocka_unit_test(a_blow_bends_the_beam_it_strikes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
