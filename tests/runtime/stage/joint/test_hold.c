/* What joints hold together: lengths, chains, welds; and that actors that are joined exchange momentum and make
 * none. */
#include "tests/runtime/stage/joint/joints.h"

static const float SPACE = 0.0f;

typedef struct total {
    double momentum[2], angular; /* about the stage's origin */
    double size;                 /* Σ |m v| and its radius: what rounding is compared with */
} total;

static total total_of(const vv_stage *stage)
{
    total t = {{0.0, 0.0}, 0.0, 0.0};
    for (uint32_t i = 0; i < stage->actor_end; i++) {
        const actor *a = &stage->actors[i];
        motion m = vvi_actor_motion(a);
        double p[2] = {a->mass * m.velocity[0], a->mass * m.velocity[1]};
        double at[2] = {a->origin[0] + m.centre[0], a->origin[1] + m.centre[1]};
        t.momentum[0] += p[0];
        t.momentum[1] += p[1];
        t.angular += m.angular + at[0] * p[1] - at[1] * p[0];
        t.size += sqrt(p[0] * p[0] + p[1] * p[1]) * (1.0 + sqrt(at[0] * at[0] + at[1] * at[1]));
    }
    return t;
}

/* ---- Momentum ---------------------------------------------------------------------------------------------------- */

/* Two actors alone in space, joined in every way, soft or rigid, driven or not, thrown at random: their momentum and
 * their angular momentum stay what they were. */
static void two_that_are_joined_keep_their_momentum(void **state)
{
    (void)state;
    vvi_random r = vvi_random_seed(1);
    for (uint32_t n = 0; n < 60; n++) {
        vv_stage_def stage_def = random_stage(&r);
        stage_def.gravity.y = SPACE;
        vv_stage *stage = make_stage(&stage_def);
        body bodies[2];
        vv_joint_def def = vv_default_joint_def((vv_joint_kind)(n % VV_JOINT_KINDS));
        for (uint32_t i = 0; i < 2; i++) {
            float side = random_in(&r, 0.5f, 1.5f);
            bodies[i] = random_crate(&r, side);
            vv_actor_def actor_def = actor_of(&bodies[i]);
            actor_def.strengths.stiffness = n % 4 < 2 ? 40.0f : random_in(&r, 3.0f, 40.0f);
            actor_def.velocity = (vv_vec2){random_in(&r, -3.0f, 3.0f), random_in(&r, -3.0f, 3.0f)};
            actor_def.angular_velocity = random_in(&r, -3.0f, 3.0f);
            vv_vec2 at = {random_in(&r, -0.5f, 0.5f) * side, i ? 0.0f : side};
            vv_joint_end *end = i ? &def.b : &def.a;
            float apart = def.kind == VV_JOINT_HINGE || def.kind == VV_JOINT_WELD ? 0.0f : 0.5f * (float)i;
            def.axis = (vv_vec2){0.0f, 1.0f}; /* what is apart at first is moved together, which is no motion */
            end->actor = add_at(stage, actor_def, at, (vv_vec2){0.0f, apart}, 0.0f);
            end->at = at;
        }
        def.strength = n % 3 == 2 ? random_in(&r, 1.0f, 10.0f) : def.strength;
        def.motor = n % 5 == 0;
        def.motor_speed = 2.0f;
        def.motor_limit = 1.0f;
        def.spring = n % 5 == 1 ? 2.0f : 0.0f;
        add_joint(stage, &def);
        total before = total_of(stage);
        for (float t = 0.0f; t < 3.0f; t += stage_def.step)
            vv_stage_step(stage, stage_def.step);
        total after = total_of(stage);
        double size = before.size + after.size;
        double change = fabs(after.momentum[0] - before.momentum[0]) + fabs(after.momentum[1] - before.momentum[1]);
        if (!(change < 1.0e-5 * size))
            fail_msg("joint %u of kind %u: momentum changed by %.8f of %.3f", n, (unsigned)def.kind, change, size);
        if (!(fabs(after.angular - before.angular) < 1.0e-3 * size))
            fail_msg("joint %u of kind %u: angular momentum %.6f became %.6f (of %.3f)", n, (unsigned)def.kind,
                     before.angular, after.angular, size);
        vv_stage_destroy(stage);
        body_free(&bodies[0]);
        body_free(&bodies[1]);
    }
}

/* ---- Welds ------------------------------------------------------------------------------------------------------- */

/* Two crates that are welded are one body: thrown, they turn about their common centre with the inertia of both (the
 * parallel axes), which flies on a parabola, and neither moves relative to the other. */
static void two_welded_crates_fall_and_turn_as_one(void **state)
{
    (void)state;
    vvi_random r = vvi_random_seed(2);
    for (uint32_t n = 0; n < 20; n++) {
        vv_stage_def stage_def = random_stage(&r);
        vv_stage *stage = make_stage(&stage_def);
        float side = random_in(&r, 0.4f, 1.5f), angle = random_in(&r, -3.0f, 3.0f), spin = random_in(&r, -6.0f, 6.0f);
        body b = random_crate(&r, side);
        vv_vec2 velocity = {random_in(&r, -4.0f, 4.0f), random_in(&r, -4.0f, 4.0f)};
        vv_joint_def def = vv_default_joint_def(VV_JOINT_WELD);
        vv_actor actors[2];
        for (uint32_t i = 0; i < 2; i++) {
            vv_actor_def actor_def = actor_of(&b);
            vv_vec2 at = {i ? -0.5f * side : 0.5f * side, 0.5f * side};
            actors[i] = add_at(stage, actor_def, at, (vv_vec2){0.0f, 0.0f}, angle);
            (i ? &def.b : &def.a)->actor = actors[i];
            (i ? &def.b : &def.a)->at = at;
        }
        /* As one body about the origin. */
        for (uint32_t i = 0; i < 2; i++) {
            vv_vec2 c = vv_stage_actor_state(stage, actors[i]).position;
            vv_stage_set_velocity(stage, actors[i], (vv_vec2){velocity.x - spin * c.y, velocity.y + spin * c.x}, spin);
        }
        vv_joint_id joint = add_joint(stage, &def);
        float seconds = 2.0f;
        uint32_t steps = (uint32_t)(seconds / stage_def.step);
        for (uint32_t i = 0; i < steps; i++)
            vv_stage_step(stage, stage_def.step);
        float t = (float)steps * stage_def.step;
        vv_joint_state s = vv_stage_joint_state(stage, joint);
        const actor *a = &stage->actors[actors[0].index], *c = &stage->actors[actors[1].index];
        float x = 0.5f * (float)(a->origin[0] + c->origin[0]), y = 0.5f * (float)(a->origin[1] + c->origin[1]);
        float way = vv_vec2_length(velocity) * t + 5.0f * t * t;
        assert_true(fabsf(x - velocity.x * t) < 1.0e-4f * way + 1.0e-4f);
        assert_true(fabsf(y - (velocity.y * t - 0.5f * 9.81f * t * t)) < 1.0e-4f * way + 1.0e-4f);
        if (!(fabsf(s.angle) < 0.005f) || !(vv_vec2_distance(s.points[0], s.points[1]) < 0.005f * side) ||
            !(fabsf(a->angle - (angle + spin * t)) < 0.02f * fabsf(spin) * t + 0.01f))
            fail_msg("weld %u: bent by %.4f, apart by %.4f, turned by %.3f instead of %.3f", n, (double)s.angle,
                     (double)vv_vec2_distance(s.points[0], s.points[1]), (double)(a->angle - angle),
                     (double)(spin * t));
        vv_stage_destroy(stage);
        body_free(&b);
    }
}

/* ---- Chains ------------------------------------------------------------------------------------------------------ */

typedef struct chain {
    vv_stage *stage;
    body link, last;
    vv_joint_id joints[20];
    vv_actor actors[20];
    uint32_t count;
    double weight;
    float side;
} chain;

/* Crates below each other (or beside, then they swing down), the last one with `ratio` times the mass. */
static chain make_chain(vvi_random *r, uint32_t count, vv_joint_kind kind, float ratio, bool level)
{
    chain c = {.count = count, .side = random_in(r, 0.3f, 0.8f)};
    vv_stage_def stage_def = random_stage(r);
    c.stage = make_stage(&stage_def);
    c.link = random_crate(r, c.side);
    c.last = random_crate(r, c.side * sqrtf(ratio));
    float way = 0.0f, gap = kind == VV_JOINT_HINGE ? 0.0f : 0.6f * c.side;
    for (uint32_t i = 0; i < count; i++) {
        float side = i + 1 == count ? c.side * sqrtf(ratio) : c.side;
        vv_actor_def def = actor_of(i + 1 == count ? &c.last : &c.link);
        vv_joint_def joint = vv_default_joint_def(kind);
        vv_vec2 top = {0.0f, side};
        way += gap;
        joint.b.at = top;
        c.actors[i] = joint.b.actor = add_at(c.stage, def, top, level ? (vv_vec2){way, 0.0f} : (vv_vec2){0.0f, -way},
                                             level ? 0.5f * VV_PI : 0.0f);
        if (i > 0)
            joint.a.actor = c.actors[i - 1];
        c.joints[i] = add_joint(c.stage, &joint);
        c.weight += 9.81 * vvi_stage_actor(c.stage, c.actors[i])->mass;
        way += side;
    }
    return c;
}

static void chain_free(chain *c)
{
    vv_stage_destroy(c->stage);
    body_free(&c->link);
    body_free(&c->last);
}

/* How far any of its joints is from what it should be, in sides of a link. */
static float worst_gap(const chain *c)
{
    float worst = 0.0f;
    for (uint32_t i = 0; i < c->count; i++) {
        vv_joint_state s = vv_stage_joint_state(c->stage, c->joints[i]);
        float gap = vv_vec2_distance(s.points[0], s.points[1]) - s.length;
        if (s.kind == VV_JOINT_ROPE)
            gap = gap > 0.0f ? gap : 0.0f;
        worst = fabsf(gap) > worst ? fabsf(gap) : worst;
    }
    return worst / c->side;
}

/* Hung from the world, with a last one of up to twenty times the mass: every joint stays closed, the first carries the
 * weight of all, and the chain comes to rest and sleeps. */
static void a_chain_of_twenty_hangs_still(void **state)
{
    (void)state;
    vvi_random r = vvi_random_seed(3);
    for (uint32_t n = 0; n < 12; n++) {
        chain c = make_chain(&r, 20, VV_JOINT_HINGE, n % 2 ? 20.0f : 1.0f, false);
        bool sleeps = n % 4 < 2, asleep = false;
        float worst = 0.0f;
        c.stage->def.sleep = sleeps;
        for (float t = 0.0f; t < 5.0f && !asleep; t += c.stage->def.step) {
            vv_stage_step(c.stage, c.stage->def.step);
            worst = fmaxf(worst, worst_gap(&c));
            asleep = vv_stage_actor_state(c.stage, c.actors[19]).asleep;
        }
        double force = (double)vv_stage_joint_state(c.stage, c.joints[0]).force / c.weight;
        if (asleep != sleeps || !(worst < 0.01f) || !(sleeps || fabs(force - 1.0) < 0.01))
            fail_msg("chain %u (step 1/%.0f): asleep %d, gap of %.4f sides, carries %.3f of its weight", n,
                     1.0 / (double)c.stage->def.step, asleep, (double)worst, force);
        chain_free(&c);
    }
}

/* Let go level, it swings and whips about: joints stay closed, rods and ropes as long as they are, and no energy is
 * gained. */
static void chains_that_swing_hold(void **state)
{
    (void)state;
    const vv_joint_kind kinds[3] = {VV_JOINT_HINGE, VV_JOINT_ROD, VV_JOINT_ROPE};
    vvi_random r = vvi_random_seed(4);
    for (uint32_t n = 0; n < 9; n++) {
        uint32_t count = n % 3 ? 6 : 12;
        chain c = make_chain(&r, count, kinds[n % 3], 1.0f, true);
        double first = energy_of(c.stage, (vv_actor){0, 0}), most = first;
        float worst = 0.0f;
        for (float t = 0.0f; t < 6.0f; t += c.stage->def.step) {
            vv_stage_step(c.stage, c.stage->def.step);
            worst = fmaxf(worst, worst_gap(&c));
            most = fmax(most, energy_of(c.stage, (vv_actor){0, 0}));
        }
        double fall = c.weight * 0.5 * (double)((float)count * c.side * 1.5f); /* what it fell by */
        if (!(worst < 0.03f) || !(most - first < 0.01 * fall))
            fail_msg("chain %u of kind %u (step 1/%.0f): gap of %.4f sides, gained %.4f of what it fell by", n,
                     (unsigned)kinds[n % 3], 1.0 / (double)c.stage->def.step, (double)worst, (most - first) / fall);
        chain_free(&c);
    }
}

/* ---- Ropes and rods ---------------------------------------------------------------------------------------------- */

/* Below its length a rope does nothing: a crate under it falls freely until it is taut, and is never further away than
 * that by more than half a percent. */
static void a_rope_is_slack_below_its_length(void **state)
{
    (void)state;
    vvi_random r = vvi_random_seed(5);
    for (uint32_t n = 0; n < 24; n++) {
        vv_stage_def stage_def = random_stage(&r);
        vv_stage *stage = make_stage(&stage_def);
        float side = random_in(&r, 0.2f, 1.0f), length = random_in(&r, 1.0f, 4.0f), drop = random_in(&r, 0.3f, 0.9f);
        body b = random_crate(&r, side);
        vv_vec2 top = {random_in(&r, -0.5f, 0.5f) * side, side};
        vv_joint_def def = vv_default_joint_def(VV_JOINT_ROPE);
        def.b.actor = add_at(stage, actor_of(&b), top, (vv_vec2){0.0f, -length * (1.0f - drop)}, 0.0f);
        def.b.at = top;
        def.length = length;
        vv_joint_id joint = add_joint(stage, &def);
        float height = vv_stage_actor_state(stage, def.b.actor).position.y;
        bool taut = false;
        for (uint32_t i = 1; (float)i * stage_def.step < 4.0f; i++) {
            vv_stage_step(stage, stage_def.step);
            float t = (float)i * stage_def.step, fallen = 0.5f * 9.81f * t * t;
            vv_joint_state s = vv_stage_joint_state(stage, joint);
            assert_true(vv_vec2_length(s.points[1]) <= 1.005f * length);
            taut = taut || s.at_limit;
            if (!taut) {
                const actor *a = vvi_stage_actor(stage, def.b.actor);
                assert_true(s.force == 0.0f && fabsf((float)a->origin[1] - (height - fallen)) < 1.0e-3f);
            }
            assert_true(taut || fallen < length * drop + 0.01f);
        }
        assert_true(taut);
        vv_stage_destroy(stage);
        body_free(&b);
    }
}

/* A rod that stretches swings up and down with the frequency of its strength, and hangs lower by g/(2πf)². */
static void a_rod_stretches_as_its_strength_says(void **state)
{
    (void)state;
    vvi_random r = vvi_random_seed(6);
    for (uint32_t n = 0; n < 16; n++) {
        vv_stage_def stage_def = random_stage(&r);
        vv_stage *stage = make_stage(&stage_def);
        float side = random_in(&r, 0.2f, 1.0f), frequency = random_in(&r, 1.0f, 4.0f);
        body b = random_crate(&r, side);
        vv_joint_def def = vv_default_joint_def(n % 2 ? VV_JOINT_ROD : VV_JOINT_ROPE);
        def.b.at = (vv_vec2){0.0f, side};
        def.b.actor = add_at(stage, actor_of(&b), def.b.at, (vv_vec2){0.0f, -2.0f}, 0.0f);
        def.strength = frequency;
        def.damping = 1.0f;
        vv_joint_id joint = add_joint(stage, &def);
        for (float t = 0.0f; t < 3.0f; t += stage_def.step)
            vv_stage_step(stage, stage_def.step);
        float omega = 2.0f * VV_PI * frequency, sag = 9.81f / (omega * omega);
        vv_joint_state s = vv_stage_joint_state(stage, joint);
        if (!(fabsf((vv_vec2_length(s.points[1]) - 2.0f) / sag - 1.0f) < 0.02f))
            fail_msg("joint %u of %.2f Hz hangs %.4f m lower; it should be %.4f m", n, (double)frequency,
                     (double)(vv_vec2_length(s.points[1]) - 2.0f), (double)sag);
        vv_stage_destroy(stage);
        body_free(&b);
    }
}

/* A winch: a rod that gets shorter pulls the crate up with its speed. */
static void a_length_that_changes_has_a_velocity(void **state)
{
    (void)state;
    vvi_random r = vvi_random_seed(7);
    for (uint32_t n = 0; n < 8; n++) {
        vv_stage_def stage_def = random_stage(&r);
        vv_stage *stage = make_stage(&stage_def);
        body b = random_crate(&r, 0.5f);
        vv_joint_def def = vv_default_joint_def(n % 2 ? VV_JOINT_ROD : VV_JOINT_ROPE);
        def.b.at = (vv_vec2){0.0f, 0.5f};
        def.b.actor = add_at(stage, actor_of(&b), def.b.at, (vv_vec2){0.0f, -5.0f}, 0.0f);
        vv_joint_id joint = add_joint(stage, &def);
        float speed = random_in(&r, 0.5f, 1.0f), length = 5.0f;
        for (float t = 0.0f; t < 2.0f; t += stage_def.step) {
            length -= speed * stage_def.step;
            assert_true(vv_stage_set_joint_length(stage, joint, length));
            vv_stage_step(stage, stage_def.step);
        }
        assert_true(fabsf(vv_stage_actor_state(stage, def.b.actor).velocity.y - speed) < 0.02f * speed);
        assert_true(fabsf(vv_vec2_length(vv_stage_joint_state(stage, joint).points[1]) - length) < 0.005f * length);
        vv_stage_destroy(stage);
        body_free(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_that_are_joined_keep_their_momentum),
        cmocka_unit_test(two_welded_crates_fall_and_turn_as_one),
        cmocka_unit_test(a_chain_of_twenty_hangs_still),
        cmocka_unit_test(chains_that_swing_hold),
        cmocka_unit_test(a_rope_is_slack_below_its_length),
        cmocka_unit_test(a_rod_stretches_as_its_strength_says),
        cmocka_unit_test(a_length_that_changes_has_a_velocity),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
