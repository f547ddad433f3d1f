/* Sparse matrices over handles against dense ones, for random patterns: products, factors, solutions, and the same bits
 * in every width. */
#include "runtime/stage/puppet/sparse.h"
#include "tests/testing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Handles at random places of a square; those that are near each other are coupled. */
typedef struct coupled {
    vvi_puppet_view view;
    block_pattern pattern;
    double *matrix, *zero;
    block *blocks;
    block_factor factor;
} coupled;

static double noise(vvi_random *random) { return 2.0 * (double)vvi_random_unit(random) - 1.0; }

static void *room(size_t count, size_t size) { return calloc(count + 1u, size); }

static coupled make_system(uint32_t handles, float reach, vvi_random *random)
{
    coupled s = {0};
    uint32_t n = 3 * handles, stride = (n + 7u) & ~7u;
    vv_vec2 at[VV_RIG_MAX_HANDLES];
    s.matrix = room((size_t)n * stride, sizeof *s.matrix);
    s.zero = room((size_t)n * stride, sizeof *s.zero);
    for (uint32_t i = 0; i < handles; i++)
        at[i] = (vv_vec2){vvi_random_unit(random), vvi_random_unit(random)};
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k <= i; k++)
            if (vv_vec2_distance(at[i / 3], at[k / 3]) < reach)
                s.matrix[(size_t)i * stride + k] = s.matrix[(size_t)k * stride + i] =
                    noise(random) + (i == k ? (double)n : 0.0); /* diagonally dominant */
    s.view = (vvi_puppet_view){.handle_count = handles,
                               .column_count = n,
                               .stride = stride,
                               .mass_matrix = s.matrix,
                               .elastic_matrix = s.zero,
                               .join_matrix = s.zero};
    s.pattern = vvi_pattern_measure(&s.view);
    block_pattern *p = &s.pattern;
    p->row_starts = room(handles + 1u, sizeof(uint32_t));
    p->columns = room(p->block_count, sizeof(uint32_t));
    p->order = room(handles, sizeof(uint32_t));
    p->rank = room(handles, sizeof(uint32_t));
    p->fill_starts = room(handles + 1u, sizeof(uint32_t));
    p->fill_rows = room(p->fill_count, sizeof(uint32_t));
    vvi_pattern_fill(&s.view, p);
    s.blocks = room(p->block_count, sizeof(block));
    s.factor = (block_factor){room(handles, sizeof(block)), room(p->fill_count, sizeof(block))};
    vvi_puppet_matrix_from_dense(p, stride, s.matrix, s.blocks);
    return s;
}

static void free_system(coupled *s)
{
    void *all[] = {s->matrix,        s->zero,          s->pattern.row_starts,  s->pattern.columns,
                   s->pattern.order, s->pattern.rank,  s->pattern.fill_starts, s->pattern.fill_rows,
                   s->blocks,        s->factor.pivots, s->factor.below};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
}

static void check_system(const coupled *s, vvi_random *random)
{
    uint32_t n = s->view.column_count, stride = s->view.stride;
    double *x = room(2u * stride, sizeof *x), *image = room(2u * stride, sizeof *x),
           *back = room(2u * stride, sizeof *x);
    double *first[2] = {room(2u * stride, sizeof *x), room(2u * stride, sizeof *x)};
    for (uint32_t i = 0; i < 2; i++)
        for (uint32_t k = 0; k < n; k++)
            x[i * stride + k] = noise(random);
    for (uint32_t width = 0; width <= (uint32_t)vvi_best_width(); width++) {
        vvi_puppet_matrix_apply((vvi_width)width, &s->pattern, stride, s->blocks, x, image);
        assert_true(vvi_puppet_matrix_factor((vvi_width)width, &s->pattern, s->blocks, (block_factor *)&s->factor));
        vvi_puppet_matrix_solve((vvi_width)width, &s->pattern, stride, &s->factor, image, back);
        for (uint32_t i = 0; i < 2; i++)
            for (uint32_t k = 0; k < n; k++) {
                double sum = 0.0;
                for (uint32_t l = 0; l < n; l++)
                    sum += s->matrix[(size_t)k * stride + l] * x[i * stride + l];
                assert_true(fabs(image[i * stride + k] - sum) < 1e-10 * (double)n);
                assert_true(fabs(back[i * stride + k] - x[i * stride + k]) < 1e-11);
            }
        if (width > 0) {
            assert_memory_equal(image, first[0], 2u * stride * sizeof *x);
            assert_memory_equal(back, first[1], 2u * stride * sizeof *x);
        }
        memcpy(first[0], image, 2u * stride * sizeof *x);
        memcpy(first[1], back, 2u * stride * sizeof *x);
    }
    free(x);
    free(image);
    free(back);
    free(first[0]);
    free(first[1]);
}

static void sparse_is_as_dense(void **state)
{
    (void)state;
    static const uint32_t counts[7] = {1, 2, 5, 17, 60, 130, 256};
    vvi_random random = vvi_random_seed(71);
    for (uint32_t round = 0; round < 21; round++) {
        uint32_t handles = counts[round % 7];
        float reach = round < 7 ? 2.0f : 1.6f * vvi_random_unit(&random) / sqrtf((float)handles) + 0.02f;
        coupled s = make_system(handles, reach, &random);
        check_system(&s, &random);
        free_system(&s);
    }
}

/* A drawing of 256 handles, each of which is coupled with its neighbours, keeps most of its factor empty. */
static void fill_in_is_small(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(72);
    coupled s = make_system(256, 0.11f, &random);
    assert_true(s.pattern.fill_count < 256u * 255u / 2u / 5u);
    free_system(&s);
}

/* A matrix that is not positive definite is refused, wherever it fails. */
static void indefinite_is_refused(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(73);
    for (uint32_t round = 0; round < 20; round++) {
        coupled s = make_system(12, 0.4f, &random);
        uint32_t bad = (uint32_t)(35.99f * vvi_random_unit(&random));
        s.matrix[(size_t)bad * (s.view.stride + 1u)] = -1.0;
        vvi_puppet_matrix_from_dense(&s.pattern, s.view.stride, s.matrix, s.blocks);
        assert_false(vvi_puppet_matrix_factor(vvi_best_width(), &s.pattern, s.blocks, &s.factor));
        free_system(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sparse_is_as_dense),
        cmocka_unit_test(fill_in_is_small),
        cmocka_unit_test(indefinite_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
