/* A strip of triangles skinned to a take's joints. */
#ifndef TESTS_EXPORT_FIGURES_H
#define TESTS_EXPORT_FIGURES_H

#include "author/export/model.h"
#include "author/import/import.h"
#include "tests/author/export/takes.h"

typedef struct skinned_strip {
    vv_form form;
    vv_vec3 *normals;
    uint32_t *colors;
    uint16_t *joints;
    float *weights;
    vv_affine3 *binds;
    vv_gltf_figure figure;
} skinned_strip;

static inline void rest_globals(const vv_skeleton *skeleton, vv_affine3 *globals)
{
    vv_quat turns[64];
    vv_vec3 moves[64];
    vv_skeleton_rest(skeleton, turns, moves);
    vv_skeleton_globals(skeleton, turns, moves, globals);
}

static inline skinned_strip make_figure(const vv_take *take, uint32_t vertex_count)
{
    vvi_random random = vvi_random_seed(7);
    uint32_t joints = vv_skeleton_joint_count(take->skeleton);
    skinned_strip f = {.form = {.vertex_count = vertex_count, .triangle_count = vertex_count - 2}};
    strcpy(f.form.name, "body");
    f.form.positions = calloc(vertex_count, sizeof *f.form.positions);
    f.form.triangles = calloc(3 * vertex_count, sizeof *f.form.triangles);
    f.normals = calloc(vertex_count, sizeof *f.normals);
    f.colors = calloc(vertex_count, sizeof *f.colors);
    f.joints = calloc(4 * vertex_count, sizeof *f.joints);
    f.weights = calloc(4 * vertex_count, sizeof *f.weights);
    f.binds = calloc(joints, sizeof *f.binds);
    for (uint32_t i = 0; i < vertex_count; i++) {
        f.form.positions[i] = (vv_vec3){(float)(i / 2) * 0.01f, (float)(i % 2), vvi_random_unit(&random)};
        f.normals[i] = vv_vec3_normalize((vv_vec3){vvi_random_unit(&random), 1.0f, -0.5f}, (vv_vec3){0, 1, 0});
        f.colors[i] = vvi_random_next(&random);
        for (uint32_t k = 0; k < 3; k++) {
            if (i + 2 < vertex_count)
                f.form.triangles[3 * i + k] = i + k;
            f.joints[4 * i + k] = (uint16_t)((i + 5 * k) % joints);
            f.weights[4 * i + k] = k == 2 && i % 3 ? 0.0f : 0.1f + vvi_random_unit(&random);
        }
    }
    vv_affine3 globals[64];
    rest_globals(take->skeleton, globals);
    for (uint32_t j = 0; j < joints; j++)
        assert_true(vv_affine3_invert(globals[j], &f.binds[j]));
    f.figure = (vv_gltf_figure){NULL, f.normals, f.colors, f.joints, f.weights, f.binds};
    return f;
}

static inline vv_vec3 place_of(const uint16_t *joints, const float *weights, const vv_affine3 *globals,
                               const vv_affine3 *binds, vv_vec3 p)
{
    vv_vec3 sum = {0, 0, 0};
    float total = weights[0] + weights[1] + weights[2] + weights[3];
    for (int k = 0; k < 4; k++) {
        vv_affine3 map = vv_affine3_multiply(globals[joints[k]], binds[joints[k]]);
        sum = vv_vec3_add(sum, vv_vec3_scale(vv_affine3_apply(map, p), weights[k] / total));
    }
    return sum;
}

/* Every vertex lies in the same place in every frame. */
static inline void is_same_skin(const vv_take *take, const vv_gltf_figure *figure, const vv_model *model)
{
    vv_affine3 own[64], again[64];
    uint32_t joints = vv_skeleton_joint_count(take->skeleton);
    const vv_model_mesh *mesh = &model->meshes[0];
    for (uint32_t f = 0; f < take->frame_count; f++) {
        size_t first = (size_t)f * joints;
        vv_skeleton_globals(take->skeleton, take->turns + first, take->moves + first, own);
        const vv_take *other = &model->takes[0];
        vv_skeleton_globals(other->skeleton, other->turns + first, other->moves + first, again);
        for (size_t i = 0; i < mesh->form.vertex_count; i++) {
            vv_vec3 a = place_of(figure->joints + 4 * i, figure->weights + 4 * i, own, figure->binds,
                                 figure->form->positions[i]);
            vv_vec3 b =
                place_of(mesh->joints + 4 * i, mesh->weights + 4 * i, again, model->binds, mesh->form.positions[i]);
            assert_true(vv_vec3_length(vv_vec3_sub(a, b)) < 5e-5f);
        }
    }
}

static inline void free_figure(skinned_strip *f)
{
    free(f->form.positions);
    free(f->form.triangles);
    free(f->normals);
    free(f->colors);
    free(f->joints);
    free(f->weights);
    free(f->binds);
}

#endif
