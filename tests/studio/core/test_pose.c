/* Posing by hand: what is grabbed follows, what stays stays, nothing jumps, and undo takes it back. */
#include "shipped.h"

#include "studio/core/figure.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static const vv_figure *figure_of(vv_studio *studio)
{
    const vv_figure *figure = vv_studio_figure(studio, 0);
    assert_non_null(figure);
    return figure;
}

static uint32_t handle_named(vv_studio *studio, const char *name)
{
    figure_of(studio);
    const vvi_figure *f = studio->figures->items[0];
    for (uint32_t h = 0; h < f->view.handle_count; h++)
        if (strcmp(f->handle_names[h], name) == 0)
            return h;
    fail_msg("no handle %s", name);
    return 0;
}

static vv_vec2 *copy_vertices(const vv_figure *figure)
{
    vv_vec2 *copy = malloc(figure->vertex_count * sizeof *copy);
    memcpy(copy, figure->vertices, figure->vertex_count * sizeof *copy);
    return copy;
}

static float furthest(const vv_figure *figure, const vv_vec2 *before)
{
    float most = 0.0f;
    for (uint32_t v = 0; v < figure->vertex_count; v++)
        most = fmaxf(most, vv_vec2_distance(figure->vertices[v], before[v]));
    return most;
}

static float size_of(const vv_figure *figure)
{
    return fmaxf(figure->high_x - figure->low_x, figure->high_y - figure->low_y);
}

static const char *const shipped[] = {"ball", "sack", "man", "cat"};

/* In every example, for every handle and its end: grabbing and letting go moves nothing, and the first thousandth of
 * a drag moves nothing by more than a few thousandths. */
static void test_nothing_jumps(void **state)
{
    (void)state;
    for (uint32_t n = 0; n < 4; n++) {
        vv_studio *studio = shipped_open(shipped[n], NULL);
        const vv_figure *figure = figure_of(studio);
        float size = size_of(figure);
        for (uint32_t e = 0; e < figure->example_count; e++)
            for (uint32_t h = 0; h < figure->handle_count; h++) {
                assert_int_equal(vv_studio_show_example(studio, 0, e), VV_OK);
                vv_vec2 *before = copy_vertices(figure), at = figure->handles[2 * h + (h & 1)];
                assert_int_equal(vv_studio_grab(studio, 0, h, at.x, at.y), VV_OK);
                assert_int_equal(vv_studio_drag(studio, 0, at.x, at.y), VV_OK);
                assert_true(furthest(figure, before) <= 1e-4f * size);
                assert_int_equal(vv_studio_drag(studio, 0, at.x + 1e-3f * size, at.y), VV_OK);
                float moved = furthest(figure, before);
                if (moved > 2e-2f * size)
                    print_message("%s, example %u, handle %u: %g\n", shipped[n], e, h, (double)(moved / size));
                assert_true(moved <= 2e-2f * size);
                vv_studio_release(studio, 0, false);
                assert_true(furthest(figure, before) == 0.0f);
                free(before);
            }
        vv_studio_destroy(studio);
    }
}

static void drag_along(vv_studio *studio, vv_vec2 from, vv_vec2 by, uint32_t frames)
{
    for (uint32_t i = 1; i <= frames; i++) {
        vv_vec2 p = vv_vec2_add(from, vv_vec2_scale(by, (float)i / (float)frames));
        assert_int_equal(vv_studio_drag(studio, 0, p.x, p.y), VV_OK);
    }
}

/* Dragging a hand bends the arm; shoulders, feet and head stay, the hand is under the pointer, no triangle turns
 * over. */
static void test_a_hand_takes_the_arm_along(void **state)
{
    (void)state;
    vv_studio *studio = shipped_open("man", NULL);
    const vv_figure *figure = figure_of(studio);
    static const char *const staying[] = {"shoulder-left", "head", "hips", "foot-left", "hand-right"};
    uint32_t hand = handle_named(studio, "hand-left"), elbow = handle_named(studio, "elbow-left");
    vv_vec2 from = figure->handles[2 * hand], elbow_before = figure->handles[2 * elbow];
    assert_int_equal(vv_studio_grab(studio, 0, hand, from.x, from.y), VV_OK);
    drag_along(studio, from, (vv_vec2){-0.25f, 0.45f}, 30);
    assert_true(vv_vec2_distance(figure->handles[2 * hand], vv_vec2_add(from, (vv_vec2){-0.25f, 0.45f})) < 1e-4f);
    assert_true(vv_vec2_distance(figure->handles[2 * elbow], elbow_before) > 0.05f);
    for (uint32_t i = 0; i < 5; i++) {
        uint32_t h = handle_named(studio, staying[i]);
        assert_true(vv_vec2_distance(figure->handles[2 * h], studio->figures->items[0]->rest_handles[h].from) < 1e-4f);
    }
    for (uint32_t t = 0; t < figure->triangle_count; t++) {
        const uint32_t *c = figure->triangles + 3 * (size_t)t;
        vv_vec2 a = figure->vertices[c[0]], b = figure->vertices[c[1]], d = figure->vertices[c[2]];
        assert_true(vv_vec2_cross(vv_vec2_sub(b, a), vv_vec2_sub(d, a)) > 0.0f);
    }
    vv_studio_destroy(studio);
}

static bool inside(const vv_figure *figure, vv_vec2 p)
{
    for (uint32_t t = 0; t < figure->triangle_count; t++) {
        const uint32_t *c = figure->triangles + 3 * (size_t)t;
        bool all = true;
        for (uint32_t i = 0; i < 3; i++) {
            vv_vec2 a = figure->vertices[c[i]], b = figure->vertices[c[(i + 1) % 3]];
            all = all && vv_vec2_cross(vv_vec2_sub(b, a), vv_vec2_sub(p, a)) >= 0.0f;
        }
        if (all)
            return true;
    }
    return false;
}

/* The point of the drawing that was grabbed is under the pointer, from rest and from a pose that pins alone do not
 * make. */
static void test_the_drawing_follows_the_pointer(void **state)
{
    (void)state;
    for (uint32_t n = 0; n < 4; n++) {
        vv_studio *studio = shipped_open(shipped[n], NULL);
        const vv_figure *figure = figure_of(studio);
        float size = size_of(figure);
        for (uint32_t e = 0; e < figure->example_count; e++) {
            assert_int_equal(vv_studio_show_example(studio, 0, e), VV_OK);
            for (uint32_t h = 0; h < studio->figures->items[0]->view.handle_count; h++)
                assert_int_equal(vv_studio_pin(studio, 0, h, 0), VV_OK);
            const uint32_t *c = figure->triangles + 3 * (size_t)(figure->triangle_count / 3);
            vv_vec2 from = {0};
            for (uint32_t i = 0; i < 3; i++)
                from = vv_vec2_add(from, vv_vec2_scale(figure->vertices[c[i]], 1.0f / 3.0f));
            assert_true(inside(figure, from));
            assert_int_equal(vv_studio_grab(studio, 0, VV_NONE, from.x, from.y), VV_OK);
            drag_along(studio, from, (vv_vec2){0.1f * size, 0.08f * size}, 20);
            vvi_grab *grab = &studio->figures->items[0]->grab;
            const vv_mesh_point *at = &grab->pins[grab->pin_count - 1].at;
            vv_vec2 is = {0}, wanted = vv_vec2_add(from, (vv_vec2){0.1f * size, 0.08f * size});
            for (uint32_t i = 0; i < 3; i++)
                is = vv_vec2_add(is, vv_vec2_scale(figure->vertices[figure->triangles[3 * (size_t)at->triangle + i]],
                                                   at->weights[i]));
            assert_true(vv_vec2_distance(is, wanted) < 2e-3f * size);
            vv_studio_release(studio, 0, false);
        }
        assert_int_equal(vv_studio_grab(studio, 0, VV_NONE, 50.0f, 50.0f), VV_ERROR_NOT_FOUND);
        vv_studio_destroy(studio);
    }
}

/* A bone taken by its end turns about its beginning and keeps its length; taken by its body it moves. */
static void test_bones_turn_by_their_end(void **state)
{
    (void)state;
    vv_studio *studio = shipped_open("man", NULL);
    const vv_figure *figure = figure_of(studio);
    uint32_t head = handle_named(studio, "head");
    vv_vec2 from = figure->handles[2 * head], to = figure->handles[2 * head + 1];
    float length = vv_vec2_distance(from, to);
    assert_int_equal(vv_studio_grab(studio, 0, head, to.x, to.y), VV_OK);
    drag_along(studio, to, (vv_vec2){length, -length}, 10); /* a quarter turn to the right */
    assert_true(vv_vec2_distance(figure->handles[2 * head], from) < 1e-5f);
    assert_true(vv_vec2_distance(figure->handles[2 * head + 1], (vv_vec2){from.x + length, from.y}) < 1e-4f);
    vv_studio_release(studio, 0, false);
    vv_vec2 middle = vv_vec2_lerp(from, to, 0.3f);
    assert_int_equal(vv_studio_grab(studio, 0, head, middle.x, middle.y), VV_OK);
    drag_along(studio, middle, (vv_vec2){0.1f, 0.05f}, 10);
    vv_vec2 now = vv_vec2_lerp(figure->handles[2 * head], figure->handles[2 * head + 1], 0.3f);
    assert_true(vv_vec2_distance(now, vv_vec2_add(middle, (vv_vec2){0.1f, 0.05f})) < 1e-4f);
    vv_studio_destroy(studio);
}

/* A twist is relative to how the handle stood. */
static void test_twist(void **state)
{
    (void)state;
    vv_studio *studio = shipped_open("ball", NULL);
    const vv_figure *figure = figure_of(studio);
    uint32_t top = handle_named(studio, "top");
    vv_vec2 at = figure->handles[2 * top];
    for (uint32_t round = 1; round <= 2; round++) {
        assert_int_equal(vv_studio_grab(studio, 0, top, at.x, at.y), VV_OK);
        assert_int_equal(vv_studio_twist(studio, 0, 0.25f, 1.5f, 0.5f), VV_OK);
        vv_studio_release(studio, 0, true);
    }
    const float *turn = figure->turns + 5 * (size_t)top;
    assert_true(fabsf(turn[0]) < 1e-5f && fabsf(turn[1]) < 1e-5f);
    vv_polar2 polar = vv_mat2_polar(studio->figures->items[0]->pose_state->pose[top].linear);
    assert_true(fabsf(polar.angle - turn[2]) < 1e-5f);
    vv_mat2 once = vv_mat2_multiply((vv_mat2){vv_cos(0.25f), -vv_sin(0.25f), vv_sin(0.25f), vv_cos(0.25f)},
                                    (vv_mat2){1.5f, 0.0f, 0.0f, 0.5f});
    vv_mat2 turned = (vv_mat2){vv_cos(0.25f), -vv_sin(0.25f), vv_sin(0.25f), vv_cos(0.25f)};
    vv_mat2 twice = vv_mat2_multiply(turned, vv_mat2_multiply(once, (vv_mat2){1.5f, 0.0f, 0.0f, 0.5f}));
    vv_mat2 is = studio->figures->items[0]->pose_state->pose[top].linear;
    assert_true(fabsf(is.xx - twice.xx) + fabsf(is.xy - twice.xy) + fabsf(is.yx - twice.yx) + fabsf(is.yy - twice.yy) <
                1e-4f);
    assert_int_equal(vv_studio_twist(studio, 0, 0.1f, 1.0f, 1.0f), VV_ERROR_ARGUMENT);
    vv_studio_destroy(studio);
}

/* A drawing with one handle is carried, turned and stretched by it as a whole, by the handle or by the drawing
 * itself. */
static void test_a_single_handle_carries_all(void **state)
{
    (void)state;
    static const char *const others[] = {"top", "bottom", "left", "right"};
    vv_studio *studio = shipped_open("ball", NULL);
    for (uint32_t i = 0; i < 4; i++) {
        char command[96];
        snprintf(command, sizeof command, "{\"do\": \"handle.remove\", \"artwork\": \"ball\", \"handle\": \"%s\"}",
                 others[i]);
        assert_int_equal(vv_studio_apply(studio, command, (uint32_t)strlen(command)), VV_OK);
    }
    const vv_figure *figure = figure_of(studio);
    assert_int_equal(figure->handle_count, 1);
    vv_vec2 at = figure->handles[0], *rest = copy_vertices(figure);
    assert_int_equal(vv_studio_grab(studio, 0, 0, at.x, at.y), VV_OK);
    assert_int_equal(vv_studio_twist(studio, 0, 0.0f, 1.5f, 0.5f), VV_OK);
    vv_studio_release(studio, 0, true);
    for (uint32_t v = 0; v < figure->vertex_count; v++) {
        vv_vec2 wanted = {at.x + 1.5f * (rest[v].x - at.x), at.y + 0.5f * (rest[v].y - at.y)};
        assert_true(vv_vec2_distance(figure->vertices[v], wanted) < 1e-4f);
    }
    free(rest);
    rest = copy_vertices(figure);
    for (uint32_t by_handle = 0; by_handle < 2; by_handle++) {
        vv_vec2 from = figure->handles[0];
        assert_int_equal(vv_studio_grab(studio, 0, by_handle ? 0 : VV_NONE, from.x, from.y), VV_OK);
        drag_along(studio, from, (vv_vec2){0.3f, 0.2f}, 10);
        vv_studio_release(studio, 0, true);
    }
    for (uint32_t v = 0; v < figure->vertex_count; v++)
        assert_true(vv_vec2_distance(figure->vertices[v], (vv_vec2){rest[v].x + 0.6f, rest[v].y + 0.4f}) < 2e-3f);
    free(rest);
    vv_studio_destroy(studio);
}

/* What is pinned stays, exactly; kind 2 with its turn and stretch. A pinned handle can be moved by hand. */
static void test_pins(void **state)
{
    (void)state;
    vv_studio *studio = shipped_open("sack", NULL);
    const vv_figure *figure = figure_of(studio);
    uint32_t seat = handle_named(studio, "seat"), chest = handle_named(studio, "chest");
    uint32_t hand = handle_named(studio, "hand-left");
    assert_int_equal(vv_studio_pin(studio, 0, seat, 1), VV_OK);
    assert_int_equal(vv_studio_pin(studio, 0, chest, 2), VV_OK);
    assert_int_equal(figure->pins[seat], 1);
    vv_vec2 seat_at = figure->handles[2 * seat], hand_at = figure->handles[2 * hand];
    assert_int_equal(vv_studio_grab(studio, 0, hand, hand_at.x, hand_at.y), VV_OK);
    drag_along(studio, hand_at, (vv_vec2){-0.4f, -0.5f}, 20);
    vv_studio_release(studio, 0, true);
    assert_true(vv_vec2_distance(figure->handles[2 * seat], seat_at) < 1e-5f);
    const float *turn = figure->turns + 5 * (size_t)chest;
    assert_true(fabsf(turn[0]) + fabsf(turn[1]) + fabsf(turn[2]) + fabsf(turn[3] - 1) + fabsf(turn[4] - 1) < 1e-4f);
    assert_int_equal(vv_studio_grab(studio, 0, seat, seat_at.x, seat_at.y), VV_OK);
    drag_along(studio, seat_at, (vv_vec2){0.1f, 0.0f}, 5);
    vv_studio_release(studio, 0, true);
    assert_true(fabsf(figure->handles[2 * seat].x - seat_at.x - 0.1f) < 1e-5f);
    assert_int_equal(figure->pins[seat], 1);
    assert_int_equal(vv_studio_pin(studio, 0, 1000, 1), VV_ERROR_NOT_FOUND);
    assert_int_equal(vv_studio_pin(studio, 0, seat, 3), VV_ERROR_NOT_FOUND);
    vv_studio_destroy(studio);
}

/* Undo takes poses back one by one, redo brings them again, and only then come the commands. */
static void test_undo(void **state)
{
    (void)state;
    vv_studio *studio = shipped_open("ball", NULL);
    const vv_figure *figure = figure_of(studio);
    vv_vec2 *shapes[3] = {copy_vertices(figure)};
    for (uint32_t i = 1; i <= 2; i++) {
        vv_vec2 at = figure->handles[2 * i];
        assert_int_equal(vv_studio_grab(studio, 0, i, at.x, at.y), VV_OK);
        drag_along(studio, at, (vv_vec2){0.2f, 0.1f}, 5);
        vv_studio_release(studio, 0, true);
        shapes[i] = copy_vertices(figure);
    }
    vv_vec2 at = figure->handles[2];
    assert_int_equal(vv_studio_grab(studio, 0, 1, at.x, at.y), VV_OK);
    vv_studio_release(studio, 0, true); /* moved nothing: no step */
    for (uint32_t round = 0; round < 2; round++) {
        for (uint32_t i = 2; i-- > 0;) {
            assert_true(vv_studio_undo(studio));
            assert_true(furthest(figure_of(studio), shapes[i]) == 0.0f);
            assert_int_equal(figure->posed, i > 0);
        }
        assert_false(vv_studio_undo(studio));
        for (uint32_t i = 1; i <= 2; i++) {
            assert_true(vv_studio_redo(studio));
            assert_true(furthest(figure_of(studio), shapes[i]) == 0.0f);
        }
        assert_false(vv_studio_redo(studio));
    }
    for (uint32_t i = 0; i < 3; i++)
        free(shapes[i]);
    vv_studio_destroy(studio);
}

static void drag_up(vv_studio *studio, uint32_t artwork)
{
    vv_vec2 at = vv_studio_figure(studio, artwork)->handles[0];
    assert_int_equal(vv_studio_grab(studio, artwork, 0, at.x, at.y), VV_OK);
    assert_int_equal(vv_studio_drag(studio, artwork, at.x, at.y + 0.1f), VV_OK);
}

/* Whatever makes a step for one artwork lets go of the others first: what a drag is taken back to is then its own. */
static void test_a_step_of_one_artwork_lets_go_of_others(void **state)
{
    (void)state;
    for (uint32_t way = 0; way < 2; way++) {
        vv_studio *studio = shipped_open("cannon", NULL);
        uint32_t few = 0, many = 0;
        for (uint32_t a = 0; a < vv_document_project(studio->document)->artwork_count; a++) {
            assert_non_null(vv_studio_figure(studio, a));
            few = vv_studio_figure(studio, a)->handle_count < vv_studio_figure(studio, few)->handle_count ? a : few;
            many = vv_studio_figure(studio, a)->handle_count > vv_studio_figure(studio, many)->handle_count ? a : many;
        }
        assert_true(vv_studio_figure(studio, few)->handle_count < vv_studio_figure(studio, many)->handle_count);
        drag_up(studio, many);
        vv_studio_release(studio, many, true);
        drag_up(studio, few);
        vv_vec2 *shape = copy_vertices(vv_studio_figure(studio, few));
        assert_int_equal(way ? vv_studio_pin(studio, many, 0, 1) : vv_studio_show_rest(studio, many), VV_OK);
        vv_studio_release(studio, few, false); /* was done already */
        assert_true(furthest(vv_studio_figure(studio, few), shape) == 0.0f);
        assert_true(vv_studio_undo(studio));
        assert_int_equal(vv_studio_figure(studio, many)->posed, 1);
        assert_int_equal(vv_studio_figure(studio, many)->pins[0], 0);
        assert_true(vv_studio_undo(studio));
        assert_int_equal(vv_studio_figure(studio, few)->posed, 0);
        free(shape);
        vv_studio_destroy(studio);
    }
}

/* A page saves when it likes, also in the middle of a drag. */
static void test_saving_leaves_what_is_held(void **state)
{
    (void)state;
    vv_studio *studio = shipped_open("ball", NULL);
    const vv_figure *figure = figure_of(studio);
    vv_vec2 *before = copy_vertices(figure), at = figure->handles[2];
    assert_int_equal(vv_studio_grab(studio, 0, 1, at.x, at.y), VV_OK);
    assert_int_equal(vv_studio_drag(studio, 0, at.x + 0.1f, at.y), VV_OK);
    assert_int_equal(vv_studio_begin_save(studio), VV_OK);
    assert_int_equal(vv_studio_end_save(studio), VV_OK);
    figure_of(studio);
    assert_int_equal(vv_studio_drag(studio, 0, at.x + 0.2f, at.y), VV_OK);
    assert_true(furthest(figure, before) > 0.1f);
    vv_studio_release(studio, 0, false);
    assert_true(furthest(figure_of(studio), before) == 0.0f);
    free(before);
    vv_studio_destroy(studio);
}

/* Kept and applied, the example is the pose; what is shown is then that example, with its pins; undo takes it back. */
static void test_keep(void **state)
{
    (void)state;
    vv_studio *studio = shipped_open("sack", NULL);
    const vv_figure *figure = figure_of(studio);
    uint32_t examples = figure->example_count, hand = handle_named(studio, "hand-left");
    vv_vec2 at = figure->handles[2 * hand];
    assert_int_equal(vv_studio_pin(studio, 0, handle_named(studio, "seat"), 2), VV_OK);
    assert_int_equal(vv_studio_grab(studio, 0, hand, at.x, at.y), VV_OK);
    drag_along(studio, at, (vv_vec2){-0.3f, 0.2f}, 20);
    vv_studio_release(studio, 0, true);
    assert_int_equal(figure->posed, 1);
    vv_vec2 *posed = copy_vertices(figure);
    assert_int_equal(vv_studio_store_example(studio, 0, "wave"), VV_OK);
    assert_non_null(strstr(vv_studio_text(studio), "\"do\":\"example.add\""));
    char *command = strdup(vv_studio_text(studio));
    assert_int_equal(vv_studio_apply(studio, command, (uint32_t)strlen(command)), VV_OK);
    free(command);
    figure = figure_of(studio);
    assert_int_equal(figure->example_count, examples + 1);
    assert_int_equal(figure->posed, 0);
    assert_int_equal(figure->pins[handle_named(studio, "seat")], 2);
    assert_true(furthest(figure, posed) < 1e-4f);
    assert_int_equal(vv_studio_show_rest(studio, 0), VV_OK);
    assert_int_equal(vv_studio_show_example(studio, 0, examples), VV_OK);
    assert_true(furthest(figure, posed) < 1e-4f);
    assert_int_equal(figure->pins[handle_named(studio, "seat")], 2);
    assert_int_equal(vv_studio_store_example(studio, 0, "wave"), VV_OK);
    assert_non_null(strstr(vv_studio_text(studio), "\"do\":\"example.set\""));
    assert_true(vv_studio_undo(studio)); /* the command */
    assert_int_equal(figure_of(studio)->example_count, examples);
    assert_int_equal(vv_studio_show_example(studio, 0, examples), VV_ERROR_NOT_FOUND);
    free(posed);
    vv_studio_destroy(studio);
}

static void test_no_allocation_while_dragging(void **state)
{
    (void)state;
    vv_counting counting = {0};
    vv_allocator allocator = vv_counting_allocator(&counting);
    vv_studio *studio = shipped_open("man", &allocator);
    const vv_figure *figure = figure_of(studio);
    uint32_t hand = handle_named(studio, "hand-left");
    vv_vec2 at = figure->handles[2 * hand];
    assert_int_equal(vv_studio_grab(studio, 0, hand, at.x, at.y), VV_OK);
    uint64_t before = counting.allocations;
    drag_along(studio, at, (vv_vec2){-0.3f, 0.5f}, 60);
    assert_int_equal(vv_studio_twist(studio, 0, 0.5f, 1.2f, 0.9f), VV_OK);
    assert_int_equal(counting.allocations, before);
    vv_studio_release(studio, 0, true);
    vv_studio_destroy(studio);
    assert_int_equal(counting.used, 0);
}

static void test_wild_numbers_are_refused(void **state)
{
    (void)state;
    vv_studio *studio = shipped_open("ball", NULL);
    const vv_figure *figure = figure_of(studio);
    vv_vec2 at = figure->handles[2], *before = copy_vertices(figure);
    const float wild[] = {NAN, INFINITY, -INFINITY, 1e30f};
    assert_int_equal(vv_studio_drag(studio, 0, at.x, at.y), VV_ERROR_ARGUMENT); /* nothing is grabbed */
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(vv_studio_grab(studio, 0, 1, wild[i], 0.0f), VV_ERROR_ARGUMENT);
        assert_int_equal(vv_studio_grab(studio, 0, 1, at.x, at.y), VV_OK);
        assert_int_equal(vv_studio_drag(studio, 0, at.x, wild[i]), VV_ERROR_ARGUMENT);
        assert_int_equal(vv_studio_twist(studio, 0, wild[i], 1.0f, 1.0f), VV_ERROR_ARGUMENT);
        assert_int_equal(vv_studio_twist(studio, 0, 0.0f, wild[i], 1.0f), VV_ERROR_ARGUMENT);
        assert_true(furthest(figure, before) == 0.0f);
        vv_studio_release(studio, 0, true);
    }
    assert_int_equal(vv_studio_grab(studio, 0, 99, at.x, at.y), VV_ERROR_NOT_FOUND);
    assert_int_equal(vv_studio_grab(studio, 9, 0, at.x, at.y), VV_ERROR_NOT_FOUND);
    vv_studio_release(studio, 9, true);
    vv_studio_release(studio, 4000, true);
    free(before);
    vv_studio_destroy(studio);
}

/* Everything that allocates, with allocation n failing: refused, nothing lost, and it works the next time. */
static void test_memory_runs_out(void **state)
{
    (void)state;
    static const char move[] = "{\"do\":\"handle.set\",\"artwork\":\"ball\",\"handle\":\"top\",\"at\":[0,1.6]}";
    vv_counting counting = {0};
    vv_allocator allocator = vv_counting_allocator(&counting);
    vv_studio *studio = shipped_open("ball", &allocator);
    bool done = false;
    for (uint64_t n = 1; !done; n++) {
        counting.fail_at = n;
        const vv_figure *figure = vv_studio_figure(studio, 0);
        done = figure != NULL;
        vv_vec2 at = done ? figure->handles[2] : (vv_vec2){0};
        done = done && vv_studio_pin(studio, 0, 2, 1) == VV_OK && vv_studio_grab(studio, 0, 1, at.x, at.y) == VV_OK &&
               vv_studio_drag(studio, 0, at.x + 0.1f, at.y) == VV_OK;
        vv_studio_release(studio, 0, true);
        done = done && vv_studio_store_example(studio, 0, "kept") == VV_OK && vv_studio_show_rest(studio, 0) == VV_OK;
        counting.fail_at = 0;
        if (!done)
            assert_int_equal(vv_studio_apply(studio, move, (uint32_t)strlen(move)), VV_OK);
        while (vv_studio_undo(studio))
            ;
        assert_non_null(vv_studio_figure(studio, 0));
        vvi_figures_release(studio);
        vv_session_forget(studio->session);
    }
    vv_studio_destroy(studio);
    assert_int_equal(counting.used, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nothing_jumps),
        cmocka_unit_test(test_a_hand_takes_the_arm_along),
        cmocka_unit_test(test_the_drawing_follows_the_pointer),
        cmocka_unit_test(test_bones_turn_by_their_end),
        cmocka_unit_test(test_twist),
        cmocka_unit_test(test_a_single_handle_carries_all),
        cmocka_unit_test(test_pins),
        cmocka_unit_test(test_undo),
        cmocka_unit_test(test_a_step_of_one_artwork_lets_go_of_others),
        cmocka_unit_test(test_saving_leaves_what_is_held),
        cmocka_unit_test(test_keep),
        cmocka_unit_test(test_no_allocation_while_dragging),
        cmocka_unit_test(test_wild_numbers_are_refused),
        cmocka_unit_test(test_memory_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
