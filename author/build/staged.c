/* Prepares a rigged artwork for the stage, as a sprite or a puppet. */
#include "staged.h"

#include <string.h>

static uint64_t hash_bytes(uint64_t hash, const void *items, size_t count, size_t size)
{
    return vv_hash_bytes(hash, count ? items : "", count * size);
}

static uint64_t hash_factors(uint64_t hash, const float *factors, uint32_t count)
{
    const uint32_t given = factors != NULL;
    hash = hash_bytes(hash, &given, 1, sizeof given);
    return factors ? hash_bytes(hash, factors, count, sizeof *factors) : hash;
}

static uint64_t hash_sprite(uint64_t hash, const vv_project_artwork *artwork)
{
    const vv_project_sprite *sprite = &artwork->sprite;
    hash = hash_bytes(hash, &sprite->ring, 1, sizeof sprite->ring);
    hash = hash_bytes(hash, &sprite->density, 1, sizeof sprite->density);
    return hash_factors(hash, sprite->densities, artwork->layer_count);
}

static uint64_t hash_puppet(uint64_t hash, const vv_project_artwork *artwork)
{
    const vv_project_puppet *puppet = &artwork->puppet;
    const uint32_t words[] = {(uint32_t)puppet->elastic, puppet->clusters, puppet->join_count};
    hash = hash_bytes(hash, words, sizeof words / sizeof *words, sizeof *words);
    hash = hash_bytes(hash, &puppet->density, 1, sizeof puppet->density);
    hash = hash_factors(hash, puppet->densities, artwork->layer_count);
    hash = hash_factors(hash, puppet->stiffnesses, artwork->layer_count);
    return hash_bytes(hash, puppet->joins, puppet->join_count, sizeof *puppet->joins);
}

uint64_t vv_staged_key(const vv_project_artwork *artwork, vv_actor_kind kind, float scale)
{
    const vv_project_sprite *sprite = &artwork->sprite;
    const uint64_t body = vv_body_key(artwork);
    const uint32_t words[] = {artwork->example_count, (uint32_t)kind, sprite->pinned};
    uint64_t hash = hash_bytes(0, &body, 1, sizeof body);
    hash = hash_bytes(hash, words, sizeof words / sizeof *words, sizeof *words);
    hash = hash_bytes(hash, &scale, 1, sizeof scale);
    hash = hash_bytes(hash, sprite->pins, sprite->pin_count, sizeof *sprite->pins);
    hash = kind == VV_ACTOR_PUPPET ? hash_puppet(hash, artwork) : hash_sprite(hash, artwork);
    for (uint32_t e = 0; e < artwork->example_count; e++)
        hash = hash_bytes(hash, artwork->examples[e].turns, artwork->handle_count, sizeof(vv_handle_pose));
    return hash_bytes(hash, artwork->simplices, artwork->simplex_count, sizeof *artwork->simplices);
}

/* Everything that has a length, and so is scaled. */
typedef struct shape_def {
    vv_mesh mesh;
    uint32_t handle_count, example_count, pin_count;
    const vv_handle *handles;
    const vv_handle_pose *turns;
    const vv_sprite_pin *pins;
} shape_def;

static shape_def gather_shape(const vv_rigged *rigged, const vv_staged *staged)
{
    const vv_body *body = rigged->body;
    return (shape_def){.mesh = body->mesh,
                       .handle_count = body->handle_count,
                       .example_count = rigged->example_count,
                       .pin_count = staged->pin_count,
                       .handles = body->handles,
                       .turns = rigged->example_poses,
                       .pins = staged->pins};
}

static vv_result make_sprite(const vv_project_artwork *artwork, const vv_rigged *rigged, const shape_def *at,
                             vv_staged *staged, vv_error *error)
{
    vv_sprite_def def = vv_default_sprite_def();
    def.mesh = at->mesh;
    def.handle_count = at->handle_count;
    def.handles = at->handles;
    def.weights = rigged->body->weights;
    def.example_count = at->example_count;
    def.example_poses = at->turns;
    def.complex = rigged->complex;
    def.ring = artwork->sprite.ring;
    def.density = artwork->sprite.density;
    def.pin_count = at->pin_count;
    def.pins = at->pins;
    def.layer_densities = artwork->sprite.densities;
    return vv_sprite_create(&def, staged->allocator, &staged->sprite, error);
}

static vv_result make_puppet(const vv_project_artwork *artwork, const vv_rigged *rigged, const shape_def *at,
                             vv_staged *staged, vv_error *error)
{
    const vv_project_puppet *puppet = &artwork->puppet;
    vv_puppet_def def = vv_default_puppet_def();
    def.mesh = at->mesh;
    def.handle_count = at->handle_count;
    def.handles = at->handles;
    def.weights = rigged->body->weights;
    def.elastic = puppet->elastic;
    def.cluster_count = puppet->clusters;
    def.density = puppet->density;
    def.layer_densities = puppet->densities;
    def.layer_stiffness = puppet->stiffnesses;
    def.pin_count = at->pin_count;
    def.pins = at->pins;
    def.join_count = puppet->join_count;
    def.joins = puppet->joins;
    def.example_count = at->example_count;
    def.example_poses = at->turns;
    def.complex = rigged->complex;
    return vv_puppet_create(&def, staged->allocator, &staged->puppet, error);
}

/* A copy of items[count], each `size` bytes; NULL where there is no memory. */
static void *copy_items(vvi_arena *arena, const void *items, size_t count, size_t size)
{
    void *copy = vvi_arena_allocate(arena, count + 1, size);
    if (copy && count > 0)
        memcpy(copy, items, count * size);
    return copy;
}

/* Multiplies all lengths by `scale`, in copies. Weights, rotations and stretches are the same at every size; areas,
 * and so masses, follow from the positions. */
static bool scale_shape(shape_def *def, float scale, vvi_arena *arena)
{
    size_t turn_count = (size_t)def->example_count * def->handle_count;
    vv_vec2 *positions = copy_items(arena, def->mesh.positions, def->mesh.vertex_count, sizeof *positions);
    vv_handle *handles = copy_items(arena, def->handles, def->handle_count, sizeof *handles);
    vv_handle_pose *turns = copy_items(arena, def->turns, turn_count, sizeof *turns);
    vv_sprite_pin *pins = copy_items(arena, def->pins, def->pin_count, sizeof *pins);
    if (!positions || !handles || !turns || !pins)
        return false;
    for (uint32_t i = 0; i < def->mesh.vertex_count; i++)
        positions[i] = vv_vec2_scale(positions[i], scale);
    for (uint32_t i = 0; i < def->handle_count; i++) {
        handles[i].from = vv_vec2_scale(handles[i].from, scale);
        handles[i].to = vv_vec2_scale(handles[i].to, scale);
    }
    for (size_t i = 0; i < turn_count; i++)
        turns[i].translation = vv_vec2_scale(turns[i].translation, scale);
    for (uint32_t i = 0; i < def->pin_count; i++)
        pins[i].at = vv_vec2_scale(pins[i].at, scale);
    def->mesh.positions = positions;
    def->handles = handles;
    def->turns = turns;
    def->pins = pins;
    return true;
}

/* Errors name the pins of a sprite. Where the artist has listed none, the pins are not in the project, and the path
 * is cleared. */
static vv_result place_pin_error(const vv_project_artwork *artwork, vv_result result, vv_error *error)
{
    if (result == VV_OK || !error || !error->path[0])
        return result;
    if (artwork->sprite.pinned)
        return vvi_prefix_error_path(result, error, "sprite");
    error->path[0] = '\0';
    return result;
}

static vv_result make_actor(const vv_project_artwork *artwork, const vv_rigged *rigged, vvi_arena *arena,
                            vv_staged *staged, vv_error *error)
{
    vv_result result = staged->pins ? vvi_join_layers(artwork, rigged->body, arena, staged, error)
                                    : vvi_fail_memory(error, VV_SPRITE_MAX_PINS * sizeof *staged->pins);
    if (result != VV_OK)
        return result;
    shape_def at = gather_shape(rigged, staged);
    if (staged->scale != 1.0f && !scale_shape(&at, staged->scale, arena))
        return vvi_fail_memory(error, at.mesh.vertex_count * sizeof(vv_vec2));
    result = staged->kind == VV_ACTOR_PUPPET ? make_puppet(artwork, rigged, &at, staged, error)
                                             : make_sprite(artwork, rigged, &at, staged, error);
    return place_pin_error(artwork, result, error);
}

vv_result vv_staged_create(const vv_project_artwork *artwork, const vv_rigged *rigged, vv_actor_kind kind, float scale,
                           const vv_allocator *allocator, vv_staged **out, vv_error *error)
{
    VV_ASSERT(scale > 0.0f);
    vv_staged *staged = vvi_allocate_zeroed(allocator, 1, sizeof *staged);
    if (!staged)
        return vvi_fail_memory(error, sizeof *staged);
    staged->allocator = allocator;
    staged->references = 1;
    staged->kind = kind;
    staged->scale = scale;
    staged->key = vv_staged_key(artwork, kind, scale);
    staged->pins = vvi_allocate_zeroed(allocator, VV_SPRITE_MAX_PINS, sizeof *staged->pins);
    vvi_arena arena = {.allocator = allocator};
    vv_result result = make_actor(artwork, rigged, &arena, staged, error);
    vvi_arena_release(&arena);
    if (result != VV_OK)
        vv_staged_destroy(staged);
    else
        *out = staged;
    return result;
}

vv_staged *vv_staged_retain(const vv_staged *staged)
{
    vv_staged *kept = (vv_staged *)staged; /* everything but the count is immutable */
    kept->references++;
    return kept;
}

void vv_staged_destroy(vv_staged *staged)
{
    if (!staged || --staged->references > 0)
        return;
    const vv_allocator *allocator = staged->allocator;
    vv_sprite_destroy(staged->sprite, allocator);
    vv_puppet_destroy(staged->puppet, allocator);
    vvi_release(allocator, staged->pins, VV_SPRITE_MAX_PINS, sizeof *staged->pins);
    vvi_release(allocator, staged, 1, sizeof *staged);
}
