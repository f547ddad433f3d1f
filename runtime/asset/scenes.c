/* Stage scenes of a baked file: verified when it is loaded, unpacked when a player is created. */
#include "asset.h"
#include "verify.h"

#include "runtime/base/base.h"
#include "runtime/scene/scene.h"
#include "runtime/stage/puppet/puppet.h"

#include <string.h>

/* ---- What an actor is made from ---------------------------------------------------------------------------------- */

/* The record of an artwork in the actor's size; NULL, and *good false, where it is not in the file. */
static const vvi_asset_sized *find_sized(const vvi_asset_header *header, uint32_t index, uint32_t artwork, float scale,
                                         bool *good)
{
    const vvi_asset_staging *staging = vvi_asset_staging_of(header);
    if (index == VV_NONE) {
        *good = *good && scale == 1.0f;
        return NULL;
    }
    const vvi_asset_sized *sized =
        index < staging->sized_count ? (const vvi_asset_sized *)vvi_asset_at(header, staging->sized) + index : NULL;
    *good = *good && sized && sized->artwork == artwork && sized->scale == scale;
    return sized;
}

static const vvi_asset_family *find_family(const vvi_asset_header *header, uint32_t index)
{
    return index == VV_NONE ? NULL : (const vvi_asset_family *)vvi_asset_at(header, header->families) + index;
}

/* The artwork that member `index` of an actor shows. */
static uint32_t member_artwork(const vvi_asset_header *header, const vvi_scene_parts *parts, uint32_t index)
{
    const vvi_asset_family *family = find_family(header, parts->family);
    return family ? ((const uint32_t *)vvi_asset_at(header, family->members))[index] : parts->artwork;
}

static const vv_puppet *puppet_at(const vvi_asset_header *header, uint32_t artwork, const vvi_asset_sized *sized)
{
    return vvi_asset_at(header, sized ? sized->puppet : vvi_asset_artwork_at(header, artwork)->puppet);
}

static bool are_members_good(const vvi_asset_header *header, const vvi_scene_parts *parts, float scale, uint32_t *own)
{
    bool good = true;
    *own = VV_NONE;
    if (parts->family != VV_NONE && (parts->family >= header->family_count || !parts->puppet))
        return false;
    const vvi_asset_family *family = find_family(header, parts->family);
    if (parts->member_count != (family ? family->member_count : 1))
        return false;
    for (uint32_t m = 0; m < parts->member_count; m++) {
        uint32_t artwork = member_artwork(header, parts, m);
        const vvi_asset_sized *sized = find_sized(header, parts->sized[m], artwork, scale, &good);
        good = good && (!parts->puppet || puppet_at(header, artwork, sized));
        *own = artwork == parts->artwork && *own == VV_NONE ? m : *own;
    }
    return good && *own != VV_NONE;
}

/* A sprite's place and strengths, or a puppet's material. */
static vv_result check_manner(const vv_scene_actor *actor, vv_error *error)
{
    const vv_sprite *sprite = actor->def.sprite;
    if (!sprite)
        return vv_material_check(&actor->def.material, error);
    if (!vv_complex_has_place(vv_sprite_complex(sprite), actor->def.place))
        return vvi_fail(error, VV_ERROR_FORMAT, "its place is not one of its artwork");
    return vv_strengths_check(&actor->def.strengths, vv_sprite_example_count(sprite), error);
}

static vv_result check_references(const vvi_asset_header *header, const vvi_scene_parts *parts,
                                  const vv_scene_actor *actor, vv_error *error)
{
    const vvi_asset_artwork *a = vvi_asset_artwork_at(header, parts->artwork);
    bool good = parts->behaviour == VV_NONE || (!parts->puppet && parts->behaviour < a->behaviour_count);
    good = good && (actor->clip == VV_NONE || actor->clip < a->clip_count);
    good = good && (parts->puppet || actor->def.follow_count + actor->def.copy_count == 0);
    for (uint32_t i = 0; i < actor->def.attraction_count; i++)
        good = good && actor->def.attractions[i] < a->example_count;
    for (uint32_t i = 0; i < actor->def.copy_count; i++)
        good = good && (actor->def.copies[i].from.generation > 0 ? parts->recordings[i] == VV_NONE
                                                                 : parts->recordings[i] < header->recording_count);
    return good ? VV_OK : vvi_fail(error, VV_ERROR_FORMAT, "it names something that is not in the file");
}

/* ---- Made for a player ------------------------------------------------------------------------------------------- */

static bool list_drawings(const vvi_asset_header *header, const vvi_scene_parts *parts, vvi_scene_store *store,
                          vv_scene_actor *actor)
{
    vv_scene_drawing *drawings = vvi_arena_allocate(&store->arena, parts->member_count, sizeof *drawings);
    for (uint32_t m = 0; drawings && m < parts->member_count; m++) {
        uint32_t artwork = member_artwork(header, parts, m);
        const vvi_asset_artwork *a = vvi_asset_artwork_at(header, artwork);
        drawings[m] = (vv_scene_drawing){artwork, a->vertex_count, vvi_asset_at(header, a->positions)};
    }
    actor->drawings = drawings;
    actor->drawing_count = parts->member_count;
    return drawings != NULL;
}

static bool list_clips(const vvi_asset_header *header, const vvi_scene_parts *parts, const vvi_asset_sized *sized,
                       vvi_scene_store *store, vv_scene_actor *actor)
{
    const vvi_asset_artwork *a = vvi_asset_artwork_at(header, parts->artwork);
    const vvi_asset_block *blocks = vvi_asset_at(header, sized ? sized->clips : a->clips);
    const vv_clip **clips = vvi_arena_allocate(&store->arena, a->clip_count + 1u, sizeof *clips);
    for (uint32_t i = 0; clips && i < a->clip_count; i++)
        clips[i] = vvi_asset_at(header, blocks[i].offset);
    actor->clips = clips;
    actor->clip_count = a->clip_count;
    return clips != NULL;
}

/* A family in the actor's size. */
static vv_result make_family(const vvi_asset_header *header, const vvi_scene_parts *parts, vvi_scene_store *store,
                             vv_scene_actor *actor, vv_error *error)
{
    const vv_puppet *members[VV_PUPPET_MAX_MEMBERS];
    const vvi_asset_family *family = find_family(header, parts->family);
    if (!family)
        return VV_OK;
    vv_family_def def = vvi_asset_family_def(header, family, members);
    vv_family_link *links = vvi_arena_allocate(&store->arena, def.link_count + 1u, sizeof *links);
    if (!links)
        return vvi_fail_memory(error, def.link_count * sizeof *links);
    for (uint32_t i = 0; i < def.link_count; i++) {
        links[i] = def.links[i];
        links[i].at[0] = vv_vec2_scale(links[i].at[0], actor->scale);
        links[i].at[1] = vv_vec2_scale(links[i].at[1], actor->scale);
    }
    def.links = links;
    bool good = true;
    for (uint32_t m = 0; m < parts->member_count; m++) {
        uint32_t artwork = member_artwork(header, parts, m);
        members[m] = puppet_at(header, artwork, find_sized(header, parts->sized[m], artwork, actor->scale, &good));
    }
    vv_family **made = &store->families[store->family_count];
    vv_result result = vv_family_create(&def, store->arena.allocator, made, error);
    if (result == VV_OK)
        actor->def.family = store->families[store->family_count++];
    return result;
}

static vv_result make_recordings(const vvi_asset_header *header, const vvi_scene_parts *parts, vvi_scene_store *store,
                                 vv_scene_actor *actor, vv_error *error)
{
    /* The copies are in the store's memory. */
    vv_region_copy *copies = (vv_region_copy *)(uintptr_t)actor->def.copies;
    vv_result result = VV_OK;
    for (uint32_t i = 0; result == VV_OK && i < actor->def.copy_count; i++) {
        if (parts->recordings[i] == VV_NONE)
            continue;
        const vvi_asset_recording *table = vvi_asset_at(header, header->recordings);
        const vv_recording *recording = vvi_asset_at(header, table[parts->recordings[i]].recording);
        vv_recording **made = &store->recordings[store->recording_count];
        result =
            vvi_recording_select(recording, copies[i].pair_count, copies[i].pairs, store->arena.allocator, made, error);
        if (result == VV_OK)
            copies[i].recording = store->recordings[store->recording_count++];
    }
    return result;
}

static vv_result make_parts(const vvi_asset_header *header, const vvi_scene_parts *parts, const vvi_asset_sized *sized,
                            vvi_scene_store *store, vv_scene_actor *actor, vv_error *error)
{
    if (!list_drawings(header, parts, store, actor) || !list_clips(header, parts, sized, store, actor))
        return vvi_fail_memory(error, 0);
    vv_result result = make_family(header, parts, store, actor, error);
    return result == VV_OK ? make_recordings(header, parts, store, actor, error) : result;
}

/* ---- Resolving --------------------------------------------------------------------------------------------------- */

static vv_result resolve(const void *user, uint32_t index, const vvi_scene_parts *parts, vvi_scene_store *store,
                         vv_scene_actor *actor, vv_error *error)
{
    const vvi_asset_header *header = user;
    uint32_t own = 0;
    bool good = true;
    if (parts->artwork >= header->artwork_count || !are_members_good(header, parts, actor->scale, &own))
        return vvi_fail(error, VV_ERROR_FORMAT, "actor %u of the scene shows a drawing that is not in the file", index);
    const vvi_asset_artwork *a = vvi_asset_artwork_at(header, parts->artwork);
    const vvi_asset_sized *sized = find_sized(header, parts->sized[own], parts->artwork, actor->scale, &good);
    if (parts->puppet)
        actor->def.puppet = puppet_at(header, parts->artwork, sized);
    else
        actor->def.sprite = vvi_asset_at(header, sized ? sized->sprite : a->sprite);
    if (!actor->def.puppet && !actor->def.sprite)
        return vvi_fail(error, VV_ERROR_FORMAT, "actor %u of the scene has no sprite in the file", index);
    vv_result result = check_references(header, parts, actor, error);
    if (result == VV_OK)
        result = check_manner(actor, error);
    if (result == VV_OK && parts->behaviour != VV_NONE) {
        const vvi_asset_block *behaviours = vvi_asset_at(header, a->behaviours);
        actor->behaviour = vvi_asset_at(header, behaviours[parts->behaviour].offset);
    }
    return result == VV_OK && store ? make_parts(header, parts, sized, store, actor, error) : result;
}

/* ---- Verifying --------------------------------------------------------------------------------------------------- */

static vv_result check_sized(const vvi_asset_file *f, const vvi_asset_sized *sized)
{
    const vvi_asset_header *header = (const void *)f->bytes;
    if (sized->artwork >= header->artwork_count || !(sized->scale >= 1e-6f && sized->scale <= 1e6f))
        return vvi_asset_damaged(f, "a drawing of another size is not valid");
    const vvi_asset_artwork *a = vvi_asset_artwork_at(header, sized->artwork);
    const vvi_asset_block *clips =
        a->clip_count ? vvi_asset_section(f, sized->clips, a->clip_count, sizeof *clips, VVI_ASSET_ALIGNMENT) : NULL;
    if (a->clip_count ? !clips : sized->clips != 0)
        return vvi_asset_damaged(f, "the clips of a drawing of another size lie outside the file");
    vv_result result = VV_OK;
    if (sized->sprite)
        result = vvi_asset_check_sprite(f, a, sized->sprite, sized->sprite_bytes);
    if (result == VV_OK && sized->puppet)
        result = vvi_asset_check_puppet(f, a, sized->puppet, sized->puppet_bytes);
    for (uint32_t i = 0; result == VV_OK && i < a->clip_count; i++)
        result = vvi_asset_check_clip(f, a, clips[i]);
    return result;
}

static vv_result check_scene(const vvi_asset_file *f, const vvi_asset_scene *scene)
{
    const uint32_t *words = vvi_asset_section(f, scene->words, scene->word_count, sizeof *words, VVI_ASSET_ALIGNMENT);
    vv_scene_def def;
    vv_error error = {0};
    if (!words || !vvi_asset_is_name_valid(f, scene->name))
        return vvi_asset_damaged(f, "a scene lies outside the file");
    vv_result result = vvi_scene_unpack(words, scene->word_count, resolve, f->bytes, NULL, &def, &error);
    return result == VV_OK ? result : vvi_asset_damaged(f, "%s", error.message);
}

vv_result vvi_asset_verify_scenes(const vvi_asset_file *f)
{
    const vvi_asset_header *header = (const void *)f->bytes;
    if (!header->staging)
        return VV_OK;
    const vvi_asset_staging *staging = vvi_asset_section(f, header->staging, 1, sizeof *staging, VVI_ASSET_ALIGNMENT);
    if (!staging)
        return vvi_asset_damaged(f, "its scenes lie outside the file");
    const void *sized, *scenes = NULL;
    vv_result result = vvi_asset_open_table(f, staging->sized, staging->sized_count, sizeof(vvi_asset_sized),
                                            "drawings of other sizes", &sized);
    if (result == VV_OK)
        result =
            vvi_asset_open_table(f, staging->scenes, staging->scene_count, sizeof(vvi_asset_scene), "scenes", &scenes);
    for (uint32_t i = 0; result == VV_OK && i < staging->sized_count; i++)
        result = check_sized(f, (const vvi_asset_sized *)sized + i);
    for (uint32_t i = 0; result == VV_OK && i < staging->scene_count; i++)
        result = check_scene(f, (const vvi_asset_scene *)scenes + i);
    return result;
}

/* ---- For games --------------------------------------------------------------------------------------------------- */

static const vvi_asset_header *header_of(const vv_asset *asset) { return (const void *)asset; }

uint32_t vv_asset_scene_count(const vv_asset *asset)
{
    VV_ASSERT(asset != NULL);
    const vvi_asset_staging *staging = vvi_asset_staging_of(header_of(asset));
    return staging ? staging->scene_count : 0;
}

#define scene_at(asset, scene)                                                                                         \
    (VV_ASSERT(scene < vv_asset_scene_count(asset)),                                                                   \
     (const vvi_asset_scene *)vvi_asset_at(header_of(asset), vvi_asset_staging_of(header_of(asset))->scenes) +         \
         (scene))

const char *vv_asset_scene_name(const vv_asset *asset, uint32_t scene)
{
    VV_ASSERT(asset != NULL);
    return vvi_asset_at(header_of(asset), scene_at(asset, scene)->name);
}

uint32_t vv_asset_find_scene(const vv_asset *asset, const char *name)
{
    VV_ASSERT(asset != NULL);
    VV_ASSERT(name != NULL);
    for (uint32_t i = 0; i < vv_asset_scene_count(asset); i++)
        if (strcmp(vv_asset_scene_name(asset, i), name) == 0)
            return i;
    return VV_NONE;
}

vv_stage_def vv_asset_scene_stage(const vv_asset *asset, uint32_t scene)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(asset != NULL);
    const vvi_asset_scene *record = scene_at(asset, scene);
    vv_scene_def def;
    vvi_scene_unpack(vvi_asset_at(header_of(asset), record->words), record->word_count, resolve, header_of(asset), NULL,
                     &def, NULL); /* it was verified */
    return def.stage;
}

static vv_result unpack(const vv_asset *asset, uint32_t scene, vvi_scene_store *store, vv_scene_def *def,
                        vv_error *error)
{
    const vvi_asset_scene *record = scene_at(asset, scene);
    uint32_t actors = vv_asset_scene_stage(asset, scene).max_actors;
    store->families = vvi_arena_allocate(&store->arena, actors, sizeof *store->families);
    store->recordings =
        vvi_arena_allocate(&store->arena, (size_t)actors * VV_PUPPET_MAX_COPIES, sizeof *store->recordings);
    if (!store->families || !store->recordings)
        return vvi_fail_memory(error, actors * VV_PUPPET_MAX_COPIES * sizeof *store->recordings);
    return vvi_scene_unpack(vvi_asset_at(header_of(asset), record->words), record->word_count, resolve,
                            header_of(asset), store, def, error);
}

vv_result vv_asset_scene_player_create(const vv_asset *asset, uint32_t scene, const vv_stage_def *stage,
                                       const vv_allocator *allocator, vv_scene_player **out, vv_error *error)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(asset != NULL);
    VV_ASSERT(out != NULL);
    VV_ASSERT(scene < vv_asset_scene_count(asset));
    vvi_scene_store store = {.arena = {.allocator = allocator}};
    vv_scene_def def;
    vv_result result = unpack(asset, scene, &store, &def, error);
    if (result == VV_OK && stage)
        def.stage = *stage;
    if (result == VV_OK)
        result = vv_scene_player_create(&def, allocator, out, error);
    if (result == VV_OK)
        vvi_scene_player_keep(*out, &store);
    vvi_scene_store_release(&store);
    return vvi_prefix_error_path(result, error, "scenes[%u]", scene);
}
