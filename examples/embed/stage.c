/* The shortest use of a stage in a game: load a baked file, let its first artwork fall to the ground, step, draw.
 * usage: stage FILE.vvb [SECONDS]
 */
#include <verve/verve.h>

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
    fprintf(stderr, "stage: %s: %s\n", path, reason);
    return 1;
}

int main(int count, char **arguments)
{
    if (count < 2) {
        fprintf(stderr, "usage: stage FILE.vvb [SECONDS]\n");
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
    if (vv_asset_artwork_count(asset) == 0 || !vv_asset_artwork(asset, 0).sprite)
        return fail(arguments[1], "there is no sprite in it");
    vv_artwork art = vv_asset_artwork(asset, 0);

    /* A stage with a ground, and two metres above it one actor with the artist's strengths. */
    vv_stage_def stage_def = vv_default_stage_def();
    vv_stage *stage = NULL;
    vv_obstacle ground;
    vv_actor actor;
    vv_actor_def def = vv_default_actor_def();
    def.sprite = art.sprite;
    def.strengths = art.strengths;
    def.position = (vv_vec2){0.0f, 2.0f};
    if (vv_stage_create(&stage_def, NULL, &stage, &error) != VV_OK ||
        vv_stage_add_ground(stage, 0.0f, 0.6f, &ground, &error) != VV_OK ||
        vv_stage_add_actor(stage, &def, &actor, &error) != VV_OK)
        return fail(arguments[1], error.message);

    /* Every frame: step by the time since the last frame, get the vertices, draw the mesh with them. */
    vv_vec2 *vertices = malloc(art.mesh.vertex_count * sizeof *vertices);
    float seconds = count > 2 ? strtof(arguments[2], NULL) : 2.0f, frame = 1.0f / 30.0f;
    for (float time = 0.0f; time <= seconds; time += frame) {
        vv_stage_step(stage, frame);
        vv_stage_vertices(stage, actor, vertices);
        vv_actor_state state = vv_stage_actor_state(stage, actor);
        printf("%.3f %.6f %.6f %s\n", (double)time, (double)state.position.x, (double)state.position.y,
               state.grounded ? "grounded" : "flying");
    }
    free(vertices);
    vv_stage_destroy(stage);
    free(bytes);
    return 0;
}
