/* Skins. A vertex v of skin s is at Σ w G_j I_sj v, where G_j is a joint's full transform and I_sj its inverse bind
 * matrix. The skeleton's joints have rigid transforms R_j. While scales are not animated, G_j = R_j·(R_j⁻¹ G_j)ᵣₑₛₜ;
 * so with A_sj = (R_j⁻¹ G_j)ᵣₑₛₜ I_sj the vertex is at Σ w R_j A_sj v.
 *
 * A model has one bind B_j per joint for all its meshes, whose vertices are all in the figure's frame: v becomes Σ w
 * B_j⁻¹ A_sj v. With B_j = A_sj M⁻¹, where M = (G I)ᵣₑₛₜ of the skin's first joint, this is M v: the mesh as it was
 * bound, placed at its first joint. If a file's rest pose is its bind pose, which is usual, B_j is the inverse of R_j
 * at rest. */
#include "gltf.h"

static vv_result read_skin(gltf_reader *reader, const vv_json *json, gltf_skin *skin)
{
    uint32_t accessor = VV_NONE, *nodes = NULL;
    skin->json = json;
    vv_result result = vvi_gltf_indices_of(reader, json, "joints", reader->node_count, VV_SKELETON_MAX_JOINTS,
                                           &skin->joint_count, &nodes);
    if (result == VV_OK && skin->joint_count == 0)
        result = vvi_gltf_damaged(reader, json, "this skin has no joints");
    if (result == VV_OK)
        result = vvi_gltf_index(reader, json, "inverseBindMatrices", reader->accessor_count, &accessor);
    if (result != VV_OK)
        return result;
    skin->nodes = nodes;
    skin->binds = vvi_arena_allocate(&reader->arena, skin->joint_count, sizeof *skin->binds);
    if (!skin->binds)
        return vvi_gltf_no_memory(reader);
    for (uint32_t j = 0; j < skin->joint_count; j++)
        skin->binds[j] = vvi_gltf_affine_identity();
    if (accessor == VV_NONE)
        return VV_OK;
    if (reader->accessors[accessor].count < skin->joint_count)
        return vvi_gltf_damaged(reader, json, "there are fewer inverse bind matrices than joints");
    float *values = NULL;
    result = vvi_gltf_floats(reader, &reader->arena, accessor, 16, &values);
    for (uint32_t j = 0; j < skin->joint_count && result == VV_OK; j++)
        for (int k = 0; k < 12; k++) /* by columns in the file */
            skin->binds[j].m[k % 3][k / 3] = values[16 * (size_t)j + 4 * (size_t)(k / 3) + (size_t)(k % 3)];
    return result;
}

vv_result vvi_gltf_read_skins(gltf_reader *reader)
{
    gltf_list list;
    vv_result result = vvi_gltf_list(reader, reader->root, "skins", VV_JSON_OBJECT, VV_SKELETON_MAX_JOINTS, &list);
    if (result != VV_OK)
        return result;
    reader->skins = vvi_arena_allocate(&reader->arena, list.count + 1u, sizeof *reader->skins);
    if (!reader->skins)
        return vvi_gltf_no_memory(reader);
    reader->skin_count = list.count;
    for (uint32_t i = 0; i < list.count && result == VV_OK; i++)
        result = read_skin(reader, list.items[i], &reader->skins[i]);
    return result;
}

/* ---- Binds ----------------------------------------------------------------------------------------------------- */

static gltf_affine rest_inverse(const gltf_reader *reader, uint32_t joint)
{
    const gltf_affine *global = &reader->rest.globals[joint];
    gltf_affine rigid = vvi_gltf_rigid_affine(reader->rest.global_turns[joint],
                                              (const double[3]){global->m[0][3], global->m[1][3], global->m[2][3]});
    return vvi_gltf_rigid_inverse(&rigid);
}

/* Replaces skin->binds by A_sj; returns M of the first joint. */
static gltf_affine include_scales(const gltf_reader *reader, gltf_skin *skin)
{
    uint32_t first = reader->nodes[skin->nodes[0]].joint;
    gltf_affine bound = vvi_gltf_affine_multiply(&reader->rest.globals[first], &skin->binds[0]);
    for (uint32_t j = 0; j < skin->joint_count; j++) {
        uint32_t joint = reader->nodes[skin->nodes[j]].joint;
        gltf_affine inverse = rest_inverse(reader, joint);
        gltf_affine full = vvi_gltf_affine_multiply(&reader->rest.globals[joint], &skin->binds[j]);
        skin->binds[j] = vvi_gltf_affine_multiply(&inverse, &full);
    }
    return bound;
}

/* Binds the joints that no earlier skin has bound. If an earlier skin shares a joint, M follows from that joint. */
static void bind_joints(gltf_reader *reader, gltf_skin *skin, bool *bound)
{
    gltf_affine placement = include_scales(reader, skin), inverse, bind;
    for (uint32_t j = 0; j < skin->joint_count; j++) {
        uint32_t joint = reader->nodes[skin->nodes[j]].joint;
        if (bound[joint]) {
            placement = vvi_gltf_affine_multiply(&reader->inverse_binds[joint], &skin->binds[j]);
            break;
        }
    }
    bool invertible = vvi_gltf_affine_invert(&placement, &inverse);
    for (uint32_t j = 0; j < skin->joint_count && invertible; j++) {
        uint32_t joint = reader->nodes[skin->nodes[j]].joint;
        bind = vvi_gltf_affine_multiply(&skin->binds[j], &inverse);
        if (bound[joint] || !vvi_gltf_affine_invert(&bind, &reader->inverse_binds[joint]))
            continue;
        reader->binds[joint] = bind;
        bound[joint] = true;
    }
}

vv_result vvi_gltf_make_binds(gltf_reader *reader)
{
    uint32_t count = reader->joint_count;
    if (count == 0)
        return VV_OK;
    bool *bound = vvi_arena_allocate(&reader->arena, count, sizeof *bound);
    reader->binds = vvi_arena_allocate(&reader->arena, count, sizeof *reader->binds);
    reader->inverse_binds = vvi_arena_allocate(&reader->arena, count, sizeof *reader->inverse_binds);
    reader->model.binds = vvi_allocate(reader->allocator, count, sizeof *reader->model.binds);
    if (!bound || !reader->binds || !reader->inverse_binds || !reader->model.binds)
        return vvi_gltf_no_memory(reader);
    for (uint32_t s = 0; s < reader->skin_count; s++)
        bind_joints(reader, &reader->skins[s], bound);
    for (uint32_t j = 0; j < count; j++) {
        if (!bound[j]) {
            reader->binds[j] = rest_inverse(reader, j);
            reader->inverse_binds[j] = vvi_gltf_rigid_inverse(&reader->binds[j]);
        }
        reader->model.binds[j] = vvi_gltf_affine_to_float(&reader->binds[j]);
        if (!vvi_all_finite(&reader->model.binds[j].linear.row[0].x, 12))
            return vvi_gltf_damaged(reader, reader->root, "a skin's matrices are too large");
    }
    /* From each skin's own space into the figure's. */
    for (uint32_t s = 0; s < reader->skin_count; s++)
        for (uint32_t j = 0; j < reader->skins[s].joint_count; j++)
            reader->skins[s].binds[j] = vvi_gltf_affine_multiply(
                &reader->inverse_binds[reader->nodes[reader->skins[s].nodes[j]].joint], &reader->skins[s].binds[j]);
    return VV_OK;
}

gltf_affine vvi_gltf_rigid_bind(const gltf_reader *reader, uint32_t joint)
{
    gltf_affine inverse = rest_inverse(reader, joint);
    gltf_affine scaled = vvi_gltf_affine_multiply(&inverse, &reader->rest.globals[joint]);
    return vvi_gltf_affine_multiply(&reader->inverse_binds[joint], &scaled);
}
