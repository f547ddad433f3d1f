/* What verve render draws is what verve simulate runs: the vertices that reach the canvas are those of the simulation,
 * bit by bit, at every frame; shadows and obstacles are drawn where they are. */
#include "author/build/folder_host.h"
#include "author/folder/folder.h"
#include "cli/show_stage.h"
#include "runtime/base/base.h"
#include "tests/testing.h"

typedef struct opened {
    vv_project_folder *folder;
    vv_folder_host host;
    vv_session *session;
    const vv_project *project;
} opened;

/* The host points at itself: it stays where it is. */
static void open_project(opened *o)
{
    char path[1024];
    vv_error error = {0};
    snprintf(path, sizeof path, "%s/tests/cli/stage", getenv("VV_SOURCE"));
    if (vv_project_folder_open(path, VV_FOLDER_READ, VV_FLUSH_HOST, NULL, &o->folder, &error) != VV_OK ||
        vv_folder_host_open(path, &o->host, &error) != VV_OK ||
        vv_session_create(vv_project_folder_document(o->folder), &o->host.host, NULL, &o->session, &error) != VV_OK)
        fail_msg("%s: %s", error.file, error.message);
    o->project = vv_document_project(vv_project_folder_document(o->folder));
}

static void close_project(opened *o)
{
    vv_session_destroy(o->session);
    vv_project_folder_close(o->folder);
}

static const show_def plain = {.width = 200, .height = 150, .background = {255, 255, 255, 255}, .heat = VV_NONE};

static void the_vertices_drawn_are_those_simulated(void **state)
{
    (void)state;
    opened o = {0};
    open_project(&o);
    uint32_t scene = vv_project_find_scene(o.project, "drop"), actors = o.project->scenes[scene]->stage.actor_count;
    vv_performance *drawn = NULL, *run = NULL;
    show_stage view;
    assert_int_equal(vv_performance_create(o.session, scene, NULL, &drawn, NULL), VV_OK);
    assert_int_equal(vv_performance_create(o.session, scene, NULL, &run, NULL), VV_OK);
    assert_int_equal(show_stage_open(&plain, o.project, o.project->scenes[scene], drawn, &view, NULL), VV_OK);
    show_stage_frame(&view, &(show_bounds){{-3.0f, 0.0f}, {3.0f, 3.0f}, true});
    for (uint32_t f = 0; f < 60; f++) {
        vv_vec2 expected[64];
        vv_performance_show(drawn, f / 60.0);
        show_stage_draw(&view); /* the last actor's vertices are left in view.vertices */
        for (double part = 0.0; part <= 4.0; part++)
            vv_performance_show(run, (f - 1.0 + part / 4.0) / 60.0);
        uint32_t count = vv_performance_rigged(run, actors - 1)->body->mesh.vertex_count;
        assert_true(count <= 64);
        vv_stage_vertices(vv_performance_stage(run), vv_performance_actor(run, actors - 1), expected);
        assert_memory_equal(view.vertices, expected, count * sizeof *expected);
        assert_int_equal(vv_performance_hash(drawn), vv_performance_hash(run));
    }
    show_stage_close(&view);
    vv_performance_destroy(drawn);
    vv_performance_destroy(run);
    close_project(&o);
}

static const uint8_t *pixel(const vv_image *image, const show_stage *s, float x, float y)
{
    int column = (int)(0.5f * (float)image->width + (x - s->camera.centre.x) * s->camera.pixels_per_metre);
    int row = (int)(0.5f * (float)image->height - (y - s->camera.centre.y) * s->camera.pixels_per_metre);
    assert_true(column >= 0 && row >= 0 && column < (int)image->width && row < (int)image->height);
    return image->pixels + 4 * ((size_t)row * image->width + (size_t)column);
}

static bool is_background(const uint8_t *p) { return p[0] == 255 && p[1] == 255 && p[2] == 255; }

static void obstacles_are_drawn_where_they_are(void **state)
{
    (void)state;
    opened o = {0};
    open_project(&o);
    uint32_t scene = vv_project_find_scene(o.project, "drop");
    vv_performance *p = NULL;
    show_stage view;
    vv_image image;
    assert_int_equal(vv_performance_create(o.session, scene, NULL, &p, NULL), VV_OK);
    assert_int_equal(show_stage_open(&plain, o.project, o.project->scenes[scene], p, &view, NULL), VV_OK);
    assert_int_equal(vv_image_create(plain.width, plain.height, NULL, &image, NULL), VV_OK);
    show_stage_frame(&view, &(show_bounds){{-3.0f, 0.0f}, {3.0f, 3.5f}, true});
    show_stage_draw(&view);
    vv_canvas_resolve(view.canvas, &image);
    assert_false(is_background(pixel(&image, &view, 0.0f, -0.15f))); /* ground */
    assert_false(is_background(pixel(&image, &view, 1.5f, 0.75f)));  /* platform */
    assert_false(is_background(pixel(&image, &view, -2.2f, 0.2f)));  /* polygon */
    assert_false(is_background(pixel(&image, &view, 0.0f, 2.4f)));   /* sensor */
    assert_true(is_background(pixel(&image, &view, -1.5f, 1.0f)));   /* nothing */
    assert_true(is_background(pixel(&image, &view, -2.8f, 0.4f)));   /* above the polygon's slope */
    const uint8_t *sensor = pixel(&image, &view, 0.0f, 2.4f), *solid = pixel(&image, &view, -2.2f, 0.2f);
    assert_true(sensor[0] > 200 && sensor[0] > solid[2]); /* faint */
    vv_image_destroy(&image, NULL);
    show_stage_close(&view);
    vv_performance_destroy(p);
    close_project(&o);
}

/* A stage with and without names at this time: which columns of the picture differ, and where the first row is that
 * does. */
static uint32_t compare_names(opened *o, double time, bool differs[200])
{
    uint32_t scene = vv_project_find_scene(o->project, "drop"), first = plain.height;
    show_def named = plain;
    named.names = true;
    vv_performance *p = NULL;
    vv_image images[2];
    assert_int_equal(vv_performance_create(o->session, scene, NULL, &p, NULL), VV_OK);
    vv_performance_show(p, time);
    for (int k = 0; k < 2; k++) {
        show_stage view;
        assert_int_equal(show_stage_open(k ? &named : &plain, o->project, o->project->scenes[scene], p, &view, NULL),
                         VV_OK);
        assert_int_equal(vv_image_create(plain.width, plain.height, NULL, &images[k], NULL), VV_OK);
        show_stage_frame(&view, &(show_bounds){{-3.0f, 0.0f}, {3.0f, 3.5f}, true});
        show_stage_draw(&view);
        vv_canvas_resolve(view.canvas, &images[k]);
        show_stage_close(&view);
    }
    for (uint32_t i = 0; i < plain.width * plain.height; i++)
        if (memcmp(images[0].pixels + 4 * i, images[1].pixels + 4 * i, 4) != 0) {
            differs[i % plain.width] = true;
            first = i / plain.width < first ? i / plain.width : first;
        }
    vv_image_destroy(&images[0], NULL);
    vv_image_destroy(&images[1], NULL);
    vv_performance_destroy(p);
    return first;
}

static void names_stand_below_where_actors_began(void **state)
{
    (void)state;
    opened o = {0};
    open_project(&o);
    bool early[200] = {false}, late[200] = {false};
    assert_true(compare_names(&o, 0.0, early) > plain.height - 30u); /* at the lower edge */
    compare_names(&o, 0.5, late);
    assert_memory_equal(early, late, sizeof early); /* and there they stay */
    /* "one" is in the middle, "two, held" to its right, with a gap between them and nothing further left. */
    bool any[3] = {false, false, false};
    for (uint32_t x = 0; x < 200; x++)
        any[x < 80 ? 0 : x < 118 ? 1 : 2] |= early[x];
    assert_true(!any[0] && any[1] && any[2] && !early[118]);
    close_project(&o);
}

static void the_camera_holds_what_it_was_shown(void **state)
{
    (void)state;
    opened o = {0};
    open_project(&o);
    uint32_t scene = vv_project_find_scene(o.project, "drop");
    vv_performance *p = NULL;
    show_stage view;
    show_bounds bounds = {0};
    assert_int_equal(vv_performance_create(o.session, scene, NULL, &p, NULL), VV_OK);
    assert_int_equal(show_stage_open(&plain, o.project, o.project->scenes[scene], p, &view, NULL), VV_OK);
    show_stage_measure(&view, &bounds);
    vv_performance_show(p, 0.4);
    show_stage_measure(&view, &bounds);
    show_stage_frame(&view, &bounds);
    float half_x = 0.5f * (float)plain.width / view.camera.pixels_per_metre;
    float half_y = 0.5f * (float)plain.height / view.camera.pixels_per_metre;
    assert_true(view.camera.centre.x - half_x < bounds.low.x && view.camera.centre.x + half_x > bounds.high.x);
    assert_true(view.camera.centre.y - half_y < bounds.low.y && view.camera.centre.y + half_y > bounds.high.y);
    assert_true(view.camera.centre.x - half_x < -3.0f && view.camera.centre.x + half_x > 3.0f); /* and what stands */
    show_stage_close(&view);
    vv_performance_destroy(p);
    close_project(&o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_vertices_drawn_are_those_simulated),
        cmocka_unit_test(obstacles_are_drawn_where_they_are),
        cmocka_unit_test(names_stand_below_where_actors_began),
        cmocka_unit_test(the_camera_holds_what_it_was_shown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
