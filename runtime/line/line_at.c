/* What callers may ask of a line: its counts and times, and where it is at a time. */
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

float vv_line_length(const vv_line *line)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(line != NULL);
    return line_times(line)[line->key_count - 1] + line->settle;
}

/* Where a time lies: between frame and the next one, share of 0…1; a frame lasts `seconds`, 0 where the line stands. */
typedef struct moment {
    uint32_t frame;
    double share, seconds;
} moment;

static moment within_steps(uint32_t first, uint32_t steps, double seconds, double passed)
{
    double place = passed / seconds * steps;
    uint32_t step = place < steps ? (uint32_t)place : steps - 1;
    return (moment){first + step, vvi_least(place - step, 1.0), seconds / steps};
}

static moment moment_at(const vv_line *line, double time)
{
    const float *times = line_times(line);
    uint32_t low = 0, high = line->key_count - 1, last = high * line->frame_count;
    if (!(time > (double)times[0]))
        return (moment){0, 0.0, 0.0};
    if (time >= (double)times[high]) {
        double passed = time - (double)times[high];
        if (!(passed < (double)line->window))
            return (moment){last + line->settle_steps, 0.0, 0.0};
        return within_steps(last, line->settle_steps, (double)line->window, passed);
    }
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (time >= (double)times[middle])
            low = middle;
        else
            high = middle;
    }
    return within_steps(low * line->frame_count, line->frame_count, (double)times[high] - (double)times[low],
                        time - (double)times[low]);
}

static void spread(uint32_t elements, const float *numbers, vv_line_pose *pose)
{
    memset(pose, 0, sizeof *pose);
    memcpy(pose->angles, numbers, elements * sizeof *numbers);
    pose->length = numbers[elements];
    pose->root = (vv_vec2){numbers[elements + 1], numbers[elements + 2]};
}

void vv_line_at(const vv_line *line, double time, vv_line_pose *pose, vv_line_pose *rates)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(line != NULL);
    VV_ASSERT(pose != NULL);
    moment at = moment_at(line, time);
    uint32_t width = LINE_WIDTH(line->element_count);
    const float *values = line_values(line) + (size_t)at.frame * width;
    const float *slopes = line_rates(line) + (size_t)at.frame * width;
    float places[LINE_MOST_WIDTH], speeds[LINE_MOST_WIDTH];
    memcpy(places, values, width * sizeof *places);
    memset(speeds, 0, sizeof speeds);
    for (uint32_t i = 0; at.seconds > 0.0 && i < width; i++) {
        double a = (double)values[i], b = (double)values[width + i];
        double from = (double)slopes[i] * at.seconds, to = (double)slopes[width + i] * at.seconds;
        places[i] = (float)hermite(a, from, b, to, at.share);
        speeds[i] = (float)(hermite_slope(a, from, b, to, at.share) / at.seconds);
    }
    spread(line->element_count, places, pose);
    if (rates)
        spread(line->element_count, speeds, rates);
}
