/* The hull's nearest mix against all faces of the simplex, one by one. */
#include "runtime/blend/blend.h"
#include "tests/testing.h"

#include <math.h>

static double cost_of(uint32_t n, const float *G, const float *b, const double *w)
{
    double cost = 0.0;
    for (uint32_t i = 0; i < n; i++) {
        cost -= 2.0 * (double)b[i] * w[i];
        for (uint32_t j = 0; j < n; j++)
            cost += w[i] * w[j] * (double)G[i * n + j];
    }
    return cost;
}

/* The stationary point of one face by elimination of its KKT system; false where that is singular. */
static bool face_minimum(uint32_t n, const float *G, const float *b, uint32_t face, double *w)
{
    uint32_t index[8], k = 0;
    double A[81] = {0.0}, r[9];
    for (uint32_t i = 0; i < n; i++) {
        w[i] = 0.0;
        if (face >> i & 1u)
            index[k++] = i;
    }
    uint32_t size = k + 1;
    for (uint32_t i = 0; i < k; i++) {
        for (uint32_t j = 0; j < k; j++)
            A[i * size + j] = (double)G[index[i] * n + index[j]];
        A[i * size + k] = A[k * size + i] = 1.0;
        r[i] = (double)b[index[i]];
    }
    r[k] = 1.0;
    for (uint32_t c = 0; c < size; c++) {
        uint32_t p = c;
        for (uint32_t i = c; i < size; i++)
            p = fabs(A[i * size + c]) > fabs(A[p * size + c]) ? i : p;
        if (fabs(A[p * size + c]) < 1e-9)
            return false;
        for (uint32_t j = 0; j < size; j++) {
            double keep = A[c * size + j];
            A[c * size + j] = A[p * size + j];
            A[p * size + j] = keep;
        }
        double keep = r[c];
        r[c] = r[p];
        r[p] = keep;
        for (uint32_t i = 0; i < size; i++) {
            double f = i == c ? 0.0 : A[i * size + c] / A[c * size + c];
            for (uint32_t j = 0; j < size; j++)
                A[i * size + j] -= f * A[c * size + j];
            r[i] -= f * r[c];
        }
    }
    for (uint32_t i = 0; i < k; i++)
        w[index[i]] = r[i] / A[i * size + i];
    return true;
}

static double enumerate(uint32_t n, const float *G, const float *b)
{
    double best = INFINITY;
    for (uint32_t face = 1; face < 1u << n; face++) {
        double w[8];
        bool inside = face_minimum(n, G, b, face, w);
        for (uint32_t i = 0; i < n && inside; i++)
            inside = w[i] >= -1e-12;
        if (inside && cost_of(n, G, b, w) < best)
            best = cost_of(n, G, b, w);
    }
    return best;
}

/* G and b of `n` random points and a target in `dimensions` dimensions: G is singular where n exceeds them. */
static void random_problem(vvi_random *random, uint32_t n, uint32_t dimensions, bool coincide, float *G, float *b)
{
    float points[8][8], target[8];
    for (uint32_t i = 0; i < n * 8; i++)
        points[i / 8][i % 8] = i % 8 < dimensions ? 2.0f * vvi_random_unit(random) - 1.0f : 0.0f;
    for (uint32_t k = 0; k < 8; k++)
        target[k] = k < dimensions ? 3.0f * vvi_random_unit(random) - 1.5f : 0.0f;
    for (uint32_t i = 1; i < n && coincide; i += 2)
        memcpy(points[i], points[i - 1], sizeof points[i]);
    for (uint32_t i = 0; i < n; i++) {
        double sum = 0.0;
        for (uint32_t k = 0; k < dimensions; k++)
            sum += (double)points[i][k] * (double)target[k];
        b[i] = (float)sum;
        for (uint32_t j = 0; j < n; j++) {
            double product = 0.0;
            for (uint32_t k = 0; k < dimensions; k++)
                product += (double)points[i][k] * (double)points[j][k];
            G[i * n + j] = (float)product;
        }
    }
}

static void check_against_all_faces(uint32_t n, uint32_t dimensions, bool coincide, uint64_t seed)
{
    vvi_random random = vvi_random_seed(seed);
    float G[64], b[8], weights[8], sum = 0.0f;
    double scratch[8 * 16], w[8];
    random_problem(&random, n, dimensions, coincide, G, b);
    assert_true(vv_hull_nearest(n, G, b, weights, scratch));
    for (uint32_t i = 0; i < n; i++) {
        assert_true(weights[i] >= 0.0f && weights[i] <= 1.0f);
        sum += weights[i];
        w[i] = (double)weights[i];
    }
    assert_true(fabsf(sum - 1.0f) < 1e-6f);
    double best = enumerate(n, G, b), got = cost_of(n, G, b, w);
    if (!(got <= best + 2e-6))
        fail_msg("n %u, dimensions %u: cost %.9g, best %.9g", n, dimensions, got, best);
    assert_true(got >= best - 2e-6 || coincide || dimensions + 1 < n); /* singular faces are not enumerated */
}

static void the_hull_is_the_best_of_all_faces(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 3000; seed++)
        check_against_all_faces(1 + (uint32_t)(seed % 8), 1 + (uint32_t)(seed / 8 % 8), seed % 5 == 0, seed);
}

static void the_nearest_mix_of_a_square_is_known(void **state)
{
    (void)state;
    /* Examples (0,0), (1,0), (0,1): the target (2, 0.25) is nearest to (1, 0); (0.5, 0.5) lies on an edge. */
    float G[9] = {0.0f, 0.0f, 0.0f, 0.0f, 1.0f, 0.0f, 0.0f, 0.0f, 1.0f}, weights[3];
    double scratch[33];
    float corner[3] = {0.0f, 2.0f, 0.25f}, edge[3] = {0.0f, 1.0f, 1.0f}, inside[3] = {0.0f, 0.25f, 0.5f};
    assert_true(vv_hull_nearest(3, G, corner, weights, scratch));
    assert_true(weights[0] == 0.0f && weights[1] == 1.0f && weights[2] == 0.0f);
    assert_true(vv_hull_nearest(3, G, edge, weights, scratch));
    assert_true(weights[0] == 0.0f && fabsf(weights[1] - 0.5f) < 1e-6f);
    assert_true(vv_hull_nearest(3, G, inside, weights, scratch));
    assert_true(fabsf(weights[0] - 0.25f) < 1e-6f && fabsf(weights[1] - 0.25f) < 1e-6f);
}

static void what_is_not_convex_is_said_so(void **state)
{
    (void)state;
    float saddle[4] = {1.0f, 3.0f, 3.0f, 1.0f}, b[2] = {0.0f, 1.0f}, weights[2];
    double scratch[20];
    assert_false(vv_hull_nearest(2, saddle, b, weights, scratch));
    assert_true(weights[0] == 0.0f && weights[1] == 1.0f); /* the best corner */
    float bad[4] = {1.0f, NAN, NAN, 1.0f};
    assert_false(vv_hull_nearest(2, bad, b, weights, scratch));
    float zero[4] = {0.0f}, none[2] = {0.0f, 0.0f};
    assert_true(vv_hull_nearest(2, zero, none, weights, scratch)); /* everything is equally good */
    assert_true(weights[0] + weights[1] == 1.0f);
    assert_true(vv_hull_nearest(1, zero, none, weights, scratch));
    assert_true(weights[0] == 1.0f);
}

/* 200 points in the plane: the answer obeys the optimality conditions, slopes equal where weights are positive. */
static void many_examples_are_optimal(void **state)
{
    (void)state;
    enum { n = 200 };
    static float G[n * n], b[n], weights[n];
    static double scratch[n * (n + 8)];
    for (uint64_t seed = 0; seed < 10; seed++) {
        vvi_random random = vvi_random_seed(seed + 50);
        float points[n][3];
        for (uint32_t i = 0; i < 3 * n; i++)
            points[i / 3][i % 3] = 2.0f * vvi_random_unit(&random) - 1.0f;
        float target[3] = {0.9f, 0.8f, 0.2f * (float)seed};
        for (uint32_t i = 0; i < n; i++) {
            b[i] = points[i][0] * target[0] + points[i][1] * target[1] + points[i][2] * target[2];
            for (uint32_t j = 0; j < n; j++)
                G[i * n + j] = points[i][0] * points[j][0] + points[i][1] * points[j][1] + points[i][2] * points[j][2];
        }
        assert_true(vv_hull_nearest(n, G, b, weights, scratch));
        double mean = 0.0, slope[n];
        for (uint32_t i = 0; i < n; i++) {
            slope[i] = -(double)b[i];
            for (uint32_t j = 0; j < n; j++)
                slope[i] += (double)G[i * n + j] * (double)weights[j];
            mean += (double)weights[i] * slope[i];
        }
        for (uint32_t i = 0; i < n; i++)
            assert_true(slope[i] > mean - 2e-6);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_hull_is_the_best_of_all_faces),
        cmocka_unit_test(the_nearest_mix_of_a_square_is_known),
        cmocka_unit_test(what_is_not_convex_is_said_so),
        cmocka_unit_test(many_examples_are_optimal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
