/* A game as a host builds it, with its own flags: loads baked files, uses everything in them and prints one hash of
 * all that the library returned. It computes nothing with floats itself that could round, so the hash is the same
 * under every flag and environment of the host. usage: game default|flush|down|up|zero|started FILE.vvb… (started: as
 * the program was started, by crtfastmath say) */
#include "game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t hash = 1;

void game_add(const void *bytes, size_t count) { hash = vv_hash_bytes(hash, bytes, count); }

void game_must(vv_result result, const char *what)
{
    if (result != VV_OK) {
        fprintf(stderr, "game: %s failed: %s\n", what, vv_result_name(result));
        exit(1);
    }
}

void *game_room(size_t count, size_t size)
{
    size_t bytes = (count * size + 64) / 64 * 64;
    void *memory = aligned_alloc(64, bytes);
    if (!memory)
        exit(1);
    return memset(memory, 0, bytes);
}

static void fail_assert(const char *function, const char *condition)
{
    fprintf(stderr, "game: %s: %s does not hold\n", function, condition);
    abort();
}

/* ---- Drawings ---------------------------------------------------------------------------------------------------- */

static void use_poses(const vv_asset *asset, uint32_t index)
{
    vv_artwork art = vv_asset_artwork(asset, index);
    vv_handle_pose *turns = game_room(art.handle_count, sizeof *turns);
    vv_affine *pose = game_room(art.handle_count, sizeof *pose);
    vv_vec2 *vertices = game_room(art.mesh.vertex_count, sizeof *vertices);
    float *weights = game_room(art.example_count, sizeof *weights);
    vv_place from = vv_complex_at_example(art.complex, art.example_count - 1),
             to = vv_complex_at_example(art.complex, 0);
    ADD(vv_complex_distance(art.complex, from, to));
    vv_complex_weights(art.complex, vv_complex_advance(art.complex, from, to, 0.3f), weights);
    vv_pose_blend(art.handle_count, art.example_count, art.example_poses, weights, turns);
    for (uint32_t i = 0; i < art.corrective_count; i++)
        vv_corrective_apply(vv_asset_corrective(asset, index, i), NULL, turns);
    vv_pose_compose(art.handle_count, art.handles, turns, pose);
    vv_skin_apply(art.skin, pose, vertices);
    vv_pose_factor(art.handle_count, art.handles, pose, turns);
    game_add(vertices, art.mesh.vertex_count * sizeof *vertices);
    game_add(turns, art.handle_count * sizeof *turns);
    vv_posing *posing = NULL;
    if (art.poser && vv_posing_create(art.poser, 1, NULL, &posing, NULL) == VV_OK) {
        vv_pin pin = {.kind = VV_PIN_POSITION, .from = art.handles[0].from, .to = {1, 1}};
        game_must(vv_posing_set_pins(posing, 1, &pin, NULL), "pinning");
        vv_posing_solve(posing, 3, 0.0f);
        pin.to.x = 0.75f;
        game_must(vv_posing_move_pin(posing, 0, &pin, NULL), "moving a pin");
        ADD(vv_posing_solve(posing, 3, 0.0f));
        game_add(vv_posing_pose(posing), art.handle_count * sizeof *pose);
        vv_posing_destroy(posing, NULL);
    }
    free(turns);
    free(pose);
    free(vertices);
    free(weights);
}

/* ---- The stage --------------------------------------------------------------------------------------------------- */

static vv_actor add_actor(const vv_asset *asset, uint32_t index, vv_stage *stage)
{
    vv_artwork art = vv_asset_artwork(asset, index);
    vv_actor_def def = vv_default_actor_def();
    vv_actor actor = {0};
    bool as_sprite = art.sprite && (!art.puppet || art.behaviour_count);
    def.sprite = as_sprite ? art.sprite : NULL;
    def.puppet = as_sprite ? NULL : art.puppet;
    def.strengths = art.strengths;
    def.material = art.material;
    def.clip = art.clip_count ? vv_asset_clip(asset, index, 0) : NULL;
    def.position = (vv_vec2){(float)index * 2.0f, 3.0f};
    def.velocity = (vv_vec2){0.5f, 0.0f};
    if (art.behaviour_count)
        def.controller = vv_behaviour_controller(vv_asset_behaviour(asset, index, 0));
    game_must(vv_stage_add_actor(stage, &def, &actor, NULL), "adding an actor");
    return actor;
}

static void direct_actor(const vv_asset *asset, uint32_t index, vv_stage *stage, vv_actor actor, uint32_t frame)
{
    vv_artwork art = vv_asset_artwork(asset, index);
    const vv_behaviour *behaviour = art.behaviour_count ? vv_asset_behaviour(asset, index, 0) : NULL;
    if (behaviour && vv_behaviour_input_count(behaviour))
        vv_behaviour_set_input(stage, actor, frame / 40 % vv_behaviour_input_count(behaviour),
                               (float)((int32_t)(frame / 40 % 3) - 1));
    if (behaviour && frame % 50 == 49 && vv_behaviour_event_count(behaviour))
        vv_behaviour_raise_event(stage, actor, frame / 50 % vv_behaviour_event_count(behaviour));
    vv_hold hold = {art.handles[0].from, {1.0f, 2.0f}, 8.0f};
    switch (frame) {
    case 20:
        vv_stage_apply_impulse_at(stage, actor, (vv_vec2){0.25f, 1.0f}, (vv_vec2){0.0f, 2.0f});
        break;
    case 30:
        vv_stage_set_force(stage, actor, (vv_vec2){0.125f, 0.0f});
        break;
    case 40:
        vv_stage_add_hold(stage, actor, &hold);
        break;
    case 50:
        vv_stage_move_hold(stage, actor, 0, (vv_vec2){1.5f, 2.0f});
        break;
    case 60:
        vv_stage_remove_hold(stage, actor, 0);
        break;
    case 70:
        vv_stage_flip(stage, actor);
        break;
    case 80:
        vv_stage_set_velocity(stage, actor, (vv_vec2){-1.0f, 2.0f}, 0.5f);
        break;
    case 90:
        vv_stage_teleport(stage, actor, (vv_vec2){(float)index, 4.0f}, 0.25f);
        break;
    case 100:
        vv_stage_apply_impulse(stage, actor, (vv_vec2){0.5f, 0.5f});
        break;
    default:
        break;
    }
}

static void look_at_actor(const vv_asset *asset, uint32_t index, vv_stage *stage, vv_actor actor)
{
    vv_artwork art = vv_asset_artwork(asset, index);
    vv_vec2 *vertices = game_room(art.mesh.vertex_count, sizeof *vertices), at = {0}, picked;
    vv_affine *pose = game_room(art.handle_count, sizeof *pose);
    float *weights = game_room(art.example_count, sizeof *weights), fading = 0.0f;
    uint32_t member = 0;
    vv_actor state_of = {0};
    vv_actor_state state = vv_stage_actor_state(stage, actor);
    vv_mechanics measure = vv_stage_mechanics(stage, actor);
    vv_region_state region = {0};
    game_add(&state, offsetof(vv_actor_state, flipped));
    game_add(&measure, sizeof measure);
    vv_stage_vertices(stage, actor, vertices);
    game_add(vertices, art.mesh.vertex_count * sizeof *vertices);
    vv_stage_goal_positions(stage, actor, vertices);
    game_add(vertices, art.mesh.vertex_count * sizeof *vertices);
    vv_stage_pose(stage, actor, pose);
    game_add(pose, art.handle_count * sizeof *pose);
    vv_stage_weights(stage, actor, weights);
    game_add(weights, art.example_count * sizeof *weights);
    if (vv_stage_puppet(stage, actor)) {
        fading = vv_stage_fading_member(stage, actor, &member, &at);
        region = vv_stage_region(stage, actor, (vv_region){0, 0.4f});
        game_add(&region, sizeof region);
        region = vv_stage_region_local(stage, actor, (vv_region){0, 0.4f});
        ADD(vv_stage_set_handle_target(stage, actor, 0, VV_CHANNEL_POSITION,
                                       (vv_handle_target){.value = {0.5f, 1.0f}, .strength = 0.5f}));
    }
    ADD(fading);
    game_add(&region, sizeof region);
    ADD(vv_behaviour_input(stage, actor, 0));
    ADD(vv_stage_pick(stage, state.position, &state_of, &picked));
    free(vertices);
    free(pose);
    free(weights);
}

static void use_stage(const vv_asset *asset)
{
    enum { FRAMES = 120 };
    vv_stage *stage = NULL;
    vv_stage_def def = vv_default_stage_def();
    vv_obstacle ground;
    vv_actor actors[64];
    vv_contact contacts[16];
    uint32_t count = vv_asset_artwork_count(asset);
    count = count < 64 ? count : 64;
    game_must(vv_stage_create(&def, NULL, &stage, NULL), "making a stage");
    game_must(vv_stage_add_ground(stage, 0.0f, 0.5f, &ground, NULL), "laying the ground");
    for (uint32_t i = 0; i < count; i++)
        actors[i] = add_actor(asset, i, stage);
    for (uint32_t f = 0; f < FRAMES; f++) {
        for (uint32_t i = 0; i < count; i++)
            direct_actor(asset, i, stage, actors[i], f);
        ADD(vv_stage_step(stage, 1.0f / 64.0f));
        if (f == 60)
            vv_stage_set_gravity(stage, (vv_vec2){0.5f, -8.0f});
        if (f == 90)
            vv_stage_set_wind(stage, (vv_vec2){1.0f, 0.0f});
        for (uint32_t i = 0; i < count && f % 30 == 29; i++)
            look_at_actor(asset, i, stage, actors[i]);
    }
    uint32_t touching = vv_stage_contacts(stage, contacts, 16);
    for (uint32_t i = 0; i < touching && i < 16; i++)
        game_add(&contacts[i].point, sizeof(vv_vec2));
    size_t bytes = vv_stage_save_bytes(stage);
    void *saved = game_room(bytes, 1);
    ADD(vv_stage_time(stage));
    ADD(vv_stage_save(stage, saved, bytes) == bytes);
    vv_stage_step(stage, 0.25f);
    game_must(vv_stage_restore(stage, saved, bytes, NULL), "restoring");
    vv_stage_step(stage, 0.25f);
    ADD(vv_stage_hash(stage));
    vv_stage_destroy(stage);
    free(saved);
}

/* ---- All of a file ----------------------------------------------------------------------------------------------- */

static void use_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    long length = file && fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    void *bytes = game_room(length > 0 ? (size_t)length : 0, 1);
    const vv_asset *asset = NULL;
    vv_error error = {0};
    if (length <= 0 || fseek(file, 0, SEEK_SET) != 0 || fread(bytes, 1, (size_t)length, file) != (size_t)length ||
        vv_asset_load(bytes, (size_t)length, &asset, &error) != VV_OK) {
        fprintf(stderr, "game: %s: %s\n", path, error.message);
        exit(1);
    }
    fclose(file);
    for (uint32_t i = 0; i < vv_asset_artwork_count(asset); i++)
        use_poses(asset, i);
    if (vv_asset_artwork_count(asset) > 0)
        use_stage(asset);
    game_use_bodies(asset);
    free(bytes);
}

/* ---- The host's environment -------------------------------------------------------------------------------------- */

static uint32_t control_word(void)
{
#if defined(__x86_64__) || defined(__i386__)
    uint32_t word;
    __asm__ volatile("stmxcsr %0" : "=m"(word));
    return word & ~0x3fu; /* without the flags */
#elif defined(__aarch64__)
    uint64_t word;
    __asm__ volatile("mrs %0, fpcr" : "=r"(word));
    return (uint32_t)word;
#else
    return 0;
#endif
}

static void set_control_word(uint32_t word)
{
#if defined(__x86_64__) || defined(__i386__)
    __asm__ volatile("ldmxcsr %0" : : "m"(word) : "memory");
#endif
#ifdef __i386__
    uint16_t x87 = (uint16_t)(0x37f | (word >> 13 & 3u) << 10); /* fesetround sets both */
    __asm__ volatile("fldcw %0" : : "m"(x87) : "memory");
#endif
#ifdef __aarch64__
    __asm__ volatile("msr fpcr, %0" : : "r"((uint64_t)word) : "memory");
#endif
}

/* Environments by name: MXCSR or FPCR, and what they make of 2⁻¹⁴⁰, which is subnormal, and of ±(1 + 2⁻³⁰). An
 * emulator that keeps the word and computes as ever would prove nothing. */
static const struct environment {
    const char *name;
    uint32_t mxcsr, fpcr;
    float subnormal, above, below;
} environments[] = {{"default", 0x1f80, 0, 0x1p-140f, 1.0f, -1.0f},
                    {"flush", 0x9fc0, 1u << 24, 0.0f, 1.0f, -1.0f},
                    {"down", 0x3f80, 2u << 22, 0x1p-140f, 1.0f, -1.0f - 0x1p-23f},
                    {"up", 0x5f80, 1u << 22, 0x1p-140f, 1.0f + 0x1p-23f, -1.0f},
                    {"zero", 0x7f80, 3u << 22, 0x1p-140f, 1.0f, -1.0f}};

static bool does_act(const struct environment *e)
{
#if defined(__i386__) && !defined(__SSE_MATH__)
    (void)e; /* this program's own arithmetic is that of the x87, which does not flush */
    return true;
#else
    volatile float small = 0x1p-70f, one = 1.0f, little = 0x1p-30f;
    volatile float product = small * small, above = one + little, below = -one - little;
    return product == e->subnormal && above == e->above && below == e->below;
#endif
}

static bool set_environment(const char *name)
{
    if (strcmp(name, "started") == 0)
        return true;
    for (uint32_t i = 0; i < sizeof environments / sizeof *environments; i++)
        if (strcmp(name, environments[i].name) == 0) {
#ifdef __aarch64__
            uint32_t word = environments[i].fpcr;
#else
            uint32_t word = environments[i].mxcsr;
#endif
            set_control_word(word);
            return control_word() == word && does_act(&environments[i]);
        }
    return false;
}

int main(int count, char **arguments)
{
    if (count < 2 || !set_environment(arguments[1])) {
        fprintf(stderr,
                "usage: game default|flush|down|up|zero|started FILE.vvb… (an environment that this machine has)\n");
        return 2;
    }
    uint32_t word = control_word();
    vv_set_assert_handler(fail_assert);
    game_use_maths();
    for (int i = 2; i < count; i++)
        use_file(arguments[i]);
    if (control_word() != word) {
        fprintf(stderr, "game: the control word was %x and is %x\n", (unsigned)word, (unsigned)control_word());
        return 1;
    }
    printf("%016llx%s\n", (unsigned long long)hash,
           strcmp(arguments[1], "started") == 0 && word & 0x8000 ? " flushing" : "");
    return 0;
}
