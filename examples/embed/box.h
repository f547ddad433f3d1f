/* A box as a sprite, made without any file: what the small programs here put on their stages. A game loads its drawings
 * from a baked file instead (stage.c). */
#ifndef BOX_H
#define BOX_H

#include <verve/verve.h>

#include <stdio.h>
#include <stdlib.h>

enum { BOX_COLUMNS = 5, BOX_ROWS = 5, BOX_VERTICES = BOX_COLUMNS * BOX_ROWS };

/* Ends the program with the reason, where something failed. */
static inline void must(vv_result result, const vv_error *error)
{
    if (result == VV_OK)
        return;
    fprintf(stderr, "%s: %s\n", error->path, error->message);
    exit(1);
}

/* The same where what the program shows does not hold. */
static inline void expect(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "not so: %s\n", what);
    exit(1);
}

/* A grid of triangles about the origin, with one handle and one pose, which is rest. */
static inline vv_sprite *make_box(float width, float height)
{
    vv_vec2 positions[BOX_VERTICES];
    uint32_t triangles[6 * (BOX_COLUMNS - 1) * (BOX_ROWS - 1)], count = 0;
    float weights[BOX_VERTICES];
    for (uint32_t i = 0; i < BOX_VERTICES; i++) {
        float u = (float)(i % BOX_COLUMNS) / (BOX_COLUMNS - 1), v = (float)(i / BOX_COLUMNS) / (BOX_ROWS - 1);
        positions[i] = (vv_vec2){(u - 0.5f) * width, (v - 0.5f) * height};
        weights[i] = 1.0f;
    }
    for (uint32_t y = 0; y + 1 < BOX_ROWS; y++) {
        for (uint32_t x = 0; x + 1 < BOX_COLUMNS; x++) {
            uint32_t a = y * BOX_COLUMNS + x, b = a + BOX_COLUMNS;
            const uint32_t two[6] = {a, a + 1, b + 1, a, b + 1, b};
            for (uint32_t k = 0; k < 6; k++)
                triangles[count++] = two[k];
        }
    }
    const vv_layer layer = {0, BOX_VERTICES, 0, count / 3};
    const vv_handle handle = {VV_HANDLE_POINT, {0.0f, 0.0f}, {0.0f, 0.0f}, 0};
    const vv_handle_pose rest = vv_handle_pose_identity();
    vv_sprite_def def = vv_default_sprite_def();
    def.mesh = (vv_mesh){BOX_VERTICES, count / 3, 1, positions, NULL, triangles, &layer};
    def.handle_count = 1;
    def.handles = &handle;
    def.weights = weights;
    def.example_count = 1;
    def.example_poses = &rest;
    vv_sprite *sprite = NULL;
    vv_error error = {0};
    must(vv_sprite_create(&def, NULL, &sprite, &error), &error);
    return sprite;
}

/* A firm actor: a wooden crate rather than a cushion. */
static inline vv_actor add_box(vv_stage *stage, const vv_sprite *sprite, float x, float y)
{
    vv_actor_def def = vv_default_actor_def();
    vv_actor actor;
    vv_error error = {0};
    def.sprite = sprite;
    def.strengths.stiffness = 200.0f;
    def.position = (vv_vec2){x, y};
    must(vv_stage_add_actor(stage, &def, &actor, &error), &error);
    return actor;
}

static inline vv_stage *make_stage(void)
{
    vv_stage_def def = vv_default_stage_def();
    vv_stage *stage = NULL;
    vv_error error = {0};
    must(vv_stage_create(&def, NULL, &stage, &error), &error);
    return stage;
}

#endif
