/* Handles that carry others, on the stage: a clip that keys a chain by its angles shows what one shows that keys every
 * handle where the chain takes it. */
#include "runtime/stage/state.h"
#include "tests/testing.h"

#include <verve/clip.h>

#include <math.h>
#include <string.h>

enum { COLUMNS = 18, ROWS = 3, VERTICES = (COLUMNS + 1) * (ROWS + 1), TRIANGLES = 2 * COLUMNS * ROWS, HANDLES = 3 };

typedef struct strip {
    vv_vec2 positions[VERTICES];
    uint32_t triangles[3 * TRIANGLES];
    vv_handle handles[HANDLES];
    float weights[VERTICES * HANDLES];
    vv_layer layer;
    vv_mesh mesh;
} strip;

/* Three metres of it, with a handle at the beginning of each; `chained`: each carries the next. */
static strip *make_strip(bool chained)
{
    strip *s = calloc(1, sizeof *s);
    for (uint32_t v = 0; v < VERTICES; v++) {
        vv_vec2 p = {3.0f * (float)(v % (COLUMNS + 1)) / COLUMNS, 0.4f * (float)(v / (COLUMNS + 1)) / ROWS - 0.2f};
        float sum = 0.0f;
        s->positions[v] = p;
        for (uint32_t h = 0; h < HANDLES; h++) {
            float d = p.x - ((float)h + 0.5f);
            sum += s->weights[v * HANDLES + h] = expf(-4.0f * d * d);
        }
        for (uint32_t h = 0; h < HANDLES; h++)
            s->weights[v * HANDLES + h] /= sum;
    }
    for (uint32_t y = 0, t = 0; y < ROWS; y++)
        for (uint32_t x = 0; x < COLUMNS; x++, t += 6) {
            uint32_t a = y * (COLUMNS + 1) + x, c = a + COLUMNS + 1, corners[6] = {a, a + 1, c + 1, a, c + 1, c};
            memcpy(s->triangles + t, corners, sizeof corners);
        }
    for (uint32_t h = 0; h < HANDLES; h++)
        s->handles[h] = (vv_handle){VV_HANDLE_BONE, {(float)h, 0.0f}, {(float)h + 1.0f, 0.0f}, chained ? h : 0};
    s->layer = (vv_layer){0, VERTICES, 0, TRIANGLES};
    s->mesh = (vv_mesh){VERTICES, TRIANGLES, 1, s->positions, NULL, s->triangles, &s->layer};
    return s;
}

/* The transforms that a chain takes with these angles. */
static void compose(const float *angles, vv_affine *pose)
{
    strip *chain = make_strip(true);
    vv_handle_pose turns[HANDLES];
    for (uint32_t h = 0; h < HANDLES; h++)
        turns[h] = (vv_handle_pose){{0.0f, h ? 0.0f : 0.3f}, angles[h], 1.0f, 0.0f, 1.0f};
    vv_pose_compose(HANDLES, chain->handles, turns, pose);
    free(chain);
}

/* From rest to these angles in a second. */
static vv_clip *make_clip(const float *angles, bool chained)
{
    vv_affine pose[HANDLES];
    vv_key keys[2 * HANDLES][2];
    vv_track tracks[2 * HANDLES];
    vv_clip_def def = {.handle_count = HANDLES, .duration = 1.5f, .track_count = 2 * HANDLES, .tracks = tracks};
    float sum = 0.0f;
    compose(angles, pose);
    for (uint32_t h = 0; h < HANDLES; h++) {
        vv_vec2 pivot = {(float)h, 0.0f}, to = vv_affine_apply(pose[h], pivot);
        sum += angles[h];
        for (uint32_t c = 0; c < 2; c++)
            for (uint32_t k = 0; k < 2; k++) {
                vv_key *key = &keys[2 * h + c][k];
                vv_vec2 place = chained && h > 0 ? pivot : k ? to : pivot;
                *key = vv_default_key();
                key->time = (float)k;
                key->value[0] = c ? (k ? (chained ? angles[h] : sum) : 0.0f) : place.x;
                key->value[1] = c ? 0.0f : place.y;
            }
        for (uint32_t c = 0; c < 2; c++)
            tracks[2 * h + c] = (vv_track){.handle = h,
                                           .channel = c ? VV_CHANNEL_ANGLE : VV_CHANNEL_POSITION,
                                           .key_count = 2,
                                           .keys = keys[2 * h + c]};
    }
    vv_clip *clip = NULL;
    assert_int_equal(vv_clip_create(&def, NULL, &clip, NULL), VV_OK);
    return clip;
}

/* shown[VERTICES]: two seconds into the clip, without gravity. */
static void play(const float *angles, bool chained, bool puppet, bool flipped, vv_vec2 *shown)
{
    strip *s = make_strip(chained);
    vv_clip *clip = make_clip(angles, chained);
    vv_stage_def stage_def = vv_default_stage_def();
    vv_actor_def def = vv_default_actor_def();
    vv_sprite_def sprite_def = vv_default_sprite_def();
    vv_puppet_def puppet_def = vv_default_puppet_def();
    vv_handle_pose at_rest[HANDLES];
    vv_sprite *sprite = NULL;
    vv_puppet *made = NULL;
    vv_stage *stage = NULL;
    vv_actor id;
    vv_error error = {0};
    for (uint32_t h = 0; h < HANDLES; h++)
        at_rest[h] = vv_handle_pose_identity();
    sprite_def.mesh = puppet_def.mesh = s->mesh;
    sprite_def.handle_count = puppet_def.handle_count = HANDLES;
    sprite_def.handles = puppet_def.handles = s->handles;
    sprite_def.weights = puppet_def.weights = s->weights;
    sprite_def.example_count = 1;
    sprite_def.example_poses = at_rest;
    stage_def.gravity = (vv_vec2){0.0f, 0.0f};
    if (puppet)
        stage_def.step = VV_PUPPET_STEP;
    if ((puppet ? vv_puppet_create(&puppet_def, NULL, &made, &error)
                : vv_sprite_create(&sprite_def, NULL, &sprite, &error)) != VV_OK)
        fail_msg("%s", error.message);
    def.sprite = sprite;
    def.puppet = made;
    def.clip = clip;
    def.flipped = flipped;
    assert_int_equal(vv_stage_create(&stage_def, NULL, &stage, NULL), VV_OK);
    assert_int_equal(vv_stage_add_actor(stage, &def, &id, &error), VV_OK);
    for (uint32_t i = 0; i < 240; i++)
        vv_stage_step(stage, stage_def.step);
    vv_stage_vertices(stage, id, shown);
    vv_stage_destroy(stage);
    vv_sprite_destroy(sprite, NULL);
    vv_puppet_destroy(made, NULL);
    vv_clip_destroy(clip, NULL);
    free(s);
}

/* By how much two shapes differ, wherever they are. */
static float difference(const vv_vec2 *a, const vv_vec2 *b)
{
    float most = 0.0f;
    for (uint32_t i = 0; i < VERTICES; i += 5)
        for (uint32_t k = 0; k < VERTICES; k++)
            most = fmaxf(most, fabsf(vv_vec2_distance(a[i], a[k]) - vv_vec2_distance(b[i], b[k])));
    return most;
}

static void clips_of_chains_are_relative(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(31);
    vv_vec2 flat[VERTICES], chained[VERTICES], rest[VERTICES];
    const float none[HANDLES] = {0.0f, 0.0f, 0.0f};
    play(none, true, false, false, rest);
    for (uint32_t round = 0; round < 12; round++) {
        bool puppet = round & 1, flipped = round & 2;
        float angles[HANDLES];
        for (uint32_t h = 0; h < HANDLES; h++)
            angles[h] = (round & 4 ? -1.0f : 1.0f) * (0.3f + 0.5f * vvi_random_unit(&random));
        play(angles, false, puppet, flipped, flat);
        play(angles, true, puppet, flipped, chained);
        assert_true(difference(flat, chained) < 1e-3f);
        assert_true(difference(rest, chained) > 0.2f); /* it has bent */
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(clips_of_chains_are_relative)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
