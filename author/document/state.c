/* Counted blocks and the states that share them. A state costs a few hundred bytes and what its command changed: one
 * artwork, clip or scene, copied whole. */
#include "author/document/state.h"

#include <string.h>

/* ---- Blocks ------------------------------------------------------------------------------------------------------ */

/* What the blocks of one kind need that depends on their type. All begin with their view. */
typedef struct block_row {
    size_t size, arena, references; /* of the block */
    void (*begin)(void *block);
    bool (*copy)(void *to, const void *from);
    size_t list, view_list, count; /* in the state: its own list, the view's, which is the same, and how long it is */
    size_t stamp;                  /* in the view; 0: it has none */
} block_row;

#define BLOCK(kind, type)                                                                                              \
    static void begin_##kind(void *block) { ((type *)block)->view = vvi_default_##kind(); }                            \
    static bool copy_##kind(void *to, const void *from) { return vvi_copy_##kind(to, from); }
BLOCK(artwork, vvi_artwork)
BLOCK(clip, vvi_clip)
BLOCK(family, vvi_family)
BLOCK(recording, vvi_recording)
BLOCK(skeleton, vvi_skeleton)
BLOCK(take, vvi_take_block)
BLOCK(form, vvi_form)
BLOCK(shape, vvi_shape)
BLOCK(verb, vvi_verb)
BLOCK(graph, vvi_graph)
BLOCK(creature, vvi_creature)
BLOCK(motion, vvi_motion)
BLOCK(gait, vvi_gait)
BLOCK(line, vvi_line)
BLOCK(scene, vvi_scene)

#define PLACES(kind, type) sizeof(type), offsetof(type, arena), offsetof(type, references), begin_##kind, copy_##kind
#define LISTS(kind, plural)                                                                                            \
    offsetof(vvi_state, plural), offsetof(vvi_state, view.plural), offsetof(vvi_state, view.kind##_count)
#define STAMPED(kind, type, plural)                                                                                    \
    {                                                                                                                  \
        PLACES(kind, type), LISTS(kind, plural), offsetof(vv_project_##kind, stamp)                                    \
    }

static const block_row rows[VVI_BLOCKS] = {
    [VVI_BLOCK_ARTWORK] = STAMPED(artwork, vvi_artwork, artworks),
    [VVI_BLOCK_CLIP] = STAMPED(clip, vvi_clip, clips),
    [VVI_BLOCK_FAMILY] = STAMPED(family, vvi_family, families),
    [VVI_BLOCK_RECORDING] = STAMPED(recording, vvi_recording, recordings),
    [VVI_BLOCK_SKELETON] = STAMPED(skeleton, vvi_skeleton, skeletons),
    [VVI_BLOCK_TAKE] = STAMPED(take, vvi_take_block, takes),
    [VVI_BLOCK_FORM] = STAMPED(form, vvi_form, forms),
    [VVI_BLOCK_SHAPE] = STAMPED(shape, vvi_shape, shapes),
    [VVI_BLOCK_VERB] = STAMPED(verb, vvi_verb, verbs),
    [VVI_BLOCK_GRAPH] = STAMPED(graph, vvi_graph, graphs),
    [VVI_BLOCK_CREATURE] = STAMPED(creature, vvi_creature, creatures),
    [VVI_BLOCK_MOTION] = STAMPED(motion, vvi_motion, motions),
    [VVI_BLOCK_GAIT] = STAMPED(gait, vvi_gait, gaits),
    [VVI_BLOCK_LINE] = STAMPED(line, vvi_line, lines),
    [VVI_BLOCK_SCENE] = {PLACES(scene, vvi_scene), LISTS(scene, scenes), 0},
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

/* The blocks of one kind; NULL where there is not yet room for any. Lists of different pointers are taken as bytes. */
static void **list_of(const vvi_state *state, vvi_block kind)
{
    void **list;
    memcpy(&list, (const char *)state + rows[kind].list, sizeof list);
    return list;
}

static uint32_t *count_of(vvi_state *state, vvi_block kind)
{
    return (uint32_t *)(void *)((char *)state + rows[kind].count);
}

uint32_t vvi_state_count(const vvi_state *state, vvi_block kind) { return *count_of((vvi_state *)state, kind); }

const void *vvi_state_block(const vvi_state *state, vvi_block kind, uint32_t index)
{
    return list_of(state, kind)[index];
}

uint32_t vvi_state_find(const vvi_state *state, vvi_block kind, const char *name)
{
    for (uint32_t i = 0; i < vvi_state_count(state, kind); i++) {
        if (strcmp(list_of(state, kind)[i], name) == 0) /* a block begins with its view, a view with its name */
            return i;
    }
    return VV_NONE;
}

/* The public view sees the same lists; a block's address is its view's. */
static void set_list(vvi_state *state, vvi_block kind, void *list)
{
    memcpy((char *)state + rows[kind].list, &list, sizeof list);
    memcpy((char *)state + rows[kind].view_list, &list, sizeof list);
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

void *vvi_state_duplicate(vvi_state *state, vvi_block kind, uint32_t source, uint32_t index)
{
    void *copy = vvi_state_insert(state, kind, index);
    void *from = copy ? list_of(state, kind)[source < index ? source : source + 1] : NULL;
    return copy && rows[kind].copy(copy, from) ? copy : NULL;
}

void vvi_state_permute(vvi_state *state, vvi_block kind, const uint32_t *from)
{
    void **list = list_of(state, kind), *old[VVI_MAP_MAX];
    uint32_t count = vvi_state_count(state, kind);
    memcpy(old, list, count * sizeof *old);
    for (uint32_t i = 0; i < count; i++)
        list[i] = old[from[i]];
}
