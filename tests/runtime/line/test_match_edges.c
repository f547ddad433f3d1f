/* Matching at its edges: what is refused, what is odd but solved, no memory, and stopping in between. */
#include "matches.h"

static const uint32_t body[] = {HEAD, NECK, CHEST, SPINE, HIPS, LEFT_THIGH, LEFT_KNEE, LEFT_FOOT};
static const uint32_t arm[] = {RIGHT_ARM, RIGHT_ELBOW, RIGHT_HAND};
static const bow bows[3] = {{0.2f, {0, 0}, 1.7f, -1.57f, 0.3f, 0, 1},
                            {0.6f, {0.1f, 0}, 1.7f, -1.57f, 1.5f, 0, 1},
                            {1.2f, {-0.1f, 0.0f}, 1.7f, -1.57f, -2.0f, 0.2f, 1}};

typedef struct scene {
    vv_skeleton *skeleton;
    vv_line *line;
    vv_match_key keys[3];
    vv_match_constraint_key step;
    vv_match_twist twist;
    vv_match_contact contact;
    vv_match_def def;
} scene;

static void open_scene(scene *s, uint32_t keys)
{
    *s = (scene){.skeleton = figure_make(), .line = bows_line(keys, bows, VV_LINE_ELASTIC, 0.2f)};
    for (uint32_t k = 0; k < keys; k++)
        s->keys[k] = (vv_match_key){8, body, 0, 0};
    s->step = (vv_match_constraint_key){.position = {-0.1f, 0.1f, 0}, .rotation = {0, 0, 0, 1}};
    s->twist = (vv_match_twist){CHEST, 1, &s->step};
    s->contact = (vv_match_contact){RIGHT_FOOT, {0, 0, 0}, false, 0.3f, 0.8f, 0.1f, 1, &s->step};
    s->def = (vv_match_def){.skeleton = s->skeleton, .line = s->line, .keys = s->keys, .rate = 20.0f};
    s->def.view_plane = vv_view_plane_from_angles(0.5f * VV_PI, 0.0f, (vv_vec3){0, 0.9f, 0}, 0.0f);
    s->def.action_plane = vv_quat_identity();
    s->def.twists = &s->twist;
    s->def.contacts = &s->contact;
}

static void close_scene(scene *s)
{
    vv_line_destroy(s->line, NULL);
    vv_skeleton_destroy(s->skeleton, NULL);
}

/* Solves, and looks at every number of every frame. */
static vv_match_report solve_and_look(const vv_match_def *def)
{
    vv_match *match = NULL;
    vv_error error = {0};
    if (vv_match_create(def, NULL, &match, &error) != VV_OK || vv_match_solve(match, NULL, &error) != VV_OK)
        fail_msg("%s", error.message);
    uint32_t joints = vv_skeleton_joint_count(def->skeleton);
    vv_quat *turns = malloc(joints * sizeof *turns);
    vv_vec3 *moves = malloc(joints * sizeof *moves);
    for (uint32_t f = 0; f < vv_match_frame_count(match); f++) {
        vv_match_frame_pose(match, f, turns, moves);
        for (uint32_t j = 0; j < joints; j++) {
            assert_float_equal(vv_quat_dot(turns[j], turns[j]), 1.0f, 1e-4f);
            assert_true(vv_vec3_length(moves[j]) < 100.0f);
        }
    }
    free(turns);
    free(moves);
    vv_match_report report = vv_match_last_report(match);
    const float numbers[] = {report.key_distance,    report.mean_distance, report.worst_distance,
                             report.tangent_degrees, report.worst_tangent, report.contact_error,
                             report.contact_degrees, report.twist_degrees, report.plane_degrees};
    assert_true(vvi_all_finite(numbers, sizeof numbers / sizeof *numbers));
    vv_match_destroy(match, NULL);
    return report;
}

static void one_key_is_a_pose(void **state)
{
    (void)state;
    scene s;
    open_scene(&s, 1);
    vv_match_report report = solve_and_look(&s.def);
    assert_true(report.mean_distance < 0.01f && report.frames == 9);
    close_scene(&s);
}

static void one_joint_is_enough(void **state)
{
    (void)state;
    scene s;
    open_scene(&s, 3);
    vv_joint joint = {"only", VV_NONE, {0, 1, 0}, {0, 0, 0, 1}};
    vv_skeleton *one = NULL;
    assert_int_equal(vv_skeleton_create(1, &joint, NULL, &one, NULL), VV_OK);
    const uint32_t zero[3] = {0, 0, 0};
    for (int k = 0; k < 3; k++)
        s.keys[k] = (vv_match_key){3, zero, 0, 0};
    s.def.skeleton = one;
    assert_true(solve_and_look(&s.def).mean_distance < 0.01f); /* its middle follows the line's */
    s.def.hold_root = true;
    solve_and_look(&s.def);
    vv_skeleton_destroy(one, NULL);
    close_scene(&s);
}

static void sets_may_share_nothing(void **state)
{
    (void)state;
    scene s;
    open_scene(&s, 3);
    s.keys[1] = (vv_match_key){3, arm, 0.2f, 0.6f};
    assert_true(solve_and_look(&s.def).key_distance < 0.02f);
    s.keys[1] = (vv_match_key){3, arm, 0.6f, 0.2f};
    solve_and_look(&s.def);
    close_scene(&s);
}

/* A head, hips and a foot mean what is between them; a neck that is left out does not. */
static void limbs_between_the_bones_of_a_set_are_of_it(void **state)
{
    (void)state;
    static const uint32_t few[] = {HEAD, HIPS, LEFT_FOOT},
                          neckless[] = {HEAD, CHEST, SPINE, HIPS, LEFT_THIGH, LEFT_KNEE, LEFT_FOOT};
    const vv_match_key sets[3] = {{8, body, 0, 0}, {3, few, 0, 0}, {7, neckless, 0, 0}};
    vv_match_report reports[3];
    for (int i = 0; i < 3; i++) {
        scene s;
        open_scene(&s, 3);
        for (int k = 0; k < 3; k++)
            s.keys[k] = sets[i];
        reports[i] = solve_and_look(&s.def);
        close_scene(&s);
    }
    assert_memory_equal(&reports[0].mean_distance, &reports[1].mean_distance, sizeof(float));
    assert_memory_equal(&reports[0].tangent_degrees, &reports[1].tangent_degrees, sizeof(float));
    assert_memory_not_equal(&reports[0].mean_distance, &reports[2].mean_distance, sizeof(float));
}

/* An animal: a spine that lies, a leg that stands, and at the joint that carries both a corner of a right angle. */
static void corners_at_the_root_are_not_drawn_along_the_line(void **state)
{
    (void)state;
    const vv_joint joints[] = {{"hips", VV_NONE, {0, 0.9f, 0}, {0, 0, 0, 1}}, {"back", 0, {0, 0, 0.5f}, {0, 0, 0, 1}},
                               {"neck", 1, {0, 0, 0.5f}, {0, 0, 0, 1}},       {"hip", 0, {0, -0.12f, 0}, {0, 0, 0, 1}},
                               {"knee", 3, {0, -0.4f, 0}, {0, 0, 0, 1}},      {"foot", 4, {0, -0.4f, 0}, {0, 0, 0, 1}}};
    static const uint32_t bones[] = {4, 3, 0, 1};
    const bow strokes[2] = {{0.0f, {0, 0}, 1.8f, 1.57f, 0.4f, 0, 1}, {0.8f, {0.1f, 0}, 1.8f, 1.2f, -0.6f, 0, 1}};
    scene s;
    open_scene(&s, 2);
    close_scene(&s);
    s.line = bows_line(2, strokes, VV_LINE_SMOOTH, 0.2f);
    assert_int_equal(vv_skeleton_create(6, joints, NULL, &s.skeleton, NULL), VV_OK);
    s.keys[0] = s.keys[1] = (vv_match_key){4, bones, 0, 0};
    s.def.skeleton = s.skeleton;
    s.def.line = s.line;
    vv_match_report report = solve_and_look(&s.def);
    assert_true(report.mean_distance < 0.02f && report.tangent_degrees < 5.0f);
    close_scene(&s);
}

/* A long bone over most of a bow, whose middle it hangs on: it ends on the line on both sides. A chord can be laid
 * anywhere, so nothing need be off. */
static void long_bones_span_what_they_are_laid_along(void **state)
{
    (void)state;
    const vv_joint joints[] = {{"shoulder", VV_NONE, {0, 1.4f, 0}, {0, 0, 0, 1}},
                               {"elbow", 0, {0, -0.2f, 0}, {0, 0, 0, 1}},
                               {"hand", 1, {0, -1.1f, 0}, {0, 0, 0, 1}}};
    static const uint32_t bones[] = {0, 1};
    const bow strokes[2] = {{0.0f, {0, 0}, 1.3f, -1.57f, 1.2f, 0, 1}, {0.8f, {0.2f, 0}, 1.3f, -1.2f, -1.4f, 0, 1}};
    scene s;
    open_scene(&s, 2);
    close_scene(&s);
    s.line = bows_line(2, strokes, VV_LINE_SMOOTH, 0.2f);
    assert_int_equal(vv_skeleton_create(3, joints, NULL, &s.skeleton, NULL), VV_OK);
    s.keys[0] = s.keys[1] = (vv_match_key){2, bones, 0, 0};
    s.def.skeleton = s.skeleton;
    s.def.line = s.line;
    vv_match_report report = solve_and_look(&s.def);
    assert_true(report.mean_distance < 0.003f && report.key_distance < 0.003f);
    close_scene(&s);
}

/* The least distance of a joint from a stroke, as both are seen, at the first frame. */
static float off_stroke(const vv_match_def *def, const vv_match *match, const bow *stroke, uint32_t joint)
{
    vv_quat turns[FIGURE_JOINTS];
    vv_vec3 moves[FIGURE_JOINTS];
    vv_affine3 globals[FIGURE_JOINTS];
    vv_stroke_point points[1001];
    float least = 1e9f;
    vv_match_frame_pose(match, 0, turns, moves);
    vv_skeleton_globals(def->skeleton, turns, moves, globals);
    bow_points(stroke, 1001, points);
    for (int i = 0; i < 1001; i++) {
        float off = vv_vec2_distance(vv_view_plane_project(&def->view_plane, globals[joint].translation), points[i].at);
        least = off < least ? off : least;
    }
    return least;
}

/* Hips that hang below an animal's back, and carry its tail and its spine: these lie on the line, whichever way it
 * was drawn, and with the root held as well. No turn of the hips takes both there if they are on it, too: not where
 * they make a corner, and less still where they hang so deep that the way turns back at them. */
static void goes_across(float deep)
{
    const vv_joint joints[] = {{"hips", VV_NONE, {0, 0.9f - deep, 0}, {0, 0, 0, 1}},
                               {"tail", 0, {0, deep, -0.15f}, {0, 0, 0, 1}},
                               {"tail 2", 1, {0, 0, -0.2f}, {0, 0, 0, 1}},
                               {"tip", 2, {0, 0, -0.2f}, {0, 0, 0, 1}},
                               {"spine", 0, {0, deep, 0.12f}, {0, 0, 0, 1}},
                               {"chest", 4, {0, 0, 0.22f}, {0, 0, 0, 1}},
                               {"neck", 5, {0, 0, 0.25f}, {0, 0, 0, 1}},
                               {"head", 6, {0, 0, 0.2f}, {0, 0, 0, 1}}};
    static const uint32_t bones[] = {2, 1, 0, 4, 5, 6};
    for (int way = 0; way < 4; way++) {
        const float heading = way % 2 ? 0.1f : VV_PI + 0.1f;
        const bow strokes[2] = {{0.0f, {0, 0}, 1.34f, heading, 0.5f, 0, 1},
                                {0.8f, {0.1f, 0.1f}, 1.34f, heading + 0.3f, -0.8f, 0.1f, 1}};
        scene s;
        open_scene(&s, 2);
        close_scene(&s);
        s.line = bows_line(2, strokes, VV_LINE_SMOOTH, 0.2f);
        assert_int_equal(vv_skeleton_create(8, joints, NULL, &s.skeleton, NULL), VV_OK);
        s.keys[0] = s.keys[1] = (vv_match_key){6, bones, 0, 0};
        s.def.skeleton = s.skeleton;
        s.def.line = s.line;
        s.def.hold_root = way >= 2;
        vv_match_report report = solve_and_look(&s.def);
        assert_true(report.mean_distance < 0.02f && report.tangent_degrees < 3.0f);
        vv_match *match = NULL;
        assert_int_equal(vv_match_create(&s.def, NULL, &match, NULL), VV_OK);
        assert_int_equal(vv_match_solve(match, NULL, NULL), VV_OK);
        for (uint32_t j = 1; way < 2 && j < 8; j++)
            assert_true(off_stroke(&s.def, match, &strokes[0], j) < 0.01f * strokes[0].length);
        vv_match_destroy(match, NULL);
        close_scene(&s);
    }
}

static void the_line_goes_across_a_corner(void **state)
{
    (void)state;
    goes_across(0.13f);
}

static void the_line_passes_a_joint_where_the_way_turns_back(void **state)
{
    (void)state;
    goes_across(0.35f);
}

/* Joints in one place, a bone towards the eye, all of the skeleton in the set. */
static void odd_skeletons_are_followed(void **state)
{
    (void)state;
    scene s;
    open_scene(&s, 3);
    uint32_t all[FIGURE_JOINTS];
    for (uint32_t i = 0; i < FIGURE_JOINTS; i++)
        all[i] = i;
    for (int k = 0; k < 3; k++)
        s.keys[k] = (vv_match_key){FIGURE_JOINTS, all, 0, 0};
    solve_and_look(&s.def);
    vv_joint joints[6];
    for (uint32_t i = 0; i < 6; i++)
        joints[i] = (vv_joint){
            figure[i].name, i == 0 ? VV_NONE : i - 1, {0, i == 3 ? 0.8f : 0.0f, i == 5 ? 1.0f : 0.0f}, {0, 0, 0, 1}};
    vv_skeleton *odd = NULL;
    assert_int_equal(vv_skeleton_create(6, joints, NULL, &odd, NULL), VV_OK);
    for (int k = 0; k < 3; k++)
        s.keys[k] = (vv_match_key){6, all, 0, 0};
    s.def.skeleton = odd;
    s.def.view_plane = vv_view_plane_from_angles(0.0f, 0.0f, (vv_vec3){0, 0.9f, 0}, 3.0f);
    solve_and_look(&s.def);
    vv_skeleton_destroy(odd, NULL);
    close_scene(&s);
}

/* A hand cannot reach that far while the root stays: it comes as near as it can, and the report says how far that
 * is. */
static void far_contacts_are_told(void **state)
{
    (void)state;
    scene s;
    open_scene(&s, 3);
    s.def.hold_root = true;
    s.def.contact_count = 1;
    s.contact.bone = LEFT_HAND;
    s.contact.holds_rotation = true;
    s.step.position = (vv_vec3){4.0f, 1.4f, 0};
    vv_match_report report = solve_and_look(&s.def);
    assert_true(report.contact_error > 1.0f && report.contact_error < 4.5f);
    close_scene(&s);
}

static void refused(scene *s, vv_result code)
{
    vv_match *match = NULL;
    vv_error error = {0};
    assert_int_equal(vv_match_create(&s->def, NULL, &match, &error), code);
    assert_null(match);
    assert_true(error.message[0] != 0);
    close_scene(s);
    open_scene(s, 3);
    s->def.twist_count = s->def.contact_count = 1;
}

static void what_makes_no_sense_is_refused(void **state)
{
    (void)state;
    const uint32_t missing[] = {99};
    scene s;
    open_scene(&s, 3);
    s.keys[1] = (vv_match_key){1, missing, 0, 0};
    refused(&s, VV_ERROR_NOT_FOUND);
    s.keys[1].bone_count = 0;
    refused(&s, VV_ERROR_ARGUMENT);
    s.keys[1].from = NAN;
    refused(&s, VV_ERROR_ARGUMENT);
    s.keys[1].from = s.keys[1].to = 0.5f;
    refused(&s, VV_ERROR_ARGUMENT);
    s.def.action_plane = vv_quat_from_axis_angle((vv_vec3){0, 1, 0}, 0.5f * VV_PI);
    refused(&s, VV_ERROR_ARGUMENT);
    /* each is fine alone */
    s.def.action_plane = vv_view_plane_from_angles(1.3f, 1.3f, (vv_vec3){0, 0, 0}, 0.0f).rotation;
    refused(&s, VV_ERROR_ARGUMENT);
    s.def.view_plane.eye_distance = INFINITY;
    refused(&s, VV_ERROR_ARGUMENT);
    s.def.view_plane.eye_distance = 1e-9f; /* the eye is in the body */
    refused(&s, VV_ERROR_ARGUMENT);
    s.def.view_plane.centre.x = NAN;
    refused(&s, VV_ERROR_ARGUMENT);
    s.def.rate = 0.0f;
    refused(&s, VV_ERROR_ARGUMENT);
    s.def.rest = -1.0f;
    refused(&s, VV_ERROR_ARGUMENT);
    s.twist.bone = 99;
    refused(&s, VV_ERROR_NOT_FOUND);
    s.contact.bone = 99;
    refused(&s, VV_ERROR_NOT_FOUND);
    s.contact.key_count = 0;
    refused(&s, VV_ERROR_ARGUMENT);
    s.contact.to = 0.0f;
    refused(&s, VV_ERROR_ARGUMENT);
    s.step.position.y = NAN;
    refused(&s, VV_ERROR_ARGUMENT);
    s.step.angle = INFINITY;
    refused(&s, VV_ERROR_ARGUMENT);
    s.def.base_count = 5;
    refused(&s, VV_ERROR_ARGUMENT);
    s.def.contact_count = VV_MATCH_MAX_CONTACTS + 1;
    refused(&s, VV_ERROR_LIMIT);
    close_scene(&s);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    scene s;
    open_scene(&s, 3);
    s.def.twist_count = s.def.contact_count = 1;
    for (uint64_t n = 1;; n++) {
        vv_counting counting = {.fail_at = n};
        vv_allocator allocator = vv_counting_allocator(&counting);
        vv_match *match = NULL;
        vv_result result = vv_match_create(&s.def, &allocator, &match, NULL);
        if (result == VV_OK) {
            /* Solving takes nothing more. */
            uint64_t before = counting.allocations;
            assert_int_equal(vv_match_solve(match, NULL, NULL), VV_OK);
            assert_true(counting.allocations == before);
            vv_match_destroy(match, &allocator);
            assert_true(counting.used == 0 && n > 3);
            break;
        }
        assert_int_equal(result, VV_ERROR_MEMORY);
        assert_true(counting.used == 0);
    }
    close_scene(&s);
}

static bool stop_at(void *user, float done)
{
    float *until = user;
    assert_true(done >= 0.0f && done <= 1.0f);
    return done < *until;
}

static void work_can_be_stopped_and_taken_up(void **state)
{
    (void)state;
    scene s;
    open_scene(&s, 3);
    s.def.contact_count = 1;
    vv_match *match = NULL, *other = NULL;
    assert_int_equal(vv_match_create(&s.def, NULL, &match, NULL), VV_OK);
    for (float until = 0.0f; until < 0.6f; until += 0.1f) {
        vv_progress progress = {stop_at, &until};
        vv_result result = vv_match_solve(match, &progress, NULL);
        assert_true(result == VV_ERROR_CANCELLED || (until > 0.3f && result == VV_OK));
    }
    assert_int_equal(vv_match_solve(match, NULL, NULL), VV_OK);
    assert_true(vv_match_last_report(match).contact_error < 1e-3f);
    /* The same again, from nothing: the same bits. */
    assert_int_equal(vv_match_create(&s.def, NULL, &other, NULL), VV_OK);
    assert_int_equal(vv_match_solve(other, NULL, NULL), VV_OK);
    vv_quat a[FIGURE_JOINTS], b[FIGURE_JOINTS];
    vv_vec3 moves[FIGURE_JOINTS];
    vv_match_frame_pose(other, 7, a, moves);
    vv_match_destroy(other, NULL);
    assert_int_equal(vv_match_create(&s.def, NULL, &other, NULL), VV_OK);
    assert_int_equal(vv_match_solve(other, NULL, NULL), VV_OK);
    vv_match_frame_pose(other, 7, b, moves);
    assert_memory_equal(a, b, sizeof a);
    vv_match_destroy(other, NULL);
    vv_match_destroy(match, NULL);
    close_scene(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_key_is_a_pose),
        cmocka_unit_test(one_joint_is_enough),
        cmocka_unit_test(sets_may_share_nothing),
        cmocka_unit_test(limbs_between_the_bones_of_a_set_are_of_it),
        cmocka_unit_test(corners_at_the_root_are_not_drawn_along_the_line),
        cmocka_unit_test(long_bones_span_what_they_are_laid_along),
        cmocka_unit_test(the_line_goes_across_a_corner),
        cmocka_unit_test(the_line_passes_a_joint_where_the_way_turns_back),
        cmocka_unit_test(odd_skeletons_are_followed),
        cmocka_unit_test(far_contacts_are_told),
        cmocka_unit_test(what_makes_no_sense_is_refused),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(work_can_be_stopped_and_taken_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
