/* Aims of handles as rows (eq. 5). A handle's linear part is L = R S with a rotation R and a symmetric stretch S.
 *
 * Position is linear. Angle: L turns by θ where R(θ)ᵀL is symmetric, ½⟨R(θ)J, L⟩ = 0: linear, and scale and shear stay free.
 * Scale along the handle's axis a: aᵀSa = ⟨(Ra)aᵀ, L⟩ with the R that L has now, so that row is found anew for every state. */
#include "solver.h"

#define FARTHEST_TURN                                                                                                  \
    1.0 /* radians that a row of angle looks ahead: beyond a quarter turn it would lead the wrong way */

/* A row of angle leaves stretch free, and where the rest of the drawing lags behind, a handle that shrinks, and at last turns
 * inside out, is the cheapest way to obey it. No artist wants that: where a step would shrink it below this share, the step
 * is done again with a row that holds it there. */
#define LEAST_STRETCH 0.7

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

static void direction(double angle, double *cosine, double *sine)
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

/* ---- Rows ------------------------------------------------------------------------------------------------------------ */

typedef struct key_context {
    const vvi_puppet_view *puppet;
    vvi_puppet_solver *solver;
    const vvi_puppet_input *input;
    const double *at;
} key_context;

static void add_row(const key_context *k, double *r, const vvi_aim *aim, double target, double rate)
{
    vvi_row row = {.coefficients = r, .target = target, .rate = rate, .strength = aim->strength};
    row.of_shape =
        aim->channel == VV_CHANNEL_SCALE; /* its row turns with the state: against the start it is a little off */
    vvi_rows_add(k->puppet, k->solver, &row, k->at, (double)k->input->h);
}

static void add_position(const key_context *k, const vvi_aim *aim)
{
    for (uint32_t axis = 0; axis < 2; axis++) {
        double *r = vvi_rows_room(k->solver);
        if (!r)
            return;
        r[axis * k->puppet->stride + 3 * aim->handle + 2] = 1.0;
        add_row(k, r, aim, aim->value[axis], aim->rate[axis]);
    }
}

/* How far the handle has to turn. A soft row does not look further than it can tell. */
static double turn_left(const key_context *k, const vvi_aim *aim)
{
    double left = wrap(aim->value[0] - angle_of(linear_of(k->puppet, aim->handle, k->at)));
    if (aim->strength >= 1.0)
        return left;
    return left > FARTHEST_TURN ? FARTHEST_TURN : left < -FARTHEST_TURN ? -FARTHEST_TURN : left;
}

/* Turns a handle's linear part in the state that iterations begin with. */
static void turn_start(const key_context *k, uint32_t handle, double angle, double *start)
{
    double cosine, sine, *x = start + 3 * (size_t)handle, *y = x + k->puppet->stride;
    direction(angle, &cosine, &sine);
    for (uint32_t i = 0; i < 2; i++) {
        double a = x[i], b = y[i];
        x[i] = cosine * a - sine * b;
        y[i] = sine * a + cosine * b;
    }
}

/* The angle that a row asks for: of a soft one, one that it can tell from where the handle is. */
static double angle_wanted(const key_context *k, const vvi_aim *aim)
{
    if (aim->strength >= 1.0)
        return wrap(aim->value[0]);
    return wrap(angle_of(linear_of(k->puppet, aim->handle, k->at)) + turn_left(k, aim));
}

/* ½⟨R(angle), L⟩: how far the handle is stretched, seen at that angle. */
static linear stretch_row(double angle)
{
    double cosine, sine;
    direction(angle, &cosine, &sine);
    return (linear){0.5 * cosine, -0.5 * sine, 0.5 * sine, 0.5 * cosine};
}

static double inner(linear A, linear B) { return A.xx * B.xx + A.xy * B.xy + A.yx * B.yx + A.yy * B.yy; }

/* Where the handle will be turned to, about, and how little it may be stretched there. */
static double least_stretch(const key_context *k, const vvi_aim *aim, double *angle)
{
    linear L = linear_of(k->puppet, aim->handle, k->at);
    double now = inner(stretch_row(angle_of(L)), L);
    *angle = aim->strength >= 1.0 ? angle_wanted(k, aim) : wrap(angle_of(L) + aim->strength * turn_left(k, aim));
    return now < LEAST_STRETCH ? now : LEAST_STRETCH;
}

static void add_stretch(const key_context *k, const vvi_aim *aim)
{
    double angle, least = least_stretch(k, aim, &angle), *r = vvi_rows_room(k->solver);
    vvi_aim exact = *aim;
    exact.strength = 1.0;
    if (!r)
        return;
    set_linear(k->puppet, aim->handle, stretch_row(angle), r);
    add_row(k, r, &exact, least, 0.0);
}

static void add_angle(const key_context *k, const vvi_aim *aim)
{
    linear L = linear_of(k->puppet, aim->handle, k->at), S = stretch_row(angle_wanted(k, aim));
    double *r = vvi_rows_room(k->solver), stretch = inner(stretch_row(angle_of(L)), L);
    if (!r)
        return;
    set_linear(k->puppet, aim->handle, (linear){-S.yx, -S.yy, S.xx, S.xy}, r); /* ½ R J */
    add_row(k, r, aim, 0.0, aim->rate[0] * stretch); /* the row is the sine of the turn left, times the stretch */
    if (k->solver->upright[aim->handle])
        add_stretch(k, aim);
}

/* Two exact angles of one handle leave its linear part nothing but zero: the first one rules. */
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

bool vvi_keys_collapsed(const vvi_puppet_view *puppet, vvi_puppet_solver *solver, const vvi_puppet_input *input,
                        const double *at, const double *c)
{
    key_context k = {puppet, solver, input, at};
    bool found = false;
    for (uint32_t i = 0; i < input->aim_count; i++) {
        const vvi_aim *aim = &input->aims[i];
        double angle;
        if (aim->channel != VV_CHANNEL_ANGLE || is_overruled(input, i) || solver->upright[aim->handle] ||
            !(aim->strength > 0.0) || scale_is_keyed(input, aim->handle))
            continue;
        double least = least_stretch(&k, aim, &angle);
        if (inner(stretch_row(angle), linear_of(puppet, aim->handle, c)) < least - 1e-6)
            found = solver->upright[aim->handle] = true;
    }
    return found;
}

bool vvi_keys_constant(const vvi_puppet_view *puppet, vvi_puppet_solver *solver, const vvi_puppet_input *input,
                       const double *at)
{
    key_context k = {puppet, solver, input, at};
    for (uint32_t i = 0; i < input->aim_count; i++) {
        const vvi_aim *aim = &input->aims[i];
        double sum = aim->value[0] + aim->value[1] + aim->rate[0] + aim->rate[1] + aim->strength;
        if (aim->handle >= puppet->handle_count || !(fabs(sum) <= 1e30))
            return false;
        if (aim->channel == VV_CHANNEL_POSITION)
            add_position(&k, aim);
        else if (aim->channel == VV_CHANNEL_ANGLE && !is_overruled(input, i))
            add_angle(&k, aim);
    }
    return true;
}

void vvi_keys_start(const vvi_puppet_view *puppet, vvi_puppet_solver *solver, const vvi_puppet_input *input,
                    const double *at, double *start)
{
    key_context k = {puppet, solver, input, at};
    for (uint32_t i = 0; i < input->aim_count; i++) {
        const vvi_aim *aim = &input->aims[i];
        if (aim->channel != VV_CHANNEL_ANGLE || !(aim->strength > 0.0) || is_overruled(input, i))
            continue;
        double left = wrap(angle_wanted(&k, aim) - angle_of(linear_of(puppet, aim->handle, start)));
        if (fabs(left) > FARTHEST_TURN)
            turn_start(&k, aim->handle, left, start);
    }
}

/* ---- Scale ------------------------------------------------------------------------------------------------------------ */

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

/* Whether an exact key says how far the handle is turned: the first, where there are several. */
static bool angle_is_known(const vvi_puppet_input *input, uint32_t handle, double *cosine, double *sine)
{
    for (uint32_t i = 0; i < input->aim_count; i++) {
        const vvi_aim *aim = &input->aims[i];
        if (aim->handle == handle && aim->channel == VV_CHANNEL_ANGLE && aim->strength >= 1.0) {
            direction(wrap(aim->value[0]), cosine, sine);
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

/* aᵀSa and its derivative: with the rotation free, R turns by dφ = ⟨RJ, dL⟩/tr S, and aᵀSa changes by aᵀJᵀSa·dφ beside
 * ⟨(Ra)aᵀ, dL⟩. At this state ⟨RJ, L⟩ = 0, so r·c is aᵀSa itself and the target stays what it is. */
static void add_scale(const key_context *k, const vvi_aim *aim, const double *c)
{
    linear L = linear_of(k->puppet, aim->handle, c);
    double axis[2], cosine, sine, trace = sqrt((L.xx + L.yy) * (L.xx + L.yy) + (L.yx - L.xy) * (L.yx - L.xy));
    bool known = angle_is_known(k->input, aim->handle, &cosine, &sine), degenerate = !(trace > 1e-9);
    if (!known) {
        cosine = degenerate ? 1.0 : (L.xx + L.yy) / trace;
        sine = degenerate ? 0.0 : (L.yx - L.xy) / trace;
    }
    first_axis(k->puppet, aim->handle, axis);
    for (uint32_t i = 0; i < 2; i++) {
        double a[2] = {i ? -axis[1] : axis[0], i ? axis[0] : axis[1]}, *r = vvi_rows_room(k->solver);
        if (!r)
            return;
        double Ra[2] = {cosine * a[0] - sine * a[1], sine * a[0] + cosine * a[1]};
        double La[2] = {L.xx * a[0] + L.xy * a[1], L.yx * a[0] + L.yy * a[1]};
        double turning = known || degenerate ? 0.0 : (Ra[0] * La[1] - Ra[1] * La[0]) / trace; /* (RJa)·La/tr S */
        turning = turning > 1.0    ? 1.0
                  : turning < -1.0 ? -1.0
                                   : turning; /* of a handle sheared flat it would be anything */
        linear A = {Ra[0] * a[0] - turning * sine, Ra[0] * a[1] - turning * cosine, Ra[1] * a[0] + turning * cosine,
                    Ra[1] * a[1] - turning * sine};
        set_linear(k->puppet, aim->handle, A, r);
        /* The damper compares with the scale that there was, whatever has turned since. */
        double change =
            scale_along(linear_of(k->puppet, aim->handle, k->at), a) - vvi_dot(2 * k->puppet->stride, r, k->at);
        add_row(k, r, aim, aim->value[i], aim->rate[i] + change / (double)k->input->h);
    }
}

void vvi_keys_changing(const vvi_puppet_view *puppet, vvi_puppet_solver *solver, const vvi_puppet_input *input,
                       const double *at, const double *c)
{
    key_context k = {puppet, solver, input, at};
    for (uint32_t i = 0; i < input->aim_count; i++)
        if (input->aims[i].channel == VV_CHANNEL_SCALE)
            add_scale(&k, &input->aims[i], c);
}
