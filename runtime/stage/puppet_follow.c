/* Handles that follow something else: a particle that falls and bounces, integrated exactly; a handle of a puppet
 * that was added before; or a path, at a given speed. */
#include "runtime/stage/puppet_change.h"

#define PI            3.14159265358979
#define MAX_BOUNCES   64 /* in one step: then it rests */
#define RATE_INTERVAL 1e-3

vv_follow vv_default_follow(void)
{
    return (vv_follow){.parts = VV_PART_POSITION,
                       .strength = 1.0f,
                       .until = (double)INFINITY,
                       .particle = {.gravity = 1.0f, .floor = -INFINITY, .bounce = 0.8f},
                       .path = {.seconds = 1.0f},
                       .relative = true};
}

/* ---- Checking ---------------------------------------------------------------------------------------------------- */

static vv_result check_particle(const vv_follow_particle *p, uint32_t index, vv_error *error)
{
    const float numbers[] = {p->position.x, p->position.y, p->velocity.x, p->velocity.y, p->gravity};
    for (uint32_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (!(fabsf(numbers[i]) <= 1e6f))
            return vvi_fail(error, VV_ERROR_ARGUMENT,
                            "follow %u: the particle's position, velocity and gravity must be within ±1e6", index);
    if (!(p->floor <= 1e6f) || !(p->bounce >= 0.0f && p->bounce <= 1.0f))
        return vvi_fail(error, VV_ERROR_ARGUMENT,
                        "follow %u: the particle's floor must be at most 1e6, and its bounce in 0…1", index);
    return VV_OK;
}

static vv_result check_path(const vv_follow_path *p, uint32_t index, vv_error *error)
{
    if (p->point_count < 2 || p->point_count > 1024)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "follow %u: the path has %u points; it must have 2…1024", index,
                        p->point_count);
    VVI_ASSERT_ARRAY_OF("vv_stage_add_actor", p->points, p->point_count);
    for (uint32_t i = 0; i < p->point_count; i++)
        if (!vvi_stage_is_field_in_range(p->points[i]))
            return vvi_fail(error, VV_ERROR_ARGUMENT, "follow %u: point %u of the path is outside ±1e6", index, i);
    if (!(p->seconds > 0.0f && p->seconds < 1e6f))
        return vvi_fail(error, VV_ERROR_ARGUMENT,
                        "follow %u: the path takes %g s; it must take more than 0 and less than 1e6 s", index,
                        (double)p->seconds);
    return VV_OK;
}

vv_result vvi_follow_check(const vv_stage *stage, const vv_actor_def *def, uint32_t index, vv_error *error)
{
    const vv_follow *f = &def->follows[index];
    if (f->handle >= vv_puppet_handle_count(def->puppet))
        return vvi_fail(error, VV_ERROR_ARGUMENT, "follow %u names handle %u, but the puppet has only %u handles",
                        index, f->handle, vv_puppet_handle_count(def->puppet));
    if (f->parts == 0 || f->parts > VV_PART_ALL || !(f->strength >= 0.0f && f->strength <= 1.0f))
        return vvi_fail(error, VV_ERROR_ARGUMENT, "follow %u has no parts, or a strength outside 0…1", index);
    if (!(f->from - f->from == 0.0) || !(f->until > f->from) || !vvi_stage_is_field_in_range(f->offset))
        return vvi_fail(error, VV_ERROR_ARGUMENT, "follow %u ends before it begins, or its offset is outside ±1e6",
                        index);
    if (f->kind == VV_FOLLOW_PARTICLE)
        return check_particle(&f->particle, index, error);
    if (f->kind == VV_FOLLOW_PATH)
        return check_path(&f->path, index, error);
    const actor *other = f->kind == VV_FOLLOW_HANDLE ? vvi_stage_actor(stage, f->actor) : NULL;
    if (!other || !other->puppet || f->other >= other->puppet->members[other->puppet->base].view.handle_count)
        return vvi_fail(error, VV_ERROR_ARGUMENT,
                        "follow %u: the puppet that it follows is not on the stage, or has no such handle", index);
    return VV_OK;
}

bool vvi_follow_begin(vv_stage *stage, actor *a, follower *f, const vv_follow *def)
{
    (void)stage;
    *f = (follower){.def = *def, .relative_scale = {1.0, 1.0}};
    f->def.path.points = NULL;
    if (def->kind == VV_FOLLOW_PARTICLE) { /* otherwise its numbers are not checked */
        f->position[0] = (double)def->particle.position.x;
        f->position[1] = (double)def->particle.position.y;
        f->velocity[0] = (double)def->particle.velocity.x;
        f->velocity[1] = (double)def->particle.velocity.y;
    }
    if (def->kind == VV_FOLLOW_PATH)
        f->curve = vvi_curve_create(&def->path, &a->puppet->arena);
    return def->kind != VV_FOLLOW_PATH || f->curve;
}

/* ---- A particle -------------------------------------------------------------------------------------------------- */

static void advance_freely(follower *f, const double g[2], double t)
{
    for (int k = 0; k < 2; k++) {
        f->position[k] += (f->velocity[k] + 0.5 * g[k] * t) * t;
        f->velocity[k] += g[k] * t;
    }
}

/* The time at which it reaches its floor, or more than `limit` seconds: the first root of y + v t + ½ g t² = floor at
 * which it moves downwards. */
static double time_to_floor(const follower *f, double g, double limit)
{
    double height = f->position[1] - (double)f->def.particle.floor, v = f->velocity[1];
    if (height <= 0.0)
        return v < 0.0 || (v == 0.0 && g < 0.0) ? 0.0 : 2.0 * limit;
    double square = v * v - 2.0 * g * height;
    if (g >= 0.0)
        return v < 0.0 && square >= 0.0 ? 2.0 * height / (-v + sqrt(square)) : 2.0 * limit;
    return (v + sqrt(square)) / -g;
}

/* Exact in time: it falls to its floor, bounces and goes on, as often as fits into the step. */
static void move_particle(follower *f, vv_vec2 gravity, double seconds)
{
    const vv_follow_particle *p = &f->def.particle;
    const double g[2] = {(double)gravity.x * (double)p->gravity, (double)gravity.y * (double)p->gravity};
    double min_speed = 1e-4 * sqrt(fabs(g[1]) + 1e-6), remaining = seconds;
    for (int bounces = 0; remaining > 0.0; bounces++) {
        double t = p->floor > -INFINITY ? time_to_floor(f, g[1], remaining) : 2.0 * remaining;
        if (!(t < remaining)) {
            advance_freely(f, g, remaining);
            return;
        }
        advance_freely(f, g, t);
        remaining -= t;
        f->position[1] = (double)p->floor;
        f->velocity[1] = -f->velocity[1] * (double)p->bounce;
        if (bounces >= MAX_BOUNCES || f->velocity[1] < min_speed) { /* it rests on the floor and slides */
            f->velocity[1] = 0.0;
            f->position[0] += (f->velocity[0] + 0.5 * g[0] * remaining) * remaining;
            f->velocity[0] += g[0] * remaining;
            return;
        }
    }
}

/* ---- A path ------------------------------------------------------------------------------------------------------ */

/* Position on a path after `seconds`, and how far it has turned; a closed one that loops counts whole rounds. */
static void evaluate_path(const follower *f, double seconds, double at[2], double *angle)
{
    double rounds = seconds / (double)f->def.path.seconds, whole = 0.0, round_turn, end[2];
    if (f->def.path.loop) {
        whole = floor(rounds);
        rounds -= whole;
    }
    double u = vvi_clamp_double(rounds, 0.0, 1.0);
    if (f->def.path.ease)
        u = vvi_smoothstep_double(u);
    vvi_curve_at(f->curve, u, at, angle);
    vvi_curve_at(f->curve, 1.0, end, &round_turn);
    if (f->def.path.closed && whole > 0.0)
        *angle += whole * round_turn;
}

/* ---- Targets ----------------------------------------------------------------------------------------------------- */

typedef struct follow_target {
    double at[2], velocity[2], angle, angular_velocity, scale[2];
    uint32_t parts;
} follow_target;

/* Adds the whole turns that bring it nearest to the angle before: angles of handles are known within one turn. */
static double nearest_turn(double angle, double before)
{
    return angle - 2.0 * PI * floor((angle - before) / (2.0 * PI) + 0.5);
}

/* The following handle, in the current member of its actor. */
static uint32_t following_handle(const actor *a, const follower *f)
{
    return vvi_change_handle(a->puppet, f->def.handle, VV_PART_ALL);
}

/* Stores their relative transform when following begins; a relative follower keeps it. */
static void store_relative_transform(const actor *a, follower *f, const double at[2], double angle,
                                     const double scale[2])
{
    double own[2], own_angle, own_scale[2];
    vvi_puppet_handle_transform(a, current_member(a)->state.c, following_handle(a, f), own, &own_angle, own_scale);
    f->begun = true;
    f->start_angle = f->followed_angle = angle;
    for (int k = 0; k < 2 && f->def.relative; k++) {
        f->relative_position[k] = own[k] - at[k];
        f->relative_scale[k] = scale[k] > 1e-6 ? own_scale[k] / scale[k] : 1.0;
    }
    f->relative_angle = f->def.relative ? own_angle - angle : 0.0;
}

/* A relative follower moves with the other handle as one rigid body. Velocities are those of the other's last step. */
static bool find_handle_target(const vv_stage *stage, const actor *a, follower *f, follow_target *w)
{
    const actor *other = vvi_stage_actor(stage, f->def.actor);
    uint32_t handle = other && other->puppet ? vvi_change_handle(other->puppet, f->def.other, VV_PART_ALL) : VV_NONE;
    if (handle == VV_NONE)
        return false;
    const member *m = current_member(other);
    double at[2], angle, scale[2], before[2], angle_before, scale_before[2], h = (double)stage->def.step;
    vvi_puppet_handle_transform(other, m->last_good, handle, before, &angle_before, scale_before);
    vvi_puppet_handle_transform(other, m->state.c, handle, at, &angle, scale);
    if (!f->begun)
        store_relative_transform(a, f, before, angle_before, scale_before);
    double angular_velocity = (nearest_turn(angle, angle_before) - angle_before) / h;
    f->followed_angle = nearest_turn(angle, f->followed_angle);
    float sine, cosine;
    vv_sin_cos((float)(f->followed_angle - f->start_angle), &sine, &cosine);
    double x = (double)cosine * f->relative_position[0] - (double)sine * f->relative_position[1];
    double y = (double)sine * f->relative_position[0] + (double)cosine * f->relative_position[1];
    *w = (follow_target){
        .at = {at[0] + x, at[1] + y},
        .velocity = {(at[0] - before[0]) / h - angular_velocity * y, (at[1] - before[1]) / h + angular_velocity * x},
        .angle = f->followed_angle + f->relative_angle,
        .angular_velocity = angular_velocity,
        .scale = {scale[0] * f->relative_scale[0], scale[1] * f->relative_scale[1]},
        .parts = f->def.parts};
    return true;
}

/* The particle begins to move when it is first followed. */
static void advance_particle_target(const vv_stage *stage, follower *f, double time, follow_target *w)
{
    double h = (double)stage->def.step, since = time - f->def.from;
    move_particle(f, stage->def.gravity, since < h ? since : h);
    *w = (follow_target){.at = {f->position[0], f->position[1]},
                         .velocity = {f->velocity[0], f->velocity[1]},
                         .parts = f->def.parts & (uint32_t)VV_PART_POSITION};
}

/* The angle is relative to the one that the handle has when it begins. */
static void find_path_target(const actor *a, follower *f, double time, follow_target *w)
{
    double near[2], near_angle, since = time - f->def.from, own[2], scale[2], round = (double)f->def.path.seconds;
    if (!f->begun)
        vvi_puppet_handle_transform(a, current_member(a)->state.c, following_handle(a, f), own, &f->start_angle, scale);
    f->begun = true;
    /* The jump of a loop from its end to its start is no motion: just after it, take the velocity ahead. */
    bool ahead = f->def.path.loop && floor(since / round) != floor((since - RATE_INTERVAL) / round);
    double interval = ahead ? -RATE_INTERVAL : RATE_INTERVAL;
    evaluate_path(f, since, w->at, &w->angle);
    evaluate_path(f, since - interval, near, &near_angle);
    for (int k = 0; k < 2; k++)
        w->velocity[k] = (w->at[k] - near[k]) / interval;
    w->angular_velocity = (w->angle - near_angle) / interval;
    w->angle += f->start_angle;
    w->parts = f->def.parts & (uint32_t)(VV_PART_POSITION | VV_PART_ANGLE);
}

/* Adds a target on the stage as aims of the state. */
static void add_target_aims(actor *a, const follower *f, const follow_target *w)
{
    vvi_aim aim = {.handle = f->def.handle, .strength = (double)f->def.strength};
    if (w->parts & VV_PART_POSITION) {
        aim.channel = VV_CHANNEL_POSITION;
        aim.value[0] = mirrored(a, w->at[0] + (double)f->def.offset.x - a->origin[0]);
        aim.value[1] = w->at[1] + (double)f->def.offset.y - a->origin[1];
        aim.rate[0] = mirrored(a, w->velocity[0]);
        aim.rate[1] = w->velocity[1];
        vvi_puppet_add_aim(a, &aim);
    }
    if (w->parts & VV_PART_ANGLE) {
        aim.channel = VV_CHANNEL_ANGLE;
        aim.value[0] = mirrored(a, w->angle);
        aim.rate[0] = mirrored(a, w->angular_velocity);
        aim.value[1] = aim.rate[1] = 0.0;
        vvi_puppet_add_aim(a, &aim);
    }
    if (w->parts & VV_PART_SCALE && w->scale[0] > 0.0 && w->scale[1] > 0.0) {
        aim.channel = VV_CHANNEL_SCALE;
        for (int k = 0; k < 2; k++) {
            aim.value[k] = w->scale[k];
            aim.rate[k] = 0.0;
        }
        vvi_puppet_add_aim(a, &aim);
    }
}

void vvi_follow_aims(vv_stage *stage, actor *a, follower *f, double time)
{
    follow_target w = {.parts = 0};
    if (!(time > f->def.from))
        return;
    if (f->def.kind == VV_FOLLOW_PARTICLE)
        advance_particle_target(stage, f, time, &w); /* it keeps moving after `until` */
    if (!(time <= f->def.until) || following_handle(a, f) == VV_NONE)
        return;
    if (f->def.kind == VV_FOLLOW_HANDLE && !find_handle_target(stage, a, f, &w))
        return;
    if (f->def.kind == VV_FOLLOW_PATH)
        find_path_target(a, f, time, &w);
    add_target_aims(a, f, &w);
}
