/* How an artwork moves on a stage, out of JSON: its particles, how its layers are joined, its strengths. */
#include "author/document/read.h"

#include <string.h>

vv_project_sprite vvi_default_sprite(void)
{
    return (vv_project_sprite){.ring = 3, .density = 1.0f, .strengths = vv_default_strengths()};
}

static uint32_t find_layer(vvi_reader *r, const vv_json *value, const char *name, const vv_project_artwork *artwork)
{
    uint32_t layer = vv_project_find_layer(artwork, name);
    if (layer == VV_NONE)
        vvi_problem(r, value, VV_RULE_REFERENCE, "name a layer of this artwork", "there is no layer \"%s\"", name);
    return layer;
}

static uint32_t read_layer_name(vvi_reader *r, const vv_json *pin, const char *key, const vv_project_artwork *artwork)
{
    const vv_json *value = vvi_required(r, pin, key);
    if (!value || !vvi_is(r, value, VV_JSON_STRING))
        return VV_NONE;
    return find_layer(r, value, value->string, artwork);
}

static void read_pin(vvi_reader *r, const vv_json *object, const vv_project_artwork *artwork, vv_sprite_pin *pin)
{
    static const char *const keys[] = {"layer", "onto", "at", NULL};
    if (!vvi_known_keys(r, object, keys, NULL))
        return;
    pin->layer = read_layer_name(r, object, "layer", artwork);
    pin->onto = read_layer_name(r, object, "onto", artwork);
    vvi_required(r, object, "at");
    vvi_vec2_member(r, object, "at", (vv_vec2){0.0f, 0.0f}, &pin->at);
    if (pin->layer == pin->onto && pin->layer != VV_NONE)
        vvi_problem(r, object, VV_RULE_SPRITE_PIN, "name two different layers", "this pin joins \"%s\" to itself",
                    artwork->layers[pin->layer].name);
}

static void read_pins(vvi_reader *r, const vv_json *list, vv_project_artwork *artwork)
{
    uint32_t count = vvi_list(r, list, VV_SPRITE_MAX_PINS, "pins");
    vv_sprite_pin *pins = vvi_take(r, count, sizeof *pins);
    if (!pins)
        return;
    for (const vv_json *item = count ? list->child : NULL; item && !vvi_stopped(r); item = item->next)
        read_pin(r, item, artwork, &pins[item->index]);
    artwork->sprite.pinned = true;
    artwork->sprite.pins = pins;
    artwork->sprite.pin_count = count;
}

const float *vvi_read_factors(vvi_reader *r, const vv_json *object, const vv_project_artwork *artwork)
{
    float *factors = vvi_take(r, artwork->layer_count, sizeof *factors);
    if (!factors || !vvi_is(r, object, VV_JSON_OBJECT))
        return NULL;
    bool unusual = false;
    for (uint32_t i = 0; i < artwork->layer_count; i++)
        factors[i] = 1.0f;
    for (const vv_json *member = object->child; member && !vvi_stopped(r); member = member->next) {
        uint32_t layer = find_layer(r, member, member->name, artwork);
        if (layer != VV_NONE && vvi_number(r, member, 1e-3f, 1e3f, &factors[layer]))
            unusual = unusual || factors[layer] != 1.0f;
    }
    return unusual ? factors : NULL;
}

static void read_joints(vvi_reader *r, const vv_json *object, vv_project_artwork *artwork)
{
    bool editing = r->editing, no_pins, no_densities;
    const vv_json *pins = vvi_optional(object, "pins", &no_pins);
    const vv_json *densities = vvi_optional(object, "densities", &no_densities);
    r->editing = false; /* lists that are given are given whole */
    if (pins) {
        read_pins(r, pins, artwork);
    } else if (no_pins) {
        artwork->sprite.pinned = false;
        artwork->sprite.pin_count = 0;
    }
    if (densities || no_densities)
        artwork->sprite.densities = densities ? vvi_read_factors(r, densities, artwork) : NULL;
    r->editing = editing;
}

void vvi_read_sprite(vvi_reader *r, const vv_json *object, vvi_keys address, vv_project_artwork *artwork)
{
    static const char *const keys[] = {"ring", "density", "pins", "densities", "strengths", NULL};
    vv_project_sprite usual = vvi_default_sprite();
    vv_project_sprite *sprite = &artwork->sprite;
    vvi_known_keys(r, object, keys, address);
    if (object->kind != VV_JSON_OBJECT)
        return;
    vvi_whole_member(r, object, "ring", usual.ring, 1, VV_SPRITE_MAX_RING, &sprite->ring);
    vvi_float_member(r, object, "density", usual.density, 1e-3f, 1e6f, &sprite->density);
    read_joints(r, object, artwork);
    bool reset;
    const vv_json *strengths = vvi_optional(object, "strengths", &reset);
    vv_project_strengths all = {.values = sprite->strengths};
    if (strengths)
        vvi_read_strengths(r, strengths, artwork, &all);
    sprite->strengths = reset ? usual.strengths : all.values;
}
