/* Posing a skeleton by hand: bones drawn end to end stay together, whatever is dragged. */
#include "shipped.h"

#include "studio/core/figure.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static void apply(vv_studio *studio, const char *command)
{
    char *copy = strdup(command);
    if (vv_studio_apply(studio, copy, (uint32_t)strlen(copy)) != VV_OK)
        fail_msg("%s: %s", command, vv_studio_text(studio));
    free(copy);
}

/* Bones of the shipped man, from one of his handles to another; "0" carries nothing. */
static const struct {
    const char *name, *parent, *layer;
    float from[2], to[2];
} bones[] = {
    {"hips", "0", "torso", {0.0f, 0.72f}, {0.0f, 0.95f}},
    {"chest", "hips", "torso", {0.0f, 0.95f}, {0.0f, 1.28f}},
    {"neck", "chest", "torso", {0.0f, 1.28f}, {0.0f, 1.39f}},
    {"head", "neck", "head", {0.0f, 1.39f}, {0.0f, 1.8f}},
    {"upper-left", "chest", "arm-upper-left", {-0.1719f, 1.1536f}, {-0.3698f, 1.013f}},
    {"lower-left", "upper-left", "arm-lower-left", {-0.3698f, 1.013f}, {-0.4583f, 0.8203f}},
    {"hand-left", "lower-left", "hand-left", {-0.4583f, 0.8203f}, {-0.4948f, 0.6276f}},
    {"upper-right", "chest", "arm-upper-right", {0.1719f, 1.1536f}, {0.3698f, 1.013f}},
    {"lower-right", "upper-right", "arm-lower-right", {0.3698f, 1.013f}, {0.4583f, 0.8203f}},
    {"hand-right", "lower-right", "hand-right", {0.4583f, 0.8203f}, {0.4948f, 0.6276f}},
    {"thigh-left", "hips", "leg-upper-left", {-0.0833f, 0.6849f}, {-0.151f, 0.4453f}},
    {"shin-left", "thigh-left", "leg-lower-left", {-0.151f, 0.4453f}, {-0.1927f, 0.2109f}},
    {"foot-left", "shin-left", "foot-left", {-0.1927f, 0.2109f}, {-0.4271f, 0.0755f}},
    {"thigh-right", "hips", "leg-upper-right", {0.0833f, 0.6849f}, {0.151f, 0.4453f}},
    {"shin-right", "thigh-right", "leg-lower-right", {0.151f, 0.4453f}, {0.1927f, 0.2109f}},
    {"foot-right", "shin-right", "foot-right", {0.1927f, 0.2109f}, {0.4271f, 0.0755f}},
};
enum { BONES = sizeof bones / sizeof *bones, HIPS = 0, HAND = 6, FEET = 12, FOOT_RIGHT = 15 };

/* The man with bones, and with as many loose points on his face as `points` says. */
static vv_studio *open_bones(uint32_t points)
{
    vv_studio *studio = shipped_open("man", NULL);
    char command[512];
    assert_non_null(studio);
    const vv_project_artwork *artwork = vv_document_project(studio->document)->artworks[0];
    while (artwork->handle_count > 0) {
        snprintf(command, sizeof command, "{\"do\":\"handle.remove\",\"artwork\":\"man\",\"handle\":\"%s\"}",
                 artwork->handles[0].name);
        apply(studio, command);
        artwork = vv_document_project(studio->document)->artworks[0];
    }
    for (uint32_t b = 0; b < BONES; b++) {
        bool root = bones[b].parent[0] == '0';
        snprintf(
            command, sizeof command,
            "{\"do\":\"handle.add\",\"artwork\":\"man\",\"name\":\"%s\",\"kind\":\"bone\",\"from\":[%g,%g],\"to\":[%g,"
            "%g],\"parent\":%s%s%s,\"layers\":[\"%s\"]}",
            bones[b].name, (double)bones[b].from[0], (double)bones[b].from[1], (double)bones[b].to[0],
            (double)bones[b].to[1], root ? "" : "\"", root ? "null" : bones[b].parent, root ? "" : "\"",
            bones[b].layer);
        apply(studio, command);
    }
    for (uint32_t i = 0; i < points; i++) {
        snprintf(command, sizeof command,
                 "{\"do\":\"handle.add\",\"artwork\":\"man\",\"name\":\"p%u\",\"kind\":\"point\",\"at\":[%g,1.6],"
                 "\"layers\":[\"head\"]}",
                 i, 0.1 * (double)i - 0.05);
        apply(studio, command);
    }
    assert_non_null(vv_studio_figure(studio, 0));
    return studio;
}

static vv_vec2 end_of(const vv_figure *f, uint32_t bone) { return f->handles[2 * bone + 1]; }
static vv_vec2 joint_of(const vv_figure *f, uint32_t bone) { return f->handles[2 * bone]; }

static void check_together(vv_studio *studio)
{
    const vv_figure *f = vv_studio_figure(studio, 0);
    const vvi_figure *own = studio->figures->items[0];
    for (uint32_t b = 0; b < BONES; b++) {
        const vv_handle *h = &own->rest_handles[b];
        float rest = vv_vec2_distance(h->from, h->to), now = vv_vec2_distance(joint_of(f, b), end_of(f, b));
        assert_true(fabsf(now - rest) < 1e-4f);
        if (h->parent1 == 0)
            continue;
        vv_vec2 carried = vv_affine_apply(own->pose_state->pose[h->parent1 - 1], h->from);
        assert_true(vv_vec2_distance(carried, joint_of(f, b)) < 1e-4f);
    }
}

static void drag(vv_studio *studio, uint32_t bone, vv_vec2 from, vv_vec2 to)
{
    assert_int_equal(vv_studio_grab(studio, 0, bone, from.x, from.y), VV_OK);
    for (uint32_t i = 1; i <= 10; i++) {
        vv_vec2 p = vv_vec2_lerp(from, to, 0.1f * (float)i);
        assert_int_equal(vv_studio_drag(studio, 0, p.x, p.y), VV_OK);
    }
    vv_studio_release(studio, 0, true);
}

/* Grabbing any bone anywhere, or the drawing, moves nothing; random drags never take bones apart. */
static void bones_stay_together(void **state)
{
    (void)state;
    for (uint32_t points = 0; points < 3; points += 2) {
        vv_studio *studio = open_bones(points);
        const vv_figure *f = vv_studio_figure(studio, 0);
        vvi_random random = vvi_random_seed(5 + points);
        for (uint32_t round = 0; round < 60; round++) {
            uint32_t bone = vvi_random_below(&random, BONES);
            float t = vvi_random_unit(&random);
            vv_vec2 at = vv_vec2_lerp(joint_of(f, bone), end_of(f, bone), t), before = end_of(f, bone);
            assert_int_equal(vv_studio_grab(studio, 0, bone, at.x, at.y), VV_OK);
            assert_int_equal(vv_studio_drag(studio, 0, at.x, at.y), VV_OK);
            assert_true(vv_vec2_distance(before, end_of(f, bone)) < 1e-4f);
            vv_studio_release(studio, 0, false);
            vv_vec2 to = {at.x + vvi_random_unit(&random) - 0.5f, at.y + vvi_random_unit(&random) - 0.5f};
            drag(studio, bone, at, to);
            check_together(studio);
            if (round % 7 == 6)
                assert_int_equal(vv_studio_show_rest(studio, 0), VV_OK);
        }
        vv_studio_destroy(studio);
    }
}

/* A hand within reach comes to the pointer, and nothing but its arm moves. */
static void a_hand_takes_its_arm_along(void **state)
{
    (void)state;
    vv_studio *studio = open_bones(1);
    const vv_figure *f = vv_studio_figure(studio, 0);
    vv_vec2 from = end_of(f, HAND), to = {-0.5f, 1.4f}, others[BONES];
    for (uint32_t b = 0; b < BONES; b++)
        others[b] = end_of(f, b);
    drag(studio, HAND, from, to);
    assert_true(vv_vec2_distance(end_of(f, HAND), to) < 2e-3f);
    for (uint32_t b = 0; b < BONES; b++)
        if (b < 4 || b > HAND)
            assert_true(vv_vec2_distance(end_of(f, b), others[b]) < 1e-4f);
    vv_studio_destroy(studio);
}

/* The hips down, the feet pinned: knees bend, feet and head keep their angles. Without pins all goes along. */
static void hips_crouch_on_pinned_feet(void **state)
{
    (void)state;
    vv_studio *studio = open_bones(0);
    const vv_figure *f = vv_studio_figure(studio, 0);
    vv_vec2 hips = joint_of(f, HIPS), down = {hips.x, hips.y - 0.25f}, foot = joint_of(f, FEET), toe = end_of(f, FEET);
    vv_vec2 head = end_of(f, 3);
    assert_int_equal(vv_studio_pin(studio, 0, FEET, 1), VV_OK);
    assert_int_equal(vv_studio_pin(studio, 0, FOOT_RIGHT, 1), VV_OK);
    drag(studio, HIPS, hips, down);
    assert_true(vv_vec2_distance(joint_of(f, HIPS), down) < 1e-4f);
    assert_true(vv_vec2_distance(joint_of(f, FEET), foot) < 2e-3f && vv_vec2_distance(end_of(f, FEET), toe) < 2e-3f);
    assert_true(vv_vec2_distance(end_of(f, 3), vv_vec2_add(head, (vv_vec2){0.0f, -0.25f})) < 1e-4f);
    check_together(studio);
    assert_int_equal(vv_studio_pin(studio, 0, FEET, 0), VV_OK);
    assert_int_equal(vv_studio_pin(studio, 0, FOOT_RIGHT, 0), VV_OK);
    drag(studio, HIPS, down, (vv_vec2){down.x + 0.3f, down.y});
    assert_true(vv_vec2_distance(joint_of(f, FEET), vv_vec2_add(foot, (vv_vec2){0.3f, 0.0f})) < 2e-3f);
    vv_studio_destroy(studio);
}

/* What is stored is relative to parents, and shows the same pose again. */
static void a_stored_pose_shows_again(void **state)
{
    (void)state;
    vv_studio *studio = open_bones(1);
    const vv_figure *f = vv_studio_figure(studio, 0);
    drag(studio, HAND, end_of(f, HAND), (vv_vec2){-0.55f, 1.3f});
    drag(studio, 1, end_of(f, 1), (vv_vec2){0.2f, 1.25f});
    vv_vec2 ends[BONES];
    for (uint32_t b = 0; b < BONES; b++)
        ends[b] = end_of(f, b);
    assert_int_equal(vv_studio_store_example(studio, 0, "kept"), VV_OK);
    char *command = strdup(vv_studio_text(studio));
    apply(studio, command);
    free(command);
    assert_int_equal(vv_studio_show_rest(studio, 0), VV_OK);
    const vv_project_artwork *artwork = vv_document_project(studio->document)->artworks[0];
    assert_int_equal(vv_studio_show_example(studio, 0, vv_project_find_example(artwork, "kept")), VV_OK);
    f = vv_studio_figure(studio, 0);
    for (uint32_t b = 0; b < BONES; b++)
        assert_true(vv_vec2_distance(end_of(f, b), ends[b]) < 2e-4f);
    vv_studio_destroy(studio);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bones_stay_together),
        cmocka_unit_test(a_hand_takes_its_arm_along),
        cmocka_unit_test(hips_crouch_on_pinned_feet),
        cmocka_unit_test(a_stored_pose_shows_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
