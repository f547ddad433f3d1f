/* Examples: the mix found is the nearest of a fine grid over all mixes; the quick way's difference; coincident
 * examples, a single one, complexes; a puppet at rest takes the shape it is drawn to. */
#include "runtime/stage/puppet/solver.h"

#include "tests/runtime/stage/puppet/dense.h"
#include "tests/testing.h"

#include <math.h>

static const uint32_t list[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

static dense with_examples(vv_elastic elastic, uint32_t count, uint32_t seed)
{
    dense_def def = dense_default();
    def.elastic = elastic;
    def.columns = 8;
    def.rows = 3;
    def.example_count = count;
    def.seed = seed;
    return dense_create(&def);
}

static double noise(vvi_random *random, double size) { return size * (2.0 * (double)vvi_random_unit(random) - 1.0); }

/* |R⁻¹c − Σ w corner|² over the edges of the drawing (eq. 16), as stiff as springs are, at the best rotation. */
static double cost(const dense *d, const double *c, const float *weights)
{
    double *mix = state_room(d), *x = calloc(2 * (size_t)d->vertex_count, sizeof *x);
    double *y = calloc(2 * (size_t)d->vertex_count, sizeof *y), squares = 0.0, dot = 0.0, cross = 0.0;
    for (uint32_t k = 0; k < d->example_count; k++)
        for (uint32_t i = 0; i < 2 * d->view.stride; i++)
            mix[i] += (double)weights[k] * d->view.example_states[(size_t)k * 2 * d->view.stride + i];
    dense_vertices(d, c, x);
    dense_vertices(d, mix, y);
    for (uint32_t e = 0; e < d->edge_count; e++) {
        uint32_t a = d->edges[2 * e], b = d->edges[2 * e + 1];
        double u[2] = {x[2 * b] - x[2 * a], x[2 * b + 1] - x[2 * a + 1]};
        double v[2] = {y[2 * b] - y[2 * a], y[2 * b + 1] - y[2 * a + 1]}, k = d->springs[e];
        squares += k * (u[0] * u[0] + u[1] * u[1] + v[0] * v[0] + v[1] * v[1]);
        dot += k * (v[0] * u[0] + v[1] * u[1]);
        cross += k * (v[0] * u[1] - v[1] * u[0]);
    }
    state_free(d, mix);
    free(x);
    free(y);
    return squares - 2.0 * hypot(dot, cross);
}

/* The least cost over a grid on the simplex, and its weights. */
static double search(const dense *d, const double *c, uint32_t fine, uint32_t k, uint32_t left, float *w, float *best)
{
    double least = INFINITY;
    if (k + 1 == d->example_count) {
        w[k] = (float)left / (float)fine;
        memcpy(best, w, d->example_count * sizeof *w);
        return cost(d, c, w);
    }
    for (uint32_t i = 0; i <= left; i++) {
        float below[16];
        w[k] = (float)i / (float)fine;
        double found = search(d, c, fine, k + 1, left - i, w, below);
        if (found < least) {
            least = found;
            memcpy(best, below, d->example_count * sizeof *w);
        }
    }
    return least;
}

/* A state somewhere among and beyond the examples, shaken, turned and moved. */
static void random_state(const dense *d, vvi_random *random, double *c)
{
    double weights[16], sum = 0.0;
    for (uint32_t k = 0; k < d->example_count; k++) {
        weights[k] = (double)vvi_random_unit(random) - 0.25;
        sum += weights[k];
    }
    memset(c, 0, 2 * (size_t)d->view.stride * sizeof *c);
    for (uint32_t k = 0; k < d->example_count; k++)
        for (uint32_t i = 0; i < 2 * d->view.stride; i++)
            c[i] += (weights[k] + (1.0 - sum) / d->example_count) *
                    d->view.example_states[(size_t)k * 2 * d->view.stride + i];
    for (uint32_t i = 0; i < 2; i++)
        for (uint32_t k = 0; k < d->view.column_count; k++)
            c[i * d->view.stride + k] += noise(random, 0.03);
    turn_state(d, c, noise(random, 3.0), noise(random, 5.0), noise(random, 5.0));
}

static const float *mix_of(const dense *d, actor *a, vv_attraction attraction, uint32_t count, const double *c)
{
    vvi_find_rest_shape(&d->view, a->solver, attraction, 1.0, count, list, c);
    return a->solver->attract.mix;
}

static void the_mix_is_the_nearest(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(4);
    for (uint32_t round = 0; round < 8; round++) {
        dense d = with_examples(VV_ELASTIC_SPRINGS, 3, round + 1);
        actor a = actor_create(&d, 0);
        double *c = state_room(&d);
        float w[16], best[16];
        random_state(&d, &random, c);
        const float *mix = mix_of(&d, &a, VV_ATTRACT_LINEAR, 3, c);
        double least = search(&d, c, 50, 0, 50, w, best), found = cost(&d, c, mix), sum = 0.0;
        for (uint32_t k = 0; k < 3; k++) {
            assert_true(mix[k] >= 0.0f);
            sum += (double)mix[k];
        }
        assert_true(fabs(sum - 1.0) < 1e-5);
        double scale = cost(&d, d.view.rest, (const float[3]){0.0f});
        assert_true(found < least + 1e-6 * scale);
        assert_true(least < found + 1e-3 * scale); /* and the grid comes close */
        state_free(&d, c);
        actor_free(&a);
        dense_free(&d);
    }
}

/* The same in the norm of any puppet's elastic matrix. */
static double own_cost(const dense *d, const double *c, const float *weights)
{
    const vvi_puppet_view *p = &d->view;
    double *mix = state_room(d), squares = 0.0, dot = 0.0, cross = 0.0;
    uint32_t n = p->column_count, stride = p->stride;
    for (uint32_t k = 0; k < d->example_count; k++)
        for (uint32_t i = 0; i < 2 * stride; i++)
            mix[i] += (double)weights[k] * p->example_states[(size_t)k * 2 * stride + i];
    for (uint32_t a = 0; a < n; a++)
        for (uint32_t b = 0; b < n; b++) {
            double L = p->elastic_matrix[(size_t)a * stride + b];
            squares +=
                L * (c[a] * c[b] + c[stride + a] * c[stride + b] + mix[a] * mix[b] + mix[stride + a] * mix[stride + b]);
            dot += L * (mix[a] * c[b] + mix[stride + a] * c[stride + b]);
            cross += L * (mix[a] * c[stride + b] - mix[stride + a] * c[b]);
        }
    state_free(d, mix);
    return squares - 2.0 * hypot(dot, cross);
}

static void no_mix_nearby_is_nearer(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(8);
    for (uint32_t round = 0; round < 60; round++) {
        uint32_t count = 2 + round % 5;
        dense d = with_examples(VV_ELASTIC_ARAP, count, round + 1);
        actor a = actor_create(&d, 0);
        double *c = state_room(&d);
        random_state(&d, &random, c);
        float mix[16];
        memcpy(mix, mix_of(&d, &a, VV_ATTRACT_LINEAR, count, c), count * sizeof *mix);
        double found = own_cost(&d, c, mix), scale = own_cost(&d, d.view.rest, (const float[16]){0.0f});
        for (uint32_t k = 0; k < count; k++)
            for (uint32_t l = 0; l < count; l++)
                for (float share = 1e-3f; share <= 0.2f; share *= 5.0f) {
                    float other[16];
                    memcpy(other, mix, sizeof other);
                    float moved = share < other[k] ? share : other[k];
                    other[k] -= moved;
                    other[l] += moved;
                    assert_true(own_cost(&d, c, other) > found - 1e-6 * scale);
                }
        state_free(&d, c);
        actor_free(&a);
        dense_free(&d);
    }
}

static void the_quick_way_is_often_elsewhere(void **state)
{
    (void)state;
    static const uint32_t counts[3] = {3, 4, 6};
    vvi_random random = vvi_random_seed(21);
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t off = 0, worse = 0, tries = 300;
        for (uint32_t round = 0; round < tries / 20; round++) {
            dense d = with_examples(VV_ELASTIC_ARAP, counts[i], round + 1);
            actor a = actor_create(&d, 0);
            double *c = state_room(&d);
            for (uint32_t t = 0; t < 20; t++) {
                float quick[16], largest = 0.0f;
                random_state(&d, &random, c);
                memcpy(quick, mix_of(&d, &a, VV_ATTRACT_QUICK, counts[i], c), counts[i] * sizeof *quick);
                const float *exact = mix_of(&d, &a, VV_ATTRACT_LINEAR, counts[i], c);
                float sum = 0.0f;
                for (uint32_t k = 0; k < counts[i]; k++) {
                    assert_true(quick[k] >= 0.0f);
                    sum += quick[k];
                    largest = fmaxf(largest, fabsf(quick[k] - exact[k]));
                }
                assert_true(fabsf(sum - 1.0f) < 1e-4f);
                off += largest > 0.1f;
                worse += own_cost(&d, c, quick) < own_cost(&d, c, exact) - 1e-6;
            }
            state_free(&d, c);
            actor_free(&a);
            dense_free(&d);
        }
        printf("             %u shapes: the quick way is off by more than 0.1 in %.1f %%\n", counts[i],
               100.0 * off / tries);
        assert_int_equal(worse, 0);
    }
}

static void odd_sets_of_examples(void **state)
{
    (void)state;
    dense d = with_examples(VV_ELASTIC_ARAP, 3, 2);
    actor a = actor_create(&d, 0);
    static const uint32_t same[3] = {1, 1, 1}, one[1] = {2};
    const attract *found = &a.solver->attract;
    for (uint32_t way = 0; way < 2; way++) {
        vvi_find_rest_shape(&d.view, a.solver, (vv_attraction)way, 1.0, 3, same, d.view.rest);
        assert_true(fabsf(found->mix[1] - 1.0f) < 1e-5f);
        vvi_find_rest_shape(&d.view, a.solver, (vv_attraction)way, 1.0, 1, one, d.view.rest);
        assert_true(found->mix[2] == 1.0f);
    }
    vvi_find_rest_shape(&d.view, a.solver, VV_ATTRACT_LINEAR, 0.0, 3, list, d.view.rest);
    assert_true(found->mix[0] == 0.0f && found->mix[1] == 0.0f && found->mix[2] == 0.0f);
    actor_free(&a);
    dense_free(&d);
}

static void a_complex_allows_what_it_allows(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(31);
    dense d = with_examples(VV_ELASTIC_ARAP, 4, 3); /* a chain 0 – 1 – 2 – 3 */
    actor a = actor_create(&d, 0);
    double *c = state_room(&d);
    static const uint32_t ends[2] = {0, 3}, middle[3] = {1, 2, 3};
    for (uint32_t round = 0; round < 50; round++) {
        random_state(&d, &random, c);
        const float *mix = mix_of(&d, &a, VV_ATTRACT_COMPLEX, 4, c);
        for (uint32_t k = 0; k < 4; k++)
            for (uint32_t l = k + 2; l < 4; l++)
                assert_true(mix[k] == 0.0f || mix[l] == 0.0f);
        vvi_find_rest_shape(&d.view, a.solver, VV_ATTRACT_COMPLEX, 1.0, 2, ends, c);
        assert_true(mix[0] == 1.0f || mix[3] == 1.0f); /* no segment joins them */
        vvi_find_rest_shape(&d.view, a.solver, VV_ATTRACT_COMPLEX, 1.0, 3, middle, c);
        assert_true(mix[0] == 0.0f && fabsf(mix[1] + mix[2] + mix[3] - 1.0f) < 1e-5f);
    }
    state_free(&d, c);
    actor_free(&a);
    dense_free(&d);
}

/* Σ over two poses of the angles, the stretches and the movements of the handles, by hand. */
static void blend_with_drawing(const dense *d, uint32_t example, double share, double *c)
{
    for (uint32_t j = 0; j < d->view.handle_count; j++) {
        const vv_handle_pose *p = &d->view.turns[example * d->view.handle_count + j];
        double angle = share * (double)vv_wrap_angle(p->angle), xx = 1.0 + share * ((double)p->xx - 1.0);
        double xy = share * (double)p->xy, yy = 1.0 + share * ((double)p->yy - 1.0), *x = c + 3 * (size_t)j,
               *y = x + d->view.stride;
        x[0] = cos(angle) * xx - sin(angle) * xy;
        x[1] = cos(angle) * xy - sin(angle) * yy;
        y[0] = sin(angle) * xx + cos(angle) * xy;
        y[1] = sin(angle) * xy + cos(angle) * yy;
        x[2] = (double)d->view.handles[j].from.x + share * (double)p->translation.x;
        y[2] = (double)d->view.handles[j].from.y + share * (double)p->translation.y;
    }
}

static void it_takes_the_shape_that_it_is_drawn_to(void **state)
{
    (void)state;
    dense d = with_examples(VV_ELASTIC_ARAP, 3, 5);
    static const uint32_t one[1] = {1};
    for (uint32_t half = 0; half < 3; half++) { /* all of it; half, linearly and by rotations */
        actor a = actor_create(&d, 0);
        double *wanted = state_room(&d);
        a.input.material.attraction = half == 1 ? VV_ATTRACT_LINEAR : VV_ATTRACT_HULL;
        a.input.attraction_count = 1;
        a.input.attractions = one;
        a.input.material.examples = half ? 0.5f : 1.0f;
        for (uint32_t s = 0; s < 500; s++)
            assert_true(actor_step(&a));
        for (uint32_t i = 0; i < 2 * d.view.stride; i++)
            wanted[i] = half == 1 ? 0.5 * (d.view.rest[i] + d.view.example_states[(size_t)2 * d.view.stride + i])
                                  : d.view.example_states[(size_t)2 * d.view.stride + i];
        if (half == 2)
            blend_with_drawing(&d, 1, 0.5f, wanted);
        /* the same up to a rigid motion: no elastic energy against it */
        double left = dense_elastic(&d, wanted, a.state.c, NULL), first = dense_elastic(&d, wanted, d.view.rest, NULL);
        assert_true(left < 1e-4 * first);
        assert_true(a.state.mix[1] == 1.0f);
        state_free(&d, wanted);
        actor_free(&a);
    }
    dense_free(&d);
}

/* The smaller singular value of each handle's linear part. */
static double least_stretch(const dense *d, const double *c)
{
    double least = INFINITY;
    for (uint32_t j = 0; j < d->view.handle_count; j++) {
        const double *x = c + 3 * (size_t)j, *y = x + d->view.stride;
        double square = x[0] * x[0] + x[1] * x[1] + y[0] * y[0] + y[1] * y[1], det = x[0] * y[1] - x[1] * y[0];
        least = fmin(least, sqrt(fmax(0.0, 0.5 * (square - sqrt(fmax(0.0, square * square - 4.0 * det * det))))));
    }
    return least;
}

/* Two or three poses whose handles turn by up to 3 rad, blended by hand with random weights, turned and moved as a
 * whole: the weights are found again, the rest shape is that blend, and no handle has shrunk. The paper's sum of
 * matrices shrinks some to less than a half. */
static void poses_blend_by_rotations(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(51);
    double shrunk = 1.0;
    for (uint32_t round = 0; round < 40; round++) {
        dense_def def = dense_default();
        def.seed = round + 1;
        def.example_count = 2 + round % 2;
        def.columns = 8;
        def.rows = 3;
        def.elastic = round % 4 < 2 ? VV_ELASTIC_ARAP : VV_ELASTIC_SPRINGS;
        def.turn =
            (round % 3 == 0 ? -1.0f : 1.0f) * (1.0f + 2.0f * vvi_random_unit(&random)) / (float)(def.example_count - 1);
        dense d = dense_create(&def);
        actor a = actor_create(&d, 0);
        double *c = state_room(&d), *own = state_room(&d);
        float weights[3], sum = 0.0f;
        for (uint32_t k = 0; k < d.example_count; k++)
            sum += weights[k] = vvi_random_unit(&random);
        for (uint32_t j = 0; j < d.view.handle_count; j++) {
            double angle = 0.0, at[2] = {(double)d.view.handles[j].from.x, (double)d.view.handles[j].from.y};
            for (uint32_t k = 0; k < d.example_count; k++) {
                const vv_handle_pose *p = &d.view.turns[(size_t)k * d.view.handle_count + j];
                angle += (double)(weights[k] / sum * p->angle);
                at[0] += (double)(weights[k] / sum * p->translation.x);
                at[1] += (double)(weights[k] / sum * p->translation.y);
            }
            set_handle(&d, own, j, at[0], at[1], angle, 1.0, 1.0);
        }
        memcpy(c, own, 2 * d.view.stride * sizeof *c);
        turn_state(&d, c, noise(&random, 3.0), noise(&random, 5.0), noise(&random, 5.0));
        const float *mix = mix_of(&d, &a, VV_ATTRACT_HULL, d.example_count, c);
        for (uint32_t k = 0; k < d.example_count; k++)
            assert_true(fabsf(mix[k] - weights[k] / sum) < 1e-3f);
        assert_true(state_distance(&d, a.solver->rest, own) < 1e-3);
        assert_true(least_stretch(&d, a.solver->rest) > 1.0 - 1e-5);
        mix_of(&d, &a, VV_ATTRACT_LINEAR, d.example_count, c);
        shrunk = fmin(shrunk, least_stretch(&d, a.solver->rest));
        state_free(&d, c);
        state_free(&d, own);
        actor_free(&a);
        dense_free(&d);
    }
    assert_true(shrunk < 0.5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_mix_is_the_nearest),           cmocka_unit_test(no_mix_nearby_is_nearer),
        cmocka_unit_test(the_quick_way_is_often_elsewhere), cmocka_unit_test(odd_sets_of_examples),
        cmocka_unit_test(a_complex_allows_what_it_allows),  cmocka_unit_test(it_takes_the_shape_that_it_is_drawn_to),
        cmocka_unit_test(poses_blend_by_rotations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
