/* Making complexes: what is kept, what is refused, bytes and text. */
#include "runtime/blend/complex.h"
#include "tests/testing.h"

#include <math.h>

#define N VV_NONE

static vv_complex *make(uint32_t examples, uint32_t count, const vv_simplex *simplices, const float *distances)
{
    vv_complex_def def = {examples, count, simplices, distances};
    vv_complex *complex = NULL;
    vv_error error = {0};
    if (vv_complex_create(&def, NULL, &complex, &error) != VV_OK)
        fail_msg("%s", error.message);
    return complex;
}

static void only_maximal_simplices_are_kept(void **state)
{
    (void)state;
    const vv_simplex simplices[] = {{{2, N, N}}, {{0, 1, N}}, {{1, 2, 3}}, {{3, 1, N}}, {{3, 4, N}}, {{2, 1, 0}}};
    vv_complex *c = make(6, 6, simplices, NULL);
    const vv_simplex kept[] = {{{1, 2, 3}}, {{3, 4, N}}, {{2, 1, 0}}, {{5, N, N}}};
    assert_int_equal(vv_complex_example_count(c), 6);
    assert_int_equal(vv_complex_simplex_count(c), 4);
    for (uint32_t i = 0; i < 4; i++) {
        vv_simplex s = vv_complex_simplex(c, i);
        assert_memory_equal(&s, &kept[i], sizeof s);
    }
    for (uint32_t v = 0; v < 6; v++) {
        float weights[6];
        vv_place place = vv_complex_at_example(c, v);
        assert_true(vvi_place_is_valid(c, place));
        vv_complex_weights(c, place, weights);
        for (uint32_t u = 0; u < 6; u++)
            assert_true(weights[u] == (u == v ? 1.0f : 0.0f));
    }
    vv_complex_destroy(c, NULL);
}

static void without_simplices_every_example_is_alone(void **state)
{
    (void)state;
    vv_complex *c = make(3, 0, NULL, NULL);
    assert_int_equal(vv_complex_simplex_count(c), 3);
    assert_true(vv_complex_distance(c, vv_complex_at_example(c, 0), vv_complex_at_example(c, 1)) == INFINITY);
    assert_true(vv_complex_distance(c, vv_complex_at_example(c, 2), vv_complex_at_example(c, 2)) == 0.0f);
    vv_complex_destroy(c, NULL);
}

static void expect_refusal(const vv_complex_def *def, vv_result code, const char *text)
{
    vv_complex *complex = NULL;
    vv_error error = {0};
    assert_int_equal(vv_complex_create(def, NULL, &complex, &error), code);
    assert_null(complex);
    if (!strstr(error.message, text))
        fail_msg("\"%s\" does not say \"%s\"", error.message, text);
}

static void bad_complexes_are_refused_by_name(void **state)
{
    (void)state;
    const struct {
        vv_simplex simplices[2];
        vv_result code;
        const char *text;
    } cases[] = {
        {{{{0, 1, N}}, {{0, 1, 4}}}, VV_ERROR_NOT_FOUND, "simplex 1 names example 4"},
        {{{{0, 1, N}}, {{N, N, N}}}, VV_ERROR_NOT_FOUND, "simplex 1 names example"},
        {{{{0, 1, N}}, {{0, N, 2}}}, VV_ERROR_ARGUMENT, "simplex 1 has a gap"},
        {{{{0, 0, N}}, {{0, 1, 2}}}, VV_ERROR_ARGUMENT, "simplex 0 has example 0 twice"},
        {{{{0, 1, 0}}, {{0, 1, 2}}}, VV_ERROR_ARGUMENT, "simplex 0 has example 0 twice"},
        {{{{0, 1, 2}}, {{2, 0, 1}}}, VV_ERROR_ARGUMENT, "simplex 1 repeats simplex 0"},
        {{{{3, 2, N}}, {{2, 3, N}}}, VV_ERROR_ARGUMENT, "simplex 1 repeats simplex 0"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        vv_complex_def def = {4, 2, cases[i].simplices, NULL};
        expect_refusal(&def, cases[i].code, cases[i].text);
    }
    const vv_simplex triangle = {{0, 1, 2}};
    float d[9] = {0.0f, 1.0f, 1.0f, 1.0f, 0.0f, 2.5f, 1.0f, 2.5f, 0.0f};
    vv_complex_def def = {3, 1, &triangle, d};
    expect_refusal(&def, VV_ERROR_ARGUMENT, "triangle inequality");
    d[5] = 1.0f;
    expect_refusal(&def, VV_ERROR_ARGUMENT, "the distance between examples 1 and 2 is 1 one way and 2.5 the other");
    d[5] = NAN;
    expect_refusal(&def, VV_ERROR_ARGUMENT, "is nan; it must lie in 0…1e18");
    d[5] = -1.0f;
    expect_refusal(&def, VV_ERROR_ARGUMENT, "from example 1 to example 2 is -1; it must lie in 0…1e18");
    def = (vv_complex_def){0, 0, NULL, NULL};
    expect_refusal(&def, VV_ERROR_LIMIT, "1 to 256 examples, not 0");
    def.example_count = 257;
    expect_refusal(&def, VV_ERROR_LIMIT, "not 257");
    def = (vv_complex_def){3, VV_BLEND_MAX_SIMPLICES + 1, &triangle, NULL};
    expect_refusal(&def, VV_ERROR_LIMIT, "simplices");
}

/* Examples in one line, and examples that coincide: distances grow by a thousandth at most. */
static void flat_triangles_are_given_an_inside(void **state)
{
    (void)state;
    const vv_simplex simplices[] = {{{0, 1, 2}}, {{2, 3, N}}};
    const float line[16] = {0.0f, 1.0f, 2.0f, 2.0f, 1.0f, 0.0f, 1.0f, 1.0f,
                            2.0f, 1.0f, 0.0f, 0.0f, 2.0f, 1.0f, 0.0f, 0.0f};
    vv_complex *c = make(4, 2, simplices, line);
    for (uint32_t i = 0; i < 4; i++)
        for (uint32_t j = 0; j < 4; j++) {
            float d = vv_complex_distance(c, vv_complex_at_example(c, i), vv_complex_at_example(c, j));
            assert_true(fabsf(d - line[4 * i + j]) <= 0.0045f);
        }
    vv_place middle = {0, {0.5f, 0.0f, 0.5f}}; /* where example 1 is */
    assert_true(vv_complex_distance(c, middle, vv_complex_at_example(c, 1)) < 0.05f);
    vv_complex_destroy(c, NULL);
    const float zero[16] = {0.0f};
    c = make(4, 2, simplices, zero);
    assert_true(isfinite(vv_complex_distance(c, vv_complex_at_example(c, 0), vv_complex_at_example(c, 3))));
    vv_complex_destroy(c, NULL);
}

static void a_complex_prints_as_text(void **state)
{
    (void)state;
    const vv_simplex simplices[] = {{{0, 1, N}}, {{0, 2, 3}}};
    const char *const names[] = {"rest", "squashed", "left", "right", "asleep"};
    const char *expected = "segment rest squashed, length 1\n"
                           "triangle rest left right, sides 1 1 1\n"
                           "point asleep\n";
    vv_complex *c = make(5, 2, simplices, NULL);
    char text[256];
    size_t length = vv_complex_print(c, names, text, sizeof text);
    assert_string_equal(text, expected);
    assert_int_equal(length, strlen(expected));
    assert_int_equal(vv_complex_print(c, names, NULL, 0), length);
    for (size_t room = 1; room < length + 2; room++) {
        memset(text, 'x', sizeof text);
        assert_int_equal(vv_complex_print(c, names, text, room), length);
        size_t kept = room - 1 < length ? room - 1 : length;
        assert_memory_equal(text, expected, kept);
        assert_int_equal(text[kept], 0);
        assert_int_equal(text[room], 'x');
    }
    vv_complex_print(c, NULL, text, sizeof text);
    assert_non_null(strstr(text, "segment 0 1, length 1\n"));
    vv_complex_destroy(c, NULL);
}

static void running_out_of_memory_leaks_nothing(void **state)
{
    (void)state;
    const vv_simplex simplices[] = {{{0, 1, 2}}, {{1, 2, 3}}};
    vv_complex_def def = {5, 2, simplices, NULL};
    vv_result result = VV_ERROR_MEMORY;
    uint64_t n = 0;
    while (result != VV_OK) {
        vv_counting counting = {.fail_at = ++n};
        vv_allocator allocator = vv_counting_allocator(&counting);
        vv_complex *complex = NULL;
        result = vv_complex_create(&def, &allocator, &complex, NULL);
        assert_true(result == VV_OK || result == VV_ERROR_MEMORY);
        vv_complex_destroy(complex, &allocator);
        assert_int_equal(counting.used, 0);
    }
    assert_true(n > 2);
    vv_complex_destroy(NULL, NULL);
}

/* What a program does with a complex it loaded. */
static void use(const vv_complex *c)
{
    uint32_t n = vv_complex_example_count(c);
    float weights[VV_BLEND_MAX_EXAMPLES], b[VV_BLEND_MAX_EXAMPLES] = {0.3f, 0.9f, 0.1f};
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < vv_complex_simplex_count(c); j++) {
            vv_simplex s = vv_complex_simplex(c, j);
            vv_place from = vv_complex_at_example(c, i), to = {j, {1.0f, 0.0f, 0.0f}};
            if (s.corner[2] != N)
                to = (vv_place){j, {0.2f, 0.3f, 0.5f}};
            vv_complex_distance(c, from, to);
            vv_place at = vv_complex_advance(c, from, to, 0.7f);
            assert_true(vvi_place_is_valid(c, at));
            vv_complex_weights(c, at, weights);
        }
    vv_complex_nearest(c, NULL, b, NULL);
    char text[64];
    vv_complex_print(c, NULL, text, sizeof text);
}

static void damaged_bytes_never_harm(void **state)
{
    (void)state;
    const vv_simplex simplices[] = {{{0, 1, 2}}, {{1, 2, 3}}, {{2, 1, 4}}, {{4, 5, N}}};
    vv_complex *c = make(7, 4, simplices, NULL), *again = make(7, 4, simplices, NULL);
    size_t bytes = vvi_complex_bytes(c), refused = 0, passed = 0;
    assert_memory_equal(c, again, bytes);
    assert_int_equal(vvi_complex_verify(c, bytes, NULL), VV_OK);
    use(c);
    for (size_t length = 0; length < bytes; length++) {
        void *copy = aligned_alloc(16, (length + 31) / 16 * 16);
        memcpy(copy, c, length);
        assert_int_not_equal(vvi_complex_verify(copy, length, NULL), VV_OK);
        free(copy);
    }
    unsigned char *copy = aligned_alloc(64, bytes);
    const unsigned char masks[] = {0x01, 0x80, 0xff, 0x40, 0x02};
    for (size_t k = 0; k < bytes * sizeof masks; k++) {
        memcpy(copy, c, bytes);
        copy[k / sizeof masks] ^= masks[k % sizeof masks];
        if (vvi_complex_verify(copy, bytes, NULL) != VV_OK) {
            refused++;
        } else {
            passed++;
            use((const vv_complex *)(void *)copy);
        }
    }
    assert_true(refused > 1000 && passed > 400);
    assert_int_equal(vvi_complex_verify(copy + 8, bytes - 8, NULL), VV_ERROR_ARGUMENT);
    free(copy);
    vv_complex_destroy(c, NULL);
    vv_complex_destroy(again, NULL);
}

/* In a triangle whose area vanishes in a double, a point has no weights: moving there would give NaN. */
static void flat_shapes_are_refused(void **state)
{
    (void)state;
    const vv_simplex triangle = {{0, 1, 2}};
    const flat_simplex bad[] = {{1e-30, 0.0, 1e-300}, {1.0, 0.5, 1e-9}, {1e-200, 0.0, 1e-200}, {1.0, NAN, 1.0}};
    vv_complex *c = make(3, 1, &triangle, NULL);
    flat_simplex *own = (flat_simplex *)(void *)((char *)c + c->flats), good = *own;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        *own = bad[i];
        assert_int_equal(vvi_complex_verify(c, vvi_complex_bytes(c), NULL), VV_ERROR_FORMAT);
    }
    *own = good;
    assert_int_equal(vvi_complex_verify(c, vvi_complex_bytes(c), NULL), VV_OK);
    vv_complex_destroy(c, NULL);
}

/* What creating accepts, verifying accepts: the flattest triangles, the shortest and the longest distances. */
static void every_complex_that_can_be_made_passes(void **state)
{
    (void)state;
    const vv_simplex triangle = {{0, 1, 2}};
    const float sides[][3] = {{0, 0, 0},
                              {1, 1, 2},
                              {1, 0, 1},
                              {1e-45f, 1e-45f, 1e-45f},
                              {1e-45f, 1e18f, 1e18f},
                              {1e18f, 1e18f, 1e18f},
                              {1, 2.0018f, 3.0f},
                              {0.4999f, 0.5f, 1.0f}};
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        const float a = sides[i][0], b = sides[i][1], c = sides[i][2], distances[9] = {0, a, b, a, 0, c, b, c, 0};
        vv_complex *complex = make(3, 1, &triangle, distances);
        assert_int_equal(vvi_complex_verify(complex, vvi_complex_bytes(complex), NULL), VV_OK);
        vv_complex_destroy(complex, NULL);
    }
}

static void wrong_places_are_recognised(void **state)
{
    (void)state;
    const vv_simplex simplices[] = {{{0, 1, N}}};
    vv_complex *c = make(3, 1, simplices, NULL);
    const struct {
        vv_place place;
        bool valid;
    } cases[] = {
        {{0, {0.5f, 0.5f, 0.0f}}, true},   {{1, {1.0f, 0.0f, 0.0f}}, true},  {{2, {1.0f, 0.0f, 0.0f}}, false},
        {{0, {0.5f, 0.4f, 0.0f}}, false},  {{0, {0.5f, 0.0f, 0.5f}}, false}, {{1, {0.5f, 0.5f, 0.0f}}, false},
        {{0, {-0.5f, 1.5f, 0.0f}}, false}, {{0, {NAN, 0.5f, 0.5f}}, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_true(vvi_place_is_valid(c, cases[i].place) == cases[i].valid);
    vv_complex_destroy(c, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_maximal_simplices_are_kept),
        cmocka_unit_test(without_simplices_every_example_is_alone),
        cmocka_unit_test(bad_complexes_are_refused_by_name),
        cmocka_unit_test(flat_triangles_are_given_an_inside),
        cmocka_unit_test(a_complex_prints_as_text),
        cmocka_unit_test(running_out_of_memory_leaks_nothing),
        cmocka_unit_test(damaged_bytes_never_harm),
        cmocka_unit_test(flat_shapes_are_refused),
        cmocka_unit_test(every_complex_that_can_be_made_passes),
        cmocka_unit_test(wrong_places_are_recognised),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
