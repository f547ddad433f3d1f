/* Zones are added, changed and removed; who entered and left; what is saved. */
#include "runtime/stage/zone.h"
#include "runtime/stage/save.h"

#define MAX_REACH 1.0e6f /* of every number of a def */

/* ---- The def ----------------------------------------------------------------------------------------------------- */

vv_zone_def vv_default_zone_def(vv_zone_kind kind)
{
    bool water = kind == VV_ZONE_WATER;
    return (vv_zone_def){.kind = kind,
                         .layers = UINT32_MAX,
                         .drag = water ? 0.5f : 0.0f,
                         .quadratic_drag = water ? 1.0f : 0.0f,
                         .angular_drag = water ? 1.0f : 0.0f,
                         .density = water ? 1.0f : 0.0f};
}

static bool is_vector(vv_vec2 v) { return fabsf(v.x) <= MAX_REACH && fabsf(v.y) <= MAX_REACH; }
static bool is_amount(float x) { return x >= 0.0f && x <= MAX_REACH; }

static vv_result check_shape(const vv_zone_def *def, const vv_vec2 *points, vv_error *error)
{
    if (def->point_count == 1 || def->point_count > VV_ZONE_MAX_POINTS)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "the zone has %u points, but may have 0, 2 or 3 to %u",
                        def->point_count, VV_ZONE_MAX_POINTS);
    for (uint32_t i = 0; i < def->point_count; i++)
        if (!is_vector(points[i]))
            return vvi_fail(error, VV_ERROR_ARGUMENT, "point %u of the zone is not within ±%g", i, (double)MAX_REACH);
    if (def->point_count == 2 && !(vv_vec2_distance(points[0], points[1]) > 0.0f))
        return vvi_fail(error, VV_ERROR_ARGUMENT, "the two points of the zone's border are the same");
    return def->point_count < 3 ? VV_OK : vvi_check_polygon(def->point_count, points, error);
}

static vv_result check_zone(const vv_zone_def *def, const vv_vec2 *points, vv_error *error)
{
    if ((unsigned)def->kind > VV_ZONE_WATER)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "zone kind %u does not exist", (unsigned)def->kind);
    if (!is_vector(def->position) || !(fabsf(def->angle) <= MAX_REACH) || !is_vector(def->acceleration) ||
        !is_vector(def->velocity))
        return vvi_fail(error, VV_ERROR_ARGUMENT,
                        "the zone's position, angle, acceleration or velocity is not within ±%g", (double)MAX_REACH);
    if (!is_amount(def->drag) || !is_amount(def->quadratic_drag) || !is_amount(def->angular_drag) ||
        !is_amount(def->density))
        return vvi_fail(error, VV_ERROR_ARGUMENT,
                        "the zone's drag, quadratic drag, angular drag or density is not within 0…%g",
                        (double)MAX_REACH);
    return check_shape(def, points, error);
}

static zone *find_zone(const vv_stage *stage, vv_zone_id id)
{
    zone *z = id.generation != 0 && id.index < stage->zones->end ? &stage->zones->list[id.index] : NULL;
    return z && z->used && z->generation == id.generation ? z : NULL;
}

/* ---- Who is in --------------------------------------------------------------------------------------------------- */

static void report(vv_stage *stage, const actor *a, uint32_t index, vv_event_kind kind)
{
    vv_event event = {.kind = kind,
                      .actor = actor_id(stage, a),
                      .zone = {index, stage->zones->list[index].generation},
                      .point = {(float)a->origin[0], (float)a->origin[1]}};
    event.speed = vv_vec2_distance(a->velocity, stage->zones->list[index].def.velocity);
    vvi_stage_report(stage, &event);
}

void vvi_zones_report(vv_stage *stage)
{
    for (actor *a = stage->actors; a < stage->actors + stage->actor_end && stage->zones->end > 0; a++) {
        if (!is_awake(a))
            continue;
        uint64_t changed = a->zones_met ^ a->in_zones;
        for (uint32_t i = 0; changed != 0 && i < stage->zones->end; i++)
            if (changed >> i & 1u)
                report(stage, a, i, a->zones_met >> i & 1u ? VV_EVENT_ZONE_ENTER : VV_EVENT_ZONE_LEAVE);
        a->in_zones = a->zones_met;
    }
}

void vvi_zones_begin_step(vv_stage *stage)
{
    for (uint32_t i = 0; i < stage->actor_end; i++)
        stage->actors[i].zones_met = 0;
}

/* Wakes those that may be in a zone; only these can notice that it changes. */
static void wake_near(vv_stage *stage, const zone *z)
{
    for (uint32_t i = 0; i < stage->actor_end; i++) {
        actor *a = &stage->actors[i];
        vv_vec2 low, high;
        if (!a->used || !a->asleep)
            continue;
        vvi_actor_shown_bounds(a, &low, &high);
        if (low.x <= z->high.x && high.x >= z->low.x && low.y <= z->high.y && high.y >= z->low.y)
            vvi_actor_wake(stage, a);
    }
}

/* ---- Adding, changing, removing ---------------------------------------------------------------------------------- */

vv_result vvi_zones_create(vv_stage *stage, vv_error *error)
{
    const uint32_t most = stage->def.max_zones;
    stage->zones = vvi_allocate_zeroed(&stage->allocator, 1, sizeof *stage->zones);
    if (!stage->zones)
        return vvi_fail_memory(error, sizeof *stage->zones);
    stage->zones->list = vvi_allocate_zeroed(&stage->allocator, most, sizeof *stage->zones->list);
    return stage->zones->list ? VV_OK : vvi_fail_memory(error, most * sizeof *stage->zones->list);
}

void vvi_zones_destroy(vv_stage *stage)
{
    if (!stage->zones)
        return;
    vvi_release(&stage->allocator, stage->zones->list, stage->def.max_zones, sizeof *stage->zones->list);
    vvi_release(&stage->allocator, stage->zones, 1, sizeof *stage->zones);
    stage->zones = NULL;
}

static void take_def(zone *z, const vv_zone_def *def, const vv_vec2 *points)
{
    z->def = *def;
    z->def.points = NULL;
    for (uint32_t i = 0; i < VV_ZONE_MAX_POINTS; i++)
        z->local[i] = i < def->point_count ? points[i] : (vv_vec2){0.0f, 0.0f};
    vvi_zone_cut(z);
}

/* The slot of the id that was chosen, or the first that is free. */
static vv_result find_slot(const vv_stage *stage, vv_zone_id chosen, uint32_t *slot, vv_error *error)
{
    uint32_t most = stage->def.max_zones;
    const zone *list = stage->zones->list;
    if (chosen.generation &&
        (chosen.index >= most || list[chosen.index].used || chosen.generation > VVI_MAX_GENERATION))
        return vvi_fail(error, VV_ERROR_ARGUMENT, "the id that was chosen for a zone, %u, is in use or too large",
                        chosen.index);
    *slot = chosen.generation ? chosen.index : 0;
    while (*slot < most && list[*slot].used)
        ++*slot;
    if (*slot == most)
        return vvi_fail(error, VV_ERROR_LIMIT, "the stage is full: it was made for %u zones (vv_stage_def.max_zones)",
                        most);
    return VV_OK;
}

vv_result vv_stage_add_zone(vv_stage *stage, const vv_zone_def *def, vv_zone_id *out, vv_error *error)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    VV_ASSERT(def != NULL);
    VV_ASSERT(out != NULL);
    VVI_ASSERT_ARRAY(def->points, def->point_count);
    uint32_t slot = 0;
    vv_result result = vvi_stage_check_unlocked(stage, __func__, error);
    if (result == VV_OK)
        result = check_zone(def, def->points, error);
    if (result == VV_OK)
        result = find_slot(stage, def->id, &slot, error);
    if (result != VV_OK)
        return result;
    zone *z = &stage->zones->list[slot];
    z->generation = def->id.generation ? def->id.generation : z->generation + 1u;
    z->used = true;
    take_def(z, def, def->points);
    z->def.id = *out = (vv_zone_id){slot, z->generation};
    if (slot >= stage->zones->end)
        stage->zones->end = slot + 1u;
    wake_near(stage, z);
    return VV_OK;
}

vv_result vv_stage_set_zone(vv_stage *stage, vv_zone_id id, const vv_zone_def *def, vv_error *error)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    VV_ASSERT(def != NULL);
    VVI_ASSERT_ARRAY(def->points, def->point_count);
    zone *z = find_zone(stage, id);
    if (stage->lock == STAGE_IN_STEP)
        return vvi_stage_check_unlocked(stage, __func__, error);
    if (!z)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "there is no zone %u (generation %u) on this stage", id.index,
                        id.generation);
    vv_vec2 points[VV_ZONE_MAX_POINTS]; /* they may be those that vv_stage_zone returned */
    for (uint32_t i = 0; i < def->point_count && i < VV_ZONE_MAX_POINTS; i++)
        points[i] = def->points[i];
    vv_result result = check_zone(def, points, error);
    if (result != VV_OK)
        return result;
    wake_near(stage, z);
    take_def(z, def, points);
    z->def.id = id;
    wake_near(stage, z);
    return VV_OK;
}

bool vv_stage_remove_zone(vv_stage *stage, vv_zone_id id)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    zone *z = find_zone(stage, id);
    if (!z || stage->lock != STAGE_UNLOCKED)
        return false;
    wake_near(stage, z);
    for (uint32_t i = 0; i < stage->actor_end; i++) {
        actor *a = &stage->actors[i];
        if (a->used && a->in_zones >> id.index & 1u)
            report(stage, a, id.index, VV_EVENT_ZONE_LEAVE);
        a->in_zones &= ~((uint64_t)1 << id.index);
    }
    *z = (zone){.generation = z->generation};
    while (stage->zones->end > 0 && !stage->zones->list[stage->zones->end - 1u].used)
        stage->zones->end--;
    return true;
}

/* ---- Reading ----------------------------------------------------------------------------------------------------- */

bool vv_stage_has_zone(const vv_stage *stage, vv_zone_id id)
{
    VV_ASSERT(stage != NULL);
    return find_zone(stage, id) != NULL;
}

uint32_t vv_stage_zones(const vv_stage *stage, vv_zone_id *zones_out, uint32_t capacity)
{
    VV_ASSERT(stage != NULL);
    VV_ASSERT(zones_out != NULL || capacity == 0);
    uint32_t count = 0;
    for (uint32_t i = 0; i < stage->zones->end; i++)
        if (stage->zones->list[i].used && count++ < capacity)
            zones_out[count - 1u] = (vv_zone_id){i, stage->zones->list[i].generation};
    return count;
}

vv_zone_def vv_stage_zone(const vv_stage *stage, vv_zone_id id)
{
    VV_ASSERT(stage != NULL);
    const zone *z = find_zone(stage, id);
    vv_zone_def def = {0};
    if (!z)
        return def;
    def = z->def;
    def.points = z->local;
    return def;
}

float vv_stage_zone_share(const vv_stage *stage, vv_zone_id which, vv_actor id)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    const zone *z = find_zone(stage, which);
    const actor *a = vvi_stage_actor(stage, id);
    if (!z || !a || stage->lock == STAGE_IN_STEP)
        return 0.0f;
    const outline *o = &stage->contacts->outlines[id.index];
    /* Both states between which is interpolated, and so the shares. */
    float shares[2], t = vvi_shown_share(stage);
    for (int k = 0; k < 2; k++) {
        const struct shown *s = &a->shown[k];
        zone_part part = vvi_zone_part(z, o, a->jumped ? a->x : s->x, a->jumped ? a->origin : s->origin, a->flipped,
                                       (vv_vec2){0.0f, 0.0f}, 0.0f);
        shares[k] = part.whole > 0.0f ? vvi_clamp(part.area / part.whole, 0.0f, 1.0f) : 0.0f;
    }
    return shares[0] + (shares[1] - shares[0]) * t;
}

/* ---- Bytes ------------------------------------------------------------------------------------------------------- */

static void walk_zone(walk *w, zone *z)
{
    vv_zone_def *d = &z->def;
    uint32_t kind = (uint32_t)d->kind;
    float *numbers[] = {&d->angle, &d->drag, &d->quadratic_drag, &d->angular_drag, &d->density};
    vv_vec2 *vectors[] = {&d->position, &d->acceleration, &d->velocity};
    vvi_walk_u32(w, &kind);
    d->kind = (vv_zone_kind)kind;
    vvi_walk_u32(w, &d->layers);
    vvi_walk_u64(w, &d->tag);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        vvi_walk_float(w, numbers[i]);
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        vvi_walk_vec2(w, vectors[i]);
    vvi_walk_u32(w, &d->point_count);
    if (w->reader && d->point_count > VV_ZONE_MAX_POINTS) {
        w->reader->failed = true;
        d->point_count = 0;
    }
    for (uint32_t i = 0; i < d->point_count; i++)
        vvi_walk_vec2(w, &z->local[i]);
    if (w->reader && (w->reader->failed || check_zone(d, z->local, NULL) != VV_OK))
        w->reader->failed = true;
}

static uint32_t count_slots(const vv_stage *stage)
{
    uint32_t count = stage->def.max_zones;
    while (count > 0 && stage->zones->list[count - 1u].generation == 0)
        count--;
    return count;
}

static void walk_slot(walk *w, zone *z)
{
    vvi_walk_bool(w, &z->used);
    vvi_walk_u32(w, &z->generation);
    if (w->reader && (z->generation > VVI_MAX_GENERATION || (z->used && z->generation == 0)))
        w->reader->failed = true;
    if (z->used)
        walk_zone(w, z);
}

void vvi_save_zones(const vv_stage *stage, vvi_writer *writer)
{
    walk w = {.writer = writer};
    uint32_t count = count_slots(stage);
    vvi_write_u32(writer, count);
    for (uint32_t i = 0; i < count; i++) {
        zone copy = stage->zones->list[i];
        walk_slot(&w, &copy);
    }
}

vv_result vvi_check_zones(const vv_stage *stage, vvi_restoring *from, vv_error *error)
{
    walk w = {.reader = &from->reader};
    uint32_t count = vvi_read_u32(&from->reader);
    if (!from->reader.failed && count > stage->def.max_zones) {
        vvi_fail(error, VV_ERROR_ARGUMENT, "this save has %u zones, and the stage was made for %u", count,
                 stage->def.max_zones);
        return vvi_save_refuse(error, VV_ERROR_ARGUMENT, "create the stage with more (vv_stage_def.max_zones)");
    }
    for (uint32_t i = 0; i < count && !from->reader.failed; i++) {
        zone copy = {0};
        walk_slot(&w, &copy);
    }
    return from->reader.failed ? vvi_save_refuse_state(error, VV_NONE) : VV_OK;
}

void vvi_restore_zones(vv_stage *stage, vvi_restoring *from)
{
    walk w = {.reader = &from->reader, .store = true};
    uint32_t count = vvi_read_u32(&from->reader);
    stage->zones->end = 0;
    for (uint32_t i = 0; i < stage->def.max_zones; i++) {
        zone *z = &stage->zones->list[i];
        *z = (zone){0};
        if (i < count)
            walk_slot(&w, z);
        if (!z->used)
            continue;
        z->def.id = (vv_zone_id){i, z->generation};
        stage->zones->end = i + 1u;
        vvi_zone_cut(z);
    }
}

size_t vvi_zones_save_limit(const vv_stage_def *def)
{
    size_t each = 2 * 4 + 4 + 4 + 8 + 5 * 4 + 3 * 8 + 4 + VV_ZONE_MAX_POINTS * 8;
    return 4 + (size_t)def->max_zones * each;
}
