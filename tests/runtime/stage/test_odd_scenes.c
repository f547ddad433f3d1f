/* Scenes at the ends of what the header allows: sizes, masses, clocks, meshes and meetings that no game should have. */
#include "tests/runtime/stage/scenes.h"

#include <time.h>

typedef struct trouble {
    uint32_t failed, overflowed;
    float fastest; /* of any actor's centre at the end of a frame, m/s */
} trouble;

/* Runs, checks that all vertices are finite, and counts what goes wrong. */
static trouble watch(vv_stage *stage, uint32_t frames, float seconds)
{
    trouble t = {0};
    for (uint32_t n = 0; n < frames; n++) {
        vv_actor ids[64];
        uint32_t event_count;
        vv_stage_step(stage, seconds);
        const vv_event *events = vv_stage_events(stage, &event_count);
        for (uint32_t i = 0; i < event_count; i++) {
            t.failed += events[i].kind == VV_EVENT_STEP_FAILED;
            t.overflowed += events[i].kind == VV_EVENT_OVERFLOW;
        }
        uint32_t count = vv_stage_actors(stage, ids, 64);
        for (uint32_t i = 0; i < count && i < 64; i++) {
            const actor *a = vvi_stage_actor(stage, ids[i]);
            assert_true(vvi_all_finite(&a->x[0].x, 2 * (size_t)a->view.particle_count));
            t.fastest = fmaxf(t.fastest, vv_vec2_length(a->velocity));
        }
    }
    return t;
}

static float angle_between(float a, float b) { return fabsf(vv_wrap_angle(a - b)); }

/* A shape of one example from cells of a grid; the bits of `holes` are cells that are left out. */
static body make_plain(uint32_t columns, uint32_t rows, float cell, uint64_t holes, float density)
{
    uint32_t n = (columns + 1) * (rows + 1), *index = calloc(n, sizeof *index);
    body b = {.positions = calloc(n, sizeof(vv_vec2)), .triangles = calloc(6 * (size_t)n, sizeof(uint32_t))};
    memset(index, 0xff, n * sizeof *index);
    for (uint32_t i = 0; i < columns * rows; i++) {
        uint32_t a = i % columns + i / columns * (columns + 1), c = a + columns + 1;
        const uint32_t corners[6] = {a, a + 1, c + 1, a, c + 1, c};
        for (uint32_t k = 0; k < 6 && !(i < 64 && (holes >> i & 1u)); k++) {
            uint32_t v = corners[k];
            if (index[v] == UINT32_MAX) {
                index[v] = b.vertex_count;
                b.positions[b.vertex_count++] =
                    (vv_vec2){cell * (float)(v % (columns + 1)), cell * (float)(v / (columns + 1))};
            }
            b.triangles[3 * b.triangle_count + k % 3] = index[v];
            b.triangle_count += k % 3 == 2;
        }
    }
    free(index);
    const vv_layer layer = {0, b.vertex_count, 0, b.triangle_count};
    const vv_handle handle = {VV_HANDLE_POINT, {0.0f, 0.0f}, {0.0f, 0.0f}, 0};
    const vv_handle_pose turn = vv_handle_pose_identity();
    float *weights = calloc(b.vertex_count, sizeof *weights);
    for (uint32_t i = 0; i < b.vertex_count; i++)
        weights[i] = 1.0f;
    vv_sprite_def def = vv_default_sprite_def();
    def.mesh = (vv_mesh){b.vertex_count, b.triangle_count, 1, b.positions, NULL, b.triangles, &layer};
    def.handle_count = 1, def.handles = &handle, def.weights = weights;
    def.example_count = 1, def.example_poses = &turn, def.density = density;
    vv_error error = {0};
    if (vv_sprite_create(&def, NULL, &b.sprite, &error) != VV_OK)
        fail_msg("%s", error.message);
    free(weights);
    return b;
}

static vv_stage *make_floor(vv_stage_def def)
{
    vv_stage *stage = make_stage(&def);
    vv_obstacle ground;
    assert_int_equal(vv_stage_add_ground(stage, 0.0f, 0.6f, &ground, NULL), VV_OK);
    return stage;
}

/* ---- Sizes and masses -------------------------------------------------------------------------------------------- */

/* Three crates dropped from a hair's breadth stand at every size. What falls a third of its size in a step, as one of a
 * millimetre does, need not stand on another: it lies on the ground, calm. */
static void crates_of_every_size_stand(void **state)
{
    (void)state;
    const float sizes[] = {0.001f, 0.02f, 1.0f, 40.0f, 1000.0f};
    for (int i = 0; i < 5; i++) {
        float size = sizes[i];
        body b = body_crate(size, 4);
        vv_stage *stage = make_floor(vv_default_stage_def());
        vv_actor ids[3];
        for (int k = 0; k < 3; k++) {
            vv_actor_def def = actor_of(&b);
            def.position = (vv_vec2){0.05f * size * (float)k, 1.01f * size * (float)k + 0.01f * size};
            ids[k] = add_actor(stage, &def);
        }
        trouble t = watch(stage, size > 10.0f ? 1800 : 400, 1.0f / 60.0f);
        for (int k = 0; k < 3; k++) {
            vv_actor_state s = vv_stage_actor_state(stage, ids[k]);
            float high = s.position.y / size;
            assert_true(size < 0.01f ? high > 0.4f && high < 2.6f
                                     : fabsf(high - 0.5f - (float)k) < 0.1f && fabsf(s.angle) < 0.1f);
        }
        assert_true(t.fastest < 2.0f * sqrtf(9.81f * size));
        assert_int_equal(t.failed, 0);
        vv_stage_destroy(stage);
        body_free(&b);
    }
}

/* One to ten thousand. The heavy one comes to rest on the ground or under the light one, which is only shifted. */
static void heavy_and_light_meet(void **state)
{
    (void)state;
    for (int top = 0; top < 2; top++) {
        body light = make_plain(3, 3, 0.3f, 0, 0.01f), heavy = make_plain(3, 3, 0.3f, 0, 100.0f);
        vv_stage *stage = make_floor(vv_default_stage_def());
        vv_actor_def low = actor_of(top ? &light : &heavy), high = actor_of(top ? &heavy : &light);
        low.position.y = 0.01f;
        high.position.y = 1.5f;
        vv_actor a = add_actor(stage, &low), c = add_actor(stage, &high);
        trouble t = watch(stage, 300, 1.0f / 60.0f);
        vv_actor_state first = vv_stage_actor_state(stage, a), second = vv_stage_actor_state(stage, c);
        assert_int_equal(t.failed, 0);
        vv_actor_state rests = top ? second : first;
        assert_true(fabsf(rests.position.y - 0.45f) < 0.05f && vv_vec2_length(rests.velocity) < 0.05f);
        assert_true(t.fastest < 20.0f); /* the crushed one slips out from under the other, but is no bullet */
        if (!top)
            assert_true(t.fastest < 5.0f && first.asleep && second.asleep && fabsf(second.position.y - 1.35f) < 0.05f);
        vv_stage_destroy(stage);
        body_free(&light);
        body_free(&heavy);
    }
}

static void three_particles_and_five_thousand(void **state)
{
    (void)state;
    body small = make_plain(1, 1, 0.5f, 0, 1.0f), large = make_plain(70, 70, 0.03f, 0, 1.0f);
    assert_true(large.vertex_count > 5000);
    vv_stage *stage = make_floor(vv_default_stage_def());
    vv_actor_def def = actor_of(&large);
    def.position = (vv_vec2){0.0f, 0.05f};
    vv_actor big = add_actor(stage, &def);
    def = actor_of(&small);
    for (int i = 0; i < 3; i++) {
        def.position = (vv_vec2){0.6f * (float)i, 2.4f};
        add_actor(stage, &def);
    }
    trouble t = watch(stage, 240, 1.0f / 60.0f);
    assert_int_equal(t.failed, 0);
    assert_true(t.fastest < 10.0f && fabsf(vv_stage_actor_state(stage, big).position.y - 1.05f) < 0.05f);
    vv_stage_destroy(stage);
    body_free(&small);
    body_free(&large);
}

/* A strip of triangles a thousand times as long as they are high. */
static void slivers_fall_and_rest(void **state)
{
    (void)state;
    body b = make_plain(4, 1, 0.5f, 0, 1.0f);
    vv_sprite_destroy(b.sprite, NULL);
    for (uint32_t i = 0; i < b.vertex_count; i++)
        b.positions[i].y *= 0.001f;
    const vv_layer layer = {0, b.vertex_count, 0, b.triangle_count};
    const vv_handle handle = {VV_HANDLE_POINT, {0.0f, 0.0f}, {0.0f, 0.0f}, 0};
    const vv_handle_pose turn = vv_handle_pose_identity();
    float weights[64];
    for (int i = 0; i < 64; i++)
        weights[i] = 1.0f;
    vv_sprite_def def = vv_default_sprite_def();
    def.mesh = (vv_mesh){b.vertex_count, b.triangle_count, 1, b.positions, NULL, b.triangles, &layer};
    def.handle_count = 1, def.handles = &handle, def.weights = weights, def.example_count = 1,
    def.example_poses = &turn;
    assert_int_equal(vv_sprite_create(&def, NULL, &b.sprite, NULL), VV_OK);
    vv_actor_def made = actor_of(&b);
    made.position.y = 2.0f;
    made.angle = 0.7f;
    scene s = make_grounded(b, made, vv_default_stage_def());
    trouble t = watch(s.stage, 600, 1.0f / 60.0f);
    vv_actor_state at = vv_stage_actor_state(s.stage, s.actor);
    assert_int_equal(t.failed, 0);
    assert_true(t.fastest < 15.0f && at.position.y > -0.01f && at.position.y < 0.2f);
    scene_free(&s);
}

/* ---- Clocks ------------------------------------------------------------------------------------------------------ */

/* But for the coarsest, where a body falls a tenth of its size between two looks: there it only must not burst. */
static void every_clock_lets_a_stack_stand(void **state)
{
    (void)state;
    const struct {
        float step;
        uint32_t substeps, iterations;
    } clocks[] = {{1.0f / 1000.0f, 1, 1}, {1.0f / 1000.0f, 16, 1}, {1.0f / 60.0f, 1, 1}, {1.0f / 60.0f, 16, 32},
                  {0.1f, 1, 1},           {0.1f, 16, 4},           {0.1f, 1, 32}};
    for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++) {
        vv_stage_def def = vv_default_stage_def();
        def.step = clocks[i].step, def.substeps = clocks[i].substeps, def.iterations = clocks[i].iterations;
        def.max_steps = 64;
        body b = body_crate(1.0f, 3);
        vv_stage *stage = make_floor(def);
        vv_actor ids[2];
        for (int k = 0; k < 2; k++) {
            vv_actor_def made = actor_of(&b);
            made.position = (vv_vec2){0.1f * (float)k, 1.05f * (float)k + 0.05f};
            ids[k] = add_actor(stage, &made);
        }
        trouble t = watch(stage, 80, 0.05f);
        for (int k = 0; k < 2; k++) {
            vv_actor_state s = vv_stage_actor_state(stage, ids[k]);
            bool coarse = clocks[i].step == 0.1f && clocks[i].substeps == 1;
            assert_true(coarse ? s.position.y > 0.4f && s.position.y < 1.6f
                               : fabsf(s.position.y - 0.5f - (float)k) < 0.12f && fabsf(s.angle) < 0.15f);
        }
        assert_int_equal(t.failed, 0);
        vv_stage_destroy(stage);
        body_free(&b);
    }
}

/* The same throw at the origin and 9 km away, on a ground and a polygon there: the same to what a float can tell
 * there. */
static void ten_kilometres_away_it_is_the_same(void **state)
{
    (void)state;
    vv_actor_state ends[2][2];
    for (int far = 0; far < 2; far++) {
        vv_vec2 at = far ? (vv_vec2){8192.0f, -8192.0f} : (vv_vec2){0.0f, 0.0f};
        body b = body_crate(1.0f, 4), ball = body_ball(1.0f, 3);
        vv_stage_def def = vv_default_stage_def();
        vv_stage *stage = make_stage(&def);
        vv_obstacle ground;
        vv_stage_add_ground(stage, at.y, 0.6f, &ground, NULL);
        vv_actor_def d = actor_of(&b);
        d.position = (vv_vec2){at.x, at.y + 1.0f};
        vv_actor first = add_actor(stage, &d);
        d = actor_of(&ball);
        d.position = (vv_vec2){at.x + 3.0f, at.y + 2.0f};
        d.velocity.x = -4.0f;
        vv_actor second = add_actor(stage, &d);
        assert_int_equal(watch(stage, 90, 1.0f / 60.0f).failed, 0);
        ends[far][0] = vv_stage_actor_state(stage, first);
        ends[far][1] = vv_stage_actor_state(stage, second);
        for (int k = 0; k < 2; k++)
            ends[far][k].position = vv_vec2_sub(ends[far][k].position, at);
        vv_stage_destroy(stage);
        body_free(&b);
        body_free(&ball);
    }
    for (int k = 0; k < 2; k++) {
        float apart = vv_vec2_distance(ends[0][k].position, ends[1][k].position);
        assert_true(apart < 0.001f && angle_between(ends[0][k].angle, ends[1][k].angle) < 0.01f);
    }
}

/* ---- Meetings ---------------------------------------------------------------------------------------------------- */

static void overlaps_come_apart(void **state)
{
    (void)state;
    for (int how = 0; how < 4; how++) {
        body large = body_crate(1.0f, 4), small = body_crate(how == 1 ? 0.25f : 1.0f, 4);
        vv_stage *stage = make_floor(vv_default_stage_def());
        vv_actor_def def = actor_of(&large);
        def.position.y = 0.02f;
        vv_actor first = add_actor(stage, &def);
        def = actor_of(&small);
        def.position.y = how == 1 ? 0.4f : 0.02f; /* wholly inside, or coincident */
        vv_actor second = add_actor(stage, &def);
        if (how == 2)
            vv_stage_teleport(stage, second, (vv_vec2){3.0f, -0.7f}, 0.3f); /* into the ground */
        if (how == 3)
            vv_stage_teleport(stage, second, (vv_vec2){0.0f, 0.9f}, 0.8f);
        trouble t = watch(stage, 600, 1.0f / 60.0f);
        vv_vec2 a = vv_stage_actor_state(stage, first).position, b = vv_stage_actor_state(stage, second).position;
        assert_int_equal(t.failed, 0);
        assert_true(t.fastest < 12.0f && a.y > 0.3f && b.y > 0.08f);
        assert_true(vv_vec2_distance(a, b) > (how == 1 ? 0.4f : 0.8f));
        vv_stage_destroy(stage);
        body_free(&large);
        body_free(&small);
    }
}

static void removing_all_in_the_middle_of_contact(void **state)
{
    (void)state;
    body b = body_ball(0.6f, 3);
    vv_stage *stage = make_floor(vv_default_stage_def());
    vv_actor ids[12];
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 12; i++) {
            vv_actor_def def = actor_of(&b);
            def.position = (vv_vec2){0.4f * (float)(i % 4), 0.5f * (float)(i / 4)};
            ids[i] = add_actor(stage, &def);
        }
        assert_int_equal(watch(stage, 7, 1.0f / 60.0f).failed, 0);
        for (int i = 0; i < 12; i++) {
            vv_stage_remove_actor(stage, ids[(i * 5) % 12]);
            if (i % 4 == round)
                assert_int_equal(watch(stage, 1, 1.0f / 60.0f).failed, 0);
        }
        assert_int_equal(vv_stage_actors(stage, NULL, 0), 0);
        watch(stage, 1, 1.0f / 60.0f);
    }
    vv_stage_destroy(stage);
    body_free(&b);
}

static void one_contact_is_told_and_harmless(void **state)
{
    (void)state;
    vv_stage_def def = vv_default_stage_def();
    def.max_contacts = 1;
    body b = body_crate(0.5f, 3);
    vv_stage *stage = make_floor(def);
    for (int i = 0; i < 10; i++) {
        vv_actor_def d = actor_of(&b);
        d.position = (vv_vec2){0.3f * (float)(i % 3), 0.45f * (float)(i / 3)};
        add_actor(stage, &d);
    }
    trouble t = watch(stage, 300, 1.0f / 60.0f);
    assert_true(t.overflowed > 0 && t.failed == 0 && t.fastest < 60.0f);
    vv_stage_destroy(stage);
    body_free(&b);
}

/* Two U hooked into one another, pulled apart, let go, thrown. */
static void hooks_hold_without_a_burst(void **state)
{
    (void)state;
    for (int pull = 0; pull < 4; pull++) {
        body u = make_plain(5, 5, 0.2f, 0xe739c0u, 1.0f);
        vv_stage *stage = make_floor(vv_default_stage_def());
        vv_actor_def def = actor_of(&u);
        def.position = (vv_vec2){0.0f, 0.02f};
        vv_actor low = add_actor(stage, &def);
        def.position = (vv_vec2){1.5f, 1.32f};
        def.angle = VV_PI;
        vv_actor high = add_actor(stage, &def);
        if (pull)
            vv_stage_set_force(stage, high, (vv_vec2){2.0f * (float)pull, 3.0f});
        trouble t = watch(stage, 400, 1.0f / 60.0f);
        vv_vec2 a = vv_stage_actor_state(stage, low).position, b = vv_stage_actor_state(stage, high).position;
        assert_int_equal(t.failed, 0);
        assert_true(t.fastest < (pull ? 80.0f : 4.0f) && a.y > 0.2f && b.y > 0.2f);
        vv_stage_destroy(stage);
        body_free(&u);
    }
}

static void a_held_beam_carries_ten(void **state)
{
    (void)state;
    body beam = body_beam(8.0f, 32), b = body_crate(0.5f, 3);
    vv_stage_def def = vv_default_stage_def();
    vv_stage *stage = make_stage(&def);
    vv_hold holds[2] = {{{-4.0f, 0.5f}, {-4.0f, 0.5f}, INFINITY}, {{4.0f, 0.5f}, {4.0f, 0.5f}, INFINITY}};
    vv_actor_def d = actor_of(&beam);
    d.holds = holds, d.hold_count = 2;
    vv_actor held = add_actor(stage, &d), ids[10];
    for (int i = 0; i < 10; i++) {
        d = actor_of(&b);
        d.position = (vv_vec2){-3.0f + 0.66f * (float)i, 1.05f};
        ids[i] = add_actor(stage, &d);
    }
    trouble t = watch(stage, 600, 1.0f / 60.0f);
    float lowest = 10.0f;
    for (int i = 0; i < 10; i++)
        lowest = fminf(lowest, vv_stage_actor_state(stage, ids[i]).position.y);
    assert_int_equal(t.failed, 0);
    assert_true(lowest > 0.3f && t.fastest < 10.0f &&
                fabsf(vv_stage_actor_state(stage, held).position.y - 0.5f) < 0.1f);
    vv_stage_destroy(stage);
    body_free(&beam);
    body_free(&b);
}

/* From above it is stopped at every speed, from below and from the sides it passes. */
static void a_platform_from_all_sides(void **state)
{
    (void)state;
    const float speeds[] = {1.0f, 8.0f, 40.0f, 150.0f};
    for (int i = 0; i < 4; i++)
        for (int way = 0; way < 3; way++) {
            body b = body_crate(0.5f, 3);
            vv_stage_def def = vv_default_stage_def();
            def.gravity = (vv_vec2){0.0f, 0.0f};
            vv_stage *stage = make_stage(&def);
            const vv_vec2 points[2] = {{-2.0f, 0.0f}, {2.0f, 0.0f}};
            vv_obstacle_def o = vv_default_obstacle_def();
            o.kind = VV_OBSTACLE_SEGMENTS, o.points = points, o.point_count = 2, o.one_way = true;
            vv_obstacle platform;
            assert_int_equal(vv_stage_add_obstacle(stage, &o, &platform, NULL), VV_OK);
            vv_actor_def d = actor_of(&b);
            const vv_vec2 starts[3] = {{0.0f, 1.0f}, {0.0f, -1.6f}, {-4.0f, -0.3f}},
                          ways[3] = {{0, -1}, {0, 1}, {1, 0}};
            d.position = starts[way];
            d.velocity = vv_vec2_scale(ways[way], speeds[i]);
            vv_actor id = add_actor(stage, &d);
            trouble t = watch(stage, (uint32_t)(480.0f / speeds[i]) + 30, 1.0f / 60.0f);
            vv_vec2 at = vv_stage_actor_state(stage, id).position;
            assert_int_equal(t.failed, 0);
            assert_true(way == 0 ? at.y > 0.15f : way == 1 ? at.y > 1.0f : at.x > 2.0f);
            vv_stage_destroy(stage);
            body_free(&b);
        }
}

static void sensors_feel_fast_passers(void **state)
{
    (void)state;
    const float speeds[] = {1.0f, 20.0f, 100.0f, 400.0f};
    for (int i = 0; i < 4; i++) {
        body b = body_crate(0.5f, 3);
        vv_stage_def def = vv_default_stage_def();
        def.gravity = (vv_vec2){0.0f, 0.0f};
        vv_stage *stage = make_stage(&def);
        const vv_vec2 points[4] = {{0.0f, -1.0f}, {0.3f, -1.0f}, {0.3f, 1.0f}, {0.0f, 1.0f}};
        vv_obstacle_def o = vv_default_obstacle_def();
        o.kind = VV_OBSTACLE_POLYGON, o.points = points, o.point_count = 4, o.sensor = true;
        vv_obstacle sensor;
        assert_int_equal(vv_stage_add_obstacle(stage, &o, &sensor, NULL), VV_OK);
        vv_actor_def d = actor_of(&b);
        d.position.x = -5.0f;
        d.velocity.x = speeds[i];
        add_actor(stage, &d);
        uint32_t entered = 0, left = 0;
        for (uint32_t n = 0; n < (uint32_t)(600.0f / speeds[i]) + 10; n++) {
            uint32_t count;
            vv_stage_step(stage, 1.0f / 60.0f);
            const vv_event *events = vv_stage_events(stage, &count);
            for (uint32_t k = 0; k < count; k++) {
                entered += events[k].kind == VV_EVENT_SENSOR_ENTER;
                left += events[k].kind == VV_EVENT_SENSOR_LEAVE;
            }
        }
        assert_true(entered == 1 && left == 1);
        vv_stage_destroy(stage);
        body_free(&b);
    }
}

static double time_steps(vv_stage *stage, uint32_t steps)
{
    struct timespec a, b;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a);
    run_steps(stage, steps);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &b);
    return (double)(b.tv_sec - a.tv_sec) + 1e-9 * (double)(b.tv_nsec - a.tv_nsec);
}

static void a_thousand_sleepers_cost_next_to_nothing(void **state)
{
    (void)state;
    vv_stage_def def = vv_default_stage_def();
    def.max_actors = 1000;
    body b = body_crate(0.5f, 8);
    vv_stage *stage = make_floor(def);
    for (int i = 0; i < 1000; i++) {
        vv_actor_def d = actor_of(&b);
        d.position.x = -600.0f + 1.2f * (float)i;
        add_actor(stage, &d);
    }
    double awake = time_steps(stage, 10) / 10.0;
    run_steps(stage, 80);
    assert_true(vv_stage_actor_state(stage, (vv_actor){0, 1}).asleep &&
                vv_stage_actor_state(stage, (vv_actor){999, 1}).asleep);
    double asleep = awake;
    for (int i = 0; i < 5; i++) /* the least: the machine may be busy */
        asleep = fmin(asleep, time_steps(stage, 20) / 20.0);
    assert_true(asleep < 0.05 * awake);
    vv_stage_destroy(stage);
    body_free(&b);
}

static void strengths_may_change_in_every_step(void **state)
{
    (void)state;
    body b = body_ball(1.0f, 4);
    vv_actor_def def = actor_of(&b);
    def.position.y = 1.0f;
    scene s = make_grounded(b, def, vv_default_stage_def());
    vvi_random random = vvi_random_seed(7);
    for (int n = 0; n < 600; n++) {
        vv_strengths t = vv_default_strengths();
        t.stiffness = 1000.0f * vvi_random_unit(&random) * (float)(n % 2);
        t.local = 1000.0f * vvi_random_unit(&random) * (float)(n % 3);
        t.local = fminf(t.local, 1000.0f);
        t.energy = 5.0f * vvi_random_unit(&random);
        t.bounce = (float)(n % 4) / 3.0f;
        t.orient = (vv_orient)(n % 3);
        t.orient_rate = 100.0f;
        t.energy_example = vvi_random_below(&random, 3);
        t.velocity = 2.0f * vvi_random_unit(&random);
        t.velocity_example = 2;
        assert_true(vv_stage_set_strengths(s.stage, s.actor, &t));
        trouble now = watch(s.stage, 1, 1.0f / 60.0f);
        assert_int_equal(now.failed, 0);
        if (now.fastest > 15.0f)
            fail_msg("step %d: %g m/s", n, (double)now.fastest);
    }
    scene_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crates_of_every_size_stand),
        cmocka_unit_test(heavy_and_light_meet),
        cmocka_unit_test(three_particles_and_five_thousand),
        cmocka_unit_test(slivers_fall_and_rest),
        cmocka_unit_test(every_clock_lets_a_stack_stand),
        cmocka_unit_test(ten_kilometres_away_it_is_the_same),
        cmocka_unit_test(overlaps_come_apart),
        cmocka_unit_test(removing_all_in_the_middle_of_contact),
        cmocka_unit_test(one_contact_is_told_and_harmless),
        cmocka_unit_test(hooks_hold_without_a_burst),
        cmocka_unit_test(a_held_beam_carries_ten),
        cmocka_unit_test(a_platform_from_all_sides),
        cmocka_unit_test(sensors_feel_fast_passers),
        cmocka_unit_test(a_thousand_sleepers_cost_next_to_nothing),
        cmocka_unit_test(strengths_may_change_in_every_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
