/* A project as project.json: a fixed order of keys, defaults left out, one item a line, names for references. Two people
 * who change different handles change different lines. */
#include "author/document/write.h"

#include <string.h>

void vvi_write_vec2(vv_json_writer *w, const char *name, vv_vec2 v)
{
    vv_json_write_array(w, name);
    vv_json_write_float(w, NULL, v.x);
    vv_json_write_float(w, NULL, v.y);
    vv_json_write_end(w);
}

static void write_stretch(vv_json_writer *w, float xx, float xy, float yy)
{
    vv_json_write_array(w, "stretch");
    vv_json_write_float(w, NULL, xx);
    vv_json_write_float(w, NULL, xy);
    vv_json_write_float(w, NULL, yy);
    vv_json_write_end(w);
}

static void write_layer(vv_json_writer *w, const vv_project_layer *layer)
{
    vv_project_layer usual = vvi_default_layer();
    vv_json_write_on_one_line(w);
    vv_json_write_object(w, NULL);
    vv_json_write_string(w, "name", layer->name);
    if (layer->image)
        vv_json_write_string(w, "image", layer->image);
    if (layer->mesh)
        vv_json_write_string(w, "mesh", layer->mesh);
    if (layer->at.x != 0.0f || layer->at.y != 0.0f)
        vvi_write_vec2(w, "at", layer->at);
    if (layer->vertices != usual.vertices)
        vv_json_write_integer(w, "vertices", layer->vertices);
    if (layer->visible != usual.visible)
        vv_json_write_bool(w, "visible", layer->visible);
    if (layer->locked != usual.locked)
        vv_json_write_bool(w, "locked", layer->locked);
    vv_json_write_end(w);
}

static void write_handle(vv_json_writer *w, const vv_project_artwork *artwork, const vv_project_handle *handle)
{
    vv_json_write_on_one_line(w);
    vv_json_write_object(w, NULL);
    vv_json_write_string(w, "name", handle->name);
    vv_json_write_string(w, "kind", handle->shape.kind == VV_HANDLE_POINT ? "point" : "bone");
    if (handle->shape.kind == VV_HANDLE_POINT) {
        vvi_write_vec2(w, "at", handle->shape.from);
    } else {
        vvi_write_vec2(w, "from", handle->shape.from);
        vvi_write_vec2(w, "to", handle->shape.to);
    }
    if (!handle->every_layer) {
        vv_json_write_array(w, "layers");
        for (uint32_t i = 0; i < artwork->layer_count; i++) {
            if (vv_project_handle_moves(handle, i))
                vv_json_write_string(w, NULL, artwork->layers[i].name);
        }
        vv_json_write_end(w);
    }
    vv_json_write_end(w);
}

static bool is_identity(const vv_turn *turn)
{
    return turn->move.x == 0.0f && turn->move.y == 0.0f && turn->angle == 0.0f && turn->xx == 1.0f &&
           turn->xy == 0.0f && turn->yy == 1.0f;
}

static void write_turn(vv_json_writer *w, const char *name, const vv_turn *turn)
{
    vv_json_write_on_one_line(w);
    vv_json_write_object(w, name);
    if (turn->move.x != 0.0f || turn->move.y != 0.0f)
        vvi_write_vec2(w, "move", turn->move);
    if (turn->angle != 0.0f)
        vv_json_write_float(w, "turn", turn->angle);
    if (turn->xx != 1.0f || turn->xy != 0.0f || turn->yy != 1.0f)
        write_stretch(w, turn->xx, turn->xy, turn->yy);
    vv_json_write_end(w);
}

static void write_pin(vv_json_writer *w, const vv_project_handle *handle, const vv_project_pin *pin)
{
    vv_json_write_on_one_line(w);
    vv_json_write_object(w, handle->name);
    if (pin->from.x != handle->shape.from.x || pin->from.y != handle->shape.from.y)
        vvi_write_vec2(w, "from", pin->from);
    vvi_write_vec2(w, "to", pin->to);
    if (pin->kind == VV_PIN_TURN || (pin->kind == VV_PIN_STRETCH && pin->angle != 0.0f))
        vv_json_write_float(w, "turn", pin->angle);
    if (pin->kind == VV_PIN_STRETCH)
        write_stretch(w, pin->xx, pin->xy, pin->yy);
    vv_json_write_end(w);
}

static void write_example(vv_json_writer *w, const vv_project_artwork *artwork, const vv_project_example *example)
{
    vv_json_write_object(w, NULL);
    vv_json_write_string(w, "name", example->name);
    vv_json_write_object(w, "pose");
    for (uint32_t i = 0; i < artwork->handle_count; i++) {
        if (!is_identity(&example->turns[i]))
            write_turn(w, artwork->handles[i].name, &example->turns[i]);
    }
    vv_json_write_end(w);
    if (example->pins) {
        vv_json_write_object(w, "pins");
        for (uint32_t i = 0; i < artwork->handle_count; i++) {
            if (example->pins[i].held)
                write_pin(w, &artwork->handles[i], &example->pins[i]);
        }
        vv_json_write_end(w);
    }
    vv_json_write_end(w);
}

static void write_mirror(vv_json_writer *w, const vv_project_artwork *artwork)
{
    bool begun = false;
    for (uint32_t i = 0; i < artwork->handle_count; i++) {
        if (artwork->partner[i] <= i)
            continue;
        if (!begun)
            vv_json_write_array(w, "mirror");
        begun = true;
        vv_json_write_array(w, NULL);
        vv_json_write_string(w, NULL, artwork->handles[i].name);
        vv_json_write_string(w, NULL, artwork->handles[artwork->partner[i]].name);
        vv_json_write_end(w);
    }
    if (begun)
        vv_json_write_end(w);
}

static void write_complex(vv_json_writer *w, const vv_project_artwork *artwork)
{
    vv_json_write_array(w, "complex");
    for (uint32_t i = 0; i < artwork->simplex_count; i++) {
        const vv_simplex *simplex = &artwork->simplices[i];
        vv_json_write_array(w, NULL);
        for (uint32_t c = 0; c < vvi_simplex_size(simplex); c++)
            vv_json_write_string(w, NULL, artwork->examples[simplex->corner[c]].name);
        vv_json_write_end(w);
    }
    vv_json_write_end(w);
}

static void write_artwork(vv_json_writer *w, const vv_project_artwork *artwork)
{
    vv_json_write_object(w, NULL);
    vv_json_write_string(w, "name", artwork->name);
    if (artwork->scale != vvi_default_artwork().scale)
        vv_json_write_float(w, "scale", artwork->scale);
    if (artwork->layer_count > 0) {
        vv_json_write_array(w, "layers");
        for (uint32_t i = 0; i < artwork->layer_count; i++)
            write_layer(w, &artwork->layers[i]);
        vv_json_write_end(w);
    }
    if (artwork->handle_count > 0) {
        vv_json_write_array(w, "handles");
        for (uint32_t i = 0; i < artwork->handle_count; i++)
            write_handle(w, artwork, &artwork->handles[i]);
        vv_json_write_end(w);
    }
    write_mirror(w, artwork);
    if (artwork->example_count > 0) {
        vv_json_write_array(w, "examples");
        for (uint32_t i = 0; i < artwork->example_count; i++)
            write_example(w, artwork, &artwork->examples[i]);
        vv_json_write_end(w);
    }
    if (artwork->simplex_count > 0)
        write_complex(w, artwork);
    vvi_write_sprite(w, artwork);
    vvi_write_behaviours(w, artwork);
    vv_json_write_end(w);
}

/* ---- Scenes ------------------------------------------------------------------------------------------------------ */

void vvi_write_colour(vv_json_writer *w, const char *name, const uint8_t *colour)
{
    static const char hex[] = "0123456789ABCDEF";
    char text[10] = "#";
    for (int i = 0; i < 4; i++) {
        text[1 + 2 * i] = hex[colour[i] >> 4];
        text[2 + 2 * i] = hex[colour[i] & 15];
    }
    if (colour[3] == 255)
        text[7] = '\0';
    vv_json_write_string(w, name, text);
}

void vvi_write_place(vv_json_writer *w, const vv_project_artwork *artwork, const vv_project_place *place)
{
    vv_json_write_object(w, "place");
    for (uint32_t s = 0; s < place->share_count; s++)
        vv_json_write_float(w, artwork->examples[place->shares[s].example].name, place->shares[s].weight);
    vv_json_write_end(w);
}

static void write_keys(vv_json_writer *w, const vv_project_scene *scene, const vv_project_artwork *artwork)
{
    vv_json_write_array(w, "keys");
    for (uint32_t i = 0; i < scene->key_count; i++) {
        const vv_project_key *key = &scene->keys[i];
        vv_json_write_on_one_line(w);
        vv_json_write_object(w, NULL);
        vv_json_write_float(w, "time", key->time);
        vvi_write_place(w, artwork, &key->place);
        vv_json_write_end(w);
    }
    vv_json_write_end(w);
}

static void write_scene(vv_json_writer *w, const vv_project_scene *scene, const vv_project *project)
{
    vv_project_scene usual = vvi_default_scene();
    vv_json_write_object(w, NULL);
    vv_json_write_string(w, "name", scene->name);
    if (!scene->staged)
        vv_json_write_string(w, "artwork", project->artworks[scene->artwork]->name);
    if (scene->width != usual.width || scene->height != usual.height)
        vvi_write_vec2(w, "size", (vv_vec2){(float)scene->width, (float)scene->height});
    if (memcmp(scene->background, usual.background, sizeof usual.background) != 0)
        vvi_write_colour(w, "background", scene->background);
    if (scene->framed) {
        vvi_write_vec2(w, "centre", scene->centre);
        vv_json_write_float(w, "zoom", scene->zoom);
    }
    if (scene->seconds != usual.seconds)
        vv_json_write_float(w, "seconds", scene->seconds);
    if (scene->rate != usual.rate)
        vv_json_write_float(w, "rate", scene->rate);
    if (scene->key_count > 0)
        write_keys(w, scene, project->artworks[scene->artwork]);
    if (scene->staged)
        vvi_write_stage(w, scene, project);
    vv_json_write_end(w);
}

void vvi_write_project(vv_json_writer *w, const vv_project *project)
{
    vv_json_write_string(w, "name", project->name);
    vv_json_write_array(w, "artworks");
    for (uint32_t i = 0; i < project->artwork_count; i++)
        write_artwork(w, project->artworks[i]);
    vv_json_write_end(w);
    vv_json_write_array(w, "scenes");
    for (uint32_t i = 0; i < project->scene_count; i++)
        write_scene(w, project->scenes[i], project);
    vv_json_write_end(w);
}

vv_result vv_project_write(const vv_project *project, const vv_allocator *allocator, char **text, size_t *length,
                           vv_error *error)
{
    vv_json_writer *w;
    vv_result result = vv_json_writer_create(allocator, false, &w, error);
    if (result != VV_OK)
        return result;
    vv_json_write_object(w, NULL);
    vv_json_write_string(w, "format", "verve-project");
    vv_json_write_integer(w, "version", VV_PROJECT_VERSION);
    vvi_write_project(w, project);
    vv_json_write_end(w);
    size_t written = 0;
    const char *whole = vv_json_writer_text(w, &written);
    char *copy = whole ? vvi_allocate(allocator, written + 1, 1) : NULL;
    if (copy) {
        memcpy(copy, whole, written + 1);
        *text = copy;
        *length = written;
    }
    vv_json_writer_destroy(w);
    return copy ? VV_OK : vvi_fail_memory(error, written + 1);
}

void vv_project_write_whole(const vv_project *project, vv_json_writer *w)
{
    vv_json_write_object(w, NULL);
    vvi_write_project(w, project);
    vv_json_write_end(w);
}

void vv_project_text_release(const vv_allocator *allocator, char *text, size_t length)
{
    vvi_release(allocator, text, length + 1, 1);
}
