/* What can be changed of actors and obstacles at any time: it has its effect, wakes whom it concerns, is saved and
 * restored, and is refused where it makes no sense. */
#include "tests/runtime/stage/scenes.h"

#include <verve/query.h>

typedef struct fixture {
    body crate;
    vv_stage *stage;
    vv_obstacle ground, shelf;
    vv_actor low, high;
} fixture;

/* A crate on a shelf and one on top of it, asleep. */
static fixture make_fixture(void)
{
    vv_stage_def def = vv_default_stage_def();
    fixture f = {.crate = body_crate(1.0f, 4), .stage = make_stage(&def)};
    const vv_vec2 shelf[2] = {{-2.0f, 2.0f}, {2.0f, 2.0f}};
    vv_obstacle_def shelf_def = vv_default_obstacle_def();
    shelf_def.kind = VV_OBSTACLE_SEGMENTS;
    shelf_def.point_count = 2;
    shelf_def.points = shelf;
    assert_int_equal(vv_stage_add_ground(f.stage, 0.0f, 0.6f, &f.ground, NULL), VV_OK);
    assert_int_equal(vv_stage_add_obstacle(f.stage, &shelf_def, &f.shelf, NULL), VV_OK);
    vv_actor_def actor_def = actor_of(&f.crate);
    actor_def.position.y = 2.01f;
    f.low = add_actor(f.stage, &actor_def);
    actor_def.position.y = 3.03f;
    f.high = add_actor(f.stage, &actor_def);
    run_steps(f.stage, 180);
    assert_true(vv_stage_actor_state(f.stage, f.low).asleep && vv_stage_actor_state(f.stage, f.high).asleep);
    return f;
}

static void free_fixture(fixture *f)
{
    vv_stage_destroy(f->stage);
    body_free(&f->crate);
}

static float height_of(const fixture *f, vv_actor id) { return vv_stage_actor_state(f->stage, id).position.y; }

static void layers_decide_what_collides_from_then_on(void **state)
{
    (void)state;
    fixture f = make_fixture();
    /* The upper one falls through the lower, and comes to rest on the shelf. */
    assert_true(vv_stage_set_layers(f.stage, f.high, 1, 0xfffffffdu));
    assert_true(vv_stage_set_layers(f.stage, f.low, 2, 0xffffffffu));
    run_steps(f.stage, 120);
    assert_true(fabsf(height_of(&f, f.high) - 2.5f) < 0.02f && fabsf(height_of(&f, f.low) - 2.5f) < 0.02f);
    /* The shelf lets one of them fall. */
    assert_true(vv_stage_set_obstacle_layers(f.stage, f.shelf, 2));
    run_steps(f.stage, 120);
    assert_true(fabsf(height_of(&f, f.high) - 0.5f) < 0.02f && fabsf(height_of(&f, f.low) - 2.5f) < 0.02f);
    vv_actor_state s = vv_stage_actor_state(f.stage, f.high);
    assert_true(s.layers == 1 && s.mask == 0xfffffffdu && vv_stage_obstacle_state(f.stage, f.shelf).layers == 2);
    free_fixture(&f);
}

static void an_obstacle_becomes_a_sensor_and_back(void **state)
{
    (void)state;
    fixture f = make_fixture();
    assert_true(vv_stage_set_obstacle_sensor(f.stage, f.shelf, true));
    run_steps(f.stage, 20);
    assert_true(height_of(&f, f.low) < 2.4f);
    run_steps(f.stage, 180);
    assert_true(fabsf(height_of(&f, f.low) - 0.5f) < 0.03f && fabsf(height_of(&f, f.high) - 1.5f) < 0.03f);
    assert_true(vv_stage_set_obstacle_sensor(f.stage, f.shelf, false));
    vv_stage_teleport(f.stage, f.high, (vv_vec2){0.0f, 4.0f}, 0.0f);
    run_steps(f.stage, 120);
    assert_true(fabsf(height_of(&f, f.high) - 2.5f) < 0.03f);
    free_fixture(&f);
}

static void an_actor_becomes_a_sensor_and_back(void **state)
{
    (void)state;
    fixture f = make_fixture();
    assert_true(vv_stage_set_sensor(f.stage, f.low, true));
    run_steps(f.stage, 100);
    /* It falls through everything, and what stood on it comes to stand on the shelf. */
    assert_true(height_of(&f, f.low) < -1.0f && fabsf(height_of(&f, f.high) - 2.5f) < 0.03f);
    vv_hit hit;
    vv_actor_state s = vv_stage_actor_state(f.stage, f.low);
    assert_true(s.sensor);
    vv_query_filter filter = vv_default_query_filter();
    filter.obstacles = false;
    assert_int_equal(vv_stage_overlap_point(f.stage, s.position, &filter, &hit, 1), 0);
    filter.sensors = true;
    assert_int_equal(vv_stage_overlap_point(f.stage, s.position, &filter, &hit, 1), 1);
    assert_true(vv_stage_set_sensor(f.stage, f.low, false));
    vv_stage_teleport(f.stage, f.low, (vv_vec2){0.0f, 6.0f}, 0.0f);
    run_steps(f.stage, 180);
    assert_true(fabsf(height_of(&f, f.low) - 3.5f) < 0.05f);
    free_fixture(&f);
}

/* A crate slides down a slope of 20 degrees if friction is below tan 20° = 0.36, and not above. */
static void friction_of_an_obstacle_can_be_changed(void **state)
{
    (void)state;
    vv_stage_def def = vv_default_stage_def();
    vv_stage *stage = make_stage(&def);
    body b = body_crate(0.5f, 3);
    const vv_vec2 slope[2] = {{0.0f, 0.0f}, {1.0f, 0.36397f}};
    vv_obstacle_def slope_def = vv_default_obstacle_def();
    vv_obstacle id;
    slope_def.point_count = 2;
    slope_def.points = slope;
    slope_def.friction = 0.8f;
    assert_int_equal(vv_stage_add_obstacle(stage, &slope_def, &id, NULL), VV_OK);
    vv_actor_def actor_def = actor_of(&b);
    actor_def.angle = 0.34907f;
    actor_def.position = (vv_vec2){0.0f, 0.01f};
    actor_def.strengths.friction = 0.8f;
    vv_actor who = add_actor(stage, &actor_def);
    run_steps(stage, 180);
    vv_vec2 before = vv_stage_actor_state(stage, who).position;
    assert_true(vv_stage_actor_state(stage, who).asleep && fabsf(before.x) < 0.2f);
    assert_true(vv_stage_set_obstacle_friction(stage, id, 0.02f));
    run_steps(stage, 60);
    vv_vec2 after = vv_stage_actor_state(stage, who).position;
    assert_true(vv_vec2_distance(before, after) > 0.5f);
    assert_true(vv_stage_obstacle_state(stage, id).friction == 0.02f);
    vv_stage_destroy(stage);
    body_free(&b);
}

static void a_chain_becomes_one_way(void **state)
{
    (void)state;
    fixture f = make_fixture();
    assert_true(vv_stage_set_obstacle_one_way(f.stage, f.shelf, true));
    assert_false(vv_stage_set_obstacle_one_way(f.stage, f.ground, true));
    vv_stage_teleport(f.stage, f.high, (vv_vec2){0.0f, 0.6f}, 0.0f);
    vv_stage_teleport(f.stage, f.low, (vv_vec2){8.0f, 0.6f}, 0.0f);
    vv_stage_set_velocity(f.stage, f.high, (vv_vec2){0.0f, 9.0f}, 0.0f);
    run_steps(f.stage, 180);
    assert_true(fabsf(height_of(&f, f.high) - 2.5f) < 0.03f);
    free_fixture(&f);
}

static void what_is_only_kept_wakes_nobody_and_changes_no_motion(void **state)
{
    (void)state;
    fixture f = make_fixture();
    const vv_tint tint = {0.5f, 0.25f, 2.0f, 0.75f};
    assert_true(vv_stage_set_tint(f.stage, f.low, tint) && vv_stage_set_tag(f.stage, f.low, 77));
    assert_true(vv_stage_set_obstacle_tag(f.stage, f.shelf, 78));
    run_steps(f.stage, 1);
    vv_actor_state s = vv_stage_actor_state(f.stage, f.low);
    assert_true(s.asleep && s.tag == 77 && memcmp(&s.tint, &tint, sizeof tint) == 0);
    assert_int_equal(vv_stage_obstacle_state(f.stage, f.shelf).tag, 78);
    free_fixture(&f);
}

static void what_makes_no_sense_is_refused(void **state)
{
    (void)state;
    fixture f = make_fixture();
    const float odd[] = {NAN, INFINITY, -1.0f, 1001.0f};
    const vv_actor nobody = {7, 3};
    uint64_t before = vv_stage_hash(f.stage);
    for (uint32_t i = 0; i < 4; i++) {
        vv_error error = {0};
        vv_actor id;
        vv_actor_def def = actor_of(&f.crate);
        def.tint.g = odd[i];
        assert_int_equal(vv_stage_add_actor(f.stage, &def, &id, &error), VV_ERROR_ARGUMENT);
        assert_non_null(strstr(error.message, "tint"));
        assert_false(vv_stage_set_tint(f.stage, f.low, def.tint));
        assert_false(vv_stage_set_obstacle_friction(f.stage, f.ground, odd[i]));
    }
    assert_false(vv_stage_set_layers(f.stage, nobody, 1, 1) || vv_stage_set_tag(f.stage, nobody, 1));
    assert_false(vv_stage_set_hidden_layers(f.stage, nobody, 1) || vv_stage_set_tint(f.stage, nobody, (vv_tint){0}));
    assert_false(vv_stage_set_obstacle_tag(f.stage, (vv_obstacle){9, 9}, 1) ||
                 vv_stage_set_obstacle_sensor(f.stage, (vv_obstacle){9, 9}, true) ||
                 vv_stage_set_obstacle_layers(f.stage, (vv_obstacle){9, 9}, 1));
    assert_true(vv_stage_hash(f.stage) == before);
    free_fixture(&f);
}

static void a_save_holds_all_of_it(void **state)
{
    (void)state;
    fixture f = make_fixture();
    vv_stage_set_layers(f.stage, f.low, 3, 5);
    vv_stage_set_tint(f.stage, f.low, (vv_tint){0.1f, 0.2f, 0.3f, 0.4f});
    vv_stage_set_hidden_layers(f.stage, f.low, 9);
    vv_stage_set_tag(f.stage, f.low, 6);
    vv_stage_set_obstacle_friction(f.stage, f.shelf, 0.3f);
    vv_stage_set_obstacle_layers(f.stage, f.shelf, 12);
    vv_stage_set_obstacle_one_way(f.stage, f.shelf, true);
    size_t count = vv_stage_save_bytes(f.stage);
    uint8_t *bytes = malloc(count);
    vv_stage_save(f.stage, bytes, count);
    uint64_t hash = vv_stage_hash(f.stage);
    vv_stage_set_layers(f.stage, f.low, 1, 1);
    assert_true(vv_stage_hash(f.stage) != hash);
    vv_stage_set_tint(f.stage, f.low, (vv_tint){1.0f, 1.0f, 1.0f, 1.0f});
    vv_stage_set_hidden_layers(f.stage, f.low, 0);
    vv_stage_set_tag(f.stage, f.low, 0);
    vv_stage_set_obstacle_friction(f.stage, f.shelf, 0.9f);
    vv_stage_set_obstacle_layers(f.stage, f.shelf, 1);
    vv_stage_set_obstacle_one_way(f.stage, f.shelf, false);
    vv_stage_set_obstacle_sensor(f.stage, f.shelf, true);
    run_steps(f.stage, 10);
    assert_int_equal(vv_stage_restore(f.stage, bytes, count, NULL), VV_OK);
    assert_true(vv_stage_hash(f.stage) == hash);
    vv_actor_state s = vv_stage_actor_state(f.stage, f.low);
    vv_obstacle_state o = vv_stage_obstacle_state(f.stage, f.shelf);
    assert_true(s.layers == 3 && s.mask == 5 && s.tint.b == 0.3f && s.hidden_layers == 9 && s.tag == 6);
    assert_true(o.friction == 0.3f && o.layers == 12 && o.one_way && !o.sensor);
    free(bytes);
    free_fixture(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layers_decide_what_collides_from_then_on),
        cmocka_unit_test(an_obstacle_becomes_a_sensor_and_back),
        cmocka_unit_test(an_actor_becomes_a_sensor_and_back),
        cmocka_unit_test(friction_of_an_obstacle_can_be_changed),
        cmocka_unit_test(a_chain_becomes_one_way),
        cmocka_unit_test(what_is_only_kept_wakes_nobody_and_changes_no_motion),
        cmocka_unit_test(what_makes_no_sense_is_refused),
        cmocka_unit_test(a_save_holds_all_of_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
