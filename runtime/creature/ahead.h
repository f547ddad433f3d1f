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

/* What is still to be fetched. */
typedef struct vvi_ahead {
    const char *at, *end;
} vvi_ahead;

/* The next few lines. Always inline: gcc takes a function that only prefetches for one without effect, and drops calls of it. */
__attribute__((always_inline)) static inline void vvi_fetch(vvi_ahead *ahead)
{
    const char *at = ahead->at;
    for (int i = 0; i < AHEAD_LINES && at < ahead->end; i++, at += AHEAD_LINE)
        __builtin_prefetch(at);
    ahead->at = at;
}

#endif
