/* The loops of particles.c for one target. Included once a target, with TARGET and NAME(function) defined; therefore
 * it has no include guard. A group is two particles, x and y in turn: four floats, or four doubles where sums must be
 * exact. */

TARGET static inline __attribute__((always_inline)) float4 NAME(turned)(float4 a)
{
    return __builtin_shufflevector(a, a, 1, 0, 3, 2);
}

/* |a|² of both particles, each twice. */
TARGET static inline __attribute__((always_inline)) float4 NAME(squared)(float4 a)
{
    return a * a + NAME(turned)(a) * NAME(turned)(a);
}

TARGET static inline __attribute__((always_inline)) void NAME(add_group)(pass_sums *t, const float *m, float4 x,
                                                                         float4 v)
{
    float4 masses = {m[0], m[0], m[1], m[1]};
    double4 mass = __builtin_convertvector(masses, double4), at = __builtin_convertvector(x, double4);
    double4 speed = __builtin_convertvector(v, double4), weighted = mass * at;
    t->x += weighted;
    t->v += mass * speed;
    t->cross += weighted * __builtin_shufflevector(speed, speed, 1, 0, 3, 2);
    t->square += weighted * at;
}

TARGET static bool NAME(sum)(const particle_range *s, const pass_input *n, pass_sums *out)
{
    pass_sums t = *out;
    (void)n;
    for (uint32_t i = 0; i < s->groups; i++)
        NAME(add_group)(&t, s->m + 2 * i, ((const float4 *)s->x)[i], ((const float4 *)s->v)[i]);
    *out = t;
    return true;
}

TARGET static bool NAME(advance)(const particle_range *s, const pass_input *n, pass_sums *out)
{
    pass_sums t = *out;
    float4 gain = n->first, half = n->second;
    int4 sane = {-1, -1, -1, -1};
    for (uint32_t i = 0; i < s->groups; i++) {
        float4 x = ((const float4 *)s->x)[i], v = ((const float4 *)s->v)[i] * n->keep + gain;
        ((float4 *)s->x0)[i] = x;
        x = x + (v - half) * n->h;
        ((float4 *)s->x)[i] = x;
        ((float4 *)s->v)[i] = v;
        sane &= (NAME(squared)(v) <= n->speed2) & (NAME(squared)(x) <= n->spread2);
        NAME(add_group)(&t, s->m + 2 * i, x, v);
    }
    *out = t;
    return (sane[0] & sane[2]) != 0;
}

TARGET static bool NAME(measure)(const particle_range *s, const pass_input *n, pass_sums *out)
{
    pass_sums t = *out;
    float4 less = n->first;
    for (uint32_t i = 0; i < s->groups; i++) {
        float4 x = ((const float4 *)s->x)[i], v = ((x - ((const float4 *)s->x0)[i]) - less) * n->h;
        ((float4 *)s->v)[i] = v;
        NAME(add_group)(&t, s->m + 2 * i, x, v);
    }
    *out = t;
    return true;
}

TARGET static bool NAME(set)(const particle_range *s, const pass_input *n, pass_sums *out)
{
    double4 all = n->all, turn = n->turn;
    (void)out;
    for (uint32_t i = 0; i < s->groups; i++) {
        float4 x = ((const float4 *)s->x)[i], v = ((const float4 *)s->v)[i];
        double4 across = __builtin_convertvector(NAME(turned)(x), double4), speed = __builtin_convertvector(v, double4);
        double4 to = all + (turn * across + n->kept * speed);
        ((float4 *)s->v)[i] = __builtin_convertvector(to, float4);
    }
    return true;
}

TARGET static bool NAME(shift)(const particle_range *s, const pass_input *n, pass_sums *out)
{
    float4 by = n->first, velocity = n->second;
    int4 sane = {-1, -1, -1, -1};
    (void)out;
    for (uint32_t i = 0; i < s->groups; i++) {
        float4 x = ((const float4 *)s->x)[i] + by, v = ((const float4 *)s->v)[i] - velocity;
        ((float4 *)s->x)[i] = x;
        sane &= (NAME(squared)(v) <= n->speed2) & (NAME(squared)(x) <= n->spread2);
    }
    return (sane[0] & sane[2]) != 0;
}
