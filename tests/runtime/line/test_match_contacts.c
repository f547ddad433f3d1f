/* Contacts of a match: those that hold are met whatever others do, limbs bend as their base does, and nothing is
 * thrown about where contacts take hold, let go, contradict each other or are out of reach. Every place is found by
 * forward kinematics of the frames. */
#include "matches.h"

static const uint32_t trunk[] = {HIPS, SPINE, CHEST, NECK, HEAD};
static const uint32_t left_leg[] = {HEAD, NECK, CHEST, SPINE, HIPS, LEFT_THIGH, LEFT_KNEE, LEFT_FOOT};

typedef struct scene {
    vv_skeleton *skeleton;
    vv_line *line;
    vv_match_key keys[4];
    vv_match_constraint_key steps[4];
    vv_match_contact contacts[4];
    vv_match_def def;
    vv_match *match;
} scene;

/* The figure from its side, on a line of its trunk, or of its trunk and left leg. */
static void open_scene(scene *s, uint32_t count, const bow *strokes, bool leg)
{
    *s = (scene){.skeleton = figure_make(), .line = bows_line(count, strokes, VV_LINE_SMOOTH, 0.4f)};
    for (uint32_t k = 0; k < count; k++)
        s->keys[k] = leg ? (vv_match_key){8, left_leg, 0, 0} : (vv_match_key){5, trunk, 0, 0};
    s->def = (vv_match_def){.skeleton = s->skeleton, .line = s->line, .keys = s->keys, .rate = 60.0f};
    s->def.view_plane = vv_view_plane_from_angles(0.5f * VV_PI, 0.0f, (vv_vec3){0, 0.9f, 0}, 0.0f);
    s->def.action_plane = vv_quat_identity();
    s->def.contacts = s->contacts;
}

static vv_match_contact *hold(scene *s, uint32_t bone, float from, float to, float ease, vv_vec3 place)
{
    uint32_t i = s->def.contact_count++;
    s->steps[i] = (vv_match_constraint_key){.position = place, .rotation = {0, 0, 0, 1}};
    s->contacts[i] = (vv_match_contact){bone, {0, 0, 0}, false, from, to, ease, 1, &s->steps[i]};
    return &s->contacts[i];
}

static void solve(scene *s)
{
    vv_error error;
    vv_match_destroy(s->match, NULL);
    if (vv_match_create(&s->def, NULL, &s->match, &error) != VV_OK || vv_match_solve(s->match, NULL, &error) != VV_OK)
        fail_msg("%s", error.message);
}

static void close_scene(scene *s)
{
    vv_match_destroy(s->match, NULL);
    vv_line_destroy(s->line, NULL);
    vv_skeleton_destroy(s->skeleton, NULL);
}

static void pose(const scene *s, uint32_t frame, vv_affine3 *globals)
{
    vv_quat turns[FIGURE_JOINTS];
    vv_vec3 moves[FIGURE_JOINTS];
    vv_match_frame_pose(s->match, frame, turns, moves);
    vv_skeleton_globals(s->skeleton, turns, moves, globals);
}

/* How far a contact's point is from its place, at most, while it holds. */
static float worst_miss(const scene *s, uint32_t contact)
{
    const vv_match_contact *c = &s->contacts[contact];
    float worst = 0.0f;
    for (uint32_t f = 0; f < vv_match_frame_count(s->match); f++) {
        float time = (float)f / s->def.rate;
        vv_affine3 globals[FIGURE_JOINTS];
        if (time < c->from || time > c->to)
            continue;
        pose(s, f, globals);
        float miss = vv_vec3_length(vv_vec3_sub(globals[c->bone].translation, c->keys[0].position));
        worst = miss > worst ? miss : worst;
    }
    return worst;
}

/* The largest change of any joint's velocity from frame to frame, metres a second: at four times as many frames it
 * must be about a fourth. */
static float largest_jolt(const scene *s)
{
    vv_affine3 at[3][FIGURE_JOINTS];
    float worst = 0.0f;
    for (uint32_t f = 0; f < vv_match_frame_count(s->match); f++) {
        pose(s, f, at[f % 3]);
        for (uint32_t j = 0; f >= 2 && j < FIGURE_JOINTS; j++) {
            vv_vec3 a = at[(f + 1) % 3][j].translation, b = at[(f + 2) % 3][j].translation,
                    c = at[f % 3][j].translation;
            float jolt = s->def.rate * vv_vec3_length(vv_vec3_sub(vv_vec3_add(a, c), vv_vec3_scale(b, 2.0f)));
            worst = jolt > worst ? jolt : worst;
        }
    }
    return worst;
}

static void is_smooth(scene *s, float share)
{
    s->def.rate = 60.0f;
    solve(s);
    float coarse = largest_jolt(s);
    s->def.rate = 240.0f;
    solve(s);
    float fine = largest_jolt(s);
    if (!(fine < share * coarse))
        print_message("jolts of %g m/s at 60, of %g m/s at 240 frames a second\n", (double)coarse, (double)fine);
    assert_true(fine < share * coarse);
}

/* Degrees by which a knee is bent backwards of the thigh, where knees of people go; negative: the other way. */
static float bent(const vv_affine3 *globals, uint32_t thigh)
{
    vv_mat3 t = globals[thigh].linear;
    vv_vec3 shin = vv_vec3_sub(globals[thigh + 2].translation, globals[thigh + 1].translation);
    vv_vec3 down = {-t.row[0].y, -t.row[1].y, -t.row[2].y}, back = {-t.row[0].z, -t.row[1].z, -t.row[2].z};
    return vv_atan2(vv_vec3_dot(back, shin), vv_vec3_dot(down, shin)) * 180.0f / VV_PI;
}

static const bow crouch[3] = {{0.0f, {0.05f, 0.3f}, 0.72f, 1.57f, 0.4f, 0, 1},
                              {0.5f, {-0.1f, 0.12f}, 0.72f, 1.3f, -0.6f, 0.1f, 1},
                              {1.1f, {0.1f, 0.36f}, 0.72f, 1.7f, 0.2f, 0, 1}};

/* Toes of a foot that stands: while they take hold and let go, pitched up or down, the ankle stays where it is. */
static void contacts_that_hold_win_against_those_that_do_not_yet(void **state)
{
    (void)state;
    for (int i = 0; i < 6; i++) {
        scene s;
        open_scene(&s, 3, crouch, false);
        float pitch = 0.3588f + 0.15f * (float)(i - 3), reach = 0.1709f;
        hold(&s, RIGHT_FOOT, 0.0f, 1.5f, 0.1f, (vv_vec3){-0.1f, 0.08f, 0.0f});
        hold(&s, LEFT_FOOT, 0.0f, 1.5f, 0.1f, (vv_vec3){0.1f, 0.08f, -0.2f});
        hold(&s, RIGHT_TOES, 0.5f, 0.9f, 0.08f + 0.04f * (float)i,
             (vv_vec3){-0.1f, 0.08f - reach * vv_sin(pitch), reach * vv_cos(pitch)});
        solve(&s);
        for (uint32_t c = 0; c < 3; c++)
            assert_true(worst_miss(&s, c) < 1e-4f);
        close_scene(&s);
    }
}

/* Both feet stand, the trunk sinks: knees go forwards, from a base that is nearly straight. */
static void knees_bend_forwards(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(5);
    for (int i = 0; i < 12; i++) {
        scene s;
        bow strokes[3];
        memcpy(strokes, crouch, sizeof strokes);
        for (int k = 0; k < 3; k++) {
            strokes[k].middle.x += 0.3f * (vvi_random_unit(&random) - 0.5f);
            strokes[k].middle.y -= 0.2f * vvi_random_unit(&random);
        }
        open_scene(&s, 3, strokes, false);
        s.def.rate = 30.0f;
        float ahead = vvi_random_unit(&random) - 0.5f;
        hold(&s, RIGHT_FOOT, 0.0f, 1.5f, 0.1f, (vv_vec3){-0.1f, 0.08f, 0.0f})->holds_rotation = i % 2;
        hold(&s, LEFT_FOOT, 0.0f, 1.5f, 0.1f, (vv_vec3){0.1f, 0.08f, ahead});
        solve(&s);
        for (uint32_t f = 0; f < vv_match_frame_count(s.match); f++) {
            vv_affine3 globals[FIGURE_JOINTS];
            pose(&s, f, globals);
            assert_true(bent(globals, LEFT_THIGH) > -2.0f && bent(globals, RIGHT_THIGH) > -2.0f);
        }
        assert_true(worst_miss(&s, 0) < 1e-4f && worst_miss(&s, 1) < 1e-4f);
        close_scene(&s);
    }
}

/* A bird's: the base bends them the other way, and so they stay. */
static void knees_bend_as_the_base_does(void **state)
{
    (void)state;
    scene s;
    open_scene(&s, 3, crouch, false);
    vv_quat turns[FIGURE_JOINTS];
    vv_vec3 moves[FIGURE_JOINTS];
    vv_skeleton_rest(s.skeleton, turns, moves);
    turns[LEFT_THIGH] = turns[RIGHT_THIGH] = vv_quat_from_axis_angle((vv_vec3){1, 0, 0}, 0.2f);
    turns[LEFT_KNEE] = turns[RIGHT_KNEE] = vv_quat_from_axis_angle((vv_vec3){1, 0, 0}, -0.4f);
    s.def.base_count = 1;
    s.def.base_rotations = turns;
    s.def.base_translations = moves;
    hold(&s, RIGHT_FOOT, 0.0f, 1.5f, 0.1f, (vv_vec3){-0.1f, 0.08f, 0.1f});
    hold(&s, LEFT_FOOT, 0.0f, 1.5f, 0.1f, (vv_vec3){0.1f, 0.08f, -0.2f});
    solve(&s);
    for (uint32_t f = 0; f < vv_match_frame_count(s.match); f++) {
        vv_affine3 globals[FIGURE_JOINTS];
        pose(&s, f, globals);
        assert_true(bent(globals, LEFT_THIGH) < 2.0f && bent(globals, RIGHT_THIGH) < 2.0f);
    }
    close_scene(&s);
}

/* Only the tips of the toes are held, and legs that stand straight begin to bend: feet stay flat, and no knee leaps. */
static void feet_stand_on_their_toes_without_a_leap_of_the_knee(void **state)
{
    (void)state;
    static const bow sinks[3] = {{0.0f, {0.0f, 0.49f}, 0.8f, 1.57f, 0.1f, 0, 1},
                                 {0.6f, {0.0f, 0.38f}, 0.8f, 1.4f, -0.3f, 0, 1},
                                 {1.2f, {0.0f, 0.5f}, 0.8f, 1.6f, 0.1f, 0, 1}};
    scene s;
    open_scene(&s, 3, sinks, false);
    hold(&s, LEFT_TOES, 0.0f, 2.0f, 0.1f, figure[LEFT_TOES].at);
    hold(&s, RIGHT_TOES, 0.0f, 2.0f, 0.1f, figure[RIGHT_TOES].at);
    is_smooth(&s, 0.4f);
    assert_true(worst_miss(&s, 0) < 1e-4f && worst_miss(&s, 1) < 1e-4f);
    for (uint32_t f = 0; f < vv_match_frame_count(s.match); f++) {
        vv_affine3 globals[FIGURE_JOINTS];
        pose(&s, f, globals);
        assert_true(bent(globals, LEFT_THIGH) > -2.0f && globals[LEFT_FOOT].translation.y < 0.13f);
    }
    close_scene(&s);
}

/* A foot is passed from one place to the next before it has let go of the first; the other foot stands all the
 * while. */
static void contacts_of_one_point_pass_smoothly(void **state)
{
    (void)state;
    scene s;
    open_scene(&s, 3, crouch, false);
    hold(&s, LEFT_FOOT, 0.0f, 1.5f, 0.1f, (vv_vec3){0.1f, 0.08f, -0.2f});
    hold(&s, RIGHT_FOOT, 0.0f, 0.4f, 0.3f, (vv_vec3){-0.1f, 0.08f, -0.1f});
    hold(&s, RIGHT_FOOT, 0.6f, 1.1f, 0.25f, (vv_vec3){-0.1f, 0.08f, 0.25f});
    is_smooth(&s, 0.4f);
    for (uint32_t c = 0; c < 3; c++)
        assert_true(worst_miss(&s, c) < 1e-4f);
    close_scene(&s);
}

/* A hand and an elbow that cannot both be where they are held. */
static void contacts_that_contradict_each_other_share_what_is_missing(void **state)
{
    (void)state;
    scene s;
    open_scene(&s, 3, crouch, false);
    hold(&s, LEFT_FOOT, 0.0f, 1.5f, 0.1f, (vv_vec3){0.1f, 0.08f, -0.1f});
    hold(&s, RIGHT_FOOT, 0.0f, 1.5f, 0.1f, (vv_vec3){-0.1f, 0.08f, 0.1f});
    hold(&s, RIGHT_HAND, 0.6f, 1.0f, 0.2f, (vv_vec3){-0.3f, 1.1f, 0.35f});
    hold(&s, RIGHT_ELBOW, 0.5f, 0.9f, 0.25f, (vv_vec3){-0.42f, 1.0f, 0.05f});
    is_smooth(&s, 0.75f); /* they claim their share within a few frames */
    assert_true(worst_miss(&s, 0) < 0.01f && worst_miss(&s, 1) < 0.01f);
    assert_true(worst_miss(&s, 2) < 0.1f && worst_miss(&s, 3) < 0.1f);
    close_scene(&s);
}

/* It is pointed at with what the arm has, but neither feet nor line are given up for it, and the report says how far
 * it is. */
static void what_is_out_of_reach_throws_nothing_about(void **state)
{
    (void)state;
    scene s;
    open_scene(&s, 3, crouch, false);
    hold(&s, LEFT_FOOT, 0.0f, 1.5f, 0.1f, (vv_vec3){0.1f, 0.08f, -0.1f});
    hold(&s, RIGHT_FOOT, 0.0f, 1.5f, 0.1f, (vv_vec3){-0.1f, 0.08f, 0.1f});
    hold(&s, LEFT_HAND, 0.6f, 0.9f, 0.3f, (vv_vec3){0.3f, 1.4f, 2.4f});
    is_smooth(&s, 0.4f);
    assert_true(worst_miss(&s, 0) < 0.02f && worst_miss(&s, 1) < 0.02f);
    assert_float_equal(worst_miss(&s, 2), vv_match_last_report(s.match).contact_error, 0.01f);
    assert_true(worst_miss(&s, 2) > 0.5f && worst_miss(&s, 2) < 1.7f);
    vv_affine3 globals[FIGURE_JOINTS];
    pose(&s, 180, globals); /* 0.75 s: the arm is stretched */
    assert_true(vv_vec3_length(vv_vec3_sub(globals[LEFT_HAND].translation, globals[LEFT_ARM].translation)) > 0.5f);
    close_scene(&s);
}

/* A foot of the line's own leg, held beside it: it stays there, and the body where it is across the plane. */
static void contacts_win_against_the_line(void **state)
{
    (void)state;
    static const bow stands[3] = {{0.0f, {0.0f, -0.05f}, 1.72f, -1.57f, 0.3f, 0, 1},
                                  {0.5f, {0.1f, -0.05f}, 1.72f, -1.5f, -0.4f, 0.1f, 1},
                                  {1.1f, {0.0f, -0.05f}, 1.72f, -1.57f, 0.2f, 0, 1}};
    scene s;
    open_scene(&s, 3, stands, true);
    hold(&s, LEFT_FOOT, 0.3f, 0.8f, 0.2f, (vv_vec3){0.1f, 0.2f, 0.35f});
    is_smooth(&s, 0.4f);
    assert_true(worst_miss(&s, 0) < 1e-4f && vv_match_last_report(s.match).mean_distance < 0.06f);
    for (uint32_t f = 0; f < vv_match_frame_count(s.match); f++) {
        vv_affine3 globals[FIGURE_JOINTS];
        pose(&s, f, globals);
        assert_true(fabsf(globals[HIPS].translation.x) < 0.05f);
    }
    close_scene(&s);
}

/* The figure `scale` times as large, on strokes of its trunk, a foot and a hand held by points of theirs, its chest
 * turned, seen in perspective. */
static void solve_scaled(scene *s, float scale, vv_match_twist *twist)
{
    vv_joint joints[FIGURE_JOINTS];
    bow strokes[3];
    for (uint32_t i = 0; i < FIGURE_JOINTS; i++) {
        uint32_t p = figure[i].parent < 0 ? VV_NONE : (uint32_t)figure[i].parent;
        vv_vec3 move = p == VV_NONE ? figure[i].at : vv_vec3_sub(figure[i].at, figure[p].at);
        joints[i] = (vv_joint){figure[i].name, p, vv_vec3_scale(move, scale), vv_quat_identity()};
    }
    memcpy(strokes, crouch, sizeof strokes);
    for (uint32_t k = 0; k < 3; k++) {
        strokes[k].middle = vv_vec2_scale(strokes[k].middle, scale);
        strokes[k].length *= scale;
    }
    open_scene(s, 3, strokes, false);
    vv_skeleton_destroy(s->skeleton, NULL);
    assert_int_equal(vv_skeleton_create(FIGURE_JOINTS, joints, NULL, &s->skeleton, NULL), VV_OK);
    s->def.skeleton = s->skeleton;
    s->def.view_plane = vv_view_plane_from_angles(0.5f * VV_PI, 0.0f, (vv_vec3){0, 0.9f * scale, 0}, 6.0f * scale);
    s->def.twists = twist;
    s->def.twist_count = 1;
    hold(s, RIGHT_FOOT, 0.0f, 1.5f, 0.1f, (vv_vec3){-0.1f * scale, 0.02f * scale, 0.1f * scale})->point =
        (vv_vec3){0.0f, -0.06f * scale, 0.1f * scale};
    hold(s, LEFT_HAND, 0.3f, 0.9f, 0.2f, (vv_vec3){0.4f * scale, 1.1f * scale, 0.3f * scale});
    solve(s);
}

/* Whoever draws a fox of 150 m, as it comes in files that meant centimetres, or a mouse, gets what a person does, as
 * large. */
static void bodies_of_all_sizes_move_alike(void **state)
{
    (void)state;
    static const float scales[] = {1.0f, 64.0f, 100.0f, 0.0625f};
    vv_match_constraint_key angles[2] = {{.time = 0.0f, .angle = -0.4f}, {.time = 1.1f, .angle = 0.5f}};
    vv_match_twist twist = {CHEST, 2, angles};
    scene s[4];
    for (uint32_t i = 0; i < 4; i++) {
        solve_scaled(&s[i], scales[i], &twist);
        vv_match_report report = vv_match_last_report(s[i].match);
        assert_true(report.mean_distance < 0.02f && report.tangent_degrees < 5.0f && report.twist_degrees < 2.0f &&
                    report.contact_error < 1e-4f * scales[i]);
        bool power = i != 2;
        for (uint32_t f = 0; f < vv_match_frame_count(s[i].match); f++) {
            vv_affine3 globals[FIGURE_JOINTS], first[FIGURE_JOINTS];
            pose(&s[i], f, globals);
            pose(&s[0], f, first);
            for (uint32_t j = 0; j < FIGURE_JOINTS; j++) {
                vv_vec3 off =
                    vv_vec3_sub(vv_vec3_scale(globals[j].translation, 1.0f / scales[i]), first[j].translation);
                assert_true(vv_vec3_length(off) < (power ? 1e-4f : 0.03f));
            }
        }
    }
    for (uint32_t i = 0; i < 4; i++)
        close_scene(&s[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contacts_that_hold_win_against_those_that_do_not_yet),
        cmocka_unit_test(knees_bend_forwards),
        cmocka_unit_test(knees_bend_as_the_base_does),
        cmocka_unit_test(feet_stand_on_their_toes_without_a_leap_of_the_knee),
        cmocka_unit_test(contacts_of_one_point_pass_smoothly),
        cmocka_unit_test(contacts_that_contradict_each_other_share_what_is_missing),
        cmocka_unit_test(what_is_out_of_reach_throws_nothing_about),
        cmocka_unit_test(contacts_win_against_the_line),
        cmocka_unit_test(bodies_of_all_sizes_move_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
