/* Families: artworks that may turn into one another, and which parts of them answer to which. */
#include "author/document/puppets.h"
#include "author/document/schema.h"

#define FAMILY vv_project_family
#define LINK   vv_family_link

static const FAMILY *family_of(const vvi_scope *scope) { return vvi_scope_find(scope, &vvi_family_schema)->item; }

/* ---- Members: by the names of artworks --------------------------------------------------------------------------- */

static const vvi_schema_field member_fields[] = {
    {NULL, .kind = VVI_KIND_REFERENCE, .of.reference = VVI_TO(.noun = VVI_ARTWORK)}};
static const vvi_schema member_schema = {VVI_TABLE("member", uint32_t, member_fields)};
static const vvi_schema_list members = {
    VVI_ITEMS_OF(&member_schema, "members", VV_PUPPET_MAX_MEMBERS), .noun = VVI_MEMBER,
    .unique = "\"%s\" is here for the second time",
    .least = {1, VV_RULE_MEMBER, "name at least one artwork", "this family has no members"}};

static bool no_member(vvi_reader *r, const vv_json *value, const char *name, const vvi_scope *scope)
{
    if (vv_project_find_artwork(scope->project, name) == VV_NONE)
        return vvi_problem(r, value, VV_RULE_REFERENCE, "name one of this project", "there is no artwork \"%s\"", name);
    return vvi_problem(r, value, VV_RULE_MEMBER, "name one of its \"members\"", "\"%s\" is not a member of this family",
                       name);
}

static const vvi_schema_reference of_members = {.noun = VVI_MEMBER, .missing = no_member};

/* Removes the links of drawings that are no longer members. */
static void read_members(vvi_reader *r, const vv_json *list, const vvi_scope *scope)
{
    FAMILY *family = scope->item, before = *family;
    vvi_map map = {.old_count = before.member_count};
    const void *read;
    uint32_t count;
    vvi_schema_read_list(r, list, &members, scope, &count, &read);
    family->member_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t artwork = ((const uint32_t *)read)[i];
        if (artwork != VV_NONE && vv_project_find_member(family, artwork) == VV_NONE)
            family->members[family->member_count++] = artwork;
    }
    for (uint32_t i = 0; i < before.member_count; i++)
        map.to[i] = vv_project_find_member(family, before.members[i]);
    vvi_schema_remap(&(vvi_remapping){.noun = VVI_MEMBER, .map = &map}, scope);
}

static void write_members(vvi_writer *w, const char *name, const vvi_scope *scope)
{
    const FAMILY *family = scope->item;
    vv_json_write_array(w->json, name);
    for (uint32_t i = 0; i < family->member_count; i++)
        vv_json_write_string(w->json, NULL, scope->project->artworks[family->members[i]]->name);
    vv_json_write_end(w->json);
}

/* ---- Links ------------------------------------------------------------------------------------------------------- */

enum { HANDLES = 1u << 0, POINTS = 1u << 1 };

static const vv_project_artwork *end_artwork(const vvi_scope *scope, uint32_t end)
{
    return scope->project->artworks[family_of(scope)->members[((const LINK *)scope->item)->member[end]]];
}
static const vv_project_artwork *from_artwork(const vvi_scope *scope) { return end_artwork(scope, 0); }
static const vv_project_artwork *to_artwork(const vvi_scope *scope) { return end_artwork(scope, 1); }
static const vvi_schema_reference handles[2] = {
    {.noun = VVI_HANDLE, .artwork = from_artwork, .owned = true, .remedy = "name a handle of that artwork"},
    {.noun = VVI_HANDLE, .artwork = to_artwork, .owned = true, .remedy = "name a handle of that artwork"},
};

/* One for each end: handles, or points, as the key says. */
static void read_ends(vvi_reader *r, const vv_json *pair, const vvi_scope *scope)
{
    LINK *link = scope->item;
    if (!pair || !vvi_is(r, pair, VV_JSON_ARRAY))
        return;
    if (pair->count != 2) {
        vvi_problem(r, pair, VV_RULE_KIND, "write one for \"from\" and one for \"to\"",
                    "this list has %u entries where 2 must be", pair->count);
        return;
    }
    for (const vv_json *end = pair->child; end && !vvi_stopped(r); end = end->next) {
        float point[2];
        if (link->points && vvi_numbers(r, end, 2, VV_PROJECT_FAR, point))
            link->at[end->index] = (vv_vec2){point[0], point[1]};
        if (!link->points)
            vvi_schema_read_reference(r, end, &handles[end->index], scope, &link->handle[end->index]);
    }
}

static void write_ends(vvi_writer *w, const char *name, const vvi_scope *scope)
{
    const LINK *link = scope->item;
    vv_json_write_array(w->json, name);
    for (uint32_t i = 0; i < 2; i++) {
        if (link->points)
            vvi_write_vec2(w, NULL, link->at[i]);
        else
            vv_json_write_string(w->json, NULL, end_artwork(scope, i)->handles[link->handle[i]].name);
    }
    vv_json_write_end(w->json);
}

static bool links_two(const vvi_scope *scope)
{
    const LINK *link = scope->item;
    return link->member[0] != VV_NONE && link->member[1] != VV_NONE && link->member[0] != link->member[1];
}

static void check_ends(vvi_reader *r, const vv_json *object, const vvi_scope *scope)
{
    const LINK *link = scope->item;
    if (link->member[0] == link->member[1])
        vvi_problem(r, object, VV_RULE_MEMBER, "name two different members", "this links a drawing to itself");
}

static void refuse_keep(vvi_reader *r, const vv_json *member, const vvi_scope *scope)
{
    vvi_refuse_key(r, member->parent, scope->field->key, "a link of points", "remove it, or link handles");
}

static const char *const end_keys[] = {"handles", "points", NULL};
static const vvi_schema_choice ends = {.keys = end_keys};
static const vvi_schema_custom handle_pair = {read_ends, write_ends, NULL, VVI_DOC_TYPE("readonly [string, string]")};
static const vvi_schema_custom point_pair = {
    read_ends, write_ends, NULL, VVI_DOC_TYPE("readonly [readonly [number, number], readonly [number, number]]")};
static const vvi_schema_field link_fields[] = {
    {"from", VVI_REFERENCE(LINK, member[0], &of_members), .presence = VVI_REQUIRED, .flags = VVI_ESSENTIAL,
     VVI_DOC("", "a member")},
    {"to", VVI_REFERENCE(LINK, member[1], &of_members), .presence = VVI_REQUIRED, .flags = VVI_ESSENTIAL,
     VVI_DOC("", "another")},
    {NULL, VVI_CHOICE(LINK, points, 0, &ends), .flags = VVI_ESSENTIAL},
    {"handles", VVI_CUSTOM(&handle_pair), .presence = VVI_ALWAYS, .only = HANDLES, .flags = VVI_GUARDED | VVI_ABSENT,
     VVI_DOC("", "one of each, in that order: `[\"head\", \"snout\"]`")},
    {"points", VVI_CUSTOM(&point_pair), .presence = VVI_ALWAYS, .only = POINTS, .flags = VVI_GUARDED | VVI_ABSENT,
     VVI_DOC("", "at rest, one of each, in that order: `[[0, 1], [0.2, 0.8]]`")},
    {"keep", VVI_WORD_SET(LINK, parts, &vvi_part_set), .only = HANDLES, .flags = VVI_GUARDED | VVI_ABSENT,
     VVI_DOC("", "of handles: which parts answer")},
    {NULL, VVI_REFERENCE(LINK, handle[0], &handles[0]), .only = HANDLES},
    {NULL, VVI_REFERENCE(LINK, handle[1], &handles[1]), .only = HANDLES},
};
static const LINK link_defaults = {{VV_NONE, VV_NONE}, .parts = VV_PART_POSITION};
static const vvi_schema link_schema = {VVI_TABLE("link", LINK, link_fields),
                                       .flags = VVI_SCHEMA_ONE_LINE,
                                       .defaults = &link_defaults,
                                       .tag = offsetof(LINK, points),
                                       .tag_size = sizeof(bool),
                                       .guard = links_two,
                                       .refuse = refuse_keep,
                                       .whole = check_ends};

static bool same_end(const LINK *a, uint32_t i, const LINK *b, uint32_t j)
{
    if (a->member[i] != b->member[j])
        return false;
    return a->points ? a->at[i].x == b->at[j].x && a->at[i].y == b->at[j].y : a->handle[i] == b->handle[j];
}

bool vvi_same_link(const vv_family_link *a, const vv_family_link *b)
{
    return a->points == b->points &&
           ((same_end(a, 0, b, 0) && same_end(a, 1, b, 1)) || (same_end(a, 0, b, 1) && same_end(a, 1, b, 0)));
}

static void check_repeated(vvi_reader *r, const vv_json *json, const vvi_scope *scope)
{
    const LINK *links = scope->list, *link = scope->item;
    bool chosen = !vvi_member(json, "handles") != !vvi_member(json, "points");
    for (uint32_t i = 0; links_two(scope) && chosen && i < scope->index; i++) {
        if (vvi_same_link(&links[i], link)) {
            vvi_problem(r, json, VV_RULE_REPEATED, "remove one", "link %u joins the same two", i);
            return;
        }
    }
}

static const vvi_schema_list links = {VVI_ITEMS_OF(&link_schema, "links", VV_PROJECT_MAX_LINKS),
                                      .check = check_repeated};

bool vvi_read_link(vvi_reader *r, const vv_json *object, vvi_keys address, const vv_project *project,
                   const vv_project_family *family, vv_family_link *link)
{
    vvi_scope outer = vvi_scope_of(&vvi_family_schema, project, family);
    vvi_scope scope = vvi_scope_of(&link_schema, project, link);
    uint32_t before = r->problems->errors;
    scope.outer = &outer;
    *link = link_defaults;
    vvi_schema_read(r, object, address, &scope);
    return r->problems->errors == before && !vvi_stopped(r);
}

/* ---- Families ---------------------------------------------------------------------------------------------------- */

static void warn_family(vvi_reader *r, const vv_json *json, const vvi_scope *scope)
{
    const FAMILY *family = scope->item;
    for (uint32_t i = 0; i < family->member_count && family->member_count > 1 && !vvi_stopped(r); i++) {
        bool linked = false;
        for (uint32_t l = 0; l < family->link_count; l++)
            linked = linked || family->links[l].member[0] == i || family->links[l].member[1] == i;
        if (!linked)
            vvi_problem(r, json, VV_RULE_NO_LINKS, "add links, or remove it from \"members\"",
                        "nothing links \"%s\" to another member, so nothing turns into it",
                        scope->project->artworks[family->members[i]]->name);
    }
}

static const vvi_schema_custom member_names = {read_members, write_members, NULL, VVI_DOC_TYPE("readonly string[]")};
static const vvi_schema_field family_fields[] = {
    {"name", VVI_NAME(FAMILY, name), .presence = VVI_REQUIRED, VVI_DOC("", "")},
    {"members", VVI_CUSTOM(&member_names), .presence = VVI_REQUIRED, VVI_DOC("", "artworks")},
    {"links", VVI_LIST(FAMILY, link_count, links, vv_family_link, &links),
     VVI_DOC("", "what answers to what; between two members without a link nothing passes")},
    {"lambda", VVI_NUMBER(FAMILY, lambda, 1e-6f, 1e3f),
     VVI_DOC_SLIDER("", "weight of the drawing's own shape against the links", 1e-4, 10.0, true)},
    {"margin", VVI_NUMBER(FAMILY, margin, 0.0f, 0.99f),
     VVI_DOC("", "how much less energy the other must have, as a share")},
    {"pause", VVI_NUMBER(FAMILY, pause, 0.0f, VV_CLIP_MAX_TIME),
     VVI_DOC_SLIDER("s", "between two changes", 0.0, 3.0, false)},
    {"fade", VVI_NUMBER(FAMILY, fade, 0.0f, VV_CLIP_MAX_TIME),
     VVI_DOC_SLIDER("s", "over which the drawn one passes into the other", 0.0, 1.0, false)},
    {NULL, VVI_INLINE_LIST(FAMILY, member_count, members, uint32_t, &members), .presence = VVI_REQUIRED},
};
/* The defaults of the file, which must stay what they are; a test compares them with the runtime's. */
static const FAMILY family_defaults = {.lambda = 0.01f, .margin = 0.3f, .pause = 0.2f};
const vvi_schema vvi_family_schema = {VVI_TABLE("family", FAMILY, family_fields), .flags = VVI_SCHEMA_NOUN,
                                      .defaults = &family_defaults, .warn = warn_family};
