/* Prepares a picture for minification: a pyramid in steps of √2 (Williams 1983, "Pyramidal parametrics", with finer
 * steps instead of interpolation between levels). */
#include "author/render/texture.h"

#include <string.h>

static uint16_t *texel_at(const vvi_level *level, uint32_t x, uint32_t y)
{
    return level->texels + 4 * ((size_t)(y + 1) * level->stride + x + 1);
}

static size_t texel_numbers(const vvi_level *level) { return 4 * (size_t)level->stride * (level->height + 3); }

static bool add_level(vv_texture *texture, uint32_t width, uint32_t height)
{
    vvi_level *level = &texture->levels[texture->level_count];
    *level = (vvi_level){width, height, width + 3, NULL};
    level->texels = vvi_allocate_zeroed(texture->allocator, texel_numbers(level), sizeof *level->texels);
    if (!level->texels)
        return false;
    ++texture->level_count;
    return true;
}

static void fill_first(const vvi_level *level, const vv_image *image)
{
    for (uint32_t y = 0; y < image->height; ++y)
        for (uint32_t x = 0; x < image->width; ++x) {
            const uint8_t *from = image->pixels + 4 * ((size_t)y * image->width + x);
            uint16_t *to = texel_at(level, x, y);
            for (int c = 0; c < 3; ++c)
                to[c] = (uint16_t)(from[c] * from[3]);
            to[3] = (uint16_t)(from[3] * 255);
        }
}

/* ---- Downsampling ---------------------------------------------------------------------------------------------- */

#define TAPS_MAX 5

/* The box filter of one target texel: weights[count] by area of the source texels from `first` on. It is sharper than
 * a tent filter, and since no detail is finer than a texel of the first level, there is no visible aliasing. */
typedef struct box_filter {
    uint32_t first, count;
    float weights[TAPS_MAX];
} box_filter;

static box_filter make_filter(uint32_t target, uint32_t targets, uint32_t sources)
{
    double ratio = (double)sources / (double)targets, low = target * ratio, high = low + ratio;
    box_filter out = {(uint32_t)low, 0, {0}};
    for (uint32_t i = out.first; i < sources && i < high && out.count < TAPS_MAX; ++i) {
        double start = i > low ? i : low, end = i + 1.0 < high ? i + 1.0 : high;
        out.weights[out.count++] = (float)((end - start) / ratio);
    }
    return out;
}

static vvi_rgba unpack(const uint16_t *texel)
{
    return (vvi_rgba){(float)texel[0], (float)texel[1], (float)texel[2], (float)texel[3]};
}

/* Computes one target row: filters source rows into rows[source width], then columns. */
static void downsample_row(const vvi_level *source, const vvi_level *target, uint32_t y, vvi_rgba *rows,
                           const box_filter *columns)
{
    box_filter vertical = make_filter(y, target->height, source->height);
    for (uint32_t x = 0; x < source->width; ++x) {
        vvi_rgba sum = {0};
        for (uint32_t i = 0; i < vertical.count; ++i)
            sum += unpack(texel_at(source, x, vertical.first + i)) * vertical.weights[i];
        rows[x] = sum;
    }
    for (uint32_t x = 0; x < target->width; ++x) {
        vvi_rgba sum = {0.5f, 0.5f, 0.5f, 0.5f};
        for (uint32_t i = 0; i < columns[x].count; ++i)
            sum += rows[columns[x].first + i] * columns[x].weights[i];
        uint16_t *to = texel_at(target, x, y);
        for (int c = 0; c < 4; ++c)
            to[c] = (uint16_t)sum[c];
    }
}

static bool downsample(const vvi_level *source, const vvi_level *target, const vv_allocator *allocator)
{
    vvi_rgba *rows = vvi_allocate(allocator, source->width, sizeof *rows);
    box_filter *columns = vvi_allocate(allocator, target->width, sizeof *columns);
    bool ok = rows && columns;
    for (uint32_t x = 0; ok && x < target->width; ++x)
        columns[x] = make_filter(x, target->width, source->width);
    for (uint32_t y = 0; ok && y < target->height; ++y)
        downsample_row(source, target, y, rows, columns);
    vvi_release(allocator, rows, source->width, sizeof *rows);
    vvi_release(allocator, columns, target->width, sizeof *columns);
    return ok;
}

/* length / √2^level, rounded, at least 1. */
static uint32_t level_size(uint32_t length, uint32_t level)
{
    double size = (double)length / (double)(1u << level / 2) / (level % 2 ? 1.41421356237309505 : 1.0);
    uint32_t whole = (uint32_t)(size + 0.5);
    return whole ? whole : 1;
}

static bool build_levels(vv_texture *texture, const vv_image *image)
{
    if (!add_level(texture, image->width, image->height))
        return false;
    fill_first(&texture->levels[0], image);
    for (uint32_t level = 1; level < VVI_LEVELS_MAX; ++level) {
        const vvi_level *before = &texture->levels[level - 1];
        if (before->width == 1 && before->height == 1)
            break;
        if (!add_level(texture, level_size(image->width, level), level_size(image->height, level)))
            return false;
        /* From two levels before, because a ratio of 2 filters more evenly than √2. */
        const vvi_level *source = &texture->levels[level < 2 ? 0 : level - 2];
        if (!downsample(source, &texture->levels[level], texture->allocator))
            return false;
    }
    return true;
}

vv_result vv_texture_create(const vv_image *image, const vv_allocator *allocator, vv_texture **out, vv_error *error)
{
    *out = NULL;
    vv_texture *texture = vvi_allocate_zeroed(allocator, 1, sizeof *texture);
    if (!texture)
        return vvi_fail_memory(error, sizeof *texture);
    texture->allocator = allocator;
    if (!build_levels(texture, image)) {
        vv_texture_destroy(texture);
        return vvi_fail_memory(error, (size_t)image->width * image->height * 16);
    }
    *out = texture;
    return VV_OK;
}

void vv_texture_destroy(vv_texture *texture)
{
    if (!texture)
        return;
    for (uint32_t i = 0; i < texture->level_count; ++i)
        vvi_release(texture->allocator, texture->levels[i].texels, texel_numbers(&texture->levels[i]),
                    sizeof(uint16_t));
    vvi_release(texture->allocator, texture, 1, sizeof *texture);
}

uint32_t vvi_texture_level(const vv_texture *texture, float density)
{
    uint32_t level = 0;
    for (float limit = 1.35f * 1.35f; density > limit && level + 1 < texture->level_count; limit *= 2.0f)
        ++level;
    return level;
}
