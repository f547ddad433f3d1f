/* The layout of a vv_puppet, shared by the files that create, verify and run it. */
#ifndef VVI_STAGE_PUPPET_LAYOUT_H
#define VVI_STAGE_PUPPET_LAYOUT_H

#include "puppet.h"

#define PUPPET_MAGIC               0x50505656u /* "VVPP" */
#define PUPPET_VERSION             1u
#define PUPPET_MAX_CLUSTER_DOUBLES (1u << 26) /* doubles: half a gigabyte */

/* n, rounded up so that kernels may read whole vectors. */
static inline uint32_t padded(uint32_t n)
{
    return (n + (VVI_PUPPET_PADDING - 1u)) & ~(uint32_t)(VVI_PUPPET_PADDING - 1u);
}

/* The columns of the basis: three per handle, rounded up so that rows begin at multiples of 64 bytes. */
static inline uint32_t puppet_stride(uint32_t handle_count) { return (3u * handle_count + 7u) & ~7u; }

typedef struct puppet_counts {
    uint32_t vertices, triangles, boundary, edges, handles, examples;
    uint32_t clusters; /* 0: every triangle, every edge; springs: how many edges the local step evaluates */
    uint32_t elastic;  /* vv_elastic */
    uint32_t elements; /* triangles that the full kernel evaluates, or 0 */
    uint32_t rows;     /* rows of eight nodes side by side, see puppet_kernel; 0 with rotation clusters */
    /* vertices at the ends of sampled edges, where rows are of these; 0: rows are of all vertices of the drawing */
    uint32_t nodes;
    uint32_t entries;         /* pairs of a cluster and a handle that moves it */
    uint32_t cluster_doubles; /* doubles in the clusters' matrices */
    uint32_t reserved;        /* 0, so that every byte that is written, compared and hashed has a value */
    uint64_t skin_bytes, node_skin_bytes, complex_bytes;
} puppet_counts;

/* The contents of the sections are described at the pointers to them in vvi_puppet_view and puppet_kernel; padding is
 * zero. */
struct vv_puppet {
    uint32_t magic, version;
    uint64_t byte_count;
    puppet_counts counts;
    float mass, size, area, radius, spacing, reserved;
    vv_vec2 centre;
    uint64_t masses, positions, triangles, boundary, boundary_triangles, handles, weights, turns;
    uint64_t mass_matrix, mass_vector, elastic_matrix, join_matrix, rest, example_states, inertia_mask, parts;
    uint64_t row_starts, rows, springs, triangle_corners, factor, cluster_starts, cluster_handles, cluster_matrices;
    uint64_t skin, node_skin, complex;
};

#define PUPPET_BLOCK 8u
static inline uint32_t puppet_blocks(uint32_t n) { return (n + (PUPPET_BLOCK - 1u)) / PUPPET_BLOCK; }

/* The data of the local steps.
 *
 * Nodes are the vertices, or the ends of sampled edges. Eight of them stand side by side in a block. Each row of a
 * block has for each of its nodes one element that the node is part of; nodes with fewer elements than others have
 * empty entries at the end.
 * - Springs: the node at the other end, and the spring's stiffness (0: empty).
 * - Triangles: the index of the corner among all corners, corner · padded(elements) + triangle; empty: 3 ·
 *   padded(elements).
 *
 * Triangles have three corners and a factor (a, b, c) in arrays of padded(elements). With e1, e2 the sides from the
 * first corner as complex numbers, A|F|² = |a e1|² + |b e1 + c e2|².
 *
 * Clusters: S_c = Σ A tr(F F_restᵀ) (as a complex number) is bilinear in the state and the rest shape: with z the
 * columns of the handles that move the cluster, zᵀ K conj(z_rest). `cluster_matrices` holds K by columns, its rows
 * padded from three to four per handle: [3n][4n] for n handles, one cluster after the other. */
typedef struct puppet_kernel {
    const uint32_t *row_starts;           /* [blocks + 1] */
    const uint32_t (*rows)[PUPPET_BLOCK]; /* [rows] */
    const float (*springs)[PUPPET_BLOCK]; /* [rows] */
    const uint32_t *corners;              /* [3][padded(elements)] */
    const float *factor;                  /* [3][padded(elements)] */
    const uint32_t *cluster_starts;       /* [clusters + 1] into cluster_handles */
    const uint32_t *cluster_handles;      /* [entries] ascending inside a cluster */
    const double *cluster_matrices;
} puppet_kernel;

/* Every offset follows from the counts; mass, size and the other measures are left 0. */
vv_puppet vvi_puppet_layout(const puppet_counts *counts);
puppet_kernel vvi_puppet_kernel_of(const vv_puppet *puppet);

/* For a puppet whose counts, indices and parts are verified: whether masses, measures and matrices are those of its
 * drawing (verify_numbers.c). */
bool vvi_puppet_numbers_are_consistent(const vvi_puppet_view *puppet);

/* The transforms of a state for a skin about the drawing's centre: `move` is subtracted, and metres are divided by
 * `unit`. */
void vvi_puppet_skin_pose(const vvi_puppet_view *puppet, const double *c, const double move[2], double unit,
                          vv_affine *pose);
/* Converts sums Σ w f ⊗ (r, 1) of a skin to columns about the pivots: out[2][stride] += scale · sums. */
void vvi_puppet_add_skin_sums(const vvi_puppet_view *puppet, double (*sums)[6], double scale, double *out);

#endif
