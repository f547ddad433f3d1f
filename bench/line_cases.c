/* Lines of action: fitting a stroke, and simulating from one keystroke to the next with the paper's sizes (10
 * elements, 40 frames). */
#include "cases.h"

#include <verve/line.h>

#include <stdlib.h>

enum { ELEMENTS = 10, STEPS = 40, STROKES = 8, POINTS = 200 };

typedef struct drawing {
    vv_stroke_point strokes[STROKES][POINTS];
    vv_line_pose poses[STROKES];
    uint32_t turn;
} drawing;

static void *prepare(void)
{
    drawing *d = calloc(1, sizeof *d);
    for (int s = 0; d && s < STROKES; s++) {
        float bend = 2.0f * vv_sin((float)s), x = 0.0f, y = 1.0f;
        for (int i = 0; i < POINTS; i++) {
            float angle = 0.3f * (float)s + bend * vv_sin(3.0f * (float)i / POINTS);
            d->strokes[s][i] = (vv_stroke_point){{x, y}, 0.0f, 1.0f};
            x += vv_cos(angle) / POINTS;
            y += vv_sin(angle) / POINTS;
        }
        if (vv_stroke_fit(ELEMENTS, POINTS, d->strokes[s], s > 0 ? &d->poses[s - 1] : NULL, NULL, &d->poses[s], NULL,
                          NULL) != VV_OK) {
            free(d);
            return NULL;
        }
    }
    return d;
}

static void run_simulate(void *context, uint32_t repeat)
{
    drawing *d = context;
    for (uint32_t i = 0; i < repeat; i++) {
        uint32_t next = (d->turn + 1) % STROKES;
        vv_line_key keys[2] = {{0.0f, d->poses[d->turn], vv_line_preset_dynamics(VV_LINE_PRESET_NORMAL)},
                               {1.0f, d->poses[next], vv_line_preset_dynamics(VV_LINE_PRESET_NORMAL)}};
        d->turn = next;
        vv_line_def def = {.element_count = ELEMENTS, .frame_count = STEPS, .key_count = 2, .keys = keys};
        vv_line *line = NULL;
        if (vv_line_create(&def, NULL, &line, NULL) == VV_OK)
            vv_line_destroy(line, NULL);
    }
}

static void run_stroke(void *context, uint32_t repeat)
{
    drawing *d = context;
    for (uint32_t i = 0; i < repeat; i++) {
        vv_line_pose pose;
        d->turn = (d->turn + 1) % STROKES;
        vv_stroke_fit(ELEMENTS, POINTS, d->strokes[d->turn], NULL, NULL, &pose, NULL, NULL);
    }
}

const bench_case bench_line_stroke = {.name = "line.stroke",
                                      .workload = "a stroke of 200 points to a line of 10 elements",
                                      .repeat = 8,
                                      .prepare = prepare,
                                      .run = run_stroke,
                                      .finish = free};
const bench_case bench_line_simulate = {.name = "line.simulate",
                                        .workload = "10 elements, 40 frames from one keystroke to the next",
                                        .repeat = 64,
                                        .prepare = prepare,
                                        .run = run_simulate,
                                        .finish = free};
