/* The behaviours and correctives of an artwork, built. */
#ifndef VVI_BUILD_BEHAVIOURS_H
#define VVI_BUILD_BEHAVIOURS_H

#include "build.h"

/* Fills behaviours and behaviour_count of `rigged`, whose complex exists already. After an error, what was made stays
 * for vvi_release_behaviours. */
vv_result vvi_build_behaviours(const vv_project_artwork *artwork, vv_rigged *rigged, vv_error *error);
void vvi_release_behaviours(vv_rigged *rigged);
/* The same for correctives (correctives.c), which need the turns alone. */
vv_result vvi_build_correctives(const vv_project_artwork *artwork, vv_rigged *rigged, vv_error *error);
void vvi_release_correctives(vv_rigged *rigged);

#endif
