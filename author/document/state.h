/* The states of a document. A state is a few small lists: artworks, clips, verbs, scenes and so on; each item is
 * counted, immutable and shared by neighbouring states. */
#ifndef VVI_DOCUMENT_STATE_H
#define VVI_DOCUMENT_STATE_H

#include "author/document/document.h"
#include "author/document/read.h"

/* The nouns: kinds of items that there are lists of. */
typedef enum vvi_noun {
    VVI_ARTWORK, /* of a project, each item in memory of its own */
    VVI_CLIP,
    VVI_FAMILY,
    VVI_RECORDING,
    VVI_SKELETON,
    VVI_TAKE,
    VVI_FORM,
    VVI_SHAPE,
    VVI_VERB,
    VVI_GRAPH,
    VVI_CREATURE,
    VVI_MOTION,
    VVI_GAIT,
    VVI_LINE,
    VVI_SCENE,
    VVI_NOUNS,             /* how many these are */
    VVI_LAYER = VVI_NOUNS, /* of an artwork */
    VVI_HANDLE,
    VVI_EXAMPLE,
    VVI_BEHAVIOUR,
    VVI_ACTOR, /* of other items */
    VVI_CAST,
    VVI_AXIS,
    VVI_STATE,
    VVI_INPUT,
    VVI_EVENT,
    VVI_MEMBER,
    VVI_PROJECT, /* the project itself */
} vvi_noun;

typedef struct vvi_state {
    vv_project view; /* whose lists are the state's own, and whose items are shared with other states */
    const vv_allocator *allocator;
    size_t capacity[VVI_NOUNS]; /* of each of these lists */
    uint64_t revision;
    char label[VV_PROJECT_NAME_BYTES]; /* what made this state from the one before */
} vvi_state;

/* NULL if memory ran out, here and below. */
vvi_state *vvi_state_create(const vv_allocator *allocator);
vvi_state *vvi_state_copy(const vvi_state *state); /* shares all items */
void vvi_state_destroy(vvi_state *state);

/* Numbers what is this state's own: what it does not share with the state that it was made from. */
void vvi_state_stamp(vvi_state *state, uint64_t *last);

/* An item at its defaults, put in at `index`; the others move up. */
void *vvi_state_insert(vvi_state *state, vvi_noun noun, uint32_t index);
/* Where all is that an item of the project points at. */
vvi_arena *vvi_item_arena(void *item);
void vvi_state_remove(vvi_state *state, vvi_noun noun, uint32_t index);
/* The item at `index` as one that no other state sees, copied if it was shared. */
void *vvi_state_own(vvi_state *state, vvi_noun noun, uint32_t index);
/* A copy of item `source`, put in at `index`. */
void *vvi_state_duplicate(vvi_state *state, vvi_noun noun, uint32_t source, uint32_t index);
void vvi_state_permute(vvi_state *state, vvi_noun noun, const uint32_t *from);

/* A copy of `count` things (room for one at least); NULL if memory ran out. */
void *vvi_copied(vvi_arena *arena, const void *items, size_t count, size_t size);

/* ---- Rearranging a list of named things that others refer to by index -------------------------------------------- */

#define VVI_MAP_MAX 1025u /* every list has at most 1024 entries, and one may be on its way in */

typedef struct vvi_map {
    uint32_t count, old_count;
    uint32_t from[VVI_MAP_MAX]; /* [count] where each entry was; VV_NONE: it is new */
    uint32_t to[VVI_MAP_MAX];   /* [old_count] where each entry goes; VV_NONE: it is removed */
} vvi_map;

vvi_map vvi_map_insert(uint32_t count, uint32_t index);
vvi_map vvi_map_remove(uint32_t count, uint32_t index);
/* Entry `index` moves to stand before entry `before` (count: to the end). */
vvi_map vvi_map_move(uint32_t count, uint32_t index, uint32_t before);

/* Every entry that was there stays where it is. */
bool vvi_map_keeps(const vvi_map *map);

/* A new array in which entry i is what was at map->from[i], or zero; NULL if memory ran out. */
void *vvi_rearranged(vvi_arena *arena, const vvi_map *map, const void *items, size_t size);
/* A list of the project is rearranged, but for an insertion, which vvi_state_insert has made; all that refers to it
 * follows. False if memory ran out. */
bool vvi_remap_noun(vvi_state *state, vvi_noun noun, const vvi_map *map);

/* Drops points and what is part of another simplex. */
void vvi_tidy_simplices(vv_simplex *simplices, uint32_t *count);

/* ---- Whole projects ---------------------------------------------------------------------------------------------- */

/* Reads the members of a project (not format and version) into an empty state. */
void vvi_read_project(vvi_reader *r, const vv_json *root, vvi_state *state);
void vvi_write_project(vv_json_writer *writer, const vv_project *project);
/* All that project.json holds: with format and version. */
void vvi_write_file(vv_json_writer *writer, const vv_project *project);
/* vv_journal_hash of what vv_project_write makes, or why it makes nothing. */
vv_result vvi_hash_project(const vv_project *project, const vv_allocator *allocator, uint64_t *hash);
/* From the text of a project.json; NULL, with the first problem in `error`, if it is refused. */
vvi_state *vvi_state_parse(const char *text, size_t length, const char *file, const vv_allocator *allocator,
                           vv_error *error);

/* A new state that becomes the present one; what could be redone is gone. Takes the state, also on failure. */
vv_result vvi_document_push(vv_document *document, vvi_state *state, vv_error *error);
const vvi_state *vvi_document_state(const vv_document *document);
/* The state of this revision, or NULL. */
const vvi_state *vvi_document_find(const vv_document *document, uint64_t revision);
/* The revision one undo away, or 0. */
uint64_t vvi_document_previous(const vv_document *document);
const vv_allocator *vvi_document_allocator(const vv_document *document);
/* Forgets all that could be undone or redone. */
void vvi_document_forget(vv_document *document);
/* A document with this one state, which it takes, also on failure. */
vv_result vvi_document_create_with(vvi_state *state, const vv_allocator *allocator, vv_document **out, vv_error *error);
/* Each becomes the other. */
void vvi_document_swap(vv_document *a, vv_document *b);

/* A copy of the present state with the command applied to it; NULL, with the problem noted, if it is refused. */
vvi_state *vvi_command_apply(const vvi_state *state, const vv_json_document *json, const vv_json *command,
                             vv_problems *problems);

/* ---- Migration --------------------------------------------------------------------------------------------------- */

/* Writes a project of version `from` as one of version `from` + 1. */
typedef struct vvi_upgrade {
    uint32_t from;
    void (*write)(const vv_json *root, vv_json_writer *writer);
} vvi_upgrade;

/* Brings *json, whose root says which version it is, to `newest`; the old document is destroyed where a new one takes
 * its place. VV_ERROR_VERSION where it is newer, or no way leads there. */
vv_result vvi_migrate(const vvi_upgrade *upgrades, size_t upgrade_count, uint32_t newest, const vv_allocator *allocator,
                      const char *file, vv_json_document **json, vv_error *error);
/* The same with the upgrades of this Verve. */
vv_result vvi_migrate_to_present(const vv_allocator *allocator, const char *file, vv_json_document **json,
                                 vv_error *error);

#endif
