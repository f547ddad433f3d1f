/* A stage scene that runs: the same whatever the frame rate, and the script does what it says when it says it. */
#include "session.h"

#define GRAVITY 9.81

static vv_performance *perform(const char *scene)
{
    char command[2048];
    vv_performance *p = NULL;
    vv_error error = {0};
    snprintf(command, sizeof command, "{\"do\":\"scene.add\",\"name\":\"stage\",%s}", scene);
    apply(command);
    if (vv_performance_create(session, vv_document_project(document)->scene_count - 1, NULL, &p, &error) != VV_OK)
        fail_msg("%s %s: %s", error.file, error.path, error.message);
    return p;
}

static void assert_near(double value, double expected, double tolerance)
{
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.9g is not within %g of %.9g", value, tolerance, expected);
}

/* ---- Time -------------------------------------------------------------------------------------------------------- */

#define BUSY                                                                                                           \
    "\"obstacles\":[{\"kind\":\"ground\"},{\"kind\":\"polygon\",\"points\":[[1.5,0],[3,0],[3,1]]}],"                   \
    "\"actors\":[{\"name\":\"one\",\"artwork\":\"arm\",\"at\":[0,1.5],\"velocity\":[1,0],\"place\":{\"bent\":1}},"     \
    "{\"name\":\"two\",\"artwork\":\"arm\",\"at\":[0.4,3.5],\"angle\":1,\"flipped\":true}],"                           \
    "\"script\":[{\"time\":0.25,\"do\":\"place\",\"actor\":\"two\",\"place\":{\"long\":1}},"                           \
    "{\"time\":0.511,\"do\":\"push\",\"actor\":\"one\",\"impulse\":[0.5,1]},{\"time\":0.6,\"do\":\"flip\",\"actor\":"  \
    "\"one\"}]"

typedef struct glimpse {
    vv_actor_state states[2];
    vv_vec2 vertices[2][512];
    uint64_t hash;
} glimpse;

static void look(const vv_performance *p, glimpse *g)
{
    memset(g, 0, sizeof *g);
    for (uint32_t a = 0; a < 2; a++) {
        assert_true(vv_performance_rigged(p, a)->body->mesh.vertex_count <= 512);
        g->states[a] = vv_performance_actor_state(p, a);
        vv_stage_vertices(vv_performance_stage(p), vv_performance_actor(p, a), g->vertices[a]);
    }
    g->hash = vv_performance_hash(p);
}

static void every_rate_shows_the_same_run(void **state)
{
    (void)state;
    static const double rates[] = {240.0, 144.0, 7.3};
    static glimpse expected, seen;
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
        vv_performance *coarse = perform(BUSY), *fine = NULL;
        assert_int_equal(vv_performance_create(session, 1, NULL, &fine, NULL), VV_OK);
        for (uint32_t second = 1; second <= 4; second++) {
            for (uint32_t f = 0; f <= 30; f++)
                vv_performance_show(coarse, second - 1 + f / 30.0);
            for (double f = floor((second - 1) * rates[i]); f / rates[i] < second; f++)
                vv_performance_show(fine, f / rates[i]);
            vv_performance_show(fine, second);
            look(coarse, &expected);
            look(fine, &seen);
            assert_memory_equal(expected.vertices, seen.vertices, sizeof seen.vertices);
            assert_int_equal(expected.hash, seen.hash);
            for (uint32_t a = 0; a < 2; a++) {
                assert_true(expected.states[a].position.x == seen.states[a].position.x);
                assert_true(expected.states[a].velocity.y == seen.states[a].velocity.y);
                assert_true(expected.states[a].angle == seen.states[a].angle);
            }
        }
        assert_int_equal(vv_performance_event_report(coarse).steps, 4 * 60 + 1);
        assert_int_equal(vv_performance_event_report(coarse).failures, 0);
        vv_performance_destroy(coarse);
        vv_performance_destroy(fine);
        vv_document_undo(document);
    }
}

static void frame_0_is_the_start(void **state)
{
    (void)state;
    vv_performance *p = perform(BUSY);
    const vv_rigged *rigged = vv_performance_rigged(p, 0);
    vv_vec2 expected[512], seen[512];
    const float bent[] = {0.0f, 1.0f, 0.0f};
    vv_rigged_vertices(rigged, bent, NULL, expected);
    vv_stage_vertices(vv_performance_stage(p), vv_performance_actor(p, 0), seen);
    /* The pose about its own centre of mass, which lies where it is at rest. */
    for (uint32_t i = 1; i < rigged->body->mesh.vertex_count; i++) {
        assert_near((double)(seen[i].x - seen[0].x), (double)(expected[i].x - expected[0].x), 1e-5);
        assert_near((double)(seen[i].y - seen[0].y), (double)(expected[i].y - expected[0].y), 1e-5);
    }
    vv_actor_state s = vv_performance_actor_state(p, 0);
    assert_near((double)s.velocity.x, 1.0, 1e-6);
    assert_near((double)s.velocity.y, 0.0, 1e-6);
    vv_performance_destroy(p);
}

/* Semi-implicit steps of h fall by g·h·t/2 further than the parabola. */
static void a_fall_is_a_parabola_also_between_steps(void **state)
{
    (void)state;
    vv_performance *p = perform("\"actors\":[{\"name\":\"a\",\"artwork\":\"arm\",\"velocity\":[2,3]}]");
    double x0 = (double)vv_performance_actor_state(p, 0).position.x,
           y0 = (double)vv_performance_actor_state(p, 0).position.y;
    for (uint32_t f = 1; f < 200; f++) {
        double t = f / 97.0;
        vv_performance_show(p, t);
        vv_actor_state s = vv_performance_actor_state(p, 0);
        assert_near((double)s.position.x - x0, 2.0 * t, 1e-4);
        assert_near((double)s.position.y - y0, 3.0 * t - 0.5 * GRAVITY * t * t, 0.5 * GRAVITY * t / 60.0 + 2e-3);
        assert_near((double)s.velocity.y, 3.0 - GRAVITY * t, 1e-3);
    }
    vv_performance_show(p, 0.5); /* earlier: nothing happens */
    assert_near((double)vv_performance_actor_state(p, 0).position.x - x0, 2.0 * 199.0 / 97.0, 1e-4);
    vv_performance_destroy(p);
}

/* ---- Script ------------------------------------------------------------------------------------------------------ */

/* One weightless arm, and one thing that happens to it at 0.5 s. */
static vv_performance *perform_cue(const char *cue)
{
    char scene[1024];
    snprintf(scene, sizeof scene,
             "\"gravity\":[0,0],\"actors\":[{\"name\":\"a\",\"artwork\":\"arm\",\"velocity\":[1,0],\"strengths\":{"
             "\"drag\":0}}],"
             "\"script\":[%s]",
             cue);
    return perform(scene);
}

static void a_push_changes_the_momentum_when_it_is_due(void **state)
{
    (void)state;
    vv_performance *p = perform_cue("{\"time\":0.5,\"do\":\"push\",\"actor\":\"a\",\"impulse\":[0.5,-1]}");
    double mass = (double)vv_sprite_mass(vv_stage_sprite(vv_performance_stage(p), vv_performance_actor(p, 0)));
    double x0 = (double)vv_performance_actor_state(p, 0).position.x;
    vv_performance_show(p, 0.4999);
    assert_near((double)vv_performance_actor_state(p, 0).velocity.x, 1.0, 1e-5);
    vv_performance_show(p, 0.5);
    assert_near((double)vv_performance_actor_state(p, 0).velocity.x, 1.0 + 0.5 / mass, 1e-4);
    assert_near((double)vv_performance_actor_state(p, 0).position.x - x0, 0.5, 1e-5);
    vv_performance_show(p, 1.5);
    assert_near((double)vv_performance_actor_state(p, 0).velocity.x, 1.0 + 0.5 / mass, 1e-4);
    assert_near((double)vv_performance_actor_state(p, 0).velocity.y, -1.0 / mass, 1e-4);
    assert_near((double)vv_performance_actor_state(p, 0).position.x - x0, 1.5 + 0.5 / mass, 1e-3);
    vv_performance_destroy(p);
}

static void velocity_and_teleport_keep_what_they_do_not_say(void **state)
{
    (void)state;
    vv_performance *p = perform_cue("{\"time\":0.5,\"do\":\"velocity\",\"actor\":\"a\",\"spin\":2},"
                                    "{\"time\":1,\"do\":\"teleport\",\"actor\":\"a\",\"to\":[7,8]},"
                                    "{\"time\":1,\"do\":\"velocity\",\"actor\":\"a\",\"velocity\":[0,0]}");
    vv_performance_show(p, 1.0 - 1e-3);
    vv_actor_state s = vv_performance_actor_state(p, 0);
    assert_near((double)s.velocity.x, 1.0, 1e-3);
    assert_near((double)s.angular_velocity, 2.0, 0.02);
    assert_near((double)s.angle, 1.0, 0.02);
    vv_performance_show(p, 1.5);
    s = vv_performance_actor_state(p, 0);
    assert_near((double)s.position.x, 7.0, 1e-3);
    assert_near((double)s.position.y, 8.0, 1e-3);
    assert_near((double)s.angle, 2.0, 0.04); /* it went on turning from where it was */
    vv_performance_destroy(p);
}

static void places_and_strengths_change_where_it_is_drawn_to(void **state)
{
    (void)state;
    vv_performance *p =
        perform_cue("{\"time\":0.25,\"do\":\"strengths\",\"actor\":\"a\",\"strengths\":{\"settle\":1,\"damping\":9}},"
                    "{\"time\":0.5,\"do\":\"place\",\"actor\":\"a\",\"place\":{\"bent\":0.75,\"rest\":0.25}}");
    const vv_strengths *strengths = vv_stage_strengths(vv_performance_stage(p), vv_performance_actor(p, 0));
    float weights[3];
    assert_true(strengths->settle == 0.7f);
    vv_performance_show(p, 2.0);
    strengths = vv_stage_strengths(vv_performance_stage(p), vv_performance_actor(p, 0));
    assert_true(strengths->settle == 1.0f && strengths->damping == 9.0f && strengths->stiffness == 40.0f);
    vv_stage_weights(vv_performance_stage(p), vv_performance_actor(p, 0), weights);
    assert_near((double)weights[1], 0.75, 0.02);
    vv_performance_destroy(p);
}

static void forces_wind_and_gravity_last(void **state)
{
    (void)state;
    vv_performance *p = perform_cue("{\"time\":0,\"do\":\"force\",\"actor\":\"a\",\"force\":[0,1]},"
                                    "{\"time\":1,\"do\":\"force\",\"actor\":\"a\",\"force\":[0,0]},"
                                    "{\"time\":2,\"do\":\"gravity\",\"gravity\":[0,-2]},"
                                    "{\"time\":3,\"do\":\"gravity\",\"gravity\":[0,0]},"
                                    "{\"time\":3,\"do\":\"strengths\",\"actor\":\"a\",\"strengths\":{\"drag\":10}},"
                                    "{\"time\":3,\"do\":\"wind\",\"wind\":[-3,0]}");
    double mass = (double)vv_sprite_mass(vv_stage_sprite(vv_performance_stage(p), vv_performance_actor(p, 0)));
    vv_performance_show(p, 1.5);
    assert_near((double)vv_performance_actor_state(p, 0).velocity.y, 1.0 / mass, 1e-3);
    vv_performance_show(p, 2.9999);
    assert_near((double)vv_performance_actor_state(p, 0).velocity.y, 1.0 / mass - 2.0, 5e-3);
    vv_performance_show(p, 5.0);
    assert_near((double)vv_performance_actor_state(p, 0).velocity.x, -3.0, 1e-3);
    assert_near((double)vv_performance_actor_state(p, 0).velocity.y, 0.0, 1e-3);
    vv_performance_destroy(p);
}

static double distance_to(const vv_performance *p, uint32_t actor, vv_vec2 at, vv_vec2 to)
{
    const vv_mesh *mesh = &vv_performance_rigged(p, actor)->body->mesh;
    vv_vec2 vertices[512];
    uint32_t best = 0;
    for (uint32_t i = 1; i < mesh->vertex_count; i++)
        best = vv_vec2_distance(mesh->positions[i], at) < vv_vec2_distance(mesh->positions[best], at) ? i : best;
    vv_stage_vertices(vv_performance_stage(p), vv_performance_actor(p, actor), vertices);
    return (double)vv_vec2_distance(vertices[best], to);
}

static void holds_hold_until_they_are_released(void **state)
{
    (void)state;
    const vv_vec2 top = {0.0f, 1.3f};
    vv_performance *p = perform(
        "\"actors\":[{\"name\":\"a\",\"artwork\":\"arm\",\"at\":[2,1],\"holds\":[{\"name\":\"hook\",\"at\":[0,1.3]}]}],"
        "\"script\":[{\"time\":1,\"do\":\"release\",\"actor\":\"a\",\"hold\":\"other\"},"
        "{\"time\":2,\"do\":\"release\",\"actor\":\"a\",\"hold\":\"hook\"},"
        "{\"time\":2.25,\"do\":\"hold\",\"actor\":\"a\",\"at\":[0,1.3]},"
        "{\"time\":4,\"do\":\"release\",\"actor\":\"a\"}]");
    for (uint32_t f = 0; f <= 20; f++) {
        vv_performance_show(p, f * 0.1);
        assert_near(distance_to(p, 0, top, (vv_vec2){2.0f, 2.3f}), 0.0, 2e-3);
    }
    /* Caught again where it was a quarter of a second later, it comes to rest there. */
    vv_performance_show(p, 3.9);
    assert_near(distance_to(p, 0, top, (vv_vec2){2.0f, 2.3f - (float)(0.5 * GRAVITY * 0.0625)}), 0.0, 0.05);
    vv_performance_show(p, 5.0);
    assert_true(distance_to(p, 0, top, (vv_vec2){2.0f, 2.0f}) > 3.0);
    vv_performance_destroy(p);
}

static void a_script_speaks_to_behaviours(void **state)
{
    (void)state;
    vv_performance *p =
        perform("\"gravity\":[0,0],\"actors\":[{\"name\":\"a\",\"artwork\":\"arm\",\"behaviour\":\"wave\"},"
                "{\"name\":\"b\",\"artwork\":\"arm\",\"at\":[5,0]}],\"script\":["
                "{\"time\":0.5,\"do\":\"input\",\"actor\":\"a\",\"input\":\"go\",\"value\":1},"
                "{\"time\":0.5,\"do\":\"input\",\"actor\":\"b\",\"input\":\"go\",\"value\":1},"
                "{\"time\":0.75,\"do\":\"input\",\"actor\":\"a\",\"input\":\"stop\",\"value\":1},"
                "{\"time\":1,\"do\":\"raise\",\"actor\":\"a\",\"event\":\"hop\"}]");
    vv_stage *stage = (vv_stage *)vv_performance_stage(p);
    vv_actor a = vv_performance_actor(p, 0);
    float weights[3];
    vv_performance_show(p, 0.45);
    assert_int_equal(vv_behaviour_current_status(stage, a).state, 0);
    vv_performance_show(p, 0.8);
    assert_int_equal(vv_behaviour_current_status(stage, a).state, 1);
    vv_stage_weights(stage, a, weights);
    assert_true(weights[0] < 0.99f); /* it waves */
    assert_true(vv_stage_strengths(stage, a)->drag == 2.0f);
    vv_performance_show(p, 1.05);
    assert_true(vv_performance_actor_state(p, 0).velocity.y > 2.0f);
    assert_true(vv_performance_actor_state(p, 1).velocity.y == 0.0f); /* nothing drives the other: it hears nothing */
    assert_int_equal(vv_behaviour_current_status(stage, vv_performance_actor(p, 1)).state, VV_NONE);
    vv_performance_destroy(p);
}

static void a_flip_turns_it_round(void **state)
{
    (void)state;
    vv_performance *p = perform_cue("{\"time\":0.5,\"do\":\"flip\",\"actor\":\"a\"}");
    assert_false(vv_performance_actor_state(p, 0).flipped);
    vv_performance_show(p, 1.0);
    assert_true(vv_performance_actor_state(p, 0).flipped);
    assert_near((double)vv_performance_actor_state(p, 0).velocity.x, 1.0, 1e-4);
    vv_performance_destroy(p);
}

static void going_back_to_a_saved_state_goes_on_alike(void **state)
{
    (void)state;
    vv_performance *p = perform(BUSY), *other = NULL;
    assert_int_equal(vv_performance_create(session, 1, NULL, &other, NULL), VV_OK);
    vv_performance_show(p, 0.3377);
    size_t count = vv_performance_save_bytes(p);
    uint8_t *bytes = malloc(count), *damaged = malloc(count);
    assert_int_equal(vv_performance_save(p, bytes, count - 1), 0);
    assert_int_equal(vv_performance_save(p, bytes, count), count);
    uint64_t there = vv_performance_hash(p);
    vv_performance_show(p, 2.5);
    uint64_t end = vv_performance_hash(p);
    /* In the same performance, and in one that has never run. */
    assert_int_equal(vv_performance_restore(p, bytes, count, NULL), VV_OK);
    assert_int_equal(vv_performance_hash(p), there);
    vv_performance_show(p, 2.5);
    assert_int_equal(vv_performance_hash(p), end);
    assert_int_equal(vv_performance_restore(other, bytes, count, NULL), VV_OK);
    vv_performance_show(other, 2.5);
    assert_int_equal(vv_performance_hash(other), end);
    /* What is cut is refused and changes nothing. */
    for (size_t n = 0; n < count; n += 1 + n / 16) {
        assert_int_equal(vv_performance_restore(other, bytes, n, NULL), VV_ERROR_FORMAT);
        assert_int_equal(vv_performance_hash(other), end);
    }
    static const size_t places[] = {0, 4, 32, 36, 44, 48, 60}; /* magic, actors, cue, pending, time, velocity, holds */
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        memcpy(damaged, bytes, count);
        memset(damaged + places[i], 0xFF, 4);
        assert_int_equal(vv_performance_restore(other, damaged, count, NULL), VV_ERROR_FORMAT);
        assert_int_equal(vv_performance_hash(other), end);
    }
    free(bytes);
    free(damaged);
    vv_performance_destroy(p);
    vv_performance_destroy(other);
}

/* ---- Events, errors, memory -------------------------------------------------------------------------------------- */

static void events_are_collected_over_all_steps_of_a_frame(void **state)
{
    (void)state;
    vv_performance *p = perform("\"obstacles\":[{\"kind\":\"ground\"}],"
                                "\"actors\":[{\"name\":\"a\",\"artwork\":\"arm\",\"at\":[0,1.6]}]");
    uint32_t count, begins = 0;
    vv_performance_show(p, 1.0); /* one frame with sixty steps */
    const vv_event *events = vv_performance_events(p, &count);
    for (uint32_t i = 0; i < count; i++) {
        begins += events[i].kind == VV_EVENT_CONTACT_BEGIN;
        assert_int_equal(vv_performance_find(p, events[i].actor), 0);
    }
    assert_true(begins >= 1);
    assert_true(vv_performance_event_report(p).events >= count);
    assert_int_equal(vv_performance_find(p, (vv_actor){5, 1}), VV_NONE);
    vv_performance_destroy(p);
}

static void what_a_stage_refuses_is_named(void **state)
{
    (void)state;
    vv_json_document *json = NULL;
    vv_performance *p = NULL;
    vv_error error = {0};
    const char *command = "{\"do\":\"scene.add\",\"name\":\"bow\",\"actors\":[],\"obstacles\":[{\"kind\":\"ground\"},"
                          "{\"kind\":\"polygon\",\"points\":[[0,0],[1,1],[1,0],[0,1]]}]}";
    assert_int_equal(vv_json_parse(command, strlen(command), "command", NULL, &json, NULL), VV_OK);
    assert_int_equal(vv_document_apply(document, json, vv_json_root(json), NULL), VV_OK);
    vv_json_destroy(json);
    vv_result result = vv_performance_create(session, 1, NULL, &p, &error);
    assert_int_not_equal(result, VV_OK);
    assert_string_equal(error.path, "$.scenes[1].obstacles[1]");
    assert_true(error.message[0]);
}

static void showing_allocates_nothing_and_every_failed_allocation_is_survived(void **state)
{
    (void)state;
    vv_result result = VV_ERROR_MEMORY;
    vv_performance_destroy(perform(BUSY));
    for (uint64_t n = 1; result == VV_ERROR_MEMORY; n += n < 60 ? 1 : 5) {
        vv_counting counting = {0};
        vv_allocator allocator = vv_counting_allocator(&counting);
        vv_session *own = NULL;
        const vv_staged *staged = NULL;
        vv_performance *p = NULL;
        assert_int_equal(vv_session_create(document, &figure_host, &allocator, &own, NULL), VV_OK);
        assert_int_equal(vv_session_staged(own, 0, NULL, NULL, &staged, NULL), VV_OK);
        counting.fail_at = n;
        result = vv_performance_create(own, 1, NULL, &p, NULL);
        assert_true(result == VV_OK || result == VV_ERROR_MEMORY);
        uint64_t allocations = counting.allocations;
        if (result == VV_OK)
            vv_performance_show(p, 2.0);
        assert_int_equal(counting.allocations, allocations);
        vv_performance_destroy(p);
        vv_session_destroy(own);
        assert_int_equal(counting.used, 0);
    }
    assert_int_equal(result, VV_OK);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_session, close_session)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(every_rate_shows_the_same_run),
        TEST(frame_0_is_the_start),
        TEST(a_fall_is_a_parabola_also_between_steps),
        TEST(a_push_changes_the_momentum_when_it_is_due),
        TEST(velocity_and_teleport_keep_what_they_do_not_say),
        TEST(places_and_strengths_change_where_it_is_drawn_to),
        TEST(forces_wind_and_gravity_last),
        TEST(holds_hold_until_they_are_released),
        TEST(a_script_speaks_to_behaviours),
        TEST(a_flip_turns_it_round),
        TEST(going_back_to_a_saved_state_goes_on_alike),
        TEST(events_are_collected_over_all_steps_of_a_frame),
        TEST(what_a_stage_refuses_is_named),
        TEST(showing_allocates_nothing_and_every_failed_allocation_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
