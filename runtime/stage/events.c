/* The events of a step, kept until the next call of vv_stage_step. What the host causes between two calls, such as the
 * end of the contacts of an actor that it removes, is reported with the next one: so no event is missed by a host that
 * looks once after each call. */
#include "runtime/stage/state.h"

#include <string.h>

/* The last entry of a full list reports the overflow. */
void vvi_stage_report(vv_stage *stage, const vv_event *event)
{
    if (stage->event_count < stage->def.max_events) {
        stage->events[stage->event_count] = *event;
        stage->events[stage->event_count].step = stage->step_count;
        stage->event_count++;
    } else if (stage->lock == STAGE_UNLOCKED) {
        stage->events_lost = true;
    } else if (!stage->events_overflowed) {
        stage->events[stage->event_count - 1u] = (vv_event){.kind = VV_EVENT_OVERFLOW, .step = stage->step_count};
        stage->events_overflowed = true;
    }
}

void vvi_stage_begin_events(vv_stage *stage)
{
    uint32_t kept = stage->event_count - stage->past_event_count;
    VVI_CHECK(stage->past_event_count <= stage->event_count && stage->event_count <= stage->def.max_events);
    memmove(stage->events, stage->events + stage->past_event_count, kept * sizeof *stage->events);
    stage->event_count = kept;
    stage->events_overflowed = false;
    if (stage->events_lost)
        vvi_stage_report(stage, &(vv_event){.kind = VV_EVENT_OVERFLOW});
    stage->events_lost = false;
}

void vvi_stage_end_events(vv_stage *stage) { stage->past_event_count = stage->event_count; }

void vvi_stage_drop_events(vv_stage *stage)
{
    stage->event_count = stage->past_event_count = 0;
    stage->events_lost = false;
}

void vvi_stage_report_failures(vv_stage *stage)
{
    for (uint32_t i = 0; i < stage->actor_end && stage->unreported_failures > 0; i++) {
        actor *a = &stage->actors[i];
        if (!a->failure_unreported)
            continue;
        vv_event event = {.kind = VV_EVENT_STEP_FAILED, .actor = actor_id(stage, a)};
        event.point = (vv_vec2){(float)a->origin[0], (float)a->origin[1]};
        vvi_stage_report(stage, &event);
        a->failure_unreported = false;
        stage->unreported_failures--;
    }
    VVI_CHECK(stage->unreported_failures == 0);
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
    *count = stage->lock == STAGE_UNLOCKED ? stage->past_event_count : stage->event_count;
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
