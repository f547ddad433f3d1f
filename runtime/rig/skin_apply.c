/* Linear blend skinning, x_i = (Σ_j w_ij T_j) r_i: the handles' transforms are blended, then applied, which costs six
 * multiplications and additions for each weight. All versions sum in the order of the block's list of handles. */
#include "runtime/base/lanes.h"
#include "skin.h"

#include <string.h>

static void apply_plain(const vv_skin *skin, const vv_affine *pose, vv_vec2 *vertices)
{
    skin_view view = skin_open(skin);
    for (uint32_t v = 0; v < skin->vertex_count; v++) {
        uint32_t block = v / SKIN_LANES, lane = v % SKIN_LANES;
        const float *rest = view.rest + 2 * SKIN_LANES * (size_t)block;
        vv_affine sum = {{0.0f, 0.0f, 0.0f, 0.0f}, {0.0f, 0.0f}};
        for (uint32_t e = view.starts[block]; e < view.starts[block + 1]; e++) {
            const vv_affine *T = &pose[view.handles[e]];
            float w = view.weights[SKIN_LANES * (size_t)e + lane];
            sum.linear.xx += w * T->linear.xx;
            sum.linear.xy += w * T->linear.xy;
            sum.linear.yx += w * T->linear.yx;
            sum.linear.yy += w * T->linear.yy;
            sum.translation.x += w * T->translation.x;
            sum.translation.y += w * T->translation.y;
        }
        vertices[v] = vv_affine_apply(sum, (vv_vec2){rest[lane], rest[SKIN_LANES + lane]});
    }
}

#ifndef VV_SCALAR
/* Eight vertices of a block, in two registers each: twelve sums fit in sixteen registers, more do not. */
static void half_block_4(const skin_view *view, uint32_t block, uint32_t lane, const vv_affine *pose, float4 *out)
{
    float4 xx0 = {0.0f}, xy0 = xx0, yx0 = xx0, yy0 = xx0, mx0 = xx0, my0 = xx0;
    float4 xx1 = {0.0f}, xy1 = xx1, yx1 = xx1, yy1 = xx1, mx1 = xx1, my1 = xx1;
    for (uint32_t e = view->starts[block], end = view->starts[block + 1]; e < end; e++) {
        const vv_affine *T = &pose[view->handles[e]];
        const float *weights = view->weights + SKIN_LANES * (size_t)e + lane;
        float4 w0 = *(const float4 *)weights, w1 = *(const float4 *)(weights + 4);
        xx0 += w0 * T->linear.xx;
        xx1 += w1 * T->linear.xx;
        xy0 += w0 * T->linear.xy;
        xy1 += w1 * T->linear.xy;
        yx0 += w0 * T->linear.yx;
        yx1 += w1 * T->linear.yx;
        yy0 += w0 * T->linear.yy;
        yy1 += w1 * T->linear.yy;
        mx0 += w0 * T->translation.x;
        mx1 += w1 * T->translation.x;
        my0 += w0 * T->translation.y;
        my1 += w1 * T->translation.y;
    }
    const float *rest = view->rest + 2 * SKIN_LANES * (size_t)block + lane;
    float4 rx0 = *(const float4 *)rest, rx1 = *(const float4 *)(rest + 4);
    float4 ry0 = *(const float4 *)(rest + SKIN_LANES), ry1 = *(const float4 *)(rest + SKIN_LANES + 4);
    float4 x0 = xx0 * rx0 + xy0 * ry0 + mx0, y0 = yx0 * rx0 + yy0 * ry0 + my0;
    float4 x1 = xx1 * rx1 + xy1 * ry1 + mx1, y1 = yx1 * rx1 + yy1 * ry1 + my1;
    out[0] = __builtin_shufflevector(x0, y0, 0, 4, 1, 5);
    out[1] = __builtin_shufflevector(x0, y0, 2, 6, 3, 7);
    out[2] = __builtin_shufflevector(x1, y1, 0, 4, 1, 5);
    out[3] = __builtin_shufflevector(x1, y1, 2, 6, 3, 7);
}

static void block_4(const skin_view *view, uint32_t block, const vv_affine *pose, void *out)
{
    half_block_4(view, block, 0, pose, out);
    half_block_4(view, block, 8, pose, (float4 *)out + 4);
}

static void apply_4(const vv_skin *skin, const vv_affine *pose, vv_vec2 *vertices)
{
    skin_view view = skin_open(skin);
    uint32_t full = skin->vertex_count / SKIN_LANES, left = skin->vertex_count % SKIN_LANES;
    for (uint32_t block = 0; block < full; block++)
        block_4(&view, block, pose, vertices + SKIN_LANES * (size_t)block);
    if (left != 0) {
        vv_vec2 out[SKIN_LANES];
        block_4(&view, full, pose, out);
        memcpy(vertices + SKIN_LANES * (size_t)full, out, left * sizeof *out);
    }
}
#endif

#ifdef VVI_AVX2
VVI_TARGET_AVX2 static void block_8(const skin_view *view, uint32_t block, const vv_affine *pose, float8 *out)
{
    float8 xx0 = {0.0f}, xy0 = xx0, yx0 = xx0, yy0 = xx0, mx0 = xx0, my0 = xx0;
    float8 xx1 = {0.0f}, xy1 = xx1, yx1 = xx1, yy1 = xx1, mx1 = xx1, my1 = xx1;
    for (uint32_t e = view->starts[block], end = view->starts[block + 1]; e < end; e++) {
        const vv_affine *T = &pose[view->handles[e]];
        const float *weights = view->weights + SKIN_LANES * (size_t)e;
        float8 w0 = *(const float8 *)weights, w1 = *(const float8 *)(weights + 8);
        xx0 += w0 * T->linear.xx;
        xx1 += w1 * T->linear.xx;
        xy0 += w0 * T->linear.xy;
        xy1 += w1 * T->linear.xy;
        yx0 += w0 * T->linear.yx;
        yx1 += w1 * T->linear.yx;
        yy0 += w0 * T->linear.yy;
        yy1 += w1 * T->linear.yy;
        mx0 += w0 * T->translation.x;
        mx1 += w1 * T->translation.x;
        my0 += w0 * T->translation.y;
        my1 += w1 * T->translation.y;
    }
    const float *rest = view->rest + 2 * SKIN_LANES * (size_t)block;
    float8 rx0 = *(const float8 *)rest, rx1 = *(const float8 *)(rest + 8);
    float8 ry0 = *(const float8 *)(rest + SKIN_LANES), ry1 = *(const float8 *)(rest + SKIN_LANES + 8);
    float8 x0 = xx0 * rx0 + xy0 * ry0 + mx0, y0 = yx0 * rx0 + yy0 * ry0 + my0;
    float8 x1 = xx1 * rx1 + xy1 * ry1 + mx1, y1 = yx1 * rx1 + yy1 * ry1 + my1;
    out[0] = __builtin_shufflevector(x0, y0, 0, 8, 1, 9, 2, 10, 3, 11);
    out[1] = __builtin_shufflevector(x0, y0, 4, 12, 5, 13, 6, 14, 7, 15);
    out[2] = __builtin_shufflevector(x1, y1, 0, 8, 1, 9, 2, 10, 3, 11);
    out[3] = __builtin_shufflevector(x1, y1, 4, 12, 5, 13, 6, 14, 7, 15);
}

VVI_TARGET_AVX2 static void apply_8(const vv_skin *skin, const vv_affine *pose, vv_vec2 *vertices)
{
    skin_view view = skin_open(skin);
    uint32_t full = skin->vertex_count / SKIN_LANES, left = skin->vertex_count % SKIN_LANES;
    for (uint32_t block = 0; block < full; block++)
        block_8(&view, block, pose, (float8 *)(vertices + SKIN_LANES * (size_t)block));
    if (left != 0) {
        float8 out[4];
        block_8(&view, full, pose, out);
        memcpy(vertices + SKIN_LANES * (size_t)full, out, left * sizeof *vertices);
    }
}
#endif

void vvi_skin_apply_width(const vv_skin *skin, const vv_affine *pose, vv_vec2 *vertices, vvi_width width)
{
    VV_ASSERT(width <= vvi_best_width());
    (void)width; /* a scalar build without asserts does not use it */
#ifdef VVI_AVX2
    if (width == VVI_WIDTH_8) {
        apply_8(skin, pose, vertices);
        return;
    }
#endif
#ifndef VV_SCALAR
    if (width == VVI_WIDTH_4) {
        apply_4(skin, pose, vertices);
        return;
    }
#endif
    apply_plain(skin, pose, vertices);
}

void vv_skin_apply(const vv_skin *skin, const vv_affine *pose, vv_vec2 *vertices)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(skin != NULL);
    VV_ASSERT(pose != NULL);
    VV_ASSERT(vertices != NULL);
    vvi_skin_apply_width(skin, pose, vertices, vvi_best_width());
}
