/* Matching a body to a line: 5 keystrokes, 160 frames, 30 bones, from nothing to converged (created, solved, freed);
 * the same with two and four times the frames and the bones; and again after one stroke was dragged. */
#include "cases.h"
#include "drawn.h"

#include <stdio.h>
#include <stdlib.h>

enum { KEYS = 5, FRAMES = 160, BONES = 30, MAX_BONES = 4 * BONES };

typedef struct matching {
    vv_skeleton *skeleton;
    vv_line *lines[2]; /* as drawn, and with one stroke dragged */
    vv_match_key keys[KEYS];
    uint32_t bones[MAX_BONES + 1], turn;
    vv_match_def def;
    vv_match *match;
} matching;

/* The root is in the middle of a chain of 1.75 m. */
static vv_skeleton *chain(uint32_t bones)
{
    static char names[MAX_BONES + 1][16];
    vv_joint joints[MAX_BONES + 1];
    float step = 1.75f / (float)bones;
    for (uint32_t i = 0; i <= bones; i++) {
        snprintf(names[i], sizeof names[i], "joint %u", i);
        uint32_t parent = i == 0 ? VV_NONE : i == bones / 2 + 1 ? 0 : i - 1;
        float up = i == 0 ? 1.0f : i <= bones / 2 ? step : -step;
        joints[i] = (vv_joint){names[i], parent, {0.0f, up, 0.0f}, vv_quat_identity()};
    }
    vv_skeleton *skeleton = NULL;
    return vv_skeleton_create(bones + 1, joints, NULL, &skeleton, NULL) == VV_OK ? skeleton : NULL;
}

static vv_line *draw(float dragged)
{
    const bench_stroke strokes[KEYS] = {
        {0.0f, 0.3f, 0.0f}, {0.1f, 1.5f, 0.0f}, {0.0f, -2.0f + dragged, 0.2f}, {0.1f, 0.5f, 0.5f}, {0.0f, 0.0f, 0.0f}};
    return bench_draw_line(KEYS, strokes, 0.6f);
}

static void finish(void *context)
{
    matching *m = context;
    vv_match_destroy(m->match, NULL);
    vv_line_destroy(m->lines[0], NULL);
    vv_line_destroy(m->lines[1], NULL);
    vv_skeleton_destroy(m->skeleton, NULL);
    free(m);
}

static void *prepare(uint32_t bones, uint32_t frames)
{
    matching *m = calloc(1, sizeof *m);
    if (!m)
        return NULL;
    m->skeleton = chain(bones);
    m->lines[0] = draw(0.0f);
    m->lines[1] = draw(0.1f);
    for (uint32_t i = 0; i <= bones; i++)
        m->bones[i] = i;
    for (uint32_t k = 0; k < KEYS; k++)
        m->keys[k] = (vv_match_key){.bone_count = bones + 1, .bones = m->bones};
    m->def = (vv_match_def){
        .skeleton = m->skeleton, .line = m->lines[0], .keys = m->keys, .action_plane = vv_quat_identity()};
    m->def.view_plane = vv_view_plane_from_angles(0.0f, 0.0f, (vv_vec3){0.0f, 0.9f, 0.0f}, 0.0f);
    m->def.rate = (float)frames / 2.65f;
    if (!m->skeleton || !m->lines[0] || !m->lines[1] || vv_match_create(&m->def, NULL, &m->match, NULL) != VV_OK ||
        vv_match_solve(m->match, NULL, NULL) != VV_OK) {
        finish(m);
        return NULL;
    }
    return m;
}

static void *prepare_plain(void) { return prepare(BONES, FRAMES); }
static void *prepare_frames_2(void) { return prepare(BONES, 2 * FRAMES); }
static void *prepare_frames_4(void) { return prepare(BONES, 4 * FRAMES); }
static void *prepare_bones_2(void) { return prepare(2 * BONES, FRAMES); }
static void *prepare_bones_4(void) { return prepare(4 * BONES, FRAMES); }

static void run_match(void *context, uint32_t repeat)
{
    matching *m = context;
    for (uint32_t i = 0; i < repeat; i++) {
        vv_match *match = NULL;
        if (vv_match_create(&m->def, NULL, &match, NULL) == VV_OK)
            vv_match_solve(match, NULL, NULL);
        vv_match_destroy(match, NULL);
    }
}

static void run_warm(void *context, uint32_t repeat)
{
    matching *m = context;
    for (uint32_t i = 0; i < repeat; i++) {
        m->turn = 1 - m->turn;
        if (vv_match_set_line(m->match, m->lines[m->turn], NULL) == VV_OK)
            vv_match_solve(m->match, NULL, NULL);
    }
}

#define MATCH_CASE(symbol, row, words, compared, make, work_function)                                                  \
    const bench_case symbol = {.name = row,                                                                            \
                               .workload = words,                                                                      \
                               .versus = compared,                                                                     \
                               .repeat = 1,                                                                            \
                               .prepare = make,                                                                        \
                               .run = work_function,                                                                   \
                               .finish = finish}

MATCH_CASE(bench_line_match, "line.match", "5 keystrokes, 160 frames, 30 bones: made, solved, freed", NULL,
           prepare_plain, run_match);
MATCH_CASE(bench_line_match_frames_2, "line.match.frames.2", "... twice the frames", "line.match", prepare_frames_2,
           run_match);
MATCH_CASE(bench_line_match_frames_4, "line.match.frames.4", "... four times the frames", "line.match",
           prepare_frames_4, run_match);
MATCH_CASE(bench_line_match_bones_2, "line.match.bones.2", "... twice the bones", "line.match", prepare_bones_2,
           run_match);
MATCH_CASE(bench_line_match_bones_4, "line.match.bones.4", "... four times the bones", "line.match", prepare_bones_4,
           run_match);
MATCH_CASE(bench_line_match_warm, "line.match.warm", "... again, after one stroke was dragged", "line.match",
           prepare_plain, run_warm);
