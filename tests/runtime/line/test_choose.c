/* Which bones a stroke or a scribble means. */
#include "matches.h"

static vv_line_pose stroke_through(uint32_t count, const vv_vec2 *points)
{
    vv_stroke_point stroke[32];
    vv_line_pose pose;
    for (uint32_t i = 0; i < count; i++)
        stroke[i] = (vv_stroke_point){points[i], 0.0f, 1.0f};
    assert_int_equal(vv_stroke_fit(ELEMENTS, count, stroke, NULL, NULL, &pose, NULL, NULL), VV_OK);
    return pose;
}

static void stand(const vv_skeleton *skeleton, vv_affine3 *globals)
{
    vv_quat turns[FIGURE_JOINTS];
    vv_vec3 moves[FIGURE_JOINTS];
    vv_skeleton_rest(skeleton, turns, moves);
    vv_skeleton_globals(skeleton, turns, moves, globals);
}

static void expect(uint32_t count, const uint32_t *bones, uint32_t expected_count, const uint32_t *expected)
{
    assert_int_equal(count, expected_count);
    for (uint32_t i = 0; i < count; i++)
        assert_int_equal(bones[i], expected[i]);
}

static void strokes_over_a_figure_mean_what_is_under_them(void **state)
{
    (void)state;
    vv_skeleton *skeleton = figure_make();
    vv_affine3 globals[FIGURE_JOINTS];
    uint32_t bones[FIGURE_JOINTS];
    stand(skeleton, globals);
    vv_view_plane paper = vv_view_plane_from_angles(0.0f, 0.0f, (vv_vec3){0, 1, 0}, 0.0f);
    /* From the crown down the left leg. */
    const vv_vec2 leg[] = {{0, 0.8f}, {0, 0.4f}, {0.02f, 0}, {0.1f, -0.1f}, {0.1f, -0.5f}, {0.1f, -0.95f}};
    vv_line_pose pose = stroke_through(6, leg);
    uint32_t count = vv_match_propose_bones(skeleton, globals, &paper, ELEMENTS, &pose, bones);
    static const uint32_t down[] = {HEAD, NECK, CHEST, SPINE, HIPS, LEFT_THIGH, LEFT_KNEE, LEFT_FOOT};
    assert_true(count == 7 || count == 8); /* toes that point at the eye may count or not */
    expect(7, bones, 7, down);
    /* From hand to hand, bent up as arms that are raised would be. */
    const vv_vec2 hands[] = {{-0.8f, 0.65f}, {-0.4f, 0.5f}, {0, 0.42f}, {0.4f, 0.5f}, {0.8f, 0.65f}};
    pose = stroke_through(5, hands);
    count = vv_match_propose_bones(skeleton, globals, &paper, ELEMENTS, &pose, bones);
    assert_true(count >= 7 && bones[0] == RIGHT_HAND && bones[count - 1] == LEFT_HAND);
    /* The same the other way round. */
    const vv_vec2 back[] = {{0.8f, 0.65f}, {0.4f, 0.5f}, {0, 0.42f}, {-0.4f, 0.5f}, {-0.8f, 0.65f}};
    pose = stroke_through(5, back);
    count = vv_match_propose_bones(skeleton, globals, &paper, ELEMENTS, &pose, bones);
    assert_true(count >= 7 && bones[0] == LEFT_HAND && bones[count - 1] == RIGHT_HAND);
    /* An arm alone. */
    const vv_vec2 arm[] = {{0.18f, 0.43f}, {0.5f, 0.45f}, {0.88f, 0.4f}};
    pose = stroke_through(3, arm);
    count = vv_match_propose_bones(skeleton, globals, &paper, ELEMENTS, &pose, bones);
    static const uint32_t limb[] = {LEFT_ARM, LEFT_ELBOW, LEFT_HAND};
    expect(count, bones, 3, limb);
    vv_skeleton_destroy(skeleton, NULL);
}

/* A body that bends is the same body: what a later stroke passes by on the way is not meant. But a stroke over a leg
 * after one over an arm is. */
static void later_strokes_move_the_same_bones(void **state)
{
    (void)state;
    vv_skeleton *skeleton = figure_make();
    vv_affine3 globals[FIGURE_JOINTS];
    uint32_t bones[FIGURE_JOINTS], next[FIGURE_JOINTS];
    stand(skeleton, globals);
    vv_view_plane paper = vv_view_plane_from_angles(0.0f, 0.0f, (vv_vec3){0, 1, 0}, 0.0f);
    const vv_vec2 strokes[][3] = {
        {{0.1f, -0.95f}, {0.02f, 0}, {0, 0.8f}},        /* as it stands */
        {{0.1f, -0.95f}, {0.25f, -0.1f}, {0.7f, 0.5f}}, /* bent to its left, towards where that hand is */
        {{0.1f, -0.95f}, {0, -0.1f}, {-0.3f, 0.7f}}};
    vv_line_pose before = stroke_through(3, strokes[0]);
    vv_match_key set = {vv_match_propose_bones(skeleton, globals, &paper, ELEMENTS, &before, bones), bones, 0, 0};
    assert_true(set.bone_count >= 7);
    for (uint32_t i = 1; i < 3; i++) {
        vv_line_pose pose = stroke_through(3, strokes[i]);
        /* an arm lies nearer */
        uint32_t alone = vv_match_propose_bones(skeleton, globals, &paper, ELEMENTS, &pose, next);
        assert_true(i != 1 || alone != set.bone_count || memcmp(next, bones, alone * sizeof *next) != 0);
        memset(next, 0xFF, sizeof next);
        expect(vv_match_propose_next_bones(skeleton, globals, &paper, ELEMENTS, &before, &set, &pose, next), next,
               set.bone_count, bones);
        before = pose;
    }
    const vv_vec2 arm[] = {{0.18f, 0.43f}, {0.5f, 0.45f}, {0.88f, 0.4f}},
                  leg[] = {{-0.1f, -0.1f}, {-0.1f, -0.5f}, {-0.1f, -0.9f}};
    before = stroke_through(3, arm);
    set.bone_count = vv_match_propose_bones(skeleton, globals, &paper, ELEMENTS, &before, bones);
    vv_line_pose pose = stroke_through(3, leg);
    uint32_t count = vv_match_propose_next_bones(skeleton, globals, &paper, ELEMENTS, &before, &set, &pose, next);
    assert_true(count >= 2 && next[0] == RIGHT_THIGH && next[1] == RIGHT_KNEE);
    vv_skeleton_destroy(skeleton, NULL);
}

static void scribbles_take_the_bones_they_cover(void **state)
{
    (void)state;
    vv_skeleton *skeleton = figure_make();
    vv_affine3 globals[FIGURE_JOINTS];
    uint32_t bones[FIGURE_JOINTS];
    stand(skeleton, globals);
    vv_view_plane paper = vv_view_plane_from_angles(0.0f, 0.0f, (vv_vec3){0, 1, 0}, 5.0f);
    const vv_vec2 zigzag[] = {{0.15f, 0.46f}, {0.3f, 0.4f}, {0.4f, 0.46f}, {0.5f, 0.4f}, {0.6f, 0.46f}, {0.72f, 0.42f}};
    uint32_t count = vv_match_scribbled_bones(skeleton, globals, &paper, 6, zigzag, 0.05f, bones);
    static const uint32_t covered[] = {LEFT_ARM, LEFT_ELBOW};
    expect(count, bones, 2, covered);
    const vv_vec2 away[] = {{3, 3}, {4, 4}};
    assert_int_equal(vv_match_scribbled_bones(skeleton, globals, &paper, 2, away, 0.05f, bones), 0);
    assert_int_equal(vv_match_scribbled_bones(skeleton, globals, &paper, 0, NULL, 0.05f, bones), 0);
    vv_skeleton_destroy(skeleton, NULL);
}

static void one_joint_has_one_bone(void **state)
{
    (void)state;
    vv_joint joint = {"only", VV_NONE, {0, 1, 0}, {0, 0, 0, 1}};
    vv_skeleton *one = NULL;
    assert_int_equal(vv_skeleton_create(1, &joint, NULL, &one, NULL), VV_OK);
    vv_affine3 global = {vv_mat3_identity(), {0, 1, 0}};
    vv_view_plane paper = vv_view_plane_from_angles(0.0f, 0.0f, (vv_vec3){0, 1, 0}, 0.0f);
    const vv_vec2 points[] = {{-1, 0}, {1, 0}};
    vv_line_pose pose = stroke_through(2, points);
    uint32_t bones[1] = {7};
    assert_int_equal(vv_match_propose_bones(one, &global, &paper, ELEMENTS, &pose, bones), 1);
    assert_int_equal(bones[0], 0);
    assert_int_equal(vv_match_scribbled_bones(one, &global, &paper, 2, points, 0.1f, bones), 1);
    vv_skeleton_destroy(one, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strokes_over_a_figure_mean_what_is_under_them),
        cmocka_unit_test(later_strokes_move_the_same_bones),
        cmocka_unit_test(scribbles_take_the_bones_they_cover),
        cmocka_unit_test(one_joint_has_one_bone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
