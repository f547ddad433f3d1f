/* The loops of match.c in vectors. Included once a width, with LANES, VECTOR, TARGET and NAME(function) defined;
 * therefore it has no include guard. A group is four particles: eight floats, x and y in turn, in one vector or two. */

#define PARTS (GROUP_FLOATS / LANES)

TARGET static inline __attribute__((always_inline)) void NAME(add_group)(const float *m, const float *e, const float *x,
                                                                         VECTOR lanes[SUMS][PARTS])
{
#pragma GCC unroll 2
    for (uint32_t part = 0; part < PARTS; part++) {
        VECTOR mass = NAME(twice)(m + part * (LANES / 2u)), at = *(const VECTOR *)(x + part * LANES);
        VECTOR rest = *(const VECTOR *)(e + part * LANES), weighted = mass * at;
        lanes[0][part] += weighted;
        lanes[1][part] += mass * rest;
        lanes[2][part] += weighted * rest;
        lanes[3][part] += weighted * NAME(swap)(rest);
    }
}

TARGET static void NAME(add_chunk)(uint32_t groups, const float *m, const float *e, const float *x,
                                   float out[SUMS][GROUP_FLOATS])
{
    VECTOR lanes[SUMS][PARTS];
    memset(lanes, 0, sizeof lanes);
    for (uint32_t g = 0; g < groups; g++)
        NAME(add_group)(m + g * GROUP, e + g * GROUP_FLOATS, x + g * GROUP_FLOATS, lanes);
#pragma GCC unroll 8
    for (uint32_t s = 0; s < SUMS * PARTS; s++)
        *(VECTOR *)(out[s / PARTS] + s % PARTS * LANES) = lanes[s / PARTS][s % PARTS];
}

/* The first of the sums alone. */
TARGET static void NAME(add_first)(uint32_t groups, const float *m, const float *x, float out[GROUP_FLOATS])
{
    VECTOR lanes[PARTS];
    memset(lanes, 0, sizeof lanes);
    for (uint32_t g = 0; g < groups; g++)
#pragma GCC unroll 2
        for (uint32_t part = 0; part < PARTS; part++)
            lanes[part] += NAME(twice)(m + g * GROUP + part * (LANES / 2u)) *
                           *(const VECTOR *)(x + g * GROUP_FLOATS + part * LANES);
#pragma GCC unroll 2
    for (uint32_t part = 0; part < PARTS; part++)
        *(VECTOR *)(out + part * LANES) = lanes[part];
}

TARGET static void NAME(centre_groups)(uint32_t groups, const float *centre, const float *sign, float *x)
{
    VECTOR by = *(const VECTOR *)centre, times = *(const VECTOR *)sign;
    for (uint32_t i = 0; i < groups * GROUP_FLOATS; i += LANES)
        *(VECTOR *)(x + i) = (*(const VECTOR *)(x + i) - by) * times;
}

TARGET static void NAME(move_groups)(uint32_t groups, const float *e, const motion *to, float *x)
{
    VECTOR cosine = *(const VECTOR *)to->cosine, sine = *(const VECTOR *)to->sine;
    VECTOR centre = *(const VECTOR *)to->centre, k = *(const VECTOR *)to->k;
    for (uint32_t i = 0; i < groups * GROUP_FLOATS; i += LANES) {
        VECTOR rest = *(const VECTOR *)(e + i), at = *(const VECTOR *)(x + i);
        VECTOR goal = rest * cosine + NAME(swap)(rest) * sine + centre;
        *(VECTOR *)(x + i) = at + (goal - at) * k;
    }
}

#undef PARTS
