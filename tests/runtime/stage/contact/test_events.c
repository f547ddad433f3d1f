/* Events of contact: begin, stay, end and hit of every pair, in scenes where the right answer is known, and by what
 * must hold in any scene. */
#include "tests/runtime/stage/contact/scene.h"

#include <string.h>

static body ball, crate, beam;

static int setup(void **state)
{
    (void)state;
    ball = body_ball(1.0f, 6);
    crate = body_crate(1.0f, 8);
    beam = body_beam(3.0f, 24);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    body_free(&ball);
    body_free(&crate);
    body_free(&beam);
    return 0;
}

/* ---- Counting ---------------------------------------------------------------------------------------------------- */

typedef struct tally {
    uint32_t begins, stays, ends, hits;
    vv_event begin, hit; /* the last of each */
    float strongest;     /* impulse of any of them, N·s */
} tally;

static void count_events(const vv_stage *stage, tally *t)
{
    uint32_t count;
    const vv_event *events = vv_stage_events(stage, &count);
    for (uint32_t i = 0; i < count; i++) {
        const vv_event *e = &events[i];
        t->begins += e->kind == VV_EVENT_CONTACT_BEGIN;
        t->stays += e->kind == VV_EVENT_CONTACT_STAY;
        t->ends += e->kind == VV_EVENT_CONTACT_END;
        t->hits += e->kind == VV_EVENT_CONTACT_HIT;
        if (e->kind == VV_EVENT_CONTACT_BEGIN)
            t->begin = *e;
        if (e->kind == VV_EVENT_CONTACT_HIT)
            t->hit = *e;
        t->strongest = vvi_max(t->strongest, e->impulse);
    }
}

static tally run_and_count(vv_stage *stage, float seconds)
{
    tally t = {0};
    for (int i = 0; i < (int)lroundf(60.0f * seconds); i++) {
        vv_stage_step(stage, FRAME);
        count_events(stage, &t);
    }
    return t;
}

/* ---- What holds in any scene ------------------------------------------------------------------------------------- */

enum { SLOTS = 24, WALLS = 4 };

/* What events have told of each pair: actors by slot, obstacles after them. */
typedef struct ledger {
    bool begun[SLOTS][SLOTS + WALLS], hit[SLOTS][SLOTS + WALLS];
    uint64_t begun_at[SLOTS][SLOTS + WALLS]; /* the step of the last begin, + 1 */
    vv_actor actors[SLOTS];
    vv_obstacle walls[WALLS];
    uint32_t begins, ends, hits, stays;
} ledger;

static void check_event(ledger *l, const vv_event *e)
{
    uint32_t a = e->actor.index, b = e->other.generation ? e->other.index : SLOTS + e->obstacle.index;
    assert_true(a < SLOTS && b < SLOTS + WALLS);
    assert_int_not_equal((e->other.generation != 0) + (e->obstacle.generation != 0), 2);
    assert_true(!e->other.generation || a < b);
    if (e->kind == VV_EVENT_CONTACT_HIT) {
        assert_true(l->begun[a][b] && !l->hit[a][b]); /* half planes have one side */
        assert_true(e->speed > 0.0f && e->impulse > 0.0f);
        assert_float_equal(vv_vec2_length(e->normal), 1.0f, 1.0e-3f);
        l->hit[a][b] = true;
        l->hits++;
        return;
    }
    if (e->kind == VV_EVENT_CONTACT_BEGIN) {
        assert_true(l->begun_at[a][b] <= e->step); /* once a step */
        l->begun_at[a][b] = e->step + 1u;
    }
    assert_int_equal(l->begun[a][b], e->kind != VV_EVENT_CONTACT_BEGIN);
    l->begun[a][b] = e->kind != VV_EVENT_CONTACT_END;
    l->hit[a][b] = l->hit[a][b] && e->kind == VV_EVENT_CONTACT_STAY;
    l->begins += e->kind == VV_EVENT_CONTACT_BEGIN;
    l->stays += e->kind == VV_EVENT_CONTACT_STAY;
    l->ends += e->kind == VV_EVENT_CONTACT_END;
    if (e->kind == VV_EVENT_CONTACT_BEGIN)
        assert_true(e->impulse > 0.0f && fabsf(vv_vec2_length(e->normal) - 1.0f) < 1.0e-3f);
}

static void check_events(ledger *l, const vv_stage *stage)
{
    uint32_t count;
    const vv_event *events = vv_stage_events(stage, &count);
    for (uint32_t i = 0; i < count; i++) {
        vv_event_kind kind = events[i].kind;
        assert_int_not_equal(kind, VV_EVENT_OVERFLOW);
        if (kind == VV_EVENT_CONTACT_BEGIN || kind == VV_EVENT_CONTACT_STAY || kind == VV_EVENT_CONTACT_END ||
            kind == VV_EVENT_CONTACT_HIT)
            check_event(l, &events[i]);
    }
}

/* Whoever touches has begun to. */
static void check_touching(const ledger *l, const vv_stage *stage)
{
    vv_contact touching[256];
    uint32_t count = vv_stage_contacts(stage, touching, 256);
    assert_true(count <= 256);
    for (uint32_t i = 0; i < count; i++)
        assert_true(
            l->begun[touching[i].actor.index]
                    [touching[i].other.generation ? touching[i].other.index : SLOTS + touching[i].obstacle.index]);
}

static void replace_actor(vv_stage *stage, ledger *l, vvi_random *random, uint32_t slot)
{
    const body *bodies[3] = {&ball, &crate, &beam};
    vv_actor_def def = scene_def(bodies[vvi_random_below(random, 3)], 8.0f * vvi_random_unit(random) - 4.0f,
                                 2.0f + 6.0f * vvi_random_unit(random), 6.0f * vvi_random_unit(random));
    def.velocity = (vv_vec2){8.0f * vvi_random_unit(random) - 4.0f, 4.0f * vvi_random_unit(random) - 4.0f};
    def.angular_velocity = 6.0f * vvi_random_unit(random) - 3.0f;
    def.report_stay = vvi_random_below(random, 3) == 0;
    def.strengths.bounce = vvi_random_below(random, 2) ? 0.8f : 0.0f;
    def.strengths.energy = vvi_random_below(random, 2) ? 1.0f : 0.0f;
    def.strengths.energy_example = 1;
    def.strengths.stiffness *= vvi_random_below(random, 3) ? 1.0f : 0.3f;
    if (l->actors[slot].generation)
        assert_true(vv_stage_remove_actor(stage, l->actors[slot]));
    l->actors[slot] = scene_add_def(stage, &def);
}

/* Actors and walls come, go, are struck, teleported, put to sleep and woken, at random. */
static void every_begin_has_its_end(void **state)
{
    (void)state;
    const vv_vec2 walls[WALLS][2] = {{{-20.0f, 0.0f}, {20.0f, 0.0f}},
                                     {{5.0f, 0.0f}, {5.0f, 8.0f}},
                                     {{-5.0f, 8.0f}, {-5.0f, 0.0f}},
                                     {{-20.0f, 0.3f}, {20.0f, 0.0f}}};
    for (uint64_t seed = 1; seed <= 6; seed++) {
        vvi_random random = vvi_random_seed(seed);
        vv_stage_def def = vv_default_stage_def();
        def.max_actors = SLOTS;
        def.max_events = 4096;
        vv_stage *stage = scene_stage(&def);
        ledger l = {0};
        for (uint32_t i = 0; i < WALLS - 1u; i++)
            l.walls[i] = scene_add_obstacle(stage, VV_OBSTACLE_HALF_PLANE, walls[i], 2);
        for (uint32_t i = 0; i < 12; i++)
            replace_actor(stage, &l, &random, i);
        for (uint32_t frame = 0; frame < 1200; frame++) {
            uint32_t some = vvi_random_below(&random, 12);
            if (vvi_random_below(&random, 30) == 0)
                replace_actor(stage, &l, &random, some);
            if (vvi_random_below(&random, 60) == 0)
                vv_stage_teleport(stage, l.actors[some], (vv_vec2){3.0f * vvi_random_unit(&random), 4.0f}, 1.0f);
            if (vvi_random_below(&random, 120) == 0) {
                if (l.walls[WALLS - 1u].generation)
                    assert_true(vv_stage_remove_obstacle(stage, l.walls[WALLS - 1u]));
                l.walls[WALLS - 1u] = scene_add_obstacle(stage, VV_OBSTACLE_HALF_PLANE, walls[WALLS - 1u], 2);
            }
            vv_stage_step(stage, FRAME);
            check_events(&l, stage);
            check_touching(&l, stage);
        }
        for (uint32_t i = 0; i < 12; i++)
            vv_stage_remove_actor(stage, l.actors[i]);
        vv_stage_step(stage, FRAME);
        check_events(&l, stage);
        assert_int_equal(l.begins, l.ends);
        assert_true(l.begins > 300 && l.hits > 50 && l.stays > 1000);
        vv_stage_destroy(stage);
    }
}

/* A stage that was restored reports what the one that was saved reports, to the bit. */
static void events_are_restored(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(9);
    for (uint32_t k = 0; k < 8; k++) {
        vv_stage *stages[2] = {scene_on_ground(true), scene_on_ground(true)};
        for (uint32_t i = 0; i < 8; i++) {
            vv_actor_def def =
                scene_def(i % 3 ? &crate : &ball, 0.4f * (float)(i % 3), 1.3f * (float)i, 0.2f * (float)i);
            def.strengths.bounce = 0.7f;
            def.report_stay = i % 2;
            for (int s = 0; s < 2; s++)
                scene_add_def(stages[s], &def);
        }
        scene_run(stages[0], 0.3f + 4.0f * vvi_random_unit(&random));
        size_t size = vv_stage_save_bytes(stages[0]);
        uint8_t *bytes = malloc(size);
        assert_int_equal(vv_stage_save(stages[0], bytes, size), size);
        assert_int_equal(vv_stage_restore(stages[1], bytes, size, NULL), VV_OK);
        uint32_t total = 0;
        for (uint32_t frame = 0; frame < 240; frame++) {
            uint32_t counts[2];
            const vv_event *events[2];
            for (int s = 0; s < 2; s++) {
                vv_stage_step(stages[s], FRAME);
                events[s] = vv_stage_events(stages[s], &counts[s]);
            }
            assert_int_equal(counts[0], counts[1]);
            total += counts[0];
            for (uint32_t i = 0; i < counts[0]; i++) {
                const vv_event *e = &events[0][i], *f = &events[1][i];
                assert_true(e->kind == f->kind && e->actor.index == f->actor.index &&
                            e->other.index == f->other.index && e->obstacle.index == f->obstacle.index &&
                            e->step == f->step);
                assert_memory_equal(&e->point, &f->point, sizeof e->point);
                assert_memory_equal(&e->normal, &f->normal, sizeof e->normal);
                assert_memory_equal(&e->speed, &f->speed, sizeof e->speed);
                assert_memory_equal(&e->impulse, &f->impulse, sizeof e->impulse);
            }
        }
        assert_true(total > 100);
        free(bytes);
        for (int s = 0; s < 2; s++)
            vv_stage_destroy(stages[s]);
    }
}

/* ---- How strong -------------------------------------------------------------------------------------------------- */

static float mass_of(const body *b) { return (float)vv_sprite_mass(b->sprite); }

/* A drop that does not bounce is stopped by m·v, v = √(2gh): what lands flat, by the event that tells of its landing,
 * but for what gravity adds in that step. */
static void a_flat_drop_is_stopped_at_once(void **state)
{
    (void)state;
    const float heights[4] = {0.25f, 1.0f, 4.0f, 16.0f}, steps[2] = {1.0f / 30.0f, 1.0f / 60.0f};
    for (uint32_t k = 0; k < 8; k++) {
        vv_stage_def stage_def = vv_default_stage_def();
        stage_def.step = steps[k % 2];
        vv_stage *stage = scene_stage(&stage_def);
        vv_obstacle ground;
        assert_int_equal(vv_stage_add_ground(stage, 0.0f, 0.6f, &ground, NULL), VV_OK);
        scene_add(stage, &crate, 0.0f, heights[k / 2], 0.0f);
        tally t = {0};
        while (t.begins == 0) {
            vv_stage_step(stage, stage_def.step);
            count_events(stage, &t);
        }
        float expected = mass_of(&crate) * sqrtf(2.0f * 9.81f * heights[k / 2]);
        float more = mass_of(&crate) * 9.81f * stage_def.step;
        if (fabsf(t.begin.impulse - expected) > 0.01f * expected + more)
            fail_msg("height %g, step %g: %g, not %g N·s", (double)heights[k / 2], (double)stage_def.step,
                     (double)t.begin.impulse, (double)expected);
        vv_stage_destroy(stage);
    }
}

/* However soft and tilted it is, and however short the steps: what the ground gave in all is the change of momentum and
 * what gravity took meanwhile. */
static void impulses_add_up_to_the_change_of_momentum(void **state)
{
    (void)state;
    const float steps[3] = {1.0f / 30.0f, 1.0f / 60.0f, 1.0f / 240.0f};
    const body *bodies[3] = {&crate, &ball, &beam};
    for (uint32_t k = 0; k < 27; k++) {
        vv_stage_def stage_def = vv_default_stage_def();
        stage_def.step = steps[k % 3];
        stage_def.sleep = false;
        vv_stage *stage = scene_stage(&stage_def);
        vv_obstacle ground;
        assert_int_equal(vv_stage_add_ground(stage, 0.0f, 0.0f, &ground, NULL), VV_OK);
        const body *b = bodies[k / 3 % 3];
        vv_actor_def def = scene_def(b, 0.0f, 2.0f, 0.3f * (float)(k / 9));
        def.report_stay = true;
        def.strengths.stiffness *= k / 9 == 1 ? 0.3f : 1.0f;
        vv_actor who = scene_add_def(stage, &def);
        double impulses = 0.0, time = 0.0;
        for (; time < 2.0; time += (double)stage_def.step) {
            uint32_t count;
            vv_stage_step(stage, stage_def.step);
            const vv_event *events = vv_stage_events(stage, &count);
            for (uint32_t i = 0; i < count; i++)
                if (events[i].kind != VV_EVENT_CONTACT_HIT)
                    impulses += (double)events[i].impulse;
        }
        double expected = vv_stage_mechanics(stage, who).momentum_y + (double)mass_of(b) * 9.81 * time;
        if (fabs(impulses - expected) > 1.0e-3 * expected)
            fail_msg("case %u: %g, not %g N·s", k, impulses, expected);
        vv_stage_destroy(stage);
    }
}

/* Head on and without bounce, two exchange the reduced mass times the speed at which they meet. */
static void a_collision_exchanges_reduced_momentum(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < 4; k++) {
        vv_stage *stage = scene_in_space();
        float v = 1.0f + 2.0f * (float)k, scale = 0.5f + 0.5f * (float)k;
        body other = body_crate(scale, 8);
        vv_actor_def def = scene_def(&crate, -2.0f, -0.5f, 0.0f);
        def.velocity = (vv_vec2){v, 0.0f};
        scene_add_def(stage, &def);
        scene_add(stage, &other, 0.0f, -0.5f * scale, 0.0f);
        tally t = run_and_count(stage, 3.0f);
        float m1 = mass_of(&crate), m2 = mass_of(&other);
        float expected = v * m1 * m2 / (m1 + m2);
        if (!(fabsf(t.begin.impulse - expected) < 0.03f * expected))
            fail_msg("masses %g and %g at %g m/s: %g, not %g N·s", (double)m1, (double)m2, (double)v,
                     (double)t.begin.impulse, (double)expected);
        assert_float_equal(t.begin.speed, v, 0.05f * v);
        vv_stage_destroy(stage);
        body_free(&other);
    }
}

/* What lies still is carried by its weight times the step. */
static void a_crate_at_rest_weighs_what_it_weighs(void **state)
{
    (void)state;
    vv_stage *stage = scene_on_ground(false);
    vv_actor_def def = scene_def(&crate, 0.0f, 0.0f, 0.0f);
    def.report_stay = true;
    scene_add_def(stage, &def);
    scene_run(stage, 2.0f);
    float expected = mass_of(&crate) * 9.81f * FRAME;
    for (uint32_t i = 0; i < 60; i++) {
        uint32_t count;
        vv_stage_step(stage, FRAME);
        const vv_event *e = vv_stage_events(stage, &count);
        assert_int_equal(count, 1);
        assert_int_equal(e->kind, VV_EVENT_CONTACT_STAY);
        assert_float_equal(e->impulse, expected, 0.05f * expected);
        vv_contact contact;
        assert_int_equal(vv_stage_contacts(stage, &contact, 1), 1);
        assert_memory_equal(&contact.impulse, &e->impulse, sizeof e->impulse);
    }
    vv_stage_destroy(stage);
}

/* ---- How often --------------------------------------------------------------------------------------------------- */

/* Over a chain of 60 walls whose corners are not quite level. */
static void a_crate_slides_over_many_segments_as_over_one(void **state)
{
    (void)state;
    vv_vec2 points[61];
    vvi_random random = vvi_random_seed(3);
    for (uint32_t i = 0; i < 61; i++)
        points[i] = (vv_vec2){-2.0f + 0.4f * (float)i, 0.004f * vvi_random_unit(&random)};
    for (int k = 0; k < 2; k++) {
        vv_stage_def stage_def = vv_default_stage_def();
        vv_stage *stage = scene_stage(&stage_def);
        vv_obstacle_def ground = vv_default_obstacle_def();
        ground.kind = VV_OBSTACLE_SEGMENTS;
        ground.points = points;
        ground.point_count = 61;
        ground.friction = 0.02f;
        vv_obstacle made;
        assert_int_equal(vv_stage_add_obstacle(stage, &ground, &made, NULL), VV_OK);
        vv_actor_def def = scene_def(k ? &crate : &beam, 0.0f, 0.02f, 0.0f);
        def.velocity = (vv_vec2){4.0f, 0.0f};
        vv_actor who = scene_add_def(stage, &def);
        tally t = run_and_count(stage, 3.0f);
        assert_true(vv_stage_actor_state(stage, who).position.x > 6.5f);
        assert_int_equal(t.begins, 1);
        assert_int_equal(t.ends, 0);
        assert_int_equal(t.hits, 0);
        vv_stage_destroy(stage);
    }
}

static void a_stack_at_rest_says_nothing(void **state)
{
    (void)state;
    vv_stage *stage = scene_on_ground(false);
    for (uint32_t i = 0; i < 6; i++)
        scene_add(stage, &crate, 0.02f * (float)(i % 2), 1.001f * (float)i, 0.0f);
    tally t = run_and_count(stage, 10.0f);
    assert_int_equal(t.begins, 6);
    assert_int_equal(t.ends, 0);
    assert_int_equal(t.hits, 0);
    vv_stage_destroy(stage);
}

/* Bounces are counted where the centre turns from falling with the speed of a hit to rising. Each is one hit, in steps
 * of any length, however long the ball takes to turn. */
static void a_bouncing_ball_hits_once_a_bounce(void **state)
{
    (void)state;
    const float steps[3] = {1.0f / 60.0f, 1.0f / 120.0f, 1.0f / 240.0f};
    for (uint32_t k = 0; k < 12; k++) {
        vv_stage_def stage_def = vv_default_stage_def();
        vv_obstacle ground;
        stage_def.step = steps[k % 3];
        vv_stage *stage = scene_stage(&stage_def);
        assert_int_equal(vv_stage_add_ground(stage, 0.0f, 0.6f, &ground, NULL), VV_OK);
        vv_actor_def def = scene_def(&ball, 0.0f, 3.0f, 0.0f);
        def.strengths.bounce = 0.85f;
        def.strengths.energy = k / 3 % 2 ? 1.2f : 0.0f;
        def.strengths.energy_example = BALL_SQUASHED;
        def.strengths.bounce_time = k / 6 ? 0.15f : 0.06f;
        vv_actor who = scene_add_def(stage, &def);
        uint32_t bounces = 0;
        float slowest_hit = 0.3f * sqrtf(9.81f * vv_sprite_size(ball.sprite));
        bool falls = false;
        tally t = {0};
        for (float time = 0.0f; time < 6.0f; time += stage_def.step) {
            vv_stage_step(stage, stage_def.step);
            count_events(stage, &t);
            float v = vv_stage_actor_state(stage, who).velocity.y;
            bounces += falls && v > 0.5f * slowest_hit;
            falls = v < -slowest_hit || (falls && v < 0.5f * slowest_hit);
        }
        if (t.hits != bounces || t.begins != bounces || t.ends != bounces || bounces < 4)
            fail_msg("case %u: %u bounces, %u hits, %u begins, %u ends", k, bounces, t.hits, t.begins, t.ends);
        vv_stage_destroy(stage);
    }
}

static void a_rolling_ball_hits_nothing(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < 2; k++) {
        vv_stage *stage = scene_on_ground(false);
        vv_actor_def def = scene_def(&ball, 0.0f, 0.0f, 0.0f);
        def.velocity = (vv_vec2){2.0f, 0.0f};
        def.angular_velocity = -4.0f;
        def.strengths.energy = k ? 1.2f : 0.0f;
        def.strengths.energy_example = BALL_SQUASHED;
        vv_actor who = scene_add_def(stage, &def);
        tally t = run_and_count(stage, 5.0f);
        assert_true(vv_stage_actor_state(stage, who).position.x > 3.0f);
        assert_int_equal(t.begins, 1);
        assert_int_equal(t.ends, 0);
        assert_int_equal(t.hits, 0);
        vv_stage_destroy(stage);
    }
}

/* Who lands on a chain, and then runs into a wall of the same chain, hits twice within one touch. */
static void another_side_is_hit_anew(void **state)
{
    (void)state;
    const vv_vec2 corner[4] = {{-6.0f, 3.0f}, {-6.0f, 0.0f}, {6.0f, 0.0f}, {6.0f, 3.0f}};
    vv_stage_def stage_def = vv_default_stage_def();
    vv_stage *stage = scene_stage(&stage_def);
    scene_add_obstacle(stage, VV_OBSTACLE_SEGMENTS, corner, 4);
    vv_actor_def def = scene_def(&ball, 0.0f, 1.0f, 0.0f);
    def.velocity = (vv_vec2){8.0f, 0.0f};
    def.strengths.friction = 0.0f;
    scene_add_def(stage, &def);
    tally t = {0};
    float down = 0.0f, aside = 0.0f;
    for (uint32_t i = 0; i < 90; i++) {
        uint32_t before = t.hits;
        vv_stage_step(stage, FRAME);
        count_events(stage, &t);
        if (t.hits > before)
            *(before ? &aside : &down) = before ? t.hit.normal.x : t.hit.normal.y;
    }
    assert_int_equal(t.begins, 1);
    assert_int_equal(t.hits, 2);
    assert_float_equal(down, 1.0f, 0.01f);
    assert_float_equal(aside, -1.0f, 0.1f);
    vv_stage_destroy(stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_begin_has_its_end),
        cmocka_unit_test(events_are_restored),
        cmocka_unit_test(a_flat_drop_is_stopped_at_once),
        cmocka_unit_test(impulses_add_up_to_the_change_of_momentum),
        cmocka_unit_test(a_collision_exchanges_reduced_momentum),
        cmocka_unit_test(a_crate_at_rest_weighs_what_it_weighs),
        cmocka_unit_test(a_crate_slides_over_many_segments_as_over_one),
        cmocka_unit_test(a_stack_at_rest_says_nothing),
        cmocka_unit_test(a_bouncing_ball_hits_once_a_bounce),
        cmocka_unit_test(a_rolling_ball_hits_nothing),
        cmocka_unit_test(another_side_is_hit_anew),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
