/* The three passes of rings.c for one width. Included once a width, with LANES, VECTOR, TARGET and NAME(function)
 * defined; therefore it has no include guard. Lanes beyond the last particle compute values that are never read:
 * prefix sums end before. */

/* d of LANES particles. */
TARGET static inline __attribute__((always_inline)) void
NAME(displacement)(const ring_work *w, VECTOR x, VECTOR y, VECTOR ex, VECTOR ey, VECTOR *dx, VECTOR *dy)
{
    x = x - w->fit.centre.x;
    y = y - w->fit.centre.y;
    *dx = x * w->fit.cosine + y * w->fit.sine - ex;
    *dy = y * w->fit.cosine - x * w->fit.sine - ey;
}

/* Prefix sums of the records of all particles, from 0 again in every span. */
TARGET static void NAME(add_up)(const ring_work *w)
{
    NAME(record) sum, records[LANES];
    memset(&sum, 0, sizeof sum);
    for (uint32_t i = 0; i < w->sprite->particle_count; i += LANES) {
        float *at = w->sums + (i + i / VVI_SPRITE_SPAN) * (size_t)RECORD;
        if (i % VVI_SPRITE_SPAN == 0) {
            memset(&sum, 0, sizeof sum);
            NAME(store_record)(at, sum);
        }
        VECTOR x, y, ex, ey, dx, dy, m = *(const VECTOR *)(w->sprite->shares + i), q[RECORD];
        NAME(load_pairs)(w->x + i, &x, &y);
        NAME(load_pairs)(w->rest + i, &ex, &ey);
        NAME(displacement)(w, x, y, ex, ey, &dx, &dy);
        q[0] = m * dx;
        q[1] = m * dy;
        q[4] = m * ex;
        q[5] = m * ey;
        q[2] = q[4] * dx + q[5] * dy;
        q[3] = q[4] * dy - q[5] * dx;
        q[6] = q[4] * ex + q[5] * ey;
        q[7] = m - m;
        NAME(to_records)(q, records);
#pragma GCC unroll 8
        for (uint32_t l = 0; l < LANES; l++) {
            sum = NAME(add_record)(sum, records[l]);
            NAME(store_record)(at + (l + 1u) * RECORD, sum);
        }
    }
}

/* The sums of LANES neighbourhoods to their transforms. */
TARGET static inline __attribute__((always_inline)) void NAME(turn)(const VECTOR *q, VECTOR scale, VECTOR *out)
{
    VECTOR dx = q[0] * scale, dy = q[1] * scale, ex = q[4] * scale, ey = q[5] * scale;
    VECTOR along = (q[6] - (q[4] * ex + q[5] * ey)) + (q[2] - (q[4] * dx + q[5] * dy));
    VECTOR across = q[3] - (q[4] * dy - q[5] * dx), length = NAME(root)(along * along + across * across);
    VECTOR least = q[6] * LEAST_TURN;
    out[0] = NAME(where_greater)(length, least, along / length - 1.0f);
    out[1] = NAME(where_greater)(length, least, across / length);
    out[2] = dx - (out[0] * ex - out[1] * ey);
    out[3] = dy - (out[0] * ey + out[1] * ex);
}

TARGET static void NAME(turn_rings)(const ring_work *w)
{
    const vvi_sprite_view *s = w->sprite;
    NAME(answer) sum;
    memset(&sum, 0, sizeof sum);
    for (uint32_t i = 0; i < s->particle_count; i += LANES) {
        float *at = w->answers + (i + i / VVI_SPRITE_SPAN) * (size_t)ANSWER;
        if (i % VVI_SPRITE_SPAN == 0) {
            memset(&sum, 0, sizeof sum);
            memcpy(at, &sum, sizeof sum);
        }
        NAME(record) records[LANES];
        NAME(answer) answers[LANES];
        VECTOR q[RECORD], out[ANSWER];
        uint32_t block = i / VVI_SPRITE_BLOCK, lane = i % VVI_SPRITE_BLOCK;
        memset(records, 0, sizeof records);
        for (uint32_t r = s->run_starts[block]; r < s->run_starts[block + 1]; r++)
#pragma GCC unroll 8
            for (uint32_t l = 0; l < LANES; l++) {
                const uint16_t *run = s->runs[r][lane + l];
                records[l] =
                    NAME(add_run)(records[l], w->sums + run[0] * (size_t)RECORD, w->sums + run[1] * (size_t)RECORD);
            }
        NAME(from_records)(records, q);
        NAME(turn)(q, *(const VECTOR *)(s->ring_scales + i), out);
        NAME(to_answers)(out, answers);
#pragma GCC unroll 8
        for (uint32_t l = 0; l < LANES; l++) {
            sum = NAME(add_answer)(sum, answers[l]);
            memcpy(at + (l + 1u) * ANSWER, &sum, sizeof sum);
        }
    }
}

/* Each particle towards the mean of the goals of all neighbourhoods it is in. */
TARGET static void NAME(move)(const ring_work *w)
{
    const vvi_sprite_view *s = w->sprite;
    for (uint32_t i = 0; i < s->particle_count; i += LANES) {
        NAME(answer) answers[LANES];
        VECTOR q[ANSWER], x, y, ex, ey, dx, dy, scale = *(const VECTOR *)(s->count_scales + i);
        uint32_t block = i / VVI_SPRITE_BLOCK, lane = i % VVI_SPRITE_BLOCK;
        memset(answers, 0, sizeof answers);
        for (uint32_t r = s->run_starts[block]; r < s->run_starts[block + 1]; r++)
#pragma GCC unroll 8
            for (uint32_t l = 0; l < LANES; l++) {
                const uint16_t *run = s->runs[r][lane + l];
                answers[l] = NAME(add_answer_run)(answers[l], w->answers + run[0] * (size_t)ANSWER,
                                                  w->answers + run[1] * (size_t)ANSWER);
            }
        NAME(from_answers)(answers, q);
        NAME(load_pairs)(w->x + i, &x, &y);
        NAME(load_pairs)(w->rest + i, &ex, &ey);
        NAME(displacement)(w, x, y, ex, ey, &dx, &dy);
        dx = (q[0] * ex - q[1] * ey + q[2]) * scale - dx;
        dy = (q[0] * ey + q[1] * ex + q[3]) * scale - dy;
        NAME(store_pairs)
        (w->x + i, x + (dx * w->fit.cosine - dy * w->fit.sine) * w->k,
         y + (dx * w->fit.sine + dy * w->fit.cosine) * w->k);
    }
}

TARGET static void NAME(match)(const ring_work *w)
{
    NAME(add_up)(w);
    NAME(turn_rings)(w);
    NAME(move)(w);
}
