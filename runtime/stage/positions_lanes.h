/* The loops of positions.c for one target. Included once a target, with LANES, VECTOR, TARGET and NAME(function)
 * defined; therefore it has no include guard. A vector holds LANES / 2 particles, x and y in turn; `count` is in
 * particles, and the last vector may reach into the padding. */

TARGET static inline __attribute__((always_inline)) VECTOR NAME(load)(const vv_vec2 *from)
{
    return *(const VECTOR *)(const void *)from;
}

TARGET static inline __attribute__((always_inline)) void NAME(store)(vv_vec2 *to, VECTOR a)
{
    *(VECTOR *)(void *)to = a;
}

/* a of every particle, with x times t.xx, y times t.yy, plus y times t.xy in x and x times t.yx in y. */
TARGET static inline __attribute__((always_inline)) VECTOR NAME(turn)(VECTOR a, VECTOR straight, VECTOR across)
{
    return a * straight + NAME(swap)(a) * across;
}

TARGET static void NAME(add_rigid)(uint32_t count, const vv_vec2 *x, const rigid_pass *r, vv_vec2 *values)
{
    VECTOR shift = NAME(twice)(r->shift), across = NAME(twice)(r->across),
           shrink = NAME(twice)((vv_vec2){r->versine, r->versine});
    for (uint32_t i = 0; i < count; i += LANES / 2u) {
        VECTOR at = NAME(load)(x + i), value = NAME(load)(values + i);
        NAME(store)(values + i, value + ((shift + across * NAME(swap)(at)) - shrink * at));
    }
}

TARGET static void NAME(add_change)(uint32_t count, vv_mat2 turn, const vv_vec2 *from, const vv_vec2 *to, vv_vec2 *x)
{
    VECTOR straight = NAME(twice)((vv_vec2){turn.xx, turn.yy}), across = NAME(twice)((vv_vec2){turn.xy, turn.yx});
    for (uint32_t i = 0; i < count; i += LANES / 2u) {
        VECTOR value = NAME(load)(x + i) + NAME(turn)(NAME(load)(to + i) - NAME(load)(from + i), straight, across);
        NAME(store)(x + i, value);
    }
}

TARGET static void NAME(subtract_turned)(uint32_t count, vv_mat2 turn, const vv_vec2 *x, const vv_vec2 *shape,
                                         vv_vec2 *out)
{
    VECTOR straight = NAME(twice)((vv_vec2){turn.xx, turn.yy}), across = NAME(twice)((vv_vec2){turn.xy, turn.yx});
    for (uint32_t i = 0; i < count; i += LANES / 2u) {
        VECTOR value = NAME(load)(x + i) - NAME(turn)(NAME(load)(shape + i), straight, across);
        NAME(store)(out + i, value);
    }
}

TARGET static void NAME(add_turned)(uint32_t count, vv_mat2 turn, vv_vec2 by, const vv_vec2 *shape, vv_vec2 *x)
{
    VECTOR straight = NAME(twice)((vv_vec2){turn.xx, turn.yy}), across = NAME(twice)((vv_vec2){turn.xy, turn.yx});
    VECTOR shift = NAME(twice)(by);
    for (uint32_t i = 0; i < count; i += LANES / 2u) {
        VECTOR value = (NAME(load)(x + i) + shift) + NAME(turn)(NAME(load)(shape + i), straight, across);
        NAME(store)(x + i, value);
    }
}

TARGET static void NAME(add)(uint32_t count, vv_vec2 by, vv_vec2 *x)
{
    VECTOR shift = NAME(twice)(by);
    for (uint32_t i = 0; i < count; i += LANES / 2u) {
        VECTOR value = NAME(load)(x + i) + shift;
        NAME(store)(x + i, value);
    }
}

TARGET static void NAME(add_spin)(uint32_t count, const vv_vec2 *x, vv_vec2 centre, float spin, vv_vec2 *v)
{
    VECTOR middle = NAME(twice)((vv_vec2){centre.y, centre.x}), rate = NAME(twice)((vv_vec2){-spin, spin});
    for (uint32_t i = 0; i < count; i += LANES / 2u) {
        VECTOR value = NAME(load)(v + i) + rate * (NAME(swap)(NAME(load)(x + i)) - middle);
        NAME(store)(v + i, value);
    }
}

TARGET static void NAME(rotate)(uint32_t count, vv_mat2 turn, vv_vec2 centre, vv_vec2 *x)
{
    VECTOR straight = NAME(twice)((vv_vec2){turn.xx, turn.yy}), across = NAME(twice)((vv_vec2){turn.xy, turn.yx});
    VECTOR middle = NAME(twice)(centre);
    for (uint32_t i = 0; i < count; i += LANES / 2u) {
        VECTOR value = middle + NAME(turn)(NAME(load)(x + i) - middle, straight, across);
        NAME(store)(x + i, value);
    }
}

/* The least n · x of four interleaved sequences of particles: each of both lanes of a particle has it. */
TARGET static void NAME(find_lowest)(uint32_t fours, const vv_vec2 *x, vv_vec2 n, float lowest[8])
{
    VECTOR along = NAME(twice)(n), least[8u / LANES];
    for (uint32_t k = 0; k < 8u / LANES; k++)
        least[k] = NAME(load)((const vv_vec2 *)(const void *)lowest + k * (LANES / 2u));
    for (uint32_t i = 0; i < fours; i++)
#pragma GCC unroll 2
        for (uint32_t k = 0; k < 8u / LANES; k++) {
            VECTOR products = along * NAME(load)(x + 4u * i + k * (LANES / 2u));
            least[k] = NAME(min)(least[k], products + NAME(swap)(products));
        }
    for (uint32_t k = 0; k < 8u / LANES; k++)
        NAME(store)((vv_vec2 *)(void *)lowest + k * (LANES / 2u), least[k]);
}
