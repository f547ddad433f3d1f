/* Where in the project something is that could not be built. Inner steps name their part ("layers[2]"), and whoever asked for them
 * puts the whole before it ("$.artworks[0]"), so that an error ends with a JSON path that `verve check` can find in project.json. */
#ifndef VVI_PLACE_H
#define VVI_PLACE_H

#include "runtime/base/base.h"

/* Puts a step before the error's path and returns `result`. Nothing changes where `result` is VV_OK, where memory ran out or the work was
 * stopped, which is no fault of the project, and where the path already begins with $. */
vv_result vvi_placed(vv_result result, vv_error *error, const char *format, ...) VV_PRINTF(3, 4);

#endif
