/* Takes as samples: every frame of a cut, its root without heading, and what the root does over the ground. */
#include "author/fit/parts.h"

#define STEEP 0.03 /* rise over run: less is a level floor, recorded with a little error */
#define ASTRAY                                                                                                         \
    0.35 /* radians between where a figure looks and where it goes: less, and it goes where it means to look */
#define STANDS       0.05  /* of √(gL): slower than that it does not go anywhere */
#define BLIP         0.35f /* radians that a joint leaps away and back, */
#define BLIP_ENDS    0.2f  /* from and to nearly the same place, */
#define BLIP_SECONDS 0.025 /* within twice this time */
#define SMOOTHING    0.25 /* seconds on either side over which the heading of a motion that does not repeat is smoothed */

/* ---- The ground --------------------------------------------------------------------------------------------------------------------- */

static double lowest_of(const vv_take *take, const vv_foot *foot, uint32_t frame)
{
    double ankle = (double)vvi_fit_place(take, frame, foot->ankle).y,
           toe = (double)vvi_fit_place(take, frame, foot->toe).y;
    return ankle < toe ? ankle : toe;
}

/* The lowest a foot gets between two moments. */
static double lowest_between(const vv_take *take, const vv_foot *foot, double from, double to)
{
    double low = INFINITY;
    uint32_t last = take->frame_count - 1;
    for (uint32_t f = (uint32_t)ceil(from * take->rate); f <= last && f <= to * take->rate; f++) {
        double here = lowest_of(take, foot, f);
        low = here < low ? here : low;
    }
    return low;
}

typedef struct line {
    double n, t, y, tt, ty;
} line;

static void line_add(line *l, double t, double y)
{
    l->n += 1.0;
    l->t += t;
    l->y += y;
    l->tt += t * t;
    l->ty += t * y;
}

static double run_of(const vv_take *take, const vv_cut *cut)
{
    uint32_t a = (uint32_t)(cut->from * take->rate), b = (uint32_t)(cut->to * take->rate);
    vv_vec3 way = vv_vec3_sub(vvi_fit_place(take, b, 0), vvi_fit_place(take, a, 0));
    return sqrt((double)way.x * (double)way.x + (double)way.z * (double)way.z);
}

/* A line through the levels at which feet stand during the cut, each taken at the middle of its stand. */
vvi_ground vvi_fit_ground(const vv_take *take, const vv_cut *cut, uint32_t foot_count, const vv_foot *feet,
                          const vv_footfalls *footfalls)
{
    vvi_ground out = {.scale = vvi_fit_scale(take->skeleton, foot_count, feet)};
    double middle = 0.5 * (cut->from + cut->to), length = cut->to - cut->from;
    line l = {0};
    for (uint32_t i = 0; i < footfalls->count; i++) {
        const vv_footfall *c = &footfalls->list[i];
        if (c->to < cut->from || c->from > cut->to)
            continue;
        double low = lowest_between(take, &feet[c->foot], c->from, c->to);
        if (low < INFINITY)
            line_add(&l, 0.5 * (c->from + c->to) - middle, low);
    }
    double spread = l.n * l.tt - l.t * l.t, slope = spread > 1e-9 ? (l.n * l.ty - l.t * l.y) / spread : 0.0;
    if (fabs(slope) * length > STEEP * run_of(take, cut) && fabs(slope) * length > STEEP * out.scale)
        out.climb = slope;
    if (l.n > 0.0)
        out.level = (l.y - out.climb * l.t) / l.n;
    else
        for (uint32_t f = 0; f < foot_count; f++) {
            double low = lowest_between(take, &feet[f], cut->from, cut->to);
            out.level = f == 0 || low < out.level ? low : out.level;
        }
    return out;
}

/* ---- Frames ------------------------------------------------------------------------------------------------------------------------- */

typedef struct between {
    size_t a, b; /* frames */
    float share;
} between;

static between frames_at(const vv_take *take, double seconds)
{
    double x = seconds * take->rate, last = take->frame_count - 1.0;
    x = x < 0.0 ? 0.0 : x > last ? last : x;
    size_t a = (size_t)floor(x), b = a + 1 < take->frame_count ? a + 1 : a;
    return (between){a, b, (float)(x - (double)a)};
}

static vv_vec3 mix(vv_vec3 a, vv_vec3 b, float share)
{
    return vv_vec3_add(a, vv_vec3_scale(vv_vec3_sub(b, a), share));
}

static vv_vec3 root_at(const vv_take *take, double seconds)
{
    between at = frames_at(take, seconds);
    size_t joints = vv_skeleton_joint_count(take->skeleton);
    return mix(take->moves[at.a * joints], take->moves[at.b * joints], at.share);
}

static void copy_pose(const vv_take *take, double seconds, vv_quat *turns, vv_vec3 *moves)
{
    between at = frames_at(take, seconds);
    size_t joints = vv_skeleton_joint_count(take->skeleton);
    for (size_t j = 0; j < joints; j++) {
        turns[j] = vv_quat_slerp(take->turns[at.a * joints + j], take->turns[at.b * joints + j], at.share);
        moves[j] = mix(take->moves[at.a * joints + j], take->moves[at.b * joints + j], at.share);
    }
}

static float turn_between(vv_quat a, vv_quat b)
{
    return 2.0f * vv_vec3_length(vv_quat_log(vv_quat_multiply(vv_quat_conjugate(a), b)));
}

/* A joint that is somewhere else for a moment, and back where it was: a marker was mistaken for another. It is taken to have stayed on
 * its way. */
static void calm_joint(const vvi_samples *s, uint32_t joint, uint32_t reach)
{
    for (uint32_t i = reach; i + reach < s->count; i++) {
        vv_quat a = s->turns[(size_t)(i - reach) * s->joints + joint],
                b = s->turns[(size_t)(i + reach) * s->joints + joint];
        vv_quat *q = &s->turns[(size_t)i * s->joints + joint];
        float across = turn_between(a, b), away = vvi_min(turn_between(a, *q), turn_between(*q, b));
        if (across < BLIP_ENDS && away > BLIP)
            *q = vv_quat_slerp(a, b, 0.5f);
    }
}

static void calm(const vvi_samples *s)
{
    uint32_t reach = (uint32_t)(BLIP_SECONDS * s->take->rate + 0.5);
    for (uint32_t j = 1; j < s->joints && reach > 0; j++)
        calm_joint(s, j, reach);
}

static uint32_t count_samples(const vv_take *take, const vv_cut *cut, uint32_t *first)
{
    double edge = 0.1; /* frames: nearer to an end, the end speaks for it */
    *first = (uint32_t)ceil(cut->from * take->rate + edge);
    double last = floor(cut->to * take->rate - edge);
    return last >= *first ? (uint32_t)last - *first + 3 : 2;
}

/* ---- Heading ------------------------------------------------------------------------------------------------------------------------ */

/* yaw[count], unwrapped. */
static void yaws(const vvi_samples *s, double *yaw)
{
    vv_quat rest = vv_skeleton_joint(s->take->skeleton, 0).turn;
    for (uint32_t i = 0; i < s->count; i++) {
        double raw = (double)vvi_fit_yaw(s->turns[(size_t)i * s->joints], rest);
        yaw[i] = i == 0 ? raw : yaw[i - 1] + (double)vv_wrap_angle((float)(raw - yaw[i - 1]));
    }
}

/* Turning steadily from where the pelvis looks at the beginning to where it looks at the end; its swing stays in the pose. */
static void heading_of_cycle(const vvi_samples *s, const double *yaw, double *heading)
{
    double spin = (yaw[s->count - 1] - yaw[0]) / s->length, mean = 0.0;
    for (uint32_t i = 0; i + 1 < s->count; i++) {
        double a = yaw[i] - spin * s->seconds[i], b = yaw[i + 1] - spin * s->seconds[i + 1];
        mean += 0.5 * (a + b) * (s->seconds[i + 1] - s->seconds[i]) / s->length;
    }
    for (uint32_t i = 0; i < s->count; i++)
        heading[i] = mean + spin * s->seconds[i];
}

/* Averages that narrow towards the ends, so that the heading begins and ends where the pelvis looks. */
static void heading_of_motion(const vvi_samples *s, const double *yaw, double *heading)
{
    uint32_t widest = (uint32_t)(SMOOTHING * s->take->rate);
    for (uint32_t i = 0; i < s->count; i++) {
        uint32_t room = i < s->count - 1 - i ? i : s->count - 1 - i, reach = widest < room ? widest : room;
        double sum = 0.0, weights = 0.0;
        for (uint32_t k = i - reach; k <= i + reach; k++) {
            double weight = reach + 1.0 - (k < i ? i - k : k - i);
            sum += weight * yaw[k];
            weights += weight;
        }
        heading[i] = sum / weights;
    }
}

/* ---- The root ----------------------------------------------------------------------------------------------------------------------- */

static void travel_at(const vvi_samples *s, uint32_t i, const double *heading, double floor_here, double climb)
{
    double dt = 1.0 / s->take->rate, t = s->cut->from + s->seconds[i], end = (s->take->frame_count - 1) / s->take->rate;
    double a = t - dt > 0.0 ? t - dt : 0.0, b = t + dt < end ? t + dt : end;
    vv_vec3 way = vv_vec3_sub(root_at(s->take, b), root_at(s->take, a));
    float sine, cosine;
    vv_sin_cos((float)heading[i], &sine, &cosine);
    double *out = s->travel + (size_t)i * VV_DOF_JOINTS, over = b - a;
    out[VV_DOF_SIDE] = (double)(way.x * cosine - way.z * sine) / over;
    out[VV_DOF_FORWARD] = (double)(way.x * sine + way.z * cosine) / over;
    uint32_t before = i > 0 ? i - 1 : 0, after = i + 1 < s->count ? i + 1 : i;
    out[VV_DOF_SPIN] = (heading[after] - heading[before]) / (s->seconds[after] - s->seconds[before]);
    out[VV_DOF_HEIGHT] = (double)root_at(s->take, t).y - floor_here;
    out[VV_DOF_CLIMB] = climb;
}

/* The angle from the heading to the way that is gone, where that is gone nearly straight ahead; else 0. */
static double drift(const vvi_samples *s, double scale)
{
    double side = 0.0, forward = 0.0;
    for (uint32_t i = 0; i < s->count; i++) {
        side += s->travel[(size_t)i * VV_DOF_JOINTS + VV_DOF_SIDE] / s->count;
        forward += s->travel[(size_t)i * VV_DOF_JOINTS + VV_DOF_FORWARD] / s->count;
    }
    if (forward < STANDS * sqrt(FIT_GRAVITY * scale))
        return 0.0;
    double angle = (double)vv_atan2((float)side, (float)forward);
    return fabs(angle) < ASTRAY ? angle : 0.0;
}

static void take_heading_away(const vvi_samples *s, const double *heading)
{
    for (uint32_t i = 0; i < s->count; i++) {
        vv_quat unturn = vv_quat_about((vv_vec3){0.0f, 1.0f, 0.0f}, vv_wrap_angle((float)-heading[i]));
        vv_quat *root = &s->turns[(size_t)i * s->joints];
        *root = vv_quat_multiply(unturn, *root);
    }
}

static void study_root(const vvi_samples *s, bool cyclic, const vvi_ground *ground, double floor_level, double *yaw,
                       double *heading)
{
    yaws(s, yaw);
    if (cyclic)
        heading_of_cycle(s, yaw, heading);
    else
        heading_of_motion(s, yaw, heading);
    for (uint32_t pass = 0; pass < 2; pass++) {
        double astray = pass == 0 ? 0.0 : drift(s, ground->scale);
        for (uint32_t i = 0; i < s->count; i++)
            heading[i] += astray;
        for (uint32_t i = 0; i < s->count; i++) {
            double here = floor_level + ground->climb * (s->seconds[i] - 0.5 * s->length);
            travel_at(s, i, heading, here, ground->climb);
        }
        if (!cyclic)
            break;
    }
    take_heading_away(s, heading);
}

bool vvi_fit_sample(const vv_take *take, const vv_cut *cut, bool cyclic, const vvi_ground *ground, double floor_level,
                    vvi_arena *arena, vvi_samples *out)
{
    uint32_t first, joints = vv_skeleton_joint_count(take->skeleton), count = count_samples(take, cut, &first);
    *out = (vvi_samples){.take = take, .cut = cut, .count = count, .joints = joints, .length = cut->to - cut->from};
    out->seconds = vvi_arena_take(arena, count, sizeof(double));
    out->phase = vvi_arena_take(arena, count, sizeof(double));
    out->turns = vvi_arena_take(arena, (size_t)count * joints, sizeof(vv_quat));
    out->moves = vvi_arena_take(arena, (size_t)count * joints, sizeof(vv_vec3));
    out->travel = vvi_arena_take(arena, (size_t)count * VV_DOF_JOINTS, sizeof(double));
    double *yaw = vvi_arena_take(arena, count, sizeof(double)), *heading = vvi_arena_take(arena, count, sizeof(double));
    if (!out->seconds || !out->phase || !out->turns || !out->moves || !out->travel || !yaw || !heading)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        out->seconds[i] = i == 0 ? 0.0 : i + 1 == count ? out->length : (first + i - 1) / take->rate - cut->from;
        size_t at = (size_t)i * joints;
        copy_pose(take, cut->from + out->seconds[i], out->turns + at, out->moves + at);
    }
    calm(out);
    study_root(out, cyclic, ground, floor_level, yaw, heading);
    return true;
}
