/* The trunk: a chain of bodies, thicker in the middle; upright (pitch 55–95 degrees), prone (−10–25) or curved from
 * one to the other. Its length is 1, and its height leaves room for the legs. */
#include "sketch.h"

#define DEGREE (VV_PI / 180.0f)

typedef struct trunk_curve {
    float pitch[2], yaw[2]; /* at its beginning and its end */
} trunk_curve;

static trunk_curve choose_curve(sketch *s)
{
    trunk_curve c = {{0}, {0}};
    if (s->posture == POSTURE_UPRIGHT) {
        float pitch = vvi_sketch_random_float(s, 60.0f, 90.0f), bow = vvi_sketch_random_float(s, -5.0f, 5.0f);
        c.pitch[0] = pitch + bow;
        c.pitch[1] = pitch - bow;
    } else if (s->posture == POSTURE_PRONE) {
        float pitch = vvi_sketch_random_float(s, -5.0f, 20.0f), bow = vvi_sketch_random_float(s, -5.0f, 5.0f);
        c.pitch[0] = pitch + bow;
        c.pitch[1] = pitch - bow;
    } else if (vvi_sketch_chance(s, 0.6f)) { /* rises in front, as a centaur does */
        c.pitch[0] = vvi_sketch_random_float(s, -15.0f, 15.0f);
        c.pitch[1] = vvi_sketch_random_float(s, 60.0f, 100.0f);
    } else { /* hangs over, as an ape does */
        c.pitch[0] = vvi_sketch_random_float(s, 60.0f, 100.0f);
        c.pitch[1] = vvi_sketch_random_float(s, -20.0f, 20.0f);
    }
    if (s->asymmetric && vvi_sketch_chance(s, 0.6f)) {
        c.yaw[0] = vvi_sketch_random_float(s, -20.0f, 20.0f);
        c.yaw[1] = -c.yaw[0];
    }
    return c;
}

static vv_vec3 heading(const trunk_curve *c, float t)
{
    float ps, pc, ys, yc;
    vv_sin_cos((c->pitch[0] + (c->pitch[1] - c->pitch[0]) * t) * DEGREE, &ps, &pc);
    vv_sin_cos((c->yaw[0] + (c->yaw[1] - c->yaw[0]) * t) * DEGREE, &ys, &yc);
    return (vv_vec3){ys * pc, ps, yc * pc};
}

static void bend_trunk(sketch *s)
{
    trunk_curve curve = choose_curve(s);
    uint32_t n = s->trunk_count;
    float thick = vvi_sketch_random_float(s, 0.13f, 0.27f), ends = vvi_sketch_random_float(s, 0.55f, 0.9f);
    float swell = vvi_sketch_random_float(s, 0.25f, 0.75f); /* where it is thickest */
    s->spine[0] = (vv_vec3){0.0f, 0.0f, 0.0f};
    for (uint32_t k = 0; k <= n; k++) {
        float t = (float)k / (float)n;
        float off = t < swell ? (swell - t) / swell : (t - swell) / (1.0f - swell);
        s->thickness[k] = thick * (1.0f - (1.0f - ends) * off * off);
        if (k < n) {
            float middle = n > 1 ? (float)k / (float)(n - 1) : 0.5f;
            s->spine[k + 1] = vv_vec3_add(s->spine[k], vv_vec3_scale(heading(&curve, middle), 1.0f / (float)n));
        }
    }
}

/* The lowest point of the trunk. Corners of bounds reach lower than the round body, so their factor is included. */
static float measure_lowest(const sketch *s)
{
    float low = 1e9f;
    for (uint32_t k = 0; k <= s->trunk_count; k++)
        low = vvi_min(low, s->spine[k].y - 1.45f * s->thickness[k]);
    return low;
}

static void lift_trunk(sketch *s)
{
    bool legs = s->leg_pairs > 0 || s->single_leg;
    float clearance = legs        ? vvi_sketch_random_float(s, 0.12f, s->posture == POSTURE_PRONE ? 0.7f : 1.0f)
                      : s->floats ? vvi_sketch_random_float(s, 0.3f, 0.8f)
                                  : 0.005f;
    float up = clearance - measure_lowest(s);
    for (uint32_t k = 0; k <= s->trunk_count; k++)
        s->spine[k].y += up;
}

/* Moves the middle of the trunk onto the sagittal plane x = 0, and to z = 0. */
static void centre_trunk(sketch *s)
{
    vv_vec3 middle = vv_vec3_scale(vv_vec3_add(s->spine[0], s->spine[s->trunk_count]), 0.5f);
    for (uint32_t k = 0; k <= s->trunk_count; k++) {
        s->spine[k].x -= middle.x;
        s->spine[k].z -= middle.z;
    }
}

vv_vec3 vvi_grow_trunk_at(const sketch *s, float t, uint32_t *body, float *radius)
{
    float at = t * (float)s->trunk_count;
    uint32_t k = (uint32_t)at < s->trunk_count ? (uint32_t)at : s->trunk_count - 1;
    *body = k;
    *radius = s->thickness[k] + (s->thickness[k + 1] - s->thickness[k]) * (at - (float)k);
    return vv_vec3_add(s->spine[k], vv_vec3_scale(vv_vec3_sub(s->spine[k + 1], s->spine[k]), at - (float)k));
}

void vvi_grow_trunk(sketch *s)
{
    uint32_t rows = s->leg_pairs > s->arm_pairs ? s->leg_pairs : s->arm_pairs, least = rows > 2 ? rows : 2;
    uint32_t most = s->posture == POSTURE_UPRIGHT ? 4 : 6;
    if (least > SKETCH_MOST_TRUNK)
        least = SKETCH_MOST_TRUNK;
    s->trunk_count = most > least ? least + vvi_random_below(&s->random, most - least + 1) : least;
    if (s->posture == POSTURE_CURVED && s->trunk_count < 3)
        s->trunk_count = 3;
    bend_trunk(s);
    lift_trunk(s);
    centre_trunk(s);
    for (uint32_t k = 0; k < s->trunk_count; k++) {
        char number[16];
        vvi_format(number, sizeof number, "%u", k + 1u);
        vv_vec3 axis = vv_vec3_sub(s->spine[k + 1], s->spine[k]);
        sketch_bone part = {.parent = k > 0 ? k - 1 : VV_NONE,
                            .from = s->spine[k],
                            .to = s->spine[k + 1],
                            .turn = vvi_sketch_frame(axis),
                            .radius = {s->thickness[k], s->thickness[k + 1]},
                            .caps = VV_CAP_BIT(VV_CAP_SPINE)};
        vvi_sketch_add_body(s, &part, "spine", number);
    }
}
