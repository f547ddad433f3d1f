/* Curves for showing: what a track of a clip wants over time, and the slopes that were found for its keys. The clip is made as
 * a stage would make it, so that what the page draws is what plays; the last one is kept until another is asked for. */
#include "state.h"

void vvi_clip_release(vv_studio *studio)
{
    vv_clip_destroy(studio->clip, studio->allocator);
    studio->clip = NULL;
    studio->clip_stamp = 0;
}

/* The clip of the project as it is shown now. Of two contents no two have one stamp. */
static vv_result find(vv_studio *studio, uint32_t index, uint32_t track, vv_error *error)
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
                       .length = own->length,
                       .loop = own->loop,
                       .track_count = own->track_count,
                       .tracks = own->tracks};
    vv_result result = vv_clip_create(&def, studio->allocator, &studio->clip, error);
    studio->clip_stamp = result == VV_OK ? own->stamp : 0;
    return result;
}

static void put(vv_aim aim, float *sample)
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
        vvi_fail(&error, VV_ERROR_ARGUMENT, "these are no times");
        return vvi_studio_refuse(studio, &error);
    }
    if (find(studio, clip, track, &error) != VV_OK)
        return vvi_studio_refuse(studio, &error);
    for (uint32_t i = 0; i < count; i++) {
        double share = count > 1 ? (double)i / (double)(count - 1) : 0.0;
        put(vv_clip_aim(studio->clip, track, from + share * (to - from)), samples + 5 * (size_t)i);
    }
    return VV_OK;
}

vv_result vv_studio_clip_slopes(vv_studio *studio, uint32_t clip, uint32_t track, float *slopes)
{
    vv_error error = {0};
    if (find(studio, clip, track, &error) != VV_OK)
        return vvi_studio_refuse(studio, &error);
    vv_track own = vv_clip_track(studio->clip, track);
    for (uint32_t i = 0; i < own.key_count; i++) {
        for (uint32_t part = 0; part < 2; part++) {
            slopes[4 * (size_t)i + part] = own.keys[i].in[part];
            slopes[4 * (size_t)i + 2 + part] = own.keys[i].out[part];
        }
    }
    return VV_OK;
}
