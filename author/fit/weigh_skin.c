/* Skin weights by bone heat (Baran and Popović 2007, "Automatic rigging and animation of 3D characters"): each vertex is warmed by
 * the bone nearest to it, and the heat evens out over the surface, −Δw + H w = H p. One factorisation serves all joints. */
#include "author/fit/fit.h"

#include "runtime/base/sparse.h"
#include "runtime/mesh/mesh.h"

#include <string.h>

#define HEAT_STRENGTH 1.0  /* of a bone one distance away */
#define OUTSIDE       3.0  /* how much farther a bone counts that lies on the outer side of the surface */
#define ALIKE         0.1  /* bones that are no farther than this share beyond the nearest warm with it */
#define LEAST_WEIGHT  0.02 /* of the largest; less is left out */

/* What warms: from a joint to one of its children, or a little on where there are none. */
typedef struct bone {
    uint32_t joint;
    double from[3], to[3];
} bone;

typedef struct heating {
    const vv_form *form;
    uint32_t bone_count;
    bone *bones;
    uint32_t (*nearest)[2]; /* [vertex_count] the joints that warm it */
    double *share;          /* [vertex_count] of the second of them, 0…½ */
    double *warmth;         /* [vertex_count] area · H */
    double *areas;          /* [vertex_count] a third of the triangles' around */
    vv_vec3 *normals;       /* [vertex_count] not of unit length */
    vvi_arena arena;
} heating;

/* ---- Bones ------------------------------------------------------------------------------------------------------- */

static void set_point(double out[3], vv_vec3 p)
{
    out[0] = (double)p.x;
    out[1] = (double)p.y;
    out[2] = (double)p.z;
}

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), tail = strlen(end);
    return length >= tail && memcmp(text + length - tail, end, tail) == 0;
}

/* A bone for every joint with a parent, moved by that parent; ends of limbs that are joints of their own go on a third. */
static bool take_bones(const vv_skeleton *skeleton, heating *h)
{
    uint32_t n = vv_skeleton_joint_count(skeleton);
    vv_affine3 *globals = vvi_arena_take(&h->arena, n, sizeof *globals);
    vv_quat *turns = vvi_arena_take(&h->arena, n, sizeof *turns);
    vv_vec3 *moves = vvi_arena_take(&h->arena, n, sizeof *moves);
    uint32_t *children = vvi_arena_take(&h->arena, n, sizeof *children);
    h->bones = vvi_arena_take(&h->arena, 2 * (size_t)n, sizeof *h->bones);
    if (!globals || !turns || !moves || !children || !h->bones)
        return false;
    vv_skeleton_rest(skeleton, turns, moves);
    vv_skeleton_globals(skeleton, turns, moves, globals);
    for (uint32_t j = 0; j < n; j++) {
        vv_joint joint = vv_skeleton_joint(skeleton, j);
        if (joint.parent == VV_NONE)
            continue;
        bone *b = &h->bones[h->bone_count++];
        children[joint.parent]++;
        b->joint = joint.parent;
        set_point(b->from, globals[joint.parent].move);
        set_point(b->to, globals[j].move);
    }
    for (uint32_t j = 0; j < n; j++) {
        vv_joint joint = vv_skeleton_joint(skeleton, j);
        if (children[j] > 0 || (joint.parent != VV_NONE && ends_with(joint.name, " end")))
            continue;
        bone *b = &h->bones[h->bone_count++];
        b->joint = j;
        set_point(b->from, globals[j].move);
        vv_vec3 before = joint.parent == VV_NONE ? globals[j].move : globals[joint.parent].move;
        vv_vec3 on = vv_vec3_scale(vv_vec3_sub(globals[j].move, before), 0.33f);
        set_point(b->to, vv_vec3_add(globals[j].move, on));
    }
    return true;
}

/* The way from p to the nearest point of a bone. */
static void way_to(const bone *b, const double p[3], double out[3])
{
    double length = 0.0, along = 0.0;
    for (int k = 0; k < 3; k++) {
        double d = b->to[k] - b->from[k];
        length += d * d;
        along += d * (p[k] - b->from[k]);
    }
    double t = length > 0.0 ? along / length : 0.0;
    t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
    for (int k = 0; k < 3; k++)
        out[k] = b->from[k] + t * (b->to[k] - b->from[k]) - p[k];
}

/* Bones on the outer side of the surface, those of another limb say, count as farther away. */
static double distance_to(const bone *b, const double p[3], vv_vec3 normal)
{
    double way[3];
    way_to(b, p, way);
    double outwards = way[0] * (double)normal.x + way[1] * (double)normal.y + way[2] * (double)normal.z;
    return sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]) * (outwards > 0.0 ? OUTSIDE : 1.0);
}

static void measure_surface(heating *h)
{
    const vv_form *f = h->form;
    for (uint32_t t = 0; t < f->triangle_count; t++) {
        const uint32_t *c = f->triangles + 3 * (size_t)t;
        vv_vec3 a = f->positions[c[0]];
        vv_vec3 n = vv_vec3_cross(vv_vec3_sub(f->positions[c[1]], a), vv_vec3_sub(f->positions[c[2]], a));
        for (int k = 0; k < 3; k++) {
            h->normals[c[k]] = vv_vec3_add(h->normals[c[k]], n);
            h->areas[c[k]] += (double)vv_vec3_length(n) / 6.0;
        }
    }
}

/* The nearest bone, and that of another joint which is nearly as near: between them a vertex is warmed by both. */
static double find_warmest(heating *h, uint32_t v)
{
    double p[3], best = INFINITY, next = INFINITY;
    uint32_t *joints = h->nearest[v];
    set_point(p, h->form->positions[v]);
    for (uint32_t b = 0; b < h->bone_count; b++) {
        double d = distance_to(&h->bones[b], p, h->normals[v]);
        uint32_t joint = h->bones[b].joint;
        if (d < best) {
            if (joint != joints[0] && best < INFINITY) {
                next = best;
                joints[1] = joints[0];
            }
            best = d;
            joints[0] = joint;
        } else if (d < next && joint != joints[0]) {
            next = d;
            joints[1] = joint;
        }
    }
    double beyond = best > 0.0 && next < INFINITY ? (next - best) / (ALIKE * best) : next > best ? 1.0 : 0.0;
    h->share[v] = beyond < 1.0 ? 0.5 * (1.0 - beyond) : 0.0;
    return best;
}

static void find_nearest(heating *h)
{
    double all = 0.0, least;
    for (uint32_t v = 0; v < h->form->vertex_count; v++)
        all += h->areas[v];
    least = all > 0.0 ? 1e-6 * all : 1.0; /* distances that vanish, and vertices of no triangle */
    for (uint32_t v = 0; v < h->form->vertex_count; v++) {
        double best = find_warmest(h, v);
        h->areas[v] = h->areas[v] > 0.0 ? h->areas[v] : least;
        h->warmth[v] = h->areas[v] * HEAT_STRENGTH / (best * best > least ? best * best : least);
    }
}

/* ---- The system ------------------------------------------------------------------------------------------------- */

/* Half the cotangent of the angle at corner k, at least a little: weights then stay within 0…1 whatever the triangles. */
static double half_cotangent(const vv_form *f, const uint32_t *c, uint32_t k)
{
    vv_vec3 at = f->positions[c[k]];
    vv_vec3 u = vv_vec3_sub(f->positions[c[(k + 1) % 3]], at), w = vv_vec3_sub(f->positions[c[(k + 2) % 3]], at);
    double cosine = (double)vv_vec3_dot(u, w), sine = (double)vv_vec3_length(vv_vec3_cross(u, w));
    double half = sine > 0.0 ? 0.5 * cosine / sine : 0.0;
    return half < 0.05 ? 0.05 : half > 10.0 ? 10.0 : half;
}

/* The lower triangle by columns: in column v its diagonal and then its greater neighbours. */
static bool build_matrix(heating *h, const vvi_adjacency *a, vvi_sparse_matrix *out)
{
    uint32_t n = h->form->vertex_count, *starts = vvi_arena_take(&h->arena, (size_t)n + 1, sizeof *starts);
    uint32_t *rows = vvi_arena_take(&h->arena, (size_t)n + a->edge_count, sizeof *rows);
    double *values = vvi_arena_take(&h->arena, (size_t)n + a->edge_count, sizeof *values);
    if (!starts || !rows || !values)
        return false;
    for (uint32_t v = 0, at = 0, edge = 0; v < n; v++) {
        starts[v] = at;
        rows[at] = v;
        values[at++] = h->warmth[v];
        for (; edge < a->edge_count && a->edges[2 * (size_t)edge] == v; edge++)
            rows[at++] = a->edges[2 * (size_t)edge + 1];
        starts[v + 1] = at;
    }
    for (uint32_t e = 0; e < a->edge_count; e++) {
        uint32_t low = a->edges[2 * (size_t)e], high = a->edges[2 * (size_t)e + 1];
        double weight = 0.0;
        for (uint32_t s = 0; s < 2 && a->edge_triangles[2 * (size_t)e + s] != VV_NONE; s++) {
            const uint32_t *c = h->form->triangles + 3 * (size_t)a->edge_triangles[2 * (size_t)e + s];
            for (uint32_t k = 0; k < 3; k++)
                if (c[k] != low && c[k] != high)
                    weight += half_cotangent(h->form, c, k);
        }
        values[starts[low]] += weight;
        values[starts[high]] += weight;
        /* Edges are sorted: the e-th is the e-th entry after the diagonals of all columns up to its own. */
        values[(size_t)e + low + 1] = -weight;
    }
    *out = (vvi_sparse_matrix){n, starts, rows, values};
    return true;
}

/* Keeps the largest few. */
static void offer(uint16_t *joints, float *weights, uint16_t joint, float weight)
{
    uint32_t at = VV_SKIN3_INFLUENCES;
    while (at > 0 && weight > weights[at - 1])
        at--;
    for (uint32_t k = VV_SKIN3_INFLUENCES - 1; k > at; k--) {
        weights[k] = weights[k - 1];
        joints[k] = joints[k - 1];
    }
    if (at < VV_SKIN3_INFLUENCES) {
        weights[at] = weight;
        joints[at] = joint;
    }
}

static void tidy(uint32_t vertex_count, uint16_t *joints, float *weights)
{
    for (size_t v = 0; v < vertex_count; v++) {
        float *w = weights + VV_SKIN3_INFLUENCES * v, sum = 0.0f;
        for (uint32_t k = 0; k < VV_SKIN3_INFLUENCES; k++) {
            if (!(w[k] > (float)LEAST_WEIGHT * w[0])) {
                w[k] = 0.0f;
                joints[VV_SKIN3_INFLUENCES * v + k] = 0;
            }
            sum += w[k];
        }
        for (uint32_t k = 0; k < VV_SKIN3_INFLUENCES; k++)
            w[k] /= sum;
    }
}

static vv_result spread_heat(heating *h, const vv_skeleton *skeleton, const vvi_adjacency *adjacency, uint16_t *joints,
                             float *weights, vv_error *error)
{
    uint32_t n = h->form->vertex_count;
    vvi_sparse_matrix matrix;
    vvi_sparse_factor *factor = NULL;
    double *x = vvi_arena_take(&h->arena, n, sizeof *x);
    if (!x || !build_matrix(h, adjacency, &matrix))
        return vvi_fail_memory(error, (size_t)n * sizeof *x);
    vv_result result = vvi_sparse_prepare(&matrix, 0, NULL, h->arena.allocator, &factor, error);
    if (result == VV_OK)
        result = vvi_sparse_refactor(factor, &matrix, NULL, error);
    for (uint32_t j = 0; j < vv_skeleton_joint_count(skeleton) && result == VV_OK; j++) {
        bool any = false;
        for (uint32_t v = 0; v < n; v++) {
            double share = h->nearest[v][0] == j ? 1.0 - h->share[v] : h->nearest[v][1] == j ? h->share[v] : 0.0;
            x[v] = share * h->warmth[v];
            any = any || x[v] > 0.0;
        }
        if (!any)
            continue;
        vvi_sparse_solve(factor, 1, x);
        for (size_t v = 0; v < n; v++)
            offer(joints + VV_SKIN3_INFLUENCES * v, weights + VV_SKIN3_INFLUENCES * v, (uint16_t)j, (float)x[v]);
    }
    if (result == VV_OK)
        tidy(n, joints, weights);
    vvi_sparse_destroy(factor);
    return result;
}

static bool take_surface(heating *h)
{
    uint32_t n = h->form->vertex_count;
    h->nearest = vvi_arena_take(&h->arena, n, sizeof *h->nearest);
    h->share = vvi_arena_take(&h->arena, n, sizeof *h->share);
    h->warmth = vvi_arena_take(&h->arena, n, sizeof *h->warmth);
    h->areas = vvi_arena_take(&h->arena, n, sizeof *h->areas);
    h->normals = vvi_arena_take(&h->arena, n, sizeof *h->normals);
    return h->nearest && h->share && h->warmth && h->areas && h->normals;
}

vv_result vv_fit_skin_weights(const vv_form *form, const vv_skeleton *skeleton, const vv_allocator *allocator,
                              uint16_t *joints, float *weights, vv_error *error)
{
    vv_result result = vvi_triangles_check(form->vertex_count, form->triangle_count, form->triangles, allocator, error);
    if (result == VV_OK && !vvi_all_finite(&form->positions[0].x, 3 * (size_t)form->vertex_count))
        result = vvi_fail(error, VV_ERROR_ARGUMENT, "the form \"%s\" has a vertex that is not finite", form->name);
    if (result != VV_OK)
        return result;
    vv_mesh mesh = {
        .vertex_count = form->vertex_count, .triangle_count = form->triangle_count, .triangles = form->triangles};
    vvi_adjacency adjacency;
    result = vvi_adjacency_create(&mesh, allocator, &adjacency, error);
    if (result != VV_OK)
        return result;
    heating h = {.form = form, .arena = {.allocator = allocator}};
    if (take_surface(&h) && take_bones(skeleton, &h)) {
        measure_surface(&h);
        find_nearest(&h);
        memset(joints, 0, VV_SKIN3_INFLUENCES * (size_t)form->vertex_count * sizeof *joints);
        memset(weights, 0, VV_SKIN3_INFLUENCES * (size_t)form->vertex_count * sizeof *weights);
        result = spread_heat(&h, skeleton, &adjacency, joints, weights, error);
    } else {
        result = vvi_fail_memory(error, (size_t)form->vertex_count * sizeof(double[5]));
    }
    vvi_arena_release(&h.arena);
    vvi_adjacency_destroy(&adjacency);
    return result;
}
