/* Zones on the stage of a project: drawings float by their density, the script switches and moves zones by closed
 * forms, what it changes of actors is so, going back changes nothing, and a baked scene is the same. */
#include "stage_session.h"

#include <verve/verve.h>

/* Archimedes: what floats at rest has the share of its area below that its density is of the water's. */
static void what_floats_is_in_by_its_density(void **state)
{
    (void)state;
    static const float densities[][2] = {{0.25f, 1.0f}, {0.5f, 1.0f}, {0.8f, 1.0f}, {1.0f, 2.0f}, {3.0f, 1.0f}};
    for (size_t k = 0; k < sizeof densities / sizeof *densities; k++) {
        double share = (double)(densities[k][0] / densities[k][1]);
        vv_performance *p =
            perform("\"actors\":[{\"name\":\"s\",\"artwork\":\"strip\",\"at\":[-1,0.2],\"density\":%g}],\"zones\":[{"
                    "\"name\":\"sea\",\"kind\":\"water\",\"points\":[[-9,0],[9,0]],\"drag\":4,\"angular_drag\":4,"
                    "\"density\":%g}]",
                    (double)densities[k][0], (double)densities[k][1]);
        vv_performance_show(p, 15.0);
        assert_near((double)vv_performance_zone_share(p, 0, 0), share < 1.0 ? share : 1.0, 0.02);
        if (share > 1.0) /* it sinks */
            assert_true(vv_performance_actor_state(p, 0).position.y < -3.0f);
        vv_performance_destroy(p);
    }
}

/* A force of 2 m/s² from 1 s on, that fades evenly to nothing from 2 to 3 s: 2 (t − 1), then 2 + 2 u − u². */
static void a_force_is_switched_and_fades(void **state)
{
    (void)state;
    vv_performance *p = perform(
        "\"gravity\":[0,0],\"actors\":[{\"name\":\"s\",\"artwork\":\"strip\"}],\"zones\":[{\"name\":\"pull\",\"kind\":"
        "\"force\",\"acceleration\":[2,0],\"active\":false}],\"script\":[{\"time\":1,\"do\":\"zone\",\"zone\":\"pull\","
        "\"changes\":{\"active\":true}},{\"time\":2,\"do\":\"zone\",\"zone\":\"pull\",\"changes\":{\"acceleration\":[0,"
        "0]},"
        "\"seconds\":1,\"ease\":\"linear\"},{\"time\":3.5,\"do\":\"zone\",\"zone\":\"pull\",\"changes\":{"
        "\"acceleration\":"
        "[9,0],\"active\":false}}]");
    vv_zone_def def;
    for (uint32_t f = 0; f <= 300; f += 5) {
        double t = f / 60.0, u = t < 2.0 ? 0.0 : t < 3.0 ? t - 2.0 : 1.0;
        vv_performance_show(p, t);
        double speed = t < 1.0 ? 0.0 : t < 2.0 ? 2.0 * (t - 1.0) : 2.0 + 2.0 * u - u * u;
        assert_near((double)vv_performance_actor_state(p, 0).velocity.x, speed, 0.05);
    }
    assert_false(vv_performance_zone(p, 0, &def));
    assert_near((double)def.acceleration.x, 9.0, 0.0);
    assert_near((double)vv_performance_zone_share(p, 0, 0), 0.0, 0.0);
    vv_performance_destroy(p);
}

/* Two changes at once do not disturb each other: one rises gently for 2 s, the other begins later and is there at
 * once. */
static void numbers_of_zones_move_by_themselves(void **state)
{
    (void)state;
    vv_performance *p = perform(
        "\"actors\":[],\"zones\":[{\"name\":\"w\",\"kind\":\"water\",\"points\":[[0,0],[1,0]]},{\"kind\":\"wind\","
        "\"velocity\":[1,0],\"layers\":[2]}],\"script\":[{\"time\":0.5,\"do\":\"zone\",\"zone\":\"w\",\"changes\":{"
        "\"at\":[0,4],"
        "\"angle\":1},\"seconds\":2},{\"time\":1,\"do\":\"zone\",\"zone\":\"w\",\"changes\":{\"velocity\":[3,1],"
        "\"drag\":2,\"layers\":[4]}}]");
    for (uint32_t f = 0; f <= 240; f++) {
        double t = (f + 1) / 60.0, u = (t - 0.5) / 2.0; /* the step after the one shown has run */
        vv_zone_def def;
        u = u < 0.0 ? 0.0 : u > 1.0 ? 1.0 : u;
        vv_performance_show(p, f / 60.0);
        assert_true(vv_performance_zone(p, 0, &def));
        assert_near((double)def.position.y, 4.0 * (3.0 - 2.0 * u) * u * u, 1e-5);
        assert_near((double)def.angle, (3.0 - 2.0 * u) * u * u, 1e-5);
        assert_near((double)def.velocity.x, f < 60 ? 0.0 : 3.0, 0.0);
        assert_near((double)def.drag, f < 60 ? 0.5 : 2.0, 0.0);
        assert_int_equal(def.layers, f < 60 ? UINT32_MAX : 16u);
        assert_true(vv_performance_zone(p, 1, &def));
        assert_true(def.velocity.x == 1.0f && def.layers == 4u && def.point_count == 0);
    }
    vv_performance_destroy(p);
}

static void cues_change_size_weight_and_what_is_felt(void **state)
{
    (void)state;
    vv_performance *p = perform(
        "\"gravity\":[0,0],\"obstacles\":[{\"name\":\"o\",\"kind\":\"ground\",\"height\":-9,\"tag\":4294967295}],"
        "\"actors\":[{\"name\":\"a\",\"artwork\":\"strip\",\"scale\":0.5,\"density\":3,\"sensor\":true,\"tag\":7},{"
        "\"name\":\"b\",\"artwork\":\"strip\",\"at\":[5,0]}],\"script\":[{\"time\":1,\"do\":\"change\",\"actor\":\"a\","
        "\"changes\":{\"scale\":1,\"density\":2,\"sensor\":false,\"tag\":8}},{\"time\":1,\"do\":\"change\","
        "\"obstacle\":"
        "\"o\",\"changes\":{\"tag\":5}}]");
    vv_actor_state a = vv_performance_actor_state(p, 0), b = vv_performance_actor_state(p, 1);
    assert_near((double)a.mass, 0.25 * 3.0 * (double)b.mass, 1e-4 * (double)b.mass);
    assert_true(a.sensor && a.tag == 7 && b.tag == 0 && !b.sensor);
    assert_true(vv_performance_obstacle_state(p, 0).tag == UINT32_MAX);
    vv_performance_show(p, 3.0);
    a = vv_performance_actor_state(p, 0);
    assert_near((double)a.mass, 2.0 * (double)b.mass, 1e-3 * (double)b.mass);
    assert_near((double)a.size, (double)b.size, 1e-3);
    assert_true(!a.sensor && a.tag == 8);
    assert_true(vv_performance_obstacle_state(p, 0).tag == 5);
    vv_performance_destroy(p);
}

/* ---- Going back, and baking -------------------------------------------------------------------------------------- */

#define POND                                                                                                           \
    "\"zones\":[{\"name\":\"pond\",\"kind\":\"water\",\"points\":[[-4,-3],[4,-3],[4,0],[-4,0]]},{\"name\":\"gust\","   \
    "\"kind\":\"wind\",\"velocity\":[2,0],\"drag\":1,\"active\":false}],\"actors\":[{\"name\":\"a\",\"artwork\":"      \
    "\"strip\",\"at\":[-1,1],\"density\":0.4,\"report_stay\":true},{\"name\":\"b\",\"artwork\":\"arm\",\"at\":[2,3],"  \
    "\"tag\":9}],\"joints\":[{\"kind\":\"rope\",\"tag\":3,\"a\":{\"actor\":\"a\",\"at\":[2,1]},\"b\":{\"actor\":"      \
    "\"b\",\"handle\":\"hand\"},\"length\":4}],\"script\":[{\"time\":0.6,\"do\":\"zone\",\"zone\":\"pond\","           \
    "\"changes\":{\"at\":[0,1],\"angle\":0.1},\"seconds\":1},{\"time\":1,\"do\":\"zone\",\"zone\":\"gust\","           \
    "\"changes\":{\"active\":true}},{\"time\":1.2,\"do\":\"change\",\"actor\":\"b\",\"changes\":{\"scale\":1.5,"       \
    "\"density\":0.5}},{\"time\":1.5,\"do\":\"zone\",\"zone\":\"gust\",\"changes\":{\"active\":false}},{\"time\":2,"   \
    "\"do\":\"zone\",\"zone\":\"nothing\",\"changes\":{\"active\":true}}]"

/* What is not resizable stays as it is: done by hand it would be another run than the take that is kept of it. */
static void live_cues_resize_only_what_is_resizable(void **state)
{
    (void)state;
    static const char *const cues[] = {"{\"do\":\"change\",\"actor\":\"%s\",\"changes\":{\"scale\":2}}",
                                       "{\"do\":\"change\",\"actor\":\"%s\",\"changes\":{\"density\":2}}",
                                       "{\"do\":\"change\",\"actor\":\"%s\",\"changes\":{\"tag\":2}}"};
    vv_performance *p = perform(
        "\"actors\":[{\"name\":\"plain\",\"artwork\":\"strip\"},{\"name\":\"dense\",\"artwork\":\"strip\",\"at\":[9,0],"
        "\"density\":2},{\"name\":\"grows\",\"artwork\":\"strip\",\"at\":[19,0]}],\"script\":[{\"time\":100,\"do\":"
        "\"change\",\"actor\":\"grows\",\"changes\":{\"scale\":3}}]");
    static const char *const names[] = {"plain", "dense", "grows"};
    for (int actor = 0; actor < 3; actor++) {
        for (int c = 0; c < 3; c++) {
            char text[256];
            vv_json_document *json = NULL;
            vv_error error = {0};
            snprintf(text, sizeof text, cues[c], names[actor]);
            assert_int_equal(vv_json_parse(text, strlen(text), "cue", NULL, &json, &error), VV_OK);
            vv_result result = vv_performance_add_cue_json(p, json, vv_json_root(json), &error);
            assert_int_equal(result, actor == 0 && c < 2 ? VV_ERROR_ARGUMENT : VV_OK);
            vv_json_destroy(json);
        }
    }
    uint32_t count;
    vv_performance_live_cues(p, &count);
    assert_int_equal(count, 7);
    vv_performance_destroy(p);
}

static void going_back_changes_nothing(void **state)
{
    (void)state;
    vv_performance *p = perform("%s", POND);
    assert_going_back_changes_nothing(p, 5, 27, 150);
    vv_performance_destroy(p);
}

static void compare_defs(const vv_scene_def *def)
{
    assert_int_equal(def->zone_count, 2);
    assert_string_equal(def->zones[1].name, "gust");
    assert_true(def->zones[0].active && !def->zones[1].active && def->zones[0].visible);
    assert_int_equal(def->zones[0].def.point_count, 4);
    assert_true(def->actors[1].def.tag == 9 && def->actors[0].def.report_stay && def->actors[0].def.density == 0.4f);
    assert_true(def->joints[0].def.tag == 3);
}

static void a_baked_scene_is_the_same(void **state)
{
    (void)state;
    vv_performance *p = perform("%s", POND);
    vv_bake_def def = vv_default_bake_def();
    uint8_t *bytes = NULL;
    size_t count = 0;
    const vv_asset *asset = NULL;
    vv_scene_player *player = NULL;
    vv_error error = {0};
    if (vv_bake(session, &def, NULL, &bytes, &count, &error) != VV_OK)
        fail_msg("%s: %s", error.path, error.message);
    if (vv_asset_load(bytes, count, &asset, &error) != VV_OK)
        fail_msg("%s", error.message);
    const char *name = vv_document_project(document)->scenes[vv_document_project(document)->scene_count - 1]->name;
    if (vv_asset_scene_player_create(asset, vv_asset_find_scene(asset, name), NULL, NULL, &player, &error) != VV_OK)
        fail_msg("%s", error.message);
    compare_defs(vv_scene_player_def(player));
    assert_int_equal(vv_scene_player_find_zone(player, "gust"), 1);
    assert_int_equal(vv_scene_player_find_zone(player, "gus"), VV_NONE);
    for (uint32_t f = 0; f < 180; f += 3) {
        vv_performance_show(p, f / 60.0);
        vv_scene_player_show(player, f / 60.0);
        assert_true(vv_performance_hash(p) == vv_stage_hash(vv_scene_player_stage(player)));
        assert_int_equal(vv_scene_player_zone_is_active(player, 1), f >= 60 && f < 90);
    }
    vv_scene_player_destroy(player);
    vv_bake_release(session, bytes, count);
    vv_performance_destroy(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_floats_is_in_by_its_density, open_session, close_session),
        cmocka_unit_test_setup_teardown(a_force_is_switched_and_fades, open_session, close_session),
        cmocka_unit_test_setup_teardown(numbers_of_zones_move_by_themselves, open_session, close_session),
        cmocka_unit_test_setup_teardown(cues_change_size_weight_and_what_is_felt, open_session, close_session),
        cmocka_unit_test_setup_teardown(live_cues_resize_only_what_is_resizable, open_session, close_session),
        cmocka_unit_test_setup_teardown(going_back_changes_nothing, open_session, close_session),
        cmocka_unit_test_setup_teardown(a_baked_scene_is_the_same, open_session, close_session),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
