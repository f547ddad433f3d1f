/* Where feet will stand (4.2): under the body as it is predicted to be in the middle of the stance, on the curve that it runs, on the
 * ground, within reach; and what that asks of the body's height. */
#include "walk.h"

static vv_quat yaw_turn(float heading)
{
    vv_quat q = {0.0f, 0.0f, 0.0f, 1.0f};
    vv_sin_cos(0.5f * heading, &q.y, &q.w);
    return q;
}

vv_quat vvi_walk_turn(const walk_leg *leg, float heading, vv_vec3 normal)
{
    vv_quat turn = vv_quat_multiply(yaw_turn(heading), leg->turn);
    if (normal.y >= 1.0f)
        return turn;
    return vv_quat_multiply(vv_quat_between((vv_vec3){0.0f, 1.0f, 0.0f}, normal), turn);
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
    tread t = {.normal = {0.0f, 1.0f, 0.0f}, .heading = at->heading};
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

/* The height of a hip, were the root not lowered: on the ground as it rises, tilted with it. */
static float hip_height(const vv_walk *walk, const walk_leg *leg, float after)
{
    const smooth *b = walk->body;
    return b[BODY_GROUND].at + b[BODY_GROUND].speed * after + leg->hip_place.y + b[BODY_SLOPE_X].at * leg->hip.x +
           b[BODY_SLOPE_Z].at * leg->hip.z;
}

tread vvi_walk_tread(const vv_walk *walk, const moment *now, const walk_leg *leg, float after)
{
    prediction at = predict(now, after);
    vv_vec2 home = turn_ahead(at.sine, at.cosine, leg->home.x, leg->home.z);
    tread t = tread_at(now, leg, at.x + home.x, at.z + home.y, &at);
    vv_vec2 hip = turn_ahead(at.sine, at.cosine, leg->hip_place.x, leg->hip_place.z);
    float dx = t.ankle.x - (at.x + hip.x), dz = t.ankle.z - (at.z + hip.y);
    float dy = hip_height(walk, leg, after) - walk->body[BODY_DROP].at - t.ankle.y;
    float flat = dx * dx + dz * dz, room = leg->near * leg->near - dy * dy;
    if (flat <= room || flat <= 0.0f)
        return t;
    float keep = sqrtf(vvi_max(room, 0.01f * leg->near * leg->near) / flat);
    return keep >= 1.0f ? t
                        : tread_at(now, leg, t.contact.x - dx * (1.0f - keep), t.contact.z - dz * (1.0f - keep), &at);
}

/* Squared distance over the ground from hip to ankle, `after` seconds from now, the hip going straight on. */
static float flat_distance(const moment *now, const walk_leg *leg, vv_vec3 ankle, float after)
{
    const vv_course *c = &now->course;
    vv_vec2 hip = turn_ahead(now->sine, now->cosine, leg->hip_place.x, leg->hip_place.z);
    float dx = c->x + hip.x + (c->speed_x + c->spin * hip.y) * after - ankle.x;
    float dz = c->z + hip.y + (c->speed_z - c->spin * hip.x) * after - ankle.z;
    return dx * dx + dz * dz;
}

float vvi_walk_need(const vv_walk *walk, const moment *now, const walk_leg *leg, vv_vec3 ankle, float after)
{
    float most = leg->most, flat = flat_distance(now, leg, ankle, after);
    float tall = sqrtf(vvi_max(most * most - flat, 0.04f * most * most));
    return hip_height(walk, leg, after) - ankle.y - tall;
}

bool vvi_walk_reaches(const vv_walk *walk, const moment *now, const walk_leg *leg, vv_vec3 ankle, float after)
{
    /* The root gives way by so much at once where it must. */
    float most = leg->most, give = WALK_SINK * leg->reach;
    float tall = vvi_max(hip_height(walk, leg, after) - walk->body[BODY_DROP].at - give - ankle.y, 0.0f);
    return flat_distance(now, leg, ankle, after) <= most * most - tall * tall;
}
