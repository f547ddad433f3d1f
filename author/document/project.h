/* A project as plain data: what docs/format.md describes, read, checked and resolved to indices. Everything here is
 * immutable and owned by the document it came from.
 *
 * Lengths are metres, angles radians, y up, in the space of the artwork. */
#ifndef VV_PROJECT_H
#define VV_PROJECT_H

#include "author/base/json.h"

#include <verve/behaviour.h>
#include <verve/puppet.h>

#define VV_PROJECT_VERSION        1u
#define VV_PROJECT_NAME_BYTES     64u  /* with the ending zero */
#define VV_PROJECT_PATH_BYTES     256u /* with the ending zero */
#define VV_PROJECT_ABOUT_BYTES    256u /* with the ending zero */
#define VV_PROJECT_MAX_ARTWORKS   256u
#define VV_PROJECT_MAX_LAYERS     256u
#define VV_PROJECT_MAX_SIMPLICES  1024u
#define VV_PROJECT_MAX_SCENES     256u
#define VV_PROJECT_MAX_KEYS       4096u
#define VV_PROJECT_MAX_ACTORS     256u
#define VV_PROJECT_MAX_OBSTACLES  1024u
#define VV_PROJECT_MAX_POINTS     1024u  /* of one obstacle */
#define VV_PROJECT_MAX_CUES       65536u /* a take of the pointer's drags has one a step */
#define VV_PROJECT_MAX_BEHAVIOURS 64u    /* of one artwork */
#define VV_PROJECT_MAX_JOINS      256u   /* of one puppet */
#define VV_PROJECT_MAX_CLIPS      256u
#define VV_PROJECT_MAX_FAMILIES   64u
#define VV_PROJECT_MAX_LINKS      1024u /* of one family */
#define VV_PROJECT_MAX_RECORDINGS 64u
#define VV_PROJECT_MAX_FRAMES     65536u                /* of one recording */
#define VV_PROJECT_MAX_BYTES      (16u * 1024u * 1024u) /* of project.json */
#define VV_PROJECT_MIN_SCALE      0.01f                 /* of an actor */
#define VV_PROJECT_MAX_SCALE      100.0f
#define VV_PROJECT_FAR            1e6f /* no coordinate is further from the origin */

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

/* Either a tour through places of one artwork's complex, or a stage with actors. */
typedef struct vv_project_scene {
    char name[VV_PROJECT_NAME_BYTES];
    bool staged;
    uint32_t artwork;           /* of a tour; VV_NONE on a stage */
    uint32_t width, height;     /* pixels */
    uint8_t background[4];      /* red, green, blue, alpha; not premultiplied */
    bool framed;                /* true: centre and zoom are given; false: the picture shows the whole tour or run */
    vv_vec2 centre;             /* the point in the middle of the picture; where it follows an actor, seen from there */
    float zoom;                 /* pixels of the picture to a metre */
    float seconds, rate;        /* length; frames a second */
    uint32_t key_count;         /* 0 on a stage */
    const vv_project_key *keys; /* times ascending */
    vv_project_stage stage;     /* unused in a tour */
} vv_project_scene;

typedef struct vv_project {
    char name[VV_PROJECT_NAME_BYTES];
    char about[VV_PROJECT_ABOUT_BYTES]; /* one sentence, or empty */
    uint32_t artwork_count, clip_count, family_count, recording_count, scene_count;
    const vv_project_artwork *const *artworks;
    const vv_project_clip *const *clips;
    const vv_project_family *const *families;
    const vv_project_recording *const *recordings;
    const vv_project_scene *const *scenes;
} vv_project;

/* Whether an actor of this kind can do what a cue of that kind says. */
bool vv_project_cue_suits(vv_cue_kind cue, vv_actor_kind actor);
/* The index of what has this name, or VV_NONE. */
uint32_t vv_project_find_artwork(const vv_project *project, const char *name);
uint32_t vv_project_find_clip(const vv_project *project, const char *name);
uint32_t vv_project_find_family(const vv_project *project, const char *name);
uint32_t vv_project_find_recording(const vv_project *project, const char *name);
uint32_t vv_project_find_scene(const vv_project *project, const char *name);
uint32_t vv_project_find_layer(const vv_project_artwork *artwork, const char *name);
uint32_t vv_project_find_handle(const vv_project_artwork *artwork, const char *name);
uint32_t vv_project_find_example(const vv_project_artwork *artwork, const char *name);
uint32_t vv_project_find_behaviour(const vv_project_artwork *artwork, const char *name);
uint32_t vv_project_find_actor(const vv_project_scene *scene, const char *name);
/* Of a handle, or VV_NONE. */
uint32_t vv_project_find_track(const vv_project_clip *clip, uint32_t handle, vv_channel channel);
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

/* The command scene.add, as compact JSON, that makes a scene like `scene`, which need not be one of the project's but
 * refers to its artworks. Release the text as that of a project. */
vv_result vv_project_write_scene(const vv_project *project, const vv_project_scene *scene,
                                 const vv_allocator *allocator, char **text, size_t *length, vv_error *error);

/* project.json as it is saved: keys in a fixed order, defaults left out, one item a line. The text is *length bytes and
 * a zero; release with vv_project_text_release. */
vv_result vv_project_write(const vv_project *project, const vv_allocator *allocator, char **text, size_t *length,
                           vv_error *error);
/* As one object, every key of which is there, also those at their defaults; null is what is not given and has no value of
 * its own. Reads back as the same project. */
void vv_project_write_whole(const vv_project *project, vv_json_writer *writer);
void vv_project_text_release(const vv_allocator *allocator, char *text, size_t length);

/* ---- Problems ---------------------------------------------------------------------------------------------------- */

/* The numbered rules of docs/format.md. A project.json that breaks one of them does not open, but for 23 to 26, which are
 * of the folder and of commands, and for those from 101 on, which are warnings. */
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
