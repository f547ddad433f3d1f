/* Writes the stage scenes of a baked file, and the drawings that their actors need in other sizes. */
#include "bake.h"

#include "session.h"
#include "staged_scene.h"

#include "runtime/motion/motion.h"
#include "runtime/scene/scene.h"
#include "runtime/stage/puppet/puppet.h"
#include "runtime/stage/sprite/sprite.h"

#include <string.h>

/* An artwork in another size than its own, as a sprite, a puppet or both. */
typedef struct sized {
    uint32_t artwork;
    float scale;
    bool kinds[2]; /* of vv_actor_kind */
} sized;

typedef struct sizes {
    uint32_t count;
    size_t capacity;
    sized *items;
} sizes;

/* ---- What is baked ----------------------------------------------------------------------------------------------- */

/* A scene is in the file if all of its actors are. */
static vv_result is_baked(vvi_baking *w, const vv_project *project, uint32_t index, bool *baked)
{
    const vv_project_scene *scene = project->scenes[index];
    *baked = scene->kind == VV_SCENE_STAGE;
    for (uint32_t i = 0; *baked && i < scene->stage.actor_count; i++) {
        const vv_project_actor *actor = &scene->stage.actors[i];
        const vv_rigged *rigged = NULL;
        vv_result result = vv_session_artwork(w->session, actor->artwork, NULL, &rigged, w->error);
        if (result != VV_OK)
            return result;
        *baked = actor->kind == VV_ACTOR_PUPPET ? w->def->puppets : w->def->sprites && vvi_artwork_is_sprite(rigged);
    }
    return VV_OK;
}

static uint32_t find_size(const sizes *list, uint32_t artwork, float scale)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (list->items[i].artwork == artwork && list->items[i].scale == scale)
            return i;
    return VV_NONE;
}

static vv_result add_size(vvi_baking *w, sizes *list, uint32_t artwork, float scale, vv_actor_kind kind)
{
    uint32_t index = find_size(list, artwork, scale);
    if (scale == 1.0f)
        return VV_OK;
    if (index == VV_NONE) {
        void *items = list->items;
        if (!vvi_grow(vvi_session_allocator(w->session), &items, &list->capacity, list->count + 1, sizeof(sized)))
            return vvi_fail_memory(w->error, (list->count + 1) * sizeof(sized));
        list->items = items;
        index = list->count++;
        list->items[index] = (sized){.artwork = artwork, .scale = scale};
    }
    list->items[index].kinds[kind] = true;
    return VV_OK;
}

static vv_result add_sizes(vvi_baking *w, const vv_project *project, const vv_project_scene *scene, sizes *list)
{
    vv_result result = VV_OK;
    for (uint32_t i = 0; i < scene->stage.actor_count && result == VV_OK; i++) {
        const vv_project_actor *actor = &scene->stage.actors[i];
        bool changes = actor->kind == VV_ACTOR_PUPPET && actor->family != VV_NONE;
        const vv_project_family *family = changes ? project->families[actor->family] : NULL;
        result = add_size(w, list, actor->artwork, actor->scale, actor->kind);
        for (uint32_t m = 0; family && m < family->member_count && result == VV_OK; m++)
            result = add_size(w, list, family->members[m], actor->scale, VV_ACTOR_PUPPET);
    }
    return result;
}

/* ---- Drawings of other sizes ------------------------------------------------------------------------------------- */

static vv_result put_clips(vvi_baking *w, const vv_project *project, const sized *of, uint32_t handle_count,
                           vvi_asset_sized *record)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < project->clip_count; i++)
        count += project->clips[i]->artwork == of->artwork;
    if (count == 0)
        return VV_OK;
    record->clips = vvi_bake_table(w, count, sizeof(vvi_asset_block));
    vv_result result = VV_OK;
    for (uint32_t i = 0, own = 0; result == VV_OK && i < project->clip_count; i++)
        if (project->clips[i]->artwork == of->artwork)
            result = vvi_bake_clip(w, project, i, handle_count, of->scale, record->clips, own++);
    return result;
}

static vv_result put_sized(vvi_baking *w, const vv_project *project, const sized *of, uint32_t at)
{
    vvi_asset_sized record = {.artwork = of->artwork, .scale = of->scale};
    const vv_rigged *rigged = NULL;
    vv_result result = VV_OK;
    for (vv_actor_kind kind = VV_ACTOR_SPRITE; kind <= VV_ACTOR_PUPPET && result == VV_OK; kind++) {
        const vv_staged *staged = NULL;
        if (!of->kinds[kind])
            continue;
        result = vv_session_scaled(w->session, of->artwork, kind, of->scale, NULL, &rigged, &staged, w->error);
        if (result == VV_OK && kind == VV_ACTOR_SPRITE) {
            record.sprite_bytes = (uint32_t)vvi_sprite_bytes(staged->sprite);
            record.sprite = vvi_bake_numbers(w, staged->sprite, record.sprite_bytes, 1);
        } else if (result == VV_OK) {
            record.puppet_bytes = (uint32_t)vvi_puppet_bytes(staged->puppet);
            record.puppet = vvi_bake_numbers(w, staged->puppet, record.puppet_bytes, 1);
        }
    }
    if (result == VV_OK)
        result = put_clips(w, project, of, rigged->body->handle_count, &record);
    vvi_bake_write(w, at, &record, sizeof record);
    return result;
}

/* ---- Scenes ------------------------------------------------------------------------------------------------------ */

static vvi_scene_parts list_parts(const vvi_staged_scene *staged, uint32_t index, const sizes *list)
{
    const vv_project_actor *actor = &staged->scene->stage.actors[index];
    const vvi_staged_actor *a = &staged->actors[index];
    bool puppet = actor->kind == VV_ACTOR_PUPPET;
    vvi_scene_parts parts = {.artwork = actor->artwork,
                             .puppet = puppet,
                             .behaviour = puppet ? VV_NONE : actor->behaviour,
                             .family = puppet ? actor->family : VV_NONE,
                             .member_count = a->member_count};
    for (uint32_t m = 0; m < a->member_count; m++)
        parts.sized[m] = find_size(list, a->members[m].artwork, actor->scale);
    for (uint32_t i = 0; puppet && i < actor->copy_count; i++)
        parts.recordings[i] = actor->copies[i].recording;
    return parts;
}

static vv_result put_words(vvi_baking *w, const vvi_staged_scene *staged, const vvi_scene_parts *parts,
                           vvi_asset_scene *record)
{
    const vv_allocator *allocator = vvi_session_allocator(w->session);
    size_t count = vvi_scene_pack(&staged->def, parts, NULL, 0);
    if (count > UINT32_MAX / 8)
        return vvi_fail(w->error, VV_ERROR_LIMIT, "the scene is too large to be baked");
    uint32_t *words = vvi_allocate(allocator, count, sizeof *words);
    if (!words)
        return vvi_fail_memory(w->error, count * sizeof *words);
    vvi_scene_pack(&staged->def, parts, words, count);
    record->word_count = (uint32_t)count;
    record->words = vvi_bake_numbers(w, words, count, sizeof *words);
    vvi_release(allocator, words, count, sizeof *words);
    return VV_OK;
}

static vv_result put_scene(vvi_baking *w, const vv_project *project, uint32_t index, const sizes *list, uint32_t at)
{
    const vv_allocator *allocator = vvi_session_allocator(w->session);
    vvi_staged_scene *staged = NULL;
    vv_result result = vvi_staged_scene_create(w->session, index, NULL, &staged, w->error);
    if (result != VV_OK)
        return result;
    uint32_t count = staged->def.actor_count;
    vvi_scene_parts *parts = vvi_allocate(allocator, count + 1u, sizeof *parts);
    vvi_asset_scene record = {.name = vvi_bake_name(w, project->scenes[index]->name)};
    result = parts ? VV_OK : vvi_fail_memory(w->error, count * sizeof *parts);
    for (uint32_t i = 0; result == VV_OK && i < count; i++)
        parts[i] = list_parts(staged, i, list);
    if (result == VV_OK)
        result = put_words(w, staged, parts, &record);
    vvi_bake_write(w, at, &record, sizeof record);
    vvi_release(allocator, parts, count + 1u, sizeof *parts);
    vvi_staged_scene_destroy(staged);
    return result;
}

static vv_result put_all(vvi_baking *w, const vv_project *project, const sizes *list, uint32_t scene_count,
                         vvi_asset_header *header)
{
    vvi_asset_staging staging = {.sized_count = list->count, .scene_count = scene_count};
    vv_result result = VV_OK;
    header->staging = vvi_bake_table(w, 1, sizeof staging);
    staging.sized = list->count ? vvi_bake_table(w, list->count, sizeof(vvi_asset_sized)) : 0;
    staging.scenes = vvi_bake_table(w, scene_count, sizeof(vvi_asset_scene));
    for (uint32_t i = 0; i < list->count && result == VV_OK; i++)
        result = put_sized(w, project, &list->items[i], staging.sized + i * (uint32_t)sizeof(vvi_asset_sized));
    for (uint32_t i = 0, next = 0; i < project->scene_count && result == VV_OK; i++) {
        bool baked = false;
        result = is_baked(w, project, i, &baked);
        if (result == VV_OK && baked)
            result = put_scene(w, project, i, list, staging.scenes + next++ * (uint32_t)sizeof(vvi_asset_scene));
    }
    vvi_bake_write(w, header->staging, &staging, sizeof staging);
    return result;
}

vv_result vvi_bake_scenes(vvi_baking *w, const vv_project *project, vvi_asset_header *header)
{
    sizes list = {0};
    uint32_t scene_count = 0;
    vv_result result = VV_OK;
    for (uint32_t i = 0; w->def->scenes && i < project->scene_count && result == VV_OK; i++) {
        bool baked = false;
        result = is_baked(w, project, i, &baked);
        if (result == VV_OK && baked)
            result = add_sizes(w, project, project->scenes[i], &list);
        scene_count += baked;
    }
    if (result == VV_OK && scene_count > 0)
        result = put_all(w, project, &list, scene_count, header);
    vvi_release(vvi_session_allocator(w->session), list.items, list.capacity, sizeof *list.items);
    return result;
}
