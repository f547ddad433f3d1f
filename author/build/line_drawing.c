/* Drawings on lines: every handle hangs on the line at rest, and moves with it. */
#include "line_parts.h"

#include "runtime/base/base.h"

/* Seconds between the keys of a clip. So close together, Hermite curves with the line's own slopes hardly differ from
 * it. */
static const double key_gap = 1.0 / 15.0;
/* Seconds to either side over which slopes are measured. */
static const double slope_gap = 1e-3;

/* ---- Where handles hang ------------------------------------------------------------------------------------------ */

/* Fits the line at rest: as it was drawn, or through the handles that hang on it. */
static vv_result fit_rest(const vv_project_line *line, const vv_body *body, vv_built_line *built, vv_error *error)
{
    if (line->rest_count > 0)
        return vvi_line_fit(line, line->rest_count, line->rest, NULL, built->allocator, &built->rest, NULL, error);
    bool all = built->grip_count < 2;
    uint32_t count = all ? body->handle_count : built->grip_count;
    vv_vec2 *points = vvi_allocate(built->allocator, count, sizeof *points);
    if (points == NULL)
        return vvi_fail_memory(error, count * sizeof *points);
    for (uint32_t i = 0; i < count; i++)
        points[i] = body->handles[all ? i : built->handles[i]].from;
    vv_result result = vvi_line_fit(line, count, points, NULL, built->allocator, &built->rest, NULL, error);
    vvi_release(built->allocator, points, count, sizeof *points);
    if (result != VV_OK)
        vvi_error_remedy(error, "draw the line at rest over the drawing, or name two handles or more");
    return result;
}

/* Refuses a drawing without handles. It has one that moves it as a whole, but not in the project: no clip or pose
 * could name it. */
static vv_result check_handles(const vv_session *session, const vv_project_line *line, vv_error *error)
{
    const vv_project_artwork *artwork = vvi_session_project(session)->artworks[line->subject];
    if (artwork->handle_count > 0)
        return VV_OK;
    vvi_fail(error, VV_ERROR_ARGUMENT, "the drawing “%s” has no handles that could follow the line “%s”", artwork->name,
             line->name);
    vvi_error_remedy(error, "put some along the line: handle.add, or the Rig workspace");
    return VV_ERROR_ARGUMENT;
}

/* The line leads the handles that its first keystroke names; where it names none, all of them. */
static vv_result find_handles(const vv_project_line *line, const vv_body *body, vv_built_line *built, vv_error *error)
{
    const vv_project_line_key *first = line->key_count > 0 ? &line->keys[0] : NULL;
    bool all = first == NULL || first->bone_count == 0;
    built->grip_count = all ? body->handle_count : first->bone_count;
    built->handles = vvi_allocate(built->allocator, built->grip_count, sizeof *built->handles);
    if (built->handles == NULL)
        return vvi_fail_memory(error, built->grip_count * sizeof *built->handles);
    for (uint32_t i = 0; i < built->grip_count; i++)
        built->handles[i] = all ? i : first->handles[i];
    return VV_OK;
}

vv_result vvi_line_hang(vv_session *session, const vv_project_line *line, const vv_progress *progress,
                        vv_built_line *built, vv_error *error)
{
    const vv_rigged *rigged = NULL;
    vv_result result = check_handles(session, line, error);
    if (result == VV_OK)
        result = vv_session_artwork(session, line->subject, progress, &rigged, error);
    if (result != VV_OK)
        return result;
    const vv_body *body = rigged->body;
    built->rigged = vv_rigged_retain(rigged);
    built->stretch = line->stretch;
    result = find_handles(line, body, built, error);
    if (result == VV_OK)
        result = fit_rest(line, body, built, error);
    if (result != VV_OK)
        return result;
    built->grips = vvi_allocate(built->allocator, body->handle_count, sizeof *built->grips);
    if (built->grips == NULL)
        return vvi_fail_memory(error, body->handle_count * sizeof *built->grips);
    for (uint32_t h = 0; h < body->handle_count; h++)
        built->grips[h] = vv_line_find_anchor(line->element_count, &built->rest, body->handles[h].from);
    return VV_OK;
}

vv_result vvi_line_hang_bare(vv_session *session, const vv_project_line *line, vv_built_line *built, vv_error *error)
{
    const vv_rigged *rigged = NULL;
    vv_result result = vv_session_artwork(session, line->subject, NULL, &rigged, error);
    if (result == VV_OK)
        built->rigged = vv_rigged_retain(rigged);
    return result;
}

/* ---- Poses ------------------------------------------------------------------------------------------------------- */

void vv_built_line_pose(const vv_built_line *built, double time, vv_affine *pose)
{
    uint32_t elements = vv_line_element_count(built->line);
    vv_line_pose now;
    vv_line_sample(built->line, time, &now, NULL);
    for (uint32_t h = 0; h < built->rigged->body->handle_count; h++)
        pose[h] = vv_line_anchor_transform(elements, &built->rest, &now, built->grips[h], built->stretch);
}

/* ---- Clips ------------------------------------------------------------------------------------------------------- */

/* The value of each channel for one handle at a time. */
typedef struct handle_state {
    vv_vec2 position, scale;
    float angle;
} handle_state;

static handle_state find_handle_state(const vv_built_line *built, uint32_t handle, double time)
{
    const vv_handle *h = &built->rigged->body->handles[handle];
    uint32_t elements = vv_line_element_count(built->line);
    vv_line_pose now;
    vv_line_sample(built->line, time, &now, NULL);
    vv_affine carried = vv_line_anchor_transform(elements, &built->rest, &now, built->grips[handle], built->stretch);
    vv_polar2 polar = vv_mat2_polar(carried.linear);
    vv_vec2 axis = vv_vec2_sub(h->to, h->from);
    float length = vv_vec2_length(axis);
    axis = length > 0.0f ? vv_vec2_scale(axis, 1.0f / length) : (vv_vec2){1.0f, 0.0f};
    vv_mat2 stretch = {polar.xx, polar.xy, polar.xy, polar.yy};
    vv_vec2 across = {-axis.y, axis.x};
    return (handle_state){
        .position = vv_affine_apply(carried, h->from),
        .scale = {vv_vec2_dot(axis, vv_mat2_apply(stretch, axis)), vv_vec2_dot(across, vv_mat2_apply(stretch, across))},
        .angle = polar.angle};
}

/* Adds whole turns, so that angles do not jump from key to key. */
static float unwrap_angle(float angle, float before) { return before + vv_wrap_angle(angle - before); }

static void write_pair(vv_json_writer *w, const char *name, vv_vec2 value)
{
    vv_json_write_array(w, name);
    vv_json_write_float(w, NULL, value.x);
    vv_json_write_float(w, NULL, value.y);
    vv_json_write_end(w);
}

static vv_vec2 find_slope(vv_vec2 before, vv_vec2 after)
{
    return vv_vec2_scale(vv_vec2_sub(after, before), (float)(0.5 / slope_gap));
}

static void write_slopes(vv_json_writer *w, vv_handle_channel channel, vv_vec2 slope)
{
    for (uint32_t k = 0; k < 2; k++) {
        const char *name = k == 0 ? "in" : "out";
        if (channel == VV_CHANNEL_ANGLE)
            vv_json_write_float(w, name, slope.x);
        else
            write_pair(w, name, slope);
    }
}

static vv_vec2 channel_value(const handle_state *w, vv_handle_channel channel)
{
    return channel == VV_CHANNEL_POSITION ? w->position
           : channel == VV_CHANNEL_ANGLE  ? (vv_vec2){w->angle, 0.0f}
                                          : w->scale;
}

static void write_key(const vv_built_line *built, uint32_t handle, vv_handle_channel channel, double time, float *angle,
                      vv_json_writer *w)
{
    handle_state at = find_handle_state(built, handle, time),
                 before = find_handle_state(built, handle, time - slope_gap),
                 after = find_handle_state(built, handle, time + slope_gap);
    at.angle = *angle = unwrap_angle(at.angle, *angle);
    before.angle = unwrap_angle(before.angle, at.angle);
    after.angle = unwrap_angle(after.angle, at.angle);
    vv_vec2 value = channel_value(&at, channel);
    vv_json_write_on_one_line(w);
    vv_json_write_object(w, NULL);
    vv_json_write_double(w, "time", time);
    if (channel == VV_CHANNEL_ANGLE)
        vv_json_write_float(w, "value", value.x);
    else
        write_pair(w, "value", value);
    write_slopes(w, channel, find_slope(channel_value(&before, channel), channel_value(&after, channel)));
    vv_json_write_end(w);
}

static void write_track(const vv_built_line *built, const vv_project_artwork *artwork, uint32_t handle,
                        vv_handle_channel channel, vv_json_writer *w)
{
    static const char *const names[VV_CHANNEL_COUNT] = {"position", "angle", "scale"};
    double length = (double)vv_built_line_duration(built);
    uint32_t spans = (uint32_t)ceil(length / key_gap);
    float angle = 0.0f;
    vv_json_write_object(w, NULL);
    vv_json_write_string(w, "handle", artwork->handles[handle].name);
    vv_json_write_string(w, "channel", names[channel]);
    vv_json_write_array(w, "keys");
    for (uint32_t k = 0; k <= spans; k++)
        write_key(built, handle, channel, length * (double)k / (double)spans, &angle, w);
    vv_json_write_end(w);
    vv_json_write_end(w);
}

void vv_built_line_write_clip(const vv_built_line *built, const vv_project_artwork *artwork, const char *name,
                              vv_json_writer *w)
{
    vv_json_write_object(w, NULL);
    vv_json_write_string(w, "do", "clip.add");
    vv_json_write_string(w, "name", name);
    vv_json_write_string(w, "artwork", artwork->name);
    vv_json_write_float(w, "length", vv_built_line_duration(built));
    vv_json_write_array(w, "tracks");
    for (uint32_t i = 0; i < built->grip_count; i++) {
        uint32_t handle = built->handles[i];
        write_track(built, artwork, handle, VV_CHANNEL_POSITION, w);
        if (built->rigged->body->handles[handle].kind == VV_HANDLE_BONE) {
            write_track(built, artwork, handle, VV_CHANNEL_ANGLE, w);
            if (built->stretch)
                write_track(built, artwork, handle, VV_CHANNEL_SCALE, w);
        }
    }
    vv_json_write_end(w);
    vv_json_write_end(w);
}
