/* Any bytes as glTF or .glb: a model whose indices and numbers are sound, or an error with a message. */
#include "author/import/import.h"
#include "runtime/base/base.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Every file that it refers to has a hundred bytes. */
static vv_result load(void *user, const char *path, const vv_allocator *allocator, uint8_t **bytes, size_t *count,
                      vv_error *error)
{
    (void)user;
    if (path[0] == '/' || strstr(path, "../"))
        __builtin_trap();
    *bytes = vvi_allocate(allocator, 101, 1);
    if (!*bytes)
        return vvi_fail_memory(error, 101);
    memset(*bytes, 1, 100);
    *count = 100;
    return VV_OK;
}

static void check_mesh(const vv_model_mesh *mesh, uint32_t joints)
{
    for (size_t i = 0; i < 3 * (size_t)mesh->form.triangle_count; i++)
        if (mesh->form.triangles[i] >= mesh->form.vertex_count)
            __builtin_trap();
    for (size_t i = 0; i < 4 * (size_t)mesh->form.vertex_count; i++)
        if (mesh->joints[i] >= joints || !(mesh->weights[i] >= 0.0f && mesh->weights[i] <= 1.0f))
            __builtin_trap();
    if (!vvi_all_finite(&mesh->form.positions[0].x, 3 * (size_t)mesh->form.vertex_count))
        __builtin_trap();
}

static void check_model(const vv_model *model)
{
    uint32_t joints = model->skeleton ? vv_skeleton_joint_count(model->skeleton) : 0;
    if (joints > 0 && !vvi_all_finite(&model->binds[0].linear.row[0].x, 12 * (size_t)joints))
        __builtin_trap();
    for (uint32_t i = 0; i < model->mesh_count; i++)
        check_mesh(&model->meshes[i], joints);
    for (uint32_t i = 0; i < model->take_count; i++) {
        size_t poses = (size_t)joints * model->takes[i].frame_count;
        if (!vvi_all_finite(&model->takes[i].turns[0].x, 4 * poses) ||
            !vvi_all_finite(&model->takes[i].moves[0].x, 3 * poses))
            __builtin_trap();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    vv_model model = {0};
    vv_error error = {0};
    vv_model_files files = {load, NULL};
    vv_counting counting = {.limit = 1u << 30};
    vv_allocator allocator = vv_counting_allocator(&counting);
    if (vv_import_gltf(data, size, "fuzz.gltf", &files, 1.0, &allocator, &model, &error) == VV_OK) {
        check_model(&model);
        vv_model_destroy(&model);
    } else if (!error.message[0]) {
        __builtin_trap();
    }
    if (counting.used != 0)
        __builtin_trap();
    return 0;
}
