/* Characters, shapes, verbs and graphs: built, played, baked and loaded again. */
#include "author/build/library.h"
#include "fuzz/items.h"
#include "runtime/asset/asset.h"
#include "stick.h"

static vv_document *document;
static vv_session *session;

static int open_session(void **state)
{
    (void)state;
    document = stick_document(NULL);
    return vv_session_create(document, &stick_host, NULL, &session, NULL) != VV_OK;
}

static int close_session(void **state)
{
    (void)state;
    vv_session_destroy(session);
    vv_document_destroy(document);
    return 0;
}

static void apply(const char *text)
{
    vv_json_document *json = NULL;
    vv_error error = {0};
    assert_int_equal(vv_json_parse(text, strlen(text), "command", NULL, &json, &error), VV_OK);
    vv_result result = vv_document_apply(document, json, vv_json_root(json), &error);
    if (result != VV_OK)
        print_error("%s: %s\n", error.path, error.message);
    assert_int_equal(result, VV_OK);
    vv_json_destroy(json);
}

static vv_performance3 *play(vv_scene_kind kind, uint32_t subject)
{
    vv_performance3 *act = NULL;
    vv_error error = {0};
    vv_result result = vv_performance3_create(session, kind, subject, &act, &error);
    if (result != VV_OK)
        print_error("%s: %s\n", error.path, error.message);
    assert_int_equal(result, VV_OK);
    return act;
}

/* ---- Building ---------------------------------------------------------------------------------------------------- */

static void a_take_of_other_joints_is_refused(void **state)
{
    (void)state;
    vv_error error = {0};
    const vv_built_verb *built = NULL;
    apply("{\"do\": \"place.add\", \"verb\": \"walk\", \"take\": \"alien\", \"at\": [0.5]}");
    assert_int_equal(vv_session_verb(session, 0, &built, &error), VV_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "alien.bvh"));
    /* Also alone, when there is no other take to compare it with. */
    apply("{\"do\": \"place.remove\", \"verb\": \"walk\", \"take\": \"calm\"}");
    apply("{\"do\": \"place.remove\", \"verb\": \"walk\", \"take\": \"lively\"}");
    assert_int_equal(vv_session_verb(session, 0, &built, &error), VV_ERROR_ARGUMENT);
}

/* The graph's list has "hurry" first; the graph itself counts the axis "mood" before it. */
static void conditions_ask_for_the_input_they_name(void **state)
{
    (void)state;
    vv_performance3 *act = play(VV_SCENE_GRAPH, 0);
    const vv_graph *graph = vv_performance3_graph(act);
    vv_graph_player *performer = vv_performance3_graph_player(act);
    assert_true(vv_graph_find_input(graph, "mood") < vv_graph_find_input(graph, "hurry"));
    assert_true(vv_graph_player_set_input(performer, vv_graph_find_input(graph, "mood"), 1.0f));
    vv_performance3_advance(act, 0.3f);
    assert_int_equal(vv_graph_player_current_status(performer).state, vv_graph_find_state(graph, "walking"));
    assert_true(vv_graph_player_set_input(performer, vv_graph_find_input(graph, "hurry"), 1.0f));
    vv_performance3_advance(act, 0.1f);
    assert_int_equal(vv_graph_player_current_status(performer).state, vv_graph_find_state(graph, "hopping"));
    vv_performance3_destroy(act);
}

static void what_did_not_change_is_not_built_again(void **state)
{
    (void)state;
    const vv_built_graph *graph = NULL, *again = NULL;
    const vv_built_verb *verb = NULL;
    assert_int_equal(vv_session_graph(session, 0, &graph, NULL), VV_OK);
    apply("{\"do\": \"shape.set\", \"shape\": \"bud\", \"levels\": 2}");
    assert_int_equal(vv_session_graph(session, 0, &again, NULL), VV_OK);
    assert_ptr_equal(graph, again);
    vv_built_graph *kept = vv_built_graph_retain(graph);
    apply("{\"do\": \"verb.set\", \"verb\": \"walk\", \"controls\": 12}");
    assert_int_equal(vv_session_graph(session, 0, &again, NULL), VV_OK);
    assert_ptr_not_equal(kept, again);
    assert_int_equal(vv_session_verb(session, 1, &verb, NULL), VV_OK);
    assert_ptr_equal(again->verbs[1], verb); /* hopping is as it was */
    vv_built_graph_destroy(kept);
}

/* ---- Baking ------------------------------------------------------------------------------------------------------ */

typedef struct baked {
    uint8_t *bytes;
    size_t count;
    const vv_asset *asset;
} baked;

static baked bake(void)
{
    baked b = {0};
    vv_bake_def def = vv_default_bake_def();
    vv_error error = {0};
    if (vv_bake(session, &def, NULL, &b.bytes, &b.count, &error) != VV_OK)
        fail_msg("%s: %s", error.path, error.message);
    if (vv_asset_load(b.bytes, b.count, &b.asset, &error) != VV_OK)
        fail_msg("%s: %s", error.path, error.message);
    return b;
}

static void release(const baked *b) { vv_bake_release(session, b->bytes, b->count); }

/* Both performers go through the same life, and have the same bits. */
static void same_life(const vv_graph *graph, vv_graph_player *a, vv_graph_player *b)
{
    size_t joints = 4;
    for (uint32_t i = 0; i < 90; i++) {
        vv_graph_player *both[2] = {a, b};
        for (uint32_t k = 0; k < 2; k++) {
            vv_graph_player_set_input(both[k], vv_graph_find_input(graph, "mood"), (float)(i / 20));
            if (i == 40)
                vv_graph_player_raise_event(both[k], vv_graph_find_event(graph, "boo"));
            vv_graph_player_advance(both[k], 1.0f / 30.0f);
        }
        assert_memory_equal(vv_graph_player_globals(a), vv_graph_player_globals(b), joints * sizeof(vv_affine3));
        assert_int_equal(vv_graph_player_current_status(a).state, vv_graph_player_current_status(b).state);
    }
    assert_true(vv_graph_player_current_status(a).root.z > 0.5f);
}

static void a_baked_graph_plays_as_the_session_s(void **state)
{
    (void)state;
    const vv_built_graph *built = NULL;
    const vv_verb *verbs[VV_GRAPH_MAX_VERBS];
    vv_graph_player *ours = NULL, *theirs = NULL;
    /* "life" enters "walk" first: its verbs are not in the order of the project's. */
    apply("{\"do\": \"verb.move\", \"verb\": \"hop\", \"before\": \"walk\"}");
    baked b = bake();
    assert_int_equal(vv_session_graph(session, 0, &built, NULL), VV_OK);
    uint32_t index = vv_asset_find_graph(b.asset, "life");
    assert_int_equal(vv_asset_graph_verbs(b.asset, index, VV_GRAPH_MAX_VERBS, verbs), 2);
    assert_ptr_equal(verbs[0], vv_asset_verb(b.asset, vv_asset_find_verb(b.asset, "walk")));
    assert_ptr_equal(verbs[1], vv_asset_verb(b.asset, vv_asset_find_verb(b.asset, "hop")));
    assert_int_equal(vv_graph_player_create(vv_asset_graph(b.asset, index), verbs, NULL, &ours, NULL), VV_OK);
    assert_int_equal(vv_graph_player_create(built->graph, built->runtime, NULL, &theirs, NULL), VV_OK);
    same_life(built->graph, ours, theirs);
    vv_graph_player_destroy(ours, NULL);
    vv_graph_player_destroy(theirs, NULL);
    release(&b);
}

/* A session that already built the graph must not keep where its verbs were before they traded places. */
static void verbs_that_trade_places_are_baked_right(void **state)
{
    (void)state;
    const vv_verb *verbs[VV_GRAPH_MAX_VERBS];
    baked b = bake();
    release(&b);
    apply("{\"do\": \"verb.move\", \"verb\": \"hop\", \"before\": \"walk\"}");
    b = bake();
    vv_asset_graph_verbs(b.asset, 0, VV_GRAPH_MAX_VERBS, verbs);
    assert_true(vv_verb_cyclic(verbs[0]) && !vv_verb_cyclic(verbs[1]));
    release(&b);
}

static void a_baked_shape_is_the_session_s(void **state)
{
    (void)state;
    baked b = bake();
    assert_int_equal(vv_asset_shape_count(b.asset), 2);
    for (uint32_t s = 0; s < 2; s++) {
        vv_performance3 *act = play(VV_SCENE_SHAPE, s);
        const vv_shape *shape = vv_asset_shape(b.asset, s);
        uint32_t count = vv_shape_surface_vertex_count(shape), about = 9;
        float at = 0.5f, weights[2]; /* half a radian is what items_bend bends */
        vv_vec3 *form = items_allocate(vv_shape_form_capacity(shape), sizeof *form);
        vv_vec3 *positions = items_allocate(count, sizeof *positions),
                *normals = items_allocate(count, sizeof *normals);
        vv_performance3_set_place(act, &at);
        vv_performance3_advance(act, 0.0f);
        vv_field_weights(vv_shape_field(shape), &at, weights);
        vv_shape_blend(shape, weights, form);
        const vv_skin3 *skin = vv_asset_shape_skin(b.asset, s);
        assert_int_equal(skin != NULL, s == 1);
        assert_int_equal(vv_asset_shape_driver(b.asset, s, 0, &about), s == 0 ? VV_NONE : 2u);
        if (skin != NULL)
            items_bend(b.asset, s, skin, form);
        vv_shape_surface(shape, form, positions, normals);
        vv_draw_data look = vv_performance3_draw_data(act);
        assert_int_equal(look.vertex_count, count);
        assert_memory_equal(look.positions, positions, count * sizeof *positions);
        assert_memory_equal(look.normals, normals, count * sizeof *normals);
        free(form);
        free(positions);
        free(normals);
        vv_performance3_destroy(act);
    }
    release(&b);
}

static void a_baked_character_is_the_session_s(void **state)
{
    (void)state;
    const vv_character *character = NULL;
    baked b = bake();
    assert_int_equal(vv_session_character(session, 0, &character, NULL), VV_OK);
    vv_asset_skinned_mesh body = vv_asset_character(b.asset, vv_asset_find_character(b.asset, "stick"));
    const vv_form *form = &character->figure.form;
    assert_string_equal(body.name, "stick");
    assert_true(vv_skeleton_has_same_joints(body.skeleton, character->skeleton));
    assert_int_equal(body.vertex_count, form->vertex_count);
    assert_int_equal(body.triangle_count, form->triangle_count);
    assert_memory_equal(body.positions, form->positions, form->vertex_count * sizeof *form->positions);
    assert_memory_equal(body.triangles, form->triangles, 3 * form->triangle_count * sizeof *form->triangles);
    assert_null(items_use(b.asset));
    release(&b);
}

/* Loads what was damaged, its hash made right; what is accepted is used. */
static bool try_damaged(const baked *b, uint8_t *copy)
{
    const vv_asset *asset = NULL;
    ((vvi_asset_header *)(void *)copy)->hash = vvi_asset_hash(copy, b->count);
    if (vv_asset_load(copy, b->count, &asset, NULL) != VV_OK)
        return false;
    assert_null(items_use(asset));
    return true;
}

static void damage_is_refused_or_harmless(void **state)
{
    (void)state;
    baked b = bake();
    uint8_t *copy = items_allocate(b.count, 1);
    memcpy(copy, b.bytes, b.count);
    assert_true(try_damaged(&b, copy));
    const vvi_asset_header *header = (const void *)b.bytes;
    size_t table = header->items, end = table + header->item_count * sizeof(vvi_asset_item);
    uint32_t refused = 0;
    for (size_t i = 0; i < b.count; i += i < sizeof *header || (i >= table && i < end) ? 1 : 61) {
        static const uint8_t flips[] = {0x01, 0x40, 0xff};
        copy[i] ^= flips[i % 3];
        refused += !try_damaged(&b, copy);
        copy[i] = b.bytes[i];
    }
    assert_true(refused > 200);
    for (size_t count = 0; count < b.count; count += 1 + b.count / 97) {
        const vv_asset *asset = NULL;
        assert_int_not_equal(vv_asset_load(b.bytes, count, &asset, NULL), VV_OK);
    }
    free(copy);
    release(&b);
}

/* ---- No memory --------------------------------------------------------------------------------------------------- */

/* Builds, plays and bakes all there is with allocation n failing; whether it came through. */
static bool come_through(uint64_t n)
{
    vv_counting counting = {.fail_at = n};
    vv_allocator allocator = vv_counting_allocator(&counting);
    vv_session *mine = NULL;
    vv_performance3 *act = NULL;
    uint8_t *bytes = NULL;
    size_t count = 0;
    vv_bake_def def = vv_default_bake_def();
    vv_result result = vv_session_create(document, &stick_host, &allocator, &mine, NULL);
    if (result == VV_OK)
        result = vv_performance3_create(mine, VV_SCENE_SHAPE, 1, &act, NULL);
    if (result == VV_OK) {
        vv_performance3_destroy(act);
        result = vv_performance3_create(mine, VV_SCENE_GRAPH, 0, &act, NULL);
    }
    if (result == VV_OK) {
        vv_performance3_advance(act, 0.1f);
        vv_performance3_destroy(act);
        result = vv_bake(mine, &def, NULL, &bytes, &count, NULL);
    }
    if (result == VV_OK)
        vv_bake_release(mine, bytes, count);
    else
        assert_int_equal(result, VV_ERROR_MEMORY);
    vv_session_destroy(mine);
    assert_int_equal(counting.used, 0);
    return result == VV_OK;
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    uint64_t n = 1;
    while (!come_through(n))
        n++;
    assert_true(n > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_take_of_other_joints_is_refused, open_session, close_session),
        cmocka_unit_test_setup_teardown(conditions_ask_for_the_input_they_name, open_session, close_session),
        cmocka_unit_test_setup_teardown(what_did_not_change_is_not_built_again, open_session, close_session),
        cmocka_unit_test_setup_teardown(a_baked_graph_plays_as_the_session_s, open_session, close_session),
        cmocka_unit_test_setup_teardown(verbs_that_trade_places_are_baked_right, open_session, close_session),
        cmocka_unit_test_setup_teardown(a_baked_shape_is_the_session_s, open_session, close_session),
        cmocka_unit_test_setup_teardown(a_baked_character_is_the_session_s, open_session, close_session),
        cmocka_unit_test_setup_teardown(damage_is_refused_or_harmless, open_session, close_session),
        cmocka_unit_test_setup_teardown(every_allocation_may_fail, open_session, close_session),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
