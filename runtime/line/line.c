/* Creating a line from its keystrokes (section 3.2): the def is checked, the frames are computed by the chosen method
 * and stored with their rates in one block. */
#include "elastic.h"

#include <string.h>

/* A line comes to rest within this many intervals after its last key, or this many seconds after its last pull. */
#define SETTLE_INTERVALS    8.0
#define SETTLE_PULL_SECONDS 3.0
#define MAX_SETTLE_STEPS    (8u * VV_LINE_MAX_FRAMES)
#define MIN_LOG_LENGTH      (-20.0)
#define MAX_LOG_LENGTH      13.0

/* ---- Tempers ----------------------------------------------------------------------------------------------------- */

vv_line_dynamics vv_line_preset_dynamics(vv_line_preset preset)
{
    static const vv_line_dynamics tempers[VV_LINE_PRESET_COUNT] = {
        [VV_LINE_PRESET_NORMAL] =
            {.anticipation = 0.15f, .overshoot = 0.12f, .cycles = 0.8f, .damping = 0.3f, .lag = 0.05f},
        [VV_LINE_PRESET_SNAPPY] =
            {.anticipation = 0.2f, .overshoot = 0.15f, .cycles = 1.6f, .damping = 0.45f, .lag = 0.03f},
        [VV_LINE_PRESET_HEAVY] =
            {.anticipation = 0.25f, .overshoot = 0.05f, .cycles = 0.5f, .damping = 0.5f, .lag = 0.1f},
        [VV_LINE_PRESET_RUBBERY] =
            {.anticipation = 0.1f, .overshoot = 0.25f, .cycles = 1.0f, .damping = 0.15f, .lag = 0.3f},
        [VV_LINE_PRESET_FLOATY] =
            {.anticipation = 0.04f, .overshoot = 0.08f, .cycles = 0.3f, .damping = 0.6f, .lag = 0.2f},
    };
    return tempers[(uint32_t)preset < VV_LINE_PRESET_COUNT ? preset : VV_LINE_PRESET_NORMAL];
}

/* ---- Checking ---------------------------------------------------------------------------------------------------- */

static bool is_in_range(float x, float low, float high) { return x >= low && x <= high; }

static const char *find_temper_fault(const vv_line_dynamics *t)
{
    if (!is_in_range(t->anticipation, 0.0f, 1.0f))
        return "its anticipation is not in 0…1";
    if (!is_in_range(t->overshoot, 0.0f, 1.0f))
        return "its overshoot is not in 0…1";
    if (!is_in_range(t->cycles, 0.1f, 3.0f))
        return "its cycles are not in 0.1…3";
    if (!is_in_range(t->damping, 0.02f, 2.0f))
        return "its damping is not in 0.02…2";
    return is_in_range(t->lag, 0.0f, 0.5f) ? NULL : "its lag is not in 0…0.5";
}

static const char *find_key_fault(const vv_line_def *def, uint32_t k)
{
    const vv_line_key *key = &def->keys[k];
    const float most = VV_LINE_MAX_VALUE;
    if (!is_in_range(key->time, 0.0f, VV_LINE_MAX_TIME))
        return "its time is not in 0…3600 seconds";
    /* Times are floats: a gap of exactly the minimum may come out a little smaller. */
    if (k > 0 && !((double)key->time - (double)def->keys[k - 1].time >= 0.95 * (double)VV_LINE_MIN_GAP))
        return "its time is not at least 0.01 seconds later than that of the previous key";
    if (!is_in_range(key->pose.root.x, -most, most) || !is_in_range(key->pose.root.y, -most, most))
        return "its root is not within ±10000 metres";
    if (!is_in_range(key->pose.length, VV_LINE_MIN_LENGTH, most))
        return "its length is not in 0.000001…10000 metres";
    for (uint32_t i = 0; i < def->element_count; i++)
        if (!is_in_range(key->pose.angles[i], -most, most))
            return "one of its angles is not within ±10000 radians";
    return find_temper_fault(&key->dynamics);
}

static const char *find_pull_fault(const vv_line_pull *pull)
{
    if (!is_in_range(pull->fraction, 0.0f, 1.0f))
        return "its place along the line is not in 0…1";
    if (pull->point_count == 0)
        return "it has no points";
    for (uint32_t i = 0; i < pull->point_count; i++) {
        const vv_line_pull_point *p = &pull->points[i];
        if (!is_in_range(p->time, 0.0f, VV_LINE_MAX_TIME))
            return "the time of a point is not in 0…3600 seconds";
        if (i > 0 && !(p->time >= pull->points[i - 1].time))
            return "the times of its points do not ascend";
        if (!is_in_range(p->by.x, -VV_LINE_MAX_VALUE, VV_LINE_MAX_VALUE) ||
            !is_in_range(p->by.y, -VV_LINE_MAX_VALUE, VV_LINE_MAX_VALUE))
            return "a point is not within ±10000 metres";
    }
    return NULL;
}

static vv_result check_factors(const vv_line_def *def, const float *factors, const char *name, vv_error *error)
{
    for (uint32_t i = 0; factors && i < def->element_count; i++)
        if (!is_in_range(factors[i], 0.05f, 20.0f))
            return vvi_fail(error, VV_ERROR_ARGUMENT, "the %s of element %u is not in 0.05…20", name, i);
    return VV_OK;
}

static vv_result check(const vv_line_def *def, vv_error *error)
{
    vv_result result = vvi_line_check_counts(def->element_count, def->frame_count, def->key_count, def->settle, error);
    if (result != VV_OK)
        return result;
    if ((uint32_t)def->method > VV_LINE_SMOOTH)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "the line's way from key to key is unknown");
    if (def->pull_count > VV_LINE_MAX_PULLS)
        return vvi_fail(error, VV_ERROR_LIMIT, "a line has at most %u pulls, not %u", VV_LINE_MAX_PULLS,
                        def->pull_count);
    for (uint32_t k = 0; k < def->key_count; k++) {
        const char *fault = find_key_fault(def, k);
        if (fault)
            return vvi_fail(error, VV_ERROR_ARGUMENT, "key %u of the line is not valid: %s", k, fault);
    }
    for (uint32_t i = 0; i < def->pull_count; i++) {
        VVI_ASSERT_ARRAY_OF("vv_line_create", def->pulls[i].points, def->pulls[i].point_count);
        const char *fault = find_pull_fault(&def->pulls[i]);
        if (fault)
            return vvi_fail(error, VV_ERROR_ARGUMENT, "pull %u of the line is not valid: %s", i, fault);
    }
    result = check_factors(def, def->stiffness, "stiffness", error);
    return result != VV_OK ? result : check_factors(def, def->damping, "damping", error);
}

/* ---- Computing frames -------------------------------------------------------------------------------------------- */

double vvi_line_gap(const vv_line_def *def, uint32_t key)
{
    if (def->key_count == 1)
        return 1.0;
    uint32_t from = key + 1 < def->key_count ? key : def->key_count - 2;
    return (double)def->keys[from + 1].time - (double)def->keys[from].time;
}

/* The time in which the line still moves after its last key, and the number of steps in it. */
static double find_settle_window(const vv_line_def *def, uint32_t *steps)
{
    double gap = vvi_line_gap(def, def->key_count), last = (double)def->keys[def->key_count - 1].time;
    double window = def->key_count > 1 ? SETTLE_INTERVALS * gap : 0.0;
    for (uint32_t i = 0; i < def->pull_count; i++) {
        const vv_line_pull *pull = &def->pulls[i];
        window = vvi_max_double(window, (double)pull->points[pull->point_count - 1].time - last + SETTLE_PULL_SECONDS);
    }
    window = vvi_min_double(window, (double)def->settle);
    if (!(window > 0.0)) {
        *steps = 0;
        return 0.0;
    }
    double wanted = ceil(window / gap * def->frame_count);
    *steps = wanted < 4.0 ? 4u : wanted < MAX_SETTLE_STEPS ? (uint32_t)wanted : MAX_SETTLE_STEPS;
    return (double)(float)window;
}

static void copy_keys(const vv_line_def *def, double *keys)
{
    uint32_t n = def->element_count, width = LINE_WIDTH(n);
    for (uint32_t k = 0; k < def->key_count; k++, keys += width) {
        const vv_line_pose *pose = &def->keys[k].pose;
        for (uint32_t i = 0; i < n; i++)
            keys[i] = (double)pose->angles[i];
        keys[n] = vvi_log_double((double)pose->length);
        keys[n + 1] = (double)pose->root.x;
        keys[n + 2] = (double)pose->root.y;
    }
}

static void compute_frames(line_builder *builder)
{
    uint32_t spring_count = builder->def->element_count + 1; /* the root is interpolated instead */
    if (builder->def->method == VV_LINE_SMOOTH)
        vvi_line_fill_smooth(builder, 0, spring_count);
    else if (builder->def->method == VV_LINE_SHOOTING)
        vvi_line_fill_shot(builder, spring_count);
    else
        vvi_line_fill_elastic(builder, spring_count);
    vvi_line_fill_smooth(builder, spring_count, 2);
    vvi_line_fill_settling(builder, builder->width);
    vvi_line_hold_ends(builder);
    if (builder->def->pull_count > 0)
        vvi_line_apply_pulls(builder);
}

/* Converts logarithms to lengths. A cubic segment stays positive if its inner Bézier points are: a + s/3 and b − s/3
 * for slopes s over the segment. So rates are clamped to that on both sides. */
static void store_lengths(line_builder *builder, uint32_t frames)
{
    uint32_t n = builder->def->element_count, steps = builder->def->frame_count;
    for (uint32_t f = 0; f < frames; f++) {
        float *value = &builder->values[(size_t)f * builder->width + n],
              *rate = &builder->rates[(size_t)f * builder->width + n];
        double log = (double)*value;
        double length = vvi_exp_double(log < MIN_LOG_LENGTH   ? MIN_LOG_LENGTH
                                       : log > MAX_LOG_LENGTH ? MAX_LOG_LENGTH
                                                              : log);
        uint32_t last = (builder->def->key_count - 1) * steps;
        double settle_step = builder->settle_steps > 0 ? builder->settle_window / builder->settle_steps : 1.0;
        double after = f < last ? vvi_line_gap(builder->def, f / steps) / steps : settle_step;
        double before = f == 0 ? after : f <= last ? vvi_line_gap(builder->def, (f - 1) / steps) / steps : settle_step;
        double speed = length * (double)*rate;
        *value = (float)length;
        *rate = (float)vvi_max_double(-2.9 * length / after, vvi_min_double(2.9 * length / before, speed));
    }
}

/* Stores the keystrokes themselves, so that they are met to the last bit. */
static void store_keys(line_builder *builder)
{
    const vv_line_def *def = builder->def;
    uint32_t n = def->element_count;
    for (uint32_t k = 0; k < def->key_count; k++) {
        float *frame = builder->values + (size_t)k * def->frame_count * builder->width;
        const vv_line_pose *pose = &def->keys[k].pose;
        memcpy(frame, pose->angles, n * sizeof *frame);
        frame[n] = pose->length;
        frame[n + 1] = pose->root.x;
        frame[n + 2] = pose->root.y;
    }
}

static void clamp_all(float *numbers, size_t count, float most)
{
    for (size_t i = 0; i < count; i++)
        numbers[i] = numbers[i] >= -most ? numbers[i] <= most ? numbers[i] : most : -most;
}

static void fill_line(const vv_line_def *def, double *scratch, vv_line *line)
{
    uint32_t width = LINE_WIDTH(def->element_count), frames = line_frames(line);
    line_builder builder = {
        .def = def, .width = width, .settle_steps = line->settle_steps, .settle_window = (double)line->settle_window};
    builder.keys = scratch;
    builder.key_rates = scratch + (size_t)def->key_count * width;
    builder.values = (void *)((char *)line + line->values);
    builder.rates = (void *)((char *)line + line->rates);
    float *times = (void *)((char *)line + line->times);
    for (uint32_t k = 0; k < def->key_count; k++)
        times[k] = def->keys[k].time;
    copy_keys(def, builder.keys);
    compute_frames(&builder);
    clamp_all(builder.values, (size_t)frames * width, LINE_MAX_STORED_VALUE);
    clamp_all(builder.rates, (size_t)frames * width, LINE_MAX_STORED_RATE);
    store_lengths(&builder, frames);
    store_keys(&builder);
}

vv_result vv_line_create(const vv_line_def *def, const vv_allocator *allocator, vv_line **out, vv_error *error)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(def != NULL);
    VV_ASSERT(out != NULL);
    VVI_ASSERT_ARRAY(def->keys, def->key_count);
    VVI_ASSERT_ARRAY(def->pulls, def->pull_count);
    uint32_t settle_steps = 0;
    vv_result result = check(def, error);
    if (result != VV_OK)
        return result;
    float window = (float)find_settle_window(def, &settle_steps);
    vv_line header =
        vvi_line_layout(def->element_count, def->frame_count, def->key_count, settle_steps, def->settle, window);
    size_t numbers = 2 * (size_t)def->key_count * LINE_WIDTH(def->element_count);
    double *scratch = vvi_allocate_zeroed(allocator, numbers, sizeof *scratch);
    vv_line *line = scratch ? vvi_allocate_zeroed(allocator, 1, (size_t)header.byte_count) : NULL;
    if (!line) {
        vvi_release(allocator, scratch, numbers, sizeof *scratch);
        return vvi_fail_memory(error, (size_t)header.byte_count);
    }
    *line = header;
    fill_line(def, scratch, line);
    vvi_release(allocator, scratch, numbers, sizeof *scratch);
    *out = line;
    return VV_OK;
}

void vv_line_destroy(vv_line *line, const vv_allocator *allocator)
{
    if (line)
        vvi_release(allocator, line, 1, (size_t)line->byte_count);
}
