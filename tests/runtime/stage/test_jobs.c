/* Steps divided among the threads of a host: the same states and events, to the bit, as on one thread, for any number
 * of workers and any order of tasks, over random scenes with everything that a stage can have. */
#include "author/base/pool.h"
#include "tests/jobs.h"
#include "tests/runtime/stage/puppet_actors.h"
#include "tests/runtime/stage/scenes.h"

#include <verve/joint.h>
#include <verve/zone.h>

enum { SCENES = 12, STEPS = 90, MOST = 40, BODIES = 4 };

typedef struct cast {
    body bodies[BODIES];
    box box;
} cast;

static cast make_cast(void)
{
    return (cast){
        {body_ball(0.8f, 6), body_crate(0.7f, 6), body_beam(1.6f, 12), body_limb(0.6f, 5, 1.5f)},
        box_make(0.8f, 0.6f, 5, 5),
    };
}

static void free_cast(cast *c)
{
    for (uint32_t i = 0; i < BODIES; i++)
        body_free(&c->bodies[i]);
    box_free(&c->box);
}

/* ---- A random scene ---------------------------------------------------------------------------------------------- */

typedef struct play {
    vv_stage *stage;
    vvi_random random;
    const cast *cast;
    vv_actor actors[MOST];
    uint32_t count;
} play;

static float random_in(vvi_random *r, float low, float high) { return low + (high - low) * vvi_random_unit(r); }
static bool has_chance(play *p, float share) { return vvi_random_unit(&p->random) < share; }

static void add_one(play *p, vv_vec2 at)
{
    vvi_random *r = &p->random;
    const body *b = &p->cast->bodies[vvi_random_below(r, BODIES)];
    vv_actor_def def = has_chance(p, 0.15f) ? puppet_def(&p->cast->box, at.x, at.y) : actor_of(b);
    def.position = at;
    def.angle = random_in(r, -1.0f, 1.0f);
    def.velocity = (vv_vec2){random_in(r, -4.0f, 4.0f), random_in(r, -4.0f, 1.0f)};
    def.strengths.stiffness = has_chance(p, 0.2f) ? random_in(r, 0.0f, 6.0f) : def.strengths.stiffness;
    def.strengths.energy = has_chance(p, 0.5f) ? 1.0f : 0.0f;
    def.strengths.bounce = has_chance(p, 0.3f) ? 0.7f : 0.0f;
    def.flipped = has_chance(p, 0.2f);
    def.kinematic = has_chance(p, 0.1f);
    def.sensor = has_chance(p, 0.05f);
    def.report_stay = has_chance(p, 0.2f);
    p->actors[p->count++] = add_actor(p->stage, &def);
}

static void join_two(play *p)
{
    vv_joint_def def = vv_default_joint_def((vv_joint_kind)vvi_random_below(&p->random, VV_JOINT_KINDS));
    vv_joint_id joint;
    uint32_t a = vvi_random_below(&p->random, p->count);
    def.a.actor = p->actors[a];
    if (a + 1 < p->count)
        def.b.actor = p->actors[a + 1];
    else
        def.b.at = (vv_vec2){0.0f, 4.0f};
    def.length = 1.0f;
    def.break_force = 2000.0f;
    (void)vv_stage_add_joint(p->stage, &def, &joint, NULL); /* two kinematic ones cannot be joined */
}

static void add_surroundings(play *p)
{
    const vv_vec2 basin[4] = {{-4.0f, 4.0f}, {-3.0f, 0.3f}, {3.0f, 0.3f}, {4.0f, 4.0f}};
    const vv_vec2 plank[4] = {{-0.5f, -0.1f}, {0.5f, -0.1f}, {0.5f, 0.1f}, {-0.5f, 0.1f}};
    vv_obstacle_def wall = vv_default_obstacle_def(), lift = wall;
    vv_obstacle id;
    wall.kind = VV_OBSTACLE_SEGMENTS, wall.point_count = 4, wall.points = basin;
    wall.one_way = has_chance(p, 0.3f);
    lift.kind = VV_OBSTACLE_POLYGON, lift.point_count = 4, lift.points = plank;
    lift.position = (vv_vec2){-6.0f, 0.5f}, lift.velocity = (vv_vec2){1.5f, 0.3f}, lift.angular_velocity = 0.5f;
    assert_int_equal(vv_stage_add_ground(p->stage, 0.0f, 0.6f, &id, NULL), VV_OK);
    assert_int_equal(vv_stage_add_obstacle(p->stage, &wall, &id, NULL), VV_OK);
    assert_int_equal(vv_stage_add_obstacle(p->stage, &lift, &id, NULL), VV_OK);
    vv_zone_def pond = vv_default_zone_def(VV_ZONE_WATER);
    const vv_vec2 corners[4] = {{-9.0f, 0.0f}, {-6.0f, 0.0f}, {-6.0f, 1.0f}, {-9.0f, 1.0f}};
    vv_zone_id zone;
    pond.point_count = 4, pond.points = corners;
    assert_int_equal(vv_stage_add_zone(p->stage, &pond, &zone, NULL), VV_OK);
}

static play make_play(const cast *c, uint64_t seed, uint32_t max_contacts, const vv_jobs *jobs, bool early)
{
    play p = {.random = vvi_random_seed(seed), .cast = c};
    vv_stage_def def = vv_default_stage_def();
    def.max_contacts = max_contacts;
    p.stage = make_stage(&def);
    if (early)
        assert_int_equal(vv_stage_set_jobs(p.stage, jobs, NULL), VV_OK);
    add_surroundings(&p);
    uint32_t groups = 3u + vvi_random_below(&p.random, 4);
    for (uint32_t g = 0; g < groups; g++) {
        vv_vec2 at = {random_in(&p.random, -9.0f, 9.0f), 0.2f};
        for (uint32_t k = 0; k < 5; k++, at.y += 0.75f)
            add_one(&p, (vv_vec2){at.x + random_in(&p.random, -0.2f, 0.2f), at.y});
    }
    for (uint32_t k = 0; k < 4; k++)
        join_two(&p);
    if (!early)
        assert_int_equal(vv_stage_set_jobs(p.stage, jobs, NULL), VV_OK);
    return p;
}

/* What a game does between two frames; and now and then what only a defect does: a number that is not one. */
static void disturb(play *p, uint32_t frame)
{
    vvi_random *r = &p->random;
    actor *a = vvi_stage_actor(p->stage, p->actors[vvi_random_below(r, p->count)]);
    if (frame % 20 == 7 && p->count < MOST)
        add_one(p, (vv_vec2){random_in(r, -8.0f, 8.0f), 4.0f});
    if (frame % 31 == 30)
        vv_stage_remove_actor(p->stage, p->actors[vvi_random_below(r, p->count)]);
    if (frame % 40 == 25 && a && !a->puppet)
        a->v[vvi_random_below(r, a->view.particle_count)].x = NAN;
}

/* ---- Comparison -------------------------------------------------------------------------------------------------- */

static uint64_t hash_number(uint64_t hash, double number) { return vv_hash_bytes(hash, &number, sizeof number); }

static uint64_t hash_events(uint64_t hash, const vv_stage *stage)
{
    uint32_t count = 0;
    const vv_event *events = vv_stage_events(stage, &count);
    for (const vv_event *e = events; e < events + count; e++) {
        const uint32_t ids[7] = {(uint32_t)e->kind, e->code,        e->actor.index, e->other.index,
                                 e->obstacle.index, e->joint.index, e->zone.index};
        const float numbers[6] = {e->point.x, e->point.y, e->normal.x, e->normal.y, e->speed, e->impulse};
        hash = vv_hash_bytes(hash, ids, sizeof ids);
        hash = vv_hash_bytes(hash, numbers, sizeof numbers);
    }
    return hash_number(hash, (double)count);
}

/* What is drawn, asked for all at once. */
static uint64_t hash_shown(uint64_t hash, const play *p)
{
    static vv_vec2 vertices[MOST][512];
    vv_vec2 *wanted[MOST];
    memset(vertices, 0, sizeof vertices);
    for (uint32_t i = 0; i < p->count; i++)
        wanted[i] = i % 7 == 3 ? NULL : vertices[i];
    vv_stage_all_vertices(p->stage, p->count, p->actors, wanted);
    return vv_hash_bytes(hash, vertices, sizeof vertices);
}

typedef struct outcome {
    uint64_t hashes[STEPS];
    uint32_t failures, overflows;
} outcome;

static void count_events(const vv_stage *stage, outcome *o)
{
    uint32_t count = 0;
    const vv_event *events = vv_stage_events(stage, &count);
    for (uint32_t i = 0; i < count; i++) {
        o->failures += events[i].kind == VV_EVENT_STEP_FAILED;
        o->overflows += events[i].kind == VV_EVENT_OVERFLOW;
    }
}

static outcome run_play(const cast *c, uint64_t seed, uint32_t max_contacts, const vv_jobs *jobs, bool early)
{
    outcome o = {{0}, 0, 0};
    play p = make_play(c, seed, max_contacts, jobs, early);
    for (uint32_t frame = 0; frame < STEPS; frame++) {
        disturb(&p, frame);
        vv_stage_step(p.stage, 1.0f / 60.0f);
        count_events(p.stage, &o);
        o.hashes[frame] = hash_events(vv_stage_hash(p.stage), p.stage);
        if (frame % 10 == 0)
            o.hashes[frame] = hash_shown(o.hashes[frame], &p);
    }
    vv_stage_destroy(p.stage);
    return o;
}

static void assert_same(const outcome *a, const outcome *b, uint64_t seed)
{
    for (uint32_t frame = 0; frame < STEPS; frame++)
        if (a->hashes[frame] != b->hashes[frame])
            fail_msg("scene %u differs from step %u on", (uint32_t)seed, frame);
}

static void any_order_of_tasks_gives_the_same_bits(void **state)
{
    (void)state;
    const uint32_t workers[5] = {2, 3, 5, 16, VV_MAX_WORKERS};
    cast c = make_cast();
    uint32_t failures = 0, calls = 0;
    for (uint64_t seed = 0; seed < SCENES; seed++) {
        outcome alone = run_play(&c, seed, 0, NULL, true);
        serial_jobs serial;
        vv_jobs jobs = serial_jobs_of(&serial, workers[seed % 5], seed % 4 == 3, seed);
        outcome shared = run_play(&c, seed, 0, &jobs, seed % 2 == 0);
        assert_same(&alone, &shared, seed);
        failures += alone.failures;
        calls += serial.calls;
    }
    assert_true(failures > 0);
    assert_true(calls >= SCENES * STEPS * 4); /* most of a step is divided */
    free_cast(&c);
}

/* With too little room for contacts, which are dropped does not depend on the workers either. */
static void overflowing_contacts_are_dropped_alike(void **state)
{
    (void)state;
    cast c = make_cast();
    uint32_t overflows = 0;
    for (uint64_t seed = 0; seed < SCENES; seed++) {
        outcome alone = run_play(&c, seed, 12, NULL, true);
        serial_jobs serial;
        vv_jobs jobs = serial_jobs_of(&serial, 2u + (uint32_t)seed, false, seed);
        outcome shared = run_play(&c, seed, 12, &jobs, true);
        assert_same(&alone, &shared, seed);
        overflows += alone.overflows;
    }
    assert_true(overflows > 0);
    free_cast(&c);
}

static void real_threads_give_the_same_bits(void **state)
{
    (void)state;
    cast c = make_cast();
    for (uint32_t threads = 2; threads <= 3; threads++) {
        vv_pool *pool = NULL;
        assert_int_equal(vv_pool_create(threads, &pool, NULL), VV_OK);
        for (uint64_t seed = threads; seed < SCENES; seed += 3) {
            outcome alone = run_play(&c, seed, 0, NULL, true), shared = run_play(&c, seed, 0, vv_pool_jobs(pool), true);
            assert_same(&alone, &shared, seed);
        }
        vv_pool_destroy(pool);
    }
    free_cast(&c);
}

/* ---- The rules --------------------------------------------------------------------------------------------------- */

/* Jobs come and go while a stage plays; a step allocates nothing with them. */
static void jobs_may_change_at_any_time_and_steps_allocate_nothing(void **state)
{
    (void)state;
    cast c = make_cast();
    serial_jobs serial;
    vv_jobs jobs = serial_jobs_of(&serial, 4, false, 1);
    outcome alone = run_play(&c, 1, 0, NULL, true);
    play p = make_play(&c, 1, 0, NULL, true);
    for (uint32_t frame = 0; frame < STEPS; frame++) {
        disturb(&p, frame);
        assert_int_equal(vv_stage_set_jobs(p.stage, frame % 3 == 1 ? &jobs : NULL, NULL), VV_OK);
        vv_stage_step(p.stage, 1.0f / 60.0f);
        if (frame % 10 != 0)
            assert_true(hash_events(vv_stage_hash(p.stage), p.stage) == alone.hashes[frame]);
    }
    vv_stage_destroy(p.stage);
    free_cast(&c);
}

static void steps_with_jobs_allocate_nothing(void **state)
{
    (void)state;
    body b = body_ball(0.8f, 6);
    vv_counting counting = {0};
    vv_allocator allocator = vv_counting_allocator(&counting);
    vv_stage_def def = vv_default_stage_def();
    vv_stage *stage = NULL;
    serial_jobs serial;
    vv_jobs jobs = serial_jobs_of(&serial, 4, false, 1);
    assert_int_equal(vv_stage_create(&def, &allocator, &stage, NULL), VV_OK);
    assert_int_equal(vv_stage_set_jobs(stage, &jobs, NULL), VV_OK);
    for (uint32_t i = 0; i < 40; i++) {
        vv_actor_def ball = actor_of(&b);
        ball.position = (vv_vec2){0.7f * (float)(i / 4), 0.7f * (float)(i % 4)};
        add_actor(stage, &ball);
    }
    uint64_t before = counting.allocations;
    run_steps(stage, 30);
    assert_true(counting.allocations == before);
    assert_true(serial.tasks > 0);
    vv_stage_destroy(stage);
    assert_int_equal(counting.used, 0);
    body_free(&b);
}

static void unusable_jobs_are_refused(void **state)
{
    (void)state;
    vv_stage_def def = vv_default_stage_def();
    vv_stage *stage = make_stage(&def);
    serial_jobs serial;
    vv_error error = {0};
    const vv_jobs good = serial_jobs_of(&serial, 2, false, 1);
    vv_jobs bad[3] = {good, good, good};
    bad[0].run = NULL, bad[1].workers = 0, bad[2].workers = VV_MAX_WORKERS + 1u;
    assert_int_equal(vv_stage_set_jobs(stage, &good, NULL), VV_OK);
    for (uint32_t i = 0; i < 3; i++) {
        assert_int_equal(vv_stage_set_jobs(stage, &bad[i], &error), VV_ERROR_ARGUMENT);
        assert_non_null(strstr(error.message, "workers"));
        assert_true(stage->jobs.workers == 2);
    }
    vv_stage_destroy(stage);
}

static void set_from_observer(void *user, vv_step_phase phase)
{
    (void)phase;
    assert_int_equal(vv_stage_set_jobs(user, NULL, NULL), VV_ERROR_LOCKED);
}

/* Phases follow one another on one thread: while they are observed nothing is divided. */
static void an_observed_step_is_not_divided(void **state)
{
    (void)state;
    body b = body_ball(0.8f, 6);
    scene s = make_grounded(b, vv_default_actor_def(), vv_default_stage_def());
    serial_jobs serial;
    vv_jobs jobs = serial_jobs_of(&serial, 2, false, 1);
    for (uint32_t i = 1; i < 20; i++) {
        vv_actor_def def = actor_of(&b);
        def.position.x = 2.0f * (float)i;
        add_actor(s.stage, &def);
    }
    assert_int_equal(vv_stage_set_jobs(s.stage, &jobs, NULL), VV_OK);
    assert_true(vv_stage_observe_phases(s.stage, set_from_observer, s.stage));
    run_steps(s.stage, 2);
    assert_int_equal(serial.tasks, 0);
    assert_true(vv_stage_observe_phases(s.stage, NULL, NULL));
    run_steps(s.stage, 2);
    assert_true(serial.tasks > 0);
    scene_free(&s);
}

/* With an allocation that fails, everything is as before. */
static void no_memory_changes_nothing(void **state)
{
    (void)state;
    serial_jobs serial;
    vv_jobs jobs = serial_jobs_of(&serial, 3, false, 1);
    for (uint32_t fails = 0;; fails++) {
        vv_counting counting = {0};
        vv_allocator allocator = vv_counting_allocator(&counting);
        vv_stage_def def = vv_default_stage_def();
        vv_stage *stage = NULL;
        vv_error error = {0};
        assert_int_equal(vv_stage_create(&def, &allocator, &stage, NULL), VV_OK);
        size_t used = counting.used;
        counting.fail_at = fails + 1u;
        vv_result result = vv_stage_set_jobs(stage, &jobs, &error);
        bool good = result == VV_OK;
        if (!good) {
            assert_int_equal(result, VV_ERROR_MEMORY);
            assert_true(counting.used == used && stage->jobs.workers == 0);
        }
        vv_stage_destroy(stage);
        assert_int_equal(counting.used, 0);
        if (good)
            break;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_order_of_tasks_gives_the_same_bits),
        cmocka_unit_test(overflowing_contacts_are_dropped_alike),
        cmocka_unit_test(real_threads_give_the_same_bits),
        cmocka_unit_test(jobs_may_change_at_any_time_and_steps_allocate_nothing),
        cmocka_unit_test(steps_with_jobs_allocate_nothing),
        cmocka_unit_test(unusable_jobs_are_refused),
        cmocka_unit_test(an_observed_step_is_not_divided),
        cmocka_unit_test(no_memory_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
