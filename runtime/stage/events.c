/* The events of a step, kept until the next call of vv_stage_step. */
#include "runtime/stage/state.h"

/* The last entry of a full list reports the overflow. */
void vvi_stage_report(vv_stage *stage, const vv_event *event)
{
    if (stage->event_count < stage->def.max_events) {
        stage->events[stage->event_count] = *event;
        stage->events[stage->event_count].step = stage->step_count;
        stage->event_count++;
    } else if (!stage->events_overflowed && stage->event_count > 0) {
        stage->events[stage->event_count - 1u] = (vv_event){.kind = VV_EVENT_OVERFLOW, .step = stage->step_count};
        stage->events_overflowed = true;
    }
}

/* By comparison with what was reported last, so that it does not matter what woke an actor. */
void vvi_stage_report_sleep(vv_stage *stage)
{
    for (actor *a = stage->actors; a < stage->actors + stage->actor_end; a++) {
        if (!a->used || a->asleep == a->reported_asleep)
            continue;
        a->reported_asleep = a->asleep;
        vvi_stage_report(
            stage, &(vv_event){.kind = a->asleep ? VV_EVENT_ASLEEP : VV_EVENT_AWAKE, .actor = actor_id(stage, a)});
    }
}

const vv_event *vv_stage_events(const vv_stage *stage, uint32_t *count)
{
    VV_ASSERT(stage != NULL);
    VV_ASSERT(count != NULL);
    *count = stage->event_count;
    return stage->events;
}

bool vv_stage_signal(vv_stage *stage, vv_actor which, uint32_t code)
{
    VV_ASSERT(stage != NULL);
    if (!vvi_stage_actor_to_change(stage, which))
        return false;
    vvi_stage_report(stage, &(vv_event){.kind = VV_EVENT_SIGNAL, .code = code, .actor = which});
    return true;
}
