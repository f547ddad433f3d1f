/* Clips, families and recordings, which direct puppets; clips direct sprites too. */
#ifndef VV_PROJECT_PUPPET_H
#define VV_PROJECT_PUPPET_H

#include "author/document/project_base.h"

#include <verve/puppet.h>

#define VV_PROJECT_MAX_CLIPS      256u
#define VV_PROJECT_MAX_FAMILIES   64u
#define VV_PROJECT_MAX_LINKS      1024u /* of one family */
#define VV_PROJECT_MAX_RECORDINGS 64u
#define VV_PROJECT_MAX_FRAMES     65536u /* of one recording */

/* Keyed motion of one artwork. Positions are in the artwork's own space, whatever the scale and position of the actor
 * that plays it. */
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

#endif
