/* Joints in a save: whole, defs included, so that a restore can bring back those that were removed and take away those
 * that were added. Patches follow from the drawings, which have their saved state when joints are restored. */
#include "runtime/stage/joint.h"
#include "runtime/stage/puppet_actor.h"
#include "runtime/stage/save.h"

#include <string.h>

/* Greater forces and impulses are forged; those of a step that failed are not stored. */
#define MAX_NUMBER 1.0e30f

/* Infinite as a flag: no number of a save is infinite. */
static void walk_unbounded(walk *w, float *value)
{
    bool infinite = *value >= INFINITY;
    float number = infinite ? 1.0f : *value;
    vvi_walk_bool(w, &infinite);
    vvi_walk_float(w, &number);
    if (w->reader)
        *value = infinite ? INFINITY : number;
}

static void walk_end(walk *w, vv_joint_end *e)
{
    vvi_walk_u32(w, &e->actor.index);
    vvi_walk_u32(w, &e->actor.generation);
    vvi_walk_u32(w, &e->obstacle.index);
    vvi_walk_u32(w, &e->obstacle.generation);
    vvi_walk_vec2(w, &e->at);
    vvi_walk_u32(w, &e->handle);
}

static void walk_def(walk *w, vv_joint_def *d)
{
    uint32_t kind = (uint32_t)d->kind;
    float *numbers[] = {&d->length, &d->damping,        &d->low,           &d->high,   &d->motor_speed,
                        &d->spring, &d->spring_damping, &d->spring_target, &d->axis.x, &d->axis.y};
    float *unbounded[] = {&d->strength, &d->motor_limit, &d->max_force, &d->break_force};
    bool *flags[] = {&d->collide, &d->limited, &d->motor};
    vvi_walk_u32(w, &kind);
    if (w->reader && kind >= VV_JOINT_KINDS) {
        w->reader->failed = true;
        kind = 0;
    }
    d->kind = (vv_joint_kind)kind;
    walk_end(w, &d->a);
    walk_end(w, &d->b);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        vvi_walk_float(w, numbers[i]);
    for (size_t i = 0; i < sizeof unbounded / sizeof *unbounded; i++)
        walk_unbounded(w, unbounded[i]);
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        vvi_walk_bool(w, flags[i]);
    vvi_walk_u64(w, &d->tag);
}

static bool is_state_sane(const joint *j)
{
    const float numbers[] = {j->reference, j->angle,  j->start_translation, j->force.x, j->force.y,
                             j->torque,    j->account};
    bool sane = fabsf(j->reference) <= 4.0f && vv_vec2_length(j->axis) <= 1.01f && j->length_from >= 0.0f;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        sane = sane && fabsf(numbers[i]) <= MAX_NUMBER;
    for (uint32_t k = 0; k < JOINT_ROWS; k++)
        sane = sane && j->masses[k] >= 0.0f && j->masses[k] <= MAX_NUMBER && fabsf(j->impulses[k]) <= MAX_NUMBER &&
               fabsf(j->velocity_impulses[k]) <= MAX_NUMBER;
    return sane && vvi_joint_check_numbers(&j->def, NULL) == VV_OK;
}

static void walk_joint(walk *w, joint *j)
{
    float *numbers[] = {&j->length_from,       &j->reference, &j->angle,   &j->axis.x, &j->axis.y,
                        &j->start_translation, &j->force.x,   &j->force.y, &j->torque, &j->account};
    walk_def(w, &j->def);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        vvi_walk_float(w, numbers[i]);
    vvi_walk_vec2(w, &j->from[0]);
    vvi_walk_vec2(w, &j->from[1]);
    vvi_walk_vec2(w, &j->shown_from);
    for (uint32_t k = 0; k < JOINT_ROWS; k++) {
        vvi_walk_float(w, &j->masses[k]);
        vvi_walk_float(w, &j->impulses[k]);
        vvi_walk_float(w, &j->velocity_impulses[k]);
    }
    vvi_walk_bool(w, &j->at_limit);
    if (w->reader && !w->reader->failed && !is_state_sane(j))
        w->reader->failed = true;
}

static void walk_slot(walk *w, joint *j)
{
    vvi_walk_bool(w, &j->used);
    vvi_walk_u32(w, &j->generation);
    if (w->reader && (j->generation > VVI_MAX_GENERATION || (j->used && j->generation == 0)))
        w->reader->failed = true;
    if (j->used)
        walk_joint(w, j);
}

/* Slots that were ever used; ids that will be given out depend on them. */
static uint32_t count_slots(const vv_stage *stage)
{
    uint32_t count = stage->joints->capacity;
    while (count > 0 && stage->joints->items[count - 1u].generation == 0)
        count--;
    return count;
}

void vvi_joints_save(const vv_stage *stage, vvi_writer *writer)
{
    uint32_t count = count_slots(stage);
    vvi_write_u32(writer, count);
    for (uint32_t i = 0; i < count; i++)
        walk_slot(&(walk){.writer = writer}, &stage->joints->items[i]);
}

size_t vvi_joints_save_limit(const vv_stage_def *def)
{
    vvi_writer counter = {.count = 0};
    walk_slot(&(walk){.writer = &counter}, &(joint){.used = true});
    return sizeof(uint32_t) + (size_t)def->max_joints * counter.count;
}

/* ---- Checking ---------------------------------------------------------------------------------------------------- */

/* The actor of a save in a slot, as it is on the stage or kept; NULL: the save has none with this id. */
static const actor *find_saved_actor(const vv_stage *stage, const vvi_roster *roster, vv_actor id)
{
    vvi_roster at = *roster;
    if (id.index >= at.actor_count)
        return NULL;
    vvi_actor_head head = {0};
    for (uint32_t i = 0; i <= id.index; i++)
        head = vvi_read_actor_head(&at.actors);
    return head.used && head.generation == id.generation ? vvi_find_actor(stage, id.index, &head) : NULL;
}

static bool has_saved_obstacle(const vvi_roster *roster, vv_obstacle id)
{
    vvi_roster at = *roster;
    vvi_obstacle_head head = {0};
    for (uint32_t i = 0; i <= id.index && i < at.obstacle_count; i++)
        head = vvi_read_obstacle_head(&at.obstacles);
    return id.index < at.obstacle_count && head.used && head.generation == id.generation;
}

static bool is_end_sane(const vv_stage *stage, const vvi_roster *roster, const vv_joint_end *e)
{
    if (e->actor.generation && e->obstacle.generation)
        return false;
    if (e->obstacle.generation && !has_saved_obstacle(roster, e->obstacle))
        return false;
    if (!(fabsf(e->at.x) <= 1.0e6f && fabsf(e->at.y) <= 1.0e6f))
        return false;
    if (!e->actor.generation)
        return true;
    const actor *a = find_saved_actor(stage, roster, e->actor);
    if (!a)
        return false;
    uint32_t handles = a->puppet ? a->puppet->members[a->puppet->base].view.handle_count : a->view.handle_count;
    return e->handle == VV_NONE || e->handle < handles;
}

static bool are_ends_sane(const vv_stage *stage, const vvi_roster *roster, const vv_joint_def *d)
{
    bool same = d->a.actor.generation && d->b.actor.generation && d->a.actor.index == d->b.actor.index;
    return (d->a.actor.generation || d->b.actor.generation) && !same && is_end_sane(stage, roster, &d->a) &&
           is_end_sane(stage, roster, &d->b);
}

vv_result vvi_joints_check(const vv_stage *stage, vvi_restoring *from, vv_error *error)
{
    walk w = {.reader = &from->reader};
    vvi_roster roster = vvi_open_roster(from);
    uint32_t count = vvi_read_u32(&from->reader);
    if (from->reader.failed || count > stage->def.max_joints)
        return vvi_save_refuse_state(error, VV_NONE);
    from->joint_count = count;
    for (uint32_t i = 0; i < count && !from->reader.failed; i++) {
        joint j = {.used = false};
        walk_slot(&w, &j);
        if (j.used && !from->reader.failed && !are_ends_sane(stage, &roster, &j.def))
            from->reader.failed = true;
    }
    return from->reader.failed ? vvi_save_refuse_state(error, VV_NONE) : VV_OK;
}

/* ---- Restoring --------------------------------------------------------------------------------------------------- */

static void report_change(vv_stage *stage, uint32_t index, const joint *j, bool back)
{
    vvi_save_report_change(stage,
                           &(vv_restore_change){.back = back, .joint = {index, j->generation}, .tag = j->def.tag});
}

void vvi_joints_restore(vv_stage *stage, vvi_restoring *from)
{
    walk w = {.reader = &from->reader, .store = true};
    joints *all = stage->joints;
    uint32_t count = vvi_read_u32(&from->reader);
    VV_ASSERT(count <= all->capacity);
    for (uint32_t i = 0; i < all->capacity; i++) {
        joint *j = &all->items[i], old = *j;
        *j = (joint){.used = false};
        if (i < count)
            walk_slot(&w, j);
        bool same = old.used && j->used && old.generation == j->generation;
        if (old.used && !same)
            report_change(stage, i, &old, false);
        if (j->used && !same)
            report_change(stage, i, j, true);
    }
    all->end = all->capacity;
    for (uint32_t i = 0; i < all->capacity; i++)
        for (uint32_t e = 0; e < 2 && all->items[i].used; e++)
            vvi_joint_find_patch(stage, &all->items[i], e);
    vvi_joints_link(stage);
}
