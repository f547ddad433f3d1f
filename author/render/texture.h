/* Private to author/render: a picture at many sizes (a mipmap). */
#ifndef VV_RENDER_TEXTURE_H
#define VV_RENDER_TEXTURE_H

#include "author/render/canvas.h"

/* One size of the picture. A texel is four 16-bit numbers: colour × alpha and alpha × 255, 0…65025, which represents
 * every 8-bit picture exactly. There is a transparent border of one texel on the left and top, and two on the right
 * and bottom, so that four neighbours can always be read. */
typedef struct vvi_level {
    uint32_t width, height; /* without the border */
    uint32_t stride;        /* texels of a stored row: width + 3 */
    uint16_t *texels;       /* [4 · stride · (height + 3)] */
} vvi_level;

/* Each level has about half the texels of the previous one. With steps of √2 there is always a level with 0.95 to
 * 1.35 texels per pixel, where one bilinear fetch neither shimmers nor blurs. 29 levels reduce 16384 texels to 1. */
#define VVI_LEVELS_MAX 29
struct vv_texture {
    const vv_allocator *allocator;
    uint32_t level_count;
    vvi_level levels[VVI_LEVELS_MAX];
};

/* The level for `density`: the square of the number of texels of the full picture that one screen pixel spans. */
uint32_t vvi_texture_level(const vv_texture *texture, float density);

/* Interpolates bilinearly between the four texels around (x, y), where (1, 1) is the centre of the first texel.
 * 0 ≤ x ≤ width + 1, likewise y. The result has premultiplied alpha, 0…1. */
static inline vvi_rgba vvi_texture_fetch(const vvi_level *level, float x, float y)
{
    int32_t column = (int32_t)x, row = (int32_t)y;
    float right = x - (float)column, below = y - (float)row;
    const uint16_t *texel = level->texels + 4 * ((size_t)row * level->stride + (size_t)column);
    vvi_rgba corner[4];
    for (int i = 0; i < 4; ++i) {
        ushort4 packed;
        __builtin_memcpy(&packed, texel + 4 * ((size_t)(i >> 1) * level->stride + (size_t)(i & 1)), sizeof packed);
        corner[i] = __builtin_convertvector(__builtin_convertvector(packed, int4), vvi_rgba);
    }
    vvi_rgba top = corner[0] + (corner[1] - corner[0]) * right;
    vvi_rgba bottom = corner[2] + (corner[3] - corner[2]) * right;
    return (top + (bottom - top) * below) * (1.0f / 65025.0f);
}

#endif
