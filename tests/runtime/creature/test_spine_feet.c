/* Feet that stand keep the ground whatever mouths and the root ask for; what gives way for them does so without a
 * jump, and a spine that is asked to be elsewhere at once turns there no faster than it may. */
#include "tests/testing.h"

#include "puppet.h"

static uint32_t feet_goals(const puppet *p, vv_ik_goal *goals)
{
    uint32_t count = 0;
    for (uint32_t b = 0; b < p->count; b++)
        if (p->bodies[b].caps & VV_CAP_BIT(VV_CAP_FOOT)) {
            goals[count] = goal_at(b, p->bodies[b].rest_centre);
            goals[count].rotation = p->rest[b].rotation;
            goals[count].rotation_weight = 1.0f;
            goals[count++].hard = true;
        }
    return count;
}

static uint32_t mouth_of(const puppet *p)
{
    for (uint32_t b = 0; b < p->count; b++)
        if (p->bodies[b].caps & VV_CAP_BIT(VV_CAP_MOUTH))
            return b;
    return VV_NONE;
}

/* The worst miss of a foot, as a share of its leg. */
static float slipped(const puppet *p, uint32_t count, const vv_ik_goal *goals)
{
    float worst = 0.0f;
    for (uint32_t i = 0; i < count; i++)
        if (goals[i].hard)
            worst = vvi_max(worst, distance(puppet_centre(p, goals[i].body), goals[i].position) /
                                       p->bodies[goals[i].body].limb_length);
    return worst;
}

/* The mouth goes round a circle of half the creature's size about its rest, the root up and down by 0.15 of it. */
static void pull(const puppet *p, float time, vv_ik_goal *mouth, vv_transform3 *root)
{
    float sine, cosine, size = p->creature->size;
    uint32_t body = mouth_of(p);
    vv_sin_cos(time, &sine, &cosine);
    *mouth = goal_at(body, vv_vec3_add(p->bodies[body].rest_centre,
                                       (vv_vec3){0.5f * size * sine, 0.5f * size * cosine, 0.2f * size * sine}));
    *root = p->rest[p->root];
    root->position.y += 0.15f * size * cosine;
}

static void test_feet_keep_the_ground(void **state)
{
    (void)state;
    static const uint32_t kinds[] = {SAMPLE_BIPED, SAMPLE_QUADRUPED};
    static vv_transform3 before[MOST];
    vv_ik_options options = vv_default_ik_options();
    for (uint32_t k = 0; k < 2; k++) {
        puppet *p = puppet_take(kinds[k]);
        vv_ik_goal goals[32];
        uint32_t count = feet_goals(p, goals);
        const int steps = 4000;
        float moved = 0.0f;
        for (int i = 0; i <= steps; i++) {
            vv_transform3 root;
            pull(p, 2.0f * VV_PI * (float)i / (float)steps, &goals[count], &root);
            vv_ik_solver_solve(p->solver, &options, root, count + 1u, goals, 0.0f, p->pose);
            float slip = slipped(p, count, goals);
            if (!(slip < 0.005f))
                fail_msg("creature %u, step %d: slipped by %g", kinds[k], i, (double)slip);
            moved = vvi_max(moved, distance(p->pose[p->root].position, root.position));
            /* Goals move by at most 9e-4 of the creature's size in each step. */
            for (uint32_t b = 0; i > 0 && b < p->count; b++)
                if (!(distance(p->pose[b].position, before[b].position) < 0.02f * p->creature->size))
                    fail_msg("creature %u, step %d, body %u: jumps", kinds[k], i, b);
            memcpy(before, p->pose, sizeof before);
        }
        if (!(moved > 0.01f * p->creature->size)) /* then nothing was asked of it */
            fail_msg("creature %u: its root moved by %g only", kinds[k], (double)moved);
        puppet_let_go(p);
    }
}

static void test_what_feet_reach_moves_nothing(void **state)
{
    (void)state;
    puppet *p = puppet_take(SAMPLE_QUADRUPED);
    vv_ik_goal goals[32];
    uint32_t count = feet_goals(p, goals);
    puppet_solve(p, count, goals);
    assert_memory_equal(&p->pose[p->root].position, &p->rest[p->root].position, sizeof(vv_vec3));
    puppet_let_go(p);
}

/* The mouth's goal changes sides from one frame to the next. */
static void test_no_flip_where_frames_follow(void **state)
{
    (void)state;
    puppet *p = puppet_take(SAMPLE_QUADRUPED);
    uint32_t mouth = mouth_of(p), head = p->bodies[mouth].parent;
    vv_ik_options options = vv_default_ik_options();
    options.carry_twist = true;
    vv_ik_solver_reset(p->solver);
    const float dt = 1.0f / 120.0f;
    vv_quat last = p->rest[head].rotation;
    float fastest = 0.0f;
    for (int i = 0; i < 240; i++) {
        float side = i < 120 ? 0.5f : -0.5f;
        vv_ik_goal goal = goal_at(mouth, vv_vec3_add(p->bodies[mouth].rest_centre, (vv_vec3){side, 0.0f, -0.3f}));
        vv_ik_solver_solve(p->solver, &options, p->rest[p->root], 1, &goal, dt, p->pose);
        float turned = 2.0f * vv_acos(vvi_min(1.0f, fabsf(vv_quat_dot(last, p->pose[head].rotation))));
        fastest = i > 0 ? vvi_max(fastest, turned) : fastest;
        last = p->pose[head].rotation;
    }
    assert_true(fastest < 10.2f * dt && fastest > 9.8f * dt);
    vv_ik_goal goal = goal_at(mouth, vv_vec3_add(p->bodies[mouth].rest_centre, (vv_vec3){-0.5f, 0.0f, -0.3f}));
    vv_transform3 followed = p->pose[head];
    puppet_solve(p, 1, &goal);
    assert_true(distance(followed.position, p->pose[head].position) < 1e-3f); /* it has arrived */
    puppet_let_go(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_feet_keep_the_ground),
        cmocka_unit_test(test_what_feet_reach_moves_nothing),
        cmocka_unit_test(test_no_flip_where_frames_follow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
