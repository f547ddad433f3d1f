/* Actors of a stage out of JSON: what all have, and what sprites have. What directs puppets is in read_direction.c. */
#include "author/document/puppets.h"

#include <string.h>

static const char *const named[] = {"name", NULL};

vv_project_actor vvi_default_actor(void)
{
    return (vv_project_actor){.artwork = VV_NONE,
                              .scale = 1.0f,
                              .behaviour = VV_NONE,
                              .material = vvi_default_material(),
                              .family = VV_NONE,
                              .clip = VV_NONE,
                              .strengths = vvi_default_strengths(),
                              .layers = UINT32_MAX,
                              .mask = UINT32_MAX};
}

static void read_hold(vvi_reader *r, const vv_json *object, vv_project_hold *hold)
{
    static const char *const keys[] = {"name", "at", "to", "strength", NULL};
    const vv_json *name = vvi_member(object, "name");
    *hold = (vv_project_hold){.strength = INFINITY};
    if (!vvi_known_keys(r, object, keys, NULL))
        return;
    if (name)
        vvi_name(r, name, hold->name);
    vvi_required(r, object, "at");
    vvi_vec2_member(r, object, "at", (vv_vec2){0.0f, 0.0f}, &hold->at);
    hold->moved = vvi_member(object, "to") != NULL;
    vvi_vec2_member(r, object, "to", (vv_vec2){0.0f, 0.0f}, &hold->to);
    vvi_float_member(r, object, "strength", INFINITY, 1e-3f, 1e6f, &hold->strength);
}

static void read_holds(vvi_reader *r, const vv_json *list, vv_project_actor *actor)
{
    uint32_t count = vvi_list(r, list, VV_STAGE_MAX_HOLDS, "holds");
    vv_project_hold *holds = vvi_take(r, count, sizeof *holds);
    if (!holds)
        return;
    for (const vv_json *item = count ? list->child : NULL; item && !vvi_stopped(r); item = item->next)
        read_hold(r, item, &holds[item->index]);
    if (count)
        vvi_refuse_same_names(r, list, holds->name, sizeof *holds);
    actor->holds = holds;
    actor->hold_count = count;
}

/* What an actor shows can only change together with what it says about the artwork's examples. */
static void read_actor_artwork(vvi_reader *r, const vv_json *object, const vv_project *project, vv_project_actor *actor)
{
    const vv_json *value = vvi_required(r, object, "artwork");
    if (!value || !vvi_is(r, value, VV_JSON_STRING))
        return;
    uint32_t found = vv_project_find_artwork(project, value->string);
    if (found == VV_NONE)
        vvi_problem(r, value, VV_RULE_REFERENCE, "name an artwork of this project", "there is no artwork \"%s\"",
                    value->string);
    else if (r->editing && found != actor->artwork)
        vvi_problem(r, value, VV_RULE_REFERENCE, "remove the actor and add another",
                    "an actor keeps its artwork: its place, strengths and script name that artwork's examples");
    else
        actor->artwork = found;
}

static void read_actor_behaviour(vvi_reader *r, const vv_json *object, const vv_project_artwork *artwork,
                                 vv_project_actor *actor)
{
    bool reset;
    const vv_json *value = vvi_optional(object, "behaviour", &reset);
    if (reset)
        actor->behaviour = VV_NONE;
    if (!value || !vvi_is(r, value, VV_JSON_STRING))
        return;
    actor->behaviour = vv_project_find_behaviour(artwork, value->string);
    if (actor->behaviour == VV_NONE)
        vvi_problem(r, value, VV_RULE_REFERENCE, "name a behaviour of its artwork", "there is no behaviour \"%s\"",
                    value->string);
}

const vv_project_input *vvi_read_input_values(vvi_reader *r, const vv_json *object, uint32_t *count)
{
    *count = 0;
    if (!vvi_is(r, object, VV_JSON_OBJECT))
        return NULL;
    if (object->count > VV_BEHAVIOUR_MAX_INPUTS) {
        vvi_problem(r, object, VV_RULE_TOO_MANY, "remove some", "there are %u inputs, and at most %u are possible",
                    object->count, VV_BEHAVIOUR_MAX_INPUTS);
        return NULL;
    }
    vv_project_input *inputs = vvi_take(r, object->count, sizeof *inputs);
    for (const vv_json *member = object->child; inputs && member && !vvi_stopped(r); member = member->next) {
        vvi_foreign_key(r, member, sizeof inputs->name, inputs[member->index].name);
        vvi_number(r, member, -1e6f, 1e6f, &inputs[member->index].value);
    }
    *count = inputs ? object->count : 0;
    return inputs;
}

/* Its place, strengths and inputs: the first and the last are given whole, of strengths only those that change. */
static void read_sprite_parts(vvi_reader *r, const vv_json *object, const vv_project_artwork *artwork,
                              vv_project_actor *actor)
{
    bool editing = r->editing, no_place, no_strengths, no_inputs;
    const vv_json *place = vvi_optional(object, "place", &no_place);
    const vv_json *strengths = vvi_optional(object, "strengths", &no_strengths);
    const vv_json *inputs = vvi_optional(object, "inputs", &no_inputs);
    if (no_place)
        actor->place.share_count = 0;
    if (no_strengths)
        actor->strengths = vvi_default_strengths();
    if (no_inputs)
        actor->input_count = 0;
    if (strengths)
        vvi_read_strengths(r, strengths, artwork, &actor->strengths);
    r->editing = false;
    if (place)
        vvi_read_place(r, place, artwork, &actor->place);
    if (inputs)
        actor->inputs = vvi_read_input_values(r, inputs, &actor->input_count);
    r->editing = editing;
}

static void read_actor_holds(vvi_reader *r, const vv_json *object, vv_project_actor *actor)
{
    bool editing = r->editing, reset;
    const vv_json *holds = vvi_optional(object, "holds", &reset);
    if (reset)
        actor->hold_count = 0;
    r->editing = false;
    if (holds)
        read_holds(r, holds, actor);
    r->editing = editing;
}

/* ---- What kind of actor it is ----------------------------------------------------------------------------------------- */

static const char *const of_sprites[] = {"place", "strengths", "behaviour", "inputs", NULL};
static const char *const of_puppets[] = {"material", "family", "attractions", "follows", "copies", NULL};

/* Null, {} and [] say nothing, so that an actor can be given back as it was told. */
static bool says_something(const vv_json *value)
{
    bool holds = value->kind == VV_JSON_ARRAY || value->kind == VV_JSON_OBJECT;
    return value->kind != VV_JSON_NULL && !(holds && value->count == 0);
}

static void refuse_other_kind(vvi_reader *r, const vv_json *object, vv_actor_kind kind)
{
    bool puppet = kind == VV_ACTOR_PUPPET;
    for (vvi_keys key = puppet ? of_sprites : of_puppets; *key && !vvi_stopped(r); key++) {
        const vv_json *member = vv_json_member(object, *key);
        if (member && says_something(member))
            vvi_problem(r, member, VV_RULE_ACTOR_KIND,
                        puppet ? "remove it, or make this actor's \"kind\" \"sprite\""
                               : "remove it, or make this actor's \"kind\" \"puppet\"",
                        "a %s has no \"%s\"", puppet ? "puppet" : "sprite", *key);
    }
}

/* What only the other kind has is as if it had never been said. */
static void forget_other_kind(vv_project_actor *actor)
{
    vv_project_actor usual = vvi_default_actor();
    if (actor->kind == VV_ACTOR_PUPPET) {
        actor->place = usual.place;
        actor->strengths = usual.strengths;
        actor->behaviour = usual.behaviour;
        actor->input_count = 0;
    } else {
        actor->material = usual.material;
        actor->family = usual.family;
        actor->attraction_count = actor->follow_count = actor->copy_count = 0;
    }
}

static void read_actor_kind(vvi_reader *r, const vv_json *object, vv_project_actor *actor)
{
    static const char *const words[] = {"sprite", "puppet", NULL};
    bool reset;
    uint32_t word = VV_ACTOR_SPRITE;
    vv_actor_kind before = actor->kind;
    const vv_json *value = vvi_optional(object, "kind", &reset);
    if (reset || (value && vvi_word(r, value, words, "write \"sprite\" or \"puppet\"", &word)))
        actor->kind = (vv_actor_kind)word;
    if (actor->kind != before)
        forget_other_kind(actor);
    refuse_other_kind(r, object, actor->kind);
}

void vvi_read_actor(vvi_reader *r, const vv_json *object, vvi_keys address, const vv_project *project,
                    vv_project_actor *actors, uint32_t index)
{
    static const char *const keys[] = {"artwork", "kind",       "at",      "angle",     "scale",  "velocity",
                                       "spin",    "flipped",    "place",   "strengths", "holds",  "layers",
                                       "mask",    "behaviour",  "inputs",  "material",  "family", "attractions",
                                       "clip",    "clip_start", "follows", "copies",    NULL};
    vv_project_actor *actor = &actors[index];
    vvi_known_keys(r, object, keys, address);
    if (object->kind != VV_JSON_OBJECT)
        return;
    read_actor_artwork(r, object, project, actor);
    read_actor_kind(r, object, actor);
    vvi_vec2_member(r, object, "at", (vv_vec2){0.0f, 0.0f}, &actor->at);
    vvi_float_member(r, object, "angle", 0.0f, -1000.0f, 1000.0f, &actor->angle);
    vvi_float_member(r, object, "scale", 1.0f, VV_PROJECT_MIN_SCALE, VV_PROJECT_MAX_SCALE, &actor->scale);
    vvi_vec2_member(r, object, "velocity", (vv_vec2){0.0f, 0.0f}, &actor->velocity);
    vvi_float_member(r, object, "spin", 0.0f, -1000.0f, 1000.0f, &actor->spin);
    vvi_bool_member(r, object, "flipped", false, &actor->flipped);
    read_actor_holds(r, object, actor);
    vvi_layer_bits_member(r, object, "layers", &actor->layers);
    vvi_layer_bits_member(r, object, "mask", &actor->mask);
    if (actor->artwork == VV_NONE || vvi_stopped(r))
        return;
    vvi_read_actor_clip(r, object, project, actor);
    if (actor->kind == VV_ACTOR_PUPPET) {
        vvi_read_directions(r, object, project, actors, index, actor);
    } else {
        read_sprite_parts(r, object, project->artworks[actor->artwork], actor);
        read_actor_behaviour(r, object, project->artworks[actor->artwork], actor);
    }
}

void vvi_read_actors(vvi_reader *r, const vv_json *list, const vv_project *project, vv_project_stage *stage)
{
    uint32_t count = vvi_list(r, list, VV_PROJECT_MAX_ACTORS, "actors");
    vv_project_actor *actors = vvi_take(r, count, sizeof *actors);
    if (!actors)
        return;
    for (const vv_json *item = count ? list->child : NULL; item && !vvi_stopped(r); item = item->next) {
        actors[item->index] = vvi_default_actor();
        vvi_read_actor(r, item, named, project, actors, item->index);
        vvi_name_member(r, item, actors[item->index].name);
    }
    if (count)
        vvi_refuse_same_names(r, list, actors->name, sizeof *actors);
    stage->actors = actors;
    stage->actor_count = count;
}
