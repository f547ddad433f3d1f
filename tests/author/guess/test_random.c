/* Guesses over random figures of one layer, drawn with known joints. */
#include "drawings.h"

#include "author/guess/guess.h"
#include "runtime/base/base.h"
#include "tests/testing.h"

#include <math.h>

#define WIDTH  360u
#define HEIGHT 420u
#define TRIES  60u

static test_drawing drawing;
static vv_guess guess;
static uint32_t random_state;

static float between(float low, float high)
{
    random_state = random_state * 1664525u + 1013904223u;
    return low + (high - low) * (float)(random_state >> 8) / 16777216.0f;
}

/* ---- Drawing with capsules; pixels, y down ----------------------------------------------------------------------- */

static void draw_capsule(vv_image *image, vv_vec2 a, vv_vec2 b, float radius)
{
    vv_vec2 along = vv_vec2_sub(b, a);
    float length2 = fmaxf(vv_vec2_dot(along, along), 1e-6f);
    for (uint32_t y = 0; y < HEIGHT; y++)
        for (uint32_t x = 0; x < WIDTH; x++) {
            vv_vec2 p = vv_vec2_sub((vv_vec2){(float)x + 0.5f, (float)y + 0.5f}, a);
            float t = fminf(fmaxf(vv_vec2_dot(p, along) / length2, 0.0f), 1.0f);
            if (vv_vec2_distance(p, vv_vec2_scale(along, t)) < radius)
                image->pixels[4 * (y * WIDTH + x) + 3] = 255;
        }
}

static vv_image empty_image(void)
{
    vv_image image = {.width = WIDTH, .height = HEIGHT};
    image.pixels = vvi_allocate_zeroed(NULL, (size_t)WIDTH * HEIGHT, 4);
    return image;
}

/* A step of this length, `angle` from straight down, towards the side. */
static vv_vec2 step_from(vv_vec2 p, float side, float angle, float length)
{
    return (vv_vec2){p.x + side * sinf(angle) * length, p.y + cosf(angle) * length};
}

static vv_vec2 in_metres(vv_vec2 p) { return test_drawing_point(&drawing, p.x / WIDTH, p.y / HEIGHT); }

static void guess_image(vv_image image)
{
    assert_true(test_drawing_make(image, &drawing));
    assert_int_equal(vv_guess_handles(&drawing.artwork, &drawing.mesh, true, NULL, &guess, NULL), VV_OK);
}

/* ---- What is asked ----------------------------------------------------------------------------------------------- */

static const vv_project_handle *find_bone(const char *name)
{
    for (uint32_t h = 0; h < guess.handle_count; h++)
        if (strcmp(guess.handles[h].name, name) == 0)
            return &guess.handles[h];
    return NULL;
}

static bool begins_near(const char *name, vv_vec2 pixel, float most)
{
    const vv_project_handle *bone = find_bone(name);
    return bone && vv_vec2_distance(bone->shape.from, in_metres(pixel)) < most;
}

static double inside_share(void)
{
    double inside = 0.0, all = 0.0;
    for (uint32_t h = 0; h < guess.handle_count; h++) {
        const vv_handle *shape = &guess.handles[h].shape;
        double length = (double)vv_vec2_distance(shape->from, shape->to);
        for (uint32_t i = 0; i < 20; i++) {
            all += length;
            if (test_drawing_covers(&drawing, vv_vec2_lerp(shape->from, shape->to, ((float)i + 0.5f) / 20.0f)))
                inside += length;
        }
    }
    return all > 0.0 ? inside / all : 0.0;
}

/* One root, parents first, names different: what a project asks for. */
static void check_tree(void)
{
    assert_true(guess.handle_count > 0 && guess.handles[0].parent == VV_NONE);
    for (uint32_t h = 1; h < guess.handle_count; h++) {
        assert_true(guess.handles[h].parent < h);
        assert_true(vv_vec2_distance(guess.handles[h].shape.from, guess.handles[h].shape.to) > 0.0f);
        for (uint32_t k = 0; k < h; k++)
            assert_string_not_equal(guess.handles[h].name, guess.handles[k].name);
    }
}

/* ---- Figures ----------------------------------------------------------------------------------------------------- */

typedef struct figure {
    vv_vec2 elbows[2], knees[2];
} figure;

static void draw_arm(vv_image *image, vv_vec2 shoulder, float side, float angle, vv_vec2 *elbow)
{
    float radius = between(10.0f, 14.0f), length = between(48.0f, 60.0f);
    *elbow = step_from(shoulder, side, angle, length);
    vv_vec2 wrist = step_from(*elbow, side, angle + between(0.2f, 0.8f), length);
    draw_capsule(image, shoulder, *elbow, radius);
    draw_capsule(image, *elbow, wrist, radius);
}

/* `facing` 0: feet point outwards. */
static void draw_leg(vv_image *image, vv_vec2 hip, float side, float facing, vv_vec2 *knee)
{
    float radius = between(11.0f, 15.0f), length = between(58.0f, 72.0f), angle = between(0.12f, 0.35f);
    *knee = step_from(hip, side, angle, length);
    vv_vec2 ankle = step_from(*knee, side, angle, length);
    float toe = facing == 0.0f ? side : facing;
    draw_capsule(image, hip, ankle, radius);
    draw_capsule(image, ankle, (vv_vec2){ankle.x + toe * between(24.0f, 30.0f), ankle.y}, 9.0f);
}

static figure draw_figure(vv_image *image, float facing)
{
    figure f;
    float middle = 180.0f, torso = between(26.0f, 34.0f), head = between(30.0f, 42.0f);
    vv_vec2 neck = {middle, 130.0f}, hips = {middle, 225.0f};
    draw_capsule(image, neck, hips, torso);
    draw_capsule(image, neck, (vv_vec2){middle, 90.0f - 0.5f * head}, 12.0f);
    draw_capsule(image, (vv_vec2){middle, 90.0f - 0.6f * head}, (vv_vec2){middle, 89.0f - 0.6f * head}, head);
    float angle = between(0.9f, 1.5f);
    for (uint32_t i = 0; i < 2; i++) {
        float side = i ? 1.0f : -1.0f;
        draw_arm(image, (vv_vec2){middle + side * 0.6f * torso, neck.y}, side, angle, &f.elbows[i]);
        draw_leg(image, (vv_vec2){middle + side * 0.5f * torso, hips.y}, side, facing, &f.knees[i]);
    }
    return f;
}

static bool is_figure_right(const figure *f)
{
    bool right = find_bone("hips") && find_bone("chest") && find_bone("head") && find_bone("foot-left") &&
                 find_bone("foot-right") && inside_share() > 0.97;
    right = right && begins_near("arm-lower-left", f->elbows[0], 0.16f) &&
            begins_near("arm-lower-right", f->elbows[1], 0.16f);
    return right && begins_near("leg-lower-left", f->knees[0], 0.16f) &&
           begins_near("leg-lower-right", f->knees[1], 0.16f);
}

static void print_guess(const char *what, uint32_t seed)
{
    print_message("%s %u:", what, seed);
    for (uint32_t h = 0; h < guess.handle_count; h++)
        print_message(" %s(%.2f %.2f)", guess.handles[h].name, (double)guess.handles[h].shape.to.x,
                      (double)guess.handles[h].shape.to.y);
    print_message(" (inside %.3f)\n", inside_share());
}

/* Frontal figures and those in profile: all their joints are found within 0.16 m of 2 m, and knees bend outwards or to
 * where the feet point. */
static void test_figures(void **state)
{
    (void)state;
    uint32_t right = 0, bends = 0;
    for (uint32_t i = 0; i < TRIES; i++) {
        vv_image image = empty_image();
        random_state = 77u + i;
        float facing = i % 3 == 0 ? 0.0f : i % 3 == 1 ? 1.0f : -1.0f;
        figure f = draw_figure(&image, facing);
        guess_image(image);
        check_tree();
        bool good = is_figure_right(&f);
        right += good;
        if (!good)
            print_guess("figure", i);
        const vv_project_handle *left = find_bone("leg-lower-left"), *other = find_bone("leg-lower-right");
        if (left && other) /* a knee that goes to the right bends clockwise */
            bends += left->bone.bend == (facing > 0.0f ? -1 : 1) && other->bone.bend == (facing < 0.0f ? 1 : -1);
        test_drawing_close(&drawing);
    }
    print_message("figures: %u of %u right, knees of %u bend the right way\n", right, TRIES, bends);
    assert_true(right * 20 >= 19 * TRIES);
    assert_true(bends * 20 >= 19 * TRIES);
}

/* ---- Quadrupeds -------------------------------------------------------------------------------------------------- */

static void draw_quadruped(vv_image *image, float facing)
{
    float middle = 180.0f, body = between(28.0f, 36.0f), half = between(55.0f, 70.0f), leg = between(95.0f, 115.0f);
    vv_vec2 rump = {middle - facing * half, 200.0f}, chest = {middle + facing * half, 200.0f};
    vv_vec2 head = {chest.x + facing * between(35.0f, 45.0f), between(110.0f, 130.0f)};
    draw_capsule(image, rump, chest, body);
    for (uint32_t i = 0; i < 4; i++) {
        vv_vec2 top = i < 2 ? rump : chest;
        top.x += (i % 2 ? 1.0f : -1.0f) * between(17.0f, 20.0f);
        draw_capsule(image, top, (vv_vec2){top.x, top.y + leg}, between(9.0f, 11.0f));
    }
    draw_capsule(image, chest, head, 17.0f);
    draw_capsule(image, head, (vv_vec2){head.x + facing * 30.0f, head.y + 6.0f}, between(20.0f, 25.0f));
    vv_vec2 tail = {rump.x - facing * (body + between(30.0f, 50.0f)), rump.y - between(10.0f, 50.0f)};
    draw_capsule(image, rump, tail, 8.0f);
}

static void test_quadrupeds(void **state)
{
    (void)state;
    uint32_t right = 0;
    for (uint32_t i = 0; i < TRIES; i++) {
        vv_image image = empty_image();
        random_state = 1234u + i;
        float facing = i % 2 ? 1.0f : -1.0f;
        draw_quadruped(&image, facing);
        guess_image(image);
        check_tree();
        const vv_project_handle *hips = find_bone("hips"), *head = find_bone("head");
        bool good = hips && head && (head->shape.to.x - hips->shape.from.x) * facing > 0.2f && inside_share() > 0.95;
        good = good && find_bone("leg-upper-back-left") && find_bone("leg-upper-back-right") &&
               find_bone("leg-upper-front-left") && find_bone("leg-upper-front-right");
        good = good && (find_bone("tail-1") || find_bone("tail"));
        right += good;
        if (!good)
            print_guess("quadruped", i);
        test_drawing_close(&drawing);
    }
    print_message("quadrupeds: %u of %u right\n", right, TRIES);
    assert_true(right * 20 >= 19 * TRIES);
}

/* ---- Snakes and blobs -------------------------------------------------------------------------------------------- */

static void test_snakes_are_chains(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < TRIES / 3; i++) {
        vv_image image = empty_image();
        random_state = 99u + i;
        float radius = between(9.0f, 15.0f), height = between(20.0f, 60.0f), waves = between(0.5f, 1.6f);
        vv_vec2 before = {25.0f, 210.0f};
        for (uint32_t k = 0; k <= 40; k++) {
            float t = (float)k / 40.0f;
            vv_vec2 p = {25.0f + 310.0f * t, 210.0f - height * sinf(6.2832f * waves * t)};
            draw_capsule(&image, before, p, radius);
            before = p;
        }
        guess_image(image);
        check_tree();
        assert_in_range(guess.handle_count, 4, 8);
        assert_true(inside_share() > 0.7);
        for (uint32_t h = 0; h < guess.handle_count; h++)
            assert_int_equal(strncmp(guess.handles[h].name, "random-", 7), 0);
        test_drawing_close(&drawing);
    }
}

static void test_blobs_get_few_bones(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < TRIES / 3; i++) {
        vv_image image = empty_image();
        random_state = 4321u + i;
        vv_vec2 a = {180.0f + between(-30.0f, 30.0f), 210.0f + between(-30.0f, 30.0f)};
        draw_capsule(&image, a, (vv_vec2){180.0f, 210.0f}, between(50.0f, 120.0f));
        guess_image(image);
        check_tree();
        assert_in_range(guess.handle_count, 3, 5);
        assert_true(inside_share() > 0.99);
        test_drawing_close(&drawing);
    }
}

/* A drawing is guessed alike at any size, and the same bones come out every time. */
static void test_nothing_is_lost_by_being_small(void **state)
{
    (void)state;
    vv_image image = empty_image();
    random_state = 5u;
    draw_figure(&image, 0.0f);
    guess_image(image);
    uint32_t count = guess.handle_count;
    vv_vec2 *positions = (vv_vec2 *)(uintptr_t)drawing.mesh.positions;
    for (uint32_t v = 0; v < drawing.mesh.vertex_count; v++)
        positions[v] = vv_vec2_scale(positions[v], 0.001f);
    assert_int_equal(vv_guess_handles(&drawing.artwork, &drawing.mesh, true, NULL, &guess, NULL), VV_OK);
    assert_int_equal(guess.handle_count, count);
    check_tree();
    test_drawing_close(&drawing);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_figures),
        cmocka_unit_test(test_quadrupeds),
        cmocka_unit_test(test_snakes_are_chains),
        cmocka_unit_test(test_blobs_get_few_bones),
        cmocka_unit_test(test_nothing_is_lost_by_being_small),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
