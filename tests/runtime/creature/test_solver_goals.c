/* The particle solver with many goals: on branching limbs and on the way; frames do not depend on each other, a
 * mirrored problem has the mirrored answer, little changes make little difference, weights begin at nothing. */
#include "runtime/creature/solver.h"
#include "tests/testing.h"

#include "puppet.h"

/* A random pose of one limb, by turning each of its bodies against the one before: all its ends are jointly reachable
 * there. */
static uint32_t jointly_reachable(const puppet *p, uint32_t which, float most, vvi_random *random, vv_ik_goal *goals)
{
    vv_transform3 pose[MOST];
    uint32_t count = 0;
    memcpy(pose, p->rest, sizeof pose);
    for (uint32_t i = 0; i < p->count; i++) {
        uint32_t b = order_of(p->creature)[i], on = p->bodies[b].parent;
        if (p->bodies[b].limb != which)
            continue;
        vv_vec3 joint = puppet_carried(p, pose, on, p->bodies[b].joint);
        vv_quat by = vv_quat_multiply(pose[on].rotation, vv_quat_conjugate(p->rest[on].rotation));
        if (p->bodies[b].caps & REACHING)
            by = vv_quat_multiply(vv_quat_exp(sample_point(random, 0.5f * most)), by);
        pose[b].rotation = vv_quat_multiply(by, p->rest[b].rotation);
        pose[b].position = vv_vec3_add(joint, vv_quat_rotate(by, vv_vec3_sub(p->rest[b].position, p->bodies[b].joint)));
        if (puppet_is_end(p, b))
            goals[count++] = goal_at(b, puppet_carried(p, pose, b, p->bodies[b].rest_centre));
    }
    return count;
}

static void test_branching_limbs(void **state)
{
    (void)state;
    uint32_t tried = 0, met = 0;
    vvi_random random = vvi_random_seed(5);
    for (uint32_t kind = MADE + RANDOM; kind < MADE + RANDOM + 300; kind++) {
        puppet *p = puppet_take(kind);
        for (uint32_t limb_index = 0; limb_index < p->creature->limb_count; limb_index++)
            for (uint32_t i = 0; i < 10; i++) {
                vv_ik_goal goals[MOST];
                uint32_t count = jointly_reachable(p, limb_index, 0.6f, &random, goals);
                if (count < 2)
                    break;
                puppet_solve(p, count, goals);
                bool all = true;
                for (uint32_t g = 0; g < count; g++) {
                    limb_reach extent;
                    puppet_reach(p, goals[g].body, &extent);
                    all = all && distance(puppet_centre(p, goals[g].body), goals[g].position) < 0.01f * extent.most;
                }
                tried++;
                met += all;
                assert_true(puppet_torn(p) < 1e-4f);
            }
        puppet_let_go(p);
    }
    print_message("%u sets of goals on branching limbs, %.2f %% met within 1 %%\n", tried,
                  100.0 * (double)met / (double)tried);
    assert_true(tried > 1000 && met >= tried - tried / 50);
}

/* Knee and foot: the knee where the foot's own pose puts it, or moved aside a little. */
static void test_goals_on_the_way(void **state)
{
    (void)state;
    puppet *p = puppet_take(SAMPLE_BIPED);
    uint32_t shin = vv_creature_find(p->creature, "left shin"), foot = vv_creature_find(p->creature, "left foot");
    vv_ik_goal both[2] = {goal_at(foot, vv_vec3_add(p->bodies[foot].rest_centre, (vv_vec3){0.05f, 0.3f, 0.1f}))};
    puppet_solve(p, 1, both);
    both[1] = goal_at(shin, puppet_centre(p, shin));
    puppet_solve(p, 2, both);
    assert_true(distance(puppet_centre(p, foot), both[0].position) < 1e-4f);
    assert_true(distance(puppet_centre(p, shin), both[1].position) < 1e-4f);
    vv_vec3 hip = p->bodies[vv_creature_find(p->creature, "left thigh")].joint, knee = both[1].position;
    vv_vec3 axis = vv_vec3_normalize(vv_vec3_sub(both[0].position, hip), (vv_vec3){0, 1, 0});
    vv_vec3 turned = vv_quat_rotate(vv_quat_from_axis_angle(axis, 0.5f), vv_vec3_sub(knee, hip));
    both[1].position = vv_vec3_add(hip, turned);
    puppet_solve(p, 2, both);
    assert_true(distance(puppet_centre(p, shin), both[1].position) < 1e-3f);
    assert_true(distance(puppet_centre(p, foot), both[0].position) < 0.1f);
    assert_true(puppet_torn(p) < 1e-5f);
    puppet_let_go(p);
}

/* ---- Independence, symmetry, continuity -------------------------------------------------------------------------- */

static void test_random_order_gives_the_same_bits(void **state)
{
    (void)state;
    enum { FRAMES = 24 };
    static vv_transform3 first[FRAMES][MOST];
    vvi_random random = vvi_random_seed(6);
    for (uint32_t kind = 0; kind < KINDS; kind += 3) {
        puppet *p = puppet_take(kind);
        vv_ik_goal goals[MOST];
        for (int f = 0; f < FRAMES; f++) {
            puppet_solve(p, puppet_goals(p, 0.3f * (float)f, goals), goals);
            memcpy(first[f], p->pose, sizeof first[f]);
        }
        for (int i = 0; i < 3 * FRAMES; i++) {
            uint32_t f = vvi_random_below(&random, FRAMES);
            puppet_solve(p, puppet_goals(p, 0.3f * (float)f, goals), goals);
            assert_memory_equal(first[f], p->pose, p->count * sizeof *p->pose);
        }
        puppet_let_go(p);
    }
}

static void test_halves_are_the_whole(void **state)
{
    (void)state;
    vv_ik_options options = vv_default_ik_options();
    for (uint32_t kind = 0; kind < KINDS; kind += 5) {
        puppet *p = puppet_take(kind);
        vv_ik_goal goals[MOST];
        static vv_transform3 halves[MOST];
        uint32_t count = puppet_goals(p, 1.0f, goals);
        solver_scratch room;
        vvi_solver_spine(p->solver, &room, &options, p->rest[p->root], count, goals, 0.0f);
        vvi_solver_limbs(p->solver, &options, count, goals, 0.0f, halves);
        puppet_solve(p, count, goals);
        assert_memory_equal(halves, p->pose, p->count * sizeof *p->pose);
        for (uint32_t b = 0; b < p->count; b++) {
            bool wanted = b == p->root;
            for (uint32_t g = 0; g < count; g++)
                for (uint32_t i = goals[g].body; i != VV_NONE; i = p->bodies[i].parent)
                    wanted = wanted || i == b;
            assert_int_equal(vv_ik_solver_has_goal(p->solver, b), wanted);
        }
        puppet_let_go(p);
    }
}

static vv_vec3 mirrored(vv_vec3 v) { return (vv_vec3){-v.x, v.y, v.z}; }
static vv_quat mirrored_turn(vv_quat q) { return (vv_quat){q.x, -q.y, -q.z, q.w}; }

/* The whole creature mirrored, goals mirrored: the pose is mirrored. */
static void test_a_mirrored_problem_has_the_mirrored_answer(void **state)
{
    (void)state;
    static vv_transform3 straight[MOST];
    static sample made;
    float worst = 0.0f;
    for (uint32_t kind = 0; kind < MADE + RANDOM; kind++) {
        vv_ik_goal goals[MOST];
        puppet *p = puppet_take(kind);
        float time = 0.37f * (float)kind, size = p->creature->size;
        uint32_t count = puppet_goals(p, time, goals), root = p->root;
        puppet_solve(p, count, goals);
        memcpy(straight, p->pose, sizeof straight);
        memcpy(&made, &p->made, sizeof made);
        made.def.bodies = made.bodies;
        puppet_let_go(p);
        for (uint32_t b = 0; b < made.def.body_count; b++) {
            vv_creature_body *body = &made.bodies[b];
            float low = body->low.x;
            body->name = made.names[b];
            body->caps |= b == root ? VV_CAP_BIT(VV_CAP_ROOT) | VV_CAP_BIT(VV_CAP_SPINE) : 0;
            body->position = mirrored(body->position);
            body->rotation = mirrored_turn(body->rotation);
            body->centre = mirrored(body->centre);
            body->low.x = -body->high.x;
            body->high.x = -low;
        }
        for (uint32_t g = 0; g < count; g++) {
            goals[g].position = mirrored(goals[g].position);
            goals[g].rotation = mirrored_turn(goals[g].rotation);
        }
        p = puppet_hold(sample_create(&made));
        puppet_solve(p, count, goals);
        for (uint32_t b = 0; b < p->count; b++)
            worst = vvi_max(worst, distance(p->pose[b].position, mirrored(straight[b].position)) / size);
        puppet_let_go(p);
    }
    print_message("mirrored poses differ by %g of the creature's size\n", (double)worst);
    assert_true(worst < 2e-3f);
}

/* Goals move by a little; away from the direction opposite to rest no body moves by much more. */
static void test_continuity(void **state)
{
    (void)state;
    static float ratios[40000];
    static vv_transform3 before[MOST];
    uint32_t count = 0, beyond = 0;
    vvi_random random = vvi_random_seed(7);
    for (uint32_t kind = MADE + RANDOM; kind < KINDS; kind++) {
        puppet *p = puppet_take(kind);
        for (uint32_t i = 0; i < 60; i++) {
            limb_reach extent;
            uint32_t body = vvi_random_below(&random, p->count);
            if (body == p->root || !puppet_reach(p, body, &extent) || extent.bones < 2 || !puppet_is_end(p, body))
                continue;
            vv_vec3 way = any_direction(&random), rest = vv_vec3_sub(p->bodies[body].rest_centre, extent.base);
            if (vv_vec3_dot(way, rest) < -0.7f * vv_vec3_length(rest))
                continue;
            float d = extent.most * (0.25f + vvi_random_unit(&random)), step = 5e-4f * extent.most;
            vv_ik_goal goal = goal_at(body, vv_vec3_add(extent.base, vv_vec3_scale(way, d)));
            puppet_solve(p, 1, &goal);
            memcpy(before, p->pose, sizeof before);
            goal.position = vv_vec3_add(goal.position, vv_vec3_scale(any_direction(&random), step));
            puppet_solve(p, 1, &goal);
            float most = 0.0f;
            for (uint32_t b = 0; b < p->count; b++)
                most = vvi_max(most, distance(p->pose[b].position, before[b].position));
            ratios[count] = most / step;
            beyond += ratios[count++] > 12.0f;
        }
        puppet_let_go(p);
    }
    for (uint32_t i = 0; i < 21 && i < count; i++) /* the largest first, far enough for the figures */
        for (uint32_t j = i + 1; j < count; j++)
            if (ratios[j] > ratios[i]) {
                float other = ratios[i];
                ratios[i] = ratios[j];
                ratios[j] = other;
            }
    print_message("%u steps of a goal: bodies move at most %.1f times as far, %u of them more than 12 times\n", count,
                  (double)ratios[0], beyond);
    assert_true(count > 1000 && beyond <= count / 200);
}

/* The farthest that any body is from where it was, in sizes of the creature. */
static float farthest(const puppet *p, const vv_transform3 *before)
{
    float most = 0.0f;
    for (uint32_t b = 0; b < p->count; b++)
        most = vvi_max(most, distance(p->pose[b].position, before[b].position));
    return most / p->creature->size;
}

/* Whether a limb has a goal on the way and two further out: the one case in which a weight may begin with a jump, as
 * with the second of the outer ones a closed form gives way to rounds. */
static bool forks_beyond_a_goal(const puppet *p, uint32_t count, const vv_ik_goal *goals, uint32_t body)
{
    uint32_t same = 0;
    for (uint32_t g = 0; g < count; g++)
        same += p->bodies[goals[g].body].limb == p->bodies[body].limb;
    return same > 2;
}

/* As a weight goes to 0 the pose goes to the one without that goal. */
static void test_weights_begin_at_nothing(void **state)
{
    (void)state;
    static vv_transform3 without[MOST];
    float worst = 0.0f;
    uint32_t tried = 0, jumps = 0;
    for (uint32_t kind = 0; kind < KINDS; kind++) {
        puppet *p = puppet_take(kind);
        vv_ik_goal goals[MOST], others[MOST];
        uint32_t count = puppet_goals(p, 0.21f * (float)kind, goals);
        for (uint32_t g = 0; g < count && g < 6; g++) {
            uint32_t rest = 0;
            for (uint32_t i = 0; i < count; i++)
                if (i != g)
                    others[rest++] = goals[i];
            puppet_solve(p, rest, others);
            memcpy(without, p->pose, sizeof without);
            others[rest] = goals[g];
            others[rest].position_weight = 1e-5f;
            others[rest].rotation_weight = 1e-5f;
            puppet_solve(p, count, others);
            float moved = farthest(p, without);
            tried++;
            if (moved > 0.01f && forks_beyond_a_goal(p, count, goals, goals[g].body)) {
                jumps++;
                continue;
            }
            worst = vvi_max(worst, moved);
            if (moved > 0.01f)
                fail_msg("creature %u, goal on body %u: a body jumps by %g", kind, goals[g].body, (double)moved);
        }
        puppet_let_go(p);
    }
    print_message("%u weights of 1e-5 move bodies by at most %g of the creature's size; %u jump\n", tried,
                  (double)worst, jumps);
    assert_true(tried > 1000 && jumps <= tried / 200);
}

/* Whether on the way from rest to its goal a body passes well beside its limb's joint. */
static bool keeps_clear(const puppet *p, const vv_ik_goal *goal)
{
    limb_reach own;
    if (!puppet_reach(p, goal->body, &own))
        return false;
    vv_vec3 rest = vv_vec3_sub(p->bodies[goal->body].rest_centre, own.base),
            wanted = vv_vec3_sub(goal->position, own.base);
    return vv_vec3_dot(rest, wanted) > 0.3f * vv_vec3_length(rest) * vv_vec3_length(wanted);
}

/* Along a whole fade of one goal no step moves a body farther than the step is large, within a factor. */
static void test_fades_are_smooth(void **state)
{
    (void)state;
    static vv_transform3 before[MOST];
    float worst = 0.0f;
    for (uint32_t kind = MADE + RANDOM; kind < KINDS; kind += 4) {
        puppet *p = puppet_take(kind);
        vv_ik_goal goals[MOST];
        uint32_t count = puppet_goals(p, 0.3f * (float)kind, goals);
        for (uint32_t g = 0; g < count && g < 4; g++) {
            if (forks_beyond_a_goal(p, count, goals, goals[g].body) || !keeps_clear(p, &goals[g]))
                continue;
            float turn = goals[g].rotation_weight;
            for (int i = 0; i <= 200; i++) {
                goals[g].position_weight = 0.005f * (float)i;
                goals[g].rotation_weight = turn * goals[g].position_weight;
                puppet_solve(p, count, goals);
                if (i > 0)
                    worst = vvi_max(worst, farthest(p, before) / 0.005f);
                memcpy(before, p->pose, sizeof before);
            }
        }
        puppet_let_go(p);
    }
    print_message("a fade moves bodies by at most %g sizes for a whole weight\n", (double)worst);
    assert_true(worst < 15.0f);
}

/* ---- Left and right ---------------------------------------------------------------------------------------------- */

/* The same name on the other side. */
static uint32_t twin(const puppet *p, uint32_t body)
{
    char name[VV_CREATURE_NAME_BYTES];
    const char *own = vv_creature_body_at(p->creature, body).name;
    if (strncmp(own, "left ", 5) == 0)
        snprintf(name, sizeof name, "right %s", own + 5);
    else if (strncmp(own, "right ", 6) == 0)
        snprintf(name, sizeof name, "left %s", own + 6);
    else
        return body;
    return vv_creature_find(p->creature, name);
}

/* On one symmetric creature what is asked of the left is asked of the right, the mirror image: so is what comes out,
 * however goals conflict. */
static void test_left_and_right_are_alike(void **state)
{
    (void)state;
    static const sample_kind kinds[] = {SAMPLE_BIPED, SAMPLE_QUADRUPED, SAMPLE_HEXAPOD, SAMPLE_BRANCHING};
    static vv_transform3 straight[MOST];
    float worst = 0.0f;
    for (uint32_t k = 0; k < 4; k++)
        for (int step = 0; step < 50; step++) {
            puppet *p = puppet_take(kinds[k]);
            vv_ik_goal goals[MOST], other[MOST];
            uint32_t count = puppet_goals(p, 0.4f * (float)step, goals);
            for (uint32_t g = 0; g < count; g++) {
                goals[g].position_weight = 1.0f;
                other[g] = goals[g];
                other[g].body = twin(p, goals[g].body);
                other[g].position = mirrored(goals[g].position);
                other[g].rotation = mirrored_turn(goals[g].rotation);
            }
            puppet_solve(p, count, goals);
            memcpy(straight, p->pose, sizeof straight);
            assert_true(farthest(p, p->rest) > 0.05f);
            puppet_solve(p, count, other);
            for (uint32_t b = 0; b < p->count; b++)
                worst = vvi_max(worst, distance(p->pose[twin(p, b)].position, mirrored(straight[b].position)));
            puppet_let_go(p);
        }
    print_message("left and right differ by %g m\n", (double)worst);
    assert_true(worst < 1e-3f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_branching_limbs),
        cmocka_unit_test(test_goals_on_the_way),
        cmocka_unit_test(test_random_order_gives_the_same_bits),
        cmocka_unit_test(test_halves_are_the_whole),
        cmocka_unit_test(test_a_mirrored_problem_has_the_mirrored_answer),
        cmocka_unit_test(test_continuity),
        cmocka_unit_test(test_weights_begin_at_nothing),
        cmocka_unit_test(test_fades_are_smooth),
        cmocka_unit_test(test_left_and_right_are_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
