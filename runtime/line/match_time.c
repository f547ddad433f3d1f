/* Knots and samples: where the Hermite curves have their nodes (2K − 1 for K keystrokes, and at both ends of the
 * motion; more where keystrokes are far apart over a moving base), and at which times they are compared with the
 * line. */
#include "matching.h"

#define BEND_TIME     0.15 /* seconds over which what is free bends */
#define REVERSAL_TIME 0.5  /* seconds between two reversals that a motion below the line may have */
#define MIN_SAMPLES   3u   /* smallest number of samples between two knots */

uint32_t vv_match_count_frames(const vv_line *line, float rate)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(line != NULL);
    double frames = ceil((double)vv_line_duration(line) * (double)rate - 1e-4) + 1.0;
    return !(frames > 1.0) ? 1 : frames < (double)VV_MATCH_MAX_FRAMES ? (uint32_t)frames : VV_MATCH_MAX_FRAMES;
}

static double key_time(const vv_match *match, uint32_t key) { return (double)vv_line_key_time(match->line, key); }

/* The number of Hermite segments over some seconds: `least` as the line needs, more if the base moves below it, whose
 * motion the segments must cancel. */
static uint32_t segment_count(const vv_match *match, double seconds, uint32_t least)
{
    double segments = ceil(seconds / REVERSAL_TIME);
    return match->base_count > 1 && segments > least ? (uint32_t)segments : least;
}

/* Adds the first knot of these segments and those between them, not the last. knots NULL: only counts. */
static uint32_t add_knots(double from, double to, uint32_t segments, double *knots, uint32_t count)
{
    for (uint32_t i = 0; i < segments; i++, count++)
        if (knots)
            knots[count] = from + (to - from) * i / segments;
    return count;
}

/* knots NULL: only counts. */
static uint32_t place_knots(const vv_match *match, double *knots)
{
    uint32_t count = 0, keys = match->key_count;
    double first = key_time(match, 0), last = key_time(match, keys - 1);
    double end = (double)(match->frame_count - 1) / match->rate;
    if (first > 1e-6)
        count = add_knots(0.0, first, segment_count(match, first, 1), knots, count);
    for (uint32_t k = 0; k + 1 < keys; k++) {
        double from = key_time(match, k), to = key_time(match, k + 1);
        count = add_knots(from, to, segment_count(match, to - from, 2), knots, count);
    }
    bool more = end > last + 1e-6;
    if (more)
        count = add_knots(last, end, segment_count(match, end - last, end > last + 3.0 / match->rate ? 2 : 1), knots,
                          count);
    count = add_knots(more ? end : last, 0.0, 1, knots, count);
    return count > 1 ? count : add_knots(last + 1.0 / match->rate, 0.0, 1, knots, count);
}

static void measure_spans(vv_match *match)
{
    uint32_t last = match->knot_count - 1;
    for (uint32_t i = 0; i <= last; i++) {
        double before = i > 0 ? match->knots[i] - match->knots[i - 1] : match->knots[1] - match->knots[0];
        double after = i < last ? match->knots[i + 1] - match->knots[i] : before;
        match->knot_spans[i] = 0.5 * (before + after);
    }
}

/* The weights of the values and tangents of both knots in the value and its derivatives at a sample. */
static void find_weights(const vv_match *match, match_sample *sample)
{
    uint32_t k = sample->knot;
    double h = match->knots[k + 1] - match->knots[k], t = (sample->time - match->knots[k]) / h;
    double a = h / match->knot_spans[k], b = h / match->knot_spans[k + 1];
    double fast = 1.0 / (30.0 * h), soon = BEND_TIME * BEND_TIME / (h * h);
    const double value[4] = {(2.0 * t - 3.0) * t * t + 1.0, ((t - 2.0) * t + 1.0) * t * a, (3.0 - 2.0 * t) * t * t,
                             (t - 1.0) * t * t * b};
    const double speed[4] = {6.0 * (t - 1.0) * t, ((3.0 * t - 4.0) * t + 1.0) * a, 6.0 * (1.0 - t) * t,
                             (3.0 * t - 2.0) * t * b};
    const double bend[4] = {12.0 * t - 6.0, (6.0 * t - 4.0) * a, 6.0 - 12.0 * t, (6.0 * t - 2.0) * b};
    for (uint32_t i = 0; i < 4; i++) {
        sample->value[i] = value[i];
        sample->velocity[i] = speed[i] * fast;
        sample->acceleration[i] = bend[i] * soon;
    }
}

/* Finds the keystrokes before and after a sample. */
static void surround(const vv_match *match, match_sample *sample)
{
    uint32_t last = match->key_count - 1, k = sample->before;
    while (k < last && sample->time >= key_time(match, k + 1) - 1e-7)
        k++;
    sample->before = sample->after = k;
    double since = sample->time - key_time(match, k);
    if (k == last || since < 1e-7) {
        sample->is_key = fabs(since) < 1e-7;
        sample->weight = sample->is_key ? match->key_weight : 1.0;
        return;
    }
    double t = since / (key_time(match, k + 1) - key_time(match, k));
    sample->after = k + 1;
    sample->blend = vvi_smoothstep_double(t);
}

typedef struct sampling {
    vv_match *match;
    match_sample *out; /* NULL: only counts */
    uint32_t count, frame, before;
} sampling;

static void add_sample(sampling *s, uint32_t knot, double time, uint32_t frame)
{
    if (s->out) {
        match_sample *sample = &s->out[s->count];
        *sample = (match_sample){.time = time, .weight = 1.0, .frame = frame, .knot = knot, .before = s->before};
        surround(s->match, sample);
        s->before = sample->before;
        find_weights(s->match, sample);
        if (sample->is_key)
            s->match->key_samples[sample->before] = s->count;
        if (frame != VV_NONE)
            s->match->frame_samples[frame] = s->count;
    }
    s->count++;
}

/* Adds a sample at the knot, then at the frames up to the next knot, with further samples between where frames are
 * few. */
static void sample_knot(sampling *s, uint32_t knot)
{
    const vv_match *match = s->match;
    double from = match->knots[knot], to = match->knots[knot + 1];
    bool last = knot + 2 == match->knot_count;
    uint32_t begin = s->frame, end = begin;
    while (end < match->frame_count && ((double)end / match->rate < to - 1e-7 || last))
        end++;
    bool framed = begin < end && (double)begin / match->rate < from + 1e-7;
    if (!framed)
        add_sample(s, knot, from, VV_NONE);
    uint32_t fill = end - begin < MIN_SAMPLES ? MIN_SAMPLES : 0, filled = 0;
    for (uint32_t f = begin; f < end; f++) {
        double time = (double)f / match->rate;
        for (; filled < fill && from + (to - from) * (filled + 0.6) / fill < time; filled++)
            add_sample(s, knot, from + (to - from) * (filled + 0.6) / fill, VV_NONE);
        add_sample(s, knot, time, f);
    }
    for (; filled < fill; filled++)
        add_sample(s, knot, from + (to - from) * (filled + 0.6) / fill, VV_NONE);
    s->frame = end;
    if (last && !(end > begin && (double)(end - 1) / match->rate > to - 1e-7))
        add_sample(s, knot, to, VV_NONE);
}

static uint32_t place_samples(vv_match *match, match_sample *out)
{
    sampling s = {.match = match, .out = out};
    for (uint32_t k = 0; k + 1 < match->knot_count; k++)
        sample_knot(&s, k);
    return s.count;
}

/* Finds the sample at every knot, and those half way to its neighbours. */
static void find_knot_samples(vv_match *match)
{
    uint32_t begin = 0;
    for (uint32_t k = 0; k < match->knot_count; k++) {
        uint32_t(*at)[3] = &match->knot_samples[k], end = begin;
        while (end < match->sample_count && match->samples[end].knot == k)
            end++;
        bool last = k + 1 == match->knot_count;
        (*at)[0] = last ? match->sample_count - 1 : begin;
        (*at)[1] = k > 0 ? match->knot_samples[k - 1][2] : VV_NONE;
        (*at)[2] = last ? VV_NONE : begin + (end - begin) / 2;
        begin = end;
    }
}

vv_result vvi_match_make_samples(vv_match *match, vv_error *error)
{
    match->frame_count = vv_match_count_frames(match->line, (float)match->rate);
    match->knot_count = place_knots(match, NULL);
    match->knots = vvi_arena_allocate(&match->arena, match->knot_count, sizeof *match->knots);
    match->knot_spans = vvi_arena_allocate(&match->arena, match->knot_count, sizeof *match->knot_spans);
    match->frame_samples = vvi_arena_allocate(&match->arena, match->frame_count, sizeof *match->frame_samples);
    match->knot_samples = vvi_arena_allocate(&match->arena, match->knot_count, sizeof *match->knot_samples);
    match->key_samples = vvi_arena_allocate(&match->arena, match->key_count, sizeof *match->key_samples);
    if (!match->knots || !match->knot_spans || !match->frame_samples || !match->knot_samples || !match->key_samples)
        return vvi_fail_memory(error, match->frame_count * sizeof *match->frame_samples);
    place_knots(match, match->knots);
    measure_spans(match);
    match->sample_count = place_samples(match, NULL);
    match->samples = vvi_arena_allocate(&match->arena, match->sample_count, sizeof *match->samples);
    if (!match->samples)
        return vvi_fail_memory(error, match->sample_count * sizeof *match->samples);
    place_samples(match, match->samples);
    find_knot_samples(match);
    return vvi_match_factor_mass(match) ? VV_OK : vvi_fail_memory(error, match->knot_count * sizeof *match->knots);
}

void vvi_match_values(const match_stage *stage, const match_sample *sample, const double weights[4], double *out)
{
    uint32_t n = stage->size;
    VVI_CHECK(stage->x != NULL && stage->pose.unknowns == n);
    const double *x = stage->x + (size_t)sample->knot * 2 * n;
    for (uint32_t i = 0; i < n; i++)
        out[i] = weights[0] * x[i] + weights[1] * x[n + i] + weights[2] * x[2 * n + i] + weights[3] * x[3 * n + i];
}
