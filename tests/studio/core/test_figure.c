/* Views of artworks: what they hold, that they stay where they are, and what is carried over when a project changes. */
#include "shipped.h"

#include "studio/core/figure.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static void apply(vv_studio *studio, const char *command)
{
    if (vv_studio_apply(studio, command, (uint32_t)strlen(command)) != VV_OK)
        fail_msg("%s: %s", command, vv_studio_text(studio));
}

static void preview(vv_studio *studio, const char *command)
{
    assert_int_equal(vv_studio_preview(studio, command, (uint32_t)strlen(command)), VV_OK);
}

/* Vertices by the definition of skinning, from the turns that the view shows. */
static void test_vertices_are_the_skin_of_the_pose(void **state)
{
    (void)state;
    vv_studio *studio = shipped_open("sack", NULL);
    const vv_figure *figure = vv_studio_figure(studio, 0);
    assert_int_equal(vv_studio_show_example(studio, 0, 3), VV_OK);
    const vvi_figure *f = studio->figures->items[0];
    for (uint32_t v = 0; v < figure->vertex_count; v++) {
        vv_vec2 sum = {0, 0};
        for (uint32_t h = 0; h < figure->handle_count; h++)
            sum = vv_vec2_add(sum, vv_vec2_scale(vv_affine_apply(f->pose_state->pose[h], figure->rest[v]),
                                                 figure->weights[(size_t)v * figure->handle_count + h]));
        assert_true(vv_vec2_distance(sum, figure->vertices[v]) < 1e-4f);
    }
    uint32_t vertices = 0, triangles = 0;
    for (uint32_t l = 0; l < figure->layer_count; l++) {
        vertices += figure->layers[4 * l + 1];
        triangles += figure->layers[4 * l + 3];
    }
    assert_int_equal(vertices, figure->vertex_count);
    assert_int_equal(triangles, figure->triangle_count);
    assert_true(figure->low_x < figure->high_x && figure->low_y < figure->high_y && figure->smallest_angle > 5.0f);
    vv_studio_destroy(studio);
}

static void test_views_stay_and_versions_count(void **state)
{
    (void)state;
    vv_studio *studio = shipped_open("ball", NULL);
    const vv_figure *figure = vv_studio_figure(studio, 0);
    uint32_t version = figure->mesh_version, count = figure->vertex_count;
    apply(studio, "{\"do\":\"sprite.set\",\"artwork\":\"ball\",\"density\":2}");
    assert_ptr_equal(vv_studio_figure(studio, 0), figure);
    assert_int_equal(figure->mesh_version, version);
    preview(studio, "{\"do\":\"layer.set\",\"artwork\":\"ball\",\"layer\":\"ball\",\"vertices\":120}");
    assert_ptr_equal(vv_studio_figure(studio, 0), figure);
    assert_int_not_equal(figure->mesh_version, version);
    assert_true(figure->vertex_count < count);
    vv_studio_preview_end(studio);
    assert_ptr_equal(vv_studio_figure(studio, 0), figure);
    assert_int_equal(figure->vertex_count, count);
    version = figure->mesh_version;
    const uint8_t dot[4] = {0, 0, 0, 255};
    assert_int_equal(vv_studio_put_image(studio, "art/ball.png", 1, 1, dot), VV_OK);
    const vv_figure *after = vv_studio_figure(studio, 0);
    assert_true(after == NULL || after->mesh_version != version);
    assert_null(vv_studio_figure(studio, 1));
    assert_true(vv_studio_text_length(studio) > 0);
    vv_studio_destroy(studio);
}

/* Posed by hand, then the project changes: handles of the same name stand as they stood. */
static void test_a_pose_is_carried_over(void **state)
{
    (void)state;
    vv_studio *studio = shipped_open("ball", NULL);
    const vv_figure *figure = vv_studio_figure(studio, 0);
    vv_vec2 top = figure->handles[2];
    assert_int_equal(vv_studio_grab(studio, 0, 1, top.x, top.y), VV_OK);
    assert_int_equal(vv_studio_drag(studio, 0, top.x + 0.2f, top.y + 0.3f), VV_OK);
    vv_studio_release(studio, 0, true);
    vv_vec2 posed = figure->handles[2];
    preview(studio, "{\"do\":\"layer.set\",\"artwork\":\"ball\",\"layer\":\"ball\",\"vertices\":140}");
    figure = vv_studio_figure(studio, 0);
    assert_int_equal(figure->posed, 1);
    assert_true(vv_vec2_distance(figure->handles[2], posed) < 1e-5f);
    vv_studio_preview_end(studio);
    apply(studio, "{\"do\":\"handle.add\",\"artwork\":\"ball\",\"name\":\"nose\",\"kind\":\"point\",\"at\":[0.3,0.9]}");
    figure = vv_studio_figure(studio, 0);
    assert_int_equal(figure->handle_count, 6);
    assert_true(vv_vec2_distance(figure->handles[2], posed) < 1e-4f);
    assert_true(vv_vec2_distance(figure->handles[10], (vv_vec2){0.3f, 0.9f}) > 0.02f); /* it follows the others */
    vv_studio_destroy(studio);
}

static void test_places_and_ghosts(void **state)
{
    (void)state;
    vv_studio *studio = shipped_open("ball", NULL);
    const vv_figure *figure = vv_studio_figure(studio, 0);
    float weights[8] = {0};
    weights[0] = 0.25f, weights[1] = 0.75f;
    vv_vec2 *ghost = malloc(figure->vertex_count * sizeof *ghost);
    assert_int_equal(vv_studio_vertices(studio, 0, weights, ghost), VV_OK);
    assert_int_equal(vv_studio_show_place(studio, 0, weights), VV_OK);
    assert_memory_equal(ghost, figure->vertices, figure->vertex_count * sizeof *ghost);
    assert_true(figure->place[1] == 0.75f && figure->posed == 0);
    weights[0] = NAN;
    assert_int_equal(vv_studio_show_place(studio, 0, weights), VV_ERROR_ARGUMENT);
    assert_int_equal(vv_studio_vertices(studio, 0, weights, ghost), VV_ERROR_ARGUMENT);
    assert_int_equal(vv_studio_show_rest(studio, 0), VV_OK);
    for (uint32_t v = 0; v < figure->vertex_count; v++)
        assert_true(vv_vec2_distance(figure->vertices[v], figure->rest[v]) < 1e-6f);
    free(ghost);
    vv_studio_destroy(studio);
}

/* A drawing without handles shows, and says what to do when it is grabbed; an artwork without an image names its
 * path. */
static void test_nothing_to_hold(void **state)
{
    (void)state;
    vv_studio *studio = vv_studio_create(NULL);
    uint8_t pixels[16 * 16 * 4];
    memset(pixels, 255, sizeof pixels);
    apply(studio, "[{\"do\":\"artwork.add\",\"name\":\"a\"},"
                  "{\"do\":\"layer.add\",\"artwork\":\"a\",\"name\":\"l\",\"image\":\"art/l.png\"}]");
    assert_null(vv_studio_figure(studio, 0));
    assert_non_null(strstr(vv_studio_text(studio), "art/l.png"));
    assert_int_equal(vv_studio_put_image(studio, "art/l.png", 16, 16, pixels), VV_OK);
    const vv_figure *figure = vv_studio_figure(studio, 0);
    assert_non_null(figure);
    assert_int_equal(figure->handle_count, 0);
    assert_int_equal(figure->example_count, 0);
    assert_int_equal(vv_studio_grab(studio, 0, VV_NONE, figure->rest[0].x, figure->rest[0].y), VV_ERROR_NOT_FOUND);
    assert_int_equal(vv_studio_show_place(studio, 0, NULL), VV_OK);
    assert_int_equal(vv_studio_suggest_handles(studio, 0, false), VV_OK);
    vv_studio_destroy(studio);
}

/* Layers that did not change keep their triangles; what comes of it is what is built from nothing, to the bit. */
static void test_building_on_is_building_anew(void **state)
{
    (void)state;
    static const char *const commands[] = {
        "{\"do\":\"layer.set\",\"artwork\":\"man\",\"layer\":\"torso\",\"vertices\":230}",
        "{\"do\":\"handle.add\",\"artwork\":\"man\",\"name\":\"new\",\"kind\":\"point\",\"at\":[0.05,1.03]}",
        "{\"do\":\"layer.move\",\"artwork\":\"man\",\"layer\":\"head\",\"before\":\"leg-upper-right\"}",
        "{\"do\":\"artwork.set\",\"artwork\":\"man\",\"scale\":500}"};
    vv_studio *on = shipped_open("man", NULL), *anew = shipped_open("man", NULL);
    assert_non_null(vv_studio_figure(on, 0));
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t hashes[4];
        apply(on, commands[i]);
        apply(anew, commands[i]);
        vvi_figures_invalidate(anew);
        vv_session_forget(anew->session);
        assert_int_equal(vv_studio_hash(on, hashes), VV_OK);
        assert_int_equal(vv_studio_hash(anew, hashes + 2), VV_OK);
        assert_memory_equal(hashes, hashes + 2, 8);
        assert_true(vv_studio_figure(on, 0)->smallest_angle == vv_studio_figure(anew, 0)->smallest_angle);
    }
    vv_studio_destroy(on);
    vv_studio_destroy(anew);
}

/* Artworks that are built from the same drawing and the same handles share its body; looking at one by turns leaves
 * what the others show. */
static void test_artworks_alike(void **state)
{
    (void)state;
    vv_studio *studio = vv_studio_create(NULL);
    uint8_t pixels[16 * 16 * 4];
    memset(pixels, 255, sizeof pixels);
    for (uint32_t i = 0; i < 3; i++) {
        char command[512];
        snprintf(command, sizeof command,
                 "[{\"do\":\"artwork.add\",\"name\":\"a%u\"},"
                 "{\"do\":\"layer.add\",\"artwork\":\"a%u\",\"name\":\"l\",\"image\":\"art/l.png\"},"
                 "{\"do\":\"handle.add\",\"artwork\":\"a%u\",\"name\":\"h\",\"kind\":\"point\",\"at\":[0,0]},"
                 "{\"do\":\"example.add\",\"artwork\":\"a%u\",\"name\":\"e\",\"pose\":{\"h\":{\"move\":[%u,0]}}}]",
                 i, i, i, i, i);
        apply(studio, command);
    }
    assert_int_equal(vv_studio_put_image(studio, "art/l.png", 16, 16, pixels), VV_OK);
    for (uint32_t i = 0; i < 9; i++) {
        const float all = 1.0f;
        const vv_figure *figure = vv_studio_figure(studio, i % 3);
        assert_non_null(figure);
        vv_vec2 *ghost = malloc(figure->vertex_count * sizeof *ghost);
        assert_int_equal(vv_studio_show_example(studio, i % 3, 0), VV_OK);
        assert_int_equal(vv_studio_vertices(studio, i % 3, &all, ghost), VV_OK);
        for (uint32_t v = 0; v < figure->vertex_count; v++) {
            assert_true(fabsf(figure->vertices[v].x - figure->rest[v].x - (float)(i % 3)) < 1e-5f);
            assert_true(fabsf(ghost[v].x - figure->vertices[v].x) < 1e-5f);
        }
        free(ghost);
    }
    assert_ptr_equal(vv_studio_figure(studio, 0)->rest, vv_studio_figure(studio, 1)->rest);
    apply(studio, "{\"do\":\"artwork.remove\",\"artwork\":\"a0\"}");
    assert_int_equal(vv_studio_show_example(studio, 0, 0), VV_OK);
    const vv_figure *figure = vv_studio_figure(studio, 0);
    assert_true(fabsf(figure->vertices[0].x - figure->rest[0].x - 1.0f) < 1e-5f);
    vv_studio_destroy(studio);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vertices_are_the_skin_of_the_pose),
        cmocka_unit_test(test_views_stay_and_versions_count),
        cmocka_unit_test(test_a_pose_is_carried_over),
        cmocka_unit_test(test_places_and_ghosts),
        cmocka_unit_test(test_nothing_to_hold),
        cmocka_unit_test(test_building_on_is_building_anew),
        cmocka_unit_test(test_artworks_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
