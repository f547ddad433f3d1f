/* Pulling at skeletons: random chains, targets, limits and trees. */
#include "runtime/blend/blend.h"
#include "tests/testing.h"

#include <math.h>
#include <string.h>

enum { MOST = 12 };

typedef struct skeleton {
    uint32_t count;
    vv_handle handles[MOST];
    vv_bone bones[MOST];
    vv_affine pose[MOST], out[MOST];
} skeleton;

static float random_between(vvi_random *random, float low, float high)
{
    return low + (high - low) * vvi_random_unit(random);
}

/* A root that carries two chains, so that it does not bend: one of `count` bones, bones 1…count, and one of one. */
static skeleton make_skeleton(vvi_random *random, uint32_t count, float bend)
{
    skeleton s = {.count = count + 2};
    vv_vec2 at = {0.0f, 1.0f};
    float direction = random_between(random, -3.0f, 3.0f);
    s.handles[0] = (vv_handle){VV_HANDLE_BONE, {0.0f, 0.0f}, at, 0};
    for (uint32_t j = 1; j <= count; j++) {
        float length = random_between(random, 0.3f, 1.0f), sine, cosine;
        direction += j > 1 ? random_between(random, -bend, bend) : 0.0f;
        vv_sin_cos(direction, &sine, &cosine);
        vv_vec2 to = {at.x + length * cosine, at.y + length * sine};
        s.handles[j] = (vv_handle){VV_HANDLE_BONE, at, to, j};
        at = to;
    }
    s.handles[count + 1] = (vv_handle){VV_HANDLE_BONE, {0.0f, 1.0f}, {-0.5f, 1.5f}, 1};
    for (uint32_t j = 0; j < s.count; j++) {
        s.bones[j] = vv_default_bone();
        s.pose[j] = vv_affine_identity();
    }
    return s;
}

static vv_vec2 end_of(const skeleton *s, const vv_affine *pose, uint32_t j)
{
    return vv_affine_apply(pose[j], s->handles[j].to);
}

static float length_of(const skeleton *s, uint32_t j) { return vv_vec2_distance(s->handles[j].from, s->handles[j].to); }

/* The longest and the shortest way from the beginning of bone 1 to the end of bone `last`. */
static void find_reach(const skeleton *s, uint32_t last, float *longest, float *shortest)
{
    float sum = 0.0f, most = 0.0f;
    for (uint32_t j = 1; j <= last; j++) {
        sum += length_of(s, j);
        most = fmaxf(most, length_of(s, j));
    }
    *longest = sum;
    *shortest = fmaxf(0.0f, 2.0f * most - sum);
}

static void pull_tip(skeleton *s, uint32_t bone, vv_vec2 to)
{
    vv_pin pin = {.kind = VV_PIN_POSITION, .handle = bone, .from = s->handles[bone].to, .to = to};
    vv_bones_pull(s->count, s->handles, s->bones, 1, &pin, s->pose, s->out);
}

static void check_connected(const skeleton *s)
{
    for (uint32_t j = 0; j < s->count; j++) {
        const vv_handle *h = &s->handles[j];
        if (h->parent1 == 0)
            continue;
        vv_vec2 carried = vv_affine_apply(s->out[h->parent1 - 1], h->from), own = vv_affine_apply(s->out[j], h->from);
        assert_true(vv_vec2_distance(carried, own) < 1e-5f);
        vv_polar2 polar = vv_mat2_polar(s->out[j].linear);
        assert_true(fabsf(polar.xx - 1.0f) < 1e-5f && fabsf(polar.yy - 1.0f) < 1e-5f && fabsf(polar.xy) < 1e-5f);
    }
}

static vv_vec2 random_target(vvi_random *random, vv_vec2 from, float least, float most)
{
    float angle = random_between(random, -3.14f, 3.14f), distance = random_between(random, least, most);
    return vv_vec2_add(from, vv_vec2_scale(vv_mat2_apply(vv_mat2_rotation(angle), (vv_vec2){1.0f, 0.0f}), distance));
}

static void two_bones_reach_whatever_they_can(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(11);
    for (int round = 0; round < 1000; round++) {
        skeleton s = make_skeleton(&random, 2, 2.5f);
        float longest, shortest;
        find_reach(&s, 2, &longest, &shortest);
        vv_vec2 target = random_target(&random, s.handles[1].from, shortest + 0.01f, longest - 0.01f);
        int32_t bend = (int32_t)vvi_random_below(&random, 3) - 1;
        s.bones[2].bend = bend;
        pull_tip(&s, 2, target);
        assert_true(vv_vec2_distance(end_of(&s, s.out, 2), target) < 2e-3f);
        check_connected(&s);
        vv_vec2 upper = vv_vec2_sub(end_of(&s, s.out, 1), s.handles[1].from);
        vv_vec2 lower = vv_vec2_sub(target, end_of(&s, s.out, 1));
        vv_vec2 was_upper = vv_vec2_sub(s.handles[1].to, s.handles[1].from);
        vv_vec2 was_lower = vv_vec2_sub(s.handles[2].to, s.handles[2].from);
        float side = vv_vec2_cross(upper, lower), was = vv_vec2_cross(was_upper, was_lower);
        assert_true(side * (bend ? (float)bend : was) >= -1e-4f);
    }
}

static void long_chains_reach_most_of_what_they_can(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(12);
    uint32_t missed = 0;
    for (int round = 0; round < 1000; round++) {
        uint32_t count = 3 + vvi_random_below(&random, 7);
        skeleton s = make_skeleton(&random, count, 0.6f);
        float longest, shortest;
        find_reach(&s, count, &longest, &shortest);
        vv_vec2 target = random_target(&random, s.handles[1].from, 0.3f * longest, 0.999f * longest);
        if (0.3f * longest < shortest)
            continue;
        pull_tip(&s, count, target);
        missed += vv_vec2_distance(end_of(&s, s.out, count), target) > 1e-3f * longest;
        check_connected(&s);
    }
    assert_true(missed <= 10);
}

/* Out of reach a chain points at its target. */
static void what_is_out_of_reach_is_pointed_at(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(13);
    for (int round = 0; round < 300; round++) {
        uint32_t count = 1 + vvi_random_below(&random, 6);
        skeleton s = make_skeleton(&random, count, 1.0f);
        float longest, shortest;
        find_reach(&s, count, &longest, &shortest);
        vv_vec2 from = s.handles[1].from, target = random_target(&random, from, 1.01f * longest, 3.0f * longest);
        pull_tip(&s, count, target);
        vv_vec2 way = vv_vec2_sub(target, from),
                expected = vv_vec2_add(from, vv_vec2_scale(way, longest / vv_vec2_length(way)));
        assert_true(vv_vec2_distance(end_of(&s, s.out, count), expected) < 5e-3f * longest);
        for (uint32_t j = 1; j <= count; j++)
            s.bones[j].stretch = 4.0f;
        pull_tip(&s, count, target);
        assert_true(vv_vec2_distance(end_of(&s, s.out, count), target) < 5e-3f * longest);
    }
}

/* The angle that a bone has relative to its parent. */
static float local_angle(const skeleton *s, uint32_t j)
{
    vv_handle_pose turns[MOST];
    vv_pose_factor(s->count, s->handles, s->out, turns);
    return turns[j].angle;
}

static void limits_hold(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(14);
    uint32_t nearer = 0;
    for (int round = 0; round < 500; round++) {
        uint32_t count = 2 + vvi_random_below(&random, 5);
        skeleton s = make_skeleton(&random, count, 0.8f);
        float longest, shortest;
        find_reach(&s, count, &longest, &shortest);
        for (uint32_t j = 1; j <= count; j++) {
            s.bones[j].low = random_between(&random, -1.5f, 0.0f);
            s.bones[j].high = random_between(&random, 0.0f, 1.5f);
        }
        vv_vec2 target = random_target(&random, s.handles[1].from, shortest, 1.2f * longest);
        pull_tip(&s, count, target);
        check_connected(&s);
        for (uint32_t j = 1; j <= count; j++)
            assert_true(local_angle(&s, j) >= s.bones[j].low - 1e-4f && local_angle(&s, j) <= s.bones[j].high + 1e-4f);
        nearer += vv_vec2_distance(end_of(&s, s.out, count), target) <=
                  vv_vec2_distance(end_of(&s, s.pose, count), target) + 1e-4f;
    }
    assert_int_equal(nearer, 500);
}

/* Along a path of the target, bones turn no more than in proportion: no jumps. */
static void small_moves_of_the_target_move_bones_little(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(15);
    for (int round = 0; round < 100; round++) {
        uint32_t count = 2 + vvi_random_below(&random, 5);
        skeleton s = make_skeleton(&random, count, 0.5f);
        float longest, shortest;
        find_reach(&s, count, &longest, &shortest);
        vv_vec2 from = s.handles[1].from, a = random_target(&random, from, 0.4f * longest, 0.9f * longest);
        vv_affine last[MOST];
        if (shortest > 0.3f * longest)
            continue;
        for (int step = 0; step <= 400; step++) { /* round the beginning, nearer and further */
            float angle = 0.01f * (float)step, size = 1.0f - 0.2f * sinf(0.03f * (float)step);
            vv_vec2 arm = vv_vec2_scale(vv_vec2_sub(a, from), size);
            pull_tip(&s, count, vv_vec2_add(from, vv_mat2_apply(vv_mat2_rotation(angle), arm)));
            for (uint32_t j = 1; step > 0 && j <= count; j++)
                assert_true(vv_vec2_distance(end_of(&s, s.out, j), end_of(&s, last, j)) < 0.15f * longest);
            memcpy(last, s.out, sizeof last);
        }
    }
}

/* The root is pulled down while the ends of two legs are held with their feet: the knees bend, the feet stay. */
static void legs_crouch_on_their_feet(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(16);
    for (int round = 0; round < 200; round++) {
        vv_handle handles[9] = {{VV_HANDLE_BONE, {0.0f, 1.0f}, {0.0f, 1.6f}, 0},
                                {VV_HANDLE_BONE, {0.0f, 1.6f}, {0.0f, 1.9f}, 1}};
        vv_bone bones[9];
        vv_affine pose[9], out[9];
        for (uint32_t leg = 0; leg < 2; leg++) {
            float x = leg ? 0.2f : -0.2f, knee = random_between(&random, -0.02f, 0.05f);
            uint32_t first = 2 + 3 * leg;
            handles[first] = (vv_handle){VV_HANDLE_BONE, {x, 1.0f}, {x + knee, 0.55f}, 1};
            handles[first + 1] = (vv_handle){VV_HANDLE_BONE, {x + knee, 0.55f}, {x, 0.1f}, first + 1};
            handles[first + 2] = (vv_handle){VV_HANDLE_BONE, {x, 0.1f}, {x + 0.2f, 0.0f}, first + 2};
        }
        for (uint32_t j = 0; j < 8; j++) {
            bones[j] = vv_default_bone();
            pose[j] = vv_affine_identity();
        }
        bones[3].bend = bones[6].bend = -1; /* the shins backwards, so that the knees come forward */
        vv_vec2 down = {random_between(&random, -0.1f, 0.1f), random_between(&random, -0.5f, -0.05f)};
        vv_pin pins[3] = {{.handle = 4, .from = handles[4].from, .to = handles[4].from},
                          {.handle = 0, .from = handles[0].from, .to = vv_vec2_add(handles[0].from, down)},
                          {.handle = 7, .from = handles[7].from, .to = handles[7].from}};
        vv_bones_pull(8, handles, bones, 3, pins, pose, out);
        for (uint32_t j = 0; j < 8; j += j < 4 ? 4 : 3)
            assert_true(vv_vec2_distance(vv_affine_apply(out[j], handles[j].from), j ? handles[j].from : pins[1].to) <
                        2e-3f);
        for (uint32_t foot = 4; foot < 8; foot += 3) {
            assert_true(fabsf(out[foot].linear.xy) < 1e-4f); /* flat */
            vv_vec2 hip = vv_affine_apply(out[foot - 2], handles[foot - 2].from);
            vv_vec2 knee = vv_affine_apply(out[foot - 1], handles[foot - 1].from);
            assert_true(vv_vec2_cross(vv_vec2_sub(knee, hip), vv_vec2_sub(handles[foot].from, knee)) < 0.0f);
        }
        assert_true(fabsf(out[1].linear.xy) < 1e-5f); /* the head stays upright */
    }
}

/* What a pin holds is not bent for a pin further out. */
static void a_held_elbow_stays(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(17);
    for (int round = 0; round < 200; round++) {
        skeleton s = make_skeleton(&random, 4, 0.8f);
        vv_vec2 elbow = random_target(&random, s.handles[1].from, 0.2f, length_of(&s, 1) + length_of(&s, 2) - 0.05f);
        vv_pin pins[2] = {{.handle = 4, .from = s.handles[4].to, .to = {3.0f, 1.0f}},
                          {.handle = 2, .from = s.handles[2].to, .to = elbow}};
        float least = fabsf(length_of(&s, 1) - length_of(&s, 2)) + 0.01f;
        if (vv_vec2_distance(elbow, s.handles[1].from) < least)
            continue;
        vv_bones_pull(s.count, s.handles, s.bones, 2, pins, s.pose, s.out);
        assert_true(vv_vec2_distance(end_of(&s, s.out, 2), elbow) < 2e-3f);
        check_connected(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_bones_reach_whatever_they_can),
        cmocka_unit_test(long_chains_reach_most_of_what_they_can),
        cmocka_unit_test(what_is_out_of_reach_is_pointed_at),
        cmocka_unit_test(limits_hold),
        cmocka_unit_test(small_moves_of_the_target_move_bones_little),
        cmocka_unit_test(legs_crouch_on_their_feet),
        cmocka_unit_test(a_held_elbow_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
