/* Updates references to items that were moved or removed, from the tables. */
#include "author/document/schema_engine.h"

#include <string.h>

/* Whether a reference is into the list that was rearranged. */
static bool refers_to_rearranged(const vvi_remapping *m, const vvi_schema_reference *reference, const vvi_scope *scope)
{
    if (reference->noun != m->noun || !m->owner)
        return reference->noun == m->noun;
    if (reference->owner)
        return reference->owner(scope).item == m->owner;
    return !vvi_noun_is_in_artwork(m->noun) || vvi_schema_artwork(reference, scope) == m->owner;
}

static bool is_given(const vvi_scope *scope)
{
    const vvi_schema *schema = scope->schema;
    if (schema->flags & VVI_SCHEMA_GIVEN_BITS)
        return vvi_schema_word_at(scope->item, schema->given) >> (uint32_t)(scope->field - schema->fields) & 1u;
    return !scope->field->of.reference->followed || scope->field->of.reference->followed(scope);
}

/* False if the item must be removed with its target. */
static bool remap_reference(vvi_remapping *m, const vvi_scope *scope)
{
    const vvi_schema_field *f = scope->field;
    uint32_t index = vvi_schema_word_at(scope->item, f->offset);
    if (!is_given(scope) || index >= m->map->old_count || !refers_to_rearranged(m, f->of.reference, scope))
        return true;
    uint32_t now = m->map->to[index];
    m->changed = m->changed || now != index;
    if (!m->dry)
        vvi_schema_set_word((char *)scope->item + f->offset, sizeof now, now);
    if (now == VV_NONE && f->of.reference->gone && !m->dry)
        f->of.reference->gone(scope);
    if (f->of.reference->gone || f->of.reference->loose)
        return true;
    return now != VV_NONE || (f->presence == VVI_NULLABLE && !(f->flags & VVI_BOUND) && f->key);
}

static void remap_set(vvi_remapping *m, const vvi_scope *scope)
{
    const vvi_schema_field *f = scope->field;
    uint32_t bits[UINT8_MAX] = {0}, *old = (uint32_t *)(void *)((char *)scope->item + f->offset);
    if (!refers_to_rearranged(m, f->of.reference, scope))
        return;
    for (uint32_t i = 0; i < m->map->old_count && i < 32u * f->size; i++) {
        uint32_t to = m->map->to[i];
        if (to != VV_NONE && (old[i / 32] >> (i % 32) & 1u))
            bits[to / 32] |= 1u << (to % 32);
    }
    m->changed = m->changed || memcmp(old, bits, f->size * sizeof *bits) != 0;
    if (!m->dry)
        memcpy(old, bits, f->size * sizeof *bits);
}

/* Finishes a list of which `kept` items stay, and returns how many do. A list without items is NULL. */
static uint32_t settle_list(const vvi_schema_field *f, char *item, char *items, uint32_t kept, uint32_t count)
{
    const vvi_schema_list *rules = f->of.list;
    if (rules->removed && kept > 0 && kept < count)
        kept = rules->removed(items, kept);
    if (rules->sorted)
        vvi_schema_sort(items, kept, rules->item->size);
    if (kept == 0 && !(f->flags & VVI_INLINE))
        memset(item + f->offset, 0, sizeof(void *));
    memcpy(item + f->count, &kept, sizeof kept);
    return kept;
}

/* Rearranges rows or columns of a matrix; new entries are zero. False if memory ran out. */
static bool rearrange_matrix(vvi_arena *arena, const vvi_schema_field *f, char *item, const vvi_map *rows,
                             const vvi_map *columns)
{
    size_t old_width = columns ? columns->old_count : f->flag ? vvi_schema_word_at(item, f->flag) : 1;
    size_t width = columns ? columns->count : old_width,
           height = rows ? rows->count : vvi_schema_word_at(item, f->count);
    const char *old = vvi_schema_items(f, item);
    char *now = vvi_arena_allocate(arena, height * width + 1, f->size);
    for (size_t i = 0; now && i < height * width; i++) {
        size_t row = rows ? rows->from[i / width] : i / width, column = columns ? columns->from[i % width] : i % width;
        if (row != VV_NONE && column != VV_NONE)
            memcpy(now + i * f->size, old + (row * old_width + column) * f->size, f->size);
    }
    memcpy(item + f->offset, &now, sizeof now);
    return now != NULL;
}

static bool rearrange_matrices(vvi_arena *arena, const vvi_scope *scope, const vvi_map *map)
{
    const vvi_schema *schema = scope->schema;
    const vvi_schema_field *list = scope->field;
    bool good = true;
    for (uint32_t i = 0; i < schema->field_count && good; i++) {
        const vvi_schema_field *f = &schema->fields[i];
        bool rows = f->count == list->count, columns = f->flag == list->count;
        if (f->kind == VVI_KIND_MATRIX && (rows || columns))
            good = rearrange_matrix(arena, f, scope->item, rows ? map : NULL, columns ? map : NULL);
    }
    return good;
}

bool vvi_schema_rearrange(vvi_arena *arena, const vvi_scope *scope, const vvi_map *map)
{
    const vvi_schema_list *rules = scope->field->of.list;
    char *item = scope->item;
    vvi_remapping inner = {.noun = rules->noun, .owner = item, .map = map, .arena = arena};
    if (!(scope->field->flags & VVI_INLINE)) {
        char *items = vvi_rearranged(arena, map, vvi_schema_items(scope->field, item), rules->item->size);
        if (!items)
            return false;
        for (uint32_t i = 0; i < map->count && rules->item->defaults; i++) {
            if (map->from[i] == VV_NONE)
                memcpy(items + i * rules->item->size, rules->item->defaults, rules->item->size);
        }
        memcpy(item + scope->field->offset, &items, sizeof items);
    }
    if (!rearrange_matrices(arena, scope, map))
        return false;
    memcpy(item + scope->field->count, &map->count, sizeof map->count);
    if (inner.noun)
        vvi_schema_remap(&inner, scope);
    return !inner.no_memory;
}

/* After items of a list were removed: removes their rows and columns of matrices, and updates references to the
 * others. */
static void follow_items(vvi_remapping *m, const vvi_scope *scope, const vvi_map *map)
{
    vvi_remapping inner = {.noun = scope->field->of.list->noun, .map = map, .arena = m->arena};
    m->no_memory = m->no_memory || !rearrange_matrices(m->arena, scope, map);
    if (inner.noun)
        vvi_schema_remap(&inner, scope);
}

/* Removes items without a target; false if the list must not be empty and becomes so. */
static bool remap_list(vvi_remapping *m, const vvi_scope *scope)
{
    const vvi_schema_field *f = scope->field;
    const vvi_schema *of = f->of.list->item;
    char *item = scope->item;
    char *items = (char *)vvi_schema_items(f, item); /* the item is the state's own, or only read */
    uint32_t count = vvi_schema_word_at(item, f->count), kept = 0;
    vvi_map map;
    if (!items) /* another list with the same count is used instead */
        return true;
    for (uint32_t i = 0; i < count; i++) {
        vvi_scope inner = vvi_scope_at(scope, of, items, count, i);
        bool stays = vvi_schema_remap(m, &inner);
        if (stays && !m->dry && kept != i)
            memcpy(items + kept * of->size, items + i * of->size, of->size);
        if (stays && kept < VVI_MAP_MAX)
            map.from[kept] = i;
        if (i < VVI_MAP_MAX)
            map.to[i] = stays ? kept : VV_NONE;
        kept += stays;
    }
    map.count = kept;
    map.old_count = count;
    if (!m->dry)
        kept = settle_list(f, item, items, kept, count);
    if (!m->dry && map.count < count && count <= VVI_MAP_MAX)
        follow_items(m, scope, &map);
    return kept > 0 || count == 0 || f->presence != VVI_REQUIRED;
}

/* ---- Dense lists ------------------------------------------------------------------------------------------------- */

static void remap_entries(vvi_remapping *m, const vvi_schema_dense *dense, const vvi_scope *scope, char *items,
                          uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        vvi_scope inner = vvi_scope_at(scope, dense->item, items, count, i);
        vvi_schema_remap(m, &inner);
    }
}

/* One entry for each item of the new list; new ones have their defaults. */
static char *rearrange(vvi_remapping *m, const vvi_schema *of, const char *items)
{
    char *all = vvi_rearranged(m->arena, m->map, items, of->size);
    m->no_memory = m->no_memory || !all;
    for (uint32_t i = 0; all && of->defaults && i < m->map->count; i++) {
        if (m->map->from[i] == VV_NONE)
            memcpy(all + i * of->size, of->defaults, of->size);
    }
    return all;
}

static bool all_default(const vvi_schema_dense *dense, const char *items, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (vvi_schema_has_entry(dense, items + i * dense->item->size))
            return false;
    }
    return true;
}

static void remap_dense(vvi_remapping *m, const vvi_scope *scope)
{
    const vvi_schema_dense *dense = scope->field->of.dense;
    char *items = (char *)vvi_schema_items(scope->field, scope->item);
    if (!items && dense->null_if_default)
        return;
    if (!refers_to_rearranged(m, dense->names, scope)) {
        remap_entries(m, dense, scope, items, items ? vvi_schema_count(dense->names, scope) : 0);
        return;
    }
    m->changed = true;
    if (m->dry)
        return;
    items = rearrange(m, dense->item, items);
    if (items && dense->null_if_default && all_default(dense, items, m->map->count))
        items = NULL;
    memcpy((char *)scope->item + scope->field->offset, &items, sizeof items);
}

/* ---- Structs ----------------------------------------------------------------------------------------------------- */

static bool remap_field(vvi_remapping *m, const vvi_scope *scope)
{
    vvi_scope inner;
    switch ((vvi_schema_kind)scope->field->kind) {
    case VVI_KIND_REFERENCE:
        return remap_reference(m, scope);
    case VVI_KIND_REFERENCE_SET:
        remap_set(m, scope);
        return true;
    case VVI_KIND_LIST:
    case VVI_KIND_MAP:
        return remap_list(m, scope);
    case VVI_KIND_DENSE:
        remap_dense(m, scope);
        return true;
    case VVI_KIND_OBJECT:
        inner = vvi_scope_in(scope, scope->field->of.object, (char *)scope->item + scope->field->offset);
        return vvi_schema_remap(m, &inner);
    default:
        return true;
    }
}

bool vvi_schema_remap(vvi_remapping *m, const vvi_scope *scope)
{
    bool stays = true;
    vvi_scope at = *scope;
    if (scope->schema->remap)
        scope->schema->remap(m, scope);
    for (uint32_t i = 0; i < scope->schema->field_count; i++) {
        at.field = &scope->schema->fields[i];
        if (vvi_schema_has_tag(scope->schema, at.field, scope->item))
            stays = remap_field(m, &at) && stays;
    }
    return stays;
}
