/* Drawing the zones of a stage: water, and where winds and forces go. */
#ifndef VERVE_CLI_SHOW_ZONE_H
#define VERVE_CLI_SHOW_ZONE_H

#include "cli/show_stage.h"

/* What is behind the actors: the body of water, and strokes along winds and forces. */
void show_zones_behind(const show_stage *s, vv_camera camera);
/* What is in front of them: a film of water, and its surface. */
void show_zones_before(const show_stage *s, vv_camera camera);
/* Whether a film of water lies over a part of an obstacle, which is [point_count] on the stage; half planes have two
 * points. Such an obstacle is drawn again, since water ends where the ground begins. */
bool show_zones_cover(const show_stage *s, vv_camera camera, uint32_t point_count, const vv_vec2 *points);
/* Makes the bounds hold the water that is seen. */
void show_zones_measure(const show_stage *s, show_bounds *bounds);

#endif
