/* Transforms from every joint's frame to the figure's: G_j = G_parent · [R(turn_j) | move_j], parents first.
 *
 * Turns and moves become matrices for four joints at a time. Each is then multiplied by the matrix of its parent: row
 * r of the parent's matrix times the rows of the joint's matrix gives the four numbers of a row of the product. The
 * plain version does the same sums in the same order. */
#include "runtime/base/lanes.h"
#include "skeleton.h"

/* Joints first…end − 1, one after another. */
static void globals_plain(const skeleton_view *view, uint32_t first, uint32_t end, const vv_quat *turns,
                          const vv_vec3 *moves, vv_affine3 *globals)
{
    for (uint32_t j = first; j < end; j++) {
        vv_affine3 local = {vv_quat_to_mat3(turns[j]), moves[j]};
        globals[j] = j == 0 ? local : vv_affine3_multiply(globals[view->parents[j]], local);
    }
}

#ifndef VV_SCALAR
#define SHUFFLE(a, b, i, j, k, l) __builtin_shufflevector(a, b, i, j, k, l)

/* Transposes four columns into four rows, `stride` vectors apart. */
static inline __attribute__((always_inline)) void transpose(const float4 *columns, uint32_t stride, float4 *rows)
{
    float4 a = SHUFFLE(columns[0], columns[1], 0, 4, 1, 5), b = SHUFFLE(columns[2], columns[3], 0, 4, 1, 5),
           c = SHUFFLE(columns[0], columns[1], 2, 6, 3, 7), d = SHUFFLE(columns[2], columns[3], 2, 6, 3, 7);
    rows[0] = SHUFFLE(a, b, 0, 1, 4, 5);
    rows[stride] = SHUFFLE(a, b, 2, 3, 6, 7);
    rows[2 * stride] = SHUFFLE(c, d, 0, 1, 4, 5);
    rows[3 * stride] = SHUFFLE(c, d, 2, 3, 6, 7);
}

/* The rows of [R(turn) | move] for four joints, rows[4][3]. The sums are those of vv_quat_to_mat3. */
static inline __attribute__((always_inline)) void locals_4(const vv_quat *turns, const vv_vec3 *moves, float4 *rows)
{
    float4 q[4];
    transpose((const float4 *)turns, 1, q);
    float4 x = 2.0f * q[0], y = 2.0f * q[1], z = 2.0f * q[2];
    float4 xx = q[0] * x, yy = q[1] * y, zz = q[2] * z, xy = q[0] * y, xz = q[0] * z, yz = q[1] * z, wx = q[3] * x,
           wy = q[3] * y, wz = q[3] * z;
    const float4 *m = (const float4 *)moves;
    float4 mx = SHUFFLE(SHUFFLE(m[0], m[1], 0, 3, 6, 6), m[2], 0, 1, 2, 5),
           my = SHUFFLE(SHUFFLE(m[0], m[1], 1, 4, 7, 7), m[2], 0, 1, 2, 6),
           mz = SHUFFLE(SHUFFLE(m[0], m[1], 2, 5, 5, 5), m[2], 0, 1, 4, 7);
    const float4 columns[3][4] = {{1.0f - (yy + zz), xy - wz, xz + wy, mx},
                                  {xy + wz, 1.0f - (xx + zz), yz - wx, my},
                                  {xz - wy, yz + wx, 1.0f - (xx + yy), mz}};
    for (uint32_t r = 0; r < 3; r++)
        transpose(columns[r], 3, rows + r);
}

/* out = parent · local: a row of the product is the parent's row times the local rows; the parent's move is added in
 * the last lane. Each row is stored as four numbers; the next row overwrites the fourth, and the moves are stored
 * last. */
static inline __attribute__((always_inline)) void multiply_4(const vv_affine3 *parent, const float4 *local,
                                                             vv_affine3 *out)
{
    float4 row[3];
    const float *move = &parent->translation.x;
    float *to = &out->linear.row[0].x;
    for (uint32_t r = 0; r < 3; r++) {
        vv_vec3 p = parent->linear.row[r];
        row[r] = p.x * local[0] + p.y * local[1] + p.z * local[2];
    }
    float4 sums = {row[0][3] + move[0], row[1][3] + move[1], row[2][3] + move[2], 0.0f};
    for (uint32_t r = 0; r < 3; r++)
        *(float4 *)(to + 3 * r) = row[r];
    out->translation = (vv_vec3){sums[0], sums[1], sums[2]};
}

static inline __attribute__((always_inline)) void globals_by_four(const skeleton_view *view, const vv_quat *turns,
                                                                  const vv_vec3 *moves, vv_affine3 *globals)
{
    uint32_t full = view->joint_count & ~3u;
    globals_plain(view, 0, 1, turns, moves, globals);
    for (uint32_t first = 0; first < full; first += 4) {
        float4 rows[12];
        locals_4(turns + first, moves + first, rows);
        for (uint32_t j = first == 0 ? 1 : first; j < first + 4; j++)
            multiply_4(&globals[view->parents[j]], rows + 3 * (j - first), &globals[j]);
    }
    globals_plain(view, full > 0 ? full : 1, view->joint_count, turns, moves, globals);
}

static void globals_4(const skeleton_view *view, const vv_quat *turns, const vv_vec3 *moves, vv_affine3 *globals)
{
    globals_by_four(view, turns, moves, globals);
}
#endif

#ifdef VVI_AVX2
/* Also four at a time: AVX gains from loads that broadcast a number to all lanes. */
VVI_TARGET_AVX2 static void globals_8(const skeleton_view *view, const vv_quat *turns, const vv_vec3 *moves,
                                      vv_affine3 *globals)
{
    globals_by_four(view, turns, moves, globals);
}
#endif

void vvi_skeleton_globals_width(const vv_skeleton *skeleton, const vv_quat *turns, const vv_vec3 *moves,
                                vv_affine3 *globals, vvi_width width)
{
    skeleton_view view = skeleton_open(skeleton);
    (void)width; /* a scalar build has only one width */
#ifdef VVI_AVX2
    if (width == VVI_WIDTH_8) {
        globals_8(&view, turns, moves, globals);
        return;
    }
#endif
#ifndef VV_SCALAR
    if (width == VVI_WIDTH_4) {
        globals_4(&view, turns, moves, globals);
        return;
    }
#endif
    globals_plain(&view, 0, view.joint_count, turns, moves, globals);
}

void vv_skeleton_globals(const vv_skeleton *skeleton, const vv_quat *turns, const vv_vec3 *moves, vv_affine3 *globals)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(skeleton != NULL);
    VV_ASSERT(turns != NULL);
    VV_ASSERT(moves != NULL);
    VV_ASSERT(globals != NULL);
    vvi_skeleton_globals_width(skeleton, turns, moves, globals, vvi_best_width());
}
