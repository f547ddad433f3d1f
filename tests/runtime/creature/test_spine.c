/* The spine's splines: at rest they give the rest pose whatever they miss, they fit smooth spines, they carry a turn
 * of the root over exactly, and what they pose bends smoothly. */
#include "tests/testing.h"

#include "runtime/creature/solver.h"
#include "sample.h"

#define COUNT 24

/* A spine along a curve, the root in the middle, a limb at either end. */
static vv_creature *curved(float wave)
{
    static vv_creature_body bodies[COUNT + 2];
    static char names[COUNT + 2][16];
    for (uint32_t b = 0; b < COUNT + 2; b++) {
        uint32_t at = b < COUNT ? b : b == COUNT ? 3 : COUNT - 4;
        float t = 0.1f * (float)at;
        snprintf(names[b], sizeof names[b], "%u", b);
        bodies[b] = (vv_creature_body){.name = names[b], .parent = b == 0 ? VV_NONE : b < COUNT ? b - 1u : at};
        bodies[b].rotation = vv_quat_identity();
        bodies[b].position = (vv_vec3){wave * vv_sin(2.0f * t), 1.0f + wave * vv_sin(t), t};
        bodies[b].position.x += b < COUNT ? 0.0f : 0.1f;
        bodies[b].centre = (vv_vec3){0, 0, 0.05f};
        bodies[b].low = (vv_vec3){-0.05f, -0.05f, 0};
        bodies[b].high = (vv_vec3){0.05f, 0.05f, 0.1f};
        bodies[b].caps = VV_CAP_BIT(b < COUNT ? VV_CAP_SPINE : VV_CAP_LIMB);
    }
    bodies[COUNT / 2].caps |= VV_CAP_BIT(VV_CAP_ROOT);
    vv_creature_def def = {.body_count = COUNT + 2, .bodies = bodies};
    vv_creature *creature = NULL;
    assert_int_equal(vv_creature_create(&def, NULL, &creature, NULL), VV_OK);
    return creature;
}

static void rest_pose(vv_ik_solver *s, vv_quat q) { s->pose[0] = (body_pose){s->bodies[0].rest, q}; }

static void particles_at_rest(const vv_ik_solver *s, const spine_side *side, vv_vec3 *p)
{
    for (uint32_t k = 0; k <= side->particles; k++)
        p[k] = add(s->pose[0].x, rotate(s->pose[0].q, sub(side->particle[k].rest, s->bodies[0].rest)));
}

static void test_rest_and_turned_rest(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(1);
    for (int i = 0; i < 20; i++) {
        vv_creature *creature = curved(0.05f * (float)i);
        vv_ik_solver *s = NULL;
        assert_int_equal(vv_ik_solver_create(creature, NULL, &s, NULL), VV_OK);
        rest_pose(s, i % 2 ? sample_turn(&random) : vv_quat_identity());
        for (int k = 0; k < 2; k++) {
            const spine_side *side = &s->sides[k];
            vv_vec3 p[SPINE_PARTICLES + 1];
            assert_true(side->count > 9 && side->particles == 2);
            particles_at_rest(s, side, p);
            vvi_spine_splines(s, side, p);
            for (uint32_t b = side->first; b < side->first + side->count; b++) {
                vv_vec3 x = add(s->pose[0].x, rotate(s->pose[0].q, sub(s->bodies[b].rest, s->bodies[0].rest)));
                assert_true(distance(s->pose[b].x, x) < 1e-4f);
                assert_true(fabsf(vv_quat_dot(s->pose[b].q, s->pose[0].q)) > 1.0f - 1e-5f);
            }
        }
        vv_ik_solver_destroy(s, NULL);
        vv_creature_destroy(creature, NULL);
    }
}

/* How far joints are from their spline: small beside the distance of joints, on curves with inflections; and no other
 * quintic with the same ends is nearer, by trying changes of each unknown. */
static float misses(const vv_ik_solver *s, const spine_side *side, uint32_t k, const spine_particle *with)
{
    float sum = 0.0f;
    vv_vec3 ends[6] = {
        side->particle[k - 1].rest, with->slope[0], with->bend[0], with->rest, with->slope[1], with->bend[1]};
    for (uint32_t b = side->first; b < side->first + side->count; b++) {
        const spine_knot *knot = &s->knots[b];
        vv_vec3 at = {0, 0, 0};
        if (knot->segment != k)
            continue;
        for (int i = 0; i < 6; i++)
            at = add_scaled(at, ends[i], knot->value[i]);
        sum += length_squared(sub(at, add(s->bodies[b].rest, knot->bone)));
    }
    vv_vec3 chord = sub(with->rest, side->particle[k - 1].rest);
    return sum + 1e-4f * (length_squared(sub(with->slope[0], chord)) + length_squared(sub(with->slope[1], chord)) +
                          length_squared(with->bend[0]) + length_squared(with->bend[1]));
}

static void test_fit_is_the_least(void **state)
{
    (void)state;
    vv_creature *creature = curved(0.2f);
    vv_ik_solver *s = NULL;
    assert_int_equal(vv_ik_solver_create(creature, NULL, &s, NULL), VV_OK);
    for (int i = 0; i < 2; i++)
        for (uint32_t k = 1; k <= s->sides[i].particles; k++) {
            const spine_particle *fitted = &s->sides[i].particle[k];
            float least = misses(s, &s->sides[i], k, fitted);
            for (int which = 0; which < 4; which++)
                for (int axis = 0; axis < 3; axis++)
                    for (int sign = -1; sign <= 1; sign += 2) {
                        spine_particle other = *fitted;
                        vv_vec3 *v = which < 2 ? &other.slope[which] : &other.bend[which - 2];
                        (axis == 0 ? &v->x : axis == 1 ? &v->y : &v->z)[0] += 0.05f * (float)sign;
                        assert_true(misses(s, &s->sides[i], k, &other) >= least - 1e-7f);
                    }
        }
    for (uint32_t b = 1; b < s->spine_count; b++)
        assert_true(sqrtf(length_squared(s->knots[b].spline_offset)) < 0.02f); /* joints are about 0.11 apart */
    vv_ik_solver_destroy(s, NULL);
    vv_creature_destroy(creature, NULL);
}

/* The head drawn aside: neighbours on the spine turn against each other by little, nowhere all at once. */
static void test_bends_are_spread(void **state)
{
    (void)state;
    vv_creature *creature = curved(0.0f);
    vv_ik_solver *s = NULL;
    vv_transform3 pose[COUNT + 2], rest[COUNT + 2];
    assert_int_equal(vv_ik_solver_create(creature, NULL, &s, NULL), VV_OK);
    vv_creature_rest(creature, rest);
    vv_ik_options options = vv_default_ik_options();
    vv_ik_goal goal = {
        .body = COUNT - 1, .position = {0.5f, 1.3f, 2.0f}, .rotation = vv_quat_identity(), .position_weight = 1.0f};
    uint32_t root = vv_creature_root(creature);
    vv_ik_solver_solve(s, &options, rest[root], 1, &goal, 0.0f, pose);
    float whole = 0.0f, most = 0.0f;
    for (uint32_t b = root; b + 1 < COUNT; b++) {
        float cosine = vvi_min(1.0f, fabsf(vv_quat_dot(pose[b].rotation, pose[b + 1].rotation)));
        most = vvi_max(most, 2.0f * vv_acos(cosine));
        whole += 2.0f * vv_acos(cosine);
    }
    vv_vec3 centre = add(pose[COUNT - 1].position, vv_quat_rotate(pose[COUNT - 1].rotation, (vv_vec3){0, 0, 0.05f}));
    print_message("bent by %.2f in all, %.2f at one joint\n", (double)whole, (double)most);
    assert_true(distance(centre, goal.position) < 1e-3f);
    assert_true(whole > 0.3f && most < 0.6f * whole);
    vv_ik_solver_destroy(s, NULL);
    vv_creature_destroy(creature, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rest_and_turned_rest),
        cmocka_unit_test(test_fit_is_the_least),
        cmocka_unit_test(test_bends_are_spread),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
