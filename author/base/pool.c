/* A pool of threads. The thread that calls works too; the others wait for work, at first awake, since a step of a stage
 * has several short pieces of work one after the other, then asleep. */
#define _GNU_SOURCE /* sched_getaffinity */
#include "author/base/pool.h"

#include "runtime/base/base.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

#define SPINS 4000u /* about 20 µs of looking for work before sleeping */

typedef void pool_task(void *context, uint32_t index, uint32_t worker);

typedef struct pool_thread {
    vv_pool *pool;
    pthread_t thread;
    uint32_t worker;
} pool_thread;

/* The number of the work, the end of the share and the next index in one word (16, 24 and 24 bits): a thread that comes
 * late finds another number, or no index left, and takes nothing. Alone in its line of the cache. */
typedef struct pool_share {
    _Atomic uint64_t word;
    char unused[56];
} pool_share;

#define MOST_TASKS 0xFFFFFFu

static uint64_t pack_share(uint32_t number, uint32_t end, uint32_t next)
{
    return (uint64_t)number << 48 | (uint64_t)end << 24 | next;
}
static uint32_t number_of(uint64_t word) { return (uint32_t)(word >> 48); }
static uint32_t end_of(uint64_t word) { return (uint32_t)(word >> 24) & MOST_TASKS; }
static uint32_t next_of(uint64_t word) { return (uint32_t)word & MOST_TASKS; }

struct vv_pool {
    vv_jobs jobs;
    uint32_t started; /* threads besides the caller's */
    pool_thread threads[VV_MAX_WORKERS];
    pthread_mutex_t mutex;
    pthread_cond_t has_work, is_done;
    /* What is left of the work in hand. Each worker has a share of consecutive tasks, and helps others when it is done:
     * so what one piece of work leaves in a processor's caches is there for the next piece over the same data. */
    pool_share shares[VV_MAX_WORKERS];
    _Atomic uint32_t count, done, sleepers;
    pool_task *task;
    void *context;
    _Atomic bool ends;
};

static void relax(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

/* ---- Tasks ------------------------------------------------------------------------------------------------------- */

/* Runs tasks of a share as long as there are any. */
static void run_share(vv_pool *pool, uint32_t number, pool_share *share, uint32_t worker)
{
    uint64_t word = atomic_load(&share->word);
    while (number_of(word) == number && next_of(word) < end_of(word)) {
        if (!atomic_compare_exchange_weak(&share->word, &word, word + 1u))
            continue;
        pool->task(pool->context, next_of(word), worker);
        if (atomic_fetch_add(&pool->done, 1u) + 1u == atomic_load(&pool->count)) {
            pthread_mutex_lock(&pool->mutex);
            pthread_cond_signal(&pool->is_done);
            pthread_mutex_unlock(&pool->mutex);
        }
        word = atomic_load(&share->word);
    }
}

/* Its own share first. */
static void run_tasks(vv_pool *pool, uint32_t number, uint32_t worker)
{
    for (uint32_t k = 0; k < pool->jobs.workers; k++)
        run_share(pool, number, &pool->shares[(worker + k) % pool->jobs.workers], worker);
}

/* The share that is given out last tells that there is work. */
static uint32_t current_number(vv_pool *pool)
{
    return number_of(atomic_load(&pool->shares[pool->jobs.workers - 1u].word));
}

/* Waits for other work than this; returns its number. */
static uint32_t wait_for_work(vv_pool *pool, uint32_t number)
{
    for (uint32_t i = 0; i < SPINS; i++) {
        uint32_t now = current_number(pool);
        if (now != number || atomic_load(&pool->ends))
            return now;
        relax();
    }
    pthread_mutex_lock(&pool->mutex);
    atomic_fetch_add(&pool->sleepers, 1u);
    while (current_number(pool) == number && !atomic_load(&pool->ends))
        pthread_cond_wait(&pool->has_work, &pool->mutex);
    atomic_fetch_sub(&pool->sleepers, 1u);
    pthread_mutex_unlock(&pool->mutex);
    return current_number(pool);
}

static void *run_thread(void *argument)
{
    const pool_thread *self = argument;
    uint32_t number = 0;
    while (!atomic_load(&self->pool->ends)) {
        number = wait_for_work(self->pool, number);
        run_tasks(self->pool, number, self->worker);
    }
    return NULL;
}

static void wait_until_done(vv_pool *pool, uint32_t count)
{
    for (uint32_t i = 0; i < SPINS; i++) {
        if (atomic_load(&pool->done) == count)
            return;
        relax();
    }
    pthread_mutex_lock(&pool->mutex);
    while (atomic_load(&pool->done) != count)
        pthread_cond_wait(&pool->is_done, &pool->mutex);
    pthread_mutex_unlock(&pool->mutex);
}

static void wake_sleepers(vv_pool *pool)
{
    pthread_mutex_lock(&pool->mutex);
    pthread_cond_broadcast(&pool->has_work);
    pthread_mutex_unlock(&pool->mutex);
}

static void run(void *user, uint32_t count, pool_task *task, void *context)
{
    vv_pool *pool = user;
    uint32_t number = (current_number(pool) + 1u) & 0xFFFFu, workers = pool->jobs.workers;
    VV_ASSERT(count <= MOST_TASKS);
    if (count == 0)
        return;
    pool->task = task;
    pool->context = context;
    atomic_store(&pool->done, 0u);
    atomic_store(&pool->count, count);
    for (uint32_t w = 0; w < workers; w++) {
        uint32_t first = (uint32_t)((uint64_t)count * w / workers),
                 end = (uint32_t)((uint64_t)count * (w + 1u) / workers);
        atomic_store(&pool->shares[w].word, pack_share(number, end, first));
    }
    if (atomic_load(&pool->sleepers) > 0)
        wake_sleepers(pool);
    run_tasks(pool, number, 0);
    wait_until_done(pool, count);
}

/* ---- The pool ---------------------------------------------------------------------------------------------------- */

uint32_t vv_processor_count(void)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    int count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : (int)sysconf(_SC_NPROCESSORS_ONLN);
    return count > 1 ? (uint32_t)count : 1u;
}

vv_result vv_pool_create(uint32_t threads, vv_pool **out, vv_error *error)
{
    uint32_t workers = threads ? threads : vv_processor_count();
    vv_pool *pool = calloc(1, sizeof *pool);
    if (!pool)
        return vvi_fail_memory(error, sizeof *pool);
    workers = workers < VV_MAX_WORKERS ? workers : VV_MAX_WORKERS;
    pthread_mutex_init(&pool->mutex, NULL);
    pthread_cond_init(&pool->has_work, NULL);
    pthread_cond_init(&pool->is_done, NULL);
    pool->jobs = (vv_jobs){.user = pool, .workers = workers, .run = run};
    for (uint32_t i = 1; i < workers; i++) {
        pool_thread *t = &pool->threads[i];
        *t = (pool_thread){.pool = pool, .worker = i};
        if (pthread_create(&t->thread, NULL, run_thread, t) != 0) {
            vv_pool_destroy(pool);
            return vvi_fail(error, VV_ERROR_LIMIT, "thread %u of %u could not be started", i + 1u, workers);
        }
        pool->started = i;
    }
    *out = pool;
    return VV_OK;
}

void vv_pool_destroy(vv_pool *pool)
{
    if (!pool)
        return;
    atomic_store(&pool->ends, true);
    wake_sleepers(pool);
    for (uint32_t i = 1; i <= pool->started; i++)
        pthread_join(pool->threads[i].thread, NULL);
    pthread_cond_destroy(&pool->has_work);
    pthread_cond_destroy(&pool->is_done);
    pthread_mutex_destroy(&pool->mutex);
    free(pool);
}

const vv_jobs *vv_pool_jobs(const vv_pool *pool) { return pool && pool->jobs.workers > 1 ? &pool->jobs : NULL; }
