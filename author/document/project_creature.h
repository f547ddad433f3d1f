/* Creatures, and motions and gaits for creatures that are not known in advance. */
#ifndef VV_PROJECT_CREATURE_H
#define VV_PROJECT_CREATURE_H

#include "author/document/project_base.h"

#include <verve/creature.h>
#include <verve/gait.h>
#include <verve/retarget.h>

#define VV_PROJECT_MAX_CREATURES 64u
#define VV_PROJECT_MAX_MOTIONS   256u
#define VV_PROJECT_MAX_GAITS     64u

/* Overrides what a creature's file says, or what was guessed, about a body. */
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

#endif
