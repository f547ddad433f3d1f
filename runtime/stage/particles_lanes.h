/* The loops of particles.c for one target. Included once a target, with TARGET and NAME(function) defined; therefore
 * it has no include guard. A group is two particles, x and y in turn: four floats, or four doubles where sums must be
 * exact. Arrays and constants are read once, before the loops: stores of floats might change them otherwise. */

#define INLINE TARGET static inline __attribute__((always_inline))

INLINE float4 NAME(turned)(float4 a) { return __builtin_shufflevector(a, a, 1, 0, 3, 2); }

/* |a|² of both particles, each twice. */
INLINE float4 NAME(squared)(float4 a)
{
    float4 squares = a * a;
    return squares + NAME(turned)(squares);
}

INLINE float4 NAME(load)(const float *from) { return *(const float4 *)from; }
INLINE void NAME(store)(float *to, float4 a) { *(float4 *)to = a; }

/* The masses of a group are the first two of m[4]. */
INLINE void NAME(add_group)(pass_sums *t, const float *m, float4 x, float4 v)
{
    float4 four = NAME(load)(m);
    double4 mass = NAME(to_double)(__builtin_shufflevector(four, four, 0, 0, 1, 1)), at = NAME(to_double)(x);
    double4 speed = NAME(to_double)(v), weighted = mass * at;
    t->x += weighted;
    t->v += mass * speed;
    t->cross += weighted * __builtin_shufflevector(speed, speed, 1, 0, 3, 2);
    t->square += weighted * at;
}

TARGET static bool NAME(sum)(const particle_range *s, const pass_input *n, pass_sums *out)
{
    pass_sums t = *out;
    const float *m = s->m, *x = s->x, *v = s->v;
    (void)n;
    for (uint32_t i = 0, groups = s->groups; i < groups; i++)
        NAME(add_group)(&t, m + 2 * i, NAME(load)(x + 4 * i), NAME(load)(v + 4 * i));
    *out = t;
    return true;
}

TARGET static bool NAME(advance)(const particle_range *s, const pass_input *n, pass_sums *out)
{
    pass_sums t = *out;
    const float *m = s->m;
    float *xs = s->x, *x0s = s->x0, *vs = s->v;
    float4 gain = n->first, half = n->second, keep = NAME(fill)(n->keep), h = NAME(fill)(n->h);
    float4 speed2 = NAME(fill)(n->speed2), spread2 = NAME(fill)(n->spread2);
    int4 sane = {-1, -1, -1, -1};
    for (uint32_t i = 0, groups = s->groups; i < groups; i++) {
        float4 x = NAME(load)(xs + 4 * i), v = NAME(load)(vs + 4 * i) * keep + gain;
        NAME(store)(x0s + 4 * i, x);
        x = x + (v - half) * h;
        NAME(store)(xs + 4 * i, x);
        NAME(store)(vs + 4 * i, v);
        sane &= (NAME(squared)(v) <= speed2) & (NAME(squared)(x) <= spread2);
        NAME(add_group)(&t, m + 2 * i, x, v);
    }
    *out = t;
    return (sane[0] & sane[2]) != 0;
}

TARGET static bool NAME(measure)(const particle_range *s, const pass_input *n, pass_sums *out)
{
    pass_sums t = *out;
    const float *m = s->m, *xs = s->x, *x0s = s->x0;
    float *vs = s->v;
    float4 less = n->first, h = NAME(fill)(n->h);
    for (uint32_t i = 0, groups = s->groups; i < groups; i++) {
        float4 x = NAME(load)(xs + 4 * i), v = ((x - NAME(load)(x0s + 4 * i)) - less) * h;
        NAME(store)(vs + 4 * i, v);
        NAME(add_group)(&t, m + 2 * i, x, v);
    }
    *out = t;
    return true;
}

TARGET static bool NAME(set)(const particle_range *s, const pass_input *n, pass_sums *out)
{
    double4 all = n->all, turn = n->turn;
    double kept = n->kept;
    const float *xs = s->x;
    float *vs = s->v;
    (void)out;
    for (uint32_t i = 0, groups = s->groups; i < groups; i++) {
        double4 across = NAME(to_double)(NAME(turned)(NAME(load)(xs + 4 * i)));
        double4 to = all + (turn * across + kept * NAME(to_double)(NAME(load)(vs + 4 * i)));
        NAME(store)(vs + 4 * i, __builtin_convertvector(to, float4));
    }
    return true;
}

TARGET static bool NAME(shift)(const particle_range *s, const pass_input *n, pass_sums *out)
{
    float4 by = n->first, velocity = n->second;
    float4 speed2 = NAME(fill)(n->speed2), spread2 = NAME(fill)(n->spread2);
    const float *vs = s->v;
    float *xs = s->x;
    int4 sane = {-1, -1, -1, -1};
    (void)out;
    for (uint32_t i = 0, groups = s->groups; i < groups; i++) {
        float4 x = NAME(load)(xs + 4 * i) + by, v = NAME(load)(vs + 4 * i) - velocity;
        NAME(store)(xs + 4 * i, x);
        sane &= (NAME(squared)(v) <= speed2) & (NAME(squared)(x) <= spread2);
    }
    return (sane[0] & sane[2]) != 0;
}

#undef INLINE
