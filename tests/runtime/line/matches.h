/* Figures and strokes that the tests of matching share. */
#ifndef VV_TEST_MATCHES_H
#define VV_TEST_MATCHES_H

#include "runtime/line/matching.h"
#include "tests/testing.h"

#define ELEMENTS 10u

typedef struct figure_joint {
    const char *name;
    int parent;
    vv_vec3 at; /* in the figure's frame */
} figure_joint;

/* Somebody who stands with arms spread, 1.8 m. */
static const figure_joint figure[] = {
    {"hips", -1, {0, 1.0f, 0}},
    {"spine", 0, {0, 1.1f, 0}},
    {"chest", 1, {0, 1.25f, 0}},
    {"neck", 2, {0, 1.48f, 0}},
    {"head", 3, {0, 1.58f, 0}},
    {"crown", 4, {0, 1.8f, 0}},
    {"left collar", 2, {0.04f, 1.43f, 0}},
    {"left arm", 6, {0.18f, 1.43f, 0}},
    {"left elbow", 7, {0.46f, 1.43f, 0}},
    {"left hand", 8, {0.71f, 1.43f, 0}},
    {"left fingers", 9, {0.89f, 1.43f, 0}},
    {"right collar", 2, {-0.04f, 1.43f, 0}},
    {"right arm", 11, {-0.18f, 1.43f, 0}},
    {"right elbow", 12, {-0.46f, 1.43f, 0}},
    {"right hand", 13, {-0.71f, 1.43f, 0}},
    {"right fingers", 14, {-0.89f, 1.43f, 0}},
    {"left thigh", 0, {0.1f, 0.94f, 0}},
    {"left knee", 16, {0.1f, 0.5f, 0.01f}},
    {"left foot", 17, {0.1f, 0.08f, 0}},
    {"left toes", 18, {0.1f, 0.02f, 0.16f}},
    {"right thigh", 0, {-0.1f, 0.94f, 0}},
    {"right knee", 20, {-0.1f, 0.5f, 0.01f}},
    {"right foot", 21, {-0.1f, 0.08f, 0}},
    {"right toes", 22, {-0.1f, 0.02f, 0.16f}},
};
enum { FIGURE_JOINTS = sizeof figure / sizeof *figure };
enum {
    HIPS,
    SPINE,
    CHEST,
    NECK,
    HEAD,
    CROWN,
    LEFT_COLLAR,
    LEFT_ARM,
    LEFT_ELBOW,
    LEFT_HAND,
    LEFT_FINGERS,
    RIGHT_COLLAR,
    RIGHT_ARM,
    RIGHT_ELBOW,
    RIGHT_HAND,
    RIGHT_FINGERS,
    LEFT_THIGH,
    LEFT_KNEE,
    LEFT_FOOT,
    LEFT_TOES,
    RIGHT_THIGH,
    RIGHT_KNEE,
    RIGHT_FOOT,
    RIGHT_TOES
};

static inline vv_skeleton *figure_make(void)
{
    vv_joint joints[FIGURE_JOINTS];
    for (int i = 0; i < FIGURE_JOINTS; i++) {
        int p = figure[i].parent;
        joints[i] = (vv_joint){figure[i].name, p < 0 ? VV_NONE : (uint32_t)p,
                               p < 0 ? figure[i].at : vv_vec3_sub(figure[i].at, figure[p].at), vv_quat_identity()};
    }
    vv_skeleton *skeleton = NULL;
    assert_int_equal(vv_skeleton_create(FIGURE_JOINTS, joints, NULL, &skeleton, NULL), VV_OK);
    return skeleton;
}

/* A chain of bones that goes up, the root in its middle: two arms of half as many joints each. */
static inline vv_skeleton *chain_make(uint32_t bones, float length)
{
    static char names[VV_SKELETON_MAX_JOINTS][16];
    static vv_joint joints[VV_SKELETON_MAX_JOINTS];
    uint32_t half = bones / 2;
    float step = length / (float)bones;
    for (uint32_t i = 0; i <= bones; i++) {
        snprintf(names[i], sizeof names[i], "joint %u", i);
        bool upper = i <= half;
        uint32_t parent = i == 0 ? VV_NONE : i == half + 1 ? 0 : i - 1;
        joints[i] = (vv_joint){names[i],
                               parent,
                               {0.0f,
                                i == 0  ? 1.0f
                                : upper ? step
                                        : -step,
                                0.0f},
                               vv_quat_identity()};
    }
    vv_skeleton *skeleton = NULL;
    assert_int_equal(vv_skeleton_create(bones + 1, joints, NULL, &skeleton, NULL), VV_OK);
    return skeleton;
}

/* A stroke whose direction at a share s of its length is heading + bend·(s − ½) + wave·sin(2π·waves·s), its middle at
 * `middle`. */
typedef struct bow {
    float time;
    vv_vec2 middle;
    float length, heading, bend, wave, waves;
} bow;

static inline void bow_points(const bow *b, uint32_t count, vv_stroke_point *points)
{
    vv_vec2 at = {0, 0}, middle = {0, 0};
    for (uint32_t i = 0; i < count; i++) {
        float s = ((float)i - 0.5f) / (float)(count - 1);
        float angle = b->heading + b->bend * (s - 0.5f) + b->wave * vv_sin(2.0f * VV_PI * b->waves * s);
        float step = b->length / (float)(count - 1);
        if (i > 0)
            at = vv_vec2_add(at, (vv_vec2){step * vv_cos(angle), step * vv_sin(angle)});
        if (i == count / 2)
            middle = at;
        points[i] = (vv_stroke_point){at, 0.0f, 1.0f};
    }
    for (uint32_t i = 0; i < count; i++)
        points[i].at = vv_vec2_add(points[i].at, vv_vec2_sub(b->middle, middle));
}

static inline vv_line *bows_line(uint32_t count, const bow *bows, vv_line_method way, float settle)
{
    static vv_line_key keys[VV_LINE_MAX_KEYS];
    for (uint32_t k = 0; k < count; k++) {
        vv_stroke_point points[101];
        bow_points(&bows[k], 101, points);
        keys[k] = (vv_line_key){.time = bows[k].time, .dynamics = vv_line_preset_dynamics(VV_LINE_PRESET_NORMAL)};
        assert_int_equal(
            vv_stroke_fit(ELEMENTS, 101, points, k > 0 ? &keys[k - 1].pose : NULL, NULL, &keys[k].pose, NULL, NULL),
            VV_OK);
    }
    vv_line_def def = {.element_count = ELEMENTS,
                       .frame_count = 40,
                       .key_count = count,
                       .keys = keys,
                       .method = way,
                       .settle = settle};
    vv_line *line = NULL;
    vv_error error;
    if (vv_line_create(&def, NULL, &line, &error) != VV_OK)
        fail_msg("%s", error.message);
    return line;
}

static inline void print_report(const char *name, const vv_match *match)
{
    vv_match_report r = vv_match_last_report(match);
    printf("%-28s frames %u its %u key %.4f mean %.4f worst %.4f tangent %.2f worst %.2f contact %.6f turn %.3f twist "
           "%.3f\n",
           name, r.frames, r.iterations, (double)r.key_distance, (double)r.mean_distance, (double)r.worst_distance,
           (double)r.tangent_degrees, (double)r.worst_tangent, (double)r.contact_error, (double)r.contact_degrees,
           (double)r.twist_degrees);
}

#endif
