/* Removed actors and obstacles, and clips, kept for restores: two lists, the newest first. */
#include "runtime/stage/kept.h"
#include "runtime/stage/puppet_actor.h"

#include <string.h>

/* ---- Actors ------------------------------------------------------------------------------------------------------ */

void vvi_keep_actor(vv_stage *stage, uint32_t index)
{
    contacts *c = stage->contacts;
    actor *a = &stage->actors[index];
    uint32_t generation = a->generation;
    VV_ASSERT(a->used && a->memory != NULL);
    kept_actor *k = a->memory;
    *k = (kept_actor){.older = stage->kept_actors, .index = index, .actor = *a, .outline = c->outlines[index]};
    stage->kept_actors = k;
    memset(a, 0, sizeof *a);
    a->generation = generation;
    c->outlines[index] = (outline){0};
    c->bodies[index] = (rigid_body){0};
}

static void release_actor(vv_stage *stage, kept_actor *k)
{
    VV_ASSERT(k->actor.memory == k);
    vvi_puppet_remove(stage, &k->actor);
    vvi_release(&stage->allocator, k->outline.memory, k->outline.bytes, 1);
    vvi_release(&stage->allocator, k, k->actor.memory_bytes, 1);
}

kept_actor *vvi_find_kept_actor(const vv_stage *stage, vv_actor id, uint64_t drawing, uint64_t setup)
{
    kept_actor *k = stage->kept_actors;
    while (k && !(k->index == id.index && k->actor.generation == id.generation && k->actor.drawing == drawing &&
                  k->actor.setup == setup))
        k = k->older;
    return k;
}

void vvi_unlist_kept_actor(vv_stage *stage, const kept_actor *k)
{
    kept_actor **at = &stage->kept_actors;
    while (*at != k)
        at = &(*at)->older;
    *at = k->older;
}

void vvi_release_actors_like(vv_stage *stage, const actor *a)
{
    kept_actor *k;
    while ((k = vvi_find_kept_actor(stage, actor_id(stage, a), a->drawing, a->setup)) != NULL) {
        vvi_unlist_kept_actor(stage, k);
        release_actor(stage, k);
    }
}

void vvi_return_actor(vv_stage *stage, kept_actor *k)
{
    contacts *c = stage->contacts;
    VV_ASSERT(!stage->actors[k->index].used && k->actor.memory == k);
    vvi_unlist_kept_actor(stage, k);
    stage->actors[k->index] = k->actor;
    c->outlines[k->index] = k->outline;
    c->bodies[k->index] = (rigid_body){0};
}

/* ---- Obstacles --------------------------------------------------------------------------------------------------- */

void vvi_keep_obstacle(vv_stage *stage, uint32_t index)
{
    obstacle *o = &stage->obstacles[index];
    VV_ASSERT(o->used && o->memory != NULL);
    kept_obstacle *k = o->memory;
    *k = (kept_obstacle){.older = stage->kept_obstacles, .index = index, .obstacle = *o};
    stage->kept_obstacles = k;
    *o = (obstacle){.generation = o->generation};
}

static void release_obstacle(vv_stage *stage, kept_obstacle *k)
{
    VV_ASSERT(k->obstacle.memory == k);
    vvi_release(&stage->allocator, k, k->obstacle.memory_bytes, 1);
}

kept_obstacle *vvi_find_kept_obstacle(const vv_stage *stage, vv_obstacle id, uint64_t fingerprint)
{
    kept_obstacle *k = stage->kept_obstacles;
    while (k &&
           !(k->index == id.index && k->obstacle.generation == id.generation && k->obstacle.fingerprint == fingerprint))
        k = k->older;
    return k;
}

void vvi_unlist_kept_obstacle(vv_stage *stage, const kept_obstacle *k)
{
    kept_obstacle **at = &stage->kept_obstacles;
    while (*at != k)
        at = &(*at)->older;
    *at = k->older;
}

void vvi_return_obstacle(vv_stage *stage, kept_obstacle *k)
{
    VV_ASSERT(!stage->obstacles[k->index].used && k->obstacle.memory == k);
    vvi_unlist_kept_obstacle(stage, k);
    stage->obstacles[k->index] = k->obstacle;
}

/* ---- Both -------------------------------------------------------------------------------------------------------- */

void vvi_kept_trim(vv_stage *stage, uint32_t count)
{
    kept_actor **actors = &stage->kept_actors;
    kept_obstacle **obstacles = &stage->kept_obstacles;
    for (uint32_t i = 0; i < count; i++) {
        actors = *actors ? &(*actors)->older : actors;
        obstacles = *obstacles ? &(*obstacles)->older : obstacles;
    }
    for (kept_actor *k = *actors, *older; k; k = older) {
        older = k->older;
        release_actor(stage, k);
    }
    for (kept_obstacle *k = *obstacles, *older; k; k = older) {
        older = k->older;
        release_obstacle(stage, k);
    }
    *actors = NULL;
    *obstacles = NULL;
}

void vv_stage_forget_removed(vv_stage *stage)
{
    VV_ASSERT(stage != NULL);
    if (stage->lock != STAGE_UNLOCKED)
        return;
    vvi_kept_trim(stage, 0);
    stage->known_clip_count = 0;
}

/* ---- Clips ------------------------------------------------------------------------------------------------------- */

/* The clip played last comes first; the one that was not played for longest is forgotten. */
void vvi_note_clip(vv_stage *stage, const vv_clip *clip, uint64_t fingerprint)
{
    known_clip *known = stage->known_clips;
    uint32_t i = 0;
    if (!clip)
        return;
    while (i < stage->known_clip_count && known[i].clip != clip)
        i++;
    if (i == stage->known_clip_count && i < VVI_KNOWN_CLIPS)
        stage->known_clip_count++;
    else if (i == VVI_KNOWN_CLIPS)
        i--;
    VV_ASSERT(i < VVI_KNOWN_CLIPS);
    memmove(known + 1, known, i * sizeof *known);
    known[0] = (known_clip){clip, fingerprint};
}

static uint32_t handle_count_of(const actor *a)
{
    return a->puppet ? a->puppet->members[a->puppet->base].view.handle_count : a->view.handle_count;
}

bool vvi_find_clip(const vv_stage *stage, const actor *a, uint64_t fingerprint, const vv_clip **clip)
{
    *clip = a->clip_fingerprint == fingerprint ? a->clip : NULL;
    if (!fingerprint || a->clip_fingerprint == fingerprint)
        return true;
    for (uint32_t i = 0; i < stage->known_clip_count && !*clip; i++)
        if (stage->known_clips[i].fingerprint == fingerprint &&
            vv_clip_handle_count(stage->known_clips[i].clip) == handle_count_of(a))
            *clip = stage->known_clips[i].clip;
    return *clip != NULL;
}
