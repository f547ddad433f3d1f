/* Lines for the cases of matching. */
#ifndef VERVE_BENCH_DRAWN_H
#define VERVE_BENCH_DRAWN_H

#include <verve/match.h>

#define BENCH_MOST_STROKES 10u

/* From (x, 0.9) downwards: bent by so many radians in all, and waved once to and fro. */
typedef struct bench_stroke {
    float x, bend, wave;
} bench_stroke;

/* NULL: memory ran out. So many seconds lie between one stroke and the next. */
vv_line *bench_draw_line(uint32_t count, const bench_stroke *strokes, float apart);

#endif
