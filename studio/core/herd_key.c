/* Keying creatures in the page: conversions between the pose of a body and the values of a channel, in both
 * directions. */
#include "herd.h"

#include <string.h>

static vv_result fail(vv_studio *studio, const char *what)
{
    vv_error error = {0};
    vvi_fail(&error, VV_ERROR_NOT_FOUND, "%s", what);
    return vvi_studio_fail(studio, &error);
}

static vv_movement_target find_target(const vvi_herd *herd, const herd_channel_body *k, uint32_t variant)
{
    if (k->channel->secondary == VV_SECONDARY_EXTERNAL)
        return vvi_herd_target(herd, k->creature, k->channel->target);
    uint32_t other = vv_binding_relative(k->creature->binding, variant, k->index, k->body);
    if (other == VV_NONE)
        return (vv_movement_target){0};
    vv_creature_body body = vv_creature_body_at(k->creature->built->creature, other);
    return (vv_movement_target){vv_vec3_add(body.position, vv_quat_rotate(body.rotation, body.centre)), true};
}

bool vvi_herd_find_channel_body(vv_studio *studio, uint32_t channel, uint32_t member, uint32_t body,
                                herd_channel_body *out)
{
    uint32_t bodies[VV_CREATURE_MAX_BODIES];
    bool mirrored[VV_CREATURE_MAX_BODIES];
    *out = (herd_channel_body){.channel = vvi_herd_channel(studio, channel), .index = channel, .body = body};
    out->creature = out->channel == NULL ? NULL : vvi_herd_member(studio, member, body);
    if (out->creature == NULL)
        return false;
    const vvi_herd *herd = studio->herd;
    const vv_binding *binding = out->creature->binding;
    uint32_t variants = binding == NULL ? 0 : vv_binding_variant_count(binding);
    uint32_t variant = variants == 0 ? 0 : herd->request.variant % variants;
    uint32_t count = variants == 0 ? 0 : vv_binding_bodies(binding, variant, channel, bodies, mirrored);
    for (uint32_t i = 0; i < count; i++) {
        if (bodies[i] != body)
            continue;
        out->target = find_target(herd, out, variant);
        out->mirrored = mirrored[i] != herd->request.mirror;
        out->frame = vv_movement_mode_frame(out->channel->mode, out->creature->built->creature, body, out->target, 0.0f,
                                            out->mirrored);
        return true;
    }
    fail(studio, "the channel does not move this body");
    return false;
}

static const vv_motion_track *find_track(const vv_motion_channel *channel, vv_motion_track_kind kind)
{
    for (uint32_t t = 0; t < channel->track_count; t++)
        if (channel->tracks[t].kind == kind)
            return &channel->tracks[t];
    return NULL;
}

static uint32_t track_index(const vv_motion_channel *channel, vv_motion_track_kind kind)
{
    const vv_motion_track *track = find_track(channel, kind);
    return track == NULL ? VV_NONE : (uint32_t)(track - channel->tracks);
}

/* The value of a channel at a time; the rest pose for missing tracks. */
static vv_body_transform value_at(const herd_channel_body *k, float time)
{
    const vv_motion *motion = vv_binding_motion(k->creature->binding);
    uint32_t place = track_index(k->channel, VV_TRACK_POSITION), turn = track_index(k->channel, VV_TRACK_ROTATION);
    float value[4];
    vv_creature_body body = vv_creature_body_at(k->creature->built->creature, k->body);
    vv_body_transform rest = {vv_vec3_add(body.position, vv_quat_rotate(body.rotation, body.centre)), body.rotation};
    vv_body_transform pose = vv_generalise(&k->frame, rest);
    if (place != VV_NONE) {
        vv_motion_sample(motion, k->index, place, time, value, NULL);
        pose.position = (vv_vec3){value[0], value[1], value[2]};
    }
    if (turn != VV_NONE) {
        vv_motion_sample(motion, k->index, turn, time, value, NULL);
        pose.rotation = (vv_quat){value[0], value[1], value[2], value[3]};
    }
    return pose;
}

static void write_pose(vv_body_transform pose, float *out)
{
    const float numbers[7] = {pose.position.x, pose.position.y, pose.position.z, pose.rotation.x,
                              pose.rotation.y, pose.rotation.z, pose.rotation.w};
    memcpy(out, numbers, sizeof numbers);
}

vv_result vv_studio_herd_target(vv_studio *studio, uint32_t channel, uint32_t member, uint32_t body, float time,
                                float *out)
{
    herd_channel_body k;
    if (!vvi_herd_find_channel_body(studio, channel, member, body, &k))
        return VV_ERROR_NOT_FOUND;
    vv_body_transform general = value_at(&k, time);
    write_pose(vv_specialise(&k.frame, general), out);
    write_pose(general, out + 7);
    return VV_OK;
}

/* ---- Keys ------------------------------------------------------------------------------------------------------ */

/* The existing key at a time with a new value, or a new key. */
static vv_motion_key make_key(const vv_motion_channel *channel, vv_motion_track_kind kind, float time,
                              const float *value, uint32_t count)
{
    const vv_motion_track *track = find_track(channel, kind);
    vv_motion_key key = {.time = time};
    for (uint32_t i = 0; track != NULL && i < track->key_count; i++)
        if (fabsf(track->keys[i].time - time) < VV_MOTION_MIN_GAP)
            key = track->keys[i];
    memcpy(key.value, value, count * sizeof *value);
    return key;
}

static void write_key(vv_json_writer *writer, const vv_project_motion *motion, const vv_motion_channel *channel,
                      vv_motion_track_kind kind, const vv_motion_key *key)
{
    vv_json_write_object(writer, NULL);
    vv_json_write_string(writer, "do", "curve.key");
    vv_json_write_string(writer, "motion", motion->name);
    vv_json_write_string(writer, "channel", channel->name);
    vv_json_write_string(writer, "track", kind == VV_TRACK_POSITION ? "place" : "turn");
    vv_project_write_key(writer, "key", kind, key);
    vv_json_write_end(writer);
}

vv_result vv_studio_herd_key(vv_studio *studio, uint32_t channel, uint32_t member, uint32_t body, float time,
                             const float *place, const float *turn)
{
    herd_channel_body k;
    if (!vvi_herd_find_channel_body(studio, channel, member, body, &k))
        return VV_ERROR_NOT_FOUND;
    vv_json_writer *writer = vvi_studio_writer(studio);
    if (writer == NULL)
        return VV_ERROR_MEMORY;
    const vv_project_motion *motion = vv_document_project(studio->document)->motions[studio->herd->request.motion];
    vv_body_transform wanted = vv_specialise(&k.frame, value_at(&k, time));
    if (place != NULL)
        wanted.position = (vv_vec3){place[0], place[1], place[2]};
    if (turn != NULL)
        wanted.rotation = vv_quat_normalize((vv_quat){turn[0], turn[1], turn[2], turn[3]});
    float numbers[7];
    write_pose(vv_generalise(&k.frame, wanted), numbers);
    vv_json_write_array(writer, NULL);
    if (place != NULL) {
        vv_motion_key key = make_key(k.channel, VV_TRACK_POSITION, time, numbers, 3);
        write_key(writer, motion, k.channel, VV_TRACK_POSITION, &key);
    }
    if (turn != NULL) {
        vv_motion_key key = make_key(k.channel, VV_TRACK_ROTATION, time, numbers + 3, 4);
        write_key(writer, motion, k.channel, VV_TRACK_ROTATION, &key);
    }
    vv_json_write_end(writer);
    return vvi_studio_answer(studio, writer);
}

/* ---- Remapping (3.3) ------------------------------------------------------------------------------------------- */

static bool write_remapped(vv_studio *studio, vv_json_writer *writer, const herd_channel_body *k,
                           vv_motion_track_kind kind, const vv_body_frame *to)
{
    const vv_motion_track *track = find_track(k->channel, kind);
    if (track == NULL)
        return true;
    vv_motion_key *keys = vvi_allocate(studio->allocator, track->key_count, sizeof *keys);
    if (keys == NULL)
        return false;
    memcpy(keys, track->keys, track->key_count * sizeof *keys);
    vv_motion_keys_remap(kind, track->key_count, keys, &k->frame, to);
    vv_json_write_array(writer, kind == VV_TRACK_POSITION ? "place" : "turn");
    for (uint32_t i = 0; i < track->key_count; i++)
        vv_project_write_key(writer, NULL, kind, &keys[i]);
    vv_json_write_end(writer);
    vvi_release(studio->allocator, keys, track->key_count, sizeof *keys);
    return true;
}

static vv_result write_remap(vv_studio *studio, const herd_channel_body *k, const vv_json *mode,
                             vv_movement_mode wanted)
{
    vv_json_writer *writer = vvi_studio_writer(studio);
    if (writer == NULL)
        return VV_ERROR_MEMORY;
    const vv_project_motion *motion = vv_document_project(studio->document)->motions[studio->herd->request.motion];
    vv_body_frame to =
        vv_movement_mode_frame(wanted, k->creature->built->creature, k->body, k->target, 0.0f, k->mirrored);
    vv_json_write_object(writer, NULL);
    vv_json_write_string(writer, "do", "channel.set");
    vv_json_write_string(writer, "motion", motion->name);
    vv_json_write_string(writer, "channel", k->channel->name);
    vv_json_write_value(writer, "mode", mode);
    bool allocated = write_remapped(studio, writer, k, VV_TRACK_POSITION, &to) &&
                     write_remapped(studio, writer, k, VV_TRACK_ROTATION, &to);
    vv_json_write_end(writer);
    if (allocated)
        return vvi_studio_answer(studio, writer);
    vv_json_writer_destroy(writer);
    vv_error error = {0};
    vvi_fail_memory(&error, sizeof(vv_motion_key));
    return vvi_studio_fail(studio, &error);
}

vv_result vv_studio_herd_remap(vv_studio *studio, uint32_t channel, uint32_t member, uint32_t body, const char *mode,
                               uint32_t length)
{
    herd_channel_body k;
    vv_movement_mode wanted;
    vv_error error = {0};
    vv_json_document *json = NULL;
    if (!vvi_herd_find_channel_body(studio, channel, member, body, &k))
        return VV_ERROR_NOT_FOUND;
    vv_result result = vv_json_parse(mode, length, "mode", studio->allocator, &json, &error);
    if (result == VV_OK)
        result = vv_project_read_mode(json, vv_json_root(json), &wanted, &error);
    result = result == VV_OK ? write_remap(studio, &k, vv_json_root(json), wanted) : vvi_studio_fail(studio, &error);
    if (json != NULL)
        vv_json_destroy(json);
    return result;
}
