/* The limits of this machine, measured in the same run: how fast one core multiplies and adds floats, and how fast it
 * moves them through its second-level cache. Their `ns` is for one operation (a multiply or an add) or one byte. */
#include "cases.h"

#include "runtime/base/lanes.h"

#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__) && !defined(VV_SCALAR)
#include <immintrin.h>
#define WIDE 1
#endif

enum { CHAINS = 12, STEPS = 2000, TRIAD_FLOATS = 24 * 1024 }; /* 3 · 96 KB: larger than L1, smaller than L2 */

static void *prepare_fma(void) { return calloc(CHAINS, 64); }

#ifdef WIDE
/* The hardware's fused instruction: a limit may use what the library does not, to give the same bits everywhere. */
__attribute__((target("avx2,fma"))) static void run_fma_wide(void *context, uint32_t repeat)
{
    __m256 sum[CHAINS], factor = _mm256_set1_ps(0.9999f), add = _mm256_set1_ps(1e-9f);
    memcpy(sum, context, sizeof sum);
    for (uint32_t r = 0; r < repeat / (CHAINS * 8 * 2); r++)
        for (int c = 0; c < CHAINS; c++)
            sum[c] = _mm256_fmadd_ps(sum[c], factor, add);
    memcpy(context, sum, sizeof sum);
}
#endif

static void run_fma_plain(void *context, uint32_t repeat)
{
    float8 sum[CHAINS];
    memcpy(sum, context, sizeof sum);
    for (uint32_t r = 0; r < repeat / (CHAINS * 8 * 2); r++)
        for (int c = 0; c < CHAINS; c++)
            sum[c] = sum[c] * 0.9999f + 1e-9f;
    memcpy(context, sum, sizeof sum);
}

static void run_fma(void *context, uint32_t repeat)
{
#ifdef WIDE
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
        run_fma_wide(context, repeat);
        return;
    }
#endif
    run_fma_plain(context, repeat);
}

const bench_case bench_limit_fma = {
    .name = "limit.fma",
    .workload = "one multiply or add of floats, twelve independent chains in registers",
    .repeat = STEPS * CHAINS * 8 * 2,
    .prepare = prepare_fma,
    .run = run_fma,
    .finish = free,
};

static void *prepare_triad(void)
{
    float *arrays = aligned_alloc(64, 3 * TRIAD_FLOATS * sizeof *arrays);
    for (size_t i = 0; arrays && i < 3 * TRIAD_FLOATS; i++)
        arrays[i] = 1.0f;
    return arrays;
}

#define TRIAD_BODY                                                                                                     \
    float8 *a = context, *b = a + TRIAD_FLOATS / 8, *c = b + TRIAD_FLOATS / 8;                                         \
    for (uint32_t r = 0; r < repeat / (TRIAD_FLOATS * 12); r++) {                                                      \
        for (int i = 0; i < TRIAD_FLOATS / 8; i++)                                                                     \
            a[i] = b[i] + c[i] * 0.5f;                                                                                 \
        __asm__ volatile("" ::: "memory");                                                                             \
    }

#ifdef WIDE
__attribute__((target("avx2"))) static void run_triad_wide(void *context, uint32_t repeat) { TRIAD_BODY }
#endif

static void run_triad_plain(void *context, uint32_t repeat) { TRIAD_BODY }

static void run_triad(void *context, uint32_t repeat)
{
#ifdef WIDE
    if (__builtin_cpu_supports("avx2")) {
        run_triad_wide(context, repeat);
        return;
    }
#endif
    run_triad_plain(context, repeat);
}

const bench_case bench_limit_triad = {
    .name = "limit.triad",
    .workload = "one byte read or written in a = b + s·c, 288 KB in the second-level cache",
    .repeat = TRIAD_FLOATS * 12 * 40,
    .prepare = prepare_triad,
    .run = run_triad,
    .finish = free,
};
