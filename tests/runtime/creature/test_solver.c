/* The particle solver against what it promises: bodies stay joined, rest stays rest, goals within reach are met,
 * those beyond are pointed at. */
#include "tests/testing.h"

#include "puppet.h"

static void test_rest_stays_rest(void **state)
{
    (void)state;
    for (uint32_t kind = 0; kind < KINDS; kind++) {
        puppet *p = puppet_take(kind);
        for (uint32_t b = 0; b < p->count; b++) {
            vv_ik_goal goal = goal_at(b, p->bodies[b].rest_centre);
            puppet_solve(p, 1, &goal);
            for (uint32_t i = 0; i < p->count; i++)
                if (distance(p->pose[i].position, p->rest[i].position) > 2e-3f * p->creature->size)
                    fail_msg("creature %u, goal on %u: body %u moved by %g", kind, b, i,
                             (double)distance(p->pose[i].position, p->rest[i].position));
        }
        puppet_solve(p, 0, NULL);
        assert_true(puppet_torn(p) < 1e-5f);
        puppet_let_go(p);
    }
}

/* 100,000 of them in all: of every creature as many, anywhere in the shell that the limb's bones can do. */
static void test_single_goals_within_reach(void **state)
{
    (void)state;
    uint32_t tried = 0, missed = 0, each = 100000 / 200;
    vvi_random random = vvi_random_seed(1);
    for (uint32_t kind = 0; tried < 100000; kind++) {
        puppet *p = puppet_take(kind);
        for (uint32_t i = 0; i < each; i++) {
            limb_reach reach;
            uint32_t body = vvi_random_below(&random, p->count);
            if (body == p->root || !puppet_reach(p, body, &reach) || reach.bones < 2)
                continue;
            float part = vvi_random_unit(&random), d = reach.least + (reach.most - reach.least) * sqrtf(part);
            vv_ik_goal goal = goal_at(body, vv_vec3_add(reach.base, vv_vec3_scale(any_direction(&random), d)));
            puppet_solve(p, 1, &goal);
            tried++;
            missed += distance(puppet_centre(p, body), goal.position) > 0.01f * reach.most;
            if (!(puppet_torn(p) < 1e-4f))
                fail_msg("creature %u, body %u: a joint is open by %g", kind, body, (double)puppet_torn(p));
        }
        puppet_let_go(p);
    }
    print_message("%u goals within reach, %u missed by more than 1 %%\n", tried, missed);
    assert_true(missed <= tried / 1000);
}

/* ---- Beyond reach ------------------------------------------------------------------------------------------------ */

/* Limbs on the root: the way to the body's centre is the way to the goal, and not longer than allowed. The root goes
 * after firm goals, no farther than three tenths of the creature's size, and after no others. */
static void test_goals_beyond_reach(void **state)
{
    (void)state;
    uint32_t tried = 0;
    vvi_random random = vvi_random_seed(2);
    vv_ik_options options = vv_default_ik_options();
    for (uint32_t kind = 0; kind < KINDS; kind++) {
        puppet *p = puppet_take(kind);
        for (uint32_t i = 0; i < 60; i++) {
            limb_reach reach;
            uint32_t body = vvi_random_below(&random, p->count);
            if (body == p->root || !puppet_reach(p, body, &reach) || p->bodies[reach.first].parent != p->root)
                continue;
            options.stretch = 1.0f + 0.2f * vvi_random_unit(&random) * (float)(i % 2);
            float d = reach.most * (1.25f + 20.0f * vvi_random_unit(&random) * vvi_random_unit(&random));
            vv_vec3 way = any_direction(&random);
            vv_ik_goal goal = goal_at(body, vv_vec3_add(reach.base, vv_vec3_scale(way, d)));
            goal.hard = vvi_random_below(&random, 2);
            vv_ik_solver_solve(p->solver, &options, p->rest[p->root], 1, &goal, 0.0f, p->pose);
            vv_vec3 moved = vv_vec3_sub(p->pose[p->root].position, p->rest[p->root].position);
            assert_true(vv_vec3_length(moved) <= (goal.hard ? 0.301f * p->creature->size : 0.0f));
            assert_true(vv_vec3_dot(moved, way) >= 0.999f * vv_vec3_length(moved));
            reach.base = vv_vec3_add(reach.base, moved);
            vv_vec3 got = vv_vec3_sub(puppet_centre(p, body), reach.base);
            float length = vv_vec3_length(got);
            if (length < 1e-3f * p->creature->size)
                continue; /* the centre is the joint */
            tried++;
            float bent = vv_acos(vv_vec3_dot(got, way) / length) * 180.0f / VV_PI;
            if (bent > 1.0f || length > reach.most * options.stretch * 1.0001f || length < 0.97f * reach.most)
                fail_msg("creature %u, body %u: %g degrees off, %g of %g long", kind, body, (double)bent,
                         (double)length, (double)reach.most);
            if (options.stretch <= 1.0f)
                assert_true(puppet_torn(p) < 1e-4f);
        }
        puppet_let_go(p);
    }
    assert_true(tried > 3000);
}

/* A goal that comes out of reach slows the limb down instead of stopping it dead, unless it is firm. */
static void test_soft_and_firm_extension(void **state)
{
    (void)state;
    puppet *p = puppet_take(SAMPLE_BIPED);
    uint32_t foot = vv_creature_find(p->creature, "left foot");
    limb_reach reach;
    assert_true(puppet_reach(p, foot, &reach));
    vv_vec3 end = vv_vec3_sub(p->bodies[foot].rest_centre, reach.base);
    vv_vec3 way = vv_vec3_normalize(end, (vv_vec3){0, -1, 0});
    float last = 0.0f;
    for (int i = 0; i < 60; i++) {
        float d = reach.most * (0.97f + 0.002f * (float)i);
        vv_ik_goal goal = goal_at(foot, vv_vec3_add(reach.base, vv_vec3_scale(way, d)));
        puppet_solve(p, 1, &goal);
        float soft = distance(puppet_centre(p, foot), reach.base);
        goal.hard = true;
        puppet_solve(p, 1, &goal);
        float firm = distance(puppet_centre(p, foot), reach.base);
        assert_true(firm >= soft - 1e-4f * reach.most);
        if (d < 0.999f * reach.most)
            assert_true(fabsf(firm - d) < 1e-4f * reach.most);
        if (i > 0)
            assert_true(soft >= last - 1e-5f && soft <= d + 1e-5f);
        last = soft;
    }
    puppet_let_go(p);
}

/* A goal comes from far out of reach straight towards the limb's joint: no body turns by more than 15 radians for
 * each reach that it comes. */
static void test_coming_back_into_reach_without_a_jerk(void **state)
{
    (void)state;
    static vv_transform3 before[MOST];
    vvi_random random = vvi_random_seed(12);
    float fastest = 0.0f, step = 0.004f;
    for (uint32_t kind = MADE + RANDOM; kind < KINDS; kind += 2) {
        puppet *p = puppet_take(kind);
        for (uint32_t b = 0; b < p->count; b++) {
            limb_reach reach;
            vv_vec3 way = any_direction(&random);
            if (!(p->bodies[b].caps & VV_CAP_BIT(VV_CAP_GRASPER)) || !puppet_reach(p, b, &reach))
                continue;
            vv_vec3 rest = vv_vec3_sub(p->bodies[b].rest_centre, reach.base);
            for (int i = 0; i < 200 && vv_vec3_dot(way, rest) > -0.5f * vv_vec3_length(rest); i++) {
                float d = reach.most * (1.4f - step * (float)i);
                vv_ik_goal goal = goal_at(b, vv_vec3_add(reach.base, vv_vec3_scale(way, d)));
                puppet_solve(p, 1, &goal);
                for (uint32_t k = 0; i > 0 && k < p->count; k++) {
                    float same = vvi_min(1.0f, fabsf(vv_quat_dot(before[k].rotation, p->pose[k].rotation)));
                    fastest = vvi_max(fastest, 2.0f * vv_acos(same) / step);
                }
                memcpy(before, p->pose, sizeof before);
            }
        }
        puppet_let_go(p);
    }
    print_message("bodies turn by at most %.1f for each reach\n", (double)fastest);
    assert_true(fastest > 1.0f && fastest < 15.0f);
}

/* ---- The spine --------------------------------------------------------------------------------------------------- */

/* Mouths and eyes on the spine, two bodies or more from the root: goals in the forward half of the shell that the
 * spine's bones can do. */
static void test_delegated_goals(void **state)
{
    (void)state;
    uint32_t tried = 0, met = 0;
    vvi_random random = vvi_random_seed(3);
    for (uint32_t kind = 0; kind < KINDS; kind++) {
        puppet *p = puppet_take(kind);
        for (uint32_t i = 0; i < 200; i++) {
            uint32_t body = vvi_random_below(&random, p->count), on = p->bodies[body].parent;
            const uint64_t features = VV_CAP_BIT(VV_CAP_MOUTH) | VV_CAP_BIT(VV_CAP_EYE) | VV_CAP_BIT(VV_CAP_EAR);
            if (on == VV_NONE || p->bodies[on].limb != VV_NONE || !(p->bodies[body].caps & features) ||
                (p->bodies[body].caps & SWINGING) || on == p->root)
                continue;
            float longest = distance(p->bodies[on].joint, p->bodies[body].rest_centre), most = longest;
            for (; p->bodies[on].parent != p->root; on = p->bodies[on].parent) {
                most += p->bodies[on].length;
                longest = vvi_max(longest, p->bodies[on].length);
            }
            vv_vec3 base = p->bodies[on].joint, rest = vv_vec3_sub(p->bodies[body].rest_centre, base);
            float least = vvi_max(0.0f, 2.0f * longest - most);
            vv_vec3 way = any_direction(&random);
            if (on == p->bodies[body].parent || vv_vec3_dot(way, rest) < 0.0f)
                continue;
            float d = least + (most - least) * sqrtf(vvi_random_unit(&random));
            vv_ik_goal goal = goal_at(body, vv_vec3_add(base, vv_vec3_scale(way, d)));
            if (i % 3 == 0) { /* turned as well: the joint has to be where that puts it, and may be out of reach */
                goal.rotation = p->rest[body].rotation;
                goal.rotation_weight = 1.0f;
            }
            puppet_solve(p, 1, &goal);
            assert_true(puppet_torn(p) < 1e-4f);
            if (i % 3 == 0) {
                float same = fabsf(vv_quat_dot(p->pose[body].rotation, goal.rotation));
                assert_true(same > 1.0f - 1e-4f);
            } else {
                tried++;
                met += distance(puppet_centre(p, body), goal.position) < 0.01f * most;
            }
        }
        puppet_let_go(p);
    }
    print_message("%u goals of mouths and eyes, %u met\n", tried, met);
    assert_true(tried > 500 && met >= tried - tried / 100);
}

/* A goal on a body of the spine itself and one further out, moved alike: the bodies inside bend, and both are met. */
static void test_two_goals_on_the_spine(void **state)
{
    (void)state;
    puppet *p = puppet_take(SAMPLE_SNAKE);
    uint32_t mouth = vv_creature_find(p->creature, "mouth"), ring = vv_creature_find(p->creature, "ring 7");
    for (int i = 0; i < 20; i++) {
        vv_vec3 by = {0.004f * (float)i, 0.006f * (float)i, -0.002f * (float)i};
        vv_ik_goal goals[2] = {goal_at(ring, vv_vec3_add(p->bodies[ring].rest_centre, by)),
                               goal_at(mouth, vv_vec3_add(p->bodies[mouth].rest_centre, by))};
        puppet_solve(p, 2, goals);
        assert_true(puppet_torn(p) < 1e-4f);
        assert_true(distance(puppet_centre(p, ring), goals[0].position) < 1e-3f);
        assert_true(distance(puppet_centre(p, mouth), goals[1].position) < 0.02f);
    }
    puppet_let_go(p);
}

/* ---- Turns ------------------------------------------------------------------------------------------------------- */

/* Place and turn asked of a pose that the limb can take: both come out. */
static void test_place_and_turn(void **state)
{
    (void)state;
    uint32_t tried = 0, missed = 0;
    vvi_random random = vvi_random_seed(4);
    for (uint32_t kind = 0; kind < KINDS; kind++) {
        puppet *p = puppet_take(kind);
        for (uint32_t i = 0; i < 40; i++) {
            limb_reach reach;
            uint32_t body = vvi_random_below(&random, p->count);
            if (body == p->root || !puppet_reach(p, body, &reach) || reach.bones < 3)
                continue;
            float last = distance(p->bodies[body].joint, p->bodies[body].rest_centre), most = reach.most - last;
            vv_quat turn = vv_quat_multiply(vv_quat_exp(sample_point(&random, 0.5f)), p->rest[body].rotation);
            vv_vec3 own = vv_quat_rotate(vv_quat_conjugate(p->rest[body].rotation),
                                         vv_vec3_sub(p->bodies[body].rest_centre, p->bodies[body].joint));
            float longest = 0.0f;
            for (uint32_t b = body; b != reach.first; b = p->bodies[b].parent)
                longest = vvi_max(longest, p->bodies[b].length);
            float least = vvi_max(0.0f, 2.0f * longest - most);
            float d = least + (most - least) * (0.1f + 0.85f * vvi_random_unit(&random));
            vv_vec3 joint = vv_vec3_add(reach.base, vv_vec3_scale(any_direction(&random), d));
            vv_ik_goal goal = goal_at(body, vv_vec3_add(joint, vv_quat_rotate(turn, own)));
            goal.rotation = turn;
            goal.rotation_weight = 1.0f;
            puppet_solve(p, 1, &goal);
            tried++;
            missed += distance(puppet_centre(p, body), goal.position) > 0.01f * reach.most ||
                      fabsf(vv_quat_dot(p->pose[body].rotation, turn)) < 0.9999f;
            assert_true(puppet_torn(p) < 1e-4f);
        }
        puppet_let_go(p);
    }
    print_message("%u places and turns, %u missed\n", tried, missed);
    assert_true(tried > 1000 && missed <= tried / 200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rest_stays_rest),
        cmocka_unit_test(test_single_goals_within_reach),
        cmocka_unit_test(test_goals_beyond_reach),
        cmocka_unit_test(test_soft_and_firm_extension),
        cmocka_unit_test(test_coming_back_into_reach_without_a_jerk),
        cmocka_unit_test(test_delegated_goals),
        cmocka_unit_test(test_two_goals_on_the_spine),
        cmocka_unit_test(test_place_and_turn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
