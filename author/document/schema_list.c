/* Lists and maps out of JSON, from the tables of their items. */
#include "author/document/schema_engine.h"

#include <string.h>

/* ---- Checks of the items of a list ------------------------------------------------------------------------------- */

static bool is_in_order(const vvi_schema_list *rules, float before, float now)
{
    switch (rules->order) {
    case VVI_LATER:
        return now > before;
    case VVI_NOT_EARLIER:
        return !(now < before);
    case VVI_GAP:
        return now - before >= rules->gap;
    case VVI_GAP_AFTER_SUM:
        return now >= before + rules->gap;
    case VVI_ANY_ORDER:
        break;
    }
    return true;
}

static void check_order(vvi_reader *r, const vv_json *json, const vvi_schema_list *rules, const char *item)
{
    float before, now;
    memcpy(&before, item - rules->item->size + rules->time, sizeof before);
    memcpy(&now, item + rules->time, sizeof now);
    if (is_in_order(rules, before, now))
        return;
    char singular[32], remedy[96], text[96];
    bool later = rules->order != VVI_NOT_EARLIER;
    vvi_format(singular, strlen(rules->plural), "%s", rules->plural); /* without the s at its end */
    vvi_format(remedy, sizeof remedy, "sort the %s by time%s", rules->plural, later ? ", no two at the same time" : "");
    vvi_format(text, sizeof text,
               later ? "this %s is not later than the one before it" : "this is earlier than the %s before it",
               singular);
    vvi_problem(r, json, rules->order_rule, rules->sort ? rules->sort : remedy, "%s",
                rules->out_of_order ? rules->out_of_order : text);
}

static bool is_same(const vvi_schema_field *value, const char *a, const char *b)
{
    return value->kind == VVI_KIND_REFERENCE ? vvi_schema_word_at(a, 0) == vvi_schema_word_at(b, 0) : !strcmp(a, b);
}

static void check_unique(vvi_reader *r, const vv_json *json, const vvi_schema_list *rules, const vvi_scope *scope)
{
    const vvi_schema_field *value = &scope->schema->fields[0];
    for (uint32_t i = 0; i < scope->index; i++) {
        if (is_same(value, (const char *)scope->list + i * scope->schema->size, scope->item))
            vvi_problem(r, json, VV_RULE_REPEATED, "remove one", rules->unique, json->string);
    }
}

static void check_twins(vvi_reader *r, const vv_json *json, const vvi_schema_twins *twins, const vvi_scope *scope)
{
    for (uint32_t i = 0; i < scope->index; i++) {
        if (!twins->same((const char *)scope->list + i * scope->schema->size, scope->item))
            continue;
        vvi_problem(r, json, twins->rule, twins->remedy, twins->text, i);
        if (!twins->each)
            return;
    }
}

static void check_count(vvi_reader *r, const vv_json *json, const vvi_schema_least *least)
{
    if (json->count < least->count && !(json->count == 0 && least->or_none))
        vvi_problem(r, json, least->rule, least->remedy, least->text, json->count);
}

/* ---- Items of a list --------------------------------------------------------------------------------------------- */

static const char *const named[] = {"name", NULL};

static void read_item(vvi_reader *r, const vv_json *json, const vvi_schema_list *rules, vvi_scope *scope)
{
    scope->field = vvi_schema_plain(scope->schema, false);
    if (scope->field) {
        if (vvi_schema_read_field(r, json, scope) && rules->unique)
            check_unique(r, json, rules, scope);
        return;
    }
    vvi_schema_read(r, json, rules->named ? named : NULL, scope);
    bool asked = json->kind == VV_JSON_OBJECT || rules->names_asked;
    if (rules->named && !rules->names_first && vvi_schema_is_named_apart(scope->schema) && asked)
        vvi_name_member(r, json, scope->item);
}

static void check_item(vvi_reader *r, const vv_json *json, const vvi_schema_list *rules, const vvi_scope *scope)
{
    bool asked = vvi_scope_is_good(r, scope) || !rules->when_good;
    if (rules->order && scope->index > 0 && asked)
        check_order(r, json, rules, scope->item);
    if (rules->twins.same && asked)
        check_twins(r, json, &rules->twins, scope);
    if (rules->check)
        rules->check(r, json, scope);
}

static void read_names(vvi_reader *r, const vv_json *json, const vvi_schema_list *rules, char *items)
{
    for (; json && !vvi_stopped(r); json = json->next) {
        if (vvi_is(r, json, VV_JSON_OBJECT))
            vvi_name_member(r, json, items + json->index * rules->item->size);
    }
}

/* `all` is the scope of all items together. */
static void read_items(vvi_reader *r, const vv_json *list, const vvi_schema_list *rules, const vvi_scope *all)
{
    for (const vv_json *json = list->child; json && !vvi_stopped(r); json = json->next) {
        vvi_scope inner = vvi_schema_item(all, json->index);
        if (rules->names_first && json->kind != VV_JSON_OBJECT)
            continue;
        read_item(r, json, rules, &inner);
        check_item(r, json, rules, &inner);
    }
}

static void begin_item(const vvi_schema *schema, char *item)
{
    if (schema->defaults)
        memcpy(item, schema->defaults, schema->size);
    else
        memset(item, 0, schema->size);
}

static void read_list(vvi_reader *r, const vv_json *list, const vvi_schema_list *rules, const vvi_scope *all)
{
    char *items = (char *)all->list;
    for (uint32_t i = 0; i < all->count; i++)
        begin_item(rules->item, items + i * rules->item->size);
    if (rules->names_first) {
        read_names(r, list->child, rules, items);
        if (!vvi_stopped(r))
            vvi_refuse_same_names(r, list, items, rules->item->size);
    }
    read_items(r, list, rules, all);
    if (rules->named && !rules->names_first && !vvi_stopped(r))
        vvi_refuse_same_names(r, list, items, rules->item->size);
    for (const vv_json *json = list->child; json && !vvi_stopped(r); json = json->next) {
        vvi_scope inner = vvi_schema_item(all, json->index);
        vvi_schema_read_late(r, json, &inner);
    }
}

/* ---- Members of a map -------------------------------------------------------------------------------------------- */

/* False: it names nothing. */
static bool read_member_name(vvi_reader *r, const vv_json *member, const vvi_scope *scope, uint32_t *hint)
{
    const vvi_schema_field *f = &scope->schema->fields[0];
    char *out = (char *)scope->item + f->offset;
    uint32_t found;
    vvi_referents all;
    if (f->kind != VVI_KIND_REFERENCE) {
        vvi_foreign_key(r, member, f->size, out);
        return true;
    }
    all = vvi_schema_referents(f->of.reference, scope);
    if (!vvi_schema_find(r, member, member->name, &all, hint, &found))
        return false;
    memcpy(out, &found, sizeof found);
    return true;
}

/* True: it is one of the map. */
static bool read_member(vvi_reader *r, const vv_json *member, vvi_scope *scope, uint32_t *hint)
{
    bool by_reference = scope->schema->fields[0].kind == VVI_KIND_REFERENCE;
    if (!read_member_name(r, member, scope, hint))
        return false;
    scope->field = vvi_schema_plain(scope->schema, true);
    if (scope->field)
        return vvi_schema_read_field(r, member, scope) || !by_reference;
    vvi_schema_read(r, member, NULL, scope);
    return true;
}

static void swap(char *a, char *b, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        char byte = a[i];
        a[i] = b[i];
        b[i] = byte;
    }
}

void vvi_schema_sort(char *items, uint32_t count, size_t size)
{
    for (uint32_t i = 1; i < count; i++) {
        for (uint32_t j = i; j > 0; j--) {
            char *before = items + (j - 1) * size, *item = items + j * size;
            if (vvi_schema_word_at(before, 0) <= vvi_schema_word_at(item, 0))
                break;
            swap(before, item, size);
        }
    }
}

static uint32_t read_map(vvi_reader *r, const vv_json *object, const vvi_schema_list *rules, const vvi_scope *all)
{
    uint32_t count = 0, hint = 0;
    for (const vv_json *member = object->child; member && !vvi_stopped(r); member = member->next) {
        vvi_scope inner = vvi_schema_item(all, count);
        begin_item(rules->item, inner.item);
        count += read_member(r, member, &inner, &hint);
    }
    if (rules->sorted)
        vvi_schema_sort((char *)all->list, count, rules->item->size);
    return count;
}

/* ---- Both -------------------------------------------------------------------------------------------------------- */

static bool has_room(vvi_reader *r, const vv_json *json, const vvi_schema_list *rules)
{
    if (json->count <= rules->limit)
        return true;
    const char *remedy = rules->too_many_remedy ? rules->too_many_remedy : "remove some";
    if (rules->too_many)
        return vvi_problem(r, json, VV_RULE_TOO_MANY, remedy, rules->too_many, json->count, rules->limit);
    return vvi_problem(r, json, VV_RULE_TOO_MANY, remedy, "there are %u %s, and at most %u are possible", json->count,
                       rules->plural, rules->limit);
}

uint32_t vvi_schema_fill_list(vvi_reader *r, const vv_json *json, bool map, const vvi_schema_list *rules,
                              const vvi_scope *scope, char *items)
{
    vvi_scope all = vvi_scope_at(scope, rules->item, items, json->count, 0);
    all.errors = r->problems->errors;
    if (map)
        all.count = read_map(r, json, rules, &all);
    else
        read_list(r, json, rules, &all);
    if (!vvi_stopped(r))
        check_count(r, json, &rules->least);
    if (rules->check_all && !vvi_stopped(r))
        rules->check_all(r, json, &all);
    return all.count;
}

bool vvi_schema_open_list(vvi_reader *r, const vv_json *json, bool map, const vvi_schema_list *rules)
{
    return vvi_is(r, json, map ? VV_JSON_OBJECT : VV_JSON_ARRAY) && has_room(r, json, rules);
}

static void read_all(vvi_reader *r, const vv_json *json, bool map, const vvi_schema_list *rules, const vvi_scope *scope,
                     uint32_t *count, const void **out)
{
    *count = 0;
    *out = NULL;
    char *items = vvi_schema_open_list(r, json, map, rules) ? vvi_take(r, json->count, rules->item->size) : NULL;
    if (items)
        *count = vvi_schema_fill_list(r, json, map, rules, scope, items);
    *out = *count ? items : NULL;
}

void vvi_schema_read_list(vvi_reader *r, const vv_json *json, const vvi_schema_list *rules, const vvi_scope *scope,
                          uint32_t *count, const void **out)
{
    read_all(r, json, false, rules, scope, count, out);
}

void vvi_schema_read_map(vvi_reader *r, const vv_json *json, const vvi_schema_list *rules, const vvi_scope *scope,
                         uint32_t *count, const void **out)
{
    read_all(r, json, true, rules, scope, count, out);
}
