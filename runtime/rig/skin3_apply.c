/* Linear blend skinning over a skeleton, and its inverse (Sloan, Rose and Cohen 2000, section 5, eq. 8 and 9): the
 * transforms of a vertex's joints are blended, then applied or inverted. */
#include "runtime/base/lanes.h"
#include "skin3.h"

#include <string.h>

/* A transform by columns: p ↦ p.x·m[0…2] + p.y·m[3…5] + p.z·m[6…8] + m[9…11]. Twelve floats are three
 * registers of four, and a column is multiplied with one coordinate. It has the size of a vv_affine3, which it
 * replaces in `scratch`. */
typedef struct columns3 {
    float m[12];
} columns3;
_Static_assert(sizeof(columns3) == sizeof(vv_affine3), "transforms replace those in the caller's scratch");

static columns3 *combine_binds(const vv_skin3 *skin, const vv_affine3 *globals, vv_affine3 *scratch)
{
    skin3_view view = skin3_open(skin);
    columns3 *out = (columns3 *)(void *)scratch;
    for (uint32_t j = 0; j < skin->joint_count; j++) {
        vv_affine3 T = vv_affine3_multiply(globals[j], view.binds[j]);
        const vv_vec3 *r = T.linear.row;
        columns3 by_columns = {{r[0].x, r[1].x, r[2].x, r[0].y, r[1].y, r[2].y, r[0].z, r[1].z, r[2].z, T.translation.x,
                                T.translation.y, T.translation.z}};
        memcpy(&out[j], &by_columns, sizeof by_columns);
    }
    return out;
}

/* Σ_k w_k T_k, added to +0 in the order of the influences. */
static columns3 blend_plain(const columns3 *T, const uint16_t *joints, const float *weights)
{
    columns3 sum = {{0.0f}};
    for (uint32_t k = 0; k < VV_SKIN3_INFLUENCES; k++)
        for (uint32_t i = 0; i < 12; i++)
            sum.m[i] += weights[k] * T[joints[k]].m[i];
    return sum;
}

static vv_vec3 apply_columns(const columns3 *T, vv_vec3 p)
{
    const float *m = T->m;
    return (vv_vec3){p.x * m[0] + p.y * m[3] + p.z * m[6] + m[9], p.x * m[1] + p.y * m[4] + p.z * m[7] + m[10],
                     p.x * m[2] + p.y * m[5] + p.z * m[8] + m[11]};
}

/* Normals are transformed by the cofactor matrix, so that they stay perpendicular where the blend squeezes. */
static vv_vec3 transform_normal(const columns3 *T, vv_vec3 n)
{
    const float *m = T->m;
    vv_vec3 a = {m[0], m[1], m[2]}, b = {m[3], m[4], m[5]}, c = {m[6], m[7], m[8]};
    vv_vec3 sum = vv_vec3_add(vv_vec3_scale(vv_vec3_cross(b, c), n.x), vv_vec3_scale(vv_vec3_cross(c, a), n.y));
    return vv_vec3_normalize(vv_vec3_add(sum, vv_vec3_scale(vv_vec3_cross(a, b), n.z)), n);
}

static void apply_plain(const vv_skin3 *skin, const columns3 *T, const vv_vec3 *rest, const vv_vec3 *rest_normals,
                        vv_vec3 *vertices, vv_vec3 *normals)
{
    skin3_view view = skin3_open(skin);
    for (uint32_t v = 0; v < skin->vertex_count; v++) {
        columns3 sum = blend_plain(T, view.joints[v], view.weights[v]);
        vertices[v] = apply_columns(&sum, rest[v]);
        if (normals)
            normals[v] = transform_normal(&sum, rest_normals[v]);
    }
}

#ifndef VV_SCALAR
static void apply_4(const vv_skin3 *skin, const columns3 *T, const vv_vec3 *rest, const vv_vec3 *rest_normals,
                    vv_vec3 *vertices, vv_vec3 *normals)
{
    skin3_view view = skin3_open(skin);
    for (uint32_t v = 0; v < skin->vertex_count; v++) {
        const float *w = view.weights[v];
        float4 s[3] = {{0.0f}, {0.0f}, {0.0f}};
        for (uint32_t k = 0; k < VV_SKIN3_INFLUENCES; k++) {
            const float4 *t = (const float4 *)T[view.joints[v][k]].m;
            s[0] += w[k] * t[0];
            s[1] += w[k] * t[1];
            s[2] += w[k] * t[2];
        }
        float4 y = __builtin_shufflevector(s[0], s[1], 3, 4, 5, 5), z = __builtin_shufflevector(s[1], s[2], 2, 3, 4, 4);
        float4 move = __builtin_shufflevector(s[2], s[2], 1, 2, 3, 3);
        vv_vec3 p = rest[v];
        float4 out = p.x * s[0] + p.y * y + p.z * z + move;
        /* Only three lanes: the fourth would overwrite the next vertex, which may be an input when `vertices` is
         * `rest`. */
        memcpy(&vertices[v], &out, sizeof *vertices);
        if (normals) {
            columns3 sum;
            memcpy(&sum, s, sizeof sum);
            normals[v] = transform_normal(&sum, rest_normals[v]);
        }
    }
}
#endif

void vvi_skin3_apply_width(const vv_skin3 *skin, const vv_affine3 *globals, const vv_vec3 *rest,
                           const vv_vec3 *rest_normals, vv_affine3 *scratch, vv_vec3 *vertices, vv_vec3 *normals,
                           vvi_width width)
{
    const columns3 *T = combine_binds(skin, globals, scratch);
#ifndef VV_SCALAR
    if (width != VVI_WIDTH_PLAIN) {
        apply_4(skin, T, rest, rest_normals, vertices, normals);
        return;
    }
#endif
    (void)width; /* a scalar build has only one width */
    apply_plain(skin, T, rest, rest_normals, vertices, normals);
}

void vv_skin3_apply(const vv_skin3 *skin, const vv_affine3 *globals, const vv_vec3 *rest, const vv_vec3 *rest_normals,
                    vv_affine3 *scratch, vv_vec3 *vertices, vv_vec3 *normals)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(skin != NULL);
    VV_ASSERT(globals != NULL);
    VV_ASSERT(rest != NULL);
    VV_ASSERT(scratch != NULL);
    VV_ASSERT(vertices != NULL);
    vvi_skin3_apply_width(skin, globals, rest, rest_normals, scratch, vertices, normals, vvi_best_width());
}

/* ---- Eq. 8 ------------------------------------------------------------------------------------------------------- */

/* Finds the point that T moves to `target`: rest + Σ_i v_i (v_i · Mᵀ d)/σ_i², with d = target − T rest, over
 * the singular directions v_i that are squeezed by at most 1 : limit in comparison with the widest. Along the others
 * the point stays at rest. False where there are such directions. */
static bool invert_blend(const columns3 *T, vv_vec3 target, vv_vec3 rest, double limit, vv_vec3 *out)
{
    const float *m = T->m;
    double M[3][3], S[3][3], V[3][3], d[3], projected[3], r[3] = {(double)rest.x, (double)rest.y, (double)rest.z};
    double goal[3] = {(double)target.x, (double)target.y, (double)target.z};
    bool complete = true;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            M[i][k] = (double)m[3 * k + i];
        d[i] = goal[i] - (M[i][0] * r[0] + M[i][1] * r[1] + M[i][2] * r[2] + (double)m[9 + i]);
    }
    for (int i = 0; i < 3; i++) {
        projected[i] = M[0][i] * d[0] + M[1][i] * d[1] + M[2][i] * d[2];
        for (int k = 0; k < 3; k++)
            S[i][k] = M[0][i] * M[0][k] + M[1][i] * M[1][k] + M[2][i] * M[2][k];
    }
    vvi_symmetric3_factor(S, V);
    double threshold = S[0][0] / (limit * limit);
    for (int i = 0; i < 3; i++) {
        if (!(S[i][i] > threshold && S[i][i] > 1e-30)) {
            complete = false;
            continue;
        }
        double coefficient = (V[0][i] * projected[0] + V[1][i] * projected[1] + V[2][i] * projected[2]) / S[i][i];
        for (int k = 0; k < 3; k++)
            r[k] += coefficient * V[k][i];
    }
    *out = (vv_vec3){(float)r[0], (float)r[1], (float)r[2]};
    return complete;
}

uint32_t vv_skin3_apply_inverse(const vv_skin3 *skin, const vv_affine3 *globals, const vv_vec3 *vertices,
                                const vv_vec3 *rest, float limit, vv_affine3 *scratch, vv_vec3 *out,
                                uint32_t bad_capacity, uint32_t *bad)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(skin != NULL);
    VV_ASSERT(globals != NULL);
    VV_ASSERT(vertices != NULL);
    VV_ASSERT(rest != NULL);
    VV_ASSERT(scratch != NULL);
    VV_ASSERT(out != NULL);
    VV_ASSERT(bad != NULL || bad_capacity == 0);
    VV_ASSERT(limit > 1.0f);
    skin3_view view = skin3_open(skin);
    const columns3 *T = combine_binds(skin, globals, scratch);
    uint32_t count = 0;
    for (uint32_t v = 0; v < skin->vertex_count; v++) {
        columns3 sum = blend_plain(T, view.joints[v], view.weights[v]);
        if (invert_blend(&sum, vertices[v], rest[v], (double)limit, &out[v]))
            continue;
        if (count < bad_capacity)
            bad[count] = v;
        count++;
    }
    return count;
}
