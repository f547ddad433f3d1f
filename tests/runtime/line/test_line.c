/* Elastic lines: exact at keystrokes, once differentiable, with the anticipation and overshoot that were asked for. */
#include "tests/runtime/line/strokes.h"

static vv_line_pose straight(uint32_t elements, float angle, float length, float x)
{
    vv_line_pose pose = {.root = {x, 1.0f}, .length = length};
    for (uint32_t i = 0; i < elements; i++)
        pose.angles[i] = angle;
    return pose;
}

static vv_line *create(const vv_line_def *def)
{
    vv_line *line = NULL;
    vv_error error = {0};
    if (vv_line_create(def, NULL, &line, &error) != VV_OK)
        fail_msg("%s", error.message);
    return line;
}

static void anticipation_and_overshoot_are_as_said(void **state)
{
    (void)state;
    vv_temper temper = {.anticipation = 0.15f, .overshoot = 0.12f, .cycles = 0.8f, .damping = 0.3f};
    vv_line_key keys[2] = {{0.5f, straight(10, 0.2f, 1.0f, 0.0f), temper},
                           {1.5f, straight(10, 1.2f, 1.2f, 1.0f), temper}};
    vv_line_def def = {.element_count = 10, .frame_count = 40, .key_count = 2, .keys = keys, .settle = 4.0f};
    for (int way = 0; way < 3; way++) {
        def.way = (vv_line_way)way;
        vv_line *line = create(&def);
        double least = 1e9, most = -1e9;
        for (int i = 0; i <= 2000; i++) {
            vv_line_pose pose;
            vv_line_at(line, 0.5 + (double)i * 0.0025, &pose, NULL);
            least = fmin(least, (double)pose.angles[9] - 0.2);
            most = fmax(most, (double)pose.angles[9] - 0.2);
        }
        print_message("way %d: %.4f … %.4f\n", way, least, most);
        if (way == VV_LINE_ELASTIC) {
            assert_true(fabs(least + 0.15) < 0.01);
            assert_true(fabs(most - 1.12) < 0.02);
        } else if (way == VV_LINE_SMOOTH) {
            assert_true(least > -1e-6 && most < 1.0 + 1e-6);
        }
        vv_line_destroy(line, NULL);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(anticipation_and_overshoot_are_as_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
