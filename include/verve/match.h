/* Matching: a skeleton follows a line of action in a view (Guay et al. 2015, section 4).
 *
 * All frames are solved at once: joints and root go along Hermite curves with a node at every keystroke and one between, and
 * nonlinear least squares puts the bones that belong to the line onto it, in place and direction; first turning in the action
 * plane alone, then freely, with twists and contacts. The rest of the body keeps its pose and goes along. */
#ifndef VERVE_MATCH_H
#define VERVE_MATCH_H

#include <verve/line.h>
#include <verve/skeleton.h>

#ifdef __cplusplus
extern "C" {
#endif

#define VV_MATCH_MAX_FRAMES   20000u
#define VV_MATCH_MAX_TWISTS   32u
#define VV_MATCH_MAX_CONTACTS 32u
#define VV_MATCH_MAX_STEPS    256u /* keys of a twist or a contact */

/* Who looks, and where the paper is that is drawn on: a plane through `centre`. Lines are in its metres. */
typedef struct vv_paper {
    vv_quat turn;   /* takes +x to the right of the paper, +y up it, +z out of it to whoever looks */
    vv_vec3 centre; /* the paper's origin, in the world */
    float distance; /* of the eye from the centre; 0: orthographic */
} vv_paper;
/* Looking at the origin against `heading` and `pitch`: heading 0 sees a figure's face (+x of the world right, +z towards the eye), a
 * quarter turn sees its left side. */
VV_API vv_paper vv_paper_from(float heading, float pitch, vv_vec3 centre, float distance);
/* Where a point of the world is on the paper. With perspective, points behind the eye are seen as if just before it. */
VV_API vv_vec2 vv_paper_project(const vv_paper *paper, vv_vec3 point);
/* The point of the plane through `through` with this unit normal that is seen at `at`; nearly edge-on planes give a far point,
 * never infinity. */
VV_API vv_vec3 vv_paper_cast(const vv_paper *paper, vv_vec2 at, vv_vec3 through, vv_vec3 normal);

/* Which bones the line moves at a keystroke. The bone of a joint goes from it to its child that is on the way. The joints
 * of a set span a way through the skeleton, from the end that the line begins at to the other, on to the tip of the last bone;
 * joints on the way that are not in the set are not drawn to the line, and joints off it lie on the line as far along as
 * they hang away from the way. Bones keep their lengths: body and line are matched metre by metre in the action plane, from the
 * middle of both (or from a contact that holds, or the root that is held), and what one is longer is shared between both ends.
 * Where the way steps aside (from the spine through the pelvis into a leg) or dips (from arm to arm through the chest), what lies
 * between goes along with the body instead of turning onto the line. Between two keystrokes the bones of both count (Table 1). A bone
 * that is in only one of the two leaves its base there, or comes back to it, with the base's own velocity. */
typedef struct vv_match_key {
    uint32_t bone_count;
    const uint32_t *bones;
    float from,
        to; /* the part of the line they lie on, 0…1; from > to: the other way round. Both 0: all of it, the better way round */
} vv_match_key;

typedef struct vv_match_step {
    float time;
    float angle;   /* of a twist: radians about the bone, beyond where the line alone takes it */
    vv_vec3 place; /* of a contact: where its point is, in the world */
    vv_quat turn;  /* of a contact: the bone's turn in the world */
} vv_match_step;

/* A can: turns one bone about itself. Between steps smoothly, before and after them as the nearest. */
typedef struct vv_match_twist {
    uint32_t bone;
    uint32_t step_count; /* ≥ 1 */
    const vv_match_step *steps;
} vv_match_twist;

/* Its angle at a time. */
VV_API float vv_match_twist_angle(const vv_match_twist *twist, double time);

/* A plate: holds a point of a joint, and its turn if asked to. Plates are exact, and the body follows the line as well as it then can.
 * One that is taking hold or letting go gives way to those that hold. Where some that hold contradict each other, each gives
 * way a little; one that is out of reach is come near to, and takes neither the others nor the line with it: the report says how
 * far it stays away. Limbs that no line draws bend to the side that the base bends them, or, where that has them straight, knees
 * forwards and elbows backwards. */
typedef struct vv_match_contact {
    uint32_t bone;
    vv_vec3 point;       /* in the joint's frame */
    bool turned;         /* the turn counts too */
    float from, to;      /* seconds; it holds exactly in between */
    float ease;          /* seconds before and after, in which it takes hold and lets go */
    uint32_t step_count; /* ≥ 1; between steps smoothly */
    const vv_match_step *steps;
} vv_match_contact;

typedef struct vv_match_def {
    const vv_skeleton *skeleton;
    const vv_line *line;      /* with as many keys as `keys`; must outlive the match, or until vv_match_follow */
    const vv_match_key *keys; /* [keys of the line] */
    vv_paper paper;
    vv_quat plane; /* turns the action plane out of the view plane, seen from the view */
    float rate;    /* frames a second */
    /* What the body does without the line: one pose, or one for every frame (vv_match_frames says how many). Rotations and
     * places relative to parents; NULL: at rest. */
    uint32_t base_count;
    const vv_quat *base_turns;
    const vv_vec3 *base_moves;
    /* The root stays on its base: for lines of arms over the action of the body. The line is then shifted, at every frame, to go
     * through the joint of the way that is nearest to the root, where the base has it; distances are those to the shifted line. */
    bool hold_root;
    uint32_t twist_count, contact_count;
    const vv_match_twist *twists;
    const vv_match_contact *contacts;
    /* Weights; all 0: 1, 0.05, 1e-3, 1e-5, 20. */
    float place, tangent, smooth, rest, key;
} vv_match_def;

typedef struct vv_match_report {
    uint32_t frames, iterations; /* of both stages */
    float key_distance;          /* worst over keystrokes: mean distance there, share of the line's length */
    float mean_distance,
        worst_distance; /* between the body and its places on the (shifted) line in the view, shares of its length */
    float tangent_degrees, worst_tangent; /* between bones and the line in the view: mean, worst */
    float contact_error;                  /* metres, worst while they hold */
    float contact_degrees;                /* the same of turns */
    float twist_degrees;                  /* worst */
    float plane_degrees; /* the action plane's tilt against the view; beyond 75 places in depth are uncertain */
} vv_match_report;

typedef struct vv_match vv_match;

/* How many frames a match of this line has at this rate: one at 0 and the last at or after the line's end. */
VV_API uint32_t vv_match_frames(const vv_line *line, float rate);
/* Prepares. Refused, naming what: joints that do not exist, empty sets, tilts of 90 degrees, numbers that are not finite. */
VV_API vv_result vv_match_create(const vv_match_def *def, const vv_allocator *allocator, vv_match **out,
                                 vv_error *error);
VV_API void vv_match_destroy(vv_match *match, const vv_allocator *allocator);
/* Solves, from where it was if it was solved before. */
VV_API vv_result vv_match_solve(vv_match *match, const vv_progress *progress, vv_error *error);
/* Another line with keys at the same times: a stroke was dragged. Solve again after it; that takes a few milliseconds. Refused,
 * with nothing changed, where keys are more, fewer or at other times: make a new match then. */
VV_API vv_result vv_match_follow(vv_match *match, const vv_line *line, vv_error *error);
VV_API vv_match_report vv_match_reports(const vv_match *match);
VV_API uint32_t vv_match_frame_count(const vv_match *match);
/* A pose that was solved: turns[joint_count], moves[joint_count], as vv_skeleton_globals takes them. */
VV_API void vv_match_frame(const vv_match *match, uint32_t frame, vv_quat *turns, vv_vec3 *moves);

/* ---- Lines in a hand ---------------------------------------------------------------------------------------------------------------- */

/* The body at a time as it would follow a line that is at `pose` then, drawn about by a hand say (vv_wobble): from the pose that was solved
 * bones turn in the action plane onto it, and contacts are met. What was solved stays; where the line is where it was, that is what comes out. Quick
 * enough for every picture of a film, and never allocates. turns[joint_count], moves[joint_count]. */
VV_API void vv_match_live(vv_match *match, double time, const vv_line_pose *pose, vv_quat *turns, vv_vec3 *moves);
/* By how much a line that is at `pose` (NULL: as it is then) is shifted at a time, where the root is held; 0 where it is not: what the body
 * lies on is the line moved by this. */
VV_API vv_vec2 vv_match_shift(const vv_match *match, double time, const vv_line_pose *pose);

/* ---- What was solved, to play ------------------------------------------------------------------------------------------------------ */

/* Poses of a skeleton at evenly spaced frames. Immutable, position independent: an asset holds it as it is. */
typedef struct vv_frames vv_frames;
/* turns[frame_count · joint_count] of unit length, moves likewise, within ±1e6 m. Refused: no frames, numbers that are
 * not finite or beyond. */
VV_API vv_result vv_frames_create(const vv_skeleton *skeleton, float rate, uint32_t frame_count, const vv_quat *turns,
                                  const vv_vec3 *moves, const vv_allocator *allocator, vv_frames **out,
                                  vv_error *error);
VV_API void vv_frames_destroy(vv_frames *frames, const vv_allocator *allocator);
VV_API uint32_t vv_frames_joint_count(const vv_frames *frames);
VV_API uint32_t vv_frames_count(const vv_frames *frames);
VV_API float vv_frames_rate(const vv_frames *frames);
/* The pose at a time: turns[joint_count], moves[joint_count], and in the figure's frame globals[joint_count], for skins (NULL: not
 * wanted). Before the first frame and after the last it stays. Never allocates. */
VV_API void vv_frames_at(const vv_frames *frames, double time, vv_quat *turns, vv_vec3 *moves, vv_affine3 *globals);

/* ---- Which bones? ------------------------------------------------------------------------------------------------------------------- */

/* The way through the skeleton that fills a stroke best, seen in the view: bones[joint_count] from the line's beginning to its end; returns how
 * many. globals[joint_count]: the pose it is drawn over. */
VV_API uint32_t vv_match_propose(const vv_skeleton *skeleton, const vv_affine3 *globals, const vv_paper *paper,
                                 uint32_t element_count, const vv_line_pose *pose, uint32_t *bones);
/* The same for a keystroke that comes after another: the bones of that one, its set, go on, unless others lie so much nearer to the stroke
 * that they must be meant. before: the stroke of that one, moved by what the body has moved since in the pose it is drawn over. */
VV_API uint32_t vv_match_propose_next(const vv_skeleton *skeleton, const vv_affine3 *globals, const vv_paper *paper,
                                      uint32_t element_count, const vv_line_pose *before, const vv_match_key *set,
                                      const vv_line_pose *pose, uint32_t *bones);
/* The bones that a scribble covers: more than half of each lies within `radius` metres of it. */
VV_API uint32_t vv_match_scribble(const vv_skeleton *skeleton, const vv_affine3 *globals, const vv_paper *paper,
                                  uint32_t point_count, const vv_vec2 *points, float radius, uint32_t *bones);

#ifdef __cplusplus
}
#endif
#endif
