/* Drawings between surfaces that nothing stops: they become as thin as the room, keep their area and their centre, and
 * are what they were afterwards. */
#include "tests/runtime/stage/scenes.h"

#include "runtime/base/base.h"

#include <math.h>

/* Two boxes, above and below the origin, in space. */
typedef struct jaws {
    scene s;
    vv_obstacle plates[2];
} jaws;

static vv_obstacle add_plate(vv_stage *stage, float y, float high)
{
    const vv_vec2 corners[4] = {
        {-6.0f, y}, {6.0f, y}, {6.0f, y + high}, {-6.0f, y + high}}; /* they may be clockwise: a negative height */
    vv_obstacle_def def = vv_default_obstacle_def();
    vv_obstacle out;
    vv_error error = {0};
    def.kind = VV_OBSTACLE_POLYGON;
    def.points = corners;
    def.point_count = 4;
    if (vv_stage_add_obstacle(stage, &def, &out, &error) != VV_OK)
        fail_msg("%s", error.message);
    return out;
}

static jaws make_jaws(body b, float stiffness)
{
    vv_actor_def def = actor_of(&b);
    def.strengths.stiffness = stiffness;
    def.position.y = -0.5f;
    jaws j = {.s = make_free(b, def)};
    j.plates[0] = add_plate(j.s.stage, 0.6f, 2.0f);
    j.plates[1] = add_plate(j.s.stage, -0.6f, -2.0f);
    return j;
}

/* Each goes towards the other with half of this speed. */
static void close_jaws(const jaws *j, float speed, float seconds)
{
    for (int k = 0; k < 2; k++)
        assert_true(vv_stage_set_obstacle_velocity(j->s.stage, j->plates[k],
                                                   (vv_vec2){0.0f, k ? 0.5f * speed : -0.5f * speed}, 0));
    run_steps(j->s.stage, (uint32_t)(seconds * 60.0f + 0.5f));
}

static void measure(const jaws *j, vv_vec2 *low, vv_vec2 *high)
{
    vv_vec2 x[1500];
    vv_stage_vertices(j->s.stage, j->s.actor, x);
    *low = (vv_vec2){INFINITY, INFINITY};
    *high = (vv_vec2){-INFINITY, -INFINITY};
    for (uint32_t i = 0; i < j->s.body.vertex_count; i++) {
        *low = (vv_vec2){fminf(low->x, x[i].x), fminf(low->y, x[i].y)};
        *high = (vv_vec2){fmaxf(high->x, x[i].x), fmaxf(high->y, x[i].y)};
    }
}

/* How far the distance of a vertex from the middle of all is from what it is in the artwork. */
static float shape_error(const jaws *j)
{
    vv_vec2 x[1500], middle = {0.0f, 0.0f}, own = {0.0f, 0.0f};
    uint32_t count = j->s.body.vertex_count;
    float worst = 0.0f, share = 1.0f / (float)count;
    vv_stage_vertices(j->s.stage, j->s.actor, x);
    for (uint32_t i = 0; i < count; i++) {
        middle = vv_vec2_add(middle, vv_vec2_scale(x[i], share));
        own = vv_vec2_add(own, vv_vec2_scale(j->s.body.positions[i], share));
    }
    for (uint32_t i = 0; i < count; i++)
        worst = fmaxf(worst, fabsf(vv_vec2_distance(x[i], middle) - vv_vec2_distance(j->s.body.positions[i], own)));
    return worst;
}

/* Of a disc an ellipse of the same area, of a square a rectangle; in the middle between both plates. */
static void it_is_as_thin_as_the_room_and_keeps_its_area(void **state)
{
    (void)state;
    vvi_random r = vvi_random_seed(1);
    for (uint32_t n = 0; n < 24; n++) {
        body b = n % 2 ? body_ball(1.0f, 5 + n % 7) : body_crate(1.0f, 6 + n % 9);
        jaws j = make_jaws(b, n % 3 ? 10.0f + 60.0f * vvi_random_unit(&r) : 1.0f + 7.0f * vvi_random_unit(&r));
        float room = 0.36f + 0.5f * vvi_random_unit(&r), speed = 0.3f + 3.0f * vvi_random_unit(&r);
        vv_vec2 low, high;
        close_jaws(&j, speed, (1.2f - room) / speed);
        close_jaws(&j, 0.0f, 1.0f);
        room = 2.0f * vv_stage_obstacle_state(j.s.stage, j.plates[0]).low.y;
        measure(&j, &low, &high);
        float tall = high.y - low.y, wide = high.x - low.x;
        if (!(fabsf(tall / room - 1.0f) < 0.06f && fabsf(wide * room - 1.0f) < 0.1f &&
              fabsf(0.5f * (low.y + high.y)) < 0.03f && fabsf(0.5f * (low.x + high.x)) < 0.1f))
            fail_msg("scene %u, room %.3f: %.3f high and %.3f wide, about (%.3f, %.3f)", n, (double)room, (double)tall,
                     (double)wide, (double)(0.5f * (low.x + high.x)), (double)(0.5f * (low.y + high.y)));
        close_jaws(&j, -speed, 1.2f / speed);
        close_jaws(&j, 0.0f, 6.0f);
        float off = shape_error(&j);
        if (!(off < 0.01f))
            fail_msg("scene %u: afterwards a vertex is %.3f from where it belongs", n, (double)off);
        assert_false(inside_of(&j.s)->failed);
        scene_free(&j.s);
    }
}

/* Restored in the middle of it, it goes on as it did. */
static void a_save_in_a_press_goes_on_the_same(void **state)
{
    (void)state;
    for (int steps = 10; steps < 100; steps += 17) {
        jaws j = make_jaws(body_ball(1.0f, 6), steps % 2 ? 40.0f : 4.0f);
        close_jaws(&j, 0.8f, 0.7f);
        close_jaws(&j, -0.8f, (float)steps / 60.0f);
        size_t bytes = vv_stage_save_bytes(j.s.stage);
        void *save = malloc(bytes);
        vv_error error = {0};
        assert_int_equal(vv_stage_save(j.s.stage, save, bytes), bytes);
        run_steps(j.s.stage, 60);
        uint64_t hash = vv_stage_hash(j.s.stage);
        if (vv_stage_restore(j.s.stage, save, bytes, &error) != VV_OK)
            fail_msg("%s", error.message);
        run_steps(j.s.stage, 60);
        assert_true(vv_stage_hash(j.s.stage) == hash);
        free(save);
        scene_free(&j.s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_as_thin_as_the_room_and_keeps_its_area),
        cmocka_unit_test(a_save_in_a_press_goes_on_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
