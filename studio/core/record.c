/* Records motion that cannot be copied live, from another scene or a later actor: runs the scene from one time to
 * another and stores how regions of a puppet move as a recording that any other puppet may copy. */
#include "play.h"

static vv_result run_tape(vv_studio *studio, const vvi_playing *p, vv_region_recorder *tape, double from,
                          vv_error *error)
{
    vv_result result = VV_OK;
    for (uint32_t f = 0; result == VV_OK && f < vv_region_recorder_frame_count(tape); f++) {
        while (!vv_studio_seek(studio, from + (double)f * vv_performance_step(p->performance)))
            ;
        result = vv_region_recorder_add_frame(tape, p->performance, p->time, error);
    }
    return result;
}

static vv_result answer_tape(vv_studio *studio, const vvi_playing *p, const vv_region_recorder *tape, const char *name)
{
    vv_json_writer *w = vvi_studio_writer(studio);
    if (!w)
        return VV_ERROR_MEMORY;
    vv_region_recorder_write(tape, p->performance, name, w);
    return vvi_studio_answer(studio, w);
}

static vv_result make_tape(vv_studio *studio, const vvi_playing *p, uint32_t actor, const vv_region *regions,
                           uint32_t count, double from, double to, vv_region_recorder **tape, vv_error *error)
{
    if (!p)
        return vvi_fail(error, VV_ERROR_NOT_FOUND, "nothing plays");
    if (p->hand.held)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "recording is not possible while the pointer holds an actor");
    return vv_region_recorder_create(p->performance, actor, regions, count, from, to, studio->allocator, tape, error);
}

vv_result vv_studio_record(vv_studio *studio, uint32_t actor, const vv_region *regions, uint32_t count, double from,
                           double to, const char *name)
{
    const vvi_playing *p = vvi_playing_current(studio);
    vv_region_recorder *tape = NULL;
    vv_error error = {0};
    vv_result result = make_tape(studio, p, actor, regions, count, from, to, &tape, &error);
    if (result == VV_OK) {
        double before = p->time;
        result = run_tape(studio, p, tape, from, &error);
        if (result == VV_OK)
            result = answer_tape(studio, p, tape, name);
        else
            vvi_studio_fail(studio, &error);
        while (!vv_studio_seek(studio, before))
            ;
    } else {
        vvi_studio_fail(studio, &error);
    }
    vv_region_recorder_destroy(tape);
    return result;
}
