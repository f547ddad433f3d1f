/* Creature files: written and read again they are the same, and whatever is wrong with one is told with its place and
 * body. */
#include "tests/testing.h"

#include "author/grow/grow.h"
#include "runtime/base/base.h"

#define BODY(name, more) "{\"name\":\"" name "\",\"low\":[-1,-1,-1],\"high\":[1,1,1]" more "}"
#define AT(x, y, z)      ",\"place\":[" #x "," #y "," #z "]"
#define ON(parent)       ",\"parent\":\"" parent "\""
#define CREATURE(bodies)                                                                                               \
    "{\"format\":\"verve-creature\",\"version\":1,\"name\":\"Test\",\"caps\":[\"horn\"],\"deforms\":[\"open\"],\n"     \
    "\"bodies\":[" bodies "]}"

static char *written(const vv_creature_plan *plan, size_t *length)
{
    char *text = NULL;
    assert_int_equal(vv_plan_write(plan, NULL, &text, length, NULL), VV_OK);
    assert_int_equal(strlen(text), *length);
    return text;
}

static void same_bodies(const vv_creature_plan *a, const vv_creature_plan *b)
{
    assert_int_equal(a->body_count, b->body_count);
    for (uint32_t i = 0; i < a->body_count; i++) {
        const vv_plan_body *p = &a->bodies[i], *q = &b->bodies[i];
        assert_string_equal(p->name, q->name);
        assert_int_equal(p->body.parent, q->body.parent);
        assert_true(p->body.caps == q->body.caps && p->body.deforms == q->body.deforms);
        const vv_vec3 u[] = {p->body.position, p->body.centre, p->body.low, p->body.high, p->tip};
        const vv_vec3 v[] = {q->body.position, q->body.centre, q->body.low, q->body.high, q->tip};
        for (int k = 0; k < 5; k++)
            assert_true(u[k].x == v[k].x && u[k].y == v[k].y && u[k].z == v[k].z);
        assert_true(vv_quat_dot(p->body.rotation, q->body.rotation) > 0.999999f);
        assert_true(p->radius[0] == q->radius[0] && p->radius[1] == q->radius[1]);
    }
}

/* 200 grown creatures: read again the same, written again the same text. */
static void what_was_written_is_read_again(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 200; seed++) {
        vv_creature_plan plan, again;
        vv_error error = {0};
        size_t length, second;
        assert_int_equal(vv_plan_grow(seed, NULL, &plan, NULL), VV_OK);
        char *text = written(&plan, &length);
        if (vv_plan_read(text, length, "a.json", NULL, &again, &error) != VV_OK)
            fail_msg("seed %u: %s", (unsigned)seed, error.message);
        assert_string_equal(plan.name, again.name);
        assert_memory_equal(&plan.colors, &again.colors, sizeof plan.colors);
        assert_int_equal(plan.own_cap_count, again.own_cap_count);
        for (uint32_t i = 0; i < plan.own_cap_count; i++)
            assert_string_equal(plan.own_caps[i], again.own_caps[i]);
        same_bodies(&plan, &again);
        char *same = written(&again, &second);
        assert_string_equal(text, same);
        vvi_release(NULL, text, length + 1, 1);
        vvi_release(NULL, same, second + 1, 1);
        vv_plan_destroy(&plan);
        vv_plan_destroy(&again);
    }
}

static void bodies_may_come_in_any_order(void **state)
{
    (void)state;
    static const char text[] = CREATURE(BODY("foot", AT(0, 0, 0) ON("leg") ",\"caps\":[\"foot\"]") "," BODY(
        "trunk", AT(0, 1, 0) ",\"caps\":[\"spine\"]") "," BODY("leg",
                                                               AT(0, 0.9, 0) ON("trunk") ",\"caps\":[\"limb\"]"));
    vv_creature_plan plan;
    vv_error error = {0};
    if (vv_plan_read(text, strlen(text), "a.json", NULL, &plan, &error) != VV_OK)
        fail_msg("%s", error.message);
    assert_string_equal(plan.bodies[0].name, "trunk");
    assert_string_equal(plan.bodies[1].name, "leg");
    assert_string_equal(plan.bodies[2].name, "foot");
    assert_int_equal(plan.bodies[1].body.parent, 0);
    assert_int_equal(plan.bodies[2].body.parent, 1);
    vv_plan_destroy(&plan);
}

typedef struct broken {
    const char *text, *path, *says; /* a part of the message */
    vv_result code;
} broken;

static void broken_files_are_refused_with_the_body_named(void **state)
{
    (void)state;
    static const broken cases[] = {
        {CREATURE(BODY("a", AT(0, 0, 0)) "," BODY("b", AT(0, 1, 0) ON("c")) "," BODY("c", AT(0, 2, 0) ON("b"))),
         "$.bodies[", "is its own ancestor", VV_ERROR_FORMAT},
        {CREATURE(BODY("a", AT(0, 0, 0) ON("a"))), "$.bodies[0]", "\"a\" is its own ancestor", VV_ERROR_FORMAT},
        {CREATURE(BODY("a", AT(0, 0, 0)) "," BODY("b", AT(0, 1, 0))), "$.bodies[1]", "\"b\" is the second",
         VV_ERROR_FORMAT},
        {CREATURE(BODY("a", AT(0, 0, 0)) "," BODY("b", AT(0, 1, 0) ON("x"))), "$.bodies[1].parent", "no body \"x\"",
         VV_ERROR_NOT_FOUND},
        {CREATURE(BODY("a", AT(0, 0, 0)) "," BODY("a", AT(0, 1, 0) ON("a"))), "$.bodies[1].name", "two bodies \"a\"",
         VV_ERROR_FORMAT},
        {CREATURE(BODY("", AT(0, 0, 0))), "$.bodies[0].name", "not a valid name", VV_ERROR_ARGUMENT},
        {CREATURE(BODY("a", "")), "$.bodies[0]", "\"place\" is missing", VV_ERROR_FORMAT},
        {CREATURE(BODY("a", AT(0, 0, 0) ",\"plaice\":1")), "$.bodies[0].plaice", "\"plaice\"", VV_ERROR_FORMAT},
        {CREATURE(BODY("a", AT(0, 0, 1001))), "$.bodies[0].place[2]", "between -1000 and 1000", VV_ERROR_ARGUMENT},
        {CREATURE(BODY("a", AT(0, 0, 0) ",\"turn\":[0,0,0,2]")), "$.bodies[0].turn", "turn of \"a\"",
         VV_ERROR_ARGUMENT},
        {CREATURE(BODY("a", AT(0, 0, 0) ",\"turn\":[0,0,0]")), "$.bodies[0].turn", "wrong number", VV_ERROR_FORMAT},
        {CREATURE("{\"name\":\"a\",\"place\":[0,0,0],\"low\":[0,0,0],\"high\":[0,0,0]}"), "$.bodies[0].low",
         "\"a\" has no size", VV_ERROR_ARGUMENT},
        {CREATURE("{\"name\":\"a\",\"place\":[0,0,0],\"low\":[0,0,1],\"high\":[0,0,0]}"), "$.bodies[0].low",
         "bounds of \"a\"", VV_ERROR_ARGUMENT},
        {CREATURE(BODY("a", AT(0, 0, 0) ",\"caps\":[\"wheel\"]")), "$.bodies[0].caps[0]", "no cap \"wheel\"",
         VV_ERROR_NOT_FOUND},
        {CREATURE(BODY("a", AT(0, 0, 0) ",\"deforms\":[\"curl\"]")), "$.bodies[0].deforms[0]", "no deform",
         VV_ERROR_NOT_FOUND},
        {CREATURE(
             BODY("a", AT(0, 1, 0) ",\"caps\":[\"spine\"]") "," BODY("f", AT(0, 1, 0) ON("a") ",\"caps\":[\"foot\"]")),
         "$.bodies[1]", "limb that ends in \"f\"", VV_ERROR_ARGUMENT},
        {CREATURE(BODY("a", AT(0, 0, 0) ",\"caps\":[\"spine\"]") "," BODY("b", AT(0, 1, 0) ON("a")) "," BODY(
             "c", AT(0, 2, 0) ON("b") ",\"caps\":[\"spine\"]")),
         "$.bodies", "c", VV_ERROR_ARGUMENT},
        {CREATURE(BODY("a", AT(0, 0, 0) ",\"radius\":[-1,1]")), "$.bodies[0].radius", "radius of \"a\"",
         VV_ERROR_ARGUMENT},
        {CREATURE(""), "$.bodies", "at least one", VV_ERROR_FORMAT},
        {"{\"format\":\"verve-creature\",\"version\":2,\"name\":\"T\",\"bodies\":[]}", "$.version", "version",
         VV_ERROR_VERSION},
        {"{\"format\":\"verve-project\",\"version\":1,\"name\":\"T\",\"bodies\":[]}", "$.format", "not a creature",
         VV_ERROR_FORMAT},
        {"{\"format\":\"verve-creature\",\"version\":1,\"name\":\"T\",\"caps\":[\"foot\"],\"bodies\":[]}", "$.caps[0]",
         "\"foot\" already exists", VV_ERROR_FORMAT},
        {"{\"format\":\"verve-creature\",\"version\":1,\"name\":\"T\",\"colours\":{\"skin\":\"#12345\"},\"bodies\":[]}",
         "$.colours.skin", "not a colour", VV_ERROR_FORMAT},
        {"[]", "$", "an object", VV_ERROR_FORMAT},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        vv_creature_plan plan;
        vv_error error = {0};
        vv_result result = vv_plan_read(cases[i].text, strlen(cases[i].text), "a.json", NULL, &plan, &error);
        if (result == VV_OK || !strstr(error.message, cases[i].says) ||
            strncmp(error.path, cases[i].path, strlen(cases[i].path)) != 0)
            fail_msg("case %zu: %s: %s", i, error.path, error.message);
        assert_int_equal(result, cases[i].code);
        assert_int_equal(error.code, result);
        assert_string_equal(error.file, "a.json");
        assert_int_equal(vv_plan_read(cases[i].text, strlen(cases[i].text), "a.json", NULL, &plan, NULL), result);
    }
}

static void thousands_of_bodies_are_refused(void **state)
{
    (void)state;
    size_t room = 200u * 3000u, n = 0;
    char *text = malloc(room);
    n += (size_t)snprintf(text, room, "{\"format\":\"verve-creature\",\"version\":1,\"name\":\"T\",\"bodies\":[");
    for (int i = 0; i < 3000; i++)
        n += (size_t)snprintf(text + n, room - n,
                              "%s{\"name\":\"b%d\",\"place\":[0,%d,0],\"low\":[0,0,0],\"high\":[1,1,1]",
                              i > 0 ? "," : "", i, i % 900),
            n += (size_t)snprintf(text + n, room - n, i > 0 ? ",\"parent\":\"b%d\"}" : "}", i - 1);
    n += (size_t)snprintf(text + n, room - n, "]}");
    vv_creature_plan plan;
    vv_error error = {0};
    assert_int_equal(vv_plan_read(text, n, "a.json", NULL, &plan, &error), VV_ERROR_LIMIT);
    assert_non_null(strstr(error.message, "\"b1024\""));
    free(text);
}

static void memory_may_run_out(void **state)
{
    (void)state;
    vv_creature_plan plan;
    assert_int_equal(vv_plan_grow(3, NULL, &plan, NULL), VV_OK);
    for (uint64_t n = 1;; n++) {
        vv_counting counting = {.fail_at = n};
        vv_allocator allocator = vv_counting_allocator(&counting);
        vv_creature_plan again = {0};
        vv_creature *creature = NULL;
        vv_error error = {0};
        char *text = NULL;
        size_t length = 0;
        vv_result result = vv_plan_write(&plan, &allocator, &text, &length, &error);
        if (result == VV_OK)
            result = vv_plan_read(text, length, "a.json", &allocator, &again, &error);
        if (result == VV_OK)
            result = vv_plan_creature(&again, &allocator, &creature, &error);
        vv_creature_destroy(creature, &allocator);
        vv_plan_destroy(&again);
        vvi_release(&allocator, text, length + 1, 1);
        assert_int_equal(counting.used, 0);
        if (result == VV_OK)
            break;
        assert_int_equal(error.code, VV_ERROR_MEMORY);
    }
    vv_plan_destroy(&plan);
}

/* Cut short anywhere it is refused; with a byte changed it is refused or a plan, and never leaks. */
static void damaged_files_do_no_harm(void **state)
{
    (void)state;
    vv_creature_plan plan, again;
    size_t length;
    assert_int_equal(vv_plan_grow(11, NULL, &plan, NULL), VV_OK);
    char *text = written(&plan, &length), *copy = malloc(length);
    vv_counting counting = {0};
    vv_allocator allocator = vv_counting_allocator(&counting);
    for (size_t cut = 0; cut + 2 < length; cut += 37)
        assert_int_not_equal(vv_plan_read(text, cut, "a.json", &allocator, &again, NULL), VV_OK);
    vvi_random random = vvi_random_seed(5);
    for (int i = 0; i < 1500; i++) {
        memcpy(copy, text, length);
        copy[vvi_random_below(&random, (uint32_t)length)] = "{}[],:\"0-9e.\\\x80z "[vvi_random_below(&random, 17)];
        if (vv_plan_read(copy, length, "a.json", &allocator, &again, NULL) == VV_OK)
            vv_plan_destroy(&again);
        assert_int_equal(counting.used, 0);
    }
    free(copy);
    vvi_release(NULL, text, length + 1, 1);
    vv_plan_destroy(&plan);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_written_is_read_again),
        cmocka_unit_test(bodies_may_come_in_any_order),
        cmocka_unit_test(broken_files_are_refused_with_the_body_named),
        cmocka_unit_test(thousands_of_bodies_are_refused),
        cmocka_unit_test(memory_may_run_out),
        cmocka_unit_test(damaged_files_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
