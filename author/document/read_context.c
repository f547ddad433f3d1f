/* Which bodies, which movement and which creatures, out of JSON: contexts, modes and branches of motions. */
#include "author/document/creatures.h"

#include <string.h>

static const char *const zone_words[3][4] = {
    {"right", "centre", "left", NULL}, {"bottom", "centre", "top", NULL}, {"back", "centre", "front", NULL}};
static const char *const extent_words[] = {"rightmost", "leftmost",  "bottommost", "topmost",
                                           "backmost",  "frontmost", NULL};
static const char *const space_words[] = {"x", "y", "z", NULL};
static const char *const base_words[] = {"rest", "absolute", NULL};
static const char *const scale_words[] = {"none", "creature", "limb", NULL};

vvi_keys vvi_zone_words(uint32_t axis) { return zone_words[axis]; }
vvi_keys vvi_extent_words(void) { return extent_words; }
vvi_keys vvi_space_words(void) { return space_words; }
vvi_keys vvi_base_words(void) { return base_words; }
vvi_keys vvi_scale_words(void) { return scale_words; }

/* ---- Contexts ------------------------------------------------------------------------------------------------------- */

static void read_within(vvi_reader *r, const vv_json *list, vv_context *context)
{
    if (!vvi_list(r, list, 3, "axes"))
        return;
    for (const vv_json *item = list->child; item && !vvi_stopped(r); item = item->next) {
        uint32_t axis;
        if (!vvi_word(r, item, space_words, "write \"x\", \"y\" or \"z\"", &axis))
            continue;
        if (context->setspace[axis])
            vvi_problem(r, item, VV_RULE_REPEATED, "remove one", "\"%s\" is here twice", item->string);
        context->setspace[axis] = true;
    }
}

void vvi_read_context(vvi_reader *r, const vv_json *object, vv_context *context)
{
    static const char *const keys[] = {"cap", "x", "y", "z", "within", "extent", "spine", NULL};
    static const char *const remedies[] = {"write \"left\", \"centre\" or \"right\"",
                                           "write \"top\", \"centre\" or \"bottom\"",
                                           "write \"front\", \"centre\" or \"back\""};
    *context = (vv_context){.extent = VV_EXTENT_NONE};
    if (!object || !vvi_known_keys(r, object, keys, NULL))
        return;
    const vv_json *cap = vvi_member(object, "cap"), *within = vvi_member(object, "within"),
                  *extent = vvi_member(object, "extent");
    uint32_t word;
    if (cap)
        vvi_foreign_name(r, cap, VV_CREATURE_NAME_BYTES, context->cap);
    for (uint32_t i = 0; i < 3; i++) {
        const vv_json *zone = vvi_member(object, space_words[i]);
        if (zone && vvi_word(r, zone, zone_words[i], remedies[i], &word))
            context->zones[i] = (vv_zone)(VV_ZONE_LOW + word);
    }
    if (within)
        read_within(r, within, context);
    if (extent && vvi_word(r, extent, extent_words, "write \"frontmost\", \"topmost\" or another of the six", &word))
        context->extent = (vv_extent)(VV_EXTENT_RIGHTMOST + word);
    vvi_bool_member(r, object, "spine", false, &context->spine);
}

/* ---- Modes ---------------------------------------------------------------------------------------------------------- */

static bool read_base(vvi_reader *r, const vv_json *object, const char *key)
{
    const vv_json *value = vvi_member(object, key);
    uint32_t word = 0;
    if (value)
        vvi_word(r, value, base_words, "write \"rest\" or \"absolute\"", &word);
    return word == 1;
}

static void check_mode(vvi_reader *r, const vv_json *object, const vv_mode *mode)
{
    if (mode->secondary && (mode->ground || mode->sagittal || mode->absolute_place))
        vvi_problem(r, object, VV_RULE_MODE, "keep one of them",
                    mode->absolute_place ? "a place cannot be relative to a target and absolute"
                    : mode->ground       ? "a place cannot be relative both to a target and to the ground"
                                         : "a place cannot be relative both to a target and to the sagittal plane");
    if (mode->directional && !mode->secondary)
        vvi_problem(r, object, VV_RULE_MODE, "add \"secondary\": true, or remove \"directional\"",
                    "\"directional\" says how a place is relative to a target, and this one is not");
}

void vvi_read_mode(vvi_reader *r, const vv_json *object, vv_mode *mode)
{
    static const char *const keys[] = {"place",     "turn",        "scale",  "ground", "sagittal",
                                       "secondary", "directional", "lookat", NULL};
    *mode = (vv_mode){.scale = VV_SCALE_NONE};
    if (!object || !vvi_known_keys(r, object, keys, NULL))
        return;
    uint32_t scale = VV_SCALE_NONE;
    mode->absolute_place = read_base(r, object, "place");
    mode->absolute_turn = read_base(r, object, "turn");
    vvi_word_member(r, object, "scale", scale_words, "write \"none\", \"creature\" or \"limb\"", VV_SCALE_NONE, &scale);
    mode->scale = (vv_mode_scale)scale;
    vvi_bool_member(r, object, "ground", false, &mode->ground);
    vvi_bool_member(r, object, "sagittal", false, &mode->sagittal);
    vvi_bool_member(r, object, "secondary", false, &mode->secondary);
    vvi_bool_member(r, object, "directional", false, &mode->directional);
    vvi_bool_member(r, object, "lookat", false, &mode->lookat);
    check_mode(r, object, mode);
}

/* ---- What it is relative to ------------------------------------------------------------------------------------------ */

static void clear_relative(vv_motion_channel *channel)
{
    channel->secondary = VV_SECONDARY_NONE;
    channel->target = channel->relative_group = 0;
    channel->relative = (vv_context){.extent = VV_EXTENT_NONE};
}

void vvi_read_relative(vvi_reader *r, const vv_json *object, vv_motion_channel *channel)
{
    static const char *const external[] = {"target", NULL}, *const bodies[] = {"select", "group", NULL};
    bool reset;
    const vv_json *relative = vvi_optional(object, "relative", &reset);
    if (relative || reset)
        clear_relative(channel);
    if (!relative || !vvi_is(r, relative, VV_JSON_OBJECT))
        return;
    uint32_t which = vvi_one_of(r, relative, "target", "select");
    if (which == 0 && vvi_known_keys(r, relative, external, NULL)) {
        channel->secondary = VV_SECONDARY_EXTERNAL;
        vvi_whole_member(r, relative, "target", 0, 0, VV_MAX_TARGETS - 1, &channel->target);
    }
    if (which == 1 && vvi_known_keys(r, relative, bodies, NULL)) {
        channel->secondary = VV_SECONDARY_BODIES;
        vvi_read_context(r, vvi_member(relative, "select"), &channel->relative);
        vvi_whole_member(r, relative, "group", 0, 0, VV_MOTION_MAX_GROUPS, &channel->relative_group);
    }
}

/* ---- Branches ------------------------------------------------------------------------------------------------------- */

static void read_wish(vvi_reader *r, const vv_json *object, const char *key, vv_wish *wish)
{
    const vv_json *value = vvi_member(object, key);
    bool yes;
    if (value && vvi_bool(r, value, &yes))
        *wish = yes ? VV_WISH_YES : VV_WISH_NO;
}

/* true, false, or at least how many. */
static void read_branch_caps(vvi_reader *r, const vv_json *object, vv_branch *branch)
{
    if (!vvi_is(r, object, VV_JSON_OBJECT))
        return;
    if (object->count > VV_BRANCH_MAX_CAPS) {
        vvi_problem(r, object, VV_RULE_TOO_MANY, "remove some",
                    "a branch asks for %u caps, and at most %u are possible", object->count, VV_BRANCH_MAX_CAPS);
        return;
    }
    for (const vv_json *member = object->child; member && !vvi_stopped(r); member = member->next) {
        uint32_t i = branch->cap_count++;
        bool yes = true;
        branch->caps[i].least = 1;
        vvi_foreign_key(r, member, VV_CREATURE_NAME_BYTES, branch->caps[i].cap);
        if (member->kind == VV_JSON_NUMBER)
            vvi_whole(r, member, 1, VV_CREATURE_MAX_BODIES, &branch->caps[i].least);
        else
            vvi_bool(r, member, &yes);
        branch->caps[i].has = yes ? VV_WISH_YES : VV_WISH_NO;
    }
}

void vvi_read_branch(vvi_reader *r, const vv_json *object, vv_branch *branch)
{
    static const char *const keys[] = {"upright", "walks", "caps", NULL};
    *branch = (vv_branch){.upright = VV_WISH_ANY};
    if (!object || !vvi_known_keys(r, object, keys, NULL))
        return;
    const vv_json *caps = vvi_member(object, "caps");
    read_wish(r, object, "upright", &branch->upright);
    read_wish(r, object, "walks", &branch->walks);
    if (caps)
        read_branch_caps(r, caps, branch);
}

/* ---- For those who are not documents ------------------------------------------------------------------------------------ */

/* What one of the two readers makes of an object by itself. */
static vv_result read_alone(const vv_json_document *json, const vv_json *object, vv_context *context, vv_mode *mode,
                            vv_error *error)
{
    vv_problems problems = {.limit = 1};
    vvi_arena arena = {0};
    vvi_reader reader = {.json = json, .arena = &arena, .problems = &problems};
    if (context)
        vvi_read_context(&reader, object, context);
    if (mode)
        vvi_read_mode(&reader, object, mode);
    vv_result result = vvi_first_problem(&problems, error);
    vvi_arena_release(&arena);
    vv_problems_release(&problems);
    return result;
}

vv_result vv_project_read_context(const vv_json_document *json, const vv_json *object, vv_context *context,
                                  vv_error *error)
{
    return read_alone(json, object, context, NULL, error);
}

vv_result vv_project_read_mode(const vv_json_document *json, const vv_json *object, vv_mode *mode, vv_error *error)
{
    return read_alone(json, object, NULL, mode, error);
}
