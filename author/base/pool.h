/* A pool of threads for the tools: the vv_jobs that the command lends to the library. No part of what runs in a
 * browser. */
#ifndef VV_POOL_H
#define VV_POOL_H

#include <verve/base.h>

typedef struct vv_pool vv_pool;

/* How many processors this process may run on, at least 1. */
uint32_t vv_processor_count(void);
/* `threads` run tasks, the one that calls included; 0: as many as there are processors; at most VV_MAX_WORKERS. */
vv_result vv_pool_create(uint32_t threads, vv_pool **out, vv_error *error);
void vv_pool_destroy(vv_pool *pool);
/* Valid as long as the pool; NULL for no pool, or one of a single thread. One thread at a time may use it. */
const vv_jobs *vv_pool_jobs(const vv_pool *pool);

#endif
