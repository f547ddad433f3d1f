/* Zones as things on a stage: ids, what is refused, who entered and left, saves. */
#include "tests/runtime/stage/scenes.h"

#include <verve/zone.h>

static const vv_vec2 pool[4] = {{-2.0f, -2.0f}, {2.0f, -2.0f}, {2.0f, 0.0f}, {-2.0f, 0.0f}};

static vv_zone_def pool_def(void)
{
    vv_zone_def def = vv_default_zone_def(VV_ZONE_WATER);
    def.point_count = 4;
    def.points = pool;
    return def;
}

static vv_stage *make_empty(void)
{
    vv_stage_def def = vv_default_stage_def();
    return make_stage(&def);
}

static vv_zone_id add_zone(vv_stage *stage, const vv_zone_def *def)
{
    vv_zone_id id;
    assert_int_equal(vv_stage_add_zone(stage, def, &id, NULL), VV_OK);
    return id;
}

static void zones_have_ids_that_are_not_given_twice(void **state)
{
    (void)state;
    vv_stage_def stage_def = vv_default_stage_def();
    stage_def.max_zones = 16;
    vv_stage *stage = make_stage(&stage_def);
    vv_zone_def def = pool_def();
    vv_zone_id ids[16], list[16], one = {0, 0};
    vv_error error = {0};
    for (uint32_t i = 0; i < 16; i++) {
        def.tag = i;
        ids[i] = add_zone(stage, &def);
    }
    assert_int_equal(vv_stage_add_zone(stage, &def, &one, &error), VV_ERROR_LIMIT);
    assert_non_null(strstr(error.message, "max_zones"));
    assert_true(vv_stage_remove_zone(stage, ids[3]) && !vv_stage_remove_zone(stage, ids[3]));
    assert_false(vv_stage_has_zone(stage, ids[3]));
    assert_int_equal(vv_stage_zones(stage, list, 16), 15);
    assert_int_equal(list[3].index, 4);
    one = add_zone(stage, &def);
    assert_true(one.index == 3 && one.generation == ids[3].generation + 1 && !vv_stage_has_zone(stage, ids[3]));
    vv_zone_def back = vv_stage_zone(stage, ids[5]);
    assert_true(back.tag == 5 && back.point_count == 4 && back.kind == VV_ZONE_WATER && back.id.index == 5);
    assert_memory_equal(back.points, pool, sizeof pool);
    assert_int_equal(vv_stage_zone(stage, ids[3]).point_count, 0);
    /* what was read can be written again, also changed */
    back.position.x = 7.0f;
    assert_int_equal(vv_stage_set_zone(stage, ids[5], &back, NULL), VV_OK);
    assert_true(vv_stage_zone(stage, ids[5]).position.x == 7.0f);
    assert_int_equal(vv_stage_set_zone(stage, ids[3], &back, &error), VV_ERROR_ARGUMENT);
    vv_stage_destroy(stage);
}

static void odd_zones_are_refused(void **state)
{
    (void)state;
    vv_stage *stage = make_empty();
    const float odd[] = {NAN, INFINITY, -INFINITY, 1.1e6f};
    const vv_vec2 crossing[4] = {{0.0f, 0.0f}, {1.0f, 1.0f}, {1.0f, 0.0f}, {0.0f, 1.0f}},
                  same[2] = {{1.0f, 1.0f}, {1.0f, 1.0f}};
    vv_zone_id kept, id = {77, 77};
    vv_error error;
    vv_zone_def good = pool_def();
    kept = add_zone(stage, &good);
    uint64_t before = vv_stage_hash(stage);
    for (uint32_t i = 0; i < 4 * 8; i++) {
        vv_zone_def def = pool_def();
        float *numbers[8] = {&def.position.x, &def.angle,          &def.acceleration.y, &def.velocity.x,
                             &def.drag,       &def.quadratic_drag, &def.angular_drag,   &def.density};
        *numbers[i / 4] = odd[i % 4];
        assert_int_equal(vv_stage_add_zone(stage, &def, &id, &error), VV_ERROR_ARGUMENT);
        assert_int_equal(vv_stage_set_zone(stage, kept, &def, &error), VV_ERROR_ARGUMENT);
        vv_vec2 points[3] = {{0.0f, odd[i % 4]}, {1.0f, 0.0f}, {1.0f, 1.0f}};
        def = pool_def();
        def.point_count = 3;
        def.points = points;
        assert_int_equal(vv_stage_add_zone(stage, &def, &id, &error), VV_ERROR_ARGUMENT);
    }
    for (uint32_t i = 0; i < 6; i++) {
        vv_zone_def def = pool_def();
        def.kind = i == 0 ? (vv_zone_kind)3 : def.kind;
        def.drag = i == 1 ? -1.0f : def.drag;
        def.density = i == 2 ? -1.0f : def.density;
        def.point_count = i == 3 ? 1 : i == 5 ? 2 : 4;
        def.points = i == 4 ? crossing : i == 5 ? same : pool;
        error = (vv_error){0};
        assert_int_equal(vv_stage_add_zone(stage, &def, &id, &error), VV_ERROR_ARGUMENT);
        assert_true(error.message[0] != 0);
    }
    assert_true(id.index == 77 && vv_stage_hash(stage) == before);
    vv_stage_destroy(stage);
}

/* Fallen through the pool and out of its bottom: one enter, with the speed of the splash, and one leave. */
static void who_enters_and_leaves_is_told_once(void **state)
{
    (void)state;
    vv_stage *stage = make_empty();
    body b = body_ball(0.5f, 3);
    vv_zone_def def = pool_def();
    def.drag = def.quadratic_drag = 0.0f;
    vv_zone_id id = add_zone(stage, &def);
    vv_actor_def actor_def = actor_of(&b);
    actor_def.position.y = 2.0f;
    vv_actor who = add_actor(stage, &actor_def);
    uint32_t entered = 0, left = 0;
    for (uint32_t k = 0; k < 200; k++) {
        uint32_t count;
        run_steps(stage, 1);
        const vv_event *events = vv_stage_events(stage, &count);
        for (uint32_t i = 0; i < count; i++) {
            if (events[i].kind != VV_EVENT_ZONE_ENTER && events[i].kind != VV_EVENT_ZONE_LEAVE)
                continue;
            assert_true(events[i].zone.index == id.index && events[i].actor.index == who.index);
            entered += events[i].kind == VV_EVENT_ZONE_ENTER;
            left += events[i].kind == VV_EVENT_ZONE_LEAVE;
            if (entered == 1 && !left) /* fallen by 2 m */
                assert_true(fabsf(events[i].speed - sqrtf(2.0f * 9.81f * 2.0f)) < 0.3f);
        }
        float share = vv_stage_zone_share(stage, id, who);
        assert_true(share == 0.0f || entered > 0);
    }
    assert_true(entered == 1 && left == 1);
    assert_true(vv_stage_remove_zone(stage, id));
    vv_stage_destroy(stage);
    body_free(&b);
}

/* A save has zones whole: those removed come back with their ids, those added go, and all goes on as it did. */
static void a_save_holds_zones_whole(void **state)
{
    (void)state;
    vv_stage *stage = make_empty(), *other = make_empty();
    body b = body_crate(1.0f, 3);
    vv_zone_def def = pool_def(), jet = vv_default_zone_def(VV_ZONE_FORCE);
    jet.acceleration = (vv_vec2){1.0f, 0.0f};
    vv_zone_id first = add_zone(stage, &jet);
    vv_stage_remove_zone(stage, first);
    vv_zone_id water = add_zone(stage, &def);
    def.density = 2.0f;
    def.velocity.x = 0.5f;
    vv_stage_set_zone(stage, water, &def, NULL);
    for (uint32_t i = 0; i < 2; i++) {
        vv_actor_def actor_def = actor_of(&b);
        actor_def.position = (vv_vec2){-1.0f, 0.5f};
        add_actor(i ? other : stage, &actor_def);
    }
    run_steps(stage, 30);
    size_t count = vv_stage_save_bytes(stage);
    uint8_t *bytes = malloc(count);
    vv_stage_save(stage, bytes, count);
    uint64_t saved = vv_stage_hash(stage);
    run_steps(stage, 60);
    uint64_t later = vv_stage_hash(stage);
    assert_true(vv_stage_remove_zone(stage, water));
    vv_zone_id again = add_zone(stage, &jet), more = add_zone(stage, &jet);
    run_steps(stage, 10);
    assert_int_equal(vv_stage_restore(stage, bytes, count, NULL), VV_OK);
    assert_true(vv_stage_hash(stage) == saved && vv_stage_has_zone(stage, water));
    assert_false(vv_stage_has_zone(stage, again) || vv_stage_has_zone(stage, more));
    run_steps(stage, 60);
    assert_true(vv_stage_hash(stage) == later);
    /* on another stage, without adding any */
    assert_int_equal(vv_stage_restore(other, bytes, count, NULL), VV_OK);
    run_steps(other, 60);
    assert_true(vv_stage_hash(other) == later);
    vv_stage_destroy(stage);
    vv_stage_destroy(other);
    vv_stage_def small = vv_default_stage_def();
    small.max_zones = 0;
    stage = make_stage(&small);
    vv_actor_def actor_def = actor_of(&b);
    add_actor(stage, &actor_def);
    vv_error error = {0};
    assert_int_equal(vv_stage_restore(stage, bytes, count, &error), VV_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "zones"));
    vv_stage_destroy(stage);
    free(bytes);
    body_free(&b);
}

static void damaged_zones_are_refused(void **state)
{
    (void)state;
    vv_stage *stage = make_empty();
    vv_zone_def def = pool_def();
    add_zone(stage, &def);
    size_t count = vv_stage_save_bytes(stage);
    uint8_t *bytes = malloc(count), *copy = malloc(count);
    vv_stage_save(stage, bytes, count);
    uint64_t hash = vv_stage_hash(stage);
    vvi_random r = vvi_random_seed(4);
    uint32_t refused = 0;
    for (uint32_t i = 0; i < 3000; i++) {
        memcpy(copy, bytes, count);
        for (uint32_t k = 0; k <= i % 3; k++)
            copy[32 + vvi_random_below(&r, (uint32_t)count - 32)] = (uint8_t)vvi_random_below(&r, 256);
        vvi_save_seal(copy, count);
        if (vv_stage_restore(stage, copy, count, NULL) != VV_OK) {
            refused++;
            assert_true(vv_stage_hash(stage) == hash);
            continue;
        }
        run_steps(stage, 1);
        assert_int_equal(vv_stage_restore(stage, bytes, count, NULL), VV_OK);
    }
    assert_true(refused > 500);
    free(bytes);
    free(copy);
    vv_stage_destroy(stage);
}

/* Nothing of it is allocated after the stage was made. */
static void zones_allocate_nothing(void **state)
{
    (void)state;
    vv_counting counting = {0};
    vv_allocator allocator = vv_counting_allocator(&counting);
    vv_stage_def stage_def = vv_default_stage_def();
    vv_stage *stage = NULL;
    assert_int_equal(vv_stage_create(&stage_def, &allocator, &stage, NULL), VV_OK);
    body b = body_crate(1.0f, 3);
    vv_actor_def actor_def = actor_of(&b);
    vv_actor who = add_actor(stage, &actor_def);
    uint64_t before = counting.allocations;
    vv_zone_def def = pool_def();
    for (uint32_t k = 0; k < 50; k++) {
        vv_zone_id id = add_zone(stage, &def);
        run_steps(stage, 2);
        (void)vv_stage_zone_share(stage, id, who);
        def.position.x += 0.01f;
        vv_stage_set_zone(stage, id, &def, NULL);
        run_steps(stage, 2);
        vv_stage_remove_zone(stage, id);
    }
    assert_true(counting.allocations == before);
    vv_stage_destroy(stage);
    assert_int_equal(counting.used, 0);
    body_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(zones_have_ids_that_are_not_given_twice),
        cmocka_unit_test(odd_zones_are_refused),
        cmocka_unit_test(who_enters_and_leaves_is_told_once),
        cmocka_unit_test(a_save_holds_zones_whole),
        cmocka_unit_test(damaged_zones_are_refused),
        cmocka_unit_test(zones_allocate_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
