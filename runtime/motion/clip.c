/* Makes a clip: checks the keys of an artist, copies them into one block, and computes the automatic slopes. */
#include "clip.h"

#include "runtime/rig/rig.h"

#include <string.h>

vv_key vv_default_key(void) { return (vv_key){.auto_in = true, .auto_out = true, .strength = 1.0f}; }

/* ---- Checking --------------------------------------------------------------------------------------------------- */

static bool is_share(float x) { return x >= 0.0f && x <= 1.0f; }

/* What is wrong with a key by itself, as the end of a sentence; NULL: nothing. */
static const char *find_key_fault(const vv_key *key, vv_handle_channel channel, float last_time)
{
    uint32_t components = component_count(channel);
    if (!(key->time >= 0.0f && key->time <= last_time))
        return "its time lies outside the clip";
    if (!vvi_all_within(key->value, components, VV_CLIP_MAX_VALUE))
        return "its value is not within ±1e6";
    for (uint32_t c = 0; c < components && channel == VV_CHANNEL_SCALE; c++)
        if (key->value[c] < VV_CLIP_MIN_SCALE)
            return "a scale must be at least 0.001";
    if ((!key->auto_in && !vvi_all_within(key->in, components, VV_CLIP_MAX_SLOPE)) ||
        (!key->auto_out && !vvi_all_within(key->out, components, VV_CLIP_MAX_SLOPE)))
        return "its slope is not within ±1e12";
    if ((uint32_t)key->curve > VV_CURVE_STEP)
        return "its curve is none of smooth, linear and step";
    if (!is_share(key->strength))
        return "its strength is outside 0…1";
    if (!(key->ease >= 0.0f && key->ease <= VV_CLIP_MAX_TIME))
        return "its ease is not in 0…3600 s";
    return NULL;
}

vv_result vvi_clip_check_track(const vv_track *track, uint32_t index, uint32_t handles, float length, bool loop,
                               vv_error *error)
{
    if (track->handle >= handles)
        return vvi_fail(error, VV_ERROR_NOT_FOUND, "track %u moves handle %u, but there are only %u handles", index,
                        track->handle, handles);
    if ((uint32_t)track->channel >= VV_CHANNEL_COUNT)
        return vvi_fail(error, VV_ERROR_ARGUMENT,
                        "track %u has an unknown channel; it must be position, angle or scale", index);
    if (!vvi_all_within(track->advance, component_count(track->channel), VV_CLIP_MAX_VALUE))
        return vvi_fail(error, VV_ERROR_ARGUMENT, "the advance of track %u is not within ±1e6", index);
    if (track->key_count == 0)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "track %u has no keys", index);
    for (uint32_t k = 0; k < track->key_count; k++) {
        const char *fault = find_key_fault(&track->keys[k], track->channel, loop ? length : VV_CLIP_MAX_TIME);
        if (!fault && k > 0 && !(track->keys[k].time - track->keys[k - 1].time >= VV_CLIP_MIN_GAP))
            fault = "its time does not come after that of the key before";
        if (fault)
            return vvi_prefix_error_path(
                vvi_fail(error, VV_ERROR_ARGUMENT, "key %u of track %u is not valid: %s", k, index, fault), error,
                "keys[%u]", k);
    }
    return VV_OK;
}

vv_result vvi_clip_check_header(uint32_t handles, uint32_t tracks, float length, vv_error *error)
{
    if (handles == 0 || handles > VV_RIG_MAX_HANDLES)
        return vvi_fail(error, VV_ERROR_LIMIT, "a clip is for 1 to %u handles, not %u", VV_RIG_MAX_HANDLES, handles);
    if (tracks > VV_CLIP_MAX_TRACKS)
        return vvi_fail(error, VV_ERROR_LIMIT, "a clip has at most %u tracks, not %u", VV_CLIP_MAX_TRACKS, tracks);
    if (!(length >= VV_CLIP_MIN_DURATION && length <= VV_CLIP_MAX_TIME))
        return vvi_fail(error, VV_ERROR_ARGUMENT, "a clip must be %g to %g s long, not %g s",
                        (double)VV_CLIP_MIN_DURATION, (double)VV_CLIP_MAX_TIME, (double)length);
    return VV_OK;
}

static vv_result check_def(const vv_clip_def *def, uint32_t *key_count, vv_error *error)
{
    uint64_t keys = 0;
    bool is_taken[VV_RIG_MAX_HANDLES * VV_CHANNEL_COUNT] = {false};
    vv_result result = vvi_clip_check_header(def->handle_count, def->track_count, def->duration, error);
    for (uint32_t t = 0; result == VV_OK && t < def->track_count; t++) {
        const vv_track *track = &def->tracks[t];
        VVI_ASSERT_ARRAY_OF("vv_clip_create", track->keys, track->key_count);
        keys += track->key_count;
        if (keys > VV_CLIP_MAX_KEYS)
            return vvi_fail(error, VV_ERROR_LIMIT, "a clip has at most %u keys", VV_CLIP_MAX_KEYS);
        result = vvi_prefix_error_path(
            vvi_clip_check_track(track, t, def->handle_count, def->duration, def->loop, error), error, "tracks[%u]", t);
        if (result != VV_OK)
            return result;
        bool *is_channel_taken = &is_taken[track->handle * VV_CHANNEL_COUNT + (uint32_t)track->channel];
        if (*is_channel_taken)
            return vvi_fail(error, VV_ERROR_ARGUMENT,
                            "track %u moves the same channel as an earlier track of handle %u", t, track->handle);
        *is_channel_taken = true;
    }
    *key_count = (uint32_t)keys;
    return result;
}

/* ---- Creation --------------------------------------------------------------------------------------------------- */

/* Field by field into zeroed bytes, so that padding is 0 in every clip. */
static void copy_key(const vv_key *key, uint32_t components, vv_key *out)
{
    out->time = key->time;
    for (uint32_t c = 0; c < components; c++) {
        out->value[c] = key->value[c];
        out->in[c] = key->auto_in ? 0.0f : key->in[c];
        out->out[c] = key->auto_out ? 0.0f : key->out[c];
    }
    out->auto_in = key->auto_in;
    out->auto_out = key->auto_out;
    out->curve = key->curve;
    out->strength = key->strength;
    out->ease = key->ease;
    out->release = key->release;
}

static void fill_clip(const vv_clip_def *def, vv_clip *clip)
{
    stored_track *tracks = (void *)((char *)clip + clip->tracks);
    vv_key *keys = (void *)((char *)clip + clip->keys);
    uint32_t first = 0;
    for (uint32_t t = 0; t < def->track_count; t++) {
        const vv_track *track = &def->tracks[t];
        uint32_t components = component_count(track->channel);
        tracks[t] = (stored_track){track->handle, (uint32_t)track->channel, {0.0f, 0.0f}, first, track->key_count};
        memcpy(tracks[t].advance, track->advance, components * sizeof(float));
        for (uint32_t k = 0; k < track->key_count; k++)
            copy_key(&track->keys[k], components, &keys[first + k]);
        track_iterator w = {keys + first,
                            track->key_count,
                            def->loop,
                            (double)def->duration,
                            {tracks[t].advance[0], tracks[t].advance[1]}};
        vvi_track_tangents(&w, components, keys + first);
        first += track->key_count;
    }
}

vv_result vv_clip_create(const vv_clip_def *def, const vv_allocator *allocator, vv_clip **out, vv_error *error)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(def != NULL);
    VV_ASSERT(out != NULL);
    VVI_ASSERT_ARRAY(def->tracks, def->track_count);
    uint32_t key_count = 0;
    vv_result result = check_def(def, &key_count, error);
    if (result != VV_OK)
        return result;
    vv_clip header = vvi_clip_layout(def->handle_count, def->track_count, key_count, def->duration, def->loop);
    vv_clip *clip = vvi_allocate_zeroed(allocator, 1, (size_t)header.byte_count);
    if (!clip)
        return vvi_fail_memory(error, (size_t)header.byte_count);
    *clip = header;
    fill_clip(def, clip);
    *out = clip;
    return VV_OK;
}

void vv_clip_destroy(vv_clip *clip, const vv_allocator *allocator)
{
    if (clip)
        vvi_release(allocator, clip, 1, (size_t)clip->byte_count);
}

/* ---- Queries ---------------------------------------------------------------------------------------------------- */

float vv_clip_duration(const vv_clip *clip)
{
    VV_ASSERT(clip != NULL);
    return clip->length;
}

bool vv_clip_loops(const vv_clip *clip)
{
    VV_ASSERT(clip != NULL);
    return clip->loop != 0;
}

uint32_t vv_clip_handle_count(const vv_clip *clip)
{
    VV_ASSERT(clip != NULL);
    return clip->handle_count;
}

uint32_t vv_clip_track_count(const vv_clip *clip)
{
    VV_ASSERT(clip != NULL);
    return clip->track_count;
}

vv_track vv_clip_track(const vv_clip *clip, uint32_t index)
{
    VV_ASSERT(clip != NULL);
    VV_ASSERT(index < clip->track_count);
    const stored_track *track = (const stored_track *)(const void *)((const char *)clip + clip->tracks) + index;
    return (vv_track){.handle = track->handle,
                      .channel = (vv_handle_channel)track->channel,
                      .advance = {track->advance[0], track->advance[1]},
                      .key_count = track->count,
                      .keys = (const vv_key *)(const void *)((const char *)clip + clip->keys) + track->first};
}
