/* Shared by the commands: the state being edited, and the lists whose items have commands. */
#ifndef VVI_DOCUMENT_COMMAND_H
#define VVI_DOCUMENT_COMMAND_H

#include "author/document/schema.h"

typedef struct vvi_edit {
    vvi_reader reader;
    vvi_state *state; /* a copy of the present one; thrown away if anything goes wrong */
    const vv_json *command;
    vvi_arena scratch; /* for as long as the commands last */
} vvi_edit;

bool vvi_edit_failed(const vvi_edit *e);
/* Notes that memory ran out if `good` is false, and returns it. */
bool vvi_edit_memory(vvi_edit *e, bool good);
/* The keys of a command that reads no item: `do`, and those in the list. */
bool vvi_edit_keys(vvi_edit *e, vvi_keys keys);

/* ---- Items of lists ---------------------------------------------------------------------------------------------- */

typedef struct vvi_target vvi_target;

/* A list whose items have commands: ITEM.add, .remove and .set; of those with names .rename and .move, and of some
 * .duplicate. In a command the item is named by ITEM, or called by "index" where it has no name or may have none, and
 * the owner of the list is named by its noun. */
typedef struct vvi_listed {
    vvi_noun owner;  /* VVI_PROJECT: no key names it */
    const char *key; /* of the list in the table of the owner */
    const char *item;
    vvi_noun other;        /* another owner that has such a list: a command names one of the two; 0: none */
    bool names_owner;      /* where an item is missing its owner is told too */
    bool by_reference;     /* an item is called by what its first key names */
    const vvi_schema *set; /* the table of what .set may change; NULL: that of the item */
    /* An owner without such a list: a problem that says so. */
    void (*refuse)(vvi_edit *e, const vvi_schema_field *list);
    /* Whether the item may be removed; else a problem that says what needs it. */
    bool (*is_free)(vvi_edit *e, uint32_t index);
    /* Before the item is removed. */
    void (*leaving)(vvi_edit *e, const vvi_target *t, uint32_t index);
    /* Rearranges the list, where more than references follows it. False if memory ran out. */
    bool (*rearrange)(vvi_edit *e, const vvi_target *t, const vvi_map *map);
    /* After any of these commands: what else changes or must hold. The item was `before`, is new where that is NULL,
     * and removed where index is VV_NONE. */
    void (*changed)(vvi_edit *e, const vvi_target *t, uint32_t index, const void *before);
    /* Adjusts the copy that .duplicate made; NULL: there is no such command. */
    void (*copied)(void *copy);
} vvi_listed;

/* The list that a command is about. */
struct vvi_target {
    const vvi_listed *listed;
    const vvi_schema *item;
    const char *name; /* of an item in commands */
    vvi_scope
        owner;     /* whose field is the list: the state's own project, or an item that it shares with no other state */
    vvi_noun noun; /* of the owner, */
    uint32_t index; /* and where it is in the project */
};

/* The list of the owner that the command names, whose items may be changed; the reader then keeps what it reads there.
 * False after a problem. */
bool vvi_edit_enter(vvi_edit *e, const vvi_listed *listed, vvi_target *t);
uint32_t vvi_target_count(const vvi_target *t);
void *vvi_target_item(const vvi_target *t, uint32_t index);
/* The item that the command names; VV_NONE after a problem. */
uint32_t vvi_edit_find(vvi_edit *e, const vvi_target *t);
/* A copy of item `source` with the name that the command gives, where it says or behind it: its index, or VV_NONE after
 * a problem. */
uint32_t vvi_edit_duplicate(vvi_edit *e, const vvi_target *t, uint32_t source);
/* Runs the command ITEM.VERB of the list; false: there is none of this name. */
bool vvi_edit_listed(vvi_edit *e, const vvi_listed *listed, const char *name);

/* The item of the project that member `key` names, as one that may be changed; the reader then keeps what it reads
 * there. NULL after a problem. *index may be NULL. */
void *vvi_edit_item(vvi_edit *e, vvi_noun noun, const char *key, uint32_t *index);

/* For entries that begin with their time and ascend by it: entries[*count], without the one at `gone` (or VV_NONE) and
 * with `entry` in its place; it replaces an entry at the same time. NULL if memory ran out. */
void *vvi_merge_entry(vvi_edit *e, const void *entries, uint32_t *count, size_t size, const void *entry, uint32_t gone);

/* ---- What else changes ------------------------------------------------------------------------------------------- */

bool vvi_artwork_is_free(vvi_edit *e, uint32_t index);
bool vvi_skeleton_is_free(vvi_edit *e, uint32_t index);
bool vvi_creature_is_free(vvi_edit *e, uint32_t index);
void vvi_handle_leaving(vvi_edit *e, const vvi_target *t, uint32_t index);
void vvi_handle_changed(vvi_edit *e, const vvi_target *t, uint32_t index, const void *before);
void vvi_family_changed(vvi_edit *e, const vvi_target *t, uint32_t index, const void *before);
void vvi_take_changed(vvi_edit *e, const vvi_target *t, uint32_t index, const void *before);
void vvi_field_changed(vvi_edit *e, const vvi_target *t, uint32_t index, const void *before); /* shapes and verbs */
void vvi_axis_changed(vvi_edit *e, const vvi_target *t, uint32_t index, const void *before);
void vvi_motion_changed(vvi_edit *e, const vvi_target *t, uint32_t index, const void *before);
void vvi_line_changed(vvi_edit *e, const vvi_target *t, uint32_t index, const void *before);
void vvi_keystroke_changed(vvi_edit *e, const vvi_target *t, uint32_t index, const void *before);
void vvi_actor_changed(vvi_edit *e, const vvi_target *t, uint32_t index, const void *before);
void vvi_obstacle_changed(vvi_edit *e, const vvi_target *t, uint32_t index, const void *before);
void vvi_zone_changed(vvi_edit *e, const vvi_target *t, uint32_t index, const void *before);
void vvi_joint_changed(vvi_edit *e, const vvi_target *t, uint32_t index, const void *before);
bool vvi_rearrange_actors(vvi_edit *e, const vvi_target *t, const vvi_map *map);

/* ---- Other commands ---------------------------------------------------------------------------------------------- */

extern const vvi_listed vvi_example_commands, vvi_channel_commands, vvi_keystroke_commands;
void vvi_command_example_mirror(vvi_edit *e);
void vvi_command_complex_link(vvi_edit *e);
void vvi_command_complex_unlink(vvi_edit *e);
void vvi_command_track_set(vvi_edit *e);
void vvi_command_key_set(vvi_edit *e);
void vvi_command_key_remove(vvi_edit *e);
void vvi_command_key_move(vvi_edit *e);
void vvi_command_family_link(vvi_edit *e);
void vvi_command_family_unlink(vvi_edit *e);
void vvi_command_curve_set(vvi_edit *e);
void vvi_command_curve_key(vvi_edit *e);
void vvi_command_curve_unkey(vvi_edit *e);
void vvi_command_keystroke_add(vvi_edit *e);
void vvi_command_keystroke_move(vvi_edit *e);

#endif
