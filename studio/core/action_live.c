/* Dragging a line of action: grabbing, dragging, releasing, and making the drag part of the line. */
#include "action.h"

/* Seconds for which a released line wobbles before it counts as at rest. */
static const float wobble_duration = 2.5f;

void vvi_action_stop_wobble(vv_studio *studio, vvi_action *action)
{
    vv_live_line_destroy(action->wobble, studio->allocator);
    action->wobble = NULL;
    action->held = false;
    action->view.grabbed = 0;
}

void vvi_action_show_current(vvi_action *action)
{
    vv_line_pose pose;
    if (action->wobble != NULL)
        vv_live_line_pose(action->wobble, &pose);
    vvi_action_show(action, action->wobble != NULL ? &pose : NULL);
}

/* The share of the line's length at which it is nearest to a point, and the distance there. */
static float find_nearest(const vvi_action *action, vv_vec2 point, float *distance)
{
    uint32_t best = 0;
    *distance = INFINITY;
    for (uint32_t i = 0; i < VV_ACTION_POINTS; i++) {
        float d = vv_vec2_distance(action->view.points[i], point);
        if (d < *distance) {
            *distance = d;
            best = i;
        }
    }
    return (float)best / (float)(VV_ACTION_POINTS - 1);
}

bool vv_studio_action_grab(vv_studio *studio, float x, float y, float reach)
{
    vvi_action *action = vvi_action_with_strokes(studio);
    float distance = 0.0f;
    if (action == NULL)
        return false;
    float grab_share = find_nearest(action, (vv_vec2){x, y}, &distance);
    if (!(distance <= reach))
        return false;
    vv_line_pose pose;
    vv_error error = {0};
    vv_built_line_at(action->built, (double)action->view.seconds, &pose);
    vvi_action_stop_wobble(studio, action);
    if (vv_session_line_solver(studio->session, action->view.line, action->built, &error) != VV_OK ||
        vv_live_line_create(vv_line_element_count(action->built->line), &pose, studio->allocator, &action->wobble,
                            &error) != VV_OK)
        return false;
    action->grab_share = grab_share;
    action->held = true;
    action->pull_count = 0;
    action->view.grabbed = 1;
    vv_studio_action_drag(studio, x, y);
    return true;
}

void vv_studio_action_drag(vv_studio *studio, float x, float y)
{
    vvi_action *action = vvi_action_current(studio);
    if (action == NULL || action->wobble == NULL || !action->held || !isfinite(x) || !isfinite(y))
        return;
    vv_line_pose pose;
    uint32_t elements = vv_line_element_count(action->built->line);
    vv_built_line_at(action->built, (double)action->view.seconds, &pose);
    vv_vec2 offset = vv_vec2_sub((vv_vec2){x, y}, vv_line_point(elements, &pose, action->grab_share, NULL));
    vv_live_line_grab(action->wobble, action->grab_share, (vv_vec2){x, y});
    float time = action->view.seconds;
    bool later = action->pull_count == 0 || time > action->pulls[action->pull_count - 1].time + 1e-3f;
    if (later && action->pull_count < ACTION_MOST_PULLS)
        action->pull_count++;
    if (action->pull_count > 0)
        action->pulls[action->pull_count - 1] = (vv_line_pull_point){time, offset};
}

void vv_studio_action_release(vv_studio *studio)
{
    vvi_action *action = vvi_action_current(studio);
    if (action == NULL || action->wobble == NULL)
        return;
    vv_live_line_grab(action->wobble, -1.0f, (vv_vec2){0.0f, 0.0f});
    action->held = false;
    action->since_release = 0.0f;
}

/* Sets the wobble's target to the line's pose and velocity at the current time, including the motion of a held root. */
static void set_wobble_target(vvi_action *action)
{
    const vv_built_line *built = action->built;
    double now = (double)action->view.seconds;
    vv_line_pose pose, rates, next;
    vv_line_sample(built->line, now, &pose, &rates);
    vv_built_line_at(built, now, &pose);
    if (built->shifts != NULL) {
        vv_built_line_at(built, now + 1.0 / (double)built->rate, &next);
        rates.root = vv_vec2_scale(vv_vec2_sub(next.root, pose.root), built->rate);
    }
    vv_live_line_set_target(action->wobble, &pose, &rates);
}

/* Starts again at the end of the line, unless the line is held; then time stops at the end. */
void vv_studio_action_play(vv_studio *studio, float dt)
{
    vvi_action *action = vvi_action_current(studio);
    if (action == NULL || !(dt >= 0.0f && dt <= 10.0f))
        return;
    float length = action->view.length;
    action->view.seconds += dt;
    if (action->view.seconds > length)
        action->view.seconds = action->held ? length : 0.0f;
    if (action->wobble != NULL) {
        set_wobble_target(action);
        vv_live_line_step(action->wobble, dt);
    }
    vvi_action_show_current(action);
    action->since_release += dt;
    if (action->wobble != NULL && !action->held && action->since_release > wobble_duration)
        vvi_action_stop_wobble(studio, action);
}

vv_result vv_studio_action_pull_command(vv_studio *studio)
{
    vvi_action *action = vvi_action_with_strokes(studio);
    if (action == NULL)
        return VV_ERROR_NOT_FOUND;
    vv_error error = {0};
    if (action->pull_count == 0) {
        vvi_fail(&error, VV_ERROR_NOT_FOUND, "the line has not been dragged yet");
        return vvi_studio_fail(studio, &error);
    }
    vv_json_writer *w = vvi_studio_writer(studio);
    if (w == NULL)
        return VV_ERROR_MEMORY;
    vv_json_write_object(w, NULL);
    vv_json_write_string(w, "do", "pull.add");
    vv_json_write_string(w, "line", vv_document_project(studio->document)->lines[action->view.line]->name);
    vv_json_write_float(w, "along", action->grab_share);
    vv_json_write_array(w, "points");
    for (uint32_t i = 0; i < action->pull_count; i++) {
        vv_json_write_array(w, NULL);
        vv_json_write_float(w, NULL, vv_pose_round(action->pulls[i].time));
        vv_json_write_float(w, NULL, vv_pose_round(action->pulls[i].by.x));
        vv_json_write_float(w, NULL, vv_pose_round(action->pulls[i].by.y));
        vv_json_write_end(w);
    }
    vv_json_write_end(w);
    vv_json_write_end(w);
    return vvi_studio_answer(studio, w);
}
