/* Loop subdivision: limits and normals against many explicit steps, invariance, what is refused. */
#include "explicit_loop.h"
#include "runtime/mesh/mesh.h"

static double jitter(vvi_random *random, double size) { return size * (2.0 * (double)vvi_random_unit(random) - 1.0); }

/* Two cones over a polygon: two vertices of valence n, n of valence 4; bumpy. */
static solid make_spindle(uint32_t n, uint64_t seed)
{
    solid s = solid_create(n + 2, 2 * n);
    vvi_random random = vvi_random_seed(seed);
    for (uint32_t i = 0; i < n; i++) {
        double angle = 2.0 * acos(-1.0) * i / n;
        s.positions[2 + i][0] = cos(angle) + jitter(&random, 0.05);
        s.positions[2 + i][1] = sin(angle) + jitter(&random, 0.05);
        s.positions[2 + i][2] = jitter(&random, 0.1);
        uint32_t a = 2 + i, b = 2 + (i + 1) % n, six[6] = {0, a, b, 1, b, a};
        memcpy(s.triangles + 6 * i, six, sizeof six);
    }
    s.positions[0][2] = 0.9;
    s.positions[1][2] = -0.8;
    return s;
}

/* A fan of n triangles with its middle on the border: that vertex has n + 1 neighbours, the others two or three. */
static solid make_fan(uint32_t n, uint64_t seed)
{
    solid s = solid_create(n + 2, n);
    vvi_random random = vvi_random_seed(seed);
    for (uint32_t i = 0; i <= n; i++) {
        double angle = acos(-1.0) * i / n;
        s.positions[1 + i][0] = cos(angle) + jitter(&random, 0.05);
        s.positions[1 + i][1] = sin(angle) + jitter(&random, 0.05);
        s.positions[1 + i][2] = jitter(&random, 0.3);
    }
    for (uint32_t i = 0; i < n; i++) {
        uint32_t three[3] = {0, 1 + i, 2 + i};
        memcpy(s.triangles + 3 * i, three, sizeof three);
    }
    s.positions[0][2] = 0.2;
    return s;
}

/* All of valence six. */
static solid make_torus(uint32_t around, uint32_t across)
{
    solid s = solid_create(around * across, 2 * around * across);
    for (uint32_t i = 0; i < around; i++)
        for (uint32_t j = 0; j < across; j++) {
            double u = 2.0 * acos(-1.0) * i / around, v = 2.0 * acos(-1.0) * j / across;
            uint32_t a = i * across + j, b = (i + 1) % around * across + j;
            uint32_t c = (i + 1) % around * across + (j + 1) % across, d = i * across + (j + 1) % across;
            uint32_t six[6] = {a, b, c, a, c, d};
            s.positions[a][0] = (2.0 + cos(v)) * cos(u);
            s.positions[a][1] = (2.0 + cos(v)) * sin(u);
            s.positions[a][2] = sin(v);
            memcpy(s.triangles + 6 * (size_t)a, six, sizeof six);
        }
    return s;
}

static vvi_loop make_loop(const solid *s, uint32_t levels)
{
    vvi_loop loop;
    assert_int_equal(
        vvi_loop_create(s->vertex_count, s->triangle_count, s->triangles, levels, 1000000, NULL, &loop, NULL), VV_OK);
    return loop;
}

/* Row `row` of the positions (0) or a tangent (1, 2), times the control vertices. */
static void evaluate(const vvi_loop *loop, const solid *s, uint32_t row, int which, double out[3])
{
    out[0] = out[1] = out[2] = 0.0;
    for (uint32_t e = loop->starts[row]; e < loop->starts[row + 1]; e++) {
        double w = (double)(which == 0 ? loop->positions[e] : loop->tangents[e][which - 1]);
        for (int k = 0; k < 3; k++)
            out[k] += w * s->positions[loop->columns[e]][k];
    }
}

static void evaluate_normal(const vvi_loop *loop, const solid *s, uint32_t row, double n[3])
{
    double a[3], b[3];
    evaluate(loop, s, row, 1, a);
    evaluate(loop, s, row, 2, b);
    n[0] = a[1] * b[2] - a[2] * b[1], n[1] = a[2] * b[0] - a[0] * b[2], n[2] = a[0] * b[1] - a[1] * b[0];
    double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    assert_true(length > 1e-6);
    for (int k = 0; k < 3; k++)
        n[k] /= length;
}

static double apart(const double a[3], const double b[3])
{
    return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) + (a[2] - b[2]) * (a[2] - b[2]));
}

/* Farthest any of the limits, and any of the normals, is from the vertices of an explicitly subdivided mesh. */
static void compare_with_mesh(const vvi_loop *loop, const solid *control, const solid *fine, double worst[2])
{
    double(*normals)[3] = calloc(loop->vertex_count, sizeof *normals);
    explicit_normals(fine, loop->vertex_count, normals);
    worst[0] = worst[1] = 0.0;
    for (uint32_t v = 0; v < loop->vertex_count; v++) {
        double p[3], n[3];
        evaluate(loop, control, v, 0, p);
        evaluate_normal(loop, control, v, n);
        worst[0] = fmax(worst[0], apart(p, fine->positions[v]));
        worst[1] = fmax(worst[1], apart(n, normals[v]));
    }
    free(normals);
}

/* The vertices of one explicit step are numbered as ours, so that limits at level `levels` meet the deep mesh's first
 * ones. */
static void limits_are_where_steps_lead(const solid *control, uint32_t levels, uint32_t steps, double tolerance,
                                        double normal_tolerance)
{
    vvi_loop loop = make_loop(control, levels);
    solid fine = explicit_step(control);
    double before[2] = {INFINITY, INFINITY}, now[2];
    for (uint32_t k = 1; k <= steps; k++) {
        if (k >= levels) {
            compare_with_mesh(&loop, control, &fine, now);
            assert_true(k < 3 || now[0] < 0.75 * before[0] || now[0] < 1e-6);
            assert_true(k < 3 || now[1] < before[1] || now[1] < 1e-4);
            memcpy(before, now, sizeof now);
        }
        if (k < steps) {
            solid next = explicit_step(&fine);
            solid_destroy(&fine);
            fine = next;
        }
    }
    if (now[0] >= tolerance || now[1] >= normal_tolerance)
        print_message("%u vertices, level %u: off by %g, normals %g\n", control->vertex_count, levels, now[0], now[1]);
    assert_true(now[0] < tolerance);
    assert_true(now[1] < normal_tolerance);
    solid_destroy(&fine);
    vvi_loop_destroy(&loop);
}

static void valences_three_to_twelve_converge_to_their_limits(void **state)
{
    (void)state;
    for (uint32_t n = 3; n <= 12; n++) {
        solid s = make_spindle(n, n);
        /* Vertices of valence n approach their limits by this factor a step, those of valence 6 by a quarter. */
        double inner = 0.375 + 0.25 * cos(2.0 * acos(-1.0) / n), factor = fmax(0.25, inner * inner);
        uint32_t steps = n <= 4 ? 8 : 7;
        for (uint32_t levels = 0; levels <= 2; levels += 2)
            limits_are_where_steps_lead(&s, levels, steps, 0.5 * pow(factor, steps), 0.002);
        solid_destroy(&s);
    }
}

static void borders_converge_to_their_limits(void **state)
{
    (void)state;
    for (uint32_t n = 1; n <= 9; n++) {
        solid s = make_fan(n, 100 + n);
        /* The triangles at the middle find their plane as fast as the wave of two bumps across dies out beside the
         * tangents. */
        double angle = acos(-1.0) / n, two = 0.5 - 0.25 * cos(angle) + 0.25 * cos(2.0 * angle);
        limits_are_where_steps_lead(&s, 1, 8, 5e-5, 0.3 * pow(fmax(0.5, 2.0 * two), 8));
        solid_destroy(&s);
    }
}

static void a_regular_torus_converges(void **state)
{
    (void)state;
    solid s = make_torus(7, 5);
    limits_are_where_steps_lead(&s, 1, 6, 1e-3, 0.002);
    vvi_loop loop = make_loop(&s, 2);
    assert_int_equal(loop.vertex_count, 16 * s.vertex_count); /* genus 1: V − E + F = 0 stays */
    assert_int_equal(loop.triangle_count, 16 * s.triangle_count);
    vvi_loop_destroy(&loop);
    solid_destroy(&s);
}

/* A vertex keeps its limit and its plane however often its surroundings are subdivided: an exact property. */
static void limits_do_not_depend_on_the_level(void **state)
{
    (void)state;
    for (uint32_t n = 3; n <= 12; n++) {
        solid s[2] = {make_spindle(n, 7 * n), make_fan(n, 9 * n)};
        for (int i = 0; i < 2; i++) {
            vvi_loop coarse = make_loop(&s[i], 1), fine = make_loop(&s[i], 3);
            for (uint32_t v = 0; v < coarse.vertex_count; v++) {
                double p[3], q[3], a[3], b[3];
                evaluate(&coarse, &s[i], v, 0, p);
                evaluate(&fine, &s[i], v, 0, q);
                evaluate_normal(&coarse, &s[i], v, a);
                evaluate_normal(&fine, &s[i], v, b);
                assert_true(apart(p, q) < 1e-6);
                assert_true(apart(a, b) < 2e-5);
            }
            vvi_loop_destroy(&coarse);
            vvi_loop_destroy(&fine);
            solid_destroy(&s[i]);
        }
    }
}

/* The tangents are those of the surface: neighbours at a fine level lie in the plane to second order. */
static void neighbours_lie_in_the_tangent_plane(void **state)
{
    (void)state;
    solid s = make_spindle(6, 3);
    for (uint32_t levels = 3; levels <= 5; levels++) {
        vvi_loop loop = make_loop(&s, levels);
        double worst = 0.0;
        for (uint32_t c = 0; c < 3 * loop.triangle_count; c++) {
            uint32_t v = loop.triangles[c], w = loop.triangles[c / 3 * 3 + (c + 1) % 3];
            double p[3], q[3], n[3];
            evaluate(&loop, &s, v, 0, p);
            evaluate(&loop, &s, w, 0, q);
            evaluate_normal(&loop, &s, v, n);
            double off = fabs((q[0] - p[0]) * n[0] + (q[1] - p[1]) * n[1] + (q[2] - p[2]) * n[2]);
            worst = fmax(worst, off / apart(p, q));
        }
        assert_true(worst < 4.0 / (double)(1u << levels));
        vvi_loop_destroy(&loop);
    }
    solid_destroy(&s);
}

/* The border of an open mesh is the cubic B-spline of its border vertices, whatever lies inside. */
static void borders_are_cubic_splines(void **state)
{
    (void)state;
    solid s = make_fan(5, 42);
    vvi_loop loop = make_loop(&s, 1);
    uint32_t line[7] = {0, 1, 2, 3, 4, 5, 6};
    for (uint32_t i = 0; i < 7; i++) {
        const double *a = s.positions[line[(i + 6) % 7]], *b = s.positions[line[i]],
                     *c = s.positions[line[(i + 1) % 7]];
        double p[3], expected[3];
        evaluate(&loop, &s, line[i], 0, p);
        for (int k = 0; k < 3; k++)
            expected[k] = (a[k] + 4.0 * b[k] + c[k]) / 6.0;
        assert_true(apart(p, expected) < 1e-6);
    }
    vvi_loop_destroy(&loop);
    solid_destroy(&s);
}

static void rows_sum_to_one_and_tangents_to_zero(void **state)
{
    (void)state;
    solid s[3] = {make_spindle(9, 1), make_fan(4, 2), make_torus(5, 4)};
    for (int i = 0; i < 3; i++) {
        vvi_loop loop = make_loop(&s[i], 2);
        for (uint32_t v = 0; v < loop.vertex_count; v++) {
            double sum[3] = {0.0};
            for (uint32_t e = loop.starts[v]; e < loop.starts[v + 1]; e++) {
                assert_true(e == loop.starts[v] || loop.columns[e - 1] < loop.columns[e]);
                sum[0] += (double)loop.positions[e];
                sum[1] += (double)loop.tangents[e][0];
                sum[2] += (double)loop.tangents[e][1];
            }
            assert_true(fabs(sum[0] - 1.0) < 1e-6 && fabs(sum[1]) < 2e-6 && fabs(sum[2]) < 2e-6);
        }
        vvi_loop_destroy(&loop);
        solid_destroy(&s[i]);
    }
}

/* Two tetrahedra that share one vertex, and a vertex of nobody. */
static void sheets_that_meet_in_a_vertex_stay_joined(void **state)
{
    (void)state;
    solid s = solid_create(8, 8);
    const uint32_t tetrahedron[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    const double corner[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (uint32_t k = 0; k < 12; k++) {
        s.triangles[k] = tetrahedron[k];
        s.triangles[12 + k] = tetrahedron[k] == 0 ? 0 : tetrahedron[k] + 3;
    }
    for (uint32_t v = 1; v < 4; v++)
        for (int k = 0; k < 3; k++) {
            s.positions[v][k] = corner[v][k];
            s.positions[v + 3][k] = -corner[v][k];
        }
    s.positions[7][0] = 5.0;
    vvi_loop loop = make_loop(&s, 2);
    double p[3], t[3], zero[3] = {0.0};
    evaluate(&loop, &s, 0, 0, p);
    assert_true(apart(p, zero) < 1e-12);
    evaluate(&loop, &s, 0, 1, t);
    assert_true(apart(t, zero) > 0.1);
    evaluate(&loop, &s, 7, 0, p);
    assert_true(fabs(p[0] - 5.0) < 1e-6);
    evaluate(&loop, &s, 7, 1, t);
    assert_true(apart(t, zero) == 0.0);
    vvi_loop_destroy(&loop);
    solid_destroy(&s);
}

static void bad_triangles_are_refused(void **state)
{
    (void)state;
    vvi_loop loop;
    vv_error error = {0};
    uint32_t missing[3] = {0, 1, 5}, repeated[3] = {0, 1, 1}, page[9] = {0, 1, 2, 1, 0, 3, 0, 1, 4};
    assert_int_equal(vvi_loop_create(5, 1, missing, 1, 1000, NULL, &loop, &error), VV_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "names vertex 5, but there are only"));
    assert_int_equal(vvi_loop_create(5, 1, repeated, 1, 1000, NULL, &loop, &error), VV_ERROR_ARGUMENT);
    assert_int_equal(vvi_loop_create(5, 3, page, 1, 1000, NULL, &loop, &error), VV_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "vertex 0 to vertex 1"));
    solid s = make_spindle(12, 1), wheel = make_spindle(VVI_LOOP_MAX_VALENCE + 1, 1);
    assert_int_equal(vvi_loop_create(14, 24, s.triangles, 2, 50, NULL, &loop, &error), VV_ERROR_LIMIT);
    assert_int_equal(
        vvi_loop_create(wheel.vertex_count, wheel.triangle_count, wheel.triangles, 0, 9999, NULL, &loop, &error),
        VV_ERROR_LIMIT);
    solid_destroy(&s);
    solid_destroy(&wheel);
}

static void every_failed_allocation_is_survived(void **state)
{
    (void)state;
    solid s = make_spindle(5, 1);
    for (uint64_t n = 1;; n++) {
        vv_counting counting = {.fail_at = n};
        vv_allocator allocator = vv_counting_allocator(&counting);
        vvi_loop loop;
        vv_result result = vvi_loop_create(7, 10, s.triangles, 2, 1000, &allocator, &loop, NULL);
        if (result == VV_OK) {
            vvi_loop_destroy(&loop);
            assert_int_equal(counting.used, 0);
            assert_true(n > 20);
            break;
        }
        assert_int_equal(result, VV_ERROR_MEMORY);
        assert_int_equal(counting.used, 0);
    }
    solid_destroy(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(valences_three_to_twelve_converge_to_their_limits),
        cmocka_unit_test(borders_converge_to_their_limits),
        cmocka_unit_test(a_regular_torus_converges),
        cmocka_unit_test(limits_do_not_depend_on_the_level),
        cmocka_unit_test(neighbours_lie_in_the_tangent_plane),
        cmocka_unit_test(borders_are_cubic_splines),
        cmocka_unit_test(rows_sum_to_one_and_tangents_to_zero),
        cmocka_unit_test(sheets_that_meet_in_a_vertex_stay_joined),
        cmocka_unit_test(bad_triangles_are_refused),
        cmocka_unit_test(every_failed_allocation_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
