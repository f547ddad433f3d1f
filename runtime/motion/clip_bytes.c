/* A clip as bytes: its layout, and the verification of bytes from outside. */
#include "clip.h"

#include "runtime/rig/rig.h"

#include <string.h>

vv_clip vvi_clip_layout(uint32_t handles, uint32_t tracks, uint32_t keys, float length, bool loop)
{
    vv_clip c = {.magic = CLIP_MAGIC, .version = CLIP_VERSION, .handle_count = handles};
    c.track_count = tracks;
    c.key_count = keys;
    c.loop = loop;
    c.length = length;
    uint64_t cursor = sizeof c;
    c.tracks = vvi_section(&cursor, tracks, sizeof(stored_track));
    c.keys = vvi_section(&cursor, keys, sizeof(vv_key));
    c.byte_count = vvi_section(&cursor, 0, 0);
    return c;
}

size_t vvi_clip_bytes(const vv_clip *clip) { return (size_t)clip->byte_count; }

/* Whether booleans are 0 or 1, the curve is a valid one and padding is 0; checked before the bytes are read as a
 * key. */
static bool key_is_readable(const unsigned char *key)
{
    uint32_t curve;
    memcpy(&curve, key + offsetof(vv_key, curve), sizeof curve);
    const unsigned char *tail = key + offsetof(vv_key, release), *booleans = key + offsetof(vv_key, auto_in);
    return booleans[0] <= 1 && booleans[1] <= 1 && booleans[2] == 0 && booleans[3] == 0 && curve <= VV_CURVE_STEP &&
           tail[0] <= 1 && tail[1] == 0 && tail[2] == 0 && tail[3] == 0;
}

/* Stored automatic slopes are bytes from outside like all others, so they are checked too. */
static bool numbers_are_sound(const vv_key *key)
{
    for (uint32_t c = 0; c < 2; c++)
        if (!(fabsf(key->in[c]) <= VV_CLIP_MAX_SLOPE && fabsf(key->out[c]) <= VV_CLIP_MAX_SLOPE &&
              fabsf(key->value[c]) <= VV_CLIP_MAX_VALUE))
            return false;
    return true;
}

static vv_result verify_track(const vv_clip *clip, uint32_t index, uint32_t first, bool *is_taken, vv_error *error)
{
    const stored_track *stored = (const stored_track *)(const void *)((const char *)clip + clip->tracks) + index;
    const vv_key *keys = (const void *)((const char *)clip + clip->keys);
    if (stored->first != first || stored->count > clip->key_count - first || stored->channel >= VV_CHANNEL_COUNT ||
        stored->handle >= clip->handle_count || is_taken[stored->handle * VV_CHANNEL_COUNT + stored->channel] ||
        !(fabsf(stored->advance[0]) <= VV_CLIP_MAX_VALUE && fabsf(stored->advance[1]) <= VV_CLIP_MAX_VALUE))
        return vvi_fail(error, VV_ERROR_FORMAT, "track %u of the clip is damaged", index);
    is_taken[stored->handle * VV_CHANNEL_COUNT + stored->channel] = true;
    for (uint32_t k = first; k < first + stored->count; k++)
        if (!key_is_readable((const unsigned char *)&keys[k]) || !numbers_are_sound(&keys[k]))
            return vvi_fail(error, VV_ERROR_FORMAT, "key %u of track %u of the clip is damaged", k - first, index);
    vv_track track = vv_clip_track(clip, index);
    return vvi_clip_check_track(&track, index, clip->handle_count, clip->length, clip->loop != 0, error);
}

static vv_result verify_tracks(const vv_clip *clip, vv_error *error)
{
    bool is_taken[VV_RIG_MAX_HANDLES * VV_CHANNEL_COUNT] = {false};
    uint32_t first = 0;
    vv_result result = VV_OK;
    for (uint32_t t = 0; result == VV_OK && t < clip->track_count; t++) {
        result = verify_track(clip, t, first, is_taken, error);
        first += ((const stored_track *)(const void *)((const char *)clip + clip->tracks))[t].count;
    }
    if (result == VV_OK && first != clip->key_count)
        result = vvi_fail(error, VV_ERROR_FORMAT, "the clip has keys that belong to no track");
    return result;
}

vv_result vvi_clip_verify(const void *bytes, size_t byte_count, vv_error *error)
{
    const vv_clip *clip = bytes;
    static const vvi_block_kind kind = {"a clip", CLIP_MAGIC, CLIP_VERSION, VVI_ALIGNMENT, sizeof(vv_clip)};
    vv_result result = vvi_check_block(bytes, byte_count, &kind, error);
    if (result != VV_OK)
        return result;
    result = vvi_clip_check_header(clip->handle_count, clip->track_count, clip->length, error);
    if (result != VV_OK)
        return result;
    vv_clip expected =
        vvi_clip_layout(clip->handle_count, clip->track_count, clip->key_count, clip->length, clip->loop == 1);
    if (clip->key_count > VV_CLIP_MAX_KEYS || memcmp(clip, &expected, sizeof expected) != 0 ||
        clip->byte_count != byte_count)
        return vvi_fail(error, VV_ERROR_FORMAT, "the clip's counts and offsets do not agree");
    return verify_tracks(clip, error);
}
