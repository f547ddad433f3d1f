/* Structs as JSON, from their tables. */
#include "author/document/schema_engine.h"

#include <string.h>

/* ---- Values ------------------------------------------------------------------------------------------------------ */

/* The value of the scope's row; its kind says of which type it is. */
static const void *place_of(const vvi_scope *scope) { return (const char *)scope->item + scope->field->offset; }

static void write_floats(vvi_writer *w, const char *name, const float *numbers, uint32_t count)
{
    vv_json_write_array(w->json, name);
    for (uint32_t i = 0; i < count; i++)
        vv_json_write_float(w->json, NULL, numbers[i]);
    vv_json_write_end(w->json);
}

static void write_numbers(vvi_writer *w, const char *name, const vvi_scope *scope)
{
    const vvi_schema_field *f = scope->field;
    const void *numbers = f->flags & VVI_POINTER ? vvi_schema_items(f, scope->item) : place_of(scope);
    vv_json_write_on_one_line(w->json);
    write_floats(w, name, numbers, vvi_schema_word_at(scope->item, f->count));
}

static void write_row(vvi_writer *w, const char *name, const vvi_scope *scope)
{
    uint32_t width;
    const float *row = vvi_schema_row(scope->field, scope, &width);
    write_floats(w, name, row, width);
}

void vvi_write_components(vvi_writer *w, const char *name, uint32_t width, const float *numbers)
{
    if (width > 1)
        write_floats(w, name, numbers, width);
    else
        vv_json_write_float(w->json, name, numbers[0]);
}

static const char *word_of(const vvi_schema_field *f, const void *at)
{
    int32_t word = f->size == sizeof(bool) ? *(const bool *)at : (int32_t)vvi_schema_word_at(at, 0);
    return f->of.words[word - f->first];
}

/* Writes set bits as words or, if there are none, as numbers. */
static void write_bits(vvi_writer *w, const char *name, uint32_t bits, vvi_keys words)
{
    vv_json_write_array(w->json, name);
    for (uint32_t i = 0; i < 32; i++) {
        if ((bits >> i & 1u) && words)
            vv_json_write_string(w->json, NULL, words[i]);
        else if (bits >> i & 1u)
            vv_json_write_integer(w->json, NULL, i);
    }
    vv_json_write_end(w->json);
}

static uint32_t word_bits(const vvi_schema_field *f, const void *at)
{
    uint32_t bits = f->size ? 0 : vvi_schema_word_at(at, 0);
    for (uint32_t i = 0; i < f->size; i++)
        bits |= (uint32_t)((const bool *)at)[i] << i;
    return bits;
}

static void write_reference_set(vvi_writer *w, const char *name, const vvi_scope *scope)
{
    vvi_referents all = vvi_schema_referents(scope->field->of.reference, scope);
    const uint32_t *bits = place_of(scope);
    vv_json_write_array(w->json, name);
    for (uint32_t i = 0; i < all.count; i++) {
        if (bits[i / 32] >> (i % 32) & 1u)
            vv_json_write_string(w->json, NULL, vvi_referent_name(&all, i));
    }
    vv_json_write_end(w->json);
}

/* ---- Lists and maps ---------------------------------------------------------------------------------------------- */

static void write_field(vvi_writer *w, const char *name, const vvi_scope *scope);

static void write_item(vvi_writer *w, const char *name, bool map, vvi_scope *scope)
{
    scope->field = vvi_schema_plain(scope->schema, map);
    if (scope->field)
        write_field(w, name, scope);
    else
        vvi_schema_write_object(w, name, scope);
}

static const char *member_name(const vvi_scope *scope)
{
    const vvi_schema_field *f = &scope->schema->fields[0];
    if (f->kind != VVI_KIND_REFERENCE)
        return (const char *)scope->item + f->offset;
    vvi_referents all = vvi_schema_referents(f->of.reference, scope);
    return vvi_referent_name(&all, vvi_schema_word_at(scope->item, f->offset));
}

static void write_list(vvi_writer *w, const char *name, const vvi_scope *scope)
{
    const vvi_schema_field *f = scope->field;
    bool map = f->kind == VVI_KIND_MAP;
    uint32_t count = vvi_schema_word_at(scope->item, f->count);
    if (f->of.list->one_line)
        vv_json_write_on_one_line(w->json);
    if (map)
        vv_json_write_object(w->json, name);
    else
        vv_json_write_array(w->json, name);
    for (uint32_t i = 0; i < count; i++) {
        vvi_scope inner = vvi_scope_at(scope, f->of.list->item, vvi_schema_items(f, scope->item), count, i);
        write_item(w, map ? member_name(&inner) : NULL, map, &inner);
    }
    vv_json_write_end(w->json);
}

static void write_dense(vvi_writer *w, const char *name, const vvi_scope *scope)
{
    const vvi_schema_dense *dense = scope->field->of.dense;
    const char *items = vvi_schema_items(scope->field, scope->item);
    vvi_referents all = vvi_schema_referents(dense->names, scope);
    vv_json_write_object(w->json, name);
    for (uint32_t i = 0; items && i < all.count; i++) {
        vvi_scope inner = vvi_scope_at(scope, dense->item, items, all.count, i);
        if (vvi_schema_has_entry(dense, inner.item))
            write_item(w, vvi_referent_name(&all, i), false, &inner);
    }
    vv_json_write_end(w->json);
}

/* ---- Fields ------------------------------------------------------------------------------------------------------ */

static void write_object(vvi_writer *w, const char *name, const vvi_scope *scope)
{
    vvi_scope inner = vvi_scope_in(scope, scope->field->of.object, place_of(scope));
    vvi_schema_write_object(w, name, &inner);
}

/* In an artwork without examples the reference needs no name. */
static void write_reference(vvi_writer *w, const char *name, const vvi_scope *scope, uint32_t index)
{
    vvi_referents all = vvi_schema_referents(scope->field->of.reference, scope);
    if (index == VV_NONE && scope->field->presence == VVI_ALWAYS)
        vv_json_write_null(w->json, name);
    else if (index < all.count)
        vv_json_write_string(w->json, name, vvi_referent_name(&all, index));
}

static void write_field(vvi_writer *w, const char *name, const vvi_scope *scope)
{
    const vvi_schema_field *f = scope->field;
    const void *at = place_of(scope);
    switch ((vvi_schema_kind)f->kind) {
    case VVI_KIND_FLAG:
        vv_json_write_bool(w->json, name, *(const bool *)at != ((f->flags & VVI_INVERTED) != 0));
        break;
    case VVI_KIND_TRISTATE:
        vv_json_write_bool(w->json, name, vvi_schema_word_at(at, 0) == VV_REQUIREMENT_YES);
        break;
    case VVI_KIND_WHOLE:
        vv_json_write_integer(w->json, name, vvi_schema_word_at(at, 0));
        break;
    case VVI_KIND_NUMBER:
        vv_json_write_float(w->json, name, *(const float *)at);
        break;
    case VVI_KIND_SECONDS:
        vv_json_write_float(w->json, name, (float)*(const double *)at);
        break;
    case VVI_KIND_VECTOR:
        write_floats(w, name, at, f->size);
        break;
    case VVI_KIND_COMPONENTS:
        vvi_write_components(w, name, f->of.components->of(scope).width, at);
        break;
    case VVI_KIND_COLOUR:
        vvi_write_colour(w, name, at);
        break;
    case VVI_KIND_NAME:
    case VVI_KIND_LABEL:
    case VVI_KIND_TEXT:
        vv_json_write_string(w->json, name, at);
        break;
    case VVI_KIND_PATH:
        vv_json_write_string(w->json, name, *(const char *const *)at);
        break;
    case VVI_KIND_WORD:
        vv_json_write_string(w->json, name, word_of(f, at));
        break;
    case VVI_KIND_WORD_SET:
        write_bits(w, name, word_bits(f, at), f->of.word_set->words);
        break;
    case VVI_KIND_BIT_SET:
        write_bits(w, name, vvi_schema_word_at(at, 0), NULL);
        break;
    case VVI_KIND_REFERENCE:
        write_reference(w, name, scope, vvi_schema_word_at(at, 0));
        break;
    case VVI_KIND_REFERENCE_SET:
        write_reference_set(w, name, scope);
        break;
    case VVI_KIND_NUMBERS:
        write_numbers(w, name, scope);
        break;
    case VVI_KIND_ROW:
        write_row(w, name, scope);
        break;
    case VVI_KIND_OBJECT:
        write_object(w, name, scope);
        break;
    case VVI_KIND_LIST:
    case VVI_KIND_MAP:
        write_list(w, name, scope);
        break;
    case VVI_KIND_DENSE:
        write_dense(w, name, scope);
        break;
    case VVI_KIND_CUSTOM:
        f->of.custom->write(w, name, scope);
        break;
    case VVI_KIND_CHOICE:
    case VVI_KIND_ITEMS:
    case VVI_KIND_MATRIX:
        break;
    }
}

/* ---- Omitted fields ---------------------------------------------------------------------------------------------- */

static bool same_floats(const float *a, const float *b, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (a[i] != b[i]) /* −0 is 0 */
            return false;
    }
    return true;
}

static bool object_is_default(const vvi_schema *schema, const void *at)
{
    return schema->flags & VVI_SCHEMA_GIVEN_BITS ? vvi_schema_word_at(at, schema->given) == 0
                                                 : vvi_schema_is_default(schema, at);
}

static bool is_default(const vvi_scope *scope)
{
    static const double zero[32];
    const vvi_schema_field *f = scope->field;
    const char *item = scope->item, *at = item + f->offset, *defaults = scope->schema->defaults;
    const void *usual = defaults ? defaults + f->offset : (const void *)zero;
    if (f->presence == VVI_FLAGGED || f->presence == VVI_UNLESS)
        return *(const bool *)(item + f->flag) == (f->presence == VVI_UNLESS);
    switch ((vvi_schema_kind)f->kind) {
    case VVI_KIND_NUMBER:
        return same_floats((const float *)(const void *)at, usual, 1);
    case VVI_KIND_SECONDS:
        return *(const double *)(const void *)at == *(const double *)usual;
    case VVI_KIND_VECTOR:
    case VVI_KIND_COMPONENTS:
        return same_floats((const float *)(const void *)at, usual, f->size);
    case VVI_KIND_NAME:
    case VVI_KIND_LABEL:
    case VVI_KIND_TEXT:
        return strcmp(at, usual) == 0;
    case VVI_KIND_OBJECT:
        return object_is_default(f->of.object, at);
    case VVI_KIND_LIST:
    case VVI_KIND_MAP:
    case VVI_KIND_ITEMS:
        return vvi_schema_word_at(item, f->count) == 0;
    case VVI_KIND_CUSTOM:
        return f->of.custom->given && !f->of.custom->given(scope);
    default:
        return memcmp(at, usual, vvi_schema_field_size(f)) == 0;
    }
}

bool vvi_schema_is_default(const vvi_schema *schema, const void *item)
{
    vvi_scope scope = vvi_scope_of(schema, NULL, item);
    for (uint32_t i = 0; i < schema->field_count; i++) {
        scope.field = &schema->fields[i];
        if ((scope.field->key || schema->field_count == 1) && !is_default(&scope))
            return false;
    }
    return true;
}

bool vvi_schema_has_entry(const vvi_schema_dense *dense, const void *entry)
{
    return dense->flagged ? *(const bool *)entry : !vvi_schema_is_default(dense->item, entry);
}

static bool is_given(const vvi_writer *w, const vvi_scope *scope)
{
    const vvi_schema *schema = scope->schema;
    const vvi_schema_field *f = scope->field;
    uint32_t width;
    if (f->kind == VVI_KIND_ROW) {
        vvi_schema_row(f, scope, &width);
        return w->whole || width > 0;
    }
    if (f->presence == VVI_DEPENDENT)
        return f->given(scope) && (w->whole || !is_default(scope));
    if (schema->flags & VVI_SCHEMA_GIVEN_BITS)
        return vvi_schema_word_at(scope->item, schema->given) >> (uint32_t)(f - schema->fields) & 1u;
    if (f->given && f->presence != VVI_FLAGGED)
        return f->given(scope) || (w->whole && f->presence == VVI_OPTIONAL);
    switch ((vvi_presence)f->presence) {
    case VVI_OPTIONAL:
        return w->whole || !is_default(scope);
    case VVI_NULLABLE:
    case VVI_UNLESS:
        return !is_default(scope);
    case VVI_FLAGGED:
        return !is_default(scope) && (w->whole || !f->given || f->given(scope));
    case VVI_TAGGED:
        return vvi_schema_has_tag(schema, f, scope->item);
    default:
        return true;
    }
}

static bool is_meaningless(const vvi_scope *scope)
{
    const vvi_schema_field *f = scope->field;
    bool asked = f->presence == VVI_DEPENDENT || f->presence == VVI_FLAGGED;
    return asked && f->given && !f->given(scope);
}

void vvi_schema_write(vvi_writer *w, const vvi_scope *scope)
{
    const vvi_schema *schema = scope->schema;
    vvi_writer brief = {w->json, false};
    vvi_scope at = *scope;
    if (schema->flags & VVI_SCHEMA_BRIEF)
        w = &brief;
    for (uint32_t i = 0; i < schema->field_count; i++) {
        const vvi_schema_field *f = at.field = &schema->fields[i];
        bool absent = (f->flags & VVI_ABSENT) || (schema->flags & VVI_SCHEMA_VARIANT);
        bool own = vvi_schema_has_tag(schema, f, scope->item), nulled = (f->flags & VVI_NULLED) && !own;
        if (!f->key || (absent && !own) || ((f->flags & VVI_ABSENT) && is_meaningless(&at)))
            continue;
        if (!nulled && is_given(w, &at))
            write_field(w, f->key, &at);
        else if (w->whole && (nulled || f->presence != VVI_OPTIONAL))
            vv_json_write_null(w->json, f->key);
    }
}

void vvi_schema_write_object(vvi_writer *w, const char *name, const vvi_scope *scope)
{
    if (scope->schema->flags & VVI_SCHEMA_ONE_LINE)
        vv_json_write_on_one_line(w->json);
    vv_json_write_object(w->json, name);
    vvi_schema_write(w, scope);
    vv_json_write_end(w->json);
}
