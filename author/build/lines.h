/* Lines of a project, built: strokes are fitted, the elastic line is made between them, and a body or a drawing
 * follows it. The command and the page use these, as they use performance3.h for verbs. */
#ifndef VV_LINES_H
#define VV_LINES_H

#include "author/build/creatures.h"

#include <verve/clip.h>
#include <verve/match.h>

/* Shared by counting, like everything in performance3.h. */
typedef struct vv_built_line {
    const vv_allocator *allocator;
    uint64_t key;
    uint64_t structure; /* a hash: lines with equal ones differ only in strokes, pulls and tempers */
    uint32_t references;
    float rate;
    uint32_t key_count;
    vv_line_key *keys; /* [key_count] the fitted strokes, each in the direction that turns least from the one before */
    vv_stroke_report *fits; /* [key_count] */
    vv_line *line;          /* NULL: no strokes yet */
    float key_error; /* the largest distance of the line from a keystroke at its time, as a share of its length */
    /* A body in space: */
    vv_view_plane view_plane;
    vv_quat action_plane;
    const vv_character *character;     /* kept; or */
    const vv_built_creature *creature; /* kept */
    const vv_skeleton *skeleton;       /* of one of these; NULL: a drawing follows */
    const vv_manikin *figure;
    vv_match_key *sets; /* [key_count] which bones: those of the document, or proposed ones */
    uint32_t *bones;    /* [key_count · joint_count] what `sets` point to */
    vv_match *match;
    vv_match_report report;
    vv_pose_sequence *frames;
    vv_vec2 *shifts; /* [shift_count] by how much the line is shifted at every frame; NULL: its root is not held */
    uint32_t shift_count;
    /* A drawing: */
    const vv_rigged *rigged; /* kept; NULL: a body follows */
    vv_line_pose rest;
    bool stretch;
    uint32_t grip_count;
    uint32_t *handles; /* [grip_count] those that the line leads in a clip; in a shown pose it carries all of them */
    vv_line_anchor *grips; /* [handle_count of the drawing] */
} vv_built_line;

/* Builds and solves what is not yet. Where only strokes have changed since it was last built, solving starts from
 * there. */
vv_result vv_session_line(vv_session *session, uint32_t line, const vv_progress *progress, const vv_built_line **out,
                          vv_error *error);
/* Builds a line that is not (yet) in the project, such as one whose stroke is being dragged. before: the same line
 * with other strokes, or NULL; it gives its solver away, and keeps its frames. Destroy the result with
 * vv_built_line_destroy. */
vv_result vv_session_build_line(vv_session *session, const vv_project_line *line, vv_built_line *before,
                                const vv_progress *progress, vv_built_line **out, vv_error *error);
/* Builds what follows a line that has no strokes yet, so that they can be drawn over it: its body with the motion
 * that it has without the line, or its drawing; `line` is NULL. before: the last result, which is returned again
 * where nothing has changed, or NULL. Destroy the result. */
vv_result vv_session_build_line_subject(vv_session *session, uint32_t line, vv_built_line *before, vv_built_line **out,
                                        vv_error *error);
vv_built_line *vv_built_line_retain(const vv_built_line *built);
void vv_built_line_destroy(vv_built_line *built);

/* Seconds from beginning to end. */
float vv_built_line_duration(const vv_built_line *built);
/* The line at a time, as the body follows it: where the root is held, shifted with it (vv_match_shift). */
void vv_built_line_at(const vv_built_line *built, double time, vv_line_pose *pose);
/* Gives a body a solver again, for vv_match_solve_live, where it has given its own to other strokes of the line. */
vv_result vv_session_line_solver(vv_session *session, uint32_t line, vv_built_line *built, vv_error *error);
/* The drawing at a time: pose[handle_count]. */
void vv_built_line_pose(const vv_built_line *built, double time, vv_affine *pose);
/* The body's motion as a take, to be written to a file. Destroy it with vv_take_destroy. */
vv_result vv_built_line_take(const vv_built_line *built, const char *name, vv_take *out, vv_error *error);
/* Writes, as the writer's root, the command that adds the drawing's motion to the project as the clip `name`. */
void vv_built_line_write_clip(const vv_built_line *built, const vv_project_artwork *artwork, const char *name,
                              vv_json_writer *writer);
/* Writes, as the writer's root, the command that adds the drawing at each keystroke as an example, “name 1”, “name 2”
 * …, each blending with the next. */
void vv_built_line_write_poses(const vv_built_line *built, const vv_project_artwork *artwork, const char *name,
                               vv_json_writer *writer);
/* The point of the line in space at the share `along` of its length, on the action plane through a point, such as a
 * joint of the body. */
vv_vec3 vv_built_line_point3(const vv_built_line *built, const vv_line_pose *pose, float along, vv_vec3 through);

#endif
