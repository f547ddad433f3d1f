/* How an artwork moves: as a sprite, by its particles, pins and strengths; as a puppet, by its elastic energy, joins
 * and material. */
#include "author/document/puppets.h"
#include "author/document/schema.h"

/* ---- Factors by the names of layers: one a layer, or NULL where all are 1 ---------------------------------------- */

static const vvi_schema_reference layers = {.noun = VVI_LAYER, .remedy = "name a layer of this artwork"};
static const vvi_schema_field factor_fields[] = {
    {NULL, .kind = VVI_KIND_NUMBER, .low = (double)1e-3f, .high = (double)1e3f}};
static const float factor_default = 1.0f;
static const vvi_schema factor_schema = {VVI_TABLE("factor", float, factor_fields), .defaults = &factor_default};
static const vvi_schema_dense factors = {&factor_schema, &layers, .null_if_default = true, .flagged = false};

/* ---- Sprites ----------------------------------------------------------------------------------------------------- */

#define SPRITE vv_project_sprite
static void check_pin(vvi_reader *r, const vv_json *object, const vvi_scope *scope)
{
    const vv_sprite_pin *pin = scope->item;
    if (pin->layer == pin->onto && pin->layer != VV_NONE)
        vvi_problem(r, object, VV_RULE_SPRITE_PIN, "name two different layers", "this pin joins \"%s\" to itself",
                    vvi_scope_artwork(scope)->layers[pin->layer].name);
}

static const vvi_schema_field pin_fields[] = {
    {"layer", VVI_REFERENCE(vv_sprite_pin, layer, &layers), .presence = VVI_REQUIRED, VVI_DOC("", "one of them")},
    {"onto", VVI_REFERENCE(vv_sprite_pin, onto, &layers), .presence = VVI_REQUIRED, VVI_DOC("", "the other")},
    {"at", VVI_VECTOR(vv_sprite_pin, at, VV_PROJECT_FAR), .presence = VVI_REQUIRED,
     VVI_DOC("", "the point of both, at rest")},
};
static const vvi_schema pin_schema = {VVI_TABLE("sprite pin", vv_sprite_pin, pin_fields), .flags = VVI_SCHEMA_ONE_LINE,
                                      .check = check_pin};
static const vvi_schema_list pins = {VVI_ITEMS_OF(&pin_schema, "pins", VV_SPRITE_MAX_PINS)};

static void warn_sprite(vvi_reader *r, const vv_json *json, const vvi_scope *scope)
{
    const vv_project_artwork *artwork = vvi_scope_artwork(scope);
    const SPRITE *sprite = scope->item;
    uint32_t part[VV_PROJECT_MAX_LAYERS];
    if (!sprite->pinned)
        return;
    for (uint32_t i = 0; i < artwork->layer_count; i++)
        part[i] = i;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < sprite->pin_count; i++) {
            uint32_t a = sprite->pins[i].layer, b = sprite->pins[i].onto;
            uint32_t least = part[a] < part[b] ? part[a] : part[b];
            changed = changed || part[a] != part[b];
            part[a] = part[b] = least;
        }
    }
    for (uint32_t i = 1; i < artwork->layer_count && !vvi_stopped(r); i++) {
        if (part[i] != 0)
            vvi_problem(r, vv_json_member(json, "pins"), VV_RULE_LOOSE_LAYER,
                        "add a pin, or leave out \"pins\" to join layers where handles lie on two of them",
                        "nothing joins \"%s\" to \"%s\"", artwork->layers[i].name, artwork->layers[0].name);
    }
}

static const vvi_schema_field sprite_fields[] = {
    {"ring", VVI_WHOLE(SPRITE, ring, 1, VV_SPRITE_MAX_RING),
     VVI_DOC("", "how many edges of the mesh a neighbourhood reaches")},
    {"density", VVI_NUMBER(SPRITE, density, 1e-3f, 1e6f),
     VVI_DOC_SLIDER("", "kilograms to a square metre", 0.1, 10.0, true)},
    {"pins", VVI_LIST(SPRITE, pin_count, pins, vv_sprite_pin, &pins), .presence = VVI_FLAGGED,
     .flag = VVI_AT(SPRITE, pinned, bool),
     VVI_DOC("", "how layers are joined; null: layers are joined wherever a point handle or the end of a bone lies on "
                 "two of them, and where two that nothing joins overlap")},
    {"densities", VVI_DENSE(SPRITE, densities, float, &factors),
     VVI_DOC("", "factors on the density, by the names of layers: `{ \"head\": 0.5 }`")},
    {"strengths", VVI_VALUES(SPRITE, strengths, vv_project_strengths, &vvi_all_strengths_schema),
     VVI_DOC("", "how it moves; an actor's own strengths go over these")},
};
static const SPRITE sprite_defaults = {.ring = 3, .density = 1.0f, .strengths = VVI_DEFAULT_STRENGTHS};
const vvi_schema vvi_sprite_schema = {VVI_TABLE("sprite", SPRITE, sprite_fields), .flags = VVI_SCHEMA_PART,
                                      .defaults = &sprite_defaults, .warn = warn_sprite};

/* ---- Puppets ----------------------------------------------------------------------------------------------------- */

#define PUPPET vv_project_puppet
static void check_join(vvi_reader *r, const vv_json *object, const vvi_scope *scope)
{
    const vv_puppet_join *join = scope->item;
    if (join->a == join->b && join->a != VV_NONE)
        vvi_problem(r, object, VV_RULE_JOIN, "name two different handles", "this joins \"%s\" to itself",
                    vvi_scope_artwork(scope)->handles[join->a].name);
}

static bool is_same_join(const void *a, const void *b)
{
    const vv_puppet_join *first = a, *second = b;
    return first->a != VV_NONE && first->b != VV_NONE &&
           ((first->a == second->a && first->b == second->b) || (first->a == second->b && first->b == second->a));
}

static const vvi_schema_field join_fields[] = {
    {"a", VVI_REFERENCE(vv_puppet_join, a, &vvi_handles), .presence = VVI_REQUIRED, VVI_DOC("", "one of them")},
    {"b", VVI_REFERENCE(vv_puppet_join, b, &vvi_handles), .presence = VVI_REQUIRED, VVI_DOC("", "the other")},
    {"keep", VVI_WORD_SET(vv_puppet_join, parts, &vvi_part_set), VVI_DOC("", "which of their parts stay together")},
};
static const vv_puppet_join join_defaults = {VV_NONE, VV_NONE, VV_PART_POSITION};
static const vvi_schema join_schema = {VVI_TABLE("join", vv_puppet_join, join_fields), .flags = VVI_SCHEMA_ONE_LINE,
                                       .defaults = &join_defaults, .check = check_join};
static const vvi_schema_list joins = {
    VVI_ITEMS_OF(&join_schema, "joins", VV_PROJECT_MAX_JOINS),
    .twins = {is_same_join, VV_RULE_JOIN, "remove one", "join %u is of the same two handles", .each = true}};

static const vvi_schema_field puppet_fields[] = {
    {"elastic", VVI_WORD(PUPPET, elastic, 0, VVI_WORDS("arap", "springs")),
     VVI_DOC("", "its energy: each triangle would rather only turn, or each edge keep its length")},
    {"clusters", VVI_WHOLE(PUPPET, clusters, 0, VV_RIG_MAX_CLUSTERS),
     VVI_DOC("", "how many rotations (with springs: edges for each handle) stand for the whole drawing; 0: every "
                 "triangle, every edge")},
    {"density", VVI_NUMBER(PUPPET, density, 1e-3f, 1e6f),
     VVI_DOC_SLIDER("", "kilograms to a square metre", 0.1, 10.0, true)},
    {"densities", VVI_DENSE(PUPPET, densities, float, &factors),
     VVI_DOC("", "factors on the density, by the names of layers")},
    {"stiffnesses", VVI_DENSE(PUPPET, stiffnesses, float, &factors),
     VVI_DOC("", "factors on the material's stiffness, by the names of layers")},
    {"joins", VVI_LIST(PUPPET, join_count, joins, vv_puppet_join, &joins), VVI_DOC("", "handles that stay together")},
    {"material", VVI_VALUES(PUPPET, material, vv_project_material, &vvi_all_material_schema),
     VVI_DOC("", "how it moves; an actor's own material goes over this")},
};
/* The defaults of the file, which must stay what they are; a test compares them with the runtime's. */
static const PUPPET puppet_defaults = {
    .elastic = VV_ELASTIC_ARAP, .clusters = 80, .density = 1.0f, .material = VVI_DEFAULT_MATERIAL};
const vvi_schema vvi_puppet_schema = {VVI_TABLE("puppet", PUPPET, puppet_fields), .flags = VVI_SCHEMA_PART,
                                      .defaults = &puppet_defaults};
