/* Recordings, motion that puppets copy later: how regions of a puppet move (eq. 12 and 13) is recorded from a
 * performance, one fixed step at a time, and written as the command that adds it to the project. */
#include "build.h"

#include "runtime/base/base.h"

#include <math.h>
#include <string.h>

struct vv_region_recorder {
    const vv_allocator *allocator;
    uint32_t actor, region_count, frame_count, most_frames;
    vv_region *regions;      /* [region_count] */
    vv_region_state *frames; /* [most_frames · region_count] */
};

static vv_result check_regions(const vv_performance *p, uint32_t actor, const vv_region *regions, uint32_t count,
                               vv_error *error)
{
    const vv_project_stage *stage = &vv_performance_scene(p)->stage;
    if (actor >= stage->actor_count || stage->actors[actor].kind != VV_ACTOR_PUPPET)
        return vvi_fail(error, VV_ERROR_NOT_FOUND, "there is no puppet %u in the scene that plays", actor);
    uint32_t handles = vv_performance_rigged(p, actor)->body->handle_count;
    if (count < 1 || count > VV_PUPPET_MAX_REGIONS)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "%u regions cannot be recorded; choose 1 to %u", count,
                        VV_PUPPET_MAX_REGIONS);
    for (uint32_t i = 0; i < count; i++) {
        if (regions[i].handle >= handles || !(regions[i].threshold >= 0.0f && regions[i].threshold <= 1.0f))
            return vvi_fail(error, VV_ERROR_ARGUMENT,
                            "region %u has no handle of the puppet, or a threshold outside 0 to 1", i);
        for (uint32_t j = 0; j < i; j++) {
            if (regions[j].handle == regions[i].handle)
                return vvi_fail(error, VV_ERROR_ARGUMENT,
                                "two regions have the same handle; each handle has one region");
        }
    }
    return VV_OK;
}

static vv_result count_frames(const vv_performance *p, double from, double to, uint32_t *frames, vv_error *error)
{
    double count = floor((to - from) / vv_performance_step(p) + 1e-6) + 1.0;
    if (!(from >= 0.0) || !(count >= 2.0) || !(count < (double)VV_PROJECT_MAX_FRAMES))
        return vvi_fail(error, VV_ERROR_ARGUMENT, "a recording from %g to %g s has no two steps, or more than %u", from,
                        to, VV_PROJECT_MAX_FRAMES);
    *frames = (uint32_t)count;
    return VV_OK;
}

vv_result vv_region_recorder_create(const vv_performance *performance, uint32_t actor, const vv_region *regions,
                                    uint32_t count, double from, double to, const vv_allocator *allocator,
                                    vv_region_recorder **out, vv_error *error)
{
    uint32_t frames = 0;
    *out = NULL;
    vv_result result = check_regions(performance, actor, regions, count, error);
    if (result == VV_OK)
        result = count_frames(performance, from, to, &frames, error);
    if (result != VV_OK)
        return result;
    vv_region_recorder *tape = vvi_allocate(allocator, 1, sizeof *tape);
    if (!tape)
        return vvi_fail_memory(error, sizeof *tape);
    *tape = (vv_region_recorder){.allocator = allocator, .actor = actor, .region_count = count, .most_frames = frames};
    tape->regions = vvi_allocate(allocator, count, sizeof *tape->regions);
    tape->frames = vvi_allocate(allocator, (size_t)frames * count, sizeof *tape->frames);
    if (!tape->regions || !tape->frames) {
        vv_region_recorder_destroy(tape);
        return vvi_fail_memory(error, (size_t)frames * count * sizeof *tape->frames);
    }
    memcpy(tape->regions, regions, count * sizeof *regions);
    *out = tape;
    return VV_OK;
}

void vv_region_recorder_destroy(vv_region_recorder *tape)
{
    if (!tape)
        return;
    vvi_release(tape->allocator, tape->regions, tape->region_count, sizeof *tape->regions);
    vvi_release(tape->allocator, tape->frames, (size_t)tape->most_frames * tape->region_count, sizeof *tape->frames);
    vvi_release(tape->allocator, tape, 1, sizeof *tape);
}

uint32_t vv_region_recorder_frame_count(const vv_region_recorder *tape) { return tape->most_frames; }

vv_result vv_region_recorder_add_frame(vv_region_recorder *tape, const vv_performance *performance, double time,
                                       vv_error *error)
{
    vv_actor_drawing looks[2];
    vv_performance_drawings(performance, tape->actor, looks);
    if (looks[0].rigged->body != vv_performance_rigged(performance, tape->actor)->body) {
        vvi_fail(error, VV_ERROR_ARGUMENT, "at %g s the puppet becomes another member of its family", time);
        vvi_error_remedy(error, "record a time in which it stays the same drawing");
        return error->code;
    }
    vv_region_state *row = tape->frames + (size_t)tape->frame_count * tape->region_count;
    for (uint32_t k = 0; tape->frame_count < tape->most_frames && k < tape->region_count; k++)
        row[k] = vv_stage_region_local(vv_performance_stage(performance),
                                       vv_performance_actor(performance, tape->actor), tape->regions[k]);
    tape->frame_count += tape->frame_count < tape->most_frames;
    return VV_OK;
}

/* ---- The command ------------------------------------------------------------------------------------------------- */

static void write_numbers(vv_json_writer *w, const char *name, const float *values, uint32_t count)
{
    vv_json_write_array(w, name);
    for (uint32_t i = 0; i < count; i++)
        vv_json_write_float(w, NULL, vv_pose_round(values[i]));
    vv_json_write_end(w);
}

static void write_region(vv_json_writer *w, const vv_region_recorder *t, uint32_t region, const char *handle)
{
    vv_json_write_object(w, NULL);
    vv_json_write_string(w, "handle", handle);
    vv_json_write_float(w, "threshold", t->regions[region].threshold);
    write_numbers(w, "rest", &t->frames[region].rest.x, 2);
    vv_json_write_array(w, "frames");
    for (uint32_t f = 0; f < t->frame_count; f++) {
        const vv_region_state *s = &t->frames[(size_t)f * t->region_count + region];
        float row[6] = {s->centre.x, s->centre.y, s->linear.xx, s->linear.xy, s->linear.yx, s->linear.yy};
        write_numbers(w, NULL, row, 6);
    }
    vv_json_write_end(w);
    vv_json_write_end(w);
}

void vv_region_recorder_write(const vv_region_recorder *tape, const vv_performance *performance, const char *name,
                              vv_json_writer *w)
{
    const vv_project_actor *actor = &vv_performance_scene(performance)->stage.actors[tape->actor];
    const vv_project_artwork *artwork = vv_performance_project(performance)->artworks[actor->artwork];
    vv_json_write_object(w, NULL);
    vv_json_write_string(w, "do", "recording.add");
    vv_json_write_string(w, "name", name);
    vv_json_write_string(w, "artwork", artwork->name);
    vv_json_write_float(w, "rate", (float)(1.0 / vv_performance_step(performance)));
    vv_json_write_float(w, "size", vv_performance_size(performance, tape->actor));
    vv_json_write_array(w, "regions");
    for (uint32_t k = 0; k < tape->region_count; k++)
        write_region(w, tape, k, artwork->handles[tape->regions[k].handle].name);
    vv_json_write_end(w);
    vv_json_write_end(w);
}
