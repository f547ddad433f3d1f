/* Examples over named axes, for shapes, verbs and correctives. */
#ifndef VV_PROJECT_FIELD_H
#define VV_PROJECT_FIELD_H

#include "author/document/project_base.h"

#include <verve/field.h>
#include <verve/skeleton.h>

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
/* The value of an axis that is not set: 0, or the end of its range that is nearest to 0. */
float vv_project_axis_home(const vv_project_axis *axis);

#endif
