/* Passes over the particles of one actor, with the sums that make it one body: everything that a substep does to each
 * particle besides matching and contact, in as few passes as possible.
 *
 * Momentum must be conserved over thousands of steps, so sums are in double. Particles are summed in two interleaved
 * sequences, and the last one of an odd count is paired with one of no mass: every target gives the same bits. */
#include "runtime/stage/state.h"

#include "runtime/base/lanes.h"

#include <string.h>

/* A range of particles: groups of two. */
typedef struct particle_range {
    uint32_t groups;
    const float *m;
    float *x, *x0, *v;
} particle_range;

/* Σ m x, m v, m (x·v.y, y·v.x), m x². */
typedef struct pass_sums {
    double4 x, v, cross, square;
} pass_sums;

/* Further input of a pass; each pass says which it uses. */
typedef struct pass_input {
    float4 first, second;
    float keep, h, speed2, spread2;
    double4 all, turn;
    double kept;
} pass_input;

/* False: a particle is too fast, too far or not finite. */
typedef bool pass(const particle_range *s, const pass_input *n, pass_sums *out);

static inline float4 fill_plain(float a) { return (float4){a, a, a, a}; }
static inline double4 to_double_plain(float4 a) { return __builtin_convertvector(a, double4); }

#define TARGET
#define NAME(function) function##_plain
#include "runtime/stage/particles_lanes.h"
#undef TARGET
#undef NAME

#ifdef VVI_AVX2
VVI_TARGET_AVX2 static inline float4 fill_wide(float a) { return (float4){a, a, a, a}; }
VVI_TARGET_AVX2 static inline double4 to_double_wide(float4 a) { return double4_from_float4(a); }

#define TARGET         VVI_TARGET_AVX2
#define NAME(function) function##_wide
#include "runtime/stage/particles_lanes.h"
#undef TARGET
#undef NAME
#define CHOOSE(function) (vvi_best_width() == VVI_WIDTH_8 ? function##_wide : function##_plain)
#else
#define CHOOSE(function) function##_plain
#endif

/* ---- Running a pass ---------------------------------------------------------------------------------------------- */

static bool run_pass(const actor *a, pass *run, const pass_input *n, pass_sums *out)
{
    uint32_t count = a->view.particle_count, even = count & ~1u;
    VVI_CHECK(count > 0 && count <= a->capacity);
    memset(out, 0, sizeof *out);
    particle_range s = {count / 2u, a->view.masses, &a->x->x, &a->x0->x, &a->v->x};
    bool sane = run(&s, n, out);
    if (even == count)
        return sane;
    /* The last particle twice, so that what holds for the pair holds for it. */
    float m[4] = {a->view.masses[even], 0.0f, 0.0f, 0.0f};
    vv_vec2 x[2] = {a->x[even], a->x[even]}, x0[2] = {a->x0[even], a->x0[even]}, v[2] = {a->v[even], a->v[even]};
    sane &= run(&(particle_range){1, m, &x->x, &x0->x, &v->x}, n, out);
    a->x[even] = x[0];
    a->x0[even] = x0[0];
    a->v[even] = v[0];
    return sane;
}

static motion motion_of(const actor *a, const pass_sums *t)
{
    double mass = a->mass, x[2] = {t->x[0] + t->x[2], t->x[1] + t->x[3]}, v[2] = {t->v[0] + t->v[2], t->v[1] + t->v[3]};
    VVI_CHECK(mass > 0.0);
    motion m = {{x[0] / mass, x[1] / mass}, {v[0] / mass, v[1] / mass}, 0.0, 0.0};
    m.angular = (t->cross[0] + t->cross[2]) - (t->cross[1] + t->cross[3]) - (m.centre[0] * v[1] - m.centre[1] * v[0]);
    m.inertia = (t->square[0] + t->square[2]) + (t->square[1] + t->square[3]) -
                mass * (m.centre[0] * m.centre[0] + m.centre[1] * m.centre[1]);
    if (!(m.inertia > 0.0))
        m.inertia = 1e-12 * mass * (double)a->view.size * (double)a->view.size;
    VVI_CHECK(m.inertia > 0.0);
    return m;
}

static float4 splat(vv_vec2 a) { return (float4){a.x, a.y, a.x, a.y}; }

/* ---- The passes -------------------------------------------------------------------------------------------------- */

motion vvi_actor_motion(const actor *a)
{
    pass_sums t;
    pass_input n = {.keep = 1.0f};
    (void)run_pass(a, CHOOSE(sum), &n, &t);
    return motion_of(a, &t);
}

bool vvi_actor_advance(actor *a, float keep, vv_vec2 gain, float h, motion *after)
{
    pass_sums t;
    float spread = VVI_MAX_SPREAD * a->view.radius + VVI_MAX_SPEED * h;
    VVI_CHECK(keep >= 0.0f && keep <= 1.0f && h > 0.0f);
    pass_input n = {.first = splat(gain),
                    .second = splat(vv_vec2_scale(gain, 0.5f)),
                    .keep = keep,
                    .h = h,
                    .speed2 = VVI_MAX_SPEED * VVI_MAX_SPEED,
                    .spread2 = spread * spread};
    bool sane = run_pass(a, CHOOSE(advance), &n, &t);
    *after = motion_of(a, &t);
    return sane;
}

motion vvi_actor_measure_velocities(actor *a, vv_vec2 less, float h)
{
    pass_sums t;
    pass_input n = {.first = splat(less), .h = 1.0f / h};
    (void)run_pass(a, CHOOSE(measure), &n, &t);
    return motion_of(a, &t);
}

void vvi_actor_set_motion(actor *a, const motion *now, const double velocity[2], double angular, double keep)
{
    /* With w the spin before and w′ after, r = x − centre and × turning by a right angle: v′ = V′ + w′×r + keep·(v −
     * V − w×r). In double until the last rounding: what is rounded alike for all particles would add up over
     * thousands of steps. */
    double turn = angular / now->inertia - keep * (now->angular / now->inertia);
    VVI_CHECK(keep >= 0.0 && keep <= 1.0);
    double x = velocity[0] - keep * now->velocity[0] + turn * now->centre[1];
    double y = velocity[1] - keep * now->velocity[1] - turn * now->centre[0];
    pass_sums t;
    pass_input n = {.all = {x, y, x, y}, .turn = {-turn, turn, -turn, turn}, .kept = keep};
    (void)run_pass(a, CHOOSE(set), &n, &t);
}

bool vvi_actor_translate(actor *a, vv_vec2 by, float far, vv_vec2 velocity, float fast)
{
    VVI_CHECK(far > 0.0f && fast > 0.0f);
    pass_sums t;
    pass_input n = {.first = splat(by), .second = splat(velocity), .speed2 = fast * fast, .spread2 = far * far};
    return run_pass(a, CHOOSE(shift), &n, &t);
}
