/* Fields: 1 and 0 at examples, sums of 1, linear functions, smoothness, pseudo-examples, Rose's formulation, other
 * widths, bytes and refusals. The weights themselves are compared with a second implementation in
 * tests/cli/test_field.py. */
#include "runtime/blend/field.h"
#include "tests/testing.h"

enum { MOST = 24, AXES = 6 };

static const vv_radial radials[] = {VV_RADIAL_BSPLINE, VV_RADIAL_THIN_PLATE, VV_RADIAL_GAUSSIAN, VV_RADIAL_LINEAR};

typedef struct drawn {
    double examples[MOST * AXES], from[MOST * AXES], to[MOST * AXES];
    vv_axis axes[AXES];
    vv_field_def def;
} drawn;

static double unit(vvi_random *random) { return (double)vvi_random_unit(random); }

static vv_field *make(const vv_field_def *def)
{
    vv_field *field = NULL;
    vv_error error = {0};
    if (vv_field_create(def, NULL, &field, &error) != VV_OK)
        fail_msg("%s", error.message);
    assert_int_equal(vvi_field_verify(field, vvi_field_bytes(field), &error), VV_OK);
    return field;
}

static void expect_refusal(vv_field_def def, vv_result code, const char *text)
{
    vv_field *field = NULL;
    vv_error error = {0};
    assert_int_equal(vv_field_create(&def, NULL, &field, &error), code);
    assert_null(field);
    if (!strstr(error.message, text))
        fail_msg("\"%s\" does not say \"%s\"", error.message, text);
}

/* Floats, so that places can be asked for exactly. */
static void draw(vvi_random *random, uint32_t axes, uint32_t examples, uint32_t pseudo, vv_radial radial, drawn *d)
{
    for (uint32_t i = 0; i < MOST * AXES; i++) {
        d->examples[i] = (double)(float)(2.0 * unit(random) - 1.0);
        d->from[i] = (double)(float)(2.0 * unit(random) - 1.0);
        d->to[i] = (double)(float)(2.0 * unit(random) - 1.0);
    }
    for (uint32_t k = 0; k < AXES; k++)
        d->axes[k] = (vv_axis){-1.0f, 1.0f, 1.0f, false};
    d->def = (vv_field_def){axes, d->axes, examples, d->examples, pseudo, d->from, d->to, radial, false};
}

static double sum_of(uint32_t count, const double *weights)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < count; i++)
        sum += weights[i];
    return sum;
}

static void weights_are_one_and_zero_at_examples_and_sum_to_one(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(1);
    for (uint32_t trial = 0; trial < 400; trial++) {
        drawn d;
        uint32_t axes = 1 + trial % AXES, examples = 1 + vvi_random_below(&random, 15), pseudo = trial % 3;
        draw(&random, axes, examples, pseudo, radials[trial / 3 % 4], &d);
        d.axes[0].unit = trial & 1 ? 4.0f : 1.0f;
        vv_field *field = make(&d.def);
        float at[AXES], weights[MOST];
        double sums[MOST], place[AXES];
        for (uint32_t i = 0; i < examples; i++) {
            vv_field_example(field, i, at);
            vv_field_weights(field, at, weights);
            for (uint32_t j = 0; j < examples; j++)
                assert_true(fabs((double)weights[j] - (i == j ? 1.0 : 0.0)) < 1e-6);
        }
        for (uint32_t i = 0; i < 20; i++) {
            for (uint32_t k = 0; k < axes; k++)
                place[k] = 6.0 * unit(&random) - 3.0;
            vv_field_weights_double(field, place, sums);
            assert_true(fabs(sum_of(examples, sums) - 1.0) < 1e-7);
        }
        vv_field_destroy(field, NULL);
    }
}

/* What the field without them answers at `from`, a field with pseudo-examples answers at `to`. */
static void pseudo_examples_carry_the_mix_along(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(2);
    for (uint32_t trial = 0; trial < 100; trial++) {
        drawn d;
        uint32_t axes = 1 + trial % 4, examples = 2 + vvi_random_below(&random, 8);
        draw(&random, axes, examples, 3, radials[trial % 4], &d);
        vv_field *after = make(&d.def);
        d.def.pseudo_count = 0;
        vv_field *before = make(&d.def);
        for (uint32_t i = 0; i < 3; i++) {
            double was[MOST], is[MOST];
            vv_field_weights_double(before, d.from + i * axes, was);
            vv_field_weights_double(after, d.to + i * axes, is);
            for (uint32_t j = 0; j < examples; j++)
                assert_true(fabs(was[j] - is[j]) < 1e-6);
        }
        assert_int_equal(vv_field_pseudo_count(after), 3);
        vv_field_destroy(before, NULL);
        vv_field_destroy(after, NULL);
    }
}

/* Figure 2: the line through (0.15, 1), (0.30, 0), (0.75, 0), by hand, and radii of twice the distance to the
 * nearest. */
static void the_papers_line_is_its_figure(void **state)
{
    (void)state;
    const double examples[3] = {0.15, 0.30, 0.75}, mean = 0.4;
    const double spread = 0.25 * 0.25 + 0.1 * 0.1 + 0.35 * 0.35;
    vv_field_def def = {.axis_count = 1, .example_count = 3, .examples = examples};
    vv_field *field = make(&def);
    const double far[4] = {-2.0, -0.16, 1.66, 7.0}; /* outside of 0.15 − 0.3, 0.30 + 0.3, 0.75 ± 0.9 */
    for (uint32_t i = 0; i < 4; i++) {
        double weights[3];
        vv_field_weights_double(field, &far[i], weights);
        for (uint32_t j = 0; j < 3; j++)
            assert_true(fabs(weights[j] - (1.0 / 3.0 + (examples[j] - mean) / spread * (far[i] - mean))) < 1e-12);
    }
    /* At 0.225 the first two are half their s away, the third is 0.525 of 0.45: by the basis' own polynomials. */
    double Q[9], r[3], weights[3], x = 0.225;
    const double s[3] = {0.15, 0.15, 0.45};
    for (uint32_t i = 0; i < 9; i++) {
        double d = fabs(examples[i / 3] - examples[i % 3]) / s[i % 3];
        Q[i] = d < 1.0 ? 2.0 / 3.0 - d * d + d * d * d / 2.0 : d < 2.0 ? (2.0 - d) * (2.0 - d) * (2.0 - d) / 6.0 : 0.0;
        r[i % 3] = 0.0;
    }
    assert_true(fabs(Q[0] - 2.0 / 3.0) < 1e-15 && fabs(Q[1] - 1.0 / 6.0) < 1e-12);
    vv_field_weights_double(field, &x, weights);
    for (uint32_t e = 0; e < 3; e++) {
        double q[3], R[3], sum = 1.0 / 3.0 + (examples[e] - mean) / spread * (x - mean);
        for (uint32_t i = 0; i < 3; i++)
            q[i] = (i == e ? 1.0 : 0.0) - (1.0 / 3.0 + (examples[e] - mean) / spread * (examples[i] - mean));
        for (uint32_t round = 0; round < 400; round++) /* Gauss–Seidel: Q is dominated by its diagonal */
            for (uint32_t i = 0; i < 3; i++) {
                double left = q[i];
                for (uint32_t j = 0; j < 3; j++)
                    left -= j == i ? 0.0 : Q[i * 3 + j] * r[j];
                r[i] = left / Q[i * 4];
            }
        for (uint32_t j = 0; j < 3; j++) {
            double d = fabs(x - examples[j]) / s[j];
            R[j] = d < 1.0   ? 2.0 / 3.0 - d * d + d * d * d / 2.0
                   : d < 2.0 ? (2.0 - d) * (2.0 - d) * (2.0 - d) / 6.0
                             : 0.0;
            sum += R[j] * r[j];
        }
        assert_true(fabs(sum - weights[e]) < 1e-10);
    }
    vv_field_destroy(field, NULL);
}

/* A linear function of the axes, sampled at the examples, comes out as itself beyond all supports. */
static void linear_functions_are_reproduced_outside_the_supports(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(3);
    for (uint32_t trial = 0; trial < 200; trial++) {
        drawn d;
        uint32_t axes = 1 + trial % AXES, examples = axes + 1 + vvi_random_below(&random, 8);
        double slope[AXES], place[AXES], weights[MOST], wanted = 0.3, got = 0.0;
        draw(&random, axes, examples, 0, VV_RADIAL_BSPLINE, &d);
        vv_field *field = make(&d.def);
        for (uint32_t k = 0; k < axes; k++) {
            slope[k] = 2.0 * unit(&random) - 1.0;
            place[k] = 12.0; /* the farthest radius is 4·√axes < 10 */
            wanted += slope[k] * place[k];
        }
        vv_field_weights_double(field, place, weights);
        for (uint32_t i = 0; i < examples; i++) {
            double value = 0.3;
            for (uint32_t k = 0; k < axes; k++)
                value += slope[k] * d.examples[i * axes + k];
            got += weights[i] * value;
        }
        assert_true(fabs(got - wanted) < 1e-8 * (1.0 + sum_of(examples, weights) * 1e3));
        vv_field_destroy(field, NULL);
    }
}

/* One-sided differences from both sides agree at borders of supports, where two pieces of a B-spline meet, and at
 * examples. */
static void first_derivatives_are_continuous(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(4);
    for (uint32_t trial = 0; trial < 60; trial++) {
        drawn d;
        draw(&random, 2, 6, 1, radials[trial % 3], &d); /* the linear one is pointed: that is its nature */
        vv_field *field = make(&d.def);
        for (uint32_t i = 0; i < 6; i++)
            for (uint32_t ring = 0; ring < 3; ring++) {
                double nearest = 1e9, angle = 7.0 * unit(&random), h = 1e-6, at[3][2], w[3][MOST];
                for (uint32_t j = 0; j < 7; j++) {
                    const double *p = j < 6 ? d.examples + 2 * j : d.to;
                    double x = p[0] - d.examples[2 * i], y = p[1] - d.examples[2 * i + 1];
                    if (j != i)
                        nearest = fmin(nearest, sqrt(x * x + y * y));
                }
                for (uint32_t side = 0; side < 3; side++) {
                    double radius = (double)ring * nearest + h * ((double)side - 1.0);
                    at[side][0] = d.examples[2 * i] + radius * cos(angle);
                    at[side][1] = d.examples[2 * i + 1] + radius * sin(angle);
                    vv_field_weights_double(field, at[side], w[side]);
                }
                for (uint32_t e = 0; e < 6; e++) {
                    double before = (w[1][e] - w[0][e]) / h, after = (w[2][e] - w[1][e]) / h;
                    assert_true(fabs(before - after) < 1e-2 * (1.0 + fabs(before)));
                }
            }
        vv_field_destroy(field, NULL);
    }
}

/* The pointed one is told apart by the same measure: the test above can fail. */
static void distances_are_pointed_at_examples(void **state)
{
    (void)state;
    const double examples[3] = {0.0, 1.0, 3.0};
    vv_field_def def = {.axis_count = 1, .example_count = 3, .examples = examples, .radial = VV_RADIAL_LINEAR};
    vv_field *field = make(&def);
    double h = 1e-6, at[3] = {1.0 - h, 1.0, 1.0 + h}, w[3][3];
    for (uint32_t i = 0; i < 3; i++)
        vv_field_weights_double(field, &at[i], w[i]);
    assert_true(fabs((w[2][1] - w[1][1]) - (w[1][1] - w[0][1])) / h > 0.1);
    vv_field_destroy(field, NULL);
}

/* ---- Rose's formulation ------------------------------------------------------------------------------------------ */

/* One degree of freedom by itself: its own hyperplane through the values (normal equations), its own radial
 * coefficients. */
static double rose(const drawn *d, uint32_t n, uint32_t axes, const double *values, const double *place)
{
    double A[(AXES + 1) * (AXES + 1)] = {0}, a[AXES + 1] = {0}, Q[MOST * MOST], r[MOST], s[MOST], sum;
    uint32_t size = axes + 1, pivot[MOST];
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < size; k++) {
            double x = k < axes ? d->examples[i * axes + k] : 1.0;
            a[k] += x * values[i];
            for (uint32_t l = 0; l < size; l++)
                A[k * size + l] += x * (l < axes ? d->examples[i * axes + l] : 1.0);
        }
    assert_true(vvi_lu_factor(size, A, pivot));
    vvi_lu_solve(size, A, pivot, 1, a);
    for (uint32_t j = 0; j < n; j++) {
        s[j] = 1e9;
        for (uint32_t i = 0; i < n; i++) {
            double square = 0.0;
            for (uint32_t k = 0; k < axes; k++)
                square += pow(d->examples[i * axes + k] - d->examples[j * axes + k], 2.0);
            Q[i * n + j] = sqrt(square);
            s[j] = i == j ? s[j] : fmin(s[j], sqrt(square));
        }
        r[j] = values[j] - a[axes];
        for (uint32_t k = 0; k < axes; k++)
            r[j] -= a[k] * d->examples[j * axes + k];
    }
    for (uint32_t i = 0; i < n * n; i++) {
        double x = Q[i] / s[i % n];
        Q[i] = x < 1.0 ? 2.0 / 3.0 - x * x + x * x * x / 2.0 : x < 2.0 ? pow(2.0 - x, 3.0) / 6.0 : 0.0;
    }
    assert_true(vvi_lu_factor(n, Q, pivot));
    vvi_lu_solve(n, Q, pivot, 1, r);
    sum = a[axes];
    for (uint32_t k = 0; k < axes; k++)
        sum += a[k] * place[k];
    for (uint32_t j = 0; j < n; j++) {
        double square = 0.0;
        for (uint32_t k = 0; k < axes; k++)
            square += pow(place[k] - d->examples[j * axes + k], 2.0);
        double x = sqrt(square) / s[j];
        sum += r[j] * (x < 1.0 ? 2.0 / 3.0 - x * x + x * x * x / 2.0 : x < 2.0 ? pow(2.0 - x, 3.0) / 6.0 : 0.0);
    }
    return sum;
}

static void roses_formulation_gives_the_same_motion(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(5);
    double worst = 0.0;
    for (uint32_t trial = 0; trial < 300; trial++) {
        drawn d;
        uint32_t axes = 1 + trial % AXES, n = axes + 2 + vvi_random_below(&random, 8);
        double values[MOST], place[AXES], weights[MOST], mixed = 0.0;
        draw(&random, axes, n, 0, VV_RADIAL_BSPLINE, &d);
        vv_field *field = make(&d.def);
        for (uint32_t i = 0; i < n; i++)
            values[i] = 2.0 * unit(&random) - 1.0;
        for (uint32_t k = 0; k < axes; k++)
            place[k] = 3.0 * unit(&random) - 1.5;
        vv_field_weights_double(field, place, weights);
        for (uint32_t i = 0; i < n; i++)
            mixed += weights[i] * values[i];
        worst = fmax(worst, fabs(mixed - rose(&d, n, axes, values, place)) / (1.0 + fabs(mixed)));
        vv_field_destroy(field, NULL);
    }
    printf("Rose's formulation: largest difference %.2g\n", worst);
    assert_true(worst < 1e-5);
}

/* ---- Places that are special ------------------------------------------------------------------------------------- */

static void few_or_flat_examples_get_the_least_hyperplane(void **state)
{
    (void)state;
    /* On the line y = 1: weights do not care for y, and sum to 1; together with the constant they would. */
    const double line[6] = {0, 1, 1, 1, 3, 1}, one[2] = {3, 4};
    vv_field_def def = {.axis_count = 2, .example_count = 3, .examples = line};
    double w[3], v[3], at[2] = {0.4, 1.0}, above[2] = {10.0, 5.0}, beside[2] = {10.0, 1.0};
    vv_field *field = make(&def);
    vv_field_weights_double(field, above, w);
    vv_field_weights_double(field, beside, v);
    for (uint32_t i = 0; i < 3; i++)
        assert_true(fabs(w[i] - v[i]) < 1e-12);
    assert_true(fabs(sum_of(3, w) - 1.0) < 1e-12);
    vv_field_destroy(field, NULL);
    def.homogeneous = true;
    field = make(&def);
    vv_field_weights_double(field, at, w);
    assert_true(fabs(sum_of(3, w) - 1.0) < 1e-12);
    vv_field_weights_double(field, above, w); /* the constant is shared with y: ½ y + ½ */
    assert_true(fabs(sum_of(3, w) - 3.0) < 1e-12);
    vv_field_destroy(field, NULL);
    def = (vv_field_def){.axis_count = 2, .example_count = 1, .examples = one};
    field = make(&def);
    vv_field_weights_double(field, above, w);
    assert_true(w[0] == 1.0);
    vv_field_destroy(field, NULL);
    def.homogeneous = true; /* (3 x + 4 y + 1) / 26 */
    field = make(&def);
    vv_field_weights_double(field, above, w);
    assert_true(fabs(w[0] - 51.0 / 26.0) < 1e-12);
    vv_field_destroy(field, NULL);
    def = (vv_field_def){.example_count = 1};
    field = make(&def);
    vv_field_weights_double(field, NULL, w);
    assert_true(w[0] == 1.0 && vv_field_distance_outside(field, NULL) == 0.0f);
    vv_field_destroy(field, NULL);
}

/* 0, 1, 2: d² log d is 0 at distances 0 and 1, so that no mix of the three thin plates alone would do. */
static void thin_plates_a_unit_apart_still_interpolate(void **state)
{
    (void)state;
    const double examples[3] = {0, 1, 2};
    vv_field_def def = {.axis_count = 1, .example_count = 3, .examples = examples, .radial = VV_RADIAL_THIN_PLATE};
    vv_field *field = make(&def);
    for (uint32_t i = 0; i < 3; i++) {
        double w[3];
        vv_field_weights_double(field, &examples[i], w);
        for (uint32_t j = 0; j < 3; j++)
            assert_true(fabs(w[j] - (i == j)) < 1e-9);
    }
    vv_field_destroy(field, NULL);
}

static void nearly_coincident_examples_are_still_exact(void **state)
{
    (void)state;
    const float base[2] = {0.75f, -0.5f};
    for (uint32_t k = 0; k < 4; k++) {
        /* Two floats, the next to each other; thin plates are so flat that they need a little more. */
        float step = radials[k] == VV_RADIAL_THIN_PLATE ? 0x1p-17f : 0x1p-23f;
        double examples[8] = {0, 0, 1, 1, (double)base[0], (double)base[1], (double)(base[0] + step), (double)base[1]};
        vv_field_def def = {.axis_count = 2, .example_count = 4, .examples = examples, .radial = radials[k]};
        vv_field *field = make(&def);
        for (uint32_t i = 0; i < 4; i++) {
            float at[2], w[4];
            vv_field_example(field, i, at);
            vv_field_weights(field, at, w);
            for (uint32_t j = 0; j < 4; j++)
                assert_true(fabs((double)w[j] - (i == j)) < 1e-6);
        }
        vv_field_destroy(field, NULL);
    }
}

static void thin_plates_that_cannot_be_told_apart_are_named(void **state)
{
    (void)state;
    const double examples[8] = {0, 0, 1, 1, 0.75, -0.5, 0.75 + 0x1p-23, -0.5};
    vv_field_def def = {.axis_count = 2, .example_count = 4, .examples = examples, .radial = VV_RADIAL_THIN_PLATE};
    expect_refusal(def, VV_ERROR_CONVERGENCE, "example 2 and example 3 are too close");
}

static void clamped_axes_end_and_free_ones_go_on(void **state)
{
    (void)state;
    const double examples[6] = {0, 0, 1, 0, 0, 1};
    const vv_axis axes[2] = {{0.0f, 1.0f, 1.0f, true}, {0.0f, 1.0f, 1.0f, false}};
    vv_field_def def = {.axis_count = 2, .axes = axes, .example_count = 3, .examples = examples};
    vv_field *field = make(&def);
    float beyond[2] = {7.0f, 0.0f}, end[2] = {1.0f, 0.0f}, up[2] = {0.0f, 3.0f}, w[3], v[3];
    vv_field_weights(field, beyond, w);
    vv_field_weights(field, end, v);
    assert_memory_equal(w, v, sizeof w);
    vv_field_weights(field, up, w);
    assert_true(fabsf(w[2] - 3.0f) < 1e-6f && fabsf(w[0] + 2.0f) < 1e-6f);
    assert_true(vv_field_distance_outside(field, up) == 2.0f && vv_field_distance_outside(field, end) == 0.0f);
    vv_axis axis = vv_field_axis(field, 0);
    assert_true(axis.low == 0.0f && axis.high == 1.0f && axis.unit == 1.0f && axis.clamped);
    vv_field_destroy(field, NULL);
}

static void places_that_are_not_finite_are_the_middle(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(6);
    const float bad[4] = {NAN, INFINITY, -INFINITY, 3.4e38f};
    for (uint32_t k = 0; k < 4; k++) {
        drawn d;
        draw(&random, 2, 5, 0, radials[k], &d);
        vv_field *field = make(&d.def);
        double middle[2] = {0, 0}, wanted[5];
        for (uint32_t i = 0; i < 10; i++)
            middle[i & 1] += d.examples[i] / 5.0;
        vv_field_weights_double(field, middle, wanted);
        for (uint32_t i = 0; i < 4; i++) {
            float at[2] = {0.5f, bad[i]}, w[5];
            vv_field_weights(field, at, w);
            assert_true(vvi_all_finite(w, 5));
            for (uint32_t j = 0; i < 3 && j < 5; j++)
                assert_true(fabs((double)w[j] - wanted[j]) < 1e-5);
        }
        vv_field_destroy(field, NULL);
    }
}

/* ---- Refusals, memory, bytes ------------------------------------------------------------------------------------- */

static void wrong_fields_are_refused_by_name(void **state)
{
    (void)state;
    double examples[8] = {0, 0, 1, 0, 0, 1, 1, 1}, from[2] = {0.5, 0.5}, to[2] = {0.25, 0.5};
    vv_axis axes[2] = {{0.0f, 1.0f, 1.0f, false}, {0.0f, 1.0f, 1.0f, false}};
    vv_field_def good = {2, axes, 4, examples, 1, from, to, VV_RADIAL_BSPLINE, false}, def = good;
    vv_field_destroy(make(&good), NULL);
    def.axis_count = 17;
    expect_refusal(def, VV_ERROR_LIMIT, "at most 16 axes");
    def = good;
    def.example_count = 0;
    expect_refusal(def, VV_ERROR_ARGUMENT, "has no example");
    def.example_count = 257;
    expect_refusal(def, VV_ERROR_LIMIT, "256 examples");
    def = good;
    def.radial = (vv_radial)9;
    expect_refusal(def, VV_ERROR_ARGUMENT, "radial function 9");
    examples[5] = 1e-9;
    expect_refusal(good, VV_ERROR_ARGUMENT, "example 0 and example 2");
    examples[5] = NAN;
    expect_refusal(good, VV_ERROR_ARGUMENT, "example 2 is not at a finite place");
    examples[5] = 1.0;
    to[0] = 1.0, to[1] = 0.0;
    expect_refusal(good, VV_ERROR_ARGUMENT, "example 1 and pseudo-example 0");
    to[0] = INFINITY;
    expect_refusal(good, VV_ERROR_ARGUMENT, "pseudo-example 0 is not at a finite");
    to[0] = 0.25, from[1] = NAN;
    expect_refusal(good, VV_ERROR_ARGUMENT, "the source of pseudo-example 0");
    from[1] = 0.5, axes[1].high = 0.0f;
    expect_refusal(good, VV_ERROR_ARGUMENT, "axis 1 goes from 0 to 0");
    axes[1].high = NAN;
    expect_refusal(good, VV_ERROR_ARGUMENT, "axis 1 goes");
    axes[1].high = 1.0f, axes[0].unit = 0.0f;
    expect_refusal(good, VV_ERROR_ARGUMENT, "the unit of axis 0 is 0");
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    const double plain[6] = {0, 0, 1, 0.5, 2, 1.5}, spaced[3] = {0, 1, 2}, from[2] = {0.5, 0.5}, to[2] = {0.5, 1.0};
    const vv_field_def defs[3] = {
        {2, NULL, 3, plain, 1, from, to, VV_RADIAL_BSPLINE, false},
        {2, NULL, 3, plain, 1, from, to, VV_RADIAL_GAUSSIAN, true},
        {.axis_count = 1,
         .example_count = 3,
         .examples = spaced,
         .radial = VV_RADIAL_THIN_PLATE}, /* all three solvers */
    };
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t n = 0;
        vv_field *field = NULL;
        while (!field) {
            vv_counting counting = {.fail_at = ++n};
            vv_allocator allocator = vv_counting_allocator(&counting);
            vv_result result = vv_field_create(&defs[i], &allocator, &field, NULL);
            assert_int_equal(result, field ? VV_OK : VV_ERROR_MEMORY);
            vv_field_destroy(field, &allocator);
            assert_int_equal(counting.used, 0);
            assert_true(n < 200);
        }
        assert_true(n > 4);
    }
}

/* Every byte changed in turn: refused, or used without harm. */
static void damaged_bytes_are_refused_or_harmless(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(7);
    drawn d;
    draw(&random, 2, 3, 1, VV_RADIAL_THIN_PLATE, &d);
    vv_field *field = make(&d.def);
    size_t count = vvi_field_bytes(field);
    uint8_t *copy = vvi_allocate(NULL, 1, count);
    uint32_t refused = 0;
    for (size_t i = 0; i < count; i++)
        for (uint32_t bit = 0; bit < 8; bit++) {
            memcpy(copy, field, count);
            copy[i] ^= (uint8_t)(1u << bit);
            if (vvi_field_verify(copy, count, NULL) != VV_OK) {
                refused++;
                continue;
            }
            float at[2] = {0.3f, 0.2f}, w[4], where[2];
            vv_field_weights((vv_field *)copy, at, w);
            assert_true(vvi_all_finite(w, 3));
            vv_field_example((vv_field *)copy, 3, where);
        }
    assert_true(refused > 8 * sizeof(vv_field));
    for (size_t shorter = 0; shorter < count; shorter += 13)
        assert_int_not_equal(vvi_field_verify(field, shorter, NULL), VV_OK);
    assert_int_equal(vvi_field_verify((char *)copy + 16, count - 16, NULL), VV_ERROR_ARGUMENT);
    vvi_release(NULL, copy, 1, count);
    vv_field_destroy(field, NULL);
}

static void the_same_def_gives_the_same_bytes(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(8);
    drawn d;
    draw(&random, 3, 7, 2, VV_RADIAL_BSPLINE, &d);
    vv_field *a = make(&d.def), *b = make(&d.def);
    assert_memory_equal(a, b, vvi_field_bytes(a));
    vv_field_destroy(a, NULL);
    vv_field_destroy(b, NULL);
}

/* ---- Widths ------------------------------------------------------------------------------------------------------ */

static void every_width_gives_the_same_weights(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(9);
    for (uint32_t trial = 0; trial < 100; trial++) {
        drawn d;
        draw(&random, 1 + trial % AXES, 1 + trial % 23, trial % 5, radials[trial % 4], &d);
        vv_field *field = make(&d.def);
        double local[AXES], plain[MOST + 8], wide[MOST + 8];
        for (uint32_t k = 0; k < AXES; k++)
            local[k] = 2.0 * unit(&random) - 1.0;
        vvi_field_weigh(field, local, plain, VVI_WIDTH_PLAIN);
        for (vvi_width width = VVI_WIDTH_PLAIN; width <= vvi_best_width(); width++) {
            vvi_field_weigh(field, local, wide, width);
            assert_memory_equal(plain, wide, field->example_count * sizeof *plain);
        }
        vv_field_destroy(field, NULL);
    }
}

static void mixing_is_the_plain_sum_in_every_width(void **state)
{
    (void)state;
    enum { LONGEST = 320, EXAMPLES = 7 };
    static _Alignas(64) float examples[LONGEST * EXAMPLES], out[LONGEST + 16], wanted[LONGEST];
    vvi_random random = vvi_random_seed(10);
    float weights[EXAMPLES];
    for (uint32_t i = 0; i < LONGEST * EXAMPLES; i++)
        examples[i] = 2.0f * vvi_random_unit(&random) - 1.0f;
    for (uint32_t count = 1; count <= LONGEST; count += 1 + count / 8)
        for (uint32_t n = 1; n <= EXAMPLES; n++) {
            uint32_t stride = (count + 15u) & ~15u;
            for (uint32_t i = 0; i < n; i++)
                weights[i] = 2.0f * vvi_random_unit(&random) - 0.5f;
            for (uint32_t k = 0; k < count; k++) {
                wanted[k] = weights[0] * examples[k];
                for (uint32_t i = 1; i < n; i++)
                    wanted[k] += weights[i] * examples[i * stride + k];
            }
            for (vvi_width width = VVI_WIDTH_PLAIN; width <= vvi_best_width(); width++) {
                out[stride] = 77.0f;
                vvi_mix_width(n, weights, count, stride, examples, out, width);
                assert_memory_equal(out, wanted, count * sizeof *out);
                assert_true(out[stride] == 77.0f);
            }
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weights_are_one_and_zero_at_examples_and_sum_to_one),
        cmocka_unit_test(pseudo_examples_carry_the_mix_along),
        cmocka_unit_test(the_papers_line_is_its_figure),
        cmocka_unit_test(linear_functions_are_reproduced_outside_the_supports),
        cmocka_unit_test(first_derivatives_are_continuous),
        cmocka_unit_test(distances_are_pointed_at_examples),
        cmocka_unit_test(roses_formulation_gives_the_same_motion),
        cmocka_unit_test(few_or_flat_examples_get_the_least_hyperplane),
        cmocka_unit_test(thin_plates_a_unit_apart_still_interpolate),
        cmocka_unit_test(nearly_coincident_examples_are_still_exact),
        cmocka_unit_test(thin_plates_that_cannot_be_told_apart_are_named),
        cmocka_unit_test(clamped_axes_end_and_free_ones_go_on),
        cmocka_unit_test(places_that_are_not_finite_are_the_middle),
        cmocka_unit_test(wrong_fields_are_refused_by_name),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(damaged_bytes_are_refused_or_harmless),
        cmocka_unit_test(the_same_def_gives_the_same_bytes),
        cmocka_unit_test(every_width_gives_the_same_weights),
        cmocka_unit_test(mixing_is_the_plain_sum_in_every_width),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
