/* The walking man: upright, at the speed that the input asks for, and his feet stay where they tread. */
#include "tests/examples/artworks.h"

#include <math.h>
#include <stdlib.h>

#define RATE    60.0
#define PLANTED 0.02f /* m above the ground */

static vv_performance *perform(const char *scene)
{
    const opened *o = artwork_of("walk", "man");
    vv_performance *p = NULL;
    vv_error error = {0};
    uint32_t s = 0;
    while (s < o->project->scene_count && strcmp(o->project->scenes[s]->name, scene) != 0)
        s++;
    assert_true(s < o->project->scene_count);
    if (vv_performance_create(o->session, s, NULL, &p, &error) != VV_OK)
        fail_msg("%s", error.message);
    return p;
}

typedef struct stride {
    double slip, way; /* of planted vertices and of the man, m */
    float lean;       /* the greatest, rad */
    int planted;      /* frames with a foot on the ground */
    int frames;
} stride;

/* How far what is on the ground slides while he walks. */
static stride walked(vv_performance *p, double from, double to)
{
    static vv_vec2 before[MOST_VERTICES], now[MOST_VERTICES];
    const vv_stage *stage = vv_performance_stage(p);
    vv_actor man = vv_performance_actor(p, 0);
    uint32_t count = vv_sprite_vertex_count(vv_stage_sprite(stage, man));
    stride s = {0};
    vv_performance_show(p, from);
    vv_stage_vertices(stage, man, before);
    vv_vec2 at = vv_performance_actor_state(p, 0).position;
    for (double t = from + 1.0 / RATE; t < to; t += 1.0 / RATE) {
        vv_performance_show(p, t);
        vv_stage_vertices(stage, man, now);
        double slid = 0.0;
        int touching = 0;
        for (uint32_t i = 0; i < count; i++)
            if (before[i].y < PLANTED && now[i].y < PLANTED) {
                slid += (double)(now[i].x - before[i].x);
                touching++;
            }
        vv_actor_state state = vv_performance_actor_state(p, 0);
        s.slip += touching ? fabs(slid / touching) : 0.0;
        s.way += fabs((double)(state.position.x - at.x));
        s.planted += touching > 0;
        s.lean = fmaxf(s.lean, fabsf(state.angle));
        s.frames++;
        at = state.position;
        memcpy(before, now, count * sizeof *now);
    }
    return s;
}

static void feet_stay_where_they_tread(void **state)
{
    (void)state;
    vv_performance *p = perform("stroll");
    stride s = walked(p, 1.0, 3.5);
    if (!(s.slip < 0.15 * s.way))
        fail_msg("%g of %g m were slid", s.slip, s.way);
    assert_true(s.planted > 0.95 * s.frames);
    vv_performance_destroy(p);
}

static void he_walks_upright_as_fast_as_he_is_told(void **state)
{
    (void)state;
    vv_performance *p = perform("stroll");
    stride there = walked(p, 1.0, 3.5), stop = walked(p, 4.1, 4.5), back = walked(p, 5.2, 7.0);
    if (!(fabs(there.way - 1.25 * 2.5) < 0.1 * 1.25 * 2.5 && fabs(back.way - 1.625 * 1.8) < 0.1 * 1.625 * 1.8))
        fail_msg("%g and %g m", there.way, back.way);
    assert_true(stop.way < 0.05);
    assert_true(there.lean < 0.14f && back.lean < 0.14f); /* 8° */
    assert_true(vv_performance_actor_state(p, 0).flipped);
    vv_performance_destroy(p);
}

static uint32_t example_of(const vv_rigged *rigged, const char *name)
{
    uint32_t e = 0;
    while (e < rigged->example_count && strcmp(rigged->example_names[e], name) != 0)
        e++;
    assert_true(e < rigged->example_count);
    return e;
}

/* Crouching comes before the jump, the jacket carries him down at a fraction of the speed of a fall. */
static void he_crouches_springs_and_floats(void **state)
{
    (void)state;
    vv_performance *p = perform("jump-and-float");
    const vv_rigged *rigged = vv_performance_rigged(p, 0);
    uint32_t crouch = example_of(rigged, "crouch"), inflated = example_of(rigged, "inflated");
    float weights[MOST_EXAMPLES], low = 1.0f, falling = 0.0f, floating = 0.0f, top[2] = {0.0f, 0.0f};
    for (double t = 0.0; t < 8.5; t += 1.0 / RATE) {
        vv_performance_show(p, t);
        vv_actor_state s = vv_performance_actor_state(p, 0);
        vv_stage_weights(vv_performance_stage(p), vv_performance_actor(p, 0), weights);
        if (t > 1.5 && t < 1.9)
            low = weights[crouch] > 0.7f ? 0.0f : low;
        float *down = weights[inflated] > 0.7f ? &floating : &falling;
        *down = fmaxf(*down, -s.velocity.y);
        top[t > 4.0] = fmaxf(top[t > 4.0], s.position.y);
    }
    assert_true(low == 0.0f);
    assert_true(top[0] > 1.8f && top[1] > top[0] + 0.1f); /* the jacket shoots him further up */
    assert_true(falling > 3.5f && floating < 0.5f * falling);
    vv_performance_destroy(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(feet_stay_where_they_tread),
        cmocka_unit_test(he_walks_upright_as_fast_as_he_is_told),
        cmocka_unit_test(he_crouches_springs_and_floats),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
