/* What a baked file holds for puppets, put into one by hand: it is used where it lies, and what does not belong
 * together is refused. */
#include "runtime/asset/asset.h"
#include "runtime/motion/motion.h"
#include "runtime/stage/puppet/puppet.h"
#include "tests/author/build/figure.h"

/* ---- A file with everything in it -------------------------------------------------------------------------------- */

static vv_document *document;
static vv_session *session;
static uint8_t *whole; /* the figure's two artworks with puppets, two clips, a family and a recording */
static size_t whole_count;

static uint32_t append(const void *data, size_t count, size_t alignment)
{
    size_t start = (whole_count + alignment - 1) / alignment * alignment;
    uint8_t *grown = vvi_allocate_zeroed(NULL, start + count, 1);
    memcpy(grown, whole, whole_count);
    memcpy(grown + start, data, count);
    vvi_release(NULL, whole, whole_count, 1);
    whole = grown;
    whole_count = start + count;
    return (uint32_t)start;
}

static uint32_t append_name(const char *name) { return append(name, strlen(name) + 1, 1); }

static vvi_asset_header *header(void) { return (void *)whole; }

static vvi_asset_artwork *artwork(uint32_t index)
{
    return (vvi_asset_artwork *)(void *)(whole + header()->artworks) + index;
}

static void seal(void)
{
    header()->byte_count = whole_count;
    header()->hash = vvi_asset_hash(whole, whole_count);
}

static void append_puppet(uint32_t index)
{
    const vv_rigged *rigged = NULL;
    vv_puppet *puppet = NULL;
    vv_error error = {0};
    assert_int_equal(vv_session_artwork(session, index, NULL, &rigged, NULL), VV_OK);
    vv_puppet_def def = vv_default_puppet_def();
    def.mesh = rigged->body->mesh;
    def.handle_count = rigged->body->handle_count;
    def.handles = rigged->body->handles;
    def.weights = rigged->body->weights;
    def.example_count = rigged->example_count;
    def.example_poses = rigged->example_poses;
    def.complex = rigged->complex;
    if (vv_puppet_create(&def, NULL, &puppet, &error) != VV_OK)
        fail_msg("%s", error.message);
    uint32_t bytes = (uint32_t)vvi_puppet_bytes(puppet), at = append(puppet, bytes, 64);
    artwork(index)->puppet = at;
    artwork(index)->puppet_bytes = bytes;
    vv_puppet_destroy(puppet, NULL);
}

static void append_clips(void)
{
    vvi_asset_block blocks[2];
    uint32_t names[2] = {append_name("wave"), append_name("turn")};
    for (uint32_t i = 0; i < 2; i++) {
        vv_key keys[] = {vv_default_key(), vv_default_key()};
        keys[1].time = 1.0f;
        keys[1].value[0] = 1.0f + (float)i;
        vv_track track = {.handle = 2, .channel = VV_CHANNEL_ANGLE, .key_count = 2, .keys = keys};
        vv_clip_def def = {.handle_count = 3, .duration = 2.0f, .loop = i == 1, .track_count = 1, .tracks = &track};
        vv_clip *clip = NULL;
        assert_int_equal(vv_clip_create(&def, NULL, &clip, NULL), VV_OK);
        blocks[i].byte_count = (uint32_t)vvi_clip_bytes(clip);
        blocks[i].offset = append(clip, blocks[i].byte_count, 64);
        vv_clip_destroy(clip, NULL);
    }
    uint32_t clips = append(blocks, sizeof blocks, 64), clip_names = append(names, sizeof names, 64);
    artwork(0)->clip_count = 2;
    artwork(0)->clips = clips;
    artwork(0)->clip_names = clip_names;
}

static void append_family(void)
{
    const uint32_t members[] = {1, 0};
    vv_family_link links[2];
    memset(links, 0, sizeof links);
    links[0].member[1] = 1;
    links[0].handle[1] = 2;
    links[0].parts = VV_PART_POSITION | VV_PART_ANGLE;
    links[1].member[0] = 1;
    links[1].points = true;
    links[1].at[0] = (vv_vec2){0.5f, 0.25f};
    vvi_asset_family family = {.name = append_name("both"), .member_count = 2, .link_count = 2, .lambda = 0.01f};
    family.margin = 0.25f;
    family.members = append(members, sizeof members, 64);
    family.links = append(links, sizeof links, 64);
    uint32_t families = append(&family, sizeof family, 64);
    header()->family_count = 1;
    header()->families = families;
}

static void append_recording(void)
{
    const vv_region regions[] = {{0, 0.4f}, {2, 0.5f}};
    vv_region_state frames[6] = {{{0, 0}, {0, 0}, {0, 0, 0, 0}}};
    for (int i = 0; i < 6; i++)
        frames[i] = (vv_region_state){{0, 1}, {(float)i, 2}, {1, 0, 0, 1}};
    vv_recording_def def = {2, 3, regions, frames, 50.0f, 2.0f, false};
    vv_recording *recording = NULL;
    assert_int_equal(vv_recording_create(&def, NULL, &recording, NULL), VV_OK);
    vvi_asset_recording stored = {.name = append_name("jump"), .artwork = 0};
    stored.recording_bytes = (uint32_t)vvi_recording_bytes(recording);
    stored.recording = append(recording, stored.recording_bytes, 64);
    vv_recording_destroy(recording, NULL);
    uint32_t recordings = append(&stored, sizeof stored, 64);
    header()->recording_count = 1;
    header()->recordings = recordings;
}

static int begin(void **state)
{
    (void)state;
    vv_bake_def def = vv_default_bake_def();
    uint8_t *bytes = NULL;
    document = figure_document();
    assert_int_equal(vv_session_create(document, &figure_host, NULL, &session, NULL), VV_OK);
    assert_int_equal(vv_bake(session, &def, NULL, &bytes, &whole_count, NULL), VV_OK);
    whole = vvi_allocate(NULL, whole_count, 1);
    memcpy(whole, bytes, whole_count);
    vv_bake_release(session, bytes, whole_count);
    append_puppet(0);
    append_puppet(1);
    append_clips();
    append_family();
    append_recording();
    vv_material material = vv_default_material();
    material.stiffness = 7.0f;
    material.attraction = VV_ATTRACT_COMPLEX;
    vvi_asset_material packed = vvi_asset_pack_material(&material);
    uint32_t at = append(&packed, sizeof packed, 64);
    artwork(0)->material = at;
    seal();
    return 0;
}

static int end(void **state)
{
    (void)state;
    vvi_release(NULL, whole, whole_count, 1);
    vv_session_destroy(session);
    vv_document_destroy(document);
    return 0;
}

static const vv_asset *load(void)
{
    const vv_asset *asset = NULL;
    vv_error error = {0};
    if (vv_asset_load(whole, whole_count, &asset, &error) != VV_OK)
        fail_msg("%s", error.message);
    return asset;
}

/* ---- What a game finds ------------------------------------------------------------------------------------------- */

static void puppets_and_clips_are_used_where_they_lie(void **state)
{
    (void)state;
    const vv_asset *asset = load();
    vv_artwork arm = vv_asset_artwork(asset, 0), strip = vv_asset_artwork(asset, 1);
    assert_true((const uint8_t *)(const void *)arm.puppet == whole + artwork(0)->puppet);
    assert_int_equal(vv_puppet_vertex_count(arm.puppet), arm.mesh.vertex_count);
    assert_true(arm.material.stiffness == 7.0f && arm.material.attraction == VV_ATTRACT_COMPLEX);
    assert_true(strip.material.stiffness == vv_default_material().stiffness && strip.clip_count == 0);
    assert_int_equal(arm.clip_count, 2);
    assert_int_equal(vv_asset_find_clip(asset, 0, "turn"), 1);
    assert_int_equal(vv_asset_find_clip(asset, 0, "jump"), VV_NONE);
    assert_int_equal(vv_asset_find_clip(asset, 1, "turn"), VV_NONE);
    assert_string_equal(vv_asset_clip_name(asset, 0, 0), "wave");
    assert_true(vv_clip_sample(vv_asset_clip(asset, 0, 1), 0, 1.0).value[0] == 2.0f);
    assert_true(vv_clip_loops(vv_asset_clip(asset, 0, 1)) && !vv_clip_loops(vv_asset_clip(asset, 0, 0)));
}

static void families_and_recordings_are_found(void **state)
{
    (void)state;
    const vv_asset *asset = load();
    assert_int_equal(vv_asset_family_count(asset), 1);
    assert_int_equal(vv_asset_find_family(asset, "both"), 0);
    assert_int_equal(vv_asset_find_family(asset, "jump"), VV_NONE);
    assert_int_equal(vv_asset_family_member_count(asset, 0), 2);
    assert_int_equal(vv_asset_family_member(asset, 0, 0), 1);
    vv_family *family = NULL;
    assert_int_equal(vv_asset_family_create(asset, 0, NULL, &family, NULL), VV_OK);
    assert_ptr_equal(vv_family_member(family, 0), vv_asset_artwork(asset, 1).puppet);
    assert_ptr_equal(vv_family_member(family, 1), vv_asset_artwork(asset, 0).puppet);
    vv_family_destroy(family, NULL);
    assert_int_equal(vv_asset_recording_count(asset), 1);
    assert_int_equal(vv_asset_find_recording(asset, "jump"), 0);
    assert_int_equal(vv_asset_find_recording(asset, "both"), VV_NONE);
    assert_string_equal(vv_asset_recording_name(asset, 0), "jump");
    assert_int_equal(vv_asset_recording_artwork(asset, 0), 0);
    assert_true(vv_recording_sample(vv_asset_recording(asset, 0), 1, 0.02).centre.x == 3.0f);
}

static void a_family_needs_memory(void **state)
{
    (void)state;
    vv_counting counting = {.fail_at = 1};
    vv_allocator allocator = vv_counting_allocator(&counting);
    vv_family *family = NULL;
    assert_int_equal(vv_asset_family_create(load(), 0, &allocator, &family, NULL), VV_ERROR_MEMORY);
    assert_int_equal(counting.used, 0);
}

/* ---- Baked ------------------------------------------------------------------------------------------------------- */

static void apply(vv_document *to, const char *command)
{
    vv_json_document *json = NULL;
    vv_error error = {0};
    assert_int_equal(vv_json_parse(command, strlen(command), "command", NULL, &json, NULL), VV_OK);
    if (vv_document_apply(to, json, vv_json_root(json), &error) != VV_OK)
        fail_msg("%s: %s", error.path, error.message);
    vv_json_destroy(json);
}

/* The figure with what an artist adds to make puppets of it. */
static vv_document *directed_document(void)
{
    vv_document *out = figure_document();
    apply(out, "{\"do\":\"puppet.set\",\"artwork\":\"arm\",\"density\":2,\"material\":{\"stiffness\":9,\"drag\":0.5}}");
    apply(out, "{\"do\":\"clip.add\",\"name\":\"slide\",\"artwork\":\"strip\"}");
    apply(out, "{\"do\":\"clip.add\",\"name\":\"wave\",\"artwork\":\"arm\",\"length\":1.5,\"loop\":true}");
    apply(out, "{\"do\":\"key.set\",\"clip\":\"wave\",\"handle\":\"hand\",\"channel\":\"position\",\"keys\":["
               "{\"time\":0,\"value\":[0,0]},{\"time\":0.5,\"value\":[0.5,0.25],\"strength\":0.5,\"ease\":0.1}]}");
    apply(out, "{\"do\":\"family.add\",\"name\":\"both\",\"members\":[\"strip\",\"arm\"],\"fade\":0.25,\"links\":["
               "{\"from\":\"arm\",\"to\":\"strip\",\"points\":[[0,0.5],[1,1]]}]}");
    apply(out, "{\"do\":\"recording.add\",\"name\":\"jump\",\"artwork\":\"arm\",\"size\":1,\"regions\":["
               "{\"handle\":\"hand\",\"rest\":[0,0],\"frames\":[[0,0,1,0,0,1],[0,2,1,0,0,1]]}]}");
    return out;
}

static void what_an_artist_made_is_baked(void **state)
{
    (void)state;
    vv_document *directed = directed_document();
    vv_session *own = NULL;
    vv_bake_def def = vv_default_bake_def();
    uint8_t *bytes = NULL;
    size_t count = 0;
    vv_error error = {0};
    const vv_asset *asset = NULL;
    assert_int_equal(vv_session_create(directed, &figure_host, NULL, &own, NULL), VV_OK);
    if (vv_bake(own, &def, NULL, &bytes, &count, &error) != VV_OK ||
        vv_asset_load(bytes, count, &asset, &error) != VV_OK)
        fail_msg("%s", error.message);
    vv_artwork arm = vv_asset_artwork(asset, 0), strip = vv_asset_artwork(asset, 1);
    const vv_staged *staged = NULL;
    assert_int_equal(vv_session_scaled(own, 0, VV_ACTOR_PUPPET, 1.0f, NULL, NULL, &staged, NULL), VV_OK);
    assert_memory_equal(arm.puppet, staged->puppet, vvi_puppet_bytes(staged->puppet));
    assert_non_null(strip.puppet);
    assert_true(arm.material.stiffness == 9.0f && arm.material.drag == 0.5f && arm.material.friction == 0.6f);
    assert_true(arm.clip_count == 1 && strip.clip_count == 1 && vv_asset_find_clip(asset, 0, "wave") == 0);
    const vv_clip *wave = vv_asset_clip(asset, 0, 0);
    vv_handle_target aim = vv_clip_sample(wave, 0, 2.0);
    assert_true(vv_clip_loops(wave) && aim.value[0] == 0.5f && aim.value[1] == 0.25f && aim.strength == 0.5f);
    assert_int_equal(vv_clip_track_count(vv_asset_clip(asset, 1, 0)), 0);
    vv_family *family = NULL;
    assert_int_equal(vv_asset_family_create(asset, vv_asset_find_family(asset, "both"), NULL, &family, NULL), VV_OK);
    assert_ptr_equal(vv_family_member(family, 1), arm.puppet);
    vv_family_destroy(family, NULL);
    assert_true(vv_recording_sample(vv_asset_recording(asset, 0), 0, 1.0).centre.y == 2.0f);
    vv_bake_release(own, bytes, count);
    vv_session_destroy(own);
    vv_document_destroy(directed);
}

static void baking_fails_cleanly_wherever_memory_ends(void **state)
{
    (void)state;
    vv_counting counting = {0};
    vv_allocator allocator = vv_counting_allocator(&counting);
    vv_document *directed = directed_document();
    vv_bake_def def = vv_default_bake_def();
    vv_result result = VV_ERROR_MEMORY;
    vv_session *own = NULL;
    assert_int_equal(vv_session_create(directed, &figure_host, &allocator, &own, NULL), VV_OK);
    uint64_t failed = 0;
    size_t count = 0;
    for (uint64_t n = 1; result != VV_OK;
         n += n < 40 ? 1 : n / 8) { /* what was made before a failure is kept: it gets on */
        uint8_t *bytes = NULL;
        counting.fail_at = n;
        result = vv_bake(own, &def, NULL, &bytes, &count, NULL);
        counting.fail_at = 0;
        assert_true(result == VV_OK || (result == VV_ERROR_MEMORY && !bytes));
        failed += result != VV_OK;
        vv_bake_release(own, bytes, count);
    }
    print_message("%u failures\n", (unsigned)failed);
    assert_true(failed > 10);
    vv_session_destroy(own);
    vv_document_destroy(directed);
    assert_int_equal(counting.used, 0);
}

static void puppets_can_be_left_out(void **state)
{
    (void)state;
    vv_document *directed = directed_document();
    vv_session *own = NULL;
    vv_bake_def def = {.images = false, .posers = false};
    uint8_t *bytes = NULL;
    size_t count = 0;
    const vv_asset *asset = NULL;
    assert_int_equal(vv_session_create(directed, &figure_host, NULL, &own, NULL), VV_OK);
    assert_int_equal(vv_bake(own, &def, NULL, &bytes, &count, NULL), VV_OK);
    assert_int_equal(vv_asset_load(bytes, count, &asset, NULL), VV_OK);
    assert_null(vv_asset_artwork(asset, 0).puppet);
    assert_int_equal(vv_asset_artwork(asset, 0).clip_count, 1); /* a game may play it in its own way */
    assert_int_equal(vv_asset_family_count(asset), 0);
    assert_int_equal(vv_asset_recording_count(asset), 1);
    vv_bake_release(own, bytes, count);
    vv_session_destroy(own);
    vv_document_destroy(directed);
}

/* ---- What does not belong together ------------------------------------------------------------------------------- */

/* Writes a word, looks whether the file is refused, and mends it. */
static void refused_with(uint32_t offset, uint32_t word)
{
    uint32_t kept;
    const vv_asset *asset = NULL;
    memcpy(&kept, whole + offset, 4);
    assert_int_not_equal(kept, word);
    memcpy(whole + offset, &word, 4);
    seal();
    if (vv_asset_load(whole, whole_count, &asset, NULL) == VV_OK)
        fail_msg("accepted with %u at %u", word, offset);
    memcpy(whole + offset, &kept, 4);
    seal();
}

static uint32_t place_of(const void *field) { return (uint32_t)((const uint8_t *)field - whole); }

static void cross_references_are_checked(void **state)
{
    (void)state;
    vvi_asset_artwork *arm = artwork(0);
    const uint32_t outside = (uint32_t)(whole_count + 63) / 64 * 64;
    const vvi_asset_block *clips = (const void *)(whole + arm->clips);
    refused_with(place_of(&arm->puppet), outside);
    refused_with(place_of(&arm->puppet_bytes), arm->puppet_bytes + 64);
    refused_with(place_of(&arm->puppet_bytes), 0);
    refused_with(place_of(&arm->puppet), clips[0].offset);
    refused_with(place_of(&arm->material), outside);
    refused_with(arm->material, 0x7fc00000u);    /* a stiffness that is no number */
    refused_with(arm->material + 3 * 4, 4);      /* no attraction */
    refused_with(arm->material + 9 * 4, 2);      /* neither true nor false */
    refused_with(place_of(&arm->clip_count), 0); /* with a table */
    refused_with(place_of(&arm->clip_count), 1000000);
    refused_with(place_of(&arm->clips), outside);
    refused_with(place_of(&arm->clip_names), outside);
    refused_with(place_of(&clips[0].offset), outside);
    refused_with(place_of(&clips[0].byte_count), clips[0].byte_count - 64);
}

static void a_puppet_of_another_drawing_is_refused(void **state)
{
    (void)state;
    vvi_asset_artwork *arm = artwork(0), kept = *arm;
    const vv_asset *asset = NULL;
    vv_error error = {0};
    arm->puppet = artwork(1)->puppet;
    arm->puppet_bytes = artwork(1)->puppet_bytes;
    seal();
    assert_int_equal(vv_asset_load(whole, whole_count, &asset, &error), VV_ERROR_FORMAT);
    assert_non_null(strstr(error.message, "another drawing"));
    *arm = kept;
    vvi_asset_artwork *strip = artwork(1), other = *strip;
    strip->clip_count = kept.clip_count; /* clips of three handles on a drawing with another number */
    strip->clips = kept.clips;
    strip->clip_names = kept.clip_names;
    seal();
    assert_int_equal(vv_asset_load(whole, whole_count, &asset, &error), VV_ERROR_FORMAT);
    assert_non_null(strstr(error.message, "another drawing"));
    *strip = other;
    seal();
}

static void families_and_recordings_are_checked(void **state)
{
    (void)state;
    const uint32_t outside = (uint32_t)(whole_count + 63) / 64 * 64;
    vvi_asset_family *family = (void *)(whole + header()->families);
    vvi_asset_recording *recording = (void *)(whole + header()->recordings);
    refused_with(place_of(&header()->family_count), 0);
    refused_with(place_of(&header()->family_count), 0x10000000u);
    refused_with(place_of(&header()->families), outside);
    refused_with(place_of(&family->name), outside);
    refused_with(place_of(&family->member_count), 0);
    refused_with(place_of(&family->member_count), VV_PUPPET_MAX_MEMBERS + 1);
    refused_with(place_of(&family->members), outside);
    refused_with(family->members, 2);               /* no such artwork */
    refused_with(family->members, 0);               /* the same twice */
    refused_with(place_of(&artwork(1)->puppet), 0); /* a member without a puppet */
    refused_with(place_of(&family->link_count), 0);
    refused_with(place_of(&family->link_count), 0xffffffffu);
    refused_with(place_of(&family->links), outside);
    refused_with(family->links, 2);           /* no such member */
    refused_with(family->links, 1);           /* from a member to itself */
    refused_with(family->links + 2 * 4, 2);   /* neither handles nor points */
    refused_with(family->links + 2 * 4, 256); /* in the hole behind that */
    refused_with(family->links + 4 * 4, 3);   /* no such handle */
    refused_with(family->links + 5 * 4, 8);   /* no such part */
    refused_with(family->links + 40 + 6 * 4, 0x7f800000u);
    refused_with(place_of(&family->lambda), 0);
    refused_with(place_of(&family->margin), 0x7fc00000u);
    refused_with(place_of(&header()->recording_count), 0);
    refused_with(place_of(&header()->recording_count), 0x10000000u);
    refused_with(place_of(&header()->recordings), outside);
    refused_with(place_of(&recording->name), outside);
    refused_with(place_of(&recording->artwork), 2);
    refused_with(place_of(&recording->artwork), 1); /* which has fewer handles than the recording's regions name */
    refused_with(place_of(&recording->recording), outside);
    refused_with(place_of(&recording->recording_bytes), recording->recording_bytes + 1);
    load();
}

/* ---- Made up ----------------------------------------------------------------------------------------------------- */

/* A few steps of a puppet that plays a clip, and everything else that an asset offers for puppets. */
static void use(const vv_asset *asset)
{
    for (uint32_t a = 0; a < vv_asset_artwork_count(asset); a++) {
        vv_artwork art = vv_asset_artwork(asset, a);
        for (uint32_t c = 0; c < art.clip_count; c++)
            for (uint32_t t = 0; t < vv_clip_track_count(vv_asset_clip(asset, a, c)); t++)
                vv_clip_sample(vv_asset_clip(asset, a, c), t, 0.7);
        if (!art.puppet)
            continue;
        vvi_puppet_view view = vvi_puppet_open(art.puppet);
        vv_vec2 *vertices = vvi_allocate_zeroed(NULL, view.vertex_count + 16u, sizeof *vertices);
        vvi_puppet_vertices(&view, view.rest, vertices);
        vvi_release(NULL, vertices, view.vertex_count + 16u, sizeof *vertices);
    }
    for (uint32_t i = 0; i < vv_asset_family_count(asset); i++) {
        vv_family *family = NULL;
        if (vv_asset_family_create(asset, i, NULL, &family, NULL) == VV_OK)
            vv_family_destroy(family, NULL);
    }
    for (uint32_t i = 0; i < vv_asset_recording_count(asset); i++)
        vv_recording_sample(vv_asset_recording(asset, i), 0, 0.03);
}

static void made_up_files_are_refused_or_harmless(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(4);
    uint8_t *forged = vvi_allocate(NULL, whole_count, 1);
    const uint32_t bad[] = {0, 1, 63, 0x7fffffffu, 0xffffffffu, 0x7fc00000u, 0x7f800000u, 0x00010000u};
    uint32_t accepted = 0, refused = 0, from = artwork(0)->puppet / 4, behind = (uint32_t)(whole_count / 4);
    for (int trial = 0; trial < 3000; trial++) {
        memcpy(forged, whole, whole_count);
        for (uint32_t k = 0; k < 1 + vvi_random_below(&random, 3); k++) {
            uint32_t word = bad[vvi_random_below(&random, 8)], at = from + vvi_random_below(&random, behind - from);
            if (vvi_random_below(&random, 2)) /* the header and the artworks */
                at = vvi_random_below(&random, 96);
            if (vvi_random_below(&random, 3) == 0)
                word = vvi_random_below(&random, (uint32_t)whole_count + 64);
            memcpy(forged + 4 * (size_t)at, &word, 4);
        }
        uint64_t hash = vvi_asset_hash(forged, whole_count);
        memcpy(forged + offsetof(vvi_asset_header, hash), &hash, sizeof hash);
        const vv_asset *asset = NULL;
        if (vv_asset_load(forged, whole_count, &asset, NULL) == VV_OK) {
            accepted++;
            use(asset);
        } else {
            refused++;
        }
    }
    print_message("%u accepted and used, %u refused\n", accepted, refused);
    assert_true(refused > 1000 && accepted > 100);
    vvi_release(NULL, forged, whole_count, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(puppets_and_clips_are_used_where_they_lie),
        cmocka_unit_test(families_and_recordings_are_found),
        cmocka_unit_test(a_family_needs_memory),
        cmocka_unit_test(what_an_artist_made_is_baked),
        cmocka_unit_test(baking_fails_cleanly_wherever_memory_ends),
        cmocka_unit_test(puppets_can_be_left_out),
        cmocka_unit_test(cross_references_are_checked),
        cmocka_unit_test(a_puppet_of_another_drawing_is_refused),
        cmocka_unit_test(families_and_recordings_are_checked),
        cmocka_unit_test(made_up_files_are_refused_or_harmless),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
