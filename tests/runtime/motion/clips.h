/* Clips that several tests make: one track of given keys, and random ones. */
#ifndef VV_TEST_CLIPS_H
#define VV_TEST_CLIPS_H

#include "runtime/motion/motion.h"
#include "tests/testing.h"

#include <math.h>

#define is_near(a, b, tolerance) is_near_at((double)(a), (double)(b), (double)(tolerance), __FILE__, __LINE__)
static inline void is_near_at(double a, double b, double tolerance, const char *file, int line)
{
    if (!(fabs(a - b) <= tolerance)) {
        print_error("%.9g is not %.9g within %g\n", a, b, tolerance);
        _fail(file, line);
    }
}

static inline vv_key key_at(float time, float x)
{
    vv_key key = vv_default_key();
    key.time = time;
    key.value[0] = x;
    return key;
}

static inline vv_clip *clip_of(uint32_t count, const vv_key *keys, float length, bool loop, float advance)
{
    vv_track track = {.handle = 1, .channel = VV_CHANNEL_ANGLE, .key_count = count, .keys = keys};
    track.advance[0] = advance;
    vv_clip_def def = {.handle_count = 2, .duration = length, .loop = loop, .track_count = 1, .tracks = &track};
    vv_clip *clip = NULL;
    vv_error error = {0};
    if (vv_clip_create(&def, NULL, &clip, &error) != VV_OK)
        fail_msg("%s", error.message);
    return clip;
}

static inline float between(vvi_random *random, float low, float high)
{
    return low + (high - low) * vvi_random_unit(random);
}

/* One key in four lets go, curves of all kinds, one slope in four the artist's own. */
static inline vv_key random_key(vvi_random *random, float time, vv_handle_channel channel)
{
    vv_key key = vv_default_key();
    key.time = time;
    for (uint32_t c = 0; c < 2; c++) {
        key.value[c] = channel == VV_CHANNEL_SCALE ? between(random, 0.2f, 3.0f) : between(random, -2.0f, 2.0f);
        key.in[c] = between(random, -3.0f, 3.0f);
        key.out[c] = between(random, -3.0f, 3.0f);
    }
    key.auto_in = vvi_random_below(random, 4) > 0;
    key.auto_out = vvi_random_below(random, 4) > 0;
    key.curve = (vv_curve)vvi_random_below(random, 3);
    key.strength = vvi_random_unit(random);
    key.ease = vvi_random_below(random, 2) ? between(random, 0.0f, 0.6f) : 0.0f;
    key.release = vvi_random_below(random, 4) == 0;
    return key;
}

#define RANDOM_KEYS 12u

/* 1…RANDOM_KEYS keys in 0…length, now and then at both ends; returns how many. */
static inline uint32_t random_keys(vvi_random *random, vv_handle_channel channel, float length, vv_key *keys)
{
    uint32_t count = 1 + vvi_random_below(random, RANDOM_KEYS);
    float slot = length / (float)count;
    for (uint32_t k = 0; k < count; k++)
        keys[k] = random_key(random, ((float)k + between(random, 0.05f, 0.95f)) * slot, channel);
    if (vvi_random_below(random, 3) == 0)
        keys[0].time = 0.0f;
    if (count > 1 && vvi_random_below(random, 3) == 0)
        keys[count - 1].time = length;
    return count;
}

#endif
