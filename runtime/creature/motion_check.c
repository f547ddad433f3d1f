/* The rules for motions: the same for defs and for bytes from outside. */
#include "keyed.h"

#include <string.h>

/* False for NaN. */
static bool are_within(const float *values, uint32_t count, float limit)
{
    for (uint32_t i = 0; i < count; i++)
        if (!(values[i] >= -limit && values[i] <= limit))
            return false;
    return true;
}

static bool is_name(const char *name) { return memchr(name, 0, VV_CREATURE_NAME_BYTES) != NULL; }

static bool is_time(float seconds) { return seconds >= 0.0f && seconds <= VV_MOTION_MAX_DURATION; }

/* ---- The whole --------------------------------------------------------------------------------------------------- */

static vv_result check_count(const char *what, uint32_t count, uint32_t most, vv_error *error)
{
    if (count <= most)
        return VV_OK;
    return vvi_fail(error, VV_ERROR_LIMIT, "a motion has at most %u %s, not %u", most, what, count);
}

static vv_result check_branch(const vv_branch *branch, vv_result code, vv_error *error)
{
    if (branch->upright > VV_REQUIREMENT_NO || branch->walks > VV_REQUIREMENT_NO)
        return vvi_fail(error, code, "a condition of the motion's branch is neither yes, no nor any");
    if (branch->cap_count > VV_BRANCH_MAX_CAPS)
        return vvi_fail(error, VV_ERROR_LIMIT, "a branch asks for at most %u caps, not %u", VV_BRANCH_MAX_CAPS,
                        branch->cap_count);
    for (uint32_t i = 0; i < branch->cap_count; i++)
        if (!is_name(branch->caps[i].cap) || branch->caps[i].cap[0] == 0 || branch->caps[i].has > VV_REQUIREMENT_NO)
            return vvi_fail(error, code, "cap %u of the motion's branch is not valid", i);
    return VV_OK;
}

vv_result vvi_motion_check_scalars(const vv_motion *motion, vv_result code, vv_error *error)
{
    vv_result result = check_count("channels", motion->channel_count, VV_MOTION_MAX_CHANNELS, error);
    if (result == VV_OK)
        result = check_count("keys", motion->key_count, VV_MOTION_MAX_KEYS, error);
    if (result == VV_OK)
        result = check_count("events", motion->event_count, VV_MOTION_MAX_EVENTS, error);
    if (result == VV_OK)
        result = check_count("relations", motion->relation_count, MOTION_MAX_RELATIONS, error);
    if (result == VV_OK && !(motion->length >= 0.01f && motion->length <= VV_MOTION_MAX_DURATION))
        result = vvi_fail(error, code, "a motion is 0.01 to %g seconds long, not %g", (double)VV_MOTION_MAX_DURATION,
                          (double)motion->length);
    if (result == VV_OK && !(is_time(motion->fade_in) && is_time(motion->fade_out)))
        result = vvi_fail(error, code, "a motion fades for 0 to %g seconds", (double)VV_MOTION_MAX_DURATION);
    return result == VV_OK ? check_branch(&motion->branch, code, error) : result;
}

vv_result vvi_motion_check_relation(vv_relation relation, uint32_t index, vv_result code, vv_error *error)
{
    if (relation.a - 1 < VV_MOTION_MAX_GROUPS && relation.b - 1 < VV_MOTION_MAX_GROUPS && relation.a != relation.b &&
        relation.kind <= VV_RELATION_OPPOSITE_SIDE)
        return VV_OK;
    return vvi_fail(error, code, "relation %u is not between two different groups of 1…%u", index,
                    VV_MOTION_MAX_GROUPS);
}

vv_result vvi_motion_check_event(const vv_motion_event *event, uint32_t index, float after, float length,
                                 vv_result code, vv_error *error)
{
    if (!is_name(event->name))
        return vvi_fail(error, code, "the name of event %u is too long", index);
    if (!(event->time >= after && event->time <= length))
        return vvi_fail(error, code, "event %u lies outside the motion or before the previous event", index);
    return VV_OK;
}

/* ---- Channels ---------------------------------------------------------------------------------------------------- */

/* The rule that a channel by itself breaks, as the end of a sentence; NULL: none. */
static const char *find_channel_fault(const vv_motion_channel *channel)
{
    if (!vv_body_context_is_valid(&channel->context))
        return "its context is not valid";
    if (!vv_movement_mode_is_valid(channel->mode))
        return "its mode combines options that exclude each other";
    if (channel->secondary > VV_SECONDARY_BODIES)
        return "the kind of its secondary target is unknown";
    if (channel->secondary == VV_SECONDARY_EXTERNAL && channel->target >= VV_MOTION_MAX_TARGETS)
        return "its external target does not exist";
    if (channel->secondary == VV_SECONDARY_BODIES && !vv_body_context_is_valid(&channel->relative))
        return "the context that it is relative to is not valid";
    if (channel->secondary == VV_SECONDARY_BODIES && channel->relative_group > VV_MOTION_MAX_GROUPS)
        return "the group that it is relative to does not exist";
    if (channel->group > VV_MOTION_MAX_GROUPS)
        return "its group does not exist";
    if (channel->side < -1 || channel->side > 1)
        return "its side is not −1, 0 or 1";
    if (channel->track_count > MOTION_MAX_TRACKS)
        return "it has too many tracks";
    return NULL;
}

vv_result vvi_motion_check_channel(const vv_motion_channel *channel, uint32_t index, vv_result code, vv_error *error)
{
    if (!is_name(channel->name))
        return vvi_fail(error, code, "the name of channel %u is too long", index);
    const char *fault = find_channel_fault(channel);
    if (fault)
        return vvi_fail(error, code, "channel %u \"%s\" is not valid: %s", index, channel->name, fault);
    return VV_OK;
}

/* ---- Tracks ------------------------------------------------------------------------------------------------------ */

static bool is_nearly_unit(const float *q)
{
    float square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    return square >= 0.81f && square <= 1.21f;
}

static bool is_valid_slope(vv_slope slope, const float *values, uint32_t components)
{
    return slope == VV_SLOPE_AUTO || slope == VV_SLOPE_FLAT ||
           (slope == VV_SLOPE_FREE && are_within(values, components, MOTION_MAX_SLOPE));
}

/* As find_channel_fault. */
static const char *find_key_fault(const vv_motion_key *key, vv_motion_track_kind kind, float length)
{
    uint32_t components = component_count(kind);
    if (!(key->time >= 0.0f && key->time <= length))
        return "its time lies outside the motion";
    if (!are_within(key->value, components, VV_MOTION_MAX_VALUE))
        return "its value is not between −100,000 and 100,000";
    if (kind == VV_TRACK_ROTATION && !is_nearly_unit(key->value))
        return "its turn is not of unit length";
    if ((kind == VV_TRACK_POSITION_WEIGHT || kind == VV_TRACK_ROTATION_WEIGHT) &&
        !(key->value[0] >= 0.0f && key->value[0] <= 1.0f))
        return "its weight is not in 0…1";
    if (!is_valid_slope(key->slope_in, key->in, components) || !is_valid_slope(key->slope_out, key->out, components))
        return "the kind of its slope is unknown, or a slope is not finite";
    if ((uint32_t)key->curve > VV_CURVE_STEP)
        return "its curve is unknown";
    return NULL;
}

vv_result vvi_motion_check_track(const vv_motion_track *track, uint32_t channel, uint32_t index, float length,
                                 vv_result code, vv_error *error)
{
    if ((uint32_t)track->kind > VV_TRACK_DEFORM)
        return vvi_fail(error, code, "track %u of channel %u is of an unknown kind", index, channel);
    if (track->kind == VV_TRACK_DEFORM && (!is_name(track->deform) || track->deform[0] == 0))
        return vvi_fail(error, code, "track %u of channel %u does not name its deform", index, channel);
    if (track->key_count == 0)
        return vvi_fail(error, code, "track %u of channel %u has no keys", index, channel);
    for (uint32_t k = 0; k < track->key_count; k++) {
        const char *fault = find_key_fault(&track->keys[k], track->kind, length);
        if (!fault && k > 0 && !(track->keys[k].time - track->keys[k - 1].time >= VV_MOTION_MIN_GAP))
            fault = "its time is not later than that of the previous key";
        if (fault)
            return vvi_fail(error, code, "key %u of track %u of channel %u is not valid: %s", k, index, channel, fault);
    }
    return VV_OK;
}
