/* Planning footprints (4.2): under the body as predicted for the middle of the stance, on the arc that it moves
 * along, on the ground, within reach; and how low the body must be for that. */
#include "walk.h"

vv_quat vvi_walk_foot_rotation(const walk_leg *leg, const footprint *at)
{
    vv_quat turn = vv_quat_multiply(yaw_from_sine_cosine(at->sine, at->cosine), leg->turn);
    if (at->normal.y >= 1.0f)
        return turn;
    return vv_quat_multiply(vv_quat_between((vv_vec3){0.0f, 1.0f, 0.0f}, at->normal), turn);
}

/* The predicted pose of the body on its course. */
typedef struct prediction {
    float x, z, sine, cosine, heading;
} prediction;

/* A body with constant speed and angular velocity, in its own frame, moves along a circular arc: ∫R(ωs)v ds. This is
 * not extrapolated beyond a quarter turn. */
static prediction predict(const course_state *now, float t)
{
    const vv_course *c = &now->course;
    float angle = c->yaw_rate * t;
    if (fabsf(angle) < 1e-4f)
        return (prediction){c->x + c->speed_x * t, c->z + c->speed_z * t, now->sine, now->cosine, c->heading};
    if (fabsf(angle) > 1.5f) {
        angle = angle > 0.0f ? 1.5f : -1.5f;
        t = angle / c->yaw_rate;
    }
    float sine, cosine;
    vv_sin_cos(angle, &sine, &cosine);
    float along = sine / c->yaw_rate, across = (1.0f - cosine) / c->yaw_rate;
    return (prediction){c->x + c->speed_x * along + c->speed_z * across,
                        c->z + c->speed_z * along - c->speed_x * across, now->sine * cosine + now->cosine * sine,
                        now->cosine * cosine - now->sine * sine, c->heading + angle};
}

static footprint footprint_at(const course_state *now, const walk_leg *leg, float x, float z, const prediction *at)
{
    footprint t = {.normal = {0.0f, 1.0f, 0.0f}, .heading = at->heading, .sine = at->sine, .cosine = at->cosine};
    float ground = vvi_walk_ground(now->terrain, x, z, &t.normal);
    t.contact = (vv_vec3){x, ground, z};
    t.place = vv_vec3_add(t.contact, vv_vec3_scale(t.normal, leg->sole_height));
    vv_vec2 turned = rotate_by_heading(at->sine, at->cosine, leg->ankle.x, leg->ankle.z);
    vv_vec3 ankle = {turned.x, leg->ankle.y, turned.y};
    if (t.normal.y < 1.0f)
        ankle = vv_quat_rotate(vv_quat_between((vv_vec3){0.0f, 1.0f, 0.0f}, t.normal), ankle);
    t.ankle = vv_vec3_add(t.place, ankle);
    return t;
}

/* The height of a hip if the root were not lowered: on the ground as it rises, tilted with the ground and by
 * leaning. */
static float predict_hip_height(const vv_walk *walk, const walk_leg *leg, float after)
{
    const filter12 *b = &walk->body;
    return b->value[BODY_GROUND] + b->rate[BODY_GROUND] * after + leg->hip_position.y +
           (b->value[BODY_SLOPE_X] - b->value[BODY_LEAN_X]) * leg->hip_offset.x +
           (b->value[BODY_SLOPE_Z] - b->value[BODY_LEAN_Z]) * leg->hip_offset.z;
}

footprint vvi_walk_find_footprint(const vv_walk *walk, const course_state *now, const walk_leg *leg, float after)
{
    prediction at = predict(now, after);
    float gone = vvi_min(walk->body.value[BODY_AMOUNT], 1.0f);
    vv_vec2 home = rotate_by_heading(at.sine, at.cosine, leg->home.x + gone * leg->gather_offset.x,
                                     leg->home.z + gone * leg->gather_offset.z);
    footprint t = footprint_at(now, leg, at.x + home.x, at.z + home.y, &at);
    vv_vec2 hip = rotate_by_heading(at.sine, at.cosine, leg->hip_position.x, leg->hip_position.z);
    float dx = t.ankle.x - (at.x + hip.x), dz = t.ankle.z - (at.z + hip.y);
    float dy = predict_hip_height(walk, leg, after) - walk->body.value[BODY_DROP] - t.ankle.y;
    float flat = dx * dx + dz * dz, room = leg->plan_reach * leg->plan_reach - dy * dy;
    if (flat <= room || flat <= 0.0f)
        return t;
    float share = sqrtf(vvi_max(room, 0.01f * leg->plan_reach * leg->plan_reach) / flat);
    return share >= 1.0f
               ? t
               : footprint_at(now, leg, t.contact.x - dx * (1.0f - share), t.contact.z - dz * (1.0f - share), &at);
}

/* The horizontal offset from the ankle to the hip, and its velocity. */
typedef struct offset {
    float x, z, speed_x, speed_z;
} offset;

static offset offset_from(const course_state *now, const walk_leg *leg, vv_vec3 ankle)
{
    const vv_course *c = &now->course;
    vv_vec2 hip = rotate_by_heading(now->sine, now->cosine, leg->hip_position.x, leg->hip_position.z);
    return (offset){c->x + hip.x - ankle.x, c->z + hip.y - ankle.z, c->speed_x + c->yaw_rate * hip.y,
                    c->speed_z - c->yaw_rate * hip.x};
}

static float distance2_at(const offset *o, float after)
{
    float x = o->x + o->speed_x * after, z = o->z + o->speed_z * after;
    return x * x + z * z;
}

/* The hip moves in a straight line, so the distance is largest at one end of the interval. */
float vvi_walk_needed_drop(const vv_walk *walk, const course_state *now, const walk_leg *leg, vv_vec3 ankle,
                           float first, float last)
{
    offset o = offset_from(now, leg, ankle);
    float most = leg->usable_reach * leg->usable_reach, far = vvi_max(distance2_at(&o, first), distance2_at(&o, last));
    float rise = vvi_max(walk->body.rate[BODY_GROUND], 0.0f) * (last - first);
    return predict_hip_height(walk, leg, first) + rise - ankle.y - sqrtf(vvi_max(most - far, 0.04f * most));
}

/* The squared horizontal distance that an ankle may have from its hip; negative if even the one right below is out of
 * reach. */
static float planar_reach2(const vv_walk *walk, const walk_leg *leg, vv_vec3 ankle, float after)
{
    float height = vvi_max(predict_hip_height(walk, leg, after) - walk->max_drop - ankle.y, 0.0f);
    return leg->usable_reach * leg->usable_reach - height * height;
}

bool vvi_walk_reaches(const vv_walk *walk, const course_state *now, const walk_leg *leg, vv_vec3 ankle, float after)
{
    offset o = offset_from(now, leg, ankle);
    return distance2_at(&o, after) <= planar_reach2(walk, leg, ankle, after);
}

/* Solves |o + v·t|² = reach². */
float vvi_walk_reach_time(const vv_walk *walk, const course_state *now, const walk_leg *leg)
{
    offset o = offset_from(now, leg, leg->stance.ankle);
    float a = o.speed_x * o.speed_x + o.speed_z * o.speed_z, b = o.x * o.speed_x + o.z * o.speed_z;
    float c = distance2_at(&o, 0.0f) - planar_reach2(walk, leg, leg->stance.ankle, 0.0f);
    if (a <= 1e-12f)
        return 1e6f;
    return c >= 0.0f ? 0.0f : (sqrtf(b * b - a * c) - b) / a;
}

void vvi_walk_limit_plan(const vv_walk *walk, const course_state *now, walk_leg *leg, float after)
{
    const vv_vec3 ankle = leg->plan.ankle, contact = leg->plan.contact;
    offset o = offset_from(now, leg, ankle);
    float far = distance2_at(&o, after), room = 0.93f * planar_reach2(walk, leg, ankle, after);
    if (far <= room || far <= 0.0f)
        return;
    float move = 1.0f - sqrtf(vvi_max(room, 0.0f) / far);
    prediction at = {.heading = leg->plan.heading, .sine = leg->plan.sine, .cosine = leg->plan.cosine};
    leg->plan = footprint_at(now, leg, contact.x + (o.x + o.speed_x * after) * move,
                             contact.z + (o.z + o.speed_z * after) * move, &at);
}
