/* From a stroke of a pen to a line (section 3.1): checked, brought to equal distances, smoothed, fitted, and taken in the
 * direction in which the line turns least. */
#include "stroke.h"

/* Points nearer than this share of the stroke's size to the one before are left out: trembling must not count as length. */
#define NEAR 0.002
/* Deviations of the bell that smooths, shares of the length: at least, at most; and in pieces between the pen's points. Stair
 * steps of a mouse are one to two pieces long, and a curve of radius L/6 is flattened by no more than 3·FLATTEST² = 0.0003 L. */
#define LEAST_SMOOTH 0.004
#define MOST_SMOOTH  0.01
#define SMOOTH_STEPS 1.5

/* Everything of one fit; freed at its end. */
typedef struct stroke_work {
    stroke_fit fit;
    spot evenly[STROKE_PIECES + 1], smoothed[STROKE_PIECES + 1];
} stroke_work;

static bool is_sound(const vv_stroke_point *p)
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
        if (!is_sound(&points[i]))
            return vvi_fail(error, VV_ERROR_ARGUMENT, "point %u of the stroke is not a number within %g", i,
                            (double)VV_LINE_MAX_VALUE);
    return VV_OK;
}

static double size_of(uint32_t count, const vv_stroke_point *points)
{
    vv_vec2 low = points[0].at, high = low;
    for (uint32_t i = 1; i < count; i++) {
        low = (vv_vec2){vvi_min(low.x, points[i].at.x), vvi_min(low.y, points[i].at.y)};
        high = (vv_vec2){vvi_max(high.x, points[i].at.x), vvi_max(high.y, points[i].at.y)};
    }
    return spot_distance((spot){(double)low.x, (double)low.y}, (spot){(double)high.x, (double)high.y});
}

/* Those that count, seen from the first one; the last one always does. kept[count]; returns how many. */
static size_t thin(uint32_t count, const vv_stroke_point *points, double near, spot *kept)
{
    size_t used = 1;
    kept[0] = (spot){0.0, 0.0};
    for (uint32_t i = 1; i < count; i++) {
        spot at = {(double)points[i].at.x - (double)points[0].at.x, (double)points[i].at.y - (double)points[0].at.y};
        bool last = i + 1 == count;
        double far = spot_distance(kept[used - 1], at);
        if (far > near)
            kept[used++] = at;
        else if (last && used > 1)
            kept[used - 1] = at;
        else if (last && far > 0.0)
            kept[used++] = at;
    }
    return used;
}

/* Resampled and smoothed into work->evenly; returns its length. */
static double prepare(stroke_work *work, size_t count, const spot *kept)
{
    double length = vvi_stroke_space(count, kept, work->evenly);
    double share = SMOOTH_STEPS / (double)(count - 1);
    share = share < LEAST_SMOOTH ? LEAST_SMOOTH : share > MOST_SMOOTH ? MOST_SMOOTH : share;
    if (length <= 0.0)
        return 0.0;
    vvi_stroke_smooth(work->evenly, share * STROKE_PIECES, work->smoothed);
    return vvi_stroke_space(STROKE_PIECES + 1, work->smoothed, work->evenly);
}

/* ---- What comes out --------------------------------------------------------------------------------------------------- */

static vv_line_pose pose_of(const stroke_fit *fit, vv_vec2 origin)
{
    vv_line_pose pose = {.length = (float)(fit->element * fit->element_count)};
    pose.root = (vv_vec2){(float)(fit->root.x + (double)origin.x), (float)(fit->root.y + (double)origin.y)};
    for (uint32_t i = 0; i < fit->element_count; i++)
        pose.angles[i] = (float)fit->angles[i];
    return pose;
}

/* Between points as far along the line as along the stroke, seen from the stroke's first point. */
static vv_stroke_report report_of(const stroke_work *work, const vv_line_pose *pose, double length, bool reversed)
{
    vv_vec2 corners[VV_LINE_MAX_ELEMENTS + 1];
    vv_line_pose near = *pose;
    near.root = (vv_vec2){(float)work->fit.root.x, (float)work->fit.root.y};
    vv_line_points(work->fit.element_count, &near, corners);
    double sum = 0.0, worst = 0.0;
    for (uint32_t i = 0; i <= STROKE_PIECES; i++) {
        float along = (float)i / (float)STROKE_PIECES;
        vv_vec2 at = vvi_line_curve(work->fit.element_count, corners, near.length, along, NULL);
        const spot *drawn = &work->evenly[reversed ? STROKE_PIECES - i : i];
        double far = spot_distance((spot){(double)at.x, (double)at.y}, *drawn);
        sum += far * far;
        worst = vvi_most(worst, far);
    }
    return (vv_stroke_report){.error = (float)(sqrt(sum / (STROKE_PIECES + 1)) / length),
                              .worst = (float)(worst / length),
                              .crossings = vvi_stroke_crossings(work->evenly),
                              .reversed = reversed};
}

static vv_result fit_kept(stroke_work *work, uint32_t elements, size_t count, const spot *kept, vv_vec2 origin,
                          const vv_line_pose *before, vv_line_pose *out, vv_stroke_report *report, vv_error *error)
{
    double length = count < 2 ? 0.0 : prepare(work, count, kept);
    if (!(length >= (double)VV_LINE_MIN_LENGTH)) {
        vvi_fail(error, VV_ERROR_ARGUMENT, "the stroke is only a dot");
        vvi_error_remedy(error, "draw from one place to another");
        return VV_ERROR_ARGUMENT;
    }
    if (length > (double)VV_LINE_MAX_VALUE)
        return vvi_fail(error, VV_ERROR_LIMIT, "the stroke is longer than %g metres", (double)VV_LINE_MAX_VALUE);
    work->fit.element_count = elements;
    vvi_stroke_angles(&work->fit, work->evenly, length);
    *out = pose_of(&work->fit, origin);
    bool reversed = vvi_stroke_direct(elements, work->fit.angles, before, out);
    *out = pose_of(&work->fit, origin);
    if (report)
        *report = report_of(work, out, length, reversed);
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
            return vvi_fail(error, VV_ERROR_ARGUMENT, "angle %u of the keystroke before is not a number within %g", i,
                            (double)VV_LINE_MAX_VALUE);
    stroke_work *work = vvi_allocate(allocator, 1, sizeof *work);
    spot *kept = vvi_allocate(allocator, point_count, sizeof *kept);
    if (work && kept) {
        size_t count = thin(point_count, points, NEAR * size_of(point_count, points), kept);
        result = fit_kept(work, element_count, count, kept, points[0].at, before, out, report, error);
    } else {
        result = vvi_fail_memory(error, sizeof *work + point_count * sizeof *kept);
    }
    vvi_release(allocator, kept, point_count, sizeof *kept);
    vvi_release(allocator, work, 1, sizeof *work);
    return result;
}
