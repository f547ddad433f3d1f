/* Keeps knees and elbows off the ground: a chain may rotate about its chord without moving its ends, and does so
 * where the joints between would come too low. */
#include "solver.h"

/* How far a joint should rise that is `above` the height to keep: C¹, 0 from `soft` above that height on, all that is
 * missing from `soft` below it. */
static float rise_for_height(float above, float soft)
{
    if (above >= soft)
        return 0.0f;
    return above <= -soft ? -above : (soft - above) * (soft - above) / (4.0f * soft);
}

/* What hangs straight down could swing to either side. If it should rise it is first tilted outwards (by up to 25
 * degrees), so that the undefined direction becomes one that limbs seldom have. Returns the sine of that tilt; f is
 * the direction of a swing, `cosine` says how steeply the limb hangs. */
static float tilt_sine(vv_vec3 f, vv_vec3 outwards, float cosine, float rise)
{
    float down = vvi_smoothstep(-2.5f * cosine - 1.5f), much = vvi_min(1.0f, rise / 0.3f);
    return 0.43f * down * much * vvi_clamp(3.0f * dot(f, outwards), -1.0f, 1.0f);
}

/* The rotation about the unit axis u that raises a point at r (perpendicular to the axis) by `rise`, the short way,
 * but never quite over the top. It fades out as the axis becomes vertical, where nothing can be raised, and where r
 * hangs straight down, so that it does not jump from one side to the other. */
static vv_quat rotation_to_raise(vv_vec3 r, vv_vec3 u, float rise, vv_vec3 outwards)
{
    float radius = sqrtf(length_squared(r));
    vv_vec3 e = scale(r, 1.0f / radius), f = cross(u, e);
    float level2 = e.y * e.y + f.y * f.y, level = sqrtf(level2);
    rise = rise / radius * vvi_min(1.0f, 4.0f * level2);
    float s0 = tilt_sine(f, outwards, e.y / level, rise), c0 = sqrtf(1.0f - s0 * s0);
    float cos_now = (e.y * c0 + f.y * s0) / level, sin_now = (f.y * c0 - e.y * s0) / level;
    float room = 1.0f - cos_now, wanted = rise / level;
    if (cos_now < 0.0f)
        wanted *= vvi_min(1.0f, 8.0f * sin_now * sin_now);
    float more = wanted * room / sqrtf(room * room + wanted * wanted + 1e-20f);
    float cos_new = cos_now + more, sin_new = sqrtf(vvi_max(0.0f, 1.0f - cos_new * cos_new));
    sin_new = sin_now < 0.0f ? -sin_new : sin_new;
    float c1 = cos_now * cos_new + sin_now * sin_new, s1 = sin_now * cos_new - cos_now * sin_new;
    float cosine = c0 * c1 - s0 * s1, sine = s0 * c1 + c0 * s1;
    return normalize((vv_quat){u.x * sine, u.y * sine, u.z * sine, 1.0f + cosine});
}

void vvi_swivel(uint32_t n, vv_vec3 *points, const float *min_heights, float softness, float share, vv_vec3 outwards)
{
    vv_vec3 chord = sub(points[n], points[0]), r = {0, 0, 0};
    float length = sqrtf(length_squared(chord)), sum = 0.0f, sum2 = 0.0f;
    if (n < 2 || length < 1e-6f)
        return;
    for (uint32_t i = 1; i < n; i++) {
        float rise = share * rise_for_height(points[i].y - min_heights[i], vvi_min(softness, 0.05f * length));
        r = add_scaled(r, sub(points[i], points[0]), rise);
        sum += rise;
        sum2 += rise * rise;
    }
    if (sum <= 0.0f)
        return;
    vv_vec3 u = scale(chord, 1.0f / length);
    r = scale(perpendicular_part(r, u), 1.0f / sum);
    /* a chain that hardly bends away from its chord is left alone */
    float bend_share = length_squared(r) / (0.0025f * length * length);
    if (bend_share < 1e-6f || 1.0f - u.y * u.y < 1e-6f)
        return;
    vv_quat q = rotation_to_raise(r, u, sum2 / sum * vvi_min(1.0f, bend_share), outwards);
    for (uint32_t i = 1; i < n; i++)
        points[i] = add(points[0], rotate(q, sub(points[i], points[0])));
}
