/* Scenes: what is shown, from where, and for how long. */
#ifndef VV_PROJECT_SCENE_H
#define VV_PROJECT_SCENE_H

#include "author/document/project_creature.h"
#include "author/document/project_stage.h"

#define VV_PROJECT_MAX_SCENES 256u
#define VV_PROJECT_MAX_KEYS   4096u
#define VV_PROJECT_MAX_CAST   64u   /* creatures of one scene */
#define VV_PROJECT_MAX_PLAYS  1024u /* of one of them */
#define VV_PROJECT_MAX_PACES  1024u /* changes of its speed */
#define VV_PROJECT_MAX_WAY    1024u /* points of its way */

typedef struct vv_project_key {
    float time; /* seconds */
    vv_project_place place;
} vv_project_key;

typedef enum vv_scene_kind {
    VV_SCENE_TOUR,     /* through places of one artwork's complex: keys */
    VV_SCENE_STAGE,    /* with actors: stage */
    VV_SCENE_VERB,     /* a character does a verb: path */
    VV_SCENE_GRAPH,    /* a character lives in a graph: graph_cues */
    VV_SCENE_SHAPE,    /* a shape changes: path */
    VV_SCENE_CREATURE, /* creatures go about: cast */
    VV_SCENE_LINE,     /* something follows a line of action: show_line, ghosts */
} vv_scene_kind;

typedef struct vv_project_axis_value {
    uint32_t axis;
    float value;
} vv_project_axis_value;

/* Where a verb or a shape is at a time. Between the keys that name it an axis moves evenly; before the first of them,
 * and after the last, it stays as it is there. */
typedef struct vv_project_path_key {
    float time; /* seconds */
    uint32_t value_count;
    const vv_project_axis_value *values; /* sorted by axis */
} vv_project_path_key;

/* A cue of a graph: inputs are set, or an event is raised. */
typedef struct vv_project_graph_cue {
    float time;                        /* seconds */
    char raise[VV_PROJECT_NAME_BYTES]; /* an event; empty: `inputs` are set */
    uint32_t input_count;
    const vv_project_input *inputs; /* [input_count] axes among them */
} vv_project_graph_cue;

/* A target of a play. */
typedef struct vv_project_aim {
    uint32_t target;         /* which of the motion's, 0…VV_MOTION_MAX_TARGETS − 1 */
    uint32_t of;             /* one of the cast, whose body it is; VV_NONE: `place` */
    vv_body_context context; /* which body: of several the nearest */
    vv_vec3 place;           /* in the world */
} vv_project_aim;

#define VV_VARIANT_NEAREST (VV_NONE - 1u) /* the one whose body is nearest to the first aim */

/* A motion that one of the cast plays. */
typedef struct vv_project_play {
    float time;                         /* seconds of the scene */
    char action[VV_PROJECT_NAME_BYTES]; /* of motions, or the name of one */
    uint32_t variant;                   /* where there are fewer, counted round; or VV_VARIANT_NEAREST */
    bool mirror;
    int32_t layer;
    float weight, speed;
    uint32_t rounds; /* of a loop; 0: for ever */
    bool queue;      /* begins when what plays on its layer ends */
    bool stops;      /* `until` is given */
    float until;     /* seconds of the scene, after time: it is stopped there, fading out */
    uint32_t aim_count;
    const vv_project_aim *aims; /* [aim_count] sorted by target, no two of one */
} vv_project_play;

typedef struct vv_project_gait_share {
    uint32_t gait;
    float weight; /* > 0 */
} vv_project_gait_share;

typedef struct vv_project_pace {
    float time, speed; /* seconds of the scene, metres a second */
} vv_project_pace;

/* A creature in a scene. */
typedef struct vv_project_cast {
    char name[VV_PROJECT_NAME_BYTES]; /* no two of a scene the same */
    uint32_t creature;
    vv_vec2 at;                                      /* x and z, where it begins */
    float heading;                                   /* counter-clockwise from above; 0: along +z */
    uint32_t gait_count;                             /* 0: it has none, and stands */
    vv_project_gait_share gaits[VV_GAIT_MAX_STYLES]; /* no two the same; mixed */
    uint32_t pace_count;                             /* 0: it stands */
    const vv_project_pace *paces; /* [pace_count] times ascend; between them the speed changes evenly */
    uint32_t way_count;
    const vv_vec2
        *way;     /* [way_count] x and z: where it goes from `at`, one point after the other, and stops at the last;
                           with none, straight ahead */
    float jiggle; /* vv_player_def.jiggle */
    uint32_t play_count;
    const vv_project_play *plays; /* [play_count] times ascending, or the same */
} vv_project_cast;

typedef enum vv_scene_ground {
    VV_SCENE_GROUND_FLAT,
    VV_SCENE_GROUND_HILLS,
} vv_scene_ground;

typedef struct vv_project_scene {
    char name[VV_PROJECT_NAME_BYTES];
    uint64_t stamp; /* as an artwork's */
    vv_scene_kind kind;
    uint32_t artwork;           /* of a tour; else VV_NONE */
    uint32_t subject;           /* the verb, graph, shape or line; else VV_NONE */
    uint32_t width, height;     /* pixels */
    uint8_t background[4];      /* red, green, blue, alpha; not premultiplied */
    bool framed;                /* true: centre and zoom are given; false: the picture shows the whole tour or run */
    vv_vec2 centre;             /* the point in the middle of the picture; where it follows an actor, seen from there */
    float zoom;                 /* pixels of the picture to a metre */
    float seconds, rate;        /* length; frames a second */
    uint32_t key_count;         /* 0 but on a tour */
    const vv_project_key *keys; /* times ascending */
    vv_project_stage stage;     /* unused but on a stage */
    /* Only for verbs, graphs, shapes, creatures and lines: */
    uint32_t path_count;
    const vv_project_path_key *path; /* [path_count] times ascending */
    uint32_t graph_cue_count;
    const vv_project_graph_cue *graph_cues; /* [graph_cue_count] times ascending, or the same */
    bool aimed;                             /* heading and pitch are given; false: as suits the figure */
    float heading, pitch; /* of the camera, radians: from where it looks, counter-clockwise from above from
                                               the front, and how far down */
    bool follows;         /* the camera goes with a character that travels */
    /* Only for creatures: */
    uint32_t cast_count;
    const vv_project_cast *cast; /* [cast_count] */
    vv_scene_ground ground;
    /* Only for lines: */
    bool show_line;  /* the line itself is drawn too */
    uint32_t ghosts; /* a faint pose at every so many keystrokes; 0: none */
} vv_project_scene;

/* Where a scene of a verb or a shape is at a time: at[axis_count] of its field. An axis that no key names is at
 * home. */
void vv_project_scene_place(const vv_project_field *field, const vv_project_scene *scene, float seconds, float *at);

#endif
