/* A scene: a tour through places of a complex, with times. */
#include "build.h"

#include "runtime/base/base.h"

#include <string.h>

/* The place nearest to the weights of a key: the key's own place where its examples may blend. */
static vv_place key_place(const vv_rigged *rigged, const vv_project_key *key)
{
    /* With G the identity, wᵀGw − 2bᵀw is the squared distance of weights; G is large, so simplices are tried here. */
    float best = INFINITY;
    vv_place place = vv_complex_at_example(rigged->complex, 0);
    for (uint32_t s = 0; s < vv_complex_simplex_count(rigged->complex); s++) {
        vv_simplex simplex = vv_complex_simplex(rigged->complex, s);
        vv_place candidate = {s, {0.0f, 0.0f, 0.0f}};
        float missed = 1.0f, sum = 0.0f;
        for (int c = 0; c < 3; c++)
            for (uint32_t i = 0; i < key->share_count; i++)
                if (simplex.corner[c] != VV_NONE && key->shares[i].example == simplex.corner[c]) {
                    candidate.weights[c] = key->shares[i].weight;
                    sum += key->shares[i].weight;
                }
        missed -= sum;
        if (sum <= 0.0f || missed >= best - 1e-6f)
            continue;
        for (int c = 0; c < 3; c++)
            candidate.weights[c] /= sum;
        best = missed;
        place = candidate;
    }
    return place;
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
    float t = (time - from->time) / (to->time - from->time), eased = t * t * (3.0f - 2.0f * t);
    vv_place a = key_place(rigged, from), b = key_place(rigged, to);
    float distance = vv_complex_distance(rigged->complex, a, b);
    return distance < INFINITY ? vv_complex_advance(rigged->complex, a, b, eased * distance) : a;
}
