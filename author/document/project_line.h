/* Lines of action: keystrokes, and what holds the body that follows them. */
#ifndef VV_PROJECT_LINE_H
#define VV_PROJECT_LINE_H

#include "author/document/project_base.h"

#include <verve/match.h>

#define VV_PROJECT_MAX_LINES  64u
#define VV_PROJECT_MAX_STROKE 4096u /* points of one stroke or pull; vv_stroke_thin */
#define VV_PROJECT_MAX_BONES  256u  /* of one keystroke */

/* The subject of a line: what follows it. */
typedef enum vv_line_kind {
    VV_LINE_OF_SKELETON,
    VV_LINE_OF_CREATURE,
    VV_LINE_OF_ARTWORK,
} vv_line_kind;

/* A joint of a skeleton's file or a body of a creature's: whether there is one of this name shows when it is built. */
typedef struct vv_project_bone {
    char name[VV_SKELETON_NAME_BYTES];
} vv_project_bone;

/* Some of a temper: those whose bit in `given` is set, one bit a key in the order of docs/format.md. */
typedef struct vv_project_temper {
    uint32_t given;
    vv_line_dynamics values; /* 0 where not given */
} vv_project_temper;

/* Overwrites in `temper` what is given in `changes`. */
void vv_project_temper_apply(const vv_project_temper *changes, vv_line_dynamics *temper);

/* A keystroke. */
typedef struct vv_project_line_key {
    float time;                   /* seconds */
    uint32_t point_count;         /* 2…VV_PROJECT_MAX_STROKE; the stroke is 0.0001…5000 m long */
    const vv_vec2 *points;        /* [point_count] metres on the paper of the view, or in the artwork */
    const float *pressures;       /* [point_count], or NULL: all 1 */
    uint32_t bone_count;          /* 0: proposed when built */
    const vv_project_bone *bones; /* [bone_count] no two the same; NULL of an artwork */
    const uint32_t *handles;      /* [bone_count] of an artwork: its handles, no two the same; else NULL */
    float from, to;               /* vv_match_key */
    bool from_given, to_given;    /* both or neither, and then from and to are 0 */
    uint32_t preset;              /* vv_line_preset; VV_NONE: that of the line, with its temper */
    vv_project_temper temper;     /* what differs */
} vv_project_line_key;

typedef struct vv_project_twist {
    char bone[VV_SKELETON_NAME_BYTES];
    uint32_t step_count;                  /* 1…VV_MATCH_MAX_CONSTRAINT_KEYS */
    const vv_match_constraint_key *steps; /* [step_count] times ascend; only `angle` is used */
} vv_project_twist;

typedef struct vv_project_contact {
    char bone[VV_SKELETON_NAME_BYTES];
    vv_vec3 point;                        /* in the joint's frame */
    bool turned;                          /* steps have turns; else these are the identity */
    float from, to, ease;                 /* seconds */
    uint32_t step_count;                  /* 1…VV_MATCH_MAX_CONSTRAINT_KEYS */
    const vv_match_constraint_key *steps; /* [step_count] times ascend; angles are 0 */
} vv_project_contact;

typedef struct vv_project_line {
    char name[VV_PROJECT_NAME_BYTES];
    uint64_t stamp; /* as an artwork's; what it is over, and the line of that, have stamps of their own */
    vv_line_kind kind;
    uint32_t subject; /* the skeleton, creature or artwork */
    uint32_t over_line,
        over_take;  /* at most one is not VV_NONE: an earlier line of the same subject, a take of the same skeleton */
    bool hold_root; /* vv_match_def */
    uint32_t element_count, frame_count;
    vv_line_method way;
    vv_line_preset preset;
    vv_project_temper temper;         /* what differs from the preset: vv_project_line_temper */
    const float *stiffness, *damping; /* [element_count] each, or NULL: 1 */
    float rate;                       /* frames a second */
    float settle;                     /* seconds after the last key */
    uint32_t key_count;               /* 0…VV_LINE_MAX_KEYS */
    const vv_project_line_key *keys;  /* times ascend by VV_LINE_MIN_GAP at least */
    uint32_t pull_count;
    const vv_line_pull *pulls; /* [pull_count] as vv_line_def takes them; their times never descend */
    /* Only for skeletons and creatures: */
    float heading, pitch, distance; /* of the view, as vv_view_plane_from_angles takes them */
    vv_vec3 centre;
    float plane_heading, plane_pitch; /* of the action plane, seen from the view: 0 and 0 is the view plane */
    uint32_t twist_count, contact_count;
    const vv_project_twist *twists;
    const vv_project_contact *contacts;
    /* Only for artworks: */
    uint32_t rest_count; /* 0: it goes through the handles of the first key; else as many as a keystroke's */
    const vv_vec2 *rest; /* [rest_count] over the drawing at rest */
    bool stretch;        /* handles are stretched with the line */
} vv_project_line;

/* How it goes on from a key: that of the line's preset and temper or of the key's preset, with the key's temper. */
vv_line_dynamics vv_project_line_temper(const vv_project_line *line, uint32_t key);
/* The paper it is drawn on, and how its action plane is turned out of that: vv_match_def. */
vv_view_plane vv_project_line_paper(const vv_project_line *line);
vv_quat vv_project_line_plane(const vv_project_line *line);

#endif
