/* Sensors, both obstacles and actors: what they report is, after every step, what triangles say that overlap. */
#include "tests/runtime/stage/contact/scene.h"

#include "runtime/stage/state.h"

#include <string.h>

enum { BODIES = 3, ACTORS = 10, SENSORS = 4 };

static body bodies[BODIES];

static int setup(void **state)
{
    (void)state;
    bodies[0] = body_ball(1.0f, 4);
    bodies[1] = body_crate(0.8f, 4);
    bodies[2] = body_beam(2.0f, 16);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < BODIES; i++)
        body_free(&bodies[i]);
    return 0;
}

/* ---- By brute force ---------------------------------------------------------------------------------------------- */

typedef struct point2 {
    double x, y;
} point2;

/* By how much two convex shapes overlap: over all their edges' normals, the least overlap of their extents; negative
 * where one of them separates the two. A shape of two points is a segment. */
static double convex_overlap(const point2 *a, uint32_t a_count, const point2 *b, uint32_t b_count)
{
    double least = 1e9;
    for (uint32_t k = 0; k < a_count + b_count; k++) {
        const point2 *s = k < a_count ? a : b;
        uint32_t i = k < a_count ? k : k - a_count, n = k < a_count ? a_count : b_count, j = (i + 1u) % n;
        double nx = s[j].y - s[i].y, ny = s[i].x - s[j].x, length = sqrt(nx * nx + ny * ny);
        double low[2] = {1e9, 1e9}, high[2] = {-1e9, -1e9};
        for (uint32_t q = 0; q < a_count + b_count; q++) {
            point2 p = q < a_count ? a[q] : b[q - a_count];
            double at = (p.x * nx + p.y * ny) / length;
            uint32_t side = q < a_count ? 0 : 1;
            low[side] = at < low[side] ? at : low[side];
            high[side] = at > high[side] ? at : high[side];
        }
        double overlap = (high[0] < high[1] ? high[0] : high[1]) - (low[0] > low[1] ? low[0] : low[1]);
        least = overlap < least ? overlap : least;
    }
    return least;
}

static void triangle_of(const actor *a, uint32_t t, point2 *out)
{
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t i = a->view.triangles[3u * t + k];
        out[k] = (point2){a->origin[0] + (double)a->x[i].x, a->origin[1] + (double)a->x[i].y};
    }
}

/* The greatest overlap of any two parts. A segment has no thickness, but does not separate what it crosses. */
static double actor_overlap(const actor *a, const actor *b)
{
    double most = -1e9;
    for (uint32_t s = 0; s < a->view.triangle_count; s++)
        for (uint32_t t = 0; t < b->view.triangle_count; t++) {
            point2 p[3], q[3];
            triangle_of(a, s, p);
            triangle_of(b, t, q);
            if (fabs(p[0].x - q[0].x) > 1.0 || fabs(p[0].y - q[0].y) > 1.0) /* triangles here are small */
                continue;
            double overlap = convex_overlap(p, 3, q, 3);
            most = overlap > most ? overlap : most;
        }
    return most;
}

/* Polygons here are convex. */
static double obstacle_overlap(const actor *a, const obstacle *o)
{
    double most = -1e9;
    point2 points[8];
    for (uint32_t k = 0; k < o->point_count; k++)
        points[k] = (point2){(double)o->points[k].x, (double)o->points[k].y};
    for (uint32_t s = 0; s < a->view.triangle_count; s++) {
        point2 p[3];
        triangle_of(a, s, p);
        double overlap = -1e9;
        if (o->kind == VV_OBSTACLE_POLYGON) {
            overlap = convex_overlap(p, 3, points, o->point_count);
        } else if (o->kind == VV_OBSTACLE_SEGMENTS) {
            for (uint32_t k = 0; k + 1u < o->point_count; k++) {
                double with = convex_overlap(p, 3, points + k, 2);
                overlap = with > overlap ? with : overlap;
            }
        } else {
            double dx = points[1].x - points[0].x, dy = points[1].y - points[0].y, length = sqrt(dx * dx + dy * dy);
            for (uint32_t k = 0; k < 3; k++) {
                double depth = (dy * (p[k].x - points[0].x) - dx * (p[k].y - points[0].y)) / length;
                overlap = depth > overlap ? depth : overlap;
            }
        }
        most = overlap > most ? overlap : most;
    }
    return most;
}

/* ---- What is reported -------------------------------------------------------------------------------------------- */

typedef struct report {
    bool inside[ACTORS][ACTORS + SENSORS]; /* by the visitor's slot, and the sensor's: actors, then obstacles */
    uint32_t enters, leaves;
} report;

static void follow_events(report *r, const vv_stage *stage)
{
    uint32_t count;
    const vv_event *events = vv_stage_events(stage, &count);
    for (uint32_t i = 0; i < count; i++) {
        const vv_event *e = &events[i];
        if (e->kind != VV_EVENT_SENSOR_ENTER && e->kind != VV_EVENT_SENSOR_LEAVE)
            continue;
        uint32_t other = e->other.generation ? e->other.index : ACTORS + e->obstacle.index;
        bool *inside = &r->inside[e->actor.index][other];
        assert_int_equal(*inside, e->kind == VV_EVENT_SENSOR_LEAVE);
        *inside = e->kind == VV_EVENT_SENSOR_ENTER;
        r->enters += e->kind == VV_EVENT_SENSOR_ENTER;
        r->leaves += e->kind == VV_EVENT_SENSOR_LEAVE;
    }
}

#define EXACTNESS 2.0e-5 /* m: what floats leave open */

static void compare(bool reported, double overlap, uint32_t visitor, uint32_t sensor, uint64_t step)
{
    if (fabs(overlap) > EXACTNESS && reported != (overlap > 0.0))
        fail_msg("step %u: that %u is in %u is %s, and they overlap by %g m", (unsigned)step, visitor, sensor,
                 reported ? "reported" : "not reported", overlap);
}

static void check_all(const report *r, const vv_stage *stage)
{
    for (uint32_t i = 0; i < stage->actor_end; i++)
        for (uint32_t k = i + 1u; k < stage->actor_end; k++) {
            const actor *a = &stage->actors[i], *b = &stage->actors[k];
            if (!a->used || !b->used)
                continue;
            bool is_pair = (a->sensor || b->sensor) && (a->mask & b->layers) && (b->mask & a->layers);
            bool is_b_visitor = a->sensor && !b->sensor;
            bool reported = is_b_visitor ? r->inside[k][i] : r->inside[i][k];
            assert_false(is_b_visitor ? r->inside[i][k] : r->inside[k][i]);
            compare(reported, is_pair ? actor_overlap(a, b) : -1.0, i, k, stage->step_count);
        }
    for (uint32_t i = 0; i < stage->actor_end; i++)
        for (uint32_t k = 0; k < stage->obstacle_end; k++) {
            const actor *a = &stage->actors[i];
            const obstacle *o = &stage->obstacles[k];
            if (!a->used || !o->used)
                continue;
            bool is_pair = (a->sensor || o->sensor) && (a->layers & o->layers);
            compare(r->inside[i][ACTORS + k], is_pair ? obstacle_overlap(a, o) : -1.0, i, ACTORS + k,
                    stage->step_count);
        }
}

/* ---- Random shapes ----------------------------------------------------------------------------------------------- */

static void add_sensors(vv_stage *stage, vvi_random *random)
{
    const vv_vec2 points[SENSORS][4] = {{{-9.0f, -3.0f}, {9.0f, -3.2f}},
                                        {{-3.0f, -1.0f}, {-2.0f, -1.2f}, {-1.9f, 1.0f}, {-3.1f, 0.8f}},
                                        {{1.0f, -2.0f}, {1.4f, 0.0f}, {1.1f, 2.0f}},
                                        {{3.0f, -1.0f}, {3.4f, 0.5f}, {2.9f, 0.6f}}};
    const uint32_t counts[SENSORS] = {2, 4, 3, 3};
    const vv_obstacle_kind kinds[SENSORS] = {VV_OBSTACLE_HALF_PLANE, VV_OBSTACLE_POLYGON, VV_OBSTACLE_SEGMENTS,
                                             VV_OBSTACLE_POLYGON};
    for (uint32_t i = 0; i < SENSORS; i++) {
        vv_obstacle_def def = vv_default_obstacle_def();
        vv_obstacle made;
        def.kind = kinds[i];
        def.points = points[i];
        def.point_count = counts[i];
        def.sensor = i < 3; /* the last is solid: sensor actors report it */
        def.layers = vvi_random_below(random, 4) ? 0xffffffffu : 2u;
        assert_int_equal(vv_stage_add_obstacle(stage, &def, &made, NULL), VV_OK);
    }
}

static vv_actor add_random_actor(vv_stage *stage, vvi_random *random)
{
    vv_actor_def def = scene_def(&bodies[vvi_random_below(random, BODIES)], 7.0f * vvi_random_unit(random) - 3.5f,
                                 5.0f * vvi_random_unit(random) - 2.5f, 6.0f * vvi_random_unit(random));
    def.velocity = (vv_vec2){6.0f * vvi_random_unit(random) - 3.0f, 4.0f * vvi_random_unit(random) - 2.0f};
    def.angular_velocity = 6.0f * vvi_random_unit(random) - 3.0f;
    def.sensor = vvi_random_below(random, 3) == 0;
    def.flipped = vvi_random_below(random, 2);
    def.layers = vvi_random_below(random, 4) ? 0xffffffffu : 1u;
    def.strengths.gravity = def.sensor ? 0.0f : 1.0f;
    def.strengths.bounce = 0.8f;
    return scene_add_def(stage, &def);
}

/* Sets a sensor going, moves it for one step or puts it elsewhere. */
static void move_sensor(vv_stage *stage, vvi_random *random)
{
    vv_obstacle which = {vvi_random_below(random, SENSORS), 1};
    uint32_t how = vvi_random_below(random, 5);
    float x = 2.0f * vvi_random_unit(random) - 1.0f, turn = vvi_random_unit(random) - 0.5f;
    vv_obstacle_state is = vv_stage_obstacle_state(stage, which);
    if (how == 0)
        assert_true(vv_stage_set_obstacle_velocity(stage, which, (vv_vec2){-is.position.x, x}, turn));
    else if (how == 1)
        assert_true(vv_stage_move_obstacle(stage, which, (vv_vec2){is.position.x + 0.1f * x, is.position.y}, is.angle));
    else if (how == 2)
        assert_true(vv_stage_set_obstacle_sensor(stage, which, !is.sensor));
    else if (how == 3)
        assert_true(vv_stage_set_obstacle_layers(stage, which, is.layers == 2u ? 0xffffffffu : 2u));
    else
        assert_true(vv_stage_teleport_obstacle(stage, which, (vv_vec2){x, 0.0f}, turn));
}

/* Among them what is thrown about by contact, comes, goes, jumps, falls asleep and wakes. */
static void sensors_report_what_overlaps(void **state)
{
    (void)state;
    uint32_t total = 0;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        vvi_random random = vvi_random_seed(seed);
        vv_stage_def def = vv_default_stage_def();
        def.max_actors = ACTORS;
        def.gravity = (vv_vec2){0.0f, seed % 2 ? -3.0f : 0.0f};
        def.low = (vv_vec2){-4.0f, -4.0f}; /* its walls keep them near each other */
        def.high = (vv_vec2){4.0f, 4.0f};
        vv_stage *stage = scene_stage(&def);
        report r = {0};
        vv_actor actors[ACTORS];
        add_sensors(stage, &random);
        for (uint32_t i = 0; i < ACTORS; i++)
            actors[i] = add_random_actor(stage, &random);
        for (uint32_t frame = 0; frame < 400; frame++) {
            uint32_t some = vvi_random_below(&random, ACTORS);
            if (vvi_random_below(&random, 40) == 0) {
                vv_stage_remove_actor(stage, actors[some]);
                actors[some] = add_random_actor(stage, &random);
            }
            if (vvi_random_below(&random, 40) == 0)
                vv_stage_teleport(stage, actors[some], (vv_vec2){2.0f * vvi_random_unit(&random), 1.0f}, 1.0f);
            if (vvi_random_below(&random, 4) == 0)
                vv_stage_set_velocity(
                    stage, actors[some],
                    (vv_vec2){6.0f * vvi_random_unit(&random) - 3.0f, 6.0f * vvi_random_unit(&random) - 3.0f}, 2.0f);
            if (vvi_random_below(&random, 60) == 0)
                vv_stage_flip(stage, actors[some]);
            if (vvi_random_below(&random, 20) == 0)
                move_sensor(stage, &random);
            vv_stage_step(stage, FRAME);
            follow_events(&r, stage);
            check_all(&r, stage);
        }
        for (uint32_t i = 0; i < ACTORS; i++)
            vv_stage_remove_actor(stage, actors[i]);
        vv_stage_step(stage, FRAME);
        follow_events(&r, stage);
        assert_int_equal(r.enters, r.leaves);
        total += r.enters;
        vv_stage_destroy(stage);
    }
    assert_true(total > 200);
}

/* Sleepers are not tested again, and are not woken: what was reported of them stays, until the sensor goes. */
static void sleepers_stay_inside(void **state)
{
    (void)state;
    vv_stage *stage = scene_on_ground(true);
    vv_actor_def def = scene_def(&bodies[1], 0.0f, -0.1f, 0.0f);
    vv_actor sleeper = scene_add(stage, &bodies[1], 0.2f, 0.0f, 0.0f), gates[2];
    report r = {0};
    scene_run(stage, 3.0f);
    def.sensor = true;
    def.strengths.gravity = 0.0f;
    gates[0] = scene_add_def(stage, &def);
    def.position.x = 0.5f;
    gates[1] = scene_add_def(stage, &def);
    for (uint32_t i = 0; i < 300; i++) {
        vv_stage_step(stage, FRAME);
        follow_events(&r, stage);
        check_all(&r, stage);
        assert_true(vv_stage_actor_state(stage, sleeper).asleep);
    }
    assert_true(vv_stage_actor_state(stage, gates[0]).asleep);
    assert_int_equal(r.enters, 5); /* the sleeper in both, both in the ground, one in the other */
    vv_stage_remove_actor(stage, gates[0]);
    vv_stage_step(stage, FRAME);
    follow_events(&r, stage);
    check_all(&r, stage);
    assert_int_equal(r.leaves, 3);
    vv_stage_destroy(stage);
}

/* What passes in a single step enters and leaves in it: a wall without thickness, a small sensor, or one that is itself
 * fast; a wall that moves. */
static void nobody_passes_unseen(void **state)
{
    (void)state;
    const vv_vec2 gate[2] = {{0.0f, -3.0f}, {0.0f, 3.0f}};
    for (uint32_t k = 0; k < 80; k++) {
        vv_stage *stage = scene_in_space();
        vvi_random random = vvi_random_seed(k);
        report r = {0};
        body bullet = body_ball(0.15f, 2);
        vv_actor_def def = scene_def(&bullet, -20.0f - 3.0f * vvi_random_unit(&random), 0.0f, 0.0f);
        float speed = 60.0f + 300.0f * vvi_random_unit(&random);
        def.velocity.x = k % 4 == 3 ? 0.0f : speed;
        def.sensor = k % 4 == 2;
        vv_actor who = scene_add_def(stage, &def);
        if (k % 4 == 0 || k % 4 == 3) {
            vv_obstacle_def wall = vv_default_obstacle_def();
            vv_obstacle made;
            wall.kind = VV_OBSTACLE_SEGMENTS;
            wall.points = gate;
            wall.point_count = 2;
            wall.sensor = true;
            wall.velocity.x = k % 4 == 3 ? -speed : 0.0f;
            assert_int_equal(vv_stage_add_obstacle(stage, &wall, &made, NULL), VV_OK);
        } else {
            def = scene_def(k % 4 == 1 ? &bullet : &bodies[1], 0.0f, k % 4 == 1 ? 0.01f : -0.3f, 0.2f);
            def.sensor = k % 4 == 1;
            def.velocity.x = k % 4 == 1 ? -0.5f * speed : 0.0f;
            scene_add_def(stage, &def);
        }
        for (uint32_t i = 0; i < 60; i++) {
            vv_stage_step(stage, FRAME);
            follow_events(&r, stage);
        }
        float expected = k % 4 == 3 ? 0.0f : speed;
        assert_float_equal(vv_stage_actor_state(stage, who).velocity.x, expected, 1.0e-3f * speed);
        if (r.enters != 1 || r.leaves != 1)
            fail_msg("case %u at %g m/s: entered %u times, left %u times", k, (double)speed, r.enters, r.leaves);
        vv_stage_destroy(stage);
        body_free(&bullet);
    }
}

/* The same bits with sensors as without. */
static void sensors_move_nobody(void **state)
{
    (void)state;
    vv_stage *stages[2] = {scene_on_ground(true), scene_on_ground(true)};
    vv_actor actors[6];
    for (int s = 0; s < 2; s++)
        for (uint32_t i = 0; i < 6; i++)
            actors[i] = scene_add(stages[s], &bodies[i % BODIES], 0.3f * (float)i, 1.2f * (float)i, 0.4f * (float)i);
    const vv_vec2 box[4] = {{-4.0f, -1.0f}, {4.0f, -1.0f}, {4.0f, 2.0f}, {-4.0f, 2.0f}};
    vv_obstacle_def wall = vv_default_obstacle_def();
    vv_obstacle made;
    wall.kind = VV_OBSTACLE_POLYGON;
    wall.points = box;
    wall.point_count = 4;
    wall.sensor = true;
    assert_int_equal(vv_stage_add_obstacle(stages[1], &wall, &made, NULL), VV_OK);
    for (uint32_t i = 0; i < 3; i++) {
        vv_actor_def def = scene_def(&bodies[i], (float)i, 1.0f, 0.0f);
        def.sensor = true;
        scene_add_def(stages[1], &def);
    }
    for (uint32_t frame = 0; frame < 300; frame++)
        for (int s = 0; s < 2; s++)
            vv_stage_step(stages[s], FRAME);
    for (uint32_t i = 0; i < 6; i++) {
        vv_actor_state a = vv_stage_actor_state(stages[0], actors[i]), b = vv_stage_actor_state(stages[1], actors[i]);
        assert_memory_equal(&a.position, &b.position, sizeof a.position);
        assert_memory_equal(&a.angle, &b.angle, sizeof a.angle);
        assert_int_equal(a.asleep, b.asleep);
    }
    for (int s = 0; s < 2; s++)
        vv_stage_destroy(stages[s]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sensors_report_what_overlaps),
        cmocka_unit_test(sleepers_stay_inside),
        cmocka_unit_test(nobody_passes_unseen),
        cmocka_unit_test(sensors_move_nobody),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
