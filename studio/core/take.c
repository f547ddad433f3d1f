/* Actions by hand on a stage: cues, and the pointer that grabs, drags and throws actors. */
#include "play.h"

#include <string.h>

/* Frequency of the pointer's hold, hertz. After a jerk of a metre in a tenth of a second the held point is back at
 * the pointer within a frame or two. At 5 Hz it rings for 0.4 s, and a shake of 4 Hz swings it at up to three times
 * the pointer's speed; at 24 Hz it is rigidly attached. The actor swings about the pointer at every strength. */
#define HAND_STRENGTH 12.0f

/* A thrown actor gets the pointer's mean velocity over this time, seconds. The velocity of the spring would depend on
 * the phase of its oscillation. */
#define THROW_TIME 0.1
/* A pointer without events for longer than this, seconds, is at rest; shorter gaps are frames of a slow display. */
#define HAND_PAUSE    0.04
#define FASTEST_THROW 5000.0 /* m/s: the stage's speed limit */

/* ---- Cues ------------------------------------------------------------------------------------------------------ */

static void release_hold(vvi_playing *p)
{
    vv_project_cue release = {.kind = VV_CUE_RELEASE, .actor = p->hand.actor};
    memcpy(release.name, p->hand.cue.name, sizeof release.name);
    vv_performance_add_cue(p->performance, &release, NULL);
}

void vvi_playing_discard_future(vvi_playing *p)
{
    uint64_t steps = vv_performance_event_report(p->performance).steps;
    uint32_t count;
    const vv_live_cue *live = vv_performance_live_cues(p->performance, &count);
    bool forgets = count > 0 && live[count - 1].step > steps;
    vvi_rewind_truncate(&p->rewind, steps);
    vvi_playing_drop_marks(p, steps);
    if (forgets && !p->hand.held && p->hand.cue.name[0] &&
        vv_performance_has_hold(p->performance, p->hand.actor, p->hand.cue.name))
        release_hold(p);
}

static void count_live(vvi_playing *p) { vv_performance_live_cues(p->performance, &p->view.live); }

vv_result vvi_playing_apply_cue(vvi_playing *p, const vv_project_cue *cue, vv_error *error)
{
    vvi_playing_discard_future(p);
    vv_result result = vv_performance_add_cue(p->performance, cue, error);
    count_live(p);
    return result;
}

static vv_result fail_not_playing(vv_studio *studio)
{
    vv_error error = {0};
    vvi_fail(&error, VV_ERROR_NOT_FOUND, "nothing plays");
    vvi_error_remedy(&error, "choose a scene with actors");
    return vvi_studio_fail(studio, &error);
}

vv_result vv_studio_cue(vv_studio *studio, const char *text, uint32_t length)
{
    vvi_playing *p = vvi_playing_current(studio);
    vv_json_document *json = NULL;
    vv_error error = {0};
    if (!p)
        return fail_not_playing(studio);
    vv_result result = vv_json_parse(text, length, "cue", studio->allocator, &json, &error);
    if (result == VV_OK) {
        vvi_playing_discard_future(p);
        result = vv_performance_add_cue_json(p->performance, json, vv_json_root(json), &error);
        count_live(p);
        vv_json_destroy(json);
    }
    return result == VV_OK ? VV_OK : vvi_studio_fail(studio, &error);
}

/* ---- The path of the pointer ----------------------------------------------------------------------------------- */

/* Records a position; it replaces one at the same time and drops later ones, which belong to a discarded future. */
static void record_pointer(vvi_playing *p, vv_vec2 at)
{
    vvi_hand *hand = &p->hand;
    while (hand->sample_count > 0 && hand->samples[hand->sample_count - 1].time >= p->time)
        hand->sample_count--;
    if (hand->sample_count == VVI_PLAY_POINTER_SAMPLES)
        memmove(hand->samples, hand->samples + 1, --hand->sample_count * sizeof *hand->samples);
    hand->samples[hand->sample_count++] = (vvi_pointer_sample){p->time, at};
}

/* Interpolates linearly between two samples; constant before the first and after the last. */
static vv_vec2 pointer_at(const vvi_hand *hand, double time)
{
    uint32_t next = 0;
    while (next < hand->sample_count && hand->samples[next].time <= time)
        next++;
    if (next == 0 || next == hand->sample_count)
        return hand->samples[next ? next - 1 : 0].at;
    const vvi_pointer_sample *a = &hand->samples[next - 1], *b = &hand->samples[next];
    return vv_vec2_lerp(a->at, b->at, (float)((time - a->time) / (b->time - a->time)));
}

/* The pointer's mean velocity over the last THROW_TIME, or since the grab; false if no time has passed. */
static bool pointer_velocity(const vvi_playing *p, vv_vec2 *velocity)
{
    const vvi_hand *hand = &p->hand;
    if (hand->sample_count == 0)
        return false;
    double last = hand->samples[hand->sample_count - 1].time, end = p->time - last > HAND_PAUSE ? p->time : last;
    double begin = end - THROW_TIME > hand->samples[0].time ? end - THROW_TIME : hand->samples[0].time;
    vv_vec2 from = pointer_at(hand, begin), to = pointer_at(hand, end);
    double seconds = end - begin, distance[2] = {(double)to.x - (double)from.x, (double)to.y - (double)from.y};
    if (!(seconds > 1e-3))
        return false;
    double speed = sqrt(distance[0] * distance[0] + distance[1] * distance[1]) / seconds;
    double share = (speed > FASTEST_THROW ? FASTEST_THROW / speed : 1.0) / seconds;
    *velocity = (vv_vec2){(float)(distance[0] * share), (float)(distance[1] * share)};
    return true;
}

/* ---- Grabbing -------------------------------------------------------------------------------------------------- */

/* Chooses a name that differs from the actor's own holds. */
static void choose_hold_name(const vvi_playing *p, uint32_t actor, char name[VV_PROJECT_NAME_BYTES])
{
    const vv_project_actor *own = &vv_performance_scene(p->performance)->stage.actors[actor];
    vvi_format(name, VV_PROJECT_NAME_BYTES, "hand");
    for (uint32_t i = 0, n = 2; i < own->hold_count; i++) {
        if (strcmp(own->holds[i].name, name) == 0) {
            vvi_format(name, VV_PROJECT_NAME_BYTES, "hand %u", n++);
            i = VV_NONE; /* start again at 0 */
        }
    }
}

/* The current position of the vertex that the hold will use. */
static vv_vec2 find_vertex(const vvi_playing *p, uint32_t actor, vv_vec2 at)
{
    vv_actor_drawing looks[2];
    vv_performance_drawings(p->performance, actor, looks);
    const vv_mesh *mesh = &looks[0].rigged->body->mesh;
    uint32_t best = 0;
    for (uint32_t i = 1; i < mesh->vertex_count; i++)
        best = vv_vec2_distance(mesh->positions[i], at) < vv_vec2_distance(mesh->positions[best], at) ? i : best;
    return p->actors[actor].vertices[best];
}

uint32_t vv_studio_play_grab(vv_studio *studio, float x, float y)
{
    vvi_playing *p = vvi_playing_current(studio);
    uint32_t actor;
    vv_vec2 at, pointer = {x, y};
    if (!p || !vv_performance_pick(p->performance, pointer, &actor, &at))
        return VV_NONE;
    vv_studio_play_release(studio);
    vv_project_cue cue = {.kind = VV_CUE_HOLD, .actor = actor, .has_vector = true, .has_number = true, .at = at};
    cue.number = HAND_STRENGTH;
    cue.vector = find_vertex(p, actor, at);
    choose_hold_name(p, actor, cue.name);
    if (vvi_playing_apply_cue(p, &cue, NULL) != VV_OK)
        return VV_NONE;
    p->hand = (vvi_hand){.held = true, .actor = actor, .cue = cue, .offset = vv_vec2_sub(cue.vector, pointer)};
    record_pointer(p, cue.vector);
    p->actors[actor].grabbed = 1;
    return actor;
}

/* Moves the hold; a pointer at rest makes no cue. */
vv_result vv_studio_play_drag(vv_studio *studio, float x, float y)
{
    vvi_playing *p = vvi_playing_current(studio);
    vv_error error = {0};
    if (!p || !p->hand.held)
        return VV_OK;
    vv_vec2 to = vv_vec2_add((vv_vec2){x, y}, p->hand.offset);
    if (!vvi_all_finite(&to.x, 2) || vvi_max(fabsf(to.x), fabsf(to.y)) > VV_PROJECT_FAR) {
        vvi_fail(&error, VV_ERROR_ARGUMENT, "the pointer is outside the stage");
        return vvi_studio_fail(studio, &error);
    }
    record_pointer(p, to);
    if (to.x == p->hand.cue.vector.x && to.y == p->hand.cue.vector.y)
        return VV_OK;
    vv_project_cue cue = p->hand.cue;
    cue.vector = to;
    vv_result result = vvi_playing_apply_cue(p, &cue, &error);
    if (result != VV_OK)
        return vvi_studio_fail(studio, &error);
    p->hand.cue.vector = to;
    return VV_OK;
}

/* Releases the actor with the pointer's velocity, unless something else holds it too; then it springs back by
 * itself. */
static void throw_actor(vvi_playing *p)
{
    vv_project_cue fly = {.kind = VV_CUE_VELOCITY, .actor = p->hand.actor, .has_vector = true};
    bool is_free = vv_performance_hold_count(p->performance, p->hand.actor) <= 1;
    release_hold(p);
    if (is_free && pointer_velocity(p, &fly.vector))
        vv_performance_add_cue(p->performance, &fly, NULL);
}

void vv_studio_play_release(vv_studio *studio)
{
    vvi_playing *p = vvi_playing_current(studio);
    if (!p || !p->hand.held)
        return;
    vvi_playing_discard_future(p);
    throw_actor(p);
    count_live(p);
    p->hand.held = false;
    p->actors[p->hand.actor].grabbed = 0;
}

/* ---- Takes ----------------------------------------------------------------------------------------------------- */

vv_result vv_studio_store_take(vv_studio *studio, const char *name, float seconds)
{
    vvi_playing *p = vvi_playing_current(studio);
    char *text = NULL;
    size_t length = 0;
    vv_error error = {0};
    if (!p)
        return fail_not_playing(studio);
    vv_result result =
        vv_performance_write_scene(p->performance, name, seconds, studio->allocator, &text, &length, &error);
    if (result != VV_OK)
        return vvi_studio_fail(studio, &error);
    result = vvi_studio_set_text(studio, text, length);
    vv_project_text_release(studio->allocator, text, length);
    return result;
}
