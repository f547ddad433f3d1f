/* Suggests handles for a drawing, as commands that add them (author/guess). */
#include "figure.h"

#include "author/guess/guess.h"

static void write_point(vv_json_writer *writer, const char *name, vv_vec2 p)
{
    vv_json_write_array(writer, name);
    vv_json_write_float(writer, NULL, p.x);
    vv_json_write_float(writer, NULL, p.y);
    vv_json_write_end(writer);
}

static void write_layers(vv_json_writer *writer, const vv_project_artwork *artwork, const vv_project_handle *handle)
{
    vv_json_write_array(writer, "layers");
    for (uint32_t l = 0; l < artwork->layer_count; l++)
        if (vv_project_handle_moves(handle, l))
            vv_json_write_string(writer, NULL, artwork->layers[l].name);
    vv_json_write_end(writer);
}

static void write_handle(vv_json_writer *writer, const vv_project_artwork *artwork, const vv_guess *guess, uint32_t h)
{
    const vv_project_handle *handle = &guess->handles[h];
    bool bone = handle->shape.kind == VV_HANDLE_BONE;
    vv_json_write_object(writer, NULL);
    vv_json_write_string(writer, "do", "handle.add");
    vv_json_write_string(writer, "artwork", artwork->name);
    vv_json_write_string(writer, "name", handle->name);
    vv_json_write_string(writer, "kind", bone ? "bone" : "point");
    if (bone)
        write_point(writer, "from", handle->shape.from);
    write_point(writer, bone ? "to" : "at", handle->shape.to);
    if (handle->parent != VV_NONE)
        vv_json_write_string(writer, "parent", guess->handles[handle->parent].name);
    if (handle->bone.bend != 0)
        vv_json_write_string(writer, "bend", handle->bone.bend > 0 ? "counterclockwise" : "clockwise");
    if (!handle->every_layer)
        write_layers(writer, artwork, handle);
    vv_json_write_end(writer);
}

static vv_result answer_guess(vv_studio *studio, const vv_project_artwork *artwork, const vv_guess *guess)
{
    vv_json_writer *writer = vvi_studio_writer(studio);
    if (!writer)
        return VV_ERROR_MEMORY;
    vv_json_write_array(writer, NULL);
    for (uint32_t h = 0; h < guess->handle_count; h++)
        write_handle(writer, artwork, guess, h);
    vv_json_write_end(writer);
    return vvi_studio_answer(studio, writer);
}

vv_result vv_studio_suggest_handles(vv_studio *studio, uint32_t artwork, bool bones)
{
    vv_error error = {0};
    vvi_figure *f = NULL;
    vv_result result = vvi_figure_at(studio, artwork, &f);
    if (result != VV_OK)
        return result;
    const vv_project_artwork *drawing = vvi_figure_artwork(studio, artwork);
    vv_guess *guess = vvi_allocate(studio->allocator, 1, sizeof *guess);
    if (!guess) {
        vvi_fail_memory(&error, sizeof *guess);
        return vvi_studio_fail(studio, &error);
    }
    result = vv_guess_handles(drawing, &f->body->mesh, bones, studio->allocator, guess, &error);
    result = result == VV_OK ? answer_guess(studio, drawing, guess) : vvi_studio_fail(studio, &error);
    vvi_release(studio->allocator, guess, 1, sizeof *guess);
    return result;
}
