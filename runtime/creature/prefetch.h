/* Prefetching memory ahead of its use, while something else is computed.
 *
 * In a crowd, the state of every creature has left the near caches by the time it is stepped again, and a step that
 * waits for each cache line takes half as long again. A processor keeps about twenty line fetches in flight and drops
 * requests beyond that, so a few lines are requested at a time, many times per step, rather than all at once. */
#ifndef VVI_CREATURE_PREFETCH_H
#define VVI_CREATURE_PREFETCH_H

#include <stddef.h>

#define PREFETCH_LINE  64 /* bytes */
#define PREFETCH_LINES 20
#define PREFETCH_PAGE  4096 /* bytes */

/* For functions that only prefetch: gcc takes such a function for one without effect and drops calls to it unless it
 * is inlined. */
#define PREFETCH_INLINE __attribute__((always_inline)) static inline

/* Prefetches every line of a small object. */
PREFETCH_INLINE void vvi_prefetch_lines(const void *from, size_t bytes)
{
    for (size_t at = 0; at < bytes; at += PREFETCH_LINE)
        __builtin_prefetch((const char *)from + at, 0, 2);
}

/* The memory that is still to be prefetched. At least PREFETCH_LINES more lines must follow `end` in the same block:
 * fewer are never requested, since a loop whose length differs from creature to creature is a branch that cannot be
 * predicted. */
typedef struct vvi_prefetch_range {
    const char *at, *end;
} vvi_prefetch_range;

/* Prefetches the next few lines into the second-level cache; the first-level cache is full of the current working
 * set. */
PREFETCH_INLINE void vvi_prefetch_next(vvi_prefetch_range *range)
{
    const char *at = range->at;
    if (at >= range->end)
        return;
#pragma GCC unroll 20
    for (int i = 0; i < PREFETCH_LINES; i++)
        __builtin_prefetch(at + i * PREFETCH_LINE, 0, 2);
    range->at = at + PREFETCH_LINES * PREFETCH_LINE;
}

#endif
