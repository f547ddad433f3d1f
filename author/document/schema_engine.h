/* Shared by the functions that work from tables; only schema*.c, command_list.c and command_changed.c include it. */
#ifndef VVI_DOCUMENT_SCHEMA_ENGINE_H
#define VVI_DOCUMENT_SCHEMA_ENGINE_H

#include "author/document/schema.h"

/* ---- Fields ------------------------------------------------------------------------------------------------------ */

size_t vvi_schema_field_size(const vvi_schema_field *f);
/* A uint32_t or enum in memory of unknown type. */
uint32_t vvi_schema_word_at(const void *item, size_t offset);
/* Four bytes, or one for a bool. */
void vvi_schema_set_word(void *out, size_t size, uint32_t word);
uint32_t vvi_schema_tag(const vvi_schema *schema, const void *item);
bool vvi_schema_has_tag(const vvi_schema *schema, const vvi_schema_field *f, const void *item);
bool vvi_schema_is_named_apart(const vvi_schema *schema);
/* The items of a list, map or dense list. */
const char *vvi_schema_items(const vvi_schema_field *f, const void *item);
/* Row scope->index of the matrix that a VVI_KIND_ROW is of, and how long it is. */
float *vvi_schema_row(const vvi_schema_field *f, const vvi_scope *scope, uint32_t *width);
/* The row that is the whole value of an item: the only one but for the name of a map's member; NULL: it is an
 * object. */
const vvi_schema_field *vvi_schema_plain(const vvi_schema *schema, bool map);
/* Sets the bit or flag that says so, where there is one. */
void vvi_schema_mark_given(const vvi_schema *schema, const vvi_schema_field *f, void *item, bool given);
/* Whether the file has this entry of a dense list. */
bool vvi_schema_has_entry(const vvi_schema_dense *dense, const void *entry);

/* Item `index` of a list, as the scope `all` of one of them or of all has it. */
vvi_scope vvi_schema_item(const vvi_scope *all, uint32_t index);
/* The items that a reference may name. */
typedef struct vvi_referents {
    const vvi_schema_reference *reference;
    const vvi_scope *scope;
    uint32_t count; /* VV_NONE where it is not known, after another problem */
    const void
        *owner; /* the project or the artwork that has them; NULL: see `around`, or the reference has functions */
    vvi_scope around;
} vvi_referents;
vvi_referents vvi_schema_referents(const vvi_schema_reference *reference, const vvi_scope *scope);
const char *vvi_referent_name(const vvi_referents *all, uint32_t index);
uint32_t vvi_schema_count(const vvi_schema_reference *reference, const vvi_scope *scope);

/* ---- Reading ----------------------------------------------------------------------------------------------------- */

/* A value that is neither object, list, map nor custom, into the scope's field; false, and nothing is changed, after a
 * problem. */
bool vvi_schema_read_value(vvi_reader *r, const vv_json *value, const vvi_scope *scope);
/* The same for any kind. What is given is given whole, but for objects that are merged. */
bool vvi_schema_read_field(vvi_reader *r, const vv_json *value, const vvi_scope *scope);
/* Finds the item of this name; a problem is at `place`. The search begins at *hint, which is moved behind the item
 * found. */
bool vvi_schema_find(vvi_reader *r, const vv_json *place, const char *name, const vvi_referents *all, uint32_t *hint,
                     uint32_t *out);
/* The rows that have VVI_LATE, of an item whose others are read. */
void vvi_schema_read_late(vvi_reader *r, const vv_json *object, const vvi_scope *scope);
/* By the references that items begin with. */
void vvi_schema_sort(char *items, uint32_t count, size_t size);
/* Whether this may be a list or map by these rules; else a problem. */
bool vvi_schema_open_list(vvi_reader *r, const vv_json *json, bool map, const vvi_schema_list *rules);
/* Into items[json->count]; how many there are then. */
uint32_t vvi_schema_fill_list(vvi_reader *r, const vv_json *json, bool map, const vvi_schema_list *rules,
                              const vvi_scope *scope, char *items);

#endif
