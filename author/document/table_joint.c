/* Joints of a stage: between points of actors, obstacles and the world. */
#include "author/document/schema.h"

#include <string.h>

#define JOINT     vv_project_joint
#define END       vv_project_joint_end
#define FAR       VV_PROJECT_FAR
#define BIT(kind) (1u << VV_JOINT_##kind)
enum { TURNS = BIT(HINGE) | BIT(SLIDER), TAUT = BIT(ROPE) | BIT(ROD) };

uint32_t vvi_stage_find_obstacle(const vv_project_stage *stage, const char *name)
{
    for (uint32_t i = 0; i < stage->obstacle_count; i++)
        if (strcmp(stage->obstacles[i].name, name) == 0)
            return i;
    return VV_NONE;
}

uint32_t vvi_stage_find_joint(const vv_project_stage *stage, const char *name)
{
    for (uint32_t i = 0; i < stage->joint_count; i++)
        if (strcmp(stage->joints[i].name, name) == 0)
            return i;
    return VV_NONE;
}

/* ---- Ends -------------------------------------------------------------------------------------------------------- */

static const vv_project_stage *stage_of(const vvi_scope *scope)
{
    return &((const vv_project_scene *)vvi_scope_find(scope, &vvi_scene_schema)->item)->stage;
}

static const vv_project_artwork *artwork_of_end(const vvi_scope *scope)
{
    uint32_t actor = ((const END *)scope->item)->actor;
    uint32_t artwork = actor == VV_NONE ? VV_NONE : stage_of(scope)->actors[actor].artwork;
    return artwork == VV_NONE ? NULL : scope->project->artworks[artwork];
}

static bool has_actor(const vvi_scope *scope) { return artwork_of_end(scope) != NULL; }

static void check_end(vvi_reader *r, const vv_json *object, const vvi_scope *scope)
{
    const END *end = scope->item;
    const vv_json *handle = vvi_member(object, "handle");
    if (vvi_member(object, "actor") && end->obstacle[0])
        vvi_problem(r, object, VV_RULE_ONE_OF, "give one of them", "this end has both \"actor\" and \"obstacle\"");
    if (handle && !vvi_member(object, "actor"))
        vvi_problem(r, handle, VV_RULE_JOINT, "give \"actor\" too, or \"at\" instead",
                    "only an end at an actor can be at a handle");
}

static const vvi_schema_field end_fields[] = {
    {"actor", VVI_REFERENCE(END, actor, &vvi_stage_actors), .presence = VVI_NULLABLE,
     .flags = VVI_BOUND | VVI_ESSENTIAL, VVI_DOC("", "which actor; null: an obstacle or the world")},
    {"obstacle", VVI_NAME(END, obstacle), .presence = VVI_NULLABLE,
     VVI_DOC("", "which obstacle; null: an actor or the world")},
    {"at", VVI_VECTOR(END, at, FAR),
     VVI_DOC("m",
             "the point: of the drawing at rest in its artwork's own size; of an obstacle relative to its `at`; of "
             "the world on the stage")},
    {"handle", VVI_REFERENCE(END, handle, &vvi_handles), .presence = VVI_NULLABLE, .flags = VVI_GUARDED,
     VVI_DOC("", "a handle of the actor's artwork, where it is; null: `at`")},
};
static const END end_defaults = {.actor = VV_NONE, .handle = VV_NONE};
/* ---- Joints ------------------------------------------------------------------------------------------------------ */

static void check_pair(vvi_reader *r, const vv_json *object, const char *first, const char *second, bool given)
{
    bool has_first = vvi_member(object, first), has_second = vvi_member(object, second);
    if (has_first != has_second && given && !r->editing)
        vvi_problem(r, object, VV_RULE_JOINT, "give both or neither", "this has one of \"%s\" and \"%s\"", first,
                    second);
}

static void check_joint(vvi_reader *r, const vv_json *object, const vvi_scope *scope)
{
    const JOINT *joint = scope->item;
    const vv_json *a = vvi_member(object, "a"), *b = vvi_member(object, "b");
    bool actor_a = a && vvi_member(a, "actor"), actor_b = b && vvi_member(b, "actor");
    if (a && b && !actor_a && !actor_b)
        vvi_problem(r, object, VV_RULE_JOINT, "give \"actor\" to one of its ends",
                    "no end of this joint is at an actor");
    else if (r->editing && r->problems->errors == 0 && joint->a.actor == VV_NONE && joint->b.actor == VV_NONE)
        vvi_problem(r, object, VV_RULE_JOINT, "give \"actor\" to one of its ends",
                    "no end of this joint is at an actor");
    else if (joint->a.actor != VV_NONE && joint->a.actor == joint->b.actor)
        vvi_problem(r, object, VV_RULE_JOINT, "name another actor", "both ends of this joint are at one actor");
    check_pair(r, object, "low", "high", joint->limited);
    if (joint->limited && joint->low > joint->high)
        vvi_problem(r, object, VV_RULE_JOINT, "exchange them", "\"low\" is %g, which is more than \"high\", %g",
                    (double)joint->low, (double)joint->high);
    if (joint->kind == VV_JOINT_SLIDER && joint->axis.x == 0.0f && joint->axis.y == 0.0f)
        vvi_problem(r, object, VV_RULE_JOINT, "give it a direction, such as [1, 0]", "the axis has no direction");
}

/* ---- Warnings: meshes are not known here, and handles lie on the drawing ----------------------------------------- */

static bool is_near(const vv_project_artwork *artwork, vv_vec2 p)
{
    vv_vec2 low = {INFINITY, INFINITY}, high = {-INFINITY, -INFINITY};
    for (uint32_t h = 0; h < artwork->handle_count; h++) {
        const vv_vec2 ends[2] = {artwork->handles[h].shape.from, artwork->handles[h].shape.to};
        for (int e = 0; e < 2; e++) {
            low = (vv_vec2){vvi_min(low.x, ends[e].x), vvi_min(low.y, ends[e].y)};
            high = (vv_vec2){vvi_max(high.x, ends[e].x), vvi_max(high.y, ends[e].y)};
        }
    }
    float around = vv_vec2_distance(low, high);
    return !(around > 0.0f) ||
           (p.x >= low.x - around && p.x <= high.x + around && p.y >= low.y - around && p.y <= high.y + around);
}

static void warn_end(vvi_reader *r, const vv_json *json, const vvi_scope *scope)
{
    const END *end = scope->item;
    const vv_project_artwork *artwork = artwork_of_end(scope);
    if (end->obstacle[0] && vvi_stage_find_obstacle(stage_of(scope), end->obstacle) == VV_NONE)
        vvi_problem(r, json, VV_RULE_JOINT_END, "name an obstacle of this scene",
                    "there is no obstacle \"%s\"; the joint is left out", end->obstacle);
    if (artwork && artwork->handle_count > 1 && end->handle == VV_NONE && !is_near(artwork, end->at))
        vvi_problem(r, json, VV_RULE_ANCHOR, "move \"at\" onto the drawing, in its artwork's own size",
                    "this point is far outside of \"%s\"", artwork->name);
}

static const vvi_schema end_schema = {VVI_TABLE("joint end", END, end_fields),
                                      .flags = VVI_SCHEMA_ONE_LINE | VVI_SCHEMA_BRIEF,
                                      .defaults = &end_defaults,
                                      .artwork = artwork_of_end,
                                      .guard = has_actor,
                                      .check = check_end,
                                      .warn = warn_end};

static const char *const kind_words[] = {"hinge", "rope", "rod", "weld", "slider", "pull", NULL};
#define ONLY(kinds) .only = kinds, .flags = VVI_ABSENT
static const vvi_schema_field fields[] = {
    {"name", VVI_NAME(JOINT, name), .presence = VVI_NULLABLE, VVI_DOC("", "for the script; null: none")},
    {"kind", VVI_WORD(JOINT, kind, 0, kind_words), .presence = VVI_REQUIRED,
     VVI_DOC("", "hinge: both points stay together, and it turns; rope: they are no further apart than `length`; rod: "
                 "they are `length` apart; weld: as a hinge that does not turn; slider: the point of `b` moves on a "
                 "line; pull: a spring with a greatest force")},
    {"a", VVI_OBJECT(JOINT, a, &end_schema), .presence = VVI_REQUIRED, VVI_DOC("", "its first end")},
    {"b", VVI_OBJECT(JOINT, b, &end_schema), .presence = VVI_REQUIRED,
     VVI_DOC("", "its second end; angles, ways and speeds are of this end relative to the first")},
    {"collide", VVI_FLAG(JOINT, collide), VVI_DOC("", "whether what it joins can touch")},
    {"length", VVI_NUMBER(JOINT, length, 0.0f, FAR), .presence = VVI_NULLABLE, ONLY(TAUT),
     VVI_DOC_SLIDER("m", "of ropes and rods; null: as far as its ends are apart at the start", 0.0, 10.0, false)},
    {"strength", VVI_NUMBER(JOINT, strength, 1e-3f, 1e6f), .presence = VVI_NULLABLE,
     VVI_DOC_SLIDER("Hz", "how stiffly it holds; null: rigidly, of a pull 5", 0.5, 60.0, true)},
    {"damping", VVI_NUMBER(JOINT, damping, 0.0f, 100.0f),
     VVI_DOC_SLIDER("", "of that, relative to critical damping", 0.0, 2.0, false)},
    {"low", VVI_NUMBER(JOINT, low, -1000.0f, 1000.0f), .presence = VVI_FLAGGED, .flag = VVI_AT(JOINT, limited, bool),
     ONLY(TURNS),
     VVI_DOC("", "of hinges (rad) and sliders (m): from where on it is stopped, counted from the start; with `high`; "
                 "null: nowhere")},
    {"high", VVI_NUMBER(JOINT, high, -1000.0f, 1000.0f), .presence = VVI_FLAGGED, .flag = VVI_AT(JOINT, limited, bool),
     ONLY(TURNS), VVI_DOC("", "of hinges (rad) and sliders (m): up to where")},
    {"motor_speed", VVI_NUMBER(JOINT, motor_speed, -1000.0f, 1000.0f), .presence = VVI_FLAGGED,
     .flag = VVI_AT(JOINT, motor, bool), ONLY(TURNS),
     VVI_DOC("", "of hinges (rad/s) and sliders (m/s): how fast it is driven; 0 brakes; null: it is not driven")},
    {"motor_limit", VVI_NUMBER(JOINT, motor_limit, 0.0f, 1e9f), .presence = VVI_NULLABLE, ONLY(TURNS),
     VVI_DOC("", "of hinges (N m) and sliders (N): with which torque or force at most; null: any")},
    {"spring", VVI_NUMBER(JOINT, spring, 0.0f, 1000.0f), ONLY(TURNS),
     VVI_DOC_SLIDER("Hz", "of hinges and sliders: a spring to `spring_target`; 0: none", 0.0, 20.0, false)},
    {"spring_damping", VVI_NUMBER(JOINT, spring_damping, 0.0f, 100.0f), ONLY(TURNS),
     VVI_DOC_SLIDER("", "of that spring, relative to critical damping", 0.0, 2.0, false)},
    {"spring_target", VVI_NUMBER(JOINT, spring_target, -1000.0f, 1000.0f), ONLY(TURNS),
     VVI_DOC("", "of hinges (rad) and sliders (m)")},
    {"axis", VVI_VECTOR(JOINT, axis, FAR), ONLY(BIT(SLIDER)), VVI_DOC("", "of sliders: along which line at the start")},
    {"max_force", VVI_NUMBER(JOINT, max_force, 1e-3f, 1e9f), .presence = VVI_NULLABLE, ONLY(BIT(PULL)),
     VVI_DOC("N", "of pulls: the greatest; null: any")},
    {"break_force", VVI_NUMBER(JOINT, break_force, 1e-3f, 1e9f), .presence = VVI_NULLABLE,
     VVI_DOC("N", "it breaks where it carries more; null: never")},
    {"tag", VVI_WHOLE(JOINT, tag, 0, UINT32_MAX), VVI_DOC("", "a number for the game")},
    {"visible", VVI_FLAG(JOINT, visible), VVI_DOC("", "whether it is drawn")},
    {"colour", VVI_COLOUR(JOINT, colour), .presence = VVI_FLAGGED, .flag = VVI_AT(JOINT, coloured, bool),
     VVI_DOC("", "null: the stage's own")},
    {"width", VVI_NUMBER(JOINT, width, 0.0f, 1000.0f),
     VVI_DOC_SLIDER("m", "of the line that is drawn; 0: as suits the picture", 0.0, 0.2, false)},
};
static const JOINT defaults = {.a = {.actor = VV_NONE, .handle = VV_NONE},
                               .b = {.actor = VV_NONE, .handle = VV_NONE},
                               .length = INFINITY,
                               .strength = INFINITY,
                               .damping = 0.7f,
                               .motor_limit = INFINITY,
                               .spring_damping = 0.7f,
                               .axis = {1.0f, 0.0f},
                               .max_force = INFINITY,
                               .break_force = INFINITY,
                               .visible = true};
static const vvi_schema schema = {
    VVI_TABLE("joint", JOINT, fields), .flags = VVI_SCHEMA_ONE_LINE,        .defaults = &defaults,
    .tag = offsetof(JOINT, kind),      .refuse = vvi_schema_refuse_unknown, .check = check_joint};
const vvi_schema_list vvi_joint_list = {VVI_ITEMS_OF(&schema, "joints", VV_PROJECT_MAX_JOINTS), .named = true};
