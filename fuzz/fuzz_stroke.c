/* Any bytes as a stroke: refused with a message, or fitted by a line of finite numbers that is near it. */
#include "runtime/line/line.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool holds)
{
    if (!holds)
        abort();
}

static void use(uint32_t elements, const vv_line_pose *pose)
{
    vv_vec2 corners[VV_LINE_MAX_ELEMENTS + 1];
    must(vvi_all_finite(pose->angles, elements) && pose->length > 0.0f && isfinite(pose->length));
    vv_line_points(elements, pose, corners);
    for (uint32_t i = 0; i <= elements; i++)
        must(isfinite(corners[i].x) && isfinite(corners[i].y));
    vv_line_anchor grip = vv_line_find_anchor(elements, pose, corners[0]);
    vv_affine carry = vv_line_anchor_transform(elements, pose, pose, grip, true);
    must(carry.linear.xx == 1.0f && carry.translation.x == 0.0f);
}

/* The stroke, its first half, and both from their ends, as strokes of one line: the same curves must come out in
 * either direction. */
static void direct(uint32_t elements, uint32_t count, const vv_stroke_point *points, const vv_line_pose *whole)
{
    enum { STROKES = 3 };
    vv_line_pose poses[STROKES] = {*whole, *whole, *whole};
    vv_vec2 before[VV_LINE_MAX_ELEMENTS + 1], after[VV_LINE_MAX_ELEMENTS + 1];
    bool reversed[STROKES];
    vv_error error;
    vv_stroke_fit(elements, count / 2, points, NULL, NULL, &poses[1], NULL, &error);
    for (uint32_t i = 0; i < elements; i++)
        poses[2].angles[i] = whole->angles[elements - 1 - i] + VV_PI;
    vv_line_points(elements, &poses[1], before);
    vv_strokes_orient(elements, STROKES, count % 2 == 0, poses, reversed);
    must(!reversed[0] && memcmp(&poses[0], whole, sizeof *whole) == 0);
    for (uint32_t k = 1; k < STROKES; k++)
        use(elements, &poses[k]);
    vv_line_points(elements, &poses[1], after);
    vv_vec2 first = before[reversed[1] ? elements : 0];
    must(vv_vec2_distance(first, after[0]) <=
         1e-3f * poses[1].length + 1e-5f * fabsf(poses[1].root.x + poses[1].root.y));
}

/* The first byte has the number of elements, and whether points are whole floats or bytes; then come the points. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1)
        return 0;
    uint32_t elements = 2u * (data[0] % 34u);
    bool raw = data[0] >= 128;
    size_t each = raw ? sizeof(vv_stroke_point) : 2, count = (size - 1) / each;
    vv_stroke_point *points = calloc(count + 1, sizeof *points);
    for (size_t i = 0; points && i < count; i++) {
        const uint8_t *at = data + 1 + i * each;
        if (raw)
            memcpy(&points[i], at, each);
        else
            points[i] = (vv_stroke_point){{(float)at[0] / 64.0f, (float)at[1] / 64.0f}, 0.0f, 1.0f};
    }
    vv_line_pose first, second;
    vv_stroke_report report;
    vv_error error = {0};
    if (points && vv_stroke_fit(elements, (uint32_t)count, points, NULL, NULL, &first, &report, &error) == VV_OK) {
        use(elements, &first);
        must(isfinite(report.error) && report.error < 1.0f);
        must(vv_stroke_fit(elements, (uint32_t)count, points, &first, NULL, &second, &report, &error) == VV_OK);
        use(elements, &second);
        direct(elements, (uint32_t)count, points, &first);
    } else {
        must(!points || error.message[0] != 0);
    }
    free(points);
    return 0;
}
