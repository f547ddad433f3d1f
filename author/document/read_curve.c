/* The curves of a motion's channel out of JSON: keys of generalised places, turns, weights and deforms. */
#include "author/document/creatures.h"

#include <string.h>

static const char *const slope_words[] = {"auto", "flat", NULL};
static const char *const track_words[] = {"place", "turn", "place_weight", "turn_weight", NULL};

vvi_keys vvi_slope_words(void) { return slope_words; }
vvi_keys vvi_tracks_words(void) { return track_words; }

uint32_t vvi_track_width(vv_track_kind kind) { return kind == VV_TRACK_PLACE ? 3 : kind == VV_TRACK_TURN ? 4 : 1; }

/* ---- Keys ----------------------------------------------------------------------------------------------------------- */

#define MOST_SLOPE 1e10f /* units a second: more than keys of the largest values may need */

static bool read_numbers(vvi_reader *r, const vv_json *value, vv_track_kind kind, float limit, float *out)
{
    uint32_t width = vvi_track_width(kind);
    return width > 1 ? vvi_numbers(r, value, width, limit, out) : vvi_number(r, value, -limit, limit, out);
}

static bool is_weight(vv_track_kind kind) { return kind == VV_TRACK_PLACE_WEIGHT || kind == VV_TRACK_TURN_WEIGHT; }

/* A rotation need not be of unit length to the last digit. */
static void read_value(vvi_reader *r, const vv_json *value, vv_track_kind kind, float *out)
{
    const float least = 0.81f, most = 1.21f; /* of its length, squared: 0.9…1.1 */
    if (is_weight(kind)) {
        vvi_number(r, value, 0.0f, 1.0f, out);
        return;
    }
    if (!read_numbers(r, value, kind, VV_MOTION_MAX_VALUE, out) || kind != VV_TRACK_TURN)
        return;
    float square = out[0] * out[0] + out[1] * out[1] + out[2] * out[2] + out[3] * out[3];
    if (!(square >= least && square <= most))
        vvi_problem(r, value, VV_RULE_RANGE, "divide its numbers by its length",
                    "this rotation has the length %g, and a quaternion x y z w of length 1 is needed",
                    sqrt((double)square));
}

/* "auto", "flat" or as many numbers as a value has. */
static void read_slope(vvi_reader *r, const vv_json *object, const char *key, vv_track_kind kind, vv_slope *slope,
                       float *out)
{
    const vv_json *value = vvi_member(object, key);
    uint32_t word = VV_SLOPE_AUTO;
    if (value && value->kind != VV_JSON_STRING) {
        word = VV_SLOPE_FREE;
        read_numbers(r, value, kind, MOST_SLOPE, out);
    } else if (value) {
        vvi_word(r, value, slope_words, "write \"auto\", \"flat\", or units a second", &word);
    }
    *slope = (vv_slope)word;
}

void vvi_read_motion_key(vvi_reader *r, const vv_json *object, vv_track_kind kind, vv_motion_key *key)
{
    static const char *const keys[] = {"time", "value", "in", "out", "curve", NULL};
    *key = (vv_motion_key){.curve = VV_CURVE_SMOOTH};
    if (!vvi_known_keys(r, object, keys, NULL))
        return;
    uint32_t curve = VV_CURVE_SMOOTH;
    const vv_json *value = vvi_required(r, object, "value");
    vvi_required(r, object, "time");
    vvi_float_member(r, object, "time", 0.0f, 0.0f, VV_MOTION_MAX_LENGTH, &key->time);
    if (value)
        read_value(r, value, kind, key->value);
    read_slope(r, object, "in", kind, &key->slope_in, key->in);
    read_slope(r, object, "out", kind, &key->slope_out, key->out);
    vvi_word_member(r, object, "curve", vvi_curve_words(), "write \"smooth\", \"linear\" or \"step\"", VV_CURVE_SMOOTH,
                    &curve);
    key->curve = (vv_curve)curve;
}

const vv_motion_key *vvi_read_motion_keys(vvi_reader *r, const vv_json *list, vv_track_kind kind, uint32_t *count)
{
    bool editing = r->editing;
    *count = vvi_list(r, list, VV_MOTION_MAX_KEYS, "keys");
    vv_motion_key *keys = *count ? vvi_take(r, *count, sizeof *keys) : NULL;
    r->editing = false; /* keys are given whole */
    for (const vv_json *item = keys ? list->child : NULL; item && !vvi_stopped(r); item = item->next) {
        vvi_read_motion_key(r, item, kind, &keys[item->index]);
        if (item->index > 0 && !(keys[item->index].time - keys[item->index - 1].time >= VV_MOTION_MIN_GAP))
            vvi_problem(r, item, VV_RULE_CURVE, "sort the keys by time, at least 0.0001 s apart",
                        "this key is not later than the one before it");
    }
    r->editing = editing;
    *count = keys ? *count : 0;
    return keys;
}

/* ---- Tracks --------------------------------------------------------------------------------------------------------- */

/* What a channel's tracks will be. */
typedef struct track_list {
    uint32_t count;
    vv_motion_track items[VV_TRACK_DEFORM + VV_CREATURE_MAX_DEFORMS];
} track_list;

static void read_track(vvi_reader *r, const vv_json *keys, vv_track_kind kind, track_list *list)
{
    vv_motion_track track = {.kind = kind};
    if (kind == VV_TRACK_DEFORM)
        vvi_foreign_key(r, keys, VV_CREATURE_NAME_BYTES, track.deform);
    track.keys = vvi_read_motion_keys(r, keys, kind, &track.key_count);
    if (track.key_count > 0)
        list->items[list->count++] = track;
}

static void keep_tracks(const vv_motion_channel *channel, vv_track_kind kind, track_list *list)
{
    for (uint32_t i = 0; i < channel->track_count; i++) {
        if (channel->tracks[i].kind == kind)
            list->items[list->count++] = channel->tracks[i];
    }
}

static void read_deforms(vvi_reader *r, const vv_json *object, track_list *list)
{
    if (!vvi_is(r, object, VV_JSON_OBJECT))
        return;
    if (object->count > VV_CREATURE_MAX_DEFORMS) {
        vvi_problem(r, object, VV_RULE_TOO_MANY, "remove some", "there are %u deforms, and at most %u are possible",
                    object->count, VV_CREATURE_MAX_DEFORMS);
        return;
    }
    for (const vv_json *member = object->child; member && !vvi_stopped(r); member = member->next)
        read_track(r, member, VV_TRACK_DEFORM, list);
}

void vvi_read_curves(vvi_reader *r, const vv_json *object, vv_motion_channel *channel)
{
    track_list list = {0};
    bool reset;
    for (vv_track_kind kind = 0; kind <= VV_TRACK_DEFORM && !vvi_stopped(r); kind++) {
        const vv_json *value = vvi_optional(object, kind == VV_TRACK_DEFORM ? "deforms" : track_words[kind], &reset);
        if (!value && !reset)
            keep_tracks(channel, kind, &list);
        else if (value && kind == VV_TRACK_DEFORM)
            read_deforms(r, value, &list);
        else if (value)
            read_track(r, value, kind, &list);
    }
    vv_motion_track *tracks = vvi_take(r, list.count, sizeof *tracks);
    if (!tracks)
        return;
    if (list.count > 0)
        memcpy(tracks, list.items, list.count * sizeof *tracks);
    channel->tracks = tracks;
    channel->track_count = list.count;
}
