/* Curves of a channel in the page, generalised or specialised on a body: their values between keys, slopes at keys,
 * and keys with slopes set by hand. A mode is affine in the place and linear in the turn, so slopes are mapped as
 * differences. */
#include "herd.h"

#include <string.h>

static vv_result fail(vv_studio *studio, const char *what)
{
    vv_error error = {0};
    vvi_fail(&error, VV_ERROR_NOT_FOUND, "%s", what);
    return vvi_studio_fail(studio, &error);
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

/* A track of the open motion, in the requested space. */
typedef struct curve {
    const vv_motion *motion;
    vv_motion_track built_track; /* the built motion's, with automatic slopes */
    uint32_t channel, track;
    bool specialised;
    herd_channel_body channel_body;
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
        return fail(studio, "the channel has no such curve");
    vv_result result = vv_session_motion(studio->session, studio->herd->request.motion, &motion, &error);
    if (result != VV_OK)
        return vvi_studio_fail(studio, &error);
    out->motion = motion->motion;
    out->built_track = vv_motion_track_at(motion->motion, channel, out->track);
    out->specialised = member != VV_NONE && (number == VV_TRACK_POSITION || number == VV_TRACK_ROTATION);
    if (out->specialised && !vvi_herd_find_channel_body(studio, channel, member, body, &out->channel_body))
        return VV_ERROR_NOT_FOUND;
    return VV_OK;
}

/* ---- Between the spaces ---------------------------------------------------------------------------------------- */

static void map_place(const vv_body_frame *frame, bool specialised, float value[4])
{
    vv_body_transform pose = {{value[0], value[1], value[2]}, {0.0f, 0.0f, 0.0f, 1.0f}};
    pose = specialised ? vv_specialise(frame, pose) : vv_generalise(frame, pose);
    memcpy(value, (const float[4]){pose.position.x, pose.position.y, pose.position.z, 0.0f}, 4 * sizeof *value);
}

static void specialise_value(const curve *c, float value[4])
{
    if (!c->specialised)
        return;
    if (c->built_track.kind == VV_TRACK_POSITION) {
        map_place(&c->channel_body.frame, true, value);
        return;
    }
    vv_body_transform pose = vv_specialise(
        &c->channel_body.frame, (vv_body_transform){{0.0f, 0.0f, 0.0f}, {value[0], value[1], value[2], value[3]}});
    memcpy(value, (const float[4]){pose.rotation.x, pose.rotation.y, pose.rotation.z, pose.rotation.w},
           4 * sizeof *value);
}

/* Maps a slope of a place in either direction; other slopes are the same in both spaces. */
static void map_slope(const curve *c, bool specialised, float slope[4])
{
    float origin[4] = {0};
    if (!c->specialised || c->built_track.kind != VV_TRACK_POSITION)
        return;
    map_place(&c->channel_body.frame, specialised, slope);
    map_place(&c->channel_body.frame, specialised, origin);
    for (uint32_t i = 0; i < 4; i++)
        slope[i] -= origin[i];
}

/* ---- Samples --------------------------------------------------------------------------------------------------- */

vv_result vv_studio_herd_curve(vv_studio *studio, uint32_t channel, uint32_t track, uint32_t member, uint32_t body,
                               uint32_t count, float *samples)
{
    curve c;
    vv_result result = find_curve(studio, channel, track, member, body, &c);
    if (result != VV_OK)
        return result;
    memset(samples, 0, 4 * (size_t)count * sizeof *samples);
    for (uint32_t i = 0; i < count; i++) {
        float time = vv_motion_duration(c.motion) * (float)i / (float)(count > 1 ? count - 1 : 1);
        vv_motion_sample(c.motion, channel, c.track, time, samples + 4 * (size_t)i, NULL);
        specialise_value(&c, samples + 4 * (size_t)i);
    }
    return VV_OK;
}

vv_result vv_studio_herd_slopes(vv_studio *studio, uint32_t channel, uint32_t track, uint32_t member, uint32_t body,
                                float *slopes)
{
    curve c;
    vv_result result = find_curve(studio, channel, track, member, body, &c);
    for (uint32_t i = 0; result == VV_OK && i < c.built_track.key_count; i++) {
        float *out = slopes + 8 * (size_t)i;
        memcpy(out, c.built_track.keys[i].in, 4 * sizeof *out);
        memcpy(out + 4, c.built_track.keys[i].out, 4 * sizeof *out);
        map_slope(&c, true, out);
        map_slope(&c, true, out + 4);
    }
    return result;
}

/* ---- Slopes by hand -------------------------------------------------------------------------------------------- */

static void apply_slope(const curve *c, const float *wanted, vv_slope *slope, float *out)
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

static const vv_motion_key *find_key(const vv_motion_track *track, float time)
{
    for (uint32_t i = 0; i < track->key_count; i++)
        if (fabsf(track->keys[i].time - time) < VV_MOTION_MIN_GAP)
            return &track->keys[i];
    return NULL;
}

vv_result vv_studio_herd_set_slopes(vv_studio *studio, uint32_t channel, uint32_t track, uint32_t member, uint32_t body,
                                    float time, const float *in, const float *out)
{
    curve c;
    vv_result result = find_curve(studio, channel, track, member, body, &c);
    if (result != VV_OK)
        return result;
    const vv_project_motion *motion = vv_document_project(studio->document)->motions[studio->herd->request.motion];
    const vv_motion_track *own = &motion->def.channels[channel].tracks[c.track];
    const vv_motion_key *found = find_key(own, time);
    if (found == NULL)
        return fail(studio, "there is no key at this time");
    vv_json_writer *writer = vvi_studio_writer(studio);
    if (writer == NULL)
        return VV_ERROR_MEMORY;
    vv_motion_key key = *found;
    apply_slope(&c, in, &key.slope_in, key.in);
    apply_slope(&c, out, &key.slope_out, key.out);
    vv_json_write_object(writer, NULL);
    vv_json_write_string(writer, "do", "curve.key");
    vv_json_write_string(writer, "motion", motion->name);
    vv_json_write_string(writer, "channel", motion->def.channels[channel].name);
    write_track_name(writer, own);
    vv_project_write_key(writer, "key", own->kind, &key);
    vv_json_write_end(writer);
    return vvi_studio_answer(studio, writer);
}
