/* Skin weights by bone heat (Baran and Popović 2007, "Automatic rigging and animation of 3D characters"): each vertex
 * is heated by the nearest bone, and the heat diffuses over the surface, −Δw + H w = H p. One factorisation serves
 * all joints. */
#include "author/fit/fit.h"

#include "author/base/path.h"

#include "runtime/base/sparse.h"
#include "runtime/mesh/mesh.h"

#include <string.h>

#define HEAT_STRENGTH  1.0 /* heat conductance of a bone at unit distance */
#define OUTSIDE_FACTOR 3.0 /* factor on the distance of a bone that is on the outer side of the surface */
/* a second bone that is further away by up to this share of the nearest distance also heats the vertex */
#define BLEND_RANGE  0.1
#define LEAST_WEIGHT 0.02 /* of the largest; smaller weights are dropped */

/* A source of heat: from a joint to one of its children, or a little beyond a joint without children. */
typedef struct bone {
    uint32_t joint;
    double from[3], to[3];
} bone;

typedef struct bone_heat {
    const vv_form *form;
    uint32_t bone_count;
    bone *bones;
    uint32_t (*nearest)[2]; /* [vertex_count] the joints that heat it */
    double *share;          /* [vertex_count] share of the second of them, 0…½ */
    double *strength;       /* [vertex_count] area · H */
    double *areas;          /* [vertex_count] a third of the area of the triangles around it */
    vv_vec3 *normals;       /* [vertex_count] not of unit length */
    vvi_arena arena;
} bone_heat;

/* ---- Bones ----------------------------------------------------------------------------------------------------- */

static void set_point(double out[3], vv_vec3 p)
{
    out[0] = (double)p.x;
    out[1] = (double)p.y;
    out[2] = (double)p.z;
}

/* Makes a bone for every joint with a parent, moved by that parent. The last joint of a limb gets a bone that extends
 * the limb by a third, unless it is an end joint. */
static bool collect_bones(const vv_skeleton *skeleton, bone_heat *h)
{
    uint32_t n = vv_skeleton_joint_count(skeleton);
    vv_affine3 *globals = vvi_arena_allocate(&h->arena, n, sizeof *globals);
    vv_quat *turns = vvi_arena_allocate(&h->arena, n, sizeof *turns);
    vv_vec3 *moves = vvi_arena_allocate(&h->arena, n, sizeof *moves);
    uint32_t *children = vvi_arena_allocate(&h->arena, n, sizeof *children);
    h->bones = vvi_arena_allocate(&h->arena, 2 * (size_t)n, sizeof *h->bones);
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
        set_point(b->from, globals[joint.parent].translation);
        set_point(b->to, globals[j].translation);
    }
    for (uint32_t j = 0; j < n; j++) {
        vv_joint joint = vv_skeleton_joint(skeleton, j);
        if (children[j] > 0 || (joint.parent != VV_NONE && vv_text_has_ending(joint.name, " end")))
            continue;
        bone *b = &h->bones[h->bone_count++];
        b->joint = j;
        set_point(b->from, globals[j].translation);
        vv_vec3 parent_position = joint.parent == VV_NONE ? globals[j].translation : globals[joint.parent].translation;
        vv_vec3 extension = vv_vec3_scale(vv_vec3_sub(globals[j].translation, parent_position), 0.33f);
        set_point(b->to, vv_vec3_add(globals[j].translation, extension));
    }
    return true;
}

/* The vector from p to the nearest point of a bone. */
static void nearest_point_offset(const bone *b, const double p[3], double out[3])
{
    double length = 0.0, along = 0.0;
    for (int k = 0; k < 3; k++) {
        double d = b->to[k] - b->from[k];
        length += d * d;
        along += d * (p[k] - b->from[k]);
    }
    double t = length > 0.0 ? along / length : 0.0;
    t = vvi_clamp_double(t, 0.0, 1.0);
    for (int k = 0; k < 3; k++)
        out[k] = b->from[k] + t * (b->to[k] - b->from[k]) - p[k];
}

/* The distance to a bone. Bones on the outer side of the surface, such as those of another limb, count as further
 * away. */
static double distance_to(const bone *b, const double p[3], vv_vec3 normal)
{
    double offset[3];
    nearest_point_offset(b, p, offset);
    double outwards = offset[0] * (double)normal.x + offset[1] * (double)normal.y + offset[2] * (double)normal.z;
    return sqrt(offset[0] * offset[0] + offset[1] * offset[1] + offset[2] * offset[2]) *
           (outwards > 0.0 ? OUTSIDE_FACTOR : 1.0);
}

static void measure_surface(bone_heat *h)
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

/* Finds the nearest bone, and the nearest one of another joint: a vertex about midway between them is heated by
 * both. */
static double find_nearest_bones(bone_heat *h, uint32_t v)
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
    double excess = best > 0.0 && next < INFINITY ? (next - best) / (BLEND_RANGE * best) : next > best ? 1.0 : 0.0;
    h->share[v] = excess < 1.0 ? 0.5 * (1.0 - excess) : 0.0;
    return best;
}

static void find_nearest(bone_heat *h)
{
    double all = 0.0, least;
    for (uint32_t v = 0; v < h->form->vertex_count; v++)
        all += h->areas[v];
    least = all > 0.0 ? 1e-6 * all : 1.0; /* for zero distances, and vertices without triangles */
    for (uint32_t v = 0; v < h->form->vertex_count; v++) {
        double best = find_nearest_bones(h, v);
        h->areas[v] = h->areas[v] > 0.0 ? h->areas[v] : least;
        h->strength[v] = h->areas[v] * HEAT_STRENGTH / (best * best > least ? best * best : least);
    }
}

/* ---- The system ------------------------------------------------------------------------------------------------ */

/* Half the cotangent of the angle at corner k, bounded below by a positive number so that weights stay within 0…1 for
 * all triangles. */
static double half_cotangent(const vv_form *f, const uint32_t *c, uint32_t k)
{
    vv_vec3 at = f->positions[c[k]];
    vv_vec3 u = vv_vec3_sub(f->positions[c[(k + 1) % 3]], at), w = vv_vec3_sub(f->positions[c[(k + 2) % 3]], at);
    double cosine = (double)vv_vec3_dot(u, w), sine = (double)vv_vec3_length(vv_vec3_cross(u, w));
    double half = sine > 0.0 ? 0.5 * cosine / sine : 0.0;
    return half < 0.05 ? 0.05 : half > 10.0 ? 10.0 : half;
}

/* Builds the lower triangle by columns: column v has its diagonal, then v's neighbours with larger indices. */
static bool build_matrix(bone_heat *h, const vvi_adjacency *a, vvi_sparse_matrix *out)
{
    uint32_t n = h->form->vertex_count, *starts = vvi_arena_allocate(&h->arena, (size_t)n + 1, sizeof *starts);
    uint32_t *rows = vvi_arena_allocate(&h->arena, (size_t)n + a->edge_count, sizeof *rows);
    double *values = vvi_arena_allocate(&h->arena, (size_t)n + a->edge_count, sizeof *values);
    if (!starts || !rows || !values)
        return false;
    for (uint32_t v = 0, at = 0, edge = 0; v < n; v++) {
        starts[v] = at;
        rows[at] = v;
        values[at++] = h->strength[v];
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
        /* Edges are sorted, so edge e is entry e after the diagonals of all columns up to its own. */
        values[(size_t)e + low + 1] = -weight;
    }
    *out = (vvi_sparse_matrix){n, starts, rows, values};
    return true;
}

/* Inserts a weight into the sorted list of the largest VV_SKIN3_INFLUENCES. */
static void insert_influence(uint16_t *joints, float *weights, uint16_t joint, float weight)
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

static void normalise_influences(uint32_t vertex_count, uint16_t *joints, float *weights)
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

static vv_result solve_heat(bone_heat *h, const vv_skeleton *skeleton, const vvi_adjacency *adjacency, uint16_t *joints,
                            float *weights, vv_error *error)
{
    uint32_t n = h->form->vertex_count;
    vvi_sparse_matrix matrix;
    vvi_sparse_factor *factor = NULL;
    double *x = vvi_arena_allocate(&h->arena, n, sizeof *x);
    if (!x || !build_matrix(h, adjacency, &matrix))
        return vvi_fail_memory(error, (size_t)n * sizeof *x);
    vv_result result = vvi_sparse_prepare(&matrix, 0, NULL, h->arena.allocator, &factor, error);
    if (result == VV_OK)
        result = vvi_sparse_refactor(factor, &matrix, NULL, error);
    for (uint32_t j = 0; j < vv_skeleton_joint_count(skeleton) && result == VV_OK; j++) {
        bool has_source = false;
        for (uint32_t v = 0; v < n; v++) {
            double share = h->nearest[v][0] == j ? 1.0 - h->share[v] : h->nearest[v][1] == j ? h->share[v] : 0.0;
            x[v] = share * h->strength[v];
            has_source = has_source || x[v] > 0.0;
        }
        if (!has_source)
            continue;
        vvi_sparse_solve(factor, 1, x);
        for (size_t v = 0; v < n; v++)
            insert_influence(joints + VV_SKIN3_INFLUENCES * v, weights + VV_SKIN3_INFLUENCES * v, (uint16_t)j,
                             (float)x[v]);
    }
    if (result == VV_OK)
        normalise_influences(n, joints, weights);
    vvi_sparse_destroy(factor);
    return result;
}

static bool allocate_surface(bone_heat *h)
{
    uint32_t n = h->form->vertex_count;
    h->nearest = vvi_arena_allocate(&h->arena, n, sizeof *h->nearest);
    h->share = vvi_arena_allocate(&h->arena, n, sizeof *h->share);
    h->strength = vvi_arena_allocate(&h->arena, n, sizeof *h->strength);
    h->areas = vvi_arena_allocate(&h->arena, n, sizeof *h->areas);
    h->normals = vvi_arena_allocate(&h->arena, n, sizeof *h->normals);
    return h->nearest && h->share && h->strength && h->areas && h->normals;
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
    bone_heat h = {.form = form, .arena = {.allocator = allocator}};
    if (allocate_surface(&h) && collect_bones(skeleton, &h)) {
        measure_surface(&h);
        find_nearest(&h);
        memset(joints, 0, VV_SKIN3_INFLUENCES * (size_t)form->vertex_count * sizeof *joints);
        memset(weights, 0, VV_SKIN3_INFLUENCES * (size_t)form->vertex_count * sizeof *weights);
        result = solve_heat(&h, skeleton, &adjacency, joints, weights, error);
    } else {
        result = vvi_fail_memory(error, (size_t)form->vertex_count * sizeof(double[5]));
    }
    vvi_arena_release(&h.arena);
    vvi_adjacency_destroy(&adjacency);
    return result;
}
