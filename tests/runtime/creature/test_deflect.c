/* What no goal holds stays out of the ground: by exactly as much as it must, without jumps, and only as far as it is
 * free. */
#include "stage.h"

static vv_vec3 any_way(uint32_t *seed, float reach)
{
    float v[3];
    for (int k = 0; k < 3; k++) {
        *seed = *seed * 1664525u + 1013904223u;
        v[k] = (float)(*seed >> 8) * (2.0f / 16777216.0f) - 1.0f;
    }
    vv_vec3 way = vv_vec3_normalize((vv_vec3){v[0], v[1], v[2]}, (vv_vec3){1, 0, 0});
    way.y = -fabsf(way.y);
    return vv_vec3_scale(way, reach);
}

/* 10,000 ways that point downwards. */
static void the_end_rises_by_as_much_as_is_asked(void **state)
{
    (void)state;
    uint32_t seed = 1;
    for (int i = 0; i < 10000; i++) {
        float reach = 0.05f + 0.001f * (float)i, lift = reach * 0.8f * (float)(i % 100) / 100.0f;
        vv_vec3 way = any_way(&seed, reach), outward = any_way(&seed, 1.0f);
        vv_vec3 lifted = rotate(vvi_deflect(way, lift, outward), way);
        assert_true(fabsf(vv_vec3_length(lifted) - reach) < 1e-5f * reach);
        assert_true(fabsf(lifted.y - fminf(way.y + lift, 0.9f * reach)) < 2e-4f * reach);
    }
}

/* The nearer to straight down, the more a small change may turn it about; away from there little changes make little
 * turns, and where it begins to touch nothing jumps. */
static void a_little_lower_is_lifted_a_little_more(void **state)
{
    (void)state;
    uint32_t seed = 7;
    for (int i = 0; i < 10000; i++) {
        vv_vec3 way = any_way(&seed, 1.0f), outward = any_way(&seed, 1.0f);
        if (way.y < -0.95f)
            continue;
        assert_true(apart(rotate(vvi_deflect(way, 1e-4f, outward), way), way) < 1e-3f);
        for (float lift = 0.02f; lift < 0.5f; lift += 0.12f) {
            vv_vec3 a = rotate(vvi_deflect(way, lift, outward), way);
            vv_vec3 b = rotate(vvi_deflect(way, lift + 1e-4f, outward), way);
            assert_true(apart(a, b) < 0.02f);
        }
    }
}

static void straight_down_goes_outwards(void **state)
{
    (void)state;
    vv_vec3 lifted = rotate(vvi_deflect((vv_vec3){0, -1, 0}, 0.2f, (vv_vec3){0.0f, 5.0f, -2.0f}), (vv_vec3){0, -1, 0});
    is_near((double)lifted.x, 0.0, 1e-6);
    is_near((double)lifted.y, -0.8, 1e-5);
    is_near((double)lifted.z, -0.6, 1e-5);
    assert_true(vvi_deflect((vv_vec3){0, -1, 0}, 0.0f, (vv_vec3){1, 0, 0}).w == 1.0f);
    assert_true(vvi_deflect((vv_vec3){0, 0, 0}, 1.0f, (vv_vec3){1, 0, 0}).w == 1.0f);
}

/* ---- A tail of two bodies that is lowered into the ground -------------------------------------------------------- */

typedef struct tailed {
    vv_creature *creature;
    vvi_jiggle *jiggle;
} tailed;

static void tailed_begin(tailed *t)
{
    static sample made;
    sample_make(SAMPLE_ONE_BODY, &made);
    made.bodies[0].caps = VV_CAP_BIT(VV_CAP_SPINE);
    for (uint32_t b = 1; b < 3; b++)
        made.bodies[b] = (vv_creature_body){.name = b == 1 ? "tail" : "tip",
                                            .parent = b - 1,
                                            .position = {0, 0.5f, -0.2f * (float)b},
                                            .rotation = vv_quat_identity(),
                                            .centre = {0, 0, -0.1f},
                                            .low = {-0.02f, -0.02f, -0.2f},
                                            .high = {0.02f, 0.02f, 0},
                                            .caps = VV_CAP_BIT(VV_CAP_TAIL)};
    made.def.body_count = 3;
    t->creature = sample_create(&made);
    t->jiggle = vvi_allocate(NULL, 1, vvi_jiggle_bytes(t->creature));
    vvi_jiggle_prepare(t->jiggle, t->creature);
}

static void tailed_end(tailed *t)
{
    vvi_release(NULL, t->jiggle, 1, vvi_jiggle_bytes(t->creature));
    vv_creature_destroy(t->creature, NULL);
}

/* Everything turned about the first body so that the tail points down by `angle`, at a height; how far its end is
 * above the ground comes out. */
static float end_above(tailed *t, float angle, float height, const float *free_of_goals, const vv_terrain *terrain)
{
    vv_transform3 placements[3], before[3];
    vv_quat turn = vv_quat_from_axis_angle((vv_vec3){1, 0, 0}, -angle);
    vv_creature_rest(t->creature, placements);
    vv_vec3 root = placements[0].position;
    for (int b = 0; b < 3; b++) {
        placements[b].position = rotate(turn, vv_vec3_sub(placements[b].position, root));
        placements[b].position.y += height;
        placements[b].rotation = multiply(turn, placements[b].rotation);
    }
    memcpy(before, placements, sizeof before);
    vvi_jiggle_reset(t->jiggle);
    for (uint32_t b = 0; b < 3; b++)
        vvi_jiggle_hold(t->jiggle, b, free_of_goals[b], free_of_goals[b]);
    vvi_jiggle_step(t->jiggle, 1.0f, 0.01f, before, placements);
    if (terrain)
        vvi_jiggle_lift(t->jiggle, terrain, placements[0].position, placements);
    assert_memory_equal(&placements[0], &before[0], sizeof before[0]);
    is_near((double)apart(placements[2].position, placements[1].position),
            (double)apart(before[2].position, before[1].position), 1e-5);
    vv_vec3 end = to_world(placements[2], (vv_vec3){0, 0, -0.1f});
    return end.y - (terrain && terrain->height ? terrain->height(NULL, end.x, end.z, NULL) : 0.0f);
}

static float uphill(void *user, float x, float z, vv_vec3 *normal)
{
    (void)user;
    (void)x;
    (void)normal;
    return -0.3f * z;
}

static void a_tail_stays_out_of_the_ground(void **state)
{
    static const float all[3] = {1, 1, 1}, none[3] = {0, 0, 0}, half[3] = {0.5f, 0.5f, 0.5f};
    static const float tip[3] = {0, 0, 1};
    const vv_terrain flat = {0}, slope = {uphill, NULL};
    tailed t;
    (void)state;
    tailed_begin(&t);
    /* Lifting sets in softly: all but half a per cent of the creature's size. */
    float above = 0.019f - 0.005f * t.creature->size;
    assert_true(above > 0.01f);
    for (float angle = 0.1f; angle < 1.2f; angle += 0.1f) {
        float free_end = end_above(&t, angle, 0.2f, all, NULL);
        is_near(end_above(&t, angle, 0.2f, none, &flat), free_end, 1e-6);
        float lifted = end_above(&t, angle, 0.2f, all, &flat), partly = end_above(&t, angle, 0.2f, half, &flat);
        assert_true(lifted > above);
        if (free_end < 0.0f) {
            assert_true(partly > free_end && partly < lifted);
            assert_true(end_above(&t, angle, 0.2f, tip, &flat) > free_end);
        } else if (free_end > 0.021f) {
            is_near(lifted, free_end, 1e-6);
        }
        /* A slope: twice is enough for half a centimetre. */
        assert_true(end_above(&t, angle, 0.3f, all, &slope) > above - 0.004f);
    }
    tailed_end(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_end_rises_by_as_much_as_is_asked),
        cmocka_unit_test(a_little_lower_is_lifted_a_little_more),
        cmocka_unit_test(straight_down_goes_outwards),
        cmocka_unit_test(a_tail_stays_out_of_the_ground),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
