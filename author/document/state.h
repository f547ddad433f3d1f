/* The states of a document. A state is a few small lists: artworks, clips, verbs, scenes and so on; each entry is one
 * counted, immutable block of memory that neighbouring states share. */
#ifndef VVI_DOCUMENT_STATE_H
#define VVI_DOCUMENT_STATE_H

#include "author/document/document.h"
#include "author/document/read.h"

typedef struct vvi_artwork {
    vv_project_artwork view; /* first: a view's address is its block's */
    vvi_arena arena;
    uint32_t references;
} vvi_artwork;

typedef struct vvi_clip {
    vv_project_clip view;
    vvi_arena arena;
    uint32_t references;
} vvi_clip;

typedef struct vvi_family {
    vv_project_family view;
    vvi_arena arena;
    uint32_t references;
} vvi_family;

typedef struct vvi_recording {
    vv_project_recording view;
    vvi_arena arena;
    uint32_t references;
} vvi_recording;

typedef struct vvi_skeleton {
    vv_project_skeleton view;
    vvi_arena arena;
    uint32_t references;
} vvi_skeleton;

typedef struct vvi_take_block { /* vvi_take takes memory */
    vv_project_take view;
    vvi_arena arena;
    uint32_t references;
} vvi_take_block;

typedef struct vvi_form {
    vv_project_form view;
    vvi_arena arena;
    uint32_t references;
} vvi_form;

typedef struct vvi_shape {
    vv_project_shape view;
    vvi_arena arena;
    uint32_t references;
} vvi_shape;

typedef struct vvi_verb {
    vv_project_verb view;
    vvi_arena arena;
    uint32_t references;
} vvi_verb;

typedef struct vvi_graph {
    vv_project_graph view;
    vvi_arena arena;
    uint32_t references;
} vvi_graph;

typedef struct vvi_creature {
    vv_project_creature view;
    vvi_arena arena;
    uint32_t references;
} vvi_creature;

typedef struct vvi_motion {
    vv_project_motion view;
    vvi_arena arena;
    uint32_t references;
} vvi_motion;

typedef struct vvi_gait {
    vv_project_gait view;
    vvi_arena arena;
    uint32_t references;
} vvi_gait;

typedef struct vvi_line {
    vv_project_line view;
    vvi_arena arena;
    uint32_t references;
} vvi_line;

typedef struct vvi_scene {
    vv_project_scene view;
    vvi_arena arena;
    uint32_t references;
} vvi_scene;

/* What a state has lists of. */
typedef enum vvi_block {
    VVI_BLOCK_ARTWORK,
    VVI_BLOCK_CLIP,
    VVI_BLOCK_FAMILY,
    VVI_BLOCK_RECORDING,
    VVI_BLOCK_SKELETON,
    VVI_BLOCK_TAKE,
    VVI_BLOCK_FORM,
    VVI_BLOCK_SHAPE,
    VVI_BLOCK_VERB,
    VVI_BLOCK_GRAPH,
    VVI_BLOCK_CREATURE,
    VVI_BLOCK_MOTION,
    VVI_BLOCK_GAIT,
    VVI_BLOCK_LINE,
    VVI_BLOCK_SCENE,
    VVI_BLOCKS
} vvi_block;

typedef struct vvi_state {
    vv_project view;
    const vv_allocator *allocator;
    vvi_artwork **artworks;
    vvi_clip **clips;
    vvi_family **families;
    vvi_recording **recordings;
    vvi_skeleton **skeletons;
    vvi_take_block **takes;
    vvi_form **forms;
    vvi_shape **shapes;
    vvi_verb **verbs;
    vvi_graph **graphs;
    vvi_creature **creatures;
    vvi_motion **motions;
    vvi_gait **gaits;
    vvi_line **lines;
    vvi_scene **scenes;
    size_t capacity[VVI_BLOCKS]; /* of each of these lists */
    uint64_t revision;
    char label[VV_PROJECT_NAME_BYTES]; /* what made this state from the one before */
} vvi_state;

/* NULL if memory ran out, here and below. */
vvi_state *vvi_state_create(const vv_allocator *allocator);
vvi_state *vvi_state_copy(const vvi_state *state); /* shares all blocks */
void vvi_state_destroy(vvi_state *state);

/* Numbers what is this state's own: what it does not share with the state that it was made from. */
void vvi_state_stamp(vvi_state *state, uint64_t *last);

uint32_t vvi_state_count(const vvi_state *state, vvi_block kind);
const void *vvi_state_block(const vvi_state *state, vvi_block kind, uint32_t index); /* its view */
/* The index of the block that has this name, or VV_NONE. */
uint32_t vvi_state_find(const vvi_state *state, vvi_block kind, const char *name);
/* A block at its defaults with one reference, put in at `index`; the others move up. */
void *vvi_state_insert(vvi_state *state, vvi_block kind, uint32_t index);
vvi_arena *vvi_state_arena(vvi_block kind, void *block); /* of what a block holds */
void vvi_state_remove(vvi_state *state, vvi_block kind, uint32_t index);
/* The block at `index` as one that nobody else sees, copied if it was shared. */
void *vvi_state_own(vvi_state *state, vvi_block kind, uint32_t index);
/* A copy of block `source`, put in at `index`. */
void *vvi_state_duplicate(vvi_state *state, vvi_block kind, uint32_t source, uint32_t index);
void vvi_state_permute(vvi_state *state, vvi_block kind, const uint32_t *from);

static inline vvi_artwork *vvi_state_own_artwork(vvi_state *state, uint32_t index)
{
    return vvi_state_own(state, VVI_BLOCK_ARTWORK, index);
}
static inline vvi_clip *vvi_state_own_clip(vvi_state *state, uint32_t index)
{
    return vvi_state_own(state, VVI_BLOCK_CLIP, index);
}
static inline vvi_scene *vvi_state_own_scene(vvi_state *state, uint32_t index)
{
    return vvi_state_own(state, VVI_BLOCK_SCENE, index);
}

/* Copies of all that `from` holds into a block that has nothing of its own yet. False if memory ran out. */
bool vvi_copy_artwork(vvi_artwork *to, const vv_project_artwork *from);
bool vvi_copy_clip(vvi_clip *to, const vv_project_clip *from);
bool vvi_copy_family(vvi_family *to, const vv_project_family *from);
bool vvi_copy_recording(vvi_recording *to, const vv_project_recording *from);
bool vvi_copy_skeleton(vvi_skeleton *to, const vv_project_skeleton *from);
bool vvi_copy_take(vvi_take_block *to, const vv_project_take *from);
bool vvi_copy_form(vvi_form *to, const vv_project_form *from);
bool vvi_copy_shape(vvi_shape *to, const vv_project_shape *from);
bool vvi_copy_verb(vvi_verb *to, const vv_project_verb *from);
bool vvi_copy_graph(vvi_graph *to, const vv_project_graph *from);
bool vvi_copy_creature(vvi_creature *to, const vv_project_creature *from);
bool vvi_copy_motion(vvi_motion *to, const vv_project_motion *from);
bool vvi_copy_gait(vvi_gait *to, const vv_project_gait *from);
bool vvi_copy_line(vvi_line *to, const vv_project_line *from);
bool vvi_copy_scene(vvi_scene *to, const vv_project_scene *from);
/* A copy of `count` items (room for one at least); NULL if memory ran out. */
void *vvi_copied(vvi_arena *arena, const void *items, size_t count, size_t size);
/* A field's own lists, where it has been copied bit by bit. */
bool vvi_copy_field(vvi_arena *arena, vv_project_field *field);
bool vvi_copy_correctives(vvi_artwork *to, const vv_project_artwork *from);
/* What scenes of verbs, graphs and shapes have. */
bool vvi_copy_figured(vvi_scene *to, const vv_project_scene *from);
/* What scenes of creatures have. */
bool vvi_copy_troupe(vvi_scene *to, const vv_project_scene *from);

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

/* Rearranges the list and everything that refers to it; new entries are zero, new handles at rest in every example.
 * False if memory ran out. */
bool vvi_remap_layers(vvi_artwork *artwork, const vvi_map *map);
bool vvi_remap_handles(vvi_state *state, uint32_t artwork, const vvi_map *map);
/* Simplices lose a removed corner, keys its weight; what is then empty or said twice goes too. */
bool vvi_remap_examples(vvi_state *state, uint32_t artwork, const vvi_map *map);
/* Scenes, clips, recordings and memberships of a removed artwork go too. */
bool vvi_remap_artworks(vvi_state *state, const vvi_map *map);
void vvi_remap_scenes(vvi_state *state, const vvi_map *map);
/* Actors that played a removed clip, or were of a removed family, do no more; cues that play it and copies of a removed
 * recording go. */
bool vvi_remap_clips(vvi_state *state, const vvi_map *map);
bool vvi_remap_families(vvi_state *state, const vvi_map *map);
bool vvi_remap_recordings(vvi_state *state, const vvi_map *map);

/* Moves the blocks themselves, or removes one. An insertion is made by vvi_state_insert before. */
void vvi_remap_list(vvi_state *state, vvi_block kind, const vvi_map *map);

/* Examples of removed takes and forms go; so do scenes of removed shapes, verbs and graphs, states that play a removed verb,
 * and graphs without states. A skeleton that is removed is in use nowhere. */
bool vvi_remap_skeletons(vvi_state *state, const vvi_map *map);
bool vvi_remap_takes(vvi_state *state, const vvi_map *map);
bool vvi_remap_forms(vvi_state *state, const vvi_map *map);
bool vvi_remap_shapes(vvi_state *state, const vvi_map *map);
bool vvi_remap_verbs(vvi_state *state, const vvi_map *map);
bool vvi_remap_graphs(vvi_state *state, const vvi_map *map);
/* In scenes, removed creatures go, and what others reach for of them; removed gaits go; so do plays of what no motion does any
 * more. */
bool vvi_remap_creatures(vvi_state *state, const vvi_map *map);
bool vvi_remap_motions(vvi_state *state, const vvi_map *map);
bool vvi_remap_gaits(vvi_state *state, const vvi_map *map);
/* Lines over a removed line are over nothing; scenes of it go. */
bool vvi_remap_lines(vvi_state *state, const vvi_map *map);
/* Lines when what they are of is elsewhere; nothing that has lines is removed. Those over a removed take are over nothing. */
bool vvi_remap_line_subjects(vvi_state *state, vv_line_kind kind, const vvi_map *map);
bool vvi_remap_line_takes(vvi_state *state, const vvi_map *map);
/* Keystrokes lose removed handles; those that have none left have them proposed. */
bool vvi_remap_line_handles(vvi_state *state, uint32_t artwork, const vvi_map *map);
/* Scenes that show what is elsewhere, or gone: these go too. */
bool vvi_remap_scene_subjects(vvi_state *state, vv_scene_kind kind, const vvi_map *map);
/* Where no motion does `from` any more, scenes play `to` instead; empty: nothing. */
bool vvi_follow_action(vvi_state *state, const char *from, const char *to);
/* Axes of a field whose lists are in `arena`: columns of all its places follow; on a new axis, which is filled in here, all are
 * at home. */
bool vvi_remap_field_axes(vvi_arena *arena, const vvi_map *map, const vv_project_axis *added, vv_project_field *field);
/* Scenes of shape or verb (`kind`) `subject`, when its axes were rearranged. */
bool vvi_remap_path_axes(vvi_state *state, vv_scene_kind kind, uint32_t subject, const vvi_map *map);
/* The same when all axes were replaced: those of the same name are taken for the same. */
bool vvi_follow_axes(vvi_state *state, vv_scene_kind kind, uint32_t subject, const vv_project_field *before,
                     const vv_project_field *now);
/* Graphs and their scenes call inputs by the names of axes: those that no other verb or list has are renamed with it. */
bool vvi_rename_axis_inputs(vvi_state *state, uint32_t verb, const char *from, const char *to);
/* Of an artwork's correctives: axes of removed handles go, and correctives without axes; places of removed examples go. */
bool vvi_remap_corrective_handles(vvi_artwork *artwork, const vvi_map *map);
void vvi_remap_corrective_examples(vvi_artwork *artwork, const vvi_map *map);

/* Clips, families and recordings whose artworks are elsewhere, or gone. */
bool vvi_remap_directing_artworks(vvi_state *state, const vvi_map *map);
/* Tracks, links, regions, and what stages say of this artwork's handles. */
bool vvi_remap_directing_handles(vvi_state *state, uint32_t artwork, const vvi_map *map);
/* What a puppet on this stage follows and copies, when actors are elsewhere, or gone. The scene is the state's own. */
void vvi_remap_followed(vv_project_stage *stage, const vvi_map *map);
void vvi_remap_attractions(vv_project_actor *actor, const vvi_map *map);
void vvi_remap_joins(vv_project_puppet *puppet, const vvi_map *map);
/* Actors of families that their artworks are no longer members of have none. */
bool vvi_settle_members(vvi_state *state);
/* After an actor became something else: what the script and others say of it that it no longer has goes. */
void vvi_settle_actor_kind(vv_project_stage *stage, uint32_t actor);

/* Everything of a scene that names examples of an artwork; in a place what is left is scaled back to a sum of 1. */
bool vvi_remap_scene_examples(vvi_scene *scene, uint32_t artwork, const vvi_map *map);
/* Actors of removed artworks go, with what the script says about them. */
bool vvi_remap_scene_artworks(vvi_scene *scene, const vvi_map *map);
/* Actors of a stage: the script and the picture that follow them do; what was said about removed ones goes. */
bool vvi_remap_actors(vvi_scene *scene, const vvi_map *map);
/* Of its sprite and its puppet. */
bool vvi_remap_moving_layers(vvi_artwork *artwork, const vvi_map *map);
/* A strength whose example is gone is off. */
void vvi_remap_strengths(const vvi_map *map, vv_project_strengths *strengths);
void vvi_remap_all_strengths(const vvi_map *map, vv_strengths *strengths);
/* False if nothing is left of it. `shares` holds share_count. */
bool vvi_remap_place(const vvi_map *map, const vv_project_place *from, vv_project_share *shares, vv_project_place *to);
/* A new array in which entry i is what was at map->from[i], or zero; NULL if memory ran out. */
void *vvi_rearranged(vvi_arena *arena, const vvi_map *map, const void *items, size_t size);

/* Keys lose a removed example's weight, or go; drag that follows it is off. */
bool vvi_remap_behaviour_examples(vvi_artwork *artwork, const vvi_map *map);
/* Actors follow; those whose behaviour is removed have none. */
bool vvi_remap_behaviours(vvi_state *state, uint32_t artwork, const vvi_map *map);
/* Copies of the behaviours, and of all they hold, into a block that has none of its own yet. */
bool vvi_copy_behaviours(vvi_artwork *to, const vv_project_artwork *from);

/* Drops points and what is part of another simplex. */
void vvi_tidy_simplices(vv_simplex *simplices, uint32_t *count);

/* ---- Whole projects ------------------------------------------------------------------------------------------------ */

/* Reads the members of a project (not format and version) into an empty state. */
void vvi_read_project(vvi_reader *r, const vv_json *root, vvi_state *state);
void vvi_write_project(vv_json_writer *writer, const vv_project *project);
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

/* ---- Migration ----------------------------------------------------------------------------------------------------- */

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
