/* What scenes of creatures refer to, followed when creatures, motions and gaits are rearranged, renamed or removed: see remap.c. */
#include "author/document/creatures.h"
#include "author/document/state.h"

#include <string.h>

/* ---- Creatures ------------------------------------------------------------------------------------------------------ */

static bool cast_moves(const vv_project_scene *scene, const vvi_map *map)
{
    for (uint32_t i = 0; i < scene->cast_count; i++) {
        if (map->to[scene->cast[i].creature] != scene->cast[i].creature)
            return true;
    }
    return false;
}

/* Nobody reaches any more for those who are gone. `to` says where each of the cast is now. */
static void follow_aims(vv_project_play *play, const uint32_t *to)
{
    vv_project_aim *aims = (vv_project_aim *)play->aims;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < play->aim_count; i++) {
        vv_project_aim aim = aims[i];
        bool body = aim.of != VV_NONE;
        aim.of = body ? to[aim.of] : VV_NONE;
        if (!body || aim.of != VV_NONE)
            aims[kept++] = aim;
    }
    play->aim_count = kept;
}

/* The scene is the state's own. */
static void follow_cast(vv_project_scene *scene, const vvi_map *map)
{
    vv_project_cast *cast = (vv_project_cast *)scene->cast;
    uint32_t to[VV_PROJECT_MAX_CAST], kept = 0;
    for (uint32_t i = 0; i < scene->cast_count; i++) {
        vv_project_cast moved = cast[i];
        moved.creature = map->to[moved.creature];
        to[i] = moved.creature == VV_NONE ? VV_NONE : kept;
        if (moved.creature != VV_NONE)
            cast[kept++] = moved;
    }
    scene->cast_count = kept;
    for (uint32_t i = 0; i < kept; i++) {
        for (uint32_t p = 0; p < cast[i].play_count; p++)
            follow_aims((vv_project_play *)&cast[i].plays[p], to);
    }
}

bool vvi_remap_creatures(vvi_state *state, const vvi_map *map)
{
    for (uint32_t i = 0; i < state->view.scene_count; i++) {
        if (!cast_moves(state->view.scenes[i], map))
            continue;
        vvi_scene *own = vvi_state_own_scene(state, i);
        if (!own)
            return false;
        follow_cast(&own->view, map);
    }
    if (!vvi_remap_line_subjects(state, VV_LINE_OF_CREATURE, map))
        return false;
    vvi_remap_list(state, VVI_BLOCK_CREATURE, map);
    return true;
}

/* ---- Gaits ---------------------------------------------------------------------------------------------------------- */

static bool gaits_move(const vv_project_scene *scene, const vvi_map *map)
{
    for (uint32_t i = 0; i < scene->cast_count; i++) {
        for (uint32_t g = 0; g < scene->cast[i].gait_count; g++) {
            if (map->to[scene->cast[i].gaits[g].gait] != scene->cast[i].gaits[g].gait)
                return true;
        }
    }
    return false;
}

/* The scene is the state's own. */
static void follow_gaits(vv_project_cast *cast, const vvi_map *map)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < cast->gait_count; i++) {
        vv_project_gait_share share = cast->gaits[i];
        share.gait = map->to[share.gait];
        if (share.gait != VV_NONE)
            cast->gaits[kept++] = share;
    }
    cast->gait_count = kept;
}

bool vvi_remap_gaits(vvi_state *state, const vvi_map *map)
{
    for (uint32_t i = 0; i < state->view.scene_count; i++) {
        if (!gaits_move(state->view.scenes[i], map))
            continue;
        vvi_scene *own = vvi_state_own_scene(state, i);
        if (!own)
            return false;
        for (uint32_t c = 0; c < own->view.cast_count; c++)
            follow_gaits((vv_project_cast *)&own->view.cast[c], map);
    }
    vvi_remap_list(state, VVI_BLOCK_GAIT, map);
    return true;
}

/* ---- Motions -------------------------------------------------------------------------------------------------------- */

static bool scene_plays(const vv_project_scene *scene, const char *action)
{
    for (uint32_t i = 0; i < scene->cast_count; i++) {
        for (uint32_t p = 0; p < scene->cast[i].play_count; p++) {
            if (strcmp(scene->cast[i].plays[p].action, action) == 0)
                return true;
        }
    }
    return false;
}

/* The scene is the state's own. `to` empty: it is played no more. */
static void follow_plays(vv_project_cast *cast, const char *from, const char *to)
{
    vv_project_play *plays = (vv_project_play *)cast->plays;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < cast->play_count; i++) {
        vv_project_play play = plays[i];
        bool named = strcmp(play.action, from) == 0;
        if (named)
            memcpy(play.action, to, strlen(to) + 1);
        if (!named || to[0])
            plays[kept++] = play;
    }
    cast->play_count = kept;
}

bool vvi_follow_action(vvi_state *state, const char *from, const char *to)
{
    if (vvi_action_exists(&state->view, from))
        return true;
    for (uint32_t i = 0; i < state->view.scene_count; i++) {
        if (!scene_plays(state->view.scenes[i], from))
            continue;
        vvi_scene *own = vvi_state_own_scene(state, i);
        if (!own)
            return false;
        for (uint32_t c = 0; c < own->view.cast_count; c++)
            follow_plays((vv_project_cast *)&own->view.cast[c], from, to);
    }
    return true;
}

bool vvi_remap_motions(vvi_state *state, const vvi_map *map)
{
    char name[VV_PROJECT_NAME_BYTES] = "", action[VV_PROJECT_NAME_BYTES] = "";
    for (uint32_t i = 0; i < map->old_count; i++) {
        if (map->to[i] != VV_NONE)
            continue;
        vvi_format(name, sizeof name, "%s", state->view.motions[i]->name);
        vvi_format(action, sizeof action, "%s", vv_project_motion_action(state->view.motions[i]));
    }
    vvi_remap_list(state, VVI_BLOCK_MOTION, map);
    return !name[0] || (vvi_follow_action(state, name, "") && vvi_follow_action(state, action, ""));
}
