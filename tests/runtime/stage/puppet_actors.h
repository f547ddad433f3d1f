/* Puppets as actors, for tests: boxes and bars by formula, with a few handles, on a stage of puppets' steps. */
#ifndef TESTS_STAGE_PUPPET_ACTORS_H
#define TESTS_STAGE_PUPPET_ACTORS_H

#include "tests/testing.h"

#include "runtime/stage/stage.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BOX_MOST = 512 };

typedef struct box {
    vv_puppet *puppet;
    uint32_t vertex_count, triangle_count, handle_count;
    vv_vec2 positions[BOX_MOST];
    uint32_t triangles[6 * BOX_MOST];
} box;

/* columns × rows cells of a width × height box that stands on the artwork's origin; handles at its corners and in the
 * middle, with smooth weights that sum to 1. */
static inline box box_make_examples(float width, float height, uint32_t columns, uint32_t rows, uint32_t example_count,
                                    const vv_handle_pose *turns)
{
    box b = {.vertex_count = (columns + 1) * (rows + 1), .handle_count = 5};
    const vv_handle handles[5] = {{VV_HANDLE_POINT, {-0.5f * width, 0.0f}, {-0.5f * width, 0.0f}, 0},
                                  {VV_HANDLE_POINT, {0.5f * width, 0.0f}, {0.5f * width, 0.0f}, 0},
                                  {VV_HANDLE_POINT, {-0.5f * width, height}, {-0.5f * width, height}, 0},
                                  {VV_HANDLE_POINT, {0.5f * width, height}, {0.5f * width, height}, 0},
                                  {VV_HANDLE_POINT, {0.0f, 0.5f * height}, {0.0f, 0.5f * height}, 0}};
    float weights[5 * BOX_MOST];
    assert_true(b.vertex_count <= BOX_MOST);
    for (uint32_t i = 0; i < b.vertex_count; i++) {
        float u = (float)(i % (columns + 1)) / (float)columns, v = (float)(i / (columns + 1)) / (float)rows;
        float m = 16.0f * u * (1.0f - u) * v * (1.0f - v) * 0.8f, *w = weights + 5 * i;
        b.positions[i] = (vv_vec2){(u - 0.5f) * width, v * height};
        w[0] = (1.0f - m) * (1.0f - u) * (1.0f - v);
        w[1] = (1.0f - m) * u * (1.0f - v);
        w[2] = (1.0f - m) * (1.0f - u) * v;
        w[3] = (1.0f - m) * u * v;
        w[4] = m;
    }
    for (uint32_t y = 0; y < rows; y++)
        for (uint32_t x = 0; x < columns; x++) {
            uint32_t a = y * (columns + 1) + x, c = a + columns + 1;
            const uint32_t corners[6] = {a, a + 1, c + 1, a, c + 1, c};
            memcpy(b.triangles + 3 * (size_t)b.triangle_count, corners, sizeof corners);
            b.triangle_count += 2;
        }
    const vv_layer layer = {0, b.vertex_count, 0, b.triangle_count};
    vv_puppet_def def = vv_default_puppet_def();
    def.mesh = (vv_mesh){b.vertex_count, b.triangle_count, 1, b.positions, NULL, b.triangles, &layer};
    def.handle_count = b.handle_count;
    def.handles = handles;
    def.weights = weights;
    def.example_count = example_count;
    def.example_poses = turns;
    vv_error error = {0};
    if (vv_puppet_create(&def, NULL, &b.puppet, &error) != VV_OK)
        fail_msg("%s", error.message);
    return b;
}

static inline box box_make(float width, float height, uint32_t columns, uint32_t rows)
{
    return box_make_examples(width, height, columns, rows, 0, NULL);
}

static inline void box_free(box *b) { vv_puppet_destroy(b->puppet, NULL); }

static inline vv_stage *stage_make(void)
{
    vv_stage_def def = vv_default_stage_def();
    vv_stage *stage = NULL;
    def.step = VV_PUPPET_STEP;
    assert_int_equal(vv_stage_create(&def, NULL, &stage, NULL), VV_OK);
    return stage;
}

static inline void stage_ground(vv_stage *stage, float friction)
{
    vv_obstacle ground;
    assert_int_equal(vv_stage_add_ground(stage, 0.0f, friction, &ground, NULL), VV_OK);
}

static inline vv_actor_def puppet_def(const box *b, float x, float y)
{
    vv_actor_def def = vv_default_actor_def();
    def.puppet = b->puppet;
    def.position = (vv_vec2){x, y};
    def.material.stiffness = 8.0f;
    return def;
}

static inline vv_actor add(vv_stage *stage, const vv_actor_def *def)
{
    vv_actor id = {0, 0};
    vv_error error = {0};
    if (vv_stage_add_actor(stage, def, &id, &error) != VV_OK)
        fail_msg("%s", error.message);
    return id;
}

#endif
