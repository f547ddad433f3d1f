/* Every stage scene of the shipped examples plays in a game as it does in the tools: the player from the baked file has
 * the hash of the performance at every second, and the file refuses scenes that were tampered with. */
#include "fuzz/forge.h"
#include "runtime/scene/scene.h"
#include "tests/reliability/examples.h"

#include <dirent.h>

typedef struct opened {
    vv_project_folder *folder;
    vv_folder_host host;
    vv_session *session;
    const vv_project *project;
} opened;

/* The session keeps a pointer to the host in *o. */
static void open_example(const char *name, opened *o)
{
    char path[4096];
    vv_error error = {0};
    snprintf(path, sizeof path, "%s/examples/%s", getenv("VV_SOURCE"), name);
    example_must(vv_project_folder_open(path, VV_FOLDER_READ, VV_FLUSH_HOST, NULL, &o->folder, &error), &error);
    example_must(vv_folder_host_open(path, &o->host, &error), &error);
    example_must(vv_session_create(vv_project_folder_document(o->folder), &o->host.host, NULL, &o->session, &error),
                 &error);
    o->project = vv_document_project(vv_project_folder_document(o->folder));
}

static void compare_scene(const opened *o, const vv_asset *asset, uint32_t index)
{
    const vv_project_scene *scene = o->project->scenes[index];
    vv_performance *performance = NULL;
    vv_scene_player *player = NULL;
    vv_error error = {0};
    uint32_t baked = vv_asset_find_scene(asset, scene->name);
    assert_int_not_equal(baked, VV_NONE);
    example_must(vv_performance_create(o->session, index, NULL, &performance, &error), &error);
    example_must(vv_asset_scene_player_create(asset, baked, NULL, NULL, &player, &error), &error);
    double last = (double)scene->seconds < 12.0 ? (double)scene->seconds : 12.0;
    for (double t = 0.0; t <= last; t += 1.0) {
        vv_performance_show(performance, t);
        vv_scene_player_show(player, t);
        if (vv_performance_hash(performance) != vv_stage_hash(vv_scene_player_stage(player)))
            fail_msg("“%s” differs at %g s", scene->name, t);
    }
    const vv_scene_def *def = vv_scene_player_def(player);
    assert_int_equal(def->actor_count, scene->stage.actor_count);
    for (uint32_t i = 0; i < def->actor_count; i++)
        assert_string_equal(def->actors[i].name, scene->stage.actors[i].name);
    vv_scene_player_destroy(player);
    vv_performance_destroy(performance);
}

static uint32_t compare_example(const char *name)
{
    opened o;
    open_example(name, &o);
    example e = {0};
    const vv_asset *asset = NULL;
    vv_error error = {0};
    uint32_t count = 0;
    for (uint32_t i = 0; i < o.project->scene_count; i++) {
        if (o.project->scenes[i]->kind != VV_SCENE_STAGE)
            continue;
        if (!asset) {
            e = example_bake(name);
            example_must(vv_asset_load(e.bytes, e.count, &asset, &error), &error);
        }
        compare_scene(&o, asset, i);
        count++;
    }
    if (asset)
        assert_int_equal(vv_asset_scene_count(asset), count);
    free(e.bytes);
    vv_session_destroy(o.session);
    vv_project_folder_close(o.folder);
    return count;
}

static void scenes_of_examples_play_alike(void **state)
{
    (void)state;
    char path[4096];
    uint32_t count = 0;
    snprintf(path, sizeof path, "%s/examples", getenv("VV_SOURCE"));
    DIR *folder = opendir(path);
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder));) {
        snprintf(path, sizeof path, "%s/examples/%s/project.json", getenv("VV_SOURCE"), entry->d_name);
        FILE *file = fopen(path, "rb");
        if (!file)
            continue;
        fclose(file);
        count += compare_example(entry->d_name);
    }
    closedir(folder);
    print_message("%u scenes\n", count);
    assert_true(count > 50);
}

/* Changes words of the scenes, and mends the hash. What is accepted can be played, saved and restored, or is refused
 * with an error when a player is created. */
static void scenes_that_were_tampered_with_are_refused_or_played(void **state)
{
    (void)state;
    static const char *const names[] = {"puppet-cat", "platforms", "principle-anticipation"};
    uint32_t accepted = 0, refused = 0, failed = 0;
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
        example e = example_bake(names[n]);
        uint8_t *forged = items_allocate(e.count, 1);
        for (uint32_t round = 1; round <= (getenv("VV_LONG") ? 3000u : 150u); round++) {
            vvi_random random = vvi_random_seed(round);
            memcpy(forged, e.bytes, e.count);
            const vvi_asset_staging *staging = vvi_asset_staging_of((const vvi_asset_header *)(void *)forged);
            const vvi_asset_scene *scenes = (const void *)(forged + staging->scenes);
            const vvi_asset_scene *scene = &scenes[vvi_random_below(&random, staging->scene_count)];
            uint8_t *word = forged + scene->words + 4 * vvi_random_below(&random, scene->word_count);
            forge_place(&random, word, 4);
            forge_seal(forged, e.count);
            const vv_asset *asset = NULL;
            vv_scene_player *player = NULL;
            if (vv_asset_load(forged, e.count, &asset, NULL) != VV_OK) {
                refused++;
                continue;
            }
            accepted++;
            uint32_t index = (uint32_t)(scene - scenes);
            if (vv_asset_scene_player_create(asset, index, NULL, NULL, &player, NULL) != VV_OK) {
                failed++;
                continue;
            }
            vv_scene_player_show(player, 0.5);
            assert_int_equal(vvi_scene_player_report(player).failures, 0);
            size_t count = vv_scene_player_save_bytes(player);
            uint8_t *bytes = malloc(count);
            assert_int_equal(vv_scene_player_save(player, bytes, count), count);
            vv_error error = {0};
            if (vv_scene_player_restore(player, bytes, count, &error) != VV_OK)
                fail_msg("%s, forgery %u: %s", names[n], round, error.message);
            free(bytes);
            vv_scene_player_destroy(player);
        }
        free(forged);
        free(e.bytes);
    }
    print_message("%u refused, %u accepted, of which %u could not be created\n", refused, accepted, failed);
    assert_true(accepted > 50 && refused > 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scenes_of_examples_play_alike),
        cmocka_unit_test(scenes_that_were_tampered_with_are_refused_or_played),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
