/* Every function of verve/math.h that is not inline, on numbers of all sizes, subnormal ones too. */
#include "game.h"

#include <string.h>

/* A float of one of 32 binary exponents about 1, or of a subnormal size; made of bits, so that it is the same for
 * every host. */
static float next_float(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    uint32_t exponent = *seed >> 27, bits = (*seed << 5 & 0x80000000u) | (*seed & 0x7fffffu);
    bits |= exponent == 0 ? 0 : (exponent + 111u) << 23;
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static vv_vec3 next_vec3(uint32_t *s) { return (vv_vec3){next_float(s), next_float(s), next_float(s)}; }
static vv_quat next_quat(uint32_t *s) { return (vv_quat){next_float(s), next_float(s), next_float(s), next_float(s)}; }
static vv_mat2 next_mat2(uint32_t *s) { return (vv_mat2){next_float(s), next_float(s), next_float(s), next_float(s)}; }
static vv_mat3 next_mat3(uint32_t *s) { return (vv_mat3){{next_vec3(s), next_vec3(s), next_vec3(s)}}; }

static void use_scalars(uint32_t *s)
{
    float a = next_float(s), b = next_float(s), sine, cosine;
    vv_sin_cos(a, &sine, &cosine);
    ADD(sine);
    ADD(cosine);
    ADD(vv_sin(a));
    ADD(vv_cos(b));
    ADD(vv_atan2(a, b));
    ADD(vv_acos(a));
    ADD(vv_exp(b));
    ADD(vv_wrap_angle(a));
}

static void use_plane(uint32_t *s)
{
    vv_affine a = {next_mat2(s), {next_float(s), next_float(s)}}, inverse = {0};
    ADD(vv_mat2_rotation(next_float(s)));
    ADD(vv_mat2_polar(next_mat2(s)));
    ADD(vv_polar2_compose((vv_polar2){next_float(s), next_float(s), next_float(s), next_float(s)}));
    ADD(vv_affine_invert(a, &inverse));
    ADD(inverse);
}

static void use_space(uint32_t *s)
{
    vv_quat q = vv_quat_normalize(next_quat(s)), r = vv_quat_normalize(next_quat(s)), turn;
    vv_vec3 u = vv_vec3_normalize(next_vec3(s), (vv_vec3){1, 0, 0}),
            v = vv_vec3_normalize(next_vec3(s), (vv_vec3){0, 1, 0});
    vv_affine3 a = {next_mat3(s), next_vec3(s)}, b = {next_mat3(s), next_vec3(s)}, inverse = {0};
    vv_mat3 m = {0}, stretch;
    ADD(q);
    ADD(u);
    ADD(vv_quat_multiply(q, r));
    ADD(vv_quat_from_axis_angle(u, next_float(s)));
    ADD(vv_quat_between(u, v));
    ADD(vv_quat_slerp(q, r, next_float(s)));
    ADD(vv_quat_rotate(q, next_vec3(s)));
    ADD(vv_quat_log(q));
    ADD(vv_quat_exp(next_vec3(s)));
    ADD(vv_quat_to_mat3(q));
    ADD(vv_mat3_to_quat(vv_quat_to_mat3(r)));
    ADD(vv_mat3_apply(a.linear, u));
    ADD(vv_mat3_multiply(a.linear, b.linear));
    ADD(vv_mat3_transpose(a.linear));
    ADD(vv_mat3_determinant(a.linear));
    ADD(vv_mat3_invert(a.linear, &m));
    ADD(m);
    vv_mat3_polar(b.linear, &turn, &stretch);
    ADD(turn);
    ADD(stretch);
    ADD(vv_affine3_multiply(a, b));
    ADD(vv_affine3_invert(a, &inverse));
    ADD(inverse);
}

void game_use_maths(void)
{
    uint32_t seed = 1;
    for (uint32_t i = 0; i < 2000; i++) {
        use_scalars(&seed);
        use_plane(&seed);
        use_space(&seed);
    }
}
