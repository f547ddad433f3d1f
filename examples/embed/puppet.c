/* The shortest use of a puppet in a game: load a baked file, let the first artwork that has a clip play it, step, draw.
 * usage: puppet FILE.vvb [CLIP [SECONDS]]
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
    fprintf(stderr, "puppet: %s: %s\n", path, reason);
    return 1;
}

/* The first clip, or the one of this name; NULL: there is none, or its artwork was baked without a puppet. */
static const vv_clip *find_clip(const vv_asset *asset, const char *name, uint32_t *artwork)
{
    for (*artwork = 0; *artwork < vv_asset_artwork_count(asset); ++*artwork) {
        vv_artwork art = vv_asset_artwork(asset, *artwork);
        uint32_t clip = name ? vv_asset_find_clip(asset, *artwork, name) : 0;
        if (art.puppet && clip < art.clip_count)
            return vv_asset_clip(asset, *artwork, clip);
    }
    return NULL;
}

int main(int count, char **arguments)
{
    if (count < 2) {
        fprintf(stderr, "usage: puppet FILE.vvb [CLIP [SECONDS]]\n");
        return 2;
    }
    size_t size = 0;
    uint32_t index = 0;
    void *bytes = read_file(arguments[1], &size);
    const vv_asset *asset = NULL;
    vv_error error = {0};
    if (!bytes)
        return fail(arguments[1], "cannot be read");
    if (vv_asset_load(bytes, size, &asset, &error) != VV_OK)
        return fail(arguments[1], error.message);
    const vv_clip *clip = find_clip(asset, count > 2 ? arguments[2] : NULL, &index);
    if (!clip)
        return fail(arguments[1], "there is no puppet with this clip in it");
    vv_artwork art = vv_asset_artwork(asset, index);

    /* The clip moves the handles that it has tracks for; physics moves all others. */
    vv_stage_def stage_def = vv_default_stage_def();
    stage_def.step = VV_PUPPET_STEP;
    vv_stage *stage = NULL;
    vv_obstacle ground;
    vv_actor actor;
    vv_actor_def def = vv_default_actor_def();
    def.puppet = art.puppet;
    def.material = art.material;
    def.clip = clip;
    if (vv_stage_create(&stage_def, NULL, &stage, &error) != VV_OK ||
        vv_stage_add_ground(stage, 0.0f, 0.6f, &ground, &error) != VV_OK ||
        vv_stage_add_actor(stage, &def, &actor, &error) != VV_OK)
        return fail(arguments[1], error.message);

    /* Every frame: step by the time since the last frame, get the vertices, draw the mesh with them. */
    vv_vec2 *vertices = malloc(art.mesh.vertex_count * sizeof *vertices);
    vv_affine *pose = malloc(art.handle_count * sizeof *pose);
    float seconds = count > 3 ? strtof(arguments[3], NULL) : vv_clip_duration(clip), frame = 1.0f / 25.0f;
    for (float time = frame; time <= seconds; time += frame) {
        vv_stage_step(stage, frame);
        vv_stage_vertices(stage, actor, vertices);
        vv_stage_pose(stage, actor, pose);
        printf("%.3f", (double)time);
        for (uint32_t i = 0; i < art.handle_count; i++) {
            vv_vec2 at = vv_affine_apply(pose[i], art.handles[i].from);
            printf(" %s %.4f %.4f", vv_asset_handle_name(asset, index, i), (double)at.x, (double)at.y);
        }
        printf("\n");
    }
    free(vertices);
    free(pose);
    vv_stage_destroy(stage);
    free(bytes);
    return 0;
}
