/* The layout of a vv_sprite, seen by the files of this room that make it and check it. */
#ifndef VVI_STAGE_SPRITE_LAYOUT_H
#define VVI_STAGE_SPRITE_LAYOUT_H

#include "sprite.h"

#define SPRITE_MAGIC    0x52505356u /* "VSPR" */
#define SPRITE_VERSION  1u
#define SPRITE_MAX_RUNS (1u << 22)

/* n, rounded up so that kernels may read whole vectors. */
static inline uint32_t padded(uint32_t n)
{
    return (n + (VVI_SPRITE_PADDING - 1u)) & ~(uint32_t)(VVI_SPRITE_PADDING - 1u);
}

static inline uint32_t sprite_blocks(uint32_t n) { return (n + (VVI_SPRITE_BLOCK - 1u)) / VVI_SPRITE_BLOCK; }

/* How many prefix sums there are: one more than particles in every span. */
static inline uint32_t sprite_slots(uint32_t n) { return n + (n + (VVI_SPRITE_SPAN - 1u)) / VVI_SPRITE_SPAN; }

/* The columns of the basis: three a handle, rounded up to a multiple of four. */
static inline uint32_t sprite_stride(uint32_t handle_count) { return (3u * handle_count + 3u) & ~3u; }

typedef struct sprite_counts {
    uint32_t particles, triangles, boundary, handles, examples, pins;
    uint32_t runs; /* rows of VVI_SPRITE_BLOCK runs */
    uint32_t reserved;
    uint64_t skin_bytes, complex_bytes;
} sprite_counts;

/* The contents of the sections are documented at the pointers to them in vvi_sprite_view; padding is zero. */
struct vv_sprite {
    uint32_t magic, version;
    uint64_t byte_count;
    sprite_counts counts;
    float mass, size, radius, spacing;
    vv_vec2 centre;
    uint64_t vertices, particles, masses, triangles, boundary, boundary_triangles, handles, turns, pins;
    uint64_t run_starts, runs, shares, ring_scales, count_scales;
    uint64_t basis, gram, corners, energies;
    uint64_t skin, complex;
};

/* Every offset follows from the counts; the measures are 0. */
vv_sprite vvi_sprite_layout(const sprite_counts *counts);

/* Scratch that vvi_match_rings needs. */
size_t vvi_match_rings_bytes(uint32_t particle_count);

#endif
