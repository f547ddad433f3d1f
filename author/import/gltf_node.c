/* Reads nodes and their transforms, and checks that they form trees. */
#include "gltf.h"

#include <string.h>

/* Decomposes a node's matrix (sixteen numbers by columns) into move · turn · stretch. The stretch is the matrix with
 * the rotation removed, so that the product is the matrix again in every case. */
static void split_matrix(const double *columns, gltf_node *node)
{
    vv_mat3 linear, stretch;
    vv_quat turn;
    for (int r = 0; r < 3; r++) {
        node->move[r] = columns[12 + r];
        linear.row[r] = (vv_vec3){(float)columns[r], (float)columns[4 + r], (float)columns[8 + r]};
    }
    vv_mat3_polar(linear, &turn, &stretch);
    double length =
        sqrt((double)turn.x * turn.x + (double)turn.y * turn.y + (double)turn.z * turn.z + (double)turn.w * turn.w);
    node->turn = (gltf_quat){turn.x / length, turn.y / length, turn.z / length, turn.w / length};
    gltf_affine rotation = vvi_gltf_rigid_affine(node->turn, (const double[3]){0, 0, 0});
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            node->stretch[r][c] = rotation.m[0][r] * columns[4 * c] + rotation.m[1][r] * columns[4 * c + 1] +
                                  rotation.m[2][r] * columns[4 * c + 2];
}

static vv_result read_transform(gltf_reader *reader, const vv_json *json, gltf_node *node)
{
    double turn[4] = {0, 0, 0, 1}, matrix[16];
    for (int k = 0; k < 3; k++)
        node->scale[k] = node->stretch[k][k] = 1.0;
    if (vv_json_member(json, "matrix")) {
        vv_result result = vvi_gltf_numbers(reader, json, "matrix", 16, matrix);
        if (result == VV_OK)
            split_matrix(matrix, node);
        return result;
    }
    vv_result result = vvi_gltf_numbers(reader, json, "translation", 3, node->move);
    if (result == VV_OK)
        result = vvi_gltf_numbers(reader, json, "rotation", 4, turn);
    if (result == VV_OK)
        result = vvi_gltf_numbers(reader, json, "scale", 3, node->scale);
    if (result != VV_OK)
        return result;
    double length = sqrt(turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2] + turn[3] * turn[3]);
    if (!(length > 1e-6))
        return vvi_gltf_damaged(reader, vv_json_member(json, "rotation"), "this is not a rotation");
    node->turn = (gltf_quat){turn[0] / length, turn[1] / length, turn[2] / length, turn[3] / length};
    return VV_OK;
}

/* Links the children of a node, in file order. */
static vv_result link_children(gltf_reader *reader, uint32_t index)
{
    uint32_t count = 0, *children = NULL;
    gltf_node *node = &reader->nodes[index];
    vv_result result =
        vvi_gltf_indices_of(reader, node->json, "children", reader->node_count, GLTF_MAX_ITEMS, &count, &children);
    for (uint32_t i = count; i-- > 0 && result == VV_OK;) {
        gltf_node *child = &reader->nodes[children[i]];
        if (child->parent != VV_NONE || children[i] == index)
            return vvi_gltf_fail(reader, node->json, VV_ERROR_FORMAT, "the file is damaged; export it again",
                                 "node %u has two parents, or is its own child", children[i]);
        child->parent = index;
        child->next = node->first_child;
        node->first_child = children[i];
    }
    return result;
}

/* The node after `at` in depth-first order below `top`; VV_NONE at the end. */
static uint32_t next_in_depth_first_order(const gltf_node *nodes, uint32_t top, uint32_t at)
{
    if (nodes[at].first_child != VV_NONE)
        return nodes[at].first_child;
    while (at != top && nodes[at].next == VV_NONE)
        at = nodes[at].parent;
    return at == top ? VV_NONE : nodes[at].next;
}

/* Every node has at most one parent, so a node that is not reachable from a root is part of a cycle or below one. */
static vv_result fail_on_cycles(gltf_reader *reader)
{
    uint32_t visited = 0;
    bool *reached = vvi_arena_allocate(&reader->arena, reader->node_count + 1u, sizeof *reached);
    if (!reached)
        return vvi_gltf_no_memory(reader);
    for (uint32_t top = 0; top < reader->node_count; top++)
        for (uint32_t i = reader->nodes[top].parent == VV_NONE ? top : VV_NONE; i != VV_NONE;
             i = next_in_depth_first_order(reader->nodes, top, i), visited++)
            reached[i] = true;
    for (uint32_t i = 0; i < reader->node_count && visited < reader->node_count; i++)
        if (!reached[i])
            return vvi_gltf_damaged(reader, reader->nodes[i].json, "this node is its own ancestor");
    return VV_OK;
}

/* Marks the nodes of the default scene; all nodes if there are no scenes. */
static vv_result mark_scene(gltf_reader *reader)
{
    gltf_list scenes;
    uint32_t scene = 0, count = 0, *tops = NULL;
    vv_result result = vvi_gltf_list(reader, reader->root, "scenes", VV_JSON_OBJECT, GLTF_MAX_ITEMS, &scenes);
    if (result == VV_OK)
        result = vvi_gltf_index(reader, reader->root, "scene", scenes.count, &scene);
    if (result != VV_OK)
        return result;
    if (scenes.count == 0) {
        for (uint32_t i = 0; i < reader->node_count; i++)
            reader->nodes[i].in_scene = true;
        return VV_OK;
    }
    if (scenes.count > 1)
        vvi_gltf_warn(reader, "only one of %u scenes is read", scenes.count);
    result = vvi_gltf_indices_of(reader, scenes.items[scene == VV_NONE ? 0 : scene], "nodes", reader->node_count,
                                 GLTF_MAX_ITEMS, &count, &tops);
    for (uint32_t t = 0; t < count && result == VV_OK; t++)
        for (uint32_t i = reader->nodes[tops[t]].in_scene ? VV_NONE : tops[t]; i != VV_NONE;
             i = next_in_depth_first_order(reader->nodes, tops[t], i))
            reader->nodes[i].in_scene = true;
    return result;
}

static vv_result read_node(gltf_reader *reader, gltf_node *node, uint32_t mesh_count, uint32_t skin_count)
{
    vv_result result = vvi_gltf_index(reader, node->json, "mesh", mesh_count, &node->mesh);
    if (result == VV_OK)
        result = vvi_gltf_index(reader, node->json, "skin", skin_count, &node->skin);
    return result == VV_OK ? read_transform(reader, node->json, node) : result;
}

static uint32_t count_of(const vv_json *root, const char *name)
{
    const vv_json *array = vv_json_member(root, name);
    return array && array->kind == VV_JSON_ARRAY ? array->count : 0;
}

vv_result vvi_gltf_read_nodes(gltf_reader *reader)
{
    gltf_list list;
    vv_result result = vvi_gltf_list(reader, reader->root, "nodes", VV_JSON_OBJECT, GLTF_MAX_ITEMS, &list);
    if (result != VV_OK)
        return result;
    reader->nodes = vvi_arena_allocate(&reader->arena, list.count + 1u, sizeof *reader->nodes);
    if (!reader->nodes)
        return vvi_gltf_no_memory(reader);
    reader->node_count = list.count;
    uint32_t meshes = count_of(reader->root, "meshes"), skins = count_of(reader->root, "skins");
    for (uint32_t i = 0; i < list.count; i++) {
        gltf_node *node = &reader->nodes[i];
        node->json = list.items[i];
        node->parent = node->first_child = node->next = node->joint = VV_NONE;
    }
    for (uint32_t i = 0; i < list.count && result == VV_OK; i++)
        result = read_node(reader, &reader->nodes[i], meshes, skins);
    for (uint32_t i = 0; i < list.count && result == VV_OK; i++)
        result = link_children(reader, i);
    if (result == VV_OK)
        result = fail_on_cycles(reader);
    return result == VV_OK ? mark_scene(reader) : result;
}
