/* Counted items and the states that share them. A state costs a few hundred bytes and what its command changed: one
 * artwork, clip or scene, copied whole. */
#include "author/document/schema.h"

#include <string.h>

/* ---- Items ------------------------------------------------------------------------------------------------------- */

/* The header of an item in memory. */
typedef struct head {
    _Alignas(uint64_t) vvi_arena arena; /* of all that the item points at */
    uint32_t references;
} head;

/* The first member of every item of a project. */
typedef struct vvi_item {
    char name[VV_PROJECT_NAME_BYTES];
    uint64_t stamp;
} vvi_item;

static head *head_of(void *item) { return (head *)item - 1; }

vvi_arena *vvi_item_arena(void *item) { return &head_of(item)->arena; }

static bool copy_item(vvi_noun noun, void *to, const void *from)
{
    vvi_scope scope = vvi_scope_of(vvi_noun_schema(noun), NULL, to);
    memcpy(to, from, scope.schema->size);
    return vvi_schema_copy(vvi_item_arena(to), &scope);
}

static void *create_item(vvi_noun noun, const vv_allocator *allocator)
{
    const vvi_schema *schema = vvi_noun_schema(noun);
    head *h = vvi_allocate_zeroed(allocator, 1, sizeof *h + schema->size);
    if (!h)
        return NULL;
    h->arena.allocator = allocator;
    h->references = 1;
    if (schema->defaults)
        memcpy(h + 1, schema->defaults, schema->size);
    return h + 1;
}

static void release_item(vvi_noun noun, void *item)
{
    head *h = head_of(item);
    if (--h->references > 0)
        return;
    const vv_allocator *allocator = h->arena.allocator;
    vvi_arena_release(&h->arena);
    vvi_release(allocator, h, 1, sizeof *h + vvi_noun_schema(noun)->size);
}

/* ---- Lists ------------------------------------------------------------------------------------------------------- */

/* The items of one noun; NULL where there is not yet room for any. Lists of different pointers are taken as bytes. */
static void **list_of(const vvi_state *state, vvi_noun noun)
{
    void **list;
    memcpy(&list, (const char *)&state->view + vvi_noun_row(noun)->offset, sizeof list);
    return list;
}

static uint32_t *count_of(vvi_state *state, vvi_noun noun)
{
    return (uint32_t *)(void *)((char *)&state->view + vvi_noun_row(noun)->count);
}

static bool grow_list(vvi_state *state, vvi_noun noun, size_t count)
{
    void *list = list_of(state, noun);
    bool grown = vvi_grow(state->allocator, &list, &state->capacity[noun], count, sizeof(void *));
    memcpy((char *)&state->view + vvi_noun_row(noun)->offset, &list, sizeof list);
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
    memcpy(copy->view.schema, state->view.schema, sizeof copy->view.schema);
    memcpy(copy->view.name, state->view.name, sizeof copy->view.name);
    memcpy(copy->view.about, state->view.about, sizeof copy->view.about);
    copy->revision = state->revision;
    for (vvi_noun noun = 0; noun < VVI_NOUNS; noun++) {
        uint32_t count = vvi_noun_count(noun, &state->view);
        if (!grow_list(copy, noun, count)) {
            vvi_state_destroy(copy);
            return NULL;
        }
        for (uint32_t i = 0; i < count; i++) {
            list_of(copy, noun)[i] = list_of(state, noun)[i];
            head_of(list_of(copy, noun)[i])->references++;
        }
        *count_of(copy, noun) = count;
    }
    return copy;
}

void vvi_state_destroy(vvi_state *state)
{
    if (!state)
        return;
    for (vvi_noun noun = 0; noun < VVI_NOUNS; noun++) {
        for (uint32_t i = 0; i < *count_of(state, noun); i++)
            release_item(noun, list_of(state, noun)[i]);
        vvi_release(state->allocator, list_of(state, noun), state->capacity[noun], sizeof(void *));
    }
    vvi_release(state->allocator, state, 1, sizeof *state);
}

/* Only what this state made has one reference: the rest is shared with the state before. */
void vvi_state_stamp(vvi_state *state, uint64_t *last)
{
    for (vvi_noun noun = 0; noun < VVI_NOUNS; noun++) {
        for (uint32_t i = 0; i < *count_of(state, noun); i++) {
            vvi_item *item = list_of(state, noun)[i];
            if (head_of(item)->references == 1)
                item->stamp = ++*last;
        }
    }
}

void *vvi_state_insert(vvi_state *state, vvi_noun noun, uint32_t index)
{
    uint32_t *count = count_of(state, noun);
    void *item = create_item(noun, state->allocator);
    if (!item || !grow_list(state, noun, *count + 1)) {
        if (item)
            release_item(noun, item);
        return NULL;
    }
    void **list = list_of(state, noun);
    memmove(list + index + 1, list + index, (*count - index) * sizeof *list);
    list[index] = item;
    ++*count;
    return item;
}

void vvi_state_remove(vvi_state *state, vvi_noun noun, uint32_t index)
{
    uint32_t *count = count_of(state, noun);
    void **list = list_of(state, noun);
    release_item(noun, list[index]);
    --*count;
    memmove(list + index, list + index + 1, (*count - index) * sizeof *list);
}

void *vvi_state_own(vvi_state *state, vvi_noun noun, uint32_t index)
{
    void **list = list_of(state, noun), *shared = list[index];
    if (head_of(shared)->references == 1)
        return shared;
    void *own = create_item(noun, state->allocator);
    if (!own || !copy_item(noun, own, shared)) {
        if (own)
            release_item(noun, own);
        return NULL;
    }
    release_item(noun, shared);
    return list[index] = own;
}

void *vvi_state_duplicate(vvi_state *state, vvi_noun noun, uint32_t source, uint32_t index)
{
    void *copy = vvi_state_insert(state, noun, index);
    return copy && copy_item(noun, copy, list_of(state, noun)[source < index ? source : source + 1]) ? copy : NULL;
}

void vvi_state_permute(vvi_state *state, vvi_noun noun, const uint32_t *from)
{
    void **list = list_of(state, noun), *old[VVI_MAP_MAX];
    uint32_t count = *count_of(state, noun);
    memcpy(old, list, count * sizeof *old);
    for (uint32_t i = 0; i < count; i++)
        list[i] = old[from[i]];
}
