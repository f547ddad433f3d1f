/* The steps of making a puppet, one a file: matrices.c, joins.c, elements.c, sample.c, clusters.c; create.c calls them. */
#ifndef VVI_STAGE_PUPPET_PREPARE_H
#define VVI_STAGE_PUPPET_PREPARE_H

#include "layout.h"
#include "runtime/stage/drawing.h"

/* What is being made, and what it is made from. Everything here dies with `arena`. */
typedef struct making {
    const vv_puppet_def *def;
    vvi_drawing drawing;
    const vv_allocator *allocator;
    vvi_arena arena;
    vvi_adjacency adjacency;
    float area, spacing, size;
    uint32_t columns, stride;
    double mass, centre[2];
    double *masses;      /* [vertex_count] */
    double *areas;       /* [triangle_count] at rest */
    double *stiffness;   /* [triangle_count] area times the layer's stiffness factor */
    float *weights;      /* [vertex_count · handle_count] normalised */
    double *moved;       /* [handle_count] Σ m |w|: how much each handle moves, kilograms */
    vvi_pin_place *pins; /* [pin_count] */
    vv_skin *skin, *node_skin;
    vv_complex *complex; /* NULL: the def's */

    /* elements.c, sample.c: what the full kernels go over */
    uint32_t element_count, node_count, row_count;
    uint32_t *nodes;      /* [node_count] their vertices; NULL: all of the drawing's */
    uint32_t *elements;   /* [element_count · 3 or 2] vertices of triangles, or of springs */
    double (*metric)[3];  /* [element_count] triangles: factor; springs: stiffness, 0, 0 */
    uint32_t *places;     /* [vertex_count] the node of each vertex; NULL: the same */
    uint32_t *row_starts; /* [blocks + 1] */
    /* clusters.c */
    uint32_t cluster_count, entry_count, fold_count;
    uint32_t *clusters;        /* [triangle_count] */
    uint32_t *cluster_starts;  /* [cluster_count + 1] */
    uint32_t *cluster_handles; /* [entry_count] */
    uint32_t *fold_starts;     /* [cluster_count + 1] */
} making;

/* A row over the columns of handle space: where a point of the drawing goes is row · c. */
void vvi_puppet_row(const making *m, uint32_t vertex, double scale, double *row);
/* The gradients of the basis in a triangle (see vvi_basis_gradients), and where one end of an edge is from the other. */
uint32_t vvi_puppet_gradients(const making *m, uint32_t triangle, double (*gradients)[2], uint32_t *columns);
void vvi_puppet_edge_row(const making *m, const uint32_t ends[2], double *row);
/* matrix += weight · row rowᵀ, where the row is not zero. */
void vvi_puppet_add_square(const making *m, double weight, const double *row, double *matrix);

/* Each false, or VV_ERROR_MEMORY: no memory. */
vv_result vvi_puppet_find_elements(making *m, vv_error *error);
vv_result vvi_puppet_find_clusters(making *m, vv_error *error);
void vvi_puppet_fill_masses(const making *m, vv_puppet *puppet);
void vvi_puppet_fill_elastic(const making *m, vv_puppet *puppet);
bool vvi_puppet_fill_joins(making *m, vv_puppet *puppet);
bool vvi_puppet_fill_elements(making *m, vv_puppet *puppet);
/* Fewer springs in place of all, and their nodes. */
bool vvi_puppet_sample_springs(making *m);
void vvi_puppet_fill_clusters(const making *m, vv_puppet *puppet);

#endif
