/* Actors of a stage: what all have, and what sprites have. What directs puppets is in table_direction.c. */
#include "author/document/behaviours.h"
#include "author/document/puppets.h"

#define ACTOR        vv_project_actor
#define FAR          VV_PROJECT_FAR
#define MOST_SECONDS 3600.0f
enum { SPRITE = 1u << VV_ACTOR_SPRITE, PUPPET = 1u << VV_ACTOR_PUPPET };

/* ---- What is named ----------------------------------------------------------------------------------------------- */

static const ACTOR *actor_of(const vvi_scope *scope) { return vvi_scope_find(scope, &vvi_actor_schema)->item; }

/* The artwork of an actor can change only together with everything that names the artwork's examples. */
static bool keeps_artwork(vvi_reader *r, const vv_json *value, const vvi_scope *scope, uint32_t found)
{
    return !r->editing || found == actor_of(scope)->artwork ||
           vvi_problem(r, value, VV_RULE_REFERENCE, "remove the actor and add another",
                       "an actor keeps its artwork: its place, strengths and script name that artwork's examples");
}

static bool is_member(vvi_reader *r, const vv_json *value, const vvi_scope *scope, uint32_t found)
{
    return vv_project_find_member(scope->project->families[found], actor_of(scope)->artwork) != VV_NONE ||
           vvi_problem(r, value, VV_RULE_MEMBER, "add it to the family's \"members\", or name another family",
                       "\"%s\" is not a member of the family \"%s\"", vvi_scope_artwork(scope)->name, value->string);
}

bool vvi_is_clip_of(vvi_reader *r, const vv_json *value, const vv_project *project, uint32_t clip, uint32_t artwork)
{
    return project->clips[clip]->artwork == artwork ||
           vvi_problem(r, value, VV_RULE_MEMBER, "name a clip of the actor's own artwork",
                       "the clip \"%s\" moves another artwork's handles", value->string);
}

static bool is_own_clip(vvi_reader *r, const vv_json *value, const vvi_scope *scope, uint32_t found)
{
    return vvi_is_clip_of(r, value, scope->project, found, actor_of(scope)->artwork);
}

static const vvi_schema_reference artworks = {
    .noun = VVI_ARTWORK, .remedy = "name an artwork of this project", .suits = keeps_artwork};
static const vvi_schema_reference examples = {.noun = VVI_EXAMPLE, .remedy = "name an example of its artwork"};
static const vvi_schema_reference clips = {
    .noun = VVI_CLIP, .remedy = "name a clip of this project", .suits = is_own_clip};
static const vvi_schema_reference families = {
    .noun = VVI_FAMILY, .remedy = "name a family of this project", .suits = is_member};

/* ---- Places in the complex: weights by the names of examples ----------------------------------------------------- */

#define SHARE vv_project_share
static void check_sum(vvi_reader *r, const vv_json *object, const vvi_scope *scope)
{
    const SHARE *shares = scope->list;
    double sum = 0.0;
    for (uint32_t i = 0; i < scope->count; i++)
        sum += (double)shares[i].weight;
    if (scope->count == object->count && !(sum > 0.999 && sum < 1.001))
        vvi_problem(r, object, VV_RULE_WEIGHTS, "change them so that they do", "these weights do not add up to 1");
}

/* The remaining shares are scaled to a sum of 1. */
static uint32_t scale_shares(void *items, uint32_t count)
{
    SHARE *shares = items;
    float sum = 0.0f;
    for (uint32_t i = 0; i < count; i++)
        sum += shares[i].weight;
    for (uint32_t i = 0; i < count && sum > 0.0f; i++)
        shares[i].weight = vvi_min(shares[i].weight / sum, 1.0f);
    return sum > 0.0f ? count : 0;
}

static bool is_joined(const vv_project_artwork *artwork, const vv_project_place *place)
{
    if (place->share_count == 1)
        return true;
    for (uint32_t i = 0; i < artwork->simplex_count; i++) {
        const vv_simplex *simplex = &artwork->simplices[i];
        uint32_t found = 0;
        for (uint32_t s = 0; s < place->share_count; s++) {
            uint32_t example = place->shares[s].example;
            found += simplex->corner[0] == example || simplex->corner[1] == example || simplex->corner[2] == example;
        }
        if (found == place->share_count)
            return true;
    }
    return false;
}

void vvi_warn_place(vvi_reader *r, const vv_json *value, const vv_project_artwork *artwork,
                    const vv_project_place *place)
{
    if (!is_joined(artwork, place))
        vvi_problem(r, value, VV_RULE_PLACE_OUTSIDE, "join the examples in \"complex\", or change the place",
                    "no entry of the complex joins these examples; the nearest place inside is shown");
}

static const vvi_schema_field share_fields[] = {
    {NULL, VVI_REFERENCE(SHARE, example, &examples)},
    {NULL, VVI_NUMBER(SHARE, weight, 0.0f, 1.0f)},
};
static const vvi_schema share_schema = {VVI_TABLE("share", SHARE, share_fields)};
const vvi_schema_list vvi_place_list = {VVI_ITEMS_OF(&share_schema, "examples", VV_BLEND_MAX_EXAMPLES),
                                        .too_many = "a place names %u examples",
                                        .one_line = true,
                                        .sorted = true,
                                        .removed = scale_shares,
                                        .check_all = check_sum};

/* ---- Inputs, holds, attractions ---------------------------------------------------------------------------------- */

static const vvi_schema_field input_fields[] = {
    {NULL, VVI_LABEL(vv_project_input, name)},
    {NULL, VVI_NUMBER(vv_project_input, value, -1e6f, 1e6f)},
};
static const vvi_schema input_schema = {VVI_TABLE("input", vv_project_input, input_fields)};
const vvi_schema_list vvi_input_list = {VVI_ITEMS_OF(&input_schema, "inputs", VV_BEHAVIOUR_MAX_INPUTS),
                                        .one_line = true};

#define HOLD vv_project_hold
static const vvi_schema_field hold_fields[] = {
    {"name", VVI_NAME(HOLD, name), .presence = VVI_NULLABLE,
     VVI_DOC("", "for the script to release it by, unlike other holds' of the actor")},
    {"at", VVI_VECTOR(HOLD, at, FAR), .presence = VVI_REQUIRED,
     VVI_DOC("", "the point of the drawing at rest, in its artwork's own size")},
    {"to", VVI_VECTOR(HOLD, to, FAR), .presence = VVI_FLAGGED, .flag = VVI_AT(HOLD, moved, bool),
     VVI_DOC("", "where on the stage it is held; null: where it is at the start")},
    {"strength", VVI_NUMBER(HOLD, strength, 1e-3f, 1e6f), .presence = VVI_NULLABLE,
     VVI_DOC_SLIDER("Hz", "how strongly; null: exactly", 0.5, 50.0, true)},
};
static const HOLD hold_defaults = {.strength = INFINITY};
static const vvi_schema hold_schema = {VVI_TABLE("hold", HOLD, hold_fields), .flags = VVI_SCHEMA_ONE_LINE,
                                       .defaults = &hold_defaults};
static const vvi_schema_list holds = {VVI_ITEMS_OF(&hold_schema, "holds", VV_STAGE_MAX_HOLDS), .named = true};

static const vvi_schema_field attraction_fields[] = {{NULL, .kind = VVI_KIND_REFERENCE, .of.reference = &examples}};
static const vvi_schema attraction_schema = {VVI_TABLE("attraction", uint32_t, attraction_fields)};
static const vvi_schema_list attractions = {VVI_ITEMS_OF(&attraction_schema, "attractions", VV_BLEND_MAX_EXAMPLES),
                                            .unique = "\"%s\" is here for the second time"};

/* ---- Actors ------------------------------------------------------------------------------------------------------ */

/* Null, {} and [] say nothing, so that an actor can be given back as it was told. */
static bool says_something(const vv_json *value)
{
    bool holds_items = value->kind == VV_JSON_ARRAY || value->kind == VV_JSON_OBJECT;
    return value->kind != VV_JSON_NULL && !(holds_items && value->count == 0);
}

static void refuse_other_kind(vvi_reader *r, const vv_json *member, const vvi_scope *scope)
{
    bool puppet = actor_of(scope)->kind == VV_ACTOR_PUPPET;
    if (says_something(member))
        vvi_problem(r, member, VV_RULE_ACTOR_KIND,
                    puppet ? "remove it, or make this actor's \"kind\" \"sprite\""
                           : "remove it, or make this actor's \"kind\" \"puppet\"",
                    "a %s has no \"%s\"", puppet ? "puppet" : "sprite", scope->field->key);
}

/* ---- Warnings ---------------------------------------------------------------------------------------------------- */

/* Meshes are not known here: what is said about shapes goes by handles, which lie on the drawing. */
/* A point of the drawing at rest, on the stage. */
static vv_vec2 to_stage(const vv_project_actor *actor, vv_vec2 p)
{
    p = vv_vec2_scale(p, actor->scale);
    if (actor->flipped)
        p.x = -p.x;
    return vv_affine_apply((vv_affine){vv_mat2_rotation(actor->angle), actor->at}, p);
}

/* By the number of edges that a ray to the right crosses. */
static bool is_in_polygon(const vv_project_obstacle *obstacle, vv_vec2 p)
{
    bool inside = false;
    for (uint32_t i = 0, j = obstacle->point_count - 1; i < obstacle->point_count; j = i++) {
        vv_vec2 a = obstacle->points[i], b = obstacle->points[j];
        if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x))
            inside = !inside;
    }
    return inside;
}

static bool is_inside(const vv_project_obstacle *obstacle, vv_vec2 p)
{
    const float tolerance = 1e-3f; /* metres: what stands on the ground is not in it */
    const vv_vec2 *points = obstacle->points;
    vv_affine inverse;
    if (!vv_affine_invert(vvi_obstacle_frame(obstacle), &inverse))
        return false;
    p = vv_affine_apply(inverse, p);
    if (obstacle->sensor || obstacle->kind == VV_OBSTACLE_SEGMENTS)
        return false;
    if (obstacle->kind == VV_OBSTACLE_POLYGON)
        return is_in_polygon(obstacle, p);
    vv_vec2 along = vv_vec2_sub(points[1], points[0]);
    return vv_vec2_cross(along, vv_vec2_sub(p, points[0])) < -tolerance * vv_vec2_length(along);
}

static bool starts_inside(const vv_project_actor *actor, const vv_project_artwork *artwork,
                          const vv_project_obstacle *obstacle)
{
    for (uint32_t h = 0; h < artwork->handle_count; h++) {
        const vv_handle *shape = &artwork->handles[h].shape;
        if (is_inside(obstacle, to_stage(actor, shape->from)) || is_inside(obstacle, to_stage(actor, shape->to)))
            return true;
    }
    return false;
}

static const vv_project_behaviour *behaviour_of(const vv_project *project, const ACTOR *actor)
{
    return actor->behaviour == VV_NONE ? NULL : &project->artworks[actor->artwork]->behaviours[actor->behaviour];
}

bool vvi_has_input(const vv_project *project, const vv_project_actor *actor, const char *name)
{
    const vv_project_behaviour *b = behaviour_of(project, actor);
    return b && vvi_find_word(b->inputs, b->input_count, name) != VV_NONE;
}

bool vvi_has_event(const vv_project *project, const vv_project_actor *actor, const char *name)
{
    const vv_project_behaviour *b = behaviour_of(project, actor);
    return b && vvi_find_word(b->events, b->event_count, name) != VV_NONE;
}

static void warn_inside(vvi_reader *r, const vv_json *json, const ACTOR *actor, const vv_project_obstacle *obstacle,
                        uint32_t index)
{
    if (obstacle->name[0])
        vvi_problem(r, json, VV_RULE_START_INSIDE, "move its \"at\"", "\"%s\" starts inside the obstacle \"%s\"",
                    actor->name, obstacle->name);
    else
        vvi_problem(r, json, VV_RULE_START_INSIDE, "move its \"at\"", "\"%s\" starts inside obstacle %u", actor->name,
                    index);
}

static void warn_actor(vvi_reader *r, const vv_json *json, const vvi_scope *scope)
{
    const vv_project_stage *stage = &((const vv_project_scene *)scope->outer->item)->stage;
    const vv_project_artwork *artwork = vvi_scope_artwork(scope);
    const ACTOR *actor = scope->item;
    vv_material material = artwork->puppet.material;
    uint32_t inside = 0;
    if (actor->place.share_count > 0)
        vvi_warn_place(r, json, artwork, &actor->place);
    while (inside < stage->obstacle_count && !(stage->obstacles[inside].layers & actor->layers &&
                                               starts_inside(actor, artwork, &stage->obstacles[inside])))
        inside++;
    if (inside < stage->obstacle_count)
        warn_inside(r, json, actor, &stage->obstacles[inside], inside);
    for (uint32_t i = 0; i < actor->input_count; i++) {
        if (!vvi_has_input(scope->project, actor, actor->inputs[i].name))
            vvi_problem(r, json, VV_RULE_SCRIPT_WORD, "give the actor a behaviour that has it, or remove the input",
                        "the behaviour of \"%s\" has no input \"%s\"", actor->name, actor->inputs[i].name);
    }
    vv_project_material_apply(&actor->material, &material);
    if (actor->attraction_count > 0 && material.examples == 0.0f)
        vvi_problem(r, vv_json_member(json, "attractions"), VV_RULE_ATTRACTION,
                    "give its \"material\" some \"examples\", or remove the attractions",
                    "\"%s\" is drawn to examples, and \"examples\" of its material is 0", actor->name);
}

static const vvi_schema_field actor_fields[] = {
    {"name", VVI_NAME(ACTOR, name), .presence = VVI_REQUIRED, VVI_DOC("", "")},
    {"artwork", VVI_REFERENCE(ACTOR, artwork, &artworks), .presence = VVI_REQUIRED, .flags = VVI_ESSENTIAL,
     VVI_DOC("", "what it looks like and how it moves")},
    {"kind", VVI_WORD(ACTOR, kind, 0, VVI_WORDS("sprite", "puppet")),
     VVI_DOC("", "whether it moves by its artwork's `sprite` or `puppet`")},
    {"at", VVI_VECTOR(ACTOR, at, FAR), VVI_DOC("m", "where the artwork's origin goes")},
    {"angle", VVI_NUMBER(ACTOR, angle, -1000.0f, 1000.0f), VVI_DOC_SLIDER("rad", "", -3.2, 3.2, false)},
    {"scale", VVI_NUMBER(ACTOR, scale, VV_PROJECT_MIN_SCALE, VV_PROJECT_MAX_SCALE),
     VVI_DOC_SLIDER("",
                    "how many times as large as its artwork it is: the drawing, its handles and its poses grow about "
                    "the artwork's origin, and its mass with the square; strengths mean what they always mean, and "
                    "what names a point of the drawing, such as `at` of a hold, is still as in the artwork",
                    0.1, 10.0, true)},
    {"density", VVI_NUMBER(ACTOR, density, VV_PROJECT_MIN_DENSITY, VV_PROJECT_MAX_DENSITY), .only = SPRITE,
     .flags = VVI_NULLED,
     VVI_DOC_SLIDER("", "sprites: times that of drawings, 1 kg/m², by which they have mass, push others and float", 0.1,
                    10.0, true)},
    {"velocity", VVI_VECTOR(ACTOR, velocity, FAR), VVI_DOC("m/s", "")},
    {"spin", VVI_NUMBER(ACTOR, spin, -1000.0f, 1000.0f), VVI_DOC_SLIDER("rad/s", "", -20.0, 20.0, false)},
    {"flipped", VVI_FLAG(ACTOR, flipped),
     VVI_DOC("", "seen in the mirror, about the vertical through the artwork's origin")},
    {"place", VVI_MAP(ACTOR, place.share_count, place.shares, vv_project_share, &vvi_place_list),
     .presence = VVI_NULLABLE, .only = SPRITE, .flags = VVI_GUARDED,
     VVI_DOC("", "sprites: where it begins and what it is drawn to, as in a key; null: the first example")},
    {"strengths", VVI_OBJECT(ACTOR, strengths, &vvi_strengths_schema), .only = SPRITE, .flags = VVI_GUARDED,
     VVI_DOC("", "sprites: those that differ from its artwork's")},
    {"holds", VVI_LIST(ACTOR, hold_count, holds, vv_project_hold, &holds), VVI_DOC("", "points that are held")},
    {"layers", VVI_BIT_SET(ACTOR, layers), VVI_DOC("", "which layers it is in; null: all")},
    {"mask", VVI_BIT_SET(ACTOR, mask),
     VVI_DOC("", "it meets others that are in one of these layers, if it is in one of theirs; null: all")},
    {"kinematic", VVI_FLAG(ACTOR, kinematic),
     VVI_DOC("", "it goes where its velocity and the script say, pushes others, and nothing pushes it")},
    {"one_way", VVI_FLAG(ACTOR, one_way),
     VVI_DOC("", "it stops only actors that come from above, seen from its drawing; others pass through")},
    {"sensor", VVI_FLAG(ACTOR, sensor), VVI_DOC("", "it feels what overlaps it, and neither stops nor is stopped")},
    {"report_stay", VVI_FLAG(ACTOR, report_stay),
     VVI_DOC("", "what it touches is among the events of every step, not only when a touch begins and ends")},
    {"tag", VVI_WHOLE(ACTOR, tag, 0, UINT32_MAX), VVI_DOC("", "a number for the game")},
    {"tint", VVI_COLOUR(ACTOR, tint), VVI_DOC("", "by which colour it is multiplied, with its opacity")},
    {"hidden", VVI_REFERENCE_SET(ACTOR, hidden, &vvi_hidden_layers), .flags = VVI_GUARDED,
     VVI_DOC("", "layers of its artwork that are neither drawn nor touched")},
    {"behaviour",
     VVI_REFERENCE(ACTOR, behaviour, VVI_TO(.noun = VVI_BEHAVIOUR, .remedy = "name a behaviour of its artwork")),
     .presence = VVI_NULLABLE, .only = SPRITE, .flags = VVI_GUARDED,
     VVI_DOC("", "sprites: what drives it, a behaviour of its artwork; null: nothing")},
    {"inputs", VVI_MAP(ACTOR, input_count, inputs, vv_project_input, &vvi_input_list), .only = SPRITE,
     .flags = VVI_GUARDED,
     VVI_DOC("", "sprites: what inputs of its behaviour are at the start, by their names: `{ \"walk\": 1 }`; 0 each")},
    {"material", VVI_OBJECT(ACTOR, material, &vvi_material_schema), .only = PUPPET, .flags = VVI_GUARDED,
     VVI_DOC("", "puppets: what differs from its artwork's")},
    {"family", VVI_REFERENCE(ACTOR, family, &families), .presence = VVI_NULLABLE, .only = PUPPET, .flags = VVI_GUARDED,
     VVI_DOC("", "puppets: which others it may turn into; its artwork is a member")},
    {"attractions", VVI_LIST(ACTOR, attraction_count, attractions, uint32_t, &attractions), .only = PUPPET,
     .flags = VVI_GUARDED,
     VVI_DOC("", "puppets: which examples its rest shape is mixed from; with none it is as it was drawn")},
    {"clip", VVI_REFERENCE(ACTOR, clip, &clips), .presence = VVI_NULLABLE, .flags = VVI_GUARDED,
     VVI_DOC("", "what it plays from the start, a clip of its artwork. A puppet goes where it says, its positions "
                 "placed, turned, scaled and flipped with the actor; a sprite takes its shape from it, over its place, "
                 "and physics puts and turns that")},
    {"clip_start", VVI_NUMBER(ACTOR, clip_start, -MOST_SECONDS, MOST_SECONDS), .flags = VVI_GUARDED,
     VVI_DOC_SLIDER("s", "when the clip begins, on the stage's clock", -10.0, 10.0, false)},
    {"follows", VVI_LIST(ACTOR, follow_count, follows, vv_project_follow, &vvi_follow_list), .only = PUPPET,
     .flags = VVI_GUARDED, VVI_DOC("", "puppets: what its handles follow")},
    {"copies", VVI_LIST(ACTOR, copy_count, copies, vv_project_copy, &vvi_copy_list), .only = PUPPET,
     .flags = VVI_GUARDED, VVI_DOC("", "puppets: motion taken from others")},
};
static const ACTOR actor_defaults = {.artwork = VV_NONE,
                                     .scale = 1.0f,
                                     .density = 1.0f,
                                     .behaviour = VV_NONE,
                                     .material = {.values = VVI_DEFAULT_MATERIAL},
                                     .family = VV_NONE,
                                     .clip = VV_NONE,
                                     .strengths = {.values = VVI_DEFAULT_STRENGTHS},
                                     .layers = UINT32_MAX,
                                     .mask = UINT32_MAX,
                                     .tint = {255, 255, 255, 255}};
const vvi_schema vvi_actor_schema = {VVI_TABLE("actor", ACTOR, actor_fields),
                                     .flags = VVI_SCHEMA_NOUN | VVI_SCHEMA_FORGETS,
                                     .defaults = &actor_defaults,
                                     .tag = offsetof(ACTOR, kind),
                                     .artwork_at = offsetof(ACTOR, artwork),
                                     .refuse = refuse_other_kind,
                                     .warn = warn_actor};
const vvi_schema_list vvi_actor_list = {VVI_ITEMS_OF(&vvi_actor_schema, "actors", VV_PROJECT_MAX_ACTORS), .named = true,
                                        .names_asked = true, .noun = VVI_ACTOR};

bool vvi_remap_on_stage(const vv_project *project, const vv_project_stage *stage, vvi_remapping remapping)
{
    for (uint32_t i = 0; i < stage->actor_count; i++) {
        vvi_scope owner = vvi_scope_of(NULL, project, NULL);
        vvi_scope scope = vvi_scope_at(&owner, &vvi_actor_schema, stage->actors, stage->actor_count, i);
        vvi_schema_remap(&remapping, &scope);
    }
    return remapping.changed;
}
