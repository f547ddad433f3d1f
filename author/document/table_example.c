/* Examples of an artwork: poses, the pins that the artist held to make them, and the complex that says which may
 * blend. */
#include "author/document/schema.h"

#include <string.h>

#define FAR          VV_PROJECT_FAR
#define MOST_TURN    1000.0f /* radians: far beyond any pose, and near enough that sines stay exact */
#define MOST_STRETCH 1000.0f

/* Three numbers of a struct that follow each other: xx, xy and yy. */
#define STRETCH(T) .kind = VVI_KIND_VECTOR, .offset = VVI_AT(T, xx, float), .size = 3, .high = (double)MOST_STRETCH
_Static_assert(offsetof(vv_handle_pose, yy) == offsetof(vv_handle_pose, xx) + 2 * sizeof(float), "read as a vector");
_Static_assert(offsetof(vv_project_pin, yy) == offsetof(vv_project_pin, xx) + 2 * sizeof(float), "read as a vector");

static const vvi_schema_reference handles = {.noun = VVI_HANDLE, .remedy = "name a handle of this artwork"};

/* ---- Poses ------------------------------------------------------------------------------------------------------- */

static const vvi_schema_field turn_fields[] = {
    {"move", VVI_VECTOR(vv_handle_pose, translation, FAR), VVI_DOC("", "how far the pivot goes")},
    {"turn", VVI_NUMBER(vv_handle_pose, angle, -MOST_TURN, MOST_TURN),
     VVI_DOC_SLIDER("rad", "rotation about the pivot", -3.2, 3.2, false)},
    {"stretch", STRETCH(vv_handle_pose),
     VVI_DOC("", "S as `[xx, xy, yy]`, the symmetric matrix with rows (xx, xy) and (xy, yy)")},
};
static const vv_handle_pose turn_defaults = {.xx = 1.0f, .yy = 1.0f};
static const vvi_schema turn_schema = {VVI_TABLE("transform", vv_handle_pose, turn_fields),
                                       .flags = VVI_SCHEMA_ONE_LINE, .defaults = &turn_defaults};
static const vvi_schema_dense pose = {&turn_schema, &handles, .null_if_default = false, .flagged = false};

/* ---- Pins -------------------------------------------------------------------------------------------------------- */

#define PIN vv_project_pin
static vv_vec2 pivot_of(const vvi_scope *pin) { return vvi_scope_artwork(pin)->handles[pin->index].shape.from; }

static bool begin_pin(vvi_reader *r, const vv_json *object, const vvi_scope *scope)
{
    (void)r, (void)object;
    *(PIN *)scope->item = (PIN){.held = true, .kind = VV_PIN_POSITION, .from = pivot_of(scope), .xx = 1.0f, .yy = 1.0f};
    return true;
}

/* The given keys determine what is held. */
static void settle_pin(vvi_reader *r, const vv_json *object, const vvi_scope *scope)
{
    (void)r;
    ((PIN *)scope->item)->kind = vvi_member(object, "stretch") ? VV_PIN_STRETCH
                                 : vvi_member(object, "turn")  ? VV_PIN_ROTATION
                                                               : VV_PIN_POSITION;
}

static bool is_off_pivot(const vvi_scope *scope)
{
    const PIN *pin = scope->item;
    vv_vec2 pivot = pivot_of(scope);
    return pin->from.x != pivot.x || pin->from.y != pivot.y;
}

static bool is_stretched(const vvi_scope *scope) { return ((const PIN *)scope->item)->kind == VV_PIN_STRETCH; }

static void read_pin_angle(vvi_reader *r, const vv_json *value, const vvi_scope *scope)
{
    if (value)
        vvi_number(r, value, -MOST_TURN, MOST_TURN, &((PIN *)scope->item)->angle);
}

/* 0 is written too where nothing else says that the angle is held. */
static void write_pin_angle(vvi_writer *w, const char *name, const vvi_scope *scope)
{
    const PIN *pin = scope->item;
    bool turns = pin->kind == VV_PIN_ROTATION || (pin->kind == VV_PIN_STRETCH && (w->whole || pin->angle != 0.0f));
    if (vvi_writes_member(w, name, turns))
        vv_json_write_float(w->json, name, pin->angle);
}

static const vvi_schema_custom pin_angle = {read_pin_angle, write_pin_angle, NULL, VVI_DOC_TYPE("number | null")};
static const vvi_schema_field pin_fields[] = {
    {"from", VVI_VECTOR(PIN, from, FAR), .given = is_off_pivot, .flags = VVI_TOGETHER,
     VVI_DOC("", "the point at rest that is held; null: the handle's pivot")},
    {"to", VVI_VECTOR(PIN, to, FAR), .presence = VVI_REQUIRED, VVI_DOC("", "where it is held")},
    {"turn", VVI_CUSTOM(&pin_angle),
     VVI_DOC("rad", "the angle at which the handle is held; without it and without `stretch`, the handle may turn "
                    "freely; null: free")},
    {"stretch", STRETCH(PIN), .presence = VVI_NULLABLE, .given = is_stretched,
     VVI_DOC(
         "",
         "the stretch `[xx, xy, yy]` at which it is held, together with `turn` (0 if that is not given); null: free")},
};
static const vvi_schema pin_schema = {VVI_TABLE("pin", PIN, pin_fields), .flags = VVI_SCHEMA_ONE_LINE,
                                      .begin = begin_pin, .check = settle_pin};
static const vvi_schema_dense pins = {&pin_schema, &handles, .null_if_default = true, .flagged = true};

/* ---- Examples ---------------------------------------------------------------------------------------------------- */

#define EXAMPLE vv_project_example
/* An example without a pose is at rest. */
static void settle_pose(vvi_reader *r, const vv_json *object, const vvi_scope *scope)
{
    (void)object;
    EXAMPLE *example = scope->item;
    uint32_t count = vvi_scope_artwork(scope)->handle_count;
    vv_handle_pose *turns = example->turns ? NULL : vvi_take(r, count, sizeof *turns);
    for (uint32_t i = 0; turns && i < count; i++)
        turns[i] = turn_defaults;
    example->turns = example->turns ? example->turns : turns;
}

static const vvi_schema_field example_fields[] = {
    {"name", VVI_NAME(EXAMPLE, name), .presence = VVI_REQUIRED, VVI_DOC("", "")},
    {"pose", VVI_DENSE(EXAMPLE, turns, vv_handle_pose, &pose), .presence = VVI_ALWAYS,
     VVI_DOC("", "for each handle that is not at rest, by its name, how it stands")},
    {"pins", VVI_DENSE(EXAMPLE, pins, vv_project_pin, &pins),
     VVI_DOC("", "for each handle that the artist held while posing, by its name, what was held; kept for later "
                 "editing, the pose does not depend on it")},
    {"board", VVI_VECTOR(EXAMPLE, board, FAR), .presence = VVI_FLAGGED, .flag = VVI_AT(EXAMPLE, placed, bool),
     VVI_DOC("", "where the artist put its thumbnail on the pose board, x to the right, y up, in widths of a "
                 "thumbnail; how it blends does not depend on it; null: the studio finds a place")},
};
const vvi_schema vvi_example_schema = {VVI_TABLE("example", EXAMPLE, example_fields), .flags = VVI_SCHEMA_NOUN,
                                       .check = settle_pose};
const vvi_schema_list vvi_example_list = {VVI_ITEMS_OF(&vvi_example_schema, "examples", VV_BLEND_MAX_EXAMPLES),
                                          .named = true, .noun = VVI_EXAMPLE, .names_asked = true};

vv_result vv_project_read_pins(const vv_json_document *json, const vv_json *object, const vv_project_artwork *artwork,
                               const vv_allocator *allocator, vv_project_pin *out, vv_error *error)
{
    vv_problems problems = {.allocator = allocator, .limit = 1};
    vvi_arena arena = {.allocator = allocator};
    vvi_reader reader = {.json = json, .arena = &arena, .problems = &problems};
    EXAMPLE example = {.pins = NULL};
    vvi_scope outer = vvi_scope_of(&vvi_artwork_schema, NULL, artwork);
    vvi_scope scope = vvi_scope_of(&vvi_example_schema, NULL, &example);
    scope.outer = &outer;
    vvi_schema_read_key(&reader, object, "pins", &scope);
    vv_result result = vvi_first_problem(&problems, error);
    if (result == VV_OK && example.pins)
        memcpy(out, example.pins, artwork->handle_count * sizeof *out);
    else if (result == VV_OK)
        memset(out, 0, artwork->handle_count * sizeof *out);
    vvi_arena_release(&arena);
    vv_problems_release(&problems);
    return result;
}

/* ---- The complex: one, two or three examples --------------------------------------------------------------------- */

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
    vvi_scope scope = vvi_scope_of(&vvi_artwork_schema, NULL, artwork);
    *simplex = (vv_simplex){{VV_NONE, VV_NONE, VV_NONE}};
    if (!vvi_is(r, list, VV_JSON_ARRAY))
        return false;
    if (list->count < 1 || list->count > 3)
        return vvi_problem(r, list, VV_RULE_SIMPLEX, "name one, two or three", "this names %u examples", list->count);
    for (const vv_json *item = list->child; item; item = item->next) {
        uint32_t example;
        if (!vvi_schema_read_reference(
                r, item, VVI_TO(.noun = VVI_EXAMPLE, .remedy = "name an example of this artwork"), &scope, &example))
            return false;
        for (uint32_t i = 0; i < item->index; i++) {
            if (simplex->corner[i] == example)
                return vvi_problem(r, item, VV_RULE_REPEATED, "remove one", "\"%s\" is here for the second time",
                                   item->string);
        }
        simplex->corner[item->index] = example;
    }
    return true;
}

static void read_corners(vvi_reader *r, const vv_json *value, const vvi_scope *scope)
{
    if (!vvi_read_simplex(r, value, vvi_scope_artwork(scope), scope->item))
        *(vv_simplex *)scope->item = (vv_simplex){{VV_NONE, VV_NONE, VV_NONE}};
}

static void write_corners(vvi_writer *w, const char *name, const vvi_scope *scope)
{
    const vv_simplex *simplex = scope->item;
    vv_json_write_array(w->json, name);
    for (uint32_t i = 0; i < vvi_simplex_size(simplex); i++)
        vv_json_write_string(w->json, NULL, vvi_scope_artwork(scope)->examples[simplex->corner[i]].name);
    vv_json_write_end(w->json);
}

static bool is_same_simplex(const void *a, const void *b)
{
    return ((const vv_simplex *)b)->corner[0] != VV_NONE && vvi_simplex_holds(a, b) && vvi_simplex_holds(b, a);
}

/* Blending takes the short way round: beyond half a turn it is not the way the artist posed. */
static void warn_half_turns(vvi_reader *r, const vv_json *place, const vv_project_artwork *artwork, uint32_t a,
                            uint32_t b)
{
    for (uint32_t h = 0; h < artwork->handle_count; h++) {
        float difference = artwork->examples[a].turns[h].angle - artwork->examples[b].turns[h].angle;
        if (fabsf(difference) > VV_PI)
            vvi_problem(
                r, place, VV_RULE_HALF_TURN, "put an example between them, or turn the handle less",
                "\"%s\" and \"%s\" are more than half a turn apart at \"%s\", so they blend the other way round",
                artwork->examples[a].name, artwork->examples[b].name, artwork->handles[h].name);
    }
}

static void warn_simplex(vvi_reader *r, const vv_json *json, const vvi_scope *scope)
{
    const vv_simplex *simplex = scope->item;
    for (uint32_t i = 0; i < vvi_simplex_size(simplex); i++) {
        for (uint32_t j = 0; j < i; j++)
            warn_half_turns(r, json, vvi_scope_artwork(scope), simplex->corner[j], simplex->corner[i]);
    }
}

static const vvi_schema_custom corners = {read_corners, write_corners, NULL, VVI_DOC_TYPE("readonly string[]")};
static const vvi_schema_field simplex_fields[] = {{NULL, VVI_CUSTOM(&corners)}};
static const vvi_schema simplex_schema = {VVI_TABLE("simplex", vv_simplex, simplex_fields), .warn = warn_simplex};
const vvi_schema_list vvi_complex_list = {
    VVI_ITEMS_OF(&simplex_schema, "entries", VV_PROJECT_MAX_SIMPLICES),
    .twins = {is_same_simplex, VV_RULE_REPEATED, "remove one", "entry %u joins the same examples"}};

/* Drops points and what is part of another simplex. */
void vvi_tidy_simplices(vv_simplex *simplices, uint32_t *count)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < *count; i++) {
        bool needed = simplices[i].corner[0] != VV_NONE && vvi_simplex_size(&simplices[i]) > 1;
        for (uint32_t j = 0; j < *count && needed; j++) {
            bool twin = j != i && simplices[j].corner[0] != VV_NONE && vvi_simplex_holds(&simplices[j], &simplices[i]);
            /* of two equal ones the first is kept */
            needed = !twin || (j > i && vvi_simplex_holds(&simplices[i], &simplices[j]));
        }
        if (!needed)
            simplices[i] = (vv_simplex){{VV_NONE, VV_NONE, VV_NONE}};
    }
    for (uint32_t i = 0; i < *count; i++) {
        if (simplices[i].corner[0] != VV_NONE)
            simplices[kept++] = simplices[i];
    }
    *count = kept;
}

static vv_simplex remap_simplex(const vv_simplex *simplex, const vvi_map *map)
{
    vv_simplex result = {{VV_NONE, VV_NONE, VV_NONE}};
    uint32_t size = 0;
    for (uint32_t i = 0; i < vvi_simplex_size(simplex); i++) {
        uint32_t to = map->to[simplex->corner[i]];
        if (to != VV_NONE)
            result.corner[size++] = to;
    }
    return result;
}

void vvi_remap_complex(vv_project_artwork *artwork, const vvi_map *map)
{
    vv_simplex *simplices = (vv_simplex *)artwork->simplices; /* the artwork is the state's own */
    for (uint32_t i = 0; i < artwork->simplex_count; i++)
        simplices[i] = remap_simplex(&simplices[i], map);
    if (map->count < map->old_count)
        vvi_tidy_simplices(simplices, &artwork->simplex_count);
}
