/* Lines of action in the page: drawn, followed, dragged, grabbed, and made into clips. */
#include "studio/core/studio.h"

#include "runtime/base/base.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* A rod of five bones that stands on the ground, and a line that bends it to one side and back. */
static const char rod[] =
    "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n"
    "JOINT b\n{\nOFFSET 0 0.3 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
    "JOINT c\n{\nOFFSET 0 0.3 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
    "JOINT d\n{\nOFFSET 0 0.3 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
    "JOINT e\n{\nOFFSET 0 0.3 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 0.3 "
    "0\n}\n}\n}\n}\n}\n}\n"
    "MOTION\nFrames: 1\nFrame Time: 0.033333\n0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n";
static const char commands[] =
    "[{\"do\":\"skeleton.add\",\"name\":\"rod\",\"file\":\"clips/rod.bvh\",\"scale\":1},"
    "{\"do\":\"line.add\",\"name\":\"bow\",\"skeleton\":\"rod\",\"keys\":["
    "{\"time\":0,\"points\":[[0,-1],[0,-0.25],[0,0.5]],\"bones\":[\"a\",\"b\",\"c\",\"d\",\"e\"]},"
    "{\"time\":0.6,\"points\":[[0,-1],[0.1,-0.5],[0.4,-0.02],[0.84,0.2]],\"bones\":[\"a\",\"b\",\"c\",\"d\",\"e\"]},"
    "{\"time\":1.2,\"points\":[[0,-1],[0,-0.25],[0,0.5]],\"bones\":[\"a\",\"b\",\"c\",\"d\",\"e\"]}]}]";

static int set_up(void **state)
{
    vv_studio *studio = vv_studio_create(NULL);
    assert_non_null(studio);
    assert_int_equal(vv_studio_put_file(studio, "clips/rod.bvh", (const uint8_t *)rod, sizeof rod - 1), VV_OK);
    if (vv_studio_apply(studio, commands, sizeof commands - 1) != VV_OK)
        fail_msg("%s", vv_studio_text(studio));
    *state = studio;
    return 0;
}

static int tear_down(void **state)
{
    vv_studio_destroy(*state);
    return 0;
}

static const vv_action_view *open(vv_studio *studio)
{
    const vv_action_view *view = vv_studio_action(studio, 0);
    if (view == NULL)
        fail_msg("%s", vv_studio_text(studio));
    return view;
}

/* How far the joints are from the line as it is shown, metres on the paper: centre one metre up, seen from the
 * front. */
static float off_line(const vv_action_view *view)
{
    float worst = 0.0f;
    for (uint32_t j = 0; j < view->joint_count; j++) {
        vv_vec3 at = view->joints[j].translation;
        float best = INFINITY;
        for (uint32_t i = 0; i < VV_ACTION_POINTS; i++)
            best = vvi_min(best, vv_vec2_distance(view->points[i], (vv_vec2){at.x, at.y - 1.0f}));
        worst = vvi_max(worst, best);
    }
    return worst;
}

static void the_body_lies_on_the_line(void **state)
{
    vv_studio *studio = *state;
    const vv_action_view *view = open(studio);
    assert_int_equal(view->key_count, 3);
    assert_true(view->joint_count >= 5 && view->vertex_count > 0 && view->length > 1.2f);
    for (uint32_t i = 0; i <= 12; i++) {
        vv_studio_action_show(studio, 0.1 * i);
        assert_true(off_line(view) < 0.03f); /* half the way between two points, and 2 % of the length */
    }
    /* In space the points of the line are where the paper has them. */
    for (uint32_t i = 0; i < VV_ACTION_POINTS; i++) {
        assert_float_equal(view->places[i].x, view->points[i].x, 1e-4f);
        assert_float_equal(view->places[i].y, view->points[i].y + 1.0f, 1e-4f);
    }
}

static void a_dragged_stroke_is_solved_anew(void **state)
{
    vv_studio *studio = *state;
    const vv_action_view *view = open(studio);
    uint32_t serial = view->serial, version = view->version;
    vv_studio_action_show(studio, 0.6);
    vv_vec3 tip = view->joints[4].translation;
    const char drag[] = "{\"do\":\"keystroke.set\",\"line\":\"bow\",\"index\":1,\"points\":[[0,-1],[-0.1,-0.5],[-0.4,-"
                        "0.02],[-0.84,0.2]]}";
    assert_int_equal(vv_studio_preview(studio, drag, sizeof drag - 1), VV_OK);
    view = open(studio);
    assert_true(view->serial != serial && view->version == version);
    assert_float_equal(view->seconds, 0.6f, 0.0f);
    assert_true(view->joints[4].translation.x < -0.3f && tip.x > 0.3f && off_line(view) < 0.03f);
    vv_studio_preview_end(studio);
    view = open(studio);
    assert_float_equal(view->joints[4].translation.x, tip.x, 0.01f);
}

static void a_line_in_the_hand_wobbles_and_can_be_kept(void **state)
{
    vv_studio *studio = *state;
    const vv_action_view *view = open(studio);
    assert_false(vv_studio_action_grab(studio, 5.0f, 5.0f, 0.1f));
    assert_int_not_equal(vv_studio_action_pull_command(studio), VV_OK);
    assert_true(vv_studio_action_grab(studio, 0.0f, 0.5f, 0.1f));
    for (uint32_t i = 1; i <= 20; i++) {
        vv_studio_action_drag(studio, 0.02f * (float)i, 0.4f);
        vv_studio_action_play(studio, 1.0f / 60.0f);
        assert_true(off_line(view) < 0.04f); /* the body follows the hand */
    }
    assert_true(view->grabbed == 1 && view->points[VV_ACTION_POINTS - 1].x > 0.2f &&
                view->joints[4].translation.x > 0.1f);
    vv_vec3 *ghost = malloc(2 * view->vertex_count * sizeof *ghost), tip = view->joints[4].translation;
    assert_int_equal(vv_studio_action_sample(studio, 1.0, ghost, ghost + view->vertex_count), VV_OK);
    /* a look at another time leaves what is in the hand */
    assert_float_equal(view->joints[4].translation.x, tip.x, 0.0f);
    free(ghost);
    vv_studio_action_release(studio);
    for (uint32_t i = 0; i < 300; i++)
        vv_studio_action_play(studio, 1.0f / 60.0f);
    assert_int_equal(view->grabbed, 0);
    assert_int_equal(vv_studio_action_pull_command(studio), VV_OK);
    char *command = strdup(vv_studio_text(studio));
    if (vv_studio_apply(studio, command, (uint32_t)strlen(command)) != VV_OK)
        fail_msg("%s\n%s", vv_studio_text(studio), command);
    free(command);
    view = open(studio);
    vv_studio_action_show(studio, 0.25);
    assert_true(off_line(view) < 0.05f);
}

/* Where other strokes took the solver and were then given up, the body follows the hand all the same. */
static void a_body_follows_the_hand_after_a_preview_too(void **state)
{
    vv_studio *studio = *state;
    open(studio);
    const char drag[] = "{\"do\":\"keystroke.set\",\"line\":\"bow\",\"index\":1,\"points\":[[0,-1],[-0.1,-0.5],[-0.4,-"
                        "0.02],[-0.84,0.2]]}";
    assert_int_equal(vv_studio_preview(studio, drag, sizeof drag - 1), VV_OK);
    open(studio);
    vv_studio_preview_end(studio);
    const vv_action_view *view = open(studio);
    vv_studio_action_show(studio, 0.0);
    assert_true(vv_studio_action_grab(studio, 0.0f, 0.5f, 0.1f));
    for (uint32_t i = 1; i <= 12; i++) {
        vv_studio_action_drag(studio, -0.03f * (float)i, 0.4f);
        vv_studio_action_play(studio, 1.0f / 60.0f);
        assert_true(off_line(view) < 0.04f);
    }
    assert_true(view->joints[4].translation.x < -0.1f);
}

/* A line of an arm, whose root is held: strokes that were drawn elsewhere are shown where the arm hangs, and so are
 * ghosts. */
static void a_held_line_is_shown_where_it_hangs(void **state)
{
    vv_studio *studio = *state;
    const char hold[] = "{\"do\":\"line.set\",\"line\":\"bow\",\"root\":\"held\",\"keys\":["
                        "{\"time\":0,\"points\":[[0.4,0],[0.4,0.5],[0.4,0.9]],\"bones\":[\"c\",\"d\",\"e\"]},"
                        "{\"time\":0.6,\"points\":[[0.4,0],[0.5,0.5],[0.8,0.8]],\"bones\":[\"c\",\"d\",\"e\"]}]}";
    if (vv_studio_apply(studio, hold, sizeof hold - 1) != VV_OK)
        fail_msg("%s", vv_studio_text(studio));
    const vv_action_view *view = open(studio);
    float ghosts[2 * VV_ACTION_POINTS];
    for (uint32_t i = 0; i <= 12; i++) {
        vv_studio_action_show(studio, 0.07 * i);
        assert_float_equal(view->points[0].x, 0.0f, 0.01f); /* joint c is 0.6 m up, the paper's centre one metre */
        assert_float_equal(view->points[0].y, -0.4f, 0.01f);
        assert_float_equal(view->places[0].y, 0.6f, 0.01f);
        assert_float_equal(view->joints[2].translation.y, 0.6f, 1e-3f);
        assert_int_equal(vv_studio_action_ghosts(studio, 0.07 * i, 0.07 * i, 1, ghosts), VV_OK);
        for (uint32_t k = 0; k < VV_ACTION_POINTS; k++)
            assert_true(vv_vec2_distance((vv_vec2){ghosts[2 * k], ghosts[2 * k + 1]}, view->points[k]) < 1e-5f);
        for (uint32_t j = 3; j < 5; j++) {
            float best = INFINITY;
            for (uint32_t k = 0; k < VV_ACTION_POINTS; k++)
                best =
                    vvi_min(best, vv_vec2_distance(view->points[k], (vv_vec2){view->joints[j].translation.x,
                                                                              view->joints[j].translation.y - 1.0f}));
            assert_true(best < 0.03f);
        }
    }
    /* In the hand it hangs there too. */
    vv_studio_action_show(studio, 0.1);
    vv_vec2 tip = view->points[VV_ACTION_POINTS - 1];
    assert_true(vv_studio_action_grab(studio, tip.x, tip.y, 0.05f));
    for (uint32_t i = 1; i <= 12; i++) {
        vv_studio_action_drag(studio, tip.x + 0.02f * (float)i, tip.y);
        vv_studio_action_play(studio, 1.0f / 60.0f);
        assert_float_equal(view->points[0].x, 0.0f, 0.01f);
        assert_float_equal(view->points[0].y, -0.4f, 0.01f);
    }
    assert_true(view->points[VV_ACTION_POINTS - 1].x > tip.x + 0.1f);
}

/* A twist is told as it turns: through its keys, and as the nearest before and after them. */
static void twists_are_told_at_every_time(void **state)
{
    vv_studio *studio = *state;
    const char add[] = "{\"do\":\"twist.add\",\"line\":\"bow\",\"bone\":\"c\",\"keys\":[{\"time\":0.2,\"angle\":0.5},"
                       "{\"time\":0.6,\"angle\":1},{\"time\":1,\"angle\":1.5}]}";
    if (vv_studio_apply(studio, add, sizeof add - 1) != VV_OK)
        fail_msg("%s", vv_studio_text(studio));
    open(studio);
    const float times[] = {0.0f, 0.2f, 0.6f, 1.0f, 2.0f}, angles[] = {0.5f, 0.5f, 1.0f, 1.5f, 1.5f};
    for (uint32_t i = 0; i < 5; i++)
        assert_float_equal(vv_studio_action_twist(studio, 0, (double)times[i]), angles[i], 1e-5f);
    float before = vv_studio_action_twist(studio, 0, 0.59), after = vv_studio_action_twist(studio, 0, 0.61);
    assert_true(before < 0.995f && after > 1.005f); /* it does not stop at a key that it goes through */
    assert_float_equal(vv_studio_action_twist(studio, 1, 0.5), 0.0f, 0.0f);
}

static void questions_are_answered(void **state)
{
    vv_studio *studio = *state;
    const vv_action_view *view = open(studio);
    vv_studio_action_show(studio, 0.0);
    assert_int_equal(vv_studio_action_report(studio), VV_OK);
    assert_non_null(strstr(vv_studio_text(studio), "\"mean_distance\":"));
    assert_non_null(strstr(vv_studio_text(studio), "\"bones\":[\"a\",\"b\",\"c\",\"d\",\"e\"]"));
    const float scribble[] = {0.02f, -0.95f, -0.02f, -0.7f, 0.02f, -0.45f};
    assert_int_equal(vv_studio_action_scribble(studio, scribble, 3, 0.1f), VV_OK);
    assert_string_equal(vv_studio_text(studio), "[\"a\",\"b\"]");
    const float stroke[] = {0.0f, -1.0f, 0.0f, 0.0f, 0.0f, 0.5f};
    assert_int_equal(vv_studio_action_propose(studio, stroke, 3), VV_OK);
    assert_non_null(strstr(vv_studio_text(studio), "\"c\""));
    float ghosts[2 * VV_ACTION_POINTS * 3];
    assert_int_equal(vv_studio_action_ghosts(studio, 0.0, 1.2, 3, ghosts), VV_OK);
    assert_true(vvi_all_finite(ghosts, sizeof ghosts / sizeof *ghosts));
    assert_float_equal(ghosts[2 * VV_ACTION_POINTS * 2 - 2], 0.84f, 0.03f); /* the end of the middle stroke */
    assert_int_equal(vv_studio_action_strokes(studio, ghosts), VV_OK);
    float swing[4 * 60];
    for (uint32_t p = 0; p < VV_LINE_PRESET_COUNT; p++) {
        assert_int_equal(vv_studio_action_preset_curve(studio, p, 60, swing), VV_OK);
        assert_true(vvi_all_finite(swing, 4 * 60) && swing[2] < -0.5f && swing[4 * 59 + 2] > 0.5f);
    }
    assert_int_not_equal(vv_studio_action_preset_curve(studio, VV_LINE_PRESET_COUNT, 60, swing), VV_OK);
    assert_true(view->rate > 0.0f);
}

static void strokes_are_thinned_to_what_a_project_holds(void **state)
{
    vv_studio *studio = *state;
    uint32_t count = 20000;
    float *samples = malloc(3 * count * sizeof *samples);
    for (uint32_t i = 0; i < count; i++) {
        samples[3 * i] = 1e-4f * (float)i;
        samples[3 * i + 1] = sinf(1e-3f * (float)i);
        samples[3 * i + 2] = 0.5f;
    }
    assert_int_equal(vv_studio_action_stroke(studio, samples, count), VV_OK);
    const char *text = vv_studio_text(studio);
    uint32_t points = 0;
    for (const char *at = strstr(text, "[["); at != NULL && strncmp(at, "]]", 2) != 0; at++)
        points += *at == '[';
    assert_true(points > 20 && points <= 4097 && strstr(text, "\"pressure\"") != NULL);
    samples[1] = NAN;
    assert_int_not_equal(vv_studio_action_stroke(studio, samples, count), VV_OK);
    free(samples);
}

static void a_clip_comes_out(void **state)
{
    vv_studio *studio = *state;
    open(studio);
    assert_int_not_equal(vv_studio_action_poses(studio, "bowing"), VV_OK);
    assert_non_null(strstr(vv_studio_text(studio), "only drawings have poses"));
    assert_int_equal(vv_studio_action_clip(studio, "bowing"), VV_OK);
    char *bvh = strdup(vv_studio_text(studio));
    assert_int_equal(strncmp(bvh, "HIERARCHY", 9), 0);
    assert_int_equal(vv_studio_put_file(studio, "clips/bowing.bvh", (const uint8_t *)bvh, (uint32_t)strlen(bvh)),
                     VV_OK);
    free(bvh);
    const char add[] = "{\"do\":\"take.add\",\"name\":\"bowing\",\"skeleton\":\"rod\",\"file\":\"clips/bowing.bvh\"}";
    assert_int_equal(vv_studio_apply(studio, add, sizeof add - 1), VV_OK);
    float size[3];
    if (vv_studio_take_size(studio, 0, size) != VV_OK)
        fail_msg("%s", vv_studio_text(studio));
    assert_true(size[0] > 1.2f);
}

static void without_strokes_it_shows_who_will_follow(void **state)
{
    vv_studio *studio = *state;
    const char wipe[] = "{\"do\":\"line.set\",\"line\":\"bow\",\"keys\":[]}";
    assert_int_equal(vv_studio_apply(studio, wipe, sizeof wipe - 1), VV_OK);
    const vv_action_view *view = open(studio);
    assert_true(view->key_count == 0 && view->vertex_count > 0);
    assert_float_equal(view->joints[4].translation.y, 1.2f, 1e-4f); /* as it stands */
    uint32_t serial = view->serial;
    assert_int_equal(open(studio)->serial, serial);
    float points[2 * VV_ACTION_POINTS];
    assert_int_not_equal(vv_studio_action_ghosts(studio, 0.0, 0.0, 1, points), VV_OK);
    assert_non_null(strstr(vv_studio_text(studio), "no strokes"));
    assert_false(vv_studio_action_grab(studio, 0.0f, 0.0f, 10.0f));
    assert_int_not_equal(vv_studio_action_clip(studio, "none"), VV_OK);
    assert_int_equal(vv_studio_action_report(studio), VV_OK);
    assert_non_null(strstr(vv_studio_text(studio), "\"report\":null"));
    const float stroke[] = {0.0f, -1.0f, 0.0f, 0.0f, 0.0f, 0.5f};
    assert_int_equal(vv_studio_action_propose(studio, stroke, 3), VV_OK);
    assert_non_null(strstr(vv_studio_text(studio), "\"c\""));
    vv_studio_action_play(studio, 0.1f);
    const char draw[] =
        "{\"do\":\"keystroke.add\",\"line\":\"bow\",\"key\":{\"time\":0,\"points\":[[0,-1],[0.1,-0.5],[0.4,"
        "-0.02],[0.84,0.2]]}}";
    assert_int_equal(vv_studio_apply(studio, draw, sizeof draw - 1), VV_OK);
    view = open(studio);
    vv_studio_action_show(studio, 0.0);
    assert_true(view->key_count == 1 && view->joints[4].translation.x > 0.3f);
    assert_int_equal(vv_studio_action_report(studio), VV_OK);
    assert_non_null(strstr(vv_studio_text(studio), "\"reach\":1.5"));
}

static void presets_are_told_in_numbers(void **state)
{
    vv_studio *studio = *state;
    float numbers[5];
    for (uint32_t p = 0; p < VV_LINE_PRESET_COUNT; p++) {
        vv_line_dynamics temper = vv_line_preset_dynamics((vv_line_preset)p);
        assert_int_equal(vv_studio_action_preset_parameters(studio, p, numbers), VV_OK);
        assert_float_equal(numbers[0], temper.anticipation, 0.0f);
        assert_float_equal(numbers[4], temper.lag, 0.0f);
    }
    assert_int_not_equal(vv_studio_action_preset_parameters(studio, VV_LINE_PRESET_COUNT, numbers), VV_OK);
}

/* Opening a line without strokes, with each allocation failing in turn. */
static void no_memory_is_told(void **state)
{
    (void)state;
    static const char bare[] = "[{\"do\":\"skeleton.add\",\"name\":\"rod\",\"file\":\"clips/rod.bvh\",\"scale\":1},"
                               "{\"do\":\"line.add\",\"name\":\"bow\",\"skeleton\":\"rod\"}]";
    vv_counting counting = {0};
    vv_allocator allocator = vv_counting_allocator(&counting);
    vv_studio *studio = vv_studio_create(&allocator);
    assert_int_equal(vv_studio_put_file(studio, "clips/rod.bvh", (const uint8_t *)rod, sizeof rod - 1), VV_OK);
    assert_int_equal(vv_studio_apply(studio, bare, sizeof bare - 1), VV_OK);
    uint32_t refused = 0;
    for (uint64_t n = 1; n < 5000; n++, refused++) {
        counting.fail_at = n;
        const vv_action_view *view = vv_studio_action(studio, 0);
        counting.fail_at = 0;
        if (view != NULL)
            break;
    }
    assert_in_range(refused, 1, 4998);
    assert_true(open(studio)->vertex_count > 0);
    vv_studio_destroy(studio);
    assert_int_equal(counting.used, 0);
}

static void what_cannot_be_is_told(void **state)
{
    vv_studio *studio = *state;
    assert_null(vv_studio_action(studio, 7));
    assert_int_not_equal(vv_studio_action_report(studio), VV_OK);
    vv_studio_action_show(studio, 1.0);
    vv_studio_action_play(studio, 0.1f);
    const char bad[] = "{\"do\":\"keystroke.set\",\"line\":\"bow\",\"index\":1,\"bones\":[\"nobody\"]}";
    open(studio);
    assert_int_equal(vv_studio_apply(studio, bad, sizeof bad - 1), VV_OK); /* names of joints are in the file */
    assert_null(vv_studio_action(studio, 0));
    assert_non_null(strstr(vv_studio_text(studio), "nobody"));
    assert_true(vv_studio_undo(studio));
    open(studio);
    vv_studio_action_end(studio);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_body_lies_on_the_line, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_dragged_stroke_is_solved_anew, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_line_in_the_hand_wobbles_and_can_be_kept, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_body_follows_the_hand_after_a_preview_too, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_held_line_is_shown_where_it_hangs, set_up, tear_down),
        cmocka_unit_test_setup_teardown(twists_are_told_at_every_time, set_up, tear_down),
        cmocka_unit_test_setup_teardown(questions_are_answered, set_up, tear_down),
        cmocka_unit_test_setup_teardown(strokes_are_thinned_to_what_a_project_holds, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_clip_comes_out, set_up, tear_down),
        cmocka_unit_test_setup_teardown(without_strokes_it_shows_who_will_follow, set_up, tear_down),
        cmocka_unit_test_setup_teardown(presets_are_told_in_numbers, set_up, tear_down),
        cmocka_unit_test(no_memory_is_told),
        cmocka_unit_test_setup_teardown(what_cannot_be_is_told, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
