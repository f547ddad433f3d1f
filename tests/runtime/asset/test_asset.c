/* A baked file: what comes out is what went in, and nothing damaged gets in. */
#include "runtime/asset/asset.h"
#include "runtime/behaviour/behaviour.h"
#include "runtime/blend/blend.h"
#include "runtime/rig/poser.h"
#include "runtime/stage/sprite/sprite.h"
#include "tests/author/build/figure.h"

static vv_document *document;
static vv_session *session;
static uint8_t *bytes;
static size_t byte_count;

static int bake(void **state)
{
    (void)state;
    vv_bake_def def = vv_default_bake_def();
    vv_error error = {0};
    document = figure_document();
    assert_int_equal(vv_session_create(document, &figure_host, NULL, &session, NULL), VV_OK);
    vv_result result = vv_bake(session, &def, NULL, &bytes, &byte_count, &error);
    if (result != VV_OK)
        print_error("%s\n", error.message);
    return result != VV_OK;
}

static int unbake(void **state)
{
    (void)state;
    vv_bake_release(session, bytes, byte_count);
    vv_session_destroy(session);
    vv_document_destroy(document);
    return 0;
}

static const vv_asset *load(void)
{
    const vv_asset *asset = NULL;
    vv_error error = {0};
    vv_result result = vv_asset_load(bytes, byte_count, &asset, &error);
    if (result != VV_OK)
        print_error("%s\n", error.message);
    assert_int_equal(result, VV_OK);
    return asset;
}

static void what_comes_out_is_what_went_in(void **state)
{
    (void)state;
    const vv_asset *asset = load();
    assert_int_equal(vv_asset_artwork_count(asset), 2);
    assert_int_equal(vv_asset_find_artwork(asset, "strip"), 1);
    assert_int_equal(vv_asset_find_artwork(asset, "leg"), VV_NONE);
    const vv_rigged *rigged = NULL;
    assert_int_equal(vv_session_artwork(session, 0, NULL, &rigged, NULL), VV_OK);
    vv_artwork art = vv_asset_artwork(asset, 0);
    const vv_mesh *mesh = &rigged->body->mesh;
    assert_string_equal(art.name, "arm");
    assert_int_equal(art.mesh.vertex_count, mesh->vertex_count);
    assert_memory_equal(art.mesh.positions, mesh->positions, mesh->vertex_count * sizeof(vv_vec2));
    assert_memory_equal(art.mesh.uvs, mesh->uvs, mesh->vertex_count * sizeof(vv_vec2));
    assert_memory_equal(art.mesh.triangles, mesh->triangles, mesh->triangle_count * 12);
    assert_memory_equal(art.mesh.layers, mesh->layers, mesh->layer_count * sizeof(vv_layer));
    assert_memory_equal(art.example_poses, rigged->example_poses, 9 * sizeof(vv_handle_pose));
    assert_memory_equal(art.handles, rigged->body->handles, 3 * sizeof(vv_handle));
    assert_string_equal(vv_asset_handle_name(asset, 0, 2), "hand");
    assert_string_equal(vv_asset_example_name(asset, 0, 1), "bent");
    assert_string_equal(vv_asset_layer_name(asset, 0, 1), "lower");
    assert_int_equal(vv_asset_find_handle(asset, 0, "elbow"), 1);
    assert_int_equal(vv_asset_find_example(asset, 0, "long"), 2);
    assert_int_equal(vv_asset_find_example(asset, 0, "short"), VV_NONE);
    size_t image_bytes = 0;
    assert_memory_equal(vv_asset_layer_image(asset, 0, 0, &image_bytes), "a png", 5);
    assert_int_equal(image_bytes, 5);
    vv_asset_layer_image(asset, 1, 0, &image_bytes);
    assert_int_equal(image_bytes, 0); /* a mesh without an image */
}

static void skinning_from_the_file_gives_the_same_bits(void **state)
{
    (void)state;
    vv_artwork art = vv_asset_artwork(load(), 0);
    const vv_rigged *rigged = NULL;
    assert_int_equal(vv_session_artwork(session, 0, NULL, &rigged, NULL), VV_OK);
    vv_vec2 here[400], there[400];
    float weights[3];
    vv_handle_pose turns[3];
    vv_affine pose[3];
    vv_place place = vv_complex_advance(art.complex, vv_complex_at_example(art.complex, 1),
                                        vv_complex_at_example(art.complex, 2), 0.05f);
    vv_complex_weights(art.complex, place, weights);
    vv_pose_blend(3, 3, art.example_poses, weights, turns);
    vv_pose_compose(3, art.handles, turns, pose);
    vv_skin_apply(art.skin, pose, there);
    vv_rigged_vertices(rigged, weights, NULL, here);
    assert_memory_equal(here, there, art.mesh.vertex_count * sizeof(vv_vec2));
    assert_true(weights[0] > 0.0f && weights[1] > 0.0f && weights[2] == 0.0f);
}

static void baking_twice_gives_the_same_bytes(void **state)
{
    (void)state;
    vv_bake_def def = vv_default_bake_def();
    uint8_t *again = NULL;
    size_t again_count = 0;
    vv_session_forget(session);
    assert_int_equal(vv_bake(session, &def, NULL, &again, &again_count, NULL), VV_OK);
    assert_int_equal(again_count, byte_count);
    assert_memory_equal(again, bytes, byte_count);
    vv_bake_release(session, again, again_count);
}

/* The figure is given strengths; what a game finds are those, and a sprite that is the session's, byte by byte. */
static void sprites_come_with_their_strengths(void **state)
{
    (void)state;
    const vv_asset *asset = load();
    const vv_staged *staged = NULL;
    vv_artwork art = vv_asset_artwork(asset, 0);
    assert_int_equal(vv_session_staged(session, 0, NULL, NULL, &staged, NULL), VV_OK);
    assert_memory_equal(art.sprite, staged->sprite, vvi_sprite_bytes(staged->sprite));
    const char *command = "{\"do\":\"sprite.set\",\"artwork\":\"arm\",\"strengths\":{\"stiffness\":55,\"energy\":2,"
                          "\"energy_towards\":\"away\",\"velocity_example\":\"long\",\"orient\":\"velocity\","
                          "\"orient_symmetric\":true,\"gravity\":-0.5}}";
    vv_json_document *json = NULL;
    assert_int_equal(vv_json_parse(command, strlen(command), "command", NULL, &json, NULL), VV_OK);
    assert_int_equal(vv_document_apply(document, json, vv_json_root(json), NULL), VV_OK);
    vv_json_destroy(json);
    vv_bake_def def = vv_default_bake_def();
    uint8_t *baked = NULL;
    size_t baked_count = 0;
    assert_int_equal(vv_bake(session, &def, NULL, &baked, &baked_count, NULL), VV_OK);
    assert_int_equal(vv_asset_load(baked, baked_count, &asset, NULL), VV_OK);
    const vv_strengths *project = &vv_document_project(document)->artworks[0]->sprite.strengths;
    vvi_asset_strengths expected = vvi_asset_pack_strengths(project), seen;
    vv_strengths loaded = vv_asset_artwork(asset, 0).strengths;
    seen = vvi_asset_pack_strengths(&loaded);
    assert_memory_equal(&seen, &expected, sizeof seen);
    assert_true(loaded.stiffness == 55.0f && loaded.velocity_example == 2 && loaded.orient_symmetric);
    /* Strengths that a stage would refuse are refused here. */
    vvi_asset_header *header = (void *)baked;
    vvi_asset_strengths *stored =
        (void *)(baked + ((vvi_asset_artwork *)(void *)(baked + header->artworks))->strengths);
    const uint32_t velocity_example = VV_STRENGTH_VELOCITY_EXAMPLE, orient_symmetric = VV_STRENGTH_ORIENT_SYMMETRIC;
    stored->words[velocity_example] = 3;
    header->hash = vvi_asset_hash(baked, baked_count);
    assert_int_not_equal(vv_asset_load(baked, baked_count, &asset, NULL), VV_OK);
    stored->words[velocity_example] = 2;
    stored->words[orient_symmetric] = 2;
    header->hash = vvi_asset_hash(baked, baked_count);
    assert_int_equal(vv_asset_load(baked, baked_count, &asset, NULL), VV_ERROR_FORMAT);
    vv_bake_release(session, baked, baked_count);
    vv_document_undo(document);
}

static void smaller_without_images_and_posers(void **state)
{
    (void)state;
    vv_bake_def def = {.images = false, .posers = false};
    uint8_t *small = NULL;
    size_t small_count = 0, image_bytes = 1;
    const vv_asset *asset = NULL;
    assert_int_equal(vv_bake(session, &def, NULL, &small, &small_count, NULL), VV_OK);
    assert_true(small_count < byte_count);
    assert_int_equal(vv_asset_load(small, small_count, &asset, NULL), VV_OK);
    assert_null(vv_asset_artwork(asset, 0).poser);
    assert_null(vv_asset_artwork(asset, 0).sprite);
    assert_true(vv_asset_artwork(asset, 0).strengths.stiffness == vv_default_strengths().stiffness);
    vv_asset_layer_image(asset, 0, 0, &image_bytes);
    assert_int_equal(image_bytes, 0);
    vv_bake_release(session, small, small_count);
}

/* An image that is longer each time it is read. */
static vv_result growing_bytes(void *user, const char *path, const vv_allocator *allocator, uint8_t **out,
                               size_t *count, vv_error *error)
{
    static size_t length = 5000;
    if (strcmp(path, "art/limb.png") != 0)
        return figure_bytes(user, path, allocator, out, count, error);
    length += 100000;
    *count = length;
    *out = vvi_allocate_zeroed(allocator, length + 1, 1);
    return *out ? VV_OK : vvi_fail_memory(error, length);
}

static void an_image_that_grows_while_it_is_baked_is_refused(void **state)
{
    (void)state;
    const vv_host host = {growing_bytes, figure_image, NULL};
    vv_bake_def def = vv_default_bake_def();
    vv_session *other = NULL;
    uint8_t *grown = NULL;
    size_t count = 0;
    assert_int_equal(vv_session_create(document, &host, NULL, &other, NULL), VV_OK);
    assert_int_equal(vv_bake(other, &def, NULL, &grown, &count, NULL), VV_ERROR_FILE);
    assert_null(grown);
    vv_session_destroy(other);
}

/* ---- Damage ------------------------------------------------------------------------------------------------------ */

static void every_truncation_and_every_flipped_byte_is_refused(void **state)
{
    (void)state;
    const vv_asset *asset = NULL;
    vv_error error;
    for (size_t length = 0; length < byte_count; length += length < 2000 ? 1 : 97)
        assert_int_not_equal(vv_asset_load(bytes, length, &asset, &error), VV_OK);
    for (size_t i = 0; i < byte_count; i += i < 2000 ? 1 : 61) {
        bytes[i] ^= 0x40;
        assert_int_not_equal(vv_asset_load(bytes, byte_count, &asset, &error), VV_OK);
        bytes[i] ^= 0x40;
    }
    load();
}

static void a_file_of_another_version_asks_to_be_baked_again(void **state)
{
    (void)state;
    const vv_asset *asset = NULL;
    vv_error error;
    vvi_asset_header *header = (void *)bytes;
    const uint32_t others[] = {0, VVI_ASSET_VERSION + 1, VVI_ASSET_VERSION + 5, UINT32_MAX};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        header->version = others[i];
        header->hash = vvi_asset_hash(bytes, byte_count);
        assert_int_equal(vv_asset_load(bytes, byte_count, &asset, &error), VV_ERROR_VERSION);
        assert_non_null(strstr(error.message, "format"));
        assert_non_null(strstr(error.remedy, "bake the project again"));
    }
    header->version = VVI_ASSET_VERSION;
    header->hash = vvi_asset_hash(bytes, byte_count);
    load();
    assert_int_equal(vv_asset_load(bytes + 1, byte_count - 1, &asset, &error), VV_ERROR_ARGUMENT); /* not aligned */
}

/* A poser that is sound, but of a mesh with fewer triangles: its clusters would be read past their end. */
static void a_poser_of_another_mesh_is_refused(void **state)
{
    (void)state;
    uint8_t *forged = vvi_allocate(NULL, byte_count, 1);
    memcpy(forged, bytes, byte_count);
    vvi_asset_header *header = (void *)forged;
    vvi_asset_artwork *art = (void *)(forged + header->artworks);
    vv_poser *poser = (void *)(forged + art->poser);
    vv_poser smaller =
        vvi_poser_layout(poser->vertex_count, poser->triangle_count - 1, poser->handle_count, poser->cluster_count);
    uint64_t old[] = {poser->clusters, poser->weights, poser->pivots, poser->lengths, poser->parts, poser->K, poser->B},
             new[] = {smaller.clusters, smaller.weights, smaller.pivots, smaller.lengths,
                      smaller.parts,    smaller.K,       smaller.B,      smaller.byte_count};
    smaller.constant = poser->constant;
    for (size_t i = 0; i < 7; i++)
        memmove((char *)poser + new[i], (char *)poser + old[i], (size_t)(new[i + 1] - new[i]));
    *poser = smaller;
    art->poser_bytes = (uint32_t)smaller.byte_count;
    assert_int_equal(vvi_poser_verify(poser, art->poser_bytes, NULL), VV_OK);
    header->hash = vvi_asset_hash(forged, byte_count);
    const vv_asset *asset = NULL;
    assert_int_equal(vv_asset_load(forged, byte_count, &asset, NULL), VV_ERROR_FORMAT);
    vvi_release(NULL, forged, byte_count, 1);
}

/* ---- Sprites ----------------------------------------------------------------------------------------------------- */

/* The baked bytes with a sprite of the first artwork behind them; of another example count if `wrong`. */
static uint8_t *with_sprite(size_t *count, bool wrong)
{
    const vv_rigged *rigged = NULL;
    vv_sprite *sprite = NULL;
    assert_int_equal(vv_session_artwork(session, 0, NULL, &rigged, NULL), VV_OK);
    vv_sprite_def def = vv_default_sprite_def();
    def.mesh = rigged->body->mesh;
    def.handle_count = rigged->body->handle_count;
    def.handles = rigged->body->handles;
    def.weights = rigged->body->weights;
    def.example_count = wrong ? 1 : rigged->example_count;
    def.example_poses = rigged->example_poses;
    def.complex = wrong ? NULL : rigged->complex;
    assert_int_equal(vv_sprite_create(&def, NULL, &sprite, NULL), VV_OK);
    size_t start = (byte_count + 63) / 64 * 64;
    *count = start + vvi_sprite_bytes(sprite);
    uint8_t *out = vvi_allocate_zeroed(NULL, *count, 1);
    memcpy(out, bytes, byte_count);
    memcpy(out + start, sprite, vvi_sprite_bytes(sprite));
    vv_sprite_destroy(sprite, NULL);
    vvi_asset_header *header = (void *)out;
    vvi_asset_artwork *art = (void *)(out + header->artworks);
    art->sprite = (uint32_t)start;
    art->sprite_bytes = (uint32_t)(*count - start);
    header->byte_count = *count;
    header->hash = vvi_asset_hash(out, *count);
    return out;
}

static void a_sprite_in_the_file_is_used_where_it_lies(void **state)
{
    (void)state;
    size_t count;
    uint8_t *whole = with_sprite(&count, false);
    const vv_asset *asset = NULL;
    assert_int_equal(vv_asset_load(whole, count, &asset, NULL), VV_OK);
    vv_artwork art = vv_asset_artwork(asset, 0);
    assert_non_null(art.sprite);
    assert_int_equal(vv_sprite_vertex_count(art.sprite), art.mesh.vertex_count);
    assert_non_null(vv_asset_artwork(asset, 1).sprite);
    vvi_release(NULL, whole, count, 1);
    whole = with_sprite(&count, true);
    assert_int_equal(vv_asset_load(whole, count, &asset, NULL), VV_ERROR_FORMAT);
    vvi_release(NULL, whole, count, 1);
}

static void sprites_and_behaviours_are_baked(void **state)
{
    (void)state;
    const vv_asset *asset = load();
    vv_artwork arm = vv_asset_artwork(asset, 0), strip = vv_asset_artwork(asset, 1);
    assert_non_null(arm.sprite);
    assert_non_null(strip.sprite);
    assert_int_equal(arm.behaviour_count, 2);
    assert_int_equal(strip.behaviour_count, 0);
    assert_int_equal(vv_asset_find_behaviour(asset, 0, "still"), 1);
    assert_int_equal(vv_asset_find_behaviour(asset, 0, "arm"), VV_NONE);
    assert_int_equal(vv_asset_find_behaviour(asset, 1, "wave"), VV_NONE);
    assert_string_equal(vv_asset_behaviour_name(asset, 0, 0), "wave");
    const vv_rigged *rigged = NULL;
    assert_int_equal(vv_session_artwork(session, 0, NULL, &rigged, NULL), VV_OK);
    const vv_behaviour *wave = vv_asset_behaviour(asset, 0, 0);
    assert_memory_equal(wave, rigged->behaviours[0], vvi_behaviour_bytes(wave));
    assert_string_equal(vv_behaviour_state_name(wave, 1), "wave");
    /* The sprite's own complex is the one that places of behaviours belong to. */
    assert_true(vv_behaviour_fits(wave, vv_sprite_complex(arm.sprite)));
    assert_false(vv_behaviour_fits(wave, strip.complex));
}

static void use_sprite(const vv_sprite *sprite)
{
    vvi_sprite_view view = vvi_sprite_open(sprite);
    size_t n = view.particle_count + VVI_SPRITE_PADDING, scratch_bytes = vvi_sprite_scratch_bytes(&view);
    vv_vec2 *rest = vvi_allocate_zeroed(NULL, n, sizeof *rest), *x = vvi_allocate_zeroed(NULL, n, sizeof *x);
    void *scratch = vvi_allocate(NULL, scratch_bytes, 1);
    vv_place place = vv_complex_at_example(view.complex, view.example_count - 1);
    vvi_sprite_rest(&view, place, false, rest, scratch);
    for (uint32_t i = 0; i < view.particle_count; i++)
        x[i] = (vv_vec2){rest[i].x * 1.5f, rest[i].y + 0.1f * (float)(i % 5)};
    place = vvi_sprite_project(&view, x, false, place, NULL, scratch);
    assert_true(vvi_place_is_valid(view.complex, place));
    vvi_sprite_rest(&view, place, true, rest, scratch);
    vvi_match_rings(&view, rest, 0.5f, x, scratch);
    vvi_match_global(&view, rest, 0.5f, x);
    vvi_match_pins(&view, 1.0f, x);
    vvi_release(NULL, rest, n, sizeof *rest);
    vvi_release(NULL, x, n, sizeof *x);
    vvi_release(NULL, scratch, scratch_bytes, 1);
}

static void use_behaviour(const vv_behaviour *behaviour, const vv_complex *complex)
{
    void *memory = vvi_allocate_zeroed(NULL, 1, vvi_behaviour_memory_bytes());
    vvi_senses senses = {.up = {0.0f, 1.0f}, .mass = 1.0f, .strengths = vv_default_strengths()};
    senses.place = senses.equilibrium = vv_complex_at_example(complex, 0);
    for (uint32_t i = 0; i < 8; i++) {
        vvi_commands commands;
        senses.grounded = i % 3 > 0;
        vvi_behaviour_advance(behaviour, complex, memory, &senses, 0.1f, &commands);
        assert_true(vvi_place_is_valid(complex, commands.equilibrium));
        senses.equilibrium = commands.equilibrium;
    }
    vvi_release(NULL, memory, 1, vvi_behaviour_memory_bytes());
}

/* Uses everything an asset offers, as a game would; under the sanitizers this finds what verification let through. */
static void use(const vv_asset *asset)
{
    for (uint32_t a = 0; a < vv_asset_artwork_count(asset); a++) {
        vv_artwork art = vv_asset_artwork(asset, a);
        vv_vec2 *vertices = calloc(art.mesh.vertex_count, sizeof *vertices);
        vv_affine *pose = calloc(art.handle_count, sizeof *pose);
        vv_handle_pose *turns = calloc(art.handle_count, sizeof *turns);
        float *weights = calloc(art.example_count, sizeof *weights);
        vv_place place = vv_complex_advance(art.complex, vv_complex_at_example(art.complex, art.example_count - 1),
                                            vv_complex_at_example(art.complex, 0), 0.2f);
        vv_complex_weights(art.complex, place, weights);
        vv_pose_blend(art.handle_count, art.example_count, art.example_poses, weights, turns);
        vv_pose_mirror(art.handle_count, art.partners, art.example_poses, turns);
        vv_pose_compose(art.handle_count, art.handles, turns, pose);
        vv_skin_apply(art.skin, pose, vertices);
        vv_mesh_point point;
        vv_mesh_pick(&art.mesh, vertices, (vv_vec2){0, 0}, &point);
        vv_posing *posing = NULL;
        vv_pin pin = {.kind = VV_PIN_POSITION, .from = art.handles[0].from, .to = {1, 1}};
        if (art.poser && vv_posing_create(art.poser, 1, NULL, &posing, NULL) == VV_OK) {
            if (vv_posing_set_pins(posing, 1, &pin, NULL) == VV_OK)
                vv_posing_solve(posing, 3, 0.0f);
            vv_posing_destroy(posing, NULL);
        }
        if (art.sprite)
            use_sprite(art.sprite);
        for (uint32_t b = 0; b < art.behaviour_count; b++)
            use_behaviour(vv_asset_behaviour(asset, a, b), art.complex);
        free(vertices);
        free(pose);
        free(turns);
        free(weights);
    }
}

/* fuzz/seeds/vvb holds files that were baked before today. Whoever changes the layout must change the version, and
 * bake these again. */
static void baked_files_that_were_kept_still_load(void **state)
{
    (void)state;
    static const char *const names[] = {"small", "sprite", "sprites", "behaviour", "puppets", "kernels", "stick"};
    enum { CAPACITY = 256 * 1024 };
    uint8_t *kept = vvi_allocate(NULL, CAPACITY, 1);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[1024];
        snprintf(path, sizeof path, "%s/fuzz/seeds/vvb/%s.vvb", getenv("VV_SOURCE"), names[i]);
        FILE *file = fopen(path, "rb");
        assert_non_null(file);
        size_t count = fread(kept, 1, CAPACITY, file);
        fclose(file);
        const vv_asset *asset = NULL;
        vv_error error;
        if (vv_asset_load(kept, count, &asset, &error) != VV_OK)
            fail_msg("%s: %s", names[i], error.message);
        use(asset);
    }
    vvi_release(NULL, kept, CAPACITY, 1);
}

/* Somebody changes words and mends the hash: what is then accepted must be safe to use. */
static void made_up_files_are_refused_or_harmless(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(77);
    size_t count;
    uint8_t *whole = with_sprite(&count, false), *forged = vvi_allocate(NULL, count, 1);
    const uint32_t bad[] = {0, 1, 63, 0x7fffffffu, 0xffffffffu, 0x7fc00000u, 0x7f800000u, 0x00010000u};
    uint32_t accepted = 0, refused = 0;
    for (int trial = 0; trial < 6000; trial++) {
        memcpy(forged, whole, count);
        for (uint32_t k = 0; k < 1 + vvi_random_below(&random, 3); k++) {
            /* Half of the words in the header and the tables, where the offsets are. */
            uint32_t room = vvi_random_below(&random, 2) ? (uint32_t)count / 4 : 64;
            uint32_t word = bad[vvi_random_below(&random, 8)];
            if (vvi_random_below(&random, 3) == 0)
                word = vvi_random_below(&random, (uint32_t)count + 64);
            memcpy(forged + 4 * (size_t)vvi_random_below(&random, room), &word, 4);
        }
        uint64_t hash = vvi_asset_hash(forged, count);
        memcpy(forged + offsetof(vvi_asset_header, hash), &hash, sizeof hash);
        const vv_asset *asset = NULL;
        vv_error error;
        if (vv_asset_load(forged, count, &asset, &error) == VV_OK) {
            accepted++;
            use(asset);
        } else {
            refused++;
        }
    }
    print_message("%u accepted and used, %u refused\n", accepted, refused);
    assert_true(refused > 1000 && accepted > 100);
    vvi_release(NULL, forged, count, 1);
    vvi_release(NULL, whole, count, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_comes_out_is_what_went_in),
        cmocka_unit_test(skinning_from_the_file_gives_the_same_bits),
        cmocka_unit_test(baking_twice_gives_the_same_bytes),
        cmocka_unit_test(sprites_come_with_their_strengths),
        cmocka_unit_test(smaller_without_images_and_posers),
        cmocka_unit_test(an_image_that_grows_while_it_is_baked_is_refused),
        cmocka_unit_test(every_truncation_and_every_flipped_byte_is_refused),
        cmocka_unit_test(a_poser_of_another_mesh_is_refused),
        cmocka_unit_test(a_file_of_another_version_asks_to_be_baked_again),
        cmocka_unit_test(a_sprite_in_the_file_is_used_where_it_lies),
        cmocka_unit_test(sprites_and_behaviours_are_baked),
        cmocka_unit_test(baked_files_that_were_kept_still_load),
        cmocka_unit_test(made_up_files_are_refused_or_harmless),
    };
    return cmocka_run_group_tests(tests, bake, unbake);
}
