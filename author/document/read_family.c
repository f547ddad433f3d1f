/* Families out of JSON: artworks that may turn into one another, and which parts of them answer to which. */
#include "author/document/puppets.h"

static const char *const part_words[] = {"position", "angle", "scale", NULL};

vvi_keys vvi_part_words(void) { return part_words; }

/* The defaults of the file, which must stay what they are; a test compares them with the runtime's. */
vv_project_family vvi_default_family(void)
{
    return (vv_project_family){.lambda = 0.01f, .margin = 0.3f, .pause = 0.2f};
}

uint32_t vvi_artwork_value(vvi_reader *r, const vv_json *value, const vv_project *project)
{
    return vvi_listed_value(r, value, project, vv_project_find_artwork, "artwork");
}

void vvi_parts_member(vvi_reader *r, const vv_json *object, uint32_t *parts)
{
    const vv_json *list = vvi_member(object, "keep");
    *parts = VV_PART_POSITION;
    if (!list || !vvi_is(r, list, VV_JSON_ARRAY))
        return;
    *parts = 0;
    for (const vv_json *item = list->child; item && !vvi_stopped(r); item = item->next) {
        uint32_t word;
        if (!vvi_word(r, item, part_words, "write \"position\", \"angle\" or \"scale\"", &word))
            continue;
        if (*parts >> word & 1u)
            vvi_problem(r, item, VV_RULE_REPEATED, "remove one", "\"%s\" is here for the second time",
                        part_words[word]);
        *parts |= 1u << word;
    }
    if (list->count == 0)
        vvi_problem(r, list, VV_RULE_PARTS, "name one of \"position\", \"angle\" and \"scale\", or leave out \"keep\"",
                    "this keeps nothing");
}

uint32_t vvi_one_of(vvi_reader *r, const vv_json *object, const char *first, const char *second)
{
    bool one = vvi_member(object, first) != NULL, other = vvi_member(object, second) != NULL;
    if (one != other)
        return one ? 0 : 1;
    vvi_problem(r, object, VV_RULE_ONE_OF, "give one of them", "this has %s of \"%s\" and \"%s\"",
                one ? "both" : "neither", first, second);
    return 2;
}

/* ---- Links ---------------------------------------------------------------------------------------------------------- */

static uint32_t read_member(vvi_reader *r, const vv_json *object, const char *key, const vv_project *project,
                            const vv_project_family *family)
{
    const vv_json *value = vvi_required(r, object, key);
    uint32_t artwork = value ? vvi_artwork_value(r, value, project) : VV_NONE;
    uint32_t member = artwork == VV_NONE ? VV_NONE : vv_project_find_member(family, artwork);
    if (artwork != VV_NONE && member == VV_NONE)
        vvi_problem(r, value, VV_RULE_MEMBER, "name one of its \"members\"", "\"%s\" is not a member of this family",
                    value->string);
    return member;
}

static bool is_pair(vvi_reader *r, const vv_json *list)
{
    if (!vvi_is(r, list, VV_JSON_ARRAY))
        return false;
    return list->count == 2 || vvi_problem(r, list, VV_RULE_KIND, "write one for \"from\" and one for \"to\"",
                                           "this list has %u entries where 2 must be", list->count);
}

static void read_ends(vvi_reader *r, const vv_json *object, const vv_project *project, const vv_project_family *family,
                      vv_family_link *link)
{
    const vv_json *pair = vvi_member(object, link->points ? "points" : "handles");
    for (const vv_json *item = is_pair(r, pair) ? pair->child : NULL; item && !vvi_stopped(r); item = item->next) {
        float point[2] = {0.0f, 0.0f};
        if (link->points && vvi_numbers(r, item, 2, VV_PROJECT_FAR, point))
            link->at[item->index] = (vv_vec2){point[0], point[1]};
        if (!link->points)
            link->handle[item->index] =
                vvi_handle_value(r, item, project->artworks[family->members[link->member[item->index]]]);
    }
}

bool vvi_read_link(vvi_reader *r, const vv_json *object, vvi_keys address, const vv_project *project,
                   const vv_project_family *family, vv_family_link *link)
{
    static const char *const keys[] = {"from", "to", "handles", "keep", "points", NULL};
    *link = (vv_family_link){{VV_NONE, VV_NONE}, .parts = VV_PART_POSITION};
    if (!vvi_known_keys(r, object, keys, address))
        return false;
    link->member[0] = read_member(r, object, "from", project, family);
    link->member[1] = read_member(r, object, "to", project, family);
    uint32_t which = vvi_one_of(r, object, "handles", "points");
    if (link->member[0] == VV_NONE || link->member[1] == VV_NONE || which == 2)
        return false;
    if (link->member[0] == link->member[1])
        return vvi_problem(r, object, VV_RULE_MEMBER, "name two different members", "this links a drawing to itself");
    link->points = which == 1;
    if (link->points)
        vvi_refuse_key(r, object, "keep", "a link of points", "remove it, or link handles");
    else
        vvi_parts_member(r, object, &link->parts);
    read_ends(r, object, project, family, link);
    return !vvi_stopped(r);
}

static bool same_end(const vv_family_link *a, uint32_t i, const vv_family_link *b, uint32_t j)
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

static void read_links(vvi_reader *r, const vv_json *list, const vv_project *project, vv_project_family *family)
{
    uint32_t count = vvi_list(r, list, VV_PROJECT_MAX_LINKS, "links");
    vv_family_link *links = vvi_take(r, count, sizeof *links);
    if (!links)
        return;
    for (const vv_json *item = count ? list->child : NULL; item && !vvi_stopped(r); item = item->next) {
        bool good = vvi_read_link(r, item, NULL, project, family, &links[item->index]);
        for (uint32_t i = 0; good && i < item->index; i++) {
            if (vvi_same_link(&links[i], &links[item->index]))
                good = vvi_problem(r, item, VV_RULE_REPEATED, "remove one", "link %u joins the same two", i);
        }
    }
    family->links = links;
    family->link_count = count;
}

/* ---- Families ------------------------------------------------------------------------------------------------------- */

/* Links of those who are members no more go; the family is the state's own. */
static void follow_members(const vv_project_family *before, vv_project_family *family)
{
    vv_family_link *links = (vv_family_link *)family->links;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < family->link_count; i++) {
        vv_family_link link = links[i];
        for (int end = 0; end < 2; end++)
            link.member[end] = vv_project_find_member(family, before->members[link.member[end]]);
        if (link.member[0] != VV_NONE && link.member[1] != VV_NONE)
            links[kept++] = link;
    }
    family->link_count = kept;
}

static void read_members(vvi_reader *r, const vv_json *list, const vv_project *project, vv_project_family *family)
{
    vv_project_family before = *family;
    uint32_t count = vvi_list(r, list, VV_PUPPET_MAX_MEMBERS, "members");
    if (list->kind == VV_JSON_ARRAY && list->count == 0)
        vvi_problem(r, list, VV_RULE_MEMBER, "name at least one artwork", "this family has no members");
    family->member_count = 0;
    for (const vv_json *item = count ? list->child : NULL; item && !vvi_stopped(r); item = item->next) {
        uint32_t artwork = vvi_artwork_value(r, item, project);
        if (artwork == VV_NONE)
            continue;
        if (vv_project_find_member(family, artwork) != VV_NONE)
            vvi_problem(r, item, VV_RULE_REPEATED, "remove one", "\"%s\" is here for the second time", item->string);
        else
            family->members[family->member_count++] = artwork;
    }
    follow_members(&before, family);
}

void vvi_read_family(vvi_reader *r, const vv_json *object, vvi_keys address, const vv_project *project,
                     vv_project_family *family)
{
    static const char *const keys[] = {"members", "links", "lambda", "margin", "pause", "fade", NULL};
    vv_project_family usual = vvi_default_family();
    bool editing = r->editing, reset;
    vvi_known_keys(r, object, keys, address);
    if (object->kind != VV_JSON_OBJECT)
        return;
    const vv_json *members = vvi_required(r, object, "members"), *links = vvi_optional(object, "links", &reset);
    r->editing = false; /* lists that are given are given whole */
    if (members)
        read_members(r, members, project, family);
    if (reset)
        family->link_count = 0;
    if (links && !vvi_stopped(r))
        read_links(r, links, project, family);
    r->editing = editing;
    vvi_float_member(r, object, "lambda", usual.lambda, 1e-6f, 1e3f, &family->lambda);
    vvi_float_member(r, object, "margin", usual.margin, 0.0f, 0.99f, &family->margin);
    vvi_float_member(r, object, "pause", usual.pause, 0.0f, VV_CLIP_MAX_TIME, &family->pause);
    vvi_float_member(r, object, "fade", usual.fade, 0.0f, VV_CLIP_MAX_TIME, &family->fade);
}
