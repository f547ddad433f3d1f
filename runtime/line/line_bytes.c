/* A line as bytes: its layout, and verifying bytes that arrive from outside. */
#include "elastic.h"

#include <string.h>

enum { MAX_SETTLE_STEPS = 8u * VV_LINE_MAX_FRAMES };

vv_line vvi_line_layout(uint32_t elements, uint32_t frames, uint32_t keys, uint32_t settle_steps, float settle,
                        float window)
{
    vv_line line = {.magic = LINE_MAGIC, .version = LINE_VERSION, .element_count = elements, .frame_count = frames};
    line.key_count = keys;
    line.settle_steps = settle_steps;
    line.settle = settle;
    line.settle_window = window;
    uint64_t cursor = sizeof line, numbers = (uint64_t)line_frames(&line) * LINE_WIDTH(elements);
    line.times = vvi_section(&cursor, keys, sizeof(float));
    line.values = vvi_section(&cursor, numbers, sizeof(float));
    line.rates = vvi_section(&cursor, numbers, sizeof(float));
    line.byte_count = vvi_section(&cursor, 0, 0);
    return line;
}

size_t vvi_line_bytes(const vv_line *line) { return (size_t)line->byte_count; }

vv_result vvi_line_check_counts(uint32_t elements, uint32_t frames, uint32_t keys, float settle, vv_error *error)
{
    if (elements < 2 || elements > VV_LINE_MAX_ELEMENTS || elements % 2 != 0)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "a line has an even number of elements, 2 to %u, not %u",
                        VV_LINE_MAX_ELEMENTS, elements);
    if (frames < 2 || frames > VV_LINE_MAX_FRAMES)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "a line has 2 to %u frames from key to key, not %u",
                        VV_LINE_MAX_FRAMES, frames);
    if (keys == 0 || keys > VV_LINE_MAX_KEYS)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "a line has 1 to %u keys, not %u", VV_LINE_MAX_KEYS, keys);
    if (!(settle >= 0.0f && settle <= VV_LINE_MAX_TIME))
        return vvi_fail(error, VV_ERROR_ARGUMENT, "a line settles within 0 to %g seconds, not %g",
                        (double)VV_LINE_MAX_TIME, (double)settle);
    return VV_OK;
}

static bool has_valid_times(const vv_line *line)
{
    const float *times = line_times(line);
    for (uint32_t k = 0; k < line->key_count; k++)
        if (!(times[k] >= 0.0f && times[k] <= VV_LINE_MAX_TIME) || (k > 0 && !(times[k] > times[k - 1])))
            return false;
    return true;
}

/* Finite and within the limits, with a positive length between frames too. (vv_line_sample is memory-safe without any
 * of this.) */
static bool is_valid_frame(const vv_line *line, uint32_t frame)
{
    uint32_t width = LINE_WIDTH(line->element_count);
    const float *values = line_values(line) + (size_t)frame * width, *rates = line_rates(line) + (size_t)frame * width;
    for (uint32_t i = 0; i < width; i++)
        if (!(fabsf(values[i]) <= LINE_MAX_STORED_VALUE && fabsf(rates[i]) <= LINE_MAX_STORED_RATE))
            return false;
    return values[line->element_count] >= LINE_MIN_STORED_LENGTH;
}

vv_result vvi_line_verify(const void *bytes, size_t byte_count, vv_error *error)
{
    const vv_line *line = bytes;
    static const vvi_block_kind kind = {"a line", LINE_MAGIC, LINE_VERSION, VVI_ALIGNMENT, sizeof(vv_line)};
    vv_result result = vvi_check_block(bytes, byte_count, &kind, error);
    if (result != VV_OK)
        return result;
    result = vvi_line_check_counts(line->element_count, line->frame_count, line->key_count, line->settle, error);
    if (result != VV_OK)
        return result;
    if (line->settle_steps > MAX_SETTLE_STEPS ||
        !(line->settle_window >= 0.0f && line->settle_window <= line->settle) ||
        (line->settle_window > 0.0f) != (line->settle_steps > 0))
        return vvi_fail(error, VV_ERROR_FORMAT, "the settling of the line after its last key is damaged");
    vv_line expected = vvi_line_layout(line->element_count, line->frame_count, line->key_count, line->settle_steps,
                                       line->settle, line->settle_window);
    if (memcmp(line, &expected, sizeof expected) != 0 || line->byte_count != byte_count)
        return vvi_fail(error, VV_ERROR_FORMAT, "the line's counts and offsets do not agree");
    if (!has_valid_times(line))
        return vvi_fail(error, VV_ERROR_FORMAT, "the times of the line's keys are damaged");
    for (uint32_t f = 0; f < line_frames(line); f++)
        if (!is_valid_frame(line, f))
            return vvi_fail(error, VV_ERROR_FORMAT, "frame %u of the line is damaged", f);
    return VV_OK;
}
