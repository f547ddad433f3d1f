/* Passes over positions give the bits of plain loops, for every number of particles. */
#include "tests/testing.h"

#include "runtime/stage/state.h"

#include <string.h>

enum { MOST = 37, ROOM = MOST + VVI_SPRITE_PADDING };

typedef struct arrays {
    vv_vec2 a[ROOM], b[ROOM], x[ROOM], want[ROOM];
    vv_mat2 turn;
    vv_vec2 by, centre;
    float sine, versine;
} arrays;

static vv_vec2 random_point(vvi_random *random)
{
    return (vv_vec2){4.0f * vvi_random_unit(random) - 2.0f, 4.0f * vvi_random_unit(random) - 2.0f};
}

static arrays random_arrays(uint32_t seed)
{
    arrays r = {.sine = 0.0f};
    vvi_random random = vvi_random_seed(seed);
    for (uint32_t i = 0; i < ROOM; i++) {
        r.a[i] = random_point(&random);
        r.b[i] = random_point(&random);
        r.x[i] = r.want[i] = random_point(&random);
    }
    r.turn = vv_mat2_rotation(6.0f * vvi_random_unit(&random));
    r.by = random_point(&random);
    r.centre = random_point(&random);
    r.sine = vvi_random_unit(&random) - 0.5f;
    r.versine = 0.1f * vvi_random_unit(&random);
    return r;
}

static void assert_same(const arrays *r, uint32_t count) { assert_memory_equal(r->x, r->want, count * sizeof *r->x); }

static void a_rigid_motion_adds_a_rotation_about_the_pivot(void **state)
{
    (void)state;
    for (uint32_t count = 1; count <= MOST; count++) {
        arrays r = random_arrays(count);
        float sx = r.by.x + r.sine * r.centre.y + r.versine * r.centre.x;
        float sy = r.by.y - r.sine * r.centre.x + r.versine * r.centre.y;
        for (uint32_t i = 0; i < count; i++) {
            r.want[i].x += (sx + -r.sine * r.a[i].y) - r.versine * r.a[i].x;
            r.want[i].y += (sy + r.sine * r.a[i].x) - r.versine * r.a[i].y;
        }
        vvi_positions_add_rigid(count, r.a, r.centre, r.by, r.sine, r.versine, r.x);
        assert_same(&r, count);
    }
}

static void changes_of_shape_are_turned(void **state)
{
    (void)state;
    for (uint32_t count = 1; count <= MOST; count++) {
        arrays r = random_arrays(count);
        for (uint32_t i = 0; i < count; i++)
            r.want[i] = vv_vec2_add(r.x[i], vv_mat2_apply(r.turn, vv_vec2_sub(r.b[i], r.a[i])));
        vvi_positions_add_change(count, r.turn, r.a, r.b, r.x);
        assert_same(&r, count);
        for (uint32_t i = 0; i < count; i++)
            r.want[i] = vv_vec2_sub(r.a[i], vv_mat2_apply(r.turn, r.b[i]));
        vvi_positions_subtract_turned(count, r.turn, r.a, r.b, r.x);
        assert_same(&r, count);
        for (uint32_t i = 0; i < count; i++)
            r.want[i] = vv_vec2_add(vv_vec2_add(r.x[i], r.by), vv_mat2_apply(r.turn, r.a[i]));
        vvi_positions_add_turned(count, r.turn, r.by, r.a, r.x);
        assert_same(&r, count);
    }
}

static void wholes_are_moved_and_turned(void **state)
{
    (void)state;
    for (uint32_t count = 1; count <= MOST; count++) {
        arrays r = random_arrays(count);
        for (uint32_t i = 0; i < count; i++) {
            r.want[i] = vv_vec2_add(r.x[i], r.by);
            r.want[i].x -= r.sine * (r.a[i].y - r.centre.y);
            r.want[i].y += r.sine * (r.a[i].x - r.centre.x);
        }
        vvi_positions_add(count, r.by, r.x);
        vvi_positions_add_spin(count, r.a, r.centre, r.sine, r.x);
        assert_same(&r, count);
        for (uint32_t i = 0; i < count; i++)
            r.want[i] = vv_vec2_add(r.centre, vv_mat2_apply(r.turn, vv_vec2_sub(r.x[i], r.centre)));
        vvi_positions_rotate(count, r.turn, r.centre, r.x);
        assert_same(&r, count);
    }
}

static void the_lowest_is_the_least_product(void **state)
{
    (void)state;
    for (uint32_t count = 1; count <= MOST; count++) {
        arrays r = random_arrays(count);
        float least = INFINITY;
        for (uint32_t i = 0; i < count; i++)
            least = vvi_min(least, vv_vec2_dot(r.by, r.a[i]));
        float lowest = vvi_positions_lowest(count, r.a, r.by);
        assert_memory_equal(&lowest, &least, sizeof least);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rigid_motion_adds_a_rotation_about_the_pivot),
        cmocka_unit_test(changes_of_shape_are_turned),
        cmocka_unit_test(wholes_are_moved_and_turned),
        cmocka_unit_test(the_lowest_is_the_least_product),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
