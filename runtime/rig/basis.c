/* A drawing is a linear function of its handles' transforms. Here are the gradients of that basis, from which every
 * energy of triangles is built. */
#include "rig.h"

#include <string.h>

/* The gradients of the hat functions of the three corners. */
static void hat_gradients(const vv_mesh *mesh, uint32_t t, double gradient[3][2])
{
    const uint32_t *corner = mesh->triangles + 3 * (size_t)t;
    double x[3], y[3];
    for (uint32_t c = 0; c < 3; c++) {
        x[c] = (double)mesh->positions[corner[c]].x;
        y[c] = (double)mesh->positions[corner[c]].y;
    }
    double doubled = (x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0]);
    for (uint32_t c = 0; c < 3; c++) {
        uint32_t p = (c + 1) % 3, q = (c + 2) % 3;
        gradient[c][0] = (y[p] - y[q]) / doubled;
        gradient[c][1] = (x[q] - x[p]) / doubled;
    }
}

uint32_t vvi_basis_gradients(const vv_mesh *mesh, uint32_t triangle, uint32_t handle_count, const vv_handle *handles,
                             const float *weights, double (*gradients)[2], uint32_t *columns)
{
    const uint32_t *corner = mesh->triangles + 3 * (size_t)triangle;
    uint32_t rows = 0;
    double hat[3][2];
    hat_gradients(mesh, triangle, hat);
    for (uint32_t j = 0; j < handle_count; j++) {
        double sum[3][2] = {{0.0}};
        bool used = false;
        for (uint32_t c = 0; c < 3; c++) {
            double w = (double)weights[(size_t)corner[c] * handle_count + j];
            vv_vec2 r = mesh->positions[corner[c]], p = handles[j].from;
            double phi[3] = {w * ((double)r.x - (double)p.x), w * ((double)r.y - (double)p.y), w};
            used = used || w != 0.0;
            for (uint32_t k = 0; k < 3; k++) {
                sum[k][0] += phi[k] * hat[c][0];
                sum[k][1] += phi[k] * hat[c][1];
            }
        }
        for (uint32_t k = 0; k < 3 && used; k++, rows++) {
            columns[rows] = 3 * j + k;
            memcpy(gradients[rows], sum[k], sizeof sum[k]);
        }
    }
    return rows;
}
