/* Candidates: what another member of a family would look like now (eq. 10). Correspondence is linear in the
 * candidate's state, once the rotations are known about which angles and scales are linearised. */
#include "runtime/stage/puppet/family.h"

#include <string.h>

/* ---- Handles of a state ------------------------------------------------------------------------------------------ */

/* The linear part of a handle: rows of x and y. */
typedef struct linear {
    double xx, xy, yx, yy;
} linear;

static linear linear_of(const vvi_puppet_view *p, const double *c, uint32_t handle)
{
    const double *x = c + 3 * (size_t)handle, *y = x + p->stride;
    return (linear){x[0], x[1], y[0], y[1]};
}

/* The rotation nearest to L, in 2-D the direction of (xx + yy, yx − xy); the identity where L has none. */
static linear nearest_rotation(linear L)
{
    double cosine = L.xx + L.yy, sine = L.yx - L.xy;
    double length = sqrt(cosine * cosine + sine * sine);
    cosine = length > 1e-12 ? cosine / length : 1.0;
    sine = length > 1e-12 ? sine / length : 0.0;
    return (linear){cosine, -sine, sine, cosine};
}

/* The axes of a handle in its artwork: the first points along a bone, or to the right for a point. */
static void handle_axes(const vv_handle *handle, double axes[2][2])
{
    double x = (double)handle->to.x - (double)handle->from.x, y = (double)handle->to.y - (double)handle->from.y;
    double length = sqrt(x * x + y * y);
    bool bone = handle->kind == VV_HANDLE_BONE && length > 0.0;
    axes[0][0] = bone ? x / length : 1.0;
    axes[0][1] = bone ? y / length : 0.0;
    axes[1][0] = -axes[0][1];
    axes[1][1] = axes[0][0];
}

/* turn·a · L·a: how much L stretches along a, after the rotation `rotation`. */
static double stretch_along(linear rotation, linear L, const double a[2])
{
    return (rotation.xx * a[0] + rotation.xy * a[1]) * (L.xx * a[0] + L.xy * a[1]) +
           (rotation.yx * a[0] + rotation.yy * a[1]) * (L.yx * a[0] + L.yy * a[1]);
}

/* ---- Rows -------------------------------------------------------------------------------------------------------- */

/* The rows being written for one member, from the state of another. */
typedef struct row_writer {
    const vvi_puppet_view *from, *to;
    const double *c, *start;
    vvi_row *rows;
    uint32_t count;
} row_writer;

static double *next_row(row_writer *w, double target)
{
    vvi_row *row = &w->rows[w->count++];
    double *coefficients = row->coefficients;
    memset(coefficients, 0, 2 * (size_t)w->to->stride * sizeof *coefficients);
    *row = (vvi_row){.coefficients = coefficients, .target = target};
    return coefficients;
}

static void write_position_rows(row_writer *w, uint32_t from, uint32_t to)
{
    for (uint32_t axis = 0; axis < 2; axis++) {
        double *row = next_row(w, w->c[axis * w->from->stride + 3 * from + 2]);
        VVI_CHECK(from < w->from->handle_count && to < w->to->handle_count);
        row[axis * w->to->stride + 3 * to + 2] = 1.0;
    }
}

/* φ of a vertex in the columns of one handle: see puppet.h. */
static void vertex_basis(const vvi_puppet_view *p, uint32_t vertex, uint32_t handle, double basis[3])
{
    double w = (double)p->weights[(size_t)vertex * p->handle_count + handle];
    basis[0] = w * ((double)p->positions[vertex].x - (double)p->handles[handle].from.x);
    basis[1] = w * ((double)p->positions[vertex].y - (double)p->handles[handle].from.y);
    basis[2] = w;
}

static double vertex_coordinate(const vvi_puppet_view *p, const double *c, uint32_t vertex, uint32_t axis)
{
    double sum = 0.0, basis[3];
    for (uint32_t j = 0; j < p->handle_count; j++) {
        const double *columns = c + (size_t)axis * p->stride + 3 * (size_t)j;
        vertex_basis(p, vertex, j, basis);
        sum += basis[0] * columns[0] + basis[1] * columns[1] + basis[2] * columns[2];
    }
    return sum;
}

static void write_vertex_rows(row_writer *w, uint32_t from, uint32_t to)
{
    for (uint32_t axis = 0; axis < 2; axis++) {
        VVI_CHECK(from < w->from->vertex_count && to < w->to->vertex_count);
        double *row = next_row(w, vertex_coordinate(w->from, w->c, from, axis)) + (size_t)axis * w->to->stride;
        for (uint32_t j = 0; j < w->to->handle_count; j++)
            vertex_basis(w->to, to, j, row + 3 * (size_t)j);
    }
}

static void write_linear_row(row_writer *w, uint32_t handle, double target, linear weights)
{
    double *x = next_row(w, target) + 3 * (size_t)handle, *y = x + w->to->stride;
    x[0] = weights.xx;
    x[1] = weights.xy;
    y[0] = weights.yx;
    y[1] = weights.yy;
}

/* L has the rotation T where ½⟨T J, L⟩ = 0: then Tᵀ L is symmetric. */
static void write_angle_row(row_writer *w, uint32_t to, linear rotation)
{
    double s = 0.25 * (double)w->to->size;
    write_linear_row(w, to, 0.0, (linear){s * rotation.xy, -s * rotation.xx, s * rotation.yy, -s * rotation.yx});
}

static void write_scale_rows(row_writer *w, uint32_t from, uint32_t to, linear rotation)
{
    double from_axes[2][2], to_axes[2][2], s = 0.5 * (double)w->to->size;
    linear L = linear_of(w->from, w->c, from);
    handle_axes(&w->from->handles[from], from_axes);
    handle_axes(&w->to->handles[to], to_axes);
    for (uint32_t k = 0; k < 2; k++) {
        double target = stretch_along(nearest_rotation(L), L, from_axes[k]);
        double x = rotation.xx * to_axes[k][0] + rotation.xy * to_axes[k][1],
               y = rotation.yx * to_axes[k][0] + rotation.yy * to_axes[k][1];
        write_linear_row(
            w, to, s * target,
            (linear){s * x * to_axes[k][0], s * x * to_axes[k][1], s * y * to_axes[k][0], s * y * to_axes[k][1]});
    }
}

static void write_handle_rows(row_writer *w, uint32_t from, uint32_t to, uint32_t parts)
{
    bool angle = (parts & VV_PART_ANGLE) != 0;
    linear rotation =
        angle ? nearest_rotation(linear_of(w->from, w->c, from)) : nearest_rotation(linear_of(w->to, w->start, to));
    if (parts & VV_PART_POSITION)
        write_position_rows(w, from, to);
    if (angle)
        write_angle_row(w, to, rotation);
    if (parts & VV_PART_SCALE)
        write_scale_rows(w, from, to, rotation);
}

uint32_t vvi_candidate_rows(const vv_family *family, uint32_t from, const double *c, uint32_t to, const double *start,
                            vvi_row *rows)
{
    VVI_CHECK(from < family->member_count && to < family->member_count && from != to);
    row_writer w = {&family->members[from], &family->members[to], c, start, rows, 0};
    for (uint32_t i = 0; i < family->link_count; i++) {
        const vvi_family_link *link = &family->links[i];
        for (uint32_t side = 0; side < 2; side++) {
            if (link->member[side] != from || link->member[1 - side] != to)
                continue;
            if (link->parts == 0)
                write_vertex_rows(&w, link->at[side], link->at[1 - side]);
            else
                write_handle_rows(&w, link->at[side], link->at[1 - side], link->parts);
        }
    }
    return w.count;
}

/* ---- Initial guess ----------------------------------------------------------------------------------------------- */

/* The mean of all handles' linear parts, weighted by the mass that each moves. */
static linear mean_linear(const vvi_puppet_view *p, const double *c)
{
    linear sum = {0.0, 0.0, 0.0, 0.0};
    for (uint32_t j = 0; j < p->handle_count; j++) {
        linear L = linear_of(p, c, j);
        double m = p->mass_vector[3 * (size_t)j + 2];
        sum = (linear){sum.xx + m * L.xx, sum.xy + m * L.xy, sum.yx + m * L.yx, sum.yy + m * L.yy};
    }
    return sum;
}

void vvi_candidate_initial_guess(const vvi_puppet_view *from, const double *c, const vvi_puppet_view *to, double *start)
{
    linear rotation = nearest_rotation(mean_linear(from, c));
    memset(start, 0, 2 * (size_t)to->stride * sizeof *start);
    for (uint32_t j = 0; j < to->handle_count; j++) {
        double *x = start + 3 * (size_t)j, *y = x + to->stride;
        double px = (double)to->handles[j].from.x, py = (double)to->handles[j].from.y;
        x[0] = rotation.xx;
        x[1] = rotation.xy;
        x[2] = rotation.xx * px + rotation.xy * py;
        y[0] = rotation.yx;
        y[1] = rotation.yy;
        y[2] = rotation.yx * px + rotation.yy * py;
    }
}
