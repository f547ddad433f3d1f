/* The step: Algorithm 1 of "Dynamic Sprites: Artistic Authoring of Interactive Animations" (Jones, Popović, McCann, Li and
 * Bargteil), on fixed substeps. Everything that has a name in the paper has a call here. */
#include "runtime/stage/state.h"

static void begin(const vv_stage *stage, vv_phase phase)
{
    if (stage->observe)
        stage->observe(stage->observer, phase);
}

static void predict_all(vv_stage *stage, float h)
{
    for (uint32_t i = 0; i < stage->actor_end; i++)
        if (is_awake(&stage->actors[i]))
            vvi_actor_predict(stage, &stage->actors[i], h);
    begin(stage, VV_PHASE_PROJECT);
    for (uint32_t i = 0; i < stage->actor_end; i++)
        if (is_awake(&stage->actors[i]))
            vvi_actor_navigate(stage, &stage->actors[i], h);
}

static void match_neighbourhoods(vv_stage *stage, float h)
{
    begin(stage, VV_PHASE_LOCAL);
    for (actor *a = stage->actors; a < stage->actors + stage->actor_end; a++)
        if (is_awake(a) && a->strengths.local > 0.0f)
            vvi_match_rings(&a->view, a->rest, vvi_stage_share(a->strengths.local, h, 1), a->x, stage->scratch);
}

static void match_wholes(vv_stage *stage, float h)
{
    begin(stage, VV_PHASE_GLOBAL);
    for (actor *a = stage->actors; a < stage->actors + stage->actor_end; a++)
        if (is_awake(a)) {
            float k = vvi_stage_share(a->strengths.stiffness, h, stage->def.iterations);
            a->fit = vvi_match_global(&a->view, a->rest, k, a->x);
            vvi_match_pins(&a->view, 1.0f, a->x);
            vvi_actor_pull_holds(stage, a, h);
        }
}

static void filter_all(vv_stage *stage, float h)
{
    for (actor *a = stage->actors; a < stage->actors + stage->actor_end; a++)
        if (is_awake(a)) {
            vvi_actor_momentum(stage, a, h);
            vvi_actor_orient(stage, a, h);
            vvi_actor_finish(stage, a, h);
        }
}

static void substep(vv_stage *stage, float h)
{
    predict_all(stage, h);
    begin(stage, VV_PHASE_CONTACT);
    vvi_contacts_begin(stage, h);   /* may wake sleepers: they are predicted there */
    match_neighbourhoods(stage, h); /* once: they smooth; the match of the whole is what is stiff */
    for (uint32_t iteration = 0; iteration < stage->def.iterations; iteration++) {
        match_wholes(stage, h);
        begin(stage, VV_PHASE_CONTACT);
        vvi_contacts_solve(stage, h, iteration + 1 == stage->def.iterations);
    }
    begin(stage, VV_PHASE_OTHER);
    for (actor *a = stage->actors; a < stage->actors + stage->actor_end; a++)
        if (is_awake(a))
            vvi_actor_velocities(stage, a, h);
    begin(stage, VV_PHASE_CONTACT);
    vvi_contacts_end(stage, h);
    begin(stage, VV_PHASE_OTHER);
    filter_all(stage, h);
}

static void run_controllers(vv_stage *stage)
{
    for (uint32_t i = 0; i < stage->actor_end; i++) {
        actor *a = &stage->actors[i];
        if (a->used && a->controller.step)
            a->controller.step(a->controller.user, stage, (vv_actor){i, a->generation}, a->controller_state,
                               stage->def.step);
    }
}

static void fixed_step(vv_stage *stage)
{
    float h = stage->def.step / (float)stage->def.substeps;
    run_controllers(stage);
    for (uint32_t i = 0; i < stage->def.substeps; i++)
        substep(stage, h);
    vvi_contacts_sleep(stage, stage->def.step);
    stage->step_count++;
    vvi_stage_remember(stage);
}

uint32_t vv_stage_step(vv_stage *stage, float seconds)
{
    stage->event_count = 0;
    stage->events_overflowed = false;
    if (!(seconds > 0.0f && seconds < 3.0e38f))
        return 0;
    double due = (double)stage->pending + (double)seconds;
    stage->pending = stage->def.step; /* controllers see the last step, not what the display lags behind */
    uint32_t steps = 0;
    while (due >= (double)stage->def.step && steps < stage->def.max_steps) {
        fixed_step(stage);
        due -= (double)stage->def.step;
        steps++;
    }
    stage->pending = due < (double)stage->def.step ? (float)due : 0.0f;
    return steps;
}

void vv_stage_observe(vv_stage *stage, void (*begins)(void *user, vv_phase phase), void *user)
{
    stage->observe = begins;
    stage->observer = user;
}
