/* The saved state of puppets: restored at any step it goes on bit for bit; bytes that were changed are refused or
 * harmless. */
#include "runtime/stage/stage.h"
#include "tests/runtime/stage/puppet_actors.h"

typedef struct scene {
    box b;
    vv_stage *stage;
    vv_actor ids[2];
} scene;

/* One that tumbles with a hand that pulls it, and one that follows it and a bouncing particle. */
static scene scene_make(void)
{
    scene s = {.b = box_make(1.0f, 1.0f, 4, 4), .stage = stage_make()};
    stage_ground(s.stage, 0.6f);
    vv_actor_def def = puppet_def(&s.b, 0.0f, 1.0f);
    def.angle = 0.3f;
    def.angular_velocity = -2.0f;
    s.ids[0] = add(s.stage, &def);
    vv_stage_set_handle_target(s.stage, s.ids[0], 2, VV_CHANNEL_ANGLE,
                               (vv_handle_target){.value = {0.5f, 0.0f}, .strength = 0.4f});
    vv_follow follows[2] = {vv_default_follow(), vv_default_follow()};
    follows[0].kind = VV_FOLLOW_HANDLE;
    follows[0].actor = s.ids[0];
    follows[0].other = 1;
    follows[0].parts = VV_PART_ALL;
    follows[0].strength = 0.5f;
    follows[1].handle = 3;
    follows[1].particle.position = (vv_vec2){2.5f, 3.0f};
    follows[1].particle.floor = 0.0f;
    follows[1].from = 0.3;
    def.follows = follows;
    def.follow_count = 2;
    def.position.x = 2.0f;
    def.flipped = true;
    s.ids[1] = add(s.stage, &def);
    return s;
}

static void scene_free(scene *s)
{
    vv_stage_destroy(s->stage);
    box_free(&s->b);
}

static void test_goes_on_from_every_step(void **state)
{
    (void)state;
    scene s = scene_make(), t = scene_make();
    uint64_t hashes[80];
    size_t bytes = vv_stage_save_bytes(s.stage) * 2;
    uint8_t *saved = malloc(bytes * 80);
    size_t sizes[80];
    for (int i = 0; i < 80; i++) {
        sizes[i] = vv_stage_save(s.stage, saved + bytes * (size_t)i, bytes);
        assert_true(sizes[i] <= bytes);
        hashes[i] = vv_stage_hash(s.stage);
        vv_stage_step(s.stage, 0.02f);
    }
    for (int i = 78; i >= 0; i -= 3) { /* on another stage, backwards */
        assert_int_equal(vv_stage_restore(t.stage, saved + bytes * (size_t)i, sizes[i], NULL), VV_OK);
        assert_true(vv_stage_hash(t.stage) == hashes[i]);
        vv_stage_step(t.stage, 0.02f);
        assert_true(vv_stage_hash(t.stage) == hashes[i + 1]);
    }
    free(saved);
    scene_free(&s);
    scene_free(&t);
}

static bool is_sound(const scene *s)
{
    for (int k = 0; k < 2; k++) {
        vv_vec2 x[BOX_MOST];
        vv_affine pose[5];
        vv_stage_vertices(s->stage, s->ids[k], x);
        vv_stage_pose(s->stage, s->ids[k], pose);
        for (uint32_t i = 0; i < s->b.vertex_count; i++)
            if (!isfinite(x[i].x) || !isfinite(x[i].y))
                return false;
        for (uint32_t i = 0; i < 5; i++)
            if (!isfinite(pose[i].translation.x) || !isfinite(pose[i].linear.xx))
                return false;
    }
    return true;
}

static void test_changed_bytes(void **state)
{
    (void)state;
    scene s = scene_make();
    for (int i = 0; i < 30; i++)
        vv_stage_step(s.stage, 0.02f);
    size_t bytes = vv_stage_save_bytes(s.stage);
    uint8_t *good = malloc(bytes), *bad = malloc(bytes);
    uint64_t hash = vv_stage_hash(s.stage);
    uint32_t refused = 0, taken = 0;
    vv_stage_save(s.stage, good, bytes);
    for (size_t cut = 0; cut < bytes; cut += 97)
        assert_int_not_equal(vv_stage_restore(s.stage, good, cut, NULL), VV_OK);
    assert_true(vv_stage_hash(s.stage) == hash);
    vvi_random random = vvi_random_seed(5);
    for (int round = 0; round < 1500; round++) {
        memcpy(bad, good, bytes);
        bad[vvi_random_below(&random, (uint32_t)bytes)] = (uint8_t)vvi_random_next(&random);
        if (round % 3 == 0)
            bad[vvi_random_below(&random, (uint32_t)bytes)] ^= 0x40;
        if (memcmp(bad, good, bytes) != 0)
            assert_int_not_equal(vv_stage_restore(s.stage, bad, bytes, NULL), VV_OK);
        vvi_save_seal(bad, bytes);
        if (vv_stage_restore(s.stage, bad, bytes, NULL) != VV_OK) {
            assert_true(vv_stage_hash(s.stage) == hash);
            refused++;
            continue;
        }
        taken++;
        for (int i = 0; i < 2; i++)
            vv_stage_step(s.stage, 0.02f);
        assert_true(is_sound(&s));
        assert_int_equal(vv_stage_restore(s.stage, good, bytes, NULL), VV_OK);
        assert_true(vv_stage_hash(s.stage) == hash);
    }
    assert_true(refused > 50 && taken > 50);
    free(good);
    free(bad);
    scene_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_goes_on_from_every_step),
        cmocka_unit_test(test_changed_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
