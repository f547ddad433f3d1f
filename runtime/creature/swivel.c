/* Knees and elbows kept off the ground: a chain may turn about its chord without its ends moving, and does so where joints between them would come
 * too low. */
#include "solver.h"

/* How far a joint at `above` its kept height should rise: C¹, nothing from `soft` above on, all of it from `soft` below. */
static float lift(float above, float soft)
{
    if (above >= soft)
        return 0.0f;
    return above <= -soft ? -above : (soft - above) * (soft - above) / (4.0f * soft);
}

/* What hangs straight down could swing either way. Where it should rise it is first tilted outwards (up to 25 degrees): where it does not know is
 * then a direction that limbs seldom have. The sine of that tilt; e is how it hangs, f where it would swing to. */
static float tilt(vv_vec3 f, vv_vec3 outwards, float cosine, float rise)
{
    float down = vvi_clamp(-2.5f * cosine - 1.5f, 0.0f, 1.0f), much = vvi_min(1.0f, rise / 0.3f);
    return 0.43f * down * down * (3.0f - 2.0f * down) * much * vvi_clamp(3.0f * dot(f, outwards), -1.0f, 1.0f);
}

/* The turn about the unit axis u that raises what is at r (beside the axis) by `rise`, the short way, but never quite over the top. It fades as
 * the axis becomes upright, where nothing can be raised, and where r hangs straight down, so that it does not jump from one side to the
 * other. */
static vv_quat raise(vv_vec3 r, vv_vec3 u, float rise, vv_vec3 outwards)
{
    float radius = sqrtf(square(r));
    vv_vec3 e = scale(r, 1.0f / radius), f = cross(u, e);
    float level2 = e.y * e.y + f.y * f.y, level = sqrtf(level2);
    rise = rise / radius * vvi_min(1.0f, 4.0f * level2);
    float s0 = tilt(f, outwards, e.y / level, rise), c0 = sqrtf(1.0f - s0 * s0);
    float cos_now = (e.y * c0 + f.y * s0) / level, sin_now = (f.y * c0 - e.y * s0) / level;
    float room = 1.0f - cos_now, wanted = rise / level;
    if (cos_now < 0.0f)
        wanted *= vvi_min(1.0f, 8.0f * sin_now * sin_now);
    float more = wanted * room / sqrtf(room * room + wanted * wanted + 1e-20f);
    float cos_new = cos_now + more, sin_new = sqrtf(vvi_max(0.0f, 1.0f - cos_new * cos_new));
    sin_new = sin_now < 0.0f ? -sin_new : sin_new;
    float c1 = cos_now * cos_new + sin_now * sin_new, s1 = sin_now * cos_new - cos_now * sin_new;
    float cosine = c0 * c1 - s0 * s1, sine = s0 * c1 + c0 * s1;
    return unit((vv_quat){u.x * sine, u.y * sine, u.z * sine, 1.0f + cosine});
}

void vvi_swivel(uint32_t n, vv_vec3 *points, const float *heights, float softness, float share, vv_vec3 outwards)
{
    vv_vec3 way = sub(points[n], points[0]), r = {0, 0, 0};
    float length = sqrtf(square(way)), sum = 0.0f, sum2 = 0.0f;
    if (n < 2 || length < 1e-6f)
        return;
    for (uint32_t i = 1; i < n; i++) {
        float rise = share * lift(points[i].y - heights[i], vvi_min(softness, 0.05f * length));
        r = along(r, sub(points[i], points[0]), rise);
        sum += rise;
        sum2 += rise * rise;
    }
    if (sum <= 0.0f)
        return;
    vv_vec3 u = scale(way, 1.0f / length);
    r = scale(beside(r, u), 1.0f / sum);
    float thin = square(r) / (0.0025f * length * length); /* what hardly stands out from its chord is left alone */
    if (thin < 1e-6f || 1.0f - u.y * u.y < 1e-6f)
        return;
    vv_quat q = raise(r, u, sum2 / sum * vvi_min(1.0f, thin), outwards);
    for (uint32_t i = 1; i < n; i++)
        points[i] = add(points[0], rotate(q, sub(points[i], points[0])));
}
