/* Drawings made by formula for the stage's tests. */
#include "tests/runtime/stage/bodies.h"

#include "tests/testing.h"

#include "runtime/base/base.h"

#include <math.h>

enum { MAX_HANDLES = 5 };

typedef struct recipe {
    uint32_t handle_count, example_count, simplex_count;
    vv_handle handles[MAX_HANDLES];
    vv_handle_pose turns[BALL_EXAMPLES * MAX_HANDLES]; /* [example_count][handle_count] */
    vv_simplex simplices[2];
    float reach; /* of a handle's weights, metres */
} recipe;

/* ---- Meshes ------------------------------------------------------------------------------------------------------ */

static body empty_body(uint32_t vertices, uint32_t triangles)
{
    return (body){.vertex_count = vertices,
                  .triangle_count = triangles,
                  .positions = calloc(vertices, sizeof(vv_vec2)),
                  .triangles = calloc(3 * (size_t)triangles, sizeof(uint32_t))};
}

static void grid_mesh(body *b, uint32_t columns, uint32_t rows, float width, float height)
{
    uint32_t *t = b->triangles;
    for (uint32_t i = 0; i < b->vertex_count; i++) {
        uint32_t x = i % (columns + 1), y = i / (columns + 1);
        b->positions[i] = (vv_vec2){width * ((float)x / (float)columns - 0.5f), height * (float)y / (float)rows};
    }
    for (uint32_t y = 0; y < rows; y++)
        for (uint32_t x = 0; x < columns; x++) {
            uint32_t a = y * (columns + 1) + x, c = a + columns + 1;
            bool rising = (x + y) % 2 == 0; /* diagonals alternate: nothing leans */
            const uint32_t corners[2][6] = {{a, a + 1, c, a + 1, c + 1, c}, {a, a + 1, c + 1, a, c + 1, c}};
            memcpy(t, corners[rising], sizeof corners[0]);
            t += 6;
        }
}

/* Ring k has 6k vertices; between ring k − 1 and ring k, each of the six sectors has k + k − 1 triangles. */
static void disc_mesh(body *b, uint32_t rings, float radius)
{
    uint32_t *t = b->triangles, vertex = 1;
    b->positions[0] = (vv_vec2){0.0f, radius};
    for (uint32_t k = 1; k <= rings; k++)
        for (uint32_t i = 0; i < 6 * k; i++) {
            float r = radius * (float)k / (float)rings, angle = 2.0f * VV_PI * (float)i / (float)(6 * k);
            b->positions[vertex++] = (vv_vec2){r * cosf(angle), radius + r * sinf(angle)};
        }
    for (uint32_t k = 1; k <= rings; k++) {
        uint32_t outer = 1 + 3 * k * (k - 1), inner = k == 1 ? 0 : 1 + 3 * (k - 1) * (k - 2);
        uint32_t outer_count = 6 * k, inner_count = k == 1 ? 1 : 6 * (k - 1);
        for (uint32_t i = 0; i < 6 * k; i++) {
            uint32_t sector = i / k, step = i % k;
            uint32_t o = outer + i, o1 = outer + (i + 1) % outer_count;
            uint32_t n = inner + (sector * (k - 1) + step) % inner_count;
            *t++ = o, *t++ = o1, *t++ = n;
            if (step + 1 < k)
                *t++ = o1, *t++ = inner + (sector * (k - 1) + step + 1) % inner_count, *t++ = n;
        }
    }
}

/* ---- Rig --------------------------------------------------------------------------------------------------------- */

static void add_handle(recipe *r, float x, float y)
{
    vv_vec2 at = {x, y};
    r->handles[r->handle_count++] = (vv_handle){VV_HANDLE_POINT, at, at, 0};
}

/* An example in which every handle has the same linear part, about the artwork's origin: one affine map for all. */
static void add_stretch(recipe *r, float xx, float xy, float yy)
{
    for (uint32_t j = 0; j < r->handle_count; j++) {
        vv_vec2 p = r->handles[j].from;
        vv_vec2 move = {xx * p.x + xy * p.y - p.x, xy * p.x + yy * p.y - p.y};
        r->turns[r->example_count * r->handle_count + j] = (vv_handle_pose){move, 0.0f, xx, xy, yy};
    }
    r->example_count++;
}

/* An example bent into an arc that lifts both ends by `lift` (or lowers them) at `half` from the middle. */
static void add_bend(recipe *r, float lift, float half)
{
    for (uint32_t j = 0; j < r->handle_count; j++) {
        float u = r->handles[j].from.x / half;
        r->turns[r->example_count * r->handle_count + j] =
            (vv_handle_pose){{0.0f, lift * u * u}, atanf(2.0f * lift * u / half), 1.0f, 0.0f, 1.0f};
    }
    r->example_count++;
}

static float *make_weights(const body *b, const recipe *r)
{
    float *weights = calloc((size_t)b->vertex_count * r->handle_count, sizeof *weights);
    for (uint32_t v = 0; v < b->vertex_count; v++) {
        float *row = weights + (size_t)v * r->handle_count, sum = 0.0f;
        for (uint32_t j = 0; j < r->handle_count; j++) {
            float d = vv_vec2_distance(b->positions[v], r->handles[j].from) / r->reach;
            row[j] = expf(-4.0f * d * d);
            sum += row[j];
        }
        for (uint32_t j = 0; j < r->handle_count; j++)
            row[j] /= sum;
    }
    return weights;
}

static void make_sprite(body *b, const recipe *r)
{
    vv_layer layer = {0, b->vertex_count, 0, b->triangle_count};
    vv_complex_def complex_def = {r->example_count, r->simplex_count, r->simplices, NULL};
    bool alone = r->simplex_count == 0; /* every example is a point by itself */
    vv_sprite_def def = vv_default_sprite_def();
    vv_complex *complex = NULL;
    vv_error error = {0};
    float *weights = make_weights(b, r);
    if (!alone)
        assert_int_equal(vv_complex_create(&complex_def, NULL, &complex, &error), VV_OK);
    def.mesh = (vv_mesh){b->vertex_count, b->triangle_count, 1, b->positions, NULL, b->triangles, &layer};
    def.handle_count = r->handle_count;
    def.handles = r->handles;
    def.weights = weights;
    def.example_count = r->example_count;
    def.example_poses = r->turns;
    def.complex = complex;
    if (vv_sprite_create(&def, NULL, &b->sprite, &error) != VV_OK)
        fail_msg("%s", error.message);
    vv_complex_destroy(complex, NULL);
    free(weights);
}

/* ---- Bodies ------------------------------------------------------------------------------------------------------ */

body body_ball(float diameter, uint32_t rings)
{
    float radius = 0.5f * diameter;
    body b = empty_body(1 + 3 * rings * (rings + 1), 6 * rings * rings);
    recipe r = {.simplex_count = 2,
                .simplices = {{{BALL_SQUASHED, BALL_REST, VV_NONE}}, {{BALL_REST, BALL_STRETCHED, VV_NONE}}},
                .reach = radius};
    disc_mesh(&b, rings, radius);
    add_handle(&r, 0.0f, radius);
    add_handle(&r, 0.0f, 1.96f * radius);
    add_handle(&r, 0.0f, 0.04f * radius);
    add_handle(&r, -0.96f * radius, radius);
    add_handle(&r, 0.96f * radius, radius);
    add_stretch(&r, 1.0f, 0.0f, 1.0f);
    add_stretch(&r, 1.667f, 0.0f, 0.6f);
    add_stretch(&r, 0.667f, 0.0f, 1.5f);
    make_sprite(&b, &r);
    return b;
}

/* A corner's square becomes a quarter of a disc. */
static void round_corners(body *b, float side, float radius)
{
    for (uint32_t i = 0; i < b->vertex_count; i++) {
        vv_vec2 p = {b->positions[i].x, b->positions[i].y - 0.5f * side};
        float inner = 0.5f * side - radius;
        vv_vec2 core = {vvi_clamp(p.x, -inner, inner), vvi_clamp(p.y, -inner, inner)}, out = vv_vec2_sub(p, core);
        float length = vv_vec2_length(out), most = fmaxf(fabsf(out.x), fabsf(out.y));
        if (length > 0.0f)
            p = vv_vec2_add(core, vv_vec2_scale(out, most / length));
        b->positions[i] = (vv_vec2){p.x, p.y + 0.5f * side};
    }
}

static body make_crate(float side, uint32_t cells, float radius)
{
    body b = empty_body((cells + 1) * (cells + 1), 2 * cells * cells);
    recipe r = {.simplex_count = 2,
                .simplices = {{{CRATE_REST, CRATE_FLAT, VV_NONE}}, {{CRATE_REST, CRATE_LEANING, VV_NONE}}},
                .reach = 0.5f * side};
    grid_mesh(&b, cells, cells, side, side);
    round_corners(&b, side, radius);
    for (int corner = 0; corner < 4; corner++)
        add_handle(&r, corner & 1 ? 0.45f * side : -0.45f * side, corner & 2 ? 0.95f * side : 0.05f * side);
    add_stretch(&r, 1.0f, 0.0f, 1.0f);
    add_stretch(&r, 1.3f, 0.0f, 0.75f);
    add_stretch(&r, 1.02f, 0.2f, 1.02f);
    make_sprite(&b, &r);
    return b;
}

body body_crate(float side, uint32_t cells) { return make_crate(side, cells, 0.0f); }

body body_rounded_crate(float side, uint32_t cells) { return make_crate(side, cells, 0.12f * side); }

body body_beam(float length, uint32_t cells)
{
    uint32_t rows = cells / 8 > 1 ? cells / 8 : 2;
    body b = empty_body((cells + 1) * (rows + 1), 2 * cells * rows);
    recipe r = {.simplex_count = 2,
                .simplices = {{{BEAM_UP, BEAM_REST, VV_NONE}}, {{BEAM_REST, BEAM_DOWN, VV_NONE}}},
                .reach = 0.25f * length};
    grid_mesh(&b, cells, rows, length, length / 8.0f);
    for (int j = -2; j <= 2; j++)
        add_handle(&r, 0.23f * (float)j * length, length / 16.0f);
    add_stretch(&r, 1.0f, 0.0f, 1.0f);
    add_bend(&r, 0.25f * length, 0.5f * length);
    add_bend(&r, -0.25f * length, 0.5f * length);
    make_sprite(&b, &r);
    return b;
}

body body_strip(float length, float thickness, uint32_t rows, float jitter, uint32_t seed)
{
    uint32_t columns = (uint32_t)lroundf((float)rows * length / thickness);
    body b = empty_body((columns + 1) * (rows + 1), 2 * columns * rows);
    vvi_random random = vvi_random_seed(seed);
    recipe r = {.reach = 0.5f * length};
    grid_mesh(&b, columns, rows, length, thickness);
    for (uint32_t i = 0; i < b.vertex_count; i++) {
        uint32_t x = i % (columns + 1), y = i / (columns + 1);
        float dx = jitter * (2.0f * vvi_random_unit(&random) - 1.0f) * length / (float)columns,
              dy = jitter * (2.0f * vvi_random_unit(&random) - 1.0f) * thickness / (float)rows;
        b.positions[i].x += x > 0 && x < columns ? dx : 0.0f;
        b.positions[i].y += y > 0 && y < rows ? dy : 0.0f;
    }
    for (int j = -1; j <= 1; j++)
        add_handle(&r, 0.45f * (float)j * length, 0.5f * thickness);
    add_stretch(&r, 1.0f, 0.0f, 1.0f);
    make_sprite(&b, &r);
    return b;
}

/* ---- The limb ---------------------------------------------------------------------------------------------------- */

/* Cells of a row of the grid from the left: the arm's are longer. */
static uint32_t limb_columns(uint32_t cells, uint32_t row)
{
    return row >= 3 * cells / 8 && row < 5 * cells / 8 ? 2 * cells : cells;
}

static body limb_mesh(float side, uint32_t cells)
{
    body b = empty_body((cells + 1) * (2 * cells + 1), 4 * cells * cells); /* more than are used */
    uint32_t *numbers = malloc((size_t)(cells + 1) * (2 * cells + 1) * sizeof *numbers), *t = b.triangles;
    b.vertex_count = 0;
    for (uint32_t y = 0; y <= cells; y++) {
        uint32_t below = y > 0 ? limb_columns(cells, y - 1) : 0, above = y < cells ? limb_columns(cells, y) : 0;
        for (uint32_t x = 0; x <= (below > above ? below : above); x++) {
            numbers[y * (2 * cells + 1) + x] = b.vertex_count;
            b.positions[b.vertex_count++] =
                (vv_vec2){side * ((float)x / (float)cells - 0.5f), side * (float)y / (float)cells};
        }
    }
    for (uint32_t y = 0; y < cells; y++)
        for (uint32_t x = 0; x < limb_columns(cells, y); x++) {
            const uint32_t *low = numbers + y * (2 * cells + 1) + x, *high = low + 2 * cells + 1;
            const uint32_t corners[2][6] = {{low[0], low[1], high[0], low[1], high[1], high[0]},
                                            {low[0], low[1], high[1], low[0], high[1], high[0]}};
            memcpy(t, corners[(x + y) % 2], sizeof corners[0]);
            t += 6;
        }
    b.triangle_count = (uint32_t)(t - b.triangles) / 3u;
    free(numbers);
    return b;
}

/* The arm's share of a vertex: its joint is a quarter of the square wide. */
static float arm_weight(vv_vec2 at, float side) { return vvi_smoothstep((at.x / side - 0.375f) / 0.25f); }

body body_limb(float side, uint32_t cells, float angle)
{
    body b = limb_mesh(side, cells);
    const vv_handle handles[2] = {{VV_HANDLE_POINT, {0.0f, 0.5f * side}, {0.0f, 0.5f * side}, 0},
                                  {VV_HANDLE_POINT, {0.5f * side, 0.5f * side}, {0.5f * side, 0.5f * side}, 0}};
    const vv_handle_pose still = {{0.0f, 0.0f}, 0.0f, 1.0f, 0.0f, 1.0f};
    vv_handle_pose poses[2 * LIMB_EXAMPLES] = {still, still, still, {{0.0f, 0.0f}, angle, 1.0f, 0.0f, 1.0f}};
    const vv_simplex simplex = {{LIMB_REST, LIMB_TURNED, VV_NONE}};
    const vv_layer layer = {0, b.vertex_count, 0, b.triangle_count};
    vv_complex_def complex_def = {LIMB_EXAMPLES, 1, &simplex, NULL};
    vv_sprite_def def = vv_default_sprite_def();
    vv_complex *complex = NULL;
    float *weights = calloc((size_t)b.vertex_count * 2, sizeof *weights);
    b.posed = calloc(b.vertex_count, sizeof *b.posed);
    for (uint32_t i = 0; i < b.vertex_count; i++) {
        float arm = arm_weight(b.positions[i], side);
        vv_vec2 from = vv_vec2_sub(b.positions[i], handles[1].from);
        vv_vec2 turned = vv_vec2_add(handles[1].from, vv_mat2_apply(vv_mat2_rotation(angle), from));
        weights[2 * i] = 1.0f - arm;
        weights[2 * i + 1] = arm;
        b.posed[i] = vv_vec2_lerp(b.positions[i], turned, arm);
    }
    assert_int_equal(vv_complex_create(&complex_def, NULL, &complex, NULL), VV_OK);
    def.mesh = (vv_mesh){b.vertex_count, b.triangle_count, 1, b.positions, NULL, b.triangles, &layer};
    def.handle_count = 2;
    def.handles = handles;
    def.weights = weights;
    def.example_count = LIMB_EXAMPLES;
    def.example_poses = poses;
    def.complex = complex;
    vv_error error = {0};
    if (vv_sprite_create(&def, NULL, &b.sprite, &error) != VV_OK)
        fail_msg("%s", error.message);
    vv_complex_destroy(complex, NULL);
    free(weights);
    return b;
}

void body_free(body *b)
{
    vv_sprite_destroy(b->sprite, NULL);
    free(b->posed);
    free(b->positions);
    free(b->triangles);
}
