/* The whole moving state as bytes, and its hash: a head, then one section after the other (save.h). One walk over the
 * state serves saving, hashing, checking and restoring, so that they cannot disagree. */
#include "runtime/stage/save.h"
#include "runtime/stage/joint.h"
#include "runtime/stage/kept.h"
#include "runtime/stage/obstacle_motion.h"
#include "runtime/stage/stage.h"

#include <string.h>

#define SAVE_MAGIC   0x53565656u /* "VVVS" */
#define SAVE_VERSION 12u

/* A save begins with magic u32, version u32, its total number of bytes u64 and the checksum u64 of all other bytes;
 * then the fingerprint of the settings, u64; then the moving state. */
enum { COUNT_AT = 8, CHECKSUM_AT = 16, IDENTITY_AT = 24, SECTIONS_AT = 32, CLOCK_BYTES = 2 * 8 + 5 * 4 };

/* ---- Refusals ---------------------------------------------------------------------------------------------------- */

vv_result vvi_save_refuse(vv_error *error, vv_result code, const char *remedy)
{
    vvi_error_remedy(error, "%s", remedy);
    return code;
}

static vv_result refuse_damaged(vv_error *error)
{
    return vvi_save_refuse(error, VV_ERROR_FORMAT, "use another copy of the save, or start again");
}

/* Refuses the moving state: the checksum was right, so this is no accident. */
vv_result vvi_save_refuse_state(vv_error *error, uint32_t index)
{
    if (index == VV_NONE)
        vvi_fail(error, VV_ERROR_FORMAT, "this save contains a state that is not valid for any stage");
    else
        vvi_fail(error, VV_ERROR_FORMAT, "this save contains an invalid state of actor %u", index);
    return refuse_damaged(error);
}

/* ---- The head ---------------------------------------------------------------------------------------------------- */

static uint64_t hash_settings(const vv_stage *stage)
{
    vvi_writer w = {.hashing = true};
    vvi_write_float(&w, stage->def.step);
    vvi_write_u32(&w, stage->def.substeps);
    vvi_write_u32(&w, stage->def.iterations);
    vvi_write_u32(&w, stage->def.sleep);
    vvi_write_vectors(&w, (const vv_vec2[]){stage->def.low, stage->def.high}, 2);
    return w.hash;
}

static uint64_t checksum(const uint8_t *bytes, size_t count)
{
    VV_ASSERT(count >= IDENTITY_AT);
    return vv_hash_bytes(vv_hash_bytes(0, bytes, CHECKSUM_AT), bytes + IDENTITY_AT, count - IDENTITY_AT);
}

/* Both numbers of the head follow from the other bytes. */
void vvi_save_seal(void *bytes, size_t count)
{
    vvi_writer writer = {.bytes = bytes, .capacity = count};
    writer.count = COUNT_AT;
    vvi_write_u64(&writer, count);
    vvi_write_u64(&writer, checksum(bytes, count));
}

static vv_result refuse_version(uint32_t version, vv_error *error)
{
    bool newer = version > SAVE_VERSION;
    vvi_fail(error, VV_ERROR_VERSION, "this save was written by %s Verve (save format %u; this library reads %u)",
             newer ? "a newer" : "an older", version, SAVE_VERSION);
    return vvi_save_refuse(error, VV_ERROR_VERSION,
                           newer ? "update the game's Verve library, or start again"
                                 : "start again; saves of older formats cannot be restored");
}

/* Whether the bytes are a save as it was written. */
static vv_result check_bytes(const uint8_t *bytes, size_t count, vv_error *error)
{
    vvi_reader r = {.bytes = bytes, .count = count};
    uint32_t magic = vvi_read_u32(&r), version = vvi_read_u32(&r);
    uint64_t byte_count = vvi_read_u64(&r), sum = vvi_read_u64(&r);
    if (count < 4 || magic != SAVE_MAGIC) {
        vvi_fail(error, VV_ERROR_FORMAT, "these bytes are not a saved stage");
        return vvi_save_refuse(error, VV_ERROR_FORMAT, "pass the bytes that vv_stage_save wrote");
    }
    if (count >= 8 && version != SAVE_VERSION)
        return refuse_version(version, error);
    if (r.failed || byte_count != count) {
        vvi_fail(error, VV_ERROR_FORMAT,
                 "this save is damaged: its length is %zu bytes, which differs from the length written", count);
        return refuse_damaged(error);
    }
    if (sum != checksum(bytes, count)) {
        vvi_fail(error, VV_ERROR_FORMAT, "this save is damaged: its bytes have changed since it was written");
        return refuse_damaged(error);
    }
    return VV_OK;
}

static vv_result check_settings(const vv_stage *stage, vvi_reader *r, vv_error *error)
{
    if (vvi_read_u64(r) == hash_settings(stage))
        return VV_OK;
    vvi_fail(error, VV_ERROR_ARGUMENT,
             "this save belongs to a stage with other settings (step, substeps, iterations, sleep or box)");
    return vvi_save_refuse(error, VV_ERROR_ARGUMENT, "create the stage with the def that it had when it was saved");
}

/* ---- The clock --------------------------------------------------------------------------------------------------- */

static void walk_clock(walk *w, vvi_save_clock *clock)
{
    vvi_walk_u64(w, &clock->step_count);
    vvi_walk_u64(w, &clock->added);
    vvi_walk_float(w, &clock->pending);
    vvi_walk_vec2(w, &clock->gravity);
    vvi_walk_vec2(w, &clock->wind);
}

static void save_clock(const vv_stage *stage, vvi_writer *writer)
{
    vvi_save_clock clock = {stage->step_count, stage->added, stage->pending, stage->def.gravity, stage->def.wind};
    walk_clock(&(walk){.writer = writer}, &clock);
}

static vv_result check_clock(const vv_stage *stage, vvi_restoring *from, vv_error *error)
{
    const vvi_save_clock *clock = &from->clock;
    walk_clock(&(walk){.reader = &from->reader}, &from->clock);
    bool sane = !from->reader.failed && vvi_stage_is_field_in_range(clock->gravity) &&
                vvi_stage_is_field_in_range(clock->wind) && clock->pending >= 0.0f && clock->pending <= stage->def.step;
    return sane ? VV_OK : vvi_save_refuse_state(error, VV_NONE);
}

static void restore_clock(vv_stage *stage, vvi_restoring *from)
{
    const vvi_save_clock *clock = &from->clock;
    walk_clock(&(walk){.reader = &from->reader}, &from->clock);
    stage->step_count = clock->step_count;
    stage->added = clock->added;
    stage->now = (double)clock->step_count * (double)stage->def.step;
    stage->pending = clock->pending;
    stage->def.gravity = clock->gravity;
    stage->def.wind = clock->wind;
}

/* ---- Obstacles --------------------------------------------------------------------------------------------------- */

static void save_obstacles(const vv_stage *stage, vvi_writer *writer)
{
    walk w = {.writer = writer};
    for (uint32_t i = 0; i < stage->obstacle_end; i++) {
        obstacle copy = stage->obstacles[i];
        if (copy.used)
            vvi_obstacle_walk(&w, &copy);
    }
}

static vv_result check_obstacles(const vv_stage *stage, vvi_restoring *from, vv_error *error)
{
    walk w = {.reader = &from->reader};
    vvi_roster roster = vvi_open_roster(from);
    for (uint32_t i = 0; i < roster.obstacle_count; i++) {
        vvi_obstacle_head head = vvi_read_obstacle_head(&roster.obstacles);
        if (!head.used)
            continue;
        obstacle copy = *vvi_find_obstacle(stage, i, &head);
        vvi_obstacle_walk(&w, &copy);
    }
    return from->reader.failed ? vvi_save_refuse_state(error, VV_NONE) : VV_OK;
}

static void restore_obstacles(vv_stage *stage, vvi_restoring *from)
{
    walk w = {.reader = &from->reader, .store = true};
    for (uint32_t i = 0; i < stage->obstacle_end; i++) {
        obstacle *o = &stage->obstacles[i];
        if (!o->used)
            continue;
        vvi_obstacle_walk(&w, o);
        vvi_obstacle_restored(o);
    }
}

/* ---- Contact ----------------------------------------------------------------------------------------------------- */

static vv_result check_contacts(const vv_stage *stage, vvi_restoring *from, vv_error *error)
{
    vvi_contacts_check(stage, &from->reader);
    return from->reader.failed ? vvi_save_refuse_state(error, VV_NONE) : VV_OK;
}

static void restore_contacts(vv_stage *stage, vvi_restoring *from) { vvi_contacts_restore(stage, &from->reader); }

/* ---- All sections ------------------------------------------------------------------------------------------------ */

static const struct section {
    void (*save)(const vv_stage *stage, vvi_writer *writer);
    vv_result (*check)(const vv_stage *stage, vvi_restoring *from, vv_error *error);
    void (*restore)(vv_stage *stage, vvi_restoring *from);
} sections[] = {
    {save_clock, check_clock, restore_clock},
    {vvi_save_roster, vvi_check_roster, vvi_restore_roster},
    {save_obstacles, check_obstacles, restore_obstacles},
    {vvi_save_zones, vvi_check_zones, vvi_restore_zones},
    {vvi_save_actors, vvi_check_actors, vvi_restore_actors},
    {vvi_contacts_save, check_contacts, restore_contacts},
    {vvi_joints_save, vvi_joints_check, vvi_joints_restore},
    {vvi_save_sensors, vvi_check_sensors, vvi_restore_sensors},
};
enum { SECTIONS = sizeof sections / sizeof *sections };

size_t vv_stage_save_limit(const vv_stage_def *def, const vv_actor_def *actors, uint32_t actor_count)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(def != NULL);
    VVI_ASSERT_ARRAY(actors, actor_count);
    for (uint32_t i = 0; i < actor_count; i++)
        VV_ASSERT((actors[i].sprite != NULL) != (actors[i].puppet != NULL));
    return SECTIONS_AT + CLOCK_BYTES + vvi_roster_save_limit(def) + def->max_obstacles * vvi_obstacle_save_limit() +
           vvi_actors_save_limit(def, actors, actor_count) + vvi_contacts_save_limit(def) + vvi_joints_save_limit(def) +
           vvi_sensors_save_limit(def) + vvi_zones_save_limit(def);
}

/* Everything but the head. */
static void write_stage(const vv_stage *stage, vvi_writer *writer)
{
    vvi_write_u64(writer, hash_settings(stage));
    for (uint32_t i = 0; i < SECTIONS; i++)
        sections[i].save(stage, writer);
}

size_t vv_stage_save_bytes(const vv_stage *stage)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    vvi_writer counter = {.count = IDENTITY_AT};
    if (stage->lock != STAGE_UNLOCKED)
        return 0;
    write_stage(stage, &counter);
    return counter.count;
}

size_t vv_stage_save(const vv_stage *stage, void *bytes, size_t byte_count)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    VV_ASSERT(bytes != NULL || byte_count == 0);
    size_t needed = vv_stage_save_bytes(stage);
    vvi_writer writer = {.bytes = bytes, .capacity = byte_count};
    if (needed == 0 || needed > byte_count)
        return needed;
    vvi_write_u32(&writer, SAVE_MAGIC);
    vvi_write_u32(&writer, SAVE_VERSION);
    writer.count = IDENTITY_AT;
    write_stage(stage, &writer);
    VV_ASSERT(writer.count == needed);
    vvi_save_seal(bytes, needed);
    return needed;
}

uint64_t vv_stage_hash(const vv_stage *stage)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    vvi_writer writer = {.hashing = true};
    write_stage(stage, &writer);
    return writer.hash;
}

/* Whether all of these bytes can be restored. */
static vv_result check_save(const vv_stage *stage, vvi_restoring *from, vv_error *error)
{
    vvi_reader *r = &from->reader;
    vv_result result = check_bytes(r->bytes, r->count, error);
    r->at = IDENTITY_AT;
    if (result == VV_OK)
        result = check_settings(stage, r, error);
    for (uint32_t i = 0; i < SECTIONS && result == VV_OK; i++)
        result = sections[i].check(stage, from, error);
    if (result == VV_OK && r->at != r->count)
        result = vvi_save_refuse_state(error, VV_NONE);
    return result;
}

void vvi_save_report_change(vv_stage *stage, const vv_restore_change *change)
{
    VV_ASSERT(stage->change_count < stage->change_capacity);
    stage->changes[stage->change_count++] = *change;
}

/* Restores what was checked. */
static vv_result restore(vv_stage *stage, vvi_restoring *from, vv_error *error)
{
    vv_result result = check_save(stage, from, error);
    if (result == VV_OK)
        result = vvi_joints_reserve(stage, from->joint_count, error);
    if (result != VV_OK)
        return result;
    stage->change_count = 0;
    from->reader.at = SECTIONS_AT;
    for (uint32_t i = 0; i < SECTIONS; i++)
        sections[i].restore(stage, from);
    VVI_CHECK(!from->reader.failed && from->reader.at == from->reader.count);
    vvi_kept_trim(stage, stage->def.keep_removed);
    vvi_queries_outdate(stage);
    vvi_stage_drop_events(stage);
    return VV_OK;
}

vv_result vv_stage_restore(vv_stage *stage, const void *bytes, size_t byte_count, vv_error *error)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    VV_ASSERT(bytes != NULL || byte_count == 0);
    if (vvi_stage_check_unlocked(stage, __func__, error) != VV_OK)
        return VV_ERROR_LOCKED;
    return restore(stage, &(vvi_restoring){.reader = {.bytes = bytes, .count = byte_count}}, error);
}

vv_result vvi_stage_restore_any_clip(vv_stage *stage, const void *bytes, size_t byte_count, vv_error *error)
{
    vvi_restoring from = {.reader = {.bytes = bytes, .count = byte_count}, .any_clip = true};
    return restore(stage, &from, error);
}

const vv_restore_change *vv_stage_restore_changes(const vv_stage *stage, uint32_t *count)
{
    VV_ASSERT(stage != NULL);
    VV_ASSERT(count != NULL);
    *count = stage->change_count;
    return stage->changes;
}

vv_result vv_stage_save_entries(const void *bytes, size_t byte_count, vv_save_entry *entries, uint32_t capacity,
                                uint32_t *count, vv_error *error)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(bytes != NULL || byte_count == 0);
    VVI_ASSERT_ARRAY(entries, capacity);
    VV_ASSERT(count != NULL);
    vvi_reader r = {.bytes = bytes, .count = byte_count};
    vv_result result = check_bytes(bytes, byte_count, error);
    if (result != VV_OK)
        return result;
    r.at = SECTIONS_AT;
    vvi_read(&r, NULL, CLOCK_BYTES);
    uint32_t found = vvi_list_roster(&r, entries, capacity);
    if (r.failed)
        return vvi_save_refuse_state(error, VV_NONE);
    *count = found;
    return VV_OK;
}
