/* Clips out of JSON: tracks of keys for the handles of one artwork. */
#include "author/document/puppets.h"

#include <string.h>

static const char *const channel_words[] = {"position", "angle", "scale", NULL};
static const char *const curve_words[] = {"smooth", "linear", "step", NULL};

vvi_keys vvi_channel_words(void) { return channel_words; }
vvi_keys vvi_curve_words(void) { return curve_words; }

bool vvi_same_time(float a, float b) { return fabs((double)a - (double)b) <= VVI_SAME_TIME; }

vv_project_clip vvi_default_clip(void) { return (vv_project_clip){.artwork = VV_NONE, .length = 2.0f}; }

/* ---- Values --------------------------------------------------------------------------------------------------------- */

uint32_t vvi_handle_value(vvi_reader *r, const vv_json *value, const vv_project_artwork *artwork)
{
    if (!vvi_is(r, value, VV_JSON_STRING))
        return VV_NONE;
    uint32_t found = vv_project_find_handle(artwork, value->string);
    if (found == VV_NONE)
        vvi_problem(r, value, VV_RULE_REFERENCE, "name a handle of that artwork", "\"%s\" has no handle \"%s\"",
                    artwork->name, value->string);
    return found;
}

uint32_t vvi_handle_member(vvi_reader *r, const vv_json *object, const char *key, const vv_project_artwork *artwork)
{
    const vv_json *value = vvi_required(r, object, key);
    return value ? vvi_handle_value(r, value, artwork) : VV_NONE;
}

bool vvi_channel_member(vvi_reader *r, const vv_json *object, vv_channel *channel)
{
    uint32_t word;
    const vv_json *value = vvi_required(r, object, "channel");
    if (!value || !vvi_word(r, value, channel_words, "write \"position\", \"angle\" or \"scale\"", &word))
        return false;
    *channel = (vv_channel)word;
    return true;
}

/* Any number a channel has: values, slopes and advances. */
static bool read_numbers(vvi_reader *r, const vv_json *value, vv_channel channel, float *out)
{
    if (channel == VV_CHANNEL_ANGLE)
        return vvi_number(r, value, -VV_PROJECT_FAR, VV_PROJECT_FAR, out);
    return vvi_numbers(r, value, 2, VV_PROJECT_FAR, out);
}

bool vvi_channel_value(vvi_reader *r, const vv_json *value, vv_channel channel, float *out)
{
    const float least = 1e-3f, most = 1e3f; /* of a scale: nothing vanishes or turns inside out by itself */
    if (!read_numbers(r, value, channel, out))
        return false;
    if (channel == VV_CHANNEL_SCALE && !(out[0] >= least && out[0] <= most && out[1] >= least && out[1] <= most))
        return vvi_problem(r, value, VV_RULE_RANGE, "choose factors in that range", "a scale is between %g and %g",
                           (double)least, (double)most);
    return true;
}

/* ---- Keys ----------------------------------------------------------------------------------------------------------- */

static void read_slope(vvi_reader *r, const vv_json *object, const char *key, vv_channel channel, float *slope,
                       bool *automatic)
{
    const vv_json *value = vvi_member(object, key);
    *automatic = value == NULL;
    if (value)
        read_numbers(r, value, channel, slope);
}

static void read_key(vvi_reader *r, const vv_json *object, vv_channel channel, vv_key *key)
{
    static const char *const keys[] = {"time", "value", "in", "out", "curve", "strength", "ease", "release", NULL};
    *key = (vv_key){.strength = 1.0f};
    if (!vvi_known_keys(r, object, keys, NULL))
        return;
    const vv_json *value = vvi_required(r, object, "value"), *curve = vvi_member(object, "curve");
    uint32_t word = VV_CURVE_SMOOTH;
    vvi_required(r, object, "time");
    vvi_float_member(r, object, "time", 0.0f, 0.0f, VV_CLIP_MAX_TIME, &key->time);
    if (value)
        vvi_channel_value(r, value, channel, key->value);
    read_slope(r, object, "in", channel, key->in, &key->auto_in);
    read_slope(r, object, "out", channel, key->out, &key->auto_out);
    if (curve)
        vvi_word(r, curve, curve_words, "write \"smooth\", \"linear\" or \"step\"", &word);
    key->curve = (vv_curve)word;
    vvi_float_member(r, object, "strength", 1.0f, 0.0f, 1.0f, &key->strength);
    vvi_float_member(r, object, "ease", 0.0f, 0.0f, VV_CLIP_MAX_TIME, &key->ease);
    vvi_bool_member(r, object, "release", false, &key->release);
}

vv_key *vvi_read_keys(vvi_reader *r, const vv_json *list, vv_channel channel, uint32_t *count)
{
    bool editing = r->editing;
    r->editing = false; /* keys are given whole */
    *count = vvi_list(r, list, VV_CLIP_MAX_KEYS, "keys");
    vv_key *keys = vvi_take(r, *count, sizeof *keys);
    for (const vv_json *item = keys && *count ? list->child : NULL; item && !vvi_stopped(r); item = item->next)
        read_key(r, item, channel, &keys[item->index]);
    r->editing = editing;
    return vvi_stopped(r) ? NULL : keys;
}

/* ---- Tracks --------------------------------------------------------------------------------------------------------- */

void vvi_advance_member(vvi_reader *r, const vv_json *object, vv_track *track)
{
    bool reset;
    const vv_json *advance = vvi_optional(object, "advance", &reset);
    if (reset)
        memset(track->advance, 0, sizeof track->advance);
    if (advance)
        read_numbers(r, advance, track->channel, track->advance);
}

bool vvi_read_track_head(vvi_reader *r, const vv_json *object, const vv_project_artwork *artwork, vv_track *track)
{
    bool channel = vvi_channel_member(r, object, &track->channel);
    track->handle = vvi_handle_member(r, object, "handle", artwork);
    return channel && track->handle != VV_NONE;
}

static void read_track(vvi_reader *r, const vv_json *object, const vv_project_artwork *artwork, vv_track *track)
{
    static const char *const keys[] = {"handle", "channel", "advance", "keys", NULL};
    if (!vvi_known_keys(r, object, keys, NULL) || !vvi_read_track_head(r, object, artwork, track))
        return;
    vvi_advance_member(r, object, track);
    const vv_json *list = vvi_required(r, object, "keys");
    const vv_key *found = list ? vvi_read_keys(r, list, track->channel, &track->key_count) : NULL;
    track->keys = found;
    if (!found)
        return;
    if (list->kind == VV_JSON_ARRAY && list->count == 0)
        vvi_problem(r, list, VV_RULE_TRACK, "add a key, or remove the track", "this track has no keys");
    for (const vv_json *item = track->key_count ? list->child->next : NULL; item && !vvi_stopped(r);
         item = item->next) {
        if (!(found[item->index].time > found[item->index - 1].time))
            vvi_problem(r, item, VV_RULE_TRACK, "sort the keys by time, no two at the same time",
                        "this key is not later than the one before it");
    }
}

static void read_tracks(vvi_reader *r, const vv_json *list, const vv_project_artwork *artwork, vv_project_clip *clip)
{
    uint32_t count = vvi_list(r, list, VV_CLIP_MAX_TRACKS, "tracks");
    vv_track *tracks = vvi_take(r, count, sizeof *tracks);
    if (!tracks)
        return;
    clip->tracks = tracks;
    clip->track_count = 0; /* only those before are looked at */
    for (const vv_json *item = count ? list->child : NULL; item && !vvi_stopped(r); item = item->next) {
        vv_track *track = &tracks[item->index];
        read_track(r, item, artwork, track);
        if (track->handle != VV_NONE && vv_project_find_track(clip, track->handle, track->channel) != VV_NONE)
            vvi_problem(r, item, VV_RULE_TRACK, "put the keys of both into one",
                        "this handle has such a track already");
        clip->track_count++;
    }
}

/* ---- Clips ---------------------------------------------------------------------------------------------------------- */

bool vvi_check_clip(vvi_reader *r, const vv_json *place, const vv_project_clip *clip)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < clip->track_count; i++) {
        const vv_track *track = &clip->tracks[i];
        count += track->key_count;
        if (clip->loop && track->key_count > 0 && track->keys[track->key_count - 1].time >= clip->length)
            return vvi_problem(r, place, VV_RULE_TRACK, "move or remove that key, or make the clip longer",
                               "a loop of %g s has a key at %g s, and keys of a loop are before its end",
                               (double)clip->length, (double)track->keys[track->key_count - 1].time);
    }
    return count <= VV_CLIP_MAX_KEYS ||
           vvi_problem(r, place, VV_RULE_TOO_MANY, "remove some, or make two clips",
                       "a clip would have %u keys, and at most %u are possible", count, VV_CLIP_MAX_KEYS);
}

/* Tracks name handles of the artwork, so it stays. */
static void read_clip_artwork(vvi_reader *r, const vv_json *object, const vv_project *project, vv_project_clip *clip)
{
    const vv_json *value = vvi_required(r, object, "artwork");
    uint32_t found = value ? vvi_artwork_value(r, value, project) : VV_NONE;
    if (r->editing && found != VV_NONE && found != clip->artwork)
        vvi_problem(r, value, VV_RULE_REFERENCE, "make another clip",
                    "a clip keeps its artwork: its tracks name that artwork's handles");
    else if (found != VV_NONE)
        clip->artwork = found;
}

void vvi_read_clip(vvi_reader *r, const vv_json *object, vvi_keys address, const vv_project *project,
                   vv_project_clip *clip)
{
    static const char *const keys[] = {"artwork", "length", "loop", "tracks", NULL};
    vv_project_clip usual = vvi_default_clip();
    bool editing = r->editing, reset;
    vvi_known_keys(r, object, keys, address);
    if (object->kind != VV_JSON_OBJECT)
        return;
    const vv_json *tracks = vvi_optional(object, "tracks", &reset);
    read_clip_artwork(r, object, project, clip);
    vvi_float_member(r, object, "length", usual.length, 0.01f, VV_CLIP_MAX_TIME, &clip->length);
    vvi_bool_member(r, object, "loop", usual.loop, &clip->loop);
    if (reset)
        clip->track_count = 0;
    r->editing = false; /* tracks that are given are given whole */
    if (tracks && clip->artwork != VV_NONE)
        read_tracks(r, tracks, project->artworks[clip->artwork], clip);
    r->editing = editing;
    if (!vvi_stopped(r))
        vvi_check_clip(r, tracks ? tracks : object, clip);
}
