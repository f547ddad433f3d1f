/* The layout of a vv_poser, for the files of this room.
 *
 * In two dimensions posing is complex linear algebra with a real matrix. Handle j has three unknowns, written as the
 * complex numbers z[3j] = ℓ_j·(L_xx + i·L_yx), z[3j+1] = ℓ_j·(L_xy + i·L_yy) and z[3j+2] = the new position of
 * its pivot; ℓ_j is a length (a power of two, so that scaling is exact) that makes all three metres. With ρ_c = cos
 * + i·sin the rotation of cluster c,
 *
 *     E(z, ρ) = constant + ½ zᴴ K z − Re Σ_c conj(ρ_c) s_c,     s_c = Σ_k β_ck z_k
 *
 * is the as-rigid-as-possible energy ½ Σ_t A_t |F_t − R_c(t)|² of the triangles, least for ρ_c = s_c / |s_c|. */
#ifndef VVI_RIG_POSER_H
#define VVI_RIG_POSER_H

#include "rig.h"

#define POSER_MAGIC   0x53505656u /* "VVPS" */
#define POSER_VERSION 1u

struct vv_poser {
    uint32_t magic, version;
    uint64_t byte_count;
    uint32_t vertex_count, triangle_count, handle_count, cluster_count;
    double constant;    /* of the energy: the total area, and the same of the regularisation */
    uint64_t positions; /* vv_vec2[vertex_count] */
    uint64_t triangles; /* uint32_t[3 · triangle_count] */
    uint64_t clusters;  /* uint32_t[triangle_count] */
    uint64_t weights;   /* float[vertex_count · handle_count], rows sum to 1 */
    uint64_t pivots;    /* vv_vec2[handle_count] */
    uint64_t lengths;   /* double[handle_count]: ℓ */
    uint64_t parts;     /* uint32_t[handle_count]: handles that move a common component of the mesh are of one part */
    uint64_t K;         /* double[3·handle_count][unknown_stride] */
    uint64_t B;         /* double[3·handle_count][2][cluster_stride]: real parts of β, then imaginary parts */
    uint64_t reserved[2];
};

/* The length of a row padded with zeros to whole registers. */
static inline uint32_t padded(uint32_t count) { return (count + 3u) & ~3u; }

/* The same sections as pointers. */
typedef struct poser_view {
    uint32_t n, n_stride; /* unknowns, 3·handle_count */
    uint32_t c, c_stride; /* clusters */
    const vv_vec2 *positions, *pivots;
    const uint32_t *triangles, *clusters, *parts;
    const float *weights;
    const double *lengths, *K, *B;
} poser_view;

/* The header: all of it but the constant follows from four counts. */
vv_poser vvi_poser_layout(uint32_t vertices, uint32_t triangles, uint32_t handles, uint32_t clusters);
poser_view vvi_poser_open(const vv_poser *poser);

/* Disjoint sets (union–find): parent[i] ≤ i leads to the smallest member. */
static inline uint32_t set_root(uint32_t *parent, uint32_t i)
{
    while (parent[i] != i)
        i = parent[i] = parent[parent[i]];
    return i;
}

static inline void set_join(uint32_t *parent, uint32_t a, uint32_t b)
{
    uint32_t ra = set_root(parent, a), rb = set_root(parent, b);
    if (ra < rb)
        parent[rb] = ra;
    else
        parent[ra] = rb;
}

#endif
