/* Where feet fly (4.2): the style's path, in a normalised space, from where the foot stood to where it will tread, over the ground. */
#include "walk.h"

static float ease(float t) { return t * t * (3.0f - 2.0f * t); }

/* What is added to clear the ground: full over the middle half, so that the foot is up before it goes ahead. */
static float hump_at(float time) { return ease(vvi_min(1.0f, 4.0f * vvi_min(time, 1.0f - time))); }

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

/* The leg's own: no higher than it can, and less so the less time it has. */
static arc_point own_arc(const vv_walk *walk, const walk_leg *leg, float time)
{
    const walk_unit *unit = &walk->units[leg->unit];
    arc_point arc = style_arc(&walk->groups[unit->group].style, time);
    arc.up *= unit->vigour * leg->lift / leg->length;
    arc.out *= unit->vigour;
    arc.pitch *= unit->vigour;
    return arc;
}

/* Steps up are climbed early, steps down late. */
static float climb(float rise, float time)
{
    float t = rise > 0.0f ? vvi_min(1.0f, 1.5f * time) : vvi_max(0.0f, 1.5f * time - 0.5f);
    return rise * ease(t);
}

/* Where the toe or the heel hangs, it is the one that comes near the ground. */
static float raised(const walk_leg *leg, arc_point arc)
{
    float up = arc.up * leg->length, tip = arc.pitch * leg->toe;
    return up > 0.0f ? sqrtf(up * up + tip * tip) : up + fabsf(tip);
}

static vv_vec3 on_path(const walk_leg *leg, arc_point arc, vv_vec3 target, float hump, float time)
{
    vv_vec3 from = leg->stands.place, p;
    p.x = from.x + (target.x - from.x) * arc.forward;
    p.z = from.z + (target.z - from.z) * arc.forward;
    p.y = from.y + climb(target.y - from.y, time) + raised(leg, arc) + hump * hump_at(time);
    if (arc.out != 0.0f && leg->side != 0) {
        float out = arc.out * leg->length * (float)leg->side;
        p.x += out * leg->plan.cosine;
        p.z -= out * leg->plan.sine;
    }
    return p;
}

float vvi_walk_flown(const walk_unit *unit, float progress)
{
    return vvi_clamp((progress - unit->left_at) / (1.0f - unit->left_at), 0.0f, 1.0f);
}

/* Until the target is decided, where the filters are on their way to it; from then on, over to it smoothly. */
static vv_vec3 target_of(const walk_unit *unit, const walk_leg *leg, float progress, const float *way)
{
    if (!unit->frozen)
        return (vv_vec3){way[WAY_X], way[WAY_Y], way[WAY_Z]};
    float t = ease(vvi_clamp((progress - unit->froze_at) / (1.0f - unit->froze_at), 0.0f, 1.0f));
    vv_vec3 left = vv_vec3_sub(leg->plan.place, leg->frozen_from);
    return vv_vec3_add(leg->frozen_from, vv_vec3_scale(left, t));
}

vv_vec3 vvi_walk_flight(const vv_walk *walk, const walk_leg *leg, float progress, smooth_time when, float *pitch)
{
    const walk_unit *unit = &walk->units[leg->unit];
    float time = vvi_walk_flown(unit, progress), way[4];
    smooth_look(4, leg->way.at, leg->way.speed, leg->way.to, when, way);
    arc_point arc = own_arc(walk, leg, time);
    *pitch = arc.pitch;
    return on_path(leg, arc, target_of(unit, leg, progress, way), way[WAY_HUMP], time);
}

float vvi_walk_hump(const vv_walk *walk, const moment *now, const walk_leg *leg)
{
    if (!now->terrain || !now->terrain->height)
        return 0.0f;
    /* Between two looks the ground is taken to be as high as the higher, the foot as low as the lower. */
    float hump = 0.0f, last_ground = leg->stands.contact.y, last_foot = leg->stands.place.y;
    for (uint32_t i = 1; i <= 8; i++) {
        float time = 0.125f * (float)i;
        vv_vec3 p = on_path(leg, own_arc(walk, leg, time), leg->plan.place, 0.0f, time);
        float ground = i == 8 ? leg->plan.contact.y : vvi_walk_ground(now->terrain, p.x, p.z, NULL);
        float foot = vvi_min(p.y, last_foot), most = vvi_max(ground, last_ground);
        hump = vvi_max(hump, (most + leg->sole - foot) / vvi_max(hump_at(time - 0.0625f), 0.5f));
        last_ground = ground;
        last_foot = p.y;
    }
    return hump;
}
