/* The particle solver against what it promises: bodies stay joined, rest stays rest, goals within reach are met, those beyond are pointed at,
 * frames do not depend on each other, a mirrored problem has the mirrored answer, and nothing breaks it. Reach is found from the bodies
 * alone, poses are judged by the placements alone. */
#include "tests/testing.h"

#include "author/grow/grow.h"
#include "runtime/creature/solve.h"
#include "sample.h"

#define MOST 256

typedef struct puppet {
    sample made;
    vv_creature *creature;
    vv_solver *solver;
    const hung_body *bodies;
    uint32_t count, root;
    vv_placement rest[MOST], pose[MOST];
} puppet;

static puppet the_puppet; /* tests run one after the other */

static puppet *hold(vv_creature *creature)
{
    puppet *p = &the_puppet;
    p->creature = creature;
    p->bodies = bodies_of(creature);
    p->count = vv_creature_body_count(creature);
    p->root = vv_creature_root(creature);
    if (p->count > MOST)
        fail_msg("%u bodies", p->count);
    vv_creature_rest(creature, p->rest);
    assert_int_equal(vv_solver_create(creature, NULL, &p->solver, NULL), VV_OK);
    return p;
}

/* Hand-made ones first, then random trees, then grown creatures. */
enum { MADE = SAMPLE_KINDS, RANDOM = 160, KINDS = 320 };
static puppet *take(uint32_t kind)
{
    if (kind < MADE + RANDOM) {
        if (kind < MADE)
            sample_make((sample_kind)kind, &the_puppet.made);
        else
            sample_random(kind, kind & 1u, &the_puppet.made);
        return hold(sample_create(&the_puppet.made));
    }
    vv_creature_plan plan;
    vv_creature *creature = NULL;
    assert_int_equal(vv_plan_grow(kind, NULL, &plan, NULL), VV_OK);
    assert_int_equal(vv_plan_creature(&plan, NULL, &creature, NULL), VV_OK);
    vv_plan_destroy(&plan);
    return hold(creature);
}

static void let_go(puppet *p)
{
    vv_solver_destroy(p->solver, NULL);
    vv_creature_destroy(p->creature, NULL);
}

static void solve(puppet *p, uint32_t count, const vv_goal *goals)
{
    vv_solver_options options = vv_default_solver_options();
    vv_solver_solve(p->solver, &options, p->rest[p->root], count, goals, 0.0f, p->pose);
}

static float distance(vv_vec3 a, vv_vec3 b) { return vv_vec3_length(vv_vec3_sub(a, b)); }

/* A point that at rest lies at `rest`, as a body in some pose has it. */
static vv_vec3 carried(const puppet *p, const vv_placement *pose, uint32_t body, vv_vec3 rest)
{
    vv_vec3 own = vv_quat_rotate(vv_quat_conjugate(p->rest[body].turn), vv_vec3_sub(rest, p->rest[body].place));
    return vv_vec3_add(pose[body].place, vv_quat_rotate(pose[body].turn, own));
}

static vv_vec3 centre(const puppet *p, uint32_t body) { return carried(p, p->pose, body, p->bodies[body].middle); }

/* How far apart the two sides of a joint are, at worst; infinite where something is no number. */
static float torn(const puppet *p)
{
    float worst = 0.0f;
    for (uint32_t b = 0; b < p->count; b++) {
        const vv_placement *at = &p->pose[b];
        float size = vv_quat_dot(at->turn, at->turn);
        if (!vvi_all_finite(&at->place.x, 3) || !(fabsf(size - 1.0f) < 1e-4f))
            return INFINITY;
        if (p->bodies[b].parent != VV_NONE) {
            vv_vec3 joint = p->bodies[b].joint;
            float d = distance(carried(p, p->pose, b, joint), carried(p, p->pose, p->bodies[b].parent, joint));
            worst = vvi_max(worst, d);
        }
    }
    return worst / p->creature->size;
}

static vv_goal goal_at(uint32_t body, vv_vec3 place)
{
    return (vv_goal){.body = body, .place = place, .turn = vv_quat_identity(), .place_weight = 1.0f};
}

static vv_vec3 any_direction(vvi_random *random)
{
    for (;;) {
        vv_vec3 v = sample_point(random, 1.0f);
        float length = vv_vec3_length(v);
        if (length > 0.1f && length < 1.0f)
            return vv_vec3_scale(v, 1.0f / length);
    }
}

/* ---- Reach ------------------------------------------------------------------------------------------------------------- */

/* From the joint where a limb hangs to a body's centre: bones in between, and what a chain of such can do. */
typedef struct limb_reach {
    vv_vec3 base;
    uint32_t first, bones;
    float least, most;
} limb_reach;

#define SWINGING (VV_CAP_BIT(VV_CAP_LIMB) | VV_CAP_BIT(VV_CAP_TAIL) | VV_CAP_BIT(VV_CAP_WING))

/* False: of the spine, or something on the way (a mouth, say) is part of what it sits on. */
static bool find_reach(const puppet *p, uint32_t body, limb_reach *out)
{
    float longest = distance(p->bodies[body].joint, p->bodies[body].middle);
    *out = (limb_reach){.most = longest, .bones = 1};
    if (p->bodies[body].limb == VV_NONE)
        return false;
    bool free = (p->bodies[body].caps & SWINGING) != 0;
    for (; p->bodies[p->bodies[body].parent].limb != VV_NONE; body = p->bodies[body].parent) {
        out->most += p->bodies[body].length;
        longest = vvi_max(longest, p->bodies[body].length);
        out->bones++;
        free = free && (p->bodies[p->bodies[body].parent].caps & SWINGING) != 0;
    }
    out->first = body;
    out->base = p->bodies[body].joint;
    out->least = vvi_max(0.0f, 2.0f * longest - out->most);
    return free;
}

/* ---- Tests ---------------------------------------------------------------------------------------------------------------- */

static void test_rest_stays_rest(void **state)
{
    (void)state;
    for (uint32_t kind = 0; kind < KINDS; kind++) {
        puppet *p = take(kind);
        for (uint32_t b = 0; b < p->count; b++) {
            vv_goal goal = goal_at(b, p->bodies[b].middle);
            solve(p, 1, &goal);
            for (uint32_t i = 0; i < p->count; i++)
                if (distance(p->pose[i].place, p->rest[i].place) > 2e-3f * p->creature->size)
                    fail_msg("creature %u, goal on %u: body %u moved by %g", kind, b, i,
                             (double)distance(p->pose[i].place, p->rest[i].place));
        }
        solve(p, 0, NULL);
        assert_true(torn(p) < 1e-5f);
        let_go(p);
    }
}

/* 100,000 of them in all: of every creature as many, anywhere in the shell that the limb's bones can do. */
static void test_single_goals_within_reach(void **state)
{
    (void)state;
    uint32_t tried = 0, missed = 0, each = 100000 / 200;
    vvi_random random = vvi_random_seed(1);
    for (uint32_t kind = 0; tried < 100000; kind++) {
        puppet *p = take(kind);
        for (uint32_t i = 0; i < each; i++) {
            limb_reach reach;
            uint32_t body = vvi_random_below(&random, p->count);
            if (body == p->root || !find_reach(p, body, &reach) || reach.bones < 2)
                continue;
            float part = vvi_random_unit(&random), d = reach.least + (reach.most - reach.least) * sqrtf(part);
            vv_goal goal = goal_at(body, vv_vec3_add(reach.base, vv_vec3_scale(any_direction(&random), d)));
            solve(p, 1, &goal);
            tried++;
            missed += distance(centre(p, body), goal.place) > 0.01f * reach.most;
            if (!(torn(p) < 1e-4f))
                fail_msg("creature %u, body %u: a joint is open by %g", kind, body, (double)torn(p));
        }
        let_go(p);
    }
    print_message("%u goals within reach, %u missed by more than 1 %%\n", tried, missed);
    assert_true(missed <= tried / 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rest_stays_rest),
        cmocka_unit_test(test_single_goals_within_reach),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
