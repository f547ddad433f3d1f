/* Small sprites for tests: a jittered sheet with five handles and examples that squash, stretch, bend and turn. */
#ifndef TESTS_STAGE_SPRITES_H
#define TESTS_STAGE_SPRITES_H

#include "runtime/stage/sprite/sprite.h"
#include "tests/runtime/rig/drawings.h"

enum { SPRITE_HANDLES = 5, SPRITE_EXAMPLES = 6 };

typedef struct sheet {
    drawing d;
    vv_handle_pose turns[SPRITE_EXAMPLES * SPRITE_HANDLES];
    vv_complex *complex;
    vv_sprite_def def;
    vv_sprite *sprite;
    vvi_sprite_view view;
    vv_vec2 *rest, *x; /* [particle_count, padded] */
    void *scratch;
} sheet;

/* 0 rest, 1 squashed, 2 stretched, 3 bent, 4 arms turned, 5 the other way. */
static inline void sheet_examples(sheet *s)
{
    for (uint32_t e = 0; e < SPRITE_EXAMPLES; e++)
        for (uint32_t j = 0; j < SPRITE_HANDLES; j++) {
            vv_vec2 p = s->d.handles[j].from;
            vv_handle_pose t = vv_handle_pose_identity();
            if (e == 1)
                t = (vv_handle_pose){{0.4f * p.x, -0.3f * p.y}, 0.0f, 1.4f, 0.0f, 0.7f};
            if (e == 2)
                t = (vv_handle_pose){{-0.25f * p.x, 0.4f * p.y}, 0.0f, 0.75f, 0.05f, 1.4f};
            if (e == 3)
                t = (vv_handle_pose){{0.3f * p.y * p.y, 0.05f}, 0.6f * p.y, 1.0f, 0.1f, 0.9f};
            if (e == 4)
                t = (vv_handle_pose){{0.0f, 0.2f * p.x}, 1.2f * p.x, 1.1f, 0.0f, 1.0f};
            if (e == 5)
                t = (vv_handle_pose){{0.1f, -0.3f * p.x}, -2.0f * p.x - 0.4f, 0.9f, -0.1f, 1.1f};
            s->turns[e * SPRITE_HANDLES + j] = t;
        }
}

static inline void sheet_def(sheet *s, uint32_t columns, uint32_t rows)
{
    static const vv_vec2 places[SPRITE_HANDLES] = {
        {-0.8f, 0.0f}, {0.8f, 0.0f}, {0.0f, 0.1f}, {0.0f, 0.9f}, {0.1f, -0.9f}};
    static const vv_simplex simplices[] = {
        {{0, 1, VV_NONE}}, {{0, 2, 3}}, {{0, 4, VV_NONE}}, {{2, 4, 3}}, {{4, 5, VV_NONE}}};
    drawing_add_grid(&s->d, columns, rows, (vv_vec2){-1, -1}, (vv_vec2){1, 1}, 0.4f);
    drawing_add_handles(&s->d, SPRITE_HANDLES, places, 1.6f);
    sheet_examples(s);
    vv_complex_def complex = {.example_count = SPRITE_EXAMPLES, .simplex_count = 5, .simplices = simplices};
    assert_int_equal(vv_complex_create(&complex, NULL, &s->complex, NULL), VV_OK);
    s->def = vv_default_sprite_def();
    s->def.mesh = drawing_mesh(&s->d);
    s->def.handle_count = SPRITE_HANDLES;
    s->def.handles = s->d.handles;
    s->def.weights = s->d.weights;
    s->def.example_count = SPRITE_EXAMPLES;
    s->def.example_poses = s->turns;
    s->def.complex = s->complex;
}

static inline void sheet_make(sheet *s)
{
    vv_error error = {0};
    if (vv_sprite_create(&s->def, NULL, &s->sprite, &error) != VV_OK)
        fail_msg("%s", error.message);
    s->view = vvi_sprite_open(s->sprite);
    size_t n = (s->view.particle_count + 15u) & ~15u;
    s->rest = vvi_allocate_zeroed(NULL, n, sizeof *s->rest);
    s->x = vvi_allocate_zeroed(NULL, n, sizeof *s->x);
    s->scratch = vvi_allocate_zeroed(NULL, 1, vvi_sprite_scratch_bytes(&s->view));
}

static inline sheet *sheet_create(uint32_t columns, uint32_t rows)
{
    sheet *s = calloc(1, sizeof *s);
    sheet_def(s, columns, rows);
    sheet_make(s);
    return s;
}

/* The same with handles that carry others, some of which come first. */
static inline sheet *sheet_create_tree(uint32_t columns, uint32_t rows)
{
    static const uint32_t parents[SPRITE_HANDLES] = {1, 2, VV_NONE, 4, 2};
    sheet *s = calloc(1, sizeof *s);
    sheet_def(s, columns, rows);
    for (uint32_t j = 0; j < SPRITE_HANDLES; j++)
        s->d.handles[j].parent1 = parents[j] + 1u;
    sheet_make(s);
    return s;
}

static inline void sheet_destroy(sheet *s)
{
    size_t n = s->sprite ? (s->view.particle_count + 15u) & ~15u : 0;
    vvi_release(NULL, s->rest, n, sizeof *s->rest);
    vvi_release(NULL, s->x, n, sizeof *s->x);
    if (s->sprite)
        vvi_release(NULL, s->scratch, 1, vvi_sprite_scratch_bytes(&s->view));
    vv_sprite_destroy(s->sprite, NULL);
    vv_complex_destroy(s->complex, NULL);
    free(s->d.positions);
    free(s->d.triangles);
    free(s->d.weights);
    free(s->d.handles);
    free(s);
}

/* A place inside simplex `index` with random weights; the last corners' weights are 0 in one of four. */
static inline vv_place sheet_random_place(const sheet *s, uint32_t index, vvi_random *random)
{
    vv_simplex simplex = vv_complex_simplex(s->view.complex, index);
    vv_place place = {index, {0.0f, 0.0f, 0.0f}};
    float sum = 0.0f;
    for (uint32_t k = 0; k < 3 && simplex.corner[k] != VV_NONE; k++) {
        place.weights[k] = k > 0 && vvi_random_below(random, 4) == 0 ? 0.0f : 0.02f + vvi_random_unit(random);
        sum += place.weights[k];
    }
    for (uint32_t k = 0; k < 3; k++)
        place.weights[k] /= sum;
    return place;
}

/* x: the rest shape turned, moved, and every particle disturbed by up to `noise`. */
static inline void sheet_disturb(sheet *s, float angle, vv_vec2 move, float noise, uint64_t seed)
{
    vvi_random random = vvi_random_seed(seed);
    vv_affine motion = {vv_mat2_rotation(angle), move};
    for (uint32_t i = 0; i < s->view.particle_count; i++) {
        vv_vec2 p = vv_affine_apply(motion, s->rest[i]);
        s->x[i] = (vv_vec2){p.x + noise * (2.0f * vvi_random_unit(&random) - 1.0f),
                            p.y + noise * (2.0f * vvi_random_unit(&random) - 1.0f)};
    }
}

#endif
