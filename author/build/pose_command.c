/* Writes the command that stores a pose as an example, in numbers: the result of example.drag, or of posing by hand. */
#include "build.h"

#include "runtime/base/base.h"

#include <math.h>

float vv_pose_round(float value) { return (float)(floor((double)value * 1e5 + 0.5) / 1e5); }

static void write_vec2(vv_json_writer *writer, const char *name, vv_vec2 v)
{
    vv_json_write_array(writer, name);
    vv_json_write_float(writer, NULL, v.x);
    vv_json_write_float(writer, NULL, v.y);
    vv_json_write_end(writer);
}

static void write_stretch(vv_json_writer *writer, float xx, float xy, float yy)
{
    vv_json_write_array(writer, "stretch");
    vv_json_write_float(writer, NULL, xx);
    vv_json_write_float(writer, NULL, xy);
    vv_json_write_float(writer, NULL, yy);
    vv_json_write_end(writer);
}

static void write_turn(vv_json_writer *writer, const char *name, const vv_handle_pose *turn)
{
    vv_json_write_object(writer, name);
    write_vec2(writer, "move", (vv_vec2){vv_pose_round(turn->translation.x), vv_pose_round(turn->translation.y)});
    vv_json_write_float(writer, "turn", vv_pose_round(turn->angle));
    write_stretch(writer, vv_pose_round(turn->xx), vv_pose_round(turn->xy), vv_pose_round(turn->yy));
    vv_json_write_end(writer);
}

static void write_pin(vv_json_writer *writer, const vv_project_handle *handle, const vv_project_pin *pin)
{
    vv_json_write_object(writer, handle->name);
    if (pin->from.x != handle->shape.from.x || pin->from.y != handle->shape.from.y)
        write_vec2(writer, "from", pin->from);
    write_vec2(writer, "to", pin->to);
    if (pin->kind != VV_PIN_POSITION)
        vv_json_write_float(writer, "turn", pin->angle);
    if (pin->kind == VV_PIN_STRETCH)
        write_stretch(writer, pin->xx, pin->xy, pin->yy);
    vv_json_write_end(writer);
}

void vv_pose_write_command(vv_json_writer *writer, const vv_project_artwork *artwork, const char *example,
                           const vv_handle_pose *turns, const vv_project_pin *pins)
{
    bool exists = vv_project_find_example(artwork, example) != VV_NONE;
    vv_json_write_object(writer, NULL);
    vv_json_write_string(writer, "do", exists ? "example.set" : "example.add");
    vv_json_write_string(writer, "artwork", artwork->name);
    vv_json_write_string(writer, exists ? "example" : "name", example);
    vv_json_write_object(writer, "pose");
    for (uint32_t h = 0; h < artwork->handle_count; h++)
        write_turn(writer, artwork->handles[h].name, &turns[h]);
    vv_json_write_end(writer);
    vv_json_write_object(writer, "pins");
    for (uint32_t h = 0; h < artwork->handle_count; h++)
        if (pins[h].held)
            write_pin(writer, &artwork->handles[h], &pins[h]);
    vv_json_write_end(writer);
    vv_json_write_end(writer);
}
