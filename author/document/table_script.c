/* The script of a stage: what happens when. Which keys an entry has depends on what it does. */
#include "author/document/behaviours.h"

#include <string.h>

#define CUE          vv_project_cue
#define FAR          VV_PROJECT_FAR
#define MOST_SECONDS 3600.0f
#define BIT(kind)    (1u << VV_CUE_##kind)
#define ONLY(kinds)  .only = kinds, .flags = VVI_ABSENT
/* The same for what names things of the actor or of its artwork. */
#define ONLY_KNOWN(kinds) .only = kinds, .flags = VVI_ABSENT | VVI_GUARDED
enum {
    OF_STAGE = BIT(WIND) | BIT(GRAVITY), /* they name no actor */
    OF_JOINT = BIT(MOTOR) | BIT(LIMITS) | BIT(SPRING) | BIT(LENGTH) | BIT(TARGET) | BIT(BREAK),
    OF_ZONE = BIT(ZONE),
    OF_EITHER = BIT(VELOCITY) | BIT(TELEPORT) | BIT(MOVE) | BIT(CHANGE), /* of an actor or an obstacle */
    OF_ACTOR = (1u << VV_CUE_KINDS) - 1u - OF_STAGE - OF_JOINT - OF_ZONE - OF_EITHER,
    OF_SPRITE = BIT(PLACE) | BIT(STRENGTHS) | BIT(INPUT) | BIT(RAISE),
    OF_PUPPET = BIT(MATERIAL) | BIT(AIM),
    WITH_VECTOR =
        BIT(PUSH) | BIT(TELEPORT) | BIT(FORCE) | BIT(WIND) | BIT(GRAVITY) | BIT(TARGET), /* it must be given */
};
_Static_assert(VV_CUE_KINDS < 32, "a bit for each kind");
const uint32_t vvi_cues_of_joints = OF_JOINT, vvi_cues_of_obstacles = OF_EITHER;

#define MANUAL "docs/format.md lists what a script can do" /* instead of the words of all kinds */
static const char *const kind_words[] = {[VV_CUE_PUSH] = "push",         [VV_CUE_VELOCITY] = "velocity",
                                         [VV_CUE_TELEPORT] = "teleport", [VV_CUE_FLIP] = "flip",
                                         [VV_CUE_PLACE] = "place",       [VV_CUE_STRENGTHS] = "strengths",
                                         [VV_CUE_FORCE] = "force",       [VV_CUE_HOLD] = "hold",
                                         [VV_CUE_RELEASE] = "release",   [VV_CUE_INPUT] = "input",
                                         [VV_CUE_RAISE] = "raise",       [VV_CUE_MATERIAL] = "material",
                                         [VV_CUE_PLAY] = "play",         [VV_CUE_AIM] = "aim",
                                         [VV_CUE_WIND] = "wind",         [VV_CUE_GRAVITY] = "gravity",
                                         [VV_CUE_MOVE] = "move",         [VV_CUE_CHANGE] = "change",
                                         [VV_CUE_MOTOR] = "motor",       [VV_CUE_LIMITS] = "limits",
                                         [VV_CUE_SPRING] = "spring",     [VV_CUE_LENGTH] = "length",
                                         [VV_CUE_TARGET] = "target",     [VV_CUE_BREAK] = "break",
                                         [VV_CUE_ZONE] = "zone",         NULL};

bool vv_project_cue_suits(vv_cue_kind cue, vv_actor_kind actor)
{
    uint32_t others = actor == VV_ACTOR_PUPPET ? OF_SPRITE : OF_PUPPET;
    return !(others >> cue & 1u);
}

/* ---- What is named ----------------------------------------------------------------------------------------------- */

static const vv_project_stage *stage_of(const vvi_scope *scope)
{
    return &((const vv_project_scene *)vvi_scope_find(scope, &vvi_scene_schema)->item)->stage;
}

const vvi_schema_reference vvi_stage_actors = {.noun = VVI_ACTOR, .remedy = "name an actor of this scene"};

static bool can_do(vvi_reader *r, const vv_json *value, const vvi_scope *scope, uint32_t found)
{
    vv_cue_kind kind = ((const CUE *)scope->item)->kind;
    const vv_project_actor *actor = &stage_of(scope)->actors[found];
    return actor->artwork == VV_NONE || vv_project_cue_suits(kind, actor->kind) ||
           vvi_problem(r, vvi_member(value->parent, "do"), VV_RULE_ACTOR_KIND,
                       "remove it, or change the actor's \"kind\"", "\"%s\" is a %s, which cannot do \"%s\"",
                       actor->name, actor->kind == VV_ACTOR_PUPPET ? "puppet" : "sprite", kind_words[kind]);
}

/* NULL where it is not known, after another problem. */
static const vv_project_artwork *artwork_of_actor(const vvi_scope *scope)
{
    uint32_t actor = ((const CUE *)scope->item)->actor;
    uint32_t artwork = actor == VV_NONE ? VV_NONE : stage_of(scope)->actors[actor].artwork;
    return artwork == VV_NONE ? NULL : scope->project->artworks[artwork];
}

static bool has_artwork(const vvi_scope *scope) { return artwork_of_actor(scope) != NULL; }

static bool is_own_clip(vvi_reader *r, const vv_json *value, const vvi_scope *scope, uint32_t found)
{
    uint32_t artwork = stage_of(scope)->actors[((const CUE *)scope->item)->actor].artwork;
    return vvi_is_clip_of(r, value, scope->project, found, artwork);
}

static const vvi_schema_reference actors = {
    .noun = VVI_ACTOR, .remedy = "name an actor of this scene", .suits = can_do};
static const vvi_schema_reference clips = {
    .noun = VVI_CLIP, .remedy = "name a clip of this project", .suits = is_own_clip};

/* ---- Where a hand holds a handle: to let go of it needs no value ------------------------------------------------- */

static vvi_components value_components(const vvi_scope *scope)
{
    return vvi_channel_components(((const CUE *)scope->item)->channel);
}

static void check_value(vvi_reader *r, const vv_json *value, const vvi_scope *scope, const float *numbers)
{
    vvi_check_channel_value(r, value, ((const CUE *)scope->item)->channel, numbers);
}

static bool holds_handle(const vvi_scope *scope) { return ((const CUE *)scope->item)->number > 0.0f; }
static bool holds_weakly(const vvi_scope *scope) { return ((const CUE *)scope->item)->number != 1.0f; }
static const vvi_schema_components values = {value_components, check_value};

static void check_aim(vvi_reader *r, const vv_json *object, CUE *cue)
{
    if (!vvi_member(object, "strength"))
        cue->number = 1.0f;
    cue->has_number = cue->number != 1.0f;
    if (cue->number > 0.0f)
        vvi_required(r, object, "value");
    else
        memset(cue->value, 0, sizeof cue->value);
}

/* ---- Entries ----------------------------------------------------------------------------------------------------- */

/* The action is read first, because everything else depends on it. */
static bool begin_cue(vvi_reader *r, const vv_json *object, const vvi_scope *scope)
{
    CUE *cue = scope->item;
    uint32_t word;
    const vv_json *value = vvi_required(r, object, "do");
    if (!value || !vvi_word(r, value, kind_words, MANUAL, &word))
        return false;
    cue->kind = (vv_cue_kind)word;
    cue->has_vector = WITH_VECTOR >> word & 1u;
    cue->has_number = cue->kind == VV_CUE_INPUT;
    return true;
}

#define GIVES(change) (1u << VV_CHANGE_##change)
/* What can be changed of both, of obstacles and of actors, and among these of sprites. */
#define OF_BOTH      (GIVES(LAYERS) | GIVES(SENSOR) | GIVES(TAG))
#define OF_OBSTACLES (OF_BOTH | GIVES(ONE_WAY) | GIVES(FRICTION))
#define OF_ACTORS    ((1u << VV_CHANGES) - 1u - GIVES(ONE_WAY) - GIVES(FRICTION))
#define OF_SPRITES   (GIVES(SCALE) | GIVES(DENSITY))

static bool is_puppet(const vvi_scope *scope)
{
    uint32_t actor = ((const CUE *)scope->item)->actor;
    return actor != VV_NONE && stage_of(scope)->actors[actor].kind == VV_ACTOR_PUPPET;
}

static void check_changes(vvi_reader *r, const vv_json *changes, const vvi_scope *scope, bool actor)
{
    uint32_t given = ((const CUE *)scope->item)->change.given;
    if (given & ~(actor ? OF_ACTORS : OF_OBSTACLES))
        vvi_problem(r, changes, VV_RULE_ACTOR_KIND, "remove it",
                    actor ? "\"one_way\" and \"friction\" are of obstacles alone"
                          : "of an obstacle \"layers\", \"sensor\", \"tag\", \"one_way\" and \"friction\" can change");
    else if (given & OF_SPRITES && is_puppet(scope))
        vvi_problem(r, changes, VV_RULE_ACTOR_KIND, "remove it", "\"scale\" and \"density\" are of sprites alone");
}

static void check_subject(vvi_reader *r, const vv_json *object, const vvi_scope *scope)
{
    bool actor = vvi_member(object, "actor"), obstacle = vvi_member(object, "obstacle");
    if (actor == obstacle)
        vvi_problem(r, object, VV_RULE_ONE_OF, "give one of them", "this has %s of \"actor\" and \"obstacle\"",
                    actor ? "both" : "neither");
    else if (((const CUE *)scope->item)->kind == VV_CUE_CHANGE)
        check_changes(r, vv_json_member(object, "changes"), scope, actor);
}

static void check_limits(vvi_reader *r, const vv_json *object, const CUE *cue)
{
    bool low = vvi_member(object, "low"), high = vvi_member(object, "high");
    if (low != high)
        vvi_problem(r, object, VV_RULE_JOINT, "give both or neither", "this has one of \"low\" and \"high\"");
    else if (low && cue->value[0] > cue->value[1])
        vvi_problem(r, object, VV_RULE_JOINT, "exchange them", "\"low\" is %g, which is more than \"high\", %g",
                    (double)cue->value[0], (double)cue->value[1]);
}

static void check_cue(vvi_reader *r, const vv_json *object, const vvi_scope *scope)
{
    CUE *cue = scope->item;
    if (OF_EITHER >> cue->kind & 1u)
        check_subject(r, object, scope);
    if (cue->kind == VV_CUE_LIMITS)
        check_limits(r, object, cue);
    if (cue->kind == VV_CUE_AIM && has_artwork(scope))
        check_aim(r, object, cue);
}

static bool has_hold(const vv_project_stage *stage, uint32_t cue)
{
    const vv_project_cue *release = &stage->cues[cue];
    const vv_project_actor *actor = &stage->actors[release->actor];
    for (uint32_t i = 0; i < actor->hold_count; i++) {
        if (strcmp(actor->holds[i].name, release->name) == 0)
            return true;
    }
    for (uint32_t i = cue; i-- > 0;) { /* the one that made or moved it is mostly near */
        const vv_project_cue *c = &stage->cues[i];
        if (c->kind == VV_CUE_HOLD && c->actor == release->actor && strcmp(c->name, release->name) == 0)
            return true;
    }
    return false;
}

static void warn_zone(vvi_reader *r, const vv_json *json, const vv_project_stage *stage, const CUE *cue)
{
    uint32_t zone = vvi_stage_find_zone(stage, cue->name);
    if (zone == VV_NONE)
        vvi_problem(r, json, VV_RULE_JOINT_END, "name a zone of this scene", "there is no zone \"%s\"", cue->name);
    else if (cue->zone_change.given & ~vvi_zone_changes_of(stage->zones[zone].kind))
        vvi_problem(r, vv_json_member(json, "changes"), VV_RULE_ZONE_CHANGE,
                    "remove it, or change the \"kind\" of the zone", "this changes what \"%s\" does not have",
                    cue->name);
}

/* Whether the script makes the actor of this entry kinematic before. */
static bool becomes_kinematic(const vv_project_stage *stage, uint32_t cue)
{
    for (uint32_t i = 0; i < cue; i++) {
        const CUE *c = &stage->cues[i];
        if (c->kind == VV_CUE_CHANGE && c->actor == stage->cues[cue].actor && c->change.kinematic)
            return true;
    }
    return false;
}

/* Entries that have no effect. */
static void warn_idle(vvi_reader *r, const vv_json *json, const vvi_scope *scope, const vv_project_actor *actor)
{
    const vv_project_scene *scene = vvi_scope_find(scope, &vvi_scene_schema)->item;
    const CUE *cue = scope->item;
    if (cue->time > scene->seconds)
        vvi_problem(r, json, VV_RULE_IDLE_CUE, "move it, or lengthen the scene",
                    "this is at %g s, and the scene ends at %g s", (double)cue->time, (double)scene->seconds);
    if (cue->kind == VV_CUE_MOVE && actor && !actor->kinematic && !becomes_kinematic(&scene->stage, scope->index))
        vvi_problem(r, json, VV_RULE_IDLE_CUE, "make it \"kinematic\", or push it",
                    "\"%s\" is not kinematic, so it cannot be moved", actor->name);
}

/* What a joint of this kind does not have. */
static void warn_joint_kind(vvi_reader *r, const vv_json *json, const vv_project_joint *joint, const CUE *cue)
{
    bool driven = cue->kind == VV_CUE_MOTOR || cue->kind == VV_CUE_LIMITS || cue->kind == VV_CUE_SPRING;
    if (driven && joint->kind != VV_JOINT_HINGE && joint->kind != VV_JOINT_SLIDER)
        vvi_problem(r, json, VV_RULE_IDLE_CUE, "name a hinge or a slider, or remove this entry",
                    "\"%s\" is neither a hinge nor a slider, so it has no \"%s\"", cue->name, kind_words[cue->kind]);
}

static void warn_cue(vvi_reader *r, const vv_json *json, const vvi_scope *scope)
{
    const vv_project_stage *stage = stage_of(scope);
    const CUE *cue = scope->item;
    const vv_project_actor *actor = cue->actor == VV_NONE ? NULL : &stage->actors[cue->actor];
    bool of_obstacle = (OF_EITHER >> cue->kind & 1u) && cue->name[0], of_joint = OF_JOINT >> cue->kind & 1u;
    bool input = cue->kind == VV_CUE_INPUT, event = cue->kind == VV_CUE_RAISE;
    if (of_obstacle && vvi_stage_find_obstacle(stage, cue->name) == VV_NONE)
        vvi_problem(r, json, VV_RULE_JOINT_END, "name an obstacle of this scene", "there is no obstacle \"%s\"",
                    cue->name);
    uint32_t joint = of_joint ? vvi_stage_find_joint(stage, cue->name) : VV_NONE;
    if (of_joint && joint == VV_NONE)
        vvi_problem(r, json, VV_RULE_JOINT_END, "name a joint of this scene", "there is no joint \"%s\"", cue->name);
    else if (of_joint)
        warn_joint_kind(r, json, &stage->joints[joint], cue);
    warn_idle(r, json, scope, actor);
    if (cue->kind == VV_CUE_ZONE)
        warn_zone(r, json, stage, cue);
    if (cue->kind == VV_CUE_PLACE)
        vvi_warn_place(r, json, artwork_of_actor(scope), &cue->place);
    if (cue->kind == VV_CUE_RELEASE && cue->name[0] && !has_hold(stage, scope->index))
        vvi_problem(r, json, VV_RULE_NO_HOLD, "name a hold of it, or leave out \"hold\" to let go of all",
                    "\"%s\" has no hold \"%s\" then", actor->name, cue->name);
    if ((input && !vvi_has_input(scope->project, actor, cue->name)) ||
        (event && !vvi_has_event(scope->project, actor, cue->name))) /* then nothing happens */
        vvi_problem(r, json, VV_RULE_SCRIPT_WORD, "give the actor a behaviour that has it, or remove this entry",
                    "the behaviour of \"%s\" has no %s \"%s\"", actor->name, input ? "input" : "event", cue->name);
}

#define VECTOR       VVI_VECTOR(CUE, vector, FAR)
#define GIVEN_VECTOR VVI_VECTOR(CUE, vector, FAR), .presence = VVI_FLAGGED, .flag = VVI_AT(CUE, has_vector, bool)
#define GIVEN_NUMBER(low, high)                                                                                        \
    VVI_NUMBER(CUE, number, low, high), .presence = VVI_FLAGGED, .flag = VVI_AT(CUE, has_number, bool)
static const vvi_schema_field fields[] = {
    {"time", VVI_NUMBER(CUE, time, 0.0f, MOST_SECONDS), .presence = VVI_REQUIRED, VVI_DOC("s", "when it happens")},
    {"do", VVI_WORD(CUE, kind, 0, kind_words), .remedy = MANUAL, .presence = VVI_REQUIRED, VVI_DOC("", "what happens")},
    {"actor", VVI_REFERENCE(CUE, actor, &actors), .presence = VVI_REQUIRED, .only = OF_ACTOR,
     .flags = VVI_ABSENT | VVI_ESSENTIAL, VVI_DOC("", "to whom; wind and gravity are the whole stage's")},
    {"actor", VVI_REFERENCE(CUE, actor, &actors), .presence = VVI_NULLABLE, .only = OF_EITHER,
     .flags = VVI_ABSENT | VVI_BOUND, VVI_DOC("", "velocity, teleport, move, change: to whom; null: to an obstacle")},
    {"obstacle", VVI_NAME(CUE, name), .presence = VVI_NULLABLE, ONLY(OF_EITHER),
     VVI_DOC("", "velocity, teleport, move, change: to which obstacle; null: to an actor")},
    {"joint", VVI_NAME(CUE, name), .presence = VVI_REQUIRED, ONLY(OF_JOINT),
     VVI_DOC("", "motor, limits, spring, length, target, break: which joint")},
    {"zone", VVI_NAME(CUE, name), .presence = VVI_REQUIRED, ONLY(OF_ZONE), VVI_DOC("", "zone: which one")},
    {"hold", VVI_NAME(CUE, name), .presence = VVI_NULLABLE, ONLY_KNOWN(BIT(HOLD) | BIT(RELEASE)),
     VVI_DOC("", "hold: its name, and one of that name moves; release: which; null: no name, and all")},
    {"input", VVI_NAME(CUE, name), .presence = VVI_REQUIRED, ONLY_KNOWN(BIT(INPUT)),
     VVI_DOC("", "input: of its behaviour")},
    {"event", VVI_NAME(CUE, name), .presence = VVI_REQUIRED, ONLY_KNOWN(BIT(RAISE)),
     VVI_DOC("", "raise: of its behaviour")},
    {"at", VVI_VECTOR(CUE, at, FAR), .presence = VVI_REQUIRED, ONLY_KNOWN(BIT(HOLD)),
     VVI_DOC("m", "hold: the point of the drawing at rest")},
    {"impulse", VECTOR, .presence = VVI_REQUIRED, ONLY(BIT(PUSH)), VVI_DOC("N s", "push")},
    {"velocity", GIVEN_VECTOR, ONLY(BIT(VELOCITY)), VVI_DOC("m/s", "velocity: the new one; null: as it is")},
    {"to", VECTOR, .presence = VVI_REQUIRED, ONLY(BIT(TELEPORT)),
     VVI_DOC("m", "teleport: where its centre of mass goes")},
    {"to", VECTOR, .presence = VVI_REQUIRED, ONLY(BIT(TARGET)),
     VVI_DOC("m", "target: where the end at the world goes")},
    {"to", GIVEN_VECTOR, ONLY(BIT(MOVE)),
     VVI_DOC("m", "move: where the centre of mass of an actor, or the origin of an obstacle, goes; null: it stays")},
    {"to", GIVEN_VECTOR, ONLY(BIT(HOLD)), VVI_DOC("m", "hold: where on the stage; null: where it is")},
    {"force", VECTOR, .presence = VVI_REQUIRED, ONLY(BIT(FORCE)), VVI_DOC("N", "force: from then on; [0, 0] ends it")},
    {"wind", VECTOR, .presence = VVI_REQUIRED, ONLY(BIT(WIND)), VVI_DOC("m/s", "wind: from then on")},
    {"gravity", VECTOR, .presence = VVI_REQUIRED, ONLY(BIT(GRAVITY)), VVI_DOC("m/s²", "gravity: from then on")},
    {"clip", VVI_REFERENCE(CUE, clip, &clips), .presence = VVI_ALWAYS, ONLY_KNOWN(BIT(PLAY)),
     VVI_DOC("", "play: of its artwork; null: none")},
    {"handle", VVI_REFERENCE(CUE, handle, &vvi_handles), .presence = VVI_REQUIRED, ONLY_KNOWN(BIT(AIM)),
     VVI_DOC("", "aim: of its artwork")},
    {"channel", VVI_WORD(CUE, channel, 0, vvi_channel_words), .presence = VVI_REQUIRED, .only = BIT(AIM),
     .flags = VVI_ABSENT | VVI_GUARDED | VVI_ESSENTIAL, VVI_DOC("", "aim: what of the handle is led")},
    {"value", VVI_COMPONENTS(CUE, value, &values), .presence = VVI_NULLABLE, .given = holds_handle,
     ONLY_KNOWN(BIT(AIM)), VVI_DOC("", "aim: where it is led, as a key's; with strength 0 none is needed")},
    {"value", VVI_NUMBER(CUE, number, -1e6f, 1e6f), .presence = VVI_REQUIRED, ONLY(BIT(INPUT)),
     VVI_DOC("", "input: its value")},
    {"spin", GIVEN_NUMBER(-1000.0f, 1000.0f), ONLY(BIT(VELOCITY)),
     VVI_DOC("rad/s", "velocity: the new spin; null: as it is")},
    {"angle", GIVEN_NUMBER(-1000.0f, 1000.0f), ONLY(BIT(TELEPORT)),
     VVI_DOC("rad", "teleport: the new angle; null: as it is")},
    {"angle", GIVEN_NUMBER(-1000.0f, 1000.0f), ONLY(BIT(MOVE)), VVI_DOC("rad", "move: the new angle; null: as it is")},
    {"seconds", VVI_NUMBER(CUE, value[0], 0.0f, MOST_SECONDS), .presence = VVI_REQUIRED, ONLY(BIT(MOVE)),
     VVI_DOC("s", "move: how long it takes; 0: one step")},
    {"seconds", VVI_NUMBER(CUE, value[0], 0.0f, MOST_SECONDS), ONLY(OF_ZONE),
     VVI_DOC("s", "zone: how long the numbers take to get there; 0: one step")},
    {"ease", VVI_WORD(CUE, linear, 0, VVI_WORDS("smooth", "linear")), ONLY(BIT(MOVE) | OF_ZONE),
     VVI_DOC("", "move, zone: it starts and stops gently, or at constant speed")},
    {"speed", GIVEN_NUMBER(-1000.0f, 1000.0f), ONLY(BIT(MOTOR)),
     VVI_DOC("", "motor: of hinges (rad/s) and sliders (m/s); null: it is switched off")},
    {"limit", VVI_NUMBER(CUE, value[0], 0.0f, 1e9f), .presence = VVI_NULLABLE, ONLY(BIT(MOTOR)),
     VVI_DOC("", "motor: the greatest torque (N m) or force (N); null: any")},
    {"low", VVI_NUMBER(CUE, value[0], -1000.0f, 1000.0f), .presence = VVI_FLAGGED,
     .flag = VVI_AT(CUE, has_number, bool), ONLY(BIT(LIMITS)), VVI_DOC("", "limits: with `high`; null: none")},
    {"high", VVI_NUMBER(CUE, value[1], -1000.0f, 1000.0f), .presence = VVI_FLAGGED,
     .flag = VVI_AT(CUE, has_number, bool), ONLY(BIT(LIMITS)), VVI_DOC("", "limits: with `low`; null: none")},
    {"frequency", VVI_NUMBER(CUE, number, 0.0f, 1000.0f), .presence = VVI_REQUIRED, ONLY(BIT(SPRING)),
     VVI_DOC("Hz", "spring: of a hinge or slider; 0: none")},
    {"damping", VVI_NUMBER(CUE, value[0], 0.0f, 100.0f), .presence = VVI_REQUIRED, ONLY(BIT(SPRING)),
     VVI_DOC("", "spring: relative to critical damping")},
    {"target", VVI_NUMBER(CUE, value[1], -1000.0f, 1000.0f), ONLY(BIT(SPRING)),
     VVI_DOC("", "spring: of hinges (rad) and sliders (m)")},
    {"length", VVI_NUMBER(CUE, number, 0.0f, FAR), .presence = VVI_REQUIRED, ONLY(BIT(LENGTH)),
     VVI_DOC("m", "length: of a rope or rod")},
    {"changes", VVI_OBJECT(CUE, change, &vvi_change_schema), .presence = VVI_REQUIRED, ONLY(BIT(CHANGE)),
     VVI_DOC("", "change: what of it changes")},
    {"changes", VVI_OBJECT(CUE, zone_change, &vvi_zone_change_schema), .presence = VVI_REQUIRED, ONLY(OF_ZONE),
     VVI_DOC("", "zone: what of it changes")},
    {"strength", GIVEN_NUMBER(1e-3f, 1e6f), ONLY(BIT(HOLD)), VVI_DOC("Hz", "hold: how strongly; null: exactly")},
    {"start", GIVEN_NUMBER(-MOST_SECONDS, MOST_SECONDS), ONLY(BIT(PLAY)),
     VVI_DOC("s", "play: when it began; null: now")},
    {"strength", VVI_NUMBER(CUE, number, 0.0f, 1.0f), .presence = VVI_NULLABLE, .given = holds_weakly, ONLY(BIT(AIM)),
     VVI_DOC("", "aim: as a key's; 0: it is led no more; null: 1")},
    {"place", VVI_MAP(CUE, place.share_count, place.shares, vv_project_share, &vvi_place_list),
     .presence = VVI_REQUIRED, ONLY_KNOWN(BIT(PLACE)), VVI_DOC("", "place: what it is drawn to from then on")},
    {"strengths", VVI_OBJECT(CUE, strengths, &vvi_strengths_schema), .presence = VVI_REQUIRED,
     ONLY_KNOWN(BIT(STRENGTHS)), VVI_DOC("", "strengths: those that change")},
    {"material", VVI_OBJECT(CUE, material, &vvi_material_schema), .presence = VVI_REQUIRED, ONLY_KNOWN(BIT(MATERIAL)),
     VVI_DOC("", "material: what of it changes")},
};
static const CUE defaults = {.actor = VV_NONE,
                             .strengths = {.values = VVI_DEFAULT_STRENGTHS},
                             .material = {.values = VVI_DEFAULT_MATERIAL},
                             .change = {.layers = UINT32_MAX,
                                        .mask = UINT32_MAX,
                                        .friction = 0.6f,
                                        .scale = 1.0f,
                                        .density = 1.0f,
                                        .tint = {255, 255, 255, 255}},
                             .zone_change = {.layers = UINT32_MAX, .active = true},
                             .clip = VV_NONE,
                             .handle = VV_NONE};
#define TABLE(name, rows, count)                                                                                       \
    {                                                                                                                  \
        name, rows, count, .size = sizeof(CUE), .flags = VVI_SCHEMA_PART | VVI_SCHEMA_ONE_LINE | VVI_SCHEMA_BRIEF,     \
                           .defaults = &defaults, .tag = offsetof(CUE, kind), .begin = begin_cue,                      \
                           .artwork = artwork_of_actor, .guard = has_artwork, .refuse = vvi_schema_refuse_unknown,     \
                           .check = check_cue, .warn = warn_cue                                                        \
    }
enum { ROWS = sizeof fields / sizeof *fields };
static const vvi_schema schema = TABLE("cue", fields, ROWS);
/* For cues that act at once: they have no time. */
static const vvi_schema untimed_schema = TABLE("cue", fields + 1, ROWS - 1);

const vvi_schema_list vvi_cue_list = {
    VVI_ITEMS_OF(&schema, "entries", VV_PROJECT_MAX_CUES), VVI_TIMES(CUE, time, VVI_NOT_EARLIER, VV_RULE_TIMES),
    .sort = "sort the script by time", .out_of_order = "this is earlier than the entry before it"};

vv_result vv_project_read_cue(const vv_json_document *json, const vv_json *object, const vv_project *project,
                              const vv_project_scene *scene, const vv_allocator *allocator, vv_project_share *shares,
                              vv_project_cue *cue, vv_error *error)
{
    vv_problems problems = {.allocator = allocator, .limit = 1};
    vvi_arena arena = {.allocator = allocator};
    vvi_reader reader = {.json = json, .arena = &arena, .problems = &problems};
    vvi_scope of_scene = vvi_scope_of(&vvi_scene_schema, project, scene);
    vvi_scope scope = vvi_scope_in(&of_scene, &untimed_schema, cue);
    *cue = defaults;
    vvi_schema_read(&reader, object, NULL, &scope);
    vv_result result = vvi_first_problem(&problems, error);
    if (result == VV_OK && cue->place.share_count > 0)
        memcpy(shares, cue->place.shares, cue->place.share_count * sizeof *shares);
    cue->place.shares = shares;
    vvi_arena_release(&arena);
    vv_problems_release(&problems);
    return result;
}
