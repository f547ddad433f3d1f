/* Solids against closed forms: what projects where, what hides what, where light throws shadows. */
#include "author/render/camera3.h"
#include "author/render/render.h"
#include "runtime/base/base.h"
#include "tests/testing.h"

#include <math.h>
#include <string.h>

enum { SIDE = 64 };

static void pixel_of(const vv_canvas *canvas, uint32_t x, uint32_t y, uint8_t out[4])
{
    vv_image image;
    assert_int_equal(vv_image_create(SIDE, SIDE, NULL, &image, NULL), VV_OK);
    vv_canvas_resolve(canvas, &image);
    memcpy(out, &image.pixels[4 * (y * SIDE + x)], 4);
    vv_image_destroy(&image, NULL);
}

/* Every corner of a box fits into the picture and leaves the margin, and at least one of them needs all of it. */
static void frames_exactly(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(7);
    for (uint32_t round = 0; round < 200; round++) {
        vv_vec3 points[8];
        for (uint32_t i = 0; i < 8; i++)
            points[i] = (vv_vec3){4.0f * vvi_random_unit(&random) - 1.0f, 3.0f * vvi_random_unit(&random),
                                  5.0f * vvi_random_unit(&random) - 9.0f};
        float aspect = 0.5f + 1.5f * vvi_random_unit(&random), lens = round % 2 ? 0.6f : 0.0f, margin = 0.1f;
        uint32_t width = (uint32_t)(1000.0f * aspect), height = 1000;
        vv_camera3 camera = vv_camera3_framing(8, points, 6.0f * vvi_random_unit(&random),
                                               1.2f * vvi_random_unit(&random), lens, (float)width / 1000.0f, margin);
        vv_view view = vv_view_create(&camera, width, height);
        float nearest = INFINITY;
        for (uint32_t i = 0; i < 8; i++) {
            vv_vec3 at;
            assert_true(vv_view_project(&view, points[i], &at));
            float room = fminf(fminf(at.x, (float)width - at.x) / (float)width, fminf(at.y, 1000.0f - at.y) / 1000.0f);
            nearest = fminf(nearest, room);
        }
        assert_true(nearest > margin - 2e-3f);
        assert_true(nearest < margin + 2e-3f);
    }
}

/* The ray through a projected point meets a plane through the point there. */
static void meets_what_it_projects(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(11);
    for (uint32_t round = 0; round < 500; round++) {
        vv_camera3 camera = {.heading = 6.0f * vvi_random_unit(&random),
                             .pitch = 0.1f + vvi_random_unit(&random),
                             .height = 2.0f,
                             .lens = round % 2 ? 0.5f : 0.0f};
        vv_view view = vv_view_create(&camera, 300, 200);
        vv_vec3 point = {vvi_random_unit(&random) - 0.5f, vvi_random_unit(&random) - 0.5f,
                         vvi_random_unit(&random) - 0.5f};
        vv_vec3 seen, found, normal = vv_vec3_normalize((vv_vec3){0.2f, 1.0f, -0.1f}, (vv_vec3){0});
        assert_true(vv_view_project(&view, point, &seen));
        if (!vv_view_intersect_plane(&view, seen.x, seen.y, point, normal, &found))
            continue; /* the plane is seen from below */
        assert_true(vv_vec3_length(vv_vec3_sub(point, found)) < 1e-4f);
    }
}

/* Two squares across the view, at different depths and in different orders. */
static void nearer_hides_farther(void **state)
{
    (void)state;
    const uint32_t triangles[6] = {0, 1, 2, 0, 2, 3};
    for (uint32_t order = 0; order < 2; order++) {
        vv_canvas *canvas = NULL;
        vv_solids *solids = NULL;
        assert_int_equal(vv_canvas_create(SIDE, SIDE, NULL, &canvas, NULL), VV_OK);
        assert_int_equal(vv_solids_create(SIDE, SIDE, NULL, &solids, NULL), VV_OK);
        vv_canvas_clear(canvas, (vv_color){255, 255, 255, 255});
        vv_solids_begin(solids, (vv_camera3){.height = 2.0f}, (vv_ground){0});
        for (uint32_t i = 0; i < 2; i++) {
            bool front = (i == 0) == (order == 0);
            float z = front ? 0.5f : -0.5f, size = front ? 0.4f : 0.8f;
            const vv_vec3 corners[4] = {{-size, -size, z}, {size, -size, z}, {size, size, z}, {-size, size, z}};
            vv_color color = front ? (vv_color){200, 0, 0, 255} : (vv_color){0, 0, 200, 255};
            vv_solids_draw(solids, &(vv_solid){4, 2, corners, NULL, triangles, NULL, NULL, color});
        }
        vv_solids_end(solids, canvas, 0, 0);
        uint8_t middle[4], edge[4], outside[4];
        pixel_of(canvas, 32, 32, middle);
        pixel_of(canvas, 10, 32, edge);
        pixel_of(canvas, 2, 32, outside);
        assert_true(middle[0] > 100 && middle[2] < 60);
        assert_true(edge[2] > 100 && edge[0] < 60);
        assert_int_equal(outside[0], 255);
        vv_solids_destroy(solids);
        vv_canvas_destroy(canvas);
    }
}

/* From straight above, parallel: light from (−0.42, 0.95, …) throws the shadow of a small square at height h aside by
 * h over the slope. */
static void shadow_falls_along_the_light(void **state)
{
    (void)state;
    vv_canvas *canvas = NULL;
    vv_solids *solids = NULL;
    const uint32_t triangles[6] = {0, 1, 2, 0, 2, 3};
    const float h = 1.0f, s = 0.12f;
    const vv_vec3 corners[4] = {{-s, h, -s}, {s, h, -s}, {s, h, s}, {-s, h, s}};
    assert_int_equal(vv_canvas_create(SIDE, SIDE, NULL, &canvas, NULL), VV_OK);
    assert_int_equal(vv_solids_create(SIDE, SIDE, NULL, &solids, NULL), VV_OK);
    vv_canvas_clear(canvas, (vv_color){255, 255, 255, 255});
    vv_solids_begin(solids, (vv_camera3){.pitch = 1.5707963f, .height = 4.0f},
                    (vv_ground){{0}, {0.0f, 1.0f, 0.0f}, 0.0f, 3.0f});
    vv_solids_draw(solids, &(vv_solid){4, 2, corners, NULL, triangles, NULL, NULL, {255, 255, 255, 255}});
    vv_solids_end(solids, canvas, 0, 0);
    /* From above, right is +x and the light stands to the left: 0.42 aside for 0.95 down. */
    float aside = h * 0.42f / 0.95f, pixels = (float)SIDE / 4.0f;
    uint8_t dark[4], light[4];
    pixel_of(canvas, (uint32_t)(32.0f + aside * pixels), 32, dark);
    pixel_of(canvas, (uint32_t)(32.0f - aside * pixels), 32, light);
    assert_true(dark[0] + 25 < light[0]);
    vv_solids_destroy(solids);
    vv_canvas_destroy(canvas);
}

/* A round thing of few triangles, lit from above: along its upper rim, where normals look away a little, it is not
 * dark (a rim that parts limb from limb takes a third). Inside out, it is lit as if its inside were outside. */
static void no_dark_rim_under_the_light(void **state)
{
    (void)state;
    enum { SECTORS = 5, RINGS = 5, COUNT = SECTORS * (RINGS + 1) };
    vv_vec3 places[COUNT], normals[COUNT];
    uint32_t triangles[6 * SECTORS * RINGS], corners = 0;
    for (uint32_t v = 0; v < COUNT; v++) {
        float across = -1.2f + 2.4f * (float)(v / SECTORS) / RINGS,
              around = -0.26f + 6.2831853f * (float)(v % SECTORS) / SECTORS;
        normals[v] = (vv_vec3){0.0f, cosf(around), sinf(around)};
        places[v] = (vv_vec3){across, 0.9f * normals[v].y, 0.9f * normals[v].z};
    }
    for (uint32_t v = 0; v < SECTORS * RINGS; v++) {
        uint32_t next = v % SECTORS == SECTORS - 1 ? v + 1 - SECTORS : v + 1;
        const uint32_t six[6] = {v, v + SECTORS, next, next, v + SECTORS, next + SECTORS};
        for (uint32_t k = 0; k < 6; k++)
            triangles[corners++] = six[k];
    }
    for (int inside_out = 0; inside_out < 2; inside_out++) {
        vv_canvas *canvas = NULL;
        vv_solids *solids = NULL;
        assert_int_equal(vv_canvas_create(SIDE, SIDE, NULL, &canvas, NULL), VV_OK);
        assert_int_equal(vv_solids_create(SIDE, SIDE, NULL, &solids, NULL), VV_OK);
        vv_canvas_clear(canvas, (vv_color){0, 0, 0, 255});
        vv_solids_begin(solids, (vv_camera3){.height = 2.0f}, (vv_ground){0});
        vv_solids_draw(solids,
                       &(vv_solid){COUNT, corners / 3, places, normals, triangles, NULL, NULL, {200, 200, 200, 255}});
        vv_solids_end(solids, canvas, 0, 0);
        for (uint32_t x = 8; x < SIDE - 8; x++) {
            uint8_t rim[4] = {0}, below[4];
            uint32_t y = 0;
            while (y < SIDE / 2 && rim[0] < 20)
                pixel_of(canvas, x, y++, rim);
            pixel_of(canvas, x, y, rim); /* the first is half background */
            pixel_of(canvas, x, y + 5, below);
            assert_true(2 * rim[0] > below[0]);
        }
        vv_solids_destroy(solids);
        vv_canvas_destroy(canvas);
        for (uint32_t v = 0; v < COUNT; v++)
            normals[v] = vv_vec3_scale(normals[v], -1.0f);
    }
}

static void fails_without_memory(void **state)
{
    (void)state;
    for (uint64_t n = 1; n <= 8; n++) {
        vv_counting counting = {.fail_at = n};
        vv_allocator allocator = vv_counting_allocator(&counting);
        vv_solids *solids = NULL;
        vv_error error = {0};
        vv_result result = vv_solids_create(8, 8, &allocator, &solids, &error);
        assert_true(result == VV_OK || error.code == VV_ERROR_MEMORY);
        vv_solids_destroy(solids);
        assert_int_equal(counting.used, 0);
    }
    vv_solids *solids = NULL;
    assert_int_equal(vv_solids_create(0, 8, NULL, &solids, NULL), VV_ERROR_LIMIT);
    assert_int_equal(vv_solids_create(8, 100000, NULL, &solids, NULL), VV_ERROR_LIMIT);
}

/* Corners that are no numbers, and those behind a lens, draw nothing and do no harm. */
static void leaves_out_what_cannot_be_seen(void **state)
{
    (void)state;
    vv_canvas *canvas = NULL;
    vv_solids *solids = NULL;
    const uint32_t triangles[3] = {0, 1, 2};
    vv_vec3 corners[3] = {{NAN, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}, {0.0f, INFINITY, 0.0f}};
    assert_int_equal(vv_canvas_create(SIDE, SIDE, NULL, &canvas, NULL), VV_OK);
    assert_int_equal(vv_solids_create(SIDE, SIDE, NULL, &solids, NULL), VV_OK);
    vv_canvas_clear(canvas, (vv_color){255, 255, 255, 255});
    vv_solids_begin(solids, (vv_camera3){.height = 1.0f, .lens = 0.5f}, (vv_ground){0});
    vv_solids_draw(solids, &(vv_solid){3, 1, corners, NULL, triangles, NULL, NULL, {0, 0, 0, 255}});
    corners[0] = (vv_vec3){-1.0f, 0.0f, 50.0f};
    corners[2] = (vv_vec3){0.0f, 1.0f, 50.0f};
    vv_solids_draw(solids, &(vv_solid){3, 1, corners, NULL, triangles, NULL, NULL, {0, 0, 0, 255}});
    vv_solids_end(solids, canvas, 0, 0);
    for (uint32_t y = 0; y < SIDE; y += 9) {
        uint8_t pixel[4];
        pixel_of(canvas, 32, y, pixel);
        assert_int_equal(pixel[0], 255);
    }
    vv_solids_destroy(solids);
    vv_canvas_destroy(canvas);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frames_exactly),
        cmocka_unit_test(meets_what_it_projects),
        cmocka_unit_test(nearer_hides_farther),
        cmocka_unit_test(shadow_falls_along_the_light),
        cmocka_unit_test(no_dark_rim_under_the_light),
        cmocka_unit_test(fails_without_memory),
        cmocka_unit_test(leaves_out_what_cannot_be_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
