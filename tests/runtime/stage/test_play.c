/* Clips on sprites. The drawings of bodies.h have handles whose common affine map is that of the whole drawing, so
 * what a clip of such a map must make of them is known in closed form. */
#include "tests/runtime/stage/scenes.h"

#include <verve/clip.h>

enum { HANDLES = 5 };

/* ---- Clips by formula -------------------------------------------------------------------------------------------- */

typedef struct keyed {
    float time;
    float angle, along, across; /* p ↦ R(angle) diag(along, across) p, of every point of the drawing */
    bool release;
} keyed;

/* Where handles of the ball (diameter d) and the beam (length d) are: bodies.c. */
static vv_vec2 pivot_of_ball(float d, uint32_t j)
{
    const vv_vec2 at[HANDLES] = {{0.0f, 0.5f}, {0.0f, 0.98f}, {0.0f, 0.02f}, {-0.48f, 0.5f}, {0.48f, 0.5f}};
    return vv_vec2_scale(at[j], d);
}

static vv_vec2 pivot_of_beam(float d, uint32_t j) { return (vv_vec2){0.23f * ((float)j - 2.0f) * d, d / 16.0f}; }

static vv_key key_at(const keyed *k, vv_handle_channel channel, vv_vec2 pivot)
{
    vv_key key = vv_default_key();
    vv_vec2 to = vv_mat2_apply(vv_mat2_rotation(k->angle), (vv_vec2){k->along * pivot.x, k->across * pivot.y});
    key.time = k->time;
    key.curve = VV_CURVE_LINEAR;
    key.release = k->release;
    key.value[0] = channel == VV_CHANNEL_POSITION ? to.x : channel == VV_CHANNEL_ANGLE ? k->angle : k->along;
    key.value[1] = channel == VV_CHANNEL_POSITION ? to.y : channel == VV_CHANNEL_ANGLE ? 0.0f : k->across;
    return key;
}

/* `handles`: a bit for each that the clip leads. */
static vv_clip *make_clip(vv_vec2 (*pivot)(float, uint32_t), float d, uint32_t handles, uint32_t count,
                          const keyed *keys, bool loop)
{
    vv_key made[VV_CHANNEL_COUNT * HANDLES][8];
    vv_track tracks[VV_CHANNEL_COUNT * HANDLES];
    vv_clip_def def = {
        .handle_count = HANDLES, .duration = keys[count - 1].time + 0.01f, .loop = loop, .tracks = tracks};
    for (uint32_t i = 0; i < VV_CHANNEL_COUNT * HANDLES; i++) {
        vv_handle_channel channel = (vv_handle_channel)(i % VV_CHANNEL_COUNT);
        uint32_t handle = i / VV_CHANNEL_COUNT;
        if (!(handles & 1u << handle))
            continue;
        for (uint32_t k = 0; k < count; k++)
            made[i][k] = key_at(&keys[k], channel, pivot(d, handle));
        tracks[def.track_count++] =
            (vv_track){.handle = handle, .channel = channel, .key_count = count, .keys = made[i]};
    }
    vv_clip *clip = NULL;
    vv_error error = {0};
    if (vv_clip_create(&def, NULL, &clip, &error) != VV_OK)
        fail_msg("%s", error.message);
    return clip;
}

/* ---- What is seen ------------------------------------------------------------------------------------------------ */

/* How far the drawing as shown is from the affine map L of the one at rest, both about their mean, at worst: metres. */
static float miss(const scene *s, vv_mat2 map)
{
    uint32_t n = s->body.vertex_count;
    vv_vec2 *at = calloc(n, sizeof *at), mean[2] = {{0}};
    float worst = 0.0f;
    vv_stage_vertices(s->stage, s->actor, at);
    for (uint32_t i = 0; i < n; i++) {
        mean[0] = vv_vec2_add(mean[0], vv_vec2_scale(at[i], 1.0f / (float)n));
        mean[1] = vv_vec2_add(mean[1], vv_vec2_scale(s->body.positions[i], 1.0f / (float)n));
    }
    for (uint32_t i = 0; i < n; i++) {
        vv_vec2 want = vv_mat2_apply(map, vv_vec2_sub(s->body.positions[i], mean[1]));
        worst = fmaxf(worst, vv_vec2_distance(vv_vec2_sub(at[i], mean[0]), want));
    }
    free(at);
    return worst;
}

static vv_mat2 stretched(float along, float across) { return (vv_mat2){along, 0.0f, 0.0f, across}; }

/* ---- Shape ------------------------------------------------------------------------------------------------------- */

static void test_takes_the_shape_that_the_clip_says(void **state)
{
    (void)state;
    const keyed keys[] = {{0.0f, 0.0f, 1.0f, 1.0f, false}, {0.5f, 0.0f, 0.8f, 1.25f, false}};
    vv_clip *clip = make_clip(pivot_of_ball, 1.0f, 31, 2, keys, false);
    for (int flipped = 0; flipped < 2; flipped++) {
        body ball = body_ball(1.0f, 6);
        vv_actor_def def = actor_of(&ball);
        def.clip = clip;
        def.flipped = flipped;
        scene s = make_free(ball, def);
        run_steps(s.stage, 15);
        float side = flipped ? -1.0f : 1.0f, t = (float)vv_stage_time(s.stage) / 0.5f;
        assert_in_range((int)(100.0f * t), 30, 70);
        assert_true(miss(&s, stretched(side * (1.0f - 0.2f * t), 1.0f + 0.25f * t)) < 2e-3f);
        run_steps(s.stage, 60);
        assert_true(miss(&s, stretched(side * 0.8f, 1.25f)) < 1e-4f);
        scene_free(&s);
    }
    vv_clip_destroy(clip, NULL);
}

/* In the mirror a clip bends the other way: a shear, which a ball's own symmetry does not hide. */
static void test_is_mirrored_with_the_drawing(void **state)
{
    (void)state;
    const keyed keys[] = {{0.0f, 0.0f, 1.0f, 1.0f, false}, {0.3f, 0.6f, 1.0f, 1.0f, false}};
    vv_clip *clip = make_clip(pivot_of_beam, 2.0f, 1u << 4, 2, keys, false); /* one end alone is turned */
    vv_vec2 *at[2];
    scene s[2];
    for (int flipped = 0; flipped < 2; flipped++) {
        body beam = body_beam(2.0f, 16);
        vv_actor_def def = actor_of(&beam);
        def.clip = clip;
        def.flipped = flipped;
        s[flipped] = make_free(beam, def);
        run_steps(s[flipped].stage, 90);
        at[flipped] = calloc(beam.vertex_count, sizeof **at);
        vv_stage_vertices(s[flipped].stage, s[flipped].actor, at[flipped]);
    }
    float highest = 0.0f;
    for (uint32_t i = 0; i < s[0].body.vertex_count; i++) {
        assert_float_equal(at[0][i].x, -at[1][i].x, 1e-4);
        assert_float_equal(at[0][i].y, at[1][i].y, 1e-4);
        highest = fmaxf(highest, at[0][i].y);
    }
    assert_true(highest > 0.3f); /* it is bent at all: at rest it is 0.25 m high */
    for (int i = 0; i < 2; i++) {
        scene_free(&s[i]);
        free(at[i]);
    }
    vv_clip_destroy(clip, NULL);
}

static void test_turns_with_the_clip(void **state)
{
    (void)state;
    const keyed keys[] = {
        {0.0f, 0.0f, 1.0f, 1.0f, false}, {0.5f, 0.75f, 1.0f, 1.0f, false}, {1.0f, 1.5f, 1.0f, 1.0f, false}};
    vv_clip *clip = make_clip(pivot_of_beam, 2.0f, 31, 3, keys, false);
    body beam = body_beam(2.0f, 16);
    vv_actor_def def = actor_of(&beam);
    def.clip = clip;
    scene s = make_free(beam, def);
    run_steps(s.stage, 120);
    vv_actor_state after = vv_stage_actor_state(s.stage, s.actor);
    assert_true(miss(&s, vv_mat2_rotation(1.5f)) < 5e-3f);
    assert_true(fabsf(after.angular_velocity) < 1e-2f && vv_vec2_length(after.velocity) < 1e-4f);
    scene_free(&s);
    vv_clip_destroy(clip, NULL);
}

/* ---- Physics goes on --------------------------------------------------------------------------------------------- */

static void test_falls_as_it_would_without(void **state)
{
    (void)state;
    const keyed keys[] = {{0.0f, 0.0f, 1.0f, 1.0f, false},
                          {0.2f, 0.0f, 1.3f, 0.7f, false},
                          {0.4f, 0.4f, 0.7f, 1.3f, false},
                          {0.6f, 0.0f, 1.0f, 1.0f, false}};
    vv_clip *clip = make_clip(pivot_of_ball, 1.0f, 31, 4, keys, true);
    vv_stage_def stage_def = vv_default_stage_def();
    body ball = body_ball(1.0f, 6);
    vv_actor_def def = actor_of(&ball);
    def.clip = clip;
    def.position = (vv_vec2){0.0f, 20.0f};
    def.velocity = (vv_vec2){2.0f, 3.0f};
    scene s = {.stage = make_stage(&stage_def), .body = ball, .size = vv_sprite_size(ball.sprite)};
    s.actor = add_actor(s.stage, &def);
    vv_vec2 start = vv_stage_actor_state(s.stage, s.actor).position;
    for (int i = 1; i <= 90; i++) {
        vv_stage_step(s.stage, 1.0f / 60.0f);
        float t = (float)vv_stage_time(s.stage), g = stage_def.gravity.y;
        vv_vec2 at = vv_stage_actor_state(s.stage, s.actor).position;
        assert_float_equal(at.x, start.x + 2.0f * t, 2e-3);
        assert_float_equal(at.y, start.y + 3.0f * t + 0.5f * g * t * t, 2e-3);
    }
    scene_free(&s);
    vv_clip_destroy(clip, NULL);
}

static void test_stands_while_it_is_squashed(void **state)
{
    (void)state;
    const keyed keys[] = {{0.5f, 0.0f, 1.0f, 1.0f, false},
                          {0.9f, 0.0f, 1.5f, 0.6f, false},
                          {1.3f, 0.0f, 0.8f, 1.3f, false},
                          {1.6f, 0.0f, 1.0f, 1.0f, false}};
    vv_clip *clip = make_clip(pivot_of_ball, 1.0f, 31, 4, keys, false);
    body ball = body_ball(1.0f, 6);
    vv_actor_def def = actor_of(&ball);
    def.clip = clip;
    scene s = make_grounded(ball, def, vv_default_stage_def());
    float least = 1.0f, most = 0.0f;
    for (int i = 0; i < 150; i++) {
        vv_stage_step(s.stage, 1.0f / 60.0f);
        float height = vv_stage_actor_state(s.stage, s.actor).position.y;
        least = fminf(least, height);
        most = fmaxf(most, height);
        assert_in_range((int)(1e4f * (lowest_of(&s) + 1.0f)), 9900, 10100); /* within a hundredth of the ground */
    }
    assert_true(least < 0.34f && most > 0.6f);
    scene_free(&s);
    vv_clip_destroy(clip, NULL);
}

/* What the clip does to one part of the drawing is not taken for a way through the examples. */
static void test_leaves_the_place_alone(void **state)
{
    (void)state;
    const keyed keys[] = {
        {0.0f, 0.0f, 1.0f, 1.0f, false}, {0.3f, 0.7f, 1.0f, 1.0f, false}, {0.6f, -0.7f, 1.0f, 1.0f, false}};
    vv_clip *clip = make_clip(pivot_of_beam, 2.0f, 1u << 4, 3, keys, true);
    body beam = body_beam(2.0f, 16);
    vv_actor_def def = actor_of(&beam);
    def.clip = clip;
    def.strengths.equilibrium = 1.0f; /* hardly drawn back: what moves the place shows */
    scene s = make_free(beam, def);
    for (int i = 0; i < 120; i++) {
        vv_stage_step(s.stage, 1.0f / 60.0f);
        assert_true(weight_of(&s, BEAM_REST) > 0.97f);
    }
    scene_free(&s);
    vv_clip_destroy(clip, NULL);
}

/* Nor where one of two parts is let go while the other is led on. */
static void test_lets_go_of_one_part_alone(void **state)
{
    (void)state;
    const keyed bent[] = {{0.0f, 0.0f, 1.0f, 1.0f, false}, {0.3f, 0.8f, 1.0f, 1.0f, false}};
    vv_clip *clip = make_clip(pivot_of_beam, 2.0f, 1u << 4, 2, bent, false);
    vv_track tracks[4];
    vv_key at_rest = vv_default_key();
    for (uint32_t i = 0; i < 3; i++)
        tracks[i] = vv_clip_track(clip, i);
    at_rest.time = 0.6f; /* held where it is anyway, and let go */
    at_rest.release = true;
    at_rest.value[0] = pivot_of_beam(2.0f, 0).x;
    at_rest.value[1] = pivot_of_beam(2.0f, 0).y;
    tracks[3] = (vv_track){.handle = 0, .channel = VV_CHANNEL_POSITION, .key_count = 1, .keys = &at_rest};
    const vv_clip_def both_def = {.handle_count = HANDLES, .duration = 1.0f, .track_count = 4, .tracks = tracks};
    vv_clip *both = NULL;
    assert_int_equal(vv_clip_create(&both_def, NULL, &both, NULL), VV_OK);
    body beam = body_beam(2.0f, 16);
    vv_actor_def def = actor_of(&beam);
    def.clip = both;
    def.strengths.equilibrium = 1.0f;
    scene s = make_free(beam, def);
    for (int i = 0; i < 60; i++) {
        vv_stage_step(s.stage, 1.0f / 60.0f);
        assert_true(weight_of(&s, BEAM_REST) > 0.97f);
    }
    scene_free(&s);
    vv_clip_destroy(clip, NULL);
    vv_clip_destroy(both, NULL);
}

/* Four handles of five are moved and turned: the fifth goes along, and the drawing stays as it is. */
static void test_takes_the_others_along(void **state)
{
    (void)state;
    const keyed keys[] = {
        {0.0f, 0.0f, 1.0f, 1.0f, false}, {0.5f, 0.5f, 1.0f, 1.0f, false}, {1.0f, 1.0f, 1.0f, 1.0f, false}};
    vv_clip *clip = make_clip(pivot_of_beam, 2.0f, 15, 3, keys, false);
    body beam = body_beam(2.0f, 16);
    vv_actor_def def = actor_of(&beam);
    def.clip = clip;
    scene s = make_free(beam, def);
    run_steps(s.stage, 90);
    assert_true(miss(&s, vv_mat2_rotation(1.0f)) < 5e-3f);
    scene_free(&s);
    vv_clip_destroy(clip, NULL);
}

/* ---- Beginning, ending, sleeping --------------------------------------------------------------------------------- */

/* What begins and ends at once is left to matching and elasticity: a soft drawing takes some frames. */
static void test_begins_and_ends_without_a_jump(void **state)
{
    (void)state;
    const keyed keys[] = {{0.2f, 0.0f, 1.4f, 0.7f, false}, {0.6f, 0.0f, 1.4f, 0.7f, true}};
    vv_clip *clip = make_clip(pivot_of_ball, 1.0f, 31, 2, keys, false);
    body ball = body_ball(1.0f, 6);
    vv_actor_def def = actor_of(&ball);
    def.strengths.stiffness = def.strengths.local = 4.0f;
    def.strengths.equilibrium = 3.0f;
    def.strengths.damping = 20.0f;
    scene s = make_free(ball, def);
    run_steps(s.stage, 30);
    double start = vv_stage_time(s.stage);
    assert_true(vv_stage_play_clip(s.stage, s.actor, clip, start));
    float before = 0.0f, jump = 0.0f, reached = 1.0f;
    for (int i = 0; i < 90; i++) {
        vv_stage_step(s.stage, 1.0f / 60.0f);
        float gone = miss(&s, stretched(1.0f, 1.0f));
        jump = fmaxf(jump, fabsf(gone - before));
        before = gone;
        reached = fminf(reached, miss(&s, stretched(1.4f, 0.7f)));
    }
    assert_true(reached < 0.02f);
    assert_true(jump > 0.01f && jump < 0.14f); /* of the 0.2 m that it goes in all */
    assert_true(before < 0.02f);
    scene_free(&s);
    vv_clip_destroy(clip, NULL);
}

static void test_is_awake_while_it_plays(void **state)
{
    (void)state;
    const keyed keys[] = {{3.0f, 0.0f, 1.0f, 1.0f, false}, {3.5f, 0.0f, 1.3f, 0.7f, false}};
    vv_clip *clip = make_clip(pivot_of_ball, 1.0f, 31, 2, keys, false);
    body ball = body_ball(1.0f, 6);
    vv_actor_def def = actor_of(&ball);
    scene s = make_grounded(ball, def, vv_default_stage_def());
    run_steps(s.stage, 120);
    assert_true(vv_stage_actor_state(s.stage, s.actor).asleep);
    assert_true(vv_stage_play_clip(s.stage, s.actor, clip, vv_stage_time(s.stage)));
    assert_false(vv_stage_actor_state(s.stage, s.actor).asleep);
    run_steps(s.stage, 230);
    assert_true(miss(&s, stretched(1.3f, 0.7f)) < 0.02f);
    run_steps(s.stage, 120);
    assert_true(vv_stage_actor_state(s.stage, s.actor).asleep); /* it has ended, and stays as it is */
    scene_free(&s);
    vv_clip_destroy(clip, NULL);
}

/* ---- Saving, and what is refused --------------------------------------------------------------------------------- */

static void test_goes_on_after_a_restore(void **state)
{
    (void)state;
    const keyed keys[] = {
        {0.0f, 0.0f, 1.0f, 1.0f, false}, {0.4f, 0.3f, 1.3f, 0.7f, false}, {0.8f, 0.0f, 0.8f, 1.2f, false}};
    vv_clip *clip = make_clip(pivot_of_ball, 1.0f, 31, 3, keys, true);
    body ball = body_ball(1.0f, 4);
    vv_actor_def def = actor_of(&ball);
    def.position.y = 1.0f;
    scene s = make_grounded(ball, def, vv_default_stage_def());
    run_steps(s.stage, 20);
    vv_stage_play_clip(s.stage, s.actor, clip, 0.1);
    size_t count = vv_stage_save_bytes(s.stage);
    void *bytes = malloc(count);
    assert_int_equal(vv_stage_save(s.stage, bytes, count), count);
    run_steps(s.stage, 100);
    uint64_t hash = vv_stage_hash(s.stage);
    vv_stage_play_clip(s.stage, s.actor, NULL, 0.0);
    run_steps(s.stage, 10);
    assert_int_equal(vv_stage_restore(s.stage, bytes, count, NULL), VV_OK); /* the clip is found again */
    run_steps(s.stage, 100);
    assert_int_equal(vv_stage_hash(s.stage), hash);
    vv_stage_play_clip(s.stage, s.actor, NULL, 0.0);
    vv_stage_forget_removed(s.stage);
    vv_error error = {0};
    assert_int_equal(vv_stage_restore(s.stage, bytes, count, &error), VV_ERROR_ARGUMENT);
    assert_string_equal(error.message, "actor 0 played another clip when this was saved");
    assert_string_equal(error.remedy, "call vv_stage_play_clip with the clip of then before the save is restored");
    vv_stage_play_clip(s.stage, s.actor, clip, 7.0); /* the caller plays the clip again, the save says when it began */
    assert_int_equal(vv_stage_restore(s.stage, bytes, count, NULL), VV_OK);
    run_steps(s.stage, 100);
    assert_int_equal(vv_stage_hash(s.stage), hash);
    free(bytes);
    scene_free(&s);
    vv_clip_destroy(clip, NULL);
}

static void test_refuses_clips_of_others(void **state)
{
    (void)state;
    const keyed keys[] = {{0.0f, 0.0f, 1.0f, 1.0f, false}, {1.0f, 0.0f, 1.3f, 0.7f, false}};
    vv_clip *clip = make_clip(pivot_of_ball, 1.0f, 31, 2, keys, false);
    body crate = body_crate(1.0f, 4), ball = body_ball(1.0f, 4);
    scene s = make_free(crate, actor_of(&crate));
    uint64_t hash = vv_stage_hash(s.stage);
    assert_false(vv_stage_play_clip(s.stage, s.actor, clip, 0.0)); /* a crate has four handles */
    assert_int_equal(vv_stage_hash(s.stage), hash);
    vv_actor_def def = actor_of(&crate);
    vv_actor id;
    vv_error error = {0};
    def.clip = clip;
    assert_int_equal(vv_stage_add_actor(s.stage, &def, &id, &error), VV_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "5 handles"));
    def = actor_of(&ball);
    def.clip = clip;
    def.clip_start = (double)NAN;
    assert_int_equal(vv_stage_add_actor(s.stage, &def, &id, &error), VV_ERROR_ARGUMENT);
    def.clip_start = 0.0;
    id = add_actor(s.stage, &def);
    assert_false(vv_stage_play_clip(s.stage, id, clip, (double)INFINITY));
    assert_true(vv_stage_play_clip(s.stage, id, NULL, 0.0));
    scene_free(&s);
    body_free(&ball);
    vv_clip_destroy(clip, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_takes_the_shape_that_the_clip_says),
        cmocka_unit_test(test_is_mirrored_with_the_drawing),
        cmocka_unit_test(test_turns_with_the_clip),
        cmocka_unit_test(test_falls_as_it_would_without),
        cmocka_unit_test(test_stands_while_it_is_squashed),
        cmocka_unit_test(test_leaves_the_place_alone),
        cmocka_unit_test(test_lets_go_of_one_part_alone),
        cmocka_unit_test(test_takes_the_others_along),
        cmocka_unit_test(test_begins_and_ends_without_a_jump),
        cmocka_unit_test(test_is_awake_while_it_plays),
        cmocka_unit_test(test_goes_on_after_a_restore),
        cmocka_unit_test(test_refuses_clips_of_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
