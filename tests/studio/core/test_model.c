/* Files of motions and models: what the page is told of them before they belong to the project, and when feet stand. */
#include "shipped.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static uint8_t *load(const char *name, size_t *count)
{
    char path[4096];
    uint8_t *bytes = NULL;
    const char *source = getenv("VV_SOURCE");
    snprintf(path, sizeof path, "%s/examples/%s", source ? source : ".", name);
    assert_int_equal(vv_file_read(path, 1u << 26, NULL, &bytes, count, NULL), VV_OK);
    return bytes;
}

static vv_result read_file(vv_studio *studio, const char *name)
{
    size_t count = 0;
    uint8_t *bytes = load(name, &count);
    vv_result result = vv_studio_read_model(studio, name, bytes, (uint32_t)count);
    vv_file_release(NULL, bytes, count);
    return result;
}

/* A project with the person's neutral walk. */
static vv_studio *walking(void)
{
    static const char commands[] =
        "[{\"do\":\"skeleton.add\",\"name\":\"person\",\"file\":\"clips/neutral.bvh\"},"
        "{\"do\":\"take.add\",\"name\":\"neutral\",\"skeleton\":\"person\",\"file\":\"clips/neutral.bvh\"}]";
    vv_studio *studio = vv_studio_create(NULL);
    assert_non_null(studio);
    size_t count = 0;
    uint8_t *bytes = load("person/clips/neutral.bvh", &count);
    assert_int_equal(vv_studio_put_file(studio, "clips/neutral.bvh", bytes, (uint32_t)count), VV_OK);
    vv_file_release(NULL, bytes, count);
    if (vv_studio_apply(studio, commands, (uint32_t)strlen(commands)) != VV_OK)
        fail_msg("%s", vv_studio_text(studio));
    return studio;
}

static bool says(const vv_studio *studio, const char *words) { return strstr(vv_studio_text(studio), words) != NULL; }

static void test_a_motion_tells_its_joints_and_its_length(void **state)
{
    (void)state;
    vv_studio *studio = vv_studio_create(NULL);
    assert_int_equal(read_file(studio, "person/clips/neutral.bvh"), VV_OK);
    assert_true(says(studio, "\"joints\":[\"pelvis\",\"spine\""));
    assert_true(says(studio, "\"parents\":[-1,0,1"));
    assert_true(says(studio, "\"skeleton\":null"));
    assert_true(says(studio, "\"takes\":[{\"name\":\"neutral\",\"seconds\":"));
    vv_studio_destroy(studio);
}

static void test_the_skeleton_with_the_same_joints_is_found(void **state)
{
    (void)state;
    vv_studio *studio = walking();
    assert_int_equal(read_file(studio, "person/clips/goofy.bvh"), VV_OK);
    assert_true(says(studio, "\"skeleton\":\"person\""));
    assert_int_equal(read_file(studio, "robot/clips/walk-level-whole.bvh"), VV_OK);
    assert_true(says(studio, "\"skeleton\":null"));
    vv_studio_destroy(studio);
}

static void test_a_form_tells_its_vertices(void **state)
{
    (void)state;
    vv_studio *studio = vv_studio_create(NULL);
    assert_int_equal(read_file(studio, "blob/forms/round.obj"), VV_OK);
    assert_true(says(studio, "{\"forms\":[{\"mesh\":null,\"morph\":null,\"vertices\":"));
    vv_studio_destroy(studio);
}

static void test_what_is_damaged_or_unknown_is_refused(void **state)
{
    (void)state;
    vv_studio *studio = vv_studio_create(NULL);
    const uint8_t *none = (const uint8_t *)"";
    assert_int_equal(vv_studio_read_model(studio, "walk.fbx", none, 0), VV_ERROR_ARGUMENT);
    assert_true(says(studio, ".bvh"));
    for (size_t kind = 0; kind < 4; kind++) {
        static const char *const names[] = {"a.bvh", "a.obj", "a.gltf", "A.GLB"};
        assert_int_not_equal(vv_studio_read_model(studio, names[kind], none, 0), VV_OK);
        assert_true(says(studio, "\"message\""));
    }
    size_t count = 0;
    uint8_t *bytes = load("person/clips/neutral.bvh", &count);
    for (size_t cut = 0; cut < 6000; cut += 97)
        assert_int_not_equal(vv_studio_read_model(studio, "cut.bvh", bytes, (uint32_t)cut), VV_OK);
    vv_file_release(NULL, bytes, count);
    vv_studio_destroy(studio);
}

/* In a walk one foot or both stand at every moment, and in turn: the spans of both together cover the take. */
static void test_feet_of_a_walk_stand_in_turn(void **state)
{
    (void)state;
    vv_studio *studio = walking();
    float size[3], covered = 0.0f, both = 0.0f;
    assert_int_equal(vv_studio_take_size(studio, 0, size), VV_OK);
    assert_int_equal((int)size[2], 2);
    assert_int_equal(vv_studio_take_footfalls(studio, 0), VV_OK);
    vv_json_document *json = NULL;
    assert_int_equal(vv_json_parse(vv_studio_text(studio), vv_studio_text_length(studio), "stands", NULL, &json, NULL),
                     VV_OK);
    const vv_json *feet = vv_json_root(json);
    for (uint32_t i = 0; i < 100; i++) {
        double time = (double)size[0] * (i + 0.5) / 100.0;
        uint32_t standing = 0;
        for (const vv_json *foot = feet->child; foot; foot = foot->next)
            for (const vv_json *span = foot->child; span; span = span->next)
                standing += span->child->number <= time && time <= span->child->next->number;
        covered += standing > 0;
        both += standing > 1;
    }
    assert_true(covered >= 97.0f);
    assert_true(both > 5.0f && both < 60.0f);
    vv_json_destroy(json);
    assert_int_equal(vv_studio_take_footfalls(studio, 1), VV_ERROR_NOT_FOUND);
    vv_studio_destroy(studio);
}

/* The figure at a time of the take has as many vertices as the act that is open, and not one is written beyond them. */
static void test_a_take_is_looked_at_as_the_figure_that_is_open(void **state)
{
    (void)state;
    static const char verb[] = "{\"do\":\"verb.add\",\"name\":\"walk\",\"skeleton\":\"person\",\"cyclic\":true,"
                               "\"examples\":[{\"take\":\"neutral\"}]}";
    vv_studio *studio = walking();
    vv_vec3 untouched = {7.0f, 7.0f, 7.0f};
    assert_int_equal(vv_studio_take_glance(studio, 0, 0.2, &untouched, &untouched), VV_ERROR_NOT_FOUND);
    if (vv_studio_apply(studio, verb, (uint32_t)strlen(verb)) != VV_OK)
        fail_msg("%s", vv_studio_text(studio));
    const vv_performance3_view *view = vv_studio_performance3(studio, VV_SCENE_VERB, 0);
    if (view == NULL)
        fail_msg("%s", vv_studio_text(studio));
    uint32_t count = view->vertex_count;
    vv_vec3 *room = malloc(2 * ((size_t)count + 8) * sizeof *room), *normals = room + count + 8;
    for (uint32_t i = 0; i < 2 * (count + 8); i++)
        room[i] = untouched;
    assert_int_equal(vv_studio_take_glance(studio, 0, 0.2, room, normals), VV_OK);
    float lowest = INFINITY;
    for (uint32_t i = 0; i < count; i++) {
        lowest = vvi_min(lowest, room[i].y);
        assert_true(fabsf(vv_vec3_length(normals[i]) - 1.0f) < 0.01f);
    }
    assert_true(fabsf(lowest) < 0.1f);
    for (uint32_t i = count; i < count + 8; i++)
        assert_true(room[i].x == 7.0f && normals[i].x == 7.0f);
    vv_studio_performance3_end(studio);
    assert_int_equal(vv_studio_take_glance(studio, 0, 0.2, room, normals), VV_ERROR_NOT_FOUND);
    free(room);
    vv_studio_destroy(studio);
}

static void test_running_out_of_memory_is_told(void **state)
{
    (void)state;
    size_t count = 0;
    uint8_t *bytes = load("person/clips/neutral.bvh", &count);
    bool done = false;
    for (uint64_t n = 1; !done && n < 400; n++) {
        vv_counting counting = {0};
        vv_allocator allocator = vv_counting_allocator(&counting);
        vv_studio *studio = vv_studio_create(&allocator);
        assert_non_null(studio);
        counting.fail_at = n;
        vv_result result = vv_studio_read_model(studio, "neutral.bvh", bytes, (uint32_t)count);
        counting.fail_at = 0;
        done = result == VV_OK;
        assert_true(done || result == VV_ERROR_MEMORY);
        vv_studio_destroy(studio);
        assert_int_equal(counting.used, 0);
    }
    assert_true(done);
    vv_file_release(NULL, bytes, count);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_motion_tells_its_joints_and_its_length),
        cmocka_unit_test(test_the_skeleton_with_the_same_joints_is_found),
        cmocka_unit_test(test_a_form_tells_its_vertices),
        cmocka_unit_test(test_what_is_damaged_or_unknown_is_refused),
        cmocka_unit_test(test_feet_of_a_walk_stand_in_turn),
        cmocka_unit_test(test_a_take_is_looked_at_as_the_figure_that_is_open),
        cmocka_unit_test(test_running_out_of_memory_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
