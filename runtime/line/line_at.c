/* Queries about a line: its counts and times, and its pose at a time. */
#include "elastic.h"

#include <string.h>

uint32_t vv_line_element_count(const vv_line *line)
{
    VV_ASSERT(line != NULL);
    return line->element_count;
}

uint32_t vv_line_key_count(const vv_line *line)
{
    VV_ASSERT(line != NULL);
    return line->key_count;
}

float vv_line_key_time(const vv_line *line, uint32_t key)
{
    VV_ASSERT(line != NULL);
    VV_ASSERT(key < line->key_count);
    return line_times(line)[key];
}

float vv_line_duration(const vv_line *line)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(line != NULL);
    return line_times(line)[line->key_count - 1] + line->settle;
}

/* The position of a time: between `frame` and the next one at `share` in 0…1; the step is `seconds` long, 0 where the
 * line stands still. */
typedef struct frame_time {
    uint32_t frame;
    double share, seconds;
} frame_time;

static frame_time locate_in_steps(uint32_t first, uint32_t steps, double seconds, double elapsed)
{
    double step_position = elapsed / seconds * steps;
    uint32_t step = step_position < steps ? (uint32_t)step_position : steps - 1;
    VVI_CHECK(steps > 0 && seconds > 0.0 && elapsed >= 0.0);
    return (frame_time){first + step, vvi_min_double(step_position - step, 1.0), seconds / steps};
}

static frame_time locate_frame(const vv_line *line, double time)
{
    const float *times = line_times(line);
    uint32_t low = 0, high = line->key_count - 1, last = high * line->frame_count;
    VVI_CHECK(line->key_count > 0);
    if (!(time > (double)times[0]))
        return (frame_time){0, 0.0, 0.0};
    if (time >= (double)times[high]) {
        double elapsed = time - (double)times[high];
        if (!(elapsed < (double)line->settle_window))
            return (frame_time){last + line->settle_steps, 0.0, 0.0};
        return locate_in_steps(last, line->settle_steps, (double)line->settle_window, elapsed);
    }
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (time >= (double)times[middle])
            low = middle;
        else
            high = middle;
    }
    return locate_in_steps(low * line->frame_count, line->frame_count, (double)times[high] - (double)times[low],
                           time - (double)times[low]);
}

static void unpack_pose(uint32_t elements, const float *components, vv_line_pose *pose)
{
    memset(pose, 0, sizeof *pose);
    memcpy(pose->angles, components, elements * sizeof *components);
    pose->length = components[elements];
    pose->root = (vv_vec2){components[elements + 1], components[elements + 2]};
}

void vv_line_sample(const vv_line *line, double time, vv_line_pose *pose, vv_line_pose *rates)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(line != NULL);
    VV_ASSERT(pose != NULL);
    frame_time at = locate_frame(line, time);
    uint32_t width = LINE_WIDTH(line->element_count);
    const float *values = line_values(line) + (size_t)at.frame * width;
    const float *slopes = line_rates(line) + (size_t)at.frame * width;
    float places[LINE_MAX_WIDTH], speeds[LINE_MAX_WIDTH];
    memcpy(places, values, width * sizeof *places);
    memset(speeds, 0, sizeof speeds);
    for (uint32_t i = 0; at.seconds > 0.0 && i < width; i++) {
        double a = (double)values[i], b = (double)values[width + i];
        double from = (double)slopes[i] * at.seconds, to = (double)slopes[width + i] * at.seconds;
        places[i] = (float)vvi_hermite(a, from, b, to, at.share);
        speeds[i] = (float)(hermite_slope(a, from, b, to, at.share) / at.seconds);
    }
    unpack_pose(line->element_count, places, pose);
    if (rates)
        unpack_pose(line->element_count, speeds, rates);
}
