/* An artwork out of JSON: layers, handles, mirror, complex. References become indices, so the order of reading is fixed
 * whatever the order of keys in the file. */
#include "author/document/read.h"

#include <string.h>

static const char *const named[] = {"name", NULL};

vv_project_layer vvi_default_layer(void) { return (vv_project_layer){.vertices = 300, .visible = true}; }
vv_project_handle vvi_default_handle(void) { return (vv_project_handle){.every_layer = true}; }

vv_project_artwork vvi_default_artwork(void)
{
    return (vv_project_artwork){.scale = 256.0f, .sprite = vvi_default_sprite(), .puppet = vvi_default_puppet()};
}

void vvi_refuse_same_names(vvi_reader *r, const vv_json *list, const char *items, size_t stride)
{
    for (const vv_json *item = list->child; item && !vvi_stopped(r); item = item->next) {
        const char *name = items + item->index * stride;
        for (uint32_t i = 0; i < item->index && name[0]; i++) {
            if (strcmp(items + i * stride, name) != 0)
                continue;
            vvi_problem(r, item, VV_RULE_SAME_NAME, "rename one of them", "another item before is called \"%s\" too",
                        name);
            break;
        }
    }
}

/* ---- Layers ------------------------------------------------------------------------------------------------------ */

void vvi_read_layer(vvi_reader *r, const vv_json *object, vvi_keys address, vv_project_layer *layer)
{
    static const char *const keys[] = {"image", "mesh", "at", "vertices", "visible", "locked", NULL};
    vv_project_layer usual = vvi_default_layer();
    vvi_known_keys(r, object, keys, address);
    if (object->kind != VV_JSON_OBJECT)
        return;
    vvi_path_member(r, object, "image", &layer->image);
    vvi_path_member(r, object, "mesh", &layer->mesh);
    vvi_vec2_member(r, object, "at", usual.at, &layer->at);
    vvi_whole_member(r, object, "vertices", usual.vertices, 3, 200000, &layer->vertices);
    vvi_bool_member(r, object, "visible", usual.visible, &layer->visible);
    vvi_bool_member(r, object, "locked", usual.locked, &layer->locked);
    bool named_a_file = vvi_member(object, "image") || vvi_member(object, "mesh");
    if (!layer->image && !layer->mesh && (!named_a_file || r->editing))
        vvi_problem(r, object, VV_RULE_LAYER_EMPTY, "add \"image\" or \"mesh\"",
                    "this layer has neither an image nor a mesh");
}

static void read_layers(vvi_reader *r, const vv_json *list, vv_project_artwork *artwork)
{
    uint32_t count = vvi_list(r, list, VV_PROJECT_MAX_LAYERS, "layers");
    vv_project_layer *layers = vvi_take(r, count, sizeof *layers);
    if (!layers || count == 0)
        return;
    for (const vv_json *item = list->child; item && !vvi_stopped(r); item = item->next) {
        layers[item->index] = vvi_default_layer();
        vvi_read_layer(r, item, named, &layers[item->index]);
        vvi_name_member(r, item, layers[item->index].name);
    }
    vvi_refuse_same_names(r, list, layers->name, sizeof *layers);
    artwork->layers = layers;
    artwork->layer_count = count;
}

/* ---- Handles ----------------------------------------------------------------------------------------------------- */

static bool read_kind(vvi_reader *r, const vv_json *object, vv_handle_kind *kind)
{
    const vv_json *value = vvi_required(r, object, "kind");
    if (!value)
        return r->editing;
    if (!vvi_is(r, value, VV_JSON_STRING))
        return false;
    bool bone = strcmp(value->string, "bone") == 0;
    if (!bone && strcmp(value->string, "point") != 0)
        return vvi_problem(r, value, VV_RULE_CHOICE, "write \"point\" or \"bone\"", "\"%s\" is no kind of handle",
                           value->string);
    *kind = bone ? VV_HANDLE_BONE : VV_HANDLE_POINT;
    return true;
}

void vvi_refuse_key(vvi_reader *r, const vv_json *object, const char *key, const char *what, const char *remedy)
{
    const vv_json *member = vvi_member(object, key);
    if (member)
        vvi_problem(r, member, VV_RULE_UNKNOWN_KEY, remedy, "%s has no \"%s\"", what, key);
}

static void read_shape(vvi_reader *r, const vv_json *object, vv_handle *shape)
{
    if (!read_kind(r, object, &shape->kind))
        return;
    if (shape->kind == VV_HANDLE_POINT) {
        vvi_refuse_key(r, object, "from", "a point", "use \"at\", or make it a bone");
        vvi_refuse_key(r, object, "to", "a point", "use \"at\", or make it a bone");
        vvi_required(r, object, "at");
        vvi_vec2_member(r, object, "at", shape->from, &shape->from);
        shape->to = shape->from;
        return;
    }
    vvi_refuse_key(r, object, "at", "a bone", "use \"from\" and \"to\", or make it a point");
    bool given = vvi_required(r, object, "from") && vvi_required(r, object, "to");
    vvi_vec2_member(r, object, "from", shape->from, &shape->from);
    vvi_vec2_member(r, object, "to", shape->to, &shape->to);
    if ((given || r->editing) && shape->from.x == shape->to.x && shape->from.y == shape->to.y)
        vvi_problem(r, object, VV_RULE_BONE_LENGTH, "move one of its ends", "this bone ends where it begins");
}

static void read_handle_layers(vvi_reader *r, const vv_json *list, const vv_project_artwork *artwork,
                               vv_project_handle *handle)
{
    if (!vvi_is(r, list, VV_JSON_ARRAY))
        return;
    handle->every_layer = false;
    memset(handle->layers, 0, sizeof handle->layers);
    for (const vv_json *item = list->child; item && !vvi_stopped(r); item = item->next) {
        if (!vvi_is(r, item, VV_JSON_STRING))
            continue;
        uint32_t layer = vv_project_find_layer(artwork, item->string);
        if (layer == VV_NONE)
            vvi_problem(r, item, VV_RULE_REFERENCE, "name a layer of this artwork", "there is no layer \"%s\"",
                        item->string);
        else if (vv_project_handle_moves(handle, layer))
            vvi_problem(r, item, VV_RULE_REPEATED, "remove one", "\"%s\" is here for the second time", item->string);
        else
            handle->layers[layer / 32] |= 1u << (layer % 32);
    }
}

void vvi_read_handle(vvi_reader *r, const vv_json *object, vvi_keys address, const vv_project_artwork *artwork,
                     vv_project_handle *handle)
{
    static const char *const keys[] = {"kind", "at", "from", "to", "layers", NULL};
    vvi_known_keys(r, object, keys, address);
    if (object->kind != VV_JSON_OBJECT)
        return;
    read_shape(r, object, &handle->shape);
    bool reset;
    const vv_json *layers = vvi_optional(object, "layers", &reset);
    if (reset)
        memcpy(handle->layers, vvi_default_handle().layers, sizeof handle->layers);
    handle->every_layer = handle->every_layer || reset;
    if (layers)
        read_handle_layers(r, layers, artwork, handle);
}

static void read_handles(vvi_reader *r, const vv_json *list, vv_project_artwork *artwork)
{
    uint32_t count = vvi_list(r, list, VV_RIG_MAX_HANDLES, "handles");
    vv_project_handle *handles = vvi_take(r, count, sizeof *handles);
    if (!handles || count == 0)
        return;
    for (const vv_json *item = list->child; item && !vvi_stopped(r); item = item->next) {
        handles[item->index] = vvi_default_handle();
        vvi_read_handle(r, item, named, artwork, &handles[item->index]);
        vvi_name_member(r, item, handles[item->index].name);
    }
    vvi_refuse_same_names(r, list, handles->name, sizeof *handles);
    artwork->handles = handles;
    artwork->handle_count = count;
}

/* ---- Mirror ------------------------------------------------------------------------------------------------------ */

static uint32_t find_mirror_handle(vvi_reader *r, const vv_json *item, const vv_project_artwork *artwork)
{
    if (!vvi_is(r, item, VV_JSON_STRING))
        return VV_NONE;
    uint32_t handle = vv_project_find_handle(artwork, item->string);
    if (handle == VV_NONE)
        vvi_problem(r, item, VV_RULE_REFERENCE, "name a handle of this artwork", "there is no handle \"%s\"",
                    item->string);
    return handle;
}

static void read_mirror_pair(vvi_reader *r, const vv_json *pair, const vv_project_artwork *artwork, uint32_t *partner)
{
    if (!vvi_is(r, pair, VV_JSON_ARRAY))
        return;
    if (pair->count != 2) {
        vvi_problem(r, pair, VV_RULE_MIRROR, "write two handles", "a mirror pair has %u entries", pair->count);
        return;
    }
    uint32_t a = find_mirror_handle(r, pair->child, artwork), b = find_mirror_handle(r, pair->child->next, artwork);
    if (a == VV_NONE || b == VV_NONE)
        return;
    if (a == b || artwork->handles[a].shape.kind != artwork->handles[b].shape.kind)
        vvi_problem(r, pair, VV_RULE_MIRROR, "name two different handles, both points or both bones",
                    "\"%s\" and \"%s\" cannot mirror each other", artwork->handles[a].name, artwork->handles[b].name);
    else if (partner[a] != a || partner[b] != b)
        vvi_problem(r, pair, VV_RULE_MIRROR, "keep one of the pairs", "\"%s\" has a partner already",
                    artwork->handles[partner[a] != a ? a : b].name);
    else {
        partner[a] = b;
        partner[b] = a;
    }
}

void vvi_read_mirror(vvi_reader *r, const vv_json *list, vv_project_artwork *artwork)
{
    uint32_t *partner = vvi_take(r, artwork->handle_count, sizeof *partner);
    if (!partner)
        return;
    for (uint32_t i = 0; i < artwork->handle_count; i++)
        partner[i] = i;
    artwork->partner = partner;
    if (vvi_list(r, list, VV_RIG_MAX_HANDLES, "pairs") == 0)
        return;
    for (const vv_json *pair = list->child; pair && !vvi_stopped(r); pair = pair->next)
        read_mirror_pair(r, pair, artwork, partner);
}

/* ---- Complex ----------------------------------------------------------------------------------------------------- */

uint32_t vvi_simplex_size(const vv_simplex *simplex)
{
    return simplex->corner[1] == VV_NONE ? 1 : simplex->corner[2] == VV_NONE ? 2 : 3;
}

bool vvi_simplex_holds(const vv_simplex *outer, const vv_simplex *inner)
{
    for (uint32_t i = 0; i < vvi_simplex_size(inner); i++) {
        uint32_t corner = inner->corner[i];
        if (outer->corner[0] != corner && outer->corner[1] != corner && outer->corner[2] != corner)
            return false;
    }
    return true;
}

bool vvi_read_simplex(vvi_reader *r, const vv_json *list, const vv_project_artwork *artwork, vv_simplex *simplex)
{
    *simplex = (vv_simplex){{VV_NONE, VV_NONE, VV_NONE}};
    if (!vvi_is(r, list, VV_JSON_ARRAY))
        return false;
    if (list->count < 1 || list->count > 3)
        return vvi_problem(r, list, VV_RULE_SIMPLEX, "name one, two or three", "this names %u examples", list->count);
    for (const vv_json *item = list->child; item; item = item->next) {
        if (!vvi_is(r, item, VV_JSON_STRING))
            return false;
        uint32_t example = vv_project_find_example(artwork, item->string);
        if (example == VV_NONE)
            return vvi_problem(r, item, VV_RULE_REFERENCE, "name an example of this artwork",
                               "there is no example \"%s\"", item->string);
        for (uint32_t i = 0; i < item->index; i++) {
            if (simplex->corner[i] == example)
                return vvi_problem(r, item, VV_RULE_REPEATED, "remove one", "\"%s\" is here for the second time",
                                   item->string);
        }
        simplex->corner[item->index] = example;
    }
    return true;
}

void vvi_read_complex(vvi_reader *r, const vv_json *list, vv_project_artwork *artwork)
{
    uint32_t count = vvi_list(r, list, VV_PROJECT_MAX_SIMPLICES, "entries");
    vv_simplex *simplices = vvi_take(r, count, sizeof *simplices);
    if (!simplices)
        return;
    artwork->simplices = simplices;
    artwork->simplex_count = count;
    for (const vv_json *item = count ? list->child : NULL; item && !vvi_stopped(r); item = item->next) {
        vv_simplex *simplex = &simplices[item->index];
        bool good = vvi_read_simplex(r, item, artwork, simplex);
        for (uint32_t i = 0; good && i < item->index; i++) {
            if (vvi_simplex_holds(&simplices[i], simplex) && vvi_simplex_holds(simplex, &simplices[i]))
                good = vvi_problem(r, item, VV_RULE_REPEATED, "remove one", "entry %u joins the same examples", i);
        }
    }
}

/* ---- Artwork ----------------------------------------------------------------------------------------------------- */

static void read_examples(vvi_reader *r, const vv_json *list, vv_project_artwork *artwork)
{
    uint32_t count = vvi_list(r, list, VV_BLEND_MAX_EXAMPLES, "examples");
    vv_project_example *examples = vvi_take(r, count, sizeof *examples);
    if (!examples || count == 0)
        return;
    for (const vv_json *item = list->child; item && !vvi_stopped(r); item = item->next) {
        vvi_read_example(r, item, named, artwork, &examples[item->index]);
        vvi_name_member(r, item, examples[item->index].name);
    }
    vvi_refuse_same_names(r, list, examples->name, sizeof *examples);
    artwork->examples = examples;
    artwork->example_count = count;
}

void vvi_read_artwork(vvi_reader *r, const vv_json *object, vvi_keys address, vv_project_artwork *artwork)
{
    static const char *const keys[] = {"scale",  "layers", "handles",     "mirror",     "examples", "complex",
                                       "sprite", "puppet", "correctives", "behaviours", NULL};
    vvi_known_keys(r, object, keys, address);
    if (object->kind != VV_JSON_OBJECT)
        return;
    vvi_name_member(r, object, artwork->name);
    vvi_float_member(r, object, "scale", vvi_default_artwork().scale, 1e-3f, 1e6f, &artwork->scale);
    read_layers(r, vvi_member(object, "layers"), artwork);
    read_handles(r, vvi_member(object, "handles"), artwork);
    vvi_read_mirror(r, vvi_member(object, "mirror"), artwork);
    read_examples(r, vvi_member(object, "examples"), artwork);
    vvi_read_complex(r, vvi_member(object, "complex"), artwork);
    const vv_json *sprite = vvi_member(object, "sprite");
    if (sprite)
        vvi_read_sprite(r, sprite, NULL, artwork);
    const vv_json *puppet = vvi_member(object, "puppet");
    if (puppet)
        vvi_read_puppet(r, puppet, NULL, artwork);
    vvi_read_correctives(r, vvi_member(object, "correctives"), artwork);
    vvi_read_behaviours(r, vvi_member(object, "behaviours"), artwork);
}
