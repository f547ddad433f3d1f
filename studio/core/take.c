/* What is done to a stage by hand: cues, and the pointer that takes hold of actors, drags and throws them. */
#include "play.h"

#include <string.h>

/* Of the pointer's hold, hertz. After a jerk of a metre in a tenth of a second the point that is held is back at the hand
 * within a frame or two; at 5 Hz it rings for 0.4 s and a shake of 4 Hz swings it up to three times the hand's speed, at 24 Hz
 * it is nailed to the pointer. It swings about the hand at every strength. */
#define HAND_STRENGTH 12.0f

/* What is let go flies as the hand moved over this time, seconds: a spring would give it the speed of whatever moment of its
 * swing it was in. */
#define THROW_TIME 0.1
/* A hand that has said nothing for longer than this, seconds, rests; shorter is a frame of a slow display. */
#define HAND_PAUSE    0.04
#define FASTEST_THROW 5000.0 /* m/s: the stage lets nobody be faster */

/* ---- Cues ------------------------------------------------------------------------------------------------------------ */

static void let_go(vvi_playing *p)
{
    vv_project_cue release = {.kind = VV_CUE_RELEASE, .actor = p->hand.actor};
    memcpy(release.name, p->hand.cue.name, sizeof release.name);
    vv_performance_do(p->performance, &release, NULL);
}

void vvi_playing_turn(vvi_playing *p)
{
    uint64_t steps = vv_performance_told(p->performance).steps;
    uint32_t count;
    const vv_live_cue *live = vv_performance_live(p->performance, &count);
    bool forgets = count > 0 && live[count - 1].step > steps;
    vvi_rewind_cut(&p->rewind, steps);
    if (forgets && !p->hand.held && p->hand.cue.name[0] &&
        vv_performance_has_hold(p->performance, p->hand.actor, p->hand.cue.name))
        let_go(p);
}

static void count_live(vvi_playing *p) { vv_performance_live(p->performance, &p->view.live); }

vv_result vvi_playing_do(vvi_playing *p, const vv_project_cue *cue, vv_error *error)
{
    vvi_playing_turn(p);
    vv_result result = vv_performance_do(p->performance, cue, error);
    count_live(p);
    return result;
}

static vv_result not_playing(vv_studio *studio)
{
    vv_error error = {0};
    vvi_fail(&error, VV_ERROR_NOT_FOUND, "nothing plays");
    vvi_error_remedy(&error, "choose a scene with actors");
    return vvi_studio_refuse(studio, &error);
}

vv_result vv_studio_cue(vv_studio *studio, const char *text, uint32_t length)
{
    vvi_playing *p = vvi_playing_now(studio);
    vv_json_document *json = NULL;
    vv_error error = {0};
    if (!p)
        return not_playing(studio);
    vv_result result = vv_json_parse(text, length, "cue", studio->allocator, &json, &error);
    if (result == VV_OK) {
        vvi_playing_turn(p);
        result = vv_performance_cue(p->performance, json, vv_json_root(json), &error);
        count_live(p);
        vv_json_destroy(json);
    }
    return result == VV_OK ? VV_OK : vvi_studio_refuse(studio, &error);
}

/* ---- Where the hand was ---------------------------------------------------------------------------------------------- */

/* Of one moment the last place counts; what was to come later is another future. */
static void trace_hand(vvi_playing *p, vv_vec2 at)
{
    vvi_hand *hand = &p->hand;
    while (hand->trace_count > 0 && hand->traces[hand->trace_count - 1].time >= p->time)
        hand->trace_count--;
    if (hand->trace_count == VVI_PLAY_TRACES)
        memmove(hand->traces, hand->traces + 1, --hand->trace_count * sizeof *hand->traces);
    hand->traces[hand->trace_count++] = (vvi_trace){p->time, at};
}

/* Straight on between two places, and at rest before the first and after the last. */
static vv_vec2 hand_at(const vvi_hand *hand, double time)
{
    uint32_t next = 0;
    while (next < hand->trace_count && hand->traces[next].time <= time)
        next++;
    if (next == 0 || next == hand->trace_count)
        return hand->traces[next ? next - 1 : 0].at;
    const vvi_trace *a = &hand->traces[next - 1], *b = &hand->traces[next];
    return vv_vec2_mix(a->at, b->at, (float)((time - a->time) / (b->time - a->time)));
}

/* The hand's mean velocity over the last THROW_TIME, or since it took hold; false where no time has passed. */
static bool hand_velocity(const vvi_playing *p, vv_vec2 *velocity)
{
    const vvi_hand *hand = &p->hand;
    if (hand->trace_count == 0)
        return false;
    double last = hand->traces[hand->trace_count - 1].time, end = p->time - last > HAND_PAUSE ? p->time : last;
    double begin = end - THROW_TIME > hand->traces[0].time ? end - THROW_TIME : hand->traces[0].time;
    vv_vec2 from = hand_at(hand, begin), to = hand_at(hand, end);
    double seconds = end - begin, way[2] = {(double)to.x - (double)from.x, (double)to.y - (double)from.y};
    if (!(seconds > 1e-3))
        return false;
    double speed = sqrt(way[0] * way[0] + way[1] * way[1]) / seconds;
    double share = (speed > FASTEST_THROW ? FASTEST_THROW / speed : 1.0) / seconds;
    *velocity = (vv_vec2){(float)(way[0] * share), (float)(way[1] * share)};
    return true;
}

/* ---- The hand -------------------------------------------------------------------------------------------------------- */

/* A name that the actor's own holds do not have. */
static void name_hand(const vvi_playing *p, uint32_t actor, char name[VV_PROJECT_NAME_BYTES])
{
    const vv_project_actor *own = &vv_performance_scene(p->performance)->stage.actors[actor];
    vvi_format(name, VV_PROJECT_NAME_BYTES, "hand");
    for (uint32_t i = 0, n = 2; i < own->hold_count; i++) {
        if (strcmp(own->holds[i].name, name) == 0) {
            vvi_format(name, VV_PROJECT_NAME_BYTES, "hand %u", n++);
            i = VV_NONE; /* from the first again */
        }
    }
}

/* Where the vertex that the hold will take is now. */
static vv_vec2 find_vertex(const vvi_playing *p, uint32_t actor, vv_vec2 at)
{
    vv_look looks[2];
    vv_performance_looks(p->performance, actor, looks);
    const vv_mesh *mesh = &looks[0].rigged->body->mesh;
    uint32_t best = 0;
    for (uint32_t i = 1; i < mesh->vertex_count; i++)
        best = vv_vec2_distance(mesh->positions[i], at) < vv_vec2_distance(mesh->positions[best], at) ? i : best;
    return p->actors[actor].vertices[best];
}

uint32_t vv_studio_take(vv_studio *studio, float x, float y)
{
    vvi_playing *p = vvi_playing_now(studio);
    uint32_t actor;
    vv_vec2 at, pointer = {x, y};
    if (!p || !vv_performance_pick(p->performance, pointer, &actor, &at))
        return VV_NONE;
    vv_studio_throw(studio);
    vv_project_cue cue = {.kind = VV_CUE_HOLD, .actor = actor, .has_vector = true, .has_number = true, .at = at};
    cue.number = HAND_STRENGTH;
    cue.vector = find_vertex(p, actor, at);
    name_hand(p, actor, cue.name);
    if (vvi_playing_do(p, &cue, NULL) != VV_OK)
        return VV_NONE;
    p->hand = (vvi_hand){.held = true, .actor = actor, .cue = cue, .offset = vv_vec2_sub(cue.vector, pointer)};
    trace_hand(p, cue.vector);
    p->actors[actor].grabbed = 1;
    return actor;
}

/* A hand that rests says nothing. */
vv_result vv_studio_hand(vv_studio *studio, float x, float y)
{
    vvi_playing *p = vvi_playing_now(studio);
    vv_error error = {0};
    if (!p || !p->hand.held)
        return VV_OK;
    vv_vec2 to = vv_vec2_add((vv_vec2){x, y}, p->hand.offset);
    if (!vvi_all_finite(&to.x, 2) || vvi_max(fabsf(to.x), fabsf(to.y)) > VV_PROJECT_FAR) {
        vvi_fail(&error, VV_ERROR_ARGUMENT, "the pointer is nowhere near the stage");
        return vvi_studio_refuse(studio, &error);
    }
    trace_hand(p, to);
    if (to.x == p->hand.cue.vector.x && to.y == p->hand.cue.vector.y)
        return VV_OK;
    vv_project_cue cue = p->hand.cue;
    cue.vector = to;
    vv_result result = vvi_playing_do(p, &cue, &error);
    if (result != VV_OK)
        return vvi_studio_refuse(studio, &error);
    p->hand.cue.vector = to;
    return VV_OK;
}

/* What something else holds as well springs back by itself. */
static void throw_actor(vvi_playing *p)
{
    vv_project_cue fly = {.kind = VV_CUE_VELOCITY, .actor = p->hand.actor, .has_vector = true};
    bool free = vv_performance_hold_count(p->performance, p->hand.actor) <= 1;
    let_go(p);
    if (free && hand_velocity(p, &fly.vector))
        vv_performance_do(p->performance, &fly, NULL);
}

void vv_studio_throw(vv_studio *studio)
{
    vvi_playing *p = vvi_playing_now(studio);
    if (!p || !p->hand.held)
        return;
    vvi_playing_turn(p);
    throw_actor(p);
    count_live(p);
    p->hand.held = false;
    p->actors[p->hand.actor].grabbed = 0;
}

/* ---- Takes ----------------------------------------------------------------------------------------------------------- */

vv_result vv_studio_keep_take(vv_studio *studio, const char *name, float seconds)
{
    vvi_playing *p = vvi_playing_now(studio);
    char *text = NULL;
    size_t length = 0;
    vv_error error = {0};
    if (!p)
        return not_playing(studio);
    vv_result result =
        vv_performance_write_take(p->performance, name, seconds, studio->allocator, &text, &length, &error);
    if (result != VV_OK)
        return vvi_studio_refuse(studio, &error);
    result = vvi_studio_say(studio, text, length);
    vv_project_text_release(studio->allocator, text, length);
    return result;
}
