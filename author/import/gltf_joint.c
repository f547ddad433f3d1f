/* Which nodes become joints, and poses of nodes as poses of joints. A skeleton has no scales: places are taken from the
 * nodes' full transforms, so a scale above a joint is in how far its children lie, and a skin's binds take up what is left
 * (gltf_skin.c). */
#include "gltf.h"

#include <string.h>

/* ---- Choosing -------------------------------------------------------------------------------------------------------- */

/* What moves: the targets of animations that turn or move, and of those that scale. */
static vv_result need_animated(gltf_reader *reader)
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

/* A skinned mesh is moved by its joints and not by the node it hangs on. Joints outside the scene come along. */
static vv_result need_nodes(gltf_reader *reader)
{
    gltf_node *nodes = reader->nodes;
    for (uint32_t i = 0; i < reader->node_count; i++)
        nodes[i].needed = nodes[i].in_scene && nodes[i].mesh != VV_NONE && nodes[i].skin == VV_NONE;
    vv_result result = need_animated(reader);
    for (uint32_t s = 0; s < reader->skin_count; s++)
        for (uint32_t j = 0; j < reader->skins[s].joint_count; j++) {
            nodes[reader->skins[s].nodes[j]].needed = true;
            for (uint32_t i = reader->skins[s].nodes[j]; i != VV_NONE && !nodes[i].in_scene; i = nodes[i].parent)
                nodes[i].in_scene = true;
        }
    return result;
}

/* Children before parents: in reverse of an order in which parents come first. */
static vv_result count_below(gltf_reader *reader)
{
    gltf_node *nodes = reader->nodes;
    uint32_t *order = vvi_arena_take(&reader->arena, reader->node_count + 1u, sizeof *order), count = 0;
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

/* From a root down to the first node that is needed itself or where needed branches part. */
static uint32_t topmost(const gltf_reader *reader, uint32_t node)
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

/* ---- Joints ---------------------------------------------------------------------------------------------------------- */

static gltf_map local_map(const gltf_node *node, const double move[3], gltf_turn turn, const double scale[3])
{
    gltf_map stretch = {0}, rigid = vvi_gltf_rigid(turn, move);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            stretch.m[r][c] = node->stretch[r][c] * scale[c];
    return vvi_gltf_map_multiply(&rigid, &stretch);
}

static void measure_above(const gltf_reader *reader, gltf_joint *joint)
{
    joint->above = vvi_gltf_map_identity();
    joint->above_turn = (gltf_turn){0, 0, 0, 1};
    for (uint32_t i = reader->nodes[joint->node].parent; i != VV_NONE; i = reader->nodes[i].parent) {
        const gltf_node *node = &reader->nodes[i];
        gltf_map local = local_map(node, node->move, node->turn, node->scale);
        joint->above = vvi_gltf_map_multiply(&local, &joint->above);
        joint->above_turn = vvi_gltf_turn_multiply(node->turn, joint->above_turn);
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
            measure_above(reader, joint);
    }
    reader->joint_count++;
    return VV_OK;
}

/* Depth first, so that a joint's branch is one run. */
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
            result = add_branch(reader, topmost(reader, i), tops > 1 ? 0 : VV_NONE);
    return result;
}

/* ---- Poses ----------------------------------------------------------------------------------------------------------- */

bool vvi_gltf_take_pose(vvi_arena *arena, uint32_t joint_count, gltf_pose *pose)
{
    size_t count = joint_count + 1u;
    pose->moves = vvi_arena_take(arena, count, sizeof *pose->moves);
    pose->scales = vvi_arena_take(arena, count, sizeof *pose->scales);
    pose->turns = vvi_arena_take(arena, count, sizeof *pose->turns);
    pose->globals = vvi_arena_take(arena, count, sizeof *pose->globals);
    pose->global_turns = vvi_arena_take(arena, count, sizeof *pose->global_turns);
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

/* The place of a joint in its parent's frame without scales. */
static void place_below(const gltf_pose *pose, uint32_t parent, uint32_t joint, double place[3])
{
    const gltf_map *own = &pose->globals[joint];
    for (int k = 0; k < 3; k++)
        place[k] = own->m[k][3];
    if (parent == VV_NONE)
        return;
    const gltf_map *above = &pose->globals[parent];
    gltf_map turn = vvi_gltf_rigid(pose->global_turns[parent], place);
    for (int k = 0; k < 3; k++)
        place[k] = turn.m[0][k] * (own->m[0][3] - above->m[0][3]) + turn.m[1][k] * (own->m[1][3] - above->m[1][3]) +
                   turn.m[2][k] * (own->m[2][3] - above->m[2][3]);
}

static bool is_sound(const gltf_map *map)
{
    double sum = 0.0;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++)
            sum += fabs(map->m[r][c]);
    return sum < GLTF_LARGEST;
}

vv_result vvi_gltf_settle(gltf_reader *reader, gltf_pose *pose, vv_quat *turns, vv_vec3 *moves)
{
    for (uint32_t j = 0; j < reader->joint_count; j++) {
        const gltf_joint *joint = &reader->joints[j];
        pose->globals[j] = vvi_gltf_map_identity();
        pose->global_turns[j] = (gltf_turn){0, 0, 0, 1};
        turns[j] = vv_quat_identity();
        moves[j] = (vv_vec3){0, 0, 0};
        if (joint->node == VV_NONE)
            continue;
        bool top = joint->parent == VV_NONE || reader->joints[joint->parent].node == VV_NONE;
        const gltf_map *above = top ? &joint->above : &pose->globals[joint->parent];
        gltf_turn above_turn = top ? joint->above_turn : pose->global_turns[joint->parent];
        gltf_map local = local_map(&reader->nodes[joint->node], pose->moves[j], pose->turns[j], pose->scales[j]);
        pose->globals[j] = vvi_gltf_map_multiply(above, &local);
        pose->global_turns[j] = vvi_gltf_turn_multiply(above_turn, pose->turns[j]);
        if (!is_sound(&pose->globals[j]))
            return vvi_gltf_damaged(reader, reader->nodes[joint->node].json,
                                    "this node lies a thousand million metres away, or is as large");
        gltf_turn q = top ? pose->global_turns[j] : pose->turns[j];
        turns[j] = vv_quat_normalize((vv_quat){(float)q.x, (float)q.y, (float)q.z, (float)q.w});
        double place[3];
        place_below(pose, joint->parent, j, place);
        moves[j] = (vv_vec3){(float)place[0], (float)place[1], (float)place[2]};
    }
    return VV_OK;
}

/* ---- The skeleton ---------------------------------------------------------------------------------------------------- */

vv_result vvi_gltf_make_skeleton(gltf_reader *reader, vv_skeleton **out)
{
    uint32_t count = reader->joint_count;
    vv_joint *joints = vvi_arena_take(&reader->arena, count, sizeof *joints);
    vv_quat *turns = vvi_arena_take(&reader->arena, count, sizeof *turns);
    vv_vec3 *moves = vvi_arena_take(&reader->arena, count, sizeof *moves);
    if (!joints || !turns || !moves)
        return vvi_gltf_no_memory(reader);
    vv_result result = vvi_gltf_settle(reader, &reader->rest, turns, moves);
    if (result != VV_OK)
        return result;
    for (uint32_t j = 0; j < count; j++)
        joints[j] = (vv_joint){reader->names[j].text, reader->joints[j].parent, moves[j], turns[j]};
    return vv_skeleton_create(count, joints, reader->allocator, out, reader->error);
}

vv_result vvi_gltf_make_joints(gltf_reader *reader)
{
    reader->joints = vvi_arena_take(&reader->arena, VV_SKELETON_MAX_JOINTS, sizeof *reader->joints);
    reader->names = vvi_arena_take(&reader->arena, VV_SKELETON_MAX_JOINTS, sizeof *reader->names);
    if (!reader->joints || !reader->names)
        return vvi_gltf_no_memory(reader);
    vv_result result = need_nodes(reader);
    if (result == VV_OK)
        result = count_below(reader);
    if (result == VV_OK)
        result = choose_joints(reader);
    if (result != VV_OK || reader->joint_count == 0)
        return result;
    if (!vvi_gltf_take_pose(&reader->arena, reader->joint_count, &reader->rest))
        return vvi_gltf_no_memory(reader);
    vvi_gltf_rest_pose(reader, &reader->rest);
    return vvi_gltf_make_skeleton(reader, &reader->model.skeleton);
}
