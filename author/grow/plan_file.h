/* What the reader and the writer of creature files share. Private to author/grow. */
#ifndef VVI_GROW_PLAN_FILE_H
#define VVI_GROW_PLAN_FILE_H

#include "author/base/json.h"
#include "author/grow/grow.h"
#include "runtime/base/base.h"

#define VVI_PLAN_FORMAT "verve-creature"

/* Of files that do not say. */
vv_plan_colors vvi_plan_usual_colors(void);

#endif
