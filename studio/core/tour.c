/* A tour: the place of a scene in its artwork's complex at a time. */
#include "state.h"

#include <string.h>

vv_result vv_studio_tour(vv_studio *studio, uint32_t index, float time, float *weights)
{
    const vv_project *project = vv_document_project(studio->document);
    const vv_rigged *rigged = NULL;
    vv_error error = {0};
    vv_result result = VV_OK;
    if (index >= project->scene_count || project->scenes[index]->kind != VV_SCENE_TOUR)
        result = vvi_fail(&error, VV_ERROR_NOT_FOUND, "scene %u is not a tour", index);
    else if (!vvi_all_finite(&time, 1))
        result = vvi_fail(&error, VV_ERROR_ARGUMENT, "the time is not a finite number");
    else
        result = vv_session_artwork(studio->session, project->scenes[index]->artwork, NULL, &rigged, &error);
    if (result != VV_OK)
        return vvi_studio_fail(studio, &error);
    float all[VV_BLEND_MAX_EXAMPLES]; /* an artwork without examples is built with one */
    vv_complex_weights(rigged->complex, vv_scene_place(rigged, project->scenes[index], time), all);
    memcpy(weights, all, project->artworks[project->scenes[index]->artwork]->example_count * sizeof *weights);
    return VV_OK;
}
