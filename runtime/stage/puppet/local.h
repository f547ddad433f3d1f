/* The kernels of the local step and their working data. */
#ifndef VVI_STAGE_PUPPET_LOCAL_H
#define VVI_STAGE_PUPPET_LOCAL_H

#include "layout.h"

/* The caller's scratch, opened. Full kernels measure lengths in mean edges. */
typedef struct local_work {
    const vvi_puppet_view *puppet;
    puppet_kernel kernel;
    vvi_width width;
    uint32_t node_count, element_count, row_count, cluster_count;
    const vv_skin *skin;   /* of the nodes */
    vv_vec2 *x, *pulls;    /* [node_count] */
    vv_vec2 *corner_pulls; /* [3][padded(element_count)] and one more that stays zero */
    /* triangles [4][padded(element_count)]: e1.x, e1.y, e2.x, e2.y at rest; springs [row_count][PUPPET_BLOCK]:
     * length */
    float *rest;
    double *rest_products; /* [entries][2][4] clusters: K z_rest for each cluster's handles */
    double *sums;          /* [2][clusters_padded(cluster_count)] clusters: S, then their rotations */
    double *energy;        /* [1] clusters: ½ z_rest L̃ z_rest */
} local_work;

static inline uint32_t clusters_padded(uint32_t n) { return (n + 3u) & ~3u; }

/* 0: the local step works on triangles or edges. */
static inline uint32_t rotation_cluster_count(const vvi_puppet_view *puppet)
{
    return puppet->puppet->counts.rows > 0 ? 0 : puppet->puppet->counts.clusters;
}

local_work vvi_local_open(const vvi_puppet_view *puppet, void *scratch, vvi_width width);

/* Prepare the rest shape, whose nodes are in w->x. */
void vvi_local_rest_triangles(const local_work *w);
void vvi_local_rest_springs(const local_work *w);
/* Compute w->pulls from the nodes in w->x. Return the energy. */
double vvi_local_triangles(const local_work *w);
double vvi_local_springs(const local_work *w);

void vvi_local_rest_clusters(const local_work *w, const double *rest);
double vvi_local_clusters(const local_work *w, const double *c, double *pull);

/* The local step for a caller who has products of sparse matrices at hand. With clusters: returns Σ |S|; the energy is
 * ½ cᵀ L c + ½ restᵀ L rest − Σ |S|, of which vvi_local_rest_energy is the second term. Without: returns the energy,
 * from `Mc`, M̃ c. */
double vvi_local_cluster_step(const vvi_puppet_view *puppet, const double *c, double *pull, void *scratch);
double vvi_local_rest_energy(const vvi_puppet_view *puppet, void *scratch);
double vvi_local_element_step(const vvi_puppet_view *puppet, const double *c, const double *Mc, double *pull,
                              void *scratch);
/* For the rest shape that was set last, rotated nowhere: S of each cluster, in lengths[cluster_count], and the
 * derivative of its imaginary part, in rows[cluster_count][2][stride]. */
void vvi_local_cluster_moments(const vvi_puppet_view *puppet, const double *rest, void *scratch, double *rows,
                               double *lengths);

#endif
