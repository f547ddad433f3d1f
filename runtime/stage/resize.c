/* The size and the mass of a sprite as factors on those of its drawing. The drawing itself stays as it is: shapes are
 * scaled where they come out of its kernels, and positions where they go into the projection. So a drawing twice as
 * large in a world twice as large moves with the same bits. Masses are an array of the actor's own, so that everything
 * that knows masses knows these.
 *
 * A drawing grows about the point on which it stands, without a velocity: x and x0 change alike. What it grows into is
 * pushed away as by a change of pose (contact_solve.c). */
#include "runtime/stage/state.h"
#include "runtime/stage/walk.h"

#include <string.h>

#define MIN_SCALE   0.01f
#define MAX_SCALE   100.0f
#define MIN_DENSITY 0.001f
#define MAX_DENSITY 1000.0f
/* Of the logarithm of the scale, 1/s: it doubles, or halves, in 0.23 s. */
#define GROWTH_RATE 3.0f

static bool is_scale(float x) { return x >= MIN_SCALE && x <= MAX_SCALE; }
static bool is_density(float x) { return x >= MIN_DENSITY && x <= MAX_DENSITY; }

vv_result vvi_actor_check_size(const vv_actor_def *def, vv_error *error)
{
    if (!is_scale(def->scale) || !is_density(def->density))
        return vvi_fail(error, VV_ERROR_ARGUMENT,
                        "the actor's scale %g is not within %g…%g, or its density %g is not within %g…%g",
                        (double)def->scale, (double)MIN_SCALE, (double)MAX_SCALE, (double)def->density,
                        (double)MIN_DENSITY, (double)MAX_DENSITY);
    if (def->puppet && (def->scale != 1.0f || def->density != 1.0f || def->resizable)) {
        vvi_fail(error, VV_ERROR_ARGUMENT, "a puppet has the size and the density of its drawing");
        vvi_error_remedy(error, "scale the mesh and handles of its vv_puppet_def, and set its density there");
        return VV_ERROR_ARGUMENT;
    }
    return VV_OK;
}

bool vvi_actor_has_own_masses(const vv_actor_def *def)
{
    return def->sprite && (def->resizable || def->scale != 1.0f || def->density != 1.0f);
}

/* The measures in `view`, from those of the drawing. */
static void find_measures(actor *a, float density)
{
    const vvi_sprite_view own = vvi_sprite_open(a->sprite);
    a->view.size = own.size * a->scale;
    a->view.radius = own.radius * a->scale;
    a->view.spacing = own.spacing * a->scale;
    a->view.mass = own.mass * (density * a->scale * a->scale);
}

static void find_masses(actor *a)
{
    const vvi_sprite_view own = vvi_sprite_open(a->sprite);
    float factor = a->sizing->density * a->scale * a->scale;
    find_measures(a, a->sizing->density);
    a->mass = 0.0;
    a->view.masses = a->sizing->masses;
    for (uint32_t i = 0; i < a->view.particle_count; i++) {
        a->sizing->masses[i] = own.masses[i] * factor;
        a->mass += (double)a->sizing->masses[i];
    }
    VVI_CHECK(a->view.mass > 0.0f && a->mass > 0.0);
}

void vvi_actor_take_size(actor *a, const vv_actor_def *def)
{
    a->scale = def->scale;
    if (!a->sizing)
        return;
    a->sizing->goal = def->scale;
    a->sizing->density = def->density;
    find_masses(a);
}

void vvi_walk_actor_size(walk *w, actor *a)
{
    float scale = a->scale, goal = a->sizing ? a->sizing->goal : 1.0f, density = a->sizing ? a->sizing->density : 1.0f;
    vvi_walk_float(w, &scale);
    vvi_walk_float(w, &goal);
    vvi_walk_float(w, &density);
    if (w->writer)
        return;
    bool usual = scale == 1.0f && goal == 1.0f && density == 1.0f;
    if (!is_scale(scale) || !is_scale(goal) || !is_density(density) || (!a->sizing && !usual)) {
        w->reader->failed = true;
        return;
    }
    a->scale = scale;
    if (!a->sizing)
        return;
    find_measures(a, density); /* of a copy that is only checked, too: positions are compared with its radius */
    if (!w->store)
        return;
    a->sizing->goal = goal;
    a->sizing->density = density;
    find_masses(a);
}

/* ---- Growing ----------------------------------------------------------------------------------------------------- */

/* Where the point is that stays, from the origin: where the drawing is held or joined, otherwise what it stands on,
 * otherwise its centre. */
static vv_vec2 fixed_point(const vv_stage *stage, const actor *a)
{
    vv_vec2 n = a->contact_normal, point;
    if (a->kinematic)
        return (vv_vec2){0.0f, 0.0f};
    if (a->hold_count == 1)
        return a->x[a->holds[0].particle];
    if (vvi_joints_find_single_point(stage, (uint32_t)(a - stage->actors), &point))
        return point;
    if (a->touch_time > 0.0f || (n.x == 0.0f && n.y == 0.0f))
        return (vv_vec2){0.0f, 0.0f};
    return vv_vec2_scale(n, vvi_support_distance(&a->view, a->x, 0.0f, n));
}

static void resize(vv_stage *stage, actor *a, float scale)
{
    float ratio = scale / a->scale;
    vv_vec2 fixed = fixed_point(stage, a), shift = vv_vec2_scale(fixed, 1.0f - ratio);
    for (uint32_t i = 0; i < a->view.particle_count; i++) {
        vv_vec2 relative = vv_vec2_sub(a->v[i], a->velocity);
        a->x[i] = vv_vec2_scale(a->x[i], ratio);
        a->v[i] = vv_vec2_add(a->velocity, vv_vec2_scale(relative, ratio));
    }
    a->origin[0] =
        vvi_clamp_double(a->origin[0] + (double)shift.x, (double)stage->def.low.x, (double)stage->def.high.x);
    a->origin[1] =
        vvi_clamp_double(a->origin[1] + (double)shift.y, (double)stage->def.low.y, (double)stage->def.high.y);
    a->scale = scale;
    a->sizing->growth = 1.0f - 1.0f / ratio;
    a->sizing->growth_from = vv_vec2_scale(fixed, ratio);
    a->still_time = 0.0f;
    find_masses(a);
    vvi_actor_update_rest(stage, a);
    vvi_joints_find_patches(stage, (uint32_t)(a - stage->actors));
}

void vvi_actor_grow(vv_stage *stage, actor *a, float h)
{
    sizing *size = a->sizing;
    if (!size)
        return;
    size->growth = 0.0f;
    if (a->scale == size->goal)
        return;
    float most = vv_exp(GROWTH_RATE * h), ratio = size->goal / a->scale;
    VVI_CHECK(!a->puppet);
    resize(stage, a, ratio > most ? a->scale * most : ratio < 1.0f / most ? a->scale / most : size->goal);
}

/* ---- From outside ------------------------------------------------------------------------------------------------ */

bool vv_stage_set_scale(vv_stage *stage, vv_actor id, float scale)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    actor *a = vvi_stage_actor_to_change(stage, id);
    if (!a || !a->sizing || !is_scale(scale))
        return false;
    if (a->sizing->goal != scale)
        vvi_actor_wake(stage, a);
    a->sizing->goal = scale;
    return true;
}

bool vv_stage_set_density(vv_stage *stage, vv_actor id, float density)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    actor *a = vvi_stage_actor_to_change(stage, id);
    if (!a || !a->sizing || !is_density(density))
        return false;
    if (a->sizing->density == density)
        return true;
    vvi_actor_wake(stage, a);
    a->sizing->density = density;
    find_masses(a);
    vvi_actor_update_rest(stage, a); /* the centre of other masses is rounded in another way */
    vvi_joints_find_patches(stage, id.index);
    return true;
}
