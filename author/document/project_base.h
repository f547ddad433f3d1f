/* Rules for every part of a project. Lengths are metres, angles radians, y up. */
#ifndef VV_PROJECT_BASE_H
#define VV_PROJECT_BASE_H

#include "author/base/json.h"

#define VV_PROJECT_VERSION     1u
#define VV_PROJECT_NAME_BYTES  64u                   /* with the ending zero */
#define VV_PROJECT_PATH_BYTES  256u                  /* with the ending zero */
#define VV_PROJECT_ABOUT_BYTES 256u                  /* with the ending zero */
#define VV_PROJECT_LABEL_BYTES 32u                   /* with the ending zero */
#define VV_PROJECT_MAX_BYTES   (16u * 1024u * 1024u) /* of project.json */
#define VV_PROJECT_MIN_SCALE   0.01f                 /* of an actor */
#define VV_PROJECT_MAX_SCALE   100.0f
#define VV_PROJECT_MIN_DENSITY 0.001f /* of an actor, times that of drawings */
#define VV_PROJECT_MAX_DENSITY 1000.0f
#define VV_PROJECT_FAR         1e6f /* no coordinate is further from the origin */

typedef struct vv_project_word {
    char text[VV_PROJECT_NAME_BYTES];
} vv_project_word;

#endif
