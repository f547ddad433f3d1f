/* The loops of sparse.c for one width. Included once per width with LANES, VECTOR, TARGET and NAME(function) defined,
 * so it has no include guard. Every lane does the same in the same order, whatever the width. */

#define PARTS (4u / LANES)

/* sums[2][PARTS] += B · (x, y) with three numbers each. */
TARGET static inline __attribute__((always_inline)) void NAME(add_product)(const block *B, const double *x,
                                                                           const double *y, VECTOR sums[2][PARTS])
{
#pragma GCC unroll 3
    for (uint32_t k = 0; k < 3; k++)
#pragma GCC unroll 4
        for (uint32_t part = 0; part < PARTS; part++) {
            VECTOR a = *(const VECTOR *)(B->column[k] + part * LANES);
            sums[0][part] += a * x[k];
            sums[1][part] += a * y[k];
        }
}

TARGET static void NAME(apply)(const block_pattern *pattern, uint32_t stride, const block *A, const double *c,
                               double *out)
{
    for (uint32_t i = 0; i < pattern->count; i++) {
        VECTOR sums[2][PARTS];
        double result[2][4];
        memset(sums, 0, sizeof sums);
        for (uint32_t e = pattern->row_starts[i], end = pattern->row_starts[i + 1]; e < end; e++) {
            const double *x = c + 3 * (size_t)pattern->columns[e];
            NAME(add_product)(&A[e], x, x + stride, sums);
        }
        memcpy(result, sums, sizeof result);
        memcpy(out + 3 * (size_t)i, result[0], 3 * sizeof(double));
        memcpy(out + stride + 3 * (size_t)i, result[1], 3 * sizeof(double));
    }
}

/* out = A·Cᵀ for a lower triangle C, the inverse of a pivot's factor. */
TARGET static inline void NAME(scale_by_pivot)(const block *C, block *A)
{
    for (uint32_t part = 0; part < PARTS; part++) {
        VECTOR a0 = *(const VECTOR *)(A->column[0] + part * LANES), a1 = *(const VECTOR *)(A->column[1] + part * LANES),
               a2 = *(const VECTOR *)(A->column[2] + part * LANES);
        *(VECTOR *)(A->column[0] + part * LANES) = a0 * C->column[0][0];
        *(VECTOR *)(A->column[1] + part * LANES) = a0 * C->column[0][1] + a1 * C->column[1][1];
        *(VECTOR *)(A->column[2] + part * LANES) = a0 * C->column[0][2] + a1 * C->column[1][2] + a2 * C->column[2][2];
    }
}

/* A −= L Rᵀ */
TARGET static inline void NAME(subtract_outer)(const block *L, const block *R, block *A)
{
#pragma GCC unroll 3
    for (uint32_t column = 0; column < 3; column++)
#pragma GCC unroll 4
        for (uint32_t part = 0; part < PARTS; part++) {
            VECTOR sum = *(const VECTOR *)(A->column[column] + part * LANES);
#pragma GCC unroll 3
            for (uint32_t k = 0; k < 3; k++)
                sum -= *(const VECTOR *)(L->column[k] + part * LANES) * R->column[k][column];
            *(VECTOR *)(A->column[column] + part * LANES) = sum;
        }
}

/* Finishes column k of the factor, and subtracts it from the columns after it. The rows of column k below row p are
 * among those of column p. */
TARGET static void NAME(eliminate)(const block_pattern *pattern, uint32_t k, block *pivots, block *below)
{
    const uint32_t *rows = pattern->fill_rows, *starts = pattern->fill_starts;
    for (uint32_t e = starts[k]; e < starts[k + 1]; e++)
        NAME(scale_by_pivot)(&pivots[k], &below[e]);
    for (uint32_t e = starts[k]; e < starts[k + 1]; e++) {
        uint32_t at = starts[rows[e]];
        NAME(subtract_outer)(&below[e], &below[e], &pivots[rows[e]]);
        for (uint32_t f = e + 1; f < starts[k + 1]; f++) {
            while (rows[at] != rows[f])
                at++;
            NAME(subtract_outer)(&below[f], &below[e], &below[at]);
        }
    }
}

/* x = C x for the inverse C of a pivot's factor. */
TARGET static inline void NAME(apply_pivot)(const block *C, node *x)
{
    VECTOR sums[2][PARTS];
    memset(sums, 0, sizeof sums);
    NAME(add_product)(C, x->x, x->y, sums);
    memcpy(x, sums, sizeof *x);
}

/* x = Cᵀ (x − Σ Bᵀ other): lane by lane, then the lanes' sum. */
TARGET static inline void NAME(apply_transposed)(const block_pattern *pattern, const block_factor *factor, uint32_t k,
                                                 node *all)
{
    VECTOR sums[6][PARTS];
    double lanes[6][4], x[3], y[3];
    memset(sums, 0, sizeof sums);
    for (uint32_t e = pattern->fill_starts[k], end = pattern->fill_starts[k + 1]; e < end; e++) {
        const node *other = &all[pattern->fill_rows[e]];
#pragma GCC unroll 3
        for (uint32_t c = 0; c < 3; c++)
#pragma GCC unroll 4
            for (uint32_t part = 0; part < PARTS; part++) {
                VECTOR a = *(const VECTOR *)(factor->below[e].column[c] + part * LANES);
                sums[c][part] += a * *(const VECTOR *)(other->x + part * LANES);
                sums[3 + c][part] += a * *(const VECTOR *)(other->y + part * LANES);
            }
    }
    memcpy(lanes, sums, sizeof lanes);
    for (uint32_t c = 0; c < 3; c++) {
        x[c] = all[k].x[c] - ((lanes[c][0] + lanes[c][2]) + lanes[c][1]);
        y[c] = all[k].y[c] - ((lanes[3 + c][0] + lanes[3 + c][2]) + lanes[3 + c][1]);
    }
    const block *C = &factor->pivots[k];
    for (uint32_t c = 0; c < 3; c++) {
        all[k].x[c] = C->column[c][0] * x[0] + C->column[c][1] * x[1] + C->column[c][2] * x[2];
        all[k].y[c] = C->column[c][0] * y[0] + C->column[c][1] * y[1] + C->column[c][2] * y[2];
    }
}

TARGET static void NAME(solve)(const block_pattern *pattern, const block_factor *factor, node *x)
{
    for (uint32_t k = 0; k < pattern->count; k++) {
        double negated[2][3];
        NAME(apply_pivot)(&factor->pivots[k], &x[k]);
        for (uint32_t c = 0; c < 3; c++) {
            negated[0][c] = -x[k].x[c];
            negated[1][c] = -x[k].y[c];
        }
        for (uint32_t e = pattern->fill_starts[k], end = pattern->fill_starts[k + 1]; e < end; e++) {
            node *other = &x[pattern->fill_rows[e]];
            VECTOR sums[2][PARTS];
            memcpy(sums, other, sizeof sums);
            NAME(add_product)(&factor->below[e], negated[0], negated[1], sums);
            memcpy(other, sums, sizeof *other);
        }
    }
    for (uint32_t k = pattern->count; k-- > 0;)
        NAME(apply_transposed)(pattern, factor, k, x);
}

#undef PARTS
