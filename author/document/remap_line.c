/* What lines of action refer to by index, and what refers to them, followed when lists are rearranged: see remap.c. */
#include "author/document/state.h"

static uint32_t moved_to(const vvi_map *map, uint32_t index) { return index == VV_NONE ? VV_NONE : map->to[index]; }

/* ---- What they are of, and over --------------------------------------------------------------------------------------- */

bool vvi_remap_line_subjects(vvi_state *state, vv_line_kind kind, const vvi_map *map)
{
    for (uint32_t i = 0; i < state->view.line_count; i++) {
        const vv_project_line *line = state->view.lines[i];
        if (line->kind != kind || moved_to(map, line->subject) == line->subject)
            continue;
        vvi_line *own = vvi_state_own(state, VVI_BLOCK_LINE, i);
        if (!own)
            return false;
        own->view.subject = map->to[own->view.subject];
    }
    return true;
}

bool vvi_remap_line_takes(vvi_state *state, const vvi_map *map)
{
    for (uint32_t i = 0; i < state->view.line_count; i++) {
        uint32_t before = state->view.lines[i]->over_take, now = moved_to(map, before);
        if (now == before)
            continue;
        vvi_line *own = vvi_state_own(state, VVI_BLOCK_LINE, i);
        if (!own)
            return false;
        own->view.over_take = now;
    }
    return true;
}

bool vvi_remap_lines(vvi_state *state, const vvi_map *map)
{
    for (uint32_t i = 0; i < state->view.line_count; i++) {
        uint32_t before = state->view.lines[i]->over_line, now = moved_to(map, before);
        if (now == before)
            continue;
        vvi_line *own = vvi_state_own(state, VVI_BLOCK_LINE, i);
        if (!own)
            return false;
        own->view.over_line = now;
    }
    if (!vvi_remap_scene_subjects(state, VV_SCENE_LINE, map))
        return false;
    vvi_remap_list(state, VVI_BLOCK_LINE, map);
    return true;
}

/* ---- Handles -------------------------------------------------------------------------------------------------------- */

/* The line is the state's own. */
static void follow_handles(vv_project_line_key *key, const vvi_map *map)
{
    uint32_t *handles = (uint32_t *)key->handles, kept = 0;
    for (uint32_t i = 0; handles && i < key->bone_count; i++) {
        uint32_t now = map->to[handles[i]];
        if (now != VV_NONE)
            handles[kept++] = now;
    }
    key->bone_count = kept;
    key->handles = kept ? handles : NULL;
}

bool vvi_remap_line_handles(vvi_state *state, uint32_t artwork, const vvi_map *map)
{
    if (vvi_map_keeps(map))
        return true;
    for (uint32_t i = 0; i < state->view.line_count; i++) {
        const vv_project_line *line = state->view.lines[i];
        if (line->kind != VV_LINE_OF_ARTWORK || line->subject != artwork)
            continue;
        vvi_line *own = vvi_state_own(state, VVI_BLOCK_LINE, i);
        if (!own)
            return false;
        for (uint32_t k = 0; k < own->view.key_count; k++)
            follow_handles((vv_project_line_key *)&own->view.keys[k], map);
    }
    return true;
}
