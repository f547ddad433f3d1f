/* Key remapping (3.3): after a change of mode the active body moves as before, between keys as well, whatever its
 * slopes. */
#include "tests/testing.h"

#include "sample.h"

#define KEYS    12
#define SECONDS 3.0f

static vv_movement_mode any_mode(vvi_random *random)
{
    vv_movement_mode mode;
    do
        mode = (vv_movement_mode){.absolute_position = vvi_random_below(random, 4) == 0,
                                  .absolute_rotation = vvi_random_below(random, 2),
                                  .scale = (vv_movement_scale)vvi_random_below(random, 3),
                                  .ground = vvi_random_below(random, 3) == 0,
                                  .sagittal = vvi_random_below(random, 3) == 0,
                                  .secondary = vvi_random_below(random, 2),
                                  .directional = vvi_random_below(random, 3) == 0,
                                  .lookat = vvi_random_below(random, 2)};
    while (!vv_movement_mode_is_valid(mode));
    return mode;
}

static vv_body_frame any_frame(vvi_random *random, const vv_creature *c, uint32_t body)
{
    vv_movement_target target = {vv_vec3_add(bodies_of(c)[body].rest_centre, sample_point(random, c->size)), true};
    return vv_movement_mode_frame(any_mode(random), c, body, target, 0.0f, vvi_random_below(random, 2));
}

/* Every kind of slope and of curve, at uneven times. */
static uint32_t any_keys(vvi_random *random, vv_motion_track_kind kind, float reach, vv_motion_key *keys)
{
    uint32_t count = 1 + vvi_random_below(random, KEYS);
    memset(keys, 0, KEYS * sizeof *keys);
    for (uint32_t k = 0; k < count; k++) {
        vv_motion_key *key = &keys[k];
        key->time = SECONDS * ((float)k + 0.9f * vvi_random_unit(random)) / (float)KEYS;
        vv_quat turn = sample_turn(random), rate[2] = {sample_turn(random), sample_turn(random)};
        vv_vec3 place = sample_point(random, reach),
                speed[2] = {sample_point(random, reach), sample_point(random, reach)};
        bool is_turn = kind == VV_TRACK_ROTATION;
        memcpy(key->value, is_turn ? (void *)&turn : (void *)&place, is_turn ? 16 : 12);
        memcpy(key->in, is_turn ? (void *)&rate[0] : (void *)&speed[0], is_turn ? 16 : 12);
        memcpy(key->out, is_turn ? (void *)&rate[1] : (void *)&speed[1], is_turn ? 16 : 12);
        key->slope_in = (vv_slope)vvi_random_below(random, 3);
        key->slope_out = (vv_slope)vvi_random_below(random, 3);
        key->curve = vvi_random_below(random, 3) ? VV_CURVE_SMOOTH : (vv_curve)vvi_random_below(random, 3);
    }
    return count;
}

static vv_motion *make(vv_motion_track_kind kind, uint32_t count, const vv_motion_key *keys, bool loop)
{
    vv_motion_track track = {.kind = kind, .key_count = count, .keys = keys};
    vv_motion_channel channel = {.name = "body", .track_count = 1, .tracks = &track};
    vv_motion_def def = {.duration = SECONDS, .loop = loop, .channel_count = 1, .channels = &channel};
    vv_motion *motion = NULL;
    vv_error error = {0};
    if (vv_motion_create(&def, NULL, &motion, &error) != VV_OK)
        fail_msg("%s", error.message);
    return motion;
}

static vv_body_transform pose_at(const vv_motion *motion, vv_motion_track_kind kind, float time,
                                 const vv_body_frame *frame)
{
    float v[4];
    vv_motion_sample(motion, 0, 0, time, v, NULL);
    vv_body_transform q = {{0, 0, 0}, {0, 0, 0, 1}};
    if (kind == VV_TRACK_POSITION)
        q.position = (vv_vec3){v[0], v[1], v[2]};
    else
        q.rotation = (vv_quat){v[0], v[1], v[2], v[3]};
    return vv_specialise(frame, q);
}

/* Sine of half the angle between. */
static float turn_between(vv_quat a, vv_quat b)
{
    vv_quat d = vv_quat_multiply(vv_quat_conjugate(a), b);
    return sqrtf(d.x * d.x + d.y * d.y + d.z * d.z);
}

/* Where four numbers nearly cancel, bringing them to unit length makes any difference large: such moments say
 * nothing. */
static bool is_clear(const vv_motion *motion, float time)
{
    float step = 1e-3f, a[4], b[4], way = 0.0f;
    vv_motion_sample(motion, 0, 0, time - step, a, NULL);
    vv_motion_sample(motion, 0, 0, time + step, b, NULL);
    for (int i = 0; i < 4; i++)
        way += (b[i] - a[i]) * (b[i] - a[i]);
    return way < 0.01f;
}

static float compare(vv_motion_track_kind kind, const vv_motion *before, const vv_body_frame *from,
                     const vv_motion *after, const vv_body_frame *to, float size)
{
    float worst = 0.0f;
    for (int i = 0; i <= 300; i++) {
        float time = SECONDS * (float)i / 300.0f;
        vv_body_transform a = pose_at(before, kind, time, from), b = pose_at(after, kind, time, to);
        if (kind == VV_TRACK_POSITION)
            worst = fmaxf(worst, vv_vec3_length(vv_vec3_sub(a.position, b.position)) / size);
        else if (is_clear(before, time))
            worst = fmaxf(worst, turn_between(a.rotation, b.rotation));
    }
    return worst;
}

static void check_kind(vv_motion_track_kind kind)
{
    static sample made;
    vvi_random random = vvi_random_seed(21);
    float worst = 0.0f;
    for (uint64_t seed = 0; seed < 500; seed++) {
        sample_random(seed, false, &made);
        vv_creature *c = sample_create(&made);
        uint32_t body = vvi_random_below(&random, c->body_count);
        vv_body_frame from = any_frame(&random, c, body), to = any_frame(&random, c, body);
        vv_vec3 s = from.scale;
        float widest = fmaxf(fabsf(s.x), fmaxf(fabsf(s.y), fabsf(s.z)));
        vv_motion_key keys[KEYS], old[KEYS];
        uint32_t count = any_keys(&random, kind, c->size / widest, keys);
        bool loop = seed % 2;
        memcpy(old, keys, sizeof old);
        vv_motion_keys_remap(kind, count, keys, &from, &to);
        for (uint32_t k = 0; k < count; k++) { /* nothing else changes */
            assert_true(keys[k].time == old[k].time && keys[k].slope_in == old[k].slope_in);
            assert_true(keys[k].slope_out == old[k].slope_out && keys[k].curve == old[k].curve);
        }
        vv_motion *before = make(kind, count, old, loop), *after = make(kind, count, keys, loop);
        worst = fmaxf(worst, compare(kind, before, &from, after, &to, c->size));
        vv_motion_destroy(before, NULL);
        vv_motion_destroy(after, NULL);
        vv_creature_destroy(c, NULL);
    }
    printf("worst: %g\n", (double)worst);
    assert_true(worst < 1e-5f);
}

static void places_go_on_as_before(void **state)
{
    (void)state;
    check_kind(VV_TRACK_POSITION);
}

static void turns_go_on_as_before(void **state)
{
    (void)state;
    check_kind(VV_TRACK_ROTATION);
}

/* The paper's rule for the values of keys, by itself: G_new(S_old(q)). */
static void keys_are_where_the_paper_puts_them(void **state)
{
    (void)state;
    vv_creature *c = sample_creature(SAMPLE_BIPED);
    vvi_random random = vvi_random_seed(22);
    for (int i = 0; i < 1000; i++) {
        uint32_t body = vvi_random_below(&random, c->body_count);
        vv_body_frame from = any_frame(&random, c, body), to = any_frame(&random, c, body);
        vv_body_transform q = {sample_point(&random, 1.0f), sample_turn(&random)};
        vv_body_transform expected = vv_generalise(&to, vv_specialise(&from, q));
        vv_motion_key place = {.value = {q.position.x, q.position.y, q.position.z, 7.0f}};
        vv_motion_key turn = {.value = {q.rotation.x, q.rotation.y, q.rotation.z, q.rotation.w}};
        vv_motion_keys_remap(VV_TRACK_POSITION, 1, &place, &from, &to);
        vv_motion_keys_remap(VV_TRACK_ROTATION, 1, &turn, &from, &to);
        vv_vec3 t = to.scale;
        float metres = fabsf((place.value[0] - expected.position.x) * t.x) +
                       fabsf((place.value[1] - expected.position.y) * t.y) +
                       fabsf((place.value[2] - expected.position.z) * t.z);
        assert_true(metres < 1e-5f);
        assert_true(place.value[3] == 7.0f);
        assert_true(turn_between((vv_quat){turn.value[0], turn.value[1], turn.value[2], turn.value[3]},
                                 expected.rotation) < 1e-6f);
    }
    vv_creature_destroy(c, NULL);
}

static void weights_and_deforms_are_left_alone(void **state)
{
    (void)state;
    vv_creature *c = sample_creature(SAMPLE_BIPED);
    vvi_random random = vvi_random_seed(23);
    vv_body_frame from = any_frame(&random, c, 3), to = any_frame(&random, c, 3);
    vv_motion_key key = {.value = {0.5f}}, old = key;
    vv_motion_keys_remap(VV_TRACK_POSITION_WEIGHT, 1, &key, &from, &to);
    vv_motion_keys_remap(VV_TRACK_ROTATION_WEIGHT, 1, &key, &from, &to);
    vv_motion_keys_remap(VV_TRACK_DEFORM, 1, &key, &from, &to);
    assert_memory_equal(&key, &old, sizeof key);
    vv_creature_destroy(c, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_go_on_as_before),
        cmocka_unit_test(turns_go_on_as_before),
        cmocka_unit_test(keys_are_where_the_paper_puts_them),
        cmocka_unit_test(weights_and_deforms_are_left_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
