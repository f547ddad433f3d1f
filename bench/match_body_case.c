/* The hardest case of matching: 10 keystrokes, 600 frames, all 64 joints of a body with fingers in the sets, both
 * feet held for a while. */
#include "cases.h"
#include "drawn.h"

#include <stdio.h>
#include <stdlib.h>

enum { KEYS = 10, MAX_JOINTS = 64, FINGERS = 5, FEET = 2 };

typedef struct body {
    uint32_t count;
    vv_joint joints[MAX_JOINTS];
    char names[MAX_JOINTS][16];
    uint32_t feet[FEET];
} body;

typedef struct matching {
    body body;
    vv_skeleton *skeleton;
    vv_line *line;
    uint32_t bones[MAX_JOINTS];
    vv_match_key keys[KEYS];
    vv_match_constraint_key steps[FEET];
    vv_match_contact contacts[FEET];
    vv_match_def def;
} matching;

static uint32_t add(body *b, uint32_t parent, float x, float y, float z)
{
    uint32_t i = b->count++;
    snprintf(b->names[i], sizeof b->names[i], "joint %u", i);
    b->joints[i] = (vv_joint){b->names[i], parent, {x, y, z}, vv_quat_identity()};
    return i;
}

static void add_arm(body *b, uint32_t chest, float side)
{
    uint32_t arm = add(b, add(b, chest, 0.04f * side, 0.05f, 0.0f), 0.14f * side, 0.0f, 0.0f);
    uint32_t hand = add(b, add(b, arm, 0.28f * side, 0.0f, 0.0f), 0.25f * side, 0.0f, 0.0f);
    for (uint32_t f = 0; f < FINGERS; f++) {
        uint32_t at = add(b, hand, 0.08f * side, 0.0f, 0.02f * ((float)f - 2.0f));
        for (uint32_t k = 0; k < 3; k++)
            at = add(b, at, 0.03f * side, 0.0f, 0.0f);
    }
}

static uint32_t add_leg(body *b, uint32_t hips, float side)
{
    uint32_t knee = add(b, add(b, hips, 0.1f * side, -0.06f, 0.0f), 0.0f, -0.44f, 0.01f);
    uint32_t foot = add(b, knee, 0.0f, -0.42f, -0.01f);
    add(b, foot, 0.0f, -0.06f, 0.16f);
    return foot;
}

/* 1.8 m, arms spread. */
static void grow(body *b)
{
    uint32_t hips = add(b, VV_NONE, 0.0f, 1.0f, 0.0f), at = hips;
    for (uint32_t i = 0; i < 4; i++)
        at = add(b, at, 0.0f, 0.095f, 0.0f);
    add(b, add(b, add(b, at, 0.0f, 0.12f, 0.0f), 0.0f, 0.1f, 0.0f), 0.0f, 0.2f, 0.0f);
    add_arm(b, at, 1.0f);
    add_arm(b, at, -1.0f);
    b->feet[0] = add_leg(b, hips, 1.0f);
    b->feet[1] = add_leg(b, hips, -1.0f);
}

static vv_line *draw(void)
{
    bench_stroke strokes[KEYS];
    for (uint32_t k = 0; k < KEYS; k++)
        strokes[k] = (bench_stroke){0.1f * vv_sin(1.7f * (float)k), 0.8f * vv_sin(2.4f * (float)k), 0.15f};
    return bench_draw_line(KEYS, strokes, 1.08f);
}

static void finish(void *context)
{
    matching *m = context;
    vv_line_destroy(m->line, NULL);
    vv_skeleton_destroy(m->skeleton, NULL);
    free(m);
}

static void *prepare(void)
{
    matching *m = calloc(1, sizeof *m);
    if (!m)
        return NULL;
    grow(&m->body);
    m->line = draw();
    for (uint32_t i = 0; i < m->body.count; i++)
        m->bones[i] = i;
    for (uint32_t k = 0; k < KEYS; k++)
        m->keys[k] = (vv_match_key){.bone_count = m->body.count, .bones = m->bones};
    for (uint32_t i = 0; i < FEET; i++) {
        float from = i == 0 ? 0.0f : 3.0f, side = i == 0 ? 0.1f : -0.1f;
        m->steps[i] =
            (vv_match_constraint_key){.time = from, .position = {side, 0.08f, 0.0f}, .rotation = vv_quat_identity()};
        m->contacts[i] =
            (vv_match_contact){m->body.feet[i], {0.0f, 0.0f, 0.0f}, false, from, from + 6.0f, 0.2f, 1, &m->steps[i]};
    }
    if (vv_skeleton_create(m->body.count, m->body.joints, NULL, &m->skeleton, NULL) != VV_OK || !m->line) {
        finish(m);
        return NULL;
    }
    m->def =
        (vv_match_def){.skeleton = m->skeleton, .line = m->line, .keys = m->keys, .action_plane = vv_quat_identity()};
    m->def.view_plane = vv_view_plane_from_angles(0.5f * VV_PI, 0.0f, (vv_vec3){0.0f, 0.9f, 0.0f}, 0.0f);
    m->def.rate = 60.0f;
    m->def.contacts = m->contacts;
    return m;
}

static void *prepare_all(void) { return prepare(); }

static void *prepare_held(void)
{
    matching *m = prepare();
    if (m)
        m->def.contact_count = FEET;
    return m;
}

static void run(void *context, uint32_t repeat)
{
    matching *m = context;
    for (uint32_t i = 0; i < repeat; i++) {
        vv_match *match = NULL;
        if (vv_match_create(&m->def, NULL, &match, NULL) == VV_OK)
            vv_match_solve(match, NULL, NULL);
        vv_match_destroy(match, NULL);
    }
}

const bench_case bench_line_match_all = {.name = "line.match.all",
                                         .workload = "10 keystrokes, 600 frames, all 64 joints of a body with fingers",
                                         .repeat = 1,
                                         .prepare = prepare_all,
                                         .run = run,
                                         .finish = finish};
const bench_case bench_line_match_all_held = {.name = "line.match.all.held",
                                              .workload = "... and both feet held",
                                              .versus = "line.match.all",
                                              .repeat = 1,
                                              .prepare = prepare_held,
                                              .run = run,
                                              .finish = finish};
