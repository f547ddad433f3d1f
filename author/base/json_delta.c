/* The differences of two trees. Arrays of plain values are replaced as a whole; in other arrays whose lengths differ,
 * the elements between the equal ones at both ends are. */
#include "author/base/json_delta.h"

#include "runtime/base/base.h"

#include <string.h>

/* ---- Places ------------------------------------------------------------------------------------------------------ */

void vvi_json_delta_enter(vvi_json_delta *delta, const char *key)
{
    VV_ASSERT(delta->depth < VV_JSON_MAX_DEPTH);
    delta->keys[delta->depth++] = key;
}

void vvi_json_delta_enter_index(vvi_json_delta *delta, uint32_t index)
{
    VV_ASSERT(delta->depth < VV_JSON_MAX_DEPTH);
    vvi_format(delta->indices[delta->depth], sizeof delta->indices[0], "%u", index);
    vvi_json_delta_enter(delta, delta->indices[delta->depth]);
}

static void write_open_places(vvi_json_delta *delta, uint32_t depth)
{
    while (delta->open < depth)
        vv_json_write_object(delta->writer, delta->keys[delta->open++]);
}

void vvi_json_delta_leave(vvi_json_delta *delta)
{
    if (delta->open == delta->depth--) {
        vv_json_write_end(delta->writer);
        delta->open--;
    }
}

void vvi_json_delta_leave_root(vvi_json_delta *delta)
{
    VV_ASSERT(delta->depth == 1);
    write_open_places(delta, 1);
    vvi_json_delta_leave(delta);
}

vv_json_writer *vvi_json_delta_replace(vvi_json_delta *delta, const char *key)
{
    write_open_places(delta, delta->depth);
    vv_json_write_array(delta->writer, key);
    return delta->writer;
}

void vvi_json_delta_replaced(vvi_json_delta *delta) { vv_json_write_end(delta->writer); }

vv_json_writer *vvi_json_delta_splice(vvi_json_delta *delta, uint32_t at, uint32_t removed)
{
    vvi_json_delta_replace(delta, "splice");
    vv_json_write_integer(delta->writer, NULL, at);
    vv_json_write_integer(delta->writer, NULL, removed);
    vv_json_write_array(delta->writer, NULL);
    return delta->writer;
}

void vvi_json_delta_spliced(vvi_json_delta *delta)
{
    vv_json_write_end(delta->writer);
    vvi_json_delta_replaced(delta);
}

/* ---- Values ------------------------------------------------------------------------------------------------------ */

static bool is_container(const vv_json *value) { return value->kind == VV_JSON_OBJECT || value->kind == VV_JSON_ARRAY; }

static bool has_same_name(const vv_json *a, const vv_json *b) { return !a->name || strcmp(a->name, b->name) == 0; }

static bool are_equal(const vv_json *a, const vv_json *b)
{
    if (a->kind != b->kind || a->count != b->count)
        return false;
    if (a->kind == VV_JSON_NUMBER)
        return a->number == b->number;
    if (a->kind == VV_JSON_STRING)
        return strcmp(a->string, b->string) == 0;
    a = a->child;
    b = b->child;
    for (; a; a = a->next, b = b->next) {
        if (!has_same_name(a, b) || !are_equal(a, b))
            return false;
    }
    return true;
}

static bool contains_name(const vv_json *value)
{
    if (value->name && value->kind == VV_JSON_STRING && strcmp(value->name, "name") == 0)
        return true;
    for (const vv_json *child = value->child; child; child = child->next) {
        if (contains_name(child))
            return true;
    }
    return false;
}

static vv_json_kind plain_kind(const vv_json *value)
{
    return value->kind == VV_JSON_TRUE ? VV_JSON_FALSE : value->kind;
}

static void write_element(vv_json_writer *writer, const vv_json *value) { vv_json_write_value(writer, NULL, value); }

/* Writes the place that was entered last as replaced, not as one in which something has changed. */
static void write_replacement(vvi_json_delta *delta, const vv_json *before, const vv_json *now)
{
    delta->renames =
        delta->renames || plain_kind(before) != plain_kind(now) || contains_name(before) || contains_name(now);
    delta->depth--;
    write_element(vvi_json_delta_replace(delta, delta->keys[delta->depth]), now);
    vvi_json_delta_replaced(delta);
    delta->depth++;
}

static bool have_same_names(const vv_json *a, const vv_json *b)
{
    if (a->count != b->count)
        return false;
    a = a->child;
    b = b->child;
    for (; a && strcmp(a->name, b->name) == 0; a = a->next)
        b = b->next;
    return !a;
}

static void compare_children(vvi_json_delta *delta, const vv_json *before, const vv_json *now)
{
    const vv_json *old = before->child;
    for (const vv_json *child = now->child; child; child = child->next, old = old->next) {
        if (child->name)
            vvi_json_delta_enter(delta, child->name);
        else
            vvi_json_delta_enter_index(delta, child->index);
        vvi_json_delta_compare(delta, old, child);
        vvi_json_delta_leave(delta);
    }
}

/* How many elements at the end are equal, among those after the first `begin`. */
static uint32_t count_equal_end(const vv_json *before, const vv_json *now, uint32_t begin)
{
    uint32_t least = (before->count < now->count ? before->count : now->count) - begin, equal = 0;
    const vv_json *a = before->child, *b = now->child;
    for (uint32_t i = before->count - least; i > 0; i--)
        a = a->next;
    for (uint32_t i = now->count - least; i > 0; i--)
        b = b->next;
    for (; a; a = a->next, b = b->next)
        equal = are_equal(a, b) ? equal + 1 : 0;
    return equal;
}

static void splice_elements(vvi_json_delta *delta, const vv_json *before, const vv_json *now)
{
    const vv_json *a = before->child, *b = now->child;
    uint32_t begin = 0;
    for (; a && b && are_equal(a, b); a = a->next, b = b->next)
        begin++;
    uint32_t end = count_equal_end(before, now, begin);
    for (; a && a->index < before->count - end; a = a->next)
        delta->renames = delta->renames || contains_name(a);
    vv_json_writer *writer = vvi_json_delta_splice(delta, begin, before->count - begin - end);
    for (; b && b->index < now->count - end; b = b->next) {
        delta->renames = delta->renames || contains_name(b);
        write_element(writer, b);
    }
    vvi_json_delta_spliced(delta);
}

static bool contains_plain(const vv_json *array)
{
    for (const vv_json *element = array->child; element; element = element->next) {
        if (!is_container(element))
            return true;
    }
    return array->count == 0;
}

void vvi_json_delta_compare(vvi_json_delta *delta, const vv_json *before, const vv_json *now)
{
    bool objects = before->kind == VV_JSON_OBJECT && now->kind == VV_JSON_OBJECT;
    bool arrays =
        before->kind == VV_JSON_ARRAY && now->kind == VV_JSON_ARRAY && !contains_plain(before) && !contains_plain(now);
    if (objects ? have_same_names(before, now) : arrays && before->count == now->count)
        compare_children(delta, before, now);
    else if (arrays)
        splice_elements(delta, before, now);
    else if (!are_equal(before, now))
        write_replacement(delta, before, now);
}
