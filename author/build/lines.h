/* Lines of a project, built: strokes fitted, the elastic line between them, and the body or the drawing that follows it. The command and the
 * page come through here, as they do through acts.h for verbs. */
#ifndef VV_LINES_H
#define VV_LINES_H

#include "author/build/creatures.h"

#include <verve/match.h>
#include <verve/motion.h>

/* Shared like everything of acts.h: whoever keeps one calls destroy once more. */
typedef struct vv_built_line {
    const vv_allocator *allocator;
    uint64_t key;
    uint64_t structure; /* equal: the same but for strokes, pulls and tempers */
    uint32_t references;
    float rate;
    uint32_t key_count;
    vv_line_key *keys; /* [key_count] the strokes, fitted, each the way round that turns least from the one before */
    vv_stroke_report *fits; /* [key_count] */
    vv_line *line;          /* NULL: there are no strokes yet */
    float key_error;        /* how far the line is from a keystroke when that is due: at worst, share of its length */
    /* A body in space: */
    vv_paper paper;
    vv_quat plane;
    const vv_character *character;     /* kept; or */
    const vv_built_creature *creature; /* kept */
    const vv_skeleton *skeleton;       /* of one of these; NULL: a drawing follows */
    const vv_manikin *figure;
    vv_match_key *sets; /* [key_count] which bones, as the document has them or as they were proposed */
    uint32_t *bones;    /* what they point to, [key_count · joint_count] */
    vv_match *match;
    vv_match_report report;
    vv_frames *frames;
    vv_vec2 *shifts; /* [shift_count] by how much the line is shifted at every frame; NULL: its root is not held */
    uint32_t shift_count;
    /* A drawing: */
    const vv_rigged *rigged; /* kept; NULL: a body follows */
    vv_line_pose rest;
    bool stretch;
    uint32_t grip_count;
    uint32_t *handles; /* [grip_count] those that the line leads; where it is only shown, it carries all */
    vv_grip *grips;    /* [handle_count of the drawing] */
} vv_built_line;

/* Solves what is not solved yet; where only strokes have changed since it was last built, from there. */
vv_result vv_session_line(vv_session *session, uint32_t line, const vv_progress *progress, const vv_built_line **out,
                          vv_error *error);
/* One that the project does not have (yet), such as a line whose stroke is being dragged. before: one of the same line with other strokes or
 * NULL; it gives its solver away, and keeps its frames. Destroy what comes out with vv_built_line_destroy. */
vv_result vv_session_line_try(vv_session *session, const vv_project_line *line, vv_built_line *before,
                              const vv_progress *progress, vv_built_line **out, vv_error *error);
/* What follows a line that has no strokes yet, to draw them over: its body and what that does without the line, or its drawing; `line` is NULL.
 * before: what was made so before, which comes out again where nothing has changed, or NULL. Destroy what comes out. */
vv_result vv_session_line_bare(vv_session *session, uint32_t line, vv_built_line *before, vv_built_line **out,
                               vv_error *error);
vv_built_line *vv_built_line_keep(const vv_built_line *built);
void vv_built_line_destroy(vv_built_line *built);

/* Seconds from the beginning to the end. */
float vv_built_line_length(const vv_built_line *built);
/* The line at a time as it is followed: where the root is held, shifted to where it hangs (vv_match_shift). */
void vv_built_line_at(const vv_built_line *built, double time, vv_line_pose *pose);
/* Gives a body its solver back, for vv_match_live, where other strokes of the line took it over. */
vv_result vv_session_line_solver(vv_session *session, uint32_t line, vv_built_line *built, vv_error *error);
/* The drawing at a time: pose[handle_count]. */
void vv_built_line_pose(const vv_built_line *built, double time, vv_affine *pose);
/* The body's motion as a clip, to be written to a file. Destroy it with vv_take_destroy. */
vv_result vv_built_line_take(const vv_built_line *built, const char *name, vv_take *out, vv_error *error);
/* Writes, as the writer's root, the command that adds the drawing's motion to the project as the clip `name`. */
void vv_built_line_write_clip(const vv_built_line *built, const vv_project_artwork *artwork, const char *name,
                              vv_json_writer *writer);
/* Writes, as the writer's root, the command that adds the drawing at each keystroke to its poses, as “name 1”, “name 2” …, each blending with the next. */
void vv_built_line_write_poses(const vv_built_line *built, const vv_project_artwork *artwork, const char *name,
                               vv_json_writer *writer);
/* Where the line is in space a share `along` of its length: on the action plane through a point, a joint of the body say. */
vv_vec3 vv_built_line_point3(const vv_built_line *built, const vv_line_pose *pose, float along, vv_vec3 through);

#endif
