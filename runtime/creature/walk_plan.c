/* Where feet will stand (4.2): under the body as it is predicted to be in the middle of the stance, on the curve that it runs, on the
 * ground, within reach; and what that asks of the body's height. */
#include "walk.h"

vv_quat vvi_walk_turn(const walk_leg *leg, const tread *at)
{
    vv_quat turn = vv_quat_multiply(yaw_of(at->sine, at->cosine), leg->turn);
    if (at->normal.y >= 1.0f)
        return turn;
    return vv_quat_multiply(vv_quat_between((vv_vec3){0.0f, 1.0f, 0.0f}, at->normal), turn);
}

/* A pose of the body on the course, some time from now. */
typedef struct prediction {
    float x, z, sine, cosine, heading;
} prediction;

/* A body that keeps its speed and its spin, both as it feels them, runs along an arc of a circle: ∫R(ωs)v ds. It is not trusted beyond
 * a quarter turn. */
static prediction predict(const moment *now, float t)
{
    const vv_course *c = &now->course;
    float angle = c->spin * t;
    if (fabsf(angle) < 1e-4f)
        return (prediction){c->x + c->speed_x * t, c->z + c->speed_z * t, now->sine, now->cosine, c->heading};
    if (fabsf(angle) > 1.5f) {
        angle = angle > 0.0f ? 1.5f : -1.5f;
        t = angle / c->spin;
    }
    float sine, cosine;
    vv_sin_cos(angle, &sine, &cosine);
    float along = sine / c->spin, across = (1.0f - cosine) / c->spin;
    return (prediction){c->x + c->speed_x * along + c->speed_z * across,
                        c->z + c->speed_z * along - c->speed_x * across, now->sine * cosine + now->cosine * sine,
                        now->cosine * cosine - now->sine * sine, c->heading + angle};
}

static tread tread_at(const moment *now, const walk_leg *leg, float x, float z, const prediction *at)
{
    tread t = {.normal = {0.0f, 1.0f, 0.0f}, .heading = at->heading, .sine = at->sine, .cosine = at->cosine};
    float ground = vvi_walk_ground(now->terrain, x, z, &t.normal);
    t.contact = (vv_vec3){x, ground, z};
    t.place = vv_vec3_add(t.contact, vv_vec3_scale(t.normal, leg->sole));
    vv_vec2 turned = turn_ahead(at->sine, at->cosine, leg->ankle.x, leg->ankle.z);
    vv_vec3 ankle = {turned.x, leg->ankle.y, turned.y};
    if (t.normal.y < 1.0f)
        ankle = vv_quat_rotate(vv_quat_between((vv_vec3){0.0f, 1.0f, 0.0f}, t.normal), ankle);
    t.ankle = vv_vec3_add(t.place, ankle);
    return t;
}

/* The height of a hip, were the root not lowered: on the ground as it rises, tilted with it and by leaning. */
static float hip_height(const vv_walk *walk, const walk_leg *leg, float after)
{
    const smooth12 *b = &walk->body;
    return b->at[BODY_GROUND] + b->speed[BODY_GROUND] * after + leg->hip_place.y +
           (b->at[BODY_SLOPE_X] - b->at[BODY_LEAN_X]) * leg->hip.x +
           (b->at[BODY_SLOPE_Z] - b->at[BODY_LEAN_Z]) * leg->hip.z;
}

tread vvi_walk_tread(const vv_walk *walk, const moment *now, const walk_leg *leg, float after)
{
    prediction at = predict(now, after);
    float gone = vvi_min(walk->body.at[BODY_AMOUNT], 1.0f);
    vv_vec2 home =
        turn_ahead(at.sine, at.cosine, leg->home.x + gone * leg->gather.x, leg->home.z + gone * leg->gather.z);
    tread t = tread_at(now, leg, at.x + home.x, at.z + home.y, &at);
    vv_vec2 hip = turn_ahead(at.sine, at.cosine, leg->hip_place.x, leg->hip_place.z);
    float dx = t.ankle.x - (at.x + hip.x), dz = t.ankle.z - (at.z + hip.y);
    float dy = hip_height(walk, leg, after) - walk->body.at[BODY_DROP] - t.ankle.y;
    float flat = dx * dx + dz * dz, room = leg->near * leg->near - dy * dy;
    if (flat <= room || flat <= 0.0f)
        return t;
    float keep = sqrtf(vvi_max(room, 0.01f * leg->near * leg->near) / flat);
    return keep >= 1.0f ? t
                        : tread_at(now, leg, t.contact.x - dx * (1.0f - keep), t.contact.z - dz * (1.0f - keep), &at);
}

/* From the ankle to the hip over the ground, and how that changes. */
typedef struct offset {
    float x, z, speed_x, speed_z;
} offset;

static offset offset_from(const moment *now, const walk_leg *leg, vv_vec3 ankle)
{
    const vv_course *c = &now->course;
    vv_vec2 hip = turn_ahead(now->sine, now->cosine, leg->hip_place.x, leg->hip_place.z);
    return (offset){c->x + hip.x - ankle.x, c->z + hip.y - ankle.z, c->speed_x + c->spin * hip.y,
                    c->speed_z - c->spin * hip.x};
}

static float squared(const offset *o, float after)
{
    float x = o->x + o->speed_x * after, z = o->z + o->speed_z * after;
    return x * x + z * z;
}

/* The way over the ground is straight, so the distance is greatest at one end of it. */
float vvi_walk_need(const vv_walk *walk, const moment *now, const walk_leg *leg, vv_vec3 ankle, float first, float last)
{
    offset o = offset_from(now, leg, ankle);
    float most = leg->most * leg->most, far = vvi_max(squared(&o, first), squared(&o, last));
    float rise = vvi_max(walk->body.speed[BODY_GROUND], 0.0f) * (last - first);
    return hip_height(walk, leg, first) + rise - ankle.y - sqrtf(vvi_max(most - far, 0.04f * most));
}

/* How far away an ankle may be over the ground, squared; negative where not even right below. */
static float room_for(const vv_walk *walk, const walk_leg *leg, vv_vec3 ankle, float after)
{
    float tall = vvi_max(hip_height(walk, leg, after) - walk->deepest - ankle.y, 0.0f);
    return leg->most * leg->most - tall * tall;
}

bool vvi_walk_reaches(const vv_walk *walk, const moment *now, const walk_leg *leg, vv_vec3 ankle, float after)
{
    offset o = offset_from(now, leg, ankle);
    return squared(&o, after) <= room_for(walk, leg, ankle, after);
}

/* |o + v·t|² = room. */
float vvi_walk_lasts(const vv_walk *walk, const moment *now, const walk_leg *leg)
{
    offset o = offset_from(now, leg, leg->stands.ankle);
    float a = o.speed_x * o.speed_x + o.speed_z * o.speed_z, b = o.x * o.speed_x + o.z * o.speed_z;
    float c = squared(&o, 0.0f) - room_for(walk, leg, leg->stands.ankle, 0.0f);
    if (a <= 1e-12f)
        return 1e6f;
    return c >= 0.0f ? 0.0f : (sqrtf(b * b - a * c) - b) / a;
}

void vvi_walk_draw_in(const vv_walk *walk, const moment *now, walk_leg *leg, float after)
{
    const vv_vec3 ankle = leg->plan.ankle, contact = leg->plan.contact;
    offset o = offset_from(now, leg, ankle);
    float far = squared(&o, after), room = 0.93f * room_for(walk, leg, ankle, after);
    if (far <= room || far <= 0.0f)
        return;
    float move = 1.0f - sqrtf(vvi_max(room, 0.0f) / far);
    prediction at = {.heading = leg->plan.heading, .sine = leg->plan.sine, .cosine = leg->plan.cosine};
    leg->plan = tread_at(now, leg, contact.x + (o.x + o.speed_x * after) * move,
                         contact.z + (o.z + o.speed_z * after) * move, &at);
}
