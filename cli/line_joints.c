/* verve line --joints: the joints that strokes can name as bones, and where they are on the paper that strokes are
 * drawn on, so that strokes can be written without the studio. */
#include "cli/line.h"

#include "runtime/base/base.h"

#include <math.h>

typedef struct pose {
    const line_job *job;
    const vv_skeleton *skeleton;
    uint32_t count;
    vv_quat *turns;
    vv_vec3 *moves;
    vv_affine3 *globals;
} pose;

static vv_result find_skeleton(line_job *j, const vv_skeleton **out)
{
    const vv_character *character = NULL;
    const vv_built_creature *creature = NULL;
    if (j->line->kind == VV_LINE_OF_ARTWORK)
        return cli_misuse(j->call, "name its handles as bones, as project.json lists them",
                          "a drawing follows this line, and has no joints");
    vv_result result = j->line->kind == VV_LINE_OF_SKELETON
                           ? vv_session_character(j->session, j->line->subject, &character, j->error)
                           : vv_session_creature(j->session, j->line->subject, &creature, j->error);
    if (result == VV_OK)
        *out = character != NULL ? character->skeleton : creature->skeleton;
    return result;
}

/* The pose of the body without the line, at --time. */
static vv_result find_pose(line_job *j, pose *p)
{
    double time = isnan(j->request->time) ? 0.0 : j->request->time;
    const vv_built_line *over = NULL;
    const vv_take *take = NULL;
    vv_pose_sequence *frames = NULL;
    vv_result result = VV_OK;
    if (j->line->over_line != VV_NONE)
        result = vv_session_line(j->session, j->line->over_line, NULL, &over, j->error);
    else if (j->line->over_take != VV_NONE)
        result = vv_session_take(j->session, j->line->over_take, &take, j->error);
    if (take != NULL)
        result =
            vv_pose_sequence_create(p->skeleton, (float)take->rate,
                                    take->frame_count < VV_MATCH_MAX_FRAMES ? take->frame_count : VV_MATCH_MAX_FRAMES,
                                    take->turns, take->moves, NULL, &frames, j->error);
    if (result != VV_OK)
        return result;
    if (over != NULL || frames != NULL)
        vv_pose_sequence_sample(over != NULL ? over->frames : frames, time, p->turns, p->moves, NULL);
    else
        vv_skeleton_rest(p->skeleton, p->turns, p->moves);
    vv_skeleton_globals(p->skeleton, p->turns, p->moves, p->globals);
    vv_pose_sequence_destroy(frames, NULL);
    return VV_OK;
}

static void write_joints(vv_json_writer *w, const void *subject)
{
    const pose *p = subject;
    const line_job *j = p->job;
    vv_view_plane paper = vv_project_line_paper(j->line);
    vv_json_write_object(w, NULL);
    vv_json_write_string(w, "line", j->line->name);
    vv_json_write_array(w, "joints");
    for (uint32_t i = 0; i < p->count; i++) {
        vv_joint joint = vv_skeleton_joint(p->skeleton, i);
        vv_vec2 at = vv_view_plane_project(&paper, vv_affine3_apply(p->globals[i], (vv_vec3){0}));
        vv_json_write_on_one_line(w);
        vv_json_write_object(w, NULL);
        vv_json_write_string(w, "name", joint.name);
        if (joint.parent != VV_NONE)
            vv_json_write_string(w, "parent", vv_skeleton_joint(p->skeleton, joint.parent).name);
        vv_json_write_array(w, "at");
        vv_json_write_float(w, NULL, at.x);
        vv_json_write_float(w, NULL, at.y);
        vv_json_write_end(w);
        vv_json_write_end(w);
    }
    vv_json_write_end(w);
    vv_json_write_end(w);
}

vv_result line_print_joints(line_job *j)
{
    pose p = {.job = j};
    vv_result result = find_skeleton(j, &p.skeleton);
    if (result != VV_OK)
        return result;
    p.count = vv_skeleton_joint_count(p.skeleton);
    p.turns = vvi_allocate(NULL, p.count, sizeof *p.turns);
    p.moves = vvi_allocate(NULL, p.count, sizeof *p.moves);
    p.globals = vvi_allocate(NULL, p.count, sizeof *p.globals);
    result =
        p.turns && p.moves && p.globals ? find_pose(j, &p) : vvi_fail_memory(j->error, p.count * sizeof *p.globals);
    if (result == VV_OK)
        result = cli_write_json("-", write_joints, &p, j->error);
    vvi_release(NULL, p.turns, p.count, sizeof *p.turns);
    vvi_release(NULL, p.moves, p.count, sizeof *p.moves);
    vvi_release(NULL, p.globals, p.count, sizeof *p.globals);
    return result;
}
