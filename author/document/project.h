/* A project as plain data: what docs/format.md describes, read, checked and resolved to indices. Everything here is
 * immutable and owned by the document it came from.
 *
 * Lengths are metres, angles radians, y up, in the space of the artwork. */
#ifndef VV_PROJECT_H
#define VV_PROJECT_H

#include "author/base/json.h"

#include <verve/graph.h>
#include <verve/match.h>
#include <verve/puppet.h>
#include <verve/retarget.h>
#include <verve/shape.h>

#define VV_PROJECT_VERSION         1u
#define VV_PROJECT_NAME_BYTES      64u  /* with the ending zero */
#define VV_PROJECT_PATH_BYTES      256u /* with the ending zero */
#define VV_PROJECT_ABOUT_BYTES     256u /* with the ending zero */
#define VV_PROJECT_MAX_ARTWORKS    256u
#define VV_PROJECT_MAX_LAYERS      256u
#define VV_PROJECT_MAX_SIMPLICES   1024u
#define VV_PROJECT_MAX_SCENES      256u
#define VV_PROJECT_MAX_KEYS        4096u
#define VV_PROJECT_MAX_ACTORS      256u
#define VV_PROJECT_MAX_OBSTACLES   1024u
#define VV_PROJECT_MAX_POINTS      1024u  /* of one obstacle */
#define VV_PROJECT_MAX_CUES        65536u /* a take of the pointer's drags has one a step */
#define VV_PROJECT_MAX_BEHAVIOURS  64u    /* of one artwork */
#define VV_PROJECT_MAX_JOINS       256u   /* of one puppet */
#define VV_PROJECT_MAX_CLIPS       256u
#define VV_PROJECT_MAX_FAMILIES    64u
#define VV_PROJECT_MAX_LINKS       1024u /* of one family */
#define VV_PROJECT_MAX_RECORDINGS  64u
#define VV_PROJECT_MAX_FRAMES      65536u /* of one recording */
#define VV_PROJECT_MAX_SKELETONS   64u
#define VV_PROJECT_MAX_TAKES       1024u
#define VV_PROJECT_MAX_FORMS       1024u
#define VV_PROJECT_MAX_SHAPES      64u
#define VV_PROJECT_MAX_VERBS       256u
#define VV_PROJECT_MAX_GRAPHS      64u
#define VV_PROJECT_MAX_CREATURES   64u
#define VV_PROJECT_MAX_MOTIONS     256u
#define VV_PROJECT_MAX_GAITS       64u
#define VV_PROJECT_MAX_LINES       64u
#define VV_PROJECT_MAX_STROKE      4096u                 /* points of one stroke or pull; vv_stroke_thin */
#define VV_PROJECT_MAX_BONES       256u                  /* of one keystroke */
#define VV_PROJECT_MAX_CAST        64u                   /* creatures of one scene */
#define VV_PROJECT_MAX_PLAYS       1024u                 /* of one of them */
#define VV_PROJECT_MAX_PACES       1024u                 /* changes of its speed */
#define VV_PROJECT_MAX_WAY         1024u                 /* points of its way */
#define VV_PROJECT_MAX_CORRECTIVES 32u                   /* of one artwork */
#define VV_PROJECT_LABEL_BYTES     32u                   /* with the ending zero */
#define VV_PROJECT_MAX_BYTES       (16u * 1024u * 1024u) /* of project.json */
#define VV_PROJECT_MIN_SCALE       0.01f                 /* of an actor */
#define VV_PROJECT_MAX_SCALE       100.0f
#define VV_PROJECT_FAR             1e6f /* no coordinate is further from the origin */

typedef struct vv_project_layer {
    char name[VV_PROJECT_NAME_BYTES];
    const char *image; /* path inside the project folder, or NULL: the layer has a mesh and no image */
    const char *mesh;  /* an OBJ file whose vertices lie in artwork space, or NULL: the image is cut */
    vv_vec2 at;        /* where the image's top left corner lies */
    uint32_t vertices; /* about how many the cut should have, 3…200000 */
    bool visible, locked;
} vv_project_layer;

typedef struct vv_project_handle {
    char name[VV_PROJECT_NAME_BYTES];
    vv_handle shape;
    bool every_layer;                            /* it moves each layer it lies on; `layers` is then unused */
    uint32_t layers[VV_PROJECT_MAX_LAYERS / 32]; /* one bit a layer */
} vv_project_handle;

/* False where the handle keeps away from this layer. */
bool vv_project_handle_moves(const vv_project_handle *handle, uint32_t layer);

/* What the artist held while posing. */
typedef struct vv_project_pin {
    bool held;        /* false: this handle was free; the rest is then unused */
    vv_pin_kind kind; /* VV_PIN_POSITION, VV_PIN_TURN or VV_PIN_STRETCH */
    vv_vec2 from;     /* the point at rest that is held: the handle's pivot unless the file says otherwise */
    vv_vec2 to;
    float angle;      /* VV_PIN_TURN and VV_PIN_STRETCH */
    float xx, xy, yy; /* VV_PIN_STRETCH: the linear part is R(angle)·S; else the identity */
} vv_project_pin;

typedef struct vv_project_example {
    char name[VV_PROJECT_NAME_BYTES];
    const vv_turn *turns;       /* [handle_count] the pose; the identity where the file names no handle */
    const vv_project_pin *pins; /* [handle_count], or NULL if nothing was held */
    bool placed;                /* the artist put it somewhere on the pose board */
    vv_vec2 board;              /* where; means nothing for how it blends */
} vv_project_example;

/* Some of the strengths: those whose bit in `given` is set, one bit a key in the order of docs/format.md. */
typedef struct vv_project_strengths {
    uint32_t given;
    vv_strengths values; /* what is not given is the default */
} vv_project_strengths;

/* Overwrites in `strengths` what is given in `changes`. */
void vv_project_strengths_apply(const vv_project_strengths *changes, vv_strengths *strengths);
/* What to change in `from` to make it `to`. */
vv_project_strengths vv_project_strengths_between(const vv_strengths *from, const vv_strengths *to);

/* How an artwork moves on a stage. */
typedef struct vv_project_sprite {
    uint32_t ring;             /* of a neighbourhood, 1…VV_SPRITE_MAX_RING */
    float density;             /* kilograms to a square metre */
    bool pinned;               /* the file lists pins; false: layers are joined where a handle lies on two of them */
    uint32_t pin_count;        /* 0 unless pinned */
    const vv_sprite_pin *pins; /* [pin_count] */
    const float *densities;    /* [layer_count] factors on the density; NULL: all 1 */
    vv_strengths strengths;    /* an actor's own go over these */
} vv_project_sprite;

/* Some of a material: those whose bit in `given` is set, one bit a key in the order of docs/format.md. */
typedef struct vv_project_material {
    uint32_t given;
    vv_material values; /* what is not given is the default */
} vv_project_material;

/* Overwrites in `material` what is given in `changes`. */
void vv_project_material_apply(const vv_project_material *changes, vv_material *material);
/* What to change in `from` to make it `to`. */
vv_project_material vv_project_material_between(const vv_material *from, const vv_material *to);

/* How an artwork moves as a puppet. Its layers are pinned where those of the sprite are. */
typedef struct vv_project_puppet {
    vv_elastic elastic;
    uint32_t clusters;        /* vv_puppet_def.cluster_count */
    float density;            /* kilograms to a square metre */
    const float *densities;   /* [layer_count] factors on the density; NULL: all 1 */
    const float *stiffnesses; /* [layer_count] factors on the material's stiffness; NULL: all 1 */
    uint32_t join_count;
    const vv_puppet_join *joins; /* [join_count] */
    vv_material material;        /* an actor's own goes over this */
} vv_project_puppet;

typedef vv_share vv_project_share;

/* A place in an artwork's complex, as the file says it: sums to 1 within 1e-3; sorted by example. */
typedef struct vv_project_place {
    uint32_t share_count; /* 0: the file says nothing */
    const vv_project_share *shares;
} vv_project_place;

typedef struct vv_project_walk_key {
    vv_project_place place;
    float seconds;
    vv_ease ease;
} vv_project_walk_key;

typedef struct vv_project_state {
    char name[VV_PROJECT_NAME_BYTES];
    vv_behaviour_state_def def; /* all but its name, keys and strengths, which are beside it here */
    uint32_t key_count;
    const vv_project_walk_key *keys;
    vv_project_strengths strengths;
} vv_project_state;

typedef struct vv_project_word {
    char text[VV_PROJECT_NAME_BYTES];
} vv_project_word;

/* What drives actors that show the artwork: two state machines, as in vv_behaviour_def. */
typedef struct vv_project_behaviour {
    char name[VV_PROJECT_NAME_BYTES];
    bool looks_left;
    uint32_t input_count, event_count, state_count, transition_count;
    const vv_project_word *inputs, *events;
    const vv_project_state *states;
    const vv_transition *transitions;
} vv_project_behaviour;

/* ---- Fields: examples over named axes, for shapes, verbs and correctives ---------------------------------------------- */

typedef struct vv_project_axis {
    char name[VV_PROJECT_NAME_BYTES];
    float low, high; /* low < high */
    bool clamped;    /* else places beyond the range extrapolate */
    char joint
        [VV_SKELETON_NAME_BYTES]; /* of shapes on a skeleton: whose angle drives it, radians; empty: the game does */
    uint32_t about;               /* 0 x, 1 y, 2 z, of that joint */
    uint32_t handle, base;        /* of correctives: whose angle drives it, radians, measured from base's; VV_NONE: the
                                          game does, from rest */
} vv_project_axis;

/* Where examples are: what the file writes as `axes`, `radial`, `at` of every example, and `pseudo`. */
typedef struct vv_project_field {
    uint32_t axis_count; /* 0…VV_FIELD_MAX_AXES */
    const vv_project_axis *axes;
    vv_radial radial;
    uint32_t example_count; /* 0…VV_FIELD_MAX_EXAMPLES; with none it cannot be built yet */
    const float *at;        /* [example_count · axis_count] */
    uint32_t pseudo_count;
    const float *from, *to; /* [pseudo_count · axis_count] each */
} vv_project_field;

uint32_t vv_project_find_axis(const vv_project_field *field, const char *name);
/* Where an axis is that nobody moves: at 0, or at the end of its range that is nearest to 0. */
float vv_project_axis_home(const vv_project_axis *axis);

/* Poses of an artwork that are added where its handles turn: the pose of an example relative to rest. */
typedef struct vv_project_corrective {
    char name[VV_PROJECT_NAME_BYTES];
    vv_project_field field;
    const uint32_t *examples; /* [field.example_count] of the artwork; VV_NONE: nothing is added there */
} vv_project_corrective;

typedef struct vv_project_artwork {
    char name[VV_PROJECT_NAME_BYTES];
    uint64_t stamp; /* differs between any two contents that the document ever had: what a cache compares */
    float scale;    /* pixels of the images to a metre */
    uint32_t layer_count, handle_count, example_count, simplex_count;
    const vv_project_layer *layers; /* the furthest back first */
    const vv_project_handle *handles;
    const uint32_t *partner; /* [handle_count] whom each handle swaps with in the mirror: itself if nobody */
    const vv_project_example *examples;
    const vv_simplex *simplices; /* [simplex_count] the complex */
    vv_project_sprite sprite;
    vv_project_puppet puppet;
    uint32_t corrective_count;
    const vv_project_corrective *correctives;
    uint32_t behaviour_count;
    const vv_project_behaviour *behaviours;
} vv_project_artwork;

typedef struct vv_project_key {
    float time; /* seconds */
    vv_project_place place;
} vv_project_key;

/* ---- What directs puppets ------------------------------------------------------------------------------------------ */

/* Keyed motion of one artwork. Positions are in the artwork's own space, whatever the scale and place of who plays it. */
typedef struct vv_project_clip {
    char name[VV_PROJECT_NAME_BYTES];
    uint64_t stamp; /* as an artwork's */
    uint32_t artwork;
    float length; /* seconds */
    bool loop;    /* all keys are then before `length` */
    uint32_t track_count;
    const vv_track
        *tracks; /* no two of one handle and channel; each has keys, their times ascend. Where a slope is found
                               automatically it is 0 here; of an angle the second numbers are 0 */
} vv_project_clip;

/* Artworks that may turn into one another. */
typedef struct vv_project_family {
    char name[VV_PROJECT_NAME_BYTES];
    uint64_t stamp;                          /* as an artwork's */
    uint32_t member_count;                   /* 1…VV_PUPPET_MAX_MEMBERS */
    uint32_t members[VV_PUPPET_MAX_MEMBERS]; /* artworks */
    uint32_t link_count;
    const vv_family_link *links; /* [link_count] `member` says which of `members` */
    float lambda, margin, pause, fade;
} vv_project_family;

/* How regions of a puppet moved. */
typedef struct vv_project_recording {
    char name[VV_PROJECT_NAME_BYTES];
    uint64_t stamp;   /* as an artwork's */
    uint32_t artwork; /* the source */
    float rate, size;
    bool loop;
    uint32_t region_count, frame_count; /* ≥ 1 each */
    const vv_region *regions;           /* [region_count] no two of one handle */
    const vv_region_state *frames;      /* [frame_count · region_count] as in vv_recording_def */
} vv_project_recording;

/* ---- Shapes and motions by example ------------------------------------------------------------------------------------- */

/* How a skeleton without a mesh of its own is drawn. */
typedef enum vv_figure_look {
    VV_FIGURE_AUTO, /* the mesh of its file where there is one, else limbs */
    VV_FIGURE_LIMBS,
    VV_FIGURE_BLOCKS,
    VV_FIGURE_BONES,
    VV_FIGURE_MESH,
} vv_figure_look;

typedef struct vv_project_foot {
    char hip[VV_SKELETON_NAME_BYTES], knee[VV_SKELETON_NAME_BYTES], ankle[VV_SKELETON_NAME_BYTES],
        toe[VV_SKELETON_NAME_BYTES]; /* joints; toe may be the ankle */
} vv_project_foot;

typedef struct vv_project_skeleton {
    char name[VV_PROJECT_NAME_BYTES];
    uint64_t stamp;   /* as an artwork's */
    const char *file; /* BVH or glTF, in the project folder */
    float scale;      /* metres to a unit of the file and of its takes; 0: as the file's size suggests */
    vv_figure_look look;
    uint8_t colour[4], accent[4]; /* red, green, blue, alpha */
    bool footed;                  /* the file lists feet; false: they are found in the skeleton */
    uint32_t foot_count;          /* 0 unless footed */
    const vv_project_foot *feet;  /* [foot_count] */
    bool plant;                   /* feet that stand stay where they tread */
} vv_project_skeleton;

/* A recorded motion of a skeleton. */
typedef struct vv_project_take {
    char name[VV_PROJECT_NAME_BYTES];
    uint64_t stamp; /* as an artwork's */
    uint32_t skeleton;
    const char *file;                 /* BVH or glTF */
    char clip[VV_PROJECT_NAME_BYTES]; /* animation of a glTF; empty: its first */
} vv_project_take;

typedef struct vv_project_form {
    char name[VV_PROJECT_NAME_BYTES];
    uint64_t stamp;                    /* as an artwork's */
    const char *file;                  /* OBJ or glTF */
    char mesh[VV_PROJECT_NAME_BYTES];  /* of a glTF; empty: its first */
    char morph[VV_PROJECT_NAME_BYTES]; /* morph target of that mesh, fully on; empty: at rest */
} vv_project_form;

typedef struct vv_project_bend {
    char joint[VV_SKELETON_NAME_BYTES];
    float turn[3]; /* rotation vector relative to rest, radians */
} vv_project_bend;

typedef struct vv_project_shape_example {
    uint32_t form;                /* no two of a shape the same */
    uint32_t bend_count;          /* 0 without a skeleton */
    const vv_project_bend *bends; /* [bend_count] the pose the form was made in; joints that are not here are at rest */
} vv_project_shape_example;

typedef struct vv_project_shape {
    char name[VV_PROJECT_NAME_BYTES];
    uint64_t stamp; /* as an artwork's */
    vv_project_field field;
    const vv_project_shape_example *examples; /* [field.example_count] */
    uint32_t levels;                          /* of subdivision, 0…VV_SHAPE_MAX_LEVELS */
    uint8_t colour[4];
    uint32_t skeleton; /* VV_NONE: none */
    bool file_weights; /* those of the skin in the skeleton's file; false: found from the form of the first example */
} vv_project_shape;

typedef struct vv_project_keytime {
    char label[VV_PROJECT_LABEL_BYTES];
    float time; /* seconds in the take */
} vv_project_keytime;

typedef struct vv_project_verb_example {
    uint32_t take;                      /* of the verb's skeleton, no two of a verb the same */
    bool ranged;                        /* from and to are given; false: suggested when built */
    float from, to;                     /* seconds in the take */
    uint32_t keytime_count;             /* 0: suggested when built; else 2…VV_VERB_MAX_KEYTIMES */
    const vv_project_keytime *keytimes; /* [keytime_count] ascending, the first at from, the last at to */
} vv_project_verb_example;

typedef struct vv_project_verb {
    char name[VV_PROJECT_NAME_BYTES];
    uint64_t stamp; /* as an artwork's */
    uint32_t skeleton;
    vv_project_field field;
    const vv_project_verb_example *examples; /* [field.example_count] */
    bool cyclic;
    uint32_t controls; /* 0: as many as the tolerance needs; else 4…256 */
    float tolerance;   /* radians */
    bool any_phase;    /* vv_fit_verb_def.any_phase */
} vv_project_verb;

typedef struct vv_project_graph_state {
    char name[VV_PROJECT_NAME_BYTES];
    uint32_t verb; /* of the project, of the graph's skeleton */
    float rate;
    uint32_t next; /* VV_NONE: none */
    float fade;    /* to next, seconds */
    uint32_t signal;
} vv_project_graph_state;

/* Which verb follows which: vv_graph_def. */
typedef struct vv_project_graph {
    char name[VV_PROJECT_NAME_BYTES];
    uint64_t stamp; /* as an artwork's */
    uint32_t skeleton;
    uint32_t input_count, event_count, state_count, transition_count;
    const vv_project_word *inputs, *events; /* all axes of its verbs are inputs too, and may be listed */
    const vv_project_graph_state *states;
    const vv_graph_transition
        *transitions; /* start < 0: the phase of the verb it leaves, where both are cyclic, else 0;
                                               conditions name inputs and events of the lists above by index */
} vv_project_graph;

/* ---- Creatures ---------------------------------------------------------------------------------------------------------- */

/* What a body of a creature's file is, instead of what the file says or was guessed. */
typedef struct vv_project_caps {
    char body[VV_CREATURE_NAME_BYTES];
    uint32_t cap_count;
    const vv_project_word *caps; /* [cap_count] no two the same; those that no creature knows by itself are its own */
} vv_project_caps;

/* What can be coloured, in the order of vv_project_creature.colours. */
typedef enum vv_creature_part {
    VV_CREATURE_SKIN,
    VV_CREATURE_BACK,
    VV_CREATURE_BELLY,
    VV_CREATURE_EYES,
    VV_CREATURE_PARTS
} vv_creature_part;

typedef struct vv_project_creature {
    char name[VV_PROJECT_NAME_BYTES];
    uint64_t stamp;      /* as an artwork's */
    const char *file;    /* a creature file (JSON), glTF or BVH, in the project folder; NULL: it is grown from `seed` */
    uint32_t seed;       /* 0 with a file */
    uint32_t caps_count; /* ≤ VV_CREATURE_MAX_BODIES */
    const vv_project_caps *caps;           /* [caps_count] no two of one body */
    float scale;                           /* times its size, VV_PROJECT_MIN_SCALE…VV_PROJECT_MAX_SCALE */
    bool mesh;                             /* shows the mesh of its file where there is one; false: a skin is made */
    uint32_t coloured;                     /* bit p: colours[p] is given; else as the file or the seed has it */
    uint8_t colours[VV_CREATURE_PARTS][4]; /* red, green, blue, alpha; zero where not given */
} vv_project_creature;

/* All that def points at is the document's: vv_motion_create takes it as it is. */
typedef struct vv_project_motion {
    char name[VV_PROJECT_NAME_BYTES];
    uint64_t stamp;                     /* as an artwork's */
    char action[VV_PROJECT_NAME_BYTES]; /* what it is a branch of; empty: its name. vv_project_motion_action */
    vv_motion_def def; /* slopes of keys that are not VV_SLOPE_FREE, and values that a track does not have, are 0 */
} vv_project_motion;

/* As with motions: vv_gait_create takes def as it is. Rows are NULL where they are the default ones. */
typedef struct vv_project_gait {
    char name[VV_PROJECT_NAME_BYTES];
    uint64_t stamp; /* as an artwork's */
    vv_gait_def def;
} vv_project_gait;

/* ---- Lines of action ---------------------------------------------------------------------------------------------------- */

/* What follows a line. */
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
    vv_temper values; /* 0 where not given */
} vv_project_temper;

/* Overwrites in `temper` what is given in `changes`. */
void vv_project_temper_apply(const vv_project_temper *changes, vv_temper *temper);

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
    uint32_t preset;              /* vv_preset; VV_NONE: that of the line, with its temper */
    vv_project_temper temper;     /* what differs */
} vv_project_line_key;

typedef struct vv_project_twist {
    char bone[VV_SKELETON_NAME_BYTES];
    uint32_t step_count;        /* 1…VV_MATCH_MAX_STEPS */
    const vv_match_step *steps; /* [step_count] times ascend; only `angle` is used */
} vv_project_twist;

typedef struct vv_project_contact {
    char bone[VV_SKELETON_NAME_BYTES];
    vv_vec3 point;              /* in the joint's frame */
    bool turned;                /* steps have turns; else these are the identity */
    float from, to, ease;       /* seconds */
    uint32_t step_count;        /* 1…VV_MATCH_MAX_STEPS */
    const vv_match_step *steps; /* [step_count] times ascend; angles are 0 */
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
    vv_line_way way;
    vv_preset preset;
    vv_project_temper temper;         /* what differs from the preset: vv_project_line_temper */
    const float *stiffness, *damping; /* [element_count] each, or NULL: 1 */
    float rate;                       /* frames a second */
    float settle;                     /* seconds after the last key */
    uint32_t key_count;               /* 0…VV_LINE_MAX_KEYS */
    const vv_project_line_key *keys;  /* times ascend by VV_LINE_MIN_GAP at least */
    uint32_t pull_count;
    const vv_line_pull *pulls; /* [pull_count] as vv_line_def takes them; their times never descend */
    /* Of skeletons and creatures alone: */
    float heading, pitch, distance; /* of the view, as vv_paper_from takes them */
    vv_vec3 centre;
    float plane_heading, plane_pitch; /* of the action plane, seen from the view: 0 and 0 is the view plane */
    uint32_t twist_count, contact_count;
    const vv_project_twist *twists;
    const vv_project_contact *contacts;
    /* Of artworks alone: */
    uint32_t rest_count; /* 0: it goes through the handles of the first key; else as many as a keystroke's */
    const vv_vec2 *rest; /* [rest_count] over the drawing at rest */
    bool stretch;        /* handles are stretched with the line */
} vv_project_line;

/* How it goes on from a key: that of the line's preset and temper or of the key's preset, with the key's temper. */
vv_temper vv_project_line_temper(const vv_project_line *line, uint32_t key);
/* The paper it is drawn on, and how its action plane is turned out of that: vv_match_def. */
vv_paper vv_project_line_paper(const vv_project_line *line);
vv_quat vv_project_line_plane(const vv_project_line *line);
/* Which points of a stroke to keep so that there are at most `most` (≥ 2), both ends among them: kept[min(count, most)] ascending indices, and
 * *kept_count. What is left out is near to what is drawn without it. Strokes of more than VV_PROJECT_MAX_STROKE points are refused, so whoever draws
 * thins them first. */
vv_result vv_stroke_thin(uint32_t count, const vv_vec2 *points, uint32_t most, const vv_allocator *allocator,
                         uint32_t *kept, uint32_t *kept_count, vv_error *error);

/* ---- Stages ------------------------------------------------------------------------------------------------------- */

typedef struct vv_project_obstacle {
    vv_obstacle_kind kind;
    uint32_t point_count;
    const vv_vec2
        *points; /* [point_count] as vv_obstacle_def has them; a level ground has (0, height) and (1, height) */
    float friction;
    bool one_way, sensor;
    uint32_t layers;   /* bits, as in vv_obstacle_def */
    bool visible;      /* whether it is drawn */
    bool coloured;     /* false: in the stage's own colours */
    uint8_t colour[4]; /* red, green, blue, alpha */
} vv_project_obstacle;

typedef struct vv_project_hold {
    char name[VV_PROJECT_NAME_BYTES]; /* empty: it has none */
    vv_vec2 at;                       /* the point of the drawing at rest, as its artwork has it whatever its scale */
    bool moved;                       /* false: it is held where it is at the start */
    vv_vec2 to;                       /* on the stage */
    float strength;                   /* hertz; INFINITY: exactly */
} vv_project_hold;

/* What an input of its behaviour is at the start. */
typedef struct vv_project_input {
    char name[VV_PROJECT_NAME_BYTES];
    float value;
} vv_project_input;

typedef struct vv_project_follow {
    vv_follow def;  /* all but `actor`; the points of its path are the document's */
    uint32_t actor; /* VV_FOLLOW_HANDLE: a puppet before this one, of which def.other is a handle; else VV_NONE */
} vv_project_follow;

typedef struct vv_project_copy {
    uint32_t from;      /* live: a puppet before this one; VV_NONE: the recording */
    uint32_t recording; /* VV_NONE: live */
    float start, size;
    uint32_t pair_count;
    const vv_region_pair *pairs; /* [pair_count] with a recording, `from` is one of its regions */
} vv_project_copy;

typedef enum vv_actor_kind {
    VV_ACTOR_SPRITE,
    VV_ACTOR_PUPPET,
} vv_actor_kind;

typedef struct vv_project_actor {
    char name[VV_PROJECT_NAME_BYTES];
    uint32_t artwork;
    vv_actor_kind kind;
    vv_vec2 at; /* where the artwork's origin goes */
    float angle;
    float scale; /* of the drawing about its origin, VV_PROJECT_MIN_SCALE…VV_PROJECT_MAX_SCALE */
    vv_vec2 velocity;
    float spin;
    bool flipped;
    uint32_t layers, mask; /* bits, as in vv_actor_def */
    uint32_t hold_count;
    const vv_project_hold *holds;
    /* Of sprites alone: */
    vv_project_place place; /* where it begins, and its equilibrium */
    uint32_t behaviour;     /* of its artwork, that drives it; VV_NONE: none does */
    uint32_t input_count;
    const vv_project_input *inputs;
    vv_project_strengths strengths;
    /* Of puppets alone: */
    vv_project_material material;
    uint32_t family; /* of which its artwork is a member, or VV_NONE */
    uint32_t attraction_count;
    const uint32_t *attractions; /* [attraction_count] examples of its artwork */
    uint32_t clip;               /* of its artwork, that it plays from the start, or VV_NONE */
    float clip_start;            /* seconds */
    uint32_t follow_count, copy_count;
    const vv_project_follow *follows; /* [follow_count] */
    const vv_project_copy *copies;    /* [copy_count] */
} vv_project_actor;

typedef enum vv_cue_kind {
    VV_CUE_PUSH,     /* vector: impulse */
    VV_CUE_VELOCITY, /* vector, number: spin; what is not given stays */
    VV_CUE_TELEPORT, /* vector, number: angle, or as it is */
    VV_CUE_FLIP,
    VV_CUE_PLACE,     /* place: the equilibrium */
    VV_CUE_STRENGTHS, /* strengths */
    VV_CUE_FORCE,     /* vector */
    VV_CUE_HOLD,      /* at, vector: where to, or where it is; number: strength, or exactly; name. Where the actor has a
                         hold of this name, that one moves, and keeps its point and strength */
    VV_CUE_RELEASE,   /* name: which hold; empty: all */
    VV_CUE_INPUT,     /* name: an input of its behaviour; number */
    VV_CUE_RAISE,     /* name: an event of its behaviour */
    VV_CUE_MATERIAL,  /* material */
    VV_CUE_PLAY,      /* clip, or VV_NONE: none; number: when it began, or now */
    VV_CUE_AIM,       /* handle, channel, value; number: strength, 0: no more */
    VV_CUE_WIND,      /* of the whole stage: vector */
    VV_CUE_GRAVITY,   /* of the whole stage: vector */
    VV_CUE_KINDS
} vv_cue_kind;

/* What happens on a stage at a time. Which members are used depends on its kind. */
typedef struct vv_project_cue {
    float time; /* seconds; it happens before the first fixed step that begins then or later */
    vv_cue_kind kind;
    uint32_t actor; /* VV_NONE: the whole stage */
    bool has_vector, has_number;
    vv_vec2 vector, at;
    float number;
    char name[VV_PROJECT_NAME_BYTES];
    vv_project_place place;
    vv_project_strengths strengths;
    vv_project_material material;
    uint32_t clip, handle;
    vv_channel channel;
    float value[2];
} vv_project_cue;

typedef struct vv_project_stage {
    vv_vec2 gravity, wind;
    float step; /* where the file says nothing, as suits its actors */
    uint32_t substeps, iterations;
    uint32_t follow; /* the actor that the picture follows, or VV_NONE */
    uint32_t obstacle_count, actor_count, cue_count;
    const vv_project_obstacle *obstacles;
    const vv_project_actor *actors;
    const vv_project_cue *cues; /* times ascending */
} vv_project_stage;

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

/* Where a verb or a shape is at a time. Between the keys that name it an axis moves evenly; before the first of them, and
 * after the last, it stays as it is there. */
typedef struct vv_project_path_key {
    float time; /* seconds */
    uint32_t value_count;
    const vv_project_axis_value *values; /* sorted by axis */
} vv_project_path_key;

/* What happens to a character in a graph: inputs are set, or an event is raised. */
typedef struct vv_project_graph_cue {
    float time;                        /* seconds */
    char raise[VV_PROJECT_NAME_BYTES]; /* an event; empty: `inputs` are set */
    uint32_t input_count;
    const vv_project_input *inputs; /* [input_count] axes among them */
} vv_project_graph_cue;

/* What a play reaches for. */
typedef struct vv_project_aim {
    uint32_t target;    /* which of the motion's, 0…VV_MAX_TARGETS − 1 */
    uint32_t of;        /* one of the cast, whose body it is; VV_NONE: `place` */
    vv_context context; /* which body: of several the nearest */
    vv_vec3 place;      /* in the world */
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
    /* Of verbs, graphs, shapes, creatures and lines alone: */
    uint32_t path_count;
    const vv_project_path_key *path; /* [path_count] times ascending */
    uint32_t graph_cue_count;
    const vv_project_graph_cue *graph_cues; /* [graph_cue_count] times ascending, or the same */
    bool aimed;                             /* heading and pitch are given; false: as suits the figure */
    float heading, pitch; /* of the camera, radians: from where it looks, counter-clockwise from above from
                                               the front, and how far down */
    bool follows;         /* the camera goes with a character that travels */
    /* Of creatures alone: */
    uint32_t cast_count;
    const vv_project_cast *cast; /* [cast_count] */
    vv_scene_ground ground;
    /* Of lines alone: */
    bool show_line;  /* the line itself is drawn too */
    uint32_t ghosts; /* a faint pose at every so many keystrokes; 0: none */
} vv_project_scene;

/* Where a scene of a verb or a shape is at a time: at[axis_count] of its field. An axis that no key names is at
 * home. */
void vv_project_scene_place(const vv_project_field *field, const vv_project_scene *scene, float seconds, float *at);

typedef struct vv_project {
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
uint32_t vv_project_find_family(const vv_project *project, const char *name);
uint32_t vv_project_find_recording(const vv_project *project, const char *name);
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
/* Of a handle, or VV_NONE. */
uint32_t vv_project_find_track(const vv_project_clip *clip, uint32_t handle, vv_channel channel);
uint32_t vv_project_find_channel(const vv_project_motion *motion, const char *name);
/* Of a channel; `deform` is asked of VV_TRACK_DEFORM alone. */
uint32_t vv_project_find_curve(const vv_motion_channel *channel, vv_track_kind kind, const char *deform);
uint32_t vv_project_find_cast(const vv_project_scene *scene, const char *name);
/* The action that a motion is a branch of. */
const char *vv_project_motion_action(const vv_project_motion *motion);
/* Whether `action` means this motion: it is its action or, where no motion has such an action, its name. */
bool vv_project_motion_does(const vv_project *project, uint32_t motion, const char *action);
/* Of a family, or VV_NONE. */
uint32_t vv_project_find_member(const vv_project_family *family, uint32_t artwork);

/* Pins as they stand in an example, out of a command that is not yet one of the document's: pins[handle_count]. */
vv_result vv_project_read_pins(const vv_json_document *json, const vv_json *object, const vv_project_artwork *artwork,
                               const vv_allocator *allocator, vv_project_pin *pins, vv_error *error);

/* An entry of the script of a stage scene, but without `time`: *cue, and in shares[VV_BLEND_MAX_EXAMPLES] those of its
 * place. */
vv_result vv_project_read_cue(const vv_json_document *json, const vv_json *object, const vv_project *project,
                              const vv_project_scene *scene, const vv_allocator *allocator, vv_project_share *shares,
                              vv_project_cue *cue, vv_error *error);

/* A context and a mode as they stand in a channel, out of text that is not the document's; and a key into such a text. */
vv_result vv_project_read_context(const vv_json_document *json, const vv_json *object, vv_context *context,
                                  vv_error *error);
vv_result vv_project_read_mode(const vv_json_document *json, const vv_json *object, vv_mode *mode, vv_error *error);
void vv_project_write_key(vv_json_writer *writer, const char *name, vv_track_kind kind, const vv_motion_key *key);

/* The command scene.add, as compact JSON, that makes a scene like `scene`, which need not be one of the project's but
 * refers to its artworks. Release the text as that of a project. */
vv_result vv_project_write_scene(const vv_project *project, const vv_project_scene *scene,
                                 const vv_allocator *allocator, char **text, size_t *length, vv_error *error);

/* project.json as it is saved: keys in a fixed order, defaults left out, one item a line. The text is *length bytes and
 * a zero; release with vv_project_text_release. Refused where it is longer than can be opened again. */
vv_result vv_project_write(const vv_project *project, const vv_allocator *allocator, char **text, size_t *length,
                           vv_error *error);
/* As one object, every key of which is there, also those at their defaults; null is what is not given and has no value of
 * its own. Reads back as the same project. */
void vv_project_write_whole(const vv_project *project, vv_json_writer *writer);
void vv_project_text_release(const vv_allocator *allocator, char *text, size_t length);

/* ---- Problems ---------------------------------------------------------------------------------------------------- */

/* The numbered rules of docs/format.md. A project.json that breaks one of them does not open, but for 23 to 26 and 47,
 * which are of the folder and of commands, and for those from 101 on, which are warnings. */
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
    VV_RULE_LINE_JOINT, /* seen only where the body is built: by `verve check` */
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

/* Everything that is wrong with the text of a project.json. VV_OK however many there are. */
vv_result vv_project_check(const char *text, size_t length, const char *file, vv_problems *problems, vv_error *error);

#endif
