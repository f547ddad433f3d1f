/* Counted blocks and the states that share them. A state costs a few hundred bytes and what its command changed: one
 * artwork, clip or scene, copied whole. */
#include "author/document/state.h"

#include <string.h>

/* ---- Blocks ------------------------------------------------------------------------------------------------------ */

/* What the blocks of one kind need that depends on their type. All begin with their view. */
typedef struct block_row {
    size_t size, arena, references;
    size_t stamp; /* in the view; 0: it has none */
    void (*begin)(void *block);
    bool (*copy)(void *to, const void *from);
} block_row;

static void begin_artwork(void *block) { ((vvi_artwork *)block)->view = vvi_default_artwork(); }
static void begin_clip(void *block) { ((vvi_clip *)block)->view = vvi_default_clip(); }
static void begin_family(void *block) { ((vvi_family *)block)->view = vvi_default_family(); }
static void begin_recording(void *block) { ((vvi_recording *)block)->view = vvi_default_recording(); }
static void begin_scene(void *block) { ((vvi_scene *)block)->view = vvi_default_scene(); }
static bool copy_artwork(void *to, const void *from) { return vvi_copy_artwork(to, from); }
static bool copy_clip(void *to, const void *from) { return vvi_copy_clip(to, from); }
static bool copy_family(void *to, const void *from) { return vvi_copy_family(to, from); }
static bool copy_recording(void *to, const void *from) { return vvi_copy_recording(to, from); }
static bool copy_scene(void *to, const void *from) { return vvi_copy_scene(to, from); }

#define PLACES(type) sizeof(type), offsetof(type, arena), offsetof(type, references)

static const block_row rows[VVI_BLOCKS] = {
    [VVI_BLOCK_ARTWORK] = {PLACES(vvi_artwork), offsetof(vv_project_artwork, stamp), begin_artwork, copy_artwork},
    [VVI_BLOCK_CLIP] = {PLACES(vvi_clip), offsetof(vv_project_clip, stamp), begin_clip, copy_clip},
    [VVI_BLOCK_FAMILY] = {PLACES(vvi_family), offsetof(vv_project_family, stamp), begin_family, copy_family},
    [VVI_BLOCK_RECORDING] = {PLACES(vvi_recording), offsetof(vv_project_recording, stamp), begin_recording,
                             copy_recording},
    [VVI_BLOCK_SCENE] = {PLACES(vvi_scene), 0, begin_scene, copy_scene},
};

vvi_arena *vvi_state_arena(vvi_block kind, void *block) { return (vvi_arena *)((char *)block + rows[kind].arena); }
static uint32_t *references_of(vvi_block kind, void *block)
{
    return (uint32_t *)((char *)block + rows[kind].references);
}

static void *create_block(vvi_block kind, const vv_allocator *allocator)
{
    void *block = vvi_allocate_zeroed(allocator, 1, rows[kind].size);
    if (!block)
        return NULL;
    rows[kind].begin(block);
    vvi_state_arena(kind, block)->allocator = allocator;
    *references_of(kind, block) = 1;
    return block;
}

static void release_block(vvi_block kind, void *block)
{
    if (--*references_of(kind, block) > 0)
        return;
    const vv_allocator *allocator = vvi_state_arena(kind, block)->allocator;
    vvi_arena_release(vvi_state_arena(kind, block));
    vvi_release(allocator, block, 1, rows[kind].size);
}

/* ---- Lists ------------------------------------------------------------------------------------------------------- */

/* The blocks of one kind; NULL where there is not yet room for any. */
static void **list_of(const vvi_state *state, vvi_block kind)
{
    void *const lists[VVI_BLOCKS] = {state->artworks, state->clips, state->families, state->recordings, state->scenes};
    return lists[kind];
}

static uint32_t *count_of(vvi_state *state, vvi_block kind)
{
    vv_project *view = &state->view;
    uint32_t *const counts[VVI_BLOCKS] = {&view->artwork_count, &view->clip_count, &view->family_count,
                                          &view->recording_count, &view->scene_count};
    return counts[kind];
}

uint32_t vvi_state_count(const vvi_state *state, vvi_block kind) { return *count_of((vvi_state *)state, kind); }

/* The public view sees the same lists; a block's address is its view's. */
static void set_list(vvi_state *state, vvi_block kind, void *list)
{
    switch (kind) {
    case VVI_BLOCK_ARTWORK:
        state->view.artworks = list;
        state->artworks = list;
        break;
    case VVI_BLOCK_CLIP:
        state->view.clips = list;
        state->clips = list;
        break;
    case VVI_BLOCK_FAMILY:
        state->view.families = list;
        state->families = list;
        break;
    case VVI_BLOCK_RECORDING:
        state->view.recordings = list;
        state->recordings = list;
        break;
    case VVI_BLOCK_SCENE:
        state->view.scenes = list;
        state->scenes = list;
        break;
    case VVI_BLOCKS:
        break;
    }
}

static bool grow_list(vvi_state *state, vvi_block kind, size_t count)
{
    void *list = list_of(state, kind);
    bool grown = vvi_grow(state->allocator, &list, &state->capacity[kind], count, sizeof(void *));
    set_list(state, kind, list);
    return grown;
}

/* ---- States ------------------------------------------------------------------------------------------------------ */

vvi_state *vvi_state_create(const vv_allocator *allocator)
{
    vvi_state *state = vvi_allocate_zeroed(allocator, 1, sizeof *state);
    if (state)
        state->allocator = allocator;
    return state;
}

vvi_state *vvi_state_copy(const vvi_state *state)
{
    vvi_state *copy = vvi_state_create(state->allocator);
    if (!copy)
        return NULL;
    memcpy(copy->view.name, state->view.name, sizeof copy->view.name);
    memcpy(copy->view.about, state->view.about, sizeof copy->view.about);
    copy->revision = state->revision;
    for (vvi_block kind = 0; kind < VVI_BLOCKS; kind++) {
        uint32_t count = vvi_state_count(state, kind);
        if (!grow_list(copy, kind, count)) {
            vvi_state_destroy(copy);
            return NULL;
        }
        for (uint32_t i = 0; i < count; i++) {
            list_of(copy, kind)[i] = list_of(state, kind)[i];
            ++*references_of(kind, list_of(copy, kind)[i]);
        }
        *count_of(copy, kind) = count;
    }
    return copy;
}

void vvi_state_destroy(vvi_state *state)
{
    if (!state)
        return;
    for (vvi_block kind = 0; kind < VVI_BLOCKS; kind++) {
        for (uint32_t i = 0; i < vvi_state_count(state, kind); i++)
            release_block(kind, list_of(state, kind)[i]);
        vvi_release(state->allocator, list_of(state, kind), state->capacity[kind], sizeof(void *));
    }
    vvi_release(state->allocator, state, 1, sizeof *state);
}

/* Only what this state made has one reference: the rest is shared with the state before. */
void vvi_state_stamp(vvi_state *state, uint64_t *last)
{
    for (vvi_block kind = 0; kind < VVI_BLOCKS; kind++) {
        for (uint32_t i = 0; rows[kind].stamp && i < vvi_state_count(state, kind); i++) {
            char *block = list_of(state, kind)[i];
            if (*references_of(kind, block) == 1)
                *(uint64_t *)(void *)(block + rows[kind].stamp) = ++*last;
        }
    }
}

void *vvi_state_insert(vvi_state *state, vvi_block kind, uint32_t index)
{
    uint32_t *count = count_of(state, kind);
    void *block = create_block(kind, state->allocator);
    if (!block || !grow_list(state, kind, *count + 1)) {
        if (block)
            release_block(kind, block);
        return NULL;
    }
    void **list = list_of(state, kind);
    memmove(list + index + 1, list + index, (*count - index) * sizeof *list);
    list[index] = block;
    ++*count;
    return block;
}

void vvi_state_remove(vvi_state *state, vvi_block kind, uint32_t index)
{
    uint32_t *count = count_of(state, kind);
    void **list = list_of(state, kind);
    release_block(kind, list[index]);
    --*count;
    memmove(list + index, list + index + 1, (*count - index) * sizeof *list);
}

void *vvi_state_own(vvi_state *state, vvi_block kind, uint32_t index)
{
    void **list = list_of(state, kind);
    void *shared = list[index];
    if (*references_of(kind, shared) == 1)
        return shared;
    void *own = create_block(kind, state->allocator);
    if (!own || !rows[kind].copy(own, shared)) {
        if (own)
            release_block(kind, own);
        return NULL;
    }
    release_block(kind, shared);
    return list[index] = own;
}

void vvi_state_permute(vvi_state *state, vvi_block kind, const uint32_t *from)
{
    void **list = list_of(state, kind), *old[VVI_MAP_MAX];
    uint32_t count = vvi_state_count(state, kind);
    memcpy(old, list, count * sizeof *old);
    for (uint32_t i = 0; i < count; i++)
        list[i] = old[from[i]];
}
