/* Detects footfalls: a foot stands while its ankle, its toe or the tip of the toe is low and nearly still.
 *
 * Height is measured from the ground under that joint: the higher of its lowest recent height and its lowest height
 * soon after. On a level floor that is the floor; on a slope it is the present step, whether the slope goes up or
 * down. Speed is relative to √(gL), at which a figure with legs of length L can no longer walk and must run. A
 * joint's distance from standing is the larger of its height and its speed, each over its threshold; the foot's is
 * that of its closest joint. Below 1 the foot touches down, above LEAVE_THRESHOLD it lifts off. */
#include "author/fit/parts.h"

#define LOW_HEIGHT 0.055 /* leg lengths above the ground */
#define SLOW_SPEED 0.1   /* of √(gL), */
/* of the root's speed, added to it: the faster a figure goes, the more its soles roll and slip */
#define ROOT_SPEED_SHARE 0.2
#define LEAVE_THRESHOLD  1.7
#define GROUND_WINDOW    5.0  /* √(L/g): how far back and ahead the ground is searched, longer than any swing */
#define SHORTEST_STAND   0.25 /* √(L/g): shorter stands and shorter gaps between them are noise */
#define SPEED_WINDOW     0.01 /* seconds on either side over which speeds are averaged, at least one frame */
#define MOST_POINTS      3u

typedef struct foot_study {
    const vv_take *take;
    uint32_t frames;
    double leg;     /* metres */
    double *height; /* [frames] of the current joint */
    double *ground; /* [frames] */

    double *lowest;   /* [frames] height of the lowest joint of the foot */
    double *distance; /* [frames] how far the foot is from standing */
    uint32_t *queue;
} foot_study;

/* Sets ground[f] to the lowest height in frames f…f + span (`ahead`) or f − span…f, by a monotonic queue. With `merge`,
 * keeps the higher of that and the present value. */
static void compute_ground(const foot_study *s, uint32_t span, bool ahead, bool merge)
{
    uint32_t head = 0, tail = 0, n = s->frames;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t f = ahead ? n - 1 - i : i;
        while (tail > head && s->height[s->queue[tail - 1]] >= s->height[f])
            tail--;
        s->queue[tail++] = f;
        uint32_t oldest = s->queue[head];
        if ((ahead ? oldest - f : f - oldest) > span)
            head++;
        double low = s->height[s->queue[head]];
        s->ground[f] = merge && s->ground[f] > low ? s->ground[f] : low;
    }
}

static double speed_at(const foot_study *s, uint32_t joint, uint32_t frame, uint32_t half_window)
{
    uint32_t a = frame > half_window ? frame - half_window : 0,
             b = frame + half_window < s->frames ? frame + half_window : s->frames - 1;
    vv_vec3 way = vv_vec3_sub(vvi_fit_joint_position(s->take, b, joint), vvi_fit_joint_position(s->take, a, joint));
    return b > a ? (double)vv_vec3_length(way) * s->take->rate / (b - a) : 0.0;
}

static void measure_joint(const foot_study *s, uint32_t joint)
{
    double swing = sqrt(s->leg / FIT_GRAVITY), fast = sqrt(s->leg * FIT_GRAVITY);
    uint32_t half_window = (uint32_t)(SPEED_WINDOW * s->take->rate),
             span = (uint32_t)(GROUND_WINDOW * swing * s->take->rate);
    for (uint32_t f = 0; f < s->frames; f++)
        s->height[f] = (double)vvi_fit_joint_position(s->take, f, joint).y;
    compute_ground(s, span, false, false);
    compute_ground(s, span, true, true);
    for (uint32_t f = 0; f < s->frames; f++) {
        double height_ratio = (s->height[f] - s->ground[f]) / (LOW_HEIGHT * s->leg);
        double root_speed = speed_at(s, 0, f, 1 + (uint32_t)(swing * s->take->rate));
        double speed_ratio = speed_at(s, joint, f, half_window > 0 ? half_window : 1) /
                             (SLOW_SPEED * fast + ROOT_SPEED_SHARE * root_speed);
        double distance = height_ratio > speed_ratio ? height_ratio : speed_ratio;
        s->distance[f] = distance < s->distance[f] ? distance : s->distance[f];
        s->lowest[f] = s->height[f] < s->lowest[f] ? s->height[f] : s->lowest[f];
    }
}

/* Lists the ankle, the toe and the tip of the toe. */
static uint32_t foot_points(const vv_skeleton *skeleton, const vv_foot *foot, uint32_t joints[MOST_POINTS])
{
    uint32_t count = 0;
    joints[count++] = foot->ankle;
    if (foot->toe == foot->ankle)
        return count;
    joints[count++] = foot->toe;
    for (uint32_t j = foot->toe + 1; j < vv_skeleton_joint_count(skeleton) && count < MOST_POINTS; j++)
        if (vv_skeleton_joint(skeleton, j).parent == foot->toe)
            joints[count++] = j;
    return count;
}

static void measure_foot(const foot_study *s, const vv_foot *foot)
{
    uint32_t joints[MOST_POINTS], count = foot_points(s->take->skeleton, foot, joints);
    for (uint32_t f = 0; f < s->frames; f++)
        s->distance[f] = s->lowest[f] = INFINITY;
    for (uint32_t i = 0; i < count; i++)
        measure_joint(s, joints[i]);
}

/* The time at which `distance` crosses the threshold between two frames, seconds. */
static double find_crossing_time(const foot_study *s, uint32_t before, double threshold)
{
    double a = s->distance[before], b = s->distance[before + 1];
    double share = a != b ? (threshold - a) / (b - a) : 0.5;
    share = vvi_clamp_double(share, 0.0, 1.0);
    return (before + share) / s->take->rate;
}

/* Lists the spans in which a foot stands. */
static uint32_t find_stands(const foot_study *s, uint32_t foot, vv_footfall *out)
{
    uint32_t count = 0;
    bool down = false;
    for (uint32_t f = 0; f < s->frames; f++) {
        if (!down && s->distance[f] < 1.0) {
            out[count] = (vv_footfall){foot, f == 0 ? 0.0 : find_crossing_time(s, f - 1, 1.0), 0.0};
            down = true;
        } else if (down && s->distance[f] > LEAVE_THRESHOLD) {
            out[count++].to = find_crossing_time(s, f - 1, LEAVE_THRESHOLD);
            down = false;
        }
    }
    if (down)
        out[count++].to = (s->frames - 1) / s->take->rate;
    return count;
}

/* Joins stands with very short gaps between them, then drops very short stands. */
static uint32_t merge_stands(const foot_study *s, uint32_t count, vv_footfall *stands)
{
    double shortest = SHORTEST_STAND * sqrt(s->leg / FIT_GRAVITY);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (kept > 0 && stands[i].from - stands[kept - 1].to < shortest)
            stands[kept - 1].to = stands[i].to;
        else
            stands[kept++] = stands[i];
    }
    count = kept;
    kept = 0;
    for (uint32_t i = 0; i < count; i++)
        if (stands[i].to - stands[i].from >= shortest)
            stands[kept++] = stands[i];
    return kept;
}

/* Measures the lowest height of the foot in each stand. */
static void measure_levels(const foot_study *s, uint32_t count, const vv_footfall *stands, float *levels)
{
    for (uint32_t i = 0; i < count; i++) {
        double low = INFINITY;
        for (uint32_t f = (uint32_t)ceil(stands[i].from * s->take->rate); f <= stands[i].to * s->take->rate; f++)
            low = s->lowest[f] < low ? s->lowest[f] : low;
        levels[i] = (float)low;
    }
}

static float median(uint32_t count, float *values)
{
    for (uint32_t gap = count / 2; gap > 0; gap /= 2) {
        for (uint32_t i = gap; i < count; i++) {
            float value = values[i];
            uint32_t at = i;
            for (; at >= gap && values[at - gap] > value; at -= gap)
                values[at] = values[at - gap];
            values[at] = value;
        }
    }
    return count > 0 ? values[count / 2] : 0.0f;
}

static void sort_footfalls(uint32_t count, vv_footfall *footfalls)
{
    for (uint32_t i = 1; i < count; i++) {
        vv_footfall c = footfalls[i];
        uint32_t at = i;
        for (; at > 0 && footfalls[at - 1].from > c.from; at--)
            footfalls[at] = footfalls[at - 1];
        footfalls[at] = c;
    }
}

static bool allocate_study(const vv_take *take, vvi_arena *arena, foot_study *s)
{
    uint32_t n = take->frame_count;
    *s = (foot_study){.take = take, .frames = n};
    s->height = vvi_arena_allocate(arena, n, sizeof(double));
    s->ground = vvi_arena_allocate(arena, n, sizeof(double));
    s->lowest = vvi_arena_allocate(arena, n, sizeof(double));
    s->distance = vvi_arena_allocate(arena, n, sizeof(double));
    s->queue = vvi_arena_allocate(arena, n, sizeof(uint32_t));
    return s->height && s->ground && s->lowest && s->distance && s->queue;
}

/* Lists all stands of all feet; `stands` has capacity for one in every other frame of every foot. */
static uint32_t find_all_stands(foot_study *s, uint32_t foot_count, const vv_foot *feet, vv_footfall *stands,
                                float *levels)
{
    uint32_t count = 0;
    for (uint32_t foot = 0; foot < foot_count; foot++) {
        s->leg = vvi_fit_leg_length(s->take->skeleton, &feet[foot]);
        measure_foot(s, &feet[foot]);
        uint32_t here = merge_stands(s, find_stands(s, foot, stands + count), stands + count);
        measure_levels(s, here, stands + count, levels + count);
        count += here;
    }
    return count;
}

static vv_result copy_stands(uint32_t count, const vv_footfall *stands, const vv_allocator *allocator,
                             vv_footfalls *out, vv_error *error)
{
    vv_footfall *footfalls = count > 0 ? vvi_allocate(allocator, count, sizeof *footfalls) : NULL;
    if (count > 0 && footfalls == NULL)
        return vvi_fail_memory(error, count * sizeof *footfalls);
    for (uint32_t i = 0; i < count; i++)
        footfalls[i] = stands[i];
    sort_footfalls(count, footfalls);
    *out = (vv_footfalls){.allocator = allocator, .count = count, .list = footfalls};
    return VV_OK;
}

vv_result vv_fit_footfalls(const vv_take *take, uint32_t foot_count, const vv_foot *feet, const vv_allocator *allocator,
                           vv_footfalls *out, vv_error *error)
{
    vvi_arena arena = {.allocator = allocator};
    size_t capacity = (size_t)foot_count * (take->frame_count / 2 + 1);
    foot_study s;
    bool ready = allocate_study(take, &arena, &s);
    vv_footfall *stands = ready ? vvi_arena_allocate(&arena, capacity + 1, sizeof *stands) : NULL;
    float *levels = stands ? vvi_arena_allocate(&arena, capacity + 1, sizeof *levels) : NULL;
    vv_result result = levels ? VV_OK : vvi_fail_memory(error, capacity * sizeof *stands);
    if (result == VV_OK) {
        uint32_t count = find_all_stands(&s, foot_count, feet, stands, levels);
        result = copy_stands(count, stands, allocator, out, error);
        if (result == VV_OK)
            out->ground = median(count, levels);
    }
    vvi_arena_release(&arena);
    return result;
}

void vv_footfalls_destroy(vv_footfalls *footfalls)
{
    if (footfalls == NULL)
        return;
    vvi_release(footfalls->allocator, footfalls->list, footfalls->count, sizeof *footfalls->list);
    *footfalls = (vv_footfalls){0};
}
