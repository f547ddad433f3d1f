/* Solving a match, following another line, and queries. */
#include "matching.h"

#include <string.h>

vv_result vv_match_solve(vv_match *match, const vv_progress *progress, vv_error *error)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(match != NULL);
    uint32_t iterations = 0;
    if (!match->solved)
        vvi_match_initialize(match);
    vv_result result = vvi_match_minimize(match, &match->planar, progress, 0.0f, match->has_space_stage ? 0.4f : 0.9f,
                                          &iterations, error);
    if (result != VV_OK)
        return result;
    vvi_match_store_planar(match);
    if (match->has_space_stage && !match->solved)
        vvi_match_begin_space(match);
    if (match->has_space_stage)
        result = vvi_match_minimize(match, &match->space, progress, 0.4f, 0.9f, &iterations, error);
    if (result != VV_OK)
        return result;
    match->report.iterations = iterations;
    match->solved = true;
    vvi_match_finish(match);
    if (progress && progress->report)
        progress->report(progress->user, 1.0f);
    return VV_OK;
}

vv_result vv_match_set_line(vv_match *match, const vv_line *line, vv_error *error)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(match != NULL);
    VV_ASSERT(line != NULL);
    if (vv_line_key_count(line) != match->key_count)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "the line has %u keystrokes, but the match was made for %u",
                        vv_line_key_count(line), match->key_count);
    bool same = vv_match_count_frames(line, (float)match->rate) == match->frame_count;
    for (uint32_t k = 0; same && k < match->key_count; k++)
        same = vv_line_key_time(line, k) == vv_line_key_time(match->line, k);
    if (!same)
        return vvi_fail(error, VV_ERROR_ARGUMENT,
                        "the line's keystrokes are at other times than those that the match was made for");
    match->line = line;
    vvi_match_map(match);
    return VV_OK;
}

vv_match_report vv_match_last_report(const vv_match *match)
{
    VV_ASSERT(match != NULL);
    return match->report;
}

uint32_t vv_match_frame_count(const vv_match *match)
{
    VV_ASSERT(match != NULL);
    return match->frame_count;
}

void vv_match_frame_pose(const vv_match *match, uint32_t frame, vv_quat *turns, vv_vec3 *moves)
{
    VV_ASSERT(match != NULL);
    VV_ASSERT(turns != NULL);
    VV_ASSERT(moves != NULL);
    VV_ASSERT(frame < match->frame_count);
    const match_body *body = &match->body;
    size_t joints = match->joint_count, base = match->base_count > 1 ? frame * joints : 0;
    memcpy(turns, match->base_turns + base, joints * sizeof *turns);
    memcpy(moves, match->base_moves + base, joints * sizeof *moves);
    if (!match->solved)
        return;
    moves[0] = match->moves[frame];
    for (uint32_t i = 0; i < body->joint_count; i++)
        turns[body->joints[i]] = match->turns[(size_t)frame * body->joint_count + i];
}
