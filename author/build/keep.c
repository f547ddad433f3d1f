/* The command that keeps a pose as an example, with numbers: what example.drag amounts to, and what an artist who poses by
 * hand keeps. */
#include "build.h"

#include "runtime/base/base.h"

#include <math.h>

float vv_pose_rounded(float value) { return (float)(floor((double)value * 1e5 + 0.5) / 1e5); }

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

static void write_turn(vv_json_writer *writer, const char *name, const vv_turn *turn)
{
    vv_json_write_object(writer, name);
    write_vec2(writer, "move", (vv_vec2){vv_pose_rounded(turn->move.x), vv_pose_rounded(turn->move.y)});
    vv_json_write_float(writer, "turn", vv_pose_rounded(turn->angle));
    write_stretch(writer, vv_pose_rounded(turn->xx), vv_pose_rounded(turn->xy), vv_pose_rounded(turn->yy));
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
                           const vv_turn *turns, const vv_project_pin *pins)
{
    bool there = vv_project_find_example(artwork, example) != VV_NONE;
    vv_json_write_object(writer, NULL);
    vv_json_write_string(writer, "do", there ? "example.set" : "example.add");
    vv_json_write_string(writer, "artwork", artwork->name);
    vv_json_write_string(writer, there ? "example" : "name", example);
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
