/* A verb as bytes: its layout, and the verification of bytes from outside. */
#include "verb.h"

#include "runtime/rig/rig.h"

#include <string.h>

vv_verb vvi_verb_layout(const verb_counts *counts)
{
    vv_verb v = {.magic = VERB_MAGIC, .version = VERB_VERSION, .cyclic = counts->cyclic};
    v.joint_count = counts->joints;
    v.example_count = counts->examples;
    v.control_count = counts->controls;
    v.keytime_count = counts->keytimes;
    v.mover_count = counts->movers;
    v.foot_count = counts->feet;
    v.dof_count = (uint32_t)VV_DOF_JOINTS + 3 * (counts->joints + counts->movers);
    v.room = (v.dof_count + 15u) & ~15u;
    v.span_count = counts->cyclic ? counts->controls : counts->controls - 3;
    v.stored_count = counts->cyclic ? counts->controls + 3 : counts->controls;
    v.field_bytes = counts->field_bytes;
    v.skeleton_bytes = counts->skeleton_bytes;
    uint64_t cursor = sizeof v, rows = (uint64_t)v.stored_count * v.example_count;
    v.field = vvi_section(&cursor, v.field_bytes, 1);
    v.skeleton = vvi_section(&cursor, v.skeleton_bytes, 1);
    v.log_spans = vvi_section(&cursor, (uint64_t)verb_span_groups(&v) * v.example_count, 4 * sizeof(float));
    v.phases = vvi_section(&cursor, v.keytime_count, sizeof(float));
    v.references = vvi_section(&cursor, verb_blocks(&v), 4 * VERB_LANES * sizeof(float));
    v.movers = vvi_section(&cursor, v.mover_count, sizeof(uint32_t));
    v.feet = vvi_section(&cursor, v.foot_count, sizeof(vv_foot));
    v.planted = vvi_section(&cursor, v.foot_count, sizeof(uint32_t));
    v.travel = vvi_section(&cursor, rows, 4 * sizeof(float));
    v.controls = vvi_section(&cursor, rows, v.room * sizeof(float));
    v.byte_count = vvi_section(&cursor, 0, 0);
    return v;
}

size_t vvi_verb_bytes(const vv_verb *verb) { return (size_t)verb->byte_count; }

/* False for NaN too. */
static bool is_within(float value, float low, float high) { return value >= low && value <= high; }

static bool times_are_sound(const vv_verb *verb)
{
    const float *spans = verb_at(verb, verb->log_spans), *phases = verb_at(verb, verb->phases);
    uint32_t last = verb->keytime_count - 1;
    for (uint32_t k = 0; k < 4 * verb_span_groups(verb); k++)
        for (uint32_t e = 0; e < verb->example_count; e++) {
            float span = spans[((size_t)(k / 4) * verb->example_count + e) * 4 + k % 4];
            if (k < last ? !is_within(span, -7.0f, 7.0f) : span != 0.0f)
                return false;
        }
    for (uint32_t k = 1; k <= last; k++)
        if (!(phases[k] - phases[k - 1] >= 1e-5f))
            return false;
    return phases[0] == 0.0f && phases[last] == 1.0f;
}

static bool references_are_sound(const vv_verb *verb)
{
    const float *blocks = verb_at(verb, verb->references);
    for (uint32_t j = 0; j < verb_blocks(verb) * VERB_LANES; j++) {
        const float *q = blocks + (size_t)(j / VERB_LANES) * 4 * VERB_LANES + j % VERB_LANES;
        vv_quat turn = {q[0], q[VERB_LANES], q[2 * VERB_LANES], q[3 * VERB_LANES]}, still = vv_quat_identity();
        if (!(fabsf(vv_quat_dot(turn, turn) - 1.0f) <= 1e-3f) ||
            (j >= verb->joint_count && memcmp(&turn, &still, sizeof turn) != 0))
            return false;
    }
    return true;
}

static bool joints_are_sound(const vv_verb *verb)
{
    const uint32_t *movers = verb_at(verb, verb->movers), *planted = verb_at(verb, verb->planted);
    const vv_foot *feet = verb_at(verb, verb->feet);
    bool moves[VV_SKELETON_MAX_JOINTS] = {false};
    for (uint32_t m = 0; m < verb->mover_count; m++) {
        if (movers[m] == 0 || movers[m] >= verb->joint_count || moves[movers[m]])
            return false;
        moves[movers[m]] = true;
    }
    for (uint32_t f = 0; f < verb->foot_count; f++)
        if (!vvi_verb_is_foot(vv_verb_skeleton(verb), &feet[f]) ||
            (verb->keytime_count <= 32 && planted[f] >> (verb->keytime_count - 1) != 0))
            return false;
    return true;
}

static bool row_is_sound(const vv_verb *verb, const float *row, const float *travel)
{
    for (uint32_t d = 0; d < verb->dof_count; d++)
        if (!is_within(row[d], -VERB_MAX_VALUE, VERB_MAX_VALUE))
            return false;
    for (uint32_t d = verb->dof_count; d < verb->room; d++)
        if (row[d] != 0.0f)
            return false;
    const float own[4] = {row[VV_DOF_SIDE], row[VV_DOF_FORWARD], row[VV_DOF_YAW_RATE], row[VV_DOF_CLIMB]};
    return memcmp(own, travel, sizeof own) == 0;
}

static bool controls_are_sound(const vv_verb *verb)
{
    const float *controls = verb_at(verb, verb->controls), *travel = verb_at(verb, verb->travel);
    size_t rows = (size_t)verb->stored_count * verb->example_count;
    for (size_t r = 0; r < rows; r++)
        if (!row_is_sound(verb, controls + r * verb->room, travel + 4 * r))
            return false;
    size_t first = (size_t)verb->control_count * verb->example_count, row_bytes = verb->room * sizeof(float);
    return memcmp(controls, controls + first * verb->room, (rows - first) * row_bytes) == 0;
}

static vv_result verify_header(const vv_verb *verb, size_t byte_count, vv_error *error)
{
    static const vvi_block_kind kind = {"a verb", VERB_MAGIC, VERB_VERSION, VVI_ALIGNMENT, sizeof(vv_verb)};
    vv_result result = vvi_check_block(verb, byte_count, &kind, error);
    if (result != VV_OK)
        return result;
    verb_counts counts = {verb->cyclic == 1,   verb->joint_count,   verb->example_count,
                          verb->control_count, verb->keytime_count, verb->mover_count,
                          verb->foot_count,    verb->field_bytes,   verb->skeleton_bytes};
    if (counts.joints == 0 || counts.joints > VV_SKELETON_MAX_JOINTS || counts.examples == 0 ||
        counts.examples > VV_FIELD_MAX_EXAMPLES || counts.field_bytes > byte_count ||
        counts.skeleton_bytes > byte_count || vvi_verb_check_counts(&counts, NULL) != VV_OK)
        return vvi_fail(error, VV_ERROR_FORMAT, "the verb's counts are damaged");
    vv_verb expected = vvi_verb_layout(&counts);
    if (memcmp(verb, &expected, sizeof expected) != 0 || verb->byte_count != byte_count)
        return vvi_fail(error, VV_ERROR_FORMAT, "the verb's counts and offsets do not agree");
    return VV_OK;
}

vv_result vvi_verb_verify(const void *bytes, size_t byte_count, vv_error *error)
{
    const vv_verb *verb = bytes;
    vv_result result = verify_header(verb, byte_count, error);
    if (result == VV_OK)
        result = vvi_field_verify(vv_verb_field(verb), (size_t)verb->field_bytes, error);
    if (result == VV_OK)
        result = vvi_skeleton_verify(vv_verb_skeleton(verb), (size_t)verb->skeleton_bytes, error);
    if (result != VV_OK)
        return result;
    if (vv_field_example_count(vv_verb_field(verb)) != verb->example_count ||
        vv_skeleton_joint_count(vv_verb_skeleton(verb)) != verb->joint_count)
        return vvi_fail(error, VV_ERROR_FORMAT, "the verb's field or skeleton belongs to another verb");
    if (!times_are_sound(verb))
        return vvi_fail(error, VV_ERROR_FORMAT, "the verb's keytimes are damaged");
    if (!references_are_sound(verb) || !joints_are_sound(verb))
        return vvi_fail(error, VV_ERROR_FORMAT, "the verb's joints are damaged");
    if (!controls_are_sound(verb))
        return vvi_fail(error, VV_ERROR_FORMAT, "the verb's control points are damaged");
    return VV_OK;
}
