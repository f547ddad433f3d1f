/* From a stroke of a pen to a line (section 3.1): it is checked, resampled, smoothed and fitted, and its direction is
 * chosen so that the line turns least. */
#include "stroke.h"

/* Points closer to the one before than this share of the stroke's size are left out: trembling must not count as
 * length. */
#define MIN_POINT_DISTANCE 0.002
/* Standard deviations of the Gaussian that smooths: the smallest and the largest, as shares of the length; and in
 * units of the distance between the pen's points. Stair steps of a mouse are one to two segments long, and a curve of
 * radius L/6 is flattened by no more than 3·MAX_SMOOTH² = 0.0003 L. */
#define MIN_SMOOTH   0.004
#define MAX_SMOOTH   0.01
#define SMOOTH_STEPS 1.5

/* The memory of one fit, freed at its end. */
typedef struct stroke_work {
    stroke_fit fit;
    stroke_vec resampled[STROKE_SEGMENTS + 1], smoothed[STROKE_SEGMENTS + 1];
} stroke_work;

static bool is_valid_point(const vv_stroke_point *p)
{
    float most = VV_LINE_MAX_VALUE;
    return fabsf(p->at.x) <= most && fabsf(p->at.y) <= most && isfinite(p->time) && isfinite(p->pressure);
}

static vv_result check(uint32_t elements, uint32_t count, const vv_stroke_point *points, vv_error *error)
{
    if (elements < 2 || elements > VV_LINE_MAX_ELEMENTS || elements % 2 != 0)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "a line has an even number of elements, 2 to %u, not %u",
                        VV_LINE_MAX_ELEMENTS, elements);
    if (count > VV_STROKE_MAX_POINTS)
        return vvi_fail(error, VV_ERROR_LIMIT, "a stroke has at most %u points, not %u", VV_STROKE_MAX_POINTS, count);
    for (uint32_t i = 0; i < count; i++)
        if (!is_valid_point(&points[i]))
            return vvi_fail(error, VV_ERROR_ARGUMENT, "point %u of the stroke is not within ±%g metres", i,
                            (double)VV_LINE_MAX_VALUE);
    return VV_OK;
}

static double measure_size(uint32_t count, const vv_stroke_point *points)
{
    vv_vec2 low = points[0].at, high = low;
    for (uint32_t i = 1; i < count; i++) {
        low = (vv_vec2){vvi_min(low.x, points[i].at.x), vvi_min(low.y, points[i].at.y)};
        high = (vv_vec2){vvi_max(high.x, points[i].at.x), vvi_max(high.y, points[i].at.y)};
    }
    return stroke_distance((stroke_vec){(double)low.x, (double)low.y}, (stroke_vec){(double)high.x, (double)high.y});
}

/* Removes points that are too close to the one before; the last one is always kept. Positions are relative to the
 * first point: kept[count]; returns their number. */
static size_t remove_close_points(uint32_t count, const vv_stroke_point *points, double min_distance, stroke_vec *kept)
{
    size_t kept_count = 1;
    kept[0] = (stroke_vec){0.0, 0.0};
    for (uint32_t i = 1; i < count; i++) {
        stroke_vec at = {(double)points[i].at.x - (double)points[0].at.x,
                         (double)points[i].at.y - (double)points[0].at.y};
        bool is_last = i + 1 == count;
        double distance = stroke_distance(kept[kept_count - 1], at);
        if (distance > min_distance)
            kept[kept_count++] = at;
        else if (is_last && kept_count > 1)
            kept[kept_count - 1] = at;
        else if (is_last && distance > 0.0)
            kept[kept_count++] = at;
    }
    VVI_CHECK(kept_count >= 1 && kept_count <= count);
    return kept_count;
}

/* Resamples and smooths the points into work->resampled; returns the length. */
static double resample_stroke(stroke_work *work, size_t count, const stroke_vec *kept)
{
    double length = vvi_stroke_resample(count, kept, work->resampled);
    VVI_CHECK(count >= 2 && length >= 0.0);
    double share = SMOOTH_STEPS / (double)(count - 1);
    share = share < MIN_SMOOTH ? MIN_SMOOTH : share > MAX_SMOOTH ? MAX_SMOOTH : share;
    if (length <= 0.0)
        return 0.0;
    vvi_stroke_smooth(work->resampled, share * STROKE_SEGMENTS, work->smoothed);
    return vvi_stroke_resample(STROKE_SEGMENTS + 1, work->smoothed, work->resampled);
}

/* ---- Results ----------------------------------------------------------------------------------------------------- */

static vv_line_pose make_pose(const stroke_fit *fit, vv_vec2 origin)
{
    vv_line_pose pose = {.length = (float)(fit->element * fit->element_count)};
    VVI_CHECK(fit->element > 0.0);
    pose.root = (vv_vec2){(float)(fit->root.x + (double)origin.x), (float)(fit->root.y + (double)origin.y)};
    for (uint32_t i = 0; i < fit->element_count; i++)
        pose.angles[i] = (float)fit->angles[i];
    return pose;
}

/* The errors between points at equal arc shares of the line and of the stroke, relative to the first point of the
 * stroke. */
static vv_stroke_report make_report(const stroke_work *work, const vv_line_pose *pose, double length, bool reversed)
{
    vv_vec2 corners[VV_LINE_MAX_ELEMENTS + 1];
    vv_line_pose local = *pose;
    local.root = (vv_vec2){(float)work->fit.root.x, (float)work->fit.root.y};
    vv_line_points(work->fit.element_count, &local, corners);
    double sum = 0.0, worst = 0.0;
    for (uint32_t i = 0; i <= STROKE_SEGMENTS; i++) {
        float arc_share = (float)i / (float)STROKE_SEGMENTS;
        vv_vec2 at = vvi_line_curve(work->fit.element_count, corners, local.length, arc_share, NULL);
        const stroke_vec *drawn = &work->resampled[reversed ? STROKE_SEGMENTS - i : i];
        double distance = stroke_distance((stroke_vec){(double)at.x, (double)at.y}, *drawn);
        sum += distance * distance;
        worst = vvi_max_double(worst, distance);
    }
    return (vv_stroke_report){.error = (float)(sqrt(sum / (STROKE_SEGMENTS + 1)) / length),
                              .worst = (float)(worst / length),
                              .crossings = vvi_stroke_crossings(work->resampled),
                              .reversed = reversed};
}

static vv_result fit_points(stroke_work *work, uint32_t elements, size_t count, const stroke_vec *kept, vv_vec2 origin,
                            const vv_line_pose *before, vv_line_pose *out, vv_stroke_report *report, vv_error *error)
{
    double length = count < 2 ? 0.0 : resample_stroke(work, count, kept);
    if (!(length >= (double)VV_LINE_MIN_LENGTH)) {
        vvi_fail(error, VV_ERROR_ARGUMENT, "the stroke is too short; it is only a dot");
        vvi_error_remedy(error, "draw it from one place to another");
        return VV_ERROR_ARGUMENT;
    }
    if (length > (double)VV_LINE_MAX_VALUE)
        return vvi_fail(error, VV_ERROR_LIMIT, "the stroke is longer than %g metres", (double)VV_LINE_MAX_VALUE);
    work->fit.element_count = elements;
    vvi_stroke_fit_angles(&work->fit, work->resampled, length);
    *out = make_pose(&work->fit, origin);
    bool reversed = vvi_stroke_choose_direction(elements, work->fit.angles, before, out);
    *out = make_pose(&work->fit, origin);
    if (report)
        *report = make_report(work, out, length, reversed);
    return VV_OK;
}

vv_result vv_stroke_fit(uint32_t element_count, uint32_t point_count, const vv_stroke_point *points,
                        const vv_line_pose *before, const vv_allocator *allocator, vv_line_pose *out,
                        vv_stroke_report *report, vv_error *error)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(points != NULL || point_count == 0);
    VV_ASSERT(out != NULL);
    vv_result result = check(element_count, point_count, points, error);
    if (result != VV_OK)
        return result;
    if (point_count == 0)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "the stroke has no points");
    for (uint32_t i = 0; before && i < element_count; i++)
        if (!(fabsf(before->angles[i]) <= VV_LINE_MAX_VALUE))
            return vvi_fail(error, VV_ERROR_ARGUMENT, "angle %u of the keystroke before is not within ±%g radians", i,
                            (double)VV_LINE_MAX_VALUE);
    stroke_work *work = vvi_allocate(allocator, 1, sizeof *work);
    stroke_vec *kept = vvi_allocate(allocator, point_count, sizeof *kept);
    if (work && kept) {
        size_t count =
            remove_close_points(point_count, points, MIN_POINT_DISTANCE * measure_size(point_count, points), kept);
        result = fit_points(work, element_count, count, kept, points[0].at, before, out, report, error);
    } else {
        result = vvi_fail_memory(error, sizeof *work + point_count * sizeof *kept);
    }
    vvi_release(allocator, kept, point_count, sizeof *kept);
    vvi_release(allocator, work, 1, sizeof *work);
    return result;
}
