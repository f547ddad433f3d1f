/* Lines in a hand: the body follows where the line is drawn to, at once. */
#include "matches.h"

static const uint32_t left_leg[] = {HEAD, NECK, CHEST, SPINE, HIPS, LEFT_THIGH, LEFT_KNEE, LEFT_FOOT};
static const uint32_t arm[] = {RIGHT_ARM, RIGHT_ELBOW, RIGHT_HAND};
static const bow bows[3] = {{0.0f, {0, 0}, 1.7f, -1.57f, 0.3f, 0, 1},
                            {0.6f, {0.1f, 0}, 1.7f, -1.57f, 1.5f, 0, 1},
                            {1.2f, {-0.1f, 0.0f}, 1.7f, -1.57f, -1.6f, 0.2f, 1}};
static const bow waves[2] = {{0.0f, {-0.6f, 0.6f}, 0.7f, VV_PI, 0.2f, 0, 1},
                             {0.7f, {-0.3f, 0.9f}, 0.7f, 2.1f, 0.9f, 0, 1}};

typedef struct scene {
    vv_skeleton *skeleton;
    vv_line *line;
    vv_match_key keys[3];
    vv_match_def def;
    vv_match *match;
    vv_quat turns[FIGURE_JOINTS];
    vv_vec3 moves[FIGURE_JOINTS];
    vv_affine3 globals[FIGURE_JOINTS];
} scene;

static float distance3(vv_vec3 a, vv_vec3 b) { return vv_vec3_length(vv_vec3_sub(a, b)); }

static void prepare(scene *s, uint32_t count, const bow *strokes, uint32_t bones, const uint32_t *set, float heading)
{
    *s = (scene){.skeleton = figure_make(), .line = bows_line(count, strokes, VV_LINE_ELASTIC, 0.4f)};
    for (uint32_t k = 0; k < count; k++)
        s->keys[k] = (vv_match_key){bones, set, 0, 0};
    s->def = (vv_match_def){.skeleton = s->skeleton, .line = s->line, .keys = s->keys, .rate = 30.0f};
    s->def.view_plane = vv_view_plane_from_angles(heading, 0.0f, (vv_vec3){0, 0.9f, 0}, 0.0f);
    s->def.action_plane = vv_quat_identity();
}

static void solve(scene *s)
{
    vv_error error;
    if (vv_match_create(&s->def, NULL, &s->match, &error) != VV_OK || vv_match_solve(s->match, NULL, &error) != VV_OK)
        fail_msg("%s", error.message);
}

static void finish(scene *s)
{
    vv_match_destroy(s->match, NULL);
    vv_line_destroy(s->line, NULL);
    vv_skeleton_destroy(s->skeleton, NULL);
}

static void live(scene *s, double time, const vv_line_pose *pose)
{
    vv_match_solve_live(s->match, time, pose, s->turns, s->moves);
    vv_skeleton_globals(s->skeleton, s->turns, s->moves, s->globals);
}

/* Metres from a joint, as it is seen, to the nearest of many points of a line that is shifted. */
static float off_line(const scene *s, uint32_t joint, const vv_line_pose *pose, vv_vec2 shift)
{
    vv_vec2 seen = vv_view_plane_project(&s->def.view_plane, s->globals[joint].translation);
    float best = INFINITY;
    for (uint32_t i = 0; i <= 4000; i++) { /* a quarter beyond either end too, where it goes straight on */
        float along = -0.25f + 1.5f * (float)i / 4000.0f;
        vv_vec2 at = vv_vec2_add(vv_line_point(ELEMENTS, pose, along, NULL), shift);
        best = vvi_min(best, vv_vec2_distance(at, seen));
    }
    return best;
}

static vv_line_pose bent(const scene *s, double time, float turn, float bend, vv_vec2 by)
{
    vv_line_pose pose;
    vv_line_sample(s->line, time, &pose, NULL);
    pose.root = vv_vec2_add(pose.root, by);
    for (uint32_t i = 0; i < ELEMENTS; i++)
        pose.angles[i] += turn + bend * ((float)i / (ELEMENTS - 1) - 0.5f);
    return pose;
}

static void a_line_that_was_not_moved_changes_nothing(void **state)
{
    (void)state;
    vv_match_constraint_key steps[1] = {{.time = 0.0f, .position = {0.1f, 0.1f, 0.05f}}};
    vv_match_contact contact = {.bone = LEFT_FOOT, .from = 0.0f, .to = 2.0f, .key_count = 1, .keys = steps};
    for (uint32_t held = 0; held < 2; held++) {
        scene s;
        vv_quat turns[FIGURE_JOINTS];
        vv_vec3 moves[FIGURE_JOINTS];
        vv_affine3 globals[FIGURE_JOINTS];
        vv_line_pose pose;
        prepare(&s, 3, bows, 8, left_leg, 0.5f * VV_PI);
        s.def.contact_count = held;
        s.def.contacts = &contact;
        solve(&s);
        for (uint32_t f = 0; f < vv_match_frame_count(s.match); f++) {
            vv_line_sample(s.line, (double)f / 30.0, &pose, NULL);
            live(&s, (double)f / 30.0, &pose);
            vv_match_frame_pose(s.match, f, turns, moves);
            vv_skeleton_globals(s.skeleton, turns, moves, globals);
            for (uint32_t j = 0; j < FIGURE_JOINTS; j++)
                assert_true(distance3(globals[j].translation, s.globals[j].translation) < 2e-5f);
        }
        finish(&s);
    }
}

/* Bends of up to ±1.2 rad, turns of up to ±0.8, by up to 0.3 m: joints lie on the line within 2 % of its length, as
 * after solving. */
static void the_body_follows_a_line_that_is_drawn_about(void **state)
{
    (void)state;
    scene s;
    prepare(&s, 3, bows, 8, left_leg, 0.5f * VV_PI);
    s.def.action_plane = vv_quat_from_axis_angle((vv_vec3){0, 1, 0}, 0.4f);
    s.def.view_plane.eye_distance = 6.0f;
    solve(&s);
    vvi_random random = vvi_random_seed(4);
    double sum = 0.0;
    for (uint32_t i = 0; i < 60; i++) {
        float turn = 1.6f * (vvi_random_unit(&random) - 0.5f);
        float bend = 2.4f * (vvi_random_unit(&random) - 0.5f);
        float x = 0.6f * (vvi_random_unit(&random) - 0.5f);
        float y = 0.6f * (vvi_random_unit(&random) - 0.5f);
        double time = 1.5 * (double)vvi_random_unit(&random);
        vv_line_pose pose = bent(&s, time, turn, bend, (vv_vec2){x, y});
        live(&s, time, &pose);
        float mean = 0.0f;
        for (uint32_t b = 0; b < 8; b++)
            mean += off_line(&s, left_leg[b], &pose, (vv_vec2){0, 0}) / 8.0f / pose.length;
        assert_true(mean < 0.03f);
        sum += (double)mean / 60.0;
    }
    printf("in the hand: %.4f of the line's length\n", sum);
    assert_true(sum < 0.015);
    finish(&s);
}

/* Solving the line that a hand made, as a keystroke, gives the pose that was shown while it was in the hand. */
static void what_is_shown_is_what_solving_gives(void **state)
{
    (void)state;
    bow strokes[3] = {bows[0], bows[1], bows[2]};
    scene s, t;
    prepare(&s, 3, strokes, 8, left_leg, 0.5f * VV_PI);
    strokes[1].bend = 0.7f;
    strokes[1].middle.x = 0.25f;
    prepare(&t, 3, strokes, 8, left_leg, 0.5f * VV_PI);
    solve(&s);
    solve(&t);
    vv_line_pose pose;
    vv_line_sample(t.line, 0.6, &pose, NULL);
    live(&s, 0.6, &pose);
    vv_match_frame_pose(t.match, 18, t.turns, t.moves);
    vv_skeleton_globals(t.skeleton, t.turns, t.moves, t.globals);
    for (uint32_t j = 0; j < FIGURE_JOINTS; j++)
        assert_true(distance3(s.globals[j].translation, t.globals[j].translation) < 0.04f);
    finish(&s);
    finish(&t);
}

static void contacts_hold_in_the_hand(void **state)
{
    (void)state;
    vv_match_constraint_key steps[1] = {{.time = 0.0f, .position = {0.1f, 0.1f, 0.05f}}};
    vv_match_contact contact = {.bone = LEFT_FOOT, .from = 0.0f, .to = 2.0f, .key_count = 1, .keys = steps};
    scene s;
    prepare(&s, 3, bows, 8, left_leg, 0.5f * VV_PI);
    s.def.contact_count = 1;
    s.def.contacts = &contact;
    solve(&s);
    for (uint32_t i = 0; i < 20; i++) {
        vv_line_pose pose = bent(&s, 0.05 * i, 0.3f, 0.05f * (float)i - 0.5f, (vv_vec2){0.1f, 0.0f});
        live(&s, 0.05 * i, &pose);
        float off = distance3(s.globals[LEFT_FOOT].translation, steps[0].position);
        assert_true(off < (i % 2 == 0 ? 1e-5f : 3e-3f)); /* at a frame, and half way between two */
    }
    finish(&s);
}

/* Where the root is held the line is moved to go through the shoulder, however it is drawn about; and the arm lies on
 * the moved line. */
static void a_held_line_goes_through_its_anchor(void **state)
{
    (void)state;
    scene s;
    prepare(&s, 2, waves, 3, arm, 0.0f);
    s.def.hold_root = true;
    solve(&s);
    vv_vec2 shoulder = vv_view_plane_project(&s.def.view_plane, figure[RIGHT_ARM].at);
    for (uint32_t i = 0; i < 24; i++) {
        double time = 0.045 * i;
        vv_line_pose pose = bent(&s, time, 0.03f * (float)i, -0.4f, (vv_vec2){0.2f, 0.1f}), plain;
        vv_line_sample(s.line, time, &plain, NULL);
        live(&s, time, &pose);
        vv_vec2 shift = vv_match_shift(s.match, time, &pose), own = vv_match_shift(s.match, time, NULL);
        assert_true(vv_vec2_distance(vv_vec2_add(vv_line_point(ELEMENTS, &pose, 0.0f, NULL), shift), shoulder) < 1e-3f);
        assert_true(vv_vec2_distance(vv_vec2_add(vv_line_point(ELEMENTS, &plain, 0.0f, NULL), own), shoulder) < 1e-3f);
        assert_true(distance3(s.globals[HIPS].translation, figure[HIPS].at) < 1e-5f);
        for (uint32_t b = 0; b < 3; b++)
            assert_true(off_line(&s, arm[b], &pose, shift) < 0.02f * pose.length);
    }
    finish(&s);
}

static void free_lines_are_not_shifted_and_nonsense_is_not_followed(void **state)
{
    (void)state;
    scene s;
    prepare(&s, 3, bows, 8, left_leg, 0.5f * VV_PI);
    solve(&s);
    vv_line_pose pose = bent(&s, 0.4, 0.0f, 0.0f, (vv_vec2){0, 0}), wrong = pose;
    vv_vec2 shift = vv_match_shift(s.match, 0.4, &pose);
    assert_true(shift.x == 0.0f && shift.y == 0.0f);
    vv_affine3 before[FIGURE_JOINTS];
    live(&s, 0.4, &pose);
    memcpy(before, s.globals, sizeof before);
    wrong.angles[3] = NAN;
    live(&s, 0.4, &wrong);
    for (uint32_t j = 0; j < FIGURE_JOINTS; j++)
        assert_true(distance3(before[j].translation, s.globals[j].translation) < 1e-4f);
    /* Far, curled up, tiny: something finite. */
    const float bends[3] = {40.0f, -3.0f, 0.0f}, lengths[3] = {1.7f, 1e-6f, 9e3f};
    for (uint32_t i = 0; i < 3; i++) {
        wrong = bent(&s, 0.4, 3.0f, bends[i], (vv_vec2){3e3f, -2e3f});
        wrong.length = lengths[i];
        live(&s, 0.4, &wrong);
        assert_true(vvi_all_finite(&s.globals[0].translation.x, 3) && vvi_all_finite(&s.turns[HEAD].x, 4));
        live(&s, i == 0 ? -1.0 : 1e9, &wrong);
        assert_true(vvi_all_finite(&s.turns[HEAD].x, 4));
    }
    finish(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_that_was_not_moved_changes_nothing),
        cmocka_unit_test(the_body_follows_a_line_that_is_drawn_about),
        cmocka_unit_test(what_is_shown_is_what_solving_gives),
        cmocka_unit_test(contacts_hold_in_the_hand),
        cmocka_unit_test(a_held_line_goes_through_its_anchor),
        cmocka_unit_test(free_lines_are_not_shifted_and_nonsense_is_not_followed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
