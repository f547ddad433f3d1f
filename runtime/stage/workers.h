/* The threads of the host, and how the work of a step is divided among them.
 *
 * A task sees the stage through the *view* of its worker: a copy of struct vv_stage and of struct contacts, in which
 * the scratch is the worker's own. All else is shared. So the functions that a task calls do not know that there are
 * workers; but what they change must be
 *
 *     of an actor, a body, a pair, a contact point or a joint that no other task of the same run changes or reads; or
 *     scratch: stage->scratch, stage->shape, and of contacts what begins with `found`; or
 *     stage->unreported_failures and contacts->overflowed, which are summed afterwards.
 *
 * Then neither the number of workers nor the order of tasks can be seen in the results. Events are reported by the
 * thread that steps. */
#ifndef VVI_STAGE_WORKERS_H
#define VVI_STAGE_WORKERS_H

#include "runtime/stage/contact.h"

struct worker {
    vv_stage view;
    contacts contacts;
    void *memory; /* scratch of the view */
    size_t bytes;
};

typedef void stage_task(vv_stage *view, void *context, uint32_t index);

/* Whether tasks are run by workers: there are some, enough is awake, and no observer wants to know what is done
 * when. */
bool vvi_has_workers(const vv_stage *stage);
/* Makes the views what the stage is now; returns their number, which is 0 without workers. */
uint32_t vvi_workers_begin(vv_stage *stage);
/* Runs tasks 0…count − 1 on views as they are since vvi_workers_begin. */
void vvi_workers_run(vv_stage *stage, uint32_t count, stage_task *task, void *context);
/* Both; without workers the tasks are run in order on the stage itself. */
void vvi_stage_share(vv_stage *stage, uint32_t count, stage_task *task, void *context);
/* For tasks that take a range of items each, such as so many slots of actors. */
#define ACTORS_OF_TASK 8u
static inline uint32_t task_count(uint32_t items, uint32_t each) { return (items + each - 1u) / each; }

/* Makes the scratch of the workers as large as that of the stage. */
vv_result vvi_workers_reserve(vv_stage *stage, vv_error *error);
void vvi_workers_destroy(vv_stage *stage);

#endif
