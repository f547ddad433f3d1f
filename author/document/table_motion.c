/* Motions: relations between groups of their channels, events, branches. Channels are in table_channel.c. */
#include "author/document/creatures.h"
#include "author/document/schema.h"

#include <string.h>

/* ---- Relations --------------------------------------------------------------------------------------------------- */

static void read_groups(vvi_reader *r, const vv_json *groups, const vvi_scope *scope)
{
    vv_relation *relation = scope->item;
    if (!vvi_is(r, groups, VV_JSON_ARRAY))
        return;
    if (groups->count != 2) {
        vvi_problem(r, groups, VV_RULE_RELATION, "write it like [1, 2]", "a relation is between two groups, not %u",
                    groups->count);
        return;
    }
    bool good = vvi_whole(r, groups->child, 1, VV_MOTION_MAX_GROUPS, &relation->a);
    good = vvi_whole(r, groups->child->next, 1, VV_MOTION_MAX_GROUPS, &relation->b) && good;
    if (good && relation->a == relation->b)
        vvi_problem(r, groups, VV_RULE_RELATION, "name two different groups", "this relates group %u to itself",
                    relation->a);
}

static void write_groups(vvi_writer *w, const char *name, const vvi_scope *scope)
{
    const vv_relation *relation = scope->item;
    vv_json_write_array(w->json, name);
    vv_json_write_integer(w->json, NULL, relation->a);
    vv_json_write_integer(w->json, NULL, relation->b);
    vv_json_write_end(w->json);
}

static bool is_same_relation(const void *a, const void *b)
{
    const vv_relation *first = a, *second = b;
    return (first->a == second->a && first->b == second->b) || (first->a == second->b && first->b == second->a);
}

uint32_t vvi_groups_of(const vv_motion_def *def)
{
    uint32_t groups = 0;
    for (uint32_t i = 0; i < def->channel_count; i++)
        groups |= 1u << def->channels[i].group;
    return groups & ~1u;
}

static void warn_relation(vvi_reader *r, const vv_json *json, const vvi_scope *scope)
{
    uint32_t used = vvi_groups_of(&((const vv_project_motion *)scope->outer->item)->def);
    const vv_relation *relation = scope->item;
    if (!(used >> relation->a & 1u) || !(used >> relation->b & 1u))
        vvi_problem(r, json, VV_RULE_NO_GROUP, "name groups that channels have", "no channel is of group %u",
                    used >> relation->a & 1u ? relation->b : relation->a);
}

static const vvi_schema_custom groups = {read_groups, write_groups, NULL, VVI_DOC_TYPE("readonly [number, number]")};
static const vvi_schema_field relation_fields[] = {
    {"groups", VVI_CUSTOM(&groups), .presence = VVI_REQUIRED, VVI_DOC("", "two different numbers, 1 … 8")},
    {"side", VVI_WORD(vv_relation, kind, 0, VVI_WORDS("same", "opposite")), .presence = VVI_REQUIRED,
     VVI_DOC("", "the sides of the creature on which their bodies are")},
};
static const vvi_schema relation_schema = {VVI_TABLE("relation", vv_relation, relation_fields),
                                           .flags = VVI_SCHEMA_ONE_LINE, .warn = warn_relation};
static const vvi_schema_list relations = {
    VVI_ITEMS_OF(&relation_schema, "relations", VV_MOTION_MAX_GROUPS *(VV_MOTION_MAX_GROUPS - 1) / 2),
    .when_good = true,
    .twins = {is_same_relation, VV_RULE_RELATION, "remove one", "relation %u is of the same groups"}};

/* ---- Events ------------------------------------------------------------------------------------------------------ */

#define EVENT vv_motion_event
static const vvi_schema_field event_fields[] = {
    {"time", VVI_NUMBER(EVENT, time, 0.0f, VV_MOTION_MAX_DURATION), .presence = VVI_REQUIRED, VVI_DOC("s", "")},
    {"name", VVI_NAME(EVENT, name), .presence = VVI_REQUIRED, VVI_DOC("", "what the game is told")},
};
static const vvi_schema event_schema = {VVI_TABLE("event", EVENT, event_fields), .flags = VVI_SCHEMA_ONE_LINE};
static const vvi_schema_list events = {VVI_ITEMS_OF(&event_schema, "events", VV_MOTION_MAX_EVENTS),
                                       VVI_TIMES(EVENT, time, VVI_NOT_EARLIER, VV_RULE_CURVE)};

/* ---- Branches ---------------------------------------------------------------------------------------------------- */

#define CAP vv_branch_cap

/* true, false, or at least how many. */
static void read_cap(vvi_reader *r, const vv_json *value, const vvi_scope *scope)
{
    CAP *cap = scope->item;
    bool yes = true;
    if (value->kind == VV_JSON_NUMBER)
        vvi_whole(r, value, 1, VV_CREATURE_MAX_BODIES, &cap->min_count);
    else
        vvi_bool(r, value, &yes);
    cap->has = yes ? VV_REQUIREMENT_YES : VV_REQUIREMENT_NO;
}

static void write_cap(vvi_writer *w, const char *name, const vvi_scope *scope)
{
    const CAP *cap = scope->item;
    if (cap->has == VV_REQUIREMENT_YES && cap->min_count > 1)
        vv_json_write_integer(w->json, name, cap->min_count);
    else
        vv_json_write_bool(w->json, name, cap->has == VV_REQUIREMENT_YES);
}

static const vvi_schema_custom cap_value = {read_cap, write_cap, NULL, VVI_DOC_TYPE("boolean | number")};
static const vvi_schema_field cap_fields[] = {{NULL, VVI_LABEL(CAP, cap)}, {NULL, VVI_CUSTOM(&cap_value)}};
static const CAP cap_defaults = {.min_count = 1};
static const vvi_schema cap_schema = {VVI_TABLE("cap", CAP, cap_fields), .defaults = &cap_defaults};
static const vvi_schema_list caps = {VVI_ITEMS_OF(&cap_schema, "caps", VV_BRANCH_MAX_CAPS),
                                     .too_many = "a branch asks for %u caps, and at most %u are possible"};
static const vvi_schema_field branch_fields[] = {
    {"upright", VVI_TRISTATE(vv_branch, upright), VVI_DOC("", "the spine stands; null: it does not matter")},
    {"walks", VVI_TRISTATE(vv_branch, walks), VVI_DOC("", "it has legs; null: it does not matter")},
    {"caps", VVI_INLINE_MAP(vv_branch, cap_count, caps, vv_branch_cap, &caps),
     VVI_DOC("", "whether it has bodies with this cap, by its name; a number: at least so many, 1 … 1024")},
};
static const vvi_schema branch_schema = {VVI_TABLE("branch", vv_branch, branch_fields), .flags = VVI_SCHEMA_ONE_LINE};

/* ---- What holds for a motion as a whole -------------------------------------------------------------------------- */

static bool check_keys(vvi_reader *r, const vv_json *place, const vv_motion_def *def, const vv_motion_channel *channel,
                       uint32_t *key_count)
{
    for (uint32_t i = 0; i < channel->track_count; i++) {
        const vv_motion_track *track = &channel->tracks[i];
        float last = track->keys[track->key_count - 1].time;
        *key_count += track->key_count;
        if (last > def->duration)
            return vvi_problem(r, place, VV_RULE_CURVE, "move or remove that key, or make the motion longer",
                               "the channel \"%s\" has a key at %g s, and a motion of %g s ends before", channel->name,
                               (double)last, (double)def->duration);
    }
    return true;
}

/* How many keys it has, and that keys and events are within its length. */
static void check_motion(vvi_reader *r, const vv_json *place, const vvi_scope *scope)
{
    const vv_motion_def *def = &((const vv_project_motion *)scope->item)->def;
    const vv_motion_event *last = def->event_count ? &def->events[def->event_count - 1] : NULL;
    uint32_t count = 0;
    for (uint32_t i = 0; i < def->channel_count; i++) {
        if (!check_keys(r, place, def, &def->channels[i], &count))
            return;
    }
    if (last && last->time > def->duration)
        vvi_problem(r, place, VV_RULE_CURVE, "move or remove that event, or make the motion longer",
                    "the event \"%s\" is at %g s, and the motion ends before", last->name, (double)last->time);
    else if (count > VV_MOTION_MAX_KEYS)
        vvi_problem(r, place, VV_RULE_TOO_MANY, "remove some, or make two motions",
                    "a motion would have %u keys, and at most %u are possible", count, VV_MOTION_MAX_KEYS);
}

/* ---- Motions ----------------------------------------------------------------------------------------------------- */

/* A motion without an action is one by itself: its default is its name. */
static void read_action(vvi_reader *r, const vv_json *value, const vvi_scope *scope)
{
    char *action = ((vv_project_motion *)scope->item)->action;
    if (value)
        vvi_name(r, value, action);
    else
        action[0] = '\0';
}

static void write_action(vvi_writer *w, const char *name, const vvi_scope *scope)
{
    vv_json_write_string(w->json, name, vv_project_motion_action(scope->item));
}

static bool has_action(const vvi_scope *scope)
{
    return strcmp(vv_project_motion_action(scope->item), ((const vv_project_motion *)scope->item)->name) != 0;
}

static void warn_motion(vvi_reader *r, const vv_json *json, const vvi_scope *scope)
{
    const vv_project_motion *motion = scope->item;
    uint32_t used = vvi_groups_of(&motion->def);
    if (motion->def.channel_count == 0)
        vvi_problem(r, json, VV_RULE_NO_CHANNELS, "add one", "the motion \"%s\" has no channels", motion->name);
    for (uint32_t g = 1; g < VV_MOTION_MAX_GROUPS; g++) {
        if (!(used >> g & 1u) && used >> (g + 1))
            vvi_problem(r, json, VV_RULE_GROUP_GAP, "number groups from 1 without gaps",
                        "no channel is of group %u, and some are of later ones", g);
    }
}

#define MOTION vv_project_motion
static const vvi_schema_custom action = {read_action, write_action, has_action, VVI_DOC_TYPE("string")};
static const vvi_schema_list channels = {VVI_ITEMS_OF(&vvi_channel_schema, "channels", VV_MOTION_MAX_CHANNELS),
                                         .named = true};
static const vvi_schema_field motion_fields[] = {
    {"name", VVI_NAME(MOTION, name), .presence = VVI_REQUIRED, VVI_DOC("", "")},
    {"action", VVI_CUSTOM(&action),
     VVI_DOC("", "what it is a way to do: of the motions of one action, the first whose branch holds and which finds "
                 "bodies to move is played; null: its name")},
    {"length", VVI_NUMBER(MOTION, def.duration, 0.01f, VV_MOTION_MAX_DURATION), VVI_DOC("s", "")},
    {"loop", VVI_FLAG(MOTION, def.loop), VVI_DOC("", "the last key of a curve leads to its first")},
    {"fade_in", VVI_NUMBER(MOTION, def.fade_in, 0.0f, 10.0f), VVI_DOC("s", "over which it comes")},
    {"fade_out", VVI_NUMBER(MOTION, def.fade_out, 0.0f, 10.0f), VVI_DOC("s", "over which it goes")},
    {"branch", VVI_OBJECT(MOTION, def.branch, &branch_schema),
     VVI_DOC("", "which creatures it is for; by default all")},
    {"relations", VVI_LIST(MOTION, def.relation_count, def.relations, vv_relation, &relations),
     VVI_DOC("", "between the bodies of two groups, no two of the same groups")},
    {"channels", VVI_LIST(MOTION, def.channel_count, def.channels, vv_motion_channel, &channels),
     VVI_DOC("", "what moves, the most important first: the first to select a body owns it; 65,536 keys together")},
    {"events", VVI_LIST(MOTION, def.event_count, def.events, vv_motion_event, &events),
     VVI_DOC("", "what a game is told when; times never descend and are not after `length`")},
};
/* The defaults of the file, which must stay what they are. */
static const MOTION motion_defaults = {.def = {.duration = 2.0f, .fade_in = 0.2f, .fade_out = 0.2f}};
const vvi_schema vvi_motion_schema = {VVI_TABLE("motion", MOTION, motion_fields), .flags = VVI_SCHEMA_NOUN,
                                      .defaults = &motion_defaults, .whole = check_motion, .warn = warn_motion};
