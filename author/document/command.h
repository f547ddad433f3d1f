/* What the commands share: the state being edited and ways to name things in it. */
#ifndef VVI_DOCUMENT_COMMAND_H
#define VVI_DOCUMENT_COMMAND_H

#include "author/document/state.h"

typedef struct vvi_edit {
    vvi_reader reader;
    vvi_state *state; /* a copy of the present one; thrown away if anything goes wrong */
    const vv_json *command;
} vvi_edit;

/* What a project has lists of. */
typedef enum vvi_noun {
    VVI_ARTWORK,
    VVI_LAYER,
    VVI_HANDLE,
    VVI_EXAMPLE,
    VVI_BEHAVIOUR,
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
} vvi_noun;

const char *vvi_noun_name(vvi_noun noun);
bool vvi_noun_is_in_artwork(vvi_noun noun);

bool vvi_edit_failed(const vvi_edit *e);
/* Notes that memory ran out if `good` is false, and returns it. */
bool vvi_edit_memory(vvi_edit *e, bool good);
/* The keys of a command that reads no item: `do`, and those in the list. */
bool vvi_edit_keys(vvi_edit *e, vvi_keys keys);

/* The artwork that the command names, as one that may be changed; the reader then keeps what it reads there. NULL after
 * a problem. *index may be NULL. */
vvi_artwork *vvi_edit_artwork(vvi_edit *e, uint32_t *index);
uint32_t vvi_edit_count(const vvi_edit *e, vvi_noun noun, const vvi_artwork *artwork);
/* The entry that member `key` names; VV_NONE after a problem. `artwork` is NULL for what is in none. */
uint32_t vvi_edit_find(vvi_edit *e, vvi_noun noun, const vvi_artwork *artwork, const char *key);
/* Where "before" points, the end where it is not given; VV_NONE after a problem. */
uint32_t vvi_edit_before(vvi_edit *e, vvi_noun noun, const vvi_artwork *artwork);
/* A name from member `key` that no entry but `own` (or VV_NONE) has. */
bool vvi_edit_new_name(vvi_edit *e, vvi_noun noun, const vvi_artwork *artwork, uint32_t own, const char *key,
                       char *name);
/* Nobody refers to it; else a problem that says who does. */
bool vvi_skeleton_is_free(vvi_edit *e, uint32_t skeleton);
bool vvi_has_no_lines(vvi_edit *e, vv_line_kind kind, uint32_t subject);
/* Lines stand after those that they are over, and are of the same. */
void vvi_settle_lines(vvi_edit *e);
/* Room for one more at `index`, with everything that refers to the list following. */
bool vvi_edit_insert(vvi_edit *e, vvi_noun noun, uint32_t artwork, uint32_t index);

/* The block that member `key` names, as one that may be changed; the reader then keeps what it reads there. NULL after a
 * problem. */
void *vvi_edit_block(vvi_edit *e, vvi_noun noun, const char *key, uint32_t *index);

/* A motion out of a command, and its new name: scenes that play it follow. */
void vvi_edit_read_motion(vvi_edit *e, vvi_keys address, vv_project_motion *motion);
void vvi_edit_rename_motion(vvi_edit *e, vv_project_motion *motion, const char *name);

/* The families of commands. */
void vvi_command_add(vvi_edit *e, vvi_noun noun);
void vvi_command_remove(vvi_edit *e, vvi_noun noun);
void vvi_command_rename(vvi_edit *e, vvi_noun noun);
void vvi_command_move(vvi_edit *e, vvi_noun noun);
void vvi_command_set(vvi_edit *e, vvi_noun noun);
void vvi_command_duplicate(vvi_edit *e, vvi_noun noun); /* of what is in no artwork */
void vvi_command_example_mirror(vvi_edit *e);
void vvi_command_example_duplicate(vvi_edit *e);
void vvi_command_mirror_set(vvi_edit *e);
void vvi_command_complex_set(vvi_edit *e);
void vvi_command_complex_link(vvi_edit *e);
void vvi_command_complex_unlink(vvi_edit *e);
void vvi_command_sprite_set(vvi_edit *e);
void vvi_command_puppet_set(vvi_edit *e);
void vvi_command_clip_duplicate(vvi_edit *e);
void vvi_command_shape_duplicate(vvi_edit *e);
void vvi_command_verb_duplicate(vvi_edit *e);
void vvi_command_corrective_set(vvi_edit *e);
void vvi_command_axis_add(vvi_edit *e);
void vvi_command_axis_remove(vvi_edit *e);
void vvi_command_axis_rename(vvi_edit *e);
void vvi_command_axis_move(vvi_edit *e);
void vvi_command_axis_set(vvi_edit *e);
void vvi_command_place_add(vvi_edit *e);
void vvi_command_place_remove(vvi_edit *e);
void vvi_command_place_set(vvi_edit *e);
void vvi_command_pseudo_add(vvi_edit *e);
void vvi_command_pseudo_remove(vvi_edit *e);
void vvi_command_pseudo_set(vvi_edit *e);
void vvi_command_track_set(vvi_edit *e);
void vvi_command_key_set(vvi_edit *e);
void vvi_command_key_remove(vvi_edit *e);
void vvi_command_key_move(vvi_edit *e);
void vvi_command_family_link(vvi_edit *e);
void vvi_command_family_unlink(vvi_edit *e);
void vvi_command_motion_duplicate(vvi_edit *e);
void vvi_command_gait_duplicate(vvi_edit *e);
void vvi_command_channel_add(vvi_edit *e);
void vvi_command_channel_remove(vvi_edit *e);
void vvi_command_channel_rename(vvi_edit *e);
void vvi_command_channel_move(vvi_edit *e);
void vvi_command_channel_set(vvi_edit *e);
void vvi_command_curve_set(vvi_edit *e);
void vvi_command_curve_key(vvi_edit *e);
void vvi_command_curve_unkey(vvi_edit *e);
void vvi_command_line_duplicate(vvi_edit *e);
void vvi_command_keystroke_add(vvi_edit *e);
void vvi_command_keystroke_set(vvi_edit *e);
void vvi_command_keystroke_remove(vvi_edit *e);
void vvi_command_keystroke_move(vvi_edit *e);
void vvi_command_pull_add(vvi_edit *e);
void vvi_command_pull_set(vvi_edit *e);
void vvi_command_pull_remove(vvi_edit *e);
void vvi_command_twist_add(vvi_edit *e);
void vvi_command_twist_set(vvi_edit *e);
void vvi_command_twist_remove(vvi_edit *e);
void vvi_command_contact_add(vvi_edit *e);
void vvi_command_contact_set(vvi_edit *e);
void vvi_command_contact_remove(vvi_edit *e);
void vvi_command_actor_add(vvi_edit *e);
void vvi_command_actor_remove(vvi_edit *e);
void vvi_command_actor_rename(vvi_edit *e);
void vvi_command_actor_move(vvi_edit *e);
void vvi_command_actor_set(vvi_edit *e);

#endif
