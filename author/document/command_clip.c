/* Commands about the keys of a clip. Each makes the new keys of a track in one merge of sorted lists, so that a clip of
 * many thousand keys changes as quickly as it is copied. */
#include "author/document/command.h"
#include "author/document/puppets.h"

#include <string.h>

/* ---- Naming ------------------------------------------------------------------------------------------------------ */

/* The clip that the command names, as one that may be changed; NULL after a problem. */
static vv_project_clip *edit_clip(vvi_edit *e) { return vvi_edit_item(e, VVI_CLIP, "clip", NULL); }

static const vv_project_artwork *artwork_of(const vvi_edit *e, const vv_project_clip *clip)
{
    return e->state->view.artworks[clip->artwork];
}

static void check_clip(vvi_edit *e, vv_project_clip *clip)
{
    vvi_scope scope = vvi_scope_of(&vvi_clip_schema, &e->state->view, clip);
    vvi_clip_schema.check(&e->reader, e->command, &scope);
}

/* The track as it is, or, where there is none yet, an empty one; *index is then VV_NONE. False after a problem. */
static bool edit_track(vvi_edit *e, const vv_project_clip *clip, vv_track *track, uint32_t *index)
{
    *track = (vv_track){0};
    if (!vvi_read_track_head(&e->reader, e->command, artwork_of(e, clip), track))
        return false;
    *index = vv_project_find_track(clip, track->handle, track->channel);
    if (*index != VV_NONE)
        *track = clip->tracks[*index];
    return true;
}

/* Puts a track back: as track `index`, as a new one at the end, or, without keys, not at all. */
static void put_track(vvi_edit *e, vv_project_clip *clip, uint32_t index, const vv_track *track)
{
    vv_track *tracks = (vv_track *)clip->tracks; /* the clip is the state's own */
    uint32_t count = clip->track_count;
    if (index == VV_NONE && track->key_count == 0)
        return;
    if (index == VV_NONE) {
        if (count >= VV_CLIP_MAX_TRACKS) {
            vvi_problem(&e->reader, e->command, VV_RULE_TOO_MANY, "remove another first",
                        "there are %u tracks already, and more are not possible", count);
            return;
        }
        vv_track *more = vvi_take(&e->reader, count + 1, sizeof *more);
        if (!more)
            return;
        if (count > 0)
            memcpy(more, tracks, count * sizeof *more);
        clip->tracks = tracks = more;
        index = clip->track_count++;
    }
    tracks[index] = *track;
    if (track->key_count > 0)
        return;
    clip->track_count--;
    memmove(tracks + index, tracks + index + 1, (clip->track_count - index) * sizeof *tracks);
}

/* ---- Sorted keys ------------------------------------------------------------------------------------------------- */

static void merge_runs(const vv_key *from, uint32_t begin, uint32_t middle, uint32_t end, vv_key *to)
{
    for (uint32_t i = begin, j = middle, k = begin; k < end; k++)
        to[k] = i < middle && (j >= end || from[i].time <= from[j].time) ? from[i++] : from[j++];
}

static bool are_sorted(const vv_key *keys, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        if (keys[i].time < keys[i - 1].time)
            return false;
    }
    return true;
}

/* Sorted by time (by merging runs of 1, 2, 4, …), no two at the same time (vvi_same_time); false after a problem. */
static bool sort_keys(vvi_edit *e, uint32_t count, vv_key **keys)
{
    vv_key *from = *keys, *to = are_sorted(from, count) ? NULL : vvi_take(&e->reader, count, sizeof *to);
    for (uint32_t run = 1; to && run < count; run *= 2) {
        for (uint32_t i = 0; i < count; i += 2 * run) {
            uint32_t middle = i + run < count ? i + run : count, end = middle + run < count ? middle + run : count;
            merge_runs(from, i, middle, end, to);
        }
        vv_key *swapped = from;
        from = to;
        to = swapped;
    }
    *keys = from;
    for (uint32_t i = 1; i < count && !vvi_edit_failed(e); i++) {
        if (vvi_same_time(from[i].time, from[i - 1].time))
            vvi_problem(&e->reader, e->command, VV_RULE_TRACK, "leave out one of them, or move one further",
                        "two of these keys of one track would be at %g s", (double)from[i].time);
    }
    return !vvi_edit_failed(e);
}

/* The track with added[count], which are sorted, among its keys but those that are `gone` (NULL: none). An added
 * key replaces one at the same time. */
static bool merge_keys(vvi_edit *e, const bool *gone, const vv_key *added, uint32_t count, vv_track *track)
{
    vv_key *keys = vvi_take(&e->reader, (size_t)track->key_count + count, sizeof *keys);
    uint32_t used = 0, next = 0;
    if (!keys)
        return false;
    for (uint32_t i = 0; i < track->key_count; i++) {
        const vv_key *old = &track->keys[i];
        if (gone && gone[i])
            continue;
        while (next < count && added[next].time < old->time && !vvi_same_time(added[next].time, old->time))
            keys[used++] = added[next++];
        /* Where old keys are nearer to each other than that, the key that was just added may be at the time of this one
         * too. */
        bool meets_last = next > 0 && vvi_same_time(added[next - 1].time, old->time);
        bool meets_next = next < count && vvi_same_time(added[next].time, old->time);
        if (!meets_last && !meets_next)
            keys[used++] = *old;
    }
    while (next < count)
        keys[used++] = added[next++];
    track->keys = keys;
    track->key_count = used;
    return true;
}

/* The key of a track at a time: the nearest, if it is near enough; VV_NONE: there is none. */
static uint32_t find_key(const vv_track *track, float time)
{
    uint32_t low = 0, high = track->key_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (track->keys[middle].time < time)
            low = middle + 1;
        else
            high = middle;
    }
    uint32_t nearest = low < track->key_count ? low : low - 1; /* a track has keys */
    if (low > 0 && low < track->key_count && time - track->keys[low - 1].time < track->keys[low].time - time)
        nearest = low - 1;
    return vvi_same_time(track->keys[nearest].time, time) ? nearest : VV_NONE;
}

/* ---- Tracks ------------------------------------------------------------------------------------------------------ */

void vvi_command_track_set(vvi_edit *e)
{
    static const char *const keys[] = {"clip", "handle", "channel", "advance", "keys", NULL};
    vv_project_clip *clip = vvi_edit_keys(e, keys) ? edit_clip(e) : NULL;
    vv_track track;
    uint32_t index;
    if (!clip || !edit_track(e, clip, &track, &index))
        return;
    const vv_json *list = vvi_member(e->command, "keys");
    if (!list && index == VV_NONE) {
        vvi_problem(&e->reader, e->command, VV_RULE_MISSING_KEY, "give \"keys\"", "there is no such track yet");
        return;
    }
    vvi_advance_member(&e->reader, e->command, &track);
    if (list) {
        vv_key *found = vvi_read_keys(&e->reader, list, track.channel, &track.key_count);
        if (!found || !sort_keys(e, track.key_count, &found))
            return;
        track.keys = found;
    }
    put_track(e, clip, index, &track);
    check_clip(e, clip);
}

/* ---- Keys -------------------------------------------------------------------------------------------------------- */

void vvi_command_key_set(vvi_edit *e)
{
    static const char *const keys[] = {"clip", "handle", "channel", "keys", NULL};
    vv_project_clip *clip = vvi_edit_keys(e, keys) ? edit_clip(e) : NULL;
    vv_track track;
    uint32_t index, count = 0;
    if (!clip || !edit_track(e, clip, &track, &index))
        return;
    const vv_json *list = vvi_required(&e->reader, e->command, "keys");
    vv_key *added = list ? vvi_read_keys(&e->reader, list, track.channel, &count) : NULL;
    if (!added || !sort_keys(e, count, &added) || !merge_keys(e, NULL, added, count, &track))
        return;
    put_track(e, clip, index, &track);
    check_clip(e, clip);
}

/* Marks the key of `track` at the time that `value` says; VV_NONE after a problem. */
static uint32_t mark_key(vvi_edit *e, const vv_json *value, const vv_track *track, bool *gone)
{
    float time;
    if (!value || !vvi_number(&e->reader, value, 0.0f, VV_CLIP_MAX_TIME, &time))
        return VV_NONE;
    uint32_t key = find_key(track, time);
    if (key == VV_NONE)
        vvi_problem(&e->reader, value, VV_RULE_REFERENCE, "name the time of a key", "there is no key at %g s",
                    (double)time);
    else if (gone[key])
        vvi_problem(&e->reader, value, VV_RULE_REPEATED, "name it once", "the key at %g s is here twice", (double)time);
    else
        gone[key] = true;
    return key;
}

static bool has_track(vvi_edit *e, const vv_json *place, uint32_t index)
{
    return index != VV_NONE || vvi_problem(&e->reader, place, VV_RULE_REFERENCE, "name a handle and channel with keys",
                                           "the clip has no such track");
}

void vvi_command_key_remove(vvi_edit *e)
{
    static const char *const keys[] = {"clip", "handle", "channel", "times", NULL};
    vv_project_clip *clip = vvi_edit_keys(e, keys) ? edit_clip(e) : NULL;
    vv_track track;
    uint32_t index;
    if (!clip || !edit_track(e, clip, &track, &index) || !has_track(e, e->command, index))
        return;
    const vv_json *list = vvi_required(&e->reader, e->command, "times");
    bool *gone = vvi_take(&e->reader, track.key_count, sizeof *gone);
    if (!list || !gone || !vvi_is(&e->reader, list, VV_JSON_ARRAY))
        return;
    for (const vv_json *item = list->child; item && !vvi_edit_failed(e); item = item->next)
        mark_key(e, item, &track, gone);
    if (!vvi_edit_failed(e) && merge_keys(e, gone, NULL, 0, &track))
        put_track(e, clip, index, &track);
}

/* ---- Moving many at once ----------------------------------------------------------------------------------------- */

typedef struct key_move {
    uint32_t track;
    vv_key key; /* as it will be */
} key_move;

typedef struct key_moves {
    uint32_t count;
    key_move *moves;  /* [count] in the order of the command */
    uint32_t *begins; /* [track_count + 1] where a track's flags begin in `gone` */
    bool *gone;       /* one a key of the clip: it moves */
} key_moves;

static bool prepare_moves(vvi_edit *e, const vv_project_clip *clip, const vv_json *list, key_moves *m)
{
    uint32_t tracks = clip->track_count;
    m->count = vvi_list(&e->reader, list, VV_CLIP_MAX_KEYS, "moves");
    m->moves = vvi_take(&e->reader, m->count, sizeof *m->moves);
    m->begins = vvi_take(&e->reader, tracks + 1, sizeof *m->begins);
    if (vvi_edit_failed(e))
        return false;
    for (uint32_t i = 0; i < tracks; i++)
        m->begins[i + 1] = m->begins[i] + clip->tracks[i].key_count;
    m->gone = vvi_take(&e->reader, m->begins[tracks], sizeof *m->gone);
    return m->gone != NULL;
}

/* Moves of one track mostly follow each other: `last` is that of the move before, or VV_NONE. */
static uint32_t find_moved_track(vvi_edit *e, const vv_json *object, const vv_project_clip *clip, uint32_t last)
{
    const vv_project_artwork *artwork = artwork_of(e, clip);
    const vv_json *handle = vvi_required(&e->reader, object, "handle");
    vv_handle_channel channel;
    if (!vvi_channel_member(&e->reader, object, &channel) || !handle)
        return VV_NONE;
    if (last != VV_NONE && handle->kind == VV_JSON_STRING && clip->tracks[last].channel == channel &&
        strcmp(artwork->handles[clip->tracks[last].handle].name, handle->string) == 0)
        return last;
    uint32_t found = vvi_handle_value(&e->reader, handle, artwork);
    uint32_t track = found == VV_NONE ? VV_NONE : vv_project_find_track(clip, found, channel);
    if (found != VV_NONE)
        has_track(e, object, track);
    return track;
}

static void read_move(vvi_edit *e, const vv_json *object, const vv_project_clip *clip, key_moves *m)
{
    static const char *const keys[] = {"handle", "channel", "time", "to", "value", NULL};
    vvi_reader *r = &e->reader;
    key_move *move = &m->moves[object->index];
    if (!vvi_known_keys(r, object, keys, NULL))
        return;
    move->track = find_moved_track(e, object, clip, object->index ? move[-1].track : VV_NONE);
    if (move->track == VV_NONE)
        return;
    const vv_track *track = &clip->tracks[move->track];
    uint32_t key = mark_key(e, vvi_required(r, object, "time"), track, m->gone + m->begins[move->track]);
    const vv_json *value = vvi_member(object, "value");
    if (key == VV_NONE)
        return;
    move->key = track->keys[key];
    vvi_required(r, object, "to");
    vvi_float_member(r, object, "to", 0.0f, 0.0f, VV_CLIP_MAX_TIME, &move->key.time);
    if (value)
        vvi_channel_value(r, value, track->channel, move->key.value);
}

/* The moved keys, those of one track together: track t has landed[ends[t − 1]…ends[t]). */
static vv_key *gather_moves(vvi_edit *e, const key_moves *m, uint32_t track_count, uint32_t *ends)
{
    vv_key *landed = vvi_take(&e->reader, m->count, sizeof *landed);
    if (!landed)
        return NULL;
    for (uint32_t i = 0; i < m->count; i++)
        ends[m->moves[i].track]++;
    for (uint32_t t = 1; t < track_count; t++)
        ends[t] += ends[t - 1];
    for (uint32_t i = m->count; i-- > 0;) /* backwards fills each from its end, and leaves its beginning there */
        landed[--ends[m->moves[i].track]] = m->moves[i].key;
    for (uint32_t t = 0; t < track_count; t++)
        ends[t] = t + 1 < track_count ? ends[t + 1] : m->count;
    return landed;
}

static void apply_moves(vvi_edit *e, vv_project_clip *clip, const key_moves *m)
{
    vv_track *tracks = (vv_track *)clip->tracks;
    uint32_t *ends = vvi_take(&e->reader, clip->track_count, sizeof *ends), begin = 0;
    const vv_key *landed = ends ? gather_moves(e, m, clip->track_count, ends) : NULL;
    for (uint32_t t = 0; landed && t < clip->track_count; begin = ends[t++]) {
        uint32_t count = ends[t] - begin;
        vv_key *keys = (vv_key *)landed + begin;
        if (count > 0 &&
            (!sort_keys(e, count, &keys) || !merge_keys(e, m->gone + m->begins[t], keys, count, &tracks[t])))
            return;
    }
    if (landed)
        check_clip(e, clip);
}

void vvi_command_key_move(vvi_edit *e)
{
    static const char *const keys[] = {"clip", "moves", NULL};
    vv_project_clip *clip = vvi_edit_keys(e, keys) ? edit_clip(e) : NULL;
    const vv_json *list = clip ? vvi_required(&e->reader, e->command, "moves") : NULL;
    key_moves moves = {0};
    if (!list || !prepare_moves(e, clip, list, &moves))
        return;
    for (const vv_json *item = moves.count ? list->child : NULL; item && !vvi_edit_failed(e); item = item->next)
        read_move(e, item, clip, &moves);
    if (!vvi_edit_failed(e))
        apply_moves(e, clip, &moves);
}
