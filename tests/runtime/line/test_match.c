/* Matching: a figure follows lines of every kind, in every view, close enough and smoothly. */
#include "matches.h"

static const uint32_t left_leg[] = {HEAD, NECK, CHEST, SPINE, HIPS, LEFT_THIGH, LEFT_KNEE, LEFT_FOOT};
static const uint32_t right_leg[] = {HEAD, NECK, CHEST, SPINE, HIPS, RIGHT_THIGH, RIGHT_KNEE, RIGHT_FOOT};
static const uint32_t throwing[] = {RIGHT_HAND, RIGHT_ELBOW, RIGHT_ARM,  RIGHT_COLLAR, CHEST,
                                    SPINE,      HIPS,        LEFT_THIGH, LEFT_KNEE};
static const uint32_t wings[] = {LEFT_HAND,    LEFT_ELBOW, LEFT_ARM,    LEFT_COLLAR, CHEST,
                                 RIGHT_COLLAR, RIGHT_ARM,  RIGHT_ELBOW, RIGHT_HAND};
static const uint32_t arm[] = {RIGHT_ARM, RIGHT_ELBOW, RIGHT_HAND};

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

typedef struct scene {
    vv_skeleton *skeleton;
    vv_line *line;
    vv_match_key keys[8];
    vv_match_def def;
} scene;

/* The figure, from its side, on the bows. */
static void open_scene(scene *s, uint32_t count, const bow *strokes, vv_line_method way, uint32_t bones,
                       const uint32_t *set)
{
    *s = (scene){.skeleton = figure_make(), .line = bows_line(count, strokes, way, 0.4f)};
    for (uint32_t k = 0; k < count; k++)
        s->keys[k] = (vv_match_key){bones, set, 0, 0};
    s->def = (vv_match_def){.skeleton = s->skeleton, .line = s->line, .keys = s->keys, .rate = 30.0f};
    s->def.view_plane = vv_view_plane_from_angles(0.5f * VV_PI, 0.0f, (vv_vec3){0, 0.9f, 0}, 0.0f);
    s->def.action_plane = vv_quat_identity();
}

static void close_scene(scene *s, vv_match *match)
{
    vv_match_destroy(match, NULL);
    vv_line_destroy(s->line, NULL);
    vv_skeleton_destroy(s->skeleton, NULL);
}

static vv_vec3 joint_at(const vv_match *match, const vv_skeleton *skeleton, uint32_t frame, uint32_t joint)
{
    vv_quat turns[FIGURE_JOINTS];
    vv_vec3 moves[FIGURE_JOINTS];
    vv_affine3 globals[FIGURE_JOINTS];
    vv_match_frame_pose(match, frame, turns, moves);
    vv_skeleton_globals(skeleton, turns, moves, globals);
    return globals[joint].translation;
}

/* The largest change of a joint's velocity from frame to frame, metres a second. */
static float largest_jolt(const vv_match *match, const vv_skeleton *skeleton, uint32_t joint, float rate)
{
    float worst = 0.0f;
    for (uint32_t f = 2; f < vv_match_frame_count(match); f++) {
        vv_vec3 a = joint_at(match, skeleton, f - 2, joint), b = joint_at(match, skeleton, f - 1, joint),
                c = joint_at(match, skeleton, f, joint);
        float jolt = rate * vv_vec3_length(vv_vec3_sub(vv_vec3_add(a, c), vv_vec3_scale(b, 2.0f)));
        worst = jolt > worst ? jolt : worst;
    }
    return worst;
}

static float between(vvi_random *random, float low, float high) { return low + (high - low) * vvi_random_unit(random); }

/* Strokes that nobody drew: bends of up to ±3 rad, waves, turns of up to 1.2 rad from key to key, from two sides,
 * near and far. */
static void follow_random(uint32_t seed, float tilt)
{
    static const uint32_t *const sets[4] = {left_leg, right_leg, throwing, wings};
    static const uint32_t counts[4] = {8, 8, 9, 9};
    static const float lengths[4] = {1.75f, 1.75f, 2.05f, 1.8f};
    vvi_random random = vvi_random_seed(seed);
    uint32_t side = seed % 2, set = vvi_random_below(&random, side ? 3 : 4), count = 2 + vvi_random_below(&random, 4);
    bow strokes[6];
    float time = 0.0f, heading = set == 3 ? 0.0f : -1.57f, length = lengths[set] * between(&random, 0.9f, 1.1f);
    for (uint32_t k = 0; k < count; k++) {
        bow *b = &strokes[k];
        *b = (bow){.time = time, .length = length, .heading = heading};
        b->middle.x = between(&random, -0.4f, 0.4f);
        b->middle.y = between(&random, -0.3f, 0.3f);
        b->bend = between(&random, -3.0f, 3.0f);
        b->wave = between(&random, -0.8f, 0.8f);
        b->waves = between(&random, 0.5f, 1.5f);
        time += between(&random, 0.3f, 1.0f);
        heading += between(&random, -1.2f, 1.2f);
    }
    scene s;
    open_scene(&s, count, strokes, VV_LINE_ELASTIC, counts[set], sets[set]);
    float pitch = between(&random, -0.3f, 0.3f),
          far = vvi_random_below(&random, 2) ? 0.0f : between(&random, 3.5f, 8.0f);
    s.def.view_plane = vv_view_plane_from_angles(side ? 0.5f * VV_PI : 0.0f, pitch, (vv_vec3){0, 0.9f, 0}, far);
    s.def.action_plane = vv_quat_from_axis_angle((vv_vec3){0, 1, 0}, between(&random, -tilt, tilt));
    vv_match *match = solve(&s.def);
    vv_match_report report = vv_match_last_report(match);
    if (!(report.mean_distance < 0.02f && report.tangent_degrees < 5.0f && report.key_distance < 0.03f))
        print_report("random", match);
    assert_true(report.mean_distance < 0.02f && report.tangent_degrees < 5.0f && report.key_distance < 0.03f);
    close_scene(&s, match);
}

static void figures_follow_whatever_is_drawn(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < 80; seed++)
        follow_random(seed, 0.0f);
}

static void tilted_planes_are_followed(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < 80; seed++)
        follow_random(seed, 0.8f);
}

/* A chain bent by known angles; a line through its joints must bring it back. */
static void known_motions_are_recovered(void **state)
{
    (void)state;
    enum { BONES = 24, KEYS = 3 };
    vv_skeleton *skeleton = chain_make(BONES, 1.8f);
    uint32_t all[BONES + 1];
    vv_match_key keys[KEYS];
    vv_line_key strokes[KEYS];
    float angles[KEYS][BONES];
    for (uint32_t i = 0; i <= BONES; i++)
        all[i] = i;
    for (uint32_t k = 0; k < KEYS; k++) {
        /* Bones from the top end down; each points down, turned by its angle. */
        vv_stroke_point points[BONES + 1] = {{{0.1f * (float)k, 0.9f}, 0, 1}};
        for (uint32_t i = 0; i < BONES; i++) {
            angles[k][i] = 0.8f * (float)k * (((float)i + 0.5f) / BONES - 0.3f);
            float heading = -0.5f * VV_PI + angles[k][i], step = 1.8f / BONES;
            points[i + 1] = (vv_stroke_point){
                vv_vec2_add(points[i].at, (vv_vec2){step * vv_cos(heading), step * vv_sin(heading)}), 0, 1};
        }
        strokes[k] = (vv_line_key){.time = 0.4f * (float)k, .dynamics = vv_line_preset_dynamics(VV_LINE_PRESET_NORMAL)};
        assert_int_equal(vv_stroke_fit(24, BONES + 1, points, k > 0 ? &strokes[k - 1].pose : NULL, NULL,
                                       &strokes[k].pose, NULL, NULL),
                         VV_OK);
        keys[k] = (vv_match_key){BONES + 1, all, 0, 0};
    }
    vv_line_def line_def = {
        .element_count = 24, .frame_count = 40, .key_count = KEYS, .keys = strokes, .method = VV_LINE_SMOOTH};
    vv_line *line = NULL;
    assert_int_equal(vv_line_create(&line_def, NULL, &line, NULL), VV_OK);
    vv_match_def def = {
        .skeleton = skeleton, .line = line, .keys = keys, .rate = 10.0f, .action_plane = vv_quat_identity()};
    def.view_plane = vv_view_plane_from_angles(0.0f, 0.0f, (vv_vec3){0, 1, 0}, 0.0f);
    vv_match *match = solve(&def);
    for (uint32_t k = 0; k < KEYS; k++) {
        vv_quat turns[BONES + 1];
        vv_vec3 moves[BONES + 1];
        vv_affine3 globals[BONES + 1];
        vv_match_frame_pose(match, 4 * k, turns, moves);
        vv_skeleton_globals(skeleton, turns, moves, globals);
        for (uint32_t i = 0; i < BONES; i++) {
            /* Joint 12 is the top end, 0 the root, 24 the bottom one; bone i belongs to the joint above or below it. */
            uint32_t joint = i < BONES / 2 ? BONES / 2 - 1 - i : i == BONES / 2 ? 0 : i;
            vv_vec3 x = {globals[joint].linear.row[0].x, globals[joint].linear.row[1].x, 0};
            assert_float_equal(vv_atan2(x.y, x.x), angles[k][i], i + 1 == BONES / 2 || i == BONES / 2 ? 0.06f : 0.035f);
        }
    }
    vv_match_destroy(match, NULL);
    vv_line_destroy(line, NULL);
    vv_skeleton_destroy(skeleton, NULL);
}

/* Heels over head: the line turns once around, and the support passes from leg to leg. */
static void walking_over_goes_all_the_way_round(void **state)
{
    (void)state;
    bow over[6];
    for (uint32_t k = 0; k < 6; k++)
        over[k] =
            (bow){0.5f * (float)k, {0.2f * (float)k, 0}, 1.75f, -1.57f + 2.0f * VV_PI * (float)k / 5.0f, 1.5f, 0, 1};
    scene s;
    open_scene(&s, 6, over, VV_LINE_SMOOTH, 8, left_leg);
    for (uint32_t k = 1; k < 5; k++)
        s.keys[k].bones = right_leg;
    vv_match *match = solve(&s.def);
    vv_match_report report = vv_match_last_report(match);
    assert_true(report.mean_distance < 0.01f && report.tangent_degrees < 2.0f && report.iterations < 12);
    /* In the middle of it the head is below the hips. */
    assert_true(joint_at(match, s.skeleton, 38, HEAD).y < joint_at(match, s.skeleton, 38, HIPS).y - 0.3f);
    assert_true(joint_at(match, s.skeleton, 75, HEAD).y > joint_at(match, s.skeleton, 75, HIPS).y + 0.3f);
    assert_true(largest_jolt(match, s.skeleton, LEFT_FOOT, 30.0f) < 2.0f);
    close_scene(&s, match);
}

static void bones_that_leave_the_set_move_on_smoothly(void **state)
{
    (void)state;
    float jolts[2];
    for (int twice = 0; twice < 2; twice++) {
        scene s;
        open_scene(&s, 5, bows, VV_LINE_SMOOTH, 8, left_leg);
        s.keys[2].bones = s.keys[3].bones = right_leg;
        s.def.rate = twice ? 120.0f : 60.0f;
        vv_match *match = solve(&s.def);
        assert_true(vv_match_last_report(match).mean_distance < 0.01f);
        jolts[twice] = largest_jolt(match, s.skeleton, LEFT_FOOT, s.def.rate);
        close_scene(&s, match);
    }
    /* Velocities without jumps change half as much over half the time. */
    assert_true(jolts[0] < 1.0f && jolts[1] < 0.6f * jolts[0]);
}

/* How far a joint's turn against its parent is from the base's, radians. */
static float off_base(const vv_match *match, uint32_t frame, uint32_t joint)
{
    vv_quat turns[FIGURE_JOINTS];
    vv_vec3 moves[FIGURE_JOINTS];
    vv_match_frame_pose(match, frame, turns, moves);
    float sine = vv_vec3_length((vv_vec3){turns[joint].x, turns[joint].y, turns[joint].z});
    return 2.0f * vv_atan2(sine, fabsf(turns[joint].w));
}

/* Without a set that has it, an arm stays where it is at rest, though it must first be laid into the plane to follow;
 * it leaves and comes back with the velocity of the base, which is none. */
static void bones_outside_the_sets_stay_on_their_base(void **state)
{
    (void)state;
    scene s;
    open_scene(&s, 5, bows, VV_LINE_ELASTIC, 8, left_leg);
    s.keys[2] = s.keys[3] = (vv_match_key){9, throwing, 0, 0};
    vv_match *match = solve(&s.def);
    for (uint32_t f = 0; f < vv_match_frame_count(match); f++)
        for (uint32_t j = RIGHT_ARM; j <= RIGHT_HAND; j++)
            if (f <= 18 || f >= 72) /* at keys 0, 1 and 4, between the first two and after the last */
                assert_true(off_base(match, f, j) < 1e-3f);
    assert_true(off_base(match, 36, RIGHT_ARM) > 0.3f && off_base(match, 19, RIGHT_ARM) < 0.05f);
    assert_true(vv_match_last_report(match).mean_distance < 0.02f);
    assert_true(largest_jolt(match, s.skeleton, RIGHT_HAND, 30.0f) < 6.0f);
    close_scene(&s, match);
}

/* An arm that went three quarters round comes back the last quarter on, not all the way again. */
static void bones_that_went_round_come_back_the_short_way(void **state)
{
    (void)state;
    bow swings[5];
    for (uint32_t k = 0; k < 5; k++)
        swings[k] = (bow){0.5f * (float)k, {0, 0.5f}, 0.71f, 3.14f + (k < 4 ? 1.57f * (float)k : 6.28f), 0, 0, 1};
    scene s;
    open_scene(&s, 5, swings, VV_LINE_SMOOTH, 3, arm);
    s.keys[4] = (vv_match_key){3, left_leg, 0, 0};
    s.def.view_plane = vv_view_plane_from_angles(0.0f, 0.0f, (vv_vec3){0, 0.9f, 0}, 0.0f);
    s.def.hold_root = true;
    vv_match *match = solve(&s.def);
    for (uint32_t f = 46; f <= 60; f++)
        assert_true(off_base(match, f, RIGHT_ARM) < off_base(match, f - 1, RIGHT_ARM));
    assert_true(off_base(match, 45, RIGHT_ARM) > 1.4f && off_base(match, 60, RIGHT_ARM) < 1e-3f);
    close_scene(&s, match);
}

/* At many frames a second a bone's angle leaps where it joins the set, from one frame to the next: a curve that began
 * as steep there could end whirling round. */
static void bones_that_join_do_not_whirl(void **state)
{
    (void)state;
    static const bow lifts[4] = {{0.0f, {-0.53f, 0.53f}, 0.71f, 3.14f, 0, 0, 1},
                                 {0.5f, {-0.5f, 0.4f}, 0.71f, 3.74f, 0, 0, 1},
                                 {1.0f, {-0.5f, 0.4f}, 0.71f, 3.8f, 0.3f, 0, 1},
                                 {1.5f, {-0.53f, 0.53f}, 0.71f, 3.14f, 0, 0, 1}};
    scene s;
    open_scene(&s, 4, lifts, VV_LINE_SMOOTH, 3, arm);
    s.keys[0] = s.keys[3] = (vv_match_key){3, left_leg, 0, 0};
    s.def.view_plane = vv_view_plane_from_angles(0.0f, 0.0f, (vv_vec3){0, 0.9f, 0}, 0.0f);
    s.def.hold_root = true;
    s.def.rate = 240.0f;
    vv_match *match = solve(&s.def);
    assert_true(largest_jolt(match, s.skeleton, RIGHT_HAND, s.def.rate) < 0.5f);
    vvi_match_initialize(match);
    for (uint32_t k = 0; k < match->knot_count; k++)
        for (uint32_t i = 0; i < match->planar.size; i++) {
            double tangent = match->planar.x[((size_t)2 * k + 1) * match->planar.size + i];
            assert_true(fabs(tangent / match->knot_spans[k]) < 15.0); /* radians, or metres, a second */
        }
    close_scene(&s, match);
}

/* Feet that should stand further apart than legs are long come as near as they can, without thrashing about. */
static void contacts_out_of_reach_are_come_near_to(void **state)
{
    (void)state;
    scene s;
    open_scene(&s, 5, bows, VV_LINE_SMOOTH, 5, left_leg);
    vv_match_constraint_key places[2] = {{.position = {0.1f, 0.08f, 1.3f}}, {.position = {-0.1f, 0.08f, -1.3f}}};
    vv_match_contact contacts[2] = {{LEFT_FOOT, {0, 0, 0}, false, 0.5f, 1.5f, 0.3f, 1, &places[0]},
                                    {RIGHT_FOOT, {0, 0, 0}, false, 0.5f, 1.5f, 0.3f, 1, &places[1]}};
    s.def.contacts = contacts;
    s.def.contact_count = 2;
    vv_match *match = solve(&s.def);
    float error = vv_match_last_report(match).contact_error;
    assert_true(error > 0.3f && error < 0.7f); /* legs of 0.86 m from hips 0.2 m wide leave 0.44 m to each at best */
    for (uint32_t f = 15; f <= 45; f++)
        assert_true(vv_vec3_length(vv_vec3_sub(joint_at(match, s.skeleton, f, LEFT_FOOT), places[0].position)) < 0.7f);
    close_scene(&s, match);
}

static void contacts_hold_and_cans_turn(void **state)
{
    (void)state;
    scene s;
    open_scene(&s, 5, bows, VV_LINE_ELASTIC, 8, left_leg);
    vv_match_constraint_key place = {.position = {-0.15f, 0.15f, 0.1f}, .rotation = {0, 0, 0, 1}};
    vv_match_constraint_key angles[2] = {{.time = 0.5f, .angle = 0.0f}, {.time = 1.5f, .angle = 1.2f}};
    vv_match_contact contact = {RIGHT_FOOT, {0, -0.05f, 0.05f}, true, 0.5f, 1.5f, 0.3f, 1, &place};
    vv_match_twist cans[2] = {{CHEST, 2, angles}, {HIPS, 1, angles}};
    s.def.contacts = &contact;
    s.def.twists = cans;
    s.def.contact_count = 1;
    s.def.twist_count = 2;
    s.def.rate = 60.0f;
    vv_match *match = solve(&s.def);
    vv_match_report report = vv_match_last_report(match);
    assert_true(report.contact_error < 1e-3f && report.contact_degrees < 0.1f && report.twist_degrees < 2.0f);
    assert_true(report.mean_distance < 0.02f);
    /* What the report says is so in the frames themselves. */
    for (uint32_t f = 30; f <= 90; f += 10) {
        vv_quat turns[FIGURE_JOINTS];
        vv_vec3 moves[FIGURE_JOINTS];
        vv_affine3 globals[FIGURE_JOINTS];
        vv_match_frame_pose(match, f, turns, moves);
        vv_skeleton_globals(s.skeleton, turns, moves, globals);
        vv_vec3 at = vv_affine3_apply(globals[RIGHT_FOOT], contact.point);
        assert_true(vv_vec3_length(vv_vec3_sub(at, place.position)) < 1e-3f);
        assert_float_equal(globals[RIGHT_FOOT].linear.row[1].y, 1.0f, 1e-4f);
    }
    /* It takes hold and lets go without a jolt. */
    assert_true(largest_jolt(match, s.skeleton, RIGHT_FOOT, 60.0f) < 1.0f);
    close_scene(&s, match);
}

/* About its own bone, a can turns the chest by its angle beyond where the line alone takes it. */
static void cans_turn_about_their_bones(void **state)
{
    (void)state;
    scene s;
    open_scene(&s, 5, bows, VV_LINE_SMOOTH, 8, left_leg);
    vv_match *plain = solve(&s.def);
    vv_match_constraint_key angle = {.angle = 0.7f};
    vv_match_twist can = {CHEST, 1, &angle};
    s.def.twists = &can;
    s.def.twist_count = 1;
    vv_match *turned = solve(&s.def);
    for (uint32_t f = 0; f < vv_match_frame_count(plain); f += 6) {
        vv_quat turns[FIGURE_JOINTS];
        vv_vec3 moves[FIGURE_JOINTS];
        vv_affine3 a[FIGURE_JOINTS], b[FIGURE_JOINTS];
        vv_match_frame_pose(plain, f, turns, moves);
        vv_skeleton_globals(s.skeleton, turns, moves, a);
        vv_match_frame_pose(turned, f, turns, moves);
        vv_skeleton_globals(s.skeleton, turns, moves, b);
        vv_vec3 bone = vv_vec3_normalize(vv_vec3_sub(a[NECK].translation, a[CHEST].translation), (vv_vec3){0, 1, 0});
        vv_quat off = vv_mat3_to_quat(vv_mat3_multiply(b[CHEST].linear, vv_mat3_transpose(a[CHEST].linear)));
        float sine = vv_vec3_dot((vv_vec3){off.x, off.y, off.z}, bone);
        assert_float_equal(2.0f * vv_atan2(sine * (off.w < 0 ? -1.0f : 1.0f), fabsf(off.w)), 0.7f, 0.035f);
    }
    vv_match_destroy(plain, NULL);
    close_scene(&s, turned);
}

static void arms_move_over_what_the_body_does(void **state)
{
    (void)state;
    static const bow reach[3] = {{0.0f, {-0.53f, 0.53f}, 0.71f, 3.14f, 0.0f, 0, 1},
                                 {0.5f, {-0.42f, 0.75f}, 0.71f, 2.2f, 0.5f, 0, 1},
                                 {1.0f, {-0.5f, 0.38f}, 0.71f, 3.6f, -0.5f, 0, 1}};
    scene s;
    open_scene(&s, 3, reach, VV_LINE_SMOOTH, 3, arm);
    s.def.view_plane = vv_view_plane_from_angles(0.0f, 0.0f, (vv_vec3){0, 0.9f, 0}, 0.0f);
    s.def.hold_root = true;
    uint32_t frames = vv_match_count_frames(s.line, 30.0f);
    vv_quat *turns = malloc(frames * FIGURE_JOINTS * sizeof *turns), got[FIGURE_JOINTS];
    vv_vec3 *moves = malloc(frames * FIGURE_JOINTS * sizeof *moves), places[FIGURE_JOINTS];
    for (uint32_t f = 0; f < frames; f++) {
        vv_skeleton_rest(s.skeleton, turns + f * FIGURE_JOINTS, moves + f * FIGURE_JOINTS);
        turns[f * FIGURE_JOINTS + LEFT_THIGH] = vv_quat_from_axis_angle((vv_vec3){1, 0, 0}, 0.02f * (float)f);
        moves[f * FIGURE_JOINTS].y += 0.01f * (float)f;
    }
    s.def.base_count = frames;
    s.def.base_rotations = turns;
    s.def.base_translations = moves;
    vv_match *match = solve(&s.def);
    /* Strokes need not begin at the shoulder, nor rise with it: they are laid from it. */
    assert_true(vv_match_last_report(match).tangent_degrees < 2.0f &&
                vv_match_last_report(match).mean_distance < 0.01f);
    for (uint32_t f = 0; f < frames; f++) {
        vv_match_frame_pose(match, f, got, places);
        assert_memory_equal(&got[LEFT_THIGH], &turns[f * FIGURE_JOINTS + LEFT_THIGH], sizeof *got);
        assert_float_equal(places[0].y, moves[f * FIGURE_JOINTS].y, 1e-6f);
    }
    free(turns);
    free(moves);
    close_scene(&s, match);
}

static void dragging_a_stroke_solves_again_from_there(void **state)
{
    (void)state;
    scene s;
    bow moved[5];
    open_scene(&s, 5, bows, VV_LINE_ELASTIC, 8, left_leg);
    vv_match *match = solve(&s.def), *fresh;
    memcpy(moved, bows, sizeof moved);
    moved[2].bend = -1.7f;
    vv_line *line = bows_line(5, moved, VV_LINE_ELASTIC, 0.4f);
    assert_int_equal(vv_match_set_line(match, line, NULL), VV_OK);
    assert_int_equal(vv_match_solve(match, NULL, NULL), VV_OK);
    vv_match_report warm = vv_match_last_report(match);
    s.def.line = line;
    fresh = solve(&s.def);
    for (uint32_t f = 0; f < vv_match_frame_count(fresh); f += 5)
        assert_true(vv_vec3_length(vv_vec3_sub(joint_at(match, s.skeleton, f, HEAD),
                                               joint_at(fresh, s.skeleton, f, HEAD))) < 2e-3f);
    assert_true(warm.iterations <= 4);
    vv_line *fewer = bows_line(4, bows, VV_LINE_ELASTIC, 0.4f);
    assert_int_equal(vv_match_set_line(match, fewer, NULL), VV_ERROR_ARGUMENT);
    vv_line_destroy(fewer, NULL);
    vv_line_destroy(line, NULL);
    vv_match_destroy(fresh, NULL);
    close_scene(&s, match);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figures_follow_whatever_is_drawn),
        cmocka_unit_test(tilted_planes_are_followed),
        cmocka_unit_test(known_motions_are_recovered),
        cmocka_unit_test(walking_over_goes_all_the_way_round),
        cmocka_unit_test(bones_that_leave_the_set_move_on_smoothly),
        cmocka_unit_test(bones_outside_the_sets_stay_on_their_base),
        cmocka_unit_test(bones_that_went_round_come_back_the_short_way),
        cmocka_unit_test(bones_that_join_do_not_whirl),
        cmocka_unit_test(contacts_out_of_reach_are_come_near_to),
        cmocka_unit_test(contacts_hold_and_cans_turn),
        cmocka_unit_test(cans_turn_about_their_bones),
        cmocka_unit_test(arms_move_over_what_the_body_does),
        cmocka_unit_test(dragging_a_stroke_solves_again_from_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
