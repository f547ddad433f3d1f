/* Drawing the zones of a stage: water, and where winds and forces go. */
#ifndef VERVE_CLI_SHOW_ZONE_H
#define VERVE_CLI_SHOW_ZONE_H

#include "cli/show_stage.h"

/* What is behind the actors: the body of water, and strokes along winds and forces. */
void show_zones_behind(const show_stage *s, vv_camera camera);
/* What is in front of them: a film of water, and its surface. */
void show_zones_before(const show_stage *s, vv_camera camera);
/* Makes the bounds hold the water that is seen. */
void show_zones_measure(const show_stage *s, show_bounds *bounds);

#endif
