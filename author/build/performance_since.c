/* The time from which an actor moves differently after its clips were edited: what was computed up to then stays
 * valid. */
#include "performance.h"

#include <string.h>

static bool is_same_key(const vv_key *a, const vv_key *b)
{
    bool same = a->time == b->time && a->curve == b->curve && a->strength == b->strength && a->ease == b->ease &&
                a->release == b->release && a->auto_in == b->auto_in && a->auto_out == b->auto_out;
    for (int d = 0; d < 2; d++)
        same = same && a->value[d] == b->value[d] && a->in[d] == b->in[d] && a->out[d] == b->out[d];
    return same;
}

/* A track begins to act at its first key, less the time it takes to fade in. */
static double find_begin(const vv_track *track) { return (double)track->keys[0].time - (double)track->keys[0].ease; }

/* The time from which key i has an effect: an automatic slope at the key before depends on it, and bends the curve
 * from the key before that one. A key after a release fades in before its time, but not from further back. */
static double find_effect(const vv_track *track, uint32_t i)
{
    return i >= 2 && track->key_count > 2 ? (double)track->keys[(i < track->key_count ? i : track->key_count) - 2].time
                                          : find_begin(track);
}

/* Whether the last two keys are the same, from which a loop leads back to its beginning. */
static bool has_same_end(const vv_track *a, const vv_track *b)
{
    uint32_t n = a->key_count;
    return n >= 2 && is_same_key(&a->keys[n - 1], &b->keys[n - 1]) && is_same_key(&a->keys[n - 2], &b->keys[n - 2]);
}

static double track_since(const vv_track *a, const vv_track *b, bool loop)
{
    uint32_t i = 0, fewer = a->key_count < b->key_count ? a->key_count : b->key_count;
    while (i < fewer && is_same_key(&a->keys[i], &b->keys[i]))
        i++;
    if (a->advance[0] != b->advance[0] || a->advance[1] != b->advance[1])
        return 0.0;
    if (i == a->key_count && i == b->key_count)
        return (double)INFINITY;
    if (loop && (i < 2 || a->key_count != b->key_count || !has_same_end(a, b)))
        return 0.0; /* the ends of a loop meet */
    double from_a = find_effect(a, i), from_b = find_effect(b, i);
    return from_a < from_b ? from_a : from_b;
}

/* The time from which tracks of `a` differ from those of `b`. */
static double tracks_since(const vv_project_clip *a, const vv_project_clip *b)
{
    double since = (double)INFINITY;
    for (uint32_t t = 0; t < a->track_count; t++) {
        uint32_t other = vv_project_find_track(b, a->tracks[t].handle, a->tracks[t].channel);
        double own = other == VV_NONE ? (a->loop ? 0.0 : find_begin(&a->tracks[t]))
                                      : track_since(&a->tracks[t], &b->tracks[other], a->loop);
        since = own < since ? own : since;
    }
    return since;
}

static double clip_since(const vv_project_clip *a, const vv_project_clip *b)
{
    if (a == b || a->stamp == b->stamp)
        return (double)INFINITY;
    if (a->loop != b->loop || (a->loop && a->length != b->length))
        return 0.0;
    double gone = tracks_since(a, b), come = tracks_since(b, a);
    return gone < come ? gone : come;
}

static bool is_cued(const vv_performance *p, uint32_t clip)
{
    for (uint32_t i = 0; i < p->scene->stage.cue_count; i++) {
        if (p->scene->stage.cues[i].kind == VV_CUE_PLAY && p->scene->stage.cues[i].clip == clip)
            return true;
    }
    for (uint32_t i = 0; i < p->live_count; i++) {
        if (p->live[i].cue.kind == VV_CUE_PLAY && p->live[i].cue.clip == clip)
            return true;
    }
    return false;
}

/* Whether clip i is the same as before, at the same index: states and cues refer to clips by index. */
static bool is_unchanged(const vv_performance *p, const vv_project *project, uint32_t i)
{
    if (i >= p->project->clip_count)
        return false;
    const vv_project_clip *before = p->project->clips[i], *now = project->clips[i];
    return before->artwork == now->artwork && strcmp(before->name, now->name) == 0 &&
           !(clip_since(before, now) < (double)INFINITY);
}

double vvi_performance_clips_since(const vv_performance *p, const vv_project *project, uint32_t index)
{
    const vv_project_actor *actor = &p->scene->stage.actors[index];
    double since = (double)INFINITY, now_seconds = (double)vvi_performance_steps(p) * vv_performance_step(p);
    for (uint32_t i = 0; i < project->clip_count; i++) {
        if (project->clips[i]->artwork == actor->artwork && !is_unchanged(p, project, i))
            since = now_seconds; /* it has not been played, but may be from now on */
    }
    for (uint32_t i = 0; i < p->project->clip_count; i++) {
        const vv_project_clip *before = p->project->clips[i];
        if (before->artwork != actor->artwork || (i != actor->clip && !is_cued(p, i)))
            continue;
        uint32_t now = vv_project_find_clip(project, before->name);
        if (now != i || project->clips[now]->artwork != before->artwork)
            return 0.0;
        double own = clip_since(before, project->clips[now]);
        if (own < (double)INFINITY)
            own = is_cued(p, i) ? 0.0 : own + (double)actor->clip_start;
        since = own < since ? own : since;
    }
    return since > 0.0 ? since : 0.0;
}
