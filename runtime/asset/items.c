/* Access to the items of a baked file: characters, shapes, verbs, graphs, creatures, motions, gaits and lines. The
 * file has them in one table; callers number each kind by itself. */
#include "asset.h"

#include "runtime/base/base.h"

#include <string.h>

static const void *block_at(const vv_asset *asset, uint32_t offset)
{
    return vvi_asset_at((const void *)asset, offset);
}

static const vvi_asset_item *table(const vv_asset *asset, uint32_t *count)
{
    const vvi_asset_header *header = (const void *)asset;
    *count = header->item_count;
    return block_at(asset, header->items);
}

static uint32_t count_kind(const vv_asset *asset, vvi_asset_kind kind)
{
    uint32_t count, found = 0;
    const vvi_asset_item *items = table(asset, &count);
    for (uint32_t i = 0; i < count; i++)
        found += items[i].kind == (uint32_t)kind;
    return found;
}

/* The item with this index among those of its kind. */
static const vvi_asset_item *item_at(const vv_asset *asset, vvi_asset_kind kind, uint32_t index)
{
    uint32_t count;
    const vvi_asset_item *items = table(asset, &count);
    for (uint32_t i = 0; i < count; i++)
        if (items[i].kind == (uint32_t)kind && index-- == 0)
            return &items[i];
    VV_ASSERT(false && "there is no such item");
    return NULL;
}

static uint32_t find_item(const vv_asset *asset, vvi_asset_kind kind, const char *name)
{
    uint32_t count, index = 0;
    const vvi_asset_item *items = table(asset, &count);
    for (uint32_t i = 0; i < count; i++) {
        if (items[i].kind != (uint32_t)kind)
            continue;
        if (strcmp(block_at(asset, items[i].name), name) == 0)
            return index;
        index++;
    }
    return VV_NONE;
}

/* The index among its own kind of the item at `link` in the table; VV_NONE for VV_NONE. */
static uint32_t index_in_kind(const vv_asset *asset, uint32_t link)
{
    uint32_t count, index = 0;
    const vvi_asset_item *items = table(asset, &count);
    for (uint32_t i = 0; link != VV_NONE && i < link; i++)
        index += items[i].kind == items[link].kind;
    return link == VV_NONE ? VV_NONE : index;
}

static uint32_t link_of(const vv_asset *asset, const vvi_asset_item *item, uint32_t index)
{
    return ((const uint32_t *)block_at(asset, item->links))[index];
}

static const char *text_of(const vv_asset *asset, const vvi_asset_item *item, uint32_t index)
{
    VV_ASSERT(index < item->text_count);
    return block_at(asset, ((const uint32_t *)block_at(asset, item->texts))[index]);
}

static uint32_t find_text(const vv_asset *asset, const vvi_asset_item *item, const char *text)
{
    for (uint32_t i = 0; i < item->text_count; i++)
        if (strcmp(text_of(asset, item, i), text) == 0)
            return i;
    return VV_NONE;
}

static const char *name_of(const vv_asset *asset, vvi_asset_kind kind, uint32_t index)
{
    return block_at(asset, item_at(asset, kind, index)->name);
}

static const void *block_of(const vv_asset *asset, vvi_asset_kind kind, uint32_t index)
{
    return block_at(asset, item_at(asset, kind, index)->block);
}

static uint32_t character_of(const vv_asset *asset, vvi_asset_kind kind, uint32_t index)
{
    return index_in_kind(asset, link_of(asset, item_at(asset, kind, index), 0));
}

static vv_asset_skinned_mesh body_of(const vv_asset *asset, const vvi_asset_item *item, const vv_skeleton *skeleton)
{
    return (vv_asset_skinned_mesh){.name = block_at(asset, item->name),
                                   .skeleton = skeleton,
                                   .skin = block_at(asset, item->skin),
                                   .vertex_count = item->vertex_count,
                                   .triangle_count = item->triangle_count,
                                   .positions = block_at(asset, item->positions),
                                   .normals = block_at(asset, item->normals),
                                   .colors = block_at(asset, item->colors),
                                   .triangles = block_at(asset, item->triangles)};
}

/* ---- Characters -------------------------------------------------------------------------------------------------- */

uint32_t vv_asset_character_count(const vv_asset *asset)
{
    VV_ASSERT(asset != NULL);
    return count_kind(asset, VVI_ITEM_CHARACTER);
}

uint32_t vv_asset_find_character(const vv_asset *asset, const char *name)
{
    VV_ASSERT(asset != NULL);
    VV_ASSERT(name != NULL);
    return find_item(asset, VVI_ITEM_CHARACTER, name);
}

vv_asset_skinned_mesh vv_asset_character(const vv_asset *asset, uint32_t character)
{
    VV_ASSERT(asset != NULL);
    const vvi_asset_item *item = item_at(asset, VVI_ITEM_CHARACTER, character);
    return body_of(asset, item, block_at(asset, item->block));
}

/* ---- Verbs ------------------------------------------------------------------------------------------------------- */

uint32_t vv_asset_verb_count(const vv_asset *asset)
{
    VV_ASSERT(asset != NULL);
    return count_kind(asset, VVI_ITEM_VERB);
}
uint32_t vv_asset_find_verb(const vv_asset *asset, const char *name)
{
    VV_ASSERT(asset != NULL);
    VV_ASSERT(name != NULL);
    return find_item(asset, VVI_ITEM_VERB, name);
}
const vv_verb *vv_asset_verb(const vv_asset *asset, uint32_t verb)
{
    VV_ASSERT(asset != NULL);
    return block_of(asset, VVI_ITEM_VERB, verb);
}
const char *vv_asset_verb_name(const vv_asset *asset, uint32_t verb)
{
    VV_ASSERT(asset != NULL);
    return name_of(asset, VVI_ITEM_VERB, verb);
}

const char *vv_asset_verb_axis(const vv_asset *asset, uint32_t verb, uint32_t axis)
{
    VV_ASSERT(asset != NULL);
    return text_of(asset, item_at(asset, VVI_ITEM_VERB, verb), axis);
}

uint32_t vv_asset_find_verb_axis(const vv_asset *asset, uint32_t verb, const char *name)
{
    VV_ASSERT(asset != NULL);
    VV_ASSERT(name != NULL);
    return find_text(asset, item_at(asset, VVI_ITEM_VERB, verb), name);
}

uint32_t vv_asset_verb_character(const vv_asset *asset, uint32_t verb)
{
    VV_ASSERT(asset != NULL);
    return character_of(asset, VVI_ITEM_VERB, verb);
}

/* ---- Shapes ------------------------------------------------------------------------------------------------------ */

uint32_t vv_asset_shape_count(const vv_asset *asset)
{
    VV_ASSERT(asset != NULL);
    return count_kind(asset, VVI_ITEM_SHAPE);
}
uint32_t vv_asset_find_shape(const vv_asset *asset, const char *name)
{
    VV_ASSERT(asset != NULL);
    VV_ASSERT(name != NULL);
    return find_item(asset, VVI_ITEM_SHAPE, name);
}
const vv_shape *vv_asset_shape(const vv_asset *asset, uint32_t shape)
{
    VV_ASSERT(asset != NULL);
    return block_of(asset, VVI_ITEM_SHAPE, shape);
}
const char *vv_asset_shape_name(const vv_asset *asset, uint32_t shape)
{
    VV_ASSERT(asset != NULL);
    return name_of(asset, VVI_ITEM_SHAPE, shape);
}

const char *vv_asset_shape_axis(const vv_asset *asset, uint32_t shape, uint32_t axis)
{
    VV_ASSERT(asset != NULL);
    return text_of(asset, item_at(asset, VVI_ITEM_SHAPE, shape), axis);
}

uint32_t vv_asset_find_shape_axis(const vv_asset *asset, uint32_t shape, const char *name)
{
    VV_ASSERT(asset != NULL);
    VV_ASSERT(name != NULL);
    return find_text(asset, item_at(asset, VVI_ITEM_SHAPE, shape), name);
}

const vv_skin3 *vv_asset_shape_skin(const vv_asset *asset, uint32_t shape)
{
    VV_ASSERT(asset != NULL);
    return block_at(asset, item_at(asset, VVI_ITEM_SHAPE, shape)->skin);
}

uint32_t vv_asset_shape_character(const vv_asset *asset, uint32_t shape)
{
    VV_ASSERT(asset != NULL);
    return character_of(asset, VVI_ITEM_SHAPE, shape);
}

uint32_t vv_asset_shape_driver(const vv_asset *asset, uint32_t shape, uint32_t axis, uint32_t *about)
{
    VV_ASSERT(asset != NULL);
    VV_ASSERT(about != NULL);
    const vvi_asset_item *item = item_at(asset, VVI_ITEM_SHAPE, shape);
    VV_ASSERT(axis < item->text_count);
    *about = link_of(asset, item, 2 + 2 * axis);
    return link_of(asset, item, 1 + 2 * axis);
}

/* ---- Graphs ------------------------------------------------------------------------------------------------------ */

uint32_t vv_asset_graph_count(const vv_asset *asset)
{
    VV_ASSERT(asset != NULL);
    return count_kind(asset, VVI_ITEM_GRAPH);
}
uint32_t vv_asset_find_graph(const vv_asset *asset, const char *name)
{
    VV_ASSERT(asset != NULL);
    VV_ASSERT(name != NULL);
    return find_item(asset, VVI_ITEM_GRAPH, name);
}
const vv_graph *vv_asset_graph(const vv_asset *asset, uint32_t graph)
{
    VV_ASSERT(asset != NULL);
    return block_of(asset, VVI_ITEM_GRAPH, graph);
}
const char *vv_asset_graph_name(const vv_asset *asset, uint32_t graph)
{
    VV_ASSERT(asset != NULL);
    return name_of(asset, VVI_ITEM_GRAPH, graph);
}

uint32_t vv_asset_graph_character(const vv_asset *asset, uint32_t graph)
{
    VV_ASSERT(asset != NULL);
    return character_of(asset, VVI_ITEM_GRAPH, graph);
}

uint32_t vv_asset_graph_verbs(const vv_asset *asset, uint32_t graph, uint32_t capacity, const vv_verb **verbs)
{
    VV_ASSERT(asset != NULL);
    VV_ASSERT(verbs != NULL || capacity == 0);
    const vvi_asset_item *item = item_at(asset, VVI_ITEM_GRAPH, graph);
    uint32_t count;
    const vvi_asset_item *items = table(asset, &count);
    for (uint32_t v = 0; v + 1 < item->link_count && v < capacity; v++)
        verbs[v] = block_at(asset, items[link_of(asset, item, v + 1)].block);
    return item->link_count - 1;
}

/* ---- Creatures --------------------------------------------------------------------------------------------------- */

uint32_t vv_asset_creature_count(const vv_asset *asset)
{
    VV_ASSERT(asset != NULL);
    return count_kind(asset, VVI_ITEM_CREATURE);
}

uint32_t vv_asset_find_creature(const vv_asset *asset, const char *name)
{
    VV_ASSERT(asset != NULL);
    VV_ASSERT(name != NULL);
    return find_item(asset, VVI_ITEM_CREATURE, name);
}

const vv_creature *vv_asset_creature(const vv_asset *asset, uint32_t creature)
{
    VV_ASSERT(asset != NULL);
    return block_of(asset, VVI_ITEM_CREATURE, creature);
}

vv_asset_skinned_mesh vv_asset_creature_mesh(const vv_asset *asset, uint32_t creature)
{
    VV_ASSERT(asset != NULL);
    return body_of(asset, item_at(asset, VVI_ITEM_CREATURE, creature), NULL);
}

uint32_t vv_asset_motion_count(const vv_asset *asset)
{
    VV_ASSERT(asset != NULL);
    return count_kind(asset, VVI_ITEM_MOTION);
}

uint32_t vv_asset_find_motion(const vv_asset *asset, const char *name)
{
    VV_ASSERT(asset != NULL);
    VV_ASSERT(name != NULL);
    return find_item(asset, VVI_ITEM_MOTION, name);
}

const vv_motion *vv_asset_motion(const vv_asset *asset, uint32_t motion)
{
    VV_ASSERT(asset != NULL);
    return block_of(asset, VVI_ITEM_MOTION, motion);
}

const char *vv_asset_motion_name(const vv_asset *asset, uint32_t motion)
{
    VV_ASSERT(asset != NULL);
    return name_of(asset, VVI_ITEM_MOTION, motion);
}

const char *vv_asset_motion_action(const vv_asset *asset, uint32_t motion)
{
    VV_ASSERT(asset != NULL);
    return text_of(asset, item_at(asset, VVI_ITEM_MOTION, motion), 0);
}

uint32_t vv_asset_gait_count(const vv_asset *asset)
{
    VV_ASSERT(asset != NULL);
    return count_kind(asset, VVI_ITEM_GAIT);
}
uint32_t vv_asset_find_gait(const vv_asset *asset, const char *name)
{
    VV_ASSERT(asset != NULL);
    VV_ASSERT(name != NULL);
    return find_item(asset, VVI_ITEM_GAIT, name);
}
const vv_gait *vv_asset_gait(const vv_asset *asset, uint32_t gait)
{
    VV_ASSERT(asset != NULL);
    return block_of(asset, VVI_ITEM_GAIT, gait);
}
const char *vv_asset_gait_name(const vv_asset *asset, uint32_t gait)
{
    VV_ASSERT(asset != NULL);
    return name_of(asset, VVI_ITEM_GAIT, gait);
}

/* ---- Lines ------------------------------------------------------------------------------------------------------- */

uint32_t vv_asset_line_count(const vv_asset *asset)
{
    VV_ASSERT(asset != NULL);
    return count_kind(asset, VVI_ITEM_LINE);
}
uint32_t vv_asset_find_line(const vv_asset *asset, const char *name)
{
    VV_ASSERT(asset != NULL);
    VV_ASSERT(name != NULL);
    return find_item(asset, VVI_ITEM_LINE, name);
}

vv_asset_line_parts vv_asset_line(const vv_asset *asset, uint32_t line)
{
    VV_ASSERT(asset != NULL);
    const vvi_asset_item *item = item_at(asset, VVI_ITEM_LINE, line);
    uint32_t count, body = link_of(asset, item, 0);
    const vvi_asset_item *items = table(asset, &count);
    vv_asset_line_parts parts = {.name = name_of(asset, VVI_ITEM_LINE, line),
                                 .line = block_at(asset, item->block),
                                 .character = VV_NONE,
                                 .creature = VV_NONE,
                                 .artwork = VV_NONE};
    if (body == VV_NONE) {
        parts.rest = block_at(asset, item->skin);
        parts.artwork = link_of(asset, item, 1);
        parts.handle_count = item->link_count - 2;
        parts.handles = (const uint32_t *)block_at(asset, item->links) + 2;
        return parts;
    }
    parts.frames = block_at(asset, item->skin);
    *(items[body].kind == VVI_ITEM_CHARACTER ? &parts.character : &parts.creature) = index_in_kind(asset, body);
    return parts;
}
