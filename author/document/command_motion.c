/* Commands about the curves of a motion's channels, and their keys. */
#include "author/document/command.h"
#include "author/document/creatures.h"

#include <string.h>

/* ---- Curves ------------------------------------------------------------------------------------------------------ */

/* The curve that a command addresses. */
typedef struct curve_edit {
    vvi_scope motion;
    vv_motion_channel *channel;
    uint32_t index;        /* of the track in the channel; VV_NONE: it has none yet */
    vv_motion_track track; /* as it is, or empty */
} curve_edit;

/* "place", "turn", "place_weight", "turn_weight" or "deform:" and its name. */
static bool read_track_name(vvi_edit *e, vv_motion_track *track)
{
    static const char deform[] = "deform:";
    const vv_json *value = vvi_required(&e->reader, e->command, "track");
    uint32_t kind;
    if (!value || !vvi_is(&e->reader, value, VV_JSON_STRING))
        return false;
    size_t head = sizeof deform - 1, length = strlen(value->string);
    if (strncmp(value->string, deform, head) == 0 && length > head && length - head < sizeof track->deform) {
        track->kind = VV_TRACK_DEFORM;
        memcpy(track->deform, value->string + head, length - head + 1);
        return true;
    }
    if (!vvi_word(&e->reader, value, vvi_track_words,
                  "write \"place\", \"turn\", \"place_weight\", \"turn_weight\", or \"deform:\" and its name", &kind))
        return false;
    track->kind = (vv_motion_track_kind)kind;
    return true;
}

static bool edit_curve(vvi_edit *e, vvi_keys keys, curve_edit *c)
{
    vvi_target t;
    bool entered = vvi_edit_keys(e, keys) && vvi_edit_enter(e, &vvi_channel_commands, &t);
    uint32_t channel = entered ? vvi_edit_find(e, &t) : VV_NONE;
    if (channel == VV_NONE || !read_track_name(e, &c->track))
        return false;
    c->motion = t.owner;
    c->channel = vvi_target_item(&t, channel);
    c->index = vv_project_find_curve(c->channel, c->track.kind, c->track.deform);
    if (c->index != VV_NONE)
        c->track = c->channel->tracks[c->index];
    return true;
}

/* Where a new track goes: kinds ascend, deforms in the order in which they came. */
static uint32_t place_of(const vv_motion_channel *channel, vv_motion_track_kind kind)
{
    uint32_t place = 0;
    while (place < channel->track_count && channel->tracks[place].kind <= kind)
        place++;
    return place;
}

static bool has_room(vvi_edit *e, const vv_motion_channel *channel, vv_motion_track_kind kind)
{
    uint32_t deforms = 0;
    for (uint32_t i = 0; i < channel->track_count; i++)
        deforms += channel->tracks[i].kind == VV_TRACK_DEFORM;
    return kind != VV_TRACK_DEFORM || deforms < VV_CREATURE_MAX_DEFORMS ||
           vvi_problem(&e->reader, e->command, VV_RULE_TOO_MANY, "remove another first",
                       "there are %u deforms already, and more are not possible", deforms);
}

/* Puts the track back; without keys it goes. */
static void put_curve(vvi_edit *e, curve_edit *c)
{
    uint32_t count = c->channel->track_count;
    bool is = c->index != VV_NONE, stays = c->track.key_count > 0;
    if ((!is && !stays) || (!is && !has_room(e, c->channel, c->track.kind)))
        return;
    uint32_t place = is ? c->index : place_of(c->channel, c->track.kind);
    vv_motion_track *tracks = vvi_take(&e->reader, count + 1, sizeof *tracks);
    if (!tracks)
        return;
    uint32_t used = 0;
    for (uint32_t i = 0; i <= count; i++) {
        if (i == place && stays)
            tracks[used++] = c->track;
        if (i < count && !(is && i == place))
            tracks[used++] = c->channel->tracks[i];
    }
    c->channel->tracks = tracks;
    c->channel->track_count = used;
    vvi_schema_check_whole(&e->reader, e->command, &c->motion);
}

void vvi_command_curve_set(vvi_edit *e)
{
    static const char *const keys[] = {"motion", "channel", "track", "keys", NULL};
    curve_edit c = {0};
    const vv_json *list = edit_curve(e, keys, &c) ? vvi_required(&e->reader, e->command, "keys") : NULL;
    if (!list)
        return;
    c.track.keys = vvi_read_motion_keys(&e->reader, list, c.track.kind, &c.track.key_count);
    if (!vvi_edit_failed(e))
        put_curve(e, &c);
}

void vvi_command_curve_key(vvi_edit *e)
{
    static const char *const keys[] = {"motion", "channel", "track", "key", NULL};
    curve_edit c = {0};
    const vv_json *object = edit_curve(e, keys, &c) ? vvi_required(&e->reader, e->command, "key") : NULL;
    vv_motion_key key;
    if (!object)
        return;
    vvi_read_motion_key(&e->reader, object, c.track.kind, &key);
    if (!vvi_edit_failed(e))
        c.track.keys = vvi_merge_entry(e, c.track.keys, &c.track.key_count, sizeof key, &key, VV_NONE);
    if (!vvi_edit_failed(e))
        put_curve(e, &c);
}

/* The nearest where it is near enough; VV_NONE: there is none. */
static uint32_t find_key(const vv_motion_track *track, float time)
{
    uint32_t nearest = VV_NONE;
    for (uint32_t i = 0; i < track->key_count; i++) {
        if (vvi_same_time(track->keys[i].time, time) &&
            (nearest == VV_NONE || fabsf(track->keys[i].time - time) < fabsf(track->keys[nearest].time - time)))
            nearest = i;
    }
    return nearest;
}

void vvi_command_curve_unkey(vvi_edit *e)
{
    static const char *const keys[] = {"motion", "channel", "track", "time", NULL};
    curve_edit c = {0};
    const vv_json *value = edit_curve(e, keys, &c) ? vvi_required(&e->reader, e->command, "time") : NULL;
    float time;
    if (!value || !vvi_number(&e->reader, value, 0.0f, VV_MOTION_MAX_DURATION, &time))
        return;
    uint32_t gone = find_key(&c.track, time);
    if (gone == VV_NONE) {
        vvi_problem(&e->reader, value, VV_RULE_REFERENCE, "name the time of a key", "there is no key at %g s",
                    (double)time);
        return;
    }
    vv_motion_key *left = (vv_motion_key *)c.track.keys; /* the motion is the state's own */
    memmove(left + gone, left + gone + 1, (--c.track.key_count - gone) * sizeof *left);
    put_curve(e, &c);
}
