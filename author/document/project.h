/* A project as plain data: what docs/format.md describes, read, checked and resolved to indices. Everything here is
 * immutable and owned by the document it came from. */
#ifndef VV_PROJECT_H
#define VV_PROJECT_H

#include "author/document/problem.h"
#include "author/document/project_line.h"
#include "author/document/project_scene.h"
#include "author/document/project_verb.h"

typedef struct vv_project {
    char schema[VV_PROJECT_ABOUT_BYTES]; /* "$schema": where editors find the JSON Schema, or empty */
    char name[VV_PROJECT_NAME_BYTES];
    char about[VV_PROJECT_ABOUT_BYTES]; /* one sentence, or empty */
    uint32_t artwork_count, clip_count, family_count, recording_count, skeleton_count, take_count, form_count,
        shape_count, verb_count, graph_count, creature_count, motion_count, gait_count, line_count, scene_count;
    const vv_project_artwork *const *artworks;
    const vv_project_clip *const *clips;
    const vv_project_family *const *families;
    const vv_project_recording *const *recordings;
    const vv_project_skeleton *const *skeletons;
    const vv_project_take *const *takes;
    const vv_project_form *const *forms;
    const vv_project_shape *const *shapes;
    const vv_project_verb *const *verbs;
    const vv_project_graph *const *graphs;
    const vv_project_creature *const *creatures;
    const vv_project_motion *const *motions;
    const vv_project_gait *const *gaits;
    const vv_project_line *const *lines;
    const vv_project_scene *const *scenes;
} vv_project;

/* Whether an actor of this kind can do what a cue of that kind says. */
bool vv_project_cue_suits(vv_cue_kind cue, vv_actor_kind actor);
/* The index of what has this name, or VV_NONE. */
uint32_t vv_project_find_artwork(const vv_project *project, const char *name);
uint32_t vv_project_find_clip(const vv_project *project, const char *name);
uint32_t vv_project_find_skeleton(const vv_project *project, const char *name);
uint32_t vv_project_find_take(const vv_project *project, const char *name);
uint32_t vv_project_find_form(const vv_project *project, const char *name);
uint32_t vv_project_find_shape(const vv_project *project, const char *name);
uint32_t vv_project_find_verb(const vv_project *project, const char *name);
uint32_t vv_project_find_graph(const vv_project *project, const char *name);
uint32_t vv_project_find_creature(const vv_project *project, const char *name);
uint32_t vv_project_find_motion(const vv_project *project, const char *name);
uint32_t vv_project_find_gait(const vv_project *project, const char *name);
uint32_t vv_project_find_line(const vv_project *project, const char *name);
uint32_t vv_project_find_scene(const vv_project *project, const char *name);
uint32_t vv_project_find_layer(const vv_project_artwork *artwork, const char *name);
uint32_t vv_project_find_handle(const vv_project_artwork *artwork, const char *name);
uint32_t vv_project_find_example(const vv_project_artwork *artwork, const char *name);
uint32_t vv_project_find_behaviour(const vv_project_artwork *artwork, const char *name);
uint32_t vv_project_find_actor(const vv_project_scene *scene, const char *name);
/* The track of this channel of the handle, or VV_NONE. */
uint32_t vv_project_find_track(const vv_project_clip *clip, uint32_t handle, vv_handle_channel channel);
/* The track of this kind in a channel of a motion, or VV_NONE; `deform` matters for VV_TRACK_DEFORM alone. */
uint32_t vv_project_find_curve(const vv_motion_channel *channel, vv_motion_track_kind kind, const char *deform);
/* The action that a motion is a branch of. */
const char *vv_project_motion_action(const vv_project_motion *motion);
/* Whether `action` means this motion: it is its action or, where no motion has such an action, its name. */
bool vv_project_motion_does(const vv_project *project, uint32_t motion, const char *action);
/* Which member of the family this artwork is, or VV_NONE. */
uint32_t vv_project_find_member(const vv_project_family *family, uint32_t artwork);

/* Pins as they stand in an example, out of a command that is not yet one of the document's: pins[handle_count]. */
vv_result vv_project_read_pins(const vv_json_document *json, const vv_json *object, const vv_project_artwork *artwork,
                               const vv_allocator *allocator, vv_project_pin *pins, vv_error *error);

/* An entry of the script of a stage scene, but without `time`: *cue, and in shares[VV_BLEND_MAX_EXAMPLES] those of its
 * place. */
vv_result vv_project_read_cue(const vv_json_document *json, const vv_json *object, const vv_project *project,
                              const vv_project_scene *scene, const vv_allocator *allocator, vv_project_share *shares,
                              vv_project_cue *cue, vv_error *error);

/* A context and a mode as they stand in a channel, out of text that is not the document's; and a key into such a
 * text. */
vv_result vv_project_read_context(const vv_json_document *json, const vv_json *object, vv_body_context *context,
                                  vv_error *error);
vv_result vv_project_read_mode(const vv_json_document *json, const vv_json *object, vv_movement_mode *mode,
                               vv_error *error);
void vv_project_write_key(vv_json_writer *writer, const char *name, vv_motion_track_kind kind,
                          const vv_motion_key *key);

/* The command scene.add, as compact JSON, that makes a scene like `scene`, which need not be one of the project's but
 * refers to its artworks. Release the text as that of a project. */
vv_result vv_project_write_scene(const vv_project *project, const vv_project_scene *scene,
                                 const vv_allocator *allocator, char **text, size_t *length, vv_error *error);

/* project.json as it is saved: keys in a fixed order, defaults left out, one item a line. The text is *length bytes and
 * a zero; release with vv_project_text_release. Refused where it is longer than can be opened again. */
vv_result vv_project_write(const vv_project *project, const vv_allocator *allocator, char **text, size_t *length,
                           vv_error *error);
/* As one object, every key of which is there, also those at their defaults; null is what is not given and has no
 * value of its own. Reads back as the same project. */
void vv_project_write_whole(const vv_project *project, vv_json_writer *writer);
/* What makes `before` into `now`, as the member `name` (NULL: as the root): a change (author/base/json_delta.h) of
 * what vv_project_write_whole gives. It takes as long as what the two do not share is large. */
vv_result vv_project_write_changes(const vv_project *before, const vv_project *now, const vv_allocator *allocator,
                                   vv_json_writer *writer, const char *name, vv_error *error);
void vv_project_text_release(const vv_allocator *allocator, char *text, size_t length);

/* Everything that is wrong with the text of a project.json. VV_OK however many there are. */
vv_result vv_project_check(const char *text, size_t length, const char *file, vv_problems *problems, vv_error *error);
/* What that would find in the text of this project, without making it: the same problems at the same paths, but
 * without lines. */
vv_result vv_project_check_memory(const vv_project *project, const char *file, vv_problems *problems, vv_error *error);

#endif
