/* Reads creature files (docs/format.md, "Creature files"). The first problem is reported with line, JSON path and the
 * body's name. */
#include "plan_file.h"

#include <string.h>

static const char *const file_keys[] = {"format", "version", "name", "colours", "caps", "deforms", "bodies", NULL};
static const char *const body_keys[] = {"name", "parent", "place",  "turn", "centre",  "low",
                                        "high", "tip",    "radius", "caps", "deforms", NULL};
static const char *const color_keys[] = {"skin", "back", "belly", "eyes", NULL};

typedef struct plan_reader {
    const vv_json_document *document;
    const char *file;
    vv_error *error;
    vv_creature_plan plan;
    vvi_arena arena;
    const vv_json **sources; /* [body_count] as in the file, then in the plan's order */
    const vv_json **parents; /* [body_count] as in the file: the member "parent", or NULL */
    bool failed;
} plan_reader;

/* ---- Single values --------------------------------------------------------------------------------------------- */

/* Records an error unless one is recorded already; always returns false. */
static bool fail(plan_reader *r, const vv_json *at, vv_result code, const char *remedy, const char *message,
                 const char *name)
{
    if (!r->failed) {
        vv_json_fail(r->document, at, r->error, code, message, name);
        vvi_error_remedy(r->error, "%s", remedy);
    }
    r->failed = true;
    return false;
}

static bool out_of_memory(plan_reader *r)
{
    if (!r->failed)
        vvi_fail_memory(r->error, sizeof(vv_plan_body));
    return !(r->failed = true);
}

static bool is_kind(plan_reader *r, const vv_json *value, vv_json_kind kind)
{
    static const char *const names[] = {"null",          "false",           "true", "a number", "a text in quotes",
                                        "a list in [ ]", "an object in { }"};
    return value->kind == kind ||
           fail(r, value, VV_ERROR_FORMAT, "docs/format.md describes each key", "this must be %s", names[kind]);
}

static bool check_keys(plan_reader *r, const vv_json *object, const char *const *keys)
{
    if (!is_kind(r, object, VV_JSON_OBJECT))
        return false;
    for (const vv_json *member = object->child; member; member = member->next) {
        const char *const *key = keys;
        while (*key && strcmp(*key, member->name) != 0)
            key++;
        if (!*key)
            return fail(r, member, VV_ERROR_FORMAT, "check its spelling, or remove it",
                        "\"%s\" is not a key that belongs here", member->name);
    }
    return true;
}

static const vv_json *require_member(plan_reader *r, const vv_json *object, const char *key)
{
    const vv_json *member = vv_json_member(object, key);
    if (!member)
        fail(r, object, VV_ERROR_FORMAT, "add it", "\"%s\" is missing", key);
    return member;
}

/* Reads out[count]; leaves it unchanged if there is no such member. */
static bool read_numbers(plan_reader *r, const vv_json *object, const char *key, uint32_t count, float *out)
{
    const vv_json *list = vv_json_member(object, key);
    if (!list)
        return true;
    if (!is_kind(r, list, VV_JSON_ARRAY))
        return false;
    if (list->count != count)
        return fail(r, list, VV_ERROR_FORMAT, "docs/format.md gives its size", "\"%s\" has the wrong number of values",
                    key);
    for (const vv_json *item = list->child; item; item = item->next) {
        if (!is_kind(r, item, VV_JSON_NUMBER))
            return false;
        if (!(item->number >= -(double)VV_CREATURE_MAX_LENGTH && item->number <= (double)VV_CREATURE_MAX_LENGTH))
            return fail(r, item, VV_ERROR_ARGUMENT, "lengths are in metres", "\"%s\" is not between -1000 and 1000",
                        key);
        out[item->index] = (float)item->number + 0.0f;
    }
    return true;
}

static bool read_name(plan_reader *r, const vv_json *value, char out[VV_CREATURE_NAME_BYTES])
{
    if (!is_kind(r, value, VV_JSON_STRING))
        return false;
    if (!vvi_is_name_valid(value->string, VV_CREATURE_NAME_BYTES))
        return fail(r, value, VV_ERROR_ARGUMENT, "choose 1 to 63 bytes without control characters",
                    "\"%s\" is not a valid name", value->string);
    vvi_format(out, VV_CREATURE_NAME_BYTES, "%s", value->string);
    return true;
}

static bool read_color(plan_reader *r, const vv_json *object, const char *key, uint32_t *out)
{
    const vv_json *value = vv_json_member(object, key);
    if (!value)
        return true;
    if (!is_kind(r, value, VV_JSON_STRING))
        return false;
    const char *text = value->string;
    uint32_t color = 0, digits = 0;
    for (; text[0] == '#' && digits < 6; digits++) {
        char c = text[digits + 1];
        uint32_t digit = c >= '0' && c <= '9'   ? (uint32_t)(c - '0')
                         : c >= 'a' && c <= 'f' ? (uint32_t)(c - 'a' + 10)
                         : c >= 'A' && c <= 'F' ? (uint32_t)(c - 'A' + 10)
                                                : 16u;
        if (digit == 16u)
            break;
        color = color << 4 | digit;
    }
    if (digits < 6 || text[7] != '\0')
        return fail(r, value, VV_ERROR_FORMAT, "write #RRGGBB", "\"%s\" is not a colour", text);
    *out = 0xff000000u | (color & 255u) << 16 | (color & 0xff00u) | color >> 16;
    return true;
}

/* ---- Lists of names -------------------------------------------------------------------------------------------- */

static uint32_t find_name(uint32_t count, char (*names)[VV_CREATURE_NAME_BYTES], const char *name)
{
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    return VV_NONE;
}

/* Reads the names that a creature declares itself: caps and deforms. */
static bool read_names(plan_reader *r, const vv_json *root, const char *key, uint32_t most, uint32_t *count,
                       char (**names)[VV_CREATURE_NAME_BYTES])
{
    const vv_json *list = vv_json_member(root, key);
    if (!list || (is_kind(r, list, VV_JSON_ARRAY) && list->count == 0))
        return true;
    if (r->failed)
        return false;
    if (list->count > most)
        return fail(r, list, VV_ERROR_LIMIT, "remove some", "there are too many %s", key);
    *names = vvi_allocate_zeroed(r->plan.allocator, list->count, sizeof **names);
    if (!*names)
        return out_of_memory(r);
    *count = list->count;
    for (const vv_json *item = list->child; item; item = item->next) {
        bool known = false;
        if (!read_name(r, item, (*names)[item->index]))
            return false;
        for (uint32_t cap = 0; cap < VV_CAP_OWN && key[0] == 'c'; cap++)
            known = known || strcmp(vv_cap_name(cap), item->string) == 0;
        if (known || find_name(item->index, *names, item->string) != VV_NONE)
            return fail(r, item, VV_ERROR_FORMAT, "remove one of the two", "\"%s\" already exists", item->string);
    }
    return true;
}

static uint32_t find_cap(const vv_creature_plan *plan, const char *name)
{
    for (uint32_t cap = 0; cap < VV_CAP_OWN; cap++)
        if (strcmp(vv_cap_name(cap), name) == 0)
            return cap;
    uint32_t own = find_name(plan->own_cap_count, plan->own_caps, name);
    return own == VV_NONE ? VV_NONE : VV_CAP_OWN + own;
}

static uint32_t find_deform(const vv_creature_plan *plan, const char *name)
{
    return find_name(plan->deform_count, plan->deforms, name);
}

/* A set that a body lists by names: caps, deforms. */
typedef struct name_set {
    const char *key, *message, *remedy; /* the message where a name is of none */
    uint32_t (*find)(const vv_creature_plan *plan, const char *name);
} name_set;

static const name_set cap_set = {"caps", "there is no cap \"%s\"",
                                 "check its spelling, or add it to \"caps\" of the creature", find_cap};
static const name_set deform_set = {"deforms", "there is no deform \"%s\"",
                                    "check its spelling, or add it to \"deforms\" of the creature", find_deform};

/* Sets a bit for each name. */
static bool read_name_set(plan_reader *r, const vv_json *object, const name_set *set, uint64_t *bits)
{
    const vv_json *list = vv_json_member(object, set->key);
    if (!list)
        return true;
    if (!is_kind(r, list, VV_JSON_ARRAY))
        return false;
    for (const vv_json *item = list->child; item; item = item->next) {
        if (!is_kind(r, item, VV_JSON_STRING))
            return false;
        uint32_t found = set->find(&r->plan, item->string);
        if (found == VV_NONE)
            return fail(r, item, VV_ERROR_NOT_FOUND, set->remedy, set->message, item->string);
        *bits |= (uint64_t)1 << found;
    }
    return true;
}

/* ---- Bodies ---------------------------------------------------------------------------------------------------- */

static bool check_body(plan_reader *r, const vv_json *object, vv_plan_body *body)
{
    const vv_creature_body *b = &body->body;
    float size = vv_quat_dot(b->rotation, b->rotation);
    if (!(fabsf(size - 1.0f) < 1e-3f))
        return fail(r, vv_json_member(object, "turn"), VV_ERROR_ARGUMENT, "divide it by its length",
                    "the turn of \"%s\" is not a unit quaternion", body->name);
    if (!(fabsf(size - 1.0f) < 1e-6f))
        body->body.rotation = vv_quat_normalize(b->rotation);
    vv_vec3 extent = vv_vec3_sub(b->high, b->low);
    if (!(extent.x >= 0.0f && extent.y >= 0.0f && extent.z >= 0.0f))
        return fail(r, vv_json_member(object, "low"), VV_ERROR_ARGUMENT, "\"low\" must not be above \"high\"",
                    "the bounds of \"%s\" are inverted", body->name);
    if (!(vv_vec3_length(extent) > 0.0f))
        return fail(r, vv_json_member(object, "low"), VV_ERROR_ARGUMENT, "give it bounds", "\"%s\" has no size",
                    body->name);
    if (!(body->radius[0] >= 0.0f && body->radius[1] >= 0.0f))
        return fail(r, vv_json_member(object, "radius"), VV_ERROR_ARGUMENT, "radii are 0 or more",
                    "a radius of \"%s\" is negative", body->name);
    return true;
}

static bool read_body(plan_reader *r, const vv_json *object, vv_plan_body *body)
{
    const vv_json *name, *place, *low, *high;
    *body = (vv_plan_body){.body = {.parent = VV_NONE, .rotation = {0.0f, 0.0f, 0.0f, 1.0f}}};
    if (!check_keys(r, object, body_keys) || !(name = require_member(r, object, "name")) ||
        !(place = require_member(r, object, "place")) || !(low = require_member(r, object, "low")) ||
        !(high = require_member(r, object, "high")) || !read_name(r, name, body->name))
        return false;
    const vv_json *parent = vv_json_member(object, "parent");
    if (parent && !is_kind(r, parent, VV_JSON_STRING))
        return false;
    r->sources[object->index] = object;
    r->parents[object->index] = parent;
    uint64_t deforms = 0;
    bool good = read_numbers(r, object, "place", 3, &body->body.position.x) &&
                read_numbers(r, object, "turn", 4, &body->body.rotation.x) &&
                read_numbers(r, object, "centre", 3, &body->body.centre.x) &&
                read_numbers(r, object, "low", 3, &body->body.low.x) &&
                read_numbers(r, object, "high", 3, &body->body.high.x) &&
                read_numbers(r, object, "tip", 3, &body->tip.x) && read_numbers(r, object, "radius", 2, body->radius) &&
                read_name_set(r, object, &cap_set, &body->body.caps) && read_name_set(r, object, &deform_set, &deforms);
    body->body.deforms = (uint32_t)deforms;
    return good && check_body(r, object, body);
}

static bool read_bodies(plan_reader *r, const vv_json *list)
{
    if (!is_kind(r, list, VV_JSON_ARRAY))
        return false;
    if (list->count == 0)
        return fail(r, list, VV_ERROR_FORMAT, "add one", "a creature needs at least one body%s", "");
    if (list->count > VV_CREATURE_MAX_BODIES) {
        const vv_json *item = list->child;
        while (item->index < VV_CREATURE_MAX_BODIES)
            item = item->next;
        const vv_json *name = vv_json_member(item, "name");
        return fail(r, item, VV_ERROR_LIMIT, "merge some of them", "with \"%s\" the creature has more than 1024 bodies",
                    name && name->kind == VV_JSON_STRING ? name->string : "this");
    }
    r->plan.bodies = vvi_allocate_zeroed(r->plan.allocator, list->count, sizeof *r->plan.bodies);
    r->sources = vvi_arena_allocate(&r->arena, list->count, sizeof *r->sources);
    r->parents = vvi_arena_allocate(&r->arena, list->count, sizeof *r->parents);
    r->plan.body_count = r->plan.bodies ? list->count : 0;
    if (!r->plan.bodies || !r->sources || !r->parents)
        return out_of_memory(r);
    for (const vv_json *item = list->child; item; item = item->next)
        if (!read_body(r, item, &r->plan.bodies[item->index]))
            return false;
    return true;
}

/* ---- The tree -------------------------------------------------------------------------------------------------- */

/* Resolves the names of parents to indices in the file's order. */
static bool resolve_parents(plan_reader *r)
{
    vv_plan_body *bodies = r->plan.bodies;
    uint32_t root = VV_NONE;
    for (uint32_t b = 0; b < r->plan.body_count; b++) {
        for (uint32_t other = 0; other < b; other++)
            if (strcmp(bodies[b].name, bodies[other].name) == 0)
                return fail(r, vv_json_member(r->sources[b], "name"), VV_ERROR_FORMAT, "give them different names",
                            "there are two bodies \"%s\"", bodies[b].name);
        if (!r->parents[b]) {
            if (root != VV_NONE)
                return fail(r, r->sources[b], VV_ERROR_FORMAT, "give it a \"parent\"",
                            "\"%s\" is the second body without a parent", bodies[b].name);
            root = b;
        }
        for (uint32_t other = 0; r->parents[b] && other < r->plan.body_count; other++)
            if (strcmp(r->parents[b]->string, bodies[other].name) == 0)
                bodies[b].body.parent = other;
        if (r->parents[b] && bodies[b].body.parent == VV_NONE)
            return fail(r, r->parents[b], VV_ERROR_NOT_FOUND, "check its spelling, or add such a body",
                        "there is no body \"%s\"", r->parents[b]->string);
    }
    return true;
}

/* Reports a cycle: walking up from a body without rank for long enough ends on the cycle. */
static bool fail_cycle(plan_reader *r, const uint32_t *rank)
{
    uint32_t at = 0;
    while (rank[at] != VV_NONE)
        at++;
    for (uint32_t step = 0; step < r->plan.body_count; step++)
        at = r->plan.bodies[at].body.parent;
    return fail(r, r->sources[at], VV_ERROR_FORMAT, "give one of them another parent", "\"%s\" is its own ancestor",
                r->plan.bodies[at].name);
}

/* Fills rank[body_count]: parents before their children, otherwise in the file's order. */
static bool order_bodies(plan_reader *r, uint32_t *rank)
{
    uint32_t n = r->plan.body_count, next = 0, before = VV_NONE;
    for (uint32_t b = 0; b < n; b++)
        rank[b] = VV_NONE;
    while (next < n && next != before) {
        before = next;
        for (uint32_t b = 0; b < n; b++) {
            uint32_t parent = r->plan.bodies[b].body.parent;
            if (rank[b] == VV_NONE && (parent == VV_NONE || rank[parent] != VV_NONE))
                rank[b] = next++;
        }
    }
    return next == n || fail_cycle(r, rank);
}

static bool sort_bodies(plan_reader *r)
{
    uint32_t n = r->plan.body_count;
    uint32_t *rank = vvi_arena_allocate(&r->arena, n, sizeof *rank);
    vv_plan_body *bodies = vvi_arena_allocate(&r->arena, n, sizeof *bodies);
    const vv_json **sources = vvi_arena_allocate(&r->arena, n, sizeof *sources);
    if (!rank || !bodies || !sources)
        return out_of_memory(r);
    if (!order_bodies(r, rank))
        return false;
    for (uint32_t b = 0; b < n; b++) {
        uint32_t parent = r->plan.bodies[b].body.parent;
        bodies[rank[b]] = r->plan.bodies[b];
        bodies[rank[b]].body.parent = parent == VV_NONE ? VV_NONE : rank[parent];
        sources[rank[b]] = r->sources[b];
    }
    memcpy(r->plan.bodies, bodies, n * sizeof *bodies);
    r->sources = sources;
    return true;
}

/* Checks that the limbs of feet and graspers have a length; an end at the position of the spine cannot be moved. */
static bool check_lengths(plan_reader *r)
{
    const uint64_t ends = VV_CAP_BIT(VV_CAP_FOOT) | VV_CAP_BIT(VV_CAP_GRASPER);
    for (uint32_t b = 0; b < r->plan.body_count; b++) {
        const vv_plan_body *body = &r->plan.bodies[b];
        float length = 0.0f;
        if ((body->body.caps & ends) == 0 || (body->body.caps & VV_CAP_BIT(VV_CAP_SPINE)) != 0)
            continue;
        for (uint32_t at = b; r->plan.bodies[at].body.parent != VV_NONE; at = r->plan.bodies[at].body.parent) {
            const vv_plan_body *parent = &r->plan.bodies[r->plan.bodies[at].body.parent];
            length += vv_vec3_length(vv_vec3_sub(r->plan.bodies[at].body.position, parent->body.position));
            if (parent->body.caps & VV_CAP_BIT(VV_CAP_SPINE))
                break;
        }
        if (!(length > 1e-6f) && r->plan.body_count > 1)
            return fail(r, r->sources[b], VV_ERROR_ARGUMENT, "move it away from the spine",
                        "the limb that ends in \"%s\" has no length", body->name);
    }
    return true;
}

/* Checks what only vv_creature_create can tell: forked spines, two roots, a size that is too small. */
static bool check_creature(plan_reader *r, const vv_json *bodies)
{
    vv_creature *creature = NULL;
    vv_error error = {0};
    if (vv_plan_creature(&r->plan, r->plan.allocator, &creature, &error) != VV_OK) {
        if (error.code == VV_ERROR_MEMORY)
            return out_of_memory(r);
        return fail(r, bodies, error.code, error.remedy, "%s", error.message);
    }
    vv_creature_destroy(creature, r->plan.allocator);
    return true;
}

/* ---- The file -------------------------------------------------------------------------------------------------- */

static bool read_head(plan_reader *r, const vv_json *root)
{
    const vv_json *format, *version, *name, *colors = vv_json_member(root, "colours");
    if (!check_keys(r, root, file_keys) || !(format = require_member(r, root, "format")) ||
        !(version = require_member(r, root, "version")) || !(name = require_member(r, root, "name")))
        return false;
    if (format->kind != VV_JSON_STRING || strcmp(format->string, VVI_PLAN_FORMAT) != 0)
        return fail(r, format, VV_ERROR_FORMAT, "a creature file has \"verve-creature\" here",
                    "this is not a creature file%s", "");
    if (!is_kind(r, version, VV_JSON_NUMBER))
        return false;
    if (version->number != 1.0)
        return fail(r, version, version->number > 1.0 ? VV_ERROR_VERSION : VV_ERROR_FORMAT,
                    "use a newer Verve, or write version 1", "this version of creature files is not supported%s", "");
    r->plan.colors = vvi_plan_usual_colors();
    if (!read_name(r, name, r->plan.name) || (colors && !check_keys(r, colors, color_keys)))
        return false;
    return !colors || (read_color(r, colors, "skin", &r->plan.colors.skin) &&
                       read_color(r, colors, "back", &r->plan.colors.back) &&
                       read_color(r, colors, "belly", &r->plan.colors.belly) &&
                       read_color(r, colors, "eyes", &r->plan.colors.eyes));
}

static bool read_plan(plan_reader *r, const vv_json *root)
{
    const vv_json *bodies;
    return read_head(r, root) &&
           read_names(r, root, "caps", VV_CREATURE_MAX_CAPS - VV_CAP_OWN, &r->plan.own_cap_count, &r->plan.own_caps) &&
           read_names(r, root, "deforms", VV_CREATURE_MAX_DEFORMS, &r->plan.deform_count, &r->plan.deforms) &&
           (bodies = require_member(r, root, "bodies")) != NULL && read_bodies(r, bodies) && resolve_parents(r) &&
           sort_bodies(r) && check_lengths(r) && check_creature(r, bodies);
}

vv_result vv_plan_read(const char *text, size_t length, const char *file, const vv_allocator *allocator,
                       vv_creature_plan *out, vv_error *error)
{
    vv_json_document *document = NULL;
    vv_error own = {0};
    vv_result result = vv_json_parse(text, length, file, allocator, &document, error);
    if (result != VV_OK)
        return result;
    plan_reader r = {.document = document,
                     .file = file,
                     .error = error ? error : &own,
                     .plan = {.allocator = allocator},
                     .arena = {.allocator = allocator}};
    if (read_plan(&r, vv_json_root(document))) {
        *out = r.plan;
    } else {
        result = r.error->code;
        vv_plan_destroy(&r.plan);
    }
    vvi_arena_release(&r.arena);
    vv_json_destroy(document);
    return result;
}
