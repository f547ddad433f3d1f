/* Actors of different size: the same drawing, larger, in a world that is not. */
#include "stage_session.h"

#define MOST 512

static uint32_t look(const vv_performance *p, uint32_t actor, vv_vec2 *vertices)
{
    uint32_t count = vv_performance_rigged(p, actor)->body->mesh.vertex_count;
    assert_true(count <= MOST);
    vv_stage_vertices(vv_performance_stage(p), vv_performance_actor(p, actor), vertices);
    return count;
}

static const vv_sprite *sprite_of(const vv_performance *p, uint32_t actor)
{
    return vv_stage_sprite(vv_performance_stage(p), vv_performance_actor(p, actor));
}

static const double scales[] = {0.01, 0.37, 2.0, 31.0, 100.0};
#define SCALES (sizeof scales / sizeof *scales)

/* ---- The drawing ------------------------------------------------------------------------------------------------- */

/* Against the artwork's own skin: bent, mirrored about the origin, and put there. */
static void it_is_the_same_drawing_larger(void **state)
{
    (void)state;
    vv_vec2 expected[MOST], seen[MOST];
    const float bent[] = {0.0f, 1.0f, 0.0f};
    for (size_t k = 0; k < SCALES; k++) {
        double s = scales[k];
        vv_performance *p = perform("\"gravity\":[0,0],\"actors\":[{\"name\":\"a\",\"artwork\":\"arm\",\"scale\":%g,"
                                    "\"flipped\":true,\"place\":{\"bent\":1}},{\"name\":\"b\",\"artwork\":\"arm\","
                                    "\"at\":[900,0]}]",
                                    s);
        uint32_t count = look(p, 0, seen);
        vv_rigged_vertices(vv_performance_rigged(p, 0), bent, NULL, expected);
        for (uint32_t i = 1; i < count; i++) {
            double x = -s * (double)(expected[i].x - expected[0].x), y = s * (double)(expected[i].y - expected[0].y);
            assert_true(fabs((double)(seen[i].x - seen[0].x) - x) < 1e-5 * s);
            assert_true(fabs((double)(seen[i].y - seen[0].y) - y) < 1e-5 * s);
        }
        assert_float_equal(vv_sprite_size(sprite_of(p, 0)) / vv_sprite_size(sprite_of(p, 1)), (float)s,
                           1e-4f * (float)s);
        assert_float_equal(vv_sprite_mass(sprite_of(p, 0)) / vv_sprite_mass(sprite_of(p, 1)), (float)(s * s),
                           1e-4f * (float)(s * s));
        vv_performance_destroy(p);
    }
}

/* The artwork's origin stays where the actor is put, at every size: the vertex next to it goes straight away from
 * it. */
static void it_grows_about_the_artworks_origin(void **state)
{
    (void)state;
    vv_vec2 seen[MOST];
    for (size_t k = 0; k < SCALES; k++) {
        vv_performance *p = perform("\"gravity\":[0,0],\"actors\":[{\"name\":\"a\",\"artwork\":\"arm\",\"scale\":%g,"
                                    "\"at\":[3,4]}]",
                                    scales[k]);
        const vv_mesh *mesh = &vv_performance_rigged(p, 0)->body->mesh;
        uint32_t count = look(p, 0, seen);
        for (uint32_t i = 0; i < count; i++) {
            assert_true(fabs((double)seen[i].x - 3.0 - scales[k] * (double)mesh->positions[i].x) <
                        1e-5 * scales[k] + 1e-5);
            assert_true(fabs((double)seen[i].y - 4.0 - scales[k] * (double)mesh->positions[i].y) <
                        1e-5 * scales[k] + 1e-5);
        }
        vv_performance_destroy(p);
    }
}

/* ---- How it moves ------------------------------------------------------------------------------------------------ */

/* Mechanics is the same at every size where speeds and gravity grow with lengths: all frequencies and what has no unit
 * stay. */
static void strengths_mean_the_same_at_every_size(void **state)
{
    (void)state;
    static const double factors[] = {0.25, 2.0, 3.0};
    static const char format[] =
        "\"gravity\":[0,%g],\"obstacles\":[{\"kind\":\"ground\"}],\"actors\":[{\"name\":\"a\",\"artwork\":\"arm\","
        "\"scale\":%g,\"at\":[0,%g],\"velocity\":[%g,0],\"angle\":0.5,\"spin\":1,\"place\":{\"bent\":1},\"behaviour\":"
        "\"wave\",\"inputs\":{\"go\":1},\"strengths\":{\"stiffness\":12,\"energy\":1,\"velocity\":0.5,"
        "\"velocity_example\":\"long\",\"bounce\":0.5,\"drag\":0.3}}]";
    vv_vec2 expected[MOST], seen[MOST];
    for (size_t k = 0; k < sizeof factors / sizeof *factors; k++) {
        double s = factors[k], worst = 0.0;
        vv_performance *one = perform(format, -9.81, 1.0, 2.0, 1.0), *other = perform(format, -9.81 * s, s, 2.0 * s, s);
        for (uint32_t f = 0; f < 90; f++) {
            vv_performance_show(one, f / 60.0);
            vv_performance_show(other, f / 60.0);
            uint32_t count = look(one, 0, expected);
            look(other, 0, seen);
            for (uint32_t i = 0; i < count; i++) {
                double dx = (double)seen[i].x / s - (double)expected[i].x;
                double dy = (double)seen[i].y / s - (double)expected[i].y;
                worst = fmax(worst, fmax(fabs(dx), fabs(dy)));
            }
        }
        print_message("%g times as large: %g m apart\n", s, worst);
        assert_true(worst <= (s == 3.0 ? 1e-4 : 0.0)); /* powers of two are exact in every float */
        vv_performance_destroy(one);
        vv_performance_destroy(other);
    }
}

static void it_falls_as_fast_and_comes_to_lie_on_the_ground(void **state)
{
    (void)state;
    vv_vec2 seen[MOST];
    for (size_t k = 1; k + 1 < SCALES; k++) {
        double s = scales[k];
        vv_performance *p = perform("\"obstacles\":[{\"kind\":\"ground\"}],\"actors\":[{\"name\":\"a\",\"artwork\":"
                                    "\"arm\",\"scale\":%g,\"angle\":1.4,\"at\":[0,%g]}]",
                                    s, 3.0 * s);
        double from = (double)vv_performance_actor_state(p, 0).position.y;
        vv_performance_show(p, 0.1);
        double fallen = from - (double)vv_performance_actor_state(p, 0).position.y;
        assert_true(fabs(fallen - 9.81 * 0.1 * 0.1 / 2.0) < 1e-6 * (1.0 + 10.0 * s));
        vv_performance_show(p, 15.0);
        uint32_t count = look(p, 0, seen);
        double slop = 1e-3 * (double)vv_sprite_size(sprite_of(p, 0));
        uint32_t low = 0, next = 1;
        for (uint32_t i = 1; i < count; i++)
            if (seen[i].y < seen[low].y)
                low = i;
        next = low == 0 ? 1 : 0;
        for (uint32_t i = 0; i < count; i++)
            if (i != low && seen[i].y < seen[next].y)
                next = i;
        /* A round outline stands on the arc that its edges approximate. Over an edge of length L whose ends turn by at
         * most 0.8 radians that is at most 0.8 L/8 higher. */
        double lowest = (double)seen[low].y, arc = 0.1 * (double)vv_vec2_distance(seen[low], seen[next]);
        print_message("%g times as large: lies %g m off the ground, of %g m that are left alone and %g m of its arc\n",
                      s, lowest, slop, arc);
        assert_true(lowest >= -2.0 * slop && lowest <= 2.0 * slop + arc);
        assert_true(vv_performance_actor_state(p, 0).grounded);
        assert_int_equal(vv_performance_event_report(p).failures, 0);
        vv_performance_destroy(p);
    }
}

/* ---- Points of the drawing --------------------------------------------------------------------------------------- */

/* Holds of the actor and of the script say which point of the artwork they hold. */
static void holds_hold_the_point_of_the_artwork(void **state)
{
    (void)state;
    vv_vec2 seen[MOST];
    for (size_t k = 0; k < SCALES; k++) {
        vv_performance *p = perform(
            "\"gravity\":[0,0],\"actors\":[{\"name\":\"a\",\"artwork\":\"arm\",\"scale\":%g,\"holds\":[{\"at\":[0,1.3],"
            "\"to\":[0,0]}]}],\"script\":[{\"time\":0.5,\"do\":\"hold\",\"actor\":\"a\",\"at\":[0,-0.3]}]",
            scales[k]);
        const vv_mesh *mesh = &vv_performance_rigged(p, 0)->body->mesh;
        uint32_t shoulder = 0, hand = 0, count = mesh->vertex_count;
        for (uint32_t i = 0; i < count; i++) {
            const vv_vec2 *at = mesh->positions;
            if (vv_vec2_distance(at[i], (vv_vec2){0.0f, 1.3f}) < vv_vec2_distance(at[shoulder], (vv_vec2){0.0f, 1.3f}))
                shoulder = i;
            if (vv_vec2_distance(at[i], (vv_vec2){0.0f, -0.3f}) < vv_vec2_distance(at[hand], (vv_vec2){0.0f, -0.3f}))
                hand = i;
        }
        vv_performance_show(p, 0.5 - 1e-3);
        look(p, 0, seen);
        assert_true(vv_vec2_distance(seen[shoulder], (vv_vec2){0.0f, 0.0f}) < 2e-3f * (float)scales[k] + 1e-5f);
        vv_vec2 before = seen[hand];
        vv_performance_show(p, 2.0);
        look(p, 0, seen);
        assert_true(vv_vec2_distance(seen[hand], before) < 0.02f * (float)scales[k]);
        vv_performance_destroy(p);
    }
}

static void what_is_picked_is_a_point_of_the_artwork(void **state)
{
    (void)state;
    for (size_t k = 0; k < SCALES; k++) {
        double s = scales[k];
        vv_performance *p =
            perform("\"gravity\":[0,0],\"actors\":[{\"name\":\"b\",\"artwork\":\"strip\",\"at\":[900,0]}"
                    ",{\"name\":\"a\",\"artwork\":\"arm\",\"scale\":%g,\"at\":[1,2]}]",
                    s);
        uint32_t actor = VV_NONE;
        vv_vec2 at;
        assert_true(vv_performance_pick(p, (vv_vec2){(float)(1.0 + 0.1 * s), (float)(2.0 + 1.2 * s)}, &actor, &at));
        assert_int_equal(actor, 1);
        assert_float_equal(at.x, 0.1f, 2e-4f);
        assert_float_equal(at.y, 1.2f, 2e-4f);
        assert_false(vv_performance_pick(p, (vv_vec2){(float)(1.0 + 0.3 * s), (float)(2.0 + 1.2 * s)}, &actor, &at));
        vv_performance_destroy(p);
    }
}

static void a_take_keeps_it(void **state)
{
    (void)state;
    char *text = NULL;
    size_t length = 0;
    vv_performance *p = perform("\"actors\":[{\"name\":\"a\",\"artwork\":\"arm\",\"scale\":2.5}]");
    assert_int_equal(vv_performance_write_scene(p, "take", 1.0f, NULL, &text, &length, NULL), VV_OK);
    apply(text);
    vv_project_text_release(NULL, text, length);
    vv_performance_destroy(p);
    const vv_project *project = vv_document_project(document);
    assert_true(project->scenes[project->scene_count - 1]->stage.actors[0].scale == 2.5f);
}

/* ---- What a session keeps ---------------------------------------------------------------------------------------- */

static const vv_staged *scaled(float scale)
{
    const vv_staged *out = NULL;
    assert_int_equal(vv_session_scaled(session, 0, VV_ACTOR_SPRITE, scale, NULL, NULL, &out, NULL), VV_OK);
    return out;
}

static void sprites_of_a_size_are_shared(void **state)
{
    (void)state;
    const vv_staged *one = scaled(1.0f), *two = scaled(2.0f), *three = scaled(3.0f);
    assert_true(one != two && two != three && one->key != two->key);
    assert_ptr_equal(scaled(2.0f), two); /* whatever is asked for until the document changes */
    assert_ptr_equal(scaled(1.0f), one);
    vv_performance *p = perform("\"actors\":[{\"name\":\"a\",\"artwork\":\"arm\",\"scale\":2},{\"name\":\"b\","
                                "\"artwork\":\"arm\",\"scale\":2},{\"name\":\"c\",\"artwork\":\"arm\"}]");
    assert_ptr_equal(sprite_of(p, 0), two->sprite);
    assert_ptr_equal(sprite_of(p, 1), two->sprite);
    assert_ptr_equal(sprite_of(p, 2), one->sprite);
    vv_performance_destroy(p);
    apply("{\"do\":\"sprite.set\",\"artwork\":\"arm\",\"density\":2}");
    assert_float_equal(vv_sprite_mass(scaled(2.0f)->sprite), 4.0f * vv_sprite_mass(scaled(1.0f)->sprite), 1e-3f);
}

/* A scale that is dragged: as many sprites as actors show, not one for every moment. */
static void sizes_that_nobody_has_are_forgotten(void **state)
{
    (void)state;
    vv_counting counting = {0};
    vv_allocator allocator = vv_counting_allocator(&counting);
    vv_session *own = NULL;
    const vv_staged *staged = NULL;
    vv_performance_destroy(perform("\"actors\":[{\"name\":\"a\",\"artwork\":\"arm\"},{\"name\":\"b\",\"artwork\":"
                                   "\"arm\",\"scale\":4}]"));
    assert_int_equal(vv_session_create(document, &figure_host, &allocator, &own, NULL), VV_OK);
    size_t used[8];
    for (int i = 0; i < 8; i++) {
        char command[128];
        snprintf(command, sizeof command, "{\"do\":\"actor.set\",\"scene\":\"stage 1\",\"actor\":\"a\",\"scale\":%g}",
                 1.25 + 0.125 * i);
        apply(command);
        assert_int_equal(vv_session_scaled(own, 0, VV_ACTOR_SPRITE, 4.0f, NULL, NULL, &staged, NULL), VV_OK);
        assert_int_equal(
            vv_session_scaled(own, 0, VV_ACTOR_SPRITE, 1.25f + 0.125f * (float)i, NULL, NULL, &staged, NULL), VV_OK);
        used[i] = counting.used;
    }
    assert_int_equal(used[7], used[1]);
    vv_session_destroy(own);
    assert_int_equal(counting.used, 0);
}

static void what_is_too_small_is_refused_and_no_memory_survived(void **state)
{
    (void)state;
    vv_performance_destroy(
        perform("\"actors\":[{\"name\":\"a\",\"artwork\":\"arm\",\"scale\":2},{\"name\":\"b\",\"artwork\":\"arm\"}]"));
    vv_result result = VV_ERROR_MEMORY;
    for (uint64_t n = 1; result == VV_ERROR_MEMORY; n++) {
        vv_counting counting = {0};
        vv_allocator allocator = vv_counting_allocator(&counting);
        vv_session *own = NULL;
        const vv_rigged *rigged = NULL;
        vv_performance *p = NULL;
        assert_int_equal(vv_session_create(document, &figure_host, &allocator, &own, NULL), VV_OK);
        assert_int_equal(vv_session_artwork(own, 0, NULL, &rigged, NULL), VV_OK);
        counting.fail_at = counting.allocations + n;
        result = vv_performance_create(own, 1, NULL, &p, NULL);
        vv_performance_destroy(p);
        vv_session_destroy(own);
        assert_int_equal(counting.used, 0);
    }
    assert_int_equal(result, VV_OK);
    vv_error error = {0};
    const vv_staged *staged = NULL;
    assert_int_equal(vv_session_scaled(session, 0, VV_ACTOR_SPRITE, 1e-8f, NULL, NULL, &staged, &error),
                     VV_ERROR_ARGUMENT);
    assert_string_equal(error.path, "$.artworks[0]");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_session, close_session)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(it_is_the_same_drawing_larger),
        TEST(it_grows_about_the_artworks_origin),
        TEST(strengths_mean_the_same_at_every_size),
        TEST(it_falls_as_fast_and_comes_to_lie_on_the_ground),
        TEST(holds_hold_the_point_of_the_artwork),
        TEST(what_is_picked_is_a_point_of_the_artwork),
        TEST(a_take_keeps_it),
        TEST(sprites_of_a_size_are_shared),
        TEST(sizes_that_nobody_has_are_forgotten),
        TEST(what_is_too_small_is_refused_and_no_memory_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
