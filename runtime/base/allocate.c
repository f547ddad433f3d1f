/* Memory from the caller's allocator, or from the C library's heap where there is none. */
#include "base.h"

#include <stdlib.h>
#include <string.h>

static void *heap_allocate(void *user, size_t bytes, size_t alignment)
{
    (void)user;
    size_t rounded =
        (bytes + alignment - 1) & ~(alignment - 1); /* aligned_alloc requires a multiple of the alignment */
    VVI_CHECK(alignment != 0 && (alignment & (alignment - 1)) == 0);
    return rounded < bytes ? NULL : aligned_alloc(alignment, rounded);
}

static void heap_release(void *user, void *memory, size_t bytes)
{
    (void)user;
    (void)bytes;
    free(memory);
}

const vv_allocator *vv_default_allocator(void)
{
    static const vv_allocator heap = {heap_allocate, heap_release, NULL};
    return &heap;
}

static const vv_allocator *or_default(const vv_allocator *allocator)
{
    VV_ASSERT(allocator == NULL || (allocator->allocate != NULL && allocator->release != NULL));
    return allocator ? allocator : vv_default_allocator();
}

static void *counting_allocate(void *user, size_t bytes, size_t alignment)
{
    vv_counting *counting = user;
    counting->allocations++;
    if (counting->fail_at && --counting->fail_at == 0)
        return NULL;
    if (counting->limit && (bytes > counting->limit || counting->used > counting->limit - bytes))
        return NULL;
    const vv_allocator *inner = or_default(counting->inner);
    void *memory = inner->allocate(inner->user, bytes, alignment);
    if (!memory)
        return NULL;
    counting->used += bytes;
    if (counting->used > counting->peak)
        counting->peak = counting->used;
    return memory;
}

static void counting_release(void *user, void *memory, size_t bytes)
{
    vv_counting *counting = user;
    const vv_allocator *inner = or_default(counting->inner);
    VV_ASSERT(bytes <= counting->used);
    counting->used -= bytes;
    inner->release(inner->user, memory, bytes);
}

vv_allocator vv_counting_allocator(vv_counting *counting)
{
    VV_ASSERT(counting != NULL);
    return (vv_allocator){counting_allocate, counting_release, counting};
}

void *vvi_allocate(const vv_allocator *allocator, size_t count, size_t size)
{
    size_t bytes = 0;
    if (__builtin_mul_overflow(count, size, &bytes))
        return NULL;
    allocator = or_default(allocator);
    return allocator->allocate(allocator->user, bytes ? bytes : 1, VVI_ALIGNMENT);
}

void *vvi_allocate_zeroed(const vv_allocator *allocator, size_t count, size_t size)
{
    void *memory = vvi_allocate(allocator, count, size);
    if (memory)
        memset(memory, 0, count * size);
    return memory;
}

void vvi_release(const vv_allocator *allocator, void *memory, size_t count, size_t size)
{
    if (!memory)
        return;
    size_t bytes = count * size;
    allocator = or_default(allocator);
    allocator->release(allocator->user, memory, bytes ? bytes : 1);
}

bool vvi_grow(const vv_allocator *allocator, void **items, size_t *capacity, size_t needed, size_t size)
{
    if (needed <= *capacity)
        return true;
    size_t larger = *capacity < 8 ? 8 : *capacity;
    VV_ASSERT(*items != NULL || *capacity == 0);
    while (larger < needed)
        if (__builtin_mul_overflow(larger, (size_t)2, &larger))
            return false;
    void *memory = vvi_allocate(allocator, larger, size);
    if (!memory)
        return false;
    if (*items)
        memcpy(memory, *items, *capacity * size);
    vvi_release(allocator, *items, *capacity, size);
    *items = memory;
    *capacity = larger;
    return true;
}
