/* How a creature of a scene moves along its way, and the hills it walks over. */
#include "creature_performance.h"

static const float max_turn_rate = 2.2f; /* rad/s */

static float speed_at(const vv_project_cast *cast, double seconds)
{
    float time = (float)seconds;
    for (uint32_t p = 0; p < cast->pace_count; p++) {
        const vv_project_pace *pace = &cast->paces[p];
        if (time > pace->time)
            continue;
        if (p == 0)
            return pace->speed;
        const vv_project_pace *last = pace - 1;
        return last->speed + (pace->speed - last->speed) * (time - last->time) / (pace->time - last->time);
    }
    return cast->pace_count == 0 ? 0.0f : cast->paces[cast->pace_count - 1].speed;
}

/* Turns towards the next point of the way, slows down for sharp turns, and stops at the last point. Returns the
 * speed. */
static float steer(vvi_member *member, float speed)
{
    vv_course *course = &member->course;
    const vv_project_cast *cast = member->cast;
    while (member->point < cast->way_count) {
        float x = cast->way[member->point].x - course->x, z = cast->way[member->point].y - course->z;
        float distance = sqrtf(x * x + z * z);
        bool last = member->point + 1 == cast->way_count;
        if (distance < (last ? 0.01f : 0.15f + 0.25f * speed)) {
            member->point++;
            continue;
        }
        float error = vv_wrap_angle(vv_atan2(x, z) - course->heading);
        course->yaw_rate = vvi_clamp(3.0f * error, -max_turn_rate, max_turn_rate);
        if (last)
            speed = vvi_min(speed, sqrtf(2.0f * 0.8f * distance));
        return speed * vvi_max(vv_cos(error), 0.15f);
    }
    return cast->way_count > 0 ? 0.0f : speed;
}

void vvi_member_move(vvi_member *member, double seconds, float dt)
{
    vv_course *course = &member->course;
    float sine, cosine;
    course->yaw_rate = 0.0f;
    float speed = steer(member, speed_at(member->cast, seconds));
    course->heading = vv_wrap_angle(course->heading + course->yaw_rate * dt);
    vv_sin_cos(course->heading, &sine, &cosine);
    course->speed_x = speed * sine;
    course->speed_z = speed * cosine;
    course->x += course->speed_x * dt;
    course->z += course->speed_z * dt;
}

/* ---- Hills ------------------------------------------------------------------------------------------------------- */

/* Two rolling waves, level around the origin. */
static float hill_height(void *user, float x, float z, vv_vec3 *normal)
{
    float sa, ca, sb, cb;
    (void)user;
    vv_sin_cos(0.9f * x + 0.4f, &sa, &ca);
    vv_sin_cos(0.7f * z, &sb, &cb);
    if (normal != NULL)
        *normal = vv_vec3_normalize((vv_vec3){-0.18f * 0.9f * ca * sb, 1.0f, -0.18f * 0.7f * sa * cb},
                                    (vv_vec3){0.0f, 1.0f, 0.0f});
    return 0.18f * sa * sb;
}

vv_terrain vvi_hills(void) { return (vv_terrain){hill_height, NULL}; }
