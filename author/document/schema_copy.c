/* Deep copies of structs, from their tables. */
#include "author/document/schema_engine.h"

#include <string.h>

void *vvi_copied(vvi_arena *arena, const void *items, size_t count, size_t size)
{
    void *copy = vvi_arena_allocate(arena, count ? count : 1, size);
    if (copy && count)
        memcpy(copy, items, count * size);
    return copy;
}

/* Copies the count · size bytes that the pointer at `at` points to; NULL stays NULL, and 0 bytes become NULL. */
static bool copy_pointer(vvi_arena *arena, char *at, size_t count, size_t size)
{
    void *from, *copy = NULL;
    memcpy(&from, at, sizeof from);
    if (from && count > 0)
        copy = vvi_copied(arena, from, count, size);
    memcpy(at, &copy, sizeof copy);
    return copy || !from || count == 0;
}

static bool copy_text(vvi_arena *arena, char *at)
{
    const char *text;
    memcpy(&text, at, sizeof text);
    return copy_pointer(arena, at, text ? strlen(text) + 1 : 0, 1);
}

static bool copy_items(vvi_arena *arena, const vvi_scope *owner, const vvi_schema *item, const char *items,
                       uint32_t count)
{
    bool good = true;
    for (uint32_t i = 0; good && items && i < count; i++) {
        vvi_scope scope = vvi_scope_at(owner, item, items, count, i);
        good = vvi_schema_copy(arena, &scope);
    }
    return good;
}

/* The items are NULL if another list with the same count is used instead. */
static bool copy_list(vvi_arena *arena, const vvi_scope *scope, const vvi_schema_field *f)
{
    const vvi_schema *of = f->of.list->item;
    uint32_t count = vvi_schema_word_at(scope->item, f->count);
    return (f->flags & VVI_INLINE || copy_pointer(arena, (char *)scope->item + f->offset, count, of->size)) &&
           copy_items(arena, scope, of, vvi_schema_items(f, scope->item), count);
}

static bool copy_dense(vvi_arena *arena, const vvi_scope *scope, const vvi_schema_field *f)
{
    const vvi_schema_dense *dense = f->of.dense;
    uint32_t count = vvi_schema_count(dense->names, scope);
    return copy_pointer(arena, (char *)scope->item + f->offset, count, dense->item->size) &&
           copy_items(arena, scope, dense->item, vvi_schema_items(f, scope->item), count);
}

/* An empty matrix has an address too, so that an offset of 0 may be added to it. */
static bool copy_matrix(vvi_arena *arena, const vvi_schema_field *f, char *item)
{
    size_t rows = vvi_schema_word_at(item, f->count), columns = f->flag ? vvi_schema_word_at(item, f->flag) : 1;
    void *copy = vvi_copied(arena, vvi_schema_items(f, item), rows * columns, f->size);
    memcpy(item + f->offset, &copy, sizeof copy);
    return copy != NULL;
}

static bool copy_field(vvi_arena *arena, const vvi_scope *scope, const vvi_schema_field *f)
{
    char *item = scope->item;
    vvi_scope inner;
    switch ((vvi_schema_kind)f->kind) {
    case VVI_KIND_PATH:
        return copy_text(arena, item + f->offset);
    case VVI_KIND_NUMBERS:
        return !(f->flags & VVI_POINTER) ||
               copy_pointer(arena, item + f->offset, vvi_schema_word_at(item, f->count), sizeof(float));
    case VVI_KIND_MATRIX:
        return copy_matrix(arena, f, item);
    case VVI_KIND_OBJECT:
        inner = vvi_scope_in(scope, f->of.object, item + f->offset);
        return vvi_schema_copy(arena, &inner);
    case VVI_KIND_LIST:
    case VVI_KIND_MAP:
        return copy_list(arena, scope, f);
    case VVI_KIND_DENSE:
        return copy_dense(arena, scope, f);
    default:
        return true;
    }
}

bool vvi_schema_copy(vvi_arena *arena, const vvi_scope *scope)
{
    bool good = true;
    for (uint32_t i = 0; good && i < scope->schema->field_count; i++)
        good = copy_field(arena, scope, &scope->schema->fields[i]);
    return good;
}
