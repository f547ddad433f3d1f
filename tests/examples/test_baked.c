/* The shipped examples that stand in space, baked and loaded again: verbs, graphs and shapes from the file move as
 * those of the session, bit by bit. */
#include "author/build/creatures.h"
#include "author/build/folder_host.h"
#include "author/folder/folder.h"
#include "fuzz/items.h"
#include "tests/testing.h"

typedef struct baked {
    vv_project_folder *folder;
    vv_folder_host host;
    vv_session *session;
    const vv_project *project;
    uint8_t *bytes;
    size_t count;
    const vv_asset *asset;
} baked;

static void must(vv_result result, const vv_error *error)
{
    if (result != VV_OK)
        fail_msg("%s: %s", error->path, error->message);
}

static baked bake(const char *name)
{
    baked b = {0};
    char path[4096];
    vv_error error = {0};
    vv_bake_def def = vv_default_bake_def();
    snprintf(path, sizeof path, "%s/examples/%s", getenv("VV_SOURCE"), name);
    must(vv_project_folder_open(path, VV_FOLDER_READ, VV_FLUSH_HOST, NULL, &b.folder, &error), &error);
    must(vv_folder_host_open(path, &b.host, &error), &error);
    must(vv_session_create(vv_project_folder_document(b.folder), &b.host.host, NULL, &b.session, &error), &error);
    must(vv_bake(b.session, &def, NULL, &b.bytes, &b.count, &error), &error);
    must(vv_asset_load(b.bytes, b.count, &b.asset, &error), &error);
    b.project = vv_document_project(vv_project_folder_document(b.folder));
    return b;
}

static void release(baked *b)
{
    vv_bake_release(b->session, b->bytes, b->count);
    vv_session_destroy(b->session);
    vv_project_folder_close(b->folder);
}

/* Two performers through three seconds in which every input and event changes. */
static void compare_graph(const baked *b, uint32_t index)
{
    vv_error error = {0};
    const vv_built_graph *built = NULL;
    const vv_verb *verbs[VV_GRAPH_MAX_VERBS];
    vv_graph_player *both[2] = {NULL, NULL};
    const vv_graph *graph = vv_asset_graph(b->asset, vv_asset_find_graph(b->asset, b->project->graphs[index]->name));
    must(vv_session_graph(b->session, index, &built, &error), &error);
    assert_int_equal(vv_asset_graph_verbs(b->asset, index, VV_GRAPH_MAX_VERBS, verbs), built->verb_count);
    must(vv_graph_player_create(graph, verbs, NULL, &both[0], &error), &error);
    must(vv_graph_player_create(built->graph, built->runtime, NULL, &both[1], &error), &error);
    size_t bytes = vv_skeleton_joint_count(built->character->skeleton) * sizeof(vv_affine3);
    uint32_t inputs = vv_graph_input_count(graph), events = vv_graph_event_count(graph), changes = 0, last = 0;
    for (uint32_t i = 0; i < 180; i++) {
        for (uint32_t k = 0; k < 2; k++) {
            if (inputs > 0 && i % 15 == 0)
                vv_graph_player_set_input(both[k], i / 15 % inputs, (float)(i / 15 % 3) * 0.5f);
            if (events > 0 && i % 60 == 59)
                vv_graph_player_raise_event(both[k], i / 60 % events);
            vv_graph_player_advance(both[k], 1.0f / 60.0f);
        }
        assert_memory_equal(vv_graph_player_globals(both[0]), vv_graph_player_globals(both[1]), bytes);
        uint32_t now = vv_graph_player_current_status(both[0]).state;
        assert_int_equal(now, vv_graph_player_current_status(both[1]).state);
        changes += now != last;
        last = now;
    }
    assert_true(changes > 0 || vv_graph_state_count(graph) == 1);
    vv_graph_player_destroy(both[0], NULL);
    vv_graph_player_destroy(both[1], NULL);
}

/* Half way along every axis, or where a driven joint bends by half a radian (items_bend). */
static void compare_shape(const baked *b, uint32_t index)
{
    vv_error error = {0};
    vv_performance3 *act = NULL;
    must(vv_performance3_create(b->session, VV_SCENE_SHAPE, index, &act, &error), &error);
    const vv_shape *shape = vv_asset_shape(b->asset, index);
    uint32_t count = vv_shape_surface_vertex_count(shape), about = 0;
    float at[VV_FIELD_MAX_AXES], weights[VV_FIELD_MAX_EXAMPLES];
    vv_vec3 *form = items_allocate(vv_shape_form_capacity(shape), sizeof *form);
    vv_vec3 *positions = items_allocate(count, sizeof *positions), *normals = items_allocate(count, sizeof *normals);
    for (uint32_t a = 0; a < vv_field_axis_count(vv_shape_field(shape)); a++) {
        vv_axis axis = vv_field_axis(vv_shape_field(shape), a);
        bool driven = vv_asset_shape_driver(b->asset, index, a, &about) != VV_NONE;
        at[a] = driven ? 0.5f : axis.low + 0.75f * (axis.high - axis.low);
    }
    vv_performance3_set_place(act, at);
    vv_performance3_advance(act, 0.0f);
    vv_field_weights(vv_shape_field(shape), at, weights);
    vv_shape_blend(shape, weights, form);
    if (vv_asset_shape_skin(b->asset, index) != NULL)
        items_bend(b->asset, index, vv_asset_shape_skin(b->asset, index), form);
    vv_shape_surface(shape, form, positions, normals);
    assert_int_equal(vv_performance3_draw_data(act).vertex_count, count);
    assert_memory_equal(vv_performance3_draw_data(act).positions, positions, count * sizeof *positions);
    assert_memory_equal(vv_performance3_draw_data(act).normals, normals, count * sizeof *normals);
    free(form);
    free(positions);
    free(normals);
    vv_performance3_destroy(act);
}

/* Every verb at the middle of its axes, at eight phases. */
static void compare_verb(const baked *b, uint32_t index)
{
    vv_error error = {0};
    const vv_built_verb *built = NULL;
    must(vv_session_verb(b->session, index, &built, &error), &error);
    const vv_verb *verb = vv_asset_verb(b->asset, index);
    float at[VV_FIELD_MAX_AXES], weights[2][VV_FIELD_MAX_EXAMPLES];
    uint32_t room = vv_verb_dof_capacity(verb), examples = vv_field_example_count(vv_verb_field(verb));
    float *ours = items_allocate(room, sizeof *ours), *theirs = items_allocate(room, sizeof *theirs);
    for (uint32_t a = 0; a < vv_field_axis_count(vv_verb_field(verb)); a++) {
        vv_axis axis = vv_field_axis(vv_verb_field(verb), a);
        at[a] = 0.5f * (axis.low + axis.high);
    }
    vv_field_weights(vv_verb_field(verb), at, weights[0]);
    vv_field_weights(vv_verb_field(built->verb), at, weights[1]);
    assert_memory_equal(weights[0], weights[1], examples * sizeof(float));
    for (uint32_t i = 0; i < 8; i++) {
        vv_verb_mix(verb, weights[0], (float)i / 8.0f, ours);
        vv_verb_mix(built->verb, weights[1], (float)i / 8.0f, theirs);
        assert_memory_equal(ours, theirs, vv_verb_dof_count(verb) * sizeof(float));
    }
    free(ours);
    free(theirs);
}

/* Every motion on every creature for a second and a half, walking in the first gait where there is one: from the
 * file, and from the session. */
static void compare_play(const baked *b, uint32_t creature, uint32_t motion)
{
    vv_error error = {0};
    const vv_built_creature *built_creature = NULL;
    const vv_built_motion *built_motion = NULL;
    const vv_built_gait *built_gait = NULL;
    must(vv_session_creature(b->session, creature, &built_creature, &error), &error);
    must(vv_session_motion(b->session, motion, &built_motion, &error), &error);
    if (b->project->gait_count > 0)
        must(vv_session_gait(b->session, 0, &built_gait, &error), &error);
    const vv_creature *creatures[2] = {vv_asset_creature(b->asset, creature), built_creature->creature};
    const vv_motion *motions[2] = {vv_asset_motion(b->asset, motion), built_motion->motion};
    const vv_gait *gaits[2] = {built_gait ? vv_asset_gait(b->asset, 0) : NULL, built_gait ? built_gait->gait : NULL};
    vv_binding *bindings[2];
    vv_player *players[2];
    const float whole = 1.0f;
    for (uint32_t k = 0; k < 2; k++) {
        vv_player_def def = vv_default_player_def(creatures[k]);
        must(vv_binding_create(motions[k], creatures[k], NULL, &bindings[k], &error), &error);
        must(vv_player_create(&def, NULL, &players[k], &error), &error);
        vv_play_options options = vv_default_play_options(motions[k]);
        if (gaits[k] != NULL)
            vv_player_set_gaits(players[k], VV_NONE, 1, &gaits[k], &whole);
        if (vv_binding_variant_count(bindings[k]) > 0)
            assert_true(vv_player_play(players[k], bindings[k], &options) != VV_NONE);
    }
    size_t bytes = vv_creature_body_count(creatures[0]) * sizeof(vv_transform3);
    for (uint32_t i = 0; i < 90; i++) {
        vv_course course = {.z = 0.01f * (float)i, .speed_z = 0.6f};
        for (uint32_t k = 0; k < 2; k++) {
            vv_player_set_course(players[k], &course);
            vv_player_step(players[k], 1.0f / 60.0f);
        }
        assert_memory_equal(vv_player_transforms(players[0]), vv_player_transforms(players[1]), bytes);
    }
    for (uint32_t k = 0; k < 2; k++) {
        vv_player_destroy(players[k]);
        vv_binding_destroy(bindings[k]);
    }
}

static void creatures_loaded_move_as_those_baked(void **state)
{
    baked b = bake(*state);
    assert_int_equal(vv_asset_creature_count(b.asset), b.project->creature_count);
    assert_int_equal(vv_asset_motion_count(b.asset), b.project->motion_count);
    assert_int_equal(vv_asset_gait_count(b.asset), b.project->gait_count);
    assert_true(b.project->creature_count > 0 && b.project->motion_count > 0);
    for (uint32_t m = 0; m < b.project->motion_count; m++) {
        assert_string_equal(vv_asset_motion_name(b.asset, m), b.project->motions[m]->name);
        assert_string_equal(vv_asset_motion_action(b.asset, m), vv_project_motion_action(b.project->motions[m]));
        for (uint32_t c = 0; c < b.project->creature_count; c++)
            compare_play(&b, c, m);
    }
    assert_null(items_use(b.asset));
    release(&b);
}

static void what_is_loaded_moves_as_what_was_baked(void **state)
{
    baked b = bake(*state);
    assert_int_equal(vv_asset_character_count(b.asset), b.project->skeleton_count);
    assert_int_equal(vv_asset_verb_count(b.asset), b.project->verb_count);
    assert_int_equal(vv_asset_graph_count(b.asset), b.project->graph_count);
    assert_int_equal(vv_asset_shape_count(b.asset), b.project->shape_count);
    assert_true(b.project->verb_count + b.project->shape_count > 0);
    for (uint32_t i = 0; i < b.project->graph_count; i++)
        compare_graph(&b, i);
    for (uint32_t i = 0; i < b.project->shape_count; i++)
        compare_shape(&b, i);
    for (uint32_t i = 0; i < b.project->verb_count; i++)
        compare_verb(&b, i);
    assert_null(items_use(b.asset));
    release(&b);
}

int main(void)
{
    char robot[] = "robot", person[] = "person", blob[] = "blob", arm[] = "arm", menagerie[] = "menagerie";
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(what_is_loaded_moves_as_what_was_baked, robot),
        cmocka_unit_test_prestate(what_is_loaded_moves_as_what_was_baked, person),
        cmocka_unit_test_prestate(what_is_loaded_moves_as_what_was_baked, blob),
        cmocka_unit_test_prestate(what_is_loaded_moves_as_what_was_baked, arm),
        cmocka_unit_test_prestate(creatures_loaded_move_as_those_baked, menagerie),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
