/* The cost of a place and its exact derivatives: see project.h. */
#include "project.h"

#include <string.h>

#define PI 3.141592653589793238463

typedef struct number {
    double re, im;
} number;

static inline number times(number a, number b)
{
    return (number){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

/* ---- Angles ---------------------------------------------------------------------------------------------------------- */

/* e^{iθ} to the last digits of a double for |θ| of a few turns: vv_sin_cos rounds to floats, which would make the cost too
 * rough to compare simplices by. Taylor series within π/4 of a multiple of π/2. */
static number turned(double angle)
{
    double nearest = floor(angle * (2.0 / PI) + 0.5), r = angle - nearest * (PI / 2.0), s = r * r;
    double sine = 1.0 - s * (1.0 / 210.0) * (1.0 - s * (1.0 / 272.0)),
           cosine = 1.0 - s * (1.0 / 182.0) * (1.0 - s * (1.0 / 240.0));
    sine = 1.0 - s * (1.0 / 72.0) * (1.0 - s * (1.0 / 110.0) * (1.0 - s * (1.0 / 156.0) * sine));
    sine = r * (1.0 - s * (1.0 / 6.0) * (1.0 - s * (1.0 / 20.0) * (1.0 - s * (1.0 / 42.0) * sine)));
    cosine = 1.0 - s * (1.0 / 56.0) * (1.0 - s * (1.0 / 90.0) * (1.0 - s * (1.0 / 132.0) * cosine));
    cosine = 1.0 - s * (1.0 / 2.0) * (1.0 - s * (1.0 / 12.0) * (1.0 - s * (1.0 / 30.0) * cosine));
    switch ((long long)nearest & 3) {
    case 0:
        return (number){cosine, sine};
    case 1:
        return (number){-sine, cosine};
    case 2:
        return (number){-cosine, -sine};
    default:
        return (number){sine, -cosine};
    }
}

static double principal(float angle) { return (double)vv_wrap_angle(angle); }

static double wrapped(double angle) { return angle - 2.0 * PI * ceil((angle - PI) / (2.0 * PI)); }

/* The convention of vv_pose_blend for three angles that do not fit into half a circle: each is taken at most half a turn
 * away from the direction of their weighted sum, or of the heaviest where these cancel. Between the places where one of
 * them jumps the blend is linear, and this is exact. */
static void unwrap_spread(const double *w, const double in[3], double out[3])
{
    double x = 0.0, y = 0.0, heaviest = -1.0, reference = 0.0;
    for (uint32_t k = 0; k < 3; k++) {
        number direction = turned(in[k]);
        x += w[k] * direction.re;
        y += w[k] * direction.im;
        if (w[k] > heaviest) {
            heaviest = w[k];
            reference = in[k];
        }
    }
    if (x * x + y * y > 1e-10)
        reference = (double)vv_atan2((float)y, (float)x);
    for (uint32_t k = 0; k < 3; k++)
        out[k] = reference + wrapped(in[k] - reference);
}

/* Angles of one handle at all corners, cut at π or else at 0, so that they fit into half a circle; false where neither
 * does. */
static bool unwrap(uint32_t count, double angles[3])
{
    double low = PI, high = -PI, low_positive = 2.0 * PI, high_positive = 0.0;
    for (uint32_t k = 0; k < count; k++) {
        double positive = angles[k] < 0.0 ? angles[k] + 2.0 * PI : angles[k];
        low = angles[k] < low ? angles[k] : low;
        high = angles[k] > high ? angles[k] : high;
        low_positive = positive < low_positive ? positive : low_positive;
        high_positive = positive > high_positive ? positive : high_positive;
    }
    if (high - low <= (double)VV_PI)
        return true;
    if (high_positive - low_positive > (double)VV_PI)
        return false;
    for (uint32_t k = 0; k < count; k++)
        angles[k] = angles[k] < 0.0 ? angles[k] + 2.0 * PI : angles[k];
    return true;
}

/* ---- Beginning --------------------------------------------------------------------------------------------------------- */

size_t vvi_projection_bytes(uint32_t handle_count, uint32_t stride)
{
    return (14u * (size_t)stride + 5u * (size_t)handle_count) * sizeof(double);
}

static void gather(const vvi_sprite_view *sprite, const vv_vec2 *x, bool flipped, double *b)
{
    uint32_t row = (sprite->particle_count + 15u) & ~15u;
    for (uint32_t k = 0; k < sprite->stride; k++) {
        double re = 0.0, im = 0.0;
        for (uint32_t i = 0; i < sprite->particle_count; i++) {
            re += (double)(sprite->basis[(size_t)k * row + i] * x[i].x);
            im += (double)(sprite->basis[(size_t)k * row + i] * x[i].y);
        }
        b[k] = flipped ? -re : re;
        b[sprite->stride + k] = im;
    }
}

vvi_projection vvi_projection_begin(const vvi_sprite_view *sprite, const vv_vec2 *x, bool flipped, void *memory)
{
    size_t pair = 2 * (size_t)sprite->stride;
    double *at = memory;
    vvi_projection p = {.sprite = sprite, .b = at, .c = at + pair, .Gc = at + 2 * pair};
    p.d[0] = at + 3 * pair;
    p.d[1] = at + 4 * pair;
    p.Gd[0] = at + 5 * pair;
    p.Gd[1] = at + 6 * pair;
    p.turns = at + 7 * pair;
    p.angles = p.turns + 2 * (size_t)sprite->handle_count;
    memset(memory, 0, 7 * pair * sizeof(double));
    gather(sprite, x, flipped, p.b);
    return p;
}

void vvi_projection_take(vvi_projection *p, uint32_t count, const uint32_t *corner)
{
    uint32_t handles = p->sprite->handle_count;
    p->count = count;
    p->uneven = false;
    for (uint32_t k = 0; k < count; k++)
        p->corner[k] = corner[k];
    for (uint32_t j = 0; j < handles; j++) {
        double angles[3] = {0.0, 0.0, 0.0};
        for (uint32_t k = 0; k < count; k++)
            angles[k] = principal(p->sprite->turns[(size_t)corner[k] * handles + j].angle);
        p->uneven |= !unwrap(count, angles);
        for (uint32_t k = 0; k < count; k++)
            p->angles[k * handles + j] = angles[k];
    }
}

/* ---- Cost -------------------------------------------------------------------------------------------------------------- */

/* One handle's corners, and their blend. */
typedef struct blend {
    double angle[3];
    number l0, l1, move;
} blend;

static inline number first(vv_turn t) { return (number){(double)t.xx, (double)t.xy}; }
static inline number second(vv_turn t) { return (number){(double)t.xy, (double)t.yy}; }
static inline number moved(vv_turn t) { return (number){(double)t.move.x, (double)t.move.y}; }
static inline number add_scaled(number sum, double w, number a)
{
    return (number){sum.re + w * a.re, sum.im + w * a.im};
}

static inline vv_turn turn_at(const vvi_projection *p, uint32_t corner, uint32_t handle)
{
    return p->sprite->turns[(size_t)p->corner[corner] * p->sprite->handle_count + handle];
}

/* The handle's angles, unwrapped; where they do not fit into half a circle, as they are at w. */
static void corner_angles(const vvi_projection *p, uint32_t handle, double out[3])
{
    double in[3] = {0.0, 0.0, 0.0};
    for (uint32_t k = 0; k < p->count; k++)
        out[k] = in[k] = p->angles[k * p->sprite->handle_count + handle];
    double copy[3] = {in[0], in[1], in[2]};
    if (p->uneven && !unwrap(p->count, copy))
        unwrap_spread(p->w, in, out);
}

static blend blend_handle(const vvi_projection *p, uint32_t handle)
{
    blend b = {{0.0, 0.0, 0.0}, {0.0, 0.0}, {0.0, 0.0}, {0.0, 0.0}};
    corner_angles(p, handle, b.angle);
    for (uint32_t k = 0; k < p->count; k++) {
        vv_turn t = turn_at(p, k, handle);
        b.l0 = add_scaled(b.l0, p->w[k], first(t));
        b.l1 = add_scaled(b.l1, p->w[k], second(t));
        b.move = add_scaled(b.move, p->w[k], moved(t));
    }
    return b;
}

static inline void put(double *columns, uint32_t stride, uint32_t column, number value)
{
    columns[column] = value.re;
    columns[stride + column] = value.im;
}

static void fill_columns(vvi_projection *p)
{
    uint32_t handles = p->sprite->handle_count, stride = p->sprite->stride;
    for (uint32_t j = 0; j < handles; j++) {
        blend b = blend_handle(p, j);
        double angle = 0.0;
        for (uint32_t k = 0; k < p->count; k++)
            angle += p->w[k] * b.angle[k];
        number r = turned(angle);
        vv_vec2 pivot = p->sprite->handles[j].from;
        p->turns[j] = r.re;
        p->turns[handles + j] = r.im;
        put(p->c, stride, 3 * j, times(r, b.l0));
        put(p->c, stride, 3 * j + 1, times(r, b.l1));
        put(p->c, stride, 3 * j + 2, (number){b.move.re + (double)pivot.x, b.move.im + (double)pivot.y});
    }
}

static void apply_gram(const vvi_sprite_view *sprite, const double *x, double *out)
{
    uint32_t stride = sprite->stride;
    memset(out, 0, 2 * (size_t)stride * sizeof *out);
    for (uint32_t l = 0; l < sprite->column_count; l++)
        for (uint32_t k = 0; k < stride; k++) {
            out[k] += sprite->gram[(size_t)l * stride + k] * x[l];
            out[stride + k] += sprite->gram[(size_t)l * stride + k] * x[stride + l];
        }
}

/* Σ conj(a)·b. */
static number inner(uint32_t stride, const double *a, const double *b)
{
    number sum = {0.0, 0.0};
    for (uint32_t k = 0; k < stride; k++) {
        sum.re += a[k] * b[k] + a[stride + k] * b[stride + k];
        sum.im += a[k] * b[stride + k] - a[stride + k] * b[k];
    }
    return sum;
}

double vvi_projection_cost(vvi_projection *p, const double *w)
{
    uint32_t stride = p->sprite->stride;
    for (uint32_t k = 0; k < p->count; k++)
        p->w[k] = w[k];
    fill_columns(p);
    apply_gram(p->sprite, p->c, p->Gc);
    double energy = inner(stride, p->c, p->Gc).re;
    number A = inner(stride, p->c, p->b);
    p->length = sqrt(A.re * A.re + A.im * A.im);
    bool has = p->length > 1e-100; /* else every rotation is as good as another, and the slope of |A| counts as 0 */
    p->direction[0] = has ? A.re / p->length : 0.0;
    p->direction[1] = has ? A.im / p->length : 0.0;
    return energy - 2.0 * p->length;
}

double vvi_projection_cost_of_example(const vvi_projection *p, uint32_t example)
{
    uint32_t stride = p->sprite->stride;
    const float *c = p->sprite->corners + 2 * (size_t)stride * example;
    double re = 0.0, im = 0.0;
    for (uint32_t k = 0; k < stride; k++) {
        re += (double)c[k] * p->b[k] + (double)c[stride + k] * p->b[stride + k];
        im += (double)c[k] * p->b[stride + k] - (double)c[stride + k] * p->b[k];
    }
    return p->sprite->energies[example] - 2.0 * sqrt(re * re + im * im);
}

/* ---- Derivatives --------------------------------------------------------------------------------------------------------- */

/* h = Gc − conj(A/|A|)·b: half the derivative of the cost by conj(c), with the rotation at its best. */
static number pull(const vvi_projection *p, uint32_t column)
{
    uint32_t stride = p->sprite->stride;
    number b = {p->b[column], p->b[stride + column]}, u = {p->direction[0], -p->direction[1]}, turned_b = times(u, b);
    return (number){p->Gc[column] - turned_b.re, p->Gc[stride + column] - turned_b.im};
}

static inline double real_inner(number a, number b) { return a.re * b.re + a.im * b.im; }
static inline number minus(number a, number b) { return (number){a.re - b.re, a.im - b.im}; }
static inline number times_i(number a, double by) { return (number){-by * a.im, by * a.re}; }

/* ∂c = e^{iθ}(∂l + i ∂θ l), and the image of the pivot moves as its movement does. */
void vvi_projection_slope(vvi_projection *p, double *slope)
{
    uint32_t handles = p->sprite->handle_count, stride = p->sprite->stride;
    slope[0] = slope[1] = 0.0;
    for (uint32_t j = 0; j < handles; j++) {
        blend b = blend_handle(p, j);
        number r = {p->turns[j], p->turns[handles + j]};
        vv_turn origin = turn_at(p, 0, j);
        number h[3] = {pull(p, 3 * j), pull(p, 3 * j + 1), pull(p, 3 * j + 2)};
        for (uint32_t k = 1; k < p->count; k++) {
            vv_turn t = turn_at(p, k, j);
            double by = b.angle[k] - b.angle[0];
            number d[3] = {times(r, add_scaled(minus(first(t), first(origin)), 1.0, times_i(b.l0, by))),
                           times(r, add_scaled(minus(second(t), second(origin)), 1.0, times_i(b.l1, by))),
                           minus(moved(t), moved(origin))};
            for (uint32_t c = 0; c < 3; c++) {
                put(p->d[k - 1], stride, 3 * j + c, d[c]);
                slope[k - 1] += 2.0 * real_inner(d[c], h[c]);
            }
        }
    }
}

/* Σ over the first two columns of Re conj(∂²c)·h, with ∂²c = e^{iθ}(i ∂θ ∂′l + i ∂′θ ∂l − ∂θ ∂′θ l). */
static double bend(const vvi_projection *p, uint32_t handle, uint32_t k, uint32_t m)
{
    blend b = blend_handle(p, handle);
    number r = {p->turns[handle], p->turns[p->sprite->handle_count + handle]};
    vv_turn origin = turn_at(p, 0, handle), tk = turn_at(p, k, handle), tm = turn_at(p, m, handle);
    double by_k = b.angle[k] - b.angle[0], by_m = b.angle[m] - b.angle[0], sum = 0.0;
    for (uint32_t c = 0; c < 2; c++) {
        number l = c == 0 ? b.l0 : b.l1;
        number dk = c == 0 ? minus(first(tk), first(origin)) : minus(second(tk), second(origin));
        number dm = c == 0 ? minus(first(tm), first(origin)) : minus(second(tm), second(origin));
        number inside = add_scaled(add_scaled(times_i(dm, by_k), 1.0, times_i(dk, by_m)), -by_k * by_m, l);
        sum += real_inner(times(r, inside), pull(p, 3 * handle + c));
    }
    return sum;
}

void vvi_projection_curve(vvi_projection *p, double *curve)
{
    static const uint32_t pairs[3][2] = {{1, 1}, {1, 2}, {2, 2}};
    uint32_t stride = p->sprite->stride;
    double twist[2] = {0.0, 0.0};
    number u = {p->direction[0], -p->direction[1]};
    for (uint32_t k = 1; k < p->count; k++) {
        apply_gram(p->sprite, p->d[k - 1], p->Gd[k - 1]);
        twist[k - 1] = times(u, inner(stride, p->d[k - 1], p->b)).im;
    }
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t k = pairs[i][0], m = pairs[i][1];
        curve[i] = 0.0;
        if (m >= p->count)
            continue;
        double sum = inner(stride, p->d[k - 1], p->Gd[m - 1]).re;
        for (uint32_t j = 0; j < p->sprite->handle_count; j++)
            sum += bend(p, j, k, m);
        if (p->length > 1e-100)
            sum -= twist[k - 1] * twist[m - 1] / p->length;
        curve[i] = 2.0 * sum;
    }
}
