/* Matching: a figure follows lines of every kind, in every view, close enough and smoothly. */
#include "matches.h"

static const uint32_t whole[] = {HEAD, NECK, CHEST, SPINE, HIPS, LEFT_THIGH, LEFT_KNEE, LEFT_FOOT};
static const bow bows[5] = {{0.0f, {0, 0}, 1.7f, -1.57f, 0.3f, 0, 1},
                            {0.6f, {0.1f, 0}, 1.7f, -1.57f, 1.5f, 0, 1},
                            {1.2f, {-0.1f, 0.0f}, 1.7f, -1.57f, -2.0f, 0.2f, 1},
                            {1.8f, {0, 0.1f}, 1.7f, -1.2f, 0.5f, 0.5f, 1},
                            {2.4f, {0, 0}, 1.7f, -1.57f, 0, 0, 1}};

static vv_match *solve(const vv_match_def *def)
{
    vv_match *match = NULL;
    vv_error error;
    if (vv_match_create(def, NULL, &match, &error) != VV_OK || vv_match_solve(match, NULL, &error) != VV_OK)
        fail_msg("%s", error.message);
    return match;
}

static void a_figure_follows_from_its_side(void **state)
{
    (void)state;
    vv_skeleton *skeleton = figure_make();
    vv_match_key keys[5];
    for (int k = 0; k < 5; k++)
        keys[k] = (vv_match_key){8, whole, 0, 0};
    for (int way = 0; way < 3; way++) {
        vv_line *line = bows_line(5, bows, (vv_line_way)way, 0.5f);
        vv_match_def def = {
            .skeleton = skeleton, .line = line, .keys = keys, .rate = 30.0f, .plane = vv_quat_identity()};
        def.paper = vv_paper_from(0.5f * VV_PI, 0.0f, (vv_vec3){0, 0.9f, 0}, way == 1 ? 5.0f : 0.0f);
        vv_match *match = solve(&def);
        print_report("side", match);
        vv_match_report report = vv_match_reports(match);
        assert_true(report.mean_distance < 0.005f && report.key_error < 0.005f);
        assert_true(report.tangent_degrees < 2.0f);
        vv_match_destroy(match, NULL);
        vv_line_destroy(line, NULL);
    }
    vv_skeleton_destroy(skeleton, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_figure_follows_from_its_side),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
