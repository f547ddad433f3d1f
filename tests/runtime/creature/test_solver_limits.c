/* The particle solver at its limits: what is no number, no length, too much or too far; memory; live play past the
 * direction opposite to rest; knees near the ground; the paper's rounds without a finish. */
#include "tests/testing.h"

#include "puppet.h"

/* ---- Bad goals --------------------------------------------------------------------------------------------------- */

static void test_goals_that_are_none_are_left_out(void **state)
{
    (void)state;
    static vv_transform3 expected[MOST];
    vv_ik_goal goals[MOST + 16];
    for (uint32_t kind = 0; kind < KINDS; kind += 7) {
        puppet *p = puppet_take(kind);
        uint32_t count = puppet_goals(p, 2.0f, goals), more = count;
        puppet_solve(p, count, goals);
        memcpy(expected, p->pose, sizeof expected);
        vv_ik_goal bad = goal_at(p->count - 1u, (vv_vec3){NAN, 0, 0});
        goals[more++] = bad;
        bad.position = (vv_vec3){0, INFINITY, 0};
        goals[more++] = bad;
        bad = goal_at(p->count - 1u, (vv_vec3){0, 0, 0});
        bad.rotation.w = NAN;
        goals[more++] = bad;
        bad = goal_at(p->count - 1u, (vv_vec3){0, 0, 0});
        bad.position_weight = NAN;
        goals[more++] = bad;
        bad.position_weight = -1.0f;
        goals[more++] = bad;
        goals[more++] = goal_at(p->count, (vv_vec3){0, 0, 0});
        goals[more++] = goal_at(VV_NONE, (vv_vec3){0, 0, 0});
        goals[more++] = goal_at(p->root, (vv_vec3){5, 5, 5});
        if (count > 0) {
            goals[more] = goals[0]; /* a second on the same body */
            goals[more++].position.x += 1.0f;
        }
        puppet_solve(p, more, goals);
        assert_memory_equal(expected, p->pose, p->count * sizeof *p->pose);
        puppet_let_go(p);
    }
}

/* A root that is nowhere is where it is at rest. */
static void test_a_root_that_is_no_number(void **state)
{
    (void)state;
    puppet *p = puppet_take(SAMPLE_BIPED);
    vv_ik_options options = vv_default_ik_options();
    vv_transform3 root = p->rest[p->root];
    root.rotation.x = NAN;
    vv_ik_solver_solve(p->solver, &options, root, 0, NULL, 0.0f, p->pose);
    for (uint32_t b = 0; b < p->count; b++)
        assert_true(distance(p->pose[b].position, p->rest[b].position) < 1e-5f);
    puppet_let_go(p);
}

/* The root moves and turns, and with it all that has no goal. */
static void test_the_root_carries_all(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(8);
    vv_ik_options options = vv_default_ik_options();
    for (uint32_t kind = 0; kind < KINDS; kind += 3) {
        puppet *p = puppet_take(kind);
        vv_quat by = sample_turn(&random);
        vv_transform3 root = {sample_point(&random, 3.0f), vv_quat_multiply(by, p->rest[p->root].rotation)};
        vv_ik_solver_solve(p->solver, &options, root, 0, NULL, 0.0f, p->pose);
        for (uint32_t b = 0; b < p->count; b++) {
            vv_vec3 from = vv_vec3_sub(p->rest[b].position, p->rest[p->root].position);
            vv_vec3 expected = vv_vec3_add(root.position, vv_quat_rotate(by, from));
            assert_true(distance(p->pose[b].position, expected) < 1e-5f * (1.0f + p->creature->size));
            vv_quat turn = vv_quat_multiply(by, p->rest[b].rotation);
            assert_true(fabsf(vv_quat_dot(turn, p->pose[b].rotation)) > 1.0f - 1e-5f);
        }
        puppet_let_go(p);
    }
}

/* Everything at once, anywhere, any weight: numbers, and joints that hold. */
static void test_anything_at_all_stays_finite(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(9);
    vv_ik_options options = vv_default_ik_options();
    for (uint32_t kind = 0; kind < KINDS; kind++) {
        puppet *p = puppet_take(kind);
        for (int i = 0; i < 20; i++) {
            vv_ik_goal goals[MOST];
            uint32_t count = 0;
            float far = i % 5 == 0 ? 1e30f : i % 5 == 1 ? 100.0f : 2.0f;
            for (uint32_t b = 0; b < p->count; b++) {
                if (vvi_random_below(&random, 3) == 0)
                    continue;
                goals[count] = goal_at(b, sample_point(&random, far));
                goals[count].rotation = sample_turn(&random);
                goals[count].position_weight = vvi_random_below(&random, 2) ? 1.0f : vvi_random_unit(&random);
                goals[count].rotation_weight = vvi_random_below(&random, 2) ? 0.0f : vvi_random_unit(&random);
                goals[count++].hard = vvi_random_below(&random, 2);
            }
            options.carry_twist = i & 1;
            vv_ik_solver_solve(p->solver, &options, p->rest[p->root], count, goals, 0.02f, p->pose);
            if (!(puppet_torn(p) < 1e-3f))
                fail_msg("creature %u, set %d: torn by %g", kind, i, (double)puppet_torn(p));
        }
        puppet_let_go(p);
    }
}

/* ---- Odd bodies -------------------------------------------------------------------------------------------------- */

static void test_bodies_without_length(void **state)
{
    (void)state;
    static sample made;
    vvi_random random = vvi_random_seed(10);
    for (uint64_t seed = 20; seed < 60; seed++) {
        sample_random(seed, false, &made);
        for (uint32_t b = 1; b < made.def.body_count; b++)
            if (vvi_random_below(&random, 2)) {
                made.bodies[b].position = made.bodies[made.bodies[b].parent].position;
                made.bodies[b].centre = (vv_vec3){0, 0, 0};
            }
        puppet *p = puppet_hold(sample_create(&made));
        for (uint32_t b = 0; b < p->count; b++) {
            vv_ik_goal goal = goal_at(b, sample_point(&random, 2.0f));
            goal.rotation_weight = b % 2 ? 1.0f : 0.0f;
            puppet_solve(p, 1, &goal);
            assert_true(puppet_torn(p) < 1e-4f);
        }
        puppet_let_go(p);
    }
}

static void test_one_body(void **state)
{
    (void)state;
    puppet *p = puppet_take(SAMPLE_ONE_BODY);
    vv_ik_goal goal = goal_at(0, (vv_vec3){1, 2, 3});
    puppet_solve(p, 1, &goal);
    assert_true(distance(p->pose[0].position, p->rest[0].position) < 1e-6f);
    assert_true(vv_ik_solver_has_goal(p->solver, 0) && !vv_ik_solver_has_goal(p->solver, 1));
    puppet_let_go(p);
}

/* 1,000 bodies in one chain, as a limb and as a spine, with a goal at the end. */
static void test_a_thousand_bodies(void **state)
{
    (void)state;
    enum { COUNT = 1000 };
    static vv_creature_body bodies[COUNT];
    static char names[COUNT][16];
    static vv_transform3 pose[COUNT];
    vv_ik_options options = vv_default_ik_options();
    for (int spine = 0; spine < 2; spine++) {
        for (uint32_t b = 0; b < COUNT; b++) {
            snprintf(names[b], sizeof names[b], "%u", b);
            float t = 0.01f * (float)b;
            bodies[b] = (vv_creature_body){.name = names[b], .parent = b ? b - 1u : VV_NONE, .rotation = {0, 0, 0, 1}};
            bodies[b].position = (vv_vec3){0.5f * vv_sin(t), 1.0f + 0.3f * vv_cos(t), 0.01f * (float)b};
            bodies[b].low = (vv_vec3){-0.1f, -0.1f, -0.1f};
            bodies[b].high = (vv_vec3){0.1f, 0.1f, 0.1f};
            bodies[b].caps = VV_CAP_BIT(spine || b == 0 ? VV_CAP_SPINE : VV_CAP_LIMB);
        }
        bodies[spine ? COUNT / 2 : 0].caps |= VV_CAP_BIT(VV_CAP_ROOT);
        vv_creature_def def = {.body_count = COUNT, .bodies = bodies};
        vv_creature *creature = NULL;
        vv_ik_solver *solver = NULL;
        assert_int_equal(vv_creature_create(&def, NULL, &creature, NULL), VV_OK);
        assert_int_equal(vv_ik_solver_create(creature, NULL, &solver, NULL), VV_OK);
        uint32_t root = vv_creature_root(creature);
        vv_transform3 at = {bodies[root].position, bodies[root].rotation};
        for (int i = 0; i < 200; i++) {
            vv_ik_goal goal = goal_at(COUNT - 1u, bodies[COUNT - 1u].position);
            goal.position.x += 0.01f * (float)i;
            goal.position.z -= 0.01f * (float)i;
            vv_ik_solver_solve(solver, &options, at, 1, &goal, 0.0f, pose);
            assert_true(distance(pose[COUNT - 1u].position, goal.position) < 0.02f);
        }
        vv_ik_solver_destroy(solver, NULL);
        vv_creature_destroy(creature, NULL);
    }
}

static void test_no_memory(void **state)
{
    (void)state;
    puppet *p = puppet_take(SAMPLE_QUADRUPED);
    vv_counting counting = {.fail_at = 1};
    vv_allocator allocator = vv_counting_allocator(&counting);
    vv_error error = {0};
    vv_ik_solver *solver = p->solver;
    assert_int_equal(vv_ik_solver_create(p->creature, &allocator, &solver, &error), VV_ERROR_MEMORY);
    assert_null(solver);
    counting = (vv_counting){0};
    assert_int_equal(vv_ik_solver_create(p->creature, &allocator, &solver, &error), VV_OK);
    vv_ik_solver_destroy(solver, &allocator);
    vv_ik_solver_destroy(NULL, &allocator);
    puppet_let_go(p);
}

/* ---- Live play --------------------------------------------------------------------------------------------------- */

/* The left hand's goal on a circle about the shoulder that passes straight opposite to rest, or close by. */
static vv_vec3 opposite_walk(const limb_reach *reach, vv_vec3 rest, float angle, float beside)
{
    vv_vec3 u = vv_vec3_normalize(rest, (vv_vec3){0, -1, 0});
    vv_vec3 v = vv_vec3_normalize(vv_vec3_cross(u, (vv_vec3){0.3f, 0.2f, 1}), (vv_vec3){1, 0, 0});
    vv_vec3 w = vv_vec3_cross(u, v);
    vv_vec3 at = vv_vec3_add(vv_vec3_scale(u, vv_cos(angle)), vv_vec3_scale(v, vv_sin(angle)));
    at = vv_vec3_add(at, vv_vec3_scale(w, beside));
    return vv_vec3_add(reach->base, vv_vec3_scale(at, 0.7f * reach->most / vv_vec3_length(at)));
}

/* The fastest turn of any body of the arm along that walk, in radians for each of the goal's. */
static float fastest_turn(puppet *p, bool carry, float beside, float dt)
{
    limb_reach reach;
    uint32_t hand = vv_creature_find(p->creature, "left hand"), last_count = 0;
    assert_true(puppet_reach(p, hand, &reach));
    vv_ik_options options = vv_default_ik_options();
    options.carry_twist = carry;
    vv_vec3 rest = vv_vec3_sub(p->bodies[hand].rest_centre, reach.base);
    static vv_transform3 before[MOST];
    float fastest = 0.0f, step = 2.0f * dt;
    vv_ik_solver_reset(p->solver);
    for (float angle = 0.0f; angle < 6.0f; angle += step, last_count++) {
        vv_ik_goal goal = goal_at(hand, opposite_walk(&reach, rest, angle, beside));
        vv_ik_solver_solve(p->solver, &options, p->rest[p->root], 1, &goal, dt, p->pose);
        assert_true(distance(puppet_centre(p, hand), goal.position) < 0.01f * reach.most);
        for (uint32_t b = 0; last_count > 0 && b < p->count; b++) {
            float same = vvi_min(1.0f, fabsf(vv_quat_dot(before[b].rotation, p->pose[b].rotation)));
            fastest = vvi_max(fastest, 2.0f * vv_acos(same) / step);
        }
        memcpy(before, p->pose, sizeof before);
    }
    return fastest;
}

static void test_carry_passes_the_opposite_without_a_flip(void **state)
{
    (void)state;
    puppet *p = puppet_take(SAMPLE_BIPED);
    for (float beside = 0.0f; beside < 0.05f; beside += 0.011f) {
        float carried = fastest_turn(p, true, beside, 1.0f / 240.0f);
        assert_true(carried < 12.0f);
    }
    float flip = fastest_turn(p, false, 0.003f, 1.0f / 240.0f);
    assert_true(flip > 50.0f); /* what it is good for */
    puppet_let_go(p);
}

/* Held still, the twist is relaxed and the pose becomes the one without memory; the same at every frame rate; a reset
 * forgets. */
static void test_carry_relaxes(void **state)
{
    (void)state;
    puppet *p = puppet_take(SAMPLE_BIPED);
    limb_reach reach;
    uint32_t hand = vv_creature_find(p->creature, "left hand"), elbow = vv_creature_find(p->creature, "left fore arm");
    assert_true(puppet_reach(p, hand, &reach));
    vv_vec3 rest = vv_vec3_sub(p->bodies[hand].rest_centre, reach.base);
    vv_ik_options options = vv_default_ik_options();
    vv_ik_goal last = goal_at(hand, opposite_walk(&reach, rest, 4.2f, 0.02f));
    puppet_solve(p, 1, &last);
    vv_vec3 still = p->pose[elbow].position, seen[2];
    options.carry_twist = true;
    for (int rate = 0; rate < 2; rate++) {
        float dt = rate ? 1.0f / 30.0f : 1.0f / 240.0f;
        vv_ik_solver_reset(p->solver);
        for (float angle = 2.2f; angle < 4.2f; angle += 0.02f) {
            vv_ik_goal goal = goal_at(hand, opposite_walk(&reach, rest, angle, 0.02f));
            vv_ik_solver_solve(p->solver, &options, p->rest[p->root], 1, &goal, 0.0f, p->pose);
        }
        int frames = rate ? 6 : 48;
        for (int i = 0; i < frames; i++)
            vv_ik_solver_solve(p->solver, &options, p->rest[p->root], 1, &last, dt, p->pose);
        seen[rate] = p->pose[elbow].position;
        assert_true(distance(seen[rate], still) > 3e-3f);
        for (int i = 0; i < 30 * frames; i++)
            vv_ik_solver_solve(p->solver, &options, p->rest[p->root], 1, &last, dt, p->pose);
        assert_true(distance(p->pose[elbow].position, still) < 1e-3f);
    }
    assert_true(distance(seen[0], seen[1]) < 2e-3f);
    vv_ik_goal goal = goal_at(hand, opposite_walk(&reach, rest, 2.2f, 0.02f));
    vv_ik_solver_solve(p->solver, &options, p->rest[p->root], 1, &goal, 0.0f, p->pose);
    vv_ik_solver_reset(p->solver);
    vv_ik_solver_solve(p->solver, &options, p->rest[p->root], 1, &last, 0.0f, p->pose);
    assert_true(distance(p->pose[elbow].position, still) < 1e-6f);
    puppet_let_go(p);
}

/* ---- Ground ------------------------------------------------------------------------------------------------------ */

/* The body lies on its back: knees and elbows that would hang into the ground swing to the side. */
static void test_knees_stay_above_the_ground(void **state)
{
    (void)state;
    puppet *p = puppet_take(SAMPLE_BIPED);
    vv_ik_options options = vv_default_ik_options();
    uint32_t foot = vv_creature_find(p->creature, "left foot"), shin = vv_creature_find(p->creature, "left shin");
    vv_quat over = vv_quat_from_axis_angle((vv_vec3){1, 0, 0}, 0.5f * VV_PI);
    vv_transform3 root = {{0, 0.18f, 0}, vv_quat_multiply(over, p->rest[p->root].rotation)};
    float lowest = INFINITY;
    for (int i = 0; i < 40; i++) {
        vv_ik_goal goal = goal_at(foot, (vv_vec3){0.11f + 0.004f * (float)i, 0.1f, -0.5f - 0.005f * (float)i});
        vv_ik_solver_solve(p->solver, &options, root, 1, &goal, 0.0f, p->pose);
        lowest = vvi_min(lowest, p->pose[shin].position.y);
        assert_true(distance(puppet_centre(p, foot), goal.position) < 0.01f);
        assert_true(puppet_torn(p) < 1e-5f);
    }
    print_message("the knee's joint is %g m above the ground at its lowest\n", (double)lowest);
    assert_true(lowest > 0.0f);
    puppet_let_go(p);
}

/* ---- Without a finish -------------------------------------------------------------------------------------------- */

/* Five rounds meet goals at once, but bones give a little, as in the paper; many rounds give lengths as well. */
static void test_particles_alone(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(11);
    vv_ik_options options = vv_default_ik_options();
    options.closed_form = false;
    float sums[2] = {0, 0};
    uint32_t tried = 0;
    for (uint32_t kind = 0; kind < KINDS; kind += 2) {
        puppet *p = puppet_take(kind);
        for (int i = 0; i < 20; i++) {
            limb_reach reach;
            uint32_t body = vvi_random_below(&random, p->count);
            if (body == p->root || !puppet_reach(p, body, &reach) || reach.bones < 3 || !puppet_is_end(p, body))
                continue;
            float d = reach.least + (reach.most - reach.least) * (0.3f + 0.5f * vvi_random_unit(&random));
            vv_ik_goal goal = goal_at(body, vv_vec3_add(reach.base, vv_vec3_scale(any_direction(&random), d)));
            for (int many = 0; many < 2; many++) {
                options.iterations = many ? 200 : 5;
                vv_ik_solver_solve(p->solver, &options, p->rest[p->root], 1, &goal, 0.0f, p->pose);
                assert_true(vvi_all_finite(&p->pose[body].position.x, 3));
                sums[many] += puppet_torn(p) * p->creature->size / reach.most;
            }
            tried++;
        }
        puppet_let_go(p);
    }
    print_message("%u goals: joints open by %.3f of a limb after 5 rounds, %.3f after 200\n", tried,
                  (double)(sums[0] / (float)tried), (double)(sums[1] / (float)tried));
    assert_true(tried > 200 && sums[0] < 0.2f * (float)tried && sums[1] < 0.5f * sums[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_goals_that_are_none_are_left_out),
        cmocka_unit_test(test_a_root_that_is_no_number),
        cmocka_unit_test(test_the_root_carries_all),
        cmocka_unit_test(test_anything_at_all_stays_finite),
        cmocka_unit_test(test_bodies_without_length),
        cmocka_unit_test(test_one_body),
        cmocka_unit_test(test_a_thousand_bodies),
        cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_carry_passes_the_opposite_without_a_flip),
        cmocka_unit_test(test_carry_relaxes),
        cmocka_unit_test(test_knees_stay_above_the_ground),
        cmocka_unit_test(test_particles_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
