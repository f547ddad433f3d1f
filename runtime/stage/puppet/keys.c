/* Aims of handles as rows (eq. 5). A handle's linear part is L = R S with a rotation R and a symmetric stretch S.
 *
 * Position is linear. Angle: L is rotated by θ where R(θ)ᵀL is symmetric, ½⟨R(θ)J, L⟩ = 0, with J the rotation by
 * 90°. This is linear, and scale and shear stay free. Scale along the handle's axis a: aᵀSa = ⟨(Ra)aᵀ, L⟩ with the
 * current R of L, so that row is computed anew for every state. */
#include "solver.h"

/* radians; the farthest target of a soft row of angle. Beyond a quarter turn the row would lead the wrong way */
#define MAX_TURN 1.0

/* A row of angle leaves stretch free. Where the rest of the drawing lags behind, the cheapest way to satisfy it is to
 * shrink the handle, and finally to turn it inside out, which no artist wants. Where a step would shrink it below
 * this factor, the step is repeated with a row that holds the stretch there. */
#define MIN_STRETCH 0.7

typedef struct linear {
    double xx, xy, yx, yy;
} linear;

static linear linear_of(const vvi_puppet_view *puppet, uint32_t handle, const double *c)
{
    const double *x = c + 3 * (size_t)handle, *y = x + puppet->stride;
    return (linear){x[0], x[1], y[0], y[1]};
}

/* r · c = ⟨A, L⟩ */
static void set_linear(const vvi_puppet_view *puppet, uint32_t handle, linear A, double *r)
{
    double *x = r + 3 * (size_t)handle, *y = x + puppet->stride;
    x[0] = A.xx;
    x[1] = A.xy;
    y[0] = A.yx;
    y[1] = A.yy;
}

static void cosine_and_sine(double angle, double *cosine, double *sine)
{
    float s, c;
    vv_sin_cos((float)angle, &s, &c);
    double length = sqrt((double)s * (double)s + (double)c * (double)c);
    *cosine = (double)c / length;
    *sine = (double)s / length;
}

/* In [−π, π), for any number of turns. */
static double wrap(double angle)
{
    const double turn = 6.283185307179586476925;
    return angle - turn * floor(angle / turn + 0.5);
}

static double angle_of(linear L) { return (double)vv_atan2((float)(L.yx - L.xy), (float)(L.xx + L.yy)); }

/* ---- Rows -------------------------------------------------------------------------------------------------------- */

typedef struct key_context {
    const vvi_puppet_view *puppet;
    vvi_puppet_solver *solver;
    const vvi_puppet_input *input;
    const double *start;
} key_context;

static void add_row(const key_context *k, double *r, const vvi_aim *aim, double target, double rate)
{
    vvi_row row = {.coefficients = r, .target = target, .rate = rate, .strength = aim->strength};
    row.is_rigid_invariant = aim->channel == VV_CHANNEL_SCALE; /* only approximately: the row rotates with the state */
    vvi_rows_add(k->puppet, k->solver, &row, k->start, (double)k->input->h);
}

static void add_position_rows(const key_context *k, const vvi_aim *aim)
{
    for (uint32_t axis = 0; axis < 2; axis++) {
        double *r = vvi_rows_next_coefficients(k->solver);
        if (!r)
            return;
        r[axis * k->puppet->stride + 3 * aim->handle + 2] = 1.0;
        add_row(k, r, aim, aim->value[axis], aim->rate[axis]);
    }
}

/* The remaining rotation to the target, radians; limited for a soft row. */
static double remaining_rotation(const key_context *k, const vvi_aim *aim)
{
    double remaining = wrap(aim->value[0] - angle_of(linear_of(k->puppet, aim->handle, k->start)));
    if (aim->strength >= 1.0)
        return remaining;
    return remaining > MAX_TURN ? MAX_TURN : remaining < -MAX_TURN ? -MAX_TURN : remaining;
}

/* Rotates a handle's linear part in the initial guess of the iterations. */
static void rotate_handle(const key_context *k, uint32_t handle, double angle, double *guess)
{
    double cosine, sine, *x = guess + 3 * (size_t)handle, *y = x + k->puppet->stride;
    cosine_and_sine(angle, &cosine, &sine);
    for (uint32_t i = 0; i < 2; i++) {
        double a = x[i], b = y[i];
        x[i] = cosine * a - sine * b;
        y[i] = sine * a + cosine * b;
    }
}

/* The target angle of a row; a soft row has one within its range of the handle's current angle. */
static double target_angle(const key_context *k, const vvi_aim *aim)
{
    if (aim->strength >= 1.0)
        return wrap(aim->value[0]);
    return wrap(angle_of(linear_of(k->puppet, aim->handle, k->start)) + remaining_rotation(k, aim));
}

/* The row of ½⟨R(angle), L⟩: the stretch of the handle, seen at that angle. */
static linear stretch_row(double angle)
{
    double cosine, sine;
    cosine_and_sine(angle, &cosine, &sine);
    return (linear){0.5 * cosine, -0.5 * sine, 0.5 * sine, 0.5 * cosine};
}

static double inner_product(linear A, linear B) { return A.xx * B.xx + A.xy * B.xy + A.yx * B.yx + A.yy * B.yy; }

/* Returns the least stretch that the handle may have, and about the angle to which it will be rotated. */
static double min_stretch(const key_context *k, const vvi_aim *aim, double *angle)
{
    linear L = linear_of(k->puppet, aim->handle, k->start);
    double now = inner_product(stretch_row(angle_of(L)), L);
    *angle =
        aim->strength >= 1.0 ? target_angle(k, aim) : wrap(angle_of(L) + aim->strength * remaining_rotation(k, aim));
    return now < MIN_STRETCH ? now : MIN_STRETCH;
}

static void add_stretch_row(const key_context *k, const vvi_aim *aim)
{
    double angle, min = min_stretch(k, aim, &angle), *r = vvi_rows_next_coefficients(k->solver);
    vvi_aim exact = *aim;
    exact.strength = 1.0;
    if (!r)
        return;
    set_linear(k->puppet, aim->handle, stretch_row(angle), r);
    add_row(k, r, &exact, min, 0.0);
}

static void add_angle_row(const key_context *k, const vvi_aim *aim)
{
    linear L = linear_of(k->puppet, aim->handle, k->start), S = stretch_row(target_angle(k, aim));
    double *r = vvi_rows_next_coefficients(k->solver), stretch = inner_product(stretch_row(angle_of(L)), L);
    if (!r)
        return;
    set_linear(k->puppet, aim->handle, (linear){-S.yx, -S.yy, S.xx, S.xy}, r); /* ½ R J */
    /* the row is the sine of the remaining rotation, times the stretch */
    add_row(k, r, aim, 0.0, aim->rate[0] * stretch);
    if (k->solver->holds_stretch[aim->handle])
        add_stretch_row(k, aim);
}

/* Two exact angles of one handle would only allow a linear part of zero, so the first one wins. */
static bool is_overruled(const vvi_puppet_input *input, uint32_t index)
{
    for (uint32_t i = 0; i < index; i++)
        if (input->aims[i].handle == input->aims[index].handle && input->aims[i].channel == VV_CHANNEL_ANGLE &&
            input->aims[i].strength >= 1.0)
            return true;
    return false;
}

static bool scale_is_keyed(const vvi_puppet_input *input, uint32_t handle)
{
    for (uint32_t i = 0; i < input->aim_count; i++)
        if (input->aims[i].handle == handle && input->aims[i].channel == VV_CHANNEL_SCALE)
            return true;
    return false;
}

bool vvi_find_collapsed_handles(const vvi_puppet_view *puppet, vvi_puppet_solver *solver, const vvi_puppet_input *input,
                                const double *start, const double *c)
{
    key_context k = {puppet, solver, input, start};
    bool found = false;
    for (uint32_t i = 0; i < input->aim_count; i++) {
        const vvi_aim *aim = &input->aims[i];
        double angle;
        if (aim->channel != VV_CHANNEL_ANGLE || is_overruled(input, i) || solver->holds_stretch[aim->handle] ||
            !(aim->strength > 0.0) || scale_is_keyed(input, aim->handle))
            continue;
        double min = min_stretch(&k, aim, &angle);
        if (inner_product(stretch_row(angle), linear_of(puppet, aim->handle, c)) < min - 1e-6)
            found = solver->holds_stretch[aim->handle] = true;
    }
    return found;
}

bool vvi_add_constant_key_rows(const vvi_puppet_view *puppet, vvi_puppet_solver *solver, const vvi_puppet_input *input,
                               const double *start)
{
    key_context k = {puppet, solver, input, start};
    for (uint32_t i = 0; i < input->aim_count; i++) {
        const vvi_aim *aim = &input->aims[i];
        double sum = aim->value[0] + aim->value[1] + aim->rate[0] + aim->rate[1] + aim->strength;
        if (aim->handle >= puppet->handle_count || !(fabs(sum) <= 1e30))
            return false;
        if (aim->channel == VV_CHANNEL_POSITION)
            add_position_rows(&k, aim);
        else if (aim->channel == VV_CHANNEL_ANGLE && !is_overruled(input, i))
            add_angle_row(&k, aim);
    }
    return true;
}

void vvi_rotate_keyed_handles(const vvi_puppet_view *puppet, vvi_puppet_solver *solver, const vvi_puppet_input *input,
                              const double *start, double *guess)
{
    key_context k = {puppet, solver, input, start};
    for (uint32_t i = 0; i < input->aim_count; i++) {
        const vvi_aim *aim = &input->aims[i];
        if (aim->channel != VV_CHANNEL_ANGLE || !(aim->strength > 0.0) || is_overruled(input, i))
            continue;
        double remaining = wrap(target_angle(&k, aim) - angle_of(linear_of(puppet, aim->handle, guess)));
        if (fabs(remaining) > MAX_TURN)
            rotate_handle(&k, aim->handle, remaining, guess);
    }
}

/* ---- Scale ------------------------------------------------------------------------------------------------------- */

/* The handle's first axis: along a bone, to the right for a point. */
static void first_axis(const vvi_puppet_view *puppet, uint32_t handle, double axis[2])
{
    const vv_handle *h = &puppet->handles[handle];
    double x = (double)h->to.x - (double)h->from.x, y = (double)h->to.y - (double)h->from.y;
    double length = sqrt(x * x + y * y);
    bool bone = h->kind == VV_HANDLE_BONE && length > 0.0;
    axis[0] = bone ? x / length : 1.0;
    axis[1] = bone ? y / length : 0.0;
}

/* Whether an exact key determines the handle's rotation; the first, where there are several. */
static bool angle_is_known(const vvi_puppet_input *input, uint32_t handle, double *cosine, double *sine)
{
    for (uint32_t i = 0; i < input->aim_count; i++) {
        const vvi_aim *aim = &input->aims[i];
        if (aim->handle == handle && aim->channel == VV_CHANNEL_ANGLE && aim->strength >= 1.0) {
            cosine_and_sine(wrap(aim->value[0]), cosine, sine);
            return true;
        }
    }
    return false;
}

/* aᵀSa */
static double scale_along(linear L, const double a[2])
{
    double trace = sqrt((L.xx + L.yy) * (L.xx + L.yy) + (L.yx - L.xy) * (L.yx - L.xy));
    double cosine = trace > 1e-9 ? (L.xx + L.yy) / trace : 1.0, sine = trace > 1e-9 ? (L.yx - L.xy) / trace : 0.0;
    double x = L.xx * a[0] + L.xy * a[1], y = L.yx * a[0] + L.yy * a[1];
    return (cosine * a[0] - sine * a[1]) * x + (sine * a[0] + cosine * a[1]) * y;
}

/* The row of aᵀSa, linearised: with the rotation free, R rotates by dφ = ⟨RJ, dL⟩/tr S, and aᵀSa changes by aᵀJᵀSa·dφ
 * in addition to ⟨(Ra)aᵀ, dL⟩. At this state ⟨RJ, L⟩ = 0, so r·c equals aᵀSa and the target needs no correction. */
static void add_scale_rows(const key_context *k, const vvi_aim *aim, const double *c)
{
    linear L = linear_of(k->puppet, aim->handle, c);
    double axis[2], cosine, sine, trace = sqrt((L.xx + L.yy) * (L.xx + L.yy) + (L.yx - L.xy) * (L.yx - L.xy));
    bool is_known = angle_is_known(k->input, aim->handle, &cosine, &sine), is_degenerate = !(trace > 1e-9);
    if (!is_known) {
        cosine = is_degenerate ? 1.0 : (L.xx + L.yy) / trace;
        sine = is_degenerate ? 0.0 : (L.yx - L.xy) / trace;
    }
    first_axis(k->puppet, aim->handle, axis);
    for (uint32_t i = 0; i < 2; i++) {
        double a[2] = {i ? -axis[1] : axis[0], i ? axis[0] : axis[1]}, *r = vvi_rows_next_coefficients(k->solver);
        if (!r)
            return;
        double Ra[2] = {cosine * a[0] - sine * a[1], sine * a[0] + cosine * a[1]};
        double La[2] = {L.xx * a[0] + L.xy * a[1], L.yx * a[0] + L.yy * a[1]};
        double rotation_rate =
            is_known || is_degenerate ? 0.0 : (Ra[0] * La[1] - Ra[1] * La[0]) / trace; /* (RJa)·La/tr S */
        rotation_rate = rotation_rate > 1.0    ? 1.0
                        : rotation_rate < -1.0 ? -1.0
                                               : rotation_rate; /* unbounded for a handle that is sheared flat */
        linear A = {Ra[0] * a[0] - rotation_rate * sine, Ra[0] * a[1] - rotation_rate * cosine,
                    Ra[1] * a[0] + rotation_rate * cosine, Ra[1] * a[1] - rotation_rate * sine};
        set_linear(k->puppet, aim->handle, A, r);
        /* The damping is relative to the scale at the start, whatever has rotated since. */
        double change =
            scale_along(linear_of(k->puppet, aim->handle, k->start), a) - vvi_dot(2 * k->puppet->stride, r, k->start);
        add_row(k, r, aim, aim->value[i], aim->rate[i] + change / (double)k->input->h);
    }
}

void vvi_add_scale_key_rows(const vvi_puppet_view *puppet, vvi_puppet_solver *solver, const vvi_puppet_input *input,
                            const double *start, const double *c)
{
    key_context k = {puppet, solver, input, start};
    for (uint32_t i = 0; i < input->aim_count; i++)
        if (input->aims[i].channel == VV_CHANNEL_SCALE)
            add_scale_rows(&k, &input->aims[i], c);
}
