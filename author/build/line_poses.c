/* Keystrokes as poses: the drawing as it follows the line at each of them, as examples that blend from one to the
 * next. Behaviours of sprites move through these examples; puppets are attracted to them. */
#include "line_parts.h"

#include "runtime/base/base.h"

/* Strokes may be anywhere on the paper, but poses belong where the drawing is at rest. This offset moves a pose so
 * that the mean x of its handles and the y of its lowest handle are those at rest. */
static vv_vec2 offset_to_rest(const vv_body *body, const vv_affine *pose)
{
    float low = INFINITY, low_at_rest = INFINITY, aside = 0.0f;
    for (uint32_t h = 0; h < body->handle_count; h++) {
        vv_vec2 rest = body->handles[h].from, at = vv_affine_apply(pose[h], rest);
        low = vvi_min(low, at.y);
        low_at_rest = vvi_min(low_at_rest, rest.y);
        aside += (rest.x - at.x) / (float)body->handle_count;
    }
    return (vv_vec2){aside, low_at_rest - low};
}

static void write_turn(const char *handle, const vv_handle_pose *turn, vv_json_writer *w)
{
    vv_json_write_on_one_line(w);
    vv_json_write_object(w, handle);
    vv_json_write_array(w, "move");
    vv_json_write_float(w, NULL, turn->translation.x);
    vv_json_write_float(w, NULL, turn->translation.y);
    vv_json_write_end(w);
    vv_json_write_float(w, "turn", turn->angle);
    vv_json_write_array(w, "stretch");
    vv_json_write_float(w, NULL, turn->xx);
    vv_json_write_float(w, NULL, turn->xy);
    vv_json_write_float(w, NULL, turn->yy);
    vv_json_write_end(w);
    vv_json_write_end(w);
}

static void write_example(const vv_built_line *built, const vv_project_artwork *artwork, const char *name, double time,
                          vv_json_writer *w)
{
    const vv_body *body = built->rigged->body;
    vv_affine pose[VV_RIG_MAX_HANDLES];
    vv_handle_pose turns[VV_RIG_MAX_HANDLES];
    vv_built_line_pose(built, time, pose);
    vv_vec2 offset = offset_to_rest(body, pose);
    for (uint32_t h = 0; h < body->handle_count; h++)
        pose[h].translation = vv_vec2_add(pose[h].translation, offset);
    vv_pose_factor(body->handle_count, body->handles, pose, turns);
    vv_json_write_object(w, NULL);
    vv_json_write_string(w, "do", "example.add");
    vv_json_write_string(w, "artwork", artwork->name);
    vv_json_write_string(w, "name", name);
    vv_json_write_object(w, "pose");
    for (uint32_t h = 0; h < body->handle_count; h++)
        write_turn(artwork->handles[h].name, &turns[h], w);
    vv_json_write_end(w);
    vv_json_write_end(w);
}

static void write_link(const vv_project_artwork *artwork, const char *from, const char *to, vv_json_writer *w)
{
    vv_json_write_object(w, NULL);
    vv_json_write_string(w, "do", "complex.link");
    vv_json_write_string(w, "artwork", artwork->name);
    vv_json_write_array(w, "examples");
    vv_json_write_string(w, NULL, from);
    vv_json_write_string(w, NULL, to);
    vv_json_write_end(w);
    vv_json_write_end(w);
}

void vv_built_line_write_poses(const vv_built_line *built, const vv_project_artwork *artwork, const char *name,
                               vv_json_writer *w)
{
    char names[2][VV_PROJECT_NAME_BYTES + 16];
    vv_json_write_object(w, NULL);
    vv_json_write_string(w, "do", "group");
    vv_json_write_string(w, "label", "Poses of a line");
    vv_json_write_array(w, "commands");
    for (uint32_t k = 0; k < built->key_count; k++) {
        vvi_format(names[k % 2], sizeof names[0], "%s %u", name, k + 1);
        write_example(built, artwork, names[k % 2], (double)built->keys[k].time, w);
        if (k > 0)
            write_link(artwork, names[(k + 1) % 2], names[k % 2], w);
    }
    vv_json_write_end(w);
    vv_json_write_end(w);
}
