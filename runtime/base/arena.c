/* Arenas: a chain of blocks, each twice as large as the one before it, released together. */
#include "base.h"

#include <string.h>

struct vvi_arena_block {
    vvi_arena_block *older;
    size_t bytes; /* of the whole block, this header included */
};

#define HEADER   ((size_t)VVI_ALIGNMENT) /* keeps what follows it aligned */
#define SMALLEST ((size_t)4096)

static bool add_block(vvi_arena *arena, size_t needed)
{
    size_t bytes = arena->first ? arena->first->bytes : SMALLEST / 2;
    do {
        if (__builtin_mul_overflow(bytes, (size_t)2, &bytes))
            return false;
    } while (bytes - HEADER < needed);
    VVI_CHECK(needed % VVI_ALIGNMENT == 0 && bytes > HEADER);
    vvi_arena_block *block = vvi_allocate(arena->allocator, 1, bytes);
    if (!block)
        return false;
    block->older = arena->first;
    block->bytes = bytes;
    arena->first = block;
    arena->used = HEADER;
    return true;
}

void *vvi_arena_allocate(vvi_arena *arena, size_t count, size_t size)
{
    size_t bytes = 0;
    if (__builtin_mul_overflow(count, size, &bytes) || bytes > SIZE_MAX - 2 * VVI_ALIGNMENT)
        return NULL;
    size_t rounded = (bytes + VVI_ALIGNMENT - 1) & ~((size_t)VVI_ALIGNMENT - 1);
    if (!arena->first || arena->first->bytes - arena->used < rounded)
        if (!add_block(arena, rounded))
            return NULL;
    void *memory = (char *)arena->first + arena->used;
    VV_ASSERT(arena->used >= HEADER && rounded <= arena->first->bytes - arena->used);
    arena->used += rounded;
    memset(memory, 0, bytes);
    return memory;
}

void vvi_arena_release(vvi_arena *arena)
{
    while (arena->first) {
        vvi_arena_block *block = arena->first;
        arena->first = block->older;
        vvi_release(arena->allocator, block, 1, block->bytes);
    }
    arena->used = 0;
}
