/* Keys from the stage: the value of a handle in its clip's terms, and recorded drags thinned to keys. */
#include "play.h"

#include <string.h>

/* ---- Between the stage and the clip ---------------------------------------------------------------------------- */

/* The transform from the artwork to the stage, as the actor was placed. */
static vv_affine placement(const vv_project_actor *actor)
{
    vv_mat2 sized = {actor->flipped ? -actor->scale : actor->scale, 0.0f, 0.0f, actor->scale};
    return (vv_affine){vv_mat2_multiply(vv_mat2_rotation(actor->angle), sized), actor->at};
}

/* A puppet of the scene that plays; NULL, with the error as text, if there is none. */
static const vv_project_actor *find_puppet(vv_studio *studio, uint32_t actor, uint32_t handle)
{
    const vvi_playing *p = vvi_playing_current(studio);
    const vv_project_stage *stage = p ? &vv_performance_scene(p->performance)->stage : NULL;
    vv_error error = {0};
    if (stage && actor < stage->actor_count && stage->actors[actor].kind == VV_ACTOR_PUPPET &&
        handle < vv_performance_rigged(p->performance, actor)->body->handle_count)
        return &stage->actors[actor];
    vvi_fail(&error, VV_ERROR_NOT_FOUND, "there is no such handle of a puppet in the scene that plays");
    vvi_studio_fail(studio, &error);
    return NULL;
}

vv_result vv_studio_position_value(vv_studio *studio, uint32_t actor, float x, float y, float value[2])
{
    const vv_project_actor *a = find_puppet(studio, actor, 0);
    vv_affine inverse;
    if (!a)
        return VV_ERROR_NOT_FOUND;
    if (!vv_affine_invert(placement(a), &inverse))
        return VV_ERROR_ARGUMENT;
    vv_vec2 at = vv_affine_apply(inverse, (vv_vec2){x, y});
    value[0] = at.x;
    value[1] = at.y;
    return VV_OK;
}

/* Of all equivalent angles the one nearest to the clip's, so that keys never rotate the long way round. */
static float nearest_equivalent(float angle, float near)
{
    const float turn = 6.28318530718f;
    return angle + turn * floorf((near - angle) / turn + 0.5f);
}

static void factor_linear(const vv_handle *handle, vv_mat2 linear, float *angle, float scale[2])
{
    vv_vec2 bone = vv_vec2_sub(handle->to, handle->from);
    float length = vv_vec2_length(bone);
    vv_vec2 along = length > 0.0f ? vv_vec2_scale(bone, 1.0f / length) : (vv_vec2){1.0f, 0.0f};
    vv_vec2 across = {-along.y, along.x};
    vv_polar2 polar = vv_mat2_polar(linear);
    vv_mat2 stretch = {polar.xx, polar.xy, polar.xy, polar.yy};
    *angle = polar.angle;
    scale[0] = vvi_max(vv_vec2_dot(along, vv_mat2_apply(stretch, along)), 1e-3f);
    scale[1] = vvi_max(vv_vec2_dot(across, vv_mat2_apply(stretch, across)), 1e-3f);
}

vv_result vv_studio_handle_value(vv_studio *studio, uint32_t actor, uint32_t handle, vv_handle_channel channel,
                                 float near, float value[2])
{
    const vv_project_actor *a = find_puppet(studio, actor, handle);
    vv_affine pose[VV_RIG_MAX_HANDLES], inverse;
    vv_actor_drawing looks[2];
    if (!a)
        return VV_ERROR_NOT_FOUND;
    const vv_performance *performance = vvi_playing_current(studio)->performance;
    const vv_body *body = vv_performance_rigged(performance, actor)->body;
    vv_performance_drawings(performance, actor, looks);
    if (!vv_affine_invert(placement(a), &inverse) || looks[0].rigged->body != body ||
        !vv_performance_pose(performance, actor, pose))
        return VV_ERROR_ARGUMENT;
    vv_affine own = vv_affine_multiply(inverse, pose[handle]);
    vv_vec2 at = vv_affine_apply(own, body->handles[handle].from);
    float angle, scale[2];
    factor_linear(&body->handles[handle], own.linear, &angle, scale);
    value[0] = channel == VV_CHANNEL_POSITION ? at.x
               : channel == VV_CHANNEL_ANGLE  ? nearest_equivalent(angle, near)
                                              : scale[0];
    value[1] = channel == VV_CHANNEL_POSITION ? at.y : channel == VV_CHANNEL_ANGLE ? 0.0f : scale[1];
    return VV_OK;
}

/* ---- Recording ------------------------------------------------------------------------------------------------- */

#define MOST_SAMPLES 20000u

/* A drag by the pointer, in the clip's time and space; samples with `is_key` become keys. */
typedef struct drag {
    uint32_t count;
    vv_vec2 *at;
    float *times;
    bool *is_key;
    vv_key *keys; /* [count] the keys so far */
} drag;

static bool convert_samples(drag *d, const vv_project_actor *a, const vv_project_clip *clip, const float *samples,
                            uint32_t count, vvi_arena *arena)
{
    vv_affine inverse;
    d->at = vvi_arena_allocate(arena, count, sizeof *d->at);
    d->times = vvi_arena_allocate(arena, count, sizeof *d->times);
    d->is_key = vvi_arena_allocate(arena, count, sizeof *d->is_key);
    d->keys = vvi_arena_allocate(arena, count, sizeof *d->keys);
    if (!d->at || !d->times || !d->is_key || !d->keys || !vv_affine_invert(placement(a), &inverse))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        float time = samples[3 * i] - a->clip_start;
        vv_vec2 at = {samples[3 * i + 1], samples[3 * i + 2]};
        bool later = d->count == 0 || time > d->times[d->count - 1] + 1e-4f;
        if (!(time >= 0.0f && time < VV_CLIP_MAX_TIME) || !vvi_all_finite(&at.x, 2) || !later ||
            (clip->loop && time >= clip->length))
            continue;
        d->times[d->count] = time;
        d->at[d->count++] = vv_affine_apply(inverse, at);
    }
    return true;
}

static uint32_t make_keys(drag *d)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < d->count; i++) {
        if (!d->is_key[i])
            continue;
        d->keys[count] = vv_default_key();
        d->keys[count].time = d->times[i];
        d->keys[count].value[0] = d->at[i].x;
        d->keys[count++].value[1] = d->at[i].y;
    }
    return count;
}

/* The sample with the largest distance from the curve through the keys; VV_NONE if none is beyond `tolerance`. */
static uint32_t find_worst(const drag *d, uint32_t key_count, float tolerance, const vv_allocator *allocator,
                           vv_result *result)
{
    vv_track track = {.channel = VV_CHANNEL_POSITION, .key_count = key_count, .keys = d->keys};
    vv_clip_def def = {
        .handle_count = 1, .duration = d->times[d->count - 1] + 1.0f, .track_count = 1, .tracks = &track};
    vv_clip *clip = NULL;
    uint32_t worst = VV_NONE;
    *result = vv_clip_create(&def, allocator, &clip, NULL);
    for (uint32_t i = 0; *result == VV_OK && i < d->count; i++) {
        vv_handle_target aim = vv_clip_sample(clip, 0, (double)d->times[i]);
        float error = vv_vec2_distance((vv_vec2){aim.value[0], aim.value[1]}, d->at[i]);
        if (error > tolerance && !d->is_key[i]) {
            tolerance = error;
            worst = i;
        }
    }
    vv_clip_destroy(clip, allocator);
    return worst;
}

/* Adds the worst sample as a key until the curve is within tolerance everywhere. */
static vv_result thin_samples(drag *d, float tolerance, const vv_allocator *allocator, uint32_t *key_count)
{
    vv_result result = VV_OK;
    uint32_t worst = 0;
    d->is_key[0] = d->is_key[d->count - 1] = true;
    while (result == VV_OK && worst != VV_NONE) {
        *key_count = make_keys(d);
        worst = find_worst(d, *key_count, tolerance, allocator, &result);
        if (worst != VV_NONE)
            d->is_key[worst] = true;
    }
    return result;
}

static void write_head(vv_json_writer *w, const char *what, const vv_project_clip *clip, const char *handle)
{
    vv_json_write_object(w, NULL);
    vv_json_write_string(w, "do", what);
    vv_json_write_string(w, "clip", clip->name);
    vv_json_write_string(w, "handle", handle);
    vv_json_write_string(w, "channel", "position");
}

/* Writes the command that removes the track's keys within the recorded time. */
static void write_removal(vv_json_writer *w, const vv_project_clip *clip, uint32_t handle, const char *name,
                          const drag *d)
{
    uint32_t index = vv_project_find_track(clip, handle, VV_CHANNEL_POSITION), count = 0;
    float from = d->times[0] - 1e-4f, to = d->times[d->count - 1] + 1e-4f;
    for (uint32_t i = 0; index != VV_NONE && i < clip->tracks[index].key_count; i++) {
        float time = clip->tracks[index].keys[i].time;
        if (time < from || time > to)
            continue;
        if (count++ == 0) {
            write_head(w, "key.remove", clip, name);
            vv_json_write_array(w, "times");
        }
        vv_json_write_float(w, NULL, time);
    }
    if (count > 0) {
        vv_json_write_end(w);
        vv_json_write_end(w);
    }
}

static void write_keys(vv_json_writer *w, const vv_project_clip *clip, const char *name, const drag *d, uint32_t count)
{
    write_head(w, "key.set", clip, name);
    vv_json_write_array(w, "keys");
    for (uint32_t i = 0; i < count; i++) {
        vv_json_write_object(w, NULL);
        vv_json_write_float(w, "time", d->keys[i].time);
        vv_json_write_array(w, "value");
        vv_json_write_float(w, NULL, vv_pose_round(d->keys[i].value[0]));
        vv_json_write_float(w, NULL, vv_pose_round(d->keys[i].value[1]));
        vv_json_write_end(w);
        vv_json_write_end(w);
    }
    vv_json_write_end(w);
    vv_json_write_end(w);
}

static vv_result answer_drag(vv_studio *studio, const vv_project_clip *clip, uint32_t handle, const char *name,
                             const drag *d, uint32_t count)
{
    vv_json_writer *w = vvi_studio_writer(studio);
    if (!w)
        return VV_ERROR_MEMORY;
    vv_json_write_object(w, NULL);
    vv_json_write_string(w, "do", "group");
    vv_json_write_string(w, "label", "Record motion");
    vv_json_write_array(w, "commands");
    write_removal(w, clip, handle, name, d);
    write_keys(w, clip, name, d, count);
    vv_json_write_end(w);
    vv_json_write_end(w);
    return vvi_studio_answer(studio, w);
}

static vv_result check_drag(const vv_project_actor *a, uint32_t count, vv_error *error)
{
    if (a->clip == VV_NONE) {
        vvi_fail(error, VV_ERROR_NOT_FOUND, "“%s” plays no clip to put keys into", a->name);
        vvi_error_remedy(error, "give it a clip first");
        return VV_ERROR_NOT_FOUND;
    }
    if (count < 2 || count > MOST_SAMPLES)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "the drag has %u samples; it needs 2 to %u", count, MOST_SAMPLES);
    return VV_OK;
}

vv_result vv_studio_store_drag(vv_studio *studio, uint32_t actor, uint32_t handle, const float *samples, uint32_t count,
                               float tolerance)
{
    const vv_project_actor *a = find_puppet(studio, actor, handle);
    vv_error error = {0};
    if (!a)
        return VV_ERROR_NOT_FOUND;
    const vv_project *project = vv_performance_project(vvi_playing_current(studio)->performance);
    vv_result result = check_drag(a, count, &error);
    if (result != VV_OK)
        return vvi_studio_fail(studio, &error);
    const vv_project_clip *clip = project->clips[a->clip];
    vvi_arena arena = {.allocator = studio->allocator};
    drag d = {0};
    uint32_t keys = 0;
    if (!convert_samples(&d, a, clip, samples, count, &arena))
        result = vvi_fail_memory(&error, count * sizeof *d.keys);
    else if (d.count < 2)
        result = vvi_fail(&error, VV_ERROR_ARGUMENT, "nothing was recorded within the clip");
    else
        result = thin_samples(&d, vvi_max(tolerance, 1e-5f), studio->allocator, &keys);
    if (result == VV_OK)
        result = answer_drag(studio, clip, handle, project->artworks[a->artwork]->handles[handle].name, &d, keys);
    else
        vvi_studio_fail(studio, &error);
    vvi_arena_release(&arena);
    return result;
}
