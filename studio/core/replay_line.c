/* Random strokes, fitted one after the other; the line through them elastic, by shooting and smooth, with pulls; a
 * hand that grabs it; a grip on it. Everything is hashed. */
#include "replay.h"

#include "runtime/line/line.h"

enum { MOST_KEYS = 16, POINTS = 120 };

typedef struct random_script {
    vvi_random random;
    uint64_t *hash;
} random_script;

static float random_between(random_script *l, float low, float high)
{
    return low + (high - low) * vvi_random_unit(&l->random);
}

static void hash_bytes(random_script *l, const void *bytes, size_t count)
{
    *l->hash = vv_hash_bytes(*l->hash, bytes, count);
}

static vv_result random_key(random_script *l, uint32_t elements, const vv_line_key *before, vv_line_key *key,
                            vv_error *error)
{
    vv_stroke_point points[POINTS];
    vv_stroke_report report = {0};
    float angle = random_between(l, -3.0f, 3.0f);
    vv_vec2 at = {0.0f, 1.0f};
    for (uint32_t i = 0; i < POINTS; i++) {
        float step = random_between(l, 0.0f, 0.02f);
        angle += random_between(l, -0.15f, 0.15f);
        points[i] = (vv_stroke_point){at, 0.0f, 1.0f};
        at = (vv_vec2){at.x + step * vv_cos(angle), at.y + step * vv_sin(angle)};
    }
    *key = (vv_line_key){
        .dynamics = vv_line_preset_dynamics((vv_line_preset)vvi_random_below(&l->random, VV_LINE_PRESET_COUNT))};
    key->time = (before ? before->time : 0.0f) + random_between(l, 0.05f, 1.5f);
    vv_result result =
        vv_stroke_fit(elements, POINTS, points, before ? &before->pose : NULL, NULL, &key->pose, &report, error);
    hash_bytes(l, &key->pose, sizeof key->pose);
    hash_bytes(l, &report.error, sizeof report.error);
    hash_bytes(l, &report.crossings, sizeof report.crossings);
    return result;
}

/* The directions of the strokes, with and without regard to their positions. */
static void hash_directions(random_script *l, uint32_t elements, uint32_t count, const vv_line_key *keys)
{
    for (uint32_t anywhere = 0; anywhere < 2; anywhere++) {
        vv_line_pose poses[MOST_KEYS];
        bool reversed[MOST_KEYS];
        for (uint32_t k = 0; k < count; k++)
            poses[k] = keys[k].pose;
        vv_strokes_orient(elements, count, anywhere == 1, poses, reversed);
        hash_bytes(l, poses, count * sizeof *poses);
        hash_bytes(l, reversed, count * sizeof *reversed);
    }
}

static vv_result play_line(random_script *l, const vv_line_def *def, vv_error *error)
{
    vv_line *line = NULL;
    vv_result result = vv_line_create(def, NULL, &line, error);
    if (result != VV_OK)
        return result;
    hash_bytes(l, line, vvi_line_bytes(line));
    for (double time = 0.0; time < (double)vv_line_duration(line); time += 0.037) {
        vv_line_pose pose, rates;
        vv_line_sample(line, time, &pose, &rates);
        hash_bytes(l, &pose, sizeof pose);
        hash_bytes(l, &rates, sizeof rates);
        vv_line_anchor grip =
            vv_line_find_anchor(def->element_count, &def->keys[0].pose, (vv_vec2){(float)time * 0.1f, 1.2f});
        vv_affine carry = vv_line_anchor_transform(def->element_count, &def->keys[0].pose, &pose, grip, true);
        hash_bytes(l, &carry, sizeof carry);
    }
    vv_line_destroy(line, NULL);
    return VV_OK;
}

static vv_result play_wobble(random_script *l, const vv_line_def *def, vv_error *error)
{
    vv_live_line *live = NULL;
    vv_result result = vv_live_line_create(def->element_count, &def->keys[0].pose, NULL, &live, error);
    if (result != VV_OK)
        return result;
    for (uint32_t frame = 0; frame < 120; frame++) {
        vv_line_pose pose;
        vv_vec2 at;
        at.x = random_between(l, -1.0f, 1.0f);
        at.y = random_between(l, 0.0f, 2.0f);
        vv_live_line_set_target(live, &def->keys[frame / 30 % def->key_count].pose, NULL);
        vv_live_line_grab(live, frame % 40 < 20 ? 0.9f : -1.0f, at);
        if (frame % 17 == 0)
            vv_live_line_add_velocity(live, 0.2f, at);
        vv_live_line_step(live, 1.0f / 60.0f);
        vv_live_line_pose(live, &pose);
        hash_bytes(l, &pose, sizeof pose);
    }
    vv_live_line_destroy(live, NULL);
    return VV_OK;
}

/* A body that follows the line, and then the pulled line. */
static vv_result follow_line(random_script *l, vv_line_def def, uint32_t variant, vv_error *error)
{
    vv_line *line = NULL, *pulled = NULL;
    def.method = VV_LINE_ELASTIC;
    def.pull_count = 0;
    vv_result result = vv_line_create(&def, NULL, &line, error);
    def.pull_count = 1;
    if (result == VV_OK)
        result = vv_line_create(&def, NULL, &pulled, error);
    if (result == VV_OK)
        result = vv_replay_match(variant, def.key_count, line, pulled, l->hash, error);
    vv_line_destroy(line, NULL);
    vv_line_destroy(pulled, NULL);
    return result;
}

vv_result vv_replay_line(uint64_t seed, uint32_t elements, uint32_t keys, uint64_t *hash, vv_error *error)
{
    random_script l = {vvi_random_seed(seed), hash};
    vv_line_key keys_made[MOST_KEYS];
    vv_line_pull_point points[2] = {{0.3f, {0.2f, 0.1f}}, {1.1f, {-0.1f, 0.3f}}};
    vv_line_pull pull = {0.8f, 2, points};
    vv_result result = keys > 0 && keys <= MOST_KEYS && elements <= VV_LINE_MAX_ELEMENTS
                           ? VV_OK
                           : vvi_fail(error, VV_ERROR_ARGUMENT, "a line of the script has too many keys");
    for (uint32_t k = 0; k < keys && result == VV_OK; k++)
        result = random_key(&l, elements, k > 0 ? &keys_made[k - 1] : NULL, &keys_made[k], error);
    if (result == VV_OK)
        hash_directions(&l, elements, keys, keys_made);
    vv_line_def def = {
        .element_count = elements, .frame_count = 40, .key_count = keys, .keys = keys_made, .settle = 1.0f};
    def.pulls = &pull;
    for (uint32_t way = 0; way < 6 && result == VV_OK; way++) {
        def.method = (vv_line_method)(way / 2);
        def.pull_count = way % 2;
        result = play_line(&l, &def, error);
    }
    if (result == VV_OK)
        result = play_wobble(&l, &def, error);
    return result == VV_OK ? follow_line(&l, def, (uint32_t)seed, error) : result;
}
