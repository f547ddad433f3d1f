/* Lines as an animator might draw them down a body of 1.75 m. */
#include "drawn.h"

enum { ELEMENTS = 10, POINTS = 100 };

static bool fit(const bench_stroke *stroke, const vv_line_pose *before, vv_line_pose *out)
{
    vv_stroke_point points[POINTS];
    float x = stroke->x, y = 0.9f;
    for (int i = 0; i < POINTS; i++) {
        float s = (float)i / POINTS;
        float angle = -0.5f * VV_PI + stroke->bend * (s - 0.5f) + stroke->wave * vv_sin(2.0f * VV_PI * s);
        points[i] = (vv_stroke_point){{x, y}, 0.0f, 1.0f};
        x += 1.75f * vv_cos(angle) / POINTS;
        y += 1.75f * vv_sin(angle) / POINTS;
    }
    return vv_stroke_fit(ELEMENTS, POINTS, points, before, NULL, out, NULL, NULL) == VV_OK;
}

vv_line *bench_draw_line(uint32_t count, const bench_stroke *strokes, float seconds)
{
    vv_line_key keys[BENCH_MAX_STROKES];
    for (uint32_t k = 0; k < count; k++) {
        keys[k] = (vv_line_key){.time = seconds * (float)k, .dynamics = vv_line_preset_dynamics(VV_LINE_PRESET_NORMAL)};
        if (!fit(&strokes[k], k > 0 ? &keys[k - 1].pose : NULL, &keys[k].pose))
            return NULL;
    }
    vv_line_def def = {.element_count = ELEMENTS, .frame_count = 40, .key_count = count, .keys = keys, .settle = 0.25f};
    vv_line *line = NULL;
    return vv_line_create(&def, NULL, &line, NULL) == VV_OK ? line : NULL;
}
