/* Executors for tests of what is divided into tasks: in a random order or backwards on one thread, with floating-point
 * settings that a careless host's thread may have. Real threads are those of author/base/pool.h. */
#ifndef TESTS_JOBS_H
#define TESTS_JOBS_H

#include "runtime/base/base.h"
#include "tests/testing.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

/* Flushes subnormal numbers and rounds downwards. */
static inline uint32_t set_hostile_floats(void)
{
#if defined(__x86_64__)
    uint32_t before = _mm_getcsr();
    _mm_setcsr(before | 0x8040u | 0x2000u);
    return before;
#else
    return 0;
#endif
}

static inline void restore_floats(uint32_t before)
{
    (void)before;
#if defined(__x86_64__)
    _mm_setcsr(before);
#endif
}

typedef struct serial_jobs {
    vvi_random random;
    bool backwards;
    uint32_t workers, calls, tasks; /* how often it was called, and how many tasks it was given */
} serial_jobs;

static inline void run_serial_jobs(void *user, uint32_t count, void (*task)(void *, uint32_t, uint32_t), void *context)
{
    serial_jobs *s = user;
    uint32_t *order = malloc((count + 1u) * sizeof *order), before = set_hostile_floats();
    s->calls++;
    s->tasks += count;
    for (uint32_t i = 0; i < count; i++)
        order[i] = s->backwards ? count - 1u - i : i;
    for (uint32_t i = count; i > 1 && !s->backwards; i--) {
        uint32_t k = vvi_random_below(&s->random, i), swap = order[k];
        order[k] = order[i - 1u];
        order[i - 1u] = swap;
    }
    for (uint32_t i = 0; i < count; i++)
        task(context, order[i], vvi_random_below(&s->random, s->workers));
    restore_floats(before);
    free(order);
}

/* `jobs` must outlive its users, and `s` too. */
static inline vv_jobs serial_jobs_of(serial_jobs *s, uint32_t workers, bool backwards, uint64_t seed)
{
    *s = (serial_jobs){.random = vvi_random_seed(seed), .backwards = backwards, .workers = workers};
    return (vv_jobs){.user = s, .workers = workers, .run = run_serial_jobs};
}

#endif
