/* Curves of a channel in the page, as they are kept or as they are on a body: what they do between keys, the slopes at keys, and the keys
 * that slopes pulled by hand make. A mode is affine in the place and linear in the turn, so slopes go through it as differences do. */
#include "herd.h"

#include <string.h>

static vv_result refuse(vv_studio *studio, const char *what)
{
    vv_error error = {0};
    vvi_fail(&error, VV_ERROR_NOT_FOUND, "%s", what);
    return vvi_studio_refuse(studio, &error);
}

uint32_t vvi_herd_track(const vv_motion_channel *channel, uint32_t number)
{
    uint32_t deforms = 0;
    for (uint32_t t = 0; t < channel->track_count; t++) {
        bool deform = channel->tracks[t].kind == VV_TRACK_DEFORM;
        if (number == (deform ? VV_TRACK_DEFORM + deforms : (uint32_t)channel->tracks[t].kind))
            return t;
        deforms += deform;
    }
    return VV_NONE;
}

/* A track of the motion that is open, in the space that is asked for. */
typedef struct curve {
    const vv_motion *motion;
    vv_motion_track kept; /* the motion's: with the slopes that were found */
    uint32_t channel, track;
    bool special;
    herd_keyed on;
} curve;

static vv_result find_curve(vv_studio *studio, uint32_t channel, uint32_t number, uint32_t member, uint32_t body,
                            curve *out)
{
    const vv_motion_channel *wanted = vvi_herd_channel(studio, channel);
    const vv_built_motion *motion = NULL;
    vv_error error = {0};
    *out = (curve){.channel = channel, .track = wanted == NULL ? VV_NONE : vvi_herd_track(wanted, number)};
    if (wanted == NULL)
        return VV_ERROR_NOT_FOUND;
    if (out->track == VV_NONE)
        return refuse(studio, "the channel has no such curve");
    vv_result result = vv_session_motion(studio->session, studio->herd->wish.motion, &motion, &error);
    if (result != VV_OK)
        return vvi_studio_refuse(studio, &error);
    out->motion = motion->motion;
    out->kept = vv_motion_track_at(motion->motion, channel, out->track);
    out->special = member != VV_NONE && (number == VV_TRACK_PLACE || number == VV_TRACK_TURN);
    if (out->special && !vvi_herd_keyed(studio, channel, member, body, &out->on))
        return VV_ERROR_NOT_FOUND;
    return VV_OK;
}

/* ---- Between the spaces -------------------------------------------------------------------------------------------------------------- */

static void map_place(const vv_frame *frame, bool special, float value[4])
{
    vv_pose3 pose = {{value[0], value[1], value[2]}, {0.0f, 0.0f, 0.0f, 1.0f}};
    pose = special ? vv_specialise(frame, pose) : vv_generalise(frame, pose);
    memcpy(value, (const float[4]){pose.place.x, pose.place.y, pose.place.z, 0.0f}, 4 * sizeof *value);
}

static void specialise_value(const curve *c, float value[4])
{
    if (!c->special)
        return;
    if (c->kept.kind == VV_TRACK_PLACE) {
        map_place(&c->on.frame, true, value);
        return;
    }
    vv_pose3 pose =
        vv_specialise(&c->on.frame, (vv_pose3){{0.0f, 0.0f, 0.0f}, {value[0], value[1], value[2], value[3]}});
    memcpy(value, (const float[4]){pose.turn.x, pose.turn.y, pose.turn.z, pose.turn.w}, 4 * sizeof *value);
}

/* A slope of a place, either way; others are the same in both spaces. */
static void map_slope(const curve *c, bool special, float slope[4])
{
    float origin[4] = {0};
    if (!c->special || c->kept.kind != VV_TRACK_PLACE)
        return;
    map_place(&c->on.frame, special, slope);
    map_place(&c->on.frame, special, origin);
    for (uint32_t i = 0; i < 4; i++)
        slope[i] -= origin[i];
}

/* ---- What it does ------------------------------------------------------------------------------------------------------------------- */

vv_result vv_studio_herd_curve(vv_studio *studio, uint32_t channel, uint32_t track, uint32_t member, uint32_t body,
                               uint32_t count, float *samples)
{
    curve c;
    vv_result result = find_curve(studio, channel, track, member, body, &c);
    if (result != VV_OK)
        return result;
    memset(samples, 0, 4 * (size_t)count * sizeof *samples);
    for (uint32_t i = 0; i < count; i++) {
        float time = vv_motion_length(c.motion) * (float)i / (float)(count > 1 ? count - 1 : 1);
        vv_motion_value(c.motion, channel, c.track, time, samples + 4 * (size_t)i, NULL);
        specialise_value(&c, samples + 4 * (size_t)i);
    }
    return VV_OK;
}

vv_result vv_studio_herd_slopes(vv_studio *studio, uint32_t channel, uint32_t track, uint32_t member, uint32_t body,
                                float *slopes)
{
    curve c;
    vv_result result = find_curve(studio, channel, track, member, body, &c);
    for (uint32_t i = 0; result == VV_OK && i < c.kept.key_count; i++) {
        float *out = slopes + 8 * (size_t)i;
        memcpy(out, c.kept.keys[i].in, 4 * sizeof *out);
        memcpy(out + 4, c.kept.keys[i].out, 4 * sizeof *out);
        map_slope(&c, true, out);
        map_slope(&c, true, out + 4);
    }
    return result;
}

/* ---- Slopes by hand ----------------------------------------------------------------------------------------------------------------- */

static void set_slope(const curve *c, const float *wanted, vv_slope *slope, float *out)
{
    if (wanted == NULL)
        return;
    memcpy(out, wanted, 4 * sizeof *out);
    map_slope(c, false, out);
    *slope = VV_SLOPE_FREE;
}

static void write_track_name(vv_json_writer *writer, const vv_motion_track *track)
{
    static const char *const names[] = {"place", "turn", "place_weight", "turn_weight"};
    char deform[VV_CREATURE_NAME_BYTES + 8];
    if (track->kind != VV_TRACK_DEFORM) {
        vv_json_write_string(writer, "track", names[track->kind]);
        return;
    }
    vvi_format(deform, sizeof deform, "deform:%s", track->deform);
    vv_json_write_string(writer, "track", deform);
}

static const vv_motion_key *key_near(const vv_motion_track *track, float time)
{
    for (uint32_t i = 0; i < track->key_count; i++)
        if (fabsf(track->keys[i].time - time) < VV_MOTION_MIN_GAP)
            return &track->keys[i];
    return NULL;
}

vv_result vv_studio_herd_slant(vv_studio *studio, uint32_t channel, uint32_t track, uint32_t member, uint32_t body,
                               float time, const float *in, const float *out)
{
    curve c;
    vv_result result = find_curve(studio, channel, track, member, body, &c);
    if (result != VV_OK)
        return result;
    const vv_project_motion *motion = vv_document_project(studio->document)->motions[studio->herd->wish.motion];
    const vv_motion_track *own = &motion->def.channels[channel].tracks[c.track];
    const vv_motion_key *found = key_near(own, time);
    if (found == NULL)
        return refuse(studio, "there is no key at this time");
    vv_json_writer *writer = vvi_studio_writer(studio);
    if (writer == NULL)
        return VV_ERROR_MEMORY;
    vv_motion_key key = *found;
    set_slope(&c, in, &key.slope_in, key.in);
    set_slope(&c, out, &key.slope_out, key.out);
    vv_json_write_object(writer, NULL);
    vv_json_write_string(writer, "do", "curve.key");
    vv_json_write_string(writer, "motion", motion->name);
    vv_json_write_string(writer, "channel", motion->def.channels[channel].name);
    write_track_name(writer, own);
    vv_project_write_key(writer, "key", own->kind, &key);
    vv_json_write_end(writer);
    return vvi_studio_answer(studio, writer);
}
