/* Actors: added, removed, and changed by the game. */
#include "runtime/stage/kept.h"
#include "runtime/stage/puppet_actor.h"
#include "runtime/stage/save.h"

#include <string.h>

actor *vvi_stage_actor(const vv_stage *stage, vv_actor id)
{
    if (id.generation == 0 || id.index >= stage->actor_end)
        return NULL;
    actor *a = &stage->actors[id.index];
    return a->used && a->generation == id.generation ? a : NULL;
}

actor *vvi_stage_actor_to_change(const vv_stage *stage, vv_actor id)
{
    return stage->lock == STAGE_IN_STEP ? NULL : vvi_stage_actor(stage, id);
}

bool vvi_stage_is_locked(const vv_stage *stage) { return stage->lock != STAGE_UNLOCKED; }

vv_result vvi_stage_check_unlocked(const vv_stage *stage, const char *function, vv_error *error)
{
    if (stage->lock == STAGE_UNLOCKED)
        return VV_OK;
    vvi_fail(error, VV_ERROR_LOCKED, "%s was called while the stage is being stepped", function);
    vvi_error_remedy(error, "record the change and make it after vv_stage_step has returned");
    return VV_ERROR_LOCKED;
}

vv_actor_def vv_default_actor_def(void)
{
    return (vv_actor_def){.place = {0, {1.0f, 0.0f, 0.0f}},
                          .strengths = vv_default_strengths(),
                          .material = vv_default_material(),
                          .spare_holds = 8,
                          .layers = 0xffffffffu,
                          .mask = 0xffffffffu,
                          .scale = 1.0f,
                          .density = 1.0f,
                          .tint = {1.0f, 1.0f, 1.0f, 1.0f}};
}

/* ---- Adding ------------------------------------------------------------------------------------------------------ */

static bool is_finite2(vv_vec2 v) { return vvi_all_finite(&v.x, 2); }

bool vvi_hold_is_sane(const vv_hold *h) { return is_finite2(h->at) && is_finite2(h->to) && h->strength > 0.0f; }

static vv_result check_def(const vv_stage *stage, const vv_actor_def *d, vv_error *error)
{
    float numbers[] = {d->position.x, d->position.y, d->angle, d->velocity.x, d->velocity.y, d->angular_velocity};
    if (!d->sprite == !d->puppet)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "an actor needs either a sprite or a puppet");
    if (!vvi_all_finite(numbers, sizeof numbers / sizeof *numbers))
        return vvi_fail(error, VV_ERROR_ARGUMENT, "the actor's position, angle, velocity or spin is not finite");
    if (d->sprite && !vvi_place_is_valid(vv_sprite_complex(d->sprite), d->place))
        return vvi_fail(error, VV_ERROR_ARGUMENT, "the actor's place is not one of its sprite's complex");
    if (d->hold_count > VV_STAGE_MAX_HOLDS)
        return vvi_fail(error, VV_ERROR_LIMIT, "%u holds are more than %u", d->hold_count, VV_STAGE_MAX_HOLDS);
    for (uint32_t i = 0; i < d->hold_count; i++)
        if (!vvi_hold_is_sane(&d->holds[i]))
            return vvi_fail(error, VV_ERROR_ARGUMENT, "hold %u is not finite or has no strength", i);
    if (d->controller.state_bytes > 4096)
        return vvi_fail(error, VV_ERROR_LIMIT, "a controller may remember 4096 bytes, not %u",
                        d->controller.state_bytes);
    vv_result result = vvi_actor_check_properties(d, error);
    if (result == VV_OK)
        result = vvi_actor_check_size(d, error);
    if (result != VV_OK || d->puppet)
        return result != VV_OK ? result : vvi_puppet_check_def(stage, d, error);
    result = vvi_clip_check(d, vvi_sprite_open(d->sprite).handle_count, error);
    return result != VV_OK ? result : vv_strengths_check(&d->strengths, vv_sprite_example_count(d->sprite), error);
}

/* Grows the rest shape that all actors share. */
static vv_result grow_shared_shape(vv_stage *stage, uint32_t count, vv_error *error)
{
    if (count <= stage->shape_count)
        return VV_OK;
    vv_vec2 *shape = vvi_allocate_zeroed(&stage->allocator, count, sizeof *shape);
    if (!shape)
        return vvi_fail_memory(error, count * sizeof *shape);
    vvi_release(&stage->allocator, stage->shape, stage->shape_count, sizeof *shape);
    stage->shape = shape;
    stage->shape_count = count;
    return VV_OK;
}

/* Grows what all sprites share: the kernels' scratch and a second rest shape. */
static vv_result grow_shared_scratch(vv_stage *stage, const vvi_sprite_view *view, vv_error *error)
{
    size_t bytes = vvi_sprite_scratch_bytes(view), elastic = vvi_elastic_scratch_bytes(view);
    bytes = bytes > elastic ? bytes : elastic;
    if (bytes > stage->scratch_bytes) {
        void *scratch = vvi_allocate_zeroed(&stage->allocator, bytes, 1);
        if (!scratch)
            return vvi_fail_memory(error, bytes);
        vvi_release(&stage->allocator, stage->scratch, stage->scratch_bytes, 1);
        stage->scratch = scratch;
        stage->scratch_bytes = bytes;
    }
    VV_ASSERT(stage->scratch_bytes >= bytes);
    return grow_shared_shape(stage, view->particle_count + VVI_SPRITE_PADDING, error);
}

#define ACTOR_VECTORS 8u /* arrays of a vector for each particle */

/* Where the arrays of an actor lie in its block of memory, each padded as the kernels want it. */
typedef struct block {
    uint64_t vectors[ACTOR_VECTORS], holds, rates, controller, states[2], sizing, masses, bytes;
} block;

static block lay_out_block(const actor *a, const vv_actor_def *def)
{
    block b = {.bytes = sizeof(kept_actor)};
    uint64_t count = ((uint64_t)a->capacity + VVI_SPRITE_PADDING - 1) / VVI_SPRITE_PADDING * VVI_SPRITE_PADDING;
    VV_ASSERT(a->capacity > 0 && a->view.particle_count <= a->capacity);
    for (uint32_t k = 0; k < ACTOR_VECTORS; k++)
        b.vectors[k] = vvi_section(&b.bytes, count, sizeof(vv_vec2));
    b.holds = vvi_section(&b.bytes, a->puppet ? a->puppet->hold_capacity : VV_STAGE_MAX_HOLDS, sizeof(hold));
    b.rates = vvi_section(&b.bytes, 1, sizeof(actor_rates));
    b.controller = vvi_section(&b.bytes, def->controller.state_bytes, 1);
    for (int k = 0; k < 2; k++)
        b.states[k] = vvi_section(&b.bytes, a->state_capacity, sizeof(double));
    if (vvi_actor_has_own_masses(def)) {
        b.sizing = vvi_section(&b.bytes, 1, sizeof(sizing));
        b.masses = vvi_section(&b.bytes, (uint64_t)count + 2u, sizeof(float)); /* read four at a time (particles.c) */
    }
    return b;
}

/* Makes the arrays of an actor from its block, which is all zeros. */
static void assign_arrays(actor *a, const block *b, uint32_t controller_bytes)
{
    uint8_t *base = a->memory;
    vv_vec2 **arrays[ACTOR_VECTORS] = {&a->x,    &a->x0,         &a->posed,      &a->v,
                                       &a->rest, &a->shown[0].x, &a->shown[1].x, &a->still};
    for (uint32_t k = 0; k < ACTOR_VECTORS; k++)
        *arrays[k] = (vv_vec2 *)(void *)(base + b->vectors[k]);
    a->start = a->x0;
    a->holds = (hold *)(void *)(base + b->holds);
    a->rates = (actor_rates *)(void *)(base + b->rates);
    a->sizing = b->sizing ? (sizing *)(void *)(base + b->sizing) : NULL;
    if (a->sizing)
        a->sizing->masses = (float *)(void *)(base + b->masses);
    a->controller_state = controller_bytes ? base + b->controller : NULL;
    for (int k = 0; k < 2; k++)
        a->shown[k].c = a->state_capacity ? (double *)(void *)(base + b->states[k]) : NULL;
}

/* A sprite that a restore took away, and that is now added again with its old id, takes the memory that it had, with
 * its outline: so rolling back allocates nothing. */
static bool reuse_memory(vv_stage *stage, actor *a, vv_actor id, size_t bytes)
{
    kept_actor *k = vvi_find_kept_actor(stage, id, a->drawing, a->setup);
    if (!k || a->puppet || k->actor.puppet || k->actor.memory_bytes != bytes)
        return false;
    vvi_unlist_kept_actor(stage, k);
    stage->contacts->outlines[id.index] = k->outline;
    memset(k, 0, bytes);
    a->memory = k;
    return true;
}

/* All that an actor needs beyond its slot and its puppet: its arrays and its outline. */
static vv_result allocate_arrays(vv_stage *stage, actor *a, vv_actor id, const vv_actor_def *def, vv_error *error)
{
    block b = lay_out_block(a, def);
    bool reused = reuse_memory(stage, a, id, (size_t)b.bytes);
    a->memory_bytes = (size_t)b.bytes;
    if (!reused)
        a->memory = vvi_allocate_zeroed(&stage->allocator, a->memory_bytes, 1);
    if (!a->memory)
        return vvi_fail_memory(error, a->memory_bytes);
    assign_arrays(a, &b, def->controller.state_bytes);
    return reused ? VV_OK : vvi_contacts_actor_added(stage, id.index, error);
}

static double sum_masses(const actor *a)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < a->view.particle_count; i++)
        sum += (double)a->view.masses[i];
    VV_ASSERT(sum > 0.0);
    return sum;
}

/* Velocities from outside are limited, or the next step would take the actor for one that diverged. Numbers are
 * brought into range before they are used, so that nothing overflows on the way. */
static vv_vec2 clamp_velocity(vv_vec2 v, float most)
{
    return (vv_vec2){vvi_clamp(v.x, -most, most), vvi_clamp(v.y, -most, most)};
}

static float clamp_spin(const actor *a, float spin, float most)
{
    VV_ASSERT(a->view.radius > 0.0f);
    return vvi_clamp(spin, -most / a->view.radius, most / a->view.radius);
}

/* Angles count whole turns, but not so many that a float forgets the rest. */
static float wrap_large_angle(float angle) { return fabsf(angle) < 1e5f ? angle : vv_wrap_angle(angle); }

static void limit_speed(actor *a) { vvi_actor_limit_speed(a, 0.99f * VVI_MAX_SPEED); }

static void set_origin(const vv_stage *stage, actor *a, vv_vec2 centre)
{
    a->origin[0] = (double)vvi_clamp(centre.x, stage->def.low.x, stage->def.high.x);
    a->origin[1] = (double)vvi_clamp(centre.y, stage->def.low.y, stage->def.high.y);
}

/* Places the drawing as the def says: its artwork's origin at `position`, rotated by `angle` about it. */
static void apply_position(vv_stage *stage, actor *a, const vv_actor_def *d)
{
    a->angle = wrap_large_angle(d->angle);
    a->velocity = clamp_velocity(d->velocity, VVI_MAX_SPEED);
    a->spin = clamp_spin(a, d->angular_velocity, VVI_MAX_SPEED);
    vv_mat2 turn = vv_mat2_rotation(d->angle);
    a->fit = (vvi_fit){.cosine = turn.xx, .sine = turn.yx};
    if (a->puppet) {
        vvi_puppet_place(stage, a, d);
        limit_speed(a);
        return;
    }
    vv_vec2 centre = d->flipped ? (vv_vec2){-a->view.centre.x, a->view.centre.y} : a->view.centre;
    centre = vv_vec2_add(vv_mat2_apply(turn, vv_vec2_scale(centre, a->scale)), d->position);
    set_origin(stage, a, centre);
    a->still_at[0] = a->origin[0];
    a->still_at[1] = a->origin[1];
    VVI_CHECK(vvi_place_is_valid(a->view.complex, a->place));
    vvi_actor_update_rest(stage, a);
    for (uint32_t i = 0; i < a->view.particle_count; i++) {
        a->x[i] = a->x0[i] = vv_mat2_apply(turn, a->rest[i]);
        a->v[i] = (vv_vec2){a->velocity.x - a->spin * a->x[i].y, a->velocity.y + a->spin * a->x[i].x};
    }
    limit_speed(a);
}

static void apply_def(actor *a, const vv_actor_def *d)
{
    a->flipped = d->flipped;
    if (!a->puppet)
        a->strengths = d->strengths;
    vvi_actor_take_properties(a, d);
    a->one_way = d->one_way;
    a->kinematic = d->kinematic;
    a->sensor = d->sensor;
    a->report_stay = d->report_stay;
    if (!a->puppet)
        a->place = a->place_before = a->equilibrium = a->energy_goal = d->place;
    a->controller = d->controller;
    a->clip = d->clip;
    a->clip_start = d->clip_start;
    a->touch_time = a->air_time = a->failed_time = a->equilibrium_time = VVI_LONGEST_TIME;
    a->control_strength = 1.0f;
}

/* The slot of the id that was chosen, or the first that is free. */
static vv_result find_slot(vv_stage *stage, vv_actor chosen, actor **slot, vv_error *error)
{
    *slot = NULL;
    if (chosen.generation && (chosen.index >= stage->def.max_actors || stage->actors[chosen.index].used ||
                              chosen.generation > VVI_MAX_GENERATION))
        return vvi_fail(error, VV_ERROR_ARGUMENT, "the id that was chosen for an actor, %u, is in use or too large",
                        chosen.index);
    if (chosen.generation)
        *slot = &stage->actors[chosen.index];
    for (uint32_t i = 0; i < stage->def.max_actors && !*slot; i++)
        if (!stage->actors[i].used)
            *slot = &stage->actors[i];
    if (!*slot)
        return vvi_fail(error, VV_ERROR_LIMIT, "the stage is full: it was made for %u actors", stage->def.max_actors);
    return VV_OK;
}

/* Of an actor that could not be added. */
static void clear_slot(vv_stage *stage, actor *a)
{
    uint32_t generation = a->generation;
    VV_ASSERT(!a->used);
    vvi_puppet_remove(stage, a);
    vvi_release(&stage->allocator, a->memory, a->memory_bytes, 1);
    memset(a, 0, sizeof *a);
    a->generation = generation;
}

static vv_result open_drawing(vv_stage *stage, actor *a, const vv_actor_def *def, vv_error *error)
{
    if (def->puppet) {
        vv_result result = vvi_puppet_add(stage, a, def, error);
        return result == VV_OK ? grow_shared_shape(stage, a->capacity, error) : result;
    }
    a->sprite = def->sprite;
    a->view = vvi_sprite_open(def->sprite);
    a->capacity = a->view.particle_count;
    return grow_shared_scratch(stage, &a->view, error);
}

/* Puppets are stepped in the order in which they were added. */
void vvi_stage_list_puppets(vv_stage *stage)
{
    stage->puppet_count = 0;
    for (uint32_t i = 0; i < stage->actor_end; i++) {
        if (!stage->actors[i].used || !stage->actors[i].puppet)
            continue;
        uint32_t at = stage->puppet_count++;
        for (; at > 0 && stage->actors[stage->puppets[at - 1u]].order > stage->actors[i].order; at--)
            stage->puppets[at] = stage->puppets[at - 1u];
        stage->puppets[at] = i;
    }
}

void vvi_stage_trim_ends(vv_stage *stage)
{
    while (stage->actor_end && !stage->actors[stage->actor_end - 1u].used)
        stage->actor_end--;
    while (stage->obstacle_end && !stage->obstacles[stage->obstacle_end - 1u].used)
        stage->obstacle_end--;
}

/* An actor that has its drawing and its memory. */
static void put_on_stage(vv_stage *stage, actor *a, vv_actor id, const vv_actor_def *def)
{
    vvi_note_clip(stage, def->clip, a->clip_fingerprint);
    a->used = true;
    a->generation = id.generation;
    vvi_release_actors_like(stage, a);
    if (id.index >= stage->actor_end)
        stage->actor_end = id.index + 1u;
    apply_def(a, def);
    a->order = ++stage->added;
    a->round_example = a->puppet ? VV_NONE : vvi_find_round_example(stage, &a->view);
    if (a->puppet)
        vvi_puppet_switch_member(stage, a, a->puppet->current);
    else
        a->mass = sum_masses(a);
    vvi_actor_take_size(a, def);
    VV_ASSERT(a->view.particle_count <= a->capacity && stage->puppet_count < stage->def.max_actors);
    vvi_stage_list_puppets(stage);
    apply_position(stage, a, def);
    if (a->kinematic)
        vvi_kinematic_begin(stage, a);
    for (uint32_t i = 0; i < def->hold_count; i++)
        vv_stage_add_hold(stage, actor_id(stage, a), &def->holds[i]);
    vvi_actor_show_now(a);
    vvi_queries_outdate(stage);
}

vv_result vv_stage_add_actor(vv_stage *stage, const vv_actor_def *def, vv_actor *out, vv_error *error)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    VV_ASSERT(def != NULL);
    VV_ASSERT(out != NULL);
    VVI_ASSERT_ARRAY(def->attractions, def->attraction_count);
    VVI_ASSERT_ARRAY(def->follows, def->follow_count);
    VVI_ASSERT_ARRAY(def->copies, def->copy_count);
    VVI_ASSERT_ARRAY(def->holds, def->hold_count);
    actor *a = NULL;
    vv_result result = vvi_stage_check_unlocked(stage, __func__, error);
    if (result == VV_OK)
        result = check_def(stage, def, error);
    if (result == VV_OK)
        result = find_slot(stage, def->id, &a, error);
    if (result != VV_OK)
        return result;
    const vv_actor id = {(uint32_t)(a - stage->actors), def->id.generation ? def->id.generation : a->generation + 1u};
    result = open_drawing(stage, a, def, error);
    if (result == VV_OK) {
        vvi_actor_identify(stage, a, def);
        result = allocate_arrays(stage, a, id, def, error);
    }
    if (result != VV_OK) {
        clear_slot(stage, a);
        return result;
    }
    put_on_stage(stage, a, id, def);
    *out = actor_id(stage, a);
    VVI_CHECK(vvi_stage_actor(stage, *out) == a);
    return VV_OK;
}

/* ---- Removing and listing ---------------------------------------------------------------------------------------- */

bool vv_stage_remove_actor(vv_stage *stage, vv_actor id)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    actor *a = vvi_stage_actor(stage, id);
    if (!a || stage->lock != STAGE_UNLOCKED)
        return false;
    vvi_actor_wake(stage, a);
    vvi_joints_actor_removed(stage, id.index);
    vvi_contacts_actor_removed(stage, id.index);
    vvi_sensors_actor_removed(stage, id.index);
    vvi_keep_actor(stage, id.index);
    vvi_kept_trim(stage, stage->def.keep_removed);
    vvi_stage_trim_ends(stage);
    vvi_stage_list_puppets(stage);
    vvi_queries_outdate(stage);
    return true;
}

bool vv_stage_has_actor(const vv_stage *stage, vv_actor id)
{
    VV_ASSERT(stage != NULL);
    return vvi_stage_actor(stage, id) != NULL;
}

uint32_t vv_stage_actors(const vv_stage *stage, vv_actor *actors, uint32_t capacity)
{
    VV_ASSERT(stage != NULL);
    VV_ASSERT(actors != NULL || capacity == 0);
    uint32_t count = 0;
    for (uint32_t i = 0; i < stage->actor_end; i++) {
        if (!stage->actors[i].used)
            continue;
        if (count < capacity)
            actors[count] = actor_id(stage, &stage->actors[i]);
        count++;
    }
    return count;
}

const vv_sprite *vv_stage_sprite(const vv_stage *stage, vv_actor id)
{
    VV_ASSERT(stage != NULL);
    const actor *a = vvi_stage_actor(stage, id);
    return a ? a->sprite : NULL;
}

vv_controller vv_stage_controller(const vv_stage *stage, vv_actor id)
{
    VV_ASSERT(stage != NULL);
    const actor *a = vvi_stage_actor(stage, id);
    return a ? a->controller : (vv_controller){.step = NULL};
}

void *vv_stage_controller_state(vv_stage *stage, vv_actor id)
{
    VV_ASSERT(stage != NULL);
    actor *a = vvi_stage_actor(stage, id);
    return a ? a->controller_state : NULL;
}

/* ---- Changing ---------------------------------------------------------------------------------------------------- */

/* Rotates positions and velocities about the centre of mass. */
static void rotate_by(actor *a, float angle)
{
    if (a->puppet) {
        vvi_puppet_rotate(a, (double)angle);
        return;
    }
    vv_mat2 turn = vv_mat2_rotation(angle);
    for (uint32_t i = 0; i < a->view.particle_count; i++) {
        vv_vec2 relative = vv_vec2_sub(a->v[i], a->velocity);
        a->x[i] = vv_mat2_apply(turn, a->x[i]);
        a->v[i] = vv_vec2_add(a->velocity, vv_mat2_apply(turn, relative));
    }
    a->angle += angle;
    vv_sin_cos(a->angle, &a->fit.sine, &a->fit.cosine);
}

bool vv_stage_teleport(vv_stage *stage, vv_actor id, vv_vec2 position, float angle)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    actor *a = vvi_stage_actor_to_change(stage, id);
    if (!a || !is_finite2(position) || !vvi_all_finite(&angle, 1))
        return false;
    vvi_actor_wake(stage, a);
    const double from[2] = {a->origin[0], a->origin[1]};
    float turned = wrap_large_angle(angle) - a->angle;
    rotate_by(a, turned);
    set_origin(stage, a, position);
    if (a->puppet)
        vvi_puppet_move_clip(a, from, turned);
    /* Momentum and energy of contact belong to the place that it left. */
    a->rebound = a->contact_normal = a->carrier = (vv_vec2){0.0f, 0.0f};
    a->stored_time = a->energy = a->contact_time = a->squeezed_time = 0.0f;
    a->releasing = false;
    a->touch = (touch){0};
    a->touch_time = a->air_time = 1000.0f;
    a->control_rotation = 0.0f;
    a->control_angle = a->angle;
    vvi_actor_jump(stage, a);
    a->has_goal = false;
    return true;
}

bool vv_stage_set_velocity(vv_stage *stage, vv_actor id, vv_vec2 velocity, float spin)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    actor *a = vvi_stage_actor_to_change(stage, id);
    if (!a || !is_finite2(velocity) || !vvi_all_finite(&spin, 1))
        return false;
    vvi_actor_wake(stage, a);
    if (a->kinematic) {
        a->velocity = velocity;
        a->spin = spin;
        vvi_kinematic_begin(stage, a);
        return true;
    }
    motion m = vvi_actor_motion(a);
    VVI_CHECK(m.inertia > 0.0);
    velocity = clamp_velocity(velocity, VVI_MAX_SPEED);
    spin = clamp_spin(a, spin, VVI_MAX_SPEED);
    float change = spin - (float)(m.angular / m.inertia);
    vv_vec2 move = {velocity.x - (float)m.velocity[0], velocity.y - (float)m.velocity[1]};
    if (a->puppet)
        vvi_puppet_add_motion(stage, a, (double[2]){(double)move.x, (double)move.y}, (double)change);
    for (uint32_t i = 0; i < a->view.particle_count && !a->puppet; i++)
        a->v[i] = (vv_vec2){a->v[i].x + move.x - change * a->x[i].y, a->v[i].y + move.y + change * a->x[i].x};
    a->velocity = velocity;
    a->spin = spin;
    a->has_goal = a->stops = false;
    limit_speed(a);
    return true;
}

bool vv_stage_apply_impulse(vv_stage *stage, vv_actor id, vv_vec2 impulse)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    actor *a = vvi_stage_actor_to_change(stage, id);
    if (!a || !is_finite2(impulse))
        return false;
    vvi_actor_wake(stage, a);
    if (a->kinematic)
        return true;
    vv_vec2 more = clamp_velocity(vv_vec2_scale(impulse, 1.0f / a->view.mass), 2.0f * VVI_MAX_SPEED);
    if (a->puppet) {
        vvi_puppet_add_motion(stage, a, (double[2]){(double)more.x, (double)more.y}, 0.0);
        a->velocity = vv_vec2_add(a->velocity, more);
    } else {
        vvi_actor_add_velocity(a, more);
    }
    limit_speed(a);
    return true;
}

bool vv_stage_apply_impulse_at(vv_stage *stage, vv_actor id, vv_vec2 impulse, vv_vec2 point)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    actor *a = vvi_stage_actor_to_change(stage, id);
    if (!a || !is_finite2(impulse) || !is_finite2(point))
        return false;
    if (a->kinematic)
        return true;
    motion m = vvi_actor_motion(a);
    vv_vec2 arm = {(float)((double)point.x - a->origin[0]), (float)((double)point.y - a->origin[1])};
    double change = ((double)arm.x * (double)impulse.y - (double)arm.y * (double)impulse.x) / m.inertia;
    vv_vec2 more = clamp_velocity(vv_vec2_scale(impulse, 1.0f / a->view.mass), 2.0f * VVI_MAX_SPEED);
    float spin = a->spin + clamp_spin(a, (float)change, 2.0f * VVI_MAX_SPEED);
    return vv_stage_set_velocity(stage, id, vv_vec2_add(a->velocity, more), spin);
}

bool vv_stage_set_force(vv_stage *stage, vv_actor id, vv_vec2 force)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    actor *a = vvi_stage_actor_to_change(stage, id);
    if (!a || !is_finite2(force))
        return false;
    if (force.x != a->force.x || force.y != a->force.y)
        vvi_actor_wake(stage, a);
    a->force = force;
    return true;
}

bool vv_stage_flip(vv_stage *stage, vv_actor id)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    actor *a = vvi_stage_actor_to_change(stage, id);
    if (!a)
        return false;
    vvi_actor_wake(stage, a);
    if (a->puppet)
        vvi_puppet_flip(stage, a);
    else
        vvi_actor_flip(stage, a);
    vvi_joints_keep_angles(stage, id.index);
    return true;
}

bool vv_stage_set_equilibrium(vv_stage *stage, vv_actor id, vv_place place)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    actor *a = vvi_stage_actor_to_change(stage, id);
    if (!a || a->puppet || !vvi_place_is_valid(a->view.complex, place))
        return false;
    if (memcmp(&place, &a->equilibrium, sizeof place) != 0) {
        vvi_actor_wake(stage, a);
        a->equilibrium_time = 0.0f;
    }
    a->equilibrium = place;
    return true;
}

const vv_strengths *vv_stage_strengths(const vv_stage *stage, vv_actor id)
{
    VV_ASSERT(stage != NULL);
    const actor *a = vvi_stage_actor(stage, id);
    return a && !a->puppet ? &a->strengths : NULL;
}

bool vv_stage_set_strengths(vv_stage *stage, vv_actor id, const vv_strengths *strengths)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    VV_ASSERT(strengths != NULL);
    actor *a = vvi_stage_actor_to_change(stage, id);
    if (!a || a->puppet || vv_strengths_check(strengths, a->view.example_count, NULL) != VV_OK)
        return false;
    vvi_actor_wake(stage, a);
    a->strengths = *strengths;
    return true;
}

bool vv_stage_wake(vv_stage *stage, vv_actor id)
{
    VV_ASSERT(stage != NULL);
    actor *a = vvi_stage_actor_to_change(stage, id);
    if (a)
        vvi_actor_wake(stage, a);
    return a != NULL;
}
