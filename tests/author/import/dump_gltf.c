/* What vv_import_gltf makes of a file, as JSON, for check_gltf.py to compare with its own reading: dump_gltf FILE */
#include "author/import/import.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SHOWN 40u /* vertices of a mesh */

typedef struct folder {
    char path[1000];
} folder;

static vv_result load_file(const char *path, uint8_t **bytes, size_t *count)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return VV_ERROR_FILE;
    fseek(file, 0, SEEK_END);
    *count = (size_t)ftell(file);
    rewind(file);
    *bytes = vv_default_allocator()->allocate(NULL, *count + 1, 64);
    size_t got = fread(*bytes, 1, *count, file);
    fclose(file);
    return got == *count ? VV_OK : VV_ERROR_FILE;
}

static vv_result load_beside(void *user, const char *path, const vv_allocator *allocator, uint8_t **bytes,
                             size_t *count, vv_error *error)
{
    char whole[2100];
    (void)allocator;
    (void)error;
    snprintf(whole, sizeof whole, "%s/%s", ((folder *)user)->path, path);
    return load_file(whole, bytes, count);
}

static void print_vector(vv_vec3 v, const char *after) { printf("[%.9g,%.9g,%.9g]%s", v.x, v.y, v.z, after); }

static vv_vec3 skinned(const vv_model *model, const vv_model_mesh *mesh, const vv_vec3 *positions,
                       const vv_affine3 *globals, uint32_t vertex)
{
    vv_vec3 sum = {0, 0, 0};
    for (uint32_t k = 4 * vertex; k < 4 * vertex + 4; k++) {
        vv_affine3 map = vv_affine3_multiply(globals[mesh->joints[k]], model->binds[mesh->joints[k]]);
        sum = vv_vec3_add(sum, vv_vec3_scale(vv_affine3_apply(map, positions[vertex]), mesh->weights[k]));
    }
    return sum;
}

static void print_vertices(const vv_model *model, const vv_model_mesh *mesh, const vv_vec3 *positions,
                           const vv_affine3 *globals)
{
    uint32_t count = mesh->form.vertex_count, shown = count < SHOWN ? count : SHOWN;
    printf("[");
    for (uint32_t i = 0; i < shown; i++)
        print_vector(skinned(model, mesh, positions, globals, (uint32_t)((uint64_t)i * count / shown)),
                     i + 1 < shown ? "," : "");
    printf("]");
}

static void print_pose(const vv_model *model, const vv_quat *turns, const vv_vec3 *moves)
{
    uint32_t joints = vv_skeleton_joint_count(model->skeleton);
    vv_affine3 *globals = malloc(joints * sizeof *globals);
    vv_skeleton_globals(model->skeleton, turns, moves, globals);
    printf("{\"joints\":[");
    for (uint32_t j = 0; j < joints; j++)
        print_vector(globals[j].translation, j + 1 < joints ? "," : "");
    printf("],\"meshes\":[");
    for (uint32_t m = 0; m < model->mesh_count; m++) {
        print_vertices(model, &model->meshes[m], model->meshes[m].form.positions, globals);
        printf(m + 1 < model->mesh_count ? "," : "");
    }
    printf("]");
    printf("}");
    free(globals);
}

static void print_rest(const vv_model *model)
{
    uint32_t joints = vv_skeleton_joint_count(model->skeleton);
    vv_quat *turns = malloc(joints * sizeof *turns);
    vv_vec3 *moves = malloc(joints * sizeof *moves);
    vv_affine3 *globals = malloc(joints * sizeof *globals);
    vv_skeleton_rest(model->skeleton, turns, moves);
    vv_skeleton_globals(model->skeleton, turns, moves, globals);
    printf(",\"rest\":");
    print_pose(model, turns, moves);
    printf(",\"meshes\":[");
    for (uint32_t m = 0; m < model->mesh_count; m++) {
        const vv_model_mesh *mesh = &model->meshes[m];
        printf("%s{\"name\":\"%s\",\"vertices\":%u,\"triangles\":%u,\"normals\":%s,\"morphs\":[", m ? "," : "",
               mesh->form.name, mesh->form.vertex_count, mesh->form.triangle_count, mesh->normals ? "true" : "false");
        for (uint32_t k = 0; k < mesh->morph_count; k++) {
            printf("%s{\"name\":\"%s\",\"at\":", k ? "," : "", mesh->morphs[k].name);
            print_vertices(model, mesh, mesh->morphs[k].positions, globals);
            printf("}");
        }
        printf("]}");
    }
    printf("]");
    free(turns);
    free(moves);
    free(globals);
}

static void print_model(const vv_model *model)
{
    uint32_t joints = model->skeleton ? vv_skeleton_joint_count(model->skeleton) : 0;
    printf("{\"joints\":[");
    for (uint32_t j = 0; j < joints; j++)
        printf("%s{\"name\":\"%s\",\"parent\":%d}", j ? "," : "", vv_skeleton_joint(model->skeleton, j).name,
               (int)vv_skeleton_joint(model->skeleton, j).parent);
    printf("]");
    if (joints > 0)
        print_rest(model);
    printf(",\"takes\":[");
    for (uint32_t t = 0; t < model->take_count; t++) {
        const vv_take *take = &model->takes[t];
        printf("%s{\"name\":\"%s\",\"frames\":%u,\"poses\":[", t ? "," : "", take->name, take->frame_count);
        for (uint32_t k = 0; k < 4; k++) {
            size_t first = (size_t)((take->frame_count - 1) * k / 3) * joints;
            printf(k ? "," : "");
            print_pose(model, take->turns + first, take->moves + first);
        }
        printf("]}");
    }
    printf("],\"warnings\":%u}\n", model->warning_count);
}

int main(int count, char **arguments)
{
    if (count != 2)
        return 2;
    folder beside;
    snprintf(beside.path, sizeof beside.path, "%s", arguments[1]);
    char *slash = strrchr(beside.path, '/');
    if (slash)
        *slash = '\0';
    uint8_t *bytes = NULL;
    size_t length = 0;
    if (load_file(arguments[1], &bytes, &length) != VV_OK)
        return 2;
    vv_model model = {0};
    vv_error error = {0};
    vv_model_files files = {load_beside, &beside};
    vv_result result = vv_import_gltf(bytes, length, arguments[1], &files, 60.0, NULL, &model, &error);
    vv_default_allocator()->release(NULL, bytes, length + 1);
    if (result != VV_OK) {
        char text[1000];
        fprintf(stderr, "%s\n", vv_error_text(&error, text, sizeof text));
        return 1;
    }
    print_model(&model);
    vv_model_destroy(&model);
    return 0;
}
