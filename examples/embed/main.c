/* The shortest use of Verve in a game: load a baked file, choose a place between two examples, compute the vertices.
 * usage: embed FILE.vvb [EXAMPLE [EXAMPLE SHARE]]
 */
#include <verve/verve.h>

#include <stdio.h>
#include <stdlib.h>

static void *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    long length = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    void *bytes = NULL;
    *size = (size_t)length;
    rewind(file);
    if (length > 0) /* a baked file is used in place, so its memory is aligned to 64 bytes */
        bytes = aligned_alloc(64, (*size + 63) / 64 * 64);
    if (bytes && fread(bytes, 1, *size, file) != *size) {
        free(bytes);
        bytes = NULL;
    }
    fclose(file);
    return bytes;
}

static uint32_t find_example(const vv_asset *asset, const char *name)
{
    uint32_t example = vv_asset_find_example(asset, 0, name);
    if (example == VV_NONE) {
        fprintf(stderr, "embed: there is no example “%s”\n", name);
        exit(1);
    }
    return example;
}

int main(int count, char **arguments)
{
    if (count < 2) {
        fprintf(stderr, "usage: embed FILE.vvb [EXAMPLE [EXAMPLE SHARE]]\n");
        return 2;
    }
    size_t size = 0;
    void *bytes = read_file(arguments[1], &size);
    const vv_asset *asset = NULL;
    vv_error error = {0};
    if (!bytes || vv_asset_load(bytes, size, &asset, &error) != VV_OK) {
        fprintf(stderr, "embed: %s: %s\n", arguments[1], bytes ? error.message : "cannot be read");
        return 1;
    }

    if (vv_asset_artwork_count(asset) == 0) {
        fprintf(stderr, "embed: %s: there is no artwork in it\n", arguments[1]);
        return 1;
    }

    /* A place in the complex: from one example a fraction of the way to another, along paths that the artist
     * allowed. */
    vv_artwork art = vv_asset_artwork(asset, 0);
    vv_place place = vv_complex_at_example(art.complex, count > 2 ? find_example(asset, arguments[2]) : 0);
    if (count > 4) {
        vv_place to = vv_complex_at_example(art.complex, find_example(asset, arguments[3]));
        float distance = vv_complex_distance(art.complex, place, to);
        place = vv_complex_advance(art.complex, place, to, distance * strtof(arguments[4], NULL));
    }

    /* Place → weights of the examples → factored pose of each handle → transforms → vertices. */
    float *weights = malloc(art.example_count * sizeof *weights);
    vv_handle_pose *factored = malloc(art.handle_count * sizeof *factored);
    vv_affine *pose = malloc(art.handle_count * sizeof *pose);
    vv_vec2 *vertices = malloc(art.mesh.vertex_count * sizeof *vertices);
    vv_complex_weights(art.complex, place, weights);
    vv_pose_blend(art.handle_count, art.example_count, art.example_poses, weights, factored);
    vv_pose_compose(art.handle_count, art.handles, factored, pose);
    vv_skin_apply(art.skin, pose, vertices);

    printf("%s: %u vertices, %u triangles, %u handles\n", art.name, art.mesh.vertex_count, art.mesh.triangle_count,
           art.handle_count);
    for (uint32_t i = 0; i < art.mesh.vertex_count; i++)
        printf("%.6f %.6f\n", (double)vertices[i].x, (double)vertices[i].y);
    free(weights);
    free(factored);
    free(pose);
    free(vertices);
    free(bytes);
    return 0;
}
