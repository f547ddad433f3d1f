/* Problem spots: none on a ball, those of a brute force search where balls overlap, folds, and how long it takes. */
#include "balls.h"

#include "runtime/base/base.h"

#include <time.h>

static float *heat_of(const ball *b)
{
    float *heat = calloc(b->vertex_count, sizeof *heat);
    assert_true(vv_fit_self_heat(b->vertex_count, b->positions, b->triangle_count, b->triangles, NULL, heat));
    return heat;
}

static void a_ball_is_cool(void **state)
{
    (void)state;
    ball b = make_balls(4, 1, 0.0f), apart = make_balls(3, 3, 2.2f);
    float *heat = heat_of(&b), *cool = heat_of(&apart);
    for (uint32_t v = 0; v < b.vertex_count; v++)
        assert_true(heat[v] == 0.0f);
    for (uint32_t v = 0; v < apart.vertex_count; v++)
        assert_true(cool[v] == 0.0f);
    free(heat), free(cool);
    free_balls(&b), free_balls(&apart);
}

/* Where p + t (q − p) meets the triangle, by Cramer's rule. */
static bool crosses(vv_vec3 p, vv_vec3 q, vv_vec3 a, vv_vec3 b, vv_vec3 c)
{
    vv_vec3 d = vv_vec3_sub(q, p), u = vv_vec3_sub(b, a), w = vv_vec3_sub(c, a), o = vv_vec3_sub(p, a);
    vv_vec3 h = vv_vec3_cross(d, w), g = vv_vec3_cross(o, u);
    double det = (double)vv_vec3_dot(u, h), s = (double)vv_vec3_dot(o, h) / det, r = (double)vv_vec3_dot(d, g) / det;
    double t = (double)vv_vec3_dot(w, g) / det;
    return s > 0.0 && r > 0.0 && s + r < 1.0 && t > 0.0 && t < 1.0;
}

static void overlaps_are_those_of_a_brute_force_search(void **state)
{
    (void)state;
    ball b = make_balls(3, 2, 1.6f);
    float *heat = heat_of(&b), *expected = calloc(b.vertex_count, sizeof *expected);
    const vv_vec3 *p = b.positions;
    for (uint32_t s = 0; s < b.triangle_count; s++)
        for (uint32_t t = 0; t < b.triangle_count; t++) {
            const uint32_t *x = b.triangles + 3 * s, *y = b.triangles + 3 * t;
            if (s / (b.triangle_count / 2) == t / (b.triangle_count / 2))
                continue; /* a ball alone is cool: shown above */
            for (int k = 0; k < 3; k++)
                if (crosses(p[x[k]], p[x[(k + 1) % 3]], p[y[0]], p[y[1]], p[y[2]]))
                    for (int i = 0; i < 3; i++)
                        expected[x[i]] = expected[y[i]] = 1.0f;
        }
    uint32_t hot = 0;
    for (uint32_t v = 0; v < b.vertex_count; v++) {
        assert_true((heat[v] == 1.0f) == (expected[v] == 1.0f));
        assert_true(heat[v] >= 0.0f && heat[v] <= 1.0f);
        hot += heat[v] == 1.0f;
    }
    assert_true(hot > 20 && hot < b.vertex_count / 3);
    free(heat), free(expected);
    free_balls(&b);
}

/* A vertex pulled through the far side: inside out there, and through itself. */
static void folds_are_warm(void **state)
{
    (void)state;
    const vv_vec3 flat[4] = {{0, 0, 0}, {1, 0, 0}, {0.5f, 1, 0}, {0.5f, 0.9f, 0.05f}}; /* folded along its first edge */
    const uint32_t triangles[6] = {0, 1, 2, 1, 0, 3};
    float heat[4];
    assert_true(vv_fit_self_heat(4, flat, 2, triangles, NULL, heat));
    assert_true(heat[0] > 0.5f && heat[1] > 0.5f);
    ball b = make_balls(3, 1, 0.0f);
    b.positions[0] = (vv_vec3){-1.3f, 0.06f, 0.04f}; /* from the other pole */
    float *through = heat_of(&b);
    assert_true(through[0] > 0.5f);
    free(through);
    free_balls(&b);
}

static void failed_allocations_change_nothing(void **state)
{
    (void)state;
    ball b = make_balls(1, 2, 1.6f);
    for (uint64_t n = 1;; n++) {
        vv_counting counting = {.fail_at = n};
        vv_allocator allocator = vv_counting_allocator(&counting);
        float *heat = calloc(b.vertex_count, sizeof *heat);
        heat[0] = 7.0f;
        bool done = vv_fit_self_heat(b.vertex_count, b.positions, b.triangle_count, b.triangles, &allocator, heat);
        assert_true(done ? heat[0] <= 1.0f : heat[0] == 7.0f);
        assert_int_equal(counting.used, 0);
        free(heat);
        if (done)
            break;
        assert_true(n < 100);
    }
    free_balls(&b);
}

/* As large as the blob's surface. The bound is generous: others may be at work on this machine. */
static void it_is_quick_enough_to_be_live(void **state)
{
    (void)state;
    ball b = make_balls(4, 1, 0.0f), two = make_balls(4, 2, 1.6f);
    clock_t start = clock();
    for (int k = 0; k < 10; k++)
        free(heat_of(&two));
    double ms = 100.0 * (double)(clock() - start) / CLOCKS_PER_SEC;
    print_message("%u vertices, %u triangles: %.2f ms\n", two.vertex_count, two.triangle_count, ms);
    assert_true(ms < 200.0);
    free_balls(&b), free_balls(&two);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ball_is_cool),
        cmocka_unit_test(overlaps_are_those_of_a_brute_force_search),
        cmocka_unit_test(folds_are_warm),
        cmocka_unit_test(failed_allocations_change_nothing),
        cmocka_unit_test(it_is_quick_enough_to_be_live),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
