/* Shape matching of the whole drawing (eq. 7–8) and the joints between layers. In the plane the best rotation needs no
 * polar decomposition: with positions as complex numbers it is the direction of Σ m conj(e − ē)(x − x̄). */
#include "sprite.h"

#include "runtime/base/lanes.h"

#include <string.h>

enum {
    GROUP = 4,        /* particles: eight floats, x and y in turn */
    GROUP_FLOATS = 8, /* each lane has a sum of its own, so that every width adds in the same order */
    CHUNK = 16,       /* groups that are summed in float before the sums go on in double */
    SUMS = 4,         /* m x, m e, m x e, m x (e with x and y exchanged); by coordinates */
};

/* Σ m x, Σ m e, Σ m e·x, Σ m e×x. */
typedef struct sums {
    double x[2], e[2], along, across;
} sums;

/* e ↦ R e + centre, for the eight floats of a group, with signs and coordinates interleaved. */
typedef struct motion {
    float cosine[GROUP_FLOATS], sine[GROUP_FLOATS], centre[GROUP_FLOATS], k[GROUP_FLOATS];
} motion;

typedef struct match_kernels {
    void (*add_chunk)(uint32_t groups, const float *m, const float *e, const float *x, float out[SUMS][GROUP_FLOATS]);
    void (*move_groups)(uint32_t groups, const float *e, const motion *to, float *x);
    void (*add_first)(uint32_t groups, const float *m, const float *x, float out[GROUP_FLOATS]);
    void (*centre_groups)(uint32_t groups, const float *centre, const float *sign, float *x);
} match_kernels;

/* ---- One float at a time ----------------------------------------------------------------------------------------- */

static void add_chunk_plain(uint32_t groups, const float *m, const float *e, const float *x,
                            float out[SUMS][GROUP_FLOATS])
{
    memset(out, 0, SUMS * sizeof *out);
    for (uint32_t i = 0; i < groups * GROUP_FLOATS; i++) {
        uint32_t lane = i % GROUP_FLOATS;
        float weighted = m[i / 2] * x[i];
        out[0][lane] += weighted;
        out[1][lane] += m[i / 2] * e[i];
        out[2][lane] += weighted * e[i];
        out[3][lane] += weighted * e[i ^ 1u];
    }
}

static void add_first_plain(uint32_t groups, const float *m, const float *x, float out[GROUP_FLOATS])
{
    memset(out, 0, GROUP_FLOATS * sizeof *out);
    for (uint32_t i = 0; i < groups * GROUP_FLOATS; i++)
        out[i % GROUP_FLOATS] += m[i / 2] * x[i];
}

static void centre_groups_plain(uint32_t groups, const float *centre, const float *sign, float *x)
{
    for (uint32_t i = 0; i < groups * GROUP_FLOATS; i++)
        x[i] = (x[i] - centre[i % GROUP_FLOATS]) * sign[i % GROUP_FLOATS];
}

static void move_groups_plain(uint32_t groups, const float *e, const motion *to, float *x)
{
    for (uint32_t i = 0; i < groups * GROUP_FLOATS; i++) {
        uint32_t lane = i % GROUP_FLOATS;
        float goal = e[i] * to->cosine[lane] + e[i ^ 1u] * to->sine[lane] + to->centre[lane];
        x[i] = x[i] + (goal - x[i]) * to->k[lane];
    }
}

/* ---- Vectors ----------------------------------------------------------------------------------------------------- */

#ifndef VV_SCALAR
static inline float4 twice_4(const float *m) { return (float4){m[0], m[0], m[1], m[1]}; }
static inline float4 swap_4(float4 a) { return __builtin_shufflevector(a, a, 1, 0, 3, 2); }

#define LANES  4u
#define VECTOR float4
#define TARGET
#define NAME(function) function##_4
#include "match_lanes.h"
#undef LANES
#undef VECTOR
#undef TARGET
#undef NAME
#endif

#ifdef VVI_AVX2
VVI_TARGET_AVX2 static inline float8 twice_8(const float *m)
{
    float4 four = *(const float4 *)m;
    return __builtin_shufflevector(four, four, 0, 0, 1, 1, 2, 2, 3, 3);
}

VVI_TARGET_AVX2 static inline float8 swap_8(float8 a) { return __builtin_shufflevector(a, a, 1, 0, 3, 2, 5, 4, 7, 6); }

#define LANES          8u
#define VECTOR         float8
#define TARGET         VVI_TARGET_AVX2
#define NAME(function) function##_8
#include "match_lanes.h"
#undef LANES
#undef VECTOR
#undef TARGET
#undef NAME
#endif

static match_kernels kernels(vvi_width width)
{
    VV_ASSERT(width <= vvi_best_width());
    (void)width; /* a build without SIMD has no choice */
#ifdef VVI_AVX2
    if (width == VVI_WIDTH_8)
        return (match_kernels){add_chunk_8, move_groups_8, add_first_8, centre_groups_8};
#endif
#ifndef VV_SCALAR
    if (width == VVI_WIDTH_4)
        return (match_kernels){add_chunk_4, move_groups_4, add_first_4, centre_groups_4};
#endif
    return (match_kernels){add_chunk_plain, move_groups_plain, add_first_plain, centre_groups_plain};
}

/* ---- Summing ----------------------------------------------------------------------------------------------------- */

static void add_lanes(const float lanes[GROUP_FLOATS], double out[2])
{
    out[0] += (double)((lanes[0] + lanes[4]) + (lanes[2] + lanes[6]));
    out[1] += (double)((lanes[1] + lanes[5]) + (lanes[3] + lanes[7]));
}

/* The last particles as a whole group: memory behind them may contain anything. */
typedef struct tail {
    float m[GROUP];
    vv_vec2 e[GROUP], x[GROUP];
} tail;

static tail copy_tail(const vvi_sprite_view *sprite, const vv_vec2 *rest, const vv_vec2 *x)
{
    uint32_t left = sprite->particle_count % GROUP, start = sprite->particle_count - left;
    tail t = {{0.0f}, {{0.0f, 0.0f}}, {{0.0f, 0.0f}}};
    for (uint32_t i = 0; i < left; i++) {
        t.m[i] = sprite->masses[start + i];
        t.e[i] = rest[start + i];
        t.x[i] = x[start + i];
    }
    return t;
}

static sums add_up(const vvi_sprite_view *sprite, const vv_vec2 *rest, const vv_vec2 *x, const match_kernels *run)
{
    double totals[SUMS][2] = {{0.0, 0.0}};
    float lanes[SUMS][GROUP_FLOATS];
    uint32_t groups = sprite->particle_count / GROUP;
    for (uint32_t g = 0; g < groups; g += CHUNK) {
        uint32_t start = g * GROUP, count = groups - g < CHUNK ? groups - g : CHUNK;
        run->add_chunk(count, sprite->masses + start, &rest[start].x, &x[start].x, lanes);
        for (uint32_t s = 0; s < SUMS; s++)
            add_lanes(lanes[s], totals[s]);
    }
    if (sprite->particle_count % GROUP != 0) {
        tail t = copy_tail(sprite, rest, x);
        run->add_chunk(1, t.m, &t.e[0].x, &t.x[0].x, lanes);
        for (uint32_t s = 0; s < SUMS; s++)
            add_lanes(lanes[s], totals[s]);
    }
    return (sums){{totals[0][0], totals[0][1]},
                  {totals[1][0], totals[1][1]},
                  totals[2][0] + totals[2][1],
                  totals[3][1] - totals[3][0]};
}

/* ---- The whole drawing (eq. 7–8) --------------------------------------------------------------------------------- */

/* If every rotation is equally good (the shape has collapsed), it is the identity. */
static vvi_fit fit_from_sums(const vvi_sprite_view *sprite, const sums *s)
{
    double mass = (double)sprite->mass;
    VVI_CHECK(mass > 0.0);
    double along = s->along - (s->e[0] * s->x[0] + s->e[1] * s->x[1]) / mass;
    double across = s->across - (s->e[0] * s->x[1] - s->e[1] * s->x[0]) / mass;
    double length = sqrt(along * along + across * across);
    vvi_fit out = {.centre = {(float)(s->x[0] / mass), (float)(s->x[1] / mass)}, .cosine = 1.0f};
    if (length > 1e-30) {
        out.cosine = (float)(along / length);
        out.sine = (float)(across / length);
    }
    double c = (double)out.cosine, t = (double)out.sine;
    out.origin.x = (float)((s->x[0] - (c * s->e[0] - t * s->e[1])) / mass);
    out.origin.y = (float)((s->x[1] - (t * s->e[0] + c * s->e[1])) / mass);
    return out;
}

vvi_fit vvi_match_fit(const vvi_sprite_view *sprite, const vv_vec2 *rest, const vv_vec2 *x)
{
    match_kernels run = kernels(vvi_best_width());
    sums s = add_up(sprite, rest, x, &run);
    return fit_from_sums(sprite, &s);
}

static void move_towards(const vvi_sprite_view *sprite, const vv_vec2 *rest, const vvi_fit *f, float k, vv_vec2 *x,
                         const match_kernels *run)
{
    motion to;
    VVI_CHECK(k >= 0.0f && k <= 1.0f);
    for (uint32_t lane = 0; lane < GROUP_FLOATS; lane++) {
        to.cosine[lane] = f->cosine;
        to.sine[lane] = lane & 1u ? f->sine : -f->sine;
        to.centre[lane] = lane & 1u ? f->origin.y : f->origin.x;
        to.k[lane] = k;
    }
    uint32_t left = sprite->particle_count % GROUP, start = sprite->particle_count - left;
    run->move_groups(sprite->particle_count / GROUP, &rest->x, &to, &x->x);
    if (left != 0) {
        tail t = copy_tail(sprite, rest, x);
        run->move_groups(1, &t.e[0].x, &to, &t.x[0].x);
        memcpy(x + start, t.x, left * sizeof *x);
    }
}

vvi_fit vvi_match_global_width(const vvi_sprite_view *sprite, const vv_vec2 *rest, float k, vv_vec2 *x, vvi_width width)
{
    match_kernels run = kernels(width);
    sums s = add_up(sprite, rest, x, &run);
    vvi_fit f = fit_from_sums(sprite, &s);
    move_towards(sprite, rest, &f, k, x, &run);
    return f;
}

void vvi_match_towards(const vvi_sprite_view *sprite, const vv_vec2 *rest, const vvi_fit *f, float k, vv_vec2 *x)
{
    match_kernels run = kernels(vvi_best_width());
    move_towards(sprite, rest, f, k, x, &run);
}

vvi_fit vvi_match_global(const vvi_sprite_view *sprite, const vv_vec2 *rest, float k, vv_vec2 *x)
{
    return vvi_match_global_width(sprite, rest, k, x, vvi_best_width());
}

/* Σ m x, as add_up has it. */
static void add_up_first(const vvi_sprite_view *sprite, const vv_vec2 *x, const match_kernels *run, double total[2])
{
    float lanes[GROUP_FLOATS];
    uint32_t groups = sprite->particle_count / GROUP;
    total[0] = total[1] = 0.0;
    for (uint32_t g = 0; g < groups; g += CHUNK) {
        uint32_t start = g * GROUP, count = groups - g < CHUNK ? groups - g : CHUNK;
        run->add_first(count, sprite->masses + start, &x[start].x, lanes);
        add_lanes(lanes, total);
    }
    if (sprite->particle_count % GROUP != 0) {
        tail t = copy_tail(sprite, x, x);
        run->add_first(1, t.m, &t.x[0].x, lanes);
        add_lanes(lanes, total);
    }
}

void vvi_match_centre(const vvi_sprite_view *sprite, bool flipped, vv_vec2 *rest)
{
    match_kernels run = kernels(vvi_best_width());
    double first[2];
    float centre[GROUP_FLOATS], sign[GROUP_FLOATS];
    add_up_first(sprite, rest, &run, first);
    for (uint32_t lane = 0; lane < GROUP_FLOATS; lane++) {
        centre[lane] = (float)(first[lane & 1u] / (double)sprite->mass);
        sign[lane] = flipped && !(lane & 1u) ? -1.0f : 1.0f;
    }
    run.centre_groups(sprite->particle_count / GROUP, centre, sign, &rest->x);
    for (uint32_t i = sprite->particle_count / GROUP * GROUP; i < sprite->particle_count; i++)
        rest[i] = (vv_vec2){(rest[i].x - centre[0]) * sign[0], rest[i].y - centre[1]};
}

/* ---- Pins -------------------------------------------------------------------------------------------------------- */

static vv_vec2 pin_position(const vvi_sprite_pin *pin, uint32_t side, const vv_vec2 *x)
{
    const uint32_t *corner = pin->corners[side];
    const float *w = pin->weights[side];
    VVI_CHECK(vvi_is_partition(w, 3, 1e-4f) && vvi_all_below(corner, 3, VV_SPRITE_MAX_PARTICLES));
    return (vv_vec2){w[0] * x[corner[0]].x + w[1] * x[corner[1]].x + w[2] * x[corner[2]].x,
                     w[0] * x[corner[0]].y + w[1] * x[corner[1]].y + w[2] * x[corner[2]].y};
}

/* The compliance of a side, Σ w²/m: how far it moves by a unit impulse. */
static float pin_compliance(const vvi_sprite_view *sprite, const vvi_sprite_pin *pin, uint32_t side)
{
    float sum = 0.0f;
    for (uint32_t c = 0; c < 3; c++)
        sum += pin->weights[side][c] * pin->weights[side][c] / sprite->masses[pin->corners[side][c]];
    return sum;
}

static void apply_pin_impulse(const vvi_sprite_view *sprite, const vvi_sprite_pin *pin, uint32_t side, vv_vec2 impulse,
                              vv_vec2 *x)
{
    for (uint32_t c = 0; c < 3; c++) {
        uint32_t i = pin->corners[side][c];
        x[i] = vv_vec2_add(x[i], vv_vec2_scale(impulse, pin->weights[side][c] / sprite->masses[i]));
    }
}

void vvi_match_pins(const vvi_sprite_view *sprite, float k, vv_vec2 *x)
{
    for (uint32_t p = 0; p < sprite->pin_count; p++) {
        const vvi_sprite_pin *pin = &sprite->pins[p];
        VVI_CHECK(pin_compliance(sprite, pin, 0) > 0.0f && pin_compliance(sprite, pin, 1) > 0.0f);
        vv_vec2 gap = vv_vec2_sub(pin_position(pin, 1, x), pin_position(pin, 0, x));
        vv_vec2 impulse = vv_vec2_scale(gap, k / (pin_compliance(sprite, pin, 0) + pin_compliance(sprite, pin, 1)));
        apply_pin_impulse(sprite, pin, 0, impulse, x);
        apply_pin_impulse(sprite, pin, 1, vv_vec2_scale(impulse, -1.0f), x);
    }
}
