/* Creating a motion: the def is checked and copied into one block, and automatic slopes are computed (3.3). */
#include "keyed.h"

#include <string.h>

/* ---- Checking ---------------------------------------------------------------------------------------------------- */

static bool animate_same_value(const vv_motion_track *a, const vv_motion_track *b)
{
    return a->kind == b->kind && (a->kind != VV_TRACK_DEFORM || strcmp(a->deform, b->deform) == 0);
}

static vv_result check_tracks(const vv_motion_def *def, uint32_t channel, vv_motion *counts, vv_error *error)
{
    const vv_motion_channel *channel_def = &def->channels[channel];
    VVI_ASSERT_ARRAY_OF("vv_motion_create", channel_def->tracks, channel_def->track_count);
    for (uint32_t t = 0; t < channel_def->track_count; t++) {
        VVI_ASSERT_ARRAY_OF("vv_motion_create", channel_def->tracks[t].keys, channel_def->tracks[t].key_count);
        if (channel_def->tracks[t].key_count > VV_MOTION_MAX_KEYS - counts->key_count)
            return vvi_fail(error, VV_ERROR_LIMIT, "a motion has at most %u keys", VV_MOTION_MAX_KEYS);
        counts->key_count += channel_def->tracks[t].key_count;
        vv_result result =
            vvi_motion_check_track(&channel_def->tracks[t], channel, t, def->duration, VV_ERROR_ARGUMENT, error);
        if (result != VV_OK)
            return result;
        for (uint32_t before = 0; before < t; before++)
            if (animate_same_value(&channel_def->tracks[before], &channel_def->tracks[t]))
                return vvi_fail(error, VV_ERROR_ARGUMENT, "track %u of channel %u animates the same value as track %u",
                                t, channel, before);
    }
    counts->track_count += channel_def->track_count;
    return VV_OK;
}

static vv_result check_channels(const vv_motion_def *def, vv_motion *counts, vv_error *error)
{
    vv_result result = VV_OK;
    for (uint32_t c = 0; result == VV_OK && c < def->channel_count; c++) {
        result = vvi_motion_check_channel(&def->channels[c], c, VV_ERROR_ARGUMENT, error);
        if (result == VV_OK)
            result = check_tracks(def, c, counts, error);
        if (result == VV_OK && def->channels[c].group > counts->group_count)
            counts->group_count = def->channels[c].group;
    }
    return result;
}

static vv_result check_def(const vv_motion_def *def, vv_motion *counts, vv_error *error)
{
    *counts =
        (vv_motion){.length = def->duration, .fade_in = def->fade_in, .fade_out = def->fade_out, .loop = def->loop};
    counts->relation_count = def->relation_count;
    counts->channel_count = def->channel_count;
    counts->event_count = def->event_count;
    counts->branch = def->branch;
    vv_result result = vvi_motion_check_scalars(counts, VV_ERROR_ARGUMENT, error);
    for (uint32_t i = 0; result == VV_OK && i < def->relation_count; i++)
        result = vvi_motion_check_relation(def->relations[i], i, VV_ERROR_ARGUMENT, error);
    for (uint32_t i = 0; result == VV_OK && i < def->event_count; i++)
        result = vvi_motion_check_event(&def->events[i], i, i > 0 ? def->events[i - 1].time : 0.0f, def->duration,
                                        VV_ERROR_ARGUMENT, error);
    return result == VV_OK ? check_channels(def, counts, error) : result;
}

/* ---- Copying ----------------------------------------------------------------------------------------------------- */

/* Fields are copied one by one into zeroed memory: padding, and what follows a name, is 0 in every motion. */

static void copy_name(const char *from, char *to) { memcpy(to, from, strlen(from)); }

static void copy_context(const vv_body_context *from, vv_body_context *to)
{
    copy_name(from->cap, to->cap);
    for (int axis = 0; axis < 3; axis++) {
        to->zones[axis] = from->zones[axis];
        to->setspace[axis] = from->setspace[axis];
    }
    to->extent = from->extent;
    to->spine = from->spine;
}

static void copy_mode(const vv_movement_mode *from, vv_movement_mode *to)
{
    to->absolute_position = from->absolute_position;
    to->absolute_rotation = from->absolute_rotation;
    to->scale = from->scale;
    to->ground = from->ground;
    to->sagittal = from->sagittal;
    to->secondary = from->secondary;
    to->directional = from->directional;
    to->lookat = from->lookat;
}

static void copy_branch(const vv_branch *from, vv_branch *to)
{
    memset(to, 0, sizeof *to);
    to->upright = from->upright;
    to->walks = from->walks;
    to->cap_count = from->cap_count;
    for (uint32_t i = 0; i < from->cap_count; i++) {
        copy_name(from->caps[i].cap, to->caps[i].cap);
        to->caps[i].has = from->caps[i].has;
        to->caps[i].min_count = from->caps[i].min_count;
    }
}

static void copy_key(const vv_motion_key *from, uint32_t components, vv_motion_key *to)
{
    to->time = from->time;
    memcpy(to->value, from->value, components * sizeof(float));
    if (from->slope_in == VV_SLOPE_FREE)
        memcpy(to->in, from->in, components * sizeof(float));
    if (from->slope_out == VV_SLOPE_FREE)
        memcpy(to->out, from->out, components * sizeof(float));
    to->slope_in = from->slope_in;
    to->slope_out = from->slope_out;
    to->curve = from->curve;
}

static void copy_channel(const vv_motion_channel *from, uint32_t first_track, stored_channel *to)
{
    copy_name(from->name, to->name);
    copy_context(&from->context, &to->context);
    copy_mode(&from->mode, &to->mode);
    to->secondary = from->secondary;
    if (from->secondary == VV_SECONDARY_EXTERNAL)
        to->target = from->target;
    if (from->secondary == VV_SECONDARY_BODIES) {
        copy_context(&from->relative, &to->relative);
        to->relative_group = from->relative_group;
    }
    to->blend = from->blend;
    to->group = from->group;
    to->mirror = from->mirror;
    to->side = from->side;
    to->first_track = first_track;
    to->track_count = from->track_count;
    for (uint32_t kind = 0; kind < SINGLE_TRACKS; kind++)
        to->tracks[kind] = VV_NONE;
    for (uint32_t t = 0; t < from->track_count; t++)
        if ((uint32_t)from->tracks[t].kind < SINGLE_TRACKS)
            to->tracks[from->tracks[t].kind] = first_track + t;
}

static void copy_track(const vv_motion_track *from, uint32_t first_key, vv_motion *motion, stored_track *to)
{
    vv_motion_key *keys = (vv_motion_key *)(void *)((char *)motion + motion->keys) + first_key;
    float *times = (float *)(void *)((char *)motion + motion->times) + first_key;
    to->kind = from->kind;
    to->first = first_key;
    to->count = from->key_count;
    if (from->kind == VV_TRACK_DEFORM)
        copy_name(from->deform, to->deform);
    for (uint32_t k = 0; k < from->key_count; k++) {
        copy_key(&from->keys[k], component_count(from->kind), &keys[k]);
        times[k] = from->keys[k].time;
    }
    to->wrap = vvi_track_prepare(from->kind, from->key_count, keys, motion->loop != 0, motion->length);
}

static void copy_def(const vv_motion_def *def, vv_motion *motion)
{
    stored_channel *channels = (void *)((char *)motion + motion->channels);
    stored_track *tracks = (void *)((char *)motion + motion->tracks);
    vv_motion_event *events = (void *)((char *)motion + motion->events);
    uint32_t track = 0, key = 0;
    for (uint32_t c = 0; c < def->channel_count; c++) {
        copy_channel(&def->channels[c], track, &channels[c]);
        for (uint32_t t = 0; t < def->channels[c].track_count; t++, track++) {
            copy_track(&def->channels[c].tracks[t], key, motion, &tracks[track]);
            key += def->channels[c].tracks[t].key_count;
        }
    }
    for (uint32_t i = 0; i < def->event_count; i++) {
        events[i].time = def->events[i].time;
        copy_name(def->events[i].name, events[i].name);
    }
    for (uint32_t i = 0; i < def->relation_count; i++)
        ((vv_relation *)(void *)((char *)motion + motion->relations))[i] = def->relations[i];
}

vv_result vv_motion_create(const vv_motion_def *def, const vv_allocator *allocator, vv_motion **out, vv_error *error)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(def != NULL);
    VV_ASSERT(out != NULL);
    VVI_ASSERT_ARRAY(def->relations, def->relation_count);
    VVI_ASSERT_ARRAY(def->channels, def->channel_count);
    VVI_ASSERT_ARRAY(def->events, def->event_count);
    vv_motion counts;
    vv_result result = check_def(def, &counts, error);
    if (result != VV_OK)
        return result;
    copy_branch(&def->branch, &counts.branch);
    vv_motion header = vvi_motion_layout(&counts);
    vv_motion *motion = vvi_allocate_zeroed(allocator, 1, (size_t)header.byte_count);
    if (!motion)
        return vvi_fail_memory(error, (size_t)header.byte_count);
    memcpy(motion, &header, sizeof header);
    copy_def(def, motion);
    *out = motion;
    return VV_OK;
}

void vv_motion_destroy(vv_motion *motion, const vv_allocator *allocator)
{
    if (motion)
        vvi_release(allocator, motion, 1, (size_t)motion->byte_count);
}

/* ---- Queries ----------------------------------------------------------------------------------------------------- */

float vv_motion_duration(const vv_motion *motion)
{
    VV_ASSERT(motion != NULL);
    return motion->length;
}

bool vv_motion_loops(const vv_motion *motion)
{
    VV_ASSERT(motion != NULL);
    return motion->loop != 0;
}

uint32_t vv_motion_channel_count(const vv_motion *motion)
{
    VV_ASSERT(motion != NULL);
    return motion->channel_count;
}

vv_motion_channel vv_motion_channel_at(const vv_motion *motion, uint32_t channel)
{
    VV_ASSERT(motion != NULL);
    VV_ASSERT(channel < motion->channel_count);
    const stored_channel *stored = &channels_of(motion)[channel];
    vv_motion_channel out = {.context = stored->context,
                             .mode = stored->mode,
                             .secondary = (vv_secondary)stored->secondary,
                             .target = stored->target,
                             .relative = stored->relative,
                             .relative_group = stored->relative_group,
                             .blend = stored->blend,
                             .group = stored->group,
                             .mirror = stored->mirror != 0,
                             .side = stored->side,
                             .track_count = stored->track_count};
    memcpy(out.name, stored->name, sizeof out.name);
    return out;
}

vv_motion_track vv_motion_track_at(const vv_motion *motion, uint32_t channel, uint32_t track)
{
    VV_ASSERT(motion != NULL);
    VV_ASSERT(channel < motion->channel_count && track < channels_of(motion)[channel].track_count);
    const stored_track *stored = &tracks_of(motion)[channels_of(motion)[channel].first_track + track];
    vv_motion_track out = {.kind = (vv_motion_track_kind)stored->kind,
                           .key_count = stored->count,
                           .keys = keys_of(motion) + stored->first};
    memcpy(out.deform, stored->deform, sizeof out.deform);
    return out;
}

uint32_t vv_motion_event_count(const vv_motion *motion)
{
    VV_ASSERT(motion != NULL);
    return motion->event_count;
}

vv_motion_event vv_motion_event_at(const vv_motion *motion, uint32_t event)
{
    VV_ASSERT(motion != NULL);
    VV_ASSERT(event < motion->event_count);
    return events_of(motion)[event];
}
