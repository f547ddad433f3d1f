/* Posing a drawing by a few handles (Jacobson and others 2012): each iteration finds the best rotation of every
 * cluster, then the best pose for these rotations. Both steps are exact and never raise the energy. An accelerated
 * step replaces them where it does not raise the energy either. */
#include "posing.h"

#include <string.h>

#define ROUNDING 1e-14 /* the error of the energy's sums, in proportion to its constant */

/* ---- Memory: one block ---------------------------------------------------------------------------------------- */

static void *place_section(char *base, uint64_t *cursor, uint64_t count, uint64_t size)
{
    uint64_t start = vvi_section(cursor, count, size);
    return base ? base + start : NULL;
}

/* Sets all pointers into `base`; with NULL it only counts. Returns the bytes needed. */
static uint64_t layout_posing(vv_posing *p, char *base)
{
    uint64_t cursor = sizeof *p, n = p->view.n, ns = p->view.n_stride, c = p->view.c, cs = p->view.c_stride;
    double **vectors[] = {&p->targets,
                          &p->pinned,
                          &p->z,
                          &p->next,
                          &p->goal,
                          &p->residual,
                          &p->Kz,
                          &p->acceleration.last_residual,
                          &p->acceleration.last_goal};
    double **rotations[] = {&p->s, &p->rotations, &p->lengths, &p->zeros};
    pin_system *system = &p->system;
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        *vectors[i] = place_section(base, &cursor, 2 * ns, sizeof(double));
    for (size_t i = 0; i < HISTORY; i++) {
        p->acceleration.residual_steps[i] = place_section(base, &cursor, 2 * ns, sizeof(double));
        p->acceleration.goal_steps[i] = place_section(base, &cursor, 2 * ns, sizeof(double));
    }
    for (size_t i = 0; i < sizeof rotations / sizeof *rotations; i++)
        *rotations[i] = place_section(base, &cursor, 2 * cs, sizeof(double));
    p->W = place_section(base, &cursor, 2 * c * ns, sizeof(double));
    p->Q = place_section(base, &cursor, n * ns, sizeof(double));
    p->pose = place_section(base, &cursor, n / 3, sizeof *p->pose);
    p->pins = place_section(base, &cursor, p->max_pins, sizeof *p->pins);
    system->U = place_section(base, &cursor, n * ns, sizeof(double));
    system->R = place_section(base, &cursor, (n + 1) * n, sizeof(double));
    system->A = place_section(base, &cursor, n * n, sizeof(double));
    system->V = place_section(base, &cursor, n * ns + 2 * cs, sizeof(double));
    system->X = place_section(base, &cursor, n * (2 * cs > ns ? 2 * cs : ns), sizeof(double));
    system->row_pins = place_section(base, &cursor, n, sizeof *system->row_pins);
    system->unpinned = place_section(base, &cursor, n / 3, sizeof *system->unpinned);
    return cursor;
}

/* ---- Poses ---------------------------------------------------------------------------------------------------- */

static void set_handle_to_rest(const vv_posing *p, uint32_t j, double *z)
{
    uint32_t stride = p->view.n_stride;
    double length = p->view.lengths[j],
           numbers[6] = {length, 0.0, (double)p->view.pivots[j].x, 0.0, length, (double)p->view.pivots[j].y};
    for (uint32_t k = 0; k < 3; k++) {
        z[3 * j + k] = numbers[k];
        z[stride + 3 * j + k] = numbers[3 + k];
    }
}

static void read_pose(const vv_posing *p, const vv_affine *pose, double *z)
{
    uint32_t stride = p->view.n_stride;
    for (uint32_t j = 0; j < p->poser->handle_count; j++) {
        const vv_affine *T = &pose[j];
        double length = p->view.lengths[j], px = (double)p->view.pivots[j].x, py = (double)p->view.pivots[j].y;
        z[3 * j] = length * (double)T->linear.xx;
        z[3 * j + 1] = length * (double)T->linear.xy;
        z[3 * j + 2] = (double)T->linear.xx * px + (double)T->linear.xy * py + (double)T->translation.x;
        z[stride + 3 * j] = length * (double)T->linear.yx;
        z[stride + 3 * j + 1] = length * (double)T->linear.yy;
        z[stride + 3 * j + 2] = (double)T->linear.yx * px + (double)T->linear.yy * py + (double)T->translation.y;
    }
}

/* Writes z as the pose. False, with the pose unchanged, where a number does not fit a float. */
static bool write_pose(vv_posing *p)
{
    uint32_t stride = p->view.n_stride;
    for (uint32_t pass = 0; pass < 2; pass++)
        for (uint32_t j = 0; j < p->poser->handle_count; j++) {
            double length = p->view.lengths[j], px = (double)p->view.pivots[j].x, py = (double)p->view.pivots[j].y;
            const double *x = p->z + 3 * (size_t)j, *y = x + stride;
            double xx = x[0] / length, xy = x[1] / length, yx = y[0] / length, yy = y[1] / length;
            vv_affine T = {{(float)xx, (float)xy, (float)yx, (float)yy},
                           {(float)(x[2] - xx * px - xy * py), (float)(y[2] - yx * px - yy * py)}};
            if (pass == 1)
                p->pose[j] = T;
            else if (!vvi_all_finite(&T.linear.xx, 6))
                return false;
        }
    return true;
}

/* ---- Iteration ------------------------------------------------------------------------------------------------ */

double vvi_posing_evaluate(vv_posing *p, const double *z)
{
    const poser_view *view = &p->view;
    p->kernels->complex_apply(view->c_stride, view->n, view->B, z, view->n_stride, p->zeros, p->s);
    p->kernels->real_apply(view->n_stride, view->n, view->K, z, p->Kz);
    double lengths = p->kernels->lengths(view->c_stride, p->s, p->lengths);
    return p->poser->constant + 0.5 * p->kernels->dot(2 * view->n_stride, z, p->Kz) - lengths;
}

/* The local step: ρ_c = s_c / |s_c|. A cluster that has collapsed keeps its rotation. */
static void solve_local_step(vv_posing *p) { p->kernels->directions(p->view.c_stride, p->s, p->lengths, p->rotations); }

/* The global step: goal = W ρ + pinned. */
static void solve_global_step(vv_posing *p, double *out)
{
    const poser_view *view = &p->view;
    p->kernels->complex_apply(view->n_stride, view->c, p->W, p->rotations, view->c_stride, p->pinned, out);
}

/* After pins were set or moved: a pose that satisfies them, with the present rotations. */
static void apply_pins(vv_posing *p)
{
    uint32_t stride = p->view.n_stride, row = 0;
    memset(p->pinned, 0, 2 * stride * sizeof *p->pinned);
    for (uint32_t j = 0; j < p->poser->handle_count; j++)
        if (p->system.unpinned[j])
            set_handle_to_rest(p, j, p->pinned);
    for (uint32_t i = 0; i < p->pin_count; i++)
        row = vvi_pin_targets(p, &p->pins[i], row);
    for (uint32_t r = 0; r < row; r++) {
        p->kernels->add_scaled(stride, p->pinned, p->targets[r], p->Q + (size_t)r * stride);
        p->kernels->add_scaled(stride, p->pinned + stride, p->targets[stride + r], p->Q + (size_t)r * stride);
    }
    solve_local_step(p);
    solve_global_step(p, p->z);
    p->energy = vvi_posing_evaluate(p, p->z);
    p->acceleration.has_last = false;
    p->pins_changed = false;
}

/* One iteration. Returns the greatest change of an unknown, in metres. */
static double iterate(vv_posing *p)
{
    uint32_t length = 2 * p->view.n_stride;
    double farthest = 0.0;
    solve_local_step(p);
    solve_global_step(p, p->goal);
    vvi_accelerate(p);
    double energy = vvi_posing_evaluate(p, p->next);
    if (!(energy <= p->energy + ROUNDING * p->poser->constant)) { /* take the plain step, which never raises it */
        vvi_acceleration_forget(&p->acceleration);
        memcpy(p->next, p->goal, length * sizeof *p->next);
        energy = vvi_posing_evaluate(p, p->next);
    }
    for (uint32_t k = 0; k < length; k++) {
        double step = fabs(p->next[k] - p->z[k]);
        farthest = step > farthest ? step : farthest;
    }
    double *swap = p->z;
    p->z = p->next;
    p->next = swap;
    p->energy = energy;
    return farthest;
}

static void restart_from_pose(vv_posing *p)
{
    read_pose(p, p->pose, p->z);
    p->energy = vvi_posing_evaluate(p, p->z);
    solve_local_step(p);
    vvi_acceleration_forget(&p->acceleration);
}

static void reset_to_rest(vv_posing *p)
{
    for (uint32_t j = 0; j < p->poser->handle_count; j++)
        p->pose[j] = vv_affine_identity();
    for (uint32_t c = 0; c < p->view.c; c++) {
        p->rotations[c] = 1.0;
        p->rotations[p->view.c_stride + c] = 0.0;
    }
    restart_from_pose(p);
}

uint32_t vv_posing_solve(vv_posing *posing, uint32_t iterations, float tolerance)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(posing != NULL);
    uint32_t done = 0;
    if (posing->pin_count == 0) {
        reset_to_rest(posing);
        return 0;
    }
    if (posing->pins_changed)
        apply_pins(posing);
    while (done < iterations) {
        double farthest = iterate(posing);
        done++;
        if (tolerance > 0.0f && farthest < (double)tolerance)
            break;
    }
    if (!write_pose(posing)) {
        restart_from_pose(posing);
        posing->pins_changed = true;
    }
    return done;
}

/* ---- Pins and poses from outside ------------------------------------------------------------------------------ */

vv_result vv_posing_set_pins(vv_posing *posing, uint32_t pin_count, const vv_pin *pins, vv_error *error)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(posing != NULL);
    VV_ASSERT(pins != NULL || pin_count == 0);
    if (pin_count > posing->max_pins)
        return vvi_fail(error, VV_ERROR_LIMIT, "%u pins are more than the %u that this posing was created for",
                        pin_count, posing->max_pins);
    vv_result result = vvi_pins_to_rows(posing, pin_count, pins, error);
    if (result == VV_OK && pin_count > 0)
        result = vvi_pins_factor(posing, error);
    if (result != VV_OK) {
        vvi_pins_find_unpinned(posing, posing->pin_count, posing->pins); /* all else that was changed is scratch */
        return result;
    }
    if (pin_count > 0)
        memmove(posing->pins, pins, pin_count * sizeof *pins);
    posing->pin_count = pin_count;
    posing->pins_changed = true;
    vvi_acceleration_forget(&posing->acceleration);
    return VV_OK;
}

vv_result vv_posing_move_pin(vv_posing *posing, uint32_t index, const vv_pin *pin, vv_error *error)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(posing != NULL);
    VV_ASSERT(pin != NULL);
    if (index >= posing->pin_count)
        return vvi_fail(error, VV_ERROR_NOT_FOUND, "there is no pin %u; there are only %u pins", index,
                        posing->pin_count);
    vv_pin moved = posing->pins[index];
    moved.to = pin->to;
    moved.angle = pin->angle;
    moved.linear = pin->linear;
    vv_result result = vvi_pin_check(posing, index, &moved, error);
    if (result != VV_OK)
        return result;
    posing->pins[index] = moved;
    posing->pins_changed = true;
    return VV_OK;
}

const vv_affine *vv_posing_pose(const vv_posing *posing)
{
    VV_ASSERT(posing != NULL);
    return posing->pose;
}

void vvi_posing_set_width(vv_posing *posing, vvi_width width) { posing->kernels = vvi_rig_kernels(width); }

double vvi_posing_energy(const vv_posing *posing) { return posing->energy; }

vv_result vv_posing_set_pose(vv_posing *posing, const vv_affine *pose, vv_error *error)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(posing != NULL);
    VV_ASSERT(pose != NULL);
    for (uint32_t j = 0; j < posing->poser->handle_count; j++)
        if (!vvi_all_finite(&pose[j].linear.xx, 6))
            return vvi_fail(error, VV_ERROR_ARGUMENT, "the transform of handle %u is not finite", j);
    memmove(posing->pose, pose, posing->poser->handle_count * sizeof *pose);
    restart_from_pose(posing);
    posing->pins_changed = true;
    return VV_OK;
}

vv_result vv_posing_create(const vv_poser *poser, uint32_t max_pins, const vv_allocator *allocator, vv_posing **out,
                           vv_error *error)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(poser != NULL);
    VV_ASSERT(out != NULL);
    vv_posing header = {.poser = poser, .view = vvi_poser_open(poser), .max_pins = max_pins};
    if (max_pins == 0 || max_pins > VV_RIG_MAX_PINS)
        return vvi_fail(error, VV_ERROR_LIMIT, "a posing holds 1 to %u pins, not %u", VV_RIG_MAX_PINS, max_pins);
    uint64_t bytes = layout_posing(&header, NULL);
    vv_posing *posing = bytes > SIZE_MAX ? NULL : vvi_allocate_zeroed(allocator, 1, (size_t)bytes);
    if (!posing)
        return vvi_fail_memory(error, (size_t)bytes);
    *posing = header;
    posing->byte_count = (size_t)bytes;
    posing->kernels = vvi_rig_kernels(vvi_best_width());
    layout_posing(posing, (char *)posing);
    reset_to_rest(posing);
    *out = posing;
    return VV_OK;
}

void vv_posing_destroy(vv_posing *posing, const vv_allocator *allocator)
{
    if (posing)
        vvi_release(allocator, posing, 1, posing->byte_count);
}
