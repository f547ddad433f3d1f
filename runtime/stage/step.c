/* The step: puppets first, each in its own implicit step; then, with them on their way, the sprites'. Algorithm 1 of "Dynamic Sprites: Artistic Authoring of Interactive Animations" (Jones, Popović, McCann, Li and
 * Bargteil), on fixed substeps. Everything that has a name in the paper has a call here. */
#include "runtime/stage/puppet/actor.h"

static void begin(const vv_stage *stage, vv_phase phase)
{
    if (stage->observe)
        stage->observe(stage->observer, phase);
}

static void predict_all(vv_stage *stage, float h)
{
    for (actor *a = stage->actors; a < stage->actors + stage->actor_end; a++)
        if (is_awake(a)) {
            begin(stage, VV_PHASE_OTHER);
            if (a->puppet) {
                vvi_puppet_travel(stage, a, h);
            } else {
                vvi_actor_predict(stage, a, h);
                begin(stage, VV_PHASE_PROJECT);
                vvi_actor_navigate(stage, a, h);
            }
            begin(stage, VV_PHASE_CONTACT);
            vvi_contacts_watch(stage, a, h);
        }
}

static void match_neighbourhoods(vv_stage *stage, const island *isle, float h)
{
    begin(stage, VV_PHASE_LOCAL);
    for (uint32_t k = 0; k < isle->actor_count; k++) {
        actor *a = &stage->actors[isle->actors[k]];
        a->moved = true;
        if (!a->puppet && a->strengths.local > 0.0f)
            vvi_match_rings(&a->view, a->rest, vvi_stage_share(a->strengths.local, h, 1), a->x, stage->scratch);
    }
}

static void match_wholes(vv_stage *stage, const island *isle, float h, uint32_t iterations)
{
    begin(stage, VV_PHASE_GLOBAL);
    for (uint32_t i = 0; i < isle->actor_count; i++) {
        actor *a = &stage->actors[isle->actors[i]];
        if (a->puppet)
            continue;
        float k = vvi_stage_share(a->strengths.stiffness, h, iterations);
        if (a->moved)
            a->fit = vvi_match_fit(&a->view, a->rest, a->x);
        vvi_match_towards(&a->view, a->rest, &a->fit, k, a->x);
        a->moved = a->view.pin_count > 0;
        vvi_match_pins(&a->view, 1.0f, a->x);
        vvi_actor_pull_holds(stage, a, h);
    }
}

/* One who touches nothing needs no iterations: as many matches with their share are one with its own. */
static bool is_free(const vv_stage *stage, const island *isle)
{
    const actor *a = &stage->actors[isle->actors[0]];
    return isle->row_count == 0 && a->view.pin_count == 0 && a->hold_count == 0;
}

static void filter_all(vv_stage *stage, const island *isle, float h)
{
    for (uint32_t k = 0; k < isle->actor_count; k++) {
        actor *a = &stage->actors[isle->actors[k]];
        if (a->puppet) {
            vvi_actor_count_times(a, h);
            continue;
        }
        vvi_actor_momentum(stage, a, h);
        vvi_actor_orient(stage, a, h);
        vvi_actor_finish(stage, a, h);
    }
}

/* From predicted positions to the end of the substep. */
static void solve(vv_stage *stage, const island *isle, float h)
{
    begin(stage, VV_PHASE_CONTACT);
    vvi_contacts_prepare(stage, isle, h);
    match_neighbourhoods(stage, isle, h); /* once: they smooth; the match of the whole is what is stiff */
    uint32_t iterations = is_free(stage, isle) ? 1 : stage->def.iterations;
    for (uint32_t iteration = 0; iteration < iterations; iteration++) {
        match_wholes(stage, isle, h, iterations);
        begin(stage, VV_PHASE_CONTACT);
        vvi_contacts_solve(stage, isle, h, iteration + 1 == iterations);
    }
    begin(stage, VV_PHASE_OTHER);
    for (uint32_t k = 0; k < isle->actor_count; k++) {
        actor *a = &stage->actors[isle->actors[k]];
        if (a->puppet)
            vvi_puppet_velocities(a, h);
        else
            vvi_actor_velocities(stage, a, h);
    }
    begin(stage, VV_PHASE_CONTACT);
    vvi_contacts_end(stage, isle, h);
    begin(stage, VV_PHASE_OTHER);
    filter_all(stage, isle, h);
}

static void substep(vv_stage *stage, float h)
{
    const island *islands;
    predict_all(stage, h);
    begin(stage, VV_PHASE_CONTACT);
    vvi_contacts_begin(stage, h); /* may wake sleepers: they are predicted there */
    uint32_t count = vvi_contacts_islands(stage, &islands);
    for (uint32_t i = 0; i < count; i++)
        solve(stage, &islands[i], h);
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
    stage->lock = STAGE_IN_CONTROLLERS;
    run_controllers(stage);
    stage->lock = STAGE_IN_STEP;
    vvi_puppets_step(stage);
    for (uint32_t i = 1; i <= stage->def.substeps; i++) {
        stage->now = ((double)stage->step_count + (double)i / (double)stage->def.substeps) * (double)stage->def.step;
        substep(stage, h);
    }
    vvi_puppets_arrive(stage);
    vvi_contacts_sleep(stage, stage->def.step);
    stage->step_count++;
    vvi_stage_remember(stage);
    stage->lock = STAGE_UNLOCKED;
}

uint32_t vv_stage_step(vv_stage *stage, float seconds)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    if (stage->lock != STAGE_UNLOCKED)
        return VV_NONE;
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

bool vv_stage_observe(vv_stage *stage, void (*begins)(void *user, vv_phase phase), void *user)
{
    VV_ASSERT(stage != NULL);
    if (stage->lock != STAGE_UNLOCKED)
        return false;
    stage->observe = begins;
    stage->observer = user;
    return true;
}
