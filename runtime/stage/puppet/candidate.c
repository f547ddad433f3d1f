/* Candidates: what another member of a family would look like now (eq. 10). Correspondence is linear in the candidate's state,
 * once the rotations about which angles and scales are told are known. */
#include "runtime/stage/puppet/family.h"

#include <string.h>

/* ---- Handles of a state --------------------------------------------------------------------------------------------------- */

/* The linear part of a handle: rows of x and y. */
typedef struct linear {
    double xx, xy, yx, yy;
} linear;

static linear linear_of(const vvi_puppet_view *p, const double *c, uint32_t handle)
{
    const double *x = c + 3 * (size_t)handle, *y = x + p->stride;
    return (linear){x[0], x[1], y[0], y[1]};
}

/* The rotation nearest to L: in 2-D the direction of (xx + yy, yx − xy). Where L says nothing it is not turned at all. */
static linear turn_of(linear L)
{
    double cosine = L.xx + L.yy, sine = L.yx - L.xy;
    double length = sqrt(cosine * cosine + sine * sine);
    cosine = length > 1e-12 ? cosine / length : 1.0;
    sine = length > 1e-12 ? sine / length : 0.0;
    return (linear){cosine, -sine, sine, cosine};
}

/* The axes of a handle in its artwork: a bone's first points from its beginning to its end, a point's to the right. */
static void axes_of(const vv_handle *handle, double axes[2][2])
{
    double x = (double)handle->to.x - (double)handle->from.x, y = (double)handle->to.y - (double)handle->from.y;
    double length = sqrt(x * x + y * y);
    bool bone = handle->kind == VV_HANDLE_BONE && length > 0.0;
    axes[0][0] = bone ? x / length : 1.0;
    axes[0][1] = bone ? y / length : 0.0;
    axes[1][0] = -axes[0][1];
    axes[1][1] = axes[0][0];
}

/* turn·a · L·a: how much L stretches along a, seen from the turn. */
static double stretch_of(linear turn, linear L, const double a[2])
{
    return (turn.xx * a[0] + turn.xy * a[1]) * (L.xx * a[0] + L.xy * a[1]) +
           (turn.yx * a[0] + turn.yy * a[1]) * (L.yx * a[0] + L.yy * a[1]);
}

/* ---- Rows ------------------------------------------------------------------------------------------------------------------ */

/* What is being written: rows for one member, from the state of another. */
typedef struct writing {
    const vvi_puppet_view *from, *to;
    const double *c, *start;
    vvi_row *rows;
    uint32_t count;
} writing;

static double *next_row(writing *w, double target)
{
    vvi_row *row = &w->rows[w->count++];
    double *coefficients = row->coefficients;
    memset(coefficients, 0, 2 * (size_t)w->to->stride * sizeof *coefficients);
    *row = (vvi_row){.coefficients = coefficients, .target = target};
    return coefficients;
}

static void write_position(writing *w, uint32_t from, uint32_t to)
{
    for (uint32_t axis = 0; axis < 2; axis++) {
        double *row = next_row(w, w->c[axis * w->from->stride + 3 * from + 2]);
        row[axis * w->to->stride + 3 * to + 2] = 1.0;
    }
}

/* φ_ik of a vertex at column k of handle j: see puppet.h. */
static void basis_of(const vvi_puppet_view *p, uint32_t vertex, uint32_t handle, double basis[3])
{
    double w = (double)p->weights[(size_t)vertex * p->handle_count + handle];
    basis[0] = w * ((double)p->positions[vertex].x - (double)p->handles[handle].from.x);
    basis[1] = w * ((double)p->positions[vertex].y - (double)p->handles[handle].from.y);
    basis[2] = w;
}

static double vertex_at(const vvi_puppet_view *p, const double *c, uint32_t vertex, uint32_t axis)
{
    double sum = 0.0, basis[3];
    for (uint32_t j = 0; j < p->handle_count; j++) {
        const double *columns = c + (size_t)axis * p->stride + 3 * (size_t)j;
        basis_of(p, vertex, j, basis);
        sum += basis[0] * columns[0] + basis[1] * columns[1] + basis[2] * columns[2];
    }
    return sum;
}

static void write_point(writing *w, uint32_t from, uint32_t to)
{
    for (uint32_t axis = 0; axis < 2; axis++) {
        double *row = next_row(w, vertex_at(w->from, w->c, from, axis)) + (size_t)axis * w->to->stride;
        for (uint32_t j = 0; j < w->to->handle_count; j++)
            basis_of(w->to, to, j, row + 3 * (size_t)j);
    }
}

static void write_linear(writing *w, uint32_t handle, double target, linear weights)
{
    double *x = next_row(w, target) + 3 * (size_t)handle, *y = x + w->to->stride;
    x[0] = weights.xx;
    x[1] = weights.xy;
    y[0] = weights.yx;
    y[1] = weights.yy;
}

/* L has the turn T where ½⟨T J, L⟩ = 0: then Tᵀ L is symmetric. */
static void write_angle(writing *w, uint32_t to, linear turn)
{
    double s = 0.25 * (double)w->to->size;
    write_linear(w, to, 0.0, (linear){s * turn.xy, -s * turn.xx, s * turn.yy, -s * turn.yx});
}

static void write_scale(writing *w, uint32_t from, uint32_t to, linear turn)
{
    double theirs[2][2], own[2][2], s = 0.5 * (double)w->to->size;
    linear L = linear_of(w->from, w->c, from);
    axes_of(&w->from->handles[from], theirs);
    axes_of(&w->to->handles[to], own);
    for (uint32_t k = 0; k < 2; k++) {
        double target = stretch_of(turn_of(L), L, theirs[k]);
        double x = turn.xx * own[k][0] + turn.xy * own[k][1], y = turn.yx * own[k][0] + turn.yy * own[k][1];
        write_linear(w, to, s * target,
                     (linear){s * x * own[k][0], s * x * own[k][1], s * y * own[k][0], s * y * own[k][1]});
    }
}

static void write_handles(writing *w, uint32_t from, uint32_t to, uint32_t parts)
{
    bool angle = (parts & VV_PART_ANGLE) != 0;
    linear turn = angle ? turn_of(linear_of(w->from, w->c, from)) : turn_of(linear_of(w->to, w->start, to));
    if (parts & VV_PART_POSITION)
        write_position(w, from, to);
    if (angle)
        write_angle(w, to, turn);
    if (parts & VV_PART_SCALE)
        write_scale(w, from, to, turn);
}

uint32_t vvi_candidate_rows(const vv_family *family, uint32_t from, const double *c, uint32_t to, const double *start,
                            vvi_row *rows)
{
    writing w = {&family->members[from], &family->members[to], c, start, rows, 0};
    for (uint32_t i = 0; i < family->link_count; i++) {
        const vvi_family_link *link = &family->links[i];
        for (uint32_t side = 0; side < 2; side++) {
            if (link->member[side] != from || link->member[1 - side] != to)
                continue;
            if (link->parts == 0)
                write_point(&w, link->at[side], link->at[1 - side]);
            else
                write_handles(&w, link->at[side], link->at[1 - side], link->parts);
        }
    }
    return w.count;
}

/* ---- Without a past --------------------------------------------------------------------------------------------------------- */

/* The mean of all handles' linear parts, each by the mass that it moves. */
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

void vvi_candidate_start(const vvi_puppet_view *from, const double *c, const vvi_puppet_view *to, double *start)
{
    linear turn = turn_of(mean_linear(from, c));
    memset(start, 0, 2 * (size_t)to->stride * sizeof *start);
    for (uint32_t j = 0; j < to->handle_count; j++) {
        double *x = start + 3 * (size_t)j, *y = x + to->stride;
        double px = (double)to->handles[j].from.x, py = (double)to->handles[j].from.y;
        x[0] = turn.xx;
        x[1] = turn.xy;
        x[2] = turn.xx * px + turn.xy * py;
        y[0] = turn.yx;
        y[1] = turn.yy;
        y[2] = turn.yx * px + turn.yy * py;
    }
}
