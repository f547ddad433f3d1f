/* The step: puppets first, each in its own implicit step; then, while they move along their paths, the sprites'
 * substeps. Those are Algorithm 1 of "Dynamic Sprites: Artistic Authoring of Interactive Animations" (Jones, Popović,
 * McCann, Li and Bargteil), with a call for everything that has a name in the paper. */
#include "runtime/stage/contact.h"
#include "runtime/stage/obstacle_motion.h"
#include "runtime/stage/puppet_actor.h"
#include "runtime/stage/workers.h"

static void begin_phase(const vv_stage *stage, vv_step_phase phase)
{
    if (stage->observe)
        stage->observe(stage->observer, phase);
}

static void predict_actor(vv_stage *stage, actor *a, float h)
{
    begin_phase(stage, VV_STEP_PHASE_OTHER);
    if (!a->puppet)
        vvi_actor_grow(stage, a, h);
    if (a->puppet) {
        vvi_puppet_begin_substep(stage, a, h);
    } else if (a->kinematic) {
        begin_phase(stage, VV_STEP_PHASE_PROJECT);
        vvi_kinematic_predict(stage, a, h);
    } else {
        vvi_actor_predict(stage, a, h);
        begin_phase(stage, VV_STEP_PHASE_PROJECT);
        vvi_actor_navigate(stage, a, h);
    }
    begin_phase(stage, VV_STEP_PHASE_CONTACT);
    vvi_contacts_add_actor(stage, a);
}

static void predict_some(vv_stage *view, void *context, uint32_t index)
{
    uint32_t first = index * ACTORS_OF_TASK, end = first + ACTORS_OF_TASK;
    for (uint32_t i = first; i < end && i < view->actor_end; i++)
        if (is_awake(&view->actors[i]))
            predict_actor(view, &view->actors[i], *(const float *)context);
}

static void predict_all(vv_stage *stage, float h)
{
    stage->awake_count = 0;
    for (uint32_t i = 0; i < stage->actor_end; i++)
        stage->awake_count += is_awake(&stage->actors[i]);
    vvi_stage_share(stage, task_count(stage->actor_end, ACTORS_OF_TASK), predict_some, &h);
}

static void match_locally(vv_stage *stage, const contact_island *island, float h)
{
    begin_phase(stage, VV_STEP_PHASE_LOCAL);
    for (uint32_t k = 0; k < island->actor_count; k++) {
        actor *a = &stage->actors[island->actors[k]];
        float elasticity = vvi_actor_elasticity(a);
        a->fit_is_stale = true;
        if (elasticity > 0.0f)
            vvi_actor_apply_elasticity(stage, island, a, h);
        if (!a->puppet && a->strengths.local > 0.0f)
            vvi_match_rings(&a->view, a->rest,
                            (1.0f - elasticity) * vvi_actor_rates(a, h, stage->def.iterations)->rings, a->x,
                            stage->scratch);
    }
}

static void match_globally(vv_stage *stage, const contact_island *island, float h, uint32_t iterations)
{
    begin_phase(stage, VV_STEP_PHASE_GLOBAL);
    for (uint32_t i = 0; i < island->actor_count; i++) {
        actor *a = &stage->actors[island->actors[i]];
        if (a->puppet)
            continue;
        const actor_rates *rates = vvi_actor_rates(a, h, stage->def.iterations);
        float k = (iterations == 1 ? rates->whole : rates->whole_each) * (1.0f - vvi_actor_elasticity(a));
        VVI_CHECK(k >= 0.0f && k <= 1.0f);
        if (a->fit_is_stale)
            a->fit = vvi_match_fit(&a->view, a->rest, a->x);
        vvi_match_towards(&a->view, a->rest, &a->fit, k, a->x);
        a->fit_is_stale = a->view.pin_count > 0;
        vvi_match_pins(&a->view, 1.0f, a->x);
        vvi_actor_solve_holds(stage, a, h);
    }
}

/* An actor that touches nothing needs no iterations: as many matches with their shares are one match with its own. */
static bool is_free(const vv_stage *stage, const contact_island *island)
{
    const actor *a = &stage->actors[island->actors[0]];
    VVI_CHECK(island->point_count > 0 || island->joint_count > 0 || island->actor_count == 1);
    return island->point_count == 0 && island->joint_count == 0 && a->view.pin_count == 0 && a->hold_count == 0;
}

static void apply_filters(vv_stage *stage, const contact_island *island, float h)
{
    for (uint32_t k = 0; k < island->actor_count; k++) {
        actor *a = &stage->actors[island->actors[k]];
        if (a->puppet) {
            vvi_actor_update_times(a, h);
            continue;
        }
        vvi_actor_momentum(stage, a, h);
        vvi_actor_orient(stage, a, h);
    }
    vvi_contacts_hold_walls(stage, island);
    for (uint32_t k = 0; k < island->actor_count; k++)
        if (!stage->actors[island->actors[k]].puppet)
            vvi_actor_squeeze(stage, island, &stage->actors[island->actors[k]], h);
    for (uint32_t k = 0; k < island->actor_count; k++)
        if (!stage->actors[island->actors[k]].puppet)
            vvi_actor_finish(stage, &stage->actors[island->actors[k]], h);
}

/* From predicted positions to the end of the substep. */
static void solve_island(vv_stage *stage, const contact_island *island, float h)
{
    begin_phase(stage, VV_STEP_PHASE_CONTACT);
    vvi_contacts_begin_island(stage, island);
    vvi_contacts_prepare(stage, island, h);
    match_locally(stage, island, h); /* once: local matching smooths; the match of the whole makes it stiff */
    uint32_t iterations = is_free(stage, island) ? 1 : stage->def.iterations;
    VVI_CHECK(iterations >= 1 && iterations <= 32);
    for (uint32_t iteration = 0; iteration < iterations; iteration++) {
        match_globally(stage, island, h, iterations);
        begin_phase(stage, VV_STEP_PHASE_CONTACT);
        vvi_contacts_solve(stage, island, h, iteration + 1 == iterations);
    }
    begin_phase(stage, VV_STEP_PHASE_OTHER);
    for (uint32_t k = 0; k < island->actor_count; k++) {
        actor *a = &stage->actors[island->actors[k]];
        if (a->puppet)
            vvi_puppet_add_displacement_velocity(a, h);
        else
            vvi_actor_velocities(stage, a, h);
    }
    begin_phase(stage, VV_STEP_PHASE_CONTACT);
    vvi_contacts_end(stage, island, h);
    begin_phase(stage, VV_STEP_PHASE_OTHER);
    apply_filters(stage, island, h);
}

/* A kinematic actor is alone in its island. */
static bool is_kinematic(const vv_stage *stage, const contact_island *island)
{
    return stage->actors[island->actors[0]].kinematic;
}

/* They have arrived; but those that they touch have read where they were relative to their origins. */
static void finish_kinematic(vv_stage *stage, const contact_island *islands, uint32_t count, float h)
{
    vvi_contacts_sum_kinematic(stage, h);
    for (uint32_t i = 0; i < count; i++) {
        if (!is_kinematic(stage, &islands[i]))
            continue;
        VVI_CHECK(islands[i].actor_count == 1);
        vvi_contacts_update_touching(stage, &islands[i]);
        vvi_kinematic_finish(stage, &stage->actors[islands[i].actors[0]], h);
    }
}

static void solve_one(vv_stage *view, void *context, uint32_t index)
{
    const contact_island *islands;
    VVI_CHECK(index < vvi_contacts_islands(view, &islands));
    (void)vvi_contacts_islands(view, &islands);
    if (!is_kinematic(view, &islands[index]))
        solve_island(view, &islands[index], *(const float *)context);
}

static void substep(vv_stage *stage, float h)
{
    const contact_island *islands;
    bool any_kinematic = false;
    predict_all(stage, h);
    begin_phase(stage, VV_STEP_PHASE_CONTACT);
    vvi_contacts_begin(stage, h); /* may wake sleepers, which are predicted there */
    uint32_t count = vvi_contacts_islands(stage, &islands);
    vvi_stage_share(stage, count, solve_one, &h);
    for (uint32_t i = 0; i < count; i++)
        any_kinematic = any_kinematic || is_kinematic(stage, &islands[i]);
    if (any_kinematic)
        finish_kinematic(stage, islands, count, h);
}

/* Whether a step left every number finite and every centre in the world's box. */
static bool is_state_sane(const vv_stage *stage)
{
    const vv_stage_def *def = &stage->def;
    for (const actor *a = stage->actors; a < stage->actors + stage->actor_end; a++) {
        size_t count = 2u * (size_t)a->view.particle_count;
        if (!a->used)
            continue;
        if (!vvi_all_finite(&a->x->x, count) || !vvi_all_finite(&a->v->x, count) || !vvi_all_finite(&a->angle, 1) ||
            !vvi_all_finite(&a->velocity.x, 2) || !vvi_all_finite(&a->spin, 1))
            return false;
        if (!(a->origin[0] >= (double)def->low.x && a->origin[0] <= (double)def->high.x &&
              a->origin[1] >= (double)def->low.y && a->origin[1] <= (double)def->high.y))
            return false;
    }
    return true;
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

static void finish_holds(vv_stage *stage)
{
    for (uint32_t i = 0; i < stage->actor_end; i++)
        if (stage->actors[i].used)
            vvi_actor_finish_holds(&stage->actors[i]);
}

static void fixed_step(vv_stage *stage)
{
    float h = stage->def.step / (float)stage->def.substeps;
    VV_ASSERT(stage->lock == STAGE_UNLOCKED && h > 0.0f);
    stage->lock = STAGE_IN_CONTROLLERS;
    run_controllers(stage);
    VV_ASSERT(stage->lock == STAGE_IN_CONTROLLERS);
    stage->lock = STAGE_IN_STEP;
    vvi_obstacles_begin_step(stage);
    vvi_zones_begin_step(stage);
    vvi_kinematic_begin_step(stage);
    vvi_joints_begin_step(stage);
    vvi_puppets_step(stage);
    for (uint32_t i = 1; i <= stage->def.substeps; i++) {
        stage->substep = i;
        vvi_obstacles_begin_substep(stage, i);
        stage->now = ((double)stage->step_count + (double)i / (double)stage->def.substeps) * (double)stage->def.step;
        substep(stage, h);
    }
    vvi_puppets_finish_step(stage);
    finish_holds(stage);
    vvi_joints_finish_step(stage);
    vvi_obstacles_finish_step(stage);
    vvi_stage_report_failures(stage);
    vvi_contacts_report_events(stage);
    vvi_sensors_step(stage);
    vvi_zones_report(stage);
    vvi_contacts_sleep(stage, stage->def.step);
    vvi_stage_report_sleep(stage);
    VVI_CHECK(is_state_sane(stage));
    stage->step_count++;
    vvi_stage_record_shown(stage);
    stage->lock = STAGE_UNLOCKED;
}

uint32_t vv_stage_step(vv_stage *stage, float seconds)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    if (stage->lock != STAGE_UNLOCKED)
        return VV_NONE;
    vvi_stage_begin_events(stage);
    if (!(seconds > 0.0f && seconds < 3.0e38f)) {
        vvi_stage_end_events(stage);
        return 0;
    }
    double due = (double)stage->pending + (double)seconds;
    stage->pending = stage->def.step; /* controllers see the state of the last step, not the interpolated one */
    uint32_t steps = 0;
    while (due >= (double)stage->def.step && steps < stage->def.max_steps) {
        fixed_step(stage);
        due -= (double)stage->def.step;
        steps++;
    }
    stage->pending = due < (double)stage->def.step ? (float)due : 0.0f;
    VVI_CHECK(stage->pending >= 0.0f && stage->pending <= stage->def.step);
    vvi_stage_end_events(stage);
    return steps;
}

bool vv_stage_observe_phases(vv_stage *stage, void (*begins)(void *user, vv_step_phase phase), void *user)
{
    VV_ASSERT(stage != NULL);
    if (stage->lock != STAGE_UNLOCKED)
        return false;
    stage->observe = begins;
    stage->observer = user;
    return true;
}
