/* Looking things up in a project by name. */
#include "author/document/project.h"

#include <string.h>

bool vv_project_handle_moves(const vv_project_handle *handle, uint32_t layer)
{
    return handle->every_layer || (handle->layers[layer / 32] >> (layer % 32) & 1u);
}

uint32_t vv_project_find_artwork(const vv_project *project, const char *name)
{
    for (uint32_t i = 0; i < project->artwork_count; i++) {
        if (strcmp(project->artworks[i]->name, name) == 0)
            return i;
    }
    return VV_NONE;
}

uint32_t vv_project_find_clip(const vv_project *project, const char *name)
{
    for (uint32_t i = 0; i < project->clip_count; i++) {
        if (strcmp(project->clips[i]->name, name) == 0)
            return i;
    }
    return VV_NONE;
}

uint32_t vv_project_find_family(const vv_project *project, const char *name)
{
    for (uint32_t i = 0; i < project->family_count; i++) {
        if (strcmp(project->families[i]->name, name) == 0)
            return i;
    }
    return VV_NONE;
}

uint32_t vv_project_find_recording(const vv_project *project, const char *name)
{
    for (uint32_t i = 0; i < project->recording_count; i++) {
        if (strcmp(project->recordings[i]->name, name) == 0)
            return i;
    }
    return VV_NONE;
}

uint32_t vv_project_find_scene(const vv_project *project, const char *name)
{
    for (uint32_t i = 0; i < project->scene_count; i++) {
        if (strcmp(project->scenes[i]->name, name) == 0)
            return i;
    }
    return VV_NONE;
}

uint32_t vv_project_find_layer(const vv_project_artwork *artwork, const char *name)
{
    for (uint32_t i = 0; i < artwork->layer_count; i++) {
        if (strcmp(artwork->layers[i].name, name) == 0)
            return i;
    }
    return VV_NONE;
}

uint32_t vv_project_find_handle(const vv_project_artwork *artwork, const char *name)
{
    for (uint32_t i = 0; i < artwork->handle_count; i++) {
        if (strcmp(artwork->handles[i].name, name) == 0)
            return i;
    }
    return VV_NONE;
}

uint32_t vv_project_find_example(const vv_project_artwork *artwork, const char *name)
{
    for (uint32_t i = 0; i < artwork->example_count; i++) {
        if (strcmp(artwork->examples[i].name, name) == 0)
            return i;
    }
    return VV_NONE;
}

uint32_t vv_project_find_behaviour(const vv_project_artwork *artwork, const char *name)
{
    for (uint32_t i = 0; i < artwork->behaviour_count; i++) {
        if (strcmp(artwork->behaviours[i].name, name) == 0)
            return i;
    }
    return VV_NONE;
}

uint32_t vv_project_find_actor(const vv_project_scene *scene, const char *name)
{
    for (uint32_t i = 0; i < scene->stage.actor_count; i++) {
        if (strcmp(scene->stage.actors[i].name, name) == 0)
            return i;
    }
    return VV_NONE;
}

uint32_t vv_project_find_track(const vv_project_clip *clip, uint32_t handle, vv_channel channel)
{
    for (uint32_t i = 0; i < clip->track_count; i++) {
        if (clip->tracks[i].handle == handle && clip->tracks[i].channel == channel)
            return i;
    }
    return VV_NONE;
}

uint32_t vv_project_find_member(const vv_project_family *family, uint32_t artwork)
{
    for (uint32_t i = 0; i < family->member_count; i++) {
        if (family->members[i] == artwork)
            return i;
    }
    return VV_NONE;
}
