/* Any bytes as the saved state of a stage: of one with sprites, of one with puppets, and of a whole shipped example
 * where VV_FUZZ_ASSET names its baked file. The mutator corrects the checksum, so that the state itself is attacked.
 * A refused save changes nothing; an accepted one is used: saved again to as many bytes, stepped, pushed and stepped,
 * and no number diverges. */
#include "fuzz/forge.h"
#include "fuzz/play.h"
#include "runtime/base/base.h"
#include "runtime/stage/stage.h"

#include <verve/behaviour.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);

enum { SIDE = 4, COUNT = SIDE * SIDE };

/* A square of 4 × 4 vertices with two handles and three examples. */
typedef struct made {
    vv_sprite *sprite;
    vv_puppet *puppet;
} made;

static vv_puppet *make_puppet(const vv_sprite_def *like)
{
    vv_puppet_def def = vv_default_puppet_def();
    vv_puppet *puppet = NULL;
    def.mesh = like->mesh;
    def.handle_count = like->handle_count;
    def.handles = like->handles;
    def.weights = like->weights;
    def.example_count = like->example_count;
    def.example_poses = like->example_poses;
    if (vv_puppet_create(&def, NULL, &puppet, NULL) != VV_OK)
        __builtin_trap();
    return puppet;
}

static made make_drawings(void)
{
    vv_vec2 positions[COUNT];
    float weights[2 * COUNT];
    uint32_t triangles[6 * (SIDE - 1) * (SIDE - 1)], count = 0;
    for (uint32_t i = 0; i < COUNT; i++) {
        positions[i] = (vv_vec2){(float)(i % SIDE) / 3.0f - 0.5f, (float)(i / SIDE) / 3.0f};
        weights[2 * i] = (float)(i / SIDE) / 3.0f;
        weights[2 * i + 1] = 1.0f - weights[2 * i];
    }
    for (uint32_t y = 0; y + 1 < SIDE; y++)
        for (uint32_t x = 0; x + 1 < SIDE; x++) {
            uint32_t a = y * SIDE + x, corners[6] = {a, a + 1, a + SIDE + 1, a, a + SIDE + 1, a + SIDE};
            memcpy(triangles + count, corners, sizeof corners);
            count += 6;
        }
    const vv_layer layer = {0, COUNT, 0, count / 3};
    const vv_handle handles[2] = {{VV_HANDLE_POINT, {0.0f, 1.0f}, {0.0f, 1.0f}, 0},
                                  {VV_HANDLE_POINT, {0.0f, 0.0f}, {0.0f, 0.0f}, 0}};
    vv_handle_pose turns[6];
    for (uint32_t i = 0; i < 6; i++)
        turns[i] = vv_handle_pose_identity();
    turns[2].translation.y = -0.4f;
    turns[4].translation.y = 0.4f;
    vv_sprite_def def = vv_default_sprite_def();
    def.mesh = (vv_mesh){COUNT, count / 3, 1, positions, NULL, triangles, &layer};
    def.handle_count = 2;
    def.handles = handles;
    def.weights = weights;
    def.example_count = 3;
    def.example_poses = turns;
    made m = {NULL, make_puppet(&def)};
    if (vv_sprite_create(&def, NULL, &m.sprite, NULL) != VV_OK)
        __builtin_trap();
    return m;
}

/* One that stands, one that falls on it, one that hangs; the second is driven by a controller with some memory. */
static void drive(const void *user, vv_stage *stage, vv_actor actor, void *state, float seconds)
{
    (void)user;
    float *time = state;
    *time = *time >= 0.0f && *time < 1.0f ? *time + seconds : 0.0f;
    vv_stage_set_force(stage, actor, (vv_vec2){*time, 0.0f});
}

/* Puppets instead: one turned by an aim, one that follows it and a particle, one that hangs. */
static void add_puppet(vv_stage *stage, const vv_puppet *puppet, uint32_t i, vv_actor *first)
{
    vv_actor_def actor = vv_default_actor_def();
    const vv_hold hold = {{0.0f, 1.0f}, {2.0f, 2.5f}, 8.0f};
    const uint32_t attractions[2] = {1, 2};
    vv_follow follows[2] = {vv_default_follow(), vv_default_follow()};
    vv_actor id;
    follows[0].kind = VV_FOLLOW_HANDLE;
    follows[0].actor = *first;
    follows[0].strength = 0.5f;
    follows[1].handle = 1;
    follows[1].particle.floor = 0.0f;
    follows[1].particle.position.y = 2.0f;
    actor.puppet = puppet;
    actor.position = (vv_vec2){0.3f * (float)i, 1.2f * (float)i};
    actor.attraction_count = 2;
    actor.attractions = attractions;
    actor.follows = follows;
    actor.follow_count = i == 1 ? 2 : 0;
    actor.holds = &hold;
    actor.hold_count = i == 2;
    if (i == 1)
        actor.controller = (vv_controller){.step = drive, .user = NULL, .state_bytes = sizeof(float)};
    if (vv_stage_add_actor(stage, &actor, &id, NULL) != VV_OK)
        __builtin_trap();
    if (i == 0) {
        const vv_handle_target turn = {{0.5f, 0.0f}, {0.0f, 0.0f}, 0.5f};
        vv_stage_set_handle_target(stage, id, 0, VV_CHANNEL_ANGLE, turn);
        *first = id;
    }
}

static void add_sprite(vv_stage *stage, const vv_sprite *sprite, uint32_t i)
{
    vv_actor_def actor = vv_default_actor_def();
    vv_actor id;
    const vv_hold hold = {{0.0f, 1.0f}, {2.0f, 2.5f}, 8.0f};
    actor.sprite = sprite;
    actor.position = (vv_vec2){0.3f * (float)i, 1.2f * (float)i};
    actor.strengths.energy = 1.0f;
    actor.strengths.energy_example = 1;
    actor.strengths.bounce = 0.5f;
    actor.holds = &hold;
    actor.hold_count = i == 2;
    if (i == 1)
        actor.controller = (vv_controller){.step = drive, .user = NULL, .state_bytes = sizeof(float)};
    if (vv_stage_add_actor(stage, &actor, &id, NULL) != VV_OK)
        __builtin_trap();
}

static vv_stage *make_stage(const made *m, bool puppets)
{
    static const vv_vec2 slope[3] = {{1.0f, 0.0f}, {3.0f, 0.0f}, {3.0f, 1.0f}};
    vv_stage_def def = vv_default_stage_def();
    vv_stage *stage = NULL;
    vv_obstacle ground;
    def.max_actors = 3;
    if (vv_stage_create(&def, NULL, &stage, NULL) != VV_OK ||
        vv_stage_add_ground(stage, 0.0f, 0.6f, &ground, NULL) != VV_OK)
        __builtin_trap();
    vv_obstacle_def polygon = vv_default_obstacle_def();
    polygon.kind = VV_OBSTACLE_POLYGON;
    polygon.point_count = 3;
    polygon.points = slope;
    if (vv_stage_add_obstacle(stage, &polygon, &ground, NULL) != VV_OK)
        __builtin_trap();
    vv_actor first = {0, 0};
    for (uint32_t i = 0; i < 3; i++) {
        if (puppets)
            add_puppet(stage, m->puppet, i, &first);
        else
            add_sprite(stage, m->sprite, i);
    }
    return stage;
}

static void use(vv_stage *stage)
{
    vv_actor actors[3];
    vv_vec2 vertices[COUNT];
    size_t bytes = vv_stage_save_bytes(stage);
    uint8_t *saved = malloc(bytes);
    if (vv_stage_save(stage, saved, bytes) != bytes || vv_stage_restore(stage, saved, bytes, NULL) != VV_OK)
        __builtin_trap();
    free(saved);
    for (uint32_t step = 0; step < 4; step++) {
        vv_stage_step(stage, 1.0f / 60.0f);
        uint32_t count = vv_stage_actors(stage, actors, 3);
        for (uint32_t i = 0; i < count; i++) {
            vv_stage_apply_impulse(stage, actors[i], (vv_vec2){0.1f, 0.2f});
            vv_stage_vertices(stage, actors[i], vertices);
            for (uint32_t v = 0; v < COUNT; v++)
                if (!isfinite(vertices[v].x) || !isfinite(vertices[v].y))
                    __builtin_trap();
        }
    }
}

/* ---- A whole example --------------------------------------------------------------------------------------------- */

/* NULL: none is named, or it cannot be loaded. It is kept for as long as the program runs. */
static const vv_asset *example_asset(void)
{
    static const vv_asset *asset;
    static bool tried;
    const char *path = tried ? NULL : getenv("VV_FUZZ_ASSET");
    FILE *file = path ? fopen(path, "rb") : NULL;
    tried = true;
    if (!file)
        return asset;
    if (fseek(file, 0, SEEK_END) == 0) {
        size_t count = (size_t)ftell(file);
        uint8_t *bytes = items_allocate(count, 1);
        rewind(file);
        if (fread(bytes, 1, count, file) != count || vv_asset_load(bytes, count, &asset, NULL) != VV_OK)
            __builtin_trap();
    }
    fclose(file);
    return asset;
}

/* What is accepted can be stepped, saved and restored, and numbers stay finite. No step may lead to a forged state,
 * so its first steps may fail; then the actor is reset. */
static void try_example(const uint8_t *data, size_t size)
{
    play_stage p;
    if (!example_asset() || !play_open(example_asset(), &p))
        return;
    uint64_t before = vv_stage_hash(p.stage);
    if (vv_stage_restore(p.stage, data, size, NULL) == VV_OK) {
        for (uint32_t frame = 0; frame < 6; frame++) {
            const char *wrong = play_step(&p, frame);
            if (wrong && strcmp(wrong, "a vertex is not finite") == 0)
                __builtin_trap();
        }
        size_t bytes = vv_stage_save_bytes(p.stage);
        uint8_t *saved = items_allocate(bytes, 1);
        vv_stage_save(p.stage, saved, bytes);
        if (vv_stage_restore(p.stage, saved, bytes, NULL) != VV_OK)
            __builtin_trap();
        free(saved);
    } else if (vv_stage_hash(p.stage) != before) {
        __builtin_trap();
    }
    play_close(&p);
}

/* ---- Both -------------------------------------------------------------------------------------------------------- */

static void try_drawings(const uint8_t *data, size_t size)
{
    made m = make_drawings();
    for (int puppets = 0; puppets < 2; puppets++) {
        vv_stage *stage = make_stage(&m, puppets != 0);
        uint64_t before = vv_stage_hash(stage);
        if (vv_stage_restore(stage, data, size, NULL) == VV_OK)
            use(stage);
        else if (vv_stage_hash(stage) != before)
            __builtin_trap();
        vv_stage_destroy(stage);
    }
    vv_sprite_destroy(m.sprite, NULL);
    vv_puppet_destroy(m.puppet, NULL);
}

/* A valid save of one of the stages after some frames, or 0 bytes. */
static size_t fresh_save(vvi_random *random, uint8_t *data, size_t most)
{
    made m = make_drawings();
    play_stage p = {.stage = NULL};
    uint32_t which = vvi_random_below(random, example_asset() ? 3 : 2), frames = vvi_random_below(random, 30);
    if (which == 2 && !play_open(example_asset(), &p))
        __builtin_trap();
    vv_stage *stage = which < 2 ? make_stage(&m, which == 1) : p.stage;
    for (uint32_t i = 0; i < frames; i++)
        vv_stage_step(stage, 1.0f / 60.0f);
    size_t bytes = vv_stage_save_bytes(stage);
    bytes = bytes <= most ? vv_stage_save(stage, data, bytes) : 0;
    if (which < 2)
        vv_stage_destroy(stage);
    else
        play_close(&p);
    vv_sprite_destroy(m.sprite, NULL);
    vv_puppet_destroy(m.puppet, NULL);
    return bytes;
}

static void forge_save(vvi_random *random, uint8_t *data, size_t size)
{
    for (uint32_t edits = vvi_random_below(random, 4); edits > 0 && size >= 64; edits--) {
        uint32_t at = (40 + vvi_random_below(random, (uint32_t)size - 44)) & ~3u;
        forge_place(random, data + at, size - at);
    }
    if (size >= 24 && vvi_random_below(random, 32) != 0)
        vvi_save_seal(data, size);
}

#ifdef VV_FUZZ
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    vvi_random random = vvi_random_seed(seed);
    if (size < 64 || vvi_random_below(&random, 16) == 0)
        size = fresh_save(&random, data, most);
    if (vvi_random_below(&random, 2) == 0)
        size = LLVMFuzzerMutate(data, size, most);
    forge_save(&random, data, size);
    return size;
}
#endif

/* Four bytes are a seed: valid saves of the stages, forged a hundred times. So seeds stay useful when the format
 * changes. */
static void try_seed(const uint8_t *data)
{
    enum { MOST = 1 << 22 };
    uint32_t seed;
    memcpy(&seed, data, sizeof seed);
    vvi_random random = vvi_random_seed(seed);
    uint8_t *saved = items_allocate(MOST, 1), *forged = items_allocate(MOST, 1);
    size_t size = fresh_save(&random, saved, MOST);
    for (uint32_t round = 0; round < 100; round++) {
        memcpy(forged, saved, size);
        if (round > 0)
            forge_save(&random, forged, size);
        try_drawings(forged, size);
    }
    free(saved);
    free(forged);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 4) {
        try_seed(data);
        return 0;
    }
    try_drawings(data, size);
    try_example(data, size);
    return 0;
}
