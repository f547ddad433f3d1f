/* Strokes drawn by lot, fitted one after the other; the line through them elastic, shot and smooth, with pulls; a hand that
 * grabs it; a grip that hangs on it. All of it is hashed. */
#include "replay.h"

#include "runtime/line/line.h"

enum { MOST_KEYS = 16, POINTS = 120 };

typedef struct lots {
    vvi_random random;
    uint64_t *hash;
} lots;

static float between(lots *l, float low, float high) { return low + (high - low) * vvi_random_unit(&l->random); }

static void note(lots *l, const void *bytes, size_t count) { *l->hash = vv_hash_bytes(*l->hash, bytes, count); }

static vv_result draw_key(lots *l, uint32_t elements, const vv_line_key *before, vv_line_key *key, vv_error *error)
{
    vv_stroke_point points[POINTS];
    vv_stroke_report report = {0};
    float angle = between(l, -3.0f, 3.0f);
    vv_vec2 at = {0.0f, 1.0f};
    for (uint32_t i = 0; i < POINTS; i++) {
        float step = between(l, 0.0f, 0.02f);
        angle += between(l, -0.15f, 0.15f);
        points[i] = (vv_stroke_point){at, 0.0f, 1.0f};
        at = (vv_vec2){at.x + step * vv_cos(angle), at.y + step * vv_sin(angle)};
    }
    *key = (vv_line_key){.temper = vv_preset_temper((vv_preset)vvi_random_below(&l->random, VV_PRESET_COUNT))};
    key->time = (before ? before->time : 0.0f) + between(l, 0.05f, 1.5f);
    vv_result result =
        vv_stroke_fit(elements, POINTS, points, before ? &before->pose : NULL, NULL, &key->pose, &report, error);
    note(l, &key->pose, sizeof key->pose);
    note(l, &report.error, sizeof report.error);
    note(l, &report.crossings, sizeof report.crossings);
    return result;
}

/* Which way round they are meant, with and without their places. */
static void read_senses(lots *l, uint32_t elements, uint32_t count, const vv_line_key *keys)
{
    for (uint32_t anywhere = 0; anywhere < 2; anywhere++) {
        vv_line_pose poses[MOST_KEYS];
        bool reversed[MOST_KEYS];
        for (uint32_t k = 0; k < count; k++)
            poses[k] = keys[k].pose;
        vv_strokes_direct(elements, count, anywhere == 1, poses, reversed);
        note(l, poses, count * sizeof *poses);
        note(l, reversed, count * sizeof *reversed);
    }
}

static vv_result play(lots *l, const vv_line_def *def, vv_error *error)
{
    vv_line *line = NULL;
    vv_result result = vv_line_create(def, NULL, &line, error);
    if (result != VV_OK)
        return result;
    note(l, line, vvi_line_bytes(line));
    for (double time = 0.0; time < (double)vv_line_length(line); time += 0.037) {
        vv_line_pose pose, rates;
        vv_line_at(line, time, &pose, &rates);
        note(l, &pose, sizeof pose);
        note(l, &rates, sizeof rates);
        vv_grip grip = vv_line_grip(def->element_count, &def->keys[0].pose, (vv_vec2){(float)time * 0.1f, 1.2f});
        vv_affine carry = vv_line_carry(def->element_count, &def->keys[0].pose, &pose, grip, true);
        note(l, &carry, sizeof carry);
    }
    vv_line_destroy(line, NULL);
    return VV_OK;
}

static vv_result wobble(lots *l, const vv_line_def *def, vv_error *error)
{
    vv_wobble *live = NULL;
    vv_result result = vv_wobble_create(def->element_count, &def->keys[0].pose, NULL, &live, error);
    if (result != VV_OK)
        return result;
    for (uint32_t frame = 0; frame < 120; frame++) {
        vv_line_pose pose;
        vv_vec2 at;
        at.x = between(l, -1.0f, 1.0f);
        at.y = between(l, 0.0f, 2.0f);
        vv_wobble_aim(live, &def->keys[frame / 30 % def->key_count].pose, NULL);
        vv_wobble_grab(live, frame % 40 < 20 ? 0.9f : -1.0f, at);
        if (frame % 17 == 0)
            vv_wobble_push(live, 0.2f, at);
        vv_wobble_step(live, 1.0f / 60.0f);
        vv_wobble_pose(live, &pose);
        note(l, &pose, sizeof pose);
    }
    vv_wobble_destroy(live, NULL);
    return VV_OK;
}

/* A body on the line, and on the line as it is when it is pulled. */
static vv_result follow(lots *l, vv_line_def def, uint32_t variant, vv_error *error)
{
    vv_line *line = NULL, *pulled = NULL;
    def.way = VV_LINE_ELASTIC;
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
    lots l = {vvi_random_seed(seed), hash};
    vv_line_key drawn[MOST_KEYS];
    vv_pull_point points[2] = {{0.3f, {0.2f, 0.1f}}, {1.1f, {-0.1f, 0.3f}}};
    vv_line_pull pull = {0.8f, 2, points};
    vv_result result = keys > 0 && keys <= MOST_KEYS && elements <= VV_LINE_MAX_ELEMENTS
                           ? VV_OK
                           : vvi_fail(error, VV_ERROR_ARGUMENT, "a line of the script has too many keys");
    for (uint32_t k = 0; k < keys && result == VV_OK; k++)
        result = draw_key(&l, elements, k > 0 ? &drawn[k - 1] : NULL, &drawn[k], error);
    if (result == VV_OK)
        read_senses(&l, elements, keys, drawn);
    vv_line_def def = {.element_count = elements, .frame_count = 40, .key_count = keys, .keys = drawn, .settle = 1.0f};
    def.pulls = &pull;
    for (uint32_t way = 0; way < 6 && result == VV_OK; way++) {
        def.way = (vv_line_way)(way / 2);
        def.pull_count = way % 2;
        result = play(&l, &def, error);
    }
    if (result == VV_OK)
        result = wobble(&l, &def, error);
    return result == VV_OK ? follow(&l, def, (uint32_t)seed, error) : result;
}
