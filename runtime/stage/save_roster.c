/* The roster of a save: a head for every slot of obstacles and of actors that was ever used. Restoring it brings actors
 * and obstacles back or removes them; the sections after it have their states. */
#include "runtime/stage/kept.h"
#include "runtime/stage/save.h"

/* Fixed sizes, so that the heads can be read without the stage that the save belongs to. */
enum { COUNTS_BYTES = 2 * 4, OBSTACLE_HEAD_BYTES = 4 + 4 + 2 * 8, ACTOR_HEAD_BYTES = 4 + 4 + 5 * 8 };

/* ---- Heads ------------------------------------------------------------------------------------------------------- */

static void check_generation(walk *w, bool used, uint32_t generation)
{
    if (w->reader && (generation > VVI_MAX_GENERATION || (used && generation == 0)))
        w->reader->failed = true;
}

static void walk_actor_head(walk *w, vvi_actor_head *head)
{
    VVI_CHECK(!w->writer != !w->reader);
    vvi_walk_bool(w, &head->used);
    vvi_walk_u32(w, &head->generation);
    check_generation(w, head->used, head->generation);
    vvi_walk_u64(w, &head->tag);
    vvi_walk_u64(w, &head->order);
    vvi_walk_u64(w, &head->drawing);
    vvi_walk_u64(w, &head->setup);
    vvi_walk_u64(w, &head->clip);
}

vvi_actor_head vvi_read_actor_head(vvi_reader *r)
{
    vvi_actor_head head = {0};
    walk_actor_head(&(walk){.reader = r}, &head);
    return head;
}

static void walk_obstacle_head(walk *w, vvi_obstacle_head *head)
{
    VVI_CHECK(!w->writer != !w->reader);
    vvi_walk_bool(w, &head->used);
    vvi_walk_u32(w, &head->generation);
    check_generation(w, head->used, head->generation);
    vvi_walk_u64(w, &head->fingerprint);
    vvi_walk_u64(w, &head->tag);
}

vvi_obstacle_head vvi_read_obstacle_head(vvi_reader *r)
{
    vvi_obstacle_head head = {0};
    walk_obstacle_head(&(walk){.reader = r}, &head);
    return head;
}

/* The counts and both lists; the reader is left behind them. */
static vvi_roster read_roster(vvi_reader *r)
{
    vvi_roster roster = {.obstacle_count = vvi_read_u32(r), .actor_count = vvi_read_u32(r)};
    if (roster.obstacle_count > VV_STAGE_MAX_OBSTACLES || roster.actor_count > VV_STAGE_MAX_ACTORS)
        r->failed = true;
    if (r->failed)
        return (vvi_roster){0};
    roster.obstacles = *r;
    vvi_read(r, NULL, (size_t)roster.obstacle_count * OBSTACLE_HEAD_BYTES);
    roster.actors = *r;
    vvi_read(r, NULL, (size_t)roster.actor_count * ACTOR_HEAD_BYTES);
    return roster;
}

vvi_roster vvi_open_roster(const vvi_restoring *from)
{
    vvi_reader r = from->reader;
    r.at = from->roster_at;
    return read_roster(&r);
}

/* ---- Saving ------------------------------------------------------------------------------------------------------ */

static uint32_t count_actor_slots(const vv_stage *stage)
{
    uint32_t count = stage->def.max_actors;
    while (count > 0 && stage->actors[count - 1u].generation == 0)
        count--;
    return count;
}

static uint32_t count_obstacle_slots(const vv_stage *stage)
{
    uint32_t count = stage->def.max_obstacles;
    while (count > 0 && stage->obstacles[count - 1u].generation == 0)
        count--;
    return count;
}

void vvi_save_roster(const vv_stage *stage, vvi_writer *writer)
{
    walk w = {.writer = writer};
    uint32_t obstacles = count_obstacle_slots(stage), actors = count_actor_slots(stage);
    vvi_write_u32(writer, obstacles);
    vvi_write_u32(writer, actors);
    for (uint32_t i = 0; i < obstacles; i++) {
        const obstacle *o = &stage->obstacles[i];
        walk_obstacle_head(&w, &(vvi_obstacle_head){o->used, o->generation, o->fingerprint, o->tag});
    }
    for (uint32_t i = 0; i < actors; i++) {
        const actor *a = &stage->actors[i];
        walk_actor_head(
            &w, &(vvi_actor_head){a->used, a->generation, a->tag, a->order, a->drawing, a->setup, a->clip_fingerprint});
    }
}

size_t vvi_roster_save_limit(const vv_stage_def *def)
{
    return COUNTS_BYTES + (size_t)def->max_obstacles * OBSTACLE_HEAD_BYTES + (size_t)def->max_actors * ACTOR_HEAD_BYTES;
}

/* ---- Checking ---------------------------------------------------------------------------------------------------- */

static bool is_actor(const actor *a, const vvi_actor_head *head)
{
    return a->used && a->generation == head->generation && a->drawing == head->drawing && a->setup == head->setup;
}

static kept_actor *find_kept_actor(const vv_stage *stage, uint32_t index, const vvi_actor_head *head)
{
    return vvi_find_kept_actor(stage, (vv_actor){index, head->generation}, head->drawing, head->setup);
}

const actor *vvi_find_actor(const vv_stage *stage, uint32_t index, const vvi_actor_head *head)
{
    const actor *now = &stage->actors[index];
    const kept_actor *k = is_actor(now, head) ? NULL : find_kept_actor(stage, index, head);
    return is_actor(now, head) ? now : k ? &k->actor : NULL;
}

static bool is_obstacle(const obstacle *o, const vvi_obstacle_head *head)
{
    return o->used && o->generation == head->generation && o->fingerprint == head->fingerprint;
}

static kept_obstacle *find_kept_obstacle(const vv_stage *stage, uint32_t index, const vvi_obstacle_head *head)
{
    return vvi_find_kept_obstacle(stage, (vv_obstacle){index, head->generation}, head->fingerprint);
}

const obstacle *vvi_find_obstacle(const vv_stage *stage, uint32_t index, const vvi_obstacle_head *head)
{
    const obstacle *now = &stage->obstacles[index];
    const kept_obstacle *k = is_obstacle(now, head) ? NULL : find_kept_obstacle(stage, index, head);
    return is_obstacle(now, head) ? now : k ? &k->obstacle : NULL;
}

static vv_result refuse_missing(vv_error *error)
{
    return vvi_save_refuse(error, VV_ERROR_ARGUMENT,
                           "let the stage keep all that are removed after the save (vv_stage_def.keep_removed), or add "
                           "them with the ids that vv_stage_save_entries lists");
}

static vv_result refuse_actor(const vv_stage *stage, uint32_t index, const vvi_actor_head *head, vv_error *error)
{
    const actor *now = &stage->actors[index];
    if (!now->used || now->generation != head->generation) {
        vvi_fail(error, VV_ERROR_ARGUMENT,
                 "this save has an actor %u (generation %u) that is not on this stage, nor among the last %u removed",
                 index, head->generation, stage->def.keep_removed);
        return refuse_missing(error);
    }
    if (now->drawing != head->drawing) {
        vvi_fail(error, VV_ERROR_ARGUMENT,
                 "this save belongs to another drawing of actor %u, or to another version of it", index);
        return vvi_save_refuse(error, VV_ERROR_ARGUMENT, "load the asset that it was saved with, or start again");
    }
    vvi_fail(error, VV_ERROR_ARGUMENT,
             "actor %u had another controller, follow, copy or attraction when this was saved", index);
    return vvi_save_refuse(error, VV_ERROR_ARGUMENT, "add the actor with the def and the behaviour that it had then");
}

static vv_result refuse_clip(uint32_t index, const vvi_actor_head *head, vv_error *error)
{
    vvi_fail(error, VV_ERROR_ARGUMENT, "actor %u played %s when this was saved", index,
             head->clip ? "another clip" : "no clip");
    return vvi_save_refuse(error, VV_ERROR_ARGUMENT,
                           "call vv_stage_play_clip with the clip of then before the save is restored");
}

static vv_result check_actor(const vv_stage *stage, const vvi_restoring *from, uint32_t index,
                             const vvi_actor_head *head, vv_error *error)
{
    const vv_clip *clip;
    if (head->order > from->clock.added)
        return vvi_save_refuse_state(error, index);
    const actor *found = vvi_find_actor(stage, index, head);
    if (!found)
        return refuse_actor(stage, index, head, error);
    if (!from->any_clip && !vvi_find_clip(stage, found, head->clip, &clip))
        return refuse_clip(index, head, error);
    return VV_OK;
}

static vv_result check_obstacle(const vv_stage *stage, uint32_t index, const vvi_obstacle_head *head, vv_error *error)
{
    if (vvi_find_obstacle(stage, index, head))
        return VV_OK;
    vvi_fail(error, VV_ERROR_ARGUMENT,
             "this save belongs to a stage with other obstacles: its obstacle %u is neither on this stage nor among "
             "the last %u removed",
             index, stage->def.keep_removed);
    return refuse_missing(error);
}

vv_result vvi_check_roster(const vv_stage *stage, vvi_restoring *from, vv_error *error)
{
    from->roster_at = from->reader.at;
    vvi_roster roster = read_roster(&from->reader);
    if (from->reader.failed || roster.obstacle_count > stage->def.max_obstacles ||
        roster.actor_count > stage->def.max_actors)
        return vvi_save_refuse_state(error, VV_NONE);
    vv_result result = VV_OK;
    for (uint32_t i = 0; i < roster.obstacle_count && result == VV_OK; i++) {
        vvi_obstacle_head head = vvi_read_obstacle_head(&roster.obstacles);
        if (roster.obstacles.failed)
            return vvi_save_refuse_state(error, VV_NONE);
        result = head.used ? check_obstacle(stage, i, &head, error) : VV_OK;
    }
    for (uint32_t i = 0; i < roster.actor_count && result == VV_OK; i++) {
        vvi_actor_head head = vvi_read_actor_head(&roster.actors);
        if (roster.actors.failed)
            return vvi_save_refuse_state(error, i);
        result = head.used ? check_actor(stage, from, i, &head, error) : VV_OK;
    }
    return result;
}

/* ---- Restoring --------------------------------------------------------------------------------------------------- */

static void take_actor_away(vv_stage *stage, uint32_t index)
{
    const actor *a = &stage->actors[index];
    if (!a->used)
        return;
    vvi_save_report_change(stage, &(vv_restore_change){.actor = actor_id(stage, a), .tag = a->tag});
    vvi_keep_actor(stage, index);
}

static void restore_actor(vv_stage *stage, const vvi_restoring *from, uint32_t index, const vvi_actor_head *head)
{
    actor *a = &stage->actors[index];
    bool comes = head->used && !is_actor(a, head);
    kept_actor *k = comes ? find_kept_actor(stage, index, head) : NULL;
    if (!head->used || comes)
        take_actor_away(stage, index);
    if (comes)
        vvi_return_actor(stage, k);
    a->generation = head->generation;
    if (!head->used)
        return;
    a->tag = head->tag;
    a->order = head->order;
    if (!from->any_clip) {
        (void)vvi_find_clip(stage, a, head->clip, &a->clip);
        a->clip_fingerprint = head->clip;
    }
    if (comes)
        vvi_save_report_change(stage, &(vv_restore_change){.back = true, .actor = actor_id(stage, a), .tag = a->tag});
}

static void take_obstacle_away(vv_stage *stage, uint32_t index)
{
    const obstacle *o = &stage->obstacles[index];
    if (!o->used)
        return;
    vvi_save_report_change(stage, &(vv_restore_change){.obstacle = {index, o->generation}, .tag = o->tag});
    vvi_keep_obstacle(stage, index);
}

static void restore_obstacle(vv_stage *stage, uint32_t index, const vvi_obstacle_head *head)
{
    bool comes = head->used && !is_obstacle(&stage->obstacles[index], head);
    kept_obstacle *k = comes ? find_kept_obstacle(stage, index, head) : NULL;
    if (!head->used || comes)
        take_obstacle_away(stage, index);
    if (comes) {
        vvi_return_obstacle(stage, k);
        vvi_save_report_change(
            stage, &(vv_restore_change){.back = true, .obstacle = {index, head->generation}, .tag = head->tag});
    }
    stage->obstacles[index].generation = head->generation;
    stage->obstacles[index].tag = head->tag;
}

void vvi_restore_roster(vv_stage *stage, vvi_restoring *from)
{
    vvi_roster roster = read_roster(&from->reader);
    for (uint32_t i = 0; i < stage->def.max_obstacles; i++) {
        vvi_obstacle_head head = {0};
        if (i < roster.obstacle_count)
            head = vvi_read_obstacle_head(&roster.obstacles);
        restore_obstacle(stage, i, &head);
    }
    for (uint32_t i = 0; i < stage->def.max_actors; i++) {
        vvi_actor_head head = {0};
        if (i < roster.actor_count)
            head = vvi_read_actor_head(&roster.actors);
        restore_actor(stage, from, i, &head);
    }
    stage->obstacle_end = stage->def.max_obstacles;
    stage->actor_end = stage->def.max_actors;
    vvi_stage_trim_ends(stage);
    vvi_stage_list_puppets(stage);
}

/* ---- Without a stage --------------------------------------------------------------------------------------------- */

/* The slot of the actor that was added next after one; VV_NONE: none. Slots decide between forged equals. */
static uint32_t find_next(vvi_roster roster, uint64_t order, uint32_t slot, bool any, vvi_actor_head *next)
{
    uint32_t found = VV_NONE;
    for (uint32_t i = 0; i < roster.actor_count; i++) {
        vvi_actor_head head = vvi_read_actor_head(&roster.actors);
        bool is_later = any || head.order > order || (head.order == order && i > slot);
        if (head.used && is_later && (found == VV_NONE || head.order < next->order)) {
            found = i;
            *next = head;
        }
    }
    return found;
}

uint32_t vvi_list_roster(vvi_reader *r, vv_save_entry *entries, uint32_t capacity)
{
    vvi_roster roster = read_roster(r);
    uint32_t count = 0;
    for (uint32_t i = 0; i < roster.obstacle_count; i++) {
        vvi_obstacle_head head = vvi_read_obstacle_head(&roster.obstacles);
        if (head.used && count++ < capacity)
            entries[count - 1u] = (vv_save_entry){.obstacle = {i, head.generation}, .tag = head.tag};
    }
    vvi_actor_head head = {0};
    for (uint32_t i = find_next(roster, 0, 0, true, &head); i != VV_NONE;
         i = find_next(roster, head.order, i, false, &head))
        if (count++ < capacity)
            entries[count - 1u] = (vv_save_entry){.actor = {i, head.generation}, .tag = head.tag};
    r->failed = r->failed || roster.obstacles.failed;
    return count;
}
