/* A project as project.json: a fixed order of keys, defaults left out, one item a line, names for references. Two people
 * who change different handles change different lines. The same code writes a whole project, for a reader who does not
 * know the defaults. */
#include "author/document/write.h"

#include <string.h>

/* ---- Members -------------------------------------------------------------------------------------------------------- */

void vvi_write_float_member(vvi_writer *w, const char *name, float value, float usual)
{
    if (w->whole || value != usual)
        vv_json_write_float(w->json, name, value);
}

void vvi_write_integer_member(vvi_writer *w, const char *name, uint32_t value, uint32_t usual)
{
    if (w->whole || value != usual)
        vv_json_write_integer(w->json, name, value);
}

void vvi_write_bool_member(vvi_writer *w, const char *name, bool value, bool usual)
{
    if (w->whole || value != usual)
        vv_json_write_bool(w->json, name, value);
}

void vvi_write_point_member(vvi_writer *w, const char *name, vv_vec2 value, vv_vec2 usual)
{
    if (w->whole || value.x != usual.x || value.y != usual.y)
        vvi_write_vec2(w, name, value);
}

void vvi_write_word_member(vvi_writer *w, const char *name, const char *const *words, uint32_t word, uint32_t usual)
{
    if (w->whole || word != usual)
        vv_json_write_string(w->json, name, words[word]);
}

bool vvi_writes_member(vvi_writer *w, const char *name, bool given)
{
    if (!given && w->whole)
        vv_json_write_null(w->json, name);
    return given;
}

bool vvi_writes_list(vvi_writer *w, uint32_t count) { return count > 0 || w->whole; }

void vvi_write_text_member(vvi_writer *w, const char *name, const char *value)
{
    if (vvi_writes_member(w, name, value != NULL))
        vv_json_write_string(w->json, name, value);
}

void vvi_write_vec2(vvi_writer *w, const char *name, vv_vec2 v)
{
    vv_json_write_array(w->json, name);
    vv_json_write_float(w->json, NULL, v.x);
    vv_json_write_float(w->json, NULL, v.y);
    vv_json_write_end(w->json);
}

static void write_stretch(vvi_writer *w, float xx, float xy, float yy)
{
    vv_json_write_array(w->json, "stretch");
    vv_json_write_float(w->json, NULL, xx);
    vv_json_write_float(w->json, NULL, xy);
    vv_json_write_float(w->json, NULL, yy);
    vv_json_write_end(w->json);
}

static void write_layer(vvi_writer *w, const vv_project_layer *layer)
{
    vv_project_layer usual = vvi_default_layer();
    vv_json_write_on_one_line(w->json);
    vv_json_write_object(w->json, NULL);
    vv_json_write_string(w->json, "name", layer->name);
    vvi_write_text_member(w, "image", layer->image);
    vvi_write_text_member(w, "mesh", layer->mesh);
    vvi_write_point_member(w, "at", layer->at, usual.at);
    vvi_write_integer_member(w, "vertices", layer->vertices, usual.vertices);
    vvi_write_bool_member(w, "visible", layer->visible, usual.visible);
    vvi_write_bool_member(w, "locked", layer->locked, usual.locked);
    vv_json_write_end(w->json);
}

static void write_handle(vvi_writer *w, const vv_project_artwork *artwork, const vv_project_handle *handle)
{
    vv_json_write_on_one_line(w->json);
    vv_json_write_object(w->json, NULL);
    vv_json_write_string(w->json, "name", handle->name);
    vv_json_write_string(w->json, "kind", handle->shape.kind == VV_HANDLE_POINT ? "point" : "bone");
    if (handle->shape.kind == VV_HANDLE_POINT) {
        vvi_write_vec2(w, "at", handle->shape.from);
    } else {
        vvi_write_vec2(w, "from", handle->shape.from);
        vvi_write_vec2(w, "to", handle->shape.to);
    }
    if (vvi_writes_member(w, "layers", !handle->every_layer)) {
        vv_json_write_array(w->json, "layers");
        for (uint32_t i = 0; i < artwork->layer_count; i++) {
            if (vv_project_handle_moves(handle, i))
                vv_json_write_string(w->json, NULL, artwork->layers[i].name);
        }
        vv_json_write_end(w->json);
    }
    vv_json_write_end(w->json);
}

static bool is_identity(const vv_turn *turn)
{
    return turn->move.x == 0.0f && turn->move.y == 0.0f && turn->angle == 0.0f && turn->xx == 1.0f &&
           turn->xy == 0.0f && turn->yy == 1.0f;
}

static void write_turn(vvi_writer *w, const char *name, const vv_turn *turn)
{
    vv_json_write_on_one_line(w->json);
    vv_json_write_object(w->json, name);
    vvi_write_point_member(w, "move", turn->move, (vv_vec2){0.0f, 0.0f});
    vvi_write_float_member(w, "turn", turn->angle, 0.0f);
    if (w->whole || turn->xx != 1.0f || turn->xy != 0.0f || turn->yy != 1.0f)
        write_stretch(w, turn->xx, turn->xy, turn->yy);
    vv_json_write_end(w->json);
}

static void write_pin(vvi_writer *w, const vv_project_handle *handle, const vv_project_pin *pin)
{
    vv_json_write_on_one_line(w->json);
    vv_json_write_object(w->json, handle->name);
    vvi_write_point_member(w, "from", pin->from, handle->shape.from);
    vvi_write_vec2(w, "to", pin->to);
    bool turns = pin->kind == VV_PIN_TURN || (pin->kind == VV_PIN_STRETCH && (w->whole || pin->angle != 0.0f));
    if (vvi_writes_member(w, "turn", turns))
        vv_json_write_float(w->json, "turn", pin->angle);
    if (vvi_writes_member(w, "stretch", pin->kind == VV_PIN_STRETCH))
        write_stretch(w, pin->xx, pin->xy, pin->yy);
    vv_json_write_end(w->json);
}

static void write_example(vvi_writer *w, const vv_project_artwork *artwork, const vv_project_example *example)
{
    vv_json_write_object(w->json, NULL);
    vv_json_write_string(w->json, "name", example->name);
    vv_json_write_object(w->json, "pose");
    for (uint32_t i = 0; i < artwork->handle_count; i++) {
        if (!is_identity(&example->turns[i]))
            write_turn(w, artwork->handles[i].name, &example->turns[i]);
    }
    vv_json_write_end(w->json);
    if (example->pins || w->whole) {
        vv_json_write_object(w->json, "pins");
        for (uint32_t i = 0; example->pins && i < artwork->handle_count; i++) {
            if (example->pins[i].held)
                write_pin(w, &artwork->handles[i], &example->pins[i]);
        }
        vv_json_write_end(w->json);
    }
    if (vvi_writes_member(w, "board", example->placed))
        vvi_write_vec2(w, "board", example->board);
    vv_json_write_end(w->json);
}

static void write_mirror(vvi_writer *w, const vv_project_artwork *artwork)
{
    uint32_t pairs = 0;
    for (uint32_t i = 0; i < artwork->handle_count; i++)
        pairs += artwork->partner[i] > i;
    if (!vvi_writes_list(w, pairs))
        return;
    vv_json_write_array(w->json, "mirror");
    for (uint32_t i = 0; i < artwork->handle_count; i++) {
        if (artwork->partner[i] <= i)
            continue;
        vv_json_write_array(w->json, NULL);
        vv_json_write_string(w->json, NULL, artwork->handles[i].name);
        vv_json_write_string(w->json, NULL, artwork->handles[artwork->partner[i]].name);
        vv_json_write_end(w->json);
    }
    vv_json_write_end(w->json);
}

static void write_complex(vvi_writer *w, const vv_project_artwork *artwork)
{
    vv_json_write_array(w->json, "complex");
    for (uint32_t i = 0; i < artwork->simplex_count; i++) {
        const vv_simplex *simplex = &artwork->simplices[i];
        vv_json_write_array(w->json, NULL);
        for (uint32_t c = 0; c < vvi_simplex_size(simplex); c++)
            vv_json_write_string(w->json, NULL, artwork->examples[simplex->corner[c]].name);
        vv_json_write_end(w->json);
    }
    vv_json_write_end(w->json);
}

static void write_artwork(vvi_writer *w, const vv_project_artwork *artwork)
{
    vv_json_write_object(w->json, NULL);
    vv_json_write_string(w->json, "name", artwork->name);
    vvi_write_float_member(w, "scale", artwork->scale, vvi_default_artwork().scale);
    if (vvi_writes_list(w, artwork->layer_count)) {
        vv_json_write_array(w->json, "layers");
        for (uint32_t i = 0; i < artwork->layer_count; i++)
            write_layer(w, &artwork->layers[i]);
        vv_json_write_end(w->json);
    }
    if (vvi_writes_list(w, artwork->handle_count)) {
        vv_json_write_array(w->json, "handles");
        for (uint32_t i = 0; i < artwork->handle_count; i++)
            write_handle(w, artwork, &artwork->handles[i]);
        vv_json_write_end(w->json);
    }
    write_mirror(w, artwork);
    if (vvi_writes_list(w, artwork->example_count)) {
        vv_json_write_array(w->json, "examples");
        for (uint32_t i = 0; i < artwork->example_count; i++)
            write_example(w, artwork, &artwork->examples[i]);
        vv_json_write_end(w->json);
    }
    if (vvi_writes_list(w, artwork->simplex_count))
        write_complex(w, artwork);
    vvi_write_sprite(w, artwork);
    vvi_write_puppet(w, artwork);
    vvi_write_correctives(w, artwork);
    vvi_write_behaviours(w, artwork);
    vv_json_write_end(w->json);
}

/* ---- Scenes ------------------------------------------------------------------------------------------------------ */

void vvi_write_colour(vvi_writer *w, const char *name, const uint8_t *colour)
{
    static const char hex[] = "0123456789ABCDEF";
    char text[10] = "#";
    for (int i = 0; i < 4; i++) {
        text[1 + 2 * i] = hex[colour[i] >> 4];
        text[2 + 2 * i] = hex[colour[i] & 15];
    }
    if (colour[3] == 255)
        text[7] = '\0';
    vv_json_write_string(w->json, name, text);
}

void vvi_write_colour_member(vvi_writer *w, const char *name, const uint8_t *colour, const uint8_t *usual)
{
    if (w->whole || memcmp(colour, usual, 4) != 0)
        vvi_write_colour(w, name, colour);
}

void vvi_write_place(vvi_writer *w, const vv_project_artwork *artwork, const vv_project_place *place)
{
    vv_json_write_object(w->json, "place");
    for (uint32_t s = 0; s < place->share_count; s++)
        vv_json_write_float(w->json, artwork->examples[place->shares[s].example].name, place->shares[s].weight);
    vv_json_write_end(w->json);
}

static void write_keys(vvi_writer *w, const vv_project_scene *scene, const vv_project_artwork *artwork)
{
    vv_json_write_array(w->json, "keys");
    for (uint32_t i = 0; i < scene->key_count; i++) {
        const vv_project_key *key = &scene->keys[i];
        vv_json_write_on_one_line(w->json);
        vv_json_write_object(w->json, NULL);
        vv_json_write_float(w->json, "time", key->time);
        vvi_write_place(w, artwork, &key->place);
        vv_json_write_end(w->json);
    }
    vv_json_write_end(w->json);
}

/* What makes a scene what it is; of a stage, its actors. */
static void write_subject(vvi_writer *w, const vv_project_scene *scene, const vv_project *project)
{
    if (scene->kind == VV_SCENE_TOUR)
        vv_json_write_string(w->json, "artwork", project->artworks[scene->artwork]->name);
    if (scene->kind == VV_SCENE_VERB)
        vv_json_write_string(w->json, "verb", project->verbs[scene->subject]->name);
    if (scene->kind == VV_SCENE_GRAPH)
        vv_json_write_string(w->json, "graph", project->graphs[scene->subject]->name);
    if (scene->kind == VV_SCENE_SHAPE)
        vv_json_write_string(w->json, "shape", project->shapes[scene->subject]->name);
    if (scene->kind == VV_SCENE_LINE)
        vv_json_write_string(w->json, "line", project->lines[scene->subject]->name);
}

static void write_scene_keys(vvi_writer *w, const vv_project_scene *scene, const vv_project *project)
{
    vv_project_scene usual = vvi_default_scene();
    vv_json_write_string(w->json, "name", scene->name);
    write_subject(w, scene, project);
    vvi_write_point_member(w, "size", (vv_vec2){(float)scene->width, (float)scene->height},
                           (vv_vec2){(float)usual.width, (float)usual.height});
    vvi_write_colour_member(w, "background", scene->background, usual.background);
    if (vvi_writes_member(w, "centre", scene->framed))
        vvi_write_vec2(w, "centre", scene->centre);
    if (vvi_writes_member(w, "zoom", scene->framed))
        vv_json_write_float(w->json, "zoom", scene->zoom);
    vvi_write_float_member(w, "seconds", scene->seconds, usual.seconds);
    vvi_write_float_member(w, "rate", scene->rate, usual.rate);
    if (scene->kind == VV_SCENE_TOUR && vvi_writes_list(w, scene->key_count))
        write_keys(w, scene, project->artworks[scene->artwork]);
    if (scene->kind == VV_SCENE_STAGE)
        vvi_write_stage(w, scene, project);
    if (scene->kind > VV_SCENE_STAGE)
        vvi_write_figured(w, scene, project);
}

static void write_project(vvi_writer *w, const vv_project *project)
{
    vv_json_write_string(w->json, "name", project->name);
    if (w->whole || project->about[0])
        vv_json_write_string(w->json, "about", project->about);
    vv_json_write_array(w->json, "artworks");
    for (uint32_t i = 0; i < project->artwork_count; i++)
        write_artwork(w, project->artworks[i]);
    vv_json_write_end(w->json);
    vvi_write_directing(w, project);
    vvi_write_figures(w, project);
    vvi_write_creatures(w, project);
    vvi_write_lines(w, project);
    vv_json_write_array(w->json, "scenes");
    for (uint32_t i = 0; i < project->scene_count; i++) {
        vv_json_write_object(w->json, NULL);
        write_scene_keys(w, project->scenes[i], project);
        vv_json_write_end(w->json);
    }
    vv_json_write_end(w->json);
}

void vvi_write_project(vv_json_writer *writer, const vv_project *project)
{
    write_project(&(vvi_writer){.json = writer}, project);
}

/* Takes the writer's text, and ends the writer. */
static vv_result finish(vv_json_writer *w, const vv_allocator *allocator, char **text, size_t *length, vv_error *error)
{
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

vv_result vv_project_write_scene(const vv_project *project, const vv_project_scene *scene,
                                 const vv_allocator *allocator, char **text, size_t *length, vv_error *error)
{
    vv_json_writer *w;
    vv_result result = vv_json_writer_create(allocator, true, &w, error);
    if (result != VV_OK)
        return result;
    vv_json_write_object(w, NULL);
    vv_json_write_string(w, "do", "scene.add");
    write_scene_keys(&(vvi_writer){.json = w}, scene, project);
    vv_json_write_end(w);
    return finish(w, allocator, text, length, error);
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
    result = finish(w, allocator, text, length, error);
    if (result != VV_OK || *length <= VV_PROJECT_MAX_BYTES)
        return result;
    /* What could not be opened again is not saved: the file before it and the journal hold everything. */
    vvi_fail(error, VV_ERROR_LIMIT, "the project has grown to %u bytes, and project.json holds at most %u",
             (uint32_t)*length, VV_PROJECT_MAX_BYTES);
    vvi_error_remedy(error, "take out strokes, recordings or keys that are not needed, or split it in two");
    vv_project_text_release(allocator, *text, *length);
    *text = NULL;
    return VV_ERROR_LIMIT;
}

vv_result vvi_hash_project(const vv_project *project, const vv_allocator *allocator, uint64_t *hash)
{
    char *text = NULL;
    size_t length = 0;
    vv_result result = vv_project_write(project, allocator, &text, &length, NULL);
    if (result != VV_OK)
        return result;
    *hash = vv_journal_hash(text, length);
    vv_project_text_release(allocator, text, length);
    return VV_OK;
}

void vv_project_write_whole(const vv_project *project, vv_json_writer *writer)
{
    vv_json_write_object(writer, NULL);
    write_project(&(vvi_writer){.json = writer, .whole = true}, project);
    vv_json_write_end(writer);
}

void vv_project_text_release(const vv_allocator *allocator, char *text, size_t length)
{
    vvi_release(allocator, text, length + 1, 1);
}
