/* Chooses which nodes become joints, and converts poses of nodes to poses of joints. A skeleton has no scales:
 * positions are taken from the nodes' full transforms, so that a scale above a joint is contained in the positions of
 * its children; a skin's binds contain the rest (gltf_skin.c). */
#include "gltf.h"

#include <string.h>

/* ---- Choosing -------------------------------------------------------------------------------------------------- */

/* Marks the nodes whose translation, rotation or scale is animated. */
static vv_result mark_animated_nodes(gltf_reader *reader)
{
    gltf_list animations, channels;
    vv_result result = vvi_gltf_list(reader, reader->root, "animations", VV_JSON_OBJECT, GLTF_MAX_ITEMS, &animations);
    for (uint32_t a = 0; a < animations.count && result == VV_OK; a++) {
        result = vvi_gltf_list(reader, animations.items[a], "channels", VV_JSON_OBJECT, GLTF_MAX_ITEMS, &channels);
        for (uint32_t c = 0; c < channels.count && result == VV_OK; c++) {
            const vv_json *target = vv_json_member(channels.items[c], "target"), *path = vv_json_member(target, "path");
            uint32_t node = VV_NONE;
            result = vvi_gltf_index(reader, target, "node", reader->node_count, &node);
            bool moves = path && path->kind == VV_JSON_STRING && strcmp(path->string, "weights") != 0;
            if (result == VV_OK && node != VV_NONE && moves && reader->nodes[node].in_scene)
                reader->nodes[node].needed = true;
        }
    }
    return result;
}

/* Marks the nodes that become joints. A skinned mesh is moved by its joints and not by its node. Joints outside the
 * scene are included. */
static vv_result mark_needed_nodes(gltf_reader *reader)
{
    gltf_node *nodes = reader->nodes;
    for (uint32_t i = 0; i < reader->node_count; i++)
        nodes[i].needed = nodes[i].in_scene && nodes[i].mesh != VV_NONE && nodes[i].skin == VV_NONE;
    vv_result result = mark_animated_nodes(reader);
    for (uint32_t s = 0; s < reader->skin_count; s++)
        for (uint32_t j = 0; j < reader->skins[s].joint_count; j++) {
            nodes[reader->skins[s].nodes[j]].needed = true;
            for (uint32_t i = reader->skins[s].nodes[j]; i != VV_NONE && !nodes[i].in_scene; i = nodes[i].parent)
                nodes[i].in_scene = true;
        }
    return result;
}

/* Counts the needed nodes of every subtree, children before parents. */
static vv_result count_needed_below(gltf_reader *reader)
{
    gltf_node *nodes = reader->nodes;
    uint32_t *order = vvi_arena_allocate(&reader->arena, reader->node_count + 1u, sizeof *order), count = 0;
    if (!order)
        return vvi_gltf_no_memory(reader);
    for (uint32_t i = 0; i < reader->node_count; i++)
        if (nodes[i].parent == VV_NONE)
            order[count++] = i;
    for (uint32_t k = 0; k < count; k++)
        for (uint32_t child = nodes[order[k]].first_child; child != VV_NONE; child = nodes[child].next)
            order[count++] = child;
    for (uint32_t k = count; k-- > 0;) {
        gltf_node *node = &nodes[order[k]];
        node->needed_below += node->needed ? 1 : 0;
        if (node->parent != VV_NONE)
            nodes[node->parent].needed_below += node->needed_below;
    }
    return VV_OK;
}

/* The first node, from a root downwards, that is needed itself or where needed branches split. */
static uint32_t find_topmost(const gltf_reader *reader, uint32_t node)
{
    for (;;) {
        const gltf_node *at = &reader->nodes[node];
        uint32_t only = VV_NONE;
        for (uint32_t child = at->first_child; child != VV_NONE; child = reader->nodes[child].next)
            if (reader->nodes[child].needed_below == at->needed_below)
                only = child;
        if (at->needed || only == VV_NONE)
            return node;
        node = only;
    }
}

/* ---- Joints ---------------------------------------------------------------------------------------------------- */

static gltf_affine local_map(const gltf_node *node, const double move[3], gltf_quat turn, const double scale[3])
{
    gltf_affine stretch = {0}, rigid = vvi_gltf_rigid_affine(turn, move);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            stretch.m[r][c] = node->stretch[r][c] * scale[c];
    return vvi_gltf_affine_multiply(&rigid, &stretch);
}

static void compute_ancestor_transform(const gltf_reader *reader, gltf_joint *joint)
{
    joint->above = vvi_gltf_affine_identity();
    joint->ancestor_turn = (gltf_quat){0, 0, 0, 1};
    for (uint32_t i = reader->nodes[joint->node].parent; i != VV_NONE; i = reader->nodes[i].parent) {
        const gltf_node *node = &reader->nodes[i];
        gltf_affine local = local_map(node, node->move, node->turn, node->scale);
        joint->above = vvi_gltf_affine_multiply(&local, &joint->above);
        joint->ancestor_turn = vvi_gltf_quat_multiply(node->turn, joint->ancestor_turn);
    }
}

static vv_result add_joint(gltf_reader *reader, uint32_t node, uint32_t parent)
{
    const vv_json *json = node == VV_NONE ? reader->root : reader->nodes[node].json;
    if (reader->joint_count == VV_SKELETON_MAX_JOINTS)
        return vvi_gltf_fail(reader, json, VV_ERROR_LIMIT, "leave out helpers when you export it",
                             "the figure has more than %u joints", VV_SKELETON_MAX_JOINTS);
    char name[VV_SKELETON_NAME_BYTES], fallback[32] = "root";
    const vv_json *given = node == VV_NONE ? NULL : vv_json_member(json, "name");
    if (node != VV_NONE)
        vvi_format(fallback, sizeof fallback, "node %u", node);
    const char *text = given && given->kind == VV_JSON_STRING ? given->string : "";
    vvi_joint_name_clean((text_span){text, strchr(text, '\0')}, fallback, name);
    vvi_joint_name_add(name, reader->names, reader->joint_count);
    gltf_joint *joint = &reader->joints[reader->joint_count];
    *joint = (gltf_joint){.node = node, .parent = parent};
    if (node != VV_NONE) {
        reader->nodes[node].joint = reader->joint_count;
        if (parent == VV_NONE || reader->joints[parent].node == VV_NONE)
            compute_ancestor_transform(reader, joint);
    }
    reader->joint_count++;
    return VV_OK;
}

/* Adds a branch depth first, so that every subtree is a contiguous range of joints. */
static vv_result add_branch(gltf_reader *reader, uint32_t top, uint32_t parent)
{
    gltf_node *nodes = reader->nodes;
    vv_result result = add_joint(reader, top, parent);
    for (uint32_t at = top; result == VV_OK;) {
        uint32_t next = nodes[at].needed_below > (nodes[at].needed ? 1u : 0u) ? nodes[at].first_child : VV_NONE;
        for (;;) {
            while (next != VV_NONE && nodes[next].needed_below == 0)
                next = nodes[next].next;
            if (next != VV_NONE || at == top)
                break;
            next = nodes[at].next;
            at = nodes[at].parent;
        }
        if (next == VV_NONE)
            return VV_OK;
        at = next;
        result = add_joint(reader, at, nodes[nodes[at].parent].joint);
    }
    return result;
}

static vv_result choose_joints(gltf_reader *reader)
{
    uint32_t tops = 0;
    for (uint32_t i = 0; i < reader->node_count; i++)
        tops += reader->nodes[i].parent == VV_NONE && reader->nodes[i].needed_below > 0;
    vv_result result = tops > 1 ? add_joint(reader, VV_NONE, VV_NONE) : VV_OK;
    for (uint32_t i = 0; i < reader->node_count && result == VV_OK; i++)
        if (reader->nodes[i].parent == VV_NONE && reader->nodes[i].needed_below > 0)
            result = add_branch(reader, find_topmost(reader, i), tops > 1 ? 0 : VV_NONE);
    return result;
}

/* ---- Poses ----------------------------------------------------------------------------------------------------- */

bool vvi_gltf_allocate_pose(vvi_arena *arena, uint32_t joint_count, gltf_pose *pose)
{
    size_t count = joint_count + 1u;
    pose->moves = vvi_arena_allocate(arena, count, sizeof *pose->moves);
    pose->scales = vvi_arena_allocate(arena, count, sizeof *pose->scales);
    pose->turns = vvi_arena_allocate(arena, count, sizeof *pose->turns);
    pose->globals = vvi_arena_allocate(arena, count, sizeof *pose->globals);
    pose->global_turns = vvi_arena_allocate(arena, count, sizeof *pose->global_turns);
    return pose->moves && pose->scales && pose->turns && pose->globals && pose->global_turns;
}

void vvi_gltf_rest_pose(const gltf_reader *reader, gltf_pose *pose)
{
    for (uint32_t j = 0; j < reader->joint_count; j++) {
        const gltf_node *node = &reader->nodes[reader->joints[j].node == VV_NONE ? 0 : reader->joints[j].node];
        for (int k = 0; k < 3; k++) {
            pose->moves[j][k] = node->move[k];
            pose->scales[j][k] = node->scale[k];
        }
        pose->turns[j] = node->turn;
    }
}

/* The position of a joint in its parent's frame without scales. */
static void position_in_parent(const gltf_pose *pose, uint32_t parent, uint32_t joint, double position[3])
{
    const gltf_affine *own = &pose->globals[joint];
    for (int k = 0; k < 3; k++)
        position[k] = own->m[k][3];
    if (parent == VV_NONE)
        return;
    const gltf_affine *above = &pose->globals[parent];
    gltf_affine turn = vvi_gltf_rigid_affine(pose->global_turns[parent], position);
    for (int k = 0; k < 3; k++)
        position[k] = turn.m[0][k] * (own->m[0][3] - above->m[0][3]) + turn.m[1][k] * (own->m[1][3] - above->m[1][3]) +
                      turn.m[2][k] * (own->m[2][3] - above->m[2][3]);
}

static bool is_in_range(const gltf_affine *map)
{
    double sum = 0.0;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++)
            sum += fabs(map->m[r][c]);
    return sum < GLTF_LARGEST;
}

vv_result vvi_gltf_compute_joints(gltf_reader *reader, gltf_pose *pose, vv_quat *turns, vv_vec3 *moves)
{
    for (uint32_t j = 0; j < reader->joint_count; j++) {
        const gltf_joint *joint = &reader->joints[j];
        pose->globals[j] = vvi_gltf_affine_identity();
        pose->global_turns[j] = (gltf_quat){0, 0, 0, 1};
        turns[j] = vv_quat_identity();
        moves[j] = (vv_vec3){0, 0, 0};
        if (joint->node == VV_NONE)
            continue;
        bool top = joint->parent == VV_NONE || reader->joints[joint->parent].node == VV_NONE;
        const gltf_affine *above = top ? &joint->above : &pose->globals[joint->parent];
        gltf_quat ancestor_turn = top ? joint->ancestor_turn : pose->global_turns[joint->parent];
        gltf_affine local = local_map(&reader->nodes[joint->node], pose->moves[j], pose->turns[j], pose->scales[j]);
        pose->globals[j] = vvi_gltf_affine_multiply(above, &local);
        pose->global_turns[j] = vvi_gltf_quat_multiply(ancestor_turn, pose->turns[j]);
        if (!is_in_range(&pose->globals[j]))
            return vvi_gltf_damaged(reader, reader->nodes[joint->node].json,
                                    "this node is more than 1e9 metres away or across");
        gltf_quat q = top ? pose->global_turns[j] : pose->turns[j];
        turns[j] = vv_quat_normalize((vv_quat){(float)q.x, (float)q.y, (float)q.z, (float)q.w});
        double position[3];
        position_in_parent(pose, joint->parent, j, position);
        moves[j] = (vv_vec3){(float)position[0], (float)position[1], (float)position[2]};
    }
    return VV_OK;
}

/* ---- The skeleton ---------------------------------------------------------------------------------------------- */

vv_result vvi_gltf_make_skeleton(gltf_reader *reader, vv_skeleton **out)
{
    uint32_t count = reader->joint_count;
    vv_joint *joints = vvi_arena_allocate(&reader->arena, count, sizeof *joints);
    vv_quat *turns = vvi_arena_allocate(&reader->arena, count, sizeof *turns);
    vv_vec3 *moves = vvi_arena_allocate(&reader->arena, count, sizeof *moves);
    if (!joints || !turns || !moves)
        return vvi_gltf_no_memory(reader);
    vv_result result = vvi_gltf_compute_joints(reader, &reader->rest, turns, moves);
    if (result != VV_OK)
        return result;
    for (uint32_t j = 0; j < count; j++)
        joints[j] = (vv_joint){reader->names[j].text, reader->joints[j].parent, moves[j], turns[j]};
    return vv_skeleton_create(count, joints, reader->allocator, out, reader->error);
}

vv_result vvi_gltf_make_joints(gltf_reader *reader)
{
    reader->joints = vvi_arena_allocate(&reader->arena, VV_SKELETON_MAX_JOINTS, sizeof *reader->joints);
    reader->names = vvi_arena_allocate(&reader->arena, VV_SKELETON_MAX_JOINTS, sizeof *reader->names);
    if (!reader->joints || !reader->names)
        return vvi_gltf_no_memory(reader);
    vv_result result = mark_needed_nodes(reader);
    if (result == VV_OK)
        result = count_needed_below(reader);
    if (result == VV_OK)
        result = choose_joints(reader);
    if (result != VV_OK || reader->joint_count == 0)
        return result;
    if (!vvi_gltf_allocate_pose(&reader->arena, reader->joint_count, &reader->rest))
        return vvi_gltf_no_memory(reader);
    vvi_gltf_rest_pose(reader, &reader->rest);
    return vvi_gltf_make_skeleton(reader, &reader->model.skeleton);
}
