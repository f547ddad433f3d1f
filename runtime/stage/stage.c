/* The stage itself: creating it, its gravity, wind and clock. */
#include "runtime/stage/kept.h"
#include "runtime/stage/query.h"
#include "runtime/stage/workers.h"

#include <string.h>

vv_stage_def vv_default_stage_def(void)
{
    return (vv_stage_def){.gravity = {0.0f, -9.81f},
                          .step = 1.0f / 60.0f,
                          .substeps = 2,
                          .iterations = 4,
                          .max_steps = 8,
                          .max_actors = 64,
                          .max_obstacles = 64,
                          .max_zones = 8,
                          .max_joints = 64,
                          .keep_removed = 32,
                          .low = {-10000.0f, -10000.0f},
                          .high = {10000.0f, 10000.0f},
                          .sleep = true};
}

/* The greatest coordinate of a stage: there a float still resolves tenths of a millimetre once an origin is
 * subtracted. */
#define MAX_REACH 1.0e6f

static bool in_range(float value, float low, float high) { return value >= low && value <= high; }

static vv_result check_counts(const vv_stage_def *d, vv_error *error)
{
    if (!in_range(d->step, 0.001f, 0.1f))
        return vvi_fail(error, VV_ERROR_ARGUMENT, "the step is %g s; it must be from 0.001 to 0.1 s", (double)d->step);
    if (d->substeps < 1 || d->substeps > 16 || d->iterations < 1 || d->iterations > 32)
        return vvi_fail(error, VV_ERROR_ARGUMENT,
                        "there are %u substeps of %u iterations; allowed are 1 to 16 substeps of 1 to 32 iterations",
                        d->substeps, d->iterations);
    if (d->max_steps < 1 || d->max_steps > 64)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "max_steps is %u; it must be 1 to 64", d->max_steps);
    if (d->max_actors < 1 || d->max_actors > VV_STAGE_MAX_ACTORS)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "max_actors is %u; it must be 1 to %u", d->max_actors,
                        VV_STAGE_MAX_ACTORS);
    if (d->max_zones > VV_STAGE_MAX_ZONES)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "max_zones is %u; it must be 0 to %u", d->max_zones,
                        VV_STAGE_MAX_ZONES);
    if (d->max_obstacles > VV_STAGE_MAX_OBSTACLES)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "max_obstacles is %u; it must be 0 to %u", d->max_obstacles,
                        VV_STAGE_MAX_OBSTACLES);
    if (d->max_joints > VV_STAGE_MAX_JOINTS)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "max_joints is %u; it must be 0 to %u", d->max_joints,
                        VV_STAGE_MAX_JOINTS);
    if (d->max_contacts > 1000000u || d->max_events > 1000000u)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "max_contacts or max_events is more than a million");
    if (d->keep_removed > VV_STAGE_MAX_ACTORS)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "keep_removed is %u; it must be 0 to %u", d->keep_removed,
                        VV_STAGE_MAX_ACTORS);
    return VV_OK;
}

static vv_result check_def(const vv_stage_def *d, vv_error *error)
{
    float numbers[] = {d->gravity.x, d->gravity.y, d->wind.x, d->wind.y, d->low.x, d->low.y, d->high.x, d->high.y};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (!in_range(numbers[i], -MAX_REACH, MAX_REACH))
            return vvi_fail(error, VV_ERROR_ARGUMENT, "gravity, wind or the box of the world is not within ±1e6");
    if (!(d->low.x < d->high.x && d->low.y < d->high.y)) {
        vvi_fail(error, VV_ERROR_ARGUMENT, "the box of the world is empty: low must be less than high");
        vvi_error_remedy(error, "start from vv_default_stage_def() and change the fields that differ");
        return VV_ERROR_ARGUMENT;
    }
    return check_counts(d, error);
}

/* max_events where that is 0. */
static uint32_t usual_events(const vv_stage_def *def)
{
    return def->max_actors * 4u > 256u ? def->max_actors * 4u : 256u;
}

/* A restore may take away and bring back one actor or obstacle of each slot; room for joints comes with these. */
static uint32_t max_changes(const vv_stage_def *def) { return 2u * (def->max_actors + def->max_obstacles); }

vv_result vv_stage_create(const vv_stage_def *def, const vv_allocator *allocator, vv_stage **out, vv_error *error)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(def != NULL);
    VV_ASSERT(out != NULL);
    if (check_def(def, error) != VV_OK)
        return VV_ERROR_ARGUMENT;
    vv_stage *stage = vvi_allocate_zeroed(allocator, 1, sizeof *stage);
    if (!stage)
        return vvi_fail_memory(error, sizeof *stage);
    stage->allocator = allocator ? *allocator : *vv_default_allocator();
    stage->def = *def;
    if (!stage->def.max_contacts)
        stage->def.max_contacts = vvi_usual_contacts(def);
    if (!stage->def.max_events)
        stage->def.max_events = usual_events(def);
    stage->actors = vvi_allocate_zeroed(allocator, def->max_actors, sizeof *stage->actors);
    stage->puppets = vvi_allocate_zeroed(allocator, def->max_actors, sizeof *stage->puppets);
    stage->obstacles = vvi_allocate_zeroed(allocator, def->max_obstacles, sizeof *stage->obstacles);
    stage->events = vvi_allocate_zeroed(allocator, stage->def.max_events, sizeof *stage->events);
    stage->change_capacity = max_changes(def);
    stage->changes = vvi_allocate_zeroed(allocator, stage->change_capacity, sizeof *stage->changes);
    vv_result result = VV_OK;
    if (!stage->actors || !stage->puppets || !stage->obstacles || !stage->events || !stage->changes)
        result = vvi_fail_memory(error, def->max_actors * sizeof *stage->actors);
    if (result == VV_OK)
        result = vvi_contacts_create(stage, error);
    if (result == VV_OK)
        result = vvi_queries_create(stage, error);
    if (result == VV_OK)
        result = vvi_zones_create(stage, error);
    if (result == VV_OK)
        result = vvi_joints_create(stage, error);
    if (result != VV_OK) {
        vv_stage_destroy(stage);
        return result;
    }
    *out = stage;
    return VV_OK;
}

void vv_stage_destroy(vv_stage *stage)
{
    VVI_FLOAT_GUARD;
    if (!stage)
        return;
    VV_ASSERT(stage->lock == STAGE_UNLOCKED);
    if (stage->lock != STAGE_UNLOCKED)
        return; /* a leak is better than a step in freed memory */
    vv_allocator allocator = stage->allocator;
    for (uint32_t i = 0; i < stage->actor_end; i++)
        vv_stage_remove_actor(stage, actor_id(stage, &stage->actors[i]));
    for (uint32_t i = 0; i < stage->obstacle_end; i++)
        vv_stage_remove_obstacle(stage, (vv_obstacle){i, stage->obstacles[i].generation});
    vvi_kept_trim(stage, 0);
    vvi_contacts_destroy(stage);
    vvi_queries_destroy(stage);
    vvi_zones_destroy(stage);
    vvi_joints_destroy(stage);
    vvi_release(&allocator, stage->changes, stage->change_capacity, sizeof *stage->changes);
    vvi_workers_destroy(stage);
    vvi_release(&allocator, stage->scratch, stage->scratch_bytes, 1);
    vvi_release(&allocator, stage->shape, stage->shape_count, sizeof *stage->shape);
    vvi_release(&allocator, stage->events, stage->def.max_events, sizeof *stage->events);
    vvi_release(&allocator, stage->obstacles, stage->def.max_obstacles, sizeof *stage->obstacles);
    vvi_release(&allocator, stage->puppets, stage->def.max_actors, sizeof *stage->puppets);
    vvi_release(&allocator, stage->actors, stage->def.max_actors, sizeof *stage->actors);
    vvi_release(&allocator, stage, 1, sizeof *stage);
}

/* ---- The world -------------------------------------------------------------------------------------------------- */

static void wake_all(vv_stage *stage)
{
    for (uint32_t i = 0; i < stage->actor_end; i++)
        if (stage->actors[i].used)
            vvi_actor_wake(stage, &stage->actors[i]);
}

bool vvi_stage_is_field_in_range(vv_vec2 v)
{
    return in_range(v.x, -MAX_REACH, MAX_REACH) && in_range(v.y, -MAX_REACH, MAX_REACH);
}

static bool differs(vv_vec2 a, vv_vec2 b) { return a.x != b.x || a.y != b.y; }

/* Sets gravity or wind; a change wakes all actors. */
static bool set_field(vv_stage *stage, vv_vec2 *field, vv_vec2 value)
{
    if (!vvi_stage_is_field_in_range(value) || stage->lock == STAGE_IN_STEP)
        return false;
    VVI_CHECK(field == &stage->def.gravity || field == &stage->def.wind);
    bool changes = differs(value, *field);
    *field = value;
    if (changes)
        wake_all(stage);
    return true;
}

bool vv_stage_set_gravity(vv_stage *stage, vv_vec2 gravity)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    return set_field(stage, &stage->def.gravity, gravity);
}

vv_vec2 vv_stage_gravity(const vv_stage *stage)
{
    VV_ASSERT(stage != NULL);
    return stage->def.gravity;
}

bool vv_stage_set_wind(vv_stage *stage, vv_vec2 wind)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    return set_field(stage, &stage->def.wind, wind);
}

float vvi_stage_gravity(const vv_stage *stage)
{
    float g = vv_vec2_length(stage->def.gravity);
    return g > 1e-4f ? g : 9.81f;
}

uint64_t vv_stage_step_count(const vv_stage *stage)
{
    VV_ASSERT(stage != NULL);
    return stage->step_count;
}

double vv_stage_time(const vv_stage *stage)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    double step = (double)stage->def.step;
    return stage->step_count ? (double)(stage->step_count - 1) * step + (double)stage->pending : 0.0;
}

float vvi_stage_correction_share(float frequency, float h, uint32_t iterations)
{
    /* (1 + w²)^(−1/n) with n = 1…32: without a logarithm, by square roots for the factors of two, and for the rest of
     * n by Newton on y^n·(1 + w²) = 1, which converges monotonically from above. */
    VVI_CHECK(frequency >= 0.0f && h > 0.0f && iterations >= 1 && iterations <= 32);
    double w = 2.0 * 3.14159265358979 * (double)frequency * (double)h, target = 1.0 / (1.0 + w * w), y = 1.0;
    for (; iterations % 2u == 0; iterations /= 2u)
        target = sqrt(target);
    if (iterations == 1)
        return (float)(1.0 - target);
    for (uint32_t round = 0; round < 64; round++) {
        double power = 1.0;
        for (uint32_t i = 1; i < iterations; i++)
            power *= y;
        double next = y - (power * y - target) / ((double)iterations * power);
        if (!(y - next > 1e-9))
            break;
        y = next;
    }
    VVI_CHECK(y >= 0.0 && y <= 1.0);
    return (float)(1.0 - y);
}
