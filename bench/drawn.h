/* Strokes and lines for the cases of line matching. */
#ifndef VERVE_BENCH_DRAWN_H
#define VERVE_BENCH_DRAWN_H

#include <verve/match.h>

#define BENCH_MAX_STROKES 10u

/* From (x, 0.9) downwards: bent by `bend` radians in all, with one full wave. */
typedef struct bench_stroke {
    float x, bend, wave;
} bench_stroke;

/* `seconds` lie between one stroke and the next. NULL: out of memory. */
vv_line *bench_draw_line(uint32_t count, const bench_stroke *strokes, float seconds);

#endif
