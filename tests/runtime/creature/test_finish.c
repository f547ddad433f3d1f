/* The closed forms by themselves: any chain gets any chord that its bones allow, rigidly, on the side to which it was
 * bent, and smoothly; chains are lifted off the ground without their ends moving. */
#include "tests/testing.h"

#include "runtime/creature/solver.h"
#include "sample.h"

#define MOST 12

typedef struct chain {
    uint32_t n;
    vv_vec3 points[MOST + 1];
    float lengths[MOST];
    float least, most;
} chain;

static chain any_chain(vvi_random *random, bool planar)
{
    chain c = {.n = 2 + vvi_random_below(random, MOST - 1)};
    float longest = 0.0f;
    c.points[0] = sample_point(random, 1.0f);
    for (uint32_t i = 0; i < c.n; i++) {
        vv_vec3 bone = sample_point(random, 0.05f + vvi_random_unit(random));
        bone.x = planar ? 0.0f : bone.x;
        c.points[i + 1] = vv_vec3_add(c.points[i], bone);
        c.lengths[i] = vv_vec3_length(bone);
        c.most += c.lengths[i];
        longest = vvi_max(longest, c.lengths[i]);
    }
    c.least = vvi_max(0.0f, 2.0f * longest - c.most);
    return c;
}

static void finish(chain *c, float chord)
{
    vv_vec3 u = vv_vec3_normalize(vv_vec3_sub(c->points[c->n], c->points[0]), (vv_vec3){0, -1, 0});
    vvi_finish_chain(c->n, c->points, c->lengths, chord, u, (vv_vec3){0, 0, 1});
}

static float stretched(const chain *c)
{
    float worst = 0.0f;
    for (uint32_t i = 0; i < c->n; i++)
        worst = vvi_max(worst, fabsf(distance(c->points[i], c->points[i + 1]) - c->lengths[i]));
    return worst / c->most;
}

static void test_any_chord(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(1);
    uint32_t missed = 0;
    enum { TRIED = 50000 };
    for (int i = 0; i < TRIED; i++) {
        chain c = any_chain(&random, false);
        vv_vec3 u = vv_vec3_normalize(sample_point(&random, 1.0f), (vv_vec3){1, 0, 0}), base = c.points[0];
        float chord = c.least + (c.most - c.least) * vvi_random_unit(&random);
        vv_quat by = minimal_twist(sub(c.points[c.n], base), u);
        for (uint32_t k = 1; k <= c.n; k++)
            c.points[k] = add(base, rotate(by, sub(c.points[k], base)));
        vvi_finish_chain(c.n, c.points, c.lengths, chord, u, (vv_vec3){0, 0, 1});
        missed += distance(c.points[c.n], add_scaled(base, u, chord)) > 1e-3f * c.most;
        assert_true(stretched(&c) < 5e-5f);
    }
    print_message("%d chains, %u missed by more than 0.1 %%\n", TRIED, missed);
    assert_true(missed <= TRIED / 1000);
}

/* In a plane joints stay on their side, and with 2 bones the angle is the law of cosines'. */
static void test_two_bones(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(2);
    for (int i = 0; i < 2000; i++) {
        chain c = any_chain(&random, true);
        c.n = 2;
        float a = c.lengths[0], b = c.lengths[1],
              chord = fabsf(a - b) + 2.0f * vvi_min(a, b) * vvi_random_unit(&random);
        vv_vec3 before = vv_vec3_cross(sub(c.points[1], c.points[0]), sub(c.points[2], c.points[0]));
        finish(&c, chord);
        vv_vec3 after = vv_vec3_cross(sub(c.points[1], c.points[0]), sub(c.points[2], c.points[0]));
        if (fabsf(before.x) > 0.01f * a * (a + b)) /* bent, that is */
            assert_true(before.x * after.x >= -1e-6f);
        float cosine = dot(sub(c.points[1], c.points[0]), sub(c.points[2], c.points[0])) / (a * chord);
        assert_true(fabsf(cosine - (a * a + chord * chord - b * b) / (2.0f * a * chord)) < 1e-3f);
    }
}

/* The chord as it is changes nothing; a little more or less, little. */
static void test_smoothness(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(3);
    uint32_t steep = 0;
    for (int i = 0; i < 3000; i++) {
        chain rest = any_chain(&random, false), c = rest;
        float chord = distance(c.points[c.n], c.points[0]);
        finish(&c, chord);
        for (uint32_t k = 0; k <= c.n; k++)
            assert_true(distance(c.points[k], rest.points[k]) < 2e-3f * c.most);
        float to = c.least + (c.most - c.least) * (0.05f + 0.9f * vvi_random_unit(&random)), step = 1e-3f * c.most;
        chain one = rest, two = rest;
        finish(&one, to);
        finish(&two, to + step);
        float most = 0.0f;
        for (uint32_t k = 0; k <= c.n; k++)
            most = vvi_max(most, distance(one.points[k], two.points[k]));
        steep += most > 20.0f * step;
    }
    print_message("%u of 3000 steps move a joint more than 20 times as far\n", steep);
    assert_true(steep < 60);
}

/* Straight bones fold to the pole. */
static void test_straight_chains_know_where_to_bend(void **state)
{
    (void)state;
    for (uint32_t n = 2; n < MOST; n++) {
        chain c = {.n = n};
        for (uint32_t i = 0; i < n; i++) {
            c.points[i + 1] = (vv_vec3){0, -(float)(i + 1), 0};
            c.lengths[i] = 1.0f;
        }
        vvi_finish_chain(n, c.points, c.lengths, 0.6f * (float)n, (vv_vec3){0, -1, 0}, (vv_vec3){0, 0, 1});
        assert_true(distance(c.points[n], (vv_vec3){0, -0.6f * (float)n, 0}) < 1e-4f);
        for (uint32_t i = 1; i < n; i++)
            assert_true(c.points[i].z > 0.01f && fabsf(c.points[i].x) < 1e-4f);
    }
}

static void test_distances_within_reach(void **state)
{
    (void)state;
    vv_ik_options options = vv_default_ik_options();
    const float lengths[3] = {0.5f, 0.3f, 0.1f};
    reach soft = vvi_bone_reach(3, lengths, 0.5f, &options, false),
          firm = vvi_bone_reach(3, lengths, 0.5f, &options, true);
    reach straight = vvi_bone_reach(3, lengths, 0.9f, &options, false);
    assert_true(fabsf(soft.min - 0.1f) < 1e-6f && fabsf(soft.max - 0.9f) < 1e-6f);
    float last = 0.0f;
    for (float d = 0.0f; d < 3.0f; d += 0.001f) {
        float kept = vvi_reach_distance(&soft, d);
        assert_true(kept >= last && kept <= soft.max && kept - last < 0.00101f + (d < 0.1f ? 0.1f : 0.0f));
        assert_true(d < 0.1f || d > 0.9f || fabsf(kept - d) < 0.0075f * 0.9f);
        assert_true(d < 0.1f || fabsf(vvi_reach_distance(&firm, d) - vvi_min(d, firm.max)) < 1e-6f);
        last = kept;
    }
    assert_true(fabsf(vvi_reach_distance(&straight, 0.9f) - 0.9f) < 1e-6f);
    options.stretch = 1.1f;
    soft = vvi_bone_reach(3, lengths, 0.5f, &options, false);
    assert_true(vvi_reach_distance(&soft, 5.0f) < 0.9901f && vvi_reach_distance(&soft, 5.0f) > 0.98f);
}

/* No joint is lower than it was where it was too low, ends stay, bones stay; a joint that is high enough is left
 * alone, to the bit. */
static void test_swivel(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(4);
    uint32_t low = 0, raised = 0;
    for (int i = 0; i < 5000; i++) {
        chain c = any_chain(&random, false), before = c;
        c.n = before.n = 2;
        float heights[3] = {0, vvi_random_unit(&random) - 0.5f, 0};
        vvi_swivel(2, c.points, heights, 0.05f, 1.0f, (vv_vec3){1, 0, 0});
        assert_memory_equal(&c.points[0], &before.points[0], sizeof(vv_vec3));
        assert_memory_equal(&c.points[2], &before.points[2], sizeof(vv_vec3));
        assert_true(stretched(&c) * c.most < 1e-4f);
        if (before.points[1].y > heights[1] + 0.05f)
            assert_memory_equal(&c.points[1], &before.points[1], sizeof(vv_vec3));
        if (before.points[1].y < heights[1]) {
            low++;
            raised += c.points[1].y > before.points[1].y - 1e-4f;
        }
    }
    print_message("%u of %u low joints are not lower than before\n", raised, low);
    assert_true(low > 500 && raised > low - low / 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_any_chord),
        cmocka_unit_test(test_two_bones),
        cmocka_unit_test(test_smoothness),
        cmocka_unit_test(test_straight_chains_know_where_to_bend),
        cmocka_unit_test(test_distances_within_reach),
        cmocka_unit_test(test_swivel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
