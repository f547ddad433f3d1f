/* Tasks that the host may run on its threads. */
#include "base.h"

/* What a host is given: its threads have floating-point settings of their own. */
typedef struct guarded_task {
    vvi_task *task;
    void *context;
    uint32_t count, workers;
} guarded_task;

static void run_guarded(void *context, uint32_t index, uint32_t worker)
{
    VVI_FLOAT_GUARD;
    const guarded_task *g = context;
    VV_ASSERT(index < g->count);
    VV_ASSERT(worker < g->workers);
    g->task(g->context, index, worker);
}

void vvi_jobs_run(const vv_jobs *jobs, uint32_t count, vvi_task *task, void *context)
{
    if (!jobs || count < 2) {
        for (uint32_t i = 0; i < count; i++)
            task(context, i, 0);
        return;
    }
    VVI_CHECK(vvi_are_jobs_valid(jobs));
    guarded_task guarded = {task, context, count, jobs->workers};
    jobs->run(jobs->user, count, run_guarded, &guarded);
}

bool vvi_are_jobs_valid(const vv_jobs *jobs)
{
    return !jobs || (jobs->run && jobs->workers >= 1 && jobs->workers <= VV_MAX_WORKERS);
}
