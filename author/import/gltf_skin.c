/* Skins. A vertex v of skin s lies at Σ w G_j I_sj v, with G_j a joint's full transform and I_sj its inverse bind matrix. The
 * skeleton's joints have rigid transforms R_j; as long as scales rest, G_j = R_j·(R_j⁻¹ G_j)ᵣₑₛₜ, so with
 * A_sj = (R_j⁻¹ G_j)ᵣₑₛₜ I_sj the vertex lies at Σ w R_j A_sj v.
 *
 * A model has one bind B_j a joint for all its meshes, whose vertices are all in the figure's frame: v becomes
 * Σ w B_j⁻¹ A_sj v. B_j = A_sj M⁻¹, with M = (G I)ᵣₑₛₜ of the skin's first joint, makes that M v: the mesh as it was bound, put
 * where its first joint is. Where a file's nodes rest as they were bound, which is usual, B_j is the inverse of R_j at rest. */
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
    skin->binds = vvi_arena_take(&reader->arena, skin->joint_count, sizeof *skin->binds);
    if (!skin->binds)
        return vvi_gltf_no_memory(reader);
    for (uint32_t j = 0; j < skin->joint_count; j++)
        skin->binds[j] = vvi_gltf_map_identity();
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
    reader->skins = vvi_arena_take(&reader->arena, list.count + 1u, sizeof *reader->skins);
    if (!reader->skins)
        return vvi_gltf_no_memory(reader);
    reader->skin_count = list.count;
    for (uint32_t i = 0; i < list.count && result == VV_OK; i++)
        result = read_skin(reader, list.items[i], &reader->skins[i]);
    return result;
}

/* ---- Binds ------------------------------------------------------------------------------------------------------------- */

static gltf_map rest_inverse(const gltf_reader *reader, uint32_t joint)
{
    const gltf_map *global = &reader->rest.globals[joint];
    gltf_map rigid = vvi_gltf_rigid(reader->rest.global_turns[joint],
                                    (const double[3]){global->m[0][3], global->m[1][3], global->m[2][3]});
    return vvi_gltf_rigid_inverse(&rigid);
}

/* skin->binds become A_sj; returns M of the first joint. */
static gltf_map carry_scales(const gltf_reader *reader, gltf_skin *skin)
{
    uint32_t first = reader->nodes[skin->nodes[0]].joint;
    gltf_map bound = vvi_gltf_map_multiply(&reader->rest.globals[first], &skin->binds[0]);
    for (uint32_t j = 0; j < skin->joint_count; j++) {
        uint32_t joint = reader->nodes[skin->nodes[j]].joint;
        gltf_map inverse = rest_inverse(reader, joint);
        gltf_map full = vvi_gltf_map_multiply(&reader->rest.globals[joint], &skin->binds[j]);
        skin->binds[j] = vvi_gltf_map_multiply(&inverse, &full);
    }
    return bound;
}

/* Joints that no skin has bound before get their bind from this one. Where another skin shares a joint, M follows it. */
static void bind_joints(gltf_reader *reader, gltf_skin *skin, bool *bound)
{
    gltf_map place = carry_scales(reader, skin), inverse, bind;
    for (uint32_t j = 0; j < skin->joint_count; j++) {
        uint32_t joint = reader->nodes[skin->nodes[j]].joint;
        if (bound[joint]) {
            place = vvi_gltf_map_multiply(&reader->unbinds[joint], &skin->binds[j]);
            break;
        }
    }
    bool can = vvi_gltf_map_invert(&place, &inverse);
    for (uint32_t j = 0; j < skin->joint_count && can; j++) {
        uint32_t joint = reader->nodes[skin->nodes[j]].joint;
        bind = vvi_gltf_map_multiply(&skin->binds[j], &inverse);
        if (bound[joint] || !vvi_gltf_map_invert(&bind, &reader->unbinds[joint]))
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
    bool *bound = vvi_arena_take(&reader->arena, count, sizeof *bound);
    reader->binds = vvi_arena_take(&reader->arena, count, sizeof *reader->binds);
    reader->unbinds = vvi_arena_take(&reader->arena, count, sizeof *reader->unbinds);
    reader->model.binds = vvi_allocate(reader->allocator, count, sizeof *reader->model.binds);
    if (!bound || !reader->binds || !reader->unbinds || !reader->model.binds)
        return vvi_gltf_no_memory(reader);
    for (uint32_t s = 0; s < reader->skin_count; s++)
        bind_joints(reader, &reader->skins[s], bound);
    for (uint32_t j = 0; j < count; j++) {
        if (!bound[j]) {
            reader->binds[j] = rest_inverse(reader, j);
            reader->unbinds[j] = vvi_gltf_rigid_inverse(&reader->binds[j]);
        }
        reader->model.binds[j] = vvi_gltf_map_to_affine(&reader->binds[j]);
        if (!vvi_all_finite(&reader->model.binds[j].linear.row[0].x, 12))
            return vvi_gltf_damaged(reader, reader->root, "a skin's matrices are too large");
    }
    /* From each skin's own space into the figure's. */
    for (uint32_t s = 0; s < reader->skin_count; s++)
        for (uint32_t j = 0; j < reader->skins[s].joint_count; j++)
            reader->skins[s].binds[j] = vvi_gltf_map_multiply(
                &reader->unbinds[reader->nodes[reader->skins[s].nodes[j]].joint], &reader->skins[s].binds[j]);
    return VV_OK;
}

gltf_map vvi_gltf_hang(const gltf_reader *reader, uint32_t joint)
{
    gltf_map inverse = rest_inverse(reader, joint);
    gltf_map scaled = vvi_gltf_map_multiply(&inverse, &reader->rest.globals[joint]);
    return vvi_gltf_map_multiply(&reader->unbinds[joint], &scaled);
}
