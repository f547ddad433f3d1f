/* Motions out of JSON: channels, relations between their groups, events. */
#include "author/document/creatures.h"

#include <string.h>

#define MOST_RELATIONS (VV_MOTION_MAX_GROUPS * (VV_MOTION_MAX_GROUPS - 1) / 2)
#define MOST_BLEND     255u
#define MOST_FADE      10.0f

static const char *const side_words[] = {"right", "centre", "left", NULL};
static const char *const relation_words[] = {"same", "opposite", NULL};

vvi_keys vvi_side_words(void) { return side_words; }
vvi_keys vvi_relation_words(void) { return relation_words; }

/* The defaults of the file, which must stay what they are. */
vv_project_motion vvi_default_motion(void)
{
    return (vv_project_motion){.def = {.length = 2.0f, .fade_in = 0.2f, .fade_out = 0.2f}};
}

vv_motion_channel vvi_default_channel(void) { return (vv_motion_channel){.mirror = true, .side = 1}; }

/* ---- Channels ------------------------------------------------------------------------------------------------------- */

/* Contexts and modes that are given are given whole. */
static void read_selection(vvi_reader *r, const vv_json *object, vv_motion_channel *channel)
{
    bool no_select, no_mode;
    const vv_json *select = vvi_optional(object, "select", &no_select), *mode = vvi_optional(object, "mode", &no_mode);
    if (select || no_select)
        vvi_read_context(r, select, &channel->context);
    if (mode || no_mode)
        vvi_read_mode(r, mode, &channel->mode);
    vvi_read_relative(r, object, channel);
}

void vvi_read_channel(vvi_reader *r, const vv_json *object, vvi_keys address, vv_motion_channel *channel)
{
    static const char *const keys[] = {"select", "mode", "relative",     "blend",       "group",   "mirror", "side",
                                       "place",  "turn", "place_weight", "turn_weight", "deforms", NULL};
    vv_motion_channel usual = vvi_default_channel();
    uint32_t side = (uint32_t)(channel->side + 1);
    vvi_known_keys(r, object, keys, address);
    if (object->kind != VV_JSON_OBJECT)
        return;
    read_selection(r, object, channel);
    vvi_whole_member(r, object, "blend", usual.blend, 0, MOST_BLEND, &channel->blend);
    vvi_whole_member(r, object, "group", usual.group, 0, VV_MOTION_MAX_GROUPS, &channel->group);
    vvi_bool_member(r, object, "mirror", usual.mirror, &channel->mirror);
    vvi_word_member(r, object, "side", side_words, "write \"left\", \"right\" or \"centre\"",
                    (uint32_t)(usual.side + 1), &side);
    channel->side = (int32_t)side - 1;
    vvi_read_curves(r, object, channel);
}

static void read_channels(vvi_reader *r, const vv_json *list, vv_motion_def *def)
{
    static const char *const named[] = {"name", NULL};
    uint32_t count = vvi_list(r, list, VV_MOTION_MAX_CHANNELS, "channels");
    vv_motion_channel *channels = vvi_take(r, count, sizeof *channels);
    if (!channels)
        return;
    def->channels = channels;
    def->channel_count = count;
    for (const vv_json *item = count ? list->child : NULL; item && !vvi_stopped(r); item = item->next) {
        channels[item->index] = vvi_default_channel();
        vvi_read_channel(r, item, named, &channels[item->index]);
        if (item->kind == VV_JSON_OBJECT)
            vvi_name_member(r, item, channels[item->index].name);
    }
    if (!vvi_stopped(r))
        vvi_refuse_same_names(r, list, (const char *)channels, sizeof *channels);
}

/* ---- Relations ------------------------------------------------------------------------------------------------------ */

static bool same_groups(const vv_relation *a, const vv_relation *b)
{
    return (a->a == b->a && a->b == b->b) || (a->a == b->b && a->b == b->a);
}

static void read_groups(vvi_reader *r, const vv_json *object, vv_relation *relation)
{
    const vv_json *groups = vvi_required(r, object, "groups");
    if (!groups || !vvi_is(r, groups, VV_JSON_ARRAY))
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

static void read_relation(vvi_reader *r, const vv_json *object, vv_relation *relation)
{
    static const char *const keys[] = {"groups", "side", NULL};
    if (!vvi_known_keys(r, object, keys, NULL))
        return;
    read_groups(r, object, relation);
    const vv_json *side = vvi_required(r, object, "side");
    uint32_t word = VV_RELATION_SAME_SIDE;
    if (side)
        vvi_word(r, side, relation_words, "write \"same\" or \"opposite\"", &word);
    relation->kind = (vv_relation_kind)word;
}

static void read_relations(vvi_reader *r, const vv_json *list, vv_motion_def *def)
{
    uint32_t count = vvi_list(r, list, MOST_RELATIONS, "relations"), before = r->problems->errors;
    vv_relation *relations = vvi_take(r, count, sizeof *relations);
    if (!relations)
        return;
    def->relations = relations;
    def->relation_count = count;
    for (const vv_json *item = count ? list->child : NULL; item && !vvi_stopped(r); item = item->next) {
        read_relation(r, item, &relations[item->index]);
        for (uint32_t i = 0; i < item->index && r->problems->errors == before; i++) {
            if (same_groups(&relations[i], &relations[item->index]))
                vvi_problem(r, item, VV_RULE_RELATION, "remove one", "relation %u is of the same groups", i);
        }
    }
}

/* ---- Events --------------------------------------------------------------------------------------------------------- */

static void read_event(vvi_reader *r, const vv_json *object, vv_motion_event *event)
{
    static const char *const keys[] = {"time", "name", NULL};
    if (!vvi_known_keys(r, object, keys, NULL))
        return;
    vvi_required(r, object, "time");
    vvi_float_member(r, object, "time", 0.0f, 0.0f, VV_MOTION_MAX_LENGTH, &event->time);
    vvi_name_member(r, object, event->name);
}

static void read_events(vvi_reader *r, const vv_json *list, vv_motion_def *def)
{
    uint32_t count = vvi_list(r, list, VV_MOTION_MAX_EVENTS, "events");
    vv_motion_event *events = vvi_take(r, count, sizeof *events);
    if (!events)
        return;
    def->events = events;
    def->event_count = count;
    for (const vv_json *item = count ? list->child : NULL; item && !vvi_stopped(r); item = item->next) {
        read_event(r, item, &events[item->index]);
        if (item->index > 0 && events[item->index].time < events[item->index - 1].time)
            vvi_problem(r, item, VV_RULE_CURVE, "sort the events by time", "this is earlier than the event before it");
    }
}

/* ---- Motions -------------------------------------------------------------------------------------------------------- */

static bool check_channel(vvi_reader *r, const vv_json *place, const vv_motion_def *def,
                          const vv_motion_channel *channel, uint32_t *key_count)
{
    for (uint32_t i = 0; i < channel->track_count; i++) {
        const vv_motion_track *track = &channel->tracks[i];
        float last = track->keys[track->key_count - 1].time;
        *key_count += track->key_count;
        if (last > def->length)
            return vvi_problem(r, place, VV_RULE_CURVE, "move or remove that key, or make the motion longer",
                               "the channel \"%s\" has a key at %g s, and a motion of %g s ends before", channel->name,
                               (double)last, (double)def->length);
    }
    return true;
}

bool vvi_check_motion(vvi_reader *r, const vv_json *place, const vv_project_motion *motion)
{
    const vv_motion_def *def = &motion->def;
    uint32_t count = 0;
    for (uint32_t i = 0; i < def->channel_count; i++) {
        if (!check_channel(r, place, def, &def->channels[i], &count))
            return false;
    }
    if (def->event_count > 0 && def->events[def->event_count - 1].time > def->length)
        return vvi_problem(r, place, VV_RULE_CURVE, "move or remove that event, or make the motion longer",
                           "the event \"%s\" is at %g s, and the motion ends before",
                           def->events[def->event_count - 1].name, (double)def->events[def->event_count - 1].time);
    return count <= VV_MOTION_MAX_KEYS ||
           vvi_problem(r, place, VV_RULE_TOO_MANY, "remove some, or make two motions",
                       "a motion would have %u keys, and at most %u are possible", count, VV_MOTION_MAX_KEYS);
}

static void read_action(vvi_reader *r, const vv_json *object, vv_project_motion *motion)
{
    bool reset;
    const vv_json *action = vvi_optional(object, "action", &reset);
    if (reset)
        motion->action[0] = '\0';
    if (action)
        vvi_name(r, action, motion->action);
}

/* Lists that are given are given whole. */
static void read_lists(vvi_reader *r, const vv_json *object, vv_motion_def *def)
{
    bool editing = r->editing, no_branch, no_relations, no_channels, no_events;
    const vv_json *branch = vvi_optional(object, "branch", &no_branch),
                  *relations = vvi_optional(object, "relations", &no_relations),
                  *channels = vvi_optional(object, "channels", &no_channels),
                  *events = vvi_optional(object, "events", &no_events);
    def->relation_count = no_relations ? 0 : def->relation_count;
    def->channel_count = no_channels ? 0 : def->channel_count;
    def->event_count = no_events ? 0 : def->event_count;
    r->editing = false;
    if (branch || no_branch)
        vvi_read_branch(r, branch, &def->branch);
    if (relations)
        read_relations(r, relations, def);
    if (channels)
        read_channels(r, channels, def);
    if (events)
        read_events(r, events, def);
    r->editing = editing;
}

void vvi_read_motion(vvi_reader *r, const vv_json *object, vvi_keys address, const vv_project *project,
                     vv_project_motion *motion)
{
    static const char *const keys[] = {"action", "length",    "loop",     "fade_in", "fade_out",
                                       "branch", "relations", "channels", "events",  NULL};
    vv_motion_def usual = vvi_default_motion().def, *def = &motion->def;
    uint32_t before = r->problems->errors;
    (void)project;
    vvi_known_keys(r, object, keys, address);
    if (object->kind != VV_JSON_OBJECT)
        return;
    read_action(r, object, motion);
    vvi_float_member(r, object, "length", usual.length, 0.01f, VV_MOTION_MAX_LENGTH, &def->length);
    vvi_bool_member(r, object, "loop", usual.loop, &def->loop);
    vvi_float_member(r, object, "fade_in", usual.fade_in, 0.0f, MOST_FADE, &def->fade_in);
    vvi_float_member(r, object, "fade_out", usual.fade_out, 0.0f, MOST_FADE, &def->fade_out);
    read_lists(r, object, def);
    if (r->problems->errors == before && !vvi_stopped(r))
        vvi_check_motion(r, object, motion);
}
