/* Makes takes of animations: samples every node's channels at a constant rate and converts the poses to joints without
 * scales. */
#include "gltf.h"

#include <string.h>

enum { PATH_MOVE, PATH_TURN, PATH_SCALE, PATH_OTHER };
enum { MODE_STEP, MODE_LINEAR, MODE_CUBIC };

typedef struct gltf_channel {
    uint32_t joint, path, mode;
    uint32_t count; /* keys */
    const float *times;
    const float *values; /* [count · components], three times that for a cubic: in-tangent, value, out-tangent */
    uint32_t cursor;     /* the key at or before the time sampled last */
} gltf_channel;

typedef struct gltf_animation {
    const vv_json *json;
    gltf_list samplers;
    vvi_arena arena;
    uint32_t channel_count;
    gltf_channel *channels;
    double start, end;
    bool has_weights, has_scales; /* ignored */
} gltf_animation;

/* ---- Channels -------------------------------------------------------------------------------------------------- */

static uint32_t find_path(const vv_json *target)
{
    static const char *const names[] = {"translation", "rotation", "scale"};
    const vv_json *path = vv_json_member(target, "path");
    uint32_t i = 0;
    while (i < PATH_OTHER && !(path && path->kind == VV_JSON_STRING && strcmp(path->string, names[i]) == 0))
        i++;
    return i;
}

static vv_result read_mode(gltf_reader *reader, const vv_json *sampler, uint32_t *mode)
{
    static const char *const names[] = {"STEP", "LINEAR", "CUBICSPLINE"};
    const vv_json *interpolation = vv_json_member(sampler, "interpolation");
    *mode = MODE_LINEAR;
    if (!interpolation)
        return VV_OK;
    for (*mode = 0; *mode <= MODE_CUBIC; ++*mode)
        if (interpolation->kind == VV_JSON_STRING && strcmp(interpolation->string, names[*mode]) == 0)
            return VV_OK;
    return vvi_gltf_damaged(reader, interpolation, "this is not STEP, LINEAR or CUBICSPLINE");
}

static vv_result check_times(gltf_reader *reader, uint32_t accessor, const float *times, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (!(fabsf(times[i]) <= 1e6f) || (i > 0 && times[i] < times[i - 1]))
            return vvi_gltf_damaged(reader, reader->accessors[accessor].json,
                                    "times of keys must ascend and be at most a million seconds");
    return VV_OK;
}

/* Reads the keys of a channel; a channel without keys stays empty. */
static vv_result read_sampler(gltf_reader *reader, gltf_animation *animation, const vv_json *sampler,
                              gltf_channel *channel)
{
    uint32_t input = VV_NONE, output = VV_NONE, components = channel->path == PATH_TURN ? 4 : 3;
    float *times = NULL, *values = NULL;
    vv_result result = read_mode(reader, sampler, &channel->mode);
    if (result == VV_OK)
        result = vvi_gltf_index(reader, sampler, "input", reader->accessor_count, &input);
    if (result == VV_OK)
        result = vvi_gltf_index(reader, sampler, "output", reader->accessor_count, &output);
    if (result == VV_OK && (input == VV_NONE || output == VV_NONE))
        result = vvi_gltf_damaged(reader, sampler, "a sampler needs an input and an output");
    if (result != VV_OK)
        return result;
    uint32_t keys = reader->accessors[input].count, each = channel->mode == MODE_CUBIC ? 3 : 1;
    if ((uint64_t)keys * each != reader->accessors[output].count)
        return vvi_gltf_damaged(reader, sampler, "its times and values differ in number");
    result = vvi_gltf_floats(reader, &animation->arena, input, 1, &times);
    if (result == VV_OK)
        result = check_times(reader, input, times, keys);
    if (result == VV_OK)
        result = vvi_gltf_floats(reader, &animation->arena, output, components, &values);
    channel->count = keys;
    channel->times = times;
    channel->values = values;
    return result;
}

/* Whether an animated scale ever differs from the node's own; only then information is lost. */
static bool scale_changes(const gltf_reader *reader, const gltf_channel *channel)
{
    const double *rest = reader->nodes[reader->joints[channel->joint].node].scale;
    uint32_t each = channel->mode == MODE_CUBIC ? 3 : 1;
    for (uint32_t i = 0; i < channel->count; i++)
        for (uint32_t k = 0; k < 3; k++) {
            double value = channel->values[3 * ((size_t)i * each + (each == 3 ? 1 : 0)) + k];
            if (fabs(value - rest[k]) > 1e-3 * fabs(rest[k]) + 1e-6)
                return true;
        }
    return false;
}

static vv_result read_channel(gltf_reader *reader, gltf_animation *animation, const vv_json *json)
{
    uint32_t node = VV_NONE, sampler = VV_NONE;
    const vv_json *target = vv_json_member(json, "target");
    vv_result result = vvi_gltf_index(reader, target, "node", reader->node_count, &node);
    if (result == VV_OK)
        result = vvi_gltf_index(reader, json, "sampler", animation->samplers.count, &sampler);
    if (result == VV_OK && sampler == VV_NONE)
        result = vvi_gltf_damaged(reader, json, "this channel has no sampler");
    gltf_channel channel = {.path = find_path(target)};
    animation->has_weights = animation->has_weights || channel.path == PATH_OTHER;
    if (result != VV_OK || channel.path == PATH_OTHER || node == VV_NONE || reader->nodes[node].joint == VV_NONE)
        return result;
    channel.joint = reader->nodes[node].joint;
    result = read_sampler(reader, animation, animation->samplers.items[sampler], &channel);
    if (result != VV_OK || channel.count == 0)
        return result;
    if (animation->channel_count == 0 || channel.times[0] < animation->start)
        animation->start = channel.times[0];
    if (animation->channel_count == 0 || channel.times[channel.count - 1] > animation->end)
        animation->end = channel.times[channel.count - 1];
    animation->has_scales = animation->has_scales || (channel.path == PATH_SCALE && scale_changes(reader, &channel));
    animation->channels[animation->channel_count++] = channel;
    return VV_OK;
}

static vv_result read_animation(gltf_reader *reader, gltf_animation *animation)
{
    gltf_list list;
    vv_result result =
        vvi_gltf_list(reader, animation->json, "samplers", VV_JSON_OBJECT, GLTF_MAX_ITEMS, &animation->samplers);
    if (result == VV_OK)
        result = vvi_gltf_list(reader, animation->json, "channels", VV_JSON_OBJECT, GLTF_MAX_ITEMS, &list);
    if (result != VV_OK)
        return result;
    animation->channels = vvi_arena_allocate(&animation->arena, list.count + 1u, sizeof *animation->channels);
    if (!animation->channels)
        return vvi_gltf_no_memory(reader);
    for (uint32_t i = 0; i < list.count && result == VV_OK; i++)
        result = read_channel(reader, animation, list.items[i]);
    return result;
}

/* ---- Sampling -------------------------------------------------------------------------------------------------- */

/* Computes value[components] at a time; times must ascend. Rotations use slerp (glTF 2.0, 3.11 and appendix C). */
static void sample_channel(gltf_channel *channel, double time, double *value)
{
    uint32_t n = channel->path == PATH_TURN ? 4 : 3, last = channel->count - 1;
    while (channel->cursor < last && channel->times[channel->cursor + 1] <= time)
        channel->cursor++;
    uint32_t k = channel->cursor;
    double from = channel->times[k], span = k < last ? channel->times[k + 1] - from : 0.0;
    double u = span > 0.0 && time > from ? (time - from) / span : 0.0;
    size_t each = channel->mode == MODE_CUBIC ? 3 * (size_t)n : n;
    const float *a = channel->values + k * each, *b = k < last ? a + each : a;
    if (channel->mode == MODE_CUBIC) {
        for (uint32_t c = 0; c < n; c++)
            value[c] = vvi_hermite(a[n + c], span * a[2 * n + c], b[n + c], span * b[c], u);
        return;
    }
    u = channel->mode == MODE_STEP ? 0.0 : u;
    if (channel->path == PATH_TURN) {
        vv_quat p = vv_quat_normalize((vv_quat){a[0], a[1], a[2], a[3]});
        vv_quat q = vv_quat_slerp(p, vv_quat_normalize((vv_quat){b[0], b[1], b[2], b[3]}), (float)u);
        value[0] = q.x, value[1] = q.y, value[2] = q.z, value[3] = q.w;
        return;
    }
    for (uint32_t c = 0; c < n; c++)
        value[c] = a[c] + u * ((double)b[c] - a[c]);
}

static void apply_channel(gltf_channel *channel, double time, gltf_pose *pose)
{
    double value[4];
    sample_channel(channel, time, value);
    if (channel->path == PATH_TURN) {
        double length = sqrt(value[0] * value[0] + value[1] * value[1] + value[2] * value[2] + value[3] * value[3]);
        gltf_quat turn = {value[0] / length, value[1] / length, value[2] / length, value[3] / length};
        pose->turns[channel->joint] = length > 1e-9 && length < 1e30 ? turn : (gltf_quat){0, 0, 0, 1};
        return;
    }
    memcpy(channel->path == PATH_MOVE ? pose->moves[channel->joint] : pose->scales[channel->joint], value,
           3 * sizeof *value);
}

static vv_result sample_frames(gltf_reader *reader, gltf_animation *animation, vv_take *take)
{
    gltf_pose pose;
    uint32_t joints = reader->joint_count;
    if (!vvi_gltf_allocate_pose(&animation->arena, joints, &pose))
        return vvi_gltf_no_memory(reader);
    for (uint32_t f = 0; f < take->frame_count; f++) {
        double time = animation->start + f / reader->rate;
        vv_quat *turns = take->turns + (size_t)f * joints;
        vvi_gltf_rest_pose(reader, &pose);
        for (uint32_t c = 0; c < animation->channel_count; c++)
            apply_channel(&animation->channels[c], time, &pose);
        vv_result result = vvi_gltf_compute_joints(reader, &pose, turns, take->moves + (size_t)f * joints);
        if (result != VV_OK)
            return result;
        for (uint32_t j = 0; j < joints; j++)
            if (vv_quat_dot(turns[j], f > 0 ? *(turns + j - joints) : vv_quat_identity()) < 0.0f)
                turns[j] = (vv_quat){-turns[j].x, -turns[j].y, -turns[j].z, -turns[j].w};
    }
    return VV_OK;
}

/* ---- Takes ----------------------------------------------------------------------------------------------------- */

static vv_result count_frames(gltf_reader *reader, const gltf_animation *animation, uint32_t *count)
{
    double frames = floor((animation->end - animation->start) * reader->rate + 0.5) + 1.0;
    if (frames <= VV_TAKE_MAX_FRAMES)
        reader->poses += (uint64_t)frames * reader->joint_count;
    if (frames > VV_TAKE_MAX_FRAMES || reader->poses > GLTF_MAX_POSES)
        return vvi_gltf_fail(reader, animation->json, VV_ERROR_LIMIT,
                             "use fewer frames a second, or split the animations", "the animations are too long");
    *count = (uint32_t)frames;
    return VV_OK;
}

static vv_result make_take(gltf_reader *reader, gltf_animation *animation, vv_take *take)
{
    vv_result result = count_frames(reader, animation, &take->frame_count);
    if (result == VV_OK)
        result = vvi_gltf_make_skeleton(reader, &take->skeleton);
    if (result != VV_OK)
        return result;
    size_t joints = reader->joint_count, poses = joints * take->frame_count;
    take->allocator = reader->allocator;
    take->rate = reader->rate;
    take->turns = vvi_allocate(reader->allocator, poses, sizeof *take->turns);
    take->moves = vvi_allocate(reader->allocator, poses, sizeof *take->moves);
    take->orders = vvi_allocate_zeroed(reader->allocator, joints, sizeof *take->orders);
    if (!take->turns || !take->moves || !take->orders)
        return vvi_gltf_no_memory(reader);
    return sample_frames(reader, animation, take);
}

static void name_take(gltf_animation *animation, uint32_t index, joint_name *names, vv_take *take)
{
    char clean[VV_SKELETON_NAME_BYTES], fallback[32];
    const vv_json *name = vv_json_member(animation->json, "name");
    const char *text = name && name->kind == VV_JSON_STRING ? name->string : "";
    vvi_format(fallback, sizeof fallback, "take %u", index + 1);
    vvi_joint_name_clean((text_span){text, strchr(text, '\0')}, fallback, clean);
    vvi_joint_name_add(clean, names, index);
    memcpy(take->name, names[index].text, sizeof take->name);
}

/* Converts one animation; take->skeleton stays NULL if it moves no joints. */
static vv_result add_take(gltf_reader *reader, const vv_json *json, uint32_t index, joint_name *names, vv_take *take)
{
    gltf_animation animation = {.json = json};
    animation.arena.allocator = reader->allocator;
    vv_result result = read_animation(reader, &animation);
    if (result == VV_OK)
        name_take(&animation, index, names, take);
    if (result == VV_OK && animation.channel_count > 0)
        result = make_take(reader, &animation, take);
    if (result == VV_OK && animation.has_weights)
        vvi_gltf_warn(reader, "animation \"%s\" animates morph targets, which is ignored", take->name);
    if (result == VV_OK && animation.has_scales)
        vvi_gltf_warn(reader, "animation \"%s\" animates scales; only their effect on positions is kept", take->name);
    vvi_arena_release(&animation.arena);
    return result;
}

static vv_result make_all_takes(gltf_reader *reader, const gltf_list *list, vv_take *built, uint32_t *count)
{
    joint_name *names = vvi_arena_allocate(&reader->arena, list->count, sizeof *names);
    if (!names)
        return vvi_gltf_no_memory(reader);
    vv_result result = VV_OK;
    for (uint32_t i = 0; i < list->count && result == VV_OK; i++) {
        result = add_take(reader, list->items[i], *count, names, &built[*count]);
        *count += result == VV_OK && built[*count].skeleton ? 1 : 0;
    }
    return result;
}

vv_result vvi_gltf_make_takes(gltf_reader *reader)
{
    gltf_list list;
    uint32_t count = 0;
    vv_result result = vvi_gltf_list(reader, reader->root, "animations", VV_JSON_OBJECT, VV_SKELETON_MAX_JOINTS, &list);
    if (result != VV_OK || list.count == 0 || reader->joint_count == 0)
        return result;
    vv_take *built = vvi_arena_allocate(&reader->arena, list.count, sizeof *built);
    if (!built)
        return vvi_gltf_no_memory(reader);
    result = make_all_takes(reader, &list, built, &count);
    vv_take *takes = count > 0 ? vvi_allocate(reader->allocator, count, sizeof *takes) : NULL;
    if (result == VV_OK && count > 0 && !takes)
        result = vvi_gltf_no_memory(reader);
    if (result == VV_OK && count > 0) {
        memcpy(takes, built, count * sizeof *takes);
        reader->model.takes = takes;
        reader->model.take_count = count;
        return VV_OK;
    }
    vvi_release(reader->allocator, takes, count, sizeof *takes);
    for (uint32_t i = 0; i < list.count; i++)
        vv_take_destroy(&built[i]);
    return result;
}
