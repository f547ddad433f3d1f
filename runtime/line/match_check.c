/* Checks a def before anything is made from it. */
#include "matching.h"

#define MAX_COORDINATE   1e5f  /* metres */
#define MIN_PLANE_COSINE 0.12f /* cosine of 83 degrees, the largest angle between the action plane and the view */

static bool is_in_range(vv_vec3 p)
{
    return fabsf(p.x) <= MAX_COORDINATE && fabsf(p.y) <= MAX_COORDINATE && fabsf(p.z) <= MAX_COORDINATE;
}

static bool is_unit_turn(vv_quat q) { return fabsf(vv_quat_dot(q, q) - 1.0f) <= 1e-2f; }

static vv_result check_key(const vv_match_key *key, uint32_t index, uint32_t joints, vv_error *error)
{
    if (key->bone_count == 0 || key->bone_count > VV_SKELETON_MAX_JOINTS)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "keystroke %u has %u bones, not 1 to %u", index, key->bone_count,
                        VV_SKELETON_MAX_JOINTS);
    VVI_ASSERT_ARRAY_OF("vv_match_create", key->bones, key->bone_count);
    for (uint32_t i = 0; i < key->bone_count; i++)
        if (key->bones[i] >= joints)
            return vvi_fail(error, VV_ERROR_NOT_FOUND, "keystroke %u: the skeleton has no joint %u", index,
                            key->bones[i]);
    if (!(key->from >= 0.0f && key->from <= 1.0f && key->to >= 0.0f && key->to <= 1.0f))
        return vvi_fail(error, VV_ERROR_ARGUMENT, "keystroke %u: its part of the line is not within 0 to 1", index);
    if (key->from == key->to && key->to > 0.0f)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "keystroke %u: its part of the line is empty", index);
    return VV_OK;
}

static vv_result check_steps(uint32_t count, const vv_match_constraint_key *steps, bool held, bool turned,
                             const char *what, uint32_t index, vv_error *error)
{
    if (count == 0 || count > VV_MATCH_MAX_CONSTRAINT_KEYS)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "%s %u has %u keys, not 1 to %u", what, index, count,
                        VV_MATCH_MAX_CONSTRAINT_KEYS);
    for (uint32_t i = 0; i < count; i++) {
        bool valid = fabsf(steps[i].time) <= VV_LINE_MAX_TIME &&
                     (held ? is_in_range(steps[i].position) && (!turned || is_unit_turn(steps[i].rotation))
                           : fabsf(steps[i].angle) <= 1000.0f);
        if (!valid)
            return vvi_fail(error, VV_ERROR_ARGUMENT, "key %u of %s %u has a number that is not finite or too large", i,
                            what, index);
        if (i > 0 && !(steps[i].time > steps[i - 1].time))
            return vvi_fail(error, VV_ERROR_ARGUMENT, "key %u of %s %u is not later than the previous one", i, what,
                            index);
    }
    return VV_OK;
}

static vv_result check_contact(const vv_match_contact *c, uint32_t index, uint32_t joints, vv_error *error)
{
    if (c->bone >= joints)
        return vvi_fail(error, VV_ERROR_NOT_FOUND, "contact %u: the skeleton has no joint %u", index, c->bone);
    if (!is_in_range(c->point) || !(fabsf(c->from) <= VV_LINE_MAX_TIME) || !(fabsf(c->to) <= VV_LINE_MAX_TIME) ||
        !(c->ease >= 0.0f && c->ease <= VV_LINE_MAX_TIME))
        return vvi_fail(error, VV_ERROR_ARGUMENT, "contact %u has a number that is not finite or out of range", index);
    if (c->to < c->from)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "contact %u ends before it begins", index);
    VVI_ASSERT_ARRAY_OF("vv_match_create", c->keys, c->key_count);
    return check_steps(c->key_count, c->keys, true, c->holds_rotation, "contact", index, error);
}

static vv_result check_view(const vv_match_def *def, vv_error *error)
{
    if (!is_unit_turn(def->view_plane.rotation) || !is_in_range(def->view_plane.centre) ||
        !(def->view_plane.eye_distance >= 0.0f && def->view_plane.eye_distance <= MAX_COORDINATE))
        return vvi_fail(error, VV_ERROR_ARGUMENT, "the view has a number that is not finite or out of range");
    if (!is_unit_turn(def->action_plane))
        return vvi_fail(error, VV_ERROR_ARGUMENT, "the turn of the action plane is not of unit length");
    vv_vec3 n = vv_quat_rotate(vv_quat_normalize(def->action_plane), (vv_vec3){0.0f, 0.0f, 1.0f});
    if (fabsf(n.z) < MIN_PLANE_COSINE) {
        vv_result result =
            vvi_fail(error, VV_ERROR_ARGUMENT,
                     "the action plane is turned by %u degrees out of the view, so it is seen almost edge-on",
                     (uint32_t)(vv_acos(fabsf(n.z)) * 180.0f / VV_PI + 0.5f));
        vvi_error_remedy(error, "turn it less, or change the view; up to 75 degrees works well");
        return result;
    }
    return VV_OK;
}

static vv_result check_base(const vv_match_def *def, uint32_t joints, vv_error *error)
{
    uint32_t frames = vv_match_count_frames(def->line, def->rate);
    if (def->base_count > 1 && def->base_count != frames)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "the base has %u poses, but the match has %u frames", def->base_count,
                        frames);
    for (size_t i = 0; i < (size_t)def->base_count * joints; i++)
        if ((def->base_rotations && !is_unit_turn(def->base_rotations[i])) ||
            (def->base_translations && !is_in_range(def->base_translations[i])))
            return vvi_fail(error, VV_ERROR_ARGUMENT,
                            "pose %zu of the base has a number that is not finite or too large", i / joints);
    return VV_OK;
}

static vv_result check_weights(const vv_match_def *def, vv_error *error)
{
    const float weights[5] = {def->position, def->tangent, def->smooth, def->rest, def->key};
    for (uint32_t i = 0; i < 5; i++)
        if (!(weights[i] >= 0.0f && weights[i] <= 1e6f))
            return vvi_fail(error, VV_ERROR_ARGUMENT, "weight %u is not within 0 to 1e6", i);
    return VV_OK;
}

vv_result vvi_match_check(const vv_match_def *def, vv_error *error)
{
    uint32_t joints = vv_skeleton_joint_count(def->skeleton);
    if (!(def->rate >= 1.0f && def->rate <= 1000.0f))
        return vvi_fail(error, VV_ERROR_ARGUMENT, "a rate is 1 to 1000 frames a second");
    if ((double)vv_line_duration(def->line) * (double)def->rate > VV_MATCH_MAX_FRAMES - 2)
        return vvi_fail(error, VV_ERROR_LIMIT, "a match has at most %u frames", VV_MATCH_MAX_FRAMES);
    if (def->twist_count > VV_MATCH_MAX_TWISTS || def->contact_count > VV_MATCH_MAX_CONTACTS)
        return vvi_fail(error, VV_ERROR_LIMIT, "a match has at most %u twists and %u contacts", VV_MATCH_MAX_TWISTS,
                        VV_MATCH_MAX_CONTACTS);
    vv_result result = check_view(def, error);
    if (result == VV_OK)
        result = check_weights(def, error);
    for (uint32_t k = 0; result == VV_OK && k < vv_line_key_count(def->line); k++)
        result = check_key(&def->keys[k], k, joints, error);
    for (uint32_t i = 0; result == VV_OK && i < def->twist_count; i++) {
        if (def->twists[i].bone >= joints)
            return vvi_fail(error, VV_ERROR_NOT_FOUND, "twist %u: the skeleton has no joint %u", i,
                            def->twists[i].bone);
        VVI_ASSERT_ARRAY_OF("vv_match_create", def->twists[i].keys, def->twists[i].key_count);
        result = check_steps(def->twists[i].key_count, def->twists[i].keys, false, false, "twist", i, error);
    }
    for (uint32_t i = 0; result == VV_OK && i < def->contact_count; i++)
        result = check_contact(&def->contacts[i], i, joints, error);
    return result == VV_OK ? check_base(def, joints, error) : result;
}
