/* Clips: tracks of keys for the handles of one artwork. */
#include "author/document/puppets.h"
#include "author/document/schema.h"

#include <string.h>

#define FAR VV_PROJECT_FAR

bool vvi_same_time(float a, float b) { return fabs((double)a - (double)b) <= VVI_SAME_TIME; }

/* ---- Values: a pair, or a number for an angle -------------------------------------------------------------------- */

vvi_components vvi_channel_components(vv_handle_channel channel)
{
    return (vvi_components){channel == VV_CHANNEL_ANGLE ? 1 : 2, -FAR, FAR};
}

bool vvi_check_channel_value(vvi_reader *r, const vv_json *value, vv_handle_channel channel, const float *numbers)
{
    const float least = 1e-3f, most = 1e3f; /* of a scale: nothing vanishes or turns inside out by itself */
    if (channel != VV_CHANNEL_SCALE ||
        (numbers[0] >= least && numbers[0] <= most && numbers[1] >= least && numbers[1] <= most))
        return true;
    return vvi_problem(r, value, VV_RULE_RANGE, "choose factors in that range", "a scale is between %g and %g",
                       (double)least, (double)most);
}

bool vvi_channel_value(vvi_reader *r, const vv_json *value, vv_handle_channel channel, float *out)
{
    return vvi_read_components(r, value, vvi_channel_components(channel), out) &&
           vvi_check_channel_value(r, value, channel, out);
}

/* ---- Keys -------------------------------------------------------------------------------------------------------- */

#define KEY vv_key
static const vvi_schema track_schema;

static vv_handle_channel channel_of(const vvi_scope *scope)
{
    return ((const vv_track *)vvi_scope_find(scope, &track_schema)->item)->channel;
}

static vvi_components track_components(const vvi_scope *scope) { return vvi_channel_components(channel_of(scope)); }

static void check_key_value(vvi_reader *r, const vv_json *value, const vvi_scope *scope, const float *numbers)
{
    vvi_check_channel_value(r, value, channel_of(scope), numbers);
}

static const vvi_schema_components values = {track_components, check_key_value}, slopes = {track_components, NULL};
static const vvi_schema_field key_fields[] = {
    {"time", VVI_NUMBER(KEY, time, 0.0f, VV_CLIP_MAX_TIME), .presence = VVI_REQUIRED, VVI_DOC("s", "")},
    {"value", VVI_COMPONENTS(KEY, value, &values), .presence = VVI_REQUIRED,
     VVI_DOC(
         "",
         "a position: where the handle's pivot should be, in the artwork's own space; an angle: radians, any number of "
         "turns; a scale: factors along the handle's axes, 0.001 … 1000 each. At rest: the pivot, 0, `[1, 1]`")},
    {"in", VVI_COMPONENTS(KEY, in, &slopes), .presence = VVI_UNLESS, .flag = VVI_AT(KEY, auto_in, bool),
     VVI_DOC("",
             "the slope before it, units a second; null: found so that the curve is smooth and does not overshoot")},
    {"out", VVI_COMPONENTS(KEY, out, &slopes), .presence = VVI_UNLESS, .flag = VVI_AT(KEY, auto_out, bool),
     VVI_DOC("", "the slope after it, units a second; null: as `in`")},
    {"curve", VVI_WORD(KEY, curve, 0, VVI_WORDS("smooth", "linear", "step")),
     VVI_DOC("", "how it goes on to the next key")},
    {"strength", VVI_NUMBER(KEY, strength, 0.0f, 1.0f),
     VVI_DOC("", "which share of the gap one step closes; 1: exactly")},
    {"ease", VVI_NUMBER(KEY, ease, 0.0f, VV_CLIP_MAX_TIME),
     VVI_DOC_SLIDER("s", "over which it fades in, where nothing leads to it, or out, where it lets go", 0.0, 2.0,
                    false)},
    {"release", VVI_FLAG(KEY, release), VVI_DOC("", "after this key the handle is free, until the next")},
};
static const KEY key_defaults = {.auto_in = true, .auto_out = true, .strength = 1.0f};
static const vvi_schema key_schema = {VVI_TABLE("key", KEY, key_fields), .flags = VVI_SCHEMA_ONE_LINE,
                                      .defaults = &key_defaults};
static const vvi_schema_list keys = {
    VVI_ITEMS_OF(&key_schema, "keys", VV_CLIP_MAX_KEYS), VVI_TIMES(KEY, time, VVI_LATER, VV_RULE_TRACK),
    .least = {1, VV_RULE_TRACK, "add a key, or remove the track", "this track has no keys"}};
/* Keys of commands, which sort them. */
static const vvi_schema_list loose_keys = {VVI_ITEMS_OF(&key_schema, "keys", VV_CLIP_MAX_KEYS)};

vv_key *vvi_read_keys(vvi_reader *r, const vv_json *list, vv_handle_channel channel, uint32_t *count)
{
    vv_track track = {.channel = channel};
    vvi_scope scope = vvi_scope_of(&track_schema, NULL, &track);
    const void *read;
    bool editing = r->editing;
    r->editing = false; /* keys are given whole */
    vvi_schema_read_list(r, list, &loose_keys, &scope, count, &read);
    r->editing = editing;
    if (vvi_stopped(r))
        return NULL;
    return *count ? (vv_key *)read : vvi_take(r, 1, sizeof(vv_key));
}

/* ---- Tracks ------------------------------------------------------------------------------------------------------ */

#define TRACK vv_track
const char *const vvi_channel_words[] = {"position", "angle", "scale", NULL};
static void warn_track(vvi_reader *r, const vv_json *json, const vvi_scope *scope)
{
    const TRACK *track = scope->item;
    float first = track->keys[0].time, length = ((const vv_project_clip *)scope->outer->item)->length;
    if (first > length)
        vvi_problem(r, json, VV_RULE_LATE_KEYS, "make the clip longer, or move the keys",
                    "the first key of \"%s\" is at %g s, and the clip ends at %g s",
                    vvi_scope_artwork(scope)->handles[track->handle].name, (double)first, (double)length);
}

static const vvi_schema_field track_fields[] = {
    {"handle", VVI_REFERENCE(TRACK, handle, &vvi_handles), .presence = VVI_REQUIRED, .flags = VVI_ESSENTIAL,
     VVI_DOC("", "of the artwork")},
    {"channel", VVI_WORD(TRACK, channel, 0, vvi_channel_words), .presence = VVI_REQUIRED, .flags = VVI_ESSENTIAL,
     VVI_DOC("", "what of it moves; no handle has two tracks of one channel")},
    {"advance", VVI_COMPONENTS(TRACK, advance, &slopes), .flags = VVI_GUARDED,
     VVI_DOC("", "added with every round of a loop")},
    {"keys", VVI_LIST(TRACK, key_count, keys, vv_key, &keys), .presence = VVI_REQUIRED, .flags = VVI_GUARDED,
     VVI_DOC("", "")},
};
static const vvi_schema track_schema = {VVI_TABLE("clip track", TRACK, track_fields), .warn = warn_track};

static bool is_same_track(const void *a, const void *b)
{
    const TRACK *first = a, *second = b;
    return first->handle != VV_NONE && first->handle == second->handle && first->channel == second->channel;
}

static const vvi_schema_list tracks = {
    VVI_ITEMS_OF(&track_schema, "tracks", VV_CLIP_MAX_TRACKS),
    .twins = {is_same_track, VV_RULE_TRACK, "put the keys of both into one", "this handle has such a track already"}};

bool vvi_channel_member(vvi_reader *r, const vv_json *object, vv_handle_channel *channel)
{
    uint32_t word;
    const vv_json *value = vvi_required(r, object, "channel");
    if (!value || !vvi_word(r, value, vvi_channel_words, NULL, &word))
        return false;
    *channel = (vv_handle_channel)word;
    return true;
}

uint32_t vvi_handle_value(vvi_reader *r, const vv_json *value, const vv_project_artwork *artwork)
{
    vvi_scope scope = vvi_scope_of(&vvi_artwork_schema, NULL, artwork);
    uint32_t found = VV_NONE;
    vvi_schema_read_reference(r, value, &vvi_handles, &scope, &found);
    return found;
}

uint32_t vvi_handle_member(vvi_reader *r, const vv_json *object, const char *key, const vv_project_artwork *artwork)
{
    const vv_json *value = vvi_required(r, object, key);
    return value ? vvi_handle_value(r, value, artwork) : VV_NONE;
}

bool vvi_read_track_head(vvi_reader *r, const vv_json *object, const vv_project_artwork *artwork, vv_track *track)
{
    bool channel = vvi_channel_member(r, object, &track->channel);
    track->handle = vvi_handle_member(r, object, "handle", artwork);
    return channel && track->handle != VV_NONE;
}

void vvi_advance_member(vvi_reader *r, const vv_json *object, vv_track *track)
{
    bool reset;
    const vv_json *advance = vvi_optional(object, "advance", &reset);
    if (reset)
        memset(track->advance, 0, sizeof track->advance);
    if (advance)
        vvi_read_components(r, advance, vvi_channel_components(track->channel), track->advance);
}

/* ---- Clips ------------------------------------------------------------------------------------------------------- */

#define CLIP vv_project_clip
/* How many keys it has, and that a loop's are before its end. */
static void check_clip(vvi_reader *r, const vv_json *object, const vvi_scope *scope)
{
    const vv_json *list = vvi_member(object, "tracks"), *place = list ? list : object;
    const CLIP *clip = scope->item;
    uint32_t count = 0;
    for (uint32_t i = 0; i < clip->track_count; i++) {
        const TRACK *track = &clip->tracks[i];
        count += track->key_count;
        if (clip->loop && track->key_count > 0 && track->keys[track->key_count - 1].time >= clip->length) {
            vvi_problem(r, place, VV_RULE_TRACK, "move or remove that key, or make the clip longer",
                        "a loop of %g s has a key at %g s, and keys of a loop are before its end", (double)clip->length,
                        (double)track->keys[track->key_count - 1].time);
            return;
        }
    }
    if (count > VV_CLIP_MAX_KEYS)
        vvi_problem(r, place, VV_RULE_TOO_MANY, "remove some, or make two clips",
                    "a clip would have %u keys, and at most %u are possible", count, VV_CLIP_MAX_KEYS);
}

/* Tracks name handles of the artwork, so it stays. */
static bool keeps_artwork(vvi_reader *r, const vv_json *value, const vvi_scope *scope, uint32_t found)
{
    return !r->editing || found == ((const CLIP *)scope->item)->artwork ||
           vvi_problem(r, value, VV_RULE_REFERENCE, "make another clip",
                       "a clip keeps its artwork: its tracks name that artwork's handles");
}

static const vvi_schema_field clip_fields[] = {
    {"name", VVI_NAME(CLIP, name), .presence = VVI_REQUIRED, VVI_DOC("", "")},
    {"artwork", VVI_REFERENCE(CLIP, artwork, VVI_TO(.noun = VVI_ARTWORK, .suits = keeps_artwork)),
     .presence = VVI_REQUIRED, .flags = VVI_ESSENTIAL, VVI_DOC("", "whose handles it moves")},
    {"length", VVI_NUMBER(CLIP, length, 0.01f, VV_CLIP_MAX_TIME), VVI_DOC_SLIDER("s", "", 0.1, 20.0, true)},
    {"loop", VVI_FLAG(CLIP, loop),
     VVI_DOC("", "after `length` it begins again; its keys are then all before `length`")},
    {"tracks", VVI_LIST(CLIP, track_count, tracks, vv_track, &tracks), .flags = VVI_GUARDED,
     VVI_DOC("", "with at most 65,536 keys in all")},
};
static const CLIP clip_defaults = {.artwork = VV_NONE, .length = 2.0f};
const vvi_schema vvi_clip_schema = {VVI_TABLE("clip", CLIP, clip_fields), .flags = VVI_SCHEMA_NOUN,
                                    .defaults = &clip_defaults, .artwork_at = offsetof(CLIP, artwork),
                                    .check = check_clip};
