/* What joints are to the rest of the stage: who is joined to whom, and what happens once a fixed step. */
#include "runtime/stage/joint.h"

/* Metres per second: how fast a rope or rod gets shorter or longer. */
#define MAX_WINCH_SPEED 20.0f

/* ---- Links ------------------------------------------------------------------------------------------------------- */

void vvi_joints_link(vv_stage *stage)
{
    joints *all = stage->joints;
    for (uint32_t i = 0; i < stage->def.max_actors; i++)
        stage->actors[i].first_joint = 0;
    while (all->end && !all->items[all->end - 1u].used)
        all->end--;
    for (uint32_t i = all->end; i-- > 0;) {
        joint *j = &all->items[i];
        for (uint32_t e = 0; e < 2; e++) {
            actor *a = j->used ? actor_of_end(stage, j, e) : NULL;
            j->next[e] = 0;
            if (!a)
                continue;
            VVI_CHECK(a->used && a->generation == joint_end(j, e)->actor.generation);
            j->next[e] = a->first_joint;
            a->first_joint = i + 1u;
        }
    }
}

static uint32_t end_of(const joint *j, uint32_t index)
{
    return is_actor_end(j, 0) && j->def.a.actor.index == index ? 0u : 1u;
}

/* The joint after one of an actor's. */
static uint32_t next_joint(const vv_stage *stage, uint32_t which, uint32_t index)
{
    const joint *j = &stage->joints->items[which - 1u];
    return j->next[end_of(j, index)];
}

bool vvi_joints_forbid_contact(const vv_stage *stage, uint32_t index, uint32_t other, bool is_obstacle)
{
    for (uint32_t at = stage->actors[index].first_joint; at; at = next_joint(stage, at, index)) {
        const joint *j = &stage->joints->items[at - 1u];
        uint32_t e = 1u - end_of(j, index);
        if (j->def.collide)
            continue;
        if (is_obstacle ? is_obstacle_end(j, e) && joint_end(j, e)->obstacle.index == other
                        : is_actor_end(j, e) && joint_end(j, e)->actor.index == other)
            return true;
    }
    return false;
}

void vvi_joint_wake(vv_stage *stage, const joint *j)
{
    for (uint32_t e = 0; e < 2; e++)
        if (is_actor_end(j, e))
            vvi_actor_wake(stage, actor_of_end(stage, j, e));
}

void vvi_joint_clear(vv_stage *stage, uint32_t index)
{
    joint *j = &stage->joints->items[index];
    VV_ASSERT(j->used);
    vvi_joint_wake(stage, j);
    *j = (joint){.generation = j->generation};
}

void vvi_joints_actor_removed(vv_stage *stage, uint32_t index)
{
    uint32_t at = stage->actors[index].first_joint;
    if (!at)
        return;
    while (at) {
        uint32_t next = next_joint(stage, at, index);
        vvi_joint_clear(stage, at - 1u);
        at = next;
    }
    vvi_joints_link(stage);
}

void vvi_joints_obstacle_removed(vv_stage *stage, uint32_t index)
{
    bool any = false;
    for (uint32_t i = 0; i < stage->joints->end; i++) {
        const joint *j = &stage->joints->items[i];
        for (uint32_t e = 0; e < 2 && j->used; e++)
            if (is_obstacle_end(j, e) && joint_end(j, e)->obstacle.index == index) {
                vvi_joint_clear(stage, i);
                any = true;
            }
    }
    if (any)
        vvi_joints_link(stage);
}

/* ---- Actors that change ------------------------------------------------------------------------------------------ */

void vvi_joints_keep_angles(vv_stage *stage, uint32_t index)
{
    for (uint32_t at = stage->actors[index].first_joint; at; at = next_joint(stage, at, index)) {
        joint *j = &stage->joints->items[at - 1u];
        const joint_frame frames[2] = {vvi_joint_frame(stage, j, 0, false), vvi_joint_frame(stage, j, 1, false)};
        j->reference = vv_wrap_angle(frames[1].angle - frames[0].angle - j->angle);
    }
}

void vvi_joints_leave_drawing(vv_stage *stage, uint32_t index)
{
    for (uint32_t at = stage->actors[index].first_joint; at; at = next_joint(stage, at, index)) {
        joint *j = &stage->joints->items[at - 1u];
        j->now[end_of(j, index)] = vvi_joint_frame(stage, j, end_of(j, index), false);
    }
}

static vv_vec2 nearest_in_artwork(const actor *a, vv_vec2 point)
{
    uint32_t best = 0;
    for (uint32_t i = 1; i < a->view.particle_count; i++)
        if (vv_vec2_distance(a->x[i], point) < vv_vec2_distance(a->x[best], point))
            best = i;
    return artwork_at(a, best);
}

bool vvi_joints_find_single_point(const vv_stage *stage, uint32_t index, vv_vec2 *point)
{
    uint32_t at = stage->actors[index].first_joint;
    if (!at || next_joint(stage, at, index))
        return false;
    const joint *j = &stage->joints->items[at - 1u];
    *point = vvi_joint_frame(stage, j, end_of(j, index), false).point;
    return true;
}

/* Over all joints: between steps, the lists of actors are not up to date. */
void vvi_joints_find_patches(vv_stage *stage, uint32_t index)
{
    joints *all = stage->joints;
    for (uint32_t i = 0; i < all->end; i++)
        for (uint32_t e = 0; all->items[i].used && e < 2; e++) {
            const vv_actor *of = &joint_end(&all->items[i], e)->actor;
            if (of->generation != 0 && of->index == index)
                vvi_joint_find_patch(stage, &all->items[i], e);
        }
}

void vvi_joints_enter_drawing(vv_stage *stage, uint32_t index)
{
    for (uint32_t at = stage->actors[index].first_joint; at; at = next_joint(stage, at, index)) {
        joint *j = &stage->joints->items[at - 1u];
        uint32_t e = end_of(j, index);
        (e ? &j->def.b : &j->def.a)->at = nearest_in_artwork(&stage->actors[index], j->now[e].point);
        vvi_joint_find_patch(stage, j, e);
    }
    vvi_joints_keep_angles(stage, index);
}

/* ---- Islands ----------------------------------------------------------------------------------------------------- */

void vvi_joints_join_islands(vv_stage *stage, bool awake)
{
    for (uint32_t i = 0; i < stage->joints->end; i++) {
        const joint *j = &stage->joints->items[i];
        if (!j->used || !is_actor_end(j, 0) || !is_actor_end(j, 1))
            continue;
        uint32_t a = j->def.a.actor.index, b = j->def.b.actor.index;
        if (stage->actors[a].kinematic || stage->actors[b].kinematic) /* like an obstacle */
            continue;
        if (!awake || (is_awake(&stage->actors[a]) && is_awake(&stage->actors[b])))
            vvi_islands_join(stage->contacts, a, b);
    }
}

/* The actor whose island a joint belongs to; VV_NONE: all that it joins is asleep. */
uint32_t vvi_joint_island_actor(const vv_stage *stage, uint32_t index)
{
    const joint *j = &stage->joints->items[index];
    uint32_t found = VV_NONE;
    for (uint32_t e = 0; e < 2 && j->used; e++) {
        const actor *a = is_actor_end(j, e) ? actor_of_end(stage, j, e) : NULL;
        if (a && is_awake(a) && (found == VV_NONE || stage->actors[found].kinematic))
            found = joint_end(j, e)->actor.index;
    }
    return found;
}

/* ---- Lengths ----------------------------------------------------------------------------------------------------- */

float vvi_joint_length(const vv_stage *stage, const joint *j, bool start)
{
    float t = (float)(stage->substep - (start ? 1u : 0u)) / (float)stage->def.substeps;
    return j->length_from + (vvi_joint_length_to(stage, j) - j->length_from) * t;
}

float vvi_joint_length_to(const vv_stage *stage, const joint *j)
{
    float change = j->def.length - j->length_from, most = MAX_WINCH_SPEED * stage->def.step;
    return fabsf(change) <= most ? j->def.length : j->length_from + (change < 0.0f ? -most : most);
}

/* ---- Once a fixed step ------------------------------------------------------------------------------------------- */

/* Whether an end is on something that moves by itself. */
static bool is_end_moving(const vv_stage *stage, const joint *j, uint32_t end)
{
    if (is_obstacle_end(j, end))
        return stage->obstacles[joint_end(j, end)->obstacle.index].is_moving;
    const actor *a = is_actor_end(j, end) ? actor_of_end(stage, j, end) : NULL;
    return a && a->kinematic && vvi_is_surface_moving(a);
}

void vvi_joints_begin_step(vv_stage *stage)
{
    for (uint32_t i = 0; i < stage->joints->end; i++) {
        const joint *j = &stage->joints->items[i];
        if (j->used && (is_end_moving(stage, j, 0) || is_end_moving(stage, j, 1) || j->length_from != j->def.length))
            vvi_joint_wake(stage, j);
    }
}

static void report_broken(vv_stage *stage, uint32_t index)
{
    const joint *j = &stage->joints->items[index];
    vv_event e = {.kind = VV_EVENT_JOINT_BROKEN, .joint = {index, j->generation}};
    uint32_t first = is_actor_end(j, 0) && (!is_actor_end(j, 1) || j->def.a.actor.index < j->def.b.actor.index) ? 0 : 1;
    e.actor = joint_end(j, first)->actor;
    e.other = joint_end(j, 1u - first)->actor;
    e.obstacle = joint_end(j, 1u - first)->obstacle;
    e.point = (vv_vec2){(float)(j->now[1].base[0] + (double)j->now[1].point.x),
                        (float)(j->now[1].base[1] + (double)j->now[1].point.y)};
    vvi_stage_report(stage, &e);
}

static bool is_any_end_awake(const vv_stage *stage, const joint *j)
{
    return (is_actor_end(j, 0) && !actor_of_end(stage, j, 0)->asleep) ||
           (is_actor_end(j, 1) && !actor_of_end(stage, j, 1)->asleep);
}

/* Targets have been reached. */
static void move_targets(joint *j)
{
    for (uint32_t e = 0; e < 2; e++) {
        j->shown_from = is_world_end(j, e) ? j->from[e] : j->shown_from;
        j->from[e] = joint_end(j, e)->at;
    }
}

/* Forces are means of the step; what sleeps keeps those with which it fell asleep. */
void vvi_joints_finish_step(vv_stage *stage)
{
    bool broken = false;
    for (uint32_t i = 0; i < stage->joints->end; i++) {
        joint *j = &stage->joints->items[i];
        if (!j->used)
            continue;
        move_targets(j);
        j->length_from = vvi_joint_length_to(stage, j);
        if (!is_any_end_awake(stage, j))
            continue;
        j->force = vv_vec2_scale(j->impulse_sum, 1.0f / stage->def.step);
        j->torque = j->torque_sum / stage->def.step;
        j->at_limit = j->limit_pushed;
        j->impulse_sum = (vv_vec2){0.0f, 0.0f};
        j->torque_sum = 0.0f;
        j->limit_pushed = false;
        if (vv_vec2_length(j->force) > j->def.break_force) {
            report_broken(stage, i);
            vvi_joint_clear(stage, i);
            broken = true;
        }
    }
    if (broken)
        vvi_joints_link(stage);
}
