/* Fields and verbs, with the workloads of "Shape and Animation by Example". */
#include "cases.h"

#include "runtime/blend/field.h"

#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__) && !defined(VV_SCALAR)
#include <immintrin.h>
#define WIDE 1
#endif

/* ---- verbs.walk: the walk of Rose and others, 10 examples of 1,200 coefficients in 6 dimensions (section 3.5) ---- */

enum { WALKS = 10, COEFFICIENTS = 1200, STRIDE = 1200, DIMENSIONS = 6, TERMS = WALKS + DIMENSIONS + 1 };

typedef struct walking {
    vv_field *field;
    float *examples; /* [WALKS][STRIDE] */
    float *
        /* [TERMS][STRIDE] Rose's formulation: hyperplane and radial coefficients for every degree of freedom */
        coefficients;
    float *out; /* [STRIDE] */
    float weights[WALKS];
    uint32_t frame;
} walking;

static void finish_walk(void *context)
{
    walking *w = context;
    vv_field_destroy(w->field, NULL);
    vvi_release(NULL, w->examples, WALKS * STRIDE, sizeof *w->examples);
    vvi_release(NULL, w->coefficients, TERMS * STRIDE, sizeof *w->coefficients);
    vvi_release(NULL, w->out, STRIDE, sizeof *w->out);
    free(w);
}

static void *prepare_walk(void)
{
    double places[WALKS * DIMENSIONS];
    vvi_random random = vvi_random_seed(6);
    walking *w = calloc(1, sizeof *w);
    if (!w)
        return NULL;
    for (int i = 0; i < WALKS * DIMENSIONS; i++)
        places[i] = 2.0 * (double)vvi_random_unit(&random) - 1.0;
    vv_field_def def = {.axis_count = DIMENSIONS, .example_count = WALKS, .examples = places};
    w->examples = vvi_allocate(NULL, WALKS * STRIDE, sizeof *w->examples);
    w->coefficients = vvi_allocate(NULL, TERMS * STRIDE, sizeof *w->coefficients);
    w->out = vvi_allocate(NULL, STRIDE, sizeof *w->out);
    if (vv_field_create(&def, NULL, &w->field, NULL) != VV_OK || !w->examples || !w->coefficients || !w->out) {
        finish_walk(w);
        return NULL;
    }
    for (int i = 0; i < WALKS * STRIDE; i++)
        w->examples[i] = vvi_random_unit(&random) - 0.5f;
    for (int i = 0; i < TERMS * STRIDE; i++)
        w->coefficients[i] = vvi_random_unit(&random) - 0.5f;
    for (int i = 0; i < WALKS; i++)
        w->weights[i] = 0.1f;
    return w;
}

/* A different place in every run, as adverbs that change. */
static void move(walking *w, float *at)
{
    w->frame++;
    for (uint32_t k = 0; k < DIMENSIONS; k++)
        at[k] = (float)((w->frame * (k + 3u)) & 63u) / 32.0f - 1.0f;
}

#ifdef WIDE
/* With the fused instruction: a limit may use what the library does not, to give the same bits everywhere. */
__attribute__((target("avx2,fma"))) static void multiply_add_wide(const float *weights, const float *examples,
                                                                  float *out)
{
    for (int k = 0; k + 48 <= COEFFICIENTS; k += 48) {
        __m256 sums[6] = {_mm256_setzero_ps(), _mm256_setzero_ps(), _mm256_setzero_ps(),
                          _mm256_setzero_ps(), _mm256_setzero_ps(), _mm256_setzero_ps()};
        for (int i = 0; i < WALKS; i++) {
            __m256 weight = _mm256_set1_ps(weights[i]);
            for (int v = 0; v < 6; v++)
                sums[v] = _mm256_fmadd_ps(_mm256_load_ps(examples + i * STRIDE + k + 8 * v), weight, sums[v]);
        }
        for (int v = 0; v < 6; v++)
            _mm256_store_ps(out + k + 8 * v, sums[v]);
    }
}
#endif

static void multiply_add_plain(const float *weights, const float *restrict examples, float *restrict out)
{
    memset(out, 0, COEFFICIENTS * sizeof *out);
    for (int i = 0; i < WALKS; i++)
        for (int k = 0; k < COEFFICIENTS; k++)
            out[k] += weights[i] * examples[i * STRIDE + k];
}

static void run_plain(void *context, uint32_t repeat)
{
    walking *w = context;
    for (uint32_t r = 0; r < repeat; r++) {
        w->weights[r % WALKS] = 0.1f + 0.001f * (float)(r & 7u);
#ifdef WIDE
        if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
            multiply_add_wide(w->weights, w->examples, w->out);
        else
#endif
            multiply_add_plain(w->weights, w->examples, w->out);
        __asm__ volatile("" ::: "memory");
    }
}

static void run_walk(void *context, uint32_t repeat)
{
    walking *w = context;
    for (uint32_t r = 0; r < repeat; r++) {
        float at[DIMENSIONS], weights[WALKS];
        move(w, at);
        vv_field_weights(w->field, at, weights);
        vv_mix(WALKS, weights, COEFFICIENTS, STRIDE, w->examples, w->out);
    }
}

static void run_weights(void *context, uint32_t repeat)
{
    walking *w = context;
    for (uint32_t r = 0; r < repeat; r++) {
        float at[DIMENSIONS];
        move(w, at);
        vv_field_weights(w->field, at, w->weights);
    }
}

/* Eq. 5: the radial functions and linear terms are computed once, then every degree of freedom sums all of them. */
static void run_rose(void *context, uint32_t repeat)
{
    walking *w = context;
    for (uint32_t r = 0; r < repeat; r++) {
        float terms[TERMS], at[DIMENSIONS];
        double local[DIMENSIONS], values[FIELD_POINTS];
        move(w, at);
        for (int k = 0; k < DIMENSIONS; k++)
            local[k] = (double)(terms[WALKS + k] = at[k]);
        terms[TERMS - 1] = 1.0f;
        vvi_field_radials(w->field, local, values, vvi_best_width());
        for (int i = 0; i < WALKS; i++)
            terms[i] = (float)values[i];
        vv_mix(TERMS, terms, COEFFICIENTS, STRIDE, w->coefficients, w->out);
    }
}

const bench_case bench_verbs_walk_plain = {.name = "verbs.walk.plain",
                                           .workload = "10 × 1,200 numbers multiplied by given weights and added",
                                           .limit = "limit.triad",
                                           .work = 4.0 * COEFFICIENTS * (WALKS + 1),
                                           .repeat = 1000,
                                           .prepare = prepare_walk,
                                           .run = run_plain,
                                           .finish = finish_walk};
const bench_case bench_verbs_walk = {.name = "verbs.walk",
                                     .workload = "… with the weights of a place in six dimensions computed too",
                                     .versus = "verbs.walk.plain",
                                     .repeat = 1000,
                                     .prepare = prepare_walk,
                                     .run = run_walk,
                                     .finish = finish_walk};
const bench_case bench_verbs_walk_weights = {.name = "verbs.walk.weights",
                                             .workload = "… the weights alone",
                                             .repeat = 1000,
                                             .prepare = prepare_walk,
                                             .run = run_weights,
                                             .finish = finish_walk};
const bench_case bench_verbs_rose = {.name = "verbs.rose",
                                     .workload = "the same walk, a hyperplane and radial coefficients for each number",
                                     .versus = "verbs.walk",
                                     .repeat = 1000,
                                     .prepare = prepare_walk,
                                     .run = run_rose,
                                     .finish = finish_walk};
