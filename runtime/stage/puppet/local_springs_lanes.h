/* The loop of local_springs.c for one width. Included once per width with LANES, VECTOR, TARGET and NAME(function)
 * defined, so it has no include guard. Each node adds its own springs in order, so every width gives the same bits. */

/* The pull on nodes i…, whose springs are the lanes from `lane` on of rows first…end; returns the energies. */
TARGET static inline __attribute__((always_inline)) VECTOR NAME(pull_nodes)(const springs *s, uint32_t i, uint32_t lane,
                                                                            uint32_t first, uint32_t end)
{
    VECTOR none = {0.0f}, small = none + SHORT, px = none, py = none, energy = none, ax, ay;
    NAME(load_pairs)(s->x + i, &ax, &ay);
    for (uint32_t r = first; r < end; r++) {
        VECTOR x, y;
        NAME(load_points)(s->x, s->rows[r] + lane, &x, &y);
        VECTOR k = *(const VECTOR *)(s->stiffness[r] + lane), rest = *(const VECTOR *)(s->rest[r] + lane);
        x = ax - x;
        y = ay - y;
        VECTOR square = x * x + y * y, length = NAME(root)(square), off = length - rest;
        VECTOR scale = NAME(where_greater)(square, small, k * rest / length);
        px += scale * x;
        py += scale * y;
        energy += k * off * off;
    }
    NAME(store_points)(s->pulls + i, px, py);
    return energy;
}

TARGET static void NAME(add_chunk)(const springs *s, uint32_t start, uint32_t blocks, float energies[PUPPET_BLOCK])
{
    VECTOR sums[PUPPET_BLOCK / LANES];
    memset(sums, 0, sizeof sums);
    for (uint32_t b = start; b < start + blocks; b++)
        for (uint32_t part = 0; part < PUPPET_BLOCK / LANES; part++)
            sums[part] += NAME(pull_nodes)(s, b * PUPPET_BLOCK + part * LANES, part * LANES, s->row_starts[b],
                                           s->row_starts[b + 1]);
    memcpy(energies, sums, sizeof sums);
}
