/* Any bytes as a line: the block of a baked file as it is, or (where the first byte is odd) a definition to create
 * one from. What is accepted is evaluated at many times; what was created must verify, be finite and meet its
 * keystrokes, and stay finite while it is dragged. */
#include "runtime/line/line.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct tape {
    const uint8_t *data;
    size_t left;
} tape;

static uint8_t take(tape *t)
{
    if (t->left == 0)
        return 0;
    t->left--;
    return *t->data++;
}

/* Within low…high, or (one in 64) any four bytes. */
static float take_number(tape *t, float low, float high)
{
    uint8_t kind = take(t);
    if (kind == 255) {
        uint8_t bytes[4];
        float number;
        for (int i = 0; i < 4; i++)
            bytes[i] = take(t);
        memcpy(&number, bytes, sizeof number);
        return number;
    }
    return low + (high - low) * (float)kind / 254.0f;
}

static void must(bool holds)
{
    if (!holds)
        abort();
}

static void use(const vv_line *line, bool made)
{
    double length = (double)vv_line_duration(line);
    for (int i = -2; i <= 66; i++) {
        vv_line_pose pose, rates;
        vv_line_sample(line, length * i / 64.0, &pose, &rates);
        must(vvi_all_finite(pose.angles, vv_line_element_count(line)));
        must(!made || (pose.length > 0.0f && vvi_all_finite(rates.angles, vv_line_element_count(line))));
    }
}

static void read_block(tape *t)
{
    size_t bytes = t->left;
    void *block = aligned_alloc(VVI_ALIGNMENT, (bytes + VVI_ALIGNMENT) / VVI_ALIGNMENT * VVI_ALIGNMENT);
    if (!block)
        return;
    memcpy(block, t->data, bytes);
    if (vvi_line_verify(block, bytes, NULL) == VV_OK)
        use(block, false);
    free(block);
}

enum { MOST_KEYS = 5, ELEMENTS = 6 };

static void take_key(tape *t, float *time, vv_line_key *key)
{
    *key = (vv_line_key){.time = *time += take_number(t, 0.0f, 2.0f)};
    key->pose.root.x = take_number(t, -2.0f, 2.0f);
    key->pose.length = take_number(t, 0.0f, 3.0f);
    for (int i = 0; i < ELEMENTS; i++)
        key->pose.angles[i] = take_number(t, -7.0f, 7.0f);
    key->dynamics.anticipation = take_number(t, 0.0f, 1.0f);
    key->dynamics.overshoot = take_number(t, 0.0f, 1.0f);
    key->dynamics.cycles = take_number(t, 0.1f, 3.0f);
    key->dynamics.damping = take_number(t, 0.02f, 2.0f);
    key->dynamics.lag = take_number(t, 0.0f, 0.5f);
}

/* A hand that grabs, pushes and releases the line at its first keystroke, in steps of any length. */
static void shake(tape *t, const vv_line *line)
{
    vv_line_pose pose;
    vv_live_line *wobble = NULL;
    vv_line_sample(line, 0.0, &pose, NULL);
    if (vv_live_line_create(ELEMENTS, &pose, NULL, &wobble, NULL) != VV_OK)
        return;
    for (int i = 0; i < 24 && t->left > 0; i++) {
        uint8_t what = take(t);
        vv_vec2 at = {(float)take(t) / 32.0f - 4.0f, (float)take(t) / 32.0f - 4.0f};
        float along = (float)(what >> 3) / 31.0f;
        if (what % 8 == 0)
            vv_live_line_grab(wobble, along, at);
        else if (what % 8 == 1)
            vv_live_line_grab(wobble, -1.0f, at);
        else if (what % 8 == 2)
            vv_live_line_add_velocity(wobble, along, vv_vec2_scale(at, 10.0f));
        else if (what % 8 == 3)
            vv_live_line_set_spring(wobble, 20.0f * along, 0.5f * fabsf(at.x));
        else
            vv_live_line_step(wobble, 0.2f * along);
        vv_live_line_pose(wobble, &pose);
        must(vvi_all_finite(pose.angles, ELEMENTS) && isfinite(pose.root.x) && isfinite(pose.root.y) &&
             pose.length > 0.0f);
    }
    vv_live_line_destroy(wobble, NULL);
}

static void read_def(tape *t)
{
    vv_line_key keys[MOST_KEYS];
    vv_line_pull_point points[3];
    float time = 0.0f;
    vv_line_def def = {.element_count = ELEMENTS, .keys = keys, .key_count = take(t) % (MOST_KEYS + 1)};
    def.method = (vv_line_method)(take(t) % 4);
    def.frame_count = take(t) % 64;
    def.settle = take_number(t, 0.0f, 2.0f);
    for (uint32_t k = 0; k < def.key_count; k++)
        take_key(t, &time, &keys[k]);
    vv_line_pull pull = {take_number(t, 0.0f, 1.0f), take(t) % 4, points};
    for (uint32_t i = 0; i < pull.point_count; i++) {
        points[i].time = (float)i + take_number(t, 0.0f, 1.0f);
        points[i].by.x = take_number(t, -2.0f, 2.0f);
        points[i].by.y = take_number(t, -2.0f, 2.0f);
    }
    def.pull_count = take(t) % 2;
    def.pulls = &pull;
    vv_line *line = NULL;
    vv_error error = {0};
    if (vv_line_create(&def, NULL, &line, &error) != VV_OK) {
        must(error.message[0] != 0);
        return;
    }
    must(vvi_line_verify(line, vvi_line_bytes(line), NULL) == VV_OK);
    use(line, true);
    for (uint32_t k = 0; k < def.key_count; k++) {
        vv_line_pose pose;
        vv_line_sample(line, (double)keys[k].time, &pose, NULL);
        must(memcmp(pose.angles, keys[k].pose.angles, sizeof(float) * ELEMENTS) == 0);
    }
    shake(t, line);
    vv_line_destroy(line, NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tape t = {data, size};
    if (take(&t) % 2)
        read_def(&t);
    else
        read_block(&t);
    return 0;
}
