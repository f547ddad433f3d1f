/* Distances, ways and nearest places on complexes, against a dense graph with Dijkstra's algorithm, closed forms and
 * sampling. */
#include "runtime/blend/blend.h"
#include "tests/testing.h"

#include <math.h>

#define N         VV_NONE
#define PER_EDGE  24u /* graph nodes inside an edge */
#define MAX_NODES 4000u

typedef struct random_complex {
    vv_complex *complex;
    uint32_t examples;
    float distances[12 * 12];
} random_complex;

static vv_complex *make(uint32_t examples, uint32_t count, const vv_simplex *simplices, const float *distances)
{
    vv_complex_def def = {examples, count, simplices, distances};
    vv_complex *complex = NULL;
    vv_error error = {0};
    if (vv_complex_create(&def, NULL, &complex, &error) != VV_OK)
        fail_msg("%s", error.message);
    return complex;
}

/* Random triangles and segments, any number on an edge. Distances: of random points in space, or numbers in [1, 1.9),
 * which always obey the triangle inequality but allow short cuts outside a triangle. */
static random_complex make_random(vvi_random *random)
{
    random_complex r = {.examples = 4 + vvi_random_below(random, 6)};
    vv_simplex simplices[12];
    float points[12][3];
    uint32_t count = 0, wanted = 3 + vvi_random_below(random, 8);
    bool in_space = vvi_random_below(random, 2) == 0;
    for (uint32_t i = 0; i < 36; i++)
        points[i / 3][i % 3] = 2.0f * vvi_random_unit(random);
    for (uint32_t i = 0; i < r.examples; i++)
        for (uint32_t j = 0; j < i; j++) {
            float dx = points[i][0] - points[j][0], dy = points[i][1] - points[j][1], dz = points[i][2] - points[j][2];
            r.distances[i * r.examples + j] = r.distances[j * r.examples + i] =
                in_space ? sqrtf(dx * dx + dy * dy + dz * dz) : 1.0f + 0.9f * vvi_random_unit(random);
        }
    for (uint32_t tries = 0; tries < 200 && count < wanted; tries++) {
        uint32_t a = vvi_random_below(random, r.examples), b = vvi_random_below(random, r.examples),
                 c = vvi_random_below(random, 4) == 0 ? N : vvi_random_below(random, r.examples);
        bool fresh = a != b && b != c && a != c;
        for (uint32_t i = 0; i < count && fresh; i++) {
            const uint32_t *k = simplices[i].corner;
            bool shared = (a == k[0] || a == k[1] || a == k[2]) && (b == k[0] || b == k[1] || b == k[2]);
            fresh = !shared || (c == N) != (k[2] == N) || !(c == N || c == k[0] || c == k[1] || c == k[2]);
        }
        if (fresh)
            simplices[count++] = (vv_simplex){{a, b, c}};
    }
    r.complex = make(r.examples, count, simplices, r.distances);
    return r;
}

static uint32_t corners(vv_simplex s) { return s.corner[1] == N ? 1u : s.corner[2] == N ? 2u : 3u; }

static vv_place random_place(vvi_random *random, const vv_complex *c)
{
    vv_place place = {vvi_random_below(random, vv_complex_simplex_count(c)), {0.0f, 0.0f, 0.0f}};
    uint32_t count = corners(vv_complex_simplex(c, place.simplex));
    float sum = 0.0f;
    for (uint32_t k = 0; k < count; k++) {
        place.weights[k] = vvi_random_unit(random);
        if (vvi_random_below(random, 5) == 0)
            place.weights[k] = 0.0f; /* now and then on an edge or at an example */
        sum += place.weights[k];
    }
    if (sum == 0.0f)
        sum = place.weights[0] = 1.0f;
    for (uint32_t k = 0; k < count; k++)
        place.weights[k] /= sum;
    return place;
}

/* ---- The graph ------------------------------------------------------------------------------------------------ */

/* A node is a point with weights on at most three examples; nodes that fit into a common simplex are joined by the
 * straight distance inside it. */
typedef struct graph {
    const random_complex *r;
    uint32_t count;
    uint32_t id[MAX_NODES][3];
    double weight[MAX_NODES][3], reached[MAX_NODES];
    bool done[MAX_NODES];
} graph;

static void add_node(graph *g, const uint32_t id[3], const double weight[3])
{
    assert_true(g->count < MAX_NODES);
    uint32_t kept = 0;
    for (uint32_t k = 0; k < 3; k++)
        g->id[g->count][k] = N;
    for (uint32_t k = 0; k < 3; k++)
        if (weight[k] > 0.0) {
            g->id[g->count][kept] = id[k];
            g->weight[g->count][kept++] = weight[k];
        }
    g->count++;
}

static void add_place(graph *g, vv_place place)
{
    vv_simplex s = vv_complex_simplex(g->r->complex, place.simplex);
    double weight[3] = {(double)place.weights[0], (double)place.weights[1], (double)place.weights[2]};
    add_node(g, s.corner, weight);
}

static void add_edge_nodes(graph *g)
{
    const random_complex *r = g->r;
    for (uint32_t a = 0; a < r->examples; a++)
        for (uint32_t b = 0; b <= a; b++) {
            bool used = a == b;
            for (uint32_t i = 0; i < vv_complex_simplex_count(r->complex) && !used; i++) {
                vv_simplex s = vv_complex_simplex(r->complex, i);
                used = (a == s.corner[0] || a == s.corner[1] || a == s.corner[2]) &&
                       (b == s.corner[0] || b == s.corner[1] || b == s.corner[2]);
            }
            for (uint32_t k = 1; k <= PER_EDGE && used && a != b; k++) {
                double t = (double)k / (PER_EDGE + 1.0);
                add_node(g, (uint32_t[3]){a, b, N}, (double[3]){1.0 - t, t, 0.0});
            }
            if (a == b)
                add_node(g, (uint32_t[3]){a, N, N}, (double[3]){1.0, 0.0, 0.0});
        }
}

/* |x − y|² = −½ ΣΣ d_i d_j D_ij² for differences d of barycentric weights: no coordinates needed. INFINITY where no
 * simplex holds both. */
static double straight(const graph *g, uint32_t p, uint32_t q)
{
    const random_complex *r = g->r;
    double best = INFINITY;
    for (uint32_t i = 0; i < vv_complex_simplex_count(r->complex); i++) {
        vv_simplex s = vv_complex_simplex(r->complex, i);
        double d[3] = {0.0, 0.0, 0.0}, squared = 0.0;
        bool holds = true;
        for (uint32_t end = 0; end < 2; end++)
            for (uint32_t k = 0; k < 3; k++) {
                uint32_t id = g->id[end ? q : p][k], at = 0;
                if (id == N)
                    continue;
                while (at < corners(s) && s.corner[at] != id)
                    at++;
                holds = holds && at < corners(s);
                if (at < corners(s))
                    d[at] += (end ? 1.0 : -1.0) * g->weight[end ? q : p][k];
            }
        for (uint32_t k = 0; k < corners(s); k++)
            for (uint32_t l = 0; l < corners(s); l++) {
                double side = (double)r->distances[s.corner[k] * r->examples + s.corner[l]];
                squared -= 0.5 * d[k] * d[l] * side * side;
            }
        if (holds)
            best = fmin(best, sqrt(fmax(squared, 0.0)));
    }
    return best;
}

/* From node 0 to node 1. */
static double dijkstra(graph *g)
{
    for (uint32_t i = 0; i < g->count; i++) {
        g->reached[i] = i == 0 ? 0.0 : INFINITY;
        g->done[i] = false;
    }
    for (;;) {
        uint32_t next = N;
        for (uint32_t i = 0; i < g->count; i++)
            if (!g->done[i] && g->reached[i] < INFINITY && (next == N || g->reached[i] < g->reached[next]))
                next = i;
        if (next == N || next == 1)
            return g->reached[1];
        g->done[next] = true;
        for (uint32_t i = 0; i < g->count; i++)
            if (!g->done[i])
                g->reached[i] = fmin(g->reached[i], g->reached[next] + straight(g, next, i));
    }
}

static void shortest_paths_agree_with_a_dense_graph(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(11);
    graph *g = malloc(sizeof *g);
    for (int round = 0; round < 40; round++) {
        random_complex r = make_random(&random);
        for (int pair = 0; pair < 4; pair++) {
            vv_place from = random_place(&random, r.complex), to = random_place(&random, r.complex);
            g->r = &r;
            g->count = 0;
            add_place(g, from);
            add_place(g, to);
            add_edge_nodes(g);
            double dense = dijkstra(g), exact = (double)vv_complex_distance(r.complex, from, to);
            if (dense == INFINITY) {
                assert_true(exact == INFINITY);
                continue;
            }
            /* The graph's ways are ways; it only misses where an edge is best crossed. */
            if (!(exact <= dense * (1.0 + 1e-5) + 2e-5 && exact >= dense * 0.992 - 0.004))
                fail_msg("round %d: exact %.7g, graph %.7g", round, exact, dense);
        }
        vv_complex_destroy(r.complex, NULL);
    }
    free(g);
}

static void distances_are_a_metric(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(12);
    for (int round = 0; round < 400; round++) {
        random_complex r = make_random(&random);
        vv_place p[3];
        float d[3][3];
        for (uint32_t i = 0; i < 3; i++)
            p[i] = random_place(&random, r.complex);
        for (uint32_t i = 0; i < 9; i++)
            d[i / 3][i % 3] = vv_complex_distance(r.complex, p[i / 3], p[i % 3]);
        for (uint32_t i = 0; i < 3; i++) {
            uint32_t j = (i + 1) % 3, k = (i + 2) % 3;
            assert_true(d[i][i] < 1e-6f);
            if (d[i][j] == INFINITY) {
                assert_true(d[j][i] == INFINITY);
                continue;
            }
            assert_true(fabsf(d[i][j] - d[j][i]) < 3e-6f * (1.0f + d[i][j]));
            assert_true(d[i][j] <= d[i][k] + d[k][j] + 1e-5f);
        }
        vv_complex_destroy(r.complex, NULL);
    }
}

static void advancing_walks_the_shortest_path_at_constant_speed(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(13);
    for (int round = 0; round < 400; round++) {
        random_complex r = make_random(&random);
        vv_place from = random_place(&random, r.complex), to = random_place(&random, r.complex);
        float whole = vv_complex_distance(r.complex, from, to);
        if (whole == INFINITY) {
            vv_place stay = vv_complex_advance(r.complex, from, to, 1.0f);
            assert_memory_equal(&stay, &from, sizeof stay);
            vv_complex_destroy(r.complex, NULL);
            continue;
        }
        for (int i = 0; i <= 8; i++) {
            float share = (float)i / 8.0f;
            vv_place at = vv_complex_advance(r.complex, from, to, share * whole);
            assert_true(vv_complex_has_place(r.complex, at));
            float before = vv_complex_distance(r.complex, from, at), after = vv_complex_distance(r.complex, at, to);
            if (!(fabsf(before - share * whole) < 2e-5f && fabsf(before + after - whole) < 2e-5f))
                fail_msg("round %d, %g of %g: %g before and %g after", round, (double)(share * whole), (double)whole,
                         (double)before, (double)after);
        }
        vv_place arrived = vv_complex_advance(r.complex, from, to, whole * 1.0001f + 1e-6f);
        assert_memory_equal(&arrived, &to, sizeof to);
        vv_place at = from; /* in many small steps, as a behaviour does */
        for (int step = 0; step < 40; step++)
            at = vv_complex_advance(r.complex, at, to, whole / 40.0f + 1e-6f);
        assert_true(vv_complex_distance(r.complex, at, to) < 1e-4f);
        at = vv_complex_advance(r.complex, from, to, 0.0f);
        assert_memory_equal(&at, &from, sizeof at);
        at = vv_complex_advance(r.complex, from, to, NAN);
        assert_memory_equal(&at, &from, sizeof at);
        vv_complex_destroy(r.complex, NULL);
    }
}

/* Weights below a float's rounding leave a place on a face that its simplex shares with others. */
static void a_hair_off_a_face_is_no_way_round(void **state)
{
    (void)state;
    const vv_simplex chain[2] = {{{1, 0, VV_NONE}}, {{0, 2, VV_NONE}}}, strip[2] = {{{0, 1, 2}}, {{1, 3, 2}}};
    const vv_complex_def defs[2] = {{3, 2, chain, NULL}, {4, 2, strip, NULL}};
    for (int d = 0; d < 2; d++) {
        vv_complex *complex = NULL;
        assert_int_equal(vv_complex_create(&defs[d], NULL, &complex, NULL), VV_OK);
        for (float hair = 1e-12f; hair < 1e-3f; hair *= 3.0f)
            for (float off = 1e-12f; off < 1e-3f; off *= 3.0f) {
                vv_place from = {0, {hair, 1.0f - hair, 0.0f}}, to = {1, {1.0f - off, off, 0.0f}};
                if (d == 1) {
                    from = (vv_place){0, {hair, 0.5f, 0.5f - hair}};
                    to = (vv_place){1, {0.5f, off, 0.5f - off}};
                }
                float distance = vv_complex_distance(complex, from, to);
                assert_true(distance <= hair + off + 1e-6f);
                vv_place half = vv_complex_advance(complex, from, to, 0.5f * distance);
                assert_true(vv_complex_distance(complex, half, to) <= hair + off + 1e-6f);
            }
        vv_complex_destroy(complex, NULL);
    }
}

static void squashed_to_stretched_goes_through_rest(void **state)
{
    (void)state;
    const vv_simplex simplices[] = {{{0, 1, N}}, {{0, 2, N}}}; /* rest, squashed, stretched */
    vv_complex *c = make(3, 2, simplices, NULL);
    vv_place squashed = vv_complex_at_example(c, 1), stretched = vv_complex_at_example(c, 2);
    assert_true(vv_complex_distance(c, squashed, stretched) == 2.0f);
    for (int i = 0; i <= 20; i++) {
        float weights[3], d = 0.1f * (float)i;
        vv_complex_weights(c, vv_complex_advance(c, squashed, stretched, d), weights);
        assert_true(weights[1] == 0.0f || weights[2] == 0.0f); /* never straight across */
        assert_true(fabsf(weights[1] - fmaxf(0.0f, 1.0f - d)) < 1e-6f);
        assert_true(fabsf(weights[2] - fmaxf(0.0f, d - 1.0f)) < 1e-6f);
    }
    vv_complex_destroy(c, NULL);
}

/* Two unit equilateral triangles on one edge unfold to a rhombus; a third on the same edge is another rhombus with
 * each. */
static void straight_lines_cross_shared_edges(void **state)
{
    (void)state;
    const vv_simplex simplices[] = {{{0, 1, 2}}, {{1, 0, 3}}, {{4, 0, 1}}};
    vv_complex *c = make(5, 3, simplices, NULL);
    for (uint32_t i = 2; i < 5; i++)
        for (uint32_t j = 2; j < i; j++) {
            vv_place a = vv_complex_at_example(c, i), b = vv_complex_at_example(c, j);
            assert_true(fabsf(vv_complex_distance(c, a, b) - sqrtf(3.0f)) < 1e-6f);
            float weights[5];
            vv_complex_weights(c, vv_complex_advance(c, a, b, 0.5f * sqrtf(3.0f)), weights);
            assert_true(fabsf(weights[0] - 0.5f) < 1e-6f && fabsf(weights[1] - 0.5f) < 1e-6f);
        }
    vv_place p = {0, {0.8f, 0.1f, 0.1f}}, q = {1, {0.1f, 0.8f, 0.1f}}; /* both near example 0 */
    assert_true(fabsf(vv_complex_distance(c, p, q) - sqrtf(0.03f)) < 1e-6f);
    vv_complex_destroy(c, NULL);
}

/* Five of six unit triangles round example 0, in a fan that stays open: between its ends the way round is more than
 * half a turn, so the path bends at example 0. */
static void paths_bend_at_reflex_corners(void **state)
{
    (void)state;
    const vv_simplex fan[] = {{{0, 1, 2}}, {{0, 2, 3}}, {{0, 3, 4}}, {{0, 4, 5}}, {{0, 5, 6}}};
    vv_complex *c = make(7, 5, fan, NULL);
    vv_place first = vv_complex_at_example(c, 1), third = vv_complex_at_example(c, 3);
    assert_true(fabsf(vv_complex_distance(c, first, third) - sqrtf(3.0f)) < 1e-6f); /* straight across two */
    for (uint32_t k = 4; k < 7; k++) {
        vv_place other = vv_complex_at_example(c, k);
        assert_true(fabsf(vv_complex_distance(c, first, other) - 2.0f) < 1e-6f);
        float weights[7];
        vv_complex_weights(c, vv_complex_advance(c, first, other, 1.0f), weights);
        assert_true(fabsf(weights[0] - 1.0f) < 1e-5f);
    }
    vv_complex_destroy(c, NULL);
}

/* All triangles over `n` examples, each edge in n − 2 of them. */
static vv_complex *make_densest(uint32_t n)
{
    vv_simplex *simplices = malloc(1140 * sizeof *simplices);
    uint32_t count = 0;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < i; j++)
            for (uint32_t k = 0; k < j; k++)
                simplices[count++] = (vv_simplex){{i, j, k}};
    vv_complex *c = make(n, count, simplices, NULL);
    free(simplices);
    return c;
}

static void dense_complexes_are_walked_exactly(void **state)
{
    (void)state;
    vv_complex *c = make_densest(10);
    vvi_random random = vvi_random_seed(3);
    for (int round = 0; round < 100; round++) {
        vv_place from = random_place(&random, c), to = random_place(&random, c);
        float whole = vv_complex_distance(c, from, to);
        vv_place half = vv_complex_advance(c, from, to, 0.5f * whole);
        assert_true(fabsf(vv_complex_distance(c, from, half) - 0.5f * whole) < 1e-5f);
        assert_true(fabsf(vv_complex_distance(c, half, to) - 0.5f * whole) < 1e-5f);
    }
    vv_complex_destroy(c, NULL);
}

/* Every edge in eighteen triangles: more windows than are looked through, so paths are ways, if not always the
 * shortest; never longer than along edges. */
static void the_densest_complex_is_answered(void **state)
{
    (void)state;
    vv_complex *c = make_densest(20);
    vvi_random random = vvi_random_seed(3);
    for (int round = 0; round < 20; round++) {
        vv_place from = random_place(&random, c), to = random_place(&random, c);
        float whole = vv_complex_distance(c, from, to);
        assert_true(whole < 1.0f + 2.0f * 0.578f);
        assert_true(vvi_place_is_valid(c, vv_complex_advance(c, from, to, 0.5f * whole)));
    }
    vv_complex_destroy(c, NULL);
}

/* ---- Nearest -------------------------------------------------------------------------------------------------- */

static double cost_of(uint32_t n, const float *G, const float *b, const float *w)
{
    double cost = 0.0;
    for (uint32_t i = 0; i < n; i++) {
        cost -= 2.0 * (double)b[i] * (double)w[i];
        for (uint32_t j = 0; j < n; j++)
            cost += (double)w[i] * (double)w[j] * (G ? (double)G[i * n + j] : (i == j ? 1.0 : 0.0));
    }
    return cost;
}

/* The best of a fine grid of places on every simplex. */
static double sample_all(const vv_complex *c, const float *G, const float *b)
{
    double best = INFINITY;
    float weights[12];
    const uint32_t steps = 60;
    for (uint32_t s = 0; s < vv_complex_simplex_count(c); s++)
        for (uint32_t i = 0; i <= steps; i++)
            for (uint32_t j = 0; j <= steps - i; j++) {
                vv_place place = {s, {0.0f, 0.0f, 0.0f}};
                uint32_t count = corners(vv_complex_simplex(c, s));
                place.weights[0] = count == 1 ? 1.0f : (float)i / (float)steps;
                place.weights[1] = count == 1 ? 0.0f : count == 2 ? 1.0f - place.weights[0] : (float)j / (float)steps;
                place.weights[2] = count == 3 ? 1.0f - place.weights[0] - place.weights[1] : 0.0f;
                vv_complex_weights(c, place, weights);
                best = fmin(best, cost_of(vv_complex_example_count(c), G, b, weights));
            }
    return best;
}

static void the_nearest_place_beats_every_sample(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(21);
    for (int round = 0; round < 300; round++) {
        random_complex r = make_random(&random);
        uint32_t n = r.examples, dimensions = 1 + vvi_random_below(&random, 5);
        float points[12][5] = {{0.0f}}, target[5], G[144], b[12], weights[12], cost;
        for (uint32_t k = 0; k < dimensions; k++) {
            target[k] = 2.0f * vvi_random_unit(&random) - 0.5f;
            for (uint32_t i = 0; i < n; i++)
                points[i][k] = vvi_random_unit(&random);
        }
        if (round % 7 == 0)
            memcpy(points[1], points[0], sizeof points[0]);
        for (uint32_t i = 0; i < n; i++) {
            b[i] = 0.0f;
            for (uint32_t k = 0; k < dimensions; k++)
                b[i] += points[i][k] * target[k];
            for (uint32_t j = 0; j < n; j++) {
                G[i * n + j] = 0.0f;
                for (uint32_t k = 0; k < dimensions; k++)
                    G[i * n + j] += points[i][k] * points[j][k];
            }
        }
        for (int identity = 0; identity < 2; identity++) {
            const float *metric = identity ? NULL : G;
            vv_place place = vv_complex_nearest(r.complex, metric, b, &cost);
            assert_true(vvi_place_is_valid(r.complex, place));
            vv_complex_weights(r.complex, place, weights);
            double own = cost_of(n, metric, b, weights), sampled = sample_all(r.complex, metric, b);
            assert_true(fabs(own - (double)cost) < 1e-5);
            assert_true(own <= sampled + 2e-6);
            assert_true(own >= sampled - 0.02); /* and is a place like the samples */
        }
        vv_complex_destroy(r.complex, NULL);
    }
}

static void the_nearest_place_to_a_place_is_itself(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(22);
    for (int round = 0; round < 300; round++) {
        random_complex r = make_random(&random);
        vv_place place = random_place(&random, r.complex);
        float weights[12], back[12];
        vv_complex_weights(r.complex, place, weights);
        vv_complex_weights(r.complex, vv_complex_nearest(r.complex, NULL, weights, NULL), back);
        for (uint32_t i = 0; i < r.examples; i++)
            assert_true(fabsf(weights[i] - back[i]) < 1e-6f);
        vv_complex_destroy(r.complex, NULL);
    }
}

/* Weights that do not quite sum to 1 mean the place with the same shares, from either end. */
static void nearly_valid_places_are_where_their_shares_are(void **state)
{
    (void)state;
    const vv_simplex simplices[] = {{{0, 1, 2}}, {{2, 1, 3}}};
    vv_complex_def def = {4, 2, simplices, NULL};
    vv_complex *c = NULL;
    assert_int_equal(vv_complex_create(&def, NULL, &c, NULL), VV_OK);
    vv_place exact = {0, {0.25f, 0.5f, 0.25f}}, rough = exact, to = {1, {0.125f, 0.125f, 0.75f}};
    for (uint32_t k = 0; k < 3; k++)
        rough.weights[k] *= 1.0009f;
    float way = vv_complex_distance(c, exact, to);
    assert_float_equal(vv_complex_distance(c, rough, to), way, 1e-6f);
    assert_float_equal(vv_complex_distance(c, to, rough), way, 1e-6f);
    vv_place a = vv_complex_advance(c, exact, to, 0.5f * way), b = vv_complex_advance(c, rough, to, 0.5f * way);
    assert_int_equal(a.simplex, b.simplex);
    for (uint32_t k = 0; k < 3; k++)
        assert_float_equal(a.weights[k], b.weights[k], 1e-6f);
    vv_place end = vv_complex_advance(c, to, rough, INFINITY);
    assert_memory_equal(&end, &rough, sizeof end);
    vv_complex_destroy(c, NULL);
}

/* ---- Shares ----------------------------------------------------------------------------------------------------- */

static void shares_become_places_and_weights_give_them_back(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(11);
    for (uint32_t trial = 0; trial < 50; trial++) {
        random_complex r = make_random(&random);
        uint32_t simplex = vvi_random_below(&random, vv_complex_simplex_count(r.complex));
        vv_simplex s = vv_complex_simplex(r.complex, simplex);
        vv_example_weight shares[3];
        uint32_t count = s.corner[1] == N ? 1 : s.corner[2] == N ? 2 : 3;
        float sum = 0.0f, weights[12];
        for (uint32_t k = 0; k < count; k++) {
            shares[count - 1 - k] = (vv_example_weight){s.corner[k], 0.05f + vvi_random_unit(&random)};
            sum += shares[count - 1 - k].weight;
        }
        vv_complex_weights(r.complex, vv_complex_place_from_weights(r.complex, count, shares), weights);
        for (uint32_t k = 0; k < count; k++)
            assert_float_equal(weights[shares[k].example], shares[k].weight / sum, 1e-6f);
        vv_complex_destroy(r.complex, NULL);
    }
}

static void shares_that_do_not_blend_lose_the_lesser_part(void **state)
{
    (void)state;
    const vv_simplex joined[] = {{{0, 1, N}}, {{1, 2, N}}};
    vv_complex *c = make(4, 2, joined, NULL);
    float weights[4];
    const vv_example_weight torn[] = {{0, 0.3f}, {1, 0.2f}, {2, 0.5f}};
    vv_complex_weights(c, vv_complex_place_from_weights(c, 3, torn), weights);
    assert_float_equal(weights[1], 0.2f / 0.7f, 1e-6f);
    assert_float_equal(weights[2], 0.5f / 0.7f, 1e-6f);
    const vv_example_weight alone[] = {{3, 0.2f}};
    vv_complex_weights(c, vv_complex_place_from_weights(c, 1, alone), weights);
    assert_true(weights[3] == 1.0f);
    const vv_example_weight nothing[] = {{9, 1.0f}, {1, NAN}, {2, INFINITY}, {3, -1.0f}, {2, 0.0f}};
    vv_complex_weights(c, vv_complex_place_from_weights(c, 5, nothing), weights);
    assert_true(weights[0] == 1.0f);
    vv_complex_weights(c, vv_complex_place_from_weights(c, 0, NULL), weights);
    assert_true(weights[0] == 1.0f);
    vv_complex_destroy(c, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nearly_valid_places_are_where_their_shares_are),
        cmocka_unit_test(shortest_paths_agree_with_a_dense_graph),
        cmocka_unit_test(distances_are_a_metric),
        cmocka_unit_test(advancing_walks_the_shortest_path_at_constant_speed),
        cmocka_unit_test(a_hair_off_a_face_is_no_way_round),
        cmocka_unit_test(squashed_to_stretched_goes_through_rest),
        cmocka_unit_test(straight_lines_cross_shared_edges),
        cmocka_unit_test(paths_bend_at_reflex_corners),
        cmocka_unit_test(dense_complexes_are_walked_exactly),
        cmocka_unit_test(the_densest_complex_is_answered),
        cmocka_unit_test(the_nearest_place_beats_every_sample),
        cmocka_unit_test(the_nearest_place_to_a_place_is_itself),
        cmocka_unit_test(shares_become_places_and_weights_give_them_back),
        cmocka_unit_test(shares_that_do_not_blend_lose_the_lesser_part),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
