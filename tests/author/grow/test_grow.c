/* Creatures from seeds: that they are sound, stand on the ground, and are as different as promised. 3,000 seeds. */
#include "tests/testing.h"

#include "author/grow/grow.h"
#include "runtime/base/base.h"

#include <math.h>

#define SEEDS 3000u

static vv_creature_plan *grown_plans; /* [SEEDS] */

static vv_creature_plan grown(uint64_t seed)
{
    vv_creature_plan plan;
    vv_error error = {0};
    vv_result result = vv_plan_grow(seed, NULL, &plan, &error);
    if (result != VV_OK)
        fail_msg("seed %u: %s", (unsigned)seed, error.message);
    return plan;
}

static bool has(const vv_plan_body *body, vv_cap cap) { return (body->body.caps & VV_CAP_BIT(cap)) != 0; }

static vv_vec3 in_creature(const vv_plan_body *body, vv_vec3 own)
{
    return vv_vec3_add(body->body.position, vv_quat_rotate(body->body.rotation, own));
}

static vv_vec3 tip_of(const vv_plan_body *body) { return in_creature(body, body->tip); }

static float distance(vv_vec3 a, vv_vec3 b) { return vv_vec3_length(vv_vec3_sub(a, b)); }

/* The lowest point of its bounds, corner by corner. */
static float lowest(const vv_plan_body *body)
{
    float low = INFINITY;
    for (int i = 0; i < 8; i++) {
        vv_vec3 l = body->body.low, h = body->body.high;
        vv_vec3 corner = {i & 1 ? h.x : l.x, i & 2 ? h.y : l.y, i & 4 ? h.z : l.z};
        low = fminf(low, in_creature(body, corner).y);
    }
    return low;
}

static void a_body_is_sound(uint32_t seed, const vv_creature_plan *plan, uint32_t b)
{
    const vv_plan_body *body = &plan->bodies[b];
    if (b == 0 ? body->body.parent != VV_NONE : body->body.parent >= b)
        fail_msg("seed %u: %s has no parent before it", seed, body->name);
    assert_true(body->name[0] != '\0' && strlen(body->name) < VV_CREATURE_NAME_BYTES - 1);
    for (uint32_t other = 0; other < b; other++)
        assert_string_not_equal(body->name, plan->bodies[other].name);
    assert_true(fabsf(vv_quat_dot(body->body.rotation, body->body.rotation) - 1.0f) < 1e-5f);
    assert_true(body->radius[0] > 0.0f && body->radius[1] > 0.0f);
    assert_true(body->body.low.x < body->body.high.x && body->body.low.y < body->body.high.y &&
                body->body.low.z < body->body.high.z);
    assert_true(body->body.caps >> (VV_CAP_OWN + plan->own_cap_count) == 0);
    assert_true(body->body.deforms >> plan->deform_count == 0);
}

/* With a leg for every foot. */
static void a_creature_comes_of_it(uint32_t seed, const vv_creature_plan *plan)
{
    vv_creature *creature = NULL;
    vv_error error = {0};
    uint32_t feet = 0;
    if (vv_plan_creature(plan, NULL, &creature, &error) != VV_OK)
        fail_msg("seed %u: %s", seed, error.message);
    for (uint32_t b = 0; b < plan->body_count; b++)
        feet += has(&plan->bodies[b], VV_CAP_FOOT);
    assert_int_equal(vv_creature_leg_count(creature), feet);
    assert_int_equal(vv_creature_body_count(creature), plan->body_count);
    vv_creature_destroy(creature, NULL);
}

static void every_creature_is_sound(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < SEEDS; seed++) {
        vv_creature_plan plan = grown_plans[seed];
        assert_in_range(plan.body_count, 5, 132);
        for (uint32_t b = 0; b < plan.body_count; b++)
            a_body_is_sound(seed, &plan, b);
        a_creature_comes_of_it(seed, &plan);
    }
}

/* Soles at y = 0 within 1e-4, toes level, everything else above the ground. */
static void feet_stand_on_the_ground(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < SEEDS; seed++) {
        vv_creature_plan plan = grown_plans[seed];
        for (uint32_t b = 0; b < plan.body_count; b++) {
            const vv_plan_body *body = &plan.bodies[b];
            if (has(body, VV_CAP_FOOT)) {
                vv_vec3 up = vv_quat_rotate(body->body.rotation, (vv_vec3){0.0f, 1.0f, 0.0f});
                vv_vec3 toes = vv_quat_rotate(body->body.rotation, (vv_vec3){0.0f, 0.0f, 1.0f});
                assert_true(fabsf(lowest(body)) < 1e-4f);
                assert_true(fabsf(in_creature(body, body->body.centre).y) < 1e-4f);
                assert_true(up.y > 0.9999f && toes.z > 0.9f);
            } else if (lowest(body) < -1e-4f || tip_of(body).y - body->radius[1] < -1e-4f ||
                       body->body.position.y - body->radius[0] < -1e-4f) {
                fail_msg("seed %u: %s is under the ground (%g)", seed, body->name, (double)lowest(body));
            }
        }
    }
}

/* From hip or shoulder to ankle or wrist: between 0.6 and 0.97 of the way along the bones, and bones are where their
 * frames say. */
static void limbs_are_bent_but_not_folded(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < SEEDS; seed++) {
        vv_creature_plan plan = grown_plans[seed];
        for (uint32_t b = 0; b < plan.body_count; b++) {
            const vv_plan_body *body = &plan.bodies[b];
            if (has(body, VV_CAP_LIMB))
                assert_true(fabsf(body->tip.x) + fabsf(body->tip.y) < 1e-4f * body->tip.z);
            if (!has(body, VV_CAP_FOOT) && !has(body, VV_CAP_GRASPER))
                continue;
            float length = 0.0f;
            uint32_t at = b;
            while (has(&plan.bodies[plan.bodies[at].body.parent], VV_CAP_LIMB)) {
                const vv_plan_body *parent = &plan.bodies[plan.bodies[at].body.parent];
                assert_true(distance(tip_of(parent), plan.bodies[at].body.position) < 1e-4f);
                length += distance(parent->body.position, plan.bodies[at].body.position);
                at = plan.bodies[at].body.parent;
            }
            assert_true(has(&plan.bodies[plan.bodies[at].body.parent], VV_CAP_SPINE));
            float chord = distance(body->body.position, plan.bodies[at].body.position) / length;
            if (chord > 0.97f || chord < 0.4f)
                fail_msg("seed %u: %s is stretched to %g", seed, body->name, (double)chord);
        }
    }
}

/* One chain of spine bodies, each the parent of the next. */
static void the_spine_is_one_chain(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < SEEDS; seed++) {
        vv_creature_plan plan = grown_plans[seed];
        uint32_t last = VV_NONE;
        for (uint32_t b = 0; b < plan.body_count; b++)
            if (has(&plan.bodies[b], VV_CAP_SPINE)) {
                assert_true(plan.bodies[b].body.parent == last);
                last = b;
            }
        assert_true(last != VV_NONE);
    }
}

static bool is_mirrored(const vv_creature_plan *plan, uint32_t b)
{
    vv_vec3 p = plan->bodies[b].body.position, t = tip_of(&plan->bodies[b]);
    for (uint32_t other = 0; other < plan->body_count; other++) {
        const vv_plan_body *o = &plan->bodies[other];
        vv_vec3 q = o->body.position, u = tip_of(o);
        /* the mirror image of a turn (x, y, z, w) across x = 0 is (x, −y, −z, w) */
        vv_quat a = plan->bodies[b].body.rotation, m = {a.x, -a.y, -a.z, a.w};
        if (distance((vv_vec3){-q.x, q.y, q.z}, p) < 1e-4f && distance((vv_vec3){-u.x, u.y, u.z}, t) < 1e-4f &&
            fabsf(o->radius[0] - plan->bodies[b].radius[0]) < 1e-5f && o->body.caps == plan->bodies[b].body.caps &&
            fabsf(vv_quat_dot(m, o->body.rotation)) > 1.0f - 1e-4f)
            return true;
    }
    return false;
}

/* A quarter is drawn asymmetric, of which a part happens to look symmetric all the same. */
static void three_quarters_are_symmetric(void **state)
{
    (void)state;
    uint32_t symmetric = 0;
    for (uint32_t seed = 0; seed < SEEDS; seed++) {
        vv_creature_plan plan = grown_plans[seed];
        uint32_t b = 0;
        while (b < plan.body_count && is_mirrored(&plan, b))
            b++;
        symmetric += b == plan.body_count;
    }
    assert_in_range(symmetric, (uint32_t)(0.74 * SEEDS), (uint32_t)(0.84 * SEEDS));
}

typedef struct census {
    uint32_t legs[13], hands[9], heads[4], tails[4], wings, ears, spikes, own, eyeless, branching, upright, bodies;
    float smallest, largest;
} census;

static void count(census *c, const vv_creature_plan *plan)
{
    uint32_t feet = 0, hands = 0, heads = 0, tails = 0, wings = 0, ears = 0, spikes = 0, eyes = 0, forks = 0;
    vv_vec3 low = plan->bodies[0].body.position, high = low, first = low, last = low;
    for (uint32_t b = 0; b < plan->body_count; b++) {
        const vv_plan_body *body = &plan->bodies[b];
        feet += has(body, VV_CAP_FOOT);
        hands += has(body, VV_CAP_GRASPER);
        heads += strncmp(body->name, "head", 4) == 0;
        tails += has(body, VV_CAP_TAIL);
        wings += has(body, VV_CAP_WING);
        ears += has(body, VV_CAP_EAR);
        spikes += has(body, VV_CAP_SPIKE);
        eyes += has(body, VV_CAP_EYE);
        forks += strstr(body->name, "-b-2") != NULL;
        last = has(body, VV_CAP_SPINE) ? body->body.position : last;
        vv_vec3 tip = tip_of(body);
        low = (vv_vec3){fminf(low.x, tip.x), fminf(low.y, tip.y), fminf(low.z, tip.z)};
        high = (vv_vec3){fmaxf(high.x, tip.x), fmaxf(high.y, tip.y), fmaxf(high.z, tip.z)};
    }
    assert_in_range(feet, 0, 12);
    assert_in_range(hands, 0, 8);
    c->legs[feet]++;
    c->hands[hands]++;
    c->heads[heads]++;
    c->tails[tails]++;
    c->wings += wings > 0;
    c->ears += ears > 0;
    c->spikes += spikes > 0;
    c->eyeless += eyes == 0;
    c->branching += forks > 0;
    c->own += plan->own_cap_count > 1;
    c->bodies += plan->body_count;
    vv_vec3 rise = vv_vec3_sub(last, first), size = vv_vec3_sub(high, low);
    c->upright += rise.y > 0.7071f * vv_vec3_length(rise);
    c->smallest = fminf(c->smallest, fmaxf(size.x, fmaxf(size.y, size.z)));
    c->largest = fmaxf(c->largest, fmaxf(size.x, fmaxf(size.y, size.z)));
}

static void they_are_wildly_different(void **state)
{
    (void)state;
    census c = {.smallest = INFINITY};
    for (uint32_t seed = 0; seed < SEEDS; seed++) {
        vv_creature_plan plan = grown_plans[seed];
        count(&c, &plan);
    }
    for (uint32_t i = 0; i <= 12; i++)
        assert_true(c.legs[i] > 0);
    for (uint32_t i = 0; i <= 8; i++)
        assert_true(c.hands[i] > 0);
    for (uint32_t i = 0; i <= 3; i++)
        assert_true(c.heads[i] > SEEDS / 50 && c.tails[i] > SEEDS / 50);
    assert_true(c.wings > SEEDS / 20 && c.ears > SEEDS / 5 && c.spikes > SEEDS / 10 && c.own > SEEDS / 20);
    assert_true(c.eyeless > 0 && c.branching > SEEDS / 20);
    assert_in_range(c.upright, SEEDS / 3, 2 * SEEDS / 3);
    assert_in_range(c.bodies / SEEDS, 38, 46);
    assert_true(c.smallest > 0.2f && c.smallest < 0.45f && c.largest > 3.0f && c.largest < 4.0f);
}

static uint64_t hash_plan(const vv_creature_plan *plan)
{
    uint64_t hash = vv_hash_bytes(0, plan->name, strlen(plan->name));
    for (uint32_t b = 0; b < plan->body_count; b++) {
        const vv_plan_body *body = &plan->bodies[b];
        hash = vv_hash_bytes(hash, body->name, strlen(body->name));
        hash = vv_hash_bytes(hash, &body->body.parent, sizeof body->body.parent);
        hash = vv_hash_bytes(hash, &body->body.position, sizeof(vv_vec3));
        hash = vv_hash_bytes(hash, &body->body.rotation, sizeof(vv_quat));
        hash = vv_hash_bytes(hash, &body->body.low, 2 * sizeof(vv_vec3));
        hash = vv_hash_bytes(hash, &body->tip, sizeof(vv_vec3));
        hash = vv_hash_bytes(hash, &body->body.caps, sizeof(uint64_t));
    }
    return hash;
}

static void one_seed_gives_one_creature(void **state)
{
    (void)state;
    uint64_t before = 0;
    for (uint32_t seed = 0; seed < 100; seed++) {
        vv_creature_plan a = grown(seed), b = grown(seed);
        assert_true(hash_plan(&a) == hash_plan(&b));
        assert_true(hash_plan(&a) != before);
        before = hash_plan(&a);
        vv_plan_destroy(&a);
        vv_plan_destroy(&b);
    }
}

/* Everywhere and for ever: this number holds for gcc, clang and WebAssembly. Whoever changes it changes every
 * creature that was ever grown. */
static void seeds_give_what_they_always_gave(void **state)
{
    (void)state;
    uint64_t hash = 0;
    for (uint32_t seed = 0; seed < 500; seed++) {
        char *text = NULL;
        size_t length = 0;
        assert_int_equal(vv_plan_write(&grown_plans[seed], NULL, &text, &length, NULL), VV_OK);
        hash = vv_hash_bytes(hash, text, length);
        vvi_release(NULL, text, length + 1, 1);
    }
    assert_int_equal((uint32_t)(hash ^ hash >> 32), 0xc336e9efu);
}

static void memory_may_run_out(void **state)
{
    (void)state;
    for (uint64_t n = 1;; n++) {
        vv_counting counting = {.fail_at = n};
        vv_allocator allocator = vv_counting_allocator(&counting);
        vv_creature_plan plan;
        vv_skeleton *skeleton = NULL;
        vv_error error = {0};
        vv_result result = vv_plan_grow(4, &allocator, &plan, &error);
        if (result == VV_OK) {
            result = vv_plan_skeleton(&plan, &allocator, &skeleton, &error);
            vv_skeleton_destroy(skeleton, &allocator);
            vv_plan_destroy(&plan);
        }
        assert_int_equal(counting.used, 0);
        if (result == VV_OK)
            break;
        assert_int_equal(error.code, VV_ERROR_MEMORY);
    }
}

/* The skeleton in the pose of some placements puts every joint where the placements say. */
static void a_pose_of_the_skeleton_is_what_was_asked(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < 50; seed++) {
        vv_creature_plan plan = grown_plans[seed];
        vvi_random random = vvi_random_seed(seed);
        vv_skeleton *skeleton = NULL;
        assert_int_equal(vv_plan_skeleton(&plan, NULL, &skeleton, NULL), VV_OK);
        uint32_t n = plan.body_count;
        vv_transform3 placements[132];
        vv_quat turns[132];
        vv_vec3 moves[132];
        vv_affine3 globals[132], direct[132];
        for (uint32_t b = 0; b < n; b++) {
            vv_quat q = {vvi_random_unit(&random), vvi_random_unit(&random), vvi_random_unit(&random), 0.3f};
            placements[b] = (vv_transform3){{vvi_random_unit(&random), vvi_random_unit(&random), 0.1f * (float)b},
                                            vv_quat_normalize(q)};
        }
        vv_plan_pose(&plan, placements, turns, moves);
        vv_skeleton_globals(skeleton, turns, moves, globals);
        vv_plan_globals(&plan, placements, direct);
        for (uint32_t b = 0; b < n; b++) {
            vv_vec3 p = {0.3f, -0.2f, 0.5f};
            assert_true(distance(vv_affine3_apply(globals[b], p), vv_affine3_apply(direct[b], p)) < 1e-4f);
            vv_vec3 same = vv_vec3_add(placements[b].position, vv_quat_rotate(placements[b].rotation, p));
            assert_true(distance(same, vv_affine3_apply(direct[b], p)) < 1e-5f);
        }
        vv_skeleton_destroy(skeleton, NULL);
    }
}

static int grow_all(void **state)
{
    (void)state;
    grown_plans = calloc(SEEDS, sizeof *grown_plans);
    for (uint32_t seed = 0; seed < SEEDS; seed++)
        grown_plans[seed] = grown(seed);
    return 0;
}

static int destroy_all(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < SEEDS; seed++)
        vv_plan_destroy(&grown_plans[seed]);
    free(grown_plans);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_creature_is_sound),
        cmocka_unit_test(feet_stand_on_the_ground),
        cmocka_unit_test(limbs_are_bent_but_not_folded),
        cmocka_unit_test(the_spine_is_one_chain),
        cmocka_unit_test(three_quarters_are_symmetric),
        cmocka_unit_test(they_are_wildly_different),
        cmocka_unit_test(one_seed_gives_one_creature),
        cmocka_unit_test(seeds_give_what_they_always_gave),
        cmocka_unit_test(memory_may_run_out),
        cmocka_unit_test(a_pose_of_the_skeleton_is_what_was_asked),
    };
    return cmocka_run_group_tests(tests, grow_all, destroy_all);
}
