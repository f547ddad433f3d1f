/* Checking by building: each refusal is told once, by its rule and at its place, whoever is refused for it; and no
 * memory is no problem of the project. */
#include "session.h"

#define BAD_PIN                                                                                                        \
    "{\"do\":\"sprite.set\",\"artwork\":\"arm\",\"pins\":[{\"layer\":\"lower\",\"onto\":\"upper\",\"at\":[0,-0.3]}]}"
#define CROSSED                                                                                                        \
    "{\"do\":\"scene.add\",\"name\":\"bow\",\"actors\":[],\"obstacles\":[{\"kind\":\"ground\"},"                       \
    "{\"kind\":\"polygon\",\"points\":[[0,0],[1,1],[1,0],[0,1]]}]}"
#define TWICE                                                                                                          \
    "{\"do\":\"scene.add\",\"name\":\"two\",\"actors\":[{\"name\":\"a\",\"artwork\":\"arm\"},"                         \
    "{\"name\":\"b\",\"artwork\":\"arm\"}]}"

#define HINGED(name, x)                                                                                                \
    "{\"do\":\"scene.add\",\"name\":\"" name "\",\"actors\":[{\"name\":\"a\",\"artwork\":\"arm\"}],"                   \
    "\"joints\":[{\"kind\":\"rod\",\"a\":{\"at\":[9,0]},\"b\":{\"actor\":\"a\",\"at\":[0,0]}},"                        \
    "{\"kind\":\"hinge\",\"a\":{\"at\":[" x ",0]},\"b\":{\"actor\":\"a\",\"at\":[0,0]}}]}"

static vv_problems check_all(void)
{
    vv_problems problems = {0};
    vv_error error = {0};
    if (vv_session_check(session, NULL, &problems, &error) != VV_OK)
        fail_msg("%s", error.message);
    return problems;
}

static void must_tell(const vv_problems *problems, uint32_t index, vv_rule rule, const char *path)
{
    assert_true(index < problems->count);
    const vv_problem *problem = &problems->items[index];
    assert_string_equal(problem->error.path, path);
    assert_int_equal(problem->rule, rule);
    assert_true(problem->error.message[0]);
}

static void what_can_be_built_has_no_problems(void **state)
{
    (void)state;
    vv_problems problems = check_all();
    assert_int_equal(problems.count, 0);
    vv_problems_release(&problems);
}

static void a_refusal_is_told_once_at_its_place(void **state)
{
    (void)state;
    apply(TWICE); /* both actors, and the baked file, are refused for the one pin */
    apply(BAD_PIN);
    apply(CROSSED);
    vv_problems problems = check_all();
    assert_int_equal(problems.count, 2);
    must_tell(&problems, 0, VV_RULE_ARTWORK_BUILT, "$.artworks[0].sprite.pins[0]");
    const vv_project *project = vv_document_project(document);
    char path[64];
    snprintf(path, sizeof path, "$.scenes[%u].obstacles[1]", project->scene_count - 1);
    must_tell(&problems, 1, VV_RULE_SCENE_BUILT, path);
    vv_problems_release(&problems);
}

/* A hinge between points that are apart is told of, with its distance; one whose points are together, and a rod, are
 * not. */
static void a_hinge_of_points_that_are_apart_is_told(void **state)
{
    (void)state;
    apply(HINGED("close", "0.001"));
    apply(HINGED("apart", "2.5"));
    vv_problems problems = {.warnings = true};
    assert_int_equal(vv_session_check(session, NULL, &problems, NULL), VV_OK);
    assert_int_equal(problems.count, 1);
    char path[64];
    snprintf(path, sizeof path, "$.scenes[%u].joints[1]", vv_document_project(document)->scene_count - 1);
    must_tell(&problems, 0, VV_RULE_JOINT_APART, path);
    float apart = 0.0f;
    assert_int_equal(sscanf(problems.items[0].error.message, "the points of this hinge are %f m apart", &apart), 1);
    assert_true(apart > 2.4f && apart < 2.6f); /* the first pose moves the drawing's point a little */
    assert_int_equal(problems.errors, 0);
    vv_problems_release(&problems);
}

static void piece_by_piece_tells_the_same(void **state)
{
    (void)state;
    apply(CROSSED);
    vv_problems problems = {0};
    for (uint32_t i = 0; i < vv_session_check_count(session) + 2; i++) /* beyond the last there is nothing */
        assert_int_equal(vv_session_check_item(session, i, NULL, &problems, NULL), VV_OK);
    vv_problems whole = check_all();
    assert_int_equal(problems.count, 1);
    assert_int_equal(whole.count, 1);
    assert_string_equal(problems.items[0].error.path, whole.items[0].error.path);
    vv_problems_release(&whole);
    vv_problems_release(&problems);
}

static void no_memory_is_no_problem_of_the_project(void **state)
{
    (void)state;
    vv_result result = VV_ERROR_MEMORY;
    apply(BAD_PIN);
    for (uint64_t n = 1; result == VV_ERROR_MEMORY; n += 1 + n / 20) {
        vv_counting counting = {0};
        vv_allocator allocator = vv_counting_allocator(&counting);
        vv_session *own = NULL;
        vv_problems problems = {.allocator = &allocator};
        vv_error error = {0};
        assert_int_equal(vv_session_create(document, &figure_host, &allocator, &own, NULL), VV_OK);
        counting.fail_at = counting.allocations + n;
        result = vv_session_check(own, NULL, &problems, &error);
        assert_true(result == VV_OK ? problems.count == 1 : result == VV_ERROR_MEMORY && error.code == result);
        vv_problems_release(&problems);
        vv_session_destroy(own);
        assert_int_equal(counting.used, 0);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_session, close_session)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(what_can_be_built_has_no_problems),        TEST(a_refusal_is_told_once_at_its_place),
        TEST(a_hinge_of_points_that_are_apart_is_told), TEST(piece_by_piece_tells_the_same),
        TEST(no_memory_is_no_problem_of_the_project),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
