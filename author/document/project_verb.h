/* Shapes and motions by example: skeletons, takes, forms, shapes, verbs and graphs. */
#ifndef VV_PROJECT_VERB_H
#define VV_PROJECT_VERB_H

#include "author/document/project_field.h"

#include <verve/graph.h>
#include <verve/shape.h>

#define VV_PROJECT_MAX_SKELETONS 64u
#define VV_PROJECT_MAX_TAKES     1024u
#define VV_PROJECT_MAX_FORMS     1024u
#define VV_PROJECT_MAX_SHAPES    64u
#define VV_PROJECT_MAX_VERBS     256u
#define VV_PROJECT_MAX_GRAPHS    64u

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

#endif
