/* Deep copies of creatures, motions and gaits, and of the scenes that show them: see copy.c. */
#include "author/document/state.h"

#include <string.h>

bool vvi_copy_creature(vvi_creature *to, const vv_project_creature *from)
{
    vv_project_caps *caps = vvi_copied(&to->arena, from->caps, from->caps_count, sizeof *caps);
    bool good = caps != NULL;
    for (uint32_t i = 0; good && i < from->caps_count; i++) {
        caps[i].caps = vvi_copied(&to->arena, caps[i].caps, caps[i].cap_count, sizeof *caps[i].caps);
        good = caps[i].caps != NULL;
    }
    to->view = *from;
    to->view.caps = caps;
    if (from->file)
        to->view.file = vvi_copied(&to->arena, from->file, strlen(from->file) + 1, 1);
    return good && (!from->file || to->view.file);
}

/* ---- Motions -------------------------------------------------------------------------------------------------------- */

static bool copy_channel(vvi_arena *arena, vv_motion_channel *channel)
{
    vv_motion_track *tracks = vvi_copied(arena, channel->tracks, channel->track_count, sizeof *tracks);
    bool good = tracks != NULL;
    for (uint32_t i = 0; good && i < channel->track_count; i++) {
        tracks[i].keys = vvi_copied(arena, tracks[i].keys, tracks[i].key_count, sizeof *tracks[i].keys);
        good = tracks[i].keys != NULL;
    }
    channel->tracks = tracks;
    return good;
}

bool vvi_copy_motion(vvi_motion *to, const vv_project_motion *from)
{
    vvi_arena *arena = &to->arena;
    const vv_motion_def *def = &from->def;
    vv_motion_channel *channels = vvi_copied(arena, def->channels, def->channel_count, sizeof *channels);
    bool good = channels != NULL;
    for (uint32_t i = 0; good && i < def->channel_count; i++)
        good = copy_channel(arena, &channels[i]);
    to->view = *from;
    to->view.def.channels = channels;
    to->view.def.relations = vvi_copied(arena, def->relations, def->relation_count, sizeof *def->relations);
    to->view.def.events = vvi_copied(arena, def->events, def->event_count, sizeof *def->events);
    return good && to->view.def.relations && to->view.def.events;
}

/* ---- Gaits ---------------------------------------------------------------------------------------------------------- */

/* Rows and arcs that are not there mean the usual ones. */
static bool copy_optional(vvi_arena *arena, const void **items, uint32_t count, size_t size)
{
    *items = count ? vvi_copied(arena, *items, count, size) : NULL;
    return *items || !count;
}

bool vvi_copy_gait(vvi_gait *to, const vv_project_gait *from)
{
    const void *rows = from->def.rows, *arc = from->def.arc;
    bool good = copy_optional(&to->arena, &rows, from->def.row_count, sizeof *from->def.rows) &&
                copy_optional(&to->arena, &arc, from->def.arc_count, sizeof *from->def.arc);
    to->view = *from;
    to->view.def.rows = rows;
    to->view.def.arc = arc;
    return good;
}

/* ---- Scenes --------------------------------------------------------------------------------------------------------- */

static bool copy_cast(vvi_arena *arena, vv_project_cast *cast)
{
    vv_project_play *plays = vvi_copied(arena, cast->plays, cast->play_count, sizeof *plays);
    bool good = plays != NULL;
    for (uint32_t i = 0; good && i < cast->play_count; i++) {
        plays[i].aims = vvi_copied(arena, plays[i].aims, plays[i].aim_count, sizeof *plays[i].aims);
        good = plays[i].aims != NULL;
    }
    cast->plays = plays;
    cast->paces = vvi_copied(arena, cast->paces, cast->pace_count, sizeof *cast->paces);
    cast->way = vvi_copied(arena, cast->way, cast->way_count, sizeof *cast->way);
    return good && cast->paces && cast->way;
}

bool vvi_copy_troupe(vvi_scene *to, const vv_project_scene *from)
{
    vv_project_cast *cast = vvi_copied(&to->arena, from->cast, from->cast_count, sizeof *cast);
    bool good = cast != NULL;
    for (uint32_t i = 0; good && i < from->cast_count; i++)
        good = copy_cast(&to->arena, &cast[i]);
    to->view.cast = cast;
    return good;
}
