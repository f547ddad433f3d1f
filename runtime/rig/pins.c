/* Pins as linear equations on the handles' transforms, and the pose as a linear function of targets and rotations.
 *
 * The pose minimises ½ zᴴKz − Re zᴴf, f = Bᴴρ, subject to a given U z. With Π = I − UᵀU, the matrix
 * A = Π K Π + γ UᵀU is positive definite as soon as every part has a pin, and
 *     z = W ρ + Q targets,   W = Π A⁻¹ Π Bᴴ,   Q = (I − Π A⁻¹ Π K) Uᵀ R⁻¹.
 * A pin on a handle's own pivot is a unit row: W is exactly zero there, so such pins hold exactly. */
#include "posing.h"

#include <string.h>

/* A row whose part orthogonal to the rows before it is smaller than this depends on them: two points of the drawing
 * closer than 1e-4 of a handle's reach cannot both be pinned without tearing it. */
#define RANK_TOLERANCE 1e-4

vv_result vvi_pin_check(const vv_posing *posing, uint32_t index, const vv_pin *pin, vv_error *error)
{
    const vv_poser *poser = posing->poser;
    if ((uint32_t)pin->kind > VV_PIN_MESH_POINT)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "the kind of pin %u is unknown", index);
    if (!vvi_all_finite(&pin->to.x, 2) || (pin->kind == VV_PIN_ROTATION && !vvi_all_finite(&pin->angle, 1)) ||
        (pin->kind == VV_PIN_STRETCH && !vvi_all_finite(&pin->linear.xx, 4)) ||
        (pin->kind != VV_PIN_MESH_POINT && !vvi_all_finite(&pin->from.x, 2)))
        return vvi_fail(error, VV_ERROR_ARGUMENT, "pin %u has a number that is not finite", index);
    if (pin->kind != VV_PIN_MESH_POINT)
        return pin->handle < poser->handle_count
                   ? VV_OK
                   : vvi_fail(error, VV_ERROR_NOT_FOUND, "pin %u names handle %u, but there are only %u handles", index,
                              pin->handle, poser->handle_count);
    if (pin->at.triangle >= poser->triangle_count)
        return vvi_fail(error, VV_ERROR_NOT_FOUND, "pin %u names triangle %u, but there are only %u triangles", index,
                        pin->at.triangle, poser->triangle_count);
    const float *w = pin->at.weights;
    if (!vvi_all_finite(w, 3) || fabsf(w[0] + w[1] + w[2] - 1.0f) > 1e-3f)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "the barycentric weights of pin %u do not sum to 1", index);
    return VV_OK;
}

/* ---- Rows ----------------------------------------------------------------------------------------------------- */

static void handle_row(const poser_view *view, const vv_pin *pin, double *row)
{
    vv_vec2 pivot = view->pivots[pin->handle];
    double length = view->lengths[pin->handle];
    row[3 * pin->handle] = ((double)pin->from.x - (double)pivot.x) / length;
    row[3 * pin->handle + 1] = ((double)pin->from.y - (double)pivot.y) / length;
    row[3 * pin->handle + 2] = 1.0;
}

static void drawing_row(const poser_view *view, const vv_mesh_point *at, double *row)
{
    uint32_t m = view->n / 3;
    double sum = (double)at->weights[0] + (double)at->weights[1] + (double)at->weights[2];
    for (uint32_t c = 0; c < 3; c++) {
        uint32_t v = view->triangles[3 * (size_t)at->triangle + c];
        const float *weights = view->weights + (size_t)v * m;
        for (uint32_t j = 0; j < m; j++) {
            double w = (double)at->weights[c] / sum * (double)weights[j];
            row[3 * j] += w * ((double)view->positions[v].x - (double)view->pivots[j].x) / view->lengths[j];
            row[3 * j + 1] += w * ((double)view->positions[v].y - (double)view->pivots[j].y) / view->lengths[j];
            row[3 * j + 2] += w;
        }
    }
}

static vv_result refuse_row(const vv_posing *posing, uint32_t pin, vv_error *error)
{
    const pin_system *system = &posing->system;
    uint32_t other = pin;
    double largest = -1.0;
    for (uint32_t r = 0; r < system->rows; r++) {
        double coefficient = fabs(system->R[(size_t)system->rows * posing->view.n + r]);
        if (coefficient > largest) {
            largest = coefficient;
            other = system->row_pins[r];
        }
    }
    if (other == pin)
        vvi_fail(error, VV_ERROR_ARGUMENT, "pin %u holds a point that no handle moves", pin);
    else
        vvi_fail(error, VV_ERROR_ARGUMENT, "pin %u repeats or contradicts pin %u", pin, other);
    vvi_error_remedy(error, "remove one of them, or pin another point");
    return VV_ERROR_ARGUMENT;
}

/* Makes the row at U[rows] orthonormal to the rows before it and keeps it; refuses one that depends on them. */
static vv_result orthonormalize_row(vv_posing *posing, uint32_t pin, vv_error *error)
{
    pin_system *system = &posing->system;
    uint32_t n = posing->view.n, stride = posing->view.n_stride, last = system->rows;
    if (last == n)
        return vvi_fail(error, VV_ERROR_ARGUMENT,
                        "pin %u is one too many: the pins before it already determine the pose", pin);
    double *row = system->U + (size_t)last * stride, *R = system->R + (size_t)last * n;
    double before = sqrt(posing->kernels->dot(stride, row, row));
    memset(R, 0, n * sizeof *R);
    for (uint32_t pass = 0; pass < 2; pass++) /* the second pass removes the rounding errors of the first */
        for (uint32_t r = 0; r < last; r++) {
            const double *unit = system->U + (size_t)r * stride;
            double projection = posing->kernels->dot(stride, unit, row);
            posing->kernels->add_scaled(stride, row, -projection, unit);
            R[r] += projection;
        }
    double after = sqrt(posing->kernels->dot(stride, row, row));
    if (!(after > RANK_TOLERANCE * before))
        return refuse_row(posing, pin, error);
    for (uint32_t k = 0; k < n; k++)
        row[k] /= after;
    R[last] = after;
    system->row_pins[system->rows++] = pin;
    return VV_OK;
}

static double *begin_row(vv_posing *posing)
{
    uint32_t stride = posing->view.n_stride;
    double *row = posing->system.U + (size_t)posing->system.rows * stride;
    if (posing->system.rows < posing->view.n)
        memset(row, 0, stride * sizeof *row);
    return row;
}

static vv_result add_pin_rows(vv_posing *posing, uint32_t index, const vv_pin *pin, vv_error *error)
{
    const poser_view *view = &posing->view;
    bool fixes_linear = pin->kind == VV_PIN_ROTATION || pin->kind == VV_PIN_STRETCH;
    for (uint32_t k = 0; fixes_linear && k < 2; k++) {
        double *row = begin_row(posing);
        if (posing->system.rows < view->n)
            row[3 * pin->handle + k] = 1.0;
        vv_result result = orthonormalize_row(posing, index, error);
        if (result != VV_OK)
            return result;
    }
    double *row = begin_row(posing);
    if (posing->system.rows < view->n) {
        if (pin->kind == VV_PIN_MESH_POINT)
            drawing_row(view, &pin->at, row);
        else
            handle_row(view, pin, row);
    }
    return orthonormalize_row(posing, index, error);
}

void vvi_pins_find_unpinned(vv_posing *posing, uint32_t pin_count, const vv_pin *pins)
{
    const poser_view *view = &posing->view;
    uint32_t m = view->n / 3;
    for (uint32_t j = 0; j < m; j++)
        posing->system.unpinned[j] = true;
    for (uint32_t i = 0; i < pin_count; i++) {
        uint32_t handle = pins[i].handle;
        if (pins[i].kind == VV_PIN_MESH_POINT) {
            const float *row = view->weights + (size_t)view->triangles[3 * (size_t)pins[i].at.triangle] * m;
            handle = 0;
            while (handle + 1 < m && row[handle] == 0.0f)
                handle++;
        }
        for (uint32_t j = 0; j < m; j++)
            if (view->parts[j] == view->parts[handle])
                posing->system.unpinned[j] = false;
    }
}

vv_result vvi_pins_to_rows(vv_posing *posing, uint32_t pin_count, const vv_pin *pins, vv_error *error)
{
    posing->system.rows = 0;
    for (uint32_t i = 0; i < pin_count; i++) {
        vv_result result = vvi_pin_check(posing, i, &pins[i], error);
        if (result == VV_OK)
            result = add_pin_rows(posing, i, &pins[i], error);
        if (result != VV_OK)
            return result;
    }
    vvi_pins_find_unpinned(posing, pin_count, pins);
    return VV_OK;
}

uint32_t vvi_pin_targets(vv_posing *posing, const vv_pin *pin, uint32_t row)
{
    double *re = posing->targets, *im = re + posing->view.n_stride;
    if (pin->kind == VV_PIN_ROTATION || pin->kind == VV_PIN_STRETCH) {
        vv_mat2 L = pin->kind == VV_PIN_ROTATION ? vv_mat2_rotation(pin->angle) : pin->linear;
        double length = posing->view.lengths[pin->handle];
        re[row] = length * (double)L.xx;
        im[row++] = length * (double)L.yx;
        re[row] = length * (double)L.xy;
        im[row++] = length * (double)L.yy;
    }
    re[row] = (double)pin->to.x;
    im[row] = (double)pin->to.y;
    return row + 1;
}

/* ---- Elimination ---------------------------------------------------------------------------------------------- */

/* A = Π K Π + γ UᵀU = K − UᵀV − VᵀU with V = U K − ½ (U K Uᵀ + γ I) U. */
static void project_matrix(vv_posing *posing)
{
    const poser_view *view = &posing->view;
    pin_system *system = &posing->system;
    uint32_t n = view->n, stride = view->n_stride, rows = system->rows;
    double gamma = 0.0;
    for (uint32_t k = 0; k < n; k++) {
        memcpy(system->A + (size_t)k * n, view->K + (size_t)k * stride, n * sizeof(double));
        gamma += view->K[(size_t)k * stride + k] / n;
    }
    for (uint32_t r = 0; r < rows; r++) {
        double *V = system->V + (size_t)r * stride; /* U K so far */
        memset(V, 0, stride * sizeof *V);
        for (uint32_t k = 0; k < n; k++)
            posing->kernels->add_scaled(stride, V, system->U[(size_t)r * stride + k], view->K + (size_t)k * stride);
    }
    for (uint32_t r = 0; r < rows; r++)
        for (uint32_t q = 0; q < rows; q++)
            system->X[(size_t)r * rows + q] =
                posing->kernels->dot(stride, system->V + (size_t)r * stride, system->U + (size_t)q * stride);
    for (uint32_t r = 0; r < rows; r++)
        for (uint32_t q = 0; q < rows; q++)
            posing->kernels->add_scaled(stride, system->V + (size_t)r * stride,
                                        -0.5 * (system->X[(size_t)r * rows + q] + (r == q ? gamma : 0.0)),
                                        system->U + (size_t)q * stride);
    for (uint32_t r = 0; r < rows; r++)
        for (uint32_t k = 0; k < n; k++) {
            double u = system->U[(size_t)r * stride + k], v = system->V[(size_t)r * stride + k];
            for (uint32_t l = 0; l <= k && (u != 0.0 || v != 0.0); l++)
                system->A[(size_t)k * n + l] -=
                    u * system->V[(size_t)r * stride + l] + v * system->U[(size_t)r * stride + l];
        }
    for (uint32_t k = 0; k < n; k++)
        if (system->unpinned[k / 3])
            for (uint32_t l = 0; l < n; l++)
                system->A[(size_t)(l > k ? l : k) * n + (l > k ? k : l)] = l == k ? gamma : 0.0;
}

/* X ← Π X for X[n][columns]; unknowns of unpinned parts become 0. */
static void project_columns(vv_posing *posing, uint32_t columns)
{
    pin_system *system = &posing->system;
    uint32_t n = posing->view.n, stride = posing->view.n_stride;
    double *sum = system->V; /* V is no longer needed */
    for (uint32_t r = 0; r < system->rows; r++) {
        const double *U = system->U + (size_t)r * stride;
        memset(sum, 0, columns * sizeof *sum);
        for (uint32_t k = 0; k < n; k++)
            if (U[k] != 0.0)
                posing->kernels->add_scaled(columns, sum, U[k], system->X + (size_t)k * columns);
        for (uint32_t k = 0; k < n; k++)
            if (U[k] != 0.0)
                posing->kernels->add_scaled(columns, system->X + (size_t)k * columns, -U[k], sum);
    }
    for (uint32_t k = 0; k < n; k++)
        if (system->unpinned[k / 3])
            memset(system->X + (size_t)k * columns, 0, columns * sizeof *system->X);
}

/* X ← Π A⁻¹ Π X. */
static void reduce_columns(vv_posing *posing, uint32_t columns)
{
    project_columns(posing, columns);
    vvi_cholesky_solve_double(posing->view.n, posing->system.A, columns, posing->system.X);
    project_columns(posing, columns);
}

static void fill_W(vv_posing *posing)
{
    const poser_view *view = &posing->view;
    uint32_t columns = 2 * view->c_stride;
    double *X = posing->system.X;
    for (uint32_t k = 0; k < view->n; k++)
        for (uint32_t c = 0; c < columns; c++) /* the conjugate of β */
            X[(size_t)k * columns + c] = (c < view->c_stride ? 1.0 : -1.0) * view->B[(size_t)k * columns + c];
    reduce_columns(posing, columns);
    for (uint32_t c = 0; c < view->c; c++)
        for (uint32_t k = 0; k < view->n; k++) {
            double *W = posing->W + 2 * (size_t)c * view->n_stride + k;
            W[0] = X[(size_t)k * columns + c];
            W[view->n_stride] = X[(size_t)k * columns + view->c_stride + c];
        }
}

/* Row r of Q: the particular solution Uᵀ R⁻¹ e_r, then its best completion. */
static void fill_Q(vv_posing *posing)
{
    const poser_view *view = &posing->view;
    pin_system *system = &posing->system;
    uint32_t n = view->n, stride = view->n_stride, rows = system->rows, columns = padded(rows);
    memset(posing->Q, 0, (size_t)rows * stride * sizeof(double));
    for (uint32_t r = 0; r < rows; r++) {
        double *Q = posing->Q + (size_t)r * stride, y[3 * VV_RIG_MAX_HANDLES];
        for (uint32_t i = r; i < rows; i++) { /* forward substitution of e_r */
            double sum = i == r ? 1.0 : 0.0;
            for (uint32_t k = r; k < i; k++)
                sum -= system->R[(size_t)i * n + k] * y[k];
            y[i] = sum / system->R[(size_t)i * n + i];
            posing->kernels->add_scaled(stride, Q, y[i], system->U + (size_t)i * stride);
        }
    }
    memset(system->X, 0, (size_t)n * columns * sizeof(double));
    for (uint32_t k = 0; k < n; k++)
        for (uint32_t r = 0; r < rows; r++)
            system->X[(size_t)k * columns + r] =
                posing->kernels->dot(stride, view->K + (size_t)k * stride, posing->Q + (size_t)r * stride);
    reduce_columns(posing, columns);
    for (uint32_t k = 0; k < n; k++)
        for (uint32_t r = 0; r < rows; r++)
            posing->Q[(size_t)r * stride + k] -= system->X[(size_t)k * columns + r];
}

vv_result vvi_pins_factor(vv_posing *posing, vv_error *error)
{
    project_matrix(posing);
    if (!vvi_cholesky_factor_double(posing->view.n, posing->system.A))
        return vvi_fail(error, VV_ERROR_FORMAT, "the energy of the poser does not determine a pose");
    fill_W(posing);
    fill_Q(posing);
    return VV_OK;
}
