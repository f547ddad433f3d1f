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

typedef struct saved_glide {
    uint32_t step, steps, flags; /* bit 0: linear, bit 1: on its path */
    float from[3], to[3];        /* position and angle */
} saved_glide;
_Static_assert(sizeof(saved_glide) == 36, "no padding");

/* The hashes of the names of its holds follow. */
typedef struct saved_actor {
    float velocity[2], spin;
    uint32_t hold_count;
    uint32_t clip; /* the stage does not save which of several clips it plays */
    saved_glide glide;
    double clip_start;
} saved_actor;
_Static_assert(sizeof(saved_actor) == 64, "no padding");

typedef struct saved_number {
    uint32_t step, steps, linear;
    float from, to;
} saved_number;
/* What the stage does not save of a zone. */
typedef struct saved_zone {
    uint32_t active, layers;
    saved_number numbers[VVI_ZONE_NUMBERS];
} saved_zone;
_Static_assert(sizeof(saved_zone) == 8 + VVI_ZONE_NUMBERS * 20, "no padding");

static size_t own_bytes(const vv_scene_player *p)
{
    size_t bytes = sizeof(saved_head) + p->def.actor_count * sizeof(saved_actor) +
                   p->def.obstacle_count * sizeof(saved_glide) + p->def.zone_count * sizeof(saved_zone);
    for (uint32_t i = 0; i < p->def.actor_count; i++)
        bytes += p->actors[i].hold_count * sizeof *p->actors[i].holds;
    return bytes;
}

size_t vv_scene_player_save_bytes(const vv_scene_player *p)
{
    VV_ASSERT(p != NULL);
    return own_bytes(p) + vv_stage_save_bytes(p->stage);
}

static saved_glide save_glide(const scene_glide *g, bool on_path)
{
    return (saved_glide){g->step,
                         g->steps,
                         (uint32_t)g->linear | (uint32_t)on_path << 1,
                         {g->from.x, g->from.y, g->from_angle},
                         {g->to.x, g->to.y, g->to_angle}};
}

static scene_glide restore_glide(const saved_glide *s)
{
    return (scene_glide){s->step,    s->steps, s->flags & 1u, {s->from[0], s->from[1]}, {s->to[0], s->to[1]},
                         s->from[2], s->to[2]};
}

static bool is_glide_sane(const saved_glide *s)
{
    return s->step <= s->steps && s->flags < 4 && vvi_all_finite(s->from, 3) && vvi_all_finite(s->to, 3);
}

static saved_zone save_zone(const scene_zone *z)
{
    saved_zone saved = {.active = z->active, .layers = z->layers};
    for (uint32_t i = 0; i < VVI_ZONE_NUMBERS; i++) {
        const scene_number *n = &z->numbers[i];
        saved.numbers[i] = (saved_number){n->step, n->steps, n->linear, n->from, n->to};
    }
    return saved;
}

static void restore_zone(scene_zone *z, const saved_zone *saved)
{
    z->active = saved->active != 0;
    z->layers = saved->layers;
    for (uint32_t i = 0; i < VVI_ZONE_NUMBERS; i++) {
        const saved_number *n = &saved->numbers[i];
        z->numbers[i] = (scene_number){n->step, n->steps, n->linear != 0, n->from, n->to};
    }
}

static bool is_zone_sane(const saved_zone *saved)
{
    bool sane = saved->active < 2;
    for (uint32_t i = 0; i < VVI_ZONE_NUMBERS; i++) {
        const saved_number *n = &saved->numbers[i];
        sane = sane && n->step <= n->steps && n->linear < 2 && vvi_all_finite(&n->from, 1) && vvi_all_finite(&n->to, 1);
    }
    return sane;
}

static uint8_t *save_actor(const scene_actor *a, uint8_t *to)
{
    saved_actor saved = {.velocity = {a->velocity.x, a->velocity.y},
                         .spin = a->spin,
                         .hold_count = a->hold_count,
                         .clip = a->clip,
                         .glide = save_glide(&a->glide, false),
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
    for (uint32_t i = 0; i < p->def.obstacle_count; i++, to += sizeof(saved_glide)) {
        saved_glide glide = save_glide(&p->obstacles[i].glide, p->obstacles[i].on_path);
        memcpy(to, &glide, sizeof glide);
    }
    for (uint32_t i = 0; i < p->def.zone_count; i++, to += sizeof(saved_zone)) {
        saved_zone zone = save_zone(&p->zones[i]);
        memcpy(to, &zone, sizeof zone);
    }
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
           saved->hold_count <= VV_STAGE_MAX_HOLDS && is_glide_sane(&saved->glide) &&
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
    for (uint32_t i = 0; i < p->def.obstacle_count; i++, at += sizeof(saved_glide)) {
        saved_glide glide;
        if (byte_count - at < sizeof glide)
            return NULL;
        memcpy(&glide, bytes + at, sizeof glide);
        if (!is_glide_sane(&glide) || (glide.flags >> 1 && p->def.obstacles[i].key_count == 0))
            return NULL;
    }
    for (uint32_t i = 0; i < p->def.zone_count; i++, at += sizeof(saved_zone)) {
        saved_zone zone;
        if (byte_count - at < sizeof zone)
            return NULL;
        memcpy(&zone, bytes + at, sizeof zone);
        if (!is_zone_sane(&zone))
            return NULL;
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

static void restore_motion(vv_scene_player *p, const uint8_t *from)
{
    for (uint32_t i = 0; i < p->def.actor_count; i++) {
        saved_actor saved;
        scene_actor *a = &p->actors[i];
        memcpy(&saved, from, sizeof saved);
        from += sizeof saved;
        a->velocity = (vv_vec2){saved.velocity[0], saved.velocity[1]};
        a->spin = saved.spin;
        a->clip_start = saved.clip_start;
        a->glide = restore_glide(&saved.glide);
        a->hold_count = saved.hold_count;
        memcpy(a->holds, from, saved.hold_count * sizeof *a->holds);
        from += saved.hold_count * sizeof *a->holds;
    }
    for (uint32_t i = 0; i < p->def.obstacle_count; i++, from += sizeof(saved_glide)) {
        saved_glide glide;
        memcpy(&glide, from, sizeof glide);
        p->obstacles[i].glide = restore_glide(&glide);
        p->obstacles[i].on_path = glide.flags >> 1;
    }
    for (uint32_t i = 0; i < p->def.zone_count; i++, from += sizeof(saved_zone)) {
        saved_zone zone;
        memcpy(&zone, from, sizeof zone);
        restore_zone(&p->zones[i], &zone);
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
    restore_motion(p, actors);
    p->report = (vvi_scene_report){head.steps, head.events, head.failures, head.overflows};
    p->next_cue = head.next_cue;
    p->pending = head.pending;
    p->time = head.time;
    p->event_count = 0;
    p->fresh = false;
    return VV_OK;
}
