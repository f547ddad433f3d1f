/* Makes a verb: checks the fitted curves, and lays them out so that one evaluation reads contiguous memory. */
#include "verb.h"

#include "runtime/rig/rig.h"

#include <string.h>

/* ---- Checking --------------------------------------------------------------------------------------------------- */

vv_result vvi_verb_check_counts(const verb_counts *counts, vv_error *error)
{
    if (counts->controls < 4 || counts->controls > VV_VERB_MAX_CONTROLS)
        return vvi_fail(error, VV_ERROR_LIMIT, "a verb has 4 to %u control points per curve, not %u",
                        VV_VERB_MAX_CONTROLS, counts->controls);
    if (counts->keytimes < 2 || counts->keytimes > VV_VERB_MAX_KEYTIMES)
        return vvi_fail(error, VV_ERROR_LIMIT, "a verb has 2 to %u keytimes, not %u", VV_VERB_MAX_KEYTIMES,
                        counts->keytimes);
    if (counts->movers >= counts->joints)
        return vvi_fail(error, VV_ERROR_LIMIT, "a verb translates %u joints; at most all but the root are allowed",
                        counts->movers);
    if (counts->feet > VV_VERB_MAX_FEET)
        return vvi_fail(error, VV_ERROR_LIMIT, "a verb has at most %u feet, not %u", VV_VERB_MAX_FEET, counts->feet);
    vv_verb layout = vvi_verb_layout(counts);
    if ((uint64_t)layout.stored_count * layout.example_count * layout.room > VERB_MAX_NUMBERS)
        return vvi_fail(error, VV_ERROR_LIMIT, "a verb's control points have more than %u numbers in all",
                        VERB_MAX_NUMBERS);
    return VV_OK;
}

static vv_result check_times(const vv_verb_def *def, const verb_counts *counts, vv_error *error)
{
    for (uint32_t e = 0; e < counts->examples; e++) {
        const float *times = def->keytimes + (size_t)e * counts->keytimes;
        if (!(fabsf(times[0]) <= 1e-6f))
            return vvi_fail(error, VV_ERROR_ARGUMENT, "the first keytime of example %u is not 0; keytimes begin at 0 s",
                            e);
        for (uint32_t k = 1; k < counts->keytimes; k++)
            if (!(times[k] - times[k - 1] >= VERB_MIN_SPAN && times[k] - times[k - 1] <= VERB_MAX_SPAN))
                return vvi_fail(error, VV_ERROR_ARGUMENT,
                                "keytime %u of example %u must come %g to %g s after the one before", k, e,
                                (double)VERB_MIN_SPAN, (double)VERB_MAX_SPAN);
    }
    for (uint32_t k = 0; def->phases && k < counts->keytimes; k++) {
        float phase = def->phases[k];
        bool good = k == 0 ? phase == 0.0f : phase - def->phases[k - 1] >= 1e-5f;
        if (!good || (k + 1 == counts->keytimes && phase != 1.0f))
            return vvi_fail(error, VV_ERROR_ARGUMENT, "phase %u is out of order; phases must ascend from 0 to 1", k);
    }
    return VV_OK;
}

/* Whether `low` is `high`, or is below it in the tree of joints. */
static bool is_at_or_below(const vv_skeleton *skeleton, uint32_t low, uint32_t high)
{
    while (low != VV_NONE && low > high)
        low = vv_skeleton_joint(skeleton, low).parent;
    return low == high;
}

bool vvi_verb_is_foot(const vv_skeleton *skeleton, const vv_foot *foot)
{
    uint32_t count = vv_skeleton_joint_count(skeleton);
    return foot->hip < foot->knee && foot->knee < foot->ankle && foot->ankle <= foot->toe && foot->toe < count &&
           is_at_or_below(skeleton, foot->toe, foot->ankle) && is_at_or_below(skeleton, foot->ankle, foot->knee) &&
           is_at_or_below(skeleton, foot->knee, foot->hip);
}

static vv_result check_joints(const vv_verb_def *def, const verb_counts *counts, vv_error *error)
{
    bool moves[VV_SKELETON_MAX_JOINTS] = {false};
    for (uint32_t j = 0; j < counts->joints; j++)
        if (!(fabsf(vv_quat_dot(def->references[j], def->references[j]) - 1.0f) <= 1e-3f))
            return vvi_fail(error, VV_ERROR_ARGUMENT, "the reference rotation of joint %u is not a unit quaternion", j);
    for (uint32_t m = 0; m < counts->movers; m++) {
        uint32_t joint = def->translating_joints[m];
        if (joint == 0 || joint >= counts->joints || moves[joint])
            return vvi_fail(error, VV_ERROR_ARGUMENT, "mover %u is the root, not a joint, or listed before", m);
        moves[joint] = true;
    }
    for (uint32_t f = 0; f < counts->feet; f++)
        if (!vvi_verb_is_foot(def->skeleton, &def->feet[f]))
            return vvi_fail(error, VV_ERROR_ARGUMENT,
                            "foot %u must be a hip, knee, ankle and toe, each below the one before", f);
    return VV_OK;
}

static vv_result check_def(const vv_verb_def *def, const verb_counts *counts, vv_error *error)
{
    vv_result result = vvi_verb_check_counts(counts, error);
    if (result == VV_OK)
        result = check_times(def, counts, error);
    if (result == VV_OK)
        result = check_joints(def, counts, error);
    if (result != VV_OK)
        return result;
    size_t numbers = (size_t)counts->examples * counts->controls * vvi_verb_layout(counts).dof_count;
    if (!vvi_all_within(def->controls, numbers, VERB_MAX_VALUE))
        return vvi_fail(error, VV_ERROR_ARGUMENT, "a control point is not within ±1e6");
    return VV_OK;
}

/* ---- Creation --------------------------------------------------------------------------------------------------- */

static void fill_times(const vv_verb_def *def, vv_verb *verb)
{
    float *spans = (float *)((char *)verb + verb->log_spans), *phases = (float *)((char *)verb + verb->phases);
    uint32_t last = verb->keytime_count - 1;
    for (uint32_t k = 0; k < last; k++)
        for (uint32_t e = 0; e < verb->example_count; e++) {
            const float *times = def->keytimes + (size_t)e * verb->keytime_count;
            float span = times[k + 1] - times[k];
            spans[((size_t)(k / 4) * verb->example_count + e) * 4 + k % 4] = (float)vvi_log_double((double)span);
        }
    for (uint32_t k = 0; k <= last; k++)
        phases[k] = def->phases ? def->phases[k] : (float)k / (float)last;
}

static void fill_references(const vv_verb_def *def, vv_verb *verb)
{
    float *out = (float *)((char *)verb + verb->references);
    for (uint32_t j = 0; j < verb_blocks(verb) * VERB_LANES; j++) {
        vv_quat q = j < verb->joint_count ? vv_quat_normalize(def->references[j]) : vv_quat_identity();
        float *block = out + (size_t)(j / VERB_LANES) * 4 * VERB_LANES + j % VERB_LANES;
        block[0] = q.x;
        block[VERB_LANES] = q.y;
        block[2 * VERB_LANES] = q.z;
        block[3 * VERB_LANES] = q.w;
    }
}

static void fill_controls(const vv_verb_def *def, vv_verb *verb)
{
    float *travel = (float *)((char *)verb + verb->travel), *controls = (float *)((char *)verb + verb->controls);
    for (uint32_t c = 0; c < verb->stored_count; c++)
        for (uint32_t e = 0; e < verb->example_count; e++) {
            size_t from = (size_t)e * verb->control_count + c % verb->control_count;
            size_t to = (size_t)c * verb->example_count + e;
            const float *source = def->controls + from * verb->dof_count;
            memcpy(controls + to * verb->room, source, verb->dof_count * sizeof *source);
            const float row[4] = {source[VV_DOF_SIDE], source[VV_DOF_FORWARD], source[VV_DOF_YAW_RATE],
                                  source[VV_DOF_CLIMB]};
            memcpy(travel + 4 * to, row, sizeof row);
        }
}

/* Clears bits of spans that do not exist: those beyond the last keytime. */
static uint32_t mask_spans(uint32_t keytimes, uint32_t bits)
{
    return keytimes - 1 >= 32 ? bits : bits & ((1u << (keytimes - 1)) - 1u);
}

static void fill_verb(const vv_verb_def *def, vv_verb *verb)
{
    char *base = (char *)verb;
    memcpy(base + verb->field, def->field, (size_t)verb->field_bytes);
    memcpy(base + verb->skeleton, def->skeleton, (size_t)verb->skeleton_bytes);
    if (verb->mover_count > 0)
        memcpy(base + verb->movers, def->translating_joints, verb->mover_count * sizeof *def->translating_joints);
    for (uint32_t f = 0; f < verb->foot_count; f++) {
        ((vv_foot *)(void *)(base + verb->feet))[f] = def->feet[f];
        ((uint32_t *)(void *)(base + verb->planted))[f] =
            def->planted ? mask_spans(verb->keytime_count, def->planted[f]) : 0;
    }
    fill_times(def, verb);
    fill_references(def, verb);
    fill_controls(def, verb);
}

vv_result vv_verb_create(const vv_verb_def *def, const vv_allocator *allocator, vv_verb **out, vv_error *error)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(def != NULL);
    VV_ASSERT(out != NULL);
    VV_ASSERT(def->field != NULL);
    VV_ASSERT(def->skeleton != NULL);
    VVI_ASSERT_ARRAY(def->keytimes, def->keytime_count);
    VV_ASSERT(def->references != NULL);
    VVI_ASSERT_ARRAY(def->translating_joints, def->translating_joint_count);
    VVI_ASSERT_ARRAY(def->controls, def->control_count);
    VVI_ASSERT_ARRAY(def->feet, def->foot_count);
    VVI_ASSERT_ARRAY(def->planted, def->foot_count);
    verb_counts counts = {def->cyclic,
                          vv_skeleton_joint_count(def->skeleton),
                          vv_field_example_count(def->field),
                          def->control_count,
                          def->keytime_count,
                          def->translating_joint_count,
                          def->foot_count,
                          vvi_field_bytes(def->field),
                          vvi_skeleton_bytes(def->skeleton)};
    vv_result result = check_def(def, &counts, error);
    if (result != VV_OK)
        return result;
    vv_verb header = vvi_verb_layout(&counts);
    vv_verb *verb = vvi_allocate_zeroed(allocator, 1, (size_t)header.byte_count);
    if (!verb)
        return vvi_fail_memory(error, (size_t)header.byte_count);
    *verb = header;
    fill_verb(def, verb);
    *out = verb;
    return VV_OK;
}

void vv_verb_destroy(vv_verb *verb, const vv_allocator *allocator)
{
    if (verb)
        vvi_release(allocator, verb, 1, (size_t)verb->byte_count);
}

/* ---- Queries ---------------------------------------------------------------------------------------------------- */

const vv_field *vv_verb_field(const vv_verb *verb)
{
    VV_ASSERT(verb != NULL);
    return verb_at(verb, verb->field);
}

const vv_skeleton *vv_verb_skeleton(const vv_verb *verb)
{
    VV_ASSERT(verb != NULL);
    return verb_at(verb, verb->skeleton);
}

bool vv_verb_cyclic(const vv_verb *verb)
{
    VV_ASSERT(verb != NULL);
    return verb->cyclic != 0;
}

uint32_t vv_verb_dof_count(const vv_verb *verb)
{
    VV_ASSERT(verb != NULL);
    return verb->dof_count;
}

uint32_t vv_verb_keytime_count(const vv_verb *verb)
{
    VV_ASSERT(verb != NULL);
    return verb->keytime_count;
}

uint32_t vv_verb_foot_count(const vv_verb *verb)
{
    VV_ASSERT(verb != NULL);
    return verb->foot_count;
}

vv_foot vv_verb_foot(const vv_verb *verb, uint32_t foot)
{
    VV_ASSERT(verb != NULL);
    VV_ASSERT(foot < verb->foot_count);
    return ((const vv_foot *)verb_at(verb, verb->feet))[foot];
}

uint32_t vv_verb_dof_capacity(const vv_verb *verb)
{
    VV_ASSERT(verb != NULL);
    return verb->room;
}
