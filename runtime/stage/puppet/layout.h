/* The layout of a vv_puppet, seen by the files of this room that make it, check it and run over it. */
#ifndef VVI_STAGE_PUPPET_LAYOUT_H
#define VVI_STAGE_PUPPET_LAYOUT_H

#include "puppet.h"

#define PUPPET_MAGIC     0x50505656u /* "VVPP" */
#define PUPPET_VERSION   1u
#define PUPPET_MAX_FOLDS (1u << 26) /* doubles: half a gigabyte */

/* n, rounded up so that kernels may read whole vectors. */
static inline uint32_t padded(uint32_t n)
{
    return (n + (VVI_PUPPET_PADDING - 1u)) & ~(uint32_t)(VVI_PUPPET_PADDING - 1u);
}

/* The columns of the basis: three a handle, rounded up so that rows begin at multiples of 64 bytes. */
static inline uint32_t puppet_stride(uint32_t handle_count) { return (3u * handle_count + 7u) & ~7u; }

typedef struct puppet_counts {
    uint32_t vertices, triangles, boundary, edges, handles, examples;
    uint32_t clusters; /* 0: every triangle, every edge; springs: how many edges are looked at */
    uint32_t elastic;  /* vv_elastic */
    uint32_t elements; /* triangles that the full kernel goes over, or 0 */
    uint32_t rows;     /* of eight nodes beside each other, see puppet_kernel; 0 with rotation clusters */
    uint32_t nodes;    /* the vertices that rows are of, where they are not the drawing's own: ends of sampled edges */
    uint32_t entries;  /* pairs of a cluster and a handle that moves it */
    uint32_t folds;    /* doubles in the clusters' matrices */
    uint32_t reserved; /* 0, so that every byte that is written, compared and hashed has a value */
    uint64_t skin_bytes, node_skin_bytes, complex_bytes;
} puppet_counts;

/* What the sections hold stands beside the pointers to them in vvi_puppet_view and puppet_kernel; what is padded is padded
 * with zeros. */
struct vv_puppet {
    uint32_t magic, version;
    uint64_t byte_count;
    puppet_counts counts;
    float mass, size, area, radius, spacing, reserved;
    vv_vec2 centre;
    uint64_t masses, positions, triangles, boundary, boundary_triangles, handles, weights, turns;
    uint64_t mass_matrix, mass_vector, elastic_matrix, join_matrix, rest, corners, carry, parts;
    uint64_t row_starts, rows, springs, triangle_corners, factor, cluster_starts, cluster_handles, folds;
    uint64_t skin, node_skin, complex;
};

#define PUPPET_BLOCK 8u
static inline uint32_t puppet_blocks(uint32_t n) { return (n + (PUPPET_BLOCK - 1u)) / PUPPET_BLOCK; }

/* What the local steps look at.
 *
 * Nodes are the vertices, or those at which a sampled edge ends. Eight stand beside each other in a block; row after row has,
 * for each, one of the things it is part of. Nodes with fewer than others have empty ones at the end.
 *  - Springs: the node at the other end, and the spring's stiffness (0: empty).
 *  - Triangles: which of all corners it is: corner · padded(elements) + triangle; empty: 3 · padded(elements).
 *
 * Triangles have three corners and a factor (a, b, c) in arrays of padded(elements). With e1, e2 the sides from the first
 * corner as complex numbers, A|F|² = |a e1|² + |b e1 + c e2|².
 *
 * Clusters: S_c = Σ A tr(F F_restᵀ) (as a complex number) is bilinear in the state and the rest shape: with z the columns of
 * the handles that move the cluster, zᵀ K conj(z_rest). `folds` has K by columns, rows padded from three to four a handle:
 * [3n][4n] for n handles, one cluster after the other. */
typedef struct puppet_kernel {
    const uint32_t *row_starts;           /* [blocks + 1] */
    const uint32_t (*rows)[PUPPET_BLOCK]; /* [rows] */
    const float (*springs)[PUPPET_BLOCK]; /* [rows] */
    const uint32_t *corners;              /* [3][padded(elements)] */
    const float *factor;                  /* [3][padded(elements)] */
    const uint32_t *cluster_starts;       /* [clusters + 1] into cluster_handles */
    const uint32_t *cluster_handles;      /* [entries] ascending inside a cluster */
    const double *folds;
} puppet_kernel;

/* Every offset follows from the counts; the measures are left 0. */
vv_puppet vvi_puppet_layout(const puppet_counts *counts);
puppet_kernel vvi_puppet_kernel_of(const vv_puppet *puppet);

/* Of a puppet whose counts, indices and parts are verified: whether masses, measures and matrices are those of its drawing
 * (verify_numbers.c). */
bool vvi_puppet_numbers_follow(const vvi_puppet_view *puppet);

/* The transforms of a state for a skin about the drawing's centre: metres are divided by `unit`, `move` is taken off. */
void vvi_puppet_skin_pose(const vvi_puppet_view *puppet, const double *c, const double move[2], double unit,
                          vv_affine *pose);
/* Σ w f ⊗ (r, 1) of a skin as columns about the pivots: out[2][stride] += scale · sums. */
void vvi_puppet_add_sums(const vvi_puppet_view *puppet, double (*sums)[6], double scale, double *out);

#endif
