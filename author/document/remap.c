/* Rearranging lists whose entries are referred to by index. Adding, removing and moving are all one map from old to new
 * places, so each kind of reference is followed in one function only. */
#include "author/document/schema.h"

#include <string.h>

/* ---- Maps -------------------------------------------------------------------------------------------------------- */

static void invert(vvi_map *map)
{
    for (uint32_t i = 0; i < map->old_count; i++)
        map->to[i] = VV_NONE;
    for (uint32_t i = 0; i < map->count; i++) {
        if (map->from[i] != VV_NONE)
            map->to[map->from[i]] = i;
    }
}

vvi_map vvi_map_insert(uint32_t count, uint32_t index)
{
    vvi_map map = {.count = count + 1, .old_count = count};
    for (uint32_t i = 0; i <= count; i++)
        map.from[i] = i < index ? i : i == index ? VV_NONE : i - 1;
    invert(&map);
    return map;
}

vvi_map vvi_map_remove(uint32_t count, uint32_t index)
{
    vvi_map map = {.count = count - 1, .old_count = count};
    for (uint32_t i = 0; i + 1 < count; i++)
        map.from[i] = i < index ? i : i + 1;
    invert(&map);
    return map;
}

vvi_map vvi_map_move(uint32_t count, uint32_t index, uint32_t before)
{
    vvi_map map = {.count = count, .old_count = count};
    uint32_t next = 0;
    for (uint32_t i = 0; i <= count; i++) {
        if (i == before)
            map.from[next++] = index;
        if (i < count && i != index)
            map.from[next++] = i;
    }
    invert(&map);
    return map;
}

bool vvi_map_keeps(const vvi_map *map)
{
    for (uint32_t i = 0; i < map->old_count; i++) {
        if (map->to[i] != i)
            return false;
    }
    return true;
}

void *vvi_rearranged(vvi_arena *arena, const vvi_map *map, const void *items, size_t size)
{
    char *result = vvi_arena_allocate(arena, map->count ? map->count : 1, size);
    for (uint32_t i = 0; result && i < map->count; i++) {
        if (map->from[i] != VV_NONE)
            memcpy(result + i * size, (const char *)items + map->from[i] * size, size);
    }
    return result;
}

/* ---- Lists of the project ---------------------------------------------------------------------------------------- */

/* An item that cannot be without what is gone is removed itself. */
static bool remap_item(vvi_state *state, vvi_noun noun, uint32_t index, vvi_remapping m)
{
    vvi_scope scope = vvi_scope_of(vvi_noun_schema(noun), &state->view, vvi_noun_item(noun, &state->view, index));
    m.dry = true;
    bool stays = vvi_schema_remap(&m, &scope);
    if (!m.changed)
        return true;
    if (!stays) {
        vvi_map without = vvi_map_remove(vvi_noun_count(noun, &state->view), index);
        return vvi_remap_noun(state, noun, &without);
    }
    scope.item = vvi_state_own(state, noun, index);
    if (!scope.item)
        return false;
    m.dry = false;
    m.arena = vvi_item_arena(scope.item);
    vvi_schema_remap(&m, &scope);
    return !m.no_memory;
}

bool vvi_remap_items(vvi_state *state, vvi_remapping remapping)
{
    bool good = true;
    for (vvi_noun noun = 0; noun < VVI_NOUNS; noun++) {
        if (noun == VVI_ARTWORK && vvi_noun_is_in_artwork(remapping.noun)) /* its own list: vvi_schema_rearrange */
            continue;
        for (uint32_t i = vvi_noun_count(noun, &state->view); good && i-- > 0;)
            good = remap_item(state, noun, i, remapping);
    }
    return good;
}

bool vvi_remap_noun(vvi_state *state, vvi_noun noun, const vvi_map *map)
{
    if (!vvi_remap_items(state, (vvi_remapping){.noun = noun, .map = map}))
        return false;
    if (map->count == map->old_count)
        vvi_state_permute(state, noun, map->from);
    for (uint32_t i = 0; i < map->old_count && map->count < map->old_count; i++) {
        if (map->to[i] == VV_NONE)
            vvi_state_remove(state, noun, i);
    }
    return true;
}
