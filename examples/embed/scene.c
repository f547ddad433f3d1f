/* A scene that an artist staged, in a game: load a baked file, play one of its stage scenes with its script, and print
 * once a second where its actors are and the hash of the stage, which is that of `verve simulate --hash`.
 * usage: scene FILE.vvb [SCENE [SECONDS]]
 */
#include <verve/verve.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static void *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    long length = file && fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    void *bytes = length > 0 ? aligned_alloc(64, ((size_t)length + 63) / 64 * 64) : NULL;
    *size = (size_t)length;
    if (bytes && (fseek(file, 0, SEEK_SET) != 0 || fread(bytes, 1, *size, file) != *size)) {
        free(bytes);
        bytes = NULL;
    }
    if (file)
        fclose(file);
    return bytes;
}

static int fail(const char *path, const char *reason)
{
    fprintf(stderr, "scene: %s: %s\n", path, reason);
    return 1;
}

int main(int count, char **arguments)
{
    if (count < 2) {
        fprintf(stderr, "usage: scene FILE.vvb [SCENE [SECONDS]]\n");
        return 2;
    }
    size_t size = 0;
    void *bytes = read_file(arguments[1], &size);
    const vv_asset *asset = NULL;
    vv_error error = {0};
    if (!bytes)
        return fail(arguments[1], "cannot be read");
    if (vv_asset_load(bytes, size, &asset, &error) != VV_OK)
        return fail(arguments[1], error.message);
    uint32_t index = count > 2 ? vv_asset_find_scene(asset, arguments[2]) : 0;
    if (index >= vv_asset_scene_count(asset))
        return fail(arguments[1], "there is no such scene in it");

    vv_scene_player *player = NULL;
    if (vv_asset_scene_player_create(asset, index, NULL, NULL, &player, &error) != VV_OK)
        return fail(arguments[1], error.message);
    const vv_scene_def *scene = vv_scene_player_def(player);
    vv_stage *stage = vv_scene_player_stage(player);
    float seconds = count > 3 ? strtof(arguments[3], NULL) : scene->seconds;

    /* A game calls vv_scene_player_step with the time since the last frame, and draws each actor's mesh with its
     * vertices. Here the clock is exact, so that the hashes can be compared. */
    for (uint32_t frame = 0; frame <= 60.0f * seconds; frame++) {
        vv_scene_player_show(player, frame / 60.0);
        if (frame % 60 != 0)
            continue;
        printf("%u %016" PRIx64, frame / 60, vv_stage_hash(stage));
        for (uint32_t i = 0; i < scene->actor_count; i++) {
            vv_actor_state state = vv_stage_actor_state(stage, vv_scene_player_actor(player, i));
            printf(" %s %.4f %.4f", scene->actors[i].name, (double)state.position.x, (double)state.position.y);
        }
        printf("\n");
    }
    vv_scene_player_destroy(player);
    free(bytes);
    return 0;
}
