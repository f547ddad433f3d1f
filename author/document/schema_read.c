/* Structs out of JSON, from their tables: objects, their fields in the order of the table, choices between keys. */
#include "author/document/nearest.h"
#include "author/document/schema_engine.h"

#include <string.h>

enum { MOST_KEYS = 64 }; /* no table has more */

/* ---- Lists, maps and objects as fields --------------------------------------------------------------------------- */

/* Room for the rows of items. */
static bool take_matrices(vvi_reader *r, const vvi_scope *scope, uint32_t count)
{
    for (uint32_t i = 0; i < scope->schema->field_count; i++) {
        const vvi_schema_field *f = &scope->schema->fields[i];
        if (f->kind != VVI_KIND_MATRIX || f->count != scope->field->count)
            continue;
        void *entries = vvi_take(r, (size_t)count * (f->flag ? vvi_schema_word_at(scope->item, f->flag) : 1), f->size);
        if (!entries)
            return false;
        memcpy((char *)scope->item + f->offset, &entries, sizeof entries);
    }
    return true;
}

static void read_list(vvi_reader *r, const vv_json *value, const vvi_scope *scope)
{
    const vvi_schema_field *f = scope->field;
    const vvi_schema_list *rules = f->of.list;
    bool map = f->kind == VVI_KIND_MAP;
    uint32_t count = 0;
    char *at = (char *)scope->item + f->offset, *items = NULL;
    if (vvi_schema_open_list(r, value, map, rules))
        items = f->flags & VVI_INLINE ? at : vvi_take(r, value->count, rules->item->size);
    if (items && take_matrices(r, scope, value->count))
        count = vvi_schema_fill_list(r, value, map, rules, scope, items);
    if (!(f->flags & VVI_INLINE)) {
        items = count ? items : NULL;
        memcpy(at, &items, sizeof items);
    }
    memcpy((char *)scope->item + f->count, &count, sizeof count);
}

static void read_object(vvi_reader *r, const vv_json *value, const vvi_scope *scope)
{
    const vvi_schema_field *f = scope->field;
    bool editing = r->editing, merged = (f->of.object->flags & VVI_SCHEMA_MERGED) != 0;
    vvi_scope inner = vvi_scope_in(scope, f->of.object, (char *)scope->item + f->offset);
    if (!merged)
        vvi_schema_reset(scope->schema, f, scope->item);
    r->editing = editing && merged;
    vvi_schema_read(r, value, NULL, &inner);
    r->editing = editing;
}

static void read_entry(vvi_reader *r, const vv_json *member, const vvi_schema_dense *dense, vvi_scope *scope)
{
    if (dense->flagged)
        *(bool *)scope->item = true;
    scope->field = vvi_schema_plain(dense->item, false);
    if (scope->field)
        vvi_schema_read_field(r, member, scope);
    else
        vvi_schema_read(r, member, NULL, scope);
}

static void read_dense(vvi_reader *r, const vv_json *object, const vvi_scope *scope)
{
    const vvi_schema_dense *dense = scope->field->of.dense;
    vvi_referents all = vvi_schema_referents(dense->names, scope);
    uint32_t hint = 0, found;
    size_t size = dense->item->size;
    bool any = false;
    char *items = vvi_is(r, object, VV_JSON_OBJECT) ? vvi_take(r, all.count, size) : NULL;
    for (uint32_t i = 0; items && dense->item->defaults && i < all.count; i++)
        memcpy(items + i * size, dense->item->defaults, size);
    for (const vv_json *member = items ? object->child : NULL; member && !vvi_stopped(r); member = member->next) {
        if (!vvi_schema_find(r, member, member->name, &all, &hint, &found))
            continue;
        vvi_scope inner = vvi_scope_at(scope, dense->item, items, all.count, found);
        read_entry(r, member, dense, &inner);
        any = any || vvi_schema_has_entry(dense, inner.item);
    }
    items = any || !dense->null_if_default ? items : NULL;
    memcpy((char *)scope->item + scope->field->offset, &items, sizeof items);
}

bool vvi_schema_read_field(vvi_reader *r, const vv_json *value, const vvi_scope *scope)
{
    bool editing = r->editing, whole = scope->field->kind != VVI_KIND_OBJECT;
    r->editing = editing && !whole;
    switch ((vvi_schema_kind)scope->field->kind) {
    case VVI_KIND_OBJECT:
        read_object(r, value, scope);
        break;
    case VVI_KIND_LIST:
    case VVI_KIND_MAP:
        read_list(r, value, scope);
        break;
    case VVI_KIND_DENSE:
        read_dense(r, value, scope);
        break;
    case VVI_KIND_CUSTOM:
        scope->field->of.custom->read(r, value, scope);
        break;
    default:
        r->editing = editing;
        return vvi_schema_read_value(r, value, scope);
    }
    r->editing = editing;
    return true;
}

/* ---- Tags -------------------------------------------------------------------------------------------------------- */

static bool is_tag(const vvi_schema *schema, const vvi_schema_field *f)
{
    return f->offset == schema->tag && (f->kind == VVI_KIND_WORD || f->kind == VVI_KIND_CHOICE);
}

/* Restores the default of a row. */
static void reset(vvi_reader *r, const vvi_schema_field *f, const vvi_scope *scope)
{
    vvi_scope at = *scope;
    at.field = f;
    if (f->kind == VVI_KIND_CUSTOM)
        f->of.custom->read(r, NULL, &at);
    else
        vvi_schema_reset(scope->schema, f, scope->item);
}

/* Fields of other tags return to their defaults. */
static void forget_others(vvi_reader *r, const vvi_scope *scope)
{
    for (uint32_t i = 0; i < scope->schema->field_count; i++) {
        const vvi_schema_field *f = &scope->schema->fields[i];
        if (!vvi_schema_has_tag(scope->schema, f, scope->item))
            reset(r, f, scope);
    }
}

static void refuse_unknown(vvi_reader *r, const vv_json *member)
{
    vvi_problem(r, member, VV_RULE_UNKNOWN_KEY, "check its spelling, or remove it",
                "\"%s\" is not a key that belongs here", member->name);
}

/* The same, and the key of the table that was probably meant. */
static bool refuse_misspelt(vvi_reader *r, const vv_json *member, const vvi_schema *schema)
{
    uint32_t before = r->problems->count;
    vvi_nearest nearest = {.name = member->name};
    refuse_unknown(r, member);
    for (uint32_t i = 0; i < schema->field_count; i++)
        if (schema->fields[i].key)
            vvi_nearest_try(&nearest, schema->fields[i].key);
    vvi_nearest_suggest(&nearest, r, before);
    return false;
}

void vvi_schema_refuse_unknown(vvi_reader *r, const vv_json *member, const vvi_scope *scope)
{
    (void)scope;
    refuse_unknown(r, member);
}

static bool refuse_choice(vvi_reader *r, const vv_json *object, const vvi_schema_choice *choice, uint32_t found)
{
    if (choice->text)
        return vvi_problem(r, object, choice->rule ? choice->rule : VV_RULE_ONE_OF, choice->remedy, "%s",
                           found && choice->several ? choice->several : choice->text);
    return vvi_problem(r, object, VV_RULE_ONE_OF, "give one of them", "this has %s of \"%s\" and \"%s\"",
                       found ? "both" : "neither", choice->keys[0], choice->keys[1]);
}

/* False after a problem. */
static bool read_choice(vvi_reader *r, const vv_json *object, const vvi_scope *scope)
{
    const vvi_schema_field *f = scope->field;
    vvi_keys keys = f->of.choice->keys;
    uint32_t found = 0, which = 0;
    for (uint32_t i = 0; keys[i]; i++) {
        bool there = vvi_member(object, keys[i]) != NULL;
        which = there && found == 0 ? i : which;
        found += there ? 1u : 0u;
    }
    if (f->of.choice->first_decides && found > 1)
        found = 1;
    if (found == 0 && r->editing)
        return true;
    if (found != 1)
        return refuse_choice(r, object, f->of.choice, found);
    for (uint32_t i = 0; keys[i]; i++) {
        const vvi_schema_field *other = i == which ? NULL : vvi_schema_field_of(scope->schema, keys[i]);
        if (other)
            reset(r, other, scope);
    }
    /* Last, because reading one of the keys may change the tag. */
    if (f->size > 0)
        vvi_schema_set_word((char *)scope->item + f->offset, f->size, (uint32_t)((int32_t)which + f->first));
    return true;
}

/* ---- Structs ----------------------------------------------------------------------------------------------------- */

/* The row of a key that belongs here, looked for from `next` on and then from `first`; field_count: none. */
static uint32_t find_row(const vvi_scope *scope, const char *key, uint32_t first, uint32_t next)
{
    const vvi_schema *schema = scope->schema;
    bool variant = (schema->flags & VVI_SCHEMA_VARIANT) != 0;
    uint32_t count = schema->field_count - first;
    for (uint32_t n = 0; n < count; n++) {
        uint32_t i = next + n < schema->field_count ? next + n : next + n - count;
        const vvi_schema_field *f = &schema->fields[i];
        if (f->key && strcmp(f->key, key) == 0 && (!variant || vvi_schema_has_tag(schema, f, scope->item)))
            return i;
    }
    return schema->field_count;
}

/* members[i] is the object's member for row i; NULL: it has none, or the row depends on the tag. Most files have keys
 * in the order of their table, so the search begins behind the last match. */
static bool find_members(vvi_reader *r, const vv_json *object, const vvi_scope *scope, vvi_keys address,
                         const vv_json **members)
{
    const vvi_schema *schema = scope->schema;
    uint32_t first = vvi_schema_is_named_apart(schema), next = first;
    bool known = vvi_is(r, object, VV_JSON_OBJECT);
    for (const vv_json *member = known ? object->child : NULL; member && !vvi_stopped(r); member = member->next) {
        uint32_t row = find_row(scope, member->name, first, next);
        if (row < schema->field_count) {
            members[row] = member;
            next = row + 1;
        } else if (!vvi_is_listed(address, member->name)) {
            known = refuse_misspelt(r, member, schema);
        }
    }
    return known;
}

bool vvi_schema_known_keys(vvi_reader *r, const vv_json *object, const vvi_scope *scope, vvi_keys address)
{
    const vv_json *members[MOST_KEYS];
    return find_members(r, object, scope, address, members);
}

/* Null is ignored among the keys of a choice. */
static bool is_chosen(const vvi_schema *schema, const vvi_schema_field *f)
{
    for (uint32_t i = 0; i < schema->field_count; i++) {
        if (schema->fields[i].kind == VVI_KIND_CHOICE && vvi_is_listed(schema->fields[i].of.choice->keys, f->key))
            return true;
    }
    return false;
}

static bool is_required(const vvi_scope *scope)
{
    uint32_t width = 1;
    if (scope->field->kind == VVI_KIND_ROW)
        vvi_schema_row(scope->field, scope, &width);
    return scope->field->presence == VVI_REQUIRED && width > 0;
}

static bool may_reset(const vvi_schema *schema, const vvi_schema_field *f)
{
    if (f->flags & VVI_TOGETHER)
        return false;
    return (f->presence != VVI_REQUIRED && !is_chosen(schema, f)) || (f->flags & VVI_NULL_RESETS);
}

/* `member` is what the object has for the row, or NULL. False after a problem. */
static bool read_member(vvi_reader *r, const vv_json *object, const vv_json *member, const vvi_scope *scope)
{
    const vvi_schema_field *f = scope->field;
    bool null = member && member->kind == VV_JSON_NULL, required = is_required(scope);
    const vv_json *value = null && !(required && r->editing) ? NULL : member;
    if (null && r->editing && f->flags & VVI_TOGETHER)
        return true;
    if (required && !value)
        vvi_required(r, object, f->key);
    if (null && may_reset(scope->schema, f))
        reset(r, f, scope);
    if (null && (f->flags & VVI_NULL_RESETS))
        value = NULL;
    if (!value && required && !r->editing && f->kind == VVI_KIND_REFERENCE)
        vvi_schema_set_word((char *)scope->item + f->offset, sizeof(uint32_t), VV_NONE);
    if (!value) /* a list that is missing has no items */
        return !required || r->editing || f->kind == VVI_KIND_LIST;
    uint32_t before = r->problems->errors;
    if (!vvi_schema_read_field(r, value, scope) || (f->check && !f->check(r, value, scope)))
        return false;
    vvi_schema_mark_given(scope->schema, f, scope->item, true);
    return r->problems->errors == before;
}

/* Rows that depend on the tag may share a key. False after a problem. */
static bool read_row(vvi_reader *r, const vv_json *object, const vv_json *member, const vvi_scope *scope)
{
    const vvi_schema *schema = scope->schema;
    const vvi_schema_field *f = scope->field;
    uint32_t tag = vvi_schema_tag(schema, scope->item);
    if (!vvi_schema_has_tag(schema, f, scope->item))
        return true;
    bool good = read_member(r, object, f->only ? vv_json_member(object, f->key) : member, scope);
    if ((schema->flags & VVI_SCHEMA_FORGETS) && is_tag(schema, f) && vvi_schema_tag(schema, scope->item) != tag)
        forget_others(r, scope);
    return good;
}

/* Whether structs of this tag have such a key. */
static bool has_key(const vvi_scope *scope, const char *key)
{
    for (uint32_t i = 0; i < scope->schema->field_count; i++) {
        const vvi_schema_field *f = &scope->schema->fields[i];
        if (f->key && strcmp(f->key, key) == 0 && vvi_schema_has_tag(scope->schema, f, scope->item))
            return true;
    }
    return false;
}

/* Called as soon as the tag is known. */
static void refuse_others(vvi_reader *r, const vv_json *object, const vvi_scope *scope)
{
    const vvi_schema *schema = scope->schema;
    vvi_scope at = *scope;
    for (uint32_t i = 0; i < schema->field_count && !vvi_stopped(r); i++) {
        at.field = &schema->fields[i];
        const vv_json *member = at.field->key ? vv_json_member(object, at.field->key) : NULL;
        if (member && at.field == vvi_schema_field_of(schema, at.field->key) && !has_key(scope, at.field->key))
            schema->refuse(r, member, &at);
    }
}

/* State while the rows of an object are read. */
typedef struct progress {
    const vvi_schema_field
        *failed; /* a choice with a problem: its keys and the fields that depend on its tag are not read */
    bool essential_failed;
} progress;

static bool depends_on_choice(const vvi_schema_field *f, const vvi_schema *schema, const vvi_schema_field *choice)
{
    return (f->only && (is_tag(schema, choice) || choice->size == 0)) || vvi_is_listed(choice->of.choice->keys, f->key);
}

static bool makes_sense(const vvi_scope *scope, const progress *p)
{
    const vvi_schema_field *f = scope->field;
    if (!f->key || (f->flags & VVI_LATE) || (p->failed && depends_on_choice(f, scope->schema, p->failed)))
        return false;
    return !(f->flags & VVI_GUARDED) ||
           (!p->essential_failed && (!scope->schema->guard || scope->schema->guard(scope)));
}

static void read_rows(vvi_reader *r, const vv_json *object, const vv_json *const *members, const vvi_scope *scope)
{
    const vvi_schema *schema = scope->schema;
    bool chosen = (schema->flags & VVI_SCHEMA_VARIANT) != 0; /* that is its first row */
    progress p = {NULL, false};
    vvi_scope at = *scope;
    for (uint32_t i = vvi_schema_is_named_apart(schema) || chosen; i < schema->field_count && !vvi_stopped(r); i++) {
        const vvi_schema_field *f = at.field = &schema->fields[i];
        if (f->kind == VVI_KIND_CHOICE && vvi_schema_has_tag(schema, f, at.item) && !read_choice(r, object, &at)) {
            p.failed = f;
            p.essential_failed = p.essential_failed || (f->flags & VVI_ESSENTIAL);
        }
        bool lost = makes_sense(&at, &p) && !read_row(r, object, members[i], &at) && (f->flags & VVI_ESSENTIAL);
        p.essential_failed = p.essential_failed || lost;
        if (schema->refuse && !p.failed && !lost && is_tag(schema, f))
            refuse_others(r, object, &at);
    }
}

/* Reads the tag first, because the allowed keys depend on it. */
static bool read_variant(vvi_reader *r, const vv_json *object, const vvi_scope *scope)
{
    vvi_scope at = *scope;
    at.field = &scope->schema->fields[0];
    return vvi_is(r, object, VV_JSON_OBJECT) && read_choice(r, object, &at);
}

void vvi_schema_read(vvi_reader *r, const vv_json *object, vvi_keys address, const vvi_scope *scope)
{
    const vvi_schema *schema = scope->schema;
    const vv_json *members[MOST_KEYS] = {NULL};
    uint32_t before = r->problems->errors;
    if (schema->flags & VVI_SCHEMA_VARIANT && !read_variant(r, object, scope))
        return;
    VV_ASSERT(schema->field_count <= MOST_KEYS);
    bool known = find_members(r, object, scope, address, members);
    if (object->kind != VV_JSON_OBJECT || (!known && !(schema->flags & (VVI_SCHEMA_NOUN | VVI_SCHEMA_PART))) ||
        (schema->begin && !schema->begin(r, object, scope)))
        return;
    read_rows(r, object, members, scope);
    if (!scope->list)
        vvi_schema_read_late(r, object, scope);
    if (schema->check && !vvi_stopped(r))
        schema->check(r, object, scope);
    if (schema->whole && !vvi_stopped(r) && r->problems->errors == before)
        schema->whole(r, object, scope);
}

void vvi_schema_check_whole(vvi_reader *r, const vv_json *place, const vvi_scope *scope)
{
    if (scope->schema->whole && r->problems->errors == 0 && !r->problems->memory)
        scope->schema->whole(r, place, scope);
}

void vvi_schema_read_late(vvi_reader *r, const vv_json *object, const vvi_scope *scope)
{
    vvi_scope at = *scope;
    for (uint32_t i = 0; i < scope->schema->field_count && !vvi_stopped(r); i++) {
        at.field = &scope->schema->fields[i];
        if (at.field->flags & VVI_LATE && object->kind == VV_JSON_OBJECT)
            read_row(r, object, vv_json_member(object, at.field->key), &at);
    }
}

void vvi_schema_read_key(vvi_reader *r, const vv_json *value, const char *key, const vvi_scope *scope)
{
    vvi_scope at = *scope;
    at.field = vvi_schema_field_of(scope->schema, key);
    vvi_schema_read_field(r, value, &at);
}

/* ---- Warnings ---------------------------------------------------------------------------------------------------- */

void vvi_schema_warn(vvi_reader *r, const vv_json *json, const vvi_scope *scope)
{
    const vvi_schema *schema = scope->schema;
    if (schema->warn)
        schema->warn(r, json, scope);
    for (uint32_t i = 0; i < schema->field_count; i++) {
        const vvi_schema_field *f = &schema->fields[i];
        const vv_json *member = f->key && vvi_schema_has_tag(schema, f, scope->item) ? vvi_member(json, f->key) : NULL;
        const vv_json *child = member && f->kind == VVI_KIND_LIST ? member->child : NULL;
        for (; child && !vvi_stopped(r); child = child->next) {
            vvi_scope inner =
                vvi_scope_at(scope, f->of.list->item, vvi_schema_items(f, scope->item), member->count, child->index);
            vvi_schema_warn(r, child, &inner);
        }
        vvi_scope object =
            vvi_scope_in(scope, f->kind == VVI_KIND_OBJECT ? f->of.object : NULL, (char *)scope->item + f->offset);
        if (member && object.schema)
            vvi_schema_warn(r, member, &object);
    }
}
