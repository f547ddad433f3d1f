/* A performance as bytes: the next cue of its script, the holds of its actors, and the stage. */
#include "performance.h"

#include "runtime/stage/stage.h"

#include <string.h>

#define MAGIC 0x66726550u /* "Perf" */

/* Without padding, so that equal states have equal bytes. */
typedef struct saved_head {
    uint32_t magic, actor_count;
    uint64_t steps, events;
    uint32_t failures, overflows, next_cue;
    float pending;
} saved_head;
_Static_assert(sizeof(saved_head) == 40, "no padding");

typedef struct saved_actor {
    float velocity[2], spin;
    uint32_t hold_count;
    uint32_t holds[VV_STAGE_MAX_HOLDS];
    uint32_t clip, unused; /* the stage does not save which of several clips it plays */
    double clip_start;
} saved_actor;
_Static_assert(sizeof(saved_actor) == 32 + 4 * VV_STAGE_MAX_HOLDS, "no padding");

static size_t own_bytes(const vv_performance *p) { return sizeof(saved_head) + p->actor_count * sizeof(saved_actor); }

size_t vv_performance_save_bytes(const vv_performance *p) { return own_bytes(p) + vv_stage_save_bytes(p->stage); }

size_t vv_performance_save(const vv_performance *p, void *bytes, size_t byte_count)
{
    uint8_t *to = bytes;
    if (byte_count < vv_performance_save_bytes(p))
        return 0;
    saved_head head = {
        MAGIC,       p->actor_count, p->report.steps, p->report.events, p->report.failures, p->report.overflows,
        p->next_cue, p->pending};
    memcpy(to, &head, sizeof head);
    to += sizeof head;
    for (uint32_t i = 0; i < p->actor_count; i++, to += sizeof(saved_actor)) {
        const vvi_performance_actor *a = &p->actors[i];
        saved_actor saved = {.velocity = {a->velocity.x, a->velocity.y},
                             .spin = a->spin,
                             .hold_count = a->hold_count,
                             .clip = a->clip,
                             .clip_start = a->clip_start};
        memcpy(saved.holds, a->holds, a->hold_count * sizeof *a->holds);
        memcpy(to, &saved, sizeof saved);
    }
    return own_bytes(p) + vv_stage_save(p->stage, to, byte_count - own_bytes(p));
}

static bool head_is_sane(const vv_performance *p, const saved_head *head)
{
    return head->magic == MAGIC && head->actor_count == p->actor_count && head->next_cue <= p->scene->stage.cue_count &&
           head->pending >= 0.0f && head->pending < p->scene->stage.step;
}

static bool has_clip(const vv_performance *p, uint32_t actor, uint32_t clip)
{
    const vvi_performance_actor *a = &p->actors[actor];
    return clip == VV_NONE || (clip < a->clip_count && a->clips[clip]);
}

static bool actor_is_sane(const vv_performance *p, uint32_t actor, const saved_actor *saved)
{
    const vv_project_stage *stage = &p->scene->stage;
    if (!vvi_all_finite(saved->velocity, 2) || !vvi_all_finite(&saved->spin, 1) ||
        saved->hold_count > VV_STAGE_MAX_HOLDS || !has_clip(p, actor, saved->clip) ||
        !(saved->clip_start < 1e15 && saved->clip_start > -1e15))
        return false;
    for (uint32_t i = 0; i < saved->hold_count; i++) {
        uint32_t id = saved->holds[i], end = stage->actors[actor].hold_count;
        if (id & VVI_HOLD_CUE)
            end = id & VVI_HOLD_LIVE ? 0 : stage->cue_count;
        else if (id & VVI_HOLD_LIVE)
            end = p->live_count;
        if ((id & VVI_HOLD_INDEX) >= end)
            return false;
    }
    return true;
}

static vv_result refuse(vv_error *error)
{
    return vvi_fail(error, VV_ERROR_FORMAT, "these bytes are not a state of this scene");
}

/* Makes actors play the clips of the save; true where some played another one. */
static bool restore_clips(vv_performance *p, const uint8_t *from)
{
    bool others = false;
    for (uint32_t i = 0; i < p->actor_count; i++) {
        saved_actor saved;
        memcpy(&saved, from + i * sizeof saved, sizeof saved);
        if (saved.clip == p->actors[i].clip)
            continue;
        vvi_performance_play(p, i, saved.clip, saved.clip_start);
        others = true;
    }
    return others;
}

vv_result vv_performance_restore(vv_performance *p, const void *bytes, size_t byte_count, vv_error *error)
{
    const uint8_t *from = bytes;
    saved_head head;
    saved_actor saved;
    if (byte_count < own_bytes(p))
        return refuse(error);
    memcpy(&head, from, sizeof head);
    bool sane = head_is_sane(p, &head);
    for (uint32_t i = 0; sane && i < p->actor_count; i++) {
        memcpy(&saved, from + sizeof head + i * sizeof saved, sizeof saved);
        sane = actor_is_sane(p, i, &saved);
    }
    if (!sane)
        return refuse(error);
    /* Clips may have been edited after the save. Actors that played other clips in it play those again, which changes
     * their state, so that it is restored once more. */
    vv_result result = vvi_stage_restore_any_clip(p->stage, from + own_bytes(p), byte_count - own_bytes(p), error);
    if (result == VV_OK && restore_clips(p, from + sizeof head))
        result = vvi_stage_restore_any_clip(p->stage, from + own_bytes(p), byte_count - own_bytes(p), error);
    if (result != VV_OK)
        return result;
    for (uint32_t i = 0; i < p->actor_count; i++) {
        vvi_performance_actor *a = &p->actors[i];
        memcpy(&saved, from + sizeof head + i * sizeof saved, sizeof saved);
        a->velocity = (vv_vec2){saved.velocity[0], saved.velocity[1]};
        a->spin = saved.spin;
        a->hold_count = saved.hold_count;
        memcpy(a->holds, saved.holds, sizeof a->holds);
        a->clip_start = saved.clip_start;
    }
    p->report = (vv_performance_report){head.steps, head.events, head.failures, head.overflows};
    p->next_cue = head.next_cue;
    vvi_performance_rewind_live(p);
    p->pending = head.pending;
    p->event_count = 0;
    p->fresh = false;
    return VV_OK;
}
