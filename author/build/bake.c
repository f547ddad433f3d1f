/* Writes the baked file that runtime/asset reads: sections one after another, each aligned, then the hash. */
#include "bake.h"
#include "session.h"
#include "staged_scene.h"

#include "runtime/asset/asset.h"
#include "runtime/base/base.h"
#include "runtime/behaviour/behaviour.h"
#include "runtime/blend/blend.h"
#include "runtime/motion/motion.h"
#include "runtime/rig/rig.h"
#include "runtime/stage/puppet/puppet.h"
#include "runtime/stage/sprite/sprite.h"

#include <string.h>

vv_bake_def vv_default_bake_def(void)
{
    return (vv_bake_def){.images = true, .posers = true, .sprites = true, .puppets = true, .scenes = true};
}

void vvi_bake_write(vvi_baking *w, size_t offset, const void *data, size_t count)
{
    if (w->bytes && count && offset <= w->room && count <= w->room - offset)
        memcpy(w->bytes + offset, data, count);
}

static uint32_t append_block(vvi_baking *w, const void *data, size_t count, size_t alignment)
{
    size_t offset = (w->used + alignment - 1) & ~(alignment - 1);
    w->used = offset + count;
    vvi_bake_write(w, offset, data, count);
    return (uint32_t)offset;
}

uint32_t vvi_bake_numbers(vvi_baking *w, const void *data, size_t count, size_t size)
{
    return append_block(w, data, count * size, VVI_ASSET_ALIGNMENT);
}

uint32_t vvi_bake_name(vvi_baking *w, const char *name) { return append_block(w, name, strlen(name) + 1, 1); }

uint32_t vvi_bake_table(vvi_baking *w, uint32_t count, size_t size)
{
    uint32_t offset = append_block(w, NULL, 0, VVI_ASSET_ALIGNMENT);
    w->used += count * size;
    return offset;
}

void vvi_bake_word(vvi_baking *w, uint32_t table, uint32_t index, uint32_t value)
{
    vvi_bake_write(w, table + index * sizeof value, &value, sizeof value);
}

static vv_result put_image(vvi_baking *w, const char *path, uint32_t table, uint32_t index)
{
    if (!path || !w->def->images)
        return VV_OK;
    const vv_allocator *allocator = vvi_session_allocator(w->session);
    const vv_host *host = vvi_session_host(w->session);
    uint8_t *bytes = NULL;
    size_t count = 0;
    vv_result result = host->load_bytes(host->user, path, allocator, &bytes, &count, w->error);
    if (result != VV_OK)
        return result;
    vvi_asset_image image = {append_block(w, bytes, count, VVI_ASSET_ALIGNMENT), (uint32_t)count};
    vvi_release(allocator, bytes, count + 1, 1);
    vvi_bake_word(w, table, 2 * index, image.offset);
    vvi_bake_word(w, table, 2 * index + 1, image.byte_count);
    return VV_OK;
}

static vv_result put_layers(vvi_baking *w, const vv_project_artwork *artwork, vvi_asset_artwork *record)
{
    record->layer_names = vvi_bake_table(w, artwork->layer_count, sizeof(uint32_t));
    for (uint32_t l = 0; l < artwork->layer_count; l++)
        vvi_bake_word(w, record->layer_names, l, vvi_bake_name(w, artwork->layers[l].name));
    record->images = vvi_bake_table(w, artwork->layer_count, sizeof(vvi_asset_image));
    vv_result result = VV_OK;
    for (uint32_t l = 0; result == VV_OK && l < artwork->layer_count; l++)
        result = put_image(w, artwork->layers[l].image, record->images, l);
    return result;
}

static void put_names(vvi_baking *w, const vv_project_artwork *artwork, const vv_rigged *rigged,
                      vvi_asset_artwork *record)
{
    record->name = vvi_bake_name(w, artwork->name);
    record->handle_names = vvi_bake_table(w, rigged->body->handle_count, sizeof(uint32_t));
    for (uint32_t h = 0; h < rigged->body->handle_count; h++)
        vvi_bake_word(w, record->handle_names, h,
                      vvi_bake_name(w, artwork->handle_count ? artwork->handles[h].name : "middle"));
    record->example_names = vvi_bake_table(w, rigged->example_count, sizeof(uint32_t));
    for (uint32_t e = 0; e < rigged->example_count; e++)
        vvi_bake_word(w, record->example_names, e, vvi_bake_name(w, rigged->example_names[e]));
}

static void put_rig(vvi_baking *w, const vv_rigged *rigged, vvi_asset_artwork *record)
{
    const vv_body *body = rigged->body;
    record->positions = vvi_bake_numbers(w, body->mesh.positions, body->mesh.vertex_count, sizeof(vv_vec2));
    record->uvs = vvi_bake_numbers(w, body->mesh.uvs, body->mesh.vertex_count, sizeof(vv_vec2));
    record->triangles =
        vvi_bake_numbers(w, body->mesh.triangles, 3 * (size_t)body->mesh.triangle_count, sizeof(uint32_t));
    record->layers = vvi_bake_numbers(w, body->mesh.layers, body->layer_count, sizeof(vv_layer));
    record->handles = vvi_bake_numbers(w, body->handles, body->handle_count, sizeof(vv_handle));
    record->partners = vvi_bake_numbers(w, body->partners, body->handle_count, sizeof(uint32_t));
    record->turns = vvi_bake_numbers(w, rigged->example_poses, (size_t)rigged->example_count * body->handle_count,
                                     sizeof(vv_handle_pose));
    record->skin_bytes = (uint32_t)vvi_skin_bytes(body->skin);
    record->skin = vvi_bake_numbers(w, body->skin, record->skin_bytes, 1);
    record->complex_bytes = (uint32_t)vvi_complex_bytes(rigged->complex);
    record->complex = vvi_bake_numbers(w, rigged->complex, record->complex_bytes, 1);
    if (w->def->posers) {
        record->poser_bytes = (uint32_t)vvi_poser_bytes(body->poser);
        record->poser = vvi_bake_numbers(w, body->poser, record->poser_bytes, 1);
    }
}

static void put_behaviours(vvi_baking *w, const vv_project_artwork *artwork, const vv_rigged *rigged,
                           vvi_asset_artwork *record)
{
    if (rigged->behaviour_count == 0)
        return;
    record->behaviour_count = rigged->behaviour_count;
    record->behaviours = vvi_bake_table(w, rigged->behaviour_count, sizeof(vvi_asset_block));
    for (uint32_t i = 0; i < rigged->behaviour_count; i++) {
        uint32_t bytes = (uint32_t)vvi_behaviour_bytes(rigged->behaviours[i]);
        vvi_bake_word(w, record->behaviours, 2 * i, vvi_bake_numbers(w, rigged->behaviours[i], bytes, 1));
        vvi_bake_word(w, record->behaviours, 2 * i + 1, bytes);
    }
    record->behaviour_names = vvi_bake_table(w, rigged->behaviour_count, sizeof(uint32_t));
    for (uint32_t i = 0; i < rigged->behaviour_count; i++)
        vvi_bake_word(w, record->behaviour_names, i, vvi_bake_name(w, artwork->behaviours[i].name));
}

/* A drawing with more vertices than a sprite may have is baked without one, for games that only pose it. */
bool vvi_artwork_is_sprite(const vv_rigged *rigged)
{
    return rigged->body->mesh.vertex_count <= VV_SPRITE_MAX_PARTICLES;
}

static vv_result put_sprite(vvi_baking *w, const vv_project_artwork *artwork, const vv_rigged *rigged, uint32_t index,
                            vvi_asset_artwork *record)
{
    if (!w->def->sprites || !vvi_artwork_is_sprite(rigged))
        return VV_OK;
    const vv_staged *staged = NULL;
    vv_result result = vv_session_staged(w->session, index, NULL, NULL, &staged, w->error);
    if (result != VV_OK)
        return result;
    vvi_asset_strengths strengths = vvi_asset_pack_strengths(&artwork->sprite.strengths);
    record->strengths = vvi_bake_numbers(w, &strengths, 1, sizeof strengths);
    record->sprite_bytes = (uint32_t)vvi_sprite_bytes(staged->sprite);
    record->sprite = vvi_bake_numbers(w, staged->sprite, record->sprite_bytes, 1);
    return VV_OK;
}

/* ---- Puppets ----------------------------------------------------------------------------------------------------- */

static bool has_puppet_actor(const vv_project_scene *scene, uint32_t artwork)
{
    for (uint32_t i = 0; scene->kind == VV_SCENE_STAGE && i < scene->stage.actor_count; i++)
        if (scene->stage.actors[i].kind == VV_ACTOR_PUPPET && scene->stage.actors[i].artwork == artwork)
            return true;
    return false;
}

bool vvi_artwork_is_puppet(const vv_project *project, uint32_t artwork)
{
    for (uint32_t i = 0; i < project->clip_count; i++)
        if (project->clips[i]->artwork == artwork)
            return true;
    for (uint32_t i = 0; i < project->family_count; i++)
        if (vv_project_find_member(project->families[i], artwork) != VV_NONE)
            return true;
    for (uint32_t i = 0; i < project->scene_count; i++)
        if (has_puppet_actor(project->scenes[i], artwork))
            return true;
    return false;
}

static vv_result put_puppet(vvi_baking *w, const vv_project *project, uint32_t index, vvi_asset_artwork *record)
{
    if (!w->def->puppets || !vvi_artwork_is_puppet(project, index))
        return VV_OK;
    const vv_staged *staged = NULL;
    vv_result result = vv_session_scaled(w->session, index, VV_ACTOR_PUPPET, 1.0f, NULL, NULL, &staged, w->error);
    if (result != VV_OK)
        return result;
    vvi_asset_material material = vvi_asset_pack_material(&project->artworks[index]->puppet.material);
    record->material = vvi_bake_numbers(w, &material, 1, sizeof material);
    record->puppet_bytes = (uint32_t)vvi_puppet_bytes(staged->puppet);
    record->puppet = vvi_bake_numbers(w, staged->puppet, record->puppet_bytes, 1);
    return VV_OK;
}

vv_result vvi_bake_clip(vvi_baking *w, const vv_project *project, uint32_t index, uint32_t handle_count, float scale,
                        uint32_t table, uint32_t entry)
{
    const vv_allocator *allocator = vvi_session_allocator(w->session);
    vv_clip *made = NULL;
    vv_result result = vvi_make_clip(project, index, handle_count, scale, allocator, &made, w->error);
    if (result != VV_OK)
        return result;
    uint32_t bytes = (uint32_t)vvi_clip_bytes(made);
    vvi_bake_word(w, table, 2 * entry, vvi_bake_numbers(w, made, bytes, 1));
    vvi_bake_word(w, table, 2 * entry + 1, bytes);
    vv_clip_destroy(made, allocator);
    return VV_OK;
}

static vv_result put_clips(vvi_baking *w, const vv_project *project, uint32_t artwork, vvi_asset_artwork *record)
{
    for (uint32_t i = 0; i < project->clip_count; i++)
        record->clip_count += project->clips[i]->artwork == artwork;
    if (record->clip_count == 0)
        return VV_OK;
    record->clips = vvi_bake_table(w, record->clip_count, sizeof(vvi_asset_block));
    record->clip_names = vvi_bake_table(w, record->clip_count, sizeof(uint32_t));
    vv_result result = VV_OK;
    for (uint32_t i = 0, own = 0; result == VV_OK && i < project->clip_count; i++) {
        const vv_project_clip *clip = project->clips[i];
        if (clip->artwork != artwork)
            continue;
        vvi_bake_word(w, record->clip_names, own, vvi_bake_name(w, clip->name));
        result = vvi_bake_clip(w, project, i, record->handle_count, 1.0f, record->clips, own++);
    }
    return result;
}

/* Fields are copied one by one into zeros, so that padding is 0 in every file. Of handles and points only those that
 * count are written. */
static uint32_t put_links(vvi_baking *w, const vv_project_family *family)
{
    uint32_t links = vvi_bake_table(w, family->link_count, sizeof(vv_family_link));
    for (uint32_t i = 0; i < family->link_count; i++) {
        const vv_family_link *from = &family->links[i];
        vv_family_link link;
        memset(&link, 0, sizeof link);
        for (uint32_t side = 0; side < 2; side++) {
            link.member[side] = from->member[side];
            link.handle[side] = from->points ? 0 : from->handle[side];
            link.at[side] = from->points ? from->at[side] : (vv_vec2){0.0f, 0.0f};
        }
        link.points = from->points;
        link.parts = from->points ? 0 : from->parts;
        vvi_bake_write(w, links + i * sizeof link, &link, sizeof link);
    }
    return links;
}

static void put_families(vvi_baking *w, const vv_project *project, vvi_asset_header *header)
{
    if (!w->def->puppets || project->family_count == 0)
        return;
    header->family_count = project->family_count;
    header->families = vvi_bake_table(w, project->family_count, sizeof(vvi_asset_family));
    for (uint32_t i = 0; i < project->family_count; i++) {
        const vv_project_family *family = project->families[i];
        vvi_asset_family record = {.name = vvi_bake_name(w, family->name),
                                   .member_count = family->member_count,
                                   .link_count = family->link_count,
                                   .lambda = family->lambda,
                                   .margin = family->margin,
                                   .pause = family->pause,
                                   .fade = family->fade};
        record.members = vvi_bake_numbers(w, family->members, family->member_count, sizeof(uint32_t));
        record.links = family->link_count ? put_links(w, family) : 0;
        vvi_bake_write(w, header->families + i * sizeof record, &record, sizeof record);
    }
}

static vv_result put_recording(vvi_baking *w, const vv_project_recording *recording, uint32_t at)
{
    const vv_allocator *allocator = vvi_session_allocator(w->session);
    vv_recording_def def = vvi_recording_def(recording);
    vv_recording *made = NULL;
    vv_result result = vv_recording_create(&def, allocator, &made, w->error);
    if (result != VV_OK)
        return result;
    vvi_asset_recording record = {.name = vvi_bake_name(w, recording->name), .artwork = recording->artwork};
    record.recording_bytes = (uint32_t)vvi_recording_bytes(made);
    record.recording = vvi_bake_numbers(w, made, record.recording_bytes, 1);
    vvi_bake_write(w, at, &record, sizeof record);
    vv_recording_destroy(made, allocator);
    return VV_OK;
}

static vv_result put_recordings(vvi_baking *w, const vv_project *project, vvi_asset_header *header)
{
    if (project->recording_count == 0)
        return VV_OK;
    header->recording_count = project->recording_count;
    header->recordings = vvi_bake_table(w, project->recording_count, sizeof(vvi_asset_recording));
    vv_result result = VV_OK;
    for (uint32_t i = 0; result == VV_OK && i < project->recording_count; i++)
        result = vvi_prefix_error_path(
            put_recording(w, project->recordings[i], header->recordings + i * (uint32_t)sizeof(vvi_asset_recording)),
            w->error, "$.recordings[%u]", i);
    return result;
}

/* ---- The whole --------------------------------------------------------------------------------------------------- */

static vv_result put_artwork(vvi_baking *w, const vv_project *project, const vv_rigged *rigged, uint32_t index,
                             uint32_t at)
{
    const vv_project_artwork *artwork = project->artworks[index];
    vvi_asset_artwork record = {.vertex_count = rigged->body->mesh.vertex_count,
                                .triangle_count = rigged->body->mesh.triangle_count,
                                .layer_count = rigged->body->layer_count,
                                .handle_count = rigged->body->handle_count,
                                .example_count = rigged->example_count};
    put_rig(w, rigged, &record);
    put_names(w, artwork, rigged, &record);
    put_behaviours(w, artwork, rigged, &record);
    vv_result result = put_sprite(w, artwork, rigged, index, &record);
    if (result == VV_OK)
        result = put_puppet(w, project, index, &record);
    if (result == VV_OK)
        result = put_clips(w, project, index, &record);
    vvi_bake_correctives(w, artwork, rigged, &record);
    if (result == VV_OK)
        result = put_layers(w, artwork, &record);
    vvi_bake_write(w, at, &record, sizeof record);
    return result;
}

static vv_result check_size(const vvi_baking *w)
{
    if (w->used <= UINT32_MAX / 2)
        return VV_OK;
    vvi_fail(w->error, VV_ERROR_LIMIT, "the baked file would be larger than 2 GB");
    vvi_error_remedy(w->error, "leave out the images, or split the project");
    return VV_ERROR_LIMIT;
}

static vv_result put_all(vvi_baking *w, const vv_progress *progress)
{
    const vv_project *project = vvi_session_project(w->session);
    vvi_asset_header header = {.version = VVI_ASSET_VERSION, .artwork_count = project->artwork_count};
    memcpy(header.magic, VVI_ASSET_MAGIC, sizeof header.magic);
    w->used = sizeof header;
    header.artworks = vvi_bake_table(w, project->artwork_count, sizeof(vvi_asset_artwork));
    vv_result result = VV_OK;
    for (uint32_t a = 0; result == VV_OK && a < project->artwork_count; a++) {
        const vv_rigged *rigged = NULL;
        result = vv_session_artwork(w->session, a, progress, &rigged, w->error);
        if (result == VV_OK)
            result = put_artwork(w, project, rigged, a, header.artworks + a * (uint32_t)sizeof(vvi_asset_artwork));
        if (result == VV_OK)
            result = check_size(w);
    }
    put_families(w, project, &header);
    if (result == VV_OK)
        result = put_recordings(w, project, &header);
    if (result == VV_OK)
        result = vvi_bake_items(w, project, &header);
    if (result == VV_OK)
        result = vvi_bake_scenes(w, project, &header);
    if (result == VV_OK)
        result = check_size(w);
    header.byte_count = w->used;
    vvi_bake_write(w, 0, &header, sizeof header);
    return result;
}

vv_result vv_bake(vv_session *session, const vv_bake_def *def, const vv_progress *progress, uint8_t **bytes,
                  size_t *byte_count, vv_error *error)
{
    vvi_baking w = {.session = session, .def = def, .error = error};
    vv_result result = put_all(&w, progress);
    if (result != VV_OK)
        return result;
    size_t size = w.used;
    w.bytes = vvi_allocate_zeroed(vvi_session_allocator(session), size, 1);
    w.room = size;
    if (!w.bytes)
        return vvi_fail_memory(error, size);
    result = put_all(&w, NULL);
    if (result == VV_OK && w.used != size) { /* an image file has changed between the two runs */
        result = vvi_fail(error, VV_ERROR_FILE, "a file changed while it was baked");
        vvi_error_remedy(error, "bake again");
    }
    if (result != VV_OK) {
        vv_bake_release(session, w.bytes, size);
        return result;
    }
    uint64_t hash = vvi_asset_hash(w.bytes, size);
    memcpy(w.bytes + offsetof(vvi_asset_header, hash), &hash, sizeof hash);
    *bytes = w.bytes;
    *byte_count = size;
    return VV_OK;
}

void vv_bake_release(vv_session *session, uint8_t *bytes, size_t byte_count)
{
    vvi_release(vvi_session_allocator(session), bytes, byte_count, 1);
}
