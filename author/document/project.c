/* Looking things up in a project by name, and where a scene is at a time. */
#include "author/document/project.h"

#include <string.h>

bool vv_project_handle_moves(const vv_project_handle *handle, uint32_t layer)
{
    return handle->every_layer || (handle->layers[layer / 32] >> (layer % 32) & 1u);
}

/* ---- By name ----------------------------------------------------------------------------------------------------- */

/* Items of `stride` bytes, each beginning with its name. */
static uint32_t find_item(const void *items, size_t stride, uint32_t count, const char *name)
{
    for (uint32_t i = 0; i < count; i++) {
        if (strcmp((const char *)items + i * stride, name) == 0)
            return i;
    }
    return VV_NONE;
}

/* `list` is an array of pointers to things that begin with their names. */
static uint32_t find_listed(const void *list, uint32_t count, const char *name)
{
    for (uint32_t i = 0; i < count; i++) {
        const char *item;
        memcpy(&item, (const char *)list + i * sizeof item, sizeof item);
        if (strcmp(item, name) == 0)
            return i;
    }
    return VV_NONE;
}

#define FIND_LISTED(kind, list)                                                                                        \
    uint32_t vv_project_find_##kind(const vv_project *project, const char *name)                                       \
    {                                                                                                                  \
        return find_listed(project->list, project->kind##_count, name);                                                \
    }
FIND_LISTED(artwork, artworks)
FIND_LISTED(clip, clips)
FIND_LISTED(skeleton, skeletons)
FIND_LISTED(take, takes)
FIND_LISTED(form, forms)
FIND_LISTED(shape, shapes)
FIND_LISTED(verb, verbs)
FIND_LISTED(graph, graphs)
FIND_LISTED(creature, creatures)
FIND_LISTED(motion, motions)
FIND_LISTED(gait, gaits)
FIND_LISTED(line, lines)
FIND_LISTED(scene, scenes)

#define FIND_ITEM(kind, type, list, count)                                                                             \
    uint32_t vv_project_find_##kind(const type *owner, const char *name)                                               \
    {                                                                                                                  \
        return find_item(owner->list, sizeof *owner->list, owner->count, name);                                        \
    }
FIND_ITEM(layer, vv_project_artwork, layers, layer_count)
FIND_ITEM(handle, vv_project_artwork, handles, handle_count)
FIND_ITEM(example, vv_project_artwork, examples, example_count)
FIND_ITEM(behaviour, vv_project_artwork, behaviours, behaviour_count)
FIND_ITEM(actor, vv_project_scene, stage.actors, stage.actor_count)
FIND_ITEM(axis, vv_project_field, axes, axis_count)

uint32_t vv_project_find_track(const vv_project_clip *clip, uint32_t handle, vv_handle_channel channel)
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

/* ---- Motions of creatures ---------------------------------------------------------------------------------------- */

uint32_t vv_project_find_curve(const vv_motion_channel *channel, vv_motion_track_kind kind, const char *deform)
{
    for (uint32_t i = 0; i < channel->track_count; i++) {
        const vv_motion_track *track = &channel->tracks[i];
        if (track->kind == kind && (kind != VV_TRACK_DEFORM || strcmp(track->deform, deform) == 0))
            return i;
    }
    return VV_NONE;
}

const char *vv_project_motion_action(const vv_project_motion *motion)
{
    return motion->action[0] ? motion->action : motion->name;
}

bool vv_project_motion_does(const vv_project *project, uint32_t motion, const char *action)
{
    if (strcmp(vv_project_motion_action(project->motions[motion]), action) == 0)
        return true;
    if (strcmp(project->motions[motion]->name, action) != 0)
        return false;
    for (uint32_t i = 0; i < project->motion_count; i++) {
        if (strcmp(vv_project_motion_action(project->motions[i]), action) == 0)
            return false;
    }
    return true;
}

/* ---- Lines of action --------------------------------------------------------------------------------------------- */

vv_view_plane vv_project_line_paper(const vv_project_line *line)
{
    return vv_view_plane_from_angles(line->heading, line->pitch, line->centre, line->distance);
}

vv_quat vv_project_line_plane(const vv_project_line *line)
{
    return vv_view_plane_from_angles(line->plane_heading, line->plane_pitch, (vv_vec3){0.0f, 0.0f, 0.0f}, 0.0f)
        .rotation;
}

/* ---- Along a path ------------------------------------------------------------------------------------------------ */

float vv_project_axis_home(const vv_project_axis *axis)
{
    return axis->low > 0.0f ? axis->low : axis->high < 0.0f ? axis->high : 0.0f;
}

static const vv_project_axis_value *value_of(const vv_project_path_key *key, uint32_t axis)
{
    for (uint32_t i = 0; i < key->value_count; i++) {
        if (key->values[i].axis == axis)
            return &key->values[i];
    }
    return NULL;
}

static float axis_at(const vv_project_scene *scene, uint32_t axis, float seconds, float home)
{
    const vv_project_axis_value *before = NULL, *after = NULL;
    float begin = 0.0f, end = 0.0f;
    for (uint32_t i = 0; i < scene->path_count && !after; i++) {
        const vv_project_axis_value *value = value_of(&scene->path[i], axis);
        if (!value)
            continue;
        *(scene->path[i].time <= seconds ? &before : &after) = value;
        *(scene->path[i].time <= seconds ? &begin : &end) = scene->path[i].time;
    }
    if (!before || !after)
        return before ? before->value : after ? after->value : home;
    return before->value + (after->value - before->value) * ((seconds - begin) / (end - begin));
}

void vv_project_scene_place(const vv_project_field *field, const vv_project_scene *scene, float seconds, float *at)
{
    for (uint32_t i = 0; i < field->axis_count; i++)
        at[i] = axis_at(scene, i, seconds, vv_project_axis_home(&field->axes[i]));
}
