/* A rigged artwork made ready for the stage. */
#include "staged.h"

#include <string.h>

static uint64_t hash_bytes(uint64_t hash, const void *items, size_t count, size_t size)
{
    return vv_hash_bytes(hash, count ? items : "", count * size);
}

uint64_t vv_staged_key(const vv_project_artwork *artwork)
{
    const vv_project_sprite *sprite = &artwork->sprite;
    const uint64_t body = vv_body_key(artwork);
    const uint32_t words[] = {artwork->example_count, sprite->ring, sprite->pinned, sprite->densities != NULL};
    uint64_t hash = hash_bytes(0, &body, 1, sizeof body);
    hash = hash_bytes(hash, words, sizeof words / sizeof *words, sizeof *words);
    hash = hash_bytes(hash, &sprite->density, 1, sizeof sprite->density);
    hash = hash_bytes(hash, sprite->pins, sprite->pin_count, sizeof *sprite->pins);
    if (sprite->densities)
        hash = hash_bytes(hash, sprite->densities, artwork->layer_count, sizeof *sprite->densities);
    for (uint32_t e = 0; e < artwork->example_count; e++)
        hash = hash_bytes(hash, artwork->examples[e].turns, artwork->handle_count, sizeof(vv_turn));
    return hash_bytes(hash, artwork->simplices, artwork->simplex_count, sizeof *artwork->simplices);
}

/* An error inside an artwork says which. */
static vv_result in_artwork(const vv_project_artwork *artwork, vv_result result, vv_error *error)
{
    if (result != VV_OK && result != VV_ERROR_MEMORY && error && !error->file[0])
        vvi_error_place(error, artwork->name, 0, NULL);
    return result;
}

static vv_result make_sprite(const vv_project_artwork *artwork, const vv_rigged *rigged, vv_staged *staged,
                             vv_error *error)
{
    const vv_body *body = rigged->body;
    vv_sprite_def def = vv_default_sprite_def();
    def.mesh = body->mesh;
    def.handle_count = body->handle_count;
    def.handles = body->handles;
    def.weights = body->weights;
    def.example_count = rigged->example_count;
    def.turns = rigged->turns;
    def.complex = rigged->complex;
    def.ring = artwork->sprite.ring;
    def.density = artwork->sprite.density;
    def.pin_count = staged->pin_count;
    def.pins = staged->pins;
    def.layer_densities = artwork->sprite.densities;
    return in_artwork(artwork, vv_sprite_create(&def, staged->allocator, &staged->sprite, error), error);
}

vv_result vv_staged_create(const vv_project_artwork *artwork, const vv_rigged *rigged, const vv_allocator *allocator,
                           vv_staged **out, vv_error *error)
{
    vv_staged *staged = vvi_allocate_zeroed(allocator, 1, sizeof *staged);
    if (!staged)
        return vvi_fail_memory(error, sizeof *staged);
    staged->allocator = allocator;
    staged->references = 1;
    staged->key = vv_staged_key(artwork);
    staged->pins = vvi_allocate_zeroed(allocator, VV_SPRITE_MAX_PINS, sizeof *staged->pins);
    vvi_arena arena = {.allocator = allocator};
    vv_result result = staged->pins ? vvi_join_layers(artwork, rigged->body, &arena, staged, error)
                                    : vvi_fail_memory(error, VV_SPRITE_MAX_PINS * sizeof *staged->pins);
    vvi_arena_release(&arena);
    if (result == VV_OK)
        result = make_sprite(artwork, rigged, staged, error);
    if (result != VV_OK)
        vv_staged_destroy(staged);
    else
        *out = staged;
    return result;
}

vv_staged *vv_staged_keep(const vv_staged *staged)
{
    vv_staged *kept = (vv_staged *)staged; /* all but the count is immutable */
    kept->references++;
    return kept;
}

void vv_staged_destroy(vv_staged *staged)
{
    if (!staged || --staged->references > 0)
        return;
    const vv_allocator *allocator = staged->allocator;
    vv_sprite_destroy(staged->sprite, allocator);
    vvi_release(allocator, staged->pins, VV_SPRITE_MAX_PINS, sizeof *staged->pins);
    vvi_release(allocator, staged, 1, sizeof *staged);
}
