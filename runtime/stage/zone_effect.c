/* What zones do to an actor: the sum of their forces, as accelerations of the whole drawing.
 *
 * Water pushes up by the weight of the water that is displaced, at the centroid of the area in it. Around the depth at
 * which a drawing floats that is a spring, and an explicit step would feed it with energy. So the area is that of the
 * drawing moved to where it is halfway through the substep, which conserves energy exactly. */
#include "runtime/stage/puppet_actor.h"
#include "runtime/stage/zone.h"

/* Whether any part of it can be in a zone, unless it has diverged. */
static bool may_be_in(const zone *z, const actor *a, float ahead)
{
    float radii = 1.0f + (a->puppet ? PUPPET_MAX_SPREAD : VVI_MAX_SPREAD);
    float far = radii * a->view.radius + vv_vec2_length(a->velocity) * ahead;
    return a->origin[0] + (double)far >= (double)z->low.x && a->origin[0] - (double)far <= (double)z->high.x &&
           a->origin[1] + (double)far >= (double)z->low.y && a->origin[1] - (double)far <= (double)z->high.y;
}

/* The angular acceleration by a force per kilogram at an arm from the centre of mass. */
static float spin_by(const actor *a, const motion *m, vv_vec2 arm, vv_vec2 force)
{
    return (float)((double)(a->view.mass * vv_vec2_cross(arm, force)) / m->inertia);
}

static void add_force(const zone *z, const actor *a, const motion *m, const zone_part *part, zone_effect *e)
{
    vv_vec2 force = vv_vec2_scale(z->def.acceleration, part->area / part->whole);
    e->acceleration = vv_vec2_add(e->acceleration, force);
    /* About the centroid, not the centre of mass: a field that is the same everywhere rotates nothing. */
    e->spin_rate += spin_by(a, m, vv_vec2_sub(part->centre, part->whole_centre), force);
}

static void add_wind(const zone *z, const zone_part *part, zone_effect *e)
{
    float share = part->area / part->whole;
    e->wind = vv_vec2_add(e->wind, vv_vec2_scale(z->def.velocity, share));
    e->drag += share * z->def.drag;
}

static void add_water(const vv_stage *stage, const zone *z, const actor *a, const motion *m, const zone_part *part,
                      zone_effect *e)
{
    float ratio = z->def.density * part->area / a->view.mass, before = e->linear + e->quadratic + e->angular;
    vv_vec2 up = vv_vec2_scale(stage->def.gravity, -a->strengths.gravity * ratio);
    vv_vec2 centre = {(float)m->centre[0], (float)m->centre[1]};
    e->acceleration = vv_vec2_add(e->acceleration, up);
    e->spin_rate += spin_by(a, m, vv_vec2_sub(part->centre, centre), up);
    e->linear += ratio * z->def.drag;
    e->quadratic += 0.5f * z->def.quadratic_drag * z->def.density * sqrtf(part->area) / a->view.mass;
    e->angular += ratio * z->def.angular_drag;
    float all = e->linear + e->quadratic + e->angular;
    if (all > 0.0f) /* of several, the mean by how much each takes hold */
        e->flow = vv_vec2_lerp(e->flow, z->def.velocity, (all - before) / all);
}

bool vvi_zones_find_effect(vv_stage *stage, actor *a, float ahead, zone_effect *effect)
{
    const zones *all = stage->zones;
    bool any = false;
    motion m = {.inertia = 0.0};
    *effect = (zone_effect){.drag = 0.0f};
    for (uint32_t i = 0; i < all->end; i++) {
        const zone *z = &all->list[i];
        if (!z->used || !(z->def.layers & a->layers) || !may_be_in(z, a, ahead))
            continue;
        if (!any)
            m = vvi_actor_motion(a);
        any = true;
        zone_part part = vvi_zone_part(z, &stage->contacts->outlines[a - stage->actors], a->x, a->origin, a->flipped,
                                       vv_vec2_scale(a->velocity, ahead), a->spin * ahead);
        if (!(part.area > 0.0f && part.whole > 0.0f))
            continue;
        a->zones_met |= (uint64_t)1 << i;
        if (z->def.kind == VV_ZONE_FORCE)
            add_force(z, a, &m, &part, effect);
        else if (z->def.kind == VV_ZONE_WIND)
            add_wind(z, &part, effect);
        else
            add_water(stage, z, a, &m, &part, effect);
    }
    return any;
}

/* v(h) = a v e^(−ah) / (a + b v (1 − e^(−ah))), of which the limit for a → 0 is v / (1 + b v h). */
float vvi_zone_kept_speed(const zone_effect *e, float speed, float h)
{
    /* A huge force may make the speed infinite: 0 times that would be no number. */
    float decay = vv_exp(-e->linear * h), b = e->quadratic > 0.0f ? e->quadratic * speed : 0.0f;
    float taken = e->linear * h > 1.0e-4f ? (1.0f - decay) / e->linear : h;
    return decay / (1.0f + b * taken);
}
