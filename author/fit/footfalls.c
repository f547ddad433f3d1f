/* When feet stand: a foot stands while its ankle, its toe or the tip of it lies low and keeps still.
 *
 * Low is measured from the ground under that very joint, the higher of the lowest that it was lately and the lowest that it will be
 * soon: on a level floor that is the floor, on a slope it is the present step whether the way goes up or down. Still means slow
 * beside √(gL), the speed at which a figure with legs of length L cannot walk but must run. How far a joint is from standing is one
 * number, the larger of its height and its speed over their thresholds, taken for the joint that is nearest; below 1 a foot comes down,
 * above LET_GO it leaves. */
#include "author/fit/parts.h"

#define LOW     0.055 /* leg lengths above the ground */
#define SLOW    0.1   /* of √(gL), */
#define PASSING 0.2   /* and of the root's speed on top: the faster one goes, the more soles roll and slip */
#define LET_GO  1.7
#define LOOK    5.0  /* √(L/g): how long "lately" and "soon" are, more than any swing */
#define BLINK   0.25 /* √(L/g): shorter stands and shorter steps are noise */
#define AVERAGE 0.01 /* seconds on either side that speeds are averaged over, at least one frame */
#define POINTS  3u

typedef struct study {
    const vv_take *take;
    uint32_t frames;
    double leg;     /* metres */
    double *height; /* [frames] of the joint under study */
    double *ground; /* [frames] */

    double *lowest; /* [frames] height of the lowest joint of the foot */
    double *away;   /* [frames] how far the foot is from standing */
    uint32_t *queue;
} study;

/* ground[f] = the lowest height in frames f…f + span (or f − span…f): a queue of candidates that ascend. */
static void lowest_within(const study *s, uint32_t span, bool ahead, bool merge)
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

static double speed_at(const study *s, uint32_t joint, uint32_t frame, uint32_t reach)
{
    uint32_t a = frame > reach ? frame - reach : 0, b = frame + reach < s->frames ? frame + reach : s->frames - 1;
    vv_vec3 way = vv_vec3_sub(vvi_fit_place(s->take, b, joint), vvi_fit_place(s->take, a, joint));
    return b > a ? (double)vv_vec3_length(way) * s->take->rate / (b - a) : 0.0;
}

static void study_joint(const study *s, uint32_t joint)
{
    double swing = sqrt(s->leg / FIT_GRAVITY), fast = sqrt(s->leg * FIT_GRAVITY);
    uint32_t reach = (uint32_t)(AVERAGE * s->take->rate), span = (uint32_t)(LOOK * swing * s->take->rate);
    for (uint32_t f = 0; f < s->frames; f++)
        s->height[f] = (double)vvi_fit_place(s->take, f, joint).y;
    lowest_within(s, span, false, false);
    lowest_within(s, span, true, true);
    for (uint32_t f = 0; f < s->frames; f++) {
        double high = (s->height[f] - s->ground[f]) / (LOW * s->leg);
        double passing = speed_at(s, 0, f, 1 + (uint32_t)(swing * s->take->rate));
        double quick = speed_at(s, joint, f, reach > 0 ? reach : 1) / (SLOW * fast + PASSING * passing);
        double away = high > quick ? high : quick;
        s->away[f] = away < s->away[f] ? away : s->away[f];
        s->lowest[f] = s->height[f] < s->lowest[f] ? s->height[f] : s->lowest[f];
    }
}

/* Ankle, toe, and what the toe ends in. */
static uint32_t foot_points(const vv_skeleton *skeleton, const vv_foot *foot, uint32_t joints[POINTS])
{
    uint32_t count = 0;
    joints[count++] = foot->ankle;
    if (foot->toe == foot->ankle)
        return count;
    joints[count++] = foot->toe;
    for (uint32_t j = foot->toe + 1; j < vv_skeleton_joint_count(skeleton) && count < POINTS; j++)
        if (vv_skeleton_joint(skeleton, j).parent == foot->toe)
            joints[count++] = j;
    return count;
}

static void study_foot(const study *s, const vv_foot *foot)
{
    uint32_t joints[POINTS], count = foot_points(s->take->skeleton, foot, joints);
    for (uint32_t f = 0; f < s->frames; f++)
        s->away[f] = s->lowest[f] = INFINITY;
    for (uint32_t i = 0; i < count; i++)
        study_joint(s, joints[i]);
}

/* When `away` passes the threshold between two frames, in seconds. */
static double crossing(const study *s, uint32_t before, double threshold)
{
    double a = s->away[before], b = s->away[before + 1];
    double share = a != b ? (threshold - a) / (b - a) : 0.5;
    share = share < 0.0 ? 0.0 : share > 1.0 ? 1.0 : share;
    return (before + share) / s->take->rate;
}

/* A frame that nothing led to (a figure that a file begins with, say) is no beginning of a stand. */
static uint32_t find_stands(const study *s, uint32_t foot, vv_footfall *out)
{
    uint32_t count = 0;
    bool down = false;
    for (uint32_t f = 0; f < s->frames; f++) {
        if (!down && s->away[f] < 1.0) {
            out[count] = (vv_footfall){foot, f == 0 ? 0.0 : crossing(s, f - 1, 1.0), 0.0};
            down = true;
        } else if (down && s->away[f] > LET_GO) {
            out[count++].to = crossing(s, f - 1, LET_GO);
            down = false;
        }
    }
    if (down)
        out[count++].to = (s->frames - 1) / s->take->rate;
    return count;
}

/* Joins stands with next to nothing between, then leaves out those of next to no length. */
static uint32_t clean_stands(const study *s, uint32_t count, vv_footfall *stands)
{
    double blink = BLINK * sqrt(s->leg / FIT_GRAVITY);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (kept > 0 && stands[i].from - stands[kept - 1].to < blink)
            stands[kept - 1].to = stands[i].to;
        else
            stands[kept++] = stands[i];
    }
    count = kept;
    kept = 0;
    for (uint32_t i = 0; i < count; i++)
        if (stands[i].to - stands[i].from >= blink)
            stands[kept++] = stands[i];
    return kept;
}

/* The middle of the heights at which feet stand, each stand at its lowest. */
static void note_levels(const study *s, uint32_t count, const vv_footfall *stands, float *levels)
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

static bool prepare(const vv_take *take, vvi_arena *arena, study *s)
{
    uint32_t n = take->frame_count;
    *s = (study){.take = take, .frames = n};
    s->height = vvi_arena_take(arena, n, sizeof(double));
    s->ground = vvi_arena_take(arena, n, sizeof(double));
    s->lowest = vvi_arena_take(arena, n, sizeof(double));
    s->away = vvi_arena_take(arena, n, sizeof(double));
    s->queue = vvi_arena_take(arena, n, sizeof(uint32_t));
    return s->height && s->ground && s->lowest && s->away && s->queue;
}

/* All stands of all feet, in `stands` with room for a stand every other frame of every foot. */
static uint32_t all_stands(study *s, uint32_t foot_count, const vv_foot *feet, vv_footfall *stands, float *levels)
{
    uint32_t count = 0;
    for (uint32_t foot = 0; foot < foot_count; foot++) {
        s->leg = vvi_fit_leg_length(s->take->skeleton, &feet[foot]);
        study_foot(s, &feet[foot]);
        uint32_t here = clean_stands(s, find_stands(s, foot, stands + count), stands + count);
        note_levels(s, here, stands + count, levels + count);
        count += here;
    }
    return count;
}

static vv_result hand_over(uint32_t count, const vv_footfall *stands, const vv_allocator *allocator, vv_footfalls *out,
                           vv_error *error)
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
    size_t room = (size_t)foot_count * (take->frame_count / 2 + 1);
    study s;
    bool ready = prepare(take, &arena, &s);
    vv_footfall *stands = ready ? vvi_arena_take(&arena, room + 1, sizeof *stands) : NULL;
    float *levels = stands ? vvi_arena_take(&arena, room + 1, sizeof *levels) : NULL;
    vv_result result = levels ? VV_OK : vvi_fail_memory(error, room * sizeof *stands);
    if (result == VV_OK) {
        uint32_t count = all_stands(&s, foot_count, feet, stands, levels);
        result = hand_over(count, stands, allocator, out, error);
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
