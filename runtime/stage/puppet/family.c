/* Families: drawings that may turn into one another, and the links between them (section 3.3 of "Artist-Directed
 * Dynamics for 2D Animation"). */
#include "runtime/stage/puppet/family.h"

#include <string.h>

vv_family_def vv_default_family_def(void) { return (vv_family_def){.lambda = 0.01f, .margin = 0.3f, .pause = 0.2f}; }

/* ---- Checking ---------------------------------------------------------------------------------------------------- */

static bool is_within(float value, float low, float high) { return value >= low && value <= high; }

static vv_result check_members(const vv_family_def *def, vv_error *error)
{
    if (def->member_count == 0 || def->member_count > VV_PUPPET_MAX_MEMBERS)
        return vvi_fail(error, VV_ERROR_LIMIT, "a family has 1 to %u members, not %u", VV_PUPPET_MAX_MEMBERS,
                        def->member_count);
    for (uint32_t i = 0; i < def->member_count; i++) {
        if (!def->members[i])
            return vvi_fail(error, VV_ERROR_ARGUMENT, "member %u of the family has no puppet", i);
        for (uint32_t k = 0; k < i; k++)
            if (def->members[k] == def->members[i])
                return vvi_fail(error, VV_ERROR_ARGUMENT, "members %u and %u of the family are the same puppet", k, i);
    }
    return VV_OK;
}

static vv_result check_link(const vv_family_def *def, uint32_t index, vv_error *error)
{
    const vv_family_link *link = &def->links[index];
    if (link->member[0] >= def->member_count || link->member[1] >= def->member_count ||
        link->member[0] == link->member[1])
        return vvi_fail(error, VV_ERROR_ARGUMENT, "link %u of the family is not between two of its members", index);
    if (link->points) {
        if (!vvi_all_finite(&link->at[0].x, 2) || !vvi_all_finite(&link->at[1].x, 2))
            return vvi_fail(error, VV_ERROR_ARGUMENT, "a point of link %u of the family is not finite", index);
        return VV_OK;
    }
    for (uint32_t side = 0; side < 2; side++)
        if (link->handle[side] >= vv_puppet_handle_count(def->members[link->member[side]]))
            return vvi_fail(error, VV_ERROR_ARGUMENT, "link %u of the family: member %u has no handle %u", index,
                            link->member[side], link->handle[side]);
    if (link->parts == 0 || link->parts > VV_PART_ALL)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "link %u of the family links none of position, angle and scale",
                        index);
    return VV_OK;
}

vv_result vvi_family_check(const vv_family_def *def, vv_error *error)
{
    vv_result result = check_members(def, error);
    if (result != VV_OK)
        return result;
    if (def->link_count > VV_PUPPET_MAX_LINKS)
        return vvi_fail(error, VV_ERROR_LIMIT, "the family has %u links; at most %u are allowed", def->link_count,
                        VV_PUPPET_MAX_LINKS);
    for (uint32_t i = 0; i < def->link_count && result == VV_OK; i++)
        result = vvi_prefix_error_path(check_link(def, i, error), error, "links[%u]", i);
    if (result != VV_OK)
        return result;
    if (!is_within(def->lambda, 1e-6f, 1e6f) || !is_within(def->margin, 0.0f, 0.99f) ||
        !is_within(def->pause, 0.0f, 1e6f) || !is_within(def->fade, 0.0f, 1e6f))
        return vvi_fail(error, VV_ERROR_ARGUMENT,
                        "the family's lambda must be in 1e-6…1e6, margin in 0…0.99, pause and fade in 0…1e6");
    return VV_OK;
}

/* ---- Creation ---------------------------------------------------------------------------------------------------- */

static uint32_t nearest_vertex(const vvi_puppet_view *p, vv_vec2 at)
{
    uint32_t best = 0;
    for (uint32_t i = 1; i < p->vertex_count; i++)
        if (vv_vec2_distance(p->positions[i], at) < vv_vec2_distance(p->positions[best], at))
            best = i;
    return best;
}

static vvi_family_link resolve_link(const vv_family *f, const vv_family_link *link)
{
    vvi_family_link out = {.parts = link->points ? 0 : link->parts};
    for (uint32_t side = 0; side < 2; side++) {
        out.member[side] = link->member[side];
        out.at[side] =
            link->points ? nearest_vertex(&f->members[link->member[side]], link->at[side]) : link->handle[side];
    }
    return out;
}

vv_result vv_family_create(const vv_family_def *def, const vv_allocator *allocator, vv_family **out, vv_error *error)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(def != NULL);
    VV_ASSERT(out != NULL);
    VVI_ASSERT_ARRAY(def->members, def->member_count);
    VVI_ASSERT_ARRAY(def->links, def->link_count);
    vv_result result = vvi_family_check(def, error);
    if (result != VV_OK)
        return result;
    uint64_t cursor = sizeof(vv_family);
    uint64_t members = vvi_section(&cursor, def->member_count, sizeof(vvi_puppet_view));
    uint64_t links = vvi_section(&cursor, def->link_count, sizeof(vvi_family_link));
    uint8_t *bytes = vvi_allocate_zeroed(allocator, (size_t)cursor, 1);
    if (!bytes)
        return vvi_fail_memory(error, (size_t)cursor);
    vv_family *f = (vv_family *)(void *)bytes;
    *f = (vv_family){.byte_count = (size_t)cursor,
                     .member_count = def->member_count,
                     .link_count = def->link_count,
                     .lambda = def->lambda,
                     .margin = def->margin,
                     .pause = def->pause,
                     .fade = def->fade,
                     .members = (vvi_puppet_view *)(void *)(bytes + members),
                     .links = (vvi_family_link *)(void *)(bytes + links)};
    for (uint32_t i = 0; i < def->member_count; i++)
        f->members[i] = vvi_puppet_open(def->members[i]);
    for (uint32_t i = 0; i < def->link_count; i++)
        f->links[i] = resolve_link(f, &def->links[i]);
    *out = f;
    return VV_OK;
}

void vv_family_destroy(vv_family *family, const vv_allocator *allocator)
{
    if (family)
        vvi_release(allocator, family, family->byte_count, 1);
}

/* ---- Queries ----------------------------------------------------------------------------------------------------- */

uint32_t vv_family_member_count(const vv_family *family)
{
    VV_ASSERT(family != NULL);
    return family->member_count;
}

const vv_puppet *vv_family_member(const vv_family *family, uint32_t member)
{
    VV_ASSERT(family != NULL);
    return member < family->member_count ? family->members[member].puppet : NULL;
}

uint32_t vvi_family_find(const vv_family *family, const vv_puppet *puppet)
{
    for (uint32_t i = 0; i < family->member_count; i++)
        if (family->members[i].puppet == puppet)
            return i;
    return VV_NONE;
}

/* The side of a link that member a is on if b is on the other; VV_NONE: the link is not between them. */
static uint32_t side_of(const vvi_family_link *link, uint32_t a, uint32_t b)
{
    for (uint32_t side = 0; side < 2; side++)
        if (link->member[side] == a && link->member[1 - side] == b)
            return side;
    return VV_NONE;
}

bool vvi_family_is_linked(const vv_family *family, uint32_t a, uint32_t b)
{
    for (uint32_t i = 0; i < family->link_count; i++)
        if (side_of(&family->links[i], a, b) != VV_NONE)
            return true;
    return false;
}

/* Where a link leads from a handle of member `from`; VV_NONE: it does not begin there. */
static uint32_t follow_link(const vvi_family_link *link, uint32_t from, uint32_t handle, uint32_t parts, uint32_t *to)
{
    for (uint32_t side = 0; side < 2; side++)
        if (link->member[side] == from && link->at[side] == handle && (link->parts & parts)) {
            *to = link->member[1 - side];
            return link->at[1 - side];
        }
    return VV_NONE;
}

/* Breadth first; the first handle of a member that is reached counts. */
uint32_t vvi_family_handle(const vv_family *family, uint32_t from, uint32_t to, uint32_t handle, uint32_t parts)
{
    struct {
        uint32_t member, handle, parts;
    } queue[VV_PUPPET_MAX_MEMBERS] = {{from, handle, parts}};
    uint32_t visited = 1u << from, count = 1, next = VV_NONE;
    for (uint32_t k = 0; k < count && queue[k].member != to; k++)
        for (uint32_t i = 0; i < family->link_count; i++) {
            uint32_t reached = follow_link(&family->links[i], queue[k].member, queue[k].handle, queue[k].parts, &next);
            if (reached == VV_NONE || visited >> next & 1u)
                continue;
            VVI_CHECK(count < VV_PUPPET_MAX_MEMBERS);
            queue[count].member = next;
            queue[count].handle = reached;
            queue[count++].parts = queue[k].parts & family->links[i].parts;
            visited |= 1u << next;
        }
    for (uint32_t k = 0; k < count; k++)
        if (queue[k].member == to)
            return queue[k].handle;
    return VV_NONE;
}

uint32_t vvi_family_stride(const vv_family *family)
{
    uint32_t max = 0;
    for (uint32_t i = 0; i < family->member_count; i++)
        max = family->members[i].stride > max ? family->members[i].stride : max;
    return max;
}

/* Two rows for a point or a position, one for an angle, two for scales. */
static uint32_t link_row_count(const vvi_family_link *link)
{
    if (link->parts == 0)
        return 2;
    return (link->parts & VV_PART_POSITION ? 2u : 0u) + (link->parts & VV_PART_ANGLE ? 1u : 0u) +
           (link->parts & VV_PART_SCALE ? 2u : 0u);
}

uint32_t vvi_family_row_count(const vv_family *family)
{
    uint32_t max = 0;
    for (uint32_t a = 0; a < family->member_count; a++)
        for (uint32_t b = 0; b < family->member_count; b++) {
            uint32_t count = 0;
            for (uint32_t i = 0; i < family->link_count; i++)
                if (side_of(&family->links[i], a, b) != VV_NONE)
                    count += link_row_count(&family->links[i]);
            max = count > max ? count : max;
        }
    return max;
}
