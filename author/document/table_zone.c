/* Zones of a stage, where forces, winds and water act; and what a script changes of them. */
#include "author/document/schema.h"
#include "runtime/stage/stage.h"

#include <string.h>

#define ZONE   vv_project_zone
#define CHANGE vv_project_zone_change
#define FAR    VV_PROJECT_FAR
#define BIT(k) (1u << VV_ZONE_##k)
enum { FORCE = BIT(FORCE), WIND = BIT(WIND), WATER = BIT(WATER) };

uint32_t vvi_stage_find_zone(const vv_project_stage *stage, const char *name)
{
    for (uint32_t i = 0; i < stage->zone_count; i++)
        if (strcmp(stage->zones[i].name, name) == 0)
            return i;
    return VV_NONE;
}

/* ---- Checks and warnings ----------------------------------------------------------------------------------------- */

static void check_zone(vvi_reader *r, const vv_json *object, const vvi_scope *scope)
{
    const ZONE *zone = scope->item;
    const vv_json *points = vvi_member(object, "points");
    bool few = zone->point_count == 1;
    if (few)
        vvi_problem(r, points ? points : object, VV_RULE_ZONE,
                    "give none for the whole stage, two for a half-plane, three or more for a polygon",
                    "a zone cannot have one point");
    if (!few && zone->point_count == 2 && vv_vec2_distance(zone->points[0], zone->points[1]) == 0.0f)
        vvi_problem(r, points ? points : object, VV_RULE_ZONE, "move one of them", "the two points are the same");
}

static void warn_zone(vvi_reader *r, const vv_json *json, const vvi_scope *scope)
{
    const ZONE *zone = scope->item;
    vv_error error = {0};
    if (zone->point_count > 2 && vvi_check_polygon(zone->point_count, zone->points, &error) != VV_OK)
        vvi_problem(r, vv_json_member(json, "points"), VV_RULE_CROSSING,
                    "split it into polygons that do not cross themselves", "%s", error.message);
}

/* ---- Zones ------------------------------------------------------------------------------------------------------- */

static const vvi_schema_list points = {VVI_ITEMS_OF(&vvi_point_schema, "points", VV_ZONE_MAX_POINTS)};

#define ONLY(kinds) .only = kinds, .flags = VVI_ABSENT
static const vvi_schema_field fields[] = {
    {"name", VVI_NAME(ZONE, name), .presence = VVI_NULLABLE,
     VVI_DOC("", "for the script, unlike other zones' of the scene; null: none")},
    {"kind", VVI_WORD(ZONE, kind, 0, VVI_WORDS("force", "wind", "water")), .presence = VVI_REQUIRED,
     VVI_DOC("", "force: accelerates; wind: air that takes along what has drag; water: pushes up what is in it, and "
                 "slows it down relative to its flow")},
    {"points", VVI_LIST(ZONE, point_count, points, vv_vec2, &points),
     VVI_DOC("m", "its border; none: it is the whole stage; two: a half-plane, on the right of the way from the "
                  "first to the second, so a sea has two from left to right; three to sixteen: a polygon that does "
                  "not cross itself")},
    {"at", VVI_VECTOR(ZONE, at, FAR), VVI_DOC("m", "where its origin is: its points are relative to it")},
    {"angle", VVI_NUMBER(ZONE, angle, -1000.0f, 1000.0f),
     VVI_DOC_SLIDER("rad", "how it is turned about `at`", -3.2, 3.2, false)},
    {"acceleration", VVI_VECTOR(ZONE, acceleration, FAR), ONLY(FORCE),
     VVI_DOC("m/s²", "of a force: by which it accelerates what is wholly in it, whatever its mass")},
    {"velocity", VVI_VECTOR(ZONE, velocity, FAR), ONLY(WIND | WATER),
     VVI_DOC("m/s", "of wind, which is added to the stage's, and of the flow of water")},
    {"drag", VVI_NUMBER(ZONE, wind_drag, 0.0f, 1e6f), ONLY(WIND),
     VVI_DOC_SLIDER("1/s", "of wind: how quickly it takes along what has no drag of its own", 0.0, 5.0, false)},
    {"drag", VVI_NUMBER(ZONE, drag, 0.0f, 1e6f), ONLY(WATER),
     VVI_DOC_SLIDER("1/s", "of water: how quickly it slows what is as dense as water", 0.0, 5.0, false)},
    {"quadratic_drag", VVI_NUMBER(ZONE, quadratic_drag, 0.0f, 1e6f), ONLY(WATER),
     VVI_DOC_SLIDER("", "of water: how much more it slows what is fast, a drag coefficient", 0.0, 5.0, false)},
    {"angular_drag", VVI_NUMBER(ZONE, angular_drag, 0.0f, 1e6f), ONLY(WATER),
     VVI_DOC_SLIDER("1/s", "of water: how quickly it slows rotation", 0.0, 5.0, false)},
    {"density", VVI_NUMBER(ZONE, density, 0.0f, 1e6f), ONLY(WATER),
     VVI_DOC_SLIDER("kg/m²", "of water; drawings have 1: what is denser sinks", 0.0, 5.0, false)},
    {"layers", VVI_BIT_SET(ZONE, layers),
     VVI_DOC("", "on which actors it acts: those with one of these layers; null: all")},
    {"active", VVI_FLAG(ZONE, active),
     VVI_DOC("", "whether it acts from the start; false: not until the script says so")},
    {"tag", VVI_WHOLE(ZONE, tag, 0, UINT32_MAX), VVI_DOC("", "a number for the game")},
    {"visible", VVI_FLAG(ZONE, visible), VVI_DOC("", "whether it is drawn")},
    {"colour", VVI_COLOUR(ZONE, colour), .presence = VVI_FLAGGED, .flag = VVI_AT(ZONE, coloured, bool),
     VVI_DOC("", "null: the stage's own")},
};
/* As vv_default_zone_def gives them for wind and water. */
static const ZONE defaults = {.drag = 0.5f,
                              .quadratic_drag = 1.0f,
                              .angular_drag = 1.0f,
                              .density = 1.0f,
                              .layers = UINT32_MAX,
                              .active = true,
                              .visible = true};
static const vvi_schema schema = {VVI_TABLE("zone", ZONE, fields),
                                  .flags = VVI_SCHEMA_ONE_LINE | VVI_SCHEMA_FORGETS,
                                  .defaults = &defaults,
                                  .tag = offsetof(ZONE, kind),
                                  .refuse = vvi_schema_refuse_unknown,
                                  .check = check_zone,
                                  .warn = warn_zone};
const vvi_schema_list vvi_zone_list = {VVI_ITEMS_OF(&schema, "zones", VV_PROJECT_MAX_ZONES), .named = true};

/* ---- What a script changes --------------------------------------------------------------------------------------- */

/* In the order of vv_zone_change. */
static const vvi_schema_field change_fields[] = {
    {"at", VVI_VECTOR(CHANGE, at, FAR), VVI_DOC("m", "where its origin is")},
    {"angle", VVI_NUMBER(CHANGE, angle, -1000.0f, 1000.0f), VVI_DOC("rad", "how it is turned about `at`")},
    {"acceleration", VVI_VECTOR(CHANGE, acceleration, FAR), VVI_DOC("m/s²", "of a force")},
    {"velocity", VVI_VECTOR(CHANGE, velocity, FAR), VVI_DOC("m/s", "of wind, and of the flow of water")},
    {"drag", VVI_NUMBER(CHANGE, drag, 0.0f, 1e6f), VVI_DOC("1/s", "of wind and water")},
    {"quadratic_drag", VVI_NUMBER(CHANGE, quadratic_drag, 0.0f, 1e6f), VVI_DOC("", "of water")},
    {"angular_drag", VVI_NUMBER(CHANGE, angular_drag, 0.0f, 1e6f), VVI_DOC("1/s", "of water")},
    {"density", VVI_NUMBER(CHANGE, density, 0.0f, 1e6f), VVI_DOC("kg/m²", "of water")},
    {"layers", VVI_BIT_SET(CHANGE, layers), VVI_DOC("", "on which actors it acts, at once; null: all")},
    {"active", VVI_FLAG(CHANGE, active), VVI_DOC("", "whether it acts, at once")},
};
_Static_assert(sizeof change_fields / sizeof *change_fields == VV_ZONE_CHANGES, "a field for each change");

uint32_t vvi_zone_changes_of(vv_zone_kind kind)
{
    const uint32_t all = 1u << VV_ZONE_CHANGE_POSITION | 1u << VV_ZONE_CHANGE_ANGLE | 1u << VV_ZONE_CHANGE_LAYERS |
                         1u << VV_ZONE_CHANGE_ACTIVE;
    const uint32_t airy = 1u << VV_ZONE_CHANGE_VELOCITY | 1u << VV_ZONE_CHANGE_DRAG;
    const uint32_t watery =
        airy | 1u << VV_ZONE_CHANGE_QUADRATIC_DRAG | 1u << VV_ZONE_CHANGE_ANGULAR_DRAG | 1u << VV_ZONE_CHANGE_DENSITY;
    if (kind == VV_ZONE_FORCE)
        return all | 1u << VV_ZONE_CHANGE_ACCELERATION;
    return all | (kind == VV_ZONE_WIND ? airy : watery);
}

static const CHANGE change_defaults = {.layers = UINT32_MAX, .active = true};
const vvi_schema vvi_zone_change_schema = {VVI_TABLE("zone changes", CHANGE, change_fields),
                                           .flags = VVI_SCHEMA_GIVEN_BITS | VVI_SCHEMA_ONE_LINE,
                                           .defaults = &change_defaults};
