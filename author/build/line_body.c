/* Bodies on lines: which bones follow, the motion without the line, the match, and its frames. */
#include "line_parts.h"

#include "runtime/base/base.h"

#include <string.h>

/* ---- The body ---------------------------------------------------------------------------------------------------- */

static vv_result use_body(vv_session *session, const vv_project_line *line, vv_built_line *built, vv_error *error)
{
    const vv_character *character = NULL;
    const vv_built_creature *creature = NULL;
    vv_result result = line->kind == VV_LINE_OF_SKELETON
                           ? vv_session_character(session, line->subject, &character, error)
                           : vv_session_creature(session, line->subject, &creature, error);
    if (result != VV_OK)
        return result;
    if (character != NULL) {
        built->character = vv_character_retain(character);
        built->skeleton = character->skeleton;
        built->figure = &character->figure;
    } else {
        built->creature = vv_built_creature_retain(creature);
        built->skeleton = creature->skeleton;
        built->figure = &creature->figure;
    }
    return VV_OK;
}

/* Adds the remedy “it has …” with as many joints as there is room for. */
static void list_joints(const vv_skeleton *skeleton, vv_error *error)
{
    char some[160] = "";
    size_t used = 0;
    uint32_t count = vv_skeleton_joint_count(skeleton), named = 0;
    for (; named < count && used + VV_SKELETON_NAME_BYTES + 8 < sizeof some; named++)
        used += vvi_format(some + used, sizeof some - used, "%s%s", named > 0 ? ", " : "",
                           vv_skeleton_joint(skeleton, named).name);
    if (named < count)
        vvi_error_remedy(error, "it has %s and %u more", some, count - named);
    else
        vvi_error_remedy(error, "it has %s", some);
}

/* what: "keystroke", "twist" or "contact"; index: which of the line's, counted from 0. */
static vv_result find_joint(const vv_built_line *built, const vv_project_line *line, const char *what, uint32_t index,
                            const char *name, uint32_t *joint, vv_error *error)
{
    *joint = vv_skeleton_find(built->skeleton, name);
    if (*joint != VV_NONE)
        return VV_OK;
    vvi_fail(error, VV_ERROR_NOT_FOUND, "%s %u of the line “%s” names “%s”, which the body lacks", what, index + 1,
             line->name, name);
    list_joints(built->skeleton, error);
    return VV_ERROR_NOT_FOUND;
}

/* ---- The motion without the line --------------------------------------------------------------------------------- */

typedef struct pose_list {
    uint32_t count; /* of poses: 1, or one a frame */
    vv_quat *turns;
    vv_vec3 *moves;
} pose_list;

static vv_result allocate_poses(pose_list *b, uint32_t count, uint32_t joints, const vv_allocator *allocator,
                                vv_error *error)
{
    size_t poses = (size_t)count * joints;
    b->count = count;
    b->turns = vvi_allocate(allocator, poses, sizeof *b->turns);
    b->moves = vvi_allocate(allocator, poses, sizeof *b->moves);
    return b->turns && b->moves ? VV_OK : vvi_fail_memory(error, poses * sizeof *b->moves);
}

static void release_poses(pose_list *b, uint32_t joints, const vv_allocator *allocator)
{
    vvi_release(allocator, b->turns, (size_t)b->count * joints, sizeof *b->turns);
    vvi_release(allocator, b->moves, (size_t)b->count * joints, sizeof *b->moves);
}

/* How many poses of the base motion are used: as many frames as the line has or, where there is no line yet, all of
 * them. */
static uint32_t base_frames(const vv_built_line *built, const vv_pose_sequence *moves)
{
    if (moves == NULL)
        return 1;
    if (built->line != NULL)
        return vv_match_count_frames(built->line, built->rate);
    double seconds = (double)(vv_pose_sequence_frame_count(moves) - 1) / (double)vv_pose_sequence_rate(moves);
    double frames = ceil(seconds * (double)built->rate - 1e-4) + 1.0;
    return frames < (double)VV_MATCH_MAX_FRAMES ? (uint32_t)frames : VV_MATCH_MAX_FRAMES;
}

static vv_result find_base(vv_session *session, const vv_project_line *line, const vv_progress *progress,
                           const vv_built_line *built, pose_list *out, vv_error *error)
{
    uint32_t joints = vv_skeleton_joint_count(built->skeleton);
    const vv_built_line *over = NULL;
    const vv_take *take = NULL;
    vv_pose_sequence *make_frames = NULL;
    vv_result result = VV_OK;
    if (line->over_line != VV_NONE)
        result = vv_session_line(session, line->over_line, progress, &over, error);
    else if (line->over_take != VV_NONE)
        result = vv_session_take(session, line->over_take, &take, error);
    if (take != NULL)
        result =
            vv_pose_sequence_create(built->skeleton, (float)take->rate,
                                    take->frame_count < VV_MATCH_MAX_FRAMES ? take->frame_count : VV_MATCH_MAX_FRAMES,
                                    take->turns, take->moves, built->allocator, &make_frames, error);
    const vv_pose_sequence *moves = over != NULL ? over->frames : make_frames;
    if (result == VV_OK)
        result = allocate_poses(out, base_frames(built, moves), joints, built->allocator, error);
    if (result != VV_OK) {
        vv_pose_sequence_destroy(make_frames, built->allocator);
        return result;
    }
    if (moves == NULL)
        vv_skeleton_rest(built->skeleton, out->turns, out->moves);
    for (uint32_t f = 0; moves != NULL && f < out->count; f++)
        vv_pose_sequence_sample(moves, (double)f / (double)built->rate, out->turns + (size_t)f * joints,
                                out->moves + (size_t)f * joints, NULL);
    vv_pose_sequence_destroy(make_frames, built->allocator);
    return VV_OK;
}

/* ---- Which bones ------------------------------------------------------------------------------------------------- */

static size_t base_frame(const vv_project_line *line, uint32_t key, const pose_list *b, const vv_built_line *built)
{
    size_t frame = (size_t)((double)line->keys[key].time * (double)built->rate);
    return frame < b->count ? frame : b->count - 1;
}

/* The stroke before a key, moved by as much as the body moves without the line between the two keys. */
static vv_line_pose move_stroke_with_body(const vv_project_line *line, uint32_t key, const pose_list *b,
                                          const vv_built_line *built)
{
    uint32_t joints = vv_skeleton_joint_count(built->skeleton);
    vv_line_pose pose = built->keys[key - 1].pose;
    vv_vec2 was = vv_view_plane_project(&built->view_plane, b->moves[base_frame(line, key - 1, b, built) * joints]);
    vv_vec2 is = vv_view_plane_project(&built->view_plane, b->moves[base_frame(line, key, b, built) * joints]);
    pose.root = vv_vec2_add(pose.root, vv_vec2_sub(is, was));
    return pose;
}

static vv_result propose_bones(const vv_project_line *line, uint32_t key, const pose_list *b,
                               const vv_built_line *built, uint32_t *bones, vv_error *error)
{
    uint32_t joints = vv_skeleton_joint_count(built->skeleton);
    const vv_line_pose *pose = &built->keys[key].pose;
    vv_affine3 *globals = vvi_allocate(built->allocator, joints, sizeof *globals);
    if (globals == NULL)
        return vvi_fail_memory(error, joints * sizeof *globals);
    size_t first = base_frame(line, key, b, built) * joints;
    vv_skeleton_globals(built->skeleton, b->turns + first, b->moves + first, globals);
    if (key == 0) {
        built->sets[key].bone_count =
            vv_match_propose_bones(built->skeleton, globals, &built->view_plane, line->element_count, pose, bones);
    } else {
        vv_line_pose before = move_stroke_with_body(line, key, b, built);
        built->sets[key].bone_count =
            vv_match_propose_next_bones(built->skeleton, globals, &built->view_plane, line->element_count, &before,
                                        &built->sets[key - 1], pose, bones);
    }
    vvi_release(built->allocator, globals, joints, sizeof *globals);
    return VV_OK;
}

static vv_result find_bones(const vv_project_line *line, const pose_list *b, vv_built_line *built, vv_error *error)
{
    uint32_t joints = vv_skeleton_joint_count(built->skeleton);
    built->sets = vvi_allocate_zeroed(built->allocator, line->key_count, sizeof *built->sets);
    built->bones = vvi_allocate(built->allocator, (size_t)line->key_count * joints, sizeof *built->bones);
    if (built->sets == NULL || built->bones == NULL)
        return vvi_fail_memory(error, (size_t)line->key_count * joints * sizeof *built->bones);
    for (uint32_t k = 0; k < line->key_count; k++) {
        const vv_project_line_key *key = &line->keys[k];
        uint32_t *bones = built->bones + (size_t)k * joints;
        built->sets[k] =
            (vv_match_key){.bone_count = key->bone_count, .bones = bones, .from = key->from, .to = key->to};
        vv_result result = key->bone_count == 0 ? propose_bones(line, k, b, built, bones, error) : VV_OK;
        if (result == VV_OK && key->bone_count > joints)
            result = vvi_fail(error, VV_ERROR_LIMIT, "keystroke %u of the line “%s” names more bones than the body has",
                              k + 1, line->name);
        for (uint32_t i = 0; i < key->bone_count && result == VV_OK; i++)
            result = vvi_prefix_error_path(
                find_joint(built, line, "keystroke", k, key->bones[i].name, &bones[i], error), error, "bones[%u]", i);
        if (result != VV_OK)
            return vvi_prefix_error_path(result, error, "keys[%u]", k);
    }
    return VV_OK;
}

/* ---- The match --------------------------------------------------------------------------------------------------- */

typedef struct constraints {
    vv_match_twist twists[VV_MATCH_MAX_TWISTS];
    vv_match_contact contacts[VV_MATCH_MAX_CONTACTS];
} constraints;

static vv_result find_constraints(const vv_project_line *line, const vv_built_line *built, constraints *out,
                                  vv_error *error)
{
    vv_result result = VV_OK;
    for (uint32_t t = 0; t < line->twist_count && result == VV_OK; t++) {
        const vv_project_twist *twist = &line->twists[t];
        out->twists[t] = (vv_match_twist){.key_count = twist->step_count, .keys = twist->steps};
        result = vvi_prefix_error_path(find_joint(built, line, "twist", t, twist->bone, &out->twists[t].bone, error),
                                       error, "twists[%u].bone", t);
    }
    for (uint32_t c = 0; c < line->contact_count && result == VV_OK; c++) {
        const vv_project_contact *contact = &line->contacts[c];
        out->contacts[c] = (vv_match_contact){.point = contact->point,
                                              .holds_rotation = contact->turned,
                                              .from = contact->from,
                                              .to = contact->to,
                                              .ease = contact->ease,
                                              .key_count = contact->step_count,
                                              .keys = contact->steps};
        result =
            vvi_prefix_error_path(find_joint(built, line, "contact", c, contact->bone, &out->contacts[c].bone, error),
                                  error, "contacts[%u].bone", c);
    }
    return result;
}

static bool has_same_bones(const vv_built_line *a, const vv_built_line *b)
{
    bool same = a->structure == b->structure && a->key_count == b->key_count;
    for (uint32_t k = 0; same && k < a->key_count; k++)
        same = a->sets[k].bone_count == b->sets[k].bone_count &&
               memcmp(a->sets[k].bones, b->sets[k].bones, a->sets[k].bone_count * sizeof(uint32_t)) == 0;
    return same;
}

/* Makes the match, or takes it over from one that solved other strokes of the same line. */
static vv_result find_match(const vv_project_line *line, const pose_list *b, vv_built_line *before,
                            vv_built_line *built, vv_error *error)
{
    if (before != NULL && before->match != NULL && has_same_bones(before, built) &&
        vv_match_set_line(before->match, built->line, error) == VV_OK) {
        built->match = before->match;
        before->match = NULL;
        return VV_OK;
    }
    constraints c;
    vv_result result = find_constraints(line, built, &c, error);
    vv_match_def def = {.skeleton = built->skeleton,
                        .line = built->line,
                        .keys = built->sets,
                        .view_plane = built->view_plane,
                        .action_plane = built->action_plane,
                        .rate = built->rate,
                        .base_count = b->count,
                        .base_rotations = b->turns,
                        .base_translations = b->moves,
                        .hold_root = line->hold_root,
                        .twist_count = line->twist_count,
                        .contact_count = line->contact_count,
                        .twists = c.twists,
                        .contacts = c.contacts};
    return result == VV_OK ? vv_match_create(&def, built->allocator, &built->match, error) : result;
}

static vv_result make_frames(vv_built_line *built, vv_error *error)
{
    uint32_t joints = vv_skeleton_joint_count(built->skeleton), frames = vv_match_frame_count(built->match);
    pose_list all = {0};
    vv_result result = allocate_poses(&all, frames, joints, built->allocator, error);
    for (uint32_t f = 0; result == VV_OK && f < frames; f++) {
        vv_quat *turns = all.turns + (size_t)f * joints;
        vv_match_frame_pose(built->match, f, turns, all.moves + (size_t)f * joints);
        for (uint32_t j = 0; f > 0 && j < joints;
             j++) { /* q and −q are the same rotation: take the one nearer to the frame before */
            vv_quat q = turns[j];
            if (vv_quat_dot(q, all.turns[(size_t)(f - 1) * joints + j]) < 0.0f)
                turns[j] = (vv_quat){-q.x, -q.y, -q.z, -q.w};
        }
    }
    if (result == VV_OK)
        result = vv_pose_sequence_create(built->skeleton, built->rate, frames, all.turns, all.moves, built->allocator,
                                         &built->frames, error);
    built->report = vv_match_last_report(built->match);
    release_poses(&all, joints, built->allocator);
    return result;
}

/* Where the root is held: stores by how much the line is shifted in every frame. */
static vv_result store_shifts(const vv_project_line *line, vv_built_line *built, vv_error *error)
{
    if (!line->hold_root)
        return VV_OK;
    built->shift_count = vv_match_frame_count(built->match);
    built->shifts = vvi_allocate(built->allocator, built->shift_count, sizeof *built->shifts);
    if (built->shifts == NULL)
        return vvi_fail_memory(error, built->shift_count * sizeof *built->shifts);
    for (uint32_t f = 0; f < built->shift_count; f++)
        built->shifts[f] = vv_match_shift(built->match, (double)f / (double)built->rate, NULL);
    return VV_OK;
}

vv_result vvi_line_embody(vv_session *session, const vv_project_line *line, vv_built_line *before,
                          const vv_progress *progress, vv_built_line *built, vv_error *error)
{
    pose_list b = {0};
    built->view_plane = vv_project_line_paper(line);
    built->action_plane = vv_project_line_plane(line);
    vv_result result = use_body(session, line, built, error);
    if (result != VV_OK)
        return result;
    result = find_base(session, line, progress, built, &b, error);
    if (result == VV_OK)
        result = find_bones(line, &b, built, error);
    if (result == VV_OK)
        result = find_match(line, &b, before, built, error);
    if (result == VV_OK)
        result = vv_match_solve(built->match, progress, error);
    if (result == VV_OK)
        result = make_frames(built, error);
    if (result == VV_OK)
        result = store_shifts(line, built, error);
    release_poses(&b, vv_skeleton_joint_count(built->skeleton), built->allocator);
    return result;
}

vv_result vvi_line_embody_bare(vv_session *session, const vv_project_line *line, vv_built_line *built, vv_error *error)
{
    pose_list b = {0};
    built->view_plane = vv_project_line_paper(line);
    built->action_plane = vv_project_line_plane(line);
    vv_result result = use_body(session, line, built, error);
    if (result != VV_OK)
        return result;
    result = find_base(session, line, NULL, built, &b, error);
    if (result == VV_OK)
        result = vv_pose_sequence_create(built->skeleton, built->rate, b.count, b.turns, b.moves, built->allocator,
                                         &built->frames, error);
    release_poses(&b, vv_skeleton_joint_count(built->skeleton), built->allocator);
    return result;
}

/* ---- The motion -------------------------------------------------------------------------------------------------- */

vv_result vv_built_line_take(const vv_built_line *built, const char *name, vv_take *out, vv_error *error)
{
    uint32_t joints = vv_skeleton_joint_count(built->skeleton), frames = vv_pose_sequence_frame_count(built->frames);
    size_t poses = (size_t)frames * joints;
    vv_take take = {.allocator = built->allocator, .rate = (double)built->rate, .frame_count = frames};
    vvi_format(take.name, sizeof take.name, "%s", name);
    vv_result result = vvi_skeleton_copy(built->skeleton, built->allocator, &take.skeleton, error);
    if (result != VV_OK)
        return result;
    take.turns = vvi_allocate(built->allocator, poses, sizeof *take.turns);
    take.moves = vvi_allocate(built->allocator, poses, sizeof *take.moves);
    take.orders = vvi_allocate_zeroed(built->allocator, joints, sizeof *take.orders);
    if (take.turns == NULL || take.moves == NULL || take.orders == NULL) {
        vv_take_destroy(&take);
        return vvi_fail_memory(error, poses * sizeof *take.turns);
    }
    for (uint32_t f = 0; f < frames; f++)
        vv_pose_sequence_sample(built->frames, (double)f / (double)built->rate, take.turns + (size_t)f * joints,
                                take.moves + (size_t)f * joints, NULL);
    *out = take;
    return VV_OK;
}
