/* A motion as bytes: its layout, and verifying bytes that arrive from outside. */
#include "keyed.h"

#include <string.h>

vv_motion vvi_motion_layout(const vv_motion *counts)
{
    vv_motion m;
    memset(&m, 0, sizeof m);
    memcpy(&m, counts, sizeof m);
    m.magic = MOTION_MAGIC;
    m.version = MOTION_VERSION;
    uint64_t cursor = sizeof m;
    m.relations = vvi_section(&cursor, m.relation_count, sizeof(vv_relation));
    m.channels = vvi_section(&cursor, m.channel_count, sizeof(stored_channel));
    m.tracks = vvi_section(&cursor, m.track_count, sizeof(stored_track));
    m.times = vvi_section(&cursor, m.key_count, sizeof(float));
    m.keys = vvi_section(&cursor, m.key_count, sizeof(vv_motion_key));
    m.events = vvi_section(&cursor, m.event_count, sizeof(vv_motion_event));
    m.byte_count = vvi_section(&cursor, 0, 0);
    return m;
}

size_t vvi_motion_bytes(const vv_motion *motion) { return (size_t)motion->byte_count; }

/* ---- Raw bytes --------------------------------------------------------------------------------------------------- */

/* Checked before anything is read by its type: booleans are 0 or 1, enums are in range, names are terminated, padding
 * is 0. */

static uint32_t word_at(const void *bytes, size_t offset)
{
    uint32_t word;
    memcpy(&word, (const char *)bytes + offset, sizeof word);
    return word;
}

static bool are_booleans(const void *bytes, size_t offset, uint32_t count)
{
    const unsigned char *at = (const unsigned char *)bytes + offset;
    for (uint32_t i = 0; i < count; i++)
        if (at[i] > 1)
            return false;
    return true;
}

/* A name that is terminated and followed by zeros only. */
static bool is_readable_name(const char *name)
{
    size_t length = 0;
    while (length < VV_CREATURE_NAME_BYTES && name[length])
        length++;
    for (size_t i = length; i < VV_CREATURE_NAME_BYTES; i++)
        if (name[i])
            return false;
    return length < VV_CREATURE_NAME_BYTES;
}

static bool is_readable_context(const void *context)
{
    for (size_t axis = 0; axis < 3; axis++)
        if (word_at(context, offsetof(vv_body_context, zones) + 4 * axis) > VV_ZONE_HIGH)
            return false;
    return are_booleans(context, offsetof(vv_body_context, setspace), 3) &&
           are_booleans(context, offsetof(vv_body_context, spine), 1) &&
           word_at(context, offsetof(vv_body_context, extent)) <= VV_EXTENT_FRONTMOST &&
           ((const char *)context)[offsetof(vv_body_context, setspace) + 3] == 0 &&
           word_at(context, offsetof(vv_body_context, spine)) <= 1 && is_readable_name(context);
}

static bool is_readable_mode(const void *mode)
{
    return are_booleans(mode, offsetof(vv_movement_mode, absolute_position), 2) &&
           (word_at(mode, 0) & 0xfefefefeu) == 0 && word_at(mode, 0) >> 16 == 0 &&
           are_booleans(mode, offsetof(vv_movement_mode, ground), 5) && word_at(mode, 12) >> 8 == 0 &&
           word_at(mode, offsetof(vv_movement_mode, scale)) <= VV_SCALE_LIMB;
}

static bool is_readable_key(const void *key)
{
    return word_at(key, offsetof(vv_motion_key, slope_in)) <= VV_SLOPE_FREE &&
           word_at(key, offsetof(vv_motion_key, slope_out)) <= VV_SLOPE_FREE &&
           word_at(key, offsetof(vv_motion_key, curve)) <= VV_CURVE_STEP;
}

/* Computed slopes are not trusted more than the rest of the bytes. All four components are checked, since all are
 * computed with. */
static bool has_valid_numbers(const vv_motion_key *key)
{
    for (int c = 0; c < 4; c++)
        if (!(fabsf(key->value[c]) <= VV_MOTION_MAX_VALUE && fabsf(key->in[c]) <= MOTION_MAX_SLOPE &&
              fabsf(key->out[c]) <= MOTION_MAX_SLOPE))
            return false;
    return true;
}

/* ---- The parts --------------------------------------------------------------------------------------------------- */

static vv_result verify_track(const vv_motion *motion, uint32_t channel, uint32_t track, uint32_t *first,
                              vv_error *error)
{
    const stored_track *stored = &tracks_of(motion)[channels_of(motion)[channel].first_track + track];
    const vv_motion_key *keys = keys_of(motion) + *first;
    const float *times = MOTION_SECTION(motion, float, times) + *first;
    if (stored->first != *first || stored->count == 0 || stored->count > motion->key_count - *first ||
        stored->kind > VV_TRACK_DEFORM || !is_readable_name(stored->deform))
        return vvi_fail(error, VV_ERROR_FORMAT, "track %u of channel %u of the motion is damaged", track, channel);
    for (uint32_t k = 0; k < stored->count; k++)
        if (!is_readable_key(&keys[k]) || !has_valid_numbers(&keys[k]) ||
            memcmp(&times[k], &keys[k].time, sizeof(float)) != 0)
            return vvi_fail(error, VV_ERROR_FORMAT, "key %u of track %u of channel %u of the motion is damaged", k,
                            track, channel);
    float wrap = vvi_track_wrap(stored->kind, stored->count, keys, motion->loop != 0);
    if (memcmp(&wrap, &stored->wrap, sizeof wrap) != 0)
        return vvi_fail(error, VV_ERROR_FORMAT, "track %u of channel %u of the motion is damaged", track, channel);
    *first += stored->count;
    vv_motion_track as_def = vv_motion_track_at(motion, channel, track);
    return vvi_motion_check_track(&as_def, channel, track, motion->length, VV_ERROR_FORMAT, error);
}

/* No two tracks animate the same value, and the list by kind is right. */
static bool track_kinds_agree(const vv_motion *motion, const stored_channel *stored)
{
    uint32_t expected[SINGLE_TRACKS];
    for (uint32_t kind = 0; kind < SINGLE_TRACKS; kind++)
        expected[kind] = VV_NONE;
    const stored_track *tracks = tracks_of(motion);
    for (uint32_t t = stored->first_track; t < stored->first_track + stored->track_count; t++) {
        if (tracks[t].kind < SINGLE_TRACKS && expected[tracks[t].kind] != VV_NONE)
            return false;
        if (tracks[t].kind < SINGLE_TRACKS)
            expected[tracks[t].kind] = t;
        for (uint32_t other = stored->first_track; tracks[t].kind == VV_TRACK_DEFORM && other < t; other++)
            if (tracks[other].kind == VV_TRACK_DEFORM && strcmp(tracks[other].deform, tracks[t].deform) == 0)
                return false;
    }
    return memcmp(expected, stored->tracks, sizeof expected) == 0;
}

static bool is_readable_channel(const vv_motion *motion, const stored_channel *stored, uint32_t first_track)
{
    return is_readable_name(stored->name) && is_readable_context(&stored->context) &&
           is_readable_context(&stored->relative) && is_readable_mode(&stored->mode) &&
           stored->secondary <= VV_SECONDARY_BODIES && stored->mirror <= 1 && stored->target < VV_MOTION_MAX_TARGETS &&
           stored->relative_group <= VV_MOTION_MAX_GROUPS && stored->group <= motion->group_count &&
           stored->first_track == first_track && stored->track_count <= motion->track_count - first_track;
}

static vv_result verify_channels(const vv_motion *motion, vv_error *error)
{
    uint32_t first_track = 0, first_key = 0, groups = 0;
    for (uint32_t c = 0; c < motion->channel_count; c++) {
        const stored_channel *stored = &channels_of(motion)[c];
        if (!is_readable_channel(motion, stored, first_track))
            return vvi_fail(error, VV_ERROR_FORMAT, "channel %u of the motion is damaged", c);
        vv_motion_channel as_def = vv_motion_channel_at(motion, c);
        vv_result result = vvi_motion_check_channel(&as_def, c, VV_ERROR_FORMAT, error);
        for (uint32_t t = 0; result == VV_OK && t < stored->track_count; t++)
            result = verify_track(motion, c, t, &first_key, error);
        if (result != VV_OK)
            return result;
        if (!track_kinds_agree(motion, stored))
            return vvi_fail(error, VV_ERROR_FORMAT, "the tracks of channel %u of the motion do not agree", c);
        first_track += stored->track_count;
        groups = stored->group > groups ? stored->group : groups;
    }
    if (first_track != motion->track_count || first_key != motion->key_count || groups != motion->group_count)
        return vvi_fail(error, VV_ERROR_FORMAT, "the motion's counts do not agree with its channels");
    return VV_OK;
}

static vv_result verify_rest(const vv_motion *motion, vv_error *error)
{
    vv_result result = VV_OK;
    for (uint32_t i = 0; result == VV_OK && i < motion->relation_count; i++) {
        if (word_at(&relations_of(motion)[i], offsetof(vv_relation, kind)) > VV_RELATION_OPPOSITE_SIDE)
            return vvi_fail(error, VV_ERROR_FORMAT, "relation %u of the motion is damaged", i);
        result = vvi_motion_check_relation(relations_of(motion)[i], i, VV_ERROR_FORMAT, error);
    }
    const vv_motion_event *events = events_of(motion);
    for (uint32_t i = 0; result == VV_OK && i < motion->event_count; i++) {
        if (!is_readable_name(events[i].name))
            return vvi_fail(error, VV_ERROR_FORMAT, "event %u of the motion is damaged", i);
        result = vvi_motion_check_event(&events[i], i, i > 0 ? events[i - 1].time : 0.0f, motion->length,
                                        VV_ERROR_FORMAT, error);
    }
    return result;
}

static bool is_readable_branch(const vv_branch *branch)
{
    if (word_at(branch, offsetof(vv_branch, upright)) > VV_REQUIREMENT_NO ||
        word_at(branch, offsetof(vv_branch, walks)) > VV_REQUIREMENT_NO || branch->cap_count > VV_BRANCH_MAX_CAPS)
        return false;
    for (uint32_t i = 0; i < VV_BRANCH_MAX_CAPS; i++)
        if (!is_readable_name(branch->caps[i].cap) || word_at(&branch->caps[i].has, 0) > VV_REQUIREMENT_NO)
            return false;
    return true;
}

/* ---- The whole --------------------------------------------------------------------------------------------------- */

static vv_result verify_header(const vv_motion *motion, size_t byte_count, vv_error *error)
{
    if (!is_readable_branch(&motion->branch))
        return vvi_fail(error, VV_ERROR_FORMAT, "the motion's branch is damaged");
    vv_result result = vvi_motion_check_scalars(motion, VV_ERROR_FORMAT, error);
    if (result != VV_OK)
        return result;
    vv_motion expected = vvi_motion_layout(motion);
    if (motion->loop > 1 || motion->track_count > VV_MOTION_MAX_CHANNELS * MOTION_MAX_TRACKS ||
        memcmp(motion, &expected, sizeof expected) != 0 || motion->byte_count != byte_count)
        return vvi_fail(error, VV_ERROR_FORMAT, "the motion's counts and offsets do not agree");
    return VV_OK;
}

vv_result vvi_motion_verify(const void *bytes, size_t byte_count, vv_error *error)
{
    const vv_motion *motion = bytes;
    static const vvi_block_kind kind = {"a motion", MOTION_MAGIC, MOTION_VERSION, VVI_ALIGNMENT, sizeof(vv_motion)};
    vv_result result = vvi_check_block(bytes, byte_count, &kind, error);
    if (result != VV_OK)
        return result;
    result = verify_header(motion, byte_count, error);
    if (result == VV_OK)
        result = verify_channels(motion, error);
    return result == VV_OK ? verify_rest(motion, error) : result;
}
