/* Two feet of one limb: what vvi_limit_shared_reach says of a hip against all places that its fork could have, tried
 * one by one. */
#include "tests/testing.h"

#include "runtime/creature/bodies.h"

#include <math.h>

/* As in legs.c: legs of several bones are not stretched out quite. */
#define TIP_REACH 0.97f

typedef struct fork_case {
    float trunk, tips[2]; /* tips: from the fork on */
    bool rigid[2];
    vv_vec3 hip, ankles[2];
} fork_case;

static float between(vvi_random *random, float least, float most)
{
    return least + (most - least) * vvi_random_unit(random);
}

/* Ankles on uneven ground, near enough for a fork and, with a single bone, far enough; the hip above them and up to a
 * little more than what each leg reaches. */
static fork_case any_case(vvi_random *random, bool bone)
{
    fork_case c = {.trunk = between(random, 0.2f, 1.0f)};
    for (int i = 0; i < 2; i++)
        c.tips[i] = between(random, 0.4f, 1.2f);
    float near = fminf(c.tips[0], c.tips[1]), least = bone ? 1.2f * fabsf(c.tips[0] - c.tips[1]) + 0.05f : 0.05f;
    vv_vec3 way = {between(random, -1.0f, 1.0f), 0.0f, 1.0f};
    way.y = between(random, -0.2f, 0.2f);
    c.ankles[0] = (vv_vec3){0, 0, 0};
    c.ankles[1] = vv_vec3_scale(way, between(random, least, least + 0.8f * near) / vv_vec3_length(way));
    c.rigid[vvi_random_next(random) & 1u] = bone;
    float tall = c.trunk + near;
    c.hip.x = between(random, -0.7f, 0.7f) * tall;
    c.hip.y = between(random, 0.3f, 1.1f) * tall;
    c.hip.z = between(random, -0.7f, 0.7f) * tall;
    return c;
}

static float apart(vv_vec3 a, vv_vec3 b) { return vv_vec3_length(vv_vec3_sub(a, b)); }

/* How far a fork there is from suiting the worse of both tips. */
static float off_at(const fork_case *c, float share, vv_vec3 fork)
{
    float worst = -1e30f;
    for (int i = 0; i < 2; i++) {
        float far = apart(fork, c->ankles[i]);
        worst = fmaxf(worst, c->rigid[i] ? fabsf(far - c->tips[i]) : far - share * c->tips[i]);
    }
    return worst;
}

/* The best of all forks: spread evenly over the sphere, then ever more closely about the best so far. */
static float least_off(const fork_case *c, float share)
{
    vv_vec3 best = {0, 1, 0};
    float least = 1e30f, near = 2.0f;
    for (int level = 0; level<12; level++, near *= level> 1 ? 0.4f : 0.1f) {
        vv_vec3 about = best;
        int count = level > 0 ? 150 : 1500;
        for (int i = 0; i < count; i++) {
            float y = 1.0f - (2.0f * (float)i + 1.0f) / (float)count, r = sqrtf(1.0f - y * y),
                  turn = 2.3999632f * (float)i;
            vv_vec3 u = {r * cosf(turn), y, r * sinf(turn)};
            if (level > 0)
                u = vv_vec3_normalize(vv_vec3_add(about, vv_vec3_scale(u, near)), about);
            float off = off_at(c, share, vv_vec3_add(c->hip, vv_vec3_scale(u, c->trunk)));
            if (off < least) {
                least = off;
                best = u;
            }
        }
    }
    return least;
}

static bool allows(const fork_case *c)
{
    vv_vec3 ends[2] = {c->ankles[0], c->ankles[1]};
    float reaches[2] = {c->trunk + c->tips[0], c->trunk + c->tips[1]};
    vvi_limit_shared_reach(c->trunk, c->hip, 0.0f, c->rigid, ends, reaches);
    return apart(c->hip, ends[0]) <= reaches[0] && apart(c->hip, ends[1]) <= reaches[1];
}

/* What tips of several bones are promised: not to be stretched out, where each could not have that alone for both. */
static float promised(const fork_case *c)
{
    float a = TIP_REACH * c->tips[0], b = TIP_REACH * c->tips[1], d = apart(c->ankles[0], c->ankles[1]);
    return !c->rigid[0] && !c->rigid[1] && fabsf(a - b) < d && d < a + b ? TIP_REACH : 1.0f;
}

/* A shorter trunk would do, or the bone is longer than the way to the hip and on: the hip is too low, of which
 * reaches say nothing. */
static bool too_low(fork_case c)
{
    float trunk = c.trunk;
    for (int i = 0; i < 2; i++)
        if (c.rigid[i] && apart(c.hip, c.ankles[i]) + trunk < c.tips[i])
            return true;
    for (int i = 1; i < 20; i++) {
        c.trunk = 0.05f * (float)i * trunk;
        if (least_off(&c, 1.0f) < 1e-3f)
            return true;
    }
    return false;
}

/* What is allowed has a fork; what has one, by a margin, is hardly ever refused. */
static void compare(bool bone, uint32_t tries)
{
    vvi_random random = vvi_random_seed(bone ? 31 : 30);
    uint32_t allowed = 0, low = 0, possible = 0, refused = 0;
    for (uint32_t i = 0; i < tries; i++) {
        fork_case c = any_case(&random, bone);
        if (allows(&c)) {
            float off = least_off(&c, promised(&c));
            allowed++;
            low += off > 1e-3f;
            if (off > 1e-3f && !too_low(c))
                fail_msg("case %u: allowed, but the best fork is %g off", i, (double)off);
        } else {
            refused += least_off(&c, 0.99f * TIP_REACH) < 1e-3f;
        }
    }
    possible = allowed - low + refused;
    print_message("%s: %u of %u allowed, %u of them too low; %u of %u possible ones refused\n",
                  bone ? "one bone" : "several bones", allowed, tries, low, refused, possible);
    assert_true(allowed > tries / 4 && allowed < tries - tries / 4);
    assert_true(low * 20 < allowed && refused * 100 < possible);
}

static void test_several_bones(void **state)
{
    (void)state;
    compare(false, 4000);
}

/* From the fork on one of them is a single bone. */
static void test_one_bone(void **state)
{
    (void)state;
    compare(true, 4000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_several_bones), cmocka_unit_test(test_one_bone)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
