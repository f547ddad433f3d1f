/* What may be wrong with a project: the numbered rules of docs/format.md, and lists of what breaks them. */
#ifndef VV_PROBLEM_H
#define VV_PROBLEM_H

#include <verve/base.h>

/* The numbered rules of docs/format.md. A project.json that breaks one of them does not open, but for 23 to 26, 47, 57, 58
 * and 60 to 62, which are of the folder, of commands and of what is built, and for those from 101 on, which are warnings. */
typedef enum vv_rule {
    VV_RULE_JSON = 1,
    VV_RULE_FORMAT,
    VV_RULE_VERSION,
    VV_RULE_KIND,
    VV_RULE_UNKNOWN_KEY,
    VV_RULE_MISSING_KEY,
    VV_RULE_RANGE,
    VV_RULE_NAME,
    VV_RULE_SAME_NAME,
    VV_RULE_PATH,
    VV_RULE_REFERENCE,
    VV_RULE_LAYER_EMPTY,
    VV_RULE_TOO_MANY,
    VV_RULE_BONE_LENGTH,
    VV_RULE_CHOICE,
    VV_RULE_MIRROR,
    VV_RULE_REPEATED,
    VV_RULE_SIMPLEX,
    VV_RULE_COLOUR,
    VV_RULE_TIMES,
    VV_RULE_WEIGHTS,
    VV_RULE_FRAMING,
    VV_RULE_FILE_MISSING,
    VV_RULE_FILE_KIND,
    VV_RULE_JOURNAL,
    VV_RULE_COMMAND,
    VV_RULE_SCENE_KIND,
    VV_RULE_OBSTACLE,
    VV_RULE_SPRITE_PIN,
    VV_RULE_STATES,
    VV_RULE_CONDITION,
    VV_RULE_TEXT,
    VV_RULE_ACTOR_KIND,
    VV_RULE_TRACK,
    VV_RULE_EARLIER,
    VV_RULE_MEMBER,
    VV_RULE_JOIN,
    VV_RULE_FRAMES,
    VV_RULE_ONE_OF,
    VV_RULE_PARTS,
    VV_RULE_PATH_POINTS,
    VV_RULE_AXIS,
    VV_RULE_KEYTIMES,
    VV_RULE_SKELETON,
    VV_RULE_NO_SKELETON,
    VV_RULE_FILE_ENDING,
    VV_RULE_IN_USE,
    VV_RULE_CURVE,
    VV_RULE_MODE,
    VV_RULE_RELATION,
    VV_RULE_GAIT,
    VV_RULE_LINE_KIND,
    VV_RULE_OVER,
    VV_RULE_STROKE,
    VV_RULE_LINE_TIMES,
    VV_RULE_ELEMENTS,
    VV_RULE_LINE_JOINT, /* this and the next are seen only where bodies are built: by `verve check` */
    VV_RULE_MOTION_FILE,
    VV_RULE_FOLLOW_TIMES,
    VV_RULE_ARTWORK_BUILT, /* these three are seen only where everything is built: by `verve check` */
    VV_RULE_BUILT,
    VV_RULE_SCENE_BUILT,
    VV_RULE_UNUSED_FILE = 101,
    VV_RULE_HALF_TURN,
    VV_RULE_PLACE_OUTSIDE,
    VV_RULE_IDLE_HANDLE,
    VV_RULE_SAME_PLACE,
    VV_RULE_UNREACHABLE,
    VV_RULE_JOURNAL_TAIL,
    VV_RULE_LOOSE_LAYER,
    VV_RULE_START_INSIDE,
    VV_RULE_NOTHING_HOLDS,
    VV_RULE_STATE_UNREACHED,
    VV_RULE_SCRIPT_WORD,
    VV_RULE_NO_HOLD,
    VV_RULE_CROSSING,
    VV_RULE_LATE_KEYS,
    VV_RULE_NO_LINKS,
    VV_RULE_EMPTY_REGION,
    VV_RULE_ATTRACTION,
    VV_RULE_SAME_SPOT,
    VV_RULE_FEW_EXAMPLES,
    VV_RULE_IDLE_AXIS,
    VV_RULE_BEYOND_AXIS,
    VV_RULE_NO_CHANNELS,
    VV_RULE_NO_CURVES,
    VV_RULE_NO_TARGET,
    VV_RULE_IDLE_TARGET,
    VV_RULE_GROUP_GAP,
    VV_RULE_NO_GROUP,
    VV_RULE_NO_AIM,
    VV_RULE_FEW_KEYSTROKES,
    VV_RULE_STEEP_PLANE,
    VV_RULE_STROKE_LENGTH,
    VV_RULE_TOO_LATE,
} vv_rule;

/* One line a rule, as in docs/format.md; NULL for a number that is none. */
const char *vv_rule_text(vv_rule rule);
bool vv_rule_is_warning(vv_rule rule);

typedef struct vv_problem {
    vv_rule rule;
    vv_error error;
} vv_problem;

/* A list of what is wrong. Zero it, set `allocator`; `limit` is how many are kept (0: VV_PROBLEMS_MAX). */
#define VV_PROBLEMS_MAX 1000u
typedef struct vv_problems {
    const vv_allocator *allocator;
    uint32_t limit;
    bool warnings;   /* warnings are wanted too */
    uint32_t count;  /* kept */
    uint32_t errors; /* how many of all were errors */
    bool full;       /* there were more than `limit`; reading stopped there */
    bool memory;     /* memory ran out */
    size_t capacity;
    vv_problem *items;
} vv_problems;

/* Adds one; file, line and path from `place`, which may be NULL. */
void vv_problems_add(vv_problems *problems, vv_rule rule, const vv_error *place, const char *remedy, const char *format,
                     ...) VV_PRINTF(5, 6);
void vv_problems_release(vv_problems *problems);

#endif
