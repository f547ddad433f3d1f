/* The few loops that posing spends its time in, over complex numbers stored as a row of real parts and a row of
 * imaginary parts. Strides and counts are multiples of four; what lies beyond the actual length is zero. */
#ifndef VVI_RIG_KERNELS_H
#define VVI_RIG_KERNELS_H

#include "rig.h"

typedef struct rig_kernels {
    /* out = start + M x with complex M by columns: M[columns][2][stride], x[2][x_stride], start and out[2][stride]. */
    void (*complex_apply)(uint32_t stride, uint32_t columns, const double *M, const double *x, uint32_t x_stride,
                          const double *start, double *out);
    /* out = M x with real symmetric M[columns][stride]; x and out[2][stride]. */
    void (*real_apply)(uint32_t stride, uint32_t columns, const double *M, const double *x, double *out);
    double (*dot)(uint32_t count, const double *a, const double *b);
    void (*add_scaled)(uint32_t count, double *a, double scale, const double *b);    /* a += scale · b */
    void (*subtract)(uint32_t count, const double *a, const double *b, double *out); /* out = a − b */
    /* out[c] = |s_c| for complex s[2][stride]; returns their sum. */
    double (*lengths)(uint32_t stride, const double *s, double *out);
    /* directions[c] = s_c / |s_c|; a number too short to have a direction keeps its previous one. */
    void (*directions)(uint32_t stride, const double *s, const double *lengths, double *directions);
} rig_kernels;

const rig_kernels *vvi_rig_kernels(vvi_width width);

#endif
