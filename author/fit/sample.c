/* Samples takes: every frame of a cut, with the root's heading removed, and the root's motion over the ground. */
#include "author/fit/parts.h"

#define LEAST_SLOPE 0.03 /* rise over run: less is a level floor with measurement errors */
/* Radians between where a figure faces and where it goes; if less, it is taken to face where it goes. */
#define MOST_HEADING_ERROR 0.35
#define LEAST_SPEED        0.05  /* of √(gL): a slower figure has no direction of travel */
#define GLITCH_ANGLE       0.35f /* radians that a joint jumps away and back */
#define GLITCH_RETURN      0.2f  /* radians between its rotations before and after */
#define GLITCH_SECONDS     0.025 /* half the duration of a glitch */
/* seconds on either side over which the heading of a motion that is no cycle is smoothed */
#define HEADING_WINDOW 0.25

/* ---- The ground ------------------------------------------------------------------------------------------------ */

static double lowest_of_foot(const vv_take *take, const vv_foot *foot, uint32_t frame)
{
    double ankle = (double)vvi_fit_joint_position(take, frame, foot->ankle).y,
           toe = (double)vvi_fit_joint_position(take, frame, foot->toe).y;
    return ankle < toe ? ankle : toe;
}

/* The lowest height of a foot between two times. */
static double find_lowest_between(const vv_take *take, const vv_foot *foot, double from, double to)
{
    double low = INFINITY;
    uint32_t last = take->frame_count - 1;
    for (uint32_t f = (uint32_t)ceil(from * take->rate); f <= last && f <= to * take->rate; f++) {
        double here = lowest_of_foot(take, foot, f);
        low = here < low ? here : low;
    }
    return low;
}

typedef struct line_fit {
    double n, t, y, tt, ty;
} line_fit;

static void add_to_line(line_fit *l, double t, double y)
{
    l->n += 1.0;
    l->t += t;
    l->y += y;
    l->tt += t * t;
    l->ty += t * y;
}

static double horizontal_travel(const vv_take *take, const vv_cut *cut)
{
    uint32_t a = (uint32_t)(cut->from * take->rate), b = (uint32_t)(cut->to * take->rate);
    vv_vec3 way = vv_vec3_sub(vvi_fit_joint_position(take, b, 0), vvi_fit_joint_position(take, a, 0));
    return sqrt((double)way.x * (double)way.x + (double)way.z * (double)way.z);
}

/* Fits a line through the heights at which feet stand during the cut, each at the middle of its stand. */
vvi_ground vvi_fit_ground(const vv_take *take, const vv_cut *cut, uint32_t foot_count, const vv_foot *feet,
                          const vv_footfalls *footfalls)
{
    vvi_ground out = {.scale = vvi_fit_scale(take->skeleton, foot_count, feet)};
    double middle = 0.5 * (cut->from + cut->to), length = cut->to - cut->from;
    line_fit l = {0};
    for (uint32_t i = 0; i < footfalls->count; i++) {
        const vv_footfall *c = &footfalls->list[i];
        if (c->to < cut->from || c->from > cut->to)
            continue;
        double low = find_lowest_between(take, &feet[c->foot], c->from, c->to);
        if (low < INFINITY)
            add_to_line(&l, 0.5 * (c->from + c->to) - middle, low);
    }
    double spread = l.n * l.tt - l.t * l.t, slope = spread > 1e-9 ? (l.n * l.ty - l.t * l.y) / spread : 0.0;
    if (fabs(slope) * length > LEAST_SLOPE * horizontal_travel(take, cut) &&
        fabs(slope) * length > LEAST_SLOPE * out.scale)
        out.climb = slope;
    if (l.n > 0.0)
        out.level = (l.y - out.climb * l.t) / l.n;
    else
        for (uint32_t f = 0; f < foot_count; f++) {
            double low = find_lowest_between(take, &feet[f], cut->from, cut->to);
            out.level = f == 0 || low < out.level ? low : out.level;
        }
    return out;
}

/* ---- Frames ---------------------------------------------------------------------------------------------------- */

typedef struct frame_blend {
    size_t a, b; /* frames */
    float share;
} frame_blend;

static frame_blend frames_at(const vv_take *take, double seconds)
{
    double x = seconds * take->rate, last = take->frame_count - 1.0;
    x = vvi_clamp_double(x, 0.0, last);
    size_t a = (size_t)floor(x), b = a + 1 < take->frame_count ? a + 1 : a;
    return (frame_blend){a, b, (float)(x - (double)a)};
}

static vv_vec3 lerp(vv_vec3 a, vv_vec3 b, float share)
{
    return vv_vec3_add(a, vv_vec3_scale(vv_vec3_sub(b, a), share));
}

static vv_vec3 root_at(const vv_take *take, double seconds)
{
    frame_blend blend = frames_at(take, seconds);
    size_t joints = vv_skeleton_joint_count(take->skeleton);
    return lerp(take->moves[blend.a * joints], take->moves[blend.b * joints], blend.share);
}

static void copy_pose(const vv_take *take, double seconds, vv_quat *turns, vv_vec3 *moves)
{
    frame_blend blend = frames_at(take, seconds);
    size_t joints = vv_skeleton_joint_count(take->skeleton);
    for (size_t j = 0; j < joints; j++) {
        turns[j] = vv_quat_slerp(take->turns[blend.a * joints + j], take->turns[blend.b * joints + j], blend.share);
        moves[j] = lerp(take->moves[blend.a * joints + j], take->moves[blend.b * joints + j], blend.share);
    }
}

static float turn_between(vv_quat a, vv_quat b)
{
    return 2.0f * vv_vec3_length(vv_quat_log(vv_quat_multiply(vv_quat_conjugate(a), b)));
}

/* Removes glitches: a joint that jumps away for a moment and returns, because a marker was mistaken for another, is
 * interpolated instead. */
static void remove_joint_glitches(const vvi_samples *s, uint32_t joint, uint32_t reach)
{
    for (uint32_t i = reach; i + reach < s->count; i++) {
        vv_quat a = s->turns[(size_t)(i - reach) * s->joints + joint],
                b = s->turns[(size_t)(i + reach) * s->joints + joint];
        vv_quat *q = &s->turns[(size_t)i * s->joints + joint];
        float between = turn_between(a, b), excursion = vvi_min(turn_between(a, *q), turn_between(*q, b));
        if (between < GLITCH_RETURN && excursion > GLITCH_ANGLE)
            *q = vv_quat_slerp(a, b, 0.5f);
    }
}

static void remove_glitches(const vvi_samples *s)
{
    uint32_t reach = (uint32_t)(GLITCH_SECONDS * s->take->rate + 0.5);
    for (uint32_t j = 1; j < s->joints && reach > 0; j++)
        remove_joint_glitches(s, j, reach);
}

static uint32_t count_samples(const vv_take *take, const vv_cut *cut, uint32_t *first)
{
    double edge = 0.1; /* frames: a frame nearer to an end of the cut is left out */
    *first = (uint32_t)ceil(cut->from * take->rate + edge);
    double last = floor(cut->to * take->rate - edge);
    return last >= *first ? (uint32_t)last - *first + 3 : 2;
}

/* ---- Heading --------------------------------------------------------------------------------------------------- */

/* Fills yaw[count], unwrapped. */
static void compute_yaw(const vvi_samples *s, double *yaw)
{
    vv_quat rest = vv_skeleton_joint(s->take->skeleton, 0).rotation;
    for (uint32_t i = 0; i < s->count; i++) {
        double raw = (double)vvi_fit_yaw(s->turns[(size_t)i * s->joints], rest);
        yaw[i] = i == 0 ? raw : yaw[i - 1] + (double)vv_wrap_angle((float)(raw - yaw[i - 1]));
    }
}

/* The heading of a cycle turns steadily from where the pelvis faces at the beginning to where it faces at the end; the
 * swing of the pelvis stays in the pose. */
static void compute_cycle_heading(const vvi_samples *s, const double *yaw, double *heading)
{
    double spin = (yaw[s->count - 1] - yaw[0]) / s->length, mean = 0.0;
    for (uint32_t i = 0; i + 1 < s->count; i++) {
        double a = yaw[i] - spin * s->seconds[i], b = yaw[i + 1] - spin * s->seconds[i + 1];
        mean += 0.5 * (a + b) * (s->seconds[i + 1] - s->seconds[i]) / s->length;
    }
    for (uint32_t i = 0; i < s->count; i++)
        heading[i] = mean + spin * s->seconds[i];
}

/* The heading of another motion is the yaw averaged over a window that narrows towards the ends, so that it begins
 * and ends where the pelvis faces. */
static void compute_motion_heading(const vvi_samples *s, const double *yaw, double *heading)
{
    uint32_t widest = (uint32_t)(HEADING_WINDOW * s->take->rate);
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

/* ---- The root -------------------------------------------------------------------------------------------------- */

static void compute_travel(const vvi_samples *s, uint32_t i, const double *heading, double floor_here, double climb)
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
    out[VV_DOF_YAW_RATE] = (heading[after] - heading[before]) / (s->seconds[after] - s->seconds[before]);
    out[VV_DOF_HEIGHT] = (double)root_at(s->take, t).y - floor_here;
    out[VV_DOF_CLIMB] = climb;
}

/* The angle from the heading to the direction of travel, if the figure travels nearly straight ahead; else 0. */
static double measure_heading_error(const vvi_samples *s, double scale)
{
    double side = 0.0, forward = 0.0;
    for (uint32_t i = 0; i < s->count; i++) {
        side += s->travel[(size_t)i * VV_DOF_JOINTS + VV_DOF_SIDE] / s->count;
        forward += s->travel[(size_t)i * VV_DOF_JOINTS + VV_DOF_FORWARD] / s->count;
    }
    if (forward < LEAST_SPEED * sqrt(FIT_GRAVITY * scale))
        return 0.0;
    double angle = (double)vv_atan2((float)side, (float)forward);
    return fabs(angle) < MOST_HEADING_ERROR ? angle : 0.0;
}

static void remove_heading(const vvi_samples *s, const double *heading)
{
    for (uint32_t i = 0; i < s->count; i++) {
        vv_quat unturn = vv_quat_from_axis_angle((vv_vec3){0.0f, 1.0f, 0.0f}, vv_wrap_angle((float)-heading[i]));
        vv_quat *root = &s->turns[(size_t)i * s->joints];
        *root = vv_quat_multiply(unturn, *root);
    }
}

static void compute_root_motion(const vvi_samples *s, bool cyclic, const vvi_ground *ground, double floor_level,
                                double *yaw, double *heading)
{
    compute_yaw(s, yaw);
    if (cyclic)
        compute_cycle_heading(s, yaw, heading);
    else
        compute_motion_heading(s, yaw, heading);
    for (uint32_t pass = 0; pass < 2; pass++) {
        double heading_error = pass == 0 ? 0.0 : measure_heading_error(s, ground->scale);
        for (uint32_t i = 0; i < s->count; i++)
            heading[i] += heading_error;
        for (uint32_t i = 0; i < s->count; i++) {
            double here = floor_level + ground->climb * (s->seconds[i] - 0.5 * s->length);
            compute_travel(s, i, heading, here, ground->climb);
        }
        if (!cyclic)
            break;
    }
    remove_heading(s, heading);
}

bool vvi_fit_sample(const vv_take *take, const vv_cut *cut, bool cyclic, const vvi_ground *ground, double floor_level,
                    vvi_arena *arena, vvi_samples *out)
{
    uint32_t first, joints = vv_skeleton_joint_count(take->skeleton), count = count_samples(take, cut, &first);
    *out = (vvi_samples){.take = take, .cut = cut, .count = count, .joints = joints, .length = cut->to - cut->from};
    out->seconds = vvi_arena_allocate(arena, count, sizeof(double));
    out->phase = vvi_arena_allocate(arena, count, sizeof(double));
    out->turns = vvi_arena_allocate(arena, (size_t)count * joints, sizeof(vv_quat));
    out->moves = vvi_arena_allocate(arena, (size_t)count * joints, sizeof(vv_vec3));
    out->travel = vvi_arena_allocate(arena, (size_t)count * VV_DOF_JOINTS, sizeof(double));
    double *yaw = vvi_arena_allocate(arena, count, sizeof(double)),
           *heading = vvi_arena_allocate(arena, count, sizeof(double));
    if (!out->seconds || !out->phase || !out->turns || !out->moves || !out->travel || !yaw || !heading)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        out->seconds[i] = i == 0 ? 0.0 : i + 1 == count ? out->length : (first + i - 1) / take->rate - cut->from;
        size_t first_joint = (size_t)i * joints;
        copy_pose(take, cut->from + out->seconds[i], out->turns + first_joint, out->moves + first_joint);
    }
    remove_glitches(out);
    compute_root_motion(out, cyclic, ground, floor_level, yaw, heading);
    return true;
}
