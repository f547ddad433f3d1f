/* Curves of a clip for display: the values of a track over time, and the automatic slopes of its keys. The clip is
 * built as on a stage, so that the page draws what plays; the last one is cached. */
#include "state.h"

void vvi_clip_release(vv_studio *studio)
{
    vv_clip_destroy(studio->clip, studio->allocator);
    studio->clip = NULL;
    studio->clip_stamp = 0;
}

/* Builds the clip of the project as it is shown now, unless it is cached; different contents have different stamps. */
static vv_result find_track(vv_studio *studio, uint32_t index, uint32_t track, vv_error *error)
{
    const vv_project *project = vv_document_project(studio->document);
    if (index >= project->clip_count)
        return vvi_fail(error, VV_ERROR_NOT_FOUND, "there is no clip %u", index);
    const vv_project_clip *own = project->clips[index];
    if (track >= own->track_count)
        return vvi_fail(error, VV_ERROR_NOT_FOUND, "clip \"%s\" has no track %u", own->name, track);
    if (studio->clip && studio->clip_stamp == own->stamp)
        return VV_OK;
    vvi_clip_release(studio);
    vv_clip_def def = {.handle_count = project->artworks[own->artwork]->handle_count,
                       .duration = own->length,
                       .loop = own->loop,
                       .track_count = own->track_count,
                       .tracks = own->tracks};
    vv_result result = vv_clip_create(&def, studio->allocator, &studio->clip, error);
    studio->clip_stamp = result == VV_OK ? own->stamp : 0;
    return result;
}

static void write_sample(vv_handle_target aim, float *sample)
{
    sample[0] = aim.value[0];
    sample[1] = aim.value[1];
    sample[2] = aim.rate[0];
    sample[3] = aim.rate[1];
    sample[4] = aim.strength;
}

vv_result vv_studio_clip_curve(vv_studio *studio, uint32_t clip, uint32_t track, double from, double to, uint32_t count,
                               float *samples)
{
    vv_error error = {0};
    const double bounds = 2.0 * (double)VV_CLIP_MAX_TIME;
    if (!(from >= -bounds && from <= bounds && to >= -bounds && to <= bounds)) {
        vvi_fail(&error, VV_ERROR_ARGUMENT, "the times are not within %g seconds of 0", bounds);
        return vvi_studio_fail(studio, &error);
    }
    if (find_track(studio, clip, track, &error) != VV_OK)
        return vvi_studio_fail(studio, &error);
    for (uint32_t i = 0; i < count; i++) {
        double share = count > 1 ? (double)i / (double)(count - 1) : 0.0;
        write_sample(vv_clip_sample(studio->clip, track, from + share * (to - from)), samples + 5 * (size_t)i);
    }
    return VV_OK;
}

vv_result vv_studio_clip_slopes(vv_studio *studio, uint32_t clip, uint32_t track, float *slopes)
{
    vv_error error = {0};
    if (find_track(studio, clip, track, &error) != VV_OK)
        return vvi_studio_fail(studio, &error);
    vv_track own = vv_clip_track(studio->clip, track);
    for (uint32_t i = 0; i < own.key_count; i++) {
        for (uint32_t part = 0; part < 2; part++) {
            slopes[4 * (size_t)i + part] = own.keys[i].in[part];
            slopes[4 * (size_t)i + 2 + part] = own.keys[i].out[part];
        }
    }
    return VV_OK;
}
