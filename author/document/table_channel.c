/* Channels of motions: which bodies they move, what matters about how, and their curves. */
#include "author/document/creatures.h"
#include "author/document/schema.h"

#include <string.h>

#define MOST_SLOPE 1e10f /* units a second: more than keys of the largest values may need */

/* ---- Contexts ---------------------------------------------------------------------------------------------------- */

static const char *const axis_words[] = {"x", "y", "z", NULL};
static const vvi_schema_word_set axes = {axis_words, "write \"x\", \"y\" or \"z\"", .plural = "axes",
                                         .repeated = "\"%s\" is here twice"};

#define CONTEXT vv_body_context
static const vvi_schema_field context_fields[] = {
    {"cap", VVI_LABEL(CONTEXT, cap), .presence = VVI_NULLABLE,
     VVI_DOC("", "bodies that have this cap; null: any body")},
    {"x", VVI_WORD(CONTEXT, zones[0], VV_ZONE_LOW, VVI_WORDS("right", "centre", "left")),
     .remedy = "write \"left\", \"centre\" or \"right\"", .presence = VVI_NULLABLE,
     VVI_DOC("", "in which part of the creature; null: anywhere")},
    {"y", VVI_WORD(CONTEXT, zones[1], VV_ZONE_LOW, VVI_WORDS("bottom", "centre", "top")),
     .remedy = "write \"top\", \"centre\" or \"bottom\"", .presence = VVI_NULLABLE,
     VVI_DOC("", "in which part; null: anywhere")},
    {"z", VVI_WORD(CONTEXT, zones[2], VV_ZONE_LOW, VVI_WORDS("back", "centre", "front")),
     .remedy = "write \"front\", \"centre\" or \"back\"", .presence = VVI_NULLABLE,
     VVI_DOC("", "in which part; null: anywhere")},
    {"within", VVI_WORD_FLAGS(CONTEXT, setspace, &axes),
     VVI_DOC("", "along these it is the part of the bodies with this cap, not of the whole creature")},
    {"extent",
     VVI_WORD(CONTEXT, extent, VV_EXTENT_RIGHTMOST,
              VVI_WORDS("rightmost", "leftmost", "bottommost", "topmost", "backmost", "frontmost")),
     .remedy = "write \"frontmost\", \"topmost\" or another of the six", .presence = VVI_NULLABLE,
     VVI_DOC("", "only the farthest of those; null: all")},
    {"spine", VVI_FLAG(CONTEXT, spine), VVI_DOC("", "instead of each, the body of the spine that its limb hangs on")},
};
static const vvi_schema context_schema = {VVI_TABLE("context", CONTEXT, context_fields), .flags = VVI_SCHEMA_ONE_LINE};

/* ---- Modes ------------------------------------------------------------------------------------------------------- */

static void check_mode(vvi_reader *r, const vv_json *object, const vvi_scope *scope)
{
    const vv_movement_mode *mode = scope->item;
    if (mode->secondary && (mode->ground || mode->sagittal || mode->absolute_position))
        vvi_problem(r, object, VV_RULE_MODE, "keep one of them",
                    mode->absolute_position ? "a place cannot be relative to a target and absolute"
                    : mode->ground          ? "a place cannot be relative both to a target and to the ground"
                                            : "a place cannot be relative both to a target and to the sagittal plane");
    if (mode->directional && !mode->secondary)
        vvi_problem(r, object, VV_RULE_MODE, "add \"secondary\": true, or remove \"directional\"",
                    "\"directional\" says how a place is relative to a target, and this one is not");
}

#define MODE vv_movement_mode
static const vvi_schema_field mode_fields[] = {
    {"place", VVI_WORD(MODE, absolute_position, 0, VVI_WORDS("rest", "absolute")),
     VVI_DOC("", "measured from the body at rest, or from the creature's origin")},
    {"turn", VVI_WORD(MODE, absolute_rotation, 0, VVI_WORDS("rest", "absolute")),
     VVI_DOC("", "measured from the body at rest, or from the creature's origin")},
    {"scale", VVI_WORD(MODE, scale, VV_SCALE_NONE, VVI_WORDS("none", "creature", "limb")),
     VVI_DOC("", "what 1 is: a metre, the creature's size along each axis, the length of the limb")},
    {"ground", VVI_FLAG(MODE, ground), VVI_DOC("", "y is 0 at rest and 1 on the ground")},
    {"sagittal", VVI_FLAG(MODE, sagittal), VVI_DOC("", "x is 0 at rest and 1 in the plane between left and right")},
    {"secondary", VVI_FLAG(MODE, secondary),
     VVI_DOC("", "z is 0 at rest and 1 at what it is relative to; not with `ground`, `sagittal` or absolute places")},
    {"directional", VVI_FLAG(MODE, directional),
     VVI_DOC("", "with `secondary`: turned there only, 1 is what `scale` says")},
    {"lookat", VVI_FLAG(MODE, lookat), VVI_DOC("", "the turn follows what it is relative to")},
};
static const vvi_schema mode_schema = {VVI_TABLE("mode", MODE, mode_fields), .flags = VVI_SCHEMA_ONE_LINE,
                                       .check = check_mode};

/* ---- What a channel is relative to ------------------------------------------------------------------------------- */

#define CHANNEL vv_motion_channel
enum { EXTERNAL = 1u << VV_SECONDARY_EXTERNAL, BODIES = 1u << VV_SECONDARY_BODIES };
static const char *const secondary_keys[] = {"target", "select", NULL};
static const vvi_schema_choice secondaries = {.keys = secondary_keys};
static const vvi_schema_field relative_fields[] = {
    {NULL, VVI_CHOICE(CHANNEL, secondary, VV_SECONDARY_EXTERNAL, &secondaries)},
    {"target", VVI_WHOLE(CHANNEL, target, 0, VV_MOTION_MAX_TARGETS - 1), .presence = VVI_ALWAYS, .only = EXTERNAL,
     VVI_DOC("", "the number of a target, which the game or a play says")},
    {"select", VVI_OBJECT(CHANNEL, relative, &context_schema), .presence = VVI_ALWAYS, .only = BODIES,
     VVI_DOC("", "the nearest of these bodies of the creature itself")},
    {"group", VVI_WHOLE(CHANNEL, relative_group, 0, VV_MOTION_MAX_GROUPS), .only = BODIES,
     VVI_DOC("", "the one of those that varies there; 0: none does")},
};
static const vvi_schema relative_schema = {VVI_TABLE("relative", CHANNEL, relative_fields),
                                           .flags = VVI_SCHEMA_ONE_LINE | VVI_SCHEMA_FLAT | VVI_SCHEMA_VARIANT,
                                           .tag = offsetof(CHANNEL, secondary)};

static bool has_relative(const vvi_scope *scope)
{
    return ((const CHANNEL *)scope->item)->secondary != VV_SECONDARY_NONE;
}

/* ---- Keys: as many numbers as the kind of their track has -------------------------------------------------------- */

#define KEY vv_motion_key
static vv_motion_track_kind kind_of(const vvi_scope *key) { return ((const vv_motion_track *)key->outer->item)->kind; }

static uint32_t width_of(vv_motion_track_kind kind)
{
    return kind == VV_TRACK_POSITION ? 3 : kind == VV_TRACK_ROTATION ? 4 : 1;
}

static vvi_components value_components(const vvi_scope *scope)
{
    vv_motion_track_kind kind = kind_of(scope);
    if (kind == VV_TRACK_POSITION_WEIGHT || kind == VV_TRACK_ROTATION_WEIGHT)
        return (vvi_components){1, 0.0f, 1.0f};
    return (vvi_components){width_of(kind), -VV_MOTION_MAX_VALUE, VV_MOTION_MAX_VALUE};
}

/* A rotation need not be of unit length to the last digit. */
static void check_rotation(vvi_reader *r, const vv_json *value, const vvi_scope *scope, const float *q)
{
    const float least = 0.81f, most = 1.21f; /* of its length, squared: 0.9…1.1 */
    float square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    if (kind_of(scope) == VV_TRACK_ROTATION && !(square >= least && square <= most))
        vvi_problem(r, value, VV_RULE_RANGE, "divide its numbers by its length",
                    "this rotation has the length %g, and a quaternion x y z w of length 1 is needed",
                    sqrt((double)square));
}

/* "auto", "flat" or as many numbers as a value has; `count` is where the vv_slope lies. */
static const char *const slope_words[] = {"auto", "flat", NULL};

static vv_slope slope_of(const vvi_scope *scope)
{
    vv_slope slope;
    memcpy(&slope, (const char *)scope->item + scope->field->count, sizeof slope);
    return slope;
}

static void read_slope(vvi_reader *r, const vv_json *value, const vvi_scope *scope)
{
    uint32_t word = VV_SLOPE_AUTO;
    if (value && value->kind != VV_JSON_STRING) {
        word = VV_SLOPE_FREE;
        vvi_read_components(r, value, (vvi_components){width_of(kind_of(scope)), -MOST_SLOPE, MOST_SLOPE},
                            (float *)(void *)((char *)scope->item + scope->field->offset));
    } else if (value) {
        vvi_word(r, value, slope_words, "write \"auto\", \"flat\", or units a second", &word);
    }
    memcpy((char *)scope->item + scope->field->count, &(vv_slope){(vv_slope)word}, sizeof(vv_slope));
}

static void write_slope(vvi_writer *w, const char *name, const vvi_scope *scope)
{
    const float *numbers = (const float *)(const void *)((const char *)scope->item + scope->field->offset);
    if (slope_of(scope) == VV_SLOPE_FREE)
        vvi_write_components(w, name, width_of(kind_of(scope)), numbers);
    else
        vv_json_write_string(w->json, name, slope_words[slope_of(scope)]);
}

static bool has_slope(const vvi_scope *scope) { return slope_of(scope) != VV_SLOPE_AUTO; }

static const vvi_schema_custom slope = {read_slope, write_slope, has_slope,
                                        VVI_DOC_TYPE("\"auto\" | \"flat\" | number | readonly number[]")};
static const vvi_schema_components value_numbers = {value_components, check_rotation};
static const vvi_schema_field key_fields[] = {
    {"time", VVI_NUMBER(KEY, time, 0.0f, VV_MOTION_MAX_DURATION), .presence = VVI_REQUIRED,
     VVI_DOC("s", "at least 0.0001 after the key before, and not after the motion's `length`")},
    {"value", VVI_COMPONENTS(KEY, value, &value_numbers), .presence = VVI_REQUIRED,
     VVI_DOC("", "as many numbers as the curve has, within ±100,000")},
    {"in", VVI_CUSTOM(&slope), .offset = offsetof(KEY, in), .count = offsetof(KEY, slope_in),
     VVI_DOC("", "the slope before it, units a second; `\"auto\"`: that of the parabola through its neighbours; null: "
                 "`\"auto\"`")},
    {"out", VVI_CUSTOM(&slope), .offset = offsetof(KEY, out), .count = offsetof(KEY, slope_out),
     VVI_DOC("", "the slope after it, likewise; null: `\"auto\"`")},
    {"curve", VVI_WORD(KEY, curve, 0, VVI_WORDS("smooth", "linear", "step")), VVI_DOC("", "to the next key")},
};
static const KEY key_defaults = {.curve = VV_CURVE_SMOOTH};
static const vvi_schema key_schema = {VVI_TABLE("motion key", KEY, key_fields), .flags = VVI_SCHEMA_ONE_LINE,
                                      .defaults = &key_defaults};
static const vvi_schema_list keys = {VVI_ITEMS_OF(&key_schema, "keys", VV_MOTION_MAX_KEYS),
                                     VVI_TIMES(KEY, time, VVI_GAP, VV_RULE_CURVE), .gap = VV_MOTION_MIN_GAP,
                                     .sort = "sort the keys by time, at least 0.0001 s apart"};

/* ---- Curves: a key of the file for every kind of track, deforms by their names ----------------------------------- */

const char *const vvi_track_words[] = {"place", "turn", "place_weight", "turn_weight", NULL};

#define TRACK vv_motion_track
static const vvi_schema_field track_fields[] = {{NULL, VVI_LIST(TRACK, key_count, keys, vv_motion_key, &keys)}};
static const vvi_schema track_schema = {VVI_TABLE("track", TRACK, track_fields)};
static const vvi_schema_list tracks = {
    VVI_ITEMS_OF(&track_schema, "tracks", VV_TRACK_DEFORM + VV_CREATURE_MAX_DEFORMS)};

void vvi_read_motion_key(vvi_reader *r, const vv_json *object, vv_motion_track_kind kind, vv_motion_key *key)
{
    TRACK track = {.kind = kind};
    vvi_scope outer = vvi_scope_of(&track_schema, NULL, &track), scope = vvi_scope_of(&key_schema, NULL, key);
    scope.outer = &outer;
    *key = key_defaults;
    vvi_schema_read(r, object, NULL, &scope);
}

void vv_project_write_key(vv_json_writer *writer, const char *name, vv_motion_track_kind kind, const vv_motion_key *key)
{
    TRACK track = {.kind = kind};
    vvi_scope outer = vvi_scope_of(&track_schema, NULL, &track), scope = vvi_scope_of(&key_schema, NULL, key);
    scope.outer = &outer;
    vvi_schema_write_object(&(vvi_writer){.json = writer}, name, &scope);
}

const vv_motion_key *vvi_read_motion_keys(vvi_reader *r, const vv_json *list, vv_motion_track_kind kind,
                                          uint32_t *count)
{
    TRACK track = {.kind = kind};
    vvi_scope outer = vvi_scope_of(&track_schema, NULL, &track);
    const void *read;
    bool editing = r->editing;
    r->editing = false; /* keys are given whole */
    vvi_schema_read_list(r, list, &keys, &outer, count, &read);
    r->editing = editing;
    return read;
}

static void add_track(vvi_reader *r, const vv_json *list, vv_motion_track_kind kind, TRACK *all, uint32_t *count)
{
    TRACK track = {.kind = kind};
    if (kind == VV_TRACK_DEFORM)
        vvi_foreign_key(r, list, VV_CREATURE_NAME_BYTES, track.deform);
    track.keys = vvi_read_motion_keys(r, list, kind, &track.key_count);
    if (track.key_count > 0)
        all[(*count)++] = track;
}

static void add_deforms(vvi_reader *r, const vv_json *object, TRACK *all, uint32_t *count)
{
    if (!vvi_is(r, object, VV_JSON_OBJECT))
        return;
    if (object->count > VV_CREATURE_MAX_DEFORMS) {
        vvi_problem(r, object, VV_RULE_TOO_MANY, "remove some", "there are %u deforms, and at most %u are possible",
                    object->count, VV_CREATURE_MAX_DEFORMS);
        return;
    }
    for (const vv_json *member = object->child; member && !vvi_stopped(r); member = member->next)
        add_track(r, member, VV_TRACK_DEFORM, all, count);
}

/* Kinds ascend; tracks of other kinds stay. */
static void read_track(vvi_reader *r, const vv_json *value, const vvi_scope *scope)
{
    CHANNEL *channel = scope->item;
    vv_motion_track_kind kind = (vv_motion_track_kind)scope->field->first;
    TRACK *all = vvi_take(r, channel->track_count + VV_CREATURE_MAX_DEFORMS + 1, sizeof *all);
    uint32_t count = 0, i = 0;
    if (!all)
        return;
    for (; i < channel->track_count && channel->tracks[i].kind < kind; i++)
        all[count++] = channel->tracks[i];
    if (value && kind == VV_TRACK_DEFORM)
        add_deforms(r, value, all, &count);
    else if (value)
        add_track(r, value, kind, all, &count);
    for (; i < channel->track_count; i++) {
        if (channel->tracks[i].kind > kind)
            all[count++] = channel->tracks[i];
    }
    channel->tracks = all;
    channel->track_count = count;
}

static bool has_track(const vvi_scope *scope)
{
    const CHANNEL *channel = scope->item;
    for (uint32_t i = 0; i < channel->track_count; i++) {
        if (channel->tracks[i].kind == (vv_motion_track_kind)scope->field->first)
            return true;
    }
    return false;
}

static void write_track_keys(vvi_writer *w, const char *name, const vvi_scope *scope, const TRACK *track)
{
    vvi_scope outer = vvi_scope_in(scope, &track_schema, track);
    vv_json_write_array(w->json, name);
    for (uint32_t i = 0; i < track->key_count; i++) {
        vvi_scope inner = vvi_scope_at(&outer, &key_schema, track->keys, track->key_count, i);
        vvi_schema_write_object(w, NULL, &inner);
    }
    vv_json_write_end(w->json);
}

static void write_track(vvi_writer *w, const char *name, const vvi_scope *scope)
{
    static const TRACK none = {.key_count = 0};
    const CHANNEL *channel = scope->item;
    uint32_t t = 0;
    while (t < channel->track_count && channel->tracks[t].kind != (vv_motion_track_kind)scope->field->first)
        t++;
    write_track_keys(w, name, scope, t < channel->track_count ? &channel->tracks[t] : &none);
}

static void write_deforms(vvi_writer *w, const char *name, const vvi_scope *scope)
{
    const CHANNEL *channel = scope->item;
    vv_json_write_object(w->json, name);
    for (uint32_t i = 0; i < channel->track_count; i++) {
        if (channel->tracks[i].kind == (vv_motion_track_kind)scope->field->first)
            write_track_keys(w, channel->tracks[i].deform, scope, &channel->tracks[i]);
    }
    vv_json_write_end(w->json);
}

static const vvi_schema_custom track = {read_track, write_track, has_track, VVI_DOC_TYPE("readonly MotionKey[]")};
static const vvi_schema_custom deforms = {read_track, write_deforms, has_track,
                                          VVI_DOC_TYPE("{ readonly [deform: string]: readonly MotionKey[] }")};

/* ---- Channels ---------------------------------------------------------------------------------------------------- */

static void warn_channel(vvi_reader *r, const vv_json *json, const vvi_scope *scope)
{
    const CHANNEL *channel = scope->item;
    uint32_t groups = vvi_groups_of(&((const vv_project_motion *)scope->outer->item)->def);
    bool asks = channel->mode.secondary || channel->mode.lookat;
    if (channel->track_count == 0)
        vvi_problem(r, json, VV_RULE_NO_CURVES, "key something, or remove the channel",
                    "the channel \"%s\" has no keys, so it moves nothing", channel->name);
    if (asks && channel->secondary == VV_SECONDARY_NONE)
        vvi_problem(r, json, VV_RULE_NO_TARGET, "add \"relative\", or change the mode",
                    "the channel \"%s\" is relative to a target, and none is named", channel->name);
    if (!asks && channel->secondary != VV_SECONDARY_NONE)
        vvi_problem(r, json, VV_RULE_IDLE_TARGET, "make the mode secondary or lookat, or remove \"relative\"",
                    "the channel \"%s\" names a target, and its mode does not ask for one", channel->name);
    if (channel->relative_group > 0 && !(groups >> channel->relative_group & 1u))
        vvi_problem(r, json, VV_RULE_NO_GROUP, "name a group that a channel has", "no channel is of group %u",
                    channel->relative_group);
}

static const vvi_schema_field channel_fields[] = {
    {"name", VVI_NAME(CHANNEL, name), .presence = VVI_REQUIRED, VVI_DOC("", "")},
    {"select", VVI_OBJECT(CHANNEL, context, &context_schema),
     VVI_DOC("", "which bodies it moves; by default every body")},
    {"mode", VVI_OBJECT(CHANNEL, mode, &mode_schema),
     VVI_DOC("", "what matters about how they move; by default relative to rest")},
    {"relative", VVI_FLAT_OBJECT(&relative_schema), .presence = VVI_NULLABLE, .given = has_relative,
     VVI_DOC("", "what a `secondary` or `lookat` mode is about")},
    {"blend", VVI_WHOLE(CHANNEL, blend, 0, 255),
     VVI_DOC("", "channels of the same number, but 0, share a body instead of the first owning it")},
    {"group", VVI_WHOLE(CHANNEL, group, 0, VV_MOTION_MAX_GROUPS),
     VVI_DOC("", "0: it plays on every body it selects; else on one at a time, which makes the variants, and channels "
                 "of one group on the same limb")},
    {"mirror", VVI_FLAG(CHANNEL, mirror), VVI_DOC("", "on the other side it plays mirrored")},
    {"side", VVI_WORD(CHANNEL, side, -1, VVI_WORDS("right", "centre", "left")),
     .remedy = "write \"left\", \"right\" or \"centre\"", VVI_DOC("", "where it was keyed")},
    {"place", VVI_CUSTOM(&track), .first = VV_TRACK_POSITION,
     VVI_DOC("", "keys of three numbers: generalised coordinates")},
    {"turn", VVI_CUSTOM(&track), .first = VV_TRACK_ROTATION,
     VVI_DOC("", "keys of four: a generalised rotation x y z w of length 0.9 … 1.1, which is brought to 1")},
    {"place_weight", VVI_CUSTOM(&track), .first = VV_TRACK_POSITION_WEIGHT,
     VVI_DOC("", "keys of one, 0 … 1: how much of the place counts; without keys 1")},
    {"turn_weight", VVI_CUSTOM(&track), .first = VV_TRACK_ROTATION_WEIGHT,
     VVI_DOC("", "keys of one, 0 … 1: how much of the turn counts; without keys 1")},
    {"deforms", VVI_CUSTOM(&deforms), .first = VV_TRACK_DEFORM,
     VVI_DOC("", "keys of one, by the names of deforms, up to 16")},
    {NULL, VVI_LIST(CHANNEL, track_count, tracks, vv_motion_track, &tracks)},
};
static const CHANNEL channel_defaults = {.mirror = true, .side = 1};
const vvi_schema vvi_channel_schema = {VVI_TABLE("channel", CHANNEL, channel_fields), .flags = VVI_SCHEMA_NOUN,
                                       .defaults = &channel_defaults, .warn = warn_channel};

/* ---- Contexts and modes by themselves: for scenes, and for callers without a document ---------------------------- */

static vv_result read_alone(const vv_json_document *json, const vv_json *object, const vvi_scope *scope,
                            vv_error *error)
{
    vv_problems problems = {.limit = 1};
    vvi_arena arena = {0};
    vvi_reader reader = {.json = json, .arena = &arena, .problems = &problems};
    if (object)
        vvi_schema_read(&reader, object, NULL, scope);
    vv_result result = vvi_first_problem(&problems, error);
    vvi_arena_release(&arena);
    vv_problems_release(&problems);
    return result;
}

vv_result vv_project_read_context(const vv_json_document *json, const vv_json *object, vv_body_context *context,
                                  vv_error *error)
{
    vvi_scope scope = vvi_scope_of(&context_schema, NULL, context);
    *context = (vv_body_context){.extent = VV_EXTENT_NONE};
    return read_alone(json, object, &scope, error);
}

vv_result vv_project_read_mode(const vv_json_document *json, const vv_json *object, vv_movement_mode *mode,
                               vv_error *error)
{
    vvi_scope scope = vvi_scope_of(&mode_schema, NULL, mode);
    memset(mode, 0, sizeof *mode);
    return read_alone(json, object, &scope, error);
}

void vvi_read_context(vvi_reader *r, const vv_json *object, vv_body_context *context)
{
    vvi_scope scope = vvi_scope_of(&context_schema, NULL, context);
    *context = (vv_body_context){.extent = VV_EXTENT_NONE};
    if (object)
        vvi_schema_read(r, object, NULL, &scope);
}

void vvi_write_context(vvi_writer *w, const char *name, const vv_body_context *context)
{
    vvi_scope scope = vvi_scope_of(&context_schema, NULL, context);
    if (w->whole || !vvi_schema_is_default(&context_schema, context))
        vvi_schema_write_object(w, name, &scope);
}
