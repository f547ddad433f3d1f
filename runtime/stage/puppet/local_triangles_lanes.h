/* The loop of local_triangles.c for one width. Included once per width with LANES, VECTOR, TARGET and NAME(function)
 * defined, so it has no include guard. Each node adds its own corners in order, so every width gives the same bits. */

#define LOAD(array) (*(const VECTOR *)((array) + i))

/* f and S of triangles i…, up to where a square root is needed. */
TARGET static inline __attribute__((always_inline)) void NAME(measure)(const triangles *t, uint32_t i, VECTOR out[6])
{
    VECTOR ax, ay, e1x, e1y, e2x, e2y;
    NAME(load_points)(t->x, t->corners[0] + i, &ax, &ay);
    NAME(load_points)(t->x, t->corners[1] + i, &e1x, &e1y);
    NAME(load_points)(t->x, t->corners[2] + i, &e2x, &e2y);
    e1x -= ax;
    e1y -= ay;
    e2x -= ax;
    e2y -= ay;
    VECTOR a = LOAD(t->factor[0]), b = LOAD(t->factor[1]), c = LOAD(t->factor[2]);
    VECTOR g1x = LOAD(t->rest[0]), g1y = LOAD(t->rest[1]), g2x = LOAD(t->rest[2]), g2y = LOAD(t->rest[3]);
    VECTOR f1x = a * e1x, f1y = a * e1y, f2x = b * e1x + c * e2x, f2y = b * e1y + c * e2y;
    out[0] = f1x;
    out[1] = f1y;
    out[2] = f2x;
    out[3] = f2y;
    out[4] = (f1x * g1x + f1y * g1y) + (f2x * g2x + f2y * g2y);
    out[5] = (f1y * g1x - f1x * g1y) + (f2y * g2x - f2x * g2y);
}

/* The pulls on their corners; returns their energies. */
TARGET static inline __attribute__((always_inline)) VECTOR NAME(turn)(const triangles *t, uint32_t i,
                                                                      const VECTOR in[6])
{
    VECTOR none = {0.0f}, re = in[4], im = in[5], square = re * re + im * im, flat = none + FLAT, one = none + 1.0f;
    VECTOR scale = NAME(where_greater)(square, flat, one / NAME(root)(square));
    re = re * scale + (one - NAME(where_greater)(square, flat, one));
    im = im * scale;
    VECTOR a = LOAD(t->factor[0]), b = LOAD(t->factor[1]), c = LOAD(t->factor[2]);
    VECTOR g1x = LOAD(t->rest[0]), g1y = LOAD(t->rest[1]), g2x = LOAD(t->rest[2]), g2y = LOAD(t->rest[3]);
    VECTOR h1x = re * g1x - im * g1y, h1y = re * g1y + im * g1x;
    VECTOR h2x = re * g2x - im * g2y, h2y = re * g2y + im * g2x;
    VECTOR p1x = a * h1x + b * h2x, p1y = a * h1y + b * h2y, p2x = c * h2x, p2y = c * h2y;
    NAME(store_points)(t->corner_pulls[0] + i, none - (p1x + p2x), none - (p1y + p2y));
    NAME(store_points)(t->corner_pulls[1] + i, p1x, p1y);
    NAME(store_points)(t->corner_pulls[2] + i, p2x, p2y);
    VECTOR d1x = in[0] - h1x, d1y = in[1] - h1y, d2x = in[2] - h2x, d2y = in[3] - h2y;
    return (d1x * d1x + d1y * d1y) + (d2x * d2x + d2y * d2y);
}

/* In two passes, so that the processor can overlap the square roots of several triangles. */
TARGET static void NAME(add_chunk)(const triangles *t, uint32_t start, uint32_t groups, float energies[GROUP])
{
    VECTOR sums[GROUP / LANES], between[CHUNK * GROUP / LANES][6];
    memset(sums, 0, sizeof sums);
    for (uint32_t i = 0; i < groups * GROUP; i += LANES)
        NAME(measure)(t, start + i, between[i / LANES]);
    for (uint32_t i = 0; i < groups * GROUP; i += LANES)
        sums[i % GROUP / LANES] += NAME(turn)(t, start + i, between[i / LANES]);
    memcpy(energies, sums, sizeof sums);
}

TARGET static void NAME(add_corners)(const local_work *w)
{
    const puppet_kernel *k = &w->kernel;
    for (uint32_t b = 0; b < puppet_blocks(w->node_count); b++)
        for (uint32_t lane = 0; lane < PUPPET_BLOCK; lane += LANES) {
            VECTOR px = {0.0f}, py = {0.0f}, x, y;
            for (uint32_t r = k->row_starts[b]; r < k->row_starts[b + 1]; r++) {
                NAME(load_points)(w->corner_pulls, k->rows[r] + lane, &x, &y);
                px += x;
                py += y;
            }
            NAME(store_points)(w->pulls + b * PUPPET_BLOCK + lane, px, py);
        }
}

#undef LOAD
