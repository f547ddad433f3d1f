/* Views of the stage for the threads of the host (workers.h). */
#include "runtime/stage/workers.h"

#include <string.h>

/* ---- Scratch ----------------------------------------------------------------------------------------------------- */

/* Where the scratch of a view lies in its block, each part padded as the kernels want it. */
static size_t assign_scratch(const vv_stage *stage, uint8_t *memory, vv_stage *view, contacts *c)
{
    uint64_t bytes = 0;
    uint64_t scratch = vvi_section(&bytes, stage->scratch_bytes, 1);
    uint64_t shape = vvi_section(&bytes, stage->shape_count, sizeof *stage->shape);
    scratch_array arrays[CONTACT_SCRATCH_ARRAYS];
    vvi_contacts_list_scratch(c, stage->contacts, arrays);
    if (memory) {
        view->scratch = memory + scratch;
        view->scratch_bytes = stage->scratch_bytes;
        view->shape = (vv_vec2 *)(void *)(memory + shape);
        view->shape_count = stage->shape_count;
    }
    for (uint32_t k = 0; k < CONTACT_SCRATCH_ARRAYS; k++) {
        uint64_t at = vvi_section(&bytes, arrays[k].count, arrays[k].size);
        if (memory)
            *arrays[k].at = memory + at;
    }
    return (size_t)bytes;
}

/* All or none: a worker keeps the scratch that it has until the last one has more. */
vv_result vvi_workers_reserve(vv_stage *stage, vv_error *error)
{
    void *blocks[VV_MAX_WORKERS];
    uint32_t count = stage->jobs.workers;
    size_t bytes = count ? assign_scratch(stage, NULL, NULL, &stage->workers[0].contacts) : 0;
    if (count == 0 || bytes <= stage->workers[0].bytes)
        return VV_OK;
    for (uint32_t w = 0; w < count; w++) {
        blocks[w] = vvi_allocate_zeroed(&stage->allocator, bytes, 1);
        if (blocks[w])
            continue;
        while (w-- > 0)
            vvi_release(&stage->allocator, blocks[w], bytes, 1);
        return vvi_fail_memory(error, bytes);
    }
    for (uint32_t w = 0; w < count; w++) {
        worker *each = &stage->workers[w];
        vvi_release(&stage->allocator, each->memory, each->bytes, 1);
        each->memory = blocks[w];
        each->bytes = bytes;
    }
    return VV_OK;
}

void vvi_workers_destroy(vv_stage *stage)
{
    for (uint32_t w = 0; w < stage->jobs.workers; w++)
        vvi_release(&stage->allocator, stage->workers[w].memory, stage->workers[w].bytes, 1);
    vvi_release(&stage->allocator, stage->workers, stage->jobs.workers, sizeof *stage->workers);
    stage->workers = NULL;
    stage->jobs = (vv_jobs){0};
}

/* ---- Jobs -------------------------------------------------------------------------------------------------------- */

vv_result vv_stage_set_jobs(vv_stage *stage, const vv_jobs *jobs, vv_error *error)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    vv_result result = vvi_stage_check_unlocked(stage, __func__, error);
    if (result != VV_OK)
        return result;
    if (!vvi_are_jobs_valid(jobs))
        return vvi_fail(error, VV_ERROR_ARGUMENT, "the jobs have no function, or not 1 to %u workers", VV_MAX_WORKERS);
    vv_jobs before = stage->jobs;
    worker *old = stage->workers;
    stage->jobs = jobs && jobs->workers > 1 ? *jobs : (vv_jobs){0};
    stage->workers = NULL;
    if (stage->jobs.workers) {
        stage->workers = vvi_allocate_zeroed(&stage->allocator, stage->jobs.workers, sizeof *stage->workers);
        result = stage->workers ? vvi_workers_reserve(stage, error)
                                : vvi_fail_memory(error, stage->jobs.workers * sizeof *stage->workers);
    }
    vv_jobs unused = result == VV_OK ? before : stage->jobs;
    worker *of = result == VV_OK ? old : stage->workers;
    for (uint32_t w = 0; of && w < unused.workers; w++)
        vvi_release(&stage->allocator, of[w].memory, of[w].bytes, 1);
    vvi_release(&stage->allocator, of, unused.workers, sizeof *of);
    if (result != VV_OK) {
        stage->jobs = before;
        stage->workers = old;
    }
    return result;
}

/* Fewer actors are done before the threads of a host are awake. */
#define LEAST_ACTORS 16u

bool vvi_has_workers(const vv_stage *stage)
{
    return stage->jobs.workers > 0 && !stage->observe && stage->awake_count >= LEAST_ACTORS;
}

uint32_t vvi_workers_begin(vv_stage *stage)
{
    if (!vvi_has_workers(stage))
        return 0;
    for (uint32_t w = 0; w < stage->jobs.workers; w++) {
        worker *each = &stage->workers[w];
        each->view = *stage;
        each->contacts = *stage->contacts;
        each->view.contacts = &each->contacts;
        VVI_CHECK(assign_scratch(stage, NULL, NULL, &each->contacts) <= each->bytes);
        assign_scratch(stage, each->memory, &each->view, &each->contacts);
    }
    return stage->jobs.workers;
}

typedef struct run {
    vv_stage *stage;
    stage_task *task;
    void *context;
} run;

static void run_task(void *context, uint32_t index, uint32_t which)
{
    const run *r = context;
    VVI_CHECK(which < r->stage->jobs.workers);
    r->task(&r->stage->workers[which].view, r->context, index);
}

void vvi_workers_run(vv_stage *stage, uint32_t count, stage_task *task, void *context)
{
    run all = {stage, task, context};
    uint32_t failures = stage->unreported_failures;
    vvi_jobs_run(&stage->jobs, count, run_task, &all);
    for (uint32_t w = 0; w < stage->jobs.workers; w++)
        stage->unreported_failures += stage->workers[w].view.unreported_failures - failures;
}

void vvi_stage_share(vv_stage *stage, uint32_t count, stage_task *task, void *context)
{
    if (count > 1 && vvi_workers_begin(stage) > 0) {
        vvi_workers_run(stage, count, task, context);
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        task(stage, context, i);
}
