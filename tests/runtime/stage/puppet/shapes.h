/* Drawings for tests of families and copies: strips and squares with point handles, made into puppets. */
#ifndef TESTS_STAGE_PUPPET_SHAPES_H
#define TESTS_STAGE_PUPPET_SHAPES_H

#include "runtime/stage/puppet/puppet.h"
#include "tests/runtime/rig/drawings.h"

typedef struct shape {
    drawing d;
    vv_puppet *puppet;
} shape;

/* A box of columns × rows cells about the origin, its handles with weights that reach so far. */
static inline shape shape_box(float width, float height, uint32_t columns, uint32_t rows, uint32_t handle_count,
                              const vv_vec2 *handles, float reach)
{
    shape s = {0};
    vv_error error = {0};
    vv_puppet_def def = vv_default_puppet_def();
    drawing_add_grid(&s.d, columns, rows, (vv_vec2){-0.5f * width, -0.5f * height},
                     (vv_vec2){0.5f * width, 0.5f * height}, 0.2f);
    drawing_add_handles(&s.d, handle_count, handles, reach);
    def.mesh = drawing_mesh(&s.d);
    def.handle_count = handle_count;
    def.handles = s.d.handles;
    def.weights = s.d.weights;
    def.cluster_count = 0;
    if (vv_puppet_create(&def, NULL, &s.puppet, &error) != VV_OK)
        fail_msg("%s", error.message);
    return s;
}

/* 1 m × 1 m: handles left, right, top, bottom. */
static inline shape shape_square(void)
{
    static const vv_vec2 handles[4] = {{-0.4f, 0.0f}, {0.4f, 0.0f}, {0.0f, 0.4f}, {0.0f, -0.4f}};
    return shape_box(1.0f, 1.0f, 8, 8, 4, handles, 1.2f);
}

/* 4 m × 0.6 m: tail, belly, snout. */
static inline shape shape_crocodile(void)
{
    static const vv_vec2 handles[3] = {{-1.8f, 0.0f}, {0.0f, 0.0f}, {1.8f, 0.0f}};
    return shape_box(4.0f, 0.6f, 24, 4, 3, handles, 2.6f);
}

static inline void shape_free(shape *s)
{
    vv_puppet_destroy(s->puppet, NULL);
    drawing_free(&s->d);
}

#endif
