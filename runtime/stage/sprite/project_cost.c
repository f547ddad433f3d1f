/* The cost of a place and its exact derivatives: see project.h. */
#include "project.h"

#include <string.h>

#define PI 3.141592653589793238463

typedef struct complex_number {
    double re, im;
} complex_number;

static inline complex_number times(complex_number a, complex_number b)
{
    return (complex_number){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

/* ---- Angles ------------------------------------------------------------------------------------------------------ */

/* e^{iθ} to the last digits of a double for |θ| of a few turns: vv_sin_cos rounds to floats, which would make the
 * cost too rough to compare simplices by. Taylor series within π/4 of a multiple of π/2. */
static complex_number turned(double angle)
{
    if (angle == 0.0) /* most handles only stretch and move; this is what the series give */
        return (complex_number){1.0, angle};
    double nearest = floor(angle * (2.0 / PI) + 0.5), r = angle - nearest * (PI / 2.0), s = r * r;
    double sine = 1.0 - s * (1.0 / 210.0) * (1.0 - s * (1.0 / 272.0)),
           cosine = 1.0 - s * (1.0 / 182.0) * (1.0 - s * (1.0 / 240.0));
    sine = 1.0 - s * (1.0 / 72.0) * (1.0 - s * (1.0 / 110.0) * (1.0 - s * (1.0 / 156.0) * sine));
    sine = r * (1.0 - s * (1.0 / 6.0) * (1.0 - s * (1.0 / 20.0) * (1.0 - s * (1.0 / 42.0) * sine)));
    cosine = 1.0 - s * (1.0 / 56.0) * (1.0 - s * (1.0 / 90.0) * (1.0 - s * (1.0 / 132.0) * cosine));
    cosine = 1.0 - s * (1.0 / 2.0) * (1.0 - s * (1.0 / 12.0) * (1.0 - s * (1.0 / 30.0) * cosine));
    switch ((long long)nearest & 3) {
    case 0:
        return (complex_number){cosine, sine};
    case 1:
        return (complex_number){-sine, cosine};
    case 2:
        return (complex_number){-cosine, -sine};
    default:
        return (complex_number){sine, -cosine};
    }
}

static double wrapped(double angle) { return angle - 2.0 * PI * ceil((angle - PI) / (2.0 * PI)); }

/* The convention of vv_pose_blend for three angles that do not fit into half a circle: each is taken at most half a
 * turn away from the direction of their weighted sum, or of the heaviest where these cancel. Between the places where
 * one of them jumps the blend is linear, and this is exact. */
static void unwrap_spread(const double *w, double angles[3])
{
    double x = 0.0, y = 0.0, heaviest = -1.0, reference = 0.0;
    for (uint32_t k = 0; k < 3; k++) {
        complex_number direction = turned(angles[k]);
        x += w[k] * direction.re;
        y += w[k] * direction.im;
        if (w[k] > heaviest) {
            heaviest = w[k];
            reference = angles[k];
        }
    }
    if (x * x + y * y > 1e-10)
        reference = (double)vv_atan2((float)y, (float)x);
    for (uint32_t k = 0; k < 3; k++)
        angles[k] = reference + wrapped(angles[k] - reference);
}

/* How the angles of a handle at all corners blend. */
typedef enum spread {
    SPREAD_HALF, /* they fit into half a circle, and blend linearly */
    SPREAD_EDGE, /* … only just: pairs of them may blend the other way round */
    SPREAD_WIDE, /* they do not */
} spread;

/* Cuts the circle at π or else at 0, as vv_pose_blend does, in the same floats. */
static spread unwrap(uint32_t count, float angles[3])
{
    float low = VV_PI, high = -VV_PI, low_positive = 2.0f * VV_PI, high_positive = 0.0f, positive[3];
    for (uint32_t k = 0; k < count; k++) {
        positive[k] = angles[k] < 0.0f ? angles[k] + 2.0f * VV_PI : angles[k];
        low = vvi_min(low, angles[k]);
        high = vvi_max(high, angles[k]);
        low_positive = vvi_min(low_positive, positive[k]);
        high_positive = vvi_max(high_positive, positive[k]);
    }
    if (high - low <= VV_PI)
        return high - low < VV_PI - 1e-3f ? SPREAD_HALF : SPREAD_EDGE;
    if (high_positive - low_positive > VV_PI)
        return SPREAD_WIDE;
    for (uint32_t k = 0; k < count; k++)
        angles[k] = positive[k];
    return high_positive - low_positive < VV_PI - 1e-3f ? SPREAD_HALF : SPREAD_EDGE;
}

/* ---- Beginning --------------------------------------------------------------------------------------------------- */

enum { VECTORS = 8 }; /* b, c, Gc, h, d, d, Gd, Gd */

static size_t padded_count(const vvi_sprite_view *sprite)
{
    return ((size_t)sprite->particle_count + (VVI_SPRITE_PADDING - 1u)) & ~(size_t)(VVI_SPRITE_PADDING - 1u);
}

size_t vvi_projection_bytes(const vvi_sprite_view *sprite)
{
    return VECTORS * 2 * (size_t)sprite->stride * sizeof(double) +
           (size_t)sprite->handle_count * (3 * sizeof(vvi_turn_line) + 2 * sizeof(double) + sizeof(uint32_t)) +
           2 * padded_count(sprite) * sizeof(float);
}

/* Separates both coordinates, mirrored where the drawing is: a mirrored drawing fits x as the drawing fits the
 * mirrored x. */
static void split(const vvi_sprite_view *sprite, const vv_vec2 *x, bool flipped, float *xs, size_t row)
{
    float sign = flipped ? -1.0f : 1.0f;
    memset(xs, 0, 2 * row * sizeof *xs);
    for (uint32_t i = 0; i < sprite->particle_count; i++) {
        xs[i] = x[i].x * sign;
        xs[row + i] = x[i].y;
    }
}

vvi_projection vvi_projection_begin(const vvi_sprite_view *sprite, const vv_vec2 *x, bool flipped, void *memory,
                                    vvi_width width)
{
    size_t pair = 2 * (size_t)sprite->stride, row = padded_count(sprite);
    double *at = memory;
    vvi_projection p = {.sprite = sprite, .run = vvi_project_kernels_of(width), .width = width};
    double **vectors[VECTORS] = {&p.b, &p.c, &p.Gc, &p.h, &p.d[0], &p.d[1], &p.Gd[0], &p.Gd[1]};
    memset(memory, 0, VECTORS * pair * sizeof(double));
    for (uint32_t i = 0; i < VECTORS; i++)
        *vectors[i] = at + i * pair;
    p.start = (vvi_turn_line *)(void *)(at + VECTORS * pair);
    p.way[0] = p.start + sprite->handle_count;
    p.way[1] = p.way[0] + sprite->handle_count;
    p.turns = (double *)(void *)(p.way[1] + sprite->handle_count);
    float *xs = (float *)(void *)(p.turns + 2 * (size_t)sprite->handle_count);
    split(sprite, x, flipped, xs, row);
    if (vvi_has_parents(sprite->handle_count, sprite->handles)) {
        p.order = (uint32_t *)(void *)(xs + 2 * row);
        bool is_forest = vvi_handle_order(sprite->handle_count, sprite->handles, p.order);
        VV_ASSERT(is_forest);
        (void)is_forest;
    }
    p.run->gather(sprite, xs, (uint32_t)row, p.b);
    return p;
}

/* ---- Selecting a simplex ----------------------------------------------------------------------------------------- */

static uint32_t parent_of(const vvi_projection *p, uint32_t j) { return vvi_parent(&p->sprite->handles[j]); }

/* But for the angle; the movement of a child is relative to its parent. */
static vvi_turn_line line_of(const vvi_projection *p, uint32_t j, vv_handle_pose t)
{
    vv_vec2 pivot = parent_of(p, j) == VV_NONE ? p->sprite->handles[j].from : (vv_vec2){0.0f, 0.0f};
    return (vvi_turn_line){(double)t.xx,
                           (double)t.xy,
                           (double)t.yy,
                           {(double)pivot.x + (double)t.translation.x, (double)pivot.y + (double)t.translation.y},
                           0.0};
}

static vvi_turn_line way_between(const vvi_turn_line *a, const vvi_turn_line *b)
{
    return (vvi_turn_line){
        b->xx - a->xx, b->xy - a->xy, b->yy - a->yy, {b->move[0] - a->move[0], b->move[1] - a->move[1]}, 0.0};
}

static const vv_handle_pose *turn_at(const vvi_projection *p, uint32_t corner, uint32_t handle)
{
    return &p->sprite->turns[(size_t)p->corner[corner] * p->sprite->handle_count + handle];
}

/* A handle's own angles. Those that do not fit into half a circle are unwrapped as they are at the weights w, unless
 * that is NULL. */
static void set_own_angles(vvi_projection *p, uint32_t j, const double *w)
{
    float angles[3] = {0.0f, 0.0f, 0.0f};
    double own[3] = {0.0, 0.0, 0.0};
    for (uint32_t k = 0; k < p->count; k++)
        own[k] = (double)(angles[k] = vv_wrap_angle(turn_at(p, k, j)->angle));
    spread found = unwrap(p->count, angles);
    p->uneven |= found != SPREAD_HALF;
    if (found == SPREAD_WIDE && w)
        unwrap_spread(w, own);
    else
        for (uint32_t k = 0; k < p->count; k++)
            own[k] = (double)angles[k];
    p->start[j].angle = own[0];
    for (uint32_t k = 1; k < p->count; k++)
        p->way[k - 1][j].angle = own[k] - own[0];
}

/* A child rotates with its parent: each angle becomes the sum from the root. */
static void set_angles(vvi_projection *p, const double *w)
{
    for (uint32_t j = 0; j < p->sprite->handle_count; j++)
        set_own_angles(p, j, w);
    for (uint32_t i = 0; p->order && i < p->sprite->handle_count; i++) {
        uint32_t j = p->order[i], parent = parent_of(p, j);
        if (parent == VV_NONE)
            continue;
        p->start[j].angle += p->start[parent].angle;
        for (uint32_t k = 1; k < p->count; k++)
            p->way[k - 1][j].angle += p->way[k - 1][parent].angle;
    }
}

void vvi_projection_select(vvi_projection *p, uint32_t count, const uint32_t *corner)
{
    p->count = count;
    p->uneven = false;
    for (uint32_t k = 0; k < count; k++)
        p->corner[k] = corner[k];
    for (uint32_t j = 0; j < p->sprite->handle_count; j++) {
        p->start[j] = line_of(p, j, *turn_at(p, 0, j));
        for (uint32_t k = 1; k < count; k++) {
            vvi_turn_line line = line_of(p, j, *turn_at(p, k, j));
            p->way[k - 1][j] = way_between(&p->start[j], &line);
        }
    }
    set_angles(p, NULL);
}

/* ---- Cost -------------------------------------------------------------------------------------------------------- */

static inline void put(double *vector, uint32_t stride, uint32_t column, complex_number value)
{
    vector[column] = value.re;
    vector[stride + column] = value.im;
}

static inline complex_number get(const double *vector, uint32_t stride, uint32_t column)
{
    return (complex_number){vector[column], vector[stride + column]};
}

static inline void add_way(vvi_turn_line *line, double w, const vvi_turn_line *way)
{
    line->xx += w * way->xx;
    line->xy += w * way->xy;
    line->yy += w * way->yy;
    line->move[0] += w * way->move[0];
    line->move[1] += w * way->move[1];
    line->angle += w * way->angle;
}

/* Where a vector of columns has the pivot of a child, carried by its parent alone. */
static complex_number carried_pivot(const vvi_projection *p, const double *vector, uint32_t j, uint32_t parent)
{
    const vv_handle *handles = p->sprite->handles;
    uint32_t stride = p->sprite->stride;
    double x = (double)handles[j].from.x - (double)handles[parent].from.x,
           y = (double)handles[j].from.y - (double)handles[parent].from.y;
    complex_number c0 = get(vector, stride, 3 * parent), c1 = get(vector, stride, 3 * parent + 1),
                   at = get(vector, stride, 3 * parent + 2);
    return (complex_number){at.re + x * c0.re + y * c1.re, at.im + x * c0.im + y * c1.im};
}

static complex_number rotation_of(const vvi_projection *p, uint32_t j)
{
    return (complex_number){p->turns[j], p->turns[p->sprite->handle_count + j]};
}

/* The image of a child's pivot from that of its parent. */
static complex_number moved_pivot(const vvi_projection *p, uint32_t j, uint32_t parent, const double move[2])
{
    complex_number at = carried_pivot(p, p->c, j, parent),
                   own = times(rotation_of(p, parent), (complex_number){move[0], move[1]});
    return (complex_number){at.re + own.re, at.im + own.im};
}

static void fill_handle(vvi_projection *p, uint32_t j, const double *w)
{
    uint32_t stride = p->sprite->stride, parent = parent_of(p, j);
    vvi_turn_line line = p->start[j];
    for (uint32_t k = 1; k < p->count; k++)
        add_way(&line, w[k], &p->way[k - 1][j]);
    complex_number r = turned(line.angle), pivot = {line.move[0], line.move[1]};
    put(p->c, stride, 3 * j, times(r, (complex_number){line.xx, line.xy}));
    put(p->c, stride, 3 * j + 1, times(r, (complex_number){line.xy, line.yy}));
    put(p->c, stride, 3 * j + 2, parent == VV_NONE ? pivot : moved_pivot(p, j, parent, line.move));
    p->turns[j] = r.re;
    p->turns[p->sprite->handle_count + j] = r.im;
}

static void fill_columns(vvi_projection *p, const double *w)
{
    for (uint32_t i = 0; i < p->sprite->handle_count; i++)
        fill_handle(p, p->order ? p->order[i] : i, w);
}

double vvi_projection_cost(vvi_projection *p, const double *w)
{
    const vvi_sprite_view *sprite = p->sprite;
    double energy[2], A[2];
    if (p->uneven && p->count == 3)
        set_angles(p, w);
    fill_columns(p, w);
    vvi_real_apply(p->width, sprite->stride, sprite->column_count, sprite->gram, p->c, p->Gc);
    p->run->inner(sprite->stride, p->c, p->Gc, energy);
    p->run->inner(sprite->stride, p->c, p->b, A);
    p->length = sqrt(A[0] * A[0] + A[1] * A[1]);
    bool has = p->length > 1e-100; /* otherwise every rotation is equally good, and the gradient of |A| counts as 0 */
    p->direction[0] = has ? A[0] / p->length : 0.0;
    p->direction[1] = has ? A[1] / p->length : 0.0;
    return energy[0] - 2.0 * p->length;
}

double vvi_projection_cost_of_example(const vvi_projection *p, uint32_t example)
{
    double A[2];
    p->run->inner(p->sprite->stride, p->sprite->corners + 2 * (size_t)p->sprite->stride * example, p->b, A);
    return p->sprite->energies[example] - 2.0 * sqrt(A[0] * A[0] + A[1] * A[1]);
}

/* ---- Derivatives ------------------------------------------------------------------------------------------------- */

static inline double real_inner(complex_number a, complex_number b) { return a.re * b.re + a.im * b.im; }
static inline complex_number times_i(complex_number a, double by) { return (complex_number){-by * a.im, by * a.re}; }
static inline complex_number plus(complex_number a, complex_number b)
{
    return (complex_number){a.re + b.re, a.im + b.im};
}

static void fill_residual(vvi_projection *p)
{
    uint32_t stride = p->sprite->stride;
    double u = p->direction[0], v = p->direction[1];
    for (uint32_t k = 0; k < stride; k++) {
        p->h[k] = p->Gc[k] - (u * p->b[k] + v * p->b[stride + k]);
        p->h[stride + k] = p->Gc[stride + k] - (u * p->b[stride + k] - v * p->b[k]);
    }
}

/* e^{iθ} m of a child: its own movement, turned with its parent. */
static complex_number own_movement(const vvi_projection *p, const double *vector, uint32_t j, uint32_t parent)
{
    complex_number at = get(vector, p->sprite->stride, 3 * j + 2), carried = carried_pivot(p, vector, j, parent);
    return (complex_number){at.re - carried.re, at.im - carried.im};
}

static complex_number pivot_derivative(const vvi_projection *p, uint32_t k, uint32_t j)
{
    uint32_t parent = parent_of(p, j);
    complex_number way = {p->way[k][j].move[0], p->way[k][j].move[1]};
    if (parent == VV_NONE)
        return way;
    complex_number own = times_i(own_movement(p, p->c, j, parent), p->way[k][parent].angle);
    return plus(plus(carried_pivot(p, p->d[k], j, parent), times(rotation_of(p, parent), way)), own);
}

static void fill_derivative(vvi_projection *p, uint32_t k, uint32_t j)
{
    const vvi_turn_line *way = &p->way[k][j];
    uint32_t stride = p->sprite->stride;
    complex_number r = rotation_of(p, j), c0 = get(p->c, stride, 3 * j), c1 = get(p->c, stride, 3 * j + 1);
    put(p->d[k], stride, 3 * j, plus(times(r, (complex_number){way->xx, way->xy}), times_i(c0, way->angle)));
    put(p->d[k], stride, 3 * j + 1, plus(times(r, (complex_number){way->xy, way->yy}), times_i(c1, way->angle)));
    put(p->d[k], stride, 3 * j + 2, pivot_derivative(p, k, j));
}

void vvi_projection_gradient(vvi_projection *p, double *gradient)
{
    fill_residual(p);
    gradient[0] = gradient[1] = 0.0;
    for (uint32_t k = 0; k + 1 < p->count; k++) {
        double sum[2];
        for (uint32_t i = 0; i < p->sprite->handle_count; i++)
            fill_derivative(p, k, p->order ? p->order[i] : i);
        p->run->inner(p->sprite->stride, p->d[k], p->h, sum);
        gradient[k] = 2.0 * sum[0];
    }
}

/* ∂ₖₘ of what rotates by an angle: its value, its derivatives, and those of the angle. */
static complex_number rotating_second(complex_number value, complex_number by_k, complex_number by_m, double angle_k,
                                      double angle_m)
{
    complex_number turn = plus(times_i(by_m, angle_k), times_i(by_k, angle_m));
    return (complex_number){turn.re + angle_k * angle_m * value.re, turn.im + angle_k * angle_m * value.im};
}

/* Re Σ conj(∂ₖₘc) h over the columns of S. */
static double curvature_of_rotation(const vvi_projection *p, uint32_t k, uint32_t m)
{
    uint32_t stride = p->sprite->stride;
    double sum = 0.0;
    for (uint32_t j = 0; j < p->sprite->handle_count; j++) {
        double by_k = p->way[k][j].angle, by_m = p->way[m][j].angle;
        for (uint32_t column = 3 * j; column < 3 * j + 2; column++) {
            complex_number c = get(p->c, stride, column), h = get(p->h, stride, column);
            complex_number turn =
                plus(times_i(get(p->d[m], stride, column), by_k), times_i(get(p->d[k], stride, column), by_m));
            sum += real_inner(turn, h) + by_k * by_m * real_inner(c, h);
        }
    }
    return sum;
}

/* The same over the pivots of children, which go round their parents. */
static double curvature_of_children(const vvi_projection *p, uint32_t k, uint32_t m)
{
    uint32_t stride = p->sprite->stride;
    complex_number second[VV_RIG_MAX_HANDLES];
    double sum = 0.0;
    for (uint32_t i = 0; p->order && i < p->sprite->handle_count; i++) {
        uint32_t j = p->order[i], q = parent_of(p, j);
        second[j] = (complex_number){0.0, 0.0};
        if (q == VV_NONE)
            continue;
        const vv_handle *child = &p->sprite->handles[j], *parent = &p->sprite->handles[q];
        double angle_k = p->way[k][q].angle, angle_m = p->way[m][q].angle;
        double arm[2] = {(double)child->from.x - (double)parent->from.x,
                         (double)child->from.y - (double)parent->from.y};
        second[j] = plus(second[q], rotating_second(own_movement(p, p->c, j, q), own_movement(p, p->d[k], j, q),
                                                    own_movement(p, p->d[m], j, q), angle_k, angle_m));
        for (uint32_t column = 0; column < 2; column++) {
            complex_number by = rotating_second(get(p->c, stride, 3 * q + column), get(p->d[k], stride, 3 * q + column),
                                                get(p->d[m], stride, 3 * q + column), angle_k, angle_m);
            second[j] = plus(second[j], (complex_number){arm[column] * by.re, arm[column] * by.im});
        }
        sum += real_inner(second[j], get(p->h, stride, 3 * j + 2));
    }
    return sum;
}

void vvi_projection_hessian(vvi_projection *p, double *hessian)
{
    const vvi_sprite_view *sprite = p->sprite;
    double twist[2] = {0.0, 0.0}, A[2], sum[2];
    hessian[0] = hessian[1] = hessian[2] = 0.0;
    for (uint32_t k = 0; k + 1 < p->count; k++) {
        vvi_real_apply(p->width, sprite->stride, sprite->column_count, sprite->gram, p->d[k], p->Gd[k]);
        p->run->inner(sprite->stride, p->d[k], p->b, A);
        twist[k] = p->direction[0] * A[1] - p->direction[1] * A[0];
        for (uint32_t m = 0; m <= k; m++) {
            p->run->inner(sprite->stride, p->d[m], p->Gd[k], sum);
            double turned_on = p->length > 1e-100 ? twist[k] * twist[m] / p->length : 0.0;
            double curvature = curvature_of_rotation(p, k, m) + curvature_of_children(p, k, m);
            hessian[k + m] = 2.0 * (sum[0] + curvature - turned_on);
        }
    }
}
