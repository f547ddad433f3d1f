/* Any bytes as a baked file. The hash in the header is made right first, so that the fuzzer gets past it; what is then
 * accepted is used: posed, blended and skinned. */
#include "runtime/asset/asset.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void use(const vv_asset *asset, uint32_t index)
{
    vv_artwork artwork = vv_asset_artwork(asset, index);
    vv_turn *turns = calloc(artwork.handle_count, sizeof *turns);
    vv_affine *pose = calloc(artwork.handle_count, sizeof *pose);
    vv_vec2 *vertices = calloc(artwork.mesh.vertex_count, sizeof *vertices);
    float *weights = calloc(artwork.example_count, sizeof *weights);
    vv_place place = vv_complex_at_example(artwork.complex, artwork.example_count - 1);
    place = vv_complex_advance(artwork.complex, place, vv_complex_at_example(artwork.complex, 0), 0.3f);
    vv_complex_weights(artwork.complex, place, weights);
    vv_pose_blend(artwork.handle_count, artwork.example_count, artwork.turns, weights, turns);
    vv_pose_compose(artwork.handle_count, artwork.handles, turns, pose);
    vv_skin_apply(artwork.skin, pose, vertices);
    vv_posing *posing = NULL;
    if (artwork.poser && vv_posing_create(artwork.poser, 1, NULL, &posing, NULL) == VV_OK) {
        vv_pin pin = {.kind = VV_PIN_POSITION, .from = artwork.handles[0].from, .to = {1, 1}};
        if (vv_posing_set_pins(posing, 1, &pin, NULL) == VV_OK)
            vv_posing_solve(posing, 3, 0.0f);
        vv_posing_destroy(posing, NULL);
    }
    free(turns);
    free(pose);
    free(vertices);
    free(weights);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < sizeof(vvi_asset_header))
        return 0;
    uint8_t *bytes = aligned_alloc(64, (size + 63) / 64 * 64);
    memcpy(bytes, data, size);
    vvi_asset_header *header = (void *)bytes;
    header->byte_count = size;
    header->hash = vvi_asset_hash(bytes, size);
    const vv_asset *asset = NULL;
    vv_error error;
    if (vv_asset_load(bytes, size, &asset, &error) == VV_OK)
        for (uint32_t i = 0; i < vv_asset_artwork_count(asset); i++)
            use(asset, i);
    free(bytes);
    return 0;
}
