/* Matching: a skeleton follows a line of action in a view (Guay et al. 2015, section 4).
 *
 * All frames are solved at once. Joints and root follow Hermite curves with a node at every keystroke and one between
 * two of them. Nonlinear least squares places the bones that belong to the line onto it, in position and direction:
 * first with rotations in the action plane alone, then with free rotations, twists and contacts. The rest of the body
 * keeps its pose and moves along. */
#ifndef VERVE_MATCH_H
#define VERVE_MATCH_H

#include <verve/line.h>
#include <verve/skeleton.h>

#ifdef __cplusplus
extern "C" {
#endif

#define VV_MATCH_MAX_FRAMES          20000u
#define VV_MATCH_MAX_TWISTS          32u
#define VV_MATCH_MAX_CONTACTS        32u
#define VV_MATCH_MAX_CONSTRAINT_KEYS 256u /* of one twist or one contact */

/* The plane that lines are drawn on, and the eye that looks at it. Coordinates of lines are metres on the plane. */
typedef struct vv_view_plane {
    vv_quat rotation;   /* takes +x to the right of the view, +y to its top, and +z out of the plane towards the eye */
    vv_vec3 centre;     /* the origin of the plane, in the world */
    float eye_distance; /* of the eye from the centre, metres; 0: orthographic */
} vv_view_plane;
/* A view plane by the angles of its normal, which points to the eye. With heading 0 and pitch 0 the view shows the
 * character's face (+x of the world to the right, +z towards the eye); with a heading of a quarter turn its left
 * side. Radians; distance as in vv_view_plane. */
VV_API vv_view_plane vv_view_plane_from_angles(float heading, float pitch, vv_vec3 centre, float distance);
/* Projects a point of the world onto the view plane. With perspective, points behind the eye are projected as if they
 * were just in front of it. */
VV_API vv_vec2 vv_view_plane_project(const vv_view_plane *plane, vv_vec3 point);
/* The point that is seen at `at`, of the plane through `through` with this unit normal. A plane that is seen nearly
 * edge-on gives a far point, never infinity. */
VV_API vv_vec3 vv_view_plane_unproject(const vv_view_plane *plane, vv_vec2 at, vv_vec3 through, vv_vec3 normal);

/* Which bones the line moves at a keystroke. They are named by joints: the bone of a joint goes from it to its child
 * on the path.
 *
 * The joints of a set span a path through the skeleton, from the end at which the line begins to the other end, and
 * on to the tip of the last bone. Joints on the path that are not in the set are not pulled to the line. Joints of
 * the set beside the path are placed on the line at the distance at which they hang from the path. Bones keep their
 * lengths: body and line are matched metre by metre in the action plane, starting from the middle of both (or from a
 * contact that holds, or from the root if that is held), and the difference of their lengths is divided between both
 * ends. Where the path steps aside (from the spine through the pelvis into a leg) or dips (from arm to arm through
 * the chest), the bones between move along with the body instead of rotating onto the line. Between two keystrokes
 * the bones of both count (Table 1). A bone that is in only one of the two leaves its base pose there, or returns to
 * it, with the velocity of the base. */
typedef struct vv_match_key {
    uint32_t bone_count;
    const uint32_t *bones; /* [bone_count] joints */
    /* The part of the line that the bones lie on, as fractions of its length, 0…1; from > to: in the other direction.
     * Both 0: the whole line, in the direction that fits better. */
    float from, to;
} vv_match_key;

/* A key of a twist or a contact. */
typedef struct vv_match_constraint_key {
    float time;       /* seconds */
    float angle;      /* of a twist: radians about the bone, in addition to the rotation that the line gives it */
    vv_vec3 position; /* of a contact: the position of its point, in the world */
    vv_quat rotation; /* of a contact: the rotation of the bone, in the world */
} vv_match_constraint_key;

/* Rotates one bone about its own axis (the cans of the paper). Smooth between keys; constant before the first and
 * after the last. */
typedef struct vv_match_twist {
    uint32_t bone;                       /* a joint */
    uint32_t key_count;                  /* 1…VV_MATCH_MAX_CONSTRAINT_KEYS */
    const vv_match_constraint_key *keys; /* [step_count] times ascend */
} vv_match_twist;

/* The angle of a twist at a time, radians. */
VV_API float vv_match_twist_angle(const vv_match_twist *twist, double time);

/* Holds a point of a joint, and its rotation if wanted, in the world.
 *
 * Contacts that hold are met exactly, and the body follows the line as well as it then can. A contact that is easing
 * in or out yields to those that hold. If some that hold contradict each other, the error is divided among them. A
 * contact that is out of reach is approached as far as possible, without disturbing the others or the line; the
 * report says how far away it stays. Limbs that no line moves bend to the side to which the base pose bends them; if
 * they are straight there, knees bend forwards and elbows backwards. */
typedef struct vv_match_contact {
    uint32_t bone;                       /* a joint */
    vv_vec3 point;                       /* in the joint's frame */
    bool holds_rotation;                 /* holds the rotation too */
    float from, to;                      /* seconds; it holds exactly between them */
    float ease;                          /* seconds before and after, in which it eases in and out */
    uint32_t key_count;                  /* 1…VV_MATCH_MAX_CONSTRAINT_KEYS */
    const vv_match_constraint_key *keys; /* [step_count] times ascend; smooth between them */
} vv_match_contact;

typedef struct vv_match_def {
    const vv_skeleton *skeleton;
    const vv_line *line;      /* must outlive the match, or be replaced by vv_match_set_line */
    const vv_match_key *keys; /* [vv_line_key_count(line)] */
    vv_view_plane view_plane;
    /* rotates the action plane out of the view plane, in the frame of the view; usually the identity */
    vv_quat action_plane;
    float rate; /* frames a second */
    /* The motion of the body without the line: base_count poses, one or as many as vv_match_count_frames says, of
     * rotations and translations [base_count · joint_count] relative to parents; NULL: the rest pose. */
    uint32_t base_count;
    const vv_quat *base_rotations;
    const vv_vec3 *base_translations;
    /* The root keeps its base motion: for lines that move arms while the body acts. At every frame the line is then
     * shifted so that it passes through the base position of the joint on the path that is nearest to the root;
     * distances are measured to the shifted line. */
    bool hold_root;
    uint32_t twist_count, contact_count; /* at most VV_MATCH_MAX_TWISTS and VV_MATCH_MAX_CONTACTS */
    const vv_match_twist *twists;        /* [twist_count] */
    const vv_match_contact *contacts;    /* [contact_count] */
    /* Weights of the terms: distance to the line, direction of bones, smoothness, base pose, keystrokes. All 0: the
     * defaults 1, 0.05, 1e-3, 1e-5, 20. */
    float position, tangent, smooth, rest, key;
} vv_match_def;

/* Distances are fractions of the line's length and are measured in the view; of a held root, to the shifted line. */
typedef struct vv_match_report {
    uint32_t frames, iterations;          /* iterations of both stages together */
    float key_distance;                   /* the mean distance at a keystroke, of the worst keystroke */
    float mean_distance, worst_distance;  /* between the body and its points on the line */
    float tangent_degrees, worst_tangent; /* angle between bones and the line, mean and maximum */
    float contact_error;                  /* metres, maximum while contacts hold */
    float contact_degrees;                /* error of their rotations, maximum */
    float twist_degrees;                  /* error of twists, maximum */
    /* Tilt of the action plane against the view; beyond 75 degrees positions in depth are uncertain. */
    float plane_degrees;
} vv_match_report;

typedef struct vv_match vv_match;

/* How many frames a match of this line has at this rate: the first is at time 0, the last at or after the line's
 * end. */
VV_API uint32_t vv_match_count_frames(const vv_line *line, float rate);
/* Prepares a match. Fails, and names the cause, for joints that do not exist, empty sets of bones, an action plane at
 * 90 degrees to the view, and numbers that are not finite. */
VV_API vv_result vv_match_create(const vv_match_def *def, const vv_allocator *allocator, vv_match **out,
                                 vv_error *error);
VV_API void vv_match_destroy(vv_match *match, const vv_allocator *allocator);
/* Solves all frames; starts from the previous solution if there is one. `progress` may be NULL. */
VV_API vv_result vv_match_solve(vv_match *match, const vv_progress *progress, vv_error *error);
/* Replaces the line by one with keystrokes at the same times, for instance after a stroke was dragged; then solve
 * again, which takes a few milliseconds. Fails, and changes nothing, if the number of keystrokes or their times
 * differ: make a new match then. */
VV_API vv_result vv_match_set_line(vv_match *match, const vv_line *line, vv_error *error);
VV_API vv_match_report vv_match_last_report(const vv_match *match); /* of the last vv_match_solve */
VV_API uint32_t vv_match_frame_count(const vv_match *match);
/* The solved pose of a frame: rotations[joint_count], translations[joint_count], as vv_skeleton_globals takes
 * them. */
VV_API void vv_match_frame_pose(const vv_match *match, uint32_t frame, vv_quat *rotations, vv_vec3 *translations);

/* ---- Live lines -------------------------------------------------------------------------------------------------- */

/* The pose of the body at a time if the line were at `pose` then, for instance because a hand drags it (vv_live_line):
 * from the solved pose, bones rotate in the action plane onto the line, and contacts are met. rotations[joint_count],
 * translations[joint_count]. The solution itself does not change; if the line is where it was when it was solved, the
 * result is the solution. Fast enough for every frame. Never allocates. */
VV_API void vv_match_solve_live(vv_match *match, double time, const vv_line_pose *pose, vv_quat *rotations,
                                vv_vec3 *translations);
/* By how much the line is shifted at a time if the root is held (vv_match_def.hold_root), for a line at `pose` (NULL:
 * as it is at that time); otherwise 0. The body lies on the line moved by this. */
VV_API vv_vec2 vv_match_shift(const vv_match *match, double time, const vv_line_pose *pose);

/* ---- Pose sequences: what was solved, to be played --------------------------------------------------------------- */

/* Poses of a skeleton at evenly spaced frames. Immutable, position independent: an asset contains it as it is. */
typedef struct vv_pose_sequence vv_pose_sequence;
/* rotations[frame_count · joint_count] of unit length; translations[frame_count · joint_count], each coordinate
 * within ±1e6 m; rate in frames a second. Fails if there are no frames, and for numbers that are not finite or beyond
 * the limits. */
VV_API vv_result vv_pose_sequence_create(const vv_skeleton *skeleton, float rate, uint32_t frame_count,
                                         const vv_quat *rotations, const vv_vec3 *translations,
                                         const vv_allocator *allocator, vv_pose_sequence **out, vv_error *error);
VV_API void vv_pose_sequence_destroy(vv_pose_sequence *sequence, const vv_allocator *allocator);
VV_API uint32_t vv_pose_sequence_joint_count(const vv_pose_sequence *sequence);
VV_API uint32_t vv_pose_sequence_frame_count(const vv_pose_sequence *sequence);
VV_API float vv_pose_sequence_rate(const vv_pose_sequence *sequence);
/* The pose at a time: rotations[joint_count], translations[joint_count], and globals[joint_count] in the frame of the
 * character, for skins (NULL: not wanted). Constant before the first frame and after the last. Never allocates. */
VV_API void vv_pose_sequence_sample(const vv_pose_sequence *sequence, double time, vv_quat *rotations,
                                    vv_vec3 *translations, vv_affine3 *globals);

/* ---- Proposing bones --------------------------------------------------------------------------------------------- */

/* The path through the skeleton that fits a stroke best in the view. globals[joint_count] is the pose that the stroke
 * was drawn over. bones[joint_count] receives the bones from the line's beginning to its end; returns how many there
 * are. */
VV_API uint32_t vv_match_propose_bones(const vv_skeleton *skeleton, const vv_affine3 *globals,
                                       const vv_view_plane *plane, uint32_t element_count, const vv_line_pose *pose,
                                       uint32_t *bones);
/* The same for a keystroke that follows another: proposes the bones of that keystroke again (`set`), unless others
 * lie so much nearer to the stroke that they must be meant. before: the line of that keystroke, moved by as much as
 * the body has moved since. */
VV_API uint32_t vv_match_propose_next_bones(const vv_skeleton *skeleton, const vv_affine3 *globals,
                                            const vv_view_plane *plane, uint32_t element_count,
                                            const vv_line_pose *before, const vv_match_key *set,
                                            const vv_line_pose *pose, uint32_t *bones);
/* The bones that a scribble covers: those of which more than half lies within `radius` metres of points[point_count].
 * bones[joint_count]; returns how many there are. */
VV_API uint32_t vv_match_scribbled_bones(const vv_skeleton *skeleton, const vv_affine3 *globals,
                                         const vv_view_plane *plane, uint32_t point_count, const vv_vec2 *points,
                                         float radius, uint32_t *bones);

#ifdef __cplusplus
}
#endif
#endif
