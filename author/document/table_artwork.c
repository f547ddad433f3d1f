/* Artworks: layers, handles and what mirrors what. Examples are in table_example.c, how an artwork moves in
 * table_sprite.c. */
#include "author/document/schema.h"

#include <string.h>

#define ARTWORK vv_project_artwork
#define FAR     VV_PROJECT_FAR
/* Radians: far beyond any pose; no limit. */
#define MOST_TURN 1000.0f

static const ARTWORK *itself(const vvi_scope *scope) { return scope->item; }

/* ---- Layers ------------------------------------------------------------------------------------------------------ */

#define LAYER vv_project_layer
static void check_layer(vvi_reader *r, const vv_json *object, const vvi_scope *scope)
{
    const LAYER *layer = scope->item;
    bool names_file = vvi_member(object, "image") || vvi_member(object, "mesh");
    if (!layer->image && !layer->mesh && (!names_file || r->editing))
        vvi_problem(r, object, VV_RULE_LAYER_EMPTY, "add \"image\" or \"mesh\"",
                    "this layer has neither an image nor a mesh");
}

static const vvi_schema_field layer_fields[] = {
    {"name", VVI_NAME(LAYER, name), .presence = VVI_REQUIRED, VVI_DOC("", "")},
    {"image", VVI_PATH(LAYER, image), .presence = VVI_NULLABLE,
     VVI_DOC("", "a PNG; its outline is cut into triangles; null: one of the two is required")},
    {"mesh", VVI_PATH(LAYER, mesh), .presence = VVI_NULLABLE,
     VVI_DOC("", "an OBJ whose triangles are used instead of cutting; its vertices lie in artwork space, z is ignored; "
                 "the image, if there is one, is drawn on it where it lies; null: one of the two is required")},
    {"at", VVI_VECTOR(LAYER, at, FAR), VVI_DOC("", "where the image's top left corner lies")},
    {"vertices", VVI_WHOLE(LAYER, vertices, 3, 200000),
     VVI_DOC_SLIDER("", "about how many vertices the cut should have", 50, 5000, true)},
    {"visible", VVI_FLAG(LAYER, visible), VVI_DOC("", "whether it is drawn; it is simulated all the same")},
    {"locked", VVI_FLAG(LAYER, locked), VVI_DOC("", "whether the studio keeps it from being picked")},
};
static const LAYER layer_defaults = {.vertices = 300, .visible = true};
const vvi_schema vvi_layer_schema = {VVI_TABLE("layer", LAYER, layer_fields),
                                     .flags = VVI_SCHEMA_NOUN | VVI_SCHEMA_ONE_LINE, .defaults = &layer_defaults,
                                     .check = check_layer};
static const vvi_schema_list layers = {VVI_ITEMS_OF(&vvi_layer_schema, "layers", VV_PROJECT_MAX_LAYERS), .named = true,
                                       .noun = VVI_LAYER, .names_asked = true};

/* ---- Handles ----------------------------------------------------------------------------------------------------- */

#define HANDLE vv_project_handle
enum { POINT = 1u << VV_HANDLE_POINT, BONE = 1u << VV_HANDLE_BONE };

static const char *const kind_words[] = {"point", "bone", NULL};

static void refuse_end(vvi_reader *r, const vv_json *member, const vvi_scope *scope)
{
    bool point = ((const HANDLE *)scope->item)->shape.kind == VV_HANDLE_POINT;
    vvi_refuse_key(r, member->parent, scope->field->key, point ? "a point" : "a bone",
                   point ? "use \"at\", or make it a bone" : "use \"from\" and \"to\", or make it a point");
}

/* The two ends of a point are equal. */
static void check_handle(vvi_reader *r, const vv_json *object, const vvi_scope *scope)
{
    vv_handle *shape = &((HANDLE *)scope->item)->shape;
    const vv_json *kind = vvi_member(object, "kind");
    bool known =
        r->editing || (kind && kind->kind == VV_JSON_STRING && strcmp(kind->string, kind_words[shape->kind]) == 0);
    if (!known)
        return;
    if (shape->kind == VV_HANDLE_POINT) {
        vvi_required(r, object, "at");
        shape->to = shape->from;
        return;
    }
    bool given = vvi_required(r, object, "from") && vvi_required(r, object, "to");
    if ((given || r->editing) && shape->from.x == shape->to.x && shape->from.y == shape->to.y)
        vvi_problem(r, object, VV_RULE_BONE_LENGTH, "move one of its ends", "this bone ends where it begins");
}

#define END(m, tag)                                                                                                    \
    VVI_VECTOR(HANDLE, shape.m, FAR), .presence = VVI_ALWAYS, .only = tag,                                             \
                                      .flags = VVI_GUARDED | VVI_ABSENT | VVI_TOGETHER
static bool share_a_layer(const vv_project_artwork *artwork, const vv_project_handle *a, const vv_project_handle *b)
{
    for (uint32_t i = 0; i < artwork->layer_count; i++) {
        if (vv_project_handle_moves(a, i) && vv_project_handle_moves(b, i))
            return true;
    }
    return false;
}

static bool same_place(const vv_handle *a, const vv_handle *b)
{
    return a->kind == b->kind && a->from.x == b->from.x && a->from.y == b->from.y && a->to.x == b->to.x &&
           a->to.y == b->to.y;
}

bool vvi_moves_layer(const vv_project_artwork *artwork, uint32_t handle)
{
    for (uint32_t i = 0; i < artwork->layer_count; i++) {
        if (vv_project_handle_moves(&artwork->handles[handle], i))
            return true;
    }
    return artwork->layer_count == 0;
}

static void warn_handle(vvi_reader *r, const vv_json *json, const vvi_scope *scope)
{
    const vv_project_artwork *artwork = vvi_scope_artwork(scope);
    const HANDLE *handle = scope->item;
    if (!vvi_moves_layer(artwork, scope->index))
        vvi_problem(r, json, VV_RULE_IDLE_HANDLE, "name a layer in \"layers\", or remove the handle",
                    "\"%s\" moves no layer", handle->name);
    const HANDLE *partner = &artwork->handles[artwork->partner[scope->index]];
    uint32_t mirrored = handle->parent == VV_NONE ? VV_NONE : artwork->partner[handle->parent];
    if (partner->parent != mirrored)
        vvi_problem(r, json, VV_RULE_MIRROR_PARENT, "give both parents that are partners too, or one in the middle",
                    "\"%s\" and \"%s\" mirror each other, and their parents do not", handle->name, partner->name);
    for (uint32_t i = 0; i < scope->index; i++) {
        if (same_place(&artwork->handles[i].shape, &handle->shape) &&
            share_a_layer(artwork, &artwork->handles[i], handle))
            vvi_problem(r, json, VV_RULE_SAME_PLACE, "move one of them, or give them different layers",
                        "\"%s\" and \"%s\" are in the same place", artwork->handles[i].name, handle->name);
    }
}

static const vvi_schema_reference of_handles = {.noun = VVI_HANDLE, .remedy = "name a handle of this artwork"};

/* Of the list that the handle is in, which the artwork may not have yet. */
static uint32_t count_siblings(const vvi_scope *scope) { return scope->count; }

static const char *sibling_name(const vvi_scope *scope, uint32_t index)
{
    return ((const HANDLE *)scope->list)[index].name;
}

static const vvi_schema_reference parent_reference = {
    .noun = VVI_HANDLE, .remedy = "name a handle of this artwork", .count = count_siblings, .name = sibling_name};

static const char *const bend_words[] = {"clockwise", "either", "counterclockwise", NULL};

#define LIMITS                                                                                                         \
    .kind = VVI_KIND_VECTOR, .offset = VVI_AT(HANDLE, bone.low, float), .size = 2, .high = (double)MOST_TURN,          \
    .presence = VVI_NULLABLE, .check = check_limits
_Static_assert(offsetof(vv_bone, high) == offsetof(vv_bone, low) + sizeof(float), "read as a vector");

static bool check_limits(vvi_reader *r, const vv_json *value, const vvi_scope *scope)
{
    const vv_bone *bone = &((const HANDLE *)scope->item)->bone;
    return bone->low <= bone->high ||
           vvi_problem(r, value, VV_RULE_RANGE, "swap them", "its smallest angle is larger than its largest");
}

static const vvi_schema_field handle_fields[] = {
    {"name", VVI_NAME(HANDLE, name), .presence = VVI_REQUIRED, VVI_DOC("", "")},
    {"kind", VVI_WORD(HANDLE, shape.kind, 0, kind_words), .presence = VVI_REQUIRED, .flags = VVI_ESSENTIAL,
     VVI_DOC("", "")},
    {"at", END(from, POINT), VVI_DOC("", "a point: where it is at rest, its pivot; null: required for points")},
    {"from", END(from, BONE), VVI_DOC("", "a bone: where it begins at rest, its pivot; null: required for bones")},
    {"to", END(to, BONE),
     VVI_DOC("", "a bone: where it ends at rest, which is another place; null: required for bones")},
    {"parent", VVI_REFERENCE(HANDLE, parent, &parent_reference), .presence = VVI_NULLABLE, .flags = VVI_LATE,
     VVI_DOC("", "the handle that carries it: it moves and rotates with that one, and its poses and keys are relative "
                 "to it; bones that begin where their parent ends are a chain; null: none")},
    {"limits", LIMITS,
     VVI_DOC("rad", "its smallest and its largest angle, relative to its parent, when it is pulled; null: none")},
    {"bend", VVI_WORD(HANDLE, bone.bend, -1, bend_words),
     VVI_DOC("", "which way its beginning bends when it is pulled; `either`: as it is bent already")},
    {"stiffness", VVI_NUMBER(HANDLE, bone.stiffness, 0, 1),
     VVI_DOC("", "of the bending at its beginning that a pull asks for, what it leaves to the others of its chain")},
    {"longest", VVI_NUMBER(HANDLE, bone.stretch, 1, 100),
     VVI_DOC_SLIDER("", "by how much a pull out of reach may lengthen it; 1: not at all", 1.0, 3.0, false)},
    {"layers", VVI_REFERENCE_SET(HANDLE, layers, VVI_TO(.noun = VVI_LAYER, .remedy = "name a layer of this artwork")),
     .presence = VVI_UNLESS, .flag = VVI_AT(HANDLE, every_layer, bool),
     VVI_DOC("", "the layers it moves, and no others; `[]` is none; null: every layer it lies on")},
};
static const HANDLE handle_defaults = {
    .parent = VV_NONE, .bone = {.low = -MOST_TURN, .high = MOST_TURN, .stretch = 1.0f}, .every_layer = true};
const vvi_schema vvi_handle_schema = {VVI_TABLE("handle", HANDLE, handle_fields),
                                      .flags = VVI_SCHEMA_NOUN | VVI_SCHEMA_ONE_LINE,
                                      .defaults = &handle_defaults,
                                      .tag = offsetof(HANDLE, shape.kind),
                                      .refuse = refuse_end,
                                      .check = check_handle,
                                      .warn = warn_handle};
static const vvi_schema_list handles = {VVI_ITEMS_OF(&vvi_handle_schema, "handles", VV_RIG_MAX_HANDLES), .named = true,
                                        .noun = VVI_HANDLE, .names_asked = true};

/* ---- Mirror: pairs of handles, in memory the partner of each ----------------------------------------------------- */

/* Handles of the artwork around it, which may differ from the one that the user expects. */
const vvi_schema_reference vvi_handles = {.noun = VVI_HANDLE, .remedy = "name a handle of that artwork", .owned = true};

static void read_pair(vvi_reader *r, const vv_json *pair, const ARTWORK *artwork, uint32_t *partner)
{
    vvi_scope scope = vvi_scope_of(&vvi_artwork_schema, NULL, artwork);
    uint32_t a, b;
    if (!vvi_is(r, pair, VV_JSON_ARRAY))
        return;
    if (pair->count != 2) {
        vvi_problem(r, pair, VV_RULE_MIRROR, "write two handles", "a mirror pair has %u entries", pair->count);
        return;
    }
    bool good = vvi_schema_read_reference(r, pair->child, &of_handles, &scope, &a);
    if (!vvi_schema_read_reference(r, pair->child->next, &of_handles, &scope, &b) || !good)
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

static void take_mirror(vvi_reader *r, const vv_json *list, vv_project_artwork *artwork)
{
    uint32_t *partner = vvi_take(r, artwork->handle_count, sizeof *partner);
    if (!partner)
        return;
    for (uint32_t i = 0; i < artwork->handle_count; i++)
        partner[i] = i;
    artwork->partner = partner;
    if (!list || vvi_list(r, list, VV_RIG_MAX_HANDLES, "pairs") == 0)
        return;
    for (const vv_json *pair = list->child; pair && !vvi_stopped(r); pair = pair->next)
        read_pair(r, pair, artwork, partner);
}

static void read_mirror(vvi_reader *r, const vv_json *list, const vvi_scope *scope)
{
    take_mirror(r, list, scope->item);
}

static void write_mirror(vvi_writer *w, const char *name, const vvi_scope *scope)
{
    const ARTWORK *artwork = scope->item;
    vv_json_write_array(w->json, name);
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

static bool has_mirror(const vvi_scope *scope)
{
    const ARTWORK *artwork = scope->item;
    for (uint32_t i = 0; i < artwork->handle_count; i++) {
        if (artwork->partner[i] > i)
            return true;
    }
    return false;
}

/* ---- Artworks ---------------------------------------------------------------------------------------------------- */

static void settle_mirror(vvi_reader *r, const vv_json *object, const vvi_scope *scope)
{
    ARTWORK *artwork = scope->item;
    if (!vvi_member(object, "mirror"))
        take_mirror(r, NULL, artwork);
}

void vv_project_handles(const vv_project_artwork *artwork, vv_handle *out)
{
    for (uint32_t i = 0; i < artwork->handle_count; i++) {
        out[i] = artwork->handles[i].shape;
        out[i].parent1 = artwork->handles[i].parent + 1u; /* VV_NONE becomes 0 */
    }
}

void vv_project_bones(const vv_project_artwork *artwork, vv_bone *bones)
{
    for (uint32_t i = 0; i < artwork->handle_count; i++)
        bones[i] = artwork->handles[i].bone;
}

/* The first handle that carries itself, directly or through others; VV_NONE: none does. */
static uint32_t find_circle(const ARTWORK *artwork)
{
    for (uint32_t i = 0; i < artwork->handle_count; i++) {
        uint32_t at = artwork->handles[i].parent, steps = 0;
        while (at != VV_NONE && at != i && steps++ < artwork->handle_count)
            at = artwork->handles[at].parent;
        if (at == i)
            return i;
    }
    return VV_NONE;
}

static void check_parents(vvi_reader *r, const vv_json *place, const vvi_scope *scope)
{
    const ARTWORK *artwork = scope->item;
    uint32_t found = find_circle(artwork);
    if (found == VV_NONE)
        return;
    const vv_json *list = vvi_member(place, "handles"), *handle = list ? list->child : NULL;
    for (uint32_t i = 0; handle && i < found; i++)
        handle = handle->next;
    vvi_problem(r, handle ? handle : place, VV_RULE_PARENT, "choose another parent, or none",
                "\"%s\" would carry itself", artwork->handles[found].name);
}

/* Updates what the rows do not describe: partners are handles too, and a new handle is its own partner. */
static void remap_own(vvi_remapping *m, const vvi_scope *scope)
{
    const ARTWORK *artwork = scope->item;
    uint32_t *partner = (uint32_t *)artwork->partner;
    if (m->dry || m->owner != artwork)
        return;
    for (uint32_t i = 0; m->noun == VVI_HANDLE && i < m->map->count; i++) {
        uint32_t other = m->map->from[i] == VV_NONE ? VV_NONE : m->map->to[partner[i]];
        partner[i] = other == VV_NONE ? i : other;
    }
    if (m->noun == VVI_EXAMPLE)
        vvi_remap_complex(scope->item, m->map);
}

static const vvi_schema_custom mirror = {read_mirror, write_mirror, has_mirror,
                                         VVI_DOC_TYPE("readonly (readonly [string, string])[]")};
static const vvi_schema_field artwork_fields[] = {
    {"name", VVI_NAME(ARTWORK, name), .presence = VVI_REQUIRED, VVI_DOC("", "")},
    {"scale", VVI_NUMBER(ARTWORK, scale, 1e-3f, 1e6f),
     VVI_DOC_SLIDER("", "pixels of the images to a metre", 16.0, 4096.0, true)},
    {"layers", VVI_LIST(ARTWORK, layer_count, layers, vv_project_layer, &layers),
     VVI_DOC("", "images and meshes, the furthest back first")},
    {"handles", VVI_LIST(ARTWORK, handle_count, handles, vv_project_handle, &handles),
     VVI_DOC("", "what moves the drawing")},
    {"mirror", VVI_CUSTOM(&mirror),
     VVI_DOC("", "pairs of handles that swap in the mirror: `[[\"hand-left\", \"hand-right\"]]`; both points or both "
                 "bones; a handle in no pair is its own partner")},
    {"examples", VVI_LIST(ARTWORK, example_count, examples, vv_project_example, &vvi_example_list),
     VVI_DOC("", "the poses that the artist made")},
    {"complex", VVI_LIST(ARTWORK, simplex_count, simplices, vv_simplex, &vvi_complex_list),
     VVI_DOC("", "which examples blend: lists of one, two or three of their names. Two make a segment, three a "
                 "triangle, whose sides need not be listed. An example that is not named is a point by itself")},
    {"sprite", VVI_OBJECT(ARTWORK, sprite, &vvi_sprite_schema), VVI_DOC("", "how it moves on a stage")},
    {"puppet", VVI_OBJECT(ARTWORK, puppet, &vvi_puppet_schema), VVI_DOC("", "how it moves as a puppet")},
    {"correctives", VVI_LIST(ARTWORK, corrective_count, correctives, vv_project_corrective, &vvi_corrective_list),
     VVI_DOC("", "poses that are added where its handles turn")},
    {"behaviours", VVI_LIST(ARTWORK, behaviour_count, behaviours, vv_project_behaviour, &vvi_behaviour_list),
     VVI_DOC("", "what can drive actors that show it")},
    {NULL, VVI_EACH(ARTWORK, partner, uint32_t, handle_count)},
};
static const ARTWORK artwork_defaults = {
    .scale = 256.0f,
    .sprite = {.ring = 3, .density = 1.0f, .strengths = VVI_DEFAULT_STRENGTHS},
    .puppet = {.elastic = VV_ELASTIC_ARAP, .clusters = 80, .density = 1.0f, .material = VVI_DEFAULT_MATERIAL}};
const vvi_schema vvi_artwork_schema = {VVI_TABLE("artwork", ARTWORK, artwork_fields),
                                       .flags = VVI_SCHEMA_NOUN,
                                       .defaults = &artwork_defaults,
                                       .artwork = itself,
                                       .check = settle_mirror,
                                       .whole = check_parents,
                                       .remap = remap_own};
/* The fields that artwork.set may change; the others have commands of their own. */
const vvi_schema vvi_artwork_set_schema = {"artwork",
                                           .fields = artwork_fields,
                                           .field_count = 2,
                                           .size = sizeof(ARTWORK),
                                           .flags = VVI_SCHEMA_NOUN,
                                           .defaults = &artwork_defaults};
