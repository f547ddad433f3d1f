/* Which member of its family a puppet is; change.c takes this over when members change. */
#include "runtime/stage/state.h"

uint32_t vv_stage_member(const vv_stage *stage, vv_actor id)
{
    (void)stage;
    (void)id;
    return 0;
}

float vv_stage_fading(const vv_stage *stage, vv_actor id, uint32_t *which, vv_vec2 *at)
{
    (void)stage;
    (void)id;
    (void)which;
    (void)at;
    return 0.0f;
}
