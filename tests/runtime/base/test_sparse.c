/* The sparse Cholesky against residuals, a dense elimination, and itself: partial against full, wide against plain. */
#include "tests/testing.h"

#include "runtime/base/sparse.h"

#include <math.h>

/* A symmetric matrix being built: dense rows would not fit for meshes, so a list of entries per column. */
typedef struct system {
    uint32_t n, dimensions;
    uint32_t *starts, *rows;
    double *values, *coordinates;
} system_t;

static void system_free(system_t *s)
{
    free(s->starts);
    free(s->rows);
    free(s->values);
    free(s->coordinates);
}

static vvi_sparse_matrix view(const system_t *s) { return (vvi_sparse_matrix){s->n, s->starts, s->rows, s->values}; }

/* The lower triangle of a dense A[n·n], zeros left out (the diagonal always stays). */
static system_t system_from_dense(uint32_t n, const double *A)
{
    system_t s = {.n = n};
    s.starts = calloc(n + 1, sizeof *s.starts);
    s.rows = calloc((size_t)n * n, sizeof *s.rows);
    s.values = calloc((size_t)n * n, sizeof *s.values);
    uint32_t count = 0;
    for (uint32_t j = 0; j < n; j++) {
        for (uint32_t i = j; i < n; i++) {
            if (i != j && A[i * n + j] == 0.0)
                continue;
            s.rows[count] = i;
            s.values[count++] = A[i * n + j];
        }
        s.starts[j + 1] = count;
    }
    return s;
}

/* y = (A + diag(added)) x */
static void multiply(const system_t *s, const double *added, const double *x, double *y)
{
    for (uint32_t i = 0; i < s->n; i++)
        y[i] = added ? added[i] * x[i] : 0.0;
    for (uint32_t j = 0; j < s->n; j++) {
        for (uint32_t e = s->starts[j]; e < s->starts[j + 1]; e++) {
            uint32_t i = s->rows[e];
            y[i] += s->values[e] * x[j];
            if (i != j)
                y[j] += s->values[e] * x[i];
        }
    }
}

static double unit(vvi_random *random) { return (double)vvi_random_unit(random); }

/* Random symmetric, made positive definite by a dominant diagonal. */
static system_t random_system(uint32_t n, double density, uint64_t seed)
{
    vvi_random random = vvi_random_seed(seed);
    double *A = calloc((size_t)n * n, sizeof *A);
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t j = 0; j < i; j++) {
            if (unit(&random) < density)
                A[i * n + j] = A[j * n + i] = 2.0 * unit(&random) - 1.0;
        }
    }
    for (uint32_t i = 0; i < n; i++) {
        double sum = 0.1 + unit(&random);
        for (uint32_t j = 0; j < n; j++)
            sum += fabs(A[i * n + j]);
        A[i * n + i] = sum;
    }
    system_t s = system_from_dense(n, A);
    free(A);
    return s;
}

/* The squared Laplacian of a w × h grid with one diagonal in each square, plus a little mass. `gap`: edges between
 * columns gap − 1 and gap are left out (0: none), so that the grid falls into two pieces. */
static system_t bilaplacian(uint32_t w, uint32_t h, uint32_t gap)
{
    static const int32_t steps[6][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, -1}};
    uint32_t n = w * h;
    double *L = calloc((size_t)n * n, sizeof *L), *A = calloc((size_t)n * n, sizeof *A);
    system_t s;
    for (uint32_t v = 0; v < n; v++) {
        for (int k = 0; k < 6; k++) {
            int32_t x = (int32_t)(v % w) + steps[k][0], y = (int32_t)(v / w) + steps[k][1];
            if (x < 0 || y < 0 || x >= (int32_t)w || y >= (int32_t)h)
                continue;
            if (gap && (v % w < gap) != ((uint32_t)x < gap))
                continue;
            L[v * n + (uint32_t)y * w + (uint32_t)x] = -1.0;
            L[v * n + v] += 1.0;
        }
    }
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t k = 0; k < n; k++) {
            if (L[i * n + k] == 0.0)
                continue;
            for (uint32_t j = 0; j < n; j++)
                A[i * n + j] += L[i * n + k] * L[k * n + j];
        }
        A[i * n + i] += 1e-3;
    }
    s = system_from_dense(n, A);
    s.dimensions = 2;
    s.coordinates = calloc(2 * (size_t)n, sizeof *s.coordinates);
    for (uint32_t v = 0; v < n; v++) {
        s.coordinates[2 * v] = (double)(v % w);
        s.coordinates[2 * v + 1] = (double)(v / w);
    }
    free(L);
    free(A);
    return s;
}

static vvi_sparse_factor *prepare(const system_t *s)
{
    vvi_sparse_matrix matrix = view(s);
    vvi_sparse_factor *factor = NULL;
    vv_error error = {0};
    assert_int_equal(vvi_sparse_prepare(&matrix, s->dimensions, s->coordinates, NULL, &factor, &error), VV_OK);
    return factor;
}

static double *random_vector(uint32_t n, uint64_t seed)
{
    vvi_random random = vvi_random_seed(seed);
    double *x = calloc(n, sizeof *x);
    for (uint32_t i = 0; i < n; i++)
        x[i] = 2.0 * unit(&random) - 1.0;
    return x;
}

static void solves(const system_t *s, const double *added, double tolerance)
{
    vvi_sparse_matrix matrix = view(s);
    vvi_sparse_factor *factor = prepare(s);
    assert_int_equal(vvi_sparse_refactor(factor, &matrix, added, NULL), VV_OK);
    double *truth = random_vector(s->n, 77), *x = calloc(s->n, sizeof *x), *b = calloc(s->n, sizeof *b);
    multiply(s, added, truth, b);
    memcpy(x, b, s->n * sizeof *x);
    vvi_sparse_solve(factor, 1, x);
    double *back = calloc(s->n, sizeof *back), largest = 0.0, wrong = 0.0;
    multiply(s, added, x, back);
    for (uint32_t i = 0; i < s->n; i++) {
        largest = fmax(largest, fabs(b[i]));
        wrong = fmax(wrong, fabs(back[i] - b[i]));
    }
    assert_true(wrong <= tolerance * largest);
    free(truth);
    free(x);
    free(b);
    free(back);
    vvi_sparse_destroy(factor);
}

/* ---- Tests ------------------------------------------------------------------------------------------------------- */

static void random_systems_are_solved(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (uint32_t n = 1; n < 140; n += n < 34 ? 1 : 15) {
        for (double density = 0.0; density <= 1.0; density += 0.125) {
            system_t s = random_system(n, density * density, seed++);
            solves(&s, NULL, 1e-13);
            system_free(&s);
        }
    }
}

static void mesh_bilaplacians_are_solved(void **state)
{
    (void)state;
    static const uint32_t sizes[][2] = {{1, 1}, {2, 1}, {5, 5}, {40, 1}, {13, 11}, {30, 30}, {100, 5}, {37, 19}};
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        system_t s = bilaplacian(sizes[k][0], sizes[k][1], 0);
        solves(&s, NULL, 1e-11);
        free(s.coordinates); /* the same without coordinates, ordered by graph distance */
        s.coordinates = NULL;
        solves(&s, NULL, 1e-11);
        system_free(&s);
    }
}

/* All coordinates equal say nothing about neighbourhoods; the answer must still be right. */
static void useless_coordinates_are_harmless(void **state)
{
    (void)state;
    system_t s = bilaplacian(20, 20, 0);
    memset(s.coordinates, 0, 2 * (size_t)s.n * sizeof *s.coordinates);
    solves(&s, NULL, 1e-11);
    system_free(&s);
}

static void disconnected_graphs_are_solved(void **state)
{
    (void)state;
    system_t s = bilaplacian(24, 20, 9);
    solves(&s, NULL, 1e-11);
    free(s.coordinates);
    s.coordinates = NULL;
    solves(&s, NULL, 1e-11);
    system_free(&s);
}

/* Complete bipartite: both sides of any cut touch everywhere, the worst case for dissection. */
static void dense_graphs_are_solved(void **state)
{
    (void)state;
    uint32_t n = 120;
    double *A = calloc((size_t)n * n, sizeof *A);
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t j = 0; j < n; j++)
            A[i * n + j] = i == j ? 100.0 : (i < n / 2) != (j < n / 2) ? -1.0 : 0.0;
    }
    system_t s = system_from_dense(n, A);
    solves(&s, NULL, 1e-13);
    system_free(&s);
    free(A);
}

/* x of 1 × 1 is b / a, exactly what one division and two roots give. */
static void one_unknown(void **state)
{
    (void)state;
    double a = 4.0, x = 6.0;
    system_t s = system_from_dense(1, &a);
    vvi_sparse_matrix matrix = view(&s);
    vvi_sparse_factor *factor = prepare(&s);
    assert_int_equal(vvi_sparse_refactor(factor, &matrix, NULL, NULL), VV_OK);
    vvi_sparse_solve(factor, 1, &x);
    assert_true(x == 1.5);
    vvi_sparse_destroy(factor);
    system_free(&s);
}

static void refuses(system_t *s)
{
    vvi_sparse_matrix matrix = view(s);
    vvi_sparse_factor *factor = prepare(s);
    vv_error error = {0};
    assert_int_equal(vvi_sparse_refactor(factor, &matrix, NULL, &error), VV_ERROR_CONVERGENCE);
    assert_int_equal(error.code, VV_ERROR_CONVERGENCE);
    assert_true(error.message[0] != '\0');
    /* A factor that failed once works again with a matrix that is positive definite. */
    double *added = calloc(s->n, sizeof *added), *x = random_vector(s->n, 3), *b = calloc(s->n, sizeof *b);
    for (uint32_t i = 0; i < s->n; i++)
        added[i] = 1000.0;
    assert_int_equal(vvi_sparse_refactor(factor, &matrix, added, &error), VV_OK);
    multiply(s, added, x, b);
    vvi_sparse_solve(factor, 1, b);
    for (uint32_t i = 0; i < s->n; i++)
        assert_true(fabs(b[i] - x[i]) < 1e-12);
    free(added);
    free(x);
    free(b);
    vvi_sparse_destroy(factor);
}

static void not_positive_definite_is_refused(void **state)
{
    (void)state;
    double zero = 0.0, negative = -1.0, nan = NAN, indefinite[] = {1.0, 2.0, 2.0, 1.0};
    double *single[] = {&zero, &negative, &nan};
    for (int k = 0; k < 3; k++) {
        system_t s = system_from_dense(1, single[k]);
        if (k < 2)
            refuses(&s);
        vvi_sparse_matrix matrix = view(&s);
        vvi_sparse_factor *factor = prepare(&s);
        assert_int_equal(vvi_sparse_refactor(factor, &matrix, NULL, NULL), VV_ERROR_CONVERGENCE);
        vvi_sparse_destroy(factor);
        system_free(&s);
    }
    system_t s = system_from_dense(2, indefinite);
    refuses(&s);
    system_free(&s);
    /* A Laplacian without any mass is singular: constants are in its null space. */
    s = bilaplacian(17, 13, 0);
    for (uint32_t i = 0; i < s.n; i++)
        s.values[s.starts[i]] -= 1e-3;
    refuses(&s);
    /* One diagonal value, at each of many places, made hopeless. */
    for (uint32_t i = 0; i < s.n; i += 19) {
        double kept = s.values[s.starts[i]];
        s.values[s.starts[i]] = -50.0;
        refuses(&s);
        s.values[s.starts[i]] = kept;
    }
    system_free(&s);
}

static void solve_random(vvi_sparse_factor *factor, uint32_t n, double *x)
{
    double *b = random_vector(n, 5);
    memcpy(x, b, n * sizeof *x);
    vvi_sparse_solve(factor, 1, x);
    free(b);
}

static void partial_equals_full_bit_for_bit(void **state)
{
    (void)state;
    system_t s = bilaplacian(31, 27, 0);
    vvi_sparse_matrix matrix = view(&s);
    vvi_random random = vvi_random_seed(9);
    double *added = calloc(s.n, sizeof *added), *x = calloc(s.n, sizeof *x), *y = calloc(s.n, sizeof *y);
    vvi_sparse_factor *partial = prepare(&s);
    for (int round = 0; round < 40; round++) {
        uint32_t changes = vvi_random_below(&random, 6);
        for (uint32_t k = 0; k < changes; k++)
            added[vvi_random_below(&random, s.n)] = unit(&random) < 0.5 ? 0.0 : 1e4 * unit(&random);
        if (round % 10 == 9) /* also a value off the diagonal, kept small against it */
            s.values[s.starts[vvi_random_below(&random, s.n - 1)] + 1] *= 0.999;
        assert_int_equal(vvi_sparse_refactor(partial, &matrix, added, NULL), VV_OK);
        solve_random(partial, s.n, x);
        vvi_sparse_factor *full = prepare(&s);
        assert_int_equal(vvi_sparse_refactor(full, &matrix, added, NULL), VV_OK);
        solve_random(full, s.n, y);
        vvi_sparse_destroy(full);
        assert_memory_equal(x, y, s.n * sizeof *x);
    }
    free(added);
    free(x);
    free(y);
    vvi_sparse_destroy(partial);
    system_free(&s);
}

static void wide_equals_plain_bit_for_bit(void **state)
{
    (void)state;
    for (uint32_t n = 1; n < 160; n += 3) {
        system_t s = n < 60 ? random_system(n, 0.2, n) : bilaplacian(n / 5, 11, 0);
        vvi_sparse_matrix matrix = view(&s);
        double *x = calloc(s.n, sizeof *x), *y = calloc(s.n, sizeof *y);
        vvi_sparse_factor *factor = prepare(&s);
        assert_int_equal(vvi_sparse_refactor(factor, &matrix, NULL, NULL), VV_OK);
        solve_random(factor, s.n, x);
        vvi_sparse_use_plain(factor, true);
        assert_int_equal(vvi_sparse_refactor(factor, &matrix, NULL, NULL), VV_OK);
        solve_random(factor, s.n, y);
        assert_memory_equal(x, y, s.n * sizeof *x);
        vvi_sparse_destroy(factor);
        free(x);
        free(y);
        system_free(&s);
    }
}

static void many_right_hand_sides_equal_one_at_a_time(void **state)
{
    (void)state;
    enum { COLUMNS = 13 };
    system_t s = bilaplacian(25, 21, 0);
    vvi_sparse_matrix matrix = view(&s);
    vvi_sparse_factor *factor = prepare(&s);
    assert_int_equal(vvi_sparse_refactor(factor, &matrix, NULL, NULL), VV_OK);
    double *together = random_vector(COLUMNS * s.n, 21), *alone = calloc(COLUMNS * (size_t)s.n, sizeof *alone);
    memcpy(alone, together, COLUMNS * (size_t)s.n * sizeof *alone);
    vvi_sparse_solve(factor, COLUMNS, together);
    for (uint32_t c = 0; c < COLUMNS; c++)
        vvi_sparse_solve(factor, 1, alone + (size_t)c * s.n);
    assert_memory_equal(together, alone, COLUMNS * (size_t)s.n * sizeof *alone);
    vvi_sparse_solve(factor, 0, NULL);
    free(together);
    free(alone);
    vvi_sparse_destroy(factor);
    system_free(&s);
}

static void every_failed_allocation_is_reported(void **state)
{
    (void)state;
    system_t s = bilaplacian(16, 14, 0);
    vvi_sparse_matrix matrix = view(&s);
    uint64_t needed = 0;
    for (uint64_t n = 1;; n++) {
        vv_counting counting = {.fail_at = n};
        vv_allocator allocator = vv_counting_allocator(&counting);
        vvi_sparse_factor *factor = NULL;
        vv_error error = {0};
        vv_result result = vvi_sparse_prepare(&matrix, 2, s.coordinates, &allocator, &factor, &error);
        if (result == VV_OK) {
            uint64_t allocations = counting.allocations;
            assert_int_equal(vvi_sparse_refactor(factor, &matrix, NULL, &error), VV_OK);
            double *x = random_vector(s.n, 1);
            vvi_sparse_solve(factor, 1, x);
            free(x);
            assert_true(counting.allocations == allocations); /* factoring and solving never allocate */
            vvi_sparse_destroy(factor);
        } else {
            assert_int_equal(result, VV_ERROR_MEMORY);
            assert_null(factor);
            needed = n;
        }
        assert_true(counting.used == 0);
        if (result == VV_OK)
            break;
    }
    assert_true(needed >= 3);
    vvi_sparse_destroy(NULL);
    system_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_systems_are_solved),
        cmocka_unit_test(mesh_bilaplacians_are_solved),
        cmocka_unit_test(useless_coordinates_are_harmless),
        cmocka_unit_test(disconnected_graphs_are_solved),
        cmocka_unit_test(dense_graphs_are_solved),
        cmocka_unit_test(one_unknown),
        cmocka_unit_test(not_positive_definite_is_refused),
        cmocka_unit_test(partial_equals_full_bit_for_bit),
        cmocka_unit_test(wide_equals_plain_bit_for_bit),
        cmocka_unit_test(many_right_hand_sides_equal_one_at_a_time),
        cmocka_unit_test(every_failed_allocation_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
