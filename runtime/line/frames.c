/* Frames: the result of a match, as one block that an asset can hold. */
#include "runtime/line/line.h"

#include <string.h>

#define FRAMES_MAGIC    0x4d524656u /* "VFRM" */
#define FRAMES_MAX_MOVE 1e6f        /* metres */
#define FRAMES_VERSION  1u

struct vv_pose_sequence {
    uint32_t magic, version;
    uint64_t byte_count;
    uint32_t joint_count, frame_count;
    float rate;
    uint32_t reserved;
    uint64_t parents; /* uint32_t[joint_count] */
    uint64_t turns;   /* vv_quat[frame_count · joint_count] */
    uint64_t moves;   /* vv_vec3[frame_count · joint_count] */
};

/* The header that belongs to these counts. */
static vv_pose_sequence layout(uint32_t joint_count, uint32_t frame_count, float rate)
{
    vv_pose_sequence f = {.magic = FRAMES_MAGIC,
                          .version = FRAMES_VERSION,
                          .joint_count = joint_count,
                          .frame_count = frame_count,
                          .rate = rate};
    uint64_t cursor = sizeof f, poses = (uint64_t)joint_count * frame_count;
    VVI_CHECK(joint_count > 0 && frame_count > 0 && rate > 0.0f);
    f.parents = vvi_section(&cursor, joint_count, sizeof(uint32_t));
    f.turns = vvi_section(&cursor, poses, sizeof(vv_quat));
    f.moves = vvi_section(&cursor, poses, sizeof(vv_vec3));
    f.byte_count = vvi_section(&cursor, 0, 0);
    return f;
}

static const void *section(const vv_pose_sequence *frames, uint64_t offset) { return (const char *)frames + offset; }

static bool are_unit_turns(const vv_quat *turns, size_t count)
{
    bool valid = true;
    for (size_t i = 0; i < count; i++)
        valid = valid && fabsf(vv_quat_dot(turns[i], turns[i]) - 1.0f) <= 1e-3f;
    return valid;
}

static vv_result check(const vv_pose_sequence *frames, vv_result code, vv_error *error)
{
    size_t poses = (size_t)frames->joint_count * frames->frame_count;
    const uint32_t *parents = section(frames, frames->parents);
    const vv_vec3 *moves = section(frames, frames->moves);
    if (!are_unit_turns(section(frames, frames->turns), poses) ||
        !vvi_all_within(&moves->x, 3 * poses, FRAMES_MAX_MOVE))
        return vvi_fail(error, code, "a joint is farther than %g m from its parent, or a turn is not of unit length",
                        (double)FRAMES_MAX_MOVE);
    for (uint32_t j = 0; j < frames->joint_count; j++)
        if (j == 0 ? parents[j] != VV_NONE : parents[j] >= j)
            return vvi_fail(error, code, "the parent of joint %u does not come before it", j);
    return VV_OK;
}

vv_result vv_pose_sequence_create(const vv_skeleton *skeleton, float rate, uint32_t frame_count, const vv_quat *turns,
                                  const vv_vec3 *moves, const vv_allocator *allocator, vv_pose_sequence **out,
                                  vv_error *error)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(skeleton != NULL);
    VV_ASSERT(turns != NULL);
    VV_ASSERT(moves != NULL);
    VV_ASSERT(out != NULL);
    uint32_t joints = vv_skeleton_joint_count(skeleton);
    if (frame_count == 0 || frame_count > VV_MATCH_MAX_FRAMES || !(rate > 0.0f && rate <= 1000.0f))
        return vvi_fail(error, VV_ERROR_ARGUMENT,
                        "there must be 1 to %u frames at a rate of more than 0 and at most 1000 a second",
                        VV_MATCH_MAX_FRAMES);
    vv_pose_sequence header = layout(joints, frame_count, rate);
    vv_pose_sequence *frames = vvi_allocate_zeroed(allocator, (size_t)header.byte_count, 1);
    if (frames == NULL)
        return vvi_fail_memory(error, (size_t)header.byte_count);
    size_t poses = (size_t)joints * frame_count;
    char *base = (char *)frames;
    memcpy(frames, &header, sizeof header);
    for (uint32_t j = 0; j < joints; j++)
        ((uint32_t *)(void *)(base + header.parents))[j] = vv_skeleton_joint(skeleton, j).parent;
    memcpy(base + header.turns, turns, poses * sizeof *turns);
    memcpy(base + header.moves, moves, poses * sizeof *moves);
    vv_result result = check(frames, VV_ERROR_ARGUMENT, error);
    if (result != VV_OK)
        vv_pose_sequence_destroy(frames, allocator);
    else
        *out = frames;
    return result;
}

void vv_pose_sequence_destroy(vv_pose_sequence *frames, const vv_allocator *allocator)
{
    if (frames != NULL)
        vvi_release(allocator, frames, (size_t)frames->byte_count, 1);
}

uint32_t vv_pose_sequence_joint_count(const vv_pose_sequence *frames)
{
    VV_ASSERT(frames != NULL);
    return frames->joint_count;
}
uint32_t vv_pose_sequence_frame_count(const vv_pose_sequence *frames)
{
    VV_ASSERT(frames != NULL);
    return frames->frame_count;
}
float vv_pose_sequence_rate(const vv_pose_sequence *frames)
{
    VV_ASSERT(frames != NULL);
    return frames->rate;
}
size_t vvi_pose_sequence_bytes(const vv_pose_sequence *frames) { return (size_t)frames->byte_count; }

vv_result vvi_pose_sequence_verify(const void *bytes, size_t byte_count, vv_error *error)
{
    const vv_pose_sequence *frames = bytes;
    static const vvi_block_kind kind = {"frames", FRAMES_MAGIC, FRAMES_VERSION, VVI_ALIGNMENT,
                                        sizeof(vv_pose_sequence)};
    vv_result result = vvi_check_block(bytes, byte_count, &kind, error);
    if (result != VV_OK)
        return result;
    if (frames->joint_count == 0 || frames->joint_count > VV_SKELETON_MAX_JOINTS || frames->frame_count == 0 ||
        frames->frame_count > VV_MATCH_MAX_FRAMES || !(frames->rate > 0.0f && frames->rate <= 1000.0f))
        return vvi_fail(error, VV_ERROR_FORMAT, "the counts of these frames are damaged");
    vv_pose_sequence expected = layout(frames->joint_count, frames->frame_count, frames->rate);
    if (memcmp(frames, &expected, sizeof expected) != 0 || frames->byte_count != byte_count)
        return vvi_fail(error, VV_ERROR_FORMAT, "the counts and offsets of these frames do not agree");
    return check(frames, VV_ERROR_FORMAT, error);
}

/* ---- Evaluation -------------------------------------------------------------------------------------------------- */

static void to_globals(const vv_pose_sequence *frames, const vv_quat *turns, const vv_vec3 *moves, vv_affine3 *globals)
{
    const uint32_t *parents = section(frames, frames->parents);
    for (uint32_t j = 0; j < frames->joint_count; j++) {
        vv_affine3 local = {vv_quat_to_mat3(turns[j]), moves[j]};
        VVI_CHECK(j == 0 || parents[j] < j);
        globals[j] = j == 0 ? local : vv_affine3_multiply(globals[parents[j]], local);
    }
}

void vv_pose_sequence_sample(const vv_pose_sequence *frames, double time, vv_quat *turns, vv_vec3 *moves,
                             vv_affine3 *globals)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(frames != NULL);
    VV_ASSERT(turns != NULL);
    VV_ASSERT(moves != NULL);
    uint32_t joints = frames->joint_count, last = frames->frame_count - 1;
    double place = time * (double)frames->rate;
    uint32_t frame = !(place > 0.0) ? 0 : place >= (double)last ? last : (uint32_t)place;
    uint32_t next = frame < last ? frame + 1 : last;
    float share = place > (double)frame && next > frame ? (float)(place - (double)frame) : 0.0f;
    VVI_CHECK(frame <= last && next <= last && share >= 0.0f && share <= 1.0f);
    const vv_quat *a = (const vv_quat *)section(frames, frames->turns) + (size_t)frame * joints;
    const vv_quat *b = (const vv_quat *)section(frames, frames->turns) + (size_t)next * joints;
    const vv_vec3 *p = (const vv_vec3 *)section(frames, frames->moves) + (size_t)frame * joints;
    const vv_vec3 *q = (const vv_vec3 *)section(frames, frames->moves) + (size_t)next * joints;
    for (uint32_t j = 0; j < joints; j++) {
        turns[j] = share > 0.0f ? vv_quat_slerp(a[j], b[j], share) : a[j];
        VVI_CHECK(vvi_is_unit_quat(turns[j]));
        moves[j] = vv_vec3_add(p[j], vv_vec3_scale(vv_vec3_sub(q[j], p[j]), share));
    }
    if (globals != NULL)
        to_globals(frames, turns, moves, globals);
}
