/* How an artwork's layers are joined on a stage: by the artist's pins, or by automatic ones from handles and overlaps
 * (author/build/join.c). The page shows them, and starts from them when the artist adds a first pin. */
#include "state.h"

static void write_join(vv_json_writer *writer, const vv_project_artwork *artwork, const vv_sprite_pin *pin)
{
    vv_json_write_object(writer, NULL);
    vv_json_write_string(writer, "layer", artwork->layers[pin->layer].name);
    vv_json_write_string(writer, "onto", artwork->layers[pin->onto].name);
    vv_json_write_array(writer, "at");
    vv_json_write_float(writer, NULL, pin->at.x);
    vv_json_write_float(writer, NULL, pin->at.y);
    vv_json_write_end(writer);
    vv_json_write_end(writer);
}

static void write_joins(vv_json_writer *writer, const vv_project_artwork *artwork, const vv_staged *staged)
{
    vv_json_write_object(writer, NULL);
    vv_json_write_bool(writer, "chosen", artwork->sprite.pinned);
    if (staged->loose_layer < artwork->layer_count)
        vv_json_write_string(writer, "loose", artwork->layers[staged->loose_layer].name);
    else
        vv_json_write_null(writer, "loose");
    vv_json_write_array(writer, "joins");
    for (uint32_t i = 0; i < staged->pin_count; i++)
        write_join(writer, artwork, &staged->pins[i]);
    vv_json_write_end(writer);
    vv_json_write_end(writer);
}

vv_result vv_studio_joins(vv_studio *studio, uint32_t artwork)
{
    vv_error error = {0};
    const vv_staged *staged = NULL;
    const vv_project *project = vv_document_project(studio->document);
    vv_result result = artwork < project->artwork_count
                           ? vv_session_staged(studio->session, artwork, NULL, NULL, &staged, &error)
                           : vvi_fail(&error, VV_ERROR_NOT_FOUND, "there is no artwork %u", artwork);
    if (result != VV_OK)
        return vvi_studio_fail(studio, &error);
    vv_json_writer *writer = vvi_studio_writer(studio);
    if (!writer)
        return VV_ERROR_MEMORY;
    write_joins(writer, project->artworks[artwork], staged);
    return vvi_studio_answer(studio, writer);
}
