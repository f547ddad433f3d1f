/* The state of a player as bytes: the next cue of its script, the holds and clips of its actors, and the stage. */
#include "runtime/scene/player.h"

#include "runtime/stage/stage.h"

#include <string.h>

#define MAGIC 0x6E656353u /* "Scen" */

/* Without padding, so that equal states have equal bytes. */
typedef struct saved_head {
    uint32_t magic, actor_count;
    uint64_t steps, events;
    uint32_t failures, overflows, next_cue;
    float pending;
    double time;
} saved_head;
_Static_assert(sizeof(saved_head) == 48, "no padding");

/* The hashes of the names of its holds follow. */
typedef struct saved_actor {
    float velocity[2], spin;
    uint32_t hold_count;
    uint32_t clip, unused; /* the stage does not save which of several clips it plays */
    double clip_start;
} saved_actor;
_Static_assert(sizeof(saved_actor) == 32, "no padding");

static size_t own_bytes(const vv_scene_player *p)
{
    size_t bytes = sizeof(saved_head) + p->def.actor_count * sizeof(saved_actor);
    for (uint32_t i = 0; i < p->def.actor_count; i++)
        bytes += p->actors[i].hold_count * sizeof *p->actors[i].holds;
    return bytes;
}

size_t vv_scene_player_save_bytes(const vv_scene_player *p)
{
    VV_ASSERT(p != NULL);
    return own_bytes(p) + vv_stage_save_bytes(p->stage);
}

static uint8_t *save_actor(const scene_actor *a, uint8_t *to)
{
    saved_actor saved = {.velocity = {a->velocity.x, a->velocity.y},
                         .spin = a->spin,
                         .hold_count = a->hold_count,
                         .clip = a->clip,
                         .clip_start = a->clip_start};
    memcpy(to, &saved, sizeof saved);
    memcpy(to + sizeof saved, a->holds, a->hold_count * sizeof *a->holds);
    return to + sizeof saved + a->hold_count * sizeof *a->holds;
}

size_t vv_scene_player_save(const vv_scene_player *p, void *bytes, size_t byte_count)
{
    VV_ASSERT(p != NULL);
    VV_ASSERT(bytes != NULL || byte_count == 0);
    uint8_t *to = bytes;
    if (byte_count < vv_scene_player_save_bytes(p))
        return 0;
    saved_head head = {
        MAGIC,       p->def.actor_count, p->report.steps, p->report.events, p->report.failures, p->report.overflows,
        p->next_cue, p->pending,         p->time};
    memcpy(to, &head, sizeof head);
    to += sizeof head;
    for (uint32_t i = 0; i < p->def.actor_count; i++)
        to = save_actor(&p->actors[i], to);
    return own_bytes(p) + vv_stage_save(p->stage, to, byte_count - own_bytes(p));
}

/* ---- Restoring --------------------------------------------------------------------------------------------------- */

static bool is_head_sane(const vv_scene_player *p, const saved_head *head)
{
    return head->magic == MAGIC && head->actor_count == p->def.actor_count && head->next_cue <= p->def.cue_count &&
           head->pending >= 0.0f && head->pending < p->def.stage.step && head->time >= 0.0 && head->time < 1e15;
}

static bool is_actor_sane(const vv_scene_player *p, uint32_t actor, const saved_actor *saved)
{
    return vvi_all_finite(saved->velocity, 2) && vvi_all_finite(&saved->spin, 1) &&
           saved->hold_count <= VV_STAGE_MAX_HOLDS &&
           (saved->clip == VV_NONE || saved->clip < p->def.actors[actor].clip_count) && saved->clip_start < 1e15 &&
           saved->clip_start > -1e15;
}

/* Where the stage's own bytes begin; NULL where these bytes are not a state of this scene. */
static const uint8_t *check_bytes(const vv_scene_player *p, const uint8_t *bytes, size_t byte_count)
{
    saved_head head;
    saved_actor saved;
    size_t at = sizeof head;
    if (byte_count < sizeof head)
        return NULL;
    memcpy(&head, bytes, sizeof head);
    if (!is_head_sane(p, &head))
        return NULL;
    for (uint32_t i = 0; i < p->def.actor_count; i++) {
        if (byte_count - at < sizeof saved)
            return NULL;
        memcpy(&saved, bytes + at, sizeof saved);
        at += sizeof saved;
        if (!is_actor_sane(p, i, &saved) || byte_count - at < saved.hold_count * sizeof(uint64_t))
            return NULL;
        at += saved.hold_count * sizeof(uint64_t);
    }
    return bytes + at;
}

/* Makes actors play the clips of the save; true where some played another one. */
static bool restore_clips(vv_scene_player *p, const uint8_t *from)
{
    bool others = false;
    for (uint32_t i = 0; i < p->def.actor_count; i++) {
        saved_actor saved;
        memcpy(&saved, from, sizeof saved);
        from += sizeof saved + saved.hold_count * sizeof(uint64_t);
        if (saved.clip == p->actors[i].clip)
            continue;
        vvi_scene_play_clip(p, i, saved.clip, saved.clip_start);
        others = true;
    }
    return others;
}

static void restore_actors(vv_scene_player *p, const uint8_t *from)
{
    for (uint32_t i = 0; i < p->def.actor_count; i++) {
        saved_actor saved;
        scene_actor *a = &p->actors[i];
        memcpy(&saved, from, sizeof saved);
        from += sizeof saved;
        a->velocity = (vv_vec2){saved.velocity[0], saved.velocity[1]};
        a->spin = saved.spin;
        a->clip_start = saved.clip_start;
        a->hold_count = saved.hold_count;
        memcpy(a->holds, from, saved.hold_count * sizeof *a->holds);
        from += saved.hold_count * sizeof *a->holds;
    }
}

vv_result vv_scene_player_restore(vv_scene_player *p, const void *bytes, size_t byte_count, vv_error *error)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(p != NULL);
    VV_ASSERT(bytes != NULL || byte_count == 0);
    saved_head head;
    const uint8_t *actors = (const uint8_t *)bytes + sizeof head, *of_stage = check_bytes(p, bytes, byte_count);
    if (!of_stage)
        return vvi_fail(error, VV_ERROR_FORMAT, "these bytes are not a state of this scene");
    size_t rest = byte_count - (size_t)(of_stage - (const uint8_t *)bytes);
    /* Clips may have been edited after the save. Actors that played other clips in it play those again, which changes
     * their state, so that it is restored once more. */
    vv_result result = vvi_stage_restore_any_clip(p->stage, of_stage, rest, error);
    if (result == VV_OK && restore_clips(p, actors))
        result = vvi_stage_restore_any_clip(p->stage, of_stage, rest, error);
    if (result != VV_OK)
        return result;
    memcpy(&head, bytes, sizeof head);
    restore_actors(p, actors);
    p->report = (vvi_scene_report){head.steps, head.events, head.failures, head.overflows};
    p->next_cue = head.next_cue;
    p->pending = head.pending;
    p->time = head.time;
    p->event_count = 0;
    p->fresh = false;
    return VV_OK;
}
