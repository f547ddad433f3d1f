/* Handles that follow something else: a particle that falls and bounces by itself, exactly; a handle of a puppet that came
 * before; or a path, at its own pace. */
#include "runtime/stage/puppet/change.h"

#define PI            3.14159265358979
#define MOST_BOUNCES  64 /* in one step: then it lies */
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

/* ---- What it may be -------------------------------------------------------------------------------------------------------- */

static vv_result check_particle(const vv_particle *p, uint32_t index, vv_error *error)
{
    const float numbers[] = {p->position.x, p->position.y, p->velocity.x, p->velocity.y, p->gravity};
    for (uint32_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (!(fabsf(numbers[i]) <= 1e6f))
            return vvi_fail(error, VV_ERROR_ARGUMENT, "follow %u: the particle's numbers are not within ±1e6", index);
    if (!(p->floor <= 1e6f) || !(p->bounce >= 0.0f && p->bounce <= 1.0f))
        return vvi_fail(error, VV_ERROR_ARGUMENT,
                        "follow %u: the particle's floor or bounce (0…1) is not a number it may be", index);
    return VV_OK;
}

static vv_result check_path(const vv_path *p, uint32_t index, vv_error *error)
{
    if (p->point_count < 2 || p->point_count > 1024)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "follow %u: a path has 2…1024 points, not %u", index, p->point_count);
    for (uint32_t i = 0; i < p->point_count; i++)
        if (!vvi_stage_is_in_reach(p->points[i]))
            return vvi_fail(error, VV_ERROR_ARGUMENT, "follow %u: point %u of the path is not within ±1e6", index, i);
    if (!(p->seconds > 0.0f && p->seconds < 1e6f))
        return vvi_fail(error, VV_ERROR_ARGUMENT, "follow %u: a path takes some seconds, not %g", index,
                        (double)p->seconds);
    return VV_OK;
}

vv_result vvi_follow_check(const vv_stage *stage, const vv_actor_def *def, uint32_t index, vv_error *error)
{
    const vv_follow *f = &def->follows[index];
    if (f->handle >= vv_puppet_handle_count(def->puppet))
        return vvi_fail(error, VV_ERROR_ARGUMENT, "follow %u is of handle %u, but the puppet has %u", index, f->handle,
                        vv_puppet_handle_count(def->puppet));
    if (f->parts == 0 || f->parts > VV_PART_ALL || !(f->strength >= 0.0f && f->strength <= 1.0f))
        return vvi_fail(error, VV_ERROR_ARGUMENT, "follow %u has no parts, or a strength that is not 0…1", index);
    if (!(f->from - f->from == 0.0) || !(f->until > f->from) || !vvi_stage_is_in_reach(f->offset))
        return vvi_fail(error, VV_ERROR_ARGUMENT, "follow %u ends before it begins, or its offset is not within ±1e6",
                        index);
    if (f->kind == VV_FOLLOW_PARTICLE)
        return check_particle(&f->particle, index, error);
    if (f->kind == VV_FOLLOW_PATH)
        return check_path(&f->path, index, error);
    const actor *other = f->kind == VV_FOLLOW_HANDLE ? vvi_stage_actor(stage, f->actor) : NULL;
    if (!other || !other->puppet || f->other >= other->puppet->members[other->puppet->base].view.handle_count)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "follow %u: there is no such puppet, or handle of it, on the stage",
                        index);
    return VV_OK;
}

bool vvi_follow_begin(vv_stage *stage, actor *a, follower *f, const vv_follow *def)
{
    (void)stage;
    *f = (follower){.def = *def, .factor = {1.0, 1.0}};
    f->def.path.points = NULL;
    if (def->kind == VV_FOLLOW_PARTICLE) { /* of others, its numbers may be anything */
        f->position[0] = (double)def->particle.position.x;
        f->position[1] = (double)def->particle.position.y;
        f->velocity[0] = (double)def->particle.velocity.x;
        f->velocity[1] = (double)def->particle.velocity.y;
    }
    if (def->kind == VV_FOLLOW_PATH)
        f->curve = vvi_curve_create(&def->path, &a->puppet->arena);
    return def->kind != VV_FOLLOW_PATH || f->curve;
}

/* ---- A particle ---------------------------------------------------------------------------------------------------------------- */

static void fall(follower *f, const double g[2], double t)
{
    for (int k = 0; k < 2; k++) {
        f->position[k] += (f->velocity[k] + 0.5 * g[k] * t) * t;
        f->velocity[k] += g[k] * t;
    }
}

/* When it reaches its floor, within `most` seconds; beyond: not. y + v t + ½ g t² = floor, the first root at which it goes down. */
static double time_to_floor(const follower *f, double g, double most)
{
    double height = f->position[1] - (double)f->def.particle.floor, v = f->velocity[1];
    if (height <= 0.0)
        return v < 0.0 || (v == 0.0 && g < 0.0) ? 0.0 : 2.0 * most;
    double square = v * v - 2.0 * g * height;
    if (g >= 0.0)
        return v < 0.0 && square >= 0.0 ? 2.0 * height / (-v + sqrt(square)) : 2.0 * most;
    return (v + sqrt(square)) / -g;
}

/* Exact in time: it falls to its floor, turns round and goes on, however often within the step. */
static void move_particle(follower *f, vv_vec2 gravity, double seconds)
{
    const vv_particle *p = &f->def.particle;
    const double g[2] = {(double)gravity.x * (double)p->gravity, (double)gravity.y * (double)p->gravity};
    double least = 1e-4 * sqrt(fabs(g[1]) + 1e-6), left = seconds;
    for (int bounces = 0; left > 0.0; bounces++) {
        double t = p->floor > -INFINITY ? time_to_floor(f, g[1], left) : 2.0 * left;
        if (!(t < left)) {
            fall(f, g, left);
            return;
        }
        fall(f, g, t);
        left -= t;
        f->position[1] = (double)p->floor;
        f->velocity[1] = -f->velocity[1] * (double)p->bounce;
        if (bounces >= MOST_BOUNCES || f->velocity[1] < least) { /* it lies, and slides on */
            f->velocity[1] = 0.0;
            f->position[0] += (f->velocity[0] + 0.5 * g[0] * left) * left;
            f->velocity[0] += g[0] * left;
            return;
        }
    }
}

/* ---- A path ------------------------------------------------------------------------------------------------------------------------ */

/* Where a path is after `seconds`, and how far it has turned; a closed one that loops counts whole rounds. */
static void path_at(const follower *f, double seconds, double at[2], double *angle)
{
    double rounds = seconds / (double)f->def.path.seconds, whole = 0.0, round_turn, end[2];
    if (f->def.path.loop) {
        whole = floor(rounds);
        rounds -= whole;
    }
    double u = rounds < 0.0 ? 0.0 : rounds > 1.0 ? 1.0 : rounds;
    if (f->def.path.ease)
        u = u * u * (3.0 - 2.0 * u);
    vvi_curve_at(f->curve, u, at, angle);
    vvi_curve_at(f->curve, 1.0, end, &round_turn);
    if (f->def.path.closed && whole > 0.0)
        *angle += whole * round_turn;
}

/* ---- What they want ------------------------------------------------------------------------------------------------------------------- */

typedef struct wish {
    double at[2], speed[2], angle, turning, scale[2];
    uint32_t parts;
} wish;

/* The nearest whole turn: angles of handles are known within one. */
static double continued(double angle, double before)
{
    return angle - 2.0 * PI * floor((angle - before) / (2.0 * PI) + 0.5);
}

/* The handle that follows: of the member that its actor is now. */
static uint32_t own_handle(const actor *a, const follower *f)
{
    return vvi_change_handle(a->puppet, f->def.handle, VV_PART_ALL);
}

/* How far they are apart when it begins: what a relative one keeps. */
static void begin_with(const actor *a, follower *f, const double at[2], double angle, const double scale[2])
{
    double own[2], own_angle, own_scale[2];
    vvi_puppet_handle(a, member_now(a)->state.c, own_handle(a, f), own, &own_angle, own_scale);
    f->begun = true;
    f->base = f->turns = angle;
    for (int k = 0; k < 2 && f->def.relative; k++) {
        f->apart[k] = own[k] - at[k];
        f->factor[k] = scale[k] > 1e-6 ? own_scale[k] / scale[k] : 1.0;
    }
    f->turned = f->def.relative ? own_angle - angle : 0.0;
}

/* Both move as one rigid body where it is relative. Speeds are those of the other's last step. */
static bool wish_of_handle(const vv_stage *stage, const actor *a, follower *f, wish *w)
{
    const actor *other = vvi_stage_actor(stage, f->def.actor);
    uint32_t handle = other && other->puppet ? vvi_change_handle(other->puppet, f->def.other, VV_PART_ALL) : VV_NONE;
    if (handle == VV_NONE)
        return false;
    const member *m = member_now(other);
    double at[2], angle, scale[2], before[2], angle_before, scale_before[2], h = (double)stage->def.step;
    vvi_puppet_handle(other, m->good, handle, before, &angle_before, scale_before);
    vvi_puppet_handle(other, m->state.c, handle, at, &angle, scale);
    if (!f->begun)
        begin_with(a, f, before, angle_before, scale_before);
    double turning = (continued(angle, angle_before) - angle_before) / h;
    f->turns = continued(angle, f->turns);
    float sine, cosine;
    vv_sin_cos((float)(f->turns - f->base), &sine, &cosine);
    double x = (double)cosine * f->apart[0] - (double)sine * f->apart[1];
    double y = (double)sine * f->apart[0] + (double)cosine * f->apart[1];
    *w = (wish){.at = {at[0] + x, at[1] + y},
                .speed = {(at[0] - before[0]) / h - turning * y, (at[1] - before[1]) / h + turning * x},
                .angle = f->turns + f->turned,
                .turning = turning,
                .scale = {scale[0] * f->factor[0], scale[1] * f->factor[1]},
                .parts = f->def.parts};
    return true;
}

/* It begins to move when it is first followed. */
static void wish_of_particle(const vv_stage *stage, follower *f, double time, wish *w)
{
    double h = (double)stage->def.step, since = time - f->def.from;
    move_particle(f, stage->def.gravity, since < h ? since : h);
    *w = (wish){.at = {f->position[0], f->position[1]},
                .speed = {f->velocity[0], f->velocity[1]},
                .parts = f->def.parts & (uint32_t)VV_PART_POSITION};
}

/* The angle is added to the one that the handle has when it begins. */
static void wish_of_path(const actor *a, follower *f, double time, wish *w)
{
    double near[2], near_angle, since = time - f->def.from, own[2], scale[2], round = (double)f->def.path.seconds;
    if (!f->begun)
        vvi_puppet_handle(a, member_now(a)->state.c, own_handle(a, f), own, &f->base, scale);
    f->begun = true;
    /* From its end to where it begins again is no way that anybody goes: just after it, speeds are those ahead. */
    bool ahead = f->def.path.loop && floor(since / round) != floor((since - RATE_INTERVAL) / round);
    double interval = ahead ? -RATE_INTERVAL : RATE_INTERVAL;
    path_at(f, since, w->at, &w->angle);
    path_at(f, since - interval, near, &near_angle);
    for (int k = 0; k < 2; k++)
        w->speed[k] = (w->at[k] - near[k]) / interval;
    w->turning = (w->angle - near_angle) / interval;
    w->angle += f->base;
    w->parts = f->def.parts & (uint32_t)(VV_PART_POSITION | VV_PART_ANGLE);
}

/* A wish on the stage as aims of the state. */
static void add_wish(actor *a, const follower *f, const wish *w)
{
    vvi_aim aim = {.handle = f->def.handle, .strength = (double)f->def.strength};
    if (w->parts & VV_PART_POSITION) {
        aim.channel = VV_CHANNEL_POSITION;
        aim.value[0] = mirrored(a, w->at[0] + (double)f->def.offset.x - a->origin[0]);
        aim.value[1] = w->at[1] + (double)f->def.offset.y - a->origin[1];
        aim.rate[0] = mirrored(a, w->speed[0]);
        aim.rate[1] = w->speed[1];
        vvi_puppet_add_aim(a, &aim);
    }
    if (w->parts & VV_PART_ANGLE) {
        aim.channel = VV_CHANNEL_ANGLE;
        aim.value[0] = mirrored(a, w->angle);
        aim.rate[0] = mirrored(a, w->turning);
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
    wish w = {.parts = 0};
    if (!(time > f->def.from))
        return;
    if (f->def.kind == VV_FOLLOW_PARTICLE)
        wish_of_particle(stage, f, time, &w); /* it goes on when nobody follows it any more */
    if (!(time <= f->def.until) || own_handle(a, f) == VV_NONE)
        return;
    if (f->def.kind == VV_FOLLOW_HANDLE && !wish_of_handle(stage, a, f, &w))
        return;
    if (f->def.kind == VV_FOLLOW_PATH)
        wish_of_path(a, f, time, &w);
    add_wish(a, f, &w);
}
