/* The swing of a foot (4.2): the arc of the style, in a normalised space, from where the foot stood to where it will
 * land, raised over the ground. */
#include "walk.h"

/* The added clearance over the time of a swing: full in the middle half, so that the foot is up before it moves
 * forward. */
static float clearance_share(float time) { return vvi_smoothstep(4.0f * vvi_min(time, 1.0f - time)); }

static arc_point style_arc(const walk_style *style, float time)
{
    if (style->count == 1)
        return vvi_gait_arc(style->gaits[0], time);
    arc_point sum = {0.0f, 0.0f, 0.0f, 0.0f};
    for (uint32_t i = 0; i < style->count; i++) {
        arc_point arc = vvi_gait_arc(style->gaits[i], time);
        float w = style->weights[i];
        sum.forward += w * arc.forward;
        sum.up += w * arc.up;
        sum.out += w * arc.out;
        sum.pitch += w * arc.pitch;
    }
    return sum;
}

/* The arc of a leg: no higher than the leg can lift, and scaled down for a short swing. */
static arc_point leg_arc(const vv_walk *walk, const walk_leg *leg, float time)
{
    const walk_unit *unit = &walk->units[leg->unit];
    arc_point arc = style_arc(&walk->groups[unit->group].style, time);
    arc.up *= unit->arc_scale * leg->lift_length / leg->length;
    arc.out *= unit->arc_scale;
    arc.pitch *= unit->arc_scale;
    return arc;
}

/* The height between the ends of a swing: steps up are taken early, steps down late. */
static float blend_height(float rise, float time)
{
    float t = rise > 0.0f ? vvi_min(1.0f, 1.5f * time) : vvi_max(0.0f, 1.5f * time - 0.5f);
    return rise * vvi_smoothstep(t);
}

/* Raises the arc where the toe or the heel hangs lower than the centre of the foot. */
static float raise_for_toe(const walk_leg *leg, arc_point arc)
{
    float up = arc.up * leg->length, tip = arc.pitch * leg->toe_length;
    return up > 0.0f ? sqrtf(up * up + tip * tip) : up + fabsf(tip);
}

static vv_vec3 position_on_arc(const walk_leg *leg, arc_point arc, vv_vec3 target, float clearance, float time)
{
    vv_vec3 from = leg->stance.place, p;
    p.x = from.x + (target.x - from.x) * arc.forward;
    p.z = from.z + (target.z - from.z) * arc.forward;
    p.y = from.y + blend_height(target.y - from.y, time) + raise_for_toe(leg, arc) + clearance * clearance_share(time);
    if (arc.out != 0.0f && leg->side != 0) {
        float out = arc.out * leg->length * (float)leg->side;
        p.x += out * leg->plan.cosine;
        p.z -= out * leg->plan.sine;
    }
    return p;
}

float vvi_walk_flight_share(const walk_unit *unit, float progress)
{
    return vvi_clamp((progress - unit->liftoff_progress) / (1.0f - unit->liftoff_progress), 0.0f, 1.0f);
}

/* The target of a swing: until the footprint is decided, the value of the filters; from then on, a blend from there
 * to the footprint. */
static vv_vec3 current_target(const walk_unit *unit, const walk_leg *leg, float progress, const float *target)
{
    if (!unit->target_frozen)
        return (vv_vec3){target[TARGET_X], target[TARGET_Y], target[TARGET_Z]};
    float t = vvi_smoothstep((progress - unit->freeze_progress) / (1.0f - unit->freeze_progress));
    vv_vec3 remaining = vv_vec3_sub(leg->plan.place, leg->frozen_target);
    return vv_vec3_add(leg->frozen_target, vv_vec3_scale(remaining, t));
}

vv_vec3 vvi_walk_swing_position(const vv_walk *walk, const walk_leg *leg, float progress, filter_time when,
                                float *pitch)
{
    const walk_unit *unit = &walk->units[leg->unit];
    float time = vvi_walk_flight_share(unit, progress), target[4];
    filter_evaluate(4, leg->target.value, leg->target.rate, leg->target.goal, when, target);
    arc_point arc = leg_arc(walk, leg, time);
    *pitch = arc.pitch;
    return position_on_arc(leg, arc, current_target(unit, leg, progress, target), target[TARGET_CLEARANCE], time);
}

float vvi_walk_clearance(const vv_walk *walk, const course_state *now, const walk_leg *leg)
{
    if (!now->terrain || !now->terrain->height)
        return 0.0f;
    /* Between two samples the ground is taken to be as high as the higher one, the foot as low as the lower one. */
    float clearance = 0.0f, last_ground = leg->stance.contact.y, last_foot = leg->stance.place.y;
    for (uint32_t i = 1; i <= 8; i++) {
        float time = 0.125f * (float)i;
        vv_vec3 p = position_on_arc(leg, leg_arc(walk, leg, time), leg->plan.place, 0.0f, time);
        float ground = i == 8 ? leg->plan.contact.y : vvi_walk_ground(now->terrain, p.x, p.z, NULL);
        float foot = vvi_min(p.y, last_foot), most = vvi_max(ground, last_ground);
        clearance =
            vvi_max(clearance, (most + leg->sole_height - foot) / vvi_max(clearance_share(time - 0.0625f), 0.5f));
        last_ground = ground;
        last_foot = p.y;
    }
    return clearance;
}
