/* Passes over the particles of one actor, with the sums that make it one body: what a substep does to every particle besides
 * matching and contact, in as few passes as it can be done in.
 *
 * Momentum must be kept over thousands of steps, so sums are in double. Every second particle is summed by itself, and the
 * last one of an odd count goes with one of no mass: every target gives the same bits. */
#include "runtime/stage/state.h"

#include <string.h>

typedef float float4 __attribute__((vector_size(16), aligned(4), may_alias));
typedef double double4 __attribute__((vector_size(32)));
typedef int32_t int4 __attribute__((vector_size(16)));

/* Particles to go over: groups of two. */
typedef struct stretch {
    uint32_t groups;
    const float *m;
    float *x, *x0, *v;
} stretch;

/* Σ m x, m v, m (x·v.y, y·v.x), m x². */
typedef struct totals {
    double4 x, v, cross, square;
} totals;

/* What a pass needs besides; each says which. */
typedef struct numbers {
    float4 first, second;
    float keep, h, speed2, spread2;
    double4 all, turn;
    double kept;
} numbers;

/* False: a particle is too fast, too far, or no number. */
typedef bool pass(const stretch *s, const numbers *n, totals *out);

#define TARGET
#define NAME(function) function##_plain
#include "runtime/stage/particles_lanes.h"
#undef TARGET
#undef NAME

#if defined(__x86_64__) && !defined(VV_SCALAR)
/* No FMA: where -march adds it, -ffp-contract=off keeps it out of sums, which would be rounded once instead of twice. */
#define TARGET         __attribute__((target("avx2")))
#define NAME(function) function##_wide
#include "runtime/stage/particles_lanes.h"
#undef TARGET
#undef NAME
#define CHOOSE(function) (vvi_best_width() == VVI_WIDTH_8 ? function##_wide : function##_plain)
#else
#define CHOOSE(function) function##_plain
#endif

/* ---- Going over all --------------------------------------------------------------------------------------------------------- */

static bool go_over(const actor *a, pass *run, const numbers *n, totals *out)
{
    uint32_t count = a->view.particle_count, even = count & ~1u;
    memset(out, 0, sizeof *out);
    stretch s = {count / 2u, a->view.masses, &a->x->x, &a->x0->x, &a->v->x};
    bool sane = run(&s, n, out);
    if (even == count)
        return sane;
    /* Twice the last one, so that what is said of the pair is true of it. */
    float m[2] = {a->view.masses[even], 0.0f};
    vv_vec2 x[2] = {a->x[even], a->x[even]}, x0[2] = {a->x0[even], a->x0[even]}, v[2] = {a->v[even], a->v[even]};
    sane &= run(&(stretch){1, m, &x->x, &x0->x, &v->x}, n, out);
    a->x[even] = x[0];
    a->x0[even] = x0[0];
    a->v[even] = v[0];
    return sane;
}

static motion motion_of(const actor *a, const totals *t)
{
    double mass = a->mass, x[2] = {t->x[0] + t->x[2], t->x[1] + t->x[3]}, v[2] = {t->v[0] + t->v[2], t->v[1] + t->v[3]};
    motion m = {{x[0] / mass, x[1] / mass}, {v[0] / mass, v[1] / mass}, 0.0, 0.0};
    m.angular = (t->cross[0] + t->cross[2]) - (t->cross[1] + t->cross[3]) - (m.centre[0] * v[1] - m.centre[1] * v[0]);
    m.inertia = (t->square[0] + t->square[2]) + (t->square[1] + t->square[3]) -
                mass * (m.centre[0] * m.centre[0] + m.centre[1] * m.centre[1]);
    if (!(m.inertia > 0.0))
        m.inertia = 1e-12 * mass * (double)a->view.size * (double)a->view.size;
    return m;
}

static float4 twice(vv_vec2 a) { return (float4){a.x, a.y, a.x, a.y}; }

/* ---- The passes --------------------------------------------------------------------------------------------------------------- */

motion vvi_actor_motion(const actor *a)
{
    totals t;
    numbers n = {.keep = 1.0f};
    (void)go_over(a, CHOOSE(sum), &n, &t);
    return motion_of(a, &t);
}

bool vvi_actor_advance(actor *a, float keep, vv_vec2 gain, float h, motion *after)
{
    totals t;
    float spread = VVI_MAX_SPREAD * a->view.radius + VVI_MAX_SPEED * h;
    numbers n = {.first = twice(gain),
                 .second = twice(vv_vec2_scale(gain, 0.5f)),
                 .keep = keep,
                 .h = h,
                 .speed2 = VVI_MAX_SPEED * VVI_MAX_SPEED,
                 .spread2 = spread * spread};
    bool sane = go_over(a, CHOOSE(advance), &n, &t);
    *after = motion_of(a, &t);
    return sane;
}

motion vvi_actor_measure(actor *a, vv_vec2 less, float h)
{
    totals t;
    numbers n = {.first = twice(less), .h = 1.0f / h};
    (void)go_over(a, CHOOSE(measure), &n, &t);
    return motion_of(a, &t);
}

void vvi_actor_set_motion(actor *a, const motion *now, const double velocity[2], double angular, double keep)
{
    /* With w the spin before and w′ after, r = x − centre and × turning by a right angle: v′ = V′ + w′×r + keep·(v − V − w×r).
     * In double until the last rounding: what is rounded alike for all particles would add up over thousands of steps. */
    double turn = angular / now->inertia - keep * (now->angular / now->inertia);
    double x = velocity[0] - keep * now->velocity[0] + turn * now->centre[1];
    double y = velocity[1] - keep * now->velocity[1] - turn * now->centre[0];
    totals t;
    numbers n = {.all = {x, y, x, y}, .turn = {-turn, turn, -turn, turn}, .kept = keep};
    (void)go_over(a, CHOOSE(set), &n, &t);
}

bool vvi_actor_shift(actor *a, vv_vec2 by, float far, vv_vec2 velocity, float fast)
{
    totals t;
    numbers n = {.first = twice(by), .second = twice(velocity), .speed2 = fast * fast, .spread2 = far * far};
    return go_over(a, CHOOSE(shift), &n, &t);
}
