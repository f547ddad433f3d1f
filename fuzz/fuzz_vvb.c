/* Any bytes as a baked file. The hash in the header is made right first, so that the fuzzer gets past it; what is then
 * accepted is used: posed, blended, skinned, matched, driven and played. */
#include "fuzz/items.h"
#include "runtime/asset/asset.h"
#include "runtime/behaviour/behaviour.h"
#include "runtime/motion/motion.h"
#include "runtime/stage/puppet/puppet.h"
#include "runtime/stage/sprite/sprite.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What the stage does with a sprite: rest shapes, matching and projection, from a shape that is torn apart. */
static void use_sprite(const vv_sprite *sprite)
{
    vvi_sprite_view view = vvi_sprite_open(sprite);
    size_t n = (view.particle_count + VVI_SPRITE_PADDING - 1u) / VVI_SPRITE_PADDING * VVI_SPRITE_PADDING;
    size_t scratch_bytes = (vvi_sprite_scratch_bytes(&view) + 63) / 64 * 64;
    vv_vec2 *rest = aligned_alloc(64, n * sizeof *rest), *x = aligned_alloc(64, n * sizeof *x);
    void *scratch = aligned_alloc(64, scratch_bytes);
    vv_place place = vv_complex_at_example(view.complex, view.example_count - 1);
    vvi_sprite_rest(&view, place, true, rest, scratch);
    for (uint32_t i = 0; i < view.particle_count; i++)
        x[i] = (vv_vec2){rest[i].x + (float)(i % 7), rest[i].y * (float)(i % 3)};
    float cost;
    place = vvi_sprite_project(&view, x, true, place, &cost, scratch);
    vvi_sprite_rest(&view, place, false, rest, scratch);
    vvi_match_rings(&view, rest, 0.5f, x, scratch);
    vvi_match_global(&view, rest, 0.5f, x);
    vvi_match_pins(&view, 1.0f, x);
    free(rest);
    free(x);
    free(scratch);
}

/* Steps in which everything that a behaviour may ask changes. */
static void use_behaviour(const vv_behaviour *behaviour, const vv_complex *complex)
{
    uint8_t *memory = calloc(1, vvi_behaviour_memory_bytes());
    uint32_t examples = vv_complex_example_count(complex);
    vvi_senses senses = {.up = {0, 1}, .mass = 1.0f, .strengths = vv_default_strengths()};
    senses.place = senses.equilibrium = vv_complex_at_example(complex, 0);
    for (uint32_t i = 0; i < 24; i++) {
        vvi_commands commands;
        senses.grounded = senses.touching = i % 5 < 3;
        senses.velocity = (vv_vec2){(float)i - 12.0f, 5.0f - (float)(i % 11)};
        senses.energy = (float)(i % 3);
        vvi_behaviour_advance(behaviour, complex, memory, &senses, 0.1f, &commands);
        senses.equilibrium = commands.equilibrium;
        senses.place = vv_complex_at_example(complex, i % examples);
    }
    free(memory);
}

/* Every track of a clip at odd times. */
static void use_clip(const vv_clip *clip)
{
    for (uint32_t t = 0; t < vv_clip_track_count(clip); t++)
        for (int i = -2; i < 12; i++)
            vv_clip_aim(clip, t, (double)vv_clip_length(clip) * i / 3.0 + 0.1);
}

/* A stage on which the puppet, with its family if there is one, plays a clip and copies a recording for a moment. */
static void use_puppet(const vv_asset *asset, uint32_t index)
{
    vv_artwork artwork = vv_asset_artwork(asset, index);
    vv_stage_def stage_def = vv_default_stage_def();
    vv_stage *stage = NULL;
    vv_family *family = NULL;
    vv_actor actor;
    stage_def.step = VV_PUPPET_STEP;
    vv_actor_def def = vv_default_actor_def();
    def.puppet = artwork.puppet;
    def.material = artwork.material;
    def.clip = artwork.clip_count ? vv_asset_clip(asset, index, 0) : NULL;
    if (vv_asset_family_count(asset) && vv_asset_family_member(asset, 0, 0) == index &&
        vv_asset_family_create(asset, 0, NULL, &family, NULL) == VV_OK)
        def.family = family;
    if (vv_stage_create(&stage_def, NULL, &stage, NULL) == VV_OK) {
        if (vv_stage_add(stage, &def, &actor, NULL) == VV_OK)
            vv_stage_step(stage, 3.0f * VV_PUPPET_STEP);
        vv_stage_destroy(stage);
    }
    vv_family_destroy(family, NULL);
}

static void use_recording(const vv_recording *recording)
{
    for (uint32_t r = 0; r < vv_recording_region_count(recording); r++)
        for (int i = -2; i < 5; i++)
            vv_recording_region(recording, r, (double)vv_recording_seconds(recording) * i / 3.0);
}

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
    if (artwork.sprite)
        use_sprite(artwork.sprite);
    for (uint32_t i = 0; i < artwork.behaviour_count; i++)
        use_behaviour(vv_asset_behaviour(asset, index, i), artwork.complex);
    for (uint32_t i = 0; i < artwork.corrective_count; i++)
        vv_corrective_apply(vv_asset_corrective(asset, index, i), NULL, turns);
    for (uint32_t i = 0; i < artwork.clip_count; i++)
        use_clip(vv_asset_clip(asset, index, i));
    if (artwork.puppet)
        use_puppet(asset, index);
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
    if (vv_asset_load(bytes, size, &asset, &error) == VV_OK) {
        for (uint32_t i = 0; i < vv_asset_artwork_count(asset); i++)
            use(asset, i);
        for (uint32_t i = 0; i < vv_asset_recording_count(asset); i++)
            use_recording(vv_asset_recording(asset, i));
        items_use(asset);
    }
    free(bytes);
    return 0;
}
