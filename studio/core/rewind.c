/* Saved states of a performance to go back to. */
#include "play.h"

#include <string.h>

#define MOST_BYTES         ((size_t)24 * 1024 * 1024)
#define SPRITE_INTERVAL    0.5 /* seconds between two states of sprites, while memory suffices */
#define MOST_SPRITE_STATES 256u

static bool has_puppets(const vv_performance *performance)
{
    const vv_project_stage *stage = &vv_performance_scene(performance)->stage;
    for (uint32_t i = 0; i < stage->actor_count; i++) {
        if (stage->actors[i].kind == VV_ACTOR_PUPPET)
            return true;
    }
    return false;
}

/* With puppets every state is saved, so that scrubbing through their keys shows each frame at once; sprites are
 * played more often than scrubbed. */
bool vvi_rewind_create(vvi_rewind *rewind, const vv_performance *performance, const vv_allocator *allocator)
{
    size_t one = vv_performance_save_bytes(performance) + 8192; /* states grow with the number of contacts */
    bool puppets = has_puppets(performance);
    uint32_t most = puppets ? VVI_PLAY_SNAPSHOTS : MOST_SPRITE_STATES;
    size_t budget = puppets ? 2 * MOST_BYTES : MOST_BYTES, wanted = one < budget / most ? one * most : budget;
    double every = puppets ? 1.0 : floor(SPRITE_INTERVAL / vv_performance_step(performance) + 0.5);
    *rewind = (vvi_rewind){
        .most = most, .capacity = wanted > 4 * one ? wanted : 4 * one, .every = every > 1.0 ? (uint64_t)every : 1};
    rewind->pool = vvi_allocate(allocator, rewind->capacity, 1);
    rewind->trail_width = vvi_trail_width(performance);
    if (rewind->trail_width > 0)
        rewind->trail =
            vvi_allocate(allocator, (size_t)VVI_PLAY_SNAPSHOTS * rewind->trail_width, sizeof *rewind->trail);
    if (rewind->pool && (rewind->trail || rewind->trail_width == 0))
        return true;
    vvi_rewind_destroy(rewind, allocator);
    return false;
}

void vvi_rewind_destroy(vvi_rewind *rewind, const vv_allocator *allocator)
{
    vvi_release(allocator, rewind->pool, rewind->capacity, 1);
    vvi_release(allocator, rewind->trail, (size_t)VVI_PLAY_SNAPSHOTS * rewind->trail_width, sizeof *rewind->trail);
    *rewind = (vvi_rewind){0};
}

/* A performance at time 0 has run one step. */
static bool is_saved_step(const vvi_rewind *rewind, uint64_t steps) { return (steps - 1) % rewind->every == 0; }

static vv_vec2 *trail_row(const vvi_rewind *rewind, uint32_t index)
{
    return rewind->trail + (size_t)index * rewind->trail_width;
}

static void thin_out(vvi_rewind *rewind)
{
    uint32_t count = 0;
    rewind->every *= 2;
    rewind->used = 0;
    for (uint32_t i = 0; i < rewind->count; i++) {
        vvi_snapshot s = rewind->snapshots[i];
        if (!is_saved_step(rewind, s.steps))
            continue;
        memmove(rewind->pool + rewind->used, rewind->pool + s.offset, s.count);
        s.offset = rewind->used;
        rewind->used += s.count;
        if (rewind->trail)
            memmove(trail_row(rewind, count), trail_row(rewind, i), rewind->trail_width * sizeof *rewind->trail);
        rewind->snapshots[count++] = s;
    }
    rewind->count = count;
}

void vvi_rewind_save(vvi_rewind *rewind, const vv_performance *performance)
{
    uint64_t steps = vv_performance_event_report(performance).steps;
    if (!is_saved_step(rewind, steps) || (rewind->count > 0 && rewind->snapshots[rewind->count - 1].steps >= steps))
        return;
    size_t bytes = vv_performance_save_bytes(performance);
    while (rewind->count > 1 && (rewind->count == rewind->most || rewind->capacity - rewind->used < bytes))
        thin_out(rewind);
    if (!is_saved_step(rewind, steps) || rewind->capacity - rewind->used < bytes)
        return;
    vv_performance_save(performance, rewind->pool + rewind->used, bytes);
    if (rewind->trail)
        vvi_trail_save(trail_row(rewind, rewind->count), performance);
    rewind->snapshots[rewind->count++] = (vvi_snapshot){steps, rewind->used, bytes};
    rewind->used += bytes;
}

void vvi_rewind_truncate(vvi_rewind *rewind, uint64_t steps)
{
    while (rewind->count > 1 && rewind->snapshots[rewind->count - 1].steps > steps)
        rewind->used = rewind->snapshots[--rewind->count].offset;
}

const vvi_snapshot *vvi_rewind_find(const vvi_rewind *rewind, uint64_t steps)
{
    uint32_t i = rewind->count - 1;
    while (i > 0 && rewind->snapshots[i].steps > steps)
        i--;
    return &rewind->snapshots[i];
}
