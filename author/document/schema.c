/* Shared by reading, writing, copying and remapping from tables: offsets of fields, targets of references, defaults. */
#include "author/document/schema_engine.h"

#include <string.h>

const vvi_scope *vvi_scope_find(const vvi_scope *scope, const vvi_schema *schema)
{
    while (scope && scope->schema != schema)
        scope = scope->outer;
    return scope;
}

/* An empty list has no memory, and adding even 0 to a null pointer is undefined. */
static void *find_item(const void *items, size_t size, uint32_t index)
{
    return items ? (char *)items + index * size : NULL;
}

vvi_scope vvi_scope_at(const vvi_scope *outer, const vvi_schema *schema, const void *items, uint32_t count,
                       uint32_t index)
{
    vvi_scope scope = vvi_scope_in(outer, schema, find_item(items, schema->size, index));
    scope.list = items;
    scope.count = count;
    scope.index = index;
    return scope;
}

vvi_scope vvi_schema_item(const vvi_scope *all, uint32_t index)
{
    vvi_scope scope = *all;
    scope.item = find_item(all->list, all->schema->size, index);
    scope.index = index;
    return scope;
}

bool vvi_scope_is_good(const vvi_reader *r, const vvi_scope *scope) { return r->problems->errors == scope->errors; }

const vv_project_artwork *vvi_scope_artwork(const vvi_scope *scope)
{
    while (scope && !scope->schema->artwork && !scope->schema->artwork_at)
        scope = scope->outer;
    if (!scope || scope->schema->artwork)
        return scope ? scope->schema->artwork(scope) : NULL;
    uint32_t artwork = vvi_schema_word_at(scope->item, scope->schema->artwork_at);
    return artwork == VV_NONE ? NULL : scope->project->artworks[artwork];
}

/* ---- Fields ------------------------------------------------------------------------------------------------------ */

uint32_t vvi_schema_word_at(const void *item, size_t offset)
{
    uint32_t word;
    memcpy(&word, (const char *)item + offset, sizeof word);
    return word;
}

void vvi_schema_set_word(void *out, size_t size, uint32_t word)
{
    if (size == sizeof(bool))
        memcpy(out, &(bool){word != 0}, sizeof(bool));
    else
        memcpy(out, &word, size);
}

bool vvi_schema_is_named_apart(const vvi_schema *schema)
{
    return (schema->flags & (VVI_SCHEMA_NOUN | VVI_SCHEMA_NAMED)) != 0;
}

uint32_t vvi_schema_tag(const vvi_schema *schema, const void *item)
{
    bool flag;
    memcpy(&flag, (const char *)item + schema->tag, sizeof flag);
    return schema->tag_size == sizeof flag ? flag : vvi_schema_word_at(item, schema->tag);
}

bool vvi_schema_has_tag(const vvi_schema *schema, const vvi_schema_field *f, const void *item)
{
    return f->only == 0 || (f->only >> vvi_schema_tag(schema, item) & 1u);
}

size_t vvi_schema_field_size(const vvi_schema_field *f)
{
    switch ((vvi_schema_kind)f->kind) {
    case VVI_KIND_FLAG:
        return sizeof(bool);
    case VVI_KIND_SECONDS:
        return sizeof(double);
    case VVI_KIND_COLOUR:
    case VVI_KIND_NAME:
    case VVI_KIND_LABEL:
    case VVI_KIND_WORD:
    case VVI_KIND_CHOICE:
        return f->size;
    case VVI_KIND_TEXT:
        return VV_PROJECT_ABOUT_BYTES;
    case VVI_KIND_VECTOR:
    case VVI_KIND_COMPONENTS:
        return f->size * sizeof(float);
    case VVI_KIND_WORD_SET:
        return f->size ? f->size * sizeof(bool) : sizeof(uint32_t);
    case VVI_KIND_REFERENCE_SET:
        return f->size * sizeof(uint32_t);
    case VVI_KIND_OBJECT:
        return f->of.object->size;
    case VVI_KIND_PATH:
    case VVI_KIND_DENSE:
    case VVI_KIND_MATRIX:
        return sizeof(void *);
    case VVI_KIND_LIST:
    case VVI_KIND_MAP:
        return f->flags & VVI_INLINE ? f->of.list->limit * f->of.list->item->size : sizeof(void *);
    case VVI_KIND_NUMBERS:
        return f->flags & VVI_POINTER ? sizeof(void *) : 0;
    case VVI_KIND_CUSTOM:
    case VVI_KIND_ITEMS:
    case VVI_KIND_ROW:
        return 0;
    default:
        return sizeof(uint32_t);
    }
}

const char *vvi_schema_items(const vvi_schema_field *f, const void *item)
{
    const char *at = (const char *)item + f->offset, *items;
    if (f->flags & VVI_INLINE)
        return at;
    memcpy(&items, at, sizeof items);
    return items;
}

float *vvi_schema_row(const vvi_schema_field *f, const vvi_scope *scope, uint32_t *width)
{
    float *rows;
    memcpy(&rows, (const char *)scope->outer->item + f->offset, sizeof rows);
    *width = vvi_schema_word_at(scope->outer->item, f->count);
    return rows + (size_t)scope->index * *width;
}

const vvi_schema_field *vvi_schema_plain(const vvi_schema *schema, bool map)
{
    const vvi_schema_field *value = &schema->fields[map ? 1 : 0];
    return schema->field_count == (map ? 2u : 1u) && !value->key ? value : NULL;
}

const vvi_schema_field *vvi_schema_field_of(const vvi_schema *schema, const char *key)
{
    for (uint32_t i = 0; i < schema->field_count; i++) {
        if (schema->fields[i].key && strcmp(schema->fields[i].key, key) == 0)
            return &schema->fields[i];
    }
    return NULL;
}

/* ---- Nouns ------------------------------------------------------------------------------------------------------- */

const char *vvi_noun_name(vvi_noun noun)
{
    static const char *const names[] = {"artwork", "clip",  "family", "recording", "skeleton",  "take",  "form",
                                        "shape",   "verb",  "graph",  "creature",  "motion",    "gait",  "line",
                                        "scene",   "layer", "handle", "example",   "behaviour", "actor", "creature",
                                        "axis",    "state", "input",  "event",     "member"};
    return names[noun];
}

bool vvi_noun_is_in_artwork(vvi_noun noun) { return noun >= VVI_LAYER && noun <= VVI_BEHAVIOUR; }

/* The row of the list of this noun in a table; NULL: there is none. */
static const vvi_schema_field *find_list(const vvi_schema *schema, vvi_noun noun)
{
    for (uint32_t i = 0; schema && i < schema->field_count; i++) {
        const vvi_schema_field *f = &schema->fields[i];
        if ((f->kind == VVI_KIND_LIST || f->kind == VVI_KIND_MAP) && f->of.list->noun == noun)
            return f;
    }
    return NULL;
}

const vvi_schema_field *vvi_noun_row(vvi_noun noun)
{
    const vvi_schema_field *f = vvi_project_schema.fields;
    if (noun >= VVI_NOUNS)
        return find_list(&vvi_artwork_schema, noun);
    while (f->kind != VVI_KIND_ITEMS || f->first != (int16_t)noun)
        f++;
    return f;
}

const vvi_schema *vvi_noun_schema(vvi_noun noun) { return vvi_noun_row(noun)->of.list->item; }

uint32_t vvi_noun_count(vvi_noun noun, const void *owner)
{
    return vvi_schema_word_at(owner, vvi_noun_row(noun)->count);
}

const void *vvi_noun_item(vvi_noun noun, const void *owner, uint32_t index)
{
    const vvi_schema_field *f = vvi_noun_row(noun);
    const char *items = vvi_schema_items(f, owner);
    if (f->kind == VVI_KIND_ITEMS)
        return ((const void *const *)(const void *)items)[index];
    return items + index * f->of.list->item->size;
}

/* ---- References -------------------------------------------------------------------------------------------------- */

const vv_project_artwork *vvi_schema_artwork(const vvi_schema_reference *reference, const vvi_scope *scope)
{
    return reference->artwork ? reference->artwork(scope) : vvi_scope_artwork(scope);
}

/* All items of the nearest list of this noun, which is not its owner's yet while it is read. */
static vvi_scope find_around(const vvi_scope *scope, vvi_noun noun)
{
    for (const vvi_scope *inner = NULL; scope; inner = scope, scope = scope->outer) {
        const vvi_schema_field *f = find_list(scope->schema, noun);
        if (f && inner && inner->schema == f->of.list->item && inner->list)
            return *inner;
        if (f)
            return vvi_scope_at(scope, f->of.list->item, vvi_schema_items(f, scope->item),
                                vvi_schema_word_at(scope->item, f->count), 0);
    }
    VV_ASSERT(false); /* a table names what has none */
    return (vvi_scope){0};
}

vvi_referents vvi_schema_referents(const vvi_schema_reference *reference, const vvi_scope *scope)
{
    vvi_referents all = {.reference = reference, .scope = scope, .count = VV_NONE};
    if (reference->count) {
        all.count = reference->count(scope);
    } else if (reference->noun > VVI_BEHAVIOUR) {
        vvi_scope owner = reference->owner ? reference->owner(scope) : *scope;
        all.around = find_around(&owner, reference->noun);
        all.count = all.around.count;
    } else {
        bool inside = vvi_noun_is_in_artwork(reference->noun);
        all.owner = inside ? (const void *)vvi_schema_artwork(reference, scope) : scope->project;
        all.count = all.owner ? vvi_noun_count(reference->noun, all.owner) : VV_NONE;
    }
    return all;
}

/* Items begin with their names or with a reference to what they are called by. */
const char *vvi_referent_name(const vvi_referents *all, uint32_t index)
{
    if (all->reference->name)
        return all->reference->name(all->scope, index);
    if (!all->around.schema)
        return vvi_noun_item(all->reference->noun, all->owner, index);
    vvi_scope item = vvi_schema_item(&all->around, index);
    const vvi_schema_field *f = &item.schema->fields[0];
    if (f->kind != VVI_KIND_REFERENCE)
        return item.item;
    vvi_referents further = vvi_schema_referents(f->of.reference, &item);
    uint32_t named = vvi_schema_word_at(item.item, f->offset);
    return named == VV_NONE ? "" : vvi_referent_name(&further, named);
}

uint32_t vvi_schema_count(const vvi_schema_reference *reference, const vvi_scope *scope)
{
    return vvi_schema_referents(reference, scope).count;
}

/* ---- Defaults ---------------------------------------------------------------------------------------------------- */

static void set_bit(char *at, uint32_t bit, bool given)
{
    uint32_t bits = vvi_schema_word_at(at, 0);
    bits = given ? bits | 1u << bit : bits & ~(1u << bit);
    memcpy(at, &bits, sizeof bits);
}

void vvi_schema_mark_given(const vvi_schema *schema, const vvi_schema_field *f, void *item, bool given)
{
    if (schema->flags & VVI_SCHEMA_GIVEN_BITS)
        set_bit((char *)item + schema->given, (uint32_t)(f - schema->fields), given);
    if (f->presence == VVI_FLAGGED || f->presence == VVI_UNLESS)
        memcpy((char *)item + f->flag, &(bool){given == (f->presence == VVI_FLAGGED)}, sizeof(bool));
}

static void reset_flat(const vvi_schema *schema, void *item)
{
    for (uint32_t i = 0; i < schema->field_count; i++)
        vvi_schema_reset(schema, &schema->fields[i], item);
}

void vvi_schema_reset(const vvi_schema *schema, const vvi_schema_field *f, void *item)
{
    const vvi_schema *object = f->kind == VVI_KIND_OBJECT ? f->of.object : NULL;
    const char *defaults = schema->defaults ? (const char *)schema->defaults + f->offset : NULL;
    char *at = (char *)item + f->offset;
    vvi_schema_mark_given(schema, f, item, false);
    if (f->kind == VVI_KIND_LIST || f->kind == VVI_KIND_MAP)
        memset((char *)item + f->count, 0, sizeof(uint32_t));
    if (object && (object->flags & VVI_SCHEMA_FLAT)) {
        reset_flat(object, at);
        return;
    }
    if (object && object->defaults)
        defaults = object->defaults;
    if (defaults)
        memcpy(at, defaults, vvi_schema_field_size(f));
    else
        memset(at, 0, vvi_schema_field_size(f));
}

/* ---- Structs with bits for given fields -------------------------------------------------------------------------- */

void vvi_schema_apply(const vvi_schema *schema, const void *changes, size_t values, void *to)
{
    uint32_t given = vvi_schema_word_at(changes, schema->given);
    for (uint32_t i = 0; i < schema->field_count; i++) {
        const vvi_schema_field *f = &schema->fields[i];
        if (given >> i & 1u)
            memcpy((char *)to + (f->offset - values), (const char *)changes + f->offset, vvi_schema_field_size(f));
    }
}

uint32_t vvi_schema_compare(const vvi_schema *schema, size_t values, const void *a, const void *b)
{
    uint32_t differ = 0;
    for (uint32_t i = 0; i < schema->field_count; i++) {
        size_t at = schema->fields[i].offset - values, size = vvi_schema_field_size(&schema->fields[i]);
        differ |= (uint32_t)(memcmp((const char *)a + at, (const char *)b + at, size) != 0) << i;
    }
    return differ;
}
