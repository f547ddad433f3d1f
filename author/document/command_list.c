/* add, remove, rename, move and set, for everything that a project has lists of. */
#include "author/document/command.h"

#include "author/document/read.h"

#include <string.h>

/* ---- Nouns ------------------------------------------------------------------------------------------------------- */

const char *vvi_noun_name(vvi_noun noun)
{
    static const char *const names[] = {"artwork",   "layer",    "handle", "example", "behaviour", "clip", "family",
                                        "recording", "skeleton", "take",   "form",    "shape",     "verb", "graph",
                                        "creature",  "motion",   "gait",   "line",    "scene"};
    return names[noun];
}

bool vvi_noun_is_in_artwork(vvi_noun noun) { return noun >= VVI_LAYER && noun <= VVI_BEHAVIOUR; }

/* Of what is in no artwork. */
static vvi_block block_of(vvi_noun noun)
{
    return noun == VVI_ARTWORK ? VVI_BLOCK_ARTWORK : VVI_BLOCK_CLIP + (vvi_block)(noun - VVI_CLIP);
}

uint32_t vvi_edit_count(const vvi_edit *e, vvi_noun noun, const vvi_artwork *artwork)
{
    switch (noun) {
    case VVI_LAYER:
        return artwork->view.layer_count;
    case VVI_HANDLE:
        return artwork->view.handle_count;
    case VVI_EXAMPLE:
        return artwork->view.example_count;
    case VVI_BEHAVIOUR:
        return artwork->view.behaviour_count;
    default:
        return vvi_state_count(e->state, block_of(noun));
    }
}

static uint32_t most(vvi_noun noun)
{
    static const uint32_t limits[] = {
        VV_PROJECT_MAX_ARTWORKS,   VV_PROJECT_MAX_LAYERS, VV_RIG_MAX_HANDLES,       VV_BLEND_MAX_EXAMPLES,
        VV_PROJECT_MAX_BEHAVIOURS, VV_PROJECT_MAX_CLIPS,  VV_PROJECT_MAX_FAMILIES,  VV_PROJECT_MAX_RECORDINGS,
        VV_PROJECT_MAX_SKELETONS,  VV_PROJECT_MAX_TAKES,  VV_PROJECT_MAX_FORMS,     VV_PROJECT_MAX_SHAPES,
        VV_PROJECT_MAX_VERBS,      VV_PROJECT_MAX_GRAPHS, VV_PROJECT_MAX_CREATURES, VV_PROJECT_MAX_MOTIONS,
        VV_PROJECT_MAX_GAITS,      VV_PROJECT_MAX_LINES,  VV_PROJECT_MAX_SCENES};
    return limits[noun];
}

static uint32_t find_name(const vvi_edit *e, vvi_noun noun, const vvi_artwork *artwork, const char *name)
{
    switch (noun) {
    case VVI_LAYER:
        return vv_project_find_layer(&artwork->view, name);
    case VVI_HANDLE:
        return vv_project_find_handle(&artwork->view, name);
    case VVI_EXAMPLE:
        return vv_project_find_example(&artwork->view, name);
    case VVI_BEHAVIOUR:
        return vv_project_find_behaviour(&artwork->view, name);
    default:
        return vvi_state_find(e->state, block_of(noun), name);
    }
}

/* The entry itself, to be changed: the block is the state's own. NULL if memory ran out. */
static void *item_at(vvi_edit *e, vvi_noun noun, vvi_artwork *artwork, uint32_t index)
{
    void *block;
    switch (noun) {
    case VVI_LAYER:
        return (vv_project_layer *)&artwork->view.layers[index];
    case VVI_HANDLE:
        return (vv_project_handle *)&artwork->view.handles[index];
    case VVI_EXAMPLE:
        return (vv_project_example *)&artwork->view.examples[index];
    case VVI_BEHAVIOUR:
        return (vv_project_behaviour *)&artwork->view.behaviours[index];
    default: /* a block begins with its view */
        block = vvi_state_own(e->state, block_of(noun), index);
        e->reader.arena = block ? vvi_state_arena(block_of(noun), block) : NULL;
        return block;
    }
}

/* Every item begins with its name. */
static void set_name(void *item, const char *name) { memcpy(item, name, strlen(name) + 1); }

static bool remap(vvi_edit *e, vvi_noun noun, uint32_t artwork, const vvi_map *map)
{
    switch (noun) {
    case VVI_ARTWORK:
        return vvi_remap_artworks(e->state, map);
    case VVI_CLIP:
        return vvi_remap_clips(e->state, map);
    case VVI_FAMILY:
        return vvi_remap_families(e->state, map);
    case VVI_RECORDING:
        return vvi_remap_recordings(e->state, map);
    case VVI_SKELETON:
        return vvi_remap_skeletons(e->state, map);
    case VVI_TAKE:
        return vvi_remap_takes(e->state, map);
    case VVI_FORM:
        return vvi_remap_forms(e->state, map);
    case VVI_SHAPE:
        return vvi_remap_shapes(e->state, map);
    case VVI_VERB:
        return vvi_remap_verbs(e->state, map);
    case VVI_GRAPH:
        return vvi_remap_graphs(e->state, map);
    case VVI_CREATURE:
        return vvi_remap_creatures(e->state, map);
    case VVI_MOTION:
        return vvi_remap_motions(e->state, map);
    case VVI_GAIT:
        return vvi_remap_gaits(e->state, map);
    case VVI_LINE:
        return vvi_remap_lines(e->state, map);
    case VVI_SCENE:
        vvi_remap_scenes(e->state, map);
        return true;
    case VVI_LAYER:
        return vvi_remap_layers(e->state->artworks[artwork], map);
    case VVI_HANDLE:
        return vvi_remap_handles(e->state, artwork, map);
    case VVI_EXAMPLE:
        return vvi_remap_examples(e->state, artwork, map);
    case VVI_BEHAVIOUR:
        return vvi_remap_behaviours(e->state, artwork, map);
    }
    return false;
}

/* ---- Naming ------------------------------------------------------------------------------------------------------ */

static uint32_t find_value(vvi_edit *e, vvi_noun noun, const vvi_artwork *artwork, const vv_json *value)
{
    if (!value || !vvi_is(&e->reader, value, VV_JSON_STRING))
        return VV_NONE;
    uint32_t found = find_name(e, noun, artwork, value->string);
    if (found == VV_NONE)
        vvi_problem(&e->reader, value, VV_RULE_REFERENCE, "name one that exists", "there is no %s \"%s\"",
                    vvi_noun_name(noun), value->string);
    return found;
}

uint32_t vvi_edit_find(vvi_edit *e, vvi_noun noun, const vvi_artwork *artwork, const char *key)
{
    bool editing = e->reader.editing;
    e->reader.editing = false; /* what a command is about is always required */
    uint32_t found = find_value(e, noun, artwork, vvi_required(&e->reader, e->command, key));
    e->reader.editing = editing;
    return found;
}

vvi_artwork *vvi_edit_artwork(vvi_edit *e, uint32_t *index)
{
    uint32_t found = vvi_edit_find(e, VVI_ARTWORK, NULL, "artwork");
    if (found == VV_NONE)
        return NULL;
    vvi_artwork *own = vvi_state_own_artwork(e->state, found);
    if (!vvi_edit_memory(e, own != NULL))
        return NULL;
    e->reader.arena = &own->arena;
    if (index)
        *index = found;
    return own;
}

uint32_t vvi_edit_before(vvi_edit *e, vvi_noun noun, const vvi_artwork *artwork)
{
    const vv_json *before = vv_json_member(e->command, "before");
    if (!before || before->kind == VV_JSON_NULL)
        return vvi_edit_count(e, noun, artwork);
    return find_value(e, noun, artwork, before);
}

bool vvi_edit_new_name(vvi_edit *e, vvi_noun noun, const vvi_artwork *artwork, uint32_t own, const char *key,
                       char *name)
{
    bool editing = e->reader.editing;
    e->reader.editing = false;
    const vv_json *value = vvi_required(&e->reader, e->command, key);
    e->reader.editing = editing;
    if (!value || !vvi_name(&e->reader, value, name))
        return false;
    uint32_t found = find_name(e, noun, artwork, name);
    if (found == VV_NONE || found == own)
        return true;
    return vvi_problem(&e->reader, value, VV_RULE_SAME_NAME, "choose another name",
                       "another %s is called \"%s\" already", vvi_noun_name(noun), name);
}

void *vvi_edit_block(vvi_edit *e, vvi_noun noun, const char *key, uint32_t *index)
{
    *index = vvi_edit_find(e, noun, NULL, key);
    void *own = *index == VV_NONE ? NULL : vvi_state_own(e->state, block_of(noun), *index);
    if (*index == VV_NONE || !vvi_edit_memory(e, own != NULL))
        return NULL;
    e->reader.arena = vvi_state_arena(block_of(noun), own);
    return own;
}

/* The artwork of a command about something inside one; true, with NULL, for what is in none. */
static bool enter(vvi_edit *e, vvi_noun noun, vvi_artwork **artwork, uint32_t *index)
{
    *artwork = NULL;
    *index = VV_NONE;
    if (!vvi_noun_is_in_artwork(noun))
        return true;
    *artwork = vvi_edit_artwork(e, index);
    return *artwork != NULL;
}

static bool check_keys(vvi_edit *e, vvi_noun noun, const char *own, const char *second)
{
    const char *const inside[] = {"artwork", own, second, NULL};
    return vvi_edit_keys(e, vvi_noun_is_in_artwork(noun) ? inside : inside + 1);
}

/* ---- Items ------------------------------------------------------------------------------------------------------- */

/* A bone's or point's partner in the mirror must stay of its kind; pins that hold the pivot follow it. */
static void settle_handle(vvi_edit *e, vvi_artwork *artwork, uint32_t index, vv_handle before)
{
    const vv_project_handle *handle = &artwork->view.handles[index];
    uint32_t partner = artwork->view.partner[index];
    if (artwork->view.handles[partner].shape.kind != handle->shape.kind)
        vvi_problem(&e->reader, e->command, VV_RULE_MIRROR, "change the mirror pairs first",
                    "\"%s\" mirrors \"%s\", which is of another kind", handle->name,
                    artwork->view.handles[partner].name);
    for (uint32_t i = 0; i < artwork->view.example_count; i++) {
        vv_project_pin *pins = (vv_project_pin *)artwork->view.examples[i].pins;
        if (pins && pins[index].held && pins[index].from.x == before.from.x && pins[index].from.y == before.from.y)
            pins[index].from = handle->shape.from;
    }
}

/* Verbs go on with takes of their skeleton, and graphs with verbs of theirs. */
static void settle_take(vvi_edit *e, uint32_t index, const vv_project_take *take)
{
    for (uint32_t i = 0; i < e->state->view.verb_count; i++) {
        const vv_project_verb *verb = e->state->view.verbs[i];
        for (uint32_t x = 0; x < verb->field.example_count; x++) {
            if (verb->examples[x].take == index && verb->skeleton != take->skeleton)
                vvi_problem(&e->reader, e->command, VV_RULE_SKELETON, "remove it from the verb first",
                            "the verb \"%s\" has this take, and is of another skeleton", verb->name);
        }
    }
}

static void settle_verb(vvi_edit *e, uint32_t index, const vv_project_verb *verb)
{
    for (uint32_t i = 0; i < e->state->view.graph_count; i++) {
        const vv_project_graph *graph = e->state->view.graphs[i];
        for (uint32_t s = 0; s < graph->state_count; s++) {
            if (graph->states[s].verb == index && graph->skeleton != verb->skeleton)
                vvi_problem(&e->reader, e->command, VV_RULE_SKELETON, "remove it from the graph first",
                            "the graph \"%s\" plays this verb, and is of another skeleton", graph->name);
        }
    }
}

/* Paths name axes: those of replaced ones are followed. */
static void read_verb(vvi_edit *e, vvi_keys address, uint32_t index, vv_project_verb *verb)
{
    vv_project_field before = verb->field;
    vvi_read_verb(&e->reader, e->command, address, &e->state->view, verb);
    settle_verb(e, index, verb);
    if (!vvi_edit_failed(e))
        vvi_edit_memory(e, vvi_follow_axes(e->state, VV_SCENE_VERB, index, &before, &verb->field));
}

static void read_shape(vvi_edit *e, vvi_keys address, uint32_t index, vv_project_shape *shape)
{
    vv_project_field before = shape->field;
    vvi_read_shape(&e->reader, e->command, address, &e->state->view, shape);
    if (!vvi_edit_failed(e))
        vvi_edit_memory(e, vvi_follow_axes(e->state, VV_SCENE_SHAPE, index, &before, &shape->field));
}

static void read_artwork_item(vvi_edit *e, vvi_keys address, vv_project_artwork *artwork)
{
    static const char *const keys[] = {"scale", NULL};
    if (!e->reader.editing)
        vvi_read_artwork(&e->reader, e->command, address, artwork);
    else if (vvi_known_keys(&e->reader, e->command, keys, address))
        vvi_float_member(&e->reader, e->command, "scale", vvi_default_artwork().scale, 1e-3f, 1e6f, &artwork->scale);
}

static void read_item(vvi_edit *e, vvi_noun noun, vvi_keys address, vvi_artwork *artwork, uint32_t index)
{
    void *item = item_at(e, noun, artwork, index);
    if (!vvi_edit_memory(e, item != NULL))
        return;
    vv_handle before = {0};
    switch (noun) {
    case VVI_ARTWORK:
        read_artwork_item(e, address, item);
        break;
    case VVI_CLIP:
        vvi_read_clip(&e->reader, e->command, address, &e->state->view, item);
        break;
    case VVI_FAMILY:
        vvi_read_family(&e->reader, e->command, address, &e->state->view, item);
        if (!vvi_edit_failed(e))
            vvi_edit_memory(e, vvi_settle_members(e->state));
        break;
    case VVI_RECORDING:
        vvi_read_recording(&e->reader, e->command, address, &e->state->view, item);
        break;
    case VVI_SKELETON:
        vvi_read_skeleton(&e->reader, e->command, address, &e->state->view, item);
        break;
    case VVI_FORM:
        vvi_read_form(&e->reader, e->command, address, &e->state->view, item);
        break;
    case VVI_SHAPE:
        read_shape(e, address, index, item);
        break;
    case VVI_GRAPH:
        vvi_read_graph(&e->reader, e->command, address, &e->state->view, item);
        break;
    case VVI_CREATURE:
        vvi_read_creature(&e->reader, e->command, address, &e->state->view, item);
        break;
    case VVI_MOTION:
        vvi_edit_read_motion(e, address, item);
        break;
    case VVI_GAIT:
        vvi_read_gait(&e->reader, e->command, address, &e->state->view, item);
        break;
    case VVI_LINE:
        vvi_read_line(&e->reader, e->command, address, &e->state->view, item);
        vvi_settle_lines(e);
        break;
    case VVI_TAKE:
        vvi_read_take(&e->reader, e->command, address, &e->state->view, item);
        settle_take(e, index, item);
        vvi_settle_lines(e);
        break;
    case VVI_VERB:
        read_verb(e, address, index, item);
        break;
    case VVI_SCENE:
        vvi_read_scene(&e->reader, e->command, address, &e->state->view, item);
        break;
    case VVI_LAYER:
        vvi_read_layer(&e->reader, e->command, address, item);
        break;
    case VVI_HANDLE:
        before = ((vv_project_handle *)item)->shape;
        vvi_read_handle(&e->reader, e->command, address, &artwork->view, item);
        settle_handle(e, artwork, index, before);
        break;
    case VVI_EXAMPLE:
        vvi_read_example(&e->reader, e->command, address, &artwork->view, item);
        break;
    case VVI_BEHAVIOUR:
        vvi_read_behaviour(&e->reader, e->command, address, &artwork->view, item);
        break;
    }
}

static void set_defaults(vvi_edit *e, vvi_noun noun, vvi_artwork *artwork, uint32_t index, const char *name)
{
    void *item = item_at(e, noun, artwork, index); /* what is in no artwork begins with its defaults */
    if (!vvi_edit_memory(e, item != NULL))
        return;
    if (noun == VVI_LAYER)
        *(vv_project_layer *)item = vvi_default_layer();
    if (noun == VVI_HANDLE)
        *(vv_project_handle *)item = vvi_default_handle();
    set_name(item, name);
}

/* ---- Commands ---------------------------------------------------------------------------------------------------- */

static bool has_room(vvi_edit *e, vvi_noun noun, uint32_t count)
{
    return count < most(noun) || vvi_problem(&e->reader, e->command, VV_RULE_TOO_MANY, "remove another first",
                                             "there are %u of these already, and more are not possible", count);
}

bool vvi_edit_insert(vvi_edit *e, vvi_noun noun, uint32_t artwork, uint32_t index)
{
    const vvi_artwork *inside = vvi_noun_is_in_artwork(noun) ? e->state->artworks[artwork] : NULL;
    uint32_t count = vvi_edit_count(e, noun, inside);
    if (!has_room(e, noun, count))
        return false;
    vvi_map map = vvi_map_insert(count, index);
    if (!inside && !vvi_edit_memory(e, vvi_state_insert(e->state, block_of(noun), index) != NULL))
        return false;
    return vvi_edit_memory(e, remap(e, noun, artwork, &map));
}

void vvi_command_add(vvi_edit *e, vvi_noun noun)
{
    static const char *const address[] = {"artwork", "do", "name", "before", NULL};
    char name[VV_PROJECT_NAME_BYTES];
    vvi_artwork *artwork;
    uint32_t index;
    if (!enter(e, noun, &artwork, &index))
        return;
    uint32_t before = vvi_edit_before(e, noun, artwork);
    if (before == VV_NONE || !vvi_edit_new_name(e, noun, artwork, VV_NONE, "name", name) ||
        !vvi_edit_insert(e, noun, index, before))
        return;
    set_defaults(e, noun, artwork, before, name);
    if (!vvi_edit_failed(e))
        read_item(e, noun, vvi_noun_is_in_artwork(noun) ? address : address + 1, artwork, before);
}

static bool is_free(vvi_edit *e, vvi_noun noun, uint32_t index)
{
    switch (noun) {
    case VVI_SKELETON:
        return vvi_skeleton_is_free(e, index) && vvi_has_no_lines(e, VV_LINE_OF_SKELETON, index);
    case VVI_CREATURE:
        return vvi_has_no_lines(e, VV_LINE_OF_CREATURE, index);
    case VVI_ARTWORK:
        return vvi_has_no_lines(e, VV_LINE_OF_ARTWORK, index);
    default:
        return true;
    }
}

void vvi_command_remove(vvi_edit *e, vvi_noun noun)
{
    vvi_artwork *artwork;
    uint32_t index;
    if (!check_keys(e, noun, vvi_noun_name(noun), NULL) || !enter(e, noun, &artwork, &index))
        return;
    uint32_t target = vvi_edit_find(e, noun, artwork, vvi_noun_name(noun));
    if (target == VV_NONE || !is_free(e, noun, target))
        return;
    vvi_map map = vvi_map_remove(vvi_edit_count(e, noun, artwork), target);
    vvi_edit_memory(e, remap(e, noun, index, &map));
}

void vvi_command_rename(vvi_edit *e, vvi_noun noun)
{
    char name[VV_PROJECT_NAME_BYTES];
    vvi_artwork *artwork;
    uint32_t index;
    if (!check_keys(e, noun, vvi_noun_name(noun), "to") || !enter(e, noun, &artwork, &index))
        return;
    uint32_t target = vvi_edit_find(e, noun, artwork, vvi_noun_name(noun));
    if (target == VV_NONE || !vvi_edit_new_name(e, noun, artwork, target, "to", name))
        return;
    void *item = item_at(e, noun, artwork, target);
    if (!vvi_edit_memory(e, item != NULL))
        return;
    if (noun == VVI_MOTION)
        vvi_edit_rename_motion(e, item, name);
    else
        set_name(item, name);
}

void vvi_command_move(vvi_edit *e, vvi_noun noun)
{
    vvi_artwork *artwork;
    uint32_t index;
    if (!check_keys(e, noun, vvi_noun_name(noun), "before") || !enter(e, noun, &artwork, &index))
        return;
    uint32_t target = vvi_edit_find(e, noun, artwork, vvi_noun_name(noun));
    uint32_t before = target == VV_NONE ? VV_NONE : vvi_edit_before(e, noun, artwork);
    if (before == VV_NONE)
        return;
    vvi_map map = vvi_map_move(vvi_edit_count(e, noun, artwork), target, before);
    vvi_edit_memory(e, remap(e, noun, index, &map));
    if (noun == VVI_LINE)
        vvi_settle_lines(e);
}

void vvi_command_set(vvi_edit *e, vvi_noun noun)
{
    const char *const address[] = {"artwork", "do", vvi_noun_name(noun), NULL};
    vvi_artwork *artwork;
    uint32_t index;
    e->reader.editing = true;
    if (!enter(e, noun, &artwork, &index))
        return;
    uint32_t target = vvi_edit_find(e, noun, artwork, vvi_noun_name(noun));
    if (target != VV_NONE)
        read_item(e, noun, artwork ? address : address + 1, artwork, target);
}

void vvi_command_duplicate(vvi_edit *e, vvi_noun noun)
{
    const char *const keys[] = {vvi_noun_name(noun), "name", "before", NULL};
    char name[VV_PROJECT_NAME_BYTES] = {0};
    uint32_t source = vvi_edit_keys(e, keys) ? vvi_edit_find(e, noun, NULL, vvi_noun_name(noun)) : VV_NONE;
    if (source == VV_NONE || !vvi_edit_new_name(e, noun, NULL, VV_NONE, "name", name))
        return;
    uint32_t at = vvi_member(e->command, "before") ? vvi_edit_before(e, noun, NULL) : source + 1;
    if (at == VV_NONE || !has_room(e, noun, vvi_edit_count(e, noun, NULL)))
        return;
    vvi_map map = vvi_map_insert(vvi_edit_count(e, noun, NULL), at);
    void *copy = vvi_state_duplicate(e->state, block_of(noun), source, at);
    if (vvi_edit_memory(e, copy != NULL))
        set_name(copy, name);
    if (!vvi_edit_failed(e))
        vvi_edit_memory(e, remap(e, noun, VV_NONE, &map));
    if (noun == VVI_LINE)
        vvi_settle_lines(e);
}
