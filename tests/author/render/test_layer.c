/* Textured layers: the picture itself where nothing is moved, no seams, right blending, calm when small, and safe. */
#include "tests/author/render/drawing.h"

#include <math.h>

/* What every compiler and machine must give. */
#define GOLDEN 0x71a7545066e784efull

static const vv_color clear = {0, 0, 0, 0}, no_tint = {0, 0, 0, 0};

/* A camera that shows width × height pixels of one metre each, from the origin. */
static vv_camera pixel_camera(uint32_t width, uint32_t height)
{
    return (vv_camera){{0.5f * (float)width, 0.5f * (float)height}, 1.0f};
}

static void an_unmoved_picture_is_drawn_exactly(void **state)
{
    (void)state;
    enum { W = 61, H = 43 };
    vv_image image = noise_image(W, H, 1);
    vv_texture *texture = texture_of(&image);
    for (uint32_t n = 1; n <= 32; n *= 2) {
        static grid g;
        grid_make(&g, n, W, H);
        vv_canvas *canvas = clear_canvas(W, H, clear);
        vv_draw_layer(canvas, pixel_camera(W, H), &g.mesh, 0, g.positions, texture, 1.0f, no_tint);
        vv_image drawn = resolve(canvas);
        for (size_t i = 0; i < W * H; ++i) {
            const uint8_t *want = image.pixels + 4 * i, *got = drawn.pixels + 4 * i;
            assert_int_equal(got[3], want[3]);
            if (want[3])
                assert_memory_equal(got, want, 3);
        }
        vv_image_destroy(&drawn, NULL);
        vv_canvas_destroy(canvas);
    }
    vv_texture_destroy(texture);
    vv_image_destroy(&image, NULL);
}

/* Opaque white over black, in random deformations that do not fold: inside, every pixel is pure white. */
static void no_seam_shows_between_triangles(void **state)
{
    (void)state;
    vv_image image = plain_image(64, 64, (vv_color){255, 255, 255, 255});
    vv_texture *texture = texture_of(&image);
    vvi_random random = vvi_random_seed(2);
    for (int trial = 0; trial < 20; ++trial) {
        static grid g;
        static vv_vec2 moved[GRID_MAX * GRID_MAX];
        grid_make(&g, 16, 200, 200);
        float turn = vvi_random_unit(&random) * 6.0f;
        for (uint32_t i = 0; i < g.mesh.vertex_count; ++i) {
            vv_vec2 p = vv_vec2_sub(g.positions[i], (vv_vec2){100, 100});
            p.x += 4.0f * (vvi_random_unit(&random) - 0.5f);
            p.y += 4.0f * (vvi_random_unit(&random) - 0.5f);
            moved[i] = vv_mat2_apply(vv_mat2_rotation(turn), p);
        }
        vv_canvas *canvas = clear_canvas(120, 120, (vv_color){0, 0, 0, 255});
        vv_draw_layer(canvas, (vv_camera){{0, 0}, 1.0f}, &g.mesh, 0, moved, texture, 1.0f, no_tint);
        vv_image drawn = resolve(canvas);
        for (size_t i = 0; i < 4 * 120 * 120; ++i)
            assert_int_equal(drawn.pixels[i], 255);
        vv_image_destroy(&drawn, NULL);
        vv_canvas_destroy(canvas);
    }
    vv_texture_destroy(texture);
    vv_image_destroy(&image, NULL);
}

/* The closed form of "over", in double. */
static void layers_blend_as_the_formula_says(void **state)
{
    (void)state;
    static grid g;
    grid_make(&g, 2, 8, 8);
    static const vv_color colors[4] = {{200, 30, 90, 128}, {10, 240, 60, 77}, {255, 255, 255, 3}, {0, 0, 0, 200}};
    static const float opacities[4] = {1.0f, 0.5f, 0.9f, 0.25f};
    const vv_color tint = {23, 135, 125, 102};
    vv_canvas *canvas = clear_canvas(8, 8, (vv_color){247, 241, 229, 255});
    double expected[4] = {247 / 255.0, 241 / 255.0, 229 / 255.0, 1};
    for (int k = 0; k < 4; ++k) {
        vv_image image = plain_image(8, 8, colors[k]);
        vv_texture *texture = texture_of(&image);
        vv_draw_layer(canvas, pixel_camera(8, 8), &g.mesh, 0, g.positions, texture, opacities[k],
                      k == 1 ? tint : no_tint);
        const double straight[3] = {colors[k].r / 255.0, colors[k].g / 255.0, colors[k].b / 255.0};
        const double toward[3] = {tint.r / 255.0, tint.g / 255.0, tint.b / 255.0};
        double alpha = colors[k].a / 255.0 * (double)opacities[k], mix = k == 1 ? tint.a / 255.0 : 0;
        for (int c = 0; c < 3; ++c)
            expected[c] = alpha * (straight[c] * (1 - mix) + toward[c] * mix) + expected[c] * (1 - alpha);
        vv_texture_destroy(texture);
        vv_image_destroy(&image, NULL);
    }
    vv_image drawn = resolve(canvas);
    for (size_t i = 0; i < 64; ++i)
        for (int c = 0; c < 4; ++c)
            assert_int_equal(drawn.pixels[4 * i + (size_t)c], (int)floor(expected[c] * 255 + 0.5));
    vv_image_destroy(&drawn, NULL);
    vv_canvas_destroy(canvas);
}

/* Two triangles of one layer over each other: the later one is on top, and a half transparent layer shows its own fold
 * but takes its opacity once. */
static void a_fold_lies_over_what_it_covers(void **state)
{
    (void)state;
    const vv_vec2 positions[6] = {{0, 0}, {40, 0}, {0, 40}, {0, 0}, {40, 0}, {0, 40}};
    const vv_vec2 uvs[6] = {{0.2f, 0.2f}, {0.2f, 0.3f}, {0.3f, 0.2f}, {0.8f, 0.8f}, {0.8f, 0.9f}, {0.9f, 0.8f}};
    const uint32_t triangles[6] = {0, 1, 2, 3, 4, 5};
    const vv_layer layer = {0, 6, 0, 2};
    const vv_mesh mesh = {6, 2, 1, positions, uvs, triangles, &layer};
    vv_image image = plain_image(10, 10, (vv_color){255, 0, 0, 255});
    for (uint32_t y = 5; y < 10; ++y)
        for (uint32_t x = 0; x < 10; ++x)
            memcpy(image.pixels + 4 * (y * 10 + x), "\0\0\xff\xff", 4);
    vv_texture *texture = texture_of(&image);
    vv_canvas *canvas = clear_canvas(40, 40, clear);
    vv_draw_layer(canvas, pixel_camera(40, 40), &mesh, 0, positions, texture, 0.5f, no_tint);
    vv_image drawn = resolve(canvas);
    assert_memory_equal(pixel_at(&drawn, 5, 35), "\0\0\xff\x80", 4); /* inside */
    const uint8_t *edge = pixel_at(&drawn, 20, 20);                  /* on the slanted edge */
    assert_true(edge[3] > 30 && edge[3] < 100 && edge[2] > 250 && edge[0] < 5);
    vv_image_destroy(&drawn, NULL);
    vv_canvas_destroy(canvas);
    vv_texture_destroy(texture);
    vv_image_destroy(&image, NULL);
}

/* ---- Small pictures ---------------------------------------------------------------------------------------------- */

/* A fine chequerboard shown small must be even grey wherever it lies: pixels that skip texels would shimmer. */
static void a_fine_pattern_shown_small_is_calm(void **state)
{
    (void)state;
    vv_image image = plain_image(512, 512, (vv_color){0, 0, 0, 255});
    for (uint32_t y = 0; y < 512; ++y)
        for (uint32_t x = 0; x < 512; ++x)
            memset(image.pixels + 4 * (y * 512 + x), (x / 2 + y / 2) % 2 ? 255 : 0, 3);
    vv_texture *texture = texture_of(&image);
    static grid g;
    grid_make(&g, 4, 1, 1);
    for (float size = 20.0f; size <= 110.0f; size += 7.3f)
        for (int place = 0; place < 4; ++place) {
            vv_canvas *canvas = clear_canvas(128, 128, clear);
            vv_camera camera = {{0.5f + 0.003f * (float)place, 0.5f - 0.002f * (float)place}, size};
            vv_draw_layer(canvas, camera, &g.mesh, 0, g.positions, texture, 1.0f, no_tint);
            vv_image drawn = resolve(canvas);
            int reach = (int)(size / 2) - 4;
            for (int y = 64 - reach; y < 64 + reach; ++y)
                for (int x = 64 - reach; x < 64 + reach; ++x)
                    assert_in_range(pixel_at(&drawn, (uint32_t)x, (uint32_t)y)[0], 127 - 12, 128 + 12);
            vv_image_destroy(&drawn, NULL);
            vv_canvas_destroy(canvas);
        }
    vv_texture_destroy(texture);
    vv_image_destroy(&image, NULL);
}

/* Draws `g` at `zoom` times 96 × 96 pixels and shrinks the result by averaging: a reference where zoom is large. */
static void draw_zoomed(const grid *g, const vv_texture *texture, const vv_vec2 *vertices, uint32_t zoom, double *gray)
{
    uint32_t side = 96 * zoom;
    vv_canvas *canvas = clear_canvas(side, side, (vv_color){255, 255, 255, 255});
    vv_camera camera = {{0.5f, 0.5f}, 80.0f * (float)zoom};
    vv_draw_layer(canvas, camera, &g->mesh, 0, vertices, texture, 1.0f, no_tint);
    vv_image drawn = resolve(canvas);
    memset(gray, 0, 96 * 96 * sizeof *gray);
    for (uint32_t y = 0; y < side; ++y)
        for (uint32_t x = 0; x < side; ++x)
            gray[y / zoom * 96 + x / zoom] += pixel_at(&drawn, x, y)[0] / (double)(zoom * zoom);
    vv_image_destroy(&drawn, NULL);
    vv_canvas_destroy(canvas);
}

/* Thin slanted lines, squashed, stretched and turned: the root mean square difference from a picture drawn eight times
 * as large, in levels of 255. */
static void squashed_lines_stay_smooth(void **state)
{
    (void)state;
    vv_image image = plain_image(320, 320, (vv_color){255, 255, 255, 255});
    for (uint32_t y = 0; y < 320; ++y)
        for (uint32_t x = 0; x < 320; ++x) {
            double t = fmod(x * 0.35 + y, 32.0), ink = fmin(1.0, fmax(0.0, 5.0 - fabs(t - 16.0)));
            memset(image.pixels + 4 * (y * 320 + x), (int)(255 * (1 - ink)), 3);
        }
    vv_texture *texture = texture_of(&image);
    static grid g;
    static vv_vec2 moved[GRID_MAX * GRID_MAX];
    static double drawn[96 * 96], reference[96 * 96];
    grid_make(&g, 4, 1, 1);
    for (int k = 0; k < 6; ++k) {
        const vv_mat2 squash = {k % 2 ? 1.5f : 1.0f, 0, 0, k % 2 ? 0.5f : 1.0f};
        vv_mat2 linear = vv_mat2_multiply(squash, vv_mat2_rotation((float)(k / 2) * 0.7f));
        for (uint32_t i = 0; i < g.mesh.vertex_count; ++i)
            moved[i] = vv_vec2_add(vv_mat2_apply(linear, vv_vec2_sub(g.positions[i], (vv_vec2){0.5f, 0.5f})),
                                   (vv_vec2){0.5f, 0.5f});
        draw_zoomed(&g, texture, moved, 1, drawn);
        draw_zoomed(&g, texture, moved, 8, reference);
        double sum = 0;
        for (int i = 0; i < 96 * 96; ++i)
            sum += (drawn[i] - reference[i]) * (drawn[i] - reference[i]);
        assert_true(sqrt(sum / (96 * 96)) < (k % 2 ? 10 : 15)); /* 25 if a squash were not looked at twice */
    }
    vv_texture_destroy(texture);
    vv_image_destroy(&image, NULL);
}

/* The mean of a picture is kept at every size: total colour scales with the area on screen. */
static void shrinking_keeps_the_mean(void **state)
{
    (void)state;
    vv_image image = noise_image(300, 200, 3);
    double want[4] = {0};
    for (size_t i = 0; i < 300 * 200; ++i)
        for (int c = 0; c < 4; ++c)
            want[c] += image.pixels[4 * i + (size_t)c] * (c < 3 ? image.pixels[4 * i + 3] / 255.0 : 1);
    vv_texture *texture = texture_of(&image);
    static grid g;
    grid_make(&g, 1, 3, 2);
    for (float scale = 15; scale < 100; scale *= 1.3f) {
        vv_canvas *canvas = clear_canvas(320, 220, clear);
        vv_draw_layer(canvas, (vv_camera){{1.5f, 1}, scale}, &g.mesh, 0, g.positions, texture, 1.0f, no_tint);
        vv_image drawn = resolve(canvas);
        double got[4] = {0}, ratio = (double)scale * (double)scale / 10000;
        for (size_t i = 0; i < 320 * 220; ++i)
            for (int c = 0; c < 4; ++c)
                got[c] += drawn.pixels[4 * i + (size_t)c] * (c < 3 ? drawn.pixels[4 * i + 3] / 255.0 : 1);
        /* The picture ends in transparency, half a texel inwards on each side: less colour, never more. */
        double rim = 1.2 * (1 / (3 * (double)scale) + 1 / (2 * (double)scale));
        for (int c = 0; c < 4; ++c) {
            assert_true(got[c] < want[c] * ratio * 1.01);
            assert_true(got[c] > want[c] * ratio * (0.99 - rim));
        }
        vv_image_destroy(&drawn, NULL);
        vv_canvas_destroy(canvas);
    }
    vv_texture_destroy(texture);
    vv_image_destroy(&image, NULL);
}

/* ---- Safe -------------------------------------------------------------------------------------------------------- */

static void wild_vertices_do_no_harm(void **state)
{
    (void)state;
    static grid g;
    static vv_vec2 moved[GRID_MAX * GRID_MAX];
    grid_make(&g, 8, 1, 1);
    vv_image image = noise_image(33, 17, 4);
    vv_texture *texture = texture_of(&image);
    vv_canvas *canvas = clear_canvas(50, 40, clear);
    vvi_random random = vvi_random_seed(5);
    static const float wild[] = {NAN, INFINITY, -INFINITY, 3e38f, -3e38f, 1e9f, 1e-30f, 0.0f, -0.0f, 1e4f};
    float values[GRID_MAX * GRID_MAX];
    for (int trial = 0; trial < 400; ++trial) {
        for (uint32_t i = 0; i < g.mesh.vertex_count; ++i) {
            float reach = trial % 2 ? 1.0f : 1000.0f;
            moved[i] = (vv_vec2){vvi_random_unit(&random) * reach, vvi_random_unit(&random) * reach};
            if (vvi_random_below(&random, 4) == 0)
                moved[i].x = wild[vvi_random_below(&random, 10)];
            if (vvi_random_below(&random, 4) == 0)
                moved[i].y = wild[vvi_random_below(&random, 10)];
            values[i] = vvi_random_below(&random, 5) ? vvi_random_unit(&random) : wild[vvi_random_below(&random, 10)];
        }
        vv_camera camera = {{0.5f, 0.5f}, trial % 7 == 0 ? wild[vvi_random_below(&random, 10)] : 40.0f};
        vv_draw_layer(canvas, camera, &g.mesh, 0, moved, texture, 0.9f, no_tint);
        vv_draw_heat(canvas, camera, &g.mesh, moved, values, (vv_color){228, 87, 46, 255});
        vv_draw_wire(canvas, camera, &g.mesh, moved, 1.5f, (vv_color){42, 36, 48, 200});
    }
    vv_image drawn = resolve(canvas);
    vv_image_destroy(&drawn, NULL);
    vv_canvas_destroy(canvas);
    vv_texture_destroy(texture);
    vv_image_destroy(&image, NULL);
}

static void texture_coordinates_outside_the_picture_are_transparent(void **state)
{
    (void)state;
    static grid g;
    grid_make(&g, 3, 60, 60);
    for (uint32_t i = 0; i < g.mesh.vertex_count; ++i)
        g.uvs[i] = (vv_vec2){g.uvs[i].x * 3 - 1, g.uvs[i].y * 3 - 1};
    vv_image image = plain_image(20, 20, (vv_color){10, 200, 30, 255});
    vv_texture *texture = texture_of(&image);
    vv_canvas *canvas = clear_canvas(60, 60, clear);
    vv_draw_layer(canvas, pixel_camera(60, 60), &g.mesh, 0, g.positions, texture, 1.0f, no_tint);
    vv_image drawn = resolve(canvas);
    for (uint32_t y = 0; y < 60; ++y)
        for (uint32_t x = 0; x < 60; ++x) {
            bool inside = x >= 20 && x < 40 && y >= 20 && y < 40;
            assert_int_equal(pixel_at(&drawn, x, y)[3], inside ? 255 : 0);
        }
    vv_image_destroy(&drawn, NULL);
    vv_canvas_destroy(canvas);
    vv_texture_destroy(texture);
    vv_image_destroy(&image, NULL);
}

static void heat_is_linear_between_vertices(void **state)
{
    (void)state;
    static grid g;
    grid_make(&g, 5, 50, 50);
    float values[36];
    for (uint32_t i = 0; i < 36; ++i)
        values[i] = g.positions[i].x / 50.0f;
    vv_canvas *canvas = clear_canvas(50, 50, clear);
    vv_draw_heat(canvas, pixel_camera(50, 50), &g.mesh, g.positions, values, (vv_color){228, 87, 46, 255});
    vv_image drawn = resolve(canvas);
    for (uint32_t x = 0; x < 50; ++x) {
        const uint8_t *pixel = pixel_at(&drawn, x, 25);
        assert_int_equal(pixel[3], (int)floor((x + 0.5) / 50 * 255 + 0.5));
        assert_true(abs(pixel[0] - 228) <= 1);
    }
    vv_image_destroy(&drawn, NULL);
    vv_canvas_destroy(canvas);
}

/* Over ink of alpha a, heat h of an opaque colour: rgb = (0.6 + 0.4 grey) · mix(white, colour, h), alpha stays a. */
static void heat_colours_the_ink_and_nothing_else(void **state)
{
    (void)state;
    static grid g;
    grid_make(&g, 5, 50, 50);
    float values[36];
    for (uint32_t i = 0; i < 36; ++i)
        values[i] = g.positions[i].x / 50.0f;
    vv_image image = plain_image(50, 50, (vv_color){20, 200, 100, 128});
    for (uint32_t y = 0; y < 10; ++y)
        memset(image.pixels + 4ul * 50 * y, 0, 200);
    vv_texture *texture = texture_of(&image);
    vv_canvas *canvas = clear_canvas(50, 50, clear);
    const vv_color tomato = {228, 87, 46, 255};
    vv_draw_layer_heat(canvas, pixel_camera(50, 50), &g.mesh, 0, g.positions, texture, values, tomato);
    vv_image drawn = resolve(canvas);
    for (uint32_t x = 0; x < 50; ++x) {
        double heat = (x + 0.5) / 50, gray = (0.299 * 20 + 0.587 * 200 + 0.114 * 100) / 255, pale = 0.6 + 0.4 * gray;
        const uint8_t *pixel = pixel_at(&drawn, x, 30);
        assert_int_equal(pixel[3], 128);
        assert_true(fabs(pixel[0] - pale * (255 + (228 - 255) * heat)) <= 0.51);
        assert_true(fabs(pixel[1] - pale * (255 + (87 - 255) * heat)) <= 0.51);
        assert_int_equal(pixel_at(&drawn, x, 5)[3], 0);
    }
    vv_image_destroy(&drawn, NULL);
    vv_canvas_destroy(canvas);
    vv_texture_destroy(texture);
    vv_image_destroy(&image, NULL);
}

static void ghosts_do_not_show_what_lies_inside_them(void **state)
{
    (void)state;
    static grid g;
    grid_make(&g, 1, 10, 10);
    vv_image image = plain_image(10, 10, (vv_color){200, 100, 50, 255});
    vv_texture *texture = texture_of(&image);
    vv_canvas *canvas = clear_canvas(10, 10, (vv_color){255, 255, 255, 255}), *ghost = clear_canvas(10, 10, clear);
    vv_draw_layer(ghost, pixel_camera(10, 10), &g.mesh, 0, g.positions, texture, 1.0f, no_tint);
    vv_draw_layer(ghost, pixel_camera(10, 10), &g.mesh, 0, g.positions, texture, 1.0f, no_tint);
    vv_draw_canvas(canvas, ghost, 0.5f, (vv_color){0, 0, 200, 255});
    vv_image drawn = resolve(canvas);
    assert_memory_equal(pixel_at(&drawn, 5, 5), "\x80\x80\xe4\xff", 4);
    vv_image_destroy(&drawn, NULL);
    vv_canvas_destroy(ghost);
    vv_canvas_destroy(canvas);
    vv_texture_destroy(texture);
    vv_image_destroy(&image, NULL);
}

static uint64_t draw_and_hash(void)
{
    static grid g;
    static vv_vec2 moved[GRID_MAX * GRID_MAX];
    grid_make(&g, 12, 2, 2);
    for (uint32_t i = 0; i < g.mesh.vertex_count; ++i) {
        vv_vec2 p = g.positions[i];
        moved[i] = (vv_vec2){p.x + 0.2f * vv_sin(3 * p.y), p.y + 0.1f * vv_sin(5 * p.x)};
    }
    vv_image image = noise_image(200, 150, 6);
    vv_texture *texture = texture_of(&image);
    vv_canvas *canvas = clear_canvas(160, 160, (vv_color){247, 241, 229, 255});
    vv_camera camera = {{1, 1}, 63.7f};
    const vv_handle handles[2] = {{VV_HANDLE_BONE, {0.2f, 0.3f}, {1.5f, 1.1f}, 0},
                                  {VV_HANDLE_POINT, {1, 1.7f}, {1, 1.7f}, 0}};
    vv_draw_shadow(canvas, camera, (vv_vec2){1, 0}, (vv_vec2){1, 0.2f}, (vv_vec2){1, 0}, (vv_color){42, 36, 48, 90});
    vv_draw_layer(canvas, camera, &g.mesh, 0, moved, texture, 0.8f, no_tint);
    vv_draw_wire(canvas, camera, &g.mesh, moved, 0.7f, (vv_color){42, 36, 48, 120});
    vv_draw_handles(canvas, camera, 2, handles, NULL, 1);
    vv_image drawn = resolve(canvas);
    uint64_t hash = vv_hash_bytes(0, drawn.pixels, 4 * 160 * 160);
    vv_image_destroy(&drawn, NULL);
    vv_canvas_destroy(canvas);
    vv_texture_destroy(texture);
    vv_image_destroy(&image, NULL);
    return hash;
}

static void the_same_drawing_gives_the_same_bytes(void **state)
{
    (void)state;
    uint64_t hash = draw_and_hash();
    assert_true(hash == draw_and_hash());
    if (hash != GOLDEN)
        fail_msg("the picture's hash is 0x%016llx", (unsigned long long)hash);
}

static void every_failing_allocation_is_reported(void **state)
{
    (void)state;
    vv_image image = noise_image(20, 10, 7);
    for (uint64_t n = 1, passed = 0; !passed; ++n) {
        vv_counting counting = {.fail_at = n};
        vv_allocator allocator = vv_counting_allocator(&counting);
        vv_canvas *canvas = NULL;
        vv_texture *texture = NULL;
        vv_error error = {0};
        vv_result result = vv_canvas_create(20, 10, &allocator, &canvas, &error);
        if (result == VV_OK)
            result = vv_texture_create(&image, &allocator, &texture, &error);
        passed = counting.fail_at != 0;
        assert_int_equal(result, passed ? VV_OK : VV_ERROR_MEMORY);
        vv_canvas_destroy(canvas);
        vv_texture_destroy(texture);
        assert_int_equal(counting.used, 0);
    }
    vv_canvas *canvas;
    assert_int_equal(vv_canvas_create(0, 5, NULL, &canvas, NULL), VV_ERROR_ARGUMENT);
    assert_int_equal(vv_canvas_create(VV_IMAGE_MAX_SIDE + 1, 5, NULL, &canvas, NULL), VV_ERROR_LIMIT);
    vv_image_destroy(&image, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_unmoved_picture_is_drawn_exactly),
        cmocka_unit_test(no_seam_shows_between_triangles),
        cmocka_unit_test(layers_blend_as_the_formula_says),
        cmocka_unit_test(a_fold_lies_over_what_it_covers),
        cmocka_unit_test(a_fine_pattern_shown_small_is_calm),
        cmocka_unit_test(squashed_lines_stay_smooth),
        cmocka_unit_test(shrinking_keeps_the_mean),
        cmocka_unit_test(wild_vertices_do_no_harm),
        cmocka_unit_test(texture_coordinates_outside_the_picture_are_transparent),
        cmocka_unit_test(heat_is_linear_between_vertices),
        cmocka_unit_test(heat_colours_the_ink_and_nothing_else),
        cmocka_unit_test(ghosts_do_not_show_what_lies_inside_them),
        cmocka_unit_test(the_same_drawing_gives_the_same_bytes),
        cmocka_unit_test(every_failing_allocation_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
