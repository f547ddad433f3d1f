/* Commands about motions: their names and actions, their channels, and the keys of the channels' curves. */
#include "author/document/command.h"
#include "author/document/creatures.h"

#include <string.h>

/* ---- Naming --------------------------------------------------------------------------------------------------------- */

static vvi_motion *edit_motion(vvi_edit *e)
{
    uint32_t index;
    return vvi_edit_block(e, VVI_MOTION, "motion", &index);
}

static uint32_t find_channel(vvi_edit *e, const vvi_motion *motion, const vv_json *value)
{
    if (!value || !vvi_is(&e->reader, value, VV_JSON_STRING))
        return VV_NONE;
    uint32_t found = vv_project_find_channel(&motion->view, value->string);
    if (found == VV_NONE)
        vvi_problem(&e->reader, value, VV_RULE_REFERENCE, "name one that exists",
                    "the motion \"%s\" has no channel \"%s\"", motion->view.name, value->string);
    return found;
}

/* The channel that the command names, which may be changed; NULL after a problem. */
static vv_motion_channel *edit_channel(vvi_edit *e, vvi_motion **motion, uint32_t *index)
{
    *motion = edit_motion(e);
    *index = *motion ? find_channel(e, *motion, vvi_required(&e->reader, e->command, "channel")) : VV_NONE;
    return *index == VV_NONE ? NULL : (vv_motion_channel *)&(*motion)->view.def.channels[*index];
}

/* Where "before" points, the end where it is not given; VV_NONE after a problem. */
static uint32_t find_before(vvi_edit *e, const vvi_motion *motion)
{
    const vv_json *before = vvi_member(e->command, "before");
    return before ? find_channel(e, motion, before) : motion->view.def.channel_count;
}

/* A name from member `key` that no channel but `own` (or VV_NONE) has. */
static bool new_name(vvi_edit *e, const vvi_motion *motion, uint32_t own, const char *key, char *name)
{
    const vv_json *value = vvi_required(&e->reader, e->command, key);
    if (!value || !vvi_name(&e->reader, value, name))
        return false;
    uint32_t found = vv_project_find_channel(&motion->view, name);
    return found == VV_NONE || found == own ||
           vvi_problem(&e->reader, value, VV_RULE_SAME_NAME, "choose another name",
                       "another channel is called \"%s\" already", name);
}

/* ---- Names and actions ----------------------------------------------------------------------------------------------- */

/* Scenes go on with a motion whose name or action changed. */
static void follow_motion(vvi_edit *e, const vv_project_motion *before, const vv_project_motion *motion)
{
    const char *from = vv_project_motion_action(before), *to = vv_project_motion_action(motion);
    if (!vvi_edit_failed(e))
        vvi_edit_memory(e, vvi_follow_action(e->state, from, to) &&
                               vvi_follow_action(e->state, before->name, motion->name));
}

void vvi_edit_read_motion(vvi_edit *e, vvi_keys address, vv_project_motion *motion)
{
    vv_project_motion before = *motion;
    vvi_read_motion(&e->reader, e->command, address, &e->state->view, motion);
    if (e->reader.editing)
        follow_motion(e, &before, motion);
}

/* Branches of an action that has this motion's name go on having it; then the motion keeps its action too. */
void vvi_edit_rename_motion(vvi_edit *e, vv_project_motion *motion, const char *name)
{
    vv_project_motion before = *motion;
    const char *action = vv_project_motion_action(&before);
    bool shared = false;
    for (uint32_t i = 0; i < e->state->view.motion_count; i++) {
        const vv_project_motion *other = e->state->view.motions[i];
        shared = shared || (other != motion && strcmp(vv_project_motion_action(other), action) == 0);
    }
    memcpy(motion->name, name, strlen(name) + 1);
    if (strcmp(action, before.name) == 0)
        vvi_format(motion->action, sizeof motion->action, "%s", shared ? action : "");
    follow_motion(e, &before, motion);
}

/* ---- Channels ------------------------------------------------------------------------------------------------------- */

static bool rearrange(vvi_edit *e, vvi_motion *motion, const vvi_map *map)
{
    vv_motion_channel *channels =
        vvi_rearranged(&motion->arena, map, motion->view.def.channels, sizeof *motion->view.def.channels);
    if (!vvi_edit_memory(e, channels != NULL))
        return false;
    motion->view.def.channels = channels;
    motion->view.def.channel_count = map->count;
    return true;
}

void vvi_command_channel_add(vvi_edit *e)
{
    static const char *const address[] = {"do", "motion", "name", "before", NULL};
    vvi_motion *motion = edit_motion(e);
    vv_motion_channel added = vvi_default_channel();
    uint32_t before = motion ? find_before(e, motion) : VV_NONE;
    if (before == VV_NONE || !new_name(e, motion, VV_NONE, "name", added.name))
        return;
    uint32_t count = motion->view.def.channel_count;
    if (count >= VV_MOTION_MAX_CHANNELS) {
        vvi_problem(&e->reader, e->command, VV_RULE_TOO_MANY, "remove another first",
                    "there are %u channels already, and more are not possible", count);
        return;
    }
    vvi_map map = vvi_map_insert(count, before);
    vvi_read_channel(&e->reader, e->command, address, &added);
    if (vvi_edit_failed(e) || !rearrange(e, motion, &map))
        return;
    ((vv_motion_channel *)motion->view.def.channels)[before] = added;
    vvi_check_motion(&e->reader, e->command, &motion->view);
}

void vvi_command_channel_remove(vvi_edit *e)
{
    static const char *const keys[] = {"motion", "channel", NULL};
    vvi_motion *motion;
    uint32_t index;
    if (!vvi_edit_keys(e, keys) || !edit_channel(e, &motion, &index))
        return;
    vvi_map map = vvi_map_remove(motion->view.def.channel_count, index);
    rearrange(e, motion, &map);
}

void vvi_command_channel_rename(vvi_edit *e)
{
    static const char *const keys[] = {"motion", "channel", "to", NULL};
    vvi_motion *motion;
    uint32_t index;
    char name[VV_PROJECT_NAME_BYTES];
    vv_motion_channel *channel = vvi_edit_keys(e, keys) ? edit_channel(e, &motion, &index) : NULL;
    if (channel && new_name(e, motion, index, "to", name))
        memcpy(channel->name, name, strlen(name) + 1);
}

/* The first channel to select a body owns it, so their order matters. */
void vvi_command_channel_move(vvi_edit *e)
{
    static const char *const keys[] = {"motion", "channel", "before", NULL};
    vvi_motion *motion;
    uint32_t index;
    if (!vvi_edit_keys(e, keys) || !edit_channel(e, &motion, &index))
        return;
    uint32_t before = find_before(e, motion);
    if (before == VV_NONE)
        return;
    vvi_map map = vvi_map_move(motion->view.def.channel_count, index, before);
    rearrange(e, motion, &map);
}

void vvi_command_channel_set(vvi_edit *e)
{
    static const char *const address[] = {"do", "motion", "channel", NULL};
    vvi_motion *motion;
    uint32_t index;
    vv_motion_channel *channel = edit_channel(e, &motion, &index);
    if (!channel)
        return;
    e->reader.editing = true;
    vvi_read_channel(&e->reader, e->command, address, channel);
    if (!vvi_edit_failed(e))
        vvi_check_motion(&e->reader, e->command, &motion->view);
}

/* ---- Curves --------------------------------------------------------------------------------------------------------- */

/* What a command about a curve is about. */
typedef struct curve_edit {
    vvi_motion *motion;
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
    if (!vvi_word(&e->reader, value, vvi_tracks_words(),
                  "write \"place\", \"turn\", \"place_weight\", \"turn_weight\", or \"deform:\" and its name", &kind))
        return false;
    track->kind = (vv_track_kind)kind;
    return true;
}

static bool edit_curve(vvi_edit *e, vvi_keys keys, curve_edit *c)
{
    uint32_t channel;
    c->channel = vvi_edit_keys(e, keys) ? edit_channel(e, &c->motion, &channel) : NULL;
    if (!c->channel || !read_track_name(e, &c->track))
        return false;
    c->index = vv_project_find_curve(c->channel, c->track.kind, c->track.deform);
    if (c->index != VV_NONE)
        c->track = c->channel->tracks[c->index];
    return true;
}

/* Where a new track goes: kinds ascend, deforms in the order in which they came. */
static uint32_t place_of(const vv_motion_channel *channel, vv_track_kind kind)
{
    uint32_t place = 0;
    while (place < channel->track_count && channel->tracks[place].kind <= kind)
        place++;
    return place;
}

static bool has_room(vvi_edit *e, const vv_motion_channel *channel, vv_track_kind kind)
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
    vvi_check_motion(&e->reader, e->command, &c->motion->view);
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

/* Among those that there are; what is at the same time gives way to it. */
static bool merge_key(vvi_edit *e, const vv_motion_key *key, vv_motion_track *track)
{
    vv_motion_key *keys = vvi_take(&e->reader, (size_t)track->key_count + 1, sizeof *keys);
    uint32_t used = 0;
    bool put = false;
    for (uint32_t i = 0; keys && i < track->key_count; i++) {
        const vv_motion_key *old = &track->keys[i];
        bool same = vvi_same_time(old->time, key->time);
        if (!put && (same || old->time > key->time)) {
            keys[used++] = *key;
            put = true;
        }
        if (!same)
            keys[used++] = *old;
    }
    if (keys && !put)
        keys[used++] = *key;
    track->keys = keys;
    track->key_count = used;
    return keys != NULL;
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
    if (!vvi_edit_failed(e) && merge_key(e, &key, &c.track))
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
    if (!value || !vvi_number(&e->reader, value, 0.0f, VV_MOTION_MAX_LENGTH, &time))
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

/* ---- Copies --------------------------------------------------------------------------------------------------------- */

void vvi_command_motion_duplicate(vvi_edit *e) { vvi_command_duplicate(e, VVI_MOTION); }
void vvi_command_gait_duplicate(vvi_edit *e) { vvi_command_duplicate(e, VVI_GAIT); }
