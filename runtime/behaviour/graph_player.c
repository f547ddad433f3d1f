/* A character in a verb graph: the calls of the public interface. */
#include "graph_player.h"

#include <string.h>

#define MAX_BEYOND_RANGE 4.0f /* how far an axis may go beyond its range, in ranges */

bool vvi_graph_suits(const vv_graph *graph, uint32_t verb_count, const vv_verb *const *verbs)
{
    graph_view view = vvi_graph_open(graph);
    if (verb_count != graph->verb_count)
        return false;
    for (uint32_t v = 0; v < verb_count; v++) {
        const vv_skeleton *skeleton = vv_verb_skeleton(verbs[v]);
        if (vv_skeleton_joint_count(skeleton) != graph->joint_count ||
            !vv_skeleton_has_same_joints(skeleton, vv_verb_skeleton(verbs[0])) ||
            vv_field_axis_count(vv_verb_field(verbs[v])) != view.verbs[v].axis_count ||
            vv_verb_cyclic(verbs[v]) != (view.verbs[v].cyclic != 0))
            return false;
    }
    return true;
}

void vvi_graph_player_weights(const vv_graph_player *p, float *weights)
{
    const vv_field *field = vv_verb_field(performer_verb(p));
    const graph_verb *verb = &p->view.verbs[performer_state(p)->verb];
    float at[VV_FIELD_MAX_AXES];
    for (uint32_t k = 0; k < verb->axis_count; k++) {
        vv_axis axis = vv_field_axis(field, k);
        float margin = MAX_BEYOND_RANGE * (axis.high - axis.low);
        at[k] = vvi_clamp(p->now.axes[verb->inputs[k]], axis.low - margin, axis.high + margin);
    }
    vv_field_weights(field, at, weights);
}

/* ---- Creation ---------------------------------------------------------------------------------------------------- */

/* Places all arrays in one block behind the struct; with `p` NULL it only returns the size. */
static size_t lay_out(vv_graph_player *p, uint32_t verbs, uint32_t joints, uint32_t dof_capacity)
{
    uint64_t cursor = sizeof(vv_graph_player);
    uint64_t verb_list = vvi_section(&cursor, verbs, sizeof(vv_verb *));
    uint64_t offsets = vvi_section(&cursor, joints, sizeof(joint_offset));
    uint64_t globals = vvi_section(&cursor, joints, sizeof(vv_affine3));
    uint64_t dofs = vvi_section(&cursor, dof_capacity, sizeof(float)), turns[5], moves[5];
    for (uint32_t i = 0; i < 5; i++) {
        turns[i] = vvi_section(&cursor, joints, sizeof(vv_quat));
        moves[i] = vvi_section(&cursor, joints, sizeof(vv_vec3));
    }
    char *base = (char *)p;
    if (base) {
        p->verbs = (const vv_verb **)(base + verb_list);
        p->offsets = (joint_offset *)(base + offsets);
        p->globals = (vv_affine3 *)(base + globals);
        p->dofs = (float *)(base + dofs);
        for (uint32_t i = 0; i < 5; i++)
            *(i < 4 ? &p->scratch[i] : &p->shown) =
                (pose_arrays){(vv_quat *)(base + turns[i]), (vv_vec3 *)(base + moves[i])};
    }
    return (size_t)vvi_section(&cursor, 0, 0);
}

/* Axes begin at 0, or at the end of their range that is nearest to it. */
static void set_default_axes(vv_graph_player *p)
{
    for (uint32_t v = p->graph->verb_count; v-- > 0;)
        for (uint32_t k = 0; k < p->view.verbs[v].axis_count; k++) {
            vv_axis axis = vv_field_axis(vv_verb_field(p->verbs[v]), k);
            p->now.inputs[p->view.verbs[v].inputs[k]] = vvi_clamp(0.0f, axis.low, axis.high);
        }
}

vv_result vv_graph_player_create(const vv_graph *graph, const vv_verb *const *verbs, const vv_allocator *allocator,
                                 vv_graph_player **out, vv_error *error)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(graph != NULL);
    VV_ASSERT(verbs != NULL);
    VV_ASSERT(out != NULL);
    *out = NULL;
    if (!vvi_graph_suits(graph, graph->verb_count, verbs))
        return vvi_fail(error, VV_ERROR_ARGUMENT, "these are not the verbs that the graph was made from");
    uint32_t dof_capacity = 0;
    for (uint32_t v = 0; v < graph->verb_count; v++)
        dof_capacity = vv_verb_dof_capacity(verbs[v]) > dof_capacity ? vv_verb_dof_capacity(verbs[v]) : dof_capacity;
    size_t bytes = lay_out(NULL, graph->verb_count, graph->joint_count, dof_capacity);
    vv_graph_player *p = vvi_allocate_zeroed(allocator, 1, bytes);
    if (!p)
        return vvi_fail_memory(error, bytes);
    lay_out(p, graph->verb_count, graph->joint_count, dof_capacity);
    p->graph = graph;
    p->view = vvi_graph_open(graph);
    p->graph_hash = vv_hash_bytes(0, graph, vvi_graph_bytes(graph));
    for (uint32_t v = 0; v < graph->verb_count; v++)
        p->verbs_hash = vv_hash_bytes(p->verbs_hash, verbs[v], vvi_verb_bytes(verbs[v]));
    p->joint_count = graph->joint_count;
    p->byte_count = bytes;
    memcpy(p->verbs, verbs, graph->verb_count * sizeof *p->verbs);
    p->now.planting = 1;
    p->now.glide = 0.1f;
    set_default_axes(p);
    vv_graph_player_restart(p);
    *out = p;
    return VV_OK;
}

void vv_graph_player_destroy(vv_graph_player *performer, const vv_allocator *allocator)
{
    if (performer)
        vvi_release(allocator, performer, 1, performer->byte_count);
}

/* ---- Steering ---------------------------------------------------------------------------------------------------- */

bool vv_graph_player_set_input(vv_graph_player *performer, uint32_t input, float value)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(performer != NULL);
    if (input >= performer->graph->input_count || !vvi_all_finite(&value, 1))
        return false;
    performer->now.inputs[input] = value;
    return true;
}

bool vv_graph_player_raise_event(vv_graph_player *performer, uint32_t event)
{
    VV_ASSERT(performer != NULL);
    if (event >= performer->graph->event_count)
        return false;
    vvi_events_raise(&performer->now.events, event);
    return true;
}

void vv_graph_player_set_smoothing(vv_graph_player *performer, float seconds)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(performer != NULL);
    performer->now.glide = seconds > 0.0f ? vvi_min(seconds, 100.0f) : 0.0f;
}

void vv_graph_player_set_root(vv_graph_player *performer, vv_root root)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(performer != NULL);
    const float numbers[4] = {root.x, root.y, root.z, root.heading};
    for (uint32_t i = 0; i < 4; i++)
        if (!(fabsf(numbers[i]) <= 1e7f))
            return;
    root.heading = vv_wrap_angle(root.heading);
    performer->now.walker.root = root;
    performer->now.plants = (vv_foot_plants){0};
    vvi_graph_player_update_pose(performer, 0.0f);
}

void vv_graph_player_set_planting(vv_graph_player *performer, bool on)
{
    VV_ASSERT(performer != NULL);
    if (performer->now.planting != on)
        performer->now.plants = (vv_foot_plants){0};
    performer->now.planting = on;
}

void vv_graph_player_restart(vv_graph_player *performer)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(performer != NULL);
    performer_now *now = &performer->now;
    now->state = 0;
    now->signal = performer_state(performer)->signal;
    now->holding = 0;
    now->seconds = now->fade = now->age = 0.0f;
    now->carried = (travel_speed){0};
    now->walker = vv_default_verb_state();
    now->events = (machine_events){0};
    now->plants = (vv_foot_plants){0};
    memcpy(now->axes, now->inputs, performer->graph->axis_count * sizeof *now->axes);
    memset(performer->offsets, 0, performer->joint_count * sizeof *performer->offsets);
    vvi_graph_player_update_pose(performer, 0.0f);
}

void vv_graph_player_advance(vv_graph_player *performer, float dt)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(performer != NULL);
    float seconds = dt > 0.0f ? vvi_min(dt, 1.0f) : 0.0f;
    float count = vvi_max(ceilf(seconds / PERFORMER_STEP - 1e-3f), 1.0f);
    performer->now.signal = 0;
    for (uint32_t i = 0; i < (uint32_t)count && seconds > 0.0f; i++)
        vvi_graph_player_step(performer, seconds / count);
    vvi_graph_player_update_pose(performer, seconds);
}

/* ---- Queries ----------------------------------------------------------------------------------------------------- */

const vv_affine3 *vv_graph_player_globals(const vv_graph_player *performer)
{
    VV_ASSERT(performer != NULL);
    return performer->globals;
}

const vv_quat *vv_graph_player_rotations(const vv_graph_player *performer)
{
    VV_ASSERT(performer != NULL);
    return performer->shown.turns;
}

const vv_vec3 *vv_graph_player_translations(const vv_graph_player *performer)
{
    VV_ASSERT(performer != NULL);
    return performer->shown.moves;
}

vv_graph_player_status vv_graph_player_current_status(const vv_graph_player *performer)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(performer != NULL);
    const performer_now *now = &performer->now;
    return (vv_graph_player_status){now->state,        now->seconds,
                                    now->walker.phase, vvi_fade_remaining(now->fade, now->age),
                                    now->signal,       now->walker.root};
}
