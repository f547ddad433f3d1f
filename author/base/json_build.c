/* A tree of JSON values made by the calls of a writer, without text in between, so that it can be read or compared at
 * once. */
#include "author/base/json_tree.h"

#include <string.h>

#define VALUES_PER_BLOCK 256u
#define TEXT_PER_BLOCK   4096u

/* The text of a value has indentation, a comma, a line feed, quotes, a colon and a space, or two brackets; a number
 * has at most 24 bytes. */
#define BYTES_AROUND 40u
#define MAX_ESCAPED  6u /* bytes that one byte of a text may become */

const char *vvi_json_build_text(vvi_json_builder *builder, const char *text)
{
    size_t bytes = strlen(text) + 1;
    builder->text_bound += MAX_ESCAPED * bytes;
    if (bytes > builder->text_room) {
        size_t room = bytes > TEXT_PER_BLOCK ? bytes : TEXT_PER_BLOCK;
        char *fresh = vvi_arena_allocate(&builder->document->arena, room, 1);
        if (!fresh)
            return NULL;
        builder->free_text = fresh;
        builder->text_room = room;
    }
    char *copy = memcpy(builder->free_text, text, bytes);
    builder->free_text += bytes;
    builder->text_room -= bytes;
    return copy;
}

static vv_json *new_value(vvi_json_builder *builder)
{
    if (builder->value_room == 0) {
        builder->free_values = vvi_arena_allocate(&builder->document->arena, VALUES_PER_BLOCK, sizeof(vv_json));
        builder->value_room = builder->free_values ? VALUES_PER_BLOCK : 0;
    }
    if (builder->value_room == 0)
        return NULL;
    builder->value_room--;
    return builder->free_values++;
}

static void link_value(vvi_json_builder *builder, vv_json *value)
{
    if (builder->depth == 0) {
        builder->document->root = value;
        return;
    }
    vv_json *container = builder->open[builder->depth - 1].value, *last = builder->open[builder->depth - 1].last;
    value->parent = container;
    value->index = container->count++;
    if (last)
        last->next = value;
    else
        container->child = value;
    builder->open[builder->depth - 1].last = value;
}

vv_json *vvi_json_build(vvi_json_builder *builder, const char *name, vv_json_kind kind)
{
    bool container = kind == VV_JSON_OBJECT || kind == VV_JSON_ARRAY;
    if (container && builder->depth == VV_JSON_MAX_DEPTH)
        return NULL;
    vv_json *value = new_value(builder);
    if (!value || (name && !(value->name = vvi_json_build_text(builder, name))))
        return NULL;
    builder->text_bound += BYTES_AROUND + 2 * (size_t)builder->depth;
    value->kind = kind;
    link_value(builder, value);
    if (container) {
        builder->open[builder->depth].value = value;
        builder->open[builder->depth++].last = NULL;
    }
    return value;
}
