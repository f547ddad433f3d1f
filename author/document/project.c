/* Looking things up in a project by name, and where a scene is at a time. */
#include "author/document/project.h"

#include <string.h>

bool vv_project_handle_moves(const vv_project_handle *handle, uint32_t layer)
{
    return handle->every_layer || (handle->layers[layer / 32] >> (layer % 32) & 1u);
}

/* ---- By name -------------------------------------------------------------------------------------------------------- */

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

uint32_t vv_project_find_artwork(const vv_project *project, const char *name)
{
    return find_listed(project->artworks, project->artwork_count, name);
}

uint32_t vv_project_find_clip(const vv_project *project, const char *name)
{
    return find_listed(project->clips, project->clip_count, name);
}

uint32_t vv_project_find_family(const vv_project *project, const char *name)
{
    return find_listed(project->families, project->family_count, name);
}

uint32_t vv_project_find_recording(const vv_project *project, const char *name)
{
    return find_listed(project->recordings, project->recording_count, name);
}

uint32_t vv_project_find_skeleton(const vv_project *project, const char *name)
{
    return find_listed(project->skeletons, project->skeleton_count, name);
}

uint32_t vv_project_find_take(const vv_project *project, const char *name)
{
    return find_listed(project->takes, project->take_count, name);
}

uint32_t vv_project_find_form(const vv_project *project, const char *name)
{
    return find_listed(project->forms, project->form_count, name);
}

uint32_t vv_project_find_shape(const vv_project *project, const char *name)
{
    return find_listed(project->shapes, project->shape_count, name);
}

uint32_t vv_project_find_verb(const vv_project *project, const char *name)
{
    return find_listed(project->verbs, project->verb_count, name);
}

uint32_t vv_project_find_graph(const vv_project *project, const char *name)
{
    return find_listed(project->graphs, project->graph_count, name);
}

uint32_t vv_project_find_creature(const vv_project *project, const char *name)
{
    return find_listed(project->creatures, project->creature_count, name);
}

uint32_t vv_project_find_motion(const vv_project *project, const char *name)
{
    return find_listed(project->motions, project->motion_count, name);
}

uint32_t vv_project_find_gait(const vv_project *project, const char *name)
{
    return find_listed(project->gaits, project->gait_count, name);
}

uint32_t vv_project_find_line(const vv_project *project, const char *name)
{
    return find_listed(project->lines, project->line_count, name);
}

uint32_t vv_project_find_scene(const vv_project *project, const char *name)
{
    return find_listed(project->scenes, project->scene_count, name);
}

uint32_t vv_project_find_layer(const vv_project_artwork *artwork, const char *name)
{
    return find_item(artwork->layers, sizeof *artwork->layers, artwork->layer_count, name);
}

uint32_t vv_project_find_handle(const vv_project_artwork *artwork, const char *name)
{
    return find_item(artwork->handles, sizeof *artwork->handles, artwork->handle_count, name);
}

uint32_t vv_project_find_example(const vv_project_artwork *artwork, const char *name)
{
    return find_item(artwork->examples, sizeof *artwork->examples, artwork->example_count, name);
}

uint32_t vv_project_find_behaviour(const vv_project_artwork *artwork, const char *name)
{
    return find_item(artwork->behaviours, sizeof *artwork->behaviours, artwork->behaviour_count, name);
}

uint32_t vv_project_find_actor(const vv_project_scene *scene, const char *name)
{
    return find_item(scene->stage.actors, sizeof *scene->stage.actors, scene->stage.actor_count, name);
}

uint32_t vv_project_find_axis(const vv_project_field *field, const char *name)
{
    return find_item(field->axes, sizeof *field->axes, field->axis_count, name);
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

/* ---- Motions of creatures ---------------------------------------------------------------------------------------------- */

uint32_t vv_project_find_channel(const vv_project_motion *motion, const char *name)
{
    return find_item(motion->def.channels, sizeof *motion->def.channels, motion->def.channel_count, name);
}

uint32_t vv_project_find_curve(const vv_motion_channel *channel, vv_track_kind kind, const char *deform)
{
    for (uint32_t i = 0; i < channel->track_count; i++) {
        const vv_motion_track *track = &channel->tracks[i];
        if (track->kind == kind && (kind != VV_TRACK_DEFORM || strcmp(track->deform, deform) == 0))
            return i;
    }
    return VV_NONE;
}

uint32_t vv_project_find_cast(const vv_project_scene *scene, const char *name)
{
    return find_item(scene->cast, sizeof *scene->cast, scene->cast_count, name);
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

/* ---- Lines of action --------------------------------------------------------------------------------------------------- */

vv_paper vv_project_line_paper(const vv_project_line *line)
{
    return vv_paper_from(line->heading, line->pitch, line->centre, line->distance);
}

vv_quat vv_project_line_plane(const vv_project_line *line)
{
    return vv_paper_from(line->plane_heading, line->plane_pitch, (vv_vec3){0.0f, 0.0f, 0.0f}, 0.0f).turn;
}

/* ---- Along a path --------------------------------------------------------------------------------------------------- */

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
