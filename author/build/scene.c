/* Tours: scenes that move through places of a complex, with times. */
#include "build.h"

#include "runtime/base/base.h"

#include <string.h>

/* The place of a key, moved into the complex. */
static vv_place key_place(const vv_rigged *rigged, const vv_project_key *key)
{
    return vv_complex_place_from_weights(rigged->complex, key->place.share_count, key->place.shares);
}

/* The speed of the place at key k, metres a second. Where the path goes straight on, it is the harmonic mean of the
 * mean speeds before and after, which keeps a cubic between keys monotone (Fritsch and Carlson 1980); where the path
 * turns back or sideways, or rests, it is 0. How much the path turns is measured by the cost of the detour over the
 * key, (d₁ + d₂ − d₁₂)/2: zero on a straight path, the shorter of the two distances where the path turns back. A
 * quarter of that counts as a full turn. */
static float key_speed(const vv_rigged *rigged, const vv_project_scene *scene, uint32_t k)
{
    if (k == 0 || k + 1 >= scene->key_count)
        return 0.0f;
    const vv_project_key *keys = scene->keys + k - 1;
    vv_place a = key_place(rigged, &keys[0]), b = key_place(rigged, &keys[1]), c = key_place(rigged, &keys[2]);
    float before = vv_complex_distance(rigged->complex, a, b), after = vv_complex_distance(rigged->complex, b, c);
    float shorter = vvi_min(before, after);
    if (!(shorter > 0.0f && before < INFINITY && after < INFINITY))
        return 0.0f;
    float detour = 0.5f * (before + after - vv_complex_distance(rigged->complex, a, c));
    float arrival = before / (keys[1].time - keys[0].time), departure = after / (keys[2].time - keys[1].time);
    return vvi_clamp(1.0f - 4.0f * detour / shorter, 0.0f, 1.0f) * 2.0f * arrival * departure / (arrival + departure);
}

/* The distance covered after a share t of the time between keys k and k + 1: the cubic with the keys' speeds at its
 * ends. */
static float find_distance(const vv_rigged *rigged, const vv_project_scene *scene, uint32_t k, float t, float distance)
{
    float seconds = scene->keys[k + 1].time - scene->keys[k].time;
    float leaving = seconds * key_speed(rigged, scene, k), reaching = seconds * key_speed(rigged, scene, k + 1);
    double done = vvi_hermite(0.0, (double)leaving, (double)distance, (double)reaching, (double)t);
    return vvi_clamp((float)done, 0.0f, distance);
}

vv_place vv_scene_place(const vv_rigged *rigged, const vv_project_scene *scene, float time)
{
    if (scene->key_count == 0)
        return vv_complex_at_example(rigged->complex, 0);
    uint32_t next = 0;
    while (next < scene->key_count && scene->keys[next].time <= time)
        next++;
    if (next == 0 || next == scene->key_count)
        return key_place(rigged, &scene->keys[next ? next - 1 : 0]);
    const vv_project_key *from = &scene->keys[next - 1], *to = &scene->keys[next];
    float t = (time - from->time) / (to->time - from->time);
    vv_place a = key_place(rigged, from), b = key_place(rigged, to);
    float distance = vv_complex_distance(rigged->complex, a, b);
    if (!(distance < INFINITY))
        return a;
    return vv_complex_advance(rigged->complex, a, b, find_distance(rigged, scene, next - 1, t, distance));
}
