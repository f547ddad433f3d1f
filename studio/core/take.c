/* What is done to a stage by hand: cues, and the pointer that takes hold of actors, drags and throws them. */
#include "play.h"

#include <string.h>

/* Of the pointer's hold, hertz: firm enough to follow a hand at once, soft enough that a drawing swings and stretches like a
 * rubber toy instead of being nailed to the pointer. */
#define HAND_STRENGTH 5.0f

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
    const vv_mesh *mesh = &vv_performance_rigged(p->performance, actor)->body->mesh;
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
    p->hand = (vvi_hand){true, actor, cue, vv_vec2_sub(cue.vector, pointer)};
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

void vv_studio_throw(vv_studio *studio)
{
    vvi_playing *p = vvi_playing_now(studio);
    if (!p || !p->hand.held)
        return;
    vvi_playing_turn(p);
    let_go(p);
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
