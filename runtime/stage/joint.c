/* Joints are added, removed, asked and changed. */
#include "runtime/stage/joint.h"
#include "runtime/stage/obstacle_motion.h"
#include "runtime/stage/puppet_actor.h"
#include "runtime/stage/save.h"

#include <string.h>

#define FIRST_JOINTS 8u
#define MAX_ANGLE    1000.0f
#define MAX_DISTANCE 1.0e6f

vv_joint_def vv_default_joint_def(vv_joint_kind kind)
{
    return (vv_joint_def){.kind = kind,
                          .a.handle = VV_NONE,
                          .b.handle = VV_NONE,
                          .length = NAN,
                          .strength = kind == VV_JOINT_PULL ? 5.0f : INFINITY,
                          .damping = 0.7f,
                          .spring_damping = 0.7f,
                          .axis = {1.0f, 0.0f},
                          .max_force = INFINITY,
                          .break_force = INFINITY};
}

/* ---- Memory ------------------------------------------------------------------------------------------------------ */

vv_result vvi_joints_create(vv_stage *stage, vv_error *error)
{
    stage->joints = vvi_allocate_zeroed(&stage->allocator, 1, sizeof *stage->joints);
    return stage->joints ? VV_OK : vvi_fail_memory(error, sizeof *stage->joints);
}

static void release_arrays(const vv_stage *stage, joints *all)
{
    const vv_allocator *allocator = &stage->allocator;
    vvi_release(allocator, all->items, all->capacity, sizeof *all->items);
    vvi_release(allocator, all->island_joints, all->capacity, sizeof *all->island_joints);
    vvi_release(allocator, all->edges, all->capacity, sizeof *all->edges);
    vvi_release(allocator, all->tree_bodies, 2u * (size_t)all->capacity, sizeof *all->tree_bodies);
    vvi_release(allocator, all->tree_sizes, all->capacity, sizeof *all->tree_sizes);
}

/* False: there is no memory for all of them. */
static bool allocate_arrays(const vv_stage *stage, joints *all)
{
    const vv_allocator *allocator = &stage->allocator;
    all->items = vvi_allocate_zeroed(allocator, all->capacity, sizeof *all->items);
    all->island_joints = vvi_allocate_zeroed(allocator, all->capacity, sizeof *all->island_joints);
    all->edges = vvi_allocate_zeroed(allocator, all->capacity, sizeof *all->edges);
    all->tree_bodies = vvi_allocate_zeroed(allocator, 2u * (size_t)all->capacity, sizeof *all->tree_bodies);
    all->tree_sizes = vvi_allocate_zeroed(allocator, all->capacity, sizeof *all->tree_sizes);
    return all->items && all->island_joints && all->edges && all->tree_bodies && all->tree_sizes;
}

void vvi_joints_destroy(vv_stage *stage)
{
    joints *all = stage->joints;
    if (!all)
        return;
    release_arrays(stage, all);
    vvi_release(&stage->allocator, all, 1, sizeof *all);
    stage->joints = NULL;
}

/* A restore may take away and bring back a joint of each slot. */
static uint32_t max_changes(const vv_stage *stage, uint32_t capacity)
{
    return 2u * (stage->def.max_actors + stage->def.max_obstacles + capacity);
}

vv_result vvi_joints_reserve(vv_stage *stage, uint32_t count, vv_error *error)
{
    joints *all = stage->joints;
    uint32_t capacity = all->capacity ? all->capacity : FIRST_JOINTS, most = stage->def.max_joints;
    if (count <= all->capacity)
        return VV_OK;
    while (capacity < count)
        capacity *= 2u;
    capacity = capacity < most ? capacity : most;
    VV_ASSERT(count <= capacity);
    const vv_allocator *allocator = &stage->allocator;
    uint32_t change_capacity = max_changes(stage, capacity);
    joints larger = {.capacity = capacity, .end = all->end};
    bool allocated = allocate_arrays(stage, &larger);
    vv_restore_change *changes = vvi_allocate_zeroed(allocator, change_capacity, sizeof *changes);
    if (!allocated || !changes) {
        release_arrays(stage, &larger);
        vvi_release(allocator, changes, change_capacity, sizeof *changes);
        return vvi_fail_memory(error, capacity * sizeof *larger.items);
    }
    if (all->capacity)
        memcpy(larger.items, all->items, all->capacity * sizeof *larger.items);
    memcpy(changes, stage->changes, stage->change_count * sizeof *changes);
    release_arrays(stage, all);
    vvi_release(allocator, stage->changes, stage->change_capacity, sizeof *changes);
    *all = larger;
    stage->changes = changes;
    stage->change_capacity = change_capacity;
    return VV_OK;
}

/* ---- Checking ---------------------------------------------------------------------------------------------------- */

static bool in_range(float value, float low, float high) { return value >= low && value <= high; }

static bool are_limits_sane(vv_joint_kind kind, float low, float high)
{
    float most = kind == VV_JOINT_HINGE ? MAX_ANGLE : MAX_DISTANCE;
    return in_range(low, -most, most) && in_range(high, -most, most) && low <= high;
}

static bool is_motor_sane(float speed, float limit) { return vvi_all_finite(&speed, 1) && limit >= 0.0f; }

static bool is_spring_sane(vv_joint_kind kind, float frequency, float damping, float target)
{
    float most = kind == VV_JOINT_HINGE ? MAX_ANGLE : MAX_DISTANCE;
    return in_range(frequency, 0.0f, 1000.0f) && in_range(damping, 0.0f, 100.0f) && in_range(target, -most, most);
}

static bool is_position(vv_vec2 p)
{
    return in_range(p.x, -MAX_DISTANCE, MAX_DISTANCE) && in_range(p.y, -MAX_DISTANCE, MAX_DISTANCE);
}

static uint32_t handle_count_of(const actor *a)
{
    return a->puppet ? a->puppet->members[a->puppet->base].view.handle_count : a->view.handle_count;
}

static vv_result check_end(const vv_stage *stage, const vv_joint_end *e, char name, vv_error *error)
{
    const actor *a = vvi_stage_actor(stage, e->actor);
    if (e->actor.generation && e->obstacle.generation)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "end %c of the joint is both an actor and an obstacle", name);
    if ((e->actor.generation && !a) || (e->obstacle.generation && !vv_stage_has_obstacle(stage, e->obstacle)))
        return vvi_fail(error, VV_ERROR_NOT_FOUND, "end %c of the joint is not on the stage", name);
    if (!is_position(e->at))
        return vvi_fail(error, VV_ERROR_ARGUMENT,
                        "the point of end %c of the joint is not finite or further than 1000 km from the origin", name);
    if (a && e->handle != VV_NONE && e->handle >= handle_count_of(a))
        return vvi_fail(error, VV_ERROR_NOT_FOUND, "end %c of the joint is at handle %u; the actor has %u handles",
                        name, e->handle, handle_count_of(a));
    return VV_OK;
}

static vv_result check_ends(const vv_stage *stage, const vv_joint_def *d, vv_error *error)
{
    vv_result result = check_end(stage, &d->a, 'a', error);
    if (result == VV_OK)
        result = check_end(stage, &d->b, 'b', error);
    if (result != VV_OK)
        return result;
    if (!d->a.actor.generation && !d->b.actor.generation)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "the joint has no actor; one of its ends must be one");
    if (d->a.actor.generation && d->a.actor.generation == d->b.actor.generation && d->a.actor.index == d->b.actor.index)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "both ends of the joint are the same actor");
    return VV_OK;
}

/* Numbers of a def whose length is known. */
vv_result vvi_joint_check_numbers(const vv_joint_def *d, vv_error *error)
{
    bool driven = d->kind == VV_JOINT_HINGE || d->kind == VV_JOINT_SLIDER;
    if ((unsigned)d->kind >= VV_JOINT_KINDS)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "joint kind %u does not exist", (unsigned)d->kind);
    if (!vvi_all_finite(&d->low, 1) || !vvi_all_finite(&d->high, 1))
        return vvi_fail(error, VV_ERROR_ARGUMENT, "the joint's limits are not finite; without `limited` leave them 0");
    if (!in_range(d->length, 0.0f, MAX_DISTANCE))
        return vvi_fail(error, VV_ERROR_ARGUMENT, "the joint's length is %g m; it must be at least 0",
                        (double)d->length);
    if (!(d->strength > 0.0f) || !in_range(d->damping, 0.0f, 100.0f))
        return vvi_fail(error, VV_ERROR_ARGUMENT,
                        "the joint's strength must be more than 0 Hz, and its damping from 0 to 100");
    if (d->kind == VV_JOINT_PULL && !(d->strength <= 1000.0f))
        return vvi_fail(error, VV_ERROR_ARGUMENT, "the strength of a pull is %g; it is a spring of at most 1000 Hz",
                        (double)d->strength);
    if (!(d->max_force > 0.0f) || !(d->break_force > 0.0f))
        return vvi_fail(error, VV_ERROR_ARGUMENT, "max_force and break_force of a joint must be more than 0 N");
    if (driven && d->limited && !are_limits_sane(d->kind, d->low, d->high))
        return vvi_fail(error, VV_ERROR_ARGUMENT,
                        "the joint's limits are %g and %g; low must not be above high, and angles be within ±%g",
                        (double)d->low, (double)d->high, (double)MAX_ANGLE);
    if (!is_motor_sane(d->motor_speed, d->motor_limit)) /* also one that is off: it is in saves */
        return vvi_fail(error, VV_ERROR_ARGUMENT, "the joint's motor has a speed or limit that is not valid");
    if (driven && !is_spring_sane(d->kind, d->spring, d->spring_damping, d->spring_target))
        return vvi_fail(error, VV_ERROR_ARGUMENT,
                        "the joint's spring must have 0 to 1000 Hz, a damping of 0 to 100 and a finite target");
    if (d->kind == VV_JOINT_SLIDER && !(vvi_all_finite(&d->axis.x, 2) && vv_vec2_length(d->axis) > 1.0e-6f))
        return vvi_fail(error, VV_ERROR_ARGUMENT, "the slider's axis has no direction; give a vector with a length");
    return VV_OK;
}

static vv_result find_slot(const vv_stage *stage, vv_joint_id chosen, uint32_t *index, vv_error *error)
{
    const joints *all = stage->joints;
    if (chosen.generation) {
        bool taken = chosen.index < all->end && all->items[chosen.index].used;
        *index = chosen.index;
        if (chosen.index >= stage->def.max_joints || taken || chosen.generation > VVI_MAX_GENERATION)
            return vvi_fail(error, VV_ERROR_ARGUMENT, "the id that was chosen for a joint, %u, is in use or too large",
                            chosen.index);
        return VV_OK;
    }
    uint32_t i = 0;
    while (i < all->end && all->items[i].used)
        i++;
    *index = i;
    if (i >= stage->def.max_joints) {
        vvi_fail(error, VV_ERROR_LIMIT, "the stage is full: it was made for %u joints", stage->def.max_joints);
        vvi_error_remedy(error, "create the stage with a larger vv_stage_def.max_joints");
        return VV_ERROR_LIMIT;
    }
    return VV_OK;
}

/* ---- Adding and removing ----------------------------------------------------------------------------------------- */

/* Angle, axis and translation count from where both ends are now. */
static void measure_start(vv_stage *stage, joint *j)
{
    joint_frame frames[2];
    for (uint32_t e = 0; e < 2; e++) {
        vvi_joint_find_patch(stage, j, e);
        j->from[e] = joint_end(j, e)->at;
        frames[e] = j->now[e] = vvi_joint_frame(stage, j, e, false);
        j->shown_from = is_world_end(j, e) ? j->from[e] : j->shown_from;
    }
    vv_vec2 way = vvi_joint_way(frames);
    j->reference = vv_wrap_angle(frames[1].angle - frames[0].angle);
    bool has_length = j->def.kind == VV_JOINT_ROPE || j->def.kind == VV_JOINT_ROD;
    if (!(j->def.length >= 0.0f) || !has_length)
        j->def.length = has_length ? vv_vec2_length(way) : 0.0f;
    j->length_from = j->def.length;
    if (j->def.kind == VV_JOINT_SLIDER) {
        vv_vec2 axis = vv_vec2_scale(j->def.axis, 1.0f / vv_vec2_length(j->def.axis));
        j->axis = vv_mat2_apply(vv_mat2_rotation(-frames[0].angle), axis);
        j->start_translation = vv_vec2_dot(axis, way);
    }
}

vv_result vv_stage_add_joint(vv_stage *stage, const vv_joint_def *def, vv_joint_id *out, vv_error *error)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    VV_ASSERT(def != NULL);
    VV_ASSERT(out != NULL);
    uint32_t index = 0;
    vv_joint_def d = *def;
    d.length = d.length == d.length ? d.length : 0.0f; /* NaN: it is measured */
    vv_result result = vvi_stage_check_unlocked(stage, __func__, error);
    if (result == VV_OK)
        result = vvi_joint_check_numbers(&d, error);
    if (result == VV_OK)
        result = check_ends(stage, &d, error);
    if (result == VV_OK)
        result = find_slot(stage, d.id, &index, error);
    if (result == VV_OK)
        result = vvi_joints_reserve(stage, index + 1u, error);
    if (result != VV_OK)
        return result;
    joint *j = &stage->joints->items[index];
    uint32_t generation = d.id.generation ? d.id.generation : j->generation + 1u;
    *j = (joint){.generation = generation, .used = true, .def = d};
    j->def.length = def->length;
    j->def.id = (vv_joint_id){0, 0};
    if (index >= stage->joints->end)
        stage->joints->end = index + 1u;
    measure_start(stage, j);
    vvi_joints_link(stage);
    vvi_joint_wake(stage, j);
    *out = (vv_joint_id){index, generation};
    return VV_OK;
}

static joint *find_joint(const vv_stage *stage, vv_joint_id id)
{
    const joints *all = stage->joints;
    bool there = id.generation && id.index < all->end && all->items[id.index].used &&
                 all->items[id.index].generation == id.generation;
    return there ? &all->items[id.index] : NULL;
}

bool vv_stage_has_joint(const vv_stage *stage, vv_joint_id id)
{
    VV_ASSERT(stage != NULL);
    return find_joint(stage, id) != NULL;
}

bool vv_stage_remove_joint(vv_stage *stage, vv_joint_id id)
{
    VV_ASSERT(stage != NULL);
    if (!find_joint(stage, id) || stage->lock != STAGE_UNLOCKED)
        return false;
    vvi_joint_clear(stage, id.index);
    vvi_joints_link(stage);
    return true;
}

uint32_t vv_stage_joints(const vv_stage *stage, vv_joint_id *joints_out, uint32_t capacity)
{
    uint32_t count = 0;
    VV_ASSERT(stage != NULL);
    VV_ASSERT(joints_out != NULL || capacity == 0);
    for (uint32_t i = 0; i < stage->joints->end; i++)
        if (stage->joints->items[i].used && count++ < capacity)
            joints_out[count - 1u] = (vv_joint_id){i, stage->joints->items[i].generation};
    return count;
}

/* ---- State ------------------------------------------------------------------------------------------------------- */

/* Between the last two steps, as what is drawn. */
static vv_vec2 shown_point(const vv_stage *stage, const joint *j, uint32_t end)
{
    const actor *a = actor_of_end(stage, j, end);
    joint_frame frames[2];
    if (is_obstacle_end(j, end))
        return vvi_obstacle_shown_point(stage, &stage->obstacles[joint_end(j, end)->obstacle.index],
                                        joint_end(j, end)->at);
    double t = (double)vvi_shown_share(stage);
    if (is_world_end(j, end))
        return vv_vec2_lerp(j->shown_from, j->from[end], (float)t);
    if (!a || a->jumped || (a->puppet && a->shown[0].member != a->shown[1].member)) {
        frames[0] = vvi_joint_frame(stage, j, end, false);
        return (vv_vec2){(float)(frames[0].base[0] + (double)frames[0].point.x),
                         (float)(frames[0].base[1] + (double)frames[0].point.y)};
    }
    double at[2][2];
    for (uint32_t k = 0; k < 2; k++) {
        frames[k] = vvi_joint_frame_of(a, &j->patches[end], a->shown[k].x, a->shown[k].origin);
        at[k][0] = frames[k].base[0] + (double)frames[k].point.x;
        at[k][1] = frames[k].base[1] + (double)frames[k].point.y;
    }
    return (vv_vec2){(float)(at[0][0] + (at[1][0] - at[0][0]) * t), (float)(at[0][1] + (at[1][1] - at[0][1]) * t)};
}

vv_joint_state vv_stage_joint_state(const vv_stage *stage, vv_joint_id id)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    const joint *j = find_joint(stage, id);
    if (!j)
        return (vv_joint_state){.kind = VV_JOINT_HINGE};
    const joint_frame frames[2] = {vvi_joint_frame(stage, j, 0, false), vvi_joint_frame(stage, j, 1, false)};
    vv_joint_state s = {.kind = j->def.kind,
                        .a = j->def.a,
                        .b = j->def.b,
                        .points = {shown_point(stage, j, 0), shown_point(stage, j, 1)},
                        .force = vv_vec2_length(j->force),
                        .torque = j->torque,
                        .angle = vvi_joint_angle(j, frames),
                        .at_limit = j->at_limit,
                        .tag = j->def.tag};
    if (j->def.kind == VV_JOINT_SLIDER)
        s.translation = vv_vec2_dot(vvi_joint_axis(j, &frames[0]), vvi_joint_way(frames)) - j->start_translation;
    if (j->def.kind == VV_JOINT_ROPE || j->def.kind == VV_JOINT_ROD)
        s.length = j->def.length;
    return s;
}

/* ---- Changing ---------------------------------------------------------------------------------------------------- */

static joint *joint_to_change(const vv_stage *stage, vv_joint_id id)
{
    return stage->lock == STAGE_IN_STEP ? NULL : find_joint(stage, id);
}

static bool is_driven_kind(const joint *j) { return j->def.kind == VV_JOINT_HINGE || j->def.kind == VV_JOINT_SLIDER; }

/* Replaces the def of a joint, and wakes what it joins if that changes anything. */
static bool change(vv_stage *stage, joint *j, const vv_joint_def *to)
{
    const vv_joint_def *d = &j->def;
    bool same = d->motor == to->motor && d->motor_speed == to->motor_speed && d->motor_limit == to->motor_limit &&
                d->limited == to->limited && d->low == to->low && d->high == to->high && d->spring == to->spring &&
                d->spring_damping == to->spring_damping && d->spring_target == to->spring_target &&
                d->length == to->length && d->a.at.x == to->a.at.x && d->a.at.y == to->a.at.y &&
                d->b.at.x == to->b.at.x && d->b.at.y == to->b.at.y;
    j->def = *to;
    if (!same)
        vvi_joint_wake(stage, j);
    return true;
}

bool vv_stage_set_joint_motor(vv_stage *stage, vv_joint_id id, bool on, float speed, float limit)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    joint *j = joint_to_change(stage, id);
    if (!j || !is_driven_kind(j) || !is_motor_sane(speed, limit))
        return false;
    vv_joint_def d = j->def;
    d.motor = on;
    d.motor_speed = speed;
    d.motor_limit = limit;
    return change(stage, j, &d);
}

bool vv_stage_set_joint_limits(vv_stage *stage, vv_joint_id id, bool on, float low, float high)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    joint *j = joint_to_change(stage, id);
    if (!j || !is_driven_kind(j) || !are_limits_sane(j->def.kind, low, high))
        return false;
    vv_joint_def d = j->def;
    d.limited = on;
    d.low = low;
    d.high = high;
    return change(stage, j, &d);
}

bool vv_stage_set_joint_spring(vv_stage *stage, vv_joint_id id, float frequency, float damping, float target)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    joint *j = joint_to_change(stage, id);
    if (!j || !is_driven_kind(j) || !is_spring_sane(j->def.kind, frequency, damping, target))
        return false;
    vv_joint_def d = j->def;
    d.spring = frequency;
    d.spring_damping = damping;
    d.spring_target = target;
    return change(stage, j, &d);
}

bool vv_stage_set_joint_length(vv_stage *stage, vv_joint_id id, float length)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    joint *j = joint_to_change(stage, id);
    bool has_length = j && (j->def.kind == VV_JOINT_ROPE || j->def.kind == VV_JOINT_ROD);
    if (!has_length || !in_range(length, 0.0f, MAX_DISTANCE))
        return false;
    vv_joint_def d = j->def;
    d.length = length;
    return change(stage, j, &d);
}

bool vv_stage_set_joint_target(vv_stage *stage, vv_joint_id id, vv_vec2 to)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    joint *j = joint_to_change(stage, id);
    if (!j || !is_position(to) || (!is_world_end(j, 0) && !is_world_end(j, 1)))
        return false;
    vv_joint_def d = j->def;
    *(is_world_end(j, 0) ? &d.a.at : &d.b.at) = to;
    return change(stage, j, &d);
}

bool vv_stage_set_joint_break_force(vv_stage *stage, vv_joint_id id, float force)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    joint *j = joint_to_change(stage, id);
    if (!j || !(force > 0.0f))
        return false;
    j->def.break_force = force;
    return true;
}
