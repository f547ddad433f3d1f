/* Memory fetched ahead of its use, while something else is worked on.
 *
 * In a crowd every creature's state has left the near caches by the time it is stepped again, and a step that waits for each line of it takes half
 * as long again. A processor has some twenty lines under way at a time and drops requests beyond that, so a few are asked for again and again
 * rather than all at once. */
#ifndef VVI_CREATURE_AHEAD_H
#define VVI_CREATURE_AHEAD_H

#include <stddef.h>

#define AHEAD_LINE  64 /* bytes */
#define AHEAD_LINES 20
#define AHEAD_PAGE  4096 /* bytes */

/* Of functions that fetch: gcc takes one that only prefetches for one without effect, and drops calls of it. */
#define AHEAD_INLINE __attribute__((always_inline)) static inline

/* All lines of something small. */
AHEAD_INLINE void vvi_fetch_lines(const void *from, size_t bytes)
{
    for (size_t at = 0; at < bytes; at += AHEAD_LINE)
        __builtin_prefetch((const char *)from + at, 0, 2);
}

/* What is still to be fetched. At least AHEAD_LINES lines more must follow in the same block: fewer are never asked for, since the end of a
 * loop that comes sooner for one creature than for another is a branch that nobody can foretell. */
typedef struct vvi_ahead {
    const char *at, *end;
} vvi_ahead;

/* The next few lines, into the second cache: the nearest one is full of what is worked on. */
AHEAD_INLINE void vvi_fetch(vvi_ahead *ahead)
{
    const char *at = ahead->at;
    if (at >= ahead->end)
        return;
#pragma GCC unroll 20
    for (int i = 0; i < AHEAD_LINES; i++)
        __builtin_prefetch(at + i * AHEAD_LINE, 0, 2);
    ahead->at = at + AHEAD_LINES * AHEAD_LINE;
}

#endif
