/* Memory for libraries that release it without saying its size (libpng): the size is stored in front of it. */
#ifndef VV_SIZED_H
#define VV_SIZED_H

#include "runtime/base/base.h"

/* NULL on failure. The pointer is aligned to VVI_ALIGNMENT. */
static inline void *vvi_sized_allocate(const vv_allocator *allocator, size_t bytes)
{
    if (bytes > SIZE_MAX - VVI_ALIGNMENT)
        return NULL;
    char *memory = vvi_allocate(allocator, bytes + VVI_ALIGNMENT, 1);
    if (!memory)
        return NULL;
    *(size_t *)(void *)memory = bytes;
    return memory + VVI_ALIGNMENT;
}

/* NULL is fine. */
static inline void vvi_sized_release(const vv_allocator *allocator, void *memory)
{
    if (!memory)
        return;
    char *start = (char *)memory - VVI_ALIGNMENT;
    vvi_release(allocator, start, *(size_t *)(void *)start + VVI_ALIGNMENT, 1);
}

#endif
