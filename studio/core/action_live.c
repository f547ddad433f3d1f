/* A line of action in the hand: grabbed, drawn about, let go, and what was done made part of it. */
#include "action.h"

/* Seconds that a line that was let go wobbles on for before it counts as calm. */
static const float calm_after = 2.5f;

void vvi_action_calm(vv_studio *studio, vvi_action *action)
{
    vv_wobble_destroy(action->wobble, studio->allocator);
    action->wobble = NULL;
    action->held = false;
    action->view.grabbed = 0;
}

void vvi_action_show_now(vvi_action *action)
{
    vv_line_pose pose;
    if (action->wobble != NULL)
        vv_wobble_pose(action->wobble, &pose);
    vvi_action_show(action, action->wobble != NULL ? &pose : NULL);
}

/* The share of the line's length at which it is nearest to a point, and how far that is. */
static float nearest(const vvi_action *action, vv_vec2 point, float *distance)
{
    uint32_t best = 0;
    *distance = INFINITY;
    for (uint32_t i = 0; i < VV_ACTION_POINTS; i++) {
        float way = vv_vec2_distance(action->view.points[i], point);
        if (way < *distance) {
            *distance = way;
            best = i;
        }
    }
    return (float)best / (float)(VV_ACTION_POINTS - 1);
}

bool vv_studio_action_grab(vv_studio *studio, float x, float y, float reach)
{
    vvi_action *action = vvi_action_drawn(studio);
    float distance = 0.0f;
    if (action == NULL)
        return false;
    float along = nearest(action, (vv_vec2){x, y}, &distance);
    if (!(distance <= reach))
        return false;
    vv_line_pose pose;
    vv_error error = {0};
    vv_built_line_at(action->built, (double)action->view.seconds, &pose);
    vvi_action_calm(studio, action);
    if (vv_session_line_solver(studio->session, action->view.line, action->built, &error) != VV_OK ||
        vv_wobble_create(vv_line_element_count(action->built->line), &pose, studio->allocator, &action->wobble,
                         &error) != VV_OK)
        return false;
    action->along = along;
    action->held = true;
    action->pull_count = 0;
    action->view.grabbed = 1;
    vv_studio_action_drag(studio, x, y);
    return true;
}

void vv_studio_action_drag(vv_studio *studio, float x, float y)
{
    vvi_action *action = vvi_action_now(studio);
    if (action == NULL || action->wobble == NULL || !action->held || !isfinite(x) || !isfinite(y))
        return;
    vv_line_pose pose;
    uint32_t elements = vv_line_element_count(action->built->line);
    vv_built_line_at(action->built, (double)action->view.seconds, &pose);
    vv_vec2 by = vv_vec2_sub((vv_vec2){x, y}, vv_line_point(elements, &pose, action->along, NULL));
    vv_wobble_grab(action->wobble, action->along, (vv_vec2){x, y});
    float time = action->view.seconds;
    bool later = action->pull_count == 0 || time > action->pulls[action->pull_count - 1].time + 1e-3f;
    if (later && action->pull_count < ACTION_MOST_PULLS)
        action->pull_count++;
    if (action->pull_count > 0)
        action->pulls[action->pull_count - 1] = (vv_pull_point){time, by};
}

void vv_studio_action_let_go(vv_studio *studio)
{
    vvi_action *action = vvi_action_now(studio);
    if (action == NULL || action->wobble == NULL)
        return;
    vv_wobble_grab(action->wobble, -1.0f, (vv_vec2){0.0f, 0.0f});
    action->held = false;
    action->quiet = 0.0f;
}

/* Where the line is to be now, and how it goes on: of a held one, what it hangs on may move too. */
static void aim(vvi_action *action)
{
    const vv_built_line *built = action->built;
    double now = (double)action->view.seconds;
    vv_line_pose pose, rates, next;
    vv_line_at(built->line, now, &pose, &rates);
    vv_built_line_at(built, now, &pose);
    if (built->shifts != NULL) {
        vv_built_line_at(built, now + 1.0 / (double)built->rate, &next);
        rates.root = vv_vec2_scale(vv_vec2_sub(next.root, pose.root), built->rate);
    }
    vv_wobble_aim(action->wobble, &pose, &rates);
}

/* Goes round at the end; what is in the hand stays in it. */
void vv_studio_action_play(vv_studio *studio, float dt)
{
    vvi_action *action = vvi_action_now(studio);
    if (action == NULL || !(dt >= 0.0f && dt <= 10.0f))
        return;
    float length = action->view.length;
    action->view.seconds += dt;
    if (action->view.seconds > length)
        action->view.seconds = action->held ? length : 0.0f;
    if (action->wobble != NULL) {
        aim(action);
        vv_wobble_step(action->wobble, dt);
    }
    vvi_action_show_now(action);
    action->quiet += dt;
    if (action->wobble != NULL && !action->held && action->quiet > calm_after)
        vvi_action_calm(studio, action);
}

vv_result vv_studio_action_pulled(vv_studio *studio)
{
    vvi_action *action = vvi_action_drawn(studio);
    if (action == NULL)
        return VV_ERROR_NOT_FOUND;
    vv_error error = {0};
    if (action->pull_count == 0) {
        vvi_fail(&error, VV_ERROR_NOT_FOUND, "the line was not drawn about yet");
        return vvi_studio_refuse(studio, &error);
    }
    vv_json_writer *w = vvi_studio_writer(studio);
    if (w == NULL)
        return VV_ERROR_MEMORY;
    vv_json_write_object(w, NULL);
    vv_json_write_string(w, "do", "pull.add");
    vv_json_write_string(w, "line", vv_document_project(studio->document)->lines[action->view.line]->name);
    vv_json_write_float(w, "along", action->along);
    vv_json_write_array(w, "points");
    for (uint32_t i = 0; i < action->pull_count; i++) {
        vv_json_write_array(w, NULL);
        vv_json_write_float(w, NULL, vv_pose_rounded(action->pulls[i].time));
        vv_json_write_float(w, NULL, vv_pose_rounded(action->pulls[i].by.x));
        vv_json_write_float(w, NULL, vv_pose_rounded(action->pulls[i].by.y));
        vv_json_write_end(w);
    }
    vv_json_write_end(w);
    vv_json_write_end(w);
    return vvi_studio_answer(studio, w);
}
